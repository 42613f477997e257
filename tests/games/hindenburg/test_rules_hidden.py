"""Chapter 6.6: what each side sees."""

from __future__ import annotations

import pytest

from tests.asking import offers, rule_of, told
from tests.games.hindenburg.drawn import drawn, hindenburg, state
from westfront.engine.match import Match
from westfront.engine.view import Piece


def pieces(match: Match, side: str | None, hex_: str) -> list[Piece]:
    """The counters of a hex as a side sees them."""
    return [piece for piece in match.view(side).scene.pieces if piece.at == hex_]


@pytest.mark.rule("6.0", "6.6")
def test_of_an_enemy_stack_the_top_unit_and_the_height() -> None:
    """Vector D57."""
    match = drawn("3205: 1xBR3-3 5xBR2-3; 3206: 6xGE4-4", "german", dice=[1] * 6 + [6] * 10)
    seen = pieces(match, "german", "3205")
    assert [piece.name for piece in seen] == ["BR-1", "", "", "", "", ""]
    assert seen[0].facts == ("3-3", "infantry")
    assert seen[1] == Piece("3205", "allied")
    assert all(piece.name for piece in pieces(match, "allied", "3205"))
    assert [piece.name for piece in pieces(match, None, "3206")][1:] == [""] * 5


@pytest.mark.rule("6.6")
def test_a_declared_attack_opens_the_target() -> None:
    match = drawn("3205: 1xBR3-3 5xBR2-3; 3206: 4xGE4-4 2xGE3-3", "german", dice=[6] * 14)
    match.play("attack 3205 from 3206 with 4xGE4-4")
    assert all(piece.name for piece in pieces(match, "german", "3205"))
    shown = [piece.facts[0] for piece in pieces(match, "allied", "3206") if piece.name]
    assert shown == ["4-4"] * 4
    assert sum(not piece.name for piece in pieces(match, "allied", "3206")) == 2


@pytest.mark.rule("6.6")
def test_of_the_reserve_of_the_enemy_the_number_is_seen() -> None:
    """What is on the Turn Record Track is no secret: it was lost and rolled for, or printed, openly."""
    match = drawn("reserve: 3xUS4-4 2xBR-tanks; turn-9: 2xFR3-3r; gone: 1xFR2-3; 3206: 1xGE3-3")
    mine, theirs = (match.view(side).scene.boxes for side in ("allied", "german"))
    *own, tanks = mine["allied reserve"]
    assert "US4-4" in [pile.word for pile in own]
    assert (tanks.facts, tanks.count) == (("BR tank brigade",), 2)
    hidden, seen = theirs["allied reserve"]
    assert (hidden.name, hidden.word, hidden.facts) == ("", "", ())
    assert hidden.count == sum(pile.count for pile in own)
    assert seen == tanks
    for boxes in (mine, theirs):
        assert [(pile.word, pile.count) for pile in boxes["allied turn-9"]] == [("FR3-3r", 2)]
    assert "FR2-3" in [pile.word for pile in theirs["allied gone"]]


@pytest.mark.rule("6.6", "13.7")
def test_the_dead_are_shown() -> None:
    match = drawn("3206: 4xGE4-4; 3205: 2xBR3-3", dice=[1] * 4 + [6] * 4)
    match.play("attack 3205 from 3206 with all")
    assert match.decision.rule == "9.3"
    for side in ("german", "allied", None):
        assert [(pile.word, pile.count) for pile in match.view(side).scene.boxes["allied dead"]] == [("BR3-3", 2)]


@pytest.mark.rule("6.6")
def test_the_owner_chooses_what_lies_on_top() -> None:
    match = drawn("3206: 1xGE4-4 2xGE1-2")
    match.play("force 3206")
    assert offers(match, "top") == {"GE1-2"}
    assert rule_of(match, "top GE4-4") == "6.6"
    assert rule_of(match, "top GE2-3") == "6.6"
    assert rule_of(match, "top GE1-2 in 3306") == "5.3"
    match.play("top GE1-2")
    assert pieces(match, "allied", "3206")[0].facts[0] == "1-2"
    assert not match.can_undo
    match.play("cancel")
    match.play("top GE4-4 in 3206")
    assert pieces(match, "allied", "3206")[0].facts[0] == "4-4"


@pytest.mark.rule("6.6")
@pytest.mark.parametrize("actions", ["go 3207", "attack 3205"])
def test_what_was_laid_on_top_of_a_force_is_on_top_where_it_goes(actions: str) -> None:
    match = drawn("3206: 1xGE4-4 1xGE3-3 1xGE1-2; 3205: 1xBR3-3", dice=[1, 1, 1, 6, 6])
    for action in ("force 3206", "top GE1-2", actions):
        match.play(action)
    to = actions.split()[-1]
    assert [piece.word for piece in pieces(match, "german", to)] == ["GE1-2", "GE4-4", "GE3-3"]


@pytest.mark.rule("6.6")
def test_a_division_that_was_never_on_top_is_not_shown_by_the_move_of_another_top() -> None:
    match = drawn("3206: 1xGE4-4 1xGE3-3 1xGE1-2")
    for action in ("force 3206", "leave GE4-4 1", "top GE1-2", "go 3207"):
        match.play(action)
    assert [piece.word for piece in pieces(match, "allied", "3207")] == ["GE1-2", ""]
    assert [piece.word for piece in pieces(match, "allied", "3206")] == ["GE4-4"]


@pytest.mark.rule("6.6")
def test_of_like_divisions_one_that_acts_is_laid_on_top() -> None:
    """Otherwise a division would stay on top that is not to go, and the enemy would be shown another one."""
    match = drawn("3206: 1xGE4-4 2xGE3-3 1xGE1-2")
    for action in ("force 3206", "leave GE4-4 1", "leave GE3-3 1", "top GE3-3"):
        match.play(action)
    shown = pieces(match, "allied", "3206")[0].name
    match.play("go 3207")
    assert pieces(match, "allied", "3207")[0].name == shown


@pytest.mark.rule("6.6")
@pytest.mark.parametrize(
    "actions",
    [
        "move 3206 3207 with 1xGE4-4",
        "force 3206; leave GE1-2 1; leave GE4-4 1; go 3207",
        "force 3206; leave GE1-2 1; leave GE4-4 2; add GE4-4 1; go 3207",
        "send 3206 with 1xGE4-4",
        "send; from 3206; add GE4-4 1; done",
        "attack 3205 from 3206 with 1xGE4-4; roll",
    ],
)
def test_of_like_divisions_the_lowest_goes_and_the_top_one_stays(actions: str) -> None:
    match = drawn("3206: 1xGE4-4 1xGE1-2 1xGE4-4; 3205: 1xBR3-3", dice=[1, 6, 6, 6])
    for action in actions.split("; "):
        match.play(action)
    assert [piece.word for piece in pieces(match, "allied", "3206")] == ["GE4-4", ""]


@pytest.mark.rule("6.6")
def test_those_that_come_lie_below() -> None:
    match = drawn("3206: 1xGE4-4 2xGE1-2; 3207: 1xGE3-3")
    match.play("move 3206 3207 with all")
    stack = hindenburg().stack(state(match), hindenburg().grid.hex("3207"))
    assert [hindenburg().kind(state(match), unit) for unit in stack] == ["GE3-3", "GE4-4", "GE1-2", "GE1-2"]


@pytest.mark.rule("6.6")
def test_the_enemy_is_told_how_many_move_not_who() -> None:
    match = drawn("3206: 1xGE4-4 2xGE1-2; 3207: 1xGE3-3")
    lines = told(match, "move 3206 3207 with all", side="allied")
    assert lines[0] == "german: a force of 3 moves from 3206 to 3207 [11.2]"
    assert "2 x GE1-2, 1 x GE4-4 move from 3206 to 3207 [11.2]" in match.log("german")
    lines = told(match, "bring 3204 with 2xFR3-3", side="german")
    assert lines[0] == "allied: a group of 2 comes from the reserve to 3204 [10.4]"
    lines = told(match, "send 3207 with 2xGE1-2", side="allied")
    assert lines[0] == "german: a group of 2 goes from 3207 to the reserve [10.5]"


@pytest.mark.rule("6.6")
def test_low_morale_and_reduced_sides_are_seen_on_top() -> None:
    match = drawn("3205: 1xBR2-3r; 3105: 1xUS4-4r; 3206: 1xGE3-3")
    assert pieces(match, "german", "3205")[0].states == ("low morale",)
    assert pieces(match, "german", "3105")[0].states == ("reduced",)


@pytest.mark.rule("8.1", "3.5", "12.2", "6.6")
def test_markers_and_control_are_open() -> None:
    match = drawn("3206: 1xGE3-3; 3207: 1xGE3-3; supply: 3206; trench: 3207; german: 3205; allied: 3306")
    scene = match.view("allied").scene
    assert scene.hexes["German control"] == ("3205",)
    assert scene.hexes["Allied control"] == ("3306",)
    assert scene.hexes["entrenchment"] == ("3207",)
    assert scene.hexes["attack supply"] == ("3206",)
