"""The combat differential and the line of the results table."""

from __future__ import annotations

from typing import NamedTuple

from westfront.engine.catalogue import rule
from westfront.games.meuse.data import MeuseData
from westfront.games.meuse.state import DECLARED, FIRING, GERMAN, MeuseState
from westfront.games.meuse.supply import halved, supplied_hexes

TITLES = {
    "clear": "Clear",
    "bridge": "Bridge",
    "second-tier": "2nd Tier Trench",
    "river": "River",
    "rise": "Rise",
    "stellung": "Stellung",
    "town": "Town",
    "woods": "Woods",
    "fortification": "Fortification",
    "meuse": "Meuse River",
    "fortress": "Fortress",
    "lost-battalion": "Woods (Lost Battalion)",
}
LINE_RULES = {
    "rise": "14.1",
    "second-tier": "14.2",
    "stellung": "14.2",
    "fortification": "14.2",
    "lost-battalion": "18.1",
}
"""The rule that gives a line; all others are of 7.4."""


class Battle(NamedTuple):
    """An attack on one hex from one or more others, in the order in which they were added."""

    rules: MeuseData
    s: MeuseState
    side: int
    target: int
    attackers: tuple[int, ...]


class Odds(NamedTuple):
    """What the die is thrown on."""

    attack: int
    attack_support: int
    defence: int
    defence_support: int
    line: str
    column: int

    @property
    def differential(self) -> int:
        """Attack less defence, support included."""
        return self.attack + self.attack_support - self.defence - self.defence_support


@rule("7.3", "8.3")
def odds(battle: Battle) -> Odds:
    """Strengths, line and column of an attack as it stands now, with the support assigned so far."""
    rules, s = battle.rules, battle.s
    attack = sum(attack_strength(battle, hex_) for hex_ in battle.attackers)
    defence = sum(rules.ratings[u][s.steps[u]].defence for u in rules.field(s).stacks[battle.target])
    ours, theirs = support(rules, s, battle.side), support(rules, s, 1 - battle.side)
    line = best_line(battle)
    column = rules.crt.column(attack + ours - defence - theirs, line)
    return Odds(attack, ours, defence, theirs, line, column)


@rule("7.3", "9.0")
def attack_strength(battle: Battle, hex_: int) -> int:
    """The units of a hex together; out of supply each counts half, rounded up."""
    rules, s = battle.rules, battle.s
    strengths = [rules.ratings[u][s.steps[u]].attack for u in rules.field(s).stacks[hex_]]
    if supplied_hexes(rules, s, battle.side) >> hex_ & 1:
        return sum(strengths)
    return sum(map(halved, strengths))


@rule("8.3", "8.2", "8.5")
def support(rules: MeuseData, s: MeuseState, side: int) -> int:
    """The strength of the markers that a side has assigned, whatever the terrain and however far."""
    return sum(rules.strength[unit] for unit in rules.support[side] if s.at[unit] == FIRING)


@rule("7.4", "14.1", "14.2", "18.1", "7.5")
def best_line(battle: Battle) -> str:
    """The single best line for the defender: terrain, a whole trench if he is German, water if all cross it."""
    if battle.s.lost_battalion == DECLARED:
        return "lost-battalion"
    lines = [*terrain_lines(battle.rules, battle.s, 1 - battle.side, battle.target), water_line(battle)]
    return max(lines, key=lambda line: battle.rules.crt.shifts[line])


@rule("14.2", "7.4")
def terrain_lines(rules: MeuseData, s: MeuseState, defender: int, hex_: int) -> list[str]:
    """The lines of a hex: trenches help Germans only, and only while they are whole."""
    works = [word for word, hexes in rules.board.trenches.items() if hexes & ~s.breached & 1 << hex_]
    return [*(works if defender == GERMAN else []), *reversed(rules.board.words(hex_)), "clear"]


@rule("7.4")
def water_line(battle: Battle) -> str:
    """Meuse if every attacker crosses it, River if every attacker crosses some water, else nothing."""
    grid, board = battle.rules.grid, battle.rules.board
    sides = [(hex_, grid.direction(hex_, battle.target)) for hex_ in battle.attackers]
    if not sides or not all(d is not None and board.water[d] >> hex_ & 1 for hex_, d in sides):
        return "clear"
    return "meuse" if all(d is not None and board.meuse[d] >> hex_ & 1 for hex_, d in sides) else "river"
