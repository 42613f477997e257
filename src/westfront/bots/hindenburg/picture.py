"""The front as a commander of Hindenburg's War reads it: ground and its price, forces, what both sides can do next."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import exp

from westfront.bots.hindenburg.nations import Nations
from westfront.bots.hindenburg.odds import CUT_OFF, FINE, MANY, Force, Odds, battle
from westfront.bots.hindenburg.position import Chance, Pile, Position, city_distance, near_hexes, rings
from westfront.bots.weights import Weights
from westfront.games.hindenburg.attack_supply import working_markers
from westfront.games.hindenburg.battle import under_way
from westfront.games.hindenburg.data import HindenburgData
from westfront.games.hindenburg.die_rolls import dice_each
from westfront.games.hindenburg.fog import hidden
from westfront.games.hindenburg.participation import brigades, why_no_tanks
from westfront.games.hindenburg.sequence import MID_GAME
from westfront.games.hindenburg.stacking import reserve
from westfront.games.hindenburg.state import (
    ALLIED,
    AN,
    BE,
    BR,
    FR,
    GE,
    GERMAN,
    LAST_TURN,
    PASSED,
    PO,
    STACK,
    US,
    HindenburgState,
)
from westfront.games.hindenburg.supply import Lines
from westfront.games.hindenburg.victory import GROUND_NEEDED, LAST_NATIONAL_CHECK
from westfront.hexgrid import HexSet, bits, has

URGENT = {7: 1.3, 8: 1.7, 9: 2.5}
"""How much more western ground counts as the check of turn 9 comes near."""
SPARE, FARTHER = 0.5, 0.1
"""What a western hex is worth beyond the thirty that are needed, for the next few and then for others."""
SPARE_HEXES = 6
CONTESTED = 0.4
"""The part of a western hex that counts if it lies empty next to the enemy; with ten divisions it counts in full."""
PASSES = {8: 20.0, 9: 60.0}
"""What it is worth to have the thirty when the check is near."""
NEAR_CITY = 5.0
"""What an eastern hex next to a Victory City is worth more than another one, less with the distance."""
FRONT = 2
"""Who is so near to an enemy stands at the front."""
LOOKED_AT = 16
"""So many chances of each side are counted."""
STRONGEST = 1.15
"""The enemy picks whom he hits, and picks the better ones."""
RESERVES = 15
"""So many divisions are a reserve; more of them are idle."""
LAST_STAND = 6.0
"""So many turns before the end losses begin to count more: the dead come back too late."""
EXITS = (0.0, 0.3, 0.15, 0.06, 0.0, 0.0, 0.0)
"""The part of a stack that counts as cut off with no exit left (it is, and counted elsewhere), with one, and so on."""
NEAR = 2
"""From so far the enemy walks into a Victory City that is left."""
GARRISON = 7
"""So many do not leave Rheims, Verdun, a port or another hex of the national checks while Germans stand beside it."""
GROUPS = ((FR,), (US, AN), (BR, AN), (US,), (BE,))
"""Nations that may attack together east of the line."""


class Picture:
    """One position as it looks to a side; what lies hidden counts as the average of what it may be."""

    def __init__(self, rules: HindenburgData, s: HindenburgState, side: int, weights: Weights) -> None:
        self.rules, self.s, self.side, self.weights = rules, s, side, weights
        self.passed = s.mid_game == PASSED
        self._piles: dict[tuple[int, ...], Pile] = {}
        self._pairs: dict[tuple[int, Pile, int, Pile, bool, bool], float] = {}
        self._blows: dict[tuple[tuple[int, ...], int, int, Pile, int], float] = {}
        self._cuts: dict[tuple[HexSet, int], float] = {}
        self._read_units()
        self.marked = working_markers(rules, s)
        self.tanks = {nation: len(brigades(rules, s, nation)) for nation in (BR, FR)}

    def _read_units(self) -> None:
        rules, s = self.rules, self.s
        self.attack = [float(factors[s.flipped[unit]]) for unit, factors in enumerate(rules.attack)]
        self.defence = [float(factors[s.flipped[unit]]) for unit, factors in enumerate(rules.defence)]
        self.steps = [rules.steps_left(s, unit) for unit in range(len(rules.counters))]
        unknown = hidden(rules, s, self.side)
        for factors in (self.attack, self.defence):
            mean = sum(factors[unit] for unit in unknown) / max(1, len(unknown))
            for unit in unknown:
                factors[unit] = mean
        own, enemy = (self.weights[f"{whose} strength"] * self.patience for whose in ("own", "enemy"))
        self.price = (own, enemy) if self.side == GERMAN else (enemy, own)
        """What each side loses with a point of strength; most of the dead come back, but not at the end."""
        factors_of = zip(self.attack, self.defence, self.steps, strict=True)
        self.strength = [(a + d) / 2 * (1.3 if steps > 1 else 1.0) for a, d, steps in factors_of]

    @cached_property
    def patience(self) -> float:
        """How much more losses count than in spring: who dies late does not come back."""
        return 1.0 + max(0.0, (self.s.turn - (LAST_TURN - LAST_STAND)) / LAST_STAND)

    def kept_back(self, side: int) -> float:
        """What a division in the reserve of a side is worth to this one: some are needed, the others idle."""
        idle = len(reserve(self.rules, self.s, side)) > RESERVES
        worth = self.weights["idle"] if idle else self.weights["reserve"]
        return worth if side == self.side else -worth

    # -- positions

    @cached_property
    def now(self) -> Position:
        """The position as it stands."""
        s, field = self.s, self.rules.field(self.s)
        piles = {hex_: self.pile(units) for hex_, units in field.stacks.items()}
        return Position(s.german, s.trenches, piles, field.occupied)

    def pile(self, units: Iterable[int]) -> Pile:
        """Divisions as one force."""
        key = tuple(sorted(units))
        if key not in self._piles:
            worth = sum(self.strength[unit] for unit in key)
            self._piles[key] = Pile(key, self.rules.side_of[key[0]], self.force(key, self.defence), worth)
        return self._piles[key]

    def force(self, units: tuple[int, ...], factors: list[float]) -> Force:
        """Divisions as the dice know them."""
        number = round(FINE * sum(factors[unit] for unit in units) / len(units))
        return Force(len(units), number, sum(self.steps[unit] for unit in units))

    def put(self, position: Position, hex_: int, units: Iterable[int]) -> None:
        """Let these divisions, and nobody else, stand in a hex, which is theirs then; nobody leaves it as it is."""
        units, bit = tuple(units), 1 << hex_
        german, allied = position.occupied
        position.touched |= bit
        if not units:
            position.piles.pop(hex_, None)
            position.occupied = german & ~bit, allied & ~bit
            position.trenches &= ~bit
            return
        pile = self.pile(units)
        position.piles[hex_] = pile
        if pile.side == GERMAN:
            changed = not position.german & bit
            position.occupied, position.german = (german | bit, allied & ~bit), position.german | bit
        else:
            changed = bool(position.german & bit)
            position.occupied, position.german = (german & ~bit, allied | bit), position.german & ~bit
        if changed:
            position.trenches &= ~bit

    def lose(self, position: Position, units: Iterable[int], for_good: bool) -> None:
        """These divisions are lost."""
        french, british = position.fallen
        for unit in units:
            side, nation = self.rules.side_of[unit], self.rules.nation_of[unit]
            french, british = french + (nation == FR), british + (nation in (BR, AN))
            price = self.strength[unit] * (1.0 if for_good else self.price[side])
            position.balance -= price if side == self.side else -price
        position.fallen = french, british

    # -- supply

    def lines(self, position: Position, side: int) -> Lines:
        """Where the nations of a side are in supply."""
        return self.rules.supply(self.s, side, position.german)

    def supplied(self, position: Position, side: int) -> HexSet:
        """Where some nation of a side is in supply."""
        lines = self.lines(position, side)
        return lines[GE] if side == GERMAN else lines[FR] | lines[BR]

    # -- ground

    @cached_property
    def near_city(self) -> dict[int, float]:
        """What every eastern hex is worth to the Allies; more near a Victory City, as the check comes near."""
        base, board = self.weights["eastern ground"], self.rules.board
        share = 1.0 if self.passed else (self.s.turn / MID_GAME) ** 2
        found = {
            h: base + NEAR_CITY * share * exp(-d / 1.5)
            for h, d in city_distance(self.rules).items()
            if has(board.east, h)
        }
        city = self.weights["victory city"] * share
        for hex_ in bits(board.victory_city & board.east):
            found[hex_] = city
        return found

    @cached_property
    def per_hex(self) -> float:
        """What a western hex is worth before the check."""
        return self.weights["ground"] * URGENT.get(self.s.turn, 1.0)

    def ground(self, position: Position) -> float:
        """What the ground is worth to the Germans: western hexes in supply, cities, the checks of the nations."""
        board, held = self.rules.board, self.supplied(position, GERMAN)
        value = -sum(self.near_city[hex_] for hex_ in bits(board.east & ~position.german))
        if self.passed:
            western = board.west & position.german
            return value + self.weights["western city"] * (western & board.city).bit_count() + 0.3 * western.bit_count()
        number = (board.west & held).bit_count()
        firm = self.firm(position, held)
        over = max(0.0, firm - GROUND_NEEDED)
        worth = min(firm, GROUND_NEEDED) + SPARE * min(over, SPARE_HEXES) + FARTHER * max(0.0, over - SPARE_HEXES)
        value += self.per_hex * worth + (PASSES.get(self.s.turn, 0.0) if number >= GROUND_NEEDED else 0.0)
        if self.s.turn <= LAST_NATIONAL_CHECK:
            value += self.nations.worth(position, held, number)
        return value

    def firm(self, position: Position, held: HexSet) -> float:
        """How many western hexes the Germans really have: one next to the enemy counts by who holds it."""
        ground = self.rules.board.west & held
        if self.s.turn == MID_GAME:
            return ground.bit_count()
        contested = ground & self.rules.grid.adjacent(position.occupied[ALLIED])
        garrisons = sum([len(position.units(hex_)) for hex_ in bits(contested & position.occupied[GERMAN])])
        return ground.bit_count() - (1 - CONTESTED) * contested.bit_count() + (1 - CONTESTED) * garrisons / STACK

    @cached_property
    def nations(self) -> Nations:
        """What makes France and Britain give up."""
        return Nations(self.rules, self.s, self.weights)

    @cached_property
    def _german_ground(self) -> tuple[HexSet, int]:
        """Where Germans are in supply, and how many western hexes that is."""
        held = self.supplied(self.now, GERMAN)
        return held, (held & self.rules.board.west).bit_count()

    @cached_property
    def toll(self) -> dict[int, float]:
        """What a dead division of each nation adds to the check of its country."""
        if self.passed or self.s.turn > LAST_NATIONAL_CHECK:
            return {}
        return self.nations.toll(self.now, *self._german_ground)

    def strips_a_fortress(self, after: Position) -> bool:
        """Whether somebody has left a Victory City, or a hex on which a nation's will depends, who is needed there."""
        return any(len(after.units(hex_)) < number for hex_, number in self._fortresses)

    @cached_property
    def _fortresses(self) -> list[tuple[int, int]]:
        """Allied hexes of the national checks with Germans beside them, and German Victory Cities with Allies near,
        each with how many have to stay there."""
        grid, board, enemy = self.rules.grid, self.rules.board, self.now.occupied[1 - self.side]
        if self.side == ALLIED:
            named = self.nations.named if self.s.turn <= LAST_NATIONAL_CHECK else 0
            needed, threatened = GARRISON, grid.adjacent(enemy)
        else:
            named, needed, threatened = board.victory_city & board.east, 1, grid.within(enemy, NEAR)
        held = bits(named & self.now.occupied[self.side] & threatened)
        return [(hex_, min(needed, len(self.now.units(hex_)))) for hex_ in held]

    @cached_property
    def prizes(self) -> dict[int, float]:
        """What it is worth to either side to take a hex from the other, roughly."""
        board = self.rules.board
        if self.passed:
            west = dict.fromkeys(bits(board.west), 0.3)
            west |= dict.fromkeys(bits(board.city & board.west), self.weights["western city"])
            return {**self.near_city, **west}
        found = dict.fromkeys(bits(board.west), self.per_hex)
        if self.s.turn <= LAST_NATIONAL_CHECK:
            for hex_, gain in self.nations.prizes(self.now, *self._german_ground).items():
                found[hex_] += gain
        return {**self.near_city, **found}

    # -- battles

    def attackers(self, position: Position, origin: int, target: int) -> tuple[int, ...]:
        """The divisions of a hex that can attack another one together: all, or the strongest nations."""
        return self.strikers(position, position.piles[origin], origin, target)

    def strikers(self, position: Position, pile: Pile, origin: int, target: int) -> tuple[int, ...]:
        """The same of those who stand in a hex in thought."""
        lines = self.lines(position, pile.side)
        if pile.side == GERMAN:
            return pile.units if has(lines[GE], origin) else ()
        board = self.rules.board
        belgians = has(board.belgian_area, origin) and has(board.belgian_area, target)
        key = has(lines[FR], origin), has(lines[BR], origin), belgians, has(board.east, origin)
        if key not in pile.forces:
            pile.forces[key] = self._allied_force(pile, *key)
        return pile.forces[key]

    def _allied_force(self, pile: Pile, french: bool, british: bool, belgians: bool, east: bool) -> tuple[int, ...]:
        nations = {FR: french, US: french, BR: british, AN: british, BE: british and belgians, PO: False}
        nation_of = self.rules.nation_of
        able = [unit for unit in pile.units if nations[nation_of[unit]]]
        if not east:
            return tuple(able)
        groups = [tuple(unit for unit in able if nation_of[unit] in group) for group in GROUPS]
        return max(groups, key=lambda units: sum(self.attack[unit] for unit in units))

    def brigades_for(self, units: Iterable[int], origin: int, target: int) -> int:
        """How many tank brigades could help these divisions in an attack."""
        nations = [self.rules.nation_of[unit] for unit in units]
        return sum(
            min(number, nations.count(nation))
            for nation, number in self.tanks.items()
            if number and nation in nations and why_no_tanks(self.rules, origin, target, nation) is None
        )

    def odds(self, position: Position, origin: int, target: int, units: tuple[int, ...]) -> Odds:
        """How an attack by some divisions of a hex would go."""
        rules, defenders = self.rules, position.piles[target]
        side = 1 - defenders.side
        cut_off = not has(self.supplied(position, defenders.side), target)
        supply = side == GERMAN and has(self.marked, origin)
        each = CUT_OFF if cut_off else self.dice(position, origin, target, defenders.side, supply)
        tanks = self.brigades_for(units, origin, target) if side == ALLIED else 0
        americans = any(rules.nation_of[unit] == US for unit in units)
        rounds = MANY if supply or americans else 2 if tanks else 1
        return battle(self.force(units, self.attack), tanks, defenders.defence, each, rounds)

    def dice(self, position: Position, origin: int, target: int, side: int, supply: bool) -> int:
        """The dice of each supplied defender."""
        rules, board = self.rules, self.rules.board
        trench = has(board.printed_trench[side] | position.trenches, target)
        rough = has(board.rough, target)
        terrain = "city" if has(board.city, target) else ("rough" if rough else "clear")
        if trench and terrain != "city":
            terrain = "rough-trench" if rough else "trench"
        return dice_each(rules.terrain_effects, terrain, board.over_river(origin, target), supply)

    def battle_worth(self, position: Position, origin: int, target: int, units: tuple[int, ...]) -> float:
        """What an attack brings its side on the average: the hex, and the losses of both."""
        odds, theirs = self.odds(position, origin, target, units), position.piles[target]
        side = 1 - theirs.side
        cut_off = not has(self.supplied(position, theirs.side), target)
        each = (
            theirs.worth / theirs.defence.steps * (1.0 - self.weights["cut off"] if cut_off else self.price[1 - side])
        )
        each += self._toll_of(theirs.units) / theirs.defence.steps
        steps = max(1, sum(self.steps[unit] for unit in units))
        mine = sum(self.strength[unit] for unit in units) * STRONGEST * self.price[side] + self._toll_of(units)
        killed = odds.taken * theirs.defence.steps + (1 - odds.taken) * odds.killed_held
        return (
            odds.taken * (self.prizes[target] + self.cut(position, target, theirs.side))
            + killed * each
            - odds.all_lost * mine / steps
        )

    def _toll_of(self, units: Iterable[int]) -> float:
        """What some divisions would add to the checks of their nations if they fell."""
        return sum([self.toll.get(self.rules.nation_of[unit], 0.0) for unit in units])

    def blow(self, position: Position, origin: int, target: int, units: tuple[int, ...]) -> float:
        """What an attack brings if it is given to these, who need not be there yet."""
        key = units, origin, target, position.piles[target], position.trenches >> target & 1
        if key not in self._blows:
            self._blows[key] = self.battle_worth(position, origin, target, units)
        return self._blows[key]

    # -- what both sides can do next

    def pair(self, position: Position, origin: int, target: int) -> float:
        """What the best attack from a hex on another one is worth."""
        theirs, bit = position.piles[target], 1 << target
        safe = self.supplied(position, theirs.side) & bit != 0
        key = origin, position.piles[origin], target, theirs, position.trenches & bit != 0, safe
        if key not in self._pairs:
            units = self.attackers(position, origin, target)
            self._pairs[key] = self.battle_worth(position, origin, target, units) if units else 0.0
        return self._pairs[key]

    def chances(self, position: Position, side: int) -> list[Chance]:
        """What a side can do to each hex of the enemy that it can reach, the best first.

        Far from what was touched it is as in the true position, which was looked at once.
        """
        grid, safe = self.rules.grid, (self.supplied(position, GERMAN), self.supplied(position, ALLIED))
        theirs = position.controlled(1 - side, self.rules.board.playable)
        known: dict[int, list[Chance]] = {}
        changed = 0
        if position.touched:
            before, known = self._supplied_now, self._reaches_now[side]
            changed = grid.within(position.touched | safe[0] ^ before[0] | safe[1] ^ before[1], 1)
        best: dict[int, Chance] = {}
        for origin in bits(position.occupied[side] & safe[side] & grid.adjacent(theirs)):
            reach = None if changed >> origin & 1 else known.get(origin)
            if reach is None:
                reach = self._reach(position, origin, side, theirs)
            for chance in reach:
                other = best.get(chance.target)
                if other is None or chance.gain > other.gain:
                    best[chance.target] = chance
        return sorted(best.values(), reverse=True)

    @cached_property
    def _supplied_now(self) -> tuple[HexSet, HexSet]:
        return self.supplied(self.now, GERMAN), self.supplied(self.now, ALLIED)

    @cached_property
    def _reaches_now(self) -> tuple[dict[int, list[Chance]], dict[int, list[Chance]]]:
        """What every hex of each side can do in the true position."""
        found: list[dict[int, list[Chance]]] = []
        safe = self._supplied_now
        for side in (GERMAN, ALLIED):
            theirs = self.now.controlled(1 - side, self.rules.board.playable)
            hexes = bits(self.now.occupied[side] & safe[side] & self.rules.grid.adjacent(theirs))
            found.append({hex_: self._reach(self.now, hex_, side, theirs) for hex_ in hexes})
        return found[GERMAN], found[ALLIED]

    def _reach(self, position: Position, origin: int, side: int, theirs: HexSet) -> list[Chance]:
        """What the force of one hex can do to those around it that are the enemy's."""
        found, piles = [], position.piles
        for target, bit in near_hexes(self.rules)[origin]:
            if theirs & bit:
                if target in piles:
                    gain = self.pair(position, origin, target)
                else:
                    gain = self.prizes[target] + self.cut(position, target, 1 - side)
                if gain > 0:
                    found.append(Chance(gain, target, origin))
        return found

    def cut(self, position: Position, hex_: int, side: int) -> float:
        """What a side loses in supply, ground and divisions, if it loses a hex, that hex apart."""
        own = position.controlled(side, self.rules.board.playable)
        ring = [has(own, n) if n is not None else False for n in self._ring(hex_)]
        if sum(ring[i] and not ring[i - 1] for i in range(6)) < 2:
            return 0.0
        key = position.german, hex_
        if key not in self._cuts:
            self._cuts[key] = self._cut(position, hex_, side)
        return self._cuts[key]

    def _cut(self, position: Position, hex_: int, side: int) -> float:
        after = position.german & ~(1 << hex_) if side == GERMAN else position.german | 1 << hex_
        lines = self.rules.supply(self.s, side, after)
        still = lines[GE] if side == GERMAN else lines[FR] | lines[BR]
        lost = self.supplied(position, side) & ~still & ~(1 << hex_)
        ground = (
            self.per_hex * (lost & self.rules.board.west).bit_count() if side == GERMAN and not self.passed else 0.0
        )
        units = sum(position.piles[h].worth for h in bits(lost & position.occupied[side]))
        return 0.6 * (ground + self.weights["cut off"] * units)

    def _ring(self, hex_: int) -> list[int | None]:
        return rings(self.rules)[hex_]

    # -- the whole judgement

    def value(self, position: Position, next_: int) -> float:
        """What a position is worth to the side of this picture, if some side acts next."""
        ground = self.ground(position)
        value = position.balance + (ground if self.side == GERMAN else -ground)
        for side in (GERMAN, ALLIED):
            sign = 1.0 if side == self.side else -1.0
            value -= sign * self.weights["cut off"] * (self.stranded(position, side) + self.hemmed_in(position, side))
            value += sign * self.weights["presence"] * self.present(position, side)
            whose = "own" if side == self.side else "enemy"
            weight, falling = self.weights[f"{whose} chance"], self.weights[f"{whose} falling"]
            weight *= 0.0 if side in self.finished else 1.0 if side == next_ else self.weights["later"]
            for chance in self.chances(position, side)[:LOOKED_AT]:
                value += sign * weight * chance.gain
                weight *= falling
        return value

    @cached_property
    def finished(self) -> set[int]:
        """The sides that have no action left after this one before the check of turn 9, or before the end."""
        battle = under_way(self.s)
        acts = battle.player if battle else self.side
        left = [self.s.actions[side] - (side == acts) for side in (GERMAN, ALLIED)]
        if self.s.turn == LAST_TURN:
            return {side for side in (GERMAN, ALLIED) if left[side] <= 0}
        checked = self.s.turn == MID_GAME and not self.passed and left[GERMAN] <= 0
        return {GERMAN, ALLIED} if checked else set()

    def present(self, position: Position, side: int) -> float:
        """The strength of a side that stands near the enemy."""
        front = position.occupied[side] & self.rules.grid.within(position.occupied[1 - side], FRONT)
        return sum([position.piles[hex_].worth for hex_ in bits(front)])

    def hemmed_in(self, position: Position, side: int) -> float:
        """The strength of a side that may soon be cut off: the fewer hexes of its own are left around a stack."""
        own, near = position.controlled(side, self.rules.board.playable), self.rules.board.near
        front = position.occupied[side] & self.rules.grid.adjacent(position.occupied[1 - side])
        return sum(
            [
                position.piles[hex_].worth * part
                for hex_ in bits(front)
                if (part := EXITS[(near(hex_) & own).bit_count()])
            ]
        )

    def stranded(self, position: Position, side: int) -> float:
        """The strength of a side that is out of supply."""
        out = position.occupied[side] & ~self.supplied(position, side)
        return sum(position.piles[hex_].worth for hex_ in bits(out))
