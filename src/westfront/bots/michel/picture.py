"""The front as a commander of Operation Michel reads it: the German ways to the objectives, battles, dangers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from math import exp
from statistics import fmean
from typing import NamedTuple

from westfront.bots.front import FAR, Race
from westfront.bots.michel.armies import ARMIES, ARRAS, NEAREST, SCALE, army_at, phases_to, race, way_west
from westfront.bots.weights import Weights
from westfront.games.michel.artillery import RANGE
from westfront.games.michel.data import MichelData
from westfront.games.michel.results import retreats
from westfront.games.michel.state import ALLIED, EXITED_XY, GERMAN, UNUSED, MichelState
from westfront.games.michel.supply import CORPS_STEPS, by_corps, by_road, general_supply, supply_lines, within_steps
from westfront.games.michel.victory import EXIT_POINTS, held
from westfront.hexgrid import HexSet, bits, has, union

BROAD = 24.0
"""Movement points over which a lead is worth e times as much to who attacks on a broad front."""
CROWD = 2
"""More for the Germans to come through a hex where two of them stand already: the next sector has room."""
STOPPED = 3
"""A zone of control costs about so many points: only Stosstruppen step on, one hex at a time."""
STORM, SECOND = 6, 5
"""To take a hex from its defender costs so many points, and so many more if two stand there."""
STRIDE = 6
"""From so far away a unit can come to attack."""
TRAINS, TRAIN_TURN, MOST, HEAD = 2, 2, 3, 3
"""So many corps follow each army and do nothing else, from this turn on, and no more than one of so many: the others
supply attacks. They go with the head of the army: its foremost division behind so many others, one may be lost."""
AFRAID = 8
"""Allies within so many hexes may come for a corps that is alone."""
GUARDS = 5
"""Who is so near to Arras guards it."""
IN_THE_WEST = 24
"""Who has so many points to the west edge may still leave by it."""
STAYS = 0.2, 0.5
"""What is left of the worth of ground if another unit stays there: to who thinks of today, and of tomorrow."""
RELIEF = 0.7
"""What it is worth to throw the enemy out near a hex of one's own that is cut off, for each of these."""


class Chances(NamedTuple):
    """How the dice of a battle fall, in parts of one; retreats of one hex and of two are apart."""

    defender_lost: float
    exchange: float
    defender_back: tuple[float, float]
    both_back: tuple[float, float]
    attacker_back: float
    attacker_lost: float


@lru_cache(maxsize=8192)
def chances(rules: MichelData, attack: int, defence: int, shift: int) -> Chances:
    """The table for two strengths and a modifier, read with the engine's own results."""
    column = rules.crt.column(attack, defence)
    codes = [rules.crt.result(die + shift, column) for die in range(1, 7)]
    share = {code: codes.count(code) / 6 for code in codes}

    def of(code: str) -> float:
        return share.get(code, 0.0)

    back, both = (of("Dr1"), of("Dr2")), (of("Br1"), of("Br2"))
    return Chances(of("De"), of("Ex"), back, both, of("Ar1") + of("Ar2"), of("Ae"))


class Picture:
    """One position as it looks to a side."""

    def __init__(
        self,
        rules: MichelData,
        s: MichelState,
        side: int,
        weights: Weights,
        broad: bool = True,
        plan: str = ARMIES,
    ) -> None:
        """Who does not see the front as a `broad` one thinks of the nearest goal only; others march by a `plan`."""
        self.rules, self.s, self.side, self.weights = rules, s, side, weights
        self.broad, self.plan = broad, plan
        self.field = rules.field(s)
        self._dangers: dict[tuple[int, int, int], float] = {}
        self._ways: dict[tuple[int, int], bool] = {}
        self._strikers: dict[int, dict[int, list[int]]] = {}
        self._marches: dict[int, dict[int, int]] = {}

    # -- ways

    @cached_property
    def race(self) -> Race:
        """The race as it stands; an objective that is held and cut off is still to be won, since it counts nothing."""
        return race(self.rules, self.counted, NEAREST, 0)

    @cached_property
    def counted(self) -> HexSet:
        """The objectives that count for the Germans now."""
        return held(self.rules, self.s) & self.supplied[GERMAN]

    def prices(self, allies: HexSet, doubled: HexSet = 0) -> list[tuple[int, HexSet]]:
        """What hexes cost the Germans with Allies in some of them, two in some."""
        board, zone = self.rules.board, self.rules.grid.adjacent(allies)
        strong = board.fortified[ALLIED] | board.town
        found = [
            (STORM + SECOND + 3, doubled & strong),
            (STORM + SECOND, doubled),
            (STORM + 3, allies & strong),
            (STORM, allies),
        ]
        for points, hexes in self.race.bare:
            found.append((points + STOPPED, hexes & zone))
            found.append((points, hexes & ~zone))
        return found

    @cached_property
    def distance(self) -> dict[int, int]:
        """Points from every hex to the German goals, past the Allies as they stand."""
        allies = self.field.occupied[ALLIED]
        return self.race.past(self.prices(allies, allies & self.field.stacked(2)))

    def march(self, number: int) -> dict[int, int]:
        """Points from every hex to the goals of an army; a way through the own crowd is longer."""
        if number not in self._marches:
            allies, crowd = self.field.occupied[ALLIED], self.field.occupied[GERMAN] & self.field.stacked(2)
            prices = self.prices(allies, allies & self.field.stacked(2))
            crowded = [(points + CROWD, hexes & crowd) for points, hexes in prices]
            self._marches[number] = race(self.rules, self.counted, self.plan, number).past([*crowded, *prices])
        return self._marches[number]

    def army_at(self, hex_: int) -> int:
        """The army to which a hex belongs."""
        return army_at(self.rules, self.plan, hex_)

    @cached_property
    def heads(self) -> list[int]:
        """The head of each army that has divisions: one of its foremost."""
        armies: dict[int, list[int]] = {}
        for unit in self.rules.ground_units[GERMAN]:
            if (at := self.s.at[unit]) >= 0:
                armies.setdefault(self.army_at(at), []).append(at)
        found = []
        for number in sorted(armies):
            hexes = sorted(armies[number], key=lambda h: (self.march(number).get(h, FAR), h))
            found.append(hexes[: HEAD + 1][-1])
        return found

    @cached_property
    def lead(self) -> int:
        """The distance of the German spearhead; who is cut off leads nobody."""
        return min((self.distance.get(hex_, FAR) for hex_ in bits(self.in_supply)), default=FAR)

    @cached_property
    def in_supply(self) -> HexSet:
        """The German hexes that are in supply, or all if none is."""
        germans = self.field.occupied[GERMAN]
        return germans & self.supplied[GERMAN] or germans

    @cached_property
    def cut_off(self) -> HexSet:
        """The German hexes that are not."""
        return self.field.occupied[GERMAN] & ~self.supplied[GERMAN]

    @cached_property
    def spearheads(self) -> list[int]:
        """The German hexes in supply that are nearly as near to a goal as the nearest."""
        hexes = bits(self.in_supply)
        return [hex_ for hex_ in hexes if self.distance.get(hex_, FAR) <= self.lead + 4] or [0]

    def place_worth(self, hex_: int) -> float:
        """What it is worth to the Germans to stand in a hex: one where the spearhead stands, less behind it."""
        return min(4.0, exp((self.lead - self.distance.get(hex_, FAR)) / (BROAD if self.broad else SCALE)))

    def kept(self, germans: HexSet, allies: HexSet, doubled: HexSet = 0) -> float:
        """How far the Germans are kept from their goals by Allies in some hexes."""
        return self.race.kept(germans, self.prices(allies, doubled))

    @cached_property
    def from_the_west(self) -> float:
        """How many points the German divisions have to the west edge on the average; who has left there has none."""
        west, places = way_west(self.rules), [self.s.at[unit] for unit in self.rules.ground_units[GERMAN]]
        far = [west[at] if at >= 0 else 0 for at in places if at >= 0 or at == EXITED_XY]
        return fmean(far) if far else float(FAR)

    @cached_property
    def guards(self) -> int:
        """The Allied strength near Arras, as long as it stands."""
        arras = next(hex_ for hex_, points in self.rules.board.objectives.items() if points == ARRAS)
        near = 0 if has(held(self.rules, self.s), arras) else self.rules.grid.within(1 << arras, GUARDS)
        places = [(self.rules.strength[unit], self.s.at[unit]) for unit in self.rules.ground_units[ALLIED]]
        return sum(strength for strength, at in places if at >= 0 and has(near, at))

    def in_the_west(self, units: Iterable[int]) -> int:
        """How many of some German units are fed and have no more than a march of some days to the west edge."""
        west, fed = way_west(self.rules), self.supplied[GERMAN]
        places = [self.s.at[unit] for unit in units]
        return sum(at >= 0 and has(fed, at) and west[at] <= IN_THE_WEST for at in places)

    # -- supply

    @cached_property
    def supplied(self) -> tuple[HexSet, HexSet]:
        """The hexes in general supply of each side."""
        return general_supply(self.rules, self.s, GERMAN), general_supply(self.rules, self.s, ALLIED)

    @cached_property
    def trains(self) -> dict[int, int]:
        """The German corps that follow an army and do nothing else, each with the hex of its head: who is near one can
        move, whatever happens to the roads, and what counts at the end is in supply."""
        s, rules, found = self.s, self.rules, dict[int, int]()
        if not self.broad or s.turn < TRAIN_TURN:
            return found
        corps = [unit for unit in rules.corps[GERMAN] if s.at[unit] >= 0]
        for head in (self.heads * TRAINS)[: len(corps) // MOST]:
            far = phases_to(rules, 1 << head)
            free = [unit for unit in corps if unit not in found]
            free.sort(key=lambda u: (far.get(s.at[u], FAR), rules.grid.distance(s.at[u], head), u))
            found |= dict.fromkeys(free[:1], head)
        return found

    @cached_property
    def by_corps(self) -> HexSet:
        """The hexes that a German corps supplies, whatever happens to the roads."""
        return by_corps(self.rules, self.s, GERMAN, supply_lines(self.rules, self.s, GERMAN))

    @cached_property
    def lonely(self) -> HexSet:
        """The hexes where a German corps stands without a division, and Allies may come."""
        rules, afraid = self.rules, self.rules.grid.within(self.field.occupied[ALLIED], AFRAID)
        stacks = (
            (self.s.at[unit], self.field.stacks[self.s.at[unit]])
            for unit in rules.corps[GERMAN]
            if self.s.at[unit] >= 0
        )
        return rules.grid.set_of(h for h, stack in stacks if all(rules.is_corps[u] for u in stack)) & afraid

    @cached_property
    def harbours(self) -> HexSet:
        """Where units can leave for good by the west edge: a corps that is guarded stands there or next to it."""
        corps = (self.s.at[unit] for unit in self.rules.corps[GERMAN] if self.s.at[unit] >= 0)
        guarded = self.rules.grid.set_of(corps) & ~self.lonely
        return self.rules.grid.within(guarded, 1) & self.rules.board.exits[0]

    def supply_of(self, corps: int) -> HexSet:
        """Where a corps could supply attacks."""
        lines = supply_lines(self.rules, self.s, self.rules.side_of[corps])
        return within_steps(self.rules.grid, 1 << self.s.at[corps], lines, CORPS_STEPS)

    def fed_alone(self, corps: int) -> int:
        """How many divisions no road and no other corps supplies."""
        rules, s, side = self.rules, self.s, self.rules.side_of[corps]
        lines = supply_lines(rules, s, side)
        rest = rules.grid.set_of(s.at[u] for u in rules.corps[side] if s.at[u] >= 0 and u != corps)
        near = self.supply_of(corps) & self.field.occupied[side]
        near &= ~(by_road(rules, side, lines) | within_steps(rules.grid, rest, lines, CORPS_STEPS))
        return sum(not rules.is_corps[unit] for hex_ in bits(near) for unit in self.field.stacks[hex_])

    def suppliers(self, side: int) -> list[int]:
        """The corps of a side that can still supply attacks; one on whom divisions live is spent by officers only."""
        rules, s = self.rules, self.s
        free = [u for u in rules.corps[side] if s.at[u] >= 0 and s.use[u] == UNUSED and u not in self.trains]
        spends = self.broad and not rules.strict_one_function
        return [unit for unit in free if spends or not s.gave_supply[unit]]

    def guns(self, side: int) -> list[int]:
        """The corps of a side that can still fire in this player-turn: who let others move by its supply cannot."""
        s = self.s
        return [u for u in self.rules.corps[side] if s.at[u] >= 0 and s.use[u] == UNUSED and not s.gave_supply[u]]

    def attack_region(self, side: int) -> HexSet:
        """Where some corps could supply an attack."""
        return union(self.supply_of(unit) for unit in self.suppliers(side))

    # -- battles

    def worth(self, unit: int) -> float:
        """What a unit is worth."""
        whose = "own" if self.rules.side_of[unit] == self.side else "enemy"
        if self.rules.is_corps[unit]:
            return abs(self.weights[f"{whose} corps"])
        return abs(self.weights[f"{whose} strength"]) * self.rules.strength[unit]

    def resisting(self, hex_: int) -> int:
        """The unit that would resist in a hex: the strongest."""
        return max(self.field.stacks[hex_], key=self.defence)

    def defence(self, unit: int) -> int:
        """What a unit counts against a ground attack."""
        return 1 if self.rules.is_corps[unit] else self.rules.strength[unit]

    def guns_near(self, hex_: int, side: int) -> int:
        """How many corps of a side could fire for a hex."""
        near = self.rules.grid.within(1 << hex_, RANGE)
        return sum(has(near, self.s.at[unit]) for unit in self.guns(side))

    def shift(self, hex_: int, from_: tuple[int, ...] = ()) -> int:
        """What is added to the die of an attack on a hex from some others."""
        board, side = self.rules.board, self.rules.side_of[self.field.stacks[hex_][0]]
        found = 2 * has(board.fortified[side], hex_) + has(board.town, hex_) - (not has(self.supplied[side], hex_))
        grid = self.rules.grid
        ways = [(at, grid.direction(at, hex_)) for at in from_]
        across = ways and all(d is not None and has(board.river[d], at) for at, d in ways)
        return found + (1 if across else 0)

    def can_go_back(self, unit: int, steps: int) -> bool:
        """Whether a unit has a way to retreat."""
        key = unit, steps
        if key not in self._ways:
            self._ways[key] = bool(retreats(self.rules, self.s, unit, steps).ways)
        return self._ways[key]

    def battle_worth(self, target: int, attackers: tuple[tuple[int, int], ...], strength: int, defence: int) -> float:
        """What an attack of a side brings it on the average: losses of both, and ground."""
        rules, unit = self.rules, self.resisting(target)
        odds = chances(rules, strength, defence, self.shift(target, tuple(h for _, h in attackers)))
        prices = [self.worth(one) for one, _ in attackers]
        loss, ground = self.worth(unit), self.ground(target)
        gain = odds.defender_lost * (loss + ground) + odds.exchange * (loss + ground - min(prices))
        careful = self.broad and self.side == ALLIED  # Germans who hunt the trapped come late to Amiens
        for steps, back, both in zip((1, 2), odds.defender_back, odds.both_back, strict=True):
            lives = not (back or both) or self.can_go_back(unit, steps if careful else 1)
            gain += back * (ground + (0.1 * loss if lives else loss))
            gain += both * (0.3 * ground + (0.03 if lives else 1.0 if careful else 0.3) * loss - 0.1 * len(prices))
        return gain - odds.attacker_lost * sum(prices) - 0.25 * odds.attacker_back * len(prices)

    def ground(self, hex_: int) -> float:
        """What it is worth to win a hex, or to throw the enemy out of it; little if another one of his stays there."""
        stays = STAYS[self.broad] if len(self.field.stacks[hex_]) > 1 else 1.0
        near = self.rules.grid.within(1 << hex_, CORPS_STEPS) & self.cut_off
        blocks = 0.0 if self.rules.side_of[self.field.stacks[hex_][0]] == GERMAN else RELIEF * near.bit_count()
        ground = self.weights["ground"] * self.place_worth(hex_) + blocks
        return stays * (ground + abs(self.weights["points"]) * self.points_at(hex_) * 0.5)

    def points_at(self, hex_: int) -> int:
        """The points that change hands with a hex: an objective, or for the Allies the exits beside the enemy there."""
        is_held = has(held(self.rules, self.s), hex_)
        if self.rules.side_of[self.field.stacks[hex_][0]] == ALLIED:
            return 0 if is_held else self.rules.board.objectives.get(hex_, 0)
        if not self.broad:
            return 0
        near, s = self.rules.grid.within(1 << hex_, 1), self.s
        gone = sum(s.at[unit] == EXITED_XY and has(near, s.left[unit]) for unit in self.rules.units[GERMAN])
        return EXIT_POINTS[EXITED_XY] * gone + (self.rules.board.objectives.get(hex_, 0) if is_held else 0)

    # -- dangers

    def strikers(self, side: int) -> dict[int, list[int]]:
        """For every hex the strengths that a side could bring against it next turn, the largest first."""
        if side not in self._strikers:
            found: dict[int, list[int]] = {}
            rules, s = self.rules, self.s
            units = [(rules.strength[unit], s.at[unit]) for unit in rules.ground_units[side] if s.at[unit] >= 0]
            for strength, at in sorted(units, reverse=True):
                for hex_ in bits(rules.grid.within(1 << at, STRIDE)):
                    found.setdefault(hex_, []).append(strength)
            self._strikers[side] = found
        return self._strikers[side]

    def danger(self, unit: int, hex_: int, own: HexSet) -> float:
        """What a unit may lose in a hex, if the enemy comes at it from all open sides with the best that he has."""
        side = self.rules.side_of[unit]
        strikers = self.strikers(1 - side).get(hex_)
        if not strikers:
            return 0.0
        sides = min(3, (self.rules.grid.adjacent(1 << hex_) & ~own).bit_count())
        key = unit, hex_, sides
        if key not in self._dangers:
            self._dangers[key] = self._danger(unit, hex_, sum(strikers[: 2 * sides]))
        return self._dangers[key]

    def _danger(self, unit: int, hex_: int, strength: int) -> float:
        rules, board, side = self.rules, self.rules.board, self.rules.side_of[unit]
        if strength < 2 * self.defence(unit):
            return 0.0
        shift = 2 * has(board.fortified[side], hex_) + has(board.town, hex_)
        odds = chances(rules, strength, self.defence(unit), shift)
        return (odds.defender_lost + odds.exchange + 0.2 * sum(odds.defender_back)) * self.worth(unit)
