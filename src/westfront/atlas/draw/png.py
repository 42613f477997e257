"""A drawing as PNG, through a package that need not be installed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from westfront.errors import WestfrontError

_MISSING = "PNG pictures need the package resvg-py: install westfront[pictures], or ask for SVG."
_NO_FONT = "No font was found for the names: install one (such as DejaVu Serif), name its folder, or ask for SVG."
_LETTER = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><text y="15">{}</text></svg>'


class NoPictures(WestfrontError):
    """A PNG cannot be made on this machine."""


def to_png(svg: str, width: int, fonts: Sequence[str] = ()) -> bytes:
    """The drawing, so many pixels wide; the fonts are folders to look in beside those of the system."""
    try:
        resvg: Any = import_module("resvg_py")
    except ImportError:
        raise NoPictures(_MISSING) from None
    known = {"font_dirs": list(fonts)} if fonts else {}
    if "<text" in svg and not _has_font(resvg, known):
        raise NoPictures(_NO_FONT)
    return bytes(resvg.svg_to_bytes(svg_string=svg, width=width, **known))


def _has_font(resvg: Any, known: dict[str, list[str]]) -> bool:
    """Whether a letter leaves a mark: without any font the names would be missing, and nothing would say so."""
    blank, letter = (resvg.svg_to_bytes(svg_string=_LETTER.format(text), **known) for text in ("", "M"))
    return bool(blank != letter)
