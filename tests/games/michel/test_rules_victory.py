"""Victory: objectives, exits, levels of history and of the players."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.asking import goes, offers, refused, rule_of, told
from tests.games.michel.drawn import bare, fight, lay, michel, real, where
from westfront.engine.match import Match
from westfront.games.michel.victory import LEVELS, player_scale
from westfront.games.michel.victory import level as level_of

GOLDEN = Path(__file__).parent / "golden"
BOUNDS = {
    32: (16, 8, 6, 3),
    36: (18, 9, 7, 3),
    41: (20, 10, 8, 4),
    42: (21, 10, 8, 4),
    43: (21, 10, 8, 4),
    44: (22, 11, 8, 4),
    45: (22, 11, 9, 4),
    46: (23, 11, 9, 4),
    47: (23, 11, 9, 4),
    48: (24, 12, 9, 4),
    50: (25, 12, 10, 5),
    51: (25, 12, 10, 5),
    52: (26, 13, 10, 5),
    53: (26, 13, 10, 5),
    54: (27, 13, 10, 5),
    55: (27, 13, 11, 5),
    56: (28, 14, 11, 5),
    57: (28, 14, 11, 5),
    58: (29, 14, 11, 5),
    59: (29, 14, 11, 5),
    60: (30, 15, 12, 6),
    61: (30, 15, 12, 6),
}
"""The printed chart: where decisive, substantive, marginal and draw begin."""

GERMAN = {"1": 100, "2": 99, "3": 97, "4": 96, "5": 95, "6": 89, "7": 85}
ALLIED = {"8": 53, "9": 44, "10": 43, "11": 42, "12": 41, "13": 39}


@pytest.mark.rule("Player-Chart")
@pytest.mark.parametrize("base", BOUNDS)
def test_every_row_of_the_chart(base: int) -> None:
    for level, bound in zip((4, 3, 2, 1), BOUNDS[base], strict=True):
        assert level_of(bound, player_scale(base)) == level
        assert level_of(bound - 1, player_scale(base)) == level - 1
    assert LEVELS[level_of(0, player_scale(base))] == "Allied victory"


@pytest.mark.rule("OOB-8", "OOB-9", "OOB-10", "OOB-11", "OOB-12", "OOB-13")
@pytest.mark.rule("RelativeStrength", "Player-Base", "OOB-1", "OOB-2", "OOB-3", "OOB-4", "OOB-5", "OOB-6", "OOB-7")
def test_the_relative_strengths_of_all_options() -> None:
    found = {(german, "13"): michel(german=german).base for german in GERMAN}
    assert found == {(german, "13"): strength - 39 for german, strength in GERMAN.items()}
    assert {allied: michel(allied=allied).base for allied in ALLIED} == {a: 95 - s for a, s in ALLIED.items()}
    assert {g - a for g in GERMAN.values() for a in ALLIED.values()} == set(BOUNDS)


@pytest.mark.rule("Player-Series")
def test_player_series_german_points_of_both_games_are_set_against_each_other() -> None:
    """The last day of the golden record brought 4 points, the offensive none."""
    four, none = (Match.load((GOLDEN / f"{name}.westfront").read_text()) for name in ("last-day", "offensive"))
    assert four.rules.series(four.state, none.state) == 4
    assert four.rules.series(none.state, four.state) == -4
    assert four.rules.series(none.state, none.state) == 0


@pytest.mark.rule("Player-Victory", "Victory-General", "Setup-Choice")
@pytest.mark.parametrize(("scale", "winner"), [("historical", "nobody"), ("player", "german")])
def test_the_agreed_scale_decides(scale: str, winner: str) -> None:
    """Five points with base 32 are a draw by history; eight are worth more to the weaker side."""
    units = "S-234 exited-XY:0104, S-221 exited-XY:0104, G-9-corps 0305, B-62 3039"
    match = real(units, "end", turn=10, options={"german": "7", "allied": "8", "victory": scale})
    assert match.result == f"{winner}: 8 points, draw, by relative strength German substantive victory"


@pytest.mark.rule("Victory-Objectives")
def test_the_three_objectives() -> None:
    rules = michel()
    values = {rules.grid.label(hex_): points for hex_, points in rules.board.objectives.items()}
    assert values == {"2003": 10, "0619": 15, "1428": 5}
    assert {rules.place_names[hex_] for hex_ in rules.board.objectives} == {"Arras", "Amiens", "Montdidier"}


@pytest.mark.rule("Victory-Control")
def test_an_objective_is_held_by_who_was_in_it_last_be_it_in_passing() -> None:
    match = real("S-234 2002, G-51-corps 2202, B-62 3039, F-55 3038")
    match.play("move S-234 2004 via 2003")
    assert match.view().scene.tracks["points"] == "10"
    assert match.view().scene.hexes["German objective"] == ("2003",)
    match = real("B-62 2002, B-19-corps 2001, S-234 3510", side="allied", held="2003 0619")
    match.play("move B-62 2004 via 2003")
    assert match.view().scene.hexes["German objective"] == ("0619",)


@pytest.mark.rule("Victory-Control")
def test_an_objective_is_held_by_germans_who_stand_in_it_though_they_never_entered() -> None:
    """So it is in a position by hand, or with an owner's set-up."""
    match = real("S-234 2003, G-51-corps 2202, B-62 0619, B-4 3039")
    assert match.view().scene.tracks["points"] == "10"
    assert match.view().scene.hexes["German objective"] == ("2003",)


@pytest.mark.rule("Victory-Control", "Movement-C")
def test_a_unit_may_go_into_an_objective_and_back() -> None:
    match = real("S-234 2004, S-221 2004, G-51-corps 2204, B-62 3039")
    assert told(match, "move S-234 2004 via 2003") == ["S-234 moves 2004 2003 2004 [Movement-Procedure]"]
    assert match.view().scene.hexes["German objective"] == ("2003",)
    assert rule_of(match, "move S-234 2003") == "Movement-C"
    assert rule_of(match, "move S-221 2004") == "Movement-Procedure"
    assert rule_of(match, "move S-221 2004 via 2005 2004 2003 2004 2003") == "Movement-N"


@pytest.mark.rule("Supply-G")
def test_a_unit_does_not_go_back_to_a_hex_that_is_out_of_supply_by_now() -> None:
    match = bare("G-32 1010, G-51-corps 1013, B-62 3030", depots="")
    match.play("move G-51-corps 1015")
    assert rule_of(match, "move G-32 1010 via 1009") == "Supply-G"


@pytest.mark.rule("Victory-Control", "CRT-Retreat")
@pytest.mark.parametrize(
    ("attackers", "way"),
    [(("S-234",), "2003"), (("S-234", "S-221", "T-5BR"), "1903 via 2003")],
    ids=["into", "through"],
)
def test_a_unit_that_is_retreated_into_an_objective_or_through_it_holds_it(
    attackers: tuple[str, ...], way: str
) -> None:
    units = "B-62 2103, S-234 2202, S-221 2202, T-5BR 2203, G-51-corps 2302"
    match = bare(units, "combat", dice=[1], held="2003 0619", depots="")
    fight(match, "2103", *attackers, supply="G-51-corps")
    match.play(f"retreat B-62 {way}")
    assert match.view().scene.hexes["German objective"] == ("0619",)


@pytest.mark.rule("Victory-Control", "Victory-Exit")
def test_a_unit_that_leaves_the_map_holds_what_it_passes() -> None:
    road = "0719-0619-0519-0419-0319-0219-0119"
    match = bare("G-Gd-cav 0719, B-62 3030", devastated="0618 0518", roads=road, options={"german": "4"})
    match.play("take G-Gd-cav")
    assert " 0619 " in told(match, "exit 0119 X-Y")[0]
    assert match.view().scene.hexes["German objective"] == ("0619",)


@pytest.mark.rule("Victory-Exit", "Movement-Procedure", "Movement-N")
def test_the_way_off_the_map_can_be_spelled_out() -> None:
    """Around the objective or through it, as long as a point is left for leaving."""
    road = "0719-0619-0519-0419-0319-0219-0119"
    match = bare("G-Gd-cav 0719, B-62 3030", roads=road, options={"german": "4"})
    match.play("take G-Gd-cav")
    around, through = "0618 0518 0418 0318 0218", "0619 0519 0419 0319 0219"
    assert rule_of(match, "exit 0119 X-Y via 0619 0419 0319 0219") == "Movement-Procedure"
    assert refused(match, f"exit 0119 X-Y via {around} 0118") == "this path costs 8 movement points [Movement-N]"
    assert told(match, f"exit 0119 X-Y via {around}")[0].startswith(
        f"G-Gd-cav leaves the map between X-Y: 0719 {around} 0119"
    )
    assert match.view().scene.hexes["German objective"] == ()
    match.undo()
    match.play(f"exit 0119 X-Y via {through}")
    assert match.view().scene.hexes["German objective"] == ("0619",)


@pytest.mark.rule("Victory-Control", "Victory-General")
def test_an_objective_never_entered_counts_nothing() -> None:
    match = real("S-234 2004, G-51-corps 2202, B-62 3039", "end", turn=10)
    assert match.log()[0] == "The Germans have 0 points: Allied victory [Victory-Levels]"


@pytest.mark.rule("Victory-Exit")
def test_off_the_west_edge_four_points_off_the_south_edge_one() -> None:
    match = real("S-234 0140, S-221 0140, G-51-corps 0339, B-62 3001, B-19-corps 3002", turn=9)
    match.play("take S-234")
    assert {"0140 X-Y", "0140 Y-Z"} <= offers(match, "exit")
    match.play("exit 0140 X-Y")
    assert match.view().scene.tracks["points"] == "4"
    match.play("take S-221")
    assert told(match, "exit 0140 Y-Z") == ["S-221 leaves the map between Y-Z: 0140 [Victory-Exit]"]
    assert match.view().scene.tracks["points"] == "5"
    assert (where(match, "S-234"), where(match, "S-221")) == ("exited-XY", "exited-YZ")


@pytest.mark.rule("Victory-Exit")
def test_where_and_who_cannot_leave() -> None:
    match = real("S-234 0540, G-32 0640, G-51-corps 0739, B-62 3001, B-19-corps 3002", turn=9)
    match.play("take S-234")
    assert refused(match, "exit 0540 X-Y").endswith("[Victory-Exit]")
    assert rule_of(match, "exit 2140 Y-Z") == "Victory-Exit"
    assert rule_of(match, "exit 0535 Y-Z") == "Victory-Exit"
    assert "0140 Y-Z" in offers(match, "exit")
    assert "0140 X-Y" in offers(match, "exit")
    match.play("cancel")
    match = real("B-62 0110, S-234 3510, G-51-corps 3610", side="allied", turn=9)
    match.play("take B-62")
    assert offers(match, "exit") == set()
    assert refused(match, "exit 0110 X-Y") == "only German units leave the map [Victory-Exit]"


@pytest.mark.rule("Victory-Exit", "Movement-N")
def test_leaving_costs_a_point() -> None:
    match = bare("S-234 0510, S-221 0610, G-32 0510, B-62 3030")
    match.play("take S-234")
    assert "0110 X-Y" in offers(match, "exit")
    match.play("cancel")
    assert "0110" in goes(match, "S-221")
    match.play("take S-221")
    assert rule_of(match, "exit 0110 X-Y") == "Movement-N"
    match.play("cancel")
    match.play("take G-32")
    assert rule_of(match, "exit 0110 X-Y") == "Movement-N", "in supply, but without a point left"


@pytest.mark.rule("Victory-Exit", "Supply-G")
def test_others_than_stosstruppen_leave_only_in_supply() -> None:
    match = bare("G-32 0310, S-234 0310, B-62 3030", depots="german 0810")
    match.play("take G-32")
    assert rule_of(match, "exit 0110 X-Y") == "Supply-G"
    match.play("cancel")
    match.play("take S-234")
    assert "0110 X-Y" in offers(match, "exit")


@pytest.mark.rule("Victory-Exit", "Corps-Commentary")
def test_a_corps_that_alone_lets_a_unit_leave_the_map_does_not_fire() -> None:
    match = bare("G-32 0110, G-51-corps 0112, B-62 0314", depots="")
    for action in ("take G-32", "exit 0110 X-Y", "done"):
        match.play(action)
    assert rule_of(match, "attack 0314") == "Combat-A", "three hexes away, and nobody else could attack it"
    match = bare("S-234 0110, G-51-corps 0112, B-62 0314", depots="german 0110")
    for action in ("take S-234", "exit 0110 X-Y", "done"):
        match.play(action)
    assert offers(match, "attack") == {"0314"}, "Stosstruppen with a road of their own need no corps"


@pytest.mark.rule("Victory-Exit", "Victory-Control")
def test_a_hex_in_which_the_enemy_stands_is_not_in_supply() -> None:
    match = real("S-234 exited-XY:0119, G-51-corps 0219, B-62 0119, B-4 3039", "end", turn=10)
    assert match.log()[0] == "The Germans have 0 points: Allied victory [Victory-Levels]"


@pytest.mark.rule("Victory-Control", "Corps-Commentary", "GameLength")
def test_a_corps_that_fired_in_the_last_player_turn_feeds_again_when_the_game_is_over() -> None:
    """It fires at half for the Germans in Arras; the player-turn that bars it from supply ends before the count."""
    units = "S-234 2003, G-51-corps 2002, B-62 2104, B-19-corps 2205"
    match = bare(units, "combat", "allied", turn=10, dice=[4], held="2003", depots="")
    lay(match, "2003", "B-62")
    for action in ("supply B-19-corps", "done", "fire G-51-corps 2003 half", "done", "resolve 2003"):
        match.play(action)
    while match.decision.rule == "CRT-Retreat":
        match.play(match.decision.texts[0])
    assert match.view().scene.tracks["points"] == "0", "in this player-turn it has fired"
    match.play("done")
    assert match.over
    assert "Arras: 10 points [Victory-Control]" in match.log()
    assert match.view().scene.tracks["points"] == "10"
