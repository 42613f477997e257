"""Files of people: read with care, written so that nothing is ever lost."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO

from westfront.durable import PRIVATE, PUBLIC, write_whole
from westfront.engine.data import Overrides
from westfront.engine.match import Match
from westfront.errors import WestfrontError

ENDING = ".westfront"
LARGEST = 64_000_000
"""No game is as long as that: a million actions."""


def read_text(path: Path) -> str:
    """The text of a file, or one sentence about why not."""
    try:
        with _opened(path) as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise WestfrontError(f"{path}: the file is too large to be one of ours")
        return data.decode("utf-8")
    except OSError as error:
        raise WestfrontError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise WestfrontError(f"{path}: this is not a text file") from None


def _opened(path: Path) -> BinaryIO:
    """A file that can be read to its end; a pipe or a device might have none."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    kind = os.fstat(handle).st_mode
    if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind)):
        os.close(handle)
        raise WestfrontError(f"{path}: this is no file but a pipe or a device")
    return open(handle, "rb")


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
    """Write a whole text or nothing; it may hold the secret of the dice, so nobody else can read it."""
    write_bytes(path, text.encode("utf-8"), PRIVATE)


def write_bytes(path: Path, data: bytes, mode: int = PUBLIC) -> None:
    """Write a whole file or nothing."""
    try:
        write_whole(path, data, mode)
    except OSError as error:
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
