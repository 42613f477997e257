"""Records in files: read, kept while they are played, and put under a passphrase."""

from __future__ import annotations

from argparse import Namespace
from getpass import getpass
from pathlib import Path

from rich.console import Console

from westfront.cli.files import read_text, write_text
from westfront.cli.locked import Lock, is_locked
from westfront.engine.match import Match
from westfront.errors import WestfrontError


class Save:
    """A file that is ours alone: what somebody else has written to it is not overwritten."""

    def __init__(self, path: Path, lock: Lock | None = None, kept: str | None = None) -> None:
        """`kept` is what the file holds, None while it is not there."""
        self.path, self.lock, self._kept = path, lock, kept

    @classmethod
    def read(cls, path: Path) -> tuple[Save, str]:
        """A file that is there, and its record; if it is locked, the passphrase is asked for."""
        text = read_text(path)
        if not is_locked(text):
            return cls(path, None, text), text
        try:
            lock = Lock.of(text, _asked(f"Passphrase of {path}: "))
            return cls(path, lock, text), lock.open(text)
        except WestfrontError as error:
            raise WestfrontError(f"{path}: {error}") from None

    def write(self, record: str, game: str) -> None:
        """Put the record there, unless the file was changed from elsewhere since the last time."""
        if self._kept is not None and self.path.exists() and read_text(self.path) != self._kept:
            raise WestfrontError(f"{self.path} has been changed from elsewhere; stop and take it up again")
        text = self.lock.close(record, game) if self.lock else record
        write_text(self.path, text)
        self._kept = text


def load_match(path: Path, auto: bool = True) -> Match:
    """The match of a record in a file."""
    return open_match(path, auto)[1]


def open_match(path: Path, auto: bool = True) -> tuple[Save, Match]:
    """A file to go on with, and its match."""
    save, text = Save.read(path)
    try:
        return save, Match.load(text, auto=auto)
    except WestfrontError as error:
        raise WestfrontError(f"{path}: {error}") from None


def lock(args: Namespace, out: Console) -> int:
    """Put a save under a passphrase."""
    save, match = open_match(Path(args.file))
    if save.lock:
        raise WestfrontError(f"{args.file} is locked already")
    passphrase = _asked("New passphrase: ")
    if len(passphrase) < 8:
        raise WestfrontError("a passphrase has eight letters at least; four words are better")
    if _asked("The same again: ") != passphrase:
        raise WestfrontError("these are two different passphrases")
    save.lock = Lock(passphrase)
    save.write(match.record(with_secret=True), match.rules.id)
    out.print(f"{args.file} is locked. All commands ask for the passphrase now; without it nobody can read the game.")
    return 0


def unlock(args: Namespace, out: Console) -> int:
    """Take the passphrase off a save."""
    save, match = open_match(Path(args.file))
    if not save.lock:
        raise WestfrontError(f"{args.file} is not locked")
    save.lock = None
    save.write(match.record(with_secret=True), match.rules.id)
    out.print(f"{args.file} is a plain record again.")
    return 0


def _asked(prompt: str) -> str:
    """A passphrase from the keyboard, which is not shown."""
    try:
        return getpass(prompt)
    except EOFError:
        raise WestfrontError("no passphrase was given") from None
