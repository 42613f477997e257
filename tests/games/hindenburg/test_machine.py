"""A state machine over Hindenburg's War, in the thick of it."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize

from tests.games.hindenburg.drawn import drawn
from tests.games.hindenburg.test_fuzz_battle import FRONT
from tests.machine import MatchMachine
from westfront.engine.match import Match


class HindenburgMachine(MatchMachine):
    """Actions and battles of either side with attack supply, the last turn of the war, or the set-up of a new game."""

    @initialize(
        start=st.sampled_from(["spring", "last turn", "set-up"]),
        side=st.sampled_from(["german", "allied"]),
        seed=st.integers(0, 50),
    )
    def begin(self, start: str, side: str, seed: int) -> None:
        """A position, or a new game."""
        if start == "set-up":
            self.begin_with(Match.new("hindenburg", seed=seed))
        else:
            places, turn = (f"{FRONT}; supply: 3206 3006 3905", 8) if start == "spring" else (FRONT, 15)
            self.begin_with(Match.from_position(drawn(places, side, turn=turn).position(), seed=seed))


TestHindenburg = HindenburgMachine.TestCase
TestHindenburg.settings = settings(max_examples=15, stateful_step_count=40)
