"""Random games of the Ford find nothing; and with a fault in the Ford the fuzzer finds it and can show it again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from tests.ford import combat, movement
from tests.ford.drawn import position
from tests.ford.facts import FordPlay
from tests.ford.movement import Movement, Moving
from tests.ford.rules import TEXTS, Ford
from tests.ford.sequence import GameTurn
from tests.ford.state import BLUE, RED, FordState
from westfront.engine.dice import RepeatableRandom
from westfront.engine.frame import Refusal
from westfront.engine.match import Match
from westfront.engine.names import Hex, Unit, Units
from westfront.engine.rules import _make
from westfront.engine.view import Scene
from westfront.errors import DataError
from westfront.hexgrid import bits
from westfront.lab import fuzz
from westfront.lab.fuzz import Failure, check_record, fuzz_game

Faulty = pytest.MonkeyPatch

STACKS = position(
    """
    03   . . . R1/R2/R4 . B1/B2/B4
    04  . . . .
    05   . . R3/RG . . B3/BG
    """,
    turn=4,
)
"""Random play seldom makes stacks; here something is hidden from the beginning."""


@pytest.mark.parametrize("seed", [f"ford {n}" for n in range(12)])
def test_random_games_find_nothing(seed: str) -> None:
    actions, failure = fuzz_game("ford", seed)
    assert failure is None
    assert actions > 20


def test_machines_can_play_the_games_that_are_checked() -> None:
    by_machines = [fuzz_game("ford", "machines", player="random") for _ in range(2)]
    assert by_machines[0] == by_machines[1]
    assert by_machines[0] != fuzz_game("ford", "machines")
    assert by_machines[0][1] is None


@pytest.mark.parametrize("seed", [f"stacks {n}" for n in range(6)])
def test_random_games_with_something_to_hide_find_nothing(seed: str, monkeypatch: Faulty) -> None:
    disguise, different = Ford.disguise, 0

    def watch(rules: Ford, s: FordState, side: int, lots: RepeatableRandom) -> FordState:
        nonlocal different
        other = disguise(rules, s, side, lots)
        different += other.digest() != s.digest()
        return other

    monkeypatch.setattr(Ford, "disguise", watch)
    assert fuzz_game("ford", seed, STACKS)[1] is None
    assert different > 10, "there was nothing to hide, so nothing was proved"


def test_a_whole_random_game_passes_all_checks_again() -> None:
    match = Match.new("ford", "assault", seed=7)
    checker, lots = fuzz.Checker(match), RepeatableRandom(7)
    while not match.over:
        checker.sometimes_take_back()
        checker.play(match.decision.actions[lots.below(len(match.decision.actions))])
    assert check_record(match.record()) is None


def first_failure(start: str | None = None) -> Failure:
    """The first failure of a few random games; its record must show the same failure."""
    for seed in range(24):
        _, failure = fuzz_game("ford", f"fault {seed}", start)
        if failure:
            assert check_record(failure.record) == failure.sentence
            return failure
    raise AssertionError("the fuzzer has not found the fault")


def test_an_invariant_broken_by_a_move_is_found(monkeypatch: Faulty) -> None:
    place = movement.place_unit

    def place_unit(rules: Ford, s: FordState, unit: int, to: int) -> None:
        place(rules, s, unit, to)
        s.steps[unit] = 3

    monkeypatch.setattr(movement, "place_unit", place_unit)
    assert first_failure().sentence.startswith("invariant")


def test_the_record_of_a_failure_is_the_position_before_it(monkeypatch: Faulty) -> None:
    def invariants(rules: Ford, s: FordState) -> Iterator[str]:
        if s.turn == 3:
            yield "it is the third turn"

    monkeypatch.setattr(Ford, "invariants", invariants)
    failure = first_failure()
    assert failure.sentence == "invariant: it is the third turn"
    assert "start = turn = 2" in failure.record
    assert "\n1 " not in failure.record


def test_a_game_whose_start_breaks_an_invariant_does_not_begin(monkeypatch: Faulty) -> None:
    monkeypatch.setattr(Ford, "invariants", lambda rules, s: iter(["the map is upside down"]))
    with pytest.raises(DataError, match="the game cannot begin: the map is upside down"):
        fuzz_game("ford", "1")


def test_an_offer_that_is_empty_is_found(monkeypatch: Faulty) -> None:
    monkeypatch.setattr(combat.Loss, "offer", lambda frame, rules, s: [])
    assert first_failure().sentence == "AssertionError: Loss asks, but offers nothing"


def test_an_offer_that_says_a_thing_twice_is_found(monkeypatch: Faulty) -> None:
    monkeypatch.setattr(combat.Stand, "offer", lambda frame, rules, s: [("stand",), ("stand",)])
    assert first_failure().sentence == "something is offered twice"


def test_a_view_without_a_phase_is_found(monkeypatch: Faulty) -> None:
    monkeypatch.setattr(Ford, "_phase", lambda rules, s: "")
    assert first_failure().sentence == "the view does not say which phase it is"


def test_a_scene_that_shows_hidden_units_is_found(monkeypatch: Faulty) -> None:
    scene = Ford.scene

    def blues_scene(rules: Ford, s: FordState, side: int) -> Scene:
        return scene(rules, s, BLUE if side == RED else side)

    monkeypatch.setattr(Ford, "scene", blues_scene)
    assert first_failure(STACKS).sentence == "the view of red tells what is hidden from it"


def test_an_event_told_to_the_wrong_side_is_found(monkeypatch: Faulty) -> None:
    take = Movement.do_take

    def tell_all(frame: Movement, play: FordPlay, unit: Unit) -> None:
        take(frame, play, unit)
        play.tell("taken", "2.1", unit=unit, hex=play.state.at[unit])

    monkeypatch.setitem(TEXTS, "taken", "{unit:unit} is taken up in {hex:hex}")
    _make.cache_clear()
    monkeypatch.setattr(Movement, "do_take", tell_all)
    assert first_failure(STACKS).sentence in (
        "an action tells red what is hidden",
        "an action tells blue what is hidden",
        "an action tells the public what is hidden",
    )


def test_an_end_of_undo_that_tells_a_secret_is_found(monkeypatch: Faulty) -> None:
    """Taking up a unit could not be undone if a certain enemy unit lies below others."""
    take = Movement.do_take

    def telling(frame: Movement, play: FordPlay, unit: Unit) -> None:
        take(frame, play, unit)
        rules, s = play.rules, play.state
        below = [u for hex_ in bits(rules.shared(s, 1 - frame.player)) for u in rules.stack(s, hex_)[1:]]
        if below and below[0] % 2:
            play.reveal()

    monkeypatch.setattr(Movement, "do_take", telling)
    assert first_failure(STACKS).sentence == "whether an action can be undone tells what is hidden"


def test_a_refusal_that_tells_a_secret_is_found(monkeypatch: Faulty) -> None:
    why = Moving.why_go

    def tell_all(frame: Moving, rules: Ford, s: FordState, to: Hex) -> Refusal | None:
        stacks = [rules.names.write("unit*", rules.stack(s, at)) for at in sorted(set(s.at)) if at >= 0]
        return Refusal("2.1", f"no, because of {stacks}") if why(frame, rules, s, to) else None

    monkeypatch.setattr(Moving, "why_go", tell_all)
    assert first_failure(STACKS).sentence == "a refusal tells what is hidden"


def test_an_undo_that_forgets_the_log_is_found(monkeypatch: Faulty) -> None:
    undo = Match.undo

    def undo_without_log(match: Match, *, side: str | None = None, number: int | None = None) -> None:
        events = list(match.events)
        undo(match, side=side, number=number)
        match.events = events

    monkeypatch.setattr(Match, "undo", undo_without_log)
    assert first_failure().sentence == "undo did not restore the position and the log"


def test_a_copy_that_shares_a_column_is_found(monkeypatch: Faulty) -> None:
    copy = FordState.copy

    def shared(state: FordState) -> FordState:
        new = copy(state)
        new.moved = state.moved
        return new

    monkeypatch.setattr(FordState, "copy", shared)
    assert first_failure().sentence == "the action changed the state it was applied to, not a copy"


def test_an_exception_in_an_action_is_found(monkeypatch: Faulty) -> None:
    def fail(frame: combat.Advance, play: FordPlay, units: Units) -> None:
        raise ZeroDivisionError("nobody advances")

    monkeypatch.setattr(combat.Advance, "do_advance", fail)
    failure = first_failure()
    assert failure.sentence == "ZeroDivisionError: nobody advances"
    assert "start = frame Advance:" in failure.record


def refuse_by(number: str) -> Callable[[Moving, Ford, FordState, int], Refusal | None]:
    """A frame's refusal that always cites the same rule."""
    why = Moving.why_go

    def why_go(frame: Moving, rules: Ford, s: FordState, to: Hex) -> Refusal | None:
        return Refusal(number, "no") if why(frame, rules, s, to) else None

    return why_go


def test_a_refusal_that_cites_an_unknown_rule_is_found(monkeypatch: Faulty) -> None:
    monkeypatch.setattr(Moving, "why_go", refuse_by("99.9"))
    assert first_failure().sentence.endswith("is refused by no [99.9], which is no rule")


def test_a_refusal_that_cites_a_rule_is_not_reported(monkeypatch: Faulty) -> None:
    monkeypatch.setattr(Moving, "why_go", refuse_by("7.1"))
    assert fuzz_game("ford", "fault 0")[1] is None


def test_an_offer_that_is_refused_is_found(monkeypatch: Faulty) -> None:
    monkeypatch.setattr(combat.Stand, "why_withdraw", lambda frame, rules, s: Refusal("4.8", "no"))
    assert first_failure().sentence == "'withdraw' is offered, but refused: no [4.8]"


def test_an_only_choice_that_is_not_the_only_one_is_found(monkeypatch: Faulty) -> None:
    """Otherwise the machine would pass it and take the choice from the player."""
    monkeypatch.setattr(
        combat.Retreat, "offer", lambda frame, rules, s: [("retreat", max(bits(ways(rules, s, frame))))]
    )
    sentences = [fuzz_game("ford", f"choice {seed}")[1] for seed in range(60)]
    assert any(found and found.sentence.endswith("what is offered is not the only choice") for found in sentences)


def ways(rules: Ford, s: FordState, frame: combat.Retreat) -> int:
    """The hexes that a retreat may go to."""
    return combat.retreat_hexes(rules, s, frame.hex)


def test_a_question_without_a_rule_is_found(monkeypatch: Faulty) -> None:
    monkeypatch.setattr(combat.Combat, "asked_by", "")
    assert first_failure().sentence == "the decision has no prompt or no rule"


def test_a_game_that_never_ends_is_found(monkeypatch: Faulty) -> None:
    def run(frame: GameTurn, play: FordPlay) -> None:
        play.push(GameTurn(), Movement(BLUE))

    monkeypatch.setattr(GameTurn, "run", run)
    monkeypatch.setattr(fuzz, "LONGEST", 60)
    assert first_failure().sentence == "the game has not ended after 60 actions"


def test_rules_that_change_their_mind_are_found_by_the_replay(monkeypatch: Faulty) -> None:
    """A rule that remembers something outside the state does something else when the record is replayed."""
    calls: list[int] = []
    lay = movement.lay_on_top

    def lay_on_top(play: FordPlay, unit: int) -> None:
        calls.append(unit)
        lay(play, unit)
        play.state.height[unit] = 100 + len(calls) % 100

    monkeypatch.setattr(movement, "lay_on_top", lay_on_top)
    failures = [fuzz_game("ford", f"fault {seed}")[1] for seed in range(4)]
    found = [failure.sentence for failure in failures if failure]
    assert found
    assert all("hash" in sentence or "position" in sentence for sentence in found)


def test_a_random_player_who_gets_nowhere_chooses_by_verb(monkeypatch: Faulty) -> None:
    """Who arranges a thousand units at random would hardly ever say that he is done."""
    monkeypatch.setattr(fuzz, "RESTLESS", 40)
    actions = (*(("take", unit) for unit in range(999)), ("done",))
    match: Any = SimpleNamespace(decision=SimpleNamespace(side="red", actions=actions), dice=SimpleNamespace(rolls=[]))
    seed = next(seed for seed in range(9) if RepeatableRandom(seed).below(2))
    choose = fuzz._chance(RepeatableRandom(seed))
    chosen = [choose(match)[0][0] for _ in range(80)]
    assert "done" not in chosen[:40]
    assert "done" in chosen[40:]
    match.dice.rolls.append(6)
    assert [choose(match)[0][0] for _ in range(40)] == ["take"] * 40
