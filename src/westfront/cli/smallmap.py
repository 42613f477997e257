"""A small map in characters: ground, units by side, stacks, and what can be chosen, each by shape as well as colour."""

from __future__ import annotations

from typing import NamedTuple

from rich.text import Text

from westfront.engine.rules import AnyRules
from westfront.engine.view import Piece, Scene
from westfront.hexgrid import HexSet
from westfront.hexgrid.grid import LINE_PITCH

CELL = 7
SIDE_STYLES = ("bold black on bright_yellow", "bold white on blue")
"""Safe for colour-blind eyes: light on dark against dark on light."""


class _Spot(NamedTuple):
    line: int
    column: int


def small_map(rules: AnyRules, scene: Scene, marked: HexSet = 0, width: int = 80, middle: int | None = None) -> Text:
    """The map, or as much of it as fits around a hex; marked hexes stand in brackets, stacks have their height."""
    spots = {h: _spot(rules, h) for h in rules.grid}
    first = _first_column(spots, width, spots[middle] if middle is not None else None)
    stacks: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        stacks.setdefault(piece.at, []).append(piece)
    lines: dict[int, list[int]] = {}
    for h, spot in spots.items():
        if first <= spot.column and spot.column + CELL <= first + width:
            lines.setdefault(spot.line, []).append(h)
    return Text("\n").join(
        _line(rules, sorted(hexes, key=lambda h: spots[h].column), spots, first, stacks, marked)
        for _, hexes in sorted(lines.items())
    )


def _spot(rules: AnyRules, hex_: int) -> _Spot:
    """Where a hex stands in characters."""
    x, y = rules.grid.centre(hex_)
    if rules.grid.numbering.top == "pointy":
        return _Spot(round(y / LINE_PITCH), round(x * CELL))
    return _Spot(round(y * 2), round(x / LINE_PITCH * CELL))


def _first_column(spots: dict[int, _Spot], width: int, middle: _Spot | None) -> int:
    """The leftmost column of the part that is shown."""
    lowest = min(spot.column for spot in spots.values())
    highest = max(spot.column for spot in spots.values()) + CELL
    wanted = lowest if middle is None else middle.column - width // 2
    return max(lowest, min(wanted, highest - width))


def _line(
    rules: AnyRules,
    hexes: list[int],
    spots: dict[int, _Spot],
    first: int,
    stacks: dict[str, list[Piece]],
    marked: HexSet,
) -> Text:
    text = Text()
    for h in hexes:
        text.append(" " * (spots[h].column - first - len(text)))
        text.append_text(_cell(rules, h, stacks.get(rules.grid.label(h), []), bool(marked >> h & 1)))
    return text


def _cell(rules: AnyRules, hex_: int, stack: list[Piece], is_marked: bool) -> Text:
    """The top unit with the height of its stack, or the label where one can go, or the ground."""
    inside, style = f"{rules.glyphs[rules.ground(hex_)]:^5}", "dim"
    if is_marked:
        inside, style = f"{rules.grid.label(hex_):^5}", "bold"
    if stack:
        height = f"/{len(stack)}" if len(stack) > 1 else ""
        inside = (stack[0].name or "?")[: 5 - len(height)] + height
        style = SIDE_STYLES[rules.sides.index(stack[0].side)]
    before, after = ("[", "]") if is_marked else (" ", " ")
    return Text.assemble(before, (f"{inside:<5}", style), after)


def legend(rules: AnyRules) -> str:
    """What the characters of the map mean."""
    ground = "   ".join(f"{glyph} {word}" for word, glyph in rules.glyphs.items())
    return f"{ground}   NAME/2 a stack of two   [....] can be chosen"
