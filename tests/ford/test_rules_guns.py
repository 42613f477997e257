"""Chapter 6: guns and bombardment."""

from __future__ import annotations

import pytest

from tests.asking import refused, told, where
from tests.ford.drawn import attack, draw, state

RANGE = """
05   . . . RG . B1 . B2
"""
"""B1 is two hexes from the gun, B2 four."""


@pytest.mark.rule("6.1")
def test_6_1_a_gun_bombards_within_two_hexes() -> None:
    match = draw(RANGE, "combat")
    assert match.decision.texts == ("bombard 0506 with RG", "done")
    assert refused(match, "bombard 0508 with RG") == "RG fires no further than 2 hexes [6.1]"


@pytest.mark.rule("6.1")
def test_6_1_three_hexes_are_too_far_and_one_is_not() -> None:
    match = draw("05 . . . RG B1 . B2", "combat")
    assert "bombard 0505 with RG" in match.decision.texts
    assert refused(match, "bombard 0507 with RG") == "RG fires no further than 2 hexes [6.1]"


@pytest.mark.rule("6.1")
def test_6_1_only_at_enemies() -> None:
    match = draw(RANGE, "combat")
    assert refused(match, "bombard 0505 with RG") == "no enemy stands in 0505 [6.1]"
    assert refused(match, "bombard off with RG") == "no enemy stands in off [6.1]"


@pytest.mark.rule("6.1")
def test_6_1_only_guns_of_ones_own() -> None:
    match = draw("05 . . . . R1 B1/BG", "combat")
    assert refused(match, "bombard 0506 with R1") == "R1 is not one of your guns on the map [6.1]"
    assert refused(match, "bombard 0506 with BG") == "BG is not one of your guns on the map [6.1]"
    assert refused(match, "bombard 0506 with RG") == "RG is not one of your guns on the map [6.1]"
    assert refused(match, "bombard 0506 with -") == "- is not one of your guns on the map [6.1]"


@pytest.mark.rule("6.1", "4.1")
def test_6_1_a_gun_that_has_fired_neither_fires_again_nor_attacks() -> None:
    match = draw("05 . . . . RG B1", "combat", dice=[1])
    match.play("bombard 0506 with RG")
    assert match.decision.texts == ("done",)
    assert refused(match, "bombard 0506 with RG") == "RG has fought in this phase [6.1]"
    assert refused(match, "attack 0506") == "no unit of yours next to it can still fight [4.1]"


@pytest.mark.rule("6.1", "4.1")
def test_6_1_a_gun_that_has_attacked_does_not_fire() -> None:
    match = draw("05 . . . . RG B1", "combat", dice=[4])
    attack(match, "0506", "RG")
    match.play("stand")
    assert refused(match, "bombard 0506 with RG") == "RG has fought in this phase [6.1]"


@pytest.mark.rule("6.1")
def test_6_1_a_gun_that_has_moved_may_fire() -> None:
    match = draw("05 . . . . . RG . . B1")
    match.play("move RG 0507")
    match.play("done")
    assert match.why("bombard 0509 with RG") is None


@pytest.mark.rule("6.2")
@pytest.mark.parametrize(
    ("rows", "target", "needed"),
    [
        ("05 . . . RG . B1", "0506", 2),
        ("05 . . . RG . B1/B2", "0506", 3),
        ("05 . . . RG . B1/B2/B3", "0506", 4),
        ("05 . . . . RG . B1", "0507", 3),
        ("05 . . . . RG . B1/B2", "0507", 4),
        ("05 . . . . RG . B1/B2/B3", "0507", 5),
        ("03 . . RG . B1", "0305", 4),
        ("03 . . RG . B1/B2", "0305", 5),
        ("03 . . RG . B1/B2/B3", "0305", 5),
    ],
)
def test_6_2_the_die_that_hits_depends_on_units_and_terrain(rows: str, target: str, needed: int) -> None:
    """One, two and three units in clear, woods and village."""
    for die in range(1, 7):
        match = draw(rows, "combat", dice=[die])
        line = told(match, f"bombard {target} with RG")[-1]
        assert line == f"RG bombards {target}: {'hit' if die >= needed else 'none'} [6.2]"


@pytest.mark.rule("6.2")
def test_6_2_a_hit_costs_a_step_of_the_owners_choice() -> None:
    match = draw("05 . . . RG . B1/B4", "combat", dice=[6])
    assert told(match, "bombard 0506 with RG") == ["Dice for bombardment 0506: 6", "RG bombards 0506: hit [6.2]"]
    assert (match.decision.side, match.decision.texts) == ("blue", ("lose B1", "lose B4"))
    assert told(match, "lose B4") == ["B4 is destroyed [4.7]"]
    assert where(match, "B4") == "off"
    assert (match.decision.side, match.decision.rule) == ("red", "4.1")


@pytest.mark.rule("6.2")
def test_6_2_a_miss_costs_nothing() -> None:
    match = draw("05 . . . RG . B1", "combat", dice=[1])
    match.play("bombard 0506 with RG")
    assert match.decision.side == "red"
    assert list(state(match).steps) == [0, 0, 0, 0, 1, 2, 0, 0, 0, 0]


@pytest.mark.rule("6.2", "4.9")
def test_6_2_nobody_advances_into_a_hex_emptied_by_fire() -> None:
    match = draw("05 . . . . RG B4\n09 . . . . . . . . B1", "combat", dice=[6])
    match.play("bombard 0506 with RG")
    match.play("lose B4")
    assert match.decision.texts == ("done",)


@pytest.mark.rule("6.2")
def test_6_2_the_preview_has_the_exact_chances() -> None:
    chances = draw(RANGE, "combat").distribution("bombard 0506 with RG")
    assert chances is not None
    assert {text: str(chance) for text, chance in chances.items()} == {
        "RG bombards 0506: none [6.2]": "1/6",
        "RG bombards 0506: hit [6.2]": "5/6",
    }
