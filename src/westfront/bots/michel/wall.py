"""The Allied wall: a post in every second hex from edge to edge, so that no zone can be passed, and two at a post.

Two posts with one hex between them close it for all but Stosstruppen. Of two units in a hex only one is attacked in a
combat phase, so a post of two still stands when the first has fallen.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from westfront.bots.michel.armies import ARRAS, way_west
from westfront.bots.michel.picture import Picture
from westfront.games.michel.data import MichelData
from westfront.games.michel.movement import STACK
from westfront.games.michel.state import ALLIED, GERMAN
from westfront.games.michel.victory import held
from westfront.hexgrid import HexSet, bits, has, union

POST = 1.0
"""What a post costs, since somebody must stand there: all other prices of a wall are in parts of this."""
HOLE = 4.0
"""More for a post that nobody reaches in this phase."""
GIVEN_UP = 0.03
"""More for each movement point that a post is nearer to the west edge than the best one."""
STRONG = 0.3
"""Less for each point that the hex adds to the die of an attacker."""
GAP, DEAR, COMING = 2.0, 4, 8
"""More for a gap of one hex, by which Stosstruppen step through, so near to an objective that the Germans come near:
there the wall has no gaps, and from every hex of it one can step back into the next."""
OBJECTIVE = 0.15
"""Less for each victory point of an objective that is held as a post."""
PASSED = 4.0
"""More for a post that Germans who can move have already passed in its row."""
PRESSED, CONTACT = 1.0, 2
"""More for a post within so many hexes of Germans who can move, if the wall is to go back."""
NEAR = 4
"""Germans within so many hexes threaten a post."""
FAR_AWAY, FEW = 8, 20
"""A post needs no second unit if Germans of no more strength than this are within so many hexes."""
IDLE = 9
"""And none at all if no German who can move is within so many: there is time to come, and others need him."""
WORTH_IT = 0.6
"""A wall is built only if so much of it can be manned: a few units do better in front of what counts."""
FOLLOW = 4
"""An empty post is looked for from so many hexes farther away than one with a single unit."""


class Layout(NamedTuple):
    """How a wall is laid out: out of contact; without gaps; and the objective, by its points, to which reserves go.

    The usual one is Arras, as long as it stands: the Germans are many there, and nowhere else so near to points.
    """

    back: bool = False
    closed: bool = False
    reserves: int = ARRAS


USUAL = Layout()


@lru_cache(maxsize=8)
def ends(rules: MichelData) -> tuple[HexSet, HexSet]:
    """Where a wall begins and ends: at the north edge, and at the south edge or on the Allied part of the east edge."""
    grid, board = rules.grid, rules.board
    at = {hex_: (int(grid.label(hex_)[:2]), int(grid.label(hex_)[2:])) for hex_ in grid}
    north, south, east = (
        grid.set_of(hex_ for hex_, place in at.items() if test(*place))
        for test in (lambda _, row: row == 1, lambda _, row: row == 40, lambda col, _: col == 40)
    )
    return north & board.territory[ALLIED], (south | east) & board.territory[ALLIED]


class Wall:
    """The best wall in reach of some units, and who stands where in it."""

    def __init__(
        self,
        picture: Picture,
        units: list[int],
        reach: dict[int, HexSet],
        fixed: list[int],
        layout: Layout = USUAL,
    ) -> None:
        self.picture, self.units, self.fixed, self.layout = picture, units, fixed, layout
        self.contact = picture.rules.grid.within(picture.in_supply, CONTACT) if layout.back else 0
        """The hexes from which a wall that goes back keeps away."""
        self.can = {unit: reach[unit] | 1 << picture.s.at[unit] for unit in units}
        grid = picture.rules.grid
        self.manned = union(self.can.values()) | grid.set_of(fixed)
        self.posts = self._posts()

    # -- where

    def _posts(self) -> list[int]:
        """The cheapest chain of posts, each one or two hexes from the next."""
        rules = self.picture.rules
        closed = self.picture.field.occupied[GERMAN]
        dear = self._dear()
        begin, end = ends(rules)
        price = self._prices()
        best = {hex_: price[hex_] for hex_ in bits(begin & ~closed)}
        queue, came = [(cost, hex_) for hex_, cost in best.items()], dict[int, int]()
        queue.sort()
        while queue:
            cost, hex_ = heappop(queue)
            if cost > best[hex_]:
                continue
            if has(end, hex_):
                return self._back(hex_, came)
            for other in around(rules, hex_):
                total = cost + price[other]
                if has(dear, other) and rules.grid.distance(hex_, other) > 1:
                    total += GAP
                if not has(closed, other) and total < best.get(other, 1e9) - 1e-9:
                    best[other], came[other] = total, hex_
                    heappush(queue, (total, other))
        return []

    def _dear(self) -> HexSet:
        """The hexes around objectives that the Germans come near, or all hexes if the wall has no gaps."""
        grid, germans = self.picture.rules.grid, self.picture.field.occupied[GERMAN]
        if self.layout.closed:
            return grid.set_of(grid)
        goals = [h for h in self.picture.rules.board.objectives if germans & grid.within(1 << h, COMING)]
        return grid.within(grid.set_of(goals), DEAR)

    @staticmethod
    def _back(hex_: int, came: dict[int, int]) -> list[int]:
        found = [hex_]
        while hex_ in came:
            hex_ = came[hex_]
            found.append(hex_)
        return found

    def _prices(self) -> dict[int, float]:
        """What a post costs in every hex."""
        rules, board, west = self.picture.rules, self.picture.rules.board, way_west(self.picture.rules)
        most, passed = max(west.values()), self._passed()
        found = {}
        for hex_ in rules.grid:
            price = POST + GIVEN_UP * (most - west.get(hex_, most)) + PASSED * has(passed, hex_)
            price += (0.0 if has(self.manned, hex_) else HOLE) + PRESSED * has(self.contact, hex_)
            price -= STRONG * (2 * has(board.fortified[ALLIED], hex_) + has(board.town, hex_))
            found[hex_] = max(0.05, price - OBJECTIVE * board.objectives.get(hex_, 0))
        return found

    def _passed(self) -> HexSet:
        """The hexes east of a German who can move, in his row and the two beside it."""
        return passed(self.picture.rules, self.picture.in_supply)

    # -- who

    def places(self) -> dict[int, int]:
        """Where each unit goes: one to every post, the most threatened first, then a second one; the rest comes up."""
        posts = sorted(filter(self._is_near, self.posts), key=lambda hex_: (-self._threat(hex_), hex_))
        quiet = self.picture.rules.grid.set_of(hex_ for hex_ in posts if self._threat(hex_, FAR_AWAY) <= FEW)
        there = {hex_: self.fixed.count(hex_) for hex_ in posts}
        placed: dict[int, int] = {}
        for number in range(1, STACK + 1):
            wanted = [hex_ for hex_ in posts if there[hex_] < number and not (number > 1 and has(quiet, hex_))]
            found = matched(wanted, [unit for unit in self._strongest if unit not in placed], self.can)
            placed |= found
            for hex_ in found.values():
                there[hex_] += 1
            if number == 1 and sum(map(bool, there.values())) < WORTH_IT * len(posts):
                return {}
        self._bring_up(placed, {hex_: number for hex_, number in there.items() if not (number and has(quiet, hex_))})
        return placed

    def _is_near(self, hex_: int) -> bool:
        """Whether Germans who can move may come to a post soon."""
        return bool(self.picture.rules.grid.within(1 << hex_, IDLE) & self.picture.in_supply)

    @property
    def _strongest(self) -> list[int]:
        strength = self.picture.rules.strength
        return sorted(self.units, key=lambda unit: (-strength[unit], unit))

    def _threat(self, hex_: int, far: int = NEAR) -> int:
        """The strength of the Germans near a post who can move."""
        near = self.picture.rules.grid.within(1 << hex_, far) & self.picture.in_supply
        return sum(self.picture.rules.strength[unit] for at in bits(near) for unit in self.picture.field.stacks[at])

    def _bring_up(self, placed: dict[int, int], there: dict[int, int]) -> None:
        """Who has no post goes where reserves are wanted; else to a post, an empty one first, or to who is cut off."""
        grid = self.picture.rules.grid
        wants = [(hex_, 0 if number else FOLLOW) for hex_, number in there.items() if number < STACK]
        wants = wants or [(hex_, 0) for hex_ in there]
        wants += [(hex_, 0) for hex_ in bits(self.picture.cut_off)]
        rules, lost = self.picture.rules, held(self.picture.rules, self.picture.s)
        goals = [h for h, points in rules.board.objectives.items() if points == self.layout.reserves]
        wants = [(hex_, 0) for hex_ in goals if not has(lost, hex_)] or wants
        full = {hex_ for hex_, number in there.items() if number >= STACK}
        for unit in self._strongest:
            if unit in placed or not wants:
                continue
            taken = [*placed.values(), *self.fixed]
            free = [h for h in bits(self.can[unit]) if h not in full and taken.count(h) < STACK]
            far = {h: min(grid.distance(h, post) - start for post, start in wants) for h in free}
            placed[unit] = min(far, key=lambda h: (far[h], h), default=self.picture.s.at[unit])


@lru_cache(maxsize=4096)
def around(rules: MichelData, hex_: int) -> tuple[int, ...]:
    """The hexes where the next post may be."""
    return tuple(bits(rules.grid.within(1 << hex_, 2) & ~(1 << hex_)))


def passed(rules: MichelData, germans: HexSet) -> HexSet:
    """The hexes east of Germans, in their row and in the two beside it."""
    grid = rules.grid
    first: dict[int, int] = {}
    for hex_ in bits(germans):
        col, row = int(grid.label(hex_)[:2]), int(grid.label(hex_)[2:])
        for near in (row - 1, row, row + 1):
            first[near] = min(first.get(near, col), col)
    return grid.set_of(h for h in grid if int(grid.label(h)[:2]) > first.get(int(grid.label(h)[2:]), 99))


def matched(posts: list[int], units: list[int], can: dict[int, HexSet]) -> dict[int, int]:
    """As many posts as may be with a unit each; the first posts are served first, by the first units that can."""
    owner: dict[int, int] = {}

    def serve(post: int, seen: set[int]) -> bool:
        for unit in units:
            if unit not in seen and has(can[unit], post):
                seen.add(unit)
                if unit not in owner or serve(owner[unit], seen):
                    owner[unit] = post
                    return True
        return False

    for post in posts:
        serve(post, set())
    return owner
