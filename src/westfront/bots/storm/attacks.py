"""Attacks: who attacks whom, from where, and what that should bring."""

from __future__ import annotations

from typing import NamedTuple

from westfront.bots.allocation import NO_ATTACK, Allocation, Task, Team
from westfront.bots.storm.ground import cover
from westfront.bots.storm.picture import Picture
from westfront.bots.work import Work
from westfront.engine.grammar import Action
from westfront.games.storm.battle import guns_can_support
from westfront.games.storm.combat import may_attack, targets
from westfront.games.storm.state import GERMAN
from westfront.hexgrid import HexSet, bits

TARGETS = 18
"""So many targets are thought of at a time."""
LEAST, LEAST_ON_OFFENSIVE = 0.25, 0.2
"""An attack must bring more than this, as a rule, and for the side whose time runs out."""
STACK = 3
FEW, MANY = 4, 20
"""So many units take part in an attack at most: of a recruit, and of everybody else."""
JUDGED = 0.1
"""Units of work to judge an attack, beside what sharing out costs."""


class Attack(NamedTuple):
    """A planned attack: the hex, who comes from where, and what it should bring."""

    target: int
    team: Team
    worth: float

    def order(self, guns: int) -> tuple[Action, ...]:
        """The declaration, with AGB if it is in the team."""
        units = tuple(unit for unit, _ in self.team if unit != guns)
        support: tuple[Action, ...] = (("support",),) if len(units) < len(self.team) else ()
        return (("attack", self.target, units), *support, ("confirm",))


def best_targets(picture: Picture, hexes: HexSet, side: int) -> list[int]:
    """Where it pays most to attack: ground, and weak defenders on bad ground."""

    def promise(hex_: int) -> float:
        force = picture.force_of(picture.field.stacks[hex_])
        good = cover(picture.rules, 1 - side, hex_, picture.s.wet)
        mine = min(60.0, picture.might.get(hex_, 0.0)) / 15
        return picture.won(hex_, side) + mine - 0.3 * force.steps - 0.15 * force.defence + 0.7 * good

    return sorted(bits(hexes), key=lambda hex_: (-promise(hex_), hex_))[:TARGETS]


def share_out(
    picture: Picture, tasks: dict[int, list[Task]], second: bool, work: Work, room: int, most: int = MANY
) -> tuple[dict[int, Task], list[Attack]]:
    """Everybody's task, and the attacks that are worth making, the best first."""
    least = LEAST_ON_OFFENSIVE if picture.side == picture.offensive else LEAST

    def judge(target: int, team: Team) -> float:
        work.spend(JUDGED)
        if len(team) > most:
            return -1.0
        return picture.best_worth(target, team, second) - least

    light = [unit for unit in tasks if not picture.rules.weight[unit]]
    allocation = Allocation(tasks, judge, work, room, light)
    chosen = allocation.run()
    found = [Attack(target, team, allocation.worth_of(target)) for target, team in allocation.teams().items()]
    return chosen, sorted((attack for attack in found if attack.worth > 0), key=lambda attack: -attack.worth)


def plan_attacks(picture: Picture, side: int, second: bool, work: Work, most: int = MANY) -> list[Attack]:
    """The attacks of a combat phase that together bring most, the best first, with so many units each at most."""
    rules, s = picture.rules, picture.s
    tasks: dict[int, list[Task]] = {}
    for target in best_targets(picture, targets(rules, s, side), side):
        near = rules.board.near(target)
        for hex_ in bits(near & picture.field.occupied[side]):
            for unit in picture.field.stacks[hex_]:
                if may_attack(rules, s, unit) and (picture.is_fit(unit) or picture.is_doomed(unit)):
                    tasks.setdefault(unit, [Task(NO_ATTACK, hex_)]).append(Task(target, hex_))
        if side == GERMAN and guns_can_support(rules, s, target):
            at = s.at[rules.agb]
            tasks.setdefault(rules.agb, [Task(NO_ATTACK, at)]).append(Task(target, at))
    return share_out(picture, tasks, second, work, 2 * STACK, most)[1]
