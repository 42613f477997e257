"""Chapters 3.1 to 3.3: where divisions are set up, what must be met before it ends, and the frames that ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Word
from westfront.games.hindenburg.attack_supply import keep_for_turn_2, marked, open_at_start
from westfront.games.hindenburg.stacking import lay, lay_on_top, others_on_top, room, stack_up, take_kind
from westfront.games.hindenburg.state import (
    AN,
    BE,
    BR,
    FR,
    GE,
    GERMAN,
    OFF,
    PO,
    RESERVE,
    STACK,
    HindenburgAsk,
    HindenburgPlay,
    HindenburgState,
)
from westfront.hexgrid import HexSet, bits

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg

RESERVES = {BR: ("3.2(3)", 8, "British and Australian"), FR: ("3.2(3)", 39, "French")}
"""How many divisions begin in the Allied reserve; the Australians count as British."""
FIRST_BRITISH_ROW = 29
ALSO_FRENCH = ("2609", "2415")
"""Rheims and Verdun, which need a garrison as the trenches do."""
NAMED_HEXES = 6
"""So many empty hexes are named in the question."""
ORDER = ("3.3", "3.2")
"""The rule by which each side sets up."""


class Ready:
    """A ready-made deployment: for each hex or the reserve its divisions, the top one first; and attack supply."""

    def __init__(self) -> None:
        self.piles: dict[int, list[int]] = {}
        self.marks: list[int] = []


class Plan:
    """What one side sets up, where it may, and what it must hold."""

    def __init__(self, rules: Hindenburg, side: int) -> None:
        self.side = side
        self.units = [unit for unit in rules.own[side] if not rules.arrival[unit]]
        self.kinds = rules.kinds_of(self.units)
        """The divisions by kind."""
        self.nation = {kind: rules.nation_of[units[0]] for kind, units in self.kinds.items()}
        self.area = {nation: _area(rules, nation)[0] for nation in self.nation.values()}
        self.garrisons = _garrisons(rules, side)
        """Hexes that need a division, by rule."""
        self.ready: dict[str, Ready] = {}


@rule("3.2(4)", "3.2(5)", "3.2(6)", "3.3(3)")
def _area(rules: Hindenburg, nation: int) -> tuple[HexSet, Refusal]:
    """Where divisions of a nation may be set up, and what to say of other hexes."""
    board = rules.board
    north = rules.grid.set_of(h for h in rules.grid if int(rules.grid.label(h)[:2]) >= FIRST_BRITISH_ROW)
    if nation == GE:
        return board.east, Refusal("3.3(3)", "German divisions are set up east of the front line")
    if nation == BE:
        return board.belgium & board.west, Refusal(
            "3.2(4)", "Belgian divisions are set up in Belgium, west of the line"
        )
    if nation == FR:
        where = f"west of the front line and south of row {FIRST_BRITISH_ROW}"
        return board.west & ~north, Refusal("3.2(6)", f"French divisions are set up {where}")
    where = f"west of the front line and north of row {FIRST_BRITISH_ROW - 1}"
    return board.west & north, Refusal("3.2(5)", f"British, Australian and Portuguese divisions are set up {where}")


@rule("3.2(5)", "3.2(6)", "3.3(3)")
def _garrisons(rules: Hindenburg, side: int) -> dict[str, HexSet]:
    """Trench hexes of the front, and its cities: the German ones, Rheims and Verdun."""
    board, front = rules.board, rules.board.front[side]
    if side == GERMAN:
        return {"3.3(3)": front & (board.printed_trench[GERMAN] | board.city)}
    north, _ = _area(rules, BR)
    trenches = front & board.printed_trench[side]
    return {"3.2(5)": trenches & north, "3.2(6)": trenches & ~north | rules.grid.hexset(*ALSO_FRENCH)}


# -- where divisions may be placed


def unplaced(rules: Hindenburg, s: HindenburgState, plan: Plan) -> dict[str, list[int]]:
    """The divisions that are still to be placed, by kind."""
    found = {kind: [unit for unit in units if s.at[unit] == OFF] for kind, units in plan.kinds.items()}
    return {kind: units for kind, units in found.items() if units}


def in_reserve(rules: Hindenburg, s: HindenburgState, plan: Plan, nation: int) -> int:
    """How many divisions of a nation are in the reserve, the Australians being British."""
    nations = (BR, AN) if nation in (BR, AN) else (nation,)
    return sum(s.at[unit] == RESERVE and rules.nation_of[unit] in nations for unit in plan.units)


@rule("3.2(3)", "3.3(2)", "10.3")
def reserve_room(rules: Hindenburg, s: HindenburgState, plan: Plan, nation: int) -> int:
    """How many more divisions of a nation may be put into the reserve: eight British, 39 French, any German ones."""
    if nation == GE:
        return len(plan.units)
    if nation in (BE, PO):
        return 0
    _, number, _ = RESERVES[BR if nation == AN else nation]
    return number - in_reserve(rules, s, plan, nation)


@rule("3.1", "3.2(5)", "6.2")
def places(rules: Hindenburg, s: HindenburgState, plan: Plan, kind: str) -> dict[int, int]:
    """Where divisions of a kind may be placed now, with how many of them there is room for."""
    nation = plan.nation[kind]
    stacks = rules.field(s).stacks
    hexes = plan.area[nation] & _where_portuguese(rules, s, plan) if nation == PO else plan.area[nation]
    found = {hex_: STACK - len(stacks.get(hex_, ())) for hex_ in bits(hexes)}
    found[RESERVE] = reserve_room(rules, s, plan, nation)
    return {place: number for place, number in found.items() if number > 0}


@rule("3.2(5)")
def _where_portuguese(rules: Hindenburg, s: HindenburgState, plan: Plan) -> HexSet:
    """Both Portuguese divisions start in the same hex."""
    standing = [s.at[unit] for unit in plan.units if rules.nation_of[unit] == PO and s.at[unit] >= 0]
    return 1 << standing[0] if standing else rules.grid.mask


def why_not_place(
    rules: Hindenburg, s: HindenburgState, plan: Plan, kind: str, number: int, place: int
) -> Refusal | None:
    """Why so many divisions of a kind cannot be placed there."""
    if kind not in plan.kinds:
        return Refusal(ORDER[plan.side], f"there is no {kind} to set up, only {', '.join(plan.kinds)}")
    left, nation = len(unplaced(rules, s, plan).get(kind, ())), plan.nation[kind]
    if not 0 < number <= left:
        return Refusal(ORDER[plan.side], f"{left} x {kind} are still to be placed, not {number}")
    if places(rules, s, plan, kind).get(place, 0) >= number:
        return None
    if place == RESERVE:
        if nation in (BE, PO):
            return Refusal("10.3", f"{kind} is never put into the reserve")
        rule_, most, who = RESERVES[BR if nation == AN else nation]
        return Refusal(rule_, f"{most} {who} divisions begin in the reserve, not more")
    area, refusal = _area(rules, nation)
    if place < 0 or not area >> place & 1:
        return refusal
    if nation == PO and not _where_portuguese(rules, s, plan) >> place & 1:
        return Refusal("3.2(5)", "both Portuguese divisions are set up in the same hex")
    return Refusal("3.1", f"{rules.grid.label(place)} has room for {room(rules, s, place)} more divisions")


# -- what must be met at the end


@rule("3.2(5)", "3.2(6)", "3.3(3)")
def bare(rules: Hindenburg, s: HindenburgState, plan: Plan) -> dict[str, HexSet]:
    """The hexes that need a division and have none, by rule."""
    occupied = rules.field(s).occupied[plan.side]
    found = {number: hexes & ~occupied for number, hexes in plan.garrisons.items()}
    return {number: hexes for number, hexes in found.items() if hexes}


@rule("3.2", "3.2(3)", "3.3")
def unmet(rules: Hindenburg, s: HindenburgState, plan: Plan) -> Refusal | None:
    """The first thing that keeps the set-up from being complete."""
    left = unplaced(rules, s, plan)
    if left:
        waiting = [unit for units in left.values() for unit in units]
        return Refusal(ORDER[plan.side], f"still to be placed: {rules.described(s, waiting)}")
    for nation, (number, most, who) in RESERVES.items():
        held = in_reserve(rules, s, plan, nation)
        if plan.side != GERMAN and held != most:
            return Refusal(number, f"{held} {who} divisions are in the reserve, {most} must be")
    for number, hexes in bare(rules, s, plan).items():
        names = " ".join(rules.grid.label(hex_) for hex_ in rules.names.hexes_in_order(hexes)[:NAMED_HEXES])
        return Refusal(number, f"a division is missing in {names}")
    return None


# -- the questions


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
        there = rules.described(s, self.there(rules, s))
        return Refusal("3.1", f"in {rules.names.place(self.place)} are {there}, the first of them on top")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """Take them away, change the top, or go back."""
        rules, s = play.rules, play.state
        play.pop()
        there = self.there(rules, s)
        if action[0] == "lift":
            lift(play, take_kind(rules, s, there[::-1], action[1], action[2]) or [], action[1], self.place)
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
