"""What a player sees before he commits himself: the battle that takes shape, and what can be laid over the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from westfront.engine.catalogue import rule
from westfront.engine.chance import percent as in_percent
from westfront.engine.modifiers import Applied, Modifier, applied, sum_of
from westfront.engine.view import Line, Overlay, Preview
from westfront.games.marne.aids import battle_marks
from westfront.games.marne.artillery import fire_modifiers, fire_of, fire_result
from westfront.games.marne.battle import Battle, battle_of
from westfront.games.marne.coordination import (
    ATTACK_DIE,
    ATTACKER_HITS,
    DEFENCE_DIE,
    TableResult,
    classify,
    table_result,
)
from westfront.games.marne.facts import MarneData
from westfront.games.marne.leads import (
    QUARTERS,
    Odds,
    attack_leads,
    attack_quarters,
    defence_factors,
    defence_quarters,
    halvings,
    odds,
    odds_text,
    with_stosstruppen,
)
from westfront.games.marne.losses import STOSSTRUPPEN_COST
from westfront.games.marne.retreat import HITS_PER_HEX
from westfront.games.marne.state import COORDINATION, PERFECT, MarneState
from westfront.games.marne.steps import STAGES, stage_under_way
from westfront.games.marne.supply import in_command
from westfront.hexgrid import has

FACES = range(1, 7)
WAYS = Counter(a + b for a in FACES for b in FACES)
"""In how many ways two dice show each sum."""
CLASSES = ("", "misunderstood", "none", "partial", "perfect")
"""Words for each coordination."""


def preview(rules: MarneData, s: MarneState, side: int) -> Preview | None:
    """The battle that is being built or fought, from the first unit that is named."""
    if s.target < 0:
        return None
    battle = battle_of(rules, with_leads(rules, s))
    if not battle.attackers:
        return None
    note = (
        f"step {STAGES[stage].step}, {STAGES[stage].title}" if (stage := stage_under_way(s)) is not None else "step 1"
    )
    if any(s.coordination):
        return Preview(title(battle), tuple(result_lines(battle)), {}, note)
    lines = tuple(battle_lines(battle))
    if not battle.defenders:
        return Preview(title(battle), lines, {}, note)
    return Preview(title(battle), lines, table_chances(battle), note, tuple(battle_marks(battle, odds(battle))))


def title(battle: Battle) -> str:
    """Who attacks what."""
    names = battle.rules.names
    return f"{names.write('unit*', battle.attackers)} against {names.place(battle.target)}"


@rule("12.2.3")
def with_leads(rules: MarneData, s: MarneState) -> MarneState:
    """The position with the lead units that are likely, where they have not been named: those of the highest morale."""
    if s.attack_lead >= 0 and s.defence_lead >= 0:
        return s
    guess = s.copy()
    battle = battle_of(rules, guess)
    if guess.attack_lead < 0:
        leads = attack_leads(rules, guess) or [-1]
        guess.attack_lead = max(leads, key=lambda unit: rules.morale(s, unit) if unit >= 0 else 0)
    own = [unit for unit in battle.defenders if rules.has_zone[unit]]
    if guess.defence_lead < 0 and own:
        guess.defence_lead = max(own, key=lambda unit: rules.morale(s, unit))
    return guess


def battle_lines(battle: Battle) -> Iterator[Line]:
    """Strengths, odds, fire, table and coordination, each with what counts and its rule."""
    view = odds(battle)
    yield from strength_lines(battle)
    yield Line("odds", f"{view.attack / QUARTERS:g} to {view.defence / QUARTERS:g}, {odds_text(view.raw)}", "12.2.4")
    for modifier in view.shifts:
        yield Line(modifier.title, f"{modifier.value:+d} columns", modifier.rule)
    yield Line("column", odds_text(view.column), "12.2.4" if view.column >= 0 else "12.2.4/Below half")
    if battle.s.attack_lead < 0:
        yield Line("no unit can lead the attack", "cancelled", "12.2.3")
    for side in (battle.side, 1 - battle.side):
        yield from fire_lines(battle, side)
    yield from table_lines(battle, view)
    yield from coordination_lines(battle)


@rule("12.2.7", "12.2.8")
def result_lines(battle: Battle) -> Iterator[Line]:
    """When the dice have fallen: the hits and the coordination of both sides, and what they cost."""
    s = battle.s
    for n, (name, units) in enumerate((("attacker", battle.attackers), ("defender", battle.defenders))):
        if s.coordination[n]:
            yield Line(f"{name}'s coordination", COORDINATION[s.coordination[n]], "12.2.6")
        yield Line(f"{name}'s hits", str(s.hits[n]), "12.2.5")
        if units:
            yield Line(f"{name}, hits for a step", price_text(battle, units), "12.2.8 tab")
    if s.limit and not s.ground:
        yield Line("each hex given up, hits less for the defender", str(HITS_PER_HEX), "12.2.6")


@rule("12.2.4 tab1")
def strength_lines(battle: Battle) -> Iterator[Line]:
    """Each unit with its strength here, and why it is halved or multiplied."""
    rules, s = battle.rules, battle.s
    for unit in battle.attackers:
        why = "".join(f", halved {title}" for title in halvings(rules, s, unit, battle.target))
        value = attack_quarters(rules, s, unit, battle.target) / QUARTERS
        yield Line(f"{rules.names.units[unit]}{why}", f"{value:g}", "12.2.4 tab1" if why else "12.2.4")
    why = "".join(f", {title}" for title, _ in defence_factors(rules, battle.target))
    for unit in battle.defenders:
        value = defence_quarters(rules, s, unit, battle.target) / QUARTERS
        yield Line(f"{rules.names.units[unit]}{why}", f"{value:g}", "12.2.4 tab1" if why else "12.2.4")


@rule("15.2.2")
def fire_lines(battle: Battle, side: int) -> Iterator[Line]:
    """The bombardment of a side as it would be now, with the exact chances of its hits."""
    rules = battle.rules
    fire = fire_of(rules, battle.s, side)
    if not fire.column:
        return
    name = rules.sides[side]
    bombs = f" + {fire.bombs} bombs" if fire.bombs else ""
    yield Line(f"{name} fire", f"{fire.guns} - {fire.countered}{bombs}, column {fire.column}", "15.2.2")
    modifiers = fire_modifiers(battle, side)
    for modifier in modifiers:
        yield Line(modifier.title, f"{modifier.value:+d}", modifier.rule)
    results = [fire_result(rules, die + sum_of(modifiers), fire.column) for die in FACES]
    hit = battle.defenders if side == battle.side else battle.attackers
    if all(has(rules.board.fort, battle.s.at[unit]) for unit in hit):
        diamonds = sum(diamond for _, diamond in results)
        yield Line(f"{name} fire on a fort costs a step", f"{diamonds}/6", "15.2.2/Forts")
    else:
        yield Line(f"{name} hits by fire", fire_text([number for number, _ in results]), "15.2.2 tab")


def fire_text(results: list[int]) -> str:
    """How many sixths give how many hits."""
    hits = Counter(results)
    return ", ".join(f"{number}: {ways}/6" for number, ways in sorted(hits.items()))


def table_results(battle: Battle, view: Odds) -> list[tuple[TableResult, Fraction]]:
    """Every result of the table with its chance, the attacker's hits as fog and doctrine make them."""
    extra = sum_of(applied(ATTACKER_HITS, battle))
    found = []
    for dice, ways in WAYS.items():
        raw = table_result(battle.rules, view.column, dice)
        found.append((raw._replace(attacker=max(0, raw.attacker + extra)), Fraction(ways, 36)))
    return found


@rule("12.2.5", "12.2.8")
def table_lines(battle: Battle, view: Odds) -> Iterator[Line]:
    """The table: mean hits, and how likely they are to cost a step or all there is."""
    if view.column < 0 or not battle.defenders:
        return
    results = table_results(battle, view)
    for modifier in applied(ATTACKER_HITS, battle):
        yield Line(f"attacker's hits, {modifier.title}", f"{modifier.value:+d}", modifier.rule)
    mean = (
        sum((r.attacker * chance for r, chance in results), Fraction()),
        sum((r.defender * chance for r, chance in results), Fraction()),
    )
    yield Line("mean hits, attacker and defender", f"{float(mean[0]):.1f} and {float(mean[1]):.1f}", "12.2.5 tab")
    for name, units, hits in (
        ("attacker", battle.attackers, [(r.attacker, chance) for r, chance in results]),
        ("defender", battle.defenders, [(r.defender, chance) for r, chance in results]),
    ):
        least, most = step_prices(battle, units)
        yield Line(f"{name}, hits for a step", price_text(battle, units), "12.2.8 tab")
        yield Line(f"{name} loses a step", percent(hits, least), "12.2.8 tab")
        yield Line(f"{name} is eliminated if he stands", percent(hits, most), "12.2.8 tab")
    yield Line("asterisk", percent([(int(r.asterisk), chance) for r, chance in results], 1), "15.3")


def step_prices(battle: Battle, units: tuple[int, ...]) -> tuple[int, int]:
    """The hit points of the cheapest step of some units, and of all their steps."""
    rules, s = battle.rules, battle.s
    prices = [(rules.hit_cost[unit], rules.steps_left(s, unit)) for unit in units]
    return min(price for price, _ in prices), sum(price * steps for price, steps in prices)


def price_text(battle: Battle, units: tuple[int, ...]) -> str:
    """What a step of each unit costs in hit points and how many it has, the lead unit first; and Stosstruppen."""
    rules, s = battle.rules, battle.s
    leads = (s.attack_lead, s.defence_lead)
    rows = [(unit not in leads, unit) for unit in units]
    told = [f"{rules.names.units[u]} {rules.hit_cost[u]} ({rules.steps_left(s, u)} left)" for _, u in sorted(rows)]
    storm = units is battle.attackers and with_stosstruppen(battle)
    return ", ".join([*told, f"one Stosstruppen unit {STOSSTRUPPEN_COST}"] if storm else told)


def percent(hits: list[tuple[int, Fraction]], least: int) -> str:
    """The exact chance of so many hits or more."""
    return in_percent(sum((part for number, part in hits if number >= least), Fraction()))


def table_chances(battle: Battle) -> dict[str, float]:
    """Each result of the table, in words, with its exact chance; an asterisk counts where Stosstruppen attack."""
    view = odds(battle)
    if view.column < 0:
        return {"below 1/2: three steps lost": 1.0}
    found: Counter[str] = Counter()
    for result, chance in table_results(battle, view):
        lost = ", Stosstruppen lost" if result.asterisk and with_stosstruppen(battle) else ""
        words = f"attacker {result.attacker}, defender {result.defender} hits{lost}"
        found[words] += chance.numerator * (36 // chance.denominator)
    return {words: ways / 36 for words, ways in sorted(found.items())}


@rule("12.2.6")
def coordination_lines(battle: Battle) -> Iterator[Line]:
    """The coordination of both sides: modifiers and exact chances."""
    rows: tuple[tuple[int, list[Modifier[Battle]]], ...] = (
        (1 - battle.side, DEFENCE_DIE),
        (battle.side, ATTACK_DIE),
    )
    for side, die in rows:
        name, modifiers = battle.rules.sides[side], applied(die, battle)
        for modifier in modifiers:
            yield Line(f"{name} coordination, {modifier.title}", f"{modifier.value:+d}", modifier.rule)
        yield Line(f"{name} coordination", coordination_text(modifiers), "12.2.6")


def coordination_text(modifiers: list[Applied]) -> str:
    """How many sixths give which coordination."""
    found = Counter(classify(die, sum_of(modifiers)) for die in FACES)
    return ", ".join(f"{CLASSES[n]} {found[n]}/6" for n in range(PERFECT, 0, -1) if found[n])


def overlays(rules: MarneData, s: MarneState) -> Iterator[Overlay]:
    """Zones of control, and the hexes in command."""
    for side, name in enumerate(rules.sides):
        zone = tuple(rules.grid.labels(rules.field(s).zone[side] & rules.board.area))
        yield Overlay("zoc", name, f"{name} zones of control", zone)
        yield Overlay("supply", name, f"in command of {name} HQs", tuple(rules.grid.labels(in_command(rules, s, side))))
    held = rules.grid.set_of(rules.board.points) & s.german_holds
    yield Overlay("control", "german", "objectives in German hands", tuple(rules.grid.labels(held)))
