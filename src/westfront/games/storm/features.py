"""Named features of a position, for machines that judge it."""

from __future__ import annotations

from westfront.games.storm.data import StormData
from westfront.games.storm.state import ALLIED, CUT, DEAD, GERMAN, NATIONS, StormState
from westfront.games.storm.supply import find_supply
from westfront.hexgrid import bits


def features(rules: StormData, s: StormState, side: int) -> dict[str, float]:
    """What counts in a position, seen from a side: `own ...` and `enemy ...`, and the tracks of the turn."""
    found: dict[str, float] = {"turn": s.turn, "turns left": rules.last_turn - s.turn, "wet": s.wet}
    for who, name in ((side, "own"), (1 - side, "enemy")):
        for key, value in of_side(rules, s, who).items():
            found[f"{name} {key}"] = value
    return found


def of_side(rules: StormData, s: StormState, side: int) -> dict[str, float]:
    """The features of one side."""
    on_map = [unit for unit in rules.own[side] if s.at[unit] >= 0]
    supply = find_supply(rules, s, side)
    nations = [0] if side == GERMAN else range(1, len(NATIONS))
    held = rules.controlled(s, side)
    threatened = rules.zone(s, 1 - side) | rules.field(s).occupied[1 - side]
    return {
        "morale": s.morale[side],
        "points held": sum(value for hex_, value in rules.board.morale.items() if held >> hex_ & 1),
        "points in enemy zones": points(rules, held & threatened & ~rules.field(s).occupied[side]),
        "points within reach": points(rules, rules.controlled(s, 1 - side) & rules.zone(s, side)),
        "steps on the map": sum(s.steps[unit] for unit in on_map),
        "attack factors": sum(rules.attack_of(s, unit) for unit in on_map),
        "defence factors": sum(rules.defence_of(s, unit) for unit in on_map),
        "dead units": sum(s.at[unit] == DEAD for unit in rules.own[side]),
        "storm steps": sum(s.steps[unit] for unit in on_map if rules.is_storm[unit]),
        "tanks": sum(rules.is_tank[unit] for unit in on_map),
        "replacement steps": sum(s.pool[nation] for nation in nations),
        "hexes gained": (held & rules.board.home[1 - side]).bit_count(),
        "units cut off": sum(state == CUT for state in supply.values()),
        "bare front": len(bits(front(rules, s, side) & ~rules.field(s).occupied[side])),
        "full American divisions": sum(rules.is_division[u] and s.steps[u] > 1 for u in on_map)
        if side == ALLIED
        else 0,
    }


def points(rules: StormData, hexes: int) -> int:
    """Morale points of some hexes."""
    return sum(rules.board.morale.get(hex_, 0) for hex_ in bits(hexes))


def front(rules: StormData, s: StormState, side: int) -> int:
    """The hexes of a side that touch the enemy's."""
    return rules.controlled(s, side) & rules.grid.adjacent(rules.controlled(s, 1 - side))
