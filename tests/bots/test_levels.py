"""Levels and styles by name."""

from __future__ import annotations

import pytest

from westfront.bots import bots, levels
from westfront.bots.levels import LEVELS, NAMES, Name
from westfront.bots.mind import Mind
from westfront.bots.player import GAMES
from westfront.bots.weights import load_weights
from westfront.engine.match import Match
from westfront.engine.rules import find_game


def test_every_level_has_a_name_and_a_sentence() -> None:
    assert list(LEVELS) == ["recruit", "officer", "commander", "staff"]
    assert all(level.sentence.endswith(".") for level in LEVELS.values())


def test_a_name_is_read_as_it_is_written() -> None:
    assert all(Name.read(str(name)) == name for name in NAMES)
    assert str(Name(LEVELS["officer"], "bold")) == "officer-bold"


def test_only_the_staff_takes_all_the_time_that_it_is_given() -> None:
    match = Match.new("meuse", "montfaucon", seed=1)
    seat = match.seat(match.decision.side)
    work = {name: Mind.at(seat, Name(level), "", 60.0).work.left for name, level in LEVELS.items()}
    assert work == {name: 1000 * level.seconds for name, level in LEVELS.items()} | {"staff": 60_000.0}
    assert Mind.at(seat, Name(LEVELS["staff"]), "", 2.0).work.left == 2000.0


@pytest.mark.parametrize("text", ["general", "officer-mad", "officer-", "", "-bold"])
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(KeyError):
        Name.read(text)


def test_a_game_without_an_expert_is_played_by_chance_alone() -> None:
    assert list(bots("ford")) == list(levels("ford")) == ["random"]
    assert {"recruit", "staff-cautious", "random"} <= set(bots("meuse"))
    assert list(levels("meuse")) == [*LEVELS, "random"]


@pytest.mark.parametrize("game", GAMES)
def test_a_bold_player_minds_his_losses_less(game: str) -> None:
    for side in find_game(game).sides:
        bold, plain, cautious = (sum(load_weights(game, side, style).values()) for style in ("bold", "", "cautious"))
        assert bold < plain < cautious
