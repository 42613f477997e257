"""The rules gate of Meuse-Argonne: every rule has code and a test, and nothing cites a rule that does not exist."""

from __future__ import annotations

from pathlib import Path

from tests.games.meuse.drawn import meuse
from westfront.engine.catalogue import Gate, open_gate
from westfront.games.meuse.rules import Meuse


def gate() -> Gate:
    """The gate, after the tables are loaded that cite their rules."""
    meuse()
    return open_gate(Meuse.catalogue(), Meuse.package(), Path(__file__).parent)


def test_the_gate_is_green() -> None:
    assert gate().failures() == []


def test_the_gate_saw_code_tables_modifiers_and_tests() -> None:
    found = gate()
    assert "bombardment.modifier gas" in found.code["17.7"]
    assert "data.tables.crt" in found.code["T-CRT"]
    assert "test_vectors.py::test_m06_hexes_of_a_retreat" in found.tests["7.7"]


def test_all_rows_of_the_booklet_are_there() -> None:
    statuses = [rule.status for rule in Meuse.catalogue().values()]
    assert (len(statuses), statuses.count("waived")) == (113, 11), "112 rows of the booklet, and an evening of ours"
