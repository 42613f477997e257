"""Sharing out units among attacks: everybody's task is chosen with all others in mind."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from westfront.bots.work import Work

NOWHERE = -1
NO_ATTACK = -1
JUDGED = 0.02
"""Units of work to judge an attack."""


class Task(NamedTuple):
    """What a unit could do: join an attack (or none) from a place that it then has alone, and what that is worth."""

    attack: int
    place: int = NOWHERE
    worth: float = 0.0


Team = tuple[tuple[int, int], ...]
"""The units of an attack, each with the place from which it attacks, in order."""
Judge = Callable[[int, Team], float]
"""What an attack by a team is worth; it is asked for the same one only once."""


class Allocation:
    """Finds a task for every unit, such that attacks and single tasks together are worth as much as possible.

    It begins with the best single task of each unit, then forms teams: for every attack units are added one by one, and
    the team is kept up to where it was worth most, if that is more than what its members did before. At last single
    units change their tasks as long as that helps.
    """

    def __init__(
        self,
        tasks: Mapping[int, Sequence[Task]],
        judge: Judge,
        work: Work,
        room: int = 1,
        light: Collection[int] = (),
    ) -> None:
        """`room` is how many units one place takes, the `light` ones besides; each has a task without an attack."""
        self.tasks, self.work, self.room, self.light = tasks, work, room, light
        self._judge, self._known = judge, dict[tuple[int, Team], float]()
        self.chosen: dict[int, Task] = {}
        self._by_attack: dict[int, list[tuple[int, Task]]] = {}
        for unit, found in tasks.items():
            for task in found:
                self._by_attack.setdefault(task.attack, []).append((unit, task))
        self._taken: dict[int, set[int]] = {}
        self._teams: dict[int, dict[int, int]] = {}

    def run(self) -> dict[int, Task]:
        """The task of each unit."""
        for unit in sorted(self.tasks, key=lambda unit: -max(task.worth for task in self.tasks[unit])):
            free = [task for task in self.tasks[unit] if task.attack == NO_ATTACK and self._is_free(unit, task)]
            self._give(unit, max(free, key=lambda task: task.worth, default=Task(NO_ATTACK)))
        attacks = sorted(attack for attack in self._by_attack if attack != NO_ATTACK)
        while not self.work.is_over and sum(map(self._form, attacks)):
            pass
        while not self.work.is_over and sum(map(self._improve, sorted(self.tasks))):
            pass
        return self.chosen

    def worth_of(self, attack: int) -> float:
        """What an attack is worth with its team of now."""
        team = tuple(sorted(self._teams.get(attack, {}).items()))
        if not team:
            return 0.0
        key = attack, team
        if key not in self._known:
            self.work.spend(JUDGED)
            self._known[key] = self._judge(attack, team)
        return self._known[key]

    def teams(self) -> dict[int, Team]:
        """The attacks that are made, each with its team."""
        return {attack: tuple(sorted(team.items())) for attack, team in sorted(self._teams.items()) if team}

    def _is_free(self, unit: int, task: Task) -> bool:
        if task.place == NOWHERE or unit in self.light:
            return True
        there = self._taken.get(task.place, ())
        return len(there) < self.room or unit in there

    def _give(self, unit: int, task: Task) -> None:
        before = self.chosen.get(unit)
        if before:
            self._taken.get(before.place, set()).discard(unit)
            self._teams.get(before.attack, {}).pop(unit, None)
        self.chosen[unit] = task
        if task.place != NOWHERE and unit not in self.light:
            self._taken.setdefault(task.place, set()).add(unit)
        if task.attack != NO_ATTACK:
            self._teams.setdefault(task.attack, {})[unit] = task.place

    def _total(self, attacks: Iterable[int], units: Iterable[int]) -> float:
        return sum(map(self.worth_of, attacks)) + sum(self.chosen[unit].worth for unit in units)

    def _form(self, attack: int) -> bool:
        """Whether a better team for an attack was found; everybody who has no better thing to do is asked."""
        before, gain, best = dict(self.chosen), 0.0, dict(self.chosen)
        total = 0.0
        while True:
            found = self._best_recruit(attack)
            if found is None:
                break
            change, unit, task = found
            self._give(unit, task)
            total += change
            if total > gain + 1e-9:
                gain, best = total, dict(self.chosen)
        if best != self.chosen:
            self._restore(best)
        return best != before

    def _best_recruit(self, attack: int) -> tuple[float, int, Task] | None:
        """The unit that adds most to a team, or takes least from it, and its task there."""
        found: tuple[float, int, Task] | None = None
        for unit, task in self._by_attack[attack]:
            if self.chosen[unit].attack != attack and self._is_free(unit, task) and not self.work.is_over:
                change = self._change(unit, task)
                if found is None or change > found[0] + 1e-9:
                    found = change, unit, task
        return found

    def _change(self, unit: int, task: Task) -> float:
        """By how much everything together changes if a unit takes a task."""
        before = self.chosen[unit]
        attacks = {a for a in (before.attack, task.attack) if a != NO_ATTACK}
        total = self._total(attacks, [unit])
        self._give(unit, task)
        changed = self._total(attacks, [unit]) - total
        self._give(unit, before)
        return changed

    def _improve(self, unit: int) -> bool:
        """Whether a unit found a better task."""
        if self.work.is_over:
            return False
        free = [task for task in self.tasks[unit] if self._is_free(unit, task) and task != self.chosen[unit]]
        changes = [(self._change(unit, task), task) for task in free]
        change, task = max(changes, key=lambda pair: pair[0], default=(0.0, None))
        if task is None or change <= 1e-9:
            return False
        self._give(unit, task)
        return True

    def _restore(self, chosen: dict[int, Task]) -> None:
        self.chosen, self._taken, self._teams = {}, {}, {}
        for unit, task in chosen.items():
            self._give(unit, task)
