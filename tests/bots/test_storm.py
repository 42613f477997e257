"""Puzzles of Storm in the West: small positions with one thing to do, or not to do; a commander solves them."""

from __future__ import annotations

import pytest

from tests.asking import where
from tests.bots.asked import let_play, orders
from tests.bots.puzzles import BOTH, puzzle
from tests.games.storm.drawn import drawn, play, rules_of, state
from westfront.bots.levels import LEVELS, Name
from westfront.bots.mind import Mind
from westfront.bots.player import expert_of
from westfront.bots.storm.expert import StormExpert
from westfront.bots.storm.ground import NOBODY, axis, pull
from westfront.bots.storm.moves import Posture, guns_out_of_marsh, march_orders, safe_reach, shut, wardens
from westfront.bots.storm.picture import PULL, Picture
from westfront.bots.storm.runs import begin_runs
from westfront.bots.weights import load_weights
from westfront.bots.work import Work
from westfront.engine.frame import asked
from westfront.engine.match import Match
from westfront.games.storm.features import features
from westfront.games.storm.movement import March
from westfront.games.storm.state import ALLIED, CUT, GERMAN
from westfront.games.storm.supply import find_supply
from westfront.hexgrid import has

AMIENS, ARRAS, LILLE, DUNKIRK, REIMS = "2337", "1935", "1633", "1237", "3029"
NONE, ONE, ONE_BRITISH = bytearray(6), bytearray((1, 0, 0, 0, 0, 0)), bytearray((0, 1, 0, 0, 0, 0))
BAPAUME = "2332: GE-51-stoss GE-23R-stoss GE-1B; 2132: GE-3B; 2331: GE-AGB; 2233: BR-5; 2133: BR-4; 2433: BR-19"


def fought(places: str, script: str, side: str = "german", **more: object) -> Match:
    """A battle played up to a question."""
    match = drawn(places, side, "combat", **more)  # type: ignore[arg-type]
    play(match, script)
    return match


def until(match: Match, verb: str) -> Match:
    """Go on with `roll` and no air units until a kind of answer is asked for."""
    while not any(text.startswith(verb) for text in match.decision.texts):
        match.play(next(text for text in match.decision.texts if text in ("roll", "fly 0")))
    return match


# -- movement


@puzzle
def test_an_open_town_is_walked_into() -> None:
    """Three points for a short march: nobody is near."""
    match = let_play(drawn("2033: GE-51-stoss; 2440: BR-5", "german", "march"))
    assert where(match, "GE-51-stoss") == ARRAS


@puzzle
def test_the_dearer_town_is_walked_into() -> None:
    """Reims has three points, Soissons two, and both are open."""
    match = let_play(drawn("2928: GE-51-stoss; 2440: BR-5", "german", "march"))
    assert where(match, "GE-51-stoss") == REIMS


@pytest.mark.parametrize("level", LEVELS)
@puzzle
def test_the_guns_leave_a_wet_flood_plain(level: str) -> None:
    """14.2: they must, before the march may end; who did not see it laid stacks in order for ever."""
    match = let_play(drawn("1832: GE-AGB; 2332: GE-1B; 2440: BR-5", "german", "march", wet=1), level)
    assert where(match, "GE-AGB") != "1832"
    assert asked(state(match)) != March(GERMAN)


def test_guns_that_are_not_there_leave_no_marsh() -> None:
    """Whoever asks for their way: after turn 9 they have left the map, and to the Allies they never belong."""
    assert guns_out_of_marsh(allied_picture("2332: GE-1B; 2440: BR-5")) == []


@pytest.mark.parametrize("level", LEVELS)
@puzzle
def test_the_garrison_of_lille_stays(level: str) -> None:
    """Five points would be lost to whoever walks in."""
    match = let_play(drawn("1633: GE-1B; 1634: BR-5 BR-1; 1734: BR-4; 1932: GE-2B", "german", "march"), level)
    assert where(match, "GE-1B") == LILLE


@puzzle
def test_amiens_is_not_left_open() -> None:
    """Four points go to whoever walks in, and Stosstruppen are two hexes away."""
    match = let_play(drawn("2438: BR-5; 2335: GE-51-stoss; 2336: GE-1B", "allied", "march"))
    assert where(match, "BR-5") == AMIENS


@puzzle
def test_a_channel_port_is_not_left_empty() -> None:
    """A port that is lost feeds nobody ever again."""
    match = let_play(drawn("1237: BR-5; 1236: GE-51-stoss; 1339: BR-1; 1539: BR-4", "allied", "march"))
    assert DUNKIRK in [where(match, unit) for unit in ("BR-5", "BR-1", "BR-4")]


@puzzle
def test_a_reserve_comes_to_the_town_behind_the_breach() -> None:
    """Stosstruppen stand before Amiens, which a reduced corps holds; a whole one is two hexes away."""
    match = let_play(drawn("2337: BR-1~; 2439: BR-5; 2336: GE-51-stoss GE-23R-stoss", "allied", "march"))
    assert where(match, "BR-5") == AMIENS


@puzzle
def test_nobody_marches_out_of_supply() -> None:
    """Behind the wall of French corps Compiegne is open, and hungry."""
    places = "2632: GE-51-stoss; 2733: FR-1; 2634: FR-3; 2535: FR-5; 2833: FR-2; 2933: FR-6"
    match = let_play(drawn(places, "german", "march", turn=4))
    assert CUT not in find_supply(rules_of(match), state(match), 0).values()


@puzzle
def test_guns_do_not_stand_beside_the_enemy() -> None:
    """AGB beside an Allied corps supports nothing, and alone it dies of one loss (14.2, 14.3)."""
    match = let_play(drawn("2330: GE-AGB; 2332: GE-51-stoss GE-23R-stoss; 2233: BR-5; 2333: BR-1", "german", "march"))
    grid = match.rules.grid
    assert min(grid.distance(grid.hex(where(match, "GE-AGB")), grid.hex(hex_)) for hex_ in ("2233", "2333")) > 1


@pytest.mark.parametrize("level", BOTH)
@pytest.mark.parametrize(("side", "behind"), [(GERMAN, 6), (ALLIED, 10)])
def test_not_everybody_stands_in_the_line(side: int, behind: int, level: str) -> None:
    """After the first march some corps stand one or two hexes behind it, for the breach or against one."""
    match = Match.new("storm", seed=3)
    while asked(match.state) != March(side):
        let_play(match, level)
    while asked(match.state) == March(side):
        let_play(match, level)
    rules, s = rules_of(match), state(match)
    near = rules.grid.adjacent(rules.field(s).occupied[1 - side])
    second = rules.grid.within(near, 2) & ~near
    corps = [unit for unit in rules.own[side] if s.at[unit] >= 0 and rules.weight[unit]]
    assert sum(has(second, s.at[unit]) for unit in corps) >= behind


# -- trains and reinforcements


@puzzle
def test_a_train_goes_where_points_are_in_danger() -> None:
    """Amiens is held by a reduced corps; a whole one stands in Paris."""
    match = drawn("3337: BR-5; 1935: BR-4; 2337: BR-1~; 2336: GE-51-stoss GE-23R-stoss; 2235: GE-1B", "allied", "rail")
    assert orders(match)[0] == f"rail BR-5 {AMIENS}"


@puzzle
def test_americans_come_in() -> None:
    """A division in the pool holds nothing, and it may come in without delay (8.1.4)."""
    match = drawn("pool: US-1; 2337: BR-1; 2336: GE-51-stoss", "allied", "rail", turn=6)
    assert orders(match)[0].startswith("rail US-1")


@puzzle
def test_the_british_land() -> None:
    """A corps in the pool holds nothing, and a Channel Port is Allied (8.1.1)."""
    match = drawn("pool: BR-14; 1434: BR-1; 1433: GE-1B", "allied", "replacement", turn=4)
    assert any(order.startswith("land BR-14") for order in orders(match))


# -- replacements


@puzzle
def test_stosstruppen_are_made_whole_first() -> None:
    """They alone infiltrate and take trenches (13.35, 15.2), and a step is the same for everybody."""
    match = drawn("2332: GE-51-stoss~ GE-57~; 2233: BR-5", "german", "replacement", turn=1, facts={"pool": ONE})
    assert orders(match)[0] == "replenish GE-51-stoss"


@puzzle
def test_the_front_comes_before_the_dead() -> None:
    """A step makes a corps of the front whole; the dead one would come back with half its strength (8.4, 8.5)."""
    match = drawn("2332: GE-1B~; dead: GE-2B; 2233: BR-5", "german", "replacement", turn=1, facts={"pool": ONE})
    assert orders(match)[0] == "replenish GE-1B"


@puzzle
def test_tanks_come_back_for_the_offensive() -> None:
    """Tanks do away with the trench (13.15), which a step of infantry does not."""
    match = drawn(
        "2233: BR-5~; dead: BR-RTC; 2332: GE-1B", "allied", "replacement", turn=12, facts={"pool": ONE_BRITISH}
    )
    assert orders(match)[0] == "reclaim BR-RTC 1"


# -- attacks


@puzzle
def test_no_attack_that_is_lost_without_a_die() -> None:
    """One factor against eleven: two steps lost for nothing (13.12)."""
    assert orders(drawn("2332: GE-62; 2233: BR-5 BR-1 BR-4", "german", "combat")) == ["done"]


@puzzle
def test_no_attack_into_trenches_at_even_odds() -> None:
    """One to one into a trench loses more steps than it takes, and none is left in the pool."""
    assert orders(drawn("2332: GE-1B; 2233: BR-5", "german", "combat", turn=5, facts={"pool": NONE})) == ["done"]


@puzzle
def test_no_fortress_is_stormed_head_on() -> None:
    """Reims full of corps: two steps more are lost, and no bonus from all sides."""
    match = drawn(
        "3028: GE-1B GE-2B; 3029: FR-1 FR-2 FR-3; 3128: FR-5", "german", "combat", turn=4, facts={"pool": NONE}
    )
    assert orders(match) == ["done"]


@puzzle
def test_the_first_day_is_used() -> None:
    """Stosstruppen in numbers, AGB behind them, a lone corps in front: the attack of 12.3."""
    found = orders(drawn(BAPAUME, "german", "combat", turn=1))
    assert found[0].startswith("attack 2233")
    assert "-stoss" in found[0]
    assert found[1:] == ["support", "confirm"]


@puzzle
def test_both_sides_of_a_salient_attack_together() -> None:
    """From opposite hexes the assault is concentric."""
    match = drawn("2334: GE-1B GE-2B; 2332: GE-51-stoss; 2333: BR-5~; 2534: GE-3B", "german", "combat", turn=5)
    found = orders(match)[0]
    assert found.startswith("attack 2333")
    assert "GE-51-stoss" in found
    assert "GE-1B" in found or "GE-2B" in found


@puzzle
def test_tanks_lead_against_a_trench() -> None:
    """Tanks do away with what the trench takes off the die (13.15)."""
    match = drawn("2233: BR-Aus BR-Cnd BR-5 BR-RTC; 2333: BR-1 BR-4; 2332: GE-1B~", "allied", "combat", turn=12)
    assert "BR-RTC" in orders(match)[0]


@pytest.mark.parametrize(("tanks", "order"), [(" BR-RTC", "attack 2435 with BR-4 BR-5 BR-RTC"), ("", "done")])
@puzzle
def test_lone_stosstruppen_in_the_open_are_struck_with_tanks(tanks: str, order: str) -> None:
    """At 2 to 1 on devastated ground two steps are lost for one; tanks add one to the die and pay the first loss."""
    match = drawn(f"2435: GE-51-stoss~; 2436: BR-5 BR-1{tanks}; 2535: BR-4; 2332: GE-1B", "allied", "combat", turn=4)
    assert orders(match)[0] == order


@puzzle
def test_a_weak_corps_on_points_is_attacked() -> None:
    """A reduced trench corps alone in a town of ours, three corps around it."""
    match = drawn(f"{ARRAS}: GE-62~; 1936: BR-5 BR-1; 1835: BR-4; 2035: BR-19", "allied", "combat", turn=6)
    assert orders(match)[0].startswith(f"attack {ARRAS}")


@puzzle
def test_units_mass_before_they_attack() -> None:
    """One stack cannot do it, two can: the second one marches up."""
    places = f"{ARRAS}: GE-57; 1936: BR-5 BR-1; 2037: BR-4 BR-19 BR-3; 1733: GE-1B"
    match = let_play(drawn(places, "allied", "march", turn=6))
    grid = match.rules.grid
    near = [u for u in ("BR-4", "BR-19", "BR-3") if grid.distance(grid.hex(where(match, u)), grid.hex(ARRAS)) <= 1]
    assert near


@pytest.mark.parametrize(
    ("scenario", "turn", "strikes"), [("campaign", 6, True), ("campaign", 12, False), ("elsewhere", 6, False)]
)
def test_during_the_allied_offensive_the_germans_leave_no_post_to_strike(
    scenario: str, turn: int, strikes: bool
) -> None:
    """Who masses for blows against it opens his line to it."""
    places = "1934: GE-57 GE-58 GE-59; 1935: BR-5~; 1936: BR-4; 2034: GE-1B GE-2B GE-3B; 2333: BR-1"
    match = drawn(places, "german", "march", turn=turn, scenario=scenario)
    picture = Picture(rules_of(match), state(match), 0, load_weights("storm", "german", ""))
    assert bool(march_orders(picture, Work(1.0), True, 2)[1]) == strikes


@puzzle
def test_the_last_attack_before_the_check_is_made() -> None:
    """Two points short when turn 9 ends is defeat (4.5): Arras is attacked though no step is left to replace losses."""
    places = "1934: GE-51-stoss GE-1B GE-2B; 1935: BR-5; 1936: BR-4"
    facts = {"pool": NONE, "morale": bytearray((16, 14))}
    assert orders(drawn(places, "german", "combat", turn=9, facts=facts))[0].startswith("attack 1935")


# -- in the battle


@puzzle
def test_air_flies_for_a_point() -> None:
    """It adds one to the die (14.4) where three points are to be won."""
    places = f"air: GE-Air; {ARRAS}: BR-5; 1934: GE-51-stoss GE-1B"
    match = fought(places, f"attack {ARRAS} with GE-51-stoss GE-1B; confirm", turn=5)
    assert orders(match) == ["fly 1"]


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_the_regular_corps_pays_for_the_attack(level: str) -> None:
    """Stosstruppen infiltrate after the battle and lead the next one (13.35, 15.2)."""
    match = fought(BAPAUME, "attack 2233 with GE-51-stoss GE-23R-stoss GE-1B; support; confirm", dice=[4], turn=1)
    until(match, "lose")
    while match.decision.side == "allied":
        match.play(next(text for text in match.decision.texts if text.startswith("lose")))
    assert orders(match, level) == ["lose GE-1B"]


def test_a_whole_corps_flips_before_a_reduced_one_dies() -> None:
    match = fought(
        "2332: GE-51-stoss GE-1B; 2233: BR-5 BR-1~; 2434: BR-4", "attack 2233 with GE-51-stoss GE-1B; confirm"
    )
    until(match, "lose")
    assert orders(match, "officer")[0] == "lose BR-5"


@puzzle
def test_arras_is_held_and_the_whole_corps_pays() -> None:
    """Three points are worth a step, and whoever is whole is turned over before a reduced corps dies."""
    line = "1735: BR-4; 1835: BR-11; 2035: BR-13; 2136: BR-17; 1834: GE-8; 2034: GE-9"
    match = fought(
        f"1934: GE-51-stoss GE-1B GE-23R-stoss; {ARRAS}: BR-5 BR-6~; {line}",
        f"attack {ARRAS} with GE-51-stoss GE-1B GE-23R-stoss; confirm",
        dice=[4],
        turn=4,
    )
    until(match, "retreat")
    assert orders(match) == ["lose BR-5"]


@puzzle
def test_the_last_step_goes_back_rather_than_die() -> None:
    """To go back pays the loss (13.30), and the open field counts nothing."""
    match = fought(
        "2334: GE-51-stoss GE-1B; 2335: BR-5~; 2438: BR-1", "attack 2335 with GE-51-stoss GE-1B; confirm", dice=[3]
    )
    until(match, "lose")
    assert orders(match)[0].startswith("retreat")


@puzzle
def test_nobody_retreats_into_an_enemy_zone_without_need() -> None:
    """Into an enemy zone one step more is lost (10.6), and that is the last one."""
    places = "2334: GE-51-stoss GE-1B; 2335: BR-5~; 2434: GE-2B; 2438: BR-1"
    match = fought(places, "attack 2335 with GE-51-stoss GE-1B; confirm", dice=[3])
    until(match, "lose")
    to = match.rules.grid.hex(orders(match)[0].split()[1])
    assert not rules_of(match).zone(state(match), 0) >> to & 1


@puzzle
def test_a_town_that_was_won_is_entered() -> None:
    """Three points go to whoever stands in it, and nobody is there to throw him out."""
    match = fought(
        f"1934: GE-51-stoss GE-1B GE-2B; {ARRAS}: BR-Port~", f"attack {ARRAS} with GE-51-stoss GE-1B GE-2B; confirm"
    )
    until(match, "lose")
    while not any(text.startswith("advance") for text in match.decision.texts):
        match.play(match.decision.texts[0])
    assert orders(match)[0].startswith("advance")


# -- after it


@puzzle
def test_stosstruppen_infiltrate_into_an_open_town() -> None:
    """No zone of control stops them (15.1), and three points stand open."""
    places = "1934: GE-51-stoss; 1933: GE-2B; 1733: GE-1B; 1836: BR-5; 2036: BR-1"
    match = drawn(places, "german", "infiltration", turn=4)
    assert orders(match)[0] == f"infiltrate GE-51-stoss {ARRAS}"


def test_bombers_fly_at_the_front_and_are_intercepted() -> None:
    """Two thirds of a step on the average are more than one on a die, for both sides."""
    places = "air: RAF GE-Air; 2332: GE-1B GE-62; 2233: BR-5"
    match = drawn(places, "allied", "turn", scenario="plan-1919", turn=3, dice=[1])
    while match.decision.side != "allied" or not any(text.startswith("bomb") for text in match.decision.texts):
        let_play(match, "officer")
    assert orders(match)[0].startswith("bomb")
    let_play(match)
    assert orders(match) == ["intercept"]


@pytest.mark.parametrize("scenario", ["campaign", "elsewhere", "offensive", "plan-1919"])
def test_the_set_up_of_every_scenario_is_finished(scenario: str) -> None:
    match = Match.new("storm", scenario, seed=3)
    for _ in range(4):
        let_play(match, "officer")
    assert state(match).turn == rules_of(match).first_turn
    assert not any("Deployment" in type(frame).__name__ for frame in match.state.frames)


def test_who_has_won_is_ahead_whatever_the_morale() -> None:
    match = drawn("2332: GE-1B; 2233: BR-5")
    margin = expert_of("storm").margin
    state(match).winner, state(match).morale[0] = 0, 1
    won = margin(match.rules, match.state)
    state(match).winner, state(match).morale[0] = 1, 30
    assert won > 0 > margin(match.rules, match.state)


# -- the offensive


def allied_picture(places: str, turn: int = 12, *, thorough: bool = False) -> Picture:
    match = drawn(places, "allied", "march", turn=turn)
    return Picture(rules_of(match), state(match), 1, load_weights("storm", "allied", ""), thorough)


def test_the_offensive_promises_most_against_a_lone_corps_in_the_open() -> None:
    """Before Arras one corps stands in the open, one in Lille behind a trench: the town has more points, and holds."""
    picture = allied_picture("2034: GE-1B; 1633: GE-2B GE-3B; 2035: BR-5 BR-1; 1634: BR-4 BR-19; 2134: BR-RTC")
    grid = picture.rules.grid
    assert picture.promise(grid.hex("2034")) > picture.promise(grid.hex("1633")) >= 0
    assert picture.promise(grid.hex("2034")) > 0


def test_zones_hold_a_bare_hex_of_a_quiet_line_but_not_against_tanks_and_not_on_points() -> None:
    """From zone to zone nobody marches (10.4); who infiltrates does (15.1), and points are garrisoned."""
    posture = Posture(allied_picture("2335: GE-1B; 2235: GE-2B; 2336: BR-5; 2136: BR-1; 2437: BR-4"))
    grid = posture.picture.rules.grid
    bare = grid.hex("2236")
    assert posture.kept(bare, NOBODY) > 0.8
    posture.force[grid.hex("2336")] = NOBODY
    assert posture.kept(bare, NOBODY) < 0.8
    sharp = Posture(allied_picture("2335: GE-51-stoss; 2235: GE-2B; 2336: BR-5; 2136: BR-1; 2437: BR-4", turn=5))
    assert sharp.kept(bare, NOBODY) < 0.2


@puzzle
def test_tanks_come_up_to_infantry_of_their_nation() -> None:
    """British tanks behind the line join British corps before a corps in the open, not the French ones beside them."""
    places = "2038: BR-RTC; 2036: BR-5 BR-1; 2137: FR-1 FR-2; 2135: GE-1B; 2136: GE-2B"
    match = let_play(drawn(places, "allied", "march", turn=12))
    assert where(match, "BR-RTC") in [where(match, unit) for unit in ("BR-5", "BR-1")]


def test_tanks_and_three_corps_attack_from_one_hex() -> None:
    """9.4: tanks stack free, so nobody has to stand elsewhere for their sake."""
    picture = allied_picture("2035: BR-5 BR-Aus BR-Cnd; 2036: BR-RTC; 2034: GE-1B; 1633: GE-2B", thorough=True)
    attack = march_orders(picture, Work(3), True, 3)[1][0]
    assert len(attack.team) == 4
    assert len(set(dict(attack.team).values())) == 1


def test_two_corps_hold_reims_from_the_beginning() -> None:
    """In July nobody can come to its help later: all roads to it lie in German zones."""
    match = Match.new("storm", "offensive", seed=3)
    for _ in range(4):
        let_play(match, "officer")
    assert len(rules_of(match).stack(state(match), match.rules.grid.hex(REIMS))) >= 2


def test_a_german_offensive_goes_for_towns_within_its_reach() -> None:
    """Soissons and Reims draw nearly as much as ever; Paris, with far more points, draws little."""
    match = drawn("2830: GE-51-stoss GE-23R-stoss; 2928: GE-1B; 2831: FR-1; 1434: BR-1", "german", "march", turn=2)
    rules, hex_of = rules_of(match), match.rules.grid.hex
    picture = Picture(rules, state(match), 0, load_weights("storm", "german", ""))
    all_towns = pull(rules, rules.controlled(state(match), 1), PULL)
    assert picture.pulls[0][hex_of("2932")] > 0.6 * all_towns[hex_of("2932")]
    assert picture.pulls[0][hex_of("3337")] < 0.5 * all_towns[hex_of("3337")]


@pytest.mark.parametrize(("turn", "is_final"), [(15, False), (16, True)])
def test_in_the_last_turn_only_points_count(turn: int, is_final: bool) -> None:
    """Nobody will come back for ground, and steps are there to be spent."""
    picture = allied_picture("2335: GE-1B; 2236: BR-5; 2337: BR-1", turn=turn)
    assert picture.is_final is is_final
    assert (picture.stake(picture.rules.grid.hex("2236")) < 0.5) is is_final
    assert (picture.ground(picture.rules.grid.hex("2335"), 1) < 0.5) is is_final


# -- pockets, garrisons, and an army that is beaten

RING = "2134: GE-1B; 2035: BR-5; 2235: BR-4"
"""A German corps before Cambrai with one way out, over 2133."""


@pytest.mark.parametrize(("post", "closes"), [("2034", True), ("2234", True), ("2036", False), ("2337", False)])
def test_the_post_that_closes_a_ring_is_worth_more_than_any_other(post: str, closes: bool) -> None:
    posture = Posture(allied_picture(RING))
    hex_of = posture.picture.rules.grid.hex
    gain = posture.pockets.gain(posture.posts, hex_of(post))
    assert gain > 1.0 if closes else gain == 0.0


def test_who_can_be_cut_off_is_cut_off() -> None:
    """He is gone when his next turn ends, without a battle (7.2)."""
    match = let_play(drawn(f"{RING}; 1935: BR-1; 1434: BR-3", "allied", "march", turn=12), "officer")
    rules, s = rules_of(match), state(match)
    assert find_supply(rules, s, 0)[rules.unit_named["GE-1B"]] == CUT


def test_a_ring_with_one_way_left_is_worth_something_too() -> None:
    """Who may only close it in two moves still begins."""
    posture = Posture(allied_picture("2134: GE-1B; 2035: BR-5; 1434: BR-3"))
    hex_of = posture.picture.rules.grid.hex
    whole = Posture(allied_picture(RING)).pockets.gain(Posture(allied_picture(RING)).posts, hex_of("2034"))
    assert 0 < posture.pockets.gain(posture.posts, hex_of("2235")) < whole


@pytest.mark.parametrize(("target", "closes"), [("2034", True), ("2336", False)])
def test_a_breach_that_closes_a_ring_is_worth_more_than_its_ground(target: str, closes: bool) -> None:
    """With GE-2B beaten and its hex taken GE-1B is cut off; behind GE-3B nobody stands."""
    picture = allied_picture(f"{RING}; 2034: GE-2B; 1935: BR-1 BR-19; 2336: GE-3B; 2337: BR-3")
    hex_ = picture.rules.grid.hex(target)
    more = picture.won(hex_, 1) - picture.ground(hex_, 1)
    assert more > 1.0 if closes else more == 0.0


def test_in_the_last_turn_nobody_is_worth_cutting_off() -> None:
    """He would be gone only after the end (7.2)."""
    picture = allied_picture(f"{RING}; 2034: GE-2B; 1935: BR-1 BR-19", turn=16)
    hex_ = picture.rules.grid.hex("2034")
    assert picture.won(hex_, 1) == picture.ground(hex_, 1)


def test_a_friend_who_is_cut_off_is_relieved_if_that_is_easy() -> None:
    """A corps that comes into the zone of the enemy opens the way for the line (10.7)."""
    places = "2134: BR-5; 2033: GE-1B; 2035: GE-2B; 2234: GE-3B; 2336: BR-1"
    posture = Posture(allied_picture(places))
    hex_of = posture.picture.rules.grid.hex
    assert posture.pockets.hungry == 1 << hex_of("2134")
    assert posture.pockets.gain(posture.posts, hex_of("2135")) + posture.pockets.gain(posture.posts, hex_of("2235")) > 0


def test_a_dear_town_keeps_two_corps_whatever_is_attacked() -> None:
    """Verdun has three points, and the enemy is near; Chalons is far from him."""
    picture = allied_picture("3120: FR-1 FR-2 FR-3; 3119: GE-1B GE-2B; 3326: FR-5 FR-6")
    stay = {picture.rules.counters[unit].name for unit in wardens(picture)}
    assert len(stay & {"FR-1", "FR-2", "FR-3"}) == 2
    assert not stay & {"FR-5", "FR-6"}


def test_planes_are_counted_only_where_they_would_come() -> None:
    """An attack is never worth less with air units than without, and they have their price."""
    match = drawn("2335: GE-1B; 2336: BR-5 BR-1; air: BR-Air FR-Air", "allied", "combat", turn=12)
    rules, s = rules_of(match), state(match)
    picture = Picture(rules, s, 1, load_weights("storm", "allied", ""))
    target = rules.grid.hex("2335")
    team = tuple((rules.unit_named[name], rules.grid.hex("2336")) for name in ("BR-5", "BR-1"))
    alone, flown = picture.battle_worth(target, team, False), picture.battle_worth(target, team, False, 2)
    assert picture.wings(False) == 2
    assert flown > alone
    assert picture.best_worth(target, team, False) == max(alone, flown - 2 * picture.air_price(False))


@pytest.mark.parametrize(("turn", "goes"), [(12, False), (15, True)])
def test_in_the_last_turns_an_open_town_is_worth_going_hungry_for(turn: int, goes: bool) -> None:
    picture = allied_picture("2335: GE-1B; 2236: BR-5", turn=turn)
    assert has(picture.raided, picture.rules.grid.hex(LILLE)) is goes


def test_a_beaten_army_is_passed_by() -> None:
    """With few Germans left open ground draws more, and strongpoints less."""
    few = allied_picture("2335: GE-1B; 2336: BR-5 BR-1; 2236: BR-4 BR-19; 2437: BR-3")
    many = allied_picture("2335: GE-1B GE-2B; 2235: GE-3B; 2134: GE-4; 2336: BR-5 BR-1")
    for picture in (few, many):
        picture.s.pool[:] = NONE
    assert few.pursuit > 1.0 == many.pursuit


# -- what lies behind the march, and where an offensive goes


def test_a_town_that_the_march_lays_open_is_garrisoned() -> None:
    """The only corps between a German one and Arras is to go away: Arras is bare then, though nobody reaches it now."""
    posture = Posture(allied_picture("1934: BR-5; 1933: GE-1B; 2236: BR-1"))
    arras = posture.picture.rules.grid.hex(ARRAS)
    assert not has(posture.open_towns(), arras)
    posture.lift(posture.picture.rules.unit_named["BR-5"])
    posture.bare = posture.open_towns()
    assert has(posture.bare, arras)
    assert posture.kept(arras, NOBODY) < 0.2


def test_who_would_open_the_way_to_a_town_stays() -> None:
    """BR-5 was to go south, and nobody else could come between the German corps and Arras."""
    posture = Posture(allied_picture("1934: BR-5; 1933: GE-1B; 2236: BR-1"))
    rules = posture.picture.rules
    guard = rules.unit_named["BR-5"]
    posture.lift(guard)
    posture.put(guard, rules.grid.hex("2136"))
    shut(posture, rules.grid.hex(ARRAS))
    assert rules.grid.label(posture.places[guard]) == "1934"


@puzzle
def test_nobody_advances_if_a_town_lay_open_behind_him() -> None:
    """GE-3B would walk into Arras, three points, for one hex of trench."""
    match = fought(
        "1934: BR-5; 1835: BR-4; 1834: GE-1B~; 1933: GE-3B", "attack 1834 with BR-5 BR-4; confirm", "allied", turn=12
    )
    until(match, "lose")
    while not any(text.startswith("advance") for text in match.decision.texts):
        match.play(match.decision.texts[0])
    assert orders(match) == ["done"]


@pytest.mark.parametrize(("beside", "is_exposed"), [("2336", False), ("2337", True)])
def test_a_post_is_exposed_if_enemies_can_walk_behind_it(beside: str, is_exposed: bool) -> None:
    """With BR-4 beside BR-5 no German comes past both; a hex farther back he does, and cuts off BR-5."""
    posture = Posture(allied_picture(f"2236: BR-5; {beside}: BR-4; 2235: GE-1B"))
    assert has(posture.pockets.exposed(posture.posts), posture.picture.rules.grid.hex("2236")) is is_exposed


@pytest.mark.parametrize(("town", "is_on_it"), [("1427", True), (LILLE, True), ("3217", False), ("3708", False)])
def test_the_allied_axis_lies_where_most_points_are_close_together(town: str, is_on_it: bool) -> None:
    """Belgium has nineteen of them; Metz and Strasbourg lie apart."""
    rules = rules_of(Match.new("storm", "offensive", seed=3))
    assert has(axis(rules, rules.board.home[0]), rules.grid.hex(town)) is is_on_it


def test_who_is_far_from_every_enemy_cuts_nobody_off() -> None:
    """Paris is no post of a ring around Cambrai, and need not be thought of."""
    posture = Posture(allied_picture(RING))
    assert posture.pockets.gain(posture.posts, posture.picture.rules.grid.hex("3337")) == 0.0


@pytest.mark.parametrize("side", [0, 1])
def test_german_ground_in_allied_hands_counts(side: int) -> None:
    """It says more about the end of the war than the steps of either army."""
    match = drawn("2335: GE-1B; 2336: BR-5", "allied", "march", turn=12)
    rules, s = rules_of(match), state(match)
    weights = load_weights("storm", ("german", "allied")[side], "")
    before = weights.value(features(rules, s, side))
    s.german &= ~(1 << rules.grid.hex("2030"))
    assert (weights.value(features(rules, s, side)) > before) is bool(side)


# -- the first day, two blows, points in hand, and a line seen with the eyes of the enemy


def test_the_german_offensive_begins_before_reims() -> None:
    """Three points are all that the check asks for: Stosstruppen fill both hexes beside the town, AGB is in range."""
    match = Match.new("storm", "campaign", seed=3)
    for _ in range(2):
        let_play(match, "officer")
    rules, s, grid = rules_of(match), state(match), match.rules.grid
    for post in ("2928", "3028"):
        assert sum(rules.is_storm[unit] for unit in rules.stack(s, grid.hex(post))) == 3
    assert grid.distance(s.at[rules.agb], grid.hex(REIMS)) == 2


def test_a_town_is_worth_two_blows() -> None:
    """One attack seldom takes Reims, two nearly always: the first one is judged with the second in mind."""
    six = ("17-stoss", "4R-stoss", "9R-stoss", "18-stoss", "51-stoss", "23R-stoss")
    places = "2928: GE-17-stoss GE-4R-stoss GE-9R-stoss; 3028: GE-18-stoss GE-51-stoss GE-23R-stoss; 3029: FR-1 FR-2"
    match = drawn(places, "german", "combat", turn=2)
    rules, s = rules_of(match), state(match)
    picture = Picture(rules, s, 0, load_weights("storm", "german", ""))
    team = tuple(sorted((unit, s.at[unit]) for unit in (rules.unit_named[f"GE-{name}"] for name in six)))
    reims = rules.grid.hex(REIMS)
    assert picture.battle_worth(reims, team, False) > picture.battle_worth(reims, team, True) + 1.0


@pytest.mark.parametrize(("german", "allied", "presses"), [(17, 13, True), (18, 14, True), (18, 13, False)])
def test_a_german_with_his_points_in_hand_digs_in(german: int, allied: int, presses: bool) -> None:
    """The check of turn 9 asks for 18 and 13 (4.5): who has them gathers for no offensive, and his steps are dear."""
    match = drawn("2830: GE-51-stoss GE-23R-stoss; 2831: FR-1", "german", "march", turn=5)
    state(match).morale[:] = bytearray((german, allied))
    picture = Picture(rules_of(match), state(match), 0, load_weights("storm", "german", ""))
    assert picture.presses is presses
    assert bool(Posture(picture).aims) is presses
    assert (picture.thrift < 1.0) is presses


def test_a_commander_closes_up_to_a_post_that_could_be_cut_off() -> None:
    """BR-4 beside BR-5 keeps the Germans from walking behind both; an officer does not look so far."""
    match = drawn("2236: BR-5; 2337: BR-4; 2235: GE-1B", "allied", "march", turn=12)
    rules, s, weights = rules_of(match), state(match), load_weights("storm", "allied", "")
    unit, gains = rules.unit_named["BR-4"], list[float]()
    for thorough in (False, True):
        posture = Posture(Picture(rules, s, 1, weights, thorough))
        posture.lift(unit)
        gains.append(posture.held(unit, rules.grid.hex("2336")) - posture.held(unit, rules.grid.hex("2337")))
    assert gains[1] > gains[0] + 0.5


@pytest.mark.parametrize("scenario", ["offensive", "elsewhere"])
def test_when_time_is_short_a_ring_is_worth_more(scenario: str) -> None:
    """An Allied offensive of eight turns wins by whom it cuts off."""
    match = Match.new("storm", scenario, seed=3)
    picture = Picture(rules_of(match), state(match), 1, load_weights("storm", "allied", ""))
    assert picture.pockets.killed == (2.0 if scenario == "offensive" else 1.0)


@pytest.mark.parametrize(("level", "corps"), [("officer", 2), ("commander", 3)])
def test_a_commander_fills_the_town_that_would_decide_the_check(level: str, corps: int) -> None:
    """Two corps in Reims do not survive the first day of six Stosstruppen corps and AGB."""
    match = Match.new("storm", "campaign", seed=3)
    let_play(match, level)
    assert len(rules_of(match).stack(state(match), match.rules.grid.hex(REIMS))) == corps


# -- runs to towns behind a broken line


@pytest.mark.parametrize(("turn", "runs"), [(12, True), (16, False)])
def test_who_meets_nobody_begins_to_walk_to_a_town_that_is_two_turns_away(turn: int, runs: bool) -> None:
    """From Cambrai to Mons, past a corps that stands far off; not when the war is over before he could be there."""
    picture = allied_picture("2132: BR-5; 2137: BR-1; 3028: GE-1B", turn=turn)
    hex_, unit = picture.rules.grid.hex, picture.rules.unit_named["BR-5"]
    picture.s.german &= ~picture.rules.grid.hexset("2132", "1933", "1931", "2029")
    posture = Posture(picture)
    begin_runs(posture, [unit], safe_reach(picture, [unit]))
    mons = hex_("1829")
    assert (unit in posture.places) is runs
    assert not runs or picture.rules.grid.distance(posture.places[unit], mons) < picture.rules.grid.distance(
        hex_("2132"), mons
    )


def test_only_one_runs_to_a_town() -> None:
    """The others stay with the army."""
    picture = allied_picture("1731: BR-5 BR-1 BR-4; 3028: GE-1B", turn=16)
    units = [picture.rules.unit_named[name] for name in ("BR-5", "BR-1", "BR-4")]
    posture, mons = Posture(picture), picture.rules.grid.hex("1829")
    begin_runs(posture, units, safe_reach(picture, units))
    assert list(posture.places.values()).count(mons) == 1


@pytest.mark.parametrize(("turn", "digs_in"), [(5, False), (12, True)])
def test_a_garrison_that_is_cut_off_is_worth_its_town_but_not_to_who_digs_in(turn: int, digs_in: bool) -> None:
    """Nobody fights for a town whose garrison starves: the Germans walk into it, and so do the Allies."""
    match = drawn("1633: GE-1B; 2432: GE-2B", "german", "march", turn=turn)
    picture = Picture(rules_of(match), state(match), GERMAN, load_weights("storm", "german", ""))
    lille, small = (picture.pockets._price(picture.rules.grid.hex(label)) for label in (LILLE, "2432"))
    assert picture.digs_in is digs_in
    assert (lille - small > 10) is not digs_in


@pytest.mark.parametrize(
    ("scenario", "level", "german", "allied"),
    [
        ("campaign", "officer", False, False),
        ("campaign", "commander", True, True),
        ("plan-1919", "commander", True, False),
    ],
)
def test_who_closes_up_his_posts(scenario: str, level: str, german: bool, allied: bool) -> None:
    """A commander does; an Allied one of 1919 goes on, and does not ask who could be cut off."""
    match = Match.new("storm", scenario, seed=1)
    expert = StormExpert(Mind.at(match.seat(match.decision.side), Name(LEVELS[level]), "seed", 1.0))
    assert [expert.picture(side=side).thorough for side in (GERMAN, ALLIED)] == [german, allied]
