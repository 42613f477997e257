"""Movement: the Germans mass, break in and run; the Allies keep a line before the objectives."""

from __future__ import annotations

from westfront.bots.allocation import NO_ATTACK, Allocation, Task, Team
from westfront.bots.front import FAR, Line, in_order
from westfront.bots.michel.attacks import best_targets, judge
from westfront.bots.michel.edge import denials, watch
from westfront.bots.michel.picture import Picture
from westfront.bots.michel.wall import Layout, Wall
from westfront.bots.work import Work
from westfront.engine.grammar import Action
from westfront.games.michel.movement import STACK, destinations, ways_off
from westfront.games.michel.state import ALLIED, GERMAN, LAST_TURN
from westfront.games.michel.victory import held
from westfront.hexgrid import HexSet, bits, has

SOLO = 8
"""So many of the best hexes without an attack are thought of for each unit."""
BEFORE = 0.3
"""Before combat a march is worth so much: the second movement phase is for that."""
POSTS = 4
"""And so many hexes from which to join each attack."""
AHEAD = 3
"""The line is drawn about so many points in front of the spearheads."""
CONTESTED = 6
"""So near to the Germans every hex counts."""
NEAR = 6, 10
"""When the enemy is so near to an objective that a side holds two divisions stand in it, German and Allied."""
SENT = 16
"""When the Germans are so near divisions march to it who cannot be there today."""
CUT_OFF = 0.25
"""So much of its worth is left to a hex without supply."""
EXIT_TURN = 4
"""From this turn on units leave by the edges: earlier they are needed."""
LONE_CORPS = 4.0
"""What it is worth to a division to stand with a corps that is alone."""
OUT_OF_TOUCH, ON_A_ROAD = 5.0, 0.5
"""What it costs to stand without supply, or in Allied country with a road alone, which may be cut: whoever outran the
corps after the break-in stood still for the rest of the battle."""


def movable(picture: Picture, side: int, corps: bool) -> list[int]:
    """The ground units, or the corps, that can still move."""
    rules, s = picture.rules, picture.s
    units = rules.corps[side] if corps else rules.ground_units[side]
    return [unit for unit in units if s.at[unit] >= 0 and not s.moved[unit] and not s.isolated[unit]]


def others(picture: Picture, side: int, units: list[int]) -> list[int]:
    """The hexes of the units of a side that are not asked."""
    rest = set(picture.rules.units[side]) - set(units)
    return [picture.s.at[unit] for unit in sorted(rest) if picture.s.at[unit] >= 0]


def ordered(picture: Picture, side: int, places: dict[int, int]) -> list[Action]:
    """The moves that bring units to their places, two to a hex."""
    return in_order(places, picture.s.at.__getitem__, others(picture, side, list(places)), STACK)


# -- objectives, of both sides


def garrisons(picture: Picture, side: int, units: list[int], reach: dict[int, HexSet]) -> dict[int, int]:
    """Two divisions for every objective of a side that the enemy comes near: who is there stays, the strongest come."""
    rules, s, grid = picture.rules, picture.s, picture.rules.grid
    enemy, far = picture.field.occupied[1 - side], NEAR[side]
    placed: dict[int, int] = {}
    for hex_ in rules.board.objectives:
        is_own = has(held(rules, s), hex_) == (side == GERMAN)
        if not is_own or has(enemy, hex_) or not enemy & grid.within(1 << hex_, far):
            continue
        there = [unit for unit in units if s.at[unit] == hex_]
        room = STACK - len([unit for unit in picture.field.stacks.get(hex_, ()) if unit not in there])
        can_come = [unit for unit in units if unit not in placed and (unit in there or has(reach[unit], hex_))]
        best = sorted(can_come, key=lambda unit: (-rules.strength[unit], s.at[unit] != hex_, unit))
        placed |= dict.fromkeys(best[: max(0, room)], hex_)
    return placed


# -- the Germans


def german_solo(picture: Picture, unit: int, attack: bool) -> dict[int, float]:
    """What each hex is worth to a German unit by itself: nearer to a goal, in supply, and not too dangerous."""
    rules, s = picture.rules, picture.s
    strength, own = rules.strength[unit] / 7, picture.field.occupied[GERMAN]
    supplied, taken, found = picture.supplied[GERMAN], held(rules, s), dict[int, float]()
    lonely = picture.lonely if picture.broad else 0
    for hex_ in [s.at[unit], *bits(destinations(rules, s, unit))]:
        worth = strength * gain(picture, s.at[unit], hex_) * (BEFORE if attack else 1.0)
        worth += 2.0 * rules.board.objectives.get(hex_, 0) * (not has(taken, hex_))
        if not picture.broad:
            worth = worth if has(supplied, hex_) else CUT_OFF * worth + 8 * picture.weights["own isolated"]
        elif not has(supplied, hex_):
            worth -= OUT_OF_TOUCH
        elif not has(picture.by_corps, hex_) and has(rules.board.territory[ALLIED], hex_):
            worth -= ON_A_ROAD
        found[hex_] = worth - 0.3 * picture.danger(unit, hex_, own) + LONE_CORPS * has(lonely, hex_)
    return found


def gain(picture: Picture, here: int, there: int) -> float:
    """What a German division gains by a march: the points it comes nearer to its goals by its own way."""
    if not picture.broad:
        return picture.weights["ground"] * picture.place_worth(there)
    march = picture.march(picture.army_at(here))
    return picture.weights["march"] * (march.get(here, FAR) - march.get(there, FAR))


def german_moves(picture: Picture, work: Work, attack: bool) -> list[Action]:
    """Every unit to its task: before combat where the attacks are to be made, after it as far as the way is open."""
    units = movable(picture, GERMAN, corps=False)
    exits = leave_map(picture, units)
    gone = {order[1] for order in exits if order[0] == "take"}
    left = [unit for unit in units if unit not in gone]
    placed = garrisons(picture, GERMAN, left, {unit: destinations(picture.rules, picture.s, unit) for unit in left})
    placed |= {unit: hex_ for hex_ in bits(picture.harbours) if (unit := guard_of(picture, hex_)) in left}
    solos = {unit: german_solo(picture, unit, attack) for unit in left if unit not in placed}
    chosen = assign(picture, GERMAN, solos, work, attack) if solos else {}
    places = placed | {unit: task.place for unit, task in chosen.items()}
    return [*exits, *ordered(picture, GERMAN, places)]


def assign(
    picture: Picture, side: int, solos: dict[int, dict[int, float]], work: Work, attack: bool
) -> dict[int, Task]:
    """Share out all units that move among places and, if an attack follows, attacks that a corps can supply."""
    enemy = picture.field.occupied[1 - side]
    reached = picture.rules.grid.set_of(hex_ for solo in solos.values() for hex_ in solo)
    near = picture.rules.grid.adjacent(reached) & enemy if attack else 0
    targets = picture.rules.grid.set_of(best_targets(picture, near, side))
    region = picture.attack_region(side)
    tasks = {unit: tasks_of(picture, unit, solo, targets, region) for unit, solo in solos.items()}

    def worth(target: int, team: Team) -> float:
        return judge(picture, target, team)

    return Allocation(tasks, worth, work, STACK).run()


def tasks_of(picture: Picture, unit: int, solo: dict[int, float], targets: HexSet, region: HexSet) -> list[Task]:
    """What a unit could do: stand somewhere, or join an attack from there."""
    best = sorted(solo, key=lambda hex_: (-solo[hex_], hex_))
    found = [Task(NO_ATTACK, hex_, solo[hex_]) for hex_ in {*best[:SOLO], picture.s.at[unit]}]
    near: dict[int, int] = {}
    for hex_ in best:
        if has(region, hex_):
            for target in bits(picture.rules.grid.adjacent(1 << hex_) & targets):
                near[target] = near.get(target, 0) + 1
                if near[target] <= POSTS:
                    found.append(Task(target, hex_, solo[hex_]))
    return found


def leave_map(picture: Picture, units: list[int]) -> list[Action]:
    """Units leave by a hex that a corps and a guard keep in supply; on the last day by any that is in supply."""
    rules, s = picture.rules, picture.s
    orders: list[Action] = []
    if s.turn < EXIT_TURN:
        return orders
    is_last, guards = s.turn == LAST_TURN, {guard_of(picture, hex_) for hex_ in bits(picture.harbours)}
    for unit in units:
        west, south = ways_off(rules, s, unit)
        if not (west | south) or unit in guards or (not picture.broad and not is_last):
            continue
        for hexes, stretch in ((west, "X-Y"), (south, "Y-Z")):
            safe = bits(hexes & (picture.supplied[GERMAN] if is_last else picture.harbours))
            if safe and (stretch == "X-Y" or is_last):
                best = max(safe, key=lambda h: (guard_of(picture, h) >= 0, far_from_allies(picture, h), h))
                orders += [("take", unit), ("exit", best, stretch)]
                break
    return orders


def guard_of(picture: Picture, hex_: int) -> int:
    """The division that stays with the corps in a hex, or -1 if none of the two is there."""
    stack, is_corps = picture.field.stacks.get(hex_, ()), picture.rules.is_corps
    here = [unit for unit in stack if not is_corps[unit]] if any(is_corps[unit] for unit in stack) else []
    return min(here, key=lambda unit: (picture.rules.strength[unit], unit), default=-1)


def far_from_allies(picture: Picture, hex_: int) -> int:
    """How far the nearest Allied unit is: who comes back to a hex makes all exits by it worthless."""
    grid, allies = picture.rules.grid, bits(picture.field.occupied[ALLIED])
    return min((grid.distance(hex_, at) for at in allies), default=FAR)


# -- the Allies


def reliefs(picture: Picture, units: list[int], reach: dict[int, HexSet], placed: dict[int, int]) -> dict[int, int]:
    """Divisions on the march to objectives that have less than two: the nearest of those who touch no German."""
    rules, s, grid = picture.rules, picture.s, picture.rules.grid
    germans, sent = picture.field.occupied[GERMAN], dict[int, int]()
    touched = grid.adjacent(germans)
    for hex_ in rules.board.objectives:
        if has(held(rules, s), hex_) or not germans & grid.within(1 << hex_, SENT):
            continue
        stay = [u for u in picture.field.stacks.get(hex_, ()) if u not in reach]
        there = sum(place == hex_ for place in placed.values()) + len(stay)
        free = [u for u in units if u not in sent and not has(touched, s.at[u]) and (reach[u] or s.at[u] == hex_)]
        free.sort(key=lambda u: (grid.distance(s.at[u], hex_), -rules.strength[u], u))
        for unit in free[: max(0, STACK - there)]:
            sent[unit] = min([s.at[unit], *bits(reach[unit])], key=lambda h: (grid.distance(h, hex_), h))
    return sent


class AlliedLine(Line):
    """Allied units as they would stand, and what the Germans could make of it."""

    def __init__(self, picture: Picture, places: dict[int, int]) -> None:
        super().__init__(places, STACK)
        self.picture = picture
        self.germans = picture.field.occupied[GERMAN]
        self.fixed = others(picture, ALLIED, list(places))
        self.contested = picture.rules.grid.within(self.germans, CONTESTED)

    def is_free(self, hex_: int, taken: object) -> bool:
        """Two to a hex, those who do not move counted."""
        there = sum(other == hex_ for other in self.places.values()) + self.fixed.count(hex_)
        return there < self.room

    def value(self) -> float:
        """How far the Germans are kept from their goals, less what the line may lose."""
        picture, once, twice = self.picture, 0, 0
        for hex_ in (*self.fixed, *self.places.values()):
            twice |= once & 1 << hex_
            once |= 1 << hex_
        held_back = picture.weights["advance"] * picture.kept(self.germans, once, twice)
        danger = sum(picture.danger(unit, hex_, once) for unit, hex_ in self.places.items())
        return held_back - 0.2 * danger

    def choices(self, unit: int, reach: HexSet, tries: int) -> list[int]:
        """The hexes that may be better for a unit: in the way of the Germans, and good to hold."""
        picture, board = self.picture, self.picture.rules.board
        strong = board.fortified[ALLIED] | board.town
        hexes = bits((reach | 1 << picture.s.at[unit]) & self.contested)
        near, distance = picture.lead - AHEAD, picture.distance
        hexes.sort(key=lambda hex_: (abs(distance.get(hex_, 0) - near) - 2 * has(strong, hex_), hex_))
        return hexes[:tries]


def allied_moves(
    picture: Picture, work: Work, tries: int, sweeps: int, strike: bool, wall: Layout | None
) -> list[Action]:
    """Garrisons first, then counterattacks, then the wall, if there is to be one, or a line; the others come up."""
    units = movable(picture, ALLIED, corps=False)
    if not units:
        return []
    reach = {unit: destinations(picture.rules, picture.s, unit) for unit in units}
    placed = garrisons(picture, ALLIED, units, reach)
    if wall and picture.s.turn < LAST_TURN:
        placed |= reliefs(picture, [unit for unit in units if unit not in placed], reach, placed)
        placed |= watch(picture, [unit for unit in units if unit not in placed], reach)
    if strike:
        placed |= counterattacks(picture, [unit for unit in units if unit not in placed], reach, work.share(0.3))
    if picture.s.turn == LAST_TURN:
        placed |= denials(picture, [unit for unit in units if unit not in placed], reach, work)
    left = [unit for unit in units if unit not in placed]
    if wall and left:
        moves = set(movable(picture, ALLIED, corps=True))
        rest = [u for u in picture.rules.units[ALLIED] if picture.s.at[u] >= 0 and u not in moves and u not in reach]
        fixed = [*(picture.s.at[unit] for unit in rest), *placed.values()]
        walled = Wall(picture, left, reach, fixed, wall).places()
        if walled:
            return in_order(placed | walled, picture.s.at.__getitem__, fixed[: len(rest)], STACK)
    line = AlliedLine(picture, {unit: placed.get(unit, picture.s.at[unit]) for unit in units})
    for unit in left:
        if not has(line.contested, picture.s.at[unit]):
            bring_up(line, unit, reach[unit])
    near = {u: line.choices(u, reach[u], tries) for u in left if has(line.contested, line.places[u])}
    line.settle(near, sweeps, work)
    return ordered(picture, ALLIED, line.places)


def counterattacks(picture: Picture, units: list[int], reach: dict[int, HexSet], work: Work) -> dict[int, int]:
    """The units that take part in a good attack, and from where."""
    near, solos = picture.rules.grid.adjacent(picture.field.occupied[GERMAN]), {}
    own = picture.field.occupied[ALLIED]
    for unit in units:
        here = picture.s.at[unit]
        hexes = bits(reach[unit] & near)
        solos[unit] = {here: 0.0, **{hex_: -0.5 * picture.danger(unit, hex_, own) - 0.5 for hex_ in hexes}}
    if not solos:
        return {}
    chosen = assign(picture, ALLIED, solos, work, attack=True)
    return {unit: task.place for unit, task in chosen.items() if task.attack != NO_ATTACK}


def bring_up(line: AlliedLine, unit: int, reach: HexSet) -> None:
    """A unit far from the fight goes where the German spearheads are nearest."""
    picture, here = line.picture, line.places[unit]
    grid, heads = picture.rules.grid, picture.spearheads
    free = [hex_ for hex_ in bits(reach) if line.is_free(hex_, ())]
    line.places[unit] = min([here, *free], key=lambda h: (min(grid.distance(h, head) for head in heads), h))
