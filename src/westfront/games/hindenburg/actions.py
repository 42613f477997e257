"""Actions: the questions that put one together, the divisions chosen for it, and its end (6.3, 8.4, 12.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Number, Side, Units, Word
from westfront.games.hindenburg.attack_supply import take_up_unsupplied
from westfront.games.hindenburg.data import HindenburgAsk, HindenburgData, HindenburgPlay, HindenburgStep
from westfront.games.hindenburg.replacements import Replacements, remove
from westfront.games.hindenburg.stacking import take_kind
from westfront.games.hindenburg.state import STACK, HindenburgState
from westfront.games.hindenburg.trenches import remove_empty_entrenchments, remove_unsupplied_entrenchments


class Choice(HindenburgAsk, frozen=True):
    """A question that puts something together of which nothing is done yet."""


class Selection(Choice, frozen=True):
    """Some divisions of a stack are chosen, the top one first; others can be added, and some left out."""

    hex: Hex
    units: Units
    chosen_by: ClassVar[str]
    """The rule that lets divisions be left out."""
    least: ClassVar[int] = 0

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        """The stack is there, and those that are chosen lie in it in this order."""
        ordered = tuple(unit for unit in rules.stack(s, self.hex) if unit in self.units)
        return rules.stands_in(s, self.player, self.hex) and self.units == ordered

    def able(self, rules: HindenburgData, s: HindenburgState) -> Sequence[int]:
        """The divisions of the stack that may be chosen."""
        raise NotImplementedError

    def staying(self, rules: HindenburgData, s: HindenburgState) -> list[int]:
        """Those that may be chosen and are not."""
        return [unit for unit in self.able(rules, s) if unit not in self.units]

    def changes(self, rules: HindenburgData, s: HindenburgState) -> list[Action]:
        """So many of a kind to leave out, or to add."""
        chosen, stack = len(self.units), len(rules.stack(s, self.hex))
        actions = rules.counted(s, "leave", self.units, chosen - self.least)
        return actions + rules.counted(s, "add", self.staying(rules, s), stack) if chosen < stack else actions

    def why_leave(self, rules: HindenburgData, s: HindenburgState, kind: Word, number: Number) -> Refusal | None:
        if take_kind(rules, s, self.units, kind, number) is None:
            return Refusal(self.chosen_by, f"you have chosen {rules.described(s, self.units)}")
        if len(self.units) - number < self.least:
            return Refusal(self.chosen_by, f"at least {self.least} must be chosen")
        return None

    def do_leave(self, play: HindenburgPlay, kind: Word, number: Number) -> None:
        """The highest of them stay behind, so that what lies on top stays there."""
        left = take_kind(play.rules, play.state, self.units[::-1], kind, number) or []
        self._choose(play, {*self.units} - {*left})

    def why_add(self, rules: HindenburgData, s: HindenburgState, kind: Word, number: Number) -> Refusal | None:
        staying = self.staying(rules, s)
        if take_kind(rules, s, staying, kind, number) is None:
            return Refusal(self.chosen_by, f"you have left out {rules.described(s, staying)}")
        return None

    def do_add(self, play: HindenburgPlay, kind: Word, number: Number) -> None:
        """The lowest of them go along."""
        more = take_kind(play.rules, play.state, self.staying(play.rules, play.state), kind, number) or []
        self._choose(play, {*self.units, *more})

    def _choose(self, play: HindenburgPlay, units: set[int]) -> None:
        """These are chosen now, in the order of the stack."""
        ordered = tuple(unit for unit in play.rules.stack(play.state, self.hex) if unit in units)
        play.become(msgspec.structs.replace(self, units=ordered))


# -- the end of an action


def commit(play: HindenburgPlay, player: int) -> None:
    """The action is chosen: the questions about it are taken off, and the clean-up waits for what follows."""
    while isinstance(play.state.frames[-1], Choice):
        play.pop()
    play.push(CleanUp(player))


@rule("5.1", "5.2(III)")
class CleanUp(HindenburgStep, frozen=True):
    """The end of an action: crowded hexes, entrenchments, attack supply markers; the action marker goes down."""

    player: Side

    def run(self, play: HindenburgPlay) -> None:
        rules, s = play.rules, play.state
        field = rules.field(s)
        if crowded := field.stacked(STACK + 1):
            hex_ = rules.names.hexes_in_order(crowded)[0]
            play.push(self, Replacements(), Overstacked(rules.side_of[field.stack(hex_)[0]], hex_))
            return
        remove_empty_entrenchments(play)
        remove_unsupplied_entrenchments(play)
        take_up_unsupplied(play)
        s.actions[self.player] -= 1
        play.finish()  # the same side may be asked next: by the checks of turns 9 and 10


@rule("6.3")
class Overstacked(HindenburgAsk, frozen=True):
    """A hex has more than ten divisions at the end of an action: the owner removes as few as he must."""

    hex: Hex
    asked_by = "6.3"

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        return rules.stands_in(s, self.player, self.hex)

    def prompt(self, rules: HindenburgData, s: HindenburgState) -> str:
        stack = rules.stack(s, self.hex)
        return f"{rules.grid.label(self.hex)} holds {len(stack)} divisions, {STACK} may stay: which is removed?"

    def offer(self, rules: HindenburgData, s: HindenburgState) -> list[Action]:
        return [("remove", kind) for kind in rules.by_kind(s, rules.stack(s, self.hex))]

    def why_remove(self, rules: HindenburgData, s: HindenburgState, kind: Word) -> Refusal | None:
        stack = rules.stack(s, self.hex)
        if kind in rules.by_kind(s, stack):
            return None
        return Refusal("6.3", f"{rules.grid.label(self.hex)} holds {rules.described(s, stack)}")

    def do_remove(self, play: HindenburgPlay, kind: Word) -> None:
        rules, s = play.rules, play.state
        unit = rules.by_kind(s, rules.stack(s, self.hex))[kind][-1]
        play.tell("crowded", "6.3", unit=unit, hex=self.hex)
        remove(play, unit, out_of_supply=not rules.is_supplied(s, unit))
        if len(rules.stack(s, self.hex)) <= STACK:
            play.pop()
