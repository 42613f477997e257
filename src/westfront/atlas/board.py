"""The board of one map, built once from its data files and never changed.

The folder `maps/<map>` of a game's data holds `grid.toml` (numbering, known words, georeference), `hexes.csv`,
`hexsides.csv`, and where there are such `links.csv` (roads, railways) and `sides.csv` (playing area and side at the
start of each scenario). A map that is `like` another one holds only what differs: its hex lines replace those of the
other, and its lines of the hexside features that it `replaces` stand for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from westfront.atlas.georeference import Georeference, read_georeference
from westfront.engine.data import DataFolder, Row
from westfront.errors import DataError, NoSuchHex
from westfront.hexgrid import Grid, Hex, HexSet, Numbering, Sides

SOURCES = ("rulebook", "geography", "reconstructed")
SIDES = ("A", "G")
NOTHING = "none"
"""A feature cell of an override that takes everything away."""
_HEX_COLUMNS = ("terrain", "features", "place", "place_kind", "country", "start_side")
_TABLE_KEYS = ("title", "km", "rivers", "numbering", "words", "georeference")
_SIDE_WORDS = ("", "A", "G", "A-outside", "G-outside")
_FIGURES = re.compile("[0-9]{1,4}")

Pair = tuple[Hex, Hex]


class Place(NamedTuple):
    """A name on the map."""

    name: str
    kind: str
    hex: Hex


class MapFolder(DataFolder):
    """The files of one map; an override names them without their folder (`hexes 2003 terrain clear`)."""

    def __init__(self, data: DataFolder, name: str) -> None:
        super().__init__(data.folder, data.overrides, data.package, f"maps/{name}/", data.earlier)
        self.read = data.read
        self._data, self._name = data, name

    def table(self) -> dict[str, Any]:
        """What `grid.toml` says, with everything that it does not say taken from the map that this one is like."""
        own = self.toml("grid")
        table = {**MapFolder(self._data, own["like"]).table(), **own} if "like" in own else own
        for key in _TABLE_KEYS:
            if key not in table:
                raise DataError(f"maps/{self._name}/grid.toml", None, f"{key} is missing")
        return table

    def lines(self, name: str, columns: Iterable[str], keys: int) -> list[Row]:
        """The lines of a list, each with a source of a known kind."""
        rows = list(self.rows(name, [*columns], keys).values())
        for row in rows:
            if not row.cells["source"].startswith(SOURCES):
                raise row.error(f"source begins with {', '.join(SOURCES)}, not {row.cells['source'][:40]!r}")
        return rows


class Words:
    """The words that the files of one map may use; `vp:*` allows any number in place of the star."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self._known = {kind: set(words) for kind, words in table.items()}

    def check(self, row: Row, kind: str, word: str) -> str:
        """The word, if this map knows it."""
        known = self._known.get(kind, set())
        stem, _, last = word.rpartition(":")
        if word not in known and not (_FIGURES.fullmatch(last) and f"{stem}:*" in known):
            raise row.error(f"{word[:40]!r} is not a known word for {kind} on this map")
        return word


class Board:
    """Hexes, hexsides, links and places of one map."""

    def __init__(self, name: str, table: Mapping[str, Any], grid: Grid, geo: Georeference) -> None:
        self.name = name
        self.title: str = table["title"]
        self.km: float = table["km"]
        self.grid, self.geo = grid, geo
        self.table = table
        """All that `grid.toml` says."""
        self.terrain: dict[str, HexSet] = {}
        self.features: dict[str, HexSet] = {}
        self.countries: dict[str, HexSet] = {}
        self.start: dict[str, HexSet] = {}
        self.sides: dict[str, Sides] = {}
        self.named_sides: dict[str, dict[str, list[Pair]]] = {}
        self.links: dict[str, Sides] = {}
        self.named_links: dict[str, dict[str, list[Pair]]] = {}
        self.directed: dict[str, list[Pair]] = {}
        """Hexside features with a direction, as pairs from the first to the second hex (a slope rises to it)."""
        self.places: list[Place] = []
        self.located: dict[tuple[str, Hex], tuple[float, float]] = {}
        """Latitude and longitude of the towns that control the georeference, by name and hex."""
        self.sources: dict[Hex, str] = {}
        self.edge_sources: dict[tuple[Hex, Hex, str], str] = {}
        """The source of each hexside and link: lower hex, higher hex, feature or kind."""

    def __repr__(self) -> str:
        return f"Board({self.name}, {len(self.grid)} hexes)"

    def _repr_svg_(self) -> str:
        """The map, where a notebook shows it."""
        from westfront.atlas.draw import draw_map  # the drawing needs the board, not the board the drawing

        return draw_map(self)

    @cached_property
    def playable(self) -> HexSet:
        """The hexes that units may ever enter: all but sea and neutral ground."""
        closed = 0
        for word in self.table.get("impassable", ()):
            closed |= self.terrain.get(word, 0)
        return self.grid.mask ^ closed

    def feature(self, word: str) -> HexSet:
        """The hexes with a feature, none if the map has none."""
        return self.features.get(word, 0)


def load_board(data: DataFolder, name: str) -> Board:
    """The board of one map of a game."""
    folder = MapFolder(data, name)
    table = folder.table()
    words = Words(table["words"])
    rows = _hex_rows(data, name)
    grid = _grid(table, rows, f"maps/{name}/grid.toml")
    board = Board(name, table, grid, read_georeference(grid, table["georeference"], f"maps/{name}/grid.toml"))
    _read_hexes(board, rows, words)
    if "scenarios" in table:
        _read_start_sides(board, folder, table["scenarios"])
    _Edges(board, words, "sides").read(_side_rows(data, name), board.sides, board.named_sides)
    if table["words"].get("links"):
        links = folder.lines("links", ("hex_a", "hex_b", "kind", "name"), 3)
        _Edges(board, words, "links").read(links, board.links, board.named_links)
    _read_control(board, MapFolder(data, folder.toml("grid").get("like", name)))
    return board


def _read_control(board: Board, folder: MapFolder) -> None:
    """The towns whose latitude and longitude the georeference was made to hold."""
    for row in folder.lines("control", ("place", "hex", "lat", "lon"), 2):
        hex_ = _known_hex(board.grid, row, "hex")
        board.located[row.cells["place"], hex_] = _degrees(row, "lat"), _degrees(row, "lon")


def _degrees(row: Row, column: str) -> float:
    if not re.fullmatch(r"-?[0-9]{1,3}(\.[0-9]{1,9})?", row.cells[column]):
        raise row.error(f"{column} is a number of degrees, not {row.cells[column][:40]!r}")
    return float(row.cells[column])


def _hex_rows(data: DataFolder, name: str) -> list[Row]:
    """The lines of the hexes, those of a map that this one is like first, each replaced by the map's own line."""
    folder = MapFolder(data, name)
    own = folder.lines("hexes", ("hex", *_HEX_COLUMNS), 1)
    like = folder.toml("grid").get("like")
    if like is None:
        return own
    rows = {row.cells["hex"]: row for row in _hex_rows(data, like)}
    for row in own:
        if row.cells["hex"] not in rows:
            raise row.error(f"the map {like} has no hex {row.cells['hex']} to replace")
        rows[row.cells["hex"]] = row
    return list(rows.values())


def _side_rows(data: DataFolder, name: str) -> list[Row]:
    """The lines of the hexsides, after those of a map that this one is like without the features it replaces."""
    folder = MapFolder(data, name)
    own = folder.lines("hexsides", ("hex_a", "hex_b", "feature", "name"), 3)
    table = folder.toml("grid")
    if "like" not in table:
        return own
    kept = [row for row in _side_rows(data, table["like"]) if row.cells["feature"] not in table["replaces"]]
    return kept + own


def _numbering(table: Mapping[str, Any], file: str) -> Numbering:
    """How the map counts its hexes."""
    numbers: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in table["numbering"].items()
    }
    numbers.pop("source", None)
    try:
        return Numbering(**numbers)
    except (TypeError, IndexError) as error:
        raise DataError(file, None, f"the numbering does not hold: {error}") from None


def _grid(table: Mapping[str, Any], rows: list[Row], file: str) -> Grid:
    """The grid of the listed hexes; a label outside the rectangle of the numbering names its line."""
    numbering = _numbering(table, file)
    low, high = (numbering.text(*corner) for corner in zip(numbering.rows, numbering.cols, strict=True))
    for row in rows:
        label = row.cells["hex"]
        if len(label) != len(low) or not _FIGURES.fullmatch(label) or not _inside(label, low, high):
            raise row.error(f"hex {label[:20]!r} does not lie within {low} to {high}")
    return Grid(numbering, [row.cells["hex"] for row in rows])


def _inside(label: str, low: str, high: str) -> bool:
    """Whether both halves of a label lie between those of two corners."""
    half = len(label) // 2
    return low[:half] <= label[:half] <= high[:half] and low[half:] <= label[half:] <= high[half:]


def _read_hexes(board: Board, rows: list[Row], words: Words) -> None:
    """Terrain, features, places, countries and the side at the start, from the lines of the hexes."""
    for row in rows:
        cells = row.cells
        hex_ = board.grid.hex(cells["hex"])
        bit = 1 << hex_
        _put(board.terrain, words.check(row, "terrain", cells["terrain"]), bit)
        for word in _list(cells["features"]):
            _put(board.features, words.check(row, "features", word), bit)
        if cells["country"]:
            _put(board.countries, words.check(row, "countries", cells["country"]), bit)
        if cells["start_side"]:
            _put(board.start, row.choice("start_side", SIDES), bit)
        if cells["place"]:
            board.places.append(Place(cells["place"], words.check(row, "places", cells["place_kind"]), hex_))
        board.sources[hex_] = cells["source"]


def _list(cell: str) -> list[str]:
    """The words of a cell that holds several."""
    return cell.split(";") if cell and cell != NOTHING else []


def _put(sets: dict[str, HexSet], word: str, bit: HexSet) -> None:
    sets[word] = sets.get(word, 0) | bit


def _read_start_sides(board: Board, folder: MapFolder, scenarios: list[str]) -> None:
    """`area:SCENARIO` and `start:SCENARIO:SIDE` of each scenario, from the file of the sides."""
    for row in folder.lines("sides", ("hex", *scenarios), 1):
        hex_ = _known_hex(board.grid, row, "hex")
        for scenario in scenarios:
            side = row.choice(scenario, _SIDE_WORDS)
            if side:
                _put(board.features, f"start:{scenario}:{side[0]}", 1 << hex_)
            if side in SIDES:
                _put(board.features, f"area:{scenario}", 1 << hex_)


def _known_hex(grid: Grid, row: Row, column: str) -> Hex:
    try:
        return grid.hex(row.cells[column])
    except NoSuchHex:
        raise row.error(f"{column} {row.cells[column][:20]!r} is not a hex of this map") from None


class _Edges:
    """Reads hexsides or links: pairs of neighbours, each stated once for a feature, none against another."""

    def __init__(self, board: Board, words: Words, kind: str) -> None:
        self._board, self._words, self._kind = board, words, kind
        self._column = "feature" if kind == "sides" else "kind"
        self._seen: dict[tuple[Hex, Hex, str], Row] = {}
        self._rivals = _rivals(board.table.get("exclusive", []))

    def read(self, rows: list[Row], sets: dict[str, Sides], named: dict[str, dict[str, list[Pair]]]) -> None:
        """Fill the masks and the lists by name."""
        pairs: dict[str, list[Pair]] = {}
        for row in rows:
            word = row.cells[self._column]
            if word == NOTHING:
                continue
            a, b = self._pair(row, self._words.check(row, self._kind, word))
            pairs.setdefault(word, []).append((a, b))
            named.setdefault(word, {}).setdefault(row.cells["name"], []).append((a, b))
        for word, found in pairs.items():
            sets[word] = self._board.grid.sides(found)
            if word in self._board.table.get("directed", ()):
                self._board.directed[word] = found

    def _pair(self, row: Row, word: str) -> Pair:
        """The two hexes of a line, if they touch and nothing was said of their side that this line contradicts."""
        grid = self._board.grid
        a, b = _known_hex(grid, row, "hex_a"), _known_hex(grid, row, "hex_b")
        if grid.direction(a, b) is None:
            raise row.error(f"{row.cells['hex_a']} and {row.cells['hex_b']} are not neighbours")
        low, high = min(a, b), max(a, b)
        for other in self._rivals.get(word, (word,)):
            if (low, high, other) in self._seen:
                line = self._seen[low, high, other].line
                raise row.error(f"{row.cells['hex_a']}/{row.cells['hex_b']} is {other} already on line {line}")
        self._seen[low, high, word] = row
        self._board.edge_sources[low, high, word] = row.cells["source"]
        return a, b


def _rivals(groups: list[list[str]]) -> dict[str, tuple[str, ...]]:
    """For each word the words that may not stand beside it on a hexside, itself among them."""
    return {word: tuple(group) for group in groups for word in group}
