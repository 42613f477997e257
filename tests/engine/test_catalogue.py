"""The rules gate over a small invented game: what has no code, no test, no reason, and what does not exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.tries import sentence
from westfront.engine.catalogue import Gate, load_catalogue, open_gate, rule
from westfront.engine.data import DataFolder
from westfront.engine.modifiers import Modifier, applied
from westfront.engine.tables import load_tables
from westfront.errors import DataError

HEAD = "rule,title,kind,optional,summary,status,reason,source\n"
CATALOGUE = """1.1,Moving,rule,no,Units move.,done,,invented
1.2,Phases,rule,no,First this then that.,done,,invented
1.3,Woods,rule,no,Woods help.,done,,invented
1.4,Odds,table,no,A table.,done,,invented
2.1,Designer,note,no,He says hello.,display,,invented
2.2,Dice,component,yes,Two dice are in the box.,waived,Our dice have no box.,invented
"""
TABLE = '[odds]\nkind = "named"\nsource = "invented"\nrules = ["1.4"]\ncodes = ["A"]\ncells = "die x\\n1 A"\n'
TESTS = """
import pytest

@pytest.mark.rule("1.1", "1.2")
def test_moving(): ...

class TestMore:
    @pytest.mark.parametrize("x", [1])
    @pytest.mark.rule("1.3")
    def test_woods(self, x): ...

@pytest.mark.rule("1.4")
def test_odds(): ...

@pytest.mark.rule("9.9")
def helper(): ...
"""


@rule("1.1")
def move() -> None:
    """A function that carries a rule."""


@rule("1.2")
class Phase:
    """A class that carries a rule."""


WOODS = Modifier[bool]("1.3", "woods", lambda in_woods: -1 if in_woods else 0)


def catalogue(folder: Path, lines: str) -> Gate:
    """The gate over these rules, the code above, and these tests."""
    (folder / "rules.csv").write_text(HEAD + lines, encoding="utf-8")
    (folder / "tables.toml").write_text(TABLE, encoding="utf-8")
    data = DataFolder(folder, package=__name__)
    load_tables(data)
    return open_gate(load_catalogue(data), __name__, folder / "tests")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for data, with a folder of tests in it."""
    (tmp_path / "tests" / "deeper").mkdir(parents=True)
    (tmp_path / "tests" / "deeper" / "test_small.py").write_text(TESTS, encoding="utf-8")
    (tmp_path / "tests" / "ignored.py").write_text(TESTS.replace("1.1", "8.8"), encoding="utf-8")
    return tmp_path


def test_a_game_with_everything_passes(folder: Path) -> None:
    assert catalogue(folder, CATALOGUE).failures() == []


def test_functions_classes_modifiers_and_tables_are_found(folder: Path) -> None:
    assert catalogue(folder, CATALOGUE).code == {
        "1.1": ["move"],
        "1.2": ["Phase"],
        "1.3": ["modifier woods"],
        "1.4": ["data.tables.odds"],
    }


def test_marks_of_tests_are_found_without_running_them(folder: Path) -> None:
    assert catalogue(folder, CATALOGUE).tests == {
        "1.1": ["test_small.py::test_moving"],
        "1.2": ["test_small.py::test_moving"],
        "1.3": ["test_small.py::test_woods"],
        "1.4": ["test_small.py::test_odds"],
    }


def test_a_rule_without_code_and_test_fails(folder: Path) -> None:
    more = CATALOGUE + "3.1,Forgotten,rule,no,Nobody wrote it.,done,,invented\n"
    assert catalogue(folder, more).failures() == [
        "rule 3.1 (Forgotten) has no code and no waiver",
        "rule 3.1 (Forgotten) has no test and no waiver",
    ]


def test_a_rule_with_code_but_without_test_fails(folder: Path) -> None:
    (folder / "tests" / "deeper" / "test_small.py").write_text(TESTS.replace('"1.1", ', ""), encoding="utf-8")
    assert catalogue(folder, CATALOGUE).failures() == ["rule 1.1 (Moving) has no test and no waiver"]


def test_citations_of_rules_that_do_not_exist_fail(folder: Path) -> None:
    fewer = CATALOGUE.partition("\n")[2]
    assert catalogue(folder, fewer).failures() == [
        "code move cites rule 1.1, which does not exist",
        "test test_small.py::test_moving cites rule 1.1, which does not exist",
    ]


def test_rules_to_display_and_waived_rules_need_nothing(folder: Path) -> None:
    """But they may have code and tests all the same."""
    shown = CATALOGUE.replace("Units move.,done,", "Units move.,display,")
    gate = catalogue(folder, shown)
    assert gate.failures() == []
    assert gate.rules["1.1"].status == "display"
    assert gate.rules["2.2"].optional
    assert gate.rules["2.2"].reason == "Our dice have no box."


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("3.1,T,rule,no,S,waived,,invented", "reason is empty"),
        ("3.1,T,rule,no,S,finished,,invented", "status is one of done, waived, display, not 'finished'"),
        ("3.1,T,chapter,no,S,done,,invented", "kind is one of rule, table"),
        ("3.1,T,rule,maybe,S,done,,invented", "optional is one of yes, no, not 'maybe'"),
        ("3.1,,rule,no,S,done,,invented", "title is empty"),
        ("3.1,T,rule,no,,done,,invented", "summary is empty"),
        ("3.1,T,rule,no,S,done,,", "source is empty"),
        ("1.1,T,rule,no,S,done,,invented", "1.1 is listed twice"),
    ],
)
def test_faults_of_the_catalogue_are_named(folder: Path, line: str, said: str) -> None:
    with pytest.raises(DataError) as caught:
        catalogue(folder, CATALOGUE + line + "\n")
    assert sentence(caught.value).startswith(f"rules.csv, line 8: {said}")


def test_citations_of_other_packages_do_not_count(folder: Path) -> None:
    catalogue(folder, CATALOGUE)
    rules = load_catalogue(DataFolder(folder))
    assert open_gate(rules, __name__[:-1], folder / "tests").code == {}


def test_a_modifier_counts_where_it_is_worth_something() -> None:
    assert [str(found) for found in applied([WOODS], True)] == ["-1 woods [1.3]"]
    assert applied([WOODS], False) == []
