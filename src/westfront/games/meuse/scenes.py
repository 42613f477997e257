"""What lies on the table: the counters with their states, marks on the map, tracks, boxes, the battle under way."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from westfront.engine.aids import CALENDAR, phase_mark
from westfront.engine.catalogue import rule
from westfront.engine.frame import Frame
from westfront.engine.view import Battle, Mark, Piece, Pile, Scene
from westfront.games.meuse.bombardment import Barrage, Fire, Gas, Hit, shelled_hexes
from westfront.games.meuse.combat import Assault, AttackRoll, Combat, SupportFire, in_words
from westfront.games.meuse.data import MeuseData
from westfront.games.meuse.movement import Movement
from westfront.games.meuse.odds import Battle as Attack
from westfront.games.meuse.odds import odds
from westfront.games.meuse.setup import SetUp
from westfront.games.meuse.state import ALLIED, DUE, FIRING, GERMAN, HAND, LOST, SPENT, USED, MeuseState
from westfront.games.meuse.support import Draw, markers
from westfront.games.meuse.victory import units_beyond
from westfront.mechanics.kept import kept_by

PHASES: dict[type[Frame], str] = {
    SetUp: "set-up",
    Draw: "support fire markers",
    Movement: "movement phase",
    Barrage: "bombardment",
    Gas: "bombardment",
    Fire: "bombardment",
    Hit: "bombardment",
    Combat: "combat phase",
}
KEPT_PIECES, KEPT_BOXES = 16_384, 64
"""So many counters and sets of boxes are kept as they were last seen: from one view to the next most stay so."""
BESIDE = (DUE, LOST, HAND, FIRING, USED)
"""The boxes in which everything is shown; of the others only aircraft."""
Away = tuple[int, int, int]
"""A unit in a box: which, in which box, and how many steps it has."""


@rule("2.3")
def scene_of(rules: MeuseData, s: MeuseState) -> Scene:
    """Everything lies open: the map, the boxes, both hands."""
    shelled = {hex_ for side in (ALLIED, GERMAN) for hex_ in shelled_hexes(rules, s, side)}
    marks = {
        "breached": tuple(rules.grid.labels(s.breached)),
        "bombardment": tuple(rules.grid.labels(rules.grid.set_of(shelled))),
        "goal": (rules.grid.label(rules.goal),),
    }
    when = f"turn {s.turn} of {rules.last_turn}, {rules.track[s.turn].dates}" if s.turn else "set-up"
    away = [
        (u, where, s.steps[u]) for u, where in enumerate(s.at) if where in BESIDE or (where < 0 and u in rules.aircraft)
    ]
    now, about = _phase(s), (_tracks(rules, s), _boxes(rules, tuple(away)))
    standing = (*phase_mark(now), Mark(CALENDAR, rows=(str(s.turn),)))
    return Scene(when, _pieces(rules, s), marks, *about, now, tuple(_battles(rules, s)), standing)


@kept_by("at", "steps", "moved", "unsupplied", "fought")
def _pieces(rules: MeuseData, s: MeuseState) -> tuple[Piece, ...]:
    """The counters on the map, by hex."""
    steps, moved, unsupplied, fought = s.steps, s.moved, s.unsupplied, s.fought
    on_map = sorted([(rules.grid.label(where), unit) for unit, where in enumerate(s.at) if where >= 0])
    return tuple([_piece(rules, u, label, steps[u], moved[u], unsupplied[u], fought[u]) for label, u in on_map])


@lru_cache(maxsize=KEPT_PIECES)
def _piece(rules: MeuseData, unit: int, label: str, steps: int, moved: int, unsupplied: int, fought: int) -> Piece:
    """A counter in its hex, with what it did and suffers."""
    states = {
        "reduced": unit < rules.fighters and rules.is_on_back(unit, steps),
        "moved": moved,
        "out-of-supply": unsupplied,
        "fought": fought,
    }
    shown = tuple(word for word, is_so in states.items() if is_so)
    return Piece(label, rules.sides[rules.side_of[unit]], rules.names.units[unit], printed(rules, unit, steps), shown)


def printed(rules: MeuseData, unit: int, steps: int) -> tuple[str, ...]:
    """The numbers of the side that lies up, and the kind of counter."""
    symbol = rules.counters[unit].type.symbol
    if unit >= rules.fighters:
        return (str(rules.strength[unit]), symbol) if rules.strength[unit] else ("", symbol)
    return "-".join(map(str, rules.ratings[unit][steps or rules.full_steps[unit]])), symbol


@rule("11.1", "17.1", "18.1", "11.6", "13.2")
def _tracks(rules: MeuseData, s: MeuseState) -> dict[str, str]:
    """Markers of both sides, free chits, and what can be used once."""
    hands = (" ".join(str(rules.strength[u]) for u in markers(rules, s, side, HAND)) for side in (ALLIED, GERMAN))
    goal = {"units beyond the line": f"{units_beyond(rules, s)} of {rules.beyond}"} if rules.beyond else {}
    return goal | {
        "bombardment": " / ".join(map(str, s.stock)),
        "support": " / ".join(hand or "none" for hand in hands),
        "free brigades": str(len(rules.brigades.left(s.at))),
        "Lost Battalion": "used" if s.lost_battalion == SPENT else "to come",
        "German replacement": "used" if s.german_replacement else "to come",
    }


@lru_cache(maxsize=KEPT_BOXES)
def _boxes(rules: MeuseData, away: tuple[Away, ...]) -> dict[str, tuple[Pile, ...]]:
    """Who waits for which turn, who is lost, aircraft in their box, and the support markers."""
    boxes: dict[str, list[Pile]] = {}
    for unit, where, steps in away:
        side, box = rules.sides[rules.side_of[unit]], rules.names.place(where)
        when = f" turn {rules.arrival[unit]:02d}" if where == DUE else ""
        pile = Pile(side, 1, rules.names.units[unit], facts=printed(rules, unit, steps))
        boxes.setdefault(f"{side} {box}{when}", []).append(pile)
    return {box: tuple(inside) for box, inside in sorted(boxes.items())}


@rule("4.1")
def _phase(s: MeuseState) -> str:
    """The phase under way, by the frame nearest to the top that tells it."""
    return next((PHASES[type(frame)] for frame in reversed(s.frames) if type(frame) in PHASES), "")


def _battles(rules: MeuseData, s: MeuseState) -> Iterator[Battle]:
    """The attack that takes shape or is under way."""
    for frame in s.frames:
        if isinstance(frame, Assault | AttackRoll | SupportFire) and frame.attackers:
            side = frame.attacker if isinstance(frame, SupportFire) else frame.player
            attack = Attack(rules, s, side, frame.target, frame.attackers)
            units = tuple(rules.names.units[u] for hex_ in frame.attackers for u in rules.field(s).stack(hex_))
            fire = [u for owner in (ALLIED, GERMAN) for u in markers(rules, s, owner, FIRING)]
            support, target = tuple(rules.names.units[u] for u in fire), rules.grid.label(frame.target)
            found = odds(attack)
            chip = f"{found.differential:+d}, column {found.column + 1}"
            yield Battle(rules.sides[side], (target,), units, support, in_words(found), odds=chip)
            return
