"""Free deployment, rule by rule: what is allowed, what just is not, and in which words it is refused."""

from __future__ import annotations

import pytest

from tests.asking import offers, refused
from tests.games.michel.deployed import ALLIED, GERMAN, PAIRINGS, begin, on_map, plan
from tests.games.michel.drawn import rules_of, state, where
from westfront.engine.data import Overrides
from westfront.engine.match import Match
from westfront.games.michel.deployment import far_from, in_reserve, uncovered
from westfront.games.michel.supply import general_supply

# -- order


@pytest.mark.rule("Setup-Order")
def test_setup_order_allies_before_germans() -> None:
    match = begin("3", "12")
    assert match.decision.side == "allied"
    assert on_map(match, GERMAN).total() == 0
    match.play("done")
    assert match.decision.side == "german"
    assert on_map(match, GERMAN).total() == 97
    match.play("done")
    assert match.decision.prompt.startswith("Move your units")
    assert match.log()[:5] == [
        "allied: the deployment forward [Deploy-AlliedFree]",
        "allied: 51 units are deployed [Deploy-AlliedFree]",
        "german: the deployment historical [Deploy-GermanFree]",
        "german: 97 units are deployed [Deploy-GermanFree]",
        "Game-turn 1, 21 March 1918 [TimeRecord]",
    ]


@pytest.mark.rule("Setup-Order")
def test_setup_order_historical_sides_are_placed_in_that_order_too() -> None:
    assert begin("5", "13").log()[:3] == [
        "allied: 51 units on their positions of 21 March [Deploy-AlliedHistorical]",
        "german: 97 units on their positions of 21 March [Deploy-GermanHistorical]",
        "Game-turn 1, 21 March 1918 [TimeRecord]",
    ]


@pytest.mark.rule("Setup-Order")
def test_setup_order_the_other_side_has_to_wait() -> None:
    match = begin("3", "12")
    refusal = match.why("done", side="german")
    assert str(refusal) == "allied is asked now, not german [Setup-Order]"


# -- the area


@pytest.mark.rule("Deploy-AlliedFree")
def test_deploy_allied_free_from_the_fortified_zone_to_the_west_edge() -> None:
    match = begin("5", "12", "lift B-56")
    match.play("place 4-4 at 2403")  # the first line
    for hex_ in ("0101", "0140", "4040"):
        match.play(f"move B-56 {hex_}")
        assert where(match, "B-56") == hex_
    sentence = "B-56 cannot be placed at 2405: units are placed between the west edge and the Allied fortified zone"
    assert refused(match, "move B-56 2405") == f"{sentence} [Deploy-AlliedFree]"
    assert refused(match, "move B-56 off").startswith("B-56 cannot be placed at off")


@pytest.mark.rule("Deploy-GermanFree", "OOB-3")
def test_deploy_german_free_in_or_east_of_the_fortified_zone() -> None:
    match = begin("3", "13")
    for hex_ in ("2401", "4001", "4034"):
        match.play(f"move S-234 {hex_}")
        assert where(match, "S-234") == hex_
    sentence = "S-234 cannot be placed at 2304: units are placed in or east of the German fortified zone"
    assert refused(match, "move S-234 2304") == f"{sentence} [Deploy-GermanFree]"
    match.play("take S-234")
    assert "2405" in offers(match, "go")
    assert refused(match, "go 2403").endswith("in or east of the German fortified zone [Deploy-GermanFree]")


@pytest.mark.rule("Deploy-GermanFree", "Deploy-GermanHistorical", "OOB-1", "OOB-4")
@pytest.mark.parametrize(("option", "unit"), [("1", "6-4"), ("4", "2-7")])
def test_deploy_german_free_holds_for_what_an_option_adds(option: str, unit: str) -> None:
    match = begin(option, "13", "clear")
    assert offers(match, "choose") == {unit}
    assert refused(match, f"place {unit} at 2304").endswith("German fortified zone [Deploy-GermanFree]")
    match.play(f"place {unit} at 3916")
    assert refused(match, "move S-234 3917") == "S-234 stays on its historical hex [Deploy-GermanHistorical]"
    assert refused(match, "lift S-234") == "S-234 stays on its historical hex [Deploy-GermanHistorical]"
    assert refused(match, "clear 2507") == "none of your units at 2507 can be taken up [Deploy-GermanFree]"


# -- distances


@pytest.mark.rule("Deploy-AlliedFree-i")
def test_deploy_allied_free_i_cavalry_five_hexes_from_the_front() -> None:
    match = begin("5", "12")
    match.play("move B-1-cav 1705")  # five hexes
    assert where(match, "B-1-cav") == "1705"
    sentence = "B-1-cav cannot be placed at 1805: cavalry is placed at least 5 hexes from the Allied fortified zone"
    assert refused(match, "move B-1-cav 1805") == f"{sentence} [Deploy-AlliedFree-i]"  # T54: four
    match.play("take B-1-cav")
    assert "1805" not in offers(match, "go")


@pytest.mark.rule("Deploy-AlliedFree-i")
def test_deploy_allied_free_i_is_not_for_single_divisions() -> None:
    match = begin("5", "12", "deploy depth", "move B-56 1805")
    assert where(match, "B-56") == "1805"


@pytest.mark.rule("Deploy-AlliedFree-i")
def test_deploy_allied_free_i_ten_divisions_in_reserve() -> None:
    match = begin("5", "12")
    assert in_reserve(rules_of(match), state(match), plan(match, ALLIED)) == 10
    assert "done" in match.decision.texts
    far = far_from(rules_of(match).board, ALLIED, 5)
    unit = next(u for u in plan(match, ALLIED).kinds["4-4"] if far >> state(match).at[u] & 1)
    match.play(f"move {match.rules.names.units[unit]} 2108")
    assert "done" not in match.decision.texts
    assert refused(match, "done") == (  # T55
        "9 infantry units stand at least 5 hexes from the Allied fortified zone, not 10 [Deploy-AlliedFree-i]"
    )
    assert "9 infantry in reserve (10 are needed)" in match.decision.prompt
    match.play(f"move {match.rules.names.units[unit]} 1710")
    assert "done" in match.decision.texts


@pytest.mark.rule("Deploy-AlliedFree-i")
def test_deploy_allied_free_i_does_not_count_cavalry_and_corps() -> None:
    match = begin("5", "12", "move B-11-corps 0101", "move B-1-cav 0102")
    assert in_reserve(rules_of(match), state(match), plan(match, ALLIED)) == 10


@pytest.mark.rule("Deploy-AlliedFree-ii")
def test_deploy_allied_free_ii_corps_four_hexes_from_the_german_zone() -> None:
    match = begin("5", "12")
    match.play("move C-corps 2310")  # T54: four hexes
    assert where(match, "C-corps") == "2310"
    sentence = "C-corps cannot be placed at 2510: corps are placed at least 4 hexes from the German fortified zone"
    assert refused(match, "move C-corps 2510") == f"{sentence} [Deploy-AlliedFree-ii]"  # three
    match.play("move B-56 2510")  # a division may
    assert where(match, "B-56") == "2510"


@pytest.mark.rule("Deploy-AlliedFree-ii", "Deploy-GermanFree")
def test_deploy_allied_free_ii_is_not_for_germans() -> None:
    match = begin("3", "13")
    corps = next(u for u in plan(match, GERMAN).kinds["4-3"])
    match.play(f"move {match.rules.names.units[corps]} 3009")
    assert where(match, match.rules.names.units[corps]) == "3009"


# -- stacking


@pytest.mark.rule("Stacking-General")
def test_stacking_two_to_a_hex_from_the_beginning() -> None:
    match = begin("5", "12", "clear", "place 4-4 at 2302", "place 4-4 at 2302")
    sentence = "cannot be placed at 2302: 2 units stand there already [Stacking-General]"
    assert refused(match, "place 4-4 at 2302").endswith(sentence)
    match.play("choose 6-4")
    assert "2302" not in offers(match, "go")
    assert "2301" in offers(match, "go")
    assert refused(match, "go 2302").endswith(sentence)


@pytest.mark.rule("Stacking-General")
def test_stacking_a_third_unit_keeps_a_position_from_being_finished() -> None:
    text = begin("5", "12").position()
    lines = [
        line.replace(line.split("at=")[1].split()[0], "2302") if is_reserve(line) else line
        for line in text.splitlines()
    ]
    match = Match.from_position("\n".join(lines), seed=0)
    assert refused(match, "done").endswith("2 units stand there already [Stacking-General]")


@pytest.mark.rule("Stacking-General", "Option-8-Sectors")
def test_stacking_a_corps_in_a_full_hex_of_its_sector_does_not_hinder_the_end() -> None:
    match = begin("5", "8", "move B-11-corps 0101", "move C-corps 0101")
    assert (where(match, "B-11-corps"), where(match, "C-corps")) == ("0101", "0101")
    assert "done" in match.decision.texts


def is_reserve(line: str) -> bool:
    """Whether a line of a position is one of two divisions, which a test puts into one hex with a third."""
    return line.startswith(("unit B-62: ", "unit B-56: ", "unit B-4: "))


# -- sectors


@pytest.mark.rule("Option-8-Sectors", "Option-9-Sectors")
@pytest.mark.parametrize(
    ("option", "north", "south", "road"),
    [("8", "3112", "3013", "Amiens-Peronne-Cambrai"), ("9", "3220", "3221", "Saint-Quentin-Amiens")],
)
def test_option_sectors_divide_the_divisions(option: str, north: str, south: str, road: str) -> None:
    match = begin("5", option, "clear")
    rule = f"Option-{option}-Sectors"
    wrong = refused(match, f"place 5-4 at {north}")
    assert wrong.endswith(f"at {north}: 5-4 units are placed south of the road {road} [{rule}]")
    match.play(f"place 5-4 at {south}")
    for kind in ("4-4", "6-4"):
        wrong = refused(match, f"place {kind} at {south}")
        assert wrong.endswith(f"at {south}: {kind} units are placed north of or on the road {road} [{rule}]")
    match.play(f"place 4-4 at {north}")
    match.play("place 2-7 at 0119")
    assert refused(match, "place 2-7 at 0120").endswith(f"2-7 units are placed north of or on the road {road} [{rule}]")


@pytest.mark.rule("Option-8-Sectors", "Option-9-Sectors")
@pytest.mark.parametrize(("option", "south", "north"), [("8", 5, 11), ("9", 3, 11)])
def test_option_sectors_divide_the_corps(option: str, south: int, north: int) -> None:
    match = begin("5", option, "clear")
    for number in range(south):
        match.play(f"place 4-3 at {1 + number:02}30")
    wrong = refused(match, "place 4-3 at 1030")
    assert f"only {south} corps are placed south of the road" in wrong
    assert wrong.endswith(f"[Option-{option}-Sectors]")
    for number in range(north):
        match.play(f"place 4-3 at {1 + number:02}10")
    assert offers(match, "choose") == {"2-7", "4-3", "4-4", "5-4", "6-4"}
    match.play("clear 0130")
    wrong = refused(match, "place 4-3 at 1510")
    assert f"only {north} corps are placed north of or on the road" in wrong
    match.play("choose 4-3")
    assert "1510" not in offers(match, "go")
    assert "1530" in offers(match, "go")


@pytest.mark.rule("Option-8-Sectors")
def test_option_8_sectors_take_french_corps_in_the_south() -> None:
    match = begin("5", "8", "clear", "place 4-3 at 0130", "place 4-3 at 0110")
    french = [u for u in match.rules.names.units if u.startswith("F-") and where(match, u) != "off"]
    assert [where(match, unit) for unit in french if where(match, unit) != "due"] == ["0130"]


@pytest.mark.rule("Option-8-Sectors", "Option-9-Sectors")
@pytest.mark.parametrize("option", ["10", "11", "12"])
def test_option_sectors_are_not_for_other_options(option: str) -> None:
    match = begin("5", option, "move F-125 2302", "move B-56 3935")
    assert (where(match, "F-125"), where(match, "B-56")) == ("2302", "3935")


@pytest.mark.rule("Option-9-Sectors", "Setup-FZ")
def test_option_9_sectors_do_not_divide_the_cover() -> None:
    match = begin("5", "9", "clear", "place 4-4 at 3220")
    bare = rules_of(match).grid.labels(uncovered(rules_of(match), state(match), ALLIED))
    assert "3321" not in bare  # south of the road, controlled from the north


# -- the fortified zone


@pytest.mark.rule("Setup-FZ")
def test_setup_fz_every_hex_is_occupied_or_controlled() -> None:
    match = begin("5", "12")
    assert "the fortified zone is covered" in match.decision.prompt
    match.play("move B-59 0101")  # from 2306
    assert "done" not in match.decision.texts
    assert refused(match, "done") == (  # T56
        "no friendly unit occupies or controls 1 hex of the Allied fortified zone, first 2205 [Setup-FZ]"
    )
    assert "fortified hexes uncovered: 1, 2205" in match.decision.prompt
    assert match.view("allied").scene.hexes["uncovered"] == ("2205",)
    match.play("move B-59 2205")  # occupied
    assert "done" in match.decision.texts
    match.play("move B-59 2106")  # controlled
    assert "done" in match.decision.texts


@pytest.mark.rule("Setup-FZ")
def test_setup_fz_control_from_the_next_hex_is_enough() -> None:
    match = begin("5", "12", "clear", "place 4-4 at 2302")
    bare = rules_of(match).grid.labels(uncovered(rules_of(match), state(match), ALLIED))
    assert {"2201", "2202", "2301", "2302", "2303"}.isdisjoint(bare)
    assert {"2203", "2304", "2403"} <= set(bare)


@pytest.mark.rule("Setup-FZ", "Deploy-GermanFree")
def test_setup_fz_holds_for_germans_in_their_own_zone() -> None:
    match = begin("3", "13")
    unit = next(u for u in match.rules.names.units if where(match, u) == "4034")
    match.play(f"move {unit} 4001")
    assert refused(match, "done").endswith("controls 1 hex of the German fortified zone, first 4034 [Setup-FZ]")


# -- every unit


@pytest.mark.rule("OOB-Use")
def test_oob_use_every_unit_is_placed() -> None:
    match = begin("5", "12", "lift B-56 B-1-cav")
    assert refused(match, "done") == "units are still to be placed: 1 x 4-4, 1 x 2-7, first B-56 [Deploy-AlliedFree]"
    assert "still to place 1 x 4-4, 1 x 2-7" in match.decision.prompt
    tracks = match.view("allied").scene.tracks
    assert (tracks["to place 4-4"], tracks["to place 2-7"]) == ("B-56", "B-1-cav")


@pytest.mark.rule("OOB-Use")
def test_oob_use_only_units_of_the_order_of_battle() -> None:
    match = begin("5", "12")
    sentence = "is not a unit of yours that begins the game [Deploy-AlliedFree]"
    for unit in ("S-234", "F-1", "-"):
        assert refused(match, f"move {unit} 0101") == f"{unit} {sentence}"
    assert (
        refused(match, "place 7-5 at 0101")
        == "there are no 7-5 units to place, only 4-4, 5-4, 6-4, 2-7, 4-3 [Deploy-AlliedFree]"
    )
    assert refused(match, "place 5-4 at 0101") == "all 5-4 units are on the map [Deploy-AlliedFree]"


# -- ready-made deployments


@pytest.mark.rule("Setup-FZ", "Deploy-AlliedFree", "Deploy-AlliedFree-i", "Deploy-AlliedFree-ii")
@pytest.mark.rule("Deploy-GermanFree", "Option-8-Sectors", "Option-9-Sectors")
@pytest.mark.parametrize(("german", "allied"), PAIRINGS)
def test_setup_ready_made_deployments_are_legal_and_supplied(german: str, allied: str) -> None:
    match = begin(german, allied)
    known, s = rules_of(match), rules_of(match).start()
    plans = known.plans
    names = [list(plans[side].ready) or [""] for side in (GERMAN, ALLIED)]
    assert all(bool(plans[side].free) == (names[side] != [""]) for side in (GERMAN, ALLIED))
    for name in [(g, a) for g in names[GERMAN] for a in names[ALLIED]]:
        for side in (GERMAN, ALLIED):
            for unit, hex_ in {**plans[side].fixed, **plans[side].ready.get(name[side], {})}.items():
                s.at[unit] = hex_
        for side in (GERMAN, ALLIED):
            assert plans[side].unfinished(known, s) is None
            supplied = general_supply(known, s, side)
            assert all(supplied >> s.at[unit] & 1 for unit in plans[side].units if not known.is_corps[unit])


@pytest.mark.rule("Deploy-AlliedFree", "Deploy-GermanFree")
def test_deploy_free_has_several_deployments_to_begin_with() -> None:
    for option in ("8", "9", "10", "11", "12"):
        assert list(plan(begin("5", option), ALLIED).ready) == ["forward", "depth"]
    assert list(plan(begin("3", "13"), GERMAN).ready) == ["historical", "south"]


@pytest.mark.rule("Deploy-GermanFree", "OOB-3")
def test_deploy_german_free_begins_as_on_21_march() -> None:
    free, historical = begin("3", "13"), begin("5", "13")
    assert state(free).at == state(historical).at


@pytest.mark.rule("Setup-FZ")
def test_setup_fz_stops_an_owners_deployment_that_does_not_cover() -> None:
    lines = [f"deployments 12-forward-{number} hex 0101" for number in (1, 2)]
    match = Match.new("michel", options={"allied": "12"}, overrides=Overrides("my copy", lines), seed=0)
    assert refused(match, "done").endswith("[Setup-FZ]")


# -- what is told of it


def test_setup_what_keeps_the_deployment_from_its_end_is_told_with_its_rule() -> None:
    """The end is offered, or it is closed with the reason that `done` would be refused with."""
    match = begin("3")
    assert match.decision.disabled() == {}
    match.play("clear")
    assert match.decision.disabled() == {"done": match.why("done")}
    assert match.decision.disabled()["done"].rule == "Deploy-GermanFree"


def test_setup_a_unit_on_the_map_may_be_taken_up_though_the_offer_names_its_type() -> None:
    match = begin("3")
    assert [offer.text for offer in match.decision.unlisted("S-107")] == ["lift S-107", "take S-107"]
    assert match.decision.unlisted("B-47") == match.decision.unlisted("nobody") == []
    match.play("take S-107")
    assert match.decision.unlisted("S-24") == []
