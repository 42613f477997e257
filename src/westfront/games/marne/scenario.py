"""What the four scenarios give: schedule, doctrines, set-ups, arrivals and levels of victory."""

from __future__ import annotations

from collections.abc import Collection
from collections.abc import Sequence as Row_
from typing import NamedTuple

from westfront.atlas.board import MapFolder
from westfront.atlas.setups import COLUMNS as SETUP_COLUMNS
from westfront.engine.catalogue import rule
from westfront.engine.data import DataFolder, Row
from westfront.engine.names import Names
from westfront.errors import DataError
from westfront.games.marne.state import FAIR, FOG

ARRIVAL_COLUMNS = (
    *("unit", "entry", "alt_entry", "side", "turn", "sequence", "alt_turn", "alt_sequence"),
    *("count", "kind", "nation", "name", "regiments", "morale", "note"),
)
ROLLED = -1
"""Weather that is diced for."""
SEQUENCES = 3
"""The operational sequences of a turn with an offensive; any other turn has one."""


class Sequence(NamedTuple):
    """One operational sequence of the schedule."""

    initiative: int
    offensive: bool
    bonus: int
    guns: int
    bruchmuller: bool
    weather: int
    us: int


class Arrival(NamedTuple):
    """When and by which rule of entry a unit comes: in turn and sequence, or by another rule later."""

    when: tuple[int, int]
    entry: str
    later: tuple[int, int] | None
    later_entry: str

    @property
    def first(self) -> tuple[int, int]:
        """The first turn and sequence in which it may come."""
        return min(self.when, self.later or self.when)


class Place(NamedTuple):
    """A counter and the label of its hex, `any` if the owner chooses it."""

    counter: str
    hex: str
    near: bool
    """It may stand in a hex next to the named one as well."""


@rule("8.0", "3.0/Initiative", "S1 length", "S2 length", "S3 length", "S4 length")
@rule("S1 special rules", "S2 special rules", "S3 special rules", "S4 special rules")
def read_schedule(data: DataFolder, scenario: str, sides: Row_[str]) -> dict[tuple[int, int], Sequence]:
    """Initiative, offensive and its bonus, guns, weather and American morale of each sequence."""
    columns = [
        "scenario",
        "turn",
        "sequence",
        "initiative",
        "offensive",
        "bonus",
        "guns",
        "bruchmuller",
        "weather",
        "us",
    ]
    found = {}
    for row in data.rows("schedule", columns, keys=3).values():
        if row.text("scenario") == scenario:
            weather = {"roll": ROLLED, "fair": FAIR, "fog": FOG}[row.choice("weather", ("roll", "fair", "fog"))]
            found[row.number("turn", 1), row.number("sequence", 1, SEQUENCES)] = Sequence(
                sides.index(row.choice("initiative", sides)),
                row.choice("offensive", ("yes", "no")) == "yes",
                row.number("bonus"),
                row.number("guns"),
                row.choice("bruchmuller", ("yes", "no")) == "yes",
                weather,
                row.number("us"),
            )
    for turn in {turn for turn, _ in found}:
        first = found.get((turn, 1))
        if first is None or (first.offensive and any((turn, n) not in found for n in range(2, SEQUENCES + 1))):
            raise DataError("schedule.csv", None, f"turn {turn} of {scenario} lacks a sequence")
    return found


@rule("S0", "S1 set-up Allied", "S1 set-up German", "S2 set-up Allied", "S2 set-up German")
@rule("S3 set-up Allied", "S3 set-up German", "S4 set-up Allied", "S4 set-up German")
def read_setup(data: DataFolder, scenario: str, known: set[str]) -> list[Place]:
    """The counters of the set-up; a division of several regiments gives them their numbers in the order of the list."""
    numbered = Numbered(known)
    found = []
    for row in MapFolder(data, "marne").lines(f"setup-{scenario}", SETUP_COLUMNS, 2):
        near = "any adjacent hex" in row.cells["note"]
        found += [Place(name, row.text("hex"), near) for name in numbered.names(row)]
    return found


@rule("11.1.5", "S1 reinforcements", "S2 reinforcements Allied", "S2 reinforcements German", "S3 reinforcements Allied")
@rule("S3 reinforcements German", "S4 reinforcements Allied", "S4 reinforcements German")
def read_arrivals(names: Names, data: DataFolder, scenario: str) -> dict[int, Arrival]:
    """The reinforcements with turn, sequence and rule of entry."""
    numbered = Numbered(set(names.units))
    for place in read_setup(data, scenario, set(names.units)):
        numbered.note(place.counter)
    found = {}
    for row in MapFolder(data, "marne").lines(f"arrivals-{scenario}", ARRIVAL_COLUMNS, 2):
        later = (row.number("alt_turn"), row.number("alt_sequence")) if row.cells["alt_turn"] else None
        arrival = Arrival(
            (row.number("turn"), row.number("sequence")), row.text("entry"), later, row.cells["alt_entry"]
        )
        for name in numbered.names(row):
            found[names.unit(name)] = arrival
    return found


class Numbered:
    """Gives the counters behind a line of a list: one of that name, or so many numbered ones, in order."""

    def __init__(self, known: set[str]) -> None:
        self._known = known
        self._given: dict[str, int] = {}

    def note(self, counter: str) -> None:
        """A counter that another list has given."""
        token, _, number = counter.rpartition("-")
        if number.isdigit():
            self._given[token] = max(self._given.get(token, 0), int(number))

    def names(self, row: Row) -> list[str]:
        """The counters of one line."""
        token, count = row.text("unit"), row.number("regiments") or row.number("count")
        if count == 1 and token in self._known:
            return [token]
        first = self._given.get(token, 0) + 1
        self._given[token] = first + count - 1
        found = [f"{token}-{number}" for number in range(first, first + count)]
        for name in found:
            if name not in self._known:
                raise DataError(row.file, row.line, f"there is no counter {name}")
        return found


@rule("3.0/Doctrine")
def read_doctrines(nations: Row_[str], arriving: Collection[int], data: DataFolder, scenario: str) -> list[str]:
    """The doctrine of each unit, empty for Germans; in scenario 1 what arrives has another than what is there."""
    rows = data.rows("doctrines", ["scenario", "nation", "doctrine"], keys=2)
    words = ("foch", "evolving", "petain")
    by_nation = {r.text("nation"): r.choice("doctrine", words) for r in rows.values() if r.text("scenario") == scenario}
    found = []
    for unit, nation in enumerate(nations):
        word = f"{nation}-arriving" if unit in arriving else nation
        found.append(by_nation.get(word, by_nation.get(nation, "")))
    return found


def read_levels(data: DataFolder, scenario: str, sides: Row_[str]) -> list[tuple[int, int, str]]:
    """The levels of victory: points from which each is reached, who wins (a draw is -1), and what it is called."""
    rows = data.rows("victory", ["scenario", "points", "winner", "verdict"], keys=2)
    winners = (*sides, "nobody")
    return [
        (
            row.number("points"),
            [0, 1, -1][winners.index(row.choice("winner", winners))],
            row.text("verdict"),
        )
        for row in rows.values()
        if row.text("scenario") == scenario
    ]
