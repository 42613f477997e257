"""The rules object: registration, what is seen, and what must always hold."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.engine.data import DataFolder
from westfront.engine.dice import RepeatableRandom
from westfront.engine.event import Texts
from westfront.engine.grammar import Grammar
from westfront.engine.rules import Rules
from westfront.engine.view import Overlay, Piece, Pile, Preview, Scene
from westfront.games.michel import deployment
from westfront.games.michel.board import GLYPHS
from westfront.games.michel.data import MichelData
from westfront.games.michel.invariants import invariants
from westfront.games.michel.previews import overlays, preview
from westfront.games.michel.state import ALLIED, GERMAN, LAST_TURN, OFF, TRACK, MichelState
from westfront.games.michel.texts import PATTERNS, TEXTS
from westfront.games.michel.victory import held, points_of, series


class Michel(MichelData, Rules[MichelState]):
    """Operation Michel, version 1."""

    id = "michel"
    version = "1"
    title = "1918: Operation Michel"
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
    contract = ("at", "left", "german_held", "turn")
    glyphs = GLYPHS
    outcomes = ("result", "cancelled", "fallen", "destroyed")
    hidden = False

    def __init__(self, scenario: str, options: dict[str, str], data: DataFolder) -> None:
        super().__init__(scenario, options, data)
        self.plans = deployment.MichelPlan(self, GERMAN), deployment.MichelPlan(self, ALLIED)
        self.grammar = Grammar(PATTERNS, self.names)
        self.texts = Texts(self.names, TEXTS)
        self._facts = [(self.printed[unit], counter.type.symbol) for unit, counter in enumerate(self.counters)]

    def start(self) -> MichelState:
        """The first position of the chosen options."""
        return deployment.start_state(self)

    def preview(self, s: MichelState, side: int) -> Preview | None:
        """See previews.py."""
        return preview(self, s, side)

    def overlays(self, s: MichelState, side: int) -> Iterator[Overlay]:
        """See previews.py."""
        return overlays(self, s)

    def series(self, first: MichelState, second: MichelState) -> int:
        """German points of the first game less those of the second."""
        return series(self, first, second)

    # -- what is seen

    def scene(self, s: MichelState, side: int) -> Scene:
        """Everything lies open: the map, the boxes, the points as they would count now."""
        stacks, pieces = self.field(s).stacks, []
        marked = [a | b | c for a, b, c in zip(s.moved, s.isolated, s.use, strict=True)]
        for label, hex_ in sorted((self.grid.label(hex_), hex_) for hex_ in stacks):
            for unit in stacks[hex_]:
                facts = self._facts[unit] + self._marks(s, unit) if marked[unit] else self._facts[unit]
                pieces.append(Piece(label, self.sides[self.side_of[unit]], self.names.units[unit], facts))
        marks = {"German objective": tuple(self.grid.labels(held(self, s))), **deployment.marks(self, s)}
        when = f"game-turn {s.turn} of {LAST_TURN}" if s.turn else "deployment"
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
                if turn := TRACK.turn(where):
                    box = f"due {turn}{('', ' north', ' south')[s.edge[unit]]}"
                pile = Pile(side, 1, self.names.units[unit], facts=self._facts[unit])
                boxes.setdefault(f"{side} {box}", []).append(pile)
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
        return invariants(self, s)
