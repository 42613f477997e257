"""Hindenburg's War: what a machine makes of the will of France and Britain, in positions that are only thought of."""

from __future__ import annotations

import pytest

from tests.bots.asked import let_play
from tests.games.hindenburg.drawn import drawn, hindenburg, state
from westfront.bots.hindenburg.picture import Picture
from westfront.bots.weights import load_weights
from westfront.engine.match import Match
from westfront.games.hindenburg.state import GERMAN
from westfront.hexgrid import bits, has

RHEIMS, VERDUN = "2609", "2415"
FRONT = "3206: 2xGE3-3; 3205: 2xBR3-3"


def picture_of(places: str, side: str = "german", style: str = "", actions: tuple[int, int] = (10, 10)) -> Picture:
    match = drawn(places, side, turn=4, actions=actions)
    weights = load_weights("hindenburg", side, style)
    return Picture(hindenburg(), state(match), ("german", "allied").index(side), weights)


def totals(picture: Picture, fallen: tuple[int, int] = (0, 0)) -> dict[str, float]:
    """The modifiers of both nations after so many French and British divisions more have fallen."""
    after = picture.now.copy()
    after.fallen = fallen
    held = picture.supplied(after, GERMAN)
    return picture.nations.totals(after, held, (held & hindenburg().board.west).bit_count())


def test_divisions_that_fall_in_thought_tell_on_their_nation() -> None:
    picture = picture_of(FRONT)
    assert totals(picture, (20, 0))["french"] >= 1
    assert totals(picture, (0, 12))["british"] >= 1
    assert 0 < totals(picture, (15, 0))["french"] < 1
    assert totals(picture, (15, 0))["british"] == 0


def test_nearly_enough_losses_count_for_little_when_the_roll_is_near() -> None:
    early, late = (totals(picture_of(FRONT, actions=left), (15, 0))["french"] for left in ((10, 10), (1, 1)))
    assert late < early / 4


@pytest.mark.parametrize(("lost", "modifier"), [("3400", 2), ("4204 4205 4104 4005", 1), ("3202", 1), ("2705", 0)])
def test_ground_that_tells_on_britain(lost: str, modifier: int) -> None:
    """Abbeville cuts the line to the ports, four hexes are Belgium, Amiens is named; Soissons is not."""
    joined = "3205 3204 3203"
    before = totals(picture_of(f"3206: 2xGE3-3; german: {joined}"))
    after = totals(picture_of(f"3206: 2xGE3-3; german: {joined} {lost}"))
    assert after["british"] - before["british"] == modifier


def test_paris_is_nearly_in_range_from_a_hex_short_of_it() -> None:
    """From 2705 the guns reach it, 2806 is a hex too far, from 2907 they are three short."""
    near, short, far = (
        totals(picture_of(f"{hex_}: 2xGE3-3; german: 2806; 3205: 2xBR3-3"))["french"]
        for hex_ in ("2705", "2806", "2907")
    )
    assert near == 1
    assert 0 < short < 1
    assert far == 0


def test_an_attack_that_brings_france_to_its_limit_is_worth_more() -> None:
    """Two French in a trench, once with nobody lost yet, once with eighteen on the way back."""
    places = "2610: 8xGE4-4; 2509: 2xFR2-3"
    few, many = picture_of(places), picture_of(f"{places}; turn-6: 18xFR2-3r")
    origin, target = (hindenburg().grid.hex(label) for label in ("2610", "2509"))
    assert many.pair(many.now, origin, target) > few.pair(few.now, origin, target) + 1


def test_who_minds_no_losses_does_not_mind_what_they_do_to_his_nation() -> None:
    officer, reckless = (picture_of(FRONT, "allied", style) for style in ("", "reckless"))
    assert totals(reckless, (15, 0))["french"] < totals(officer, (15, 0))["french"] / 4


def set_up(level: str) -> Match:
    """Allies of an officer, Germans of a level."""
    return let_play(let_play(Match.new("hindenburg", seed=3), "officer"), level)


def test_a_german_commander_storms_both_fortresses_with_all_attack_supply() -> None:
    """Two hexes with ten divisions are before Rheims, at least one is before Verdun; no river helps the French."""
    match, rules = set_up("commander"), hindenburg()
    s, board = state(match), rules.board
    marked = [s.at[marker] for marker in rules.markers]
    assert all(len(rules.stack(s, hex_)) == 10 for hex_ in marked)
    for city, number in ((RHEIMS, 2), (VERDUN, 1)):
        target = rules.grid.hex(city)
        before = [hex_ for hex_ in bits(board.near(target)) if hex_ in marked and not board.over_river(hex_, target)]
        assert len(before) == number


@pytest.mark.parametrize(("level", "verdun"), [("officer", False), ("commander", True)])
def test_a_german_commander_strikes_verdun_however_few_hold_it(level: str, verdun: bool) -> None:
    """One division stands in it; to an officer it is a hex like others, and he strikes elsewhere."""
    match, rules = let_play(let_play(Match.new("hindenburg", seed=3), "commander"), level), hindenburg()
    hammers = [hex_ for hex_ in bits(rules.board.front[GERMAN]) if len(rules.stack(state(match), hex_)) > 7]
    assert any(has(rules.board.near(hex_), rules.grid.hex(VERDUN)) for hex_ in hammers) == verdun
