"""A machine of some level at a seat: it asks the expert of the game."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from westfront.bots.bot import Plan
from westfront.bots.expert import Expert
from westfront.bots.levels import Name
from westfront.bots.mind import Mind
from westfront.engine.world import Seat

GAMES = ("hindenburg", "marne", "meuse", "michel", "storm")
"""The games that have an expert."""


@cache
def expert_of(game: str) -> type[Expert]:
    """The expert of a game; only who plays it loads it. A game without one has what all have in common."""
    if game not in GAMES:
        return Expert
    found: type[Expert] = import_module(f"westfront.bots.{game}").Expert
    return found


class Player:
    """A machine of one level and style; the same view, seed and budget always give the same plan."""

    def __init__(self, name: Name, seed: str) -> None:
        self.name, self.seed = name, seed

    def choose(self, seat: Seat, budget: float) -> Plan:
        """What the expert of the game orders."""
        return expert_of(seat.rules.id)(Mind.at(seat, self.name, self.seed, budget)).answer()
