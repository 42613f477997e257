"""What both sides agree upon, what was, what is told of it, and how the dice fell."""

from __future__ import annotations

import pytest

import tests.ford  # noqa: F401  (registers the game)
import westfront as wf
from westfront.engine.dice import RepeatableRandom
from westfront.engine.event import Event
from westfront.engine.luck import luck
from westfront.engine.record import lasting
from westfront.engine.rules import find_game


def random_ford(actions: int, **options: str) -> wf.Match:
    """A game of some random actions, with undos among them."""
    match, lots = wf.Match.new("ford", options=options, seed="agreed"), RepeatableRandom("agreed")
    while match.number < actions and not match.over:
        if match.can_undo and lots.below(4) == 0:
            match.undo()
        else:
            match.play(match.decision.actions[lots.below(len(match.decision.actions))])
    return match


def test_resigning_ends_the_game_for_the_other_side() -> None:
    """Whoever is asked, either side can resign; the record holds it and can be replayed."""
    for side, winner in (("red", "blue"), ("blue", "red")):
        match = random_ford(5)
        match.resign(side)
        assert match.over
        assert match.result == f"{winner}: {side} resigns"
        assert match.log()[-1] == f"{side} resigns"
        again = wf.Match.load(match.record())
        assert (again.hash, again.result) == (match.hash, match.result)
        with pytest.raises(wf.IllegalAction, match="the game is over"):
            match.resign(winner)


def test_a_draw_by_agreement() -> None:
    """Nobody wins."""
    match = random_ford(5)
    match.agree_draw("blue")
    assert match.result == "nobody: a draw by agreement"
    assert wf.Match.load(match.record()).result == match.result


def test_a_clock_decides_against_the_side_that_is_asked_and_the_record_says_so() -> None:
    match = random_ford(5)
    late, waiting = match.decision.side, {"red": "blue", "blue": "red"}[match.decision.side]
    with pytest.raises(wf.IllegalAction, match=f"so the time of {waiting} does not run"):
        match.run_out(waiting)
    match.run_out(late)
    assert match.result == f"{waiting}: {late} has run out of time"
    assert (match.entries[-1].action, match.log()[-1]) == ("late", f"{late} has run out of time")
    again = wf.Match.load(match.record())
    assert (again.hash, again.result) == (match.hash, match.result)
    assert match.view_at(match.number - 1).scene == random_ford(5).view().scene


def test_advice_is_recorded_and_stays_in_the_log_whatever_is_undone() -> None:
    match = wf.Match.new("ford", seed="agreed")
    before = match.state
    match.play("take R2")
    match.note_advice("red")
    match.undo()
    assert (match.state, match.log()[-1]) == (before, "red asks for advice")
    assert [entry.action for entry in match.entries] == ["take R2", "advice", "undo"]
    again = wf.Match.load(match.record())
    assert (again.hash, again.log(), again.view_at(2)) == (match.hash, match.log(), match.view_at(2))
    with pytest.raises(wf.IllegalAction, match="red is asked now"):
        match.note_advice("blue")


def test_a_game_may_be_begun_without_advice_and_its_record_keeps_that() -> None:
    match = wf.Match.new("ford", seed=1, advice=False)
    match = wf.Match.load(match.record(with_secret=True))
    assert not match.advice
    with pytest.raises(wf.IllegalAction, match="nobody gives advice in this game"):
        match.note_advice(match.decision.side)
    assert match.number == 0
    for line in ("advice = much", "advice = none\nadvice = none"):
        with pytest.raises(wf.FormatError, match="does not belong there, or one twice"):
            wf.Match.load(match.record().replace("advice = none", line))


def test_going_back_by_consent() -> None:
    """The position is the earlier one, the record keeps everything, and the dice go on."""
    match = random_ford(60)
    rolls = len(match.dice.rolls)
    assert rolls
    then = wf.Match.load(match.record(), upto=20)
    match.take_back(20, "red")
    assert match.state.digest() == then.state.digest()
    assert match.number == 61
    assert match.entries[-1].action == "back 20"
    assert not match.can_undo
    assert len(match.dice.rolls) == rolls
    lots = RepeatableRandom("on")
    while len(match.dice.rolls) == rolls:
        match.play(match.decision.actions[lots.below(len(match.decision.actions))])
    assert match.dice.rolls[-1].number >= rolls
    again = wf.Match.load(match.record(with_secret=True))
    assert again.hash == match.hash
    assert not any(20 < entry.number <= 61 for entry in lasting(match.entries))


def test_takebacks_tell_how_many_rolls_they_undid() -> None:
    """One across dice, one over what was taken back already, one across no die at all, one back to what had fallen."""
    match = random_ford(60)
    thrown = sum(len(entry.rolls) for entry in match.entries[20:])
    assert thrown
    assert match.takebacks == []
    match.take_back(20, "red")
    match.take_back(20, "blue")
    match.play(match.decision.actions[0])
    last = match.entries[-1]
    match.take_back(62, "red")
    match.take_back(60, "red")
    match.take_back(0, "red")
    whole = sum(len(entry.rolls) for entry in lasting(match.entries[:60]))
    assert [tuple(one) for one in match.takebacks] == [
        (61, 20, thrown),
        (62, 20, 0),
        (64, 62, len(last.rolls)),
        (65, 60, 0),
        (66, 0, whole),
    ]


@pytest.mark.parametrize("to", [-1, 10, 99])
def test_there_is_nothing_to_go_back_to(to: int) -> None:
    """Only to an action before the last."""
    match = random_ford(10)
    before = match.hash
    with pytest.raises(wf.IllegalAction, match="to go back to"):
        match.take_back(to, "red")
    assert match.hash == before


def test_every_earlier_position_is_made_again() -> None:
    """Each view of each side is the one of a replay so far, through undos and a way back."""
    match = random_ford(150)
    match.take_back(70, "blue")
    lots = RepeatableRandom("more")
    while match.number < 200 and not match.over:
        match.play(match.decision.actions[lots.below(len(match.decision.actions))])
    text = match.record()
    for number in range(match.number + 1):
        then = wf.Match.load(text, upto=number)
        assert match.state_at(number).digest() == then.state.digest()
        for side in ("red", "blue", None):
            view = match.view_at(number, side)
            assert view.scene == then.view(side).scene
            assert view.question is None


def test_no_view_of_what_has_not_been() -> None:
    """A number beyond the game is refused."""
    with pytest.raises(wf.IllegalAction, match="there is no action 11"):
        random_ford(10).view_at(11, "red")


def test_the_story_numbers_its_lines() -> None:
    """Each line comes from an action, in order; from the end or from a line on; as much as the side may know."""
    match = random_ford(150, fog="on")
    for side in ("red", "blue", None):
        story = match.log_page(side)
        assert [line.text for line in story.lines] == [text.partition(" [")[0] for text in match.log(side)]
        numbers = [line.number for line in story.lines]
        assert numbers == sorted(numbers)
        assert match.log_page(side, -5).lines == story.lines[-5:]
        assert match.log_page(side, 7).lines == story.lines[7:]
        assert (match.log_page(side, -5).first, story.count) == (len(story.lines) - 5, len(story.lines))
    rolled = [line for line in match.log_page().lines if line.kind == "roll"]
    assert rolled
    assert all(len(line.dice) == 1 and line.faces == 6 for line in rolled)
    moved = next(line for line in match.log_page("red").lines if line.kind == "moved")
    assert len(moved.hexes) >= 2
    assert len(moved.units) == 1


def test_hints_tell_way_and_price() -> None:
    """To the side that is asked, and to nobody else."""
    match = wf.Match.new("ford", seed=1)
    match.play("take R1")
    hints = match.hints("red")
    assert set(hints) == {action for action in match.decision.texts if action.startswith("go ")}
    for action, hint in hints.items():
        assert hint.path[-1] == action.split()[1]
        assert hint.note.endswith("of 3 movement points")
    assert match.hints("blue") == {}


def test_why_not_answers_for_a_unit_or_a_hex() -> None:
    """With the refusals of all verbs that could be meant; nothing where something can be done."""
    match = wf.Match.new("ford", seed=1)
    assert match.why_not("R1") == []
    assert [refusal.rule for refusal in match.why_not("B1")] == ["2.1"]
    assert [refusal.rule for refusal in match.why_not("R1", "0309")] == ["2.5"]
    assert [refusal.rule for refusal in match.why_not("X9")] == ["notation"]
    assert match.why_not("R1", side="blue")[0].sentence == "red is asked now, not blue"
    assert "has no part in this" in match.why_not(hex_="0505")[0].sentence
    match.play("take R1")
    assert [refusal.rule for refusal in match.why_not(hex_="0909")] == ["2.5"]


def rolled(purpose: str, by: int, *values: int) -> Event:
    """Dice that were thrown."""
    return Event("roll", (), {"purpose": purpose, "faces": 6, "values": values, "by": by})


def test_luck_is_counted_for_the_side_whose_die_it_is() -> None:
    """Only dice that are somebody's luck count: the weather is nobody's."""
    rules = find_game("ford")("meeting", {"fog": "on", "season": "summer"}, find_game("ford").data_folder())
    found = luck(rules, [rolled("combat/0304", 0, 6), rolled("bombardment/0304", 0, 1), rolled("weather", -1, 6)])
    assert (found["red"].dice, found["red"].gained) == (2, 0.0)
    assert found["blue"].dice == 0
    lucky = luck(rules, [rolled("combat/0304", 1, 6)])["blue"]
    assert lucky.gained == 2.5
    assert round(lucky.deviation, 3) == round(2.5 / (35 / 12) ** 0.5, 3)


def test_luck_of_a_game_leaves_out_what_was_taken_back() -> None:
    """The dice of a match, until both agree that they did not fall."""
    match = random_ford(150, fog="off")
    before = match.luck()
    assert sum(side.dice for side in before.values()) == sum(
        len(roll.values) for roll in match.dice.rolls if not roll.purpose.startswith("weather")
    )
    match.take_back(0, "red")
    assert sum(side.dice for side in match.luck().values()) == 0
