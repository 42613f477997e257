"""Set-up: how a side is deployed, where its units may be placed, and what must be met before it ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.names import NOBODY, Hex, Hexes, Side, Unit
from westfront.engine.state import blank_columns
from westfront.games.michel.board import MichelBoard
from westfront.games.michel.data import MichelData, MichelPlay, MichelStep
from westfront.games.michel.forces import Sectors, read_sectors, sheet_order
from westfront.games.michel.movement import STACK
from westfront.games.michel.sequence import GameTurn
from westfront.games.michel.state import ALLIED, GERMAN, OFF, TRACK, MichelState
from westfront.hexgrid import HexSet, has
from westfront.mechanics import setup
from westfront.mechanics.limits import Limit
from westfront.mechanics.plans import Plan, counted, read_name, read_title

CAVALRY_DISTANCE, RESERVE_DISTANCE, RESERVE = 5, 5, 10
"""Allied cavalry, and at least ten infantry divisions, stand so far from the Allied fortified zone."""
SUPPLY_DISTANCE = 4
"""Allied corps stand so far from the German fortified zone."""
ZONE = "the German fortified zone", "the Allied fortified zone"
FREE = "Deploy-GermanFree", "Deploy-AlliedFree"
HISTORICAL = "Deploy-GermanHistorical", "Deploy-AlliedHistorical"
NAMED_HEXES = 6
"""So many uncovered hexes are named in the question."""


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
        if plan.fixed:
            play.tell("historical", HISTORICAL[self.player], side=self.player, number=len(plan.fixed))
        plan.begin(play)
        if plan.free:
            play.push(Deployment(self.player))


@rule("OOB", "OOB-Use", "OOB-1", "OOB-4", "OOB-11")
class MichelPlan(Plan):
    """What a side deploys: the units of its option, all that have a historical place there if it says so."""

    def __init__(self, rules: MichelData, side: int) -> None:
        types = [kind for kind in rules.forces if kind in {rules.type_of[unit] for unit in rules.units[side]}]
        units = [unit for kind in types for unit in sheet_order(rules.counters, kind)[: rules.forces[kind]]]
        places = {unit: rules.historical[unit] for unit in units if unit in rules.historical}
        fixed = places if rules.deployment[side] == "historical" else {}
        super().__init__(side, units, rules.printed.__getitem__, FREE[side], fixed=fixed)
        self.sectors = read_sectors(rules.board, rules.options["allied"]) if side == ALLIED else None
        self.reserve = RESERVE if side == ALLIED and not fixed else 0
        if side == GERMAN and not fixed:
            self.ready["historical"] = places
        self._read_ready(rules)

    @rule("Deploy-AlliedFree", "Deploy-GermanFree")
    def _read_ready(self, rules: MichelData) -> None:
        """The ready-made deployments of the option, which name types and hexes.

        An owner's order of battle may have fewer units than there are lines, or more: those are placed by hand.
        """
        rows = rules.data.rows("deployments", ["deployment", "number", "option", "type", "hex"], keys=2)
        for row in rows.values():
            if row.text("option") == rules.options[rules.sides[self.side]]:
                ready = self.ready.setdefault(read_title(row, [row.text("option")])[1], {})
                kind, hex_ = row.choice("type", list(self.kinds)), read_name(rules.names, row, "hex", "hex")
                left = [unit for unit in self.kinds[kind] if unit not in ready]
                if left:
                    ready[self.next_of(rules, left, hex_)] = hex_

    def next_of(self, rules: MichelData, alike: Sequence[int], hex_: int) -> int:
        """South of a sector line a French one, else a French one last."""
        south = self.sectors is not None and has(self.sectors.south, hex_)
        return min(alike, key=lambda unit: south != (rules.counters[unit].extra["nation"] == "french"))

    def is_open(self, rules: MichelData, s: MichelState) -> bool:
        return s.turn == 0

    @rule("Deploy-AlliedHistorical", "Deploy-GermanHistorical")
    def why_not_unit(self, rules: MichelData, unit: int) -> Refusal | None:
        """It is not in the order of battle, or it stands where it stood on 21 March."""
        if unit in self.fixed:
            return Refusal(HISTORICAL[self.side], f"{rules.names.units[unit]} stays on its historical hex")
        return super().why_not_unit(rules, unit)

    def limits(self, rules: MichelData, s: MichelState, unit: int) -> Iterator[Limit]:
        """Everything that says where a free unit may stand, seeing where the others do."""
        yield area(rules, self.side)
        if self.side == ALLIED:
            yield from distances(rules, unit)
        if self.sectors:
            yield from sector(rules, s, self.sectors, self.kinds[rules.printed[unit]], unit)
        yield stacking(rules, s, unit)

    @rule("Setup-FZ", "Deploy-AlliedFree-i")
    def unmet(self, rules: MichelData, s: MichelState) -> Refusal | None:
        """Too few in reserve, or hexes of the fortified zone uncovered."""
        if (reserve := in_reserve(rules, s, self)) < self.reserve:
            sentence = (
                f"{reserve} infantry units stand at least {RESERVE_DISTANCE} hexes from {ZONE[ALLIED]}, not {RESERVE}"
            )
            return Refusal("Deploy-AlliedFree-i", sentence)
        bare = rules.names.hexes_in_order(uncovered(rules, s, self.side))
        if not bare:
            return None
        hexes = "1 hex" if len(bare) == 1 else f"{len(bare)} hexes"
        sentence = f"no friendly unit occupies or controls {hexes} of {ZONE[self.side]}"
        return Refusal("Setup-FZ", f"{sentence}, first {rules.grid.label(bare[0])}")


# -- where a unit may be placed


@rule("Deploy-AlliedFree", "Deploy-GermanFree", "OOB-3")
def area(rules: MichelData, side: int) -> Limit:
    """Allies from their fortified zone to the west edge, Germans in or east of theirs."""
    where = "between the west edge and" if side == ALLIED else "in or east of"
    return Limit(rules.board.territory[side], FREE[side], f"units are placed {where} {ZONE[side]}")


@rule("Deploy-AlliedFree-i", "Deploy-AlliedFree-ii")
def distances(rules: MichelData, unit: int) -> Iterator[Limit]:
    """Cavalry far behind the front, corps out of the reach of the first blow."""
    if rules.is_cavalry[unit]:
        far, sentence = far_from(rules.board, ALLIED, CAVALRY_DISTANCE), "cavalry is placed at least {} hexes from {}"
        yield Limit(far, "Deploy-AlliedFree-i", sentence.format(CAVALRY_DISTANCE, ZONE[ALLIED]))
    elif rules.is_corps[unit]:
        far, sentence = far_from(rules.board, GERMAN, SUPPLY_DISTANCE), "corps are placed at least {} hexes from {}"
        yield Limit(far, "Deploy-AlliedFree-ii", sentence.format(SUPPLY_DISTANCE, ZONE[GERMAN]))


@lru_cache(maxsize=16)
def far_from(board: MichelBoard, side: int, distance: int) -> HexSet:
    """The hexes at least so far from the fortified zone of a side."""
    return ~board.grid.within(board.fortified[side], distance - 1)


@rule("Option-8-Sectors", "Option-9-Sectors", "OOB-8", "OOB-9")
def sector(rules: MichelData, s: MichelState, line: Sectors, alike: Sequence[int], unit: int) -> Iterator[Limit]:
    """French divisions and so many corps south of the road, all others north of it or on it."""
    if not rules.is_corps[unit]:
        french, kind = rules.type_of[unit] == "french-infantry", rules.printed[unit]
        where = "south of" if french else "north of or on"
        sentence = f"{kind} units are placed {where} the road {line.road}"
        yield Limit(line.south if french else ~line.south, line.rule, sentence)
        return
    places = [s.at[other] for other in alike if other != unit and s.at[other] >= 0]
    south, northern = sum(has(line.south, place) for place in places), len(alike) - line.corps
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


# -- what must be met at the end


@rule("Setup-FZ")
def uncovered(rules: MichelData, s: MichelState, side: int) -> HexSet:
    """Hexes of the own fortified zone that no friendly unit occupies or controls."""
    field = rules.field(s)
    return rules.board.fortified[side] & ~field.occupied[side] & ~field.zone[side]


@rule("Deploy-AlliedFree-i")
def in_reserve(rules: MichelData, s: MichelState, plan: Plan) -> int:
    """How many infantry divisions stand far enough behind the front."""
    infantry = (u for u in plan.free if not rules.is_corps[u] and not rules.is_cavalry[u])
    far = far_from(rules.board, ALLIED, RESERVE_DISTANCE)
    return sum(has(far, s.at[unit]) for unit in infantry)


# -- the questions


@rule("Deploy-AlliedFree", "Deploy-GermanFree")
class Shifting(setup.Shifting, frozen=True):
    """A unit is taken up: where is it placed?"""

    asked_by = "Setup-Order"


@rule("Deploy-AlliedFree", "Deploy-GermanFree")
class Placing(setup.Placing, frozen=True):
    """A type is chosen: where does the next unit of it go, or which of those on the map is moved?"""

    asked_by = "Setup-Order"
    shifting = Shifting


@rule("Setup-Order")
class Deployment(setup.Deploying, frozen=True):
    """A side deploys: it begins from a ready-made deployment, which it may accept, change or clear away."""

    asked_by = "Setup-Order"
    placing = Placing

    def prompt(self, rules: MichelData, s: MichelState) -> str:
        """With everything that is not met yet."""
        plan, bare = rules.plans[self.player], rules.names.hexes_in_order(uncovered(rules, s, self.player))
        assert isinstance(plan, MichelPlan)
        left = plan.unplaced(s)
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

    def why_move(self, rules: MichelData, s: MichelState, unit: Unit, to: Hex, via: Hexes = ()) -> Refusal | None:
        """A unit may be placed elsewhere in one line."""
        if via:
            return Refusal("Setup-Order", "during set-up units are placed, not moved")
        return self.why_take(rules, s, unit) or Shifting(self.player, unit).why_go(rules, s, to)

    def do_move(self, play: MichelPlay, unit: Unit, to: Hex, via: Hexes = ()) -> None:
        play.rules.plans[self.player].put(play, unit, to)


# -- what is seen


def marks(rules: MichelData, s: MichelState) -> dict[str, tuple[str, ...]]:
    """The hexes that are still to be covered, for the map."""
    side = setup.setting_up(s)
    return {} if side == NOBODY else {"uncovered": tuple(rules.grid.labels(uncovered(rules, s, side)))}


def tracks(rules: MichelData, s: MichelState) -> dict[str, str]:
    """The units that are still to be placed, for the boxes beside the map."""
    side = setup.setting_up(s)
    left = {} if side == NOBODY else rules.plans[side].unplaced(s)
    return {f"to place {kind}": rules.names.write("unit*", units) for kind, units in left.items()}
