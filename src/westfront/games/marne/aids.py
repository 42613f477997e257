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
    primer,
    rows_read,
    sequence,
)
from westfront.engine.catalogue import rule
from westfront.engine.modifiers import applied, sum_of
from westfront.engine.view import Mark
from westfront.games.marne.artillery import fire_modifiers, fire_of
from westfront.games.marne.battle import Battle
from westfront.games.marne.coordination import ATTACK_DIE, DEFENCE_DIE, ODDS_COLUMNS
from westfront.games.marne.facts import MarneData
from westfront.games.marne.leads import Odds
from westfront.games.marne.orders import TITLES
from westfront.games.marne.scenario import ROLLED
from westfront.games.marne.state import WEATHERS

FACES = range(1, 7)
ESCAPES = {
    "*r1": "a unit loses a step, the stack goes back one hex",
    "R3": "the enemy drives the stack back three hexes in disorder",
    "r2": "back one or two hexes",
    "r3": "back one to three hexes",
}
SKIES = {
    "fair": "nothing special",
    "fog": "no air missions in the movement phase of the side with the initiative, which takes one hit less",
    "overcast": "aircraft only change their base",
}


@rule("AID")
def aids(rules: MarneData) -> Iterator[Aid]:
    """In the order in which a battle needs them, then the turn, then what is printed."""
    hits = "A5D2: five hit points for the attacker, two for the defender; *: Stosstruppen that took part are lost."
    yield from_table(
        "crt", "Combat results", rules.crt, "12.2.5 tab", notes=[hits, "Two dice; columns by odds after all shifts."]
    )
    yield from_list(rules.data, "shifts", "Column shifts", ["shift", "columns"], "12.2.4 tab2")
    diamond = "Hit points by the strength of the guns; d is a diamond, the only result that counts against a fort."
    yield from_table("bombardment", "Bombardment", rules.bombardment, "15.2.2 tab", notes=[diamond])
    yield from_list(rules.data, "fire_modifiers", "Attacker's bombardment die", ["modifier", "die"], "15.2.2 tab")
    yield from_list(rules.data, "terrain_chart", "Terrain effects", ["terrain", "move", "combat"], "12.2.4 tab1")
    yield from_list(rules.data, "coordination", "Coordination die", ["modifier", "defender", "attacker"], "12.2.6 tab1")
    columns = ["result", "die", "defender", "attacker"]
    yield from_list(rules.data, "coordination_results", "Tactical coordination", columns, "12.2.6")
    yield from_table("orders", "Misunderstood orders", rules.orders, "12.2.6 tab5", TITLES)
    yield from_list(rules.data, "hit_costs", "Hit conversion", ["what", "points"], "12.2.8 tab")
    yield from_table("disengagement", "Disengagement", rules.disengagement, "13.0 tab", ESCAPES)
    yield from_table("weather", "Weather", rules.weather, "10.0 tab", SKIES)
    yield sequence(rules.data, "7.0")
    yield schedule(rules)
    yield victory(rules)
    yield counter_values(rules.counters, rules.sides, "2.2")
    yield primer(rules.data)


@rule("8.0", "S0")
def schedule(rules: MarneData) -> Aid:
    """Turns and sequences of the scenario, and who comes in each."""
    rows = []
    for (turn, number), now in rules.schedule.items():
        due = [rules.names.units[unit] for unit, arrival in rules.arrivals.items() if arrival.when == (turn, number)]
        weather = "two dice" if now.weather == ROLLED else WEATHERS[now.weather]
        bonus = f"+{now.bonus}" if now.offensive else "no offensive"
        guns = f"{now.guns}{', Bruchmuller' if now.bruchmuller else ''}"
        cells = (f"{turn}.{number}", rules.sides[now.initiative], bonus, guns, weather, f"+{now.us}", ", ".join(due))
        rows.append(AidRow(cells))
    columns = ("turn", "initiative", "bonus", "offensive guns", "weather", "American morale", "arrivals")
    return Aid(CALENDAR, "Calendar of the scenario", columns, tuple(rows), "8.0")


@rule("16.0")
def victory(rules: MarneData) -> Aid:
    """From how many points each level is reached."""
    rows = tuple(AidRow((verdict, str(points))) for points, _, verdict in rules.levels)
    return Aid("victory", "Victory", ("level", "from points"), rows, "16.0")


# -- where a battle stands in them


def battle_marks(battle: Battle, view: Odds) -> Iterator[Mark]:
    """Column and shifts, the fire of both sides, and what counts on the coordination dice."""
    if view.column >= 0:
        yield Mark("crt", ODDS_COLUMNS[view.column])
    yield Mark("shifts", rows=tuple(shift.title for shift in view.shifts))
    for side in (battle.side, 1 - battle.side):
        fire = fire_of(battle.rules, battle.s, side)
        if fire.column:
            modifiers = fire_modifiers(battle, side)
            rows = rows_read(battle.rules.bombardment, FACES, sum_of(modifiers))
            yield Mark("bombardment", str(fire.column), rows)
            yield Mark("fire_modifiers", rows=tuple(modifier.title for modifier in modifiers))
    for column, die in (("defender", DEFENCE_DIE), ("attacker", ATTACK_DIE)):
        yield Mark("coordination", column, tuple(modifier.title for modifier in applied(die, battle)))
