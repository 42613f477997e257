"""Positions of Marne from a few words, on the real map or a bare one, and short ways to ask what a test wants to know.

    match = bare("GE-9DI 2810, FR-39DI 2811 lost:1 dg", "combat", dice=[3], woods="2811")

On a bare map every hex is clear and in play; ground is laid as the test says, and every hex is a source of supply for
both sides unless `sources` says otherwise. An HQ of each side stands far behind unless `hqs=""`. Air units fly only
where a test asks for them. Units that are not named are not in the game. Marks follow the hex: `lost:1 dg rg oos pinned
offensive exploit:1 reserve:1 marked under:GE-19DI-1 on:FR-HQ-VI observes interdicts bombs attacks defends fires
counters`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from tests.asking import state_of, told
from westfront.engine.dice import ScriptedDice
from westfront.engine.frame import Frame
from westfront.engine.match import Match
from westfront.engine.rules import Setting
from westfront.games.marne.battle import Battle, battle_of
from westfront.games.marne.board import POINT, MarneBoard
from westfront.games.marne.leads import Odds, odds
from westfront.games.marne.movement import NORMAL, march
from westfront.games.marne.results import BattleEnd
from westfront.games.marne.rules import Marne
from westfront.games.marne.sequence import PHASES, GameTurn, Phase
from westfront.games.marne.state import (
    ABOVE,
    ATTACKS,
    BOMBING,
    BOXES,
    COUNTERS,
    DEFENDS,
    DISORGANISED,
    FIRES,
    INTERDICTION,
    NOT_ROLLED,
    OBSERVATION,
    OFF,
    OFFENSIVE,
    REORGANISING,
    WEATHERS,
    MarneState,
)
from westfront.games.marne.steps import STAGES, BattleStage
from westfront.games.marne.supply import in_command
from westfront.hexgrid import HexSet, Sides, has, join, union

SIDES = ("german", "allied")
HQS = "GE-HQ-I 2803, FR-HQ-V 2822"
EVERYWHERE = "everywhere"


class Ground(NamedTuple):
    """What lies on a bare map: hexes as labels in a row, hexsides as `2810/2811`, lines as `2810-2811-2812`."""

    woods: str = ""
    villages: str = ""
    towns: str = ""
    trenches: str = ""
    forts: str = ""
    craters: str = ""
    major: str = ""
    minor: str = ""
    marne: str = ""
    aisne: str = ""
    slopes: str = ""
    roads: str = ""
    rails: str = ""
    road_bridges: str = ""
    rail_bridges: str = ""
    sources: str = EVERYWHERE


class BareBoard(MarneBoard):
    """The map without its ground, but for what a test lays on it."""

    def __init__(self, rules: Marne, ground: Ground) -> None:
        vars(self).update(vars(rules.board))
        self.area, self.outside, self.cities = self.grid.mask, 0, 0
        self.woods, self.village, self.town = map(self._hexes, (ground.woods, ground.villages, ground.towns))
        self.trench, self.fort, self.crater = map(self._hexes, (ground.trenches, ground.forts, ground.craters))
        self.marne, self.aisne = self._sides(ground.marne), self._sides(ground.aisne)
        self.major = join(self._sides(ground.major), self.marne, self.aisne)
        self.minor = self._sides(ground.minor)
        self.rivers = join(self.major, self.minor)
        self.road, self.rail = self._sides(ground.roads), self._sides(ground.rails)
        self.road_hexes, self.rail_hexes = union(self.road), union(self.rail)
        self.road_bridge, self.rail_bridge = self._sides(ground.road_bridges), self._sides(ground.rail_bridges)
        self.bridge = join(self.road_bridge, self.rail_bridge)
        self.slope = self._sides(ground.slopes)
        self.uphill = self._uphill(ground.slopes)
        self.sources = self._sources(ground.sources)
        self._keep()

    def _hexes(self, labels: str) -> HexSet:
        return self.grid.hexset(*labels.split())

    def _pairs(self, chains: str) -> list[tuple[int, int]]:
        lines = [[self.grid.hex(label) for label in chain.replace("/", "-").split("-")] for chain in chains.split()]
        return [pair for line in lines for pair in pairwise(line)]

    def _sides(self, chains: str) -> Sides:
        return self.grid.sides(self._pairs(chains))

    def _uphill(self, chains: str) -> Sides:
        found = [0] * 6
        for low, high in self._pairs(chains):
            found[self.step_direction(low, high)] |= 1 << low
        return found[0], found[1], found[2], found[3], found[4], found[5]

    def _sources(self, text: str) -> tuple[HexSet, HexSet]:
        if text == EVERYWHERE:
            return self.grid.mask, self.grid.mask
        found = [0, 0]
        for words in text.split(","):
            side, *labels = words.split()
            found[SIDES.index(side)] |= self.grid.hexset(*labels)
        return found[0], found[1]


def river(row: int) -> str:
    """A river from edge to edge, between the hexes of a row and those south of it."""
    found = []
    for column in range(1, 57):
        found.append(f"{column:02}{row:02}/{column:02}{row + 1:02}")
        if column % 2 == 0:
            found += [f"{column:02}{row:02}/{other:02}{row + 1:02}" for other in (column - 1, column + 1) if other < 57]
    return " ".join(found)


@cache
def _bare_rules(scenario: str, options: tuple[tuple[str, str], ...], ground: Ground) -> Marne:
    rules = copy(marne(scenario, **dict(options)))
    rules.board = BareBoard(rules, ground)
    return rules


def marne(scenario: str, version: str | None = None, **options: str) -> Marne:
    """The rules alone."""
    rules = Setting.choose("marne", scenario, options, version=version).rules()
    assert isinstance(rules, Marne)
    return rules


class When(NamedTuple):
    """Which sequence of which scenario is played."""

    scenario: str
    turn: int
    sequence: int


QUIET = When("blucher", 3, 1)
"""No offensive, no bonus; French units fight under Foch, British ones evolving."""
PETAIN = When("friedensturm", 18, 3)
BRUCHMULLER = When("blucher", 1, 1)


def bare(
    units: str,
    phase: str = "movement",
    side: str = "german",
    *,
    when: When = QUIET,
    dice: Iterable[int] = (),
    weather: str = "fair",
    hqs: str = HQS,
    air: bool = False,
    options: dict[str, str] | None = None,
    down: str = "",
    pontoons: str = "",
    ground: Mapping[str, str] | None = None,
    **laid: str,
) -> Match:
    """A match on a bare map."""
    chosen = {"air": "yes" if air else "no", **(options or {})}
    rules = _bare_rules(when.scenario, tuple(sorted(chosen.items())), Ground(**laid, **(ground or {})))
    return _match(rules, chosen, f"{units}, {hqs}", phase, side, when, dice, weather, down, pontoons)


def real(
    units: str,
    phase: str = "movement",
    side: str = "german",
    *,
    when: When = QUIET,
    dice: Iterable[int] = (),
    weather: str = "fair",
    air: bool = False,
    options: dict[str, str] | None = None,
    down: str = "",
    pontoons: str = "",
) -> Match:
    """A match on the real map."""
    chosen = {"air": "yes" if air else "no", **(options or {})}
    rules = marne(when.scenario, **chosen)
    return _match(rules, chosen, units, phase, side, when, dice, weather, down, pontoons)


def begun(scenario: str, *, dice: Iterable[int] = (), options: dict[str, str] | None = None) -> Match:
    """A scenario from its start."""
    setting = Setting.choose("marne", scenario, options or {})
    return Match(setting, ScriptedDice(dice), "0" * 64, auto=False)


def _match(
    rules: Marne,
    options: dict[str, str],
    units: str,
    phase: str,
    side: str,
    when: When,
    dice: Iterable[int],
    weather: str,
    down: str,
    pontoons: str,
) -> Match:
    s = position(rules, units, when)
    s.mover, s.weather, s.attempts = SIDES.index(side), WEATHERS.index(weather), 3
    s.down = rules.grid.sides([(rules.grid.hex(a), rules.grid.hex(b)) for a, b in (p.split("/") for p in down.split())])
    s.pontoons = tuple(rules.grid.hex(label) for pair in pontoons.split() for label in pair.split("/"))
    s.frames = frames_from(phase, s.mover)
    setting = Setting.choose("marne", when.scenario, options)
    return Match(setting, ScriptedDice(dice), "0" * 64, rules=rules, start=s, auto=False)


def frames_from(phase: str, side: int) -> tuple[Frame, ...]:
    """The phases of a side from one on."""
    words = list(PHASES)
    left = words[words.index(phase) :]
    return (GameTurn(), *(Phase(side, word) for word in reversed(left)))


def position(rules: Marne, units: str, when: When) -> MarneState:
    """A state from words."""
    s = rules.start()
    for unit in range(len(s.at)):
        s.at[unit], s.sky[unit], s.under[unit] = OFF, 0, -1
    s.turn, s.sequence = when.turn, when.sequence
    for words in units.split(","):
        if words.strip():
            name, place, *marks = words.split()
            unit = rules.names.unit(name)
            s.at[unit] = -1 - BOXES.index(place) if place in BOXES else rules.grid.hex(place)
            for mark in marks:
                _mark(rules, s, unit, mark)
    return s


def _mark(rules: Marne, s: MarneState, unit: int, mark: str) -> None:
    word, _, value = mark.partition(":")
    if word in ("under", "on"):
        s.under[unit] = rules.names.unit(value)
        s.sky[unit] = ABOVE if word == "on" else 0
        return
    columns = {
        "lost": (s.lost, 1),
        "dg": (s.order, DISORGANISED),
        "rg": (s.order, REORGANISING),
        "oos": (s.unsupplied, 1),
        "pinned": (s.pinned, 1),
        "offensive": (s.mode, OFFENSIVE),
        "exploit": (s.exploitation, 1),
        "reserve": (s.reserve, 1),
        "marked": (s.leaving, 1),
        "observes": (s.sky, OBSERVATION),
        "interdicts": (s.sky, INTERDICTION),
        "bombs": (s.sky, BOMBING),
        "back": (s.back, 1),
        "attacks": (s.role, ATTACKS),
        "defends": (s.role, DEFENDS),
        "fires": (s.role, FIRES),
        "counters": (s.role, COUNTERS),
    }
    column, number = columns[word]
    column[unit] = int(value) if value else number


# -- asking


def asked(match: Match) -> str:
    """The rule that asks now, and who is asked."""
    return f"{match.decision.side} {match.decision.rule}"


def number(match: Match, unit: str) -> int:
    """The number of a unit."""
    return match.rules.names.unit(unit)


def state(match: Match) -> MarneState:
    """The position, with its fields known to the type check."""
    return state_of(match, MarneState)


def rules_of(match: Match) -> Marne:
    """The rules, with their fields known to the type check."""
    assert isinstance(match.rules, Marne)
    return match.rules


def marks(match: Match, unit: str) -> set[str]:
    """What the map shows on a unit."""
    piece = next(piece for piece in match.view("german").scene.pieces if piece.name == unit)
    return {*piece.facts, *piece.states}


def commanded(match: Match, label: str, side: str = "allied") -> bool:
    """Whether a hex is in command of a side."""
    rules = rules_of(match)
    return has(in_command(rules, state(match), SIDES.index(side)), rules.grid.hex(label))


def cost(match: Match, unit: str, to: str) -> float:
    """Movement points for which a unit comes to a hex."""
    rules = rules_of(match)
    found = march(rules, state(match), (number(match, unit),), NORMAL).cost(rules.grid.hex(to))
    assert found is not None
    return found / POINT


# -- fighting


def staged(
    units: str,
    stage: str,
    target: str,
    side: str = "german",
    *,
    coordination: tuple[int, int] = (NOT_ROLLED, NOT_ROLLED),
    hits: tuple[int, int] = (0, 0),
    leads: tuple[str, str] = ("", ""),
    limit: int = 0,
    retreated: int = 0,
    asterisk: bool = False,
    exploiting: bool = False,
    when: When = QUIET,
    dice: Iterable[int] = (),
    weather: str = "fair",
    hqs: str = HQS,
    air: bool = False,
    options: dict[str, str] | None = None,
    down: str = "",
    on_map: bool = False,
    **ground: str,
) -> Match:
    """A battle on a bare map, or on the real one, from one of its stages on, with results as the test says."""
    chosen = {"air": "yes" if air else "no", **(options or {})}
    bare_rules = _bare_rules(when.scenario, tuple(sorted(chosen.items())), Ground(**ground))
    rules = marne(when.scenario, **chosen) if on_map else bare_rules
    s = position(rules, f"{units}, {hqs}", when)
    s.mover, s.weather, s.attempts, s.target = SIDES.index(side), WEATHERS.index(weather), 3, rules.grid.hex(target)
    s.down = rules.grid.sides([(rules.grid.hex(a), rules.grid.hex(b)) for a, b in (p.split("/") for p in down.split())])
    s.coordination[:], s.hits[:] = bytes(coordination), bytes(hits)
    s.attack_lead, s.defence_lead = (rules.names.unit(name) if name else -1 for name in leads)
    s.limit, s.retreated, s.asterisk, s.exploiting = limit, retreated, int(asterisk), int(exploiting)
    fought = [unit for unit, role in enumerate(s.role) if role == ATTACKS]
    s.launched = rules.grid.set_of(s.at[unit] for unit in fought)
    s.attacked = 1 << s.target
    for unit in fought:
        s.fought[unit] = 1
    number_ = next(n for n, found in enumerate(STAGES) if found.title == stage)
    s.frames = (*frames_from("disengagement", s.mover), BattleEnd(), BattleStage(number_))
    setting = Setting.choose("marne", when.scenario, chosen)
    return Match(setting, ScriptedDice(dice), "0" * 64, rules=rules, start=s, auto=False)


def declare(match: Match, target: str, units: str, *then: str) -> list[str]:
    """Open an attack with some units and confirm it; then play on."""
    return told(match, f"attack {target}", f"add {units}", "confirm", *then)


def battle(match: Match) -> Battle:
    """The battle that is being fought."""
    return battle_of(rules_of(match), state(match))


def odds_of(match: Match) -> Odds:
    """Its odds as they stand."""
    return odds(battle(match))


def line(lines: Iterable[str], words: str) -> str:
    """The first line of a log with some words in it."""
    return next(text for text in lines if words in text)
