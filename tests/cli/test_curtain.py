"""Between two sides at one keyboard nothing passes but the keyboard."""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Typed
from tests.cli.desk import BATTLE, COMMAND, QUIET_TURN, at_table, environment, played
from tests.cli.test_terminal import CURTAIN, keyed, read_all
from westfront.engine.match import Match

LOWER = "Press Enter to lower the curtain. "
UP = b"\x1b[A"
CUT, PASTE = b"\x15", b"\x19"


def typed_into_a_terminal(keys: bytes) -> str:
    """What a terminal shows that is typed into all at once."""
    ours, theirs = pty.openpty()
    words = [*COMMAND, "play", "ford", "--seed", "1", "-o", "game"]
    with subprocess.Popen(words, stdin=theirs, stdout=theirs, stderr=theirs, env=environment()) as run:
        os.close(theirs)
        os.write(ours, keys)
        shown = read_all(ours)
        os.close(ours)
    assert run.returncode == 0
    return shown


def actions() -> list[str]:
    return [entry.action for entry in Match.load(Path("game").read_text()).entries]


def test_lines_can_be_called_back_before_the_curtain() -> None:
    typed_into_a_terminal(b"take R2\nundo\n" + UP + UP + b"\nquit\n")
    assert actions() == ["take R2", "undo", "take R2"]


@pytest.mark.parametrize("keys", [UP * 4 + b"\n", UP + b"\n", CUT + PASTE + b"\n", b"\x1b.\n", b"\x10\n"])
def test_the_other_side_cannot_call_back_what_was_typed(keys: bytes) -> None:
    shown = typed_into_a_terminal(b"move R2 0502\ntop R2" + CUT + b"done\ndone\n" + keys + keys + b"quit\n")
    after = shown.split("Hand the keyboard to blue.")[1]
    assert "R2" not in after
    assert actions() == ["move R2 0502", "done", "done"]


def test_quitting_at_the_curtain(typed: Typed) -> None:
    typed(*QUIET_TURN, "quit", "take B1")
    match = played()
    assert keyed(match, Path("game")).endswith(CURTAIN + "Saved in game.\n")
    assert match.number == 2


def test_dice_are_seen_by_who_threw_them_before_the_curtain_falls(typed: Typed) -> None:
    """With the last word of its turn blue throws for the weather; red hears of it as well."""
    typed(*QUIET_TURN, "", *QUIET_TURN, "", "")
    blue = keyed(played()).split(CURTAIN)[1]
    dice, lowered = blue.index("Dice for weather: "), blue.index(LOWER)
    assert dice < lowered < blue.index("Hand the keyboard to red.") < blue.rindex("Dice for weather: ")


def test_the_attacker_sees_his_dice_before_the_curtain_falls(typed: Typed) -> None:
    match = played("move RG 0303", "done", scenario="assault")
    fire = next(text for text in match.decision.texts if text.startswith("bombard"))
    typed(fire, "done", "", "")
    red = keyed(match).split(CURTAIN)[0]
    assert "Dice for bombardment" in red
    assert "RG bombards" in red


def test_without_dice_the_curtain_falls_at_once(typed: Typed) -> None:
    typed(*QUIET_TURN, "")
    assert LOWER not in keyed(played())


def test_who_goes_away_while_the_dice_lie_there_leaves(typed: Typed) -> None:
    typed(*QUIET_TURN, "", *QUIET_TURN)
    assert keyed(played(), Path("game")).endswith(LOWER + "Saved in game.\n")


def test_in_an_open_game_both_see_the_dice_and_nobody_waits() -> None:
    shown = at_table(played(scenario="assault", fog="off"), BATTLE)
    assert LOWER not in shown
    assert "Result at 0305: AL" in shown
