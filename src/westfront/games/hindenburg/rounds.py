"""Chapter 13.3 to 13.11: a round of battle, and what the sides decide after it."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Number
from westfront.games.hindenburg.battle import (
    Die,
    another_round,
    attack_dice,
    change_battle,
    defence_dice,
    defence_of,
    sharing,
    steps_of,
    terrain_here,
    the_battle,
)
from westfront.games.hindenburg.chances import losses
from westfront.games.hindenburg.losses import Blows
from westfront.games.hindenburg.replacements import tanks_back
from westfront.games.hindenburg.retreat import advance, begin_retreat, can_retreat, retreat_offer, why_not_retreat
from westfront.games.hindenburg.state import HindenburgAsk, HindenburgPlay, HindenburgState, HindenburgStep

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg


# -- groups


@rule("7.7", "13.6")
def groupings(rules: Hindenburg, s: HindenburgState, left: list[int], size: int) -> list[tuple[int, ...]]:
    """The factors that the next group may have, the best first; the group that is not full is made first."""
    factors = sorted((defence_of(rules, s, unit) for unit in left), reverse=True)
    return list(dict.fromkeys(combinations(factors, len(left) % size or size)))


def ungrouped(rules: Hindenburg, s: HindenburgState) -> tuple[list[int], int]:
    """The defenders that share dice and have no group yet, and the size of their groups; nobody, and 0, if all have."""
    battle = the_battle(s)
    for units, size in sharing(rules, s, battle):
        left = [unit for unit in units if unit not in battle.order]
        if left:
            return left, size
    return [], 0


def make_group(play: HindenburgPlay, left: list[int], factors: tuple[int, ...]) -> None:
    """Put defenders with these factors into the next group."""
    rules, s = play.rules, play.state
    battle, chosen = the_battle(s), list[int]()
    for factor in factors:
        chosen.append(next(u for u in left if defence_of(rules, s, u) == factor and u not in chosen))
    change_battle(play, battle.round, (*battle.order, *chosen))


@rule("7.7", "13.6")
class Grouping(HindenburgAsk, frozen=True):
    """Defenders share dice: their owner says who fires together, at the lowest factor of the group."""

    asked_by = "13.6"
    verbs = ("group",)

    def prompt(self, rules: Hindenburg, s: HindenburgState) -> str:
        """What is asked."""
        left, size = ungrouped(rules, s)
        factors = " ".join(str(defence_of(rules, s, unit)) for unit in left)
        return f"One die for {size} divisions: which defence factors fire together next? ({factors})"

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """Every choice of factors for the next group."""
        return [("group", factors) for factors in groupings(rules, s, *ungrouped(rules, s))]

    def admits(self, rules: Hindenburg, s: HindenburgState, action: Action) -> bool:
        """The same factors in another order."""
        wanted = tuple(sorted(action[1], reverse=True)) if action[0] == "group" else ()
        return wanted in groupings(rules, s, *ungrouped(rules, s))

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """Too many, too few, or not there."""
        left, size = ungrouped(rules, s)
        return Refusal("13.6", f"the next group has {len(left) % size or size} of the factors that are left")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """Make the group."""
        left, _ = ungrouped(play.rules, play.state)
        play.pop()
        make_group(play, left, action[1])


# -- fire


@rule("13.3", "13.7", "13.8")
class Fire(HindenburgStep, frozen=True):
    """Both sides throw all their dice; then each gives out its hits, the attacker first."""

    def run(self, play: HindenburgPlay) -> None:
        """Group the defenders that share dice, where there is a choice by asking; then throw."""
        rules, s = play.rules, play.state
        left, size = ungrouped(rules, s)
        while left:
            choice = groupings(rules, s, left, size)
            if len(choice) > 1:
                play.push(Fire(), Grouping(1 - the_battle(s).player))
                return
            make_group(play, left, choice[0])
            left, size = ungrouped(rules, s)
        fire(play)


@rule("13.3", "13.7", "13.8", "9.7")
def fire(play: HindenburgPlay) -> None:
    """All dice at once; hits without effect save own losses."""
    rules, s = play.rules, play.state
    battle = the_battle(s)
    player, enemy, label = battle.player, 1 - battle.player, rules.grid.label(battle.target)
    terrain = terrain_here(rules, s, battle)
    each = str(terrain.each) if terrain.each else "1 for 2 divisions"
    reasons = ", ".join(map(str, terrain.reasons))
    play.tell("round", "13.3", number=battle.round, hex=battle.target, dice=each, reasons=reasons)
    attack, defence = attack_dice(rules, s, battle), defence_dice(rules, s, battle)
    ours, theirs = (steps_of(rules, s, units) for units in (battle.attacking(s), battle.defending(rules, s)))
    hits = throw(play, player, f"attack/{label}", attack)
    blows = throw(play, enemy, f"defence/{label}", defence)
    slain, lost = losses(blows, theirs, hits, ours), losses(hits, ours, blows, theirs)
    ours_saved, theirs_saved = min(blows, ours) - lost, min(hits, theirs) - slain
    for side, spare, saved in ((player, hits - theirs, ours_saved), (enemy, blows - ours, theirs_saved)):
        if saved:
            play.tell("overkill", "13.8", side=side, spare=spare, saved=saved)
    play.tell("losses", "13.7", attacker=lost, defender=slain)
    if battle.round == 1:
        tanks_back(play, battle.supported)
    play.push(Blows(enemy, lost), Blows(player, slain))


@rule("13.3", "2.8")
def throw(play: HindenburgPlay, side: int, purpose: str, dice: list[Die]) -> int:
    """Throw the dice of one side, and tell who fired, at what number, and what hit."""
    before = len(play.dice.rolls)
    hits = play.hits(purpose, [die.number for die in dice], by=side)
    values = [value for roll in play.dice.rolls[before:] for value in roll.values]
    names = ["+".join(play.rules.names.units[unit] for unit in die.units) for die in dice]
    shots = ", ".join(
        f"{name} at {die.number}: {value}{' hit' if value <= die.number else ''}"
        for name, die, value in zip(names, dice, values, strict=False)
    )
    play.tell("fire", "13.3", side=side, hits=hits, dice=len(dice), shots=shots)
    return hits


# -- after a round


@rule("13.9", "13.10", "13.11")
class RoundEnd(HindenburgStep, frozen=True):
    """Hits are given out: the hex is empty and entered, or both sides say whether they go on."""

    def run(self, play: HindenburgPlay) -> None:
        """Ask who has a choice."""
        rules, s = play.rules, play.state
        battle = the_battle(s)
        attackers, defenders = battle.attacking(s), battle.defending(rules, s)
        if not defenders:
            play.push(Advance())
            return
        more = bool(attackers) and another_round(rules, s, battle)
        if can_retreat(rules, s, battle.target, battle.origin):
            play.push(Stand(1 - battle.player, int(more)))
        elif more:
            play.push(Press(battle.player))


@rule("13.10", "13.11")
class Advance(HindenburgStep, frozen=True):
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
class Stand(HindenburgAsk, frozen=True):
    """The defender stays, or all of his retreat; he speaks before the attacker does."""

    more: Number
    """Whether there can be another round."""
    asked_by = "13.9"
    verbs = ("stay", "retreat")

    def prompt(self, rules: Hindenburg, s: HindenburgState) -> str:
        """What is asked."""
        battle = the_battle(s)
        left = rules.described(s, battle.defending(rules, s))
        then = "for another round" if self.more else "the attack is over"
        return f"{rules.names.place(battle.target)}, {left} left: stay ({then}) or retreat?"

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """Stay, or retreat by the strictures."""
        battle = the_battle(s)
        return [("stay",), *retreat_offer(rules, s, battle.target, battle.origin)]

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """Which stricture forbids the hex."""
        battle = the_battle(s)
        if len(action) > 1:
            return why_not_retreat(rules, s, battle.target, battle.origin, action[1])
        return Refusal("13.9(4)", "a hex can take the whole stack: name it")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """Stay, which lets the attacker speak, or go."""
        battle = the_battle(play.state)
        play.pop()
        if action[0] == "stay":
            play.tell("stays", "13.11(1)" if self.more else "13.9", side=self.player, hex=battle.target)
            if self.more:
                play.push(Press(battle.player))
        else:
            play.push(Advance())
            begin_retreat(play, self.player, battle.target, battle.origin, action)


@rule("13.11(2)", "13.11(3)")
class Press(HindenburgAsk, frozen=True):
    """The attacker goes on for another round with everybody who is left, or breaks off."""

    asked_by = "13.11(2)"
    verbs = ("press", "break-off")

    def prompt(self, rules: Hindenburg, s: HindenburgState) -> str:
        """What is asked."""
        battle = the_battle(s)
        ours, theirs = (rules.described(s, u) for u in (battle.attacking(s), battle.defending(rules, s)))
        return f"{ours} against {theirs} in {rules.names.place(battle.target)}: press the attack or break off?"

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """Both."""
        return [("press",), ("break-off",)]

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """There is nothing else."""
        return Refusal("13.11(2)", "press the attack or break off")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """Another round, or the end of the battle and of the action."""
        battle = the_battle(play.state)
        play.pop()
        if action[0] == "press":
            play.tell("presses", "13.11(2)", side=self.player, hex=battle.target)
            change_battle(play, battle.round + 1, ())
            play.push(RoundEnd(), Fire())
        else:
            play.tell("breaks off", "13.11(2)", side=self.player, hex=battle.target)
