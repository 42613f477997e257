"""The five games. Those that are playable register themselves here; `add` brings in a game from elsewhere."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from westfront.engine.rules import games
from westfront.errors import UnknownGame
from westfront.games import hindenburg as hindenburg
from westfront.games import marne as marne
from westfront.games import meuse as meuse
from westfront.games import michel as michel
from westfront.games import storm as storm
from westfront.games.maps import board, boards, check_map, map_data, map_of

__all__ = ["add", "board", "boards", "check_map", "map_data", "map_of"]


def add(folder: str) -> None:
    """Import the game package in a folder, which registers itself; its parents with an `__init__` are packages too."""
    path = Path(folder).resolve()
    if not (path / "__init__.py").is_file():
        raise UnknownGame(f"{folder} is no folder with a game package in it")
    names = [path.name]
    while (path.parent / "__init__.py").is_file():
        path = path.parent
        names.insert(0, path.name)
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    module = importlib.import_module(".".join(names))
    if not any((game.__module__ + ".").startswith(module.__name__ + ".") for game in games()):
        raise UnknownGame(f"no game registers itself in {folder}")
