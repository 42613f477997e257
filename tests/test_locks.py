"""The locks: every dependency in one version with hashes, no word about where it comes from, and the advisory check."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from requirements.audit import CLEAN, FOUND, UNREACHED, main, report

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = {"dev": ("dev", "pictures", "postgres"), "server": ("pictures", "postgres")}
ENTRY = re.compile(r"([a-z0-9-]+)==([^ ]+)(?: ; [^\\]+)? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)")


def _text(lock: str) -> str:
    return (ROOT / f"requirements/{lock}.lock").read_text()


def _pins(lock: str) -> dict[str, str]:
    return {found[1]: found[2] for found in ENTRY.finditer(_text(lock))}


@pytest.mark.parametrize("lock", EXTRAS)
def test_every_line_is_a_version_with_hashes(lock: str) -> None:
    """Nothing else stands in it: no address, no option, no package without a hash."""
    assert [line for line in ENTRY.sub("", _text(lock)).splitlines() if line and not line.startswith("#")] == []
    assert "://" not in _text(lock)


@pytest.mark.parametrize(("lock", "extras"), EXTRAS.items())
def test_the_lock_fits_the_project(lock: str, extras: tuple[str, ...]) -> None:
    """Each dependency is there in a version that pyproject.toml allows; `make lock` was not forgotten."""
    pins = _pins(lock)
    wanted = [*PROJECT["dependencies"], *(line for extra in extras for line in PROJECT["optional-dependencies"][extra])]
    for requirement in map(Requirement, wanted):
        if requirement.name != "westfront":
            assert requirement.specifier.contains(pins[canonicalize_name(requirement.name)]), str(requirement)


def test_both_locks_have_the_same_versions() -> None:
    """What is tested is what is served."""
    assert _pins("server").items() <= _pins("dev").items()


def _answer(**packages: list[dict[str, object]] | None) -> str:
    found = [
        {"name": name, "skip_reason": "not found"} if bad is None else {"name": name, "version": "1", "vulns": bad}
        for name, bad in packages.items()
    ]
    return json.dumps({"dependencies": found})


BAD: list[dict[str, object]] = [{"id": "PYSEC-1", "fix_versions": ["2"]}]


@pytest.mark.parametrize(
    ("answer", "code", "words"),
    [
        (_answer(rich=[], msgspec=[]), CLEAN, "2 packages, none"),
        (_answer(rich=[], msgspec=BAD), FOUND, "msgspec 1 has PYSEC-1, mended in 2"),
        (_answer(rich=None, msgspec=BAD), FOUND, "msgspec 1 has PYSEC-1, mended in 2"),
        (_answer(rich=None, msgspec=[]), UNREACHED, "1 of 2 packages are unchecked"),
        (_answer(), UNREACHED, "all packages are unchecked"),
        ("", UNREACHED, "all packages are unchecked"),
    ],
)
def test_a_package_that_was_not_looked_up_is_not_clean(answer: str, code: int, words: str) -> None:
    found, lines = report("a.lock", answer)
    assert found == code
    assert len(lines) == 1
    assert words in lines[0]


def test_the_worst_news_counts(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A lock that could not be checked hides no advisory of another one."""
    answers = {"a": "", "b": _answer(rich=BAD), "c": _answer(rich=[])}
    monkeypatch.setattr("requirements.audit.ask", answers.__getitem__)
    assert [main(locks) for locks in ("abc", "ac", "c")] == [FOUND, UNREACHED, CLEAN]
    assert capsys.readouterr().out.count("\n") == 6
