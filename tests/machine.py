"""A state machine over a match of any game: play, undo, copy, save, load, look, refuse, and everything holds."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from westfront.engine.dice import FixedDice
from westfront.engine.frame import Play, carry_out
from westfront.engine.grammar import Action
from westfront.engine.match import Match
from westfront.engine.position import read_state, state_lines
from westfront.errors import IllegalAction

picks = st.integers(min_value=0, max_value=10_000)


def told(match: Match) -> tuple[str, list[list[str]]]:
    """The position, and the logs of both sides and of who watches."""
    return match.position(), [match.log(side) for side in (*match.rules.sides, None)]


class MatchMachine(RuleBasedStateMachine):
    """A match, and what its position and logs were before each action that can be taken back.

    A game adds how its matches begin.
    """

    match: Match
    seen: dict[Action, None]
    back: list[tuple[str, list[list[str]]]]

    def begin_with(self, match: Match) -> None:
        """A match that nothing is known of yet."""
        self.match, self.seen, self.back = match, {}, []

    def going(self) -> bool:
        """Whether there is a decision on the table."""
        return not self.match.over

    @precondition(going)
    @rule(pick=picks)
    def play(self, pick: int) -> None:
        """Any action of the offer."""
        before = told(self.match)
        codes = self.match.decision.actions
        self.seen.update(dict.fromkeys(codes))
        self.match.play(codes[pick % len(codes)])
        self.back = [*self.back, before] if self.match.can_undo else []

    @precondition(lambda self: self.going() and self.match.can_undo)
    @rule()
    def undo(self) -> None:
        """Exactly what was comes back."""
        self.match.undo()
        assert told(self.match) == self.back.pop()

    @precondition(lambda self: self.going() and not self.match.can_undo)
    @rule()
    def refused_undo(self) -> None:
        """Nothing can be taken back, and nothing is."""
        before = self.match.hash
        with pytest.raises(IllegalAction, match=r"\[undo\]$"):
            self.match.undo()
        assert self.match.hash == before

    @precondition(lambda self: self.going() and self.match.number > 1)
    @rule(pick=picks)
    def take_back(self, pick: int) -> None:
        """Both sides agree to go back: the position is there again, and nothing can be undone across it."""
        to = self.match.number - 1 - pick % min(12, self.match.number)
        before = read_state(self.match.rules, list(enumerate(state_lines(self.match.rules, self.match.state_at(to)))))
        self.match.take_back(to, self.match.rules.sides[pick % 2])
        assert self.match.state.digest() == before.digest()
        assert not self.match.can_undo
        self.back = []

    @precondition(lambda self: self.going() and self.match.number > 60)
    @rule(pick=picks)
    def give_up(self, pick: int) -> None:
        """A side resigns, whoever is asked, or both agree to a draw."""
        side = self.match.rules.sides[pick % 2]
        self.match.resign(side) if pick % 3 else self.match.agree_draw(side)
        assert self.match.over
        assert self.match.result
        self.back = []

    @precondition(going)
    @rule(pick=picks)
    def refuse(self, pick: int) -> None:
        """An action that was offered once is refused now by a rule of the booklet, or it may still be played."""
        if not self.seen:
            return
        code = list(self.seen)[pick % len(self.seen)]
        refusal, before = self.match.decision.why(code), (self.match.hash, self.match.state.digest())
        if refusal is not None:
            assert refusal.rule in self.match.rules.catalogue()
            with pytest.raises(IllegalAction):
                self.match.play(code)
            assert (self.match.hash, self.match.state.digest()) == before

    @rule()
    def save_and_load(self) -> None:
        """The loaded match is the same in every respect but the open undos, and is played on."""
        text = self.match.record(with_secret=True)
        loaded = Match.load(text)
        assert (loaded.hash, loaded.result, told(loaded)) == (self.match.hash, self.match.result, told(self.match))
        assert loaded.can_undo == self.match.can_undo
        assert loaded.record(with_secret=True) == text
        self.match = loaded

    @precondition(going)
    @rule(pick=picks)
    def copy(self, pick: int) -> None:
        """What is done to a copy is not done to the original."""
        original, codes = self.match.state, self.match.decision.actions
        before, play = original.digest(), Play(self.match.rules, original.copy(), FixedDice(pick % 6 + 1))
        carry_out(play, codes[pick % len(codes)])
        assert original.digest() == before

    @invariant()
    def the_position_holds(self) -> None:
        """The game's own invariants, and the position through its text."""
        match = self.match
        assert list(match.rules.violations(match.state)) == []
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
        codes = match.decision.actions
        assert list(codes) == sorted(set(codes))
        assert tuple(match.rules.grammar.parse(text) for text in match.decision.texts) == codes
