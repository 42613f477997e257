"""What a player would say about a position in numbers, for machines that think."""

from __future__ import annotations

from westfront.games.hindenburg.data import HindenburgData
from westfront.games.hindenburg.state import ALLIED, GERMAN, GONE, LAST_TURN, PASSED, RESERVE, TRACK, HindenburgState
from westfront.games.hindenburg.victory import RULES, ground_taken, national_modifiers, victory_cities_lost


def features(rules: HindenburgData, s: HindenburgState, side: int) -> dict[str, float]:
    """What victory counts, then what both sides have, the own side first."""
    board = rules.board
    found = {
        "turns left": LAST_TURN - s.turn,
        "own actions": s.actions[side],
        "enemy actions": s.actions[1 - side],
        "mid-game check passed": int(s.mid_game == PASSED),
        "western ground": ground_taken(rules, s),
        "western cities German": (board.city & board.west & s.german).bit_count(),
        "Victory Cities Allied": len(victory_cities_lost(rules, s)),
        "Channel ports lost": s.lost_ports.bit_count(),
    }
    for nation in RULES:
        found[f"{nation} check"] = sum(modifier.value for modifier in national_modifiers(rules, s, nation))
    for whose, owner in (("own", side), ("enemy", 1 - side)):
        found |= {f"{whose} {what}": number for what, number in forces(rules, s, owner).items()}
    return {name: float(number) for name, number in found.items()}


def forces(rules: HindenburgData, s: HindenburgState, side: int) -> dict[str, int]:
    """The divisions of a side by where they are, and what they are worth."""
    own, front = rules.own[side], rules.grid.adjacent(rules.field(s).occupied[1 - side])
    here = [unit for unit in own if s.at[unit] >= 0]
    ready = [unit for unit in own if s.at[unit] == RESERVE]
    return {
        "divisions on the map": len(here),
        "divisions at the front": sum(front >> s.at[unit] & 1 for unit in here),
        "divisions out of supply": sum(not rules.is_supplied(s, unit) for unit in here),
        "divisions in reserve": len(ready),
        "divisions to come": sum(TRACK.turn(s.at[unit]) is not None for unit in own),
        "divisions gone": sum(s.at[unit] == GONE for unit in own),
        "attack factors": sum(rules.attack[unit][s.flipped[unit]] for unit in (*here, *ready)),
        "defence factors": sum(rules.defence[unit][s.flipped[unit]] for unit in (*here, *ready)),
        "entrenchments": (s.trenches & rules.field(s).occupied[side]).bit_count(),
        "attack supply": sum(s.at[marker] >= RESERVE for marker in rules.markers) if side == GERMAN else 0,
        "tank brigades": sum(s.at[unit] == RESERVE for unit in rules.tanks) if side == ALLIED else 0,
    }
