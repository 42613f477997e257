"""Events: what happened, by which rules, and who may see it. Log, animation and statistics are made of nothing else."""

from __future__ import annotations

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


class Texts(Formatter):
    """The sentences of a game: a template for each kind of event, such as `{who:unit} moves to {to:hex}`."""

    def __init__(self, names: Names, templates: dict[str, str]) -> None:
        self.names, self.templates = names, {"roll": "{purpose} rolls {values:number*}", **templates}

    def format_field(self, value: Any, format_spec: str) -> str:
        """A value in words."""
        return self.names.write(format_spec, value) if format_spec else str(value)

    def sentence(self, event: Event) -> str:
        """The line of the log."""
        text = self.vformat(self.templates[event.kind], (), event.facts)
        return f"{text} [{', '.join(event.rules)}]" if event.rules else text
