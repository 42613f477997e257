"""The allocation segments: all attacks together, the corps that supply them, the guns of both sides."""

from __future__ import annotations

from typing import NamedTuple

from westfront.bots.allocation import NO_ATTACK, Allocation, Task, Team
from westfront.bots.michel.picture import Picture
from westfront.bots.work import Work
from westfront.engine.grammar import Action
from westfront.games.michel.artillery import RANGE, attack_fire
from westfront.games.michel.attack_allocation import open_to_attack
from westfront.games.michel.declared import combats
from westfront.games.michel.defence_allocation import defensive_fires
from westfront.games.michel.resolution import draw_up, odds
from westfront.games.michel.state import ALLIED
from westfront.hexgrid import HexSet, bits, has

TARGETS = 24
"""So many targets are thought of at a time: an offensive is made at a few places."""
WORST_ODDS, GERMAN_ODDS = 3, 2
"""Nobody attacks at worse odds than these to one, but German officers, who have divisions to spare; and who minds no
losses attacks at any. Allies at two to one would leave the line for it."""
TRAPPED_ODDS = 1
"""But Allied officers attack at these who has no way back: whatever sends him back destroys him."""
MINDS = 0.1
"""Who gives a point of his own strength less than this minds no losses."""

MISSED = 0.3
"""What it costs if a division cannot move any more, since the corps that fed it was spent on an attack."""


class Attack(NamedTuple):
    """A planned attack: the hex, who comes from where, the corps that fire, and what it should bring."""

    target: int
    team: Team
    guns: tuple[int, ...]
    worth: float


def judge(picture: Picture, target: int, team: Team, fire: int = 0) -> float:
    """What an attack brings, if the defender helps himself with half of the guns he has near; nothing if too weak."""
    rules = picture.rules
    enemy = rules.side_of[picture.field.stacks[target][0]]
    defence = picture.defence(picture.resisting(target)) + 2 * min(2, picture.guns_near(target, enemy))
    strength = sum(rules.strength[unit] for unit, _ in team) + fire
    enough = worst_odds(picture, target, enemy) * defence
    if strength < enough and picture.weights["own strength"] > MINDS:
        return -1.0 - 0.1 * (enough - strength)
    return picture.battle_worth(target, team, strength, defence)


def worst_odds(picture: Picture, target: int, enemy: int) -> int:
    """To how many to one a side attacks at least."""
    if not picture.broad:
        return WORST_ODDS
    if enemy == ALLIED:
        return GERMAN_ODDS
    return WORST_ODDS if picture.can_go_back(picture.resisting(target), 2) else TRAPPED_ODDS


def best_targets(picture: Picture, hexes: HexSet, side: int) -> list[int]:
    """Where it pays most to attack: ground, and weak defenders."""

    def promise(hex_: int) -> float:
        unit = picture.resisting(hex_)
        return picture.ground(hex_) + picture.worth(unit) - picture.defence(unit) - 2.0 * picture.shift(hex_)

    return sorted(bits(hexes), key=lambda hex_: (-promise(hex_), hex_))[:TARGETS]


def plan_attacks(picture: Picture, side: int, work: Work) -> list[Attack]:
    """The ground attacks that together bring most, where a corps can supply them; the best first."""
    rules, s, grid = picture.rules, picture.s, picture.rules.grid
    region = picture.attack_region(side)
    tasks: dict[int, list[Task]] = {}
    for target in best_targets(picture, open_to_attack(rules, s, side), side):
        for hex_ in bits(grid.adjacent(1 << target) & picture.field.occupied[side] & region):
            for unit in picture.field.stacks[hex_]:
                if not rules.is_corps[unit] and not s.combat[unit]:
                    tasks.setdefault(unit, [Task(NO_ATTACK, hex_)]).append(Task(target, hex_))
    allocation = Allocation(tasks, lambda target, team: judge(picture, target, team), work, room=8)
    allocation.run()
    found = [Attack(target, team, (), allocation.worth_of(target)) for target, team in allocation.teams().items()]
    return sorted((attack for attack in found if attack.worth > 0), key=lambda attack: -attack.worth)


def choose_supply(picture: Picture, side: int, attacks: list[Attack]) -> tuple[list[int], list[Attack]]:
    """The corps that are turned face down, as few as may be, and the attacks that they supply altogether."""
    price, left, chosen, supplied = picture.weights["corps used"], list(attacks), list[int](), list[Attack]()
    corps = {unit: picture.supply_of(unit) for unit in picture.suppliers(side)}
    missed, covered = {unit: MISSED * picture.fed_alone(unit) for unit in corps}, 0
    while left and corps:
        gains = {
            unit: sum(a.worth for a in left if all(has(covered | reach, hex_) for _, hex_ in a.team)) - missed[unit]
            for unit, reach in corps.items()
        }
        best = max(gains, key=lambda unit: (gains[unit], -picture.place_worth(picture.s.at[unit]), unit))
        if gains[best] <= price:
            break
        covered |= corps.pop(best)
        chosen.append(best)
        supplied += [a for a in left if all(has(covered, hex_) for _, hex_ in a.team)]
        left = [a for a in left if a not in supplied]
    return chosen, supplied


def add_guns(picture: Picture, side: int, attacks: list[Attack], used: list[int]) -> list[Attack]:
    """Let the other corps fire where that brings more than a corps is worth."""
    rules, s, price = picture.rules, picture.s, picture.weights["corps used"]
    found = list(attacks)
    for gun in (unit for unit in picture.guns(side) if unit not in (*used, *picture.trains)):
        reach = rules.grid.within(1 << s.at[gun], RANGE)
        gains = []
        for number, attack in enumerate(found):
            if has(reach, attack.target):
                fire = sum(attack_fire(rules, s, unit) for unit in (*attack.guns, gun))
                gains.append((judge(picture, attack.target, attack.team, fire) - attack.worth, number))
        gain, number = max(gains, default=(0.0, 0))
        if gain > price:
            attack = found[number]
            found[number] = attack._replace(guns=(*attack.guns, gun), worth=attack.worth + gain)
    return found


def declarations(attacks: list[Attack], corps: list[int]) -> tuple[Action, ...]:
    """The orders of the segment."""
    orders: list[Action] = []
    for attack in attacks:
        units = tuple(unit for unit, _ in attack.team) + attack.guns
        orders += [("attack", (attack.target,)), ("add", units), ("confirm",)]
    return (*orders, *(("supply", unit) for unit in corps), ("done",))


def defensive_fire(picture: Picture, side: int) -> list[Action]:
    """Corps fire for attacked hexes: at half where that moves the odds, in full only where much is at stake."""
    rules, price = picture.rules, picture.weights["corps used"]
    orders: list[Action] = []
    s = picture.s.copy()
    for number, hexes in combats(rules, s, side).items():
        battle = draw_up(rules, s, 1 - side, number)
        team = tuple((unit, s.at[unit]) for unit in battle.attackers)
        if not team:
            continue
        view, extra = odds(battle), 0
        spent = {order[1] for order in orders}
        for unit in [u for u, hex_ in defensive_fires(rules, s, side) if hex_ == hexes[0] and u not in spent]:
            now = picture.battle_worth(hexes[0], team, view.attack, view.defence + extra)
            half = now - picture.battle_worth(hexes[0], team, view.attack, view.defence + extra + 2)
            full = now - picture.battle_worth(hexes[0], team, view.attack, view.defence + extra + 4)
            if full - price > half and full > price:
                orders.append(("fire", unit, hexes[0], "full"))
                extra += 4
            elif half > 0.05:
                orders.append(("fire", unit, hexes[0], "half"))
                extra += 2
    return orders
