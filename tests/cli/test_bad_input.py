"""Whatever is wrong gives one line and exit code 2, never a traceback, and no file is changed or created."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Refused
from tests.cli.desk import BATTLE, QUIET_TURN, finished, played, saved, shell
from westfront.cli import main
from westfront.cli.files import LARGEST
from westfront.engine.match import Match
from westfront.engine.record import checksum
from westfront.engine.rules import games

LONG = "a" * 300

READERS = {
    "verify": ["verify", "FILE"],
    "replay": ["replay", "FILE"],
    "replay of a side": ["replay", "FILE", "--side", "red", "--to", "1"],
    "play": ["play", "FILE", "--script", "lines"],
    "fuzz": ["fuzz", "ford", "--record", "FILE"],
}
TEXTS = {
    **READERS,
    "perft": ["perft", "ford", "--position", "FILE"],
    "override": ["new", "ford", "--override", "FILE"],
    "override in perft": ["perft", "ford", "--override", "FILE"],
}


def with_file(words: list[str], file: str) -> list[str]:
    """A command with the name of a file filled in, and a script for those that play one."""
    Path("lines").write_text("")
    return [file if word == "FILE" else word for word in words]


# -- files that are none of ours


@pytest.mark.parametrize("words", TEXTS.values(), ids=TEXTS)
def test_no_such_file(words: list[str], refused: Refused) -> None:
    assert "no-such.file" in refused(*with_file(words, "no-such.file"))


@pytest.mark.parametrize("words", TEXTS.values(), ids=TEXTS)
def test_a_folder_instead_of_a_file(words: list[str], refused: Refused) -> None:
    Path("a.folder").mkdir()
    assert "a.folder" in refused(*with_file(words, "a.folder"))


@pytest.mark.parametrize("words", TEXTS.values(), ids=TEXTS)
def test_a_name_that_is_too_long(words: list[str], refused: Refused) -> None:
    assert "aaaa" in refused(*with_file(words, LONG))


@pytest.mark.parametrize("words", TEXTS.values(), ids=TEXTS)
def test_bytes_that_are_no_text(words: list[str], refused: Refused) -> None:
    Path("bytes").write_bytes(b"westfront record 1\n\xff\xfe\x00")
    assert refused(*with_file(words, "bytes")) == "westfront: bytes: this is not a text file\n"


@pytest.mark.parametrize("words", TEXTS.values(), ids=TEXTS)
def test_an_empty_file(words: list[str], refused: Refused) -> None:
    Path("empty").touch()
    assert " must begin with " in refused(*with_file(words, "empty"))


@pytest.mark.parametrize("words", TEXTS.values(), ids=TEXTS)
def test_a_file_of_another_kind(words: list[str], refused: Refused) -> None:
    Path("note").write_text("To whom it may concern:\nnothing of it.\n")
    assert " must begin with " in refused(*with_file(words, "note"))


@pytest.mark.parametrize("words", TEXTS.values(), ids=TEXTS)
def test_a_file_that_is_too_large(words: list[str], refused: Refused) -> None:
    with Path("large").open("wb") as file:
        file.truncate(LARGEST + 1)
    assert refused(*with_file(words, "large")) == "westfront: large: the file is too large to be one of ours\n"


@pytest.mark.parametrize("words", TEXTS.values(), ids=TEXTS)
def test_a_file_without_an_end(words: list[str], refused: Refused) -> None:
    assert "/dev/zero" in refused(*with_file(words, "/dev/zero"))


def test_a_script_that_is_no_text(refused: Refused) -> None:
    Path("bytes").write_bytes(b"\xff")
    assert refused("play", "ford", "--script", "bytes") == "westfront: bytes: this is not a text file\n"
    assert "No such file" in refused("play", "ford", "--script", "nowhere")
    assert "directory" in refused("play", "ford", "--script", ".")


# -- records that do not hold


def lines_of(match: Match) -> list[str]:
    """The lines of a record with its secret."""
    return match.record(with_secret=True).splitlines()


def swapped(lines: list[str], first: int) -> list[str]:
    """Two lines next to each other have changed places."""
    return [*lines[:first], lines[first + 1], lines[first], *lines[first + 2 :]]


def changed(old: str, new: str) -> Callable[[list[str]], list[str]]:
    """A word is another wherever it stands in the lines."""
    return lambda lines: "\n".join(lines).replace(old, new).split("\n")


DAMAGE: dict[str, Callable[[list[str]], list[str]]] = {
    "cut in the head": lambda lines: lines[:3],
    "cut in the actions": lambda lines: lines[:-4],
    "cut before the end": lambda lines: lines[:-1],
    "cut in a line": lambda lines: [*lines[:-1], lines[-1][:-5]],
    "an action lost": lambda lines: [line for line in lines if not line.startswith("2 ")],
    "actions in another order": lambda lines: swapped(lines, lines.index("begin") + 1),
    "the head in another order": lambda lines: swapped(lines, 1),
    "an action twice": lambda lines: [*lines[:-3], lines[-4], *lines[-3:]],
    "another action": changed("add R1", "add R2"),
    "another side": changed("1 red", "1 blue"),
    "another die": changed(" d6 3", " d6 6"),
    "no die": changed(" | 0 combat/0305 d6 3", ""),
    "another scenario": changed("= assault", "= meeting"),
    "another secret": changed("secret = ", "secret = 00"),
    "another game": changed("game = ford", "game = chess"),
    "other rules": changed("rules = 1", "rules = 999"),
    "a word behind the end": lambda lines: [*lines, "more"],
    "a comment": lambda lines: [*lines[:5], "# hello", *lines[5:]],
    "a line of the terminal": lambda lines: [*lines[:-1], "result = \x1b[2J", lines[-1]],
}


@pytest.mark.parametrize("words", READERS.values(), ids=READERS)
@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_record(damage: Callable[[list[str]], list[str]], words: list[str], refused: Refused) -> None:
    lines = lines_of(played(*BATTLE, scenario="assault"))
    assert damage(lines) != lines
    Path("game").write_text("\n".join(damage(lines)) + "\n")
    told = refused(*with_file(words, "game"))
    assert told.startswith("westfront: game: ")
    assert "\x1b" not in told


def test_a_record_without_any_one_of_its_lines(refused: Refused) -> None:
    lines = lines_of(finished())
    for i in range(0, len(lines), 9):
        Path("game").write_text("\n".join(lines[:i] + lines[i + 1 :]) + "\n")
        refused("verify", "game")


def test_a_record_cut_anywhere(refused: Refused) -> None:
    text = played(*BATTLE, scenario="assault").record(with_secret=True)
    for i in range(0, len(text) - 1, 5):
        Path("game").write_text(text[:i])
        refused("verify", "game")


def resealed(lines: list[str]) -> str:
    """A record whose last line holds, whatever the others say: the work of somebody who has read the format."""
    count = sum(line[0].isdigit() for line in lines)
    return "\n".join([*lines[:-1], f"end {count} {checksum(lines[:-1])}"]) + "\n"


@pytest.mark.parametrize("name", ["another action", "another die", "no die", "another side", "another secret"])
def test_a_forged_record_names_the_line(name: str, refused: Refused) -> None:
    lines = lines_of(played(*BATTLE, scenario="assault"))
    forged = DAMAGE[name](lines)
    line = next(i for i, (old, new) in enumerate(zip(lines, forged, strict=True), 1) if old != new)
    Path("game").write_text(resealed(forged))
    assert refused("verify", "game").startswith(f"westfront: game: line {line}: ")


def test_a_record_with_another_roll_and_a_hash_to_fit_is_found_out_by_the_secret(refused: Refused) -> None:
    match = played(*QUIET_TURN, "done")
    match.dice._values = lambda *_: (6,)  # type: ignore[method-assign]
    match.play("done")
    Path("game").write_text(match.record(with_secret=True))
    assert refused("verify", "game").endswith("roll 0 did not come from the secret of this game\n")


def test_a_position_has_its_setting(refused: Refused) -> None:
    Path("stand.txt").write_text(played().position())
    told = refused("perft", "ford", "--position", "stand.txt", "--scenario", "assault")
    assert told == "westfront: stand.txt has its setting: leave out --scenario, --option and --override\n"


def test_a_position_that_cannot_be(refused: Refused) -> None:
    text = played().position()
    for old, new in (("0309", "0301"), ("turn = 1", "turn = 99"), ("unit R1", "unit X1"), ("frame Move", "frame Run")):
        Path("position").write_text(text.replace(old, new))
        refused("perft", "ford", "--position", "position")


def test_a_position_of_another_game(refused: Refused) -> None:
    Path("position").write_text(played().position())
    told = refused("perft", "chess", "--position", "position")
    assert told == "westfront: the position is one of ford, not of chess\n"
    Path("position").write_text(played().position().replace("game = ford", "game = chess"))
    assert "there is no game 'chess'" in refused("perft", "ford", "--position", "position")


# -- settings that do not exist


@pytest.mark.parametrize("command", ["new", "play", "perft", "fuzz", "rules"])
def test_an_unknown_game(command: str, refused: Refused) -> None:
    known = ", ".join(game.id for game in games())
    assert refused(command, "chess") == f"westfront: there is no game 'chess'; the games are: {known}\n"


@pytest.mark.parametrize("command", ["new", "play", "perft"])
def test_an_unknown_scenario_or_option(command: str, refused: Refused) -> None:
    assert "no scenario 'siege'; there is meeting, assault" in refused(command, "ford", "--scenario", "siege")
    assert "no option fog = maybe; there is fog = on or off" in refused(command, "ford", "--option", "fog=maybe")
    assert "no option gas = on" in refused(command, "ford", "--option", "gas=on")
    assert "no option  = " in refused(command, "ford", "--option", "=")


@pytest.mark.parametrize("command", ["new", "play"])
@pytest.mark.parametrize("name", ["green=Anna", "red=", "=Anna", "red=\x1b[2J", "red=" + "x" * 81, "red=a\nb"])
def test_a_player_that_cannot_be(name: str, command: str, refused: Refused) -> None:
    refused(command, "ford", "--player", name)


@pytest.mark.parametrize("command", ["new", "perft"])
@pytest.mark.parametrize(
    "text",
    [
        "types R-inf attack 4\n",
        "name Mine\ntypes R-inf attack\n",
        "name Mine\ntypes R-inf attack many\n",
        "name Mine\ntypes R-inf attack 4\ntypes R-inf attack 5\n",
        "name Mine\ntypes R-tank attack 4\n",
        "name Mine\nno-such-file R-inf attack 4\n",
        "name Mine\ntables.crt 5 2-1 BANG\n",
        "name \0\n",
    ],
)
def test_an_override_that_does_not_hold(text: str, command: str, refused: Refused) -> None:
    Path("mine").write_text(text)
    refused(command, "ford", "--override", "mine")


@pytest.mark.parametrize(
    "words", [["--x\x1b[2J"], ["fuzz", "ford", "--games", "\x1b[2J"], ["new", "ford", "--player", "\x07"]]
)
def test_a_wrong_word_is_repeated_but_not_obeyed(words: list[str], misused: Refused) -> None:
    assert not {"\x1b", "\x07"} & set(misused(*words))


def test_the_name_of_a_file_cannot_command_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "ford", "-o", "a\x1b]0;b\x07"]) == 0
    assert main(["verify", "a\x1b]0;b\x07"]) == 0
    shown = capsys.readouterr().out
    assert r"a\x1b]0;b\x07: The Ford" in shown
    assert not {"\x1b", "\x07"} & set(shown)


def test_a_script_cannot_command_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    Path("lines").write_text("log \x1b[2J\n")
    assert main(["play", "ford", "--script", "lines"]) == 0
    assert r"red> log \x1b[2J" in capsys.readouterr().out


def test_words_with_line_ends_are_told_in_one_line(refused: Refused) -> None:
    assert r"fog = a\nb" in refused("new", "ford", "--option", "fog=a\nb")
    assert r"a\nb" in refused("verify", "a\nb")
    assert r"a\x1b[2Jb" in refused("verify", "a\x1b[2Jb")


def test_a_name_with_markup_is_told_as_it_is(refused: Refused) -> None:
    assert "x[/b]" in refused("verify", "x[/b]")


# -- the command line itself


@pytest.mark.parametrize(
    "words",
    [
        ["chess"],
        ["--no-such"],
        ["new"],
        ["play"],
        ["verify"],
        ["verify", "a", "b"],
        ["replay", "a", "--to", "one"],
        ["new", "ford", "--option", "fog"],
        ["new", "ford", "--player", "red"],
        ["new", "ford", "--seed"],
        ["new", "ford", "--seed", "\udcff"],
        ["new", "ford", "--seed", "a\nb"],
        ["fuzz", "ford", "--seed", "\udcff"],
        ["fuzz", "ford", "--games", "0"],
        ["fuzz", "ford", "--games", "-3"],
        ["fuzz", "ford", "--games", "9" * 5000],
        ["fuzz", "ford", "--jobs", "many"],
        ["fuzz", "ford", "--jobs", "999999999"],
        ["serve", "--rate", "nan"],
        ["serve", "--rate", "-1"],
        ["serve", "--rate", "inf"],
        ["serve", "--quiet", "soon"],
        ["perft", "ford", "--depth", "0"],
        ["perft", "ford", "--die", "²"],
    ],
)
def test_a_command_that_is_none(words: list[str], misused: Refused) -> None:
    assert ": error: " in misused(*words)


@pytest.mark.parametrize("seed", ["1", "-1", "0", "seven", "", "é", "1 2", "9" * 5000])
def test_any_line_of_text_is_a_seed(seed: str) -> None:
    assert main(["new", "ford", f"--seed={seed}", "-o", "a"]) == 0
    assert Match.load(Path("a").read_text()).commitment == Match.new("ford", seed=seed).commitment


@pytest.mark.parametrize("number", ["-1", "4", "99999999999999999999"])
def test_replay_beyond_the_record(number: str, refused: Refused) -> None:
    told = refused("replay", str(saved(played("move R1 0302", *QUIET_TURN))), "--to", number)
    assert told == f"westfront: game.westfront has 3 actions, there is no action {number}\n"


@pytest.mark.parametrize("actions", [(), ("take R1",)])
def test_replay_of_an_unknown_side(actions: tuple[str, ...], refused: Refused) -> None:
    told = refused("replay", str(saved(played(*actions))), "--side", "green")
    assert told == "westfront: ford has no side 'green'; there is red and blue\n"


def test_rules_of_nothing_or_of_everything_and_one(refused: Refused) -> None:
    for words in ([], ["ford", "--all"]):
        assert "name a game, or use --all" in refused("rules", *words)


def test_rules_without_tests(refused: Refused) -> None:
    assert "there is no folder ford in tests" in refused("rules", "ford")
    assert "there is no folder ford in nowhere" in refused("rules", "ford", "--tests", "nowhere")


@pytest.mark.parametrize("data", [b"def test_(:\n", b"\xff\xfe", b"x = '\0'"])
def test_rules_with_a_test_that_cannot_be_read(data: bytes, refused: Refused) -> None:
    Path("tests/ford").mkdir(parents=True)
    Path("tests/ford/test_it.py").write_bytes(data)
    assert "a test of ford cannot be read: " in refused("rules", "ford")


# -- adding games


def test_add_a_folder_that_is_no_game(refused: Refused) -> None:
    Path("bare").mkdir()
    for folder in ("bare", "nowhere", LONG):
        assert folder in refused("--add", folder, "games")


@pytest.mark.parametrize("code", ["x = (", "import no_such_module", "1 / 0", "raise ValueError('one\\ntwo')"])
def test_add_a_game_that_cannot_be_imported(code: str, refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    Path("broken_game").mkdir()
    Path("broken_game/__init__.py").write_text(code)
    told = refused("--add", "broken_game", "games")
    assert told.startswith("westfront: the game in broken_game cannot be added: ")


# -- where something is to be written


@pytest.mark.parametrize("command", [["new", "ford"], ["play", "ford"], ["play", "ford", "--script", "lines"]])
@pytest.mark.parametrize(
    ("out", "sentence"),
    [
        ("there", "there is there already; choose another name, or play on with: westfront play there"),
        ("a.folder", "a.folder is there already; choose another name"),
        ("link", "link is there already"),
        ("nowhere/x", "nowhere/x: No such file or directory"),
        ("there/x", "there/x: Not a directory"),
        (LONG, "File name too long"),
        ("b" * 250, "File name too long"),
    ],
)
def test_a_place_that_cannot_be_written_to(out: str, sentence: str, command: list[str], refused: Refused) -> None:
    Path("lines").write_text("take R1\n")
    Path("there").write_text("mine")
    Path("a.folder").mkdir()
    Path("link").symlink_to("nothing")
    assert sentence in refused(*command, "-o", out)


def test_fuzz_says_before_it_begins_that_it_could_not_write_its_failures(refused: Refused) -> None:
    told = refused("fuzz", "ford", "--games", "1", "--out", "nowhere")
    assert told == "westfront: there is no folder nowhere for records of failures\n"


def test_a_game_against_a_machine_that_nobody_knows_is_not_begun(refused: Refused) -> None:
    """No save is left behind."""
    told = refused("play", "ford", "--machine", "red=marshal", "-o", "new.westfront")
    assert "no machine 'marshal' plays ford" in told
    assert not Path("new.westfront").exists()


def test_fuzz_by_machines_that_nobody_knows(refused: Refused) -> None:
    told = refused("fuzz", "ford", "--games", "1", "--players", "nobody")
    assert told == "westfront: no machine 'nobody' plays ford; there is random\n"


def test_fuzz_of_a_record_of_another_game(refused: Refused) -> None:
    told = refused("fuzz", "michel", "--record", str(saved(played())))
    assert told == "westfront: game.westfront: this is not a record of michel\n"


def test_an_empty_name_is_no_default(refused: Refused) -> None:
    assert "is there already" in refused("new", "ford", "-o", "")
    assert "there is no hex ''" in refused("map", "michel", "--around", "")


def test_a_machine_for_a_side_that_is_none(refused: Refused) -> None:
    assert "ford has no side 'green'" in refused("play", "ford", "--machine", "green")


def test_a_radius_beyond_the_map_is_all_of_it() -> None:
    assert main(["map", "michel", "--around", "2505", "--radius", "999999999", "-o", "a.svg"]) == 0


@pytest.mark.parametrize("command", [["tables"], ["invite", "a", "b"], ["backup", "copy"]])
def test_a_store_that_is_not_there_is_not_begun(command: list[str], refused: Refused) -> None:
    told = refused(*command, "--store", "nowhere/x.db")
    assert told == "westfront: there is no store nowhere/x.db; westfront serve begins one\n"
    assert not Path("nowhere").exists()


# -- a full disk, and channels that are closed


@pytest.mark.parametrize("words", [["games"], ["where", "Soissons"], ["verify", "game.westfront"], ["doctor"]])
def test_output_to_a_full_disk(words: list[str]) -> None:
    saved(played())
    done = shell(*words, out="/dev/full")
    assert (done.returncode, done.stderr) == (2, b"westfront: No space left on device\n")


def test_playing_to_a_full_disk_keeps_the_game() -> None:
    saved(played())
    assert shell("play", "game.westfront", out="/dev/full").returncode == 2
    assert Path("game.westfront").read_text() == played().record(with_secret=True)


def test_errors_to_a_full_disk_still_have_their_exit_code() -> None:
    assert shell("verify", "nowhere", err="/dev/full").returncode == 2


# -- scripts


def test_a_script_with_a_refused_line(refused: Refused) -> None:
    Path("lines").write_text("# a comment\ntake R1\n\ngo 0809\ncancel\n")
    told = refused("play", "ford", "--script", "lines")
    assert told == "westfront: script line 4: 0809 costs R1 more than its 3 movement points [2.1]\n"


def test_a_script_with_a_line_that_is_nothing(refused: Refused) -> None:
    for line in ("xyzzy", "9" * 5000, "rule 99", "map 9999", "undo"):
        Path("lines").write_text(f"{line}\n")
        assert "script line 1: " in refused("play", "ford", "--script", "lines")


def test_what_was_done_before_a_refused_line_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    Path("lines").write_text("take R1\ngo 0909\n")
    assert main(["play", "ford", "--seed", "1", "--script", "lines", "-o", "out"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert Path("out").read_text() == played("take R1").record(with_secret=True)


def test_a_script_that_ends_early_stops_there(capsys: pytest.CaptureFixture[str]) -> None:
    Path("lines").write_text("take R1\n")
    assert main(["play", "ford", "--seed", "1", "--script", "lines", "-o", "out"]) == 0
    assert capsys.readouterr().out.endswith(f"Saved in out.\n1 actions, hash {played('take R1').hash}\n")


# -- the same through a shell


def test_through_a_shell() -> None:
    for words in (["verify", "nowhere"], ["new", "chess"], ["new", "ford", "-o", "nowhere/x"]):
        done = shell(*words)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.startswith(b"westfront: ")
        assert done.stderr.count(b"\n") == 1
