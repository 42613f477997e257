"""A drawing as PNG, through a package that need not be installed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from westfront.errors import WestfrontError

_MISSING = "PNG pictures need the package resvg-py: install westfront[pictures], or ask for SVG."


class NoPictures(WestfrontError):
    """The package that makes PNG is not installed."""


def to_png(svg: str, width: int, fonts: Sequence[str] = ()) -> bytes:
    """The drawing, so many pixels wide; the fonts are folders to look in beside those of the system."""
    try:
        resvg: Any = import_module("resvg_py")
    except ImportError:
        raise NoPictures(_MISSING) from None
    return bytes(resvg.svg_to_bytes(svg_string=svg, width=width, font_dirs=list(fonts) or None))
