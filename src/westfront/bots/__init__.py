"""Players that sit at a seat, as a person would, and answer its question with a plan."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from westfront.bots.bot import Bot as Bot
from westfront.bots.bot import Choice as Choice
from westfront.bots.bot import Plan as Plan
from westfront.bots.chance import RandomBot
from westfront.bots.levels import LEVELS, NAMES, OFFICER, Name
from westfront.bots.player import GAMES as GAMES
from westfront.bots.player import Player
from westfront.engine.world import Seat
from westfront.errors import WestfrontError

RANDOM = "random"
CHANCE = "Leaves everything to chance."


def bots(game: str) -> dict[str, Callable[[str], Bot]]:
    """Every player of a game by name, each made from a seed: the levels with their styles, and chance."""
    levels = {str(name): partial(Player, name) for name in NAMES} if game in GAMES else {}
    return {**levels, RANDOM: RandomBot}


def levels(game: str) -> dict[str, str]:
    """What to choose from for a game, each with a sentence."""
    found = {level.name: level.sentence for level in LEVELS.values()} if game in GAMES else {}
    return {**found, RANDOM: CHANCE}


def in_words(name: str) -> str:
    """A player by name with its sentence, as one who sits down against it is told."""
    return f"{name.replace('-', ', ')}: {CHANCE if name == RANDOM else Name.read(name).sentence}"


def styled(game: str) -> list[str]:
    """Those of a game's players that can be had in every style."""
    return list(LEVELS) if game in GAMES else []


def advise(seat: Seat, level: str = OFFICER, budget: float = 10.0) -> Plan:
    """What a machine of some level would do in this seat, and why; it knows no more than who sits there."""
    check_adviser(seat.rules.id, level)
    return bots(seat.rules.id)[level]("advice").choose(seat, budget)


def check_adviser(game: str, level: str = OFFICER) -> None:
    """Refuse a game that nobody of a level knows."""
    if game not in GAMES or level not in bots(game):
        raise WestfrontError(f"no {level} knows {game} well enough to give advice")
