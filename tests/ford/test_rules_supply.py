"""Chapter 5: supply."""

from __future__ import annotations

import pytest

from tests.asking import told
from tests.ford.combat import supplied
from tests.ford.drawn import attack, draw, ford, state

RULES = ford()


def in_supply(rows: str, side: int, hex_: str) -> bool:
    """Whether a hex is in supply for a side (0 is red, 1 is blue)."""
    return bool(supplied(RULES, state(draw(rows)), side) & RULES.grid.hexset(hex_))


@pytest.mark.rule("5.1")
def test_5_1_a_line_of_hexes_to_the_own_edge() -> None:
    assert in_supply("05 . . . . R1 . . . B1", 0, "0505")
    assert in_supply("05 . . . . R1 . . . B1", 1, "0509")


@pytest.mark.rule("5.1")
def test_5_1_an_enemy_stands_in_no_line() -> None:
    assert not in_supply("05 . . . . R1 . . . B1", 0, "0509")


WALL = """
01   . . . B1
03   . . . B2
04  . . . {} R1
05   . . . B3
07   . . . B4
09   . . . BG
"""
"""Blue units and their zones from edge to edge, R1 behind them."""


@pytest.mark.rule("5.1")
def test_5_1_enemy_zones_cut_the_line() -> None:
    assert not in_supply(WALL.format("."), 0, "0405")


@pytest.mark.rule("5.1")
def test_5_1_a_gap_of_one_hex_in_the_zones_is_enough() -> None:
    assert in_supply(WALL.format(".").replace("B4", "."), 0, "0405")


@pytest.mark.rule("5.1")
def test_5_1_a_friend_covers_the_zone_in_its_hex() -> None:
    assert in_supply(WALL.format("R2"), 0, "0405")


@pytest.mark.rule("5.1")
def test_5_1_a_friend_that_is_cut_off_too_does_not_help() -> None:
    assert not in_supply(WALL.format(". R2"), 0, "0405")


@pytest.mark.rule("5.1")
def test_5_1_the_unit_covers_its_own_hex() -> None:
    assert in_supply("05 R1 B1", 0, "0501")


@pytest.mark.rule("5.1")
def test_5_1_an_uncovered_zone_on_the_edge_is_no_source() -> None:
    assert not in_supply("05 . B1", 0, "0501")
    assert in_supply("05 . . B1", 0, "0501")


# -- 5.2 out of supply

PINCER = """
05   . . . B2 {} B1
06  . . . . . {}
"""
"""Whoever stands in 0505 is cut off, unless a friend stands in 0606."""


@pytest.mark.rule("5.2")
@pytest.mark.parametrize(
    ("cut_off", "friend", "attackers", "line"),
    [
        ("R1", ".", ["R1"], "2 against 5 is 1-2, die 4, no modifiers [4.3]"),
        ("R1/R4", ".", ["R1", "R4"], "3 against 5 is 1-2, die 4, no modifiers [4.3]"),
        ("R1", "R3", ["R1"], "4 against 5 is 1-2, die 4, no modifiers [4.3]"),
    ],
    ids=["half", "each unit is halved", "in supply again"],
)
def test_5_2_attackers_out_of_supply_have_half_strength(
    cut_off: str, friend: str, attackers: list[str], line: str
) -> None:
    match = draw(PINCER.format(cut_off, friend), "combat", dice=[4])
    attack(match, "0506", *attackers)
    assert line in told(match, "stand")


@pytest.mark.rule("5.2")
def test_5_2_half_a_strength_is_rounded_up() -> None:
    match = draw("05 . . . R2 B1 R1", "combat", "blue", dice=[4])
    attack(match, "0506", "B1")
    assert "2 against 4 is 1-2, die 4, no modifiers [4.3]" in told(match, "stand")


@pytest.mark.rule("5.2")
def test_5_2_only_the_attackers_that_are_cut_off_are_halved() -> None:
    match = draw(PINCER.format("R1", ".") + "04 . . . . . . R2", "combat", dice=[4])
    attack(match, "0506", "R1", "R2")
    assert "6 against 5 is 1-1, die 4, no modifiers [4.3]" in told(match, "stand")


TRAP = """
05   . . . R2 B1 R1
06  . . . . . {}
"""


@pytest.mark.rule("5.2")
def test_5_2_against_a_defender_out_of_supply_the_die_is_one_higher() -> None:
    match = draw(TRAP.format("."), "combat", dice=[5])
    attack(match, "0505", "R1")
    assert told(match, "stand")[2:] == [
        "4 against 5 is 1-2, die 5, +1 defender out of supply [5.2] [4.3]",
        "Result at 0505: EX [4.7]",
    ]


@pytest.mark.rule("5.2")
def test_5_2_a_defender_in_supply_gives_nothing() -> None:
    match = draw(TRAP.format("B2"), "combat", dice=[5])
    attack(match, "0505", "R1")
    assert "4 against 5 is 1-2, die 5, no modifiers [4.3]" in told(match, "stand")


@pytest.mark.rule("5.2", "4.4")
def test_5_2_and_the_river_cancel_each_other_and_are_both_told() -> None:
    match = draw(TRAP.format("."), "combat", dice=[5])
    attack(match, "0505", "R2")
    shown = "-1 all across the river [4.4], +1 defender out of supply [5.2]"
    assert shown in match.decision.prompt
    assert told(match, "stand")[2:] == [f"4 against 5 is 1-2, die 5, {shown} [4.3]", "Result at 0505: NE [4.7]"]


@pytest.mark.rule("5.2")
def test_5_2_a_defender_is_not_halved() -> None:
    match = draw(TRAP.format("."), "combat")
    attack(match, "0505", "R1")
    assert match.decision.prompt.startswith("0505 is attacked (4 against 5, 1-2,")
