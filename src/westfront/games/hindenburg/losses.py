"""Chapter 13.7: each side gives out the hits that it scored."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Number, Side, Word
from westfront.games.hindenburg.battle import BattleAsk, BattleStep, the_battle
from westfront.games.hindenburg.data import HindenburgData, HindenburgPlay
from westfront.games.hindenburg.die_rolls import Fighter, may_be_hit, steps_of
from westfront.games.hindenburg.replacements import eliminate
from westfront.games.hindenburg.state import HindenburgState


def under_fire(rules: HindenburgData, s: HindenburgState, player: int) -> list[Fighter]:
    """The enemies of a side in the battle."""
    battle = the_battle(s)
    return battle.defence_force(rules, s) if player == battle.player else battle.attack_force(rules, s)


def may_lose(rules: HindenburgData, s: HindenburgState, player: int) -> dict[str, list[int]]:
    """The enemies of a side that may take a hit now, by kind."""
    return rules.by_kind(s, [fighter.unit for fighter in may_be_hit(under_fire(rules, s, player))])


@rule("13.7")
class ApplyHits(BattleStep, frozen=True):
    """Hits of a side are still to be given out; it is asked only where it has a choice."""

    player: Side
    hits: Number

    def run(self, play: HindenburgPlay) -> None:
        rules, s = play.rules, play.state
        if not self.hits:
            return
        force, choice = under_fire(rules, s, self.player), may_lose(rules, s, self.player)
        if steps_of(force) <= self.hits:
            eliminate(play, [fighter.unit for fighter in force])
        elif len(choice) == 1:
            (kind,) = choice
            apply_hits(play, self.player, kind, min(self.hits, len(choice[kind])), self.hits)
        else:
            play.push(ChooseLosses(self.player, self.hits))


def apply_hits(play: HindenburgPlay, player: int, kind: str, number: int, hits: int) -> None:
    """So many units of a kind take a hit; then the rest of the hits is given out."""
    rules, s = play.rules, play.state
    units = may_lose(rules, s, player)[kind][-number:]
    if rules.steps_left(s, units[0]) > 1:
        for unit in units:
            s.flipped[unit] = s.seen_reduced[unit] = 1
            play.tell("reduced", "13.7", "2.4", unit=unit)
    else:
        eliminate(play, units)
    play.push(ApplyHits(player, hits - number))


@rule("13.7")
class ChooseLosses(BattleAsk, frozen=True):
    """A side says which enemies take its hits, so many of a kind."""

    hits: Number
    asked_by = "13.7"

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        return super().holds(rules, s) and self.hits > 0 and len(may_lose(rules, s, self.player)) > 1

    def prompt(self, rules: HindenburgData, s: HindenburgState) -> str:
        enemies = [fighter.unit for fighter in under_fire(rules, s, self.player)]
        return f"Hits to give out: {self.hits}. Who takes them? ({rules.described(s, enemies)})"

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
        return None if 1 <= number <= most else Refusal("13.7", f"1 to {most} hits on {kind}")

    def do_kill(self, play: HindenburgPlay, kind: Word, number: Number) -> None:
        play.pop()
        apply_hits(play, self.player, kind, number, self.hits)
