"""The sequence of play: ten game-turns of a German and an Allied player-turn, each with three phases."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.names import Number, Side
from westfront.games.michel.attack_allocation import AttackAllocation
from westfront.games.michel.data import MichelPlay, MichelStep
from westfront.games.michel.defence_allocation import DefensiveFire, Resist
from westfront.games.michel.movement import EndMovement, Movement
from westfront.games.michel.replacements import Entry, units_due
from westfront.games.michel.resolution import CleanUp, Resolution
from westfront.games.michel.state import ALLIED, FIRST_DAY, GERMAN, LAST_TURN
from westfront.games.michel.supply import freeze_supply
from westfront.games.michel.victory import score


@rule("Sequence-GT", "Sequence-2", "Sequence-3", "GameLength", "TimeRecord")
class GameTurn(MichelStep, frozen=True):
    """A game-turn: the German player-turn, then the Allied one; after the tenth the game is scored."""

    def run(self, play: MichelPlay) -> None:
        s = play.state
        if s.turn == LAST_TURN:
            s.use[:] = bytes(len(s.use))  # no player-turn any more: corps that fired in the last one supply again
            score(play)
            return
        s.turn += 1
        play.push(GameTurn(), PlayerTurn(ALLIED), PlayerTurn(GERMAN))
        play.tell("turn", "TimeRecord", turn=s.turn, day=FIRST_DAY + s.turn)


@rule("Sequence-GT", "Corps-Commentary")
class PlayerTurn(MichelStep, frozen=True):
    """Movement, combat, movement of one side; every corps is free for one function again."""

    player: Side

    def run(self, play: MichelPlay) -> None:
        s = play.state
        s.use[:] = s.gave_supply[:] = bytes(len(s.use))
        play.push(MovementPhase(self.player, 2), CombatPhase(self.player), MovementPhase(self.player, 1))


@rule("Sequence-1A", "Sequence-1C")
class MovementPhase(MichelStep, frozen=True):
    """The first or second movement phase; units that are due come in at the start of the first."""

    player: Side
    number: Number

    def run(self, play: MichelPlay) -> None:
        s = play.state
        s.moved[:] = s.spent[:] = bytes(len(s.moved))
        case = "Sequence-1A" if self.number == 1 else "Sequence-1C"
        play.tell("movement", case, side=self.player, phase="first" if self.number == 1 else "second")
        freeze_supply(play, self.player)
        play.push(EndMovement(self.player), Movement(self.player))
        if self.number == 1 and units_due(play.rules, s, self.player):
            play.push(Entry(self.player))


@rule("Sequence-1B")
class CombatPhase(MichelStep, frozen=True):
    """Attack allocation, defence allocation, resolution, clean-up."""

    player: Side

    def run(self, play: MichelPlay) -> None:
        player = self.player
        play.tell("combat", "Sequence-1B", side=player)
        play.push(CleanUp(player), Resolution(player))
        play.push(DefensiveFire(1 - player), Resist(1 - player), AttackAllocation(player))
