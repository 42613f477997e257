"""Supply: general supply to move and to defend freely, attack supply to attack."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.games.michel.state import FEEDS_ATTACK, FIRES, MichelPlay, MichelState
from westfront.hexgrid import Grid, HexSet

if TYPE_CHECKING:
    from westfront.games.michel.rules import Michel

ROAD_STEPS, CORPS_STEPS = 5, 4


@lru_cache(maxsize=1024)
def within_steps(grid: Grid, sources: HexSet, open_: HexSet, steps: int) -> HexSet:
    """Hexes at most so many steps from a source through open hexes; the last hex need not be open.

    Whoever stands in that last hex opens it: a line is drawn from a unit, and a friend covers an enemy zone.
    """
    found = sources
    for _ in range(steps - 1):
        found |= grid.adjacent(found) & open_
    return found | grid.adjacent(found)


@rule("Supply-Procedure", "Supply-E", "Supply-F")
def by_road(rules: Michel, side: int, open_: HexSet) -> HexSet:
    """Where a unit has at most five hexes to an open road that leads off the friendly edge."""
    board = rules.board
    net = board.road_net(side, open_ & board.road_hexes)
    return within_steps(rules.grid, net, open_, ROAD_STEPS) | board.road_exits[side]


@rule("Supply-Procedure", "Supply-E", "Corps-i", "Corps-Commentary")
def by_corps(rules: Michel, s: MichelState, side: int, open_: HexSet) -> HexSet:
    """Where a unit has at most four hexes to a corps that has not fired in this player-turn."""
    at, use = s.at, s.use
    sources = rules.grid.set_of([at[u] for u in rules.corps[side] if at[u] >= 0 and use[u] < FIRES])
    return within_steps(rules.grid, sources, open_, CORPS_STEPS)


@rule("Supply-General", "Supply-Procedure")
def general_supply(rules: Michel, s: MichelState, side: int, leaving: int | None = None) -> HexSet:
    """Where a unit of a side is in general supply or, with `leaving`, would be once that unit has left its hex."""
    open_ = open_lines(rules, s, side, leaving)
    return by_road(rules, side, open_) | by_corps(rules, s, side, open_)


def open_lines(rules: Michel, s: MichelState, side: int, leaving: int | None = None) -> HexSet:
    """The hexes through which lines of a side may run; a unit that leaves does not cover its hex any more."""
    field = rules.field(s)
    if leaving is None or s.at[leaving] < 0 or not field.zone[1 - side] >> s.at[leaving] & 1:
        return field.open[side]
    own = field.occupied[side]
    if len(field.stacks[s.at[leaving]]) == 1:
        own ^= 1 << s.at[leaving]
    return field.lines(rules.grid.mask, side, own)


@rule("Supply-General", "Supply-Procedure", "Supply-E", "Corps-ii")
def attack_supply(rules: Michel, s: MichelState, side: int) -> HexSet:
    """Where a unit has attack supply now: at most four open hexes from a corps that lies face down."""
    sources = 0
    for unit in rules.corps[side]:
        if s.at[unit] >= 0 and s.use[unit] == FEEDS_ATTACK:
            sources |= 1 << s.at[unit]
    return within_steps(rules.grid, sources, rules.field(s).open[side], CORPS_STEPS)


@rule("Supply-B", "Supply-D", "Movement-M")
def freeze_supply(play: MichelPlay, side: int) -> None:
    """At the start of a movement phase: who is isolated, and who lives by one corps alone."""
    s, rules = play.state, play.rules
    open_ = rules.field(s).open[side]
    roads, corps = by_road(rules, side, open_), by_corps(rules, s, side, open_)
    s.isolated[:] = s.fed_by[:] = bytes(len(s.isolated))
    for unit in rules.ground_units[side]:
        hex_ = s.at[unit]
        if hex_ < 0 or roads >> hex_ & 1:
            continue
        if corps >> hex_ & 1:
            s.fed_by[unit] = only_corps(rules, s, side, open_, hex_) + 1
        else:
            s.isolated[unit] = 1
    cut_off = tuple(unit for unit in rules.ground_units[side] if s.isolated[unit])
    if cut_off:
        play.tell("isolated", "Supply-B", "Movement-M", units=cut_off)


@rule("Corps-Commentary")
def only_corps(rules: Michel, s: MichelState, side: int, open_: HexSet, hex_: int) -> int:
    """The one corps that supplies a hex, or -1 if several do or none."""
    near = within_steps(rules.grid, 1 << hex_, open_, CORPS_STEPS)
    found = [u for u in rules.corps[side] if s.at[u] >= 0 and s.use[u] < FIRES and near >> s.at[u] & 1]
    return found[0] if len(found) == 1 else -1


@rule("Corps-Commentary", "Artillery-H")
def note_givers(rules: Michel, s: MichelState, unit: int, to: int) -> None:
    """Before a unit goes to a hex: a corps that alone lets it, by supply here or there, has served for supply."""
    givers = {s.fed_by[unit] - 1}
    if not rules.may_leave_supply(unit):
        side = rules.side_of[unit]
        open_ = open_lines(rules, s, side, leaving=unit)
        if not by_road(rules, side, open_) >> to & 1:
            givers.add(only_corps(rules, s, side, open_, to))
    for giver in givers - {-1}:
        s.gave[giver] = 1


@rule("Supply-B", "Supply-C")
def isolated_units(rules: Michel, s: MichelState, units: tuple[int, ...]) -> tuple[int, ...]:
    """Those of some units of one side that have no general supply now; a corps always has."""
    if not units:
        return ()
    supplied = general_supply(rules, s, rules.side_of[units[0]])
    return tuple(u for u in units if not rules.is_corps[u] and not supplied >> s.at[u] & 1)
