"""The end of an action (6.3, 8.4, 12.5), and the choices that lead to one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Side
from westfront.games.hindenburg.attack_supply import take_up_unsupplied
from westfront.games.hindenburg.replacements import Replacements
from westfront.games.hindenburg.stacking import relocate
from westfront.games.hindenburg.state import (
    ALLIED,
    DEAD,
    GONE,
    PO,
    STACK,
    HindenburgAsk,
    HindenburgPlay,
    HindenburgState,
    HindenburgStep,
)
from westfront.games.hindenburg.supply import hex_supplied, is_supplied
from westfront.hexgrid import bits

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg


class Choice(HindenburgAsk, frozen=True):
    """A question about an action of which nothing is done yet."""


def commit(play: HindenburgPlay, player: int) -> None:
    """The action is chosen: the questions about it are taken off, and the clean-up waits for what follows."""
    while isinstance(play.state.frames[-1], Choice):
        play.pop()
    play.push(CleanUp(player))


@rule("5.2(III)", "5.1")
class CleanUp(HindenburgStep, frozen=True):
    """The end of an action: crowded hexes, entrenchments, attack supply markers; the action marker goes down."""

    player: Side

    def run(self, play: HindenburgPlay) -> None:
        """In this order."""
        rules, s = play.rules, play.state
        field = rules.field(s)
        if field.crowded:
            hex_ = rules.names.hexes_in_order(field.crowded)[0]
            play.push(self, Replacements(), Overstacked(rules.side_of[field.stacks[hex_][0]], hex_))
            return
        remove_empty_entrenchments(play)
        remove_unsupplied_entrenchments(play)
        take_up_unsupplied(play)
        s.actions[self.player] -= 1
        play.finish()  # the same side may be asked next: by the checks of turns 9 and 10


@rule("12.5")
def remove_empty_entrenchments(play: HindenburgPlay) -> None:
    """Entrenchments in hexes that are empty are removed."""
    rules, s = play.rules, play.state
    german, allied = rules.field(s).occupied
    for hex_ in bits(s.trenches & ~(german | allied)):
        s.trenches ^= 1 << hex_
        play.tell("trench lost", "12.5", hex=hex_, reason="the hex is empty")


@rule("12.5")
def remove_unsupplied_entrenchments(play: HindenburgPlay) -> None:
    """Entrenchments in hexes that are out of supply at the end of an action are removed.

    If the top division is out of supply, whether an Allied entrenchment stays tells something of those below.
    """
    rules, s = play.rules, play.state
    for hex_ in bits(s.trenches):
        stack = rules.stack(s, hex_)
        side = rules.side_of[stack[0]]
        if not hex_supplied(rules, s, side, hex_):
            s.trenches ^= 1 << hex_
            play.tell("trench lost", "12.5", hex=hex_, reason="the hex is out of supply")
        if side == ALLIED and len(stack) > 1 and not is_supplied(rules, s, stack[0]):
            play.reveal()


@rule("6.3", "7.8", "9.5")
class Overstacked(HindenburgAsk, frozen=True):
    """A hex has more than ten divisions at the end of an action: the owner removes as few as he must."""

    hex: Hex
    asked_by = "6.3"
    verbs = ("remove",)

    def prompt(self, rules: Hindenburg, s: HindenburgState) -> str:
        """What is asked."""
        stack = rules.stack(s, self.hex)
        return f"{rules.grid.label(self.hex)} holds {len(stack)} divisions, {STACK} may stay: which is removed?"

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """One of each kind."""
        return [("remove", kind) for kind in rules.by_kind(s, rules.stack(s, self.hex))]

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """There is no such division."""
        return Refusal("6.3", f"in {rules.grid.label(self.hex)} are {rules.described(s, rules.stack(s, self.hex))}")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """Into the replacement system with it."""
        rules, s = play.rules, play.state
        unit = rules.by_kind(s, rules.stack(s, self.hex))[action[1]][-1]
        play.reveal()
        play.tell("crowded", "6.3", unit=unit, hex=self.hex)
        gone = rules.nation_of[unit] == PO or not is_supplied(rules, s, unit)
        relocate(play, [unit], GONE if gone else DEAD)
        if len(rules.stack(s, self.hex)) <= STACK:
            play.pop()
