"""Pairs of positions that differ only in what blue may not know: blue gets the same bytes of everything."""

from __future__ import annotations

import pytest

from tests.asking import pieces
from tests.ford.drawn import attack, draw
from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match
from westfront.errors import IllegalAction

MAPS = {
    "order of a stack": (
        "05 . . . R1/R2/R4 . B1\n08 . . . . . . . BG",
        "05 . . . R1/R4/R2 . B1\n08 . . . . . . . BG",
    ),
    "which stack": (
        "03 . . . R1/R2\n05 . . . . R3/R4 B1\n07 . . . . . BG",
        "03 . . . R1/R4\n05 . . . . R3/R2 B1\n07 . . . . . BG",
    ),
    "a gun below": (
        "05 . . . . R1/RG B1/BG\n09 R2/R4",
        "05 . . . . R1/R4 B1/BG\n09 R2/RG",
    ),
    "a lost step below": (
        "05 . . . . R1/R2- B1/BG\n09 R3/R4",
        "05 . . . . R1/R2 B1/BG\n09 R3/R4",
    ),
}
PAIRS = pytest.mark.parametrize(("one", "other"), MAPS.values(), ids=MAPS)
PHASES = pytest.mark.parametrize(("phase", "side"), [(p, s) for p in ("movement", "combat") for s in ("red", "blue")])
EVERYTHING = [
    *(f"{verb} {unit}" for verb in ("take", "top", "add", "drop", "lose") for unit in ("R1", "R2", "R4", "B1", "BG")),
    *(f"{verb} {hex_}" for verb in ("go", "attack", "retreat") for hex_ in ("0304", "0405", "0504", "0505", "0506")),
    *(f"bombard {hex_} with {gun}" for hex_ in ("0504", "0505", "0901") for gun in ("BG", "RG", "B1", "-")),
    *(f"move B1 {hex_}" for hex_ in ("0405", "0504", "0505", "0507", "0901", "off")),
    *("move B1 0406 via 0505", "move R2 0404", "confirm", "stand", "withdraw", "advance B1", "done", "nonsense", ""),
]


def answer(match: Match, action: str, side: str) -> str:
    """What a side hears when it sends an action that is refused; nothing is played that is not."""
    if side == match.decision.side:
        return str(match.why(action))
    with pytest.raises(IllegalAction) as caught:
        match.play(action, side=side)
    return str(caught.value)


def known_to_blue(match: Match) -> list[object]:
    """Everything that blue can get out of a match, in bytes or words."""
    refusals = [answer(match, action, "blue") for action in EVERYTHING]
    return [match.view("blue").encode(), match.log("blue"), match.number, refusals, previews(match)]


def previews(match: Match) -> dict[str, str]:
    """The chances of everything that blue may do, if blue is asked."""
    if match.decision.side != "blue":
        return {}
    return {action: str(match.distribution(action)) for action in match.decision.texts}


@PAIRS
@PHASES
def test_blue_cannot_tell_them_apart(one: str, other: str, phase: str, side: str) -> None:
    first, second = (draw(rows, phase, side) for rows in (one, other))
    assert first.state.digest() != second.state.digest()
    assert known_to_blue(first) == known_to_blue(second)


@PAIRS
def test_red_can(one: str, other: str) -> None:
    """The pairs are no pairs of the same thing: red sees the difference."""
    assert draw(one).view("red").encode() != draw(other).view("red").encode()


@PAIRS
def test_without_fog_blue_can_too(one: str, other: str) -> None:
    assert draw(one, fog="off").view("blue").encode() != draw(other, fog="off").view("blue").encode()


@PAIRS
@PHASES
def test_the_public_cannot_tell_them_apart(one: str, other: str, phase: str, side: str) -> None:
    first, second = (draw(rows, phase, side) for rows in (one, other))
    assert first.view(None).encode() == second.view(None).encode()
    assert first.log(None) == second.log(None)


@PAIRS
def test_blue_acts_and_still_cannot_tell_them_apart(one: str, other: str) -> None:
    """Every action of blue in both phases that reveals nothing and rolls no die."""
    for phase in ("movement", "combat"):
        first, second = (draw(rows, phase, "blue") for rows in (one, other))
        for action in first.decision.texts:
            if action.startswith("bombard") or (phase, action) == ("combat", "done"):
                continue
            for match in (first, second):
                match.play(action)
            assert known_to_blue(first) == known_to_blue(second)
            first, second = (draw(rows, phase, "blue") for rows in (one, other))


def test_red_moves_a_hidden_unit_below_a_friend_and_blue_cannot_tell_which() -> None:
    rows = "02 R3 R1/{}\n04 RG/{}\n05 . . . . . B1"
    first, second = draw(rows.format("R2", "R4")), draw(rows.format("R4", "R2"))
    first.play("move R2 0201")
    second.play("move R4 0201")
    assert first.log("blue") == ["A red unit moves 0202 0201 [2.1, 3.1]"]
    assert known_to_blue(first) == known_to_blue(second)
    assert first.log("red") != second.log("red")


def test_red_takes_up_a_hidden_unit_and_blue_cannot_tell_which() -> None:
    first, second = draw("02 R1/R2\n04 R3/R4\n05 . . . . . B1"), draw("02 R1/R4\n04 R3/R2\n05 . . . . . B1")
    first.play("take R2")
    second.play("take R4")
    assert known_to_blue(first) == known_to_blue(second)


def test_blue_fires_on_a_stack_and_red_hides_who_was_hit() -> None:
    first, second = (draw("05 . . . . R1/R2/R3 . BG", "combat", "blue", dice=[6]) for _ in range(2))
    for match, hit in ((first, "R2"), (second, "R3")):
        match.play("bombard 0505 with BG")
        match.play(f"lose {hit}")
    assert first.log("blue")[-1] == "A unit in 0505 loses a step [4.7, 3.1]"
    assert known_to_blue(first) == known_to_blue(second)
    assert first.log("red") != second.log("red")


def test_an_attack_shows_what_was_hidden_and_no_more() -> None:
    first, second = draw(MAPS["which stack"][0], "combat", "blue"), draw(MAPS["which stack"][1], "combat", "blue")
    for match in (first, second):
        attack(match, "0505", "B1")
    assert first.log("blue")[-1] == "The units in 0505 are R3 R4 [3.2]"
    assert second.log("blue")[-1] == "The units in 0505 are R3 R2 [3.2]"
    assert pieces(first, "blue", "0304") == pieces(second, "blue", "0304") == ["R1", "?"]


@pytest.mark.rule("3.1")
@pytest.mark.parametrize("name", ["order of a stack", "which stack", "a gun below"])
def test_samples_of_positions_that_blue_cannot_tell_apart_are_the_same(name: str) -> None:
    one, other = (draw(rows) for rows in MAPS[name])
    assert one.state.digest() != other.state.digest()
    for seed in range(10):
        for side in (0, 1):
            first, second = (m.rules.disguise(m.state, side, RepeatableRandom(seed)).digest() for m in (one, other))
            assert (first == second) == (side == 1)
