"""Chapters 13.3 to 13.8: who throws how many dice at which number, what hits do, and who may be hit.

Nothing here looks at a position: a fighter is a division as far as dice are concerned. The battle itself and its exact
chances count with the same functions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

from westfront.engine.catalogue import rule
from westfront.engine.names import NOBODY

T = TypeVar("T")

OUT_OF_SUPPLY_GROUP, CLEAR_GROUP = 3, 2
"""So many units share a die: defenders out of supply, and defenders in the clear against attack supply."""


class Fighter(NamedTuple):
    """A division in a battle, as far as dice are concerned."""

    number: int
    """Its hit number: attack factor or defence factor."""
    steps: int = 1
    american: bool = False
    tanks: bool = False
    out_of_supply: bool = False
    unit: int = NOBODY


class Die(NamedTuple):
    """A die that is to be thrown: the hit number, and who fires."""

    number: int
    fighters: tuple[Fighter, ...]


@rule("13.4", "13.6", "8.3(2)")
def dice_each(chart: Mapping[str, int], terrain: str, river: bool, attack_supply: bool) -> int:
    """Dice for each supplied defender; 0 stands for one die for two units."""
    dice = chart[terrain]
    if river:
        dice = max(dice, min(dice + chart["river"], chart["most"]))
    return max(0, dice - 1) if attack_supply else dice


@rule("13.3", "13.12", "2.8")
def attack_dice(attackers: Sequence[Fighter], first_round: bool) -> list[Die]:
    """A die for each attacker, two in the first round for one with tanks."""
    return [Die(f.number, (f,)) for f in attackers for _ in range(2 if f.tanks and first_round else 1)]


@rule("13.5", "13.6", "7.7")
def sharing(defenders: Sequence[Fighter], each: int) -> list[tuple[list[Fighter], int]]:
    """The defenders that share dice, with the size of their groups: three out of supply, two in the clear."""
    found = [([f for f in defenders if f.out_of_supply], OUT_OF_SUPPLY_GROUP)]
    if not each:
        found.append(([f for f in defenders if not f.out_of_supply], CLEAR_GROUP))
    return [(fighters, size) for fighters, size in found if fighters]


@rule("7.7", "13.6")
def in_groups(units: Sequence[T], size: int) -> list[Sequence[T]]:
    """Units that share dice, in the order given: the group that is not full comes first."""
    short = len(units) % size
    whole = [units[i : i + size] for i in range(short, len(units), size)]
    return [units[:short], *whole] if short else whole


@rule("13.3", "13.5", "13.6", "7.7")
def defence_dice(defenders: Sequence[Fighter], each: int) -> list[Die]:
    """Dice by terrain for each supplied defender; one for a group, made in the order given, at its lowest number."""
    dice = [Die(f.number, (f,)) for f in defenders if not f.out_of_supply for _ in range(each)]
    for fighters, size in sharing(defenders, each):
        dice += [Die(min(f.number for f in group), tuple(group)) for group in in_groups(fighters, size)]
    return dice


def steps_of(force: Sequence[Fighter]) -> int:
    """How many hits a force can take."""
    return sum(f.steps for f in force)


class Effect(NamedTuple):
    """What the hits of a side do."""

    strike: int
    """Steps that the enemy can lose by them."""
    saved: int
    """Losses of its own that hits to spare save."""


@rule("13.8")
def effect(hits: int, enemy_steps: int) -> Effect:
    """Hits strike as long as the enemy has steps; half of those beyond, rounded down, save own losses."""
    return Effect(min(hits, enemy_steps), max(0, hits - enemy_steps) // 2)


@rule("13.8")
def losses(own: Effect, enemy: Effect) -> int:
    """The steps that a side loses."""
    return max(0, enemy.strike - own.saved)


@rule("13.7", "13.7-ex")
def may_be_hit(force: Sequence[Fighter]) -> list[Fighter]:
    """Who may take the next hit: an American division that is reduced not before all of them are."""
    whole = any(f.american and f.steps > 1 for f in force)
    return [f for f in force if not (whole and f.american and f.steps == 1)]
