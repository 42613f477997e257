"""Chapter 6.6: what each side sees and remembers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from westfront.engine.aids import CALENDAR, phase_mark
from westfront.engine.catalogue import rule
from westfront.engine.dice import RepeatableRandom
from westfront.engine.names import NOBODY
from westfront.engine.view import Battle, Mark, Piece, Pile, Scene
from westfront.games.hindenburg.attack_supply import PlaceAttackSupply, marked
from westfront.games.hindenburg.battle import under_way
from westfront.games.hindenburg.black_days import BlackDays
from westfront.games.hindenburg.data import HindenburgData
from westfront.games.hindenburg.participation import Tanks
from westfront.games.hindenburg.state import (
    ALLIED,
    BE,
    BOXES,
    GERMAN,
    NATIONS,
    OFF,
    PASSED,
    PO,
    RESERVE,
    US,
    HindenburgState,
)
from westfront.games.hindenburg.victory import (
    GROUND_NEEDED,
    MoraleRoll,
    NationalCheck,
    ground_taken,
    victory_cities_lost,
)
from westfront.mechanics.hidden import Place, disguised
from westfront.mechanics.kept import kept_by
from westfront.mechanics.setup import curtained, unbegun

KEPT_PIECES, KEPT_BOXES = 16_384, 512
"""So many divisions and boxes are kept as they were last seen: from one view to the next most stay so."""
Lying = tuple[int, int, bool]
"""A counter in a box, whether its reverse side is up, and whether it is not known."""
PHASES = (
    ((PlaceAttackSupply,), "reinforcement"),
    ((MoraleRoll, BlackDays), "German army morale check"),
    ((NationalCheck,), "victory check"),
)
"""Frames by which a phase is known; all else is the operations phase."""


@rule("6.6")
def hidden(rules: HindenburgData, s: HindenburgState, side: int) -> list[int]:
    """The divisions that a side (or the public) may not know: below the top one of a stack, and in the reserve.

    It knows those that it has seen and not lost sight of since. What is dead or on the Turn Record Track is no secret:
    it was lost, rolled for or printed openly.
    """
    return [*_hidden(rules, s, side, curtained(rules, s))]


@kept_by("at", "height", "known")
def _hidden(rules: HindenburgData, s: HindenburgState, side: int, curtain: int) -> list[int]:
    stacks, found = rules.field(s).stacks, list[int]()
    tops = {stack[0] for stack in stacks.values()}
    for owner in (GERMAN, ALLIED):
        if owner != side:
            open_ = tops if owner != curtain else ()
            found += [u for u in rules.own[owner] if s.at[u] >= RESERVE and not s.known[u] and u not in open_]
    return found


# -- the view


def scene(rules: HindenburgData, s: HindenburgState, side: int) -> Scene:
    """Own divisions in full; of an enemy stack the top one, those that are remembered, and how many there are."""
    curtain, battle, phase = curtained(rules, s), under_way(s), _phase(s)
    fighting = (*battle.attackers, *rules.stack(s, battle.target)) if battle else ()
    return Scene(
        turn=f"turn {s.turn} of 15" if s.turn else "set-up",
        pieces=_pieces(rules, s, side, curtain, fighting),
        hexes=_marks(rules, s, side),
        tracks=_tracks(rules, s),
        boxes=_boxes(rules, s, side, curtain, s.turn == 0),
        phase=phase,
        battles=tuple(_battles(rules, s, side)),
        marks=(*(phase_mark(phase) if s.turn else ()), Mark(CALENDAR, rows=(str(s.turn),))),
    )


@kept_by("at", "height", "flipped", "known")
def _pieces(
    rules: HindenburgData, s: HindenburgState, side: int, curtain: int, fighting: tuple[int, ...]
) -> tuple[Piece, ...]:
    """The divisions on the map by hex, the top one of each stack first; all see those on top, and those who fight."""
    stacks, unknown, found = rules.field(s).stacks, set(_hidden(rules, s, side, curtain)), list[Piece]()
    open_ = {*fighting, *(stack[0] for stack in stacks.values())}
    flipped = s.flipped
    for hex_ in sorted(stacks, key=rules.grid.label):
        stack = stacks[hex_]
        owner = rules.side_of[stack[0]]
        if owner == side:
            found += [_piece(rules, unit, hex_, flipped[unit], False) for unit in stack]
        elif owner != curtain:
            found += [
                _unknown(rules, owner, hex_) if u in unknown else _piece(rules, u, hex_, flipped[u], u not in open_)
                for u in stack
            ]
    return tuple(found)


@lru_cache(maxsize=KEPT_PIECES)
def _unknown(rules: HindenburgData, owner: int, hex_: int) -> Piece:
    """A division of which only the back is seen."""
    return Piece(rules.grid.label(hex_), rules.sides[owner])


@lru_cache(maxsize=KEPT_PIECES)
def _piece(rules: HindenburgData, unit: int, hex_: int, flipped: int, remembered: bool) -> Piece:
    """A division that is known."""
    label, side, name = rules.grid.label(hex_), rules.sides[rules.side_of[unit]], rules.names.units[unit]
    states = turned(rules, unit, flipped) + ("remembered",) * remembered
    return Piece(label, side, name, rules.facts[unit][flipped], states, rules.kinds[unit][flipped])


def turned(rules: HindenburgData, unit: int, flipped: int) -> tuple[str, ...]:
    """What it means that a division has its reverse side up, if it has."""
    return ("reduced" if rules.steps[unit] > 1 else "low morale",) if flipped else ()


def _phase(s: HindenburgState) -> str:
    """The phase of the turn sequence."""
    for kinds, name in PHASES:
        if any(isinstance(frame, kinds) for frame in s.frames):
            return name
    return "operations" if s.turn else "set-up"


def _battles(rules: HindenburgData, s: HindenburgState, side: int) -> Iterator[Battle]:
    """The battle that is fought, or one that the side puts together with tanks."""
    top, battle = s.frames[-1] if s.frames else None, under_way(s)
    if isinstance(top, Tanks) and top.player == side:
        yield _battle(rules, side, top.target, top.units, _with_tanks(rules, top.supported))
    if battle is not None:
        tanks = _with_tanks(rules, battle.supported if battle.round == 1 else ())
        notes = [f"round {battle.round}", "with attack supply" if battle.attack_supply else tanks]
        yield _battle(rules, battle.player, battle.target, battle.attacking(s), ", ".join(filter(None, notes)))


def _battle(rules: HindenburgData, side: int, target: int, units: Sequence[int], note: str) -> Battle:
    names = tuple(rules.names.units[unit] for unit in units)
    return Battle(rules.sides[side], (rules.grid.label(target),), names, note=note)


def _with_tanks(rules: HindenburgData, supported: Sequence[int]) -> str:
    return f"tanks with {rules.names.write('unit*', supported)}" if supported else ""


def _marks(rules: HindenburgData, s: HindenburgState, side: int) -> dict[str, tuple[str, ...]]:
    """Control where it has changed, entrenchments, attack supply."""
    labels, board = rules.grid.labels, rules.board
    supplied = 0 if curtained(rules, s) == GERMAN != side else marked(rules, s)
    return {
        "attack supply": tuple(labels(supplied)),
        "German control": tuple(labels(s.german & board.west)),
        "Allied control": tuple(labels(board.east & ~s.german)),
        "entrenchment": tuple(labels(s.trenches)),
        "German ground in supply": tuple(labels(board.west & rules.german_supply(s))),
    }


def _tracks(rules: HindenburgData, s: HindenburgState) -> dict[str, str]:
    """Action markers, and what victory counts: western ground until the check of turn 9, then cities."""
    board, found = rules.board, {"actions": f"German {s.actions[GERMAN]}, Allied {s.actions[ALLIED]}"}
    if s.mid_game != PASSED:
        return {**found, "western ground": f"{ground_taken(rules, s)} of {GROUND_NEEDED} needed"}
    western, won = board.city & board.west & s.german, len(victory_cities_lost(rules, s))
    cities = f"{western.bit_count()} western cities German, {won} Victory Cities Allied"
    return {**found, "mid-game check": "passed", "cities": cities}


@kept_by("at", "height", "flipped", "known")
def _boxes(
    rules: HindenburgData, s: HindenburgState, side: int, curtain: int, is_set_up: bool
) -> dict[str, tuple[Pile, ...]]:
    """The boxes of both sides; divisions that are not known only by their number."""
    boxes: tuple[dict[int, list[Lying]], ...] = {}, {}
    unknown, found = set(_hidden(rules, s, side, curtain)), {}
    for unit, where in enumerate(s.at):
        if where < 0:
            boxes[rules.side_of[unit]].setdefault(where, []).append((unit, s.flipped[unit], unit in unknown))
    for owner in (GERMAN, ALLIED):
        if owner == side or owner != curtain:
            for box in sorted(boxes[owner], reverse=True):
                if box != OFF or is_set_up:
                    found[f"{rules.sides[owner]} {BOXES[OFF - box]}"] = _piles(rules, tuple(boxes[owner][box]))
    return found


@lru_cache(maxsize=KEPT_BOXES)
def _piles(rules: HindenburgData, lying: tuple[Lying, ...]) -> tuple[Pile, ...]:
    """What lies in a box: divisions by kind as far as they are known; brigades and attack supply are seen by all."""
    owner, names, last = rules.sides[rules.side_of[lying[0][0]]], rules.names.units, rules.divisions[-1]
    unknown, known, open_ = 0, dict[str, list[Lying]](), dict[str, list[int]]()
    for unit, flipped, is_unknown in lying:
        if unit > last:
            nation = NATIONS[rules.nation_of[unit]]
            open_.setdefault(f"{nation} tank brigade" if unit in rules.tanks else "attack supply", []).append(unit)
        elif is_unknown:
            unknown += 1
        else:
            known.setdefault(rules.kinds[unit][flipped], []).append((unit, flipped, is_unknown))
    piles = [Pile(owner, unknown)] if unknown else []
    for kind, alike in known.items():
        first, flipped, _ = alike[0]
        facts = (*rules.facts[first][flipped], *turned(rules, first, flipped))
        piles.append(Pile(owner, len(alike), names[first], kind, facts))
    return (*piles, *(Pile(owner, len(group), names[group[0]], facts=(what,)) for what, group in open_.items()))


# -- the proof of secrecy, and states that may be true


def disguise(rules: HindenburgData, s: HindenburgState, side: int, lots: RepeatableRandom) -> HindenburgState:
    """Deal the divisions that a side may not know anew, wherever they are, in the frames under way as well.

    What everybody can infer stays so: Portuguese are never in the reserve, Belgians only once they have been replaced,
    and those that are chosen for an action keep their nations, on which it depends what they may do. Americans that the
    side has lost sight of are whole, unless it knows better.
    """
    curtain = curtained(rules, s)
    if curtain not in (NOBODY, side):
        s = unbegun(rules, s, curtain)
    unknown = hidden(rules, s, side)
    chosen = {unit for frame in s.frames for unit in getattr(frame, "units", ())}

    def known(unit: int) -> tuple[int, ...]:
        owner = rules.side_of[unit]
        nation = rules.nation_of[unit] if unit in chosen else -1
        return (owner, nation)

    def fits(unit: int, place: Place) -> bool:
        owner, nation = place.known
        if owner != rules.side_of[unit] or nation not in (-1, rules.nation_of[unit]):
            return False
        return place.columns[0] != RESERVE or may_be_in_reserve(rules, s, unit)

    new = disguised(s, unknown, ("at", "height"), lots, known, fits)
    for unit in unknown:
        if rules.nation_of[unit] == US:
            new.flipped[unit] = s.seen_reduced[unit]
    return new


def may_be_in_reserve(rules: HindenburgData, s: HindenburgState, unit: int) -> bool:
    """Whether a division can have come into the reserve: no Portuguese, and Belgians only as replacements."""
    nation = rules.nation_of[unit]
    return nation != PO and (nation != BE or bool(s.flipped[unit]) or s.mid_game == PASSED)
