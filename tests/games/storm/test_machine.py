"""A state machine over Storm in the West, in the thick of it."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize

from tests.games.storm.drawn import drawn
from tests.machine import MatchMachine
from westfront.engine.match import Match

FRONT = (
    "2332: GE-3-stoss GE-9-stoss GE-1B; 2331: GE-AGB GE-2B; 2432: GE-17-stoss GE-4; dead: GE-7; "
    "2233: BR-5 BR-1; 2234: BR-RTC BR-4; 2433: BR-19; 2533: FR-1 US-1; 1339: BR-2; pool: US-26; "
    "air: GE-Air BR-Air FR-Air"
)


class StormMachine(MatchMachine):
    """Armies in contact at the start of a phase, or the set-up of a new game."""

    @initialize(
        phase=st.sampled_from(["set-up", "replacement", "rail", "march", "combat", "infiltration"]),
        side=st.sampled_from(["german", "allied"]),
        turn=st.integers(2, 12),
        seed=st.integers(0, 50),
    )
    def begin(self, phase: str, side: str, turn: int, seed: int) -> None:
        """A position, or a new game."""
        if phase == "set-up":
            self.begin_with(Match.new("storm", seed=seed))
        else:
            facts = {"morale": bytearray((20, 9))}
            self.begin_with(
                Match.from_position(drawn(FRONT, side, phase, turn=turn, facts=facts).position(), seed=seed)
            )


TestStorm = StormMachine.TestCase
TestStorm.settings = settings(max_examples=15, stateful_step_count=40)
