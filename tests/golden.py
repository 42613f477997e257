"""Golden records: games by hand, kept with their logs; what the golden tests of all games have in common."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar, NamedTuple

import pytest

from westfront.engine.match import Match
from westfront.errors import FormatError


class Golden(NamedTuple):
    """A game by hand, and how it must come out."""

    script: str
    """Actions, divided by semicolons and lines; `undo` takes one back, `resign SIDE` ends the game."""
    result: str
    hash: str


class Shelf:
    """The golden games of one game: how each begins, their scripts, and the folder with what came out."""

    def __init__(
        self, beside: str, games: Mapping[str, Golden], start: Callable[[str], Match], last: str | None = None
    ) -> None:
        """The shelf of the test module `beside`; with `last` a game is played to its end with that action."""
        self.folder = Path(beside).parent / "golden"
        self.games, self.start, self.last = games, start, last

    def played(self, name: str) -> Match:
        """A game played by its script."""
        match = self.start(name)
        for action in re.split(r"[;\n]", self.games[name].script.strip()):
            if action.strip() == "undo":
                match.undo()
            elif action.strip().startswith("resign "):
                match.resign(action.split()[1])
            else:
                match.play(action.strip())
        while self.last and not match.over:
            match.play(self.last)
        return match

    def file(self, name: str) -> str:
        """A stored file."""
        return (self.folder / name).read_text(encoding="utf-8")

    def record(self, name: str) -> str:
        """The stored record of a game."""
        return self.file(f"{name}.westfront")

    def actions(self) -> list[str]:
        """Every action of every game."""
        return [entry.action for name in self.games for entry in Match.load(self.record(name)).entries]

    def write(self) -> None:
        """Write the files again."""
        self.folder.mkdir(exist_ok=True)
        for name in self.games:
            match = self.played(name)
            for file, text in {f"{name}.westfront": match.record(), **logs(name, match)}.items():
                (self.folder / file).write_text(text, encoding="utf-8")
            print(name, match.result, match.hash)


def logs(name: str, match: Match) -> dict[str, str]:
    """The log of each side and of the public, by the names of their files; one for all if nothing is hidden."""
    told = {side or "public": "\n".join(match.log(side)) + "\n" for side in (*match.rules.sides, None)}
    if match.rules.hidden or len(set(told.values())) > 1:
        return {f"{name}.{side}.txt": text for side, text in told.items()}
    return {f"{name}.txt": told["public"]}


class GoldenTests:
    """The tests of a shelf; the test module of each game makes a class of its own of them."""

    shelf: ClassVar[Shelf]
    changed: ClassVar[str]
    """The record that is changed, and what must come of it: old words, new ones, what the refusal says."""
    changes: ClassVar[list[tuple[str, str, str]]]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Every game, and every change."""
        if "name" in metafunc.fixturenames:
            metafunc.parametrize("name", list(self.shelf.games))
        if "old" in metafunc.fixturenames:
            metafunc.parametrize(("old", "new", "sentence"), self.changes)

    def test_the_script_leads_to_the_golden_record(self, name: str) -> None:
        assert self.shelf.played(name).record() == self.shelf.record(name)

    def test_the_golden_record_loads_and_holds(self, name: str) -> None:
        """Loading replays every action and derives every roll from the secret in the record."""
        text, wanted = self.shelf.record(name), self.shelf.games[name]
        match = Match.load(text)
        assert (match.result, match.hash) == (wanted.result, wanted.hash)
        assert "\nsecret = " in text
        assert match.record() == text

    def test_the_logs_are_the_golden_logs(self, name: str) -> None:
        stored = self.shelf.folder.glob(f"{name}.*txt")
        told = logs(name, Match.load(self.shelf.record(name)))
        assert {file.name: self.shelf.file(file.name) for file in stored} == told

    def test_together_they_use_every_verb(self) -> None:
        verbs = set(Match.load(self.shelf.record(self.changed)).rules.grammar.patterns)
        assert {action.split()[0] for action in self.shelf.actions()} >= verbs | {"undo"}

    def test_a_golden_record_that_was_changed_does_not_load(self, old: str, new: str, sentence: str) -> None:
        text = self.shelf.record(self.changed)
        assert old in text
        with pytest.raises(FormatError, match=re.escape(sentence)):
            Match.load(text.replace(old, new, 1))
