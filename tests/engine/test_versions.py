"""Rules have a version: a game begun under one is finished under it, beside newer ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.engine.tries import signed
from tests.ford import Ford
from tests.ford.state import BLUE
from westfront.engine import rules as register_of_games
from westfront.engine.match import Match
from westfront.engine.rules import find_game, games, register
from westfront.engine.state import DRAW
from westfront.errors import FormatError, UnknownGame


class NewFord(Ford):
    """A later version with the data of the first and one other rule: with equal points blue has won."""

    version = "1.10"
    title = "The Ford, revised"
    wins_ties = BLUE

    @classmethod
    def package(cls) -> str:
        """Where the data are."""
        return Ford.package()


@pytest.fixture
def both() -> Iterator[None]:
    """Versions 1 and 1.10 side by side, for one test."""
    register(NewFord)
    yield
    del register_of_games._register["ford", "1.10"]
    register_of_games._make.cache_clear()


@pytest.mark.usefixtures("both")
def test_new_games_take_the_latest_version() -> None:
    """1.10 is later than 1, by number and not by letter."""
    assert find_game("ford") is NewFord
    assert [game.version for game in games() if game.id == "ford"] == ["1.10"]
    assert Match.new("ford", seed=1).rules.title == "The Ford, revised"


@pytest.mark.usefixtures("both")
def test_an_old_record_is_finished_under_its_own_version() -> None:
    """The record names version 1, so version 1 goes on with it."""
    old = Match.new("ford", version="1", seed=1)
    loaded = Match.load(old.record(with_secret=True))
    assert type(loaded.rules) is Ford
    loaded.play("done")
    assert "rules = 1\n" in loaded.record()


@pytest.mark.usefixtures("both")
def test_the_same_actions_end_by_the_rules_of_each_version() -> None:
    """Each side has one village and nobody fights: a draw by the old rules, blue's victory by the new."""
    winners: dict[str, set[int]] = {}
    for version in ("1", "1.10"):
        match = Match.new("ford", version=version, seed=1)
        match.play("move R1 0305")
        while not match.over:
            match.play("done")
        for finished in (match, Match.load(match.record(with_secret=True))):
            assert finished.state.verdict == "red has 2 points and blue 2"
            winners.setdefault(version, set()).add(finished.state.winner)
    assert winners == {"1": {DRAW}, "1.10": {BLUE}}


def test_a_version_that_is_not_installed_is_refused() -> None:
    """With the versions that are."""
    with pytest.raises(UnknownGame, match=r"rules '7' of ford are not installed here; there is 1"):
        find_game("ford", "7")
    with pytest.raises(FormatError, match="not installed"):
        Match.load(signed(Match.new("ford", seed=1).record().replace("rules = 1\n", "rules = 7\n").splitlines()))


def test_two_games_cannot_share_a_name_and_version() -> None:
    """The second one is a mistake of the programmer."""

    class Impostor(Ford):
        """Another game under the same name."""

    with pytest.raises(AssertionError, match="two games"):
        register(Impostor)
