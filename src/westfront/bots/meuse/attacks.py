"""Attacks and guns: who attacks whom, which support fires, where the shells fall."""

from __future__ import annotations

from typing import NamedTuple

from westfront.bots.allocation import NO_ATTACK, Allocation, Task, Team
from westfront.bots.meuse.picture import HOLDS, WORST_AT_COUNT, Picture
from westfront.bots.work import Work
from westfront.games.meuse.aircraft import aircraft_hexes, in_air_reach, observed_hexes
from westfront.games.meuse.bombardment import GAS_TURN, MOST_MARKERS, die_modifiers, markers_on
from westfront.games.meuse.combat import possible_attackers, possible_targets
from westfront.games.meuse.retreat import next_hexes
from westfront.games.meuse.state import ALLIED, GERMAN
from westfront.hexgrid import bits, has

GOES_BACK = 0.5
"""What a defender who is shelled out of his hex saves of what storming it would have brought."""
WORST_AT_GOAL = 6
"""At the goal one column less will do."""


class Attack(NamedTuple):
    """A planned attack: the hex, who comes from where, the column without support, and what it should bring."""

    target: int
    team: Team
    column: int
    worth: float


def judge(picture: Picture, side: int, target: int, team: Team) -> float:
    """What an attack brings as it stands, before support; nothing if it is too weak."""
    column = picture.column(target, team)
    return picture.battle_worth(target, team, column) if column >= worst_column(picture, target) else -1.0


def worst_column(picture: Picture, target: int) -> int:
    """The column below which a hex is not attacked: for the goal on the last turn any will do."""
    if target != picture.rules.goal:
        return WORST_AT_COUNT if picture.rules.beyond else picture.fair_column
    return WORST_AT_GOAL if picture.s.turn < picture.rules.last_turn else 0


def plan_attacks(picture: Picture, side: int, work: Work) -> list[Attack]:
    """The attacks of a combat phase that together bring most, the best first; who holds the goal takes no part."""
    rules, s = picture.rules, picture.s
    tasks: dict[int, list[Task]] = {}
    for target in bits(possible_targets(rules, s, side)):
        for hex_ in bits(possible_attackers(rules, s, side, target) & ~(1 << rules.goal)):
            unit = picture.field.stacks[hex_][0]
            tasks.setdefault(unit, [Task(NO_ATTACK, hex_)]).append(Task(target, hex_))
    allocation = Allocation(tasks, lambda target, team: judge(picture, side, target, team), work)
    allocation.run()
    found = [
        Attack(target, team, picture.column(target, team), allocation.worth_of(target))
        for target, team in allocation.teams().items()
    ]
    return sorted((attack for attack in found if attack.worth > 0), key=lambda attack: -attack.worth)


def hit_chance(picture: Picture, side: int, hex_: int, breached: bool = False, flown: bool = False) -> float:
    """The chance of one marker on a hex as it is, or with its trench breached, or with an aircraft to come over it.

    Gas will be used when there is some.
    """
    s = picture.s.copy()
    s.gas = int(side == ALLIED and s.turn == GAS_TURN)
    if breached:
        s.breached |= 1 << hex_
    modifiers = sum(m.value for m in die_modifiers(picture.rules, s, side, hex_)) - flown
    return sum(picture.rules.bombardment.named(die + modifiers, "result") == "hit" for die in range(1, 7)) / 6


def plan_shells(picture: Picture, side: int, attacks: list[Attack]) -> list[int]:
    """The units on which markers are put, one after another: trenches to be stormed, and who must take the loss."""
    rules, s = picture.rules, picture.s
    planned = {attack.target: attack for attack in attacks}
    wanted: list[tuple[float, int]] = []
    for hex_ in bits(observed_hexes(rules, s, side)):
        unit, free = picture.field.stacks[hex_][0], MOST_MARKERS - markers_on(rules, s, hex_)
        wanted += [(worth, unit) for worth in markers_worth(picture, side, hex_, planned.get(hex_))[:free]]
    return [unit for _, unit in sorted(wanted, reverse=True)[: s.stock[side]]]


def markers_worth(picture: Picture, side: int, hex_: int, attack: Attack | None, flown: bool = False) -> list[float]:
    """What the first and the second marker on a hex bring, as far as they bring anything."""
    gain, chance = shell_worth(picture, side, hex_, attack), hit_chance(picture, side, hex_, flown=flown)
    whole = has(picture.rules.board.trench & ~picture.s.breached, hex_)
    spoilt = chance * driven_off(picture, side, hex_, attack) if whole else 0.0
    later = (1 - chance) if whole else 0.8
    found = [gain * chance * later**number - spoilt * number for number in range(MOST_MARKERS)]
    return [worth for worth in found if worth > 0]


def plan_flights(picture: Picture, attacks: list[Attack]) -> list[int]:
    """The hexes over which aircraft help the guns most, the best first: where the shells fall, or could with them."""
    rules, s = picture.rules, picture.s
    planned, seen = {attack.target: attack for attack in attacks}, observed_hexes(rules, s, ALLIED)
    found: list[tuple[float, int]] = []
    for hex_ in bits(picture.field.occupied[GERMAN] & in_air_reach(rules, s) & ~aircraft_hexes(rules, s)):
        helped = sum(markers_worth(picture, ALLIED, hex_, planned.get(hex_), flown=True))
        alone = sum(markers_worth(picture, ALLIED, hex_, planned.get(hex_))) if has(seen, hex_) else 0.0
        found.append((helped - alone, hex_))
    return [hex_ for worth, hex_ in sorted(found, reverse=True) if worth > 0]


def driven_off(picture: Picture, side: int, hex_: int, attack: Attack | None) -> float:
    """What is missed if a second marker finds the trench broken: who goes back cannot be stormed in this turn."""
    if attack is None or not next_hexes(picture.rules, picture.s, picture.field.stacks[hex_]):
        return 0.0
    stormed = picture.battle_worth(hex_, attack.team, picture.column(hex_, attack.team, breached=True))
    return GOES_BACK * hit_chance(picture, side, hex_, breached=True) * max(0.0, stormed)


def shell_worth(picture: Picture, side: int, hex_: int, attack: Attack | None) -> float:
    """What a hit on a hex is worth: a breach where it is stormed, a step where nobody can go back.

    The last step of who holds the goal is left to the storm: nobody may enter a hex that shells have emptied.
    """
    rules, s = picture.rules, picture.s
    if has(rules.board.trench & ~s.breached, hex_):
        if side == GERMAN:
            return 0.0
        if attack is None:
            return 0.1 * picture.weights["breaches"]
        column = picture.column(hex_, attack.team, breached=True)
        return max(0.05, picture.battle_worth(hex_, attack.team, column) - attack.worth) + picture.weights["breaches"]
    if side == GERMAN and picture.is_count and picture.beyond(hex_):
        return before_count(picture, hex_, attack)
    can_go = next_hexes(rules, s, picture.field.stacks[hex_])
    step = picture.step_worth(hex_)
    if hex_ == rules.goal and side == ALLIED:
        return step + picture.way_in(hex_) if s.steps[picture.field.stacks[hex_][0]] > 1 else 0.0
    if attack is not None and can_go:
        return 0.3 * step - 0.3 * attack.worth
    return 0.35 * step if can_go else step


def before_count(picture: Picture, hex_: int, attack: Attack | None) -> float:
    """What a hit brings the Germans just before the count: the last step throws a unit out, one before prepares it."""
    stakes, steps = picture.beyond(hex_), picture.s.steps[picture.field.stacks[hex_][0]]
    return stakes * (HOLDS[steps] - HOLDS[steps - 1]) * (1.0 if attack is not None or steps == 1 else 0.3)
