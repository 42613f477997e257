"""Puzzles of Operation Michel: small positions with one thing to do, or not to do; a commander solves them."""

from __future__ import annotations

from tests.bots.asked import let_play, orders
from tests.games.michel.drawn import bare, real, state, where
from westfront.engine.match import Match

ARRAS, AMIENS, MONTDIDIER = "2003", "0619", "1428"


def at(match: Match, unit: str) -> str:
    return where(match, unit)


def test_an_open_objective_is_taken() -> None:
    match = let_play(real("S-234 2404, G-18-corps 2504, B-62 1010", turn=9))
    assert at(match, "S-234") == ARRAS


def test_the_dearest_objective_comes_first() -> None:
    match = let_play(bare("S-234 1019, G-18-corps 1119, B-62 3030", turn=9))
    assert at(match, "S-234") == AMIENS


def test_arras_is_garrisoned_by_two() -> None:
    match = let_play(real("B-62 2103, B-56 2004, B-4 1803, S-234 2503, S-221 2504, B-17-corps 1703", side="allied"))
    assert [at(match, unit) for unit in ("B-62", "B-56", "B-4")].count(ARRAS) == 2


def test_no_attack_without_a_corps_to_supply_it() -> None:
    match = bare("S-234 1010, S-221 1010, S-111 1011, S-17 1011, B-62 1110, G-18-corps 3030", "combat")
    assert orders(match) == ["done"]


def test_a_good_attack_is_declared_and_supplied() -> None:
    match = bare("S-234 1210, S-221 1210, S-111 1209, S-17 1209, B-62 1110, G-18-corps 1411", "combat")
    found = orders(match)
    assert found[0] == "attack 1110"
    assert "supply G-18-corps" in found
    assert found[-1] == "done"


def test_no_attack_at_even_odds() -> None:
    match = bare("S-234 1210, B-Gd 1110, B-62 1110, G-18-corps 1411", "combat")
    assert orders(match) == ["done"]


def test_the_weakest_is_lost_in_an_exchange() -> None:
    match = bare("S-234 1210, T-185 1210, S-111 1209, B-62 1110, G-18-corps 1411", "combat", dice=[5])
    for action in ("attack 1110", "add S-234 T-185 S-111", "confirm", "supply G-18-corps", "done"):
        match.play(action)
    match.play(match.decision.texts[0])
    assert orders(match) == ["lose T-185"]


def test_a_division_resists_and_not_the_corps_beside_it() -> None:
    match = bare("S-234 1210, S-221 1210, S-111 1209, B-62 1110, B-17-corps 1110, G-18-corps 1411", "combat")
    for action in ("attack 1110", "add S-234 S-221 S-111", "confirm", "supply G-18-corps", "done"):
        match.play(action)
    assert orders(match, "officer") == ["resist B-62"]


def test_guns_fire_where_they_move_the_odds() -> None:
    match = bare("S-234 1210, S-221 1210, S-111 1209, B-62 1110, B-17-corps 0910, G-18-corps 1411", "combat")
    for action in ("attack 1110", "add S-234 S-221 S-111", "confirm", "supply G-18-corps", "done"):
        match.play(action)
    assert orders(match, "officer")[0].startswith("fire B-17-corps 1110")


def test_units_leave_by_the_west_edge_on_the_last_day() -> None:
    match = let_play(bare("S-234 0310, G-18-corps 0410, B-62 3030", turn=10, held="2003 0619 1428"))
    assert state(match).at[match.rules.names.unit("S-234")] == -4


def test_corps_do_not_walk_beside_the_enemy() -> None:
    match = let_play(bare("S-234 1210, G-18-corps 1610, B-62 1110, B-56 1111, B-4 1112"))
    grid = match.rules.grid
    corps = state(match).at[match.rules.names.unit("G-18-corps")]
    assert min(grid.distance(corps, grid.hex(label)) for label in ("1110", "1111", "1112")) > 1


def test_the_allies_stand_between_the_germans_and_amiens() -> None:
    match = let_play(real("B-62 0811, B-17-corps 0512, S-234 1219, S-221 1220, G-18-corps 1420", side="allied"))
    grid = match.rules.grid
    unit = state(match).at[match.rules.names.unit("B-62")]
    assert grid.distance(unit, grid.hex(AMIENS)) <= 5
