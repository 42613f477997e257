"""Tables of balance for a page: who won, how clearly, how the check went, beside 1918 and beside the booklet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from statistics import fmean, median

from westfront.cli.balance_pictures import name_of, some, varied
from westfront.engine.rules import Setting
from westfront.lab.balance import GROUND, MARGIN, Row, spread
from westfront.lab.history import CHECK, Fact, facts, played
from westfront.lab.ladder import interval

Lines = list[list[str]]
MOMENTS = 9
"""So many turns have room in a table."""


def page(found: list[Row], sides: tuple[str, str], seed: str) -> str:
    """All tables that have something to tell, in Markdown."""
    kinds = (
        ("Who wins", [] if pairs(found) else wins(found, sides, seed)),
        ("How clearly", degrees(found)),
        ("At the check", checks(found)),
        ("Beside 1918", beside_history(found)),
        ("Beside the booklet", pairings(found, sides)),
    )
    told = [(title, lines) for title, lines in kinds if len(lines) > 1]
    told += [] if pairs(found) else [(f"By turn: {name}", by_turn(rows)) for name, rows in by_setting(found)]
    return "\n".join(f"## {title}\n\n{markdown(lines)}" for title, lines in told)


def markdown(lines: Lines) -> str:
    """A table whose first line is its head."""
    head, *others = lines
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (head, *others)).replace(
        "|\n", f"|\n|{'---|' * len(head)}\n", 1
    )


def share(won: int, games: int) -> str:
    """How many of some games, with the interval of 95 %."""
    low, high = interval(won, games)
    return f"{won} ({100 * low:.0f}-{100 * high:.0f} %)"


def wins(found: list[Row], sides: tuple[str, str], seed: str) -> Lines:
    """A line for each setting and level."""
    first, second = (side.capitalize() for side in sides)
    lines = [["scenario", "level", "seed", "games", f"{first} wins", "draws", f"{second} wins", "mean margin"]]
    for row in found:
        won, drawn, lost = row.won
        cells = [
            str(row.games),
            share(won, row.games),
            str(drawn),
            share(lost, row.games),
            f"{fmean(row.margins):+.1f}",
        ]
        lines.append([name_of(row), row.pairing.first, f"`{seed}`", *cells])
    return lines


def by_setting(found: list[Row]) -> Iterator[tuple[str, dict[str, Row]]]:
    """Each setting with the rows of its levels."""
    settings: dict[str, dict[str, Row]] = {}
    for row in found:
        settings.setdefault(name_of(row), {})[row.pairing.first] = row
    yield from settings.items()


def levels_of(found: list[Row]) -> list[str]:
    """The levels of the machines, each once."""
    return list(dict.fromkeys(row.pairing.first for row in found))


def degrees(found: list[Row]) -> Lines:
    """How many games came to each level of victory, with one column for each level of the machines."""
    lines = [["scenario", "level of victory", *levels_of(found)]]
    if pairs(found):
        return lines
    for name, rows in by_setting(found):
        for degree in dict.fromkeys(degree for row in rows.values() for degree in row.degrees):
            cells = [_degree(rows.get(level), degree) for level in levels_of(found)]
            lines.append([name, degree, *cells])
    return lines


def _degree(row: Row | None, degree: str) -> str:
    return f"{row.degrees[degree]} of {row.games}" if row else "-"


def checks(found: list[Row]) -> Lines:
    """What was counted at the great check: the median, the quarters, the extremes."""
    lines = [["scenario", "level", "measure", "games", "median", "quarters", "lowest and highest"]]
    for row in found:
        words = {fact.track: fact.measure for fact in known(row) if fact.when == CHECK}
        for name, numbers in row.checks.items():
            low, middle, high = spread(numbers)
            cells = [f"{middle:g}", f"{low:g} to {high:g}", f"{min(numbers):g} and {max(numbers):g}"]
            if low < high or min(numbers) < max(numbers):
                lines.append(
                    [name_of(row), row.pairing.first, words.get(name, name), f"{len(numbers)} of {row.games}", *cells]
                )
    return lines


def known(row: Row) -> list[Fact]:
    """What is known of 1918 in the measures of a setting."""
    pairing = row.pairing
    return facts(Setting.choose(pairing.game, pairing.scenario, dict(pairing.options)).rules())


def beside_history(found: list[Row]) -> Lines:
    """The numbers of 1918, and beside each the median of the games with the quarters around it."""
    lines = [["scenario", "measure", "1918", *levels_of(found)]]
    if pairs(found):
        return lines
    for name, rows in by_setting(found):
        for fact in known(next(iter(rows.values()))):
            numbers = [played(rows[level], fact) if level in rows else [] for level in levels_of(found)]
            lines.append([name, fact.measure, f"{fact.value:g}", *map(_middle, numbers)])
    return lines


def _middle(numbers: list[float]) -> str:
    if not numbers:
        return "-"
    low, middle, high = spread(numbers)
    return f"{middle:g} ({low:g} to {high:g}; {len(numbers)} {'game' if len(numbers) == 1 else 'games'})"


def by_turn(rows: dict[str, Row]) -> Lines:
    """The medians of the tracks at some moments of a setting, and the hexes that the first side has gained."""
    moments = some([*max((row.course for row in rows.values()), key=len)], MOMENTS)
    lines = [["level", "median of", *moments]]
    for level, row in rows.items():
        course = {when: row.course.get(when, {}) for when in (*row.course, *moments)}
        own = dict.fromkeys(track for numbers in course.values() for track in numbers)
        start = median(next(iter(row.course.values()))[GROUND])
        tracks = [track for track in own if track not in (MARGIN, GROUND)] or [MARGIN]
        lines += [[level, track, *(_median(course[when].get(track, [])) for when in moments)] for track in tracks]
        grounds = [course[when].get(GROUND, []) for when in moments]
        lines.append([level, "hexes gained", *(_median([held - start for held in numbers]) for numbers in grounds)])
    return lines


def _median(numbers: list[float]) -> str:
    return f"{median(numbers):g}" if numbers else "-"


def pairs(found: list[Row]) -> bool:
    """Whether the settings are to be told apart by what the booklet expects of them."""
    return len({row.expected for row in found} - {None}) > 1


def pairings(found: list[Row], sides: tuple[str, str]) -> Lines:
    """A line for each setting of which the booklet expects something, the most first."""
    names = varied(found)
    lines = [[*names, "level", "booklet", "games", "mean margin", *_heads(sides)]]
    if not pairs(found):
        return lines[:1]
    hoped = [(row.expected, row) for row in found if row.expected is not None]
    for expected, row in sorted(hoped, key=lambda pair: -pair[0]):
        options = dict(row.pairing.options)
        won = [str(number) for number in row.won]
        cells = [row.pairing.first, f"{expected:g}", str(row.games), f"{fmean(row.margins):+.1f}"]
        lines.append([*(options[name] for name in names), *cells, *won])
    return lines


def _heads(sides: tuple[str, str]) -> Iterable[str]:
    return f"{sides[0].capitalize()} wins", "draws", f"{sides[1].capitalize()} wins"
