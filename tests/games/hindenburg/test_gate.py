"""The rules gate of Hindenburg's War: every rule has code and a test, and nothing cites a rule that does not exist."""

from __future__ import annotations

from pathlib import Path

from tests.games.hindenburg.drawn import hindenburg
from westfront.engine.catalogue import Gate, open_gate
from westfront.games.hindenburg.rules import Hindenburg


def gate() -> Gate:
    """The gate, after the tables are loaded that cite their rules."""
    hindenburg()
    return open_gate(Hindenburg.catalogue(), Hindenburg.package(), Path(__file__).parent)


def test_the_gate_is_green() -> None:
    assert gate().failures() == []


def test_the_gate_closes_on_a_rule_without_a_test() -> None:
    found = gate()
    del found.tests["11.3"]
    assert any(line.startswith("rule 11.3 ") for line in found.failures())
