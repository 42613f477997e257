"""Westfront: five hex-and-counter games of the Western Front in 1918, played by their full rules.

import westfront as wf
match = wf.Match.new("michel", seed=1918)
match.decision.prompt, match.decision.texts
match.play(match.decision.texts[0])
"""

from westfront import games
from westfront.engine.data import Overrides
from westfront.engine.decision import Decision
from westfront.engine.frame import Refusal
from westfront.engine.match import Match
from westfront.engine.view import View
from westfront.errors import (
    DataError,
    FormatError,
    IllegalAction,
    NoSuchHex,
    UnknownGame,
    WestfrontError,
)

__version__ = "0.1.0"

__all__ = [
    "DataError",
    "Decision",
    "FormatError",
    "IllegalAction",
    "Match",
    "NoSuchHex",
    "Overrides",
    "Refusal",
    "UnknownGame",
    "View",
    "WestfrontError",
    "games",
]
