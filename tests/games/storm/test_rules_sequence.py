"""Chapters 5 and 6, 16.2, 16.9, 16.10: the sequence of play, weather, influenza, the Paris Gun; how scenarios begin."""

from __future__ import annotations

import pytest

from tests.asking import offers, where
from tests.games.storm.drawn import drawn, events, morale, play, pool, position, refused, rules_of, state, storm
from westfront.engine.match import Match
from westfront.engine.rules import Setting
from westfront.errors import UnknownGame
from westfront.games.storm.battle import Battle, odds
from westfront.games.storm.movement import allowance, prices
from westfront.games.storm.rail import capacity
from westfront.games.storm.state import ALLIED, GERMAN, PAST, PEAK

TWO = "2332: GE-1B; 2234: BR-5"


def phases(match: Match) -> list[tuple[int, str]]:
    """The phases that have been told of."""
    return [(facts["side"], facts["phase"]) for facts in events(match, "phase")]


@pytest.mark.rule("5.1", "5.2", "5.2(I)", "5.2(II.A)", "5.2(II.B)", "5.2(II.C)", "5.2(II.D)", "5.2(II.E)", "5.2(II.F)")
@pytest.mark.rule("5.2(II.G)", "5.2(II.H)", "5.2(III.A)", "5.2(III.B)", "5.2(III.C)", "5.2(III.D)", "5.2(III.E)")
@pytest.mark.rule("5.2(III.F)", "5.2(III.G)", "5.2(III.H)", "XTS I.A.1", "XTS I.A.3", "XTS I.B", "XTS I.C", "XTS I.D")
@pytest.mark.rule(
    "XTS I.E", "XTS I.F", "XTS I.G", "XTS I.H", "XTS II.A.1", "XTS II.B", "XTS II.C", "XTS II.D", "XTS II.E"
)
@pytest.mark.rule("XTS II.F", "XTS II.G", "XTS II.H")
def test_a_whole_game_turn_in_order() -> None:
    match = drawn(
        "2332: GE-3-stoss; 2234: BR-5 BR-RTC; 2832: FR-1~", phase="turn", turn=12, facts={"morale": bytearray((20, 9))}
    )
    asked = []
    while state(match).turn == 12 and not match.over:
        asked.append((match.decision.side, match.decision.rule))
        match.play("roll" if ("roll",) in match.decision.actions else "done")
    german = [("german", rule) for rule in ("6.1", "8.2", "11.2", "12.2", "13.1", "15.1", "13.1")]
    assert asked == german + [("allied", rule) for rule in ("8.2", "11.2", "12.2", "13.1", "15.1", "13.1")]
    assert [phase for _, phase in phases(match)][:5] == [
        "Strategic Movement Phase",
        "Regular Movement Phase",
        "First Combat Phase",
        "Infiltration Movement Phase",
        "Second Combat Phase",
    ]


@pytest.mark.rule("5.1")
def test_a_phase_once_left_does_not_come_again() -> None:
    match = drawn(TWO, "german", "rail")
    play(match, "done")
    refused(match, "rail GE-1B 2132", "12.2")
    play(match, "done")
    refused(match, "move GE-1B 2331", "13.1")


@pytest.mark.rule("6.1", "6.2")
@pytest.mark.parametrize(("turn", "die", "wet"), [(2, 3, 1), (2, 4, 0), (5, 1, 1), (5, 2, 0), (16, 4, 1), (16, 5, 0)])
def test_weather_is_rolled_in_spring_and_autumn(turn: int, die: int, wet: int) -> None:
    match = drawn(TWO, phase="turn", turn=turn, dice=[die])
    assert match.decision.side == "german"
    play(match, "roll")
    assert state(match).wet == wet


@pytest.mark.rule("6.1")
@pytest.mark.parametrize("turn", [1, 6, 7, 8, 9, 10, 11])
def test_other_turns_are_dry_without_a_die(turn: int) -> None:
    match = drawn(TWO, phase="turn", turn=turn, wet=1)
    assert ("roll",) not in match.decision.actions
    assert state(match).wet == 0


@pytest.mark.rule("16.9")
@pytest.mark.parametrize(("turn", "wet"), [(2, 0), (13, 0), (14, 1), (16, 1)])
def test_historical_weather(turn: int, wet: int) -> None:
    match = drawn(TWO, phase="turn", turn=turn, historical_weather="on")
    assert ("roll",) not in match.decision.actions
    assert state(match).wet == wet


@pytest.mark.rule("6.3", "6.3(1)", "6.3(2)", "6.3(3)", "12.9.6", "12.9.8", "13.20")
def test_what_wet_weather_does() -> None:
    board = storm().board
    plain = board.of("flood plain")
    assert plain
    assert plain & board.marsh(1) == plain
    assert not plain & board.marsh(0)
    assert any(a & ~b for a, b in zip(board.major(1), board.major(0), strict=True))
    forest = board.of("forest") & ~board.allied_trench
    assert forest & board.enter(GERMAN, 0)[1] == forest == forest & board.enter(GERMAN, 1)[2]


@pytest.mark.rule("6.3(4)", "14.4")
def test_air_only_in_first_combat_phases_when_wet() -> None:
    places = "2332: GE-1B; 2233: BR-5; air: GE-Air BR-Air"
    match = drawn(places, phase="combat", wet=1)
    play(match, "attack 2233 with GE-1B; confirm")
    assert offers(match, "fly") == {"0", "1"}
    match = drawn(places, phase="second", wet=1)
    play(match, "attack 2233 with GE-1B; confirm")
    assert ("roll",) in match.decision.actions
    match = drawn(places, phase="second")
    play(match, "attack 2233 with GE-1B; confirm")
    assert offers(match, "fly") == {"0", "1"}


# -- influenza and the Paris Gun


@pytest.mark.rule("16.2", "16.2(1)", "16.2(2)", "16.2(3)", "16.2-ex")
def test_the_peak_of_the_influenza() -> None:
    places = "2332: GE-1B~; 2235: BR-5; dead: GE-2B"
    match = drawn(places, phase="turn", turn=12, dice=[3, 6], influenza="on", facts={"morale": bytearray((20, 9))})
    play(match, "roll; roll")
    s, rules = state(match), rules_of(match)
    assert s.influenza == PEAK
    refused(match, "replenish GE-1B", "16.2(1)")
    refused(match, "reclaim GE-2B 1", "16.2(1)")
    assert pool(match, "german") == 25
    assert (capacity(rules, s, GERMAN), capacity(rules, s, ALLIED)) == (2, 3)
    assert allowance(rules, s, rules.names.unit("BR-5")) == 3
    assert allowance(rules, s, rules.names.unit("GE-1B")) == 2
    play(match, "done; done; done; done; done; done; done; done; done; done; roll")
    assert s.turn == 12
    assert state(match).turn == 13
    assert state(match).influenza == PAST


@pytest.mark.rule("16.2")
def test_the_influenza_is_rolled_for_until_it_comes() -> None:
    match = drawn(TWO, phase="turn", turn=13, dice=[4], influenza="on")
    assert match.decision.rule == "16.2"
    play(match, "roll")
    assert state(match).influenza == 0
    assert match.decision.rule == "6.1"
    assert drawn(TWO, phase="turn", turn=16, influenza="on").decision.rule == "6.1"
    assert drawn(TWO, phase="turn", turn=13).decision.rule == "6.1"


@pytest.mark.rule("16.10")
def test_the_paris_gun() -> None:
    match = drawn(TWO, "german", "second", dice=[6, 6], paris_gun="on")
    play(match, "done; roll")
    assert morale(match) == (15, 14)
    match = drawn(TWO, "german", "second", dice=[6, 5], paris_gun="on")
    play(match, "done; roll")
    assert morale(match) == (15, 15)
    match = drawn(TWO, "german", "second", paris_gun="on", facts={"bertha": -7, "bertha_paid": 1})
    play(match, "done")
    assert match.decision.side == "allied"


# -- scenarios and options


@pytest.mark.rule("3.2", "S2.3", "S3.11", "S1.4")
@pytest.mark.parametrize(
    ("scenario", "tracks", "pools"),
    [
        ("campaign", (15, 15), (24, 10, 12, 2, 0, 0)),
        ("elsewhere", (15, 15), (4, 10, 12, 2, 0, 0)),
        ("offensive", (18, 13), (4, 2, 3, 1, 5, 0)),
        ("plan-1919", (18, 0), (16, 10, 10, 1, 18, 2)),
    ],
)
def test_markers_at_the_start(scenario: str, tracks: tuple[int, int], pools: tuple[int, ...]) -> None:
    s = storm(scenario).start()
    assert tuple(s.morale) == tracks
    assert tuple(s.pool) == pools


@pytest.mark.rule("S1.2", "S2.2", "S3.2")
@pytest.mark.parametrize(("scenario", "turn"), [("elsewhere", 1), ("offensive", 9), ("plan-1919", 0)])
def test_scenarios_that_begin_with_an_allied_player_turn(scenario: str, turn: int) -> None:
    match = drawn(TWO, phase="turn", turn=turn, scenario=scenario)
    assert (match.decision.side, match.decision.rule) == ("allied", "8.2")
    match = drawn(TWO, phase="turn", turn=turn + 1, scenario=scenario)
    while match.decision.rule != "8.2":
        match.play("roll" if ("roll",) in match.decision.actions else "keep")
    assert match.decision.side == "german"


@pytest.mark.rule("S1.4", "8.2")
def test_german_steps_elsewhere() -> None:
    rates = [storm("elsewhere").calendar[turn].steps[0] for turn in range(1, 17)]
    assert rates == [0, 2, 2, 2, 2, 2, *[1] * 10]
    assert [4 + sum(rates[:turn]) for turn in range(2, 8)] == [6, 8, 10, 12, 14, 15]


@pytest.mark.rule("S1.5")
def test_no_german_infiltration_elsewhere_but_allied_from_turn_9() -> None:
    match = drawn("2332: GE-3; 2234: BR-5 BR-RTC", "german", "infiltration", scenario="elsewhere", turn=10)
    assert match.decision.rule == "13.1"
    match = drawn("2332: GE-3; 2234: BR-5 BR-RTC", "allied", "infiltration", scenario="elsewhere", turn=10)
    assert match.decision.rule == "15.1"


@pytest.mark.rule("S1.7")
@pytest.mark.parametrize("turn", [12, 13, 14, 15, 16])
def test_the_armistice(turn: int) -> None:
    last = turn - 11
    match = drawn(TWO, phase="turn", turn=turn, scenario="elsewhere", dice=[last])
    play(match, "roll")
    assert match.result == "german: an armistice with German morale at 15"
    match = drawn(TWO, phase="turn", turn=turn, scenario="elsewhere", dice=[last + 1])
    play(match, "roll")
    assert not match.over
    match = drawn(TWO, phase="turn", turn=turn, scenario="elsewhere", dice=[1], facts={"morale": bytearray((0, 15))})
    play(match, "roll")
    assert match.result == "allied: an armistice with German morale at 0"


@pytest.mark.rule("S1.7", "4.5")
def test_no_check_of_turn_9_elsewhere_unless_the_option_says_so() -> None:
    match = drawn(TWO, "german", "second", turn=9, scenario="elsewhere")
    play(match, "done")
    assert not match.over
    match = drawn(TWO, "german", "second", turn=9, scenario="elsewhere", elsewhere_check="made")
    play(match, "done")
    assert match.over


@pytest.mark.rule("S2.2", "S2.7", "S2.6", "4.6")
def test_the_allied_offensive_begins_after_the_events_of_turn_9() -> None:
    s = storm("offensive").start()
    rules = storm("offensive")
    names = {rules.names.units[u]: rules.names.place(at) for u, at in enumerate(s.at)}
    assert names["GE-AGB"] == "off"
    assert (names["GE-Air"], names["BR-Air"], names["FR-Air"], names["US-Air"]) == ("spent", "spent", "air", "due")
    assert s.yanks == 1
    assert storm("offensive", yanks_in_july="open").start().yanks == 0
    assert rules.names.place(s.bertha) == "2631"


@pytest.mark.rule("S2.6", "14.4")
def test_air_is_back_in_the_second_turn_of_the_offensive() -> None:
    places = f"{TWO}; spent: GE-Air BR-Air"
    assert where(drawn(places, phase="turn", turn=9, scenario="offensive"), "GE-Air") == "spent"
    assert where(drawn(places, phase="turn", turn=10, scenario="offensive"), "GE-Air") == "air"


@pytest.mark.rule("S3.2", "S3.12")
def test_the_length_of_plan_1919() -> None:
    rules = storm("plan-1919")
    assert (rules.first_turn, rules.last_turn) == (0, 9)
    match = drawn(TWO, "allied", "second", turn=9, scenario="plan-1919", facts={"morale": bytearray((3, 0))})
    play(match, "done")
    assert match.result == "german: German morale is 3 when the war ends"
    match = drawn(TWO, "allied", "second", turn=4, scenario="plan-1919", facts={"morale": bytearray((0, 0))})
    play(match, "done")
    assert match.result == "allied: German morale is broken"
    match = drawn(TWO, "german", "second", turn=9, scenario="plan-1919")
    play(match, "done")
    assert match.decision.side == "allied"
    frames = drawn(TWO, phase="turn", turn=9, scenario="plan-1919", last_turn_1919="german-only").state.frames
    assert [type(frame).__name__ for frame in frames].count("PlayerTurn") == 1


@pytest.mark.rule("S3.13", "6.1")
def test_weather_in_1919() -> None:
    wet = {turn: line.wet for turn, line in storm("plan-1919").calendar.items()}
    assert wet == {**dict.fromkeys(range(8), 0), 8: 1, 9: 2}


@pytest.mark.rule("S3.12", "4.3")
def test_only_german_morale_is_tracked_in_1919() -> None:
    match = drawn("1828: FR-1; german: 1829", "allied", "march", scenario="plan-1919", turn=3)
    play(match, "move FR-1 1829")
    assert morale(match) == (17, 0)


@pytest.mark.rule("16.0", "S1.6", "S3.3")
def test_options_belong_to_scenarios() -> None:
    for scenario, option in (("elsewhere", "historical-weather"), ("elsewhere", "bertha"), ("plan-1919", "bertha")):
        with pytest.raises(UnknownGame):
            Setting.choose("storm", scenario, {option: "on"})
    options = Setting.choose("storm", "plan-1919").options
    assert {name for name, value in options.items() if value == "on"} == {"belgians", "storm-losses", "super-odds"}
    with pytest.raises(UnknownGame):
        Setting.choose("storm", "plan-1919", {"super-odds": "off"})


@pytest.mark.rule("6.3(2)", "12.9.9", "12.9.8")
def test_rivers_cost_a_point_in_wet_weather() -> None:
    rules = storm()
    board = rules.board
    for sides, dry, wet in ((board.river, 0, 1), (board.major_river, 1, 1)):
        hex_ = next(
            h for h in rules.grid if sides[0] >> h & 1 and board.playable >> h & 1 and board.playable >> h + 1 & 1
        )
        beyond = hex_ + rules.grid.steps[0]
        for rain, extra in ((0, dry), (1, wet)):
            base = next(cost for cost, hexes in board.enter(GERMAN, rain).items() if hexes >> beyond & 1)
            assert board.costs(GERMAN, rain).step(hex_, 0) == base + extra


def test_prices_and_odds_can_be_asked_for_any_position() -> None:
    s = position(TWO)
    rules = storm()
    attackers, defenders = (rules.names.unit("GE-1B"),), (rules.names.unit("BR-5"),)
    assert odds(Battle(rules, s, s.at[defenders[0]], attackers, defenders)).attack == 5
    assert prices(rules, s, attackers[0]) is rules.board.costs(GERMAN, 0)
