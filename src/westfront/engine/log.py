"""The log as data: each line with the action it came from, its rules, and what it names on the map."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from westfront.engine.event import Event, Texts


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the log."""

    number: int
    """The action of the record from which it came, 0 for what happened before the first."""
    kind: str
    text: str
    rules: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    faces: int = 0


class LogPage(msgspec.Struct, frozen=True):
    """Some lines of a log: from which line on, and how many there are in all."""

    first: int
    count: int
    lines: tuple[LogLine, ...]


def tell(texts: Texts, events: Sequence[Event], numbers: Sequence[int], viewer: int, first: int) -> LogPage:
    """The log of a viewer from a line on; below zero counts from the end."""
    seen = [i for i, event in enumerate(events) if event.visible(viewer)]
    start = max(0, len(seen) + first) if first < 0 else min(first, len(seen))
    return LogPage(start, len(seen), tuple(_line(texts, events[i], numbers[i]) for i in seen[start:]))


def _line(texts: Texts, event: Event, number: int) -> LogLine:
    named = texts.named(event)
    rolled = event.kind == "roll"
    return LogLine(
        number,
        event.kind,
        texts.words(event),
        event.rules,
        tuple(named["hex"]),
        tuple(named["unit"]),
        tuple(event.facts["values"]) if rolled else (),
        event.facts["faces"] if rolled else 0,
    )
