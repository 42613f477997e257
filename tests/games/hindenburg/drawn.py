"""Positions of Hindenburg's War from a few words, and short ways to ask what a test wants to know.

    match = drawn("3206: 10xGE4-4; 3205: 5xBR3-3; supply: 3206; reserve: 2xBR-tanks", "german", dice=[...])

A stack is named from top to bottom, kinds with an `r` for the reverse side; a box of the Turn Record Track is `turn-5`.
`german:` and `allied:` give empty hexes to a side, `trench:` entrenches, `supply:` has attack supply. Hexes with
units belong to their side. Divisions that are not named are in the reserve, Belgians and Portuguese out of the game,
Americans and tank brigades in the box of the last turn and attack supply markers gone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import chain, repeat

from tests.asking import state_of
from westfront.engine.dice import ScriptedDice
from westfront.engine.frame import Frame
from westfront.engine.match import Match
from westfront.engine.rules import Setting
from westfront.games.hindenburg.actions import CleanUp
from westfront.games.hindenburg.attack_supply import LAST_USE, AttackSupplyEnds
from westfront.games.hindenburg.rules import Hindenburg
from westfront.games.hindenburg.sequence import OneAction, Pair, Turn, UsRecovery
from westfront.games.hindenburg.setup import start_state
from westfront.games.hindenburg.state import (
    ALLIED,
    BE,
    BOXES,
    GERMAN,
    GONE,
    LAST_TURN,
    NOT_YET,
    OFF,
    PASSED,
    PO,
    RESERVE,
    TRACK,
    US,
    HindenburgState,
)
from westfront.games.hindenburg.victory import MidGameCheck, MoraleRoll, VictoryCheck

SIDES = ("german", "allied")
PILE = re.compile(r"(\d+)x(\S+)")


@cache
def hindenburg() -> Hindenburg:
    """The rules alone."""
    rules = Setting.choose("hindenburg").rules()
    assert isinstance(rules, Hindenburg)
    return rules


def drawn(
    places: str,
    side: str = "german",
    *,
    turn: int = 3,
    dice: Iterable[int] = (),
    phase: str = "operations",
    passed: bool | None = None,
    actions: tuple[int, int] = (10, 10),
) -> Match:
    """A match that begins with an action of a side, or with another phase of the turn; behind its dice come sixes."""
    rules = hindenburg()
    s = position(places, turn, passed, actions)
    ends = (AttackSupplyEnds(),) if turn <= LAST_USE else ()
    s.frames = (Turn(), *ends, VictoryCheck(), UsRecovery(), *_frames(s, phase, SIDES.index(side)))
    for sentence in rules.violations(s):
        raise AssertionError(sentence)
    return Match(
        Setting.choose("hindenburg"), ScriptedDice(chain(dice, repeat(6))), "0" * 64, rules=rules, start=s, auto=False
    )


def _frames(s: HindenburgState, phase: str, player: int) -> tuple[Frame, ...]:
    if phase == "morale":
        return (Pair(), MoraleRoll(ALLIED))
    if phase == "end":
        return ()
    if player == ALLIED:
        return (Pair(), OneAction(ALLIED))
    check = (MidGameCheck(),) if s.turn == 9 and s.mid_game == NOT_YET else ()
    last = CleanUp(GERMAN) if phase == "clean-up" else OneAction(GERMAN)
    return (Pair(), OneAction(ALLIED), *check, last)


def position(
    places: str, turn: int = 3, passed: bool | None = None, actions: tuple[int, int] = (10, 10)
) -> HindenburgState:
    """A state from words."""
    rules = hindenburg()
    s = start_state(rules)
    s.turn, s.actions[:] = turn, bytes(actions)
    s.mid_game = PASSED if (turn > 9 if passed is None else passed) else NOT_YET
    for unit in rules.divisions:
        nation = rules.nation_of[unit]
        s.at[unit] = GONE if nation in (BE, PO) else TRACK.box(LAST_TURN) if nation == US else RESERVE
    for unit in rules.tanks:
        s.at[unit] = TRACK.box(LAST_TURN)
    for unit in rules.markers:
        s.at[unit] = GONE
    free = dict.fromkeys(range(len(rules.counters)), True)
    for part in filter(None, places.split(";")):
        place, _, words = part.strip().partition(":")
        _put(rules, s, place, words.split(), free)
    return s


def _put(rules: Hindenburg, s: HindenburgState, place: str, words: list[str], free: dict[int, bool]) -> None:
    """One part of the words."""
    if place in ("german", "allied"):
        hexes = rules.grid.hexset(*words)
        s.german = s.german | hexes if place == "german" else s.german & ~hexes
    elif place == "trench":
        s.trenches |= rules.grid.hexset(*words)
    elif place == "supply":
        for marker, label in zip(rules.markers, words, strict=False):
            s.at[marker] = rules.grid.hex(label)
    else:
        where = OFF - BOXES.index(place) if place in BOXES else rules.grid.hex(place)
        units = [unit for word in words for unit in _pick(rules, s, word.strip(","), free)]
        for depth, unit in enumerate(units):
            division = unit in rules.divisions
            s.at[unit], s.height[unit] = where, len(units) - depth if where >= 0 and division else 0
        if where >= 0:
            bit = 1 << where
            s.german = s.german | bit if rules.side_of[units[0]] == GERMAN else s.german & ~bit
    s.lost_ports |= s.german & rules.board.ports


def _pick(rules: Hindenburg, s: HindenburgState, word: str, free: dict[int, bool]) -> list[int]:
    """So many units of a kind, or a unit by its name."""
    found = PILE.fullmatch(word)
    if not found:
        free[rules.names.unit(word)] = False
        return [rules.names.unit(word)]
    number, kind = int(found[1]), found[2]
    if kind.endswith("-tanks"):
        same = [u for u in rules.tanks if rules.kinds[u][0].startswith(kind[:2]) and free[u]]
    else:
        back = 1 if kind.endswith("r") else 0
        same = [u for u in rules.divisions if rules.kinds[u][back] == kind and free[u] and not rules.arrival[u]]
        same += [u for u in rules.divisions if rules.kinds[u][back] == kind and free[u] and rules.arrival[u]]
    chosen = same[:number]
    assert len(chosen) == number, f"there are no {number} {kind}"
    for unit in chosen:
        free[unit], s.flipped[unit] = False, int(kind.endswith("r"))
    return chosen


# -- asking


def state(match: Match) -> HindenburgState:
    """The position, with its fields known to the type check."""
    return state_of(match, HindenburgState)


def there(match: Match, place: str) -> str:
    """Who is in a hex or box, in words."""
    rules, s = hindenburg(), state(match)
    where = OFF - BOXES.index(place) if place in BOXES else rules.grid.hex(place)
    return rules.described(s, [unit for unit in rules.divisions if s.at[unit] == where])


def dice_of(lines: Iterable[str], side: str) -> int:
    """How many dice a side threw, from the log."""
    found = [re.match(rf"{side}: \d+ of (\d+) dice", line) for line in lines]
    return sum(int(match[1]) for match in found if match)


def roll_all(match: Match) -> None:
    """Roll the replacement dice that are asked for."""
    while not match.over and match.decision.rule == "9.3":
        match.play("roll")
