"""The rules gate of the Ford: every numbered rule has code and a test, and nothing cites a rule that does not exist."""

from __future__ import annotations

from pathlib import Path

from tests.ford.drawn import ford
from tests.ford.rules import Ford
from westfront.engine.catalogue import Gate, open_gate


def gate() -> Gate:
    """The gate, after the tables are loaded that cite their rules."""
    ford()
    return open_gate(Ford.catalogue(), Ford.package(), Path(__file__).parent)


def test_the_gate_is_green() -> None:
    assert gate().failures() == []


def test_the_gate_saw_code_tables_modifiers_and_tests() -> None:
    found = gate()
    assert set(found.code["4.3"]) >= {"combat.odds", "combat.Resolve", "data.tables.crt"}
    assert "combat.modifier woods" in found.code["4.5"]
    assert "test_rules_movement.py::test_2_4_no_step_from_zone_to_zone" in found.tests["2.4"]


def test_the_gate_closes_on_a_rule_without_a_test_or_code() -> None:
    found = gate()
    del found.tests["2.4"], found.code["5.1"]
    assert found.failures() == [
        "rule 2.4 (Zones of control) has no test and no waiver",
        "rule 5.1 (Supply) has no code and no waiver",
    ]


def test_the_gate_closes_on_a_test_of_a_rule_that_does_not_exist() -> None:
    found = gate()
    found.tests["2.99"] = ["test_somewhere.py::test_2_99"]
    assert found.failures() == ["test test_somewhere.py::test_2_99 cites rule 2.99, which does not exist"]
