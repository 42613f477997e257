"""A state machine over Meuse-Argonne, at the set-up and in the thick of it."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize

from tests.games.meuse.drawn import draw
from tests.games.meuse.test_fuzz import BATTLE, SWITCHES
from tests.machine import MatchMachine
from westfront.engine.match import Match


class MeuseMachine(MatchMachine):
    """Armies in contact at the start of a phase, or the set-up of a new game."""

    @initialize(
        start=st.sampled_from(["turn", "bombardment", "combat", "set-up"]),
        side=st.sampled_from(["allied", "german"]),
        options=st.sampled_from(SWITCHES),
        seed=st.integers(0, 50),
    )
    def begin(self, start: str, side: str, options: dict[str, str], seed: int) -> None:
        """A position, or a new game."""
        if start == "set-up":
            self.begin_with(Match.new("meuse", "montfaucon", options=options, seed=seed))
        else:
            drawn = draw(BATTLE, start, side, turn=24, allied="3 2", german="2", options=options)
            self.begin_with(Match.from_position(drawn.position(), seed=seed))


TestMeuse = MeuseMachine.TestCase
TestMeuse.settings = settings(max_examples=15, stateful_step_count=40)
