"""What must hold in every position, at the table and in a file."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.engine.names import NOBODY
from westfront.games.marne.facts import MarneData
from westfront.games.marne.sequence import GameTurn
from westfront.games.marne.state import (
    ABOVE,
    ALLIED,
    ALONE,
    AWAY,
    BELOW,
    BOMBING,
    BOXES,
    COUNTER_BATTERY,
    COUNTERS,
    DISORGANISED,
    GERMAN,
    OFF,
    OFFENSIVE,
    OVERCAST,
    PERFECT,
    MarneState,
)
from westfront.hexgrid import has


def invariants(rules: MarneData, s: MarneState) -> Iterator[str]:
    """A sentence for everything that must hold and does not."""
    yield from _tracks(rules, s)
    yield from _places(rules, s)
    yield from _columns(rules, s)
    yield from _riders(rules, s)
    yield from _hexsides(rules, s)
    if s.frames and not isinstance(s.frames[0], GameTurn):
        yield "there is no turn to go back to"


def _tracks(rules: MarneData, s: MarneState) -> Iterator[str]:
    """Turn, sequence, weather and the numbers of a battle."""
    if s.turn not in (0, *rules.turns) or s.sequence not in range(4) or s.weather > OVERCAST or s.mover == NOBODY:
        yield "the tracks are beyond their ends"
    if s.attempts not in range(4) or s.exploiting not in (0, 1) or s.tank_spent not in (0, 1):
        yield "the marks of the sequence are beyond their ends"
    if len(s.hits) != 2 or len(s.coordination) != 2 or max(s.coordination, default=0) > PERFECT:
        yield "a battle has two sides"
    if (s.german_holds | s.attacked | s.launched) & ~rules.board.area:
        yield "hexes outside the playing area are held or fought for"
    if s.target >= 0 and not has(rules.board.area, s.target):
        yield "a battle is fought outside the playing area"
    for lead in (s.attack_lead, s.defence_lead):
        if lead >= 0 and not rules.is_combat[lead]:
            yield f"{rules.names.units[lead]} cannot lead"


def _places(rules: MarneData, s: MarneState) -> Iterator[str]:
    """Every counter in one hex or box of the playing area, combat units of both sides apart."""
    for unit, where in enumerate(s.at):
        if where < OFF - len(BOXES) + 1 or (where >= 0 and not has(rules.board.area | rules.board.outside, where)):
            yield f"{rules.names.units[unit]} is in no place of this scenario"
        if where == AWAY and not rules.is_air[unit]:
            yield f"{rules.names.units[unit]} is no air unit that could be away"
    field = rules.field(s)
    if field.combat[GERMAN] & field.combat[ALLIED]:
        yield "combat units of both sides stand in one hex"


def _columns(rules: MarneData, s: MarneState) -> Iterator[str]:
    """Marks within their bounds, and only on units that can have them."""
    for unit, name in enumerate(rules.names.units):
        if s.at[unit] >= 0 and rules.steps[unit] and rules.steps_left(s, unit) <= 0:
            yield f"{name} has no step left and is on the map"
        if s.lost[unit] > rules.steps[unit] or s.order[unit] > DISORGANISED or s.moved[unit] > ALONE:
            yield f"{name} has marks beyond their bounds"
        if (s.order[unit] or s.pinned[unit]) and not rules.is_combat[unit]:
            yield f"{name} is no combat unit and has its marks"
        if s.mode[unit] > COUNTER_BATTERY or s.role[unit] > COUNTERS or s.sky[unit] > BOMBING:
            yield f"{name} has marks beyond their bounds"
        if s.mode[unit] == OFFENSIVE and not rules.is_army_gun[unit]:
            yield f"{name} has no offensive mode"
        if s.mode[unit] == COUNTER_BATTERY and not rules.is_corps_gun[unit]:
            yield f"{name} does no counter-battery"


def _riders(rules: MarneData, s: MarneState) -> Iterator[str]:
    """Stosstruppen lie under a regiment of their hex, one each; air units on the map lie at an HQ or fly."""
    carriers = [s.under[unit] for unit in rules.stosstruppen if s.under[unit] >= 0]
    if len(set(carriers)) != len(carriers):
        yield "two Stosstruppen units lie under one regiment"
    for unit, carrier in enumerate(s.under):
        name = rules.names.units[unit]
        if rules.is_stosstruppen[unit]:
            held = carrier >= 0 and rules.is_regiment[carrier] and rules.side_of[carrier] == GERMAN
            if (s.at[unit] >= 0) != (carrier >= 0) or (carrier >= 0 and not (held and s.at[unit] == s.at[carrier])):
                yield f"{name} is not with its regiment"
        elif rules.is_air[unit]:
            based = s.sky[unit] in (BELOW, ABOVE)
            own = carrier >= 0 and rules.is_hq[carrier] and rules.side_of[carrier] == rules.side_of[unit]
            if based != (carrier >= 0) or (based and not (own and s.at[unit] == s.at[carrier])):
                yield f"{name} is not with its HQ"
            if (s.at[unit] >= 0) != bool(s.sky[unit]):
                yield f"{name} is neither based nor flying"
        elif carrier >= 0:
            yield f"{name} lies under nobody"


def _hexsides(rules: MarneData, s: MarneState) -> Iterator[str]:
    """Bridges that are down are bridges over major rivers, pontoons lie at rivers."""
    for a, b in rules.grid.pairs(s.down):
        if not rules.grid.parted(a, b, rules.board.major) or not rules.grid.parted(a, b, rules.board.bridge):
            yield f"there is no bridge between {rules.names.place(a)} and {rules.names.place(b)} to be down"
    if len(s.pontoons) % 2 or len(s.pontoons) > 6:
        yield "there are three pontoons"
        return
    for base, across in zip(s.pontoons[::2], s.pontoons[1::2], strict=True):
        if base < 0 or across < 0 or not rules.grid.parted(base, across, rules.board.rivers):
            yield "a pontoon lies at no river"
