"""A small map in characters: ground, units by side, stacks, and what can be chosen, each by shape as well as colour."""

from __future__ import annotations

from math import floor
from typing import NamedTuple

from rich.text import Text

from westfront.cli.ground import RIVER, ROAD, Printed
from westfront.engine.rules import AnyRules
from westfront.engine.view import Piece, Scene
from westfront.hexgrid import HexSet, has
from westfront.hexgrid.grid import LINE_PITCH

CELL = 7
"""How far the hexes of a row stand apart at least, brackets included."""
LONGEST = 13
"""A longer name is cut; no counter of the five games has one in a stack."""
SIDE_STYLES = ("bold black on bright_yellow", "bold white on blue")
"""Safe for colour-blind eyes: light on dark against dark on light."""


NOTHING_PRINTED = Printed({}, 0, 0)


class _Spot(NamedTuple):
    line: int
    column: int


Stacks = dict[str, list[Piece]]


def small_map(
    rules: AnyRules,
    scene: Scene,
    marked: HexSet = 0,
    size: tuple[int, int] = (80, 24),
    middle: int | None = None,
    printed: Printed = NOTHING_PRINTED,
) -> Text:
    """The map, or as much of it as fits around a hex: columns numbered above, rows at the left.

    Marked hexes stand in brackets, stacks have their height, places the first letters of their names. The numbers above
    take one line of the size.
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
    cells = _Cells(rules, stacks, marked, printed, _apart(rules, reach) - 2)
    rows = [_line(cells, lines[line], margin, size[0]) for line in sorted(lines)]
    shown = {h for line in lines.values() for h in line.values()}
    return Text("\n").join([_columns(rules, spots, shown, first, margin), *rows])


def _spot(rules: AnyRules, hex_: int, reach: int) -> _Spot:
    """Where a hex stands in characters, with room for the longest name: on a flat-top map that of two columns."""
    x, y = rules.grid.centre(hex_)
    if rules.grid.numbering.top == "pointy":
        return _Spot(round(y / LINE_PITCH), floor(x * reach + 0.5))  # round() would set half columns unequally apart
    return _Spot(round(y * 2), round(x / LINE_PITCH * (_apart(rules, reach) // 2)))


def _apart(rules: AnyRules, reach: int) -> int:
    """How far the hexes of a line stand apart."""
    return reach if rules.grid.numbering.top == "pointy" else 2 * max(CELL, (reach + 1) // 2)


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


def _line(cells: _Cells, hexes: dict[int, int], margin: int, width: int) -> Text:
    """The hexes of a row by the columns in which they stand, with the number of the row before them."""
    text = Text()
    for column, h in sorted(hexes.items()):
        text.append("" if text else f"{_part(cells.rules, h, 'R'):<{margin}}", "dim")
        text.append(" " * (column - len(text)))
        text.append_text(cells.draw(h))
    text.truncate(width)
    return text


def _part(rules: AnyRules, hex_: int, letter: str) -> str:
    """The digits of a label that number the row (R) or the column (C)."""
    grid = rules.grid
    return "".join(digit for digit, kind in zip(grid.label(hex_), grid.numbering.label, strict=True) if kind == letter)


def _name(stack: list[Piece]) -> str:
    """The top unit with the height of its stack."""
    height = f"/{len(stack)}" if len(stack) > 1 else ""
    return (stack[0].name or "?")[: LONGEST - len(height)] + height


class _Cells(NamedTuple):
    """What stands in each hex."""

    rules: AnyRules
    stacks: Stacks
    marked: HexSet
    printed: Printed
    longest: int
    """So many letters of a place there is room for."""

    def draw(self, hex_: int) -> Text:
        """The stack, or the label where one can go, or the place, or the ground."""
        stack, is_marked = self.stacks.get(self.rules.grid.label(hex_), []), has(self.marked, hex_)
        inside, style = f"{self._ground(hex_):^5}", "dim"
        if is_marked:
            inside, style = f"{self.rules.grid.label(hex_):^5}", "bold"
        if stack:
            inside, style = f"{_name(stack):<5}", SIDE_STYLES[self.rules.sides.index(stack[0].side)]
        before, after = ("[", "]") if is_marked else (" ", " ")
        return Text.assemble(before, (inside, style), after)

    def _ground(self, hex_: int) -> str:
        """The sign of the terrain, with the name of a place or else the signs of river and road."""
        sign = self.rules.glyphs[self.rules.terrain_name(hex_)]
        if hex_ in self.printed.names:
            gap = " " * sign.isalpha()
            return (sign + gap + self.printed.names[hex_])[: self.longest]
        return sign + RIVER * has(self.printed.rivers, hex_) + ROAD * has(self.printed.roads, hex_)


def legend(rules: AnyRules, printed: Printed = NOTHING_PRINTED) -> str:
    """What the characters of the map mean."""
    signs = {RIVER: ("river beside it", printed.rivers), ROAD: ("road", printed.roads)}
    edges = [f".{sign} {word}" for sign, (word, hexes) in signs.items() if hexes]
    ground = "   ".join([*(f"{glyph} {word}" for word, glyph in rules.glyphs.items()), *edges])
    order = "column, row" if rules.grid.numbering.label[0] == "C" else "row, column"
    return f"{ground}   NAME/2 a stack of two   [....] can be chosen   a hex is {order}"
