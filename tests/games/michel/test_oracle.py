"""A slow and obvious referee for zones, supply and movement, held against the game in melees all over the map.

It knows the map as labels and pairs of labels, and searches from the unit outward where the game floods from sources.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator

import pytest

from tests.games.michel.drawn import michel, position
from westfront.engine.dice import RepeatableRandom
from westfront.games.michel.movement import destinations, full_hexes
from westfront.games.michel.rules import Michel
from westfront.games.michel.state import ALLIED, FIRES, MichelState
from westfront.games.michel.supply import general_supply
from westfront.hexgrid import HexSet, Sides, bits

Pair = frozenset[str]


class Referee:
    """What a reader of the booklet would say of a position."""

    def __init__(self, rules: Michel) -> None:
        self.rules, board, grid = rules, rules.board, rules.grid
        self.around = {grid.label(h): [grid.label(n) for n in grid.neighbours(h)] for h in grid}
        self.road, self.river = self._pairs(board.road), self._pairs(board.river)
        self.trench = [self._labels(board.fortified[1 - side]) for side in (0, 1)]
        self.devastated = self._labels(board.devastated) if rules.options["german"] != "2" else set()
        self.exits = [self._labels(board.road_exits[side]) for side in (0, 1)]

    def look(self, s: MichelState) -> None:
        """Take in a position."""
        self.s = s
        self.at = {unit: self.rules.grid.label(hex_) for unit, hex_ in enumerate(s.at) if hex_ >= 0}
        self.stands = [self._stands(side) for side in (0, 1)]
        self.zone = [{other for hex_ in hexes for other in self.around[hex_]} for hexes in self.stands]

    def _stands(self, side: int) -> set[str]:
        return {hex_ for unit, hex_ in self.at.items() if self.rules.side_of[unit] == side}

    def _labels(self, hexes: HexSet) -> set[str]:
        return set(self.rules.grid.labels(hexes))

    def _pairs(self, sides: Sides) -> set[Pair]:
        grid = self.rules.grid
        return {
            frozenset((grid.label(h), grid.label(n)))
            for h in grid
            for n in grid.neighbours(h)
            if sides[grid.direction(h, n) or 0] >> h & 1
        }

    def is_open(self, side: int, hex_: str) -> bool:
        """Whether a supply line may run here: no enemy, and no enemy zone unless a friend covers it."""
        return hex_ not in self.stands[1 - side] and (hex_ not in self.zone[1 - side] or hex_ in self.stands[side])

    def lines(self, side: int, hex_: str, steps: int) -> dict[str, int]:
        """Where lines of so many hexes lead from a unit."""
        found = {hex_: 0}
        for here in (queue := [hex_]):
            for there in self.around[here] if found[here] < steps else ():
                if there not in found and self.is_open(side, there):
                    found[there] = found[here] + 1
                    queue.append(there)
        return found

    def leads_off(self, side: int, hex_: str) -> bool:
        """Whether a road goes from here to the friendly edge without a break."""
        seen = {hex_}
        for here in (queue := [hex_] if self.is_open(side, hex_) else []):
            if here in self.exits[side]:
                return True
            for there in self.around[here]:
                if there not in seen and frozenset((here, there)) in self.road and self.is_open(side, there):
                    seen.add(there)
                    queue.append(there)
        return False

    def supplied(self, unit: int, hex_: str) -> bool:
        """Whether a unit would have general supply if it stood in a hex."""
        side, s, before = self.rules.side_of[unit], self.s, self.at[unit]
        self.at[unit] = hex_
        self.stands[side] = self._stands(side)
        near = self.lines(side, hex_, 5)
        corps = (c for c in self.rules.corps[side] if c in self.at and c != unit and s.use[c] < FIRES)
        found = any(near.get(self.at[c], 5) <= 4 for c in corps) or any(self.leads_off(side, h) for h in near)
        self.at[unit] = before
        self.stands[side] = self._stands(side)
        return found

    def cost(self, side: int, here: str, there: str) -> int:
        """The price of a step."""
        pair = frozenset((here, there))
        ground = 1 + (there in self.devastated) + (there in self.trench[side])
        water = int(self.rules.options["river_extra_mp"]) if pair in self.river else 0
        return (1 if pair in self.road else ground + water) + (side == ALLIED and here in self.zone[1 - side])

    def reached(self, unit: int) -> Iterator[str]:
        """Every hex that a unit can come to, by common steps or by one step from zone to zone."""
        side, start = self.rules.side_of[unit], self.at[unit]
        enemy, zone = self.stands[1 - side], self.zone[1 - side]
        points = self.rules.allowance[unit] - self.s.spent[unit]
        best, queue = {start: 0}, [(0, start)]
        while queue:
            spent, here = heapq.heappop(queue)
            for there in self.around[here]:
                cost = spent + self.cost(side, here, there)
                if there in enemy or cost > points:
                    continue
                if here in zone and there in zone:
                    if here == start and (self.rules.infiltrates[unit] or self.stays(side, there)):
                        yield there
                elif cost < best.get(there, points + 1):
                    best[there] = cost
                    heapq.heappush(queue, (cost, there))
        yield from best

    def stays(self, side: int, hex_: str) -> bool:
        """Whether a friend has stood in a hex since the phase began."""
        friends = (u for u, place in self.at.items() if place == hex_ and self.rules.side_of[u] == side)
        return any(not self.s.moved[u] for u in friends)


MELEES = 20
UNITS = (
    ["S-234", "S-221", "S-111", "S-17", "G-32", "G-42", "T-5BR", "G-51-corps", "G-9-corps"],
    ["B-61", "B-30", "B-24", "C-1", "B-18-corps", "B-19-corps", "B-62", "B-4", "F-1"],
)


def melee(rules: Michel, lots: RepeatableRandom) -> MichelState:
    """Units of both sides strewn over a part of the map; some have moved, some guns have fired."""
    grid = rules.grid
    near = lots.shuffled(bits(grid.within(1 << lots.shuffled(grid)[0], 6)))
    places = [
        f"{unit} {grid.label(near[len(UNITS[0]) * side + i // 2])}"
        for side in (0, 1)
        for i, unit in enumerate(UNITS[side])
    ]
    s = position(rules, ", ".join(places), "movement", "german", 3, "")
    for unit in range(len(s.at)):
        s.moved[unit] = not lots.below(4)
        s.use[unit] = FIRES if rules.is_corps[unit] and not lots.below(3) else 0
    return s


@pytest.mark.rule("ZOC-General", "Supply-Procedure", "Supply-F", "Supply-G", "Movement-A", "Movement-I", "Movement-J")
@pytest.mark.rule("Movement-K", "Movement-N", "TEC-Cumulative", "TEC-River", "TEC-Road", "TEC-Controlled")
@pytest.mark.parametrize("options", [{}, {"german": "7", "river_extra_mp": "1"}, {"german": "2"}])
def test_the_referee_agrees(options: dict[str, str]) -> None:
    rules, lots = michel(**options), RepeatableRandom(f"{options}")
    grid, referee = rules.grid, Referee(rules)
    for _ in range(MELEES):
        s = melee(rules, lots)
        referee.look(s)
        assert [set(grid.labels(zone)) for zone in rules.field(s).zone] == referee.zone
        for unit in referee.at:
            ends = set(referee.reached(unit))
            if not rules.is_corps[unit]:
                fed = {hex_ for hex_ in ends if referee.supplied(unit, hex_)}
                supply = general_supply(rules, s, rules.side_of[unit], leaving=unit)
                assert fed == ends & set(grid.labels(supply)), rules.names.units[unit]
                ends = ends if rules.may_leave_supply(unit) else fed
            ends -= {referee.at[unit], *grid.labels(full_hexes(rules, s, grid.hexset(*ends)))}
            assert set(grid.labels(destinations(rules, s, unit))) == ends, rules.names.units[unit]
