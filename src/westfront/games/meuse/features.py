"""What counts in a position, as numbers for machines: the race, the front, strengths, supply."""

from __future__ import annotations

from westfront.games.meuse.data import MeuseData
from westfront.games.meuse.state import ALLIED, DUE, GERMAN, LOST, MeuseState
from westfront.games.meuse.supply import supplied_hexes
from westfront.hexgrid import bits


def features(rules: MeuseData, s: MeuseState, side: int) -> dict[str, float]:
    """Features for a side: positive numbers of its own and of the enemy, and its progress towards victory."""
    own, enemy = _side(rules, s, side), _side(rules, s, 1 - side)
    found = {f"own {name}": value for name, value in own.items()} | {f"enemy {name}": v for name, v in enemy.items()}
    far = distance_to_goal(rules, s)
    sign = 1 if side == ALLIED else -1
    return found | {
        "won": float(sign if s.winner == ALLIED else -sign if s.winner == GERMAN else 0),
        "progress": -sign * far,
        "turns left": float(rules.last_turn - s.turn),
        "breaches": sign * float(s.breached.bit_count()),
        "goal held": -sign * float(rules.field(s).occupied[GERMAN] >> rules.goal & 1),
    }


def distance_to_goal(rules: MeuseData, s: MeuseState) -> float:
    """Hexes from the nearest Allied unit to the hex that the Allies must enter."""
    hexes = bits(rules.field(s).occupied[ALLIED])
    return float(min((rules.grid.distance(hex_, rules.goal) for hex_ in hexes), default=99))


def _side(rules: MeuseData, s: MeuseState, side: int) -> dict[str, float]:
    """The counters of one side: strengths and steps on the map, what is behind them, and who is cut off."""
    line, contact = supplied_hexes(rules, s, side), rules.zone(s, 1 - side)
    on_map = [unit for unit in rules.units[side] if s.at[unit] >= 0]
    ratings = [rules.ratings[unit][s.steps[unit]] for unit in on_map]
    return {
        "attack": float(sum(r.attack for r in ratings)),
        "defence": float(sum(r.defence for r in ratings)),
        "steps": float(sum(s.steps[unit] for unit in on_map)),
        "depleted": float(sum(rules.is_depleted(s, unit) for unit in on_map)),
        "in contact": float(sum(contact >> s.at[unit] & 1 for unit in on_map)),
        "cut off": float(sum(not line >> s.at[unit] & 1 for unit in on_map)),
        "lost": float(sum(s.at[unit] == LOST for unit in rules.units[side])),
        "to come": float(sum(s.at[unit] == DUE for unit in rules.units[side])),
        "bombardment": float(s.stock[side]),
    }
