"""The rules object: what is seen, what is foreseen, and what must always hold."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.engine.catalogue import rule
from westfront.engine.data import DataFolder
from westfront.engine.dice import RepeatableRandom
from westfront.engine.event import Texts
from westfront.engine.grammar import Grammar
from westfront.engine.rules import Rules
from westfront.engine.view import Overlay, Piece, Pile, Preview, Scene
from westfront.games.meuse.board import GLYPHS
from westfront.games.meuse.facts import MeuseData
from westfront.games.meuse.features import features
from westfront.games.meuse.invariants import broken
from westfront.games.meuse.previews import overlays, preview
from westfront.games.meuse.setup import start_state
from westfront.games.meuse.stacking import free_chits
from westfront.games.meuse.state import ALLIED, DUE, GERMAN, HAND, LOST, SPENT, USED, MeuseState
from westfront.games.meuse.support import markers
from westfront.games.meuse.texts import LABELS, PATTERNS, TEXTS


class Meuse(MeuseData, Rules[MeuseState]):
    """Meuse-Argonne, version 1."""

    id = "meuse"
    version = "1"
    title = "Meuse-Argonne: The Final Offensive"
    scenarios = {
        "campaign": "The whole offensive, 26 September to 11 November 1918: the Allies must enter Sedan in 24 turns.",
        "montfaucon": "An evening, ours: the first three turns, in which the Allies must enter Montfaucon.",
    }
    choices = {
        "bombardment_retreat": ("17.5", "16.0"),
        "crt_paren_A": ("all", "one"),
        "zoc_to_zoc": ("allowed", "no"),
        "supply": ("on", "off"),
    }
    blurb = "Divisions of the US First Army against the last German line: breach the trenches and race for Sedan."
    length = "4 to 6 hours; Montfaucon 30 to 45 minutes"
    complexity = 2
    notes = {
        "bombardment_retreat": "Whether a bombarded unit may retreat one hex (17.5) or must take its losses (16.0).",
        "crt_paren_A": "Whether the result (A) costs all attackers a step, or one of them.",
        "zoc_to_zoc": "Whether a unit may step from one enemy zone of control straight into another.",
        "supply": "Whether units that are cut off are halved in movement and attack.",
    }
    labels = LABELS
    luck_dice = {"combat": "low", "bombardment": "low"}
    state = MeuseState
    contract = ("at", "steps", "breached", "turn", "stock")
    glyphs = GLYPHS
    outcomes = ("result", "breached", "depleted", "eliminated")
    hidden = False

    def __init__(self, scenario: str, options: dict[str, str], data: DataFolder) -> None:
        super().__init__(scenario, options, data)
        self.grammar = Grammar(PATTERNS, self.names)
        self.texts = Texts(self.names, TEXTS)

    def start(self) -> MeuseState:
        """The Allied player is asked first, about his set-up."""
        return start_state(self)

    def preview(self, s: MeuseState, side: int) -> Preview | None:
        """See previews.py."""
        return preview(self, s)

    def overlays(self, s: MeuseState, side: int) -> Iterator[Overlay]:
        """See previews.py."""
        return overlays(self, s)

    def features(self, s: MeuseState, side: int) -> dict[str, float]:
        """See features.py."""
        return features(self, s, side)

    # -- what is seen

    @rule("10.2", "2.3")
    def scene(self, s: MeuseState, side: int) -> Scene:
        """Everything lies open: the map, the boxes, both hands."""
        pieces = []
        for unit, where in enumerate(s.at):
            if where >= 0:
                place, owner = self.grid.label(where), self.sides[self.side_of[unit]]
                pieces.append(Piece(place, owner, self.names.units[unit], self._facts(s, unit)))
        pieces.sort(key=lambda piece: piece.at)
        marks = {"breached": tuple(self.grid.labels(s.breached)), "goal": (self.grid.label(self.goal),)}
        when = f"turn {s.turn} of {self.last_turn}, {self.track[s.turn].dates}" if s.turn else "set-up"
        return Scene(when, tuple(pieces), marks, self._tracks(s), self._boxes(s))

    def _facts(self, s: MeuseState, unit: int) -> tuple[str, ...]:
        """The printed numbers of the side that lies up, and what the unit did or suffers."""
        symbol = self.counters[unit].type.symbol
        if unit >= self.fighters:
            return (str(self.strength[unit]), symbol) if self.strength[unit] else ("", symbol)
        marks = {
            "depleted": self.is_depleted(s, unit),
            "moved": s.moved[unit],
            "unsupplied": s.unsupplied[unit],
            "fought": s.fought[unit],
            f"bombardment {s.shells[unit]}": s.shells[unit],
        }
        numbers = "-".join(map(str, self.ratings[unit][s.steps[unit]]))
        return (numbers, symbol, *(word for word, is_so in marks.items() if is_so))

    @rule("11.1", "17.1", "18.1", "11.6", "13.2")
    def _tracks(self, s: MeuseState) -> dict[str, str]:
        """Markers of both sides, free chits, and what can be used once."""
        hands = (" ".join(str(self.strength[u]) for u in markers(self, s, side, HAND)) for side in (ALLIED, GERMAN))
        return {
            "bombardment": " / ".join(map(str, s.stock)),
            "support": " / ".join(hand or "none" for hand in hands),
            "free brigades": str(len(free_chits(self, s))),
            "Lost Battalion": "used" if s.lost_battalion == SPENT else "to come",
            "German replacement": "used" if s.german_replacement else "to come",
        }

    def _boxes(self, s: MeuseState) -> dict[str, tuple[Pile, ...]]:
        """Who waits for which turn, who is lost, and the support markers."""
        boxes: dict[str, list[Pile]] = {}
        for unit, where in enumerate(s.at):
            if where in (DUE, LOST, HAND, USED) or (where < 0 and unit in self.aircraft):
                side, box = self.sides[self.side_of[unit]], self.names.place(where)
                when = f" turn {self.arrival[unit]:02d}" if where == DUE else ""
                pile = Pile(side, 1, self.names.units[unit], facts=self._facts(s, unit))
                boxes.setdefault(f"{side} {box}{when}", []).append(pile)
        return {box: tuple(inside) for box, inside in sorted(boxes.items())}

    def disguise(self, s: MeuseState, side: int, lots: RepeatableRandom) -> MeuseState:
        """Nothing is hidden."""
        return s.copy()

    def terrain_name(self, hex_: int) -> str:
        """The word for a hex."""
        return self.board.terrain_name(hex_)

    def invariants(self, s: MeuseState) -> Iterator[str]:
        """See invariants.py."""
        return broken(self, s)
