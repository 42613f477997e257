"""Chapter 6.6: what each side sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from westfront.engine.dice import Lots
from westfront.engine.view import Scene
from westfront.games.hindenburg.state import HindenburgState

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg


def scene(rules: Hindenburg, s: HindenburgState, side: int) -> Scene:
    """To be written."""
    return Scene(f"turn {s.turn}", ())


def disguise(rules: Hindenburg, s: HindenburgState, side: int, lots: Lots) -> HindenburgState:
    """To be written."""
    return s.copy()
