"""Copies of the maps that a test may break."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from importlib import import_module
from importlib.resources import files
from pathlib import Path

import pytest

from westfront.atlas.board import Board, MapFolder, load_board
from westfront.atlas.checks import check_board
from westfront.engine.data import DataFolder, Overrides


class Copy:
    """The maps of one game in a folder of their own."""

    def __init__(self, folder: Path, game: str, name: str) -> None:
        self.game, self.name = game, name
        self.folder = folder
        shutil.copytree(Path(str(files(f"westfront.games.{game}"))) / "data" / "maps", folder / "maps")

    def change(self, file: str, old: str, new: str) -> int:
        """Replace the one place of a file that has a text; gives its line."""
        path = self.folder / "maps" / self.name / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} is {text.count(old)} times in {file}"
        path.write_text(text.replace(old, new), encoding="utf-8")
        return text[: text.index(old)].count("\n") + 1

    def drop(self, file: str, start: str) -> None:
        """Take out the one line that begins with a text."""
        path = self.folder / "maps" / self.name / file
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        kept = [line for line in lines if not line.startswith(start)]
        assert len(kept) == len(lines) - 1
        path.write_text("".join(kept), encoding="utf-8")

    def add(self, file: str, line: str) -> None:
        """A further line at the end of a file."""
        with (self.folder / "maps" / self.name / file).open("a", encoding="utf-8") as out:
            out.write(line + "\n")

    def load(self, overrides: Overrides | None = None) -> Board:
        """The board of the copy."""
        return load_board(DataFolder(self.folder, overrides), self.name)

    def complaints(self) -> list[str]:
        """What all checks say of the copy."""
        folder = MapFolder(DataFolder(self.folder), self.name)
        board = self.load()
        own = import_module(f"westfront.games.{self.game}.map_checks")
        return [*check_board(board, folder), *own.check(board, folder)]


CopyOf = Callable[..., Copy]


@pytest.fixture
def copy_of(tmp_path: Path) -> CopyOf:
    """A copy of a map: `copy_of("michel")`, `copy_of("storm", "storm-1919")`."""
    return lambda game, name=None: Copy(tmp_path, game, name or game)
