"""What a player sees before he commits himself: the exact chances of a battle, from what he may know."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from westfront.engine.chance import percent
from westfront.engine.frame import asked
from westfront.engine.view import Line, Mark, Overlay, Preview
from westfront.games.hindenburg.aids import dice_mark
from westfront.games.hindenburg.battle import Battle, DefenceDice, another_round, fighter, under_way
from westfront.games.hindenburg.data import HindenburgData
from westfront.games.hindenburg.fog import hidden
from westfront.games.hindenburg.operations import Force
from westfront.games.hindenburg.outlook import MANY, POLICY, TAKEN, Outlook, outlook
from westfront.games.hindenburg.participation import Tanks, planned, targets
from westfront.games.hindenburg.rounds import Press, Stand
from westfront.games.hindenburg.state import ALLIED, BR, FR, HindenburgState
from westfront.games.hindenburg.supply import attack_supply_lines

UNSEEN = "Defenders that are not known are counted as like the top one."


def preview(rules: HindenburgData, s: HindenburgState, side: int) -> Preview | None:
    """The attack that takes shape, or another round of the battle, for the side that is asked."""
    frame = asked(s)
    if isinstance(frame, Force) and frame.units:
        return every_target(rules, s, frame)
    if isinstance(frame, Tanks):
        return one_target(rules, s, frame)
    battle = under_way(s)
    if battle and (isinstance(frame, Press) or (isinstance(frame, Stand) and frame.more)):
        return next_round(rules, s, battle)
    return None


def every_target(rules: HindenburgData, s: HindenburgState, force: Force) -> Preview | None:
    """The chances against each hex that the force may attack."""
    chances: dict[str, float] = {}
    lines: list[Line] = []
    marks: list[Mark] = []
    for target in targets(rules, s, force.player, force.hex, force.units):
        found, dice = _before(rules, s, planned(rules, s, force.player, force.hex, target, force.units))
        label = rules.grid.label(target)
        chances[f"{label} is taken"] = found.battle[TAKEN]
        lines += _lines(found, dice, label)
        marks.append(dice_mark(dice))
    if not chances:
        return None
    title = f"{rules.described(s, force.units)} attack"
    return Preview(title, tuple(lines), chances, f"{UNSEEN} {POLICY}", tuple(marks))


def one_target(rules: HindenburgData, s: HindenburgState, frame: Tanks) -> Preview:
    """An attack with tanks that takes shape."""
    found, dice = _before(rules, s, frame.battle(rules, s))
    title = f"{rules.described(s, frame.units)} attack {rules.grid.label(frame.target)}"
    return Preview(title, tuple(_lines(found, dice)), found.battle, f"{UNSEEN} {POLICY}", (dice_mark(dice),))


def next_round(rules: HindenburgData, s: HindenburgState, battle: Battle) -> Preview:
    """Another round of a battle in which everybody lies open."""
    dice, rounds = battle.dice(rules, s), MANY if _goes_on(rules, s, battle) else 1
    attackers = [f._replace(tanks=False) for f in battle.attack_force(rules, s)]
    found = outlook(attackers, battle.defence_force(rules, s), dice.each, rounds)
    ours, theirs = rules.described(s, battle.attacking(s)), rules.described(s, battle.defending(rules, s))
    title = f"{ours} against {theirs} in {rules.grid.label(battle.target)}"
    return Preview(title, tuple(_lines(found, dice)), found.battle, POLICY, (dice_mark(dice),))


def _before(rules: HindenburgData, s: HindenburgState, battle: Battle) -> tuple[Outlook, DefenceDice]:
    """The chances before the declaration: defenders that are not known are taken to be like the top one."""
    dice, stack, unknown = battle.dice(rules, s), rules.stack(s, battle.target), {*hidden(rules, s, battle.player)}
    supposed = [stack[0] if unit in unknown else unit for unit in stack]
    defenders = [fighter(rules, s, u, attacks=False, out_of_supply=not rules.is_supplied(s, u)) for u in supposed]
    rounds = MANY if _goes_on(rules, s, battle) else 2 if battle.supported else 1
    return outlook(battle.attack_force(rules, s), defenders, dice.each, rounds), dice


def _goes_on(rules: HindenburgData, s: HindenburgState, battle: Battle) -> bool:
    """Whether there may be a third round and more."""
    return another_round(rules, s, msgspec.structs.replace(battle, round=2))


def _lines(found: Outlook, dice: DefenceDice, about: str = "") -> Iterator[Line]:
    """Dice, hits and losses; in a preview of several targets each line says which one it is about."""
    for reason in dice.reasons:
        yield Line(f"dice for each defender: {reason.title}", f"{reason.value:+d}", reason.rule, about)
    yield Line("dice for each defender", str(dice), "13.4", about)
    yield Line("hits of the attacker", found.attack_told, "13.3", about)
    yield Line("hits of the defender", found.defence_told, "13.3", about)
    for end, chance in found.one_round.items():
        yield Line(f"after one round {end}", percent(chance), "13.10", about)
    losses = f"{found.attacker_loses:.1f} against {found.defender_loses:.1f}"
    yield Line("steps lost on average in the whole battle", losses, "13.7", about)


# -- what can be laid over the map


def overlays(rules: HindenburgData, s: HindenburgState, side: int) -> Iterator[Overlay]:
    """Control and supply, which everybody sees, being made of nothing that is hidden."""
    lines, german, allied = rules.supply(s, ALLIED), *rules.sides
    for kind, owner, title, hexes in (
        ("control", german, "german control", s.german),
        ("control", allied, "allied control", rules.controlled(s, ALLIED)),
        ("supply", german, "German supply", rules.german_supply(s)),
        ("supply", allied, "French and American supply", lines[FR]),
        ("supply", allied, "British supply", lines[BR]),
        ("mark", german, "lines for attack supply", attack_supply_lines(rules.board, s.german, s.trenches)),
    ):
        yield Overlay(kind, owner, title, tuple(rules.grid.labels(hexes)))
