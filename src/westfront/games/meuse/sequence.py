"""The sequence of play: 24 turns, in each the markers, then an Allied and a German player turn."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.names import Side
from westfront.games.meuse.bombardment import BombardmentPhase
from westfront.games.meuse.breakdown import Breakdown, breakable
from westfront.games.meuse.combat import CombatPhase
from westfront.games.meuse.data import MeusePlay, MeuseStep
from westfront.games.meuse.movement import Movement, is_h_hour
from westfront.games.meuse.replacements import ReplacementStep
from westfront.games.meuse.state import AIR, ALLIED, GERMAN, POOL
from westfront.games.meuse.supply import judge_supply
from westfront.games.meuse.support import Draw
from westfront.games.meuse.victory import armistice


@rule("4.0", "4.1", "15.1", "19.1", "17.1", "8.1", "T-TURN", "T-ARTY", "EX-17.1")
class GameTurn(MeuseStep, frozen=True):
    """Both sides receive their markers, the Allies play, the Germans play; after the last turn the Germans have won."""

    def run(self, play: MeusePlay) -> None:
        """Advance the marker, or end the game."""
        s, rules = play.state, play.rules
        if s.turn == rules.last_turn:
            armistice(play)
            return
        s.turn += 1
        track = rules.track[s.turn]
        s.stock[:] = bytes(track.artillery)
        for unit in rules.aircraft:
            s.at[unit] = AIR
        for unit in (*rules.support[ALLIED], *rules.support[GERMAN]):
            s.at[unit] = POOL
        play.tell("turn", "4.1", "17.1", turn=s.turn, dates=track.dates, stocks=track.artillery)
        play.push(GameTurn(), PlayerTurn(GERMAN), PlayerTurn(ALLIED))
        play.push(*(Draw(side) for side in (GERMAN, ALLIED) if track.support[side]))


@rule("4.1", "15.1", "17.2")
class PlayerTurn(MeuseStep, frozen=True):
    """Movement with bombardment at its end, then combat."""

    player: Side

    def run(self, play: MeusePlay) -> None:
        play.push(CombatPhase(self.player), BombardmentPhase(self.player), MovementPhase(self.player))


@rule("4.1", "15.2", "9.0", "13.2", "11.3")
class MovementPhase(MeuseStep, frozen=True):
    """Supply is judged; then Allied breakdown and replacement, but for H-Hour; then movement."""

    player: Side

    def run(self, play: MeusePlay) -> None:
        """Push what is asked, the first on top."""
        s, rules = play.state, play.rules
        s.moved[:] = s.spent[:] = bytes(len(s.moved))
        play.tell("movement", "15.2" if is_h_hour(s, self.player) else "4.1", side=self.player)
        cut_off = judge_supply(rules, s, self.player)
        if cut_off:
            play.tell("unsupplied", "9.0", units=cut_off)
        play.push(Movement(self.player))
        if self.player == ALLIED and not is_h_hour(s, ALLIED):
            play.push(ReplacementStep(ALLIED))
            if breakable(rules, s):
                play.push(Breakdown(ALLIED))
