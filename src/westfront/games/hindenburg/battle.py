"""Chapter 13: a battle that is under way, the dice of its next round, and its end.

The frame `Battle` lies below the questions of a battle until it is over and holds what they need to know; who lies
open and who was out of supply when it began stands in the state (7.2: that holds for the whole action).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from westfront.engine.catalogue import rule
from westfront.engine.modifiers import Applied
from westfront.engine.names import Hex, Number, Side, Units
from westfront.games.hindenburg.chances import CLEAR_GROUP, OUT_OF_SUPPLY_GROUP, dice_each, in_groups
from westfront.games.hindenburg.replacements import Replacements
from westfront.games.hindenburg.state import US, HindenburgPlay, HindenburgState, HindenburgStep
from westfront.games.hindenburg.trenches import has_trench

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg


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
    fed: Number
    """Whether attack supply works for the attack."""
    round: Number
    order: Units
    """Defenders that share dice, as far as their owner has grouped them for this round."""

    def run(self, play: HindenburgPlay) -> None:
        """The battle is over: nobody lies open any longer, and the dead are rolled for."""
        s = play.state
        s.seen[:] = s.isolated[:] = bytes(len(s.seen))
        play.push(Replacements())

    def attacking(self, s: HindenburgState) -> list[int]:
        """The attackers that are left."""
        return [unit for unit in self.attackers if s.at[unit] == self.origin]

    def defending(self, rules: Hindenburg, s: HindenburgState) -> list[int]:
        """The defenders that are left; all units of the hex defend."""
        stack = rules.stack(s, self.target)
        return list(stack) if stack and rules.side_of[stack[0]] != self.player else []


def under_way(s: HindenburgState) -> Battle | None:
    """The battle that is fought now."""
    return next((frame for frame in s.frames if isinstance(frame, Battle)), None)


def the_battle(s: HindenburgState) -> Battle:
    """The battle that the frames above it speak of."""
    battle = under_way(s)
    assert battle is not None
    return battle


def change_battle(play: HindenburgPlay, round_: int, order: tuple[int, ...]) -> None:
    """The battle goes on: another round, or other groups."""
    s = play.state
    old = the_battle(s)
    new = msgspec.structs.replace(old, round=round_, order=order)
    s.frames = tuple(new if frame is old else frame for frame in s.frames)


# -- the dice of a round


class Die(NamedTuple):
    """A die that is to be thrown: who fires, and the hit number."""

    units: tuple[int, ...]
    number: int


@rule("12.1", "12.1-ex", "12.2", "12.4", "13.4")
def ground_of(rules: Hindenburg, s: HindenburgState, side: int, hex_: int) -> str:
    """What the defender's hex counts as: printed trenches serve their own side only, entrenchments who is there."""
    board, bit = rules.board, 1 << hex_
    if board.city & bit:
        return "city"
    trench = has_trench(rules, s, side, hex_)
    if board.rough & bit:
        return "rough-trench" if trench else "rough"
    return "trench" if trench else "clear"


class Terrain(NamedTuple):
    """How many dice each supplied defender rolls (0: one for two), and why."""

    each: int
    reasons: list[Applied]


@rule("13.4", "13.6", "8.3(2)")
def terrain_of(rules: Hindenburg, s: HindenburgState, player: int, origin: int, target: int, fed: bool) -> Terrain:
    """The Terrain Effects Chart for an attack by a side; attack supply is German and tells on Allied defenders only."""
    chart, ground = rules.terrain_effects, ground_of(rules, s, 1 - player, target)
    river = rules.board.over_river(origin, target)
    reasons = [Applied("13.4", ground, chart[ground])]
    more = dice_each(chart, ground, river, attack_supply=False) - chart[ground]
    if river:
        reasons.append(Applied("13.4", "river", more))
    if fed:
        reasons.append(Applied("13.6", "attack supply", -1))
    return Terrain(dice_each(chart, ground, river, fed), reasons)


def terrain_here(rules: Hindenburg, s: HindenburgState, battle: Battle) -> Terrain:
    """The terrain of the battle under way."""
    return terrain_of(rules, s, battle.player, battle.origin, battle.target, bool(battle.fed))


@rule("13.3", "13.12")
def attack_dice(rules: Hindenburg, s: HindenburgState, battle: Battle) -> list[Die]:
    """A die for each attacker at its attack factor; with tanks two in the first round."""
    twice = battle.supported if battle.round == 1 else ()
    return [
        Die((unit,), rules.attack[unit][s.flipped[unit]])
        for unit in battle.attacking(s)
        for _ in range(2 if unit in twice else 1)
    ]


@rule("13.5", "13.6", "7.7")
def sharing(rules: Hindenburg, s: HindenburgState, battle: Battle) -> list[tuple[list[int], int]]:
    """The defenders that share dice, with the size of their groups: three out of supply, two in the clear."""
    defenders = battle.defending(rules, s)
    cut_off = [unit for unit in defenders if s.isolated[unit]]
    found = [(cut_off, OUT_OF_SUPPLY_GROUP)] if cut_off else []
    if not terrain_here(rules, s, battle).each:
        found.append(([unit for unit in defenders if not s.isolated[unit]], CLEAR_GROUP))
    return found


@rule("13.3", "13.4", "13.5", "13.6", "7.7")
def defence_dice(rules: Hindenburg, s: HindenburgState, battle: Battle) -> list[Die]:
    """Dice by terrain for each supplied defender at its defence factor; one for a group at its lowest factor."""
    each = terrain_here(rules, s, battle).each
    alone = [unit for unit in battle.defending(rules, s) if not s.isolated[unit]] if each else []
    dice = [Die((unit,), defence_of(rules, s, unit)) for unit in alone for _ in range(each)]
    for units, size in sharing(rules, s, battle):
        groups = in_groups([unit for unit in battle.order if unit in units], size)
        dice += [Die(tuple(group), min(defence_of(rules, s, unit) for unit in group)) for group in groups]
    return dice


@rule("2.8", "13.3")
def defence_of(rules: Hindenburg, s: HindenburgState, unit: int) -> int:
    """The defence factor of the side that is up; nothing ever changes it."""
    return rules.defence[unit][s.flipped[unit]]


@rule("2.4", "13.8")
def steps_of(rules: Hindenburg, s: HindenburgState, units: list[int]) -> int:
    """How many hits units can take: two for a whole American division, one for all others."""
    return sum(2 if rules.nation_of[unit] == US and not s.flipped[unit] else 1 for unit in units)


@rule("13.11", "8.3(3)", "13.12")
def another_round(rules: Hindenburg, s: HindenburgState, battle: Battle) -> bool:
    """Whether the attack may go on: with attack supply, once after tanks, or while an American division is left."""
    americans = any(rules.nation_of[unit] == US for unit in battle.attacking(s))
    return bool(battle.fed) or americans or (bool(battle.supported) and battle.round == 1)
