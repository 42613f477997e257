"""What lies on the table before those who look at it."""

from __future__ import annotations

import pytest

from westfront.engine.dice import RepeatableRandom
from westfront.engine.event import PUBLIC
from westfront.engine.match import Match
from westfront.games.hindenburg import fog


@pytest.mark.parametrize("game", ["marne", "meuse", "michel"])
def test_where_nothing_is_hidden_both_sides_see_what_the_public_sees(game: str) -> None:
    match, lots = Match.new(game, seed=1), RepeatableRandom(1)
    for _ in range(40):
        rules, state, actions = match.rules, match.state, match.decision.actions
        public = rules.scene(state, PUBLIC)
        assert not rules.hidden
        assert [rules.scene(state, side) for side in (0, 1)] == [public, public]
        assert match.view("german").scene == match.view("allied").scene == match.view().scene == public
        match.play(actions[lots.below(len(actions))])


def test_what_is_kept_of_a_scene_is_what_would_be_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match, lots = Match.new("hindenburg", seed=1), RepeatableRandom(1)
    for number in range(100):
        viewers = [match.rules.scene(match.state, side) for side in (PUBLIC, 0, 1)]
        with monkeypatch.context() as patch:
            for name in ("_hidden", "_pieces", "_boxes"):
                patch.setattr(fog, name, getattr(fog, name).__wrapped__)
            assert viewers == [match.rules.scene(match.state, side) for side in (PUBLIC, 0, 1)]
        actions = match.decision.actions
        match.play(("done",) if number < 2 else actions[lots.below(len(actions))])
