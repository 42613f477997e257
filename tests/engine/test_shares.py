"""Shares in the dice: neither the host nor a side can choose the rolls alone, and a record proves it."""

from __future__ import annotations

import hashlib

import pytest

from tests.engine.tries import play_random, signed
from westfront.engine.dice import RepeatableRandom, derive, mixed, seal_of, secret_from_seed
from westfront.engine.match import Match
from westfront.errors import FormatError, IllegalAction

ANNA, BERT = bytes(range(32)), bytes(range(32, 64))


def shared() -> Match:
    """A new game in which both sides have a share in the dice."""
    match = Match.new("ford", "assault", seed=3)
    match.seal("red", seal_of(ANNA))
    match.seal("blue", seal_of(BERT))
    match.open_share("blue", BERT.hex())
    match.open_share("red", ANNA.hex())
    return match


def played(match: Match) -> Match:
    return play_random(match, RepeatableRandom(3))


def test_the_rolls_come_from_the_secret_and_both_shares() -> None:
    match = played(shared())
    key = hashlib.sha256(b"westfront mixed" + secret_from_seed(3) + ANNA + BERT).digest()
    assert mixed(secret_from_seed(3), [ANNA, BERT]) == key
    assert match.dice.rolls
    for roll in match.dice.rolls:
        assert roll.values == derive(key, roll.number, roll.purpose, roll.faces, len(roll.values))


def test_other_shares_are_other_rolls() -> None:
    plain = played(Match.new("ford", "assault", seed=3))
    assert [roll.values for roll in plain.dice.rolls] != [roll.values for roll in played(shared()).dice.rolls]


def test_a_record_with_shares_replays_and_goes_on_with_the_same_dice() -> None:
    match = shared()
    play_random(match, RepeatableRandom(3), 30)
    again = Match.load(match.record(with_secret=True))
    assert played(again).record() == played(match).record()
    assert Match.load(match.record()).result == match.result


def test_a_share_that_was_swapped_afterwards_does_not_fit_its_seal() -> None:
    text = played(shared()).record().replace(ANNA.hex(), BERT.hex())
    with pytest.raises(FormatError, match="does not fit its seal"):
        Match.load(signed(text.splitlines()))


def test_rolls_without_the_shares_are_found() -> None:
    """The host throws with his secret alone and claims that the shares are in the rolls."""
    lines = played(Match.new("ford", "assault", seed=3)).record().splitlines()
    begin, agreed = lines.index("begin") + 1, [entry.body() for entry in shared().entries]
    moved = [
        f"{int(line.split()[0]) + 4} {line.split(' ', 1)[1]}" if line[0].isdigit() else line for line in lines[begin:]
    ]
    with pytest.raises(FormatError, match="did not come from the secret"):
        Match.load(signed([*lines[:begin], *(f"{body} # {'0' * 32}" for body in agreed), *moved]))


def refusal(match: Match, what: str, side: str, value: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        getattr(match, what)(side, value)
    assert match.number == len(match.entries)
    return str(caught.value)


def test_a_share_is_opened_only_when_both_are_sealed() -> None:
    match = Match.new("ford", seed=3)
    match.seal("red", seal_of(ANNA))
    assert "both sides have sealed" in refusal(match, "open_share", "red", ANNA.hex())
    assert "sealed its share already" in refusal(match, "seal", "red", seal_of(BERT))
    assert "64 hexadecimal digits" in refusal(match, "seal", "blue", "x")


def test_a_share_that_does_not_fit_its_seal_is_refused() -> None:
    match = Match.new("ford", seed=3)
    match.seal("red", seal_of(ANNA))
    match.seal("blue", seal_of(BERT))
    assert "does not fit its seal" in refusal(match, "open_share", "red", BERT.hex())
    assert "does not fit its seal" in refusal(match, "open_share", "red", "zz")
    match.open_share("red", ANNA.hex())
    assert "opened its share already" in refusal(match, "open_share", "red", ANNA.hex())


def test_once_a_die_has_fallen_it_is_too_late() -> None:
    match = play_random(Match.new("ford", "assault", seed=3), RepeatableRandom(3), 60)
    assert match.dice.rolls
    assert "too late" in refusal(match, "seal", "red", seal_of(ANNA))


def test_a_game_under_another_host_has_fresh_dice_and_says_so() -> None:
    match = play_random(shared(), RepeatableRandom(3), 40)
    before, told = len(match.dice.rolls), match.commitment
    match.fresh_dice(b"n" * 32)
    assert match.commitment != told
    assert not match.can_undo
    match.seal("blue", seal_of(BERT))
    match.seal("red", seal_of(ANNA))
    match.open_share("red", ANNA.hex())
    match.open_share("blue", BERT.hex())
    text = played(match).record()
    assert f": fresh {match.commitment} ~" in text
    assert text.count("\nsecret") == 2
    again = Match.load(text)
    assert [source.first_roll for source in again.sources] == [0, before]
    assert again.record() == text


def test_the_second_secret_is_proved_too() -> None:
    match = play_random(Match.new("ford", "assault", seed=3), RepeatableRandom(3), 40)
    match.fresh_dice(b"n" * 32)
    text = played(match).record()
    lines = [f"secret 1 = {'00' * 32}" if line.startswith("secret 1") else line for line in text.splitlines()]
    with pytest.raises(FormatError, match="does not fit the commitment"):
        Match.load(signed(lines))


def test_a_save_without_the_first_secret_goes_on_with_the_second() -> None:
    """Somebody imports the record of a running game: its old secret is unknown and stays so."""
    match = play_random(Match.new("ford", "assault", seed=3), RepeatableRandom(3), 40)
    taken_over = Match.load(match.record())
    taken_over.fresh_dice(b"n" * 32)
    played(taken_over)
    text = taken_over.record()
    assert "\nsecret 1 = " in text
    assert "\nsecret = " not in text
    assert Match.load(text).result == taken_over.result
