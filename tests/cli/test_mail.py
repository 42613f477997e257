"""Games by mail: a save under a passphrase, the report of a side, and orders that end with a side's turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Refused, Typed
from tests.cli.desk import QUIET_TURN, finished, played, saved
from westfront.cli import main
from westfront.cli.locked import Lock, is_locked
from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match
from westfront.engine.position import write_position
from westfront.errors import WestfrontError

Screen = pytest.CaptureFixture[str]
HIDING = ("move R2 0502", *QUIET_TURN)
"""Red hides R2 under its gun; blue is asked next."""
PHRASE = "four words by mail"


@pytest.fixture
def phrases(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The passphrases that will be typed."""
    found: list[str] = []

    def typed(prompt: str) -> str:
        if not found:
            raise EOFError
        return found.pop(0)

    monkeypatch.setattr("westfront.cli.saves.getpass", typed)
    return found


def locked(match: Match, phrases: list[str]) -> Path:
    """A match in a locked file."""
    path = saved(match)
    phrases += [PHRASE, PHRASE]
    assert main(["lock", str(path)]) == 0
    return path


# -- the lock


def test_a_locked_text_opens_with_its_passphrase_only() -> None:
    text = Lock(PHRASE).close("a record\n", "ford")
    assert is_locked(text)
    assert Lock.of(text, PHRASE).open(text) == "a record\n"
    with pytest.raises(WestfrontError, match="the passphrase is wrong"):
        Lock.of(text, "five words by mail").open(text)


def test_the_same_text_is_never_locked_alike() -> None:
    lock = Lock(PHRASE)
    assert lock.close("a record", "ford") != lock.close("a record", "ford")


def test_every_letter_is_under_the_seal() -> None:
    text = Lock(PHRASE).close("a record", "ford")
    for at in range(len(text)):
        changed = text[:at] + ("1" if text[at] != "1" else "0") + text[at + 1 :]
        if at % 7 == 0:
            with pytest.raises(WestfrontError):
                Lock.of(changed, PHRASE).open(changed)


@pytest.mark.parametrize("text", ["westfront locked 1\n", "westfront locked 1\ngame = ford\nsalt = 00\n"])
def test_what_is_cut_off_is_refused(text: str, refused: Refused, phrases: list[str]) -> None:
    Path("game").write_text(text)
    phrases.append(PHRASE)
    assert refused("verify", "game") == "westfront: game: this locked game is cut off or damaged\n"


def test_a_locked_save_tells_nothing_but_the_game(phrases: list[str]) -> None:
    text = locked(played(*HIDING), phrases).read_text()
    assert "game = ford" in text
    assert "R2" not in text.replace("body = ", "").split("\n")[1]
    assert "secret" not in text
    assert "move" not in text


def test_a_locked_game_is_played_on_and_stays_locked(phrases: list[str]) -> None:
    path = locked(played(*HIDING), phrases)
    Path("lines").write_text("take B1\ngo 0308\n")
    phrases.append(PHRASE)
    assert main(["play", str(path), "--script", "lines"]) == 0
    text = path.read_text()
    assert is_locked(text)
    assert Match.load(Lock.of(text, PHRASE).open(text)).number == 5
    assert oct(path.stat().st_mode & 0o777) == "0o600"


def test_verify_and_replay_ask_for_the_passphrase(phrases: list[str], capsys: Screen) -> None:
    path = str(locked(played(*HIDING), phrases))
    phrases += [PHRASE, PHRASE]
    assert main(["verify", path]) == 0
    assert main(["replay", path, "--side", "blue"]) == 0
    shown = capsys.readouterr().out
    assert "game.westfront: The Ford" in shown
    assert "A red unit moves 0501 0502" in shown


def test_a_locked_game_is_not_told_whole_before_it_is_over(phrases: list[str], refused: Refused) -> None:
    path = str(locked(played(*HIDING), phrases))
    phrases.append(PHRASE)
    assert "hides units until the game is over: say --side SIDE" in refused("replay", path)


def test_a_wrong_passphrase_changes_nothing(phrases: list[str], refused: Refused) -> None:
    path = str(locked(played(*HIDING), phrases))
    phrases.append("wrong wrong wrong")
    assert refused("play", path) == f"westfront: {path}: the passphrase is wrong, or the file was changed\n"
    assert "no passphrase was given" in refused("play", path)


def test_unlocking(phrases: list[str]) -> None:
    match = played(*HIDING)
    path = locked(match, phrases)
    phrases.append(PHRASE)
    assert main(["unlock", str(path)]) == 0
    assert path.read_text() == match.record(with_secret=True)


def test_what_cannot_be_locked_or_unlocked(phrases: list[str], refused: Refused) -> None:
    path = str(saved(played()))
    assert "is not locked" in refused("unlock", path)
    phrases += ["short"]
    assert "eight letters at least" in refused("lock", path)
    phrases += [PHRASE, "another phrase"]
    assert "two different passphrases" in refused("lock", path)
    locked(played(), phrases)
    phrases += [PHRASE]
    assert "is locked already" in refused("lock", path)


# -- the report of a side


def report_of(match: Match, side: str, name: str = "report.txt") -> str:
    """The report of a side, from a save."""
    Path(name).unlink(missing_ok=True)
    assert main(["export", str(saved(match)), "--for", side, "-o", name]) == 0
    return Path(name).read_text()


def test_a_report_holds_what_the_side_may_know_and_nothing_else(capsys: Screen) -> None:
    match = played(*HIDING)
    red, blue = report_of(match, "red"), report_of(match, "blue")
    assert "0502 red R2 4-4-3 infantry" in red
    assert "R2" not in blue
    assert "0502 red RG 4-1-2 artillery\n0502 red hidden\n" in blue
    assert "  A red unit moves 0501 0502 [2.1, 3.1]" in blue
    assert match.hash not in blue
    assert match.sources[0].secret is not None
    assert match.sources[0].secret.hex() not in blue
    assert f"commitment = {match.commitment}" in blue


def test_who_is_asked_gets_the_question_with_its_answers() -> None:
    match = played(*HIDING)
    assert "Move your units, or end the movement phase. [2.1]\n  done\n  take B1\n" in report_of(match, "blue")
    assert "\nblue is to act.\n" in report_of(match, "red")


def test_reports_of_games_that_a_side_cannot_tell_apart_differ_in_the_seal_only() -> None:
    """The seal covers what is hidden, and cannot be tried out without the secret."""
    true = played("move R2 0502", "move R3 0602", "move R4 0602", *QUIET_TURN)
    lots = RepeatableRandom("mail")
    states = [true.rules.disguise(true.state, 1, lots) for _ in range(8)]
    texts = {write_position(true.setting, true.rules, state) for state in states}
    assert len(texts) > 1
    reports = [report_of(Match.from_position(text, seed=1), "blue").splitlines() for text in texts]
    seals = [next(line for line in lines if line.startswith("seal = ")) for lines in reports]
    assert len(set(seals)) == len(texts)
    assert len({tuple(line for line in lines if not line.startswith("seal = ")) for lines in reports}) == 1


def test_the_report_is_held_against_the_record_at_the_end(capsys: Screen) -> None:
    match = finished()
    early = Match.load(match.record(), upto=match.number // 2)
    report_of(early, "blue")
    Path("end").write_text(match.record())
    capsys.readouterr()
    assert main(["verify", "end", "--report", "report.txt"]) == 0
    assert f"report.txt: the report of blue after action {early.number} was true.\n" in capsys.readouterr().out


def test_a_report_that_was_not_true_is_found(capsys: Screen) -> None:
    match = played(*HIDING, *QUIET_TURN)
    report_of(played(*HIDING), "blue")
    text = Path("report.txt").read_text()
    path = saved(match)
    for changed in (text.replace("0502 red RG", "0503 red RG"), text.replace("seal = ", "seal = 0")):
        Path("report.txt").write_text(changed)
        assert main(["verify", str(path), "--report", "report.txt"]) == 2
        assert "the record does not hold what this report says" in capsys.readouterr().err
    Path("report.txt").write_text("hello")
    assert main(["verify", str(path), "--report", "report.txt"]) == 2
    assert "this is not a report of a game" in capsys.readouterr().err


def test_without_the_secret_there_is_no_report(refused: Refused) -> None:
    Path("copy").write_text(played().record())
    assert "only whoever holds the secret of the dice" in refused("export", "copy", "--for", "blue")
    assert "has no side 'green'" in refused("export", str(saved(played())), "--for", "green")


# -- one side only


def test_orders_end_where_the_other_side_is_asked(capsys: Screen) -> None:
    path = saved(played())
    Path("orders").write_text("move R1 0302\ndone\ndone\ntake B1\n")
    assert main(["play", str(path), "--side", "red", "--script", "orders"]) == 0
    assert Match.load(path.read_text()).entries[-1].action == "done"
    assert "Now blue is to act.\nSaved in game.westfront.\n" in capsys.readouterr().out


def test_one_side_alone_never_sees_the_other(typed: Typed, capsys: Screen) -> None:
    path = saved(played(*HIDING))
    typed("hex 0502")
    assert main(["play", str(path), "--side", "red"]) == 0
    shown = capsys.readouterr().out
    assert "Now blue is to act." in shown
    assert "blue>" not in shown


def test_who_plays_one_side_sees_the_dice_of_its_last_action(capsys: Screen) -> None:
    path = saved(played(*QUIET_TURN))
    Path("orders").write_text("done\ndone\n")
    assert main(["play", str(path), "--side", "blue", "--script", "orders"]) == 0
    shown = capsys.readouterr().out
    assert shown.index("Dice for weather: ") < shown.index("Now red is to act.")


def test_a_side_that_is_none(refused: Refused) -> None:
    assert "has no side 'green'" in refused("play", str(saved(played())), "--side", "green")
