"""Games of every released format and version, replayed for ever: what was once begun can always be read and finished.

Files are only ever added to `tests/records`. `python -m tests.test_records GAME` adds a finished random game of each
scenario of a game, in its latest version.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import tests.ford  # noqa: F401
from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match
from westfront.engine.rules import find_game

RECORDS = Path(__file__).parent / "records"


@pytest.mark.parametrize("name", sorted(file.name for file in RECORDS.glob("*.westfront")))
def test_the_record_still_replays(name: str) -> None:
    text = (RECORDS / name).read_text(encoding="utf-8")
    match = Match.load(text)
    assert match.over
    assert match.warnings == []
    assert match.record() == text


def test_there_is_a_record_of_every_scenario_of_every_game() -> None:
    games = ["ford", "hindenburg", "marne", "meuse", "michel", "storm"]
    wanted = {
        f"{game}-{find_game(game).version}-{scenario}" for game in games for scenario in find_game(game).scenarios
    }
    assert {file.stem for file in RECORDS.glob("*.westfront")} >= wanted


def add(game: str) -> None:
    """A random game of each scenario, with takebacks by consent on the way."""
    for scenario in find_game(game).scenarios:
        match, lots = Match.new(game, scenario, seed=f"records {scenario}"), RepeatableRandom(scenario)
        while not match.over:
            if lots.below(200) == 0 and match.number > 3:
                match.take_back(match.number - 1 - lots.below(3), match.rules.sides[lots.below(2)])
            by_verb = sorted({action[0] for action in match.decision.actions})
            verb = by_verb[lots.below(len(by_verb))]
            actions = [action for action in match.decision.actions if action[0] == verb]
            match.play(actions[lots.below(len(actions))])
        (RECORDS / f"{game}-{match.rules.version}-{scenario}.westfront").write_text(match.record(), encoding="utf-8")
        print(game, scenario, match.number, match.result)


if __name__ == "__main__":
    add(sys.argv[1])
