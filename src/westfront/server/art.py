"""The drawings of a game for the browser: map, counters, and where each hex lies."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from westfront import games
from westfront.atlas.draw import compose, draw_map
from westfront.atlas.draw.frame import MARGIN
from westfront.atlas.draw.geometry import SCALE
from westfront.atlas.draw.geometry import Layout as Sheet
from westfront.atlas.draw.svg import element, number, polyline, text
from westfront.atlas.pieces import (
    BADGES,
    Piece,
    draw_badge,
    draw_counter,
    draw_hidden,
    load_printed,
    symbol_defs,
    value_columns,
)
from westfront.engine.counters import load_counters, load_types
from westfront.engine.rules import AnyRules, Setting
from westfront.hexgrid import bits
from westfront.server.messages import Layout, LegendLine

_NATIONS = ("german", "british")
_SHAPES = ("german", "allied")
_GROUNDS = ("#efe6cd", "#cfd8b0", "#e3c9a8", "#d9d2c0", "#c6d3da", "#dcc7d0", "#d5dfc8", "#e9dbb2")


class Drawing(NamedTuple):
    """A file for the browser."""

    media: str
    data: bytes


def draw(file: str, game: str, scenario: str, dark: bool) -> Drawing:
    """One of the four files of a game."""
    if file == "map.svg":
        return map_svg(game, scenario, dark)
    if file == "thumbnail.svg":
        return thumbnail(game, dark)
    return layout_json(game, scenario) if file == "layout.json" else counters_svg(game)


def place_names(rules: AnyRules) -> list[tuple[str, str]]:
    """The names on the map with their hexes."""
    name = games.map_of(rules.id, rules.scenario)
    if name is None:
        return []
    return sorted({(place.name, rules.grid.label(place.hex)) for place in games.board(name).places})


def _rules(game: str, scenario: str) -> AnyRules:
    return Setting.choose(game, scenario or None).rules()


def map_svg(game: str, scenario: str, dark: bool) -> Drawing:
    """The map."""
    rules = _rules(game, scenario)
    name = games.map_of(game, rules.scenario)
    if name is None:
        return Drawing("image/svg+xml", _plain_map(rules).encode())
    board = games.board(name)
    known = rules.scenario if rules.scenario in board.table.get("scenarios", ()) else None
    drawn = draw_map(board, style="dark" if dark else "light", legend=False, scenario=known)
    return Drawing("image/svg+xml", drawn.encode())


def thumbnail(game: str, dark: bool) -> Drawing:
    """The map without hex numbers, for the lobby."""
    rules = _rules(game, "")
    name = games.map_of(game, rules.scenario)
    if name is None:
        return map_svg(game, "", dark)
    drawn = draw_map(games.board(name), style="dark" if dark else "light", numbers=False, legend=False)
    return Drawing("image/svg+xml", drawn.encode())


def layout_json(game: str, scenario: str) -> Drawing:
    """Where each hex lies in the drawing of the map, which hexes touch it, the word for its ground, and the legend."""
    rules = _rules(game, scenario)
    grid = rules.grid
    drawn = Sheet(grid, grid.mask)
    found = Layout(
        width=round(drawn.width + 2 * MARGIN, 1),
        height=round(drawn.height + 2 * MARGIN, 1),
        size=SCALE,
        pointy=drawn.pointy,
        hexes={grid.label(hex_): _moved(drawn, hex_) for hex_ in bits(grid.mask)},
        neighbours={grid.label(hex_): grid.labels(grid.adjacent(1 << hex_)) for hex_ in bits(grid.mask)},
        ground={grid.label(hex_): rules.terrain_name(hex_) for hex_ in bits(grid.mask)},
        legend=_legend(games.map_of(game, rules.scenario)),
    )
    return Drawing("application/json", msgspec.json.encode(found))


def _legend(name: str | None) -> list[LegendLine]:
    """The lines of a map's legend."""
    lines = compose(games.board(name)).legend.values() if name else ()
    return [LegendLine(line.label, line.picture) for line in lines]


def _moved(layout: Sheet, hex_: int) -> list[float]:
    return [round(coordinate + MARGIN, 1) for coordinate in layout.centre(hex_)]


def _plain_map(rules: AnyRules) -> str:
    """The map of a game that has no board in the atlas: one hexagon for each hex in the colour of its ground."""
    grid = rules.grid
    layout = Sheet(grid, grid.mask)
    grounds = {word: _GROUNDS[i % len(_GROUNDS)] for i, word in enumerate(rules.glyphs)}
    hexes, numbers = [], []
    for hex_ in bits(grid.mask):
        ground, label = rules.terrain_name(hex_), grid.label(hex_)
        x, y = layout.centre(hex_)
        shape = polyline(layout.hexagon(hex_), closed=True)
        hexes.append(
            element("path", d=shape, fill=grounds[ground], stroke="#8a7f66", data_hex=label, data_ground=ground)
        )
        numbers.append(text(label, (x, y - SCALE * 0.32), "number", text_anchor="middle", font_size=9, fill="#6d654f"))
    groups = element("g", "".join(hexes), id="layer-hexes") + element(
        "g", "".join(numbers), id="layer-numbers", pointer_events="none"
    )
    wide, tall = layout.width + 2 * MARGIN, layout.height + 2 * MARGIN
    moved = element("g", groups, id="map", transform=f"translate({number(MARGIN)} {number(MARGIN)})")
    return element(
        "svg", moved, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {number(wide)} {number(tall)}",
        width=float(wide), height=float(tall), class_="westfront light", role="img", aria_label=rules.title,
    )  # fmt: skip


# -- counters


def counters_svg(game: str) -> Drawing:
    """A symbol for each counter, `c-NAME`, its back `b-NAME`, `hidden-SIDE` if face down; badges are `sign-STATE`."""
    rules = _rules(game, "")
    symbols = [
        _symbol(f"{prefix}-{name}", draw_counter(face))
        for name, faces in _faces(rules).items()
        for prefix, face in zip("cb", faces, strict=False)
    ]
    symbols += [_symbol(f"hidden-{side}", draw_hidden(_SHAPES[i], _NATIONS[i])) for i, side in enumerate(rules.sides)]
    symbols += [element("g", draw_badge(badge), id=f"sign-{state}", class_="sign") for state, badge in BADGES.items()]
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg">{symbol_defs()}{"".join(symbols)}</svg>'
    return Drawing("image/svg+xml", drawn.encode())


def _symbol(id_: str, drawn: str) -> str:
    return element("symbol", drawn, id=id_, viewBox="-.52 -.52 1.04 1.04")


def _faces(rules: AnyRules) -> dict[str, list[Piece]]:
    """The faces of each counter; a game outside the atlas gets plain ones from its types."""
    if games.map_of(rules.id, rules.scenario) is not None:
        return {counter.name: [counter.front, *filter(None, [counter.back])] for counter in load_printed(rules.data)}
    columns = value_columns(rules.data)
    found = {}
    for counter in load_counters(rules.data, load_types(rules.data, rules.sides, columns)):
        kind = counter.type
        figures = "-".join(str(kind.values[name]) for name in ("attack", "defence", "move") if name in kind.values)
        shape, nation = _SHAPES[kind.side], _NATIONS[kind.side]
        found[counter.name] = [Piece(shape, nation, kind.symbol, kind.size, figures, counter.name, name=counter.name)]
    return found
