"""A match draws itself: the map with the counters that a side may see, for notebooks."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

import pytest

import tests.ford  # noqa: F401
import westfront as wf
from westfront.games.pictures import faces_of

STACKED = """westfront position 1
game = ford
rules = 1
scenario = meeting
turn = 1
mud = 0
red_holds =
lost = 3 4
unit R1: at=0304 steps=1 height=3
unit R2: at=0304 steps=2 height=1
unit B1: at=0509 steps=2 height=2
frame GameTurn:
frame Movement: player=red
"""


def drawn(svg: str) -> Counter[str]:
    """How many counters there are of each name; those that are face down have none."""
    root = ElementTree.fromstring(svg)
    groups = [g for g in root.iter() if (g.get("class") or "").startswith("counter ")]
    titles = [group.findtext("{http://www.w3.org/2000/svg}title") or "" for group in groups]
    return Counter(title.split(" ")[0] for title in titles)


def test_each_side_sees_its_own_counters_and_the_backs_of_others() -> None:
    match = wf.Match.from_position(STACKED, seed=1)
    assert drawn(match.picture("red")) == {"R1": 1, "R2": 1, "B1": 1}
    assert drawn(match.picture("blue")) == drawn(match.picture()) == {"R1": 1, "": 1, "B1": 1}
    assert match._repr_svg_() == match.picture()


def test_a_reduced_counter_shows_its_badge() -> None:
    match = wf.Match.from_position(STACKED, seed=1)
    whole = wf.Match.from_position(STACKED.replace("R1: at=0304 steps=1", "R1: at=0304 steps=2"), seed=1)
    assert match.picture("red") != whole.picture("red")


@pytest.mark.parametrize("game", ["michel", "hindenburg"])
def test_the_games_of_the_atlas_are_drawn_on_their_maps(game: str) -> None:
    """As many counters as the view has on the map, and the map itself."""
    match = wf.Match.new(game, seed=1)
    svg = match.picture(match.rules.sides[0])
    pieces = match.view(match.rules.sides[0]).scene.pieces
    assert drawn(svg).total() == sum(piece.at.isdecimal() for piece in pieces)
    assert 'id="layer-rivers"' in svg


@pytest.mark.parametrize("game", ["ford", "michel"])
def test_drawing_leaves_the_digest_of_the_numbers_alone(game: str) -> None:
    """Or a record that is written after somebody looked would speak of other numbers."""
    match = wf.Match.new(game, seed=1)
    before = match.rules.data.digest()
    assert faces_of(match.rules)
    assert match.rules.data.digest() == before
