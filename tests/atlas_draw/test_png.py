"""PNG through the optional package, and one clear sentence without it."""

from __future__ import annotations

import struct
import sys

import pytest

from westfront.atlas.draw.png import NoPictures, to_png

SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10"/></svg>'


def test_is_a_png_of_the_width_asked_for() -> None:
    data = to_png(SQUARE, 300)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (300, 150)


def test_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(NoPictures, match=r"westfront\[pictures\]"):
        to_png(SQUARE, 300)


def test_names_are_drawn_with_our_own_letters_where_the_system_has_none() -> None:
    """A family that no system has falls back to the generic one, which comes with the package."""
    words = SQUARE.replace("<rect", '<text y="9" font-family="No Such Face,{}">Lens</text><rect fill="none"')
    blank = SQUARE.replace("<rect", '<rect fill="none"')
    drawings = {to_png(words.format(family), 300) for family in ("serif", "sans-serif")}
    assert len(drawings | {to_png(blank, 300)}) == 3
