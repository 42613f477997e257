"""The ladder: pairs of games, taken up again after a kill, and what is told of them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import msgspec
import pytest

from westfront.cli import ladder, main
from westfront.cli.paper import Paper
from westfront.lab.ladder import Pairing, Played, elo, interval, pairings, play, players, scores

EVENING = ("ladder", "meuse", "--scenario", "montfaucon", "--levels", "random,turtle", "--games", "2")


def played(first: str, second: str, seed: str, winner: int, margin: float) -> Played:
    """A game that was never played."""
    return Played(Pairing("meuse", "", first, second, seed), winner, margin, 10, 99, (5.0, 1.0), "over")


def test_every_two_play_both_sides_of_every_seed() -> None:
    found = pairings("meuse", "", ["recruit", "officer", "random"], 4, "7")
    assert len(found) == 12
    assert {(p.first, p.second) for p in found if p.seed == "7/0"} >= {("recruit", "officer"), ("officer", "recruit")}


def test_a_game_is_decided_by_its_seed_alone() -> None:
    pairing = Pairing("meuse", "montfaucon", "random", "turtle", "3/0")
    ticks = iter(range(10_000_000))
    first, second = play(pairing, lambda: 0.0), play(pairing, lambda: float(next(ticks)))
    assert msgspec.structs.replace(first, seconds=second.seconds) == second
    assert second.seconds > (0.0, 0.0)


def test_a_pair_is_won_by_who_did_better_on_the_same_side() -> None:
    """In a scenario that the second side always wins, the one who came nearer to winning it is the better player."""
    (score,) = scores([played("a", "b", "0", 1, -2.0), played("b", "a", "0", 1, -9.0)])
    assert (score.name, score.won, score.games) == ("a", 1.0, 2)
    assert (score.better, score.pairs) == (1.0, 1)
    assert score.by_side == ((0.0, 1), (1.0, 1))
    assert score.margins == (-2.0, 9.0)
    assert score.seconds == pytest.approx(0.3)


def test_intervals_and_elo() -> None:
    low, high = interval(50, 100)
    assert (round(low, 2), round(high, 2)) == (0.4, 0.6)
    assert interval(0, 0) == (0.0, 1.0)
    assert elo(10, 20) == 0
    assert elo(18, 20) > 300 > 0 > elo(2, 20)


def test_what_was_played_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a kill in the middle of a line the rest is played, and the table comes out as if nothing had happened."""
    file = tmp_path / "l.jsonl"
    assert main([*EVENING, "-o", str(file)]) == 0
    whole, sheet = file.read_bytes(), file.with_suffix(".csv").read_text()
    first, second = whole.splitlines(keepends=True)
    file.write_bytes(first + second[:20])
    calls: list[Pairing] = []

    def timed(pairing: Pairing) -> Played:
        calls.append(pairing)
        return msgspec.json.decode(second, type=Played)

    monkeypatch.setattr(ladder, "timed", timed)
    assert main([*EVENING, "-o", str(file)]) == 0
    assert len(calls) == 1
    assert file.read_bytes() == whole
    assert file.with_suffix(".csv").read_text() == sheet
    assert "random against turtle" in file.with_suffix(".svg").read_text()


def results(file: Path) -> list[tuple[str, int, float, int]]:
    """What came of the games of a file, in the order of who played them."""
    found = [msgspec.json.decode(line, type=Played) for line in file.read_bytes().splitlines()]
    return sorted((one.pairing.first, one.winner, one.margin, one.actions) for one in found)


class OneNode:
    """As much of Ray as the ladder uses, in this process: what is sent and comes back is text."""

    started: ClassVar[list[str]] = []

    def init(self, address: str, log_to_driver: bool) -> None:
        self.started.append(address)

    def remote(self, work: Callable[..., bytes]) -> SimpleNamespace:
        return SimpleNamespace(remote=lambda play, pairing: work(play, bytes(pairing)))

    def wait(self, waiting: list[bytes]) -> tuple[list[bytes], list[bytes]]:
        return waiting[-1:], waiting[:-1]

    def get(self, ready: list[bytes]) -> list[bytes]:
        return ready

    def shutdown(self) -> None:
        self.started.append("stopped")


def test_jobs_and_a_cluster_play_the_same_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", OneNode())
    ways = {"alone": [], "jobs": ["--jobs", "2"], "cluster": ["--cluster", "auto"]}
    for name, options in ways.items():
        assert main([*EVENING, *options, "-o", str(tmp_path / f"{name}.jsonl")]) == 0
    alone, jobs, cluster = (results(tmp_path / f"{name}.jsonl") for name in ways)
    assert alone == jobs == cluster
    assert OneNode.started == ["auto", "stopped"]


def test_a_spreadsheet_has_a_number_in_every_cell() -> None:
    (score,) = scores([played("a", "b", "0", 1, -2.0), played("b", "a", "0", 1, -9.0)])
    head, row = (line.split(",") for line in ladder.sheet([score]).splitlines())
    cells = dict(zip(head, row, strict=True))
    assert (cells.pop("machine"), cells.pop("against")) == ("a", "b")
    numbers = {name: float(cell) for name, cell in cells.items()}
    assert (numbers["won"], numbers["games"], numbers["better_pairs"], numbers["elo"]) == (1, 2, 1, 0)
    assert numbers["low"] < 0.5 < numbers["high"]
    assert (numbers["points_as_first"], numbers["points_as_second"]) == (-2.0, 9.0)


def test_the_table_is_whole_at_80_columns_with_the_longest_names_and_a_thousand_games() -> None:
    first, second = sorted(players("hindenburg"), key=len)[-2:]
    found = scores([played(first, second, str(seed), seed % 5 // 3, -100.5) for seed in range(1000)])
    out = StringIO()
    Paper(file=out, width=80).print(ladder.table(found))
    for cell in (cell for text in ladder._row(found[0]) for cell in text.split("\n")):
        assert re.search(rf"(?<!\S){re.escape(cell)}(?!\S)", out.getvalue()), cell


def test_a_bar_counts_the_games_on_a_terminal_and_says_nothing_in_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*EVENING, "-o", str(tmp_path / "quiet.jsonl")]) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert main([*EVENING, "-o", str(tmp_path / "l.jsonl")]) == 0
    shown = capsys.readouterr().err
    assert "games of meuse" in shown
    assert shown.index("0/2") < shown.index("2/2")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--levels", "officer"], "two machines or more"),
        (["--levels", "officer,officer"], "each named once"),
        (["--levels", "officer,general"], "no machine 'general' plays meuse"),
        (["--games", "3"], "even number"),
    ],
)
def test_bad_input_is_one_sentence(
    options: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ladder", "meuse", "-o", str(tmp_path / "l.jsonl"), *options]) == 2
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "l.jsonl").exists()


def test_a_file_that_is_no_ladder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "l.jsonl"
    file.write_text("something else\n")
    assert main([*EVENING, "-o", str(file)]) == 2
    assert "is not a file of such games" in capsys.readouterr().err
    assert file.read_text() == "something else\n"
