"""Chapters 8 and 16.5: reinforcements, replacements, evacuation; S3.26 to S3.28."""

from __future__ import annotations

from typing import Any

import pytest

from tests.asking import offers, where
from tests.games.storm.drawn import drawn, events, play, pool, refused, state, steps, storm, unit
from westfront.engine.match import Match
from westfront.games.storm.state import CUT, NATIONS

RICH = {"pool": bytearray((9, 9, 9, 9, 9, 9))}


def replacing(places: str, side: str = "allied", turn: int = 7, **more: Any) -> Match:
    """A replacement phase with full pools."""
    return drawn(places, side, "replacement", turn=turn, **{"facts": RICH, **more})


@pytest.mark.rule("3.3", "3.3-ex", "8.1", "8.1.3")
def test_reinforcements_wait_for_their_turn() -> None:
    rules, s = storm(), storm().start()
    due = {rules.names.units[u] for u, at in enumerate(s.at) if rules.names.place(at) == "due"}
    assert {name for name in rules.names.units if name.startswith("US-")} - due == {"US-TC-1919"}
    assert {"BR-14", "BR-16", "IT-2", "FR-Air"} <= due
    assert not any(name.startswith("GE-") for name in due)


@pytest.mark.rule("8.1.1", "8.1.4")
def test_british_reinforcements_land_in_a_channel_port() -> None:
    match = drawn("due: BR-14; 1237: BE-1; 1339: BR-1 BR-2 BR-3", "allied", "replacement", turn=4)
    assert where(match, "BR-14") == "pool"
    assert offers(match, "land") == {"BR-14 1441"}
    refused(match, "land BR-14 1237", "9.5")
    refused(match, "land BR-14 1339", "9.1")
    refused(match, "land BR-14 1440", "8.1.1")
    refused(match, "land BR-1 1441", "8.1.1")
    play(match, "land BR-14 1441")
    assert (where(match, "BR-14"), steps(match, "BR-14")) == ("1441", 2)
    play(match, "done; rail BR-14 2337")


@pytest.mark.rule("8.1.1", "8.1.4", "8.5")
def test_without_a_port_the_british_wait() -> None:
    match = replacing("german: 1237 1339 1441; pool: BR-14; dead: BR-1")
    assert not offers(match, "land")
    play(match, "reclaim BR-1 1; done")
    assert where(match, "BR-1") == "pool"
    refused(match, "take BR-14", "11.2")


@pytest.mark.rule("8.1.2", "8.1.3", "8.1.4")
def test_the_italians_and_americans_enter_over_the_french_edge() -> None:
    match = drawn("due: IT-2 FR-Air US-1", "allied", "replacement", turn=4)
    assert [where(match, name) for name in ("IT-2", "FR-Air", "US-1")] == ["pool", "due", "due"]
    play(match, "done; done; take IT-2")
    assert offers(match, "go") == set(storm().grid.labels(storm().board.edge[1]))
    play(match, "go 3044")
    assert match.decision.prompt.startswith("IT-2 has 3 movement points left")
    play(match, "cancel")
    assert where(match, "IT-2") == "3044"
    match = drawn("due: FR-Air US-4", "allied", "replacement", turn=8)
    assert (where(match, "FR-Air"), where(match, "US-4")) == ("air", "pool")
    assert storm().arrival[unit("IT-2")] == 4
    assert storm().arrival[unit("FR-Air")] == 8


@pytest.mark.rule("8.1.4", "11.2")
def test_entering_by_rail_uses_capacity() -> None:
    match = drawn("pool: US-1 US-2", "allied", "rail", turn=7)
    play(match, "rail US-1 3337; take US-2")
    assert "2337" in offers(match, "go")
    play(match, "cancel")
    assert state(match).railed == 1
    assert where(match, "US-1") == "3337"
    play(match, "done")
    refused(match, "take US-1", "11.6")
    play(match, "move US-2 4112")


@pytest.mark.rule("8.2", "8.5")
def test_the_chart() -> None:
    chart = {nation: [line.steps[n] for line in storm().calendar.values()] for n, nation in enumerate(NATIONS)}
    assert set(chart["belgian"]) == {0}
    assert chart["american"] == [0, 0, 0, 0, 0, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2]
    match = drawn("2332: GE-1B", "german", "replacement", turn=2, facts={"pool": bytearray((24, 0, 0, 0, 0, 0))})
    assert pool(match, "german") == 30
    match = drawn(
        "2235: BR-1",
        "allied",
        "replacement",
        turn=9,
        scenario="offensive",
        facts={"pool": bytearray((4, 2, 3, 1, 5, 0))},
    )
    assert tuple(state(match).pool) == (4, 4, 5, 1, 7, 0)


@pytest.mark.rule("8.4", "8.6")
def test_replenishing() -> None:
    match = replacing("2235: BR-1~; 2233: BR-5~; 2332: GE-1B")
    assert offers(match, "replenish") == {"BR-1", "BR-5"}
    assert match.decision.unused == "replacement steps, which 2 reduced units could take"
    play(match, "replenish BR-5")
    assert match.decision.unused == "replacement steps, which 1 reduced unit could take"
    assert (steps(match, "BR-5"), pool(match, "british")) == (2, 9)
    refused(match, "replenish BR-5", "8.4", "all its steps")
    refused(match, "replenish FR-1", "3.1")
    play(match, "done")


@pytest.mark.rule("8.4")
def test_no_replenishing_out_of_supply() -> None:
    match = replacing("2235: BR-1~")
    state(match).supply[unit("BR-1")] = CUT
    refused(match, "replenish BR-1", "8.4", "regular supply")


@pytest.mark.rule("8.2.1")
def test_steps_are_not_shared_between_nations() -> None:
    match = replacing("2235: BR-1~; 2832: FR-1~; dead: BR-RTC", facts={"pool": bytearray((0, 0, 5, 0, 0, 0))}, turn=1)
    assert offers(match, "replenish") == {"FR-1"}
    refused(match, "replenish BR-1", "8.2.1")
    refused(match, "reclaim BR-RTC 1", "8.2.1")


@pytest.mark.rule("8.2.1")
def test_minor_nationalities() -> None:
    match = replacing("2235: BR-Port~ BR-Cnd~; 2832: IT-2~; dead: BR-Aus")
    assert offers(match, "replenish") == {"BR-Cnd"}
    refused(match, "replenish BR-Port", "8.2.1")
    refused(match, "replenish IT-2", "8.2.1")
    refused(match, "reclaim BR-Aus 2", "8.2.1")
    play(match, "replenish BR-Cnd")
    assert pool(match, "british") == 9


@pytest.mark.rule("8.2.2")
def test_the_guns_never_come_back_and_stosstruppen_do() -> None:
    match = replacing("2332: GE-1B; dead: GE-AGB GE-3-stoss", "german")
    refused(match, "reclaim GE-AGB 1", "8.2.2")
    play(match, "reclaim GE-3-stoss 2")
    assert (where(match, "GE-3-stoss"), steps(match, "GE-3-stoss")) == ("pool", 2)


@pytest.mark.rule("8.5")
def test_reclaiming_from_the_deadpile() -> None:
    match = replacing("2332: GE-1B; dead: GE-2B GE-3B", "german", facts={"pool": bytearray((3, 0, 0, 0, 0, 0))}, turn=1)
    assert offers(match, "reclaim") == {"GE-2B 1", "GE-2B 2", "GE-3B 1", "GE-3B 2"}
    refused(match, "reclaim GE-2B 3", "8.5")
    refused(match, "reclaim GE-1B 1", "8.5")
    play(match, "reclaim GE-2B 2; reclaim GE-3B 1")
    assert pool(match, "german") == 0
    play(match, "done; done; move GE-2B 2517")
    play(match, "cancel; done")
    assert (where(match, "GE-2B"), where(match, "GE-3B")) == ("2517", "pool")


@pytest.mark.rule("8.5", "11.2")
def test_reclaimed_germans_may_come_in_by_rail() -> None:
    match = drawn("pool: GE-2B; 2332: GE-1B", "german", "rail")
    play(match, "rail GE-2B 2132")
    assert where(match, "GE-2B") == "2132"
    tank = replacing("2235: BR-1; dead: BR-RTC")
    assert offers(tank, "reclaim") == {"BR-RTC 1"}


@pytest.mark.rule("16.5")
def test_evacuation_from_a_port_and_return_over_the_edge() -> None:
    places = "1339: BR-1~ BR-2; 1338: GE-1B; 1237: BE-1; 2332: GE-2B"
    match = drawn(places, "german", "second", turn=5, evacuation="on")
    play(match, "done")
    assert offers(match, "evacuate") == {"BR-1", "BR-2", "BE-1"}
    refused(match, "evacuate GE-1B", "16.5")
    play(match, "evacuate BR-1; evacuate BR-2; done")
    assert where(match, "BR-1") == "evacuated"
    play(match, "done; done")
    refused(match, "take BR-1", "12.1")
    play(match, "done; done; done")
    assert state(match).turn == 6
    assert where(match, "BR-1") == "edge"
    play(match, "done; done; done; done; done; done; done; done; move BR-1 3044")
    assert steps(match, "BR-1") == 1


@pytest.mark.rule("16.5")
def test_a_port_once_lost_evacuates_nobody() -> None:
    match = drawn(
        "1339: BR-1; 2332: GE-2B",
        "german",
        "second",
        turn=5,
        evacuation="on",
        facts={"lost_ports": storm().grid.hexset("1339")},
    )
    play(match, "done")
    assert match.decision.rule == "8.2"


# -- 1919


@pytest.mark.rule("S3.27", "8.2")
def test_rates_of_1919() -> None:
    calendar = storm("plan-1919").calendar
    assert calendar[0].steps == (0, 0, 0, 0, 0, 0)
    assert {calendar[turn].steps for turn in range(1, 10)} == {(2, 1, 0, 0, 2, 0)}


@pytest.mark.rule("S3.28")
def test_mechanized_steps_are_for_tanks_and_are_not_kept() -> None:
    match = drawn(
        "2235: BR-1~; dead: BR-HT1 BR-FT1 FR-AAC",
        "allied",
        "replacement",
        scenario="plan-1919",
        turn=3,
        facts={"pool": bytearray(6)},
    )
    assert state(match).mechanized == 4
    play(match, "reclaim BR-HT1 2; reclaim FR-AAC 1")
    assert state(match).mechanized == 1
    assert pool(match, "british") == 1
    play(match, "replenish BR-1; done")
    assert state(match).mechanized == 0
    assert [storm("plan-1919").calendar[turn].mechanized for turn in (0, 1, 2, 9)] == [0, 0, 4, 4]


@pytest.mark.rule("S3.8", "S3.16", "S3.17", "S3.22", "S3.19")
def test_who_is_not_replaced_in_1919() -> None:
    places = "2332: GE-3-stoss~ AK~ AHEF~; 2235: BR-1; 3520: USMC~; dead: GE-AT1"
    facts = {"pool": bytearray((9, 9, 9, 9, 9, 9))}
    match = drawn(places, "german", "replacement", scenario="plan-1919", turn=3, facts=facts)
    refused(match, "replenish GE-3-stoss", "S3.8")
    refused(match, "replenish AK", "S3.17")
    refused(match, "replenish AHEF", "S3.16")
    play(match, "reclaim GE-AT1 1")
    match = drawn(f"{places}; 3521: US-1", "allied", "replacement", scenario="plan-1919", turn=3, facts=facts)
    play(match, "replenish USMC")
    match = drawn(
        "dead: USMC; 2235: BR-1; 2332: GE-1B", "allied", "replacement", scenario="plan-1919", turn=3, facts=facts
    )
    refused(match, "reclaim USMC 1", "S3.22")


@pytest.mark.rule("S3.25", "S3.11")
def test_the_japanese_have_steps_of_their_own() -> None:
    match = drawn(
        "3124: JEF~; 2832: FR-1~",
        "allied",
        "replacement",
        scenario="plan-1919",
        turn=3,
        facts={"pool": bytearray((0, 0, 0, 0, 0, 2))},
    )
    assert offers(match, "replenish") == {"JEF"}
    play(match, "replenish JEF")
    assert pool(match, "japanese") == 1


@pytest.mark.rule("S3.8")
def test_a_dead_stoss_corps_leaves_its_counterpart_in_the_deadpile() -> None:
    match = drawn("2332: GE-17-stoss~; 2233: BR-5 BR-4 BR-6", "german", "combat", scenario="plan-1919", dice=[1])
    play(match, "attack 2233 with GE-17-stoss; confirm")
    while where(match, "GE-17-stoss") == "2332":
        match.play(match.decision.texts[0])
    assert (where(match, "GE-17-stoss"), where(match, "GE-17")) == ("gone", "dead")
    assert events(match, "eliminated")
