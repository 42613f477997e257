"""The rules object: what is seen, and what must always hold."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.engine.catalogue import rule
from westfront.engine.data import DataFolder
from westfront.engine.dice import RepeatableRandom
from westfront.engine.event import Texts
from westfront.engine.grammar import Grammar
from westfront.engine.rules import Rules
from westfront.engine.view import Overlay, Piece, Pile, Preview, Scene
from westfront.games.marne.board import GLYPHS
from westfront.games.marne.facts import MarneData
from westfront.games.marne.features import features
from westfront.games.marne.invariants import broken
from westfront.games.marne.previews import battle_strip, overlays, preview
from westfront.games.marne.setup import start_state
from westfront.games.marne.state import (
    ABOVE,
    BELOW,
    BOMBING,
    COUNTER_BATTERY,
    DISORGANISED,
    INTERDICTION,
    OBSERVATION,
    OFF,
    OFFENSIVE,
    REORGANISING,
    WEATHERS,
    MarneState,
)
from westfront.games.marne.texts import PATTERNS, TEXTS
from westfront.games.marne.victory import points_of

SKY = {
    BELOW: "under the HQ",
    ABOVE: "ready",
    INTERDICTION: "interdiction",
    OBSERVATION: "observation",
    BOMBING: "bombing",
}


class Marne(MarneData, Rules[MarneState]):
    """Marne 1918: Friedensturm, version 1."""

    id = "marne"
    version = "1"
    title = "Marne 1918: Friedensturm"
    scenarios = {
        "foch-attacks": "The Allied counter-stroke of 18 July, one turn of three sequences.",
        "gneisenau": "The German attack on the Matz, 9 June, two turns.",
        "blucher": "The Chemin des Dames, 27 May, three turns.",
        "friedensturm": "The last German offensive and the answer to it, 15 July, three turns.",
    }
    choices = {
        "air": ("yes", "no"),
        "offensive_bonus": ("range", "four"),
        "tanks": ("one", "many"),
        "recovery": ("turn", "sequence"),
        "freeze": ("all", "movement"),
        "quota": ("0", "2"),
        "gains": ("gained", "all"),
    }
    blurb = (
        "Stosstruppen, tanks and tired divisions between Soissons and Reims: every battle is ten steps for both sides."
    )
    length = "1 to 5 hours"
    complexity = 4
    notes = {
        "air": "Whether air units fly (chapter 17).",
        "offensive_bonus": "Every attack in range of an offensive gun gets the bonus, or four of a phase (AMB-07).",
        "tanks": "One tank unit joins an attack, or several of which one gives its columns (AMB-14).",
        "recovery": "An air unit that does not recover is back next turn, or next sequence (AMB-19).",
        "freeze": "In the frozen west nothing at all happens, or only movement is barred (AMB-37).",
        "quota": "What an army gun in offensive mode counts towards the counter-battery quota (AMB-54).",
        "gains": "In Friedensturm only hexes gained score, or all that are German (AMB-79).",
    }
    labels = {
        "hasten": "forced march to",
        "pause": "go, and try a pontoon from",
        "part": "goes by itself later",
        "halt": "stay here",
        "over": "fly over",
        "yield": "give up",
        "mark": "mark to disengage",
    }
    luck_dice = {"table": "high", "bombardment": "high", "coordination": "high", "disengagement": "high"}
    state = MarneState
    contract = ("at", "lost", "order", "german_holds", "down", "pontoons")
    glyphs = GLYPHS
    outcomes = ("table", "coordination", "bombardment")
    hidden = False

    def __init__(self, scenario: str, options: dict[str, str], data: DataFolder) -> None:
        super().__init__(scenario, options, data)
        self.grammar = Grammar(PATTERNS, self.names)
        self.texts = Texts(self.names, TEXTS)

    def start(self) -> MarneState:
        return start_state(self)

    def preview(self, s: MarneState, side: int) -> Preview | None:
        return preview(self, s, side)

    def overlays(self, s: MarneState, side: int) -> Iterator[Overlay]:
        return overlays(self, s)

    def features(self, s: MarneState, side: int) -> dict[str, float]:
        """What a machine may weigh in a position, by name."""
        return features(self, s, side)

    # -- what is seen

    @rule("2.2", "2.2.3", "3.0/Friendly or enemy", "3.0/Unit")
    def scene(self, s: MarneState, side: int) -> Scene:
        """Everything lies open."""
        on_map = sorted((self.grid.label(at), unit) for unit, at in enumerate(s.at) if at >= 0)
        pieces = tuple(
            Piece(label, self.sides[self.side_of[unit]], self.names.units[unit], self._facts(s, unit))
            for label, unit in on_map
        )
        return Scene(self._when(s), pieces, self._hex_marks(s), self._tracks(s), self._boxes(s))

    def _when(self, s: MarneState) -> str:
        return f"turn {s.turn}, sequence {s.sequence}" if s.turn else "set-up"

    def _facts(self, s: MarneState, unit: int) -> tuple[str, ...]:
        """What is printed on a counter, and what lies on it."""
        words = list(self.printed[unit])
        rows = (
            (s.lost[unit], f"{s.lost[unit]} steps lost"),
            (s.order[unit] == DISORGANISED, "disorganised"),
            (s.order[unit] == REORGANISING, "reorganising"),
            (s.unsupplied[unit], "out of supply"),
            (s.pinned[unit], "pinned"),
            (s.exploitation[unit], "exploitation"),
            (s.reserve[unit], "reserve"),
            (s.leaving[unit], "disengagement"),
            (s.mode[unit] == OFFENSIVE, "offensive mode"),
            (s.mode[unit] == COUNTER_BATTERY, "counter-battery"),
            (s.fought[unit], "has attacked"),
            (s.sky[unit], SKY.get(s.sky[unit], "")),
            (s.under[unit] >= 0, f"with {self.names.write('unit', s.under[unit])}"),
        )
        return (*words, *(word for holds, word in rows if holds))

    def _hex_marks(self, s: MarneState) -> dict[str, tuple[str, ...]]:
        """Who holds the hexes that score, bridges that are down, and pontoons."""
        marks: dict[str, tuple[str, ...]] = {}
        scoring = self.grid.set_of(self.board.points)
        marks["german objective"] = tuple(self.grid.labels(scoring & s.german_holds))
        marks["allied objective"] = tuple(self.grid.labels(scoring & ~s.german_holds))
        down = [hex_ for pair in self.grid.pairs(s.down) for hex_ in pair]
        marks["bridge down"] = tuple(self.grid.labels(self.grid.set_of(down)))
        marks["pontoon"] = tuple(self.grid.labels(self.grid.set_of(s.pontoons)))
        return {title: hexes for title, hexes in marks.items() if hexes}

    def _tracks(self, s: MarneState) -> dict[str, str]:
        """Points, weather, whose phases these are, and where a battle stands."""
        now = self.now(s)
        tracks = {
            "points": str(points_of(self, s)),
            "weather": WEATHERS[s.weather],
            "initiative": self.sides[now.initiative],
            "offensive": f"+{now.bonus}" if now.offensive else "none",
            "phasing": self.sides[s.mover],
        }
        if s.down != (0,) * 6:
            tracks["bridges down"] = self.names.write("hexsides", s.down)
        if s.pontoons:
            tracks["pontoons"] = self.names.write("hex*", s.pontoons)
        return tracks | battle_strip(self, s)

    def _boxes(self, s: MarneState) -> dict[str, tuple[Pile, ...]]:
        """Who is still to come, away or lost."""
        boxes: dict[str, list[Pile]] = {}
        for unit, where in enumerate(s.at):
            if where < OFF:
                side = self.sides[self.side_of[unit]]
                when = f" {self.arrivals[unit].when[0]}.{self.arrivals[unit].when[1]}" if unit in self.arrivals else ""
                title = f"{side} {self.names.place(where)}{when if self.names.place(where) == 'due' else ''}"
                boxes.setdefault(title, []).append(Pile(side, 1, self.names.units[unit], facts=self.printed[unit]))
        return {box: tuple(inside) for box, inside in sorted(boxes.items())}

    def disguise(self, s: MarneState, side: int, lots: RepeatableRandom) -> MarneState:
        """Nothing is hidden."""
        return s.copy()

    def terrain_name(self, hex_: int) -> str:
        return self.board.terrain_name(hex_)

    # -- what must hold

    def invariants(self, s: MarneState) -> Iterator[str]:
        return broken(self, s)
