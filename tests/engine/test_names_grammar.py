"""Names and actions in text: everything round-trips, and everything else is refused in one sentence."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.tries import sentence
from westfront.engine.event import Event, Texts
from westfront.engine.grammar import LONGEST, Action, Grammar, help_of
from westfront.engine.names import NOBODY, OFF, WORD, Names
from westfront.hexgrid import NO_SIDES, Grid, Numbering

GRID = Grid(Numbering("pointy", "RRCC", (1, 5), (1, 5), shifted="odd", towards="east"))
NAMES = Names(GRID, ["R1", "R2", "B/1"], ["red", "blue"], ["off", "reserve"])
GRAMMAR = Grammar(
    [
        "move UNIT HEX [via HEX*]",
        "attack HEX* from UNIT*",
        "join UNIT* [to HEX]",
        "give SIDE NUMBER WORD",
        "pass",
    ],
    NAMES,
)
often = settings(max_examples=150)

hexes = st.sampled_from([*GRID, OFF, OFF - 1])
units = st.sampled_from([NOBODY, 0, 1, 2])
rows_of_hexes = st.lists(hexes, min_size=1, max_size=4).map(tuple)
rows_of_units = st.lists(units, min_size=1, max_size=4).map(tuple)
numbers = st.integers(-999_999_999, 999_999_999)
words = st.from_regex(WORD, fullmatch=True)
actions: st.SearchStrategy[Action] = st.one_of(
    st.tuples(st.just("move"), units, hexes),
    st.tuples(st.just("move"), units, hexes, rows_of_hexes),
    st.tuples(st.just("attack"), rows_of_hexes, rows_of_units),
    st.tuples(st.just("join"), rows_of_units),
    st.tuples(st.just("join"), rows_of_units, hexes),
    st.tuples(st.just("give"), st.sampled_from([NOBODY, 0, 1]), numbers, words),
    st.just(("pass",)),
)


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("hex", GRID.hex("0304"), "0304"),
        ("hex", OFF, "off"),
        ("hex", OFF - 1, "reserve"),
        ("unit", 2, "B/1"),
        ("unit", NOBODY, "-"),
        ("side", 1, "blue"),
        ("side", NOBODY, "-"),
        ("number", -17, "-17"),
        ("word", "D1/2", "D1/2"),
        ("text", "Red holds both villages.", "Red holds both villages."),
    ],
)
def test_every_kind_round_trips(kind: str, value: object, text: str) -> None:
    assert NAMES.write(kind, value) == text
    assert NAMES.read(kind, text) == value


def test_hex_sets_and_rows_are_written_in_words() -> None:
    some = GRID.hexset("0503", "0101")
    assert NAMES.write("hexes", some) == "0101 0503"
    assert NAMES.read_hexes(["0503", "0101"]) == some
    assert NAMES.write("unit*", (0, 2)) == "R1 B/1"
    assert [GRID.label(hex_) for hex_ in NAMES.hexes_in_order(some)] == ["0101", "0503"]


def test_hexsides_are_written_as_pairs_of_labels() -> None:
    """Each side once, the lower label first, in order of the print; read in any order and from either hex."""
    sides = NAMES.read_hexsides(["0304/0303", "0101/0102", "0102/0101"])
    assert sides == GRID.sides([(GRID.hex("0303"), GRID.hex("0304")), (GRID.hex("0101"), GRID.hex("0102"))])
    assert NAMES.write("hexsides", sides) == "0101/0102 0303/0304"
    assert NAMES.read_hexsides([]) == NO_SIDES
    assert NAMES.write("hexsides", NO_SIDES) == ""


def test_a_line_of_the_log_names_both_hexes_of_a_hexside() -> None:
    """So that both light up on the map; a unit with a slash in its name stays one unit."""
    texts = Texts(NAMES, {"blown": "{who:unit} blows {bridge:hexsides}"})
    event = Event("blown", (), {"who": 2, "bridge": NAMES.read_hexsides(["0303/0304"])})
    assert texts.words(event) == "B/1 blows 0303/0304"
    assert texts.named(event) == {"hex": ["0303", "0304"], "unit": ["B/1"]}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0101/0103", "a hexside is written as the two hexes that it parts, not '0101/0103'"),
        ("0101/0101", "a hexside is written as the two hexes that it parts, not '0101/0101'"),
        ("0101", "there is no hex '' on this map"),
        ("0101/0102/0103", "there is no hex '0102/0103' on this map"),
        ("0101/off", "there is no hex 'off' on this map"),
    ],
)
def test_what_is_no_hexside_is_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(said)}$"):
        NAMES.read_hexsides([text])


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("pass", ("pass",)),
        ("  pass  ", ("pass",)),
        ("move R1 0304", ("move", 0, GRID.hex("0304"))),
        ("move R1 0304 via 0302 0303", ("move", 0, GRID.hex("0304"), (GRID.hex("0302"), GRID.hex("0303")))),
        ("attack 0101 0102 from R1 R2", ("attack", (GRID.hex("0101"), GRID.hex("0102")), (0, 1))),
        ("join R1 R2", ("join", (0, 1))),
        ("join R1 R2 to reserve", ("join", (0, 1), OFF - 1)),
        ("give red -3 D1", ("give", 0, -3, "D1")),
    ],
)
def test_patterns_are_read(text: str, action: Action) -> None:
    assert GRAMMAR.parse(text) == action
    assert GRAMMAR.text(action) == text.strip()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "an action is one line"),
        ("   ", "an action is one line"),
        ("pass" + " " * LONGEST, "an action is one line"),
        ("march R1", "no action begins with 'march'"),
        ("PASS", "no action begins with 'PASS'"),
        ("pass now", "too many words for 'pass', from 'now' on"),
        ("move", "something is missing"),
        ("move R1", "something is missing"),
        ("move R1 0304 via", "something is missing"),
        ("move R1 0304 over 0303", "'via' is expected, not 'over'"),
        ("attack 0101", "something is missing"),
        ("attack from R1", "there is no hex 'from'"),
        ("join to 0101", "there is no unit 'to'"),
        ("move R9 0304", "there is no unit 'R9' in this game"),
        ("move R1 0399", "there is no hex '0399' on this map"),
        ("move R1 " + "9" * 3000, "there is no hex '99"),
        ("give green 1 D1", "there is no side 'green' in this game"),
        ("give red one D1", "'one' is not a number"),
        ("give red 1234567890 D1", "'1234567890' is not a number"),
        ("give red ٣ D1", "'٣' is not a number"),
        ("give red 1 D|1", "'D|1' is not a word"),
        ("give red 1 " + "D" * 65, "is not a word"),
        ("pass\0", r"no action begins with 'pass\x00'"),
        ("\x1b[2Jpass", "no action begins with"),
        ("move R1 03\x0004", r"there is no hex '03\x0004'"),
        ("move R\x07 0304", "there is no unit"),
        ("give red 1 D\x07", "is not a word"),
    ],
)
def test_bad_texts_are_refused_in_one_sentence(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)) as caught:
        GRAMMAR.parse(text)
    sentence(caught.value)


@pytest.mark.parametrize("text", ["a\nb", "a\x1bb", "x" * 4001])
def test_a_text_is_one_printable_line(text: str) -> None:
    with pytest.raises(ValueError, match=r"^a text is one printable line of at most 4000 letters$"):
        NAMES.read("text", text)


@pytest.mark.parametrize("patterns", [["pass", "pass HEX"], ["undo"]])
def test_verbs_are_given_once_and_undo_is_reserved(patterns: list[str]) -> None:
    with pytest.raises(AssertionError, match="a verb is given twice or reserved"):
        Grammar(patterns, NAMES)


def test_patterns_may_stand_with_what_their_verbs_do() -> None:
    assert help_of({"go HEX": "", "dig HEX [with UNIT]": "Dig in here."}) == {"dig": "Dig in here."}


@often
@given(actions)
def test_actions_round_trip(action: Action) -> None:
    assert GRAMMAR.parse(GRAMMAR.text(action)) == action


pieces = st.sampled_from(
    ["move", "attack", "join", "pass", "via", "from", "to", "R1", "R2", "0304", "0399", "off", "-", "\0"]
)


@often
@given(st.text() | st.lists(pieces | st.text(max_size=5), max_size=8).map(" ".join))
def test_no_text_raises_anything_but_value_error(text: str) -> None:
    try:
        action = GRAMMAR.parse(text)
    except ValueError as error:
        sentence(error)
    else:
        assert GRAMMAR.parse(GRAMMAR.text(action)) == action


def test_the_story_of_a_long_battle_is_a_text() -> None:
    story = "; ".join(["FR-61DI loses a step"] * 60)
    assert NAMES.read("text", story) == story
