"""The exact chances of a round and of a whole battle, with the dice and hits of chapter 13."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from westfront.engine.chance import percent, ways_to_hit
from westfront.engine.names import NOBODY
from westfront.games.hindenburg.die_rolls import (
    Die,
    Effect,
    Fighter,
    attack_dice,
    defence_dice,
    effect,
    losses,
    may_be_hit,
    steps_of,
)

KEPT = 4096
"""So many throws are kept with what may come of them: the same few dice are thrown time and again."""
RARE = 0.001
MANY = 99
"""No limit of rounds."""
TAKEN, HELD, EMPTY = "the hex is taken", "the hex is held", "nobody is left"
POLICY = (
    "Both sides strike the units with the highest numbers first, those out of supply after others and Americans last; "
    "defenders that share dice are grouped for the most hits; the defender stays; "
    "the attacker presses on while he has at least as many units as the defender."
)

Ways = tuple[int, ...]
"""In how many ways dice score no hit, one hit, and so on."""
Lost = tuple[int, int]
"""Steps that attacker and defender have lost."""


class Outlook(NamedTuple):
    """What may come of an attack: hits of the first round, then how it ends after one round and in the end."""

    attack_hits: list[Fraction]
    """The chance of no hit by the attacker, of one hit, and so on ..."""
    defence_hits: list[Fraction]
    """... and by the defender."""
    attack_told: str
    defence_told: str
    """Both in words, rare numbers of hits left out."""
    one_round: dict[str, float]
    battle: dict[str, float]
    attacker_loses: float
    """Steps lost on average in the whole battle."""
    defender_loses: float


def outlook(attackers: Sequence[Fighter], defenders: Sequence[Fighter], each: int, rounds: int) -> Outlook:
    """The exact chances of an attack: how many rounds it may have at most, and the policy above for the choices.

    Which divisions they are makes no difference, so forces that are alike are looked at once.
    """
    ours, theirs = (tuple([f._replace(unit=NOBODY) for f in force]) for force in (attackers, defenders))
    return _outlook(ours, theirs, each, rounds)


@lru_cache(maxsize=KEPT)
def _outlook(attackers: tuple[Fighter, ...], defenders: tuple[Fighter, ...], each: int, rounds: int) -> Outlook:
    battle = _Battle(attackers, defenders, each)
    first = battle.round((0, 0), *battle.opening)
    whole = battle.go_on(first, rounds)
    attack, defence = map(_shares, battle.opening)
    return Outlook(
        attack,
        defence,
        _told(attack),
        _told(defence),
        battle.ends(first),
        battle.ends(whole),
        sum(chance * lost for (lost, _), chance in whole.items()),
        sum(chance * lost for (_, lost), chance in whole.items()),
    )


def best_grouped(defenders: Sequence[Fighter]) -> list[Fighter]:
    """Defenders in the order that gives the most hits: like with like, the strongest in the short group."""
    return sorted(defenders, key=lambda f: -f.number)


def _ways(dice: Sequence[Die]) -> Ways:
    """In how many ways dice score no hit, one hit, and so on."""
    return _ways_of(tuple(die.number for die in dice))


@lru_cache(maxsize=KEPT)
def _ways_of(numbers: tuple[int, ...]) -> Ways:
    return tuple(ways_to_hit(numbers))


def _shares(ways: Ways) -> list[Fraction]:
    total = sum(ways)
    return [Fraction(way, total) for way in ways]


def _told(hits: Sequence[Fraction]) -> str:
    return ", ".join(f"{n}: {percent(share)}" for n, share in enumerate(hits) if float(share) >= RARE)


def _remaining(force: Sequence[Fighter]) -> list[list[Fighter]]:
    """Who is left with no step lost, one, two ...: the strongest fall first, Americans last."""
    left = list(force)
    found = [list(left)]
    while left:
        hit = min(may_be_hit(left), key=lambda f: (f.american, f.out_of_supply, -f.number, f.tanks))
        left[left.index(hit)] = hit._replace(steps=hit.steps - 1)
        left = [f for f in left if f.steps]
        found.append(list(left))
    return found


class _Battle:
    """Two forces with every state to which losses can bring them."""

    def __init__(self, attackers: Sequence[Fighter], defenders: Sequence[Fighter], each: int) -> None:
        self.attackers, self.defenders = _remaining(attackers), _remaining(defenders)
        self.steps = steps_of(attackers), steps_of(defenders)
        self.attack = [_ways(attack_dice(force, first_round=False)) for force in self.attackers]
        self.defence = [_ways(defence_dice(best_grouped(force), each)) for force in self.defenders]
        self.opening = _ways(attack_dice(attackers, first_round=True)), self.defence[0]

    def round(self, lost: Lost, attack: Ways, defence: Ways) -> dict[Lost, float]:
        """One round of forces that have lost so much: the chances of what is lost after it."""
        ours, theirs = lost
        found: dict[Lost, float] = {}
        answers = _effects(defence, self.steps[0] - ours)
        for strike, by_attack in _effects(attack, self.steps[1] - theirs).items():
            for answer, by_defence in answers.items():
                after = ours + losses(strike, answer), theirs + losses(answer, strike)
                found[after] = found.get(after, 0.0) + by_attack * by_defence
        return found

    def presses(self, lost: Lost) -> bool:
        """Whether the attacker goes on, by the policy."""
        return 0 < len(self.defenders[lost[1]]) <= len(self.attackers[lost[0]])

    def go_on(self, first: dict[Lost, float], rounds: int) -> dict[Lost, float]:
        """All rounds after the first; one in which nobody falls is fought again, as long as there is no limit."""
        found: dict[Lost, float] = {}
        waiting = dict(first)
        while waiting and rounds > 1:
            lost = min(waiting, key=sum)
            chance = waiting.pop(lost)
            if not self.presses(lost):
                found[lost] = found.get(lost, 0.0) + chance
                continue
            after = self.round(lost, self.attack[lost[0]], self.defence[lost[1]])
            nothing = after.pop(lost, 0.0) if rounds == MANY else 0.0
            into = waiting if rounds == MANY else found
            for state, part in after.items():
                into[state] = into.get(state, 0.0) + chance * part / (1 - nothing)
        for state, part in waiting.items():
            found[state] = found.get(state, 0.0) + part
        return found

    def ends(self, chances: dict[Lost, float]) -> dict[str, float]:
        """How it stands: the hex taken, held, or nobody left in it and before it."""
        found = {TAKEN: 0.0, HELD: 0.0, EMPTY: 0.0}
        for (ours, theirs), chance in chances.items():
            if theirs < self.steps[1]:
                found[HELD] += chance
            else:
                found[EMPTY if ours == self.steps[0] else TAKEN] += chance
        return found


@lru_cache(maxsize=KEPT)
def _effects(ways: Ways, enemy_steps: int) -> dict[Effect, float]:
    """What hits do, with the chance of each."""
    total, found = sum(ways), dict[Effect, float]()
    for hits, way in enumerate(ways):
        done = effect(hits, enemy_steps)
        found[done] = found.get(done, 0.0) + way / total
    return found
