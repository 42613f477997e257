"""Runs: who walks through a broken line to towns that nobody holds, though it takes more than a turn."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from westfront.games.storm.movement import destinations
from westfront.games.storm.state import CUT
from westfront.hexgrid import HexSet, bits, by_hex, spread_to

if TYPE_CHECKING:
    from westfront.bots.storm.moves import Posture

STRIDE, HALT = 4, 4
"""Hexes that a corps marches in a turn, and what it costs to enter an enemy zone, where it must stop."""
FAR = 24
"""Nobody looks farther than so many movement points."""
COMES = (0.0, 0.85, 0.5, 0.3, 0.15)
"""How likely a run ends in its town, by the turns that it takes: the enemy may come back, or march between."""
AT_STAKE = 0.3
"""How likely who runs is lost on the way."""


class Run(NamedTuple):
    """What a unit would do: walk to a hex on its way to a town, and what that is worth."""

    worth: float
    unit: int
    hex_: int
    town: int


def begin_runs(posture: Posture, units: list[int], reach: dict[int, HexSet]) -> None:
    """Units go, or begin to go, to towns with points that nobody holds: one to each, those that bring most first."""
    picture = posture.picture
    rules = picture.rules
    left = [unit for unit in units if rules.weight[unit] and picture.s.supply[unit] != CUT]
    price = {unit: price_of(posture, unit) for unit in left}
    found = [run for town in open_towns(posture) for run in runs_to(posture, town, left, reach, price)]
    found.sort(key=lambda run: (-run.worth, run.unit, run.hex_))
    taken = set[int]()
    for run in found:
        if run.unit in posture.places or run.town in taken:
            continue
        posture.lift(run.unit)
        if posture.has_room(run.unit, run.hex_):
            posture.put(run.unit, run.hex_)
            taken.add(run.town)
        else:
            posture.put_back(run.unit)


def open_towns(posture: Posture) -> list[int]:
    """The enemy's towns with points in which nobody stands."""
    picture = posture.picture
    towns = picture.rules.grid.set_of(picture.rules.board.morale) & ~picture.own
    return bits(towns & ~picture.field.occupied[1 - picture.side])


def price_of(posture: Posture, unit: int) -> float:
    """What is lost where a unit leaves, and with the unit if it does not come back."""
    picture, here = posture.picture, posture.picture.s.at[unit]
    posture.lift(unit)
    found = posture.held(unit, here)
    posture.put_back(unit)
    return max(0.0, found) + AT_STAKE * picture.s.steps[unit] * picture.step_price(unit, False)


def runs_to(
    posture: Posture, town: int, units: list[int], reach: dict[int, HexSet], price: dict[int, float]
) -> list[Run]:
    """What every unit could do to come to a town, as far as it is worth more than what it leaves."""
    picture = posture.picture
    rules, s, side = picture.rules, picture.s, picture.side
    ways, found = distances(posture, town), list[Run]()
    turns = min(len(COMES) - 1, picture.deadline - s.turn + 1)
    for unit in units:
        hexes = reach[unit] | destinations(rules, s, unit) & 1 << town  # into the town itself out of supply too
        near = [hex_ for hex_ in bits(hexes) if hex_ in ways]
        if not near:
            continue
        hex_ = min(near, key=lambda h: (ways[h], h))
        arrives = 1 + ceil(ways[hex_] / STRIDE)
        if arrives <= turns and ways[hex_] < ways.get(s.at[unit], FAR):
            worth = COMES[arrives] * picture.ground(town, side) - price[unit]
            if worth > 0:
                found.append(Run(worth, unit, hex_, town))
    return found


def distances(posture: Posture, town: int) -> dict[int, int]:
    """How far every hex is from a town, past the enemy as he stands."""
    picture = posture.picture
    rules, other = picture.rules, 1 - picture.side
    free = rules.board.playable & ~picture.field.occupied[other]
    zone = picture.field.zone[other] & free
    return by_hex(spread_to(rules.grid, [(0, 1 << town)], ((HALT, zone), (1, free)), FAR))
