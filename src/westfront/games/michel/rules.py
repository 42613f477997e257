"""The rules object: what the game calls itself, and where its chapters hang together."""

from __future__ import annotations

from westfront.engine.data import DataFolder
from westfront.engine.grammar import help_of
from westfront.engine.rules import Rules
from westfront.games.michel import deployment, previews, scenes
from westfront.games.michel.aids import aids
from westfront.games.michel.board import GLYPHS
from westfront.games.michel.data import MichelData
from westfront.games.michel.features import features
from westfront.games.michel.invariants import invariants
from westfront.games.michel.state import ALLIED, GERMAN, MichelState
from westfront.games.michel.texts import TEXTS, VERBS
from westfront.games.michel.victory import LEVELS, agreed_level, points_of, series


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
    blurb = "Divisions of stormtroops against the British line, 21 March 1918: move, fight, move again, for ten days."
    length = "3 to 6 hours"
    complexity = 3
    notes = {
        "german": "German order of battle: 5 historical, 1 six more divisions, 2 no devastation, 3 free deployment, "
        "4 cavalry, 6 better British tactics, 7 no infiltration.",
        "allied": "Allied order of battle: 13 historical, 8 and 9 a French sector, 10 more French, "
        "11 no divisions sent to Italy, 12 free deployment.",
        "victory": "Historical counts points alone; player weighs them by the strength of the orders of battle.",
        "river_extra_mp": "Movement points to cross a river beyond the terrain (ruling Q1).",
        "strict_one_function": "Whether a corps that gave general supply may no more give attack supply (ruling Q10).",
        "reinforcements": "Game-turn of the first block of the reinforcement chart (ruling Q3).",
    }
    labels = {"supply": "face down for supply", "spare": "face up again"}
    verbs, verb_help, sentences = VERBS, help_of(VERBS), TEXTS
    course = "German points"
    luck_dice = {"combat": "low"}
    state = MichelState
    contract = ("at", "left", "german_held", "turn")
    glyphs = GLYPHS
    outcomes = ("result", "cancelled", "fallen", "destroyed")
    hidden = False

    def __init__(self, scenario: str, options: dict[str, str], data: DataFolder) -> None:
        super().__init__(scenario, options, data)
        self.plans = deployment.MichelPlan(self, GERMAN), deployment.MichelPlan(self, ALLIED)

    start = deployment.start_state
    scene = scenes.scene
    preview = previews.preview
    overlays = previews.overlays
    features = features
    aids = aids
    series = series
    invariants = invariants

    def standing(self, s: MichelState) -> dict[str, int]:
        return {"points": points_of(self, s)}

    def degrees(self) -> tuple[str, ...]:
        return LEVELS[::-1]

    def degree(self, s: MichelState) -> str:
        return LEVELS[agreed_level(self, points_of(self, s))]
