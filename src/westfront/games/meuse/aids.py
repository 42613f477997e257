"""2.2: the charts and tables as pages to have beside the map."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from westfront.engine.aids import CALENDAR, Aid, AidRow, counter_values, from_list, from_table, primer, sequence
from westfront.engine.catalogue import rule
from westfront.engine.view import Mark
from westfront.games.meuse.data import MeuseData
from westfront.games.meuse.odds import TITLES, Odds
from westfront.games.meuse.results import MEANING, meaning

HITS = {"hit": "a step lost, or a whole trench breached", ".": "nothing happens"}


@rule("2.2")
def aids(rules: MeuseData) -> Iterator[Aid]:
    """The combat table first, with the lines by which terrain moves its columns."""
    yield combat_table(rules)
    yield lines_chart(rules)
    yield terrain_chart(rules)
    modifiers = (
        "Add to the die: gas -1, an aircraft over the hex -1, a German marker +1, and the highest of the terrain."
    )
    yield from_table("bombardment", "Bombardment", rules.bombardment, "T-BRES", HITS, [modifiers])
    yield from_list(rules.data, "replacement_chart", "Replacements", ["what", "allied", "german"], "11.3")
    yield sequence(rules.data, "4.1")
    yield calendar(rules)
    yield counter_values(rules.counters, rules.sides, "2.3")
    yield twelve_lines(rules)


@rule("V-5")
def twelve_lines(rules: MeuseData) -> Aid:
    """What a new player must know; the first line tells what wins this scenario."""
    page = primer(rules.data)
    if not rules.beyond:
        return page
    goal = f"The Allies win the moment any of their units enters {rules.place_name(rules.goal)}, even for one step"
    line = (
        f"or if at least {rules.beyond} of them stand in the Stellung line or north of it after turn {rules.last_turn}"
    )
    first = AidRow(("1", f"{goal}, {line}. Anything else is a German victory."), ("V-5",))
    return structs.replace(page, rows=(first, *page.rows[1:]))


@rule("T-CRT")
def combat_table(rules: MeuseData) -> Aid:
    """The results by column; the lines below say which column a differential is read in."""
    table = from_table("crt", "Combat results", rules.crt, "T-CRT", {code: meaning(rules, code) for code in MEANING})
    columns = ("die", *(str(number) for number, _ in enumerate(rules.crt.columns, 1)))
    return Aid(table.key, table.title, columns, table.rows, table.rule, table.notes, table.codes)


@rule("T-CRT", "7.4")
def lines_chart(rules: MeuseData) -> Aid:
    """Each line of terrain with the differentials that its columns stand for."""
    names = rules.crt.columns
    rows = tuple(AidRow((TITLES[line], *names[shift:], *["-"] * shift)) for line, shift in rules.crt.shifts.items())
    notes = (
        "Attack less defence, support included, is looked up in the line of the terrain: that is the column.",
        "The first differential of a line stands for all lower ones, the last for all higher ones.",
        "Of several lines the defender has the best one; a river counts if every attacker crosses it.",
    )
    columns = ("line", *(str(number) for number, _ in enumerate(names, 1)))
    return Aid("lines", "Differential by terrain", columns, rows, "7.4", notes)


@rule("T-TEC", "T-BMOD")
def terrain_chart(rules: MeuseData) -> Aid:
    """Movement points, columns in combat, and what is added to a bombardment die."""
    rows = []
    for word, effect in rules.board.chart.items():
        shift = rules.crt.shifts.get(word, 0)
        moves = "as the ground" if word in ("stellung", "second-tier", "bridge") else str(effect.points)
        extra = {"river": "+", "meuse": "+", "fortification": "Allied +"}.get(word, "")
        rows.append(AidRow((TITLES[word], extra + moves, f"{shift} left" if shift else "0", f"{effect.barrage:+d}")))
    notes = ("The dearest terrain of a hex is paid. Trenches count for Germans only, and only while they are whole.",)
    columns = ("terrain", "movement points", "columns", "bombardment die")
    return Aid("terrain", "Terrain effects", columns, tuple(rows), "T-TEC", notes)


@rule("T-TURN", "T-ARTY", "T-SF")
def calendar(rules: MeuseData) -> Aid:
    """The turns with their markers, and who comes in each."""
    rows = []
    for turn, track in enumerate(rules.track[1 : rules.last_turn + 1], 1):
        due = [rules.names.units[u] for u in range(rules.fighters) if rules.arrival[u] == turn]
        markers = (*map(str, track.artillery), *map(str, track.support))
        rows.append(AidRow((str(turn), track.dates, *markers, ", ".join(due) or "-")))
    columns = ("turn", "dates", "Allied guns", "German guns", "Allied support", "German support", "reinforcements")
    return Aid(CALENDAR, "Calendar, artillery and support", columns, tuple(rows), "T-TURN")


def crt_marks(fight: Odds) -> tuple[Mark, ...]:
    """The column of an attack, and the line that gives it."""
    column = str(fight.column + 1)
    return Mark("crt", column), Mark("lines", column, (TITLES[fight.line],))
