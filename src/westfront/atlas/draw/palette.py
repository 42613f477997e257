"""Every colour of the maps, in daylight and at night.

The colours of the two sides are the blue and the red of the trench maps; under the common kinds of colour blindness
they keep apart by lightness and by the yellow that the red becomes. Nothing is told by colour alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Style = Literal["light", "dark"]


@dataclass(frozen=True)
class Palette:
    """One colour for each thing that is drawn."""

    name: Style
    sheet: str
    """The paper around the map."""
    land: str
    ink: str
    faint: str
    """Hex numbers and other small print."""
    grid: str
    sea: str
    shore: str
    river: str
    stream: str
    """The light water between the banks of a large river."""
    woods: str
    tree: str
    tree_ink: str
    rough: str
    rise: str
    mountain: str
    hachure: str
    marsh: str
    flood: str
    reed: str
    devastated: str
    crater: str
    neutral: str
    hatch: str
    border: str
    road: str
    road_edge: str
    rail: str
    allied: str
    german: str
    allied_wash: str
    german_wash: str
    town: str
    gold: str
    gold_ink: str
    chosen: str
    offered: str
    danger: str

    def of(self, side: str) -> str:
        """The colour of a side."""
        return {"A": self.allied, "G": self.german}.get(side, self.ink)


LIGHT = Palette(
    name="light",
    sheet="#efe4cc",
    land="#faf4e4",
    ink="#2a241d",
    faint="#8d8069",
    grid="#b5a582",
    sea="#cfdfe1",
    shore="#5b8fa6",
    river="#2f7390",
    stream="#a8d3e0",
    woods="#c6dcb6",
    tree="#93b076",
    tree_ink="#41592f",
    rough="#f0dcae",
    rise="#f1e0ba",
    mountain="#d3b288",
    hachure="#8b6838",
    marsh="#c4ddd6",
    flood="#dcebe0",
    reed="#437a78",
    devastated="#d8c6b8",
    crater="#75604a",
    neutral="#dcd7ca",
    hatch="#a59d8b",
    border="#7c4d86",
    road="#fff2c4",
    road_edge="#45372a",
    rail="#2a241d",
    allied="#22409a",
    german="#c0341d",
    allied_wash="#a5bbf6",
    german_wash="#f4b49c",
    town="#2a241d",
    gold="#e3b33c",
    gold_ink="#3b2a05",
    chosen="#00946a",
    offered="#c77700",
    danger="#6b0b4c",
)

DARK = Palette(
    name="dark",
    sheet="#12171b",
    land="#20272b",
    ink="#e9dfc8",
    faint="#87887f",
    grid="#566268",
    sea="#132a36",
    shore="#4f8399",
    river="#6db6d3",
    stream="#1f4a5c",
    woods="#143a33",
    tree="#3a6a48",
    tree_ink="#86a878",
    rough="#453a22",
    rise="#39331f",
    mountain="#63502f",
    hachure="#b08f5c",
    marsh="#1d3f3f",
    flood="#223836",
    reed="#76b0aa",
    devastated="#54443a",
    crater="#a08a72",
    neutral="#2f3233",
    hatch="#5d6265",
    border="#bb8cc6",
    road="#d9c48c",
    road_edge="#0f1214",
    rail="#d8d2c4",
    allied="#88a9ff",
    german="#ff7a5c",
    allied_wash="#2c3f73",
    german_wash="#6b2d22",
    town="#efe6d2",
    gold="#d6a531",
    gold_ink="#1d1503",
    chosen="#62f0c0",
    offered="#ffb648",
    danger="#f0307e",
)

PALETTES: dict[str, Palette] = {"light": LIGHT, "dark": DARK}
