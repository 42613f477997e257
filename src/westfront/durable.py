"""Files that are there as a whole or not at all, also after the power has gone."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

PRIVATE, PUBLIC = 0o600, 0o666
"""Readable by their owner only, as a save that holds the secret of the dice; or as the owner is used to."""


def write_whole(path: Path, data: bytes, mode: int) -> None:
    """Write beside the place first, through to the disk, then put it there in one step; a link leads to its target."""
    target = Path(os.path.realpath(path))
    beside = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(target)
    except OSError:
        with suppress(OSError):
            beside.unlink()
        raise
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """A new name is on the disk only when its folder is; not every system can say so."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
