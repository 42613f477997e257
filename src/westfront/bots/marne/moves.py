"""Movement: mass for attacks and press on, or keep a line in front of what must not be lost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from westfront.bots.allocation import NO_ATTACK, NOWHERE, Allocation, Task
from westfront.bots.front import Line
from westfront.bots.marne.attacks import Judge, groups
from westfront.bots.marne.picture import FAR, Picture
from westfront.bots.work import Work
from westfront.engine.grammar import Action
from westfront.games.marne.battle import offensive_range
from westfront.games.marne.combat import why_cannot_attack, why_no_tank
from westfront.games.marne.field import STACK, stacking_points
from westfront.games.marne.movement import EXPLOITING, IN_RESERVE, NORMAL, destinations, march_ends, why_unit_stays
from westfront.games.marne.state import MOVED
from westfront.hexgrid import HexSet, bits, has

NEAR = 5
"""So near to the enemy a hex is part of the front."""
THREAT, FARTHEST = 6, 9
"""An enemy comes so far, in points past our line, for what nobody guards, and farther for what is worth more."""
STANDS = 100.0
"""Who cannot move has his place before everybody else."""
RISK = 0.2
"""What may be lost is lost about every fifth time: the enemy cannot come at everybody, and ground is lost for good."""
ASTRAY = 4.0
"""What it costs a group to be out of command."""
COUNTERSTROKE = 2.0
"""A defender leaves his line only for an attack that brings more than this."""
WHOLE = 14
"""Hexes that may serve, for each group of a short line."""
SHIELD = 3
"""So near to a hex on which all hangs an attacker keeps a line."""
ROADSIDE = 2
"""So near to the road that leads there he does, too."""
FAINT = 0.3
"""Where no more than this draws an attacker on he is in the wrong place, and marches to where there is more to win."""
HOLDS = 2
"""So near to the enemy he holds the line."""
WORTH_A_MARCH = 2
"""Hexes that a forced march must gain."""

Places = dict[int, int]


class Breadth(NamedTuple):
    """How much is thought of in a movement phase."""

    targets: int
    """So many enemy hexes at a time: an offensive is made at a few places."""
    posts: int
    """So many hexes from which each group could join each attack."""
    solo: int
    """So many of the best hexes without an attack for each group."""
    tries: int
    """So many hexes for each group of a line."""
    sweeps: int
    """So often the line is gone over."""
    short_line: int = 0
    """With no more groups than these to place, each is tried in every hex that may serve, and all of them twice."""
    bars_the_way: bool = True
    """Whether a line is drawn with an eye to every town behind it, and guards may leave theirs to stand in front."""


class Stacked(Allocation):
    """An allocation in which a hex takes as many groups as their stacking points allow."""

    points: dict[int, int]

    def _is_free(self, unit: int, task: Task) -> bool:
        if task.place == NOWHERE:
            return True
        others = sum(self.points[other] for other in self._taken.get(task.place, ()) if other != unit)
        return others + self.points[unit] <= STACK


class Force:
    """The combat units of the side that moves, in groups: where each may go, and what it weighs."""

    def __init__(self, picture: Picture) -> None:
        rules, s, side = picture.rules, picture.s, picture.side
        self.picture = picture
        units = [unit for unit in rules.combat_units[side] if s.at[unit] >= 0]
        bound = picture.field.zone[1 - side]
        free = [u for u in units if not has(bound, s.at[u]) and why_unit_stays(rules, s, side, u) is None]
        moving = groups(picture, free)
        self.members = {**groups(picture, [unit for unit in units if unit not in set(free)]), **moving}
        self.reach: dict[int, HexSet] = {
            first: destinations(rules, s, members, NORMAL) for first, members in moving.items()
        }
        """Those who can move, with the hexes they reach."""
        self.points = {first: self._points(members) for first, members in self.members.items()}
        self.at: Places = {first: s.at[first] for first in self.members}

    def _points(self, members: tuple[int, ...]) -> int:
        return sum(stacking_points(self.picture.rules, self.picture.s, unit) for unit in members)

    @property
    def standing(self) -> list[int]:
        """The groups that cannot move."""
        return [first for first in self.members if first not in self.reach]

    def strength(self, first: int) -> float:
        """The strength of a group; a full division has about one."""
        return self.picture.strength(self.members[first])


# -- what a hex is worth to a group by itself


def solo(picture: Picture, force: Force, first: int, hexes: HexSet) -> dict[int, float]:
    """What each hex is worth to a group: what it takes or leads to, in command, less what may be lost there."""
    members, own = force.members[first], picture.field.combat[picture.side]
    losses, weight = picture.weights["own losses"] * picture.patience, picture.weights["ground"] * force.strength(first)
    found = {}
    for hex_ in [force.at[first], *bits(hexes)]:
        taken = picture.points(hex_) if hex_ in picture.wants[picture.side] else 0.0
        astray = 0.0 if has(picture.commanded, hex_) else ASTRAY
        danger = RISK * losses * picture.danger(members, hex_, own | 1 << hex_)
        found[hex_] = taken + weight * picture.pull(hex_) - danger - astray
    return found


def tasks_of(
    picture: Picture, force: Force, first: int, worth: dict[int, float], targets: HexSet, breadth: Breadth
) -> list[Task]:
    """What a group could do: stand somewhere, or join an attack from there."""
    rules, s, grid = picture.rules, picture.s, picture.rules.grid
    members, here = force.members[first], force.at[first]
    best = sorted(worth, key=lambda hex_: (-worth[hex_], hex_))
    found = [Task(NO_ATTACK, hex_, worth[hex_]) for hex_ in best if hex_ in best[: breadth.solo] or hex_ == here]
    if any(why_cannot_attack(rules, s, picture.side, unit) for unit in members):
        return found
    near: dict[int, int] = {}
    for hex_ in best:
        for target in bits(grid.adjacent(1 << hex_) & targets):
            barred = rules.is_tank[first] and why_no_tank(rules, s, hex_, target)
            if near.get(target, 0) < breadth.posts and not barred:
                near[target] = near.get(target, 0) + 1
                found.append(Task(target, hex_, worth[hex_]))
    return found


def best_targets(picture: Picture, force: Force, most: int) -> HexSet:
    """Where it pays most to attack: what leads on, and weak defenders, as far as anybody can come there."""
    rules, side, grid = picture.rules, picture.side, picture.rules.grid
    reached = grid.set_of(force.at.values())
    for hexes in force.reach.values():
        reached |= hexes
    hexes = picture.field.combat[1 - side] & rules.board.area & grid.adjacent(reached) & ~rules.quiet(picture.s)

    def promise(hex_: int) -> float:
        defence = sum(rules.defence_strength(picture.s, unit) for unit in picture.combat_units(hex_, 1 - side))
        strong = 0.1 * defence * (1 + picture.shelter(hex_))
        return picture.weights["ground"] * picture.pull(hex_) + picture.points(hex_) - strong

    return grid.set_of(sorted(bits(hexes), key=lambda hex_: (-promise(hex_), hex_))[:most])


def share_out(
    picture: Picture, force: Force, worth: dict[int, dict[int, float]], work: Work, breadth: Breadth
) -> Stacked:
    """Share all groups out among places and attacks; who cannot move attacks from where he stands."""
    targets = best_targets(picture, force, breadth.targets)
    tasks = {first: tasks_of(picture, force, first, found, targets, breadth) for first, found in worth.items()}
    for first in force.standing:
        tasks[first] = tasks_of(picture, force, first, {force.at[first]: STANDS}, targets, breadth)
    judge = Judge(picture, picture.side, dict(force.members), work)
    allocation = Stacked(tasks, judge, work)
    allocation.points = force.points
    allocation.run()
    return allocation


# -- garrisons


def guarded(picture: Picture) -> HexSet:
    """The hexes that are not to be lost and that the enemy could come to: whoever is the last one there stays."""
    if picture.has_last_word:
        return 0
    near = picture.comes_near
    ranges = {hex_: min(FARTHEST, THREAT + int(points)) for hex_, points in picture.keeps.items()}
    grid, board = picture.rules.grid, picture.rules.board
    found = grid.set_of(hex_ for hex_, range_ in ranges.items() if near.get(hex_, FAR) <= range_)
    # a line keeps the road to Reims, not guards all along it
    byway = grid.set_of(picture.road) & ~grid.set_of(board.points)
    return found & board.area & ~byway


def garrisons(picture: Picture, force: Force) -> Places:
    """Who must stand in a hex that is not to be lost: who is there, or the weakest who can come in time.

    What is threatened most comes first: nobody leaves a town for a dearer one to which the enemy has farther to go.
    """
    found: Places = {}
    kept, own = guarded(picture), picture.field.combat[picture.side]
    manned = 0 if picture.has_last_word else picture.rules.grid.set_of(picture.keeps) & own
    if picture.attacks:  # who is there already stays there
        kept |= picture.rules.grid.set_of(hex_ for hex_ in bits(manned) if hex_ in picture.comes_near)
    for hex_ in sorted(bits(kept), key=lambda hex_: (-picture.urgency(hex_), hex_)):
        bound = [first for first, at in force.at.items() if at == hex_ and first not in force.reach]
        room = STACK - sum(force.points[first] for first in bound)
        for _ in range((2 if picture.is_decisive(hex_) else 1) - len(bound)):
            guard = _guard(picture, force, hex_, found, room)
            if guard is not None:
                found[guard] = hex_
                room -= force.points[guard]
    return found


def _guard(picture: Picture, force: Force, hex_: int, taken: Places, room: int) -> int | None:
    """The best guard of a hex: of those who are there, or who can come."""
    able = [first for first in force.reach if first not in taken and not picture.rules.is_tank[first]]
    free = [first for first in able if force.points[first] <= room]
    there = [first for first in free if force.at[first] == hex_]
    able = there or [first for first in free if has(force.reach[first], hex_)]
    return max(able, key=lambda first: (_guards(picture, force, first, hex_), first), default=None)


def _guards(picture: Picture, force: Force, first: int, hex_: int) -> float:
    """How well a group guards a hex: it must hold; a strong attacker is missed elsewhere, unless all hangs on it."""
    missed = 0.0 if picture.is_decisive(hex_) else 3.0 if picture.attacks else 1.0
    return -picture.danger(force.members[first], hex_, 0) - missed * force.strength(first)


def make_room(picture: Picture, force: Force, places: Places) -> None:
    """Nobody is left where a hex would be overstacked: who can moves to the best hex with room."""
    held = load(force, places)
    for first in sorted(places, key=lambda first: (force.strength(first), first)):
        here, points = places[first], force.points[first]
        if held[here] > STACK:
            free = [hex_ for hex_ in bits(force.reach[first]) if held.get(hex_, 0) + points <= STACK]
            worth = solo(picture, force, first, picture.rules.grid.set_of(free))
            to = max(free, key=lambda hex_: (worth[hex_], -hex_), default=here)
            places[first] = to
            held[here] -= points
            held[to] = held.get(to, 0) + points


# -- the attacker


def attacking_moves(picture: Picture, force: Force, work: Work, breadth: Breadth, hold_back: bool = True) -> Places:
    """Garrisons first; then attacks and the ways forward together; if held back, strong groups wait in reserve."""
    fixed = garrisons(picture, force)
    fixed |= shield(picture, force, fixed, work.share(0.3), breadth) if breadth.bars_the_way else {}
    for first in fixed:
        force.reach[first] = 0
    worth = {first: solo(picture, force, first, hexes) for first, hexes in force.reach.items()}
    for first, hex_ in fixed.items():
        worth[first] = {hex_: STANDS}
    chosen = share_out(picture, force, worth, work, breadth).chosen
    waits = reserves(picture, force, chosen) - set(fixed) if hold_back else set[int]()
    places = {
        first: force.at[first] if first in waits or task.place == NOWHERE else task.place
        for first, task in chosen.items()
        if first in worth
    }
    if breadth.bars_the_way:
        march_up(picture, force, places, {first for first in places if chosen[first].attack != NO_ATTACK} | set(fixed))
    make_room(picture, force, places)
    return places


def march_up(picture: Picture, force: Force, places: Places, busy: set[int]) -> None:
    """Groups that neither fight nor hold the line, and have nothing to win near by, go around to where there is."""
    held, line = load(force, places), picture.rules.grid.within(picture.field.combat[1 - picture.side], HOLDS)
    for first, place in places.items():
        if first in busy or has(line, force.at[first]) or picture.pull(place) > FAINT:
            continue
        free = [
            h for h in bits(force.reach[first] & picture.commanded) if held.get(h, 0) + force.points[first] <= STACK
        ]
        to = min([place, *free], key=lambda hex_: (far_from_wants(picture, hex_), hex_))
        held[place] -= force.points[first]
        held[to] = held.get(to, 0) + force.points[first]
        places[first] = to


def far_from_wants(picture: Picture, hex_: int) -> int:
    """How far an attacker has to go from a hex."""
    return picture.way.get(hex_, FAR)


def shield(picture: Picture, force: Force, fixed: Places, work: Work, breadth: Breadth) -> Places:
    """The groups around a hex on which all hangs, and its road: they keep a line, whatever is attacked elsewhere."""
    grid = picture.rules.grid
    near = grid.within(grid.set_of(hex_ for hex_ in picture.keeps if picture.is_decisive(hex_)), SHIELD)
    near |= grid.within(grid.set_of(picture.road), ROADSIDE)
    able = [first for first in force.reach if has(near, force.at[first]) and first not in fixed]
    if picture.has_last_word or not able:
        return {}
    line = Wall(picture, force, {first: force.at[first] for first in able})
    choices = {first: line.choices(first, force.reach[first], breadth.tries) for first in able}
    line.settle({first: hexes for first, hexes in choices.items() if hexes}, breadth.sweeps, work)
    return line.places


def reserves(picture: Picture, force: Force, chosen: Mapping[int, Task]) -> set[int]:
    """Whole groups near a gun in offensive mode that attack nothing: they march after the breach, and farther."""
    rules, s, side = picture.rules, picture.s, picture.side
    near = offensive_range(rules, s, side) if rules.now(s).initiative == side else 0
    able = [
        first
        for first in force.reach
        if has(near, force.at[first])
        and chosen[first].attack == NO_ATTACK
        and chosen[first].place not in picture.wants[side]
        and all(rules.is_fit(s, unit) and s.moved[unit] != MOVED for unit in force.members[first])
    ]
    able.sort(key=lambda first: (-force.strength(first), first))
    return set(able[: rules.reserve_markers[side]])


# -- the defender


class Wall(Line):
    """The groups of a defender as they would stand, and what the enemy could make of it."""

    def __init__(self, picture: Picture, force: Force, places: Places, bars_the_way: bool = True) -> None:
        super().__init__(places)
        self.bars_the_way = bars_the_way
        self.picture, self.force, self.trying = picture, force, -1
        grid, side = picture.rules.grid, picture.side
        others = {first: hex_ for first, hex_ in force.at.items() if first not in places}
        self.fixed = grid.set_of(others.values())
        self.held: dict[int, int] = {}
        for first, hex_ in others.items():
            self.held[hex_] = self.held.get(hex_, 0) + force.points[first]
        self.enemies = picture.field.combat[1 - side]

    def is_free(self, hex_: int, taken: object) -> bool:
        """Whether the group that is tried has room in a hex."""
        points = self.force.points
        others = sum(points[f] for f, at in self.places.items() if at == hex_ and f != self.trying)
        return self.held.get(hex_, 0) + others + points[self.trying] <= STACK

    def improve(self, unit: int, hexes: object, work: Work) -> bool:
        """Try a group in other hexes."""
        self.trying = unit
        return super().improve(unit, hexes, work)  # type: ignore[arg-type]

    def value(self) -> float:
        """How far the enemy is kept from what he wants, less what the line may lose."""
        picture = self.picture
        own = self.fixed | picture.rules.grid.set_of(self.places.values())
        held = picture.weights["advance"] * picture.kept(self.enemies, own, 1 - picture.side)
        losses = RISK * picture.weights["own losses"]
        members = self.force.members
        danger = sum(picture.danger(members[first], hex_, own) for first, hex_ in self.places.items())
        astray = sum(not has(picture.commanded, hex_) for hex_ in self.places.values())
        staked = picture.weights["points"] * picture.at_stake(self.enemies, own) if self.bars_the_way else 0.0
        return held - staked - losses * danger - ASTRAY * astray

    def choices(self, first: int, reach: HexSet, tries: int) -> list[int]:
        """The hexes that may be better for a group: in the enemy's way, and good to hold."""
        picture, grid, enemy = self.picture, self.picture.rules.grid, 1 - self.picture.side
        front = grid.within(self.enemies, NEAR)
        close = grid.within(self.enemies, 2)
        hexes = bits(reach & front)

        def promise(hex_: int) -> float:
            return picture.pull(hex_, enemy) + 0.4 * picture.shelter(hex_) - 0.2 * has(close, hex_)

        hexes.sort(key=lambda hex_: (-promise(hex_), hex_))
        return hexes[:tries]


def defending_moves(picture: Picture, force: Force, work: Work, breadth: Breadth) -> Places:
    """Garrisons, then counterstrokes; then everybody else is moved about until the line is no better.

    Guards may find that they serve better in front of what they guard, unless all hangs on it.
    """
    guards = garrisons(picture, force)
    strikes = counterstrokes(picture, force, guards, work.share(0.4), breadth) if breadth.targets else {}
    placed = guards | strikes
    begun = {first: placed.get(first, force.at[first]) for first in force.reach}
    line = Wall(picture, force, begun, breadth.bars_the_way)
    left = [first for first in force.reach if first not in placed]
    front = picture.rules.grid.within(line.enemies, NEAR)
    for first in left:
        if not has(front, force.at[first]):
            bring_up(line, first, force.reach[first])
    make_room(picture, force, line.places)
    left += [first for first, hex_ in guards.items() if breadth.bars_the_way and not picture.is_decisive(hex_)]
    is_short = len(left) <= breadth.short_line
    tries, sweeps = (WHOLE, 2) if is_short else (breadth.tries, breadth.sweeps)
    near = {first: line.choices(first, force.reach[first], tries) for first in left}
    line.settle({first: hexes for first, hexes in near.items() if hexes}, sweeps, work)
    return line.places


def counterstrokes(picture: Picture, force: Force, placed: Places, work: Work, breadth: Breadth) -> Places:
    """The groups that leave the line for a good attack, and from where."""
    own, side = picture.field.combat[picture.side], picture.side
    touching = picture.rules.grid.adjacent(picture.field.combat[1 - side])
    worth: dict[int, dict[int, float]] = {}
    for first, hexes in force.reach.items():
        found = {force.at[first]: 0.0}
        if first in placed:
            found = {placed[first]: STANDS}
        else:
            for hex_ in bits(hexes & touching):
                danger = picture.danger(force.members[first], hex_, own | 1 << hex_)
                found[hex_] = -RISK * danger - COUNTERSTROKE / 2 - ASTRAY * (not has(picture.commanded, hex_))
        worth[first] = found
    chosen = share_out(picture, force, worth, work, breadth).chosen
    return {f: task.place for f, task in chosen.items() if task.attack != NO_ATTACK and f in worth and f not in placed}


def bring_up(line: Wall, first: int, reach: HexSet) -> None:
    """A group far from the fight goes to where the enemy's spearheads are nearest."""
    picture, grid = line.picture, line.picture.rules.grid
    heads = spearheads(picture)
    line.trying = first
    hexes = [hex_ for hex_ in (line.force.at[first], *bits(reach)) if line.is_free(hex_, ())]
    if heads and hexes:
        line.places[first] = min(hexes, key=lambda h: (min(grid.distance(h, head) for head in heads), h))


def spearheads(picture: Picture) -> list[int]:
    """The enemy hexes that are nearest to what he wants."""
    enemy = 1 - picture.side
    hexes = bits(picture.field.combat[enemy])
    return sorted(hexes, key=lambda hex_: (-picture.pull(hex_, enemy), hex_))[:5]


# -- after the battle


def exploit(picture: Picture) -> list[Action]:
    """Where units with a marker go: the best hex for each group, with room for it; guards stay."""
    rules, s, side, kept = picture.rules, picture.s, picture.side, guarded(picture)
    marked = [u for u in rules.combat_units[side] if s.at[u] >= 0 and (s.exploitation[u] or s.reserve[u])]
    able = [unit for unit in marked if why_unit_stays(rules, s, side, unit) is None]
    force = Force(picture)
    force.members = {**groups(picture, able)}
    force.at = {first: s.at[first] for first in force.members}
    force.points = {f: sum(stacking_points(rules, s, u) for u in m) for f, m in force.members.items()}
    taken: dict[int, int] = {}
    orders: list[Action] = []
    for first in sorted(force.members, key=lambda first: (-picture.pull(force.at[first]), first)):
        members = force.members[first]
        if has(kept, s.at[first]) and set(picture.combat_units(s.at[first], side)) == set(members):
            continue
        why = EXPLOITING if s.exploitation[first] else IN_RESERVE
        worth = solo(picture, force, first, destinations(rules, s, members, why))
        free = [h for h in worth if h == s.at[first] or taken.get(h, 0) + force.points[first] <= picture.room(h)]
        best = max(free, key=lambda hex_: (worth[hex_], hex_ == s.at[first], -hex_))
        if best != s.at[first]:
            orders.append(("move", members, best))
            taken[best] = taken.get(best, 0) + force.points[first]
    return orders


def forced_marches(picture: Picture, force: Force, places: Places) -> Places:
    """Groups far from any enemy that come farther by a forced march on a road, towards the fight."""
    rules, s, grid, heads = picture.rules, picture.s, picture.rules.grid, spearheads(picture)
    held, found = load(force, places), Places()
    if not heads:
        return found

    def far(hex_: int) -> int:
        if picture.attacks:
            return far_from_wants(picture, hex_)
        return min(grid.distance(hex_, head) for head in heads)

    for first, place in places.items():
        points = force.points[first]
        near = picture.pull(place) > FAINT if picture.attacks else far(place) <= NEAR + 1
        if near or place in picture.keeps or not force.reach[first]:
            continue
        ends = [h for h in bits(march_ends(rules, s, force.members[first])) if held.get(h, 0) + points <= STACK]
        best = min(ends, key=lambda hex_: (far(hex_), hex_), default=place)
        if far(place) - far(best) >= WORTH_A_MARCH:
            found[first] = best
            held[best] = held.get(best, 0) + points
    return found


def load(force: Force, places: Places) -> dict[int, int]:
    """The stacking points of each hex with some groups in other places."""
    held: dict[int, int] = {}
    for first, hex_ in {**force.at, **places}.items():
        held[hex_] = held.get(hex_, 0) + force.points[first]
    return held
