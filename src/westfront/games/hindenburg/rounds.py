"""Chapters 13.3, 13.7 and 13.11: a round of battle, its losses, and what the sides decide after it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Number, Word
from westfront.games.hindenburg.battle import BattleAsk, BattleStep, another_round, change_battle, the_battle, under_way
from westfront.games.hindenburg.data import HindenburgData, HindenburgPlay
from westfront.games.hindenburg.die_rolls import (
    Die,
    Fighter,
    attack_dice,
    defence_dice,
    effect,
    losses,
    may_be_hit,
    sharing,
    steps_of,
)
from westfront.games.hindenburg.replacements import eliminate, tanks_back
from westfront.games.hindenburg.retreat import Retreating, advance, can_retreat
from westfront.games.hindenburg.state import Factors, HindenburgState

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
        return Refusal("13.6", f"the next group must have {len(left) % size or size} of the factors left")

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
    play.push(ChooseLosses(enemy, attacker_losses), ChooseLosses(player, defender_losses))


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


# -- losses


def under_fire(rules: HindenburgData, s: HindenburgState, player: int) -> list[Fighter]:
    """The enemies of a side in the battle."""
    battle = the_battle(s)
    return battle.defence_force(rules, s) if player == battle.player else battle.attack_force(rules, s)


def may_lose(rules: HindenburgData, s: HindenburgState, player: int) -> dict[str, list[int]]:
    """The enemies of a side that may take a hit now, by kind."""
    return rules.by_kind(s, [fighter.unit for fighter in may_be_hit(under_fire(rules, s, player))])


@rule("13.7")
class ChooseLosses(BattleAsk, frozen=True):
    """A side says which enemies take its hits, so many of a kind; it is asked only where it has a choice."""

    hits: Number
    asked_by = "13.7"
    formerly = ("ApplyHits",)

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        """There is a battle; below it those hits may wait that the other side gives out."""
        return under_way(s) is not None

    def moot(self, rules: HindenburgData, s: HindenburgState) -> bool:
        """No hit is left, all enemies fall, or those who may be hit are of one kind."""
        every = steps_of(under_fire(rules, s, self.player)) <= self.hits
        return not self.hits or every or len(may_lose(rules, s, self.player)) == 1

    def run(self, play: HindenburgPlay) -> None:
        rules, s = play.rules, play.state
        force = under_fire(rules, s, self.player)
        if self.hits and steps_of(force) <= self.hits:
            eliminate(play, [fighter.unit for fighter in force])
        elif self.hits:
            ((kind, units),) = may_lose(rules, s, self.player).items()
            self._apply(play, kind, min(self.hits, len(units)))

    def prompt(self, rules: HindenburgData, s: HindenburgState) -> str:
        enemies = [fighter.unit for fighter in under_fire(rules, s, self.player)]
        return f"Hits to assign: {self.hits}. Who takes them? ({rules.described(s, enemies)})"

    def offer(self, rules: HindenburgData, s: HindenburgState) -> list[Action]:
        exposed = may_be_hit(under_fire(rules, s, self.player))
        return rules.counted(s, "kill", [fighter.unit for fighter in exposed], self.hits)

    def why_kill(self, rules: HindenburgData, s: HindenburgState, kind: Word, number: Number) -> Refusal | None:
        """So many of the kind are there, no American out of turn, and there are hits for them."""
        if kind not in rules.by_kind(s, [fighter.unit for fighter in under_fire(rules, s, self.player)]):
            return Refusal("13.7", f"no {kind} of the enemy is in this battle")
        choice = may_lose(rules, s, self.player)
        if kind not in choice:
            return Refusal("13.7", "no American division takes a second hit before all of them are reduced")
        most = min(self.hits, len(choice[kind]))
        return None if 1 <= number <= most else Refusal("13.7", f"{kind} can take 1 to {most} hits")

    def do_kill(self, play: HindenburgPlay, kind: Word, number: Number) -> None:
        play.pop()
        self._apply(play, kind, number)

    def _apply(self, play: HindenburgPlay, kind: str, number: int) -> None:
        """So many units of a kind take a hit; then the rest of the hits is given out."""
        rules, s = play.rules, play.state
        units = may_lose(rules, s, self.player)[kind][-number:]
        if rules.steps_left(s, units[0]) > 1:
            for unit in units:
                s.flipped[unit] = s.seen_reduced[unit] = 1
                play.tell("reduced", "13.7", "2.4", unit=unit)
        else:
            eliminate(play, units)
        play.push(ChooseLosses(self.player, self.hits - number))


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
class Stand(Retreating, frozen=True):
    """The defender stays, or all of his retreat; he speaks before the attacker does."""

    more: Number
    """Whether there can be another round."""
    asked_by = "13.9"
    afterwards = (Advance(),)

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        defended = under_way(s) is not None and s.frames[-1] == self and bool(the_battle(s).defending(rules, s))
        return defended and can_retreat(rules, s, *self.way_back(s))

    def prompt(self, rules: HindenburgData, s: HindenburgState) -> str:
        battle = the_battle(s)
        left = rules.described(s, battle.defending(rules, s))
        then = "for another round" if self.more else "the attack is over"
        return f"{rules.names.place(battle.target)}, {left} left: stay ({then}) or retreat?"

    def offer(self, rules: HindenburgData, s: HindenburgState) -> list[Action]:
        return [("stay",), *super().offer(rules, s)]

    def way_back(self, s: HindenburgState) -> tuple[int, int]:
        return the_battle(s).way_back

    def do_stay(self, play: HindenburgPlay) -> None:
        """Now the attacker speaks, if he may go on."""
        battle = the_battle(play.state)
        play.pop()
        play.tell("stays", "13.11(1)" if self.more else "13.9", side=self.player, hex=battle.target)
        if self.more:
            play.push(Press(battle.player))


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
