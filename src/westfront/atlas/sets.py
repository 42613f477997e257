"""Sets of hexes written in words, as the data files use them.

A word is a feature (`vp:blucher:*` for any number), `terrain=woods`, `start=A`, `country=BE` or `playable`; ` & ` takes
what is in both, ` | ` what is in either, `not ` the rest.
"""

from __future__ import annotations

from westfront.atlas.board import Board
from westfront.hexgrid import HexSet, union


def hexes_of(board: Board, text: str) -> HexSet:
    """The set of hexes that a text means."""
    found = 0
    for part in text.split(" | "):
        both = board.grid.mask
        for word in part.split(" & "):
            bare = word.removeprefix("not ")
            both &= _word(board, bare) if bare == word else board.grid.mask ^ _word(board, bare)
        found |= both
    return found


def _word(board: Board, word: str) -> HexSet:
    """The set that one word means."""
    kind, equals, value = word.partition("=")
    if equals:
        return {"terrain": board.terrain, "start": board.start, "country": board.countries}[kind].get(value, 0)
    if word == "playable":
        return board.playable
    return union(board.features[feature] for feature, _ in numbered(board, word)) or board.feature(word)


def numbered(board: Board, word: str) -> list[tuple[str, int]]:
    """The features that a word with a star means, each with its number."""
    stem = word.removesuffix("*")
    if stem == word:
        return []
    return [(f, int(f[len(stem) :])) for f in board.features if f.startswith(stem) and f[len(stem) :].isdigit()]


def rim(board: Board, hexes: HexSet) -> HexSet:
    """The hexes of a set that touch something outside it, be it off the map."""
    inner = hexes
    for direction in range(6):
        inner &= board.grid.shift(hexes, direction)
    return hexes ^ inner


def says_each(board: Board, hexes: HexSet, sentence: str) -> list[str]:
    """The same sentence about each hex of a set."""
    return [f"{board.name}: {label} {sentence}" for label in board.grid.labels(hexes)]
