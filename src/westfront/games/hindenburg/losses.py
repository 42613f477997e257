"""Chapter 13.7: each side gives out the hits that it scored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Number, Side
from westfront.games.hindenburg.battle import steps_of, the_battle
from westfront.games.hindenburg.replacements import eliminate
from westfront.games.hindenburg.state import US, HindenburgAsk, HindenburgPlay, HindenburgState, HindenburgStep

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg


@rule("13.7")
def under_fire(rules: Hindenburg, s: HindenburgState, player: int) -> dict[str, list[int]]:
    """The enemies of a side in the battle, by kind."""
    battle = the_battle(s)
    return rules.by_kind(s, battle.defending(rules, s) if player == battle.player else battle.attacking(s))


@rule("13.7", "13.7-ex")
def may_strike(rules: Hindenburg, s: HindenburgState, player: int) -> dict[str, list[int]]:
    """The kinds that may take a hit now: a reduced American division not before all of them are reduced."""
    found = under_fire(rules, s, player)
    whole = any(rules.nation_of[group[0]] == US and not s.flipped[group[0]] for group in found.values())
    return {
        kind: group
        for kind, group in found.items()
        if not (whole and rules.nation_of[group[0]] == US and s.flipped[group[0]])
    }


@rule("13.7")
class Blows(HindenburgStep, frozen=True):
    """Hits of a side are still to be given out; it is asked only where it has a choice."""

    player: Side
    hits: Number

    def run(self, play: HindenburgPlay) -> None:
        """Strike what must be struck, or ask."""
        rules, s = play.rules, play.state
        if not self.hits:
            return
        everybody = [unit for group in under_fire(rules, s, self.player).values() for unit in group]
        choice = may_strike(rules, s, self.player)
        if steps_of(rules, s, everybody) <= self.hits:
            eliminate(play, everybody)
        elif len(choice) == 1:
            (kind,) = choice
            strike(play, self.player, kind, min(self.hits, len(choice[kind])), self.hits)
        else:
            play.push(Kill(self.player, self.hits))


def strike(play: HindenburgPlay, player: int, kind: str, number: int, hits: int) -> None:
    """Give hits to so many units of a kind, and go on with the rest."""
    rules, s = play.rules, play.state
    units = may_strike(rules, s, player)[kind][-number:]
    if rules.nation_of[units[0]] == US and not s.flipped[units[0]]:
        for unit in units:
            s.flipped[unit] = 1
            play.tell("reduced", "13.7", "2.4", unit=unit)
    else:
        eliminate(play, units)
    play.push(Blows(player, hits - number))


@rule("13.7", "13.8")
class Kill(HindenburgAsk, frozen=True):
    """A side says which enemies its hits strike, so many of a kind."""

    hits: Number
    asked_by = "13.7"
    verbs = ("kill",)

    def prompt(self, rules: Hindenburg, s: HindenburgState) -> str:
        """What is asked."""
        enemies = [unit for group in under_fire(rules, s, self.player).values() for unit in group]
        return f"Hits to give out: {self.hits}. Whom do they strike? ({rules.described(s, enemies)})"

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """So many of each kind as there are, and as there are hits."""
        kinds = may_strike(rules, s, self.player).items()
        return [("kill", kind, n) for kind, group in kinds for n in range(1, min(self.hits, len(group)) + 1)]

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """No such enemy, an American out of turn, or too many."""
        kind = action[1]
        if kind not in under_fire(rules, s, self.player):
            return Refusal("13.7", f"no {kind} of the enemy is in this battle")
        choice = may_strike(rules, s, self.player)
        if kind not in choice:
            return Refusal("13.7", "no American division takes a second hit before all of them are reduced")
        return Refusal("13.7", f"1 to {min(self.hits, len(choice[kind]))} hits on {kind}")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """Strike, and go on."""
        play.pop()
        strike(play, self.player, action[1], action[2], self.hits)
