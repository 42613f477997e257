"""Data files: lists as CSV with one fact a line and its source, tables as TOML, and an owner's numbers laid over them.

An override file is text, a line a number: the file, the key of its line, the column, the new value.

    name My printed copy, second edition
    types R-inf attack 4
    tables.crt 5 2-1 D1

It is laid over the raw text before anything is checked, so its numbers pass the same checks as ours.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
import tomllib
from collections.abc import Iterator, Sequence
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from westfront.errors import DataError

_LAY = re.compile(r"(\S+)\s+(\S+)\s+(\S+)\s+(\S.*)")
_LARGEST = 200_000
_NAMED = 20
"""So many words are named in a sentence about what a cell may hold."""


class Overrides:
    """An owner's numbers, each with the line it stands on; knows which of them have been laid."""

    def __init__(self, name: str = "", lines: Sequence[str] = ()) -> None:
        self.name, self.lines = name, tuple(lines)
        self._lines: dict[tuple[str, str], dict[str, str]] = {}
        self._laid: set[tuple[str, str, str]] = set()
        if lines and not name:
            raise DataError("override", None, "an override needs a name, by which the record can call it")
        for line in lines:
            found = _LAY.fullmatch(line)
            if not found or not line.isprintable():
                raise DataError("override", None, f"a line is FILE KEY COLUMN VALUE, not {line[:60]!r}")
            columns = self._lines.setdefault((found[1], found[2]), {})
            if found[3] in columns:
                raise DataError("override", None, f"{found[1]} {found[2]} {found[3]} is given twice")
            columns[found[3]] = found[4].strip()

    @classmethod
    def parse(cls, text: str) -> Overrides:
        """The overrides of a file: its name on the first line, then a number a line; `#` begins a comment."""
        if len(text) > _LARGEST or "\0" in text:
            raise DataError("override", None, "this is not an override file: too large, or not text")
        lines = [bare for line in text.splitlines() if (bare := line.split("#")[0].strip())]
        if not lines or not lines[0].startswith("name ") or not lines[0].isprintable():
            raise DataError("override", 1, "an override file must begin with a line `name ...`")
        return cls(lines[0].removeprefix("name ").strip()[:80].rstrip(), [" ".join(line.split()) for line in lines[1:]])

    def lay(self, file: str, key: str, columns: dict[str, str]) -> None:
        """Replace the cells of one line for which there is a number."""
        for column, value in self._lines.get((file, key), {}).items():
            if column in columns:
                columns[column] = value
                self._laid.add((file, key, column))

    def check_all_laid(self) -> None:
        """Refuse numbers for lines or columns that the game does not have."""
        for (file, key), columns in self._lines.items():
            for column in columns:
                if (file, key, column) not in self._laid:
                    raise DataError("override", None, f"this game has no {file} {key} {column} to replace")


class Row:
    """One line of a list, with checks that name file and line."""

    def __init__(self, file: str, line: int, cells: dict[str, str]) -> None:
        self.file, self.line, self.cells = file, line, cells

    def text(self, column: str) -> str:
        """A cell that must not be empty."""
        if not self.cells[column]:
            raise self.error(f"{column} is empty")
        return self.cells[column]

    def number(self, column: str, lowest: int = 0, highest: int = 255) -> int:
        """A cell that must be a number within bounds."""
        text = self.cells[column]
        if not re.fullmatch(r"-?[0-9]{1,6}", text) or not lowest <= int(text) <= highest:
            raise self.error(f"{column} is a number from {lowest} to {highest}, not {text[:40]!r}")
        return int(text)

    def choice(self, column: str, words: Sequence[str]) -> str:
        """A cell that must be one of some words."""
        if self.cells[column] not in words:
            more = f" or {len(words) - _NAMED} more" if len(words) > _NAMED else ""
            raise self.error(f"{column} is one of {', '.join(words[:_NAMED])}{more}, not {self.cells[column][:40]!r}")
        return self.cells[column]

    def error(self, sentence: str) -> DataError:
        """Something wrong on this line."""
        return DataError(self.file, self.line, sentence)


class DataFolder:
    """The data files of one game, with an owner's numbers laid over them."""

    def __init__(
        self,
        folder: Traversable,
        overrides: Overrides | None = None,
        package: str = "",
        within: str = "",
        earlier: Overrides | None = None,
    ) -> None:
        """The folder, what is laid over it, the package whose rules its tables carry, and a folder within it.

        Overrides call a file by its name alone, errors by its whole path. Those of an `earlier` version are what its
        lists said before a later one changed them; they belong to its numbers, and an owner's are laid over them.
        """
        self.folder = folder
        self.overrides, self.earlier = overrides or Overrides(), earlier or Overrides()
        self.package = package
        self._within = within
        self.read: dict[str, str] = {}
        """A digest of every file that was read, sources and remarks left out."""

    def digest(self) -> str:
        """One digest of all that was read: two builds with the same one play with the same numbers."""
        return _digest(sorted(self.read.items()))

    def text(self, file: str) -> str:
        """A whole file."""
        text = self._text(file)
        self.read[self._within + file] = _digest(text)
        return text

    def _text(self, file: str) -> str:
        try:
            return self.folder.joinpath(self._within + file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            raise DataError(self._within + file, None, "this data file is missing or is not text") from None

    def has(self, file: str) -> bool:
        """Whether there is such a file."""
        return self.folder.joinpath(self._within + file).is_file()

    def rows(self, name: str, columns: Sequence[str], keys: int = 1) -> dict[str, Row]:
        """A list, by the first of its columns (or the first few, joined by dashes); every list has a `source` too."""
        file, wanted = f"{self._within}{name}.csv", [*columns, "source"]
        lines = _csv_lines(file, self._text(f"{name}.csv"))
        _, header = next(lines, (1, []))
        if header != wanted:
            raise DataError(file, 1, f"the columns are {','.join(wanted)}, not {','.join(header)[:200]}")
        found: dict[str, Row] = {}
        numbers: list[list[str]] = []
        for number, cells in lines:
            if len(cells) != len(header):
                raise DataError(file, number, f"{len(cells)} cells, not {len(header)}")
            row = Row(file, number, dict(zip(header, cells, strict=True)))
            key = "-".join(row.text(column) for column in header[:keys])
            if key in found:
                raise row.error(f"{key} is listed twice")
            row.text("source")
            self.earlier.lay(name, key, row.cells)
            numbers.append([row.cells[column] for column in columns])
            self.overrides.lay(name, key, row.cells)
            found[key] = row
        self.read[file] = _digest(numbers)
        return found

    def toml(self, name: str) -> dict[str, Any]:
        """A TOML file."""
        file = f"{self._within}{name}.toml"
        try:
            found = tomllib.loads(self._text(f"{name}.toml"))
        except tomllib.TOMLDecodeError as error:
            raise DataError(file, None, str(error)) from None
        self.read[file] = _digest(_without_remarks(found))
        return found


def _without_remarks(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_remarks(inside) for key, inside in value.items() if key not in ("source", "reason")}
    return value


def _digest(value: Any) -> str:
    return hashlib.sha256(msgspec.json.encode(value, order="sorted")).hexdigest()[:16]


def _csv_lines(file: str, text: str) -> Iterator[tuple[int, list[str]]]:
    """The cells of each line, with its number."""
    lines = csv.reader(io.StringIO(text), strict=True)
    try:
        for cells in lines:
            yield lines.line_num, cells
    except csv.Error as error:
        raise DataError(file, lines.line_num, str(error)) from None
