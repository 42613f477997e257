"""Every promise of the page of promises has a test that is there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROMISES = [
    [cell.strip() for cell in line.split("|")[1:-1]]
    for line in (ROOT / "docs" / "promises.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and not line.startswith("| promise ")
]


@cache
def names_in(file: str) -> set[str]:
    """The tests of a file, those in classes too."""
    found = ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8")))
    return {node.name for node in found if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def test_the_page_has_its_promises() -> None:
    assert len(PROMISES) > 30
    assert all(len(row) == 3 for row in PROMISES)


@pytest.mark.parametrize("row", PROMISES, ids=lambda row: row[0][:40])
def test_a_promise_names_tests_that_are_there(row: list[str]) -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", row[1])
    assert row[1] == ", ".join(f"`{file}::{test}`" for file, test in named), "nothing but tests stands here"
    assert named
    assert [test for file, test in named if test not in names_in(file)] == []
