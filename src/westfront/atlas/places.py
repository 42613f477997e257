"""Finding a place on every map that covers it, and a hex of one map on another."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from westfront.atlas.board import Board, Place
from westfront.hexgrid import Hex, HexSet, bits

SPELLINGS = (
    ("Reims", "Rheims"),
    ("Dunkirk", "Dunkerque"),
    ("Antwerp", "Antwerpen", "Anvers"),
    ("Brussels", "Bruxelles", "Brussel"),
    ("Ghent", "Gent", "Gand"),
    ("Bruges", "Brugge"),
    ("Ypres", "Ieper"),
    ("Ostend", "Oostende", "Ostende"),
    ("Dixmude", "Diksmuide"),
    ("Roulers", "Roeselare"),
    ("Tournai", "Doornik"),
    ("Lille", "Rijsel"),
    ("Mons", "Bergen"),
    ("Namur", "Namen"),
    ("Liege", "Luik", "Luettich"),
    ("Aachen", "Aix-la-Chapelle"),
    ("Trier", "Treves"),
    ("Saarbrucken", "Saarbruecken", "Sarrebruck"),
    ("Strasbourg", "Strassburg"),
    ("Thionville", "Diedenhofen"),
    ("Chalons", "Chalons-sur-Marne", "Chalons-en-Champagne"),
    ("Mezieres", "Charleville-Mezieres"),
)
"""The same town under several names; accents, hyphens, capitals and St for Saint make no difference anyway."""

EARTH_RADIUS = 6371.0
_LITTLE_WORDS = {"saint", "le", "la", "les", "fort", "de"}


class Finding(NamedTuple):
    """A place on one map."""

    place: str
    board: Board
    hexes: HexSet
    named: bool
    """Whether the map names the place, or it was found by its latitude and longitude."""
    lat: float
    lon: float
    within_km: float
    """How exactly latitude and longitude are known."""


def where(name: str, boards: Iterable[Board]) -> list[Finding]:
    """Every map that covers a place named on one of them; places of the same name far apart are kept apart."""
    boards = list(boards)
    found = [_Known(board, place) for board in boards for place in board.places if same_name(name, place.name)]
    exact = [known for known in found if _key(known.place.name) == _key(name)]
    return [finding for spot in _spots(exact or found) for finding in _findings(spot, boards)]


def same_spot(board: Board, hex_: Hex, other: Board) -> Hex | None:
    """The hex of another map where the centre of this hex lies, or None outside."""
    return other.geo.hex_at(*board.geo.of_hex(hex_))


def same_name(a: str, b: str) -> bool:
    """Whether two spellings mean one name: equal, or one leaves off the end of the other (Oulchy)."""
    short, long = sorted((_key(a), _key(b)), key=len)
    return bool(set(short) - _LITTLE_WORDS) and long[: len(short)] == short


def _key(name: str) -> tuple[str, ...]:
    """The words of a name without accents, in the spelling that stands first."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = tuple({"st": "saint", "ste": "sainte"}.get(word, word) for word in re.findall(r"[a-z]+", plain))
    return _FIRST.get(words, words)


_FIRST: dict[tuple[str, ...], tuple[str, ...]] = {}
_FIRST.update({_key(other): _key(group[0]) for group in SPELLINGS for other in group[1:]})


class _Known:
    """A place with its best known latitude and longitude."""

    def __init__(self, board: Board, place: Place) -> None:
        self.board, self.place = board, place
        stated = board.located.get((place.name, place.hex))
        self.lat, self.lon = stated or board.geo.of_hex(place.hex)
        self.within_km = 0.5 if stated else board.km / 2

    def close_to(self, other: _Known) -> bool:
        """Near enough to be the same place, as exactly as the coarser map can tell."""
        return distance_km(self.lat, self.lon, other.lat, other.lon) < 1.5 * max(self.board.km, other.board.km) + 2


def distance_km(lat_a: float, lon_a: float, lat_b: float, lon_b: float) -> float:
    """The distance over ground."""
    a, b, turn = math.radians(lat_a), math.radians(lat_b), math.radians(lon_b - lon_a)
    half = math.sin((b - a) / 2) ** 2 + math.cos(a) * math.cos(b) * math.sin(turn / 2) ** 2
    return 2 * EARTH_RADIUS * math.asin(math.sqrt(half))


def _spots(found: Sequence[_Known]) -> list[list[_Known]]:
    """The known places in groups that mean the same spot, each group with the best known first."""
    spots: list[list[_Known]] = []
    for known in sorted(found, key=lambda k: (k.within_km, k.board.km)):
        for spot in spots:
            if known.close_to(spot[0]):
                spot.append(known)
                break
        else:
            spots.append([known])
    return spots


def _findings(spot: list[_Known], boards: list[Board]) -> list[Finding]:
    """One finding for each map: the hexes it names, else the hex in which the best known position lies."""
    best = spot[0]
    found = []
    for board in boards:
        named = board.grid.set_of(known.place.hex for known in spot if known.board is board)
        hexes = named or _covering(board, best.lat, best.lon)
        if hexes:
            found.append(Finding(best.place.name, board, hexes, bool(named), best.lat, best.lon, best.within_km))
    return found


def _covering(board: Board, lat: float, lon: float) -> HexSet:
    """The playable hex in which a position lies, as a set."""
    hex_ = board.geo.hex_at(lat, lon)
    return 0 if hex_ is None else 1 << hex_ & board.playable


def describe(finding: Finding) -> str:
    """A line for the terminal: map, hexes, and whether the map names the place."""
    labels = ", ".join(finding.board.grid.label(hex_) for hex_ in bits(finding.hexes))
    how = "named" if finding.named else "by position"
    return f"{finding.board.name:<11} {labels:<18} {finding.place} ({how})"
