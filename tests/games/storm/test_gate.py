"""The rules gate of Storm in the West: every rule has code and a test, and nothing cites a rule that does not exist."""

from __future__ import annotations

from pathlib import Path

from tests.games.storm.drawn import storm
from westfront.engine.catalogue import Gate, open_gate
from westfront.games.storm.rules import Storm


def gate() -> Gate:
    """The gate, after the tables are loaded that cite their rules."""
    storm()
    return open_gate(Storm.catalogue(), Storm.package(), Path(__file__).parent)


def test_the_gate_is_green() -> None:
    assert gate().failures() == []


def test_the_gate_closes_on_a_rule_without_a_test() -> None:
    found = gate()
    del found.tests["13.17"]
    assert any(line.startswith("rule 13.17 ") for line in found.failures())


def test_the_whole_ledger_is_in_the_catalogue() -> None:
    assert len(Storm.catalogue()) == 303
