"""The drawing of each map: sound SVG, the same every time, complete, within its budget."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from westfront.atlas.board import Board, Place
from westfront.atlas.draw import compose, draw_map
from westfront.atlas.draw.crowd import overlap
from westfront.atlas.draw.geometry import SCALE
from westfront.atlas.draw.places import KINDS
from westfront.atlas.draw.sheet import LAYERS
from westfront.atlas.draw.water import RIVERS, river_chains
from westfront.games import board, boards
from westfront.hexgrid import bits, join

SVG = "{http://www.w3.org/2000/svg}"
LARGEST = 1_500_000
NOT_DRAWN = {
    "hindenburg": {"front", "belgium", "next-to-belgium", "paris", "city"},
    "storm": {"july-front", "july-german", "not-playable", "town", "city"},
    "meuse": {"town", "rise"},
    "michel": {"town"},
}
"""Features that repeat what terrain, borders, places or the start say, or that only a scenario shows."""

_TERRAIN = {
    "michel": {"terrain-dz"},
    "hindenburg": {"terrain-rough", "terrain-devastated", "terrain-neutral", "sea"},
    "storm": {
        "terrain-forest", "terrain-rough", "terrain-mountain", "terrain-marsh", "terrain-flood plain",
        "terrain-devastated", "terrain-holland", "sea",
    },
    "marne": {"terrain-woods", "terrain-crater"},
    "meuse": {"terrain-woods", "terrain-rise"},
}  # fmt: skip
_REST = {
    "michel": {
        "allied-fz", "german-fz", "river", "road", "bridge", "front", "supply-Allied supply", "supply-German supply",
        "entry-Reinforcements, north", "entry-Reinforcements, south", "dots-Allied replacements",
        "dots-German replacements", "exit-Exit X–Y", "exit-Exit Y–Z", "place-town", "place-village", "objective",
    },
    "hindenburg": {
        "border", "river", "allied-trench", "german-trench", "front", "supply-French supply", "supply-British supply",
        "supply-German supply", "place-city", "place-name", "victory", "port",
    },
    "storm": {
        "border", "major-river", "river", "allied-trench", "weak-trench", "german-main-trench",
        "german-secondary-trench", "front", "supply-French supply", "supply-British supply", "supply-German supply",
        "fortress:french", "fortress:german", "place-town", "place-city", "place-name", "morale", "port", "gun",
    },
    "marne": {
        "slope", "major-river", "minor-river", "road", "rail", "road-bridge", "rail-bridge", "trench-A", "trench-G",
        "front", "supply-Allied supply", "fort", "place-village", "place-town", "place-city",
    },
    "meuse": {
        "meuse-river", "river", "bridge", "stellung", "second-tier", "front", "supply-Allied supply",
        "supply-German supply", "entry-Allied entry", "entry-German entry", "dots-Allied replacements",
        "dots-German replacements", "fortress", "fortification", "place-town", "victory",
    },
}  # fmt: skip
LEGENDS = {name: _TERRAIN[name] | _REST[name] for name in _REST}
LEGENDS["storm-1919"] = LEGENDS["storm"] - {"weak-trench", "gun"}

every_map = pytest.mark.parametrize("name", boards())


def changed(name: str) -> Board:
    """A map of which a test may change the lists."""
    found = copy.copy(board(name))
    found.features, found.places = dict(found.features), list(found.places)
    return found


@every_map
@pytest.mark.parametrize("style", ["light", "dark"])
def test_is_sound_and_small(name: str, style: str) -> None:
    svg = draw_map(board(name), style="dark" if style == "dark" else "light")
    root = ElementTree.fromstring(svg)
    assert len(svg.encode()) < LARGEST
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {f"layer-{layer}" for layer in LAYERS} <= set(ids)


@every_map
def test_every_reference_is_defined(name: str) -> None:
    svg = draw_map(board(name))
    ids = {element.get("id") for element in ElementTree.fromstring(svg).iter()}
    used = {piece.split(")")[0] for piece in svg.split("url(#")[1:]}
    used |= {piece.split('"')[0] for piece in svg.split('href="#')[1:]}
    assert used
    assert used <= ids


@every_map
def test_every_hex_can_be_found(name: str) -> None:
    root = ElementTree.fromstring(draw_map(board(name)))
    layer = next(group for group in root.iter(f"{SVG}g") if group.get("id") == "layer-hexes")
    found = [use.get("data-hex") for use in layer]
    assert sorted(str(label) for label in found) == board(name).grid.labels(board(name).grid.mask)


def test_is_the_same_whatever_the_order_of_sets() -> None:
    program = "from westfront.games import board; from westfront.atlas.draw import draw_map; import hashlib;"
    program += "print(hashlib.sha256(draw_map(board('storm')).encode()).hexdigest())"
    seen = {
        subprocess.run(
            [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": seed,
            "PYTHONPATH": os.pathsep.join(sys.path)}, capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(seen) == 1


@every_map
def test_every_place_is_named_inside_the_sheet(name: str) -> None:
    sheet = compose(board(name))
    assert sheet.left_out == []
    words = {
        "".join(line if line.endswith("-") else f"{line} " for line in label.words).strip() for label in sheet.labels
    }
    assert {place.name for place in board(name).places} <= words
    for label in sheet.labels:
        for left, top, right, bottom in label.boxes:
            assert left >= 0
            assert top >= 0
            assert right <= sheet.layout.width
            assert bottom <= sheet.layout.height


@every_map
def test_names_keep_off_each_other(name: str) -> None:
    labels = compose(board(name)).labels
    clashes = [
        (a.words, b.words)
        for i, a in enumerate(labels)
        for b in labels[:i]
        if any(overlap(one, other) for one in a.boxes for other in b.boxes)
    ]
    assert clashes == []


@every_map
def test_names_keep_off_towns_and_numbers(name: str) -> None:
    sheet = compose(board(name))
    boxes = [box for label in sheet.labels for box in label.boxes]
    for hex_ in sheet.grid:
        x, y = sheet.layout.centre(hex_)
        assert not any(overlap((x - 8, y - 26.5, x + 8, y - 21.4), box) for box in boxes), sheet.grid.label(hex_)
    for place in board(name).places:
        x, y = sheet.layout.centre(place.hex)
        room = KINDS[place.kind].clear
        assert not any(overlap((x - room, y - room, x + room, y + room), box) for box in boxes), place.name


@every_map
def test_rivers_cover_their_hexsides(name: str) -> None:
    sheet = compose(board(name))
    rivers = [word for word in RIVERS if word in board(name).sides]
    lines = [line for word in rivers for river in river_chains(sheet, word).values() for line in river]
    drawn = [frozenset(step) for line in lines for step in pairwise(line)]
    sides = join(*(board(name).sides[word] for word in rivers))
    wanted = {frozenset(sheet.layout.edge(sheet.layout.cell(hex_), d)) for d in range(6) for hex_ in bits(sides[d])}
    assert set(drawn) == wanted
    assert len(drawn) == len(wanted)


@every_map
def test_each_river_is_one_line_of_its_weight(name: str) -> None:
    sheet = compose(board(name))
    pieces = [len(lines) for word in RIVERS for lines in river_chains(sheet, word).values()]
    assert pieces
    assert sum(pieces) <= len(pieces) + 3, "a river falls into pieces"


@every_map
def test_legend_names_what_is_on_the_map(name: str) -> None:
    sheet = compose(board(name))
    assert set(sheet.legend) == LEGENDS[name]
    svg = draw_map(board(name))
    root = ElementTree.fromstring(svg)
    shown = [group.get("data-key") for group in root.iter(f"{SVG}g") if group.get("class") == "entry"]
    assert sorted(str(key) for key in shown) == sorted(LEGENDS[name])


@pytest.mark.parametrize("name", sorted(NOT_DRAWN))
def test_every_feature_is_drawn(name: str) -> None:
    whole = draw_map(board(name))
    same = set()
    for word in board(name).features:
        without = changed(name)
        del without.features[word]
        if draw_map(without) == whole:
            same.add(word)
    assert same == NOT_DRAWN[name]


def test_numbers_can_be_turned_off() -> None:
    with_numbers, without = draw_map(board("meuse")), draw_map(board("meuse"), numbers=False)
    assert ">1216</text>" in with_numbers
    assert ">1216</text>" not in without
    assert 'data-hex="1216"' in without


def test_legend_and_title_can_be_turned_off() -> None:
    bare = draw_map(board("meuse"), legend=False)
    assert "layer-legend" not in bare
    assert "layer-title" not in bare
    assert len(ElementTree.fromstring(bare).findall(f".//{SVG}use")) == 528


@every_map
def test_scale_bar_is_true(name: str) -> None:
    root = ElementTree.fromstring(draw_map(board(name)))
    legend = next(group for group in root if group.find(f"{SVG}g[@id='layer-legend']") is not None)
    size = float(str(legend.get("transform")).split("scale(")[1][:-1])
    bars = [rect for rect in legend.iter(f"{SVG}rect") if "bar" in str(rect.get("class")).split()]
    km = float(next(text for text in legend.itertext() if text.endswith(" km"))[:-3])
    long = sum(float(str(bar.get("width"))) for bar in bars) * size
    assert long == pytest.approx(km / board(name).km * SCALE, rel=0.01)


def test_hostile_names_stay_text() -> None:
    hostile = changed("meuse")
    hostile.title = "</svg><script>alert('&')</script>"
    hostile.places.append(Place('<b onclick="x">&amp;', "town", hostile.grid.hex("0505")))
    root = ElementTree.fromstring(draw_map(hostile))
    assert root.get("aria-label") == hostile.title
    assert '<b onclick="x">&amp;' in "".join(root.itertext())
    assert not [element for element in root.iter() if element.tag.endswith(("script", "}b"))]


def test_an_unlucky_name_stays_away() -> None:
    crowded = changed("meuse")
    middle = crowded.grid.hex("1111")
    crowded.places += [Place(f"Number {i} on the same hill", "town", middle) for i in range(60)]
    sheet = compose(crowded)
    assert sheet.left_out
    assert {name.split()[0] for name in sheet.left_out} == {"Number"}


def test_a_part_of_the_map() -> None:
    whole = board("marne")
    part = whole.grid.within(whole.grid.hexset("4619"), 3)
    root = ElementTree.fromstring(draw_map(whole, area=part, legend=False))
    seen = {str(use.get("data-hex")) for use in root.iter(f"{SVG}use")}
    assert set(whole.grid.labels(part)) <= seen
    assert len(seen) < 120
    assert "Reims" in set(root.itertext())
    assert "Paris" not in set(root.itertext())


def test_a_scenario_shows_its_area_front_values_and_edges() -> None:
    plain, blucher = compose(board("marne")), compose(board("marne"), scenario="blucher")
    friedensturm = compose(board("marne"), scenario="friedensturm")
    assert plain.layers["outside"] == []
    assert blucher.layers["outside"] != friedensturm.layers["outside"] != []
    assert blucher.layers["front"] != friedensturm.layers["front"]
    assert {"vp", "entry-Allied entry", "supply-German supply"} <= set(blucher.legend)
    assert not {"vp", "entry-Allied entry", "supply-German supply"} & set(plain.legend)


def test_the_front_of_july() -> None:
    assert compose(board("storm"), scenario="july").layers["front"] != compose(board("storm")).layers["front"]


def test_a_compass_fills_an_empty_corner() -> None:
    assert 'class="rose"' in draw_map(board("storm"))
    assert 'class="rose"' not in draw_map(board("meuse"))
