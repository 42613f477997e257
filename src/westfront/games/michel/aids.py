"""The tables and charts of the game as pages to have beside the map."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.engine.aids import (
    CALENDAR,
    Aid,
    AidRow,
    counter_values,
    from_list,
    from_table,
    heading,
    primer,
    rows_read,
    sequence,
)
from westfront.engine.catalogue import rule
from westfront.engine.modifiers import sum_of
from westfront.engine.view import Mark
from westfront.games.michel.data import MichelData
from westfront.games.michel.resolution import FACES, Odds
from westfront.games.michel.results import MEANING
from westfront.games.michel.state import FIRST_DAY, LAST_TURN, NORTH_EDGE
from westfront.games.michel.victory import HISTORICAL, LEVELS, player_scale


@rule("Equip-Charts")
def aids(rules: MichelData) -> Iterator[Aid]:
    """The combat table first, since it is looked at most."""
    notes = (
        "The die is read with everything added: low numbers are good for the attacker.",
        "Odds are rounded in favour of the defender; worse than 1-1 is read as 1-1, better than 10-1 as 10-1.",
    )
    yield from_table("crt", "Combat results", rules.crt, "CRT", MEANING, notes)
    yield from_list(rules.data, "terrain_chart", "Terrain effects", ["terrain", "move", "die"], "TEC")
    yield sequence(rules.data, "Sequence-GT")
    yield calendar(rules)
    yield victory(rules)
    yield counter_values(rules.counters, rules.sides, "Equip-Pieces")
    yield primer(rules.data)


def calendar(rules: MichelData) -> Aid:
    """The ten days, and who comes when."""
    rows = []
    for turn in range(1, LAST_TURN + 1):
        due = [arrival for arrival in rules.chart if arrival.turn == turn]
        words = ", ".join(
            f"{a.number} {heading(a.type)} {'north' if a.edge == NORTH_EDGE else 'south'}" for a in due if a.number
        )
        rows.append(AidRow((str(turn), f"{FIRST_DAY + turn} March", words or "-")))
    columns = ("game-turn", "date", "Allied reinforcements")
    return Aid(CALENDAR, "Calendar and reinforcements", columns, tuple(rows), "Reinf-Chart")


@rule("Victory-Levels", "Player-Chart")
def victory(rules: MichelData) -> Aid:
    """From how many points each level is reached, on both scales."""
    lowest = zip(LEVELS, (0, *HISTORICAL), (0, *player_scale(rules.base)), strict=True)
    rows = tuple(AidRow((level, str(history), str(player))) for level, history, player in reversed(list(lowest)))
    points = ", ".join(
        f"{rules.place_names.get(hex_, rules.grid.label(hex_))} {value}"
        for hex_, value in rules.board.objectives.items()
    )
    notes = (
        f"Points for objectives in supply: {points}.",
        "A unit that has left gives 4 between X and Y, 1 between Y and Z.",
    )
    return Aid("victory", "Victory", ("level", "points", "points by strength"), rows, "Victory-Levels", notes)


def crt_mark(rules: MichelData, view: Odds) -> Mark:
    """Where a combat is read: its column, and the rows that the modified die can reach."""
    rows = rows_read(rules.crt, range(1, FACES + 1), sum_of(view.modifiers))
    return Mark("crt", rules.crt.columns[view.column], rows)
