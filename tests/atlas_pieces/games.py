"""The five games and their counters, read once for all tests of this room."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from westfront.atlas.pieces import EXTRA, SIDES, Printed, load_printed, value_columns
from westfront.engine.counters import Counter, load_counters, load_types
from westfront.engine.data import DataFolder, Row

GAMES = ("michel", "hindenburg", "storm", "marne", "meuse")


def folder(game: str) -> DataFolder:
    """The data of a game."""
    return DataFolder(files(f"westfront.games.{game}") / "data")


@cache
def counters(game: str) -> list[Counter]:
    """The counters as the engine reads them."""
    data = folder(game)
    return load_counters(data, load_types(data, SIDES, value_columns(data)), EXTRA)


@cache
def units(game: str) -> list[Counter]:
    """The counters that are no markers."""
    return [counter for counter in counters(game) if counter.type.size != "marker"]


@cache
def faces(game: str) -> dict[str, Printed]:
    """The counters as they are drawn, by name."""
    return {counter.name: counter for counter in load_printed(folder(game))}


def lines(game: str) -> list[Row]:
    """The lines of both lists."""
    data = folder(game)
    types = data.rows("types", ["type", "side", "symbol", "size", *value_columns(data)])
    return [*types.values(), *data.rows("counters", ["counter", "type", *EXTRA]).values()]
