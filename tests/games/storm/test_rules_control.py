"""Chapters 2, 3.5 and 4: components, control, morale and winning."""

from __future__ import annotations

import pytest

from tests.asking import offers, where
from tests.games.storm.drawn import drawn, events, morale, play, position, refused, state, steps, storm, unit
from westfront.engine.match import Match
from westfront.games.storm.control import bertha_hexes
from westfront.games.storm.state import ALLIED, GERMAN
from westfront.games.storm.victory import judge, passes_check, yanks_have_come

SIX = "3337: US-1 US-2 US-3; 3338: US-26 US-42 US-4"


@pytest.mark.rule("2.2", "2.2-ex", "S1.1", "S2.1")
def test_the_map_of_1918_and_verdun() -> None:
    rules = storm()
    names = {place.name: rules.grid.label(place.hex) for place in rules.board.atlas.places}
    assert names["Verdun"] == "3120"
    assert {storm(name).map for name in ("campaign", "elsewhere", "offensive")} == {"storm"}


@pytest.mark.rule("S3.1")
def test_plan_1919_has_its_own_map() -> None:
    assert storm("plan-1919").map == "storm-1919"
    assert storm("plan-1919").board.main_trench != storm().board.main_trench


@pytest.mark.rule("2.4", "2.45", "2.46", "2.47", "2.43", "2.41", "2.44")
def test_a_sample_unit_and_what_is_printed() -> None:
    rules = storm()
    corps = unit("BR-14")
    assert (rules.attack[corps][1], rules.defence[corps][1], rules.move[corps][1]) == (3, 4, 4)
    assert (rules.full[corps], rules.arrival[corps]) == (2, 4)
    assert rules.nation[unit("BR-Aus")] == rules.nation[unit("BR-Port")] == rules.nation[corps]
    assert rules.nation[unit("IT-2")] == rules.nation[unit("FR-1")]
    assert len(rules.stoss) == 15 == len(rules.counterpart)
    assert rules.names.units[rules.counterpart[unit("GE-17-stoss")]] == "GE-17"


@pytest.mark.rule("3.5", "4.2", "4.2-ex")
def test_entering_a_hex_takes_it_with_its_points() -> None:
    match = drawn("2928: GE-1B; allied: 3029", "german", "march", turn=1)
    play(match, "move GE-1B 3029")
    assert morale(match) == (18, 12)
    assert [f["side"] for f in events(match, "control")] == [GERMAN]
    board = storm().board
    assert board.morale[storm().grid.hex("1829")] == 1
    assert {board.morale[storm().grid.hex(label)] for label in ("3337", "3338", "3438")} == {5}
    values = [sum(v for h, v in board.morale.items() if board.home[side] >> h & 1) for side in (GERMAN, ALLIED)]
    assert values == [31, 58]


@pytest.mark.rule("4.2", "3.5")
def test_mons_is_worth_one_and_passing_through_is_enough() -> None:
    match = drawn("1828: FR-1; german: 1829 1830", "allied", "march")
    play(match, "move FR-1 1830 via 1829")
    assert morale(match) == (14, 16)
    assert not state(match).german & storm().grid.hexset("1829", "1830")


@pytest.mark.rule("4.3")
def test_morale_stays_between_0_and_30() -> None:
    match = drawn("1828: FR-1; german: 1829", "allied", "march", facts={"morale": bytearray((0, 30))})
    play(match, "move FR-1 1829")
    assert morale(match) == (0, 30)
    match = drawn("1535: GE-1B; allied: 1434", "german", "march", facts={"morale": bytearray((30, 9))})
    play(match, "move GE-1B 1434")
    assert morale(match) == (30, 8)


@pytest.mark.rule("4.1", "4.4", "5.2(IV)")
@pytest.mark.parametrize(
    ("turn", "tracks", "winner"),
    [
        (16, (1, 20), GERMAN),
        (16, (0, 20), ALLIED),
        (5, (0, 20), ALLIED),
        (5, (20, 0), GERMAN),
        (5, (1, 1), None),
        (5, (0, 0), -1),
    ],
)
def test_who_has_won_at_the_end_of_a_turn(turn: int, tracks: tuple[int, int], winner: int | None) -> None:
    s = position("", turn=turn, facts={"morale": bytearray(tracks)})
    found = judge(storm(), s)
    assert (found[0] if found else None) == winner


@pytest.mark.rule("4.4")
def test_the_allies_have_their_turn_to_climb_off_zero() -> None:
    match = drawn(
        "1535: GE-1B; 1433: FR-2; allied: 1434", "german", "march", facts={"morale": bytearray((15, 1))}, turn=5
    )
    play(match, "move GE-1B 1434; done; done; done")
    assert morale(match) == (16, 0)
    assert not match.over


@pytest.mark.rule("4.5")
@pytest.mark.parametrize(("tracks", "holds"), [((18, 13), True), ((17, 12), False), ((19, 14), False)])
def test_the_check_of_turn_9(tracks: tuple[int, int], holds: bool) -> None:
    assert passes_check(position("", facts={"morale": bytearray(tracks)})) == holds
    match = drawn("2732: BR-1; 2631: GE-1B", "german", "second", turn=9, facts={"morale": bytearray(tracks)})
    play(match, "done")
    assert match.over != holds
    if not holds:
        assert match.result
        assert match.result.startswith("allied: ")


@pytest.mark.rule("4.6")
def test_the_yanks_are_coming_once() -> None:
    match = drawn(SIX, "german", "second", turn=9, facts={"morale": bytearray((18, 12))})
    play(match, "done")
    assert morale(match) == (18, 13)
    assert state(match).yanks
    assert yanks_have_come(storm(), state(match))
    assert len(events(match, "yanks")) == 1


@pytest.mark.rule("4.6")
@pytest.mark.parametrize("places", [SIX + "~", SIX.removesuffix("US-4") + "US-TC", SIX.removesuffix("US-4")])
def test_reduced_divisions_and_the_tank_corps_are_no_yanks(places: str) -> None:
    assert not yanks_have_come(storm(), position(places, turn=12))


@pytest.mark.rule("4.6")
def test_divisions_out_of_supply_are_no_yanks() -> None:
    ring = "; ".join(f"{hex_}: {name}" for hex_, name in (("3338", "GE-1B"), ("3336", "GE-2B"), ("3437", "GE-3B")))
    cut = f"3337: US-1 US-2 US-3; 1829: US-26 US-42 US-4; {ring}"
    assert not yanks_have_come(storm(), position(cut, turn=12))


@pytest.mark.rule("4.7")
def test_bertha_is_taken_and_the_gift_comes_with_the_next_allied_turn() -> None:
    match = drawn("2732: BR-1; german: 2631 2632", "allied", "march", turn=11, scenario="offensive")
    play(match, "move BR-1 2632; done")
    assert state(match).bertha >= 0
    match = drawn("2632: BR-1; german: 2631", "allied", "march", turn=11, scenario="offensive")
    play(match, "move BR-1 2631")
    assert match.rules.names.place(state(match).bertha) == "gone"
    assert morale(match) == (18, 13)
    play(match, "done; done; done; roll; done; done; done; done; done")
    assert morale(match) == (18, 14)
    assert state(match).bertha_paid


@pytest.mark.rule("16.6", "4.7")
def test_bertha_moves_on_by_the_optional_rule() -> None:
    match = drawn("2632: BR-1; 2630: GE-1B; german: 2631", "allied", "march", turn=11, bertha="on")
    play(match, "move BR-1 2631")
    assert match.decision.side == "german"
    legal = bertha_hexes(storm(bertha="on"), state(match))
    paris = [storm().grid.hex(label) for label in ("3337", "3338", "3438")]
    assert all(
        min(storm().grid.distance(hex_, p) for p in paris) <= 10
        for hex_ in map(storm().grid.hex, offers(match, "redeploy"))
    )
    assert storm().grid.labels(legal) == sorted(offers(match, "redeploy"))
    refused(match, "redeploy 3028", "16.6")
    refused(match, "redeploy gone", "16.6")
    play(match, f"redeploy {min(offers(match, 'redeploy'))}")
    assert match.decision.side == "allied"
    assert morale(match) == (15, 15)


@pytest.mark.rule("16.6")
def test_bertha_is_removed_if_there_is_no_hex_left() -> None:
    rules = storm(bertha="on")
    near = " ".join(rules.grid.labels(rules.board.near_paris & rules.board.home[GERMAN]))
    match = drawn(f"2632: BR-1; allied: {near}; german: 2631", "allied", "march", turn=11, bertha="on")
    play(match, "move BR-1 2631")
    assert morale(match) == (15, 16)
    assert state(match).bertha_paid
    assert match.decision.side == "allied"


@pytest.mark.rule("16.6")
def test_bertha_cut_off_moves_on_at_the_end_of_an_allied_phase() -> None:
    ring = "2630: FR-1; 2530: FR-2; 2531: FR-3; 2632: FR-4; 2731: FR-5; 2730: FR-6; 3028: GE-1B"
    match = drawn(ring, "german", "second", turn=11, bertha="on")
    play(match, "done")
    assert match.decision.side == "german"
    assert "redeploy" in {a[0] for a in match.decision.actions}


@pytest.mark.rule("8.3", "2.44")
def test_the_offensive_spirit_is_sapped_step_for_step() -> None:
    places = "2432: GE-17-stoss~ GE-3-stoss; dead: GE-9-stoss; pool: GE-11-stoss; 2732: BR-1"
    match = drawn(places, "german", "second", turn=9, facts={"morale": bytearray((18, 13))})
    play(match, "done")
    assert (where(match, "GE-17"), steps(match, "GE-17")) == ("2432", 1)
    assert (where(match, "GE-3"), steps(match, "GE-3")) == ("2432", 2)
    assert where(match, "GE-9") == "dead"
    assert (where(match, "GE-11"), steps(match, "GE-11")) == ("pool", 2)
    assert where(match, "GE-17-stoss") == "gone"


@pytest.mark.rule("8.7")
def test_the_guns_are_withdrawn_on_turn_9() -> None:
    match = drawn("2331: GE-AGB GE-1B", "german", "second", turn=9, facts={"morale": bytearray((18, 13))})
    play(match, "done")
    assert where(match, "GE-AGB") == "gone"


@pytest.mark.rule("3.1")
def test_each_side_commands_its_own_units() -> None:
    match = drawn("2332: GE-1B; 2233: BR-5", "german", "march")
    refused(match, "take BR-5", "12.1")
    refused(match, "move - 2233", "12.1")
    assert isinstance(match, Match)
