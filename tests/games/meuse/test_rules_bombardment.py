"""Chapters 14, 16 and 17: bombardment, breaches, hits."""

from __future__ import annotations

import pytest

from tests.asking import offers, rule_of
from tests.games.meuse.drawn import brigades, draw, hexes, play, rules_of, state, told, verbs, where
from westfront.games.meuse.aircraft import observed_hexes
from westfront.games.meuse.bombardment import die_modifiers
from westfront.games.meuse.state import ALLIED, GERMAN


@pytest.mark.rule("17.0", "17.2", "17.4", "C-BOMB")
def test_all_markers_are_placed_then_rolled_hex_by_hex() -> None:
    match = draw("US-3 1319, DE-1G 1318, DE-5G 1218", "bombardment", dice=[6, 6, 6])
    play(match, "shell DE-1G", "shell DE-5G", "shell DE-1G")
    assert list(state(match).stock) == [2, 4]
    assert len(match.dice.rolls) == 0
    play(match, "done")
    assert offers(match, "fire") == {"1218", "1318"}
    assert rule_of(match, "fire 1317") == "17.2"
    play(match, "fire 1318")
    assert len(match.dice.rolls) == 2
    play(match, "fire 1218")
    assert match.decision.rule == "7.1"
    assert max(state(match).shells) == 0


@pytest.mark.rule("17.2")
def test_no_marker_need_be_placed() -> None:
    assert play(draw("US-3 1319, DE-1G 1318", "bombardment"), "done").decision.rule == "7.1"
    assert draw("US-3 1421, DE-1G 1318", "bombardment").decision.side == "german", "nobody is observed"


@pytest.mark.rule("17.2", "13.2")
def test_stacked_brigades_are_one_target() -> None:
    match = draw("US-brigade-1 1320, US-brigade-2 1320, DE-1G 1319", "bombardment", "german", dice=[1, 1])
    assert offers(match, "shell") == {"US-brigade-1"}
    play(match, "shell US-brigade-2", "shell US-brigade-1")
    assert rule_of(match, "shell US-brigade-2") == "17.2"
    play(match, "done", "fire 1320", "suffer")
    assert brigades(match) == []


@pytest.mark.rule("17.3", "14.1")
def test_only_neighbours_observe_and_rises_do_not_help() -> None:
    match = draw("US-3 1019, DE-1G 1017, DE-5G 1018")
    assert observed_hexes(rules_of(match), state(match), ALLIED) == hexes(match, "1018")
    assert observed_hexes(rules_of(match), state(match), GERMAN) == hexes(match, "1019")
    far = draw("US-3 1320, DE-1G 1316", aircraft="1316")
    assert observed_hexes(rules_of(far), state(far), ALLIED) == 0


@pytest.mark.rule("17.7")
def test_gas_is_a_choice_of_the_first_turn() -> None:
    match = play(draw("US-3 1319, DE-1G 1318", "bombardment", turn=1, dice=[2]), "shell DE-1G", "done")
    assert verbs(match) == {"gas", "no-gas"}
    assert "no effect" in told(match, "no-gas", "fire 1318")[1]
    later = play(draw("US-3 1319, DE-1G 1318", "bombardment", turn=2), "shell DE-1G", "done")
    assert verbs(later) == {"fire"}
    used = play(draw("US-3 1319, DE-1G 1318", "bombardment", turn=1, dice=[2]), "shell DE-1G", "done", "gas")
    found = die_modifiers(rules_of(used), state(used), ALLIED, used.rules.grid.hex("1318"))
    assert [str(modifier) for modifier in found] == ["-1 gas [17.7]", "+2 terrain [T-BMOD]"]
    assert state(play(used, "fire 1318")).gas == 0


@pytest.mark.rule("10.2", "17.5", "7.7.1", "16.0")
def test_a_hit_unit_retreats_one_hex_or_loses_its_steps() -> None:
    match = draw("US-3 1318, DE-1G 1317", "bombardment", dice=[3])
    play(match, "shell DE-1G", "done", "fire 1317")
    assert (match.decision.side, match.decision.rule) == ("german", "17.5")
    assert rule_of(match, "retreat 1315") == "17.5"
    assert rule_of(match, "retreat 1218") == "17.5"
    assert rule_of(match, "retreat 1217") == "6.2"
    play(match, "retreat 1416")
    assert where(match, "DE-1G") == "1416"


@pytest.mark.rule("16.0", "7.7.1", "V-1")
def test_with_the_switch_nobody_retreats_from_a_bombardment() -> None:
    match = draw("US-3 1318, DE-1G 1317", "bombardment", dice=[3], options={"bombardment_retreat": "16.0"})
    play(match, "shell DE-1G", "done", "fire 1317")
    assert where(match, "DE-1G") == "1317-"


@pytest.mark.rule("17.5", "7.7")
def test_a_bombardment_retreat_never_goes_on_over_friends() -> None:
    units = "DE-1G 1317, DE-5G 1316, DE-37 1417, US-3 1318, US-4 1216, US-5 1415"
    match = draw(units, "bombardment", dice=[1], breached="1318")
    play(match, "shell DE-1G", "done", "fire 1317")
    assert where(match, "DE-1G") == "1317-", "there was no hex, so there was no question"


@pytest.mark.rule("17.5", "13.1")
def test_two_hits_on_three_step_divisions() -> None:
    full = draw("US-4 1320, DE-1G 1319", "bombardment", "german", dice=[1, 1])
    play(full, "shell US-4", "shell US-4", "done", "fire 1320", "suffer")
    assert (where(full, "US-4"), brigades(full)) == ("lost", ["1320"])
    depleted = draw("US-4 1320-, DE-1G 1319", "bombardment", "german", dice=[1, 1])
    play(depleted, "shell US-4", "shell US-4", "done", "fire 1320", "suffer")
    assert (where(depleted, "US-4"), brigades(depleted)) == ("lost", [])


@pytest.mark.rule("17.6", "14.2")
def test_a_breach_opens_the_hex_to_allied_zones_for_good() -> None:
    match = draw("US-3 1319, DE-1G 1318", "bombardment", dice=[1])
    assert not rules_of(match).zone(state(match), ALLIED) & hexes(match, "1318")
    lines = told(match, "shell DE-1G", "done", "fire 1318")
    assert "The trench in 1318 is breached for the rest of the game [17.6]" in lines
    assert rules_of(match).zone(state(match), ALLIED) & hexes(match, "1318")


@pytest.mark.rule("17.6", "C-BOMB")
def test_a_breach_uses_up_no_marker() -> None:
    match = draw("US-3 1319, DE-1G 1318", "end", turn=3, breached="1318 1417 1517")
    assert list(state(match).stock) == [5, 4]


@pytest.mark.rule("17.2", "17.5")
def test_who_has_retreated_may_still_be_attacked() -> None:
    match = draw("US-3 1318, US-4 1415, DE-1G 1317", "bombardment", dice=[1])
    play(match, "shell DE-1G", "done", "fire 1317")
    assert "retreat 1416" not in match.decision.texts
    play(match, "retreat 1417")
    assert offers(match, "attack") == {"1417"}
