"""4.0: stacking is looked at when a phase ends."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Unit
from westfront.games.marne.facts import MarneAsk, MarneData, MarnePlay, MarneStep
from westfront.games.marne.field import STACK, overstacked
from westfront.games.marne.losses import eliminate
from westfront.games.marne.state import MarneState
from westfront.hexgrid import bits


@rule("4.0")
class StackingCheck(MarneStep, frozen=True):
    """At the end of a phase no hex of either side holds more than four points."""

    def run(self, play: MarnePlay) -> None:
        rules, s = play.rules, play.state
        full = bits(overstacked(rules, s))
        if full:
            owner = rules.side_of[rules.field(s).stack(full[0])[0]]
            play.push(StackingCheck(), Overstacked(owner, full[0]))


@rule("4.0")
class Overstacked(MarneAsk, frozen=True):
    """The owner eliminates units of a crowded hex, one after the other."""

    hex: Hex
    asked_by = "4.0"

    def prompt(self, rules: MarneData, s: MarneState) -> str:
        return f"{rules.names.place(self.hex)} holds more than {STACK} stacking points: which unit is eliminated?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        return [("remove", unit) for unit in rules.field(s).stack(self.hex) if rules.is_combat[unit]]

    def why_remove(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        if ("remove", unit) in self.offer(rules, s):
            return None
        return Refusal(
            "4.0", f"{rules.names.write('unit', unit)} is not a combat unit in {rules.names.place(self.hex)}"
        )

    def do_remove(self, play: MarnePlay, unit: Unit) -> None:
        play.pop()
        eliminate(play, unit, "4.0")
