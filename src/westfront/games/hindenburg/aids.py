"""2.11: the player aids as pages to have beside the map."""

from __future__ import annotations

from collections import Counter
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
    sequence,
)
from westfront.engine.catalogue import rule
from westfront.engine.view import Mark
from westfront.games.hindenburg.battle import DefenceDice
from westfront.games.hindenburg.data import HindenburgData, NationalModifier
from westfront.games.hindenburg.die_rolls import dice_each
from westfront.games.hindenburg.sequence import dates
from westfront.games.hindenburg.state import LAST_TURN, NATIONS

DICE = ("clear", "rough", "city", "trench", "rough-trench")
COLUMNS = ("dice", "over a river", "attack supply", "attack supply over a river")
BACK = {"1": "back next turn", "2": "back in two turns", "3": "back in three turns", "4": "back in four turns"}


@rule("2.11")
def aids(rules: HindenburgData) -> Iterator[Aid]:
    """The dice of the defender first, since every attack asks for them."""
    yield dice_chart(rules)
    yield from_list(rules.data, "actions", "Actions", ["action", "what"], "5.3")
    yield from_table("replacement", "Replacements", rules.replacement, "9.3", BACK)
    yield national("french", "French collapse", "4.8", rules.national)
    yield national("british", "British withdrawal", "4.10", rules.national)
    yield sequence(rules.data, "5.2")
    yield calendar(rules)
    yield counter_values(rules.counters, rules.sides, "2.3")
    yield primer(rules.data)


@rule("13.4", "13.6")
def dice_chart(rules: HindenburgData) -> Aid:
    """How many dice each supplied defender throws, by terrain, river and attack supply."""
    chart, rows = rules.terrain_effects, list[AidRow]()
    for terrain in DICE:
        each = [dice_each(chart, terrain, river, supply) for supply in (False, True) for river in (False, True)]
        rows.append(AidRow((heading(terrain), *(str(dice) if dice else "1 for 2" for dice in each))))
    notes = (
        "Every attacking division throws one die, two in the first round with tanks; its factor or less is a hit.",
        "Defenders out of supply throw one die for three divisions, whatever the terrain.",
        "Trenches serve only the side that they belong to; attack supply is German and tells on Allied defenders.",
    )
    return Aid("dice", "Dice of each defender", ("terrain", *COLUMNS), tuple(rows), "13.4", notes)


@rule("4.8", "4.10")
def national(nation: str, title: str, by: str, rows: list[NationalModifier]) -> Aid:
    """What is added to the die of a nation's check."""
    own = [row for row in rows if row.nation == nation]
    lines = tuple(AidRow((row.title, f"{row.drm:+d}", str(row.limit or "-"))) for row in own)
    notes = ("A die with everything added: 9 or more is a German victory. Turns 1 to 8.",)
    return Aid(nation, title, ("case", "die", "from so many"), lines, by, notes)


@rule("1.3", "9.2")
def calendar(rules: HindenburgData) -> Aid:
    """The turns, and who comes in each."""
    rows = []
    for turn in range(1, LAST_TURN + 1):
        due = Counter(NATIONS[rules.nation_of[u]] for u in rules.divisions if rules.arrival[u] == turn)
        tanks = sum(rules.arrival[u] == turn for u in rules.tanks)
        words = [f"{number} {nation}" for nation, number in due.items()] + [f"{tanks} tank brigades"] * bool(tanks)
        rows.append(AidRow((str(turn), dates(turn), ", ".join(words) or "-")))
    return Aid(CALENDAR, "Calendar and reinforcements", ("turn", "date", "divisions"), tuple(rows), "9.2")


def dice_mark(found: DefenceDice) -> Mark:
    """Where the dice of a battle stand in the chart."""
    terrain, *more = (reason.title for reason in found.reasons)
    column = COLUMNS[("river" in more) + 2 * ("attack supply" in more)]
    return Mark("dice", column, (heading(terrain),))
