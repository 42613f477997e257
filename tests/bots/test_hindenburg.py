"""Puzzles of Hindenburg's War: small positions with one thing to do, or not to do; a commander solves them."""

from __future__ import annotations

from itertools import product

import pytest

from tests.bots.asked import let_play, orders
from tests.bots.puzzles import BOTH, puzzle
from tests.games.hindenburg.drawn import drawn, hindenburg, state
from westfront.bots.hindenburg.attacks import attack_orders
from westfront.bots.hindenburg.moves import hammers
from westfront.bots.hindenburg.odds import FINE, MANY, Force, battle
from westfront.bots.hindenburg.picture import Picture
from westfront.bots.levels import LEVELS
from westfront.bots.weights import load_weights
from westfront.engine.match import Match
from westfront.games.hindenburg.attack_supply import PlaceAttackSupply
from westfront.games.hindenburg.die_rolls import Fighter
from westfront.games.hindenburg.outlook import MANY as NO_LIMIT
from westfront.games.hindenburg.outlook import TAKEN, outlook
from westfront.games.hindenburg.sequence import Pair, Turn
from westfront.games.hindenburg.state import ALLIED, BE, GERMAN, RESERVE
from westfront.games.hindenburg.victory import ground_taken
from westfront.hexgrid import bits

METZ, MONS, HAZEBROUCK, RHEIMS, VERDUN, SOISSONS = "2318", "3508", "3903", "2609", "2415", "2705"
SHELLS = (6,) * 40


def first(match: Match, level: str = "commander") -> str:
    return orders(match, level)[0]


def number_in(match: Match, label: str) -> int:
    return len(hindenburg().stack(state(match), hindenburg().grid.hex(label)))


def ground(number: int) -> str:
    """So many western hexes along the front, in words."""
    board, grid = hindenburg().board, hindenburg().grid
    hexes = bits(board.front[1] & ~board.city) + bits(board.west & grid.adjacent(board.front[1]) & ~board.front[1])
    return " ".join(grid.label(hex_) for hex_ in hexes[:number])


def attacked(places: str, attack: str, side: str = "german", dice: tuple[int, ...] = SHELLS, turn: int = 3) -> Match:
    """A position in the middle of a battle."""
    match = drawn(places, side, dice=dice, turn=turn)
    match.play(attack)
    return match


# -- in a battle


@puzzle
def test_the_strongest_enemy_is_hit_first() -> None:
    """Whoever hits names the dead (13.7), and nobody else there throws for four."""
    places = "3206: 4xGE4-4; 3205: 1xBR2-3 1xBR4-4 2xBR3-3"
    assert orders(attacked(places, "attack 3205 from 3206 with all", dice=(1, *SHELLS))) == ["kill BR4-4 1"]


@puzzle
def test_hits_go_to_those_who_die_of_them_and_not_to_whole_americans() -> None:
    """A whole American would only be turned over (13.7), and be whole again in two weeks (9.6)."""
    places = "3206: 4xGE4-4; 3205: 2xUS4-4 2xFR2-3"
    assert orders(attacked(places, "attack 3205 from 3206 with all", dice=(1, *SHELLS))) == ["kill FR2-3 1"]


@puzzle
def test_the_strongest_defender_fires_alone() -> None:
    """Under attack supply two in the open throw one die for the weaker of them (13.6): the four must not be paired."""
    places = "2806: 6xGE4-4; 2805: 1xFR2-3 1xFR4-4 1xFR1-2r; supply: 2806"
    match = attacked(places, "attack 2805 from 2806 with all")
    assert match.decision.rule == "13.6"
    assert orders(match) == ["group 4"]


@puzzle
def test_who_is_far_stronger_presses_on() -> None:
    """Ten against four who have no dice to match them: every round more costs the defender more (13.11)."""
    match = attacked("3206: 10xGE4-4; 3205: 4xBR2-3; supply: 3206", "attack 3205 from 3206 with all")
    match.play("stay")
    assert orders(match) == ["press"]


@puzzle
def test_who_has_become_too_weak_breaks_off() -> None:
    """Two are left of five against eight who have lost nobody: one more round is their last."""
    dice = (*(6,) * 5, *(1,) * 3, *SHELLS)
    match = attacked("3206: 5xGE3-3; 3205: 8xBR3-3; supply: 3206", "attack 3205 from 3206 with all", dice=dice)
    match.play("stay")
    assert orders(match) == ["break-off"]


@puzzle
def test_two_left_against_nine_with_attack_supply_go_while_they_can() -> None:
    """Nine throw again as often as they like (13.11), and the hex is lost either way."""
    dice = (1, 1, *SHELLS)
    match = attacked("3206: 9xGE4-4; 3205: 4xBR3-3; supply: 3206", "attack 3205 from 3206 with all", dice=dice)
    assert orders(match)[0].startswith("retreat")


@puzzle
def test_an_attack_that_is_over_drives_nobody_away() -> None:
    """Without attack supply there is no second round (13.11), and whoever left would give Verdun away."""
    match = attacked("2416: 3xGE3-3; 2415: 8xFR3-3", "attack 2415 from 2416 with all")
    assert orders(match) == ["stay"]


@puzzle
def test_tanks_go_along() -> None:
    """A division with tanks throws two dice in the first round (13.12), and no other attack waits for the brigades."""
    places = "3206: 4xGE2-3; 3205: 8xBR3-3; reserve: 2xBR-tanks"
    assert orders(attacked(places, "attack 3206 from 3205 with all", "allied"))[0] == "tanks BR3-3 2"


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_a_retreat_closes_the_way_to_the_link_of_a_spearhead(level: str) -> None:
    """Through an empty 3206 nine British would walk behind the eight Germans in 3204, who live by that way (7.5)."""
    places = "3204: 8xGE3-3; german: 3205; 3306: 5xGE3-3; 3305: 9xBR3-3; 3405: 3xBR2-3"
    match = attacked(places, "attack 3306 from 3305 with all", "allied", dice=(1, 1, 1, *SHELLS))
    assert {"retreat 3406", "retreat 3407"} < set(match.decision.texts)
    assert orders(match, level) == ["retreat 3206"]


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_the_last_retreat_of_the_war_ends_in_a_western_city(level: str) -> None:
    """Mons is lost, and only a German city west of the line keeps the Allies from winning (4.4): Soissons is empty."""
    places = f"2806: 4xGE3-3; 2905: 9xUS4-4; allied: {MONS}; 2706: 3xGE3-3; 2906: 2xGE3-3"
    last = drawn(places, "allied", dice=(1, 1, 1, *SHELLS), turn=15, actions=(0, 1))
    last.play("attack 2806 from 2905 with all")
    assert orders(last, level) == [f"retreat {SOISSONS}"]


# -- attacks


@pytest.mark.parametrize("begun", ["force 3206", "send"])
@pytest.mark.parametrize("level", list(LEVELS))
def test_what_was_begun_is_laid_down_before_anything_else_is_ordered(begun: str, level: str) -> None:
    """Who asks for advice with a force in hand; to leave one and to take it again would never end."""
    match = drawn("3206: 10xGE4-4; 3205: 1xBR2-3; supply: 3206")
    whole = orders(match, level)
    match.play(begun)
    assert orders(match, level) == ["cancel", *whole]


@pytest.mark.parametrize("level", ["recruit", "officer", "commander"])
def test_nobody_attacks_without_hope(level: str) -> None:
    """Two weak divisions against ten in a trench: three dice of four hurt only the attacker."""
    assert not first(drawn("3206: 2xGE1-2; 3205: 10xBR3-3"), level).startswith("attack")


@pytest.mark.parametrize("level", ["recruit", "officer", "commander"])
def test_the_offensive_opens_with_attack_supply(level: str) -> None:
    match = Match.new("hindenburg", seed=3)
    match.play("done")
    match.play("done")
    origin = first(match, level).split()[3]
    assert origin in ("3006", "3106", "3206", "3306")


@pytest.mark.parametrize(("french", "strikes"), [(3, True), (10, False)])
def test_the_reserve_is_wanted_where_it_can_strike(french: int, strikes: bool) -> None:
    """Three in 2020 do little to the trench before them; with five good divisions more they take it from a few."""
    match = drawn(f"2020: 3xGE2-3; 2019: {french}xFR2-3", turn=2)
    picture = Picture(hindenburg(), state(match), GERMAN, load_weights("hindenburg", "german", ""))
    assert (hindenburg().grid.hex("2020") in hammers(picture, picture.now, GERMAN, 4)) == strikes


@pytest.mark.parametrize(("rounds", "off"), [(1, 1e-9), (2, 0.01), (MANY, 0.03)])
def test_a_battle_between_divisions_that_are_alike_is_judged_as_the_preview_tells_it(rounds: int, off: float) -> None:
    for ours, number, theirs, answer, each in product((1, 4, 8, 10), (2, 4), (1, 3, 6, 10), (2, 4), (0, 1, 3)):
        odds = battle(Force(ours, number * FINE, ours), 0, Force(theirs, answer * FINE, theirs), each, rounds)
        exact = outlook(
            [Fighter(number)] * ours, [Fighter(answer)] * theirs, each, NO_LIMIT if rounds == MANY else rounds
        )
        assert odds.taken == pytest.approx(exact.battle.get(TAKEN, 0.0), abs=off)
        assert odds.all_lost == pytest.approx(exact.attacker_loses, abs=ours * off)


@puzzle
def test_who_is_cut_off_is_destroyed() -> None:
    """Four divisions out of supply have two dice together, and never come back."""
    places = "2805: 4xGE4-4; 2804: 8xFR4-4; 2906: 8xGE2-3; 2905: 8xBR3-3; 2806: 8xBR3-3; 2807: 8xFR3-3"
    assert first(drawn(places, "allied")).startswith("attack 2805 from 2804")


@puzzle
def test_the_stack_that_holds_the_trench_stays() -> None:
    """Nine Germans wait to walk through."""
    match = let_play(drawn("3205: 6xBR3-3; 3206: 9xGE4-4; german: 3304", "allied"))
    assert number_in(match, "3205") >= 5


# -- ground and supply


@puzzle
def test_one_division_cuts_off_a_spearhead() -> None:
    """3205 is the one link of eight Germans in 3204."""
    places = "3204: 8xGE3-3; german: 3205; 3206: 2xGE2-3; 3305: 4xBR3-3; 3203: 6xBR3-3; 2100: 2xFR2-3"
    assert first(drawn(places, "allied")).startswith("move 3305 3205")


def test_the_staff_cuts_off_the_same_spearhead() -> None:
    """It has looked at what the Germans can do about it."""
    places = "3204: 8xGE3-3; german: 3205; 3206: 2xGE2-3; 3305: 4xBR3-3; 3203: 6xBR3-3; 2100: 2xFR2-3"
    assert first(drawn(places, "allied"), "staff").startswith("move 3305 3205")


def test_a_stack_with_fewer_ways_out_counts_as_hemmed_in() -> None:
    """Verdun has three exits; with one of them left it is nearly lost, with none it counts as cut off instead."""
    ways_out, parts = ("2414", "2314", "2315"), list[float]()
    for taken in range(4):
        lost = f"; german: {' '.join(ways_out[:taken])}" if taken else ""
        match = drawn(f"{VERDUN}: 9xFR3-3; 2416: 4xGE3-3{lost}", turn=2)
        picture = Picture(hindenburg(), state(match), GERMAN, load_weights("hindenburg", "german", ""))
        parts.append(picture.hemmed_in(picture.now, ALLIED))
    assert 0 < parts[0] < parts[1] < parts[2]
    assert parts[3] == 0


def test_ten_divisions_need_not_all_go_for_one() -> None:
    """Among the attacks that are weighed is one by so many as are needed, the others staying where they are."""
    match = drawn("3206: 10xGE4-4; 3205: 1xBR2-3", turn=2)
    picture = Picture(hindenburg(), state(match), GERMAN, load_weights("hindenburg", "german", ""))
    origin = hindenburg().grid.hex("3206")
    left = [
        len(after.units(origin))
        for order in attack_orders(picture, picture.now, GERMAN, 8)
        for chance, after in order.outcomes
        if chance > 0.9
    ]
    assert max(left) >= 5


@puzzle
def test_the_link_of_a_spearhead_is_closed() -> None:
    """Out of supply the eight in 3204 defend with three dice, and whoever falls never comes back (7.7, 7.8)."""
    match = let_play(drawn("3204: 8xGE3-3; german: 3205; 3206: 6xGE2-3; 3305: 4xBR3-3; 3203: 4xBR3-3"))
    assert number_in(match, "3205") > 0


@puzzle
def test_who_is_the_link_of_a_spearhead_stays() -> None:
    """If the two in 3205 left, the eight in 3204 would be out of supply for nothing."""
    places = "3204: 8xGE3-3; 3205: 2xGE2-3; 3206: 2xGE2-3; 3305: 6xBR3-3; 3105: 6xBR3-3; 3203: 4xBR3-3"
    assert number_in(let_play(drawn(places)), "3205") >= 2


@puzzle
def test_who_is_cut_off_does_not_attack() -> None:
    """Four divisions without supply, enemies all around: out of supply they have no hope against six."""
    places = "3203: 4xGE3-3; 3204: 6xBR3-3; 3202: 4xBR3-3; 3303: 4xBR3-3; 3302: 4xBR3-3; 3103: 4xBR3-3; 3102: 4xBR3-3"
    match = drawn(f"{places}; 3206: 2xGE2-3")
    assert not any("from 3203" in text for text in orders(match) if text.startswith("attack"))


@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_a_reserve_is_kept(side: int) -> None:
    """After the first actions of the war there is still somebody to close the next gap."""
    match = Match.new("hindenburg", seed=3)
    for _ in range(14):
        let_play(match, "officer")
    assert sum(state(match).at[unit] == RESERVE for unit in hindenburg().own[side]) >= 10


@pytest.mark.parametrize("level", ["recruit", "officer", "commander"])
@puzzle
def test_nobody_sallies_from_verdun(level: str) -> None:
    """The outpost beside it is lost to four; the garrison could retake it, but eight wait to walk into Verdun."""
    places = f"{VERDUN}: 9xFR3-3; 2414: 4xGE4-4; 2514: 8xGE3-3; 2416: 3xGE2-3; 2315: 1xFR2-3; 2314: 6xFR3-3"
    assert number_in(let_play(drawn(places, "allied", turn=2), level), VERDUN) >= 7


@puzzle
def test_a_gap_in_the_line_is_closed() -> None:
    """Through 4205 eight Germans would walk to Dunkirk, and a Channel Port that is lost is dead for ever (7.3)."""
    match = let_play(drawn("4206: 8xGE3-3; 4104: 8xBR3-3", "allied"))
    assert number_in(match, "4205") > 0


@puzzle
def test_rheims_comes_before_other_open_ground() -> None:
    """It adds one to the French roll of every turn, for one division and one hex (4.8); fields add nothing."""
    assert first(drawn("2610: 4xGE3-3", turn=4)).startswith(f"move 2610 {RHEIMS}")


@puzzle
def test_hazebrouck_comes_before_other_open_ground() -> None:
    """It adds one to the British roll of every turn, for one division and one hex (4.10); fields add nothing."""
    assert first(drawn("3904: 4xGE3-3", turn=4)).startswith(f"move 3904 {HAZEBROUCK}")


@puzzle
def test_belgians_stay_near_belgium() -> None:
    """Elsewhere they are out of supply, cannot move any more and never come back (14.2)."""
    match = drawn("3904: 4xBE2-3; german: 3903 3803; 3905: 8xGE3-3", "allied")
    for order in orders(match):
        assert not (order.startswith("move 3904") and "BE" in order)
    rules = hindenburg()
    let_play(match)
    belgians = [unit for unit in rules.own[1] if rules.nation_of[unit] == BE and state(match).at[unit] >= 0]
    assert all(rules.board.belgian_area >> state(match).at[unit] & 1 for unit in belgians)


@puzzle
def test_the_weakest_lies_on_top_of_what_is_brought() -> None:
    """The enemy sees the top division and the number (6.6), and shall not know where the strong ones are."""
    match = let_play(drawn("4206: 8xGE3-3; 4104: 8xBR3-3", "allied"))
    stack = hindenburg().stack(state(match), hindenburg().grid.hex("4205"))
    defence = hindenburg().defence
    assert defence[stack[0]][0] == min(defence[unit][0] for unit in stack)


# -- the clock


@puzzle
def test_the_thirtieth_hex_is_taken_and_the_check_made() -> None:
    """One hex short of thirty the check is lost (4.2), and an empty one lies beside the stack."""
    match = drawn(f"3205: 4xGE3-3; german: {ground(29)}", turn=9, actions=(3, 3))
    let_play(match)
    assert ground_taken(hindenburg(), state(match)) >= 30
    assert orders(match) == ["check"]


@puzzle
def test_with_too_little_ground_the_check_waits() -> None:
    """With twenty hexes of thirty the check loses the game (4.2), and it need not be made before the last action."""
    match = drawn(f"3206: 4xGE3-3; german: {ground(20)}", turn=9, actions=(3, 3))
    let_play(match)
    assert orders(match) == ["wait"]


@puzzle
def test_ground_that_is_cut_off_is_worth_nothing() -> None:
    """Thirty hexes are German, but 3001 is joined to none of them: a check now would lose the game."""
    match = drawn(f"3206: 4xGE3-3; german: {ground(29)} 3001", turn=9, actions=(3, 3))
    match.play("pass")
    assert orders(match) == ["wait"]


@puzzle
def test_with_a_victory_city_lost_the_check_waits() -> None:
    """While Mons is Allied the check is lost with any ground (4.2), and there is time to retake it."""
    match = drawn(f"3206: 4xGE3-3; german: {ground(33)}; allied: {MONS}", turn=9, actions=(3, 3))
    match.play("pass")
    assert orders(match) == ["wait"]


@puzzle
def test_ground_is_retaken_before_the_check() -> None:
    """Thirty hexes are just enough for the Germans, and an empty one of them lies beside the stack."""
    match = drawn(f"3204: 6xBR3-3; 3206: 2xGE2-3; german: {ground(30)}", "allied", turn=9, actions=(5, 6))
    let_play(match)
    assert ground_taken(hindenburg(), state(match)) < 30


@puzzle
def test_an_open_victory_city_wins_the_check() -> None:
    """Nobody is in Metz, and with one Victory City in Allied hands the Germans lose the check (4.2)."""
    match = drawn("2317: 3xFR3-3; allied: 2316; 3206: 4xGE3-3", "allied", turn=9, actions=(5, 6))
    assert first(match).startswith(f"move 2317 {METZ}")


@puzzle
def test_metz_is_never_left_to_a_walk() -> None:
    """Eight French stand beside it, and the check is lost with it (4.2): the two in it need help first."""
    places = f"{METZ}: 2xGE2-3; 2317: 8xFR3-3; 2315: 3xFR2-3; 2314: 3xFR2-3; allied: 2316 2216 2217 2215"
    match = drawn(places, turn=8)
    assert number_in(let_play(match), METZ) >= 6


@pytest.mark.parametrize("level", LEVELS)
@puzzle
def test_no_last_defender_leaves_metz(level: str) -> None:
    """French stand beside the only division in it, and whoever walks into Metz wins the check (4.2)."""
    match = drawn(f"{METZ}: 1xGE3-3; 2316: 4xFR3-3; 2417: 1xFR2-3; allied: 2317", turn=9, actions=(4, 4))
    assert number_in(let_play(match, level), METZ) > 0


@puzzle
def test_mons_is_entered_on_the_last_day() -> None:
    """One Victory City in Allied hands makes a draw of a defeat (4.5), and this is the last action."""
    match = drawn("3507: 3xBR3-3; allied: 3505 3506; 3206: 4xGE2-3", "allied", turn=15, actions=(0, 1))
    assert first(match).startswith(f"move 3507 {MONS}")


@puzzle
def test_a_western_city_saves_a_draw_on_the_last_day() -> None:
    """The Allies do not win while a city west of the line is German (4.4), and Soissons is empty."""
    match = drawn(f"2806: 3xGE3-3; allied: {MONS}; 2103: 4xFR3-3", turn=15, actions=(1, 1))
    assert first(match).startswith(f"move 2806 {SOISSONS}")


# -- attack supply and Black Days


def placing(places: str, number: int) -> Match:
    """The German places so many markers."""
    match = drawn(places, turn=5)
    s = state(match).copy()
    for marker in hindenburg().markers[:number]:
        s.at[marker] = RESERVE
    s.frames = (Turn(), Pair(), PlaceAttackSupply(GERMAN))
    return Match(match.setting, match.dice, match.commitment, rules=match.rules, start=s, auto=False)


@puzzle
def test_attack_supply_goes_to_the_strongest_force_at_the_front() -> None:
    """It serves attacks from its own hex only (8.3): 3306 is weak, and 3209 has nobody in front."""
    match = placing("3206: 10xGE4-4; 3306: 3xGE2-3; 3209: 10xGE3-3; 3205: 5xBR3-3; 3305: 5xBR3-3", 1)
    assert orders(match) == ["mark 3206", "done"]


@puzzle
def test_attack_supply_is_kept_where_nobody_can_use_it() -> None:
    """Nobody stands beside an enemy, and what is placed is gone for two turns (8.1)."""
    assert orders(placing("3209: 10xGE4-4; 3201: 5xBR3-3", 2)) == ["done"]


@puzzle
def test_a_black_day_frees_the_city() -> None:
    """Who stands there must go without a fight (13.13), and no Allied victory is possible while it is German (4.4)."""
    places = f"{SOISSONS}: 3xGE3-3; 2806: 3xGE3-3; 2704: 6xFR3-3; 2904: 6xFR3-3; 2905: 3xGE2-3"
    match = drawn(places, "allied", phase="morale", turn=11, dice=(1, *SHELLS))
    match.play("roll")
    assert orders(match) == [f"fail {SOISSONS}"]


@puzzle
def test_a_black_day_leaves_somebody_behind() -> None:
    """Three Germans stand before 2704: if all went into Soissons, they would walk through behind it."""
    places = f"{SOISSONS}: 3xGE3-3; 2806: 3xGE3-3; 2704: 6xFR3-3; 2906: 3xGE2-3"
    match = drawn(places, "allied", phase="morale", turn=11, dice=(1, *SHELLS))
    match.play("roll")
    while match.decision.side == "allied" and number_in(match, SOISSONS) == 3:
        match.play(first(match))
    while not match.decision.texts[0].startswith("pass") and "pass" not in match.decision.texts:
        let_play(match)
    assert number_in(match, SOISSONS) >= 4
    assert number_in(match, "2704") >= 1


# -- the set-up


def in_force(match: Match) -> list[int]:
    """The front hexes in which Germans stand who could strike a blow."""
    return [hex_ for hex_ in bits(hindenburg().board.front[GERMAN]) if len(hindenburg().stack(state(match), hex_)) > 7]


@pytest.mark.parametrize("name", ["historical", "depth"])
def test_a_german_officer_sets_up_ten_hammers_in_one_sector(name: str) -> None:
    """Every one stands before an enemy, attack supply with the best of them, and the sector is no wider than twelve."""
    match = Match.new("hindenburg", seed=3)
    if f"deploy {name}" in match.decision.texts:
        match.play(f"deploy {name}")
    match.play("done")
    let_play(match, "officer")
    rules, found = hindenburg(), in_force(match)
    assert len(found) == 10
    assert max(rules.grid.distance(one, other) for one in found for other in found) <= 12
    marked = [state(match).at[marker] for marker in rules.markers]
    assert {*marked} <= {*found}
    for hex_ in marked:
        assert all(rules.attack[unit][0] == 4 for unit in rules.stack(state(match), hex_))


def test_german_hammers_stand_where_the_line_is_thin() -> None:
    """Of two sectors alike in all else, the one that was stripped for the other is struck."""
    match = Match.new("hindenburg", seed=3)
    let_play(match, "officer")
    let_play(match, "officer")
    rules = hindenburg()
    faced = {
        n for hex_ in in_force(match) for n in bits(rules.board.near(hex_) & rules.field(state(match)).occupied[1])
    }
    heights = sorted(len(rules.stack(state(match), hex_)) for hex_ in faced)
    assert heights[len(heights) // 2] <= 3


def test_hammers_stand_before_the_ways_out_of_a_fortress() -> None:
    """Nine divisions in Rheims and in Verdun: who takes the outposts beside them cuts them off."""
    match = let_play(let_play(Match.new("hindenburg", seed=3), "officer"), "officer")
    rules, s = hindenburg(), state(match)
    allied = rules.field(s).occupied[ALLIED]
    exits = [rules.board.near(rules.grid.hex(city)) & allied for city in (RHEIMS, VERDUN)]
    striking = [hex_ for hex_ in in_force(match) if rules.board.near(hex_) & (exits[0] | exits[1])]
    assert len(striking) >= 2


def test_rheims_and_verdun_are_fortresses_of_an_allied_officer() -> None:
    match = let_play(Match.new("hindenburg", seed=3), "officer")
    assert match.decision.side == "german"
    assert number_in(match, RHEIMS) >= 8
    assert number_in(match, VERDUN) >= 8


def test_a_commander_has_outposts_in_rheims_and_verdun_too() -> None:
    """Whoever stands there when they are stormed is lost, and France gives up for twenty dead sooner than for both."""
    match = let_play(Match.new("hindenburg", seed=3), "commander")
    assert (number_in(match, RHEIMS), number_in(match, VERDUN)) == (1, 1)


@pytest.mark.parametrize("level", ["recruit", "officer"])
def test_both_sides_set_up(level: str) -> None:
    match = let_play(let_play(Match.new("hindenburg", seed=3), level), level)
    assert state(match).turn == 1
    assert match.decision.side == "german"
