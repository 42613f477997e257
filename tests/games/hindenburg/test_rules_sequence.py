"""Chapters 1, 2 and 5: components, the sequence of play; 9.1, 9.2 and 9.6: arrival and American recovery."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.asking import rule_of, told
from tests.games.hindenburg.drawn import drawn, hindenburg, state, there
from westfront.engine.frame import asked
from westfront.engine.match import Match
from westfront.games.hindenburg.sequence import dates
from westfront.games.hindenburg.state import BR, FR, RESERVE, US


def accepted(seed: int = 1) -> Match:
    """A game in which both sides took what was laid out."""
    match = Match.new("hindenburg", seed=seed)
    match.play("done")
    match.play("done")
    return match


@pytest.mark.rule("1.3")
def test_the_dates_of_the_turns() -> None:
    """Vector W12: July II is turn 9."""
    assert dates(1) == "21 to 31 March 1918"
    assert dates(2) == "April I 1918"
    assert dates(9) == "July II 1918"
    assert dates(14) == "October I 1918"
    assert dates(15) == "15 October to 11 November 1918"


@pytest.mark.rule("5.3")
def test_forces_are_offered_in_the_order_of_the_map() -> None:
    """Not in the order in which they were found, which would hang on the positions that were looked at before."""
    places = ["3105: 1xGE4-4; 3206: 1xGE4-4", "3206: 1xGE4-4", "3105: 2xGE4-4; 3206: 1xGE4-4"]
    offers = [asked(s).offer(hindenburg(), s) for s in (state(drawn(words)) for words in places)]
    first, _, last = ([action for action in offer if action[0] == "force"] for offer in offers)
    assert len(first) == 2
    assert first == last


@pytest.mark.rule("2.2", "Errata")
def test_hexes_named_in_the_booklet() -> None:
    """Vectors W1 and W2."""
    rules = hindenburg()
    places = {place.name: rules.grid.label(place.hex) for place in rules.board.atlas.places}
    assert places["Trier"] == "2822"
    assert rules.grid.distance(rules.grid.hex("2901"), rules.grid.hex("2902")) == 1
    assert rules.grid.distance(rules.grid.hex("2902"), rules.grid.hex("2903")) == 1
    labels = [rules.grid.label(hex_) for hex_ in rules.grid]
    assert labels.count("2802") == 1


@pytest.mark.rule("2.1", "2.3", "2.6", "2.7")
def test_the_counters() -> None:
    rules = hindenburg()
    nations = Counter(rules.kinds[u][0][:2] for u in rules.divisions)
    assert nations == {"GE": 204, "FR": 102, "BR": 54, "AN": 6, "BE": 13, "PO": 2, "US": 29}
    assert Counter(rules.nation_of[u] for u in rules.tanks) == {BR: 4, FR: 3}
    assert len(rules.markers) == 4


@pytest.mark.rule("2.4", "2.5", "2.8")
def test_factors_and_reverse_sides() -> None:
    """Vector W3: an American division is 4-4 on both sides, with two steps; others are of four classes."""
    rules = hindenburg()
    for unit in rules.divisions:
        front = rules.attack[unit][0], rules.defence[unit][0]
        back = rules.attack[unit][1], rules.defence[unit][1]
        if rules.nation_of[unit] == US:
            assert (front, back, rules.steps[unit]) == ((4, 4), (4, 4), 2)
        else:
            assert {front, back} <= {(1, 2), (2, 3), (3, 3), (4, 4)}
            assert rules.steps[unit] == 1
            assert back <= front


@pytest.mark.rule("5.0", "5.1", "5.2", "5.2(III)", "2.11")
def test_ten_pairs_of_actions_the_german_first() -> None:
    match = accepted()
    order = []
    while state(match).turn == 1 and match.decision.rule == "5.3":
        order.append(match.decision.side)
        match.play("pass")
    assert order == ["german", "allied"] * 10
    assert match.decision.rule == "4.6"
    match.play("roll")
    match.play("roll")
    assert state(match).turn == 2


@pytest.mark.rule("5.1")
def test_a_finished_action_is_not_taken_back() -> None:
    match = accepted()
    match.play("pass")
    assert not match.can_undo


@pytest.mark.rule("5.1", "4.2")
def test_the_action_before_the_mid_game_check_is_not_taken_back() -> None:
    match = drawn("3206: 2xGE3-3; 3205: 1xBR3-3", turn=9)
    match.play("move 3206 3207 with all")
    assert match.decision.side == "german"
    assert match.decision.texts == ("check", "wait")
    assert not match.can_undo


@pytest.mark.rule("5.1", "4.12")
def test_the_action_before_the_morale_die_is_not_taken_back() -> None:
    match = drawn("3206: 2xGE3-3; 3205: 2xBR3-3", "allied", turn=10, actions=(0, 1))
    match.play("move 3205 3204 with all")
    assert (match.decision.side, match.decision.rule) == ("allied", "4.12")
    assert not match.can_undo


@pytest.mark.rule("5.1", "8.1")
def test_the_placement_of_attack_supply_is_not_taken_back_in_phase_iii() -> None:
    """While the phase lasts it can be, the last marker too."""
    match = drawn("3206: 2xGE3-3; 3205: 2xBR3-3; turn-3: AS-1", "allied", turn=2, actions=(0, 1))
    for action in ("pass", "roll", "roll", "mark 3206"):
        match.play(action)
    assert match.decision.texts == ("done",)
    match.undo()
    match.play("mark 3206")
    match.play("done")
    assert (match.decision.side, match.decision.rule) == ("german", "5.3")
    assert not match.can_undo


@pytest.mark.rule("5.2", "5.2(I)", "9.0", "9.1", "9.2")
def test_reinforcements_come_into_the_reserve_without_delay() -> None:
    match = accepted()
    while state(match).turn == 1:
        match.play("pass" if match.decision.rule == "5.3" else "roll")
    rules, s = hindenburg(), state(match)
    for name in ("FR-100", "FR-101"):
        assert s.at[rules.names.unit(name)] == RESERVE
    for side in ("german", "allied", None):
        assert "german: 4 x GE2-3 to the reserve [9.1]" in match.log(side), "printed on the counters"


@pytest.mark.rule("9.2")
def test_nobody_arrives_in_turn_1() -> None:
    assert not any("to the reserve" in line for line in accepted().log("german"))


@pytest.mark.rule("9.1", "9.7", "8.1")
def test_tanks_and_attack_supply_arrive_with_the_rest_and_are_seen() -> None:
    match = drawn("turn-5: 2xBR-tanks 1xBR3-3; 3206: 1xGE3-3", "allied", turn=4, actions=(0, 1), dice=[1, 1])
    lines = told(match, "pass", "roll", "roll")
    assert "allied: 1 x BR3-3, 2 BR tank brigades to the reserve [9.1]" in lines


@pytest.mark.rule("5.2(IV)", "9.6")
def test_reduced_americans_recover_in_supply_on_the_map() -> None:
    """Vector D20 and ruling A-18."""
    match = drawn(
        "3205: 2xUS4-4r; 3508: 1xUS4-4r; reserve: 1xUS4-4r; 3206: 1xGE3-3", "allied", actions=(0, 1), dice=[1] * 2
    )
    match.play("pass")
    assert there(match, "3205") == "2 x US4-4"
    assert there(match, "3508") == "1 x US4-4r"
    assert "US4-4r" in there(match, "reserve")


@pytest.mark.rule("9.6", "6.6")
def test_the_enemy_sees_only_the_top_division_recover() -> None:
    match = drawn("3205: 1xFR3-3 1xUS4-4r; 3105: 1xUS4-4r; 3206: 1xGE3-3", "allied", actions=(0, 1), dice=[1, 1])
    mine = len(match.log("allied"))
    lines = told(match, "pass")
    assert sum("two steps" in line for line in lines) == 1
    assert next(line for line in lines if "two steps" in line).count("US-") == 1
    assert next(line for line in match.log("allied")[mine:] if "two steps" in line).count("US-") == 2


@pytest.mark.rule("5.3")
def test_an_action_is_one_of_four_or_a_pass() -> None:
    match = drawn("3207: 1xGE3-3; 3305: 1xBR3-3")
    verbs = {action.split()[0] for action in match.decision.texts}
    assert verbs == {"pass", "force", "bring", "send"}
    match.play("force 3207")
    assert {action.split()[0] for action in match.decision.texts} == {"cancel", "leave", "go", "entrench"}
    assert rule_of(match, "pass") == "5.3"
    assert rule_of(match, "attack 3205 from 3207 with all") == "13.1"
    assert rule_of(match, "entrench 3305") == "5.3"


@pytest.mark.rule("5.3", "12.2", "6.6")
def test_the_hex_of_a_force_may_be_named_again() -> None:
    match = drawn("3207: 1xGE3-3 1xGE4-4; 3306: 1xGE2-3")
    match.play("force 3207")
    assert rule_of(match, "top GE4-4 in 3306") == "5.3"
    assert rule_of(match, "top GE4-4 in off") == "5.3"
    assert rule_of(match, "entrench 3306") == "5.3"
    match.play("top GE4-4 in 3207")
    match.play("entrench 3207")
    assert hindenburg().grid.labels(state(match).trenches) == ["3207"]


@pytest.mark.rule("5.3")
def test_whole_actions_must_be_whole() -> None:
    match = drawn("3206: 1xGE3-3; 3205: 1xBR3-3")
    assert rule_of(match, "attack 3205") == "13.1"
    assert rule_of(match, "entrench") == "5.3"
    refusal = match.why("entrench")
    assert refusal is not None
    assert refusal.sentence == "say in which hex: entrench HEX"
    assert rule_of(match, "top GE3-3") == "6.6"
    assert rule_of(match, "top GE3-3 in 3206") == "6.6"
