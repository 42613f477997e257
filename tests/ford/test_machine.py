"""A state machine over a match of the Ford: play, undo, copy, save, load, look, refuse, and everything holds."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.ford.drawn import position
from tests.ford.rules import Ford
from westfront.engine.dice import FixedDice
from westfront.engine.frame import Play, carry_out
from westfront.engine.grammar import Action
from westfront.engine.match import Match
from westfront.engine.position import read_state, state_lines
from westfront.errors import IllegalAction

STACKS = """
03   . . . R1/R2/R4 . B1/B2/B4
05   . . R3/RG . . B3/BG
"""
CATALOGUE = Ford.catalogue()
picks = st.integers(min_value=0, max_value=10_000)


class FordMachine(RuleBasedStateMachine):
    """A match, and what its position and logs were before each action that can be taken back."""

    match: Match
    seen: dict[Action, None]
    back: list[tuple[str, list[str], list[str]]]

    @initialize(
        scenario=st.sampled_from(["meeting", "assault", "stacks"]),
        fog=st.sampled_from(["on", "off"]),
        season=st.sampled_from(["summer", "autumn"]),
        seed=st.integers(0, 50),
    )
    def begin(self, scenario: str, fog: str, season: str, seed: int) -> None:
        """A new game, or one that begins with stacks."""
        if scenario == "stacks":
            self.match = Match.from_position(position(STACKS, turn=5, fog=fog, season=season), seed=seed)
        else:
            self.match = Match.new("ford", scenario, options={"fog": fog, "season": season}, seed=seed)
        self.seen, self.back = {}, []

    def going(self) -> bool:
        """Whether there is a decision on the table."""
        return not self.match.over

    @precondition(going)
    @rule(pick=picks)
    def play(self, pick: int) -> None:
        """Any action of the offer."""
        before = (self.match.position(), self.match.log("red"), self.match.log("blue"))
        codes = self.match.decision.codes
        self.seen.update(dict.fromkeys(codes))
        self.match.play(codes[pick % len(codes)])
        self.back = [*self.back, before] if self.match.can_undo else []

    @precondition(lambda self: self.going() and self.match.can_undo)
    @rule()
    def undo(self) -> None:
        """Exactly what was comes back."""
        self.match.undo()
        assert (self.match.position(), self.match.log("red"), self.match.log("blue")) == self.back.pop()

    @precondition(lambda self: self.going() and not self.match.can_undo)
    @rule()
    def refused_undo(self) -> None:
        """Nothing can be taken back, and nothing is."""
        before = self.match.hash
        with pytest.raises(IllegalAction, match=r"\[undo\]$"):
            self.match.undo()
        assert self.match.hash == before

    @precondition(going)
    @rule(pick=picks)
    def refuse(self, pick: int) -> None:
        """An action that was offered once is refused now by a rule of the booklet, or it may still be played."""
        if not self.seen:
            return
        code = list(self.seen)[pick % len(self.seen)]
        refusal, before = self.match.decision.why(code), (self.match.hash, self.match.state.digest())
        if refusal is not None:
            assert refusal.rule in CATALOGUE
            with pytest.raises(IllegalAction):
                self.match.play(code)
            assert (self.match.hash, self.match.state.digest()) == before

    @rule()
    def save_and_load(self) -> None:
        """The loaded match is the same in every respect but the open undos, and is played on."""
        text = self.match.record(with_secret=True)
        loaded = Match.load(text)
        assert (loaded.hash, loaded.position(), loaded.result) == (
            self.match.hash,
            self.match.position(),
            self.match.result,
        )
        assert [loaded.log(side) for side in ("red", "blue", None)] == [
            self.match.log(side) for side in ("red", "blue", None)
        ]
        assert loaded.can_undo == self.match.can_undo
        assert loaded.record(with_secret=True) == text
        self.match = loaded

    @precondition(going)
    @rule(pick=picks)
    def copy(self, pick: int) -> None:
        """What is done to a copy is not done to the original."""
        original, codes = self.match.state, self.match.decision.codes
        before, play = original.digest(), Play(self.match.rules, original.copy(), FixedDice(pick % 6 + 1))
        carry_out(play, codes[pick % len(codes)])
        assert original.digest() == before

    @invariant()
    def the_position_holds(self) -> None:
        """The game's own invariants, and the position through its text."""
        match = self.match
        assert list(match.rules.invariants(match.state)) == []
        state = read_state(match.rules, list(enumerate(state_lines(match.rules, match.state))))
        assert state.digest() == match.state.digest()

    @invariant()
    def the_views_hold(self) -> None:
        """Each side sees all its own units, and is asked only when it must answer."""
        match = self.match
        for side in match.rules.sides:
            view = match.view(side)
            own = [piece for piece in view.scene.pieces if piece.side == side]
            assert all(piece.name for piece in own)
            assert (view.question is not None) == (not match.over and match.decision.side == side)
        assert match.view(None).question is None

    @invariant()
    def the_offer_holds(self) -> None:
        """The offer is not empty, in order, and the same in words; the end has a result and nothing else."""
        match = self.match
        if match.over:
            assert match.result is not None
            return
        codes = match.decision.codes
        assert list(codes) == sorted(set(codes))
        assert tuple(match.rules.grammar.parse(text) for text in match.decision.actions) == codes


TestFord = FordMachine.TestCase
TestFord.settings = settings(max_examples=30, stateful_step_count=40)
