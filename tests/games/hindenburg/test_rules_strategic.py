"""Chapter 10: strategic movement, by rule."""

from __future__ import annotations

import pytest

from tests.asking import offers, rule_of
from tests.games.hindenburg.drawn import drawn, state, there
from westfront.games.hindenburg.state import RESERVE


@pytest.mark.rule("10.0", "10.1", "10.2", "10.4", "5.3(1)")
def test_five_divisions_come_to_any_hexes_of_the_own_side() -> None:
    """Vector D45: five to five different hexes."""
    match = drawn("3206: 1xGE3-3", "german")
    match.play("bring")
    for hex_ in ("3206", "3306", "2021", "4212", "3508"):
        match.play(f"to {hex_}")
        match.play("add GE4-4 1")
    assert not offers(match, "to")
    assert rule_of(match, "to 3507") == "10.4"
    match.play("done")
    assert match.decision.side == "allied"
    for hex_ in ("3306", "2021", "4212", "3508"):
        assert there(match, hex_) == "1 x GE4-4"


@pytest.mark.rule("10.4", "10.6")
def test_more_than_five_need_a_city() -> None:
    """Vector D45: seven to St Quentin, but not to 3206."""
    match = drawn("3206: 1xGE3-3")
    assert rule_of(match, "bring 3206 with 7xGE3-3") == "10.4"
    match.play("bring 3106 with 7xGE3-3")
    assert there(match, "3106") == "7 x GE3-3"


@pytest.mark.rule("10.4", "10.6")
def test_beyond_the_line_only_one_city_serves() -> None:
    """Vector D45: not to 3105 in the west, though it is held; ten to Soissons, held and in supply."""
    match = drawn("3105: 1xGE3-3; 2705: 1xGE3-3; german: 2806 2706")
    assert rule_of(match, "bring 3105 with 5xGE3-3") == "10.6"
    assert rule_of(match, "bring 2705 with 10xGE4-4") == "6.2"
    match.play("bring")
    assert "3105" not in offers(match, "to")
    match.play("to 2705")
    match.play("add GE4-4 3")
    assert offers(match, "to") == {"2705"}
    assert rule_of(match, "to 3206") == "10.6"
    match.play("to 2705")
    assert offers(match, "add") >= {"GE4-4 6", "GE3-3 6"}
    assert "GE4-4 7" not in offers(match, "add")
    match.play("add GE4-4 6")
    match.play("done")
    assert there(match, "2705") == "1 x GE3-3, 9 x GE4-4"


@pytest.mark.rule("10.6")
def test_a_city_and_another_hex_make_a_group_of_five() -> None:
    match = drawn("3206: 1xGE3-3")
    match.play("bring")
    match.play("to 3106")
    match.play("add GE3-3 4")
    match.play("to 3206")
    assert offers(match, "add") == {f"{kind} 1" for kind in ("GE4-4", "GE3-3", "GE2-3", "GE1-2")}
    assert rule_of(match, "add GE3-3 2") == "10.4"
    match.play("add GE3-3 1")
    match.play("done")
    assert there(match, "3106") == "4 x GE3-3"


@pytest.mark.rule("10.4", "6.2")
def test_stacking_holds_at_the_moment_of_placement() -> None:
    match = drawn("3106: 8xGE3-3")
    assert rule_of(match, "bring 3106 with 3xGE4-4") == "6.2"
    match.play("bring 3106 with 2xGE4-4")
    match.play("pass")
    match.play("bring")
    assert "3106" not in offers(match, "to")
    assert rule_of(match, "to 3106") == "6.2"
    assert rule_of(match, "to 3105") == "10.4"


@pytest.mark.rule("10.4")
def test_what_is_not_in_the_reserve_does_not_come() -> None:
    match = drawn("3206: 1xGE3-3")
    assert rule_of(match, "bring 3206 with 1xGE3-3r") == "10.4"
    assert rule_of(match, "bring 3206 with many") == "10.4"
    match.play("bring")
    assert rule_of(match, "done") == "10.4"
    assert rule_of(match, "add GE3-3 1") == "10.4"
    match.play("to 3206")
    assert rule_of(match, "to 3306") == "10.4"
    assert rule_of(match, "add GE3-3r 1") == "10.4"
    match.play("cancel")
    match.play("cancel")
    assert match.decision.rule == "5.3"


@pytest.mark.rule("10.4")
def test_divisions_that_came_in_act_in_the_next_action() -> None:
    match = drawn("3206: 1xGE3-3")
    match.play("bring 3106 with 1xGE4-4")
    match.play("pass")
    match.play("move 3106 3107 with all")
    assert there(match, "3107") == "1 x GE4-4"


@pytest.mark.rule("10.2", "10.5")
def test_five_divisions_go_into_the_reserve_from_any_hexes() -> None:
    match = drawn("3206: 3xGE3-3; 3207: 4xGE4-4; 3205: 1xGE4-4")
    match.play("send")
    assert offers(match, "from") == {"3206", "3207"}
    match.play("from 3206")
    match.play("add GE3-3 2")
    match.play("from 3207")
    assert offers(match, "add") == {"GE4-4 1", "GE4-4 2", "GE4-4 3"}
    assert rule_of(match, "add GE4-4 4") == "10.5"
    match.play("add GE4-4 3")
    assert not offers(match, "from")
    match.play("done")
    assert there(match, "3206") == "1 x GE3-3"
    assert there(match, "3207") == "1 x GE4-4"


@pytest.mark.rule("10.5", "10.6")
def test_ten_divisions_leave_one_city() -> None:
    match = drawn("3106: 10xGE3-3; 3206: 10xGE3-3")
    assert rule_of(match, "send 3206 with 6xGE3-3") == "10.5"
    match.play("send 3106 with all")
    assert there(match, "3106") == "nobody"


@pytest.mark.rule("10.5", "10.6")
def test_beyond_the_line_divisions_leave_only_from_a_city() -> None:
    match = drawn("2806: 3xGE3-3; 2705: 3xGE4-4; german: 2706; 2906: 1xGE3-3")
    assert rule_of(match, "send 2806 with 1xGE3-3") == "10.6"
    match.play("send 2705 with all")
    assert there(match, "2705") == "nobody"


@pytest.mark.rule("10.5")
def test_what_is_not_there_does_not_leave() -> None:
    match = drawn("3206: 1xGE3-3; 2705: 1xGE4-4")
    assert rule_of(match, "send 3306 with 1xGE3-3") == "10.5"
    assert rule_of(match, "send 3206 with 2xGE3-3") == "10.5"
    match.play("send")
    assert rule_of(match, "done") == "10.5"
    assert rule_of(match, "add GE3-3 1") == "10.5"
    assert rule_of(match, "from 3306") == "10.5"
    assert rule_of(match, "from 2705") == "7.6"
    match.play("from 3206")
    assert rule_of(match, "from 3206") == "10.5"
    assert rule_of(match, "add GE4-4 1") == "10.5"
    match.play("add GE3-3 1")
    assert rule_of(match, "from 3206") == "10.5"


@pytest.mark.rule("10.3", "14.1", "14.2")
def test_portuguese_and_belgians_never_go_into_the_reserve() -> None:
    """Vector D33."""
    match = drawn("3704: 2xPO1-2 1xBR3-3; 4104: 2xBE2-3; 3206: 1xGE3-3", "allied")
    assert rule_of(match, "send 3704 with 1xPO1-2") == "10.3"
    assert rule_of(match, "send 4104 with 1xBE2-3") == "10.3"
    match.play("send")
    assert offers(match, "from") == {"3704"}
    match.play("from 3704")
    assert offers(match, "add") == {"BR3-3 1"}
    assert rule_of(match, "add PO1-2 1") == "10.3"


@pytest.mark.rule("10.3", "14.2", "7.6")
def test_belgians_come_back_near_belgium_only() -> None:
    match = drawn("reserve: 2xBE1-2r; 3206: 1xGE3-3", "allied")
    assert rule_of(match, "bring 3704 with 1xBE1-2r") == "7.6"
    match.play("bring 4104 with 2xBE1-2r")


@pytest.mark.rule("10.4", "7.3")
def test_east_of_the_line_each_nation_needs_its_own_supply() -> None:
    match = drawn("3506: 1xUS4-4; allied: 3505; 3206: 1xGE3-3; german: 4000 4101 4203", "allied")
    assert rule_of(match, "bring 3506 with 1xBR3-3") == "7.6"
    match.play("bring 3506 with 3xFR3-3")


@pytest.mark.rule("10.1", "10.2")
def test_the_reserve_has_no_limit_and_is_left_only_so() -> None:
    match = drawn("3206: 1xGE3-3")
    assert list(state(match).at).count(RESERVE) > 300
    match.play("send 3206 with all")
    match.play("pass")
    match.play("bring 3206 with 1xGE3-3")
    assert there(match, "3206") == "1 x GE3-3"


@pytest.mark.rule("10.4")
def test_an_empty_reserve_brings_nobody() -> None:
    """Not even `all`, which would spend the action in silence."""
    match = drawn("3206: 1xGE3-3; gone: 40xGE4-4 51xGE3-3 71xGE2-3 41xGE1-2")
    assert "bring" not in match.decision.texts
    assert rule_of(match, "bring 3206 with all") == "10.4"
    assert rule_of(match, "bring 2705 with all") == "10.4"


@pytest.mark.rule("6.6", "10.4")
@pytest.mark.parametrize("words", ["1xGE1-2 1xGE4-4", "1xGE4-4 1xGE1-2"])
def test_the_first_division_named_lies_on_top(words: str) -> None:
    """The enemy acts next: the owner chooses now what he sees of a stack in an empty hex."""
    match = drawn("3206: 1xGE3-3")
    match.play(f"bring 3207 with {words}")
    top = next(piece for piece in match.view("allied").scene.pieces if piece.at == "3207")
    assert top.word == words.split()[0].removeprefix("1x")


def test_nothing_to_bring_or_to_send_is_not_offered() -> None:
    match = drawn("2705: 1xGE3-3; 3206: 1xBR3-3", "german")
    assert "send" not in match.decision.texts
    assert rule_of(match, "send") == "10.5"
