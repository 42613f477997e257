"""Matches: what is played, refused, passed, taken back and seen."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from tests.engine.tries import begin, facts, play_random, position, sentence
from tests.ford.combat import Combat
from westfront.engine.data import Overrides
from westfront.engine.decision import NOTATION
from westfront.engine.dice import FixedDice, RepeatableRandom, ScriptedDice
from westfront.engine.event import tidy
from westfront.engine.frame import Refusal
from westfront.engine.match import Match
from westfront.engine.names import Hex, Unit
from westfront.errors import DataError, FormatError, IllegalAction, UnknownGame

GUNS = """
    turn = 2
    mud = 0
    red_holds =
    lost = 3 4
    unit R1: at=0304 steps=2 height=9
    unit RG: at=0304 steps=1 height=8
    unit B1: at=0306 steps=2 height=1
    frame GameTurn:
    frame PlayerTurn: player=blue
    frame Combat: player=red
    """
"""Red combat: a gun under an infantry unit, two hexes from the only unit of blue."""
MARCH = GUNS + "frame Movement: player=red"


# -- playing


def test_an_action_changes_number_hash_and_log() -> None:
    match = begin(MARCH)
    before = facts(match)
    events = match.play("move R1 0305", side="red", number=0)
    assert match.number == 1
    assert match.hash != before[0]
    assert match.log("red")[-1] == "R1 moves 0304 0305 [2.1]"
    assert events == match.events[-len(events) :]


def test_actions_are_played_as_text_or_as_tuples() -> None:
    one, other = begin(MARCH), begin(MARCH)
    one.play("take R1")
    other.play(("take", 0))
    assert facts(one) == facts(other)


def test_offers_are_sorted_and_the_same_in_words() -> None:
    decision = begin(MARCH).decision
    assert list(decision.actions) == sorted(decision.actions)
    assert decision.texts == ("done", "take R1", "take RG", "top RG")
    assert (decision.side, decision.rule) == ("red", "2.1")


def test_an_action_from_the_list_is_neither_offered_nor_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.new("ford", seed=1, auto=False)
    code = next(code for code in match.decision.actions if code[0] == "take")
    worked_out: list[str] = []
    for name in ("offer", "why_take"):
        monkeypatch.setattr(type(match.state.frames[-1]), name, lambda *_, name=name: worked_out.append(name))
    match.play(code)
    assert (match.number, worked_out) == (1, [])


def test_a_longer_way_that_is_not_offered_is_accepted() -> None:
    match = begin(MARCH, fog="off")
    assert "move R1 0404 via 0303" not in match.decision.texts
    match.play("move R1 0404 via 0303")
    assert match.entries[-1].action == "move R1 0404 via 0303"


@pytest.mark.parametrize(
    ("action", "asked", "said"),
    [
        ("done", {"side": "blue"}, "red is asked now, not blue"),
        ("done", {"side": "green"}, "red is asked now, not green"),
        ("done", {"number": 1}, "this answers position 1, but the game is at 0"),
        ("done", {"number": -1}, "this answers position -1, but the game is at 0"),
        ("march R1", {}, "no action begins with 'march'"),
        ("take", {}, "something is missing"),
        ("take B1", {}, "B1 is not one of your units on the map"),
        ("top R1", {}, "R1 lies on top of its hex already"),
        ("stand", {}, "'stand' cannot be played now"),
        ("move R1 0909", {}, "0909 costs R1 more than its 3 movement points"),
    ],
)
def test_a_refused_action_changes_nothing(action: str, asked: dict[str, Any], said: str) -> None:
    match = begin(MARCH)
    before, state, decision = facts(match), match.state, match.decision
    with pytest.raises(IllegalAction, match=said) as caught:
        match.play(action, **asked)
    sentence(caught.value)
    assert caught.value.rule
    assert facts(match) == before
    assert match.state is state
    assert match.decision is decision


@pytest.mark.parametrize(
    "action",
    [
        (),
        None,
        7,
        ("move",),
        ("take",),
        ("take", 10**9),
        ("take", "R1"),
        ("take", 0, 0),
        ("move", 0, 5, ()),
        (["take"],),
    ],
)
def test_a_tuple_that_is_no_action_is_refused_in_a_sentence(action: Any) -> None:
    match = Match.new("ford", seed=1)
    before = match.hash
    with pytest.raises(IllegalAction, match="is not an action"):
        match.play(action)
    refusal = match.why(action)
    assert refusal is not None
    assert refusal.rule == NOTATION
    assert match.hash == before


def test_why_tells_what_play_would_refuse() -> None:
    match = begin(MARCH)
    assert match.why("take R1") is None
    assert str(match.why("take B1")) == "B1 is not one of your units on the map [2.1]"
    assert match.why("nonsense") == match.decision.why("nonsense")


def test_an_exception_in_the_rules_leaves_the_match_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """State, events and dice: the roll that was thrown before the fault is thrown again as the same roll."""

    def fail(self: Combat, play: Any, target: Hex, gun: Unit) -> None:
        play.state.turn = 5
        play.state.at[0] = -1
        play.roll("lost")
        play.tell("phase", "1.1", side=0, phase="lost")
        raise RuntimeError("a fault of the rules")

    match = Match.from_position(position(GUNS), seed=4)
    before = facts(match)
    with monkeypatch.context() as patched:
        patched.setattr(Combat, "do_bombard", fail)
        with pytest.raises(RuntimeError, match="a fault of the rules"):
            match.play("bombard 0306 with RG")
    assert facts(match) == before
    match.play("bombard 0306 with RG")
    assert match.dice.rolls == _fresh_rolls()


def _fresh_rolls() -> list[Any]:
    match = Match.from_position(position(GUNS), seed=4)
    match.play("bombard 0306 with RG")
    return match.dice.rolls


# -- taking back


def test_undo_restores_exactly_and_is_recorded() -> None:
    match = begin(MARCH)
    digest, logs, view = match.state.digest(), match.log("red"), match.view("red").scene
    match.play("take R1")
    hash_after = match.hash
    match.undo(side="red", number=1)
    assert (match.state.digest(), match.log("red"), match.view("red").scene) == (digest, logs, view)
    assert [entry.action for entry in match.entries] == ["take R1", "undo"]
    assert match.number == 2
    assert match.hash != hash_after


def test_undo_goes_back_step_by_step() -> None:
    match = begin(MARCH, fog="off")
    digests = []
    for action in ("move R1 0305", "take RG", "go 0303", "done"):
        digests.append(match.state.digest())
        match.play(action)
    for digest in reversed(digests):
        match.undo()
        assert match.state.digest() == digest
    assert not match.can_undo
    assert match.number == 8


def test_after_an_undo_the_game_goes_on_as_if_nothing_had_been() -> None:
    match = begin(MARCH)
    match.play("take R1")
    after = match.state.digest()
    match.undo()
    match.play("take R1")
    assert match.state.digest() == after


def test_nothing_can_be_taken_back_at_the_start() -> None:
    match = begin(MARCH)
    before = facts(match)
    with pytest.raises(IllegalAction, match="nothing can be taken back") as caught:
        match.undo()
    sentence(caught.value)
    assert facts(match) == before


@pytest.mark.parametrize("asked", [{"side": "blue"}, {"number": 0}])
def test_undo_is_refused_to_the_wrong_sender(asked: dict[str, Any]) -> None:
    match = begin(MARCH)
    match.play("take R1")
    before = facts(match)
    with pytest.raises(IllegalAction):
        match.undo(**asked)
    assert facts(match) == before


def test_a_die_ends_undo() -> None:
    """The bombardment misses: the same side goes on, nothing is revealed, but a die was seen."""
    match = begin(GUNS, dice=(1,), auto=False)
    match.play("bombard 0306 with RG")
    assert match.decision.side == "red"
    assert not match.can_undo


@pytest.mark.parametrize(("fog", "can_undo"), [("on", False), ("off", True)])
def test_a_reveal_ends_undo(fog: str, can_undo: bool) -> None:
    """R1 leaves the stack and shows the gun below it, if there is fog to show it through."""
    match = begin(MARCH, fog=fog)
    match.play("take R1")
    match.play("go 0303")
    assert match.decision.side == "red"
    assert match.dice.rolls == []
    assert match.can_undo == can_undo


def test_a_change_of_side_ends_undo() -> None:
    match = begin(GUNS)
    match.play("done")
    assert match.decision.side == "blue"
    assert match.dice.rolls == []
    assert not match.can_undo


# -- forced choices


def test_a_forced_choice_is_passed_and_recorded() -> None:
    match = begin(GUNS, dice=(6,))
    events = match.play("bombard 0306 with RG")
    assert [(entry.side, entry.action, entry.auto) for entry in match.entries] == [
        ("red", "bombard 0306 with RG", False),
        ("blue", "lose B1", True),
        ("red", "done", True),
    ]
    assert [event.kind for event in events] == ["roll", "bombard", "step lost", "phase"]
    assert match.record().splitlines()[-3].startswith("2 blue: lose B1 (auto) ~ ")


def test_a_forced_choice_is_not_passed_when_it_is_left_to_the_players() -> None:
    match = begin(GUNS, dice=(6,), auto=False)
    match.play("bombard 0306 with RG")
    assert (match.number, match.decision.side, match.decision.texts) == (1, "blue", ("lose B1",))


def test_a_forced_choice_is_not_passed_while_something_can_be_taken_back() -> None:
    """After movement nobody is near enough to fight: only `done` is left, but the move may be regretted."""
    far = MARCH.replace("at=0306", "at=0909")
    match = begin(far)
    match.play("done")
    assert match.decision.texts == ("done",)
    assert match.number == 1
    assert match.can_undo


def test_a_position_with_one_choice_is_passed_at_once() -> None:
    far = GUNS.replace("at=0306", "at=0909")
    assert [entry.auto for entry in begin(far).entries] == [True]
    assert begin(far, auto=False).entries == []


# -- the end


def test_a_game_that_is_over_refuses_everything() -> None:
    match = play_random(Match.new("ford", seed=3), RepeatableRandom(3))
    before = facts(match)
    for refused in (lambda: match.play("done"), match.undo, lambda: match.decision, lambda: match.distribution("done")):
        with pytest.raises(IllegalAction, match="the game is over") as caught:
            refused()
        sentence(caught.value)
    assert str(match.why("done")).startswith("the game is over")
    assert facts(match) == before
    assert match.view("red").question is None
    assert match.result == match.view().verdict


# -- what is seen


def test_what_one_side_is_told_is_not_in_the_log_of_the_other() -> None:
    match = begin(MARCH)
    match.play("top RG")
    match.play("move R1 0303")
    assert match.log("red")[-2:] == ["RG is laid on top in 0304 [2.7]", "R1 moves 0304 0303 [2.1]"]
    for viewer in ("blue", None):
        assert match.log(viewer)[-1:] == ["A red unit moves 0304 0303 [2.1, 3.1]"]
        assert not any("RG" in line or "R1" in line for line in match.log(viewer))


def test_the_question_is_for_the_side_that_must_answer() -> None:
    match = begin(MARCH)
    asked = match.view("red").question
    assert asked is not None
    assert tuple(offer.text for offer in asked.offers) == match.decision.texts
    assert match.view("blue").question is None
    assert match.view().question is None
    assert {match.view(side).to_act for side in ("red", "blue", None)} == {"red"}


def test_views_show_the_enemy_by_his_top_counter_only() -> None:
    match = begin(MARCH)
    names = {side: [piece.name for piece in match.view(side).scene.pieces] for side in ("red", "blue", None)}
    assert names == {"red": ["R1", "RG", "B1"], "blue": ["R1", "", "B1"], None: ["R1", "", "B1"]}


def test_a_match_says_what_it_is() -> None:
    assert repr(begin(MARCH)) == "Match(ford, 0 actions, red to act)"


# -- beginning


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"game": "fjord"}, "there is no game 'fjord'"),
        ({"game": ""}, "there is no game ''"),
        ({"scenario": "siege"}, "ford has no scenario 'siege'; there is meeting, assault"),
        ({"options": {"fog": "thick"}}, "ford has no option fog = thick"),
        ({"options": {"rain": "on"}}, "ford has no option rain = on"),
        ({"options": {"fog": 1}}, "ford has no option fog = 1"),
        ({"version": "99"}, "rules '99' of ford are not installed here"),
        ({"players": {"green": "Anna"}}, "ford has no side 'green'"),
        ({"players": {"red": ""}}, "the name of a player is a short printable line"),
        ({"players": {"red": "An\nna"}}, "the name of a player is a short printable line"),
        ({"players": {"red": " Anna"}}, "the name of a player is a short printable line"),
        ({"players": {"red": "A" * 81}}, "the name of a player is a short printable line"),
    ],
)
def test_what_does_not_exist_is_refused_in_one_sentence(wanted: dict[str, Any], said: str) -> None:
    with pytest.raises(UnknownGame) as caught:
        Match.new(**{"game": "ford", **wanted})
    assert said in sentence(caught.value)


def test_a_side_that_does_not_exist_sees_nothing() -> None:
    match = Match.new("ford", seed=1)
    for look in (match.view, match.log):
        with pytest.raises(UnknownGame, match="ford has no side 'green'"):
            look("green")


def test_options_and_players_are_as_chosen() -> None:
    match = Match.new("ford", "assault", options={"season": "autumn"}, players={"blue": "Ben", "red": "Anna"}, seed=1)
    assert match.rules.options == {"fog": "on", "season": "autumn"}
    assert list(match.players.items()) == [("red", "Anna"), ("blue", "Ben")]
    assert match.rules.scenario == "assault"


def test_a_match_begins_from_a_position_and_leads_back_to_it() -> None:
    match = begin(MARCH)
    assert Match.from_position(match.position(), seed=1).position() == match.position()
    assert match.number == 0


def test_a_position_that_begins_with_a_die_is_refused() -> None:
    """No action of the record could hold the roll."""
    with pytest.raises(FormatError, match="begins with a decision, not with a die") as caught:
        begin(MARCH.partition("frame PlayerTurn")[0])
    sentence(caught.value)


def test_dice_can_be_exchanged_for_a_test() -> None:
    match = begin(GUNS)
    match.dice = FixedDice(6)
    match.play("bombard 0306 with RG")
    assert match.dice.rolls[0].values == (6,)
    match.dice = ScriptedDice([])


# -- the same game everywhere

GAME = """
import tests.ford
from tests.engine.tries import play_random
from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match
from westfront.engine.names import Hex, Unit
print(play_random(Match.new("ford", "assault", seed=11), RepeatableRandom(11)).hash)
"""


def whole_game() -> Match:
    """A random game that is always the same."""
    return play_random(Match.new("ford", "assault", seed=11), RepeatableRandom(11))


def test_a_game_with_a_seed_is_the_same_twice() -> None:
    assert whole_game().record() == whole_game().record()
    assert play_random(Match.new("ford", "assault", seed=12), RepeatableRandom(11)).hash != whole_game().hash


def test_a_game_with_a_seed_is_the_same_in_another_process() -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", GAME], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == whole_game().hash


def test_a_side_that_is_not_asked_is_told_only_that() -> None:
    """The prompt of the other side could name a hidden unit, and the rule of its question what it is about to do."""
    match = Match.new("ford", seed=1)
    match.play("take R2")
    assert match.why("stand", side="blue") == Refusal(NOTATION, "red is asked now, not blue")
    with pytest.raises(IllegalAction, match="red is asked now, not blue"):
        match.distribution("go 0502", side="blue")


def test_an_override_that_makes_the_start_impossible_is_refused() -> None:
    """In one sentence, before the game begins."""
    overrides = Overrides.parse("name No steps\ntypes R-inf steps 0\n")
    with pytest.raises(DataError, match="with these numbers the game cannot begin: R1 has 0 steps"):
        Match.new("ford", overrides=overrides, seed=1)


@pytest.mark.parametrize(
    ("made", "told"),
    [
        ("A allied unit moves", "An allied unit moves"),
        ("A german unit moves", "A german unit moves"),
        ("A unit is hit", "A unit is hit"),
        ("1 hits to spare save 1 losses", "1 hit to spare save 1 loss"),
        ("1 hexes, 11 hexes", "1 hex, 11 hexes"),
        ("commits 1 air units, -1 steps", "commits 1 air unit, -1 steps"),
    ],
)
def test_sentences_have_the_article_and_the_number_of_their_values(made: str, told: str) -> None:
    assert tidy(made) == told
