"""Records: they replay exactly, and nothing in them can be changed without being found."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.tries import begin, facts, play_random, position, sentence, signed
from westfront.engine.data import Overrides
from westfront.engine.dice import RepeatableRandom, ScriptedDice, secret_from_seed
from westfront.engine.match import Match
from westfront.engine.record import Record, parse_record
from westfront.errors import FormatError, OtherBuild, WestfrontError

START = """
    turn = 5
    mud = 0
    red_holds =
    lost = 3 4
    unit R1: at=0304 steps=2 height=1
    unit RG: at=0204 steps=1 height=1
    unit B1: at=0305 steps=1 height=1
    frame GameTurn:
    frame Combat: player=red
    """
"""Turn 5 of 6: red guns and infantry before a last unit of blue."""
OWNER = "name Mine\ntypes R-inf attack 5\n"
often = settings(max_examples=200)


@cache
def finished() -> str:
    """The record of a short finished game with rolls, an undo, a forced choice, players and a start."""
    match = Match.from_position(position(START), seed=2, auto=False)
    match = Match(match.setting, match.dice, match.commitment, players={"red": "Anna"}, start=match.state)
    for action in ("attack 0305", "undo", "bombard 0305 with RG", "attack 0305", "add R1", "confirm", "stand"):
        match.undo() if action == "undo" else match.play(action)
    return play_random(match, RepeatableRandom(2)).record()


def lines_of(text: str) -> list[str]:
    return text.splitlines()


def refused(text: str, upto: int | None = None) -> FormatError:
    """The error of a record that must not load, in one sentence."""
    with pytest.raises(FormatError) as caught:
        Match.load(text, upto)
    sentence(caught.value)
    return caught.value


def number_of(text: str, part: str) -> int:
    """The number of the first line with these words."""
    return next(i for i, line in enumerate(text.splitlines(), 1) if part in line)


# -- round trips


def with_undo(match: Match) -> Match:
    """Twenty random actions, every third of them taken back where it can be."""
    lots = RepeatableRandom("undo")
    for i in range(20):
        play_random(match, lots, 1)
        if i % 3 == 0 and match.can_undo:
            match.undo()
    return match


MATCHES = {
    "new": lambda: Match.new("ford", seed=1),
    "without forced choices": lambda: play_random(Match.new("ford", seed=1, auto=False), RepeatableRandom(1), 70),
    "running": lambda: play_random(Match.new("ford", "assault", seed=1), RepeatableRandom(1), 50),
    "finished": lambda: play_random(Match.new("ford", "assault", seed=1), RepeatableRandom(1)),
    "undo": lambda: with_undo(Match.new("ford", "assault", seed=1)),
    "players": lambda: Match.new("ford", seed=1, players={"blue": "Ben = B # |", "red": "Zoë"}),
    "options": lambda: play_random(
        Match.new("ford", options={"fog": "off", "season": "autumn"}, seed=1), RepeatableRandom(1)
    ),
    "overrides": lambda: play_random(Match.new("ford", overrides=Overrides.parse(OWNER), seed=1), RepeatableRandom(1)),
    "start": lambda: play_random(Match.from_position(position(START), seed=1), RepeatableRandom(1), 4),
    "everything": lambda: Match.load(finished()),
}


@pytest.mark.parametrize("kind", MATCHES)
@pytest.mark.parametrize("with_secret", [True, False])
def test_records_round_trip(kind: str, with_secret: bool) -> None:
    match = MATCHES[kind]()
    text = match.record(with_secret=with_secret)
    again = Match.load(text)
    assert again.record(with_secret=with_secret) == text
    assert (again.hash, again.number, again.players) == (match.hash, match.number, match.players)
    assert again.position() == match.position()
    assert again.can_undo == match.can_undo
    assert [again.log(side) for side in ("red", "blue")] == [match.log(side) for side in ("red", "blue")]


def test_the_short_game_has_everything_in_it() -> None:
    """Else the tests below would try less than they say."""
    for part in ("player red = Anna", "start = unit", "red: undo", " (auto)", " | 0 ", "result = ", "secret = "):
        assert part in finished()


def test_line_ends_of_other_systems_and_blank_lines_do_not_matter() -> None:
    windows = finished().replace("\n", "\r\n")
    assert Match.load(windows).record() == finished()
    assert Match.load(finished().replace("begin\n", "\nbegin\n\n") + "\n").record() == finished()


def test_a_record_up_to_an_action_is_the_game_at_that_action() -> None:
    match = Match.new("ford", "assault", seed=8, auto=False)
    seen = [(match.hash, match.position(), match.log("red"))]
    for _ in range(40):
        play_random(match, RepeatableRandom(match.number), 1)
        seen.append((match.hash, match.position(), match.log("red")))
    text = match.record(with_secret=True)
    for upto in range(0, 41, 5):
        again = Match.load(text, upto)
        assert (again.hash, again.position(), again.log("red")) == seen[upto]
        assert again.number == upto


@pytest.mark.parametrize("actions", [0, 30, 60])
def test_a_save_goes_on_with_the_same_dice(actions: int) -> None:
    match = play_random(Match.new("ford", "assault", seed=8), RepeatableRandom(8), actions)
    again = Match.load(match.record(with_secret=True))
    play_random(match, RepeatableRandom("on"))
    play_random(again, RepeatableRandom("on"))
    assert again.record() == match.record()


def test_a_game_taken_up_in_the_middle_goes_on_with_the_same_dice() -> None:
    match = play_random(Match.new("ford", "assault", seed=8), RepeatableRandom(8))
    again = Match.load(match.record(), upto=25)
    for entry in match.entries[25:]:
        again.replay(entry)
    assert again.hash == match.hash
    middle = Match.load(match.record(), upto=25)
    play_random(middle, RepeatableRandom("on"))
    assert Match.load(middle.record()).hash == middle.hash


def test_replaying_an_entry_leaves_the_dice_of_the_match_in_place() -> None:
    match = play_random(Match.new("ford", "assault", seed=8), RepeatableRandom(8))
    other = Match.new("ford", "assault", seed=8)
    for entry in match.entries[: match.number // 2]:
        other.replay(entry)
    play_random(other, RepeatableRandom("on"))
    assert other.over


def test_a_record_without_the_secret_is_read_but_not_rolled_on() -> None:
    match = begin(START)
    again = Match.load(match.record())
    before = facts(again)
    with pytest.raises(WestfrontError, match="does not hold the secret of its dice") as caught:
        again.play("bombard 0305 with RG")
    sentence(caught.value)
    assert facts(again) == before
    again.play("attack 0305")
    assert again.number == 1


# -- tampering


LINES = range(len(finished().splitlines()))


@pytest.mark.parametrize("i", LINES)
def test_a_line_deleted_is_found(i: int) -> None:
    lines = lines_of(finished())
    refused("\n".join(lines[:i] + lines[i + 1 :]) + "\n")


@pytest.mark.parametrize("i", LINES)
def test_a_line_doubled_is_found(i: int) -> None:
    lines = lines_of(finished())
    refused("\n".join(lines[: i + 1] + lines[i:]) + "\n")


@pytest.mark.parametrize("i", LINES[:-1])
def test_two_lines_swapped_are_found(i: int) -> None:
    lines = lines_of(finished())
    refused("\n".join([*lines[:i], lines[i + 1], lines[i], *lines[i + 2 :]]) + "\n")


@pytest.mark.parametrize("i", LINES)
def test_a_character_changed_is_found(i: int) -> None:
    """Each fifth character of each line, in turn replaced by a digit, a letter, a sign and a space."""
    lines = lines_of(finished())
    for at in range(i % 5, len(lines[i]), 5):
        new = next(c for c in "7a| "[at % 4 :] + "8" if c != lines[i][at])
        changed = lines[i][:at] + new + lines[i][at + 1 :]
        refused("\n".join([*lines[:i], changed, *lines[i + 1 :]]) + "\n")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (": attack 0305", ": attack 0304", "no enemy stands in 0304"),
        (": attack 0305", ": done", "the rolls do not fit: roll 0 for weather is missing"),
        (": attack 0305", ": nonsense", "no action begins with 'nonsense'"),
        ("red: undo", "blue: undo", "red is asked now, not blue"),
        (": stand", ": withdraw", "the rolls do not fit: there are more than the rules ask for"),
        (": add R1", ": add RG", "RG is not one of your units next to the target that can still fight"),
        (": confirm", ": confirm (auto)", "marked as the only choice, which it is not"),
        (" | 0 bombardment/0305 d6 ", " | 0 bombardment/0304 d6 ", "the rolls do not fit: roll 0 is 1d6"),
        (" | 0 bombardment/0305 d6 ", " | 1 bombardment/0305 d6 ", "the rolls do not fit: roll 0 is 1d6"),
        (" | 0 bombardment/0305 d6 ", " | 0 bombardment/0305 d10 ", "the rolls do not fit: roll 0 is 1d6"),
        (" | 0 bombardment/0305 d6 ", " | 0 bombardment/0305 d6 7", "the rolls do not fit: roll 0 shows"),
        (" | 0 bombardment/0305 d6 ", " | 0 bombardment/0305 d6 1 ", "the rolls do not fit: roll 0 is 1d6"),
    ],
)
def test_a_changed_action_or_roll_is_named_by_its_line(old: str, new: str, said: str) -> None:
    """As a line that was changed by hand; and if all hashes are made to fit, by what the rules say of it."""
    changed = finished().replace(old, new, 1)
    error, forged = refused(changed), refused(signed(lines_of(changed)))
    assert error.line == forged.line == number_of(finished(), old)
    assert "was changed by hand" in str(error)
    assert said in str(forged)
    assert isinstance(forged, OtherBuild)
    assert not isinstance(error, OtherBuild)


@pytest.mark.parametrize(("value", "other"), [("1", "2"), ("2", "3"), ("3", "4"), ("4", "5"), ("5", "6"), ("6", "5")])
def test_a_changed_die_is_named_by_its_line(value: str, other: str) -> None:
    lines = lines_of(finished())
    for i, line in enumerate(lines):
        if f" d6 {value} ~ " in line:
            changed = line.replace(f" d6 {value} ~ ", f" d6 {other} ~ ")
            assert refused("\n".join([*lines[:i], changed, *lines[i + 1 :]])).line == i + 1


def test_the_changed_dice_above_were_there_to_be_changed() -> None:
    assert sum(" d6 " in line for line in lines_of(finished())) >= 3


def test_a_roll_that_is_missing_or_too_much_is_named_by_its_line() -> None:
    line = number_of(finished(), "bombardment/0305")
    found = lines_of(finished())[line - 1]
    roll = found[found.index(" |") : found.index(" ~")]
    missing, more = finished().replace(roll, "", 1), finished().replace(roll, roll + " | 1 luck d6 3", 1)
    assert "is missing" in str(refused(signed(lines_of(missing))))
    assert "more than the rules ask for" in str(refused(signed(lines_of(more))))


def forged(seed: int, change: int) -> str:
    """A whole game with one weather die changed, every hash and the checksum made to fit, and the true secret."""
    true = Match.new("ford", seed=seed)
    while not true.over:
        true.play("done")
    values = [value for roll in true.dice.rolls for value in roll.values]
    values[change] = values[change] % 3 + 1
    false = Match(true.setting, ScriptedDice(values), true.commitment)
    while not false.over:
        false.play("done")
    lines = lines_of(false.record())
    return signed([*lines[:-1], f"secret = {secret_from_seed(seed).hex()}", lines[-1]])


@pytest.mark.parametrize("change", range(5))
def test_a_forged_die_is_found_even_if_everything_else_fits(change: int) -> None:
    text = forged(4, change)
    error = refused(text)
    assert str(error).endswith(f"roll {change} did not come from the secret of this game")
    assert error.line == number_of(text, f"| {change} weather")


def test_without_the_secret_a_forgery_is_a_game_like_any_other() -> None:
    """Which proves that the forger's work above was complete, but for the secret."""
    lines = [line for line in lines_of(forged(4, 2)) if not line.startswith("secret")]
    assert Match.load(signed(lines)).over


def test_another_secret_does_not_fit_the_commitment() -> None:
    lines = [line if "secret" not in line else f"secret = {'00' * 32}" for line in lines_of(finished())]
    assert "the secret does not fit the commitment" in str(refused(signed(lines)))


def test_another_result_is_found_although_the_checksum_fits() -> None:
    lines = [line if "result" not in line else "result = blue: well played" for line in lines_of(finished())]
    error = refused(signed(lines))
    assert error.line == number_of(finished(), "result = ")
    assert "not 'blue: well played'" in str(error)


# -- cut off


def test_a_record_cut_off_behind_any_line_is_refused() -> None:
    lines = lines_of(finished())
    for end in range(len(lines)):
        refused("\n".join(lines[:end]))


@often
@given(st.integers(0, len(finished()) - 2))
def test_a_record_cut_off_anywhere_is_refused(end: int) -> None:
    refused(finished()[:end])


def test_a_record_cut_off_before_its_end_says_where() -> None:
    text = finished().partition("result = ")[0]
    assert f"cut off after line {len(text.splitlines())}" in str(refused(text))


# -- hostile text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("westfront record 2", "westfront record 1"),
        ("westfront record 2", "westfront position 1"),
        ("westfront record 2\n", ""),
        ("game = ford", "game = chess"),
        ("game = ford", "game = ford\ngame = ford"),
        ("rules = 1", "rules = 99"),
        ("rules = 1", "rules = " + "9" * 5000),
        ("scenario = assault", "scenario = siege"),
        ("scenario = assault\n", ""),
        ("option fog = on", "option fog = thick"),
        ("option fog = on", "option rain = on"),
        ("option fog = on", "lay = types R-inf attack 5"),
        ("option fog = on", "option fog = on\noverride = x\nlay = types R-tank attack 5"),
        ("option fog = on", "option fog = on\noverride = x\nlay = types R-inf symbol \ud800"),
        ("commitment = ", "commitment = 00"),
        ("player red = Anna", "player green = Anna"),
        ("player red = Anna", "player red = An\x07na"),
        ("player red = Anna", "player red = Anna\nplayer red = Anna"),
        ("start = turn = 5", "start = turn = 99999999999999999999"),
        ("start = turn = 5", "start = turn = -1"),
        ("start = frame Combat: player=red", "start = frame Combat: player=-"),
        ("start = frame Combat: player=red", "start = frame Retreat: player=red hex=0101"),
        ("start = frame Combat: player=red\n", ""),
        ("begin", "begin\nbegin"),
        ("1 red: attack", "99999999999999999999 red: attack"),
        ("1 red: attack", "999999999 red: attack"),
        ("1 red: attack", "١ red: attack"),
        (": attack 0305", ": " + "attack " * 100_000),
        (": attack 0305", ": attack 0305\0"),
        (": attack 0305", ": attack 03\x1b05"),
        (": attack 0305", ": " + "(" * 50_000),
        (" d6 ", " d6 " + "1" * 200 + "x"),
        (" d6 ", " d6 " + "1 " * 50_000),
        (" d6 ", " d0 "),
        (" d6 ", " d999 "),
        (" | 0 ", " | 0 x d6 1" * 20_000 + " | 0 "),
        (" | 0 ", " |" * 50_000 + " | 0 "),
        ("secret = ", "secret = zz"),
        ("secret = ", "secret = \0"),
        ("result = ", "result = " + "x" * 100_000),
    ],
)
def test_hostile_records_are_refused_in_one_sentence(old: str, new: str) -> None:
    """As they are, and with a checksum that fits; in whole, and up to the first action."""
    assert old in finished()
    text = finished().replace(old, new, 1)
    refused(text)
    if "\ud800" not in text:
        refused(signed([line for line in text.split("\n") if line.strip()]))


@pytest.mark.parametrize("faces", ["d0", "d1", "d257", "d999"])
def test_hostile_dice_behind_the_part_that_is_read_are_refused(faces: str) -> None:
    """The secret was tried on them too, for ever."""
    refused(finished().replace(" d6 ", f" {faces} "), upto=0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "\0",
        "westfront record 2",
        "westfront record 2\nbegin",
        "westfront record 2\nbegin\nend 0 0",
        "x" * 4_000_001,
    ],
)
def test_what_is_no_record_is_refused(text: str) -> None:
    refused(text)


def test_many_lines_of_head_do_not_take_for_ever() -> None:
    """They were compared each with each."""
    many = "".join(f"lay = a b {i} 1\n" for i in range(40_000))
    refused(finished().replace("commitment", many + "commitment", 1))


words = st.sampled_from(
    ["westfront record 2\n", "game = ford\n", "begin\n", "1 red: done ~ # ", " | 0 x d6 1", "end 1 "]
)


@often
@given(st.text() | st.lists(words | st.text(max_size=10)).map("".join) | st.binary().map(lambda b: b.decode("latin-1")))
def test_no_text_raises_anything_but_format_error(text: str) -> None:
    refused(text)
    refused("westfront record 2\n" + text)


@often
@given(st.data())
def test_no_change_of_a_record_raises_anything_but_format_error(data: st.DataObject) -> None:
    """A piece of the record is replaced by any text or by another piece of it, and the checksum made to fit."""
    text = finished()
    start = data.draw(st.integers(20, len(text) - 1))
    end = data.draw(st.integers(start, min(len(text), start + 30)))
    new = data.draw(st.text(max_size=8) | st.sampled_from(text.split()) | st.sampled_from(text.splitlines()))
    changed = text[:start] + new + text[end:]
    try:
        parsed: Record = parse_record(changed)
        match = Match.load(signed([line for line in changed.splitlines() if line.strip()]))
    except FormatError as error:
        sentence(error)
    else:
        assert match.number == len(parsed.entries)
