"""Attacks and guns: who attacks whom, which guns fire, and which fire at the enemy's guns."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from westfront.bots.allocation import NO_ATTACK, Allocation, Task, Team
from westfront.bots.marne.forecast import HOPELESS, LAST_FIRE, Forecaster, mean_fire
from westfront.bots.marne.picture import Picture
from westfront.bots.work import Work
from westfront.engine.grammar import Action
from westfront.engine.modifiers import applied, sum_of
from westfront.games.marne.artillery import FIRE_DIE, guns_in, usable_guns
from westfront.games.marne.battle import battle_of
from westfront.games.marne.combat import attackers_of, targets
from westfront.games.marne.state import ARRIVED, COUNTERS, FIRES, OFFENSIVE, MarneState
from westfront.hexgrid import bits, has

WORST_COLUMN = 2
"""Nobody attacks on a worse column on the average."""
CAREFUL = 4
"""Out of a line that must be kept the odds must be better, scoring hexes apart."""
MANY = 9
JUDGED = 0.25
"""Units of work to think an attack through."""
ENOUGH_FIRE = 4
"""More strength adds little, unless the defender lies in trenches or a fort."""
ON_TRENCHES = 6
SECTOR = 0.05
"""What a gun in offensive mode is worth before an enemy hex that leads nowhere."""
DEFENDERS_HIT = 1.5
"""A hit on a defender counts for more than one on an attacker: it comes before the odds."""


class Attack(NamedTuple):
    """A planned attack: the hex, who takes part, on which column about, and what it should bring."""

    target: int
    units: tuple[int, ...]
    column: float
    worth: float


def groups(picture: Picture, units: Iterable[int], fine: bool = False) -> dict[int, tuple[int, ...]]:
    """Units that act together, by the first of them: regiments of one division in one hex; others alone, or everybody.

    Units that have just come in move one by one.
    """
    rules, s = picture.rules, picture.s

    def kind(unit: int) -> tuple[int, str]:
        together = rules.is_regiment[unit] and s.moved[unit] != ARRIVED and not fine
        return s.at[unit], rules.division[unit] if together else f"unit {unit}"

    found = [tuple(same) for _, same in groupby(sorted(units, key=lambda unit: (*kind(unit), unit)), key=kind)]
    return {members[0]: members for members in found}


class Judge:
    """What an attack by groups of units is worth."""

    def __init__(
        self, picture: Picture, side: int, members: dict[int, tuple[int, ...]], work: Work, most: int = MANY
    ) -> None:
        """At most so many groups join an attack."""
        self.picture, self.members, self.work, self.most = picture, members, work, most
        self.forecaster = Forecaster(picture, side)
        self.least = WORST_COLUMN if picture.attacks else CAREFUL

    def units(self, team: Team) -> Team:
        """The team unit by unit."""
        return tuple((unit, hex_) for first, hex_ in team for unit in self.members[first])

    def __call__(self, target: int, team: Team) -> float:
        """The worth of an attack; below zero for one that is too weak, too crowded, or has two tanks."""
        self.work.spend(JUDGED)
        units, rules = self.units(team), self.picture.rules
        if len(team) > self.most or sum(rules.is_tank[unit] for unit, _ in units) > 1:
            return HOPELESS
        found = self.forecaster.forecast(target, units, self.forecaster.support(target))
        least = WORST_COLUMN if target in self.picture.wants[self.forecaster.side] else self.least
        return min(found.worth, found.column - least - 0.5) if found.column < least else found.worth


def plan_attacks(picture: Picture, side: int, work: Work, most: int = MANY, fine: bool = False) -> list[Attack]:
    """The attacks of a combat phase that together bring most, the best first; at most so many groups join one.

    In a fine plan regiments of one division may attack different hexes.
    """
    rules, s = picture.rules, picture.s
    able = {target: attackers_of(rules, s, side, target) for target in bits(targets(rules, s, side))}
    members = groups(picture, {unit for units in able.values() for unit in units}, fine)
    judge, tasks = Judge(picture, side, members, work, most), dict[int, list[Task]]()
    for target, units in able.items():
        for first in members:
            if first in units:
                tasks.setdefault(first, [Task(NO_ATTACK)]).append(Task(target, s.at[first]))
    allocation = Allocation(tasks, judge, work, room=8)
    allocation.run()
    found = []
    for target, team in allocation.teams().items():
        named = judge.units(team)
        column = judge.forecaster.forecast(target, named, judge.forecaster.support(target)).column
        found.append(Attack(target, tuple(unit for unit, _ in named), column, allocation.worth_of(target)))
    return sorted((attack for attack in found if attack.worth > 0), key=lambda attack: -attack.worth)


# -- guns


def attack_guns(picture: Picture, side: int) -> tuple[int, ...]:
    """The guns that support an attack: the one in offensive mode, then those with least to do elsewhere."""
    rules, s = picture.rules, picture.s
    able = usable_guns(rules, s, side)
    if s.exploiting:
        return tuple(able)
    works = rules.board.trench | rules.board.fort | rules.board.town
    wanted = (ON_TRENCHES if has(works, s.target) else ENOUGH_FIRE) + _expected_counter(picture, side)
    others = targets(rules, s, side)

    def busy(gun: int) -> tuple[int, int, int]:
        near = rules.grid.within(1 << s.at[gun], rules.range[gun]) & others
        return -(s.mode[gun] == OFFENSIVE), near.bit_count(), gun

    chosen: list[int] = []
    for gun in sorted(able, key=busy):
        twice = s.mode[gun] == OFFENSIVE and any(s.mode[other] == OFFENSIVE for other in chosen)
        if not twice and sum(rules.fire_strength(s, one) for one in chosen) < wanted:
            chosen.append(gun)
    return tuple(chosen)


def one_offensive(s: MarneState, guns: list[int], firing: list[int]) -> list[int]:
    """Of the guns in offensive mode only the first, or none if one of them fires already."""
    offensive = [gun for gun in guns if s.mode[gun] == OFFENSIVE]
    kept = [] if any(s.mode[gun] == OFFENSIVE for gun in firing) else offensive[:1]
    return [gun for gun in guns if gun not in offensive or gun in kept]


def _expected_counter(picture: Picture, side: int) -> int:
    corps = [gun for gun in usable_guns(picture.rules, picture.s, 1 - side) if picture.rules.is_corps_gun[gun]]
    return 2 if corps else 0


def defence_guns(picture: Picture, side: int) -> list[Action]:
    """Every gun in range; corps guns fire at the enemy's guns where that spares more than their own fire costs him."""
    rules, s = picture.rules, picture.s
    able = one_offensive(s, usable_guns(rules, s, side), guns_in(rules, s, side, FIRES))
    corps = [gun for gun in able if rules.is_corps_gun[gun]]
    fire = sum(rules.fire_strength(s, gun) for gun in able + guns_in(rules, s, side, FIRES))
    his = 0 if s.exploiting else sum(rules.fire_strength(s, gun) for gun in guns_in(rules, s, 1 - side, FIRES))
    his -= sum(rules.fire_strength(s, gun) for gun in guns_in(rules, s, side, COUNTERS))
    modifier = sum_of(applied(FIRE_DIE, battle_of(rules, s)))

    def value(number: int) -> float:
        countered = sum(rules.fire_strength(s, gun) for gun in corps[:number])
        suffered = mean_fire(rules, min(LAST_FIRE, his - countered), modifier)
        return mean_fire(rules, min(LAST_FIRE, fire - countered)) - DEFENDERS_HIT * suffered

    best = max(range(len(corps) + 1 if his > 0 else 1), key=value)
    firing = tuple(gun for gun in able if gun not in corps[:best])
    orders: list[Action] = [("counter", gun) for gun in corps[:best]]
    return [*orders, *([("support", firing)] if firing else []), ("confirm",)]


def counter_battery(picture: Picture, side: int, offered: list[Action]) -> Action:
    """Turn a corps gun on the enemy's guns if what it adds to the bombardment is less than what it spares."""
    rules, s = picture.rules, picture.s
    turns = sorted(action for action in offered if action[0] == "counter")
    if s.exploiting:
        return turns[0] if turns else ("confirm",)
    modifier = sum_of(applied(FIRE_DIE, battle_of(rules, s)))
    mine = sum(rules.fire_strength(s, gun) for gun in guns_in(rules, s, side, FIRES))
    mine -= sum(rules.fire_strength(s, gun) for gun in guns_in(rules, s, 1 - side, COUNTERS))
    his = sum(rules.fire_strength(s, gun) for gun in guns_in(rules, s, 1 - side, FIRES))
    his -= sum(rules.fire_strength(s, gun) for gun in guns_in(rules, s, side, COUNTERS))

    def value(turned: int) -> float:
        return DEFENDERS_HIT * mean_fire(rules, min(LAST_FIRE, mine - turned), modifier) - mean_fire(
            rules, min(LAST_FIRE, his - turned)
        )

    better = [action for action in turns if value(rules.fire_strength(s, action[1])) > value(0) + 0.1]
    return better[0] if better else ("confirm",)


def offensive_guns(picture: Picture, side: int, offered: list[Action]) -> Action:
    """The army gun that reaches the most of what can be attacked, where it matters most."""
    rules, s, field = picture.rules, picture.s, picture.field

    def promise(gun: int) -> float:
        reach = rules.grid.within(1 << s.at[gun], rules.range[gun]) & field.combat[1 - side] & ~rules.quiet(s)
        return sum(_pressure(picture, side, hex_) for hex_ in bits(reach))

    guns = [action for action in offered if action[0] == "offensive"]
    best = max(guns, key=lambda action: (promise(action[1]), action))
    return best if promise(best[1]) > 0 or ("done",) not in offered else ("done",)


def _pressure(picture: Picture, side: int, hex_: int) -> float:
    """How much strength of a side is near an enemy hex, by what the hex is worth to it."""
    rules, s = picture.rules, picture.s
    near = set(bits(rules.grid.within(1 << hex_, 2)))
    strength = sum(rules.attack_strength(s, unit) for unit in rules.combat_units[side] if s.at[unit] in near)
    return strength * (SECTOR + picture.pull(hex_, side))
