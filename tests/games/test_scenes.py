"""What lies on the table before those who look at it."""

from __future__ import annotations

import pytest

from westfront.engine.dice import RepeatableRandom
from westfront.engine.event import PUBLIC
from westfront.engine.match import Match


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
