"""Rules of thumb for every question within a battle, for whoever is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from westfront.bots.marne.attacks import attack_guns, counter_battery, defence_guns
from westfront.bots.marne.forecast import HITS_PER_HEX, Forecaster, Sides
from westfront.bots.marne.picture import Picture
from westfront.engine.grammar import Action
from westfront.games.marne.advance import Advance, PlaceExploitation
from westfront.games.marne.air import Intercepted
from westfront.games.marne.artillery import AttackGuns, CounterBattery, DefenceGuns
from westfront.games.marne.combat import Attackers
from westfront.games.marne.coordination import DEFENDER
from westfront.games.marne.field import STACK, points_in
from westfront.games.marne.leads import AttackLead, DefenceLead
from westfront.games.marne.losses import DirectStep, HighestMorale, HitConversion
from westfront.games.marne.markers import StripMarker
from westfront.games.marne.movement import interdicted
from westfront.games.marne.orders import AttackersPanic, Confusion, MisdirectedReserves
from westfront.games.marne.results import AsteriskLoss, Called, Reserves, called_to
from westfront.games.marne.retreat import CHOSEN, DRIVEN, Withdrawal
from westfront.games.marne.stacking import Overstacked
from westfront.games.marne.supply import FallBack
from westfront.hexgrid import has

DONE: Action = ("done",)
CROWDED = 6.0
"""What a hex costs that would be overstacked."""
IN_ZONE = 3.0
"""What a step in an enemy zone costs who retreats, beside the step itself."""
DISORDER = 1.0
KEEPS = 0.6
"""How much of the points of a hex somebody stays for, since he may not hold it long."""


def attackers(picture: Picture, frame: Attackers, actions: list[Action]) -> Action:
    """Who is named attacks."""
    return next(action for action in (("confirm",), ("cancel",)) if action in actions)


def guns_of_attack(picture: Picture, frame: AttackGuns, actions: list[Action]) -> Action:
    """The guns that suffice, once; then go on."""
    named = any(action[0] == "drop" for action in actions)
    guns = () if named else attack_guns(picture, frame.player)
    return ("support", guns) if guns else ("confirm",)


def guns_of_defence(picture: Picture, frame: DefenceGuns, actions: list[Action]) -> Action:
    """Guns one after the other, as the plan says."""
    return defence_guns(picture, frame.player)[0]


def counter(picture: Picture, frame: CounterBattery, actions: list[Action]) -> Action:
    """Turn a gun where that spares more than it costs."""
    return counter_battery(picture, frame.player, actions)


def attack_lead(picture: Picture, frame: AttackLead, actions: list[Action]) -> Action:
    """High morale, a whole regiment before a division."""
    team = tuple((action[1], picture.s.at[action[1]]) for action in actions)
    best = Forecaster(picture, frame.player).lead(team)
    return ("lead", best) if ("lead", best) in actions else actions[0]


def defence_lead(picture: Picture, frame: DefenceLead, actions: list[Action]) -> Action:
    """The highest morale, then whose step is the cheapest."""
    rules, s = picture.rules, picture.s

    def key(action: Action) -> tuple[float, ...]:
        unit = action[1]
        return rules.morale(s, unit), rules.is_elite(s, unit), -picture.step_price(unit), unit

    return max(actions, key=key)


def conversion(picture: Picture, frame: HitConversion, actions: list[Action]) -> Action:
    """Where it hurts least: the tank, Stosstruppen for a whole regiment, reduced units before whole ones."""
    return min(actions, key=lambda action: (_pain(picture, action), action))


def _pain(picture: Picture, action: Action) -> float:
    """What an answer costs, for each hit point that it takes."""
    unit, rules = action[1], picture.rules
    if action[0] == "disorder":
        return 0.1 * picture.worth(unit) + 0.3 * rules.is_fit(picture.s, unit)
    if unit == rules.german_tank:
        return 0.0
    if rules.is_stosstruppen[unit]:
        return picture.weights["Stosstruppen"] / 2
    whole = 0.3 * rules.is_fit(picture.s, unit)
    return picture.step_price(unit) / max(1, rules.hit_cost[unit]) + whole


def cheapest(picture: Picture, frame: Any, actions: list[Action]) -> Action:
    """The unit whose step, or loss, costs least."""
    return min(actions, key=lambda action: (picture.step_price(action[1]), action))


def weakest(picture: Picture, frame: Any, actions: list[Action]) -> Action:
    """The unit that is worth least."""
    return min(actions, key=lambda action: (picture.worth(action[1]), action))


def strongest(picture: Picture, frame: Any, actions: list[Action]) -> Action:
    """The enemy unit that is worth most."""
    return max(actions, key=lambda action: (picture.worth(action[1]), action))


def strip(picture: Picture, frame: StripMarker, actions: list[Action]) -> Action:
    """The marker of the unit that would go on best."""
    offered = [action for action in actions if action[0] == "strip"]
    s, side = picture.s, picture.s.mover
    return max(offered, key=lambda a: (picture.worth(a[1]) * (0.2 + picture.pull(s.at[a[1]], side)), a))


def misdirect(picture: Picture, frame: MisdirectedReserves, actions: list[Action]) -> Action:
    """A reserve is sent away from where it is needed."""
    s, enemy = picture.s, 1 - frame.player

    def gain(action: Action) -> float:
        unit, to = action[1], action[2]
        away = picture.rules.grid.distance(to, s.target) - picture.rules.grid.distance(s.at[unit], s.target)
        left = picture.points(s.at[unit]) if len(picture.combat_units(s.at[unit], enemy)) == 1 else 0.0
        return away * 0.2 * picture.worth(unit) + left

    offered = [action for action in actions if action[0] == "misdirect"]
    best = max(offered, key=lambda action: (gain(action), action))
    return best if gain(best) > 0 else ("decline",)


# -- retreat


def refuge(picture: Picture, frame: Withdrawal, hex_: int) -> float:
    """What it costs a group to go back into a hex."""
    rules, s, side = picture.rules, picture.s, frame.side(picture.rules)
    here = s.at[frame.units[0]]
    zone = has(rules.field(s).closed_zone(side), hex_) + has(interdicted(rules, s, side), hex_)
    cost = zone * (IN_ZONE + min(picture.step_price(unit) for unit in frame.units))
    drowned = rules.grid.parted(here, hex_, rules.board.walls(side, s.down, s.pontoons))
    stays = [unit for unit in frame.units if s.at[unit] == hex_]
    full = points_in(rules, s, hex_) + sum(_points(picture, u) for u in frame.units if u not in stays) > STACK
    sheltered = 0.4 * picture.shelter(hex_) + 0.5 * picture.points(hex_) * (hex_ in picture.wants[1 - side])
    return cost + DISORDER * drowned + CROWDED * full - sheltered - 0.2 * picture.pull(hex_, 1 - side)


def _points(picture: Picture, unit: int) -> int:
    rules, s = picture.rules, picture.s
    return (2 if s.lost[unit] else 3) if rules.is_division[unit] else 1


def retreat(picture: Picture, frame: Withdrawal, actions: list[Action]) -> Action:
    """Just far enough to keep a step, by the best hexes; who must go goes no farther; the enemy is driven astray."""
    back = [action for action in actions if action[0] == "retreat"]
    if frame.how == DRIVEN and back:
        return max(back, key=lambda action: (refuge(picture, frame, action[1]), action))
    best = min(back, key=lambda action: (refuge(picture, frame, action[1]), action), default=("halt",))
    if ("halt",) not in actions:
        return best
    if frame.how != CHOSEN:
        crowded = points_in(picture.rules, picture.s, picture.s.at[frame.units[0]]) > STACK
        return best if crowded and back else ("halt",)
    return best if back and _better_gone(picture, frame, best[1]) else ("halt",)


def _better_gone(picture: Picture, frame: Withdrawal, hex_: int) -> bool:
    """Whether one hex more spares more than it costs."""
    rules, s, side = picture.rules, picture.s, frame.side(picture.rules)
    if frame.gone and points_in(rules, s, s.at[frame.units[0]]) > STACK:
        return True
    forecaster = Forecaster(picture, 1 - side)
    group = Sides(frame.units, tuple(s.lost[unit] for unit in frame.units))
    hits = max(0, s.hits[DEFENDER] - HITS_PER_HEX * frame.gone)
    stay = forecaster.pay(group, hits, s.defence_lead)
    go = forecaster.pay(group, max(0, hits - HITS_PER_HEX), s.defence_lead)
    if hits <= 0:
        return False
    spared = stay[1] - go[1]
    if not frame.gone and not stay[0].units:
        return bool(go[0].units) or refuge(picture, frame, hex_) < IN_ZONE
    ground = 0.0 if frame.gone else KEEPS * picture.points(frame.start) * (frame.start in picture.wants[1 - side])
    held = 0.0 if frame.gone else 0.6 + 0.5 * picture.shelter(frame.start)
    return spared > ground + held + DISORDER * (frame.gone >= 1) + max(0.0, refuge(picture, frame, hex_))


# -- reserves, advance, exploitation


def reserves(picture: Picture, frame: Reserves, actions: list[Action]) -> Action:
    """Somebody goes into the attacked hex if it is still held and has room for him."""
    s, side = picture.s, frame.player
    if not picture.combat_units(s.target, side):
        return DONE
    room = picture.room(s.target)
    near = [a for a in actions if a[0] == "take" and _points(picture, a[1]) <= room and not _guards(picture, a[1])]
    found = [action for action in near if has(called_to(picture.rules, s, action[1]), s.target)]
    return max(found, key=lambda action: (picture.worth(action[1]), action), default=DONE)


def _guards(picture: Picture, unit: int) -> bool:
    """Whether a unit is the last one in a hex that scores."""
    hex_, side = picture.s.at[unit], picture.rules.side_of[unit]
    return hex_ in picture.wants[1 - side] and len(picture.combat_units(hex_, side)) == 1


def called(picture: Picture, frame: Called, actions: list[Action]) -> Action:
    """Into the attacked hex."""
    there = ("go", picture.s.target)
    return there if there in actions else ("cancel",)


def advance(picture: Picture, frame: Advance, actions: list[Action]) -> Action:
    """Forward as long as that leads on, the strongest first, with room for everybody and nobody left behind alone."""
    going = [action for action in actions if action[0] == "advance" and _fits(picture, action)]
    best = max(going, key=lambda action: (_forward(picture, action), action), default=DONE)
    return best if going and _forward(picture, best) > 0 else DONE


def _fits(picture: Picture, action: Action) -> bool:
    """Whether units may advance: there is room, and no gun or HQ of theirs is left alone beside the enemy."""
    rules, s, side = picture.rules, picture.s, picture.s.mover
    units, to = action[1], action[2]
    if sum(_points(picture, unit) for unit in units) > picture.room(to):
        return False
    here = s.at[units[0]]
    stack = rules.field(s).stack(here)
    support = [unit for unit in stack if not rules.is_combat[unit]]
    staying = [unit for unit in stack if rules.is_combat[unit] and unit not in units]
    near = rules.grid.adjacent(1 << here) & rules.field(s).combat[1 - side]
    return bool(staying) or not ((support and near) or (here in picture.wants[1 - side] and near))


def _forward(picture: Picture, action: Action) -> float:
    """What an advance is worth."""
    s, side = picture.s, picture.s.mover
    units, to, here = action[1], action[2], picture.s.at[action[1][0]]
    empty = not picture.combat_units(to, side)
    gain = picture.weights["ground"] * picture.strength(units) * (picture.pull(to, side) - picture.pull(here, side))
    taken = picture.points(to) if empty and to in picture.wants[side] else 0.0
    first = 1.0 if to == s.target and empty else 0.0
    risk = 0.2 * picture.danger(units, to, picture.field.combat[side]) if side == picture.side else 0.0
    kept = 0.5 * (picture.shelter(to) - picture.shelter(here)) if not picture.attacks else 0.0
    return gain + taken + first + kept - risk


def exploitation(picture: Picture, frame: PlaceExploitation, actions: list[Action]) -> Action:
    """Whoever stands farthest ahead with the greatest strength."""
    offered = [action for action in actions if action[0] == "exploit"]
    s, side = picture.s, frame.player
    zone = picture.field.zone[1 - side]

    def key(action: Action) -> float:
        unit = action[1]
        stack = tuple(picture.combat_units(s.at[unit], side))
        return picture.strength(stack) * (0.2 + picture.pull(s.at[unit], side)) * (0.6 if has(zone, s.at[unit]) else 1)

    return max(offered, key=lambda action: (key(action), action))


def fall_back(picture: Picture, frame: FallBack, actions: list[Action]) -> Action:
    """Away from the enemy."""
    rules = picture.rules
    enemies = rules.field(picture.s).combat[1 - frame.player]
    return max(actions, key=lambda action: (rules.distance(action[1], enemies) if enemies else 0, action))


QUICK: dict[type, Callable[[Picture, Any, list[Action]], Action]] = {
    Attackers: attackers,
    AttackGuns: guns_of_attack,
    DefenceGuns: guns_of_defence,
    CounterBattery: counter,
    AttackLead: attack_lead,
    DefenceLead: defence_lead,
    HitConversion: conversion,
    DirectStep: cheapest,
    HighestMorale: cheapest,
    AsteriskLoss: cheapest,
    AttackersPanic: weakest,
    Confusion: strongest,
    MisdirectedReserves: misdirect,
    StripMarker: strip,
    Withdrawal: retreat,
    Reserves: reserves,
    Called: called,
    Advance: advance,
    PlaceExploitation: exploitation,
    Overstacked: weakest,
    Intercepted: weakest,
    FallBack: fall_back,
}
