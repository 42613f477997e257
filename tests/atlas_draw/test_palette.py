"""Colours that must be told apart stay apart for colour-blind eyes, in daylight and at night."""

from __future__ import annotations

import math

import pytest

from westfront.atlas.draw.palette import PALETTES, Palette

# Viénot, Brettel and Mollon 1999, on linear RGB.
SIMULATIONS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "deuteranopia": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
}
LINES = [("allied", "german"), ("allied", "river"), ("german", "river"), ("german", "road_edge"), ("german", "rail"),
         ("chosen", "danger"), ("chosen", "offered"), ("allied", "offered")]  # fmt: skip
ON_LAND = ["ink", "river", "allied", "german", "rail", "town", "tree_ink", "hachure", "border", "reed", "crater"]
TINTS = [("woods", "rough"), ("woods", "devastated"), ("sea", "land"), ("woods", "land"), ("rough", "land"),
         ("allied_wash", "german_wash"), ("mountain", "rough"), ("marsh", "rough")]  # fmt: skip


def linear(colour: str) -> list[float]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def seen(colour: str, kind: str) -> list[float]:
    rgb = linear(colour)
    return [min(1.0, max(0.0, sum(a * b for a, b in zip(row, rgb, strict=True)))) for row in SIMULATIONS[kind]]


def lab(rgb: list[float]) -> tuple[float, float, float]:
    r, g, b = rgb
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(ink: Palette, a: str, b: str, kind: str) -> float:
    return math.dist(lab(seen(getattr(ink, a), kind)), lab(seen(getattr(ink, b), kind)))


def contrast(ink: Palette, a: str, b: str, kind: str) -> float:
    light, dark = sorted((0.2126 * r + 0.7152 * g + 0.0722 * bl for r, g, bl in
                          (seen(getattr(ink, a), kind), seen(getattr(ink, b), kind))), reverse=True)  # fmt: skip
    return (light + 0.05) / (dark + 0.05)


eyes = pytest.mark.parametrize("kind", SIMULATIONS)
palettes = pytest.mark.parametrize("style", PALETTES)


def test_the_simulation_confuses_what_such_eyes_confuse() -> None:
    red_green = Palette(**{**vars(PALETTES["light"]), "ink": "#b04a30", "land": "#6f7030"})
    assert difference(red_green, "ink", "land", "none") > 40
    assert difference(red_green, "ink", "land", "deuteranopia") < 20


@eyes
@palettes
@pytest.mark.parametrize("pair", LINES, ids="-".join)
def test_lines_keep_apart(style: str, kind: str, pair: tuple[str, str]) -> None:
    assert difference(PALETTES[style], *pair, kind) > 20


@eyes
@palettes
@pytest.mark.parametrize("pair", TINTS, ids="-".join)
def test_tints_keep_apart(style: str, kind: str, pair: tuple[str, str]) -> None:
    assert difference(PALETTES[style], *pair, kind) > 5


@eyes
@palettes
@pytest.mark.parametrize("name", ON_LAND)
def test_lines_stand_out_from_the_land(style: str, kind: str, name: str) -> None:
    assert contrast(PALETTES[style], name, "land", kind) > 3


@palettes
def test_small_print_can_be_read(style: str) -> None:
    assert contrast(PALETTES[style], "ink", "land", "none") > 7
    assert contrast(PALETTES[style], "gold_ink", "gold", "none") > 4.5
    assert contrast(PALETTES[style], "faint", "land", "none") > 3
