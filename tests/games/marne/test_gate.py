"""The rules gate of Marne: every rule has code and a test, and nothing cites a rule that does not exist."""

from __future__ import annotations

from pathlib import Path

from tests.games.marne.drawn import marne
from westfront.engine.catalogue import Gate, open_gate
from westfront.games.marne.rules import Marne


def gate() -> Gate:
    """The gate, after the tables are loaded that cite their rules."""
    marne("gneisenau")
    return open_gate(Marne.catalogue(), Marne.package(), Path(__file__).parent)


def test_the_gate_is_green() -> None:
    assert gate().failures() == []


def test_the_gate_saw_code_tables_modifiers_and_tests() -> None:
    found = gate()
    assert len(found.rules) == 191
    assert "leads.modifier concentric attack" in found.code["12.2.4 tab2"]
    assert "data.tables.crt" in found.code["12.2.5 tab"]
    assert "test_example.py::test_w25_the_comprehensive_example" in found.tests["EX"]
