"""A disk that fails, or loses its power, under the SQLite that Python uses.

SQLite reaches its files through a table of functions, which can be replaced: here every write, cutting and sync goes
through this module on its way to the disk. It can be made to fail, and it keeps what has gone by, so that afterwards
the files can be laid down as they would be if the power had gone at any moment: with everything that was synced, and of
what was not any part that the disk may have written. What this does not show: a disk that says that it has synced and
has not, and faults of the shared memory beside the file, which is made anew from the log after a crash anyway.
"""

from __future__ import annotations

import _sqlite3
import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from pathlib import Path
from typing import Any, NamedTuple

from westfront.engine.dice import RepeatableRandom

IO_ERROR, FULL = 10, 13
SECTOR = 512


class _Vfs(Structure):
    pass


_Open = CFUNCTYPE(c_int, POINTER(_Vfs), c_char_p, c_void_p, c_int, POINTER(c_int))
_Vfs._fields_ = [
    ("version", c_int), ("file_size", c_int), ("longest", c_int), ("next", c_void_p), ("name", c_char_p),
    ("data", c_void_p), ("open", _Open), ("others", c_void_p * 15),
]  # fmt: skip
_Write = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_Truncate = CFUNCTYPE(c_int, c_void_p, c_int64)
_Sync = CFUNCTYPE(c_int, c_void_p, c_int)


class _Methods(Structure):
    _fields_ = [
        ("version", c_int), ("close", c_void_p), ("read", c_void_p), ("write", _Write), ("truncate", _Truncate),
        ("sync", _Sync), ("others", c_void_p * 13),
    ]  # fmt: skip


class _File(Structure):
    _fields_ = [("methods", POINTER(_Methods))]


class Deed(NamedTuple):
    """What was done to a file: `write` bytes at a place, `cut` to a length, `sync`, or a `mark` of the test."""

    kind: str
    path: str
    place: int = 0
    data: bytes = b""


class Disk:
    """All files below a folder, as SQLite writes them."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.deeds = str(folder), list[Deed]()
        self.left = -1
        """How many deeds go well before one fails; below zero all do."""
        self.lasts = False
        """Whether the disk stays broken then."""
        self.trips = 0
        self.error, self.tears = IO_ERROR, False
        self._paths: dict[int, str] = {}

    def arm(self, left: int, *, error: int = IO_ERROR, tears: bool = False, lasts: bool = False) -> None:
        """After so many deeds one fails: with an error, after half of what is written if it tears."""
        self.left, self.error, self.tears, self.lasts, self.trips = left, error, tears, lasts, 0

    def mend(self) -> None:
        """The disk is well again."""
        self.left, self.lasts = -1, False

    def mark(self, name: str) -> None:
        """The test remembers how far things had come here."""
        self.deeds.append(Deed("mark", name))

    def fails(self) -> bool:
        """Whether the next deed fails."""
        if self.left < 0:
            return False
        if self.left > 0:
            self.left -= 1
            return False
        self.trips += 1
        self.left = 0 if self.lasts else -1
        return True

    def done(self, deed: Deed) -> None:
        """Remember what has gone through."""
        self.deeds.append(deed)

    def after(self, count: int, folder: Path, keeps: RepeatableRandom | None) -> None:
        """The files as they are when the power goes after so many deeds; of what was not synced only some is there."""
        files: dict[str, bytearray] = {}
        loose: dict[str, list[Deed]] = {}
        for deed in self.deeds[:count]:
            if deed.kind == "sync":
                for one in loose.pop(deed.path, []):
                    _apply(files.setdefault(deed.path, bytearray()), one)
            elif deed.kind != "mark":
                loose.setdefault(deed.path, []).append(deed)
        for path, deeds in loose.items() if keeps else ():
            for one in deeds:
                _apply_some(files.setdefault(path, bytearray()), one, keeps)
        folder.mkdir()
        for path, data in files.items():
            (folder / Path(path).name).write_bytes(bytes(data))


def _apply(data: bytearray, deed: Deed) -> None:
    if deed.kind == "cut":
        del data[deed.place :]
        return
    data.extend(bytes(max(0, deed.place - len(data))))
    data[deed.place : deed.place + len(deed.data)] = deed.data


def _apply_some(data: bytearray, deed: Deed, lots: RepeatableRandom | None) -> None:
    """Each sector of a write by itself comes to the disk or does not."""
    assert lots is not None
    if deed.kind == "cut":
        if lots.below(2):
            _apply(data, deed)
        return
    start = 0
    while start < len(deed.data):
        end = min(len(deed.data), start + SECTOR - (deed.place + start) % SECTOR)
        if lots.below(2):
            _apply(data, Deed("write", deed.path, deed.place + start, deed.data[start:end]))
        start = end


@contextmanager
def disk_under(folder: Path) -> Iterator[Disk]:
    """All that SQLite does below a folder goes through a disk, as long as this lasts."""
    library = ctypes.CDLL(_sqlite3.__file__)
    try:
        library.sqlite3_vfs_find.restype = POINTER(_Vfs)
    except AttributeError:
        raise AssertionError("this Python hides its SQLite, so that its disk cannot be made to fail") from None
    root = library.sqlite3_vfs_find(None)
    disk, methods, kept = Disk(folder), dict[int, _Methods](), list[Any]()

    def opened(_: Any, name: bytes | None, file: int, flags: int, out: Any) -> int:
        code: int = root.contents.open(root, name, file, flags, out)
        path = name.decode() if name else ""
        if code == 0 and path.startswith(disk.folder):
            disk._paths[file] = path
            header = _File.from_address(file)
            plain = header.methods
            key = ctypes.addressof(plain.contents)
            if key not in methods:
                methods[key] = _watched(disk, plain.contents, kept)
            header.methods = ctypes.pointer(methods[key])
        return code

    ours = _Vfs()
    ctypes.memmove(ctypes.byref(ours), root, ctypes.sizeof(_Vfs))
    ours.name, ours.next = b"watched", None
    ours.open = _Open(opened)
    library.sqlite3_vfs_register(ctypes.byref(ours), 1)
    try:
        yield disk
    finally:
        library.sqlite3_vfs_unregister(ctypes.byref(ours))
        library.sqlite3_vfs_register(root, 1)


def _watched(disk: Disk, plain: _Methods, kept: list[Any]) -> _Methods:
    """The same functions, those that change a file with the disk between."""

    def write(file: int, data: int, length: int, place: int) -> int:
        path = disk._paths[file]
        if disk.fails():
            if disk.tears:
                plain.write(file, data, length // 2, place)
                disk.done(Deed("write", path, place, ctypes.string_at(data, length // 2)))
            return disk.error
        code: int = plain.write(file, data, length, place)
        disk.done(Deed("write", path, place, ctypes.string_at(data, length)))
        return code

    def truncate(file: int, length: int) -> int:
        if disk.fails():
            return disk.error
        code: int = plain.truncate(file, length)
        disk.done(Deed("cut", disk._paths[file], length))
        return code

    def sync(file: int, flags: int) -> int:
        if disk.fails():
            return disk.error
        code: int = plain.sync(file, flags)
        disk.done(Deed("sync", disk._paths[file]))
        return code

    watched = _Methods()
    ctypes.memmove(ctypes.byref(watched), ctypes.byref(plain), ctypes.sizeof(_Methods))
    watched.write, watched.truncate, watched.sync = _Write(write), _Truncate(truncate), _Sync(sync)
    kept.append(watched)
    return watched
