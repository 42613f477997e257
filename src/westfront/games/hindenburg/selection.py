"""Divisions of a stack that are chosen for something, by kind and number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Number, Units, Word
from westfront.games.hindenburg.cleanup import Choice
from westfront.games.hindenburg.data import HindenburgData, HindenburgPlay
from westfront.games.hindenburg.stacking import take_kind
from westfront.games.hindenburg.state import HindenburgState


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
            return Refusal(self.chosen_by, f"chosen are {rules.described(s, self.units)}")
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
            return Refusal(self.chosen_by, f"left out are {rules.described(s, staying)}")
        return None

    def do_add(self, play: HindenburgPlay, kind: Word, number: Number) -> None:
        """The lowest of them go along."""
        more = take_kind(play.rules, play.state, self.staying(play.rules, play.state), kind, number) or []
        self._choose(play, {*self.units, *more})

    def _choose(self, play: HindenburgPlay, units: set[int]) -> None:
        """These are chosen now, in the order of the stack."""
        ordered = tuple(unit for unit in play.rules.stack(play.state, self.hex) if unit in units)
        play.become(msgspec.structs.replace(self, units=ordered))
