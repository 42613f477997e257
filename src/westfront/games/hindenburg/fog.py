"""Chapter 6.6: what each side sees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from westfront.engine.catalogue import rule
from westfront.engine.dice import RepeatableRandom
from westfront.engine.frame import Frame
from westfront.engine.state import kinds
from westfront.engine.view import Piece, Pile, Scene
from westfront.games.hindenburg.attack_supply import marked
from westfront.games.hindenburg.deploying import Curtained
from westfront.games.hindenburg.state import (
    ALLIED,
    BOXES,
    DEAD,
    FR,
    GERMAN,
    GONE,
    NATIONS,
    OFF,
    PASSED,
    PO,
    HindenburgState,
)

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg


@rule("3.2", "3.3")
def curtained(s: HindenburgState) -> int:
    """The side that is setting up, of which nobody else sees anything until it is done; below zero if none is."""
    return next((frame.player for frame in s.frames if isinstance(frame, Curtained)), -1)


@rule("6.6")
def hidden(rules: Hindenburg, s: HindenburgState, side: int) -> list[int]:
    """The divisions that a side (or the public) may not know: below the top one of a stack, and in the boxes.

    In a battle both forces lie open; the dead (the last two boxes) are shown when they are removed.
    """
    at, seen, curtain, found = s.at, s.seen, curtained(s), []
    tops = {stack[0] for stack in rules.field(s).stacks.values()}
    for owner in (GERMAN, ALLIED):
        if owner != side:
            open_ = tops if owner != curtain else ()
            found += [u for u in rules.own[owner] if at[u] > DEAD and u not in open_ and not seen[u]]
    return found


# -- the view


@rule("6.6", "2.4", "2.5")
def scene(rules: Hindenburg, s: HindenburgState, side: int) -> Scene:
    """Own divisions in full; of an enemy stack the top one, and how many lie below."""
    unknown, curtain, pieces = set(hidden(rules, s, side)), curtained(s), []
    stacks = rules.field(s).stacks
    for label, hex_ in sorted((rules.grid.label(hex_), hex_) for hex_ in stacks):
        owner = rules.side_of[stacks[hex_][0]]
        if owner == side or owner != curtain:
            pieces += [
                Piece(label, rules.sides[owner])
                if unit in unknown
                else Piece(label, rules.sides[owner], rules.names.units[unit], *_face(rules, s, unit))
                for unit in stacks[hex_]
            ]
    when = f"turn {s.turn} of 15" if s.turn else "set-up"
    return Scene(when, tuple(pieces), _marks(rules, s, side), _tracks(rules, s), _boxes(rules, s, side))


def _face(rules: Hindenburg, s: HindenburgState, unit: int) -> tuple[tuple[str, ...], str]:
    """What is printed on the side that is up, and what actions call its kind."""
    return rules.facts[unit][s.flipped[unit]], rules.kinds[unit][s.flipped[unit]]


@rule("3.5", "12.2", "8.1")
def _marks(rules: Hindenburg, s: HindenburgState, side: int) -> dict[str, tuple[str, ...]]:
    """Control where it has changed, entrenchments, attack supply."""
    labels, board = rules.grid.labels, rules.board
    supplied = 0 if curtained(s) == GERMAN != side else marked(rules, s)
    return {
        "attack supply": tuple(labels(supplied)),
        "German control": tuple(labels(s.german & board.west)),
        "Allied control": tuple(labels(board.east & ~s.german)),
        "entrenchment": tuple(labels(s.trenches)),
    }


@rule("2.11")
def _tracks(rules: Hindenburg, s: HindenburgState) -> dict[str, str]:
    """Action markers, and the check of turn 9."""
    found = {"actions": f"German {s.actions[GERMAN]}, Allied {s.actions[ALLIED]}"}
    return {**found, "mid-game check": "passed"} if s.mid_game == PASSED else found


@rule("6.6")
def _boxes(rules: Hindenburg, s: HindenburgState, side: int) -> dict[str, tuple[Pile, ...]]:
    """The boxes of both sides: the enemy's divisions only by their number."""
    found, curtain = {}, curtained(s)
    for owner in (GERMAN, ALLIED):
        boxes: dict[int, list[int]] = {}
        if owner == side or owner != curtain:
            for unit in rules.every[owner]:
                if s.at[unit] < 0:
                    boxes.setdefault(s.at[unit], []).append(unit)
        for box in sorted(boxes, reverse=True):
            if box != OFF or s.turn == 0:
                known = owner == side or box in (DEAD, GONE)
                found[f"{rules.sides[owner]} {BOXES[OFF - box]}"] = tuple(_piles(rules, s, boxes[box], known))
    return found


def _piles(rules: Hindenburg, s: HindenburgState, units: list[int], known: bool) -> Iterator[Pile]:
    """What lies in a box: divisions by kind, or only how many; tank brigades and attack supply are seen by all."""
    owner, names, last = rules.sides[rules.side_of[units[0]]], rules.names.units, rules.divisions[-1]
    divisions = [unit for unit in units if unit <= last]
    if divisions and not known:
        yield Pile(owner, len(divisions))
    elif divisions:
        for first, *others in rules.by_kind(s, divisions).values():
            yield Pile(owner, 1 + len(others), names[first], *_face(rules, s, first)[::-1])
    open_: dict[str, list[int]] = {}
    for unit in units[len(divisions) :]:
        is_tank = unit in rules.tanks
        what = f"{NATIONS[rules.nation_of[unit]]} tank brigade" if is_tank else "attack supply"
        open_.setdefault(what, []).append(unit)
    for what, group in open_.items():
        yield Pile(owner, len(group), names[group[0]], facts=(what,))


def divisions_in_words(number: int) -> str:
    """So many divisions."""
    return f"{number} division{'s' * (number != 1)}"


def open_in_box(rules: Hindenburg, units: Iterable[int]) -> Iterator[str]:
    """Tank brigades and attack supply markers among some units, in words."""
    brigades = [unit for unit in units if unit in rules.tanks]
    french = sum(rules.nation_of[unit] == FR for unit in brigades)
    for number, what in (
        (len(brigades) - french, "BR tank brigade"),
        (french, "FR tank brigade"),
        (sum(unit in rules.markers for unit in units), "attack supply marker"),
    ):
        if number:
            yield f"{number} {what}{'s' * (number != 1)}"


# -- the proof of secrecy


@rule("6.6")
def disguise(rules: Hindenburg, s: HindenburgState, side: int, lots: RepeatableRandom) -> HindenburgState:
    """Swap the divisions that a side may not know, wherever they are, in the frames under way as well.

    What everybody can infer stays so: the Portuguese are never in a box, and those that are chosen for an action keep
    their nations, on which it depends what they may do.
    """
    new, instead = s.copy(), list(range(len(rules.counters)))
    left = set(hidden(rules, s, side))
    for unit in sorted(left.intersection(_units_of(s.frames))):
        if unit in left:
            alike = sorted(other for other in left if rules.nation_of[other] == rules.nation_of[unit])
            other = alike[lots.below(len(alike))]
            instead[unit], instead[other] = other, unit
            left -= {unit, other}
    for owner in (GERMAN, ALLIED):
        own = sorted(u for u in left if rules.side_of[u] == owner and rules.nation_of[u] != PO)
        for unit, other in zip(own, lots.shuffled(own), strict=True):
            instead[other] = unit
    on_map = sorted(u for u in left if rules.side_of[u] == ALLIED and s.at[u] >= 0)
    for unit in (u for u in on_map if rules.nation_of[u] == PO):
        other = on_map[lots.below(len(on_map))]
        instead[unit], instead[other] = instead[other], instead[unit]
    for before, after in enumerate(instead):
        new.at[after], new.height[after], new.isolated[after] = s.at[before], s.height[before], s.isolated[before]
    new.frames = tuple(_disguised(frame, instead) for frame in s.frames)
    return new


def _units_of(frames: Iterable[Frame]) -> Iterator[int]:
    """The units of which frames speak."""
    for frame in frames:
        for name, kind in kinds(type(frame)).items():
            if kind in ("unit", "unit*"):
                yield from getattr(frame, name) if kind == "unit*" else (getattr(frame, name),)


def _disguised(frame: Frame, instead: list[int]) -> Frame:
    """A frame that speaks of the divisions that are there instead."""
    changed: dict[str, Any] = {}
    for name, kind in kinds(type(frame)).items():
        value = getattr(frame, name)
        if kind == "unit*":
            changed[name] = tuple(instead[unit] if unit >= 0 else unit for unit in value)
        elif kind == "unit" and value >= 0:
            changed[name] = instead[value]
    return msgspec.structs.replace(frame, **changed) if changed else frame
