"""The data of the game, which every chapter knows: board, counters, tables and tracks."""

from __future__ import annotations

from typing import NamedTuple

from westfront.engine.catalogue import rule
from westfront.engine.counters import NEUTRAL, load_counters, load_types, stock
from westfront.engine.data import DataFolder
from westfront.engine.frame import Ask, Play, Roll, Step
from westfront.engine.names import Names
from westfront.engine.rules import GameData
from westfront.engine.tables import difference, load_tables
from westfront.games.meuse.board import MeuseBoard
from westfront.games.meuse.state import ALLIED, BOXES, GERMAN, MeuseState
from westfront.hexgrid import HexSet
from westfront.mechanics.field import Field, Fields
from westfront.mechanics.plans import read_name

VALUES = ("attack", "defence", "move", "steps", "strength", "back_attack", "back_defence", "back_move")
EXTRA = ("nation", "designation", "arrival", "group")
GROUPS = ("start", "line", "line-depleted", "reserve", "reinforcement", "reinforcement-depleted", "brigade", "marker")
LAST_TURN = 24
BOMBARDMENT_MARKERS = 12


class Track(NamedTuple):
    """One turn of the track: its dates, and for each side bombardment markers and support markers."""

    dates: str
    artillery: tuple[int, int]
    support: tuple[int, int]


class Ratings(NamedTuple):
    """What one side of a counter prints."""

    attack: int
    defence: int
    move: int


NOTHING = Ratings(0, 0, 0)


class MeuseData(GameData):
    """Board, counters, tables and tracks of one scenario with its options."""

    sides = ("allied", "german")

    def __init__(self, scenario: str, options: dict[str, str], data: DataFolder) -> None:
        super().__init__(scenario, options, data)
        self.board = MeuseBoard(data)
        self.grid, self.terrain = self.board.grid, self.board.terrain
        self._read_counters(data)
        self.names = Names(self.grid, [counter.name for counter in self.counters], self.sides, BOXES)
        tables = load_tables(data)
        self.crt, self.bombardment = difference(tables["crt"]), tables["bombardment"]
        self.track = read_track(data)
        row = data.rows("scenarios", ["scenario", "goal", "last_turn", "beyond"])[scenario]
        self.goal, self.last_turn = self.grid.hex(row.text("goal")), row.number("last_turn", 1, len(self.track) - 1)
        """The hex that the Allies must enter, and the turn with which the game ends."""
        self.beyond = row.number("beyond", 0, 31)
        """With so many units in the line or beyond it the Allies win at the end; 0 if that does not count."""
        self.deployment = self._read_deployment(data)
        self.fields = Fields(self.grid, self.side_of, units=range(self.fighters))

    @rule("2.0", "2.3", "13.1", "13.3", "10.3", "T-GOB", "T-AOB", "C-MIX", "C-BDE", "C-AIR", "C-SFM", "EX-13.1-steps")
    def _read_counters(self, data: DataFolder) -> None:
        """Columns of what is printed on the counters; the neutral ones (bombardment, turn) are numbers in the state."""
        types = load_types(data, (*self.sides, NEUTRAL), VALUES)
        self.counters = [c for c in load_counters(data, types, EXTRA) if c.type.side in (ALLIED, GERMAN)]
        self.side_of = [counter.type.side for counter in self.counters]
        self.full_steps = [counter.type.values["steps"] for counter in self.counters]
        self.groups = [counter.choice("group", GROUPS) for counter in self.counters]
        self.arrival = [counter.number("arrival", 1, LAST_TURN) for counter in self.counters]
        self.strength = [counter.type.values["strength"] for counter in self.counters]
        self.ratings = [self._sides(counter.type.values) for counter in self.counters]
        """What a unit prints with so many steps left."""
        self.fighters = sum(steps > 0 for steps in self.full_steps)
        """Divisions and brigades have the first numbers; markers follow."""
        fighters = range(self.fighters)
        self.units = tuple([u for u in fighters if self.side_of[u] == side] for side in (ALLIED, GERMAN))
        self.brigades = stock(self.counters, "brigade")
        self.is_brigade = [group == "brigade" for group in self.groups]
        self.three_step = [steps == 3 for steps in self.full_steps]
        markers = range(self.fighters, len(self.counters))
        self.aircraft = [u for u in markers if self.counters[u].type.symbol == "air"]
        guns = [u for u in markers if self.strength[u]]
        self.support = tuple([u for u in guns if self.side_of[u] == side] for side in (ALLIED, GERMAN))

    def _sides(self, values: dict[str, int]) -> tuple[Ratings, ...]:
        """Ratings by steps left: the front when all are there, else the back."""
        steps = values["steps"]
        front = Ratings(values["attack"], values["defence"], values["move"])
        back = Ratings(values["back_attack"], values["back_defence"], values["back_move"])
        return (NOTHING, *[back] * (steps - 1), front)

    @rule("T-DEP")
    def _read_deployment(self, data: DataFolder) -> dict[int, int]:
        """The ready-made deployment of both sides."""
        rows = data.rows("deployment", ["unit", "hex"]).values()
        return {read_name(self.names, row, "unit", "unit"): self.grid.hex(row.text("hex")) for row in rows}

    @rule("2.3", "13.1", "EX-13.1-steps")
    def is_depleted(self, s: MeuseState, unit: int) -> bool:
        """Whether a division lies on its back."""
        return self.is_on_back(unit, s.steps[unit])

    def is_on_back(self, unit: int, steps: int) -> bool:
        """Whether so many steps put it on its back; a brigade has one side only."""
        return steps == self.full_steps[unit] - 1 > 0

    def field(self, s: MeuseState) -> Field:
        """Who stands where."""
        return self.fields.of(s.at)

    @rule("6.0", "14.2")
    def zone(self, s: MeuseState, side: int) -> HexSet:
        """Every unit controls the six hexes around it; Allied zones stay out of trenches that are whole."""
        zone = self.fields.of(s.at).zone[side]
        return zone & ~(self.board.trench & ~s.breached) if side == ALLIED else zone

    def place_name(self, hex_: int) -> str:
        """The label of a hex with its town, if it has one."""
        label = self.names.place(hex_)
        return next((f"{label} {place.name}" for place in self.board.atlas.places if place.hex == hex_), label)


@rule("T-TURN", "T-ARTY", "T-SF", "2.2", "19.1")
def read_track(data: DataFolder) -> list[Track]:
    """The turn track with artillery and support; turn 1 stands at 1."""
    columns = ["turn", "dates", "allied_artillery", "german_artillery", "allied_support", "german_support"]
    track = [Track("", (0, 0), (0, 0))]
    for number, row in enumerate(data.rows("turns", columns).values(), 1):
        if row.number("turn") != number:
            raise row.error(f"turn {number} is missing")
        artillery = row.number("allied_artillery", 0, 12), row.number("german_artillery", 0, 12)
        if sum(artillery) > BOMBARDMENT_MARKERS:
            raise row.error(f"there are {BOMBARDMENT_MARKERS} bombardment markers")
        support = row.number("allied_support", 0, 6), row.number("german_support", 0, 4)
        track.append(Track(row.text("dates"), artillery, support))
    return track


MeusePlay = Play[MeuseData, MeuseState]
MeuseAsk = Ask[MeuseData, MeuseState]
MeuseStep = Step[MeuseData, MeuseState]
MeuseRoll = Roll[MeuseData, MeuseState]
