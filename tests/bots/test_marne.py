"""Puzzles of Marne 1918: small positions with one thing that must be done, or must not; a commander solves them."""

from __future__ import annotations

import pytest

from tests.asking import where
from tests.bots.asked import let_play, orders
from tests.bots.puzzles import BOTH, puzzle
from tests.games.marne.drawn import BRUCHMULLER, When, bare, begun, real, river, staged
from westfront.bots import bots
from westfront.bots.allocation import NO_ATTACK
from westfront.bots.levels import COMMANDER, LEVELS, OFFICER, Name
from westfront.bots.marne.attacks import one_offensive
from westfront.bots.marne.expert import BREADTHS, MarneExpert
from westfront.bots.marne.moves import Breadth, Force, garrisons, guarded, solo, tasks_of
from westfront.bots.marne.picture import Picture
from westfront.bots.marne.road import points_to_cut, road_to_reims
from westfront.bots.mind import Mind
from westfront.bots.weights import load_weights
from westfront.engine.match import Match
from westfront.games.marne.rules import Marne
from westfront.games.marne.state import ALLIED, GERMAN, NONE, OFFENSIVE, PARTIAL, PERFECT, MarneState
from westfront.games.marne.victory import REIMS
from westfront.hexgrid import spread_from

SOISSONS, MONTDIDIER = "2715", "0605"
BEHIND = "GE-HQ-VII 3010, FR-HQ-X 2120"
MATZ = When("gneisenau", 6, 1)
HOLDS = "GE-HQ-XVIII 1203, FR-HQ-III 0718"


def moved(match: Match, level: str = "commander") -> Match:
    """Let a side have its whole movement phase."""
    side = match.decision.side
    while match.decision.side == side and match.decision.rule in ("11.1.1", "11.2.2"):
        let_play(match, level)
    return match


def first(match: Match, level: str = "commander") -> str:
    """The first thing that a machine would do."""
    return orders(match, level)[0]


# -- what scores


@puzzle
def test_an_open_town_is_entered() -> None:
    """Nobody is in Soissons, which counts five points."""
    assert where(moved(real(f"GE-9DI 2914, FR-1DI 2120, {BEHIND}")), "GE-9DI") == SOISSONS


@puzzle
def test_the_dearer_of_two_open_towns_is_entered() -> None:
    """Soissons counts five points, Fismes two."""
    assert where(moved(real(f"GE-9DI 3116, FR-1DI 2120, {BEHIND}")), "GE-9DI") == SOISSONS


@puzzle
def test_even_a_worn_division_takes_a_town_in_the_last_sequence() -> None:
    """Only hexes count now: five points stand open, and its last step is worth nothing after today."""
    assert where(moved(real(f"GE-9DI 2914 lost:2, FR-1DI 2120, {BEHIND}")), "GE-9DI") == SOISSONS


@pytest.mark.parametrize("level", LEVELS)
@puzzle
def test_the_garrison_of_a_town_stays(level: str) -> None:
    """A German is two hexes away: whoever left Soissons would give it away."""
    match = moved(real(f"FR-1DI 2715, GE-9DI 2713, {BEHIND}", side="allied"), level)
    assert where(match, "FR-1DI") == SOISSONS


@puzzle
def test_an_empty_town_is_garrisoned_in_time() -> None:
    """Soissons counts five points, and a German is near enough to walk in."""
    match = moved(real(f"FR-1DI 2517, FR-43DI 2121, GE-9DI 2813, {BEHIND}", side="allied"))
    assert SOISSONS in (where(match, "FR-1DI"), where(match, "FR-43DI"))


def seen(match: Match, side: int) -> Picture:
    """A position as it looks to a side."""
    s, rules = match.state, match.rules
    assert isinstance(s, MarneState)
    assert isinstance(rules, Marne)
    return Picture(rules, s, side, load_weights("marne", rules.sides[side], ""))


def test_nobody_leaves_a_town_for_a_dearer_one_farther_from_the_enemy() -> None:
    """0714 counts three points and has the enemy before it, 0718 behind it counts five."""
    match = real(f"FR-36DI 0714, FR-60DI 1314, GE-9DI 0711, {HOLDS}", side="allied", when=When("gneisenau", 5, 2))
    picture, (near, far) = seen(match, ALLIED), (match.rules.grid.hex(label) for label in ("0714", "0718"))
    assert picture.keeps[near] < picture.keeps[far]
    guards = garrisons(picture, Force(picture)).values()
    assert near in guards
    assert far not in guards


def test_a_step_is_spared_while_there_is_time_to_fight() -> None:
    """With four sequences to come it counts for more than in the last one."""
    units = f"GE-9DI 0711, FR-36DI 0714, {HOLDS}"
    early, late = (seen(real(units, when=when), GERMAN) for when in (When("gneisenau", 5, 1), MATZ))
    assert late.patience < early.patience


@pytest.mark.parametrize("level", LEVELS)
@puzzle
def test_montdidier_is_never_left_empty(level: str) -> None:
    """Its loss ends the game, whatever else the Germans hold."""
    match = moved(real(f"GE-222DI 0605, FR-36DI 0508, FR-60DI 0707, {HOLDS}", when=MATZ), level)
    assert where(match, "GE-222DI") == MONTDIDIER


def threat(down: str) -> float:
    """The points that a German before the Oise threatens, with some bridges down."""
    match = real(f"GE-9DI 1312, FR-36DI 0718, {HOLDS}", side="allied", when=MATZ, down=down)
    picture = seen(match, ALLIED)
    return picture.at_stake(picture.field.combat[GERMAN], picture.field.combat[ALLIED])


def test_a_river_without_bridges_guards_what_lies_behind_it() -> None:
    """With the bridge of 1313 blown the enemy has a longer way to the eight points of 1314, or none."""
    assert threat("1313/1314") < threat("")


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_who_has_the_last_word_takes_what_stands_open(level: str) -> None:
    """Nothing follows the last Allied turn: the division goes into empty Ressons, whatever may come near it there."""
    match = real(f"FR-36DI 1011, GE-9DI 0909, GE-28DI 1109, GE-222DI 0605, {HOLDS}", side="allied", when=MATZ)
    assert isinstance(match.state, MarneState)
    match.state.german_holds |= match.rules.grid.hexset("1009")
    assert where(moved(match, level), "FR-36DI") == "1009"


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_two_guards_stand_where_all_hangs_on_a_hex(level: str) -> None:
    """Montdidier is threatened, and there is room in it for two worn divisions."""
    match = real(f"GE-222DI 0604 lost:1, GE-9DI 0704 lost:1, FR-36DI 0607, FR-60DI 0707, {HOLDS}", when=MATZ)
    moved(match, level)
    assert {where(match, "GE-222DI"), where(match, "GE-9DI")} == {MONTDIDIER}


@puzzle
def test_a_defender_stands_in_the_way() -> None:
    """The only division goes where the enemy must pass, not away from it."""
    match = moved(real(f"FR-1DI 2718, GE-9DI 2813, GE-28DI 2913, {BEHIND}", side="allied"))
    grid = match.rules.grid
    assert grid.distance(grid.hex(where(match, "FR-1DI")), grid.hex(SOISSONS)) <= 1


def test_reinforcements_march_to_the_fight() -> None:
    """Far from any enemy a division goes by road at double pace."""
    match = real(f"FR-1DI 2230, FR-43DI 2715, GE-9DI 2813, GE-28DI 2914, {BEHIND}", side="allied")
    before = match.rules.grid.distance(match.rules.grid.hex("2230"), match.rules.grid.hex(SOISSONS))
    after = match.rules.grid.distance(
        match.rules.grid.hex(where(moved(match), "FR-1DI")), match.rules.grid.hex(SOISSONS)
    )
    assert before - after >= 5


# -- attacks


@puzzle
def test_no_attack_that_the_table_makes_a_loss() -> None:
    """Nine against forty-two in trenches: below one to two, three steps for nothing."""
    assert orders(bare("GE-9DI 2810, BR-15DI 2811", "combat", trenches="2811")) == ["done"]


@puzzle
def test_no_attack_at_even_odds() -> None:
    """Nine against twelve is 1 to 2: the attacker is hit for six points on the average, the defender for one."""
    assert orders(bare("GE-9DI 2810, FR-39DI 2811", "combat")) == ["done"]


@puzzle
def test_no_attack_without_a_lead() -> None:
    """Divisions of morale 3 lead nobody: the attack would be called off after the enemy's fire."""
    units = "GE-86DI 2810, GE-103DI 2711, GE-213DI 2911, FR-58DI 2811 lost:1"
    assert orders(bare(units, "combat")) == ["done"]


@puzzle
def test_no_attack_by_who_is_out_of_supply() -> None:
    """Who is out of supply may not attack (9.2)."""
    units = "GE-9DI 2810 oos, GE-28DI 2711 oos, FR-58DI 2811 lost:1"
    assert all(not text.startswith("attack") for text in orders(bare(units, "combat")))


def test_a_good_attack_is_made() -> None:
    units = "GE-9DI 2810, GE-28DI 2711, GE-5DI-1 2911, GE-5DI-2 2911, GE-5DI-3 2911, FR-58DI 2811"
    found = orders(bare(units, "combat"))
    assert found[0] == "attack 2811"
    assert found[-1] == "confirm"


@puzzle
def test_everybody_who_wins_a_column_joins() -> None:
    """Nine against seven are 1 to 1, and each nine more is one column more."""
    units = "GE-9DI 2810, GE-28DI 2711, GE-47ResDI 2911, FR-87DI 2811"
    found = orders(bare(units, "combat"))
    assert set(found[1].split()) == {"add", "GE-9DI", "GE-28DI", "GE-47ResDI"}


@puzzle
def test_a_tired_division_that_wins_no_column_stays_out() -> None:
    """Morale 2 costs two on the coordination die, and 8 to 1 is the end of the table."""
    units = "GE-1GdDI-1 2810, GE-1GdDI-2 2810, GE-1GdDI-3 2810, GE-9DI 2711, GE-241DI 2911, FR-58DI 2811 lost:1"
    found = orders(bare(units, "combat"))
    assert found[0] == "attack 2811"
    assert "GE-241DI" not in found[1].split()


@puzzle
def test_the_weak_neighbour_is_attacked_before_the_trench() -> None:
    """A division of one step in the open, or a whole one in a trench that triples it."""
    units = "GE-9DI 2810, FR-1DI 2811, FR-58DI 2910 lost:1"
    assert first(bare(units, "combat", trenches="2811")) == "attack 2910"


@puzzle
def test_one_tank_joins_an_attack() -> None:
    """No attack takes more than one tank (15.4.1), and it wins columns."""
    units = "FR-DM-1 2810, FR-DM-2 2810, FR-DM-3 2810, FR-TK-RENAULT-1 2711, FR-TK-RENAULT-2 2911, GE-241DI 2811"
    found = orders(bare(units, "combat", "allied"))
    assert found[0] == "attack 2811"
    assert found[1].count("RENAULT") == 1


def test_a_commander_sees_more_posts_for_an_attack_than_an_officer() -> None:
    """An officer's three divisions all want the same hex, in which there is room for one; a commander's share three."""
    match = real(f"GE-9DI 2808, GE-28DI 2809, GE-47ResDI 2708, FR-39DI 2811, {BEHIND}", when=When("blucher", 1, 1))
    picture, grid = seen(match, GERMAN), match.rules.grid
    force, target = Force(picture), grid.hexset("2811")
    first = min(force.members)
    worth = solo(picture, force, first, force.reach[first])

    def posts(breadth: Breadth) -> int:
        tasks = tasks_of(picture, force, first, worth, target, breadth)
        return sum(task.attack != NO_ATTACK for task in tasks)

    assert posts(BREADTHS[OFFICER]) == 1
    assert posts(BREADTHS[COMMANDER]) == 3


def test_the_opening_of_bluecher_is_the_booklets() -> None:
    """The British of morale 2 and the 22nd go first; the quiet flanks are left alone."""
    match = Match.new("marne", "blucher", seed=1)
    while not match.decision.texts or not any(text.startswith("attack") for text in match.decision.texts):
        let_play(match, "officer")
    assert first(match, "officer") in ("attack 3612", "attack 3913", "attack 4113")


# -- guns


def guns(units: str, stage: str) -> list[str]:
    fight = f"GE-9DI 2810 attacks, FR-39DI 2811 defends, {units}"
    return orders(staged(fight, stage, "2811"))


@puzzle
def test_the_offensive_gun_supports() -> None:
    """It may support four attacks in a phase, a gun of a corps one only (15.2.2)."""
    found = guns("GE-ARMY-ART-1 2808 offensive, GE-CORPS-ART-1 2809", "attacker's guns")
    assert "GE-ARMY-ART-1" in found[0]


@puzzle
def test_more_than_enough_guns_are_saved() -> None:
    """Four points in the open do nearly as much as eight."""
    found = guns("GE-ARMY-ART-1 2808 offensive, GE-CORPS-ART-1 2809, GE-CORPS-ART-2 2809", "attacker's guns")
    assert found == ["support GE-ARMY-ART-1"]


@puzzle
def test_a_gun_that_can_silence_the_enemy_does() -> None:
    """Two against two: the bombardment falls away altogether."""
    found = guns("GE-CORPS-ART-1 2809 fires, FR-CORPS-ART-1 2812", "defender's guns")
    assert found[0] == "counter FR-CORPS-ART-1"


@puzzle
def test_guns_fire_where_nobody_fires_at_us() -> None:
    """There is no bombardment to be silenced, and a gun that keeps silent does nothing else in this phase."""
    assert guns("FR-CORPS-ART-1 2812", "defender's guns")[0] == "support FR-CORPS-ART-1"


def test_the_gun_near_the_front_goes_to_offensive_mode() -> None:
    match = begun("gneisenau")
    assert first(match) == "offensive GE-ARMY-ART-1"


# -- leads and losses


@puzzle
def test_a_regiment_leads_before_a_division() -> None:
    """Its morale is higher by one, and so is the column (12.2.4)."""
    units = "GE-5DI-1 2810 attacks, GE-9DI 2711 attacks, FR-39DI 2811 defends"
    assert orders(staged(units, "attacker's lead unit", "2811")) == ["lead GE-5DI-1"]


@puzzle
def test_the_highest_morale_leads_the_defence() -> None:
    """The difference in morale between the leads is columns on the table (12.2.4)."""
    units = "GE-9DI 2810 attacks, FR-87DI 2811 defends, FR-11DI-1 2811 defends"
    match = staged(units, "defender's lead unit", "2811", leads=("GE-9DI", ""))
    assert orders(match) == ["lead FR-11DI-1"]


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_stosstruppen_pay_for_the_regiment_that_leads(level: str) -> None:
    """Only whole regiments advance, and Stosstruppen are there to be spent (15.3)."""
    units = "GE-5DI-1 2810 attacks, GE-STOSS-1 2810 under:GE-5DI-1, GE-9DI 2711 attacks, FR-39DI 2811 defends"
    match = staged(units, "attacker's losses", "2811", coordination=(NONE, NONE), hits=(2, 0), leads=("GE-5DI-1", ""))
    assert orders(match, level) == ["lose GE-STOSS-1"]


@puzzle
def test_the_reduced_division_pays_before_the_whole_one() -> None:
    """Only whole divisions advance and exploit (12.4, 14.0), and GE-28DI does so no more."""
    units = "GE-5DI-1 2810 attacks, GE-9DI 2711 attacks, GE-28DI 2911 lost:1 attacks, FR-39DI 2811 defends"
    match = staged(units, "attacker's losses", "2811", coordination=(NONE, NONE), hits=(5, 0), leads=("GE-5DI-1", ""))
    match.play("lose GE-5DI-1")
    assert orders(match) == ["lose GE-28DI"]


# -- giving ground


def withdrawal(units: str, hits: int, limit: int) -> Match:
    """A defender with coordination, who may go back so far."""
    fight = f"GE-9DI 2810 attacks, FR-39DI 2811 defends, {units}"
    return staged(
        fight,
        "retreat",
        "2811",
        coordination=(NONE, PARTIAL),
        hits=(0, hits),
        limit=limit,
        leads=("GE-9DI", "FR-39DI"),
    )


@puzzle
def test_who_would_be_destroyed_goes_back() -> None:
    """Nine hits are all three steps; one hex back saves one."""
    assert first(withdrawal("FR-1DI 2715", 9, 1)) in ("retreat 2712", "retreat 2812", "retreat 2912")


@puzzle
def test_who_is_not_hit_stays() -> None:
    """A hex of ground would be given up, and no step is saved by it."""
    assert orders(withdrawal("FR-1DI 2715", 0, 2)) == ["halt"]


@puzzle
def test_a_retreat_keeps_out_of_enemy_zones() -> None:
    """The division at 2712 reaches 2812 too, and every hex in its zone costs a step (12.3)."""
    assert first(withdrawal("GE-28DI 2712", 9, 1)) == "retreat 2912"


@puzzle
def test_a_retreat_does_not_crowd_a_hex() -> None:
    """A division stands in the hex behind: two would be too many."""
    assert first(withdrawal("FR-1DI 2812", 9, 1)) in ("retreat 2712", "retreat 2912")


@puzzle
def test_soissons_is_held_while_a_step_is_left() -> None:
    """Three hits are one step of three, and Soissons counts five points."""
    units = "GE-9DI 2714 attacks, FR-39DI 2715 defends, FR-1DI 2120"
    match = staged(
        units,
        "retreat",
        "2715",
        coordination=(NONE, PARTIAL),
        hits=(0, 3),
        limit=1,
        leads=("GE-9DI", "FR-39DI"),
        hqs=BEHIND,
        on_map=True,
    )
    assert orders(match) == ["halt"]


# -- after the battle


def won(units: str) -> Match:
    """An attack that has driven everybody out of the hex."""
    return staged(units, "advance", "2811", coordination=(PERFECT, NONE), leads=("GE-9DI", ""))


@puzzle
def test_the_hex_that_was_won_is_entered() -> None:
    """Nobody stands in it any more, and ground is taken in no other way after a battle."""
    assert first(won("GE-9DI 2810 attacks, FR-1DI 2814")).startswith("advance GE-9DI to 2811")


@puzzle
def test_a_gun_is_not_left_alone_beside_the_enemy() -> None:
    """If the only division went on, the battery in its hex would be lost."""
    units = "GE-9DI 2810 attacks, GE-CORPS-ART-1 2810, FR-1DI 2910"
    assert orders(won(units)) == ["done"]


def test_the_marker_goes_to_the_strong_stack() -> None:
    units = "GE-9DI 2811 attacks, GE-28DI 2711 attacks, GE-5DI-3 2911 attacks, FR-1DI 2815"
    match = staged(units, "exploitation markers", "2811", coordination=(PARTIAL, NONE), leads=("GE-9DI", ""))
    assert first(match, "officer") in ("exploit GE-9DI", "exploit GE-28DI")


@puzzle
def test_exploitation_takes_what_scores() -> None:
    """Soissons counts five points, and nobody is in it."""
    match = real(f"GE-9DI 2914 exploit:1, FR-1DI 2120, {BEHIND}", "exploitation-movement")
    assert first(match) == "move GE-9DI to 2715"


# -- HQs, guns and bridges


@puzzle
def test_an_hq_follows_its_army() -> None:
    """Fourteen hexes ahead of its HQ a division is nearly out of command."""
    match = moved(real("GE-9DI 3024, FR-1DI 2120, GE-HQ-VII 3310, FR-HQ-X 2022", when=When("blucher", 2, 1)))
    grid = match.rules.grid
    assert grid.distance(grid.hex(where(match, "GE-HQ-VII")), grid.hex("3024")) < 13


@puzzle
def test_neither_hq_nor_gun_walks_alone_to_the_enemy() -> None:
    """Alone in its hex either is lost as soon as an enemy stands beside it (11.3.1, 11.3.3)."""
    units = "FR-1DI 2718, FR-CORPS-ART-1 2721, FR-HQ-X 2523, GE-9DI 2714, GE-28DI 2814, GE-HQ-VII 3010"
    match = moved(real(units, side="allied"))
    grid = match.rules.grid
    for unit in ("FR-CORPS-ART-1", "FR-HQ-X"):
        at = where(match, unit)
        near = min(grid.distance(grid.hex(at), grid.hex(enemy)) for enemy in ("2714", "2814"))
        assert near > 3 or at == where(match, "FR-1DI")


@puzzle
def test_a_defender_blows_the_bridge_before_the_enemy() -> None:
    """Without a bridge a crossing costs a whole move (11.2.3), and no Frenchman is on the far bank."""
    match = bridge_before("GE-9DI 2808, FR-39DI 2813", "FR-HQ-V 2820")
    assert first(match) == "demolish 2810 to 2811"


def bridge_before(units: str, hq: str) -> Match:
    laid = {"major": river(10), "road_bridges": "2810/2811", "roads": "2810-2811"}
    return bare(units, "bridges", "allied", hqs=f"GE-HQ-I 2803, {hq}", ground=laid)


@puzzle
def test_no_bridge_is_blown_behind_ones_own_troops() -> None:
    """Two divisions across the river would be out of command."""
    match = bridge_before("GE-9DI 2807, FR-39DI 2809, FR-1DI 2909", "FR-HQ-V 2820")
    assert orders(match) == ["done"]


@puzzle
def test_a_bridge_is_repaired() -> None:
    """Beyond a river without a bridge only the next hex is in command (9.1), and nobody stands in the way."""
    laid = {"major": river(10), "road_bridges": "2810/2811", "roads": "2810-2811"}
    match = bare("GE-9DI 2810, FR-39DI 2819", "bridges", down="2810/2811", ground=laid)
    assert first(match) in ("repair 2810 to 2811", "repair 2811 to 2810")


@pytest.mark.parametrize("level", BOTH)
@pytest.mark.parametrize(("bridge", "goes_on"), [("", False), ("5010/5011", True)])
@pytest.mark.parametrize(
    ("side", "units", "hqs", "first_row"),
    [
        ("german", "GE-9DI 5011, GE-28DI 5111, FR-39DI 5022", "GE-HQ-I 5003, FR-HQ-V 5030", 11),
        ("allied", "FR-1DI 5010, FR-39DI 5110, GE-9DI 5006", "GE-HQ-I 5003, FR-HQ-V 5015", 10),
    ],
)
def test_nobody_goes_farther_than_his_hq_commands(
    side: str, units: str, hqs: str, first_row: int, bridge: str, goes_on: bool, level: str
) -> None:
    """Without a bridge only the first hex beyond the river is in command (9.1), and no town is worth more here."""
    ground = {"major": river(10), "road_bridges": bridge, "roads": bridge.replace("/", "-")}
    match = moved(bare(units, "movement", side, hqs=hqs, when=When("blucher", 1, 2), ground=ground), level)
    assert (int(where(match, units.split()[0])[2:]) != first_row) == goes_on


@puzzle
def test_whole_units_behind_the_guns_are_in_reserve() -> None:
    """GE-9DI is whole, out of contact and in range of the gun (11.2.8); GE-28DI stands before the enemy."""
    units = "GE-9DI 2809, GE-28DI 2811, FR-39DI 2812, GE-ARMY-ART-1 2810 offensive"
    assert first(bare(units, "markers", when=BRUCHMULLER)) == "reserve GE-9DI"


@puzzle
def test_the_weakest_goes_where_there_are_too_many() -> None:
    """Six points of stacking are two too many (4.0), and the other division is the stronger one."""
    match = bare("FR-1DI 2811, FR-58DI 2811, GE-9DI 2806", "markers", "allied")
    while match.decision.rule != "4.0":
        let_play(match)
    assert orders(match) == ["remove FR-58DI"]


# -- behaviour in whole phases


def test_nobody_is_lost_to_crowding_and_every_answer_is_legal() -> None:
    """The first phases of the counter-stroke, with thirty reinforcements around Villers-Cotterets."""
    match, officer = Match.new("marne", "foch-attacks", seed=5), bots("marne")["officer"]("a")
    while match.decision.rule not in ("12.1", "4.0"):
        plan = officer.choose(match.seat(match.decision.side), 1.0)
        assert match.decision.refusal(plan.actions[0]) is None
        let_play(match, "officer")
    assert match.decision.rule == "12.1"


def test_stosstruppen_go_where_the_attack_will_be() -> None:
    match = let_play(begun("friedensturm"))
    carried = [u for u in match.rules.names.units if u.startswith("GE-STOSS") and where(match, u) != "due"]
    column = int(where(match, carried[0])[:2])
    assert column > 30


def test_nobody_comes_in_behind_the_enemy() -> None:
    """The letter lets the tanks and divisions of 18 July in anywhere around Villers-Cotterets, even behind the line."""
    match = Match.new("marne", "foch-attacks", seed=5)
    entered = list[str]()
    while match.decision.rule != "12.1":
        if match.decision.side == "allied":
            entered += [order for order in orders(match, "officer") if order.startswith("enter")]
        let_play(match, "officer")
    places = {order.rpartition(" ")[2] for order in entered}
    assert len(entered) > 20
    assert all(int(place[:2]) <= 23 for place in places), places


# -- what is thought of


def test_the_allies_hold_the_road_to_reims() -> None:
    """Reims is lost once it is cut off, so every hex of its road near the enemy is worth a guard to the Allies."""
    match = begun("friedensturm")
    picture, grid = seen(match, ALLIED), match.rules.grid
    road = road_to_reims(picture.rules, picture.s)
    assert grid.distance(road[0], grid.hex(REIMS)) == 1
    assert set(road) <= set(picture.keeps)
    assert not set(road) <= set(seen(match, GERMAN).wants[GERMAN])


def test_a_line_keeps_the_road_to_reims_instead_of_guards_all_along_it() -> None:
    """The town itself is guarded; whoever is bound to each hex of the road behind it is missed in front."""
    picture = seen(begun("friedensturm"), ALLIED)
    board, grid = picture.rules.board, picture.rules.grid
    assert guarded(picture) & grid.hexset(REIMS)
    assert not guarded(picture) & grid.set_of(picture.road) & ~grid.set_of(board.points)


def test_whoever_stands_on_the_road_to_reims_keeps_it_open() -> None:
    """Germans on both sides need more points to cut it if divisions stand on it, and less is at stake then."""
    units = "FR-1DI 4619, GE-9DI 4419, GE-28DI 5021, FR-HQ-V 4430, GE-HQ-I 4810"
    picture = seen(real(units, side="allied", when=When("friedensturm", 17, 2)), ALLIED)
    grid, enemies = picture.rules.grid, picture.field.combat[GERMAN]

    def cut(*guards: str) -> int:
        defenders = grid.hexset("4619", *guards)
        return points_to_cut(picture.rules, spread_from(grid, enemies, picture.prices(defenders), 16), defenders)

    road = ("4620", "4621", "4622", "4623")
    assert cut() < cut(*road)
    assert picture.at_stake(enemies, grid.hexset("4619")) > picture.at_stake(enemies, grid.hexset("4619", *road))


def test_the_last_gains_of_the_germans_draw_the_allies_on() -> None:
    """Once the Allies have the initiative before Reims, Conde alone keeps them from winning."""
    found = []
    for when in (When("friedensturm", 17, 2), When("friedensturm", 18, 2)):
        match = real("FR-1DI 3529, GE-9DI 3328, FR-HQ-V 3632, GE-HQ-I 3818", side="allied", when=when)
        assert isinstance(match.state, MarneState)
        match.state.german_holds |= match.rules.grid.hexset("3328")
        found.append(seen(match, ALLIED).wants[ALLIED][match.rules.grid.hex("3328")])
    assert found[0] < found[1]


def test_only_one_gun_in_offensive_mode_defends() -> None:
    match = begun("friedensturm")
    picture = seen(match, ALLIED)
    army = [gun for gun in picture.rules.guns[ALLIED] if picture.rules.is_army_gun[gun]][:2]
    corps = next(gun for gun in picture.rules.guns[ALLIED] if picture.rules.is_corps_gun[gun])
    for gun in army:
        picture.s.mode[gun] = OFFENSIVE
    assert one_offensive(picture.s, [*army, corps], []) == [army[0], corps]
    assert one_offensive(picture.s, [army[1], corps], [army[0]]) == [corps]


def test_who_has_taken_a_town_thinks_more_of_his_place() -> None:
    """Before it drew him on; now he has it, and that must not count for less."""
    before = real(f"GE-9DI 2714, FR-1DI 2120, {BEHIND}")
    after = real(f"GE-9DI 2715, FR-1DI 2120, {BEHIND}")
    grid = before.rules.grid
    assert seen(after, GERMAN).stake(grid.hex(SOISSONS)) > seen(before, GERMAN).stake(grid.hex("2714"))


def test_drafts_differ_and_the_usual_one_comes_first() -> None:
    """Of equal drafts the usual one is chosen; another stands where one would attack."""
    match = begun("gneisenau", dice=[3] * 50)
    while match.decision.rule != "11.1.1":
        let_play(match, "officer")
    seat = match.seat(match.decision.side)
    drafts = MarneExpert(Mind.at(seat, Name.read("commander"), "seed", 3.0)).drafts()
    assert drafts[0].actions == MarneExpert(Mind.at(seat, Name.read("commander"), "seed", 3.0)).movement().actions
    assert len({draft.actions for draft in drafts}) == len(drafts)
    assert any("against the usual" in draft.why for draft in drafts[1:])


REIMS_HELD = "GE-HQ-I 5016, FR-HQ-V 4724"
COUNTERSTROKE = When("friedensturm", 19, 1)


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_the_garrison_of_reims_is_no_reserve(level: str) -> None:
    """It stands whole near a gun in offensive mode, but who goes through a breach has left the town."""
    units = f"FR-7DI 4619, FR-ARMY-ART-5 4619 offensive, GE-86DI 4517, GE-213DI 4616, {REIMS_HELD}"
    match = real(units, "markers", "allied", when=COUNTERSTROKE)
    assert "reserve FR-7DI" in match.decision.texts
    assert orders(match, level) == ["done"]


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_the_last_guard_does_not_go_through_the_breach(level: str) -> None:
    """Verzy stands open and draws him on, and Reims would be empty."""
    units = f"FR-7DI 4619 reserve:1, GE-86DI 4517, GE-213DI 4616, {REIMS_HELD}"
    match = real(units, "exploitation-movement", "allied", when=COUNTERSTROKE)
    assert isinstance(match.state, MarneState)
    match.state.german_holds |= match.rules.grid.hexset("5023")
    assert orders(match, level) == ["done"]


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_who_has_nothing_to_win_marches_to_where_there_is(level: str) -> None:
    """The Germans hold Conde; a division behind the Ourcq goes around their front to it, not up to the front."""
    guards = "FR-69DI 2120, FR-19DI 2222, FR-58DI 2230, FR-1DI 2320, FR-HQ-X 2120, FR-HQ-VI 3029"
    front = (
        "GE-115DI 2420, GE-1ResDI 2422, GE-10BavDI 2424, GE-4ErsDI 2625, GE-87DI 2826, GE-201DI 3027, GE-10LdwDI 3226"
    )
    match = real(f"FR-63DI 2126, {guards}, {front}, GE-23DI 3328, {REIMS_HELD}", side="allied", when=COUNTERSTROKE)
    assert isinstance(match.state, MarneState)
    match.state.german_holds |= match.rules.grid.hexset("3328")
    grid = match.rules.grid
    assert grid.distance(grid.hex(where(moved(match, level), "FR-63DI")), grid.hex("3328")) <= 10
