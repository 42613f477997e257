"""Every test of the command line runs in an empty folder, with the Ford registered."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import tests.ford  # noqa: F401
from westfront.cli import main

Refused = Callable[..., str]
Typed = Callable[..., None]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, with its bytes."""
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture
def refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> Refused:
    """Run a command that must be refused in one line and change no file; gives that line."""

    def run(*words: str) -> str:
        before = contents(folder)
        code = main(words)
        shown = capsys.readouterr()
        assert (code, contents(folder)) == (2, before)
        assert shown.err.startswith("westfront: ")
        assert shown.err.count("\n") == 1
        return shown.err

    return run


@pytest.fixture
def misused(folder: Path, capsys: pytest.CaptureFixture[str]) -> Refused:
    """Run a command that argparse must refuse, with its usage and without changing a file; gives the last line."""

    def run(*words: str) -> str:
        before = contents(folder)
        with pytest.raises(SystemExit) as stop:
            main(words)
        shown = capsys.readouterr().err
        assert (stop.value.code, contents(folder)) == (2, before)
        assert shown.startswith("usage: westfront")
        return shown.splitlines()[-1]

    return run


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Lay down the lines that will be typed; then the input ends."""

    def lay(*lines: str) -> None:
        left = iter(lines)

        def read() -> str:
            for line in left:
                return line
            raise EOFError

        monkeypatch.setattr("builtins.input", read)

    return lay
