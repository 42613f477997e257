"""Chapter 13.8: what each side sees."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.dice import RepeatableRandom
from westfront.engine.frame import Frame
from westfront.engine.view import Battle, Piece, Pile, Scene
from westfront.games.storm.bombing import StrategicBombing, TacticalBombing
from westfront.games.storm.combat import Assault, Combat
from westfront.games.storm.data import StormData
from westfront.games.storm.deployment import plans_of
from westfront.games.storm.fight import in_battle
from westfront.games.storm.infiltration import Infiltration
from westfront.games.storm.movement import March
from westfront.games.storm.rail import Rail
from westfront.games.storm.replacements import Evacuation, Replacement
from westfront.games.storm.setup import Deployment, SetUpQuestion
from westfront.games.storm.state import (
    ALLIED,
    BOXES,
    CROSS,
    CUT,
    DUE,
    FORT,
    GERMAN,
    GONE,
    MARCHED,
    NATIONS,
    NORMAL,
    OFF,
    PEAK,
    POOL,
    StormState,
)
from westfront.mechanics.hidden import Place, disguised

PLACE = ("at", "height", "supply", "moved", "fought", "may_infiltrate", "infiltrated", "guest")
"""What belongs to a place in a stack, whoever lies there; the steps go with the unit."""
PHASES: dict[type[Frame], str] = {
    Deployment: "Set-up",
    Replacement: "Replacement Phase",
    Evacuation: "Evacuation",
    Rail: "Strategic Movement Phase",
    March: "Regular Movement Phase",
    Infiltration: "Infiltration Movement Phase",
    StrategicBombing: "Strategic Bombing",
    TacticalBombing: "Tactical Bombing",
}
SUPPLY_WORDS = {CROSS: "supplied by an ally", FORT: "fortress supply", CUT: "out of supply"}


@rule("3.6", "3.7")
def curtained(s: StormState) -> int:
    """The side that is setting up, of which nobody else sees anything until it is done; below zero if none is."""
    return next((frame.player for frame in s.frames if isinstance(frame, SetUpQuestion)), -1)


@rule("13.8")
def hidden(rules: StormData, s: StormState, side: int) -> list[int]:
    """The units that a side (or the public) may not know: below the top one of a stack, unless in a battle.

    Of a side that sets up nothing is known.
    """
    found, curtain = [], curtained(s)
    for hex_, stack in rules.field(s).stacks.items():
        owner = rules.side_of[stack[0]]
        if owner != side and hex_ >= 0:
            below = stack if owner == curtain else stack[1:]
            found += [unit for unit in below if not s.seen[unit]]
    return found


# -- the view


@rule("13.8", "2.47")
def scene(rules: StormData, s: StormState, side: int) -> Scene:
    """Own units in full; of an enemy stack the top one, and how many lie below."""
    unknown, curtain, stacks = set(hidden(rules, s, side)), curtained(s), rules.field(s).stacks
    pieces = []
    for label, hex_ in sorted((rules.grid.label(hex_), hex_) for hex_ in stacks):
        owner = rules.side_of[stacks[hex_][0]]
        if owner == side or owner != curtain:
            for unit in stacks[hex_]:
                name = rules.sides[owner]
                shown = Piece(label, name, rules.names.units[unit], face(rules, s, unit), states(rules, s, unit, side))
                pieces.append(Piece(label, name) if unit in unknown else shown)
    date = rules.calendar[s.turn].date if s.turn in rules.calendar else ""
    when = "set-up" if curtain >= 0 else f"turn {s.turn} of {rules.last_turn}, {date}"
    about = (marks(rules, s), tracks(rules, s), boxes(rules, s, side))
    return Scene(when, tuple(pieces), *about, phase=phase(s), battles=battles(rules, s, side))


def face(rules: StormData, s: StormState, unit: int) -> tuple[str, ...]:
    """What is printed on the side that is up."""
    values = f"{rules.attack_of(s, unit)}-{rules.defence_of(s, unit)}-{rules.move_of(s, unit)}"
    return values, rules.symbol[unit]


def states(rules: StormData, s: StormState, unit: int, side: int) -> tuple[str, ...]:
    """What it suffers, for all to see, and what it did, for its owner."""
    facts = ["reduced"] if s.steps[unit] < rules.full[unit] else []
    if s.supply[unit] != NORMAL:
        facts.append(SUPPLY_WORDS[s.supply[unit]])
    if s.moved[unit] and rules.side_of[unit] == side:
        facts.append("moved" if s.moved[unit] == MARCHED else "moved by rail")
    return tuple(facts)


@rule("5.2")
def phase(s: StormState) -> str:
    """The part of the turn that is under way."""
    for frame in reversed(s.frames):
        if isinstance(frame, Combat):
            return f"{'Second' if frame.second else 'First'} Combat Phase"
        if type(frame) in PHASES:
            return PHASES[type(frame)]
    return ""


@rule("13.8")
def battles(rules: StormData, s: StormState, side: int) -> tuple[Battle, ...]:
    """The battle that is under way, or for its owner the attack that takes shape."""
    names, grid, found = rules.names.units, rules.grid, []
    for frame in s.frames:
        if isinstance(frame, Assault) and frame.player == side:
            support = (names[rules.agb],) * frame.guns
            units = tuple(names[unit] for unit in frame.attackers)
            found.append(Battle(rules.sides[side], (grid.label(frame.target),), units, support, "not declared yet"))
    declared = in_battle(s)
    if declared:
        attacker = rules.sides[rules.side_of[declared.attackers[0]]]
        air = (f"{declared.air} attacking air units",) * bool(declared.air)
        cover = ("a defending air unit",) * bool(declared.cover)
        support = (*(names[rules.agb],) * declared.guns, *air, *cover)
        units = tuple(names[unit] for unit in declared.attackers)
        found.append(Battle(attacker, (grid.label(declared.target),), units, support))
    return tuple(found)


@rule("3.5", "4.2", "16.6")
def marks(rules: StormData, s: StormState) -> dict[str, tuple[str, ...]]:
    """Control where it has changed since the campaign began, and Big Bertha."""
    labels, home = rules.grid.labels, rules.board.home
    found = {
        "German control": tuple(labels(s.german & home[ALLIED])),
        "Allied control": tuple(labels(home[GERMAN] & ~s.german)),
    }
    if s.bertha >= 0:
        found["Big Bertha"] = (rules.grid.label(s.bertha),)
    return found


@rule("3.2", "4.3", "S3.12")
def tracks(rules: StormData, s: StormState) -> dict[str, str]:
    """Morale, weather, replacement steps."""
    morale = f"German {s.morale[GERMAN]}" + ("" if rules.is_1919 else f", Allied {s.morale[ALLIED]}")
    steps = ", ".join(f"{name} {number}" for name, number in zip(NATIONS, s.pool, strict=True) if number)
    found = {"morale": morale, "weather": "wet" if s.wet else "dry", "replacement steps": steps or "none"}
    if s.influenza == PEAK:
        found["influenza"] = "at its peak"
    return found


@rule("3.3", "2.47")
def boxes(rules: StormData, s: StormState, side: int) -> dict[str, tuple[Pile, ...]]:
    """Deadpiles, units that may enter, reinforcements, air units, open to all; units to set up, to their owner."""
    found: dict[str, list[Pile]] = {}
    curtain = curtained(s)
    for unit, at in enumerate(s.at):
        owner = rules.side_of[unit]
        if (
            at >= 0
            or at == GONE
            or (at == OFF and not (owner == curtain == side and unit in plans_of(rules)[owner].limits))
        ):
            continue
        word = f"turn {rules.arrival[unit]}" if at == DUE else BOXES[OFF - at]
        facts = () if rules.symbol[unit] == "air" else (rules.symbol[unit],)
        if at == POOL and s.steps[unit] < rules.full[unit]:
            facts = (*facts, "reduced")
        found.setdefault(f"{rules.sides[owner]} {word}", []).append(
            Pile(rules.sides[owner], 1, rules.names.units[unit], facts=facts)
        )
    return {name: tuple(piles) for name, piles in found.items()}


# -- the proof of secrecy


def kind(rules: StormData, unit: int) -> tuple[int, ...]:
    """What everybody may infer of a unit under others: its nation, and those that are one of a kind."""
    own_kind = rules.weight[unit] == 0 or unit in (rules.alpine, rules.japanese)
    return rules.side_of[unit], rules.nation[unit], int(own_kind), unit if own_kind else -1


@rule("13.8")
def disguise(rules: StormData, s: StormState, side: int, lots: RepeatableRandom) -> StormState:
    """Deal out anew, by lot, the units that a side may not know; among those of a nation, in the frames as well."""

    def known(unit: int) -> tuple[int, ...]:
        return kind(rules, unit)

    def fits(unit: int, place: Place) -> bool:
        return kind(rules, unit) == place.known

    return disguised(s, hidden(rules, s, side), PLACE, lots, known, fits)
