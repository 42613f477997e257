"""Chapter S3.26: the Royal Air Force over the Ruhr and over the front."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Number, Unit
from westfront.games.storm.data import StormAsk, StormData, StormPlay, StormRoll, StormStep
from westfront.games.storm.losses import alive
from westfront.games.storm.stacking import lose_step
from westfront.games.storm.state import AIR, ALLIED, GERMAN, SPENT, StormState
from westfront.hexgrid import bits
from westfront.mechanics.choice import OneOf
from westfront.mechanics.field import Stack


@rule("S3.26", "S3.13")
def bombers_ready(rules: StormData, s: StormState) -> bool:
    """The bombers can be sent from the second turn of 1919 on, once in a game turn."""
    return rules.is_1919 and s.turn > rules.first_turn and s.at[rules.raf] == AIR


def fighters(rules: StormData, s: StormState) -> int | None:
    """The German air unit, if it has not been used in this game turn."""
    return next((unit for unit in rules.air[GERMAN] if s.at[unit] == AIR), None)


# -- strategic bombing


@rule("S3.26", "S3.26(a)", "XTS I.A.2")
class StrategicBombing(StormAsk, frozen=True):
    """At the start of a game turn, before the weather is known: do the bombers go to the Ruhr?"""

    asked_by = "S3.26"
    question = "Do the bombers go to the Ruhr in this turn?"

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        """Send them, or keep them."""
        return [("send",), ("keep",)]

    def holds(self, rules: StormData, s: StormState) -> bool:
        """Bombers and fighters are ready."""
        return bombers_ready(rules, s) and fighters(rules, s) is not None

    def do_send(self, play: StormPlay) -> None:
        """They are used for this turn, and the German may defend."""
        play.state.at[play.rules.raf] = SPENT
        play.tell("bombers sent", "S3.26")
        play.become(HomeDefence(GERMAN))

    def do_keep(self, play: StormPlay) -> None:
        """They stay at hand."""
        play.pop()


@rule("S3.26", "S3.26(a)")
class HomeDefence(StormAsk, frozen=True):
    """Does the German air unit defend the Ruhr? Then the bombing is void, and both are used up."""

    asked_by = "S3.26"
    question = "Does your air unit defend the Ruhr? It will not be at the front in this turn."

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        return [("defend",), ("keep",)]

    def do_defend(self, play: StormPlay) -> None:
        unit = fighters(play.rules, play.state)
        assert unit is not None
        play.state.at[unit] = SPENT
        play.tell("home defence", "S3.26(a)")
        play.pop()

    def do_keep(self, play: StormPlay) -> None:
        """The bombers get through, if it stays dry."""
        play.pop()

    def holds(self, rules: StormData, s: StormState) -> bool:
        """There is an air unit to send."""
        return fighters(rules, s) is not None


@rule("S3.26(a)", "S3.13", "XTS I.A.2")
class BombDie(StormStep, frozen=True):
    """The weather is known: bombers that were sent and not met by fighters drop their bombs, if it is dry."""

    def run(self, play: StormPlay) -> None:
        rules, s = play.rules, play.state
        if s.at[rules.raf] == SPENT and fighters(rules, s) is not None and not s.wet:
            play.push(RuhrRoll(ALLIED))


@rule("S3.26(a)")
class RuhrRoll(StormRoll, frozen=True):
    """The die for strategic bombing."""

    asked_by = "S3.26(a)"
    question = "Throw the die for the bombing of the Ruhr."

    def do_roll(self, play: StormPlay) -> None:
        """The German replacement rate of this turn falls."""
        (die,) = play.roll("bombing/Ruhr", by=ALLIED)
        play.pop()
        play.state.bombed = int(play.rules.strategic_bombing.named(die, "rate"))
        play.tell("Ruhr bombed", "S3.26(a)", number=play.state.bombed)


# -- tactical bombing


@rule("S3.26", "S3.26(b)", "S3.13")
class TacticalBombing(StormAsk, frozen=True):
    """At the start of the Allied player turn of a dry game turn: do the bombers attack a hex?"""

    asked_by = "S3.26(b)"
    question = "Which German hex do the bombers attack?"

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        """Every hex with a German unit, or none."""
        return [("keep",), *[("bomb", hex_) for hex_ in bits(rules.field(s).occupied[GERMAN])]]

    def why_bomb(self, rules: StormData, s: StormState, hex_: Hex) -> Refusal | None:
        """German units must be there."""
        if rules.stands_in(s, GERMAN, hex_):
            return None
        return Refusal("S3.26(b)", f"no German unit stands in {rules.names.place(hex_)}")

    def do_bomb(self, play: StormPlay, hex_: Hex) -> None:
        """The bombers fly, and the German may intercept."""
        play.state.at[play.rules.raf] = SPENT
        play.tell("bombers at the front", "S3.26(b)", hex=hex_)
        able = fighters(play.rules, play.state) is not None
        play.become(Intercept(GERMAN, hex_) if able else BombRoll(ALLIED, hex_))

    def do_keep(self, play: StormPlay) -> None:
        play.pop()

    def holds(self, rules: StormData, s: StormState) -> bool:
        """The bombers are ready."""
        return bombers_ready(rules, s)


@rule("S3.26(b)")
class Intercept(StormAsk, frozen=True):
    """Does the German air unit intercept the bombers? Then nothing falls, and both are used up."""

    hex: Hex
    asked_by = "S3.26(b)"
    question = "Bombers over {hex}: does your air unit intercept them?"

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        return [("intercept",), ("keep",)]

    def do_intercept(self, play: StormPlay) -> None:
        unit = fighters(play.rules, play.state)
        assert unit is not None
        play.state.at[unit] = SPENT
        play.tell("intercepted", "S3.26(b)", hex=self.hex)
        play.pop()

    def do_keep(self, play: StormPlay) -> None:
        """The bombers get through."""
        play.become(BombRoll(ALLIED, self.hex))

    def holds(self, rules: StormData, s: StormState) -> bool:
        """There is an air unit to send, and somebody in the hex."""
        return fighters(rules, s) is not None and rules.stands_in(s, GERMAN, self.hex)


@rule("S3.26(b)")
class BombRoll(StormRoll, frozen=True):
    """The die for tactical bombing."""

    hex: Hex
    asked_by = "S3.26(b)"
    question = "Throw the die for the bombers at the front."

    def do_roll(self, play: StormPlay) -> None:
        """One less against a German fortress; the German chooses the steps."""
        rules = play.rules
        (die,) = play.roll(f"bombing/{rules.grid.label(self.hex)}", by=ALLIED)
        fort = rules.board.fortress[GERMAN] >> self.hex & 1
        steps = int(rules.tactical_bombing.named(die - fort, "steps"))
        play.tell("bombed", "S3.26(b)", hex=self.hex, number=steps)
        if steps:
            play.become(BombLoss(GERMAN, self.hex, steps))
        else:
            play.pop()

    def holds(self, rules: StormData, s: StormState) -> bool:
        return rules.stands_in(s, GERMAN, self.hex)


@rule("S3.26(b)")
class BombLoss(OneOf, frozen=True):
    """The German names the units of the bombed hex that lose steps."""

    hex: Hex
    points: Number
    asked_by = "S3.26(b)"
    question = "Bombs on {hex}, {points} to lose: which unit loses a step?"
    refused = "{unit} is not in {hex}"
    why_lose = OneOf.why_not

    def among(self, rules: StormData, s: StormState) -> Stack:
        return rules.stack(s, self.hex)

    def do_lose(self, play: StormPlay, unit: Unit) -> None:
        """It loses a step; if one more is due and anybody is left, the question is put again."""
        s, stack = play.state, play.rules.stack(play.state, self.hex)
        left = sum(s.steps[u] for u in alive(s, stack)) - 1
        if self.points > 1 and left:
            play.become(BombLoss(self.player, self.hex, self.points - 1))
        else:
            play.pop()
        lose_step(play, unit, "S3.26(b)")

    def holds(self, rules: StormData, s: StormState) -> bool:
        return self.points > 0 and rules.stands_in(s, GERMAN, self.hex)
