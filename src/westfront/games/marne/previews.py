"""What a player sees before he commits himself: the battle that takes shape, and what can be laid over the map."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.engine.view import Overlay, Preview
from westfront.games.marne.facts import MarneData
from westfront.games.marne.state import MarneState
from westfront.games.marne.supply import in_command


def preview(rules: MarneData, s: MarneState, side: int) -> Preview | None:
    """The battle that is being fought."""
    return None


def battle_strip(rules: MarneData, s: MarneState) -> dict[str, str]:
    """Where the battle stands."""
    return {}


def overlays(rules: MarneData, s: MarneState) -> Iterator[Overlay]:
    """Zones of control, and the hexes in command."""
    for side, name in enumerate(rules.sides):
        zone = tuple(rules.grid.labels(rules.field(s).zone[side] & rules.board.area))
        yield Overlay("zoc", name, f"{name} zones of control", zone)
        yield Overlay("supply", name, f"in command of {name} HQs", tuple(rules.grid.labels(in_command(rules, s, side))))
