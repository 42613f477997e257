"""Guesses: actions that somebody might type, well formed but seldom allowed.

The fuzzer asks why they are refused, and carries out those that are allowed without being listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from westfront.engine.dice import RepeatableRandom
from westfront.engine.frame import answers, asked
from westfront.engine.grammar import Action
from westfront.engine.rules import AnyRules
from westfront.engine.state import State
from westfront.engine.view import Scene

T = TypeVar("T")
NUMBERS = ("0", "1", "2", "3", "9", "1000000")


class Guesser:
    """Answers to the questions of a game, made of their own words and of others."""

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        self._units, self._labels = frozenset(rules.names.units), frozenset(rules.grid.labels(rules.grid.mask))
        self._places = (*sorted(self._labels), *rules.names.boxes)

    def some(
        self, state: State, scene: Scene, offered: Sequence[str], lots: RepeatableRandom, count: int
    ) -> Iterator[Action]:
        """So many guesses at most in a position: those that cannot be read are left out."""
        self.lots, self._here = lots, ""
        self.patterns = [self.rules.grammar.patterns[verb] for verb in answers(type(asked(state)))]
        self._at = {piece.name: piece.at for piece in scene.pieces if piece.name}
        said = list(dict.fromkeys(word for text in offered for word in text.split()[1:]))
        others = [word for word in said if word not in self._units and word not in self._labels]
        kinds = list(dict.fromkeys(piece.word for piece in scene.pieces if piece.word))
        self._pools: dict[str, tuple[Sequence[str], Sequence[str]]] = {
            "unit": ([word for word in said if word in self._units], self.rules.names.units),
            "hex": ([word for word in said if word in self._labels], self._places),
            "side": ((), self.rules.sides),
            "number": ([word for word in others if word.isdecimal()], NUMBERS),
            "word": (others, (*kinds, "x")),
        }
        for _ in range(count):
            try:
                yield self.rules.grammar.parse(" ".join(self._words()))
            except ValueError:
                continue

    def _words(self) -> Iterator[str]:
        pattern = self._one(self.patterns)
        yield pattern.verb
        items = pattern.items if self.lots.below(2) else pattern.items[: pattern.needed]
        for word, is_kind, many in items:
            for _ in range(1 + self.lots.below(3) if many else 1):
                yield self._value(word) if is_kind else word

    def _value(self, kind: str) -> str:
        """A word for a value: one of those offered, or any; hexes are often next to the unit or hex named before."""
        offered, known = self._pools[kind]
        value = self._one(offered if offered and self.lots.below(2) else known)
        if kind == "unit":
            self._here = self._at.get(value, "")
        elif kind == "hex":
            grid = self.rules.grid
            if self._here and self._here not in self.rules.names.boxes and self.lots.below(4):
                value = grid.label(self._one(grid.neighbours(grid.hex(self._here))))
            self._here = value
        return value

    def _one(self, pool: Sequence[T]) -> T:
        return pool[self.lots.below(len(pool))]
