"""The combat resolution segment, in the attacker's order: strengths, odds, the die; and the clean-up segment."""

from __future__ import annotations

from typing import NamedTuple

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.modifiers import Applied, Modifier, applied, modifiers_text, sum_of
from westfront.engine.names import Hex, Side
from westfront.games.michel.artillery import attack_fire, defence_fire
from westfront.games.michel.data import MichelAsk, MichelData, MichelPlay, MichelStep
from westfront.games.michel.declared import combat_at, combats, marked, taking_part
from westfront.games.michel.replacements import due_next_turn
from westfront.games.michel.results import apply_result, meaning
from westfront.games.michel.state import FIRES_FULL, UNUSED, MichelState
from westfront.games.michel.supply import attack_supply, isolated_units
from westfront.hexgrid import has

FACES = 6


@rule("Sequence-1B-iii")
class Resolution(MichelAsk, frozen=True):
    """The attacker resolves his combats in any order, as long as there are any."""

    asked_by = "Sequence-1B-iii"
    formerly = ("ResolutionSegment",)

    def moot(self, rules: MichelData, s: MichelState) -> bool:
        return not combats(rules, s, 1 - self.player)

    def prompt(self, rules: MichelData, s: MichelState) -> str:
        hexes, *more = combats(rules, s, 1 - self.player).values()
        return "Which combat is next?" if more else f"The combat at {rules.names.write('hex*', hexes)} is next."

    def offer(self, rules: MichelData, s: MichelState) -> list[Action]:
        """Each combat, named by its first hex."""
        return [("resolve", hexes[0]) for hexes in combats(rules, s, 1 - self.player).values()]

    def why_resolve(self, rules: MichelData, s: MichelState, hex_: Hex) -> Refusal | None:
        """Any hex of a combat names it."""
        if combat_at(rules, s, 1 - self.player, hex_):
            return None
        return Refusal("Sequence-1B-iii", f"no combat is left to resolve at {rules.names.place(hex_)}")

    def do_resolve(self, play: MichelPlay, hex_: Hex) -> None:
        number = combat_at(play.rules, play.state, 1 - self.player, hex_)
        resolve(play, draw_up(play.rules, play.state, self.player, number))


# -- who fights


class Battle(NamedTuple):
    """One combat as it stands now: preview, modifiers and resolution all look at this."""

    rules: MichelData
    s: MichelState
    attacker: int
    hexes: tuple[int, ...]
    attackers: tuple[int, ...]
    """Ground units with attack supply ..."""
    without_attack_supply: tuple[int, ...]
    """... and those that were to attack and have none."""
    guns: tuple[int, ...]
    defenders: tuple[int, ...]
    defence_guns: tuple[int, ...]
    isolated: tuple[int, ...]
    """Defenders without general supply."""

    @property
    def by_ground(self) -> bool:
        """Whether ground units attack; else it is a bombardment."""
        return bool(self.attackers)


@rule("Supply-B", "Supply-B-Example", "Combat-J", "CRT-RetreatedOn")
def draw_up(rules: MichelData, s: MichelState, attacker: int, number: int) -> Battle:
    """The combat with this number; supply is looked at now, not when it was declared."""
    enemy = 1 - attacker
    units = taking_part(rules, s, attacker, number)
    ground = tuple(u for u in units if not rules.is_corps[u])
    supplied = attack_supply(rules, s, attacker) if ground else 0
    defenders = tuple([u for u in marked(s.target, number) if rules.side_of[u] == enemy])
    return Battle(
        rules,
        s,
        attacker,
        tuple(combats(rules, s, enemy)[number]),
        tuple(u for u in ground if has(supplied, s.at[u])),
        tuple(u for u in ground if not has(supplied, s.at[u])),
        tuple(u for u in units if rules.is_corps[u]),
        defenders,
        taking_part(rules, s, enemy, number),
        isolated_units(rules, s, defenders),
    )


# -- strengths and odds


class Odds(NamedTuple):
    """Everything that a die needs to be read."""

    attack: int
    defence: int
    column: int
    modifiers: list[Applied]


@rule("Combat-Procedure", "Combat-G", "Def-CombatStrength", "TEC-Cumulative")
def odds(battle: Battle) -> Odds:
    """Strengths, column and modifiers of a combat."""
    rules, s = battle.rules, battle.s
    attack = sum(rules.strength[u] for u in battle.attackers) + sum(attack_fire(rules, s, u) for u in battle.guns)
    defence = sum(defence_strength(battle, u) for u in battle.defenders)
    defence += sum(defence_fire(rules, s, u) for u in battle.defence_guns)
    return Odds(attack, defence, rules.crt.column(attack, defence), applied(DIE, battle))


@rule("Corps-B", "Corps-C")
def defence_strength(battle: Battle, unit: int) -> int:
    """A corps defends with one against ground units, with its full strength against artillery alone."""
    return 1 if battle.rules.is_corps[unit] and battle.by_ground else battle.rules.strength[unit]


def modified_strengths(battle: Battle) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who counts for more or less than is printed on it: guns that fire doubled, corps that defend with one."""
    rules, s = battle.rules, battle.s
    doubled = tuple(u for u in battle.guns if attack_fire(rules, s, u) > rules.strength[u])
    return doubled, tuple(u for u in battle.defenders if defence_strength(battle, u) < rules.strength[u])


# -- modifiers of the die


@rule("Combat-K", "Combat-K-Example", "TEC-Fortified")
def own_fortified_zone(battle: Battle) -> int:
    """+2 if any defender stands in a fortified zone of its own side."""
    zone = battle.rules.board.fortified[1 - battle.attacker]
    return 2 if any(has(zone, hex_) for hex_ in battle.hexes) else 0


@rule("Combat-K", "TEC-Town")
def in_town(battle: Battle) -> int:
    """+1 if any defender stands in a town."""
    return 1 if any(has(battle.rules.board.town, hex_) for hex_ in battle.hexes) else 0


@rule("Combat-K", "TEC-River")
def all_across_river(battle: Battle) -> int:
    """+1 if some target is attacked by every ground unit across a river; guns do not count."""
    grid, river = battle.rules.grid, battle.rules.board.river
    places = {battle.s.at[unit] for unit in battle.attackers}
    return 1 if places and any(all(grid.parted(at, hex_, river) for at in places) for hex_ in battle.hexes) else 0


@rule("Combat-I", "Combat-K", "Supply-A")
def all_isolated(battle: Battle) -> int:
    """-1 if every defender is isolated."""
    return -1 if len(battle.isolated) == len(battle.defenders) else 0


DIE = [
    Modifier("TEC-Fortified", "defender in its fortified zone", own_fortified_zone),
    Modifier("TEC-Town", "defender in a town", in_town),
    Modifier("TEC-River", "all attack across a river", all_across_river),
    Modifier("Combat-I", "defender isolated", all_isolated),
]


# -- the die


@rule("Combat-Procedure", "Combat-J")
def resolve(play: MichelPlay, battle: Battle) -> None:
    """Drop attackers without attack supply; roll the die, read it, apply the result."""
    s, rules = play.state, play.rules
    for unit in battle.defenders:
        s.target[unit] = 0
    if battle.without_attack_supply:
        play.tell("no supply", "Combat-J", "Supply-B", units=battle.without_attack_supply, hexes=battle.hexes)
        if not battle.attackers:
            play.tell("cancelled", "Combat-J", hexes=battle.hexes)
            return
    doubled, with_one = modified_strengths(battle)
    if doubled:
        play.tell("doubled", "Artillery-A", units=doubled)
    if with_one:
        play.tell("with one", "Corps-B", units=with_one)
    view = odds(battle)
    (die,) = play.roll(f"combat/{rules.grid.label(battle.hexes[0])}", by=battle.attacker)
    code, column = rules.crt.result(die + sum_of(view.modifiers), view.column), rules.crt.columns[view.column]
    strengths, added = f"{view.attack} against {view.defence} is {column}", modifiers_text(view.modifiers)
    play.tell("odds", "Combat-Procedure", hexes=battle.hexes, strengths=strengths, die=die, modifiers=added)
    play.tell("result", "CRT", hexes=battle.hexes, code=code, meaning=meaning(code, battle.by_ground))
    apply_result(play, code, battle.attacker, battle.attackers, battle.defenders, battle.isolated)


# -- clean-up


@rule("Sequence-1B-iv", "Artillery-B", "Corps-ii", "Corps-iii", "Corps-A", "Supply-H")
class CleanUp(MichelStep, frozen=True):
    """Corps that supplied attacks, and corps of both sides that fired in full, are used up until the next game-turn."""

    player: Side

    def run(self, play: MichelPlay) -> None:
        s, rules = play.state, play.rules
        s.combat[:] = s.target[:] = bytes(len(s.combat))
        for side in (self.player, 1 - self.player):
            used = tuple(u for u in rules.corps[side] if s.at[u] >= 0 and UNUSED < s.use[u] <= FIRES_FULL)
            for unit in used:
                due_next_turn(s, unit)
            if used:
                play.tell("consumed", "Sequence-1B-iv", units=used)
