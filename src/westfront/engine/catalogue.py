"""The rules gate: every numbered rule of a game, the code that carries it, and the tests that name it.

`data/rules.csv` of a game lists the rules: rule, title, kind, optional, summary (in our words), status, reason, source.
A rule is `done` (it needs code and a test), `waived` (with the reason), or `display` (nothing to enforce, just shown).
Code cites with `@rule("13.30")`, a modifier or a table with its own rule; tests with `@pytest.mark.rule("13.30")`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from westfront.engine.data import DataFolder

Cited = TypeVar("Cited", bound=Callable[..., object])

COLUMNS = ("rule", "title", "kind", "optional", "summary", "status", "reason")
KINDS = ("rule", "table", "scenario", "component", "note", "example")
STATUSES = ("done", "waived", "display")


class Rule(NamedTuple):
    """One numbered paragraph of the booklet, in our words."""

    number: str
    title: str
    kind: str
    optional: bool
    summary: str
    status: str
    reason: str


class Citation(NamedTuple):
    """A place that carries a rule."""

    rule: str
    module: str
    place: str


_citations: list[Citation] = []


def cite(rules: Iterable[str], module: str, place: str) -> None:
    """Note that a place carries these rules."""
    _citations.extend(Citation(number, module, place) for number in rules)


def rule(*numbers: str) -> Callable[[Cited], Cited]:
    """The function or frame below carries these rules."""

    def mark(carrier: Cited) -> Cited:
        cite(numbers, carrier.__module__, carrier.__qualname__)
        return carrier

    return mark


def load_catalogue(data: DataFolder) -> dict[str, Rule]:
    """All rules of a game, by number."""
    found = {}
    for number, row in data.rows("rules", COLUMNS).items():
        status = row.choice("status", STATUSES)
        reason = row.text("reason") if status == "waived" else row.cells["reason"]
        kind, optional = row.choice("kind", KINDS), row.choice("optional", ("yes", "no")) == "yes"
        found[number] = Rule(number, row.text("title"), kind, optional, row.text("summary"), status, reason)
    return found


class Gate(NamedTuple):
    """What the gate found: the catalogue against code and tests."""

    rules: dict[str, Rule]
    code: dict[str, list[str]]
    tests: dict[str, list[str]]

    def failures(self) -> list[str]:
        """One sentence for each rule without code or test, and for each citation of a rule that does not exist."""
        found = []
        for number, entry in self.rules.items():
            for what, cited in (("code", self.code), ("test", self.tests)):
                if entry.status == "done" and number not in cited:
                    found.append(f"rule {number} ({entry.title}) has no {what} and no waiver")
        for what, cited in (("code", self.code), ("test", self.tests)):
            for number, places in cited.items():
                if number not in self.rules:
                    found.append(f"{what} {places[0]} cites rule {number}, which does not exist")
        return found


def open_gate(rules: dict[str, Rule], package: str, tests: Path) -> Gate:
    """Hold a game's catalogue against the citations of its package (code and tables) and of its tests."""
    code: dict[str, list[str]] = {}
    for citation in dict.fromkeys(_citations):
        if (citation.module + ".").startswith(package + "."):
            inner = citation.module.removeprefix(package).lstrip(".")
            code.setdefault(citation.rule, []).append(f"{inner}.{citation.place}" if inner else citation.place)
    cited: dict[str, list[str]] = {}
    for number, place in _test_citations(tests):
        cited.setdefault(number, []).append(place)
    return Gate(rules, code, cited)


def _test_citations(folder: Path) -> Iterator[tuple[str, str]]:
    """Rules named by markers in the test files of a folder, read without running them."""
    for file in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for number in _marked(node.decorator_list):
                    yield number, f"{file.name}::{node.name}"


def _marked(decorators: Sequence[ast.expr]) -> Iterator[str]:
    for call in decorators:
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.rule":
            for argument in call.args:
                if isinstance(argument, ast.Constant):
                    yield str(argument.value)
