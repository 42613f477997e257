"""The gate of the puzzles: enough of them in every game, each with its reason, and the commander solves them."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from tests.bots.asked import ASKED
from tests.bots.puzzles import PUZZLES, Puzzle, puzzle, unsolved
from westfront.bots.player import GAMES

FEWEST, SOLVED, WORDS = 30, 0.9, 5


def puzzles_of(game: str) -> list[Puzzle]:
    """All puzzles of a game; each of them is a test and so known to be solved, or not."""
    for path in Path(__file__).parent.glob(f"test_{game}*.py"):
        import_module(f"{__package__}.{path.stem}")
    return [puzzle for puzzle in PUZZLES if puzzle.game == game]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_thirty_puzzles_and_the_commander_solves_nine_in_ten(game: str) -> None:
    found = puzzles_of(game)
    every = sum(puzzle.positions for puzzle in found)
    assert every >= FEWEST
    assert sum(puzzle.positions for puzzle in found if puzzle.solved) >= SOLVED * every


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_has_a_reason_and_a_name_of_its_own(game: str) -> None:
    """The reason is a sentence under the name of the test."""
    found = [puzzle.test for puzzle in puzzles_of(game)]
    assert [test.__name__ for test in found if not is_sentence(test.__doc__ or "")] == []
    assert len({test.__name__ for test in found}) == len(found)


def test_a_puzzle_must_be_asked_of_the_commander(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a level among its parameters, only where that is his."""
    monkeypatch.setattr("tests.bots.puzzles.PUZZLES", [])
    asks = puzzle(lambda level, of: ASKED.add(of))
    asks(level="commander", of="commander")
    asks(level="officer", of="officer")
    with pytest.raises(AssertionError, match="asked of the commander"):
        asks(level="commander", of="officer")


def test_an_unsolved_puzzle_must_not_be_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever makes the commander better says so."""
    monkeypatch.setattr("tests.bots.puzzles.PUZZLES", [])

    def answered(right: bool) -> None:
        ASKED.add("commander")
        assert right

    unsolved(answered)(right=False)
    with pytest.raises(pytest.fail.Exception):
        unsolved(answered)(right=True)


def is_sentence(words: str) -> bool:
    """Whether something is said, from a capital letter or number to a full stop."""
    begins, ends = words[:1].isupper() or words[:1].isdigit(), words.endswith((".", ".)"))
    return begins and ends and len(words.split()) >= WORDS
