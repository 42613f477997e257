"""Pockets: whom a line of posts cuts off, and who is cut off himself. Who starves is gone without a battle (7.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from westfront.games.storm.state import GERMAN
from westfront.games.storm.supply import british_sources, french_sources, german_sources
from westfront.hexgrid import HexSet, bits, flood, has

if TYPE_CHECKING:
    from westfront.bots.storm.picture import Picture

KILLED, HURRIED = 1.0, 0.5
"""How likely an enemy who is cut off is lost to him: he may break out, or be relieved. To a German offensive that is
worth less, since it needs towns and has no time for rings."""
SHORT, SHORT_RING = 8, 2.0
"""With so many turns left an Allied offensive has no time but for rings: whom they kill nobody can replace any more,
and there is a hole in the line where they stood."""
NEARLY = (0.0, 0.4, 0.15)
"""How much of that it is worth to leave him but one way, or two."""
REACH = 3
"""Nobody farther than so many hexes from all enemies cuts one off."""
FREED = 0.6
"""What it is worth to open the way of an own unit that is cut off, against the unit."""


class Pockets:
    """What is cut off if the units of a side stand in some posts, in steps; the few sea hexsides are not looked at."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.killed = self._killed()
        rules, s, side = picture.rules, picture.s, picture.side
        self.enemies = picture.field.occupied[1 - side]
        self.blocked = ~rules.board.playable | rules.board.fortress[side] & rules.controlled(s, side)
        self.sources, self.own_sources = self._sources(1 - side), self._sources(side)
        self.barred = ~rules.board.playable | rules.board.fortress[1 - side] & rules.controlled(s, 1 - side)
        self.forts = rules.board.fortress[1 - side] & ~s.lost_forts
        """Garrisons of these live on what is stored there (7.12, 7.13)."""
        self.hungry = self._hungry()
        self.near = {hex_: rules.board.near(hex_) for hex_ in bits(self.enemies)}
        self.reach = rules.grid.within(self.enemies, REACH)
        self._known: dict[tuple[HexSet, HexSet], float] = {}
        self._lost: dict[HexSet, float] = {}
        self._exposed: dict[HexSet, HexSet] = {}
        self._prices: dict[int, float] = {}

    def _killed(self) -> float:
        """What it is worth to cut off an enemy, against what he is worth himself."""
        picture = self.picture
        if picture.side != picture.offensive:
            return KILLED
        if picture.side == GERMAN:
            return HURRIED
        return SHORT_RING if picture.rules.last_turn - picture.s.turn <= SHORT else KILLED

    def _sources(self, side: int) -> HexSet:
        rules, s = self.picture.rules, self.picture.s
        if side == GERMAN:
            return german_sources(rules, s)
        return british_sources(rules, s) | french_sources(rules, s)

    def worth(self, posts: HexSet, beaten: HexSet = 0) -> float:
        """What the enemies are worth whom own units in some posts cut off, if those of some hexes are beaten."""
        key = posts, beaten
        if key not in self._known:
            self._known[key] = self._worth(posts, self.enemies & ~beaten)
        return self._known[key]

    def _worth(self, posts: HexSet, enemies: HexSet) -> float:
        grid, fed, near = self.picture.rules.grid, self.fed(posts, enemies), self.near
        found = self.killed * sum(map(self._price, bits(enemies & ~self.forts & ~fed)))
        for hex_ in bits(enemies & fed & ~self.forts & grid.adjacent(posts)):
            ways = (near[hex_] & fed).bit_count()
            if ways < len(NEARLY):
                found += self.killed * NEARLY[ways] * self._price(hex_)
        return found

    def fed(self, posts: HexSet, enemies: HexSet) -> HexSet:
        """Where enemies who stand in some hexes would have a supply line past own posts."""
        grid = self.picture.rules.grid
        zone = grid.adjacent(posts)
        return flood(grid, self.sources, ~(posts | self.blocked | zone & ~enemies))

    def gain(self, posts: HexSet, hex_: int) -> float:
        """What a unit in a hex brings besides: enemies who are cut off, and friends who no longer are."""
        with_it = posts | 1 << hex_
        if with_it == posts:
            return 0.0
        ring = self.worth(with_it) - self.worth(posts) if has(self.reach, hex_) else 0.0
        return ring + self.lost(posts) - self.lost(with_it)

    def breach(self, hex_: int) -> float:
        """What enemies are worth whom it would cut off if those in a hex were beaten and own units advanced there."""
        if not has(self.reach, hex_):
            return 0.0
        posts, beaten = self.picture.field.occupied[self.picture.side], 1 << hex_
        return self.worth(posts | beaten, beaten) - self.worth(posts, beaten)

    def lost(self, posts: HexSet) -> float:
        """What those are worth who are cut off now, and still would be if own units stood in some posts."""
        if not self.hungry:
            return 0.0
        if posts not in self._lost:
            picture = self.picture
            ways = ~(self.enemies | self.barred | picture.field.zone[1 - picture.side] & ~posts)
            fed = flood(picture.rules.grid, self.own_sources, ways)
            self._lost[posts] = FREED * sum(map(self._price, bits(self.hungry & posts & ~fed)))
        return self._lost[posts]

    def exposed(self, posts: HexSet) -> HexSet:
        """The posts that no line would lead to if enemies stood wherever they could walk to past own units in them.

        They cannot be everywhere, but whoever was cut off in a traced game had been among these the turn before.
        """
        if posts not in self._exposed:
            picture, side = self.picture, self.picture.side
            rules, grid = picture.rules, picture.rules.grid
            enemies = (picture.walked_past(posts, grid.adjacent(posts)) | self.enemies) & ~posts
            fed = flood(grid, self.own_sources, ~(enemies | self.barred | grid.adjacent(enemies) & ~posts))
            self._exposed[posts] = posts & ~fed & ~(rules.board.fortress[side] & ~picture.s.lost_forts)
        return self._exposed[posts]

    def _hungry(self) -> HexSet:
        """Where own units stand that no line leads to."""
        picture, side = self.picture, self.picture.side
        lines = picture.lines.german if side == GERMAN else picture.lines.british | picture.lines.french
        forts = picture.rules.board.fortress[side] & ~picture.s.lost_forts
        return picture.field.occupied[side] & ~lines & ~forts

    def _price(self, hex_: int) -> float:
        """What the units in a hex are worth, and with enemies the hex, with own units its points, which fall unfought.

        Who digs in does not come out for them.
        """
        if hex_ not in self._prices:
            picture = self.picture
            units = picture.field.stacks[hex_]
            steps = sum(picture.s.steps[unit] * picture.step_price(unit, False) for unit in units)
            points = 0.0 if picture.digs_in else picture.points(1 << hex_ & picture.own)
            self._prices[hex_] = steps + points + picture.ground(hex_, picture.side)
        return self._prices[hex_]
