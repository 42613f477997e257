"""Positions: they round-trip, can be written by hand, and are refused by line where they do not hold."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.tries import HEAD, play_random, position, sentence
from tests.ford.rules import Ford
from tests.ford.state import FordState
from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match
from westfront.engine.names import HexSides, Side, Unit, Word
from westfront.engine.position import read_position, read_state, state_lines
from westfront.engine.state import UnitLinks
from westfront.errors import FormatError, IllegalAction
from westfront.hexgrid import NO_SIDES

BATTLE = """
    turn = 2
    mud = 1
    red_holds = 0305 0705
    lost = 2 3
    unit R1: at=0304 steps=2 height=9 fought=1
    unit R2: at=0304 steps=1 height=8
    unit RG: at=0204 steps=1 height=1 fought=1
    unit B1: at=0305 steps=2 height=1
    unit B2: at=0306 steps=1 height=1
    frame GameTurn:
    frame PlayerTurn: player=blue
    frame Combat: player=red
    frame Stand: player=blue target=0305 attackers=R1,RG
    """
OVER = """
    turn = 6
    mud = 0
    red_holds =
    lost = 5 4
    unit B1: at=0305 steps=2
    winner = 1
    verdict = red has no unit left
    """
LINES = position(BATTLE).splitlines()


def refused(text: str) -> FormatError:
    """The error of a position that must not be read, in one sentence."""
    with pytest.raises(FormatError) as caught:
        read_position(text)
    sentence(caught.value)
    return caught.value


# -- round trips


@pytest.mark.parametrize("seed", range(6))
def test_every_position_of_a_random_game_round_trips(seed: int) -> None:
    match = Match.new("ford", ("meeting", "assault")[seed % 2], seed=seed)
    lots = RepeatableRandom(seed)
    while not match.over:
        play_random(match, lots, 1)
        setting, rules, state = read_position(match.position())
        assert state.digest() == match.state.digest()
        assert (setting.scenario, rules.options) == (match.rules.scenario, match.rules.options)


@pytest.mark.parametrize("body", [BATTLE, OVER])
def test_a_position_is_written_as_it_was_read(body: str) -> None:
    match = Match.from_position(position(body), seed=1)
    assert Match.from_position(match.position(), seed=1).position() == match.position()


def test_a_position_by_hand_plays() -> None:
    match = Match.from_position(position(BATTLE), seed=1)
    assert match.decision.prompt.startswith("0305 is attacked (8 against 5")
    assert match.decision.side == "blue"
    play_random(match, RepeatableRandom(1))
    assert match.over
    assert Match.load(match.record()).hash == match.hash


def test_a_finished_position_is_over() -> None:
    match = Match.from_position(position(OVER), seed=1)
    assert match.result == "blue: red has no unit left"
    assert Match.load(match.record()).result == match.result


def test_a_position_may_leave_out_what_is_usual() -> None:
    """Options by default, units off the map, blank lines; the units in any order."""
    text = "westfront position 1\r\ngame = ford\r\nrules = 1\r\n\r\n" + "\r\n".join(
        LINES[5:9] + LINES[13:8:-1] + LINES[14:]
    )
    assert read_position(text)[2].digest() == read_position(position(BATTLE))[2].digest()


class RichState(FordState):
    """The Ford with values of the kinds that it does not need."""

    leader: Unit
    active: Side
    mood: Word
    bridges_down: HexSides
    under: UnitLinks


class RichFord(Ford):
    """A Ford with such a state; never registered."""

    state = RichState  # type: ignore[assignment]

    @classmethod
    def package(cls) -> str:
        """Where its data and frames are."""
        return Ford.package()


def rich(**changes: Any) -> tuple[RichFord, RichState]:
    """Such a Ford and a state of it."""
    rules = RichFord("meeting", {"fog": "on", "season": "summer"}, Ford.data_folder())
    plain = rules.start()
    fields: dict[str, Any] = {name: getattr(plain, name) for name in FordState.__struct_fields__}
    alone = array("h", [-1]) * len(plain.at)
    usual = {"leader": -1, "active": -1, "mood": "x", "bridges_down": NO_SIDES, "under": alone}
    return rules, RichState(**{**fields, **usual, **changes})


@pytest.mark.parametrize(("leader", "active", "mood"), [(3, 1, "bold"), (-1, -1, "x")])
def test_fields_of_every_kind_round_trip(leader: int, active: int, mood: str) -> None:
    """A single unit was taken for a column of units."""
    rules, state = rich(leader=leader, active=active, mood=mood)
    lines = list(enumerate(state_lines(rules, state), 1))
    assert read_state(rules, lines).digest() == state.digest()


def test_hexsides_and_links_round_trip() -> None:
    """Hexsides as pairs of labels; a unit that rides on another one says on which."""
    rules, state = rich(bridges_down=rich()[0].names.read_hexsides(["0304/0305", "0305/0205"]))
    state.under[0], state.under[1] = 1, 0
    lines = list(state_lines(rules, state))
    names = rules.names.units
    assert "bridges_down = 0205/0305 0304/0305" in lines
    assert any(line.startswith(f"unit {names[0]}: ") and f"under={names[1]}" in line for line in lines)
    assert sum("under=" in line for line in lines) == 2
    read = cast(RichState, read_state(rules, list(enumerate(lines, 1))))
    assert read.digest() == state.digest()
    assert (read.bridges_down, read.under) == (state.bridges_down, state.under)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("bridges_down =", "bridges_down = 0304/0306", "a hexside is written as the two hexes that it parts"),
        ("bridges_down =", "bridges_down = 0304", "there is no hex '' on this map"),
        ("unit R1: ", "unit R1: under=R9 ", "there is no unit 'R9' in this game"),
        ("unit R1: ", "unit R1: under=300 ", "there is no unit '300' in this game"),
    ],
)
def test_wrong_hexsides_and_links_are_named(old: str, new: str, said: str) -> None:
    rules, state = rich()
    text = "\n".join(state_lines(rules, state))
    assert old in text
    with pytest.raises(FormatError, match=said):
        read_state(rules, list(enumerate(text.replace(old, new, 1).splitlines(), 1)))


def test_columns_of_a_position_are_its_own() -> None:
    state = cast(FordState, read_position(position(BATTLE))[2])
    assert isinstance(state.at, array)
    assert isinstance(state.lost, bytearray)
    assert list(state.lost) == [2, 3]


# -- what does not hold


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("turn = 2", "turn = two", "'two' is not a number"),
        ("turn = 2", "turn 2", "'turn 2' is not a line of a position of ford"),
        ("turn = 2", "tern = 2", "a position of ford has no 'tern'"),
        ("turn = 2", "steps = 2", "'steps = 2' is not a line of a position of ford"),
        ("mud = 1", "mud = 1\nturn = 3", "turn stands twice"),
        ("red_holds = 0305", "red_holds = 0399", "there is no hex '0399' on this map"),
        ("lost = 2 3", "lost = 2 256", "256 is not a number from 0 to 255"),
        ("lost = 2 3", "lost = 2 -3", "-3 is not a number from 0 to 255"),
        ("unit R1:", "unit R9:", "there is no unit 'R9' in this game"),
        ("unit R1:", "unit -:", "a unit has at, steps, height, moved, fought, not 'at'"),
        ("unit R2:", "unit R1:", "unit R1 stands twice"),
        ("unit R2:", "unit R1 :", "unit R1 stands twice"),
        ("at=0304", "at=0399", "there is no hex '0399' on this map"),
        ("at=0304", "at=", "there is no hex '' on this map"),
        ("steps=2", "steps=x", "'x' is not a number"),
        ("steps=2", "steps=999", "999 is not a number from 0 to 255"),
        ("steps=2", "health=2", "a unit has at, steps, height, moved, fought, not 'health'"),
        ("frame Combat:", "frame Siege:", "there is no frame 'Siege' in this game"),
        ("frame Combat: player=red", "frame Combat:", "frame Combat has player"),
        ("frame Combat: player=red", "frame Combat: player=red unit=R1", "frame Combat has player"),
        ("frame Combat: player=red", "frame Combat: player=green", "there is no side 'green' in this game"),
        ("frame Combat: player=red", "frame Combat: player=-", "frame Combat asks nobody"),
        ("attackers=R1,RG", "attackers=R1,R9", "there is no unit 'R9' in this game"),
        ("target=0305", "target=0399", "there is no hex '0399' on this map"),
        ("mud = 1", "mud\x1b = 1", "this line has a character that cannot be printed"),
    ],
)
def test_a_wrong_line_is_named(old: str, new: str, said: str) -> None:
    text = position(BATTLE).replace(old, new, 1)
    error = refused(text)
    assert said in str(error)
    assert new.split("\n")[-1] in text.splitlines()[cast(int, error.line) - 1]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("westfront position 1", "westfront record 1", "line 1: the file begins with 'westfront position 1'"),
        ("game = ford", "game = chess", "line 2: there is no game 'chess'"),
        ("rules = 1", "rules = 9", "line 2: rules '9' of ford are not installed here"),
        ("scenario = assault", "scenario = siege", "line 2: ford has no scenario 'siege'"),
        ("rules = 1", "rules = 1\nrules = 1", "line 4: a line of the head is KEY = VALUE, each key once"),
        ("rules = 1", "lay = types R-inf attack 5\nrules = 1", "an override needs a name"),
        ("turn = 2\n", "", "the position does not say turn"),
        ("lost = 2 3\n", "", "the position does not say lost"),
    ],
)
def test_a_wrong_head_or_a_missing_line_is_told(old: str, new: str, said: str) -> None:
    assert said in str(refused(position(BATTLE).replace(old, new, 1)))


@pytest.mark.parametrize(
    ("body", "old", "new"),
    [
        (OVER, "winner = 1\n", ""),
        (OVER, "verdict = red has no unit left", "verdict ="),
        (OVER, "verdict = red has no unit left\n", ""),
        (OVER, "winner = 1", "winner = 2"),
        (OVER, "winner = 1", "winner = -2"),
        (OVER, "winner = 1", "winner = 1\nframe GameTurn:"),
        (BATTLE, "mud = 1", "mud = 1\nwinner = 0"),
        (BATTLE, "mud = 1", "mud = 1\nverdict = well played"),
    ],
)
def test_a_position_has_frames_or_a_winner(body: str, old: str, new: str) -> None:
    """With both, the record could not be loaded again; with an impossible winner, nobody could say who has won."""
    assert "winner" in str(refused(position(body).replace(old, new, 1)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("turn = 2", "turn = 7"),
        ("mud = 1", "mud = -1"),
        ("lost = 2 3", "lost = 2"),
        ("lost = 2 3", "lost = 1 3"),
        ("at=0306", "at=0304"),
        ("at=0306", "at=off"),
        ("height=8", "height=9"),
        ("steps=2", "steps=3"),
        ("frame GameTurn:\n", ""),
        ("player=blue\n", "player=-\n"),
        ("frame Stand: player=blue", "frame Stand: player=red"),
        ("attackers=R1,RG", "attackers="),
        ("attackers=R1,RG", "attackers=R1,R1"),
        ("attackers=R1,RG", "attackers=R1,B2"),
        ("attackers=R1,RG", "attackers=R1,-"),
        ("attackers=R1,RG", "attackers=R1,R3"),
        ("target=0305", "target=0909"),
        ("target=0305", "target=off"),
        ("Stand: player=blue target=0305 attackers=R1,RG", "Resolve: target=0305 attackers=R1,RG"),
        ("Stand: player=blue target=0305 attackers=R1,RG", "Moving: player=red unit=R3"),
        ("Stand: player=blue target=0305 attackers=R1,RG", "Assault: player=red target=off attackers="),
        ("Stand: player=blue target=0305 attackers=R1,RG", "Assault: player=red target=0305 attackers=B1"),
        ("Stand: player=blue target=0305 attackers=R1,RG", "Loss: player=blue units="),
        ("Stand: player=blue target=0305 attackers=R1,RG", "Loss: player=blue units=R1"),
        ("Stand: player=blue target=0305 attackers=R1,RG", "Advance: player=red target=0305 units=R1"),
        ("Stand: player=blue target=0305 attackers=R1,RG", "Advance: player=red target=0405 units="),
    ],
)
def test_a_position_that_cannot_be_is_refused_by_the_game(old: str, new: str) -> None:
    text = position(BATTLE)
    assert old in text
    assert str(refused(text.replace(old, new, 1))).startswith("the position cannot be: ")


@pytest.mark.parametrize("text", ["", "\0", "westfront position 1", HEAD, "x" * 4_000_001, HEAD + "turn = 2 \ud800"])
def test_what_is_no_position_is_refused(text: str) -> None:
    refused(text)


# -- any change at all

Change = Callable[[list[str], int, str], list[str]]
CHANGES: dict[str, Change] = {
    "delete": lambda words, i, new: words[:i] + words[i + 1 :],
    "double": lambda words, i, new: words[: i + 1] + words[i:],
    "replace": lambda words, i, new: [*words[:i], new, *words[i + 1 :]],
    "insert": lambda words, i, new: [*words[:i], new, *words[i:]],
    "swap": lambda words, i, new: [*words[:i], *reversed(words[i : i + 2]), *words[i + 2 :]],
}
PARTS = [
    *["0304", "0305", "0909", "off", "-", "R1", "R2", "RG", "B1", "BG", "red", "blue", "0", "1", "2", "255", "-1", "="],
    *["GameTurn", "PlayerTurn", "Movement", "Moving", "Combat", "Assault", "Stand", "Resolve", "Loss", "Retreat"],
    *["AfterCombat", "Advance", "player", "target", "attackers", "units", "unit", "hex", "at", "steps", "turn", "mud"],
]
FRAMES = [
    "frame Moving: player=red unit=R1",
    "frame Movement: player=red",
    "frame Assault: player=red target=0305 attackers=R1",
    "frame Loss: player=blue units=B1",
    "frame Retreat: player=blue hex=0305",
    "frame AfterCombat: target=0305 attackers=R1",
    "frame Advance: player=red target=0405 units=R1",
    "frame PlayerTurn: player=red",
    "frame Resolve: target=0305 attackers=R1",
    "winner = 1",
]
SPLIT = r"(\s+|[=:,])"


def try_position(text: str) -> None:
    """Read a position and ask for its decision: FormatError, or a game that goes on for a while."""
    try:
        match = Match.from_position(text, seed=1)
        play_random(match, RepeatableRandom(text), 6)
        read_position(match.position())
        if match.over:
            with pytest.raises(IllegalAction):
                match.decision.prompt  # noqa: B018
    except FormatError as error:
        sentence(error)


@settings(max_examples=300)
@given(st.data())
def test_no_change_of_words_raises_anything_but_format_error(data: st.DataObject) -> None:
    words = re.split(SPLIT, position(BATTLE, data.draw(st.sampled_from(["on", "off"]))))
    for _ in range(data.draw(st.integers(1, 4))):
        change = CHANGES[data.draw(st.sampled_from(sorted(CHANGES)))]
        at = data.draw(st.integers(0, len(words) - 1))
        words = change(words, at, data.draw(st.sampled_from(PARTS) | st.text(max_size=4)))
    try_position("".join(words))


@settings(max_examples=300)
@given(st.data())
def test_no_change_of_lines_raises_anything_but_format_error(data: st.DataObject) -> None:
    """Frames and units of all kinds in any order: the stack of frames is where a game is easily led astray."""
    lines = LINES
    for _ in range(data.draw(st.integers(1, 4))):
        change = CHANGES[data.draw(st.sampled_from(sorted(CHANGES)))]
        at = data.draw(st.integers(5, len(lines) - 1))
        lines = change(lines, at, data.draw(st.sampled_from(FRAMES)))
    try_position("\n".join(lines))


@settings(max_examples=100)
@given(st.text())
def test_no_text_raises_anything_but_format_error(text: str) -> None:
    for head in ("", "westfront position 1\n", HEAD):
        refused(head + text)
