"""Set-up: the questions that ask a side to place its units, and the curtain between the sides.

A game derives its questions from `Deploying`, `Placing` and `Shifting`; its plans (plans.py) say what is allowed. A
side begins from a ready-made deployment, which it may accept, change or clear away. If its plan is hidden nobody else
sees anything until it is done.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from westfront.engine.frame import Ask, Play, Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import NOBODY, OFF, Hex, Unit, Units, Word
from westfront.engine.state import State
from westfront.hexgrid import bits
from westfront.mechanics.plans import ANYWHERE, Plan

PATTERNS = (
    "deploy WORD",
    "choose WORD",
    "place WORD at HEX",
    "take UNIT",
    "go HEX",
    "lift UNIT*",
    "clear [HEX]",
    "cancel",
    "done",
)
"""The verbs of these questions, for the grammar of the game."""
TEXTS = {
    "ready-made": "{side:side}: the deployment {name}",
    "placed": "{unit:unit} is placed at {hex:hex}",
    "lifted": "{units:unit*} taken off the map",
    "cleared": "{side:side}: {number} units are taken off the map",
    "deployed": "{side:side}: {number} units are deployed",
}
"""What they tell."""

S = TypeVar("S", bound=State)


class SetUpQuestion(Ask[Any, Any], frozen=True):
    """A question of the set-up."""

    def plan(self, rules: Any) -> Plan:
        """What the side sets up."""
        found = rules.plans[self.player]
        assert isinstance(found, Plan)
        return found

    def holds(self, rules: Any, s: Any) -> bool:
        """It is the time, and there is something to place."""
        return self.player != NOBODY and bool(self.plan(rules).free) and self.plan(rules).is_open(rules, s)


class Shifting(SetUpQuestion, frozen=True):
    """A unit is taken up: where is it placed?"""

    unit: Unit
    question = "Where does {unit} go?"

    def holds(self, rules: Any, s: Any) -> bool:
        """It is one that the side places."""
        return super().holds(rules, s) and self.unit in self.plan(rules).free

    def offer(self, rules: Any, s: Any) -> list[Action]:
        """Every other hex in which it may stand, off the map, or back to where it was."""
        here = s.at[self.unit]
        hexes = self.plan(rules).allowed(rules, s, self.unit)
        gone: list[Action] = [("lift", (self.unit,))] if here != OFF else []
        return [("cancel",), *gone, *[("go", hex_) for hex_ in bits(hexes) if hex_ != here]]

    def why_go(self, rules: Any, s: Any, to: Hex) -> Refusal | None:
        """It stands there already, or it may not."""
        if to == s.at[self.unit]:
            return Refusal(self.asked_by, f"{rules.names.units[self.unit]} is there already")
        return self.plan(rules).why_not_at(rules, s, self.unit, to)

    def do_go(self, play: Play[Any, Any], to: Hex) -> None:
        """Place it there."""
        play.pop()
        self.plan(play.rules).put(play, self.unit, to)

    def why_lift(self, rules: Any, s: Any, units: Units) -> Refusal | None:
        """It alone, if it is placed."""
        if units == (self.unit,) and s.at[self.unit] != OFF:
            return None
        return Refusal(self.asked_by, f"the unit you have taken up is {rules.names.units[self.unit]}")

    def do_lift(self, play: Play[Any, Any], units: Units) -> None:
        """Take it off the map."""
        play.pop()
        self.plan(play.rules).lift(play, units)

    def do_cancel(self, play: Play[Any, Any]) -> None:
        """Leave it where it was."""
        play.pop()


class Placing(SetUpQuestion, frozen=True):
    """A kind is chosen: where does the next unit of it go, or which of those on the map is moved?"""

    kind: Word
    shifting: ClassVar[type[Shifting]]
    """The question that follows when a unit is taken up."""

    def holds(self, rules: Any, s: Any) -> bool:
        """The side places units of the kind."""
        return super().holds(rules, s) and self.kind in self.plan(rules).kinds

    def prompt(self, rules: Any, s: Any) -> str:
        """The kind, and how many are left of it."""
        left = len(self.plan(rules).unplaced(s).get(self.kind, ()))
        if left:
            return f"Where does a {self.kind} go ({left} to place), or which one is moved?"
        return f"Which {self.kind} is moved?"

    def offer(self, rules: Any, s: Any) -> list[Action]:
        """Every hex in which one may stand, every one that stands already, or back."""
        plan = self.plan(rules)
        left = plan.unplaced(s).get(self.kind)
        hexes = bits(plan.allowed(rules, s, left[0])) if left else []
        units = [unit for unit in plan.kinds[self.kind] if s.at[unit] != OFF]
        return [("cancel",), *[("go", hex_) for hex_ in hexes], *[("take", unit) for unit in units]]

    def why_go(self, rules: Any, s: Any, to: Hex) -> Refusal | None:
        """None is left, or it may not stand there."""
        return why_not_placed(rules, s, self.plan(rules), self.kind, to)

    def do_go(self, play: Play[Any, Any], to: Hex) -> None:
        """Place the next one."""
        play.pop()
        place(play, self.plan(play.rules), self.kind, to)

    def why_take(self, rules: Any, s: Any, unit: Unit) -> Refusal | None:
        """One of the kind that is placed."""
        plan = self.plan(rules)
        refusal = plan.why_not_unit(rules, unit)
        if refusal is None and (unit not in plan.kinds[self.kind] or s.at[unit] == OFF):
            return Refusal(plan.rule, f"{rules.names.units[unit]} is not one of the {self.kind} units on the map")
        return refusal

    def do_take(self, play: Play[Any, Any], unit: Unit) -> None:
        """Take it up."""
        play.become(self.shifting(self.player, unit))

    def do_cancel(self, play: Play[Any, Any]) -> None:
        """Back to the choice of a kind."""
        play.pop()


class Deploying(SetUpQuestion, frozen=True):
    """A side sets up.

    The offer asks which kind of unit; where it goes, or which one of them is moved, is asked next. Whole actions in one
    line are taken as well: `place 4-4 at 2301`, `lift B-56 B-62`, `clear 2301`.
    """

    placing: ClassVar[type[Placing]]
    """The question that follows when a kind is chosen."""

    def prompt(self, rules: Any, s: Any) -> str:
        """What is not met yet."""
        refusal = self.plan(rules).unfinished(rules, s)
        return f"Set up your units: {refusal.sentence if refusal else 'everything is in its place'}."

    def offer(self, rules: Any, s: Any) -> list[Action]:
        """The ready-made deployments, a kind of unit to place or to move, and the end once everything is met."""
        plan = self.plan(rules)
        actions: list[Action] = [("choose", kind) for kind in plan.kinds]
        actions += [("deploy", name) for name in plan.ready if not plan.stands(s, name)]
        if plan.standing(s):
            actions.append(("clear",))
        if plan.unfinished(rules, s) is None:
            actions.append(("done",))
        return actions

    def why_deploy(self, rules: Any, s: Any, name: Word) -> Refusal | None:
        """There is such a ready-made deployment, and it does not stand already."""
        plan = self.plan(rules)
        if name not in plan.ready:
            return Refusal(plan.rule, f"there is no ready-made deployment {name}, only {', '.join(plan.ready)}")
        return Refusal(plan.rule, f"the deployment {name} is in place already") if plan.stands(s, name) else None

    def do_deploy(self, play: Play[Any, Any], name: Word) -> None:
        """Lay it out."""
        self.plan(play.rules).lay_out(play, name)

    def why_choose(self, rules: Any, s: Any, kind: Word) -> Refusal | None:
        """The side places units of the kind."""
        return why_no_kind(self.plan(rules), kind)

    def do_choose(self, play: Play[Any, Any], kind: Word) -> None:
        """Where one goes is asked next."""
        play.push(self.placing(self.player, kind))

    def why_place(self, rules: Any, s: Any, kind: Word, hex_: Hex) -> Refusal | None:
        """There is one left, and it may stand there."""
        plan = self.plan(rules)
        return why_no_kind(plan, kind) or why_not_placed(rules, s, plan, kind, hex_)

    def do_place(self, play: Play[Any, Any], kind: Word, hex_: Hex) -> None:
        """The next one of the kind."""
        place(play, self.plan(play.rules), kind, hex_)

    def why_take(self, rules: Any, s: Any, unit: Unit) -> Refusal | None:
        """A unit that the side places, whether it stands or not."""
        return self.plan(rules).why_not_unit(rules, unit)

    def do_take(self, play: Play[Any, Any], unit: Unit) -> None:
        """Where it goes is asked next."""
        play.push(self.placing.shifting(self.player, unit))

    def why_lift(self, rules: Any, s: Any, units: Units) -> Refusal | None:
        """Units that are placed, each named once."""
        plan = self.plan(rules)
        for unit in units:
            refusal = plan.why_not_unit(rules, unit)
            if refusal is None and s.at[unit] == OFF:
                refusal = Refusal(plan.rule, f"{rules.names.units[unit]} is not on the map")
            if refusal:
                return refusal
        return Refusal(plan.rule, "each unit is named once") if len(set(units)) < len(units) else None

    def do_lift(self, play: Play[Any, Any], units: Units) -> None:
        """Take them off the map."""
        self.plan(play.rules).lift(play, units)

    def why_clear(self, rules: Any, s: Any, hex_: Hex = ANYWHERE) -> Refusal | None:
        """Something is there to be taken up."""
        plan = self.plan(rules)
        if plan.standing(s, hex_):
            return None
        where = "on the map" if hex_ == ANYWHERE else f"at {rules.names.place(hex_)}"
        return Refusal(plan.rule, f"none of your units {where} can be taken up")

    def do_clear(self, play: Play[Any, Any], hex_: Hex = ANYWHERE) -> None:
        """Everything, or one hex."""
        plan = self.plan(play.rules)
        plan.lift(play, plan.standing(play.state, hex_))

    def why_done(self, rules: Any, s: Any) -> Refusal | None:
        """Everything is met."""
        return self.plan(rules).unfinished(rules, s)

    def do_done(self, play: Play[Any, Any]) -> None:
        """The set-up of the side is complete, and the other side sees it."""
        plan = self.plan(play.rules)
        play.pop()
        if plan.hidden:
            play.reveal()
        play.tell("deployed", plan.rule, side=plan.side, number=len(plan.units))


def why_no_kind(plan: Plan, kind: str) -> Refusal | None:
    """There are no units of the kind."""
    if kind in plan.kinds:
        return None
    return Refusal(plan.rule, f"there are no {kind} units to place, only {', '.join(plan.kinds)}")


def why_not_placed(rules: Any, s: Any, plan: Plan, kind: str, hex_: int) -> Refusal | None:
    """No unit of a kind is left, or the next one may not stand there."""
    left = plan.unplaced(s).get(kind)
    if not left:
        return Refusal(plan.rule, f"all {kind} units are on the map")
    return plan.why_not_at(rules, s, left[0], hex_)


def place(play: Play[Any, Any], plan: Plan, kind: str, hex_: int) -> None:
    """Place the next unit of a kind."""
    plan.put(play, plan.next_of(play.rules, plan.unplaced(play.state)[kind], hex_), hex_)


# -- the curtain


def setting_up(s: State) -> int:
    """The side that sets up now, or nobody."""
    return next((frame.player for frame in s.frames if isinstance(frame, SetUpQuestion)), NOBODY)


def curtained(rules: Any, s: State) -> int:
    """The side that sets up unseen now, or nobody."""
    side = setting_up(s)
    return side if side != NOBODY and rules.plans[side].hidden else NOBODY


def unbegun(rules: Any, s: S, side: int) -> S:
    """The state as if a side had placed nothing yet: what stands behind the curtain is anybody's guess."""
    new = s.copy()
    first = next(n for n, frame in enumerate(s.frames) if isinstance(frame, SetUpQuestion) and frame.player == side)
    question = s.frames[first]
    assert isinstance(question, SetUpQuestion)
    plan = question.plan(rules)
    plan.sweep(rules, new, plan.free)
    new.frames = s.frames[: first + 1]
    return new
