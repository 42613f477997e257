"""Lists and overrides: faults are named with file and line; an owner's numbers change the game and its record."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.tries import play_random, sentence
from tests.ford.rules import Ford
from westfront.engine.counters import load_counters, load_types
from westfront.engine.data import DataFolder, Overrides, Row
from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match
from westfront.engine.rules import Setting
from westfront.errors import DataError, WestfrontError

OWNER = "name My printed copy\ntypes R-inf attack 5  # as printed\n\ntables.crt 3 2-1 DL\ncounters R4 type R-inf\n"


def rows(folder: Path, text: str, keys: int = 1) -> dict[str, Row]:
    """The lines of a list with two columns and a source."""
    (folder / "list.csv").write_text(text, encoding="utf-8")
    return DataFolder(folder).rows("list", ["name", "value"], keys)


def only_row(folder: Path, value: str) -> Row:
    """A list with one line."""
    return rows(folder, f"name,value,source\na,{value},test\n")["a"]


# -- lists


def test_a_list_is_read_by_its_first_column(tmp_path: Path) -> None:
    found = rows(tmp_path, 'name,value,source\na,1,test\nb,"2, or so",test\n')
    assert {key: (row.line, row.cells["value"]) for key, row in found.items()} == {"a": (2, "1"), "b": (3, "2, or so")}


def test_a_list_may_have_a_key_of_several_columns(tmp_path: Path) -> None:
    assert list(rows(tmp_path, "name,value,source\na,1,test\na,2,test\n", keys=2)) == ["a-1", "a-2"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "list.csv, line 1: the columns are name,value,source, not "),
        ("name,source\na,test\n", "list.csv, line 1: the columns are name,value,source, not name,source"),
        ("name,value,source\na,1\n", "list.csv, line 2: 2 cells, not 3"),
        ("name,value,source\na,1,test\nb,1,test,more\n", "list.csv, line 3: 4 cells, not 3"),
        ("name,value,source\n\na,1,test\n", "list.csv, line 2: 0 cells, not 3"),
        ("name,value,source\na,1,test\na,2,test\n", "list.csv, line 3: a is listed twice"),
        ("name,value,source\na,1,\n", "list.csv, line 2: source is empty"),
        ("name,value,source\n,1,test\n", "list.csv, line 2: name is empty"),
        ('name,value,source\na,"1,test\n', "list.csv, line 2: "),
        ('name,value,source\na,"1"x,test\n', "list.csv, line 2: "),
    ],
)
def test_faults_of_a_list_are_named_with_their_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(DataError) as caught:
        rows(tmp_path, text)
    assert sentence(caught.value).startswith(said)


@pytest.mark.parametrize("text", ["", "one", "1.5", "٣", "-1", "10", "99999999999", "0x1"])
def test_a_number_lies_within_its_bounds(tmp_path: Path, text: str) -> None:
    with pytest.raises(DataError) as caught:
        only_row(tmp_path, text).number("value", 0, 9)
    assert sentence(caught.value) == f"list.csv, line 2: value is a number from 0 to 9, not {text!r}"


def test_good_numbers_and_words_pass(tmp_path: Path) -> None:
    assert only_row(tmp_path, "-3").number("value", -5, 5) == -3
    assert only_row(tmp_path, "red").choice("value", ["red", "blue"]) == "red"
    assert only_row(tmp_path, "red").text("value") == "red"


def test_a_choice_is_one_of_its_words(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        only_row(tmp_path, "green").choice("value", ["red", "blue"])
    assert sentence(caught.value) == "list.csv, line 2: value is one of red, blue, not 'green'"


def test_a_file_that_is_missing_or_not_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "binary.csv").write_bytes(b"name\xff\xfe\x00")
    for name in ("binary", "missing"):
        with pytest.raises(DataError, match=rf"^{name}\.csv: this data file is missing or is not text$"):
            DataFolder(tmp_path).rows(name, ["name"])


def test_a_counter_has_one_word_as_its_name(tmp_path: Path) -> None:
    head = "type,side,symbol,size,move,source\ninf,red,infantry,III,3,test\n"
    (tmp_path / "types.csv").write_text(head, encoding="utf-8")
    (tmp_path / "counters.csv").write_text("counter,type,source\nthe first,inf,test\n", encoding="utf-8")
    data = DataFolder(tmp_path)
    types = load_types(data, ("red", "blue"), ("move",))
    with pytest.raises(DataError, match=r"^counters\.csv, line 2: a counter has one word as its name"):
        load_counters(data, types)


# -- overrides


def test_an_owners_numbers_are_laid_over_types_counters_and_tables() -> None:
    rules = cast(Ford, Setting.choose("ford", overrides=Overrides.parse(OWNER)).rules())
    plain = cast(Ford, Setting.choose("ford").rules())
    assert (plain.attack[0], plain.crt.named(3, "2-1"), plain.counters[3].type.name) == (4, "DR", "R-cav")
    assert (rules.attack[0], rules.crt.named(3, "2-1"), rules.counters[3].type.name) == (5, "DL", "R-inf")


def test_a_game_with_overrides_names_them_in_its_record_and_position() -> None:
    match = Match.new("ford", overrides=Overrides.parse(OWNER), seed=1)
    named = ["override = My printed copy", "lay = types R-inf attack 5", "lay = tables.crt 3 2-1 DL"]
    for text in (match.record(), match.position()):
        assert [line for line in text.splitlines() if line in named] == named


def test_a_game_with_overrides_replays_from_its_record_alone() -> None:
    match = play_random(Match.new("ford", "assault", overrides=Overrides.parse(OWNER), seed=1), RepeatableRandom(1))
    again = Match.load(match.record())
    assert again.hash == match.hash
    assert cast(Ford, again.rules).attack[0] == 5
    assert again.record() == match.record()


def test_a_position_with_overrides_plays_on_under_them() -> None:
    match = Match.new("ford", overrides=Overrides.parse(OWNER), seed=1)
    again = Match.from_position(match.position(), seed=1)
    assert cast(Ford, again.rules).crt.named(3, "2-1") == "DL"
    assert again.position() == match.position()


def test_a_long_name_is_cut_and_still_replays() -> None:
    """Cut off behind a space, the name came back from the record without it."""
    overrides = Overrides.parse("name " + "x" * 79 + " yes\n")
    assert overrides.name == "x" * 79
    record = Match.new("ford", overrides=overrides, seed=1).record()
    assert Match.load(record).record() == record


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("counts R-inf attack 5", "this game has no counts R-inf attack to replace"),
        ("types R-tank attack 5", "this game has no types R-tank attack to replace"),
        ("types R-inf speed 5", "this game has no types R-inf speed to replace"),
        ("tables.crt 9 2-1 DL", "this game has no tables.crt 9 2-1 to replace"),
        ("tables.crt 3 9-1 DL", "this game has no tables.crt 3 9-1 to replace"),
        ("tables.odds 3 2-1 DL", "this game has no tables.odds 3 2-1 to replace"),
        ("types R-inf attack many", "types.csv, line 2: attack is a number from 0 to 255, not 'many'"),
        ("types R-inf attack 256", "types.csv, line 2: attack is a number from 0 to 255, not '256'"),
        ("types R-inf side green", "types.csv, line 2: side is one of red, blue, not 'green'"),
        ("counters R1 type tank", "counters.csv, line 2: type is one of R-inf"),
        ("tables.crt 3 2-1 XX", "tables.crt: row 3: 'XX' is not one of the codes"),
        ("setup R1 meeting 9999", "there is no hex '9999' on this map"),
    ],
)
def test_numbers_that_the_game_cannot_use_are_refused(line: str, said: str) -> None:
    setting = Setting.choose("ford", overrides=Overrides.parse(f"name test\n{line}\n"))
    with pytest.raises(WestfrontError) as caught:
        setting.rules()
    assert said in sentence(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "override, line 1: an override file must begin with a line `name ...`"),
        ("# only a comment\n", "override, line 1: an override file must begin"),
        ("name\ntypes R-inf attack 5\n", "override, line 1: an override file must begin"),
        ("types R-inf attack 5\n", "override, line 1: an override file must begin"),
        ("name bell\x07\n", "override, line 1: an override file must begin"),
        ("name test\ntypes R-inf attack\n", "override: a line is FILE KEY COLUMN VALUE, not 'types R-inf attack'"),
        ("name test\ntypes R-inf symbol b\x07ll\n", "override: a line is FILE KEY COLUMN VALUE, not"),
        ("name test\ntypes R-inf symbol \ud800\n", "override: a line is FILE KEY COLUMN VALUE, not"),
        ("name test\na b c 1\na  b c 2\n", "override: a b c is given twice"),
        ("\x7fELF\x02\x01\x00\x00", "override: this is not an override file: too large, or not text"),
        ("name test\n" + "a b c 1\n" * 30_000, "override: this is not an override file: too large, or not text"),
    ],
)
def test_files_that_are_no_overrides_are_refused(text: str, said: str) -> None:
    with pytest.raises(DataError) as caught:
        Overrides.parse(text)
    assert sentence(caught.value).startswith(said)


def test_numbers_without_a_name_are_refused() -> None:
    """The record could not name them."""
    with pytest.raises(DataError, match="an override needs a name"):
        Overrides("", ["types R-inf attack 5"])


lines = st.lists(st.sampled_from(["name x", "types R-inf attack 5", "#", "a b", "\0", ""]) | st.text(max_size=20))


@settings(max_examples=150)
@given(st.text() | lines.map("\n".join) | lines.map(lambda some: "name x\n" + "\n".join(some)))
def test_no_text_raises_anything_but_data_error(text: str) -> None:
    try:
        overrides = Overrides.parse(text)
    except DataError as error:
        sentence(error)
    else:
        assert Overrides(overrides.name, overrides.lines).lines == overrides.lines
        assert all(line.isprintable() and line == line.strip() for line in (overrides.name, *overrides.lines))


def test_an_earlier_version_has_the_numbers_that_a_later_one_changed(tmp_path: Path) -> None:
    """They count as its own: the digest is that of the old file. An owner's numbers are laid over them."""
    old, new = tmp_path / "old", tmp_path / "new"
    for folder, value in ((old, 3), (new, 5)):
        folder.mkdir()
        (folder / "list.csv").write_text(f"name,value,source\na,{value},test\nb,1,test\n")
    before, earlier = DataFolder(old), Overrides("version 1", ["list a value 3"])
    after = DataFolder(new, Overrides("mine", ["list b value 2"]), earlier=earlier)
    assert [row.number("value") for row in before.rows("list", ["name", "value"]).values()] == [3, 1]
    assert [row.number("value") for row in after.rows("list", ["name", "value"]).values()] == [3, 2]
    assert before.digest() == after.digest()
