"""Golden records: games by hand, kept with their logs; what the golden tests of all games have in common."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from westfront.engine.match import Match


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

    def holds(self, name: str) -> None:
        """Loading replays every action and derives every roll from the secret in the record."""
        text, wanted = self.record(name), self.games[name]
        match = Match.load(text)
        assert (match.result, match.hash) == (wanted.result, wanted.hash)
        assert "\nsecret = " in text
        assert match.record() == text

    def actions(self) -> list[str]:
        """Every action of every game."""
        return [entry.action for name in self.games for entry in Match.load(self.record(name)).entries]

    def logs(self, name: str) -> dict[str, str]:
        """The log of each side, and of the public, from the stored record."""
        return logs(Match.load(self.record(name)))

    def write(self, hidden: bool) -> None:
        """Write the files again; one log for all if nothing is hidden."""
        self.folder.mkdir(exist_ok=True)
        for name in self.games:
            match = self.played(name)
            (self.folder / f"{name}.westfront").write_text(match.record(), encoding="utf-8")
            for side, text in logs(match).items():
                if hidden or side == "public":
                    file = f"{name}.{side}.txt" if hidden else f"{name}.txt"
                    (self.folder / file).write_text(text, encoding="utf-8")
            print(name, match.result, match.hash)


def logs(match: Match) -> dict[str, str]:
    """The log of each side, and of the public."""
    return {side or "public": "\n".join(match.log(side)) + "\n" for side in (*match.rules.sides, None)}
