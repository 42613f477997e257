"""Saving: a file is the old one or the new one, whatever happens in between."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.desk import COMMAND, environment, played, saved
from westfront.cli import main
from westfront.cli.files import free_path, read_text, write_bytes, write_new, write_text
from westfront.engine.match import Match
from westfront.errors import WestfrontError


def names() -> list[str]:
    """Everything in this folder, hidden files too."""
    return sorted(os.listdir())


def test_a_file_is_written_and_read() -> None:
    write_text(Path("a"), "grüße\n")
    assert read_text(Path("a")) == "grüße\n"
    assert names() == ["a"]


def test_a_file_is_replaced_in_one_step(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a").write_text("old")
    seen = list[tuple[str, str]]()
    put = Path.replace

    def replace(self: Path, target: Path) -> Path:
        seen.append((Path("a").read_text(), self.read_text()))
        return put(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    write_text(Path("a"), "new")
    assert (seen, Path("a").read_text(), names()) == ([("old", "new")], "new", ["a"])


def test_it_is_on_the_disk_before_it_takes_the_place_of_the_old_one_and_so_is_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    order = list[str]()
    put, sync = Path.replace, os.fsync

    def fsync(file: int) -> None:
        order.append("fsync")
        sync(file)

    def replace(self: Path, target: Path) -> Path:
        order.append("replace")
        return put(self, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Path, "replace", replace)
    write_text(Path("a"), "new")
    assert order == ["fsync", "replace", "fsync"], "the folder too, so that the new name lasts"


def broken(*_: object) -> None:
    """A disk that fails."""
    raise OSError(5, "Input/output error")


@pytest.mark.parametrize(("where", "what"), [(os, "fsync"), (Path, "replace")])
def test_when_writing_fails_the_old_file_is_whole(where: object, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a").write_text("old")
    monkeypatch.setattr(where, what, broken)
    with pytest.raises(WestfrontError, match=r"^a: Input/output error$"):
        write_text(Path("a"), "new")
    assert (Path("a").read_text(), names()) == ("old", ["a"])


def test_when_the_first_writing_fails_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", broken)
    assert main(["new", "ford"]) == 2
    assert names() == []


def test_a_file_that_is_there_is_never_written_anew() -> None:
    Path("a").write_text("old")
    with pytest.raises(WestfrontError, match="a is there already"):
        write_new(Path("a"), "new")
    assert Path("a").read_text() == "old"


def test_a_save_is_for_its_owner_only() -> None:
    """It holds the secret of the dice; also where others could read the file that it replaces."""
    Path("a").touch(mode=0o644)
    write_text(Path("a"), "secret")
    assert main(["new", "ford", "-o", "b"]) == 0
    assert [Path(name).stat().st_mode & 0o077 for name in "ab"] == [0, 0]


def test_a_save_through_a_link_goes_to_its_target() -> None:
    Path("far").mkdir()
    Path("far/game").write_text("old")
    Path("here").symlink_to("far/game")
    write_text(Path("here"), "new")
    assert (Path("far/game").read_text(), Path("here").is_symlink()) == ("new", True)
    assert sorted(os.listdir("far")) == ["game"]


def test_a_pipe_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody might ever write to it; so it is not even waited for."""
    os.mkfifo("pipe")
    for path in ("pipe", "/dev/zero"):
        with pytest.raises(WestfrontError, match="this is a pipe or a device, not a file"):
            read_text(Path(path))
    assert main(["verify", "pipe"]) == 2
    assert main(["play", "ford", "--script", "pipe"]) == 2
    assert capsys.readouterr().err.count("this is a pipe or a device, not a file") == 2


def test_free_names() -> None:
    Path("ford.westfront").touch()
    Path("ford-2.westfront").mkdir()
    Path("ford-3.westfront").symlink_to("nowhere")
    assert free_path("ford") == Path("ford-4.westfront")


def wait_for(run: subprocess.Popen[bytes], text: bytes) -> None:
    """Read what a run prints until a text comes."""
    assert run.stdout is not None
    found = b""
    while text not in found:
        more = os.read(run.stdout.fileno(), 65536)
        assert more, found.decode()
        found += more


@pytest.mark.parametrize("moment", [0, 0.001, 0.003, 0.01, 0.03])
def test_a_kill_loses_no_acknowledged_action(moment: float) -> None:
    path = saved(played())
    with subprocess.Popen(
        [*COMMAND, "play", str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
    ) as run:
        assert run.stdin is not None
        wait_for(run, b"Press Enter")
        run.stdin.write(b"\n")
        run.stdin.flush()
        wait_for(run, b"red> ")
        for action, answer in ((b"take R1", b"Where does R1 go?"), (b"go 0302", b"R1 moves 0301 0302")):
            run.stdin.write(action + b"\n")
            run.stdin.flush()
            wait_for(run, answer)
        run.stdin.write(b"move R2 0402\ntake R3\ngo 0602\nundo\n")
        run.stdin.flush()
        time.sleep(moment)
        run.kill()
    actions = [entry.action for entry in Match.load(path.read_text()).entries]
    assert actions[:2] == ["take R1", "go 0302"]
    assert main(["verify", str(path)]) == 0


# -- whose it is, and what stands in its place


def test_a_save_is_readable_by_its_owner_only() -> None:
    os.umask(0)
    try:
        assert main(["new", "ford", "-o", "a"]) == 0
        Path("b").write_text("old")
        Path("b").chmod(0o644)
        write_text(Path("b"), "new")
    finally:
        os.umask(0o022)
    assert [oct(Path(name).stat().st_mode & 0o777) for name in "ab"] == ["0o600", "0o600"]


def test_a_picture_is_for_everybody() -> None:
    old = os.umask(0o022)
    write_bytes(Path("map.svg"), b"<svg/>")
    os.umask(old)
    assert oct(Path("map.svg").stat().st_mode & 0o777) == "0o644"


def test_a_save_through_a_link_writes_what_it_points_to() -> None:
    Path("games").mkdir()
    Path("link").symlink_to("games/real")
    for text in ("first", "second"):
        write_text(Path("link"), text)
        assert (Path("link").is_symlink(), Path("games/real").read_text()) == (True, text)
    assert (names(), os.listdir("games")) == (["games", "link"], ["real"])


def test_links_in_a_circle_are_refused() -> None:
    Path("a").symlink_to("b")
    Path("b").symlink_to("a")
    with pytest.raises(WestfrontError, match=r"^a: "):
        write_text(Path("a"), "new")


@pytest.mark.parametrize("words", [["verify", "pipe"], ["play", "ford", "--script", "pipe"], ["play", "pipe"]])
def test_a_pipe_is_refused_and_never_waited_for(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo("pipe")
    assert main(words) == 2
    assert capsys.readouterr().err == "westfront: pipe: this is a pipe or a device, not a file\n"
    assert names() == ["pipe"]


def test_a_pipe_is_not_replaced_by_a_file() -> None:
    os.mkfifo("pipe")
    with pytest.raises(WestfrontError, match="not a file"):
        write_text(Path("pipe"), "new")
    assert Path("pipe").is_fifo()
