"""The six maps that the games are played on."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files

from westfront.atlas.board import Board, MapFolder, load_board
from westfront.atlas.checks import check_board
from westfront.engine.data import DataFolder, Overrides
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


def map_of(game: str, scenario: str) -> str | None:
    """The map of a game, None if it is none of the six; a game with several has one for each scenario."""
    own = [name for name, owner in _GAME_OF_MAP.items() if owner == game]
    fitting = [name for name in own if scenario and scenario in board(name).table.get("scenarios", ())]
    return [*fitting, *own, None][0]


@cache
def board(name: str) -> Board:
    """One of the six maps, as it comes with the project."""
    return load_board(map_data(name), name)


def map_data(name: str, overrides: Overrides | None = None) -> DataFolder:
    """The data folder of the game that a map belongs to."""
    game = f"westfront.games.{_game(name)}"
    return DataFolder(files(game).joinpath("data"), overrides, game)


def check_map(name: str) -> list[str]:
    """What is wrong with a map, by the checks of all maps and by those of its game; nothing if it is sound."""
    game, data = _game(name), map_data(name)
    checked, folder = load_board(data, name), MapFolder(data, name)
    own = import_module(f"westfront.games.{game}.map_checks")
    return [*check_board(checked, folder), *own.check(checked, folder)]


def _game(name: str) -> str:
    if name not in _GAME_OF_MAP:
        raise UnknownGame(f"there is no map {name[:40]!r}; the maps are {', '.join(_GAME_OF_MAP)}")
    return _GAME_OF_MAP[name]
