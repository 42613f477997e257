"""Chapter 5.3: one action, and the force of one hex that is chosen for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Units
from westfront.games.hindenburg.cleanup import Choice, commit
from westfront.games.hindenburg.state import HindenburgPlay, HindenburgState
from westfront.hexgrid import bits

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg


@rule("5.3")
class Operation(Choice, frozen=True):
    """One action of a side: a strategic move, a move, an entrenchment, an attack, or nothing."""

    asked_by = "5.3"
    verbs = ("pass", "force")

    def prompt(self, rules: Hindenburg, s: HindenburgState) -> str:
        """What is asked."""
        return f"Turn {s.turn}, {s.actions[self.player]} actions left: what do you do?"

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """Every force on the map, or to pass."""
        return [("pass",), *[("force", hex_) for hex_ in bits(rules.field(s).occupied[self.player])]]

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """No force there."""
        return Refusal("5.3", f"none of your divisions is in {rules.names.place(action[1])}")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """Pass, or choose a force."""
        if action[0] == "pass":
            commit(play, self.player)
        else:
            units = tuple(play.rules.stack(play.state, action[1]))
            play.push(Force(self.player, action[1], units))


class Force(Choice, frozen=True):
    """A force is taken up: who of it acts, and what does it do?"""

    hex: Hex
    units: Units
    """The divisions that act, the top one first."""
    asked_by = "5.3"
    verbs = ("cancel",)
    question = "What does the force do?"

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """To be written."""
        return [("cancel",)]

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """To be written."""
        return Refusal("5.3", "no")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """Back."""
        play.pop()
