"""Actions in text: the patterns of a game's verbs, and the way between text and tuples.

A pattern is a line such as `move UNIT HEX [via HEX*]`: the verb, kinds of value in capitals, other words as they stand,
a star for one or more, and in brackets, at the end, what may be left out. The action itself is a plain tuple: the verb,
then the values, with a tuple where there is a star: `("move", 3, 1207)`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from westfront.engine.names import Names
from westfront.engine.view import Offer

Action = tuple[Any, ...]
KINDS = ("HEX", "UNIT", "SIDE", "NUMBER", "WORD")
RESERVED = ("undo", "back", "resign", "draw", "late", "seal", "open", "fresh", "advice")
LONGEST = 4000
OFFERS = 4096
"""How many offers are kept as they were last put into words."""
_NAMED = {"unit": "units", "hex": "hexes", "word": "kinds"}


class _Pattern:
    """One verb: literal words and kinds, of which the part behind `needed` may be left out."""

    def __init__(self, text: str) -> None:
        self.text = text
        body, _, tail = text.partition("[")
        self.verb, *fixed = body.split()
        self.items = [_item(word) for word in fixed] + [_item(word) for word in tail.rstrip("] ").split()]
        self.needed = len(fixed)
        for (_, _, many), (_, is_kind, _) in pairwise(self.items):
            if many and is_kind:
                raise AssertionError(f"a row of values is followed by a word or by nothing: {text}")


def _item(word: str) -> tuple[str, bool, bool]:
    """A word of a pattern: the literal or the kind, whether it is a kind, whether there may be many."""
    kind = word.rstrip("*")
    return (kind.lower(), True, word.endswith("*")) if kind in KINDS else (word, False, False)


def help_of(verbs: Mapping[str, str]) -> dict[str, str]:
    """What each verb does, from patterns with a sentence each; those without one mean the same in every game."""
    return {_Pattern(pattern).verb: sentence for pattern, sentence in verbs.items() if sentence}


class Grammar:
    """All verbs of one game."""

    def __init__(self, patterns: Collection[str], names: Names) -> None:
        self.names = names
        self.patterns = {p.verb: p for p in map(_Pattern, patterns)}
        taken = [verb for verb in self.patterns if verb in RESERVED]
        if taken or len(self.patterns) != len(patterns):
            raise AssertionError(f"a verb is given twice or reserved: {taken or patterns}")
        self.offer = lru_cache(OFFERS)(self._offer)
        """An action with what it names, by kind; most of them are offered time and again."""

    def values(self, verb: str) -> tuple[list[str], int]:
        """The kinds of the values of a verb, with a star for a row, and how many of them must be given."""
        pattern = self.patterns[verb]
        kinds = [word + "*" * many for word, is_kind, many in pattern.items if is_kind]
        return kinds, sum(is_kind for _, is_kind, _ in pattern.items[: pattern.needed])

    def text(self, action: Action) -> str:
        """An action in words."""
        pattern, words, values = self.patterns[action[0]], [action[0]], iter(action[1:])
        whole = len(action) - 1 == sum(is_kind for _, is_kind, _ in pattern.items)
        for word, is_kind, many in pattern.items if whole else pattern.items[: pattern.needed]:
            words.append(self.names.write(word + "*" * many, next(values)) if is_kind else word)
        return " ".join(words)

    def _offer(self, action: Action) -> Offer:
        pattern, values = self.patterns[action[0]], iter(action[1:])
        named: dict[str, list[str]] = {"units": [], "hexes": [], "kinds": [], "values": [], "tail": []}
        for i, (word, is_kind, many) in enumerate(pattern.items):
            if is_kind and (value := next(values, None)) is not None:
                field = _NAMED.get(word, "values") if i < pattern.needed else "tail"
                named[field] += self.names.write(word + "*" * many, value).split()
        return Offer(self.text(action), action[0], **{field: tuple(words) for field, words in named.items()})

    def parse(self, text: str) -> Action:
        """The action of a text; ValueError with a sentence if it is none."""
        words = text[:LONGEST].split()
        if not words or len(text) > LONGEST:
            raise ValueError("an action is one line, such as " + self._examples())
        pattern = self.patterns.get(words[0])
        if pattern is None:
            raise ValueError(f"no action begins with {words[0][:40]!r}; there is {self._examples()}")
        values, rest = self._match(pattern, 0, pattern.needed, words[1:])
        if rest:
            more, rest = self._match(pattern, pattern.needed, len(pattern.items), rest)
            values += more
        if rest:
            raise ValueError(f"too many words for {pattern.text!r}, from {rest[0][:40]!r} on")
        return (pattern.verb, *values)

    def read(self, action: str | Action) -> Action:
        """An action that a program gives as text or as a tuple; ValueError with a sentence if it is none."""
        if isinstance(action, str):
            return self.parse(action)
        try:
            whole = self.parse(self.text(action))
        except (TypeError, LookupError, StopIteration, ValueError):
            whole = ()
        if not whole or whole != action:
            raise ValueError(
                f"{str(action)[:80]} is not an action; a tuple is the verb and its values: {self._examples()}"
            )
        return whole

    def about(self, verbs: Sequence[str], unit: str = "", hex_: str = "") -> Iterator[Action]:
        """Every action of some verbs that a unit, a hex, or both of them make complete."""
        given = {kind: text for kind, text in (("unit", unit), ("hex", hex_)) if text}
        values = {kind: self.names.read(kind, text) for kind, text in given.items()}
        for pattern in (self.patterns[verb] for verb in verbs):
            items = [(word, many) for word, is_kind, many in pattern.items[: pattern.needed] if is_kind]
            if items and sorted(word for word, _ in items) == sorted(values):
                yield (pattern.verb, *((values[word],) if many else values[word] for word, many in items))

    def _match(self, pattern: _Pattern, first: int, last: int, words: list[str]) -> tuple[list[Any], list[str]]:
        """Read the items from first to last; a row of values ends at the word behind it, also if that is optional."""
        values: list[Any] = []
        for i, (word, is_kind, many) in enumerate(pattern.items[first:last], first + 1):
            if not words:
                raise ValueError(f"something is missing: {pattern.text!r}")
            if not is_kind:
                if words[0] != word:
                    raise ValueError(f"{word!r} is expected, not {words[0][:40]!r}: {pattern.text!r}")
                words = words[1:]
            elif many:
                end = pattern.items[i][0] if i < len(pattern.items) else None
                count = words.index(end) if end in words else len(words)
                values.append(tuple(self.names.read(word, w) for w in words[: max(1, count)]))
                words = words[max(1, count) :]
            else:
                values.append(self.names.read(word, words[0]))
                words = words[1:]
        return values, words

    def _examples(self) -> str:
        return ", ".join(p.text for p in self.patterns.values())
