"""The rules object: the data of the game, what is seen, and what must always hold."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.engine.catalogue import rule
from westfront.engine.counters import load_counters, load_types
from westfront.engine.data import DataFolder
from westfront.engine.dice import RepeatableRandom
from westfront.engine.event import Texts
from westfront.engine.grammar import Grammar
from westfront.engine.names import Names
from westfront.engine.rules import Rules
from westfront.engine.tables import load_tables, ratio
from westfront.engine.view import Overlay, Piece, Pile, Preview, Scene
from westfront.games.michel import allocation, combat, deployment, movement, replacements, results, sequence, setup
from westfront.games.michel.board import GLYPHS, MichelBoard
from westfront.games.michel.invariants import broken
from westfront.games.michel.previews import overlays, preview
from westfront.games.michel.setup import read_chart, read_forces, read_historical, read_plans, start_state
from westfront.games.michel.state import ALLIED, BOXES, DUE, GERMAN, OFF, MichelState
from westfront.games.michel.texts import PATTERNS, TEXTS
from westfront.games.michel.victory import held, points_of, series
from westfront.games.michel.zoc import Field

FIELDS_KEPT = 64


class Michel(Rules[MichelState]):
    """Operation Michel, version 1."""

    id = "michel"
    version = "1"
    title = "1918: Operation Michel"
    sides = ("german", "allied")
    scenarios = {"michel": "The German offensive of 21 March 1918, ten days."}
    choices = {
        "german": ("5", "1", "2", "3", "4", "6", "7"),
        "allied": ("13", "8", "9", "10", "11", "12"),
        "victory": ("historical", "player"),
        "river_extra_mp": ("2", "1"),
        "strict_one_function": ("no", "yes"),
        "reinforcements": ("2", "1"),
    }
    """The two orders of battle; the scale that decides; and rulings: points to cross a river, whether a corps that gave
    general supply may give attack supply, the game-turn of the first block of the reinforcement chart."""
    blurb = "Divisions of stormtroops against the British line, 21 March 1918: move, fight, move again, for ten days."
    length = "3 to 6 hours"
    complexity = 3
    notes = {
        "german": "German order of battle: 5 historical, 1 six more divisions, 2 no devastation, 3 free deployment, "
        "4 cavalry, 6 better British tactics, 7 no infiltration.",
        "allied": "Allied order of battle: 13 historical, 8 and 9 a French sector, 10 more French, 11 nobody to Italy, "
        "12 free deployment.",
        "victory": "Historical counts points alone; player weighs them by the strength of the orders of battle.",
        "river_extra_mp": "Movement points to cross a river beyond the terrain (ruling Q1).",
        "strict_one_function": "Whether a corps that gave general supply may no more give attack supply (ruling Q10).",
        "reinforcements": "Game-turn of the first block of the reinforcement chart (ruling Q3).",
    }
    labels = {"supply": "face down for supply", "spare": "face up again"}
    luck_dice = {"combat": "low"}
    state = MichelState
    frames = (
        setup.Deploy,
        deployment.Deployment,
        deployment.Placing,
        deployment.Shifting,
        sequence.GameTurn,
        sequence.PlayerTurn,
        sequence.MovementPhase,
        sequence.CombatPhase,
        replacements.Entry,
        replacements.Entering,
        movement.Movement,
        movement.Moving,
        movement.EndMovement,
        movement.Overstacked,
        allocation.AttackAllocation,
        allocation.Assault,
        allocation.DefenceUnits,
        allocation.Resist,
        allocation.DefenceArtillery,
        allocation.DefensiveFire,
        combat.ResolutionSegment,
        combat.Resolution,
        results.RetreatOf,
        results.Retreat,
        results.Exchange,
        combat.CleanUp,
        replacements.LossOrder,
        replacements.Pick,
    )
    glyphs = GLYPHS
    outcomes = ("result", "cancelled", "fallen", "destroyed")
    hidden = False

    def __init__(self, scenario: str, options: dict[str, str], data: DataFolder) -> None:
        super().__init__(scenario, options, data)
        self.board = MichelBoard(data, int(options["river_extra_mp"]), options["german"] != "2")
        self.grid = self.board.grid
        types = load_types(data, self.sides, ("combat", "move", "steps"))
        self.counters = load_counters(data, types, ("nation", "designation", "arrival", "group"))
        self.names = Names(self.grid, [counter.name for counter in self.counters], self.sides, BOXES)
        self.grammar = Grammar(PATTERNS, self.names)
        self.texts = Texts(self.names, TEXTS)
        self.crt = ratio(load_tables(data)["crt"])
        self._read_counters()
        self._read_options(data)
        self._fields: dict[bytes, Field] = {}
        self._last_field: Field | None = None
        self.place_names = {place.hex: place.name for place in self.board.atlas.places}

    @rule("Def-CombatStrength", "Def-MovementAllowance", "Movement-J", "Option-7", "OOB-7")
    def _read_counters(self) -> None:
        """Columns of what is printed on the counters."""
        self.side_of = [counter.type.side for counter in self.counters]
        self.type_of = [counter.type.name for counter in self.counters]
        self.strength = [counter.type.values["combat"] for counter in self.counters]
        self.allowance = [counter.type.values["move"] for counter in self.counters]
        self.printed = [(f"{c.type.values['combat']}-{c.type.values['move']}", c.type.symbol) for c in self.counters]
        self.is_corps = [counter.type.symbol == "supply" for counter in self.counters]
        free = self.options["german"] != "7"
        self.infiltrates = [free and counter.type.name == "stosstruppen" for counter in self.counters]
        self.units = tuple([u for u, owner in enumerate(self.side_of) if owner == side] for side in (GERMAN, ALLIED))
        self.corps = tuple([u for u in units if self.is_corps[u]] for units in self.units)
        self.ground_units = tuple([u for u in units if not self.is_corps[u]] for units in self.units)

    @rule("Player-Base", "RelativeStrength", "OOB-1", "OOB-2", "OOB-6", "OOB-10", "OOB-12", "Option-6")
    def _read_options(self, data: DataFolder) -> None:
        """What the two options bring with them."""
        rows = data.rows("options", ["option", "side", "strength", "deployment", "column", "title"])
        german, allied = rows[self.options["german"]], rows[self.options["allied"]]
        self.base = german.number("strength") - allied.number("strength")
        self.deployment = german.text("deployment"), allied.text("deployment")
        self.guns_double = self.options["german"] != "6"
        self.strict = self.options["strict_one_function"] == "yes"
        self.forces = read_forces(self, data)
        self.chart = read_chart(self, data, allied.text("column"))
        self.historical = read_historical(self, data)
        self.plans = read_plans(self, data)

    @rule("Supply-C", "Supply-G", "Movement-M", "Option-7")
    def may_leave_supply(self, unit: int) -> bool:
        """Stosstruppen may leave general supply on purpose, corps have it always."""
        return self.is_corps[unit] or self.infiltrates[unit]

    def start(self) -> MichelState:
        """The first position of the chosen options."""
        return start_state(self)

    def preview(self, s: MichelState, side: int) -> Preview | None:
        """See previews.py."""
        return preview(self, s, side)

    def overlays(self, s: MichelState, side: int) -> Iterator[Overlay]:
        """See previews.py."""
        return overlays(self, s)

    def series(self, first: MichelState, second: MichelState) -> int:
        """German points of the first game less those of the second."""
        return series(self, first, second)

    def field(self, s: MichelState) -> Field:
        """Who stands where; kept for the last positions."""
        key = s.at.tobytes()
        found = self._fields.get(key)
        if found is None:
            if len(self._fields) >= FIELDS_KEPT:
                self._fields.clear()
            found = self._fields[key] = self._last_field = Field(self, s.at, self._last_field)
        return found

    # -- what is seen

    def scene(self, s: MichelState, side: int) -> Scene:
        """Everything lies open: the map, the boxes, the points as they would count now."""
        stacks, pieces = self.field(s).stacks, []
        marked = [a | b | c for a, b, c in zip(s.moved, s.isolated, s.use, strict=True)]
        for label, hex_ in sorted((self.grid.label(hex_), hex_) for hex_ in stacks):
            for unit in stacks[hex_]:
                facts = self.printed[unit] + self._marks(s, unit) if marked[unit] else self.printed[unit]
                pieces.append(Piece(label, self.sides[self.side_of[unit]], self.names.units[unit], facts))
        marks = {"German objective": tuple(self.grid.labels(held(self, s))), **deployment.marks(self, s)}
        when = f"game-turn {s.turn} of {sequence.LAST_TURN}" if s.turn else "deployment"
        return Scene(when, tuple(pieces), marks, self._tracks(s), self._boxes(s))

    def _marks(self, s: MichelState, unit: int) -> tuple[str, ...]:
        """What a unit did in this phase, or cannot do."""
        words = ["moved"] if s.moved[unit] else []
        words += ["isolated"] if s.isolated[unit] else []
        return (*words, *(("face down", "fires", "fires in full", "fires at half")[s.use[unit] - 1 : s.use[unit]]))

    def _tracks(self, s: MichelState) -> dict[str, str]:
        """The points as they would count now, and how a deployment stands."""
        return {"points": str(points_of(self, s)), **deployment.tracks(self, s)}

    def _boxes(self, s: MichelState) -> dict[str, tuple[Pile, ...]]:
        """Who lies in which box; those who are due with their game-turn and edge."""
        boxes: dict[str, list[Pile]] = {}
        for unit, where in enumerate(s.at):
            if where < OFF:
                side, box = self.sides[self.side_of[unit]], self.names.place(where)
                when = f" {s.due[unit]}{('', ' north', ' south')[s.edge[unit]]}" if where == DUE else ""
                pile = Pile(side, 1, self.names.units[unit], facts=self.printed[unit])
                boxes.setdefault(f"{side} {box}{when}", []).append(pile)
        return {box: tuple(inside) for box, inside in sorted(boxes.items())}

    def disguise(self, s: MichelState, side: int, lots: RepeatableRandom) -> MichelState:
        """Nothing is hidden."""
        return s.copy()

    def terrain_name(self, hex_: int) -> str:
        """The word for a hex."""
        return self.board.terrain_name(hex_)

    # -- what must hold

    def invariants(self, s: MichelState) -> Iterator[str]:
        """See invariants.py."""
        return broken(self, s)
