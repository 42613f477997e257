"""Pictures of balance: who won how often, the tracks over the turns, the usual front of every turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from statistics import fmean

from westfront.engine.rules import Setting
from westfront.hexgrid import Grid, HexSet, bits
from westfront.lab.balance import Row, spread, usual
from westfront.lab.ladder import interval

COLOURS = ("#6b7280", "#d8d8d8", "#4a78b5")
"""The first side, draws, the second side."""
ROW, LEFT, WIDE = 26, 250, 400
PLOT, HIGH, GAP = 320, 170, 50
DOT = 12.0
"""Hexes of the picture of fronts are so many pixels wide."""


def name_of(row: Row) -> str:
    """Scenario and options of a row in words."""
    options = " ".join(f"{name}={value}" for name, value in row.pairing.options)
    return f"{row.pairing.scenario} {options}".strip()


def _svg(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    top = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}"'
        ' font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>'
        f'<text x="12" y="20" font-weight="bold">{escape(title)}</text>'
    )
    return "\n".join([top, *parts, "</svg>", ""])


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


# -- who wins


def shares(game: str, found: list[Row], sides: tuple[str, str]) -> str:
    """A bar for each setting, with the interval of what the first side wins."""
    first, second = sides
    parts = [_text(LEFT, 38, f"{first} wins"), _text(LEFT + WIDE, 38, f"{second} wins", "end")]
    for number, row in enumerate(found):
        parts += _bar(row, 46 + ROW * number)
    return _svg(LEFT + WIDE + 20, 60 + ROW * len(found), f"Balance of {game}", parts)


def _bar(row: Row, y: float) -> Iterator[str]:
    yield _text(12, y + 14, f"{name_of(row)}, {row.pairing.first} ({row.games})")
    x = float(LEFT)
    for number, colour in zip(row.won, COLOURS, strict=True):
        width = WIDE * number / row.games
        yield f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{ROW - 8}" fill="{colour}"/>'
        x += width
    low, high = interval(row.won[0], row.games)
    middle = y + (ROW - 8) / 2
    yield f'<path d="M{LEFT + WIDE * low:.1f} {middle}H{LEFT + WIDE * high:.1f}" stroke="#111" stroke-width="2"/>'


# -- the tracks


def courses(game: str, found: list[Row]) -> str:
    """A small plot for each track of each setting: the mean, and within what half of the games lie."""
    plots = [(row, track) for row in found for track in dict.fromkeys(t for c in row.course.values() for t in c)]
    parts = [part for number, (row, track) in enumerate(plots) for part in _plot(row, track, number)]
    lines = (len(plots) + 1) // 2
    return _svg(2 * (PLOT + GAP) + GAP, 40 + lines * (HIGH + GAP), f"Course of {game}", parts)


def _plot(row: Row, track: str, number: int) -> Iterator[str]:
    """One of them, in its place."""
    x, y = GAP + (number % 2) * (PLOT + GAP), 60 + (number // 2) * (HIGH + GAP)
    points = [(when, tracks[track]) for when, tracks in row.course.items() if track in tracks]
    quarters = [spread(numbers) for _, numbers in points]
    means = [fmean(numbers) for _, numbers in points]
    low, high = min([*means, *(q[0] for q in quarters)]), max([*means, *(q[2] for q in quarters)])
    high = high if high > low else low + 1

    def at(index: int, value: float) -> str:
        across = x + PLOT * index / max(1, len(points) - 1)
        return f"{across:.1f} {y + HIGH * (high - value) / (high - low):.1f}"

    band = [at(i, q[2]) for i, q in enumerate(quarters)] + [at(i, q[0]) for i, q in reversed(list(enumerate(quarters)))]
    yield _text(x, y - 8, f"{name_of(row)}, {row.pairing.first}: {track}")
    yield f'<path d="M{x} {y}V{y + HIGH}H{x + PLOT}" fill="none" stroke="#999"/>'
    yield f'<path d="M{" L".join(band)}Z" fill="#cfe0f5"/>'
    yield f'<path d="M{" L".join(at(i, mean) for i, mean in enumerate(means))}" fill="none" stroke="#36c"/>'
    yield _text(x - 4, y + 10, f"{high:g}", "end") + _text(x - 4, y + HIGH, f"{low:g}", "end")
    step = max(1, len(points) // 8)
    for index in range(0, len(points), step):
        yield _text(x + PLOT * index / max(1, len(points) - 1), y + HIGH + 14, points[index][0], "middle")


# -- the fronts


def fronts(game: str, found: list[Row]) -> str:
    """The front of every turn as it ran in most games of a setting, from blue to red, one map for each setting."""
    parts, top, width = [], 40.0, 0.0
    for row in found:
        grid = Setting.choose(game, row.pairing.scenario, dict(row.pairing.options)).rules().grid
        centres = {hex_: grid.centre(hex_) for hex_ in bits(grid.mask)}
        left, high = min(x for x, _ in centres.values()), min(y for _, y in centres.values())
        places = {hex_: (20 + DOT * (x - left), top + 30 + DOT * (y - high)) for hex_, (x, y) in centres.items()}
        turns = "".join(
            f'<tspan fill="{_colour(number, len(row.fronts))}"> {when}</tspan>'
            for number, when in enumerate(row.fronts)
        )
        words = escape(f"{name_of(row)}, {row.pairing.first}:")
        parts.append(f'<text x="12" y="{top + 12:.1f}">{words}{turns}</text>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="1" fill="#ccc"/>' for x, y in places.values()]
        parts += _lines(grid, places, {when: usual(held) for when, held in row.fronts.items()})
        top, width = max(y for _, y in places.values()) + 40, max(width, *(x for x, _ in places.values()))
    return _svg(max(width + 20, 400), top, f"Usual fronts of {game}", parts)


def _lines(grid: Grid, places: dict[int, tuple[float, float]], held: dict[str, HexSet]) -> Iterator[str]:
    """For every turn the hexsides between the ground of the first side and the rest, where others' ground begins."""
    for number, hexes in enumerate(held.values()):
        sides = [
            _side(places[hex_], places[beyond])
            for hex_ in bits(hexes & grid.adjacent(grid.mask & ~hexes))
            for beyond in grid.neighbours(hex_)
            if not hexes >> beyond & 1
        ]
        yield f'<path d="{"".join(sides)}" stroke="{_colour(number, len(held))}" stroke-width="1.5" fill="none"/>'


def _colour(number: int, turns: int) -> str:
    """Blue for the first turn, red for the last."""
    return f"hsl({240 - 240 * number // max(1, turns - 1)} 80% 45%)"


def _side(here: tuple[float, float], beyond: tuple[float, float]) -> str:
    """The hexside between two neighbours."""
    (x, y), (u, v) = here, beyond
    across, down = (u - x) / 3.4641, (v - y) / 3.4641
    middle = (x + u) / 2, (y + v) / 2
    return f"M{middle[0] - down:.1f} {middle[1] + across:.1f}L{middle[0] + down:.1f} {middle[1] - across:.1f}"
