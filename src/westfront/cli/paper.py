"""Where commands write: never a control character, whatever a file or its name holds."""

from __future__ import annotations

import argparse
from typing import Any

from rich.console import Console
from rich.text import Text


def printable(text: str) -> str:
    """The text with everything that could command a terminal written as a number; line ends stay."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter == "\n" else ascii(letter)[1:-1] for letter in text)


class Paper(Console):
    """The output of every command."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, **settings)

    def print(self, *things: Any, **settings: Any) -> None:
        """Print as Rich does, but printable characters only."""
        super().print(*map(_harmless, things), **settings)

    def on_broken_pipe(self) -> None:
        """A reader who goes away early is no failure: leave it to `main`, since Rich would end with exit code 1."""
        raise BrokenPipeError


def _harmless(thing: Any) -> Any:
    if isinstance(thing, Text):
        thing.plain = printable(thing.plain)
        return thing
    return printable(thing) if isinstance(thing, str) else thing


class Parser(argparse.ArgumentParser):
    """A parser that repeats a wrong word without obeying it."""

    def _print_message(self, message: str, file: Any = None) -> None:
        super()._print_message(printable(message), file)
