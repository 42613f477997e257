"""Movement: the Allies mass for attacks and press on, the Germans close the ways to the goal."""

from __future__ import annotations

from westfront.bots.allocation import NO_ATTACK, Allocation, Task, Team
from westfront.bots.meuse.attacks import judge
from westfront.bots.meuse.picture import Picture
from westfront.bots.work import Work
from westfront.engine.grammar import Action
from westfront.games.meuse.movement import destinations
from westfront.games.meuse.state import ALLIED, GERMAN
from westfront.hexgrid import bits, has

SOLO = 8
"""So many of the best hexes without an attack are thought of for each unit."""
POSTS = 3
"""And so many hexes from which to join each attack."""
LOCAL = 14
"""So many hexes are tried for a German unit of the line."""


def movable(picture: Picture, side: int) -> list[int]:
    """The units that can still move."""
    s = picture.s
    return [unit for unit in picture.rules.units[side] if s.at[unit] >= 0 and not s.moved[unit]]


def tasks_of(picture: Picture, unit: int, solo: dict[int, float], targets: int) -> list[Task]:
    """What a unit could do: stand somewhere, or join an attack from there."""
    grid, rules = picture.rules.grid, picture.rules
    best = sorted(solo, key=lambda hex_: (-solo[hex_], hex_))
    found = [Task(NO_ATTACK, hex_, solo[hex_]) for hex_ in best[:SOLO]]
    here = picture.s.at[unit]
    if here not in best[:SOLO]:
        found.append(Task(NO_ATTACK, here, solo[here]))
    near: dict[int, int] = {}
    enemies = picture.field.occupied[1 - rules.side_of[unit]] & targets
    for hex_ in best:
        for target in bits(grid.adjacent(1 << hex_) & enemies):
            near[target] = near.get(target, 0) + 1
            if near[target] <= POSTS:
                found.append(Task(target, hex_, solo[hex_]))
    return found


def assign(picture: Picture, side: int, solos: dict[int, dict[int, float]], work: Work) -> Allocation:
    """Share out all units that move among places and attacks."""
    mask = picture.rules.grid.mask
    tasks = {unit: tasks_of(picture, unit, solo, mask) for unit, solo in solos.items()}

    def worth(target: int, team: Team) -> float:
        return judge(picture, side, target, team)

    allocation = Allocation(tasks, worth, work)
    allocation.run()
    return allocation


# -- the Allies


def allied_solo(picture: Picture, unit: int) -> dict[int, float]:
    """What each hex is worth to an Allied unit by itself: nearer to the goal, in supply, and not too dangerous."""
    rules, s = picture.rules, picture.s
    strength = picture.attack(unit) / 8
    supplied, found = picture.supplied[ALLIED], {}
    for hex_ in [s.at[unit], *bits(destinations(rules, s, unit))]:
        danger = picture.danger(unit, hex_, picture.field.occupied[ALLIED])
        cut_off = 0.0 if has(supplied, hex_) else picture.weights["own cut off"]
        found[hex_] = picture.weights["ground"] * strength * picture.place_worth(hex_) - 0.5 * danger + cut_off
    return found


def allied_moves(picture: Picture, work: Work) -> list[Action]:
    """Move every unit to its task."""
    solos = {unit: allied_solo(picture, unit) for unit in movable(picture, ALLIED)}
    if not solos:
        return []
    chosen = assign(picture, ALLIED, solos, work).chosen
    return in_order(picture, {unit: task.place for unit, task in chosen.items()})


def in_order(picture: Picture, places: dict[int, int]) -> list[Action]:
    """Moves in an order in which nobody ends where somebody still stands; who would wait in a circle stays."""
    at = {unit: picture.s.at[unit] for unit in places}
    held = set(bits(picture.field.occupied[0] | picture.field.occupied[1]))
    left = {unit: to for unit, to in places.items() if to != at[unit]}
    orders: list[Action] = []
    while True:
        free = [unit for unit, to in sorted(left.items()) if to not in held]
        if not free:
            return orders
        unit = free[0]
        to = left.pop(unit)
        held.discard(at[unit])
        held.add(to)
        orders.append(("move", unit, to))


# -- the Germans


class Line:
    """German units as they would stand, and what the Allies could make of it."""

    def __init__(self, picture: Picture, places: dict[int, int]) -> None:
        self.picture, self.places = picture, places
        self.allies = picture.field.occupied[ALLIED]
        self.fixed = picture.field.occupied[GERMAN] & ~picture.rules.grid.set_of(picture.s.at[u] for u in places)

    def value(self) -> float:
        """How far the Allies are kept from the goal, less what the line may lose."""
        picture, grid = self.picture, self.picture.rules.grid
        germans = self.fixed | grid.set_of(self.places.values())
        held = picture.weights["advance"] * picture.openness(self.allies, germans)
        danger = sum(picture.danger(unit, hex_, germans) for unit, hex_ in self.places.items())
        return held - 0.5 * danger


def german_moves(picture: Picture, work: Work, sweeps: int) -> list[Action]:
    """First who counterattacks takes his place, then the others are moved about until the line is no better."""
    units = movable(picture, GERMAN)
    if not units:
        return []
    reach = {unit: destinations(picture.rules, picture.s, unit) for unit in units}
    striking = counterattacks(picture, units, reach, work.share(0.3))
    line = Line(picture, {unit: striking.get(unit, picture.s.at[unit]) for unit in units})
    free = [unit for unit in units if unit not in striking]
    for _ in range(sweeps):
        if not sum(improve(line, unit, reach[unit], work) for unit in free):
            break
    return in_order(picture, line.places)


def counterattacks(picture: Picture, units: list[int], reach: dict[int, int], work: Work) -> dict[int, int]:
    """The units that take part in a good attack, and from where."""
    solos = {}
    enemies = picture.rules.grid.adjacent(picture.field.occupied[ALLIED])
    for unit in units:
        solo = {picture.s.at[unit]: 0.0}
        for hex_ in bits(reach[unit] & enemies):
            solo[hex_] = -0.5 * picture.danger(unit, hex_, picture.field.occupied[GERMAN]) - 0.2
        solos[unit] = solo
    chosen = assign(picture, GERMAN, solos, work).chosen
    return {unit: task.place for unit, task in chosen.items() if task.attack != NO_ATTACK}


def improve(line: Line, unit: int, reach: int, work: Work) -> bool:
    """Whether a unit found a hex in which the line is better."""
    picture, places, here = line.picture, line.places, line.places[unit]
    taken = set(places.values()) | set(bits(line.fixed))
    free = [hex_ for hex_ in bits(reach | 1 << picture.s.at[unit]) if hex_ not in taken]
    free.sort(key=lambda hex_: (-picture.place_worth(hex_) - 0.1 * picture.shift_of(hex_), hex_))
    best, value = here, line.value()
    for hex_ in free[:LOCAL]:
        if work.is_over:
            break
        work.spend(0.3)
        places[unit] = hex_
        found = line.value()
        if found > value + 1e-6:
            best, value = hex_, found
    places[unit] = best
    return best != here
