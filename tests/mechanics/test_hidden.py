"""Hidden stacks: the order of units in a hex, and samples that tell nothing."""

from __future__ import annotations

from array import array
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from westfront.engine.dice import RepeatableRandom
from westfront.engine.frame import Step
from westfront.engine.names import Unit, Units
from westfront.engine.state import State, UnitNumbers, UnitPlaces
from westfront.hexgrid import Grid, Numbering
from westfront.mechanics.field import Field, Fields
from westfront.mechanics.hidden import Place, deal, disguised
from westfront.mechanics.stacks import lay, lay_on_top

GRID = Grid(Numbering("pointy", "RRCC", (1, 3), (1, 3), "odd", "east"))
HEXES = [*GRID][:3]
UNITS = 12
NATION = [unit % 3 for unit in range(UNITS)]
HOME_GUARD = 2
"""The nation that is never in a box."""


class Marching(Step[object, "Piles"], frozen=True):
    """Units that somebody has chosen."""

    units: Units
    leader: Unit


class Piles(State):
    """Twelve units in hexes and boxes."""

    at: UnitPlaces
    height: UnitNumbers
    worn: UnitNumbers


def piles(places: list[int]) -> Piles:
    """Each unit in its place; in a hex a later one lies lower."""
    s = Piles(at=array("h", [-1] * UNITS), height=bytearray(UNITS), worn=bytearray(range(UNITS)))
    for unit, place in enumerate(places):
        lay(s, field(s), [unit], place)
    return s


def field(s: Piles) -> Field:
    """Who stands where."""
    return Fields(GRID, [0] * UNITS).of(s.at, s.height)


@st.composite
def positions(draw: st.DrawFn) -> tuple[Piles, list[int]]:
    """Piles with a frame that speaks of some of the units, and the units that nobody sees."""
    s = piles(draw(st.lists(st.sampled_from([*HEXES, -1, -2]), min_size=UNITS, max_size=UNITS)))
    for unit in range(UNITS):
        if NATION[unit] == HOME_GUARD and s.at[unit] < 0:
            lay(s, field(s), [unit], HEXES[0])
    tops = {stack[0] for stack in field(s).stacks.values()}
    hidden = [unit for unit in range(UNITS) if unit not in tops]
    chosen = draw(st.lists(st.sampled_from(hidden), unique=True, min_size=1)) if hidden else []
    s.frames = (Marching((*chosen, *sorted(tops)), chosen[0]),) if chosen else ()
    return s, hidden


def known(s: Piles, unit: int) -> tuple[int, ...]:
    """Of those that are chosen the nation is known."""
    chosen = {u for frame in s.frames if isinstance(frame, Marching) for u in frame.units}
    return (NATION[unit],) if unit in chosen else ()


def fits(unit: int, place: Place) -> bool:
    """Nations where they are known, and the home guard on the map."""
    return place.known in ((), (NATION[unit],)) and not (NATION[unit] == HOME_GUARD and place.columns[0] < 0)


def sample(s: Piles, hidden: list[int], seed: int) -> Piles:
    """What it might be."""
    return disguised(s, hidden, ("at", "height"), RepeatableRandom(seed), lambda unit: known(s, unit), fits)


@given(positions(), st.integers(0, 3), st.integers(0, 3))
def test_positions_that_look_the_same_give_the_same_samples(
    position: tuple[Piles, list[int]], seed: int, other: int
) -> None:
    """A sample looks like the truth, so that samples of the sample are samples of the truth."""
    s, hidden = position
    assert sample(sample(s, hidden, other), hidden, seed).digest() == sample(s, hidden, seed).digest()


@given(positions(), st.integers(0, 3))
def test_a_sample_changes_nothing_that_is_seen(position: tuple[Piles, list[int]], seed: int) -> None:
    s, hidden = position
    before = s.digest()
    new = sample(s, hidden, seed)
    assert s.digest() == before
    assert new.worn == s.worn
    places = zip(s.at, s.height, strict=True), zip(new.at, new.height, strict=True)
    assert Counter(places[0]) == Counter(places[1])
    assert all(new.at[u] == s.at[u] and new.height[u] == s.height[u] for u in range(UNITS) if u not in hidden)
    assert all(new.at[u] >= 0 for u in range(UNITS) if NATION[u] == HOME_GUARD)
    for frame, true in zip(new.frames, s.frames, strict=True):
        assert isinstance(frame, Marching)
        assert isinstance(true, Marching)
        assert Counter(new.at[u] for u in frame.units) == Counter(s.at[u] for u in true.units)
        assert Counter(NATION[u] for u in frame.units) == Counter(NATION[u] for u in true.units)
        assert NATION[frame.leader] == NATION[true.leader]
        assert frame.leader in frame.units


def test_samples_differ() -> None:
    s = piles([HEXES[0]] * UNITS)
    hidden = [unit for unit in range(UNITS) if unit != field(s).stack(HEXES[0])[0]]
    assert len({sample(s, hidden, seed).digest() for seed in range(20)}) > 15


def test_every_place_gets_something_that_fits_if_there_is_a_way() -> None:
    """The only way is 0-0, 1-1, 2-2; whatever the lot says first."""
    for seed in range(20):
        dealt = deal([0, 1, 2], [2, 1, 0], lambda item, place: item <= place, RepeatableRandom(seed))
        assert dealt == [2, 1, 0]


def test_no_place_is_preferred() -> None:
    """What may not lie in the first twenty places lies in each of the others as often."""
    items = [0] * 24 + [1]
    where = [
        deal(items, range(25), lambda item, place: not item or place >= 20, RepeatableRandom(n)).index(1)
        for n in range(500)
    ]
    counts = Counter(where)
    assert sorted(counts) == [20, 21, 22, 23, 24]
    assert min(counts.values()) > 60


def test_what_fits_nowhere_is_a_fault_of_the_game() -> None:
    with pytest.raises(AssertionError, match="does not fit"):
        deal([1], [2], lambda item, place: item == place, RepeatableRandom(0))


# -- the order of a stack


def test_those_who_come_lie_below_and_those_who_stay_close_up() -> None:
    a, b, _ = HEXES
    s = piles([a, a, a, b])
    top, middle, bottom = field(s).stack(a)
    assert (top, middle, bottom) == (0, 1, 2)
    assert lay(s, field(s), [middle], b) == []
    assert field(s).stack(a) == (top, bottom)
    assert field(s).stack(b) == (3, middle)
    assert [s.height[unit] for unit in (top, bottom, 3, middle)] == [2, 1, 2, 1]


def test_what_is_uncovered_is_told() -> None:
    a, b, c = HEXES
    s = piles([a, a, a, b])
    top, second, third = field(s).stack(a)
    assert lay(s, field(s), [top], b) == [second]
    assert lay(s, field(s), [third], c) == [third]
    assert lay(s, field(s), [second], -1) == []
    assert s.height[second] == 0
    assert lay(s, field(s), [3, top], c) == []
    assert field(s).stack(c) == (third, 3, top)


def test_a_top_unit_that_goes_first_into_an_empty_hex_was_seen_before() -> None:
    a, b, _ = HEXES
    s = piles([a, a])
    top, below = field(s).stack(a)
    assert lay(s, field(s), [top, below], b) == []
    assert field(s).stack(b) == (top, below)


def test_another_unit_is_laid_on_top() -> None:
    s = piles([HEXES[0]] * 3)
    first, second, third = field(s).stack(HEXES[0])
    lay_on_top(s, field(s), third)
    assert field(s).stack(HEXES[0]) == (third, first, second)
