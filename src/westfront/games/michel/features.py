"""What a player would say about a position in numbers, for machines that think."""

from __future__ import annotations

from westfront.games.michel.data import MichelData
from westfront.games.michel.state import ALLIED, GERMAN, LAST_TURN, LOST, TRACK, UNUSED, MichelState
from westfront.games.michel.supply import isolated_units
from westfront.games.michel.victory import held, points_of
from westfront.hexgrid import has


def features(rules: MichelData, s: MichelState, side: int) -> dict[str, float]:
    """The race for points, then what both sides have, the own side first; ground and points are the German's."""
    found = {"turns left": LAST_TURN - s.turn, "points": points_of(rules, s), "ground gained": ground_gained(rules, s)}
    for hex_ in rules.board.objectives:
        place = rules.place_names[hex_]
        found[f"{place} held"] = int(has(held(rules, s), hex_))
        found[f"{place} distance"] = distance_to(rules, s, hex_)
    for whose, owner in (("own", side), ("enemy", 1 - side)):
        found |= {f"{whose} {what}": number for what, number in forces(rules, s, owner).items()}
    return {name: float(number) for name, number in found.items()}


def ground_gained(rules: MichelData, s: MichelState) -> int:
    """Hexes of Allied territory at the start that Germans occupy, or that they alone control."""
    field = rules.field(s)
    german = field.occupied[GERMAN] | field.zone[GERMAN] & ~field.zone[ALLIED] & ~field.occupied[ALLIED]
    return (german & rules.board.territory[ALLIED]).bit_count()


def distance_to(rules: MichelData, s: MichelState, hex_: int) -> int:
    """Hexes from the nearest German ground unit to an objective."""
    units = (s.at[unit] for unit in rules.ground_units[GERMAN] if s.at[unit] >= 0)
    return min((rules.grid.distance(at, hex_) for at in units), default=len(rules.grid))


def forces(rules: MichelData, s: MichelState, side: int) -> dict[str, int]:
    """What a side has on the map, what comes, and what is gone; corps are counted, all else by its strength."""
    ground = tuple(unit for unit in rules.ground_units[side] if s.at[unit] >= 0)
    corps = [unit for unit in rules.corps[side] if s.at[unit] >= 0]

    def strength(units: list[int]) -> int:
        return sum(rules.strength[unit] for unit in units)

    return {
        "strength": strength([*ground]),
        "isolated": strength([*isolated_units(rules, s, ground)]),
        "to come": strength([unit for unit in rules.ground_units[side] if TRACK.turn(s.at[unit])]),
        "lost": strength([unit for unit in rules.ground_units[side] if s.at[unit] == LOST]),
        "corps": len(corps),
        "corps unused": sum(s.use[unit] == UNUSED for unit in corps),
    }
