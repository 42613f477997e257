"""A drawing as PNG, through packages that need not be installed.

Fonts come with them, so that the names are never missing: where the system has none of those that a drawing asks for,
its serif or sans-serif letters are ours.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from westfront.errors import WestfrontError

_MISSING = "PNG pictures need some packages more: install westfront[pictures], or ask for SVG."
_FONTS = ("font_source_serif_pro", "font_source_sans_pro")


class NoPictures(WestfrontError):
    """A PNG cannot be made on this machine."""


def to_png(svg: str, width: int) -> bytes:
    """The drawing, so many pixels wide."""
    try:
        resvg: Any = import_module("resvg_py")
        fonts = [str(import_module(name).font_directory) for name in _FONTS]
    except ImportError:
        raise NoPictures(_MISSING) from None
    families = {"serif_family": "Source Serif Pro", "sans_serif_family": "Source Sans Pro"}
    return bytes(resvg.svg_to_bytes(svg_string=svg, width=width, font_dirs=fonts, **families))
