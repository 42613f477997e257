"""The worked examples of the rulebook (e) and the vectors derived from its rules (t), one test each."""

from __future__ import annotations

import pytest

from tests.asking import goes, offers, refused, rule_of, told
from tests.games.michel.drawn import (
    attack_supplied,
    bare,
    cost,
    due,
    fight,
    lay,
    michel,
    odds,
    real,
    result,
    rules_of,
    state,
    supplied,
    where,
)
from westfront.engine.match import Match
from westfront.games.michel.state import LAST_TURN
from westfront.games.michel.victory import LEVELS, player_scale
from westfront.games.michel.victory import level as level_of

ALL_HEXES = " ".join(f"{column:02}{row:02}" for column in range(1, 41) for row in range(1, 41))


def until(match: Match, line: str) -> None:
    """Pass everything until a line of the log begins like this."""
    while not any(entry.startswith(line) for entry in match.log()):
        match.play("done")


# -- worked examples


@pytest.mark.rule("Movement-N", "Movement-N-Example", "TEC-Controlled", "TEC-River", "TEC-Devastated")
@pytest.mark.parametrize(("river", "refusal"), [("2", "Movement-N"), ("1", "ZOC-B")])
def test_e1_a_corps_cannot_pay_for_the_river(river: str, refusal: str) -> None:
    units, moat = "B-19-corps 1010, S-234 1110", "0910/1010 0910/0911 0910/1009"
    match = bare(units, side="allied", rivers=moat, devastated="0910", options={"river_extra_mp": river})
    assert rule_of(match, "move B-19-corps 0910") == refusal
    assert "0911" in goes(match, "B-19-corps")


@pytest.mark.rule("Combat-G", "Combat-G-Example", "CRT-Odds")
def test_e2_ten_against_six_is_one_to_one() -> None:
    match = bare("T-5BR 1010, T-185 1010, C-1 1110, G-51-corps 0910", "combat", dice=[2])
    assert odds(fight(match, "1110", "T-5BR", "T-185", supply="G-51-corps")).startswith("10 against 6 is 1-1")


@pytest.mark.rule("Combat-K", "Combat-K-Example", "TEC-Fortified")
def test_e3_one_of_two_hexes_in_its_fortified_zone_adds_two() -> None:
    match = bare("S-234 1010, B-62 1110, B-4 1111, G-51-corps 0910", "combat", dice=[2], allied_fz="1111")
    lines = fight(match, "1110 1111", "S-234", supply="G-51-corps")
    assert odds(lines) == "7 against 8 is 1-1, die 2, +2 defender in its fortified zone [TEC-Fortified]"
    assert result(lines) == "Ar2"


@pytest.mark.rule("TEC-Cumulative", "TEC-Cumulative-Example", "TEC", "Movement-H")
def test_e4_devastated_and_fortified_costs_three() -> None:
    match = bare("S-234 1010, G-32 1010", devastated="1110", allied_fz="1110")
    assert cost(match, "S-234", "1110") == cost(match, "G-32", "1110") == 3


@pytest.mark.rule("TEC-Cumulative", "TEC-Cumulative-Example", "TEC-River", "TEC-Fortified")
def test_e5_fortified_behind_a_river_adds_three() -> None:
    units = "S-234 1010, B-62 1110, G-51-corps 0910"
    match = bare(units, "combat", dice=[1], allied_fz="1110", rivers="1010/1110")
    lines = fight(match, "1110", "S-234", supply="G-51-corps")
    assert odds(lines).endswith(
        "die 1, +2 defender in its fortified zone [TEC-Fortified], +1 all attack across a river [TEC-River]"
    )
    assert result(lines) == "Ar2"


@pytest.mark.rule("Replacements-C", "Replacements-C-Example", "Corps-A", "Artillery-B")
def test_e6_an_allied_gun_of_the_first_turn_is_back_in_the_second() -> None:
    units = "S-234 3010, B-62 2910, G-51-corps 3110, B-19-corps 2709"
    match = real(units, "combat", turn=1, dice=[3])
    fight(match, "2910", "S-234", supply="G-51-corps", answers=["fire B-19-corps 2910 full"])
    assert where(match, "B-19-corps") == "due"
    until(match, "allied: first movement phase")
    assert match.decision.rule == "Movement-General", "nothing comes in during game-turn 1"
    match.play("done")
    until(match, "Game-turn 2")
    match.play("enter G-51-corps 4009")
    while match.decision.side == "german":
        match.play("done")
    assert (match.decision.rule, offers(match, "take")) == ("Sequence-1A", {"B-19-corps"})
    assert told(match, "enter B-19-corps 0109") == ["B-19-corps comes in at 0109 for 1 [Replacements-D]"]


@pytest.mark.rule("Replacements-Example", "Replacements-Procedure", "Replacements-General")
def test_e7_three_allied_losses_bring_back_one_at_once() -> None:
    units = (
        "S-234 1010, S-221 1010, G-32 1020, G-42 1020, C-1 1110, B-62 1111, B-4 1120, B-19-corps 1310, B-18-corps 1320,"
        "G-51-corps 0910, G-9-corps 0910, G-3-corps 0911, G-17-corps 0920, G-4R-corps 0920"
    )
    match = bare(units, "combat", turn=3, dice=[3, 3])
    lay(match, "1110 1111", "S-234", "S-221")
    lay(match, "1120", "G-32", "G-42")
    for corps in ("G-51-corps", "G-9-corps", "G-3-corps", "G-17-corps", "G-4R-corps"):
        match.play(f"supply {corps}")
    for action in ("done", "fire B-19-corps 1110 full", "fire B-18-corps 1120 full", "done", "resolve 1110"):
        match.play(action)
    match.play("lose S-234")
    match.play("resolve 1120")
    assert (match.decision.side, match.decision.rule) == ("allied", "Replacements-Procedure")
    assert offers(match, "pick") == {"C-1", "B-62", "B-4"}
    assert told(match, "pick C-1") == [
        "C-1 comes back in the next game-turn, B-62 B-4 are gone for good [Replacements-Procedure]"
    ]
    match.play("lose G-32")
    assert [where(match, unit) for unit in ("C-1", "B-62", "B-4")] == ["due", "permanent", "permanent"]
    assert [where(match, unit) for unit in ("S-234", "G-32")] == ["pool", "pool"]
    used = [unit for unit in rules_of(match).names.units if unit.endswith("corps") and where(match, unit) == "due"]
    assert len(used) == 7
    assert all(due(match, unit) == 4 for unit in [*used, "C-1"])


@pytest.mark.rule("Replacements-Example", "Replacements-C")
def test_e8_a_german_third_loss_is_back_in_the_very_next_player_turn() -> None:
    french = "F-55 1110, F-1 1110, F-35 1111, F-56 1111, F-53 1009, F-77 1009, F-38 1011"
    units = f"S-234 pool, G-32 pool, T-5BR 1010, {french}, B-19-corps 1210"
    match = bare(units, "combat", "allied", turn=3, dice=[1])
    lines = fight(match, "1010", "F-55", "F-1", "F-35", "F-56", "F-53", "F-77", "F-38", supply="B-19-corps")
    assert result(lines) == "De"
    assert (match.decision.side, match.decision.rule) == ("german", "Replacements-Procedure")
    match.play("pick S-234")
    match.play("done")
    assert (match.log()[-2][:11], match.decision.side, match.decision.rule) == ("Game-turn 4", "german", "Sequence-1A")
    assert offers(match, "take") == {"S-234"}
    assert [where(match, unit) for unit in ("G-32", "T-5BR")] == ["permanent", "permanent"]


OPENED = "S-234 1010, B-4 1009, G-51-corps 1014, B-62 1112, S-221 1212, S-111 1212, G-9-corps 1412"


@pytest.mark.rule("Supply-B", "Supply-B-Example", "Combat-J")
def test_e9_a_line_opened_by_an_earlier_combat_of_the_phase() -> None:
    match = bare(OPENED, "combat", dice=[5, 2])
    lay(match, "1112", "S-221", "S-111")
    lay(match, "1009", "S-234")
    for action in ("supply G-51-corps", "supply G-9-corps", "done"):
        match.play(action)
    assert not attack_supplied(match, "S-234")
    shown = match.preview("german")
    assert shown
    assert ("1009", "no attack supply", "Combat-J") in [(line.label, line.value, line.rule) for line in shown.lines]
    assert result(told(match, "resolve 1112")) == "Ex"
    match.play("lose S-111")
    assert attack_supplied(match, "S-234")
    assert odds(told(match, "resolve 1009")) == "7 against 4 is 1-1, die 2, no modifiers"


@pytest.mark.rule("Stacking-B", "Stacking-B-Example", "Combat-F")
def test_e10_two_attackers_against_a_stack_meet_one_unit() -> None:
    match = bare("S-234 1010, S-221 1010, B-62 1110, C-1 1110, G-51-corps 0910", "combat", dice=[5])
    lay(match, "1110", "S-234", "S-221")
    match.play("supply G-51-corps")
    match.play("done")
    assert (match.decision.side, match.decision.rule) == ("allied", "Stacking-B")
    assert offers(match, "resist") == {"B-62", "C-1"}
    assert told(match, "resist B-62") == ["B-62 resists in 1110 [Stacking-B]"]
    lines = told(match, "resolve 1110")
    assert (odds(lines), result(lines)) == ("14 against 4 is 3-1, die 5, no modifiers", "Ex")
    assert (where(match, "B-62"), where(match, "C-1")) == ("pool", "1110")


@pytest.mark.rule(
    "Player-Example", "Player-Base", "Player-Victory", "Victory-General", "RelativeStrength", "OOB-7", "OOB-8"
)
def test_e11_option_seven_against_option_eight() -> None:
    units = "S-234 exited-XY:0104, G-51-corps 2003, G-9-corps 0305, B-62 3039"
    options = {"german": "7", "allied": "8", "victory": "player"}
    match = real(units, "end", turn=LAST_TURN, held="2003", options=options)
    assert rules_of(match).base == 32
    assert match.log() == [
        "Arras: 10 points [Victory-Control]",
        "S-234 out by 0104: 4 points [Victory-Exit]",
        "The Germans have 14 points: German marginal victory [Victory-Levels]",
        "By relative strength, base 32: German substantive victory [Player-Chart]",
    ]
    assert match.result == (
        "german: 14 points, German marginal victory, by relative strength German substantive victory"
    )


# -- odds and the table


def column(attack: int, defence: int) -> str:
    """The odds column of two strengths."""
    crt = michel().crt
    return crt.columns[crt.column(attack, defence)]


def cell(die: int, name: str) -> str:
    """A result of the table."""
    crt = michel().crt
    return crt.result(die, crt.columns.index(name))


@pytest.mark.rule("Combat-G")
def test_t1_fractions_are_dropped() -> None:
    assert [column(*pair) for pair in ((11, 6), (12, 6), (20, 7), (21, 7))] == ["1-1", "2-1", "2-1", "3-1"]


@pytest.mark.rule("CRT-Odds")
def test_t2_below_one_to_one_reads_as_one_to_one() -> None:
    assert [column(7, 8), column(3, 40)] == ["1-1", "1-1"]


@pytest.mark.rule("CRT-Odds")
def test_t3_above_ten_to_one_reads_as_ten_to_one() -> None:
    assert [column(39, 4), column(40, 4), column(44, 4)] == ["9-1", "10-1", "10-1"]


@pytest.mark.rule("CRT")
def test_t4_the_three_cells_that_one_copy_misreads() -> None:
    assert [cell(0, "7-1"), cell(7, "1-1"), cell(9, "3-1")] == ["De", "Ae", "Ae"]


@pytest.mark.rule("CRT")
def test_t5_the_table_is_not_monotone() -> None:
    assert [cell(4, "5-1"), cell(4, "6-1"), cell(4, "7-1")] == ["Br2", "Ex", "Br2"]


@pytest.mark.rule("CRT")
def test_t6_some_cells() -> None:
    cells = [(5, "10-1"), (6, "10-1"), (7, "8-1"), (1, "3-1"), (1, "4-1")]
    assert [cell(*place) for place in cells] == ["De", "Ex", "Br2", "Br1", "Dr2"]


@pytest.mark.rule("Combat-I", "Supply-A")
@pytest.mark.parametrize(("attackers", "expected"), [("T-5BR", "Dr1"), ("G-32 G-42 G-8 G-4E", "Dr2")])
def test_t7_an_isolated_defender_is_attacked_at_one_less(attackers: str, expected: str) -> None:
    units = "T-5BR 1010, G-32 1111, G-42 1111, G-8 1009, G-4E 1009, B-62 1110, G-51-corps 0910"
    match = bare(units, "combat", dice=[1], depots="")
    lines = fight(match, "1110", *attackers.split(), supply="G-51-corps")
    assert odds(lines).endswith("die 1, -1 defender isolated [Combat-I]")
    assert result(lines) == expected


@pytest.mark.rule("TEC-Town", "TEC-River", "TEC-Fortified", "TEC-Cumulative")
def test_t8_a_die_above_nine_reads_as_nine() -> None:
    units = "S-234 1010, S-221 1010, B-19-corps 1110, G-51-corps 0910"
    match = bare(units, "combat", dice=[6], allied_fz="1110", towns="1110", rivers="1010/1110")
    lines = fight(match, "1110", "S-234", "S-221", supply="G-51-corps")
    assert odds(lines) == (
        "14 against 1 is 10-1, die 6, +2 defender in its fortified zone [TEC-Fortified], "
        "+1 defender in a town [TEC-Town], +1 all attack across a river [TEC-River]"
    )
    assert result(lines) == "Br2"


@pytest.mark.rule("Combat-I", "TEC")
def test_t9_fortified_and_isolated_add_one() -> None:
    units = "G-32 1010, T-5BR 1010, B-62 1110, G-51-corps 0910"
    match = bare(units, "combat", dice=[6], allied_fz="1110", depots="")
    lines = fight(match, "1110", "G-32", "T-5BR", supply="G-51-corps")
    assert odds(lines).startswith("11 against 4 is 2-1, die 6, +2")
    assert result(lines) == "Ar2"


@pytest.mark.rule("TEC-River")
def test_t10_one_attacker_not_across_the_river_takes_the_modifier_away() -> None:
    units = "S-234 1010, S-221 1109, B-62 1110, G-51-corps 0910"
    match = bare(units, "combat", dice=[3], rivers="1010/1110")
    assert odds(fight(match, "1110", "S-234", "S-221", supply="G-51-corps")).endswith("no modifiers")


@pytest.mark.rule("TEC-Town", "TEC-River", "Artillery-C")
def test_t11_a_bombardment_gets_no_river_modifier() -> None:
    match = bare("G-51-corps 1010, B-62 1110", "combat", dice=[3], towns="1110", rivers="1010/1110")
    lines = fight(match, "1110", "G-51-corps")
    assert odds(lines) == "4 against 4 is 1-1, die 3, +1 defender in a town [TEC-Town]"
    assert lines[0] == "G-51-corps bombard 1110 [Artillery-C]"


GUNS = "S-234 1010, S-221 1010, G-51-corps 0910, G-9-corps 0911, G-3-corps 0911, B-62 1110, B-19-corps 1310"


@pytest.mark.rule("Artillery-A", "Corps-iii", "Corps-iv", "Option-6", "OOB-6")
@pytest.mark.parametrize(
    ("option", "word", "expected"),
    [
        ("5", "half", "26 against 6 is 4-1"),
        ("5", "full", "26 against 8 is 3-1"),
        ("6", "half", "22 against 6 is 3-1"),
        ("6", "full", "22 against 8 is 2-1"),
    ],
)
def test_t12_t13_guns_in_attack_and_defence(option: str, word: str, expected: str) -> None:
    match = bare(GUNS, "combat", dice=[3], german_fz="0910", options={"german": option})
    attackers = ("S-234", "S-221", "G-51-corps", "G-9-corps")
    lines = fight(match, "1110", *attackers, supply="G-3-corps", answers=[f"fire B-19-corps 1110 {word}"])
    assert odds(lines).startswith(expected)
    assert f"B-19-corps fires for 1110 with {word} [Artillery-A]" in lines


@pytest.mark.rule("Artillery-A")
@pytest.mark.parametrize(("word", "expected"), [("full", "9 against 9 is 1-1"), ("half", "9 against 7 is 1-1")])
def test_t14_nobody_but_an_attacking_german_doubles(word: str, expected: str) -> None:
    units = "F-55 1110, B-19-corps 1210, B-18-corps 1209, T-5BR 1010, G-51-corps 0910"
    match = bare(units, "combat", "allied", dice=[2], german_fz="0910 1010", allied_fz="1210")
    answers = [f"fire G-51-corps 1010 {word}"]
    lines = fight(match, "1010", "F-55", "B-19-corps", supply="B-18-corps", answers=answers)
    assert odds(lines).startswith(expected)


@pytest.mark.rule("Corps-B")
def test_t15_a_corps_defends_with_one_against_ground_units() -> None:
    match = bare("F-55 1110, B-19-corps 1210, B-18-corps 1209, G-51-corps 1010", "combat", "allied", dice=[4])
    lines = fight(match, "1010", "F-55", "B-19-corps", supply="B-18-corps")
    assert odds(lines).startswith("9 against 1 is 9-1")


@pytest.mark.rule("Corps-C", "Artillery-G")
def test_t16_a_corps_defends_with_four_against_guns_and_nobody_fires_back() -> None:
    units = "G-51-corps 1010, G-9-corps 1010, B-19-corps 1110, B-18-corps 1210, S-234 1020, B-62 1120, B-3-corps 1219"
    match = bare(units, "combat", dice=[4])
    lay(match, "1110", "G-51-corps", "G-9-corps")
    match.play("done")
    assert match.decision.rule == "Sequence-1B-iii", "the defence is not even asked"
    assert odds(told(match, "resolve 1110")).startswith("8 against 4 is 2-1")
    match = bare(units, "combat", dice=[4])
    lay(match, "1110", "G-51-corps", "G-9-corps")
    lay(match, "1120", "S-234")
    match.play("done")
    assert rule_of(match, "fire B-18-corps 1110 half") == "Artillery-G"
    assert offers(match, "fire") == {"B-3-corps 1120 full", "B-3-corps 1120 half"}


@pytest.mark.rule("Artillery-E", "Artillery-General", "Artillery-I")
def test_t17_a_gun_must_reach_every_hex_of_the_combat() -> None:
    match = bare("S-234 1010, B-62 1110, B-4 1111, G-51-corps 0908, G-9-corps 0909", "combat")
    match.play("attack 1110 1111")
    assert rule_of(match, "add G-51-corps") == "Artillery-E"
    match.play("add G-9-corps")
    match.play("cancel")
    match.play("attack 1110")
    match.play("add S-234 G-51-corps")
    assert rule_of(match, "widen 1111") == "Artillery-E"


@pytest.mark.rule("Combat-D", "CRT-Ex")
def test_t18_an_attack_on_two_hexes() -> None:
    units = "S-234 1010, S-221 1010, S-111 1210, B-62 1110, B-4 1111, G-51-corps 0910, G-9-corps 1310"
    match = bare(units, "combat", dice=[3])
    lines = fight(match, "1110 1111", "S-234", "S-221", "S-111", supply="G-51-corps G-9-corps")
    assert (odds(lines), result(lines)) == ("21 against 8 is 2-1, die 3, no modifiers", "Ex")
    assert offers(match, "lose") == {"S-234", "S-221", "S-111"}
    match.play("lose S-111")
    assert [where(match, unit) for unit in ("B-62", "B-4", "S-111", "S-234")] == ["pool", "pool", "pool", "1010"]


@pytest.mark.rule("Artillery-Procedure", "CRT-e")
def test_t19_supporting_guns_do_not_share_the_fate_of_the_attackers() -> None:
    units = "T-5BR 1010, C-1 1110, B-19-corps 1210, G-51-corps 0910, G-9-corps 0911, G-3-corps 0911"
    match = bare(units, "combat", dice=[5])
    answers = ["fire B-19-corps 1110 full"]
    lines = fight(match, "1110", "T-5BR", "G-51-corps", "G-9-corps", supply="G-3-corps", answers=answers)
    assert (odds(lines), result(lines)) == ("13 against 10 is 1-1, die 5, no modifiers", "Ae")
    assert (where(match, "T-5BR"), where(match, "C-1")) == ("pool", "1110")
    assert [where(match, unit) for unit in ("G-51-corps", "G-9-corps", "G-3-corps", "B-19-corps")] == ["due"] * 4


@pytest.mark.rule("Combat-F", "CRT-e", "CRT-Letters")
def test_t20_the_other_unit_of_the_hex_stays() -> None:
    units = "S-234 1010, S-221 1010, S-111 1111, S-17 1111, B-62 1110, C-1 1110, G-51-corps 0910"
    match = bare(units, "combat", dice=[1])
    attackers = ("S-234", "S-221", "S-111", "S-17")
    assert result(fight(match, "1110", *attackers, supply="G-51-corps", answers=["resist B-62"])) == "De"
    assert (where(match, "B-62"), where(match, "C-1")) == ("pool", "1110")


# -- movement


def farthest(match: Match, unit: str) -> int:
    """The distance of the farthest hex to which a unit can move."""
    grid = match.rules.grid
    return max(grid.distance(grid.hex(where(match, unit)), grid.hex(label)) for label in goes(match, unit))


@pytest.mark.rule("Movement-A", "Def-MovementAllowance", "TEC-Clear", "TEC-Devastated")
def test_t21_five_clear_hexes_or_two_devastated_ones() -> None:
    assert farthest(bare("S-234 2020"), "S-234") == 5
    assert farthest(bare("S-234 2020", devastated=ALL_HEXES), "S-234") == 2


@pytest.mark.rule("TEC", "TEC-Fortified")
def test_t22_two_points_are_left_behind_a_devastated_trench() -> None:
    match = bare("S-234 1010", devastated="1110", allied_fz="1110")
    assert cost(match, "S-234", "1110") == 3
    assert told(match, "move S-234 1309 via 1110 1209")
    match = bare("S-234 1010", devastated="1110", allied_fz="1110")
    assert refused(match, "move S-234 1409 via 1110 1209 1309") == "this path costs 6 movement points [Movement-N]"


@pytest.mark.rule("TEC-River", "Movement-N")
def test_t23_across_a_river_with_three_points() -> None:
    island = "1010/1110 1010/1111 1010/1009 1010/1011 1010/0910 1010/0911"
    match = bare("T-5BR 1010", rivers=island, devastated="1111")
    assert cost(match, "T-5BR", "1110") == 3
    assert rule_of(match, "move T-5BR 1111") == "Movement-N"
    assert goes(match, "T-5BR") == {"1110", "1009", "1011", "0910", "0911"}


@pytest.mark.rule("TEC-Road", "Movement-A")
def test_t24_a_road_overrides_everything() -> None:
    match = bare("T-5BR 1010", roads="1010-1110", rivers="1010/1110", devastated="1110", allied_fz="1110")
    assert cost(match, "T-5BR", "1110") == 1


@pytest.mark.rule("TEC-Road")
def test_t25_a_road_hex_entered_from_beside_the_road() -> None:
    match = bare("T-5BR 1010", roads="1109-1110-1111", devastated="1109 1110 1111")
    assert cost(match, "T-5BR", "1110") == 2


@pytest.mark.rule("ZOC-General", "ZOC-Procedure")
def test_t26_the_zone_of_a_unit() -> None:
    match = bare("S-234 1110")
    rules, s = rules_of(match), state(match)
    zone = rules.field(s).zone[0]
    assert set(rules.grid.labels(zone)) == {"1109", "1209", "1210", "1111", "1010", "1009"}


@pytest.mark.rule("Movement-I", "ZOC-B", "ZOC-A")
def test_t27_leaving_a_zone_costs_the_allies_one_more() -> None:
    match = bare("B-62 1010, S-234 1110", side="allied")
    assert (cost(match, "B-62", "0910"), cost(match, "B-62", "1011")) == (2, 2)
    assert cost(match, "B-62", "1009") == 3, "not by the direct step, but round by 0910"
    match = bare("B-62 1010, S-234 1110, S-221 0809", side="allied")
    assert rule_of(match, "move B-62 1009") == "Movement-I"


@pytest.mark.rule("Movement-I", "Movement-Procedure")
def test_t28_through_a_zone_and_out_of_it() -> None:
    match = bare("G-32 0810, B-62 1110")
    assert told(match, "move G-32 1011 via 0910 1010") == ["G-32 moves 0810 0910 1010 1011 [Movement-Procedure]"]
    match = bare("G-32 0810, B-62 1110")
    assert rule_of(match, "move G-32 1009 via 0910 1010") == "Movement-I"


SALIENT = "B-62 1110, B-4 1112"
"""Everything round 1111 is controlled."""


@pytest.mark.rule("Movement-J", "Movement-L")
def test_t29_infiltration() -> None:
    match = bare(f"S-234 1010, {SALIENT}")
    assert told(match, "move S-234 1111") == ["S-234 infiltrates 1010 1111 [Movement-J]"]
    assert rule_of(match, "move S-234 1112") == "Movement-C"


@pytest.mark.rule("Movement-J", "Movement-L", "Option-7", "OOB-7")
@pytest.mark.parametrize(
    ("units", "option"), [("G-32 1010", "5"), ("S-234 0910", "5"), ("S-234 1010", "7"), ("B-15 3030, G-32 1010", "5")]
)
def test_t30_no_infiltration(units: str, option: str) -> None:
    match = bare(f"{units}, {SALIENT}", options={"german": option})
    unit = "S-234" if "S-234" in units else "G-32"
    assert rule_of(match, f"move {unit} 1111") == "Movement-I"


FALLING_BACK = "B-62 1010, F-55 1009, S-234 1110, S-221 0810"


@pytest.mark.rule("Movement-K", "Movement-L")
def test_t31_leapfrog() -> None:
    match = bare(FALLING_BACK, side="allied")
    assert told(match, "move B-62 1009") == ["B-62 leapfrogs 1010 1009 [Movement-K]"]
    assert rule_of(match, "move B-62 0909") == "Movement-C"
    assert cost(match, "F-55", "0909") == 2
    match.play("move F-55 0909")


@pytest.mark.rule("Movement-K")
def test_t32_no_leapfrog_without_a_friend_that_has_stood_there() -> None:
    match = bare(FALLING_BACK, side="allied")
    match.play("move F-55 0909")
    assert rule_of(match, "move B-62 1009") == "Movement-I"
    match = bare(FALLING_BACK.replace("F-55 1009", "F-55 1008"), side="allied")
    match.play("move F-55 1009")
    assert rule_of(match, "move B-62 1009") == "Movement-I"


# -- supply


@pytest.mark.rule("Supply-Procedure", "Supply-F", "Supply-General")
@pytest.mark.parametrize(("road", "open_"), [("1510", True), ("1610", False)])
def test_t33_five_hexes_to_a_road(road: str, open_: bool) -> None:
    match = bare("B-62 1010, S-234 3030", side="allied", depots=f"allied {road}")
    assert supplied(match, "B-62") == open_
    assert ("B-62 cannot move, being without general supply [Supply-B, Movement-M]" in match.log()) != open_


@pytest.mark.rule("ZOC-C", "Supply-Procedure")
@pytest.mark.parametrize(("friends", "open_"), [("", False), (", G-32 1011, G-42 1012", True), (", G-32 1011", False)])
def test_t34_a_friend_opens_an_enemy_zone_for_supply(friends: str, open_: bool) -> None:
    match = bare(f"S-234 1010, G-51-corps 1014, B-62 1112{friends}", "combat", depots="")
    match.play("supply G-51-corps")
    assert attack_supplied(match, "S-234") == open_


@pytest.mark.rule("Supply-B", "Movement-M")
def test_t35_supply_for_movement_is_looked_at_when_the_phase_begins() -> None:
    match = bare("B-62 1010, B-19-corps 0410, S-234 3030", side="allied", depots="")
    match.play("move B-19-corps 0710")
    assert supplied(match, "B-62")
    assert refused(match, "take B-62") == "B-62 was without general supply when the phase began [Movement-M]"


@pytest.mark.rule("Movement-M", "Supply-G", "Option-7")
def test_t36_only_stosstruppen_leave_supply_on_purpose() -> None:
    match = bare("G-32 1310, S-234 1310", depots="german 1010")
    assert refused(match, "move G-32 1710") == "G-32 would be out of general supply in 1710 [Supply-G]"
    assert "1510" in goes(match, "G-32")
    assert "1710" not in goes(match, "G-32")
    assert told(match, "move S-234 1710")
    match = bare("S-234 1310", depots="german 1010", options={"german": "7"})
    assert rule_of(match, "move S-234 1710") == "Supply-G"


@pytest.mark.rule("Supply-H", "Corps-ii", "Corps-A")
def test_t37_attack_supply_uses_the_corps_up() -> None:
    match = bare("G-32 1010, G-51-corps 1013, B-62 1110", "combat", dice=[5], depots="german 1919")
    lay(match, "1110", "G-32")
    match.play("supply G-51-corps")
    match.play("done")
    assert supplied(match, "G-32")
    assert result(told(match, "resolve 1110")) == "Ar2"
    assert told(match, "retreat G-32 0811")[-2:] == [
        "german: second movement phase [Sequence-1C]",
        "G-32 cannot move, being without general supply [Supply-B, Movement-M]",
    ]


@pytest.mark.rule("Supply-E", "Corps-ii")
def test_t38_one_corps_feeds_three_combats() -> None:
    units = "S-234 1010, S-221 1007, S-111 1012, B-62 0910, B-4 1006, B-15 1013, G-51-corps 1210"
    match = bare(units, "combat", dice=[3, 3, 3], depots="")
    for hex_, unit in (("0910", "S-234"), ("1006", "S-221"), ("1013", "S-111")):
        lay(match, hex_, unit)
    match.play("supply G-51-corps")
    match.play("done")
    for hex_, unit in (("0910", "S-234"), ("1006", "S-221"), ("1013", "S-111")):
        assert result(told(match, f"resolve {hex_}")) == "Ex"
        assert where(match, unit) == "pool"
    match.play("pick S-111")
    assert where(match, "G-51-corps") == "due"


@pytest.mark.rule("Artillery-H", "Corps-Commentary")
def test_t39_a_corps_that_feeds_does_not_fire() -> None:
    match = bare("S-234 1010, B-62 1110, G-51-corps 0910", "combat")
    match.play("supply G-51-corps")
    match.play("attack 1110")
    assert rule_of(match, "add G-51-corps") == "Artillery-H"
    for action in ("add S-234", "cancel", "spare G-51-corps", "attack 1110", "add G-51-corps", "confirm"):
        match.play(action)
    assert rule_of(match, "supply G-51-corps") == "Artillery-H"


# -- retreats

BEATEN = "B-62 1010, S-234 1110, S-221 1110, T-5BR 1111, G-51-corps 1210"


def beaten(attackers: str, more: str = "", rivers: str = "") -> Match:
    """The defender at 1010 must retreat, by one if the first attacks alone, by two if all do."""
    match = bare(BEATEN + more, "combat", dice=[1], depots="", rivers=rivers)
    assert result(fight(match, "1010", *attackers.split(), supply="G-51-corps")) in ("Dr1", "Dr2")
    return match


@pytest.mark.rule("CRT-Retreat", "CRT-Letters")
@pytest.mark.parametrize(
    ("attackers", "hexes"),
    [("S-234", {"0910", "0911"}), ("S-234 S-221 T-5BR", {"0809", "0810", "0811", "0909", "0912"})],
)
def test_t40_the_winner_chooses_where_the_loser_goes(attackers: str, hexes: set[str]) -> None:
    match = beaten(attackers)
    assert match.decision.side == "german"
    assert offers(match, "retreat") == {f"B-62 {label}" for label in hexes}


@pytest.mark.rule("CRT-Retreat")
def test_t41_enemy_zones_bar_a_retreat() -> None:
    assert offers(beaten("S-234", ", G-32 0809"), "retreat") == {"B-62 0911"}
    match = beaten("S-234", ", G-32 0809, G-42 0811")
    assert where(match, "B-62") == "permanent"
    assert "B-62 has no way to retreat [CRT-Retreat]" in match.log()


@pytest.mark.rule("CRT-Retreat")
def test_t42_a_friend_opens_an_enemy_zone_for_a_retreat() -> None:
    match = beaten("S-234", ", G-32 0809, G-42 0811, B-4 0911")
    assert offers(match, "retreat") == {"B-62 0911"}


@pytest.mark.rule("CRT-Retreat")
def test_t43_rivers_bar_a_retreat() -> None:
    assert where(beaten("S-234", rivers="1010/0910 1010/0911"), "B-62") == "permanent"


@pytest.mark.rule("CRT-Br")
def test_t44_both_retreat_defenders_first() -> None:
    match = bare("S-234 1010, S-221 1010, B-62 1110, G-51-corps 0910", "combat", dice=[1])
    assert result(fight(match, "1110", "S-234", "S-221", supply="G-51-corps")) == "Br1"
    assert match.decision.side == "german"
    match.play("retreat B-62 1210")
    assert match.decision.side == "allied"
    assert offers(match, "retreat") == {
        f"{u} {h}" for u in ("S-234", "S-221") for h in ("0910", "0911", "1009", "1011")
    }
    assert told(match, "retreat S-221 0911") == ["S-221 is retreated 1010 0911 [CRT-Retreat]"]
    match.play("retreat S-234 1011")


# -- losses and replacements


@pytest.mark.rule("Replacements-A", "Supply-D")
def test_t45_the_isolated_dead_do_not_count() -> None:
    units = "S-234 1010, S-221 1010, B-62 1110, B-4 pool, B-15 pool, G-51-corps 0910"
    match = bare(units, "combat", dice=[6], depots="")
    lines = fight(match, "1110", "S-234", "S-221", supply="G-51-corps")
    assert (result(lines), lines[-1]) == ("Ex", "B-62 is destroyed, permanently, being isolated [Replacements-A]")
    assert match.decision.rule == "CRT-Ex"
    assert [where(match, unit) for unit in ("B-62", "B-4", "B-15")] == ["permanent", "pool", "pool"]


@pytest.mark.rule("Artillery-B", "Replacements-C")
def test_t46_a_german_gun_of_the_allied_player_turn_is_back_in_the_next_one() -> None:
    units = "T-5BR 3010, F-55 2910, B-19-corps 2709, G-51-corps 3110"
    match = real(units, "combat", "allied", turn=5, dice=[3])
    fight(match, "3010", "F-55", supply="B-19-corps", answers=["fire G-51-corps 3010 full"])
    assert where(match, "G-51-corps") == "due"
    until(match, "Game-turn 6")
    assert (match.decision.side, match.decision.rule) == ("german", "Sequence-1A")
    assert offers(match, "take") == {"G-51-corps"}


@pytest.mark.rule("Replacements-B", "Corps-B", "CRT-Losses")
def test_t47_a_corps_killed_by_infantry_is_gone() -> None:
    match = bare("S-234 1010, S-221 1010, B-19-corps 1110, G-51-corps 0910", "combat", dice=[1])
    lines = fight(match, "1110", "S-234", "S-221", supply="G-51-corps")
    assert (result(lines), where(match, "B-19-corps")) == ("De", "permanent")
    assert "B-19-corps is destroyed, permanently [Replacements-B]" in lines


@pytest.mark.rule("Replacements-D", "Sequence-1A")
def test_t48_coming_in_costs_points_and_not_into_enemy_zones() -> None:
    match = real("T-5BR due:3, T-185 due:3, B-62 3919, B-19-corps 3818, B-4 3910")
    assert "comes in at 4012 for 1" in told(match, "enter T-5BR 4012")[0]
    assert rule_of(match, "enter T-185 4018") == "Replacements-D"
    assert rule_of(match, "enter T-185 3915") == "Replacements-D"
    match.play("take T-185")
    assert {"4018", "4019"} & offers(match, "go") == set()
    assert "4012" in offers(match, "go")
    match.play("cancel")
    match.play("done")
    assert farthest(match, "T-5BR") == 2


CHART_NAMES = {
    "british-infantry": "4-4",
    "french-infantry": "5-4",
    "elite-infantry": "6-4",
    "allied-cavalry": "2-7",
    "allied-corps": "4-3",
}


def reinforcements(option: str, turn: int) -> set[str]:
    """What the chart gives an option in a game-turn, as it is printed."""
    chart = michel(allied=option).chart
    return {f"{number}x{CHART_NAMES[kind]}{' ns'[edge]}" for when, kind, number, edge in chart if when == turn}


@pytest.mark.rule("Reinf-Chart")
@pytest.mark.parametrize("option", ["8", "9", "10", "11", "12", "13"])
def test_t49_nobody_comes_in_game_turn_one(option: str) -> None:
    assert reinforcements(option, 1) == set()
    assert reinforcements(option, 2) != set()


@pytest.mark.rule("Reinf-Chart")
def test_the_chart_can_begin_a_game_turn_earlier() -> None:
    turns = {first: {turn for turn, *_ in michel(reinforcements=first).chart} for first in ("1", "2")}
    assert turns == {"1": set(range(1, 10)), "2": set(range(2, 11))}


@pytest.mark.rule("Reinf-Chart", "Reinf-Notation", "Reinf-Chart-12-13")
def test_t50_option_thirteen_in_game_turn_six() -> None:
    assert reinforcements("13", 6) == {"3x6-4n", "2x5-4s", "2x2-7s"}


@pytest.mark.rule("Reinf-Chart", "Reinf-Chart-10", "Reinf-Chart-12-13", "OOB-10", "OOB-12")
def test_t51_the_column_of_option_ten_is_the_french_one() -> None:
    assert reinforcements("10", 7) == {"6x5-4s", "1x4-3s"}
    assert reinforcements("12", 7) == {"4x5-4s", "1x4-3s"}


CHART = """
2x4-4n 1x2-7s | 3x4-4n 1x5-4s 1x2-7s | 2x4-4n 2x5-4s 1x2-7s | 2x4-4n 2x5-4s 1x2-7s | 2x4-4n 2x5-4s 1x2-7s
2x4-4n 1x5-4s | 1x4-4n 1x5-4s | 1x4-4n 1x5-4s 2x2-7s | 2x4-4n 2x5-4s | 1x4-4n 1x5-4s
3x4-4n 1x4-3s | 1x4-4n 1x5-4s | 1x4-4n 1x5-4s 1x4-3s | 2x4-4n 1x5-4s 1x4-3s | 1x4-4n 1x5-4s 1x4-3s
3x4-4n 1x5-4s | 2x4-4n 2x5-4s 1x4-3s | 2x4-4n 4x5-4s 2x4-3s | 2x4-4n 3x5-4s 2x4-3s | 2x4-4n 3x5-4s 2x4-3s
3x6-4n 1x5-4s 2x2-7s | 3x6-4n 1x5-4s 2x2-7s | 3x6-4n 2x5-4s 2x2-7s | 3x6-4n 3x5-4s 2x2-7s | 3x6-4n 2x5-4s 2x2-7s
1x4-4n 2x5-4s | 1x4-4n 3x5-4s | 6x5-4s 1x4-3s | 1x4-4n 4x5-4s 1x4-3s | 4x5-4s 1x4-3s
1x6-4n 1x4-4n 2x5-4s | 1x6-4n 2x5-4s 1x4-3s | 1x6-4n 3x5-4s 2x4-3s | 1x6-4n 2x5-4s 1x4-3s | 1x6-4n 2x5-4s 1x4-3s
1x6-4n 1x4-3s | 1x6-4n 1x4-3s | 1x6-4n 1x5-4s 1x4-3s | 1x6-4n 1x4-3s | 1x6-4n 1x4-3s
2x4-4n 1x5-4s | 1x4-4n 1x5-4s | 1x4-4n 3x5-4s 1x4-3s | 1x4-4n 2x5-4s | 1x4-4n 2x5-4s
"""
"""The printed chart, a line for each game-turn from the second on: options 8, 9, 10, 11, and 12 with 13."""


@pytest.mark.rule("Reinf-Chart", "Reinf-Notation", "Reinf-Chart-8", "Reinf-Chart-9", "Reinf-Chart-10")
@pytest.mark.rule("Reinf-Chart-11", "Reinf-Chart-12-13")
@pytest.mark.parametrize(("option", "column"), [("8", 0), ("9", 1), ("10", 2), ("11", 3), ("12", 4), ("13", 4)])
def test_every_cell_of_the_reinforcement_chart(option: str, column: int) -> None:
    for turn, line in enumerate(CHART.strip().splitlines(), start=2):
        assert reinforcements(option, turn) == set(line.split(" | ")[column].split()), (option, turn)


@pytest.mark.rule("Reinf-Chart-8", "Reinf-Chart-9", "Reinf-Chart-10", "Reinf-Chart-11", "Reinf-Chart-12-13")
@pytest.mark.parametrize(
    ("option", "totals"),
    [
        ("8", (14, 8, 5, 3, 2)),
        ("9", (9, 12, 5, 3, 3)),
        ("10", (7, 23, 5, 5, 8)),
        ("11", (10, 19, 5, 3, 6)),
        ("12", (7, 17, 5, 3, 6)),
        ("13", (7, 17, 5, 3, 6)),
    ],
)
def test_t52_sums_of_the_columns(option: str, totals: tuple[int, ...]) -> None:
    chart = michel(allied=option).chart
    found = [sum(number for _, kind, number, _ in chart if kind == wanted) for wanted in CHART_NAMES]
    assert tuple(found) == totals


# -- victory


@pytest.mark.rule("Victory-Levels")
def test_t58_the_historical_levels() -> None:
    names = [LEVELS[level_of(points)].split()[-2:][0] for points in (4, 5, 9, 10, 14, 15, 24, 25)]
    assert names == ["Allied", "draw", "draw", "marginal", "marginal", "substantive", "substantive", "decisive"]


@pytest.mark.rule("Player-Chart", "Player-Base", "RelativeStrength")
def test_t59_option_five_against_thirteen() -> None:
    base = michel(german="5", allied="13").base
    assert base == 56
    assert [LEVELS[level_of(points, player_scale(base))] for points in (27, 28, 10)] == [
        "German substantive victory",
        "German decisive victory",
        "draw",
    ]


@pytest.mark.rule("Player-Chart")
def test_t60_the_row_that_overlaps() -> None:
    assert michel(german="3", allied="8").base == michel(german="7", allied="12").base == 44
    assert [LEVELS[level_of(points, player_scale(44))] for points in (7, 8)] == ["draw", "German marginal victory"]


@pytest.mark.rule("Victory-Control", "Victory-Objectives", "GameLength")
def test_t61_an_objective_counts_only_with_a_line() -> None:
    match = real("S-234 0619, G-51-corps 0519, B-62 1427, B-4 1429", "end", turn=LAST_TURN, held="0619 1428")
    assert match.over
    assert match.log()[:2] == [
        "Amiens: 15 points [Victory-Control]",
        "The Germans have 15 points: German substantive victory [Victory-Levels]",
    ]


@pytest.mark.rule("Victory-Exit")
def test_t62_exits_count_only_from_hexes_with_a_line() -> None:
    units = (
        "S-234 exited-XY:0119, S-221 exited-XY:0119, S-111 exited-XY:0119, S-17 exited-XY:0118, S-195 exited-XY:0131,"
        "S-20 exited-XY:0131, S-3Gd exited-XY:0131, G-51-corps 0219, B-62 0231, B-4 0129, B-15 0133"
    )
    match = real(units, "end", turn=LAST_TURN)
    assert "The Germans have 16 points" in match.log()[-2]


@pytest.mark.rule("Victory-Exit", "OOB-5", "OOB-13")
def test_t68_off_the_map_out_of_an_enemy_zone() -> None:
    match = real("S-234 0519, B-62 0120, G-51-corps 0420, B-19-corps 0820", turn=9)
    match.play("take S-234")
    assert "0119 X-Y" in offers(match, "exit")
    assert told(match, "exit 0119 X-Y")[0].startswith("S-234 leaves the map between X-Y: 0519 ")
    assert (where(match, "S-234"), match.view().scene.tracks["points"]) == ("exited-XY", "4")


# -- corps


@pytest.mark.rule("Corps-iv", "Artillery-A")
def test_t63_half_strength_keeps_the_corps() -> None:
    units = "S-234 1010, B-62 1110, G-51-corps 0910, B-19-corps 1310"
    match = bare(units, "combat", dice=[4])
    fight(match, "1110", "S-234", supply="G-51-corps", answers=["fire B-19-corps 1110 half"])
    match.play("retreat S-234 0811")
    assert where(match, "B-19-corps") == "1310"
    until(match, "allied: combat phase")
    assert "B-19-corps" in offers(match, "supply")


@pytest.mark.rule("Stacking-A", "Stacking-General")
def test_t64_three_in_a_hex_at_the_end_of_the_phase() -> None:
    match = bare("G-32 1010, G-42 1010, G-8 1010, B-62 3030", depots="")
    match.play("done")
    assert match.decision.rule == "Stacking-A"
    assert offers(match, "remove") == {"G-32", "G-42", "G-8"}
    assert told(match, "remove G-8")[0] == "G-8 is removed from the crowded hex 1010 [Stacking-A]"
    assert where(match, "G-8") == "permanent"


@pytest.mark.rule("Corps-Commentary", "Replacements-A", "Combat-I")
@pytest.mark.parametrize("word", ["full", "half"])
def test_t66_a_corps_that_fires_feeds_nobody(word: str) -> None:
    units = "S-234 1010, S-221 1010, B-62 1110, G-51-corps 0910, B-19-corps 1310"
    match = bare(units, "combat", dice=[5], depots="")
    answers = [f"fire B-19-corps 1110 {word}"]
    lines = fight(match, "1110", "S-234", "S-221", supply="G-51-corps", answers=answers)
    assert odds(lines).endswith("-1 defender isolated [Combat-I]")
    match = bare(units, "combat", dice=[5], depots="")
    assert odds(fight(match, "1110", "S-234", "S-221", supply="G-51-corps")).endswith("no modifiers")


@pytest.mark.rule("Corps-Commentary", "Artillery-H", "Corps-i")
@pytest.mark.parametrize("unit", ["G-32", "S-234"])
@pytest.mark.parametrize(("strict", "feeds"), [("no", True), ("yes", False)])
def test_t67_a_corps_that_let_a_unit_move_does_not_fire(unit: str, strict: str, feeds: bool) -> None:
    """Stosstruppen need no supply where they go, but without it they could not have set out."""
    units = f"{unit} 1010, B-62 1210, G-51-corps 0911"
    match = bare(units, depots="", options={"strict_one_function": strict})
    match.play(f"move {unit} 1110")
    match.play("done")
    assert ("G-51-corps" in offers(match, "supply")) == feeds
    match.play("attack 1210")
    assert rule_of(match, "add G-51-corps") == "Corps-Commentary"


@pytest.mark.rule("Combat-J", "Sequence-1B-iv", "Supply-B")
def test_t69_an_attack_without_supply_does_not_take_place() -> None:
    units = "S-234 1010, B-62 1110, G-51-corps 0910, G-9-corps 2010"
    match = bare(units, "combat")
    lines = fight(match, "1110", "S-234", "G-51-corps", supply="G-9-corps")
    assert "S-234 cannot attack 1110, being without attack supply [Combat-J, Supply-B]" in lines
    assert "The attack on 1110 does not take place [Combat-J]" in lines
    assert "G-51-corps G-9-corps are used up until the next game-turn [Sequence-1B-iv]" in lines
    assert not match.dice.rolls
