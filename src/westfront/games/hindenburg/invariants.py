"""What must hold in every position, at the table and in a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from westfront.engine.frame import Frame
from westfront.engine.names import NOBODY
from westfront.games.hindenburg.attack_supply import LAST_USE
from westfront.games.hindenburg.battle import Battle, under_way
from westfront.games.hindenburg.cleanup import CleanUp, Overstacked
from westfront.games.hindenburg.combat import Tanks, why_not_attack
from westfront.games.hindenburg.deploying import Changing, Counting, Curtained, Placing
from westfront.games.hindenburg.losses import Blows, Kill, may_strike
from westfront.games.hindenburg.morale import BlackDay, Entering, Entry, Occupation, Withdrawal, failing_hexes
from westfront.games.hindenburg.operations import Force
from westfront.games.hindenburg.replacements import Replacement
from westfront.games.hindenburg.retreat import NOWHERE, Split, can_retreat
from westfront.games.hindenburg.rounds import Advance, Fire, Grouping, Press, RoundEnd, Stand, ungrouped
from westfront.games.hindenburg.sequence import Turn
from westfront.games.hindenburg.state import (
    ACTIONS,
    ALLIED,
    BE,
    BOXES,
    DEAD,
    GERMAN,
    GONE,
    LAST_TURN,
    OFF,
    PASSED,
    PO,
    RESERVE,
    HindenburgState,
)
from westfront.games.hindenburg.strategic import Bringing, Sending
from westfront.games.hindenburg.victory import TITLES, NationalCheck

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg

OF_A_BATTLE = (Battle, Fire, Grouping, Blows, Kill, RoundEnd, Stand, Press, Advance)


def broken(rules: Hindenburg, s: HindenburgState) -> Iterator[str]:
    """A sentence for everything that must hold and does not."""
    yield from _tracks(rules, s)
    places = list(_places(rules, s))
    yield from places
    if places:
        return
    yield from _stacks(rules, s)
    yield from _markers(rules, s)
    if (any(s.seen) or any(s.isolated)) and under_way(s) is None:
        yield "somebody lies open, and there is no battle"
    if DEAD in s.at and not any(isinstance(frame, Battle | Replacement | CleanUp) for frame in s.frames):
        yield "somebody is dead, and nobody rolls for him"
    if s.frames and not isinstance(s.frames[0], Turn):
        yield "there is no turn to go back to"
    for frame in s.frames:
        if not _frame_holds(rules, s, frame):
            yield f"{type(frame).__name__} speaks of something that is not so"


def _tracks(rules: Hindenburg, s: HindenburgState) -> Iterator[str]:
    """Turns, actions, and hexes that have an owner."""
    if not 0 <= s.turn <= LAST_TURN or s.mid_game not in range(PASSED + 1):
        yield "the tracks are beyond their ends"
    if len(s.actions) != 2 or max(s.actions) > ACTIONS:
        yield "the action markers are beyond their track"
    if s.german & ~rules.board.playable or s.lost_ports & ~rules.board.ports:
        yield "somebody controls what nobody can"
    if rules.board.ports & s.german & ~s.lost_ports:
        yield "a Channel port is German and was never lost"


def _places(rules: Hindenburg, s: HindenburgState) -> Iterator[str]:
    """Every counter where it can be."""
    setting_up = s.turn == 0
    for unit, where in enumerate(s.at):
        name = rules.names.units[unit]
        if where >= 0 and not rules.board.playable >> where & 1:
            yield f"{name} is where nobody can be"
        if where < -len(BOXES):
            yield f"{name} is nowhere"
        if (s.height[unit] > 0) != (where >= 0 and unit <= rules.divisions[-1]):
            yield f"{name} lies at a height where there is no stack"
        if max(s.flipped[unit], s.seen[unit], s.isolated[unit]) > 1:
            yield f"{name} has a number beyond its end"
    for unit in rules.tanks:
        if s.at[unit] >= 0 or s.at[unit] == DEAD or s.flipped[unit]:
            yield f"{rules.names.units[unit]} never comes onto the map"
    for unit in rules.own[ALLIED]:
        if rules.nation_of[unit] == PO and not (s.at[unit] >= 0 or s.at[unit] in (OFF, DEAD, GONE)):
            yield "Portuguese divisions are never in a box"
    if setting_up and any(rules.nation_of[unit] == BE and s.at[unit] == RESERVE for unit in rules.own[ALLIED]):
        yield "Belgian divisions do not begin in the reserve"


def _stacks(rules: Hindenburg, s: HindenburgState) -> Iterator[str]:
    """Sides apart, each in hexes of its own, in order, and ten at most but for a clean-up under way."""
    field = rules.field(s)
    for side in (GERMAN, ALLIED):
        if field.occupied[side] & ~rules.controlled(s, side):
            yield f"{rules.sides[side]} stands in hexes that the enemy controls"
    for hex_, stack in field.stacks.items():
        if len({s.height[unit] for unit in stack}) != len(stack):
            yield f"the divisions in {rules.grid.label(hex_)} have no order"
    if field.crowded and not any(isinstance(frame, CleanUp | Overstacked) for frame in s.frames):
        yield "more than ten divisions are in a hex"


def _markers(rules: Hindenburg, s: HindenburgState) -> Iterator[str]:
    """Attack supply one to a hex in German hexes, until turn 8; entrenchments where there can be any."""
    marks = [s.at[marker] for marker in rules.markers if s.at[marker] >= 0]
    if len(set(marks)) != len(marks) or rules.grid.set_of(marks) & ~s.german:
        yield "attack supply markers stand one to a hex, in German hexes"
    if s.turn > LAST_USE and any(s.at[marker] != GONE for marker in rules.markers):
        yield "attack supply markers have left the game"
    field, board = rules.field(s), rules.board
    under_way = any(isinstance(frame, CleanUp) for frame in s.frames)
    if s.trenches & board.city or (s.trenches & ~(field.occupied[0] | field.occupied[1]) and not under_way):
        yield "an entrenchment is in a city, or where nobody is"
    for side in (GERMAN, ALLIED):
        if s.trenches & field.occupied[side] & board.printed_trench[side]:
            yield "an entrenchment is in a trench of the same side"


def _frame_holds(rules: Hindenburg, s: HindenburgState, frame: Frame) -> bool:
    """Whether a frame speaks of divisions and hexes that are there."""
    if getattr(frame, "player", GERMAN) == NOBODY:
        return False
    if isinstance(frame, OF_A_BATTLE):
        return _battle_holds(rules, s, frame)
    match frame:
        case Placing(player=side, kind=kind):
            return s.turn == 0 and kind in rules.plans[side].kinds
        case Counting(player=side, kind=kind, place=place):
            return s.turn == 0 and kind in rules.plans[side].kinds and place != OFF
        case Changing(place=place):
            return s.turn == 0 and place in s.at
        case Curtained():
            return s.turn == 0
        case Force(player=side, hex=hex_, units=units):
            return _stands(rules, s, side, hex_) and list(units) == [u for u in rules.stack(s, hex_) if u in units]
        case Bringing(player=side, units=units, hexes=hexes):
            paired = len(units) == len(hexes) and all(hex_ >= 0 for hex_ in hexes)
            return paired and _are(rules, side, units) and all(s.at[unit] == RESERVE for unit in units)
        case Sending(player=side, units=units):
            return _are(rules, side, units) and all(s.at[unit] >= 0 for unit in units)
        case Overstacked(player=side, hex=hex_):
            return _stands(rules, s, side, hex_)
        case Tanks(player=side, hex=hex_, target=target, units=units, supported=supported):
            there = target >= 0 and set(supported) <= set(units) and _are(rules, side, units)
            return there and why_not_attack(rules, s, side, hex_, target, units) is None
        case Replacement(player=side, unit=unit):
            return _are(rules, side, (unit,)) and s.at[unit] == DEAD
        case NationalCheck(nation=nation):
            return nation in TITLES
    return _morale_holds(rules, s, frame)


def _battle_holds(rules: Hindenburg, s: HindenburgState, frame: Frame) -> bool:
    """Whether there is a battle, and a question about it has something to ask."""
    battle = under_way(s)
    if battle is None or min(battle.origin, battle.target) < 0 or not _are(rules, battle.player, battle.attackers):
        return False
    top, attackers, defenders = s.frames[-1], battle.attacking(s), battle.defending(rules, s)
    places = {battle.origin, DEAD, GONE}
    match frame:
        case Battle(supported=supported):
            return bool(battle.attackers) and places >= {s.at[u] for u in battle.attackers} >= {
                s.at[u] for u in supported
            }
        case Kill(player=side, hits=hits):
            return frame is top and hits > 0 and len(may_strike(rules, s, side)) > 1
        case Grouping():
            return frame is top and bool(ungrouped(rules, s)[0])
        case Stand():
            return frame is top and bool(defenders) and can_retreat(rules, s, battle.target, battle.origin)
        case Press():
            return frame is top and bool(attackers) and bool(defenders)
    return True


def _morale_holds(rules: Hindenburg, s: HindenburgState, frame: Frame) -> bool:
    """Whether a question about a retreat or a Black Day has something to ask."""
    match frame:
        case Split(player=side, hex=hex_, barred=barred):
            return _stands(rules, s, side, hex_) and can_retreat(rules, s, hex_, barred)
        case BlackDay(left=left):
            return left > 0 and bool(failing_hexes(rules, s))
        case Withdrawal(player=side, hex=hex_):
            return _stands(rules, s, side, hex_) and can_retreat(rules, s, hex_, NOWHERE)
        case Occupation(hex=hex_, ready=ready):
            return hex_ >= 0 and _wait_beside(rules, s, hex_, ready)
        case Entry(hex=hex_, ready=ready):
            return hex_ >= 0 and not rules.stack(s, hex_) and _wait_beside(rules, s, hex_, ready)
        case Entering(hex=hex_, ready=ready, units=units):
            free = hex_ >= 0 and not rules.stack(s, hex_) and _wait_beside(rules, s, hex_, ready)
            return free and bool(units) and set(units) <= set(ready) and len({s.at[unit] for unit in ready}) == 1
    return True


def _wait_beside(rules: Hindenburg, s: HindenburgState, hex_: int, units: Sequence[int]) -> bool:
    """Whether there are Allied divisions next to a hex, each named once."""
    near = rules.board.near(hex_)
    return bool(units) and _are(rules, ALLIED, units) and all(s.at[u] >= 0 and near >> s.at[u] & 1 for u in units)


def _stands(rules: Hindenburg, s: HindenburgState, side: int, hex_: int) -> bool:
    """Whether a side has divisions in a hex."""
    return hex_ >= 0 and bool(rules.field(s).occupied[side] >> hex_ & 1)


def _are(rules: Hindenburg, side: int, units: Sequence[int]) -> bool:
    """Divisions of one side, each once."""
    own = all(unit != NOBODY and unit <= rules.divisions[-1] and rules.side_of[unit] == side for unit in units)
    return own and len(set(units)) == len(units)
