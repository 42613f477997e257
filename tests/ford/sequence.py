"""Chapter 1: the sequence of play and the weather."""

from __future__ import annotations

from tests.ford.combat import Combat
from tests.ford.facts import FordData, FordPlay, FordStep
from tests.ford.movement import Movement
from tests.ford.state import BLUE, RED, FordState
from tests.ford.victory import count_points
from westfront.engine.catalogue import rule
from westfront.engine.names import NOBODY, Side

LAST_TURN = 6


@rule("1.1")
class GameTurn(FordStep, frozen=True):
    """A turn: the weather, then red's player turn, then blue's."""

    def run(self, play: FordPlay) -> None:
        """Begin the next turn, or end the game after the sixth."""
        s = play.state
        if s.turn == LAST_TURN:
            count_points(play)
            return
        s.turn += 1
        roll_weather(play)
        play.push(GameTurn(), PlayerTurn(BLUE), PlayerTurn(RED))


@rule("1.1")
class PlayerTurn(FordStep, frozen=True):
    """Movement, then combat, of one side."""

    player: Side

    def holds(self, rules: FordData, s: FordState) -> bool:
        """It is a side's."""
        return self.player != NOBODY

    def run(self, play: FordPlay) -> None:
        """Both phases begin with every unit fresh."""
        s = play.state
        s.moved[:] = s.fought[:] = bytes(len(s.moved))
        play.push(Combat(self.player), Movement(self.player))
        play.tell("phase", "1.1", side=self.player, phase="movement")


@rule("1.2")
def roll_weather(play: FordPlay) -> None:
    """A die on the column of the season; the first turn is dry."""
    s, rules = play.state, play.rules
    weather = "dry"
    if s.turn > 1:
        (die,) = play.roll("weather")
        weather = rules.weather.named(die, rules.options["season"])
    s.mud = int(weather == "mud")
    play.tell("turn", "1.2", turn=s.turn, weather=weather)
