"""Puzzles of Meuse-Argonne: small positions with one thing that must be done, or must not; a commander solves them."""

from __future__ import annotations

from tests.bots.asked import let_play, orders
from tests.games.meuse.drawn import draw, rules_of, state
from westfront.engine.match import Match
from westfront.hexgrid import has

SEDAN = "0702"


def where(match: Match, unit: str) -> str:
    return match.rules.names.place(state(match).at[match.rules.names.unit(unit)])


def test_who_can_walk_into_sedan_does() -> None:
    match = let_play(draw("US-1 0705, US-2 1212, DE-5G 1214", turn=20))
    assert match.over
    assert "Sedan is entered" in str(match.result)


def test_sedan_is_not_left_empty_when_the_allies_are_near() -> None:
    match = let_play(draw("US-1 0707, DE-5G 0602, DE-28R 1212", side="german", turn=20))
    assert where(match, "DE-5G") == SEDAN


def test_the_garrison_of_sedan_stays() -> None:
    match = let_play(draw("US-1 0705, US-2 0704, DE-5G 0702, DE-28R 0601", side="german", turn=22))
    assert rules_of(match).field(state(match)).stacks.get(match.rules.grid.hex(SEDAN))


def test_no_attack_below_the_eighth_column() -> None:
    """Nine against six in the Stellung is column 6: half the dice hurt only the attacker."""
    assert orders(draw("US-4 1319, DE-115 1318", "combat")) == ["done"]


def test_an_attack_at_the_best_column_is_made() -> None:
    found = orders(draw("US-4 1320, US-80 1419, DE-8L 1419-, US-1 1319, DE-115 1420", "combat"))
    assert found[0].startswith("attack ")
    assert found[1] == "confirm"


def test_everybody_who_helps_the_column_joins() -> None:
    found = orders(draw("US-1 1208, US-2 1209, DE-5G 1309", "combat"))
    assert set(found[0].split()) == {"attack", "1309", "with", "1208", "1209"}


def test_the_depleted_division_is_spared_in_an_exchange() -> None:
    match = draw("US-1 1309, US-3 1310-, DE-8L 1409", "combat", dice=[4])
    for action in ("attack 1409 with 1309 1310", "confirm", "roll"):
        match.play(action)
    assert match.decision.texts == ("lose 1309", "lose 1310")
    assert orders(match) == ["lose 1309"]


def test_the_strongest_depleted_divisions_are_rebuilt() -> None:
    match = draw("US-1 1320-, US-92 1520-, US-2 1421-, DE-5G 1318", "replacement")
    assert orders(match) == ["rebuild US-1", "rebuild US-2"]


def test_a_german_in_sedan_loses_a_step_rather_than_the_town() -> None:
    match = draw("US-1 0701, US-2 0801, US-3 0601, DE-52R 0702", "combat", turn=22, dice=[1])
    for action in ("attack 0702 with 0601 0701 0801", "confirm"):
        match.play(action)
    while match.decision.texts == ("roll",) or "done" in match.decision.texts:
        match.play("roll" if "roll" in match.decision.texts else "done")
    assert match.decision.side == "german"
    assert orders(match) == ["resist"]


def test_an_empty_sedan_is_entered_after_combat() -> None:
    match = draw("US-1 0701, US-2 0801, US-3 0601, DE-52R 0702-, US-4 0802", "combat", turn=22, dice=[1])
    for action in ("attack 0702 with 0601 0701 0801 0802", "confirm", "roll"):
        match.play(action)
    assert "stay" in match.decision.texts
    assert orders(match)[0].startswith("advance")


def test_a_lone_weakened_division_is_struck() -> None:
    """Three divisions can reach a depleted one in the open: they do, and attack it."""
    match = draw("US-35 1310-, DE-52R 1208, DE-28R 1308, DE-37 1409, US-1 1618", side="german", turn=8)
    let_play(match)
    while match.decision.side == "german" and not any(text.startswith("attack") for text in match.decision.texts):
        let_play(match)
    assert orders(match)[0].startswith("attack")


def test_gas_is_used() -> None:
    match = draw("US-4 1319, US-80 1418, DE-115 1318", "bombardment", turn=1)
    let_play(match)
    assert orders(match) == ["gas"]


def test_shells_fall_on_the_trench_that_is_to_be_stormed() -> None:
    match = draw("US-4 1319, US-80 1418, US-1 1219, DE-115 1318, DE-8L 1216", "bombardment", stock=(2, 0))
    assert orders(match) == ["shell DE-115", "shell DE-115", "done"]


def test_an_aircraft_helps_at_the_trench() -> None:
    match = draw("US-4 1319, US-80 1418, US-1 1218, DE-115 1318", turn=1)
    flights = [order for order in orders(match) if "aircraft" in order]
    assert any(order.endswith("1318") for order in flights)


def test_reinforcements_come_in() -> None:
    match = draw("US-1 1320, US-89 due, DE-5G 1318", turn=20)
    assert orders(match)[0] == "take US-89"
    let_play(match)
    assert orders(match)[0].startswith("enter")


def test_nobody_moves_into_a_trap_without_need() -> None:
    """A lone division does not leave supply to stand among four Germans."""
    match = let_play(draw("US-92 1819, DE-5G 1617, DE-28R 1717, DE-37 1817, DE-52R 1917", turn=3))
    rules = rules_of(match)
    assert has(rules.board.south, state(match).at[rules.names.unit("US-92")])
