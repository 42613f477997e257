"""Roads: what lies one step along links, and what they join, against a queue that goes from hex to hex."""

from __future__ import annotations

from hypothesis import given

from tests.hexgrid.strategies import Walls, walls
from westfront.hexgrid import HexSet, bits
from westfront.lab.oracles import connected
from westfront.mechanics.roads import along, joined


def linked(country: Walls) -> dict[int, list[int]]:
    """The neighbours of each hex to which a link leads; the walls of a random map serve as its links."""
    return {a: [b for b in others if (a, b) in country.pairs] for a, others in country.near.items()}


def some(hexes: HexSet) -> HexSet:
    """Every third of some hexes."""
    return sum(1 << hex_ for hex_ in bits(hexes)[::3])


@given(walls())
def test_one_step_goes_over_links_alone(country: Walls) -> None:
    near, start = linked(country), some(country.open_)
    found = along(country.grid, country.blocked, start)
    assert {*bits(found)} == {b for a in bits(start) for b in near[a]}


@given(walls())
def test_what_links_join_is_what_a_queue_finds(country: Walls) -> None:
    sources = some(country.grid.mask)
    found = joined(country.grid, country.blocked, sources, country.open_)
    assert {*bits(found)} == connected(linked(country), bits(sources), {*bits(country.open_)})
