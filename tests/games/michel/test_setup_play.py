"""Deploying as a player does it: accept, choose and place, move, lift, clear, take the ready-made one again, undo."""

from __future__ import annotations

import pytest

from tests.asking import offers, refused
from tests.games.michel.deployed import ALLIED, begin, on_map, plan
from tests.games.michel.drawn import state, where
from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match
from westfront.errors import FormatError
from westfront.lab.fuzz import Checker


@pytest.mark.rule("Setup-Order", "Deploy-AlliedFree")
def test_setup_order_the_offer_is_short() -> None:
    match = begin("5", "12")
    assert match.decision.texts == (
        "choose 2-7",
        "choose 4-3",
        "choose 4-4",
        "choose 5-4",
        "choose 6-4",
        "clear",
        "deploy depth",
        "done",
    )
    assert match.decision.prompt == (
        "Deploy your units: all units are placed; 10 infantry in reserve (10 are needed); "
        "the fortified zone is covered."
    )


@pytest.mark.rule("Setup-Order")
def test_setup_order_a_ready_made_deployment_is_taken_again() -> None:
    match = begin("5", "12")
    before = state(match).at[:]
    assert refused(match, "deploy forward") == "the deployment forward is in place already [Deploy-AlliedFree]"
    assert refused(match, "deploy none") == (
        "there is no ready-made deployment none, only forward, depth [Deploy-AlliedFree]"
    )
    match.play("clear")
    assert on_map(match, ALLIED).total() == 0
    assert offers(match, "deploy") == {"depth", "forward"}
    assert refused(match, "clear") == "none of your units on the map can be taken up [Deploy-AlliedFree]"
    match.play("deploy forward")
    assert state(match).at == before
    match.play("deploy depth")
    assert state(match).at != before


@pytest.mark.rule("Deploy-AlliedFree")
def test_deploy_allied_free_by_type_then_hex() -> None:
    match = begin("5", "12", "clear", "choose 4-4")
    assert match.decision.prompt == "Where does a 4-4 go (32 to place), or which one is moved?"
    assert offers(match, "take") == set()
    match.play("go 2302")
    assert on_map(match, ALLIED) == {"4-4": 1}
    match.play("choose 4-4")
    assert len(offers(match, "take")) == 1
    match.play("cancel")
    assert on_map(match, ALLIED) == {"4-4": 1}
    assert match.log()[-1] == "B-62 is placed at 2302 [Deploy-AlliedFree]"


@pytest.mark.rule("Deploy-AlliedFree")
def test_deploy_allied_free_by_unit_then_hex() -> None:
    match = begin("5", "12", "choose 4-4", "take B-62")
    assert match.decision.prompt == "Where does B-62 go?"
    assert "2302" not in offers(match, "go")  # it is there
    assert refused(match, "go 2302") == "B-62 is there already [Setup-Order]"
    assert refused(match, "lift B-56") == "the unit you have taken up is B-62 [Setup-Order]"
    match.play("go 2301")
    assert where(match, "B-62") == "2301"
    match.play("take B-62")
    match.play("lift B-62")
    assert where(match, "B-62") == "off"
    match.play("take B-62")  # from beside the map
    assert offers(match, "lift") == set()
    match.play("go 2302")
    assert where(match, "B-62") == "2302"


@pytest.mark.rule("OOB-Use")
def test_oob_use_a_type_that_stands_complete_is_only_moved() -> None:
    match = begin("5", "12", "choose 2-7")
    assert match.decision.prompt == "Which 2-7 is moved?"
    assert match.decision.texts == ("cancel", "take B-1-cav", "take B-3-cav", "take B-2-cav")
    assert refused(match, "go 0101") == "all 2-7 units are on the map [Deploy-AlliedFree]"
    assert refused(match, "take B-56") == "B-56 is not one of the 2-7 units on the map [Deploy-AlliedFree]"
    assert refused(match, "take S-234") == "S-234 is not a unit of yours that begins the game [Deploy-AlliedFree]"


@pytest.mark.rule("Setup-Order")
def test_setup_order_whole_actions_in_one_line() -> None:
    match = begin("5", "8", "clear 2302")
    assert len([u for u in plan(match, ALLIED).free if state(match).at[u] < 0]) == 2
    match.play("place 4-4 at 2302")
    match.play("place 4-4 at 2302")
    assert "done" in match.decision.texts
    assert refused(match, "clear 0101") == "none of your units at 0101 can be taken up [Deploy-AlliedFree]"
    assert refused(match, "clear off") == "none of your units at off can be taken up [Deploy-AlliedFree]"
    match.play("lift B-56 B-62")
    assert refused(match, "lift B-4 B-56") == "B-56 is not on the map [Deploy-AlliedFree]"
    assert refused(match, "move B-4 2301 via 2302") == "during set-up units are placed, not moved [Setup-Order]"
    assert refused(match, "go 2301").startswith("'go' cannot be played now; allied is asked: Deploy your units")


@pytest.mark.rule("Setup-Order")
def test_setup_order_each_step_can_be_taken_back() -> None:
    match = begin("5", "12")
    steps = (
        "choose 4-4",
        "take B-62",
        "go 0101",
        "clear 2304",
        "place 4-4 at 2304",
        "lift B-56",
        "clear",
        "deploy depth",
    )
    digests = []
    for step in steps:
        digests.append(match.state.digest())
        match.play(step)
    for digest in reversed(digests):
        match.undo()
        assert match.state.digest() == digest
    assert not match.can_undo
    match.play("done")
    assert match.decision.prompt.startswith("Move your units")
    assert not match.can_undo  # the Germans have been asked


@pytest.mark.rule("Setup-Order")
def test_setup_order_a_deployment_can_be_saved_half_way() -> None:
    match = begin("3", "9", "clear", "place 5-4 at 3935", "choose 4-3")
    again = Match.from_position(match.position(), seed=0)
    assert again.decision.prompt == match.decision.prompt
    assert again.decision.texts == match.decision.texts
    assert Match.load(match.record()).hash == match.hash


@pytest.mark.rule("Setup-Order", "Setup-FZ")
@pytest.mark.parametrize(("german", "allied"), [("1", "8"), ("3", "9"), ("4", "10"), ("3", "11"), ("5", "12")])
def test_setup_order_random_play_comes_to_an_end(german: str, allied: str) -> None:
    lengths = []
    for seed in range(8):
        match, lots = begin(german, allied), RepeatableRandom(f"{german} {allied} {seed}")
        while state(match).turn == 0:
            codes = match.decision.actions
            match.play(codes[lots.below(len(codes))])
        lengths.append(match.number)
    assert max(lengths) < 1000


@pytest.mark.rule("Setup-Order", "Setup-FZ")
@pytest.mark.parametrize(("german", "allied"), [("3", "8"), ("1", "12")])
def test_setup_order_random_play_passes_every_check(german: str, allied: str) -> None:
    checker, lots = Checker(begin(german, allied)), RepeatableRandom("checked")
    for _ in range(60):
        codes = checker.match.decision.actions
        if state(checker.match).turn:
            break
        checker.play(codes[lots.below(len(codes))])


@pytest.mark.rule("Setup-Order")
@pytest.mark.parametrize("frame", ["Placing: player=allied kind=7-5", "Shifting: player=allied unit=S-234"])
def test_setup_order_a_file_that_asks_for_a_strange_unit_is_refused(frame: str) -> None:
    text, old = begin("5", "12", "choose 4-3").position(), "Placing: player=allied kind=4-3"
    assert old in text
    with pytest.raises(FormatError, match="no sequence of play leads to the frame"):
        Match.from_position(text.replace(old, frame), seed=0)
