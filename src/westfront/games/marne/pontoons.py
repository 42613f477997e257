"""11.2.4: German pontoon bridges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.modifiers import Modifier, applied, modifiers_text, sum_of
from westfront.games.marne.facts import MarneData, MarnePlay
from westfront.games.marne.places import take_up
from westfront.games.marne.state import ALLIED, GERMAN, MarneState
from westfront.hexgrid import HexSet, Sides, bits, has, union

PONTOONS = 3
ATTEMPTS = 3
SUCCESS = 4
"""Pontoons, demolitions and repairs succeed on this or less."""


class Crossing(NamedTuple):
    """A river hexside at which something is tried."""

    rules: MarneData
    s: MarneState
    here: int
    across: int


def enemy_near(case: Crossing) -> int:
    """An Allied ground unit within two hexes of the builder."""
    return int(bool(case.rules.grid.within(1 << case.here, 2) & case.rules.field(case.s).ground[ALLIED]))


def over_marne(case: Crossing) -> int:
    """The hexside belongs to the Marne."""
    return 2 * case.rules.grid.parted(case.here, case.across, case.rules.board.marne)


def friend_across(case: Crossing) -> int:
    """A German ground unit stands on the far side."""
    return -2 * has(case.rules.field(case.s).ground[GERMAN], case.across)


def minor_river(case: Crossing) -> int:
    """The river is a minor one."""
    return -1 * case.rules.grid.parted(case.here, case.across, case.rules.board.minor)


PONTOON_DIE: list[Modifier[Crossing]] = [
    Modifier("11.2.4 tab", "Allied unit within 2 hexes", enemy_near),
    Modifier("11.2.4 tab", "over the Marne", over_marne),
    Modifier("11.2.4 tab", "friend on the far side", friend_across),
    Modifier("11.2.4 tab", "minor river", minor_river),
]


@rule("11.2.4")
def why_no_pontoon(rules: MarneData, s: MarneState, side: int, unit: int, across: int) -> Refusal | None:
    """Only a German combat unit beside a river, and no second one at a hexside; three attempts and three pontoons."""
    if side != GERMAN or unit < 0 or rules.side_of[unit] != GERMAN or not rules.is_combat[unit] or s.at[unit] < 0:
        return Refusal("11.2.4", f"{rules.names.write('unit', unit)} is not a German combat unit on the map")
    here, place = s.at[unit], rules.names.place(across)
    if not rules.grid.parted(here, across, rules.board.rivers) or not has(rules.board.area, across):
        return Refusal("11.2.4", f"no river runs between {rules.names.place(here)} and {place}")
    if has(rules.frozen(s), here):
        return Refusal("S3/Freeze", f"{rules.names.units[unit]} is frozen until turn 18")
    if rules.grid.parted(here, across, rules.board.pairs_as_sides(s.pontoons)):
        return Refusal("11.2.4", f"a pontoon leads to {place} already")
    if not s.attempts:
        return Refusal("11.2.4", f"{ATTEMPTS} attempts have been made in this sequence")
    if len(s.pontoons) >= 2 * PONTOONS:
        return Refusal("11.2.4", f"{PONTOONS} pontoon bridges lie on the map: take one up first")
    return None


def river_banks(rules: MarneData, s: MarneState) -> HexSet:
    """Hexes beside a river hexside without a crossing for the Germans."""
    return union(rules.board.bare_rivers(rules.board.rivers, s.down, s.pontoons)) & rules.board.area


def build_sites(
    rules: MarneData, s: MarneState, rivers: Sides, units: Sequence[int] | None = None
) -> list[tuple[int, int]]:
    """Attempts that German combat units, or those of a stack, could make at unbridged hexsides of some rivers, one unit
    for each hex."""
    if not s.attempts or len(s.pontoons) >= 2 * PONTOONS:
        return []
    field, bare = rules.field(s), rules.board.bare_rivers(rivers, s.down, s.pontoons)
    where = field.combat[GERMAN] if units is None else 1 << s.at[units[0]]
    found = []
    for hex_ in bits(union(bare) & where & ~rules.frozen(s)):
        there = [unit for unit in field.stack(hex_) if rules.is_combat[unit] and (units is None or unit in units)]
        ways = [hex_ + step for step, sides in zip(rules.grid.steps, bare, strict=True) if has(sides, hex_)]
        found += [(there[0], beyond) for beyond in ways if there and has(rules.board.area, beyond)]
    return found


@rule("11.2.4", "11.2.4 tab")
def try_pontoon(play: MarnePlay, unit: int, across: int) -> None:
    """A die: four or less lays the pontoon; it costs no movement points."""
    rules, s = play.rules, play.state
    here = s.at[unit]
    modifiers = applied(PONTOON_DIE, Crossing(rules, s, here, across))
    s.attempts -= 1
    (die,) = play.roll("pontoon", by=GERMAN)
    total = die + sum_of(modifiers)
    laid = total <= SUCCESS
    if laid:
        s.pontoons = (*s.pontoons, here, across)
    says = modifiers_text(modifiers)
    play.tell("pontoon laid" if laid else "no pontoon", "11.2.4", unit=unit, hex=across, total=total, modifiers=says)


@rule("11.2.4/Removal")
def why_no_lift(s: MarneState, side: int, base: int, across: int) -> Refusal | None:
    """The German may take up a pontoon of his at any moment."""
    if side == GERMAN and (base, across) in zip(s.pontoons[::2], s.pontoons[1::2], strict=True):
        return None
    return Refusal("11.2.4/Removal", "you have no pontoon there")


@rule("11.2.4/Removal")
def lift(play: MarnePlay, base: int, across: int) -> None:
    """Take a pontoon up."""
    take_up(play, base, across)
    play.tell("pontoon up", "11.2.4/Removal", hex=base, across=across)
