"""What `westfront verify` says that it proves, and what not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.desk import QUIET_TURN, finished, played, saved
from westfront.cli import main
from westfront.engine.dice import seal_of
from westfront.engine.match import Match
from westfront.engine.playing import OTHER_NUMBERS

Screen = pytest.CaptureFixture[str]
SHARES = {"red": bytes(32), "blue": bytes([1]) * 32}


def told(screen: Screen, text: str) -> str:
    """What is said about a record."""
    Path("record").write_text(text)
    assert main(["verify", "record"]) == 0
    shown = screen.readouterr()
    assert shown.err == ""
    return shown.out


def mixed() -> Match:
    """A game in which both sides have a share in the dice."""
    match = played()
    for side, share in SHARES.items():
        match.seal(side, seal_of(share))
    for side, share in SHARES.items():
        match.open_share(side, share.hex())
    for action in QUIET_TURN * 2:
        match.play(action)
    return match


def test_a_running_game(capsys: Screen) -> None:
    match = played(*QUIET_TURN * 2)
    text = told(capsys, match.record(with_secret=True))
    assert text.startswith("record: The Ford, meeting, 4 actions, 1 roll.\nProved: every action is legal under rules 1")
    assert f"Result: still open. Hash: {match.hash}\n" in text
    assert "Not proved:\n" in text


def test_dice_of_the_host_alone_could_be_foreseen(capsys: Screen) -> None:
    text = told(capsys, played(*QUIET_TURN * 2).record(with_secret=True))
    assert "Dice: roll 1 derived again, from the host's secret alone" in text
    assert "he could foresee them" in text


def test_dice_with_shares_could_be_foreseen_by_nobody(capsys: Screen) -> None:
    text = told(capsys, mixed().record(with_secret=True))
    assert "Dice: roll 1 derived again, from the host's secret mixed with a share of each side" in text
    assert "the host's secret alone" not in text


@pytest.mark.parametrize(("match", "share"), [(played(*QUIET_TURN * 2), False), (mixed(), True)])
def test_without_the_secret_the_dice_are_not_proved_yet(match: Match, share: bool, capsys: Screen) -> None:
    text = told(capsys, match.record())
    assert "Dice: roll 1 can be checked when the game is over" in text
    assert "derived again" not in text
    assert ("a share of each side is mixed in" in text) == share


def test_a_game_without_dice(capsys: Screen) -> None:
    assert "Dice: none was thrown yet.\n" in told(capsys, played().record())


def test_fresh_dice_are_told_with_the_rolls_of_each_secret(capsys: Screen) -> None:
    match = played(*QUIET_TURN * 4)
    match.fresh_dice(bytes(32))
    for action in QUIET_TURN * 2:
        match.play(action)
    text = told(capsys, match.record(with_secret=True))
    assert "Dice: rolls 1 to 2 derived again" in text
    fresh = "Dice: from roll 3 on they come from a fresh secret: another host, or the old one was lost."
    assert f"{fresh}\nDice: roll 3 derived again" in text


def test_takebacks_across_dice_are_counted(capsys: Screen) -> None:
    match = played(*QUIET_TURN * 2)
    assert "Takebacks" not in told(capsys, match.record())
    match.take_back(3, "red")
    match.play("done")
    match.take_back(5, "blue")
    match.take_back(0, "blue")
    text = told(capsys, match.record())
    assert "Takebacks by consent: 3, 2 of them across dice, which undid 2 rolls.\n" in text


def test_takebacks_without_dice(capsys: Screen) -> None:
    match = played("take R1")
    match.take_back(0, "red")
    assert "Takebacks by consent: 1, none of them across dice.\n" in told(capsys, match.record())


def test_other_numbers_are_told(capsys: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played()
    text = match.record()
    monkeypatch.setattr(match.rules, "numbers", "0" * 16)
    assert f"Warning: {OTHER_NUMBERS}.\n" in told(capsys, text)


def test_a_finished_game(capsys: Screen) -> None:
    match = finished()
    text = told(capsys, match.record())
    assert f"Result: {match.result}. Hash: {match.hash}" in text
    assert "derived again" in text


def test_a_file_with_markup_in_its_name(capsys: Screen) -> None:
    assert main(["verify", str(saved(played(), "x[b].txt"))]) == 0
    assert capsys.readouterr().out.startswith("x[b].txt: The Ford")


def test_who_plays_on_is_told_of_other_numbers(capsys: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played()
    path = saved(match)
    monkeypatch.setattr(match.rules, "numbers", "0" * 16)
    Path("lines").write_text("")
    assert main(["play", str(path), "--script", "lines"]) == 0
    assert f"Warning: {OTHER_NUMBERS}.\n" in capsys.readouterr().out
