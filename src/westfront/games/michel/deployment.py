"""Set-up: how a side is deployed, where its units may be placed, and what must be met before it ends."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Hexes, Side, Unit, Units, Word
from westfront.engine.state import blank_columns
from westfront.games.michel.board import MichelBoard
from westfront.games.michel.data import MichelAsk, MichelData, MichelPlay, MichelStep
from westfront.games.michel.forces import Plan, next_at, sheet_order
from westfront.games.michel.movement import STACK
from westfront.games.michel.sequence import GameTurn
from westfront.games.michel.state import ALLIED, GERMAN, OFF, TRACK, MichelState
from westfront.hexgrid import HexSet, bits, has
from westfront.mechanics.limits import Limit, allowed, why_not
from westfront.mechanics.orders import WithinLimits

CAVALRY_DISTANCE, RESERVE_DISTANCE, RESERVE = 5, 5, 10
"""Allied cavalry, and at least ten infantry divisions, stand so far from the Allied fortified zone."""
SUPPLY_DISTANCE = 4
"""Allied corps stand so far from the German fortified zone."""
ZONE = "the German fortified zone", "the Allied fortified zone"
FREE = "Deploy-GermanFree", "Deploy-AlliedFree"
HISTORICAL = "Deploy-GermanHistorical", "Deploy-AlliedHistorical"
ANYWHERE = -100
"""What `clear` clears if no hex is named; below all boxes, so that nobody can name it."""
NAMED_HEXES = 6
"""So many uncovered hexes are named in the question."""
NAMED_UNITS = 8
"""So many units are named in one line of the log; more are counted."""


def start_state(rules: MichelData) -> MichelState:
    """The first position: an empty map, and reinforcements that wait."""
    s = MichelState(turn=0, german_held=0, **blank_columns(MichelState, len(rules.counters)))
    await_reinforcements(rules, s)
    s.frames = (GameTurn(), Deploy(GERMAN), Deploy(ALLIED))
    return s


@rule("Reinf-Rule", "Reinf-Chart")
def await_reinforcements(rules: MichelData, s: MichelState) -> None:
    """Allied units that come later wait in the box of their game-turn."""
    begin = set(rules.plans[ALLIED].units)
    for cell in rules.chart:
        units = [u for u in sheet_order(rules.counters, cell.type) if u not in begin and s.at[u] == OFF]
        for unit in units[: cell.number]:
            s.at[unit], s.edge[unit] = TRACK.box(cell.turn), cell.edge


@rule("Setup-Order", "Deploy-AlliedHistorical", "Deploy-GermanHistorical")
class Deploy(MichelStep, frozen=True):
    """A side is placed on the map, the Allies first: on historical hexes, freely, or some of it either way."""

    player: Side

    def run(self, play: MichelPlay) -> None:
        plan = play.rules.plans[self.player]
        for unit, hex_ in plan.fixed.items():
            play.state.at[unit] = hex_
        if plan.fixed:
            play.tell("historical", HISTORICAL[self.player], side=self.player, number=len(plan.fixed))
        if plan.kinds:
            for name in list(plan.ready)[:1]:
                lay_out(play, plan, name)
            play.push(Deployment(self.player))


# -- where a unit may be placed


def limits(rules: MichelData, s: MichelState, unit: int) -> Iterator[Limit]:
    """Everything that says where a free unit may stand, seeing where the others do."""
    plan = rules.plans[rules.side_of[unit]]
    yield area(rules, plan)
    if plan.side == ALLIED:
        yield from distances(rules, unit)
        yield from sector(rules, s, plan, unit)
    yield stacking(rules, s, unit)


@rule("Deploy-AlliedFree", "Deploy-GermanFree", "OOB-3")
def area(rules: MichelData, plan: Plan) -> Limit:
    """Allies from their fortified zone to the west edge, Germans in or east of theirs."""
    where = "between the west edge and" if plan.side == ALLIED else "in or east of"
    return Limit(rules.board.territory[plan.side], FREE[plan.side], f"units are placed {where} {ZONE[plan.side]}")


@rule("Deploy-AlliedFree-i", "Deploy-AlliedFree-ii")
def distances(rules: MichelData, unit: int) -> Iterator[Limit]:
    """Cavalry far behind the front, corps out of the reach of the first blow."""
    if is_cavalry(rules, unit):
        far, sentence = far_from(rules.board, ALLIED, CAVALRY_DISTANCE), "cavalry is placed at least {} hexes from {}"
        yield Limit(far, "Deploy-AlliedFree-i", sentence.format(CAVALRY_DISTANCE, ZONE[ALLIED]))
    elif rules.is_corps[unit]:
        far, sentence = far_from(rules.board, GERMAN, SUPPLY_DISTANCE), "corps are placed at least {} hexes from {}"
        yield Limit(far, "Deploy-AlliedFree-ii", sentence.format(SUPPLY_DISTANCE, ZONE[GERMAN]))


@lru_cache(maxsize=16)
def far_from(board: MichelBoard, side: int, distance: int) -> HexSet:
    """The hexes at least so far from the fortified zone of a side."""
    return ~board.grid.within(board.fortified[side], distance - 1)


def is_cavalry(rules: MichelData, unit: int) -> bool:
    """Whether a unit is cavalry."""
    return rules.counters[unit].type.symbol == "cavalry"


@rule("Option-8-Sectors", "Option-9-Sectors", "OOB-8", "OOB-9")
def sector(rules: MichelData, s: MichelState, plan: Plan, unit: int) -> Iterator[Limit]:
    """French divisions and so many corps south of the road, all others north of it or on it."""
    line = plan.sectors
    if line is None:
        return
    if not rules.is_corps[unit]:
        french, kind = rules.type_of[unit] == "french-infantry", rules.printed[unit]
        where = "south of" if french else "north of or on"
        sentence = f"{kind} units are placed {where} the road {line.road}"
        yield Limit(line.south if french else ~line.south, line.rule, sentence)
        return
    corps = plan.kinds[rules.printed[unit]]
    places = [s.at[other] for other in corps if other != unit and s.at[other] >= 0]
    south, northern = sum(has(line.south, place) for place in places), len(corps) - line.corps
    if south >= line.corps:
        yield Limit(~line.south, line.rule, f"only {line.corps} corps are placed south of the road {line.road}")
    if len(places) - south >= northern:
        yield Limit(line.south, line.rule, f"only {northern} corps are placed north of or on the road {line.road}")


@rule("Stacking-General")
def stacking(rules: MichelData, s: MichelState, unit: int) -> Limit:
    """Two units to a hex, from the beginning."""
    field, here = rules.field(s), s.at[unit]
    full = field.stacked(STACK)
    if here >= 0 and len(field.stacks[here]) <= STACK:
        full &= ~(1 << here)
    return Limit(~full, "Stacking-General", f"{STACK} units stand there already")


def why_not_at(rules: MichelData, s: MichelState, unit: int, hex_: int) -> Refusal | None:
    """The first limit that forbids a unit a hex."""
    what = f"{rules.names.units[unit]} cannot go to {rules.names.place(hex_)}"
    return why_not(limits(rules, s, unit), hex_, what)


# -- what must be met at the end


@rule("Setup-FZ")
def uncovered(rules: MichelData, s: MichelState, side: int) -> HexSet:
    """Hexes of the own fortified zone that no friendly unit occupies or controls."""
    field = rules.field(s)
    return rules.board.fortified[side] & ~field.occupied[side] & ~field.zone[side]


@rule("Deploy-AlliedFree-i")
def reserve_wanted(plan: Plan) -> int:
    """How many infantry divisions must stand far behind the front."""
    return RESERVE if plan.side == ALLIED and not plan.fixed else 0


@rule("Deploy-AlliedFree-i")
def in_reserve(rules: MichelData, s: MichelState, plan: Plan) -> int:
    """How many infantry divisions stand far enough behind the front."""
    infantry = (u for u in plan.free if not rules.is_corps[u] and not is_cavalry(rules, u))
    far = far_from(rules.board, ALLIED, RESERVE_DISTANCE)
    return sum(has(far, s.at[unit]) for unit in infantry)


def unplaced(s: MichelState, plan: Plan) -> dict[str, list[int]]:
    """The units that are still beside the map, by what is printed on them."""
    found = {kind: [unit for unit in units if s.at[unit] == OFF] for kind, units in plan.kinds.items()}
    return {kind: units for kind, units in found.items() if units}


def counted(groups: dict[str, list[int]]) -> str:
    """Groups of units in words."""
    return ", ".join(f"{len(units)} x {kind}" for kind, units in groups.items())


@rule("OOB-Use", "Setup-FZ", "Deploy-AlliedFree-i")
def unmet(rules: MichelData, s: MichelState, plan: Plan) -> Refusal | None:
    """The first thing that keeps a deployment from being complete."""
    left = unplaced(s, plan)
    if left:
        first = rules.names.units[next(iter(left.values()))[0]]
        return Refusal("OOB-Use", f"units are still to be placed: {counted(left)}, first {first}")
    for unit in plan.free:  # nothing that is played here puts one where it may not stand, but a file might
        if refusal := why_not_at(rules, s, unit, s.at[unit]):
            return refusal
    if (reserve := in_reserve(rules, s, plan)) < reserve_wanted(plan):
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

    def holds(self, rules: MichelData, s: MichelState) -> bool:
        """Whether it is the time, and the side has anything to deploy."""
        return s.turn == 0 and bool(rules.plans[self.player].kinds)

    def prompt(self, rules: MichelData, s: MichelState) -> str:
        """With everything that is not met yet."""
        plan = rules.plans[self.player]
        left, bare = unplaced(s, plan), rules.names.hexes_in_order(uncovered(rules, s, self.player))
        facts = [f"still to place {counted(left)}" if left else "all units are placed"]
        if reserve_wanted(plan):
            facts.append(f"{in_reserve(rules, s, plan)} infantry in reserve ({RESERVE} are needed)")
        if bare:
            shown = " ".join(rules.grid.label(hex_) for hex_ in bare[:NAMED_HEXES])
            more = " ..." if len(bare) > NAMED_HEXES else ""
            facts.append(f"fortified hexes uncovered: {len(bare)}, {shown}{more}")
        else:
            facts.append("the fortified zone is covered")
        return f"Deploy your units: {'; '.join(facts)}."

    def offer(self, rules: MichelData, s: MichelState) -> list[Action]:
        """The ready-made deployments, a type of unit to place or to move, and the end once everything is met."""
        plan = rules.plans[self.player]
        actions: list[Action] = [("choose", kind) for kind in plan.kinds]
        actions += [("deploy", name) for name, ready in plan.ready.items() if not stands(s, ready)]
        if standing(s, plan):
            actions.append(("clear",))
        return actions if unmet(rules, s, plan) else [*actions, ("done",)]

    def why_deploy(self, rules: MichelData, s: MichelState, name: Word) -> Refusal | None:
        """There is no such ready-made deployment, or it stands already."""
        ready = rules.plans[self.player].ready
        if name not in ready:
            return Refusal("Setup-Order", f"there is no ready-made deployment {name}, only {', '.join(ready)}")
        return Refusal("Setup-Order", f"the deployment {name} stands already") if stands(s, ready[name]) else None

    def do_deploy(self, play: MichelPlay, name: Word) -> None:
        lay_out(play, play.rules.plans[self.player], name)

    def why_choose(self, rules: MichelData, s: MichelState, kind: Word) -> Refusal | None:
        """There is no such type to place."""
        kinds = rules.plans[self.player].kinds
        known = f"there are no {kind} units to place, only {', '.join(kinds)}"
        return None if kind in kinds else Refusal("OOB-Use", known)

    def do_choose(self, play: MichelPlay, kind: Word) -> None:
        play.push(Placing(self.player, kind))

    def why_place(self, rules: MichelData, s: MichelState, kind: Word, hex_: Hex) -> Refusal | None:
        """There is no such type, none is left, or it may not stand there."""
        return self.why_choose(rules, s, kind) or Placing(self.player, kind).why_go(rules, s, hex_)

    def do_place(self, play: MichelPlay, kind: Word, hex_: Hex) -> None:
        place_next(play, play.rules.plans[self.player], kind, hex_)

    @rule("Deploy-AlliedHistorical", "Deploy-GermanHistorical")
    def why_take(self, rules: MichelData, s: MichelState, unit: Unit) -> Refusal | None:
        """It is not in the order of battle, or it stands where it stood on 21 March."""
        plan = rules.plans[self.player]
        if unit in plan.fixed:
            return Refusal(HISTORICAL[plan.side], f"{rules.names.units[unit]} stays on its historical hex")
        if unit not in plan.free:
            return Refusal("OOB-Use", f"{rules.names.write('unit', unit)} is no unit of yours that begins the game")
        return None

    def do_take(self, play: MichelPlay, unit: Unit) -> None:
        play.push(Shifting(self.player, unit))

    def why_move(self, rules: MichelData, s: MichelState, unit: Unit, to: Hex, via: Hexes = ()) -> Refusal | None:
        """It may not be moved, or not there."""
        if via:
            return Refusal("Setup-Order", "units are placed, they do not march")
        return self.why_take(rules, s, unit) or Shifting(self.player, unit).why_not(rules, s, to)

    def do_move(self, play: MichelPlay, unit: Unit, to: Hex, via: Hexes = ()) -> None:
        put(play, unit, to)

    def why_lift(self, rules: MichelData, s: MichelState, units: Units) -> Refusal | None:
        """One of them cannot be taken off the map."""
        for unit in units:
            if refusal := self.why_take(rules, s, unit):
                return refusal
            if s.at[unit] < 0:
                return Refusal("Setup-Order", f"{rules.names.units[unit]} is not on the map")
        return None

    def do_lift(self, play: MichelPlay, units: Units) -> None:
        lift(play, units)

    def why_clear(self, rules: MichelData, s: MichelState, hex_: Hex = ANYWHERE) -> Refusal | None:
        """Nothing stands there, or anywhere, that can be taken off the map."""
        if standing(s, rules.plans[self.player], hex_):
            return None
        where = "on the map" if hex_ == ANYWHERE else f"at {rules.names.place(hex_)}"
        return Refusal("Setup-Order", f"none of your units {where} can be taken up")

    def do_clear(self, play: MichelPlay, hex_: Hex = ANYWHERE) -> None:
        lift(play, standing(play.state, play.rules.plans[self.player], hex_))

    def why_done(self, rules: MichelData, s: MichelState) -> Refusal | None:
        return unmet(rules, s, rules.plans[self.player])

    def do_done(self, play: MichelPlay) -> None:
        play.pop()
        number = len(play.rules.plans[self.player].units)
        play.tell("deployed", "Setup-Order", "Setup-FZ", side=self.player, number=number)


@rule("Deploy-AlliedFree", "Deploy-GermanFree", "OOB-Use")
class Placing(MichelAsk, frozen=True):
    """A type is chosen: where does the next unit of it go, or which of those on the map is moved?"""

    kind: Word
    asked_by = "OOB-Use"

    def holds(self, rules: MichelData, s: MichelState) -> bool:
        """Whether the side deploys units of the type now."""
        return s.turn == 0 and self.kind in rules.plans[self.player].kinds

    def left(self, rules: MichelData, s: MichelState) -> list[int]:
        """Those that are still to be placed."""
        return unplaced(s, rules.plans[self.player]).get(self.kind, [])

    def prompt(self, rules: MichelData, s: MichelState) -> str:
        if left := self.left(rules, s):
            return f"Where does a {self.kind} go ({len(left)} to place), or which one is moved?"
        return f"Which {self.kind} is moved?"

    def offer(self, rules: MichelData, s: MichelState) -> list[Action]:
        """Every hex in which one may stand, every one that stands already, or back."""
        left, units = self.left(rules, s), rules.plans[self.player].kinds[self.kind]
        hexes = bits(allowed(rules.grid.mask, limits(rules, s, left[0]))) if left else []
        return [("cancel",), *[("go", hex_) for hex_ in hexes], *[("take", u) for u in units if s.at[u] >= 0]]

    def why_go(self, rules: MichelData, s: MichelState, to: Hex) -> Refusal | None:
        """None is left, or it may not stand there."""
        left = self.left(rules, s)
        return (
            why_not_at(rules, s, left[0], to) if left else Refusal("OOB-Use", f"all {self.kind} units are on the map")
        )

    def do_go(self, play: MichelPlay, to: Hex) -> None:
        play.pop()
        place_next(play, play.rules.plans[self.player], self.kind, to)

    def why_take(self, rules: MichelData, s: MichelState, unit: Unit) -> Refusal | None:
        """It is none of them."""
        refusal = Deployment(self.player).why_take(rules, s, unit)
        if refusal is None and (rules.printed[unit] != self.kind or s.at[unit] < 0):
            return Refusal("OOB-Use", f"{rules.names.units[unit]} is no {self.kind} on the map")
        return refusal

    def do_take(self, play: MichelPlay, unit: Unit) -> None:
        play.become(Shifting(self.player, unit))

    def do_cancel(self, play: MichelPlay) -> None:
        play.pop()


@rule("Deploy-AlliedFree", "Deploy-GermanFree")
class Shifting(WithinLimits, frozen=True):
    """A unit is taken up: where does it go?"""

    asked_by = "Setup-Order"

    def holds(self, rules: MichelData, s: MichelState) -> bool:
        """Whether the side deploys the unit now."""
        return s.turn == 0 and self.unit in rules.plans[self.player].free

    def prompt(self, rules: MichelData, s: MichelState) -> str:
        return f"Where does {rules.names.units[self.unit]} ({rules.printed[self.unit]}) go?"

    def offer(self, rules: MichelData, s: MichelState) -> list[Action]:
        """Every other hex in which it may stand, off the map, or back to where it was."""
        actions = super().offer(rules, s)
        return actions if s.at[self.unit] < 0 else [*actions, ("lift", (self.unit,))]

    def limits(self, rules: MichelData, s: MichelState) -> Iterator[Limit]:
        """Another hex, and what holds for every unit."""
        if s.at[self.unit] >= 0:
            yield Limit(~(1 << s.at[self.unit]), "Setup-Order", "it is there already")
        yield from limits(rules, s, self.unit)

    def send(self, play: MichelPlay, to: int, via: tuple[int, ...] = ()) -> None:
        put(play, self.unit, to)

    def why_lift(self, rules: MichelData, s: MichelState, units: Units) -> Refusal | None:
        """It is another unit, or not on the map."""
        if units != (self.unit,):
            return Refusal("Setup-Order", f"{rules.names.units[self.unit]} is the unit that is taken up")
        return Deployment(self.player).why_lift(rules, s, units)

    def do_lift(self, play: MichelPlay, units: Units) -> None:
        play.pop()
        lift(play, units)


# -- what is done


def stands(s: MichelState, ready: dict[int, int]) -> bool:
    """Whether a ready-made deployment is what stands on the map."""
    return all(s.at[unit] == hex_ for unit, hex_ in ready.items())


def standing(s: MichelState, plan: Plan, hex_: int = ANYWHERE) -> tuple[int, ...]:
    """The free units on the map, or those of one hex."""
    return tuple(unit for unit in plan.free if s.at[unit] >= 0 and hex_ in (ANYWHERE, s.at[unit]))


def place_next(play: MichelPlay, plan: Plan, kind: str, hex_: int) -> None:
    """Place the next unit of a type."""
    put(play, next_at(plan, play.rules.counters, unplaced(play.state, plan)[kind], hex_), hex_)


def put(play: MichelPlay, unit: int, hex_: int) -> None:
    """Place a unit."""
    play.state.at[unit] = hex_
    play.tell("placed", FREE[play.rules.side_of[unit]], unit=unit, hex=hex_)


def lift(play: MichelPlay, units: Units) -> None:
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


def deploying(rules: MichelData, s: MichelState) -> Plan | None:
    """The plan of the side that deploys now."""
    top = s.frames[-1] if s.frames else None
    return rules.plans[top.player] if isinstance(top, Deployment | Placing | Shifting) else None


def marks(rules: MichelData, s: MichelState) -> dict[str, tuple[str, ...]]:
    """The hexes that are still to be covered, for the map."""
    plan = deploying(rules, s)
    return {"uncovered": tuple(rules.grid.labels(uncovered(rules, s, plan.side)))} if plan else {}


def tracks(rules: MichelData, s: MichelState) -> dict[str, str]:
    """The units that are still to be placed, for the boxes beside the map."""
    plan = deploying(rules, s)
    left = unplaced(s, plan) if plan else {}
    return {f"to place {kind}": rules.names.write("unit*", units) for kind, units in left.items()}
