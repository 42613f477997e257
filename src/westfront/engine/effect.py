"""What an action did, in eight digits: how a record tells rules that play differently from a line that was changed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import compress, count
from operator import ne
from typing import Any

from westfront.engine.frame import asked
from westfront.engine.rules import AnyRules
from westfront.engine.state import State, kinds

STRETCH = 32
"""So many units of a column are compared at once: an action changes few."""


def effect(rules: AnyRules, before: State, after: State) -> str:
    """A digest of what changed in the fields that the game vouches for, by name, and of who is asked next."""
    return hashlib.sha256("\n".join(_changes(rules, before, after)).encode()).hexdigest()[:8]


def _changes(rules: AnyRules, before: State, after: State) -> Iterator[str]:
    fields = kinds(rules.state)
    for number, name in enumerate(rules.contract):
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            for what in _values(rules, fields[name], old, new):
                yield f"{number} {what}"
    yield f"{after.winner} {after.verdict}" if not after.frames else rules.sides[asked(after).player]


def _values(rules: AnyRules, kind: str, old: Any, new: Any) -> Iterator[str]:
    """The new value in words; of a column only the units that have another one."""
    names = rules.names
    if kind.startswith("unit "):
        write = names.place if kind == "unit places" else partial(names.write, "unit") if kind == "unit links" else str
        for unit in _changed(old, new):
            yield f"{names.units[unit]} {write(new[unit])}"
    elif kind == "numbers":
        yield " ".join(map(str, new))
    else:
        yield names.write(kind, new)


def _changed(old: Sequence[int], new: Sequence[int]) -> Iterator[int]:
    """The units of which two columns say different things."""
    for first in range(0, len(new), STRETCH):
        part = slice(first, first + STRETCH)
        if old[part] != new[part]:
            yield from compress(count(first), map(ne, old[part], new[part]))
