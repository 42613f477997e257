"""Movement: the Allies mass for attacks and press on, the Germans close the ways to the goal."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from westfront.bots.allocation import NO_ATTACK, NOWHERE, Allocation, Task, Team
from westfront.bots.front import Line, in_order
from westfront.bots.meuse.attacks import judge
from westfront.bots.meuse.picture import MOST_LATE, WINS, Picture
from westfront.bots.work import Work
from westfront.engine.grammar import Action
from westfront.games.meuse.movement import destinations, march
from westfront.games.meuse.state import ALLIED, GERMAN
from westfront.hexgrid import HexSet, bits, has

SOLO = 8
"""So many of the best hexes without an attack are thought of for each unit."""
POSTS = 3
"""And so many hexes from which to join each attack."""
AHEAD = 3
"""The line is drawn about so many points in front of the spearheads."""
GARRISON = 9
"""When Allies are so near to the goal it is never empty."""
CONTESTED = 6
"""So near to the Allies every hex counts."""


def movable(picture: Picture, side: int) -> list[int]:
    """The units that can still move."""
    s = picture.s
    return [unit for unit in picture.rules.units[side] if s.at[unit] >= 0 and not s.moved[unit]]


def reach_of(picture: Picture, unit: int) -> HexSet:
    """Where a unit can end its move, also in the hex of a friend who can go away first."""
    rules, s = picture.rules, picture.s
    leaving = rules.grid.set_of(s.at[other] for other in movable(picture, rules.side_of[unit]))
    return destinations(rules, s, unit) | march(rules, s, unit).hexes & leaving & ~(1 << s.at[unit])


def tasks_of(picture: Picture, unit: int, solo: dict[int, float], targets: HexSet) -> list[Task]:
    """What a unit could do: stand somewhere, or join an attack from there."""
    grid = picture.rules.grid
    best = sorted(solo, key=lambda hex_: (-solo[hex_], hex_))
    found = [Task(NO_ATTACK, hex_, solo[hex_]) for hex_ in best[:SOLO]]
    here = picture.s.at[unit]
    if here not in best[:SOLO]:
        found.append(Task(NO_ATTACK, here, solo[here]))
    near: dict[int, int] = {}
    for hex_ in best:
        for target in bits(grid.adjacent(1 << hex_) & targets):
            near[target] = near.get(target, 0) + 1
            if near[target] <= POSTS:
                found.append(Task(target, hex_, solo[hex_]))
    return found


def assign(
    picture: Picture, side: int, solos: dict[int, dict[int, float]], work: Work, mass: bool = True
) -> Allocation:
    """Share out all units that move among places and, if they are to mass, attacks."""
    targets = picture.field.occupied[1 - side] if mass else 0
    tasks = {unit: tasks_of(picture, unit, solo, targets) for unit, solo in solos.items()}

    def worth(target: int, team: Team) -> float:
        return judge(picture, side, target, team)

    allocation = Allocation(tasks, worth, work)
    allocation.run()
    return allocation


# -- the Allies


def allied_solo(picture: Picture, unit: int) -> dict[int, float]:
    """What each hex is worth to an Allied unit by itself: nearer to the goal, in supply, and not too dangerous."""
    s = picture.s
    found = {}
    for hex_ in [s.at[unit], *bits(reach_of(picture, unit))]:
        danger = picture.danger(unit, hex_, picture.field.occupied[ALLIED])
        cut_off = 0.0 if picture.is_fed(unit, hex_) else picture.weights["own cut off"]
        found[hex_] = place_for(picture, unit, hex_) - picture.weights["danger"] * danger + cut_off
    return found


def place_for(picture: Picture, unit: int, hex_: int) -> float:
    """What the ground of a hex is worth to an Allied unit: the goal wins, and the stronger count for more elsewhere."""
    if hex_ == picture.rules.goal:
        return WINS * MOST_LATE
    return picture.weights["ground"] * picture.attack(unit) / 8 * picture.place_worth(hex_) + picture.beyond(hex_)


class AlliedLine(Line):
    """Allied units as they would stand, and what the Germans could make of it."""

    def __init__(self, picture: Picture, places: dict[int, int]) -> None:
        super().__init__(places)
        self.picture = picture
        grid = picture.rules.grid
        self.fixed = picture.field.occupied[ALLIED] & ~grid.set_of(picture.s.at[unit] for unit in places)

    def value(self) -> float:
        """Ground won by all, less what the Germans may strike off a line with such flanks."""
        own = self.fixed | self.picture.rules.grid.set_of(self.places.values())
        return sum(self.standing(unit, hex_, own) for unit, hex_ in self.places.items())

    def standing(self, unit: int, hex_: int, own: HexSet) -> float:
        """What one unit is worth where it stands, with its neighbours."""
        picture = self.picture
        weights, place = picture.weights, place_for(picture, unit, hex_)
        cut_off = 0.0 if picture.is_fed(unit, hex_) else weights["own cut off"]
        return place + cut_off - weights["exposed"] * picture.danger_in_line(unit, hex_, own)

    def is_free(self, hex_: int, taken: Collection[int]) -> bool:
        """One unit to a hex, and nobody where somebody stays."""
        return not has(self.fixed, hex_) and super().is_free(hex_, taken)


def allied_moves(picture: Picture, work: Work, tries: int, sweeps: int, mass: bool = True) -> list[Action]:
    """Attackers take their places, then the others close up or go back until the line is no better.

    So many hexes are tried for each unit, in so many sweeps; without massing each goes for itself.
    """
    solos = {unit: allied_solo(picture, unit) for unit in movable(picture, ALLIED)}
    if not solos:
        return []
    chosen = assign(picture, ALLIED, solos, work.share(0.5), mass).chosen
    at = picture.s.at
    line = AlliedLine(picture, {u: at[u] if task.place == NOWHERE else task.place for u, task in chosen.items()})
    choices = {unit: foremost(solos[unit], tries) for unit in chosen}
    if mass:
        line.settle({unit: choices[unit] for unit, task in chosen.items() if task.attack == NO_ATTACK}, sweeps, work)
    return in_turn(picture, line, choices, work)


def foremost(solo: dict[int, float], tries: int) -> list[int]:
    """The hexes that promise most to a unit by itself."""
    return sorted(solo, key=lambda hex_: (-solo[hex_], hex_))[:tries]


def in_turn(picture: Picture, line: Line, choices: Mapping[int, Sequence[int]], work: Work) -> list[Action]:
    """The moves that bring units to their places; who waits for another in a circle finds a place of his own."""
    orders = ordered(picture, line.places)
    going = {order[1] for order in orders}
    stuck = [unit for unit, to in line.places.items() if to != picture.s.at[unit] and unit not in going]
    if not stuck:
        return orders
    line.places |= {unit: picture.s.at[unit] for unit in stuck}
    line.settle({unit: choices[unit] for unit in stuck if unit in choices}, 1, work)
    return ordered(picture, line.places)


def ordered(picture: Picture, places: dict[int, int]) -> list[Action]:
    """The moves that bring units to their places."""
    at = picture.s.at
    others = [at[unit] for side in (ALLIED, GERMAN) for unit in picture.rules.units[side] if unit not in places]
    return in_order(places, at.__getitem__, others)


# -- the Germans


class GermanLine(Line):
    """German units as they would stand, and what the Allies could make of it."""

    def __init__(self, picture: Picture, places: dict[int, int]) -> None:
        super().__init__(places)
        self.picture = picture
        self.allies = picture.field.occupied[ALLIED]
        self.fixed = picture.field.occupied[GERMAN] & ~picture.rules.grid.set_of(picture.s.at[u] for u in places)
        self.contested = picture.rules.grid.within(self.allies, CONTESTED)
        """Where it matters to the Allies who stands there."""

    def value(self) -> float:
        """How far the Allies are kept from the goal, less what the line may lose."""
        picture, germans = self.picture, self.fixed | self.picture.rules.grid.set_of(self.places.values())
        held = picture.weights["advance"] * picture.kept(self.allies, germans)
        danger = sum(picture.danger(unit, hex_, germans) for unit, hex_ in self.places.items())
        return held - 0.5 * danger - picture.weights["broken in"] * picture.ways_into_line(germans)

    def choices(self, unit: int, reach: HexSet, tries: int) -> list[int]:
        """The hexes that may be better for a unit of the line: in the way of the Allies, and good to hold."""
        picture = self.picture
        hexes = bits((reach | 1 << picture.s.at[unit]) & self.contested & ~self.fixed)
        near, distance = picture.lead - AHEAD, picture.distance
        hexes.sort(key=lambda hex_: (abs(distance.get(hex_, 0) - near) - picture.shift_of(hex_), hex_))
        return hexes[:tries]


def german_moves(picture: Picture, work: Work, tries: int, sweeps: int, strike: bool = True) -> list[Action]:
    """First who counterattacks takes his place, then the others are moved about until the line is no better.

    So many hexes are tried for each unit, in so many sweeps over all of them.
    """
    units = movable(picture, GERMAN)
    if not units:
        return []
    reach = {unit: destinations(picture.rules, picture.s, unit) for unit in units}
    placed = garrison(picture, units, reach)
    others = [unit for unit in units if unit not in placed]
    placed |= counterattacks(picture, others, reach, work.share(0.3)) if strike else {}
    line = GermanLine(picture, {unit: placed.get(unit, picture.s.at[unit]) for unit in units})
    left = [unit for unit in units if unit not in placed]
    for unit in left:
        if not has(line.contested, picture.s.at[unit]):
            bring_up(line, unit, reach[unit])
    near = {u: line.choices(u, reach[u], tries) for u in left if has(line.contested, line.places[u])}
    line.settle(near, sweeps, work)
    return ordered(picture, line.places)


def garrison(picture: Picture, units: list[int], reach: dict[int, HexSet]) -> dict[int, int]:
    """Once Allies are near, the goal is held: by the best of those who are there or can come."""
    rules, s, goal = picture.rules, picture.s, picture.rules.goal
    if not picture.field.occupied[ALLIED] & rules.grid.within(1 << goal, GARRISON):
        return {}
    there = [unit for unit in picture.field.stacks.get(goal, ()) if rules.side_of[unit] == GERMAN]
    able = there or [unit for unit in units if has(reach[unit], goal)]
    best = max(able, key=lambda unit: (rules.ratings[unit][s.steps[unit]].defence, unit), default=None)
    return {} if best is None or best not in units else {best: goal}


def counterattacks(picture: Picture, units: list[int], reach: dict[int, HexSet], work: Work) -> dict[int, int]:
    """The units that take part in a good attack, and from where."""
    enemies, solos = picture.rules.grid.adjacent(picture.field.occupied[ALLIED]), {}
    for unit in units:
        solo = {picture.s.at[unit]: 0.0}
        for hex_ in bits(reach[unit] & enemies):
            solo[hex_] = -0.5 * picture.danger(unit, hex_, picture.field.occupied[GERMAN]) - 0.2
        solos[unit] = solo
    chosen = assign(picture, GERMAN, solos, work).chosen
    return {unit: task.place for unit, task in chosen.items() if task.attack != NO_ATTACK}


def bring_up(line: GermanLine, unit: int, reach: HexSet) -> None:
    """A unit far from the fight goes where the Allied spearheads are nearest, or into the goal if it is empty."""
    picture, here = line.picture, line.places[unit]
    goal, grid, heads = picture.rules.goal, picture.rules.grid, picture.spearheads
    taken = line.fixed | grid.set_of(line.places.values())
    if here != goal:
        hexes = bits(reach & ~taken | 1 << here)
        line.places[unit] = min(hexes, key=lambda h: (h != goal, min(grid.distance(h, head) for head in heads), h))
