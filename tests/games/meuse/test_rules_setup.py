"""Chapters 2, 3, 10, 11 and 19: what is on the table, who sets up where, and the sequence of play."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.asking import offers, refused, rule_of
from tests.games.meuse.drawn import draw, meuse, play, rules_of, state, told, verbs, where
from westfront.engine.counters import load_counters, load_types
from westfront.engine.match import Match
from westfront.games.meuse.data import EXTRA, VALUES
from westfront.games.meuse.map_checks import check
from westfront.games.meuse.rules import Meuse
from westfront.games.meuse.setup import members
from westfront.games.meuse.state import AIR, ALLIED, DUE, GERMAN, POOL

# -- components


@pytest.mark.rule("2.0", "2.3", "C-MIX", "C-AIR", "C-BOMB")
def test_the_counter_mix() -> None:
    data = Meuse.data_folder()
    counters = load_counters(data, load_types(data, ("allied", "german", "neutral"), VALUES), EXTRA)
    kinds = Counter(counter.type.size + counter.type.symbol for counter in counters)
    assert len(counters) == 100
    assert kinds == {
        "XXinfantry": 69,
        "Xinfantry": 6,
        "markerbombardment": 12,
        "markersupport-fire": 10,
        "markerair": 2,
        "markerturn": 1,
    }


@pytest.mark.rule("2.3", "13.1", "13.3", "10.3", "T-AOB", "T-GOB")
def test_every_division_is_leg_infantry_with_a_weaker_back() -> None:
    rules = meuse()
    assert {rules.counters[u].type.symbol for u in range(rules.fighters)} == {"infantry"}
    for unit in range(rules.fighters):
        sides = rules.ratings[unit]
        assert len(sides) == rules.full_steps[unit] + 1
        if rules.full_steps[unit] > 1:
            assert sides[-2].attack < sides[-1].attack
            assert sides[-2].defence < sides[-1].defence
    three = [rules.names.units[u] for u in range(rules.fighters) if rules.three_step[u]]
    assert sorted(three) == ["US-32", "US-33", "US-4", "US-79"]


@pytest.mark.rule("T-AOB")
def test_three_brigades_make_a_three_step_division() -> None:
    rules = meuse()
    front, back = rules.ratings[rules.names.unit("US-4")][3], rules.ratings[rules.names.unit("US-4")][2]
    brigade = rules.ratings[rules.brigades.units[0]][1]
    assert (front.attack, back.attack, brigade.attack) == (9, 6, 3)
    assert (front.defence, back.defence, brigade.defence) == (9, 6, 3)


@pytest.mark.rule("2.1", "C-MAP")
def test_the_map() -> None:
    board = meuse().board
    assert len(board.grid) == 528
    assert list(check(board.atlas, None)) == []  # type: ignore[arg-type]
    counted = {word: hexes.bit_count() for word, hexes in (board.trenches | board.ground).items()}
    assert counted == {
        "stellung": 24,
        "second-tier": 24,
        "fortification": 8,
        "woods": 85,
        "rise": 59,
        "town": 45,
        "fortress": 2,
    }


@pytest.mark.rule("T-TEC", "5.2")
def test_the_terrain_chart() -> None:
    rules = meuse()
    points = {
        label: [rules.board.entry_points(side, rules.grid.hex(label)) for side in (ALLIED, GERMAN)]
        for label in ("1320", "1219", "1019", "1018", "0702", "1318", "1515", "1314")
    }
    assert points == {
        "1320": [1, 1],
        "1219": [2, 2],
        "1019": [1, 1],
        "1018": [1, 1],
        "0702": [1, 1],
        "1318": [1, 1],
        "1515": [1, 1],
        "1314": [2, 1],
    }
    step = rules.board.costs[GERMAN].step
    for here, beyond, cost in (("1313", "1312", 3), ("1212", "1312", 1), ("1017", "0918", 2), ("1018", "0918", 1)):
        direction = rules.grid.direction(rules.grid.hex(here), rules.grid.hex(beyond))
        assert direction is not None
        assert step(rules.grid.hex(here), direction) == cost


@pytest.mark.rule("T-ARTY", "T-SF", "17.1")
def test_the_tracks_never_share_out_more_markers_than_there_are() -> None:
    track = meuse().track
    assert len(track) == 25
    assert max(sum(turn.artillery) for turn in track) == 12
    assert [turn.artillery for turn in track[19:]] == [(9, 3), (8, 2), (7, 2), (6, 2), (6, 1), (4, 1)]
    assert {turn.support for turn in track[1:]} == {(4, 2), (3, 2), (2, 2), (3, 1), (2, 1)}


@pytest.mark.rule("T-GOB", "19.6")
def test_german_arrivals() -> None:
    rules = meuse()
    due = [u for u in members(rules, "reinforcement") if rules.side_of[u] == GERMAN]
    assert Counter(rules.arrival[u] for u in due) == {
        2: 2,
        4: 2,
        5: 2,
        6: 3,
        7: 4,
        9: 1,
        10: 1,
        13: 1,
        18: 1,
        19: 2,
        20: 1,
    }
    s = rules.start()
    assert {rules.names.units[u] for u in due if s.steps[u] == 1} == {"DE-45R", "DE-117"}


# -- set-up


@pytest.mark.rule("3.0", "11.1", "E11.2", "E11.5", "X21", "15.1")
def test_the_order_of_the_set_up() -> None:
    match = Match.new("meuse", seed=1)
    assert (match.decision.side, len(offers(match, "take"))) == ("allied", 14)
    assert rule_of(match, "take DE-1G") == "19.2"
    assert rule_of(match, "take US-1") == "19.2"
    play(match, "done")
    assert (match.decision.side, len(offers(match, "take"))) == ("german", 20)
    assert rule_of(match, "take US-4") == "19.4"
    play(match, "done")
    assert offers(match, "take") == {"DE-15A", "DE-106A", "DE-108", "DE-236"}
    play(match, "done")
    assert (match.decision.side, verbs(match)) == ("allied", {"roll"})


@pytest.mark.rule("11.1", "C-AIR")
def test_what_lies_beside_the_map_at_the_start() -> None:
    rules = meuse()
    s = rules.start()
    assert [s.at[u] for u in rules.aircraft] == [AIR, AIR]
    assert {s.at[u] for side in (ALLIED, GERMAN) for u in rules.support[side]} == {POOL}
    assert sum(where == DUE for where in s.at) == 31
    assert list(s.stock) == [0, 0]


@pytest.mark.rule("11.2", "T-DEP", "5.3")
def test_units_of_a_list_change_places() -> None:
    match = play(Match.new("meuse", seed=1), "take US-4", "go 1320")
    assert (where(match, "US-4"), where(match, "US-3")) == ("1320", "1319")
    play(match, "take US-4", "go 1422")
    assert where(match, "US-4") == "1422"
    assert refused(match, "go 1320").startswith("'go' cannot be played now")


@pytest.mark.rule("11.5", "19.5")
def test_reserves_touch_nobody_but_may_change_places() -> None:
    match = play(Match.new("meuse", seed=1), "done", "done", "take DE-236")
    free = offers(match, "go")
    assert {"0514", "0914", "1615"} <= free, "another reserve changes places"
    assert not free & {"0513", "0515", "1318", "1417"}
    rules, s = rules_of(match), state(match)
    others = {s.at[u] for u in range(rules.fighters) if s.at[u] >= 0 and rules.names.units[u] != "DE-236"}
    reserves = {s.at[rules.names.unit(name)] for name in ("DE-15A", "DE-108", "DE-106A")}
    for label in free:
        hex_ = rules.grid.hex(label)
        if hex_ not in reserves:
            assert all(rules.grid.distance(hex_, other) > 1 for other in others)


@pytest.mark.rule("19.4")
def test_the_line_stands_in_stellung_hexes_only() -> None:
    match = play(Match.new("meuse", seed=1), "done", "take DE-AR")
    line = set(match.rules.grid.labels(rules_of(match).board.trenches["stellung"]))
    assert offers(match, "go") == line - {"0118"}


# -- sequence


@pytest.mark.rule("4.0", "4.1", "15.1", "19.1", "17.1")
def test_a_turn() -> None:
    match = draw("US-3 1319, DE-1G 1318", "end", turn=4, dice=[1] * 20)
    assert told(match) == []
    assert state(match).turn == 5
    asked = []
    while state(match).turn == 5:
        asked.append((match.decision.side, match.decision.rule))
        match.play("roll" if match.decision.texts == ("roll",) else "done")
    assert asked == [
        ("allied", "8.1"),
        ("german", "8.1"),
        ("allied", "5.0"),
        ("allied", "17.2"),
        ("allied", "7.1"),
        ("german", "5.0"),
        ("german", "17.2"),
        ("german", "7.1"),
    ]


@pytest.mark.rule("4.1", "11.3", "13.2")
def test_breakdown_replacement_and_movement_follow_each_other() -> None:
    match = draw("US-4 1320, US-28 1421-, DE-1G 1318", "turn")
    assert match.decision.rule == "13.2"
    assert play(match, "done").decision.rule == "11.3"
    assert play(match, "forfeit").decision.rule == "5.0"


@pytest.mark.rule("15.2", "17.3", "17.7")
def test_h_hour_begins_with_aircraft_and_guns() -> None:
    match = play(Match.new("meuse", seed=3), "done", "done", "done", "roll", "roll")
    assert "H-Hour" in match.decision.prompt
    assert rule_of(match, "rebuild US-4") == "11.3"
    play(match, "take aircraft-1", "go 1318", "move aircraft-2 1417")
    assert rule_of(match, "take aircraft-2") == "17.3"
    play(match, "done")
    assert match.decision.rule == "17.2"
    play(match, "done")
    assert match.decision.rule == "7.1"


@pytest.mark.rule("2.3", "T-TURN")
def test_the_scene_shows_everything() -> None:
    match = draw("US-4 1319-, DE-1G 1318, US-35 lost, US-1 due", turn=3, allied="3", german="2", breached="1318")
    scene = match.view("german").scene
    assert scene == match.view(None).scene
    assert scene.turn == "turn 3 of 24, Sep 30-Oct 1"
    facts = {piece.name: (*piece.facts, *piece.states) for piece in scene.pieces}
    assert facts == {"US-4": ("6-6-4", "infantry", "reduced"), "DE-1G": ("8-9-4", "infantry")}
    assert scene.hexes == {"breached": ("1318",), "bombardment": (), "goal": ("0702",)}
    assert scene.phase == "movement phase"
    assert scene.tracks == {
        "bombardment": "4 / 4",
        "support": "3 / 2",
        "free brigades": "6",
        "Lost Battalion": "to come",
        "German replacement": "to come",
    }
    assert list(scene.boxes) == ["allied air", "allied due turn 04", "allied hand", "allied lost", "german hand"]


# -- the scenarios


@pytest.mark.rule("V-5", "12.1")
def test_the_evening_is_won_by_seven_units_beyond_the_line() -> None:
    names = ("US-3", "US-4", "US-5", "US-28", "US-32", "US-33")
    six = ", ".join(f"{name} {place}" for name, place in zip(names, range(1317, 1311, -1), strict=True))
    end = draw(f"{six}, US-35 1319", "end", turn=3, scenario="montfaucon")
    assert end.result == "german: German victory: 1216 Montfaucon was not entered in 3 turns"
    end = draw(f"{six}, US-35 1318", "end", turn=3, scenario="montfaucon")
    assert end.result == "allied: Allied victory: 7 units have broken into the line"
    going = draw(f"{six}, US-35 1318, DE-1G 2405", turn=3, scenario="montfaucon")
    assert going.view(None).scene.tracks["units beyond the line"] == "7 of 7"
    stack = "US-brigade-1 1318, US-brigade-2 1318, US-brigade-3 1318"
    broken = draw(f"{six[: six.rindex(',')]}, {stack}", "end", turn=3, scenario="montfaucon")
    assert broken.result == "german: German victory: 1216 Montfaucon was not entered in 3 turns", "a stack is one unit"
    campaign = draw(f"{six}, US-35 1318", "end", turn=24)
    assert campaign.result == "german: German victory: 0702 Sedan was not entered in 24 turns"


@pytest.mark.rule("12.1", "V-5")
def test_the_evening_is_won_at_montfaucon() -> None:
    match = draw("US-3 1217, DE-1G 2405", scenario="montfaucon")
    play(match, "move US-3 1216")
    assert match.result == "allied: Allied victory: 1216 Montfaucon is entered on turn 2"
    end = draw("US-3 1217", "end", turn=3, scenario="montfaucon")
    assert end.result == "german: German victory: 1216 Montfaucon was not entered in 3 turns"
    sedan = play(draw("US-3 0703, DE-1G 2405", scenario="montfaucon"), "move US-3 0702")
    assert not sedan.over
