"""The colours, as seen by normal and by colour-blind eyes.

The matrices are those of Machado, Oliveira and Fernandes (2009) for full protanopia, deuteranopia and tritanopia.
"""

from __future__ import annotations

import itertools

import pytest

from westfront.atlas.pieces import BADGES, PALETTE

Colour = tuple[float, float, float]

EYES: dict[str, tuple[Colour, Colour, Colour]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
GREY = (0.2126, 0.7152, 0.0722)


def linear(colour: str) -> Colour:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return red, green, blue


def seen(colour: str, eye: str) -> float:
    """The luminance of a colour for an eye."""
    got = linear(colour)
    parts = [sum(weight * part for weight, part in zip(row, got, strict=True)) for row in EYES[eye]]
    return sum(weight * min(1.0, max(0.0, part)) for weight, part in zip(GREY, parts, strict=True))


def contrast(a: str, b: str, eye: str) -> float:
    """The ratio of contrast as WCAG has it, from 1 to 21."""
    light, dark = sorted((seen(a, eye), seen(b, eye)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def lightness(colour: str, eye: str) -> float:
    """L* of a colour, from 0 to 100."""
    y = seen(colour, eye)
    return float(116 * y ** (1 / 3) - 16) if y > 0.008856 else 903.3 * y


def grounds(dark: bool) -> set[str]:
    named = {c for n, c in {**PALETTE.nations}.items() if (n in PALETTE.dark) == dark and n != "neutral"}
    small = {colour for nation, colour in PALETTE.small_units.items() if (nation in PALETTE.dark) == dark}
    return named | small | ({PALETTE.storm} if dark else set())


@pytest.mark.parametrize("eye", EYES)
def test_any_two_counters_of_different_sides_differ_in_lightness(eye: str) -> None:
    for german, allied in itertools.product(grounds(True), grounds(False)):
        assert lightness(allied, eye) - lightness(german, eye) > 18, (german, allied)
        assert contrast(german, allied, eye) > 1.8, (german, allied)


@pytest.mark.parametrize("eye", EYES)
def test_figures_stand_out_from_every_ground(eye: str) -> None:
    for nation in PALETTE.nations:
        for symbol, size in (("infantry", "XX"), ("infantry", "III"), ("storm", "XX")):
            assert contrast(PALETTE.ground(nation, symbol, size), PALETTE.figures(nation), eye) >= 4.5, nation


@pytest.mark.parametrize("eye", EYES)
def test_symbols_and_badges_stand_out(eye: str) -> None:
    assert contrast(PALETTE.ink, PALETTE.box, eye) > 12
    for badge in BADGES.values():
        assert contrast("#ffffff" if badge.light else "#000000", badge.colour, eye) >= 3, badge
    assert contrast(PALETTE.heading, PALETTE.sheet, eye) > 7


def test_storm_troops_and_regiments_have_their_own_shade() -> None:
    german = {PALETTE.ground("german", s, z) for s, z in (("infantry", "XX"), ("infantry", "III"), ("storm", "XX"))}
    assert len(german) == 3
    assert PALETTE.ground("french", "storm", "XX") == PALETTE.nations["french"]
    assert PALETTE.ground("belgian", "infantry", "III") == PALETTE.nations["belgian"]


def test_every_nation_has_letters_but_the_sides_have_none() -> None:
    assert set(PALETTE.nations) - set(PALETTE.codes) == {"allied", "neutral"}
    assert len(set(PALETTE.codes.values())) == len(PALETTE.codes)
