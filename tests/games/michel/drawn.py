"""Positions of Michel from a few words, on the real map or a bare one, and short ways to ask what a test wants to know.

    match = bare("S-234 1010, B-62 1110", "combat", dice=[3], rivers="1010/1110")

On a bare map every hex is clear; terrain is laid as the test says. With `depots` unsaid everybody is in general supply
everywhere; `depots=""` takes that away, and `depots="german 4010, allied 0110"` puts sources of supply into some hexes.
Units that are not named are not in the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from tests import asking
from westfront.engine.dice import ScriptedDice
from westfront.engine.frame import Frame
from westfront.engine.match import Match
from westfront.engine.rules import Setting
from westfront.engine.state import blank_columns
from westfront.games.michel.board import MichelBoard
from westfront.games.michel.movement import march
from westfront.games.michel.rules import Michel
from westfront.games.michel.sequence import CombatPhase, GameTurn, MovementPhase, PlayerTurn
from westfront.games.michel.state import ALLIED, BOXES, GERMAN, TRACK, MichelState
from westfront.games.michel.supply import attack_supply, general_supply
from westfront.hexgrid import HexSet, Sides

SIDES = ("german", "allied")
EVERYWHERE = "everywhere"


class Ground(NamedTuple):
    """What lies on a bare map: hexes as labels in a row, rivers as `1010/1110`, roads as `1010-1011-1012`."""

    german_fz: str = ""
    allied_fz: str = ""
    devastated: str = ""
    towns: str = ""
    rivers: str = ""
    roads: str = ""
    depots: str = EVERYWHERE


class BareBoard(MichelBoard):
    """The map without its terrain, towns, rivers and roads, but for what a test lays on it."""

    def __init__(self, rules: Michel, ground: Ground) -> None:
        river_points, devastation = int(rules.options["river_extra_mp"]), rules.options["german"] != "2"
        vars(self).update(vars(rules.board))
        self.fortified = self._hexes(ground.german_fz), self._hexes(ground.allied_fz)
        self.devastated, self.town = self._hexes(ground.devastated), self._hexes(ground.towns)
        self.river = self._sides(ground.rivers.replace("/", "-"))
        self.road = self._sides(ground.roads)
        self.road_exits = self._depots(ground.depots)
        self.road_hexes = self.road_exits[0] | self.road_exits[1]
        for hexes in self.road:
            self.road_hexes |= hexes
        self.entry = tuple(self._entry(side, devastation) for side in (GERMAN, ALLIED))
        self.costs = tuple(self._costs(entry, river_points) for entry in self.entry)
        self.road_net = lru_cache(256)(self._road_net)
        self.unhindered = lru_cache(256)(self._unhindered)

    def _hexes(self, labels: str) -> HexSet:
        return self.grid.hexset(*labels.split())

    def _sides(self, chains: str) -> Sides:
        pairs: list[tuple[int, int]] = []
        for chain in chains.split():
            hexes = [self.grid.hex(label) for label in chain.split("-")]
            pairs += pairwise(hexes)
        return self.grid.sides(pairs)

    def _depots(self, depots: str) -> tuple[HexSet, HexSet]:
        if depots == EVERYWHERE:
            return self.grid.mask, self.grid.mask
        found = [0, 0]
        for side, label in _pairs(depots):
            found[SIDES.index(side)] |= self._hexes(label)
        return found[0], found[1]


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for words in text.split(","):
        if words.strip():
            name, place = words.split()
            yield name, place


@cache
def _bare_rules(ground: Ground, options: tuple[tuple[str, str], ...]) -> Michel:
    rules = copy(michel(**dict(options)))
    rules.board = BareBoard(rules, ground)
    return rules


def bare(
    units: str,
    phase: str = "movement",
    side: str = "german",
    *,
    turn: int = 3,
    dice: Iterable[int] = (),
    held: str = "",
    options: dict[str, str] | None = None,
    german_fz: str = "",
    allied_fz: str = "",
    devastated: str = "",
    towns: str = "",
    rivers: str = "",
    roads: str = "",
    depots: str = EVERYWHERE,
) -> Match:
    """A match on a bare map."""
    ground = Ground(german_fz, allied_fz, devastated, towns, rivers, roads, depots)
    chosen = options or {}
    rules = _bare_rules(ground, tuple(sorted(chosen.items())))
    return _match(rules, chosen, units, phase, side, turn, dice, held)


def real(
    units: str,
    phase: str = "movement",
    side: str = "german",
    *,
    turn: int = 3,
    dice: Iterable[int] = (),
    held: str = "",
    options: dict[str, str] | None = None,
) -> Match:
    """A match on the real map."""
    chosen = options or {}
    return _match(michel(**chosen), chosen, units, phase, side, turn, dice, held)


def michel(**options: str) -> Michel:
    """The rules alone."""
    rules = Setting.choose("michel", None, options).rules()
    assert isinstance(rules, Michel)
    return rules


def _match(
    rules: Michel, options: dict[str, str], units: str, phase: str, side: str, turn: int, dice: Iterable[int], held: str
) -> Match:
    setting = Setting.choose("michel", None, options)
    start = position(rules, units, phase, side, turn, held)
    return Match(setting, ScriptedDice(dice), "0" * 64, rules=rules, start=start, auto=False)


def position(rules: Michel, units: str, phase: str, side: str, turn: int, held: str) -> MichelState:
    """A state from words: `S-234 1010`, or a box instead of a hex: `B-62 pool`, `B-4 due:4`, `B-4 due:4n`."""
    columns = blank_columns(MichelState, len(rules.side_of))
    s = MichelState(turn=turn, german_held=rules.grid.hexset(*held.split()), **columns)
    for name, place in _pairs(units):
        unit = rules.names.unit(name)
        box, _, day = place.partition(":")
        if box == "due":
            s.at[unit], s.edge[unit] = TRACK.box(int(day.rstrip("ns"))), " ns".find(day[-1]) if day[-1] in "ns" else 0
        elif box in BOXES:
            s.at[unit] = -1 - BOXES.index(box)
            if day:
                s.left[unit] = rules.grid.hex(day)
        else:
            s.at[unit] = rules.grid.hex(place)
    s.frames = tuple(_frames(phase, SIDES.index(side)))
    return s


def _frames(phase: str, player: int) -> Iterator[Frame]:
    """What is still to come in the game-turn, the phase under way last."""
    yield GameTurn()
    if phase == "end":
        return
    if player == GERMAN:
        yield PlayerTurn(ALLIED)
    if phase == "movement":
        yield PlayerTurn(player)
        return
    yield MovementPhase(player, 2)
    if phase == "combat":
        yield CombatPhase(player)


# -- asking


def where(match: Match, unit: str) -> str:
    """The hex or box of a unit; of all boxes of game-turns it is said that the unit is `due`."""
    return "due" if due(match, unit) else asking.where(match, unit)


def due(match: Match, unit: str) -> int | None:
    """The game-turn in which a unit is due."""
    return TRACK.turn(state(match).at[match.rules.names.unit(unit)])


def state(match: Match) -> MichelState:
    """The position, with its fields known to the type check."""
    return asking.state_of(match, MichelState)


def rules_of(match: Match) -> Michel:
    """The rules, with their fields known to the type check."""
    assert isinstance(match.rules, Michel)
    return match.rules


def supplied(match: Match, unit: str) -> bool:
    """Whether a unit is in general supply now."""
    rules, s = rules_of(match), state(match)
    number = rules.names.unit(unit)
    return bool(general_supply(rules, s, rules.side_of[number]) >> s.at[number] & 1)


def cost(match: Match, unit: str, to: str) -> int:
    """Points for which a unit comes to a hex, by the cheapest way."""
    rules, s = rules_of(match), state(match)
    number = rules.names.unit(unit)
    hex_ = rules.grid.hex(to)
    fronts = march(rules, s, number).fronts
    return next(price for price, front in enumerate(fronts) if front >> hex_ & 1)


# -- fighting


def lay(match: Match, hexes: str, *units: str) -> None:
    """Lay down an attack."""
    for action in (f"attack {hexes}", f"add {' '.join(units)}", "confirm"):
        match.play(action)


def fight(match: Match, hexes: str, *units: str, supply: str = "", answers: Iterable[str] = ()) -> list[str]:
    """Declare one attack, supplied by a corps; the defence answers; it is resolved. The lines of the log."""
    before = len(match.log("german"))
    lay(match, hexes, *units)
    for action in (*(f"supply {corps}" for corps in supply.split()), "done", *answers):
        match.play(action)
    if match.decision.rule == "Sequence-1B-ii":
        match.play("done")
    match.play(f"resolve {hexes.split()[0]}")
    return match.log("german")[before:]


def odds(lines: Iterable[str]) -> str:
    """The line of the odds, without place and source: `26 against 6 is 4-1, die 3, no modifiers`."""
    line = next(line for line in lines if " against " in line)
    return line.split(": ", 1)[1].removesuffix(" [Combat-Procedure]")


def result(lines: Iterable[str]) -> str:
    """The letters of the result."""
    return next(line.split(": ")[1].split(",")[0] for line in lines if line.startswith("Result at "))


def attack_supplied(match: Match, unit: str) -> bool:
    """Whether a unit has attack supply now."""
    rules, s = rules_of(match), state(match)
    number = rules.names.unit(unit)
    return bool(attack_supply(rules, s, rules.side_of[number]) >> s.at[number] & 1)
