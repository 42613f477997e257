"""Westfront: five hex-and-counter games of the Western Front in 1918, played by their full rules.

import westfront as wf
match = wf.Match.new("michel", seed=1918)
match.decision.prompt, match.decision.texts
match.play(match.decision.texts[0])

What stands here is for those who play from Python, write a bot or write a game. Geometry is in `westfront.hexgrid`,
what games share in the modules of `westfront.mechanics`.
"""

from westfront import bots, games
from westfront.bots import advise
from westfront.bots import bots as all_bots
from westfront.bots.bot import Bot, Choice, Plan
from westfront.engine.catalogue import rule
from westfront.engine.chance import Chances, distribution, stage
from westfront.engine.counters import Counter, CounterType, load_counters, load_types
from westfront.engine.data import DataFolder, Overrides, Row
from westfront.engine.decision import Decision
from westfront.engine.dice import Dice, FixedDice, RandomDice, RepeatableRandom, ScriptedDice
from westfront.engine.event import Event, Texts
from westfront.engine.frame import Ask, Frame, Play, Refusal, Roll, Step, asked, frame_name
from westfront.engine.grammar import Action, Grammar
from westfront.engine.match import Match
from westfront.engine.modifiers import Applied, Factor, Modifier, Multiplier, applied, factors, product
from westfront.engine.names import (
    NOBODY,
    OFF,
    Hex,
    Hexes,
    HexSet,
    HexSides,
    Names,
    Number,
    Side,
    Text,
    Unit,
    Units,
    Word,
)
from westfront.engine.rules import AnyRules, GameData, Rules, Setting, find_game, register
from westfront.engine.rules import games as all_games
from westfront.engine.state import DRAW, Numbers, State, UnitLinks, UnitNumbers, UnitPlaces, blank_columns
from westfront.engine.tables import DifferenceTable, RatioTable, Table, difference, load_tables, ratio
from westfront.engine.view import Battle, Hint, Line, Offer, Overlay, Piece, Pile, Preview, Question, Scene, View
from westfront.engine.world import Outcome, Seat, World
from westfront.errors import (
    DataError,
    FormatError,
    IllegalAction,
    NoSuchHex,
    OtherBuild,
    UnknownGame,
    WestfrontError,
)

__version__ = "0.1.0"


def _draw(rules: AnyRules, view: View) -> str:
    from westfront.games.pictures import draw_view  # takes longer to import than all the rest

    return draw_view(rules, view)


Match.drawer = _draw

__all__ = [
    "DRAW",
    "NOBODY",
    "OFF",
    "Action",
    "AnyRules",
    "Applied",
    "Ask",
    "Battle",
    "Bot",
    "Chances",
    "Choice",
    "Counter",
    "CounterType",
    "DataError",
    "DataFolder",
    "Decision",
    "Dice",
    "DifferenceTable",
    "Event",
    "Factor",
    "FixedDice",
    "FormatError",
    "Frame",
    "GameData",
    "Grammar",
    "Hex",
    "HexSet",
    "HexSides",
    "Hexes",
    "Hint",
    "IllegalAction",
    "Line",
    "Match",
    "Modifier",
    "Multiplier",
    "Names",
    "NoSuchHex",
    "Number",
    "Numbers",
    "Offer",
    "OtherBuild",
    "Outcome",
    "Overlay",
    "Overrides",
    "Piece",
    "Pile",
    "Plan",
    "Play",
    "Preview",
    "Question",
    "RandomDice",
    "RatioTable",
    "Refusal",
    "RepeatableRandom",
    "Roll",
    "Row",
    "Rules",
    "Scene",
    "ScriptedDice",
    "Seat",
    "Setting",
    "Side",
    "State",
    "Step",
    "Table",
    "Text",
    "Texts",
    "Unit",
    "UnitLinks",
    "UnitNumbers",
    "UnitPlaces",
    "Units",
    "UnknownGame",
    "View",
    "WestfrontError",
    "Word",
    "World",
    "advise",
    "all_bots",
    "all_games",
    "applied",
    "asked",
    "blank_columns",
    "bots",
    "difference",
    "distribution",
    "factors",
    "find_game",
    "frame_name",
    "games",
    "load_counters",
    "load_tables",
    "load_types",
    "product",
    "ratio",
    "register",
    "rule",
    "stage",
]
