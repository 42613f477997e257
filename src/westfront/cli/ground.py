"""What is printed on the map, in words: places, rivers and roads, for those who see it in characters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from westfront import games
from westfront.atlas.board import Board, Pair, Place, load_board
from westfront.engine.match import Match
from westfront.engine.rules import AnyRules
from westfront.hexgrid import HexSet, Sides

RIVER, ROAD = "~", "="
"""What stands beside the sign of a hex with a river on one of its sides, or a road through it."""


class Printed(NamedTuple):
    """What the small map shows of the ground besides its terrain."""

    names: dict[int, str]
    rivers: HexSet
    roads: HexSet


class Ground:
    """The map of a match, if it is one of the atlas; otherwise only its hexes and their terrain are known."""

    def __init__(self, match: Match) -> None:
        self._rules: AnyRules = match.rules
        name = games.map_of(match.rules.id, match.rules.scenario)
        self._board = load_board(games.map_data(name, match.setting.overrides), name) if name else None
        self.places: list[Place] = sorted(self._board.places) if self._board else []
        self.printed = _printed(self._board)

    def hex(self, text: str) -> int:
        """The hex with a label, or of a place by its name or its first letters."""
        wanted = text.lower()
        for fits in (str.__eq__, str.startswith):
            for place in self.places:
                if wanted and fits(place.name.lower(), wanted):
                    return place.hex
        return self._rules.grid.hex(text)

    def words(self, hex_: int) -> Iterator[str]:
        """The place, the terrain, rivers by name with the hexes beyond, and roads with the next hexes."""
        yield from (place.name for place in self.places if place.hex == hex_)
        yield self._rules.terrain_name(hex_)
        if self._board:
            for kind, lines in self._board.named_sides.items():
                for name, pairs in lines.items():
                    yield from self._edge(f"{kind} {name}", "towards", hex_, pairs)
            for kind, lines in self._board.named_links.items():
                yield from self._edge(kind, "to", hex_, [pair for pairs in lines.values() for pair in pairs])

    def _edge(self, kind: str, word: str, hex_: int, pairs: list[Pair]) -> Iterator[str]:
        others = sorted({self._rules.grid.label(b if a == hex_ else a) for a, b in pairs if hex_ in (a, b)})
        if others:
            yield f"{kind.strip().replace('-', ' ')} {word} {' '.join(others)}"


def _printed(board: Board | None) -> Printed:
    if board is None:
        return Printed({}, 0, 0)
    rivers = [board.sides[word] for word in board.table["rivers"] if word in board.sides]
    return Printed(
        {place.hex: place.name for place in board.places},
        _touched(rivers),
        _touched([board.links[word] for word in ("road",) if word in board.links]),
    )


def _touched(features: list[Sides]) -> HexSet:
    """The hexes with one of these on one of their sides."""
    found = 0
    for sides in features:
        for hexes in sides:
            found |= hexes
    return found
