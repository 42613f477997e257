"""Files of people: read with care, written so that nothing is ever lost."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from westfront.engine.data import Overrides
from westfront.engine.match import Match
from westfront.errors import WestfrontError

ENDING = ".westfront"
LARGEST = 64_000_000
"""No game is as long as that: a million actions."""


def read_text(path: Path) -> str:
    """The text of a file, or one sentence about why not."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise WestfrontError(f"{path}: the file is too large to be one of ours")
        return data.decode("utf-8")
    except OSError as error:
        raise WestfrontError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise WestfrontError(f"{path}: this is not a text file") from None


def load_match(path: Path, auto: bool = True) -> Match:
    """The match of a record."""
    text = read_text(path)
    try:
        return Match.load(text, auto=auto)
    except WestfrontError as error:
        raise WestfrontError(f"{path}: {error}") from None


def load_overrides(path: str | None) -> Overrides | None:
    """An owner's numbers, if there is a file of them."""
    return Overrides.parse(read_text(Path(path))) if path else None


def write_text(path: Path, text: str) -> None:
    """Write a whole text or nothing."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write a whole file or nothing: beside its place first, through to the disk, then put there in one step."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise WestfrontError(f"{path}: {error.strerror}") from None


def write_new(path: Path, text: str) -> None:
    """Write a file that must not be there yet."""
    if os.path.lexists(path):
        raise WestfrontError(f"{path} is there already; choose another name, or play on with: westfront play {path}")
    write_text(path, text)


def free_path(name: str) -> Path:
    """A path in this folder that no file has: ford.westfront, ford-2.westfront ..."""
    path, number = Path(f"{name}{ENDING}"), 1
    while os.path.lexists(path):
        number += 1
        path = Path(f"{name}-{number}{ENDING}")
    return path
