"""A small map in characters: ground, units by side, stacks, and what can be chosen, each by shape as well as colour."""

from __future__ import annotations

from math import floor
from typing import NamedTuple

from rich.text import Text

from westfront.engine.rules import AnyRules
from westfront.engine.view import Piece, Scene
from westfront.hexgrid import HexSet
from westfront.hexgrid.grid import LINE_PITCH

CELL = 7
"""How far the hexes of a row stand apart at least, brackets included."""
LONGEST = 13
"""A longer name is cut; no counter of the five games has one in a stack."""
SIDE_STYLES = ("bold black on bright_yellow", "bold white on blue")
"""Safe for colour-blind eyes: light on dark against dark on light."""


class _Spot(NamedTuple):
    line: int
    column: int


Stacks = dict[str, list[Piece]]


def small_map(
    rules: AnyRules, scene: Scene, marked: HexSet = 0, size: tuple[int, int] = (80, 24), middle: int | None = None
) -> Text:
    """The map, or as much of it as fits around a hex: columns numbered above, rows at the left.

    Marked hexes stand in brackets, stacks have their height. The numbers above take one line of the size.
    """
    stacks: Stacks = {}
    for piece in scene.pieces:
        stacks.setdefault(piece.at, []).append(piece)
    on_map = [stacks[label] for label in rules.grid.labels(rules.grid.mask) if label in stacks]
    reach = max([CELL, *(len(_name(stack)) + 2 for stack in on_map)])
    spots = {h: _spot(rules, h, reach) for h in rules.grid}
    margin = rules.grid.numbering.label.count("R") + 1
    centre = spots[middle] if middle is not None else None
    room = _Spot(size[1] - 1, size[0] - margin)
    first = _first([spot.column for spot in spots.values()], reach, room.column, centre and centre.column)
    top = _first([spot.line for spot in spots.values()], 1, room.line, centre and centre.line)
    lines: dict[int, dict[int, int]] = {}
    for h, (line, column) in spots.items():
        if first <= column <= first + room.column - reach and top <= line < top + room.line:
            lines.setdefault(line, {})[column - first + margin] = h
    rows = [_line(rules, lines[line], margin, stacks, marked) for line in sorted(lines)]
    shown = {h for line in lines.values() for h in line.values()}
    return Text("\n").join([_columns(rules, spots, shown, first, margin), *rows])


def _spot(rules: AnyRules, hex_: int, reach: int) -> _Spot:
    """Where a hex stands in characters, with room for the longest name: on a flat-top map that of two columns."""
    x, y = rules.grid.centre(hex_)
    if rules.grid.numbering.top == "pointy":
        return _Spot(round(y / LINE_PITCH), floor(x * reach + 0.5))  # round() would set half columns unequally apart
    return _Spot(round(y * 2), round(x / LINE_PITCH * max(CELL, (reach + 1) // 2)))


def _first(places: list[int], cell: int, room: int, middle: int | None) -> int:
    """The first column or line of the part that is shown."""
    lowest, highest = min(places), max(places) + cell
    wanted = lowest if middle is None else middle - (room - cell) // 2
    return max(lowest, min(wanted, highest - room))


def _columns(rules: AnyRules, spots: dict[int, _Spot], shown: set[int], first: int, margin: int) -> Text:
    """The numbers of the columns that are shown, each above the hexes that stand furthest to the west in it."""
    at: dict[str, int] = {}
    for h, spot in spots.items():
        number = _part(rules, h, "C")
        at[number] = min(spot.column - first + margin, at.get(number, spot.column - first + margin))
    numbers, text = {_part(rules, h, "C") for h in shown}, Text(style="dim")
    for number in sorted(numbers, key=lambda number: at[number]):
        text.append(" " * (max(margin, at[number]) + 1 - len(text)) + number)
    return text


def _line(rules: AnyRules, hexes: dict[int, int], margin: int, stacks: Stacks, marked: HexSet) -> Text:
    """The hexes of a row by the columns in which they stand, with the number of the row before them."""
    text = Text()
    for column, h in sorted(hexes.items()):
        text.append("" if text else f"{_part(rules, h, 'R'):<{margin}}", "dim")
        text.append(" " * (column - len(text)))
        text.append_text(_cell(rules, h, stacks.get(rules.grid.label(h), []), bool(marked >> h & 1)))
    return text


def _part(rules: AnyRules, hex_: int, letter: str) -> str:
    """The digits of a label that number the row (R) or the column (C)."""
    grid = rules.grid
    return "".join(digit for digit, kind in zip(grid.label(hex_), grid.numbering.label, strict=True) if kind == letter)


def _name(stack: list[Piece]) -> str:
    """The top unit with the height of its stack."""
    height = f"/{len(stack)}" if len(stack) > 1 else ""
    return (stack[0].name or "?")[: LONGEST - len(height)] + height


def _cell(rules: AnyRules, hex_: int, stack: list[Piece], is_marked: bool) -> Text:
    """The stack, or the label where one can go, or the ground."""
    inside, style = f"{rules.glyphs[rules.terrain_name(hex_)]:^5}", "dim"
    if is_marked:
        inside, style = f"{rules.grid.label(hex_):^5}", "bold"
    if stack:
        inside, style = f"{_name(stack):<5}", SIDE_STYLES[rules.sides.index(stack[0].side)]
    before, after = ("[", "]") if is_marked else (" ", " ")
    return Text.assemble(before, (inside, style), after)


def legend(rules: AnyRules) -> str:
    """What the characters of the map mean."""
    ground = "   ".join(f"{glyph} {word}" for word, glyph in rules.glyphs.items())
    order = "column, row" if rules.grid.numbering.label[0] == "C" else "row, column"
    return f"{ground}   NAME/2 a stack of two   [....] can be chosen   a hex is {order}"
