"""A slow referee for Marne 1918, written from the booklet and its reading alone, before the game's code was read.

It knows the map as labels and pairs of labels, reads the same data files as the game by itself, and tries everything
out one hex at a time. Movement is counted in half points, since a road costs half a point.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tests.games.marne.referee_map import (
    Position,
    Side,
    Unit,
    distance,
    foe,
    hexsides,
    holders,
    lines,
    neighbours,
    rivers,
    terrain,
    uphill,
)

REIMS, MONTDIDIER = "4619", "0605"
COMMAND = 15
LAST_FROZEN_COLUMN = 30


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

    def quiet(self, hex_: str) -> bool:
        """The frozen hexes as far as combat goes, unless the freeze is read as one of movement only."""
        return self.frozen(hex_) and self.now.options.get("freeze", "all") == "all"

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

    def goals(self, side: str) -> set[str]:
        """9.1: all sources; Paris and Reims are Allied ones while they are joined with the edge."""
        cities = {h for h in self.area if "supply:allied" in terrain()[h] and side == "allied"}
        return self.sources(side) | {hex_ for hex_ in cities if self.has_line(hex_, side)}

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

    def exposed(self, hq: Unit) -> bool:
        """An HQ in an enemy zone that nobody else of its side negates does not stop there when it falls back."""
        others = [unit for unit in self.stacks.get(hq.hex, []) if unit is not hq and unit.side == hq.side]
        return hq.hex in self.zone[foe(hq.side)] and not others

    def outside(self, hex_: str) -> bool:
        """Scenario 2: Reims, outside the playing area, is always in supply."""
        return hex_ == REIMS and self.now.scenario == "blucher"

    def commanded(self, side: str) -> set[str]:
        """9.1: the hexes to which an HQ can trace a command path now."""
        return {hex_ for hq in self.hqs(side) for hex_ in self.range_of(hq.hex, side)}

    def hqs(self, side: str) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.kind == "hq" and unit.side == side and unit.hex]

    def range_of(self, hq: str, side: str, most: int = COMMAND, dry_only: bool = False) -> set[str]:
        """The hexes within fifteen of an HQ; over an unbridged major river a path ends in the first hex."""
        found, dry, front = {hq}, {hq}, {hq}
        for _ in range(most):
            ahead: set[str] = set()
            for here in front:
                for there in neighbours(here):
                    if there not in self.area or not self.passable(there, side):
                        continue
                    found.add(there)
                    if not self.wet(here, there, side):
                        ahead.add(there)
            front = ahead - dry
            dry |= ahead
        return dry if dry_only else found

    def command_for_newcomers(self, side: str) -> set[str]:
        """The hexes in which a unit would be in command if it stood there, since it negates enemy zones by itself."""
        found = self.commanded(side)
        for hq in self.hqs(side):
            shorter = self.range_of(hq.hex, side, COMMAND - 1, dry_only=True)
            found |= {there for here in shorter for there in neighbours(here)}
        return {hex_ for hex_ in found if hex_ in self.area and hex_ not in self.ground[foe(side)]}

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
        if manner in ("exploit", "coordination"):
            points = (points + 1) // 2
        elif manner == "reserve":
            points += 2
        elif manner == "march":
            points *= 2
        return 2 * points - unit.spent

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
        return unit.combat or hex_ not in self.zone[enemy] | self.ground[enemy]

    def may_leave(self, group: list[Unit]) -> bool:
        """11.2.2: out of an enemy zone only if a combat unit stays, or by relief."""
        hex_, fighters = group[0].hex, [unit for unit in group if unit.combat]
        if self.frozen(hex_) or self.outside(hex_):
            return False
        if not fighters or hex_ not in self.zone_against(group):
            return True
        if any(unit.spent for unit in group):
            return False
        staying = [unit for unit in self.fighters(hex_) if unit not in group]
        return bool(staying) and all(not unit.alone or unit.name in self.now.relieved for unit in fighters)

    def may_march(self, group: list[Unit]) -> bool:
        """11.2.6: combat units in order, no tanks."""
        fit = all(u.combat and u.kind != "tank" and not u.disorder and not u.spent for u in group)
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
                yield there, means

    def whole_move(self, group: list[Unit], here: str, there: str) -> bool:
        """11.1.2, 11.2.3: one hex whatever it costs; guns need their bridge, and who fords began beside the river."""
        if any(unit.spent for unit in group):
            return False
        river = hexsides().get(frozenset((here, there)), set()) & {"major-river", "minor-river"}
        if any(unit.arrived for unit in group) and self.wet(here, there, group[0].side):
            return False
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

    def can_move(self, unit: Unit, manner: str) -> bool:
        """Whether a unit has anywhere to go."""
        if not unit.cut_off:
            return self.may_leave([unit]) and any(self.steps_from([unit], unit.hex, 0, True, manner))
        return bool(self.ends([unit], manner))

    def ends(self, group: list[Unit], manner: str) -> dict[str, int]:
        """Where a group may end its move, with the price; who is without supply goes back to it."""
        found = self.destinations(group, manner)
        if not any(unit.cut_off for unit in group):
            return found
        kept = self.back_to_supply(group, found)
        return {hex_: cost for hex_, cost in found.items() if hex_ in kept}

    def marches(self, group: list[Unit]) -> set[str]:
        """11.2.6: where a forced march may end."""
        ends = set(self.destinations(group, "march"))
        return self.back_to_supply(group, ends) if any(unit.cut_off for unit in group) else ends

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
        fed = self.command_for_newcomers(side)
        if ends & fed:
            return ends & fed
        gap = min((distance(start, hex_) for hex_ in fed), default=0)
        return {hex_ for hex_ in ends if min((distance(hex_, f) for f in fed), default=0) < gap}

    # -- reinforcements

    def entry_hexes(self, unit: Unit, rule: str, without: str = "") -> set[str]:
        """11.1.5: the hexes of an entry rule that are open to a unit; an HQ that has moved receives nobody."""
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
            still = [hq for hq in self.hqs(unit.side) if not hq.moved and hq.name != without]
            found = {hq.hex for hq in still if names == "any" or hq.name in names.split("|")}
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

    def may_bridge(self, unit: Unit, there: str, attempts: int) -> bool:
        """11.2.4: a river without a pontoon beside the unit, attempts left, and less than three pontoons laid."""
        river = hexsides().get(frozenset((unit.hex, there)), set()) & {"major-river", "minor-river"}
        if not river or there not in self.area or self.frozen(unit.hex):
            return False
        return not self.pontoon(unit.hex, there) and attempts > 0 and len(self.now.pontoons) < 3

    def pontoon_modifier(self, builder: str, far: str) -> int:
        """11.2.4: what is added to the die."""
        near = any(distance(builder, hex_) <= 2 for hex_ in self.ground["allied"])
        name, what = rivers()[frozenset((builder, far))], hexsides()[frozenset((builder, far))]
        return near + 2 * (name == "Marne") - 2 * (far in self.ground["german"]) - ("minor-river" in what)

    # -- air units

    def missions(self, unit: Unit, kind: str, sky: dict[str, int], mover: str, weather: int) -> set[str]:
        """17.1, 17.2, 10.0: the hexes over which an air unit that is ready on its HQ may fly a mission.

        `sky` is 1 under an HQ, 2 on it, 3 interdicting, 4 observing and 5 bombing; `weather` 1 is fog, 2 overcast.
        """
        near = {hex_ for hex_ in self.area if distance(hex_, unit.hex) <= 15}
        if kind == "rebasing":
            under = [self.units[name].under for name, status in sky.items() if status == 1]
            free = {hq.hex for hq in self.hqs(unit.side) if under.count(hq.name) < 4 and hq.name != unit.under}
            return {hex_ for hex_ in free if distance(hex_, unit.hex) <= 15} if unit.side == mover else set()
        if weather == 2 or (weather == 1 and mover == self.now.row["initiative"]):
            return set()
        others = [self.units[name] for name, status in sky.items() if status >= 2]
        enemies = {other.hex for other in others if other.side != unit.side}
        if kind == "interception":
            return near & enemies
        own = [other.hex for other in others if other.side == unit.side and sky[other.name] >= 3]
        free = {hex_ for hex_ in near - enemies if own.count(hex_) < 2}
        if kind == "observation":
            return free & (self.ground["german"] | self.ground["allied"])
        if kind == "bombing":
            return free & {o.hex for o in others if o.side == unit.side and sky[o.name] == 4}
        return free

    # -- guns in offensive mode

    def gun_moves(self, gun: Unit) -> set[str]:
        """11.3.1.1: one hex, or two along a road or an open railway out of range of enemy guns."""
        if self.frozen(gun.hex) or self.outside(gun.hex):
            return set()
        found = {there for there in neighbours(gun.hex) if self.may_enter(gun, there) and self._dry(gun.hex, there)}
        enemies = [u for u in self.units.values() if u.gun and u.hex and u.side != gun.side]
        for kind in ("road", "rail"):
            if kind == "rail" and not self.railway_open(gun):
                continue
            for middle in set(found) & set(neighbours(gun.hex)):
                for there in neighbours(middle):
                    ranged = any(distance(u.hex, there) <= int(u.printed["range"]) for u in enemies)
                    if not ranged and self._linked(kind, gun.hex, middle) and self._linked(kind, middle, there):
                        found |= {there} if self.may_enter(gun, there) else set()
        return found - {gun.hex}

    def _dry(self, here: str, there: str) -> bool:
        river = hexsides().get(frozenset((here, there)), set()) & {"major-river", "minor-river"}
        return not river or bool(self.bridge(here, there))

    def _linked(self, kind: str, here: str, there: str) -> bool:
        side = frozenset((here, there))
        return side in lines(kind) and side not in self.now.bridges_down

    def railway_open(self, gun: Unit) -> bool:
        """11.1.4: a railway to a source with no enemy on it or beside it."""
        enemies = self.ground[foe(gun.side)]
        seen, queue = {gun.hex}, [gun.hex]
        for here in queue:
            if enemies & {here, *neighbours(here)}:
                continue
            if here in self.sources(gun.side):
                return True
            for there in neighbours(here):
                if there in self.area and there not in seen and self._linked("rail", here, there):
                    seen.add(there)
                    queue.append(there)
        return False

    # -- markers

    def disengageable(self, side: str) -> set[str]:
        """11.2.7: combat units in an enemy zone that have not moved."""
        return {
            u.name
            for u in self.units.values()
            if u.side == side and u.combat and u.hex in self.zone[foe(side)] and not u.moved and not u.leaving
            and not self.quiet(u.hex)
        }  # fmt: skip

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
                gained = self.now.options.get("gains", "gained") == "gained" and self.now.scenario == "friedensturm"
                if gained and start[hex_] == "german":
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
