"""What a player sees before he commits himself: battles that take shape, and what can be laid over the map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.engine.frame import asked
from westfront.engine.view import Line, Overlay, Preview
from westfront.games.michel.allocation import Assault, DefensiveFire, Resist
from westfront.games.michel.combat import Resolution
from westfront.games.michel.declared import combat_at, numbers
from westfront.games.michel.odds import Battle, Odds, draw_up, fed_and_resisted, odds, strongest_resist
from westfront.games.michel.state import MichelState
from westfront.games.michel.supply import attack_supply, general_supply

if TYPE_CHECKING:
    from westfront.games.michel.rules import Michel

FACES = 6
MEANING = {
    "Ar1": "attackers retreat 1",
    "Ar2": "attackers retreat 2",
    "Ae": "attackers destroyed",
    "Br1": "both retreat 1",
    "Br2": "both retreat 2",
    "Dr1": "defenders retreat 1",
    "Dr2": "defenders retreat 2",
    "De": "defenders destroyed",
    "Ex": "exchange",
}


def preview(rules: Michel, s: MichelState, side: int) -> Preview | None:
    """The battle that is asked about, or all battles when the question is about all of them."""
    frame = asked(s)
    if isinstance(frame, Assault):
        return assault(rules, s, frame)
    if isinstance(frame, Resist):
        return resistance(rules, s, frame)
    if isinstance(frame, DefensiveFire | Resolution):
        return all_battles(rules, s, frame.player if isinstance(frame, Resolution) else 1 - side)
    return None


def assault(rules: Michel, s: MichelState, frame: Assault) -> Preview | None:
    """An attack that takes shape, if the strongest unit of each hex resists without help of guns."""
    if not frame.units(rules, s):
        return None
    battle, hungry = fed_and_resisted(rules, s, frame.player, frame.number)
    note = f"without attack supply so far: {rules.names.write('unit*', hungry)} [Supply-B]" if hungry else ""
    view = odds(battle)
    return Preview(_title(battle), tuple(_lines(battle, view)), chances(rules, view), note)


def _title(battle: Battle) -> str:
    attackers = battle.rules.names.write("unit*", battle.attackers + battle.guns)
    return f"{attackers} against {battle.rules.names.write('hex*', battle.hexes)}"


@rule("Combat-Procedure")
def _lines(battle: Battle, view: Odds) -> Iterator[Line]:
    """Strengths, odds, and everything that is added to the die."""
    names = battle.rules.names
    yield Line(names.write("unit*", battle.attackers + battle.guns), str(view.attack), "Combat-Procedure")
    yield Line(names.write("unit*", battle.defenders + battle.defence_guns), str(view.defence), "Combat-Procedure")
    yield Line("odds", battle.rules.crt.columns[view.column], "CRT-Odds")
    for modifier in view.modifiers:
        yield Line(modifier.title, f"{modifier.value:+d}", modifier.rule)


def chances(rules: Michel, view: Odds) -> dict[str, float]:
    """The chance of each result on one die."""
    found: dict[str, float] = {}
    for die in range(1, FACES + 1):
        code = rules.crt.result(die + view.shift, view.column)
        words = f"{code} {MEANING[code]}"
        found[words] = found.get(words, 0.0) + 1 / FACES
    return found


def resistance(rules: Michel, s: MichelState, frame: Resist) -> Preview:
    """The odds for each unit of the hex, if it is the one to resist; of hexes still to be named the strongest does."""
    battle = draw_up(rules, s, 1 - frame.player, combat_at(rules, s, frame.player, frame.hex))
    stack = rules.field(s).stacks[frame.hex]
    lines = []
    for unit in stack:
        defenders = tuple(u for u in battle.defenders if u == unit or u not in stack)
        alone = strongest_resist(battle._replace(defenders=defenders))
        lines.append(_summed_up(alone, f"{rules.names.units[unit]} resists"))
    return Preview(f"Who resists in {rules.names.place(frame.hex)}", tuple(lines))


def all_battles(rules: Michel, s: MichelState, attacker: int) -> Preview:
    """Every battle that is still to be fought, as it stands now."""
    battles = (draw_up(rules, s, attacker, number) for number in numbers(rules, s, 1 - attacker))
    return Preview("Battles", tuple(_summed_up(battle, rules.names.write("hex*", battle.hexes)) for battle in battles))


@rule("Combat-J", "Combat-Procedure")
def _summed_up(battle: Battle, label: str) -> Line:
    """A battle in one line: strengths, odds, every modifier with its rule."""
    if battle.unfed and not battle.attackers:
        return Line(label, "no attack supply", "Combat-J")
    view = odds(battle)
    column = battle.rules.crt.columns[view.column]
    return Line(label, f"{view.attack} against {view.defence}, {column}, {view.words}", "Combat-Procedure")


@rule("ZOC-Procedure", "Supply-Procedure")
def overlays(rules: Michel, s: MichelState) -> Iterator[Overlay]:
    """Zones of control, general and attack supply of both sides: nothing is hidden in this game."""
    field = rules.field(s)
    for side, name in enumerate(rules.sides):
        yield Overlay("zoc", name, f"{name} zones of control", tuple(rules.grid.labels(field.zone[side])))
    for side, name in enumerate(rules.sides):
        hexes = general_supply(rules, s, side)
        yield Overlay("supply", name, f"{name} general supply", tuple(rules.grid.labels(hexes)))
    for side, name in enumerate(rules.sides):
        if fed := attack_supply(rules, s, side):
            yield Overlay("mark", name, f"{name} attack supply", tuple(rules.grid.labels(fed)))
