"""Smooth lines: rounded corners, curves through points, the trace of a trench."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from westfront.atlas.draw.geometry import Layout, Node, jitter, middle
from westfront.atlas.draw.svg import Point, number, pair, polyline, step


def rounded(points: Sequence[Point], *, closed: bool = False) -> str:
    """A path that bends at each point instead of breaking there."""
    if closed:
        stops = [middle(a, b) for a, b in pairwise([points[-1], *points, points[0]])]
        bends = zip(stops, points, stops[1:], strict=False)
        return f"M{pair(stops[0])}" + "".join(f"q{_way(a, by)} {_way(a, b)}" for a, by, b in bends) + "Z"
    if len(points) < 3:
        return polyline(points)
    stops = [points[0], *(middle(a, b) for a, b in pairwise(points[1:-1])), points[-1]]
    bends = zip(stops, points[1:-1], stops[1:], strict=False)
    return f"M{pair(stops[0])}" + "".join(f"q{_way(a, by)} {_way(a, b)}" for a, by, b in bends)


def _way(a: Point, b: Point) -> str:
    return pair((step(a[0], b[0]), step(a[1], b[1])))


def through(points: Sequence[Point]) -> str:
    """A smooth path through all points (Catmull-Rom), in steps from point to point to keep the text short."""
    path = f"M{pair(points[0])}"
    for i in range(len(points) - 1):
        before, a = points[max(i - 1, 0)], points[i]
        b, after = points[i + 1], points[min(i + 2, len(points) - 1)]
        first = (b[0] - before[0]) / 6, (b[1] - before[1]) / 6
        second = b[0] - a[0] - (after[0] - a[0]) / 6, b[1] - a[1] - (after[1] - a[1]) / 6
        path += f"c{pair(first)} {pair(second)} {_way(a, b)}"
    return path


def wander(chain: Sequence[Node], layout: Layout, amount: float) -> list[Point]:
    """Points along hexsides with the small bends of water: the corners move a little, two points join each side."""
    corners = [_moved(node, layout, amount * 0.6) for node in chain]
    points = [corners[0]]
    for i, (a, b) in enumerate(pairwise(corners)):
        key = chain[i][0] + chain[i + 1][0], chain[i][1] + chain[i + 1][1]
        bend = jitter(key, 3) * amount
        away = (a[1] - b[1]), (b[0] - a[0])
        length = math.hypot(*away) or 1.0
        for part, sign in ((1 / 3, 1), (2 / 3, -1)):
            x, y = a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
            points.append((x + sign * bend * away[0] / length, y + sign * bend * away[1] / length))
        points.append(b)
    return points


def _moved(node: Node, layout: Layout, amount: float) -> Point:
    x, y = layout.point(node)
    return x + jitter(node, 1) * amount, y + jitter(node, 2) * amount


def relaxed(points: Sequence[Point], fixed: Sequence[bool], part: float) -> list[Point]:
    """Points drawn towards the middle of their neighbours, but for the fixed ones and the ends."""
    found = list(points)
    for i in range(1, len(points) - 1):
        if not fixed[i]:
            mid = middle(points[i - 1], points[i + 1])
            found[i] = part_way(points[i], mid, part)
    return found


def part_way(a: Point, b: Point, part: float) -> Point:
    """The point at a part of the way."""
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def sampled(points: Sequence[Point], step: float) -> list[tuple[Point, Point]]:
    """Points at even distances along a line, each with the unit vector of the way there."""
    found, left = [], 0.0
    for a, b in pairwise(points):
        length = math.hypot(b[0] - a[0], b[1] - a[1])
        if not length:
            continue
        way = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        while left <= length:
            found.append(((a[0] + way[0] * left, a[1] + way[1] * left), way))
            left += step
        left -= length
    return found


def softened(points: Sequence[Point]) -> list[Point]:
    """The corners of a line cut once (Chaikin), its ends kept."""
    found = [points[0]]
    for a, b in pairwise(points):
        found += [part_way(a, b, 0.25), part_way(a, b, 0.75)]
    return [*found, points[-1]]


def crenellated(points: Sequence[Point], period: float, height: float) -> str:
    """The trace of a trench: square bays, one on and one off the line, standing out to the left of the way."""
    found: list[Point] = []
    for i, ((x, y), (dx, dy)) in enumerate(sampled(softened(points), period / 2)):
        low, high = (x, y), (x + dy * height, y - dx * height)
        found += (high, low) if i % 2 else (low, high)
    return polyline(found)


def saw(points: Sequence[Point], period: float, height: float) -> str:
    """A line of teeth to the left of the way."""
    stops = sampled(softened(points), period / 2)
    offs = [height if i % 2 else 0.0 for i in range(len(stops))]
    return polyline([(x + dy * off, y - dx * off) for ((x, y), (dx, dy)), off in zip(stops, offs, strict=True)])


def combed(points: Sequence[Point], period: float, height: float) -> str:
    """Short strokes to the left of the way, without the line itself."""
    return "".join(
        f"M{pair((x, y))}l{number(dy * height)} {number(-dx * height)}"
        for (x, y), (dx, dy) in sampled(softened(points), period)
    )
