"""The last word of the Allies: they move last, and what left the map by a hex that they cut off counts nothing."""

from __future__ import annotations

from westfront.bots.michel.armies import way_west
from westfront.bots.michel.picture import Picture
from westfront.bots.work import Work
from westfront.games.michel.movement import STACK
from westfront.games.michel.state import ALLIED, EXITED_XY, GERMAN, MichelState
from westfront.games.michel.victory import points_of, sources
from westfront.hexgrid import HexSet, bits, has

CUT = 3
"""So near to what counts for the Germans the Allies look for a hex from which to cut it off on the last day."""
WATCH_TURN, RUN = 6, 12
"""From this turn on the Allies watch the west edge, wherever Germans have no more than so many points to it."""
APART, WATCHERS, MOST = 4, 4, 8
"""Doors nearer to each other than this are watched by the same divisions, so many at most, one for each German stack;
and so many divisions watch altogether."""
STAND_OFF = 3
"""So far from a door they keep, to be there on the last day."""


def doors(picture: Picture) -> dict[int, int]:
    """The hexes of the west edge by which Germans left or may leave, and how many are there; of near ones only one."""
    rules, s, grid, west = picture.rules, picture.s, picture.rules.grid, way_west(picture.rules)
    edge = bits(rules.board.exits[0])
    near = [hex_ for hex_ in bits(picture.field.occupied[GERMAN]) if west[hex_] <= RUN]
    used = [min(edge, key=lambda h: (grid.distance(h, hex_), h)) for hex_ in near]
    used += [s.left[unit] for unit in rules.units[GERMAN] if s.at[unit] == EXITED_XY]
    found = dict[int, int]()
    for hex_ in sorted(used, key=lambda h: (-used.count(h), h)):
        door = next((other for other in found if grid.distance(hex_, other) <= APART), hex_)
        found[door] = found.get(door, 0) + 1
    return found


def watch(picture: Picture, units: list[int], reach: dict[int, HexSet]) -> dict[int, int]:
    """The nearest divisions that touch no German go near the doors by which Germans may leave."""
    rules, s, grid = picture.rules, picture.s, picture.rules.grid
    if s.turn < WATCH_TURN:
        return {}
    touched = grid.adjacent(picture.field.occupied[GERMAN])
    free = [unit for unit in units if not has(touched, s.at[unit])]
    found, room = dict[int, int](), [*map(s.at.__getitem__, rules.units[ALLIED])]
    wanted = [(number, door) for door, many in doors(picture).items() for number in range(min(many, WATCHERS))]
    for _, door in sorted(wanted)[:MOST]:
        free.sort(key=lambda unit: (grid.distance(s.at[unit], door) / rules.allowance[unit], unit))
        for unit in free[:1]:
            room.remove(s.at[unit])
            hexes = [s.at[unit], *(h for h in bits(reach[unit] & ~touched) if room.count(h) < STACK)]
            found[unit] = min(hexes, key=lambda h: (abs(grid.distance(h, door) - STAND_OFF), h))
            room.append(found[unit])
        free = free[1:]
    return found


def denials(picture: Picture, units: list[int], reach: dict[int, HexSet], work: Work) -> dict[int, int]:
    """On the last day only points count: who can enter a hex that counts, or cut it off, does; the weakest first."""
    rules, s, placed = picture.rules, picture.s.copy(), dict[int, int]()
    left = sorted(units, key=lambda unit: (rules.strength[unit], unit))
    while (now := points_of(rules, s)) and not work.is_over:
        counted = rules.grid.within(rules.grid.set_of(source.hex for source in sources(rules, s)), CUT)
        found = []
        for hex_, unit in {h: u for u in reversed(left) for h in bits(reach[u] & counted)}.items():
            found.append((_points_after(picture, s, unit, hex_, work), hex_, unit))
        points, hex_, unit = min(found, default=(now, 0, 0))
        if points >= now:
            break
        s.at[unit] = placed[unit] = hex_
        s.german_held &= ~(1 << hex_)
        left.remove(unit)
    return placed


def _points_after(picture: Picture, s: MichelState, unit: int, hex_: int, work: Work) -> int:
    """The German points if a unit went to a hex."""
    after = s.copy()
    after.at[unit] = hex_
    after.german_held &= ~(1 << hex_)
    work.spend()
    return points_of(picture.rules, after)
