"""The five games, each in its own package, and the maps they are played on."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from westfront.atlas.board import Board, load_board
from westfront.engine.data import DataFolder
from westfront.errors import UnknownGame

_GAME_OF_MAP = {
    "michel": "michel",
    "hindenburg": "hindenburg",
    "storm": "storm",
    "storm-1919": "storm",
    "marne": "marne",
    "meuse": "meuse",
}


def boards() -> list[str]:
    """The names of the six maps."""
    return list(_GAME_OF_MAP)


@cache
def board(name: str) -> Board:
    """One of the six maps, as it comes with the project."""
    if name not in _GAME_OF_MAP:
        raise UnknownGame(f"there is no map {name[:40]!r}; the maps are {', '.join(_GAME_OF_MAP)}")
    return load_board(map_data(name), name)


def map_data(name: str) -> DataFolder:
    """The data folder of the game that a map belongs to."""
    game = f"westfront.games.{_GAME_OF_MAP[name]}"
    return DataFolder(files(game).joinpath("data"), package=game)
