"""Movement: mass for attacks, walk into what is open, hold the line by what may be lost, bring the rest up."""

from __future__ import annotations

from math import exp, log1p

from westfront.bots.allocation import NO_ATTACK, NOWHERE, Task
from westfront.bots.front import in_order
from westfront.bots.storm.attacks import STACK, Attack, best_targets, share_out
from westfront.bots.storm.ground import NOBODY, Force, ways
from westfront.bots.storm.picture import Picture
from westfront.bots.storm.runs import begin_runs
from westfront.bots.work import Work
from westfront.engine.grammar import Action
from westfront.games.storm.battle import why_no_tanks
from westfront.games.storm.infiltration import infiltration_hexes, is_free
from westfront.games.storm.movement import destinations
from westfront.games.storm.rail import capacity, entry_hexes, may_enter, rail_ends, why_not_by_rail
from westfront.games.storm.state import CUT, GERMAN
from westfront.hexgrid import HexSet, bits, has

POSTS = 3
"""So many hexes are thought of from which to join each attack."""
HOT = 14
"""So many of the worst threatened hexes draw reserves."""
WARMTH = 3.0
"""Hexes over which that falls to the e-th part."""
DRIFT = 0.4
"""How much reserves are drawn."""
GAPS = (1.0, 0.5, 0.15)
"""How likely the enemy comes through a bare hex of the line, by the hexes beside it that are held: nobody marches from
zone to zone (10.4)."""
POINTS = 0.95
"""The same of a town with points at least: nobody relies on zones there."""
SLIPPED = 0.9
"""The same where Stosstruppen or tanks are near: they infiltrate (15.1)."""
EXPOSED = 0.35
"""How much of what may be lost a unit minds beyond its own line."""
DEAR = 2
"""A town of the line with so many points has two corps from the beginning, and with more it keeps them."""
WORTH_A_MOVE = 0.15
ALONE = 1.0
"""What a tank unit minds to be without infantry of its nation."""
PRESS = (0.1, 0.8)
"""What an attack factor is worth beside what is to be won, for the side on the offensive."""
FOCUS = 8
"""An offensive gathers before so many hexes, those from which most is to be won."""
ELSEWHERE = 0.25
"""What all others draw, against those."""
DRAWN = 0.5
"""How much of what is to be won draws from afar."""
TANK_ROAD = 2.0
"""What tanks make of an aim."""
CUT_OFF = 0.5
"""What is lost of the worth of a step, about, if it could be cut off."""
NEAREST = 12
"""So many of those who march off are asked to stay when a town would lie open behind them."""
GRAB = 0.8
"""What a hex is worth that can just be walked into, against one that is kept."""


class Posture:
    """Where units of a side would stand, and what each of them is worth there with all others in mind."""

    def __init__(self, picture: Picture, masses: bool = True) -> None:
        """Only who masses gathers for an offensive."""
        self.picture = picture
        self.force: dict[int, Force] = dict(picture.force)
        self.posts = picture.rules.grid.set_of(hex_ for hex_, force in picture.force.items() if force.units)
        self.pockets = picture.pockets
        self.places: dict[int, int] = {}
        self.bare: HexSet = 0
        """Towns with points that enemies could walk into if everybody stood as he is to."""
        self.aims = self._aims() if masses and picture.presses else {}
        self.press = self._press()
        self.heat = self._heat()
        self.roads: dict[int, dict[int, float]] = {}

    def open_towns(self) -> HexSet:
        """The towns with points that enemies could walk into with everybody where he is to go."""
        picture = self.picture
        rules = picture.rules
        towns = rules.grid.set_of(rules.board.morale) & picture.own & ~self.posts
        return towns & picture.walked_past(self.posts, rules.grid.adjacent(self.posts))

    def _aims(self) -> dict[int, float]:
        """Before which hexes an offensive gathers: what a massed attack on each would bring."""
        picture = self.picture
        hexes = picture.field.occupied[1 - picture.side] & picture.rules.grid.adjacent(picture.own)
        found = {target: picture.promise(target) for target in bits(hexes)}
        most = sorted(found, key=lambda target: (-found[target], target))[:FOCUS]
        return {target: worth if target in most else ELSEWHERE * worth for target, worth in found.items()}

    def _press(self) -> dict[int, float]:
        """What each hex is worth to an attacker: that of the best aim beside it."""
        found: dict[int, float] = {}
        for target, worth in self.aims.items():
            for hex_ in bits(self.picture.rules.board.near(target)):
                found[hex_] = max(found.get(hex_, 0.0), worth)
        return found

    def _heat(self) -> dict[int, float]:
        """What draws reserves: hexes that are held too weakly, and points to be won."""
        picture, found = self.picture, dict[int, float]()
        weak = [(picture.stake(h) * (1 - self.kept(h, self.force.get(h, NOBODY))), h) for h in self._worth_holding()]
        aims = sorted(((DRAWN * worth, hex_) for hex_, worth in self.aims.items()), reverse=True)[:FOCUS]
        for worth, hex_ in [*sorted(weak, reverse=True)[:HOT], *aims]:
            before = 0
            for distance in range(8):
                within = picture.rules.grid.within(1 << hex_, distance)
                for other in bits(within & ~before):
                    found[other] = found.get(other, 0.0) + worth * exp(-distance / WARMTH)
                before = within
        return found

    def _worth_holding(self) -> list[int]:
        picture = self.picture
        return bits(picture.front | picture.rules.grid.set_of(picture.rules.board.morale) & picture.own)

    def lift(self, unit: int) -> None:
        """A unit leaves its place."""
        here = self.places.get(unit, self.picture.s.at[unit])
        if here >= 0:
            self._change(here, unit, -1)

    def put(self, unit: int, hex_: int) -> None:
        """A unit that was lifted comes to a place."""
        self.places[unit] = hex_
        self._change(hex_, unit)

    def put_back(self, unit: int) -> None:
        """A unit that was lifted stays where it was."""
        here = self.places.get(unit, self.picture.s.at[unit])
        if here >= 0:
            self._change(here, unit)

    def _change(self, hex_: int, unit: int, sign: int = 1) -> None:
        force = self.force[hex_] = self.picture.with_unit(self.force.get(hex_, NOBODY), unit, sign)
        self.posts = self.posts | 1 << hex_ if force.units else self.posts & ~(1 << hex_)

    def has_room(self, unit: int, hex_: int) -> bool:
        """Whether a unit that was lifted fits into a hex."""
        return not self.picture.rules.weight[unit] or self.force.get(hex_, NOBODY).units < STACK

    def worth(self, unit: int, hex_: int) -> float:
        """What a unit that was lifted is worth in a hex: what it does there, and what it is near to."""
        picture = self.picture
        if picture.rules.is_tank[unit]:
            return self._tank_worth(unit, hex_)
        found = PRESS[picture.side] * self.press.get(hex_, 0.0) * picture.rules.attack_of(picture.s, unit)
        return found / picture.pursuit + DRIFT * log1p(self.heat.get(hex_, 0.0)) + self.held(unit, hex_)

    def held(self, unit: int, hex_: int) -> float:
        """What a unit that was lifted helps to hold, wins, covers and risks in a hex."""
        picture, before = self.picture, self.force.get(hex_, NOBODY)
        after = picture.with_unit(before, unit)
        kept = picture.holds(hex_, after)
        found = picture.stake(hex_) * (kept - self.kept(hex_, before))
        if not has(picture.own, hex_):
            kept = 1.0 if picture.is_final else kept
            found = GRAB * picture.pursuit * kept * picture.ground(hex_, picture.side)
            found -= EXPOSED * (1 - kept) * picture.s.steps[unit] * picture.step_price(unit, False)
        if picture.rules.weight[unit] and not picture.is_final:
            found += self.pockets.gain(self.posts, hex_)
            found += self._safety(unit, hex_) if picture.thorough else 0.0
        return found if before.steps else found + self._cover(hex_)

    def _safety(self, unit: int, hex_: int) -> float:
        """What a unit in a hex does for posts that could be cut off, and its own risk there."""
        s, exposed = self.picture.s, self.pockets.exposed
        before, after = exposed(self.posts), exposed(self.posts | 1 << hex_)
        saved = sum(self.force[post].steps for post in bits(before & ~after))
        lost = sum(self.force[post].steps for post in bits(after & ~before & self.posts))
        return CUT_OFF * (saved - lost - s.steps[unit] * has(after, hex_))

    def _tank_worth(self, tank: int, hex_: int) -> float:
        """Tanks go where they can attack an aim together with infantry of their nation, or near it."""
        beside = self._has_infantry(tank, hex_)
        roads = self.roads.setdefault(self.picture.rules.nation[tank], {})
        if not roads:
            roads.update(self._roads(tank))
        return log1p(roads.get(hex_, 0.0)) - (0.0 if beside else ALONE)

    def _roads(self, tank: int) -> dict[int, float]:
        """How near every hex is to aims that tanks can attack and that infantry of their nation has before it."""
        picture, found = self.picture, {NOWHERE: 0.0}
        rules = picture.rules
        own = [u for u in rules.own[picture.side] if rules.is_infantry[u] and rules.nation[u] == rules.nation[tank]]
        posts = rules.grid.set_of(self.places.get(u, picture.s.at[u]) for u in own if picture.s.at[u] >= 0)
        for aim, worth in self.aims.items():
            if why_no_tanks(rules, picture.s, tank, aim) is not None:
                continue
            for post in bits(rules.board.near(aim) & posts):
                for hex_, way in ways(rules, post).items():
                    found[hex_] = max(found.get(hex_, 0.0), TANK_ROAD * worth * exp(-way / WARMTH))
        return found

    def _has_infantry(self, tank: int, hex_: int) -> bool:
        """Whether infantry of its nation would stand beside a tank unit, without which it never attacks."""
        rules, s = self.picture.rules, self.picture.s
        own = [
            u for u in rules.own[self.picture.side] if rules.is_infantry[u] and rules.nation[u] == rules.nation[tank]
        ]
        return any(self.places.get(unit, s.at[unit]) == hex_ for unit in own)

    def kept(self, hex_: int, force: Force) -> float:
        """How likely a hex is still held after the enemy's next turn."""
        return self.picture.holds(hex_, force) if force.steps else 1.0 - self._gap(hex_)

    def _gap(self, hex_: int, more: int = 0) -> float:
        """How likely the enemy comes into a bare hex, with those beside it as they would stand, or with one more."""
        picture = self.picture
        risk = 1.0 if has(self.bare, hex_) else picture.risk(hex_)
        if not risk:
            return 0.0
        held = more + sum(self.force.get(h, NOBODY).steps > 0 for h in picture.rules.grid.neighbours(hex_))
        gap = max(GAPS[min(held, len(GAPS) - 1)], POINTS if picture.value(hex_) else 0.0)
        return risk * (max(gap, SLIPPED) if has(picture.sharp, hex_) else gap)

    def _cover(self, hex_: int) -> float:
        """What a first unit in a hex does for bare hexes of the line beside it."""
        picture = self.picture
        empty = picture.rules.grid.adjacent(1 << hex_) & picture.front
        bare = [h for h in bits(empty) if not self.force.get(h, NOBODY).steps]
        return sum(picture.stake(h) * (self._gap(h) - self._gap(h, 1)) for h in bare)

    def settle(self, units: list[int], reach: dict[int, HexSet], sweeps: int, work: Work) -> None:
        """Every unit goes where it is worth most, those who are least needed first."""
        for unit in units:
            self.places.setdefault(unit, self.picture.s.at[unit])
        for _ in range(sweeps):
            moved = 0
            for unit in sorted(units, key=lambda u: (self._value_here(u), u)):
                if work.is_over:
                    return
                moved += self._improve(unit, reach[unit], work)
            if not moved:
                return

    def _value_here(self, unit: int) -> float:
        here = self.places[unit]
        self.lift(unit)
        found = self.worth(unit, here)
        self.put(unit, here)
        return found

    def _improve(self, unit: int, reach: HexSet, work: Work) -> bool:
        here = self.places[unit]
        self.lift(unit)
        home = self.picture.s.at[unit]
        hexes = [h for h in bits(reach | 1 << home) if h != here and self.has_room(unit, h)]
        work.spend(0.01 * len(hexes))
        best, most = here, self.worth(unit, here) + WORTH_A_MOVE
        for hex_ in hexes:
            found = self.worth(unit, hex_)
            if found > most:
                best, most = hex_, found
        self.put(unit, best)
        return best != here


# -- set-up


def garrisons(picture: Picture) -> list[Action]:
    """Who of a stack moves over to points in the line that are held too weakly, by what is nearest.

    Towns have two corps; a commander who will be attacked fills those whose fall would decide the check of turn 9.
    """
    rules, s, stacks = picture.rules, picture.s, {h: list(u) for h, u in picture.field.stacks.items()}
    orders = list[Action]()
    for hex_ in bits(picture.front):
        wanted = STACK if picture.thorough and not picture.presses and picture.value(hex_) > DEAR else 2
        while picture.value(hex_) >= DEAR and 0 < len(stacks.get(hex_, ())) < wanted:
            nation = rules.nation[stacks[hex_][0]]
            spare = [
                (rules.grid.distance(h, hex_), unit)
                for h, stack in stacks.items()
                if not picture.value(h) and sum(rules.is_infantry[u] for u in stack) > 1
                for unit in stack
                if rules.is_infantry[unit] and rules.nation[unit] == nation
            ]
            if not spare:
                break
            unit = min(spare)[1]
            stacks[s.at[unit]].remove(unit)
            stacks[hex_].append(unit)
            orders.append(("place", unit, hex_))
    return orders


def spearheads(picture: Picture) -> list[Action]:
    """Stosstruppen and AGB before the dearest town beside the German line, the weakest of those with as many points.

    Three points are all that the check of turn 9 asks for, and Reims lies in reach of the first day.
    """
    rules, s, board = picture.rules, picture.s, picture.rules.board
    towns = [h for h in board.morale if has(rules.grid.adjacent(board.main_trench) & ~picture.own, h)]
    if not towns:
        return []
    stacks = {h: list(u) for h, u in picture.field.stacks.items()}
    aim = max(towns, key=lambda h: (picture.value(h), -picture.force_of(stacks.get(h, ())).defence, h))
    posts = [h for h in bits(board.near(aim) & board.main_trench) if h in stacks]
    storm = [u for u in rules.own[picture.side] if rules.is_storm[u] and s.at[u] >= 0 and s.at[u] not in posts]
    storm.sort(key=lambda u: (rules.grid.distance(s.at[u], aim), u))
    orders = list[Action]()
    for post in posts:
        for other in [u for u in stacks[post] if not rules.is_storm[u]][: len(storm)]:
            unit = storm.pop(0)
            aside = next(h for h in bits(board.main_trench) if len(stacks.get(h, ())) < STACK)
            orders += [("place", other, aside), ("place", unit, post), ("place", other, s.at[unit])]
    reach = rules.grid.within(1 << aim, 2) & picture.own & ~board.main_trench
    safe = bits(reach & ~rules.grid.adjacent(picture.field.occupied[1 - picture.side]))
    return [*orders, *(("place", rules.agb, hex_) for hex_ in safe[:1])]


# -- regular movement


def movable(picture: Picture) -> list[int]:
    """The units on the map that can still march, AGB among them."""
    return [u for u in picture.rules.own[picture.side] if picture.s.at[u] >= 0 and not picture.s.moved[u]]


def safe_reach(picture: Picture, units: list[int]) -> dict[int, HexSet]:
    """Where units can march to: into open points, or to where they are in supply; who is cut off goes anywhere."""
    s, found = picture.s, dict[int, HexSet]()
    for unit in units:
        reach = destinations(picture.rules, s, unit)
        wise = reach & (picture.supplied(unit) | picture.raided)
        found[unit] = reach if picture.is_final or (s.supply[unit] == CUT and not wise) else wise
    return found


def assign(
    picture: Picture, posture: Posture, units: list[int], reach: dict[int, HexSet], second: bool, work: Work
) -> list[Attack]:
    """Share out units among attacks, each from a place that it can reach; those who attack are put there."""
    rules, s, side = picture.rules, picture.s, picture.side
    enemy = picture.field.occupied[1 - side]
    reached = rules.grid.set_of(hex_ for unit in units for hex_ in bits(reach[unit] | 1 << s.at[unit]))
    aims = best_targets(picture, rules.grid.adjacent(reached) & enemy, side)
    stay = wardens(picture)
    tasks = {unit: tasks_of(picture, posture, unit, 0 if unit in stay else reach[unit], aims) for unit in units}
    tasks = {unit: found for unit, found in tasks.items() if len(found) > 1}
    chosen, attacks = share_out(picture, tasks, second, work, STACK)
    for unit, task in chosen.items():
        if task.attack != NO_ATTACK and any(task.attack == attack.target for attack in attacks):
            posture.lift(unit)
            posture.put(unit, task.place)
    return attacks


def wardens(picture: Picture) -> set[int]:
    """Who stays in towns with points that the enemy is near: the best defender of each, two where it is dear.

    Everybody's task is chosen as if all others stayed, so that without them a whole garrison would leave at once.
    """
    rules, s, found = picture.rules, picture.s, set[int]()
    for hex_ in rules.board.morale:
        if has(picture.own & picture.field.occupied[picture.side], hex_) and picture.threat.get(hex_, 0.0) > 0:
            stack = [unit for unit in picture.field.stacks[hex_] if rules.weight[unit]]
            stack.sort(key=lambda unit: (-rules.defence_of(s, unit), unit))
            found.update(stack[: 2 if picture.value(hex_) > DEAR else 1])
    return found


def tasks_of(picture: Picture, posture: Posture, unit: int, reach: HexSet, aims: list[int]) -> list[Task]:
    """What a unit could do: stay, or join an attack from a place where it is of most use besides."""
    rules, s = picture.rules, picture.s
    here = s.at[unit]
    posture.lift(unit)
    found = [Task(NO_ATTACK, here, posture.held(unit, here))]
    if unit == rules.agb:
        found += guns_tasks(picture, reach, aims)
    elif picture.is_fit(unit):
        for aim in aims:
            posts = bits(rules.board.near(aim) & (reach | 1 << here))
            worths = sorted(((posture.held(unit, post), post) for post in posts), reverse=True)
            found += [Task(aim, post, worth) for worth, post in worths[:POSTS]]
    posture.put_back(unit)
    return found


def guns_tasks(picture: Picture, reach: HexSet, aims: list[int]) -> list[Task]:
    """AGB supports from two hexes away, and never stands beside the enemy."""
    rules, here = picture.rules, picture.s.at[picture.rules.agb]
    safe = (reach | 1 << here) & ~rules.grid.adjacent(picture.field.occupied[1 - picture.side])
    found = []
    for aim in aims:
        posts = [hex_ for hex_ in bits(safe) if rules.grid.distance(hex_, aim) <= 2]
        found += [Task(aim, post, 0.1 * (post == here)) for post in posts[:POSTS]]
    return found


def guns_out_of_marsh(picture: Picture) -> list[Action]:
    """The ways by which AGB leaves a flood plain that has become a marsh, as it must (14.2), to the enemy first."""
    rules, s = picture.rules, picture.s
    if picture.side != GERMAN or s.at[rules.agb] < 0:
        return []
    enemies = bits(picture.field.occupied[1 - picture.side])
    hexes = bits(destinations(rules, s, rules.agb))
    near = {hex_: min((rules.grid.distance(hex_, enemy) for enemy in enemies), default=0) for hex_ in hexes}
    return [("move", rules.agb, hex_) for hex_ in sorted(hexes, key=lambda hex_: (near[hex_], hex_))]


def march_orders(picture: Picture, work: Work, masses: bool, sweeps: int) -> tuple[list[Action], list[Attack]]:
    """Who attacks goes to its post, everybody else where it holds most."""
    rules, s, units = picture.rules, picture.s, movable(picture)
    if not units:
        return [], []
    reach, posture = safe_reach(picture, units), Posture(picture, masses)
    strikes = masses and not picture.digs_in
    attacks = assign(picture, posture, units, reach, False, work.share(0.35)) if strikes else []
    if masses and picture.presses and not rules.is_1919:  # there the Germans strike back where runners have left
        begin_runs(posture, [unit for unit in units if unit not in posture.places], reach)
    left = [unit for unit in units if unit not in posture.places and unit != rules.agb]
    posture.settle([unit for unit in left if not rules.is_tank[unit]], reach, sweeps, work)
    if masses:
        garrison(posture, left, [unit for unit in units if unit not in left], reach, work)
    posture.settle([unit for unit in left if rules.is_tank[unit]], reach, 1, work)
    others = [s.at[u] for u in rules.own[picture.side] if s.at[u] >= 0 and u not in posture.places and rules.weight[u]]
    return in_order(posture.places, s.at.__getitem__, others, STACK + 1), attacks


def garrison(posture: Posture, left: list[int], attackers: list[int], reach: dict[int, HexSet], work: Work) -> None:
    """Somebody goes to every town that the march would lay open; those who were to attack only if nobody else can."""
    weight = posture.picture.rules.weight
    for units in (left, attackers):
        posture.bare = posture.open_towns()
        near = {unit: reach[unit] & posture.bare for unit in units if weight[unit] and reach[unit] & posture.bare}
        posture.settle(list(near), near, 1, work)
    for hex_ in bits(posture.open_towns()):
        shut(posture, hex_)


def shut(posture: Posture, town: int) -> None:
    """Who opened the way to a town by marching off stays, one of those who are nearest to it."""
    rules, at = posture.picture.rules, posture.picture.s.at
    gone = [unit for unit, to in posture.places.items() if to != at[unit] >= 0 and rules.weight[unit]]
    for unit in sorted(gone, key=lambda unit: (rules.grid.distance(at[unit], town), unit))[:NEAREST]:
        to = posture.places[unit]
        posture.lift(unit)
        if posture.has_room(unit, at[unit]):
            posture.put(unit, at[unit])
            if not has(posture.open_towns(), town):
                return
            posture.lift(unit)
        posture.put(unit, to)


# -- coming onto the map, by rail and on foot


def rail_orders(picture: Picture, everybody: bool) -> list[Action]:
    """Trains carry those who are needed more elsewhere; reinforcements first."""
    rules, s, side = picture.rules, picture.s, picture.side
    posture, orders = Posture(picture, everybody), list[Action]()
    units = [u for u in rules.own[side] if (s.at[u] >= 0 and everybody) or may_enter(rules, s, u)]
    ends = {
        u: rail_ends(rules, s, u) & picture.supplied(u) for u in units if why_not_by_rail(rules, s, side, u) is None
    }
    for _ in range(capacity(rules, s, side) - s.railed):
        best = max((rail_gain(posture, unit, hexes) for unit, hexes in ends.items()), default=(0.0, 0, 0))
        gain, unit, hex_ = best
        if gain < WORTH_A_MOVE * 2:
            break
        ends.pop(unit)
        posture.lift(unit)
        posture.put(unit, hex_)
        orders.append(("rail", unit, hex_))
    return orders


def rail_gain(posture: Posture, unit: int, hexes: HexSet) -> tuple[float, int, int]:
    """What the best train for a unit brings, and where it goes."""
    here = posture.picture.s.at[unit]
    posture.lift(unit)
    stay = posture.worth(unit, here) if here >= 0 else -1.0
    found = [(posture.worth(unit, h) - stay, unit, h) for h in bits(hexes) if posture.has_room(unit, h)]
    posture.put_back(unit)
    return max(found, default=(0.0, unit, here))


def entry_order(picture: Picture) -> Action | None:
    """Who waits marches in where it is needed most."""
    rules, s, side = picture.rules, picture.s, picture.side
    waiting = [u for u in rules.own[side] if s.at[u] < 0 and may_enter(rules, s, u)]
    if not waiting:
        return None
    posture = Posture(picture)
    hexes = [h for h in bits(entry_hexes(rules, s, side)) if posture.has_room(waiting[0], h)]
    best = max(hexes, key=lambda h: (posture.worth(waiting[0], h), h), default=None)
    return None if best is None else ("move", waiting[0], best)


# -- infiltration


def infiltration_orders(picture: Picture, work: Work, masses: bool) -> list[Action]:
    """Into open points, and to where the second attack is best."""
    rules, s = picture.rules, picture.s
    units = [u for u in picture.infiltrators() if is_free(rules, s, u)]
    reach = {u: infiltration_hexes(rules, s, u) for u in units}
    if not picture.is_final:
        reach = {u: hexes & (picture.supplied(u) | picture.raided) for u, hexes in reach.items()}
    posture = Posture(picture)
    if masses and units:
        helpers = [u for u in rules.own[picture.side] if s.at[u] >= 0 and u not in reach and picture.is_fit(u)]
        near = rules.grid.within(rules.grid.set_of(s.at[u] for u in units), 2)
        standing = {u: 0 for u in helpers if has(near, s.at[u])}
        assign(picture, posture, [*units, *standing], {**reach, **standing}, True, work.share(0.15))
    left = [unit for unit in units if unit not in posture.places]
    posture.settle(left, reach, 1, work)
    moves = [(unit, to) for unit, to in posture.places.items() if unit in reach and to != s.at[unit]]
    return [("infiltrate", unit, to) for unit, to in sorted(moves)]
