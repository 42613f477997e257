"""What a player sees before he commits himself: the exact chances of a battle, from what he may know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.engine.frame import asked
from westfront.engine.view import Line, Overlay, Preview
from westfront.games.hindenburg.attack_supply import works
from westfront.games.hindenburg.battle import Battle, Terrain, another_round, terrain_here, terrain_of, under_way
from westfront.games.hindenburg.chances import MANY, POLICY, TAKEN, Fighter, Outlook, outlook
from westfront.games.hindenburg.combat import Tanks, targets
from westfront.games.hindenburg.operations import Force
from westfront.games.hindenburg.rounds import Press, Stand
from westfront.games.hindenburg.state import ALLIED, BR, FR, GE, GERMAN, US, HindenburgState
from westfront.games.hindenburg.supply import attack_lines, is_supplied

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg

UNSEEN = "Only the top division of the defenders is known: all are counted as like it."


@rule("6.6")
def preview(rules: Hindenburg, s: HindenburgState, side: int) -> Preview | None:
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


def every_target(rules: Hindenburg, s: HindenburgState, force: Force) -> Preview | None:
    """The chances against each hex that the force may attack."""
    chances: dict[str, float] = {}
    lines: list[Line] = []
    for target in targets(rules, s, force.player, force.hex, force.units):
        found, terrain = _before(rules, s, force.player, force.hex, target, force.units, ())
        label = rules.grid.label(target)
        chances[f"{label} is taken"] = found.battle[TAKEN]
        lines += [Line(line.label, line.value, line.rule, label) for line in _lines(found, terrain)]
    if not chances:
        return None
    return Preview(f"{rules.described(s, force.units)} attack", tuple(lines), chances, f"{UNSEEN} {POLICY}")


def one_target(rules: Hindenburg, s: HindenburgState, frame: Tanks) -> Preview:
    """An attack with tanks that takes shape."""
    found, terrain = _before(rules, s, frame.player, frame.hex, frame.target, frame.units, frame.supported)
    title = f"{rules.described(s, frame.units)} attack {rules.grid.label(frame.target)}"
    return Preview(title, tuple(_lines(found, terrain)), found.battle, f"{UNSEEN} {POLICY}")


def next_round(rules: Hindenburg, s: HindenburgState, battle: Battle) -> Preview:
    """Another round of a battle in which everybody lies open."""
    attackers, defenders = battle.attacking(s), battle.defending(rules, s)
    terrain = terrain_here(rules, s, battle)
    again = Battle(
        battle.player,
        battle.origin,
        battle.target,
        battle.attackers,
        battle.supported,
        battle.fed,
        battle.round + 1,
        (),
    )
    rounds = MANY if another_round(rules, s, again) else 1
    fighters = _fighters(rules, s, defenders, rules.defence, [bool(s.isolated[unit]) for unit in defenders])
    found = outlook(_fighters(rules, s, attackers, rules.attack), fighters, terrain.each, rounds)
    ours, theirs, place = rules.described(s, attackers), rules.described(s, defenders), rules.grid.label(battle.target)
    return Preview(f"{ours} against {theirs} in {place}", tuple(_lines(found, terrain)), found.battle, POLICY)


@rule("6.6")
def _before(
    rules: Hindenburg,
    s: HindenburgState,
    player: int,
    hex_: int,
    target: int,
    units: Sequence[int],
    supported: Sequence[int],
) -> tuple[Outlook, Terrain]:
    """The chances before the declaration: of the defenders only number and top division are known."""
    fed = player == GERMAN and works(rules, s, hex_)
    terrain = terrain_of(rules, s, player, hex_, target, fed)
    stack = rules.stack(s, target)
    (top,) = _fighters(rules, s, stack[:1], rules.defence, [not is_supplied(rules, s, stack[0])])
    attackers = [
        fighter._replace(tanks=unit in supported)
        for unit, fighter in zip(units, _fighters(rules, s, units, rules.attack), strict=True)
    ]
    many = fed or any(rules.nation_of[unit] == US for unit in units)
    rounds = MANY if many else 2 if supported else 1
    return outlook(attackers, [top] * len(stack), terrain.each, rounds), terrain


def _fighters(
    rules: Hindenburg,
    s: HindenburgState,
    units: Sequence[int],
    factors: Sequence[tuple[int, int]],
    cut_off: Sequence[bool] = (),
) -> list[Fighter]:
    """Divisions as the arithmetic knows them."""
    found = []
    for i, unit in enumerate(units):
        american = rules.nation_of[unit] == US
        steps = 2 if american and not s.flipped[unit] else 1
        out = bool(cut_off) and cut_off[i]
        found.append(Fighter(factors[unit][s.flipped[unit]], steps, american, cut_off=out))
    return found


def _lines(found: Outlook, terrain: Terrain) -> Iterator[Line]:
    """Dice, hits and losses."""
    for reason in terrain.reasons:
        yield Line(f"dice for each defender: {reason.title}", f"{reason.value:+d}", reason.rule)
    yield Line("dice for each defender", str(terrain.each) if terrain.each else "1 for 2", "13.4")
    yield Line("hits of the attacker", _spread(found.attack_hits), "13.3")
    yield Line("hits of the defender", _spread(found.defence_hits), "13.3")
    for end, chance in found.one_round.items():
        yield Line(f"after one round {end}", f"{chance:.1%}", "13.10")
    yield Line(
        "steps lost on average in the whole battle",
        f"{found.attacker_loses:.1f} against {found.defender_loses:.1f}",
        "13.7",
    )


def _spread(hits: list[Fraction]) -> str:
    """The chances of each number of hits, those below one in a thousand left out."""
    return ", ".join(f"{n}: {float(chance):.1%}" for n, chance in enumerate(hits) if chance >= Fraction(1, 1000))


# -- what can be laid over the map


@rule("3.5", "7.3", "7.4", "7.5")
def overlays(rules: Hindenburg, s: HindenburgState) -> Iterator[Overlay]:
    """Control and supply, which everybody sees, being made of nothing that is hidden."""
    labels, supply = rules.grid.labels, rules.supply(s)
    for side in (GERMAN, ALLIED):
        name = rules.sides[side]
        yield Overlay("control", name, f"{name} control", tuple(labels(rules.controlled(s, side))))
    german, allied = rules.sides
    for owner, title, nation in (
        (german, "German supply", GE),
        (allied, "French and American supply", FR),
        (allied, "British supply", BR),
    ):
        yield Overlay("supply", owner, title, tuple(labels(supply.nations[nation])))
    yield Overlay("mark", german, "lines for attack supply", tuple(labels(attack_lines(rules.board, s))))
