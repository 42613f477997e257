"""The rules gate of Michel: every rule has code and a test, and nothing cites a rule that does not exist."""

from __future__ import annotations

from pathlib import Path

from tests.games.michel.drawn import michel
from westfront.engine.catalogue import Gate, open_gate
from westfront.games.michel.rules import Michel


def gate() -> Gate:
    """The gate, after the tables are loaded that cite their rules."""
    michel()
    return open_gate(Michel.catalogue(), Michel.package(), Path(__file__).parent)


def test_the_gate_is_green() -> None:
    assert gate().failures() == []


def test_the_gate_saw_code_tables_modifiers_and_tests() -> None:
    found = gate()
    assert "resolution.modifier defender isolated" in found.code["Combat-I"]
    assert "data.tables.crt" in found.code["CRT"]
    assert "test_vectors.py::test_t29_infiltration" in found.tests["Movement-J"]


def test_the_gate_closes_on_a_rule_without_a_test() -> None:
    found = gate()
    del found.tests["Movement-J"]
    assert "rule Movement-J (Infiltration) has no test and no waiver" in found.failures()
