"""The terminal client, line by line: by a script, at the keyboard, and through a terminal of its own."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from tests.cli.conftest import Typed
from tests.cli.desk import BATTLE, COMMAND, QUIET_TURN, at_table, environment, finished, played, saved, shell
from tests.games.marne.drawn import bare, declare
from westfront.cli import main
from westfront.cli.terminal import Terminal
from westfront.cli.words import COMMANDS
from westfront.engine.match import Match
from westfront.errors import WestfrontError

CURTAIN = "Hand the keyboard to blue. Press Enter when blue is ready. "


def keyed(match: Match, path: Path | None = None) -> str:
    """What is shown while the typed lines are read."""
    return at_table(match, None, path)


def last_screen(shown: str) -> str:
    """What came after the last prompt but one: the answer to the last line before the end."""
    return shown.split("red> ")[-2]


def answer(typed: Typed, match: Match, line: str) -> str:
    """What one typed line is answered with."""
    typed(line)
    return last_screen(keyed(match))


# -- what is shown


def test_the_first_screen() -> None:
    lines = at_table(played(), []).splitlines()
    assert lines[1] == " red  turn 1 of 6 | movement | weather: dry | lost: 0 0"
    assert lines[-5:-3] == ["  Turn 1 begins, the weather is dry [1.2]", "  red: movement [1.1]"]
    assert lines[-3] == "Move your units, or end the movement phase. [2.1]"
    assert lines[-2] == "   1  done        2  take R1     3  take R2     4  take R3     5  take R4     6  take RG"
    assert lines[-1] == "Stopped."


def test_a_number_chooses() -> None:
    match = played()
    assert "red> 3\n" in at_table(match, ["3"])
    assert [entry.action for entry in match.entries] == ["take R2"]


def test_words_choose() -> None:
    match = played()
    at_table(match, ["take R2", "go 0402"])
    assert [entry.action for entry in match.entries] == ["take R2", "go 0402"]


def test_words_that_are_not_listed_but_legal_choose_as_well() -> None:
    match = played()
    at_table(match, ["move R1 0303 via 0302"])
    assert [entry.action for entry in match.entries] == ["move R1 0303 via 0302"]


def test_words_with_which_a_longer_choice_begins_are_played_if_they_are_an_action() -> None:
    guns = ", ".join(f"GE-CORPS-ART-{n} 2809" for n in (1, 2, 3))
    match = bare(f"GE-9DI 2810, {guns}, BR-50DI 2811", "combat")
    declare(match, "2811", "GE-9DI")
    at_table(match, ["support GE-CORPS-ART-1 GE-CORPS-ART-2"])
    assert match.entries[-1].action == "support GE-CORPS-ART-1 GE-CORPS-ART-2"


def test_only_what_is_new_in_the_log_is_shown_again() -> None:
    shown = at_table(played(), ["move R1 0302", "move R2 0402"])
    assert [shown.count(text) for text in ("Turn 1 begins", "R1 moves 0301 0302", "R2 moves")] == [1, 1, 1]


def test_letters_show_the_choices_that_fit(typed: Typed) -> None:
    assert answer(typed, played(), "R2") == "   3  take R2\n"


def test_every_word_must_fit(typed: Typed) -> None:
    assert answer(typed, played("take R1"), "04 03") == "  12  go 0304  (1.5)    18  go 0403  (1.5)\n"


def test_a_number_after_letters_is_still_one_of_the_whole_list() -> None:
    match = played()
    at_table(match, ["R2", "3"])
    assert match.entries[-1].action == "take R2"


def test_letters_change_nothing(typed: Typed) -> None:
    match = played()
    typed("R2", "R", "nonsense")
    keyed(match)
    assert match.number == 0


def test_a_long_list_is_cut_and_shown_whole_by_all() -> None:
    match = Match.new("michel", seed=1)
    count, shown = len(match.decision.texts), 6 * 5
    first, second = at_table(match, ["all"]).split("german> all\n")
    assert f"      and {count - shown} more: type a few letters to find one, or: all\n" in first
    assert [f"{count:>4}  {match.decision.texts[-1]}" in text for text in (first, second)] == [False, True]


def test_nothing_typed_shows_the_position_again() -> None:
    done = shell("play", "ford", keys=b"\n")
    assert done.stdout.count(b" red  turn 1 of 6") == 2


def test_results_of_a_die_are_told() -> None:
    shown = at_table(played(scenario="assault"), BATTLE)
    assert "4 against 5 is 1-2, die 3, -1 village [4.5], -1 all across the river [4.4] [4.3]" in shown
    assert "Result at 0305: AL [4.7]" in shown


def test_the_end_of_a_game_is_told() -> None:
    match = finished()
    lines = [entry.action for entry in match.entries if not entry.auto]
    shown = at_table(played(scenario="assault"), lines)
    assert shown.endswith(f"The game is over: {match.result}\n")


def test_blue_on_its_turn_has_its_own_prompt() -> None:
    assert "blue> take B1\n" in at_table(played(), [*QUIET_TURN, "take B1"])


# -- commands


def test_undo_takes_back(typed: Typed) -> None:
    match = played("move R1 0302")
    shown = answer(typed, match, "undo")
    assert shown.startswith("Taken back.\n\n red  turn 1")
    assert "   2  take R1 " in shown
    assert match.position() == played().position()


def test_undo_with_nothing_to_take_back(typed: Typed) -> None:
    shown = answer(typed, played(), "undo")
    assert (
        shown
        == "No: nothing can be taken back: a die, a reveal, a finished step or the other side came after it [undo]\n"
    )


def test_undo_does_not_reach_over_a_die(typed: Typed) -> None:
    typed("undo")
    assert "No: nothing can be taken back" in keyed(played(*QUIET_TURN * 2))


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("move R1 0309", "the enemy stands in 0309 [2.5]"),
        ("move R1 0505", "0505 costs R1 more than its 3 movement points [2.1]"),
        ("move B1 0308", "B1 is not one of your units on the map [2.1]"),
        ("top R1", "R1 lies on top of its hex already [2.7]"),
        ("stand", "'stand' cannot be played now; red is asked: Move your units, or end the movement phase. [2.1]"),
        ("move R1", "something is missing: 'move UNIT HEX [via HEX*]' [notation]"),
    ],
)
def test_why_and_refusals_cite_the_rule(action: str, sentence: str, typed: Typed) -> None:
    match = played()
    assert answer(typed, match, f"why {action}") == f"{sentence}\n"
    assert answer(typed, match, action) == f"No: {sentence}\n"
    assert match.number == 0


def test_why_of_something_allowed(typed: Typed) -> None:
    assert answer(typed, played(), "why move R1 0302") == "It is allowed.\n"


def test_why_of_nothing_and_of_nonsense(typed: Typed) -> None:
    for line in ("why", "why not", "WHY"):
        assert answer(typed, played(), line) == "why what? Type: why ACTION, why UNIT, why HEX or why UNIT HEX\n"
    assert answer(typed, played(), "why nonsense").startswith("no action begins with 'nonsense'")


def test_log_shows_the_last_lines(typed: Typed) -> None:
    match = played("move R1 0302", "move R2 0402")
    assert answer(typed, match, "log 1") == "  R2 moves 0501 0402 [2.1]\n"
    assert len(answer(typed, match, "log 2").splitlines()) == 2


@pytest.mark.parametrize("line", ["log", "log 0", "log all", "log " + "9" * 5000])
def test_log_without_a_number_shows_twenty_lines(line: str, typed: Typed) -> None:
    match = played(*QUIET_TURN * 8)
    assert len(match.log("red")) > 20
    assert answer(typed, match, line).splitlines() == [f"  {text}" for text in match.log("red")[-20:]]


def test_odds(typed: Typed) -> None:
    match = played(*BATTLE[:-1], scenario="assault", fog="off")
    typed("odds stand")
    shown = keyed(match).split("blue> ")[-2]
    assert shown == "   66.7%  Result at 0305: AL [4.7]\n   33.3%  Result at 0305: NE [4.7]\n"


def test_odds_of_what_rolls_no_die(typed: Typed) -> None:
    assert answer(typed, played(), "odds take R1") == "    100%  no dice are thrown\n"


def test_odds_of_what_is_not_allowed(typed: Typed) -> None:
    assert answer(typed, played(), "odds move R1 0309") == "No: the enemy stands in 0309 [2.5]\n"


def test_odds_do_not_tell_what_is_hidden(typed: Typed) -> None:
    match = played(*BATTLE[:3], scenario="assault")
    assert answer(typed, match, "odds confirm") == "Nobody can know that before it is revealed.\n"


def test_map(typed: Typed) -> None:
    shown = answer(typed, played(), "map")
    assert len(shown.splitlines()) == 1 + 9 + 1
    assert all(name in shown for name in ("R1", "RG", "B4", ". clear   w woods   v village"))


def test_map_of_a_hex_that_is_not_there(typed: Typed) -> None:
    assert answer(typed, played(), "map 9999") == "there is no hex '9999' on this map\n"


def test_a_hex(typed: Typed) -> None:
    match = played("move R2 0502")
    assert answer(typed, match, "hex 0502").splitlines() == [
        "  0502: clear",
        "    red RG 4-1-2 artillery",
        "    red R2 4-4-3 infantry moved",
    ]


def test_a_hex_that_is_empty_and_none(typed: Typed) -> None:
    assert answer(typed, played(), "hex 0305") == "  0305: village, blue village; no units\n"
    assert answer(typed, played(), "hex") == "which hex? Type: hex HEX, hex UNIT or hex PLACE\n"


def test_rule(typed: Typed) -> None:
    shown = answer(typed, played(), "rule 2.5")
    assert shown == "2.5 Enemies bar the way: No unit enters a hex with an enemy.\n"
    assert answer(typed, played(), "rule 99") == "The Ford has no rule '99'\n"


@pytest.mark.parametrize("word", ["help", "?"])
def test_help_names_every_command(word: str, typed: Typed) -> None:
    shown = answer(typed, played(), word)
    assert [name for name in COMMANDS if f"  {name} " not in shown] == []


@pytest.mark.parametrize(
    "line", ["0", "7", "-1", "1.5", "99999999999", "9" * 5000, "xyzzy", "[red]", "[/x]", "\x1b[2J", "\udcff"]
)
def test_what_is_nothing_is_answered_in_a_line(line: str, typed: Typed) -> None:
    match = played()
    shown = answer(typed, match, line)
    assert shown.startswith("No: none of the choices contains ")
    assert shown.endswith("; try: help [notation]\n")
    assert "\x1b" not in shown
    assert match.number == 0


@pytest.mark.parametrize("word", ["quit", "q", "exit"])
def test_quit(word: str, typed: Typed) -> None:
    match, path = played(), Path("game.westfront")
    typed("take R1", word, "go 0302")
    assert keyed(match, path).endswith("red> Saved in game.westfront.\n")
    assert match.number == 1


def test_the_end_of_input_is_like_quitting(typed: Typed) -> None:
    typed("take R1")
    assert keyed(played(), Path("game.westfront")).endswith("red> Saved in game.westfront.\n")


def test_without_a_file_nothing_is_said_to_be_saved() -> None:
    assert at_table(played(), []).endswith("Stopped.\n")


# -- two sides at one keyboard


def test_under_fog_a_curtain_falls_between_the_sides(typed: Typed) -> None:
    typed(*QUIET_TURN, "", "take B1")
    shown = keyed(played())
    assert shown.count(CURTAIN) == 1
    assert shown.index("red> ") < shown.index(CURTAIN) < shown.index(" blue  turn 1") < shown.index("Where does B1 go?")


def test_without_fog_there_is_no_curtain(typed: Typed) -> None:
    typed(*QUIET_TURN, "take B1")
    shown = keyed(played(fog="off"))
    assert "Hand the keyboard to" not in shown
    assert "Where does B1 go?" in shown


def test_a_script_needs_no_curtain() -> None:
    assert "Hand the keyboard to" not in at_table(played(), [*QUIET_TURN, "take B1"])


def test_no_curtain_while_one_side_goes_on(typed: Typed) -> None:
    typed("take R1", "go 0302", "undo")
    assert "Hand the keyboard to" not in keyed(played())


def test_behind_the_curtain_nothing_is_shown_to_nobody(typed: Typed) -> None:
    typed(*QUIET_TURN)
    match = played()
    shown = keyed(match, Path("game.westfront"))
    assert shown.endswith(CURTAIN + "Saved in game.westfront.\n")
    assert match.number == 2


def test_blue_never_sees_what_red_hides(typed: Typed) -> None:
    typed("move R2 0502", *QUIET_TURN, "", "map", "hex 0502", "log", "all", "R", "take BG", "undo", "odds done")
    red, blue = keyed(played()).split(CURTAIN)
    assert "R2" in red
    assert "R2" not in blue
    assert "RG/2" in blue
    assert "  0502: clear\n    red RG 4-1-2 artillery\n    red hidden\n" in blue
    assert "A red unit moves 0501 0502" in blue


def test_red_still_sees_its_own_hidden_unit(typed: Typed) -> None:
    typed("move R2 0502", *QUIET_TURN, "", *QUIET_TURN, "", "", "hex 0502")
    shown = keyed(played()).split("Hand the keyboard to red.")[-1]
    assert "    red R2 4-4-3 infantry\n" in shown


# -- saving


def test_the_game_is_saved_after_every_action() -> None:
    path, match, found = Path("game.westfront"), played(scenario="assault"), list[str]()

    def watched() -> Iterator[str]:
        for line in ("take R4", "undo", "map", "take R4", "cancel", *BATTLE):
            yield line
            found.append(path.read_text())
            assert found[-1] == match.record(with_secret=True)

    at_table(match, watched(), path)
    assert [Match.load(text).number for text in found] == [1, 2, 2, 3, 4, 5, 6, 7, 8, 11]


def test_a_game_can_be_left_and_taken_up_again_with_the_same_dice(typed: Typed) -> None:
    whole = (*QUIET_TURN * 2, "move R1 0302", *QUIET_TURN * 2)
    path = saved(played(), "parts.txt")
    for part in (whole[:1], whole[1:3], whole[3:]):
        Path("lines").write_text("\n".join(part))
        assert main(["play", "parts.txt", "--script", "lines"]) == 0
    assert path.read_text() == played(*whole).record(with_secret=True)
    assert " weather d6 " in path.read_text()


def test_undo_works_on_a_game_that_was_taken_up_again(typed: Typed) -> None:
    match = Match.load(saved(played("move R1 0302")).read_text())
    assert answer(typed, match, "undo").startswith("Taken back.")


def test_a_full_disk_is_told_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    match, path, disk = played(), Path("game.westfront"), ["", "", "full", "", "", "", ""]
    lines = iter(["take R1", "go 0302"])
    write = os.fsync

    def fsync(file: int) -> None:
        if disk.pop(0):
            raise OSError(28, "No space left on device")
        write(file)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr("builtins.input", lambda: next(lines, "quit"))
    assert "the action is done, but it could not be saved: game.westfront: No space left on device" in keyed(
        match, path
    )
    assert path.read_text() == played("take R1", "go 0302").record(with_secret=True)


def test_a_record_without_its_secret_cannot_roll_on(typed: Typed) -> None:
    match = Match.load(played(*QUIET_TURN, "done").record())
    typed("done")
    assert "this record does not hold the secret of its dice" in keyed(match)
    assert match.number == 3


# -- scripts


def test_a_refused_line_ends_a_script_and_is_named() -> None:
    with pytest.raises(WestfrontError, match=r"^script line 3: the enemy stands in 0309 \[2\.5\]$"):
        at_table(played(), ["# first", "map", "move R1 0309", "take R1"])


def test_comments_and_blank_lines_are_passed_over() -> None:
    match = played()
    at_table(match, ["", "# a comment", "  take R1  # another", "   "])
    assert [entry.action for entry in match.entries] == ["take R1"]


# -- a terminal of its own


def test_through_a_pipe() -> None:
    done = shell("play", "ford", "--seed", "1", keys=b"take R1\ngo 0302\nquit\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(b"red> Saved in ford.westfront.\n")
    assert Path("ford.westfront").read_text() == played("take R1", "go 0302").record(with_secret=True)


def test_bytes_that_are_no_text_do_no_harm() -> None:
    done = shell("play", "ford", keys=b"\xff\xfe\ntake R1\n", PYTHONIOENCODING="utf-8:strict")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"No: none of the choices contains" in done.stdout
    assert b"Where does R1 go?" in done.stdout


def test_a_terminal_that_has_no_such_letters() -> None:
    done = shell("games", PYTHONIOENCODING="ascii:strict")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"The Ford" in done.stdout


def test_a_reader_who_goes_away_early_sees_no_traceback() -> None:
    with subprocess.Popen(
        [*COMMAND, "games"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.close()
        assert b"Traceback" not in run.stderr.read()


def read_all(terminal: int) -> str:
    """Everything that is written to a pseudo-terminal until its program ends."""
    found = b""
    while True:
        try:
            found += (more := os.read(terminal, 65536))
        except OSError:  # Linux says so when the last program has gone
            more = b""
        if not more:
            return found.decode()


def test_on_a_real_terminal_with_colours_and_a_curtain() -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "play", "ford", "--seed", "1"], stdin=theirs, stdout=theirs, stderr=theirs, env=environment()
    ) as run:
        os.close(theirs)
        os.write(ours, b"move R2 0502\ndone\ndone\n\ntake B1\nquit\n")
        shown = read_all(ours)
        os.close(ours)
    assert run.returncode == 0
    before, after = shown.split("Hand the keyboard to blue.")
    assert before.endswith("\x1b[2J\x1b[H\x1b[3J")
    assert "\x1b[1;" in before
    assert "Where does B1 go?" in after
    assert Match.load(Path("ford.westfront").read_text()).entries[-1].action == "take B1"


# -- what a beginner would type


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("why R1 0309", "the enemy stands in 0309 [2.5]"),
        ("why not r1 0505", "0505 costs R1 more than its 3 movement points [2.1]"),
        ("why b1", "B1 is not one of your units on the map [2.1]"),
        ("why R1", "It is allowed."),
        ("odds", "the odds of what? Type: odds ACTION"),
        ("hex r1", "  0301: clear\n    red R1 4-4-3 infantry\n"),
        ("units r1", "  R1 0301  4-4-3 infantry"),
        ("units zz", "no unit on the map matches 'zz'"),
        ("rule", "2.1 "),
        ("rule BARS", "The Ford has no rule 'BARS'"),
        ("rule bar the", "  2.5 Enemies bar the way"),
    ],
)
def test_a_guess_is_answered(line: str, sentence: str, typed: Typed) -> None:
    assert answer(typed, played(), line).startswith(sentence)


def test_letters_may_be_large_or_small(typed: Typed) -> None:
    match = played()
    typed("TAKE r2", "Go 0402", "UNDO", "gO 0402")
    keyed(match)
    assert [entry.action for entry in match.entries] == ["take R2", "go 0402", "undo", "go 0402"]


def test_units_lists_ones_own_and_never_what_is_hidden(typed: Typed) -> None:
    shown = answer(typed, played(), "units")
    assert sorted(word for word in shown.split() if word[0] in "RB") == ["R1", "R2", "R3", "R4", "RG"]
    typed("move R2 0502", *QUIET_TURN, "", "units r")
    blue = keyed(played()).split(CURTAIN)[1]
    assert "RG 0502" in blue
    assert "R2" not in blue


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 35), (60, 20)])
@pytest.mark.parametrize("game", ["michel", "hindenburg"])
def test_a_position_fits_on_the_screen(game: str, width: int, height: int) -> None:
    out = StringIO()
    console = Console(file=out, width=width, height=height, force_terminal=True, color_system=None)
    match = Match.new(game, seed=1)
    Terminal(match, None, console, iter(["1", "1"])).run()
    for screen in re.split(r"(?:german|allied)> .*\n", out.getvalue()):
        lines = screen[screen.index(f"\n {match.decision.side} ") :].removesuffix("Stopped.\n").splitlines()[1:]
        assert len(lines) < height
        assert max(map(len, lines)) <= width


def test_lines_are_broken_between_words() -> None:
    out = StringIO()
    console = Console(file=out, width=60, force_terminal=True, color_system=None)
    Terminal(played(), None, console, iter(["help"])).run()
    shown = out.getvalue()
    assert max(map(len, shown.splitlines())) <= 60
    assert "why UNIT HEX" in " ".join(shown.split())


def test_of_several_battles_the_screen_has_the_chances_and_the_rest_is_for_the_asking() -> None:
    match = Match.new("hindenburg", seed=1)
    for action in ("done", "done"):
        match.play(action)
    force = next(action for action in match.decision.texts if action.startswith("force 3"))
    first, second = at_table(match, [force, "battle"]).split("> battle\n")
    screen = first.split(f"> {force}\n")[1]
    assert "is taken" in screen
    assert "(more: battle)" in screen
    assert "hits of the attacker" not in screen
    assert "hits of the attacker" in second
    assert "No battle is declared or being built." in at_table(played(), ["battle"])


# -- the machine


def test_the_machine_plays_its_side(typed: Typed) -> None:
    typed(*QUIET_TURN)
    match = played()
    shown = at_table(match, None, machines=["blue"])
    assert "Hand the keyboard to" not in shown
    assert "blue>" not in shown
    assert {entry.side for entry in match.entries} == {"red", "blue"}
    assert match.decision.side == "red"


def test_two_machines_play_to_the_end_and_with_a_seed_always_alike() -> None:
    ends = []
    for _ in range(2):
        match = played()
        assert "The game is over: " in at_table(match, None, machines=["red", "blue"])
        ends.append(match.hash)
    assert ends[0] == ends[1]


# -- nothing is lost


def test_a_game_that_is_open_twice_is_not_overwritten() -> None:
    match, path = played(), Path("game.westfront")
    other = played("take R3", "go 0502").record(with_secret=True)

    def read() -> str:
        if match.number == 0:
            path.write_text(other)
            return "take R1"
        return "quit"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("builtins.input", read)
        with pytest.raises(WestfrontError, match="has been changed from elsewhere"):
            keyed(match, path)
    assert (match.number, path.read_text()) == (1, other)


def test_a_file_that_was_taken_away_is_written_again() -> None:
    match, path = played(), Path("game.westfront")
    lines = iter(["take R1", "go 0302", "quit"])

    def read() -> str:
        path.unlink(missing_ok=True)
        return next(lines)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("builtins.input", read)
        keyed(match, path)
    assert path.read_text() == match.record(with_secret=True)


def test_interrupting_says_where_the_game_is(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("builtins.input", lambda: (_ for _ in ()).throw(KeyboardInterrupt))
        assert main(["play", "ford", "-o", "here"]) == 130
    assert capsys.readouterr().out.endswith("\nSaved in here.\n")
    assert Match.load(Path("here").read_text()).number == 0


def test_without_a_keyboard_nothing_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert main(["play", "ford", "-o", "here"]) == 0
    assert capsys.readouterr().out.endswith("Saved in here.\n")
