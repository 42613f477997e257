"""The arithmetic of chapter 13: dice for each unit, hits, overkill; the exact chances of a round and of a whole battle.

Nothing here looks at a position: a fighter is a hit number and a few facts, so that preview, resolution and tests can
count with the same functions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar

from westfront.engine.catalogue import rule
from westfront.engine.chance import ways_to_hit

T = TypeVar("T")

FACES = 6
OUT_OF_SUPPLY_GROUP, CLEAR_GROUP = 3, 2
"""So many units share a die: defenders out of supply, and defenders in the clear against attack supply."""
MANY = 99
"""No limit of rounds."""


@rule("13.4", "13.6", "8.3(2)")
def dice_each(chart: Mapping[str, int], ground: str, river: bool, attack_supply: bool) -> int:
    """Dice for each supplied defender; 0 stands for one die for two units."""
    dice = chart[ground]
    if river:
        dice = max(dice, min(dice + chart["river"], chart["most"]))
    return max(0, dice - 1) if attack_supply else dice


@rule("7.7", "13.6")
def in_groups(units: Sequence[T], size: int) -> list[Sequence[T]]:
    """Units that share dice, in the order given: the group that is not full comes first."""
    short = len(units) % size
    whole = [units[i : i + size] for i in range(short, len(units), size)]
    return [units[:short], *whole] if short else whole


@rule("13.8")
def losses(own_hits: int, own_steps: int, enemy_hits: int, enemy_steps: int) -> int:
    """The steps that a side loses: the hits on it, as far as it has steps, less half of its own hits to no effect."""
    spare = max(0, own_hits - enemy_steps)
    return max(0, min(enemy_hits, own_steps) - spare // 2)


class Fighter(NamedTuple):
    """A unit in a battle, as far as chance is concerned."""

    number: int
    """Its hit number: attack factor or defence factor."""
    steps: int = 1
    american: bool = False
    tanks: bool = False
    cut_off: bool = False


@rule("13.3", "13.12")
def attack_numbers(attackers: Sequence[Fighter], first_round: bool) -> list[int]:
    """A die for each attacker, two in the first round for one with tanks."""
    return [f.number for f in attackers for _ in range(2 if f.tanks and first_round else 1)]


@rule("13.3", "13.5", "13.6", "7.7")
def defence_numbers(defenders: Sequence[Fighter], each: int) -> list[int]:
    """The dice of the defence if it is grouped as well as can be: like with like, the strongest in the short group."""
    ranked = sorted(defenders, reverse=True)
    fed = [f.number for f in ranked if not f.cut_off]
    cut_off = [f.number for f in ranked if f.cut_off]
    numbers = [n for n in fed for _ in range(each)] if each else [min(g) for g in in_groups(fed, CLEAR_GROUP)]
    return numbers + [min(group) for group in in_groups(cut_off, OUT_OF_SUPPLY_GROUP)]


class Outlook(NamedTuple):
    """What may come of an attack: hits of the first round, then how it ends after one round and in the end."""

    attack_hits: list[Fraction]
    """The chance of no hit by the attacker, of one hit, and so on ..."""
    defence_hits: list[Fraction]
    """... and by the defender."""
    one_round: dict[str, float]
    battle: dict[str, float]
    attacker_loses: float
    """Steps lost on average in the whole battle."""
    defender_loses: float


TAKEN, HELD, EMPTY = "the hex is taken", "the hex is held", "nobody is left"
POLICY = (
    "Both sides strike the units with the highest numbers first, those out of supply after others and Americans last; "
    "defenders that share dice are grouped for the most hits; the defender stays; "
    "the attacker presses on while he has at least as many units as the defender."
)


def outlook(attackers: Sequence[Fighter], defenders: Sequence[Fighter], each: int, rounds: int) -> Outlook:
    """The exact chances of an attack: how many rounds it may have at most, and the policy above for the choices."""
    attack = [attack_numbers(force, first_round=False) for force in _remaining(attackers)]
    defence = [defence_numbers(force, each) for force in _remaining(defenders)]
    opening = ways_to_hit(attack_numbers(attackers, first_round=True)), ways_to_hit(defence[0])
    first = _Battle(len(attack) - 1, len(defence) - 1)
    first.fight(0, 0, 1.0, _chances(opening[0]), _chances(opening[1]))
    whole = _Battle(len(attack) - 1, len(defence) - 1)
    whole.go_on(first, attack, defence, _remaining(attackers), _remaining(defenders), rounds)
    return Outlook(
        [Fraction(ways, sum(opening[0])) for ways in opening[0]],
        [Fraction(ways, sum(opening[1])) for ways in opening[1]],
        first.ends(),
        whole.ends(),
        sum(chance * lost for (lost, _), chance in whole.mass.items()),
        sum(chance * lost for (_, lost), chance in whole.mass.items()),
    )


@rule("13.7")
def _remaining(force: Sequence[Fighter]) -> list[list[Fighter]]:
    """Who is left with no step lost, one, two ...: the strongest fall first, Americans last and all reduced before."""
    left = sorted(force, key=lambda f: (f.american, f.cut_off, -f.number, f.tanks))
    found = [list(left)]
    while left:
        full = [i for i, f in enumerate(left) if f.steps > 1]
        if not left[0].american or not full:
            left.pop(0)
        else:
            left[full[0]] = left[full[0]]._replace(steps=1)
        found.append(list(left))
    return found


def _chances(ways: list[int]) -> list[float]:
    total = sum(ways)
    return [way / total for way in ways]


def _effect(chances: list[float], enemy_steps: int) -> dict[tuple[int, int], float]:
    """What hits do: steps that they could take, and own steps that they save by overkill."""
    found: dict[tuple[int, int], float] = {}
    for hits, chance in enumerate(chances):
        effect = (hits, 0) if hits <= enemy_steps else (enemy_steps, (hits - enemy_steps) // 2)
        found[effect] = found.get(effect, 0.0) + chance
    return found


class _Battle:
    """Chances of every pair of losses, in steps; the arithmetic is exact but for the rounding of floating point."""

    def __init__(self, attack_steps: int, defence_steps: int) -> None:
        self.attack_steps, self.defence_steps = attack_steps, defence_steps
        self.mass: dict[tuple[int, int], float] = {}

    def fight(self, lost: int, slain: int, chance: float, attack: list[float], defence: list[float]) -> None:
        """One round of forces that have lost so much: spread the chance over what may be lost after it."""
        mass = self.mass
        blows = _effect(defence, self.attack_steps - lost)
        for (killed, spared), by_attack in _effect(attack, self.defence_steps - slain).items():
            weight = chance * by_attack
            for (fallen, saved), by_defence in blows.items():
                ours, theirs = fallen - spared, killed - saved
                after = (lost + ours if ours > 0 else lost, slain + theirs if theirs > 0 else slain)
                mass[after] = mass.get(after, 0.0) + weight * by_defence

    def go_on(
        self,
        first: _Battle,
        attack: list[list[int]],
        defence: list[list[int]],
        attackers: list[list[Fighter]],
        defenders: list[list[Fighter]],
        rounds: int,
    ) -> None:
        """All rounds after the first, the attacker pressing on by the policy."""
        strike = [_chances(ways_to_hit(numbers)) for numbers in attack]
        answer = [_chances(ways_to_hit(numbers)) for numbers in defence]

        def presses(lost: int, slain: int) -> bool:
            return 0 < len(defenders[slain]) <= len(attackers[lost])

        waiting = dict(first.mass)
        while waiting and rounds > 1:
            lost, slain = min(waiting, key=sum)
            chance = waiting.pop((lost, slain))
            if not presses(lost, slain):
                self.mass[lost, slain] = self.mass.get((lost, slain), 0.0) + chance
                continue
            after = _Battle(self.attack_steps, self.defence_steps)
            after.fight(lost, slain, chance, strike[lost], answer[slain])
            nothing = after.mass.pop((lost, slain), 0.0) if rounds == MANY else 0.0
            again = chance / (chance - nothing)
            into = waiting if rounds == MANY else self.mass
            for state, part in after.mass.items():
                into[state] = into.get(state, 0.0) + part * again
        for state, part in waiting.items():
            self.mass[state] = self.mass.get(state, 0.0) + part

    def ends(self) -> dict[str, float]:
        """How it stands: the hex taken, held, or nobody left in it and before it."""
        found = {TAKEN: 0.0, HELD: 0.0, EMPTY: 0.0}
        for (lost, slain), chance in self.mass.items():
            if slain < self.defence_steps:
                found[HELD] += chance
            else:
                found[EMPTY if lost == self.attack_steps else TAKEN] += chance
        return found
