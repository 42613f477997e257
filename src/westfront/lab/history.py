"""What happened in 1918, in the measures of a game: numbers at a moment of it, and fronts."""

from __future__ import annotations

from typing import NamedTuple

from westfront.engine.rules import AnyRules
from westfront.hexgrid import HexSet
from westfront.lab.balance import Row, nearer

CHECK = "check"
"""A moment that is no turn: the great check of a game."""


class Fact(NamedTuple):
    """A number of history and where a game has the same one: its moment and its track, with a minus if turned round."""

    when: str
    track: str
    value: float
    measure: str


def facts(rules: AnyRules) -> list[Fact]:
    """The numbers of a scenario."""
    folder = rules.data_folder()
    if not folder.has("history.csv"):
        return []
    rows = folder.rows("history", ["scenario", "when", "track", "value", "measure"], keys=3).values()
    return [
        Fact(row.text("when"), row.text("track"), float(row.text("value")), row.text("measure"))
        for row in rows
        if row.text("scenario") == rules.scenario
    ]


def played(row: Row, fact: Fact) -> list[float]:
    """The same number in the games that came to that moment."""
    track = fact.track.removeprefix("-")
    numbers = row.checks if fact.when == CHECK else row.course.get(fact.when, {})
    return [-number if track != fact.track else number for number in numbers.get(track, [])]


def fronts(rules: AnyRules) -> dict[str, HexSet]:
    """By date: the ground of the first side, as it is in games; from the hexes on both sides of the line."""
    folder = rules.data_folder()
    if not folder.has("fronts_1918.csv"):
        return {}
    lines: dict[str, dict[str, HexSet]] = {}
    for row in folder.rows("fronts_1918", ["date", "side", "scenarios", "hexes"], keys=2).values():
        if rules.scenario in row.text("scenarios").split():
            side = row.choice("side", rules.sides)
            lines.setdefault(row.text("date"), {})[side] = rules.grid.hexset(*row.text("hexes").split())
    first, second = rules.sides
    return {date: nearer(rules.grid, held[first], held[second]) for date, held in lines.items()}
