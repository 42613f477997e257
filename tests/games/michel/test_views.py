"""What a player, or a program, is told: phase, battles, what units did, and the position in numbers."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.games.michel.drawn import bare, lay, rules_of, state
from westfront.engine.match import Match
from westfront.engine.view import Battle


def phases(match: Match, *actions: str) -> list[str]:
    """The phase before the first of some actions, and after each."""
    found = [match.view().scene.phase]
    for action in actions:
        match.play(action)
        found.append(match.view().scene.phase)
    return found


@pytest.mark.rule("Setup-Order")
def test_the_deployment_is_named_as_a_phase() -> None:
    match = Match.new("michel", options={"allied": "8", "german": "1"}, seed=1)
    assert phases(match, "deploy depth", "done") == ["deployment"] * 3


@pytest.mark.rule("Sequence-1A", "Sequence-1B", "Sequence-1C")
def test_the_phase_is_named() -> None:
    units = "S-234 1010, G-51-corps 0910, B-62 1110, B-4 1110, B-19-corps 1310"
    match = bare(units, dice=[4])
    attack = ("attack 1110", "add S-234", "confirm", "supply G-51-corps", "done", "resist B-62", "done", "resolve 1110")
    seen = phases(match, "done", *attack, "retreat S-234 0811", "done")
    assert [phase for before, phase in pairwise(["", *seen]) if phase != before] == [
        "german first movement phase",
        "german combat phase, attack allocation",
        "german combat phase, defence allocation",
        "german combat phase, resolution",
        "german second movement phase",
        "allied first movement phase",
    ]


@pytest.mark.rule("Sequence-1B-i", "Sequence-1B-ii", "Supply-B")
def test_declared_battles_are_told_with_who_takes_part() -> None:
    units = "S-234 1010, S-221 1010, B-62 1110, B-4 1111, G-3-corps 0910, G-9-corps 0911, B-19-corps 1310"
    match = bare(units, "combat", dice=[4])
    assert match.view().scene.battles == ()
    lay(match, "1110 1111", "S-234", "S-221", "G-9-corps")
    note = "without attack supply: S-234 S-221"
    laid = Battle("german", ("1110", "1111"), ("S-234", "S-221"), ("G-9-corps",), note, note, "2-1, 4 in 6")
    assert match.view().scene.battles == (laid,)
    for action in ("supply G-3-corps", "done", "fire B-19-corps 1110 half"):
        match.play(action)
    seen = match.view("allied").scene
    (fought,) = seen.battles
    assert (fought.units, fought.support) == (("S-234", "S-221"), ("G-9-corps", "B-19-corps"))
    assert (fought.note, fought.missing) == ("", "")
    assert {piece.name: piece.states for piece in seen.pieces if piece.states} == {
        "G-3-corps": ("face down",),
        "G-9-corps": ("fires",),
        "B-19-corps": ("fires at half",),
    }
    match.play("done")
    match.play("resolve 1110")
    assert match.view().scene.battles == ()


@pytest.mark.rule("Victory-Control", "Victory-Exit")
def test_the_hexes_that_give_points_now_are_marked() -> None:
    units = "S-18 exited-XY:0119, G-17-corps 0320, S-234 0619, B-47 3030"
    scene = bare(units, held="0619 1428", depots="").view().scene
    assert (scene.hexes["points now"], scene.tracks["points"]) == (("0119", "0619"), "19")
    assert scene.hexes["German objective"] == ("0619", "1428")


@pytest.mark.rule("Victory-General", "Supply-A")
def test_the_position_in_numbers_has_the_own_side_first() -> None:
    units = "S-234 2103, G-32 1211, G-51-corps 2203, B-62 1010, B-4 1612, C-1 permanent, F-55 due:4s"
    match = bare(units, held="2003", depots="")
    rules, s = rules_of(match), state(match)
    german, allied = rules.features(s, 0), rules.features(s, 1)
    assert german.keys() == allied.keys()
    assert (german["turns left"], german["points"], german["Arras held"], german["Arras distance"]) == (7, 10, 1, 1)
    assert (german["own strength"], german["own isolated"], german["own corps unused"]) == (13, 6, 1)
    assert (german["enemy strength"], german["enemy lost"], german["enemy to come"]) == (8, 6, 5)
    for name, value in german.items():
        turned = name.replace("own ", "enemy ") if name.startswith("own ") else name.replace("enemy ", "own ")
        assert allied[turned] == value
