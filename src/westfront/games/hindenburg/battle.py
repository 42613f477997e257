"""Chapter 13: a battle that is under way, who fights in it, the defender's terrain (13.4), and whether it may go on.

The frame `Battle` lies below the questions of a battle until it is over and holds what they need to know; who was out
of supply when it began stands in the state (7.2: that holds for the whole action).
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from westfront.engine.catalogue import rule
from westfront.engine.modifiers import Applied
from westfront.engine.names import Hex, Number, Side, Units
from westfront.games.hindenburg.data import HindenburgAsk, HindenburgData, HindenburgPlay, HindenburgStep
from westfront.games.hindenburg.die_rolls import Fighter, dice_each
from westfront.games.hindenburg.replacements import Replacements
from westfront.games.hindenburg.state import DEAD, GONE, US, HindenburgState
from westfront.games.hindenburg.trenches import has_trench
from westfront.hexgrid import has


@rule("13.1", "7.2")
class Battle(HindenburgStep, frozen=True):
    """An attack from its declaration to its end; `player` is the attacker."""

    player: Side
    origin: Hex
    target: Hex
    attackers: Units
    """Everybody who took part from the beginning, the top one first."""
    supported: Units
    """Those of them that had tanks in the first round."""
    attack_supply: Number
    """Whether attack supply works for the attack."""
    round: Number
    grouped: Units
    """Defenders that share dice, as far as their owner has grouped them for this round."""

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        """Two hexes, and attackers in the one, each once, or dead."""
        own = set(self.attackers) <= set(rules.own[self.player]) and len(set(self.attackers)) == len(self.attackers)
        places = {s.at[unit] for unit in self.attackers} if own else set()
        here = bool(places) and places <= {self.origin, DEAD, GONE} and set(self.supported) <= set(self.attackers)
        return here and min(self.origin, self.target) >= 0

    def run(self, play: HindenburgPlay) -> None:
        """The battle is over, and the dead are rolled for."""
        play.state.isolated[:] = bytes(len(play.state.isolated))
        play.push(Replacements())

    @property
    def way_back(self) -> tuple[int, int]:
        """What says where defenders may retreat: the hex that they leave, and the one that is barred to them."""
        return self.target, self.origin

    def attacking(self, s: HindenburgState) -> list[int]:
        """The attackers that are left."""
        return [unit for unit in self.attackers if s.at[unit] == self.origin]

    def defending(self, rules: HindenburgData, s: HindenburgState) -> list[int]:
        """The defenders that are left; all units of the hex defend."""
        return list(rules.stack(s, self.target)) if rules.stands_in(s, 1 - self.player, self.target) else []

    def attack_force(self, rules: HindenburgData, s: HindenburgState) -> list[Fighter]:
        """The attackers that are left, as the dice know them."""
        return [fighter(rules, s, unit, attacks=True, tanks=unit in self.supported) for unit in self.attacking(s)]

    def defence_force(self, rules: HindenburgData, s: HindenburgState) -> list[Fighter]:
        """The defenders that are left, those that are grouped first and in the order of their groups."""
        left = self.defending(rules, s)
        ordered = [*(unit for unit in self.grouped if unit in left), *(u for u in left if u not in self.grouped)]
        return [fighter(rules, s, unit, attacks=False, out_of_supply=bool(s.isolated[unit])) for unit in ordered]

    @rule("13.4")
    def dice(self, rules: HindenburgData, s: HindenburgState) -> DefenceDice:
        """The dice of each supplied defender; attack supply is German and tells on Allied defenders only."""
        chart, terrain = rules.terrain_effects, defence_terrain(rules, s, 1 - self.player, self.target)
        river = rules.board.over_river(self.origin, self.target)
        reasons = [Applied("13.4", terrain, chart[terrain])]
        if river:
            more = dice_each(chart, terrain, river, attack_supply=False) - chart[terrain]
            reasons.append(Applied("13.4", "river", more))
        if self.attack_supply:
            reasons.append(Applied("13.6", "attack supply", -1))
        return DefenceDice(dice_each(chart, terrain, river, bool(self.attack_supply)), reasons)


def fighter(
    rules: HindenburgData,
    s: HindenburgState,
    unit: int,
    *,
    attacks: bool,
    tanks: bool = False,
    out_of_supply: bool = False,
) -> Fighter:
    """A division as the dice know it, with the factor of the side that is up; nothing ever changes it."""
    factors = rules.attack if attacks else rules.defence
    american = rules.nation_of[unit] == US
    return Fighter(factors[unit][s.flipped[unit]], rules.steps_left(s, unit), american, tanks, out_of_supply, unit)


class BattleAsk(HindenburgAsk, frozen=True):
    """A question of a battle that is under way."""

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        """There is a battle, and nothing else is asked before this."""
        return under_way(s) is not None and s.frames[-1] == self


class BattleStep(HindenburgStep, frozen=True):
    """A step of a battle that is under way."""

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        return under_way(s) is not None


def under_way(s: HindenburgState) -> Battle | None:
    """The battle that is fought now."""
    return next((frame for frame in s.frames if isinstance(frame, Battle)), None)


def the_battle(s: HindenburgState) -> Battle:
    """The battle that the frames above it speak of."""
    battle = under_way(s)
    assert battle is not None
    return battle


def change_battle(play: HindenburgPlay, round_: int, grouped: tuple[int, ...]) -> None:
    """The battle goes on: another round, or other groups."""
    s = play.state
    old = the_battle(s)
    new = msgspec.structs.replace(old, round=round_, grouped=grouped)
    s.frames = tuple(new if frame is old else frame for frame in s.frames)


@rule("13.11", "8.3(3)", "13.12")
def another_round(rules: HindenburgData, s: HindenburgState, battle: Battle) -> bool:
    """Whether the attack may go on: with attack supply, once after tanks, or while an American division is left."""
    americans = any(rules.nation_of[unit] == US for unit in battle.attacking(s))
    return bool(battle.attack_supply) or americans or (bool(battle.supported) and battle.round == 1)


# -- the defender's terrain


@rule("12.2")
def defence_terrain(rules: HindenburgData, s: HindenburgState, side: int, hex_: int) -> str:
    """What the defender's hex counts as: printed trenches serve their own side only, entrenchments who is there."""
    if has(rules.board.city, hex_):
        return "city"
    trench = has_trench(rules, s, side, hex_)
    if has(rules.board.rough, hex_):
        return "rough-trench" if trench else "rough"
    return "trench" if trench else "clear"


class DefenceDice(NamedTuple):
    """How many dice each supplied defender rolls (0: one for two), and why."""

    each: int
    reasons: list[Applied]

    def __str__(self) -> str:
        return str(self.each) if self.each else "1 for 2 divisions"
