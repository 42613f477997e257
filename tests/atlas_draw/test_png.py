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
