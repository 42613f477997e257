"""Counters that go from hex to hex: who goes with them, who holds the ground, and what they drive away."""

from __future__ import annotations

from collections.abc import Sequence

from westfront.engine.catalogue import rule
from westfront.games.marne.facts import MarneData, MarnePlay
from westfront.games.marne.state import ALLIED, AWAY, GERMAN, LOST, MarneState
from westfront.hexgrid import bits, has


@rule("11.3.2")
def place(play: MarnePlay, unit: int, hex_: int) -> None:
    """Put a unit into a hex, with the Stosstruppen under it; the air units of an HQ leave when it moves."""
    s, rules = play.state, play.rules
    s.at[unit] = hex_
    if rules.is_hq[unit]:
        air_units_leave(play, unit)
    elif rules.is_regiment[unit]:
        below = rules.stosstruppen_of(s, unit)
        if below is not None:
            s.at[below] = hex_


@rule("17.1/HQ moves")
def air_units_leave(play: MarnePlay, hq: int) -> None:
    """Air units whose HQ moves or is lost are off the map until the next turn."""
    s = play.state
    for unit in play.rules.air_units[play.rules.side_of[hq]]:
        if s.under[unit] == hq:
            send_away(play, unit)
            play.tell("air away", "17.1/HQ moves", unit=unit)


def send_away(play: MarnePlay, unit: int) -> None:
    """An air unit comes back in the next turn."""
    s = play.state
    s.at[unit], s.sky[unit], s.under[unit] = AWAY, 0, -1
    s.back[unit] = 4 * (s.turn + 1) + 1


def remove(play: MarnePlay, unit: int) -> None:
    """Take a unit off the map for good, with every mark it had."""
    s, rules = play.state, play.rules
    if rules.is_hq[unit]:
        air_units_leave(play, unit)
    s.at[unit], s.under[unit] = LOST, -1
    for column in (s.unsupplied, s.order, s.pinned, s.exploitation, s.reserve, s.leaving, s.role, s.mode):
        column[unit] = 0


def enter(play: MarnePlay, unit: int, path: Sequence[int]) -> None:
    """A unit goes along a way."""
    enter_together(play, (unit,), path)


@rule("11.3.1", "11.3.3")
def enter_together(play: MarnePlay, units: Sequence[int], path: Sequence[int]) -> None:
    """A stack goes along a way: combat units take the hexes, and enemy guns and HQs alone next to them are lost."""
    s, rules = play.state, play.rules
    side, fights = rules.side_of[units[0]], any(rules.is_combat[unit] for unit in units)
    way = rules.grid.set_of(path[1:]) & rules.board.area
    threatened = lone_support(rules, s, 1 - side, way | rules.grid.adjacent(way)) if fights else []
    for unit in units:
        place(play, unit, path[-1])
    if fights:
        s.german_holds = s.german_holds | way if side == GERMAN else s.german_holds & ~way
    for gun in threatened:
        play.tell("overrun", "11.3.1" if rules.is_gun[gun] else "11.3.3", unit=gun, hex=s.at[gun])
        remove(play, gun)


@rule("11.3.1", "11.3.3")
def lone_support(rules: MarneData, s: MarneState, side: int, hexes: int) -> list[int]:
    """Guns and HQs of a side in some hexes without a combat unit of their own; those in Reims never count."""
    field = rules.field(s)
    alone = field.ground[side] & ~field.combat[side] & hexes & rules.board.area
    return [unit for hex_ in bits(alone) for unit in field.stack(hex_) if rules.side_of[unit] == side]


@rule("11.2.4/Removal")
def clear_pontoons(play: MarnePlay, unit: int, path: Sequence[int] = ()) -> None:
    """An Allied ground unit that ends a move next to a pontoon in an empty hex, or enters that hex, takes it off."""
    s, rules = play.state, play.rules
    here = s.at[unit]
    if rules.side_of[unit] != ALLIED or not s.pontoons or here < 0:
        return
    germans = rules.field(s).ground[GERMAN]
    for base, across in zip(s.pontoons[::2], s.pontoons[1::2], strict=True):
        if not has(germans, base) and (base in path or rules.grid.distance(here, base) <= 1):
            take_up(play, base, across)
            play.tell("pontoon lost", "11.2.4/Removal", unit=unit, hex=base, across=across)


def take_up(play: MarnePlay, base: int, across: int) -> None:
    """Take a pontoon off the map."""
    pairs = list(zip(play.state.pontoons[::2], play.state.pontoons[1::2], strict=True))
    pairs.remove((base, across))
    play.state.pontoons = tuple(hex_ for pair in pairs for hex_ in pair)
