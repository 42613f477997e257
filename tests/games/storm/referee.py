"""A slow referee for Storm in the West, written from the booklet and its reading before the game's code was read.

It knows the map as labels and pairs of labels, reads the same data files as the game by itself, and tries everything
out one hex at a time.
"""

from __future__ import annotations

import csv
import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

import westfront.games.storm

DATA = Path(westfront.games.storm.__file__).parent / "data"
NORMAL, CROSS, FORT, OUT = "normal", "cross", "fort", "out"
MAJOR = {
    **dict.fromkeys(("german", "austrian"), "german"),
    **dict.fromkeys(("british", "australian", "canadian", "portuguese"), "british"),
    **dict.fromkeys(("french", "italian", "japanese"), "french"),
    "belgian": "belgian",
    "american": "american",
}
TANKS = {"tank", "heavy-tank", "fast-tank"}
INFANTRY = {"infantry", "storm", "marine", "mountain"}
PORT_ARMIES = {"british", "belgian"}
LINE_FORTS = {"3029", "3120"}
RIVERS = {"river", "major-river"}
POINTS = {"clear": 1, "forest": 1, "rough": 1, "flood plain": 1, "devastated": 2, "marsh": 2, "mountain": 2}
COVER = {"forest": -1, "rough": -1, "devastated": -1, "marsh": -1, "mountain": -2}
NO_TANKS = {"forest", "marsh", "mountain"}
RESULTS = {
    1: "2/0 2/0 3/0 3/0 3/1 4/1 4/1 4/2",
    2: "2/0 2/0 2/0 3/1 3/1 3/1 4/2 4/2",
    3: "2/0 2/0 2/1 3/1 3/1 3/2 4/2 4/2",
    4: "2/0 2/1 2/1 2/1 3/2 3/2 3/2 4/3",
    5: "2/0 2/1 2/1 2/2 3/2 3/2 3/3 4/3",
    6: "2/1 2/1 2/2 2/3 3/3 3/3 3/3 3/4",
    7: "1/1 2/2 2/2 2/3 2/3 3/3 3/4 3/4",
    8: "1/1 1/2 2/3 2/3 2/3 2/4 3/4 3/4",
    9: "1/1 1/2 1/3 1/3 2/4 2/4 2/5 3/5",
}
"""The combat results by the modified die, columns 1:2 to 7:1."""


def rows(name: str) -> list[dict[str, str]]:
    """A data file as it stands."""
    with (DATA / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@cache
def counters() -> dict[str, dict[str, str]]:
    """The printed values of each counter by its name."""
    types = {row["type"]: row for row in rows("types.csv")}
    return {row["counter"]: {**types[row["type"]], **row} for row in rows("counters.csv")}


def foe(side: str) -> str:
    """The other side."""
    return "german" if side == "allied" else "allied"


def halved(number: int) -> int:
    """7.2: half of it, rounded up."""
    return (number + 1) // 2


class Board:
    """The map of 1918, or that of 1919 where hexes differ."""

    def __init__(self, name: str) -> None:
        listed = {row["hex"]: row for row in rows("maps/storm/hexes.csv")}
        if name != "storm":
            listed |= {row["hex"]: row for row in rows(f"maps/{name}/hexes.csv")}
        self.terrain = {hex_: row["terrain"] for hex_, row in listed.items()}
        self.features = {hex_: set(filter(None, row["features"].split(";"))) for hex_, row in listed.items()}
        self.country = {hex_: row["country"] for hex_, row in listed.items()}
        self.start = {hex_: row["start_side"] for hex_, row in listed.items()}
        self.playable = {hex_ for hex_, there in self.terrain.items() if there not in ("sea", "holland")}
        self.sides: dict[frozenset[str], set[str]] = {}
        for row in rows("maps/storm/hexsides.csv"):
            self.sides.setdefault(frozenset((row["hex_a"], row["hex_b"])), set()).add(row["feature"])
        self._ways: dict[str, list[str]] = {}
        self._around = {hex_: tuple(self._ring(hex_)) for hex_ in self.playable}

    def _ring(self, hex_: str) -> Iterator[str]:
        """East and then on against the clock; odd rows are shifted half a hex to the west, columns count westward."""
        row, column = int(hex_[:2]), int(hex_[2:])
        right = column if row % 2 else column - 1
        for r, c in (
            (row, column - 1),
            (row - 1, right),
            (row - 1, right + 1),
            (row, column + 1),
            (row + 1, right + 1),
            (row + 1, right),
        ):
            yield f"{r:02}{c:02}"

    def ring(self, hex_: str) -> tuple[str, ...]:
        """The six places around a hex in their order, on the map or not."""
        return self._around[hex_]

    def neighbours(self, hex_: str) -> list[str]:
        """The playable hexes around a hex."""
        return [there for there in self._around[hex_] if there in self.playable]

    def ways_out(self, hex_: str) -> list[str]:
        """The hexes that ground units and their zones reach from a hex: not over water that is all sea."""
        if hex_ not in self._ways:
            near = self.neighbours(hex_)
            self._ways[hex_] = [there for there in near if "all-sea" not in self.side(hex_, there)]
        return self._ways[hex_]

    def side(self, here: str, there: str) -> set[str]:
        """What lies along a hexside."""
        return self.sides.get(frozenset((here, there)), set())

    def having(self, feature: str) -> set[str]:
        """The hexes with a feature."""
        return {hex_ for hex_, features in self.features.items() if feature in features}

    def within(self, hex_: str, far: int) -> set[str]:
        """The hexes no farther away, over land or not."""
        found = {hex_}
        for _ in range(far):
            found |= {there for here in found for there in self._ring(here)}
        return found & self.playable

    def fortress(self, hex_: str) -> str:
        """The nation whose fortress a hex is, or nothing."""
        return next((f.split(":")[1] for f in self.features[hex_] if f.startswith("fortress:")), "")

    def morale(self, hex_: str) -> int:
        """4.2: the points of a hex."""
        return next((int(f.split(":")[1]) for f in self.features[hex_] if f.startswith("morale:")), 0)

    def edge(self) -> set[str]:
        """11.9: the hexes over which one can leave the map: land beyond, neither sea nor Holland."""
        south = {hex_ for hex_ in self.playable if hex_[:2] == "41"}
        return self.having("supply:german") | self.having("supply:french") | south


@cache
def board(name: str) -> Board:
    """Each map once."""
    return Board(name)


@dataclass
class Unit:
    """A ground unit, on the map or about to enter it."""

    name: str
    hex: str
    steps: int
    supply: str = NORMAL
    railed: bool = False
    attacked: bool = False
    was_attacked: bool = False
    companion: bool = False
    infiltrated: bool = False
    printed: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.printed = counters()[self.name]
        self.side, self.symbol, self.nation = self.printed["side"], self.printed["symbol"], self.printed["nation"]
        self.army, self.free = MAJOR[self.nation], self.printed["stacking"] == "0"
        self.reduced = self.steps < int(self.printed["steps"])
        self.tank, self.infantry = self.symbol in TANKS, self.symbol in INFANTRY
        self.stoss = self.symbol in ("storm", "mountain")
        self.zone = not self.free
        self.agb, self.anti_tank = self.symbol == "artillery", self.symbol == "anti-tank"

    def rating(self, what: str) -> int:
        """Attack, defence or move, of the side that is up."""
        return int(self.printed[("back_" if self.reduced else "") + what])


@dataclass
class Position:
    """What the referee is told of a position."""

    scenario: str
    turn: int
    player: str
    options: set[str]
    units: list[Unit]
    german_control: set[str]
    wet: bool = False
    influenza: bool = False
    lost_ports: set[str] = field(default_factory=set)
    lost_forts: set[str] = field(default_factory=set)
    mixed: set[str] = field(default_factory=set)


class Referee:
    """What a reader of the booklet says of one position."""

    def __init__(self, position: Position) -> None:
        self.now = position
        self.plan_1919 = position.scenario == "plan-1919"
        self.board = board("storm-1919" if self.plan_1919 else "storm")
        self.wet, self.mixed = position.wet, position.mixed
        self.units = {unit.name: unit for unit in position.units}
        self.stacks: dict[str, list[Unit]] = {}
        for unit in position.units:
            if unit.hex in self.board.playable:
                self.stacks.setdefault(unit.hex, []).append(unit)
        self.held = {side: {h for h, us in self.stacks.items() if us[0].side == side} for side in ("allied", "german")}
        self.zone = {side: set(self._zone(side)) for side in ("allied", "german")}

    # -- ground and zones

    def _zone(self, side: str) -> Iterator[str]:
        """10.1, 10.2: around every unit that has a zone, not over an all-sea hexside."""
        for hex_ in self.held[side]:
            if any(unit.zone for unit in self.stacks[hex_]):
                yield from self.board.ways_out(hex_)

    def controls(self, side: str, hex_: str) -> bool:
        """3.5: whose hex it is."""
        return (hex_ in self.now.german_control) == (side == "german")

    def ground(self, hex_: str) -> str:
        """6.3: the natural terrain in this weather."""
        there = self.board.terrain[hex_]
        return "marsh" if self.wet and there == "flood plain" else there

    def major_river(self, here: str, there: str) -> bool:
        """6.3: in wet weather every river is a major one."""
        found = self.board.side(here, there)
        return "major-river" in found or (self.wet and "river" in found)

    def near(self, side: str, hex_: str) -> bool:
        """Whether a hex is next to a unit of a side."""
        return any(there in self.held[side] for there in self.board.neighbours(hex_))

    # -- supply

    def lines(self, side: str, sources: Iterable[str]) -> set[str]:
        """7.7 to 7.9: every hex from which a line can be traced to one of the sources."""
        queue = [hex_ for hex_ in sources if self.line_passes(side, hex_)]
        found = set(queue)
        for here in queue:
            for there in self.board.ways_out(here):
                if there not in found and self.line_passes(side, there):
                    found.add(there)
                    queue.append(there)
        return found

    def line_passes(self, side: str, hex_: str) -> bool:
        """7.8, 10.7: no enemy, no enemy zone unless a friend stands there, no fortress of the enemy in his hands."""
        enemy = foe(side)
        fortress = self.board.fortress(hex_)
        theirs = fortress and (fortress == "german") == (enemy == "german") and self.controls(enemy, hex_)
        blocked = hex_ in self.zone[enemy] and hex_ not in self.held[side]
        return not theirs and not blocked and hex_ not in self.held[enemy]

    def sources(self, army: str) -> set[str]:
        """7.4 to 7.6, 7.8: the working sources of an army."""
        if army in PORT_ARMIES:
            ports = self.board.having("supply:british") - self.now.lost_ports
            return {hex_ for hex_ in ports if self.controls("allied", hex_)}
        side = "german" if army == "german" else "allied"
        found = self.board.having("supply:german" if army == "german" else "supply:french")
        return {hex_ for hex_ in found if self.controls(side, hex_)}

    @cached_property
    def supplied(self) -> dict[str, set[str]]:
        """The hexes from which each kind of source can be traced to."""
        return {
            army: self.lines("german" if army == "german" else "allied", self.sources(army))
            for army in ("german", "british", "french")
        }

    def supply(self, unit: Unit) -> str:
        """7.3 to 7.13: how a unit is supplied now."""
        own = "british" if unit.army in PORT_ARMIES else "german" if unit.army == "german" else "french"
        if unit.hex in self.supplied[own]:
            return NORMAL
        if "halved-defence" in self.now.options and self.fortress_feeds(unit):
            return FORT
        if unit.side == "allied" and unit.hex in self.supplied["french" if own == "british" else "british"]:
            return CROSS
        return FORT if self.fortress_feeds(unit) else OUT

    def fortress_feeds(self, unit: Unit) -> bool:
        """7.12 to 7.14, S3.14: own fortress never lost; Americans beside a Frenchman who draws on it."""
        if unit.hex in self.now.lost_forts or not (nation := self.board.fortress(unit.hex)):
            return False
        if unit.army == "american" and unit.infantry and not self.plan_1919:
            return any(self.supply(other) == FORT for other in self.stacks[unit.hex] if other.army == "french")
        return unit.army == nation

    # -- stacking

    def mixing(self, units: Iterable[Unit]) -> set[str]:
        """9.6: the American divisions in company of another army."""
        units = list(units)
        return {u.name for u in units if u.army == "american"} if len({u.army for u in units}) > 1 else set()

    def stack_is_legal(self, units: list[Unit], mixed: Iterable[str] = ()) -> bool:
        """9.1, 9.4 to 9.6, S3.14 to S3.16, S3.25."""
        armies = {unit.army for unit in units}
        limit = 4 if self.plan_1919 and armies == {"american"} else 3
        if sum(not unit.free for unit in units) > limit or not self._free_ones([u for u in units if u.free]):
            return False
        if len(units) > 1 and any(unit.name == "JEF" for unit in units):
            return False
        if len(armies) == 1:
            return True
        guests = [unit for unit in units if unit.army == "american"]
        nine = len({*self.guests(units), *mixed, *(unit.name for unit in guests)}) <= 9
        return not self.plan_1919 and len(armies) == 2 and bool(guests) and all(u.infantry for u in guests) and nine

    def guests(self, moving: list[Unit]) -> set[str]:
        """The Americans that count against the nine: those of this game turn, by an option those of this moment."""
        if "at-once" not in self.now.options:
            return self.mixed
        gone = {unit.name for unit in moving}
        left = [[unit for unit in stack if unit.name not in gone] for stack in self.stacks.values()]
        return {name for stack in left for name in self.mixing(stack)}

    def _free_ones(self, free: list[Unit]) -> bool:
        """9.4, S3.15: one, or a heavy and a fast tank."""
        return len(free) <= 1 or sorted(unit.symbol for unit in free) == ["fast-tank", "heavy-tank"]

    def joins(self, unit: Unit, hex_: str, mixed: frozenset[str] = frozenset()) -> frozenset[str] | None:
        """The Americans mixed so far if a unit comes into a hex, or None if it may not be there."""
        if hex_ not in self.stacks:
            return mixed
        there = [*(u for u in self.stacks[hex_] if u.name != unit.name), unit]
        if any(u.side != unit.side for u in there) or not self.stack_is_legal(there, mixed):
            return None
        return mixed if "at-once" in self.now.options else mixed | (self.mixing(there) - self.mixed)

    # -- regular movement

    def allowance(self, unit: Unit) -> int:
        """7.2, 7.11 to 7.13, 16.2: the movement factor of this phase."""
        factor = unit.rating("move") - self.now.influenza
        return halved(factor) if unit.supply != NORMAL else factor

    def price(self, unit: Unit, here: str | None, there: str) -> int:
        """12.9 to 12.11, S3.17: what it costs to enter a hex, from another or from beyond the edge."""
        points = POINTS[self.ground(there)] + (self.wet and self.ground(there) == "forest")
        if unit.symbol == "mountain" and self.ground(there) in ("mountain", "forest"):
            points = 1
        trench = "allied-trench" if unit.side == "german" else "german-main-trench"
        river = here is not None and self.major_river(here, there)
        return points + river + (trench in self.board.features[there])

    def agb_may_enter(self, unit: Unit, here: str | None, there: str) -> bool:
        """12.9.5, 12.9.7, 14.2: no marsh, no mountain, not beside an enemy; out of a flood by wet ground if it must."""
        if self.near("allied", there):
            return False
        if self.ground(there) not in ("marsh", "mountain"):
            return True
        flooded = here is not None and self.flooded(unit.hex) and self.board.terrain[there] == "flood plain"
        return flooded and self.to_dry_ground(there) < self.to_dry_ground(here or "")

    def flooded(self, hex_: str) -> bool:
        """A flood plain in wet weather."""
        return self.wet and self.board.terrain[hex_] == "flood plain"

    def to_dry_ground(self, hex_: str) -> int:
        """How many hexes away the nearest ground is that AGB may stand on."""
        for far in range(20):
            if any(self.ground(there) not in ("marsh", "mountain") for there in self.board.within(hex_, far)):
                return far
        return 20

    def steps_on(self, unit: Unit, here: str | None, spent: int) -> Iterator[tuple[str, int]]:
        """The next hexes of a move with what is spent then; a whole allowance buys any first hex."""
        enemy = foe(unit.side)
        zone, first = self.zone[enemy], here is None or (here == unit.hex and spent == 0)
        if here is not None and here in zone and not first:
            return
        for there in self.board.ways_out(here) if here else self.entries(unit):
            spent_then = spent + self.price(unit, here, there)
            if there in self.held[enemy] or (here in zone and there in zone):
                continue
            if unit.agb and not self.agb_may_enter(unit, here, there):
                continue
            if spent_then <= self.allowance(unit) or first:
                yield there, spent_then

    def destinations(self, unit: Unit, spent: int = 0) -> dict[str, int]:
        """Where a unit may move, and the points of the cheapest way; some may be spent already on the edge."""
        start = unit.hex if unit.hex in self.board.playable else None
        queue: list[tuple[int, str | None, frozenset[str]]] = [(spent, start, frozenset())]
        seen, cheapest = set[tuple[str | None, frozenset[str]]](), dict[str, int]()
        while queue:
            spent, here, mixed = heapq.heappop(queue)
            if (here, mixed) in seen:
                continue
            seen.add((here, mixed))
            if here is not None:
                cheapest.setdefault(here, spent)
            for there, then in self.steps_on(unit, here, spent):
                joined = self.joins(unit, there, mixed)
                if joined is not None:
                    heapq.heappush(queue, (then, there, joined))
        cheapest.pop(unit.hex, None)
        return {} if unit.railed else cheapest

    def way(self, unit: Unit, hexes: Iterable[str], spent: int = 0) -> int | None:
        """What it costs a unit to move through some hexes one after the other, or None if it may not."""
        here = unit.hex if unit.hex in self.board.playable else None
        mixed = frozenset[str]()
        for there in hexes:
            then = dict(self.steps_on(unit, here, spent)).get(there)
            joined = self.joins(unit, there, mixed)
            if then is None or joined is None or unit.railed:
                return None
            here, spent, mixed = there, then, joined
        return spent

    def entries(self, unit: Unit) -> set[str]:
        """8.1.2, 8.1.3, 8.5, 16.5: the source hexes over which a unit comes onto the map."""
        return self.sources("german" if unit.side == "german" else "french")

    # -- strategic movement

    def rail_passes(self, unit: Unit, hex_: str) -> bool:
        """11.4, 11.5: own hexes on the own side of the old front, and the enemy's trench line."""
        side = unit.side
        home = self.board.start[hex_] == ("G" if side == "german" else "A")
        line = "allied-trench" if side == "german" else "german-main-trench"
        trench = line in self.board.features[hex_] or (side == "german" and hex_ in LINE_FORTS)
        return (home or trench) and self.controls(side, hex_)

    def station(self, unit: Unit, hex_: str) -> bool:
        """11.7, 11.10: where a rail move may begin or end."""
        features = self.board.features[hex_]
        if unit.agb and features & {"german-main-trench", "german-secondary-trench"}:
            return True
        return bool(features & {"town", "city"})

    def line_is_held(self, unit: Unit, hex_: str) -> bool:
        """10.3: no enemy zone, or another friend who is there the whole phase."""
        others = [u for u in self.stacks.get(hex_, []) if u.name != unit.name and not u.railed]
        return hex_ not in self.zone[foe(unit.side)] or bool(others)

    def boards(self, unit: Unit) -> bool:
        """Whether a unit is where a rail move may begin."""
        if unit.railed or unit.hex not in self.board.playable:
            return not unit.railed
        held = self.station(unit, unit.hex) and self.line_is_held(unit, unit.hex)
        return held and self.rail_passes(unit, unit.hex)

    def rail_ends(self, unit: Unit) -> set[str]:
        """11.2 to 11.10: where a rail move of a unit may end."""
        if not self.boards(unit):
            return set()
        if unit.hex not in self.board.playable:
            ends = self._rails(unit, self.entries(unit))
        else:
            ends = self._rails(unit, [], unit.hex) | self._over_the_edge(unit)
        return {hex_ for hex_ in ends - {unit.hex} if self._rail_stop(unit, hex_)}

    def _rail_stop(self, unit: Unit, hex_: str) -> bool:
        """Where a train may be left."""
        if unit.agb and (self.ground(hex_) in ("marsh", "mountain") or self.near("allied", hex_)):
            return False
        return self.station(unit, hex_) and self.line_is_held(unit, hex_)

    def _rails(self, unit: Unit, enter: Iterable[str], start: str | None = None) -> set[str]:
        """The hexes that a train comes to; it goes on from those without an enemy zone."""
        found, queue = set[str](), [start] if start else []

        def reach(hex_: str) -> None:
            if unit.agb and self.near("allied", hex_):
                return
            if hex_ not in found and self.rail_passes(unit, hex_) and self.joins(unit, hex_) is not None:
                found.add(hex_)
                if hex_ not in self.zone[foe(unit.side)]:
                    queue.append(hex_)

        for hex_ in enter:
            reach(hex_)
        for here in queue:
            for there in self.board.ways_out(here):
                reach(there)
        return found

    def _over_the_edge(self, unit: Unit) -> set[str]:
        """11.9: to another part of a divided area, off the map and on again over hexes without an enemy zone."""
        edge = {h for h in self.board.edge() if h not in self.zone[foe(unit.side)] and self.rail_passes(unit, h)}
        if not (self._rails(unit, [], unit.hex) | {unit.hex}) & edge:
            return set()
        again = self._rails(unit, edge)
        return again - self.part(unit.side, unit.hex)

    def bertha_ends(self) -> set[str]:
        """16.6: German hexes in supply and within ten hexes of Paris."""
        fed = self.supplied["german"]
        near = {hex_ for paris in ("3337", "3338", "3438") for hex_ in self.board.within(paris, 10)}
        joined = {hex_ for hex_ in near if hex_ in fed or fed & set(self.board.ways_out(hex_))}
        return {hex_ for hex_ in joined if self.controls("german", hex_) and hex_ not in self.held["allied"]}

    def part(self, side: str, hex_: str) -> set[str]:
        """The connected part of a side's area in which a hex lies."""
        found, queue = {hex_}, [hex_]
        for here in queue:
            for there in self.board.ways_out(here):
                if there not in found and self.controls(side, there):
                    found.add(there)
                    queue.append(there)
        return found

    # -- infiltration

    def infiltration_begun(self) -> bool:
        """15.3: the Allies learn it in the ninth turn, or knew it in 1919."""
        return self.plan_1919 or self.now.turn >= 9

    def infiltrates(self, unit: Unit) -> bool:
        """15.1 to 15.5, S3.17 to S3.25: whether a unit may infiltrate for itself, the Australian corps apart."""
        if unit.supply == OUT or unit.railed or unit.infiltrated or unit.agb:
            return False
        if unit.side == "german":
            return unit.stoss or unit.tank
        return self.infiltration_begun() and (unit.tank or unit.companion or unit.name in ("JEF", "USMC"))

    def infiltrations(self, unit: Unit) -> set[str]:
        """15.4, S3.21: one hex, for fast tanks two in dry weather."""
        found = self._one_hex(unit, unit.hex)
        if unit.symbol == "fast-tank" and not self.wet:
            for here in sorted(found):
                if self.ground(here) not in NO_TANKS and "city" not in self.board.features[here]:
                    found |= self._one_hex(unit, here)
        return found - {unit.hex}

    def _one_hex(self, unit: Unit, here: str) -> set[str]:
        around = {there for there in self.board.ways_out(here) if self.joins(unit, there) is not None}
        if unit.symbol == "fast-tank":
            around = {there for there in around if not self.major_river(here, there)}
        return around
