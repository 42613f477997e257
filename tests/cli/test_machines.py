"""Machines at the keyboard: how one follows what they do, what they advise, and that it is written down."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from rich.progress import Progress

from tests.cli.conftest import Refused, Typed
from tests.cli.desk import at_table, played, saved
from westfront.bots import levels
from westfront.bots.levels import FAIR, LEVELS, STYLES
from westfront.cli import main
from westfront.cli.locked import Lock
from westfront.cli.paper import Paper
from westfront.cli.saves import Save
from westfront.cli.terminal import GO_ON, SKIP, Terminal, in_pages
from westfront.cli.thinking import Spent, budget
from westfront.engine.match import Match

BY_MAIL = "nobody gives advice in a game by mail: the other side has not agreed to it"


@pytest.fixture(autouse=True)
def able_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that changes needs a terminal that can go back in it."""
    monkeypatch.setenv("TERM", "xterm-256color")


def actions(match: Match) -> list[str]:
    return [entry.action for entry in match.entries]


# -- whom one plays against


def test_a_game_begins_with_a_line_about_each_machine(typed: Typed, capsys: pytest.CaptureFixture[str]) -> None:
    typed()
    assert main(["play", "meuse", "--machine", "german=commander-bold"]) == 0
    level, style = LEVELS["commander"].sentence, STYLES["bold"]
    assert f"\ngerman: commander, bold: {level} {style}\n" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "styles"), [("meuse", 2), ("ford", 0)])
def test_help_machine_tells_every_level_and_style_of_the_game(game: str, styles: int, typed: Typed) -> None:
    typed("help machine")
    told = at_table(Match.new(game, seed=1), None).split("> ")[1]
    words = " ".join(told.split())
    assert all(f"{name} {sentence}" in words for name, sentence in levels(game).items())
    assert sum(f"-{style} {sentence}" in words for style, sentence in STYLES.items()) == styles
    assert FAIR in words
    assert max(map(len, told.splitlines())) <= 80


def test_so_does_the_help_of_play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    shown = capsys.readouterr().out
    words = " ".join(shown.split())
    assert all(sentence in words for sentence in (*levels("meuse").values(), STYLES["cautious"], STYLES["bold"], FAIR))
    assert max(map(len, shown.splitlines())) <= 80


# -- following


def at_terminal(match: Match, monkeypatch: pytest.MonkeyPatch, *typed: str, height: int = 24) -> str:
    """What a real terminal shows of a game against a German officer, while lines are typed until there are no more."""
    left, out = iter(typed), StringIO()
    console = Paper(file=out, width=100, height=height, force_terminal=True, color_system=None)

    def read(prompt: str) -> str:
        out.write(prompt)
        for line in left:
            return line
        raise EOFError

    monkeypatch.setattr("builtins.input", read)
    Terminal(match, None, console, machines={"german": "recruit"}).run()
    return out.getvalue()


def test_while_a_machine_thinks_a_terminal_says_so_and_nothing_else_does(
    monkeypatch: pytest.MonkeyPatch, typed: Typed
) -> None:
    assert re.search(
        r"german \(recruit\) is thinking \d+ of 0.5 s", at_terminal(Match.new("michel", seed=1), monkeypatch)
    )
    typed()
    out = StringIO()
    Terminal(Match.new("michel", seed=1), None, Paper(file=out, width=100), machines={"german": "recruit"}).run()
    assert "thinking" not in out.getvalue()
    assert "attack 2403" in out.getvalue()


@pytest.mark.parametrize(
    ("name", "elapsed", "shown"),
    [("staff-bold", 3.2, "3 of 10 s"), ("commander", 0.4, "0 of 3 s"), ("random", 9, "9 of 10 s")],
)
def test_the_line_says_how_much_of_its_budget_a_machine_has_spent(name: str, elapsed: float, shown: str) -> None:
    progress = Progress(get_time=lambda: elapsed)
    progress.add_task("", start=False, total=budget(name))
    (task,) = progress.tasks
    task.start_time = 0.0
    assert Spent().render(task).plain == shown


def test_the_orders_of_a_machine_are_told_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.new("michel", seed=1)
    told, *_ = at_terminal(match, monkeypatch, *[""] * 50).split("allied> ")
    pages = told.split(SKIP)
    log = match.log("allied")
    assert len(pages) > 3
    assert all(line in " ".join(told.split()) for line in (" ".join(line.split()) for line in log))
    assert all(page.count("\n") < 24 for page in pages[1:-1])
    assert pages[-1].count(GO_ON) == 1
    assert "earlier lines; to see them: log " in pages[-1]


def test_they_can_be_skipped_and_one_can_quit_there(monkeypatch: pytest.MonkeyPatch) -> None:
    skipped = at_terminal(Match.new("michel", seed=1), monkeypatch, "s")
    assert (skipped.count(SKIP), skipped.count(GO_ON), skipped.count("allied> ")) == (1, 0, 1)
    left = at_terminal(Match.new("michel", seed=1), monkeypatch, "quit")
    assert left.endswith(f"{SKIP}Stopped.\n")


def test_what_fits_beside_the_map_needs_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = at_terminal(Match.new("michel", seed=1), monkeypatch, height=2000)
    assert SKIP not in shown
    assert GO_ON not in shown


def test_two_machines_are_followed_as_they_play() -> None:
    match, out = played(), StringIO()
    console = Paper(file=out, width=100, force_terminal=True, color_system=None)
    Terminal(match, None, console, machines={"red": "random", "blue": "random"}).run()
    lines = out.getvalue().splitlines()
    thoughts = [n for n, line in enumerate(lines) if "is thinking" in line]
    first = next(n for n, line in enumerate(lines) if "Turn 2 begins" in line)
    assert thoughts[0] < first < thoughts[-1]


def test_pages_have_room_for_lines_that_are_broken() -> None:
    lines = ["a" * 25, "b", "c" * 10, "d"]
    assert list(in_pages(lines, 10, 4)) == [lines[:2], lines[2:]]
    assert list(in_pages(["e" * 100], 10, 4)) == [["e" * 100]]
    assert list(in_pages([], 10, 4)) == []


# -- advice


def test_advice_is_recorded_once_for_each_position_and_changes_nothing_in_it() -> None:
    match, path = Match.new("meuse", seed=1), Path("game")
    shown = at_table(match, ["advise", "advise", "2", "advise", "undo", "advise"], path)
    first, second, third, fourth = (line for line in shown.splitlines() if line.startswith("  I would: "))
    assert " Why: " in first
    assert first == second
    assert third != first
    assert fourth.partition(" Why: ")[0] == first.partition(" Why: ")[0]
    assert actions(match) == ["advice", match.entries[1].action, "advice", "undo", "advice"]
    assert Match.load(path.read_text()).entries == match.entries
    assert match.log(match.rules.sides[1]).count(f"{match.rules.sides[0]} asks for advice") == 3


def test_advice_stands_below_the_position_which_is_not_drawn_again(typed: Typed) -> None:
    typed("advise")
    shown = at_table(Match.new("meuse", seed=1), None)
    assert shown.split("> ")[1].startswith("  I would: ")


def test_where_nobody_knows_the_game_nothing_is_recorded(typed: Typed) -> None:
    match = played()
    typed("advise")
    assert "no officer knows ford well enough to give advice" in at_table(match, None)
    assert match.number == 0


def test_a_game_begun_without_advice_has_none_also_when_it_is_taken_up_again(
    typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not for two at one keyboard, nor against the machine."""
    for words in (["meuse", "--no-advice"], ["meuse.westfront"], ["meuse.westfront", "--machine", "german"]):
        typed("advise")
        assert main(["play", *words]) == 0
        assert "No: nobody gives advice in this game: that was agreed when it began" in capsys.readouterr().out
    match = Match.load(Path("meuse.westfront").read_text())
    assert (match.advice, match.number) == (False, 0)


def test_without_that_both_at_one_keyboard_may_ask() -> None:
    match = Match.new("meuse", seed=1)
    asked: list[str] = []
    while len(asked) < 2:
        if match.decision.side not in asked:
            asked.append(match.decision.side)
            assert at_table(match, ["advise"]).count("  I would: ") == 1
        else:
            match.play("done")
    assert [entry.side for entry in match.entries if entry.action == "advice"] == asked


def test_what_was_agreed_cannot_be_changed_later(refused: Refused) -> None:
    path = saved(played())
    assert "what was chosen when it began cannot be changed" in refused("play", str(path), "--no-advice")


@pytest.mark.parametrize("way", ["side", "lock"])
def test_by_mail_there_is_no_advice_but_against_the_machine_there_is(way: str, typed: Typed) -> None:
    match = Match.new("meuse", seed=1)
    side = match.decision.side
    (other,) = set(match.rules.sides) - {side}
    path = saved(match)
    save = Save(path, Lock("four words by mail"), path.read_text()) if way == "lock" else None

    def asked(machines: dict[str, str]) -> str:
        out = StringIO()
        typed("advise")
        only = side if way == "side" else None
        Terminal(match, save, Paper(file=out, width=100), only=only, machines=machines).run()
        return out.getvalue()

    assert BY_MAIL in asked({})
    assert match.number == 0
    assert "  I would: " in asked({other: "random"})
    assert actions(match) == ["advice"]
