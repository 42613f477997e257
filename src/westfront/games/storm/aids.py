"""The charts and tables of the game as pages to have beside the map."""

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
from westfront.games.storm.battle import Odds
from westfront.games.storm.data import StormData
from westfront.games.storm.state import NATIONS

FACES = range(1, 7)


@rule("13.28")
def aids(rules: StormData) -> Iterator[Aid]:
    """The combat table and its modifiers first; the bombing tables where there are bombers."""
    notes = (
        "Loss points of attacker / defender; the die is read with all modifiers, below 1 as 1, above 9 as 9.",
        "Odds are rounded for the defender; below 1:2 no die is thrown.",
    )
    yield from_table("crt", "Combat results", rules.crt, "13.28", notes=notes)
    yield from_list(rules.data, "modifiers", "Die modifiers", ["modifier", "die"], "13.13")
    yield from_list(rules.data, "terrain_chart", "Terrain effects", ["terrain", "dry", "wet", "die", "tanks"], "12.8")
    yield calendar(rules)
    if rules.is_1919:
        yield from_table("strategic-bombing", "Strategic bombing", rules.strategic_bombing, "S3.26(a)")
        yield from_table("tactical-bombing", "Tactical bombing", rules.tactical_bombing, "S3.26(b)")
    yield sequence(rules.data, "5.2")
    yield morale_hexes(rules)
    yield counter_values(rules.counters, rules.sides, "2.4")
    yield primer(rules.data)


@rule("6.2", "8.2", "8.1.4")
def calendar(rules: StormData) -> Aid:
    """The turns: when it may be wet, the replacement steps of each nation, and who comes."""
    nations = [n for n, _ in enumerate(NATIONS) if any(turn.steps[n] for turn in rules.calendar.values())]
    rows = []
    for number, turn in rules.calendar.items():
        wet = f"1-{turn.wet}" if turn.wet > 1 else "1" if turn.wet else "dry"
        due = [rules.names.units[u] for u in range(len(rules.counters)) if number and rules.arrival[u] == number]
        steps = (str(turn.steps[n] or "-") for n in nations)
        rows.append(AidRow((str(number), turn.date, wet, *steps, ", ".join(due) or "-")))
    columns = ("turn", "date", "wet on", *(NATIONS[n] for n in nations), "arrivals")
    notes = ("Replacement steps are received in the owner's Replacement Phase and may be kept.",)
    return Aid(CALENDAR, "Calendar and replacements", columns, tuple(rows), "8.2", notes)


@rule("4.2")
def morale_hexes(rules: StormData) -> Aid:
    """What each morale hex is worth."""
    board = rules.board
    names = {place.hex: place.name for place in board.atlas.places}
    worth = sorted(board.morale.items(), key=lambda pair: (-pair[1], rules.grid.label(pair[0])))
    rows = tuple(
        AidRow((rules.grid.label(hex_), names.get(hex_, "-"), heading(board.terrain_name(hex_)), str(value)))
        for hex_, value in worth
    )
    return Aid("morale", "Morale hexes", ("hex", "place", "terrain", "points"), rows, "4.2")


def crt_marks(rules: StormData, view: Odds) -> tuple[Mark, ...]:
    """The column of a battle with the rows that the die can reach, and the modifiers that count."""
    rows = () if view.hopeless else rows_read(rules.crt, FACES, sum_of(view.modifiers))
    counting = tuple(modifier.title for modifier in view.modifiers)
    return Mark("crt", rules.crt.columns[view.column], rows), Mark("modifiers", rows=counting)
