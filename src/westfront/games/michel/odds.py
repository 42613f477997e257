"""How a combat stands: who takes part, the strengths, the odds, and what modifies the die."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from westfront.engine.catalogue import rule
from westfront.engine.modifiers import Applied, Modifier, applied
from westfront.games.michel.artillery import attack_fire, defence_fire
from westfront.games.michel.declared import taking_part, targets
from westfront.games.michel.state import MichelState
from westfront.games.michel.supply import attack_supply, isolated_units

if TYPE_CHECKING:
    from westfront.games.michel.rules import Michel


class Battle(NamedTuple):
    """One combat as it stands now: preview, modifiers and resolution all look at this."""

    rules: Michel
    s: MichelState
    attacker: int
    hexes: tuple[int, ...]
    attackers: tuple[int, ...]
    """Ground units with attack supply ..."""
    unfed: tuple[int, ...]
    """... and those that were to attack and have none."""
    guns: tuple[int, ...]
    defenders: tuple[int, ...]
    defence_guns: tuple[int, ...]
    cut_off: tuple[int, ...]
    """Defenders without general supply."""

    @property
    def by_ground(self) -> bool:
        """Whether ground units attack; else it is a bombardment."""
        return bool(self.attackers)


@rule("Supply-B", "Supply-B-Example", "Combat-J", "CRT-RetreatedOn")
def draw_up(rules: Michel, s: MichelState, attacker: int, number: int) -> Battle:
    """The combat with this number; supply is looked at now, not when it was laid down."""
    enemy = 1 - attacker
    units = taking_part(rules, s, attacker, number)
    ground = tuple(u for u in units if not rules.is_corps[u])
    fed = attack_supply(rules, s, attacker) if ground else 0
    defenders = tuple(u for u in rules.units[enemy] if s.target[u] == number)
    return Battle(
        rules,
        s,
        attacker,
        tuple(targets(rules, s, enemy, number)),
        tuple(u for u in ground if fed >> s.at[u] & 1),
        tuple(u for u in ground if not fed >> s.at[u] & 1),
        tuple(u for u in units if rules.is_corps[u]),
        defenders,
        taking_part(rules, s, enemy, number),
        isolated_units(rules, s, defenders),
    )


# -- modifiers of the die


@rule("Combat-K", "Combat-K-Example", "TEC-Fortified")
def own_fortified_zone(battle: Battle) -> int:
    """+2 if any defender stands in a fortified zone of its own side."""
    zone = battle.rules.board.fortified[1 - battle.attacker]
    return 2 if any(zone >> hex_ & 1 for hex_ in battle.hexes) else 0


@rule("Combat-K", "TEC-Town")
def in_town(battle: Battle) -> int:
    """+1 if any defender stands in a town."""
    return 1 if any(battle.rules.board.town >> hex_ & 1 for hex_ in battle.hexes) else 0


@rule("Combat-K", "TEC-River")
def all_across_river(battle: Battle) -> int:
    """+1 if some target is attacked by every ground unit across a river; guns do not count."""
    return 1 if battle.attackers and any(_across(battle, hex_) for hex_ in battle.hexes) else 0


def _across(battle: Battle, hex_: int) -> bool:
    """Whether every ground attacker faces a hex across a river."""
    grid, river = battle.rules.grid, battle.rules.board.river
    sides = ((battle.s.at[u], grid.direction(battle.s.at[u], hex_)) for u in battle.attackers)
    return all(d is not None and river[d] >> at & 1 for at, d in sides)


@rule("Combat-I", "Combat-K", "Supply-A")
def all_isolated(battle: Battle) -> int:
    """-1 if every defender is isolated."""
    return -1 if len(battle.cut_off) == len(battle.defenders) else 0


DIE = [
    Modifier("TEC-Fortified", "defender in its fortified zone", own_fortified_zone),
    Modifier("TEC-Town", "defender in a town", in_town),
    Modifier("TEC-River", "all attack across a river", all_across_river),
    Modifier("Combat-I", "defender isolated", all_isolated),
]


class Odds(NamedTuple):
    """Everything that a die needs to be read."""

    attack: int
    defence: int
    column: int
    modifiers: list[Applied]

    @property
    def shift(self) -> int:
        """What is added to the die."""
        return sum(modifier.value for modifier in self.modifiers)

    @property
    def words(self) -> str:
        """The modifiers, for log and prompt."""
        return ", ".join(map(str, self.modifiers)) or "no modifiers"


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
    """A corps defends with one against ground units, with all it has against gunfire alone."""
    return 1 if battle.rules.is_corps[unit] and battle.by_ground else battle.rules.strength[unit]


@rule("Artillery-A", "Corps-B")
def odd_strengths(battle: Battle) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who counts for more or less than is printed on it: guns that fire doubled, corps that defend with one."""
    rules, s = battle.rules, battle.s
    doubled = tuple(u for u in battle.guns if attack_fire(rules, s, u) > rules.strength[u])
    return doubled, tuple(u for u in battle.defenders if defence_strength(battle, u) < rules.strength[u])


def fed_and_resisted(rules: Michel, s: MichelState, attacker: int, number: int) -> tuple[Battle, tuple[int, ...]]:
    """An attack that takes shape, as if all were fed and the strongest of each hex resisted; and who is not fed yet."""
    battle = draw_up(rules, s, attacker, number)
    hungry = battle.unfed
    return strongest_resist(battle._replace(attackers=battle.attackers + hungry, unfed=())), hungry


def strongest_resist(battle: Battle) -> Battle:
    """A combat as if, where nobody has been named yet, the strongest of the hex resisted."""
    rules, s = battle.rules, battle.s
    hexes = ([u for u in battle.defenders if s.at[u] == hex_] for hex_ in battle.hexes)
    strongest = tuple(max(stack, key=lambda unit: defence_strength(battle, unit)) for stack in hexes)
    return battle._replace(defenders=strongest, cut_off=isolated_units(rules, s, strongest))
