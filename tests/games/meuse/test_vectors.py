"""The test vectors of the specification: given a position, what must come out."""

from __future__ import annotations

import pytest

from tests.asking import goes, offers, refused, rule_of
from tests.games.meuse.drawn import (
    attack,
    brigades,
    draw,
    hexes,
    meuse,
    odds,
    play,
    result,
    rules_of,
    state,
    told,
    verbs,
    where,
)
from westfront.engine.match import Match
from westfront.games.meuse.aircraft import in_air_reach, observed_hexes
from westfront.games.meuse.bombardment import Target, die_modifiers, terrain
from westfront.games.meuse.movement import march, points
from westfront.games.meuse.odds import Battle, best_line
from westfront.games.meuse.odds import odds as differential
from westfront.games.meuse.retreat import retreat_steps
from westfront.games.meuse.setup import members
from westfront.games.meuse.state import ALLIED, GERMAN, SPENT
from westfront.games.meuse.supply import supplied_hexes

# -- worked examples


@pytest.mark.rule("EX-17.1", "17.1")
def test_w1_eight_and_four_markers_on_the_first_turn() -> None:
    assert meuse().track[1].artillery == (8, 4)
    match = play(Match.new("meuse", seed=1), "done", "done", "done")
    assert list(state(match).stock) == [8, 4]


@pytest.mark.rule("EX-BMOD", "T-BMOD")
def test_w2_town_and_woods_count_two() -> None:
    match = draw("DE-8L 0617, US-3 0618")
    target = Target(rules_of(match), state(match), ALLIED, match.rules.grid.hex("0617"))
    assert rules_of(match).board.words(target.hex) == ["woods", "town"]
    assert terrain(target) == 2


@pytest.mark.rule("EX-13.2", "13.2")
def test_w3_breakdown_gives_three_or_two_brigades() -> None:
    assert brigades(play(draw("US-4 1319", "turn"), "break US-4")) == ["1319"] * 3
    assert brigades(play(draw("US-4 1319-", "turn"), "break US-4")) == ["1319"] * 2


@pytest.mark.rule("EX-13.1", "13.1")
@pytest.mark.parametrize("place", ["1318", "1318-"])
def test_w4_de_on_a_three_step_division_leaves_a_brigade(place: str) -> None:
    match = draw(f"US-4 {place}, DE-52R 1217, DE-28R 1317, DE-1G 1218", "combat", "german", dice=[1])
    assert result(attack(match, "1318", "1217", "1317", "1218")) == "De"
    assert (where(match, "US-4"), brigades(match)) == ("lost", ["1318"])


@pytest.mark.rule("EX-13.1-steps", "13.1")
def test_w5_steps_of_a_three_step_division() -> None:
    full, depleted = draw("US-4 1319, US-brigade-1 1320"), draw("US-4 1319-")
    unit, brigade = full.rules.names.unit("US-4"), full.rules.names.unit("US-brigade-1")
    assert (state(full).steps[unit], state(depleted).steps[unit], state(full).steps[brigade]) == (3, 2, 1)


@pytest.mark.rule("EX-11.3", "11.3")
def test_w6_a_three_step_division_comes_back_depleted_and_is_made_full_by_another_replacement() -> None:
    match = play(draw("US-32 lost, DE-8L 0505", "replacement"), "return US-32", "enter 1222")
    assert where(match, "US-32") == "1222-"
    again = play(draw("US-32 1222-, DE-8L 0505", "replacement", turn=3), "rebuild US-32")
    assert where(again, "US-32") == "1222"


@pytest.mark.rule("EX-18.2", "18.2", "7.8")
def test_w7_a_german_answers_d3_in_three_ways_and_never_in_two() -> None:
    match = draw("US-1 1319, US-91 1418, DE-1G 1318", "combat", dice=[2], breached="1318")
    lines = attack(match, "1318", "1319", "1418")
    assert (odds(lines), result(lines)) == ("+8, Clear line, column 11", "D3")
    assert verbs(match) == {"retreat-full", "retreat-one", "resist"}
    play(match, "retreat-one", "retreat 1317")
    assert where(match, "DE-1G") == "1317"
    assert verbs(match) == {"advance", "stay"}


@pytest.mark.rule("EX-17.3", "17.3")
def test_w8_counting_the_three_hexes() -> None:
    match = draw("US-3 1320")
    reach = in_air_reach(rules_of(match), state(match))
    assert reach & hexes(match, "1317")
    assert not reach & hexes(match, "1316")


# -- the combat results table

CELLS = [
    ("C01", 3, "clear", 4, 8, "Ex"),
    ("C02", 3, "stellung", 4, 6, "A2"),
    ("C03", 12, "fortress", 1, 8, "D2"),
    ("C04", -7, "clear", 5, 1, "Ae"),
    ("C05", 8, "woods", 2, 9, "D2"),
    ("C05 Lost Battalion", 8, "lost-battalion", 2, 7, "Ex"),
    ("C06", 0, "clear", 3, 6, "."),
    ("C07", 9, "clear", 1, 11, "De"),
    ("C08", 10, "clear", 2, 12, "De"),
    ("C09", 10, "clear", 6, 12, "Ex"),
    ("C10", 6, "fortification", 6, 7, "(A)"),
    ("C11", 8, "fortification", 6, 8, "A1"),
    ("C12", -2, "fortification", 6, 1, "Ae"),
    ("C13", 10, "second-tier", 2, 11, "D3"),
    ("C14", 14, "stellung", 1, 10, "D3"),
    ("C15", 5, "meuse", 1, 6, "Ex"),
    ("C16", 7, "river", 1, 9, "D2"),
    ("C17", 1, "stellung", 3, 5, "A2"),
    ("C18", -4, "stellung", 5, 1, "Ae"),
    ("C19", 4, "rise", 3, 8, "Ex"),
]


@pytest.mark.rule("T-CRT", "7.6", "2.2")
@pytest.mark.parametrize(("vector", "difference", "line", "die", "column", "code"), CELLS, ids=[c[0] for c in CELLS])
def test_cells_of_the_table(vector: str, difference: int, line: str, die: int, column: int, code: str) -> None:
    crt = meuse().crt
    found = crt.column(difference, line)
    assert (found + 1, crt.result(die, found)) == (column, code)


# -- attacks on the map


@pytest.mark.rule("7.3", "14.2")
def test_k01_to_k03_the_stellung_the_breach_and_support() -> None:
    units = "US-4 1319, US-80 1418, DE-5G 1318"
    whole = attack(draw(units, "combat", dice=[4]), "1318", "1319", "1418")
    assert (odds(whole), result(whole)) == ("+8, Stellung line, column 9", "Ex")
    broken = attack(draw(units, "combat", dice=[4], breached="1318"), "1318", "1319", "1418")
    assert (odds(broken), result(broken)) == ("+8, Clear line, column 11", "D2")
    match = draw(units, "combat", dice=[4], german="3")
    answered = attack(match, "1318", "1319", "1418", support=["support support-german-4"])
    assert (odds(answered), result(answered)) == ("+5, Stellung line, column 7", ".")


@pytest.mark.rule("18.1", "7.4")
def test_k04_woods_and_the_lost_battalion() -> None:
    units = "US-77 0719, US-28 0818, DE-2L 0718"
    lines = attack(draw(units, "combat", dice=[2]), "0718", "0719", "0818")
    assert (odds(lines).endswith("column 9"), result(lines)) == (True, "D2")
    lines = attack(draw(units, "combat", dice=[2]), "0718", "0719", "0818", support=["declare"])
    assert (odds(lines), result(lines)) == ("+9, Woods (Lost Battalion) line, column 7", "Ex")


def line(match: Match, side: int, target: str, *attackers: str) -> str:
    """The line of an attack on the map."""
    grid = match.rules.grid
    battle = Battle(rules_of(match), state(match), side, grid.hex(target), tuple(grid.hex(a) for a in attackers))
    return best_line(battle)


@pytest.mark.rule("7.4")
def test_k05_and_k06_rivers_count_only_if_everybody_crosses() -> None:
    match = draw("DE-1A 1515, DE-1G 1312, US-1 1415, US-2 1516, US-3 1414, US-5 1212, US-26 1313")
    assert line(match, ALLIED, "1515", "1415", "1516") == "meuse"
    assert line(match, ALLIED, "1515", "1415", "1516", "1414") == "second-tier"
    assert line(match, ALLIED, "1312", "1212") == "town"
    assert line(match, ALLIED, "1312", "1313") == "meuse"
    mixed = draw("DE-1G 1003, US-1 0903, US-2 0904")
    assert line(mixed, ALLIED, "1003", "0904") == "meuse"
    assert line(mixed, ALLIED, "1003", "0903", "0904") == "river"


@pytest.mark.rule("14.2", "14.1", "7.5")
def test_k07_and_k08_trenches_do_not_help_the_allies() -> None:
    match = draw("US-1 1318, US-2 0718, US-3 1019, US-5 1921, US-26 1216, DE-1G 1317")
    assert line(match, GERMAN, "1318", "1317") == "clear"
    assert line(match, GERMAN, "0718", "0717") == "woods"
    assert line(match, GERMAN, "1019", "1018") == "rise"
    assert line(match, GERMAN, "1921", "2020") == "fortress"
    assert line(match, GERMAN, "1216", "1215") == "town"


@pytest.mark.rule("7.6", "13.1")
def test_k09_ae_on_a_depleted_three_step_and_a_full_two_step_division() -> None:
    match = draw("US-79 1319-, US-35 1418, DE-52R 1318", "combat", dice=[6], german="3 2")
    support = ["support support-german-4", "support support-german-2"]
    lines = attack(match, "1318", "1319", "1418", support=support)
    assert (odds(lines), result(lines)) == ("-4, Stellung line, column 1", "Ae")
    assert (where(match, "US-79"), where(match, "US-35"), brigades(match)) == ("lost", "lost", ["1319"])


@pytest.mark.rule("7.6")
def test_k10_every_attacker_loses_a_step() -> None:
    match = draw("US-4 1319, US-91 1418-, DE-52R 1318", "combat", dice=[6])
    assert result(attack(match, "1318", "1319", "1418")) == "(A)"
    assert (where(match, "US-4"), where(match, "US-91"), where(match, "DE-52R")) == ("1319-", "lost", "1318")
    assert verbs(match) == {"done"}, "no advance"


@pytest.mark.rule("7.6", "7.9", "13.1")
def test_k11_an_exchange_and_the_brigade_that_is_left_may_advance() -> None:
    match = draw("US-28 1319, US-33 1418-, DE-8L 1318-", "combat", dice=[6], breached="1318")
    assert result(attack(match, "1318", "1319", "1418")) == "Ex"
    play(match, "lose 1418")
    assert (where(match, "DE-8L"), where(match, "US-33"), brigades(match)) == ("lost", "lost", ["1418"])
    assert offers(match, "advance") == {"1319", "1418"}
    assert brigades(play(match, "advance 1418")) == ["1318"]


@pytest.mark.rule("18.2", "7.8")
def test_k12_an_allied_defender_has_no_one_hex_retreat() -> None:
    match = draw("FR-29 1318, DE-52R 1217, DE-1L 1317", "combat", "german", dice=[3])
    lines = attack(match, "1318", "1217", "1317")
    assert (odds(lines), result(lines)) == ("+9, Clear line, column 11", "D2")
    assert verbs(match) == {"retreat-full", "resist"}
    assert rule_of(match, "retreat-one") == "18.2"


@pytest.mark.rule("13.2", "7.6", "17.5")
def test_k13_losses_of_a_stack_of_brigades() -> None:
    stack = "US-brigade-1 1318, US-brigade-2 1318, US-brigade-3 1318"
    match = draw(f"{stack}, DE-52R 1217, DE-28R 1317", "combat", "german", dice=[1])
    assert result(attack(match, "1318", "1217", "1317")) == "De"
    assert brigades(match) == []
    match = draw(f"{stack}, DE-52R 1217", "bombardment", "german", dice=[1], breached="1318")
    play(match, "shell US-brigade-1", "done", "fire 1318", "suffer")
    assert (brigades(match), where(match, "US-brigade-1")) == (["1318", "1318"], "off")
    match = draw(f"{stack}, DE-52R 1317", "combat", dice=[1])
    lines = attack(match, "1317", "1318")
    assert (odds(lines), result(lines)) == ("-2, Clear line, column 4", ".")
    match = draw(f"{stack}, DE-52R 1317", "combat", dice=[4])
    assert result(attack(match, "1317", "1318")) == "(A)"
    assert brigades(match) == ["1318", "1318"]


@pytest.mark.rule("14.2", "13.1")
def test_k14_a_german_counterattack() -> None:
    match = draw("US-4 1318-, DE-52R 1217, DE-28R 1317", "combat", "german", dice=[2])
    lines = attack(match, "1318", "1217", "1317")
    assert (odds(lines), result(lines)) == ("+15, Clear line, column 12", "De")
    assert (where(match, "US-4"), brigades(match)) == ("lost", ["1318"])
    assert verbs(match) == {"done"}, "no advance"


@pytest.mark.rule("7.2", "7.3")
def test_k15_only_who_touches_the_defender_attacks() -> None:
    match = draw("US-35 1317, DE-37 1316, DE-15 1416", "combat", "german")
    grid, s = match.rules.grid, state(match)
    battle = Battle(rules_of(match), s, GERMAN, grid.hex("1317"), (grid.hex("1316"), grid.hex("1416")))
    assert (differential(battle).differential, differential(battle).column + 1) == (10, 12)
    away = draw("US-35 1318, DE-37 1316, DE-15 1416, US-3 1216", "combat", "german")
    assert rule_of(away, "attack 1318") == "7.1"


# -- movement, zones, retreat, supply


@pytest.mark.rule("14.3", "5.2")
@pytest.mark.parametrize("breached", ["", "1314"])
def test_m01_allied_units_pay_for_fortifications(breached: str) -> None:
    match = draw("US-3 1316, DE-1G 2405", breached=breached)
    assert cost(match, "US-3", "1314") == 4
    assert cost(draw("DE-1G 1316", side="german", breached=breached), "DE-1G", "1314") == 3


def cost(match: Match, unit: str, to: str) -> int | None:
    """Points for which a unit comes to a hex, by the cheapest way."""
    number = match.rules.names.unit(unit)
    return march(rules_of(match), state(match), number).cost(match.rules.grid.hex(to))


@pytest.mark.rule("5.1", "5.2")
def test_m02_the_meuse_and_the_minimum_move() -> None:
    match = draw("DE-53R 1313, US-3 1212", side="german")
    unit, hex_ = match.rules.names.unit("DE-53R"), match.rules.grid.hex("1312")
    assert march(rules_of(match), state(match), unit).whole >> hex_ & 1, "it costs 3, and the bridge is held"
    assert "1312" in goes(match, "DE-53R")
    assert rule_of(match, "move DE-53R 1311") == "5.2"
    assert cost(draw("DE-53R 1212", side="german"), "DE-53R", "1312") == 1


@pytest.mark.rule("12.1", "5.2")
@pytest.mark.parametrize(("start", "via"), [("0704", "via 0703"), ("0602", "")])
def test_m03_entering_sedan_wins(start: str, via: str) -> None:
    match = draw(f"US-3 {start}, DE-1G 2405")
    assert cost(match, "US-3", "0702") == 3
    play(match, f"move US-3 0702 {via}")
    assert match.over
    assert match.result == "allied: Allied victory: 0702 Sedan is entered on turn 2"


@pytest.mark.rule("6.0", "6.1", "14.2")
def test_m04_a_trench_keeps_allied_zones_out() -> None:
    units = "US-3 1219, DE-1G 1217"
    way = "move DE-1G 1517 via 1218 1318 1417"
    assert where(play(draw(units, side="german"), way), "DE-1G") == "1517"
    assert rule_of(draw(units, side="german", breached="1218"), way) == "6.1"


@pytest.mark.rule("6.1", "6.0")
def test_m05_allied_units_stop_next_to_any_german() -> None:
    match = draw("US-3 1320, DE-1G 1318")
    assert "1319" in goes(match, "US-3")
    assert rule_of(match, "move US-3 1418 via 1319") == "6.1"


def back(match: Match, units: str, start: str, length: int) -> list[list[str]]:
    """The hexes of each step of a retreat."""
    rules, numbers = rules_of(match), tuple(match.rules.names.unit(u) for u in units.split())
    return [
        rules.grid.labels(step) for step in retreat_steps(rules, state(match), numbers, rules.grid.hex(start), length)
    ]


@pytest.mark.rule("7.7", "6.2", "14.2")
def test_m06_hexes_of_a_retreat() -> None:
    units = "DE-1G 1318, US-3 1319, US-4 1418"
    assert back(draw(units), "DE-1G", "1318", 1) == [["1217", "1218", "1317", "1417"]]
    assert back(draw(units, breached="1417"), "DE-1G", "1318", 1) == [["1217", "1218", "1317"]]


@pytest.mark.rule("5.3", "13.2")
def test_m07_stacking() -> None:
    match = draw("US-3 1320, US-28 1319, US-brigade-1 1220, US-brigade-2 1220, US-brigade-3 1120, US-brigade-4 1121")
    assert rule_of(match, "move US-3 1319") == "5.3"
    assert rule_of(match, "move US-brigade-1 1319") == "5.3"
    assert rule_of(match, "move US-28 1220") == "5.3"
    play(match, "move US-brigade-3 1220")
    assert rule_of(match, "move US-brigade-4 1220") == "5.3"


@pytest.mark.rule("6.1", "V-3")
def test_m08_from_zone_to_zone() -> None:
    units = "US-28 1319, DE-1G 1318, DE-5G 1417"
    assert where(play(draw(units), "move US-28 1418"), "US-28") == "1418"
    strict = draw(units, options={"zoc_to_zoc": "no"})
    assert "1320" in goes(strict, "US-28")
    assert told(strict, "move US-28 1418") == ["US-28 moves 1319 1419 1418 [5.1]"], "only by a hex without a zone"
    shut = draw(f"{units}, DE-37 1420", options={"zoc_to_zoc": "no"})
    assert rule_of(shut, "move US-28 1418") == "6.1"
    assert "1418" in goes(draw(f"{units}, DE-37 1420"), "US-28")


@pytest.mark.rule("7.7", "7.8")
def test_m09_a_way_back_through_a_fortification() -> None:
    units = "DE-1G 1316, US-3 1317, US-4 1416, US-5 1215"
    assert back(draw(units), "DE-1G", "1316", 2) == [["1216"], ["1117"]]
    assert back(draw(units), "DE-1G", "1316", 1) == [["1216"]]
    assert back(draw(units, breached="1216"), "DE-1G", "1316", 2) == []
    assert back(draw(units, breached="1216"), "DE-1G", "1316", 1) == []


@pytest.mark.rule("9.0", "8.6")
def test_m10_cut_off_and_opened_again() -> None:
    units = "US-91 1214, DE-1G 1114, DE-5G 1115, DE-37 1215, DE-15 1314, US-3 1820, US-4 1019"
    match = play(draw(f"{units}, DE-8L 2405", "turn", allied="3"), "done")
    number = match.rules.names.unit("US-91")
    assert points(rules_of(match), state(match), number) == 2
    fighting = draw(units, "combat", allied="3")
    fight = play(fighting, "attack 1215 with 1214").decision.preview()
    assert fight is not None
    assert [(line.label, line.value, line.rule) for line in fight.lines[:2]] == [
        ("US-91, halved", "+4", "9.0"),
        ("DE-37", "-9", "7.3"),
    ]
    play(fighting, "confirm")
    assert verbs(fighting) == {"roll"}, "no support fire for it"
    friend = draw(f"{units}, US-5 1315")
    assert supplied_hexes(rules_of(friend), state(friend), ALLIED) & hexes(friend, "1214")
    assert not supplied_hexes(rules_of(match), state(match), ALLIED) & hexes(match, "1214")


@pytest.mark.rule("7.7", "5.3")
def test_m11_passing_through_friends() -> None:
    match = draw("DE-1G 1318, US-3 1319, US-4 1418, DE-5G 1217, DE-37 1218, DE-15 1317, DE-8L 1417")
    assert back(match, "DE-1G", "1318", 1) == [
        ["1217", "1218", "1317", "1417"],
        ["1117", "1118", "1119", "1216", "1316", "1416", "1517"],
    ]


# -- bombardment


def bombarded(match: Match, *actions: str) -> list[str]:
    """What the bombardment lines of the log say came out of each marker."""
    return [line.split(": ")[-1].split(" [")[0] for line in told(match, *actions) if line.startswith("Bombardment of")]


@pytest.mark.rule("17.6", "17.7")
@pytest.mark.parametrize(("die", "outcome"), [(2, "breach"), (3, "no effect")])
def test_b01_gas_on_the_stellung(die: int, outcome: str) -> None:
    match = draw("DE-1G 1318, US-3 1319", "bombardment", turn=1, dice=[die])
    assert bombarded(match, "shell DE-1G", "done", "gas", "fire 1318") == [outcome]
    assert where(match, "DE-1G") == "1318"
    assert bool(state(match).breached & hexes(match, "1318")) == (outcome == "breach")


@pytest.mark.rule("17.6", "17.3")
def test_b02_a_fortification_needs_an_aircraft() -> None:
    units = "DE-1G 1216, US-3 1217"
    actions = ("shell DE-1G", "done", "fire 1216")
    assert bombarded(draw(units, "bombardment", dice=[1]), *actions) == ["no effect"]
    assert bombarded(draw(units, "bombardment", dice=[1], aircraft="1216"), *actions) == ["breach"]


@pytest.mark.rule("17.7", "17.6")
@pytest.mark.parametrize(("die", "outcome"), [(2, "breach"), (3, "no effect")])
def test_b03_gas_and_aircraft_on_a_fortification(die: int, outcome: str) -> None:
    match = draw("DE-1G 1216, US-3 1217", "bombardment", turn=1, dice=[die], aircraft="1216")
    assert bombarded(match, "shell DE-1G", "done", "gas", "fire 1216") == [outcome]


@pytest.mark.rule("T-BMOD", "17.5", "T-BRES")
@pytest.mark.parametrize(("hex_", "die", "outcome"), [("1219", 1, "hit"), ("1219", 2, "no effect"), ("1320", 2, "hit")])
def test_b04_german_fire(hex_: str, die: int, outcome: str) -> None:
    near = {"1219": "1218", "1320": "1319"}[hex_]
    match = draw(f"US-3 {hex_}, DE-1G {near}", "bombardment", "german", dice=[die])
    assert bombarded(match, "shell US-3", "done", f"fire {hex_}") == [outcome]


@pytest.mark.rule("17.5", "17.6")
@pytest.mark.parametrize(("answer", "place"), [("suffer", "1318-"), ("retreat 1317", "1317")])
def test_b05_a_breach_and_a_hit(answer: str, place: str) -> None:
    match = draw("DE-1G 1318, US-3 1319", "bombardment", dice=[1, 3])
    assert bombarded(match, "shell DE-1G", "shell DE-1G", "done", "fire 1318") == ["breach", "hit"]
    assert match.decision.side == "german"
    assert where(play(match, answer), "DE-1G") == place
    assert state(match).breached == hexes(match, "1318")


@pytest.mark.rule("14.2", "17.6")
def test_b06_a_fortress_is_never_breached() -> None:
    match = draw("DE-1G 0702, US-3 0801", "bombardment", dice=[1], aircraft="0702")
    assert bombarded(match, "shell DE-1G", "done", "fire 0702") == ["hit"]
    assert where(play(match, "suffer"), "DE-1G") == "0702-"
    assert state(match).breached == 0


@pytest.mark.rule("17.6", "T-BMOD")
def test_b07_woods_and_stellung_before_and_after_a_breach() -> None:
    for breached, value in (("", 2), ("0718", 1)):
        match = draw("DE-1G 0718, US-3 0719", breached=breached)
        found = die_modifiers(rules_of(match), state(match), ALLIED, match.rules.grid.hex("0718"))
        assert [modifier.value for modifier in found] == [value]


@pytest.mark.rule("17.5", "16.0", "V-1")
@pytest.mark.parametrize("place", ["1317", "1317-"])
def test_b08_two_hits_on_a_unit_in_the_open(place: str) -> None:
    actions = ("shell DE-1G", "shell DE-1G", "done", "fire 1317")
    units = f"DE-1G {place}, US-3 1318"
    match = play(draw(units, "bombardment", dice=[1, 1]), *actions)
    assert verbs(match) == {"suffer", "retreat"}
    assert where(play(match, "suffer"), "DE-1G") == "lost"
    match = play(draw(units, "bombardment", dice=[1, 1]), *actions, "retreat 1316")
    assert where(match, "DE-1G") == place.replace("1317", "1316")
    strict = {"bombardment_retreat": "16.0"}
    assert where(play(draw(units, "bombardment", dice=[1, 1], options=strict), *actions), "DE-1G") == "lost"
    shut_in = f"{units}, US-4 1216, US-5 1416, US-28 1315"
    assert where(play(draw(shut_in, "bombardment", dice=[1, 1], breached="1417"), *actions), "DE-1G") == "lost"


@pytest.mark.rule("17.2", "17.3", "17.1")
def test_b09_markers_that_cannot_be_placed() -> None:
    match = draw("DE-1G 1318, US-3 1319, DE-5G 1315", "bombardment")
    play(match, "shell DE-1G", "shell DE-1G")
    assert rule_of(match, "shell DE-1G") == "17.2"
    assert rule_of(match, "shell DE-5G") == "17.3"
    assert rule_of(match, "shell US-3") == "17.2"
    assert refused(match, "shell 1417").endswith("[notation]")
    last = play(draw("DE-1G 1318, US-3 1319", "bombardment", stock=(1, 1)), "shell DE-1G")
    assert rule_of(last, "shell DE-1G") == "17.1"


@pytest.mark.rule("17.3", "T-BMOD")
def test_b10_observation_from_the_air() -> None:
    units = "US-3 1320, DE-1G 1317, DE-5G 1316"
    for over, modifiers in (("1316", []), ("1317", [-1])):
        match = draw(units, aircraft=over)
        rules, s = rules_of(match), state(match)
        assert observed_hexes(rules, s, ALLIED) == hexes(match, "1317")
        found = die_modifiers(rules, s, ALLIED, rules.grid.hex("1317"))
        assert [modifier.value for modifier in found] == modifiers


@pytest.mark.rule("17.3", "T-BMOD", "17.7")
def test_b11_one_aircraft_in_a_hex_and_none_for_the_germans() -> None:
    match = draw("DE-1G 1318, US-3 1319", aircraft="1318")
    assert rule_of(match, "move aircraft-2 1318") == "T-BMOD"
    german = draw("DE-1G 1318, US-3 1319", side="german", turn=1, dice=[1])
    assert rule_of(german, "move aircraft-1 1318") == "17.3"
    play(german, "done", "shell US-3", "done")
    assert verbs(german) == {"fire"}, "no gas"


@pytest.mark.rule("17.6", "T-BMOD")
def test_b12_german_fire_on_an_allied_unit_in_a_trench() -> None:
    match = draw("US-3 1218, DE-1G 1217", "bombardment", "german", dice=[1])
    assert bombarded(match, "shell US-3", "done", "fire 1218") == ["no effect"]
    match = draw("US-3 0114, DE-1G 0113", "bombardment", "german", dice=[1])
    assert bombarded(match, "shell US-3", "done", "fire 0114") == ["breach"]


@pytest.mark.rule("17.1", "17.2", "4.1")
def test_b13_unused_markers_are_lost() -> None:
    match = draw("US-3 1421", "end", turn=3, stock=(4, 4))
    assert list(state(match).stock) == [5, 4]


@pytest.mark.rule("17.5", "6.2", "7.7")
def test_b14_where_a_bombarded_unit_may_go() -> None:
    match = draw("DE-1G 1316, US-3 1317, US-4 1416, US-5 1216", "bombardment", dice=[1])
    play(match, "shell DE-1G", "done", "fire 1316")
    assert offers(match, "retreat") == {"1315"}


# -- units, replacements, victory


@pytest.mark.rule("T-GOB", "T-AOB", "C-BDE", "19.2", "19.3", "19.4", "19.5", "19.6")
def test_r01_counts() -> None:
    rules = meuse()
    count = {group: len(members(rules, group)) for group in ("start", "line", "reserve")}
    assert count == {"start": 14, "line": 20, "reserve": 4}
    due = members(rules, "reinforcement")
    assert [sum(rules.side_of[u] == side for u in due) for side in (ALLIED, GERMAN)] == [11, 20]
    assert rules.board.trenches["stellung"].bit_count() == 24
    assert len(rules.brigades.left(rules.start().at)) == 6


@pytest.mark.rule("T-TURN", "19.1")
def test_r02_the_turns() -> None:
    dates = [track.dates for track in meuse().track]
    assert (dates.index("Oct 14-15"), dates.index("Nov 1-2"), dates.index("Nov 11")) == (10, 19, 24)
    last = draw("US-3 1421, DE-1G 2405", turn=24)
    assert "take US-3" in last.decision.texts


@pytest.mark.rule("15.2", "11.3", "19.6", "19.3")
def test_r03_h_hour_and_the_first_arrivals() -> None:
    match = Match.new("meuse", seed=3)
    play(match, "done", "done", "done", "roll", "roll")
    assert match.decision.texts == ("done", "take aircraft-1")
    assert rule_of(match, "move US-4 1418") == "15.2"
    rules = meuse()
    first = [min(rules.arrival[u] for u in rules.units[side] if rules.arrival[u]) for side in (ALLIED, GERMAN)]
    assert first == [4, 2]
    german = draw("US-3 1421, DE-1G 1318", "turn", "german", turn=1)
    assert "take DE-1G" in german.decision.texts


@pytest.mark.rule("11.3")
def test_r04_where_a_replacement_arrives() -> None:
    match = play(draw("US-35 lost, DE-1G 2405", "replacement"), "return US-35")
    assert {"1222", "0120"} <= offers(match, "enter")
    assert rule_of(match, "enter 0117") == "11.3"
    assert where(play(match, "enter 0120"), "US-35") == "0120"


@pytest.mark.rule("11.3")
def test_r05_no_rebuilding_in_woods() -> None:
    match = draw("US-28 1320-, US-37 1219-, DE-1G 1319", "replacement")
    assert offers(match, "rebuild") == {"US-28"}
    assert rule_of(match, "rebuild US-37") == "11.3"
    assert where(play(match, "rebuild US-28"), "US-28") == "1320"


@pytest.mark.rule("13.2", "11.3")
def test_r06_chits_and_the_return_of_three_step_divisions() -> None:
    chits = ", ".join(f"US-brigade-{i} {1320 + i}" for i in (1, 2)) + ", US-brigade-3 1021, US-brigade-4 1022"
    match = draw(f"US-4 lost, US-3 lost, {chits}, DE-1G 2405", "replacement")
    assert offers(match, "return") == {"US-3"}
    assert rule_of(match, "return US-4") == "13.2"
    fewer = chits.rpartition(",")[0]
    match = play(draw(f"US-4 lost, {fewer}, DE-1G 2405", "replacement"), "return US-4", "enter 1222")
    assert where(match, "US-4") == "1222-"


@pytest.mark.rule("13.2", "11.4")
def test_r07_breaking_down_on_arrival_with_two_chits() -> None:
    chits = "US-brigade-1 1121, US-brigade-2 1021, US-brigade-3 1020, US-brigade-4 1022"
    match = draw(f"US-79 due, {chits}, DE-1G 2405", turn=13)
    play(match, "take US-79", "enter 1222 as brigades")
    assert sorted(brigades(match)) == ["1020", "1021", "1022", "1121", "1222", "1222"]
    assert where(match, "US-79") == "lost"


@pytest.mark.rule("11.6")
def test_r08_the_one_german_replacement() -> None:
    match = draw("DE-1G lost, DE-5G lost, US-3 1421", side="german", turn=6)
    play(match, "return DE-1G")
    assert offers(match, "enter") == {match.rules.grid.label(h) for h in match.rules.grid if _north_or_east(match, h)}
    play(match, "enter 2405")
    assert where(match, "DE-1G") == "2405-"
    assert rule_of(match, "return DE-5G") == "11.6"


def _north_or_east(match: Match, hex_: int) -> bool:
    label = match.rules.grid.label(hex_)
    return label.startswith("24") or label.endswith("01")


@pytest.mark.rule("19.4", "13.1", "T-GOB")
def test_r09_depleted_starters_and_a_fast_division() -> None:
    match = play(Match.new("meuse", seed=1), "done", "done", "done")
    rules, unit = rules_of(match), match.rules.names.unit("DE-7R")
    assert rules.ratings[unit][state(match).steps[unit]] == (4, 3, 4)
    assert rules.ratings[rules.names.unit("DE-107")][2].move == 8


@pytest.mark.rule("12.1", "7.9", "19.1")
def test_r10_sedan_on_the_last_turn() -> None:
    match = draw("US-1 0703, US-2 0802, DE-13L 0702-", "combat", turn=24, dice=[1])
    assert result(attack(match, "0702", "0703", "0802")) == "D2"
    while "advance 0802" not in match.decision.texts:
        match.play(match.decision.texts[0])
    play(match, "advance 0802")
    assert match.result == "allied: Allied victory: 0702 Sedan is entered on turn 24"
    end = draw("US-1 0703", "end", turn=24)
    assert end.result == "german: German victory: 0702 Sedan was not entered in 24 turns"


@pytest.mark.rule("18.1")
def test_r11_the_lost_battalion_is_used_once_and_in_woods_only() -> None:
    units = "US-77 0719, US-28 0818, DE-2L 0718, US-80 1319, DE-1G 1318"
    match = draw(units, "combat", dice=[4, 4])
    assert result(attack(match, "0718", "0719", "0818", support=["declare"])) == "."
    assert state(match).lost_battalion == SPENT
    play(match, "attack 1318 with 1319", "confirm")
    assert rule_of(match, "declare") == "7.6"
    again = draw(units, "combat", lost_battalion=SPENT)
    assert verbs(play(again, "attack 0718 with 0719", "confirm")) == {"roll"}


@pytest.mark.rule("7.2", "18.1")
def test_r12_when_an_attack_can_be_dropped() -> None:
    units = "US-77 0719, US-28 0818, DE-2L 0718, DE-1G 0717"
    match = draw(units, "combat", allied="1 1 2", german="1")
    play(match, "attack 0718 with 0719", "confirm", "cancel")
    assert "attack 0718" in match.decision.texts
    play(match, "attack 0718 with 0719", "confirm", "support support-allied-1")
    assert rule_of(match, "cancel") == "7.2"
    play(match, "done")
    assert rule_of(match, "cancel") == "7.2", "the defender cannot drop it either"
    play(match, "done", "declare")
    assert (match.decision.side, rule_of(match, "cancel")) == ("allied", "18.1")


@pytest.mark.rule("19.5", "19.4", "11.2", "11.5")
def test_r13_where_nobody_is_set_up() -> None:
    match = Match.new("meuse", seed=1)
    play(match, "take US-4")
    assert rule_of(match, "go 1318") == "11.2"
    play(match, "cancel", "done", "take DE-1G")
    assert rule_of(match, "go 1317") == "19.4"
    play(match, "cancel", "done", "take DE-236")
    assert rule_of(match, "go 1416") == "19.5", "it would touch the line"
    assert rule_of(match, "go 1319") == "19.5"


@pytest.mark.rule("19.3", "11.4")
def test_r14_reinforcements_and_late_arrivals() -> None:
    match = play(draw("US-42 due, DE-1G 2405", turn=5), "take US-42")
    assert rule_of(match, "enter 0119") == "19.3"
    assert where(play(match, "enter 0122"), "US-42") == "0122"
    late = play(draw("US-42 due, DE-1G 2405", turn=7), "take US-42", "enter 0122")
    assert where(late, "US-42") == "0122"
    assert rule_of(draw("US-42 due, DE-1G 2405", turn=4), "take US-42") == "19.3"


@pytest.mark.rule("7.8", "13.1")
def test_r15_stiff_resistance_of_depleted_divisions() -> None:
    for unit, can in (("US-32", True), ("US-35", False)):
        match = draw(
            f"{unit} 1318-, DE-52R 1217, DE-AR 1317",
            "combat",
            "german",
            dice=[3],
            allied="2" if unit == "US-35" else "",
        )
        lines = attack(match, "1318", "1217", "1317")
        assert result(lines) in ("D2", "D3")
        assert ("resist" in match.decision.texts) is can
        if can:
            play(match, "resist")
            assert brigades(match) == ["1318"]
            assert "advance" not in verbs(match)
        else:
            assert rule_of(match, "resist") == "7.8"


@pytest.mark.rule("8.6", "8.1")
def test_r16_two_markers_and_each_once() -> None:
    match = draw("US-4 1319, US-80 1418, DE-5G 1318, US-3 1218", "combat", dice=[3], allied="1 2 3", german="1 2 2")
    play(match, "attack 1318 with 1319", "confirm", "support support-allied-1", "support support-allied-3")
    assert match.decision.side == "german", "a third marker is not even asked for"
    assert rule_of(match, "support support-allied-5") == "8.1"
    play(match, "done", "roll")
    assert {name for name in ("support-allied-1", "support-allied-3") if where(match, name) == "used"} == {
        "support-allied-1",
        "support-allied-3",
    }


@pytest.mark.rule("13.2", "11.3")
def test_r17_breakdown_then_replacement() -> None:
    match = draw("US-4 1319, US-32 1518, DE-1G 2405", "turn", turn=3)
    play(match, "break US-4")
    assert len(rules_of(match).brigades.left(state(match).at)) == 3
    play(match, "done", "return US-4", "enter 1322")
    assert where(match, "US-4") == "1322-"
    both = play(draw("US-4 1319, US-32 1518, DE-1G 2405", "turn", turn=3), "break US-4", "break US-32")
    assert both.decision.rule == "5.0", "no replacement is asked for: neither may return"


@pytest.mark.rule("8.1", "C-SFM", "T-SF")
def test_r18_the_draw() -> None:
    match = draw("US-3 1421, DE-1G 1318", "end", turn=0, dice=[6, 5, 1, 2, 4, 1])
    lines = told(match, "roll", "roll")
    assert [line for line in lines if " draws " in line] == [
        "allied draws support of 3 3 1 2 [8.1]",
        "german draws support of 3 1 [8.1]",
    ]
    assert [roll.faces for roll in match.dice.rolls] == [6, 5, 4, 3, 4, 3]


@pytest.mark.rule("T-DEP", "19.5")
def test_r19_the_ready_made_deployment() -> None:
    match = Match.new("meuse", seed=1)
    play(match, "done", "done", "take DE-236", "go 1216", "take DE-108")
    assert rule_of(match, "go 0918") == "19.5"
