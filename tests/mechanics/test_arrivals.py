"""Limits of where units are placed, and units that wait on the turn record track."""

from __future__ import annotations

from array import array

from hypothesis import given
from hypothesis import strategies as st

from westfront.engine.frame import Refusal
from westfront.hexgrid import bits
from westfront.mechanics.arrivals import TurnTrack
from westfront.mechanics.limits import Limit, allowed, why_not

TRACK = TurnTrack(first=-3, turns=5, beyond=-9)

limits = st.lists(st.builds(Limit, st.integers(0, 255), st.sampled_from(["1", "2", "3"]), st.just("not here")))


@given(limits, st.integers(0, 255), st.integers(-2, 9))
def test_what_is_allowed_is_what_nothing_forbids(rows: list[Limit], hexes: int, hex_: int) -> None:
    free = allowed(hexes, rows)
    assert set(bits(free)) == {h for h in bits(hexes) if why_not(rows, h) is None}
    first = next((row.rule for row in rows if hex_ < 0 or not row.hexes >> hex_ & 1), None)
    refusal = why_not(rows, hex_)
    assert (refusal and refusal.rule) == first


def test_the_first_limit_refuses() -> None:
    rows = [Limit(0b0110, "3.1", "units stay on their side"), Limit(0b0010, "3.2", "it is full")]
    assert allowed(0b1111, rows) == 0b0010
    assert why_not(rows, 1) is None
    assert why_not(rows, 0) == Refusal("3.1", "units stay on their side")
    assert why_not(rows, 2, "B-1 cannot go to 0102:") == Refusal("3.2", "B-1 cannot go to 0102: it is full")
    assert why_not(rows, -1) == Refusal("3.1", "units stay on their side")


def test_boxes_and_turns() -> None:
    assert TRACK.names() == ("turn-1", "turn-2", "turn-3", "turn-4", "turn-5")
    assert [TRACK.box(turn) for turn in (1, 5, 6, 40)] == [-3, -7, -9, -9]
    assert [TRACK.turn(box) for box in (-3, -7, -8, -2, 0, 12)] == [1, 5, None, None, None, None]


@given(st.lists(st.integers(-9, 3)), st.integers(0, 9))
def test_those_are_due_whose_turn_has_come(places: list[int], now: int) -> None:
    at = array("h", places)
    wanted = [u for u, place in enumerate(places) if (turn := TRACK.turn(place)) is not None and turn <= now]
    assert TRACK.due(at, range(len(places)), now) == wanted
