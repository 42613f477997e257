"""Dice: derived as the documents say, fair, repeatable, and secret until the game is over."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable

import pytest

from tests.engine.tries import play_random, sentence
from westfront.engine.dice import (
    ComparingDice,
    Dice,
    FixedDice,
    RepeatableRandom,
    ScriptedDice,
    SealedDice,
    SecretDice,
    commitment,
    derive,
    new_secret,
    secret_from_seed,
)
from westfront.engine.frame import Play
from westfront.engine.match import Match
from westfront.engine.state import State
from westfront.errors import WestfrontError

SECRET = bytes(range(32))


def stream(secret: bytes, name: str, blocks: int = 4) -> bytes:
    """The bytes of a roll, by the words of docs and docstrings alone."""
    keys = [f"{name} {block}".encode() for block in range(blocks)]
    return b"".join(hmac.new(secret, key, hashlib.sha256).digest() for key in keys)


def chi_square(values: Iterable[int], faces: int) -> float:
    """How far the counts of the faces are from even."""
    counts = Counter(values)
    even = counts.total() / faces
    assert set(counts) == set(range(1, faces + 1))
    return sum((count - even) ** 2 / even for count in counts.values())


# -- how rolls are derived


@pytest.mark.parametrize(
    ("index", "purpose", "faces", "count"), [(0, "weather", 6, 1), (7, "combat/0304", 6, 40), (3, "x", 10, 90)]
)
def test_rolls_are_the_hmac_of_index_purpose_and_faces(index: int, purpose: str, faces: int, count: int) -> None:
    fair = [byte for byte in stream(SECRET, f"{index} {purpose} d{faces}") if byte < 256 // faces * faces]
    assert derive(SECRET, index, purpose, faces, count) == tuple(byte % faces + 1 for byte in fair[:count])


def test_rolls_never_change_between_versions() -> None:
    """Written down once: another result would make every old record a forgery."""
    assert derive(SECRET, 0, "weather", 6, 8) == (5, 6, 4, 5, 1, 2, 2, 3)
    assert commitment(SECRET) == "819aebf73ea22b9512e08497ad034dbce591b2cca1e20cd8ce22487290ac1f2d"


def test_the_commitment_is_a_hash_of_the_secret() -> None:
    assert commitment(SECRET) == hashlib.sha256(b"westfront dice" + SECRET).hexdigest()
    assert commitment(SECRET) != commitment(SECRET[::-1])


def test_the_same_roll_has_the_same_values_and_more_dice_begin_alike() -> None:
    assert derive(SECRET, 4, "combat", 6, 20) == derive(SECRET, 4, "combat", 6, 20)
    assert derive(SECRET, 4, "combat", 6, 20)[:5] == derive(SECRET, 4, "combat", 6, 5)


@pytest.mark.parametrize(
    ("secret", "index", "purpose"), [(SECRET, 5, "combat"), (SECRET, 4, "combat2"), (SECRET[::-1], 4, "combat")]
)
def test_another_index_purpose_or_secret_gives_another_stream(secret: bytes, index: int, purpose: str) -> None:
    assert derive(secret, index, purpose, 6, 30) != derive(SECRET, 4, "combat", 6, 30)


def test_other_faces_have_a_stream_of_their_own() -> None:
    """Else a d12 would tell the d6 of the same name."""
    twelve = [(value - 1) % 6 + 1 for value in derive(SECRET, 4, "combat", 12, 30)]
    assert tuple(twelve) != derive(SECRET, 4, "combat", 6, 30)


@pytest.mark.parametrize("faces", range(2, 101))
def test_values_lie_within_the_faces(faces: int) -> None:
    values = derive(SECRET, 0, "any", faces, 40 * faces)
    assert len(values) == 40 * faces
    assert (min(values), max(values)) == (1, faces)


def test_a_byte_that_would_favour_low_faces_is_skipped() -> None:
    """252 to 255 would be four more chances for 1 to 4 on a d6."""
    index = next(i for i in range(10_000) if stream(SECRET, f"{i} luck d6", 1)[0] >= 252)
    second = stream(SECRET, f"{index} luck d6", 1)[1]
    assert second < 252
    assert derive(SECRET, index, "luck", 6, 1) == (second % 6 + 1,)


@pytest.mark.parametrize(("faces", "rolls", "limit"), [(6, 600, 30), (10, 1000, 40), (100, 1000, 180)])
def test_dice_are_fair(faces: int, rolls: int, limit: int) -> None:
    """The limits lie where one honest set of dice in some ten thousand would fail; these are always the same dice."""
    values = [value for i in range(rolls) for value in derive(SECRET, i, "fair", faces, 100)]
    assert chi_square(values, faces) < limit


def test_the_test_of_fairness_finds_dice_that_keep_every_byte() -> None:
    biased = [byte % 100 + 1 for i in range(1000) for byte in stream(SECRET, f"{i} fair d100")]
    assert chi_square(biased, 100) > 180


@pytest.mark.parametrize(("faces", "count"), [(0, 1), (1, 1), (257, 1), (999, 1), (6, 0), (6, -1)])
def test_rolls_that_no_record_can_hold_are_refused(faces: int, count: int) -> None:
    """A die of more than 256 faces, or no die at all, used to look for a fair byte for ever."""
    with pytest.raises(AssertionError, match="a roll is one or more dice of 2 to 256 faces"):
        SecretDice(SECRET).roll("any", faces, count)


# -- the kinds of dice


def test_each_roll_is_listed_with_its_index() -> None:
    dice = SecretDice(SECRET)
    first, second = dice.roll("weather"), dice.roll("weather", 10, 3)
    assert [tuple(roll) for roll in dice.rolls] == [(0, "weather", 6, first), (1, "weather", 10, second)]
    assert second == derive(SECRET, 1, "weather", 10, 3)


def test_scripted_dice_show_the_script() -> None:
    dice = ScriptedDice([3, 1, 6])
    assert (dice.roll("a"), dice.roll("b", 6, 2)) == ((3,), (1, 6))


@pytest.mark.parametrize(("script", "faces"), [([], 6), ([2], 6), ([2, 7], 6), ([0, 1], 6), ([3, 4], 3)])
def test_scripted_dice_refuse_a_short_script_and_a_face_that_is_not_there(script: list[int], faces: int) -> None:
    dice = ScriptedDice(script)
    with pytest.raises(AssertionError, match="roll 0 for combat needs 2 of 1-"):
        dice.roll("combat", faces, 2)
    assert dice.rolls == []


def test_fixed_dice_show_one_number_or_their_highest_face() -> None:
    assert FixedDice(5).roll("a", 6, 3) == (5, 5, 5)
    assert FixedDice(5).roll("a", 4) == (4,)


def test_sealed_dice_do_not_roll() -> None:
    with pytest.raises(WestfrontError, match="does not hold the secret") as caught:
        SealedDice().roll("combat")
    sentence(caught.value)


@pytest.mark.parametrize(("at_most", "hits"), [(0, 0), (1, 1), (3, 3), (6, 5), (9, 5)])
def test_hits_are_dice_that_show_so_much_or_less(at_most: int, hits: int) -> None:
    dice = ScriptedDice([1, 2, 3, 4, 6])
    assert dice.hits("fire", [at_most] * 5) == hits
    assert dice.rolls[0].values == (1, 2, 3, 4, 6)


def test_no_dice_hit_nothing_and_are_not_rolled() -> None:
    dice: Dice = ScriptedDice([])
    assert dice.hits("fire", []) == 0
    assert dice.rolls == []


# -- the secret


def test_secrets_of_matches_differ_unless_a_seed_says_otherwise() -> None:
    assert len(new_secret()) == len(secret_from_seed(1)) == 32
    assert new_secret() != new_secret()
    assert secret_from_seed(1) == secret_from_seed("1") != secret_from_seed(2)
    assert Match.new("ford").commitment != Match.new("ford").commitment


def test_nothing_tells_the_secret_while_the_game_goes_on() -> None:
    match = play_random(Match.new("ford", seed=5, players={"red": "Anna"}), RepeatableRandom(5), 60)
    secret = secret_from_seed(5)
    views = [match.view(side).encode() for side in ("red", "blue", None)]
    texts = [match.record(), match.position(), repr(match), *match.log("red"), *match.log("blue")]
    assert match.dice.rolls
    assert not match.over
    for told in [match.state.digest(), *views, *(text.encode() for text in texts)]:
        assert secret not in told
        assert secret.hex().encode() not in told


def test_the_record_of_a_finished_game_tells_the_secret() -> None:
    match = play_random(Match.new("ford", seed=5), RepeatableRandom(5))
    assert f"secret = {secret_from_seed(5).hex()}" in match.record().splitlines()
    assert commitment(secret_from_seed(5)) == match.commitment


def test_a_save_on_ones_own_machine_holds_the_secret() -> None:
    match = Match.new("ford", seed=5)
    assert f"secret = {secret_from_seed(5).hex()}" in match.record(with_secret=True).splitlines()


# -- lots


def test_lots_are_repeatable_and_in_range() -> None:
    drawn = [
        [lots.below(n) for n in range(1, 300)]
        for lots in (RepeatableRandom("x"), RepeatableRandom("x"), RepeatableRandom("y"))
    ]
    assert drawn[0] == drawn[1] != drawn[2]
    assert all(0 <= value < n for n, value in enumerate(drawn[0], 1))


def test_lots_reach_everything() -> None:
    lots = RepeatableRandom(1)
    assert Counter(lots.below(7) for _ in range(7000)).keys() == set(range(7))
    assert chi_square((lots.below(7) + 1 for _ in range(7000)), 7) < 30


def test_lots_shuffle_without_loss() -> None:
    assert sorted(RepeatableRandom(3).shuffled(range(50))) == list(range(50))
    assert (
        RepeatableRandom(3).shuffled(range(50))
        == RepeatableRandom(3).shuffled(range(50))
        != RepeatableRandom(4).shuffled(range(50))
    )


def test_many_dice_of_a_play_are_told_die_by_die() -> None:
    """The log has every die that was thrown for hits."""
    play = Play(None, State(), ScriptedDice([1, 6, 3, 4]))
    assert play.hits("barrage/0304", [3] * 4) == 2
    assert [event.facts["values"] for event in play.events] == [(1, 6, 3, 4)]


@pytest.mark.parametrize("purpose", ["", "two words", "a|b", "a#b", "a\nb"])
def test_a_purpose_that_no_record_could_hold_is_a_mistake(purpose: str) -> None:
    with pytest.raises(AssertionError, match="one word"):
        FixedDice(3).roll(purpose)


def test_dice_for_comparing_fall_alike_for_a_purpose_whatever_was_thrown_before() -> None:
    first, other = ComparingDice("seed"), ComparingDice("seed")
    other.roll("weather", count=2)
    both = [(first.roll("combat/0304"), other.roll("combat/0304")) for _ in range(20)]
    assert all(one == two for one, two in both)
    assert len(set(both)) > 1
    assert first.roll("combat/0305", count=20) != ComparingDice("another seed").roll("combat/0305", count=20)


def test_every_second_run_has_the_dice_of_the_first_turned_over() -> None:
    first, second, third = (ComparingDice("seed", run).roll("combat/0304", count=20) for run in range(3))
    assert [one + two for one, two in zip(first, second, strict=True)] == [7] * 20
    assert third not in (first, second)


def test_dice_for_comparing_are_fair() -> None:
    dice = ComparingDice("seed")
    assert chi_square((value for _ in range(600) for value in dice.roll("combat/0304", count=2)), 6) < 25
    assert chi_square((dice.roll(f"combat/{number}")[0] for number in range(1200)), 6) < 25
