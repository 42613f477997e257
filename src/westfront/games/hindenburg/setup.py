"""Chapters 3.1 to 3.4: the first position, and the questions of the set-up."""

from __future__ import annotations

from collections.abc import Sequence

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Number, Side, Word
from westfront.engine.state import blank_columns
from westfront.games.hindenburg.attack_supply import keep_for_turn_2, marked, open_at_start
from westfront.games.hindenburg.data import HindenburgData, HindenburgPlay, HindenburgStep
from westfront.games.hindenburg.deployment import HindenburgPlan
from westfront.games.hindenburg.sequence import Turn
from westfront.games.hindenburg.stacking import others_on_top, take_kind
from westfront.games.hindenburg.state import (
    ACTIONS,
    ALLIED,
    GERMAN,
    NOT_YET,
    OFF,
    RESERVE,
    TRACK,
    HindenburgState,
)
from westfront.hexgrid import bits, has
from westfront.mechanics import setup
from westfront.mechanics.plans import ANYWHERE
from westfront.mechanics.stacks import lay, lay_on_top


@rule("3.2(1)", "3.2(2)", "3.2(3)", "3.3(1)", "3.4", "3.5")
def start_state(rules: HindenburgData) -> HindenburgState:
    """An empty map: numbered divisions on the Turn Record Tracks, tank brigades in the reserve, markers in box 10."""
    s = HindenburgState(
        turn=0,
        actions=bytearray((ACTIONS, ACTIONS)),
        german=rules.board.east,
        lost_ports=0,
        trenches=0,
        mid_game=NOT_YET,
        **blank_columns(HindenburgState, len(rules.counters)),
    )
    for unit, turn in enumerate(rules.arrival):
        if turn:
            s.at[unit] = TRACK.box(turn)
    for unit in rules.tanks:
        s.at[unit] = RESERVE
    s.frames = (Turn(), SetUp(GERMAN), SetUp(ALLIED))
    return s


@rule("3.2", "3.3")
class SetUp(HindenburgStep, frozen=True):
    """A side is set up, the Allies first."""

    player: Side

    def run(self, play: HindenburgPlay) -> None:
        """Lay out the first ready-made deployment, and ask."""
        play.push(Deployment(self.player))
        play.rules.plans[self.player].begin(play)


class SetUpQuestion(setup.SetUpQuestion, frozen=True):
    """A question of the set-up: nobody else sees what is placed until the side is done."""

    asked_by = "3.1"

    def plan(self, rules: HindenburgData) -> HindenburgPlan:
        found = super().plan(rules)
        assert isinstance(found, HindenburgPlan)
        return found


class MarksSupply(SetUpQuestion, frozen=True):
    """A question in which attack supply can be placed and taken up."""

    @rule("3.3(4)")
    def why_mark(self, rules: HindenburgData, s: HindenburgState, hex_: Hex = ANYWHERE) -> Refusal | None:
        """Attack supply is German, and stands in hexes that touch the front line from the east, one in each."""
        open_ = open_at_start(rules, s)
        if self.player != GERMAN:
            return Refusal("3.3(4)", "attack supply is German")
        if has(open_, hex_):
            return None
        if not open_:
            return Refusal("3.3(4)", "all attack supply markers are on the map")
        name = rules.names.place(hex_) if hex_ != ANYWHERE else "no hex"
        return Refusal("3.3(4)", f"{name} does not touch the front line from the east, or has a marker")

    def do_mark(self, play: HindenburgPlay, hex_: Hex = ANYWHERE) -> None:
        self._shift(play, OFF, hex_)
        play.tell("attack supply", "3.3(4)", only=GERMAN, hex=hex_)

    def why_unmark(self, rules: HindenburgData, s: HindenburgState, hex_: Hex) -> Refusal | None:
        if self.player == GERMAN and has(marked(rules, s), hex_):
            return None
        return Refusal("3.3(4)", f"no attack supply marker of yours is in {rules.names.place(hex_)}")

    def do_unmark(self, play: HindenburgPlay, hex_: Hex) -> None:
        self._shift(play, hex_, OFF)
        play.tell("attack supply taken up", "3.3(4)", only=GERMAN, hex=hex_)

    def _shift(self, play: HindenburgPlay, before: int, after: int) -> None:
        s = play.state
        s.at[next(marker for marker in play.rules.markers if s.at[marker] == before)] = after


@rule("3.1")
class Deployment(MarksSupply, frozen=True):
    """A side sets up: it begins from a ready-made deployment, which it may accept, change or clear away.

    The offer asks which kind of division to place, or whether to change a hex or attack supply. Whole lines are taken
    as well: `place GE4-4 5 at 3106`, `place FR3-3 20 at reserve`, `take 3106`, `mark 3106`.
    """

    def prompt(self, rules: HindenburgData, s: HindenburgState) -> str:
        refusal = self.plan(rules).unfinished(rules, s)
        return f"Set up your divisions: {refusal.sentence if refusal else 'everything is in its place'}."

    def offer(self, rules: HindenburgData, s: HindenburgState) -> list[Action]:
        """Ready-made deployments, kinds to place, hexes to change, attack supply, and the end once all is met."""
        plan = self.plan(rules)
        actions: list[Action] = [("deploy", name) for name in plan.ready if not plan.stands(s, name)]
        actions += [("choose", kind) for kind in plan.unplaced(s)]
        if plan.standing(s):
            actions += [("clear",), ("take",)]
        if self.player == GERMAN:
            actions.append(("mark",))
        if plan.unfinished(rules, s) is None:
            actions.append(("done",))
        return actions

    def why_deploy(self, rules: HindenburgData, s: HindenburgState, name: Word) -> Refusal | None:
        ready = self.plan(rules).ready
        return None if name in ready else Refusal("3.1", f"the ready-made set-ups are {', '.join(ready)}, not {name}")

    def do_deploy(self, play: HindenburgPlay, name: Word) -> None:
        self.plan(play.rules).lay_out(play, name)

    def why_choose(self, rules: HindenburgData, s: HindenburgState, kind: Word) -> Refusal | None:
        return self.plan(rules).why_none_left(rules, s, kind, 1)

    def do_choose(self, play: HindenburgPlay, kind: Word) -> None:
        play.push(PlaceKind(self.player, kind))

    def why_place(
        self, rules: HindenburgData, s: HindenburgState, kind: Word, number: Number, place: Hex
    ) -> Refusal | None:
        return self.plan(rules).why_not_place(rules, s, kind, number, place)

    def do_place(self, play: HindenburgPlay, kind: Word, number: Number, place: Hex) -> None:
        put(play, self.plan(play.rules), kind, number, place)

    def why_take(self, rules: HindenburgData, s: HindenburgState, place: Hex = ANYWHERE) -> Refusal | None:
        """Divisions are set up, or are in the place that is named."""
        if self.plan(rules).standing(s, place):
            return None
        where = f" in {rules.names.place(place)}" if place != ANYWHERE else ""
        return Refusal("3.1", f"none of your divisions is set up{where}")

    def do_take(self, play: HindenburgPlay, place: Hex = ANYWHERE) -> None:
        """Ask which place, or what changes there."""
        play.push(ChangePlace(self.player, place) if place != ANYWHERE else ChoosePlace(self.player))

    def why_mark(self, rules: HindenburgData, s: HindenburgState, hex_: Hex = ANYWHERE) -> Refusal | None:
        """A hex is named in which a marker may stand, or none, to be asked where."""
        if hex_ == ANYWHERE and self.player == GERMAN:
            return None
        return super().why_mark(rules, s, hex_)

    def do_mark(self, play: HindenburgPlay, hex_: Hex = ANYWHERE) -> None:
        """Ask where, or place a marker at once."""
        if hex_ == ANYWHERE:
            play.push(StartingSupply(self.player))
        else:
            super().do_mark(play, hex_)

    def why_clear(self, rules: HindenburgData, s: HindenburgState) -> Refusal | None:
        return self.why_take(rules, s)

    def do_clear(self, play: HindenburgPlay) -> None:
        plan = self.plan(play.rules)
        plan.sweep(play.rules, play.state, plan.free)
        plan.tell(play, "cleared", side=self.player)

    def why_done(self, rules: HindenburgData, s: HindenburgState) -> Refusal | None:
        return self.plan(rules).unfinished(rules, s)

    @rule("3.3(4)")
    def do_done(self, play: HindenburgPlay) -> None:
        """The set-up of the side is complete: now the other sees its stacks from above."""
        rules, s, plan = play.rules, play.state, self.plan(play.rules)
        play.pop()
        play.reveal()
        if self.player == GERMAN:
            keep_for_turn_2(rules, s)
        for stack in rules.field(s).stacks.values():
            s.known[stack[0]] = 1
        held = len(plan.standing(s, RESERVE))
        play.tell("deployed", plan.rule, side=self.player, number=len(plan.units), reserve=held)


@rule("3.3(4)")
class StartingSupply(MarksSupply, frozen=True):
    """Where do the attack supply markers stand when the game begins?"""

    asked_by = "3.3(4)"
    question = "Place attack supply markers, or take them up."

    def offer(self, rules: HindenburgData, s: HindenburgState) -> list[Action]:
        """Every hex that touches the line, every marker on the map, or back."""
        actions: list[Action] = [("done",), *[("mark", hex_) for hex_ in bits(open_at_start(rules, s))]]
        return actions + [("unmark", hex_) for hex_ in bits(marked(rules, s))]

    def do_done(self, play: HindenburgPlay) -> None:
        play.pop()


# -- divisions


class Detail(SetUpQuestion, frozen=True):
    """A question from which one can go back."""

    def do_cancel(self, play: HindenburgPlay) -> None:
        play.pop()


class ChoosePlace(Detail, frozen=True):
    """Which hex is changed, or the reserve?"""

    question = "Which hex do you change, or do you change the reserve?"

    def offer(self, rules: HindenburgData, s: HindenburgState) -> list[Action]:
        places = {s.at[unit] for unit in self.plan(rules).standing(s)}
        return [("cancel",), *[("take", place) for place in places]]

    def why_take(self, rules: HindenburgData, s: HindenburgState, place: Hex = ANYWHERE) -> Refusal | None:
        """A place is named that has divisions."""
        if place != ANYWHERE and self.plan(rules).standing(s, place):
            return None
        return Refusal("3.1", "say which hex, one in which you have divisions")

    def do_take(self, play: HindenburgPlay, place: Hex = ANYWHERE) -> None:
        play.become(ChangePlace(self.player, place))


class PlaceKind(Detail, frozen=True):
    """A kind is chosen: where do divisions of it go?"""

    kind: Word

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        return super().holds(rules, s) and self.kind in self.plan(rules).kinds

    def prompt(self, rules: HindenburgData, s: HindenburgState) -> str:
        left = len(self.plan(rules).unplaced(s).get(self.kind, ()))
        return f"Where do {self.kind} divisions go ({left} to place)?"

    def offer(self, rules: HindenburgData, s: HindenburgState) -> list[Action]:
        plan = self.plan(rules)
        actions: list[Action] = [("cancel",)]
        for unit in plan.unplaced(s).get(self.kind, [])[:1]:
            actions += [("to", hex_) for hex_ in bits(plan.allowed(rules, s, unit))]
            if plan.why_not_reserve(rules, s, self.kind, 1) is None:
                actions.append(("to", RESERVE))
        return actions

    def why_to(self, rules: HindenburgData, s: HindenburgState, place: Hex) -> Refusal | None:
        return self.plan(rules).why_not_place(rules, s, self.kind, 1, place)

    def do_to(self, play: HindenburgPlay, place: Hex) -> None:
        play.become(ChooseNumber(self.player, self.kind, place))


class ChooseNumber(Detail, frozen=True):
    """A kind and a place are chosen: how many go there?"""

    kind: Word
    place: Hex
    question = "How many {kind} go to {place}?"

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        """The side sets up divisions of the kind, and the place is a hex or the reserve."""
        return (
            super().holds(rules, s)
            and self.kind in self.plan(rules).kinds
            and self.place != OFF
            and self.place >= RESERVE
        )

    def offer(self, rules: HindenburgData, s: HindenburgState) -> list[Action]:
        """Up to what is left and what there is room for."""
        most = self.plan(rules).most(rules, s, self.kind, self.place)
        return [("cancel",), *[("number", number) for number in range(1, most + 1)]]

    def why_number(self, rules: HindenburgData, s: HindenburgState, number: Number) -> Refusal | None:
        return self.plan(rules).why_not_place(rules, s, self.kind, number, self.place)

    def do_number(self, play: HindenburgPlay, number: Number) -> None:
        play.pop()
        put(play, self.plan(play.rules), self.kind, number, self.place)


class ChangePlace(Detail, frozen=True):
    """A hex or the reserve is chosen: who is taken away, or laid on top?"""

    place: Hex

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        return super().holds(rules, s) and bool(self.there(rules, s))

    def prompt(self, rules: HindenburgData, s: HindenburgState) -> str:
        return f"What do you change in {rules.names.place(self.place)} ({rules.described(s, self.there(rules, s))})?"

    def there(self, rules: HindenburgData, s: HindenburgState) -> Sequence[int]:
        """The divisions of the place, the top one first."""
        return rules.stack(s, self.place) or self.plan(rules).standing(s, self.place)

    def offer(self, rules: HindenburgData, s: HindenburgState) -> list[Action]:
        """So many of a kind away, another kind on top, or back."""
        there = self.there(rules, s)
        actions: list[Action] = [("cancel",), *rules.counted(s, "lift", there, len(there))]
        if self.place >= 0:
            actions += [("top", kind) for kind in others_on_top(rules, s, self.place)]
        return actions

    def _there_are(self, rules: HindenburgData, s: HindenburgState) -> Refusal:
        there = self.there(rules, s)
        on_top = f", {rules.kind(s, there[0])} on top" if self.place >= 0 else ""
        return Refusal("3.1", f"{rules.names.place(self.place)} holds {rules.described(s, there)}{on_top}")

    def why_lift(self, rules: HindenburgData, s: HindenburgState, kind: Word, number: Number) -> Refusal | None:
        found = take_kind(rules, s, self.there(rules, s), kind, number)
        return None if found is not None else self._there_are(rules, s)

    def do_lift(self, play: HindenburgPlay, kind: Word, number: Number) -> None:
        rules, s = play.rules, play.state
        play.pop()
        lay(s, rules.field(s), take_kind(rules, s, self.there(rules, s), kind, number) or [], OFF)
        self.plan(rules).tell(play, "lifted", what=kind, number=number, hex=self.place)

    def why_top(self, rules: HindenburgData, s: HindenburgState, kind: Word, hex_: Hex = ANYWHERE) -> Refusal | None:
        mine = self.place >= 0 and hex_ in (ANYWHERE, self.place) and kind in others_on_top(rules, s, self.place)
        return None if mine else self._there_are(rules, s)

    def do_top(self, play: HindenburgPlay, kind: Word, hex_: Hex = ANYWHERE) -> None:
        rules, s = play.rules, play.state
        play.pop()
        lay_on_top(s, rules.field(s), rules.by_kind(s, self.there(rules, s))[kind][0])
        self.plan(rules).tell(play, "top", what=kind, hex=self.place)


def put(play: HindenburgPlay, plan: HindenburgPlan, kind: str, number: int, place: int) -> None:
    """Place so many divisions of a kind."""
    lay(play.state, play.rules.field(play.state), plan.unplaced(play.state)[kind][:number], place)
    plan.tell(play, "placed", what=kind, number=number, hex=place)
