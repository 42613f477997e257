"""The drawings of a game for the browser: map, counters, and where each hex lies."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from westfront import games
from westfront.atlas.board import load_board
from westfront.atlas.draw import compose, draw_map
from westfront.atlas.draw.frame import MARGIN
from westfront.atlas.draw.geometry import SCALE
from westfront.atlas.draw.geometry import Layout as Sheet
from westfront.atlas.draw.palette import Style
from westfront.atlas.draw.svg import element
from westfront.atlas.pieces import BADGES, draw_badge, draw_counter, draw_hidden, symbol_defs
from westfront.engine.rules import AnyRules, Setting
from westfront.games.maps import map_of
from westfront.games.pictures import NATIONS, SHAPES, faces_of, plain_map
from westfront.hexgrid import bits
from westfront.server.messages import Layout, LegendLine


class Drawing(NamedTuple):
    """A file for the browser."""

    media: str
    data: bytes


def draw(file: str, game: str, scenario: str, version: str, dark: bool) -> Drawing:
    """One of the four files of a game."""
    if file == "map.svg":
        return map_svg(game, scenario, dark, version)
    if file == "thumbnail.svg":
        return thumbnail(game, dark)
    return layout_json(game, scenario) if file == "layout.json" else counters_svg(game, version)


def place_names(rules: AnyRules) -> list[tuple[str, str]]:
    """The names on the map with their hexes."""
    name = map_of(rules.id, rules.scenario)
    if name is None:
        return []
    return sorted({(place.name, rules.grid.label(place.hex)) for place in games.board(name).places})


def _rules(game: str, scenario: str = "", version: str = "") -> AnyRules:
    return Setting.choose(game, scenario or None, version=version or None).rules()


def map_svg(game: str, scenario: str, dark: bool, version: str = "") -> Drawing:
    """The map, but for the hexes, their sides and their numbers, which the page knows from the layout."""
    rules = _rules(game, scenario, version)
    name = map_of(game, rules.scenario)
    style: Style = "dark" if dark else "light"
    if name is None:
        return Drawing("image/svg+xml", plain_map(rules, style=style).encode())
    board = load_board(rules.data, name)
    known = rules.scenario if rules.scenario in board.table.get("scenarios", ()) else None
    drawn = draw_map(
        board,
        style=style,
        numbers=False,
        legend=False,
        hexes=False,
        hexsides=False,
        scenario=known,
    )
    return Drawing("image/svg+xml", drawn.encode())


def thumbnail(game: str, dark: bool) -> Drawing:
    """The map without hex numbers, for the lobby."""
    rules = _rules(game)
    name = map_of(game, rules.scenario)
    if name is None:
        return map_svg(game, "", dark)
    drawn = draw_map(games.board(name), style="dark" if dark else "light", numbers=False, legend=False, hexes=False)
    return Drawing("image/svg+xml", drawn.encode())


def layout_json(game: str, scenario: str) -> Drawing:
    """Where each hex lies in the drawing of the map, the word for its ground, what lies between, and the legend."""
    rules = _rules(game, scenario)
    grid = rules.grid
    drawn = Sheet(grid, grid.mask)
    found = Layout(
        width=round(drawn.width + 2 * MARGIN, 1),
        height=round(drawn.height + 2 * MARGIN, 1),
        size=SCALE,
        pointy=drawn.pointy,
        hexes={grid.label(hex_): _moved(drawn, hex_) for hex_ in bits(grid.mask)},
        ground={grid.label(hex_): rules.terrain_name(hex_) for hex_ in bits(grid.mask)},
        between=_between(map_of(game, rules.scenario)),
        legend=_legend(map_of(game, rules.scenario)),
    )
    return Drawing("application/json", msgspec.json.encode(found))


def _between(name: str | None) -> dict[str, list[str]]:
    """Rivers by their names, and all else that lies between hexes or joins them by its kind."""
    found: dict[str, list[str]] = {}
    if name is None:
        return found
    board = games.board(name)
    for kinds in (board.named_sides, board.named_links):
        for word, named in kinds.items():
            for own, pairs in named.items():
                told = word.replace("-", " ") + (f" {own}" if own and word.endswith("river") else "")
                found.setdefault(told, []).extend(board.grid.label(hex_) for pair in pairs for hex_ in pair)
    return found


def _legend(name: str | None) -> list[LegendLine]:
    """The lines of a map's legend."""
    lines = compose(games.board(name)).legend.values() if name else ()
    return [LegendLine(line.label, line.picture) for line in lines]


def _moved(layout: Sheet, hex_: int) -> list[float]:
    return [round(coordinate + MARGIN, 1) for coordinate in layout.centre(hex_)]


# -- counters


def counters_svg(game: str, version: str = "") -> Drawing:
    """A symbol for each counter, `c-NAME`, its back `b-NAME`, `hidden-SIDE` if face down; badges are `sign-STATE`."""
    rules = _rules(game, version=version)
    symbols = [
        _symbol(f"{prefix}-{name}", draw_counter(face))
        for name, faces in faces_of(rules).items()
        for prefix, face in zip("cb", faces, strict=False)
    ]
    symbols += [_symbol(f"hidden-{side}", draw_hidden(SHAPES[i], NATIONS[i])) for i, side in enumerate(rules.sides)]
    symbols += [element("g", draw_badge(badge), id=f"sign-{state}", class_="sign") for state, badge in BADGES.items()]
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg">{symbol_defs()}{"".join(symbols)}</svg>'
    return Drawing("image/svg+xml", drawn.encode())


def _symbol(id_: str, drawn: str) -> str:
    return element("symbol", drawn, id=id_, viewBox="-.52 -.52 1.04 1.04")
