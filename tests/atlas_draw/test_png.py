"""PNG through the optional package, and one clear sentence without it."""

from __future__ import annotations

import struct
import sys

import pytest

from westfront.atlas.draw.png import NoPictures, to_png

SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10"/></svg>'


def test_is_a_png_of_the_width_asked_for() -> None:
    pytest.importorskip("resvg_py")
    data = to_png(SQUARE, 300)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (300, 150)


def test_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(NoPictures, match=r"westfront\[pictures\]"):
        to_png(SQUARE, 300)


def test_says_that_there_is_no_font(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoFonts:
        @staticmethod
        def svg_to_bytes(svg_string: str, **_options: object) -> bytes:
            return b"blank" if "<text" in svg_string else b"drawn"

    monkeypatch.setitem(sys.modules, "resvg_py", NoFonts)
    assert to_png(SQUARE, 300) == b"drawn"
    with pytest.raises(NoPictures, match="No font"):
        to_png(SQUARE.replace("<rect", "<text>Lens</text><rect"), 300)
