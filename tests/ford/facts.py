"""What the chapters of the Ford know: the map, the counters, the tables, and who stands where."""

from __future__ import annotations

from tests.ford.board import POINT, Board
from tests.ford.state import BLUE, RED, FordState
from westfront.engine.catalogue import rule
from westfront.engine.counters import load_counters, load_types
from westfront.engine.data import DataFolder
from westfront.engine.frame import Ask, Play, Refusal, Step
from westfront.engine.names import NOBODY, Names
from westfront.engine.rules import GameData
from westfront.engine.state import DRAW
from westfront.engine.tables import difference, load_tables, ratio
from westfront.hexgrid import HexSet
from westfront.mechanics.field import Field, Fields


class FordData(GameData):
    """The data of one match."""

    sides = ("red", "blue")
    wins_ties = DRAW
    """Who has won if the points are equal; another version of the rules may say otherwise."""

    def __init__(self, scenario: str, options: dict[str, str], data: DataFolder) -> None:
        super().__init__(scenario, options, data)
        self.hidden = options["fog"] == "on"
        self.board = Board(data)
        self.grid = self.board.grid
        self.counters = load_counters(data, load_types(data, self.sides, ("attack", "defence", "move", "steps")))
        self.names = Names(self.grid, [counter.name for counter in self.counters], self.sides)
        tables = load_tables(data)
        self.crt, self.bombardment = ratio(tables["crt"]), difference(tables["bombardment"])
        self.weather = tables["weather"]
        self.side_of = [counter.type.side for counter in self.counters]
        self.attack = [counter.type.values["attack"] for counter in self.counters]
        self.defence = [counter.type.values["defence"] for counter in self.counters]
        self.ticks = [counter.type.values["move"] * POINT for counter in self.counters]
        self.is_gun = [counter.type.symbol == "artillery" for counter in self.counters]
        self.fields = Fields(self.grid, self.side_of)
        self.units = tuple([u for u, owner in enumerate(self.side_of) if owner == side] for side in (RED, BLUE))

    def field(self, s: FordState) -> Field:
        """Who stands where."""
        return self.fields.of(s.at, s.height)

    def occupied(self, s: FordState, side: int) -> HexSet:
        """The hexes with a unit of a side."""
        return self.field(s).occupied[side]

    def shared(self, s: FordState, side: int) -> HexSet:
        """The hexes with more than one unit of a side."""
        return self.field(s).stacked(2) & self.occupied(s, side)

    def stack(self, s: FordState, hex_: int) -> tuple[int, ...]:
        """The units in a hex, the top one first."""
        return self.field(s).stack(hex_)

    @rule("2.4")
    def zone(self, s: FordState, side: int) -> HexSet:
        """Every unit controls the six hexes around it."""
        return self.field(s).zone[side]

    @rule("2.1")
    def why_not_yours(self, s: FordState, side: int, unit: int) -> Refusal | None:
        """Only units of one's own that are on the map can be given orders."""
        if unit == NOBODY or self.side_of[unit] != side or s.at[unit] < 0:
            return Refusal("2.1", f"{self.names.write('unit', unit)} is not one of your units on the map")
        return None

    def stands_in(self, s: FordState, side: int, hex_: int) -> bool:
        """Whether a side has a unit in a hex."""
        return hex_ >= 0 and bool(self.occupied(s, side) >> hex_ & 1)

    def are_ready(self, s: FordState, side: int, units: tuple[int, ...]) -> bool:
        """Whether these are units of one side on the map, each once."""
        return self.field(s).are_on_map(side, units)


FordPlay = Play[FordData, FordState]
FordAsk = Ask[FordData, FordState]
FordStep = Step[FordData, FordState]
