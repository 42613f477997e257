"""What lies on the table: pieces, boxes, the phase, the battles, the points. Nothing is hidden in this game."""

from __future__ import annotations

from westfront.engine.aids import CALENDAR, phase_mark
from westfront.engine.view import Battle, Mark, Piece, Pile, Scene
from westfront.games.michel import deployment, resolution
from westfront.games.michel.attack_allocation import AttackAllocation
from westfront.games.michel.data import MichelData
from westfront.games.michel.declared import combats
from westfront.games.michel.defence_allocation import DefenceArtillery, DefensiveFire
from westfront.games.michel.movement import EndMovement
from westfront.games.michel.previews import FACES, as_planned, faces
from westfront.games.michel.resolution import CleanUp, draw_up, odds
from westfront.games.michel.sequence import CombatPhase
from westfront.games.michel.state import ALLIED, GERMAN, LAST_TURN, OFF, TRACK, MichelState
from westfront.games.michel.victory import held, points_of, scoring_hexes

USES = ((), ("face down",), ("fires",), ("fires in full",), ("fires at half",))


def scene(rules: MichelData, s: MichelState) -> Scene:
    """Everything lies open."""
    when = f"game-turn {s.turn} of {LAST_TURN}" if s.turn else "deployment"
    marks = {"German objective": held(rules, s), "points now": scoring_hexes(rules, s)}
    under_way = phase(rules, s)
    return Scene(
        when,
        tuple(pieces(rules, s)),
        {mark: tuple(rules.grid.labels(hexes)) for mark, hexes in marks.items()} | deployment.marks(rules, s),
        {"points": str(points_of(rules, s)), **deployment.tracks(rules, s)},
        boxes(rules, s),
        under_way,
        battles(rules, s),
        (*phase_mark(under_way.partition(" ")[2]), Mark(CALENDAR, rows=(str(s.turn),))),
    )


def pieces(rules: MichelData, s: MichelState) -> list[Piece]:
    """The units on the map, by hex."""
    stacks, sides, names = rules.field(s).stacks, rules.sides, rules.names.units
    return [
        Piece(label, sides[rules.side_of[unit]], names[unit], rules.printed_facts[unit], states(s, unit))
        for label, hex_ in sorted((rules.grid.label(hex_), hex_) for hex_ in stacks)
        for unit in stacks[hex_]
    ]


def states(s: MichelState, unit: int) -> tuple[str, ...]:
    """What a unit did in this phase, or cannot do."""
    return ("moved",) * s.moved[unit] + ("isolated",) * s.isolated[unit] + USES[s.use[unit]]


def boxes(rules: MichelData, s: MichelState) -> dict[str, tuple[Pile, ...]]:
    """Who lies in which box; those who are due with their game-turn and edge."""
    found: dict[str, list[Pile]] = {}
    for unit, where in enumerate(s.at):
        if where < OFF:
            side, box = rules.sides[rules.side_of[unit]], rules.names.place(where)
            if turn := TRACK.turn(where):
                box = f"due {turn}{('', ' north', ' south')[s.edge[unit]]}"
            pile = Pile(side, 1, rules.names.units[unit], facts=rules.printed_facts[unit])
            found.setdefault(f"{side} {box}", []).append(pile)
    return {box: tuple(inside) for box, inside in sorted(found.items())}


def phase(rules: MichelData, s: MichelState) -> str:
    """The phase or segment under way, and whose it is."""
    for frame in reversed(s.frames):
        if isinstance(frame, CombatPhase):
            return f"{rules.sides[frame.player]} first movement phase"
        if isinstance(frame, AttackAllocation):
            return f"{rules.sides[frame.player]} combat phase, attack allocation"
        if isinstance(frame, DefenceArtillery | DefensiveFire):
            return f"{rules.sides[1 - frame.player]} combat phase, defence allocation"
        if isinstance(frame, CleanUp):
            return f"{rules.sides[frame.player]} combat phase, resolution"
    movement = next((frame for frame in s.frames if isinstance(frame, EndMovement)), None)
    return f"{rules.sides[movement.player]} second movement phase" if movement else ""


def battles(rules: MichelData, s: MichelState) -> tuple[Battle, ...]:
    """Every combat that is declared and not yet fought, with the units that take part so far."""
    declared = [(side, number) for side in (GERMAN, ALLIED) for number in combats(rules, s, 1 - side)]
    return tuple(_battle(rules, s, side, number) for side, number in declared)


def _battle(rules: MichelData, s: MichelState, side: int, number: int) -> Battle:
    drawn_up = draw_up(rules, s, side, number)

    def names(units: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(rules.names.units[unit] for unit in units)

    without = drawn_up.without_attack_supply
    return Battle(
        rules.sides[side],
        tuple(map(rules.grid.label, drawn_up.hexes)),
        names(drawn_up.attackers + without),
        names(drawn_up.guns + drawn_up.defence_guns),
        note=(lacks := f"without attack supply: {' '.join(names(without))}" if without else ""),
        missing=lacks,
        odds=_odds(rules, as_planned(rules, s, side, number)[0]),
    )


def _odds(rules: MichelData, planned: resolution.Battle) -> str:
    """The column as planned, and how many faces of the die leave no defender where he was."""
    if not planned.attackers + planned.guns:
        return ""
    view = odds(planned)
    gone = sum(count for code, count in faces(rules, view).items() if code[0] != "A")
    return f"{rules.crt.columns[view.column]}, {gone} in {FACES}"
