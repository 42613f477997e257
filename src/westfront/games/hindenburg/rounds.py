"""Chapters 13.3 and 13.11: a round of battle, and what the sides decide after it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Number
from westfront.games.hindenburg.battle import BattleAsk, BattleStep, another_round, change_battle, the_battle
from westfront.games.hindenburg.data import HindenburgData, HindenburgPlay
from westfront.games.hindenburg.die_rolls import (
    Die,
    Fighter,
    attack_dice,
    defence_dice,
    effect,
    losses,
    sharing,
    steps_of,
)
from westfront.games.hindenburg.losses import ApplyHits
from westfront.games.hindenburg.replacements import tanks_back
from westfront.games.hindenburg.retreat import (
    advance,
    begin_retreat,
    can_retreat,
    retreat_offer,
    why_not_retreat,
)
from westfront.games.hindenburg.state import Factors, HindenburgState
from westfront.mechanics.plans import ANYWHERE

# -- groups


def ungrouped(rules: HindenburgData, s: HindenburgState) -> tuple[list[Fighter], int]:
    """The defenders that share dice and have no group yet, and the size of their groups; nobody, and 0, if all have."""
    battle = the_battle(s)
    for fighters, size in sharing(battle.defence_force(rules, s), battle.dice(rules, s).each):
        left = [fighter for fighter in fighters if fighter.unit not in battle.grouped]
        if left:
            return left, size
    return [], 0


def groupings(left: Sequence[Fighter], size: int) -> list[Factors]:
    """The factors that the next group may have, the best first; the group that is not full is made first."""
    factors = sorted((fighter.number for fighter in left), reverse=True)
    return list(dict.fromkeys(combinations(factors, len(left) % size or size)))


def make_group(play: HindenburgPlay, left: Sequence[Fighter], factors: Factors) -> None:
    """Put defenders with these factors into the next group."""
    battle, chosen = the_battle(play.state), list[int]()
    for factor in sorted(factors, reverse=True):
        chosen.append(next(f.unit for f in left if f.number == factor and f.unit not in chosen))
    change_battle(play, battle.round, (*battle.grouped, *chosen))


@rule("7.7", "13.6")
class Grouping(BattleAsk, frozen=True):
    """Defenders share dice: their owner says who fires together, at the lowest factor of the group."""

    asked_by = "13.6"

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        return super().holds(rules, s) and bool(ungrouped(rules, s)[0])

    def prompt(self, rules: HindenburgData, s: HindenburgState) -> str:
        left, size = ungrouped(rules, s)
        factors = " ".join(str(fighter.number) for fighter in left)
        return f"One die for {size} divisions: which defence factors fire together next? ({factors})"

    def offer(self, rules: HindenburgData, s: HindenburgState) -> list[Action]:
        return [("group", factors) for factors in groupings(*ungrouped(rules, s))]

    def why_group(self, rules: HindenburgData, s: HindenburgState, factors: Factors) -> Refusal | None:
        """As many of the factors that are left as the group has, in whatever order."""
        left, size = ungrouped(rules, s)
        if tuple(sorted(factors, reverse=True)) in groupings(left, size):
            return None
        return Refusal("13.6", f"the next group has {len(left) % size or size} of the factors that are left")

    def do_group(self, play: HindenburgPlay, factors: Factors) -> None:
        left, _ = ungrouped(play.rules, play.state)
        play.pop()
        make_group(play, left, factors)


# -- fire


@rule("13.3")
class Fire(BattleStep, frozen=True):
    """Both sides throw all their dice; then each gives out its hits, the attacker first."""

    def run(self, play: HindenburgPlay) -> None:
        """Group the defenders that share dice, where there is a choice by asking; then throw."""
        rules, s = play.rules, play.state
        left, size = ungrouped(rules, s)
        while left:
            choice = groupings(left, size)
            if len(choice) > 1:
                play.push(Fire(), Grouping(1 - the_battle(s).player))
                return
            make_group(play, left, choice[0])
            left, size = ungrouped(rules, s)
        fire(play)


@rule("13.7", "13.8")
def fire(play: HindenburgPlay) -> None:
    """All dice at once; hits without effect save own losses."""
    rules, s = play.rules, play.state
    battle = the_battle(s)
    player, enemy, label = battle.player, 1 - battle.player, rules.grid.label(battle.target)
    dice = battle.dice(rules, s)
    reasons = ", ".join(map(str, dice.reasons))
    play.tell("round", "13.3", number=battle.round, hex=battle.target, dice=str(dice), reasons=reasons)
    ours, theirs = battle.attack_force(rules, s), battle.defence_force(rules, s)
    hits = throw(play, player, f"attack/{label}", attack_dice(ours, battle.round == 1))
    answers = throw(play, enemy, f"defence/{label}", defence_dice(theirs, dice.each))
    strike, answer = effect(hits, steps_of(theirs)), effect(answers, steps_of(ours))
    attacker_losses, defender_losses = losses(strike, answer), losses(answer, strike)
    for side, spare, saved in (
        (player, hits - strike.strike, answer.strike - attacker_losses),
        (enemy, answers - answer.strike, strike.strike - defender_losses),
    ):
        if saved:
            play.tell("overkill", "13.8", side=side, spare=spare, saved=saved)
    play.tell("losses", "13.7", attacker=attacker_losses, defender=defender_losses)
    if battle.round == 1:
        tanks_back(play, battle.supported)
    play.push(ApplyHits(enemy, attacker_losses), ApplyHits(player, defender_losses))


def throw(play: HindenburgPlay, side: int, purpose: str, dice: list[Die]) -> int:
    """Throw the dice of one side, and tell who fired, at what number, and what hit."""
    before = len(play.dice.rolls)
    hits = play.hits(purpose, [die.number for die in dice], by=side)
    values = [value for roll in play.dice.rolls[before:] for value in roll.values]
    names = ["+".join(play.rules.names.units[fighter.unit] for fighter in die.fighters) for die in dice]
    shots = ", ".join(
        f"{name} at {die.number}: {value}{' hit' if value <= die.number else ''}"
        for name, die, value in zip(names, dice, values, strict=False)
    )
    play.tell("fire", "13.3", side=side, hits=hits, dice=len(dice), shots=shots)
    return hits


# -- after a round


@rule("13.9", "13.11")
class RoundEnd(BattleStep, frozen=True):
    """Hits are given out: the hex is empty and entered, or both sides say whether they go on."""

    def run(self, play: HindenburgPlay) -> None:
        rules, s = play.rules, play.state
        battle = the_battle(s)
        attackers, defenders = battle.attacking(s), battle.defending(rules, s)
        more = bool(attackers) and another_round(rules, s, battle)
        if defenders and can_retreat(rules, s, *battle.way_back):
            play.push(Stand(1 - battle.player, int(more)))
        else:
            play.push(Advance())


@rule("13.10", "13.11")
class Advance(BattleStep, frozen=True):
    """If the defender's hex is empty all surviving attackers must enter it.

    If some of the defenders had to stay, the attack on them may go on like any other.
    """

    def run(self, play: HindenburgPlay) -> None:
        """Enter, or ask whether the attack goes on."""
        rules, s = play.rules, play.state
        battle = the_battle(s)
        survivors = battle.attacking(s)
        if survivors and not battle.defending(rules, s):
            advance(play, survivors, battle.target)
        elif survivors and another_round(rules, s, battle):
            play.push(Press(battle.player))


@rule("13.9", "13.11(1)")
class Stand(BattleAsk, frozen=True):
    """The defender stays, or all of his retreat; he speaks before the attacker does."""

    more: Number
    """Whether there can be another round."""
    asked_by = "13.9"

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        defended = super().holds(rules, s) and bool(the_battle(s).defending(rules, s))
        return defended and can_retreat(rules, s, *the_battle(s).way_back)

    def prompt(self, rules: HindenburgData, s: HindenburgState) -> str:
        battle = the_battle(s)
        left = rules.described(s, battle.defending(rules, s))
        then = "for another round" if self.more else "the attack is over"
        return f"{rules.names.place(battle.target)}, {left} left: stay ({then}) or retreat?"

    def offer(self, rules: HindenburgData, s: HindenburgState) -> list[Action]:
        return [("stay",), *retreat_offer(rules, s, *the_battle(s).way_back)]

    def do_stay(self, play: HindenburgPlay) -> None:
        """Now the attacker speaks, if he may go on."""
        battle = the_battle(play.state)
        play.pop()
        play.tell("stays", "13.11(1)" if self.more else "13.9", side=self.player, hex=battle.target)
        if self.more:
            play.push(Press(battle.player))

    def why_retreat(self, rules: HindenburgData, s: HindenburgState, to: Hex = ANYWHERE) -> Refusal | None:
        return why_not_retreat(rules, s, *the_battle(s).way_back, to)

    def do_retreat(self, play: HindenburgPlay, to: Hex = ANYWHERE) -> None:
        """Go; then the attacker advances, or goes on against those who had to stay."""
        play.pop()
        play.push(Advance())
        begin_retreat(play, self.player, *the_battle(play.state).way_back, to)


@rule("13.11(2)", "13.11(3)")
class Press(BattleAsk, frozen=True):
    """The attacker goes on for another round with everybody who is left, or breaks off."""

    asked_by = "13.11(2)"

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        return super().holds(rules, s) and bool(the_battle(s).attacking(s) and the_battle(s).defending(rules, s))

    def prompt(self, rules: HindenburgData, s: HindenburgState) -> str:
        battle = the_battle(s)
        ours, theirs = (rules.described(s, u) for u in (battle.attacking(s), battle.defending(rules, s)))
        return f"{ours} against {theirs} in {rules.names.place(battle.target)}: press the attack or break off?"

    def offer(self, rules: HindenburgData, s: HindenburgState) -> list[Action]:
        return [("press",), ("break-off",)]

    def do_press(self, play: HindenburgPlay) -> None:
        battle = the_battle(play.state)
        play.pop()
        play.tell("presses", "13.11(2)", side=self.player, hex=battle.target)
        change_battle(play, battle.round + 1, ())
        play.push(RoundEnd(), Fire())

    def do_break_off(self, play: HindenburgPlay) -> None:
        play.tell("breaks off", "13.11(2)", side=self.player, hex=the_battle(play.state).target)
        play.pop()
