"""What the package offers: names that can be imported, are enough to write a game, and stand in the reference."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import westfront as wf

ROOT = Path(__file__).parent.parent
REFERENCE = (ROOT / "docs/reference.md").read_text()
DOCUMENTED = {
    *re.findall(r"^::: westfront\.(\w+)$", REFERENCE, re.MULTILINE),
    *re.findall(r"^\| `(\w+)` \|", REFERENCE, re.MULTILINE),
}
CLOSED = {"westfront.hexgrid", "westfront.mechanics", "westfront.lab"}
"""Rooms that a game imports from by their own names."""


def test_every_name_is_there_and_stands_in_the_reference() -> None:
    assert sorted(name for name in wf.__all__ if not hasattr(wf, name)) == []
    assert len(set(wf.__all__)) == len(wf.__all__)
    assert set(wf.__all__) == DOCUMENTED


def test_the_reference_names_what_there_is() -> None:
    """Each entry is the path of something, and of something that says what it is."""
    for path in re.findall(r"^::: (\S+)$", REFERENCE, re.MULTILINE):
        module, _, name = path.rpartition(".")
        found = getattr(import_module(module), name)
        if callable(found):
            assert found.__doc__, path


def _imported(file: Path) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("westfront."):
            yield from ((str(node.module), alias.name) for alias in node.names)


@pytest.mark.parametrize("file", sorted((ROOT / "tests/ford").glob("[a-s_v]*.py")), ids=lambda file: file.name)
def test_the_package_is_enough_to_write_a_game(file: Path) -> None:
    """Whatever The Ford takes from the engine is among the names of the package, and the same thing."""
    for module, name in _imported(file):
        if not module.startswith(tuple(CLOSED)):
            assert name in wf.__all__, f"{module}.{name}"
            assert getattr(wf, name) is getattr(import_module(module), name)


def test_the_package_is_enough_to_write_a_bot() -> None:
    """What a bot is given, what it answers with, and the machines of the house to play against."""
    given = {"Seat", "View", "Question", "Offer", "Decision", "World", "Outcome", "RepeatableRandom"}
    assert given | {"Bot", "Plan", "Choice", "bots", "all_bots", "advise"} <= set(wf.__all__)
    view = wf.Match.new("michel", seed=1).seat("german").view
    assert isinstance(view.question, wf.Question)
    assert isinstance(view.question.offers[0], wf.Offer)
    assert "officer-bold" in wf.all_bots("michel")
    assert wf.bots.bots is wf.all_bots


def test_the_version_stands_in_one_place() -> None:
    """Everything else asks the package."""
    assert re.fullmatch(r"\d+\.\d+\.\d+", wf.__version__)
    project = (ROOT / "pyproject.toml").read_text()
    assert 'dynamic = ["version"]' in project
    assert wf.__version__ not in project
