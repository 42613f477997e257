"""What must hold in every position, at the table and in a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from westfront.games.hindenburg.state import HindenburgState

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg


def broken(rules: Hindenburg, s: HindenburgState) -> Iterator[str]:
    """A sentence for everything that must hold and does not."""
    if rules.field(s).occupied[0] & rules.field(s).occupied[1]:
        yield "both sides stand in one hex"
