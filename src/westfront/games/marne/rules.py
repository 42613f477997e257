"""The rules object: what is seen, and what must always hold."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.engine.aids import Aid
from westfront.engine.grammar import help_of
from westfront.engine.rules import Rules
from westfront.engine.view import Overlay, Preview, Scene
from westfront.games.marne.aids import aids
from westfront.games.marne.board import GLYPHS
from westfront.games.marne.facts import MarneData
from westfront.games.marne.features import features
from westfront.games.marne.invariants import invariants
from westfront.games.marne.previews import overlays, preview
from westfront.games.marne.scenes import scene
from westfront.games.marne.setup import start_state
from westfront.games.marne.state import MarneState
from westfront.games.marne.texts import TEXTS, VERBS
from westfront.games.marne.victory import degrees, points_of, reached


class Marne(MarneData, Rules[MarneState]):
    """Marne 1918: Friedensturm; since version 2 Dormans and Châtillon score nothing in that scenario."""

    id = "marne"
    version = "2"
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
    course = "Points"
    verbs, verb_help, sentences = VERBS, help_of(VERBS), TEXTS
    luck_dice = {"table": "high", "bombardment": "high", "coordination": "high", "disengagement": "high"}
    state = MarneState
    contract = ("at", "lost", "order", "german_holds", "down", "pontoons")
    glyphs = GLYPHS
    outcomes = ("table", "coordination", "bombardment")
    hidden = False

    def start(self) -> MarneState:
        return start_state(self)

    def preview(self, s: MarneState, side: int) -> Preview | None:
        return preview(self, s, side)

    def aids(self) -> Iterator[Aid]:
        return aids(self)

    def standing(self, s: MarneState) -> dict[str, int]:
        return {"points": points_of(self, s)}

    degrees = degrees

    def degree(self, s: MarneState) -> str:
        return reached(self, s)[1]

    def overlays(self, s: MarneState, side: int) -> Iterator[Overlay]:
        return overlays(self, s)

    def features(self, s: MarneState, side: int) -> dict[str, float]:
        return features(self, s, side)

    def scene(self, s: MarneState, side: int) -> Scene:
        return scene(self, s)

    def invariants(self, s: MarneState) -> Iterator[str]:
        return invariants(self, s)


class MarneOne(Marne):
    """Version 1, for games that were begun under it."""

    version = "1"
    earlier = "version-1.txt"
