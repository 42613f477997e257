"""What lies on the table: pieces, boxes, the phase, the battles, the points. Nothing is hidden in this game."""

from __future__ import annotations

from functools import lru_cache

from westfront.engine.aids import CALENDAR, phase_mark
from westfront.engine.view import Battle, Mark, Piece, Pile, Scene
from westfront.games.michel import deployment, resolution
from westfront.games.michel.attack_allocation import AttackAllocation
from westfront.games.michel.data import MichelData
from westfront.games.michel.declared import combats
from westfront.games.michel.defence_allocation import DefensiveFire
from westfront.games.michel.movement import EndMovement
from westfront.games.michel.previews import as_planned, faces
from westfront.games.michel.resolution import FACES, CleanUp, odds
from westfront.games.michel.sequence import CombatPhase
from westfront.games.michel.state import ALLIED, GERMAN, LAST_TURN, OFF, TRACK, MichelState
from westfront.games.michel.victory import held, sources
from westfront.mechanics.kept import kept_by

USES = ((), ("face down",), ("fires",), ("fires in full",), ("fires at half",))
KEPT_PIECES, KEPT_BOXES = 16_384, 64
"""So many counters and sets of boxes are kept as they were last seen: from one view to the next most stay so."""
Away = tuple[int, int, int]
"""A unit in a box: which, in which box, and by which edge it comes in."""


def scene(rules: MichelData, s: MichelState, side: int) -> Scene:
    """Everything lies open to everybody."""
    when = f"game-turn {s.turn} of {LAST_TURN}" if s.turn else "deployment"
    scoring, labels, under_way = sources(rules, s), rules.grid.labels, phase(rules, s)
    marks = {
        "German objective": tuple(labels(held(rules, s))),
        "points now": tuple(labels(rules.grid.set_of(source.hex for source in scoring))),
    }
    return Scene(
        when,
        pieces(rules, s),
        marks | deployment.marks(rules, s),
        {"points": str(sum(source.points for source in scoring)), **deployment.tracks(rules, s)},
        boxes(rules, s),
        under_way,
        battles(rules, s),
        (*phase_mark(under_way.partition(" ")[2]), Mark(CALENDAR, rows=(str(s.turn),))),
    )


@kept_by("at", "moved", "isolated", "use")
def pieces(rules: MichelData, s: MichelState) -> tuple[Piece, ...]:
    """The units on the map, by hex."""
    stacks, moved, isolated, use = rules.field(s).stacks, s.moved, s.isolated, s.use
    in_order = sorted(stacks, key=rules.grid.label)
    return tuple([_piece(rules, u, hex_, moved[u], isolated[u], use[u]) for hex_ in in_order for u in stacks[hex_]])


@lru_cache(maxsize=KEPT_PIECES)
def _piece(rules: MichelData, unit: int, hex_: int, moved: int, isolated: int, use: int) -> Piece:
    """A unit in its hex, with what it did in this phase, or cannot do."""
    states = ("moved",) * moved + ("isolated",) * isolated + USES[use]
    side, name = rules.sides[rules.side_of[unit]], rules.names.units[unit]
    return Piece(rules.grid.label(hex_), side, name, rules.printed_facts[unit], states)


@kept_by("at", "edge")
def boxes(rules: MichelData, s: MichelState) -> dict[str, tuple[Pile, ...]]:
    """Who lies in which box; those who are due with their game-turn and edge."""
    return _boxes(rules, tuple([(unit, where, s.edge[unit]) for unit, where in enumerate(s.at) if where < OFF]))


@lru_cache(maxsize=KEPT_BOXES)
def _boxes(rules: MichelData, away: tuple[Away, ...]) -> dict[str, tuple[Pile, ...]]:
    found: dict[str, list[Pile]] = {}
    for unit, where, edge in away:
        side, box = rules.sides[rules.side_of[unit]], rules.names.place(where)
        if turn := TRACK.turn(where):
            box = f"due {turn}{('', ' north', ' south')[edge]}"
        pile = Pile(side, 1, rules.names.units[unit], facts=rules.printed_facts[unit])
        found.setdefault(f"{side} {box}", []).append(pile)
    return {box: tuple(inside) for box, inside in sorted(found.items())}


def phase(rules: MichelData, s: MichelState) -> str:
    """The phase or segment under way, and whose it is."""
    if not s.turn:
        return "deployment"
    for frame in reversed(s.frames):
        if isinstance(frame, CombatPhase):
            return f"{rules.sides[frame.player]} first movement phase"
        if isinstance(frame, AttackAllocation):
            return f"{rules.sides[frame.player]} combat phase, attack allocation"
        if isinstance(frame, DefensiveFire):
            return f"{rules.sides[1 - frame.player]} combat phase, defence allocation"
        if isinstance(frame, CleanUp):
            return f"{rules.sides[frame.player]} combat phase, resolution"
    movement = next((frame for frame in s.frames if isinstance(frame, EndMovement)), None)
    return f"{rules.sides[movement.player]} second movement phase" if movement else ""


def battles(rules: MichelData, s: MichelState) -> tuple[Battle, ...]:
    """Every combat that is declared and not yet fought, with the units that take part so far."""
    return tuple(_battle(rules, s, side, n) for side in (GERMAN, ALLIED) for n in combats(rules, s, 1 - side))


def _battle(rules: MichelData, s: MichelState, side: int, number: int) -> Battle:
    planned, without = as_planned(rules, s, side, number)

    def names(units: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(rules.names.units[unit] for unit in units)

    return Battle(
        rules.sides[side],
        tuple(map(rules.grid.label, planned.hexes)),
        names(planned.attackers),
        names(planned.guns + planned.defence_guns),
        note=(lacks := f"without attack supply: {' '.join(names(without))}" if without else ""),
        missing=lacks,
        odds=_odds(rules, planned),
    )


def _odds(rules: MichelData, planned: resolution.Battle) -> str:
    """The column as planned, and how many faces of the die leave no defender where he was."""
    if not planned.attackers + planned.guns:
        return ""
    view = odds(planned)
    gone = sum(count for code, count in faces(rules, view).items() if code[0] != "A")
    return f"{rules.crt.columns[view.column]}, {gone} in {FACES}"
