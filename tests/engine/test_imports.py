"""The direction of imports, and what no room below the server may touch: clock, network, environment, chance."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import westfront

SOURCE = Path(westfront.__file__).parent
LEVEL = {
    "hexgrid": 0,
    "engine": 1,
    "atlas": 2,
    "mechanics": 3,
    "games": 4,
    "bots": 5,
    "lab": 5,
    "gym": 5,
    "server": 6,
    "cli": 7,
}
"""A room may import rooms of its own level and below; `errors` and the package itself may be imported by all."""
TOP = {"westfront", "westfront.__main__"}
"""Modules that open the house to the user, and may import every room."""
OUTSIDE = {"time", "datetime", "random", "socket", "urllib", "http", "asyncio", "secrets"}
SECRET_KEEPER = "westfront.engine.dice"
BANNED = {"pickle", "cPickle", "_pickle", "shelve", "marshal", "dill", "cloudpickle"}


def faults(module: str, source: str, *, is_package: bool = False) -> list[str]:
    """A sentence for everything that a module imports and should not."""
    tree = ast.parse(source)
    imported = {name for node in ast.walk(tree) for name in _imported(node, module, is_package)}
    found = [sentence for name in sorted(imported) if (sentence := _fault(module, name))]
    if _is_below_server(module) and any(_reads_environment(node) for node in ast.walk(tree)):
        found.append(f"{module} reads the environment")
    return found


def _imported(node: ast.AST, module: str, is_package: bool) -> Iterator[str]:
    """The full names of what an import brings in; of `from a import b` both a and a.b, since b may be a module."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        parts = module.split(".")
        package = parts if is_package else parts[:-1]
        above = package[: len(package) - node.level + 1] if node.level else []
        base = ".".join([*above, *([node.module] if node.module else [])])
        yield from (base, *(f"{base}.{alias.name}" for alias in node.names))


def _fault(module: str, name: str) -> str | None:
    """What is wrong with one import, if anything."""
    first = name.split(".")[0]
    if first in BANNED:
        return f"{module} imports {first}"
    if first in OUTSIDE and _is_below_server(module) and (first, module) != ("secrets", SECRET_KEEPER):
        return f"{module} imports {first}, which is for the server"
    if first == "tests":
        return f"{module} imports tests"
    return _wrong_way(module, name) if first == "westfront" else None


def _wrong_way(module: str, name: str) -> str | None:
    here, there = _room(module), _room(name)
    if module in TOP or here == there == "errors" or there not in LEVEL:
        return None
    if here not in LEVEL or LEVEL[there] > LEVEL[here]:
        return f"{module} imports {name}, which lies above it"
    own, other = (path.split(".")[2:3] for path in (module, name))
    if here == there == "games" and own and other and _is_game(other[0]) and own != other:
        return f"{module} imports {name}, another game"
    return None


def _is_game(name: str) -> bool:
    return name in {"michel", "hindenburg", "storm", "marne", "meuse"} or (SOURCE / "games" / name).is_dir()


def _room(name: str) -> str:
    return [*name.split("."), ""][1]


def _is_below_server(module: str) -> bool:
    return _room(module) not in ("server", "cli", "__main__")


def _reads_environment(node: ast.AST) -> bool:
    names = ("environ", "getenv", "environb", "getenvb")
    if isinstance(node, ast.ImportFrom) and node.module == "os":
        return any(alias.name in names for alias in node.names)
    return isinstance(node, ast.Attribute) and node.attr in names and ast.unparse(node.value) == "os"


def modules() -> Iterator[tuple[str, Path]]:
    """Every module of the house with its file."""
    for path in sorted(SOURCE.rglob("*.py")):
        parts = ("westfront", *path.relative_to(SOURCE).with_suffix("").parts)
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def test_the_house_keeps_to_its_plan() -> None:
    found = [
        sentence
        for module, path in modules()
        for sentence in faults(module, path.read_text(encoding="utf-8"), is_package=path.name == "__init__.py")
    ]
    assert found == []


def test_the_house_is_looked_at() -> None:
    """A walk over no files would find no faults."""
    known = {module for module, _ in modules()}
    assert {"westfront", "westfront.errors", "westfront.engine.match", "westfront.hexgrid.grid"} <= known


def test_every_room_has_a_level() -> None:
    rooms = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").is_file()}
    assert rooms <= set(LEVEL)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("westfront.engine.match", "from westfront.games import michel"),
        ("westfront.engine.match", "import westfront.lab.fuzz"),
        ("westfront.engine.match", "from westfront import lab"),
        ("westfront.engine.match", "from ..lab import fuzz"),
        ("westfront.engine.match", "from .. import lab"),
        ("westfront.engine.match", "def later():\n    from westfront.cli import main"),
        ("westfront.hexgrid.grid", "from westfront.engine.dice import RepeatableRandom"),
        ("westfront.atlas.board", "from westfront.mechanics.field import Field"),
        ("westfront.mechanics.field", "from westfront.games.michel.rules import Michel"),
        ("westfront.errors", "from westfront.engine.dice import RepeatableRandom"),
        ("westfront.games.michel.combat", "from westfront.games.marne.combat import odds"),
        ("westfront.games.michel.combat", "from ..marne import combat"),
        ("westfront.games.michel.combat", "from westfront.games import marne"),
        ("westfront.games.michel.combat", "from westfront.bots import random_bot"),
        ("westfront.lab.fuzz", "from westfront.server import store"),
        ("westfront.server.store", "from westfront.cli import main"),
        ("westfront.lab.fuzz", "import time"),
        ("westfront.lab.fuzz", "from datetime import datetime"),
        ("westfront.bots.greedy", "import random as r"),
        ("westfront.engine.match", "import urllib.request"),
        ("westfront.engine.match", "from http import client"),
        ("westfront.engine.match", "import os, socket"),
        ("westfront.engine.match", "import secrets"),
        ("westfront.engine.match", "import os\nprint(os.environ['HOME'])"),
        ("westfront.engine.match", "import os\nprint(os.getenv('HOME'))"),
        ("westfront.engine.match", "from os import environ"),
        ("westfront", "import time"),
        ("westfront.server.store", "import pickle"),
        ("westfront.cli", "from pickle import loads"),
        ("westfront.lab.fuzz", "import tests.ford"),
    ],
)
def test_a_wrong_import_is_found(module: str, source: str) -> None:
    assert faults(module, source)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("westfront.engine.match", "from westfront.hexgrid import Grid\nfrom westfront.engine.dice import Dice"),
        ("westfront.engine.match", "from westfront.errors import FormatError\nfrom .dice import Dice"),
        ("westfront.engine.dice", "import secrets"),
        ("westfront.games.michel.combat", "from westfront.games.michel.zoc import zones\nfrom . import supply"),
        ("westfront.games.michel.combat", "from westfront.atlas import board\nimport os.path"),
        ("westfront.games.michel.combat", "from westfront.mechanics.field import Field"),
        (
            "westfront.mechanics.field",
            "from westfront.atlas.board import Board\nfrom westfront.engine.frame import Ask",
        ),
        ("westfront.lab.ladder", "from westfront.bots import greedy\nfrom westfront.games import michel"),
        ("westfront.server.store", "import time, asyncio, secrets, os\nos.environ\nfrom westfront.lab import odds"),
        ("westfront.cli", "import time\nfrom westfront.server import store"),
        ("westfront.lab.fuzz", "import westfront\nfrom westfront import Match"),
        ("westfront.__main__", "from westfront.cli import main"),
    ],
)
def test_a_right_import_passes(module: str, source: str) -> None:
    assert faults(module, source) == []


def test_relative_imports_of_a_package_are_read_from_inside_it() -> None:
    assert faults("westfront.hexgrid", "from .grid import Grid", is_package=True) == []
    assert faults("westfront.hexgrid", "from ..engine import dice", is_package=True)
