"""Pictures of balance: who won how often, what the booklet expected, the tracks over the turns, the usual fronts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from statistics import fmean
from typing import NamedTuple

from westfront import games
from westfront.engine.rules import Setting
from westfront.games.maps import map_of
from westfront.hexgrid import Grid, HexSet, bits, components
from westfront.lab import history
from westfront.lab.balance import MARGIN, Row, arena, spread, usual
from westfront.lab.ladder import interval

COLOURS = ("#6b7280", "#d8d8d8", "#4a78b5")
"""The first side, draws, the second side."""
ROW, LEFT, WIDE = 26, 250, 400
PLOT, HIGH, GAP, BROAD = 320, 170, 50, 600
DOT, LARGEST, MAP = 12.0, 18.0, 420.0
"""Hexes of the picture of fronts are so many pixels wide, on small maps up to so many, until the map is so wide, ..."""
LETTER, ROOM = 5.0, 95.0
"""... so many each letter of a name, and so many are left beside each map for the names at its edge."""
WORDS = 280.0
"""The line above a map needs so much, however narrow the map is."""
TURN_COLOURS = ("#56b4e9", "#009e73", "#e69f00", "#000")
"""So many turns are in it at the most, in colours that colour-blind eyes can tell apart, too."""
PAST = "#b3329a"
"""The fronts of 1918 have a colour of their own, ..."""
DASHES = ("5 3", "1.5 3")
"""... and so many of them can be told apart."""
TOWNS = ("fortress", "city", "town")
"""The places that are named in it."""
POCKET = 7
"""Ground of fewer hexes than these, cut off from its side's, is left out of it."""


def name_of(row: Row) -> str:
    """Scenario and options of a row in words."""
    options = " ".join(f"{name}={value}" for name, value in row.pairing.options)
    return f"{row.pairing.scenario} {options}".strip()


def varied(found: list[Row]) -> list[str]:
    """The options in which some settings differ."""
    options = [dict(row.pairing.options) for row in found]
    names = dict.fromkeys(name for chosen in options for name in chosen)
    return [name for name in names if len({chosen.get(name) for chosen in options}) > 1]


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
    parts = [
        _text(LEFT, 38, f"{first.capitalize()} wins"),
        _text(LEFT + WIDE, 38, f"{second.capitalize()} wins", "end"),
    ]
    for number, row in enumerate(found):
        parts += _bar(row, 46 + ROW * number)
    return _svg(LEFT + WIDE + 100, 60 + ROW * len(found), f"Balance of {game}", parts)


def _bar(row: Row, y: float) -> Iterator[str]:
    yield _text(12, y + 14, f"{name_of(row)}, {row.pairing.first} ({row.games})")
    x = float(LEFT)
    for number, colour in zip(row.won, COLOURS, strict=True):
        width = WIDE * number / row.games
        yield f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{ROW - 8}" fill="{colour}"/>'
        x += width
    low, high = interval(row.won[0], row.games)
    line = f"M{LEFT + WIDE * low:.1f} {y + (ROW - 8) / 2}H{LEFT + WIDE * high:.1f}"
    yield f'<path d="{line}" stroke="#fff" stroke-width="5"/><path d="{line}" stroke="#111" stroke-width="2"/>'
    yield _text(x + 8, y + 14, " : ".join(map(str, row.won)))


def against_the_booklet(game: str, found: list[Row]) -> str:
    """A dot for each setting: across what the booklet expects of the first side, upwards what it came to."""
    points = [(row.expected, fmean(row.margins), row) for row in found if row.expected is not None]
    left, right = min(x for x, _, _ in points), max(x for x, _, _ in points)
    low, high = min(0.0, *(y for _, y, _ in points)), max(0.0, *(y for _, y, _ in points))

    def across(value: float) -> float:
        return GAP + BROAD * (value - left) / (right - left or 1)

    def down(value: float) -> float:
        return GAP + BROAD * (high - value) / (high - low or 1)

    parts = [
        f'<path d="M{GAP} {GAP}V{GAP + BROAD}H{GAP + BROAD}M{GAP} {down(0):.1f}h{BROAD}" fill="none" stroke="#999"/>',
        *(_text(GAP - 4, down(value) + 4, f"{value:.0f}", "end") for value in {low, 0.0, high}),
        *(_text(across(value), GAP + BROAD + 16, f"{value:g}", "middle") for value in (left, right)),
        _text(GAP + BROAD / 2, GAP + BROAD + 32, "what the booklet expects of the first side", "middle"),
        _text(GAP, GAP - 10, "mean margin of the first side"),
    ]
    names, taken = varied(found), [(across(x), down(y)) for x, y, _ in points]
    for x, y, row in points:
        options = dict(row.pairing.options)
        parts += _label("-".join(options[name] for name in names), (across(x), down(y)), taken)
        title = f"<title>{escape(name_of(row))}: {x:g}, {y:+.1f}</title>"
        parts.append(f'<circle cx="{across(x):.1f}" cy="{down(y):.1f}" r="4" fill="{COLOURS[2]}">{title}</circle>')
    return _svg(
        BROAD + 2 * GAP, BROAD + 2 * GAP, f"{game} and its booklet" + (f": {'-'.join(names)}" if names else ""), parts
    )


def _label(words: str, dot: tuple[float, float], taken: list[tuple[float, float]]) -> Iterator[str]:
    """The name of a dot, to its right or left, above or below it; none where there is no room."""
    for across, down in ((DOT, 0), (-DOT, 0), (0, -8), (0, 8), (DOT, -8), (DOT, 8), (-DOT, -8), (-DOT, 8)):
        x, y = dot[0] + across * 1.5, dot[1] + down * 1.3
        if all(abs(x - u) > 2 * DOT or abs(y - v) > 8 or (u, v) == dot for u, v in taken):
            taken.append((x, y))
            yield f'<text x="{x:.1f}" y="{y + 3:.1f}" font-size="9" text-anchor="middle">{escape(words)}</text>'
            return


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
    if track == MARGIN:
        points = [point for point in points if point[0] != "end"] or points  # there victory itself counts, and much
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


class Panel(NamedTuple):
    """The map of one setting in the picture of fronts, and where each of its hexes lies."""

    row: Row
    grid: Grid
    places: dict[int, tuple[float, float]]
    dot: float
    """How wide a hex is."""
    names: list[tuple[str, int]]
    """The towns on the map; those that are named first are lettered first."""
    past: dict[str, HexSet]
    """By date: the ground of the first side in 1918."""

    @property
    def high(self) -> float:
        """How far it reaches down."""
        return max(y for _, y in self.places.values()) + self.dot


def fronts(game: str, found: list[Row]) -> str:
    """The front as it ran in most games of a setting, two maps side by side."""
    parts, top, width = list[str](), 40.0, 400.0
    for first in range(0, len(found), 2):
        left, panels = 20.0, list[Panel]()
        for row in found[first : first + 2]:
            panels.append(_panel(row, left, top + 30))
            left = max(left + WORDS, max(x for x, _ in panels[-1].places.values())) + ROOM
        for panel in panels:
            parts += _drawn(panel, top)
        top, width = max(panel.high for panel in panels) + DOT, max(width, left)
    return _svg(width, top, f"Usual fronts of {game}", parts)


def _panel(row: Row, left: float, top: float) -> Panel:
    rules = Setting.choose(row.pairing.game, row.pairing.scenario, dict(row.pairing.options)).rules()
    name, grid = map_of(rules.id, rules.scenario), rules.grid
    board = games.board(name) if name else None
    centres = {hex_: grid.centre(hex_) for hex_ in bits(arena(rules))}
    west, north = min(x for x, _ in centres.values()), min(y for _, y in centres.values())
    dot = max(DOT, min(LARGEST, MAP / (1 + max(x for x, _ in centres.values()) - west)))
    places = {hex_: (left + dot * (x - west), top + dot * (y - north)) for hex_, (x, y) in centres.items()}
    towns = [place for place in board.places if place.kind in TOWNS and place.hex in places] if board else []
    towns.sort(key=lambda place: TOWNS.index(place.kind))
    return Panel(row, grid, places, dot, [(place.name, place.hex) for place in towns], history.fronts(rules))


def _drawn(panel: Panel, top: float) -> Iterator[str]:
    """Its title with the colour of each turn, its hexes as dots, its fronts, and its towns above them."""
    row, left = panel.row, min(x for x, _ in panel.places.values())
    shown = {when: without_pockets(panel.grid, usual(row.fronts[when])) for when in some([*row.fronts])}
    turns = "".join(f'<tspan fill="{_colour(number, len(shown))}"> {when}</tspan>' for number, when in enumerate(shown))
    words = escape(f"{name_of(row)}, {row.pairing.first}:")
    past = dict(zip(panel.past, DASHES, strict=False))
    dates = f'<tspan fill="{PAST}"> in 1918: {escape(", ".join(past))}</tspan>' if past else ""
    yield f'<text x="{left:.1f}" y="{top + 12:.1f}">{words}{turns}{dates}</text>'
    dots = "".join(f"M{x:.1f} {y:.1f}h0" for x, y in panel.places.values())
    yield f'<path d="{dots}" stroke="#ccc" stroke-width="2" stroke-linecap="round"/>'
    for number, hexes in enumerate(shown.values()):
        colour, width = _colour(number, len(shown)), 2.5 if number == len(shown) - 1 else 1.5
        yield f'<path d="{_line(panel, hexes)}" stroke="{colour}" stroke-width="{width}" fill="none"/>'
    for date, dashes in past.items():
        line = _line(panel, without_pockets(panel.grid, panel.past[date]))
        yield f'<path d="{line}" stroke="{PAST}" stroke-width="2" stroke-dasharray="{dashes}" fill="none"/>'
    yield from _names(panel)


def some(turns: list[str], most: int = len(TURN_COLOURS)) -> list[str]:
    """The first turn, the last, and a few between them: more lines than these cannot be told apart."""
    last = min(most, len(turns)) - 1
    return [turns[round(n * (len(turns) - 1) / max(1, last))] for n in range(last + 1)]


def without_pockets(grid: Grid, held: HexSet) -> HexSet:
    """Ground without the few hexes that lie cut off on either side of the front, which would only hide it."""
    held &= ~_pockets(grid, held)
    return held | _pockets(grid, grid.mask & ~held)


def _pockets(grid: Grid, hexes: HexSet) -> HexSet:
    return sum(part for part in components(grid, hexes) if part.bit_count() < POCKET)


def _line(panel: Panel, hexes: HexSet) -> str:
    """The hexsides between the ground of the first side and the rest, where others' ground begins."""
    grid, places = panel.grid, panel.places
    return "".join(
        _side(places[hex_], places[beyond])
        for hex_ in bits(hexes & grid.adjacent(grid.mask & ~hexes))
        for beyond in grid.neighbours(hex_)
        if hex_ in places and beyond in places and not hexes >> beyond & 1
    )


def _names(panel: Panel) -> Iterator[str]:
    """The towns, but no name over another one."""
    taken: list[tuple[float, float, float]] = []
    for name, hex_ in panel.names:
        x, y = panel.places[hex_]
        end = x + LETTER * (len(name) + 1)
        if all(abs(y - line) > DOT or end < first or x > last for line, first, last in taken):
            taken.append((y, x, end))
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2"/>'
            halo = 'stroke="#fff" stroke-width="2" paint-order="stroke"'
            yield f'<text x="{x + 4:.1f}" y="{y + 3:.1f}" font-size="9" {halo}>{escape(name)}</text>'


def _colour(number: int, turns: int) -> str:
    """Light blue for the first turn, black for the last."""
    return TURN_COLOURS[number * (len(TURN_COLOURS) - 1) // max(1, turns - 1)]


def _side(here: tuple[float, float], beyond: tuple[float, float]) -> str:
    """The hexside between two neighbours."""
    (x, y), (u, v) = here, beyond
    across, down = (u - x) / 3.4641, (v - y) / 3.4641
    middle = (x + u) / 2, (y + v) / 2
    return f"M{middle[0] - down:.1f} {middle[1] + across:.1f}L{middle[0] + down:.1f} {middle[1] - across:.1f}"
