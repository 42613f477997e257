"""What is laid over a map appears, on its layer, where it belongs."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from westfront.atlas.draw import compose, draw_map
from westfront.atlas.draw.geometry import SCALE
from westfront.atlas.draw.overlays import (
    Attack,
    Control,
    Front,
    Highlight,
    Mark,
    Overlay,
    Path,
    Placed,
    SupplyLine,
    Zone,
)  # fmt: skip
from westfront.games import board

MEUSE = board("meuse")
GRID = MEUSE.grid


def way(*labels: str) -> list[int]:
    return [GRID.hex(label) for label in labels]


@pytest.mark.parametrize(
    ("overlay", "layer", "class_"),
    [
        (Highlight(GRID.hexset("1216")), "lines", "highlight ring chosen"),
        (Highlight(GRID.hexset("1216"), "dots", "A"), "lines", "highlight dots side-A"),
        (Zone(GRID.hexset("1216", "1217"), "G"), "control", "overlay-zone side-G"),
        (Control(GRID.hexset("1216"), "A"), "control", "control side-A"),
        (Front(MEUSE.start["A"], MEUSE.start["G"]), "lines", "front-now"),
        (SupplyLine(way("1422", "1421", "1420"), "A"), "lines", "supply-line side-A head"),
        (Path(way("1422", "1421")), "arrows", "path under"),
        (Attack(way("1319"), GRID.hex("1218"), "A"), "arrows", "attack side-A"),
        (Placed(GRID.hex("1216"), "<g class='counter'/>"), "counters", 'data-hex="1216"'),
    ],
)
def test_appears_on_its_layer(overlay: Overlay, layer: str, class_: str) -> None:
    assert class_ in "".join(compose(MEUSE, overlays=[overlay]).layers[layer])
    assert class_ not in "".join(compose(MEUSE).layers[layer])
    ElementTree.fromstring(draw_map(MEUSE, overlays=[overlay], style="dark"))


def test_marks_differ_by_shape() -> None:
    marks: tuple[Mark, ...] = ("ring", "fill", "dots", "corners", "cross")
    drawn = [compose(MEUSE, overlays=[Highlight(GRID.hexset("1216"), mark)]).layers["lines"][0] for mark in marks]
    assert len({text.split(' d="')[1] for text in drawn}) == len(marks)


def test_hatching_of_the_sides_leans_to_opposite_hands() -> None:
    sides = [Zone(GRID.hexset("1216"), "A"), Zone(GRID.hexset("1218"), "G")]
    svg = draw_map(MEUSE, overlays=sides)
    assert "rotate(60)" in svg
    assert "rotate(-60)" in svg


def test_costs_stand_at_their_hexes() -> None:
    sheet = compose(MEUSE, overlays=[Path(way("0820", "0819", "0818"), ["", "1", "2½"])])
    root = ElementTree.fromstring(f"<g>{''.join(sheet.layers['arrows'])}</g>")
    found = {text.text: float(str(text.get("x"))) for text in root.iter("text")}
    assert set(found) == {"1", "2½"}
    assert found["1"] == pytest.approx(sheet.layout.centre(GRID.hex("0819"))[0], abs=0.1)


def test_a_counter_is_centred_with_its_offset() -> None:
    piece = Placed(GRID.hex("1216"), '<rect class="mine" width="1" height="1"/>', (0.5, -0.25), 2)
    sheet = compose(MEUSE, overlays=[piece])
    group = ElementTree.fromstring(sheet.layers["counters"][0])
    x, y = sheet.layout.centre(GRID.hex("1216"))
    place = str(group.get("transform")).removeprefix("translate(").split(")")[0].split()
    assert [float(part) for part in place] == pytest.approx([x + SCALE / 2, y - SCALE / 4], abs=0.1)
    assert group[0].get("class") == "mine"
    assert "scale(2)" in str(group.get("transform"))


def test_counters_outside_the_part_shown_are_left_out() -> None:
    part = GRID.within(GRID.hexset("0303"), 1)
    assert compose(MEUSE, area=part, overlays=[Placed(GRID.hex("2020"), "<g/>")]).layers["counters"] == []


def test_the_front_of_the_moment_replaces_that_of_the_start() -> None:
    taken = GRID.hexset("1218")
    sheet = compose(MEUSE, overlays=[Front(MEUSE.start["A"] | taken, MEUSE.start["G"] & ~taken)])
    assert sheet.layers["front"] == []
    assert "front" not in sheet.legend


def test_hostile_labels_stay_text() -> None:
    svg = draw_map(MEUSE, overlays=[Attack(way("1319"), GRID.hex("1218"), "A", "<script>"), Path(way("0101"), ["<x>"])])
    words = set(ElementTree.fromstring(svg).itertext())
    assert {"<script>", "<x>"} <= words
