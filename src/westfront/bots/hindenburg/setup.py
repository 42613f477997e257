"""How both sides set up.

The Allies hold their trenches with outposts and stand behind them, out of reach of the first blow; but an officer makes
fortresses of Rheims and Verdun, for France may give up if they fall. A commander leaves outposts there as well: who is
stormed with all attack supply loses them whoever holds them, and twenty divisions dead in them are one modifier more.

The Germans have as many hammers as there are strong divisions, each before a hex that one blow takes. The German sees
how high every Allied stack is before he places the first division (3.3), so he strikes in the sector where the line is
thinnest, where no river and no rough ground helps it, and where a fortress can be cut off: an outpost that is the way
out of nine divisions is worth more than the two who hold it, for who dies out of supply is lost for good, and France
gives up for Rheims, Verdun and twenty lost divisions sooner than thirty hexes are taken. Attack supply goes with the
best to where it gains most. All other trenches are held by what is left.

A German commander thinks of both fortresses together: attack supply goes there first, before each of them to two hexes
with ten of the best, if no river is between, so that a second blow falls if the first one fails. All other hammers
strike beside them. Where no high stack stands in them they are targets like others, but dearer ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from westfront.bots.hindenburg.odds import FINE, MANY, Force, battle
from westfront.bots.hindenburg.picture import Picture
from westfront.bots.hindenburg.position import city_distance
from westfront.engine.grammar import Action
from westfront.games.hindenburg.deployment import ALSO_FRENCH, area
from westfront.games.hindenburg.setup import Deployment
from westfront.games.hindenburg.state import ALLIED, BE, BR, FR, GERMAN, PO, RESERVE, STACK
from westfront.hexgrid import HexSet, bits, has, union

HAMMERS = 10
"""So many blows there are in a turn."""
BLOW, STORM, FULL = 8, 9, STACK
"""Divisions of a hammer, of one with attack supply, which loses fewer, and of one that storms a fortress."""
WATCH, THIN_WATCH = 3, 2
"""Divisions in other trenches, and in those with few enemies before them."""
FEW, RAID = 3, 3
"""Few enemies; and so near to a Victory City that they might raid it."""
OUTPOSTS, FORTRESS = {FR: 1, BR: 2}, 9
"""The garrison of a French and of a British trench, and of Rheims and Verdun as fortresses."""
SECTOR = 6
"""The offensive has a sector: nobody strikes farther than this from its middle."""
HIGH, MOST_EXITS, SIEGE = 6, 4, 1.0
"""A stack so high with so few ways out may be cut off, and then every division in it is lost for good."""
TWICE, BESIDE = 2, 2
"""A fortress is stormed from so many hexes, and the other hammers stand so near to these."""
NEXT = 0.5
"""What the second target of a hammer is worth beside the first."""


class AlliedSetUp:
    """Outposts in the trenches, the armies behind them, and Rheims and Verdun as fortresses or as trenches like others.

    Whoever stands in the first line when the hammers fall is lost, and losses tell on France and Britain.
    """

    def __init__(self, picture: Picture, name: str, has_fortresses: bool = True) -> None:
        self.rules, self.plan = picture.rules, Deployment(ALLIED).plan(picture.rules)
        self.has_fortresses = has_fortresses
        cities = "Rheims and Verdun as fortresses" if has_fortresses else "no more in Rheims and Verdun"
        self.why = f"outposts in the trenches, the armies behind them, {cities}"
        self.places: dict[int, list[int]] = {}
        for unit, place in self.plan.ready[name].items():
            self.places.setdefault(place, []).append(unit)

    def orders(self) -> list[Action]:
        """Everything from an empty map to the end of the set-up."""
        for nation in (FR, BR):
            self.fall_back(nation)
        found: list[Action] = [("clear",)]
        for place, units in self.places.items():
            kinds = [kind for unit in units for kind, alike in self.plan.kinds.items() if unit in alike]
            found += [("place", kind, kinds.count(kind), place) for kind in dict.fromkeys(kinds)]
        return [*found, ("done",)]

    def fall_back(self, nation: int) -> None:
        """Of a nation the weakest stay in the trenches, the best go into its fortresses, the others behind the line."""
        board, zone, spare = self.rules.board, area(self.rules, nation).hexes, list[int]()
        fortresses = [hex_ for hex_ in map(self.rules.grid.hex, ALSO_FRENCH) if has(zone, hex_)]
        for hex_ in bits(zone & board.front[ALLIED]):
            units = sorted(self.places.get(hex_, ()), key=self._worth)
            going = [unit for unit in units if self.rules.nation_of[unit] not in (BE, PO)][OUTPOSTS[nation] :]
            self.places[hex_] = [unit for unit in units if unit not in going]
            spare += going
        spare.sort(key=self._worth)
        for hex_ in fortresses if self.has_fortresses else ():
            self.places[hex_] += [spare.pop() for _ in range(FORTRESS - OUTPOSTS[nation]) if spare]
        second = bits(zone & board.west & self.rules.grid.adjacent(zone & board.front[ALLIED]) & ~board.front[ALLIED])
        for number, unit in enumerate(spare):
            self.places.setdefault(second[2 * number % len(second)], []).append(unit)

    def _worth(self, unit: int) -> tuple[int, int, int]:
        return self.rules.defence[unit][0], self.rules.attack[unit][0], unit


class GermanSetUp:
    """Who stands where on 21 March."""

    why = "hammers where the line is thin, and a watch in every other trench"

    def __init__(self, picture: Picture, storming: bool = False) -> None:
        self.picture, self.rules, self.storming = picture, picture.rules, storming
        self.plan = Deployment(GERMAN).plan(self.rules)
        self.left = {kind: len(units) for kind, units in self.plan.kinds.items()}
        self.best_first = sorted(self.left, key=lambda kind: -sum(self._factors(kind)))
        self.held = {hex_ for hexes in self.plan.garrisons.values() for hex_ in bits(hexes)}

    def _factors(self, kind: str) -> tuple[int, int]:
        unit = self.plan.kinds[kind][0]
        return self.rules.attack[unit][0], self.rules.defence[unit][0]

    def orders(self) -> list[Action]:
        """Everything from an empty map to the end of the set-up."""
        hammers, supplied = self.hammers()
        found: list[Action] = [("clear",)]
        for hex_ in hammers:
            number = (FULL if self.storms else STORM) if hex_ in supplied else BLOW
            found += self.placed(hex_, number, self.best_first)
        for hex_ in sorted(self.held - {*hammers}):
            found += self.placed(hex_, 1, self.best_first[::-1])
            found += self.placed(hex_, self.watch(hex_) - 1, [*self.best_first[2:], *self.best_first[1::-1]])
        for hex_ in bits(self.rules.board.victory_city & self.rules.board.east):
            found += self.placed(hex_, 1, self.best_first[::-1])
        found += [("place", kind, number, RESERVE) for kind, number in self.left.items() if number]
        return [*found, *[("mark", hex_) for hex_ in supplied], ("done",)]

    def placed(self, hex_: int, number: int, kinds: list[str]) -> Iterator[Action]:
        """So many divisions of the first of these kinds that are left; what was placed first lies on top."""
        for kind in kinds:
            take = min(number, self.left[kind])
            if take:
                self.left[kind] -= take
                number -= take
                yield "place", kind, take, hex_

    def watch(self, hex_: int) -> int:
        """How many hold a trench."""
        enemies = self.rules.board.near(hex_) & self.picture.now.occupied[ALLIED]
        most = max((len(self.picture.now.units(near)) for near in bits(enemies)), default=0)
        near_city = city_distance(self.rules)[hex_] <= RAID
        return WATCH if most > FEW or near_city else THIN_WATCH

    # -- hammers

    def hammers(self) -> tuple[list[int], list[int]]:
        """The hexes with a hammer in the sector where they strike best, and those with attack supply."""
        near = BESIDE if self.storms else SECTOR
        middles = (
            [union(1 << hex_ for hex_ in self.storms)] if self.storms else [1 << hex_ for hex_ in sorted(self.held)]
        )
        sectors = [self.held & {*bits(self.rules.grid.within(middle, near))} for middle in middles]
        _, supplied, others = max((self.sector(sector) for sector in sectors), key=lambda plan: plan[0])
        return supplied + others, supplied

    @cached_property
    def storms(self) -> list[int]:
        """The hexes from which fortresses are stormed that a national table names; none if it is not thought of."""
        board, found = self.rules.board, list[int]()
        for hex_ in bits(self.fortresses) if self.storming else ():
            blows = {origin: self.blow(origin, hex_, True) for origin in bits(board.near(hex_)) if origin in self.held}
            good = [origin for origin, worth in blows.items() if worth > 0]
            found += sorted(good, key=lambda origin: (-blows[origin], origin))[:TWICE]
        return found[: len(self.rules.markers)]

    @cached_property
    def fortresses(self) -> HexSet:
        """The hexes of the Allied front with a high stack that a national table names."""
        now, front = self.picture.now, self.rules.board.front[ALLIED]
        named = self.picture.nations.named & front & now.occupied[ALLIED]
        return union(1 << hex_ for hex_ in bits(named) if len(now.units(hex_)) >= HIGH)

    def sector(self, sector: set[int]) -> tuple[float, list[int], list[int]]:
        """What all hammers of a sector bring; where they stand with attack supply, and without."""
        open_, worth, taken = sector - {*self.storms}, 0.0, self.fortresses if self.storms else 0
        found: tuple[list[int], list[int]] = [*self.storms], []
        for number in range(len(self.storms), HAMMERS):
            supply = number < len(self.rules.markers)
            blows = {hex_: value for hex_ in sorted(open_) if (value := self.blows(hex_, taken, supply))}
            best = max(
                blows, key=lambda hex_: blows[hex_][0][0] + NEXT * sum(v for v, _ in blows[hex_][1:2]), default=-1
            )
            if best < 0 or blows[best][0][0] <= 0:
                break
            open_.discard(best)
            found[0 if supply else 1].append(best)
            worth += blows[best][0][0]
            taken |= 1 << blows[best][0][1]
        return worth, *found

    def blows(self, origin: int, taken: HexSet, supply: bool) -> list[tuple[float, int]]:
        """What a hammer here can strike and is worth to strike, the best first."""
        near = self.rules.board.near(origin) & self.picture.now.occupied[ALLIED] & ~taken
        return sorted(((self.blow(origin, target, supply), target) for target in bits(near)), reverse=True)

    def blow(self, origin: int, target: int, supply: bool) -> float:
        """What ten good divisions bring in an attack on a hex."""
        picture, theirs = self.picture, self.picture.now.piles[target]
        each = picture.dice(picture.now, origin, target, ALLIED, supply)
        odds = battle(Force(STACK, 3 * FINE, STACK), 0, theirs.defence, each, MANY if supply else 1)
        killed = odds.taken * len(theirs.units) + (1 - odds.taken) * odds.killed_held
        ground = picture.prizes[target] if self.storming else picture.per_hex
        return odds.taken * (ground + self.sieges[target]) + killed - odds.all_lost

    @cached_property
    def sieges(self) -> dict[int, float]:
        """What it is worth to take a hex because it is a way out for a high stack beside it."""
        now, board = self.picture.now, self.rules.board
        allied = now.controlled(ALLIED, board.playable)
        found = dict.fromkeys(bits(allied), 0.0)
        for hex_ in bits(now.occupied[ALLIED] & board.front[ALLIED]):
            exits = bits(board.near(hex_) & allied)
            if len(now.units(hex_)) >= HIGH and len(exits) <= MOST_EXITS:
                for exit_ in exits:
                    found[exit_] += SIEGE * len(now.units(hex_)) / len(exits)
        return found
