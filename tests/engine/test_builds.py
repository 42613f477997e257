"""A game that was begun outlives a refactoring, and a build that plays differently is told from a changed line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.tries import play_random
from tests.ford.drawn import position
from tests.rebuilt import rebuilt
from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import OTHER_NUMBERS, Match
from westfront.errors import FormatError, OtherBuild

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
    """In this one an advance takes only the first unit along."""
    text = (Path(__file__).parents[1] / "ford" / "golden" / "village.westfront").read_text(encoding="utf-8")
    line = next(n for n, words in enumerate(text.splitlines(), 1) if ": advance R1 R2" in words)
    with rebuilt(
        tmp_path,
        combat={
            "        for unit in units:\n            uncover": "        for unit in units[:1]:\n            uncover"
        },
    ):
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
