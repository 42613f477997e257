"""The front as a commander of Meuse-Argonne reads it: ways to the goal, strengths, dangers, what a battle brings."""

from __future__ import annotations

from functools import cached_property, lru_cache
from math import exp
from typing import NamedTuple

from westfront.bots.front import FAR, Race
from westfront.bots.weights import Weights
from westfront.games.meuse.data import MeuseData
from westfront.games.meuse.odds import Battle, best_line, terrain_lines
from westfront.games.meuse.retreat import retreat_steps
from westfront.games.meuse.state import ALLIED, GERMAN, HAND, MeuseState
from westfront.games.meuse.supply import halved, supplied_hexes
from westfront.hexgrid import HexSet, bits, flood, has

WORST_COLUMN = 7
"""The eighth column of the table, counted from 0: below it nobody attacks."""
ALLIED_WORST = 9
"""In the campaign the tenth for the Allies: below it three dice of six or more cost step for step, and he has more."""
HORIZON = 14
"""Movement points that the Allies can hope to make good before the front is drawn anew."""
SCALE = 6.0
"""Movement points over which a lead is worth e times as much."""
STOPPED = 3
"""A zone of control costs the rest of the move: about so many points."""
STORM = 6
"""To take a hex from its defender costs about so many points, and more if he stands well."""
PATIENCE = 8
"""So many turns before the end Allied losses begin to count less."""
URGENCY = 16
"""So many for the Allies themselves: behind the clock, ground is dearer to them than steps."""
TO_LAST, TO_THE_END = 0.7, 0.15
"""And where the units in the line are counted: who is to be counted must live to see the evening, and no longer."""
WINS = 60.0
"""What the goal is worth."""
AT_THE_END = 5.0
"""So many times as much a unit in the line is worth when the count is taken next."""
SPENT, STRUCK = 0.25, 0.002
"""What a German step is worth, in parts of its strength, before the count, and to the Germans in the campaign."""
STAYS = 0.1
"""On the evening of the count whoever has a step to lose loses it and stays in the line, but for so many."""
HOLDS = (0.0, 0.55, 0.95, 1.0)
"""With so many steps a unit in the line lives to be counted so often: a whole one can pay with a step and stay."""
WORST_AT_COUNT = 5
"""In three turns nothing can be saved for later: where the units in the line are counted, any fair chance is taken."""
WALK = 2
"""From so far away an Allied unit walks into an open hex of the line."""
SHELLED = 0.5
"""Steps that guns cost whoever has no way back before them."""
MOST, MOST_LATE = 3.0, 8.0
"""A place far ahead of the others is worth so many times as much as theirs at most, and in the last turns."""
LATE = 8
"""In the last turns everybody goes where the goal is, however far ahead the first one is."""
BODY = 5
"""So many divisions are a main body."""
STRIDE = 5
"""From so far away a unit can come to attack."""


class Chances(NamedTuple):
    """How a column of the combat results table falls, in parts of one."""

    eliminated: float
    driven_back: float
    exchange: float
    attackers_back: float
    attackers_hit: float
    attackers_lost: float


@lru_cache(maxsize=8)
def chances_by_column(rules: MeuseData) -> list[Chances]:
    """The table, read column by column with the engine's own results."""
    found = []
    for column in range(12):
        codes = [rules.crt.result(die, column) for die in range(1, 7)]
        share = [
            sum(code in kind for code in codes) / 6
            for kind in (("De",), ("D2", "D3"), ("Ex",), ("A1", "A2", "A3"), ("(A)",), ("Ae",))
        ]
        found.append(Chances(*share))
    return found


@lru_cache(maxsize=8)
def bare_prices(rules: MeuseData) -> tuple[tuple[int, HexSet], ...]:
    """What hexes cost the Allies as if no German were there."""
    found: dict[int, HexSet] = {}
    for hex_ in rules.grid:
        points = rules.board.entry_points(ALLIED, hex_)
        found[points] = found.get(points, 0) | 1 << hex_
    return tuple(sorted(found.items()))


@lru_cache(maxsize=8)
def race(rules: MeuseData) -> Race:
    """The Allied race for the goal."""
    return Race(rules.grid, [(0, 1 << rules.goal)], bare_prices(rules), SCALE, HORIZON)


class Picture:
    """One position as it looks to a side."""

    def __init__(self, rules: MeuseData, s: MeuseState, side: int, weights: Weights) -> None:
        self.rules, self.s, self.side, self.weights = rules, s, side, weights
        self.field = rules.field(s)
        self._dangers: dict[tuple[int, int, int, bool], float] = {}
        self._strikers: dict[int, dict[int, list[int]]] = {}
        self._trapped: dict[int, bool] = {}
        self._ways: dict[HexSet, HexSet] = {}

    # -- strengths

    def attack(self, unit: int) -> int:
        """The attack strength of a unit as it is."""
        strength = self.rules.ratings[unit][self.s.steps[unit]].attack
        return strength if has(self.supplied[self.rules.side_of[unit]], self.s.at[unit]) else halved(strength)

    @cached_property
    def supplied(self) -> tuple[HexSet, HexSet]:
        """The hexes in supply of each side."""
        return supplied_hexes(self.rules, self.s, ALLIED), supplied_hexes(self.rules, self.s, GERMAN)

    def is_fed(self, unit: int, hex_: int) -> bool:
        """Whether a unit would be in supply in a hex: it is joined with the edge, or lies beside a hex that is.

        Who steps out of an enemy zone leaves no line behind him.
        """
        side, here = self.rules.side_of[unit], self.s.at[unit]
        if hex_ == here:
            return has(self.supplied[side], hex_)
        left = self.supplied[side] & ~(1 << here & self.zones[1 - side])
        return bool(self.rules.grid.within(1 << hex_, 1) & left)

    @cached_property
    def zones(self) -> tuple[HexSet, HexSet]:
        """The zones of control of each side."""
        return self.rules.zone(self.s, ALLIED), self.rules.zone(self.s, GERMAN)

    def attack_from(self, unit: int, hex_: int) -> int:
        """The attack strength that a unit would have in a hex."""
        strength = self.rules.ratings[unit][self.s.steps[unit]].attack
        return strength if self.is_fed(unit, hex_) else halved(strength)

    def defence(self, hex_: int) -> int:
        """The defence strength of a hex."""
        return sum(self.rules.ratings[u][self.s.steps[u]].defence for u in self.field.stacks.get(hex_, ()))

    def worth(self, unit: int, steps: int) -> float:
        """What a unit with so many steps is worth, by the weights of its side."""
        whose = "own" if self.rules.side_of[unit] == self.side else "enemy"
        ratings = self.rules.ratings[unit][max(0, steps)]
        found = self.weights[f"{whose} attack"] * ratings.attack + self.weights[f"{whose} defence"] * ratings.defence
        return abs(found) * (self.patience if self.rules.side_of[unit] == ALLIED else self.german_patience)

    @cached_property
    def fair_column(self) -> int:
        """The column below which this side does not attack, nor thinks that it is attacked."""
        return ALLIED_WORST if self.side == ALLIED and not self.rules.beyond else WORST_COLUMN

    def worth_in(self, unit: int, steps: int, hex_: int) -> float:
        """The same for a unit in a hex: on the evening of the count an Allied one in the line is to be counted."""
        return self.worth(unit, steps) + self.counted(unit, steps, hex_)

    def counted(self, unit: int, steps: int, hex_: int) -> float:
        """What the Allies would miss with a unit of so many steps when the units in the line are counted next."""
        is_ours = self.side == ALLIED == self.rules.side_of[unit]
        if not (is_ours and self.is_count) or has(self.rules.board.south, hex_):
            return 0.0
        return self.weights["own counted"] * HOLDS[max(0, steps)]

    @cached_property
    def patience(self) -> float:
        """What an Allied step is still worth: at the end only the goal counts, or who is in the line."""
        if self.rules.beyond and self.side == ALLIED:
            return TO_THE_END if self.is_count else TO_LAST
        turns = URGENCY if self.side == ALLIED else PATIENCE
        return min(1.0, max(0.15, (self.rules.last_turn - self.s.turn) / turns))

    @cached_property
    def german_patience(self) -> float:
        """And a German one: before the count of who is in the line steps are spent to throw him out.

        In the campaign the German spends his at all times: he is the stronger one until the Allied army has come up,
        and what he strikes off it then never stands before Sedan.
        """
        if self.side == GERMAN and not self.rules.beyond:
            return STRUCK
        return SPENT if self.is_count else 1.0

    @cached_property
    def is_count(self) -> bool:
        """Whether it is the last turn of a scenario that counts the units in the line."""
        return bool(self.rules.beyond) and self.s.turn >= self.rules.last_turn

    @cached_property
    def hope(self) -> float:
        """How likely it is that a better day comes for what can be used once: the fewer turns, the less."""
        return min(1.0, (self.rules.last_turn - self.s.turn) / PATIENCE)

    def step_worth(self, hex_: int) -> float:
        """What is lost with one step of a hex; who dies of it is missed more, since nobody stands there any more."""
        unit = self.field.stacks[hex_][0]
        steps = self.s.steps[unit]
        lost = self.worth(unit, steps) - self.worth(unit, steps - 1)
        return lost * (1.3 if steps == 1 else 1.0)

    def all_worth(self, hex_: int) -> float:
        """What is lost if a hex is wiped out."""
        return sum(self.worth(unit, self.s.steps[unit]) for unit in self.field.stacks[hex_]) * 1.15

    @cached_property
    def support(self) -> tuple[list[int], list[int]]:
        """The strengths of the support markers in each hand, the largest first."""
        rules, s = self.rules, self.s
        found = [
            sorted((rules.strength[u] for u in rules.support[side] if s.at[u] == HAND), reverse=True) for side in (0, 1)
        ]
        return found[ALLIED], found[GERMAN]

    # -- ways to the goal

    def shift(self, hex_: int, defender: int) -> int:
        """By how many columns the terrain helps a defender, water apart."""
        lines = terrain_lines(self.rules, self.s, defender, hex_)
        return max(self.rules.crt.shifts[line] for line in lines)

    def prices(self, germans: HexSet) -> list[tuple[int, HexSet]]:
        """What hexes cost the Allies with Germans in some hexes: to storm, to stop, or just to march."""
        zone = self.rules.grid.adjacent(germans)
        found = [(STORM + 2 * shift, hexes & germans) for shift, hexes in self.german_shifts.items()]
        for points, hexes in bare_prices(self.rules):
            found.append((points + STOPPED, hexes & zone))
            found.append((points, hexes & ~zone))
        return found

    @cached_property
    def german_shifts(self) -> dict[int, HexSet]:
        """The hexes by the shift that they give to a German defender: trenches that are whole, and terrain."""
        board, left, found = self.rules.board, self.rules.grid.mask, dict[int, HexSet]()
        words = {**board.ground, **{word: hexes & ~self.s.breached for word, hexes in board.trenches.items()}}
        for word in sorted(words, key=lambda word: -self.rules.crt.shifts[word]):
            shift = self.rules.crt.shifts[word]
            found[shift] = found.get(shift, 0) | words[word] & left
            left &= ~words[word]
        found[0] = found.get(0, 0) | left
        return found

    def shift_of(self, hex_: int) -> int:
        """The shift for a German defender."""
        return next(shift for shift, hexes in self.german_shifts.items() if has(hexes, hex_))

    @cached_property
    def distance(self) -> dict[int, int]:
        """Points from every hex to the goal, past the Germans as they stand."""
        return race(self.rules).past(self.prices(self.field.occupied[GERMAN]))

    @cached_property
    def lead(self) -> int:
        """The distance of the Allied spearhead."""
        return min((self.distance.get(hex_, FAR) for hex_ in bits(self.field.occupied[ALLIED])), default=FAR)

    @cached_property
    def body(self) -> int:
        """The distance of the main body: so many are as near or nearer, and one who runs ahead does not count."""
        near = sorted(self.distance.get(hex_, FAR) for hex_ in bits(self.field.occupied[ALLIED]))
        return near[min(len(near), BODY) - 1] if near else FAR

    @cached_property
    def spearheads(self) -> list[int]:
        """The Allied hexes that are nearly as near to the goal as the nearest; the goal if there are none."""
        allies = bits(self.field.occupied[ALLIED])
        return [hex_ for hex_ in allies if self.distance.get(hex_, FAR) <= self.lead + 4] or [self.rules.goal]

    def place_worth(self, hex_: int) -> float:
        """What it is worth to the Allies to stand in a hex: one where the spearhead stands, less behind it.

        On the last day of the campaign it is worth nothing to them: only who enters the goal has won.
        """
        if self.side == ALLIED and not self.rules.beyond and self.s.turn >= self.rules.last_turn:
            return 0.0
        is_late = self.rules.last_turn - self.s.turn <= LATE
        lead, most = (self.body, MOST_LATE) if self.side == ALLIED and is_late else (self.lead, MOST)
        return min(most, exp((lead - self.distance.get(hex_, FAR)) / SCALE))

    def kept(self, allies: HexSet, germans: HexSet) -> float:
        """How far the Allies are kept from the goal by Germans in some hexes."""
        return race(self.rules).kept(allies, self.prices(germans))

    # -- battles

    def column(
        self, target: int, attackers: tuple[tuple[int, int], ...], extra: int = 0, breached: bool = False
    ) -> int:
        """The column of an attack on a hex by units from hexes, with so much more strength."""
        rules, side = self.rules, 1 - self.rules.side_of[self.field.stacks[target][0]]
        difference = sum(self.attack_from(*one) for one in attackers) + extra - self.defence(target)
        return rules.crt.column(difference, self._line(side, target, attackers, breached))

    def _line(self, side: int, target: int, attackers: tuple[tuple[int, int], ...], breached: bool) -> str:
        s = self.s
        if breached:
            s = s.copy()
            s.breached |= 1 << target
        return best_line(Battle(self.rules, s, side, target, tuple(hex_ for _, hex_ in attackers)))

    def is_trapped(self, target: int, attackers: tuple[tuple[int, int], ...] = ()) -> bool:
        """Whether the unit of a hex has no way back at all, as everybody stands or with attackers in their places."""
        if target not in self._trapped:
            units = self.field.stacks[target]
            self._trapped[target] = not retreat_steps(self.rules, self.s, units, target, 1)
        places = self.rules.grid.set_of(hex_ for _, hex_ in attackers)
        side = self.rules.side_of[self.field.stacks[target][0]]
        return self._trapped[target] or self._is_closed_in(target, side, places)

    def _is_closed_in(self, hex_: int, side: int, enemies: HexSet) -> bool:
        """Whether enemies of a side in some hexes would hold or control every hex around one of its own."""
        grid = self.rules.grid
        zone = grid.adjacent(enemies)
        if side == GERMAN:
            zone &= ~(self.rules.board.trench & ~self.s.breached)
        return not grid.adjacent(1 << hex_) & ~(zone | enemies)

    def battle_worth(self, target: int, attackers: tuple[tuple[int, int], ...], column: int) -> float:
        """What an attack of a side brings it on the average: losses of both, ground, and who is driven back."""
        odds = chances_by_column(self.rules)[column]
        step, whole = self.step_worth(target), self.all_worth(target)
        units = [(unit, self.s.steps[unit], hex_) for unit, hex_ in attackers]
        prices = [self.worth_in(unit, steps, at) - self.worth_in(unit, steps - 1, at) for unit, steps, at in units]
        alone = self.s.steps[self.field.stacks[target][0]] == 1
        step += 0.0 if alone else self.way_in(target)
        trapped = self.is_trapped(target, attackers)
        back = (whole if alone else step) if trapped else 0.15 * step
        ground = self.ground(target) - self.beyond(target) * (not self.brings_in(attackers))
        left = ground * (1.0 if alone else 0.0 if trapped else STAYS if self.is_count else 1.0)
        gain = odds.eliminated * (whole + ground) + odds.driven_back * (back + left)
        gain += odds.exchange * (step + (ground if alone else 0.0) - min(prices))
        gain -= odds.attackers_hit * sum(prices) + odds.attackers_lost * sum(self.worth_in(*unit) for unit in units)
        return gain - odds.attackers_back * sum(0.2 + self.counted(*unit) for unit in units)

    def brings_in(self, attackers: tuple[tuple[int, int], ...]) -> bool:
        """Whether a hex of the line that attackers take is one more for them: not if all of them are in the line."""
        is_german = self.rules.side_of[attackers[0][0]] == GERMAN
        return is_german or any(has(self.rules.board.south, hex_) for _, hex_ in attackers)

    def way_in(self, hex_: int) -> float:
        """What it is worth to the Allies to wear down who holds the goal: it is entered once nobody does."""
        return 0.4 * WINS if hex_ == self.rules.goal and self.side == ALLIED else 0.0

    def ground(self, hex_: int) -> float:
        """What it is worth to win a hex, or to throw the enemy out of it."""
        if hex_ == self.rules.goal and self.side == ALLIED:
            return WINS
        return self.weights["ground"] * self.place_worth(hex_) + self.beyond(hex_)

    def beyond(self, hex_: int) -> float:
        """What a unit in the line or behind it is worth where the scenario counts them."""
        if not self.rules.beyond or has(self.rules.board.south, hex_):
            return 0.0
        return self.weights["broken in"] * (AT_THE_END if self.is_count else 1.0)

    def ways_into_line(self, germans: HexSet) -> int:
        """How many more Allies could walk into the line with Germans in some hexes, where the scenario counts them."""
        rules, grid = self.rules, self.rules.grid
        if not rules.beyond or self.is_count:
            return 0
        outside = self.field.occupied[ALLIED] & rules.board.south
        open_ = grid.adjacent(rules.board.south) & ~rules.board.south & ~germans & ~self.field.occupied[ALLIED]
        near = open_ & grid.within(outside, WALK)
        return min(near.bit_count(), (grid.within(open_, WALK) & outside).bit_count())

    # -- dangers

    def strikers(self, side: int) -> dict[int, list[int]]:
        """For every hex the attack strengths that a side could bring against it next turn, the largest first."""
        if side not in self._strikers:
            found: dict[int, list[int]] = {}
            units = [(self.attack(unit), self.s.at[unit]) for unit in self.rules.units[side] if self.s.at[unit] >= 0]
            for strength, at in sorted(units, reverse=True):
                for hex_ in bits(self.rules.grid.within(1 << at, STRIDE)):
                    found.setdefault(hex_, []).append(strength)
            self._strikers[side] = found
        return self._strikers[side]

    def danger(self, unit: int, hex_: int, own: HexSet) -> float:
        """What a unit may lose in a hex, if the enemy comes at it from all open sides with the best that he has.

        `own` are the hexes that its side holds then.
        """
        side = self.rules.side_of[unit]
        strikers = self.strikers(1 - side).get(hex_)
        if not strikers:
            return 0.0
        return self._struck(unit, hex_, self.rules.grid.adjacent(1 << hex_) & ~own, strikers)

    def danger_in_line(self, unit: int, hex_: int, own: HexSet) -> float:
        """The same for an Allied unit of a line: nobody comes at it from behind where neighbours bar the way."""
        strikers = self.strikers(GERMAN).get(hex_)
        if not strikers:
            return 0.0
        return self._struck(unit, hex_, self.rules.grid.adjacent(1 << hex_) & self.ways_in(own), strikers)

    def ways_in(self, allies: HexSet) -> HexSet:
        """The hexes that Germans can come to if the Allies hold some hexes: as far as the zones, and one step on."""
        if allies not in self._ways:
            grid, germans = self.rules.grid, self.field.occupied[GERMAN]
            zone = grid.adjacent(allies) & ~(self.rules.board.trench & ~self.s.breached)
            clear = grid.mask & ~allies & ~zone
            marched = flood(grid, germans, clear | germans)
            self._ways[allies] = (marched | grid.adjacent(marched)) & ~allies
        return self._ways[allies]

    def _struck(self, unit: int, hex_: int, sides_open: HexSet, strikers: list[int]) -> float:
        """What a unit may lose if it is struck from so many hexes, three at most, and has a way back or none."""
        sides = min(3, sides_open.bit_count(), len(strikers))
        is_caught = self._is_closed_in(hex_, self.rules.side_of[unit], sides_open)
        key = unit, hex_, sides, is_caught
        if key not in self._dangers:
            self._dangers[key] = self._danger(unit, hex_, sum(strikers[:sides]), is_caught)
        return self._dangers[key]

    def _danger(self, unit: int, hex_: int, strength: int, is_caught: bool) -> float:
        steps, side = self.s.steps[unit], self.rules.side_of[unit]
        shift = self.shift_of(hex_) if side == GERMAN else self.shift(hex_, ALLIED)
        difference = strength - self.rules.ratings[unit][steps].defence
        column = self.rules.crt.column(difference, "clear", -shift)
        odds, whole = chances_by_column(self.rules)[column], self.worth_in(unit, steps, hex_)
        step = whole - self.worth_in(unit, steps - 1, hex_)
        stays = is_caught or self.counted(unit, steps, hex_) > 0
        shelled, driven = (SHELLED * step, step) if stays else (0.0, 0.3 * step)
        if column < (WORST_AT_COUNT if self.is_count else self.fair_column):
            return shelled
        return shelled + odds.eliminated * whole + odds.exchange * step + odds.driven_back * driven
