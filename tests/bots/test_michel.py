"""Puzzles of Operation Michel: small positions with one thing to do, or not to do; a commander solves them."""

from __future__ import annotations

from itertools import pairwise
from typing import cast

import pytest

from tests.bots.asked import let_play, orders
from tests.bots.puzzles import BOTH, puzzle, unsolved
from tests.games.michel.drawn import EVERYWHERE, bare, real, rules_of, state, supplied, where
from westfront.bots.levels import LEVELS, Name
from westfront.bots.michel.armies import ARMIES, NORTH, phases_to, usual_plan
from westfront.bots.michel.edge import watch
from westfront.bots.michel.expert import Course, MichelExpert
from westfront.bots.michel.wall import Layout, Wall
from westfront.bots.mind import Mind
from westfront.engine.frame import asked
from westfront.engine.match import Match
from westfront.engine.world import World
from westfront.games.michel.data import MichelData
from westfront.games.michel.movement import Movement, destinations
from westfront.games.michel.victory import held, points_of
from westfront.hexgrid import has

ARRAS, AMIENS, MONTDIDIER = "2003", "0619", "1428"


def at(match: Match, unit: str) -> str:
    return where(match, unit)


@puzzle
def test_an_open_objective_is_taken() -> None:
    """Arras counts ten points, nobody is in it, and whoever was there last holds it."""
    match = let_play(real("S-234 2404, G-18-corps 2504, B-62 1010", turn=9))
    assert at(match, "S-234") == ARRAS


@puzzle
def test_the_dearest_objective_comes_first() -> None:
    """Amiens counts fifteen points, more than any other, and it is empty and within reach."""
    match = let_play(bare("S-234 1019, G-18-corps 1119, B-62 3030", turn=9))
    assert at(match, "S-234") == AMIENS


@puzzle
def test_arras_is_garrisoned_by_two() -> None:
    """Of two in a hex only one is attacked in a phase (Stacking-B): one loss does not cost ten points."""
    match = let_play(real("B-62 2103, B-56 2004, B-4 1803, S-234 2503, S-221 2504, B-17-corps 1703", side="allied"))
    assert [at(match, unit) for unit in ("B-62", "B-56", "B-4")].count(ARRAS) == 2


@puzzle
def test_no_attack_without_a_corps_to_supply_it() -> None:
    """Whoever has no corps within four hexes may not attack (Combat-J)."""
    match = bare("S-234 1010, S-221 1010, S-111 1011, S-17 1011, B-62 1110, G-18-corps 3030", "combat")
    assert orders(match) == ["done"]


@puzzle
def test_a_good_attack_is_declared_and_supplied() -> None:
    """Twenty-eight against four are 7 to 1, where no throw costs more than one division."""
    match = bare("S-234 1210, S-221 1210, S-111 1209, S-17 1209, B-62 1110, G-18-corps 1411", "combat")
    everybody = "add S-234 S-221 S-111 S-17"
    assert orders(match) == ["attack 1110", everybody, "confirm", "supply G-18-corps", "done"]


@pytest.mark.parametrize("level", ["recruit", "officer", "commander"])
def test_what_is_declared_already_is_not_opened_again(level: str) -> None:
    """Who is asked for advice in the middle of the segment: to change an attack and to leave it would never end."""
    match = bare("S-234 1210, S-221 1210, S-111 1209, S-17 1209, B-62 1110, G-18-corps 1411", "combat")
    for action in ("attack 1110", "add S-234", "confirm"):
        match.play(action)
    assert orders(match, level)[-1] == "done"
    assert not {"attack 1110", "change 1110"} & set(orders(match, level))


@puzzle
def test_no_attack_at_even_odds() -> None:
    """Seven against six is 1 to 1: a third of the throws destroys the attacker."""
    match = bare("S-234 1210, B-Gd 1110, B-62 1110, G-18-corps 1411", "combat")
    assert orders(match) == ["done"]


@puzzle
def test_the_weakest_is_lost_in_an_exchange() -> None:
    """A trench division has five and three points to march, Stosstruppen have seven and five and infiltrate."""
    match = bare("S-234 1210, T-185 1210, S-111 1209, B-62 1110, G-18-corps 1411", "combat", dice=[5])
    for action in ("attack 1110", "add S-234 T-185 S-111", "confirm", "supply G-18-corps", "done"):
        match.play(action)
    match.play(match.decision.texts[0])
    assert orders(match) == ["lose T-185"]


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_a_division_resists_and_not_the_corps_beside_it(level: str) -> None:
    """A corps that is attacked defends with one, and killed so it never returns (Corps-B)."""
    match = bare("S-234 1210, S-221 1210, S-111 1209, B-62 1110, B-17-corps 1110, G-18-corps 1411", "combat")
    for action in ("attack 1110", "add S-234 S-221 S-111", "confirm", "supply G-18-corps", "done"):
        match.play(action)
    assert orders(match, level) == ["resist B-62"]


def test_guns_fire_where_they_move_the_odds() -> None:
    match = bare("S-234 1210, S-221 1210, S-111 1209, B-62 1110, B-17-corps 0910, G-18-corps 1411", "combat")
    for action in ("attack 1110", "add S-234 S-221 S-111", "confirm", "supply G-18-corps", "done"):
        match.play(action)
    assert orders(match, "officer")[0].startswith("fire B-17-corps 1110")


@puzzle
def test_units_leave_by_the_west_edge_on_the_last_day() -> None:
    """Four points for a division between X and Y, and no objective is left that it could take."""
    match = let_play(bare("S-234 0310, G-18-corps 0410, B-62 3030", turn=10, held="2003 0619 1428"))
    assert state(match).at[match.rules.names.unit("S-234")] == -4


@puzzle
def test_corps_do_not_walk_beside_the_enemy() -> None:
    """A corps that is attacked defends with one, and killed so it never returns (Corps-B)."""
    match = let_play(bare("S-234 1210, G-18-corps 1610, B-62 1110, B-56 1111, B-4 1112"))
    grid = match.rules.grid
    corps = state(match).at[match.rules.names.unit("G-18-corps")]
    assert min(grid.distance(corps, grid.hex(label)) for label in ("1110", "1111", "1112")) > 1


def test_the_allies_stand_between_the_germans_and_amiens() -> None:
    match = let_play(real("B-62 0811, B-17-corps 0512, S-234 1219, S-221 1220, G-18-corps 1420", side="allied"))
    grid = match.rules.grid
    unit = state(match).at[match.rules.names.unit("B-62")]
    assert grid.distance(unit, grid.hex(AMIENS)) <= 5


# -- where to attack

PAIR = "S-234 1209, S-221 1209, B-62 1110, B-56 1109, G-18-corps 1411"


def battle(units: str, attackers: str) -> Match:
    """An attack on 1110 that is declared and supplied: the defender is asked."""
    match = bare(f"{units}, G-18-corps 1411", "combat")
    for action in ("attack 1110", f"add {attackers}", "confirm", "supply G-18-corps", "done"):
        match.play(action)
    return match


@pytest.mark.parametrize(("fortified", "target"), [("1110", "1109"), ("1109", "1110")])
@puzzle
def test_the_neighbour_in_the_open_is_attacked_and_not_the_trench(fortified: str, target: str) -> None:
    """With two added to the die a third of the throws at 3 to 1 throw the attacker back; in the open none does."""
    assert orders(bare(PAIR, "combat", allied_fz=fortified))[0] == f"attack {target}"


@puzzle
def test_no_fortified_town_behind_a_river_is_stormed() -> None:
    """Four are added to the die: at 2 to 1 every throw sends the attacker back or destroys him."""
    units = "S-234 1210, S-221 1210, B-Gd 1110, C-1 1110, B-17-corps 0910, G-18-corps 1411"
    match = bare(units, "combat", allied_fz="1110", rivers="1110/1210", towns="1110")
    assert orders(match) == ["done"]


@puzzle
def test_cavalry_is_attacked_before_the_guards() -> None:
    """Two against six, with guns behind both: the same divisions have 7 to 1 instead of 3 to 1, and no two to spare."""
    units = "S-234 1210, S-221 1210, S-111 1209, S-17 1209, B-1-cav 1110, B-Gd 1109, B-17-corps 0909, G-18-corps 1411"
    found = orders(bare(units, "combat"))
    assert found[0] == "attack 1110"
    assert "attack 1109" not in found


@puzzle
def test_a_corps_without_infantry_is_overrun() -> None:
    """It defends with one, and never comes back."""
    units = "S-234 1210, S-221 1210, B-17-corps 1110, B-Gd 1109, G-18-corps 1411"
    assert orders(bare(units, "combat"))[0] == "attack 1110"


@puzzle
def test_who_cannot_go_back_is_attacked_with_everything() -> None:
    """All six neighbours are German: at 7 to 1 and better hardly a throw lets him live."""
    units = "S-234 1210, S-221 1209, S-111 1111, S-17 1010, S-20 1009, S-195 1109, B-62 1110, G-18-corps 1411"
    found = orders(bare(units, "combat"))
    assert found[0] == "attack 1110"
    assert len(found[1].split()) > 5


@puzzle
def test_one_corps_supplies_both_attacks_and_the_other_stays_in_reserve() -> None:
    """One supplies any number of attacks within four hexes (Supply-E), and what is face down is not there tomorrow."""
    units = (
        "S-234 1210, S-221 1210, S-111 1209, S-17 1209, S-20 1208, S-195 1208, B-1-cav 1110, B-3-cav 1108, "
        "G-18-corps 1411, G-51-corps 1412"
    )
    found = orders(bare(units, "combat"))
    assert [text for text in found if text.startswith("attack")] == ["attack 1110", "attack 1108"]
    assert sum(text.startswith("supply") for text in found) == 1


@puzzle
def test_a_second_corps_supplies_what_the_first_does_not_reach() -> None:
    """Both attacks are good, they are twenty hexes apart, and a corps supplies four hexes far."""
    units = (
        "S-234 1210, S-221 1210, S-111 1209, B-62 1110, S-17 1230, S-20 1230, S-195 1229, B-56 1130, "
        "G-18-corps 1411, G-51-corps 1430"
    )
    found = orders(bare(units, "combat"))
    assert {text for text in found if text.startswith("supply")} == {"supply G-18-corps", "supply G-51-corps"}


# -- the answer of the defence


@puzzle
def test_the_allies_do_not_attack_stosstruppen_one_to_one() -> None:
    """Four against seven is read at 1 to 1, where a third of the throws destroys the attacker."""
    units = "S-234 1210, S-221 1210, B-62 1110, B-17-corps 0910, G-18-corps 1411"
    assert orders(bare(units, "combat", "allied")) == ["done"]


@puzzle
def test_the_allies_strike_back_at_a_trench_division_alone() -> None:
    """Eighteen against five, and no second German near."""
    units = "T-185 1210, B-62 1110, B-56 1110, B-Gd 1209, B-4 1209, B-17-corps 0910, G-18-corps 1811"
    assert orders(bare(units, "combat", "allied"))[0] == "attack 1210"


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_the_guards_resist_for_the_stack(level: str) -> None:
    """Six instead of four make 3 to 1 of 5 to 1."""
    match = battle("S-234 1210, S-221 1210, S-111 1209, B-62 1110, B-Gd 1110", "S-234 S-221 S-111")
    assert orders(match, level) == ["resist B-Gd"]


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_no_gun_fires_where_it_moves_nothing(level: str) -> None:
    """Fifty-six against two: with four more for the defence every throw still destroys it. The shells are kept."""
    germans = "S-234 1210, S-221 1210, S-111 1209, S-17 1209, S-20 1109, S-195 1109, S-119 1111, S-24R 1111"
    attackers = " ".join(words.split()[0] for words in germans.split(", "))
    match = battle(f"{germans}, B-1-cav 1110, B-17-corps 0910", attackers)
    assert orders(match, level) == ["done"]


@unsolved
def test_cavalry_resists_where_nobody_can_live() -> None:
    """Fifty-six against six or against two: every throw destroys who resists, and the Guards are worth more."""
    units = "S-234 1210, S-221 1210, S-111 1209, S-17 1209, S-20 1109, S-195 1109, S-119 1111, S-24R 1111"
    attackers = " ".join(words.split()[0] for words in units.split(", "))
    assert orders(battle(f"{units}, B-1-cav 1110, B-Gd 1110", attackers)) == ["resist B-1-cav"]


# -- who must go back goes where the enemy says


def driven(units: str, target: str, attackers: str, die: int, depots: str = EVERYWHERE) -> Match:
    """A battle whose result is a retreat: whoever chooses the way is asked."""
    match = bare(units, "combat", dice=[die], depots=depots)
    for action in (f"attack {target}", f"add {attackers}", "confirm", "supply G-18-corps", "done"):
        match.play(action)
    while match.decision.rule != "CRT-Retreat":
        match.play("done" if "done" in match.decision.texts else match.decision.texts[0])
    return match


FOUR = "S-234 S-221 S-111 S-17"


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_a_division_is_driven_away_from_amiens(level: str) -> None:
    """From 0617, 0618 and 0720 it would be back before the fifteen points are taken, and 0619 is Amiens itself."""
    units = "S-234 0919, S-221 0919, S-111 0918, S-17 0918, B-62 0818, B-17-corps 0313, G-18-corps 1220"
    match = driven(units, "0818", FOUR, 3)
    assert len(match.decision.texts) == 5
    assert orders(match, level) == ["retreat B-62 0717"]


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_a_division_is_driven_out_of_supply(level: str) -> None:
    """Only in 0909 no corps of its own reaches it: it cannot march (Supply-A), and is far from Amiens."""
    units = "S-234 1110, S-221 1110, S-111 1111, S-17 1111, B-62 1010, B-17-corps 0713, G-18-corps 1411"
    match = driven(units, "1010", FOUR, 3, "german 4010, allied 0140")
    assert len(match.decision.texts) == 5
    match.play(orders(match, level)[0])
    assert not supplied(match, "B-62")


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_stosstruppen_are_driven_back_the_way_they_came(level: str) -> None:
    """All other ways lead nearer to Amiens than 1118, and every hex is a day saved."""
    units = "S-234 0919, B-62 0819, B-56 1219, B-17-corps 0520, G-18-corps 1220"
    match = driven(units, "0819", "S-234", 4)
    assert len(match.decision.texts) == 5
    assert orders(match, level) == ["retreat S-234 1118"]


# -- objectives and garrisons


@puzzle
def test_montdidier_is_taken_where_nothing_dearer_can_be_reached() -> None:
    """Five points stand open, and Arras and Amiens are more than a day away."""
    assert at(let_play(real("S-234 1730, G-18-corps 1830, B-62 1010", turn=9)), "S-234") == MONTDIDIER


@puzzle
def test_amiens_is_garrisoned_by_two_when_the_germans_come_near() -> None:
    """Fifteen points: one division is thrown out by one good throw, two are not."""
    units = "B-62 0519, B-56 0520, B-4 0418, S-234 1219, S-221 1220, G-18-corps 1420, B-17-corps 0418"
    match = let_play(real(units, side="allied"))
    assert [at(match, unit) for unit in ("B-62", "B-56", "B-4")].count(AMIENS) == 2


@puzzle
def test_the_garrison_of_amiens_stays_and_gets_help() -> None:
    """Fifteen points: Stosstruppen are near, and of two only one is attacked in a phase (Stacking-B)."""
    units = "B-62 0619, B-56 0318, S-234 0918, S-221 0919, G-18-corps 1020, B-17-corps 0318"
    match = let_play(real(units, side="allied"))
    assert (at(match, "B-62"), at(match, "B-56")) == (AMIENS, AMIENS)


@puzzle
def test_montdidier_is_not_left_open() -> None:
    """Five points go to whoever walks in, and two Stosstruppen are on their way."""
    units = "B-62 1328, B-56 1327, S-234 1928, S-221 1929, G-18-corps 2028, B-17-corps 1128"
    match = let_play(real(units, side="allied"))
    assert MONTDIDIER in (at(match, "B-62"), at(match, "B-56"))


@pytest.mark.parametrize("level", LEVELS)
@puzzle
def test_the_last_defender_of_arras_does_not_go_after_a_trench_division(level: str) -> None:
    """Ten points would stand open behind it, and the trench division counts nothing."""
    units = "B-62 2003, B-56 1903, B-4 1903, T-185 1905, S-221 2303, G-18-corps 2404, B-17-corps 1703"
    assert at(let_play(real(units, side="allied"), level), "B-62") == ARRAS


@puzzle
def test_an_empty_town_is_taken_back_in_passing() -> None:
    """Whoever was in it last holds it: the five points are gone with one step."""
    match = let_play(real("B-62 1228, S-234 3028, G-18-corps 3128, B-17-corps 1128", side="allied", held=MONTDIDIER))
    assert not has(held(rules_of(match), state(match)), match.rules.grid.hex(MONTDIDIER))


@puzzle
def test_the_germans_garrison_what_they_took() -> None:
    """The British come back for ten points, and of two only one is attacked in a phase (Stacking-B)."""
    units = "S-234 2003, S-221 2104, S-111 2203, B-62 1803, B-56 1703, B-17-corps 1503, G-18-corps 2403"
    match = let_play(real(units, held=ARRAS))
    assert [at(match, unit) for unit in ("S-234", "S-221", "S-111")].count(ARRAS) == 2


# -- the clock, supply and corps


@puzzle
def test_everybody_who_can_leaves_on_the_last_day() -> None:
    """Four points for each, and nobody is needed any more after this day."""
    match = let_play(bare("S-234 0310, S-221 0311, G-18-corps 0410, B-62 3030", turn=10))
    assert {at(match, "S-234"), at(match, "S-221")} == {"exited-XY"}


@puzzle
def test_nobody_leaves_on_the_third_day() -> None:
    """The way may be lost again, and every division is needed for seven days more."""
    match = let_play(bare("S-234 0310, G-18-corps 0410, B-62 3030", turn=3))
    assert state(match).at[match.rules.names.unit("S-234")] >= 0


@puzzle
def test_nobody_leaves_by_a_hex_without_supply() -> None:
    """What leaves by a hex without supply counts nothing at the end."""
    match = let_play(bare("S-234 0210, B-62 3030", turn=10, depots="german 4010"))
    assert at(match, "S-234") == "0210"


@puzzle
def test_the_allies_walk_into_the_hex_by_which_the_germans_left() -> None:
    """What left by it counts only if the hex is in German supply when the last day ends."""
    units = "S-234 exited-XY:0110, S-221 exited-XY:0110, B-62 0412, S-111 2030, G-18-corps 2031"
    match = bare(units, side="allied", turn=10)
    assert points_of(rules_of(match), state(match)) == 8
    let_play(match)
    assert points_of(rules_of(match), state(match)) == 0


@puzzle
def test_a_corps_keeps_up_with_the_spearhead() -> None:
    """Ten hexes behind it can supply nobody."""
    match = let_play(bare("S-234 1210, S-221 1211, G-18-corps 2210, B-62 0810"))
    grid = match.rules.grid
    assert grid.distance(grid.hex(at(match, "G-18-corps")), grid.hex("1210")) <= 8


@puzzle
def test_a_corps_of_the_allies_goes_out_of_reach() -> None:
    """Stosstruppen stand beside it: whoever attacks it removes it for good."""
    match = let_play(bare("S-234 1210, S-221 1211, G-18-corps 1510, B-62 1010, B-17-corps 1111", side="allied"))
    grid = match.rules.grid
    corps = grid.hex(at(match, "B-17-corps"))
    assert min(grid.distance(corps, grid.hex(label)) for label in ("1210", "1211")) > 1


@puzzle
def test_stosstruppen_stay_in_supply_where_nothing_is_gained_outside() -> None:
    """Who is cut off cannot march in the next phase (Movement-M), and no objective is near."""
    units = "S-234 2010, G-18-corps 2110, B-62 1208, B-4 1212, B-56 1210"
    match = let_play(bare(units, depots="german 4010, allied 0110"))
    assert supplied(match, "S-234")


# -- the wall


def open_ways(match: Match, south: int) -> list[str]:
    """The hexes of the west edge to which Germans can march without infiltration, north of a row."""
    rules, s = cast(MichelData, match.rules), state(match)
    grid, field = rules.grid, rules.field(s)
    zone, allies = field.zone[1], field.occupied[1] | grid.set_of(h for h in grid if int(grid.label(h)[2:]) > south)
    seen = new = field.occupied[0]
    while new:
        free, bound = new & ~zone, new & zone
        new = (grid.adjacent(free) | grid.adjacent(bound) & ~zone) & ~allies & ~seen
        seen |= new
    return grid.labels(seen & rules.board.exits[0])


def test_an_officers_allies_leave_no_gap_before_the_british() -> None:
    """A post in every second hex closes the British front to all who cannot step from zone to zone."""
    match = Match.new("michel", seed=5)
    while match.decision.side == "german":
        match.play("done")
    while match.decision.side == "allied":
        let_play(match, "officer")
    assert open_ways(match, south=26) == []


def test_two_stand_where_the_germans_are_many() -> None:
    """Of two only one is attacked in a phase: the other still holds the hex."""
    match = Match.new("michel", seed=5)
    while match.decision.side == "german":
        match.play("done")
    while match.decision.side == "allied":
        let_play(match, "officer")
    field = cast(MichelData, match.rules).field(state(match))
    doubled = field.occupied[1] & field.stacked(2)
    assert doubled.bit_count() >= 8


@puzzle
def test_units_leave_early_only_where_a_corps_and_a_guard_keep_the_edge() -> None:
    """What leaves by a hex that is cut off at the end counts nothing."""
    unguarded = let_play(bare("S-234 0310, B-62 3030", turn=6, held="2003 0619 1428"))
    assert state(unguarded).at[unguarded.rules.names.unit("S-234")] >= 0
    guarded = let_play(bare("S-234 0210, S-221 0110, G-18-corps 0110, B-62 0516", turn=6, held="2003 0619 1428"))
    assert state(guarded).at[guarded.rules.names.unit("S-234")] == -4
    assert at(guarded, "S-221") == "0110"


def test_the_first_day_sees_a_broad_attack() -> None:
    """The Allies cannot be strong everywhere."""
    match = Match.new("michel", seed=5)
    let_play(match, "officer")
    assert sum(order.startswith("attack ") for order in orders(match, "officer")) >= 8


# -- corps


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_a_corps_that_fed_a_march_still_supplies_the_attack(level: str) -> None:
    """It may no more fire, but it may be turned face down: who keeps it back never attacks far from the roads."""
    units = "S-234 1411, S-221 1411, S-111 1410, S-17 1410, B-62 1110, G-18-corps 1512"
    match = let_play(bare(units, depots="german 4010, allied 0110"), level)
    assert state(match).gave_supply[match.rules.names.unit("G-18-corps")]
    assert "supply G-18-corps" in orders(match, level)


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_a_corps_follows_those_who_have_reached_the_edge(level: str) -> None:
    """What leaves the map counts only if the hex is in supply at the end; and who is cut off cannot leave."""
    match = bare("S-234 0110, S-221 0111, S-17 3009, G-18-corps 1510, B-62 3030", depots="german 4010, allied 0140")
    let_play(match, level)
    grid = match.rules.grid
    assert grid.distance(grid.hex(at(match, "G-18-corps")), grid.hex("0110")) == 11


def test_a_corps_counts_the_phases_by_road() -> None:
    """In devastated ground it makes one hex in a phase, on a road three."""
    devastated = " ".join(f"{col}{row:02}" for col in range(11, 31) for row in range(1, 41))
    road = "-".join(f"{col}10" for col in range(30, 10, -1))
    rough = rules_of(bare("S-234 0110", devastated=devastated))
    paved = rules_of(bare("S-234 0110", devastated=devastated, roads=road))
    here, there = rough.grid.hex("2010"), 1 << rough.grid.hex("1410")
    assert phases_to(rough, there)[here] == 6
    assert phases_to(paved, there)[here] == 2


def test_an_allied_staff_thinks_of_falling_back() -> None:
    """It has several drafts to which it can look for the German answer; an officer has his script."""
    match = Match.new("michel", seed=5)
    while match.decision.side == "german":
        match.play("done")
    while not isinstance(asked(state(match)), Movement):
        let_play(match, "officer")
    mind = Mind.at(match.seat("allied"), Name(LEVELS["staff"]), "seed", 10.0)
    assert "fall back out of contact" in [draft.why for draft in MichelExpert(mind).drafts()]


def test_officers_attack_at_two_to_one_in_the_open_and_recruits_do_not() -> None:
    """In the open no throw at 2 to 1 costs more than one of the attackers."""
    units = "S-234 1209, S-221 1209, B-Gd 1110, G-18-corps 1411"
    assert orders(bare(units, "combat"), "officer")[0] == "attack 1110"
    assert orders(bare(units, "combat"), "recruit") == ["done"]


# -- the armies


def test_the_second_army_goes_for_amiens_and_not_for_arras() -> None:
    """Each army has a goal of its own: all of them before Arras would stand in each other's way."""
    match = real("S-234 2714, S-111 2505, B-62 3838")
    picture = MichelExpert(Mind.at(match.seat("german"), Name(LEVELS["officer"]), "seed", 1.0)).picture()
    hex_ = picture.rules.grid.hex
    first, second = (picture.march(picture.army_at(hex_(label))) for label in ("2505", "2714"))
    assert (first[hex_(ARRAS)], second[hex_(AMIENS)]) == (0, 0)
    assert second[hex_(ARRAS)] > 10


def grid_distance(match: Match, unit: str, to: str) -> int:
    """Hexes from a unit to a place."""
    grid = match.rules.grid
    return grid.distance(grid.hex(at(match, unit)), grid.hex(to))


def test_the_second_army_helps_when_arras_stands_on_the_fifth_day() -> None:
    rules = rules_of(real("S-234 2714"))
    fourth, fifth = (state(real("S-234 2714", turn=turn)) for turn in (4, 5))
    taken = state(real("S-234 2714", turn=5, held=ARRAS))
    assert [usual_plan(rules, s) for s in (fourth, fifth, taken)] == [ARMIES, NORTH, ARMIES]


def test_a_third_of_the_corps_follow_the_heads_of_the_armies_and_supply_no_attack() -> None:
    match = Match.new("michel", seed=5)
    state(match).turn = 2
    mind = Mind.at(match.seat("german"), Name(LEVELS["officer"]), "seed", 1.0)
    picture = MichelExpert(mind).picture()
    assert len(picture.trains) == 6
    assert not set(picture.trains) & set(picture.suppliers(0))


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_divisions_march_to_an_objective_before_the_germans_are_there(level: str) -> None:
    """Nobody reaches Amiens today: the two nearest who touch no German set out."""
    match = real("S-234 2019, G-18-corps 2119, B-62 0603, B-56 0604, B-4 1905", side="allied")
    before = {unit: grid_distance(match, unit, AMIENS) for unit in ("B-62", "B-56")}
    let_play(match, level)
    assert all(grid_distance(match, unit, AMIENS) < far for unit, far in before.items())


def test_the_wall_has_no_gap_before_arras() -> None:
    """By a gap of one hex Stosstruppen step from zone to zone, and nobody comes to the garrison any more."""
    match = Match.new("michel", seed=5)
    while match.decision.side == "german":
        match.play("done")
    mind = Mind.at(match.seat("allied"), Name(LEVELS["officer"]), "seed", 1.0)
    picture = MichelExpert(mind).picture()
    rules, s, grid = picture.rules, picture.s, picture.rules.grid
    units = [unit for unit in rules.ground_units[1] if s.at[unit] >= 0]
    posts = Wall(picture, units, {unit: destinations(rules, s, unit) for unit in units}, []).posts
    steps = {(a, b): grid.distance(a, b) for a, b in pairwise(posts)}
    near = [step for (a, b), step in steps.items() if max(grid.distance(h, grid.hex(ARRAS)) for h in (a, b)) <= 4]
    assert near
    assert set(near) == {1}
    assert 2 in steps.values()


# -- the last word of the Allies


@puzzle
def test_the_allies_attack_who_has_no_way_back_at_even_odds() -> None:
    """Whatever sends him back destroys him; with a way back nobody attacks at these odds."""
    around = "B-62 1110, B-56 1210, B-4 1111, B-17-corps 0911, G-18-corps 3030"
    assert (
        orders(bare(f"S-234 1011, {around}, B-15 1012, B-34 0911, B-59 0912", "combat", "allied"))[0] == "attack 1011"
    )
    assert orders(bare(f"S-234 1310, {around}", "combat", "allied")) == ["done"]


def test_divisions_watch_the_doors_of_the_west_edge_from_the_sixth_day_on() -> None:
    """The Allies move last: who is near on the last day makes all that left worthless."""
    found = []
    for turn in (5, 6):
        match = bare("S-234 0310, G-18-corps 0410, B-62 1220, B-56 2030", side="allied", turn=turn)
        picture = MichelExpert(Mind.at(match.seat("allied"), Name(LEVELS["officer"]), "seed", 1.0)).picture()
        units = [match.rules.names.unit(name) for name in ("B-62", "B-56")]
        found.append(watch(picture, units, {unit: destinations(picture.rules, picture.s, unit) for unit in units}))
    grid = match.rules.grid
    assert found[0] == {}
    assert list(found[1]) == units
    assert grid.distance(found[1][units[0]], grid.hex("0110")) < grid.distance(grid.hex("1220"), grid.hex("0110"))


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_a_corps_too_cuts_off_on_the_last_day_what_has_left(level: str) -> None:
    """Four points count only if the hex by which they left is in German supply at the end."""
    units = "S-234 exited-XY:0110, B-17-corps 0311, S-111 2030, G-18-corps 2031"
    match = bare(units, side="allied", turn=10)
    assert points_of(rules_of(match), state(match)) == 4
    let_play(match, level)
    assert points_of(rules_of(match), state(match)) == 0


def allied_wall(match: Match, layout: Layout) -> dict[int, int]:
    """Where an officer's wall of a layout would put every Allied division."""
    picture = MichelExpert(Mind.at(match.seat("allied"), Name(LEVELS["officer"]), "seed", 1.0)).picture()
    rules, s = picture.rules, picture.s
    units = [unit for unit in rules.ground_units[1] if s.at[unit] >= 0]
    return Wall(picture, units, {unit: destinations(rules, s, unit) for unit in units}, [], layout).places()


def opening() -> Match:
    """The Allies are to move for the first time."""
    match = Match.new("michel", seed=5)
    while match.decision.side == "german":
        match.play("done")
    return match


def test_reserves_gather_at_arras() -> None:
    """The Germans are many there: whoever has no post in the wall is wanted behind it."""
    match = opening()
    arras, grid = match.rules.grid.hex(ARRAS), match.rules.grid
    there, elsewhere = (allied_wall(match, layout) for layout in (Layout(), Layout(reserves=0)))
    far = [sum(grid.distance(hex_, arras) for hex_ in places.values()) for places in (there, elsewhere)]
    assert far[0] < far[1]


def test_no_post_is_manned_where_no_german_can_come_soon() -> None:
    """All the Germans are in the north: nobody stands in the south for it."""
    units = "S-234 2404, S-221 2405, G-18-corps 2504, B-62 2103, B-56 2106, B-4 2008, B-15 1930, B-34 1932, B-59 1934"
    match = real(f"{units}, B-17-corps 1803", side="allied")
    before = grid_distance(match, "B-15", ARRAS)
    let_play(match, "officer")
    assert grid_distance(match, "B-15", ARRAS) < before


def test_every_draft_is_played_on_in_its_own_course() -> None:
    """A staff that thought of falling back today and of standing tomorrow would judge neither."""
    expert = MichelExpert(Mind.at(opening().seat("allied"), Name(LEVELS["staff"]), "seed", 10.0))
    drafts, seen, on_course = expert.drafts(), list[Course](), expert._on_course

    def watched(world: World, course: Course) -> MichelExpert:
        seen.append(course)
        return on_course(world, course)

    expert._on_course = watched  # type: ignore[method-assign]
    expert._planner(1)._played(expert.world, drafts[-1], 0)
    assert len(set(seen)) == 1
    assert seen[0] != Course()
