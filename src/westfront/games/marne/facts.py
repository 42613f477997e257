"""The data of the game: board, counters, tables and the columns of what is printed on the counters."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import ClassVar

from westfront.engine.catalogue import rule
from westfront.engine.counters import CounterType, load_counters, load_types
from westfront.engine.data import DataFolder
from westfront.engine.frame import Ask, Frame, Play, Roll, Step
from westfront.engine.names import Names
from westfront.engine.rules import GameData
from westfront.engine.state import kinds
from westfront.engine.tables import load_tables
from westfront.games.marne.board import GUNS, TROOPS, TROOPS_WITH_PONTOONS, MarneBoard
from westfront.games.marne.front import Front
from westfront.games.marne.scenario import Arrival, Sequence, read_arrivals, read_doctrines, read_levels, read_schedule
from westfront.games.marne.state import ALLIED, BOXES, GERMAN, OFFENSIVE, MarneState
from westfront.hexgrid import Grid, HexSet
from westfront.mechanics.field import Field as Standing
from westfront.mechanics.field import Fields
from westfront.mechanics.kept import kept_last

VALUES = (
    *("attack", "defence", "move", "morale", "plus", "steps", "strength", "range", "coordination", "protection"),
    *("back_attack", "back_defence", "back_move", "back_strength"),
)
COMBAT_SYMBOLS = ("infantry", "cavalry", "dismounted", "tank")
REGIMENT_SIZES = ("III", "X")
AMERICANS = ("american", "franco-american")
FIGHTS, LEADS, SHOOTS = range(3)
"""How a ground unit goes: as combat units do, as an HQ, or as a gun."""
FIELDS_KEPT = 64
FROZEN_COLUMN = 30


class Field:
    """Hex sets of the ground units; whatever belongs to a side is a pair, the German one first."""

    __slots__ = ("_standing", "combat", "ground", "pairs", "stacks", "zone")

    def __init__(self, ground: Standing) -> None:
        self.stacks = ground.stacks
        """The ground units of each hex, without Stosstruppen, which lie under their regiment."""
        self._standing = ground
        self.ground, self.zone = ground.occupied, ground.zone
        self.combat, self.pairs = ground.fighting, ground.fighting_pairs
        """Hexes with combat units, and those with more than one."""

    @property
    def on_map(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The ground units of each side that stand on the map, by number."""
        return self._standing.on_map

    def stack(self, hex_: int) -> tuple[int, ...]:
        """The ground units of a hex."""
        return self.stacks.get(hex_, ())

    @rule("5.0")
    def closed_zone(self, side: int) -> HexSet:
        """The enemy zones that no ground unit of this side negates."""
        return self.zone[1 - side] & ~self.ground[side]


class Rings:
    """The hexes round some others by their distance, found as far as they are asked for."""

    def __init__(self, grid: Grid, goals: HexSet) -> None:
        self._grid, self._found = grid, [goals & grid.mask]

    def to(self, hex_: int) -> list[HexSet]:
        """Those at most none, one, two and more steps away, up to the first in which a hex is."""
        found = self._found
        if not found[-1] >> hex_ & 1:
            found = found[:]  # other threads may be looking at those that were found before
            while not found[-1] >> hex_ & 1:
                found.append(found[-1] | self._grid.adjacent(found[-1]))
                if found[-1] == found[-2]:
                    raise ValueError("no way leads to any of them")
            self._found = found
        return found[: next(number for number, ring in enumerate(found, 1) if ring >> hex_ & 1)]


class MarneData(GameData):
    """Everything that is the same in every position of one match."""

    sides = ("german", "allied")

    def __init__(self, scenario: str, options: dict[str, str], data: DataFolder) -> None:
        super().__init__(scenario, options, data)
        self.board = MarneBoard(data, scenario)
        self.grid, self.terrain = self.board.grid, self.board.terrain
        types = load_types(data, (*self.sides, "neutral"), VALUES)
        everything = load_counters(data, types, ("nation", "designation", "arrival", "group"))
        self.counters = [counter for counter in everything if counter.type.size != "marker"]
        self.reserve_markers = tuple(
            sum(counter.type.name == f"{side}-reserve" for counter in everything) for side in self.sides
        )
        self.names = Names(self.grid, [counter.name for counter in self.counters], self.sides, BOXES)
        self._read_kinds([counter.type for counter in self.counters])
        self._read_values([counter.type for counter in self.counters])
        tables = load_tables(data)
        self.crt, self.bombardment = tables["crt"], tables["bombardment"]
        self.orders, self.disengagement, self.weather = (
            tables[name] for name in ("misunderstood", "disengagement", "weather")
        )
        self.schedule: dict[tuple[int, int], Sequence] = read_schedule(data, scenario, self.sides)
        self.turns = sorted({turn for turn, _ in self.schedule})
        self.arrivals: dict[int, Arrival] = read_arrivals(self.names, data, scenario)
        self.coming_by = lru_cache(64)(self._coming_by)
        first: dict[tuple[Arrival, int, bool, int], int] = {}
        self.arrives_like = {
            u: first.setdefault((a, self.side_of[u], self.is_combat[u], self.allowance[u]), u)
            for u, a in self.arrivals.items()
        }
        """For each unit that arrives in play the first of those that may enter when and where it may."""
        self.doctrines = read_doctrines(self.nation, self.arrivals, data, scenario)
        self.levels = read_levels(data, scenario, self.sides)
        self.air = options["air"] == "yes"
        self.place_names = {place.hex: place.name for place in self.board.atlas.places}
        without_zone = [unit for unit in self.ground_units if not self.has_zone[unit]]
        combat = [unit for unit in self.ground_units if self.is_combat[unit]]
        self._ground = Fields(self.grid, self.side_of, units=self.ground_units, no_zone=without_zone, fighting=combat)
        self._fields: dict[bytes, Field] = {}
        self._last: tuple[bytes, Field | None] = b"", None
        self._fronts = [kept_last(64, partial(Front, self.board)) for _ in self.sides]
        self.rings = lru_cache(64)(partial(Rings, self.grid))
        west = [hex_ for hex_ in self.grid if int(self.grid.label(hex_)) // 100 <= FROZEN_COLUMN]
        self._west = self.grid.set_of(west) if scenario == "friedensturm" else 0

    @rule("2.2.1", "2.2.2", "3.0/Combat unit", "3.0/Support unit", "5.0", "3.0/Artillery support units", "15.0")
    def _read_kinds(self, types: list[CounterType]) -> None:
        """Combat units are divisions, regiments (a brigade is one) and tanks; all others support."""
        self.side_of = [type_.side for type_ in types]
        self.symbol_of = [type_.symbol for type_ in types]
        self.is_combat = [type_.symbol in COMBAT_SYMBOLS for type_ in types]
        self.is_tank = [type_.symbol == "tank" for type_ in types]
        self.has_zone = [combat and not tank for combat, tank in zip(self.is_combat, self.is_tank, strict=True)]
        self.is_division = [type_.size == "XX" and type_.symbol in COMBAT_SYMBOLS for type_ in types]
        self.is_regiment = [type_.size in REGIMENT_SIZES and type_.symbol in COMBAT_SYMBOLS for type_ in types]
        self.is_army_gun = [type_.symbol.startswith("army-artillery") for type_ in types]
        self.is_corps_gun = [type_.symbol.startswith("artillery/") for type_ in types]
        self.is_gun = [army or corps for army, corps in zip(self.is_army_gun, self.is_corps_gun, strict=True)]
        self.is_hq = [type_.symbol == "headquarters" for type_ in types]
        self.is_air = [type_.symbol == "air" for type_ in types]
        self.is_stosstruppen = [type_.symbol == "storm" for type_ in types]
        numbers = range(len(types))
        self.ground_units = [u for u in numbers if not self.is_air[u] and not self.is_stosstruppen[u]]
        self.units = self._pair([True] * len(types))
        self.combat_units, self.guns = self._pair(self.is_combat), self._pair(self.is_gun)
        self.hqs, self.air_units = self._pair(self.is_hq), self._pair(self.is_air)
        self.stosstruppen = [u for u in numbers if self.is_stosstruppen[u]]
        self.ground_of = self._pair(
            [not air and not storm for air, storm in zip(self.is_air, self.is_stosstruppen, strict=True)]
        )
        self.cost_kind = [self._kind_of_costs(unit) for unit in numbers]
        self.moves_as = [FIGHTS if self.is_combat[u] else LEADS if self.is_hq[u] else SHOOTS for u in numbers]
        self.german_tank = next(u for u in numbers if self.is_tank[u] and self.side_of[u] == GERMAN)

    def _kind_of_costs(self, unit: int) -> int:
        """Whose costs a unit pays: guns cross rivers on bridges only, pontoons carry German combat units only."""
        if self.is_gun[unit]:
            return GUNS
        return TROOPS_WITH_PONTOONS if self.is_combat[unit] and self.side_of[unit] == GERMAN else TROOPS

    def _pair(self, chosen: list[bool]) -> tuple[list[int], list[int]]:
        """The chosen units of each side."""
        german, allied = (
            [unit for unit, yes in enumerate(chosen) if yes and self.side_of[unit] == side] for side in (GERMAN, ALLIED)
        )
        return german, allied

    @rule(
        "3.0/Attack strength", "3.0/Defence strength", "3.0/Movement allowance", "6.0", "12.2.8 tab", "3.0/Hit points"
    )
    def _read_values(self, types: list[CounterType]) -> None:
        """What is printed on the counters, and how many hit points a step of each costs."""
        values = [type_.values for type_ in types]
        self.attack = [(v["attack"], v["back_attack"]) for v in values]
        self.defence = [(v["defence"], v["back_defence"]) for v in values]
        self.allowance = [v["move"] for v in values]
        self.printed_morale, self.plus = [v["morale"] for v in values], [bool(v["plus"]) for v in values]
        self.steps = [v["steps"] for v in values]
        self.gun_strength = [(v["strength"], v["back_strength"]) for v in values]
        self.range = [v["range"] for v in values]
        self.coordination, self.protection = ([v[word] for v in values] for word in ("coordination", "protection"))
        self.nation = [counter.extra["nation"] for counter in self.counters]
        self.division = [counter.extra["group"] for counter in self.counters]
        self.hit_cost = [self._cost_of_step(unit) for unit in range(len(types))]
        self.printed = [_print(type_) for type_ in types]

    def _cost_of_step(self, unit: int) -> int:
        """Two hit points for a regiment, three for a division or anything American, its protection for a tank."""
        if self.is_tank[unit]:
            return self.protection[unit]
        return 3 if self.is_division[unit] or self.nation[unit] in AMERICANS else 2

    def field(self, s: MarneState) -> Field:
        """Who stands where; kept for the last positions."""
        key = s.at.tobytes()
        last, found = self._last
        if key == last and found is not None:
            return found
        found = self._fields.get(key)
        if found is None:
            if len(self._fields) >= FIELDS_KEPT:
                self._fields.clear()
            found = self._fields[key] = Field(self._ground.of(s.at))
        self._last = key, found
        return found

    def front(self, s: MarneState, side: int) -> Front:
        """What the enemy leaves open to a side."""
        field, enemy = self.field(s), 1 - side
        return self._fronts[side](field.combat[enemy], field.ground[enemy], field.zone[enemy], self.frozen(s))

    def _coming_by(self, side: int, turn: int, sequence: int) -> list[int]:
        """The ground units of a side that may arrive in play, in some turn and sequence or before."""
        now, side_of, is_air = (turn, sequence), self.side_of, self.is_air
        return [u for u, a in self.arrivals.items() if side_of[u] == side and not is_air[u] and a.first <= now]

    def distance(self, hex_: int, goals: HexSet) -> int:
        """Steps from a hex to the nearest of some."""
        return len(self.rings(goals).to(hex_)) - 1

    def nearer(self, hex_: int, goals: HexSet) -> HexSet:
        """The hexes that are nearer to the nearest of some than a hex is."""
        return [0, *self.rings(goals).to(hex_)][-2]

    @rule("S3/Freeze")
    def frozen(self, s: MarneState) -> HexSet:
        """The west of scenario 3 in its first turn: nobody moves in, out or within."""
        return self._west if s.turn == self.turns[0] else 0

    @rule("S3/Freeze")
    def quiet(self, s: MarneState) -> HexSet:
        """The frozen hexes as far as combat is concerned: none, if the freeze is read as one of movement only."""
        return self.frozen(s) if self.options["freeze"] == "all" else 0

    # -- what a counter is worth now

    def now(self, s: MarneState) -> Sequence:
        """The line of the schedule that is being played."""
        return self.schedule.get((s.turn, s.sequence)) or self.schedule[self.turns[0], 1]

    @rule("3.0/Morale")
    def morale(self, s: MarneState, unit: int) -> int:
        """The printed morale; Americans have what the scenario adds."""
        return self.printed_morale[unit] + (self.now(s).us if self.plus[unit] else 0)

    @rule("3.0/Elite")
    def is_elite(self, s: MarneState, unit: int) -> bool:
        """A regiment of morale 5 or 6; no division ever is."""
        return self.is_regiment[unit] and self.morale(s, unit) >= ELITE

    @rule("3.0/Doctrine")
    def doctrine(self, unit: int) -> str:
        """Foch, evolving or Petain; the Germans have none."""
        return self.doctrines[unit]

    @rule("6.0")
    def steps_left(self, s: MarneState, unit: int) -> int:
        """Steps that a unit can still lose."""
        return self.steps[unit] - s.lost[unit]

    def attack_strength(self, s: MarneState, unit: int) -> int:
        """The attack strength of the side that is up."""
        return self.attack[unit][1 if s.lost[unit] else 0]

    def defence_strength(self, s: MarneState, unit: int) -> int:
        """The defence strength of the side that is up."""
        return self.defence[unit][1 if s.lost[unit] else 0]

    def fire_strength(self, s: MarneState, gun: int) -> int:
        """The bombardment strength of the mode that is up."""
        return self.gun_strength[gun][1 if s.mode[gun] == OFFENSIVE else 0]

    def stosstruppen_of(self, s: MarneState, regiment: int) -> int | None:
        """The Stosstruppen under a regiment."""
        return next((unit for unit in self.stosstruppen if s.under[unit] == regiment), None)

    def is_fit(self, s: MarneState, unit: int) -> bool:
        """At full strength and in order: such a unit may advance and exploit."""
        return not s.lost[unit] and not s.order[unit]


ELITE = 5


def _print(type_: CounterType) -> tuple[str, ...]:
    """What is printed on a counter, in words."""
    v = type_.values
    if type_.symbol in COMBAT_SYMBOLS:
        morale = (f"morale {v['morale']}{'+' if v['plus'] else ''}",) if v["morale"] else ()
        return (f"{v['attack']}-{v['defence']}-{v['move']}", *morale)
    return (f"strength {v['strength']}, range {v['range']}",) if v["range"] else ()


MarnePlay = Play[MarneData, MarneState]
MarneStep = Step[MarneData, MarneState]


class MarneAsk(Ask[MarneData, MarneState], frozen=True):
    """A question of this game; it says of itself whether it can stand in a position that somebody wrote."""

    in_battle: ClassVar[bool] = False
    """It belongs to a battle, so there must be one."""
    below: ClassVar[str] = ""
    """The kind of question that must lie below it."""
    on_map: ClassVar[bool] = True
    """All units that it names stand on the map."""

    def holds(self, rules: MarneData, s: MarneState) -> bool:
        """Its units are units, its hexes hexes, there is a battle if it needs one, and it has an answer."""
        fields = [(kind, getattr(self, name)) for name, kind in kinds(type(self)).items()]
        units = [unit for kind, value in fields for unit in _units(kind, value)]
        named = all(unit >= 0 and (s.at[unit] >= 0 or not self.on_map) for unit in units)
        placed = all(value >= 0 for kind, value in fields if kind == "hex")
        fits = not self.in_battle or s.target >= 0
        return named and placed and fits and self._lies_well(s) and self._can_be_answered(rules, s)

    def _lies_well(self, s: MarneState) -> bool:
        """The question that it belongs to lies below it."""
        place = next((n for n, frame in enumerate(s.frames) if frame is self), 0)
        return not self.below or (place > 0 and is_named(s.frames[place - 1], self.below))

    def _can_be_answered(self, rules: MarneData, s: MarneState) -> bool:
        return s.frames[-1] is not self or bool(self.offer(rules, s))


def is_named(frame: Frame, name: str) -> bool:
    """Whether a frame is of a class of this name, or of one derived from it."""
    return any(kind.__name__ == name for kind in type(frame).__mro__)


def _units(kind: str, value: object) -> tuple[int, ...]:
    """The units that a field names."""
    if kind == "unit" and isinstance(value, int):
        return (value,)
    return value if kind == "unit*" and isinstance(value, tuple) else ()


class MarneRoll(MarneAsk, Roll[MarneData, MarneState], frozen=True):
    """A question whose only answer is a throw."""
