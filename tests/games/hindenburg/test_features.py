"""The numbers by which machines judge a position."""

from __future__ import annotations

from tests.games.hindenburg.drawn import drawn, hindenburg, state
from westfront.engine.match import Match
from westfront.games.hindenburg.state import ALLIED, GERMAN


def features(match: Match, side: int) -> dict[str, float]:
    """What is said of the position for a side."""
    return hindenburg().features(state(match), side)


def test_own_and_enemy_change_places() -> None:
    match = drawn(
        "3206: 2xGE4-4 1xGE1-2; 3205: 3xBR3-3; 3104: 1xGE3-3; 3208: 1xGE2-3; supply: 3206; reserve: 2xBR-tanks"
    )
    german, allied = features(match, GERMAN), features(match, ALLIED)
    assert german.keys() == allied.keys()
    for name, number in german.items():
        if name.startswith("own "):
            assert allied[name.replace("own", "enemy", 1)] == number
    assert german["own divisions on the map"] == 5
    assert german["own divisions at the front"] == 4
    assert german["own divisions out of supply"] == 1
    assert (german["own attack supply"], allied["own attack supply"]) == (1, 0)
    assert (german["enemy tank brigades"], german["own tank brigades"]) == (2, 0)


def test_what_victory_counts() -> None:
    ground = "german: 3205 3204 3203; 3206: 1xGE4-4; 3105: 1xBR3-3; allied: 3508"
    found = features(drawn(ground, turn=9), GERMAN)
    assert found["western ground"] == 3
    assert found["Victory Cities Allied"] == 1
    assert found["turns left"] == 6
    assert features(drawn("2705: 1xGE3-3; german: 2806; 3206: 1xGE3-3"), GERMAN)["french check"] == 1
    assert features(drawn("german: 4000 4101; 3206: 1xGE3-3"), GERMAN)["british check"] == 2
