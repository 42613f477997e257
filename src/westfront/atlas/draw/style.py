"""The style sheet of a drawing: every class, with the colours of one palette."""

from __future__ import annotations

from westfront.atlas.draw.palette import Palette

FONTS = ",".join(
    f"'{name}'"
    for name in ("Westfront Serif", "Source Serif 4", "Source Serif Pro", "Palatino Linotype", "Palatino", "Georgia",
                 "Liberation Serif", "Times New Roman", "DejaVu Serif Condensed", "DejaVu Serif")
) + ",serif"  # fmt: skip
"""The serif of the web page, then those that one or another system has; nothing is embedded."""
_HALO = "stroke-linejoin:round;paint-order:stroke"


def style_sheet(ink: Palette) -> str:
    """The rules, all below the class of the palette so that a light and a dark map can share a page."""
    rules = {**_ground(ink), **_lines(ink), **_works(ink), **_letters(ink), **_overlays(ink)}
    root = f".westfront.{ink.name}"
    own = f"{root}{{font-family:{FONTS};text-anchor:middle;fill:{ink.ink}}}"
    return "<style>" + own + "".join(f"{root} {name}{{{rule}}}" for name, rule in rules.items()) + "</style>"


def _line(colour: str, width: float, more: str = "") -> str:
    return f"fill:none;stroke:{colour};stroke-width:{width};stroke-linecap:round;stroke-linejoin:round;{more}"


def _ground(ink: Palette) -> dict[str, str]:
    tints = ("woods", "rough", "rise", "mountain", "marsh", "flood", "devastated")
    rules = {f".tint.{key}": f"fill:{getattr(ink, key)}" for key in tints}
    pens = {"rough": (ink.hachure, 0.8), "rise": (ink.hachure, 0.85), "mountain": (ink.hachure, 1.0),
            "marsh": (ink.reed, 0.8), "flood": (ink.reed, 0.6), "devastated": (ink.crater, 0.75)}  # fmt: skip
    rules |= {f".strokes.{key}": _line(*pen) for key, pen in pens.items()}
    return rules | {
        ".sheet": f"fill:{ink.sheet}",
        ".land": f"fill:{ink.land}",
        ".strokes.woods": f"fill:{ink.tree};stroke:{ink.tree_ink};stroke-width:.6",
        ".field": "fill-opacity:.1",
        ".hedge": _line(ink.tree_ink, 0.6, "opacity:.22"),
        ".sea": f"fill:{ink.sea}",
        ".water-lines": "fill:none;stroke-linejoin:round",
        ".shore": _line(ink.shore, 1.6),
        ".grid": _line(ink.grid, 0.7, "opacity:.75"),
        ".rim": _line(ink.ink, 1.2),
        ".veil": f"fill:{ink.sheet};opacity:.66",
    }


def _lines(ink: Palette) -> dict[str, str]:
    return {
        ".river.large": _line(ink.river, 6.2),
        ".river.stream": _line(ink.stream, 3.4),
        ".river.small": _line(ink.river, 2.1),
        ".border.band": _line(ink.border, 8, "opacity:.18"),
        ".border.line": _line(ink.border, 1.5, "stroke-dasharray:9 4 .1 4"),
        ".road": _line(ink.road, 2.8),
        ".road.edge": _line(ink.road_edge, 4.9),
        ".rail": _line(ink.rail, 1.1),
        ".rail.sleepers": _line(ink.rail, 4.6, "stroke-dasharray:.9 5.1;stroke-linecap:butt"),
        ".bridge": _line(ink.ink, 1.5),
        ".bridge.rail-bridge": "stroke-dasharray:1.6 1.6",
        ".slope": f"fill:{ink.hachure}",
        ".front": "fill:none;stroke-width:2.2;stroke-linejoin:round",
        ".front.core": f"stroke:{ink.land};stroke-width:7",
        ".front.side-A": f"stroke:{ink.allied}",
        ".front.side-G": f"stroke:{ink.german}",
        ".lane": "fill:none;stroke-width:2.4",
        ".lane.dots": "stroke-dasharray:.1 6;stroke-width:3;stroke-linecap:round",
        ".lane.entry": "stroke-width:.8",
        ".lane.exit": "stroke-width:.8",
        ".lane.side-A": f"stroke:{ink.allied}",
        ".lane.side-G": f"stroke:{ink.german}",
        ".lane-glyph": "fill:none;stroke-width:1.5",
        ".lane-glyph.side-A": f"stroke:{ink.allied}",
        ".lane-glyph.side-G": f"stroke:{ink.german}",
        ".lane-glyph.supply.side-A": f"fill:{ink.allied}",
        ".lane-glyph.supply.side-G": f"fill:{ink.german}",
        ".lane-glyph.inside.supply": f"fill:{ink.land}",
    }


def _works(ink: Palette) -> dict[str, str]:
    rules = {}
    for side, colour, wash in (("A", ink.allied, ink.allied_wash), ("G", ink.german, ink.german_wash)):
        rules[f".trench.side-{side}"] = f"stroke:{colour}"
        rules[f".wash.side-{side}"] = f"fill:{wash}"
        rules[f".zone-wash.side-{side}"] = f"fill:{wash}"
        rules[f".zone.side-{side}"] = f"stroke:{colour}"
        rules[f".work.side-{side}"] = f"stroke:{colour}"
    return rules | {
        ".trench": "fill:none;stroke-width:1.5;stroke-linejoin:round",
        ".trench.thin": "stroke-width:1.1",
        ".trench.weak": "stroke-dasharray:5 2.4",
        ".wash": "opacity:.32",
        ".zone-wash": "opacity:.45",
        ".zone": "stroke-width:1.2;opacity:.55",
        ".work": f"fill:{ink.land};fill-opacity:.55;stroke:{ink.ink};stroke-width:1.8;stroke-linejoin:miter",
        ".work.bastion": f"fill:{ink.ink};fill-opacity:1;stroke:{ink.land};stroke-width:.8",
        ".work.redoubt": f"fill:{ink.german};fill-opacity:.75;stroke-width:1",
    }


def _letters(ink: Palette) -> dict[str, str]:
    return {
        "#layer-numbers": f"font-size:8px;fill:{ink.faint};stroke:{ink.land};stroke-width:1.6;{_HALO}",
        ".halo": f"stroke:{ink.land};stroke-width:2.8;stroke-opacity:.85;{_HALO}",
        ".label.city": "font-weight:bold",
        ".label.fortress": "font-weight:bold",
        ".label.name": "font-style:italic",
        ".label.fort": "font-style:italic",
        ".label.water": f"font-style:italic;fill:{ink.river}",
        ".label.sector": f"fill:{ink.allied};opacity:.75;letter-spacing:.36em",
        ".label.country": f"fill:{ink.border};opacity:.5;letter-spacing:.36em",
        ".place": f"fill:{ink.town}",
        ".place.town": f"fill:{ink.town};stroke:{ink.land};stroke-width:1.2",
        ".place.village": f"fill:{ink.land};stroke:{ink.town};stroke-width:1.2",
        ".place.city": f"stroke:{ink.land};stroke-width:.8",
        ".medal": f"fill:{ink.gold};stroke:{ink.gold_ink};stroke-width:1",
        ".medal-text": f"font-weight:bold;fill:{ink.gold_ink}",
        ".medal-star": f"fill:{ink.gold_ink}",
        ".mark": _line(ink.ink, 1.5),
        ".point": f"font-size:22px;font-weight:bold;stroke:{ink.sheet};stroke-width:5;paint-order:stroke",
        ".title": "letter-spacing:.12em",
        ".subtitle": "font-size:13px;font-style:italic",
        ".source": f"font-size:11px;font-style:italic;fill:{ink.faint}",
        ".entry-text": "font-size:12.5px;text-anchor:start",
        ".bar": f"fill:{ink.ink};stroke:{ink.ink};stroke-width:.8",
        ".bar.open": f"fill:{ink.land}",
        ".bar-text": "font-size:10px",
        ".rule": f"fill:{ink.ink};stroke:{ink.ink};stroke-width:.8",
        ".rose-ring": f"fill:none;stroke:{ink.ink};stroke-width:.8",
        ".rose-north": "font-size:26px",
        ".neat": f"fill:none;stroke:{ink.ink};stroke-width:.8",
        ".neat.outer": "stroke-width:2.4",
    }


def _overlays(ink: Palette) -> dict[str, str]:
    rules = {}
    for role, colour in (("chosen", ink.chosen), ("offered", ink.offered), ("danger", ink.danger),
                         ("side-A", ink.allied), ("side-G", ink.german)):  # fmt: skip
        rules[f".highlight.{role}"] = f"stroke:{colour}"
        rules[f".highlight.fill.{role}"] = f"fill:{colour}"
    for side, colour, wash in (("A", ink.allied, ink.allied_wash), ("G", ink.german, ink.german_wash)):
        rules[f".control.side-{side}"] = f"fill:{wash};opacity:.42"
        rules[f".overlay-zone.side-{side}"] = f"stroke:{colour};stroke-width:1.6;opacity:.6"
        rules[f".supply-line.side-{side}"] = f"stroke:{colour}"
        rules[f".supply-line.head.side-{side}"] = f"fill:{colour}"
        rules[f".attack.side-{side}"] = f"fill:{colour}"
    return rules | {
        "#layer-lines": "pointer-events:none",
        "#layer-arrows": "pointer-events:none",
        ".highlight": "fill:none;stroke-width:3;stroke-linejoin:round;stroke-linecap:round",
        ".highlight.fill": "stroke-width:1;fill-opacity:.34",
        ".highlight.dots": "stroke-width:4.2",
        ".supply-line": "fill:none;stroke-width:3;stroke-dasharray:10 5",
        ".supply-line.head": "stroke-dasharray:none;stroke-width:1",
        ".supply-line.under": f"stroke:{ink.land};stroke-width:6;stroke-dasharray:none",
        ".path": _line(ink.chosen, 4),
        ".path.under": _line(ink.land, 7.5),
        ".path-stop": f"fill:{ink.land};stroke:{ink.chosen};stroke-width:2.2",
        ".path-cost": "font-size:11px;font-weight:bold",
        ".attack": f"stroke:{ink.land};stroke-width:1.4;stroke-linejoin:round",
        ".overlay-label": f"font-size:14px;font-weight:bold;stroke:{ink.land};stroke-width:3.4;paint-order:stroke",
    }
