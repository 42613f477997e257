"""Events: what happened, by which rules, and who may see it. Log, animation and statistics are made of nothing else."""

from __future__ import annotations

import re
from string import Formatter
from typing import Any

import msgspec

from westfront.engine.names import Names

EVERYBODY = -1
NOBODY = -2
PUBLIC = -3
"""Spectators: they see what no side is told alone."""


class Event(msgspec.Struct, frozen=True):
    """One thing that happened."""

    kind: str
    rules: tuple[str, ...]
    facts: dict[str, Any]
    only: int = EVERYBODY
    """The one side that may see it ..."""
    but: int = NOBODY
    """... or the one side that may not."""

    def visible(self, viewer: int) -> bool:
        """Whether a side (or PUBLIC) may see it."""
        return self.only in (EVERYBODY, viewer) and self.but != viewer


COMMON = {
    "roll": "Dice for {what}: {values:number*}",
    "back": "Both sides agree to go back to action {number}",
    "resigned": "{side:side} resigns",
    "drawn": "Both sides agree to a draw",
    "late": "{side:side} has run out of time",
    "advised": "{side:side} asks for advice",
    "fresh": "From here on the dice come from a new secret",
}
"""What is told alike in every game."""


_BEFORE_A_VOWEL = re.compile(r"\bA (?=[aei])")
_ONLY_ONE = re.compile(r"(?<![-\w.])1 ((?:air )?(?:division|hexe?|hit|loss|point|step|unit))(?:e?s)\b")


def tidy(text: str) -> str:
    """A sentence made from a template, with the article and the singular that its values ask for."""
    return _ONLY_ONE.sub(lambda found: f"1 {found[1].removesuffix('e')}", _BEFORE_A_VOWEL.sub("An ", text))


class Texts:
    """The sentences of a game: a template for each kind of event, such as `{who:unit} moves to {to:hex}`."""

    def __init__(self, names: Names, templates: dict[str, str]) -> None:
        self.names, self.templates = names, {**COMMON, **templates}
        self._parts = {kind: _parts(template) for kind, template in self.templates.items()}

    def words(self, event: Event) -> str:
        """What happened, in a sentence."""
        write, facts = self.names.write, event.facts
        parts = [
            text + (write(kind or "text", facts[fact]) if fact else "") for text, fact, kind in self._parts[event.kind]
        ]
        return tidy("".join(parts))

    def sentence(self, event: Event) -> str:
        """The line of the log, with its rules."""
        text = self.words(event)
        return f"{text} [{', '.join(event.rules)}]" if event.rules else text

    def named(self, event: Event) -> dict[str, list[str]]:
        """The hexes and units that the sentence names."""
        found: dict[str, list[str]] = {"hex": [], "unit": []}
        for _, fact, kind in self._parts[event.kind]:
            one = {"hexes": "hex", "hexsides": "hex"}.get(kind, kind.rstrip("*"))
            if one in found:
                text = self.names.write(kind, event.facts[fact])
                found[one] += (text.replace("/", " ") if kind == "hexsides" else text).split()
        return found


def _parts(template: str) -> list[tuple[str, str, str]]:
    """A template taken apart: some text, the fact behind it, and what kind of value that is."""
    return [(text, fact or "", kind or "") for text, fact, kind, _ in Formatter().parse(template)]
