"""Decision: what is asked now, with everything that may be answered, and why anything else may not."""

from __future__ import annotations

from functools import cached_property

from westfront.engine.frame import Refusal, answers, asked, why_illegal
from westfront.engine.grammar import Action
from westfront.engine.rules import AnyRules
from westfront.engine.state import State
from westfront.engine.view import Hint, Offer, Preview

NOTATION = "notation"
"""Stands where a rule number stands, in refusals of what is no action at all; docs/formats.md explains it."""


class Decision:
    """What is asked, of whom, under which rule, with the finite and sorted list of what may be answered."""

    def __init__(self, rules: AnyRules, state: State) -> None:
        self._rules, self._state, self._frame = rules, state, asked(state)
        self.side_number: int = self._frame.player

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """The answers that are listed, as tuples for machines; `texts` has them in words, in the same order."""
        found = tuple(sorted(self._frame.offer(self._rules, self._state)))
        if not found:
            raise AssertionError(f"{type(self._frame).__name__} asks, but offers nothing")
        return found

    @property
    def verbs(self) -> tuple[str, ...]:
        """The verbs that may ever answer this question."""
        return tuple(answers(type(self._frame)))

    @property
    def side(self) -> str:
        """Who must answer."""
        return self._rules.sides[self.side_number]

    @property
    def rule(self) -> str:
        """The rule that asks."""
        return self._frame.asked_by

    @cached_property
    def prompt(self) -> str:
        """What is asked, in a sentence."""
        return self._frame.prompt(self._rules, self._state)

    @property
    def unused(self) -> str:
        """What is left over if the player goes on now, though there is something to do with it."""
        return self._frame.unused(self._rules, self._state) if len(self.actions) > 1 else ""

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The answers in words."""
        return tuple(self._rules.grammar.text(action) for action in self.actions)

    def offers(self) -> tuple[Offer, ...]:
        """The answers with what they name."""
        return tuple(map(self._rules.grammar.offer, self.actions))

    def why(self, action: str | Action) -> Refusal | None:
        """Why an action is refused, or None if it may be played."""
        try:
            meant = self._rules.grammar.read(action)
        except ValueError as error:
            return Refusal(NOTATION, str(error))
        return self.refusal(meant)

    def lists(self, action: Action) -> bool:
        """Whether an action is listed, as far as the list has been asked for; what is listed is legal."""
        return action in self.__dict__.get("actions", ())

    def refusal(self, action: Action) -> Refusal | None:
        """Why an action that is well formed is refused, or None."""
        if action[0] not in self.verbs:
            return Refusal(self.rule, f"{action[0]!r} cannot be played now; {self.side} is asked: {self.prompt}")
        return why_illegal(self._rules, self._state, action)

    def why_not(self, unit: str = "", hex_: str = "") -> list[Refusal]:
        """Why nothing is to be done with a unit, a hex, or a unit at a hex: a refusal for every verb that could."""
        grammar = self._rules.grammar
        try:
            tries = list(grammar.about(self.verbs, unit, hex_))
            if unit and hex_ and not tries:
                tries = [*grammar.about(self.verbs, unit), *grammar.about(self.verbs, hex_=hex_)]
        except ValueError as error:
            return [Refusal(NOTATION, str(error))]
        if any(self._names(action, tries) for action in self.actions):
            return []
        found = [self.refusal(action) for action in tries]
        if None in found:
            return []
        other = Refusal(self.rule, f"{unit or hex_} has no part in this; {self.side} is asked: {self.prompt}")
        return list(dict.fromkeys(refusal for refusal in found if refusal)) or [other]

    def _names(self, action: Action, tries: list[Action]) -> bool:
        """Whether an offered action is one of those tried, or one of them with more to it."""
        return any(action[: len(tried)] == tried for tried in tries)

    def unlisted(self, unit: str) -> list[Offer]:
        """What may be done with a unit though it is not offered, since the offer speaks of its type only."""
        try:
            tries = list(self._rules.grammar.about(self.verbs, unit))
        except ValueError:
            return []
        return [
            self._rules.grammar.offer(action)
            for action in tries
            if action not in self.actions and not self.refusal(action)
        ]

    def disabled(self) -> dict[str, Refusal]:
        """The answers of one word that this question knows but does not offer now, with the reason."""
        patterns = self._rules.grammar.patterns
        bare = [verb for verb in self.verbs if not patterns[verb].items and (verb,) not in self.actions]
        return {verb: refusal for verb in bare if (refusal := self.refusal((verb,)))}

    def hints(self) -> dict[str, Hint]:
        """What offered actions would do, by their words."""
        hints = self._frame.hints(self._rules, self._state)
        return {self._rules.grammar.offer(action).text: hint for action, hint in hints.items()}

    def preview(self) -> Preview | None:
        """The battle that takes shape, for the side that is asked."""
        return self._rules.preview(self._state, self.side_number)
