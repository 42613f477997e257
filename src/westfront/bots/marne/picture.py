"""The front as a commander of Marne 1918 reads it: what each side wants, what units are worth, and what threatens."""

from __future__ import annotations

from functools import cached_property, lru_cache
from math import exp
from typing import NamedTuple

from westfront.bots.front import Race
from westfront.bots.marne.road import points_to_cut, road_to_reims
from westfront.bots.weights import Weights
from westfront.games.marne.battle import near_offensive_gun
from westfront.games.marne.facts import MarneData
from westfront.games.marne.field import combat_units_in, points_in
from westfront.games.marne.leads import QUARTERS, defence_factor, odds_column
from westfront.games.marne.state import ALLIED, MarneState
from westfront.games.marne.supply import command_for_newcomers
from westfront.games.marne.victory import MONTDIDIER, REIMS, scoring_hexes
from westfront.hexgrid import HexSet, Sides, bits, by_hex, has, spread_from, spread_to

SCALE = 3.0
"""Hexes over which what lies ahead is worth e times as much."""
FAR = 40
NEEDED = 0.15
"""What a step is worth more for each sequence of operations in which it can still fight, up to its full worth."""
STRIDE = 5
"""Hexes that the front can be carried forward in a sequence of operations."""
LEFT = (1.0, 0.55, 0.4)
"""What is left of the worth of a unit after no, one or two lost steps, as long as it has more."""
STORM, STOPPED, HORIZON = 6, 3, 12
"""What it costs to take a hex from its defender, to be stopped by a zone, and how far the enemy sees, in points."""
DECISIVE = {"gneisenau": {MONTDIDIER: 8.0}, "friedensturm": {REIMS: 4.0}}
"""What the hexes that decide a game by themselves count for, besides what they score."""
THREATENS, SURE = 16, 5.0
"""From so many points away what we hold is threatened, and over so many a threat becomes e times as sure."""
SEEN = 18
"""Farther than so many points away nobody looks for the enemy."""
STRIKE = 4
"""From so far away a unit can come to attack."""
ROAD = 2.0
"""What the Allies make of each hex of the road to Reims that the enemy comes near to."""
CUT_OFF = 10.0
"""What they lose with the last road to Reims, in points."""
LAST_GAINS = 8.0
"""What it is worth to the Allies to take back the last of what the Germans have gained before Reims, in points."""
AIMED = 3.0
"""How much more the hex at which a draft aims draws everybody on."""
SAFE = 2
"""Columns below this one do no harm to a defender."""


@lru_cache(maxsize=8)
def bare_prices(rules: MarneData) -> tuple[tuple[int, HexSet], ...]:
    """What the hexes of the playing area cost, enemies and rivers apart."""
    dear = rules.board.woods | rules.board.crater
    return (2, rules.board.area & dear), (1, rules.board.area & ~dear)


@lru_cache(maxsize=64)
def distances(rules: MarneData, goal: int) -> dict[int, int]:
    """Points from every hex to one goal over the bare map."""
    return by_hex(spread_to(rules.grid, [(0, 1 << goal)], bare_prices(rules), FAR))


@lru_cache(maxsize=64)
def race(rules: MarneData, goals: tuple[tuple[int, float], ...]) -> Race:
    """The race of a side for some goals, each with what it is worth."""
    most = max(worth for _, worth in goals)
    starts = [(min(8, int(most - worth)), 1 << hex_) for hex_, worth in goals]
    return Race(rules.grid, starts, bare_prices(rules), SCALE, HORIZON)


class Stance(NamedTuple):
    """What a draft does otherwise than usual: whoever should attack stands, and the reverse; or all look at one hex."""

    turned: bool = False
    aim: int = -1


STANDARD = Stance()


class Picture:
    """One position as it looks to a side."""

    def __init__(self, rules: MarneData, s: MarneState, side: int, weights: Weights, stance: Stance = STANDARD) -> None:
        self.rules, self.s, self.side, self.weights, self.stance = rules, s, side, weights, stance
        self.field = rules.field(s)
        self._stakes: dict[int, float] = {}
        self._pulls: tuple[dict[int, float], dict[int, float]] = ({}, {})
        self._dangers: dict[tuple[tuple[int, ...], int, int], float] = {}
        self._strikers: dict[int, list[int]] = {}

    # -- the clock

    @cached_property
    def sequences_left(self) -> int:
        """Sequences of operations that are still to come, this one too."""
        return sum(when >= (self.s.turn, self.s.sequence) for when in self.rules.schedule)

    @cached_property
    def has_initiative(self) -> bool:
        """Whether this side moves first in this sequence."""
        return self.rules.now(self.s).initiative == self.side

    @cached_property
    def has_last_word(self) -> bool:
        """Whether nothing follows the turn of this side any more: there is nothing left to guard, and much to take."""
        return self.sequences_left == 1 and not self.has_initiative

    @cached_property
    def patience(self) -> float:
        """What an own step is still worth: the less, the less time it has to fight; at the end only ground counts."""
        return 0.1 if self.has_last_word else min(1.0, NEEDED * self.sequences_left)

    @cached_property
    def attacks(self) -> bool:
        """Whether this side is out for ground: it has the initiative, or the last word, and wants something."""
        turned = self.stance.turned and not self.has_last_word
        return (self.has_initiative or self.has_last_word) != turned and bool(self.wants[self.side])

    # -- what is wanted

    @cached_property
    def wants(self) -> tuple[dict[int, float], dict[int, float]]:
        """For each side the hexes that it would score by, and does not hold, with their points."""
        scoring = self._scoring()
        held = {hex_: n for hex_, n in scoring.items() if has(self.s.german_holds, hex_)}
        return {hex_: n for hex_, n in scoring.items() if hex_ not in held}, held

    def _scoring(self) -> dict[int, float]:
        """The scoring hexes, and those that decide a game by themselves."""
        rules = self.rules
        hexes = rules.grid.set_of(rules.board.points) if rules.scenario == "foch-attacks" else scoring_hexes(rules)
        found = {hex_: float(rules.board.points[hex_]) for hex_ in bits(hexes & rules.board.area)}
        for label, points in DECISIVE.get(rules.scenario, {}).items():
            found[rules.grid.hex(label)] = found.get(rules.grid.hex(label), 0.0) + points
        if self.has_reims:
            found |= {hex_: found.get(hex_, 0.0) + ROAD for hex_ in self.road}
            found |= self._last_gains(found)
        return found

    @cached_property
    def road(self) -> list[int]:
        """The hexes of the road to Reims that must be held."""
        return road_to_reims(self.rules, self.s) if self.has_reims else []

    def _last_gains(self, scoring: dict[int, float]) -> dict[int, float]:
        """What the Germans have gained, once the Allies have the initiative: without any of it they have lost."""
        gains = [hex_ for hex_ in scoring if has(self.s.german_holds, hex_)] if self.has_initiative else []
        return {hex_: scoring[hex_] + LAST_GAINS / len(gains) for hex_ in gains}

    def is_decisive(self, hex_: int) -> bool:
        """Whether a hex decides the game by itself."""
        return self.rules.grid.label(hex_) in DECISIVE.get(self.rules.scenario, {})

    @property
    def keeps(self) -> dict[int, float]:
        """The hexes that this side must not lose."""
        return self.wants[1 - self.side]

    def points(self, hex_: int) -> float:
        """What the points of a hex are worth to who takes it, or keeps it."""
        return self.weights["points"] * max(self.wants[0].get(hex_, 0.0), self.wants[1].get(hex_, 0.0))

    def pull(self, hex_: int, side: int | None = None) -> float:
        """How much a hex draws a side on: all that it wants, the nearer the more, as far as there is time for it."""
        side = self.side if side is None else side
        known = self._pulls[side]
        if hex_ not in known:
            reach, total = STRIDE * self.sequences_left + 2, 0.0
            for goal, points in self.wants[side].items():
                distance = distances(self.rules, goal).get(hex_, FAR)
                meant = AIMED if goal == self.stance.aim else 1.0
                total += meant * points * exp(-distance / SCALE) * (1.0 if distance <= reach else 0.2)
            known[hex_] = total
        return known[hex_]

    @cached_property
    def way(self) -> dict[int, int]:
        """Points from every hex to the nearest one that this side wants, past the enemy as he stands."""
        goals = [(0, self.rules.grid.set_of(self.wants[self.side]))]
        prices = self.prices(self.field.combat[1 - self.side])
        return by_hex(spread_to(self.rules.grid, goals, prices, FAR))

    def stake(self, hex_: int) -> float:
        """What is fought for around a hex, whoever holds it: all that scores, the nearer the more."""
        if hex_ not in self._stakes:
            goals = {**self.wants[0], **self.wants[1]}
            far = ((distances(self.rules, goal).get(hex_, FAR), points) for goal, points in goals.items())
            self._stakes[hex_] = sum(points * exp(-distance / SCALE) for distance, points in far)
        return self._stakes[hex_]

    # -- units

    def worth(self, unit: int, lost: int | None = None) -> float:
        """What a unit is worth with so many steps lost, or as it is."""
        rules = self.rules
        lost = self.s.lost[unit] if lost is None else lost
        if lost >= rules.steps[unit] or rules.is_stosstruppen[unit]:
            return self.weights["Stosstruppen"] if rules.is_stosstruppen[unit] else 0.0
        attack, defence = rules.attack[unit][0], rules.defence[unit][0]
        full = 0.5 * (attack + defence) + 1.5 * rules.coordination[unit]
        return full * LEFT[min(lost, 2)]

    def step_price(self, unit: int, lost: int | None = None) -> float:
        """What is lost with the next step of a unit; who dies of it is missed a little more."""
        lost = self.s.lost[unit] if lost is None else lost
        price = self.worth(unit, lost) - self.worth(unit, lost + 1)
        return price * (1.2 if lost + 1 >= self.rules.steps[unit] else 1.0)

    def own_loss(self, unit: int) -> float:
        """What the side of a unit feels of a step, if that is this side; for the enemy what we think of it."""
        if self.rules.side_of[unit] == self.side:
            return self.weights["own losses"] * self.patience
        return self.weights["enemy losses"]

    def strength(self, units: tuple[int, ...]) -> float:
        """The attack strength of some units; a full division has about one."""
        return sum(self.rules.attack_strength(self.s, unit) for unit in units) / 9

    def combat_units(self, hex_: int, side: int) -> list[int]:
        """The combat units of a side in a hex."""
        return combat_units_in(self.rules, self.s, hex_, side)

    def room(self, hex_: int) -> int:
        """Stacking points that are free in a hex."""
        return 4 - points_in(self.rules, self.s, hex_)

    @cached_property
    def commanded(self) -> HexSet:
        """Where a unit of this side would be in command."""
        return command_for_newcomers(self.rules, self.s, self.side)

    # -- ground

    def shelter(self, hex_: int) -> int:
        """By how many columns the ground helps who stands in a hex, about."""
        board = self.rules.board
        found = 2 * has(board.trench, hex_) + 2 * has(board.fort, hex_) + has(board.town, hex_)
        return found + has(board.woods | board.village, hex_)

    @cached_property
    def _shelters(self) -> list[tuple[int, HexSet]]:
        board = self.rules.board
        return [
            (STORM + 4, board.trench | board.fort),
            (STORM + 2, board.town | board.woods | board.village),
            (STORM, board.area),
        ]

    def prices(self, defenders: HexSet) -> list[tuple[int, HexSet]]:
        """What hexes cost an attacker with defenders in some hexes: to storm, to stop, or just to march."""
        zone = self.rules.grid.adjacent(defenders)
        found = [(price, hexes & defenders) for price, hexes in self._shelters]
        for price, hexes in bare_prices(self.rules):
            found += [(price + STOPPED, hexes & zone), (price, hexes & ~zone)]
        return found

    def kept(self, runners: HexSet, defenders: HexSet, side: int) -> float:
        """How far the runners of a side are kept from what it wants by defenders in some hexes."""
        wants = self.wants[side]
        if not wants or not runners:
            return float(FAR)
        return race(self.rules, tuple(sorted(wants.items()))).kept(runners, self.prices(defenders))

    @cached_property
    def _rivers(self) -> Sides:
        """The banks that the enemy cannot cross."""
        return self.rules.board.walls(1 - self.side, self.s.down, self.s.pontoons)

    def at_stake(self, runners: HexSet, defenders: HexSet) -> float:
        """The points that runners may take from us past defenders in some hexes, the nearer the surer."""
        hexes = self.rules.grid.set_of(self.keeps)
        prices, most = self.prices(defenders), THREATENS if hexes else 0
        fronts = spread_from(self.rules.grid, runners, prices, most, self._rivers)
        cut = CUT_OFF * exp(-points_to_cut(self.rules, fronts, defenders) / SURE) if self.has_reims else 0.0
        near = ((cost, hex_) for cost, front in enumerate(fronts) for hex_ in bits(front & hexes))
        return cut + sum(self.keeps[hex_] * exp(-cost / SURE) for cost, hex_ in near)

    @property
    def has_reims(self) -> bool:
        """Whether this side loses the game with Reims, which is lost once it is cut off."""
        return self.rules.scenario == "friedensturm" and self.side == ALLIED

    # -- dangers

    def strikers(self, hex_: int) -> list[int]:
        """The strengths of the enemy stacks that may come to attack a hex, the largest first."""
        if hex_ not in self._strikers:
            near = self.rules.grid.within(1 << hex_, STRIKE)
            found = [strength for other, strength in self._enemy_stacks.items() if has(near, other)]
            self._strikers[hex_] = sorted(found, reverse=True)
        return self._strikers[hex_]

    @cached_property
    def _enemy_stacks(self) -> dict[int, int]:
        """The attack strength of every enemy hex."""
        found: dict[int, int] = {}
        for unit in self.rules.combat_units[1 - self.side]:
            if self.s.at[unit] >= 0 and not self.s.order[unit] and not self.s.unsupplied[unit]:
                hex_ = self.s.at[unit]
                found[hex_] = found.get(hex_, 0) + self.rules.attack_strength(self.s, unit)
        return found

    @cached_property
    def enemy_bonus(self) -> int:
        """Columns by which the enemy's offensive helps him in his next attacks, with his storm troops."""
        now = self.rules.now(self.s)
        return (now.bonus if now.initiative != self.side else 0) + 1

    def danger(self, units: tuple[int, ...], hex_: int, own: HexSet) -> float:
        """What units may lose in a hex if the enemy comes at it from all open sides with the best he has.

        `own` are the hexes that their side holds then.
        """
        strikers = self.strikers(hex_)
        if not strikers:
            return 0.0
        open_ = (self.rules.grid.adjacent(1 << hex_) & self.rules.board.area & ~own).bit_count()
        sides = min(3, max(1, open_ - 1), len(strikers))
        key = units, hex_, sides
        if key not in self._dangers:
            self._dangers[key] = self._danger(units, hex_, sum(strikers[:sides]))
        return self._dangers[key]

    def _danger(self, units: tuple[int, ...], hex_: int, strength: int) -> float:
        rules, s = self.rules, self.s
        defence = sum(rules.defence_strength(s, unit) for unit in units) * defence_factor(rules, hex_)
        column = self.column_against(strength, defence, hex_, units)
        if column < SAFE:
            return 0.0
        worth = sum(self.worth(unit) for unit in units)
        return worth * min(1.0, 0.18 * (column - SAFE + 1))

    def column_against(self, strength: int, defence: int, hex_: int, units: tuple[int, ...]) -> int:
        """About the column on which the enemy attacks units in a hex."""
        rules, board = self.rules, self.rules.board
        morale = max((rules.morale(self.s, unit) for unit in units), default=3)
        ground = has(board.woods | board.village, hex_) + 2 * has(board.fort, hex_)
        bonus = self.enemy_bonus if near_offensive_gun(rules, self.s, 1 - self.side, hex_) else 1
        return min(8, odds_column(strength * QUARTERS, max(1, defence) * QUARTERS) - ground + bonus + (5 - morale) // 2)

    @cached_property
    def comes_near(self) -> dict[int, int]:
        """For how many points the enemy could come to each hex, or next to it, past those of us who are bound.

        Whoever is free may leave where he is, so he keeps nobody away yet.
        """
        enemies, grid, found = self.field.combat[1 - self.side], self.rules.grid, dict[int, int]()
        bound = self.field.combat[self.side] & self.field.zone[1 - self.side]
        for points, front in enumerate(spread_from(grid, enemies, self.prices(bound), SEEN, self._rivers)):
            for hex_ in bits(grid.within(front, 1)):
                found.setdefault(hex_, points)
        return found

    def urgency(self, hex_: int) -> float:
        """What of a hex that must not be lost is threatened: its points, the nearer the enemy the surer."""
        return self.keeps[hex_] * exp(-self.comes_near.get(hex_, SEEN) / SURE)
