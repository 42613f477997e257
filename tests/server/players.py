"""Machines that behave badly; the processes that think import them from here."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from westfront.bots import Bot, Plan
from westfront.engine.world import Seat

GATE = "WESTFRONT_TEST_GATE"
"""In the environment: the file for which one of them waits."""


class Player:
    """Takes the first action; the others do something else before or instead."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose(self, seat: Seat, budget: float) -> Plan:
        return Plan(tuple(seat.decision.actions[:1]), "the first")


class Waiting(Player):
    """Thinks until a file is there."""

    def choose(self, seat: Seat, budget: float) -> Plan:
        gate = Path(os.environ[GATE])
        while not gate.exists():
            time.sleep(0.01)
        return super().choose(seat, budget)


class Sleeper(Player):
    def choose(self, seat: Seat, budget: float) -> Plan:
        time.sleep(4)
        return super().choose(seat, budget)


class Endless(Player):
    def choose(self, seat: Seat, budget: float) -> Plan:
        while True:
            pass


class Failing(Player):
    def choose(self, seat: Seat, budget: float) -> Plan:
        raise ZeroDivisionError("this machine cannot count")


class Dying(Player):
    def choose(self, seat: Seat, budget: float) -> Plan:
        os._exit(3)


class Wrong(Player):
    def choose(self, seat: Seat, budget: float) -> Plan:
        return Plan((("go", 0),))


class Idle(Player):
    def choose(self, seat: Seat, budget: float) -> Plan:
        return Plan(())


class Planner(Player):
    """Plans more than one action: what is no longer legal is left out."""

    def choose(self, seat: Seat, budget: float) -> Plan:
        done = next(action for action in seat.decision.actions if action[0] == "done")
        return Plan((done, done, done, done), "to the end of the turn")


def players(game: str) -> dict[str, Callable[[str], Bot]]:
    """All of them by name; they play any game."""
    kinds = (Waiting, Sleeper, Endless, Failing, Dying, Wrong, Idle, Planner)
    return {kind.__name__.lower(): kind for kind in kinds}
