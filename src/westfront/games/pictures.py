"""Pictures of any game, those outside the atlas too: its map, its counters, and both together as a side sees them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from westfront.atlas.draw import draw_map
from westfront.atlas.draw.frame import MARGIN
from westfront.atlas.draw.geometry import SCALE, Layout
from westfront.atlas.draw.overlays import Placed
from westfront.atlas.draw.palette import PALETTES, Style
from westfront.atlas.draw.svg import element, number, polyline, text
from westfront.atlas.pieces import (
    BADGES,
    Piece,
    draw_counter,
    draw_hidden,
    load_printed,
    symbol_defs,
    value_columns,
)
from westfront.engine import view as seen
from westfront.engine.counters import load_counters, load_types
from westfront.engine.rules import AnyRules
from westfront.games.maps import board, map_of
from westfront.hexgrid import bits

NATIONS = ("german", "british")
SHAPES = ("german", "allied")
"""How a game outside the atlas draws its two sides."""
_GROUNDS: dict[Style, tuple[str, ...]] = {
    "light": ("#efe6cd", "#cfd8b0", "#e3c9a8", "#d9d2c0", "#c6d3da", "#dcc7d0", "#d5dfc8", "#e9dbb2"),
    "dark": ("#20272b", "#143a33", "#453a22", "#2f3233", "#1f4a5c", "#43303a", "#223836", "#39331f"),
}
_EDGE, _SLIP, _HIGHEST = 0.62, 0.07, 4
"""The edge of a counter, how far one of a stack lies beside the next, in hexes, and above how many no further."""


def draw_view(rules: AnyRules, view: seen.View) -> str:
    """The map with the counters that a view shows on it, as SVG text."""
    name, counters = map_of(rules.id, rules.scenario), list(_placed(rules, view.scene.pieces))
    if name is None:
        return plain_map(rules, counters)
    drawn = board(name)
    known = rules.scenario if rules.scenario in drawn.table.get("scenarios", ()) else None
    return draw_map(drawn, legend=False, scenario=known, overlays=counters)


def _placed(rules: AnyRules, pieces: Sequence[seen.Piece]) -> Iterator[Placed]:
    """The counters on the map, each stack from the lowest to the top one; before them the drawings that they share."""
    faces = faces_of(rules)
    hexes = {rules.grid.label(hex_): hex_ for hex_ in rules.names.hexes_in_order(rules.grid.mask)}
    shared = symbol_defs()
    for at, stack in groupby(sorted((p for p in pieces if p.at in hexes), key=lambda p: p.at), key=lambda p: p.at):
        for height, piece in enumerate(reversed(list(stack))):
            slip = min(height, _HIGHEST) * _SLIP
            yield Placed(hexes[at], shared + _counter(rules, faces, piece), (slip, -slip), _EDGE * SCALE)
            shared = ""


def _counter(rules: AnyRules, faces: dict[str, list[Piece]], piece: seen.Piece) -> str:
    """A counter as it lies: face down, or with its front or back up and its badges."""
    if piece.name not in faces:
        side = rules.sides.index(piece.side) if piece.side in rules.sides else 0
        return draw_hidden(SHAPES[side], NATIONS[side])
    states = tuple(word for state in piece.states if (word := state.replace(" ", "-")) in BADGES)
    face = faces[piece.name][-1 if "reduced" in states else 0]
    return draw_counter(face._replace(badges=states))


def plain_map(rules: AnyRules, counters: Sequence[Placed] = (), style: Style = "light") -> str:
    """The map of a game that has no board in the atlas: one hexagon for each hex in the colour of its ground."""
    grid = rules.grid
    layout = Layout(grid, grid.mask)
    palette, colours = PALETTES[style], _GROUNDS[style]
    grounds = {word: colours[i % len(colours)] for i, word in enumerate(rules.glyphs)}
    hexes, numbers = [], []
    for hex_ in bits(grid.mask):
        ground, label = rules.terrain_name(hex_), grid.label(hex_)
        x, y = layout.centre(hex_)
        shape = polyline(layout.hexagon(hex_), closed=True)
        hexes.append(
            element("path", d=shape, fill=grounds[ground], stroke=palette.faint, data_hex=label, data_ground=ground)
        )
        numbers.append(
            text(label, (x, y - SCALE * 0.32), "number", text_anchor="middle", font_size=9, fill=palette.ink)
        )
    groups = (
        element("g", "".join(hexes), id="layer-hexes")
        + element("g", "".join(numbers), id="layer-numbers", pointer_events="none")
        + element("g", "".join(_laid(layout, counter) for counter in counters), id="layer-counters")
    )
    wide, tall = layout.width + 2 * MARGIN, layout.height + 2 * MARGIN
    moved = element("g", groups, id="map", transform=f"translate({number(MARGIN)} {number(MARGIN)})")
    return element(
        "svg", moved, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {number(wide)} {number(tall)}",
        width=float(wide), height=float(tall), class_=f"westfront {style}", role="img", aria_label=rules.title,
    )  # fmt: skip


def _laid(layout: Layout, counter: Placed) -> str:
    x, y = (c + offset * SCALE for c, offset in zip(layout.centre(counter.hex), counter.offset, strict=True))
    return element("g", counter.svg, transform=f"translate({number(x)} {number(y)}) scale({counter.scale:g})")


def faces_of(rules: AnyRules) -> dict[str, list[Piece]]:
    """The faces of each counter; a game outside the atlas gets plain ones from its types."""
    data = rules.data_folder(rules.data.overrides)  # of its own: what is read here is no part of the game's digest
    if map_of(rules.id, rules.scenario) is not None:
        return {counter.name: [counter.front, *filter(None, [counter.back])] for counter in load_printed(data)}
    found = {}
    for counter in load_counters(data, load_types(data, rules.sides, value_columns(data))):
        kind = counter.type
        figures = "-".join(str(kind.values[name]) for name in ("attack", "defence", "move") if name in kind.values)
        shape, nation = SHAPES[kind.side], NATIONS[kind.side]
        found[counter.name] = [Piece(shape, nation, kind.symbol, kind.size, figures, counter.name, name=counter.name)]
    return found
