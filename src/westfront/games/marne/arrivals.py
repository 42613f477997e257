"""11.1.5: reinforcements, when they are due and where they come in."""

from __future__ import annotations

from functools import lru_cache

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.names import NOBODY
from westfront.games.marne.board import EXTRA
from westfront.games.marne.facts import MarneData, MarnePlay
from westfront.games.marne.movement import NORMAL, interdicted, points
from westfront.games.marne.places import clear_pontoons, enter
from westfront.games.marne.scenario import Arrival
from westfront.games.marne.state import ARRIVED, DUE, MOVED, MarneState
from westfront.hexgrid import Grid, HexSet, has


@rule("11.1.5", "S1 reinforcements")
def entry_now(s: MarneState, arrival: Arrival) -> str | None:
    """The rule by which a unit comes in now, None before its turn and sequence."""
    now = (s.turn, s.sequence)
    if arrival.later and now >= arrival.later:
        return arrival.later_entry
    return arrival.entry if now >= arrival.when else None


def due_now(rules: MarneData, s: MarneState, side: int) -> list[int]:
    """The ground units of a side that may come in now."""
    at, now = s.at, (s.turn, s.sequence)
    due = [unit for first, unit in rules.coming[side] if first <= now and at[unit] == DUE]
    return [unit for unit in due if s.back[unit] or not rules.arrivals[unit].entry.startswith("roll")]


def able_to_come(rules: MarneData, s: MarneState, side: int) -> list[int]:
    """Those of them for whom a hex is open, which is looked up once for those that arrive alike."""
    due = due_now(rules, s, side)
    alike = {(rules.arrives_like[unit], s.order[unit]): unit for unit in due}
    open_ = {kind for kind, unit in alike.items() if entry_hexes(rules, s, unit)}
    return [unit for unit in due if (rules.arrives_like[unit], s.order[unit]) in open_]


@rule("11.1.5")
def must_come(rules: MarneData, s: MarneState, unit: int) -> bool:
    """Whether a unit that is due and has an open hex may not wait: there is no later turn for it to choose."""
    later = rules.arrivals[unit].later
    return later is None or (s.turn, s.sequence) >= later


@rule("11.1.5", "S4/10th DI")
def named_hexes(rules: MarneData, s: MarneState, unit: int, entry: str, without: int = NOBODY) -> HexSet:
    """The hexes that a rule of entry names, open or not; one HQ may be left out."""
    kind, _, rest = entry.partition(":")
    side = rules.side_of[unit]
    if kind == "hq":
        return _hq_hexes(rules, s, side, rest, without)
    printed = _printed_hexes(rules.grid, kind, rest)
    apart = kind == "within" and rest.count(":") > 1
    return printed & ~rules.grid.within(rules.field(s).ground[1 - side], 1) if apart else printed


@lru_cache(maxsize=256)
def _printed_hexes(grid: Grid, kind: str, rest: str) -> HexSet:
    """The hexes of a rule of entry that names hexes, some way round a hex, or stretches of the edge."""
    if kind == "within":
        number, label, *_ = rest.split(":")
        return grid.within(grid.hexset(label), int(number))
    if kind == "edge":
        return grid.set_of(hex_ for run in rest.split("|") for hex_ in _run(grid, run))
    return grid.hexset(*rest.split("|"))


def _run(grid: Grid, run: str) -> list[int]:
    """The hexes of a stretch of the edge, along a column or a row."""
    first, _, last = run.partition("..")
    columns = range(int(first[:2]), int(last[:2]) + 1)
    rows = range(int(first[2:]), int(last[2:]) + 1)
    return [grid.hex(f"{column:02d}{row:02d}") for column in columns for row in rows]


def _hq_hexes(rules: MarneData, s: MarneState, side: int, rest: str, without: int) -> HexSet:
    """The hexes of some HQs, or of all of a side, that have not moved, with a plus the hexes round it as well."""
    names, plus, _ = rest.partition("+")
    chosen = rules.hqs[side] if names == "any" else [rules.names.unit(name) for name in names.split("|")]
    still = (hq for hq in chosen if s.at[hq] >= 0 and s.moved[hq] != MOVED and hq != without)
    hexes = rules.grid.set_of(s.at[hq] for hq in still) & rules.board.area
    return rules.grid.within(hexes, 1) if plus else hexes


@rule("11.1.5")
def entry_hexes(rules: MarneData, s: MarneState, unit: int, without: int = NOBODY) -> HexSet:
    """Where a unit may come in now: no enemy ground unit there, and for guns and HQs no enemy zone."""
    entry = entry_now(s, rules.arrivals[unit])
    if entry is None:
        return 0
    field, side = rules.field(s), rules.side_of[unit]
    found = named_hexes(rules, s, unit, entry, without) & rules.board.area & ~field.ground[1 - side]
    if not rules.is_combat[unit]:
        found &= ~field.zone[1 - side]
    if entry.startswith("edge"):
        most, dear = points(rules, s, unit, NORMAL), interdicted(rules, s, side)
        found &= rules.board.entered_for(most) & ~dear | rules.board.entered_for(most - EXTRA) & dear
    return found


@rule("11.1.5")
def why_hq_waits(rules: MarneData, s: MarneState, hq: int) -> Refusal | None:
    """Whoever comes in with an HQ, and with no other, is placed before that HQ moves."""
    if not rules.is_hq[hq]:
        return None
    for unit in needing_hqs(rules, s, able_to_come(rules, s, rules.side_of[hq])):
        if not entry_hexes(rules, s, unit, without=hq):
            name = rules.names.units
            return Refusal("11.1.5", f"{name[unit]} comes in with {name[hq]} and is placed before it moves")
    return None


def needing_hqs(rules: MarneData, s: MarneState, units: list[int]) -> list[int]:
    """Of some units that can come in now those who come with an HQ and may not wait, one of each kind."""
    first: dict[int, int] = {}
    for unit in units:
        first.setdefault(rules.arrives_like[unit], unit)
    by_hq = [unit for unit in first.values() if (entry_now(s, rules.arrivals[unit]) or "").startswith("hq")]
    return [unit for unit in by_hq if must_come(rules, s, unit)]


def hqs_that_wait(rules: MarneData, s: MarneState, side: int, units: list[int]) -> list[int]:
    """The HQs of a side that have not moved, and stay where they are for some units that can come in now."""
    needing = needing_hqs(rules, s, units)
    still = [hq for hq in rules.hqs[side] if s.at[hq] >= 0 and s.moved[hq] != MOVED] if needing else []
    return [hq for hq in still if any(not entry_hexes(rules, s, unit, without=hq) for unit in needing)]


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
