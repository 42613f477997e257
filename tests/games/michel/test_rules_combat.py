"""Combat: who may attack whom, odds, results, retreats."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.asking import offers, refused, rule_of, told
from tests.games.michel.drawn import bare, fight, lay, michel, odds, result, state, where

TABLE = """
0 Dr1 Dr1 Dr1 Dr2 Dr2 Dr2 De  De  De  De
1 Br2 Br2 Br1 Dr2 Dr2 Dr2 De  De  De  De
2 Ex  Br2 Br1 Br1 Dr2 Dr2 De  De  De  De
3 Ex  Ex  Br2 Br2 Br2 Dr2 Dr2 De  De  De
4 Ar2 Ex  Br2 Br2 Br2 Ex  Br2 Dr2 De  De
5 Ae  Ar2 Ex  Ex  Ex  Ex  Ex  Ex  Ex  De
6 Ae  Ar2 Ex  Ex  Ex  Ex  Ex  Ex  Ex  Ex
7 Ae  Ar2 Ar2 Ar1 Ar1 Br1 Br1 Br2 Br2 Ex
8 Ae  Ae  Ar2 Ar2 Ar1 Ar1 Br1 Br1 Br2 Br2
9 Ae  Ae  Ae  Ar2 Ar2 Ar1 Ar1 Ar1 Br1 Br2
"""


@pytest.mark.rule("CRT", "CRT-Letters")
def test_every_cell_of_the_table() -> None:
    crt = michel().crt
    assert list(crt.columns) == [f"{n}-1" for n in range(1, 11)]
    for line in TABLE.strip().splitlines():
        die, *codes = line.split()
        assert [crt.result(int(die), column) for column in range(10)] == codes


@pytest.mark.rule("CRT")
def test_the_die_is_read_from_nought_to_nine() -> None:
    crt = michel().crt
    assert (crt.result(-1, 0), crt.result(12, 0)) == (crt.result(0, 0), crt.result(9, 0))


@pytest.mark.rule("Combat-General", "Combat-A")
def test_ground_units_attack_what_they_stand_beside() -> None:
    match = bare("S-234 1010, S-221 1012, B-62 1110, B-4 1313", "combat")
    assert offers(match, "attack") == {"1110"}
    assert rule_of(match, "attack 1313") == "Combat-A"
    assert refused(match, "attack 1111") == "no enemy stands in 1111 [Combat-General]"
    assert rule_of(match, "attack 1010") == "Combat-General"
    match.play("attack 1110")
    assert refused(match, "add S-221") == "S-221 is not next to 1110 [Combat-A]"
    assert rule_of(match, "add B-4") == "Combat-General"
    assert rule_of(match, "confirm") == "Combat-General"


@pytest.mark.rule("Combat-B")
def test_nobody_has_to_attack() -> None:
    match = bare("S-234 1010, B-62 1110", "combat")
    assert told(match, "done") == ["german: second movement phase [Sequence-1C]"]


@pytest.mark.rule("Combat-C")
def test_a_unit_attacks_once_and_is_attacked_once() -> None:
    match = bare("S-234 1010, S-221 1010, B-62 1110, B-4 1111", "combat")
    lay(match, "1110", "S-234")
    assert refused(match, "attack 1110") == "1110 is attacked already, and only once in a combat phase [Combat-C]"
    match.play("attack 1111")
    assert rule_of(match, "add S-234") == "Combat-C"
    match.play("add S-221")
    assert rule_of(match, "widen 1110") == "Combat-C"
    match.play("confirm")
    assert offers(match, "attack") == set()


@pytest.mark.rule("Combat-D")
def test_everybody_stands_beside_every_hex_of_an_attack() -> None:
    match = bare("S-234 1010, S-221 1109, B-62 1110, B-4 1111", "combat")
    match.play("attack 1110 1111")
    assert refused(match, "add S-221") == "S-221 is not next to 1110 1111 [Combat-D]"
    match.play("cancel")
    assert rule_of(match, "attack 1110 1110") == "Combat-D"
    match.play("attack 1110")
    assert rule_of(match, "widen 1111") == "Combat-D"
    match.play("add S-234 S-221")
    assert refused(match, "widen 1111") == "not every attacker is next to 1111 [Combat-D]"
    assert rule_of(match, "widen 1211") == "Combat-General"
    assert refused(match, "add S-234").endswith("[Combat-C]")


@pytest.mark.rule("Combat-D")
def test_nobody_beside_both_hexes_no_attack_on_both() -> None:
    match = bare("S-234 1010, S-221 1209, B-62 1110, B-4 1308", "combat")
    assert rule_of(match, "attack 1110 1308") == "Combat-D"


@pytest.mark.rule("Combat-E")
def test_as_many_attackers_as_can_stand_round_a_hex() -> None:
    names = ("S-234", "S-221", "S-111", "S-17", "S-195", "S-20", "S-3Gd", "S-119", "S-24R", "S-53R", "S-50R", "S-18")
    hexes = ("1010", "1010", "1009", "1009", "1109", "1109", "1209", "1209", "1210", "1210", "1111", "1111")
    units = ", ".join(f"{name} {hex_}" for name, hex_ in zip(names, hexes, strict=True))
    match = bare(f"{units}, B-62 1110, G-51-corps 0909, G-9-corps 1310", "combat", dice=[6])
    lines = fight(match, "1110", *names, supply="G-51-corps G-9-corps")
    assert (odds(lines), result(lines)) == ("84 against 4 is 10-1, die 6, no modifiers", "Ex")


@pytest.mark.rule("Combat-F", "Stacking-B", "Def-CombatStrength")
def test_the_attacker_commits_before_the_defender_names_his_unit() -> None:
    match = bare("S-234 1010, B-62 1110, C-1 1110, G-51-corps 0910", "combat", dice=[4])
    match.play("attack 1110")
    assert match.decision.prompt == "Who attacks 1110 (B-62 4, C-1 6)? (nobody yet)"
    for action in ("add S-234", "confirm", "supply G-51-corps", "done"):
        match.play(action)
    assert match.decision.prompt == "1110 is attacked by S-234: which unit resists?"
    assert rule_of(match, "resist S-234") == "Stacking-B"
    match.play("resist C-1")
    assert odds(told(match, "resolve 1110")).startswith("7 against 6 is 1-1")


@pytest.mark.rule("Combat-H")
def test_stack_mates_attack_apart_together_or_not_at_all() -> None:
    match = bare("S-234 1010, S-221 1010, B-62 1110, B-4 1111, G-51-corps 0910", "combat", dice=[4])
    lay(match, "1110", "S-234")
    match.play("attack 1111")
    assert offers(match, "add") == {"S-221", "G-51-corps"}
    match.play("cancel")
    match.play("supply G-51-corps")
    match.play("done")
    assert result(told(match, "resolve 1110")) == "Ar2"
    assert {action.split()[0] for action in offers(match, "retreat")} == {"S-234"}
    match.play("retreat S-234 0811")
    assert where(match, "S-221") == "1010"


@pytest.mark.rule("Combat-J", "Supply-General")
def test_attackers_without_attack_supply_drop_out() -> None:
    match = bare("S-234 1010, S-221 1210, B-62 1110, G-51-corps 0609", "combat", dice=[4])
    lines = fight(match, "1110", "S-234", "S-221", supply="G-51-corps")
    assert "S-221 cannot attack 1110, being without attack supply [Combat-J, Supply-B]" in lines
    assert odds(lines).startswith("7 against 4")


@pytest.mark.rule("Combat-Procedure", "Sequence-1B-iii")
def test_the_preview_and_the_chances_agree_with_the_table() -> None:
    match = bare("S-234 1010, B-62 1110, G-51-corps 0910", "combat", towns="1110")
    lay(match, "1110", "S-234")
    match.play("supply G-51-corps")
    match.play("done")
    shown = match.preview("german")
    assert shown
    assert [line.value for line in shown.lines] == [
        "7 against 4, 1-1, +1 defender in a town [TEC-Town]; of 6 faces Ex 2, Ar2 1, Ae 3"
    ]
    found = match.distribution("resolve 1110")
    assert found is not None
    assert sum(found.values()) == 1
    sixths = {text.partition(": ")[2].partition(",")[0]: p for text, p in found.items()}
    assert sixths == {"Ex": Fraction(2, 6), "Ar2": Fraction(1, 6), "Ae": Fraction(3, 6)}


@pytest.mark.rule("Combat-K", "Combat-I", "Supply-A")
def test_all_defenders_must_be_isolated() -> None:
    units = "S-234 1010, B-62 1110, B-4 1111, G-51-corps 0910"
    match = bare(units, "combat", dice=[4], depots="allied 1116")
    lines = fight(match, "1110 1111", "S-234", supply="G-51-corps")
    assert odds(lines).endswith("no modifiers"), "the southern one has a line"
    match = bare(units, "combat", dice=[4], depots="")
    assert odds(fight(match, "1110 1111", "S-234", supply="G-51-corps")).endswith("-1 defender isolated [Combat-I]")


@pytest.mark.rule("Combat-K", "TEC-Town", "TEC-River")
def test_doubtful_modifiers_favour_the_defender() -> None:
    units = "S-234 1010, B-62 1110, B-4 1111, G-51-corps 0910"
    match = bare(units, "combat", dice=[4], towns="1111", rivers="1010/1110")
    assert odds(fight(match, "1110 1111", "S-234", supply="G-51-corps")).endswith(
        "+1 defender in a town [TEC-Town], +1 all attack across a river [TEC-River]"
    )


@pytest.mark.rule("TEC-Fortified")
def test_the_fortified_zone_of_the_attacker_does_not_help_the_defender() -> None:
    match = bare("S-234 1010, B-62 1110, G-51-corps 0910", "combat", dice=[4], german_fz="1110")
    assert odds(fight(match, "1110", "S-234", supply="G-51-corps")).endswith("no modifiers")


@pytest.mark.rule("TEC-Devastated", "TEC-Clear", "TEC-Road")
def test_other_terrain_does_not_change_the_die() -> None:
    match = bare("S-234 1010, B-62 1110, G-51-corps 0910", "combat", dice=[4], devastated="1110", roads="1010-1110")
    assert odds(fight(match, "1110", "S-234", supply="G-51-corps")).endswith("no modifiers")


# -- results


@pytest.mark.rule("CRT-e")
def test_all_attackers_fall_but_not_their_stack_mates() -> None:
    match = bare("T-5BR 1010, S-221 1010, C-1 1110, G-51-corps 0910", "combat", dice=[6])
    assert result(fight(match, "1110", "T-5BR", supply="G-51-corps")) == "Ae"
    assert (where(match, "T-5BR"), where(match, "S-221")) == ("pool", "1010")


@pytest.mark.rule("CRT-Ex")
def test_only_an_attacker_is_lost_in_an_exchange() -> None:
    match = bare("S-234 1010, S-221 1010, G-32 1010, B-62 1110, G-51-corps 0910", "combat", dice=[5])
    assert result(fight(match, "1110", "S-234", "S-221", supply="G-51-corps")) == "Ex"
    assert refused(match, "lose G-32") == "one of S-234 S-221 is lost in the exchange [CRT-Ex]"
    assert told(match, "lose S-221")[0] == "S-221 is destroyed, into the pool [Replacements-Procedure]"


@pytest.mark.rule("CRT-Retreat")
def test_what_a_retreat_may_not_do() -> None:
    match = bare("B-62 1010, S-234 1110, S-221 1110, T-5BR 1111, G-51-corps 1210", "combat", dice=[1], depots="")
    assert result(fight(match, "1010", "S-234", "S-221", "T-5BR", supply="G-51-corps")) == "Dr2"
    assert refused(match, "retreat B-62 0910") == "B-62 must retreat 2 hexes away, and 0910 is not [CRT-Retreat]"
    assert refused(match, "retreat S-234 0910") == "one of B-62 must retreat [CRT-Retreat]"
    assert refused(match, "retreat B-62 1210") == "the enemy of B-62 stands in 1210 [CRT-Retreat]"
    assert refused(match, "retreat B-62 1112") == (
        "1112 is controlled by the enemy of B-62, and no friend stands there [CRT-Retreat]"
    )
    assert refused(match, "retreat B-62 0810 via 0909") == "B-62 cannot reach 0810 by way of 0909 [CRT-Retreat]"
    assert told(match, "retreat B-62 0810 via 0911")[0] == "B-62 is retreated 1010 0911 0810 [CRT-Retreat]"


@pytest.mark.rule("CRT-Retreat")
def test_a_river_bars_the_second_hex_of_a_retreat_too() -> None:
    units = "B-62 1010, S-234 1110, S-221 1110, T-5BR 1111, G-51-corps 1210"
    match = bare(units, "combat", dice=[1], depots="", rivers="0910/0809 0911/0912 0911/0810")
    assert result(fight(match, "1010", "S-234", "S-221", "T-5BR", supply="G-51-corps")) == "Dr2"
    assert offers(match, "retreat") == {"B-62 0810", "B-62 0811", "B-62 0909"}
    assert refused(match, "retreat B-62 0810 via 0911") == "B-62 cannot reach 0810 by way of 0911 [CRT-Retreat]"


ONE_END = "1427/1328 1428/1429 1428/1329 1528/1627 1528/1628"
"""Rivers that leave a unit in 1427 one end of a retreat of two, 1529, by way of Montdidier or past it."""


@pytest.mark.rule("CRT-Retreat", "Victory-Control")
@pytest.mark.parametrize(("held", "after"), [("1428", "1428"), ("1428", ""), ("", "")])
def test_the_winner_chooses_the_way_of_a_retreat_where_it_makes_a_difference(held: str, after: str) -> None:
    """Allied units driven through Montdidier take it back; whether they are is the choice of the German."""
    units = "B-62 1427, S-234 1426, S-221 1426, T-5BR 1426, G-51-corps 1425"
    match = bare(units, "combat", dice=[1], depots="", rivers=ONE_END, held=held)
    assert result(fight(match, "1427", "S-234", "S-221", "T-5BR", supply="G-51-corps")) == "Dr2"
    if not held:
        assert offers(match, "retreat") == {"B-62 1529"}, "all ways come to the same"
        return
    assert offers(match, "retreat") == {"B-62 1529 via 1428", "B-62 1529 via 1528"}
    assert refused(match, "retreat B-62 1529") == (
        "the paths of B-62 to 1529 differ in effect: add via 1428 or 1528 [CRT-Retreat]"
    )
    match.play(f"retreat B-62 1529 via {'1528' if after else '1428'}")
    assert match.rules.grid.labels(state(match).german_held) == ([after] if after else [])


@pytest.mark.rule("CRT-Retreat", "Victory-Control")
def test_a_german_is_not_driven_into_an_objective_unasked() -> None:
    units = "T-5BR 1427, B-62 1426, C-1 1426, C-2 1426, C-3 1426, B-19-corps 1425"
    match = bare(units, "combat", "allied", dice=[2], depots="", rivers=ONE_END)
    assert result(fight(match, "1427", "B-62", "C-1", "C-2", "C-3", supply="B-19-corps")) == "Dr2"
    assert offers(match, "retreat") == {"T-5BR 1529 via 1428", "T-5BR 1529 via 1528"}
    match.play("retreat T-5BR 1529 via 1528")
    assert not state(match).german_held


@pytest.mark.rule("CRT-Retreat")
def test_of_one_unit_it_is_not_asked_which_one() -> None:
    units = "B-62 1010, B-4 1011, S-234 1110, S-221 1111, S-111 1111, T-5BR 1111, G-51-corps 1210"
    match = bare(units, "combat", dice=[1])
    assert result(fight(match, "1010 1011", "S-221", "S-111", "T-5BR", supply="G-51-corps")) == "Br2"
    assert match.decision.prompt == "B-62 B-4 must retreat 2 hexes: which one is next, and where to?"
    match.play("retreat B-4 0812")
    assert match.decision.prompt == "Where does B-62 retreat, 2 hexes away?"


@pytest.mark.rule("CRT-Retreat", "Corps-B", "Corps-C", "Replacements-B")
@pytest.mark.parametrize(("ground", "box"), [((), "due"), (("S-234",), "permanent")], ids=["by guns", "by infantry"])
def test_a_corps_without_a_way_to_retreat_is_gone_only_after_a_ground_attack(ground: tuple[str, ...], box: str) -> None:
    names = tuple(f"G-{name}-corps" for name in ("51", "9", "3", "17"))[: 2 if ground else 4]
    guns = ", ".join(f"{name} 0910" for name in names)
    units = f"B-19-corps 1110, S-234 1010, S-221 1209, S-111 1111, {guns}, G-4R-corps 0911, B-18-corps 1310"
    match = bare(units, "combat", dice=[1])
    answers = ["fire B-18-corps 1110 half"] if ground else []
    lines = fight(match, "1110", *ground, *names, supply="G-4R-corps", answers=answers)
    assert (result(lines), where(match, "B-19-corps")) == ("Dr2", box)


@pytest.mark.rule("CRT-Retreat", "Replacements-A")
def test_who_is_left_without_a_way_by_the_retreat_of_another_was_isolated_all_the_same() -> None:
    units = "B-62 1010, B-4 1011, S-234 1111, S-221 1111, G-32 0912, G-51-corps 1210"
    match = bare(units, "combat", dice=[1], depots="")
    assert result(fight(match, "1010 1011", "S-234", "S-221", supply="G-51-corps")) == "Dr1"
    assert "B-4 1010" in offers(match, "retreat"), "while the other covers it"
    match.play("retreat B-62 0910")
    assert where(match, "B-4") == "permanent"


@pytest.mark.rule("CRT-Retreat")
def test_a_retreat_off_the_map_or_onto_enemies_is_none() -> None:
    units = "B-62 0110, S-234 0210, S-221 0209, G-51-corps 0310"
    match = bare(units, "combat", dice=[1], depots="")
    assert result(fight(match, "0110", "S-234", supply="G-51-corps")) == "Dr1"
    assert where(match, "B-62") == "permanent"


@pytest.mark.rule("CRT-Retreat", "Stacking-A")
def test_stacking_does_not_count_in_a_retreat_and_bridges_are_rivers() -> None:
    units = "B-62 1010, B-4 0910, B-15 0910, S-234 1110, S-221 1111, G-51-corps 1210"
    match = bare(units, "combat", dice=[1], depots="", rivers="1010/0911", roads="1010-0911")
    assert result(fight(match, "1010", "S-234", supply="G-51-corps")) == "Dr1"
    assert offers(match, "retreat") == {"B-62 0910"}
    assert refused(match, "retreat B-62 0911") == "rivers, enemies or their zones keep B-62 from 0911 [CRT-Retreat]"
    match.play("retreat B-62 0910")
    assert where(match, "B-62") == "0910"


@pytest.mark.rule("CRT-RetreatedOn")
def test_a_unit_retreated_into_a_later_target_is_not_touched_there() -> None:
    units = "S-234 1010, S-221 1010, B-62 1110, S-111 1310, S-17 1310, B-4 1210, G-51-corps 0910, G-9-corps 1410"
    match = bare(units, "combat", dice=[1, 5])
    lay(match, "1110", "S-234", "S-221")
    lay(match, "1210", "S-111", "S-17")
    for action in ("supply G-51-corps", "supply G-9-corps", "done"):
        match.play(action)
    assert result(told(match, "resolve 1110")) == "Br1"
    match.play("retreat B-62 1210")
    match.play("retreat S-234 0910")
    match.play("retreat S-221 0910")
    lines = told(match, "resolve 1210")
    assert (odds(lines), result(lines)) == ("14 against 4 is 3-1, die 5, no modifiers", "Ex")
    assert (where(match, "B-62"), where(match, "B-4")) == ("1210", "pool")


@pytest.mark.rule("CRT-Br", "Artillery-Procedure")
def test_guns_of_a_bombardment_are_not_retreated_nor_lost() -> None:
    for die, code in ((1, "Br2"), (2, "Ex"), (4, "Ar2"), (5, "Ae")):
        match = bare("G-51-corps 1010, B-62 1210, S-234 3030", "combat", dice=[die])
        assert result(fight(match, "1210", "G-51-corps")) == code
        if code == "Br2":
            match.play("retreat B-62 1410")
        assert where(match, "G-51-corps") == "due"
        assert where(match, "B-62") == {"Br2": "1410", "Ex": "pool"}.get(code, "1210")
        assert match.decision.rule == "Movement-General"
