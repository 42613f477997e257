"""Moves, strategic moves and entrenchments: where they are worth thinking about, and what they lead to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from westfront.bots.hindenburg.attacks import Order, in_words
from westfront.bots.hindenburg.picture import Picture
from westfront.bots.hindenburg.position import Chance, Position
from westfront.engine.grammar import Action
from westfront.games.hindenburg.stacking import reserve
from westfront.games.hindenburg.state import BE, GERMAN, PO, STACK
from westfront.games.hindenburg.strategic import CITY_GROUP, GROUP
from westfront.hexgrid import HexSet, bits, has

QUIET = 3
"""Who is so far from every enemy serves nobody, and may go into the reserve."""
FRESH, HAMMER, HARD = 3, 7, 5
"""A hammer needs so many fresh divisions, so many in all, and without attack supply a target of so many at most."""
BODIES = 0.8
"""To hold a hex one takes those whose attack is missed least."""


def shifted(picture: Picture, position: Position, origin: int, to: int, units: Sequence[int]) -> Position:
    """Divisions have moved."""
    after = position.copy()
    picture.put(after, origin, [unit for unit in position.piles[origin].units if unit not in units])
    picture.put(after, to, (*position.units(to), *units))
    return after


def move_order(
    picture: Picture, position: Position, origin: int, to: int, units: Sequence[int], promise: float, why: str
) -> Order:
    """A move as an order."""
    label, pile = picture.rules.grid.label, position.piles[origin].units
    action: Action = ("move", origin, to, in_words(picture, units, pile))
    words = f"{why}: {len(units)} from {label(origin)} to {label(to)}"
    return Order((action,), words, promise, ((1.0, shifted(picture, position, origin, to, units)),))


def able(picture: Picture, position: Position, hex_: int) -> list[int]:
    """The divisions of a hex that may move, the weakest first."""
    pile = position.piles[hex_]
    lines = picture.lines(position, pile.side)
    ready = [unit for unit in pile.units if has(lines[picture.rules.nation_of[unit]], hex_)]
    return sorted(ready, key=lambda unit: picture.strength[unit])


def walk_orders(picture: Picture, position: Position, side: int, most: int) -> Iterator[Order]:
    """Into empty hexes of the enemy: with one division, a few, or all."""
    rules, board = picture.rules, picture.rules.board
    theirs = position.controlled(1 - side, board.playable)
    free = theirs & ~position.occupied[1 - side] & rules.grid.adjacent(position.occupied[side])
    prizes = [(picture.prizes[hex_] + picture.cut(position, hex_, 1 - side), hex_) for hex_ in bits(free)]
    for gain, hex_ in sorted(prizes, reverse=True)[:most]:
        origins = bits(board.near(hex_) & position.occupied[side])
        origins.sort(key=lambda origin: -len(position.piles[origin].units))
        for origin in origins[:2]:
            units = [u for u in able(picture, position, origin) if not _would_strand(picture, u, hex_)]
            for number in sorted({1, min(3, len(units)), len(units)} - {0}):
                yield move_order(picture, position, origin, hex_, units[:number], gain, "take open ground")


def advance_orders(picture: Picture, position: Position, side: int, most: int) -> Iterator[Order]:
    """Forces behind the front go up to where the enemy's ground begins, through their own."""
    rules, board = picture.rules, picture.rules.board
    friendly = position.controlled(side, board.playable)
    edge = friendly & rules.grid.adjacent(board.playable & ~friendly)
    behind = position.occupied[side] & ~edge & rules.grid.within(edge, 2)
    for origin in sorted(bits(behind), key=lambda hex_: -position.piles[hex_].worth)[:most]:
        units = able(picture, position, origin)
        for to in bits(rules.grid.within(1 << origin, 2) & edge & ~(1 << origin)):
            near = has(_sources(picture, position, to, friendly), origin)
            go = [unit for unit in units if not _would_strand(picture, unit, to)][: STACK - len(position.units(to))]
            if near and go:
                yield move_order(picture, position, origin, to, go, 0.3 * len(go), "go forward")


def _would_strand(picture: Picture, unit: int, hex_: int) -> bool:
    """Belgians stay near Belgium, and Portuguese where they are."""
    nation = picture.rules.nation_of[unit]
    return nation == PO or (nation == BE and not has(picture.rules.board.belgian_area, hex_))


def wanted(picture: Picture, own: Sequence[Chance], enemy: Sequence[Chance], number: int) -> dict[int, float]:
    """Own hexes where more divisions would help: where the enemy's chances are, and from where one's own come."""
    found: dict[int, float] = {}
    for chance in enemy[:number]:
        found[chance.target] = max(found.get(chance.target, 0.0), chance.gain)
    for chance in own[:number]:
        found[chance.origin] = max(found.get(chance.origin, 0.0), 0.5 * chance.gain)
    return found


def hammers(picture: Picture, position: Position, side: int, number: int) -> dict[int, float]:
    """Own hexes next to an enemy from which the reserve, once it is there, strikes a blow; what it gains then."""
    rules, board = picture.rules, picture.rules.board
    pool = sorted(reserve(rules, picture.s, side), key=lambda unit: -picture.attack[unit])
    enemy, found = position.occupied[1 - side], dict[int, float]()
    if len(pool) < FRESH:
        return found
    cities = board.city | (picture.marked if side == GERMAN else 0)
    places = position.occupied[side] & picture.supplied(position, side) & (board.home[side] | cities)
    for origin in bits(places & rules.grid.adjacent(enemy)):
        there = position.units(origin)
        fresh = _fresh(picture, position, origin, pool, has(cities, origin))
        if len(fresh) < FRESH or len(there) + len(fresh) < HAMMER:
            continue
        pile = picture.pile((*there, *fresh))
        for target in bits(board.near(origin) & enemy):
            if len(position.units(target)) > HARD and not has(picture.marked, origin):
                continue
            force = picture.strikers(position, pile, origin, target)
            gain = picture.blow(position, origin, target, force) if force else 0.0
            found[origin] = max(found.get(origin, 0.0), gain - max(0.0, picture.pair(position, origin, target)))
    best = sorted(found, key=lambda hex_: (-found[hex_], hex_))[:number]
    return {hex_: found[hex_] for hex_ in best if found[hex_] > 0}


def _fresh(picture: Picture, position: Position, hex_: int, pool: Sequence[int], city: bool) -> list[int]:
    """Those of the reserve, in its order, that one action brings to a hex."""
    rules, lines = picture.rules, picture.lines(position, picture.rules.side_of[pool[0]])
    room = min(STACK - len(position.units(hex_)), CITY_GROUP if city else GROUP)
    able_ = (u for u in pool if has(lines[rules.nation_of[u]], hex_) and not _would_strand(picture, u, hex_))
    return [*islice(able_, room)]


def support_orders(picture: Picture, position: Position, side: int, needs: dict[int, float]) -> Iterator[Order]:
    """Divisions from near by go where they are wanted."""
    rules = picture.rules
    friendly = position.controlled(side, rules.board.playable)
    enemy = rules.grid.adjacent(position.occupied[1 - side])
    for to, gain in needs.items():
        room = STACK - len(position.units(to))
        if not room or not has(friendly, to):
            continue
        for origin in bits(_sources(picture, position, to, friendly) & position.occupied[side]):
            units = [u for u in able(picture, position, origin)[::-1] if not _would_strand(picture, u, to)]
            spare = len(units) - (1 if has(enemy, origin) else 0)
            numbers = {min(room, spare), min(room, spare // 2)} - {0}
            for number in sorted(numbers):
                if number > 0:
                    yield move_order(picture, position, origin, to, units[:number], gain, "support")


def _sources(picture: Picture, position: Position, to: int, friendly: HexSet) -> HexSet:
    """The hexes from which a move can come to a friendly hex: next to it, or through one friendly hex with room."""
    near = picture.rules.board.near
    found = first = near(to) & friendly
    for through in bits(first):
        if len(position.units(through)) < STACK // 2:
            found |= near(through) & friendly
    return found & ~(1 << to)


# -- the reserve


def bring_orders(
    picture: Picture, position: Position, side: int, needs: dict[int, float], blows: dict[int, float]
) -> Iterator[Order]:
    """The reserve to where it is wanted: those who hold to one hex or to several, those who strike to a hammer."""
    pool = reserve(picture.rules, picture.s, side)
    if not pool:
        return
    board = picture.rules.board
    friendly = position.controlled(side, board.playable)
    cities = friendly & board.city | (picture.marked if side == GERMAN else 0)
    strike = sorted(pool, key=lambda unit: -picture.strength[unit])
    hold = sorted(pool, key=lambda unit: BODIES * picture.attack[unit] - picture.defence[unit])
    gaps: list[int] = []
    for hex_, gain in sorted(needs.items(), key=lambda item: -item[1]):
        if not has(friendly, hex_) or not has(board.home[side] | cities, hex_):
            continue
        if not position.units(hex_) and has(board.home[side], hex_):
            gaps.append(hex_)
        units = _fresh(picture, position, hex_, hold, has(cities, hex_))
        for number in sorted({len(units), len(units) // 2} - {0}):
            yield bring_order(picture, position, {hex_: units[:number]}, gain)
    for hex_, gain in blows.items():
        units = _fresh(picture, position, hex_, strike, has(cities, hex_))
        if units:
            yield bring_order(picture, position, {hex_: units}, gain)
    if len(gaps) > 1:
        spread = _spread(picture, picture.lines(position, side), gaps[:GROUP], hold[::-1])
        if len(spread) > 1:
            yield bring_order(picture, position, spread, sum(needs[hex_] for hex_ in spread))


def _spread(
    picture: Picture, lines: dict[int, HexSet], gaps: Sequence[int], pool: Sequence[int]
) -> dict[int, list[int]]:
    """One division for each gap, as long as there are some."""
    left, found = list(pool), dict[int, list[int]]()
    for hex_ in gaps:
        fits = (u for u in left if has(lines[picture.rules.nation_of[u]], hex_) and not _would_strand(picture, u, hex_))
        unit = next(fits, None)
        if unit is not None:
            left.remove(unit)
            found[hex_] = [unit]
    return found


def bring_order(picture: Picture, position: Position, groups: dict[int, list[int]], promise: float) -> Order:
    """Divisions come from the reserve; the weakest of each group lies on top, where the enemy sees it."""
    rules, after, number = picture.rules, position.copy(), 0
    actions: list[Action] = [("bring",)]
    for hex_, units in groups.items():
        picture.put(after, hex_, (*position.units(hex_), *units))
        number += len(units)
        for word in in_words(picture, units, ()):
            count, _, kind = word.partition("x")
            actions += [("to", hex_), ("add", kind, int(count))]
    after.balance -= picture.kept_back(rules.side_of[next(iter(groups.values()))[0]]) * number
    if len(groups) == 1:
        ((hex_, units),) = groups.items()
        actions = [("bring", hex_, in_words(picture, units, ()))]
    else:
        actions.append(("done",))
    where = ", ".join(map(rules.grid.label, groups))
    return Order(tuple(actions), f"bring {number} to {where}", promise, ((1.0, after),))


def send_orders(picture: Picture, position: Position, side: int) -> Iterator[Order]:
    """Divisions that nobody needs where they are go into the reserve."""
    rules, board = picture.rules, picture.rules.board
    near = rules.grid.within(position.occupied[1 - side], QUIET - 1)
    friendly = position.controlled(side, board.playable)
    for hex_ in bits(position.occupied[side] & ~near & ~board.victory_city):
        units = [u for u in able(picture, position, hex_)[::-1] if rules.nation_of[u] not in (BE, PO)]
        most = CITY_GROUP if has(board.city & friendly, hex_) else GROUP if has(board.home[side], hex_) else 0
        if units and most:
            yield send_order(picture, position, hex_, units[:most])


def send_order(picture: Picture, position: Position, hex_: int, units: Sequence[int]) -> Order:
    """Divisions leave the map."""
    after, pile = position.copy(), position.piles[hex_].units
    picture.put(after, hex_, [unit for unit in pile if unit not in units])
    after.balance += 2 * picture.kept_back(picture.rules.side_of[units[0]]) * len(units)
    action: Action = ("send", hex_, in_words(picture, units, ()))
    why = f"{len(units)} from {picture.rules.grid.label(hex_)} into the reserve"
    return Order((action,), why, 0.1 * len(units), ((1.0, after),))


# -- retreats


def gone_back(picture: Picture, position: Position, hex_: int, to: int) -> Position:
    """A whole stack has retreated."""
    after, units = position.copy(), position.units(hex_)
    picture.put(after, hex_, ())
    picture.put(after, to, (*position.units(to), *units))
    return after


def followed(picture: Picture, position: Position, origin: int, target: int, units: Sequence[int]) -> Position:
    """Divisions have entered a hex that the enemy has left."""
    after = position.copy()
    picture.put(after, origin, [unit for unit in position.units(origin) if unit not in units])
    picture.put(after, target, units)
    return after


def driven_out(picture: Picture, position: Position, hex_: int) -> Position:
    """The Germans have left a hex, to the first that has room for all of them, or for nowhere."""
    near, units = picture.rules.board.near(hex_), position.units(hex_)
    open_ = bits(near & position.german & ~position.occupied[1])
    back = [to for to in open_ if len(position.units(to)) + len(units) <= STACK]
    if units and back:
        return gone_back(picture, position, hex_, back[0])
    after = position.copy()
    picture.put(after, hex_, ())
    return after


# -- trenches


def trench_orders(picture: Picture, position: Position, side: int, needs: dict[int, float]) -> Iterator[Order]:
    """Entrench where the enemy is likely to come."""
    board = picture.rules.board
    trenches = board.printed_trench[side] | position.trenches | board.city
    open_ = position.occupied[side] & picture.supplied(position, side) & ~trenches
    for hex_, gain in needs.items():
        if has(open_, hex_):
            after = position.copy()
            after.trenches |= 1 << hex_
            after.touched |= 1 << hex_
            why = f"entrench in {picture.rules.grid.label(hex_)}"
            yield Order((("entrench", hex_),), why, 0.5 * gain, ((1.0, after),))
