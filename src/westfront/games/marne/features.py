"""Named features of a position, for machines that weigh it."""

from __future__ import annotations

from westfront.games.marne.facts import MarneData
from westfront.games.marne.state import ALLIED, GERMAN, MarneState
from westfront.games.marne.supply import in_command
from westfront.games.marne.victory import encircled_divisions, points_of
from westfront.hexgrid import bits, has


def features(rules: MarneData, s: MarneState, side: int) -> dict[str, float]:
    """What counts in a position, seen from one side: points, steps, strength, disorder, supply, guns, ground."""
    own, enemy = _side(rules, s, side), _side(rules, s, 1 - side)
    found = {f"own {name}": value for name, value in own.items()}
    found |= {f"enemy {name}": value for name, value in enemy.items()}
    sign = 1 if (side == ALLIED) == (rules.scenario == "foch-attacks") else -1
    found["points"] = float(sign * points_of(rules, s))
    found["objective distance"] = _distance_to_points(rules, s, side)
    found["initiative"] = float(rules.now(s).initiative == side)
    found["sequences left"] = float(sum(when > (s.turn, s.sequence) for when in rules.schedule))
    if rules.scenario == "friedensturm":
        found["encircled divisions"] = float(encircled_divisions(rules, s))
    return found


def _side(rules: MarneData, s: MarneState, side: int) -> dict[str, float]:
    """The features of one side."""
    units = [unit for unit in rules.combat_units[side] if s.at[unit] >= 0]
    guns = [gun for gun in rules.guns[side] if s.at[gun] >= 0]
    commanded = in_command(rules, s, side)
    zone = rules.field(s).zone[1 - side]
    return {
        "steps": float(sum(rules.steps_left(s, unit) for unit in units)),
        "attack": float(sum(rules.attack_strength(s, unit) for unit in units)),
        "defence": float(sum(rules.defence_strength(s, unit) for unit in units)),
        "disordered": float(sum(bool(s.order[unit]) for unit in units)),
        "unsupplied": float(sum(not has(commanded, s.at[unit]) for unit in units)),
        "in contact": float(sum(has(zone, s.at[unit]) for unit in units)),
        "guns": float(sum(rules.fire_strength(s, gun) for gun in guns)),
        "HQs": float(sum(s.at[hq] >= 0 for hq in rules.hqs[side])),
        "elite": float(sum(rules.is_elite(s, unit) for unit in units)),
        "fit": float(sum(rules.is_fit(s, unit) for unit in units)),
        "fortified": float(sum(has(rules.board.trench | rules.board.town, s.at[unit]) for unit in units)),
        "Stosstruppen": float(sum(s.at[unit] >= 0 for unit in rules.stosstruppen)) if side == GERMAN else 0.0,
        "air": float(sum(s.sky[unit] > 0 for unit in rules.air_units[side])),
        "markers": float(sum(bool(s.exploitation[unit] or s.reserve[unit]) for unit in units)),
    }


def _distance_to_points(rules: MarneData, s: MarneState, side: int) -> float:
    """Hexes from the nearest own combat unit to each scoring hex of the enemy, weighed by its points."""
    own = rules.field(s).combat[side]
    if not own:
        return 0.0
    enemy_held = [h for h in rules.board.points if has(s.german_holds, h) == (side == ALLIED)]
    wanted = rules.grid.set_of(enemy_held)
    return float(sum(rules.board.points[hex_] * rules.distance(hex_, own) for hex_ in bits(wanted)))
