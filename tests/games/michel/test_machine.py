"""A state machine over Operation Michel, in the thick of it."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize

from tests.games.michel.drawn import real
from tests.games.michel.test_fuzz import BATTLE, PAIRINGS
from tests.machine import MatchMachine
from westfront.engine.match import Match


class MichelMachine(MatchMachine):
    """Armies in contact, at the start of a phase of movement or of combat, or the free deployment of a new game."""

    @initialize(
        start=st.sampled_from(["movement", "combat", "deployment"]),
        side=st.sampled_from(["german", "allied"]),
        pairing=st.sampled_from(PAIRINGS),
        seed=st.integers(0, 50),
    )
    def begin(self, start: str, side: str, pairing: tuple[str, str], seed: int) -> None:
        """A position, or a new game."""
        if start == "deployment":
            self.begin_with(Match.new("michel", options={"german": "3", "allied": "12"}, seed=seed))
        else:
            options = dict(zip(("german", "allied"), pairing, strict=True))
            drawn = real(BATTLE, start, side, turn=9, options=options)
            self.begin_with(Match.from_position(drawn.position(), seed=seed))


TestMichel = MichelMachine.TestCase
TestMichel.settings = settings(max_examples=15, stateful_step_count=40)
