"""The course of a game: its tracks over the turns, from the record."""

from __future__ import annotations

import msgspec

START, NOW = "start", "now"
"""The first point of a course, before any turn has begun, and its last."""
BARS = "▁▂▃▄▅▆▇█"


class Course(msgspec.Struct, frozen=True):
    """How each track stood when a turn began, and as it stands now."""

    title: str
    turns: tuple[str, ...]
    tracks: dict[str, tuple[int, ...]]

    def lines(self) -> list[str]:
        """The course as text: a line for each track, as small bars and as numbers."""
        values = [value for track in self.tracks.values() for value in track]
        low, high = min(values, default=0), max(values, default=0)
        width = max(map(len, self.tracks), default=0)
        return [
            f"{name:<{width}}  {''.join(_bar(value, low, high) for value in track)}  {' '.join(map(str, track))}"
            for name, track in self.tracks.items()
        ]

    def __str__(self) -> str:
        return "\n".join([f"{self.title}, turns {' '.join(self.turns)}", *self.lines()])


def course_of(title: str, points: dict[str, dict[str, int]]) -> Course:
    """The course of some points in their order; one that only repeats the next is left out at the start."""
    first, *others = points
    if points[first] == points[others[0]]:
        del points[first]
    return Course(title, tuple(points), {name: tuple(p[name] for p in points.values()) for name in points[NOW]})


def _bar(value: int, low: int, high: int) -> str:
    return BARS[(value - low) * (len(BARS) - 1) // (high - low)] if high > low else BARS[0]
