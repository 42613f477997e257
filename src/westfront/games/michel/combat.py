"""The last two segments of combat: resolution in the attacker's order, and clean-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Side
from westfront.games.michel.declared import combat_at, numbers, targets
from westfront.games.michel.odds import Battle, draw_up, odd_strengths, odds
from westfront.games.michel.replacements import due_next_turn
from westfront.games.michel.results import apply_result
from westfront.games.michel.state import FIRES_FULL, UNUSED, MichelAsk, MichelPlay, MichelState, MichelStep

if TYPE_CHECKING:
    from westfront.games.michel.rules import Michel


# -- resolution


@rule("Sequence-1B-iii")
class ResolutionSegment(MichelStep, frozen=True):
    """As long as there are combats the attacker says which is next."""

    player: Side

    def run(self, play: MichelPlay) -> None:
        """Ask, or be done."""
        if numbers(play.rules, play.state, 1 - self.player):
            play.push(ResolutionSegment(self.player), Resolution(self.player))


@rule("Sequence-1B-iii")
class Resolution(MichelAsk, frozen=True):
    """The attacker resolves his combats in any order."""

    asked_by = "Sequence-1B-iii"
    verbs = ("resolve",)
    question = "Which combat is next?"

    def offer(self, rules: Michel, s: MichelState) -> list[Action]:
        """Each combat, named by its first hex."""
        enemy = 1 - self.player
        return [("resolve", targets(rules, s, enemy, number)[0]) for number in numbers(rules, s, enemy)]

    def admits(self, rules: Michel, s: MichelState, action: Action) -> bool:
        """Any hex of a combat names it."""
        return action[0] == "resolve" and bool(combat_at(rules, s, 1 - self.player, action[1]))

    def why(self, rules: Michel, s: MichelState, action: Action) -> Refusal:
        """No combat is left there."""
        return Refusal("Sequence-1B-iii", f"no combat is left to resolve at {rules.names.place(action[1])}")

    def apply(self, play: MichelPlay, action: Action) -> None:
        """Fight it."""
        play.pop()
        number = combat_at(play.rules, play.state, 1 - self.player, action[1])
        resolve(play, draw_up(play.rules, play.state, self.player, number))


@rule("Combat-Procedure", "Combat-J")
def resolve(play: MichelPlay, battle: Battle) -> None:
    """Drop who has no attack supply; throw the die, read it, apply the result."""
    s, rules = play.state, play.rules
    for unit in battle.defenders:
        s.target[unit] = 0
    if battle.unfed:
        play.tell("no supply", "Combat-J", "Supply-B", units=battle.unfed, hexes=battle.hexes)
        if not battle.attackers:
            play.tell("cancelled", "Combat-J", hexes=battle.hexes)
            return
    doubled, with_one = odd_strengths(battle)
    if doubled:
        play.tell("doubled", "Artillery-A", units=doubled)
    if with_one:
        play.tell("with one", "Corps-B", units=with_one)
    view = odds(battle)
    (die,) = play.roll(f"combat/{rules.grid.label(battle.hexes[0])}", by=battle.attacker)
    code, column = rules.crt.result(die + view.shift, view.column), rules.crt.columns[view.column]
    strengths = f"{view.attack} against {view.defence} is {column}"
    play.tell("odds", "Combat-Procedure", hexes=battle.hexes, strengths=strengths, die=die, modifiers=view.words)
    play.tell("result", "CRT", hexes=battle.hexes, code=code)
    apply_result(play, code, battle.attacker, battle.attackers, battle.defenders, battle.cut_off)


# -- clean-up


@rule("Sequence-1B-iv", "Artillery-B", "Corps-ii", "Corps-iii", "Corps-A", "Supply-H")
class CleanUp(MichelStep, frozen=True):
    """Corps that fed attacks, and corps of both sides that fired in full, are used up until the next game-turn."""

    player: Side

    def run(self, play: MichelPlay) -> None:
        """Take them off the map."""
        s, rules = play.state, play.rules
        s.combat[:] = s.target[:] = bytes(len(s.combat))
        for side in (self.player, 1 - self.player):
            used = tuple(u for u in rules.corps[side] if s.at[u] >= 0 and UNUSED < s.use[u] <= FIRES_FULL)
            for unit in used:
                due_next_turn(s, unit)
            if used:
                play.tell("consumed", "Sequence-1B-iv", units=used)
