"""The rules object: what needs all chapters, and the game's entry in the register."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.engine.aids import Aid
from westfront.engine.catalogue import rule
from westfront.engine.data import DataFolder
from westfront.engine.dice import RepeatableRandom
from westfront.engine.grammar import help_of
from westfront.engine.rules import Rules
from westfront.engine.view import Overlay, Preview, Scene
from westfront.games.storm import fog, previews
from westfront.games.storm.aids import aids
from westfront.games.storm.board import GLYPHS
from westfront.games.storm.data import StormData
from westfront.games.storm.deployment import plans_of
from westfront.games.storm.features import features
from westfront.games.storm.invariants import invariants
from westfront.games.storm.setup import start_state
from westfront.games.storm.state import StormState
from westfront.games.storm.texts import TEXTS, VERBS
from westfront.games.storm.victory import degree, degrees

OFF_ON, ON, FORBIDDEN = ("off", "on"), ("on",), ("off",)


@rule("16.0", "S1.6", "S3.3")
class Storm(StormData, Rules[StormState]):
    """1918/1919: Storm in the West; version 2 has other reconstructed points, replacements and American attacks."""

    id = "storm"
    version = "2"
    title = "1918/1919: Storm in the West"
    scenarios = {
        "campaign": "March to November 1918: the German offensives and the Allied answer, sixteen turns.",
        "elsewhere": "S1, The Storm Elsewhere: Germany attacks on other fronts and holds in the west.",
        "offensive": "S2, The Allied Offensive: from July 1918 to the end, seven and a half turns.",
        "plan-1919": "S3, Plan 1919: tanks, bombers and Marines in a war that went on, nine and a half turns.",
    }
    choices = {
        "australian-american": OFF_ON,
        "influenza": OFF_ON,
        "weak-trenches": OFF_ON,
        "belgians": OFF_ON,
        "evacuation": OFF_ON,
        "bertha": OFF_ON,
        "storm-losses": OFF_ON,
        "super-odds": OFF_ON,
        "historical-weather": OFF_ON,
        "paris-gun": OFF_ON,
        "cross-supply": ("full-defence", "halved-defence"),
        "nine-americans": ("in-a-turn", "at-once"),
        "elsewhere-check": ("none", "made"),
        "yanks-in-july": ("counted", "open"),
        "last-turn-1919": ("whole", "german-only"),
    }
    scenario_choices = {
        "campaign": {"elsewhere-check": ("none",), "yanks-in-july": ("counted",), "last-turn-1919": ("whole",)},
        "elsewhere": {
            "bertha": FORBIDDEN,
            "historical-weather": FORBIDDEN,
            "paris-gun": FORBIDDEN,
            "yanks-in-july": ("counted",),
            "last-turn-1919": ("whole",),
        },
        "offensive": {"elsewhere-check": ("none",), "last-turn-1919": ("whole",)},
        "plan-1919": {
            "australian-american": FORBIDDEN,
            "influenza": FORBIDDEN,
            "weak-trenches": FORBIDDEN,
            "belgians": ON,
            "evacuation": FORBIDDEN,
            "bertha": FORBIDDEN,
            "storm-losses": ON,
            "super-odds": ON,
            "historical-weather": FORBIDDEN,
            "paris-gun": FORBIDDEN,
            "nine-americans": ("in-a-turn",),
            "elsewhere-check": ("none",),
            "yanks-in-july": ("counted",),
        },
    }
    notes = {
        "australian-american": "16.1: the Australian Corps and two American divisions are an elite from turn 9 on.",
        "influenza": "16.2: in autumn the influenza may halt replacements and slow both sides for a turn.",
        "weak-trenches": "16.3: the three southernmost British trenches are in poor repair.",
        "belgians": "16.4: Belgians fight badly outside Belgium.",
        "evacuation": "16.5: Allied stacks may leave Channel Ports by sea.",
        "bertha": "16.6: Big Bertha moves on when her hex is lost or cut off.",
        "storm-losses": "16.7: attacks with Stosstruppen cost at least one of their steps.",
        "super-odds": "16.8: odds above 7:1 count on the die.",
        "historical-weather": "16.9: turns 14 to 16 are wet, all others dry.",
        "paris-gun": "16.10: the Paris Gun may cost the Allies morale.",
        "cross-supply": "7.11: whether units fed by an ally defend with full or with halved factors.",
        "nine-americans": "9.6: nine American divisions as guests of other nations in a game turn, or at any one time.",
        "elsewhere-check": "4.5 in The Storm Elsewhere: no check of turn 9, or the check is made.",
        "yanks-in-july": "4.6 in The Allied Offensive: the gift is in the starting morale, or still to come.",
        "last-turn-1919": "S3.2: the last turn of 1919 is played whole, or ends with the German player turn.",
    }
    blurb = (
        "The whole war of 1918 in corps: break the enemy's morale before he breaks yours, and a 1919 that never was."
    )
    length = "6 to 10 hours"
    complexity = 4
    labels = {
        "top": "lay on top",
        "stacks": "order of stacks",
        "fly": "commit air units",
        "support": "AGB supports",
        "withhold": "AGB holds its fire",
        "corps": "send the Australian-American Corps",
        "keep": "no",
    }
    course = "Morale"
    verbs, verb_help, sentences = VERBS, help_of(VERBS), TEXTS
    luck_dice = {"combat": "high", "bombing": "high", "Paris-Gun": "high"}
    state = StormState
    contract = ("at", "steps", "german", "morale", "pool", "bertha", "wet")
    glyphs = GLYPHS
    outcomes = ("result", "weather", "bombed", "Ruhr bombed", "armistice", "influenza")
    hidden = True

    def __init__(self, scenario: str, options: dict[str, str], data: DataFolder) -> None:
        super().__init__(scenario, options, data)
        plans_of(self)

    def start(self) -> StormState:
        return start_state(self)

    def terrain_name(self, hex_: int) -> str:
        return self.board.terrain_name(hex_)

    def scene(self, s: StormState, side: int) -> Scene:
        return fog.scene(self, s, side)

    def disguise(self, s: StormState, side: int, lots: RepeatableRandom) -> StormState:
        return fog.disguise(self, s, side, lots)

    def preview(self, s: StormState, side: int) -> Preview | None:
        return previews.preview(self, s, side)

    def aids(self) -> Iterator[Aid]:
        return aids(self)

    def standing(self, s: StormState) -> dict[str, int]:
        """Morale of both sides; in 1919 only the German one counts."""
        return dict(zip(self.sides[: 1 if self.is_1919 else 2], s.morale, strict=False))

    def overlays(self, s: StormState, side: int) -> Iterator[Overlay]:
        return previews.overlays(self, s)

    def invariants(self, s: StormState) -> Iterator[str]:
        return invariants(self, s)

    def features(self, s: StormState, side: int) -> dict[str, float]:
        return features(self, s, side)

    degrees = degrees
    degree = degree


class StormOne(Storm):
    """Version 1, for games that were begun under it."""

    version = "1"
    earlier = "version-1.txt"
