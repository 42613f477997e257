"""The arithmetic of a battle against dice thrown one by one: every way they can fall, written out."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from westfront.games.hindenburg.die_rolls import (
    Fighter,
    attack_dice,
    defence_dice,
    dice_each,
    effect,
    in_groups,
    losses,
)
from westfront.games.hindenburg.outlook import EMPTY, HELD, MANY, TAKEN, best_grouped, outlook

CHART = {"clear": 1, "rough": 2, "city": 2, "trench": 2, "rough-trench": 3, "river": 1, "most": 3}

divisions = st.tuples(st.integers(1, 4), st.booleans())
americans = st.integers(1, 2).map(lambda steps: Fighter(4, steps, american=True))
attackers = st.lists(divisions.map(lambda d: Fighter(d[0], tanks=d[1])) | americans, min_size=1, max_size=3)
defenders = st.lists(divisions.map(lambda d: Fighter(d[0], out_of_supply=d[1])) | americans, min_size=1, max_size=2)


def attack_numbers(force: Sequence[Fighter], first_round: bool) -> list[int]:
    """The hit numbers of an attack."""
    return [die.number for die in attack_dice(force, first_round)]


def defence_numbers(force: Sequence[Fighter], each: int) -> list[int]:
    """The hit numbers of a defence that is grouped as well as can be."""
    return [die.number for die in defence_dice(best_grouped(force), each)]


def lost_by(hits: int, own_steps: int, enemy_hits: int, enemy_steps: int) -> int:
    """The steps that a side loses by what both sides score."""
    return losses(effect(hits, enemy_steps), effect(enemy_hits, own_steps))


def thrown(numbers: Sequence[int]) -> list[Fraction]:
    """The chance of each number of hits, by throwing every die in every way."""
    found = [Fraction(0)] * (len(numbers) + 1)
    for dice in product(range(1, 7), repeat=len(numbers)):
        hits = sum(die <= number for die, number in zip(dice, numbers, strict=True))
        found[hits] += Fraction(1, 6 ** len(numbers))
    return found


def struck(force: list[Fighter], hits: int) -> list[Fighter]:
    """The policy of the preview, blow by blow."""
    left = list(force)
    for _ in range(hits):
        small = [f for f in left if not f.american]
        full = [f for f in left if f.steps == 2]
        if small:
            fed = [f for f in small if not f.out_of_supply] or small
            left.remove(max(fed, key=lambda f: (f.number, not f.tanks)))
        elif full:
            left[left.index(full[0])] = full[0]._replace(steps=1)
        else:
            left.pop()
    return left


def steps(force: list[Fighter]) -> int:
    """How many hits a force can take."""
    return sum(f.steps for f in force)


def fought(ours: list[Fighter], theirs: list[Fighter], each: int, rounds: int, first: bool = True) -> dict[str, float]:
    """The whole battle round by round; what is left after many rounds without a hit is cut off below 1e-13."""
    if not theirs:
        return {TAKEN if ours else EMPTY: 1.0}
    if not ours or not rounds or not (first or len(ours) >= len(theirs)):
        return {HELD: 1.0}
    by_attack, by_defence = thrown(attack_numbers(ours, first)), thrown(defence_numbers(theirs, each))
    found: dict[str, float] = {}
    stuck = Fraction(0)
    for (hits, a), (blows, d) in product(enumerate(by_attack), enumerate(by_defence)):
        lost = lost_by(hits, steps(ours), blows, steps(theirs))
        slain = lost_by(blows, steps(theirs), hits, steps(ours))
        if not lost and not slain and rounds == MANY and not first:
            stuck += a * d
            continue
        after = fought(struck(ours, lost), struck(theirs, slain), each, MANY if rounds == MANY else rounds - 1, False)
        for end, chance in after.items():
            found[end] = found.get(end, 0.0) + float(a * d) * chance
    return {end: chance / float(1 - stuck) for end, chance in found.items()}


@given(attackers, defenders, st.integers(0, 2))
@settings(max_examples=40, deadline=None)
def test_the_hits_of_a_round_are_those_of_dice_thrown_one_by_one(
    ours: list[Fighter], theirs: list[Fighter], each: int
) -> None:
    found = outlook(ours, theirs, each, 1)
    assert found.attack_hits == thrown(attack_numbers(ours, True))
    assert found.defence_hits == thrown(defence_numbers(theirs, each))
    assert sum(found.attack_hits) == sum(found.defence_hits) == 1


@pytest.mark.rule("13.11")
@given(attackers, defenders, st.integers(0, 1), st.sampled_from([1, 2, MANY]))
@settings(max_examples=25, deadline=None)
def test_the_chances_of_a_battle_are_those_of_its_rounds(
    ours: list[Fighter], theirs: list[Fighter], each: int, rounds: int
) -> None:
    found = outlook(ours, theirs, each, rounds)
    for ends, limit in ((found.one_round, 1), (found.battle, rounds)):
        expected = fought(ours, theirs, each, limit)
        assert ends == pytest.approx({end: expected.get(end, 0.0) for end in (TAKEN, HELD, EMPTY)}, abs=1e-12)


def test_the_figures_of_the_pace_check() -> None:
    """Ten shock divisions with attack supply against trenches, and ten good ones without."""
    shock, good = [Fighter(4)] * 10, [Fighter(3)] * 10
    assert outlook(shock, [Fighter(3)] * 4, 1, MANY).one_round[TAKEN] == pytest.approx(0.98, abs=0.005)
    assert outlook(shock, [Fighter(3)] * 8, 1, MANY).one_round[TAKEN] == pytest.approx(0.30, abs=0.005)
    assert outlook(good, [Fighter(3)] * 4, 2, 1).battle[TAKEN] == pytest.approx(0.83, abs=0.005)
    assert outlook(good, [Fighter(3)] * 4, 2, 1).attacker_loses == pytest.approx(3.6, abs=0.05)
    assert outlook(good, [Fighter(3)] * 4, 1, 1).attacker_loses == pytest.approx(1.6, abs=0.05)
    assert outlook(good, [Fighter(3)] * 6, 2, 1).battle[TAKEN] == pytest.approx(0.37, abs=0.005)


# -- dice for each unit


@pytest.mark.rule("13.4")
@pytest.mark.parametrize(
    ("ground", "plain", "over_river"),
    [("clear", 1, 2), ("rough", 2, 3), ("city", 2, 3), ("trench", 2, 3), ("rough-trench", 3, 3)],
)
def test_13_4_dice_by_terrain_and_river(ground: str, plain: int, over_river: int) -> None:
    assert dice_each(CHART, ground, river=False, attack_supply=False) == plain
    assert dice_each(CHART, ground, river=True, attack_supply=False) == over_river


@pytest.mark.rule("13.6")
@pytest.mark.parametrize(
    ("ground", "river", "dice"),
    [
        ("clear", False, 0),
        ("clear", True, 1),
        ("trench", False, 1),
        ("rough-trench", False, 2),
        ("rough-trench", True, 2),
    ],
)
def test_13_6_a_die_less_against_attack_supply(ground: str, river: bool, dice: int) -> None:
    assert dice_each(CHART, ground, river, attack_supply=True) == dice


@pytest.mark.rule("13.6")
def test_13_6_in_the_clear_two_share_a_die_and_the_odd_one_has_its_own() -> None:
    """Vectors D3, D4."""
    assert defence_numbers([Fighter(3)] * 5, 0) == [3, 3, 3]
    assert defence_numbers([Fighter(4), Fighter(3), Fighter(2)], 0) == [4, 2]
    assert defence_numbers([Fighter(3)] * 4, 0) == [3, 3]


@pytest.mark.rule("7.7")
@pytest.mark.parametrize(("units", "dice"), [(1, 1), (3, 1), (4, 2), (10, 4)])
def test_7_7_three_out_of_supply_share_a_die_rounded_up(units: int, dice: int) -> None:
    """Vector D5: terrain and attack supply make no difference."""
    for each in (0, 1, 2, 3):
        assert defence_numbers([Fighter(2, out_of_supply=True)] * units, each) == [2] * dice


@pytest.mark.rule("7.7")
def test_7_7_the_lowest_factor_of_a_group_counts() -> None:
    cut_off = [Fighter(n, out_of_supply=True) for n in (2, 4, 3, 3)]
    assert defence_numbers(cut_off, 2) == [4, 2]


@pytest.mark.rule("13.5")
def test_13_5_supplied_and_cut_off_defenders_of_a_hex_roll_apart() -> None:
    """Ruling A-13."""
    mixed = [Fighter(3), Fighter(3), Fighter(2, out_of_supply=True), Fighter(2, out_of_supply=True)]
    assert defence_numbers(mixed, 2) == [3, 3, 3, 3, 2]


@pytest.mark.rule("13.3")
def test_13_3_a_die_for_each_attacker_and_no_more_for_two_steps() -> None:
    """Vector D20: a reduced American division attacks with one die at 4."""
    assert attack_numbers([Fighter(4, 2, american=True), Fighter(4, 1, american=True), Fighter(1)], True) == [4, 4, 1]


@pytest.mark.rule("13.12")
def test_13_12_two_dice_with_tanks_in_the_first_round_only() -> None:
    """Vector D11: four divisions, two with tanks."""
    force = [Fighter(3, tanks=True), Fighter(3, tanks=True), Fighter(3), Fighter(3)]
    assert attack_numbers(force, first_round=True) == [3] * 6
    assert attack_numbers(force, first_round=False) == [3] * 4


@given(st.lists(st.integers(), max_size=12), st.integers(1, 4))
def test_groups_are_full_but_for_the_first(units: list[int], size: int) -> None:
    groups = in_groups(units, size)
    assert [unit for group in groups for unit in group] == units
    assert all(len(group) == size for group in groups[1:])
    assert all(0 < len(group) <= size for group in groups)


@pytest.mark.rule("13.8")
@pytest.mark.parametrize(
    ("hits", "steps", "blows", "enemy_steps", "lost"),
    [
        (6, 5, 3, 4, 2),  # D14: overkill 2
        (5, 5, 3, 4, 3),  # D15: overkill 1 is none
        (9, 5, 1, 4, 0),  # D16: overkill 5, one hit
        (7, 5, 3, 4, 2),  # overkill 3 still saves one
        (8, 5, 9, 4, 3),  # the cut is from what can be lost
        (4, 5, 3, 4, 3),  # all killed, nothing to spare
    ],
)
def test_13_8_overkill_saves_half_of_itself(hits: int, steps: int, blows: int, enemy_steps: int, lost: int) -> None:
    assert lost_by(hits, steps, blows, enemy_steps) == lost


@pytest.mark.rule("13.8")
def test_13_8_american_steps_count() -> None:
    """Vector D17: two full American divisions and a French one, five steps, take eight hits from six Germans."""
    assert lost_by(8, 6, 2, 5) == 1
    assert lost_by(2, 5, 8, 6) == 5
