"""Nothing is hidden in this game: both sides and the public see the same, but for who is asked."""

from __future__ import annotations

import pytest

from tests.games.michel.drawn import lay, real
from tests.games.michel.test_fuzz import BATTLE
from westfront.engine.match import Match


def same_for_all(match: Match) -> None:
    """All views lie alike; only the side that is asked has the question."""
    views = [match.view(side) for side in ("german", "allied", None)]
    assert views[0].scene == views[1].scene == views[2].scene
    assert match.log("german") == match.log("allied") == match.log()


@pytest.mark.rule("Sequence-1B-ii")
@pytest.mark.parametrize("phase", ["movement", "combat", "second"])
@pytest.mark.parametrize("side", ["german", "allied"])
def test_both_sides_see_the_same(phase: str, side: str) -> None:
    match = real(BATTLE, phase, side, turn=9)
    same_for_all(match)
    match.play(match.decision.texts[-1])
    same_for_all(match)


def test_the_allocation_of_an_attack_lies_open() -> None:
    match = real(BATTLE, "combat", turn=9, dice=[1])
    lay(match, "3321", "S-111", "S-17", "G-3-corps")
    match.play("supply G-9-corps")
    same_for_all(match)
    match.play("done")
    same_for_all(match)
    states = {piece.name: piece.states for piece in match.view("allied").scene.pieces}
    assert "face down" in states["G-9-corps"]
    assert "fires" in states["G-3-corps"]
