"""Positions of Storm in the West from a few words, and short ways to ask what a test wants to know.

    match = drawn("2332: GE-51-stoss GE-1B~; 2233: BR-5 BR-1; dead: FR-1", "german", "combat", dice=[4])

A stack is named from top to bottom, a tilde behind a unit means that it is reduced; boxes are named like hexes.
`german:` and `allied:` give empty hexes to a side. Hexes with units belong to their side. Units that are not named are
out of the game; air units are ready only if the words say so.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import chain, repeat
from typing import Any

from tests.asking import refusal, state_of
from westfront.engine.dice import ScriptedDice
from westfront.engine.frame import Frame
from westfront.engine.match import Match
from westfront.engine.rules import Setting
from westfront.games.storm.combat import CombatBegins
from westfront.games.storm.infiltration import InfiltrationBegins
from westfront.games.storm.movement import EndOfMarch
from westfront.games.storm.replacements import NewSteps
from westfront.games.storm.rules import Storm
from westfront.games.storm.sequence import GameTurn, MarchBegins, ParisGun, PlayerTurn, RailBegins, VictoryCheck
from westfront.games.storm.setup import start_state
from westfront.games.storm.state import ALLIED, BOXES, GERMAN, NATIONS, OFF, StormState
from westfront.games.storm.supply_phases import InitialSupply, TerminalSupply
from westfront.games.storm.victory import GermanTurnEnds
from westfront.mechanics.stacks import stack_up

SIDES = ("german", "allied")
PHASES = ("supply", "replacement", "rail", "march", "combat", "infiltration", "second", "terminal", "end")


def storm(scenario: str = "campaign", version: str | None = None, **options: str) -> Storm:
    """The rules alone, the latest or those of a version; options by their names with `_` for `-`."""
    return _storm(scenario, version, tuple(sorted(options.items())))


@cache
def _setting(scenario: str, version: str | None, options: tuple[tuple[str, str], ...]) -> Setting:
    known = {name.replace("_", "-"): value for name, value in options}
    return Setting.choose("storm", scenario, known, version=version)


@cache
def _storm(scenario: str, version: str | None, options: tuple[tuple[str, str], ...]) -> Storm:
    rules = _setting(scenario, version, options).rules()
    assert isinstance(rules, Storm)
    return rules


def position(
    places: str,
    *,
    turn: int = 3,
    scenario: str = "campaign",
    wet: int = 0,
    facts: dict[str, Any] | None = None,
    **options: str,
) -> StormState:
    """A state from words, without frames."""
    rules = storm(scenario, **options)
    s = start_state(rules)
    s.turn, s.wet = turn, wet
    for unit in range(len(rules.counters)):
        s.at[unit], s.steps[unit] = OFF, 0
    for part in filter(None, (part.strip() for part in places.split(";"))):
        place, _, words = part.partition(":")
        _put(rules, s, place, words.split())
    s.lost_ports |= s.german & rules.board.ports
    for name, value in (facts or {}).items():
        setattr(s, name, value)
    return s


def _put(rules: Storm, s: StormState, place: str, words: list[str]) -> None:
    """One part of the words."""
    if place in SIDES:
        hexes = rules.grid.hexset(*words)
        s.german = s.german | hexes if place == "german" else s.german & ~hexes
        return
    where = OFF - BOXES.index(place) if place in BOXES else rules.grid.hex(place)
    units = [rules.names.unit(word.removesuffix("~")) for word in words]
    for unit, word in zip(units, words, strict=True):
        s.at[unit] = where
        ground = rules.symbol[unit] != "air" and place not in ("dead", "gone")
        s.steps[unit] = (1 if word.endswith("~") else rules.full[unit]) if ground else 0
        s.seen_steps[unit] = s.steps[unit]
    if where >= 0:
        stack_up(s, units)
        bit = 1 << where
        s.german = s.german | bit if rules.side_of[units[0]] == GERMAN else s.german & ~bit


def frames_of(side: int, phase: str) -> tuple[Frame, ...]:
    """The frames of a player turn from a phase on."""
    later: list[tuple[str, Frame]] = [
        ("supply", InitialSupply(side)),
        ("replacement", NewSteps(side)),
        ("rail", RailBegins(side)),
        ("march", MarchBegins(side)),
        ("combat", CombatBegins(side, 0)),
        ("infiltration", InfiltrationBegins(side)),
        ("second", CombatBegins(side, 1)),
        ("terminal", TerminalSupply(side)),
    ]
    if side == GERMAN:
        later += [("end", ParisGun()), ("end", GermanTurnEnds())]
    left = [frame for name, frame in later if PHASES.index(name) >= PHASES.index(phase)]
    if phase in ("infiltration",) and side == ALLIED:
        left.insert(0, EndOfMarch())
    after: list[Frame] = [VictoryCheck()]
    if side == GERMAN:
        after.append(PlayerTurn(ALLIED))
    return (*after, *reversed(left))


def drawn(
    places: str,
    side: str = "german",
    phase: str = "combat",
    *,
    dice: Iterable[int] = (),
    scenario: str = "campaign",
    version: str | None = None,
    **more: Any,
) -> Match:
    """A match that begins with a phase of a side, or with `turn` for a whole game turn; behind its dice come sixes."""
    known = {name: more.pop(name) for name in ("turn", "wet", "facts") if name in more}
    rules = storm(scenario, version, **more)
    s = position(places, scenario=scenario, **known, **more)
    s.frames = (GameTurn(),) if phase == "turn" else frames_of(SIDES.index(side), phase)
    for sentence in rules.invariants(s):
        raise AssertionError(sentence)
    setting = _setting(scenario, version, tuple(sorted(more.items())))
    return Match(setting, ScriptedDice(chain(dice, repeat(6))), "0" * 64, rules=rules, start=s, auto=False)


# -- what a test asks


def state(match: Match) -> StormState:
    """The state of a match."""
    return state_of(match, StormState)


def rules_of(match: Match) -> Storm:
    """The rules of a match."""
    assert isinstance(match.rules, Storm)
    return match.rules


def unit(name: str) -> int:
    """A unit by name."""
    return storm().names.unit(name)


def steps(match: Match, name: str) -> int:
    """The steps of a unit."""
    return state(match).steps[unit(name)]


def morale(match: Match) -> tuple[int, int]:
    """German and Allied morale."""
    return state(match).morale[GERMAN], state(match).morale[ALLIED]


def pool(match: Match, nation: str) -> int:
    """Replacement steps of a nation."""
    return state(match).pool[NATIONS.index(nation)]


def play(match: Match, script: str) -> None:
    """Actions, divided by semicolons."""
    for action in filter(None, (part.strip() for part in script.split(";"))):
        match.play(action)


def refused(match: Match, action: str, rule: str, words: str = "") -> None:
    """An action must be refused by a rule, with some words."""
    found = refusal(match, action)
    assert found.rule == rule, found
    assert words in found.sentence


def events(match: Match, kind: str) -> list[dict[str, Any]]:
    """The facts of all events of a kind so far."""
    return [event.facts for event in match.events if event.kind == kind]


def labels(hexes: int) -> set[str]:
    """The labels of a set."""
    return set(storm().grid.labels(hexes))
