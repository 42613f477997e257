"""11.1.5: reinforcements, when they are due and where they come in."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.games.marne.board import EXTRA
from westfront.games.marne.facts import MarneData, MarnePlay
from westfront.games.marne.movement import NORMAL, interdicted, points
from westfront.games.marne.places import clear_pontoons, enter
from westfront.games.marne.scenario import Arrival
from westfront.games.marne.state import ARRIVED, DUE, MOVED, MarneState
from westfront.hexgrid import Grid, HexSet, has, union


@rule("11.1.5", "S1 reinforcements")
def entry_now(s: MarneState, arrival: Arrival) -> str | None:
    """The rule by which a unit comes in now, None before its turn and sequence."""
    now = (s.turn, s.sequence)
    if arrival.later and now >= arrival.later:
        return arrival.later_entry
    return arrival.entry if now >= arrival.when else None


def due_now(rules: MarneData, s: MarneState, side: int) -> list[int]:
    """The ground units of a side that may come in now."""
    at = s.at
    due = [unit for unit in rules.coming_by(side, s.turn, s.sequence) if at[unit] == DUE]
    return [unit for unit in due if s.back[unit] or not rules.arrivals[unit].entry.startswith("roll")]


def able_to_come(rules: MarneData, s: MarneState, side: int) -> list[int]:
    """Those of them for whom a hex is open, which is looked up once for those that arrive alike."""
    due = due_now(rules, s, side)
    if not due:
        return due
    alike = {(rules.arrives_like[unit], s.order[unit]): unit for unit in due}
    open_ = {kind for kind, unit in alike.items() if entry_hexes(rules, s, unit)}
    return [unit for unit in due if (rules.arrives_like[unit], s.order[unit]) in open_]


@rule("11.1.5")
def must_come(rules: MarneData, s: MarneState, unit: int) -> bool:
    """Whether a unit that is due and has an open hex may not wait: there is no later turn for it to choose."""
    later = rules.arrivals[unit].later
    return later is None or (s.turn, s.sequence) >= later


class Entry(NamedTuple):
    """A rule of entry as it is read: hexes, or HQs with which a unit comes in."""

    hexes: HexSet
    apart: bool
    """Only those of them that no enemy is next to."""
    edge: bool
    """They are hexes of the edge, which a unit enters from beyond it."""
    hqs: tuple[int, ...]
    around: bool
    """The hexes round an HQ are open as well."""


@lru_cache(maxsize=256)
@rule("11.1.5", "S4/10th DI")
def read_entry(rules: MarneData, side: int, text: str) -> Entry:
    """A rule of entry that names hexes, some way round a hex, stretches of the edge, or HQs of a side."""
    kind, _, rest = text.partition(":")
    grid, hexes = rules.grid, 0
    hqs: tuple[int, ...] = ()
    names, plus, _ = rest.partition("+")
    if kind == "hq":
        hqs = tuple(rules.hqs[side] if names == "any" else [rules.names.unit(name) for name in names.split("|")])
    elif kind == "within":
        number, label, *_ = rest.split(":")
        hexes = grid.within(grid.hexset(label), int(number))
    elif kind == "edge":
        hexes = grid.set_of(hex_ for run in rest.split("|") for hex_ in _run(grid, run))
    else:
        hexes = grid.hexset(*rest.split("|"))
    return Entry(hexes, kind == "within" and rest.count(":") > 1, kind == "edge", hqs, bool(plus))


def _run(grid: Grid, run: str) -> list[int]:
    """The hexes of a stretch of the edge, along a column or a row."""
    first, _, last = run.partition("..")
    columns = range(int(first[:2]), int(last[:2]) + 1)
    rows = range(int(first[2:]), int(last[2:]) + 1)
    return [grid.hex(f"{column:02d}{row:02d}") for column in columns for row in rows]


@rule("11.1.5")
def entry_hexes(rules: MarneData, s: MarneState, unit: int) -> HexSet:
    """Where a unit may come in now."""
    text, side = entry_now(s, rules.arrivals[unit]), rules.side_of[unit]
    if text is None:
        return 0
    entry = read_entry(rules, side, text)
    found = union(hexes_of_hq(rules, s, hq, entry) for hq in entry.hqs) if entry.hqs else entry.hexes
    found &= open_to(rules, s, unit)
    if entry.apart:
        found &= ~rules.grid.within(rules.field(s).ground[1 - side], 1)
    if entry.edge:
        most, dear = points(rules, s, unit, NORMAL), interdicted(rules, s, side)
        within = rules.board.entered_for
        found &= within(most) & ~dear | within(most - EXTRA) & dear if dear else within(most)
    return found


def hexes_of_hq(rules: MarneData, s: MarneState, hq: int, entry: Entry) -> HexSet:
    """The hexes to which units come with an HQ, if it has not moved."""
    if s.at[hq] < 0 or s.moved[hq] == MOVED:
        return 0
    here = 1 << s.at[hq] & rules.board.area
    return rules.grid.within(here, 1) if entry.around else here


@rule("11.1.5")
def open_to(rules: MarneData, s: MarneState, unit: int) -> HexSet:
    """The hexes that do not turn a newcomer away: no enemy ground unit there, and for guns and HQs no enemy zone."""
    front = rules.front(s, rules.side_of[unit])
    return front.vacant if rules.is_combat[unit] else front.vacant_apart


@rule("11.1.5")
def why_hq_waits(rules: MarneData, s: MarneState, hq: int) -> Refusal | None:
    """Whoever comes in with an HQ, and with no other, is placed before that HQ moves."""
    if not rules.is_hq[hq]:
        return None
    held = hqs_that_wait(rules, s, able_to_come(rules, s, rules.side_of[hq]))
    if hq not in held:
        return None
    name = rules.names.units
    return Refusal("11.1.5", f"{name[held[hq]]} comes in with {name[hq]} and is placed before it moves")


def hqs_that_wait(rules: MarneData, s: MarneState, units: list[int]) -> dict[int, int]:
    """The HQs that stay where they are for some units that can come in now, each with the first of them.

    These are units that may not wait, and can come in with one HQ alone.
    """
    first: dict[int, int] = {}
    for unit in units:
        first.setdefault(rules.arrives_like[unit], unit)
    held: dict[int, int] = {}
    for unit in first.values():
        text = entry_now(s, rules.arrivals[unit])
        if text is not None and must_come(rules, s, unit):
            entry, open_ = read_entry(rules, rules.side_of[unit], text), open_to(rules, s, unit)
            hosts = [hq for hq in entry.hqs if hexes_of_hq(rules, s, hq, entry) & open_]
            if len(hosts) == 1:
                held.setdefault(hosts[0], unit)
    return held


def edge_cost(rules: MarneData, s: MarneState, unit: int, hex_: int) -> int:
    """Half points for the first hex of a unit that comes over the edge, dearer under an enemy aircraft."""
    extra = EXTRA if has(interdicted(rules, s, rules.side_of[unit]), hex_) else 0
    return rules.board.edge_cost(hex_) + extra


@rule("11.1.5")
def why_no_entry(rules: MarneData, s: MarneState, side: int, unit: int, hex_: int | None = None) -> Refusal | None:
    """What keeps a reinforcement from coming in, at all or at a hex."""
    name = rules.names.write("unit", unit)
    if unit not in due_now(rules, s, side):
        return Refusal("11.1.5", f"{name} is not one of your reinforcements due now")
    open_ = entry_hexes(rules, s, unit)
    if not open_:
        return Refusal("11.1.5", f"every hex where {name} could enter is closed: it waits")
    if hex_ is None or has(open_, hex_):
        return None
    return Refusal("11.1.5", f"{name} cannot enter at {rules.names.place(hex_)}")


@rule("11.1.5", "11.2.1")
def arrive(play: MarnePlay, unit: int, hex_: int) -> None:
    """A reinforcement comes in; over the edge it pays its first hex, and in an enemy zone it stops like one that has
    spent points. It has not moved by that."""
    rules, s = play.rules, play.state
    entry = entry_now(s, rules.arrivals[unit]) or ""
    s.spent[unit] = edge_cost(rules, s, unit, hex_) if entry.startswith("edge") else 0
    enter(play, unit, [hex_, hex_])
    s.moved[unit] = ARRIVED
    if has(rules.field(s).zone[1 - rules.side_of[unit]], hex_):
        s.spent[unit] = max(1, s.spent[unit])
    clear_pontoons(play, unit)
    play.tell("arrived", "11.1.5", unit=unit, hex=hex_)
