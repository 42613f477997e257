"""The front as a commander of Storm in the West reads it: points, what a line holds, what a battle brings."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import exp

from westfront.bots.storm.clock import SPENT_ALL, Clock
from westfront.bots.storm.ground import NOBODY, Force, axis, cover, mean_loss, pull, trench_relief
from westfront.bots.storm.pockets import Pockets
from westfront.bots.weights import Weights
from westfront.games.storm.battle import Battle, defenders_in, odds, result, tank_can_attack
from westfront.games.storm.combat import Combat
from westfront.games.storm.data import StormData
from westfront.games.storm.fight import MOST_AIR, most_air
from westfront.games.storm.infiltration import is_capable
from westfront.games.storm.state import ALLIED, BEL, BRI, CUT, GERMAN, NORMAL, StormState
from westfront.games.storm.supply import Lines, supply_lines
from westfront.games.storm.victory import CHECK_TURN
from westfront.hexgrid import HexSet, bits, has

PULL, FAR_PULL = 2.5, 3.5
"""Hexes over which the pull of a morale hex falls to the e-th part: as a rule, and for an Allied offensive, which wins
by distant points only."""
ASIDE = 0.3
"""What towns off the axis of an Allied offensive draw against those on it."""
OBJECTIVES, UNWANTED = 3, 0.2
"""Towns that a German offensive goes for, and what all others draw against them: three points are enough (4.5)."""
ENOUGH = 40
"""Attack factors near a town with which it is within reach."""
COMING = {1: 1.0, 2: 0.75, 3: 0.35}
"""How much of an enemy unit so many hexes away is counted in an attack of his next turn."""
ABREAST = 20
"""Attack factors that come at a hex from one side of it, at most."""
BLOWS = 1.5
"""Two combat phases hit a hex about so often."""
SOFT = 1.1
"""How sharply a hex falls when its defenders are expected to lose more steps than they have."""
DELAY = 0.25
"""What even hopeless defenders are worth to a hex: the enemy must come and attack them."""
MASS = 9
"""Attack factors of a stack of common corps."""
MASS_PRICE = 0.8
"""What a massed attack costs, in steps at the price of an offensive."""
FREE_TANKS = 0.25
"""What a tank step is worth in 1919 against another: four of them come back in every turn (S3.28)."""
DARING = (1.0, 0.4)
"""What ground without points is worth to hold for a side on the offensive: to the Allies a German who comes out of his
trenches is welcome, but the German needs his line when the tide turns."""
SPARE = 0.35
"""The price of a step of a nation whose pool is full, against one that cannot be replaced."""
PLENTY = (11.0, 8.0, 8.0, 8.0, 8.0, 8.0)
"""Over so many steps in its pool a step of a nation falls in price to the e-th part; the German must last longer."""
ATTACK_AIR, LATE_AIR = 0.35, 0.12
"""What an air unit must bring in a battle: as a rule, and when no other battle will come."""
AGAIN = 0.5
"""What the second attack on a town in a turn is worth before the first, if it has the same odds."""
DOOMED = 0.2
"""What a step of somebody who is cut off counts in a battle, against one that will be there tomorrow."""
CRUSHING = -50.0
"""What an attack that may not or should not be made is worth."""


class Picture(Clock):
    """One position as it looks to a side."""

    def __init__(self, rules: StormData, s: StormState, side: int, weights: Weights, thorough: bool = False) -> None:
        """Who is thorough asks for each post of his line whether it could be cut off."""
        super().__init__(rules, s, side, weights)
        self.thorough = thorough
        self.field = rules.field(s)
        self._scratch = s.copy()
        self._battles: dict[object, float] = {}
        self._holds: dict[tuple[int, Force], float] = {}
        self._stakes: dict[int, float] = {}
        self._kinds: dict[int, int] = {}
        self._wings: dict[bool, int] = {}
        self._facts: dict[object, int] = {}
        self._bills: dict[int, list[float]] = {}
        self._prices: dict[tuple[int, ...], list[float]] = {}
        self._ways: dict[tuple[int, HexSet], tuple[bool, bool]] = {}

    # -- points

    @cached_property
    def pulls(self) -> tuple[dict[int, float], dict[int, float]]:
        """What draws each side: the morale hexes that it does not control."""
        rules, reach = self.rules, FAR_PULL if self.offensive == ALLIED else PULL
        if self.side == self.offensive == ALLIED and not rules.is_1919:
            return self._german_pull(), self._allied_pull()
        return self._german_pull(), pull(rules, self.s.german, reach)

    def _allied_pull(self) -> dict[int, float]:
        """What draws the Allies in their offensive: the towns of one axis, and others less."""
        rules, held = self.rules, self.s.german
        aims = axis(rules, held)
        found, rest = dict(pull(rules, held & aims, FAR_PULL)), pull(rules, held & ~aims, FAR_PULL)
        for hex_, worth in rest.items():
            found[hex_] = found.get(hex_, 0.0) + ASIDE * worth
        return found

    def _german_pull(self) -> dict[int, float]:
        """What draws the German: in his offensive a few towns that he can reach in force, and little else."""
        rules, held = self.rules, self.rules.controlled(self.s, ALLIED)
        if self.offensive != GERMAN:
            return pull(rules, held, PULL)
        might = self._factors_near(GERMAN)
        towns = {
            h: rules.board.morale[h] * min(ENOUGH, might[h]) for h in rules.board.morale if has(held, h) and h in might
        }
        if not towns:
            return pull(rules, held, PULL)
        aims = rules.grid.set_of(sorted(towns, key=lambda h: (-towns[h], h))[:OBJECTIVES])
        rest = pull(rules, held & ~aims, PULL)
        return {h: worth + UNWANTED * rest.get(h, 0.0) for h, worth in pull(rules, aims, PULL).items()}

    def ground(self, hex_: int, side: int) -> float:
        """What it is worth to a side to win a hex that the enemy controls, or to the enemy to keep it."""
        if has(self.rules.controlled(self.s, side), hex_):
            return 0.0
        way = self.weights["ground"] * self.pulls[side].get(hex_, 0.0)
        return self.point * self.value(hex_) + (SPENT_ALL * way if self.is_final else way)

    def won(self, hex_: int, side: int) -> float:
        """The same of a hex that is attacked: with it goes who is cut off by the breach."""
        return self.ground(hex_, side) + (self.pockets.breach(hex_) if side == self.side and not self.is_final else 0.0)

    @cached_property
    def pockets(self) -> Pockets:
        """Who can be cut off."""
        return Pockets(self)

    # -- supply

    @cached_property
    def lines(self) -> Lines:
        """The supply lines as they are."""
        return supply_lines(self.rules, self.s)

    def supplied(self, unit: int) -> HexSet:
        """The hexes in which a unit would be in supply: a line leads to it, or to one next to it."""
        nation = self.rules.nation[unit]
        lines = self.lines.german if self.rules.side_of[unit] == GERMAN else self.lines.french
        if nation in (BRI, BEL):
            lines = self.lines.british
        return lines | self.rules.grid.adjacent_across(lines, self.rules.board.all_sea)

    # -- what a line holds

    @cached_property
    def force(self) -> dict[int, Force]:
        """The own units of every hex, as defenders."""
        found: dict[int, Force] = {}
        for hex_ in bits(self.field.occupied[self.side]):
            found[hex_] = self.force_of(self.field.stacks[hex_])
        return found

    def force_of(self, units: Iterable[int]) -> Force:
        """Some units as defenders."""
        rules, s = self.rules, self.s
        stack = list(units)
        return Force(
            sum(rules.defence_of(s, u) for u in stack),
            sum(s.steps[u] for u in stack),
            sum(rules.weight[u] for u in stack),
        )

    def with_unit(self, force: Force, unit: int, sign: int = 1) -> Force:
        """A force with one unit more, or less."""
        rules, s = self.rules, self.s
        return Force(
            force.defence + sign * rules.defence_of(s, unit),
            force.steps + sign * s.steps[unit],
            force.units + sign * rules.weight[unit],
        )

    @cached_property
    def threat(self) -> dict[int, float]:
        """For every hex the attack factors that the enemy could bring against it in his next turn."""
        return self._factors_near(1 - self.side)

    @cached_property
    def might(self) -> dict[int, float]:
        """The same of the own side."""
        return self._factors_near(self.side)

    def _factors_near(self, side: int) -> dict[int, float]:
        rules, s, grid = self.rules, self.s, self.rules.grid
        by_hex_, found = dict[int, float](), dict[int, float]()
        for unit in rules.own[side]:
            if s.at[unit] >= 0:
                by_hex_[s.at[unit]] = by_hex_.get(s.at[unit], 0.0) + rules.attack_of(s, unit)
        for at, factors in by_hex_.items():
            before = 1 << at
            for distance, part in COMING.items():
                within = grid.within(1 << at, distance)
                for hex_ in bits(within & ~before):
                    found[hex_] = found.get(hex_, 0.0) + factors * part
                before = within
        return found

    @cached_property
    def sharp(self) -> HexSet:
        """The hexes near which the enemy has Stosstruppen or tanks: one better on the die, and they infiltrate."""
        rules, s = self.rules, self.s
        units = [u for u in rules.own[1 - self.side] if s.at[u] >= 0 and (rules.is_storm[u] or rules.is_tank[u])]
        return rules.grid.within(rules.grid.set_of(s.at[u] for u in units), 2)

    @cached_property
    def walked(self) -> HexSet:
        """The hexes that enemies could walk into next turn, past own zones, and own hexes too if they were left."""
        return self.walked_past(self.field.occupied[self.side], self.field.zone[self.side])

    def walked_past(self, own: HexSet, zone: HexSet) -> HexSet:
        """The hexes that enemies could walk into next turn if own units and zones were in some hexes."""
        rules, grid = self.rules, self.rules.grid
        front = found = self.field.occupied[1 - self.side]
        for _ in range(4):
            front = grid.adjacent_across(front & ~zone | found & front, rules.board.all_sea)
            front &= rules.board.playable & ~own & ~found
            found |= front
            front &= ~zone
        return found | grid.adjacent(found) & (self.sharp | own)

    def risk(self, hex_: int) -> float:
        """How likely the enemy comes into an empty hex."""
        if has(self.walked, hex_):
            return 1.0
        return 0.5 if self.threat.get(hex_, 0.0) > 0 else 0.0

    def holds(self, hex_: int, force: Force) -> float:
        """How likely a force still holds a hex after the enemy's next turn."""
        key = hex_, force
        if key not in self._holds:
            self._holds[key] = self._hold(hex_, force)
        return self._holds[key]

    def _hold(self, hex_: int, force: Force) -> float:
        threat = self.threat.get(hex_, 0.0)
        if not force.steps:
            near = has(self.field.zone[self.side], hex_)
            return 1.0 - self.risk(hex_) * (0.9 if near else 1.0)
        if threat < 1:
            return 1.0
        rules, side = self.rules, self.side
        sides = (rules.grid.adjacent(1 << hex_) & rules.controlled(self.s, 1 - side)).bit_count()
        strength = int(min(threat, ABREAST * max(1, min(3, sides))))
        shift = cover(rules, side, hex_, self.s.wet) + has(self.sharp, hex_)
        column = rules.crt.column(max(1, strength), max(1, force.defence))
        loss = BLOWS * mean_loss(rules, column, shift)
        return DELAY + (1.0 - DELAY) / (1.0 + exp(SOFT * (loss - force.steps)))

    def stake(self, hex_: int) -> float:
        """What is lost with a hex: its points, its share of what lies behind, and its place in the line."""
        if hex_ not in self._stakes:
            worth = self.weights["line"] if has(self.front, hex_) else 0.15
            worth += self.weights["ground"] * self.pulls[1 - self.side].get(hex_, 0.0)
            if self.side == self.offensive:
                worth *= DARING[self.side]
            if has(self.own, hex_):
                worth += self.point * self.value(hex_)
            self._stakes[hex_] = SPENT_ALL * worth if self.is_final else worth
        return self._stakes[hex_]

    @cached_property
    def own(self) -> HexSet:
        """The hexes that the side controls."""
        return self.rules.controlled(self.s, self.side)

    @cached_property
    def front(self) -> HexSet:
        """The own hexes that touch the enemy's, or that he could walk into."""
        theirs = self.rules.controlled(self.s, 1 - self.side)
        return self.own & self.rules.grid.adjacent(theirs)

    def held(self) -> float:
        """What the whole line may lose, as a number below zero."""
        found = 0.0
        for hex_ in bits(self.front | self.rules.grid.set_of(self.rules.board.morale) & self.own):
            force = self.force.get(hex_, NOBODY)
            found -= self.stake(hex_) * (1.0 - self.holds(hex_, force))
        return found

    # -- battles

    @cached_property
    def scarcity(self) -> list[float]:
        """What a step of each nation is worth against one that cannot be replaced: little while the pool is full."""
        return [SPARE + (1 - SPARE) * exp(-steps / plenty) for steps, plenty in zip(self.s.pool, PLENTY, strict=True)]

    def step_price(self, unit: int, last: bool) -> float:
        """What a step of a unit is worth to its side; the last one a little more."""
        rules = self.rules
        whose = "own" if rules.side_of[unit] == self.side else "enemy"
        scarcity = self.scarcity[rules.steps_of[unit]]
        if whose == "enemy" and self.side == self.offensive == ALLIED:
            scarcity = 1.0  # who wears an army down counts its pool too
        worth = abs(self.weights[f"{whose} steps on the map"]) * scarcity
        thrift = self.thrift if whose == "own" else SPENT_ALL if self.is_final else 1.0
        worth *= thrift
        if rules.is_tank[unit]:
            worth *= FREE_TANKS if rules.is_1919 and whose == "own" else 0.6
        elif rules.is_storm[unit]:
            worth *= 1.35 if self.s.turn <= CHECK_TURN or rules.is_1919 else 1.0
        elif unit == rules.agb:
            worth *= 6.0
        elif rules.attack[unit][1] <= 1:
            worth *= 0.7
        return worth + (0.25 * thrift if last and not rules.is_tank[unit] else 0.0)

    def bill(self, units: Iterable[int]) -> list[float]:
        """The price of each loss point of an attack by some units, in the order in which they would be paid."""
        tanks, others = list[float](), list[float]()
        for unit in units:
            (tanks if self.rules.is_tank[unit] else others).extend(self.step_prices(unit))
        return [*tanks, *sorted(others)]

    def step_prices(self, unit: int) -> list[float]:
        """The price of each step of an attacker: more for the last one where nobody else holds the hex."""
        if unit not in self._bills:
            at, steps = self.s.at[unit], self.s.steps[unit]
            worth = DOOMED if self.is_doomed(unit) else 1.0
            prices = [worth * self.step_price(unit, number == steps) for number in range(1, steps + 1)]
            if self.in_combat and self.force.get(at, NOBODY).units == 1:
                prices[-1] += 0.3 * self.stake(at)
            self._bills[unit] = prices
        return self._bills[unit]

    def ways_out(self, battle: Battle, posts: HexSet) -> tuple[bool, bool]:
        """Whether the defenders of a battle could go back free of charge, and at the price of a step."""
        key = battle.target, posts
        if key not in self._ways:
            self._ways[key] = self._ways_out(battle, posts)
        return self._ways[key]

    def _ways_out(self, battle: Battle, posts: HexSet) -> tuple[bool, bool]:
        rules, side = self.rules, battle.attacker
        mine, friends = self.field.occupied[side] | posts, self.field.occupied[1 - side]
        zone = self.field.zone[side] | rules.grid.adjacent(posts)
        room = rules.board.near(battle.target) & ~mine & ~self.field.stacked(3)
        return bool(room & (~zone | friends)), bool(room & zone & ~friends)

    def battle_worth(self, target: int, team: tuple[tuple[int, int], ...], second: bool, air: int = 0) -> float:
        """What an attack on a hex from some places brings, on the average; the defender takes it as suits him best."""
        key = target, tuple(sorted([(self.kind(unit), place) for unit, place in team])), second, air
        if key not in self._battles:
            self._battles[key] = self._battle_worth(target, team, second, air)
        return self._battles[key]

    def kind(self, unit: int) -> int:
        """A number that units have in common if it is all the same which of them attacks."""
        if unit not in self._kinds:
            rules, s = self.rules, self.s
            alone = self.in_combat and self.force.get(s.at[unit], NOBODY).units == 1
            facts = rules.counters[unit].type.name, rules.minor[unit], s.steps[unit], s.supply[unit], alone * s.at[unit]
            self._kinds[unit] = self._facts.setdefault(facts, len(self._facts))
        return self._kinds[unit]

    def wings(self, second: bool) -> int:
        """What the air units of both sides would come to in the next battle."""
        if second not in self._wings:
            rules, s, side = self.rules, self.s, self.side
            mine = most_air(rules, s, side, second, MOST_AIR[side])
            self._wings[second] = max(0, mine - most_air(rules, s, 1 - side, second, 1))
        return self._wings[second]

    def best_worth(self, target: int, team: tuple[tuple[int, int], ...], second: bool) -> float:
        """What an attack brings without air units, or with them if they have nothing better to do."""
        air, alone = self.wings(second), self.battle_worth(target, team, second)
        if not air:
            return alone
        return max(alone, self.battle_worth(target, team, second, air) - self.air_price(second) * air)

    def air_price(self, second: bool, attacks: bool = True) -> float:
        """What an air unit must bring in a battle: little in the last one of the turn in which it can fly."""
        return LATE_AIR if second and (self.side == ALLIED) == attacks else ATTACK_AIR

    def _battle_worth(self, target: int, team: tuple[tuple[int, int], ...], second: bool, air: int) -> float:
        rules, scratch = self.rules, self._scratch
        guns = any(unit == rules.agb for unit, _ in team)
        units = tuple(unit for unit, _ in team if unit != rules.agb)
        defenders = self.defenders(target)
        if not units or not defenders:
            return -1.0
        before = [scratch.at[unit] for unit in units]
        for unit, place in team:
            if unit != rules.agb:
                scratch.at[unit] = place
        try:
            if not self._tanks_fit(scratch, units, target):
                return -2.0
            return self.expected(Battle(rules, scratch, target, units, defenders, guns, air, 0, second))
        finally:
            for unit, at in zip(units, before, strict=True):
                scratch.at[unit] = at

    def expected(self, battle: Battle) -> float:
        """What a battle brings its attacker, over the six faces of the die."""
        view, target = odds(battle), battle.target
        if view.hopeless:
            return CRUSHING
        posts = self.rules.grid.set_of(battle.s.at[unit] for unit in battle.attackers)
        bill, total = self.bill(battle.attackers), 0.0
        free, dear = self.ways_out(battle, posts)
        results = [result(self.rules, view, die) for die in range(1, 7)]
        total += self._again(battle, [defender for _, defender in results])
        for attacker, defender in results:
            total += self.taken(target, battle.defenders, defender, free, dear) - sum(bill[:attacker])
            if attacker >= len(bill):
                total -= 1.0  # nobody is left to advance
        return total / 6

    def _again(self, battle: Battle, losses: list[int]) -> float:
        """What the second blow of a turn adds for a town that six throws of the first do not always bring."""
        if battle.second or not self.value(battle.target):
            return 0.0
        steps = sum(self.s.steps[unit] for unit in battle.defenders)
        left = [steps - loss for loss in losses if 0 < loss < steps]
        falls = sum(sum(loss >= rest for loss in losses) / len(losses) for rest in left)
        return AGAIN * falls * self.ground(battle.target, battle.attacker)

    def promise(self, target: int) -> float:
        """What a massed attack on a hex would bring: three stacks and an air unit, and tanks where they can go."""
        rules, side = self.rules, self.side
        sides = (rules.board.near(target) & ~self.field.occupied[1 - side]).bit_count()
        force = self.force_of(self.field.stacks[target])
        shift = cover(rules, 1 - side, target, self.s.wet) + 1
        tank = next((u for u in rules.own[side] if rules.is_tank[u] and self.s.at[u] >= 0), None)
        if tank is not None and tank_can_attack(rules, self.s, tank, target):
            shift += 1 if side == GERMAN else trench_relief(rules, target)
        column = rules.crt.column(MASS * min(3, sides), max(1, force.defence))
        loss = mean_loss(rules, column, shift)
        falls = 1.0 / (1.0 + exp(SOFT * (force.steps - BLOWS * loss)))
        return max(0.0, falls * self.won(target, side) + 0.9 * loss - MASS_PRICE)

    def _tanks_fit(self, s: StormState, units: tuple[int, ...], target: int) -> bool:
        rules = self.rules
        for tank in [unit for unit in units if rules.is_tank[unit]]:
            beside = any(
                rules.is_infantry[u] and rules.nation[u] == rules.nation[tank] and s.at[u] == s.at[tank] for u in units
            )
            if not beside or not tank_can_attack(rules, s, tank, target):
                return False
        return True

    def defenders(self, target: int) -> tuple[int, ...]:
        """Who would defend a hex: all of it, or in a combat phase those who have not yet been attacked."""
        if self.in_combat:
            return defenders_in(self.rules, self.s, target)
        return tuple(sorted(self.field.stacks[target]))

    @cached_property
    def in_combat(self) -> bool:
        """Whether a combat phase is under way."""
        return any(isinstance(frame, Combat) for frame in self.s.frames)

    def taken(self, target: int, defenders: tuple[int, ...], points: int, free: bool, dear: bool) -> float:
        """What so many loss points bring the attacker, if the defender pays as suits him best."""
        if not points:
            return 0.0
        if defenders not in self._prices:
            self._prices[defenders] = sorted(
                self.step_price(unit, number == self.s.steps[unit])
                for unit in defenders
                for number in range(1, self.s.steps[unit] + 1)
            )
        prices = self._prices[defenders]
        attacker = 1 - self.rules.side_of[defenders[0]]
        ground = self.won(target, attacker)
        stay = sum(prices[:points]) + (ground if points >= len(prices) else 0.0)
        if points - 1 >= len(prices) or self.rules.agb in defenders:
            return stay
        if free:
            return min(stay, sum(prices[: points - 1]) + ground)
        if dear and points < len(prices):
            return min(stay, sum(prices[:points]) + ground)
        return stay

    # -- who is fit for what

    def is_fit(self, unit: int) -> bool:
        """Whether a unit is in supply and can be used in an attack."""
        return self.s.supply[unit] == NORMAL and self.rules.attack_of(self.s, unit) > 1

    def is_doomed(self, unit: int) -> bool:
        """Whether a unit is gone when the turn ends, unless a way is opened for it (7.2)."""
        return self.s.supply[unit] == CUT and self.in_combat

    def infiltrators(self) -> list[int]:
        """The own units on the map that can infiltrate by themselves."""
        return [u for u in self.rules.own[self.side] if self.s.at[u] >= 0 and is_capable(self.rules, self.s, u)]
