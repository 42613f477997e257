"""The user's files: read with care, written so that nothing is ever lost."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from westfront.durable import PRIVATE, PUBLIC, write_whole
from westfront.engine.data import Overrides
from westfront.errors import WestfrontError

ENDING = ".westfront"
LARGEST = 64_000_000
"""No game is as long as that: a million actions."""
_WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0)
"""A pipe that nobody writes to would keep us waiting for ever."""


def read_text(path: Path) -> str:
    """The text of a file, or one sentence about why not."""
    try:
        with open(os.open(path, os.O_RDONLY | _WITHOUT_WAITING), "rb") as file:
            _check_file(path, os.fstat(file.fileno()).st_mode)
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise WestfrontError(f"{path}: the file is too large to be one of ours")
        return data.decode("utf-8")
    except OSError as error:
        raise WestfrontError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise WestfrontError(f"{path}: this is not a text file") from None


def _check_file(path: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise WestfrontError(f"{path}: this is a folder")
    if not stat.S_ISREG(mode):
        raise WestfrontError(f"{path}: this is a pipe or a device, not a file")


def load_overrides(path: str | None) -> Overrides | None:
    """An owner's numbers, if there is a file of them."""
    return Overrides.parse(read_text(Path(path))) if path else None


def write_text(path: Path, text: str) -> None:
    """Write a whole text or nothing; only its owner can read it."""
    write_bytes(path, text.encode("utf-8"), PRIVATE)


def write_bytes(path: Path, data: bytes, mode: int = PUBLIC) -> None:
    """Write a whole file or nothing."""
    try:
        with suppress(FileNotFoundError):
            _check_file(path, path.stat().st_mode)
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
