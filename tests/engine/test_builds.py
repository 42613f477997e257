"""A game that was begun outlives a refactoring, and a build that plays differently is told from a changed line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.tries import play_random, signed
from tests.ford.drawn import position
from tests.rebuilt import rebuilt
from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match
from westfront.engine.playing import OTHER_NUMBERS, PASSED_OVER, STANDS_STILL
from westfront.errors import FormatError, IllegalAction, OtherBuild

VILLAGE = Path(__file__).parents[1] / "ford" / "golden" / "village.westfront"
SHORT_ADVANCE = {
    "        for unit in units:\n            uncover": "        for unit in units[:1]:\n            uncover"
}
"""In this build an advance takes only the first unit along."""
TAKEN = position("03   . . R1 . .\n05   . . . B1 .\n") + "\nframe Moving: player=red unit=R1"


def test_another_column_and_another_name_of_a_frame_change_nothing(tmp_path: Path) -> None:
    match = play_random(Match.new("ford", "assault", seed=4), RepeatableRandom(4), 60)
    text = match.record(with_secret=True)
    finished = play_random(Match.load(text), RepeatableRandom("on")).record()
    with rebuilt(tmp_path):
        later = Match.load(text)
        assert hasattr(later.state, "unused")
        assert later.warnings == []
        assert play_random(later, RepeatableRandom("on")).record() == finished
    assert Match.load(finished).over


def test_a_game_that_began_from_a_position_too(tmp_path: Path) -> None:
    """The position names a frame, by the name that stays."""
    match = Match.from_position(TAKEN, seed=1)
    match.play("go 0304")
    text = match.record(with_secret=True)
    with rebuilt(tmp_path):
        later = Match.load(text)
        later.play("done")
        assert "frame Movement" not in later.position()
        assert "start = frame Moving: player=red unit=R1" in later.record()


def test_a_build_that_plays_differently_is_told_from_a_changed_line(tmp_path: Path) -> None:
    text = VILLAGE.read_text(encoding="utf-8")
    line = next(n for n, words in enumerate(text.splitlines(), 1) if ": advance R1 R2" in words)
    with rebuilt(tmp_path, combat=SHORT_ADVANCE):
        with pytest.raises(OtherBuild, match="does not lead where the record says") as caught:
            Match.load(text)
        assert caught.value.line == line
        assert caught.value.action == int(text.splitlines()[line - 1].split()[0])
        assert Match.load(text, upto=caught.value.action - 1).number == caught.value.action - 1
        with pytest.raises(FormatError, match="was changed by hand") as by_hand:
            Match.load(text.replace(": advance R1 R2", ": advance R1", 1))
        assert not isinstance(by_hand.value, OtherBuild)


def test_other_numbers_are_told_even_if_everything_comes_out_the_same(tmp_path: Path) -> None:
    text = Match.new("ford", seed=1).record(with_secret=True)
    with rebuilt(tmp_path) as package:
        types = package / "data" / "types.csv"
        types.write_text(types.read_text(encoding="utf-8").replace("infantry", "infantrymen", 1), encoding="utf-8")
        later = Match.load(text)
        assert later.warnings == [OTHER_NUMBERS]
        assert later.record(with_secret=True) == text


def test_the_digest_of_the_numbers_leaves_their_sources_out(tmp_path: Path) -> None:
    text = Match.new("ford", seed=1).record(with_secret=True)
    with rebuilt(tmp_path) as package:
        for name in ("types.csv", "tables.toml"):
            file = package / "data" / name
            file.write_text(file.read_text(encoding="utf-8").replace("invented", "made up"), encoding="utf-8")
        assert Match.load(text).warnings == []


# -- going on under rules that do not follow the record


def until(record: str, words: str, more: int = 3) -> tuple[str, int]:
    """The record of a game that is still open some actions behind the first that has some words, and its number."""
    match = Match.load(record)
    number = next(entry.number for entry in match.entries if words in entry.action)
    return Match.load(record, upto=number + more).record(with_secret=True), number


def test_a_game_stands_still_where_the_rules_do_not_follow_it(tmp_path: Path) -> None:
    text, number = until(VILLAGE.read_text(encoding="utf-8"), "advance R1 R2")
    before = Match.load(text, upto=number - 1)
    with rebuilt(tmp_path, combat=SHORT_ADVANCE):
        match = Match.load(text, halt=True)
        assert match.halted is not None
        assert match.halted.action == number
        assert (match.number, match.record(with_secret=True)) == (number + 3, text)
        assert match.position() == before.position()
        assert match.warnings == [STANDS_STILL.format(number, number - 1)]
        assert match.view("red").question is None
        assert not match.can_undo
        for refused in (lambda: match.play("done"), lambda: match.undo(), lambda: match.seal("red", "0" * 64)):
            with pytest.raises(IllegalAction, match=f"do not follow action {number}"):
                refused()
        for lost in (lambda: match.take_back(number, "red"), lambda: match.view_at(number + 1)):
            with pytest.raises(IllegalAction, match="was played under rules that are not those of this build"):
                lost()
        assert match.record(with_secret=True) == text


def test_both_sides_go_on_from_the_last_position_that_the_rules_follow(tmp_path: Path) -> None:
    text, number = until(VILLAGE.read_text(encoding="utf-8"), "advance R1 R2")
    with rebuilt(tmp_path, combat=SHORT_ADVANCE):
        match = Match.load(text, halt=True)
        match.take_back(number - 1, "blue")
        assert match.halted is None
        assert match.record().startswith(text[: text.index("secret = ")]), "the record keeps what was played"
        over = play_random(match, RepeatableRandom(5))
        assert over.luck()
        again = Match.load(over.record())
        assert (again.result, again.hash, again.log()) == (over.result, over.hash, over.log())
        assert again.warnings == over.warnings == [PASSED_OVER.format(4, number)]
        assert Match.load(over.record(), upto=number - 1).warnings == []
        with pytest.raises(OtherBuild):
            Match.load(over.record(), upto=number + 1)


@pytest.mark.parametrize("end", ["resign", "draw"])
def test_a_game_that_stands_still_can_be_given_up(tmp_path: Path, end: str) -> None:
    text, _ = until(VILLAGE.read_text(encoding="utf-8"), "advance R1 R2")
    with rebuilt(tmp_path, combat=SHORT_ADVANCE):
        match = Match.load(text, halt=True)
        match.resign("red") if end == "resign" else match.agree_draw("red")
        again = Match.load(match.record())
        assert (again.result, again.warnings) == (match.result, match.warnings)
    assert Match.load(match.record()).result == match.result, "the old build follows it all the way"


def test_a_game_that_a_clock_has_decided_stays_decided(tmp_path: Path) -> None:
    text, _ = until(VILLAGE.read_text(encoding="utf-8"), "advance R1 R2")
    match = Match.load(text)
    match.run_out(match.decision.side)
    with rebuilt(tmp_path, combat=SHORT_ADVANCE):
        assert Match.load(match.record()).result == match.result


def forged(*actions: str) -> str:
    """A record whose links fit, with lines that no rules follow."""
    lines = Match.new("ford", seed=1).record().splitlines()
    made = [f"{number} red: {action} ~ 00000000 # 0" for number, action in enumerate(actions, 1)]
    return signed([*lines[:-1], *made, lines[-1]])


def test_lines_that_nobody_follows_are_passed_over_only_as_far_as_they_make_sense() -> None:
    assert Match.load(forged("castle | 0 combat d6 6", "back 0")).dice.thrown == 1
    for actions, sentence in (
        (("castle", "checkmate"), "no action begins with 'castle'"),
        (("castle | 7 combat d6 6", "back 0"), "does not fit those before it"),
        (("castle", "back 9", "back 0"), "does not fit those before it"),
        (("castle", "seal nonsense", "back 0"), "a seal is 64 hexadecimal digits"),
        (("castle", "fresh nonsense", "back 0"), "a commitment is 64 hexadecimal digits"),
        (("castle", "back 0", "back 1"), "was played under rules that are not those of this build"),
    ):
        with pytest.raises(FormatError, match=sentence):
            Match.load(forged(*actions))


def test_many_standstills_cost_no_more_than_their_lines() -> None:
    """Each stretch is passed over once, wherever it ends."""
    match = Match.load(forged(*("castle", "back 0") * 3000))
    assert (match.number, len(match.warnings), len(match.takebacks)) == (6000, 1, 3000)
