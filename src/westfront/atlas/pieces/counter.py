"""One counter as a fragment of SVG, centred at 0,0 with edge length 1; badges may stand out by a tenth.

The fragment uses the drawings of `symbol_defs()`, which the page has once.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple
from xml.sax.saxutils import escape as xml_escape

from westfront.atlas.pieces.facts import Piece
from westfront.atlas.pieces.palette import PALETTE
from westfront.atlas.pieces.symbols import PREFIX, size_mark, symbol_defs

Detail = Literal["small", "medium", "full"]
"""How much is drawn: small is colour, symbol and figures; medium adds name, size and badges; full has everything."""

FONT = "'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif"
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NARROW = {"-": 0.36, "(": 0.33, ")": 0.33, "/": 0.3, " ": 0.28, "1": 0.5, "r": 0.4, "t": 0.35, "f": 0.35, "●": 0.85}
_WIDTHS = {
    **dict.fromkeys("IJijl.,'", 0.28),
    **dict.fromkeys("ABCDGNRVX", 0.68),
    **dict.fromkeys("MWm", 0.86),
    **_NARROW,
}
"""How wide a letter is, in parts of the font size, in the bold of Helvetica and its likes; the others have 0.58."""


class Badge(NamedTuple):
    """A small sign of a state: its outline, its letter, its colour, and whether the letter is light."""

    shape: str
    letter: str
    colour: str
    light: bool = True


_ROUND = "M0-10A10 10 0 1 1 0 10 10 10 0 1 1 0-10Z"
_SQUARE = "M-9-9H9V9H-9Z"
_DIAMOND = "M0-12 12 0 0 12-12 0Z"
_ARROW = "M-10-10H3L13 0 3 10H-10Z"
_EIGHT = "M-4.5-11H4.5L11-4.5V4.5L4.5 11H-4.5L-11 4.5V-4.5Z"
_BURST = "M0-13 3.5-7 11-8 7-1.5 12 4.5 4.5 6 1 13-4 7-11 9-8 2-12.5-4-5.5-6Z"

_FOUGHT = Badge(_BURST, "F", "#7a1f1f")

BADGES = {
    "reduced": Badge(_DIAMOND, "R", "#b34a00"),
    "low-morale": Badge(_DIAMOND, "L", "#f0c642", False),
    "moved": Badge(_ARROW, "M", "#0072b2"),
    "moved-by-rail": Badge(_ARROW, "T", "#0072b2"),
    "exploitation": Badge(_ARROW, "E", "#00694b"),
    "disengagement": Badge(_ARROW, "B", "#cc79a7", False),
    "fought": _FOUGHT,
    "has-attacked": _FOUGHT,
    "out-of-supply": Badge(_EIGHT, "S", "#000000"),
    "supplied-by-an-ally": Badge(_EIGHT, "SA", "#56b4e9", False),
    "fortress-supply": Badge(_EIGHT, "SF", "#56b4e9", False),
    "isolated": Badge(_EIGHT, "I", "#000000"),
    "disorganised": Badge(_SQUARE, "D", "#f0c642", False),
    "reorganising": Badge(_SQUARE, "G", "#f0c642", False),
    "pinned": Badge(_ROUND, "P", "#cc79a7", False),
    "reserve": Badge(_ROUND, "V", "#00694b"),
    "remembered": Badge(_ROUND, "O", "#56b4e9", False),
    "face-down": Badge(_SQUARE, "X", "#000000"),
    "fires": Badge(_BURST, "C", "#b34a00"),
    "fires-in-full": Badge(_BURST, "C1", "#b34a00"),
    "fires-at-half": Badge(_BURST, "C½", "#b34a00"),
    "offensive-mode": Badge(_SQUARE, "OM", "#b34a00"),
    "counter-battery": Badge(_SQUARE, "CB", "#0072b2"),
    "under-the-HQ": Badge(_ROUND, "U", "#000000"),
    "ready": Badge(_ROUND, "Y", "#00694b"),
    "interdiction": Badge(_ROUND, "N", "#0072b2"),
    "observation": Badge(_ROUND, "Q", "#0072b2"),
    "bombing": Badge(_ROUND, "Z", "#0072b2"),
}
"""The states that any of the games shows on a unit."""


def detail_for(pixels: float) -> Detail:
    """The detail that an edge of so many pixels can show."""
    return "small" if pixels < 36 else "medium" if pixels < 72 else "full"


def draw_counter(piece: Piece, detail: Detail = "full") -> str:
    """A counter, face up."""
    draw = _draw_marker if piece.is_marker else _draw_small if detail == "small" else _draw_unit
    title = f"<title>{escape(piece.name)}</title>" if piece.name and detail != "small" else ""
    badges = "" if detail == "small" else _badges(piece.badges)
    return _frame(piece.nation, title + _body(piece) + draw(piece, detail) + badges)


def draw_hidden(side: str, nation: str) -> str:
    """A counter, face down: nothing but its side can be read from it."""
    mark = _use(f"mark-{side}", 0, 0, 2.6, f'fill="{PALETTE.figures(nation)}" fill-opacity=".6"')
    return _frame(nation, _body(Piece(side, nation, "")) + mark)


def counter_image(piece: Piece, pixels: int = 96) -> str:
    """A whole SVG picture of one counter."""
    names = {piece.symbol, f"body-{piece.side}"} | ({f"mark-{piece.side}"} if piece.side != "neutral" else set())
    drawn = draw_counter(piece, detail_for(pixels))
    size = f'width="{pixels}" height="{pixels}" viewBox="-.52 -.52 1.04 1.04"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{symbol_defs(names)}{drawn}</svg>'


def escape(text: str) -> str:
    """Text for an element or an attribute, whatever it holds."""
    return xml_escape(_NOT_XML.sub("\ufffd", text), {'"': "&quot;", "'": "&#39;"})


def _frame(nation: str, inside: str) -> str:
    """The group of a counter: a hundred units to the edge, and what all its texts share."""
    text = f'font-family="{FONT}" font-weight="700" text-anchor="middle"'
    return f'<g class="counter {nation}" transform="scale(.01)" color="{PALETTE.ink}" {text}>{inside}</g>'


def _body(piece: Piece) -> str:
    """The face in the nation's colour with the outline of its side; a reduced one has a light stripe."""
    ground = PALETTE.ground(piece.nation, piece.symbol, piece.size)
    edge = f'stroke="{PALETTE.outline}" stroke-width="2.4"'
    face = _use(f"body-{piece.side}", 0, 0, 0.976, f'fill="{ground}" {edge}')
    if not piece.reduced:
        return face
    return face + f'<path d="M-47.5-22H47.5V18H-47.5Z" fill="{PALETTE.stripe}" fill-opacity=".5"/>'


def _draw_small(piece: Piece, detail: Detail) -> str:
    """What can be read at two dozen pixels: symbol and figures."""
    if not piece.figures:
        return _box(piece, 0, 1.5)
    return _box(piece, -19, 1.42) + _figures(_short(piece.figures), piece.nation, 45, 43)


def _short(figures: str) -> str:
    """Figures for a small counter: without the range, and without the move if they are long."""
    bare = re.sub(r"\([0-9]+\)", "", figures)
    return bare if len(bare) < 6 else bare.rpartition("-")[0]


def _draw_unit(piece: Piece, detail: Detail) -> str:
    """A unit with everything around its box that the detail allows."""
    y, scale = (-2, 1.0) if piece.figures else (10, 1.08)
    parts = [
        _box(piece, y, scale),
        _size(piece, y - 17 * scale),
        _designation(piece, detail),
        _figures(piece.figures, piece.nation, 45, 33),
    ]
    if piece.side != "neutral":
        colour = PALETTE.figures(piece.nation)
        raised = y - 7 if detail == "full" else y
        parts.append(_use(f"mark-{piece.side}", -38.5, raised, 0.85, f'fill="{colour}" fill-opacity=".8"'))
    if detail == "full":
        parts += [_corner(piece), _beside(piece, y), _code(piece, y)]
    return "".join(parts)


def _draw_marker(piece: Piece, detail: Detail) -> str:
    """A marker: its icon, its strength if it has one, and its name."""
    colour = PALETTE.figures(piece.nation)
    label = "" if detail == "small" else _text(piece.designation, 0, 41, 18, 88, colour)
    if piece.figures:
        icon = _use(piece.symbol, 0, -30, 0.62, f'color="{colour}"')
        return icon + _text(piece.figures, 0, 20 if label else 36, 40 if label else 56, 80, colour) + label
    return _use(piece.symbol, 0, -9 if label else 0, 1.12 if label else 1.45, f'color="{colour}"') + label


def _box(piece: Piece, y: float, scale: float) -> str:
    """The unit box with its symbol; on a dark ground a light line around it keeps a filled symbol apart."""
    box = '<path d="M-27-17H27V17H-27Z" '
    halo = f'{box}stroke="{PALETTE.paper}" stroke-width="6.4"/>' if piece.nation in PALETTE.dark else ""
    edge = f'{box}fill="none" stroke="{PALETTE.ink}" stroke-width="3.2"/>'
    inside = f'{halo}{box}fill="{PALETTE.box}"/><use href="#{PREFIX}{piece.symbol}"/>{edge}'
    return f'<g transform="{_place(0, y, scale)}">{inside}</g>'


def _size(piece: Piece, top: float) -> str:
    """The size mark above the top of the box."""
    path = size_mark(piece.size)
    ink = f'fill="none" stroke="{PALETTE.figures(piece.nation)}" stroke-width="2.1"'
    return f'<path transform="translate(0 {_number(top - 6.3)})" d="{path}" {ink}/>' if path else ""


def _designation(piece: Piece, detail: Detail) -> str:
    """The unit's name in the upper left corner."""
    room = 58 if piece.corner and detail == "full" else 80
    return _text(piece.designation, -41, -33.5, 16.5, room, PALETTE.figures(piece.nation), 'text-anchor="start"')


def _figures(figures: str, nation: str, baseline: float, size: float) -> str:
    """The large figures at the foot; brackets reach lower than digits."""
    if "(" in figures:
        baseline, size = baseline - 4, min(size, 28)
    return _text(figures, 0, baseline, size, 91, PALETTE.figures(nation))


def _corner(piece: Piece) -> str:
    """The turn of arrival in its disc, upper right."""
    if not piece.corner:
        return ""
    disc = f'<circle cx="35" cy="-36" r="9.5" fill="{PALETTE.box}" stroke="{PALETTE.ink}" stroke-width="1.2"/>'
    return disc + _text(piece.corner, 35, -31.6, 12.5, 15, PALETTE.ink)


def _code(piece: Piece, y: float) -> str:
    """The nation in two letters under the mark of its side, for eyes that do not see the colour."""
    code = PALETTE.codes.get(piece.nation, "")
    return _text(code, -38.5, y + 13, 10.5, 15, PALETTE.figures(piece.nation))


def _beside(piece: Piece, y: float) -> str:
    """The note and a pip for every step, right of the box."""
    colour = PALETTE.figures(piece.nation)
    note = _text(piece.note, 38.5, y + 1, 16, 17, colour)
    left, row = 38.5 - 3.2 * (piece.steps - 1), y + (10 if note else 0)
    pips = [_pip(left + 6.4 * i, row, colour) for i in range(piece.steps if piece.steps > 1 or piece.reduced else 0)]
    return note + "".join(pips)


def _pip(x: float, y: float, colour: str) -> str:
    return f'<circle cx="{_number(x)}" cy="{_number(y)}" r="2.3" fill="{colour}"/>'


def _badges(names: tuple[str, ...]) -> str:
    """The signs of the unit's state, along the upper edge from the right; no figure is hidden by them."""
    places = ((name, _number(39 - 23 * i)) for i, name in enumerate(names))
    return "".join(f'<g transform="translate({x} -46)">{draw_badge(BADGES[name])}</g>' for name, x in places)


def draw_badge(badge: Badge) -> str:
    """A badge around 0,0, about 24 wide where a counter has 100."""
    shape = f'<path d="{badge.shape}" fill="{badge.colour}" stroke="#fff" stroke-width="1.6"/>'
    return shape + _text(badge.letter, 0, 4.7, 13, 14, "#fff" if badge.light else "#000")


def _use(name: str, x: float, y: float, scale: float, paint: str) -> str:
    """A drawing of `symbol_defs()` at a place, in a size and colour."""
    return f'<use href="#{PREFIX}{name}" transform="{_place(x, y, scale)}" {paint}/>'


def _place(x: float, y: float, scale: float) -> str:
    return f"translate({_number(x)} {_number(y)}) scale({_number(scale)})"


def _text(text: str, x: float, y: float, size: float, room: float, colour: str, more: str = "") -> str:
    """A line of text, made smaller if it does not fit, and set to the same width in every font."""
    if not text:
        return ""
    ems = sum(_WIDTHS.get(letter, 0.58) for letter in text)
    size = min(size, room / ems)
    where = f'x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}" textLength="{_number(size * ems)}"'
    more = f" {more}" if more else ""
    return f'<text {where} lengthAdjust="spacingAndGlyphs" fill="{colour}"{more}>{escape(text)}</text>'


def _number(value: float) -> str:
    """A coordinate, short."""
    return f"{round(value, 2):g}"
