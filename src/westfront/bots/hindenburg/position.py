"""A position in thought, light enough to be made for every order that is considered, and what the map says once."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from westfront.bots.hindenburg.odds import Force
from westfront.games.hindenburg.data import HindenburgData
from westfront.games.hindenburg.state import GERMAN
from westfront.hexgrid import HexSet, bits, has


class Pile:
    """The divisions of one side in a hex, and what they are worth together."""

    __slots__ = ("defence", "forces", "side", "units", "worth")

    def __init__(self, units: tuple[int, ...], side: int, defence: Force, worth: float) -> None:
        self.units, self.side, self.defence, self.worth = units, side, defence, worth
        self.forces: dict[tuple[bool, bool, bool, bool], tuple[int, ...]] = {}


class Position:
    """A position in thought: control, trenches, who stands where, and what was lost or gained on the way to it.

    `touched` are the hexes in which something has changed since the true one, `fallen` the French and the British
    divisions that were lost in thought.
    """

    __slots__ = ("balance", "fallen", "german", "occupied", "piles", "touched", "trenches")

    def __init__(
        self,
        german: HexSet,
        trenches: HexSet,
        piles: dict[int, Pile],
        occupied: tuple[HexSet, HexSet],
        balance: float = 0.0,
        touched: HexSet = 0,
        fallen: tuple[int, int] = (0, 0),
    ) -> None:
        self.german, self.trenches, self.piles = german, trenches, piles
        self.occupied, self.balance, self.touched, self.fallen = occupied, balance, touched, fallen

    def copy(self) -> Position:
        """One of its own."""
        return Position(
            self.german, self.trenches, self.piles.copy(), self.occupied, self.balance, self.touched, self.fallen
        )

    def units(self, hex_: int) -> tuple[int, ...]:
        """Who stands in a hex."""
        pile = self.piles.get(hex_)
        return pile.units if pile else ()

    def controlled(self, side: int, playable: HexSet) -> HexSet:
        """The hexes of a side."""
        return self.german if side == GERMAN else playable & ~self.german


class Chance(NamedTuple):
    """What a side can do next to a hex of the enemy: what it brings, where, and from where."""

    gain: float
    target: int
    origin: int


@lru_cache(maxsize=4)
def city_distance(rules: HindenburgData) -> dict[int, int]:
    """How far every hex is from the nearest Victory City."""
    cities = bits(rules.board.victory_city & rules.board.east)
    return {hex_: min(rules.grid.distance(hex_, city) for city in cities) for hex_ in bits(rules.board.playable)}


@lru_cache(maxsize=4)
def near_hexes(rules: HindenburgData) -> dict[int, list[tuple[int, HexSet]]]:
    """The neighbours of every hex that units can enter, each also as a set."""
    return {hex_: [(n, 1 << n) for n in bits(rules.board.near(hex_))] for hex_ in rules.grid}


@lru_cache(maxsize=4)
def rings(rules: HindenburgData) -> dict[int, list[int | None]]:
    """The six neighbours of every hex in their order round it, as far as units can enter them."""
    grid, playable = rules.grid, rules.board.playable
    return {
        hex_: [n if n is not None and has(playable, n) else None for n in (grid.neighbour(hex_, d) for d in range(6))]
        for hex_ in grid
    }
