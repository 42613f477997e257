"""Where corps go: the German ones to the attacks that they are to supply, the Allied ones behind and into the line."""

from __future__ import annotations

from westfront.bots.front import FAR
from westfront.bots.michel.armies import phases_to, way_west
from westfront.bots.michel.attacks import GERMAN_ODDS
from westfront.bots.michel.edge import denials
from westfront.bots.michel.moves import movable, ordered, others
from westfront.bots.michel.picture import Picture
from westfront.bots.work import Work
from westfront.engine.grammar import Action
from westfront.games.michel.data import MichelData
from westfront.games.michel.movement import STACK, destinations
from westfront.games.michel.state import ALLIED, GERMAN, LAST_TURN
from westfront.games.michel.supply import CORPS_STEPS, by_road, supply_lines
from westfront.hexgrid import bits, has

SHARED = 0.25
"""What is left of the promise of what a corps can supply already."""
PHASE, HEX = 2.0, 0.3
"""What a corps gives to be a movement phase nearer to what promises most, and a hex nearer."""
FED, COUNTS, AT_THE_EDGE = 0.5, 8.0, 6
"""What it promises to supply a division that no road supplies; and one that is in an objective or has so many points to
the west edge: all that counts must be in supply."""
FOLLOWS = 2
"""So near to the head of its army a corps that follows it wants to be."""
FRONT = 4
"""Divisions so near to the Germans are in the line."""


def german_corps_moves(picture: Picture, fights: bool) -> list[Action]:
    """German corps go where they supply attacks and divisions that promise most and that no other corps supplies.

    Two for each army follow its head instead, so that it is fed when the roads are cut; and who keeps a way off the map
    open stays there.
    """
    rules, s, grid = picture.rules, picture.s, picture.rules.grid
    units, places, west = movable(picture, GERMAN, corps=True), dict[int, int](), way_west(rules)
    allies, own = picture.field.occupied[ALLIED], picture.field.occupied[GERMAN]
    unsafe, alone = grid.within(allies, 2) & ~own | grid.adjacent(allies), grid.within(allies, 2) & ~own
    wanted = prospects(picture, fights) | hungry(picture)
    guarded = grid.set_of(s.at[unit] for unit in rules.ground_units[GERMAN] if s.at[unit] >= 0)
    taken = [hex_ for hex_ in others(picture, GERMAN, units) if len(picture.field.stacks[hex_]) >= STACK]
    for unit in sorted(units, key=lambda unit: (west[s.at[unit]], unit)):
        room = [h for h in bits(destinations(rules, s, unit)) if h not in taken and h not in places.values()]
        stays, follows = has(picture.harbours, s.at[unit]), unit in picture.trains
        hexes = [s.at[unit]] if stays else [s.at[unit], *room]
        if follows:
            head = picture.trains[unit]
            far = phases_to(rules, grid.within(1 << head, FOLLOWS))
            worth = {
                h: 0.5 * has(guarded, h) - PHASE * far.get(h, FAR) - HEX * grid.distance(h, head) - 20.0 * has(alone, h)
                for h in hexes
            }
        else:
            goals = most_wanted(wanted)
            far = phases_to(rules, grid.within(grid.set_of(goals), CORPS_STEPS))
            worth = {
                h: served(rules, wanted, h)
                - PHASE * far.get(h, FAR)
                - HEX * min([grid.distance(h, goal) for goal in goals], default=0)
                - 20.0 * has(unsafe, h)
                for h in hexes
            }
        places[unit] = max(worth, key=lambda h: (worth[h], h))
        for hex_ in bits(grid.within(1 << places[unit], CORPS_STEPS)):
            if hex_ in wanted and not follows:
                wanted[hex_] *= SHARED
    return ordered(picture, GERMAN, places)


def served(rules: MichelData, wanted: dict[int, float], hex_: int) -> float:
    """What a corps in a hex could supply of all that wants supply."""
    return sum([wanted.get(near, 0.0) for near in bits(rules.grid.within(1 << hex_, CORPS_STEPS))])


def most_wanted(wanted: dict[int, float]) -> list[int]:
    """The hexes that want a corps most: at least half as much as the first of them."""
    most = max(wanted.values(), default=0.0)
    return [hex_ for hex_, worth in wanted.items() if worth >= most / 2]


def hungry(picture: Picture) -> dict[int, float]:
    """The German hexes that no road supplies, each with its divisions: who is cut off cannot move at all."""
    rules, s = picture.rules, picture.s
    by_roads = by_road(rules, GERMAN, supply_lines(rules, s, GERMAN))
    hexes = bits(picture.field.occupied[GERMAN] & ~by_roads)
    west, goals = way_west(rules), rules.board.objective_hexes
    found = {}
    for hex_ in hexes:
        worth = COUNTS if west[hex_] <= AT_THE_EDGE or has(goals, hex_) else FED
        found[hex_] = worth * sum(not rules.is_corps[unit] for unit in picture.field.stacks[hex_])
    return found


def prospects(picture: Picture, fights: bool) -> dict[int, float]:
    """What an attack promises on every Allied hex that enough Germans can come to, now or, without combat, tomorrow."""
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
        if there >= GERMAN_ODDS * picture.defence(unit):
            found[hex_] = picture.ground(hex_) + picture.worth(unit)
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


def allied_corps_moves(picture: Picture, work: Work) -> list[Action]:
    """Allied corps stand beside single divisions of the line, to hold the hex if these fall; else they keep up.

    On the last day they too go where they cut off what counts.
    """
    units = movable(picture, ALLIED, corps=True)
    grid, s, rules = picture.rules.grid, picture.s, picture.rules
    if s.turn == LAST_TURN:
        return ordered(picture, ALLIED, denials(picture, units, {u: destinations(rules, s, u) for u in units}, work))
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
    """Where a side needs its corps: with the spearheads, or behind the divisions in front of them.

    A recruit takes his own corps for the line, so that one goes back behind the other, where no gun reaches the fight.
    """
    if side == GERMAN:
        return picture.spearheads
    rules, s, grid = picture.rules, picture.s, picture.rules.grid
    line = rules.ground_units[ALLIED] if picture.broad else rules.units[ALLIED]
    zone = grid.set_of(s.at[unit] for unit in line if s.at[unit] >= 0)
    heads = grid.set_of(picture.spearheads)
    return bits(grid.within(heads, 5) & zone) or picture.spearheads
