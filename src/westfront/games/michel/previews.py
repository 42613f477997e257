"""What a player sees before he commits himself: battles that take shape, and what can be laid over the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from westfront.engine.chance import chance_of_each
from westfront.engine.dice import Dice
from westfront.engine.frame import Play, asked, settle
from westfront.engine.modifiers import modifiers_text, sum_of
from westfront.engine.view import Line, Overlay, Preview
from westfront.games.michel.aids import crt_mark
from westfront.games.michel.attack_allocation import Assault, AttackAllocation
from westfront.games.michel.data import MichelData, MichelPlay
from westfront.games.michel.declared import combats
from westfront.games.michel.defence_allocation import DefensiveFire, Resist
from westfront.games.michel.resolution import (
    FACES,
    Battle,
    Odds,
    Resolution,
    defence_strength,
    draw_up,
    modified_strengths,
    odds,
    resolve,
)
from westfront.games.michel.results import Exchange, Retreat, meaning, retreats
from westfront.games.michel.state import ALLIED, GERMAN, MichelState
from westfront.games.michel.supply import attack_supply, general_supply, isolated_units

CHOSEN = -1
"""In place of the attacker that is lost in an exchange."""


def preview(rules: MichelData, s: MichelState, side: int) -> Preview | None:
    """The battle that is asked about, or all battles when the question is about all of them."""
    frame = asked(s)
    if isinstance(frame, AttackAllocation):
        return declared_attacks(rules, s, frame)
    if isinstance(frame, Assault):
        return assault(rules, s, frame)
    if isinstance(frame, Resist):
        return resistance(rules, s, frame)
    if isinstance(frame, DefensiveFire | Resolution):
        return all_battles(rules, s, frame.player if isinstance(frame, Resolution) else 1 - side)
    return None


def declared_attacks(rules: MichelData, s: MichelState, frame: AttackAllocation) -> Preview | None:
    """Every attack that has been confirmed, as it looks while the defender has not answered."""
    lines: list[Line] = []
    for number in combats(rules, s, 1 - frame.player):
        battle, unsupplied = as_planned(rules, s, frame.player, number)
        about = rules.names.place(battle.hexes[0])
        lines.append(msgspec.structs.replace(_summed_up(battle, _title(battle)), about=about))
        if unsupplied:
            without = rules.names.write("unit*", unsupplied)
            lines.append(Line("without attack supply so far", without, "Supply-B", about))
    return Preview("Declared attacks", tuple(lines)) if lines else None


def assault(rules: MichelData, s: MichelState, frame: Assault) -> Preview | None:
    """An attack that takes shape, if the strongest unit of each hex resists without help of guns."""
    if not frame.units(rules, s):
        return None
    battle, unsupplied = as_planned(rules, s, frame.player, frame.number)
    note = f"without attack supply so far: {rules.names.write('unit*', unsupplied)} [Supply-B]" if unsupplied else ""
    view = odds(battle)
    lines = (*_lines(battle, view), *losses(battle))
    return Preview(_title(battle), lines, chances(battle, view), note, (crt_mark(rules, view),))


def as_planned(rules: MichelData, s: MichelState, attacker: int, number: int) -> tuple[Battle, tuple[int, ...]]:
    """An attack as if all had supply and the strongest of each hex resisted; and who has no attack supply yet."""
    battle = draw_up(rules, s, attacker, number)
    without = battle.without_attack_supply
    everybody = battle._replace(attackers=battle.attackers + without, without_attack_supply=())
    return strongest_resist(everybody), without


def strongest_resist(battle: Battle) -> Battle:
    """A combat as if, where no unit has been named yet, the strongest of the hex resisted."""
    rules, s = battle.rules, battle.s
    hexes = ([u for u in battle.defenders if s.at[u] == hex_] for hex_ in battle.hexes)
    strongest = tuple(max(stack, key=lambda unit: defence_strength(battle, unit)) for stack in hexes)
    return battle._replace(defenders=strongest, isolated=isolated_units(rules, s, strongest))


def _title(battle: Battle) -> str:
    attackers = battle.rules.names.write("unit*", battle.attackers + battle.guns)
    return f"{attackers} against {battle.rules.names.write('hex*', battle.hexes)}"


def _lines(battle: Battle, view: Odds) -> Iterator[Line]:
    """Strengths, odds, and everything that is added to the die."""
    names = battle.rules.names
    yield Line(names.write("unit*", battle.attackers + battle.guns), str(view.attack), "Combat-Procedure")
    yield Line(names.write("unit*", battle.defenders + battle.defence_guns), str(view.defence), "Combat-Procedure")
    doubled, with_one = modified_strengths(battle)
    if doubled:
        yield Line(f"doubled: {names.write('unit*', doubled)}", "x2", "Artillery-A")
    if with_one:
        yield Line(f"against ground units: {names.write('unit*', with_one)}", "1", "Corps-B")
    yield Line("odds", battle.rules.crt.columns[view.column], "CRT-Odds")
    for modifier in view.modifiers:
        yield Line(modifier.title, f"{modifier.value:+d}", modifier.rule)


def faces(rules: MichelData, view: Odds) -> Counter[str]:
    """How many faces of the die give each result."""
    return Counter(rules.crt.result(die + sum_of(view.modifiers), view.column) for die in range(1, FACES + 1))


def chances(battle: Battle, view: Odds) -> dict[str, float]:
    """The chance of each result on one die."""
    found = faces(battle.rules, view)
    return {f"{code} {meaning(code, battle.by_ground)}": number / FACES for code, number in found.items()}


def losses(battle: Battle) -> Iterator[Line]:
    """The exact chance of each loss that is sure once the die lies: the battle is resolved with every face of it.

    Who has no way to retreat is lost too; of several that retreat the opponent says who goes first.
    """
    names, units = battle.rules.names, battle.defenders + battle.attackers
    lost = chance_of_each(lambda dice: _fought(battle, units, dice))
    for side in (battle.defenders, battle.attackers):
        for chance in sorted({lost[unit] for unit in side if unit in lost}):
            alike = [unit for unit in side if lost.get(unit) == chance]
            yield Line(f"{names.write('unit*', alike)} lost", f"{chance * FACES} in {FACES}", "CRT-Losses")
    if CHOSEN in lost:
        title = f"one of {names.write('unit*', battle.attackers)} lost"
        yield Line(title, f"{lost[CHOSEN] * FACES} in {FACES}", "CRT-Ex")


def _fought(battle: Battle, units: tuple[int, ...], dice: Dice) -> set[int]:
    """A battle fought on a copy of the position: who is lost at once, or is still to be chosen."""
    s = battle.s.copy()
    play: MichelPlay = Play(battle.rules, s, dice)
    resolve(play, battle._replace(s=s))
    settle(play)
    lost = {unit for unit in units if s.at[unit] < 0}
    if s.frames and isinstance(top := s.frames[-1], Retreat):  # a friend that goes first opens no way to the others
        lost |= {unit for unit in top.units if not retreats(battle.rules, s, unit, top.steps).ways}
    return lost | {CHOSEN for frame in s.frames if isinstance(frame, Exchange)}


def resistance(rules: MichelData, s: MichelState, frame: Resist) -> Preview:
    """The odds for each unit of the hex, if it is the one to resist; of hexes still to be named the strongest does."""
    stack = frame.among(rules, s)
    battle = draw_up(rules, s, 1 - frame.player, s.target[stack[0]])
    lines = []
    for unit in stack:
        defenders = tuple(u for u in battle.defenders if u == unit or u not in stack)
        alone = strongest_resist(battle._replace(defenders=defenders))
        lines.append(_summed_up(alone, f"{rules.names.units[unit]} resists"))
    return Preview(f"Who resists in {rules.names.place(s.at[stack[0]])}", tuple(lines))


def all_battles(rules: MichelData, s: MichelState, attacker: int) -> Preview:
    """Every battle that is still to be fought, as it stands now."""
    battles = [draw_up(rules, s, attacker, number) for number in combats(rules, s, 1 - attacker)]
    lines = tuple(_summed_up(battle, rules.names.write("hex*", battle.hexes)) for battle in battles)
    fought = [battle for battle in battles if battle.attackers or not battle.without_attack_supply]
    return Preview("Battles", lines, marks=tuple(crt_mark(rules, odds(battle)) for battle in fought))


def _summed_up(battle: Battle, label: str) -> Line:
    """A battle in one line: strengths, odds, every modifier with its rule, and how many faces give each result."""
    if battle.without_attack_supply and not battle.attackers:
        return Line(label, "no attack supply", "Combat-J")
    view = odds(battle)
    column = battle.rules.crt.columns[view.column]
    results = ", ".join(f"{code} {number}" for code, number in faces(battle.rules, view).items())
    strengths = f"{view.attack} against {view.defence}, {column}"
    return Line(label, f"{strengths}, {modifiers_text(view.modifiers)}; of {FACES} faces {results}", "Combat-Procedure")


def overlays(rules: MichelData, s: MichelState, side: int) -> Iterator[Overlay]:
    """Zones of control, general and attack supply of both sides: nothing is hidden in this game."""
    for kind, what, hexes in (
        ("zoc", "zones of control", rules.field(s).zone),
        ("supply", "general supply", [general_supply(rules, s, owner) for owner in (GERMAN, ALLIED)]),
        ("mark", "attack supply", [attack_supply(rules, s, owner) for owner in (GERMAN, ALLIED)]),
    ):
        for name, own in zip(rules.sides, hexes, strict=True):
            if own or kind != "mark":
                yield Overlay(kind, name, f"{name} {what}", tuple(rules.grid.labels(own)))
