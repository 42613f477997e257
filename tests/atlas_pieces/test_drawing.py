"""The drawing of single counters and of sheets."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from tests.atlas_pieces.games import GAMES, faces, folder
from westfront.atlas.pieces import (
    BADGES,
    MARKERS,
    UNITS,
    Detail,
    Piece,
    counter_image,
    detail_for,
    draw_badge,
    draw_counter,
    draw_hidden,
    draw_sheet,
    figure_names,
    symbol_defs,
    value_columns,
)
from westfront.atlas.pieces.symbols import size_mark

DETAILS: tuple[Detail, ...] = ("small", "medium", "full")
HOSTILE = '<script>alert("1")</script>&\'\x00\ufffe]]>'
DIVISION = Piece("german", "german", "infantry", "XX", "9-14-4", "111", "3", "4", 3, name="GE-111")


def parse(fragment: str) -> ElementTree.Element:
    """The fragment in a page of its own, which must be well-formed."""
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{symbol_defs()}{fragment}</svg>')


def texts(fragment: str) -> list[str]:
    return [element.text or "" for element in parse(fragment).iter() if element.tag.endswith("}text")]


def uses(fragment: str) -> set[str]:
    found = [element.get("href", "") for element in parse(fragment).iter() if element.tag.endswith("}use")]
    return {name.removeprefix("#") for name in found}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("detail", DETAILS)
def test_every_face_is_well_formed_and_uses_only_what_is_defined(game: str, detail: Detail) -> None:
    ids = {element.get("id") for element in parse("").iter()}
    for counter in faces(game).values():
        for face in (counter.front, counter.back):
            if face:
                assert uses(draw_counter(face, detail)) <= ids


@pytest.mark.parametrize("game", GAMES)
def test_the_full_face_has_the_figures_and_the_designation_as_text(game: str) -> None:
    for counter in faces(game).values():
        for face in (counter.front, counter.back):
            if face:
                assert {face.figures, face.designation} - {""} <= set(texts(draw_counter(face)))


@pytest.mark.parametrize("game", GAMES)
def test_the_small_face_has_the_figures_alone(game: str) -> None:
    for counter in faces(game).values():
        found = texts(draw_counter(counter.front, "small"))
        assert len(found) == bool(counter.front.figures), counter.name
        assert all(re.fullmatch(r"[0-9]+(-[0-9]+){0,2}", text) or counter.front.is_marker for text in found)


def test_long_figures_lose_the_range_and_the_move_when_small() -> None:
    small = [texts(draw_counter(DIVISION._replace(figures=f), "small"))[0] for f in ("9-14-4", "15(2)-1-3", "3-4-4")]
    assert small == ["9-14", "15-1", "3-4-4"]


def test_details_grow_with_the_size() -> None:
    assert [detail_for(pixels) for pixels in (12, 24, 48, 96)] == ["small", "small", "medium", "full"]
    assert texts(draw_counter(DIVISION, "small")) == ["9-14"]
    assert texts(draw_counter(DIVISION, "medium")) == ["111", "9-14-4"]
    assert texts(draw_counter(DIVISION)) == ["111", "9-14-4", "3", "4", "GE"]


def test_a_hostile_name_is_escaped_everywhere() -> None:
    piece = DIVISION._replace(designation=HOSTILE, figures=HOSTILE, corner=HOSTILE, note=HOSTILE, name=HOSTILE)
    for detail in DETAILS:
        drawn = draw_counter(piece, detail)
        assert "<script" not in drawn
        assert parse(drawn) is not None
    assert "<script" not in counter_image(piece)
    shown = texts(draw_counter(piece))[0]
    assert shown.startswith("<script>alert")
    assert "\x00" not in shown


def test_drawing_is_deterministic() -> None:
    for game in GAMES:
        once = [draw_counter(counter.front) for counter in faces(game).values()]
        assert once == [draw_counter(counter.front) for counter in faces(game).values()]


def test_sides_are_told_by_shape_without_colour() -> None:
    german, allied = uses(draw_counter(DIVISION)), uses(draw_counter(DIVISION._replace(side="allied")))
    assert german - allied == {"wf-body-german", "wf-mark-german"}
    assert allied - german == {"wf-body-allied", "wf-mark-allied"}


@pytest.mark.parametrize("badge", BADGES)
def test_badges_show_a_letter_and_hide_when_small(badge: str) -> None:
    piece = DIVISION._replace(badges=(badge,))
    assert draw_badge(BADGES[badge]) in draw_counter(piece, "medium")
    assert texts(draw_badge(BADGES[badge])) == [BADGES[badge].letter]
    assert draw_counter(piece, "small") == draw_counter(DIVISION, "small")


def test_a_letter_on_a_badge_means_one_thing() -> None:
    signs = set(BADGES.values())
    assert len({badge.letter for badge in signs}) == len(signs)
    assert BADGES["fought"] == BADGES["has-attacked"]


def test_a_pip_for_every_step_and_one_less_on_the_back() -> None:
    division = faces("marne")["GE-9DI"]
    assert division.back is not None
    assert [draw_counter(face).count('r="2.3"') for face in (division.front, division.back)] == [3, 2]
    assert draw_counter(faces("michel")["S-18"].front).count('r="2.3"') == 0


def test_a_hidden_counter_shows_its_side_and_nothing_else() -> None:
    assert texts(draw_hidden("allied", "french")) == []
    assert uses(draw_hidden("allied", "french")) == {"wf-body-allied", "wf-mark-allied"}


def test_reduced_faces_have_a_stripe() -> None:
    assert 'fill-opacity=".5"' in draw_counter(DIVISION._replace(reduced=True), "small")
    assert 'fill-opacity=".5"' not in draw_counter(DIVISION, "small")


@pytest.mark.parametrize(("size", "strokes"), [("X", 2), ("XX", 4), ("XXXX", 8), ("II", 2), ("III", 3), ("-", 0)])
def test_size_marks(size: str, strokes: int) -> None:
    assert size_mark(size).count("M") == strokes


@pytest.mark.parametrize("pixels", [24, 48, 96])
def test_a_picture_of_one_counter_carries_the_drawings_that_it_needs(pixels: int) -> None:
    for counter in [*faces("marne").values(), *faces("storm").values()]:
        page = ElementTree.fromstring(counter_image(counter.front, pixels))
        ids = {element.get("id") for element in page.iter()}
        assert {str(e.get("href")).removeprefix("#") for e in page.iter() if e.tag.endswith("}use")} <= ids


def test_the_two_faces_of_a_marker() -> None:
    marker = faces("marne")["disorganised"]
    assert marker.back is not None
    assert (marker.front.designation, marker.back.designation) == ("DG", "RG")
    assert (marker.front.symbol, marker.back.symbol) == ("disorganised", "reorganising")
    assert not marker.back.reduced


@pytest.mark.parametrize(
    ("game", "name", "front", "back"),
    [
        ("michel", "S-18", "7-5", None),
        ("hindenburg", "GE-1", "4-4", "3-3"),
        ("hindenburg", "BR-tanks-1", "", None),
        ("storm", "GE-AGB", "15(2)-1-3", None),
        ("storm", "GE-AT1", "0-2-4", None),
        ("storm", "morale-german", "", "15"),
        ("marne", "GE-ARMY-ART-1", "3(4)-1", "4(4)-1"),
        ("marne", "GE-HQ-VII", "4", None),
        ("marne", "GE-TANK", "3-1-0", None),
        ("marne", "GE-STOSS-1", "", None),
        ("meuse", "US-4", "9-9-4", "6-6-4"),
        ("meuse", "support-german-4", "3", None),
    ],
)
def test_figures(game: str, name: str, front: str, back: str | None) -> None:
    counter = faces(game)[name]
    assert (counter.front.figures, counter.back and counter.back.figures) == (front, back)


def test_a_back_is_a_loss_or_another_use_of_the_unit() -> None:
    army, division = faces("marne")["FR-ARMY-ART-1"].back, faces("marne")["FR-39DI"].back
    assert army is not None
    assert division is not None
    assert (army.reduced, division.reduced) == (False, True)
    assert army.symbol == "army-offensive"


def test_notes_and_corners() -> None:
    assert faces("marne")["US-3DI-1"].front.note == "3+"
    assert faces("marne")["FR-TK-RENAULT-1"].front.note == "2/3"
    corners = [faces("storm")[name].front.corner for name in ("BR-14", "GE-GG", "USMC", "GE-57")]
    assert corners == ["4", "●", "V", ""]


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_has_every_counter_with_headings_and_counts(game: str) -> None:
    values = value_columns(folder(game))
    sheet = draw_sheet("A & B", list(faces(game).values()), figure_names(values))
    page = ElementTree.fromstring(sheet)
    drawn = [element for element in page.iter() if element.get("class", "").startswith("counter ")]
    backs = sum(counter.back is not None for counter in faces(game).values())
    assert len(drawn) == len(faces(game)) + backs
    found = [element.text or "" for element in page.iter() if element.tag.endswith("}text")]
    assert found[0] == "A & B"
    assert found[1].startswith(f"{len(faces(game))} counters")
    headings = [int(number) for text in found for number in re.findall(r"^[A-Z][A-Za-z0-9 ]+ \(([0-9]+)\)$", text)]
    assert sum(headings) == len(faces(game))


@pytest.mark.parametrize("game", GAMES)
def test_nothing_on_a_sheet_overlaps_or_leaves_it(game: str) -> None:
    page = ElementTree.fromstring(draw_sheet(game, list(faces(game).values())))
    width, height = [float(number) for number in page.get("viewBox", "").split()[2:]]
    places = []
    for group in page:
        moved = re.fullmatch(r"translate\(([0-9.]+) ([0-9.]+)\)", group.get("transform", ""))
        if moved:
            places.append((float(moved[1]), float(moved[2])))
    assert all(0.5 <= x <= width - 0.5 and 0.5 <= y <= height - 0.5 for x, y in places)
    rows: dict[float, list[float]] = {}
    for x, y in places:
        rows.setdefault(y, []).append(x)
    assert all(b - a >= 1 for row in rows.values() for a, b in pairwise(sorted(row)))
    ys = sorted(rows)
    assert all(b - a >= 1 for a, b in pairwise(ys))


def test_the_defs_can_be_limited() -> None:
    assert symbol_defs(["tank"]).count("<g id=") == 1
    assert symbol_defs().count("<g id=") == len(UNITS) + len(MARKERS) + 5
