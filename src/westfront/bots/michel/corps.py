"""Where corps go: the German ones to the attacks that they are to supply, the Allied ones behind and into the line."""

from __future__ import annotations

from functools import lru_cache

from westfront.bots.michel.attacks import WORST_ODDS
from westfront.bots.michel.moves import movable, ordered, others
from westfront.bots.michel.picture import Picture, way_west
from westfront.engine.grammar import Action
from westfront.games.michel.data import MichelData
from westfront.games.michel.movement import STACK, destinations
from westfront.games.michel.state import ALLIED, GERMAN
from westfront.games.michel.supply import CORPS_STEPS, by_road, supply_lines
from westfront.hexgrid import HexSet, bits, has

SERVED = 0.75
"""The part of the promise of an attack that is gone for others if a corps can supply it; less if it is yet to come."""
LATER, PHASES = 0.6, 12
"""What an attack promises to a corps that needs one more movement phase to it; and so many phases are thought of."""
FED = 1.0
"""What it is worth to a corps to supply a division that no road and no other corps supplies."""
CORPS_POINTS = 3
"""The movement points of a corps."""
FRONT = 4
"""Divisions so near to the Germans are in the line."""


def german_corps_moves(picture: Picture, fights: bool) -> list[Action]:
    """German corps go where they supply the attacks that promise most and that no other corps supplies, else nearer.

    The foremost run for the west edge instead, with the divisions that have broken through.
    """
    rules, s, grid = picture.rules, picture.s, picture.rules.grid
    units, places, west = movable(picture, GERMAN, corps=True), dict[int, int](), way_west(rules)
    allies, own = picture.field.occupied[ALLIED], picture.field.occupied[GERMAN]
    unsafe, alone = grid.within(allies, 2) & ~own | grid.adjacent(allies), grid.within(allies, 2) & ~own
    wanted, hungry = prospects(picture, fights), hungry_hexes(picture)
    guarded = grid.set_of(s.at[unit] for unit in rules.ground_units[GERMAN] if s.at[unit] >= 0)
    taken = [hex_ for hex_ in others(picture, GERMAN, units) if len(picture.field.stacks[hex_]) >= STACK]
    for unit in sorted(units, key=lambda unit: (west[s.at[unit]], unit)):
        room = [h for h in bits(destinations(rules, s, unit)) if h not in taken and h not in places.values()]
        hexes, runs = [s.at[unit], *room], unit in picture.runners
        if runs:
            worth = {h: 0.5 * has(guarded, h) - west[h] - 20.0 * has(alone, h) for h in hexes}
        else:
            worth = {h: promise(rules, wanted, h) + FED * fed(rules, hungry, h) - 20.0 * has(unsafe, h) for h in hexes}
        places[unit] = best = max(worth, key=lambda h: (worth[h], h))
        if not runs:
            wanted = {t: w * (1 - SERVED * nearness(rules, t).get(best, 0.0)) for t, w in wanted.items()}
        for hex_ in bits(grid.within(1 << best, CORPS_STEPS)):
            if hex_ in hungry:
                hungry[hex_] *= 1 - SERVED
    return ordered(picture, GERMAN, places)


def promise(rules: MichelData, wanted: dict[int, float], hex_: int) -> float:
    """What all attacks that are wanted promise to a corps in a hex: the sooner it can supply them, the more."""
    return sum(worth * nearness(rules, target).get(hex_, 0.0) for target, worth in wanted.items())


def hungry_hexes(picture: Picture) -> dict[int, float]:
    """The German hexes that no road supplies, each with its divisions: who is cut off cannot move at all."""
    rules, s = picture.rules, picture.s
    by_roads = by_road(rules, GERMAN, supply_lines(rules, s, GERMAN))
    hexes = bits(picture.field.occupied[GERMAN] & ~by_roads)
    return {h: float(sum(not rules.is_corps[unit] for unit in picture.field.stacks[h])) for h in hexes}


def fed(rules: MichelData, hungry: dict[int, float], hex_: int) -> float:
    """How many of the hungry a corps in a hex would feed."""
    return sum(hungry.get(near, 0.0) for near in bits(rules.grid.within(1 << hex_, CORPS_STEPS)))


def prospects(picture: Picture, fights: bool) -> dict[int, float]:
    """What an attack promises on every Allied hex that Germans can come to, now or, if no combat follows, tomorrow."""
    rules, s, grid = picture.rules, picture.s, picture.rules.grid
    strength: dict[int, int] = {}
    if fights:
        for unit in movable(picture, GERMAN, corps=False):
            near = grid.adjacent(destinations(rules, s, unit) | 1 << s.at[unit])
            for hex_ in bits(near & picture.field.occupied[ALLIED]):
                strength[hex_] = strength.get(hex_, 0) + rules.strength[unit]
    else:
        strikers = picture.strikers(GERMAN)
        strength = {hex_: sum(strikers.get(hex_, ())) for hex_ in bits(picture.field.occupied[ALLIED])}
    found = {}
    for hex_, there in strength.items():
        unit = picture.resisting(hex_)
        enough = min(1.0, there / (WORST_ODDS * picture.defence(unit)))
        found[hex_] = enough * (picture.ground(hex_) + picture.worth(unit))
    return found


@lru_cache(maxsize=8)
def marches(rules: MichelData) -> dict[int, HexSet]:
    """Where a German corps comes from every hex in a movement phase, on the bare map and with the roads."""
    return {hex_: rules.board.unhindered(GERMAN, hex_, CORPS_POINTS).hexes for hex_ in rules.grid}


@lru_cache(maxsize=2048)
def nearness(rules: MichelData, target: int) -> dict[int, float]:
    """How near every hex is for a German corps that is to supply an attack: one if it could, less by every phase."""
    ring = rules.grid.within(1 << target, CORPS_STEPS)
    found, near = dict.fromkeys(bits(ring), 1.0), 1.0
    for _ in range(PHASES):
        near *= LATER
        new = [hex_ for hex_, hexes in marches(rules).items() if hexes & ring and hex_ not in found]
        found |= dict.fromkeys(new, near)
        ring = rules.grid.set_of(new)
    return found


def corps_moves(picture: Picture, side: int) -> list[Action]:
    """Corps keep up with the front: as near as is safe, and not two in one place."""
    units = movable(picture, side, corps=True)
    enemy, grid = picture.field.occupied[1 - side], picture.rules.grid
    near = grid.within(enemy, 2)
    front = front_hexes(picture, side)
    taken, places = set(others(picture, side, units)), dict[int, int]()

    def price(hex_: int) -> tuple[float, int]:
        far = min((grid.distance(hex_, h) for h in front), default=0)
        unsafe = 6.0 if has(near, hex_) and not has(picture.field.occupied[side], hex_) else 0.0
        return abs(far - 2) + unsafe + 2.0 * (hex_ in places.values()), hex_

    for unit in sorted(units, key=lambda unit: price(picture.s.at[unit])):
        room = [h for h in bits(destinations(picture.rules, picture.s, unit)) if h not in taken]
        places[unit] = picture.s.at[unit]
        places[unit] = min([picture.s.at[unit], *room], key=price)
    return ordered(picture, side, places)


def allied_corps_moves(picture: Picture) -> list[Action]:
    """Allied corps stand beside single divisions of the line, to hold the hex if these fall; else they keep up."""
    units = movable(picture, ALLIED, corps=True)
    grid, s, rules = picture.rules.grid, picture.s, picture.rules
    germans = picture.field.occupied[GERMAN]
    count = {hex_: len([u for u in stack if u not in units]) for hex_, stack in picture.field.stacks.items()}
    near = grid.within(germans, 2)
    single = [hex_ for hex_ in bits(grid.within(germans, FRONT) & picture.field.occupied[ALLIED]) if count[hex_] == 1]
    front = front_hexes(picture, ALLIED)
    orders = dict[int, int]()

    def price(hex_: int) -> tuple[float, int]:
        there = count.get(hex_, 0)
        unsafe = 6.0 if has(near, hex_) and not there else 0.0
        post = min((grid.distance(hex_, h) for h in single if count[h] < STACK), default=0)
        return (post if single else abs(min(grid.distance(hex_, h) for h in front) - 2)) + unsafe + 0.5 * there, hex_

    for unit in sorted(units, key=lambda unit: price(s.at[unit])):
        hexes = [h for h in (s.at[unit], *bits(destinations(rules, s, unit))) if count.get(h, 0) < STACK]
        orders[unit] = best = min(hexes, key=price, default=s.at[unit])
        count[best] = count.get(best, 0) + 1
    return ordered(picture, ALLIED, orders)


def front_hexes(picture: Picture, side: int) -> list[int]:
    """Where a side needs its corps: with the spearheads, or in front of them."""
    if side == GERMAN:
        return picture.spearheads
    zone, grid = picture.field.occupied[ALLIED], picture.rules.grid
    heads = grid.set_of(picture.spearheads)
    return bits(grid.within(heads, 5) & zone) or picture.spearheads
