"""What lies on the table before those who look at it."""

from __future__ import annotations

from types import ModuleType

import pytest

from westfront.engine.dice import RepeatableRandom
from westfront.engine.event import PUBLIC
from westfront.engine.match import Match
from westfront.games.hindenburg import fog as hindenburg_fog
from westfront.games.marne import scenes as marne_scenes
from westfront.games.meuse import scenes as meuse_scenes
from westfront.games.michel import scenes as michel_scenes
from westfront.games.storm import fog as storm_fog


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


KEPT: dict[str, tuple[ModuleType, tuple[str, ...]]] = {
    "hindenburg": (hindenburg_fog, ("_hidden", "_pieces", "_boxes")),
    "marne": (marne_scenes, ("_pieces",)),
    "meuse": (meuse_scenes, ("_pieces",)),
    "michel": (michel_scenes, ("pieces", "boxes")),
    "storm": (storm_fog, ("_pieces",)),
}
"""What each game keeps of its scenes by the columns of a state."""


@pytest.mark.parametrize("game", KEPT)
def test_what_is_kept_of_a_scene_is_what_would_be_made_again(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match, lots, (module, names) = Match.new(game, seed=1), RepeatableRandom(1), KEPT[game]
    for number in range(300):
        viewers = [match.rules.scene(match.state, side) for side in (PUBLIC, 0, 1)]
        with monkeypatch.context() as patch:
            for name in names:
                patch.setattr(module, name, getattr(module, name).__wrapped__)
            assert viewers == [match.rules.scene(match.state, side) for side in (PUBLIC, 0, 1)]
        actions = match.decision.actions
        is_set_up = number < 3 and ("done",) in actions
        match.play(("done",) if is_set_up else actions[lots.below(len(actions))])
