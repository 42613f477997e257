"""What the chapters know: the board, the counters with their printed values, the tables, and who stands where."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from westfront.engine.catalogue import rule
from westfront.engine.counters import Counter, load_counters, load_types
from westfront.engine.data import DataFolder
from westfront.engine.frame import Ask, Play, Refusal, Roll, Step
from westfront.engine.names import NOBODY, Names
from westfront.engine.rules import GameData
from westfront.engine.tables import load_tables, ratio
from westfront.games.storm.board import StormBoard
from westfront.games.storm.state import (
    ALLIED,
    BEL,
    BOXES,
    BRI,
    FRE,
    GER,
    GERMAN,
    JAP,
    NATIONS,
    USA,
    StormState,
)
from westfront.hexgrid import HexSet
from westfront.mechanics.field import Field, Fields

MAJOR = {
    "german": GER,
    "austrian": GER,
    "british": BRI,
    "australian": BRI,
    "canadian": BRI,
    "portuguese": BRI,
    "french": FRE,
    "italian": FRE,
    "japanese": FRE,
    "belgian": BEL,
    "american": USA,
}
"""2.41: the major nationality of every nation of the counter list."""
TANKS = ("tank", "heavy-tank", "fast-tank")
INFANTRY = ("infantry", "storm", "marine", "mountain")
NO_ZONE = (*TANKS, "artillery", "anti-tank")
STEPS_OF = {"japanese": JAP}


class Turn(NamedTuple):
    """A line of the calendar: its date, up to which number of the die it is wet, and the replacement steps."""

    date: str
    wet: int
    steps: tuple[int, ...]
    mechanized: int


class StormData(GameData):
    """The data of one match."""

    sides = ("german", "allied")

    def __init__(self, scenario: str, options: dict[str, str], data: DataFolder) -> None:
        super().__init__(scenario, options, data)
        self.is_1919 = scenario == "plan-1919"
        self._read_start(data)
        self.board = StormBoard(data, self.map)
        self.grid = self.board.grid
        self._read_counters(data)
        self.names = Names(self.grid, [counter.name for counter in self.counters], self.sides, BOXES)
        tables = load_tables(data)
        self.crt = ratio(tables["crt"])
        self.strategic_bombing, self.tactical_bombing = tables["strategic-bombing"], tables["tactical-bombing"]
        no_zone = [u for u in self.ground if self.symbol[u] in NO_ZONE]
        self.fields = Fields(self.grid, self.side_of, units=self.ground, no_zone=no_zone, closed=self.board.all_sea)

    def on(self, option: str) -> bool:
        """Whether an optional rule is in force."""
        return self.options[option] == "on"

    @rule("3.2", "6.2", "S1.4", "S2.3", "S3.2", "S3.11", "S3.13", "S3.27", "S3.28", "8.5")
    def _read_start(self, data: DataFolder) -> None:
        """Map, length, tracks and replacement chart of the scenario."""
        columns = ["scenario", "map", "chart", "first_turn", "last_turn", "german_morale", "allied_morale", *NATIONS]
        row = data.rows("start", columns)[self.scenario]
        self.map, chart = row.choice("map", ("storm", "storm-1919")), row.text("chart")
        self.first_turn, self.last_turn = row.number("first_turn", 0, 20), row.number("last_turn", 0, 20)
        self.morale_at_start = row.number("german_morale", 0, 30), row.number("allied_morale", 0, 30)
        self.pool_at_start = tuple(row.number(nation) for nation in NATIONS)
        self.calendar: dict[int, Turn] = {}
        lines = data.rows("calendar", ["chart", "turn", "date", "wet", *NATIONS, "mechanized"], keys=2)
        for line in lines.values():
            if line.text("chart") == chart:
                steps = tuple(line.number(nation, 0, 99) for nation in NATIONS)
                turn = Turn(line.text("date"), line.number("wet", 0, 6), steps, line.number("mechanized", 0, 99))
                self.calendar[line.number("turn", 0, 20)] = turn

    @rule("2.4", "2.41", "2.43", "2.44", "2.45", "2.46", "2.47", "S3.4", "S3.5")
    def _read_counters(self, data: DataFolder) -> None:
        """Columns of what is printed on the counters; pairs have the full side first, the reduced one second."""
        values = ("attack", "defence", "move", "steps", "stacking", "range")
        backs = ("back_attack", "back_defence", "back_move", "start")
        types = load_types(data, (*self.sides, "neutral"), (*values, *backs))
        every = load_counters(data, types, ("nation", "designation", "arrival", "group"))
        self.counters: list[Counter] = [c for c in every if c.type.size != "marker"]
        printed = [counter.type.values for counter in self.counters]
        self.side_of = [counter.type.side for counter in self.counters]
        self.minor = [counter.choice("nation", list(MAJOR)) for counter in self.counters]
        self.nation = [MAJOR[name] for name in self.minor]
        self.steps_of = [STEPS_OF.get(name, MAJOR[name]) for name in self.minor]
        """The replacement pool of each unit."""
        self.symbol = [counter.type.symbol for counter in self.counters]
        self.attack = [(p["back_attack"], p["attack"]) if p["steps"] > 1 else (p["attack"],) * 2 for p in printed]
        self.defence = [(p["back_defence"], p["defence"]) if p["steps"] > 1 else (p["defence"],) * 2 for p in printed]
        self.move = [(p["back_move"], p["move"]) if p["steps"] > 1 else (p["move"],) * 2 for p in printed]
        """Attack, defence and movement factors by unit, those of one step first, then those of two."""
        self.full = [p["steps"] for p in printed]
        self.weight = [p["stacking"] for p in printed]
        self.arrival = [counter.number("arrival", 0, 20) for counter in self.counters]
        self.is_tank = [symbol in TANKS for symbol in self.symbol]
        self.is_infantry = [symbol in INFANTRY for symbol in self.symbol]
        self.is_storm = [symbol in ("storm", "mountain") for symbol in self.symbol]
        self.is_division = [u_nation == USA and self.is_infantry[u] for u, u_nation in enumerate(self.nation)]
        """American divisions, the Marines included; the Tank Corps is none (9.6)."""
        self.ground = [u for u, symbol in enumerate(self.symbol) if symbol != "air"]
        self.air = tuple(
            [u for u, s in enumerate(self.symbol) if s == "air" and self.side_of[u] == side] for side in (0, 1)
        )
        self.own = tuple([u for u in self.ground if self.side_of[u] == side] for side in (GERMAN, ALLIED))
        self.free = tuple([u for u in own if not self.weight[u]] for own in self.own)
        """The units of each side that stack free."""
        self.of_nation = [[u for u in self.ground if self.nation[u] == nation] for nation in range(len(NATIONS))]
        stretches = [(nation, [*units]) for nation, units in groupby(range(len(printed)), self.nation.__getitem__)]
        self.allied_stretches = [
            (nation, slice(units[0], units[-1] + 1)) for nation, units in stretches if nation != GER
        ]
        """Each Allied nationality with the units of it that follow one another; air units are never in a hex."""
        self.french_infantry = {u for u, counter in enumerate(self.counters) if counter.type.name == "french-infantry"}
        self.divisions = [u for u, is_one in enumerate(self.is_division) if is_one]
        self.american_tanks = [u for u in self.of_nation[USA] if not self.is_division[u]]
        self.unit_named = {counter.name: u for u, counter in enumerate(self.counters)}
        self.agb, self.raf = self.unit_named["GE-AGB"], self.unit_named["RAF"]
        self.is_feeble = [self.is_tank[u] or u == self.agb or not all(self.attack[u]) for u in range(len(printed))]
        """Those who cannot attack without others, or not always."""
        self.marines, self.japanese, self.alpine = (self.unit_named[name] for name in ("USMC", "JEF", "AK"))
        special = (self.japanese, self.alpine)
        plain = [u for u in self.ground if self.is_infantry[u] and self.weight[u] and u not in special]
        self.like_most = {self.nation[u]: u for u in plain}
        """An infantry unit of each nationality, with nothing special about it."""
        self.australians, self.panzer = self.unit_named["BR-Aus"], self.unit_named["GE-1PZ"]
        self.stoss = [u for u, counter in enumerate(self.counters) if counter.type.name == "german-stosstruppen"]
        self.counterpart = {u: self.unit_named[self.counters[u].name.removesuffix("-stoss")] for u in self.stoss}
        """The regular corps that takes the place of each Stosstruppen corps."""
        self.stoss_of = {regular: stoss for stoss, regular in self.counterpart.items()}
        self.doubles = {*self.counterpart, *self.stoss_of}
        """Stosstruppen and their counterparts."""

    # -- what every chapter needs

    def field(self, s: StormState) -> Field:
        """Who stands where."""
        return self.fields.of(s.at, s.height)

    def stack(self, s: StormState, hex_: int) -> tuple[int, ...]:
        """The ground units in a hex, the top one first."""
        return self.field(s).stacks.get(hex_, ())

    @rule("10.1", "10.2", "10.2-ex", "S3.19")
    def zone(self, s: StormState, side: int) -> HexSet:
        """Zones of control of a side: the six hexes around ground units, but not over all-sea hexsides.

        Tanks, AGB and anti-tank units have none.
        """
        return self.field(s).zone[side]

    @rule("3.5")
    def controlled(self, s: StormState, side: int) -> HexSet:
        """The hexes that a side controls: every land hex has one controller."""
        return s.german if side == GERMAN else self.board.playable & ~s.german

    def attack_of(self, s: StormState, unit: int) -> int:
        """The attack factor that is face up."""
        return self.attack[unit][s.steps[unit] > 1 or self.full[unit] < 2]

    def defence_of(self, s: StormState, unit: int) -> int:
        """The defence factor that is face up."""
        return self.defence[unit][s.steps[unit] > 1 or self.full[unit] < 2]

    def move_of(self, s: StormState, unit: int) -> int:
        """The movement factor that is face up."""
        return self.move[unit][s.steps[unit] > 1 or self.full[unit] < 2]

    @rule("3.1")
    def why_not_yours(self, s: StormState, side: int, unit: int) -> Refusal | None:
        """Only ground units of one's own that are on the map can be given orders."""
        if unit == NOBODY or self.side_of[unit] != side or s.at[unit] < 0:
            return Refusal("3.1", f"{self.names.write('unit', unit)} is not one of your units on the map")
        return None

    def stands_in(self, s: StormState, side: int, hex_: int) -> bool:
        """Whether a side has a ground unit in a hex."""
        return hex_ >= 0 and bool(self.field(s).occupied[side] >> hex_ & 1)


StormPlay = Play[StormData, StormState]
StormAsk = Ask[StormData, StormState]
StormRoll = Roll[StormData, StormState]
StormStep = Step[StormData, StormState]
