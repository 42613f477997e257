"""The colours of the counters: the German side dark with light figures, the Allied side light with dark figures.

Lightness alone tells the sides apart, so that no eye needs the hue; the hue tells the nations of a side apart.
"""

from __future__ import annotations

from typing import NamedTuple


class Palette(NamedTuple):
    """Every colour that a counter can have, as #rrggbb."""

    nations: dict[str, str]
    """The ground of a division or corps of each nation, and of each side's markers."""
    small_units: dict[str, str]
    """The ground of regiments and brigades, a shade darker; nations without one keep their ground."""
    storm: str
    """The ground of German storm troops."""
    codes: dict[str, str]
    """Two letters for each nation, printed small for eyes that cannot tell the grounds apart."""
    dark: frozenset[str]
    """The nations whose ground is dark, with light figures."""
    ink: str
    paper: str
    box: str
    stripe: str
    outline: str
    sheet: str
    heading: str
    faint: str

    def ground(self, nation: str, symbol: str = "", size: str = "") -> str:
        """The colour of a counter's face."""
        if symbol == "storm" and nation in self.dark:
            return self.storm
        if size in ("X", "III", "II"):
            return self.small_units.get(nation, self.nations[nation])
        return self.nations[nation]

    def figures(self, nation: str) -> str:
        """The colour of the figures on that face."""
        return self.paper if nation in self.dark else self.ink


PALETTE = Palette(
    nations={
        "german": "#5c6b6e",
        "austrian": "#55608a",
        "british": "#dcc28c",
        "canadian": "#e6ad8e",
        "anzac": "#f0dcc0",
        "australian": "#f0dcc0",
        "french": "#a8cbea",
        "american": "#a3b274",
        "belgian": "#efb45a",
        "portuguese": "#d8c2e4",
        "italian": "#f1e27e",
        "japanese": "#f2c3c8",
        "franco-american": "#a9d3c6",
        "allied": "#cdd8de",
        "neutral": "#f1ead7",
    },
    small_units={
        "german": "#4a585b",
        "british": "#cfb277",
        "french": "#8fb8de",
        "american": "#94a464",
    },
    storm="#353f43",
    codes={
        "german": "GE",
        "austrian": "AH",
        "british": "BR",
        "canadian": "CA",
        "anzac": "AN",
        "australian": "AU",
        "french": "FR",
        "american": "US",
        "belgian": "BE",
        "portuguese": "PO",
        "italian": "IT",
        "japanese": "JA",
        "franco-american": "FU",
    },
    dark=frozenset({"german", "austrian"}),
    ink="#15191b",
    paper="#fbf8ee",
    box="#fdfbf3",
    stripe="#ffffff",
    outline="#22282a",
    sheet="#f6f1e3",
    heading="#3d3a32",
    faint="#8b8573",
)
