"""What lies on the table: counters with their marks, hexes, tracks, boxes, and where a battle stands."""

from __future__ import annotations

from functools import lru_cache

from westfront.engine.aids import CALENDAR, heading, phase_mark
from westfront.engine.catalogue import rule
from westfront.engine.view import Battle as SeenBattle
from westfront.engine.view import BattleStep, Mark, Piece, Pile, Scene
from westfront.games.marne.artillery import guns_in
from westfront.games.marne.battle import battle_of
from westfront.games.marne.facts import MarneAsk, MarneData
from westfront.games.marne.leads import odds, odds_text
from westfront.games.marne.sequence import PHASES, Phase
from westfront.games.marne.state import (
    ABOVE,
    BELOW,
    BOMBING,
    COUNTER_BATTERY,
    COUNTERS,
    DISORGANISED,
    DUE,
    FIRES,
    INTERDICTION,
    OBSERVATION,
    OFF,
    OFFENSIVE,
    REORGANISING,
    WEATHERS,
    MarneState,
)
from westfront.games.marne.steps import STAGES, STEPS, stage_under_way
from westfront.games.marne.story import noted
from westfront.games.marne.victory import points_of
from westfront.hexgrid import NO_SIDES
from westfront.mechanics.kept import kept_by

KEPT, KEPT_BOXES = 16_384, 64
"""So many counters and sets of boxes are kept as they were last seen: from one view to the next most stay so."""
MARKED = (
    "lost",
    "order",
    "unsupplied",
    "pinned",
    "exploitation",
    "reserve",
    "leaving",
    "mode",
    "fought",
    "sky",
    "under",
)
"""The columns of what lies on a counter or under it."""
Away = tuple[int, int]
"""A unit that is not on the map, and its box."""
SKY = {
    BELOW: "under the HQ",
    ABOVE: "ready",
    INTERDICTION: "interdiction",
    OBSERVATION: "observation",
    BOMBING: "bombing",
}


@rule("2.2", "2.2.3", "3.0/Friendly or enemy", "3.0/Unit")
def scene(rules: MarneData, s: MarneState) -> Scene:
    """Everything lies open."""
    when = f"turn {s.turn}, sequence {s.sequence}" if s.turn else "set-up"
    about = (hex_marks(rules, s), tracks(rules, s), boxes(rules, s))
    standing = (*phase_mark(heading(phase(s))), Mark(CALENDAR, rows=(f"{s.turn}.{s.sequence}",)))
    return Scene(when, _pieces(rules, s), *about, phase(s), battles(rules, s), standing)


def facts(rules: MarneData, unit: int) -> tuple[str, ...]:
    """What is printed on a counter."""
    return (*rules.printed[unit], rules.symbol_of[unit].split("/")[0])


@kept_by("at", *MARKED)
def _pieces(rules: MarneData, s: MarneState) -> tuple[Piece, ...]:
    """The counters on the map, by hex."""
    on_map = sorted([(rules.grid.label(at), unit) for unit, at in enumerate(s.at) if at >= 0])
    rows = [*zip(*(getattr(s, column) for column in MARKED), strict=True)]
    return tuple([_piece(rules, unit, label, *rows[unit]) for label, unit in on_map])


@lru_cache(maxsize=KEPT)
def _piece(
    rules: MarneData,
    unit: int,
    label: str,
    lost: int,
    order: int,
    unsupplied: int,
    pinned: int,
    exploitation: int,
    reserve: int,
    leaving: int,
    mode: int,
    fought: int,
    sky: int,
    under: int,
) -> Piece:
    """A counter in its hex, with what lies on it or under it."""
    rows = (
        (lost, f"{lost} step{'s' * (lost > 1)} lost"),
        (order == DISORGANISED, "disorganised"),
        (order == REORGANISING, "reorganising"),
        (unsupplied, "out of supply"),
        (pinned, "pinned"),
        (exploitation, "exploitation"),
        (reserve, "reserve"),
        (leaving, "disengagement"),
        (mode == OFFENSIVE, "offensive mode"),
        (mode == COUNTER_BATTERY, "counter-battery"),
        (fought, "has attacked"),
        (sky, SKY.get(sky, "")),
        (under >= 0, f"with {rules.names.write('unit', under)}"),
    )
    states = tuple(word for holds, word in rows if holds)
    return Piece(label, rules.sides[rules.side_of[unit]], rules.names.units[unit], facts(rules, unit), states)


def hex_marks(rules: MarneData, s: MarneState) -> dict[str, tuple[str, ...]]:
    """Who holds the hexes that score, bridges that are down, and pontoons."""
    grid, scoring = rules.grid, rules.grid.set_of(rules.board.points)
    down = grid.set_of(hex_ for pair in grid.pairs(s.down) for hex_ in pair)
    found = {
        "german objective": scoring & s.german_holds,
        "allied objective": scoring & ~s.german_holds,
        "bridge down": down,
        "pontoon": grid.set_of(s.pontoons),
    }
    return {title: tuple(grid.labels(hexes)) for title, hexes in found.items() if hexes}


def tracks(rules: MarneData, s: MarneState) -> dict[str, str]:
    """Points, weather, whose phases these are, and where a battle stands."""
    now = rules.now(s)
    found = {
        "points": str(points_of(rules, s)),
        "weather": WEATHERS[s.weather],
        "initiative": rules.sides[now.initiative],
        "offensive": f"+{now.bonus}" if now.offensive else "none",
        "phasing": rules.sides[s.mover],
    }
    if s.down != NO_SIDES:
        found["bridges down"] = rules.names.write("hexsides", s.down)
    if s.pontoons:
        found["pontoons"] = rules.names.write("hex*", s.pontoons)
    return found | battle_track(rules, s)


def battle_track(rules: MarneData, s: MarneState) -> dict[str, str]:
    """Where a battle is fought, and which of its stages is under way."""
    return {"battle": rules.names.place(s.target), "step": stage_in_words(s)} if s.target >= 0 else {}


def stage_in_words(s: MarneState) -> str:
    """The stage of the battle, with the number of its step."""
    stage = stage_under_way(s)
    return f"1, {STEPS[0]}" if stage is None else f"{STAGES[stage].step}, {STAGES[stage].title}"


@rule("12.2", "AID")
def battle_steps(rules: MarneData, s: MarneState) -> tuple[BattleStep, ...]:
    """The ten steps: which is asked about and of whom, and what has been decided and thrown in those before it."""
    stage, frame = stage_under_way(s), s.frames[-1] if s.frames else None
    under_way = [int(number) for number in ("1" if stage is None else STAGES[stage].step).split("-")]
    told = decisions(rules, s)
    by = rules.sides[frame.player] if isinstance(frame, MarneAsk) else ""
    return tuple(
        BattleStep(title, number < under_way[0], number in under_way, by * (number in under_way), told.get(number, ""))
        for number, title in enumerate(STEPS, 1)
    )


def decisions(rules: MarneData, s: MarneState) -> dict[int, str]:
    """What has been decided or thrown so far, by step."""
    battle, names = battle_of(rules, s), rules.names
    found: dict[int, list[str]] = {1: [names.write("unit*", battle.attackers)] if battle.attackers else []}
    for step, side, roles in ((2, s.mover, (FIRES, COUNTERS)), (3, 1 - s.mover, (FIRES,)), (4, s.mover, (COUNTERS,))):
        found[step] = [names.units[gun] for role in roles for gun in guns_in(rules, s, side, role)]
    found[3] += [f"{names.units[gun]} in counter-battery" for gun in guns_in(rules, s, 1 - s.mover, COUNTERS)]
    found[6] = [names.units[lead] for lead in (s.attack_lead, s.defence_lead) if lead >= 0]
    for step, words in noted(s):
        found.setdefault(step, []).append(words)
    return {step: ", ".join(words) for step, words in found.items()}


def battles(rules: MarneData, s: MarneState) -> tuple[SeenBattle, ...]:
    """The battle that is being fought."""
    if s.target < 0:
        return ()
    battle, names = battle_of(rules, s), rules.names.units
    helpers = [gun for side in (0, 1) for role in (FIRES, COUNTERS) for gun in guns_in(rules, s, side, role)]
    return (
        SeenBattle(
            rules.sides[battle.side],
            (rules.grid.label(battle.target),),
            tuple(names[unit] for unit in battle.attackers),
            tuple(names[gun] for gun in helpers),
            stage_in_words(s),
            odds=odds_text(odds(battle).column) if battle.attackers else "",
            steps=battle_steps(rules, s),
        ),
    )


def phase(s: MarneState) -> str:
    """The phase that is under way: the one before the next that waits."""
    words = list(PHASES)
    waiting = next((frame for frame in reversed(s.frames) if isinstance(frame, Phase)), None)
    if not s.turn:
        return "set-up"
    if waiting is None:
        return words[-1] if s.exploiting else "administration"
    return words[words.index(waiting.phase) - 1]


def boxes(rules: MarneData, s: MarneState) -> dict[str, tuple[Pile, ...]]:
    """Who is still to come, away or lost."""
    return _boxes(rules, tuple([(unit, where) for unit, where in enumerate(s.at) if where < OFF]))


@lru_cache(maxsize=KEPT_BOXES)
def _boxes(rules: MarneData, away: tuple[Away, ...]) -> dict[str, tuple[Pile, ...]]:
    found: dict[str, list[Pile]] = {}
    for unit, where in away:
        side = rules.sides[rules.side_of[unit]]
        arrival = rules.arrivals.get(unit)
        when = f" {arrival.when[0]}.{arrival.when[1]}" if arrival and where == DUE else ""
        pile = Pile(side, 1, rules.names.units[unit], facts=facts(rules, unit))
        found.setdefault(f"{side} {rules.names.place(where)}{when}", []).append(pile)
    return {box: tuple(inside) for box, inside in sorted(found.items())}
