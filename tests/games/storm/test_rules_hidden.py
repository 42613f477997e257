"""Chapter 13.8: what each side sees, and what it does not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.asking import offers, pieces
from tests.games.storm.drawn import drawn, play, refused, rules_of, state, unit
from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match
from westfront.games.storm.combat import Assault
from westfront.games.storm.state import ALLIED, GERMAN

GERMANS = "2332: GE-3-stoss GE-9-stoss GE-1B; 2331: GE-2B GE-3B"
ALLIES = "2233: BR-5 BR-1; 2235: BR-4 BR-7 BR-RTC; 2334: BR-C"
PLACES = f"{GERMANS}; {ALLIES}"
OTHER_GERMANS = f"2332: GE-3-stoss GE-3B GE-1B; 2331: GE-2B GE-9-stoss; {ALLIES}"
OTHER_ALLIES = f"{GERMANS}; 2233: BR-5 BR-7; 2235: BR-4 BR-1 BR-RTC; 2334: BR-C"
"""The same stacks to the enemy, with other corps below the top ones."""


def known(match: Match, side: str) -> tuple[bytes, list[str], list[str]]:
    """Everything that a side is given."""
    asked = list(match.decision.texts) if match.decision.side == side else []
    return match.view(side).encode(), match.log(side), asked


@pytest.mark.rule("13.8")
def test_only_the_top_of_an_enemy_stack_is_seen() -> None:
    match = drawn(PLACES, "german", "march")
    assert pieces(match, "german", "2332") == ["GE-3-stoss", "GE-9-stoss", "GE-1B"]
    assert pieces(match, "allied", "2332") == ["GE-3-stoss", "?", "?"]
    assert pieces(match, "german", "2235") == ["BR-4", "?", "?"]


@pytest.mark.rule("13.8")
@pytest.mark.parametrize("phase", ["rail", "march", "combat"])
def test_two_positions_that_look_alike_are_alike(phase: str) -> None:
    for side in ("german", "allied"):
        first, second = drawn(PLACES, side, phase), drawn(OTHER_GERMANS, side, phase)
        assert known(first, "allied") == known(second, "allied")
        assert known(first, "german") != known(second, "german")
        second = drawn(OTHER_ALLIES, side, phase)
        assert known(first, "german") == known(second, "german")


@pytest.mark.rule("13.8")
def test_a_unit_from_below_moves_and_the_enemy_cannot_tell_which() -> None:
    first, second = drawn(PLACES, "german", "march"), drawn(OTHER_GERMANS, "german", "march")
    for match, name in ((first, "GE-9-stoss"), (second, "GE-3B")):
        play(match, f"take {name}; go 2331")
    assert known(first, "allied") == known(second, "allied")
    assert first.log("allied")[-1].startswith("A german unit moves 2332 2331")
    assert first.log("german")[-1].startswith("GE-9-stoss moves")


@pytest.mark.rule("13.8", "8.4")
def test_a_unit_from_below_is_replenished_and_the_enemy_cannot_tell_where() -> None:
    first = drawn("2332: GE-3-stoss GE-1B~; 2331: GE-2B GE-3B", "german", "replacement")
    second = drawn("2332: GE-3-stoss GE-3B; 2331: GE-2B GE-1B~", "german", "replacement")
    for match in (first, second):
        play(match, "replenish GE-1B")
    assert known(first, "allied") == known(second, "allied")
    assert first.log("allied")[-1] == "A german unit is replenished [8.4]"


@pytest.mark.rule("13.8")
def test_the_owner_orders_his_stacks() -> None:
    match = drawn(PLACES, "german", "march")
    play(match, "stacks")
    assert offers(match, "top") == {"GE-9-stoss", "GE-1B", "GE-3B"}
    play(match, "top GE-1B")
    assert pieces(match, "allied", "2332") == ["GE-1B", "GE-3-stoss", "?"], "who lay on top is remembered"
    assert not match.can_undo, "what was shown was shown"
    play(match, "cancel")
    refused(match, "top GE-1B", "13.8")
    refused(match, "top BR-1", "3.1")
    play(match, "take GE-9-stoss; top GE-9-stoss")
    assert pieces(match, "allied", "2332")[0] == "GE-9-stoss"
    refused(match, "top GE-3B", "13.8")
    play(match, "cancel; top GE-3B")
    refused(drawn("2332: GE-1B", "german", "march"), "stacks", "13.8")


@pytest.mark.rule("13.8")
def test_the_next_unit_is_seen_when_the_top_one_leaves() -> None:
    match = drawn(PLACES, "german", "march")
    play(match, "take GE-3-stoss; cancel")
    play(match, "move GE-2B 2330")
    assert pieces(match, "allied", "2331") == ["GE-3B"]
    assert not match.can_undo


@pytest.mark.rule("13.8")
def test_the_attack_may_be_called_off_until_the_look_and_not_after() -> None:
    match = drawn(PLACES, "german", "combat")
    play(match, "attack 2233 with GE-3-stoss; cancel; attack 2233 with GE-3-stoss GE-9-stoss")
    assert pieces(match, "german", "2233") == ["BR-5", "?"]
    play(match, "confirm")
    assert pieces(match, "german", "2233") == ["BR-5", "BR-1"]
    assert pieces(match, "allied", "2332") == ["GE-3-stoss", "GE-9-stoss", "?"]
    assert not match.can_undo
    refused(match, "cancel", "13.28")
    assert match.log("german")[-1] == "In 2233 stand BR-5 BR-1 [13.8]"


@pytest.mark.rule("13.8")
def test_after_a_battle_stacks_are_closed_and_remembered() -> None:
    match = drawn(f"{PLACES}; 2234: BR-6 BR-2", "german", "combat", dice=[1])
    play(match, "attack 2233 with GE-3-stoss GE-9-stoss; confirm; roll")
    while match.decision.rule != "13.1":
        match.play("done" if ("done",) in match.decision.actions else match.decision.texts[-1])
    assert not any(state(match).seen)
    assert pieces(match, "german", "2234") == ["BR-6", "?"]
    below = [piece for piece in match.view("german").scene.pieces if piece.at == "2233"][1]
    assert (below.name, "remembered" in below.states) == ("BR-1", True)


def remembered(match: Match, side: str) -> set[str]:
    """The enemy units that a side remembers."""
    return {piece.name for piece in match.view(side).scene.pieces if "remembered" in piece.states}


@pytest.mark.rule("13.8")
def test_who_goes_unseen_is_lost_sight_of() -> None:
    match = drawn(PLACES, "german", "march")
    play(match, "top GE-9-stoss; top GE-1B")
    assert remembered(match, "allied") == {"GE-3-stoss", "GE-9-stoss"}
    play(match, "move GE-9-stoss 2331")
    assert match.log("allied")[-1].startswith("A german unit moves")
    assert remembered(match, "allied") == set(), "either of the two may have gone"
    match = drawn("2332: GE-3-stoss GE-9-stoss; 2331: GE-2B; 2233: BR-5", "german", "march")
    play(match, "top GE-9-stoss; move GE-3-stoss 2331")
    assert remembered(match, "allied") == {"GE-3-stoss"}, "no other could go"


@pytest.mark.rule("13.8", "8.4")
def test_what_is_remembered_grows_old() -> None:
    match = drawn("2332: GE-3-stoss~ GE-9-stoss; 2233: BR-5", "german", "replacement")
    play(match, "top GE-9-stoss; replenish GE-3-stoss")
    (old,) = [piece for piece in match.view("allied").scene.pieces if piece.name == "GE-3-stoss"]
    assert "reduced" in old.states
    (own,) = [piece for piece in match.view("german").scene.pieces if piece.name == "GE-3-stoss"]
    assert "reduced" not in own.states


@pytest.mark.rule("13.8")
def test_previews_use_the_top_unit_only_until_the_look() -> None:
    previews = []
    for places in (PLACES, OTHER_ALLIES):
        match = drawn(places, "german", "combat")
        play(match, "attack 2233 with GE-3-stoss GE-1B")
        previews.append(match.preview("german"))
    assert previews[0] == previews[1]
    assert previews[0]
    assert "1 more units lie below" in previews[0].note
    assert previews[0].chances == {}
    lines = {line.label: line.value for line in previews[0].lines}
    assert lines["odds if the units below are weak"] == "2:1"
    assert lines["odds if the units below are strong"] == "1:1"


@pytest.mark.rule("3.6", "3.7", "13.8")
def test_nobody_sees_a_set_up_before_it_is_finished() -> None:
    match = Match.new("storm", seed="curtain")
    assert match.decision.side == "allied"
    assert not match.view("german").scene.pieces
    assert not match.view(None).scene.pieces
    assert len(match.view("allied").scene.pieces) > 60
    before = match.view("german").encode()
    play(match, "deploy joint")
    assert match.view("german").scene == Match.new("storm", seed="curtain").view("german").scene
    assert before
    assert match.log("german") == []
    play(match, "done")
    assert match.view("german").scene.pieces
    assert not match.overlays("allied")


def dealt(places: str, seed: int, **more: Any) -> bytes:
    """A position as the German may imagine it."""
    match = drawn(places, "german", "march", **more)
    return rules_of(match).disguise(state(match), GERMAN, RepeatableRandom(seed)).digest()


@pytest.mark.rule("13.8")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("2235: BR-5 BR-RTC; 2237: BR-4 BR-1", "2235: BR-5 BR-1; 2237: BR-4 BR-RTC"),
        ("2235: BR-5 BR-RTC BR-1", "2235: BR-5 BR-1 BR-RTC"),
        ("2235: BR-5 BR-1~ BR-2; 2237: BR-4 BR-7", "2235: BR-5 BR-7 BR-1~; 2237: BR-4 BR-2"),
    ],
)
def test_what_looks_alike_is_imagined_alike(first: str, second: str) -> None:
    for seed in range(5):
        assert dealt(first, seed) == dealt(second, seed)


@pytest.mark.rule("13.8", "S3.15")
def test_the_order_of_two_tanks_is_not_known_either() -> None:
    first, second = "2235: BR-5 BR-HT1 BR-FT1 BR-1", "2235: BR-5 BR-1 BR-FT1 BR-HT1"
    for seed in range(5):
        assert dealt(first, seed, scenario="plan-1919") == dealt(second, seed, scenario="plan-1919")


@pytest.mark.rule("13.8")
def test_a_tank_may_be_under_any_stack() -> None:
    assert len({dealt("2235: BR-5 BR-RTC; 2237: BR-4 BR-1", seed) for seed in range(12)}) > 1


def imagined(places: str, name: str, side: int = GERMAN, **more: Any) -> set[str]:
    """Where a side may imagine a unit."""
    match = drawn(places, "german", "march", **more)
    s, rules = state(match), rules_of(match)
    found = (rules.disguise(s, side, RepeatableRandom(seed)).at[rules.names.unit(name)] for seed in range(40))
    return {rules.names.place(at) for at in found}


@pytest.mark.rule("13.8", "9.6")
def test_an_american_guest_may_be_under_any_stack() -> None:
    places = "2235: BR-5 US-1; 2237: BR-4 BR-1; 3228: FR-2 FR-1; 3326: US-2 US-3"
    assert imagined(places, "US-1", turn=12) == {"2235", "2237", "3326"}, "the French below are as many as before"
    both = "2235: BR-5 US-1; 2237: BR-4 BR-1; 3228: FR-2 FR-1 US-4; 3326: US-2 US-3"
    assert imagined(both, "US-1", turn=12) == {"2235", "2237", "3228", "3326"}
    for first, second in (
        ("2235: BR-5 US-1; 2237: BR-4 BR-1", "2235: BR-5 BR-1; 2237: BR-4 US-1"),
        ("2235: BR-5 US-1; 3326: US-2 US-3", "2235: BR-5 US-3; 3326: US-2 US-1"),
    ):
        for seed in range(5):
            assert dealt(first, seed, turn=12) == dealt(second, seed, turn=12)


@pytest.mark.rule("13.8", "S3.17", "S3.19", "S3.23", "S3.24")
def test_special_units_of_1919_may_be_under_any_stack() -> None:
    plan: dict[str, Any] = {"scenario": "plan-1919"}
    germans = "2331: GE-1B GE-AT1; 2330: GE-2B GE-3B; 2430: GE-4 AK; 2431: GE-6 GE-7 GE-8 GE-1PZ; 2235: BR-5"
    assert imagined(germans, "GE-AT1", ALLIED, **plan) == {"2331", "2330", "2430", "2431"}
    assert imagined(germans, "AK", ALLIED, **plan) == {"2331", "2330", "2430", "2431"}
    americans = "3520: US-1 US-3 US-4 US-5 US-TC-1919; 3521: US-7 USMC; 3228: FR-1 FR-AAC; 3229: FR-2 FR-3"
    assert imagined(americans, "US-TC-1919", **plan) == {"3520"}, "a fifth counter stacks free"
    assert imagined(americans, "USMC", **plan) == {"3520", "3521"}
    assert imagined(americans, "FR-AAC", **plan) == {"3228", "3229"}


@pytest.mark.rule("13.8", "S3.19")
def test_whoever_is_to_attack_is_imagined_as_one_that_can() -> None:
    places = "2332: GE-1B GE-2B; 2430: GE-4 GE-AT1; 2233: BR-5"
    for order, hexes in (("", {"2332", "2430"}), ("attack 2233 with GE-2B", {"2430"})):
        match = drawn(places, "german", "combat", scenario="plan-1919")
        if order:
            play(match, order)
        s, rules = state(match), rules_of(match)
        others = [rules.disguise(s, ALLIED, RepeatableRandom(seed)) for seed in range(20)]
        found = {rules.names.place(other.at[rules.names.unit("GE-AT1")]) for other in others}
        assert found == hexes


@pytest.mark.rule("13.8", "S3.19")
@pytest.mark.parametrize("moved", [0, 1])
def test_a_fourth_counter_that_cannot_attack_lies_below_those_that_do(moved: int) -> None:
    """Three infantry and an anti-tank unit in a hex; one of the three attacks, whether it has marched or not."""
    match = drawn("2332: GE-1B GE-2B GE-3B GE-AT1; 2233: BR-5", "german", "combat", scenario="plan-1919")
    state(match).moved[unit("GE-3B")] = moved
    play(match, "attack 2233 with GE-3B")
    for seed in range(5):
        frame = rules_of(match).disguise(state(match), ALLIED, RepeatableRandom(seed)).frames[-1]
        assert isinstance(frame, Assault)
        assert frame.attackers in ((unit("GE-2B"),), (unit("GE-3B"),))


@pytest.mark.rule("13.8", "15.3(1)")
def test_what_a_tank_did_does_not_tell_it_apart() -> None:
    first, second = "2235: BR-5 BR-RTC BR-1; 2237: BR-4 BR-2", "2235: BR-5 BR-1 BR-2; 2237: BR-4 BR-RTC"
    samples = []
    for places, moved in ((first, "BR-1"), (second, "BR-1")):
        match = drawn(places, "allied", "march")
        state(match).moved[unit(moved)] = 1
        s = rules_of(match).disguise(state(match), GERMAN, RepeatableRandom(3))
        samples.append(s.digest())
    assert samples[0] == samples[1]


@pytest.mark.rule("13.8", "S3.14")
def test_full_stacks_are_imagined_legally() -> None:
    for seed in range(10):
        match = drawn("2235: BR-5 BR-1 BR-2 BR-RTC; 2237: BR-4 BR-7 BR-3", "german", "march")
        other = rules_of(match).disguise(state(match), GERMAN, RepeatableRandom(seed))
        assert list(rules_of(match).invariants(other)) == []
        match = drawn(
            "3520: US-1 US-3 US-4 USMC US-TC-1919; 2235: BR-5 BR-HT1 BR-FT1", "german", "march", scenario="plan-1919"
        )
        other = rules_of(match).disguise(state(match), GERMAN, RepeatableRandom(seed))
        assert list(rules_of(match).invariants(other)) == []


@pytest.mark.rule("3.6", "13.8")
def test_behind_the_curtain_nothing_is_imagined() -> None:
    first, second = Match.new("storm", seed="curtain"), Match.new("storm", seed="curtain")
    play(second, "clear; take BR-5")
    one, other = (m.rules.disguise(m.state, GERMAN, RepeatableRandom(1)).digest() for m in (first, second))
    assert one == other


@pytest.mark.rule("13.8", "9.6")
def test_the_way_of_a_host_does_not_tell_who_lies_below_its_own() -> None:
    ways = []
    for below in ("FR-2C", "US-4"):
        match = drawn(f"2835: FR-1C; 3034: FR-AAC {below}", "allied", "march", turn=12)
        play(match, "take FR-1C; go 3234")
        ways.append((match.log("german")[-1], match.can_undo))
    assert ways[0] == ways[1]
    assert "3034" in ways[0][0]


@pytest.mark.rule("13.8", "9.6")
@pytest.mark.parametrize("guests", [0, 9])
def test_a_detour_round_americans_who_can_be_nobodys_guests_is_seen_and_stands(guests: int) -> None:
    match = drawn("3541: BR-22; 3643: US-36 US-TC; 3742: US-7; 3842: US-1", "allied", "march", turn=12)
    americans = [u for u in rules_of(match).divisions if u not in (unit("US-7"), unit("US-1"))]
    for american in (unit("US-1"), *americans[:8])[:guests]:
        state(match).guest[american] = 1
    play(match, "take BR-22; go 3843")
    assert match.can_undo == (guests == 0)


@pytest.mark.rule("13.8", "S3.19")
@pytest.mark.parametrize("mover", ["GE-AT5", "GE-17R"])
def test_a_detour_round_tanks_tells_who_makes_it_and_stands(mover: str) -> None:
    """An anti-tank unit may not pass a hex with tanks; nobody else would go round it."""
    drawing = f"2232: GE-2BR {mover} GE-22R; 2231: GE-1PZ; 2330: GE-18R GE-23R; german: 2331"
    match = drawn(drawing, "german", "march", scenario="plan-1919")
    play(match, f"take {mover}; go 2330")
    assert match.can_undo == (mover == "GE-17R")


@pytest.mark.rule("13.8", "S3.19")
@pytest.mark.parametrize(("company", "stands"), [("GE-2BR GE-AT1", True), ("GE-AT1 GE-2BR", False), ("GE-2BR", False)])
def test_a_detour_round_one_that_stacks_free_unseen_tells_of_it_and_stands(company: str, stands: bool) -> None:
    """Everybody sees that an anti-tank unit goes round a hex; why, is news only if the other one lies below."""
    drawing = f"2232: GE-AT5; 2231: {company}; 2330: GE-18R GE-23R; german: 2331; 2136: BR-5"
    match = drawn(drawing, "german", "march", scenario="plan-1919")
    play(match, "take GE-AT5; go 2330")
    assert match.can_undo != stands


@pytest.mark.rule("13.8", "13.30")
def test_the_preview_does_not_tell_whether_a_hidden_stack_has_room() -> None:
    ring = "2132: GE-1B; 2133: GE-2B; 2232: GE-3B; 2332: GE-4; 2333: GE-6; 2233: BR-5"
    with_room = drawn(f"{ring}; 2234: BR-4 BR-1 BR-RTC; 2236: BR-C BR-7", "german", "combat", dice=[6])
    without = drawn(f"{ring}; 2234: BR-4 BR-1 BR-7; 2236: BR-C BR-RTC", "german", "combat", dice=[6])
    for match in (with_room, without):
        play(match, "attack 2233 with GE-1B GE-2B; confirm")
    assert with_room.preview("german") == without.preview("german")
    for match in (with_room, without):
        play(match, "roll")
    assert (offers(with_room, "retreat"), offers(without, "retreat")) == ({"2234"}, set())
