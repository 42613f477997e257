"""The rules object: what needs the chapters, and what must always hold."""

from __future__ import annotations

from westfront.engine.data import DataFolder
from westfront.engine.grammar import help_of
from westfront.engine.rules import Rules
from westfront.games.hindenburg import deployment, fog, previews, setup
from westfront.games.hindenburg.aids import aids
from westfront.games.hindenburg.board import GLYPHS
from westfront.games.hindenburg.data import HindenburgData
from westfront.games.hindenburg.features import features
from westfront.games.hindenburg.invariants import invariants
from westfront.games.hindenburg.state import HindenburgState
from westfront.games.hindenburg.texts import TEXTS, VERBS
from westfront.games.hindenburg.victory import degree, degrees, ground_taken


class Hindenburg(HindenburgData, Rules[HindenburgState]):
    """Hindenburg's War, version 1."""

    id = "hindenburg"
    version = "1"
    title = "Hindenburg's War"
    scenarios = {"campaign": "The western front from 21 March to 11 November 1918, fifteen turns."}
    choices = {}
    blurb = (
        "The whole western front of 1918: ten actions a side each turn, one after another, a die for every division."
    )
    length = "8 to 12 hours"
    complexity = 4
    labels = {"bring": "bring from the reserve", "send": "send to the reserve", "break-off": "break off"}
    verbs, verb_help, sentences = VERBS, help_of(VERBS), TEXTS
    course = "Western ground in German hands"
    luck_dice = {"attack": "low", "defence": "low"}
    state = HindenburgState
    contract = ("at", "flipped", "german", "trenches")
    glyphs = GLYPHS
    outcomes = ("fire", "losses", "overkill", "comes back", "too late", "national", "morale")
    hidden = True

    def __init__(self, scenario: str, options: dict[str, str], data: DataFolder) -> None:
        super().__init__(scenario, options, data)
        self.plans = deployment.read_plans(self, data)

    start = setup.start_state
    scene = fog.scene
    preview = previews.preview
    overlays = previews.overlays
    features = features
    aids = aids
    disguise = fog.disguise
    invariants = invariants
    degrees = degrees
    degree = degree

    def standing(self, s: HindenburgState) -> dict[str, int]:
        return {"hexes": ground_taken(self, s)}
