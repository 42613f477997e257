"""Corps: supply, fire in attack and defence."""

from __future__ import annotations

import pytest

from tests.asking import offers, refused, rule_of, told
from tests.games.michel.drawn import attack_supplied, bare, fight, lay, odds, result, state, supplied, where


@pytest.mark.rule("Artillery-General", "Corps-D")
def test_corps_reach_three_hexes_and_attack_only_by_fire() -> None:
    match = bare("G-51-corps 1010, G-9-corps 1009, B-62 1312, S-234 3030", "combat", dice=[4])
    assert offers(match, "attack") == {"1312"}
    match.play("attack 1312")
    assert refused(match, "add G-9-corps") == "G-9-corps does not reach 1312 within 3 hexes [Artillery-General]"
    match = bare("G-51-corps 1010, B-62 1110, S-234 3030", "combat", dice=[4])
    assert fight(match, "1110", "G-51-corps")[0] == "G-51-corps bombard 1110 [Artillery-C]"


@pytest.mark.rule("Artillery-D")
def test_any_number_of_corps_may_fire_together() -> None:
    names = [f"G-{name}-corps" for name in ("51", "9", "3", "17", "4R", "66")]
    units = ", ".join(f"{name} {1007 + n}" for n, name in enumerate(names))
    match = bare(f"{units}, B-62 1110, S-234 3030", "combat", dice=[4])
    assert odds(fight(match, "1110", *names)).startswith("24 against 4 is 6-1")


@pytest.mark.rule("Artillery-D", "Artillery-I", "Artillery-G")
def test_any_number_of_corps_may_fire_in_defence_if_they_reach_every_hex() -> None:
    units = "S-234 1010, B-62 1110, B-4 1111, G-51-corps 0910, B-19-corps 1210, B-18-corps 1310, B-13-corps 1108"
    match = bare(units, "combat", dice=[3])
    lay(match, "1110 1111", "S-234")
    match.play("supply G-51-corps")
    match.play("done")
    assert rule_of(match, "fire S-234 1110 full") == "Artillery-General"
    assert rule_of(match, "fire B-19-corps 1210 full") == "Artillery-General"
    assert rule_of(match, "fire B-19-corps 1110 twice") == "Corps-iv"
    match.play("fire B-19-corps 1111 full")
    assert rule_of(match, "fire B-19-corps 1110 half") == "Artillery-F"
    match.play("fire B-18-corps 1110 half")
    match.play("fire B-13-corps 1110 half")
    match.play("hold B-13-corps")
    assert rule_of(match, "hold B-13-corps") == "Sequence-1B-ii"
    match.play("done")
    assert odds(told(match, "resolve 1111")).startswith("7 against 14 is 1-1")


@pytest.mark.rule("Artillery-I")
def test_a_defending_corps_out_of_reach_of_one_hex() -> None:
    units = "S-234 1010, B-62 1110, B-4 1111, G-51-corps 0910, B-19-corps 1107, B-18-corps 1310"
    match = bare(units, "combat")
    lay(match, "1110 1111", "S-234")
    match.play("done")
    assert refused(match, "fire B-19-corps 1110 full") == (
        "B-19-corps does not reach every hex of this combat within 3 hexes [Artillery-I]"
    )


@pytest.mark.rule("Artillery-F")
def test_a_corps_fires_once_in_a_phase() -> None:
    match = bare("G-51-corps 1010, G-9-corps 1011, B-62 1110, B-4 1111, S-234 3030", "combat")
    lay(match, "1110", "G-51-corps")
    match.play("attack 1111")
    sentence = "G-51-corps fires already, and only once in a combat phase [Artillery-F]"
    assert refused(match, "add G-51-corps") == sentence
    match.play("cancel")
    match.play("change 1110")
    assert refused(match, "add G-51-corps") == sentence, "in this attack too"


@pytest.mark.rule("Artillery-C")
def test_a_bombardment_of_two_hexes_meets_both_defenders() -> None:
    match = bare("G-51-corps 1010, G-9-corps 1010, B-62 1110, B-4 1111, S-234 3030", "combat", dice=[4])
    lines = fight(match, "1110 1111", "G-51-corps", "G-9-corps")
    assert odds(lines).startswith("8 against 8 is 1-1")
    match = bare("G-51-corps 1010, S-234 1010, B-62 1110, G-9-corps 0910", "combat")
    lay(match, "1110", "S-234")
    assert rule_of(match, "attack 1110") == "Combat-C", "guns can only assist where ground units attack"


@pytest.mark.rule("Artillery-J")
def test_fire_needs_no_supply() -> None:
    match = bare("G-51-corps 1010, B-62 1110, B-19-corps 1210, S-234 3030", "combat", dice=[2], depots="")
    assert result(fight(match, "1110", "G-51-corps")) == "Ex"


@pytest.mark.rule("Artillery-B", "Corps-iii", "Sequence-1B-iv")
def test_fire_in_attack_uses_the_corps_up_doubled_or_not() -> None:
    match = bare("G-51-corps 1010, G-9-corps 1011, B-62 1110, S-234 3030", "combat", dice=[4], german_fz="1010")
    lines = fight(match, "1110", "G-51-corps", "G-9-corps")
    assert odds(lines).startswith("12 against 4 is 3-1")
    assert (where(match, "G-51-corps"), where(match, "G-9-corps")) == ("1010", "1011"), "until clean-up"
    assert result(lines) == "Br2"
    match.play(match.decision.texts[0])
    assert (where(match, "G-51-corps"), where(match, "G-9-corps")) == ("due", "due")


@pytest.mark.rule("Artillery-A")
def test_an_allied_gun_in_the_german_fortified_zone_is_not_doubled() -> None:
    match = bare("B-19-corps 1010, S-234 1110, B-62 3030", "combat", "allied", dice=[4], german_fz="1010")
    assert odds(fight(match, "1110", "B-19-corps")).startswith("4 against 7 is 1-1")


@pytest.mark.rule("Stacking-B", "Artillery-Procedure")
def test_the_corps_that_resists_does_not_fire_but_its_stack_mate_does() -> None:
    units = "S-234 1010, B-19-corps 1110, B-18-corps 1110, G-51-corps 0910"
    match = bare(units, "combat", dice=[4])
    lay(match, "1110", "S-234")
    for action in ("supply G-51-corps", "done", "resist B-19-corps"):
        match.play(action)
    assert refused(match, "fire B-19-corps 1110 half") == "B-19-corps resists in its hex and cannot fire [Stacking-B]"
    for action in ("fire B-18-corps 1110 half", "done"):
        match.play(action)
    assert odds(told(match, "resolve 1110")).startswith("7 against 3 is 2-1")


@pytest.mark.rule("Corps-B", "Corps-C", "Corps-iv")
def test_a_corps_of_one_point_may_be_helped_by_others() -> None:
    units = "S-234 1010, B-19-corps 1110, B-18-corps 1310, G-51-corps 0910"
    match = bare(units, "combat", dice=[4])
    lines = fight(match, "1110", "S-234", supply="G-51-corps", answers=["fire B-18-corps 1110 full"])
    assert odds(lines).startswith("7 against 5 is 1-1")


# -- the corps as sources of supply


@pytest.mark.rule("Corps-ii", "Supply-H")
def test_only_own_corps_on_the_map_are_turned_face_down() -> None:
    match = bare("S-234 1010, B-62 1110, B-19-corps 1210, G-51-corps 0910, G-9-corps due:4", "combat")
    for unit in ("S-234", "B-19-corps", "G-9-corps"):
        assert rule_of(match, f"supply {unit}") == "Corps-ii"
    assert rule_of(match, "spare G-51-corps") == "Corps-ii"
    match.play("supply G-51-corps")
    assert refused(match, "supply G-51-corps") == "G-51-corps is face down already [Corps-ii]"
    match.play("spare G-51-corps")
    match.play("done")
    assert where(match, "G-51-corps") == "0910"


@pytest.mark.rule("Corps-ii", "Sequence-1B-iv", "Supply-H")
def test_a_corps_face_down_is_used_up_even_if_nobody_attacks() -> None:
    match = bare("S-234 1010, B-62 1110, G-51-corps 0910", "combat")
    match.play("supply G-51-corps")
    assert "G-51-corps give attack supply [Corps-ii]" in told(match, "done")
    assert where(match, "G-51-corps") == "due"


@pytest.mark.rule("Corps-i", "Supply-H", "Supply-E")
def test_general_supply_does_not_use_a_corps_up() -> None:
    match = bare("G-32 1010, G-42 1011, G-51-corps 0911, B-62 3030", depots="")
    for action in ("move G-32 1009", "move G-42 1012", "done", "done", "done"):
        match.play(action)
    assert where(match, "G-51-corps") == "0911"


@pytest.mark.rule("Corps-Commentary")
def test_a_corps_is_free_if_another_one_or_a_road_supplied_as_well() -> None:
    match = bare("G-32 1010, B-62 1210, G-51-corps 1011, G-9-corps 0912", depots="")
    for action in ("move G-32 1110", "done", "attack 1210"):
        match.play(action)
    assert "G-51-corps" in offers(match, "add")
    match = bare("G-32 1010, B-62 1210, G-51-corps 1011", depots="german 1009")
    for action in ("move G-32 1110", "done", "attack 1210"):
        match.play(action)
    assert "G-51-corps" in offers(match, "add")


@pytest.mark.rule("Corps-Commentary", "Replacements-D")
@pytest.mark.parametrize(("depots", "fires"), [("", False), ("german 4012", True)])
def test_a_corps_that_alone_lets_a_unit_come_in_does_not_fire(depots: str, fires: bool) -> None:
    match = bare("T-5BR due:3, G-51-corps 3810, B-62 3610", depots=depots)
    for action in ("enter T-5BR 4010", "done", "done"):
        match.play(action)
    assert ("3610" in offers(match, "attack")) == fires


@pytest.mark.rule("Corps-Commentary")
def test_a_corps_that_gave_general_supply_may_fire_in_the_next_own_player_turn() -> None:
    match = bare("G-32 1010, G-51-corps 1011, B-62 1210", depots="")
    for action in ("move G-32 0910", "done"):
        match.play(action)
    assert offers(match, "attack") == set()
    while not (match.decision.side == "german" and match.decision.rule == "Sequence-1B-i" and state(match).turn == 4):
        match.play("done")
    assert offers(match, "attack") == {"1210"}


@pytest.mark.rule("Corps-Commentary")
def test_a_new_player_turn_frees_every_corps() -> None:
    units = "S-234 1010, B-62 1110, G-51-corps 0910, B-19-corps 1310"
    match = bare(units, "combat", dice=[5], depots="german 0810")
    fight(match, "1110", "S-234", supply="G-51-corps", answers=["fire B-19-corps 1110 half"])
    match.play("retreat S-234 0811")
    assert not supplied(match, "B-62"), "the corps has fired in this player-turn"
    match.play("done")
    assert supplied(match, "B-62")


# -- supply lines


@pytest.mark.rule("Supply-Procedure", "Supply-E")
@pytest.mark.parametrize(("corps", "open_"), [("1014", True), ("1015", False)])
def test_four_hexes_to_a_corps(corps: str, open_: bool) -> None:
    match = bare(f"S-234 1010, B-62 3030, G-51-corps {corps}", "combat", depots="")
    assert supplied(match, "S-234") == open_
    match.play("supply G-51-corps")
    assert attack_supplied(match, "S-234") == open_


@pytest.mark.rule("Supply-General", "Corps-ii")
def test_a_corps_that_is_not_face_down_feeds_no_attack() -> None:
    match = bare("S-234 1010, B-62 1110, G-51-corps 0910", "combat")
    assert not attack_supplied(match, "S-234")
    lines = fight(match, "1110", "S-234")
    assert "The attack on 1110 does not take place [Combat-J]" in lines


@pytest.mark.rule("Supply-F")
def test_only_roads_off_the_friendly_edge_count() -> None:
    match = bare("B-62 1010, S-234 3030", side="allied", depots="german 1010")
    assert not supplied(match, "B-62")
    match = bare("B-62 1010, S-234 3030", side="allied", depots="allied 0110", roads="0110-0209-0310-0409-0510-0609")
    assert supplied(match, "B-62")
    match = bare("B-62 1010, S-234 0410", side="allied", depots="allied 0110", roads="0110-0209-0310-0409-0510-0609")
    assert not supplied(match, "B-62"), "the road is cut"


@pytest.mark.rule("ZOC-C", "Supply-F")
def test_a_friend_on_the_road_keeps_it_open() -> None:
    road = "0110-0209-0310-0409-0510-0609"
    units = "B-62 1010, S-234 0410, B-4 0310, B-15 0510"
    match = bare(f"{units}, B-34 0409", side="allied", depots="allied 0110", roads=road)
    assert supplied(match, "B-62")
    match = bare(units, side="allied", depots="allied 0110", roads=road)
    assert not supplied(match, "B-62"), "0409 is controlled and empty"


@pytest.mark.rule("Supply-Procedure")
def test_terrain_does_not_block_a_line() -> None:
    match = bare(
        "B-62 1010, S-234 3030", side="allied", depots="allied 1510", rivers="1010/1110", german_fz="1110 1210"
    )
    assert supplied(match, "B-62")
