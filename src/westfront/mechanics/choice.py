"""One of several units is named: who is lost, who resists, who comes back.

A game derives its question from `OneOf`, says among whom, and takes over the judge under the one verb that the question
knows: `why_lose = OneOf.why_not`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from westfront.engine.frame import Ask, Refusal, answers
from westfront.engine.grammar import Action
from westfront.engine.names import Unit, Units


class OneOf(Ask[Any, Any], frozen=True):
    """Which of some units?"""

    refused: ClassVar[str]
    """Why any other is refused: with the facts of the question, and the `{unit}` that was named."""

    def among(self, rules: Any, s: Any) -> Sequence[int]:
        """The units to choose from."""
        raise NotImplementedError

    def offer(self, rules: Any, s: Any) -> list[Action]:
        """Each of them."""
        (verb,) = answers(type(self))
        return [(verb, unit) for unit in self.among(rules, s)]

    def why_not(self, rules: Any, s: Any, unit: Unit) -> Refusal | None:
        """Anybody else."""
        if unit in self.among(rules, s):
            return None
        facts = self.facts(rules, s) | {"unit": rules.names.write("unit", unit)}
        return Refusal(self.asked_by, self.refused.format_map(facts))


class OneOfUnits(OneOf, frozen=True):
    """One of the units that the frame names."""

    units: Units

    def among(self, rules: Any, s: Any) -> Sequence[int]:
        """Each of them."""
        return self.units
