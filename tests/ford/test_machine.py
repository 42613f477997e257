"""A state machine over a match of the Ford."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize

from tests.ford.drawn import position
from tests.machine import MatchMachine
from westfront.engine.match import Match

STACKS = """
03   . . . R1/R2/R4 . B1/B2/B4
05   . . R3/RG . . B3/BG
"""


class FordMachine(MatchMachine):
    """The Ford, new or with stacks."""

    @initialize(
        scenario=st.sampled_from(["meeting", "assault", "stacks"]),
        fog=st.sampled_from(["on", "off"]),
        season=st.sampled_from(["summer", "autumn"]),
        seed=st.integers(0, 50),
    )
    def begin(self, scenario: str, fog: str, season: str, seed: int) -> None:
        """A new game, or one that begins with stacks."""
        if scenario == "stacks":
            self.begin_with(Match.from_position(position(STACKS, turn=5, fog=fog, season=season), seed=seed))
        else:
            self.begin_with(Match.new("ford", scenario, options={"fog": fog, "season": season}, seed=seed))


TestFord = FordMachine.TestCase
TestFord.settings = settings(max_examples=30, stateful_step_count=40)
