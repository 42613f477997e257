"""Situations in which several rules meet, each with the outcome that a referee read from the booklet beforehand."""

from __future__ import annotations

import pytest

from tests.asking import goes, offers, rule_of
from tests.games.meuse.drawn import attack, brigades, draw, odds, play, result, rules_of, state, told, verbs, where
from westfront.games.meuse.state import GERMAN
from westfront.games.meuse.supply import supplied_hexes

WON = "allied: Allied victory: 0702 Sedan is entered on turn 20"

# -- Sedan: the game ends in the middle of whatever goes on


@pytest.mark.rule("12.1", "5.1")
def test_a_way_through_sedan_ends_in_sedan() -> None:
    match = draw("US-28 0704, DE-1G 1501", turn=20)
    lines = told(match, "move US-28 0701 via 0703 0702")
    assert lines[0] == "US-28 moves 0704 0703 0702 [5.1]"
    assert (where(match, "US-28"), match.result) == ("0702", WON)


@pytest.mark.rule("12.1", "9.0", "5.1")
def test_a_starving_division_wades_into_sedan_by_its_minimum_move() -> None:
    match = draw("US-28 0602, DE-1G 0604, DE-5G 0404, DE-37 0804", "turn", turn=20)
    assert goes(match, "US-28") >= {"0702"}
    play(match, "move US-28 0702")
    assert match.result == WON


@pytest.mark.rule("12.1", "17.5")
def test_german_guns_drive_a_division_into_sedan() -> None:
    match = draw("US-28 0703, DE-1G 0704", "bombardment", "german", turn=20, dice=[1])
    play(match, "shell US-28", "done", "fire 0703")
    assert offers(match, "retreat") == {"0602", "0702", "0802"}
    play(match, "retreat 0702")
    assert match.result == WON


@pytest.mark.rule("12.1", "7.7")
def test_a_german_attack_on_the_last_day_drives_a_division_through_sedan() -> None:
    match = draw("US-35 0703, DE-52R 0704, DE-28R 0803, DE-37 0603", "combat", "german", turn=24, dice=[1])
    assert result(attack(match, "0703", "0704", "0803", "0603")) == "D3"
    play(match, "retreat-full")
    assert offers(match, "retreat") == {"0702"}
    play(match, "retreat 0702")
    assert match.result == WON.replace("20", "24")
    open_end = draw("US-35 0703, DE-1G 0704", "end", turn=24)
    assert open_end.result == "german: German victory: 0702 Sedan was not entered in 24 turns"


@pytest.mark.rule("12.1", "7.7")
def test_the_first_attacker_who_retreats_into_sedan_ends_the_game_for_all() -> None:
    match = draw("US-35 0703, US-92 0704, DE-52R 0803", "combat", turn=20, dice=[5])
    lines = attack(match, "0803", "0703", "0704")
    assert (odds(lines), result(lines)) == ("+0, Rise line, column 5", "(A)")
    match = draw("US-35 0703, US-91 0704, DE-52R 0803", "combat", turn=20, dice=[5])
    assert result(attack(match, "0803", "0703", "0704")) == "A2"
    play(match, "withdraw 0703", "retreat 0702")
    assert (match.result, where(match, "US-91")) == (WON, "0704")


@pytest.mark.rule("12.1", "6.2")
def test_nobody_retreats_into_sedan_beside_a_german() -> None:
    match = draw("US-35 0703, DE-52R 0803, DE-1G 0801", "combat", turn=20, dice=[1])
    assert result(attack(match, "0803", "0703")) == "(A)"
    shelled = draw("US-28 0703, DE-1G 0704, DE-5G 0801", "bombardment", "german", turn=20, dice=[1])
    play(shelled, "shell US-28", "done", "fire 0703")
    assert offers(shelled, "retreat") == {"0602"}
    assert rule_of(shelled, "retreat 0702") == "6.2"


@pytest.mark.rule("12.1", "7.9", "13.1")
def test_the_brigade_left_of_a_division_takes_sedan() -> None:
    match = draw("US-33 0703-, US-2 0802, DE-13L 0702-", "combat", turn=20, dice=[4])
    lines = attack(match, "0702", "0703", "0802")
    assert (odds(lines), result(lines)) == ("+14, Fortress line, column 8", "Ex")
    play(match, "lose 0703", "advance 0703")
    assert (brigades(match), match.result) == (["0702"], WON)


# -- three-step divisions and brigades


@pytest.mark.rule("13.1", "7.9")
def test_de_without_a_chit_empties_the_hex() -> None:
    chits = ", ".join(f"US-brigade-{i} {1419 + i}" for i in range(1, 4))
    more = ", ".join(f"US-brigade-{i} {1519 + i - 3}" for i in range(4, 7))
    match = draw(f"US-4 1318, {chits}, {more}, DE-52R 1217, DE-28R 1317", "combat", "german", dice=[1])
    assert result(attack(match, "1318", "1217", "1317")) == "De"
    assert where(match, "US-4") == "lost"
    assert offers(match, "advance") == {"1217", "1317"}


@pytest.mark.rule("13.1", "7.1", "7.9")
def test_the_brigade_left_of_a_defender_holds_the_hex_and_is_left_in_peace() -> None:
    match = draw("US-4 1318, DE-52R 1217, DE-28R 1317, DE-37 1417", "combat", "german", dice=[1])
    assert result(attack(match, "1318", "1217", "1317")) == "De"
    assert brigades(match) == ["1318"]
    assert rule_of(match, "attack 1318 with 1417") == "7.1"
    exchange = draw("US-33 1318-, DE-52R 1217, DE-28R 1417", "combat", "german", dice=[6])
    assert result(attack(exchange, "1318", "1217", "1417")) == "Ex"
    play(exchange, "lose 1217")
    assert (brigades(exchange), verbs(exchange)) == (["1318"], {"done"})


@pytest.mark.rule("7.8", "7.7", "13.1")
def test_a_three_step_division_without_a_way_back_resists_to_the_last_brigade() -> None:
    ring = "DE-52R 1217, DE-28R 1317, DE-37 1119, DE-15 1220, DE-1G 1419"
    whole = draw(f"US-32 1318, {ring}", "combat", "german", dice=[3])
    attack(whole, "1318", "1217", "1317")
    assert whole.decision.texts == ("resist",)
    assert where(play(whole, "resist"), "US-32") == "1318-"
    depleted = draw(f"US-32 1318-, {ring}", "combat", "german", dice=[3])
    attack(depleted, "1318", "1217", "1317")
    assert brigades(play(depleted, "resist")) == ["1318"]


@pytest.mark.rule("7.6", "13.2", "V-2")
def test_a_stack_pays_with_one_brigade_where_one_attacker_pays() -> None:
    units = "US-brigade-1 1319, US-brigade-2 1319, US-28 1418, DE-52R 1318"
    match = draw(units, "combat", dice=[6], options={"crt_paren_A": "one"})
    assert result(attack(match, "1318", "1319", "1418")) == "(A)"
    play(match, "lose 1319")
    assert (brigades(match), where(match, "US-28")) == (["1319"], "1418")


@pytest.mark.rule("7.6", "7.9", "13.2")
def test_what_is_left_of_a_stack_advances_together() -> None:
    stack = ", ".join(f"US-brigade-{i} 1319" for i in (1, 2, 3))
    match = draw(f"{stack}, US-1 1418, DE-8L 1318-", "combat", dice=[6], breached="1318")
    assert result(attack(match, "1318", "1319", "1418")) == "Ex"
    play(match, "lose 1319", "advance 1319")
    assert brigades(match) == ["1318"] * 2


@pytest.mark.rule("7.6", "7.9")
def test_an_exchange_of_last_steps_leaves_nobody_to_advance() -> None:
    match = draw("US-brigade-1 1418, US-37 1421, DE-13L 1318-", "combat", dice=[1], breached="1318")
    lines = attack(match, "1318", "1418")
    assert (odds(lines), result(lines)) == ("+1, Clear line, column 7", "D2")
    match = draw("US-brigade-1 1418, US-37 1421, DE-13L 1318-", "combat", dice=[2], breached="1318")
    assert result(attack(match, "1318", "1418")) == "Ex"
    play(match, "lose 1418")
    assert (brigades(match), where(match, "DE-13L"), verbs(match)) == ([], "lost", {"done"})


@pytest.mark.rule("7.7", "5.3", "13.2")
def test_a_stack_of_two_finds_room_with_one_brigade_and_not_with_two() -> None:
    stack = "US-brigade-1 1318, US-brigade-2 1318, US-brigade-3 1419"
    match = draw(f"{stack}, DE-52R 1217, DE-AR 1317", "combat", "german", dice=[3])
    attack(match, "1318", "1217", "1317")
    play(match, "retreat-full", "retreat 1319", "retreat 1419")
    assert brigades(match) == ["1419"] * 3
    crowd = draw(f"{stack}, US-brigade-4 1419, DE-52R 1217, DE-AR 1317", "combat", "german", dice=[3])
    attack(crowd, "1318", "1217", "1317")
    assert rule_of(play(crowd, "retreat-full", "retreat 1319"), "retreat 1419") == "7.7"


@pytest.mark.rule("17.5", "13.2", "5.3")
def test_a_shelled_brigade_saves_itself_onto_another() -> None:
    match = draw("US-brigade-1 1320, US-brigade-2 1321, DE-1G 1319", "bombardment", "german", dice=[1])
    play(match, "shell US-brigade-1", "done", "fire 1320", "retreat 1321")
    assert brigades(match) == ["1321"] * 2


@pytest.mark.rule("13.2", "11.3", "13.1")
def test_two_broken_divisions_leave_no_chit_for_anybody() -> None:
    match = draw("US-4 1319, US-32 1518, US-33 1618, US-3 lost, DE-1G 1201", "turn", turn=3)
    play(match, "break US-4")
    assert offers(play(match, "break US-32"), "return") == {"US-3"}, "without a chit the US 33rd is not asked about"
    assert rule_of(match, "return US-4") == "13.2"
    assert rule_of(match, "return US-brigade-1") == "11.3"


@pytest.mark.rule("13.2", "5.3", "5.1")
def test_a_division_passes_a_stack_and_does_not_join_it() -> None:
    stack = ", ".join(f"US-brigade-{i} 1319" for i in (1, 2, 3))
    match = draw(f"{stack}, US-brigade-4 1420, US-28 1320, DE-1G 1201")
    assert rule_of(match, "move US-28 1319") == "5.3"
    assert rule_of(match, "move US-brigade-4 1319") == "5.3"
    play(match, "move US-brigade-1 1318", "move US-brigade-4 1319")
    assert where(play(match, "move US-28 1317 via 1319 1318"), "US-28") == "1317"


# -- zones and breaches


@pytest.mark.rule("6.1", "5.3")
def test_a_friend_in_an_enemy_zone_blocks_the_way() -> None:
    match = draw("US-28 1320, US-3 1319, DE-1G 1318")
    assert rule_of(match, "move US-28 1319") == "5.3"
    assert rule_of(match, "move US-28 1219 via 1319") == "6.1"


@pytest.mark.rule("6.1", "14.2", "V-3")
def test_from_a_whole_trench_a_german_steps_into_a_zone_even_by_the_strict_rule() -> None:
    strict = {"zoc_to_zoc": "no"}
    whole = draw("DE-1G 1318, US-3 1319, US-28 1317", side="german", options=strict)
    assert "1217" in goes(whole, "DE-1G")
    holes = "1318 1218 1417"
    broken = draw("DE-1G 1318, US-3 1319, US-28 1317", side="german", options=strict, breached=holes)
    assert goes(broken, "DE-1G") == set()
    assert rule_of(broken, "move DE-1G 1217") == "6.1"


@pytest.mark.rule("9.0", "14.2", "17.6")
def test_a_breach_cuts_the_supply_that_ran_along_a_trench() -> None:
    """DE-13L in 2419 lives on the trench hexes of its column; a breach brings Allied zones into its way."""
    units = "DE-13L 2220, US-3 2120, US-4 2221, US-28 2219, US-5 2321, US-35 2318, US-32 2320"
    assert supply(units, "DE-13L") is False
    gate = "DE-8L 2319, US-3 2320, US-4 2218, US-28 2418, US-5 2420, US-35 2217"
    assert supply(gate, "DE-8L") is True, "2419 is its way to the east edge, and no Allied zone reaches a whole trench"
    assert supply(gate, "DE-8L", breached="2419") is False


def supply(units: str, unit: str, breached: str = "") -> bool:
    """Whether a German unit is in supply."""
    match = draw(units, side="german", breached=breached)
    return bool(
        supplied_hexes(rules_of(match), state(match), GERMAN) >> state(match).at[match.rules.names.unit(unit)] & 1
    )


@pytest.mark.rule("11.6", "14.2")
def test_a_german_replacement_comes_into_a_whole_trench_beside_the_enemy() -> None:
    match = draw("DE-1G lost, DE-5G 1201, US-3 2420", side="german", turn=8)
    assert {"2419", "2418"} <= offers(play(match, "return DE-1G"), "enter")
    broken = draw("DE-1G lost, DE-5G 1201, US-3 2420", side="german", turn=8, breached="2419")
    assert rule_of(play(broken, "return DE-1G"), "enter 2419") == "11.6"


@pytest.mark.rule("7.4", "17.6", "14.2")
def test_behind_a_breached_trench_the_river_still_counts() -> None:
    river = draw("US-3 0316, DE-1G 0315", "combat", breached="0315")
    assert "River line" in play(river, "attack 0315 with 0316", "confirm").decision.prompt
    meuse = draw("US-3 1415, US-28 1516, DE-1G 1515", "combat", breached="1515")
    assert "Meuse River line" in play(meuse, "attack 1515 with 1415 1516", "confirm").decision.prompt
    bridge = draw("US-3 1415, US-28 1414, DE-1G 1515", "combat", breached="1515")
    assert "Clear line" in play(bridge, "attack 1515 with 1415 1414", "confirm").decision.prompt


# -- bombardment


@pytest.mark.rule("17.6", "17.5")
@pytest.mark.parametrize(
    ("dice", "asked", "breached"), [((4, 1), False, True), ((1, 4), False, True), ((1, 3), True, True)]
)
def test_only_a_hit_after_the_breach_strikes_the_unit(dice: tuple[int, int], asked: bool, breached: bool) -> None:
    match = draw("US-3 1319, DE-1G 1318", "bombardment", dice=dice)
    play(match, "shell DE-1G", "shell DE-1G", "done", "fire 1318")
    assert ("suffer" in match.decision.texts) is asked
    assert bool(state(match).breached) is breached


@pytest.mark.rule("17.6", "T-BMOD", "17.3")
def test_a_town_shelters_after_the_fortification_is_gone() -> None:
    match = draw("US-3 1217, DE-1G 1216", "bombardment", dice=[1, 3], aircraft="1216")
    lines = told(match, "shell DE-1G", "shell DE-1G", "done", "fire 1216")
    assert "+3 terrain" in next(line for line in lines if "breach" in line)
    assert any("+2 terrain" in line and "no effect" in line for line in lines), "3 and 2 less 1 is 4"


@pytest.mark.rule("17.2", "17.5", "7.7")
def test_the_order_of_the_targets_opens_or_closes_a_way_back() -> None:
    """DE-5G stands in the only hex to which DE-1G could go; driven off first, it makes room."""
    units = "DE-1G 1317, DE-5G 1316, DE-37 1417, US-3 1318, US-4 1216, US-5 1415"
    second = draw(units, "bombardment", dice=[1, 1], breached="1318")
    play(second, "shell DE-1G", "shell DE-5G", "done", "fire 1317")
    assert where(second, "DE-1G") == "1317-", "there was no room"


@pytest.mark.rule("T-BMOD")
def test_verdun_cannot_be_hurt_by_german_guns() -> None:
    match = draw("US-3 1921, DE-1G 1920", "bombardment", "german", dice=[1, 1])
    lines = told(match, "shell US-3", "shell US-3", "done", "fire 1921")
    assert sum("no effect" in line for line in lines) == 2


@pytest.mark.rule("17.7", "17.2")
def test_without_a_marker_there_is_no_gas() -> None:
    match = draw("US-3 1319, DE-1G 1318", "bombardment", turn=1)
    assert play(match, "done").decision.rule == "7.1"


# -- support and supply in battle


@pytest.mark.rule("8.6", "9.0")
def test_one_attacker_in_supply_brings_the_guns_for_all() -> None:
    units = "US-91 1214, DE-1G 1114, DE-5G 1115, DE-37 1215, DE-15 1314, US-28 1116"
    cut = draw(units, "combat", allied="3", german="1")
    assert play(cut, "attack 1115 with 1214", "confirm").decision.side == "german"
    both = draw(units, "combat", allied="3", german="1")
    play(both, "attack 1115 with 1214 1116", "confirm")
    assert (both.decision.side, offers(both, "support")) == ("allied", {"support-allied-5"})


@pytest.mark.rule("9.0", "7.9")
def test_an_advance_opens_the_supply_of_the_next_attack() -> None:
    """US-91 is cut off until DE-8L is driven away; then it attacks with its whole strength."""
    units = "US-91 1214, US-1 1216, US-2 1316, DE-8L 1215-, DE-1G 1114, DE-5G 1115, DE-15 1314"
    match = draw(units, "combat", dice=[1])
    assert "4 less 8" in play(match, "attack 1115 with 1214", "confirm").decision.prompt
    match.undo()
    play(match, "cancel")
    assert result(attack(match, "1215", "1216", "1316")) == "De"
    play(match, "advance 1316")
    assert "7 less 8" in play(match, "attack 1115 with 1214", "confirm").decision.prompt


@pytest.mark.rule("18.1", "8.6", "8.3")
def test_after_the_lost_battalion_only_who_still_may_is_asked() -> None:
    match = draw("US-77 0518, US-28 0717, DE-2L 0617", "combat", dice=[1], allied="3 2 1", german="2")
    play(match, "attack 0617 with 0518 0717", "confirm", "support support-allied-5", "support support-allied-3")
    assert match.decision.side == "german"
    play(match, "done", "declare")
    assert (match.decision.side, verbs(match)) == ("german", {"support", "done"}), "the Allies have used their two"
    play(match, "support support-german-2")
    assert odds(told(match, "roll")) == "+12, Woods (Lost Battalion) line, column 8", "woods with a town are woods"


@pytest.mark.rule("18.1", "18.2", "7.8")
def test_the_lost_battalion_is_gone_even_if_the_defender_is_not_saved() -> None:
    match = draw("US-77 0719, US-28 0818, US-3 0619, DE-2L 0718", "combat", dice=[1], breached="0718")
    play(match, "attack 0718 with 0719 0818", "confirm", "declare")
    assert result(told(match, "roll")) == "D2"
    play(match, "retreat-one", "retreat 0717", "stay")
    later = draw("US-77 0719, DE-2L 0718", "combat", lost_battalion=2)
    assert verbs(play(later, "attack 0718 with 0719", "confirm")) == {"roll"}


@pytest.mark.rule("7.1", "7.7")
def test_who_was_driven_back_is_not_attacked_again() -> None:
    match = draw("US-1 1319, US-2 1418, US-3 1518, DE-1G 1318", "combat", dice=[4], breached="1318")
    assert result(attack(match, "1318", "1319", "1418")) == "D2"
    play(match, "retreat-one")
    assert offers(match, "retreat") == {"1217", "1218", "1317", "1417"}
    play(match, "retreat 1417", "stay")
    assert rule_of(match, "attack 1417") == "7.1"


@pytest.mark.rule("7.7", "18.2", "5.3")
def test_one_hex_back_may_be_two_over_friends() -> None:
    friends = "DE-5G 1217, DE-37 1218, DE-15 1317, DE-76R 1417"
    match = draw(f"US-1 1319, US-2 1418, DE-1G 1318, {friends}", "combat", dice=[4], breached="1318")
    attack(match, "1318", "1319", "1418")
    play(match, "retreat-one", "retreat 1217")
    assert offers(match, "retreat") == {"1117", "1118", "1216"}
    assert rule_of(match, "retreat 1316") == "7.7"


# -- coming onto the map


@pytest.mark.rule("5.1", "5.2", "13.2")
def test_brigades_that_enter_in_woods_have_each_paid_for_it() -> None:
    match = draw("US-79 due, DE-1G 1201", turn=13)
    play(match, "take US-79", "enter 0822 as brigades")
    assert goes(match, "US-brigade-2") == {"0621", "0722", "0821", "0922"}, "two points are left to each"


@pytest.mark.rule("11.6", "5.1")
def test_a_german_leaves_the_woods_and_is_made_whole() -> None:
    match = draw("DE-1G 1315-, DE-5G 1101-, US-3 1319", side="german", turn=6)
    assert rule_of(match, "rebuild DE-1G") == "11.6"
    play(match, "move DE-1G 1314", "rebuild DE-1G")
    assert where(match, "DE-1G") == "1314"
    assert rule_of(match, "rebuild DE-5G") == "11.6"


@pytest.mark.rule("11.3")
def test_the_same_division_is_not_rebuilt_twice() -> None:
    match = draw("US-4 1319-, US-28 1418-, US-77 0719-, DE-1G 1318", "replacement", turn=3)
    assert offers(match, "rebuild") == {"US-4", "US-28"}
    play(match, "rebuild US-4")
    assert rule_of(match, "rebuild US-4") == "11.3"
    play(match, "rebuild US-28")
    assert (where(match, "US-4"), where(match, "US-28"), match.decision.rule) == ("1319", "1418", "5.0")


@pytest.mark.rule("9.0", "6.1")
def test_who_began_the_phase_cut_off_stays_slow() -> None:
    units = "US-91 1214, US-1 1319, DE-5G 1115, DE-37 1215, DE-15 1314, DE-1G 1114"
    match = draw(units, "turn", turn=3)
    play(match, "move US-1 1316")
    assert "2 movement points" in play(match, "take US-91").decision.prompt


@pytest.mark.rule("9.0")
def test_a_german_lives_on_the_north_and_east_edge_alone() -> None:
    assert supply("DE-1G 1322, US-3 1420, US-4 1220, US-5 1221, US-28 1421", "DE-1G") is False
    assert supply("DE-1G 2420, US-3 2319, US-4 2418", "DE-1G") is True, "2419 is a whole trench, and an edge hex"
    assert supply("DE-1G 2401, US-3 2302, US-4 2402", "DE-1G") is True, "its own hex is the edge"
