"""The rules object: what is seen, what is foreseen, and what must always hold."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.engine.aids import Aid
from westfront.engine.catalogue import rule
from westfront.engine.data import DataFolder
from westfront.engine.grammar import help_of
from westfront.engine.rules import Rules
from westfront.engine.view import Overlay, Preview, Scene
from westfront.games.meuse.aids import aids
from westfront.games.meuse.board import GLYPHS
from westfront.games.meuse.data import MeuseData
from westfront.games.meuse.features import features
from westfront.games.meuse.invariants import invariants
from westfront.games.meuse.previews import overlays, preview
from westfront.games.meuse.scenes import scene_of
from westfront.games.meuse.setup import check_deployment, start_state
from westfront.games.meuse.state import MeuseState
from westfront.games.meuse.texts import LABELS, TEXTS, VERBS
from westfront.games.meuse.victory import degree, degrees


@rule("10.2")
class Meuse(MeuseData, Rules[MeuseState]):
    """Meuse-Argonne, version 1."""

    id = "meuse"
    version = "1"
    title = "Meuse-Argonne: The Final Offensive"
    scenarios = {
        "campaign": "The whole offensive, 26 September to 11 November 1918: the Allies must enter Sedan in 24 turns.",
        "montfaucon": "Ours, for an evening: three turns for Montfaucon, or for seven units in or beyond the line.",
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
    verbs, verb_help, sentences = VERBS, help_of(VERBS), TEXTS
    luck_dice = {"combat": "low", "bombardment": "low"}
    state = MeuseState
    contract = ("at", "steps", "breached", "turn", "stock")
    glyphs = GLYPHS
    outcomes = ("result", "breached", "depleted", "eliminated")
    hidden = False

    def __init__(self, scenario: str, options: dict[str, str], data: DataFolder) -> None:
        super().__init__(scenario, options, data)
        check_deployment(self)

    def start(self) -> MeuseState:
        """The Allied player is asked first, about his set-up."""
        return start_state(self)

    def preview(self, s: MeuseState, side: int) -> Preview | None:
        return preview(self, s)

    def aids(self) -> Iterator[Aid]:
        return aids(self)

    def overlays(self, s: MeuseState, side: int) -> Iterator[Overlay]:
        return overlays(self, s)

    def features(self, s: MeuseState, side: int) -> dict[str, float]:
        return features(self, s, side)

    def scene(self, s: MeuseState, side: int) -> Scene:
        return scene_of(self, s)

    def invariants(self, s: MeuseState) -> Iterator[str]:
        return invariants(self, s)

    degrees = degrees
    degree = degree
