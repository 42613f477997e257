"""What is in the way of a name: boxes that it must not touch, points that it had better not cover."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from westfront.atlas.draw.geometry import Box
from westfront.atlas.draw.svg import Point

_CELL = 40.0


class Crowd:
    """Boxes and points in squares of the sheet, so that only those near by are asked."""

    def __init__(self) -> None:
        self._boxes: dict[tuple[int, int], list[Box]] = {}
        self._points: dict[tuple[int, int], list[tuple[float, float, float]]] = {}

    def block(self, box: Box) -> None:
        """Nothing may be lettered here any more."""
        for square in _squares(box):
            self._boxes.setdefault(square, []).append(box)

    def avoid(self, points: Iterable[Point], weight: float) -> None:
        """Lettering here is possible but ugly."""
        for x, y in points:
            self._points.setdefault((int(x // _CELL), int(y // _CELL)), []).append((x, y, weight))

    def free(self, box: Box) -> bool:
        """Whether nothing blocked touches the box."""
        near = (other for square in _squares(box) for other in self._boxes.get(square, ()))
        return not any(overlap(box, other) for other in near)

    def cost(self, box: Box) -> float:
        """How much the box covers of what it had better not cover."""
        left, top, right, bottom = box
        near = (point for square in _squares(box) for point in self._points.get(square, ()))
        return sum(weight for x, y, weight in near if left <= x <= right and top <= y <= bottom)


def overlap(a: Box, b: Box) -> bool:
    """Whether two boxes have any ground in common."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _squares(box: Box) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = (int(edge // _CELL) for edge in box)
    return ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))
