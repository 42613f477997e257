"""A slow referee for Meuse-Argonne, written from the booklet and its reading alone, before the game's code was read.

It knows the map as labels and pairs of labels, reads the same data files as the game by itself, and tries everything
out one hex at a time.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import westfront.games.meuse

DATA = Path(westfront.games.meuse.__file__).parent / "data"
SEDAN, CHITS = "0702", 6
TRENCHES = {"stellung", "second-tier", "fortification"}
POINTS = {"clear": 1, "rise": 1, "town": 1, "fortress": 1, "woods": 2}
WATER = {"river": 1, "meuse-river": 2}
BARRAGE = {"woods": 1, "rise": 1, "second-tier": 1, "town": 2, "stellung": 2, "fortification": 3, "fortress": 3}

FIRST_COLUMN = {
    **dict.fromkeys(("clear", "bridge"), -5),
    **dict.fromkeys(("second-tier", "river", "rise"), -4),
    **dict.fromkeys(("stellung", "town", "woods"), -3),
    **dict.fromkeys(("fortification", "meuse-river"), -2),
    **dict.fromkeys(("fortress", "lost-battalion"), -1),
}
"""The differential of the first column of each line: the later it begins, the better for the defender."""

RESULTS = {
    1: ["(A)", "A3", "A2", ".", "Ex", "Ex", "D2", "D2", "D2", "D3", "De", "De"],
    2: ["(A)", "(A)", "A3", "A2", ".", "Ex", "Ex", "Ex", "D2", "D2", "D3", "De"],
    3: ["(A)", "(A)", "(A)", "A3", "A2", ".", "Ex", "Ex", "Ex", "D2", "D2", "D3"],
    4: ["(A)", "(A)", "(A)", "(A)", "A3", "A2", ".", "Ex", "Ex", "Ex", "D2", "D2"],
    5: ["Ae", "(A)", "(A)", "(A)", "(A)", "A3", "A2", ".", "Ex", "Ex", "Ex", "D2"],
    6: ["Ae", "Ae", "(A)", "(A)", "(A)", "(A)", "(A)", "A1", ".", "Ex", "Ex", "Ex"],
}


def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@cache
def terrain() -> dict[str, set[str]]:
    """What is in each hex."""
    return {
        row["hex"]: {row["terrain"], *filter(None, row["features"].split(";"))} for row in _rows("maps/meuse/hexes.csv")
    }


@cache
def water() -> dict[frozenset[str], set[str]]:
    """What is on each hexside."""
    found: dict[frozenset[str], set[str]] = {}
    for row in _rows("maps/meuse/hexsides.csv"):
        found.setdefault(frozenset((row["hex_a"], row["hex_b"])), set()).add(row["feature"])
    return found


@cache
def counters() -> dict[str, dict[str, str]]:
    """The printed values of each counter by its name."""
    types = {row["type"]: row for row in _rows("types.csv")}
    return {row["counter"]: {**types[row["type"]], **row} for row in _rows("counters.csv")}


@cache
def neighbours(hex_: str) -> tuple[str, ...]:
    """The hexes around a hex; even columns lie half a hex lower."""
    column, row = int(hex_[:2]), int(hex_[2:])
    beside = (row - 1, row) if column % 2 else (row, row + 1)
    found = [(column, row - 1), (column, row + 1), *((c, r) for c in (column - 1, column + 1) for r in beside)]
    return tuple(label for c, r in found if (label := f"{c:02}{r:02}") in terrain())


@cache
def distances(start: str) -> dict[str, int]:
    """How many hexes away every hex is, by walking there."""
    found, queue = {start: 0}, [start]
    for here in queue:
        for there in neighbours(here):
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def crossed(here: str, there: str) -> str:
    """The river that must be crossed between two hexes, or nothing: a bridge is as good as dry land."""
    found = water().get(frozenset((here, there)), set())
    return "" if "bridge" in found else next(iter(found), "")


def column(differential: int, line: str) -> int:
    """The column of the results table."""
    starts = [d for d in (-5, -4, -3, -2, -1, 0, 1, 2, 4, 6, 8, 10) if d >= FIRST_COLUMN[line]]
    return max(1, sum(start <= differential for start in starts))


@dataclass
class Unit:
    """A counter on the map."""

    name: str
    hex: str
    steps: int
    moved: bool = False
    spent: int = 0
    cut_off: bool = False
    fought: bool = False
    shells: int = 0
    printed: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.printed = counters()[self.name]
        self.side, self.brigade = self.printed["side"], self.printed["type"] == "brigade"
        self.three_steps, self.depleted = self.printed["steps"] == "3", self.steps < int(self.printed["steps"])

    def rating(self, what: str) -> int:
        """Attack, defence or move, of the side that is up."""
        return int(self.printed[("back_" if self.depleted else "") + what])


def halved(number: int) -> int:
    """Half of it, rounded up."""
    return (number + 1) // 2


class Referee:
    """What a reader of the booklet says of one position."""

    def __init__(self, units: Iterable[Unit], breached: Iterable[str] = (), aircraft: Iterable[str] = ()) -> None:
        self.units = {unit.name: unit for unit in units}
        self.breached, self.aircraft = set(breached), set(aircraft)
        self.stacks: dict[str, list[Unit]] = {}
        for unit in self.units.values():
            self.stacks.setdefault(unit.hex, []).append(unit)
        self.held = {side: {u.hex for u in self.units.values() if u.side == side} for side in ("allied", "german")}
        self.zone = {side: self._zone(side) for side in ("allied", "german")}

    def _zone(self, side: str) -> set[str]:
        """6.0, 14.2: a whole trench keeps Allied zones out."""
        around = {there for here in self.held[side] for there in neighbours(here)}
        return {there for there in around if side == "german" or not self.trench(there)}

    def trench(self, hex_: str) -> set[str]:
        """The trench of a hex unless it is breached."""
        return terrain()[hex_] & TRENCHES if hex_ not in self.breached else set()

    def free_chits(self) -> int:
        """The brigade chits that are not on the map."""
        return CHITS - sum(unit.brigade for unit in self.units.values())

    def is_open(self, hex_: str, who: list[Unit]) -> bool:
        """5.3: alone in a hex, or up to three brigades."""
        there = [unit for unit in self.stacks.get(hex_, []) if unit not in who]
        return not there or (all(unit.brigade for unit in (*there, *who)) and len(there) + len(who) <= 3)

    # -- movement

    def price(self, side: str, here: str, there: str) -> int:
        """5.2, 14.3: the dearest terrain, the river, and machine guns in fortifications."""
        ground = max(POINTS[feature] for feature in terrain()[there] if feature in POINTS)
        guns = side == "allied" and "fortification" in terrain()[there]
        return ground + guns + WATER.get(crossed(here, there), 0)

    def allowance(self, unit: Unit) -> int:
        """The points that a unit has left in this phase."""
        return (halved(unit.rating("move")) if unit.cut_off else unit.rating("move")) - unit.spent

    def way(self, unit: Unit, hexes: Iterable[str]) -> int | None:
        """What it costs a unit to move through some hexes one after the other, or None if it may not."""
        hexes = list(hexes)
        cost = self._walk(unit, hexes)
        return cost if self.way_ends(unit, hexes[-1]) else None

    def _walk(self, unit: Unit, hexes: list[str]) -> int | None:
        """5.1, 6.1: the cost of a way that need not end where the unit may stay."""
        enemy = foe(unit.side)
        here, paid, stopped = unit.hex, 0, unit.spent > 0 and unit.hex in self.zone[enemy]
        for there in hexes:
            if stopped or there not in neighbours(here) or there in self.held[enemy]:
                return None
            first = paid == 0 and unit.spent == 0
            paid += self.price(unit.side, here, there)
            if paid > self.allowance(unit) and not first:
                return None
            stopped = there in self.zone[enemy] or paid > self.allowance(unit)
            here = there
        return paid

    def destinations(self, unit: Unit) -> dict[str, int]:
        """Where a unit may move, and the points of the cheapest way."""
        cheapest = {unit.hex: 0}
        ways: list[list[str]] = [[]]
        for way in ways:
            for there in neighbours((way or [unit.hex])[-1]):
                cost = self._walk(unit, [*way, there])
                if cost is not None and cost < cheapest.get(there, 99):
                    cheapest[there] = cost
                    ways.append([*way, there])
        del cheapest[unit.hex]
        return {hex_: cost for hex_, cost in cheapest.items() if self.way_ends(unit, hex_)}

    def way_ends(self, unit: Unit, hex_: str) -> bool:
        """Whether a unit that can come to a hex may stay there."""
        return not unit.moved and self.is_open(hex_, [unit])

    # -- supply

    def in_supply(self, side: str, hex_: str) -> bool:
        """9.0: a line of hexes to a friendly edge, clear of enemies and of enemy zones where no friend stands."""
        enemy = foe(side)
        seen, queue = {hex_}, [hex_]
        for here in queue:
            if f"supply:{side}" in terrain()[here]:
                return True
            for there in neighbours(here):
                closed = there in self.zone[enemy] and there not in self.held[side]
                if there not in seen and there not in self.held[enemy] and not closed:
                    seen.add(there)
                    queue.append(there)
        return False

    # -- bombardment

    def seen_from_the_air(self, hex_: str) -> bool:
        """17.3: near enough to an Allied unit for an aircraft to matter."""
        return any(distances(hex_)[friend] <= 3 for friend in self.held["allied"])

    def observed(self, side: str, hex_: str) -> bool:
        """17.3: an enemy in the hex can be shelled by a side."""
        touched = bool(self.held[side] & set(neighbours(hex_)))
        flown = any(distances(hex_)[plane] <= 1 for plane in self.aircraft)
        return touched or (side == "allied" and flown and self.seen_from_the_air(hex_))

    def flights(self) -> set[str]:
        """The hexes in which an aircraft is of some use."""
        targets = {hex_ for hex_ in self.held["german"] if self.seen_from_the_air(hex_)}
        near = {hex_ for target in targets for hex_ in (target, *neighbours(target))}
        return near - self.aircraft

    def barrage(self, side: str, hex_: str, gas: bool) -> int:
        """17.5: what is added to the die of one bombardment marker."""
        there = (terrain()[hex_] - TRENCHES) | self.trench(hex_)
        ground = max((BARRAGE[feature] for feature in there if feature in BARRAGE), default=0)
        plane = side == "allied" and hex_ in self.aircraft and self.seen_from_the_air(hex_)
        return ground + (side == "german") - (side == "allied" and gas) - plane

    # -- combat

    def may_be_attacked(self, side: str) -> set[str]:
        """7.1: enemy hexes that were not attacked yet and touch a unit that may still attack."""
        return {
            hex_
            for hex_ in self.held[foe(side)]
            if not any(unit.fought for unit in self.stacks[hex_]) and self.may_attack(side, hex_)
        }

    def may_attack(self, side: str, target: str) -> set[str]:
        """The hexes whose units can join an attack."""
        return {
            hex_
            for hex_ in neighbours(target)
            if hex_ in self.held[side] and not any(unit.fought for unit in self.stacks[hex_])
        }

    def attack_strength(self, hex_: str) -> int:
        """7.3, 9.0: unit by unit, halved if it is out of supply."""
        fed = self.in_supply(self.stacks[hex_][0].side, hex_)
        return sum(unit.rating("attack") if fed else halved(unit.rating("attack")) for unit in self.stacks[hex_])

    def defence_strength(self, hex_: str) -> int:
        return sum(unit.rating("defence") for unit in self.stacks[hex_])

    def line(self, target: str, attackers: Iterable[str], lost_battalion: bool = False) -> str:
        """7.4, 14.2, 18.1: the one line of the table that serves the defender best."""
        lines = {feature for feature in terrain()[target] if feature in FIRST_COLUMN} - TRENCHES
        if self.stacks[target][0].side == "german":
            lines |= self.trench(target)
        rivers = [crossed(hex_, target) for hex_ in attackers]
        if all(rivers):
            lines.add("meuse-river" if set(rivers) == {"meuse-river"} else "river")
        if lost_battalion:
            lines = {"lost-battalion"}
        return max(sorted(lines), key=lambda line: FIRST_COLUMN[line])

    # -- retreat

    def retreats(self, who: list[Unit], start: str, taken: int, length: int) -> list[tuple[str, ...]]:
        """7.7: every way in which some units can finish a retreat from where they stand."""
        ways: list[tuple[str, ...]] = [()]
        for step in range(taken + 1, length + 1):
            ways = [(*way, there) for way in ways for there in self._back(who, start, way, step)]
        stops = [way for way in ways if way and self.is_open(way[-1], who)]
        return stops or list(self._on(who, start, ways, max(taken, length)))

    def _on(self, who: list[Unit], start: str, ways: list[tuple[str, ...]], steps: int) -> Iterator[tuple[str, ...]]:
        """Further back, to the first open hex on each way."""
        while ways:
            steps += 1
            ways = [(*way, there) for way in ways for there in self._back(who, start, way, steps)]
            yield from (way for way in ways if self.is_open(way[-1], who))
            ways = [way for way in ways if not self.is_open(way[-1], who)]

    def _back(self, who: list[Unit], start: str, way: tuple[str, ...], step: int) -> Iterator[str]:
        """The next hexes on the way back, so many hexes from the start."""
        enemy = foe(who[0].side)
        for there in neighbours((who[0].hex, *way)[-1]):
            if distances(start)[there] == step and there not in self.held[enemy] | self.zone[enemy]:
                yield there

    def answers(self, hex_: str, length: int) -> set[str]:
        """7.7, 7.8, 18.2: what a defender who must retreat can do."""
        who = self.stacks[hex_]
        found = {"retreat-full"} if self.retreats(who, hex_, 0, length) else set()
        if who[0].side == "german" and self.retreats(who, hex_, 0, 1):
            found.add("retreat-one")
        if self.survives(who):
            found.add("resist")
        return found

    def survives(self, who: list[Unit]) -> bool:
        """Whether something stays in the hex after the loss of a step."""
        return bool(self.remains(who, 1, self.free_chits()))

    def remains(self, who: list[Unit], losses: int, chits: int) -> list[str]:
        """13.1: what is left in a hex after some steps are lost, full, depleted or a brigade; all of them is 9."""
        if who[0].brigade:
            return ["brigade"] * max(0, len(who) - losses)
        left = ["full"] * (not who[0].depleted) + ["depleted"] + ["brigade"] * (who[0].three_steps and chits > 0)
        if losses >= 9 and who[0].three_steps:
            left = left[-1:] if "brigade" in left else []
            losses = 0
        return left[losses : losses + 1]


def foe(side: str) -> str:
    """The other side."""
    return "german" if side == "allied" else "allied"
