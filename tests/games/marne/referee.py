"""A slow referee for Marne 1918, written from the booklet and its reading alone, before the game's code was read.

It knows the map as labels and pairs of labels, reads the same data files as the game by itself, and tries everything
out one hex at a time. Movement is counted in half points, since a road costs half a point.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import westfront.games.marne

DATA = Path(westfront.games.marne.__file__).parent / "data"
REIMS, MONTDIDIER = "4619", "0605"
COMMAND = 15
LAST_FROZEN_COLUMN = 30

Side = frozenset[str]


def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@cache
def terrain() -> dict[str, set[str]]:
    """What is in each hex."""
    return {
        row["hex"]: {row["terrain"], *filter(None, row["features"].split(";"))} for row in _rows("maps/marne/hexes.csv")
    }


@cache
def hexsides() -> dict[Side, set[str]]:
    """What is on each hexside."""
    found: dict[Side, set[str]] = {}
    for row in _rows("maps/marne/hexsides.csv"):
        found.setdefault(frozenset((row["hex_a"], row["hex_b"])), set()).add(row["feature"])
    return found


@cache
def rivers() -> dict[Side, str]:
    """The name of the river on each hexside."""
    rows = _rows("maps/marne/hexsides.csv")
    return {frozenset((row["hex_a"], row["hex_b"])): row["name"] for row in rows if row["feature"].endswith("river")}


@cache
def uphill() -> set[tuple[str, str]]:
    """From which hex to which a slope goes up."""
    return {(row["hex_a"], row["hex_b"]) for row in _rows("maps/marne/hexsides.csv") if row["feature"] == "slope"}


@cache
def lines(kind: str) -> set[Side]:
    """The hexsides that a road or a railway crosses."""
    return {frozenset((row["hex_a"], row["hex_b"])) for row in _rows("maps/marne/links.csv") if row["kind"] == kind}


@cache
def holders(scenario: str) -> dict[str, str]:
    """The playing area, with the side that holds each hex at the start."""
    words = {"A": "allied", "G": "german"}
    return {row["hex"]: words[row[scenario]] for row in _rows("maps/marne/sides.csv") if row[scenario] in words}


@cache
def counters() -> dict[str, dict[str, str]]:
    """The printed values of each counter by its name."""
    types = {row["type"]: row for row in _rows("types.csv")}
    return {row["counter"]: {**types[row["type"]], **row} for row in _rows("counters.csv")}


@cache
def schedule(scenario: str) -> dict[tuple[int, int], dict[str, str]]:
    """The row of each turn and sequence."""
    return {(int(r["turn"]), int(r["sequence"])): r for r in _rows("schedule.csv") if r["scenario"] == scenario}


@cache
def arrivals(scenario: str) -> list[dict[str, str]]:
    """The reinforcements of a scenario."""
    return _rows(f"maps/marne/arrivals-{scenario}.csv")


@cache
def neighbours(hex_: str) -> tuple[str, ...]:
    """The hexes around a hex; even columns lie half a hex lower."""
    column, row = int(hex_[:2]), int(hex_[2:])
    beside = (row - 1, row) if column % 2 else (row, row + 1)
    found = [(column, row - 1), (column, row + 1), *((c, r) for c in (column - 1, column + 1) for r in beside)]
    return tuple(label for c, r in found if (label := f"{c:02}{r:02}") in terrain())


@cache
def distance(here: str, there: str) -> int:
    """How many hexes away a hex is."""
    columns = abs(int(here[:2]) - int(there[:2]))
    low, high = (2 * int(h[2:]) + (int(h[:2]) % 2 == 0) for h in (here, there))
    return max(columns, (abs(low - high) + columns) // 2)


def foe(side: str) -> str:
    """The other side."""
    return "german" if side == "allied" else "allied"


def town(hex_: str) -> bool:
    return bool(terrain()[hex_] & {"town", "city"})


@dataclass
class Unit:
    """A counter on the map."""

    name: str
    hex: str
    steps: int = 0
    disorder: str = ""
    pinned: bool = False
    cut_off: bool = False
    leaving: bool = False
    reserve: int = 0
    exploiting: int = 0
    moved: bool = False
    attacked: bool = False
    uses: int = 0
    under: str = ""
    offensive: bool = False
    printed: dict[str, str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.printed = counters()[self.name]
        self.side, self.group, self.nation = self.printed["side"], self.printed["group"], self.printed["nation"]
        symbol = self.printed["symbol"].split("/")[0]
        sizes = {"XX": "division", "III": "regiment", "X": "regiment"}
        support = {"army-artillery": "army", "artillery": "corps", "headquarters": "hq", "storm": "storm", "air": "air"}
        self.kind = support.get(symbol) or ("tank" if symbol == "tank" else sizes[self.printed["size"]])
        self.combat = self.kind in ("division", "regiment", "tank")
        self.gun = self.kind in ("army", "corps")
        self.american = self.nation in ("american", "franco-american")

    @property
    def full(self) -> bool:
        """6.0: no step lost."""
        return self.steps == int(self.printed["steps"])

    def rating(self, what: str) -> int:
        """Attack, defence or move, of the side that is up."""
        return int(self.printed[what if self.full or self.kind == "tank" else f"back_{what}"])

    @property
    def cost(self) -> int:
        """12.2.8: the hit points of one step."""
        if self.kind == "tank":
            return int(self.printed["protection"])
        return 3 if self.kind == "division" or self.american else 2

    @property
    def points(self) -> int:
        """4.0: what it counts for stacking."""
        if self.kind == "division":
            return 3 if self.full else 2
        return int(self.combat)


@dataclass
class Position:
    """What is on the map besides the counters."""

    scenario: str
    turn: int
    sequence: int
    player: str
    manner: str = "move"
    pontoons: set[tuple[str, str]] = field(default_factory=set)
    bridges_down: set[Side] = field(default_factory=set)
    interdicted: dict[str, str] = field(default_factory=dict)
    relieved: set[str] = field(default_factory=set)

    @property
    def row(self) -> dict[str, str]:
        return schedule(self.scenario)[self.turn, self.sequence]


class Referee:
    """What a reader of the booklet says of one position."""

    def __init__(self, units: Iterable[Unit], position: Position) -> None:
        self.now, self.units = position, {unit.name: unit for unit in units}
        self.area = set(holders(position.scenario))
        self.stacks: dict[str, list[Unit]] = {}
        for unit in self.units.values():
            if unit.hex and unit.kind != "air":
                self.stacks.setdefault(unit.hex, []).append(unit)
        sides = ("allied", "german")
        self.ground = {s: {h for h, who in self.stacks.items() if any(u.side == s for u in who)} for s in sides}
        self.troops = {s: {h for h in self.ground[s] if self.fighters(h)} for s in sides}
        self.zone = {s: self._zone(s, True) for s in sides}
        self.zone_unpinned = {s: self._zone(s, False) for s in sides}

    def fighters(self, hex_: str) -> list[Unit]:
        """The combat units of a hex."""
        return [unit for unit in self.stacks.get(hex_, []) if unit.combat]

    def _zone(self, side: str, pinned: bool) -> set[str]:
        """5.0: the six hexes around every combat unit that is not a tank."""
        units = (u for h in self.troops[side] for u in self.fighters(h) if u.kind != "tank")
        return {there for u in units if pinned or not u.pinned for there in neighbours(u.hex)}

    def storm_of(self, unit: Unit) -> Unit | None:
        """The Stosstruppen under a regiment."""
        return next((u for u in self.units.values() if u.kind == "storm" and u.hex and u.under == unit.name), None)

    def frozen(self, hex_: str) -> bool:
        """Scenario 3: nothing moves west of column 31 in turn 17."""
        return (self.now.scenario, self.now.turn) == ("friedensturm", 17) and int(hex_[:2]) <= LAST_FROZEN_COLUMN

    def morale(self, unit: Unit) -> int:
        """3.0: the printed morale, with the bonus of the scenario for units with a plus."""
        return int(unit.printed["morale"]) + (int(self.now.row["us"]) if unit.printed["plus"] == "1" else 0)

    def elite(self, unit: Unit) -> bool:
        return unit.kind == "regiment" and self.morale(unit) >= 5

    # -- bridges

    def bridge(self, here: str, there: str) -> str:
        """11.1.4, 11.2.5: the bridge that stands on a hexside, "road-bridge", "rail-bridge" or nothing."""
        side = frozenset((here, there))
        if side in self.now.bridges_down:
            return ""
        return next(iter(hexsides().get(side, set()) & {"road-bridge", "rail-bridge"}), "")

    def pontoon(self, here: str, there: str) -> bool:
        return (here, there) in self.now.pontoons or (there, here) in self.now.pontoons

    def wet(self, here: str, there: str, side: str) -> bool:
        """A major river that a side has neither bridge nor pontoon over."""
        dry = self.bridge(here, there) or (side == "german" and self.pontoon(here, there))
        return "major-river" in hexsides().get(frozenset((here, there)), set()) and not dry

    # -- supply and command

    def passable(self, hex_: str, side: str) -> bool:
        """9.1: no enemy unit, and no enemy zone unless a friend stands there."""
        enemy = foe(side)
        if hex_ in self.ground[enemy]:
            return False
        return hex_ in self.ground[side] or hex_ not in self.zone[enemy]

    def sources(self, side: str) -> set[str]:
        """9.1: the hexes of the edges."""
        return {hex_ for hex_ in self.area if f"supply:{side}:{self.now.scenario}" in terrain()[hex_]}

    def has_line(self, hex_: str, side: str) -> bool:
        """9.1: a path of any length to a source on the edge."""
        if self.outside(hex_):
            return True
        if not self.passable(hex_, side):
            return False
        seen, queue, sources = {hex_}, [hex_], self.sources(side)
        for here in queue:
            if here in sources:
                return True
            for there in neighbours(here):
                if there in self.area and there not in seen and self.passable(there, side):
                    seen.add(there)
                    queue.append(there)
        return False

    def outside(self, hex_: str) -> bool:
        """Scenario 2: Reims, outside the playing area, is always in supply."""
        return hex_ == REIMS and self.now.scenario == "blucher"

    def commanded(self, side: str) -> set[str]:
        """9.1: the hexes to which an HQ can trace a command path now."""
        return {hex_ for hq in self.hqs(side) for hex_ in self.range_of(hq.hex, side)}

    def hqs(self, side: str) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.kind == "hq" and unit.side == side and unit.hex]

    def range_of(self, hq: str, side: str, friend: str = "") -> set[str]:
        """The hexes within fifteen of an HQ; over an unbridged major river a path ends in the first hex.

        `friend` is a hex where a friendly unit is supposed to stand.
        """
        found, dry, front = {hq}, {hq}, {hq}
        for _ in range(COMMAND):
            ahead: set[str] = set()
            for here in front:
                for there in neighbours(here):
                    if there not in self.area or not (
                        self.passable(there, side) or self._friendly(there, friend, side)
                    ):
                        continue
                    found.add(there)
                    if not self.wet(here, there, side):
                        ahead.add(there)
            front = ahead - dry
            dry |= ahead
        return found

    def _friendly(self, hex_: str, friend: str, side: str) -> bool:
        return hex_ == friend and hex_ not in self.ground[foe(side)]

    def would_be_commanded(self, side: str, hex_: str) -> bool:
        """Whether a unit would be in command if it stood in a hex."""
        return any(hex_ in self.range_of(hq.hex, side, hex_) for hq in self.hqs(side))

    def in_supply(self, unit: Unit) -> bool:
        """9.1: an HQ by its line, everybody else by the range of an HQ."""
        if unit.kind == "hq" or self.outside(unit.hex):
            return self.has_line(unit.hex, unit.side)
        return unit.hex in self.commanded(unit.side)

    # -- movement

    def zone_against(self, group: list[Unit]) -> set[str]:
        """11.2.1, 12.2.6: pinned units do not stop Stosstruppen, tanks, and what is stacked with tanks."""
        enemy, who = foe(group[0].side), [unit for unit in group if unit.combat]
        tank = any(unit.kind == "tank" for unit in who)
        bold = bool(who) and (tank or all(self.storm_of(unit) for unit in who if unit.kind == "regiment"))
        if not tank and any(unit.kind == "division" for unit in who):
            bold = False
        return self.zone_unpinned[enemy] if bold else self.zone[enemy]

    def allowance(self, unit: Unit, manner: str) -> int:
        """The half points of a unit: 12.5 halves them, 11.2.6 doubles them, 14.2 and 12.2.6 give a part."""
        points = unit.rating("move")
        if unit.disorder:
            points //= 2
        if manner == "exploit":
            points = (points + 1) // 2
        elif manner == "coordination":
            points = (points + 1) // 2
        elif manner == "reserve":
            points += 2
        elif manner == "march":
            points *= 2
        return 2 * points

    def price(self, unit: Unit, here: str, there: str, march: bool = False) -> int | None:
        """9.2 of the reading: the half points of a step, None where it cannot be taken so."""
        side = frozenset((here, there))
        river = next(iter(hexsides().get(side, set()) & {"major-river", "minor-river"}), "")
        more = 2 if self.now.interdicted.get(there) == foe(unit.side) else 0
        if side in lines("road") and side not in self.now.bridges_down:
            return 1 + more
        if march:
            return None
        cost = 2 * (1 + ("woods" in terrain()[there]) + ("crater" in terrain()[there]) + ((here, there) in uphill()))
        bridge, pontoon = self.bridge(here, there), unit.combat and unit.side == "german" and self.pontoon(here, there)
        if river and unit.gun and not bridge:
            return None
        if river == "major-river":
            if not bridge and not pontoon:
                return None
            cost += 0 if bridge == "road-bridge" else 2
        elif river and not bridge and not pontoon:
            cost += 2
        return cost + more

    def may_enter(self, unit: Unit, hex_: str) -> bool:
        """11.1.1, 11.3.1, 11.3.3, scenario 3: no enemy combat unit; guns and HQs stay out of enemy zones."""
        enemy = foe(unit.side)
        if hex_ not in self.area or hex_ in self.troops[enemy] or self.frozen(hex_):
            return False
        return unit.combat or hex_ not in self.zone[enemy]

    def may_leave(self, group: list[Unit]) -> bool:
        """11.2.2: out of an enemy zone only if a combat unit stays, or by relief."""
        hex_, fighters = group[0].hex, [unit for unit in group if unit.combat]
        if self.frozen(hex_) or self.outside(hex_):
            return False
        if not fighters or hex_ not in self.zone_against(group):
            return True
        staying = [unit for unit in self.fighters(hex_) if unit not in group]
        if any(not unit.moved for unit in staying):
            return True
        return bool(staying) and all(unit.name in self.now.relieved for unit in fighters)

    def may_march(self, group: list[Unit]) -> bool:
        """11.2.6: combat units in order, no tanks."""
        fit = all(u.combat and u.kind != "tank" and not u.disorder for u in group if u.kind != "storm")
        return fit and self.apart(group[0], group[0].hex)

    def apart(self, unit: Unit, hex_: str) -> bool:
        """11.2.6: more than two hexes from every enemy unit."""
        return all(distance(hex_, other) > 2 for other in self.ground[foe(unit.side)])

    def steps_from(
        self, group: list[Unit], here: str, paid: int, first: bool, manner: str
    ) -> Iterator[tuple[str, int]]:
        """The hexes that a group can step into, with what it has paid by then; a whole move costs all it has."""
        means = min(self.allowance(unit, manner) for unit in group)
        zone, march = self.zone_against(group), manner == "march"
        for there in neighbours(here):
            if not all(self.may_enter(unit, there) for unit in group):
                continue
            if here in zone and (there in zone or not first):
                continue
            if march and not self.apart(group[0], there):
                continue
            prices = [self.price(unit, here, there, march) for unit in group]
            cost = None if None in prices else max(price for price in prices if price is not None)
            if cost is not None and paid + cost <= means:
                yield there, paid + cost
            elif first and manner == "move" and self.whole_move(group, here, there):
                yield there, max(means, 1)

    def whole_move(self, group: list[Unit], here: str, there: str) -> bool:
        """11.1.2, 11.2.3: one hex whatever it costs; guns still need their bridge."""
        river = hexsides().get(frozenset((here, there)), set()) & {"major-river", "minor-river"}
        return not (river and not self.bridge(here, there) and any(unit.gun for unit in group))

    def destinations(self, group: list[Unit], manner: str) -> dict[str, int]:
        """Where a group may move, and the half points of the cheapest way."""
        if not self.may_leave(group) or (manner == "march" and not self.may_march(group)):
            return {}
        return self.reach(group, group[0].hex, manner)

    def reach(self, group: list[Unit], start: str, manner: str) -> dict[str, int]:
        """The hexes within reach, trying every step from every hex."""
        means = min(self.allowance(unit, manner) for unit in group)
        found, queue, zone = {start: 0}, [start], self.zone_against(group)
        for here in queue:
            first = here == start
            if not first and (here in zone or found[here] >= means):
                continue
            for there, paid in self.steps_from(group, here, found[here], first, manner):
                if paid < found.get(there, 999):
                    found[there] = paid
                    queue.append(there)
        del found[start]
        return found

    def way(self, group: list[Unit], hexes: list[str], manner: str) -> int | None:
        """What it costs a group to go through some hexes one after the other, or None if it may not."""
        if not self.may_leave(group) or (manner == "march" and not self.may_march(group)):
            return None
        here, paid, stopped = group[0].hex, 0, False
        for number, there in enumerate(hexes):
            steps = dict(self.steps_from(group, here, paid, number == 0, manner)) if not stopped else {}
            if there not in steps:
                return None
            whole = number == 0 and not self._affordable(group, here, there, manner)
            paid, here = steps[there], there
            stopped = whole or there in self.zone_against(group)
        return paid

    def _affordable(self, group: list[Unit], here: str, there: str, manner: str) -> bool:
        prices = [self.price(unit, here, there, manner == "march") for unit in group]
        means = min(self.allowance(unit, manner) for unit in group)
        return all(price is not None and price <= means for price in prices)

    def back_to_supply(self, group: list[Unit], ends: Iterable[str]) -> set[str]:
        """9.2: where a unit without supply may go: into command at once if it can, else nearer to it."""
        ends, side, start = set(ends), group[0].side, group[0].hex
        fed = {hex_ for hex_ in self.area if self.would_be_commanded(side, hex_)}
        if ends & fed:
            return ends & fed
        gap = min((distance(start, hex_) for hex_ in fed), default=0)
        return {hex_ for hex_ in ends if min((distance(hex_, f) for f in fed), default=0) < gap}

    # -- reinforcements

    def entry_hexes(self, unit: Unit, rule: str) -> set[str]:
        """11.1.5: the hexes of an entry rule that are open to a unit."""
        kind, _, rest = rule.partition(":")
        if kind == "hex" or kind == "roll":
            found = set(rest.split("|"))
        elif kind == "within":
            far, centre = rest.split(":")[:2]
            found = {hex_ for hex_ in self.area if distance(hex_, centre) <= int(far)}
            if rest.endswith(":apart"):
                enemies = self.ground[foe(unit.side)]
                found = {hex_ for hex_ in found if not enemies & {hex_, *neighbours(hex_)}}
        elif kind == "edge":
            found = {hex_ for run in rest.split("|") for hex_ in self._run(*run.split(".."))}
        else:
            names = rest.removesuffix("+1")
            found = {hq.hex for hq in self.hqs(unit.side) if names == "any" or hq.name in names.split("|")}
            if rest.endswith("+1"):
                found |= {there for hex_ in found for there in neighbours(hex_)}
        return {hex_ for hex_ in found if self._open_to_arrival(unit, hex_)}

    def _run(self, first: str, last: str) -> set[str]:
        columns, rows = range(int(first[:2]), int(last[:2]) + 1), range(int(first[2:]), int(last[2:]) + 1)
        return {f"{column:02}{row:02}" for column in columns for row in rows}

    def _open_to_arrival(self, unit: Unit, hex_: str) -> bool:
        enemy = foe(unit.side)
        if hex_ not in self.area or hex_ in self.ground[enemy]:
            return False
        return unit.combat or hex_ not in self.zone[enemy]

    # -- bridges and pontoons

    def demolishable(self, side: str) -> set[Side]:
        """11.2.5: an enemy within three hexes of an end, and an end in command."""
        command, enemies = self.commanded(side), self.ground[foe(side)]
        near = {hex_ for hex_ in self.area if any(distance(hex_, enemy) <= 3 for enemy in enemies)}
        return {s for s in self.major_bridges() if s not in self.now.bridges_down and s & near and s & command}

    def repairable(self, side: str) -> set[Side]:
        """11.2.5: a friend on one end, the other free of enemy zones, both in command."""
        command = self.commanded(side)
        return {s for s in self.now.bridges_down if s <= command and self._bank_held(side, s)}

    def _bank_held(self, side: str, bridge: Side) -> bool:
        one, other = sorted(bridge)
        pairs = ((one, other), (other, one))
        return any(near in self.ground[side] and self.passable(far, side) for near, far in pairs)

    def major_bridges(self) -> set[Side]:
        return {
            side
            for side, what in hexsides().items()
            if "major-river" in what and what & {"road-bridge", "rail-bridge"} and side <= self.area
        }

    def pontoon_modifier(self, builder: str, far: str) -> int:
        """11.2.4: what is added to the die."""
        near = any(distance(builder, hex_) <= 2 for hex_ in self.ground["allied"])
        name, what = rivers()[frozenset((builder, far))], hexsides()[frozenset((builder, far))]
        return near + 2 * (name == "Marne") - 2 * (far in self.ground["german"]) - ("minor-river" in what)

    # -- markers

    def disengageable(self, side: str) -> set[str]:
        """11.2.7: combat units in an enemy zone that have not moved."""
        return {
            u.name
            for u in self.units.values()
            if u.side == side and u.combat and u.hex in self.zone[foe(side)] and not u.moved and not u.leaving
        }

    def reservable(self, side: str) -> set[str]:
        """11.2.8: full, unmoved, in order, out of enemy zones, in range of a gun in offensive mode."""
        guns = [gun.hex for gun in self.units.values() if gun.side == side and gun.offensive and gun.hex]
        return {
            u.name
            for u in self.units.values()
            if u.side == side and u.combat and u.hex and u.full and not u.moved and not u.disorder and not u.reserve
            and u.hex not in self.zone[foe(side)] and any(distance(u.hex, gun) <= 4 for gun in guns)
        }  # fmt: skip

    # -- victory

    def points(self, holds: dict[str, str]) -> int:
        """16.0: the victory points by who holds the hexes; in scenario 4 the Allied ones."""
        winner = "allied" if self.now.scenario == "foch-attacks" else "german"
        start, total, either = holders(self.now.scenario), 0, False
        for hex_ in self.area:
            for word in terrain()[hex_]:
                if not word.startswith(f"vp:{self.now.scenario}:") or holds[hex_] != winner:
                    continue
                if self.now.scenario == "friedensturm" and start[hex_] == "german":
                    continue
                if hex_ in ("3015", "3016") and self.now.scenario == "foch-attacks":
                    either = True
                    continue
                total += int(word.rsplit(":", 1)[1])
        return total + 3 * either

    def encircled_divisions(self) -> int:
        """Scenario 3: German divisions without a line to their edge; three regiments are a division."""
        cut = [u for u in self.units.values() if u.side == "german" and u.hex and not self.has_line(u.hex, "german")]
        divisions = sum(unit.kind == "division" for unit in cut)
        return divisions + sum(unit.kind == "regiment" for unit in cut) // 3

    def winner(self, holds: dict[str, str]) -> str:
        """The winner at the end of the last turn, or nobody."""
        points = self.points(holds)
        if self.now.scenario == "gneisenau":
            if holds[MONTDIDIER] == "allied":
                return "allied"
            return "allied" if points <= 1 else "nobody" if points == 2 else "german"
        if self.now.scenario == "blucher":
            return "german" if points >= 15 else "nobody" if points == 14 else "allied"
        if self.now.scenario == "foch-attacks":
            return "allied" if points >= 6 else "nobody" if points == 5 else "german"
        reims = holds[REIMS] == "german" or not self.has_line(REIMS, "allied")
        pocket = self.encircled_divisions() >= 8
        if reims != pocket:
            return "german" if reims else "allied"
        return "german" if points > 5 else "allied" if points == 0 else "nobody"
