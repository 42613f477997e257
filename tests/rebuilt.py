"""The Ford as a later build has it: the same rules, with another column in the state and a frame under another name."""

from __future__ import annotations

import importlib
import itertools
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import tests.ford
from westfront.engine import rules as register_of_games

FORD = Path(tests.ford.__file__).parent


_numbers = itertools.count()


@contextmanager
def rebuilt(folder: Path, **changes: dict[str, str]) -> Iterator[Path]:
    """For a while, The Ford is a copy of itself in which the words of some files are others; gives its folder.

    By default it has a column that nobody uses and calls the frame Moving something else.
    """
    changed = changes or {"state": {COLUMN: f"{COLUMN}    unused: UnitNumbers\n"}, "movement": RENAMED}
    package = f"later_ford_{next(_numbers)}"  # a class of another copy may not be forgotten yet
    shutil.copytree(FORD, folder / package, ignore=shutil.ignore_patterns("test_*", "golden", "__pycache__"))
    for file in (folder / package).rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        for old, new in changed.get(file.stem, {}).items():
            assert old in text
            text = text.replace(old, new)
        file.write_text(text.replace("tests.ford", package), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(str(folder))
        patched.setattr(register_of_games, "_register", {})
        register_of_games._make.cache_clear()
        try:
            importlib.import_module(package)
            yield folder / package
        finally:
            for name in [name for name in sys.modules if name.partition(".")[0] == package]:
                del sys.modules[name]
            register_of_games._make.cache_clear()


COLUMN = "    fought: UnitNumbers\n"
RENAMED = {
    "Moving": "TakenUp",
    "class TakenUp(WhereTo, frozen=True)": 'class TakenUp(WhereTo, frozen=True, tag="Moving")',
}
