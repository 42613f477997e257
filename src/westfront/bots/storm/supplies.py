"""Replacement steps and landings: who is made whole, who comes back, and where it lands."""

from __future__ import annotations

from westfront.bots.storm.moves import Posture
from westfront.bots.storm.picture import Picture
from westfront.engine.grammar import Action

TANKS = 3.0
"""A tank unit that comes back for a step is worth more than a step of a corps, while the side attacks."""


def replacements(picture: Picture, offer: list[Action]) -> list[Action]:
    """Reduced units in the order of what they are worth where they stand, then the dead, whole ones first."""
    rules, s = picture.rules, picture.s

    def restored(unit: int) -> float:
        factors = rules.attack[unit][1] - rules.attack[unit][0] + rules.defence[unit][1] - rules.defence[unit][0]
        return factors * (1.0 + 0.1 * picture.stake(s.at[unit])) + 0.05 * picture.threat.get(s.at[unit], 0.0)

    def returned(unit: int) -> float:
        return rules.attack[unit][1] + rules.defence[unit][1] + TANKS * rules.is_tank[unit]

    whole = [action for action in offer if action[0] == "replenish"]
    dead = [action for action in offer if action[0] == "reclaim" and action[2] == rules.full[action[1]]]
    tanks = [action for action in dead if rules.is_tank[action[1]]]
    whole.sort(key=lambda action: (-restored(action[1]), action))
    dead.sort(key=lambda action: (-returned(action[1]), action))
    return [*tanks, *whole, *(action for action in dead if action not in tanks)]


def landings(picture: Picture, offer: list[Action]) -> list[Action]:
    """Everybody who can lands, in the port where it is of most use."""
    posture, best = Posture(picture), dict[int, tuple[float, Action]]()
    for action in sorted(action for action in offer if action[0] == "land"):
        worth = posture.worth(action[1], action[2])
        if action[1] not in best or worth > best[action[1]][0]:
            best[action[1]] = worth, action
    return [action for _, action in best.values()]
