"""Puzzles of Meuse-Argonne: small positions with one thing that must be done, or must not; a commander solves them."""

from __future__ import annotations

import pytest

from tests.bots.asked import let_play, orders, plan_of
from tests.bots.puzzles import BOTH, puzzle
from tests.games.meuse.drawn import draw, play, rules_of, state
from westfront.bots.levels import LEVELS, Name
from westfront.bots.meuse.expert import MeuseExpert
from westfront.bots.meuse.moves import AlliedLine, in_turn
from westfront.bots.meuse.picture import Picture
from westfront.bots.mind import Mind
from westfront.bots.weights import load_weights
from westfront.bots.work import Work
from westfront.engine.frame import asked
from westfront.engine.match import Match
from westfront.games.meuse.movement import Movement
from westfront.games.meuse.state import ALLIED, GERMAN
from westfront.games.meuse.supply import supplied_hexes
from westfront.hexgrid import has

SEDAN = "0702"


def at(match: Match, hex_: str) -> int:
    return match.rules.grid.hex(hex_)


def where(match: Match, unit: str) -> str:
    return match.rules.names.place(state(match).at[match.rules.names.unit(unit)])


def distance(match: Match, unit: str, other: str) -> int:
    return match.rules.grid.distance(at(match, where(match, unit)), at(match, where(match, other)))


@pytest.mark.parametrize(
    ("level", "scenario", "place"),
    [
        ("officer", "campaign", "1319"),
        ("commander", "campaign", "1320"),
        ("commander", "montfaucon", "1319"),
    ],
)
def test_a_commander_of_the_campaign_sets_up_out_of_touch(level: str, scenario: str, place: str) -> None:
    """On turn 1 the Germans move and the Allies do not; at Montfaucon there is no time to stand back."""
    match = let_play(Match.new("meuse", scenario, seed=1), level)
    assert where(match, "US-4") == place
    rules, s = rules_of(match), state(match)
    touched = rules.grid.adjacent(rules.field(s).occupied[GERMAN]) & rules.field(s).occupied[ALLIED]
    assert match.decision.side == "german"
    assert bool(touched) == (place == "1319")


def test_an_allied_set_up_that_was_begun_otherwise_is_finished() -> None:
    """Somebody took the place of another before he asked for advice: every division still comes to its own."""
    match = Match.new("meuse", "campaign", seed=1)
    for action in ("take US-3", "go 1319", "take US-35", "go 2120"):
        match.play(action)
    let_play(match)
    assert match.decision.side == "german"
    assert [where(match, unit) for unit in ("US-3", "US-4", "US-35")] == ["1321", "1320", "1021"]


@puzzle
def test_who_can_walk_into_sedan_does() -> None:
    """Nobody is in the way, and one step into Sedan ends the war."""
    match = let_play(draw("US-1 0705, US-2 1212, DE-5G 1214", turn=20))
    assert match.over
    assert "Sedan is entered" in str(match.result)


@puzzle
def test_sedan_is_not_left_empty_when_the_allies_are_near() -> None:
    """An empty Sedan is lost to the first unit that walks in."""
    match = let_play(draw("US-1 0707, DE-5G 0602, DE-28R 1212", side="german", turn=20))
    assert where(match, "DE-5G") == SEDAN


@pytest.mark.parametrize("level", LEVELS)
@puzzle
def test_the_garrison_of_sedan_stays(level: str) -> None:
    """Two divisions stand two hexes from it."""
    match = let_play(draw("US-1 0705, US-2 0704, DE-5G 0702, DE-28R 0601", side="german", turn=22), level)
    assert rules_of(match).field(state(match)).stacks.get(match.rules.grid.hex(SEDAN))


@puzzle
def test_no_attack_below_the_eighth_column() -> None:
    """Nine against six in the Stellung is column 6: half the dice hurt only the attacker."""
    assert orders(draw("US-4 1319, DE-115 1318", "combat")) == ["done"]


@puzzle
def test_an_attack_at_the_best_column_is_made() -> None:
    """Ten and nine against five in the open is +14: five dice of six drive the defender off or kill him."""
    found = orders(draw("US-1 1319, US-4 1418, DE-9L 1318", "combat", breached="1318"))
    assert set(found[0].split()) == {"attack", "1318", "with", "1319", "1418"}
    assert found[1] == "confirm"


@puzzle
def test_everybody_who_helps_the_column_joins() -> None:
    """Ten alone is column 8; both together reach the last one."""
    found = orders(draw("US-1 1208, US-2 1209, DE-5G 1309", "combat"))
    assert set(found[0].split()) == {"attack", "1309", "with", "1208", "1209"}


@puzzle
def test_the_depleted_division_is_spared_in_an_exchange() -> None:
    """The full one can be rebuilt, the depleted one would be gone."""
    match = draw("US-1 1309, US-3 1310-, DE-8L 1409", "combat", dice=[4])
    for action in ("attack 1409 with 1309 1310", "confirm", "roll"):
        match.play(action)
    assert match.decision.texts == ("lose 1309", "lose 1310")
    assert orders(match) == ["lose 1309"]


@puzzle
def test_the_strongest_depleted_divisions_are_rebuilt() -> None:
    """Five points each come back with the 1st and 2nd, two with the 92nd."""
    match = draw("US-1 1320-, US-92 1520-, US-2 1421-, DE-5G 1318", "replacement")
    assert orders(match) == ["rebuild US-1", "rebuild US-2"]


@puzzle
def test_a_german_in_sedan_loses_a_step_rather_than_the_town() -> None:
    """Whoever goes back opens Sedan to the advance."""
    match = draw("US-1 0701, US-2 0801, US-3 0601, DE-52R 0702", "combat", turn=22, dice=[1])
    for action in ("attack 0702 with 0601 0701 0801", "confirm"):
        match.play(action)
    while match.decision.texts == ("roll",) or "done" in match.decision.texts:
        match.play("roll" if "roll" in match.decision.texts else "done")
    assert match.decision.side == "german"
    assert orders(match) == ["resist"]


@puzzle
def test_an_empty_sedan_is_entered_after_combat() -> None:
    """Whoever enters Sedan wins, by an advance too."""
    match = draw("US-1 0701, US-2 0801, US-3 0601, DE-52R 0702-, US-4 0802", "combat", turn=22, dice=[1])
    for action in ("attack 0702 with 0601 0701 0801 0802", "confirm", "roll"):
        match.play(action)
    assert "stay" in match.decision.texts
    assert orders(match)[0].startswith("advance")


@puzzle
def test_a_lone_weakened_division_is_struck() -> None:
    """Three divisions can reach a depleted one in the open: they do, and attack it."""
    shells_miss = [6, 6]
    match = draw(
        "US-35 1310-, DE-52R 1208, DE-28R 1308, DE-37 1409, US-1 1618", side="german", turn=8, dice=shells_miss
    )
    let_play(match)
    while match.decision.side == "german" and not any(text.startswith("attack") for text in match.decision.texts):
        let_play(match)
    assert orders(match)[0].startswith("attack")


@puzzle
def test_gas_is_used() -> None:
    """It costs nothing and helps every marker."""
    match = draw("US-4 1319, US-80 1418, DE-115 1318", "bombardment", turn=1)
    let_play(match)
    assert orders(match) == ["gas"]


@puzzle
def test_shells_fall_on_the_trench_that_is_to_be_stormed() -> None:
    """A breach is worth two columns in the attack that follows."""
    match = draw("US-4 1319, US-80 1418, US-1 1219, DE-115 1318, DE-8L 1216", "bombardment", stock=(2, 0))
    assert orders(match) == ["shell DE-115", "shell DE-115", "done"]


@puzzle
def test_a_trench_that_is_easily_broken_gets_one_marker() -> None:
    """With gas and an aircraft one in two breaks it; a second one might drive the defender out before the storm."""
    match = draw(
        "US-4 1319, US-80 1418, US-1 1219, DE-115 1318, DE-8L 1617, US-5 1618",
        "bombardment",
        turn=1,
        stock=(2, 0),
        aircraft="1318",
    )
    assert orders(match) == ["shell DE-115", "shell DE-8L", "done"]


@puzzle
def test_an_aircraft_helps_at_the_trench() -> None:
    """It makes a breach likelier by a sixth."""
    match = draw("US-4 1319, US-80 1418, US-1 1218, DE-115 1318", turn=1)
    flights = [order for order in orders(match) if "aircraft" in order]
    assert any(order.endswith("1318") for order in flights)


@puzzle
def test_reinforcements_come_in() -> None:
    """A division beside the map fights nobody."""
    match = draw("US-1 1320, US-89 due, DE-5G 1318", turn=20)
    assert orders(match)[0] == "take US-89"
    let_play(match)
    assert orders(match)[0].startswith("enter")


@puzzle
def test_nobody_moves_into_a_trap_without_need() -> None:
    """A lone division does not leave supply to stand among four Germans."""
    match = let_play(draw("US-92 1819, DE-5G 1617, DE-28R 1717, DE-37 1817, DE-52R 1917", turn=3))
    rules = rules_of(match)
    assert has(rules.board.south, state(match).at[rules.names.unit("US-92")])


# -- no attack that must fail, and none that is not needed


@puzzle
def test_no_attack_that_can_only_lose() -> None:
    """Three against eleven is the first column: every die costs the attacker a step or his life."""
    assert orders(draw("US-92 1319-, DE-52R 1318", "combat")) == ["done"]


@puzzle
def test_a_division_that_is_cut_off_does_not_attack_at_half() -> None:
    """Seven is four out of supply: -1 on the Rise line, where five dice of six hurt only the attacker."""
    assert orders(draw("US-91 1214, DE-1G 1114, DE-228 1115, DE-37 1215, DE-15 1314", "combat")) == ["done"]


@puzzle
def test_two_targets_share_the_divisions_between_them() -> None:
    """All three at one target would leave the other in peace, at the same column."""
    match = draw("US-1 1317, US-2 1417, US-3 1216, DE-8L 1316-, DE-35A 1416-", "combat", dice=[1, 1])
    targets = set()
    for _ in range(2):
        targets.add(orders(match)[0].split()[1])
        play(let_play(match), "roll", "stay")
    assert targets == {"1316", "1416"}


@puzzle
def test_on_the_last_day_any_chance_at_sedan_is_taken() -> None:
    """Nine against five in Sedan is column 5, where a one in six wins the game, and tomorrow there is no more war."""
    match = draw("US-3 0703, DE-28R 0702-", "combat", turn=24)
    assert orders(match)[0] == "attack 0702 with 0703"


@pytest.mark.parametrize(("turn", "counts"), [(23, True), (24, False)])
def test_on_the_last_day_no_ground_counts_but_sedan(turn: int, counts: bool) -> None:
    """0704 lies before Sedan; tomorrow nobody can come from there any more."""
    match = draw("US-3 0703, DE-28R 0702, DE-2L 0704-", "combat", turn=turn)
    picture = picture_of(match, ALLIED)
    assert (picture.ground(at(match, "0704")) > 0) == counts
    assert picture.ground(at(match, "0702")) > picture.ground(at(match, "0704"))


@puzzle
def test_a_bad_attack_on_sedan_waits_while_there_is_time() -> None:
    """The same attack on turn 10 loses more than it wins."""
    assert orders(draw("US-3 0703, DE-28R 0702-", "combat", turn=10)) == ["done"]


# -- Sedan


@puzzle
def test_a_worn_division_walks_into_sedan_too() -> None:
    """Any unit wins by entering it, and the Germans beside it can do no more."""
    assert let_play(draw("US-92 0704-, US-1 1020, DE-5G 0801", turn=18)).over


@puzzle
def test_a_retreat_into_sedan_wins() -> None:
    """Driven back to the one hex that the game is about."""
    match = draw("US-35 0803, DE-52R 0804, DE-28R 0904", "combat", "german", turn=12, dice=[3])
    play(match, "attack 0803 with 0804 0904", "confirm", "roll")
    assert let_play(match, plans=3).over


@puzzle
def test_the_garrison_of_sedan_does_not_run_after_the_enemy() -> None:
    """A tempting target beside Sedan is left alone by the only division in it."""
    match = draw("US-35 0703-, DE-52R 0702", "combat", "german", turn=20)
    assert orders(match) == ["done"]


@puzzle
def test_nobody_advances_out_of_sedan() -> None:
    """The last defender of Sedan stays, whatever hex is free."""
    match = draw("US-35 0801-, DE-52R 0702, US-1 0704", "combat", "german", turn=20, dice=[1])
    play(match, "attack 0801 with 0702", "confirm", "roll")
    while match.decision.side == "allied":
        match.play(match.decision.texts[0])
    assert orders(match) == ["stay"]


@puzzle
def test_a_second_division_covers_the_way_to_sedan() -> None:
    """The garrison stays, and the other one comes between it and the Americans."""
    match = let_play(draw("US-1 0708, US-2 0709, DE-5G 0702, DE-28R 0401", side="german", turn=20))
    assert where(match, "DE-5G") == SEDAN
    assert distance(match, "DE-28R", "US-1") < match.rules.grid.distance(at(match, "0401"), at(match, "0708"))


@puzzle
def test_montfaucon_is_garrisoned_in_its_own_evening() -> None:
    """There the game is lost at Montfaucon."""
    match = let_play(draw("US-1 1319, DE-28R 1215, DE-5G 1417", side="german", turn=2, scenario="montfaucon"))
    assert any(where(match, unit) == "1216" for unit in ("DE-28R", "DE-5G"))


# -- the clock


@puzzle
def test_the_seventh_unit_steps_into_the_line_on_the_last_turn_of_the_evening() -> None:
    """Six stand beyond the line; the seventh wins the evening by one step."""
    six = "US-1 1317, US-2 1117, US-3 1017, US-42 1517, US-4 1617, US-5 1717"
    match = let_play(draw(f"{six}, US-35 1319, DE-52R 1216", turn=3, scenario="montfaucon"))
    assert not has(rules_of(match).board.south, at(match, where(match, "US-35")))


@puzzle
def test_the_spearhead_marches_on() -> None:
    """Nobody is in the way: every point brings Sedan nearer."""
    match = let_play(draw("US-1 0810, DE-5G 2001, DE-8L 0702", turn=17))
    assert match.rules.grid.distance(at(match, where(match, "US-1")), at(match, SEDAN)) <= 5


@puzzle
def test_the_strongest_of_the_dead_comes_back() -> None:
    """Nobody on the map needs the replacement."""
    match = draw("US-3 1320, US-1 lost, US-92 lost, DE-5G 1318", "replacement", turn=9)
    assert orders(match) == ["return US-1"]


@puzzle
def test_the_one_german_replacement_is_for_the_best_division() -> None:
    """Five points of defence come back with 28R, one with 13L."""
    match = draw("DE-28R 1412-, DE-13L 1211-, US-1 1418", side="german", turn=6)
    assert orders(match) == ["rebuild DE-28R"]


@puzzle
def test_german_reinforcements_come_in_beside_sedan_when_sedan_is_in_danger() -> None:
    """Vrigne is three hexes from Sedan, Etain twenty."""
    match = draw("US-1 0706, DE-5G 0702, DE-31 due", side="german", turn=18)
    let_play(match)
    assert orders(match) == ["enter 0401"]


# -- supply, reserves, and the line


@puzzle
def test_no_division_walks_out_of_supply_to_stand_alone_before_the_line() -> None:
    """Behind the German line it would have half its strength, and nobody to help it."""
    line = "DE-5G 1218, DE-1G 1417, DE-37 1617, DE-15 1019, DE-52R 1115, DE-28R 1415"
    match = let_play(draw(f"US-92 1319-, US-1 1320, {line}", turn=5))
    assert has(supplied_hexes(rules_of(match), state(match), ALLIED), at(match, where(match, "US-92")))


@puzzle
def test_a_gap_in_the_line_is_closed() -> None:
    """The reserve comes to where the Allies could walk through to the north."""
    match = draw("US-1 1319, US-2 1318, DE-5G 1118, DE-1G 1517, DE-37 1314", side="german", turn=3)
    let_play(match)
    assert min(distance(match, unit, "US-2") for unit in ("DE-37", "DE-5G", "DE-1G")) <= 2


@puzzle
def test_a_reserve_comes_up_to_the_fight() -> None:
    """A division that has nobody near it is of no use where it stands."""
    match = draw("US-1 1319, US-2 1418, DE-5G 1318, DE-28R 1909", side="german", turn=6)
    before = distance(match, "DE-28R", "US-1")
    assert distance(let_play(match), "DE-28R", "US-1") <= before - 3


@pytest.mark.parametrize("level", BOTH)
@pytest.mark.parametrize(("side", "behind"), [("allied", 2), ("german", 6)])
def test_not_everybody_stands_in_the_line(side: str, behind: int, level: str) -> None:
    """After a side has marched for the first time with the enemy in sight, somebody is near who touches no enemy."""
    match = Match.new("meuse", "campaign", seed=3)
    while (state(match).turn, match.decision.side) != (2, side) or not isinstance(asked(state(match)), Movement):
        let_play(match, level)
    while match.decision.side == side and isinstance(asked(state(match)), Movement):
        let_play(match, level)
    rules, s = rules_of(match), state(match)
    own, enemies = ((ALLIED, GERMAN), (GERMAN, ALLIED))[side == "german"]
    near = rules.grid.adjacent(rules.field(s).occupied[enemies])
    second = rules.grid.within(near, 2) & ~near
    assert sum(s.at[unit] >= 0 and has(second, s.at[unit]) for unit in rules.units[own]) >= behind


@puzzle
def test_a_way_back_through_good_ground_is_taken() -> None:
    """Montfaucon, whole, three columns better than the fields beside it, lies on the way back."""
    line = "DE-1G 1015, DE-15 1115, DE-37 1516"
    match = draw(f"US-1 1318, US-2 1417, DE-5G 1317-, {line}", "combat", turn=3, dice=[3])
    play(match, "attack 1317 with 1318 1417", "confirm", "roll")
    assert match.decision.side == "german"
    let_play(match, plans=2)
    assert where(match, "DE-5G") == "1216"


@puzzle
def test_montfaucon_is_not_given_up_for_a_step_in_its_own_evening() -> None:
    """Whoever goes back from there has lost the game to the advance."""
    units = "US-1 1217, US-2 1317, US-3 1316, DE-115 1216"
    match = draw(units, "combat", turn=3, dice=[1], scenario="montfaucon")
    play(match, "attack 1216 with 1217 1317 1316", "confirm", "roll")
    assert {"retreat-one", "resist"} <= set(match.decision.texts)
    assert orders(match) == ["resist"]


@puzzle
def test_in_the_open_a_german_goes_back_one_hex() -> None:
    """A step is dearer than two miles of open field."""
    match = draw("US-1 1308, US-2 1409, DE-28R 1408", "combat", turn=6, dice=[4])
    play(match, "attack 1408 with 1308 1409", "confirm", "roll")
    assert {"retreat-one", "resist"} <= set(match.decision.texts)
    assert orders(match) == ["retreat-one"]


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_an_american_division_gives_way_rather_than_a_step(level: str) -> None:
    """Two hexes of open field are won back in a turn; a step needs half a replacement."""
    match = draw("US-28 1318, DE-52R 1217, DE-37 1317, DE-28R 1218", "combat", "german", turn=5, dice=[3])
    play(match, "attack 1318 with 1217 1317 1218", "confirm", "roll")
    assert {"retreat-full", "resist"} <= set(match.decision.texts)
    assert orders(match, level) == ["retreat-full"]


# -- guns, support and the Lost Battalion


@puzzle
def test_german_shells_are_not_thrown_at_a_trench() -> None:
    """A unit in a whole Stellung can be neither hit nor breached by German guns; the one in the open can."""
    match = draw("US-1 1218, US-2 1316, DE-5G 1217, DE-1G 1416", "bombardment", "german", stock=(0, 2))
    assert "shell US-1" not in orders(match)
    assert "shell US-2" in orders(match)


@puzzle
def test_shells_fall_on_who_cannot_go_back() -> None:
    """DE-8L is shut in and must take the loss; DE-5G steps back and is unharmed."""
    units = "DE-8L 1316-, US-1 1317, US-2 1416, US-3 1215, DE-5G 1909, US-42 1910"
    match = draw(units, "bombardment", breached="1216", stock=(1, 0))
    assert orders(match) == ["shell DE-8L", "done"]


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_no_shell_drives_away_whom_the_infantry_will_attack(level: str) -> None:
    """DE-8L in the open would step back from two divisions that cannot follow; US-42 leaves DE-5G alone."""
    units = "US-1 1317, US-2 1417, DE-8L 1316, US-42 1910, DE-5G 1909"
    assert orders(draw(units, "bombardment", breached="1216", stock=(1, 0)), level) == ["shell DE-5G", "done"]


@puzzle
def test_no_support_beyond_the_last_column() -> None:
    """At +16 in the open nothing is gained by more."""
    match = draw("US-1 1308, US-2 1409, DE-8L 1408", "combat", allied="3 2 1")
    play(match, "attack 1408 with 1308 1409", "confirm")
    assert orders(match) == ["done"]


@puzzle
def test_the_smallest_marker_that_moves_the_column_is_used() -> None:
    """At +9 one more point reaches the last column, and three reach no further."""
    match = draw("US-1 1308, US-3 1409, DE-28R 1408", "combat", allied="3 1")
    play(match, "attack 1408 with 1308 1409", "confirm")
    assert orders(match) == ["support support-allied-1"]


@puzzle
def test_the_defender_answers_where_it_helps() -> None:
    """A marker of two brings +10 down to +8, and a sixth of a chance to the last division before Sedan."""
    match = draw("US-1 0703, US-2 0802, DE-28R 0702", "combat", turn=22, german="2")
    play(match, "attack 0702 with 0703 0802", "confirm")
    assert orders(match) == ["support support-german-2"]


@puzzle
def test_the_lost_battalion_is_kept_when_the_attack_is_poor() -> None:
    """On column 6 the attacker fares ill by himself."""
    match = draw("US-77 0719, DE-2L 0718", "combat")
    play(match, "attack 0718 with 0719", "confirm")
    assert orders(match) == ["pass"]


@puzzle
def test_the_lost_battalion_bars_the_bridge_of_sedan() -> None:
    """The woods of 0703 are the last hex before Sedan, and the attack stands at the tenth column."""
    match = draw("US-1 0704, US-2 0803, US-3 0602, DE-28R 0703", "combat", turn=20)
    play(match, "attack 0703 with 0704 0803 0602", "confirm")
    assert orders(match) == ["declare"]


# -- the Allied line


def allied_line(match: Match, places: dict[str, str]) -> AlliedLine:
    """A line of Allied units as they would stand."""
    picture = Picture(rules_of(match), state(match), ALLIED, load_weights("meuse", "allied", ""))
    return AlliedLine(picture, {match.rules.names.unit(name): at(match, hex_) for name, hex_ in places.items()})


def test_a_place_in_the_line_is_better_with_its_flanks_covered() -> None:
    """The Germans come at the 1st from three sides, or with neighbours on either hand from one."""
    match = draw("US-1 1310, DE-52R 1308, DE-28R 1208, DE-37 1408", turn=8)
    unit, hex_, grid = match.rules.names.unit("US-1"), at(match, "1310"), match.rules.grid
    line = allied_line(match, {"US-1": "1310"})
    alone = line.standing(unit, hex_, 1 << hex_)
    covered = line.standing(unit, hex_, grid.hexset("1209", "1210", "1310", "1311", "1409", "1410"))
    assert covered > alone


def test_a_line_counts_the_ground_it_wins() -> None:
    """Nobody is near, so the line that stands nearer to Sedan is the better one."""
    match = draw("US-1 1310, US-2 1410, DE-52R 0702", turn=8)
    forward, as_it_is = {"US-1": "1309", "US-2": "1409"}, {"US-1": "1310", "US-2": "1410"}
    assert allied_line(match, forward).value() > allied_line(match, as_it_is).value()


def test_a_division_that_attacks_nobody_keeps_out_of_reach() -> None:
    """Three German divisions wait for the depleted one; a full one stands there as well."""
    match = let_play(draw("US-1 1311, US-35 1312-, DE-52R 1308, DE-28R 1208, DE-37 1408, DE-5G 0702", turn=8))
    assert distance(match, "US-35", "DE-52R") >= distance(match, "US-1", "DE-52R")


# -- no way back


def picture_of(match: Match, side: int) -> Picture:
    """A position as a side sees it."""
    name = "allied" if side == ALLIED else "german"
    return Picture(rules_of(match), state(match), side, load_weights("meuse", name, ""))


def team(match: Match, places: dict[str, str]) -> tuple[tuple[int, int], ...]:
    """Units that would attack from some hexes."""
    return tuple((match.rules.names.unit(name), at(match, hex_)) for name, hex_ in places.items())


def test_two_divisions_on_opposite_sides_close_a_third_one_in() -> None:
    """Their zones meet around 1309; side by side they leave it the north."""
    match = draw("US-1 1311, US-2 1411, DE-5G 1309-", turn=8)
    picture, target = picture_of(match, ALLIED), at(match, "1309")
    around, beside = team(match, {"US-1": "1310", "US-2": "1308"}), team(match, {"US-1": "1310", "US-2": "1409"})
    assert picture.is_trapped(target, around)
    assert not picture.is_trapped(target, beside)
    assert picture.battle_worth(target, around, 9) > picture.battle_worth(target, beside, 9)


def test_allied_zones_close_no_trench() -> None:
    """The way along a whole Stellung is open; once it is breached it is not."""
    for breached, trapped in (("1518", False), ("1417 1617", True)):
        match = draw("US-1 1519, US-2 1516, DE-115 1517-", breached=breached, turn=3)
        attackers = team(match, {"US-1": "1518", "US-2": "1516"})
        assert picture_of(match, ALLIED).is_trapped(at(match, "1517"), attackers) is trapped


def test_who_can_be_shut_in_is_in_greater_danger() -> None:
    """From the north alone the 1st is driven back; from all around it loses steps to guns and has nowhere to go."""
    match = draw("US-1 1310, DE-52R 1308, DE-28R 1208, DE-37 1408", turn=8)
    picture, unit, hex_ = picture_of(match, ALLIED), match.rules.names.unit("US-1"), at(match, "1310")
    grid = match.rules.grid
    south, flanks = grid.hexset("1209", "1210", "1311", "1310"), grid.hexset("1310", "1209", "1410")
    assert picture.danger(unit, hex_, flanks) > picture.danger(unit, hex_, south)


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_an_aircraft_flies_where_the_shells_fall(level: str) -> None:
    """DE-8L is shut in and must take every hit; DE-5G in the open would only step back from the attack to come."""
    units = "DE-8L 1316-, US-1 1317, US-2 1416, US-3 1215, DE-5G 1909, US-42 1910, US-4 1809"
    match = draw(units, breached="1216", turn=8)
    assert "1316" in [order.split()[2] for order in orders(match, level) if "aircraft" in order]


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_the_last_step_in_sedan_is_left_to_the_storm(level: str) -> None:
    """A shell would only empty Sedan, and nobody may enter it then; a full garrison is shelled."""
    for garrison, is_shelled in (("DE-28R 0702-", False), ("DE-28R 0702", True)):
        units = f"{garrison}, US-1 0801, US-2 0703, US-3 0802, DE-5G 1909"
        match = draw(units, "bombardment", turn=23, stock=(2, 0), aircraft="0702")
        assert ("shell DE-28R" in orders(match, level)) is is_shelled


def test_who_steps_out_of_a_zone_leaves_no_supply_behind_him() -> None:
    """1318 is fed by 1319 as long as somebody stands there; 1320 lies behind all zones."""
    match = draw("US-92 1319, US-1 1320, DE-5G 1218, DE-1G 1417", turn=5)
    picture, grid = picture_of(match, ALLIED), match.rules.grid
    assert not picture.is_fed(match.rules.names.unit("US-92"), grid.hex("1318"))
    assert picture.is_fed(match.rules.names.unit("US-1"), grid.hex("1318"))


def test_in_the_last_turns_everybody_closes_up_to_the_goal() -> None:
    """One division stands before Sedan: early the others mind their own fight, late every hex towards it counts."""
    units = "US-1 0803, US-2 1212, US-3 1112, US-42 1312, US-5 1412, US-26 1213, DE-5G 0702, DE-28R 1909"
    early, late = (picture_of(draw(units, turn=turn), ALLIED) for turn in (6, 20))
    hex_ = early.rules.grid.hex("1210")
    assert late.place_worth(hex_) > 2 * early.place_worth(hex_)


# -- replacements


@puzzle
def test_a_strong_dead_division_comes_back_while_there_is_time() -> None:
    """Ten and ten for two points of the 92nd, and the front is near the edge on turn 2."""
    match = draw("US-1 lost, US-92 1520-, US-2 1421, DE-5G 1318", "replacement")
    assert orders(match) == ["return US-1"]


@puzzle
def test_nobody_is_brought_back_who_would_come_too_late() -> None:
    """On turn 23 the fight is at Sedan: the edge is a week behind it, so the 92nd is made whole."""
    match = draw("US-1 lost, US-92 0706-, US-2 0805, DE-5G 0702", "replacement", turn=23)
    assert orders(match) == ["rebuild US-92"]


# -- the evening scenario: who is in the line at the end is counted


def shelled_in_the_line(turn: int) -> Match:
    """German shells have hit a full division in the broken line."""
    units = "US-4 1318, US-80 1320, DE-115 1217"
    match = draw(units, "bombardment", "german", turn=turn, scenario="montfaucon", dice=[1], breached="1318")
    return play(match, "shell US-4", "done", "fire 1318")


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_who_is_about_to_be_counted_loses_a_step_rather_than_go(level: str) -> None:
    """The last German shells fall on a full division in the line; the count follows."""
    assert orders(shelled_in_the_line(turn=3), level) == ["suffer"]


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_it_goes_back_while_the_count_is_far(level: str) -> None:
    """A turn earlier the step is dearer: there is time to come back."""
    assert orders(shelled_in_the_line(turn=2), level)[0].startswith("retreat")


def test_a_gap_in_the_line_lets_somebody_in() -> None:
    """Of the deployed line one hex before the Americans is left: one more of them can walk in."""
    match = Match.new("meuse", "montfaucon", seed="a line")
    play(match, "done", "done", "done")
    picture = Picture(rules_of(match), state(match), GERMAN, load_weights("meuse", "german", ""))
    line = picture.field.occupied[GERMAN]
    hole = line & ~(1 << at(match, "1318"))
    assert picture.ways_into_line(hole) == picture.ways_into_line(line) + 1


def test_the_margin_of_the_evening_counts_who_is_in_the_line() -> None:
    """Seven are asked for: with two there the Allies are five short, and half a unit parts a win from a loss."""
    match = draw("US-4 1318, US-80 1418, US-1 1217, DE-123 0702", scenario="montfaucon", turn=3)
    assert MeuseExpert.margin(match.rules, match.state) == 2 - 7 + 0.5


# -- after the battle


@puzzle
def test_the_strongest_advances_towards_sedan() -> None:
    """The empty hex lies on the way, and the next day begins there."""
    match = draw("US-1 0906, US-92 0805, DE-13L 0905-, DE-5G 0702", "combat", turn=19, dice=[1])
    play(match, "attack 0905 with 0906 0805", "confirm", "roll")
    assert "stay" in match.decision.texts
    assert orders(match) == ["advance 0906"]


@puzzle
def test_divisions_are_not_broken_down_without_need() -> None:
    """A replacement serves a division, never a brigade."""
    assert orders(draw("US-4 1319, DE-5G 1318", "turn", turn=3)) == ["done"]


def test_a_rule_of_thumb_is_told() -> None:
    """An officer who is asked for advice says why."""
    match = draw("US-1 1308, US-3 1409, DE-28R 1408", "combat", allied="3 1")
    play(match, "attack 1408 with 1308 1409", "confirm")
    assert plan_of(match, "officer").why == "the smallest marker that moves the column enough, else none"


# -- drafts of a turn

AMPLE = 1000.0
"""Work enough for anything."""


def expert_of(match: Match, level: str) -> MeuseExpert:
    """A machine of a level at the seat that is asked."""
    return MeuseExpert(Mind.at(match.seat(match.decision.side), Name.read(level), "seed", 10.0))


def test_nobody_looks_past_the_last_turn() -> None:
    """On the last German turn there is one player turn left, whatever the level would look at."""
    last = draw("US-1 1318, DE-28R 1217", side="german", turn=24)
    assert expert_of(last, "staff").turns_ahead(AMPLE) == 1
    early = draw("US-1 1318, DE-28R 1217", side="german", turn=4)
    assert expert_of(early, "staff").turns_ahead(AMPLE) > 1


def test_the_staff_drafts_what_others_would_order() -> None:
    """After the first Allied attacks there is more than one way for the Germans to go on, the balanced one first."""
    match = Match.new("meuse", "montfaucon", seed="drafts")
    play(match, "done", "done", "done")
    while not (match.decision.side == "german" and isinstance(asked(state(match)), Movement)):
        let_play(match, "officer")
    drafts = expert_of(match, "staff").drafts()
    assert "balanced" in drafts[0].why
    assert len({draft.actions for draft in drafts}) == len(drafts) >= 3


def step_worth(scenario: str, side: str, hex_: str) -> float:
    """What a step of a hex is worth to an officer of a side, with an Allied division in 1318 and a German in 1217."""
    match = draw("US-1 1318, DE-28R 1217", side=side, scenario=scenario)
    return expert_of(match, "officer").picture().step_worth(at(match, hex_))


def test_allied_steps_are_cheaper_in_three_turns() -> None:
    """A step that is left after the count is worth nothing; in the campaign it marches on."""
    assert step_worth("montfaucon", "allied", "1318") < 0.5 * step_worth("campaign", "allied", "1318")


def test_germans_spend_their_divisions() -> None:
    """They are the stronger ones at first, and who waits is shelled: an Allied step is worth several of theirs."""
    for scenario in ("montfaucon", "campaign"):
        assert 2 * step_worth(scenario, "german", "1217") < step_worth(scenario, "german", "1318")


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_allies_attack_from_the_tenth_column_up_in_the_campaign(level: str) -> None:
    """Five points more are column 9, three dice of six cost step for step; seven are column 10."""
    assert orders(draw("US-1 1209, DE-192 1309", "combat"), level) == ["done"]
    assert orders(draw("US-1 1209, DE-10 1309", "combat"), level)[0].startswith("attack")


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_who_stands_in_the_line_does_not_risk_the_count(level: str) -> None:
    """An exchange would leave a division of one step where the count is taken next; a day earlier it is worth it."""
    units = "US-1 1318, US-3 1418, DE-28R 1317"
    last, before = (draw(units, "combat", turn=turn, scenario="montfaucon") for turn in (3, 2))
    assert orders(last, level) == ["done"]
    assert orders(before, level)[0].startswith("attack")


def test_only_who_comes_from_outside_makes_one_more_in_the_line() -> None:
    """To go from one hex of the line to another brings nobody in; from outside it does."""
    match = draw("US-1 1318, US-3 1319, DE-13L 1218", "combat", turn=3, scenario="montfaucon")
    picture, names = expert_of(match, "officer").picture(), match.rules.names
    inside, outside = ((names.unit(unit), at(match, hex_)) for unit, hex_ in (("US-1", "1318"), ("US-3", "1319")))
    assert not picture.brings_in((inside,))
    assert picture.brings_in((inside, outside))


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_german_guns_fire_before_the_count_on_who_can_be_thrown_out(level: str) -> None:
    """The depleted division in the line is gone by a hit, the whole one behind it is not counted at all."""
    units = "US-1 1318-, US-3 1319, DE-28R 1317, DE-5G 1218, DE-15 1418"
    match = draw(units, "bombardment", "german", turn=3, scenario="montfaucon", breached="1318", stock=(0, 2))
    assert orders(match, level)[:2] == ["shell US-1", "shell US-1"]


@pytest.mark.parametrize("scenario", ["campaign", "montfaucon"])
def test_an_allied_commander_keeps_to_the_rules_of_thumb_in_battle(scenario: str) -> None:
    """Weighed by what positions are worth, it fared worse; a German commander weighs."""
    allied = draw("US-1 1318, US-3 1419, DE-28R 1418", "combat", allied="3 1", scenario=scenario)
    play(allied, "attack 1418 with 1318 1419", "confirm")
    assert plan_of(allied, "commander").why == "the smallest marker that moves the column enough, else none"
    german = draw("US-1 1418, DE-3G 1417, DE-28R 1318", "combat", "german", german="3 1", scenario=scenario)
    play(german, "attack 1418 with 1417 1318", "confirm")
    assert plan_of(german, "commander").why == "best on the average"


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_the_one_replacement_is_for_the_garrison_of_the_goal(level: str) -> None:
    """Montfaucon is held by a depleted division, and the Allies come once more; a stronger one elsewhere must wait."""
    units = "US-4 1217, US-32 1317, DE-37 1216-, DE-52R 1210-"
    assert orders(draw(units, side="german", turn=2, scenario="montfaucon"), level)[0] == "rebuild DE-37"


# -- reliefs


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_a_division_follows_into_the_hex_that_a_friend_leaves(level: str) -> None:
    """Two in a gap one hex wide: the first goes on, and the second comes into its place to be counted as well."""
    match = draw("US-4 0218, US-1 0219, DE-28R 0118, DE-5G 0318", turn=3, scenario="montfaucon")
    let_play(match, level)
    board = rules_of(match).board
    assert all(not has(board.south, at(match, where(match, unit))) for unit in ("US-4", "US-1"))


def test_who_waits_for_another_in_a_circle_finds_another_place() -> None:
    """Two divisions that want each other's hexes: neither is lost to the order, and every order is legal."""
    match = draw("US-1 1318, US-3 1319, DE-5G 1217")
    picture = Picture(rules_of(match), state(match), ALLIED, load_weights("meuse", "allied", ""))
    first, second = (match.rules.names.unit(unit) for unit in ("US-1", "US-3"))
    line = AlliedLine(picture, {first: at(match, "1319"), second: at(match, "1318")})
    free = [at(match, "1219"), at(match, "1419")]
    found = in_turn(picture, line, {first: free, second: free}, Work(1.0))
    assert found
    assert all(order[2] in free for order in found)


@pytest.mark.parametrize("level", BOTH)
@puzzle
def test_in_the_evening_scenario_the_sixth_column_is_enough(level: str) -> None:
    """Nine against six in the Stellung is column 6: not in the campaign, but three turns leave nothing to save for."""
    assert orders(draw("US-4 1319, DE-115 1318", "combat", scenario="montfaucon"), level)[0].startswith("attack")
    assert orders(draw("US-4 1319, DE-115 1318", "combat"), level) == ["done"]
