"""Chapter 2: movement, zones of control in movement, stacking, and what lies on top."""

from __future__ import annotations

from tests.ford.board import POINT
from tests.ford.facts import FordData, FordPlay
from tests.ford.state import RED, FordState
from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Unit
from westfront.engine.view import Hint
from westfront.hexgrid import HexSet, Reach, bits, reach
from westfront.mechanics.orders import WhereTo, WhichMoves, price_of, way_hint

STACK = 3


class Moving(WhereTo, frozen=True):
    """A unit is taken up: where does it go?"""

    asked_by = "2.1"

    def holds(self, rules: FordData, s: FordState) -> bool:
        """It is a unit of the player on the map."""
        return rules.are_ready(s, self.player, (self.unit,))

    def ends(self, rules: FordData, s: FordState) -> HexSet:
        """Within reach, and with room."""
        return unit_reach(rules, s, self.unit).hexes & ~(full_hexes(rules, s, self.player) | 1 << s.at[self.unit])

    def hint(self, rules: FordData, s: FordState, to: int) -> Hint:
        """The cheapest way."""
        within = unit_reach(rules, s, self.unit)
        return way_hint(rules.grid, within.path(to), (within.cost(to) or 0) / POINT, rules.ticks[self.unit] / POINT)

    def why_not(self, rules: FordData, s: FordState, to: int, via: tuple[int, ...] = ()) -> Refusal | None:
        """The hex, and the way if one is spelled out."""
        refusal = why_not_there(rules, s, self.unit, to)
        if refusal is None and via:
            return why_not_this_way(rules, s, self.unit, [s.at[self.unit], *via, to])
        return refusal

    def send(self, play: FordPlay, to: int, via: tuple[int, ...] = ()) -> None:
        """By the cheapest way, or by the one that is spelled out."""
        s, path = play.state, [play.state.at[self.unit], *via, to]
        move(play, self.unit, path if via else unit_reach(play.rules, s, self.unit).path(to))


@rule("2.1")
class Movement(WhichMoves, frozen=True):
    """The movement phase of one side: any units, one after another.

    The offer is short: which unit? Where it can go is asked next, so that only one reach is worked out at a time.
    A whole move in one line, `move R1 0304` or `move R1 0304 via 0303`, is accepted as well.
    """

    asked_by = "2.1"
    question = "Move your units, or end the movement phase."
    then = Moving

    def ready(self, rules: FordData, s: FordState) -> list[int]:
        """Every unit that has not moved."""
        return [u for u in rules.units[self.player] if s.at[u] >= 0 and not s.moved[u]]

    def offer(self, rules: FordData, s: FordState) -> list[Action]:
        """Every unit that is ready; a new top for every stack; the end of the phase."""
        return [*super().offer(rules, s), *(("top", unit) for unit in units_below(rules, s, self.player))]

    def why_take(self, rules: FordData, s: FordState, unit: Unit) -> Refusal | None:
        """A unit of one's own, once a phase."""
        refusal = rules.why_not_yours(s, self.player, unit)
        if refusal is None and s.moved[unit]:
            return Refusal("2.1", f"{rules.names.units[unit]} has moved in this phase")
        return refusal

    def why_top(self, rules: FordData, s: FordState, unit: Unit) -> Refusal | None:
        """A unit that lies below others."""
        refusal = rules.why_not_yours(s, self.player, unit)
        if refusal is None and rules.stack(s, s.at[unit])[0] == unit:
            return Refusal("2.7", f"{rules.names.units[unit]} lies on top of its hex already")
        return refusal

    def do_top(self, play: FordPlay, unit: Unit) -> None:
        """Only the owner is told which one it is."""
        lay_on_top(play, unit)
        play.tell("top", "2.7", only=self.player, unit=unit, hex=play.state.at[unit])

    def do_done(self, play: FordPlay) -> None:
        """The phase ends."""
        play.pop()
        play.tell("phase", "1.1", side=self.player, phase="combat")


def move(play: FordPlay, unit: int, path: list[int]) -> None:
    """Move a unit; what it passes is its side's."""
    s, rules = play.state, play.rules
    side = rules.side_of[unit]
    s.moved[unit] = 1
    uncover(play, unit, path[-1])
    place_unit(rules, s, unit, path[-1])
    hold(s, rules.grid.set_of(path), side)
    play.tell("moved", "2.1", only=side, unit=unit, path=path)
    play.tell("moved unseen", "2.1", "3.1", but=side, side=side, path=path)


@rule("2.5")
def why_not_there(rules: FordData, s: FordState, unit: int, to: int) -> Refusal | None:
    """What keeps a unit from ending its move in a hex."""
    name, place, side = rules.names.units[unit], rules.names.place(to), rules.side_of[unit]
    if to < 0 or to == s.at[unit]:
        return Refusal("2.1", f"{name} must move to another hex on the map")
    if rules.occupied(s, 1 - side) >> to & 1:
        return Refusal("2.5", f"the enemy stands in {place}")
    if full_hexes(rules, s, side) >> to & 1:
        return Refusal("2.6", f"{place} holds {STACK} units already")
    if unit_reach(rules, s, unit).hexes >> to & 1:
        return None
    if unit_reach(rules, s, unit, zone=0).hexes >> to & 1:
        return Refusal("2.4", f"enemy zones of control keep {name} from {place}")
    points = rules.ticks[unit] / POINT
    return Refusal("2.1", f"{place} costs {name} more than its {points:g} movement points")


def why_not_this_way(rules: FordData, s: FordState, unit: int, way: list[int]) -> Refusal | None:
    """What is wrong with a way that is spelled out."""
    price = price_of(rules.grid, unit_reach(rules, s, unit), way)
    if isinstance(price, int):
        return Refusal("2.1", f"this path costs {price / POINT:g} points") if price > rules.ticks[unit] else None
    here, beyond = rules.names.place(price.here), rules.names.place(price.beyond)
    if not price.touching:
        return Refusal("2.1", f"{beyond} is not next to {here}")
    if rules.occupied(s, 1 - rules.side_of[unit]) >> price.beyond & 1:
        return Refusal("2.5", f"the enemy stands in {beyond}")
    return Refusal("2.4", f"a zone of control bars the step from {here}")


@rule("2.4")
def unit_reach(rules: FordData, s: FordState, unit: int, zone: HexSet | None = None) -> Reach:
    """2.4 a unit stops in an enemy zone, pays one point more to leave one, and takes no step from zone to zone."""
    enemies, costs = rules.occupied(s, 1 - rules.side_of[unit]), rules.board.costs[s.mud]
    zone = rules.grid.adjacent(enemies) if zone is None else zone
    return reach(costs, s.at[unit], rules.ticks[unit], avoid=enemies, stop=zone, apart=zone, leave=(POINT, zone))


@rule("2.6")
def full_hexes(rules: FordData, s: FordState, side: int) -> HexSet:
    """No move ends in a hex that holds three units."""
    return rules.grid.set_of(hex_ for hex_ in bits(rules.shared(s, side)) if len(rules.stack(s, hex_)) >= STACK)


@rule("2.7")
def units_below(rules: FordData, s: FordState, side: int) -> list[int]:
    """Units that their owner may lay on top: those that do not lie there."""
    return [u for hex_ in bits(rules.shared(s, side)) for u in rules.stack(s, hex_)[1:]]


@rule("3.1")
def uncover(play: FordPlay, unit: int, to: int) -> None:
    """A unit that leaves the top of a stack shows the one below; one from below shows itself in an empty hex."""
    rules, s = play.rules, play.state
    stack = rules.stack(s, s.at[unit])
    if rules.hidden and len(stack) > 1 and (unit == stack[0] or not rules.stack(s, to)):
        play.reveal()


def lay_on_top(play: FordPlay, unit: int) -> None:
    """The unit changes places with the top one, so that all others keep their order."""
    s = play.state
    top = play.rules.stack(s, s.at[unit])[0]
    uncover(play, top, s.at[unit])
    s.height[unit], s.height[top] = s.height[top], s.height[unit]


def place_unit(rules: FordData, s: FordState, unit: int, to: int) -> None:
    """Put a unit under the others of a hex, so that an arrival hides, and close the ranks of heights."""
    stack = rules.stack(s, to)
    for depth, other in enumerate([*stack, unit]):
        s.height[other] = STACK * len(rules.counters) - depth
    s.at[unit] = to


@rule("7.3")
def hold(s: FordState, hexes: HexSet, side: int) -> None:
    """7.3 a village belongs to the side that was in it last."""
    s.red_holds = s.red_holds | hexes if side == RED else s.red_holds & ~hexes
