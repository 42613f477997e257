"""Chapter 3 and the set-up of the scenarios: the first position, and the questions of the set-up."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Frame, Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Hexes, Side, Unit, Word
from westfront.engine.state import blank_columns
from westfront.games.storm.data import StormAsk, StormData, StormPlay, StormRoll, StormStep
from westfront.games.storm.deployment import (
    Plan,
    allowed,
    in_play,
    plans_of,
    start_control,
    steps_at,
    to_set_up,
    unmet,
    unplaced,
    why_not_at,
)
from westfront.games.storm.sequence import GameTurn
from westfront.games.storm.state import (
    AIR,
    ALLIED,
    DEAD,
    DUE,
    GERMAN,
    GONE,
    OFF,
    SPENT,
    WAITING,
    StormState,
)
from westfront.hexgrid import bits
from westfront.mechanics.kept import kept_by
from westfront.mechanics.stacks import lay_on_top, stack_up

YANKS_COUNTED = "counted"


# -- the first position


@rule("3.2", "3.3", "3.4", "3.5", "S1.3", "S2.2", "S2.3", "S2.5(1)", "S2.6", "S3.4", "S3.6", "S3.11")
def start_state(rules: StormData) -> StormState:
    """An empty map with start control and the tracks of the scenario; reinforcements wait for their turn."""
    s = StormState(
        turn=rules.first_turn,
        wet=0,
        german=start_control(rules),
        lost_ports=0,
        lost_forts=0,
        morale=bytearray(rules.morale_at_start),
        pool=bytearray(rules.pool_at_start),
        mechanized=0,
        bombed=0,
        bertha=bertha_at_start(rules),
        yanks=int(rules.scenario == "offensive" and rules.options["yanks-in-july"] == YANKS_COUNTED),
        bertha_paid=0,
        influenza=WAITING,
        railed=0,
        mixed=0,
        guns_fired=0,
        **blank_columns(StormState, len(rules.counters)),
    )
    for unit in range(len(rules.counters)):
        s.at[unit] = box_at_start(rules, unit)
        if s.at[unit] == DUE and rules.symbol[unit] != "air":
            s.steps[unit] = rules.full[unit]
    for side in (GERMAN, ALLIED):
        for unit in plans_of(rules)[side].limits:
            s.steps[unit] = rules.full[unit]
    first, second = (ALLIED, GERMAN) if rules.scenario == "campaign" else (GERMAN, ALLIED)
    frames: list[Frame] = [GameTurn(), SetUp(second), SetUp(first)]
    if rules.is_1919:
        frames.append(StossRoll(GERMAN))
    s.frames = tuple(frames)
    return s


@rule("3.7", "S1.3", "S3.6", "16.6")
def bertha_at_start(rules: StormData) -> int:
    """Big Bertha stands in 2631 in the campaign and in S2."""
    return rules.board.bertha.bit_length() - 1 if rules.scenario in ("campaign", "offensive") else OFF


@rule("3.3", "S1.3", "S2.5", "S2.5(1)", "S2.6", "S3.6", "S3.26")
def box_at_start(rules: StormData, unit: int) -> int:
    """Where a unit is before the set-up: aside, due in a later turn, gone, or in the air."""
    name, group = rules.counters[unit].name, rules.counters[unit].extra["group"]
    if rules.symbol[unit] == "air":
        return air_at_start(rules, unit)
    if rules.side_of[unit] == GERMAN:
        return OFF
    if rules.scenario == "offensive" and name == "BR-Port":
        return GONE
    if group == "variant" or in_play(rules, unit) or rules.is_1919:
        return OFF
    return DUE


@rule("3.6", "3.7", "8.1.2", "S1.3", "S2.6", "S3.26")
def air_at_start(rules: StormData, unit: int) -> int:
    """Air units are set aside; some come later, some are out for the first turn of S2, S1 has no German one."""
    if unit == rules.raf:
        return AIR if rules.is_1919 else OFF
    if rules.scenario == "elsewhere" and rules.side_of[unit] == GERMAN:
        return OFF
    if rules.is_1919:
        return AIR
    if rules.arrival[unit] >= max(1, rules.first_turn):
        return DUE
    if rules.scenario == "offensive" and not rules.arrival[unit]:
        return SPENT
    return AIR


@rule("S3.8", "S3.8-ex")
class StossRoll(StormRoll, frozen=True):
    """Before he sets up, the German throws for the number of his Stosstruppen corps."""

    asked_by = "S3.8"
    question = "Throw two dice for the number of Stosstruppen corps."

    def do_roll(self, play: StormPlay) -> None:
        """So many corps are Stosstruppen, the first of the list since all are alike; the rest are regulars."""
        rules, s = play.rules, play.state
        number = sum(play.roll("Stosstruppen", count=2, by=GERMAN))
        play.pop()
        for n, unit in enumerate(rules.stoss):
            s.steps[unit if n >= number else rules.counterpart[unit]] = 0
        play.tell("stoss", "S3.8", number=number)


# -- the questions


class SetUpQuestion(StormAsk, frozen=True):
    """A question of the set-up: nobody else sees what is placed until the side is done."""


@rule("3.6", "3.7", "S1.3", "S2.4", "S2.5", "S3.9", "S3.10")
class SetUp(StormStep, frozen=True):
    """A side sets up."""

    player: Side

    def run(self, play: StormPlay) -> None:
        """Lay out the first ready-made set-up, and ask."""
        plan = plans_of(play.rules)[self.player]
        for name in list(plan.ready)[:1]:
            lay_out(play, plan, name)
        play.push(Deployment(self.player))


def really(rules: StormData, s: StormState, unit: int) -> int:
    """In 1919 the names of ready-made set-ups stand for Stosstruppen or for their counterparts, as the die decided."""
    return rules.stoss_of[unit] if unit in rules.stoss_of and not s.steps[unit] else unit


def piles_of(rules: StormData, s: StormState, plan: Plan, name: str) -> dict[int, tuple[int, ...]]:
    """The stacks of a ready-made set-up, the top unit first."""
    return _real_piles(rules, s, plan, name) if rules.is_1919 else plan.ready[name].piles


@kept_by("steps")
def _real_piles(rules: StormData, s: StormState, plan: Plan, name: str) -> dict[int, tuple[int, ...]]:
    piles = plan.ready[name].piles.items()
    return {hex_: tuple([really(rules, s, unit) for unit in pile]) for hex_, pile in piles}


def stands(rules: StormData, s: StormState, plan: Plan, name: str) -> bool:
    """Whether a ready-made set-up is what stands on the map."""
    return piles_of(rules, s, plan, name).items() <= rules.field(s).stacks.items()


def lay_out(play: StormPlay, plan: Plan, name: str) -> None:
    """Put all units where a ready-made set-up has them."""
    rules, s = play.rules, play.state
    sweep(rules, s, plan)
    piles = piles_of(rules, s, plan, name)
    for hex_, pile in piles.items():
        for unit in pile:
            s.at[unit], s.steps[unit] = hex_, steps_at(rules, unit, hex_)
    for hex_, pile in piles.items():
        stack_up(s, [unit for unit in pile if s.at[unit] == hex_])


def put(rules: StormData, s: StormState, unit: int, hex_: int) -> None:
    """A unit stands in a hex, with the steps that it begins with there, or off the map."""
    left = [u for u in rules.stack(s, s.at[unit]) if u != unit] if s.at[unit] >= 0 else []
    stack_up(s, left)
    pile = [u for u in rules.stack(s, hex_) if u != unit] if hex_ >= 0 else []
    s.at[unit], s.height[unit], s.steps[unit] = hex_, 0, steps_at(rules, unit, hex_)
    if hex_ >= 0:
        stack_up(s, [*pile, unit])


def sweep(rules: StormData, s: StormState, plan: Plan) -> None:
    """Take all units of a side off the map."""
    for unit in to_set_up(rules, s, plan):
        s.at[unit], s.height[unit], s.steps[unit] = OFF, 0, rules.full[unit]


@rule("3.1", "3.6", "3.7", "S1.3", "S2.4", "S2.5", "S3.9", "S3.10")
class Deployment(SetUpQuestion, frozen=True):
    """A side sets up: it begins from a ready-made set-up, which it may accept, change or clear away."""

    asked_by = "3.1"

    def prompt(self, rules: StormData, s: StormState) -> str:
        refusal = unmet(rules, s, plans_of(rules)[self.player])
        return f"Set up your units: {refusal.sentence if refusal else 'everything is in its place'}."

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        """Ready-made set-ups, units to place or move, and the end once everything is met."""
        plan = plans_of(rules)[self.player]
        actions: list[Action] = [("deploy", name) for name in plan.ready if not stands(rules, s, plan, name)]
        actions += [("take", unit) for unit in to_set_up(rules, s, plan)]
        actions += [(verb,) for verb, why in (("clear", self.why_clear), ("done", self.why_done)) if not why(rules, s)]
        return actions

    def why_deploy(self, rules: StormData, s: StormState, name: Word) -> Refusal | None:
        """There must be such a set-up, and not on the map already."""
        plan = plans_of(rules)[self.player]
        if name not in plan.ready:
            return Refusal("3.1", f"there is no ready-made set-up {name}, only {', '.join(plan.ready)}")
        return Refusal("3.1", f"the set-up {name} is in place already") if stands(rules, s, plan, name) else None

    def do_deploy(self, play: StormPlay, name: Word) -> None:
        plan = plans_of(play.rules)[self.player]
        lay_out(play, plan, name)
        play.tell("ready-made", "3.1", only=self.player, side=self.player, name=name)

    def why_take(self, rules: StormData, s: StormState, unit: Unit) -> Refusal | None:
        """A unit that the side sets up."""
        if unit in to_set_up(rules, s, plans_of(rules)[self.player]):
            return None
        return Refusal("3.1", f"{rules.names.write('unit', unit)} is not one of the units you set up")

    def do_take(self, play: StormPlay, unit: Unit) -> None:
        play.push(Placing(self.player, unit))

    def why_place(self, rules: StormData, s: StormState, unit: Unit, hex_: Hex) -> Refusal | None:
        """A whole placement in one line."""
        return why_not_at(rules, s, plans_of(rules)[self.player], unit, hex_)

    def do_place(self, play: StormPlay, unit: Unit, hex_: Hex) -> None:
        put(play.rules, play.state, unit, hex_)
        play.tell("placed", "3.1", only=self.player, unit=unit, hex=hex_)

    @rule("13.8")
    def why_top(self, rules: StormData, s: StormState, unit: Unit) -> Refusal | None:
        """It must lie below others."""
        refusal = rules.why_not_yours(s, self.player, unit)
        if refusal is None and rules.stack(s, s.at[unit])[0] == unit:
            return Refusal("13.8", f"{rules.names.units[unit]} is on top already")
        return refusal

    def do_top(self, play: StormPlay, unit: Unit) -> None:
        lay_on_top(play.state, play.rules.field(play.state), unit)

    def why_clear(self, rules: StormData, s: StormState) -> Refusal | None:
        """Somebody must be on the map."""
        plan = plans_of(rules)[self.player]
        if any(s.at[unit] >= 0 for unit in plan.limits):
            return None
        return Refusal("3.1", "no unit of yours is on the map")

    def do_clear(self, play: StormPlay) -> None:
        """All units are taken up."""
        sweep(play.rules, play.state, plans_of(play.rules)[self.player])
        play.tell("cleared", "3.1", only=self.player, side=self.player)

    def why_done(self, rules: StormData, s: StormState) -> Refusal | None:
        """Everything must be met."""
        return unmet(rules, s, plans_of(rules)[self.player])

    @rule("S2.5(2)")
    def do_done(self, play: StormPlay) -> None:
        """The set-up stands, and the other side sees what lies on top; a corps left over lies in the deadpile."""
        rules, s = play.rules, play.state
        plan = plans_of(rules)[self.player]
        play.pop()
        for unit in unplaced(rules, s, plan):
            s.at[unit], s.steps[unit] = DEAD, 0
        for unit in to_set_up(rules, s, plan):
            s.known[unit], s.seen_steps[unit] = 0, s.steps[unit]
        play.reveal()
        play.tell("set up", "3.1", side=self.player)


@rule("3.1")
class Placing(SetUpQuestion, frozen=True):
    """A unit is taken up: where does it stand?"""

    unit: Unit
    asked_by = "3.1"
    question = "Where do you place {unit}?"

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        """Every hex where it may stand, off the map, or back to where it was."""
        here, hexes = s.at[self.unit], allowed(rules, s, plans_of(rules)[self.player], self.unit)
        if here < 0:
            return [("cancel",), *[("go", hex_) for hex_ in bits(hexes)]]
        return [("cancel",), ("lift",), *[("go", hex_) for hex_ in bits(hexes & ~(1 << here))]]

    def why_go(self, rules: StormData, s: StormState, hex_: Hex, via: Hexes = ()) -> Refusal | None:
        if via:
            return Refusal("3.1", "during set-up units are placed, not moved")
        return why_not_at(rules, s, plans_of(rules)[self.player], self.unit, hex_)

    def do_go(self, play: StormPlay, hex_: Hex, via: Hexes = ()) -> None:
        play.pop()
        put(play.rules, play.state, self.unit, hex_)
        play.tell("placed", "3.1", only=self.player, unit=self.unit, hex=hex_)

    def why_lift(self, rules: StormData, s: StormState) -> Refusal | None:
        """It must be on the map."""
        if s.at[self.unit] >= 0:
            return None
        return Refusal("3.1", f"{rules.names.units[self.unit]} is not on the map")

    def do_lift(self, play: StormPlay) -> None:
        play.pop()
        put(play.rules, play.state, self.unit, OFF)
        play.tell("lifted", "3.1", only=self.player, unit=self.unit)

    def do_cancel(self, play: StormPlay) -> None:
        """It stays where it was."""
        play.pop()

    def holds(self, rules: StormData, s: StormState) -> bool:
        """It is a unit that the side sets up."""
        return self.unit in to_set_up(rules, s, plans_of(rules)[self.player])
