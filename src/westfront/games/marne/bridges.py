"""11.2.5: bridges over major rivers are destroyed and repaired at the end of a movement phase."""

from __future__ import annotations

from functools import reduce

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.modifiers import Modifier, applied, modifiers_text, sum_of
from westfront.engine.names import Hex, Hexes, Number
from westfront.games.marne.facts import MarneAsk, MarneData, MarnePlay
from westfront.games.marne.pontoons import SUCCESS, Crossing
from westfront.games.marne.state import MarneState
from westfront.games.marne.supply import in_command
from westfront.hexgrid import Sides, has, join, minus

NEAR_ENEMY = 3
FIRST_TURN = 1


def aisne_surprise(case: Crossing) -> int:
    """The Aisne bridges on 27 to 29 May."""
    return 2 * (case.s.turn == FIRST_TURN and case.rules.grid.parted(case.here, case.across, case.rules.board.aisne))


def end_in_zone(case: Crossing) -> int:
    """One end lies in a zone of the enemy of the side that moves."""
    zone = case.rules.field(case.s).zone[1 - case.s.mover]
    return 2 * (has(zone, case.here) or has(zone, case.across))


def marne_bridge(case: Crossing) -> int:
    """The bridge is one over the Marne."""
    return int(case.rules.grid.parted(case.here, case.across, case.rules.board.marne))


DEMOLITION_DIE: list[Modifier[Crossing]] = [Modifier("11.2.5 tab", "Aisne in turn 1", aisne_surprise)]
REPAIR_DIE: list[Modifier[Crossing]] = [
    Modifier("11.2.5 tab", "one end in an enemy zone", end_in_zone),
    Modifier("11.2.5 tab", "over the Marne", marne_bridge),
]


@rule("11.2.5", "11.1.4")
def why_no_demolition(rules: MarneData, s: MarneState, side: int, a: int, b: int) -> Refusal | None:
    """A standing bridge over a major river, an enemy within three hexes of an end, one end in command."""
    if not rules.grid.parted(a, b, rules.board.major_bridge) or rules.grid.parted(a, b, s.down):
        return Refusal("11.2.5", "no bridge over a major river can be destroyed there")
    ends = 1 << a | 1 << b
    if ends & ~rules.board.area:
        return Refusal("S0", "that bridge leads out of the playing area")
    if not rules.grid.within(ends, NEAR_ENEMY) & rules.field(s).ground[1 - side]:
        return Refusal("11.2.5", f"no enemy stands within {NEAR_ENEMY} hexes of the bridge")
    if not ends & in_command(rules, s, side):
        return Refusal("11.2.5", "neither end is within command of an HQ")
    return None


@rule("11.2.5/Repair")
def why_no_repair(rules: MarneData, s: MarneState, side: int, a: int, b: int) -> Refusal | None:
    """An own unit on one end, the other free of enemy zones or held, both ends in command."""
    if not rules.grid.parted(a, b, s.down):
        return Refusal("11.2.5/Repair", "no bridge is down there")
    field, ends = rules.field(s), 1 << a | 1 << b
    own, zone = field.ground[side] & ends, field.closed_zone(side) & ends
    if not own:
        return Refusal("11.2.5/Repair", "no unit of yours stands at an end of the bridge")
    if zone or field.ground[1 - side] & ends:
        return Refusal("11.2.5/Repair", "the enemy controls the other end")
    if ends & ~in_command(rules, s, side):
        return Refusal("11.2.5/Repair", "both ends must be within command of an HQ")
    return None


class BridgeWork(MarneAsk, frozen=True):
    """First the bridges to destroy, then those to repair, each once in a phase."""

    tried: Hexes
    """Pairs of hexes whose bridge has had its roll."""
    repairing: Number
    asked_by = "11.2.5"

    def prompt(self, rules: MarneData, s: MarneState) -> str:
        return "Which bridge is to be repaired?" if self.repairing else "Which bridge is to be destroyed?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        verb = "repair" if self.repairing else "demolish"
        return [(verb, a, b) for a, b in self.bridges(rules, s)] + [("done",)]

    def bridges(self, rules: MarneData, s: MarneState) -> list[tuple[int, int]]:
        """The bridges at which something may be tried now."""
        where, why = (s.down, self.why_repair) if self.repairing else (self._near(rules, s), self.why_demolish)
        return [(a, b) for a, b in rules.grid.pairs(where) if not why(rules, s, a, b)]

    def _near(self, rules: MarneData, s: MarneState) -> Sides:
        """Standing bridges with an enemy and command near, so that few need to be looked at closely."""
        enemies, commanded = rules.field(s).ground[1 - self.player], in_command(rules, s, self.player)
        near = rules.grid.within(enemies, NEAR_ENEMY + 1) & rules.grid.within(commanded, 1) & rules.board.area
        a, b, c, d, e, f = (sides & near for sides in minus(rules.board.major_bridge, s.down))
        return a, b, c, d, e, f

    def _was_tried(self, a: int, b: int) -> bool:
        pairs = list(zip(self.tried[::2], self.tried[1::2], strict=True))
        return (a, b) in pairs or (b, a) in pairs

    def why_demolish(self, rules: MarneData, s: MarneState, a: Hex, b: Hex) -> Refusal | None:
        if self.repairing:
            return Refusal("11.2.5", "bridges are destroyed before any are repaired")
        if self._was_tried(a, b):
            return Refusal("11.2.5", "this bridge has been rolled for in this phase")
        return why_no_demolition(rules, s, self.player, a, b)

    def why_repair(self, rules: MarneData, s: MarneState, a: Hex, b: Hex) -> Refusal | None:
        if self._was_tried(a, b):
            return Refusal("11.2.5", "this bridge has been rolled for in this phase")
        return why_no_repair(rules, s, self.player, a, b)

    @rule("11.2.5", "11.2.5 tab")
    def do_demolish(self, play: MarnePlay, a: Hex, b: Hex) -> None:
        """A die: four or less destroys the bridge."""
        if self._succeeds(play, a, b, DEMOLITION_DIE, "demolition"):
            play.state.down = join(play.state.down, play.rules.grid.sides([(a, b)]))
            play.tell("bridge down", "11.2.5", hexes=(a, b))
        self._go_on(play, a, b, self.repairing)

    @rule("11.2.5/Repair", "11.2.5 tab")
    def do_repair(self, play: MarnePlay, a: Hex, b: Hex) -> None:
        """A die: four or less repairs the bridge, which can be used at once."""
        if self._succeeds(play, a, b, REPAIR_DIE, "repair"):
            play.state.down = minus(play.state.down, play.rules.grid.sides([(a, b)]))
            play.tell("bridge up", "11.2.5/Repair", hexes=(a, b))
        self._go_on(play, a, b, 1)

    def _succeeds(self, play: MarnePlay, a: int, b: int, rows: list[Modifier[Crossing]], purpose: str) -> bool:
        modifiers = applied(rows, Crossing(play.rules, play.state, a, b))
        (die,) = play.roll(purpose, by=self.player)
        total = die + sum_of(modifiers)
        says = modifiers_text(modifiers)
        play.tell("bridge roll", "11.2.5", hexes=(a, b), purpose=purpose, total=total, modifiers=says)
        return total <= SUCCESS

    def _go_on(self, play: MarnePlay, a: int, b: int, repairing: int) -> None:
        play.pop()
        work_on_bridges(play, self.player, (*self.tried, a, b), repairing)

    def do_done(self, play: MarnePlay) -> None:
        play.pop()
        if not self.repairing:
            work_on_bridges(play, self.player, self.tried, 1)


def work_on_bridges(play: MarnePlay, side: int, tried: tuple[int, ...] = (), repairing: int = 0) -> None:
    """Ask for demolitions, then for repairs, where there is any to try."""
    for stage in range(repairing, 2):
        question = BridgeWork(side, tried, stage)
        if question.bridges(play.rules, play.state):
            play.push(question)
            return


def hexes_of(sides: Sides) -> int:
    """The hexes at which any of some hexsides lies."""
    return reduce(int.__or__, sides)
