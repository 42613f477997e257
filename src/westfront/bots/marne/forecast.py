"""What an attack brings on the average: its fire, its column, coordination, and the losses of both sides."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from westfront.bots.allocation import Team
from westfront.bots.marne.picture import Picture
from westfront.engine.modifiers import applied, sum_of
from westfront.games.marne.artillery import FIRE_DIE, OFFENSIVE_ATTACKS, fire_result
from westfront.games.marne.battle import Battle
from westfront.games.marne.coordination import (
    ATTACK_DIE,
    ATTACKER_HITS,
    DEFENCE_DIE,
    classify,
    table_result,
)
from westfront.games.marne.facts import MarneData
from westfront.games.marne.leads import LEAD_MORALE, odds, odds_column
from westfront.games.marne.state import MISUNDERSTOOD, OFFENSIVE, MarneState
from westfront.hexgrid import has

HOPELESS = -9.0
"""What an attack is worth that the table makes a loss."""
LAST_COLUMN = 8
LAST_FIRE = 6
HITS_PER_HEX = 3
MOST_BACK = 3
"""Nobody goes back farther than so many hexes."""
CONFUSED = 2.0
"""What misunderstood orders cost the side that misunderstands them, about."""
BESIDES = 0.3
"""What is left of the worth of ground that the enemy leaves and nobody of ours enters."""
THROUGH = 0.5
"""How much more ground is worth to who has perfect coordination, and goes on."""
PER_FIRE_HIT = 0.7


@lru_cache(maxsize=64)
def shares(modifier: int) -> tuple[float, float, float, float]:
    """The chances of misunderstood orders, none, partial and perfect coordination."""
    found = [0.0] * 4
    for die in range(1, 7):
        found[classify(die, modifier) - MISUNDERSTOOD] += 1 / 6
    return found[0], found[1], found[2], found[3]


@lru_cache(maxsize=16)
def table(rules: MarneData) -> list[list[tuple[float, int, int]]]:
    """Every column of the combat table: the chance of each throw, with the hits on attacker and defender."""
    ways = {a + b: sum(c + d == a + b for c in range(1, 7) for d in range(1, 7)) for a in range(1, 7) for b in (1, 6)}
    found = []
    for column in range(LAST_COLUMN + 1):
        results = [(ways[dice] / 36, table_result(rules, column, dice)) for dice in range(2, 13)]
        found.append([(chance, result.attacker, result.defender) for chance, result in results])
    return found


@lru_cache(maxsize=16)
def mean_hits(rules: MarneData) -> list[float]:
    """The attacker's hits on the average, by column."""
    return [sum(chance * hits for chance, hits, _ in rows) for rows in table(rules)]


@lru_cache(maxsize=256)
def fire_hits(rules: MarneData, column: int, modifier: int) -> list[tuple[int, float]]:
    """The hits of a bombardment, each number with its chance."""
    if column <= 0:
        return [(0, 1.0)]
    hits = [fire_result(rules, die + modifier, min(LAST_FIRE, column))[0] for die in range(1, 7)]
    return [(number, hits.count(number) / 6) for number in sorted(set(hits))]


def mean_fire(rules: MarneData, column: int, modifier: int = 0) -> float:
    """The hits of a bombardment on the average."""
    return sum(chance * hits for hits, chance in fire_hits(rules, column, modifier))


class Sides(NamedTuple):
    """Units under fire: who they are, the steps that they have lost, and whether one is in disorder."""

    units: tuple[int, ...]
    lost: tuple[int, ...]
    disorder: bool = False


class Forecast(NamedTuple):
    """What an attack should bring, on which column it is fought on the average, and on which after poor fire."""

    worth: float
    column: float
    worst: int


class Forecaster:
    """Thinks attacks of one side through; what it has found it keeps."""

    def __init__(self, picture: Picture, side: int) -> None:
        self.picture, self.rules, self.side = picture, picture.rules, side
        self.scratch: MarneState = picture.s.copy()
        self._gains: dict[tuple[object, ...], float] = {}
        self._paid: dict[tuple[Sides, int, int], tuple[Sides, float]] = {}
        self._support: dict[int, int] = {}
        self._known: dict[tuple[int, Team, int], Forecast] = {}

    # -- guns

    def support(self, target: int) -> int:
        """The strength that fires at a target, about: the gun in offensive mode, half of all others."""
        if target not in self._support:
            own, others = self._in_range(target, self.side)
            countered = 2 if self._in_range(target, 1 - self.side)[1] >= 2 else 0
            exploiting = self.picture.s.exploiting and self.side == self.picture.s.mover
            self._support[target] = 0 if exploiting else max(0, own + (others + 1) // 2 - countered)
        return self._support[target]

    def _in_range(self, target: int, side: int) -> tuple[int, int]:
        """The strength of the gun in offensive mode and of all others that reach a hex and may still fire."""
        rules, s, first, others = self.rules, self.picture.s, 0, 0
        attacking = side == self.side
        for gun in rules.guns[side]:
            if s.at[gun] >= 0 and rules.grid.distance(s.at[gun], target) <= rules.range[gun]:
                offensive = s.mode[gun] == OFFENSIVE and attacking
                if s.uses[gun] < (OFFENSIVE_ATTACKS if offensive else 1):
                    strength = rules.fire_strength(s, gun)
                    first, others = (strength, others) if offensive else (first, others + strength)
        return first, others

    # -- losses

    def pay(self, side: Sides, hits: int, lead: int = -1) -> tuple[Sides, float]:
        """What is left after some hits, and what they cost: the lead first, then where it hurts least."""
        key = side, hits, lead
        if key not in self._paid:
            self._paid[key] = self._pay(side, hits, lead)
        return self._paid[key]

    def _pay(self, side: Sides, hits: int, lead: int) -> tuple[Sides, float]:
        rules, picture = self.rules, self.picture
        lost, cost = dict(zip(side.units, side.lost, strict=True)), 0.0
        while True:
            able = [u for u in lost if lost[u] < rules.steps[u] and rules.hit_cost[u] <= hits]
            if not able:
                break
            unit = lead if lead in able else min(able, key=lambda u: picture.step_price(u, lost[u]) / rules.hit_cost[u])
            lead = -1
            cost += picture.step_price(unit, lost[unit])
            lost[unit] += 1
            hits -= rules.hit_cost[unit]
        left = tuple(unit for unit in side.units if lost[unit] < rules.steps[unit])
        disorder = side.disorder or (hits > 0 and bool(left))
        return Sides(left, tuple(lost[unit] for unit in left), disorder), cost + 0.3 * min(hits, len(left))

    # -- an attack

    def lead(self, team: Team) -> int:
        """The unit that leads best: high morale, whole, with Stosstruppen, and in command; -1 if nobody may."""
        rules, s = self.rules, self.picture.s
        commanded = self.picture.commanded if self.side == self.picture.side else rules.grid.mask
        able = [
            unit
            for unit, hex_ in team
            if not rules.is_tank[unit]
            and rules.morale(s, unit) >= LEAD_MORALE
            and not s.order[unit]
            and has(commanded, hex_)
        ]
        return max(able, key=self._lead_key, default=-1)

    def _lead_key(self, unit: int) -> tuple[float, int]:
        rules, s = self.rules, self.picture.s
        doctrine = {"foch": -0.5, "petain": -0.5}.get(rules.doctrine(unit), 0.0)
        best = 0.5 * rules.is_regiment[unit] + 0.3 * (not s.lost[unit])
        return rules.morale(s, unit) + best + doctrine, unit

    def defence_lead(self, defenders: tuple[int, ...]) -> int:
        """The defender who leads."""
        rules, s = self.rules, self.picture.s
        able = [unit for unit in defenders if rules.has_zone[unit]]
        return max(able, key=lambda unit: (rules.morale(s, unit), rules.is_regiment[unit], unit), default=-1)

    def forecast(self, target: int, team: Team, fire: int) -> Forecast:
        """What a team's attack with so much fire should bring; its units stand where the team says."""
        key = target, team, fire
        if key not in self._known:
            self._known[key] = self._forecast(target, team, fire)
        return self._known[key]

    def _forecast(self, target: int, team: Team, fire: int) -> Forecast:
        lead = self.lead(team)
        defenders = tuple(self.picture.combat_units(target, 1 - self.side))
        if lead < 0 or not defenders:
            return Forecast(HOPELESS, 0.0, -1)
        s, before = self.scratch, [self.scratch.at[unit] for unit, _ in team]
        for unit, hex_ in team:
            s.at[unit] = hex_
        s.attack_lead, s.defence_lead = lead, self.defence_lead(defenders)
        battle = Battle(self.rules, s, target, self.side, tuple(unit for unit, _ in team), defenders)
        found = self._fought(battle, fire)
        for (unit, _), hex_ in zip(team, before, strict=True):
            s.at[unit] = hex_
        return found

    def _fought(self, battle: Battle, fire: int) -> Forecast:
        """The average over the dice of the bombardment, each with its column."""
        s, picture, defenders = battle.s, self.picture, battle.defenders
        view, dice = odds(battle), fire_hits(self.rules, fire, sum_of(applied(FIRE_DIE, battle)))
        shift = sum(one.value for one in view.shifts)
        attack_die, defence_die = sum_of(applied(ATTACK_DIE, battle)), sum_of(applied(DEFENCE_DIE, battle))
        now = Sides(defenders, tuple(s.lost[unit] for unit in defenders), any(s.order[unit] for unit in defenders))
        full = max(1, sum(self.rules.defence_strength(s, unit) for unit in defenders))
        fit = any(self.rules.is_fit(s, unit) for unit in battle.attackers)
        price = self._price(battle) * picture.own_loss(battle.attackers[0])
        extra = sum_of(applied(ATTACKER_HITS, battle)) - 2.0 * any(self.rules.is_tank[u] for u in battle.attackers)
        total, average, worst = -self._fire_back(battle) * price, 0.0, LAST_COLUMN
        for hits, chance in dice:
            left, cost = self.pay(now, hits)
            strength = sum(self.rules.defence[u][1 if n else 0] for u, n in zip(left.units, left.lost, strict=True))
            raw = odds_column(view.attack, max(1, view.defence * strength // full))
            column = min(LAST_COLUMN, raw + shift)
            average, worst = average + chance * column, min(worst, column)
            total += chance * cost * picture.weights["enemy losses"]
            if column < 0:
                total -= chance * 3 * 2.5 * price
                continue
            worse = defence_die - (left.disorder and not now.disorder)
            suffered = max(0.0, mean_hits(self.rules)[column] + extra) if left.units else 0.0
            total += chance * (self._gain(battle, left, column, attack_die, worse, fit) - suffered * price)
        if worst < 0:
            total = min(total, HOPELESS)
        return Forecast(total, average, worst)

    def _fire_back(self, battle: Battle) -> float:
        """The hits of the defender's guns, about."""
        strength = self._in_range(battle.target, 1 - self.side)[1]
        return PER_FIRE_HIT * mean_fire(self.rules, min(LAST_FIRE, strength))

    def _price(self, battle: Battle) -> float:
        """What a hit costs the attackers on the average: the lead bears the first, the cheapest the rest."""
        picture, cost, s = self.picture, self.rules.hit_cost, self.picture.s
        prices = [picture.step_price(u) / cost[u] for u in battle.attackers if s.lost[u] < self.rules.steps[u]]
        lead = battle.s.attack_lead
        first = picture.step_price(lead) / cost[lead] if lead >= 0 else prices[0]
        return 0.5 * (first + min(prices))

    def _gain(self, battle: Battle, left: Sides, column: int, attack_die: int, defence_die: int, fit: bool) -> float:
        """What the defender loses on the average, with the ground; he goes back if that is better for him."""
        key = battle.target, left, column, attack_die, defence_die, fit, battle.defence_doctrine
        if key not in self._gains:
            self._gains[key] = self._gain_of(battle, left, column, attack_die, defence_die, fit)
        return self._gains[key]

    def _gain_of(self, battle: Battle, left: Sides, column: int, attack_die: int, defence_die: int, fit: bool) -> float:
        mislead, _, partial, perfect = shares(attack_die)
        entered = (partial + perfect * (1 + THROUGH)) if fit else 0.0
        ground = self.ground(battle.target) * (BESIDES + (1 - BESIDES) * entered)
        if not left.units:
            return ground
        misled, none, some, full = shares(defence_die)
        held = battle.defence_doctrine == "foch" or left.disorder
        limits = [(share, most) for share, most in ((misled + none, 0), (some, 2 - held), (full, 3 - held)) if share]
        total, lead, found = CONFUSED * (misled - mislead), self.defence_lead(left.units), dict[int, float]()
        for chance, _, hits in table(self.rules)[column]:
            if hits not in found:
                best = self._best_defences(left, hits, lead, ground)
                found[hits] = sum(share * best[most] for share, most in limits)
            total += chance * found[hits]
        return total

    def _best_defences(self, left: Sides, hits: int, lead: int, ground: float) -> list[float]:
        """What the attacker gets if the defender, who may go back so many hexes, goes as far as is best for him."""
        weight, found = self.picture.weights["enemy losses"], list[float]()
        for hexes in range(MOST_BACK + 1):
            rest, cost = self.pay(left, max(0, hits - HITS_PER_HEX * hexes), lead)
            gone = hexes > 0 or not rest.units
            gain = cost * weight + (ground if gone else 0.0) + 0.4 * max(0, hexes - 1)
            found.append(min(gain, found[-1]) if found else gain)
        return found

    def ground(self, hex_: int) -> float:
        """What it is worth to win a hex: its points, what lies beyond it, and the breach in the line."""
        picture = self.picture
        beyond = picture.weights["ground"] * picture.pull(hex_, self.side)
        return picture.points(hex_) * (hex_ in picture.wants[self.side]) + 0.5 * beyond + 0.5
