"""The map as it is for commanders of Storm in the West: ways, what points draw, cover, and what the table says."""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import NamedTuple

from westfront.engine.modifiers import applied
from westfront.games.storm.battle import DIE, HOPELESS, Battle
from westfront.games.storm.data import StormData
from westfront.games.storm.setup import start_state
from westfront.games.storm.state import StormState
from westfront.hexgrid import HexSet, by_hex, has, spread_to

FAR = 12
"""Nobody thinks farther ahead than so many hexes."""

AXIS, AXIS_PULL = 10, 5.0
"""Towns of one axis lie within so many hexes of its middle; how fast what lies around counts less for that."""


class Force(NamedTuple):
    """Who would defend a hex, as numbers."""

    defence: int = 0
    steps: int = 0
    units: int = 0


NOBODY = Force()


@lru_cache(maxsize=4096)
def ways(rules: StormData, hex_: int) -> dict[int, int]:
    """How far every hex is from one by land, up to some hexes."""
    return by_hex(spread_to(rules.grid, [(0, 1 << hex_)], ((1, rules.board.playable),), FAR))


@lru_cache(maxsize=8)
def nearness(rules: StormData, reach: float) -> dict[int, dict[int, float]]:
    """For each morale hex how near every hex is to it: one there, less the farther away."""
    return {goal: {hex_: exp(-way / reach) for hex_, way in ways(rules, goal).items()} for goal in rules.board.morale}


@lru_cache(maxsize=64)
def pull(rules: StormData, wanted: HexSet, reach: float) -> dict[int, float]:
    """The points within reach of each hex, those nearby most, if the morale hexes of some set are wanted."""
    found: dict[int, float] = {}
    for goal, near in nearness(rules, reach).items():
        if has(wanted, goal):
            value = rules.board.morale[goal]
            for hex_, part in near.items():
                found[hex_] = found.get(hex_, 0.0) + value * part
    return found


@lru_cache(maxsize=64)
def axis(rules: StormData, held: HexSet) -> HexSet:
    """The towns of an offensive: those around the one that has most points near it, of all that the enemy holds."""
    towns = [town for town in rules.board.morale if has(held, town)]
    if not towns:
        return 0
    near = nearness(rules, AXIS_PULL)
    mass = {town: sum(rules.board.morale[other] * near[town].get(other, 0.0) for other in towns) for town in towns}
    middle = max(towns, key=lambda town: (mass[town], town))
    return rules.grid.set_of(town for town in towns if ways(rules, middle).get(town, FAR) <= AXIS)


@lru_cache(maxsize=4096)
def mean_loss(rules: StormData, column: int, shift: int) -> float:
    """Loss points of the defender, on the average."""
    if column == HOPELESS:
        return 0.0
    return sum(int(rules.crt.result(die + shift, column).split("/")[1]) for die in range(1, 7)) / 6


@lru_cache(maxsize=8192)
def cover(rules: StormData, side: int, hex_: int, wet: int) -> int:
    """What ground and trenches add to the die of an attack on a side in a hex."""
    own = next(u for u in rules.own[side] if rules.is_infantry[u])
    enemy = next(u for u in rules.own[1 - side] if rules.is_infantry[u] and not rules.is_storm[u])
    s = rules_state(rules).copy()
    s.at[own] = s.at[enemy] = hex_
    s.steps[own] = s.steps[enemy] = 2
    s.wet, s.turn = wet, 5
    return sum(modifier.value for modifier in applied(DIE, Battle(rules, s, hex_, (enemy,), (own,))))


def trench_relief(rules: StormData, hex_: int) -> int:
    """What Allied tanks are worth on the die against a hex: its trench, or one."""
    bit = 1 << hex_
    return 2 if rules.board.main_trench & bit else 1


@lru_cache(maxsize=8)
def rules_state(rules: StormData) -> StormState:
    """A state to try things in."""
    return start_state(rules)
