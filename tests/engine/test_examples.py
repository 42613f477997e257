"""The excerpts of docs/writing-a-game.md about the kernel, run: a river with bridges, and attacks across it."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from westfront.engine.counters import Stock
from westfront.engine.data import DataFolder
from westfront.engine.modifiers import Factor, Modifier, Multiplier, applied, factors, product, strength_text
from westfront.engine.names import HexSet, HexSides
from westfront.engine.state import State, UnitLinks, UnitPlaces, blank_columns
from westfront.engine.tables import load_tables, ratio
from westfront.hexgrid import NO_SIDES, Grid, MoveCosts, Numbering, Reach, join, minus, reach

GRID = Grid(Numbering("pointy", "RRCC", (1, 4), (1, 4), shifted="even", towards="east"))
NORTH, SOUTH = GRID.hexset("0101", "0102", "0103", "0104", "0201", "0202", "0203", "0204"), GRID.mask
RIVER = GRID.sides_between(NORTH, GRID.mask ^ NORTH)
BRIDGE = GRID.sides([(GRID.hex("0202"), GRID.hex("0302"))])
POINT = 2
REGIMENT, STORM_TROOPS, FIRST_BRIGADE, SECOND_BRIGADE = range(4)


class RiverState(State):
    """Bridges that have been blown, pontoons, hexes under interdiction; storm troops ride under a regiment."""

    bridges_down: HexSides
    pontoons: HexSides
    interdicted: HexSet
    at: UnitPlaces
    under: UnitLinks


class River:
    """Costs on a map with one river, which takes a whole move to cross, and one road bridge."""

    def __init__(self) -> None:
        self.by_map = MoveCosts(GRID, {POINT: GRID.mask}, road=(POINT // 2, BRIDGE), closed=RIVER)

    def costs(self, s: RiverState) -> MoveCosts:
        """What steps cost with bridges and interdiction as they are now."""
        return self.by_map.with_changes(
            closed=minus(s.bridges_down, s.pontoons),
            crossings=((POINT, s.pontoons),),
            dearer=((POINT, s.interdicted),),
        )

    def within(self, s: RiverState, unit: int, ticks: int) -> Reach:
        """Where a fresh unit can go: one hex in any case, or over the river for all it has."""
        costs, start = self.costs(s), s.at[unit]
        far_bank = GRID.adjacent_across(1 << start, minus(GRID.sides_between(GRID.mask, GRID.mask), RIVER))
        return reach(costs, start, ticks, whole=costs.one_step(start) | far_bank)


def position(**changes: Any) -> RiverState:
    """The regiment stands north of the bridge."""
    s = RiverState(bridges_down=NO_SIDES, pontoons=NO_SIDES, interdicted=0, **blank_columns(RiverState, 4))
    s.at[REGIMENT] = GRID.hex("0202")
    for name, value in changes.items():
        setattr(s, name, value)
    return s


def price(s: RiverState, label: str, ticks: int = 6) -> int | None:
    """What it costs the regiment to reach a hex."""
    return River().within(s, REGIMENT, ticks).cost(GRID.hex(label))


def test_a_bridge_that_is_down_and_a_pontoon_in_its_place() -> None:
    assert price(position(), "0302") == POINT // 2
    assert price(position(bridges_down=BRIDGE), "0302") == 6
    assert price(position(bridges_down=BRIDGE, pontoons=BRIDGE), "0302") == 2 * POINT
    assert price(position(interdicted=GRID.hexset("0302")), "0302") == POINT // 2 + POINT


def test_a_unit_that_can_pay_for_nothing_still_moves_one_hex() -> None:
    assert price(position(), "0201", ticks=1) == 1
    assert price(position(), "0204", ticks=1) is None


def test_a_bridge_is_blown_and_repaired() -> None:
    s = position()
    here, there = GRID.hex("0202"), GRID.hex("0302")
    s.bridges_down = join(s.bridges_down, GRID.sides([(here, there)]))
    assert GRID.parted(here, there, s.bridges_down)
    s.bridges_down = minus(s.bridges_down, GRID.sides([(here, there)]))
    assert s.bridges_down == NO_SIDES


def test_storm_troops_go_with_their_regiment() -> None:
    s = position()
    s.under[STORM_TROOPS] = REGIMENT
    copied = s.copy()
    copied.under[STORM_TROOPS] = -1
    assert list(s.under) == [-1, REGIMENT, -1, -1]


# -- an attack


class Attack(NamedTuple):
    """One attack, as the rows below see it."""

    uphill: bool
    over_river: bool
    in_town: bool


def doubled_in_town(attack: Attack) -> int:
    """A town doubles the defence."""
    return 2 if attack.in_town else 1


ATTACK = [
    Multiplier[Attack]("7.1", "across the river", lambda attack: Fraction(1, 2) if attack.over_river else 1),
    Multiplier[Attack]("7.2", "up a slope", lambda attack: Fraction(1, 2) if attack.uphill else 1),
]
DEFENCE = [Multiplier("7.3", "defender in a town", doubled_in_town)]
SHIFTS = [Modifier[Attack]("7.4", "surprise", lambda attack: 2)]
CRT = """[crt]
kind = "ratio"
source = "test"
codes = ["A3", "A1", "D1", "cancelled"]
clamp = "after"
no_die = ["<1-2"]
cells = '''
die  <1-2       1-2  1-1  2-1
1-3  cancelled  A3   A1   D1
4-6  cancelled  A1   D1   D1
'''
"""


def strength(printed: int, rows: list[Factor]) -> Fraction:
    """A printed strength with the multipliers that count."""
    return Fraction(printed * product(rows))


@pytest.mark.parametrize(
    ("attack", "defence", "code"), [(3, 1, "A1"), (2, 1, "A3"), (1, 1, "cancelled")], ids=["3/4", "2/4", "1/4"]
)
def test_an_attack_with_quarters(tmp_path: Path, attack: int, defence: int, code: str) -> None:
    """Quartered against doubled, two columns to the right: 1-3 becomes 1-1, 1-4 becomes 1-2, 1-8 is cancelled."""
    (tmp_path / "tables.toml").write_text(CRT)
    crt = ratio(load_tables(DataFolder(tmp_path))["crt"])
    case = Attack(uphill=True, over_river=True, in_town=True)
    mine, his = factors(ATTACK, case), factors(DEFENCE, case)
    column = crt.column(strength(attack, mine), strength(defence, his), sum(m.value for m in applied(SHIFTS, case)))
    result = crt.automatic(column) or crt.result(1, column)
    assert result == code
    assert [str(row) for row in mine] == ["x1/2 across the river [7.1]", "x1/2 up a slope [7.2]"]
    assert strength_text(strength(attack, mine)) == f"{attack}/4".replace("2/4", "1/2")


# -- a division that breaks down


def break_down(s: RiverState, division: int, brigades: Stock, steps: int) -> None:
    """A brigade for each step, as long as there are any."""
    for brigade in brigades.draw(s.at, steps):
        s.at[brigade] = s.at[division]
    s.at[division] = -1


def test_a_division_breaks_down_while_there_are_brigades() -> None:
    s = position()
    s.at[FIRST_BRIGADE] = GRID.hex("0401")
    break_down(s, REGIMENT, Stock((FIRST_BRIGADE, SECOND_BRIGADE)), steps=2)
    assert [s.at[REGIMENT], s.at[FIRST_BRIGADE], s.at[SECOND_BRIGADE]] == [-1, GRID.hex("0401"), GRID.hex("0202")]


def test_rounding_is_for_the_rules() -> None:
    assert ceil(strength(5, factors(ATTACK, Attack(uphill=True, over_river=True, in_town=False)))) == 2
