"""Free deployment: where units may be placed, what must be met before it ends, and the frames that ask."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Unit, Word
from westfront.games.michel.movement import STACK
from westfront.games.michel.state import ALLIED, OFF, MichelAsk, MichelPlay, MichelState
from westfront.hexgrid import HexSet, bits

if TYPE_CHECKING:
    from westfront.games.michel.rules import Michel

CAVALRY_DISTANCE, RESERVE_DISTANCE, RESERVE = 5, 5, 10
"""Allied cavalry, and at least ten infantry divisions, stand so far from the Allied fortified zone."""
SUPPLY_DISTANCE = 4
"""Allied corps stand so far from the German fortified zone."""
ZONE = "the German fortified zone", "the Allied fortified zone"
FREE = "Deploy-GermanFree", "Deploy-AlliedFree"
HISTORICAL = "Deploy-GermanHistorical", "Deploy-AlliedHistorical"
NAMED_HEXES = 6
"""So many uncovered hexes are named in the question."""
NAMED_UNITS = 8
"""So many units are named in one line of the log; more are counted."""


class Sectors(NamedTuple):
    """The line of option 8 or 9: south of a road the French, and so many corps; north of it and on it the others."""

    rule: str
    road: str
    south: HexSet
    corps: int


class Plan:
    """What one side may and must do before the game begins."""

    def __init__(self, rules: Michel, side: int, units: list[int], sectors: Sectors | None) -> None:
        self.side, self.units, self.sectors = side, units, sectors
        """All units that begin the game, in the order in which they are taken."""
        fixed = rules.deployment[side] == "historical"
        self.fixed = {unit: rules.historical[unit] for unit in units if fixed and unit in rules.historical}
        """Units on their historical hexes, which stay there."""
        self.free = [unit for unit in units if unit not in self.fixed]
        self.kinds: dict[str, list[int]] = {}
        """The free units by what is printed on them."""
        for unit in self.free:
            self.kinds.setdefault(printed(rules, unit), []).append(unit)
        grid, board = rules.grid, rules.board
        self.reserve = RESERVE if side == ALLIED and not self.fixed else 0
        """How many infantry divisions must stand far behind the front."""
        self.area = board.territory[side]
        self.far_from_front = self.area & ~grid.within(board.fortified[ALLIED], RESERVE_DISTANCE - 1)
        self.far_from_enemy = self.area & ~grid.within(board.fortified[1 - side], SUPPLY_DISTANCE - 1)
        self.ground: dict[int, HexSet] = {}
        """Where each free unit may stand, wherever the others are."""
        for unit in self.free:
            self.ground[unit] = grid.mask
            for hexes, _, _ in ground(rules, self, unit):
                self.ground[unit] &= hexes
        self.ready: dict[str, dict[int, int]] = {}
        """Deployments to begin with, by name: a hex for each free unit."""


def printed(rules: Michel, unit: int) -> str:
    """What is printed on a counter, such as `4-4`."""
    return f"{rules.strength[unit]}-{rules.allowance[unit]}"


def is_cavalry(rules: Michel, unit: int) -> bool:
    """Whether a unit is cavalry."""
    return rules.counters[unit].type.symbol == "cavalry"


def is_infantry(rules: Michel, unit: int) -> bool:
    """Whether a unit is infantry: neither cavalry nor a corps."""
    return not rules.is_corps[unit] and not is_cavalry(rules, unit)


# -- where a unit may be placed

Limit = tuple[HexSet, str, str]
"""The hexes that a rule leaves, the rule, and its sentence for every other hex."""


def limits(rules: Michel, s: MichelState, unit: int) -> Iterator[Limit]:
    """Everything that says where a free unit may stand, seeing where the others do."""
    plan = rules.plans[rules.side_of[unit]]
    yield from ground(rules, plan, unit)
    if plan.sectors and rules.is_corps[unit]:
        yield from corps_of_sector(rules, s, plan, plan.sectors, unit)
    yield stacking(rules, s, unit)


def ground(rules: Michel, plan: Plan, unit: int) -> Iterator[Limit]:
    """Everything that says where a unit may stand, wherever the others are."""
    yield area(plan)
    if plan.side == ALLIED:
        yield from distances(rules, plan, unit)
    if plan.sectors and not rules.is_corps[unit]:
        yield sector(rules, plan.sectors, unit)


@rule("Deploy-AlliedFree", "Deploy-GermanFree", "OOB-3")
def area(plan: Plan) -> Limit:
    """Allies from their fortified zone to the west edge, Germans in or east of theirs."""
    where = "between the west edge and" if plan.side == ALLIED else "in or east of"
    return plan.area, FREE[plan.side], f"units are placed {where} {ZONE[plan.side]}"


@rule("Deploy-AlliedFree-i", "Deploy-AlliedFree-ii")
def distances(rules: Michel, plan: Plan, unit: int) -> Iterator[Limit]:
    """Cavalry far behind the front, corps out of the reach of the first blow."""
    if is_cavalry(rules, unit):
        sentence = f"cavalry is placed at least {CAVALRY_DISTANCE} hexes from {ZONE[ALLIED]}"
        yield plan.far_from_front, "Deploy-AlliedFree-i", sentence
    elif rules.is_corps[unit]:
        sentence = f"corps are placed at least {SUPPLY_DISTANCE} hexes from {ZONE[1 - ALLIED]}"
        yield plan.far_from_enemy, "Deploy-AlliedFree-ii", sentence


@rule("Option-8-Sectors", "Option-9-Sectors", "OOB-8", "OOB-9")
def sector(rules: Michel, line: Sectors, unit: int) -> Limit:
    """French divisions south of the road, all others north of it or on it."""
    french = rules.type_of[unit] == "french-infantry"
    where = "south of" if french else "north of or on"
    sentence = f"{printed(rules, unit)} units are placed {where} the road {line.road}"
    return line.south if french else ~line.south, line.rule, sentence


@rule("Option-8-Sectors", "Option-9-Sectors", "OOB-8", "OOB-9")
def corps_of_sector(rules: Michel, s: MichelState, plan: Plan, line: Sectors, unit: int) -> Iterator[Limit]:
    """So many corps south of the road, and the rest north of it or on it."""
    corps = plan.kinds[printed(rules, unit)]
    places = [s.at[other] for other in corps if other != unit and s.at[other] >= 0]
    south, northern = sum(line.south >> place & 1 for place in places), len(corps) - line.corps
    if south >= line.corps:
        yield ~line.south, line.rule, f"only {line.corps} corps are placed south of the road {line.road}"
    if len(places) - south >= northern:
        yield line.south, line.rule, f"only {northern} corps are placed north of or on the road {line.road}"


@rule("Stacking-General")
def stacking(rules: Michel, s: MichelState, unit: int) -> Limit:
    """Two units to a hex, from the beginning."""
    field = rules.field(s)
    full = field.shared
    if s.at[unit] >= 0 and len(field.stacks[s.at[unit]]) <= STACK:
        full &= ~(1 << s.at[unit])
    return ~full, "Stacking-General", f"{STACK} units stand there already"


def allowed(rules: Michel, s: MichelState, unit: int) -> HexSet:
    """Where a free unit may be placed now; its own hex is in it if it may stay there."""
    hexes = rules.grid.mask
    for left, _, _ in limits(rules, s, unit):
        hexes &= left
    return hexes


def why_not_at(rules: Michel, s: MichelState, unit: int, hex_: int) -> Refusal | None:
    """The first limit that forbids a unit a hex."""
    for hexes, number, sentence in limits(rules, s, unit):
        if hex_ < 0 or not hexes >> hex_ & 1:
            return Refusal(
                number, f"{rules.names.units[unit]} cannot be placed at {rules.names.place(hex_)}: {sentence}"
            )
    return None


# -- what must be met at the end


@rule("Setup-FZ")
def uncovered(rules: Michel, s: MichelState, side: int) -> HexSet:
    """Hexes of the own fortified zone that no friendly unit occupies or controls."""
    field = rules.field(s)
    return rules.board.fortified[side] & ~field.occupied[side] & ~field.zone[side]


@rule("Deploy-AlliedFree-i")
def in_reserve(rules: Michel, s: MichelState, plan: Plan) -> int:
    """How many infantry divisions stand far enough behind the front."""
    far = plan.far_from_front
    return sum(far >> s.at[u] & 1 for u in plan.free if s.at[u] >= 0 and is_infantry(rules, u))


def unplaced(rules: Michel, s: MichelState, plan: Plan) -> dict[str, list[int]]:
    """The units that are still beside the map, by what is printed on them."""
    found = {kind: [unit for unit in units if s.at[unit] == OFF] for kind, units in plan.kinds.items()}
    return {kind: units for kind, units in found.items() if units}


def counted(groups: dict[str, list[int]]) -> str:
    """Groups of units in words."""
    return ", ".join(f"{len(units)} x {kind}" for kind, units in groups.items())


def suspects(rules: Michel, s: MichelState, plan: Plan) -> Iterator[int]:
    """Units that may stand where they may not; nothing that is played here puts one there, but a file might."""
    crowded, counted_corps = rules.field(s).crowded, plan.sectors is not None
    for unit, hexes in plan.ground.items():
        hex_ = s.at[unit]
        if hex_ < 0 or not hexes >> hex_ & 1 or crowded >> hex_ & 1 or (counted_corps and rules.is_corps[unit]):
            yield unit


@rule("OOB-Use", "Setup-FZ", "Deploy-AlliedFree-i")
def unmet(rules: Michel, s: MichelState, plan: Plan) -> Refusal | None:
    """The first thing that keeps a deployment from being complete."""
    left = unplaced(rules, s, plan)
    if left:
        first = rules.names.units[next(iter(left.values()))[0]]
        return Refusal("OOB-Use", f"units are still to be placed: {counted(left)}, first {first}")
    for unit in suspects(rules, s, plan):
        refusal = why_not_at(rules, s, unit, s.at[unit])
        if refusal:
            return refusal
    if (reserve := in_reserve(rules, s, plan)) < plan.reserve:
        sentence = (
            f"{reserve} infantry units stand at least {RESERVE_DISTANCE} hexes from {ZONE[ALLIED]}, not {RESERVE}"
        )
        return Refusal("Deploy-AlliedFree-i", sentence)
    bare = rules.names.hexes_in_order(uncovered(rules, s, plan.side))
    if bare:
        hexes = "1 hex" if len(bare) == 1 else f"{len(bare)} hexes"
        sentence = f"no friendly unit occupies or controls {hexes} of {ZONE[plan.side]}"
        return Refusal("Setup-FZ", f"{sentence}, first {rules.grid.label(bare[0])}")
    return None


# -- the questions


@rule("Setup-Order", "Setup-FZ", "Deploy-AlliedFree", "Deploy-GermanFree")
class Deployment(MichelAsk, frozen=True):
    """A side deploys: it begins from a ready-made deployment, which it may accept, change or clear away.

    The offer asks which type of unit; where it goes, or which one of them is moved, is asked next. Whole actions in one
    line are taken as well: `place 4-4 at 2301`, `move B-56 2301`, `lift B-56 B-62`, `clear 2301`.
    """

    asked_by = "Setup-Order"
    verbs = ("deploy", "choose", "place", "take", "move", "lift", "clear", "done")

    def holds(self, rules: Michel) -> bool:
        """Whether the side has anything to deploy."""
        return bool(rules.plans[self.player].free)

    def prompt(self, rules: Michel, s: MichelState) -> str:
        """What is asked, and what is not met yet."""
        plan = rules.plans[self.player]
        left, bare = unplaced(rules, s, plan), rules.names.hexes_in_order(uncovered(rules, s, self.player))
        facts = [f"still to place {counted(left)}" if left else "all units are placed"]
        if plan.reserve:
            facts.append(f"{in_reserve(rules, s, plan)} infantry in reserve ({RESERVE} are needed)")
        if bare:
            shown = " ".join(rules.grid.label(hex_) for hex_ in bare[:NAMED_HEXES])
            more = " ..." if len(bare) > NAMED_HEXES else ""
            facts.append(f"fortified hexes uncovered: {len(bare)}, {shown}{more}")
        else:
            facts.append("the fortified zone is covered")
        return f"Deploy your units: {'; '.join(facts)}."

    def offer(self, rules: Michel, s: MichelState) -> list[Action]:
        """The ready-made deployments, a type of unit to place or to move, and the end once everything is met."""
        plan = rules.plans[self.player]
        actions: list[Action] = [("choose", kind) for kind in plan.kinds]
        actions += [("deploy", name) for name, ready in plan.ready.items() if not stands(s, ready)]
        if any(s.at[unit] >= 0 for unit in plan.free):
            actions.append(("clear",))
        if unmet(rules, s, plan) is None:
            actions.append(("done",))
        return actions

    def admits(self, rules: Michel, s: MichelState, action: Action) -> bool:
        """Whole actions, and units taken up by name."""
        whole = ("place", "take", "move", "lift", "clear")
        return action[0] in whole and self._refusal(rules, s, action) is None

    def why(self, rules: Michel, s: MichelState, action: Action) -> Refusal:
        """The rule that is not met, or what there is instead."""
        return self._refusal(rules, s, action) or Refusal("Setup-Order", "it may be done")

    def _refusal(self, rules: Michel, s: MichelState, action: Action) -> Refusal | None:
        plan, verb = rules.plans[self.player], action[0]
        if verb == "done":
            return unmet(rules, s, plan)
        if verb == "deploy":
            return why_not_ready(s, plan, action[1])
        if verb in ("choose", "place"):
            return why_not_kind(rules, s, plan, *action[1:])
        if verb == "clear":
            return why_not_clear(rules, s, plan, *action[1:])
        if verb == "lift":
            return next((why for unit in action[1] if (why := why_not_lift(rules, s, plan, unit))), None)
        return why_not_unit(rules, plan, action[1]) or (why_not_move(rules, s, *action[1:]) if verb == "move" else None)

    def apply(self, play: MichelPlay, action: Action) -> None:
        """One change, or the end of it."""
        rules, s, verb = play.rules, play.state, action[0]
        plan = rules.plans[self.player]
        if verb == "done":
            play.pop()
            play.tell("deployed", "Setup-Order", "Setup-FZ", side=self.player, number=len(plan.units))
        elif verb == "deploy":
            lay_out(play, plan, action[1])
        elif verb == "choose":
            play.push(Placing(self.player, action[1]))
        elif verb == "place":
            put(play, next_unit(rules, s, plan, action[1], action[2]), action[2])
        elif verb == "take":
            play.push(Shifting(self.player, action[1]))
        elif verb == "move":
            put(play, action[1], action[2])
        elif verb == "lift":
            lift(play, action[1])
        else:
            lift(play, standing(s, plan, *action[1:]))


@rule("Deploy-AlliedFree", "Deploy-GermanFree", "OOB-Use")
class Placing(MichelAsk, frozen=True):
    """A type is chosen: where does the next unit of it go, or which of those on the map is moved?"""

    kind: Word
    asked_by = "OOB-Use"
    verbs = ("go", "take", "cancel")

    def holds(self, rules: Michel) -> bool:
        """Whether the side deploys units of the type."""
        return self.kind in rules.plans[self.player].kinds

    def prompt(self, rules: Michel, s: MichelState) -> str:
        """What is asked."""
        left = len(unplaced(rules, s, rules.plans[self.player]).get(self.kind, ()))
        if left:
            return f"Where does a {self.kind} go ({left} to place), or which one is moved?"
        return f"Which {self.kind} is moved?"

    def offer(self, rules: Michel, s: MichelState) -> list[Action]:
        """Every hex in which one may stand, every one that stands already, or back."""
        plan = rules.plans[self.player]
        left = unplaced(rules, s, plan).get(self.kind)
        hexes = bits(allowed(rules, s, left[0])) if left else []
        units = [unit for unit in plan.kinds.get(self.kind, ()) if s.at[unit] >= 0]
        return [("cancel",), *[("go", hex_) for hex_ in hexes], *[("take", unit) for unit in units]]

    def why(self, rules: Michel, s: MichelState, action: Action) -> Refusal:
        """Why one cannot go there, or that it is none of them."""
        plan = rules.plans[self.player]
        if action[0] == "go":
            refusal = why_not_kind(rules, s, plan, self.kind, action[1])
        else:
            refusal = why_not_unit(rules, plan, action[1])
            if refusal is None and (printed(rules, action[1]) != self.kind or s.at[action[1]] < 0):
                refusal = Refusal("OOB-Use", f"{rules.names.units[action[1]]} is no {self.kind} on the map")
        return refusal or Refusal("OOB-Use", "it may be done")

    def apply(self, play: MichelPlay, action: Action) -> None:
        """Place the next one, or take one up."""
        if action[0] == "take":
            play.become(Shifting(self.player, action[1]))
            return
        play.pop()
        if action[0] == "go":
            plan = play.rules.plans[self.player]
            put(play, next_unit(play.rules, play.state, plan, self.kind, action[1]), action[1])


@rule("Deploy-AlliedFree", "Deploy-GermanFree")
class Shifting(MichelAsk, frozen=True):
    """A unit is taken up: where does it go?"""

    unit: Unit
    asked_by = "Setup-Order"
    verbs = ("go", "lift", "cancel")

    def holds(self, rules: Michel) -> bool:
        """Whether the side deploys the unit."""
        return self.unit in rules.plans[self.player].free

    def prompt(self, rules: Michel, s: MichelState) -> str:
        """What is asked."""
        return f"Where does {rules.names.units[self.unit]} ({printed(rules, self.unit)}) go?"

    def offer(self, rules: Michel, s: MichelState) -> list[Action]:
        """Every other hex in which it may stand, off the map, or back to where it was."""
        hexes = allowed(rules, s, self.unit)
        if s.at[self.unit] < 0:
            return [("cancel",), *[("go", hex_) for hex_ in bits(hexes)]]
        hexes &= ~(1 << s.at[self.unit])
        return [("cancel",), ("lift", (self.unit,)), *[("go", hex_) for hex_ in bits(hexes)]]

    def why(self, rules: Michel, s: MichelState, action: Action) -> Refusal:
        """Why it cannot go there."""
        if action[0] == "lift":
            return Refusal("Setup-Order", f"{rules.names.units[self.unit]} is the unit that is taken up")
        return why_not_move(rules, s, self.unit, action[1]) or Refusal("Setup-Order", "it may be done")

    def apply(self, play: MichelPlay, action: Action) -> None:
        """Place it, take it off the map, or put it back."""
        play.pop()
        if action[0] == "go":
            put(play, self.unit, action[1])
        elif action[0] == "lift":
            lift(play, (self.unit,))


# -- why not


def why_not_ready(s: MichelState, plan: Plan, name: str) -> Refusal | None:
    """There is no such ready-made deployment, or it stands already."""
    if name not in plan.ready:
        return Refusal("Setup-Order", f"there is no ready-made deployment {name}, only {', '.join(plan.ready)}")
    return Refusal("Setup-Order", f"the deployment {name} stands already") if stands(s, plan.ready[name]) else None


def why_not_kind(rules: Michel, s: MichelState, plan: Plan, kind: str, hex_: int | None = None) -> Refusal | None:
    """There is no such type to place, none is left, or it may not stand there."""
    if kind not in plan.kinds:
        return Refusal("OOB-Use", f"there are no {kind} units to place, only {', '.join(plan.kinds)}")
    if hex_ is None:
        return None
    left = unplaced(rules, s, plan).get(kind)
    return why_not_at(rules, s, left[0], hex_) if left else Refusal("OOB-Use", f"all {kind} units are on the map")


@rule("Deploy-AlliedHistorical", "Deploy-GermanHistorical")
def why_not_unit(rules: Michel, plan: Plan, unit: int) -> Refusal | None:
    """It is not in the order of battle, or it stands where it stood on 21 March."""
    if unit in plan.fixed:
        return Refusal(HISTORICAL[plan.side], f"{rules.names.units[unit]} stays on its historical hex")
    if unit not in plan.free:
        return Refusal("OOB-Use", f"{rules.names.write('unit', unit)} is no unit of yours that begins the game")
    return None


def why_not_move(rules: Michel, s: MichelState, unit: int, hex_: int, *via: object) -> Refusal | None:
    """It stands there already, or it may not."""
    if via:
        return Refusal("Setup-Order", "units are placed, they do not march")
    if hex_ == s.at[unit]:
        return Refusal("Setup-Order", f"{rules.names.units[unit]} is there already")
    return why_not_at(rules, s, unit, hex_)


def why_not_lift(rules: Michel, s: MichelState, plan: Plan, unit: int) -> Refusal | None:
    """It is no unit that can be taken off the map."""
    refusal = why_not_unit(rules, plan, unit)
    if refusal is None and s.at[unit] < 0:
        return Refusal("Setup-Order", f"{rules.names.units[unit]} is not on the map")
    return refusal


def why_not_clear(rules: Michel, s: MichelState, plan: Plan, hex_: int | None = None) -> Refusal | None:
    """Nothing stands there that can be taken off the map."""
    if standing(s, plan, hex_):
        return None
    where = "on the map" if hex_ is None else f"at {rules.names.place(hex_)}"
    return Refusal("Setup-Order", f"none of your units {where} can be taken up")


# -- what is done


def stands(s: MichelState, ready: dict[int, int]) -> bool:
    """Whether a ready-made deployment is what stands on the map."""
    return all(s.at[unit] == hex_ for unit, hex_ in ready.items())


def standing(s: MichelState, plan: Plan, hex_: int | None = None) -> tuple[int, ...]:
    """The free units on the map, or those of one hex."""
    return tuple(u for u in plan.free if (s.at[u] >= 0 if hex_ is None else hex_ >= 0 and s.at[u] == hex_))


def next_unit(rules: Michel, s: MichelState, plan: Plan, kind: str, hex_: int) -> int:
    """The next unit of a type; south of a sector line French ones are taken first, north of it the others."""
    return min(unplaced(rules, s, plan)[kind], key=lambda unit: not_at_home(rules, plan, unit, hex_))


def not_at_home(rules: Michel, plan: Plan, unit: int, hex_: int) -> bool:
    """Whether a unit and a hex belong to different sectors; without sectors, French units come last."""
    south = bool(plan.sectors and plan.sectors.south >> hex_ & 1)
    return south != (rules.counters[unit].extra["nation"] == "french")


def put(play: MichelPlay, unit: int, hex_: int) -> None:
    """Place a unit."""
    play.state.at[unit] = hex_
    play.tell("placed", FREE[play.rules.side_of[unit]], unit=unit, hex=hex_)


def lift(play: MichelPlay, units: tuple[int, ...]) -> None:
    """Take units off the map."""
    for unit in units:
        play.state.at[unit] = OFF
    if len(units) > NAMED_UNITS:
        play.tell("cleared", "Setup-Order", side=play.rules.side_of[units[0]], number=len(units))
    else:
        play.tell("lifted", "Setup-Order", units=units)


def lay_out(play: MichelPlay, plan: Plan, name: str) -> None:
    """Put all free units where a ready-made deployment has them."""
    for unit, hex_ in plan.ready[name].items():
        play.state.at[unit] = hex_
    play.tell("ready-made", FREE[plan.side], side=plan.side, name=name)


# -- what is seen


def deploying(rules: Michel, s: MichelState) -> Plan | None:
    """The plan of the side that deploys now."""
    top = s.frames[-1] if s.frames else None
    return rules.plans[top.player] if isinstance(top, Deployment | Placing | Shifting) else None


def marks(rules: Michel, s: MichelState) -> dict[str, tuple[str, ...]]:
    """The hexes that are still to be covered, for the map."""
    plan = deploying(rules, s)
    return {"uncovered": tuple(rules.grid.labels(uncovered(rules, s, plan.side)))} if plan else {}


def tracks(rules: Michel, s: MichelState) -> dict[str, str]:
    """The units that are still to be placed, for the boxes beside the map."""
    plan = deploying(rules, s)
    left = unplaced(rules, s, plan) if plan else {}
    return {f"to place {kind}": rules.names.write("unit*", units) for kind, units in left.items()}
