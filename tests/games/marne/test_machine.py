"""A state machine over Marne 1918, in the thick of it."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize

from tests.games.marne.drawn import When, real
from tests.games.marne.test_fuzz import SOISSONS
from tests.machine import MatchMachine
from westfront.engine.match import Match


class MarneMachine(MatchMachine):
    """The Aisne front in some phase, or a new game."""

    @initialize(
        start=st.sampled_from(["movement", "combat", "exploitation-movement", "foch-attacks", "friedensturm"]),
        side=st.sampled_from(["german", "allied"]),
        seed=st.integers(0, 50),
    )
    def begin(self, start: str, side: str, seed: int) -> None:
        """A position, or a new game."""
        if start in ("foch-attacks", "friedensturm"):
            self.begin_with(Match.new("marne", start, seed=seed))
        else:
            drawn = real(SOISSONS, start, side, when=When("blucher", 2, 3), air=True)
            self.begin_with(Match.from_position(drawn.position(), seed=seed))


TestMarne = MarneMachine.TestCase
TestMarne.settings = settings(max_examples=12, stateful_step_count=40)
