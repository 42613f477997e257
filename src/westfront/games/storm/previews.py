"""What a player sees before he commits himself: battles that take shape, and what can be laid over the map."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.engine.catalogue import rule
from westfront.engine.frame import asked
from westfront.engine.view import Line, Overlay, Preview
from westfront.games.storm.aids import crt_marks
from westfront.games.storm.battle import Battle, Odds, defenders_in, odds, odds_text, result
from westfront.games.storm.combat import Assault
from westfront.games.storm.data import StormData
from westfront.games.storm.fight import AirSupport, Fire, battle_of
from westfront.games.storm.fog import curtained, hidden
from westfront.games.storm.losses import costly, ways_out
from westfront.games.storm.state import ALLIED, GERMAN, OFF, StormState
from westfront.games.storm.supply import supply_lines
from westfront.hexgrid import HexSet

FACES = 6


def preview(rules: StormData, s: StormState, side: int) -> Preview | None:
    """The battle that is asked about."""
    frame = asked(s)
    if isinstance(frame, Assault) and frame.attackers:
        return taking_shape(rules, s, frame)
    if isinstance(frame, AirSupport | Fire):
        battle = battle_of(rules, s, frame)
        view = odds(battle)
        lines = (*strengths(battle, view), *outlook(battle, view, frame.player))
        title = f"The battle for {rules.grid.label(frame.target)}"
        return Preview(title, lines, chances(rules, view), marks=crt_marks(rules, view))
    return None


@rule("13.8")
def taking_shape(rules: StormData, s: StormState, frame: Assault) -> Preview:
    """An attack before it is declared: of the target stack only the top unit and the number of units are known."""
    unknown = set(hidden(rules, s, frame.player))
    defenders = tuple(u for u in defenders_in(rules, s, frame.target) if u not in unknown)
    below = len([u for u in rules.stack(s, frame.target) if u in unknown])
    top = defenders or rules.stack(s, frame.target)[:1]
    second = bool(frame.second)
    battle = Battle(rules, s, frame.target, frame.attackers, top, bool(frame.guns), second=second)
    view = odds(battle)
    title = f"The attack on {rules.grid.label(frame.target)}"
    if below:
        lines = (*strengths(battle, view), *bounds(battle, view, below))
        return Preview(title, lines, {}, f"{below} more units lie below the top one [13.8]")
    lines = (*strengths(battle, view), *outlook(battle, view, frame.player))
    return Preview(title, lines, chances(rules, view), marks=crt_marks(rules, view))


@rule("13.8")
def bounds(battle: Battle, view: Odds, below: int) -> Iterator[Line]:
    """The odds, and what they cost, against a stack whose lower units are as weak, or as strong, as any."""
    rules = battle.rules
    printed = [factor for unit in rules.own[1 - battle.attacker] for factor in rules.defence[unit] if factor]
    for word, factor in (("weak", min(printed)), ("strong", max(printed))):
        defence = view.defence + below * factor
        found = view._replace(defence=defence, column=rules.crt.column(view.attack, defence))
        yield Line(f"odds if the units below are {word}", odds_text(rules, found), "13.8")
        attacker, defender = means(rules, found)
        yield Line("then loss points of attacker and defender", f"{attacker:.1f} and {defender:.1f}", "13.29")


@rule("13.10", "13.13")
def strengths(battle: Battle, view: Odds) -> Iterator[Line]:
    """Strengths, odds, and everything that is added to the die."""
    names, rules = battle.rules.names, battle.rules
    guns = " with AGB" if battle.guns else ""
    yield Line(names.write("unit*", battle.attackers) + guns, str(view.attack), "13.10")
    yield Line(names.write("unit*", battle.defenders), str(view.defence), "13.10")
    yield Line("odds", odds_text(rules, view), "13.12" if view.hopeless else "13.10")
    for modifier in view.modifiers:
        yield Line(modifier.title, f"{modifier.value:+d}", modifier.rule)
    if view.extra:
        yield Line("fortress: loss points of the attacker", f"+{view.extra}", "13.32")


def faces(rules: StormData, view: Odds) -> list[tuple[int, int]]:
    """The loss points that each face of the die gives."""
    return [result(rules, view, die) for die in range(1, FACES + 1)]


@rule("13.28", "13.29")
def chances(rules: StormData, view: Odds) -> dict[str, float]:
    """The exact chance of each result."""
    found = faces(rules, view)
    return {f"attacker loses {a}, defender {d}": found.count((a, d)) / FACES for a, d in sorted(set(found))}


def means(rules: StormData, view: Odds) -> tuple[float, float]:
    """The loss points of attacker and defender on average."""
    found = faces(rules, view)
    return sum(a for a, _ in found) / FACES, sum(d for _, d in found) / FACES


@rule("13.30", "13.31", "13.33", "4.2")
def outlook(battle: Battle, view: Odds, viewer: int) -> Iterator[Line]:
    """How many faces of the die cost each side how much, empty the hex, and bring its points within reach."""
    rules, s = battle.rules, battle.s
    found, averages = faces(rules, view), means(rules, view)
    yield Line("loss points of the attacker, on average", f"{averages[0]:.1f}", "13.29")
    yield Line("loss points of the defender, on average", f"{averages[1]:.1f}", "13.29")
    steps = sum(s.steps[unit] for unit in battle.defenders)
    own = sum(s.steps[unit] for unit in battle.attackers)
    yield Line("all defenders die", f"{sum(d >= steps for _, d in found)} in {FACES}", "13.31")
    seen = battle._replace(s=without_hidden(rules, s, viewer))
    ways = {d: retreats(seen, d) for d in {d for _, d in found} if 0 < d < steps}
    if any(ways.values()):
        dear = costly(rules, s, 1 - battle.attacker)
        free = " at no cost" if any(hexes & ~dear for hexes in ways.values()) else " for a step more"
        number = sum(bool(ways.get(d)) for _, d in found)
        yield Line(f"the defender may retreat{free}", f"{number} in {FACES}", "13.30")
    sure = sum(d >= steps and a < own for a, d in found)
    open_ = sum((d >= steps or bool(ways.get(d))) and a < own for a, d in found)
    taken = f"{sure} in {FACES}" if sure == open_ else f"{sure} to {open_} in {FACES}, as the defender retreats"
    yield Line("the hex can be taken", taken, "13.33")
    value = rules.board.morale.get(battle.target, 0)
    if value:
        yield Line(f"{value} morale points change hands", taken, "4.2")


@rule("13.8")
def without_hidden(rules: StormData, s: StormState, viewer: int) -> StormState:
    """The position without the enemy units that a side does not know: they may leave room for a retreat or not."""
    known = s.copy()
    for unit in hidden(rules, s, viewer):
        known.at[unit], known.height[unit] = OFF, 0
    return known


def retreats(battle: Battle, points: int) -> HexSet:
    """Where the defenders could go for the last of some loss points."""
    tanks = any(battle.rules.is_tank[unit] for unit in battle.attackers)
    return ways_out(battle.rules, battle.s, battle.defenders, battle.target, points, tanks)


@rule("10.1", "7.3", "4.2")
def overlays(rules: StormData, s: StormState) -> Iterator[Overlay]:
    """Zones of control, supply lines and morale hexes; none while somebody sets up unseen."""
    if curtained(s) >= 0:
        return
    labels = rules.grid.labels
    for side, name in enumerate(rules.sides):
        yield Overlay("zoc", name, f"{name} zones of control", tuple(labels(rules.zone(s, side))))
    lines = supply_lines(rules, s)
    named = ((GERMAN, "German", lines.german), (ALLIED, "British", lines.british), (ALLIED, "French", lines.french))
    for side, name, hexes in named:
        yield Overlay("supply", rules.sides[side], f"{name} supply", tuple(labels(hexes)))
    values = rules.grid.set_of(rules.board.morale)
    yield Overlay("mark", "", "morale hexes", tuple(labels(values)))
