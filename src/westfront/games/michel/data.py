"""What the game is made of: map, counters, table, orders of battle; and its frames and plays by name."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.counters import load_counters, load_types
from westfront.engine.data import DataFolder
from westfront.engine.frame import Ask, Play, Step
from westfront.engine.grammar import Action
from westfront.engine.names import Names
from westfront.engine.rules import GameData
from westfront.engine.tables import load_tables, ratio
from westfront.games.michel.board import MichelBoard
from westfront.games.michel.forces import read_chart, read_forces, read_historical
from westfront.games.michel.state import ALLIED, BOXES, GERMAN, MichelState
from westfront.mechanics.field import Field, Fields
from westfront.mechanics.plans import Plan


class MichelData(GameData):
    """Everything that is printed: the map, the counters, the tables, and what the two options bring with them."""

    sides = ("german", "allied")
    plans: tuple[Plan, Plan]
    """What each side sets up."""

    def __init__(self, scenario: str, options: dict[str, str], data: DataFolder) -> None:
        super().__init__(scenario, options, data)
        self.board = MichelBoard(data, int(options["river_extra_mp"]), options["german"] != "2")
        self.grid, self.terrain = self.board.grid, self.board.terrain
        types = load_types(data, self.sides, ("combat", "move", "steps"))
        self.counters = load_counters(data, types, ("nation", "designation", "arrival", "group"))
        self.names = Names(self.grid, [counter.name for counter in self.counters], self.sides, BOXES)
        self.crt = ratio(load_tables(data)["crt"])
        self.place_names = {place.hex: place.name for place in self.board.atlas.places}
        self._read_counters()
        self._read_options(data)
        self._fields = Fields(self.grid, self.side_of)

    @rule("Def-CombatStrength", "Def-MovementAllowance", "Movement-J", "Option-7", "OOB-7")
    def _read_counters(self) -> None:
        """Columns of what is printed on the counters."""
        self.side_of = [counter.type.side for counter in self.counters]
        self.type_of = [counter.type.name for counter in self.counters]
        self.strength = [counter.type.values["combat"] for counter in self.counters]
        self.allowance = [counter.type.values["move"] for counter in self.counters]
        self.printed = [f"{combat}-{move}" for combat, move in zip(self.strength, self.allowance, strict=True)]
        self.printed_facts = [(self.printed[u], counter.type.symbol) for u, counter in enumerate(self.counters)]
        self.is_corps = [counter.type.symbol == "supply" for counter in self.counters]
        self.is_cavalry = [counter.type.symbol == "cavalry" for counter in self.counters]
        free = self.options["german"] != "7"
        self.infiltrates = [free and counter.type.name == "stosstruppen" for counter in self.counters]
        self.units = tuple([u for u, owner in enumerate(self.side_of) if owner == side] for side in (GERMAN, ALLIED))
        self.takes: list[Action] = [("take", unit) for unit in range(len(self.counters))]
        """The order to take up each unit."""
        self.corps = tuple([u for u in units if self.is_corps[u]] for units in self.units)
        self.corps_span = tuple(slice(min(units, default=0), max(units, default=-1) + 1) for units in self.corps)
        """The part of a column from the first corps of a side to its last."""
        self.ground_units = tuple([u for u in units if not self.is_corps[u]] for units in self.units)

    @rule("Player-Base", "RelativeStrength", "OOB-1", "OOB-2", "OOB-6", "OOB-10", "OOB-12", "Option-6")
    def _read_options(self, data: DataFolder) -> None:
        """What the two options bring with them."""
        rows = data.rows("options", ["option", "side", "strength", "deployment", "column", "title"])
        german, allied = rows[self.options["german"]], rows[self.options["allied"]]
        self.base = german.number("strength") - allied.number("strength")
        self.deployment = german.text("deployment"), allied.text("deployment")
        self.guns_double = self.options["german"] != "6"
        self.strict_one_function = self.options["strict_one_function"] == "yes"
        self.forces = read_forces(self.options, data)
        self.chart = read_chart(allied.text("column"), int(self.options["reinforcements"]), data)
        self.historical = read_historical(self.board, self.counters, data)

    @rule("Supply-C", "Supply-G", "Movement-M", "Option-7")
    def may_leave_supply(self, unit: int) -> bool:
        """Stosstruppen may leave general supply on purpose, corps have it always."""
        return self.is_corps[unit] or self.infiltrates[unit]

    @rule("ZOC-General", "ZOC-Procedure", "ZOC-D")
    def field(self, s: MichelState) -> Field:
        """Who stands where. Every unit controls the six hexes around it; zones coexist."""
        return self._fields.of(s.at)

    def is_own(self, s: MichelState, side: int, unit: int) -> bool:
        """Whether this is a unit of a side, on the map."""
        return unit >= 0 and self.side_of[unit] == side and s.at[unit] >= 0


MichelPlay = Play[MichelData, MichelState]
MichelAsk = Ask[MichelData, MichelState]
MichelStep = Step[MichelData, MichelState]
