"""Counting positions: how many ways the next n actions can go, with every die showing the same number.

Two programs that count alike agree on the rules; a change of a rule that changes no count changed nothing.
"""

from __future__ import annotations

from westfront.engine.dice import FixedDice
from westfront.engine.frame import Play, asked, carry_out
from westfront.engine.grammar import Action
from westfront.engine.rules import AnyRules
from westfront.engine.state import State


def perft(rules: AnyRules, state: State, depth: int, die: int = 3) -> int:
    """The number of ways; a game that ends earlier counts once."""
    if depth == 0 or not state.frames:
        return 1
    offer = asked(state).offer(rules, state)
    if depth == 1:
        return len(offer)
    return sum(perft(rules, after(rules, state, code, die), depth - 1, die) for code in offer)


def divide(rules: AnyRules, state: State, depth: int, die: int = 3) -> dict[str, int]:
    """The number of ways behind each first action."""
    offer = sorted(asked(state).offer(rules, state))
    return {rules.grammar.text(code): perft(rules, after(rules, state, code, die), depth - 1, die) for code in offer}


def after(rules: AnyRules, state: State, code: Action, die: int) -> State:
    """The state that an action leads to."""
    play = Play(rules, state.copy(), FixedDice(die))
    carry_out(play, code)
    return play.state
