"""Chapter 13: marked stacks try to get away from the enemy after combat."""

from __future__ import annotations

from typing import NamedTuple

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.modifiers import Modifier, applied, modifiers_text, sum_of
from westfront.engine.names import Unit
from westfront.games.marne.facts import MarneAsk, MarneData, MarnePlay
from westfront.games.marne.losses import lose_step
from westfront.games.marne.retreat import DISENGAGING, DRIVEN, retreat
from westfront.games.marne.state import MarneState
from westfront.games.marne.stosstruppen import assign, assignments, why_not_assign
from westfront.hexgrid import has


class Escape(NamedTuple):
    """A stack that tries to disengage, and the unit whose morale counts."""

    rules: MarneData
    s: MarneState
    unit: int
    stack: tuple[int, ...]


def morale_of(case: Escape) -> int:
    """The morale of the named unit; a tank has none."""
    morale = case.rules.morale(case.s, case.unit)
    return {2: -2, 3: -1, 5: 1, 6: 2}.get(min(morale, 6), 0)


def from_trench(case: Escape) -> int:
    """The hex that is left is a trench hex."""
    return 3 * has(case.rules.board.trench, case.s.at[case.unit])


def from_town(case: Escape) -> int:
    """The hex that is left is a town."""
    return int(has(case.rules.board.town, case.s.at[case.unit]))


def surrounded(case: Escape) -> int:
    """Every hex round it holds an enemy or lies in an enemy zone, and none of them a friend."""
    rules, s = case.rules, case.s
    side, field = rules.side_of[case.unit], rules.field(s)
    around = rules.grid.adjacent(1 << s.at[case.unit]) & rules.board.area
    closed = (field.ground[1 - side] | field.zone[1 - side]) & ~field.ground[side]
    return -3 * (around & ~closed == 0)


def in_disorder(case: Escape) -> int:
    """A unit of the stack is disorganised or reorganising."""
    return -2 * any(case.s.order[unit] for unit in case.stack)


ESCAPE_DIE: list[Modifier[Escape]] = [
    Modifier("13.0 tab", "morale", morale_of),
    Modifier("13.0 tab", "leaving a trench", from_trench),
    Modifier("13.0 tab", "leaving a town", from_town),
    Modifier("13.0 tab", "surrounded", surrounded),
    Modifier("13.0 tab", "a unit disorganised", in_disorder),
]
LOWEST, HIGHEST = 0, 7


def marked_stack(rules: MarneData, s: MarneState, unit: int) -> tuple[int, ...]:
    """The marked units in the hex of one of them, which try together."""
    return tuple(other for other in rules.field(s).stack(s.at[unit]) if s.leaving[other])


@rule("13.0")
def why_no_escape(rules: MarneData, s: MarneState, side: int, unit: int) -> Refusal | None:
    """Only a marked unit that is still in an enemy zone may try."""
    name = rules.names.write("unit", unit)
    if unit < 0 or rules.side_of[unit] != side or s.at[unit] < 0 or not s.leaving[unit]:
        return Refusal("13.0", f"{name} is not marked to disengage")
    if not has(rules.field(s).zone[1 - side], s.at[unit]):
        return Refusal("13.0", f"{name} is not in an enemy zone")
    return None


@rule("13.0", "13.0 tab")
class Disengagement(MarneAsk, frozen=True):
    """Each marked stack may try once; one of its units is named for its morale."""

    asked_by = "13.0"
    question = "Which marked unit leads its stack out of contact?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        own = rules.combat_units[self.player]
        tries = [
            ("disengage", unit) for unit in own if s.leaving[unit] and not why_no_escape(rules, s, self.player, unit)
        ]
        given = [("assign", *pair) for pair in assignments(rules, s, self.player)]
        return [*tries, *given, ("done",)]

    def why_disengage(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        return why_no_escape(rules, s, self.player, unit)

    @rule("13.0", "13.0 tab", "12.3")
    def do_disengage(self, play: MarnePlay, unit: Unit) -> None:
        """A die; the stack goes back one to three hexes, or three by the enemy's way and in disorder."""
        rules, s = play.rules, play.state
        stack = marked_stack(rules, s, unit)
        modifiers = applied(ESCAPE_DIE, Escape(rules, s, unit, stack))
        (die,) = play.roll("disengagement", by=self.player)
        total = max(LOWEST, min(HIGHEST, die + sum_of(modifiers)))
        result = rules.disengagement.named(total, "result")
        says = modifiers_text(modifiers)
        play.tell("disengages", "13.0", units=stack, die=die, modifiers=says, result=result)
        for other in stack:
            s.leaving[other] = 0
        if result.startswith("*"):
            lose_step(play, unit, "13.0")
        left = tuple(other for other in stack if s.at[other] >= 0)
        if left and result == "R3":
            retreat(play, 1 - self.player, left, 3, 3, DRIVEN)
        elif left:
            retreat(play, self.player, left, 1, int(result[-1]), DISENGAGING)

    def why_assign(self, rules: MarneData, s: MarneState, stosstruppen: Unit, regiment: Unit) -> Refusal | None:
        return why_not_assign(rules, s, self.player, stosstruppen, regiment)

    def do_assign(self, play: MarnePlay, stosstruppen: Unit, regiment: Unit) -> None:
        assign(play, stosstruppen, regiment)

    def do_done(self, play: MarnePlay) -> None:
        play.pop()
