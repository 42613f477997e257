"""Lines that run along hexsides on one side of them: trenches, fronts, the bands at the edge of the map."""

from __future__ import annotations

import math
from collections.abc import Iterable

from westfront.atlas.draw.geometry import Layout, Node, towards
from westfront.atlas.draw.svg import Point
from westfront.hexgrid import Grid, HexSet, bits

Rim = tuple[Node, int]
"""A hexside with its owner: the cell, and the direction in which the side lies."""


def facing(grid: Grid, layout: Layout, owners: HexSet, others: HexSet) -> list[Rim]:
    """The hexsides where a hex of the first set touches a hex of the second."""
    return [
        (layout.cell(hex_), direction)
        for direction in range(6)
        for hex_ in bits(owners & grid.shift(others, (direction + 3) % 6))
    ]


def towards_enemy(grid: Grid, layout: Layout, works: HexSet, enemy: HexSet) -> list[Rim]:
    """The outer hexsides of a line of works that look towards the enemy, however far away he stands."""
    found: list[Rim] = []
    near, todo = enemy & grid.mask, works
    while todo and near:
        front = grid.adjacent(near) & ~near
        found += facing(grid, layout, works & front, near & ~works)
        todo &= ~front
        near |= front
        if not front:
            break
    return found


def off_map(layout: Layout, hexes: HexSet, field: HexSet | None = None) -> list[Rim]:
    """The hexsides of a set beyond which there is no hex of the map, or none of the part of it that is used."""
    known = layout.known if field is None else layout.cells(field)
    return [
        (layout.cell(hex_), direction)
        for hex_ in bits(hexes)
        for direction in range(6)
        if layout.beyond(layout.cell(hex_), direction) not in known
    ]


def rim_lines(layout: Layout, rims: Iterable[Rim], inset: float) -> list[list[Point]]:
    """The hexsides joined into lines with their owners on the right hand, moved so far towards them."""
    after: dict[Node, tuple[Node, Node]] = {}
    for cell, direction in rims:
        a, b = layout.edge(cell, direction)
        first, last = (b, a) if layout.pointy else (a, b)
        after[first] = last, cell
    heads = sorted(set(after) - {last for last, _ in after.values()})
    lines = [_follow(head, after) for head in heads]
    while after:
        lines.append(_follow(min(after), after))
    return [_inset(layout, line, inset) for line in lines]


def joined(lines: list[list[Point]], gap: float) -> list[list[Point]]:
    """Lines, each led on by another one that begins not far from its end."""
    found: list[list[Point]] = []
    left = list(lines)
    while left:
        line = left.pop(0)
        while left:
            near = min(left, key=lambda other: math.dist(line[-1], other[0]))
            if math.dist(line[-1], near[0]) > gap:
                break
            left.remove(near)
            line = line + near
        found.append(line)
    return found


def _follow(head: Node, after: dict[Node, tuple[Node, Node]]) -> list[tuple[Node, list[Node]]]:
    """The corners of one line, each with the cells that own the sides which meet there."""
    line: list[tuple[Node, list[Node]]] = [(head, [])]
    node = head
    while node in after:
        node, owner = after.pop(node)
        line[-1][1].append(owner)
        line.append((node, [owner]))
    return line


def _inset(layout: Layout, line: list[tuple[Node, list[Node]]], inset: float) -> list[Point]:
    found = []
    for node, owners in line:
        at = layout.point(node)
        centres = [layout.point(owner) for owner in owners]
        inwards = sum(x - at[0] for x, _ in centres), sum(y - at[1] for _, y in centres)
        # At an end, or inside a bend, the same distance from the hexside needs a longer way along this line.
        far = inset / math.cos(math.pi / 6) if len(set(owners)) == 1 else inset
        found.append(towards(at, (at[0] + inwards[0], at[1] + inwards[1]), far))
    return found
