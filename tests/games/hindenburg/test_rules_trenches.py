"""Chapter 12: trenches, by rule."""

from __future__ import annotations

import pytest

from tests.asking import offers, rule_of
from tests.games.hindenburg.drawn import drawn, hindenburg, position, state, there
from westfront.engine.match import Match
from westfront.games.hindenburg.state import ALLIED, GERMAN
from westfront.games.hindenburg.trenches import has_trench


def trenches(match: Match) -> list[str]:
    """The hexes with an entrenchment marker."""
    return hindenburg().grid.labels(state(match).trenches)


@pytest.mark.rule("12.0", "12.1", "12.1-ex")
def test_printed_trenches_serve_their_own_side() -> None:
    """Vector W9: the Germans in 3305 have no trench; the Allies, when they are back, have it again."""
    rules = hindenburg()
    hex_ = rules.grid.hex("3305")
    for places in ("3305: 1xGE3-3", "3305: 1xBR3-3"):
        s = position(places)
        assert has_trench(rules, s, ALLIED, hex_)
        assert not has_trench(rules, s, GERMAN, hex_)
    assert rules.board.rough >> hex_ & 1


@pytest.mark.rule("12.2", "12.3", "12.4", "5.3(3)")
def test_entrenching_is_an_action_and_serves_later_arrivals() -> None:
    match = drawn("3207: 1xGE3-3; 3208: 1xGE4-4; german: 3205; 3205: 1xGE3-3")
    match.play("entrench 3207")
    assert match.decision.side == "allied"
    assert trenches(match) == ["3207"]
    match.play("pass")
    match.play("move 3208 3207 with all")
    match.play("pass")
    match.play("move 3207 3208 with 1xGE3-3")
    assert trenches(match) == ["3207"]
    assert has_trench(hindenburg(), state(match), GERMAN, hindenburg().grid.hex("3207"))


@pytest.mark.rule("12.3", "7.6")
def test_where_one_may_not_entrench() -> None:
    """Vector D46."""
    match = drawn(
        "3206: 1xGE3-3; 3106: 1xGE3-3; 3205: 1xGE3-3; 2705: 1xGE3-3; 2704: 1xGE3-3; 3207: 1xGE4-4; trench: 3207"
    )
    assert rule_of(match, "entrench 3206") == "12.3"
    assert rule_of(match, "entrench 3106") == "12.3"
    assert rule_of(match, "entrench 3207") == "12.3"
    assert rule_of(match, "entrench 3208") == "12.3"
    assert rule_of(match, "entrench 2704") == "7.6"
    match.play("force 3205")
    match.play("entrench")
    assert trenches(match) == ["3205", "3207"]


@pytest.mark.rule("12.2")
def test_markers_are_without_limit() -> None:
    hexes = [f"{row}{column:02d}" for row in (30, 31, 32) for column in range(7, 14)]
    hexes = [hex_ for hex_ in hexes if hex_ != "3109"]
    match = drawn(
        "; ".join(f"{hex_}: 1xGE3-3" for hex_ in hexes) + f"; trench: {' '.join(hexes)}; 3306: 1xGE4-4; 3307: 1xGE4-4"
    )
    match.play("entrench 3307")
    assert len(trenches(match)) == len(hexes) + 1 > 16


@pytest.mark.rule("12.5")
def test_an_entrenchment_goes_when_the_hex_is_empty() -> None:
    match = drawn("3207: 2xGE3-3; trench: 3207")
    match.play("move 3207 3208 with 1xGE3-3")
    assert trenches(match) == ["3207"]
    match.play("pass")
    match.play("move 3207 3208 with all")
    assert trenches(match) == []


@pytest.mark.rule("12.5")
def test_an_entrenchment_goes_when_the_hex_is_out_of_supply() -> None:
    """3207 hangs on 3208; the Allies step in there, and the marker is not back when they leave."""
    ring = "allied: 3206 3306 3307 3106 3107"
    match = drawn(f"3207: 2xGE3-3; trench: 3207; {ring}; 3108: 1xUS4-4; 3209: 1xGE3-3", "allied")
    assert trenches(match) == ["3207"]
    match.play("move 3108 3208 with all")
    assert trenches(match) == []


@pytest.mark.rule("12.5")
def test_an_entrenchment_is_never_captured() -> None:
    match = drawn("3207: 2xGE3-3; trench: 3207; 3206: 1xUS4-4; 3205: 1xUS4-4; 3208: 1xGE3-3", "german")
    match.play("move 3207 3208 with all")
    match.play("move 3206 3207 with all")
    assert trenches(match) == []
    assert not has_trench(hindenburg(), state(match), ALLIED, hindenburg().grid.hex("3207"))


@pytest.mark.rule("12.5")
def test_who_advances_into_an_entrenchment_does_not_capture_it() -> None:
    """The defenders are eliminated, so that nobody retreats and the hex is never empty at the end of an action."""
    match = drawn("3204: 4xGE4-4; german: 3205; 3203: 1xBR3-3; trench: 3203", dice=[1])
    match.play("attack 3203 from 3204 with all")
    assert there(match, "3203") == "4 x GE4-4"
    assert trenches(match) == []


@pytest.mark.rule("12.5", "7.2")
def test_one_supplied_nation_keeps_the_entrenchment() -> None:
    """East of the line with no port left: French supply keeps it, the British alone do not."""
    ground = "trench: 3507; 3506: 1xFR3-3; 3505: 1xFR3-3; german: 4000 4101 4203"
    match = drawn(f"3507: 1xBR3-3 1xFR3-3; {ground}", "allied")
    match.play("pass")
    assert trenches(match) == ["3507"]
    match = drawn(f"3507: 2xBR3-3; {ground}", "allied")
    match.play("pass")
    assert trenches(match) == []


@pytest.mark.rule("12.6")
def test_an_entrenchment_is_given_up_freely() -> None:
    match = drawn("3207: 2xGE3-3; 3208: 1xGE3-3; trench: 3207")
    assert rule_of(match, "fill 3208") == "12.6"
    match.play("force 3207")
    assert offers(match, "fill") == {""}
    match.play("fill")
    match.play("cancel")
    assert trenches(match) == []
    assert match.decision.side == "german"
    assert list(state(match).actions) == [10, 10]
    match = drawn("3207: 2xGE3-3; trench: 3207")
    match.play("fill 3207")
    assert trenches(match) == []
