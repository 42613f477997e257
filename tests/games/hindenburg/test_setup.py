"""Chapter 3: the set-up of both sides, by rule."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.asking import offers, rule_of
from tests.games.hindenburg.drawn import hindenburg, state, there
from westfront.engine.match import Match
from westfront.games.hindenburg.deployment import garrisons
from westfront.games.hindenburg.state import ALLIED, BR, FR, GERMAN, OFF, RESERVE, TRACK, US

NORTH = ["4205", "4104", "4005", "3904", "3805", "3704", "3604", "3504", "3405", "3305", "3205", "3105", "3005", "2905"]
SOUTH = [
    "2806",
    "2807",
    "2707",
    "2708",
    "2609",
    "2509",
    "2510",
    "2511",
    "2512",
    "2413",
    "2414",
    "2415",
    "2315",
    "2314",
    "2214",
    "2114",
    "2115",
    "2116",
    "2117",
    "2118",
    "2019",
]


def begin(*actions: str) -> Match:
    """A new game, after some actions of the set-up."""
    match = Match.new("hindenburg", seed=0)
    for action in actions:
        match.play(action)
    return match


def german(*actions: str) -> Match:
    """A new game in which the Allies have accepted what was laid out."""
    return begin("done", *actions)


def emptied(match: Match, hex_: str) -> Match:
    """The match after everything is lifted from a hex."""
    for word in there(match, hex_).split(", "):
        number, kind = word.split(" x ")
        match.play(f"take {hex_}")
        match.play(f"lift {kind} {number}")
    return match


@pytest.mark.rule("3.0", "3.1", "3.2")
def test_the_allies_set_up_first_and_all_of_it() -> None:
    match = begin()
    assert match.decision.side == "allied"
    assert "everything is in its place" in match.decision.prompt
    match.play("take 3305")
    match.play("lift BR3-3 1")
    assert rule_of(match, "done") == "3.2"
    assert "still to be placed: 1 x BR3-3" in match.decision.prompt
    match.play("place BR3-3 1 at 3304")
    match.play("done")
    assert match.decision.side == "german"


@pytest.mark.rule("3.1", "6.2")
def test_stacking_holds_in_the_set_up() -> None:
    match = begin("clear", "place FR2-3 10 at 2500")
    assert rule_of(match, "place FR3-3 1 at 2500") == "3.1"
    assert rule_of(match, "place FR3-3 47 at 2501") == "3.2"
    match.play("choose FR3-3")
    assert "2500" not in offers(match, "to")
    assert "2501" in offers(match, "to")


@pytest.mark.rule("3.2(1)", "3.2(2)", "9.2", "2.4")
def test_numbered_divisions_wait_on_the_turn_track() -> None:
    rules, s = hindenburg(), state(begin())
    waiting = Counter(
        (rules.nation_of[u], s.at[u]) for u in rules.own[ALLIED] if s.at[u] <= TRACK.box(1) and rules.arrival[u]
    )
    assert waiting[US, TRACK.box(4)] == 3
    assert sum(number for (nation, _), number in waiting.items() if nation == US) == 29
    assert waiting[FR, TRACK.box(2)] + waiting[FR, TRACK.box(3)] == 3
    assert waiting[BR, TRACK.box(3)] + waiting[BR, TRACK.box(4)] == 2
    assert not any(s.at[u] == TRACK.box(1) for u in rules.divisions)
    assert not any(s.flipped)


@pytest.mark.rule("3.2(3)")
def test_the_allied_reserve_is_exact() -> None:
    match = begin()
    rules, s = hindenburg(), state(match)
    assert sum(s.at[u] == RESERVE for u in rules.tanks) == 7
    match.play("take reserve")
    match.play("lift BR3-3 1")
    match.play("place BR3-3 1 at 3304")
    assert rule_of(match, "done") == "3.2(3)"
    match.play("take 3304")
    match.play("lift BR3-3 1")
    match.play("place BR3-3 1 at reserve")
    assert rule_of(emptied(match, "3504"), "place BR3-3 1 at reserve") == "3.2(3)"
    for action in ("place BR3-3 3 at 3504", "place BR4-4 1 at 3504", "place BR2-3 1 at 3504", "done"):
        match.play(action)
    assert match.decision.side == "german"


@pytest.mark.rule("3.2(3)", "14.3")
def test_australians_count_as_british_in_the_reserve() -> None:
    match = begin("clear", "place AN4-4 6 at reserve")
    assert rule_of(match, "place BR3-3 3 at reserve") == "3.2(3)"
    match.play("place BR3-3 2 at reserve")


@pytest.mark.rule("3.2(4)", "10.3")
def test_belgians_stand_in_the_four_belgian_hexes() -> None:
    match = begin("clear", "choose BE2-3")
    assert offers(match, "to") == {"4005", "4104", "4204", "4205"}
    match.play("cancel")
    assert rule_of(match, "place BE2-3 1 at 4103") == "3.2(4)"
    assert rule_of(match, "place BE2-3 1 at reserve") == "10.3"


@pytest.mark.rule("3.2(5)")
def test_british_stand_north_of_row_28() -> None:
    match = begin("clear")
    for action in ("place BR3-3 1 at 2905", "place BR3-3 1 at 2900", "place AN4-4 1 at 4205"):
        match.play(action)
    for place in ("2806", "2804", "3006", "2500"):
        assert rule_of(match, f"place BR3-3 1 at {place}") == "3.2(5)"


@pytest.mark.rule("3.2(5)", "14.1")
def test_portuguese_stand_together_and_never_in_the_reserve() -> None:
    match = begin("clear", "place PO1-2 1 at 3704")
    assert rule_of(match, "place PO1-2 1 at 3604") == "3.2(5)"
    assert rule_of(match, "place PO1-2 1 at reserve") == "10.3"
    match.play("place PO1-2 1 at 3704")


@pytest.mark.rule("3.2(5)")
@pytest.mark.parametrize("hex_", NORTH)
def test_every_northern_trench_needs_a_division(hex_: str) -> None:
    match = begin()
    stood = there(match, hex_)
    emptied(match, hex_)
    for word in stood.split(", "):
        number, kind = word.split(" x ")
        match.play(f"place {kind} {number} at {'4204' if kind.startswith('BE') else '3400'}")
    assert rule_of(match, "done") == "3.2(5)"


@pytest.mark.rule("3.2(5)", "3.2(6)")
def test_the_garrisons_are_the_front_and_any_nation_may_hold_them() -> None:
    rules = hindenburg()
    wanted = garrisons(rules, ALLIED)
    assert wanted["3.2(5)"] == rules.grid.hexset(*NORTH)
    assert wanted["3.2(6)"] == rules.grid.hexset(*SOUTH)
    match = emptied(begin(), "4205")
    match.play("place BE2-3 4 at 4204")
    assert rule_of(match, "done") == "3.2(5)"
    match.play("take 3504")
    match.play("lift BR3-3 1")
    match.play("place BR3-3 1 at 4205")
    match.play("done")


@pytest.mark.rule("3.2(6)")
@pytest.mark.parametrize(("hex_", "other"), [("2609", "2608"), ("2415", "2414"), ("2806", "2805"), ("2019", "2018")])
def test_rheims_verdun_and_the_southern_trenches_need_a_division(hex_: str, other: str) -> None:
    match = begin()
    stood = there(match, hex_)
    emptied(match, hex_)
    for word in stood.split(", "):
        number, kind = word.split(" x ")
        match.play(f"place {kind} {number} at {other}")
    assert rule_of(match, "done") == "3.2(6)"


@pytest.mark.rule("3.2(6)")
def test_french_stand_south_of_row_29() -> None:
    match = begin("clear", "place FR3-3 1 at 2806", "place FR3-3 1 at 2000")
    for place in ("2905", "2808", "3400"):
        assert rule_of(match, f"place FR3-3 1 at {place}") == "3.2(6)"


@pytest.mark.rule("3.2")
def test_the_dividing_line_lapses() -> None:
    """Vector W11."""
    match = german("done")
    match.play("pass")
    match.play("move 2905 2805 with 1xBR3-3")
    match.play("pass")
    match.play("move 2805 2705 with all")
    assert "BR3-3" in there(match, "2705")


@pytest.mark.rule("3.3", "3.3(1)", "3.3(2)")
def test_the_german_sets_up_second_with_any_reserve() -> None:
    match = german()
    rules, s = hindenburg(), state(match)
    assert Counter(s.at[u] for u in rules.own[GERMAN] if rules.arrival[u]) == {
        TRACK.box(2): 4,
        TRACK.box(3): 3,
        TRACK.box(4): 2,
        TRACK.box(10): 1,
        TRACK.box(12): 2,
    }
    match.play("take reserve")
    match.play("lift GE3-3 18")
    assert rule_of(match, "done") == "3.3"
    for hex_ in ("3507", "3208"):
        match.play(f"place GE3-3 9 at {hex_}")
    match.play("done")
    assert there(match, "reserve").count("GE4-4") == 1


@pytest.mark.rule("3.3(2)")
def test_all_germans_but_the_garrison_may_begin_in_the_reserve() -> None:
    match = german("clear", "place GE4-4 40 at reserve", "place GE3-3 52 at reserve", "place GE2-3 64 at reserve")
    front = hindenburg().names.hexes_in_order(garrisons(hindenburg(), GERMAN)["3.3(3)"])
    for hex_ in front:
        match.play(f"place GE1-2 1 at {hindenburg().grid.label(hex_)}")
    match.play("place GE1-2 2 at reserve")
    match.play("done")
    assert match.decision.rule == "5.3"


@pytest.mark.rule("3.3(3)")
def test_germans_stand_east_and_hold_every_trench_and_city_of_the_front() -> None:
    match = german()
    assert rule_of(match, "place GE3-3 1 at 3105") == "3.3"
    emptied(match, "3806")
    for action in ("place GE2-3 2 at 3807", "place GE1-2 1 at 3807"):
        match.play(action)
    assert rule_of(match, "done") == "3.3(3)"
    match.play("take 3807")
    match.play("lift GE1-2 1")
    assert rule_of(match, "place GE1-2 1 at 3105") == "3.3(3)"
    match.play("place GE1-2 1 at 3806")
    match.play("done")
    assert garrisons(hindenburg(), GERMAN)["3.3(3)"].bit_count() == 34


@pytest.mark.rule("3.3(4)", "8.1")
def test_attack_supply_at_the_beginning() -> None:
    match = german()
    assert rule_of(match, "mark 2907") == "3.3(4)"
    match.play("unmark 3306")
    for hex_ in ("3507", "3105", "3206"):
        assert rule_of(match, f"mark {hex_}") == "3.3(4)"
    match.play("mark 2907")
    match.play("unmark 3006")
    match.play("done")
    s = state(match)
    places = sorted(hindenburg().names.place(s.at[marker]) for marker in hindenburg().markers)
    assert places == ["2907", "3106", "3206", "turn-2"]


@pytest.mark.rule("3.3(4)")
def test_attack_supply_is_german() -> None:
    assert rule_of(begin(), "mark 3106") == "3.3(4)"


@pytest.mark.rule("3.4", "2.11", "2.10")
def test_action_markers_begin_in_box_10() -> None:
    match = german("done")
    assert list(state(match).actions) == [10, 10]
    assert state(match).trenches == 0


@pytest.mark.rule("3.5")
def test_control_at_the_start_is_by_the_front_line() -> None:
    rules, s = hindenburg(), state(begin())
    assert s.german == rules.board.east
    assert rules.controlled(s, ALLIED) == rules.board.west
    assert (rules.board.west | rules.board.east) == rules.board.playable


@pytest.mark.parametrize("name", ["historical", "depth"])
def test_the_allied_deployments_can_be_accepted(name: str) -> None:
    match = begin("clear", f"deploy {name}", "done")
    assert match.decision.side == "german"


@pytest.mark.parametrize("name", ["michael", "flanders"])
def test_the_german_deployments_can_be_accepted(name: str) -> None:
    match = german("clear", f"deploy {name}", "done")
    assert match.decision.rule == "5.3"
    assert rule_of(match, "deploy michael") == "5.3"


def test_a_deployment_is_changed_in_a_few_words() -> None:
    match = begin("take 3305", "top BR2-3")
    assert match.rules.scene(match.state, ALLIED)
    stack = hindenburg().stack(state(match), hindenburg().grid.hex("3305"))
    assert hindenburg().kind(state(match), stack[0]) == "BR2-3"
    match.play("take 3305")
    refusal = match.why("top BR2-3")
    assert refusal is not None
    assert refusal.sentence.endswith(", BR2-3 on top")
    match.play("cancel")
    match.play("clear")
    assert all(state(match).at[u] == OFF for u in hindenburg().plans[ALLIED].units)
    match.play("choose FR4-4")
    match.play("to reserve")
    assert offers(match, "number") == {str(number) for number in range(1, 9)}
    match.play("number 8")
    assert there(match, "reserve") == "8 x FR4-4"


@pytest.mark.rule("3.2", "3.3", "6.6")
def test_nobody_sees_a_set_up_before_it_is_done() -> None:
    match = begin()
    scene = match.view("german").scene
    assert scene.pieces == ()
    assert "allied reserve" not in scene.boxes
    match.play("done")
    assert match.view("german").scene.pieces
    assert match.view("german").scene.hexes["attack supply"]
    assert not match.view("allied").scene.hexes["attack supply"]
    assert not any(piece.side == "german" for piece in match.view("allied").scene.pieces)
