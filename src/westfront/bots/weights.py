"""What a side thinks of a position: named features, each with a weight from the data file of its game."""

from __future__ import annotations

import importlib.resources
import tomllib
from collections.abc import Mapping
from functools import cache

RECKLESS = "reckless"
STYLE_FACTORS = {"": 1.0, "cautious": 1.5, "bold": 0.6, RECKLESS: 0.05}
"""What a style makes of the weights that its data file lists under `losses`."""


class Weights(dict[str, float]):
    """Weights by the names of features; a feature without a weight counts nothing."""

    def value(self, features: Mapping[str, float]) -> float:
        """The sum of all features at their weights."""
        return sum(weight * features[name] for name, weight in self.items() if name in features)

    def scaled(self, factors: Mapping[str, float]) -> Weights:
        """The weights of somebody to whom some features count so many times as much."""
        return Weights({name: weight * factors.get(name, 1.0) for name, weight in self.items()})


@cache
def load_weights(game: str, side: str, style: str) -> Weights:
    """The weights of a side from `weights.toml` of the game's expert; those of its own losses are as the style says."""
    text = (importlib.resources.files(f"westfront.bots.{game}") / "weights.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    found = Weights({**table.get("both", {}), **table[side]})
    for name in table["losses"]:
        if name in found:
            found[name] *= STYLE_FACTORS[style]
    return found
