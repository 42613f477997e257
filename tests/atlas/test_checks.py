"""The six maps are sound, and each check can fail."""

from __future__ import annotations

import pytest

from tests.atlas.copies import Copy, CopyOf
from westfront import games
from westfront.atlas.checks import chains, corners, forks, loops, nets
from westfront.atlas.sets import hexes_of, rim
from westfront.hexgrid import Grid, Numbering

FLAT = Grid(Numbering("flat", "CCRR", (1, 6), (1, 6), "even", "south"))


@pytest.mark.parametrize("name", games.boards())
def test_the_map_is_sound(name: str) -> None:
    assert games.check_map(name) == []


# -- chains, loops, nets on a small map


def _pairs(text: str) -> list[tuple[int, int]]:
    return [(FLAT.hex(pair[:4]), FLAT.hex(pair[5:])) for pair in text.split()]


def test_a_hexside_has_two_corners_that_its_neighbours_share() -> None:
    (one,), (two,) = _pairs("0303/0302"), _pairs("0303/0402")
    assert len(set(corners(FLAT, one)) & set(corners(FLAT, two))) == 1
    assert set(corners(FLAT, one)) == set(corners(FLAT, (one[1], one[0])))


def test_chains_share_corners() -> None:
    assert len(chains(FLAT, _pairs("0303/0302 0303/0402 0303/0403"))) == 1
    assert len(chains(FLAT, _pairs("0303/0302 0303/0403"))) == 2


def test_a_ring_is_a_loop_and_three_arms_are_a_fork() -> None:
    ring = _pairs("0303/0302 0303/0402 0303/0403 0303/0304 0303/0203 0303/0202")
    assert [loops(FLAT, piece) for piece in chains(FLAT, ring)] == [1]
    fork = _pairs("0303/0302 0303/0402 0302/0402")
    assert [forks(FLAT, piece) for piece in chains(FLAT, fork)] == [1]
    assert [loops(FLAT, piece) for piece in chains(FLAT, fork)] == [0]


def test_nets_join_when_a_link_meets_both() -> None:
    assert len(nets(FLAT, _pairs("0101/0102 0103/0104"))) == 2
    assert len(nets(FLAT, _pairs("0101/0102 0103/0104 0102/0103"))) == 1


# -- sets in words


def test_sets_in_words() -> None:
    board = games.board("storm")
    assert hexes_of(board, "terrain=sea | terrain=holland") == board.feature("not-playable")
    assert hexes_of(board, "playable & not start=A") == board.start["G"]
    assert hexes_of(board, "morale:*").bit_count() == 44
    assert hexes_of(board, "country=LU") == board.countries["LU"]
    assert hexes_of(board, "no-such-thing") == 0


def test_the_rim_of_a_set() -> None:
    board = games.board("meuse")
    assert rim(board, board.grid.mask).bit_count() == 2 * (24 + 22) - 4


# -- broken maps


def _says(copy: Copy, sentence: str) -> bool:
    return any(sentence in complaint for complaint in copy.complaints())


@pytest.mark.parametrize(
    ("name", "file", "old", "new", "sentence"),
    [
        (
            "michel",
            "hexes.csv",
            "\n0202,clear,,,,FR,A,",
            "\n0202,clear,,,,FR,,",
            "0202 belongs to no side at the start",
        ),
        (
            "hindenburg",
            "hexes.csv",
            "\n4200,sea,,,,,,",
            "\n4200,sea,,,,,A,",
            "4200 can never be entered and yet belongs",
        ),
        ("hindenburg", "facts.csv", "\n2822,place,Trier", "\n2822,place,Treves", "2822 should have place Treves"),
        ("hindenburg", "facts.csv", "\n2902,exists", "\n9902,exists", "there is no hex '9902'"),
        ("hindenburg", "counts.csv", "\nhexes,city,47", "\nhexes,city,48", "hexes city is 47, not 48"),
        ("hindenburg", "counts.csv", "\nchains,front-line,1", "\nchains,front-line,2", "chains front-line is 1, not 2"),
        ("storm", "counts.csv", "\nsum,morale:* & start=G,31", "\nsum,morale:* & start=G,30", "is 31, not 30"),
        (
            "storm",
            "hexes.csv",
            "\n1829,clear,town;morale:1",
            "\n1829,clear,town;morale:2",
            "1829 should have feature morale:1",
        ),
        ("marne", "counts.csv", "\nnets,road,1", "\nnets,road,2", "nets road is 1, not 2"),
        ("marne", "setup-blucher.csv", ",2811,A", ",2805,A", "which its side does not hold"),
        ("michel", "setup-historical.csv", "A-56,2301,A,1", "A-56,2301,A,3", "2301 holds 3 stacking points of 2"),
        ("michel", "setup-historical.csv", "A-56,2301", "A-56,5501", "there is no hex '5501'"),
        ("michel", "facts.csv", "1110/1109,touch", "1110/1108,touch", "1110/1108 should have touch yes"),
        ("meuse", "facts.csv", "1414/1515,hexside,bridge", "1415/1515,hexside,bridge", "should have hexside bridge"),
        ("marne", "facts.csv", "1009/1110,link,road", "1009/1109,link,road", "should have link road"),
    ],
)
def test_a_wrong_line_is_found(copy_of: CopyOf, name: str, file: str, old: str, new: str, sentence: str) -> None:
    copy = copy_of(name)
    copy.change(file, old, new)
    assert _says(copy, sentence)


@pytest.mark.parametrize(
    ("name", "file", "line", "sentence"),
    [
        ("michel", "hexsides.csv", "0216,0217,river", "the river Somme is in 2 pieces, not 1"),
        ("hindenburg", "hexsides.csv", "4101,4201,coast", "parts land and sea and has no coast"),
        ("hindenburg", "hexsides.csv", "4209,4210,border", "4209/4210 parts two countries without a border"),
        ("storm", "hexsides.csv", "1134,1135,front-line", "the front line does not run exactly between"),
        ("michel", "links.csv", "0104,0204,road", "0104 should have link road"),
        ("michel", "links.csv", "0719,0818,road", "the road R1 Amiens-Peronne-Cambrai does not lead from Amiens"),
        ("marne", "links.csv", "0910,0911,road", "0910/0911 should have link road"),
        ("michel", "setup-historical.csv", "A-F55,", "of allied-fz is neither occupied nor controlled"),
        ("marne", "hexsides.csv", "0711,0712,rail-bridge", "the rail bridges are not exactly where"),
        ("meuse", "hexsides.csv", "0112,0211,river", "has bridge but none of river, meuse-river"),
    ],
)
def test_a_missing_line_is_found(copy_of: CopyOf, name: str, file: str, line: str, sentence: str) -> None:
    copy = copy_of(name)
    copy.drop(file, line)
    assert _says(copy, sentence)


@pytest.mark.parametrize(
    ("name", "file", "old", "new", "sentence"),
    [
        ("michel", "setup-historical.csv", "A-18-corps,3022", "A-18-corps,2022", "is wrong about attack supply"),
        (
            "hindenburg",
            "hexes.csv",
            "\n2003,clear,supply:french",
            "\n2003,clear,",
            "2003 is wrong about being a French source",
        ),
        (
            "hindenburg",
            "hexes.csv",
            "front;next-to-belgium,,,FR,A",
            "front,,,FR,A",
            "3904 is wrong about lying next to Belgium",
        ),
        (
            "hindenburg",
            "hexes.csv",
            "\n3406,clear,city;front",
            "\n3406,clear,city",
            "3406 is wrong about touching the front",
        ),
        (
            "storm",
            "hexes.csv",
            "\n2728,clear,",
            "\n2728,clear,town;",
            "2728 has a town between Saint-Quentin and Reims",
        ),
        (
            "storm",
            "hexes.csv",
            "\n2633,clear,allied-trench;",
            "\n2633,clear,",
            "2633 is wrong about standing in the line",
        ),
        (
            "storm",
            "hexes.csv",
            "\n2733,devastated,july-front;",
            "\n2733,devastated,",
            "2733 touches the Allied side in July",
        ),
        (
            "storm",
            "hexes.csv",
            "\n2728,clear,",
            "\n2728,clear,supply:german;",
            "2728 is an edge source away from the edge",
        ),
        ("marne", "sides.csv", "\n0601,G,", "\n0601,,", "0601 is wrong about being in the area of gneisenau"),
        (
            "marne",
            "setup-gneisenau.csv",
            "FR-HQ-III,1314",
            "FR-HQ-III,0118",
            "holds a unit out of command in gneisenau",
        ),
        (
            "marne",
            "setup-gneisenau.csv",
            "GE-HQ-XVIII,1203,G",
            "GE-HQ-XVIII,0313,G",
            "0313 holds a headquarters without supply",
        ),
        (
            "marne",
            "arrivals-blucher.csv",
            "FR-154DI,hex:4522,",
            "FR-154DI,hex:4505,",
            "4505 is no entry hex of its side",
        ),
        ("meuse", "hexes.csv", "\n0118,clear,stellung", "\n0118,clear,", "has not one hex in each column"),
        (
            "meuse",
            "hexes.csv",
            "\n0117,clear,,,,FR,G",
            "\n0117,clear,,,,FR,A",
            "0117 is on the wrong side of the Stellung line",
        ),
        ("meuse", "hexes.csv", "\n0117,clear,", "\n0117,clear,entry:german", "0117 is a German edge hex away from"),
        (
            "meuse",
            "hexes.csv",
            "\n0122,clear,entry:allied;",
            "\n0122,clear,",
            "0122 is wrong about the Allied entry edge",
        ),
    ],
)
def test_each_games_own_checks_find_it(
    copy_of: CopyOf, name: str, file: str, old: str, new: str, sentence: str
) -> None:
    copy = copy_of(name)
    if name == "hindenburg" and "next-to" in old:
        old, new = f"\n3904,rough,allied-trench;{old}", f"\n3904,rough,allied-trench;{new}"
    copy.change(file, old, new)
    assert _says(copy, sentence)


def test_units_without_a_road_to_their_edge_are_out_of_supply(copy_of: CopyOf) -> None:
    copy = copy_of("michel")
    path = copy.folder / "maps/michel/hexes.csv"
    path.write_text(path.read_text(encoding="utf-8").replace("supply:german;", ""), encoding="utf-8")
    complaints = copy.complaints()
    assert any("holds a unit without general supply at the start" in complaint for complaint in complaints)
    assert any("hexes supply:german is 0, not 5" in complaint for complaint in complaints)
