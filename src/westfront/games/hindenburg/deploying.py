"""Chapters 3.1 to 3.3: the questions of the set-up, and what their answers do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Word
from westfront.games.hindenburg.attack_supply import keep_for_turn_2, marked, open_at_start
from westfront.games.hindenburg.deployment import ORDER, Plan, Ready, places, unmet, unplaced, why_not_place
from westfront.games.hindenburg.stacking import lay, lay_on_top, others_on_top, stack_up, take_kind
from westfront.games.hindenburg.state import (
    GERMAN,
    OFF,
    RESERVE,
    HindenburgAsk,
    HindenburgPlay,
    HindenburgState,
)
from westfront.hexgrid import bits

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg


class Curtained(HindenburgAsk, frozen=True):
    """A question of the set-up: nobody else sees what is placed until the side is done."""


@rule("3.1", "3.2", "3.3")
class Deployment(Curtained, frozen=True):
    """A side sets up: it begins from a ready-made deployment, which it may accept, change or clear away.

    The offer asks which kind of division to place, or whether to change a hex or attack supply. Whole lines are taken
    as well: `place GE4-4 5 at 3106`, `place FR3-3 20 at reserve`, `take 3106`, `mark 3106`.
    """

    asked_by = "3.1"
    verbs = ("deploy", "choose", "place", "take", "mark", "unmark", "clear", "done")

    def prompt(self, rules: Hindenburg, s: HindenburgState) -> str:
        """What is asked, and what is not met yet."""
        refusal = unmet(rules, s, rules.plans[self.player])
        return f"Set up your divisions: {refusal.sentence if refusal else 'everything is in its place'}."

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """Ready-made deployments, kinds to place, hexes to change, attack supply, and the end once all is met."""
        plan = rules.plans[self.player]
        actions: list[Action] = [("deploy", name) for name, ready in plan.ready.items() if not stands(rules, s, ready)]
        actions += [("choose", kind) for kind in unplaced(rules, s, plan)]
        if any(s.at[unit] != OFF for unit in plan.units):
            actions += [("clear",), ("take",)]
        if self.player == GERMAN:
            actions.append(("mark",))
        if unmet(rules, s, plan) is None:
            actions.append(("done",))
        return actions

    def admits(self, rules: Hindenburg, s: HindenburgState, action: Action) -> bool:
        """Whole placements, and places to change."""
        plan, verb = rules.plans[self.player], action[0]
        if verb == "place":
            return why_not_place(rules, s, plan, *action[1:]) is None
        if verb == "take" and len(action) > 1:
            return action[1] in occupied(s, plan)
        return verb in ("mark", "unmark") and len(action) > 1 and why_not_marked(rules, s, plan, *action) is None

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """The rule that is not met, or what there is instead."""
        plan, verb = rules.plans[self.player], action[0]
        if verb == "done":
            refusal = unmet(rules, s, plan)
        elif verb in ("mark", "unmark"):
            refusal = why_not_marked(rules, s, plan, *action)
        elif verb == "place":
            refusal = why_not_place(rules, s, plan, *action[1:])
        elif verb == "choose":
            refusal = why_not_place(rules, s, plan, action[1], 1, OFF)
        elif verb == "take":
            where = f" in {rules.names.place(action[1])}" if len(action) > 1 else ""
            refusal = Refusal("3.1", f"none of your divisions is set up{where}")
        elif verb == "deploy":
            known = f"there is {', '.join(plan.ready)}, and what stands already is not offered"
            refusal = Refusal("3.1", f"{action[1]} is not offered: {known}")
        else:
            refusal = Refusal("3.1", "none of your divisions is set up")
        return refusal or Refusal("3.1", "it may be done")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """One change, or the end of it."""
        rules, s, verb, player = play.rules, play.state, action[0], self.player
        plan = rules.plans[player]
        if verb == "done":
            finish(play, plan)
        elif verb == "deploy":
            lay_out(play, plan, action[1])
        elif verb == "choose":
            play.push(Placing(player, action[1]))
        elif verb == "place":
            put(play, plan, *action[1:])
        elif verb == "clear":
            sweep(rules, s, plan)
            play.tell("cleared", "3.1", only=player, side=player)
        elif len(action) == 1:
            play.push(Taking(player) if verb == "take" else Supplying(player))
        elif verb == "take":
            play.push(Changing(player, action[1]))
        else:
            shift_marker(play, *action)


def occupied(s: HindenburgState, plan: Plan) -> set[int]:
    """The hexes, and the reserve, in which divisions are set up."""
    return {s.at[unit] for unit in plan.units} - {OFF}


@rule("3.3(4)")
def why_not_marked(
    rules: Hindenburg, s: HindenburgState, plan: Plan, verb: str, hex_: int | None = None
) -> Refusal | None:
    """Why an attack supply marker cannot be placed in a hex, or taken up from it."""
    if plan.side != GERMAN:
        return Refusal("3.3(4)", "attack supply is German")
    open_ = open_at_start(rules, s) if verb == "mark" else marked(rules, s)
    if hex_ is None or (hex_ >= 0 and open_ >> hex_ & 1):
        return None
    if verb == "unmark":
        return Refusal("3.3(4)", f"no attack supply marker is in {rules.names.place(hex_)}")
    if not open_:
        return Refusal("3.3(4)", "all attack supply markers are on the map")
    return Refusal("3.3(4)", f"{rules.names.place(hex_)} does not touch the front line from the east, or has a marker")


@rule("3.3(4)")
def shift_marker(play: HindenburgPlay, verb: str, hex_: int) -> None:
    """Place an attack supply marker, or take one up."""
    s, markers = play.state, play.rules.markers
    before, after = (OFF, hex_) if verb == "mark" else (hex_, OFF)
    s.at[next(marker for marker in markers if s.at[marker] == before)] = after
    kind = "attack supply" if verb == "mark" else "attack supply taken up"
    play.tell(kind, "3.3(4)", only=GERMAN, hex=hex_)


@rule("3.3(4)")
class Supplying(Curtained, frozen=True):
    """Where do the attack supply markers stand when the game begins?"""

    asked_by = "3.3(4)"
    verbs = ("mark", "unmark", "done")
    question = "Place attack supply markers, or take them up."

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """Every hex that touches the line, every marker on the map, or back."""
        actions: list[Action] = [("done",), *[("mark", hex_) for hex_ in bits(open_at_start(rules, s))]]
        return actions + [("unmark", hex_) for hex_ in bits(marked(rules, s))]

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """Why not there."""
        refusal = why_not_marked(rules, s, rules.plans[self.player], *action)
        return refusal or Refusal("3.3(4)", "say in which hex")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """One change, or back."""
        if action[0] == "done":
            play.pop()
        else:
            shift_marker(play, *action)


@rule("3.1")
class Taking(Curtained, frozen=True):
    """Which hex is changed, or the reserve?"""

    asked_by = "3.1"
    verbs = ("take", "cancel")
    question = "Which hex do you change, or the reserve?"

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """Every place with divisions, or back."""
        return [("cancel",), *[("take", place) for place in occupied(s, rules.plans[self.player])]]

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """Nobody is there."""
        return Refusal("3.1", "say which hex, one in which you have divisions")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """Go on with it, or back."""
        if action[0] == "take":
            play.become(Changing(self.player, action[1]))
        else:
            play.pop()


@rule("3.1")
class Placing(Curtained, frozen=True):
    """A kind is chosen: where do divisions of it go?"""

    kind: Word
    asked_by = "3.1"
    verbs = ("to", "cancel")

    def prompt(self, rules: Hindenburg, s: HindenburgState) -> str:
        """What is asked."""
        left = len(unplaced(rules, s, rules.plans[self.player]).get(self.kind, ()))
        return f"Where do divisions {self.kind} go ({left} to place)?"

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """Every place with room, or back."""
        return [("cancel",), *[("to", place) for place in places(rules, s, rules.plans[self.player], self.kind)]]

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """Why none can go there."""
        refusal = why_not_place(rules, s, rules.plans[self.player], self.kind, 1, action[1])
        return refusal or Refusal("3.1", "it may be done")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """Ask how many, or go back."""
        if action[0] == "to":
            play.become(Counting(self.player, self.kind, action[1]))
        else:
            play.pop()


@rule("3.1")
class Counting(Curtained, frozen=True):
    """A kind and a place are chosen: how many go there?"""

    kind: Word
    place: Hex
    asked_by = "3.1"
    verbs = ("number", "cancel")

    def prompt(self, rules: Hindenburg, s: HindenburgState) -> str:
        """What is asked."""
        return f"How many {self.kind} go to {rules.names.place(self.place)}?"

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """Up to what is left and what there is room for."""
        plan = rules.plans[self.player]
        left = len(unplaced(rules, s, plan).get(self.kind, ()))
        most = min(left, places(rules, s, plan, self.kind).get(self.place, 0))
        return [("cancel",), *[("number", number) for number in range(1, most + 1)]]

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """Why not so many."""
        refusal = why_not_place(rules, s, rules.plans[self.player], self.kind, action[1], self.place)
        return refusal or Refusal("3.1", "it may be done")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """Place them, or go back."""
        play.pop()
        if action[0] == "number":
            put(play, play.rules.plans[self.player], self.kind, action[1], self.place)


@rule("3.1", "6.6")
class Changing(Curtained, frozen=True):
    """A hex or the reserve is chosen: who is taken away, or laid on top?"""

    place: Hex
    asked_by = "3.1"
    verbs = ("lift", "top", "cancel")

    def prompt(self, rules: Hindenburg, s: HindenburgState) -> str:
        """What is asked."""
        there = rules.described(s, self.there(rules, s))
        return f"What changes in {rules.names.place(self.place)} ({there})?"

    def there(self, rules: Hindenburg, s: HindenburgState) -> Sequence[int]:
        """The divisions of the place, the top one first."""
        if self.place >= 0:
            return rules.stack(s, self.place)
        return [unit for unit in rules.plans[self.player].units if s.at[unit] == self.place]

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """So many of a kind away, another kind on top, or back."""
        groups = rules.by_kind(s, self.there(rules, s))
        actions: list[Action] = [("cancel",)]
        actions += [("lift", kind, n) for kind, units in groups.items() for n in range(1, len(units) + 1)]
        if self.place >= 0 and groups:
            actions += [("top", kind) for kind in others_on_top(rules, s, self.place)]
        return actions

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """They are not there."""
        there = self.there(rules, s)
        on_top = f", {rules.kind(s, there[0])} on top" if self.place >= 0 and there else ""
        return Refusal("3.1", f"in {rules.names.place(self.place)} are {rules.described(s, there)}{on_top}")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """Take them away, change the top, or go back."""
        rules, s = play.rules, play.state
        play.pop()
        there = self.there(rules, s)
        if action[0] == "lift":
            lift(play, take_kind(rules, s, there, action[1], action[2]) or [], action[1], self.place)
        elif action[0] == "top":
            lay_on_top(s, there, rules.by_kind(s, there)[action[1]][0])
            play.tell("top", "6.6", only=self.player, what=action[1], hex=self.place)


# -- what is done


def put(play: HindenburgPlay, plan: Plan, kind: str, number: int, place: int) -> None:
    """Place so many divisions of a kind."""
    rules, s = play.rules, play.state
    lay(rules, s, unplaced(rules, s, plan)[kind][:number], place)
    play.tell("placed", ORDER[plan.side], only=plan.side, what=kind, number=number, hex=place)


def lift(play: HindenburgPlay, units: Sequence[int], kind: str, place: int) -> None:
    """Take divisions of a kind up again."""
    rules, s = play.rules, play.state
    lay(rules, s, units, OFF)
    if place >= 0:
        stack_up(s, rules.stack(s, place))
    side = rules.side_of[units[0]]
    play.tell("lifted", ORDER[side], only=side, what=kind, number=len(units), hex=place)


def sweep(rules: Hindenburg, s: HindenburgState, plan: Plan) -> None:
    """Take everything up."""
    lay(rules, s, plan.units, OFF)
    if plan.side == GERMAN:
        for marker in rules.markers:
            s.at[marker] = OFF


def lay_out(play: HindenburgPlay, plan: Plan, name: str) -> None:
    """Put everything where a ready-made deployment has it."""
    rules, s, ready = play.rules, play.state, plan.ready[name]
    sweep(rules, s, plan)
    for place, units in ready.piles.items():
        lay(rules, s, units, place)
    for marker, hex_ in zip(rules.markers, ready.marks, strict=False):
        s.at[marker] = hex_
    play.tell("ready-made", ORDER[plan.side], only=plan.side, side=plan.side, name=name)


def stands(rules: Hindenburg, s: HindenburgState, ready: Ready) -> bool:
    """Whether a ready-made deployment is what stands on the map."""
    placed = all(s.at[unit] == place for place, units in ready.piles.items() for unit in units)
    return placed and marked(rules, s) == rules.grid.set_of(ready.marks)


@rule("3.2", "3.3", "3.3(4)", "6.6")
def finish(play: HindenburgPlay, plan: Plan) -> None:
    """The set-up of a side is complete: now the other sees its stacks from above."""
    rules, s = play.rules, play.state
    play.pop()
    play.reveal()
    if plan.side == GERMAN:
        keep_for_turn_2(rules, s)
    held = sum(s.at[unit] == RESERVE for unit in plan.units)
    play.tell("deployed", ORDER[plan.side], side=plan.side, number=len(plan.units), reserve=held)
