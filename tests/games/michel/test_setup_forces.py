"""Orders of battle: who begins on the map, who comes later, who is not used; the historical deployment."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.michel.deployed import (
    ALLIED,
    ALLIED_OPTIONS,
    GERMAN,
    GERMAN_OPTIONS,
    PAIRINGS,
    accept,
    begin,
    on_map,
    plan,
)
from tests.games.michel.drawn import rules_of, state, where
from westfront.engine.data import Overrides
from westfront.engine.match import Match
from westfront.errors import DataError
from westfront.games.michel.deployment import uncovered
from westfront.games.michel.forces import read_sectors
from westfront.games.michel.state import OFF, TRACK
from westfront.games.michel.supply import general_supply
from westfront.hexgrid import bits

FORCES = {
    "1": {"7-5": 47, "6-4": 22, "5-3": 15, "4-3": 19},
    "2": {"7-5": 47, "6-4": 16, "5-3": 15, "4-3": 19},
    "3": {"7-5": 47, "6-4": 16, "5-3": 15, "4-3": 19},
    "4": {"7-5": 47, "6-4": 16, "5-3": 15, "2-7": 3, "4-3": 19},
    "5": {"7-5": 47, "6-4": 16, "5-3": 15, "4-3": 19},
    "6": {"7-5": 47, "6-4": 16, "5-3": 15, "4-3": 19},
    "7": {"7-5": 47, "6-4": 16, "5-3": 15, "4-3": 19},
    "8": {"4-4": 36, "5-4": 18, "6-4": 3, "2-7": 3, "4-3": 16},
    "9": {"4-4": 34, "5-4": 9, "6-4": 3, "2-7": 3, "4-3": 14},
    "10": {"4-4": 32, "5-4": 2, "6-4": 3, "2-7": 3, "4-3": 11},
    "11": {"4-4": 36, "5-4": 2, "6-4": 3, "2-7": 3, "4-3": 11},
    "12": {"4-4": 32, "5-4": 2, "6-4": 3, "2-7": 3, "4-3": 11},
    "13": {"4-4": 32, "5-4": 2, "6-4": 3, "2-7": 3, "4-3": 11},
}
TOTALS = {"1": 103, "4": 100, "5": 97, "8": 76, "9": 63, "11": 55, "13": 51}


def match_of(option: str) -> tuple[Match, int]:
    """A match with an option, everything else historical, and the side of the option."""
    german = option in GERMAN_OPTIONS
    return (accept(option, "13"), GERMAN) if german else (accept("5", option), ALLIED)


@pytest.mark.rule("OOB", "OOB-Use")
@pytest.mark.parametrize("option", FORCES)
def test_oob_counts_of_every_option(option: str) -> None:
    match, side = match_of(option)
    assert on_map(match, side) == Counter(FORCES[option])
    assert sum(FORCES[option].values()) == TOTALS.get(option, TOTALS["5" if side == GERMAN else "13"])  # T57


@pytest.mark.rule("OOB-1", "OOB-2", "OOB-3", "OOB-4", "OOB-5", "OOB-6", "OOB-7", "Setup-Choice")
@pytest.mark.rule("OOB-8", "OOB-9", "OOB-10", "OOB-11", "OOB-12", "OOB-13")
@pytest.mark.parametrize(("german", "allied"), PAIRINGS)
def test_oob_all_42_pairings_begin(german: str, allied: str) -> None:
    match = accept(german, allied)
    s, known = state(match), rules_of(match)
    assert s.turn == 1
    assert on_map(match, GERMAN) == Counter(FORCES[german])
    assert on_map(match, ALLIED) == Counter(FORCES[allied])
    for side in (GERMAN, ALLIED):
        assert not uncovered(known, s, side)
        supplied = general_supply(known, s, side)
        assert all(supplied >> s.at[unit] & 1 for unit in known.ground_units[side] if s.at[unit] >= 0)
        assert not known.field(s).stacked(3)
    assert list(known.invariants(s)) == []


@pytest.mark.rule("OOB-Use", "Reinf-Chart")
@pytest.mark.parametrize("option", ALLIED_OPTIONS)
def test_oob_every_counter_begins_comes_later_or_is_not_used(option: str) -> None:
    match = accept("5", option)
    s, known = state(match), rules_of(match)
    due = Counter(known.type_of[unit] for unit, place in enumerate(s.at) if TRACK.turn(place))
    chart: Counter[str] = Counter()
    for _, kind, number, _ in known.chart:
        chart[kind] += number
    assert due == chart
    assert {place for place in s.at if place < 0 and not TRACK.turn(place)} <= {OFF}


@pytest.mark.rule("OOB-8", "Reinf-Chart-8")
def test_oob_8_what_comes_over_the_game() -> None:
    match = accept("5", "8")
    s, known = state(match), rules_of(match)
    due = Counter(known.type_of[unit] for unit, place in enumerate(s.at) if TRACK.turn(place))
    assert due == Counter(  # T52
        {"british-infantry": 14, "french-infantry": 8, "elite-infantry": 5, "allied-cavalry": 3, "allied-corps": 2}
    )


@pytest.mark.rule("OOB-10", "OOB-12")
def test_oob_10_and_12_differ_by_what_comes_later() -> None:
    ten, twelve = accept("5", "10"), accept("5", "12")
    assert on_map(ten, ALLIED) == on_map(twelve, ALLIED)
    assert rules_of(ten).base == rules_of(twelve).base - 2

    def later(match: Match) -> int:
        return sum(TRACK.turn(place) is not None for place in state(match).at)

    assert later(ten) - later(twelve) == 10  # six divisions, two of cavalry, two corps


@pytest.mark.rule("OOB-8", "OOB-9")
@pytest.mark.parametrize(("option", "french"), [("8", 5), ("9", 3), ("12", 0)])
def test_oob_8_and_9_begin_with_french_corps(option: str, french: int) -> None:
    match = begin("5", option)
    known = rules_of(match)
    corps = [unit for unit in plan(match, ALLIED).units if known.is_corps[unit]]
    assert sum(known.counters[unit].extra["nation"] == "french" for unit in corps) == french


# -- the historical deployment


@pytest.mark.rule("Setup-FZ", "Deploy-AlliedHistorical", "Deploy-GermanHistorical", "OOB-5", "OOB-13")
def test_setup_fz_holds_for_the_historical_set_up() -> None:
    match = begin("5", "13")
    s, known = state(match), rules_of(match)
    assert s.turn == 1  # nothing is asked before
    assert (on_map(match, ALLIED).total(), on_map(match, GERMAN).total()) == (51, 97)  # T65
    for side in (GERMAN, ALLIED):
        assert uncovered(known, s, side) == 0
        supplied = general_supply(known, s, side)
        assert [u for u in known.ground_units[side] if s.at[u] >= 0 and not supplied >> s.at[u] & 1] == []


@pytest.mark.rule("Deploy-AlliedHistorical")
@pytest.mark.parametrize(
    ("unit", "hex_"),
    [
        ("B-56", "2301"),
        ("C-3", "2101"),
        ("B-Gd", "2104"),
        ("B-1-cav", "2718"),
        ("F-125", "3733"),
        ("B-11-corps", "1614"),
    ],
)
def test_deploy_allied_historical_has_every_unit_in_its_place(unit: str, hex_: str) -> None:
    assert where(begin(), unit) == hex_


@pytest.mark.rule("Deploy-GermanHistorical")
def test_deploy_german_historical_has_every_type_in_its_hexes() -> None:
    match = begin()
    s, known = state(match), rules_of(match)

    def kinds(hex_: str) -> list[str]:
        return sorted(known.type_of[unit] for unit in known.field(s).stacks[known.grid.hex(hex_)])

    assert kinds("2507") == ["stosstruppen", "stosstruppen"]
    assert kinds("2406") == ["stosstruppen", "trench"]
    assert kinds("2707") == ["german-corps", "german-infantry"]
    assert kinds("4034") == ["trench"]


@pytest.mark.rule("Deploy-GermanHistorical", "OOB-1", "OOB-2", "OOB-4", "OOB-6", "OOB-7")
@pytest.mark.parametrize(("option", "free"), [("1", 6), ("2", 0), ("4", 3), ("6", 0), ("7", 0)])
def test_deploy_german_historical_but_for_the_units_that_an_option_adds(option: str, free: int) -> None:
    match, historical = begin(option, "13"), begin("5", "13")
    fixed = plan(historical, GERMAN).fixed
    assert plan(match, GERMAN).fixed == fixed
    assert len(plan(match, GERMAN).free) == free
    assert (state(match).turn == 0) == bool(free)
    assert all(state(match).at[unit] == hex_ for unit, hex_ in fixed.items())


@pytest.mark.rule("OOB-3", "OOB-8", "OOB-9", "OOB-10", "OOB-11", "OOB-12")
@pytest.mark.parametrize("option", ["3", "8", "9", "10", "11", "12"])
def test_oob_free_options_fix_nothing(option: str) -> None:
    side = GERMAN if option == "3" else ALLIED
    match = begin(option, "13") if side == GERMAN else begin("5", option)
    assert state(match).turn == 0
    assert match.decision.side == ("german", "allied")[side]
    assert plan(match, side).fixed == {}
    assert plan(match, side).free == plan(match, side).units


# -- an owner's numbers


@pytest.mark.rule("OOB", "Setup-FZ")
def test_oob_an_owner_can_move_a_ready_made_unit() -> None:
    overrides = Overrides("my copy", ["deployments 4-behind-1 hex 3916"])
    match = Match.new("michel", options={"german": "4", "allied": "13"}, overrides=overrides, seed=0)
    known = rules_of(match)
    assert known.grid.label(state(match).at[plan(match, GERMAN).free[0]]) == "3916"


@pytest.mark.rule("OOB")
def test_oob_an_owner_can_have_another_order_of_battle() -> None:
    fewer = Overrides("my copy", ["oob 4-german-cavalry number 2"])
    match = Match.new("michel", options={"german": "4"}, overrides=fewer, seed=0)
    assert on_map(match, GERMAN)["2-7"] == 2
    assert "done" in match.decision.texts
    more = Overrides("my copy", ["oob 13-british-infantry number 33"])
    match = Match.new("michel", overrides=more, seed=0)
    assert on_map(match, ALLIED)["4-4"] == 32
    match.play("go 1614")  # the only type there is to place is chosen already
    match.play("done")
    assert on_map(match, ALLIED)["4-4"] == 33


@pytest.mark.rule("OOB")
@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("deployments 4-behind-1 hex 9999", "deployments.csv, line 600: there is no hex '9999' on this map"),
        ("deployments 4-behind-1 type 4-4", "deployments.csv, line 600: type is one of 2-7, not '4-4'"),
    ],
)
def test_oob_what_cannot_be_is_refused(line: str, sentence: str) -> None:
    with pytest.raises(DataError) as error:
        Match.new("michel", options={"german": "4"}, overrides=Overrides("my copy", [line]), seed=0)
    assert sentence in str(error.value)


@pytest.mark.rule("Option-8-Sectors", "Option-9-Sectors")
@pytest.mark.parametrize(
    ("option", "north", "south"),
    [
        (
            "8",
            "0119 0519 0619 1218 1916 1917 2417 3012 3112 3310 3408",
            "0120 0520 0620 1219 1918 2418 3013 3113 3311 3409",
        ),
        ("9", "0119 0519 0619 1219 2418 3220 3320 3521 3621 4021", "0120 0520 0620 1221 2420 3221 3321 3522 3622 4022"),
    ],
)
def test_option_sectors_lie_on_the_two_sides_of_the_road(option: str, north: str, south: str) -> None:
    match = begin("5", option)
    line, grid = read_sectors(rules_of(match).board, option), rules_of(match).grid
    assert line is not None
    found = {grid.label(hex_) for hex_ in bits(line.south)}
    assert found.isdisjoint(north.split())
    assert found.issuperset(south.split())
