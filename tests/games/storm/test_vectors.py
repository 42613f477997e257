"""The worked cases of the specification, X01 to X35 and D01 to D147: those no other test plays, and their places."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.storm.drawn import drawn, offers, play, pool, position, refused, state, steps, storm, told, unit, where
from tests.games.storm.test_rules_battle import fight, modifiers, shift
from tests.games.storm.test_rules_losses import battle, points, ways
from tests.games.storm.test_rules_supply import cut_verdun, supply_of
from westfront.games.storm.battle import fortress_losses, in_own_fortress, odds, result
from westfront.games.storm.control import bertha_hexes
from westfront.games.storm.movement import allowance, march
from westfront.games.storm.stacking import closed_to
from westfront.games.storm.state import ALLIED, CROSS, DEFENDED, GERMAN

WHERE = """
test_rules_control X02 X23 D05 D06 D07 D08 D09 D10 D11 D34 D131 D136 D140 D143
test_rules_sequence X22 X32 X33 D12 D13 D94 D95 D98 D99 D100 D129 D133
test_rules_supply X03 X05 X06 X28 D15 D16 D17 D18 D19 D20 D21 D22 D23 D25 D27 D28 D35 D36
test_rules_supply D37 D38 D39 D40 D41 D101 D102 D121
test_rules_replacements X29 X30 X31 D29 D30 D31 D32 D33 D106 D109 D118 D119 D120 D132
test_rules_movement X07 X08 X09 D14 D47 D48 D49 D89 D90 D91 D104 D123 D124 D138 D139
test_rules_battle X10 X11 X12 X13 X14 X15 X16 X18 X19 X20 X24 X26 D50 D51 D52 D53 D54 D55
test_rules_battle D56 D58 D59 D61 D62 D63 D64 D65
test_rules_battle D66 D67 D68 D71 D72 D73 D74 D93 D96 D103 D105 D115 D117 D141 D146
test_rules_losses X17 X27 X35 D78 D79 D80 D81 D83 D85 D86 D87 D88 D97 D107 D108 D110 D116
test_setup X21 D111 D112 D113 D130 D134 D135 D147
test_rules_hidden D114
test_lesson D144 D145
test_vectors X01 X04 X25 X34 D01 D02 D03 D04 D24 D26 D42 D43 D44 D45 D46 D57 D60 D69
test_vectors D70 D75 D76 D77 D82 D84 D92
test_vectors D122 D125 D126 D127 D128 D137 D142
"""
"""The module in which each case is played."""


def test_every_case_has_a_place() -> None:
    places = {name: line.split()[0] for line in WHERE.split("\n") if line for name in line.split()[1:]}
    wanted = [f"X{n:02}" for n in range(1, 36)] + [f"D{n:02}" for n in range(1, 148)]
    assert sorted(places) == sorted(wanted)
    folder = Path(__file__).parent
    assert all((folder / f"{module}.py").is_file() for module in places.values())
    played = {word.upper() for name in globals() if name.startswith("test_") for word in name.split("_")}
    assert {name for name, module in places.items() if module == "test_vectors"} <= played


def test_x01_x25_a_sample_unit_and_verdun() -> None:
    rules = storm()
    corps = unit("BR-14")
    assert (rules.attack[corps][1], rules.defence[corps][1], rules.move[corps][1], rules.arrival[corps]) == (3, 4, 4, 4)
    assert rules.board.fortress[ALLIED] >> rules.grid.hex("3120") & 1


def test_x04_three_divisions_and_the_tank_corps() -> None:
    match = drawn("3337: US-1 US-2 US-3; 3338: US-TC", "allied", "march", turn=12)
    play(match, "move US-TC 3337")


def test_x34_super_odds_and_a_printed_modifier() -> None:
    """8:1 against a trench: 7:1 with +1 and -2."""
    found = modifiers("2332: GE-1B GE-12 GE-10 ; 2233: FR-1C~", "2233", "GE-1B GE-12 GE-10", super_odds="on")
    assert found == {"Allied trench": -2}
    found = modifiers("2332: GE-1B GE-2B~; 2233: FR-1C~", "2233", "GE-1B GE-2B", super_odds="on")
    assert found == {"Allied trench": -2, "super-high odds": 1}


@pytest.mark.parametrize(
    ("hex_", "around"),
    [("2731", "2631 2632 2730 2732 2831 2832"), ("3028", "2927 2928 3027 3029 3127 3128")],
    ids=["d01", "d02"],
)
def test_d01_d02_neighbours(hex_: str, around: str) -> None:
    grid = storm().grid
    assert sorted(map(grid.label, grid.neighbours(grid.hex(hex_)))) == around.split()


@pytest.mark.parametrize(("a", "b", "distance"), [("3120", "3029", 9), ("1237", "1441", 5), ("3217", "3708", 11)])
def test_d03_distances(a: str, b: str, distance: int) -> None:
    grid = storm().grid
    assert grid.distance(grid.hex(a), grid.hex(b)) == distance


def test_d04_bertha_within_ten_hexes_of_paris() -> None:
    rules = storm(bertha="on")
    s = position("2332: GE-1B", bertha="on")
    assert not rules.board.near_paris >> rules.grid.hex("3028") & 1
    assert bertha_hexes(rules, s) >> rules.grid.hex("2632") & 1


def test_d24_a_french_corps_that_reaches_only_calais() -> None:
    rules = storm()
    west = " ".join(rules.grid.labels(rules.board.edge[ALLIED]))
    match = drawn(f"1736: FR-1~; german: {west}", "allied", "supply", facts={"pool": bytearray((0, 0, 3, 0, 0, 0))})
    assert state(match).supply[unit("FR-1")] == CROSS
    play(match, "replenish FR-1")
    assert allowance(rules, state(match), unit("FR-1")) == 2
    play(match, "done; done; done; done; done")
    assert where(match, "FR-1") == "1736"


def test_d26_a_british_corps_in_verdun_starves() -> None:
    match = drawn(cut_verdun("BR-5"), "allied", "supply")
    play(match, "done; done; done; done; done")
    assert where(match, "BR-5") == "dead"
    assert supply_of(cut_verdun("BR-5"), "BR-5") == 3


def test_d42_a_mountain_costs_two() -> None:
    rules = storm()
    mountain = next(h for h in rules.grid if rules.board.of("mountain") >> h & 1 and rules.board.home[ALLIED] >> h & 1)
    near = [
        h
        for h in rules.grid.neighbours(mountain)
        if rules.board.playable >> h & 1 and not rules.board.of("mountain") >> h & 1
    ]
    s = position(f"{rules.grid.label(near[0])}: FR-1~")
    cost = march(rules, s, unit("FR-1")).cost(mountain)
    river = rules.board.crosses(rules.board.major_river, near[0], mountain)
    assert cost == 2 + river + (rules.board.main_trench >> mountain & 1)
    assert allowance(rules, s, unit("FR-1")) == 3


def test_d43_d44_trenches_and_devastated_ground() -> None:
    rules = storm()
    devastated = rules.board.of("devastated") & rules.board.allied_trench
    assert devastated & rules.board.enter(GERMAN, 0)[3] == devastated
    second = rules.board.second_trench & rules.board.of("clear") & ~rules.board.main_trench
    assert second & rules.board.enter(ALLIED, 0)[1] == second


def test_d45_the_next_hex_costs_more_than_the_unit_has() -> None:
    match = drawn("2332: GE-10~; allied: 2333", "german", "march")
    assert allowance(storm(), state(match), unit("GE-10")) == 2
    play(match, "move GE-10 2333")


def test_d46_a_seventh_allied_unit() -> None:
    match = drawn("3337: FR-1 FR-2 FR-3; 3338: FR-4 FR-5 FR-6; 3438: FR-7", "allied", "rail")
    for number, to in enumerate(("2337", "2337", "2337", "3326", "3326", "3326"), 1):
        play(match, f"rail FR-{number} {to}")
    refused(match, "rail FR-7 3522", "11.2")


def test_d57_a_trench_in_the_forest_behind_a_river() -> None:
    """No such hex is on the map: each part is, and they add up."""
    assert shift("2632: GE-1B; 2633: BR-3", "2633", "GE-1B") == -3
    assert modifiers("2632: GE-1B; 2633: BR-3", "2633", "GE-1B") == {"all over rivers": -1, "Allied trench": -2}


def test_d60_tanks_against_trenches_with_other_ground() -> None:
    town = modifiers("2332: GE-1B; 2432: GE-2B; 2433: BR-RTC BR-5", "2432", "BR-RTC BR-5")
    assert town["town"] == -1
    assert not {"tanks", "German trench"} & town.keys()
    rules = storm()
    rough = rules.board.second_trench & rules.board.of("rough")
    for hex_ in (h for h in rules.grid if rough >> h & 1):
        near = next(h for h in rules.grid.neighbours(hex_) if rules.board.playable >> h & 1)
        places = f"{rules.grid.label(hex_)}: GE-1B; {rules.grid.label(near)}: BR-RTC BR-5"
        found = modifiers(places, rules.grid.label(hex_), "BR-RTC BR-5")
        assert found["rough"] == -1
        assert "German trench" not in found


@pytest.mark.parametrize(
    ("places", "target", "attackers", "extra"),
    [
        ("2928: GE-1B; 3130: GE-2B; 3029: FR-1", "3029", "GE-1B GE-2B", 2),
        ("3217: GE-1B; 3218: FR-1 FR-2", "3217", "FR-1 FR-2", 3),
    ],
    ids=["d69", "d70"],
)
def test_d69_d70_fortresses_add_to_the_result(places: str, target: str, attackers: str, extra: int) -> None:
    view = odds(fight(places, target, attackers))
    plain = view._replace(extra=0)
    for die in range(1, 7):
        (a, d), (b, e) = result(storm(), view, die), result(storm(), plain, die)
        assert (a, d) == (b + extra, e)


def paying(defenders: str, lost: int, behind: str = "", **more: Any) -> Any:
    """A battle in which the defender of 2233 has so many loss points."""
    for die in range(1, 7):
        for force in ("GE-3-stoss GE-9-stoss GE-11-stoss", "GE-3-stoss GE-1B", "GE-1B GE-2B", "GE-3-stoss"):
            match = battle(f"2332: {force}; 2233: {defenders}; {behind}", "2233", force, die, **more)
            if points(match)[1] == lost:
                return match
    raise AssertionError(f"no die gives {lost}")


def test_d75_d76_a_full_corps_pays_or_goes() -> None:
    one = paying("BR-5", 1)
    assert offers(one, "lose") == {"BR-5"}
    assert offers(one, "retreat")
    two = paying("BR-5", 2)
    assert not offers(two, "retreat")
    play(two, "lose BR-5; retreat 2234")
    assert steps(two, "BR-5") == 1


def test_d77_d126_surplus_points_and_no_rescue() -> None:
    match = paying("BR-5~", 2)
    play(match, "lose BR-5")
    assert where(match, "BR-5") == "dead"
    match = paying("BR-5", 3)
    play(match, "lose BR-5")
    assert not offers(match, "retreat")
    play(match, "lose BR-5")
    assert where(match, "BR-5") == "dead"
    assert match.decision.side == "german"


def test_d82_the_tank_pays_for_all() -> None:
    match = drawn("2234: BR-5 BR-4 BR-6 BR-RTC; 2333: GE-1B", "allied", "combat", turn=10, dice=[6])
    play(match, "attack 2333 with BR-5 BR-4 BR-6 BR-RTC; confirm; roll")
    while match.decision.side == "german":
        match.play(match.decision.texts[0])
    assert offers(match, "lose") == {"BR-RTC"}


def test_d84_d122_a_corps_with_agb_stays_and_pays() -> None:
    match = drawn("2331: GE-AGB GE-1B; 2332: FR-1 FR-2 FR-3; 2232: FR-4 FR-5 FR-6", "allied", "combat", dice=[6])
    play(match, "attack 2331 with FR-1 FR-2 FR-3 FR-4 FR-5 FR-6; confirm; roll")
    lost = points(match)[1]
    assert lost >= 2
    for _ in range(2):
        assert offers(match, "lose") == {"GE-1B"}
        assert not offers(match, "retreat")
        play(match, "lose GE-1B")
    assert where(match, "GE-AGB") in ("2331", "dead")
    assert (where(match, "GE-AGB") == "2331") == (lost == 2 or match.decision.side == "german")


def test_d92_air_used_in_attack_is_not_there_in_defence() -> None:
    match = drawn("2332: GE-1B; 2233: BR-5 BR-4; air: GE-Air", "german", "combat", dice=[1])
    play(match, "attack 2233 with GE-1B; confirm; fly 1; roll; lose GE-1B; lose GE-1B")
    assert where(match, "GE-Air") == "spent"


def test_d125_one_dies_and_the_others_fit() -> None:
    assert "2234" not in ways("2233: BR-5~ BR-4~ BR-7~; 2234: BR-1", "BR-5 BR-4 BR-7", "2233")
    assert "2234" in ways("2233: BR-5~ BR-4~; 2234: BR-1", "BR-5 BR-4", "2233")


def test_d127_no_retreat_for_the_last_step() -> None:
    assert ways("2233: BR-5~; 2332: GE-1B; 2135: GE-2B; 2235: GE-4; 2132: GE-6", "BR-5", "2233") == set()


def test_d128_heavy_tanks_pay_before_fast_ones() -> None:
    places = "2234: BR-HT1 BR-FT1 BR-5; 2334: FR-AAC FR-1; 2333: GE-1B GE-2B"
    match = drawn(places, "allied", "combat", scenario="plan-1919", dice=[1])
    play(match, "attack 2333 with BR-HT1 BR-FT1 BR-5 FR-AAC FR-1; confirm; roll")
    while match.decision.side == "german":
        match.play(match.decision.texts[0])
    owed = points(match)[0]
    for _ in range(min(owed, 3)):
        assert "BR-FT1" not in offers(match, "lose")
        play(match, f"lose {sorted(offers(match, 'lose'))[0]}")
    assert where(match, "BR-FT1") == "2234"


def test_d137_rail_paths_and_stacks() -> None:
    rules = storm()
    s = position("3337: BR-1; 2336: FR-1; 2338: BR-2 BR-3 BR-4")
    assert closed_to(rules, s, unit("BR-1")) >> rules.grid.hex("2336") & 1
    assert closed_to(rules, s, unit("BR-1")) >> rules.grid.hex("2338") & 1


def test_d142_refugees_are_no_garrison() -> None:
    found = fight("3619: US-1 FR-1; 3618: GE-1B; 3620: GE-2B", "3619", "GE-1B GE-2B")
    assert in_own_fortress(found)
    found.s.fought[unit("FR-1")] = DEFENDED
    alone = found._replace(defenders=(unit("US-1"),))
    assert fortress_losses(alone) == 0
    assert {m.title: m.value for m in odds(alone).modifiers}["concentric assault"] == 1
    assert pool(drawn("2332: GE-1B", "german", "march"), "german") == 24
    assert told(drawn("2332: GE-1B", "german", "march"), "phase")
