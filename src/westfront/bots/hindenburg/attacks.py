"""Attacks: from where, on whom, with how many, and what they may lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from westfront.bots.hindenburg.picture import Picture
from westfront.bots.hindenburg.position import Position
from westfront.engine.chance import percent
from westfront.engine.grammar import Action
from westfront.games.hindenburg.state import US
from westfront.hexgrid import bits, has

GARRISON = 1
"""So many stay behind, where the hex should not be left empty."""


SURE = 0.93
"""An attack that succeeds with this chance needs nobody more."""


class Order(NamedTuple):
    """One action that could be ordered, how good it looks at first sight, and where it may lead, with the chances."""

    actions: tuple[Action, ...]
    why: str
    promise: float
    outcomes: tuple[tuple[float, Position], ...]


def in_words(picture: Picture, units: Iterable[int], whole: Sequence[int]) -> tuple[str, ...]:
    """Divisions by kind and number, as an order names them: the weakest first."""
    chosen = [*units]
    if {*chosen} == {*whole}:
        return ("all",)
    groups = picture.rules.by_kind(picture.s, sorted(chosen, key=lambda unit: picture.strength[unit]))
    return tuple(f"{len(group)}x{kind}" for kind, group in groups.items())


def without(picture: Picture, units: Sequence[int], number: float) -> list[int]:
    """Those who are left of some after so many hits: the enemy picks the best, and Americans are reduced first."""
    left = sorted(units, key=lambda unit: (picture.rules.nation_of[unit] == US, -picture.strength[unit]))
    hits = round(number)
    while left and hits >= picture.steps[left[0]]:
        hits -= picture.steps[left.pop(0)]
    return left


def outcomes(
    picture: Picture, position: Position, origin: int, target: int, units: Sequence[int]
) -> tuple[tuple[float, Position], ...]:
    """The hex is taken, or it is held; in both cases with average losses."""
    odds = picture.odds(position, origin, target, tuple(units))
    found = []
    if odds.taken > 0.02:
        found.append((odds.taken, _taken(picture, position, origin, target, units, odds.lost)))
    if odds.taken < 0.98:
        held = _held(picture, position, origin, target, units, odds.lost_held, odds.killed_held)
        found.append((1.0 - odds.taken, held))
    total = sum(chance for chance, _ in found)
    return tuple((chance / total, after) for chance, after in found)


def _taken(
    picture: Picture, position: Position, origin: int, target: int, units: Sequence[int], lost: float
) -> Position:
    after, theirs = position.copy(), position.piles[target]
    cut_off = not has(picture.supplied(position, theirs.side), target)
    left = without(picture, units, lost) or [*units][-1:]
    picture.lose(after, [unit for unit in units if unit not in left], for_good=False)
    picture.lose(after, theirs.units, for_good=cut_off)
    picture.put(after, origin, [unit for unit in position.piles[origin].units if unit not in units])
    picture.put(after, target, left)
    return after


def _held(
    picture: Picture,
    position: Position,
    origin: int,
    target: int,
    units: Sequence[int],
    lost: float,
    killed: float,
) -> Position:
    after, theirs = position.copy(), position.piles[target]
    cut_off = not has(picture.supplied(position, theirs.side), target)
    left = without(picture, units, lost)
    stay = without(picture, theirs.units, killed) or [*theirs.units][-1:]
    picture.lose(after, [unit for unit in units if unit not in left], for_good=False)
    picture.lose(after, [unit for unit in theirs.units if unit not in stay], for_good=cut_off)
    others = [unit for unit in position.piles[origin].units if unit not in units]
    picture.put(after, origin, [*others, *left])
    picture.put(after, target, stay)
    return after


def attack_orders(picture: Picture, position: Position, side: int, most: int) -> Iterator[Order]:
    """The attacks that promise most, with everybody or with a garrison left behind."""
    found: list[tuple[float, int, int]] = []
    board, enemy = picture.rules.board, position.occupied[1 - side]
    for origin in bits(position.occupied[side] & picture.rules.grid.adjacent(enemy)):
        for target in bits(board.near(origin) & enemy):
            units = picture.attackers(position, origin, target)
            if units:
                gain = picture.pair(position, origin, target)
                found.append((gain, origin, target))
    found.sort(reverse=True)
    for gain, origin, target in found[:most]:
        units = picture.attackers(position, origin, target)
        yield attack_order(picture, position, origin, target, units, gain)
        if len(units) == len(position.piles[origin].units) > 3:
            best = sorted(units, key=lambda unit: -picture.attack[unit])
            yield attack_order(picture, position, origin, target, tuple(best[:-GARRISON]), gain - 0.3)
            number = enough(picture, position, origin, target, best)
            if number < len(best) - GARRISON:
                yield attack_order(picture, position, origin, target, tuple(best[:number]), gain - 0.4)


def enough(picture: Picture, position: Position, origin: int, target: int, units: Sequence[int]) -> int:
    """How many of some divisions, in their order, take a hex as good as surely."""
    for number in range(2, len(units)):
        if picture.odds(position, origin, target, tuple(units[:number])).taken >= SURE:
            return number
    return len(units)


def attack_order(
    picture: Picture, position: Position, origin: int, target: int, units: tuple[int, ...], gain: float
) -> Order:
    """An attack as an order."""
    label, able = picture.rules.grid.label, position.piles[origin].units
    action: Action = ("attack", target, origin, in_words(picture, units, able))
    odds = picture.odds(position, origin, target, units)
    why = f"attack {label(target)} from {label(origin)} with {len(units)}: about {percent(odds.taken)} to take it"
    return Order((action,), why, gain, outcomes(picture, position, origin, target, units))
