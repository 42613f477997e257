"""The drawings inside a counter: unit symbols for the box, icons of markers, size marks, and the shapes of the sides.

A unit symbol fills the box from -27 to 27 and -17 to 17; an icon of a marker lies within -30 to 30 and -22 to 22. The
ink is `currentColor`; what is filled says so.
"""

from __future__ import annotations

from collections.abc import Iterable

PREFIX = "wf-"
"""Begins the id of every drawing, so that the page's own ids do not collide with them."""

_FILL = 'fill="currentColor" stroke="none"'
_CROSS = '<path d="M-27-17 27 17M27-17-27 17"/>'
_OVAL = '<rect x="-19" y="-9.5" width="38" height="19" rx="9.5"/>'
_DOT = f'<circle r="8" {_FILL}/>'

UNITS = {
    "infantry": _CROSS,
    "cavalry": '<path d="M-27 17 27-17"/>',
    "dismounted": '<path d="M-27 17 27-17" stroke-width="5.5"/><path d="M-27-17 27 17" stroke-width="1.6"/>',
    "storm": f'{_CROSS}<path d="M-27-17 0 0-27 17Z" {_FILL}/>',
    "trench": f'{_CROSS}<path d="M-27 17V9.5H27V17Z" {_FILL}/>',
    "mountain": f'{_CROSS}<path d="M-12 17 0 3 12 17Z" {_FILL}/>',
    "marine": (
        f'{_CROSS}<circle r="13.5" fill="#fdfbf3" stroke-width="1.6"/>'
        '<path d="M0-9V9M-5-5H5M-8 2Q-7 9 0 9 7 9 8 2" stroke-width="2.6"/>'
    ),
    "artillery": _DOT,
    "army-artillery": f'{_DOT}<circle r="12.5" stroke-width="2.4"/>',
    "army-offensive": f'{_DOT}<circle r="12.5" stroke-width="2.4"/><path d="M16-9 24 0 16 9M-24-9-16 0-24 9"/>',
    "counter-battery": f'{_DOT}<path d="M-22-9-12 0-22 9M22-9 12 0 22 9"/>',
    "supply": f'<circle cy="-4" r="7.5" {_FILL}/><path d="M-27 10H27"/>',
    "anti-tank": '<path d="M-23 17 0-13 23 17"/>',
    "tank": _OVAL,
    "heavy-tank": f'{_OVAL}<rect x="-13" y="-5" width="26" height="10" rx="5" {_FILL}/>',
    "fast-tank": f'{_OVAL}<path d="M-9-4.5-3 0-9 4.5M2-4.5 8 0 2 4.5" stroke-width="2.6"/>',
    "headquarters": f'<path d="M-13-13V14"/><path d="M-13-13H17L10-5 17 3H-13Z" {_FILL}/>',
    "air": f'<path d="M0 0C-7-11-22-11-22 0S-7 11 0 0C7-11 22-11 22 0S7 11 0 0Z" {_FILL}/>',
}
"""The symbols of units, by the word in the column `symbol`."""

_CLOUD = "M-15 4a8 8 0 0 1 1-16 11 11 0 0 1 20-3 9 9 0 0 1 9 19Z"
_RAYS = "M0-20V-15M0 15V20M-20 0H-15M15 0H20M-14-14-10.5-10.5M10.5 10.5 14 14M14-14 10.5-10.5M-10.5 10.5-14 14"
_SHELL = "M{0} 18V-4Q{0}-15 {1}-20 {2}-15 {2}-4V18Z"

MARKERS = {
    "action": f'<path d="M-26-7H4V-19L27 0 4 19V7H-26Z" {_FILL}/>',
    "attack-supply": "".join(
        f'<path d="{_SHELL.format(x - 6, x, x + 6)}" {_FILL}/>'
        f'<path d="M{x - 6} 10H{x + 6}" stroke="#fdfbf3" stroke-width="2"/>'
        for x in (-17, 0, 17)
    ),
    "bombardment": (
        '<path d="M0-22 5-9 17-17 12-4 26 0 12 5 17 17 5 10 0 22-5 10-17 17-12 5-26 0-12-4-17-17-5-9Z" '
        f'{_FILL}/><circle r="5" fill="#fdfbf3" stroke="none"/>'
    ),
    "control": f'<path d="M-15-20V21"/><path d="M-15-20Q-4-26 6-20T24-19V4Q14 9 4 4T-15 4Z" {_FILL}/>',
    "corps": '<circle cx="-9" r="14"/><circle cx="9" r="14"/>',
    "destroyed-bridge": '<path d="M-28-6H-9M9-6H28M-22-6V14M22-6V14M-7-16 7 4M7-16-7 4"/>',
    "disengagement": f'<path d="M22 14Q22-10-6-10" stroke-width="6"/><path d="M-4-22V2L-27-10Z" {_FILL}/>',
    "disorganised": '<path d="M-24-14-12 2-16 16M-6-18 2-2-4 18M10-16 18 0 12 16"/>',
    "entrenchment": '<path d="M-29 0H-20V-13H-8V0H8V-13H20V0H29M-29 15H29" stroke-width="5"/>',
    "exploitation": f'<path d="M-24-18H-12L4 0-12 18H-24L-8 0ZM0-18H12L28 0 12 18H0L16 0Z" {_FILL}/>',
    "fortress": f'<path d="M-22 20V-16H-13V-8H-5V-16H5V-8H13V-16H22V20H6V8H-6V20Z" {_FILL}/>',
    "morale": f'<path d="M0 20C-34-2-22-22-9-19-4-18 0-13 0-10 0-13 4-18 9-19 22-22 34-2 0 20Z" {_FILL}/>',
    "out-of-supply": '<rect x="-17" y="-12" width="34" height="26"/><path d="M-17-3H17M-25 20 25-20"/>',
    "pinned": f'<path d="M-11-20H11L7-8 14 1H-14L-7-8ZM-2.5 1H2.5L0 22Z" {_FILL}/>',
    "pontoon": (
        f'<path d="M-29-6H29" stroke-width="5"/><path d="M-25 2H-11Q-12 13-18 13T-25 2ZM-7 2H7Q6 13 0 13T-7 2Z'
        f'M11 2H25Q24 13 18 13T11 2Z" {_FILL}/>'
    ),
    "railway-gun": (
        f'<path d="M-20 4 24-19" stroke-width="6"/><path d="M-25 2H16V9H-25Z" {_FILL}/>'
        f'<circle cx="-17" cy="14" r="4.5" {_FILL}/><circle cx="-4.5" cy="14" r="4.5" {_FILL}/>'
        f'<circle cx="8" cy="14" r="4.5" {_FILL}/><path d="M-29 20H29" stroke-width="2"/>'
    ),
    "rain": f'<path d="{_CLOUD}" transform="translate(0 -3)"/><path d="M-11 8-15 18M0 8-4 18M11 8 7 18"/>',
    "reorganising": '<path d="M-24 16V-16M-8 16V-16M8 16V-16M24 16V-16" stroke-width="4"/>',
    "replacement": (
        f'<circle cx="-8" cy="-11" r="8" {_FILL}/><path d="M-25 20V10Q-25-1-8-1T9 10V20Z" {_FILL}/>'
        '<path d="M18-15V5M8-5H28" stroke-width="5"/>'
    ),
    "reserve": f'<rect x="-22" y="-16" width="44" height="32" rx="4"/><path d="M0-11 13 3H5V11H-5V3H-13Z" {_FILL}/>',
    "sequence": f'<path d="M-27 18V6H-9V-6H9V-18H27V18Z" {_FILL}/>',
    "step-loss": f'<path d="M-7-21H7V0H19L0 21-19 0H-7Z" {_FILL}/>',
    "sun": f'<circle r="10" {_FILL}/><path d="{_RAYS}"/>',
    "support-fire": (f'<path d="M-10-9H8Q20-8 27 0 20 8 8 9H-10Z" {_FILL}/><path d="M-28-8H-16M-24 0H-16M-28 8H-16"/>'),
    "turn": '<circle r="19"/><path d="M0-12V0L9 6"/>',
    "victory": f'<path d="M0-22 6-7 22-7 9 3 14 19 0 9-14 19-9 3-22-7-6-7Z" {_FILL}/>',
    "weather": (
        f'<g transform="translate(10 -8) scale(.62)"><circle r="10" {_FILL}/><path d="{_RAYS}" stroke-width="5"/></g>'
        f'<path d="{_CLOUD}" transform="translate(-5 9) scale(.95)" fill="#fdfbf3"/>'
    ),
}
"""The icons of markers, by the word in the column `symbol`."""

SHAPES = {
    "body-german": '<path d="M-42-50H42L50-42V42L42 50H-42L-50 42V-42Z"/>',
    "body-allied": '<rect x="-50" y="-50" width="100" height="100" rx="17"/>',
    "body-neutral": '<rect x="-50" y="-50" width="100" height="100" rx="5"/>',
    "mark-german": '<path d="M-2.2-2.2-5-8H5L2.2-2.2 8-5V5L2.2 2.2 5 8H-5L-2.2 2.2-8 5V-5Z"/>',
    "mark-allied": '<path d="M0-8A8 8 0 1 1 0 8 8 8 0 1 1 0-8ZM0-5A5 5 0 1 0 0 5 5 5 0 1 0 0-5Z"/><circle r="2.4"/>',
}
"""The face of a counter and the mark that tells its side without colour: cut corners and a cross, or round ones and a
roundel."""

_INKED = 'fill="none" stroke="currentColor" stroke-width="3.2"'


def symbol_defs(names: Iterable[str] | None = None) -> str:
    """A `defs` element with these drawings, or with all of them; a page that shows counters has it once."""
    wanted = sorted(_ALL if names is None else set(names))
    return "<defs>" + "".join(_drawing(name) for name in wanted) + "</defs>"


def _drawing(name: str) -> str:
    """One drawing under its id; unit symbols and icons are inked, the shapes take the colour of their user."""
    ink = "" if name in SHAPES else f" {_INKED}"
    return f'<g id="{PREFIX}{name}"{ink}>{_ALL[name]}</g>'


_ALL = {**UNITS, **MARKERS, **SHAPES}


def size_mark(size: str) -> str:
    """The path of a size mark, centred: crosses for brigade to army group, bars for regiment and battalion."""
    step = 9.2 if "X" in size else 5.0
    left = -step * (len(size) - 1) / 2
    strokes = {"X": "M{0:g}-3.6 {1:g} 3.6M{1:g}-3.6 {0:g} 3.6", "I": "M{2:g}-3.9V3.9"}
    places = [left + step * i for i in range(len(size))]
    return "".join(
        strokes[letter].format(round(x - 3.1, 2), round(x + 3.1, 2), round(x, 2))
        for letter, x in zip(size, places, strict=True)
        if letter in strokes
    )
