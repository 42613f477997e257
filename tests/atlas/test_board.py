"""The boards: what is on them, and what a broken file says."""

from __future__ import annotations

import pytest

from tests.atlas.copies import CopyOf
from westfront import games
from westfront.atlas.board import load_board
from westfront.engine.data import Overrides
from westfront.errors import DataError, UnknownGame
from westfront.hexgrid import bits

MAPS = games.boards()


@pytest.mark.parametrize("name", MAPS)
def test_every_hex_has_one_terrain_and_at_most_one_side(name: str) -> None:
    board = games.board(name)
    assert sum(hexes.bit_count() for hexes in board.terrain.values()) == len(board.grid)
    assert not board.start["A"] & board.start["G"]
    assert board.start["A"] | board.start["G"] == board.playable


@pytest.mark.parametrize("name", MAPS)
def test_masks_and_named_lists_agree(name: str) -> None:
    board = games.board(name)
    for sets, named in ((board.sides, board.named_sides), (board.links, board.named_links)):
        assert sets.keys() == named.keys()
        for word, by_name in named.items():
            assert board.grid.sides(pair for pairs in by_name.values() for pair in pairs) == sets[word]


@pytest.mark.parametrize("name", MAPS)
def test_every_hex_and_edge_has_a_source(name: str) -> None:
    board = games.board(name)
    assert set(board.sources) == set(board.grid)
    edges = sum(
        len(pairs) for named in (board.named_sides, board.named_links) for by in named.values() for pairs in by.values()
    )
    assert len(board.edge_sources) == edges
    assert all(source.startswith(("rulebook", "geography", "reconstructed")) for source in board.edge_sources.values())


def test_slopes_keep_their_direction() -> None:
    board = games.board("marne")
    low, high = board.directed["slope"][0]
    pairs = [pair for by_name in board.named_sides["slope"].values() for pair in by_name]
    assert len(pairs) == 82
    assert (low, high) in pairs
    assert (high, low) not in pairs


def test_playing_areas_come_from_the_sides_file() -> None:
    board = games.board("marne")
    reims = board.grid.hex("4619")
    assert not board.feature("area:blucher") >> reims & 1
    assert board.feature("start:blucher:A") >> reims & 1
    assert board.feature("area:foch-attacks") == board.feature("start:foch-attacks:A") | board.feature(
        "start:foch-attacks:G"
    )


def test_plan_1919_is_the_map_of_1918_with_another_front() -> None:
    old, new = games.board("storm"), games.board("storm-1919")
    assert new.terrain == old.terrain
    assert new.sides["river"] == old.sides["river"]
    assert new.sides["front-line"] != old.sides["front-line"]
    assert new.feature("july-front") == 0 != old.feature("july-front")
    assert [new.grid.label(h) for h in bits(new.start["A"] & old.start["G"])] == ["1134", "1333"]


def test_sea_holland_and_neutral_ground_are_closed() -> None:
    storm, hindenburg = games.board("storm"), games.board("hindenburg")
    assert storm.grid.mask ^ storm.playable == storm.terrain["sea"] | storm.terrain["holland"]
    assert hindenburg.grid.mask ^ hindenburg.playable == hindenburg.terrain["sea"] | hindenburg.terrain["neutral"]


def test_an_unknown_map_is_refused() -> None:
    with pytest.raises(UnknownGame, match="the maps are michel"):
        games.board("kursk")


# -- broken files


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        ("hexes.csv", "\n0202,clear", "\n0201,clear", "0201 is listed twice"),
        ("hexes.csv", "\n4040,clear", "\n4141,clear", "hex '4141' does not lie within 0101 to 4040"),
        ("hexes.csv", "\n0202,clear,", "\n0202,jungle,", "'jungle' is not a known word for terrain on this map"),
        ("hexes.csv", "\n2003,clear,town;", "\n2003,clear,twon;", "'twon' is not a known word for features"),
        ("hexes.csv", "\n0202,clear,,,,FR,A,reconstructed", "\n0202,clear,,,,FR,A,", "source is empty"),
        ("hexes.csv", "\n0202,clear,,,,FR,A,reconstructed", "\n0202,clear,,,,FR,A,hearsay", "source begins with"),
        ("hexes.csv", "\n0202,clear,,,,FR,A,", "\n0202,clear,,,,FR,B,", "start_side is one of A, G"),
        ("hexes.csv", "\n0202,clear,,,,FR,A,", "\n0202,clear,,,,XX,A,", "'XX' is not a known word for countries"),
        ("hexsides.csv", "\n0116,0117,river", "\n0116,9117,river", "hex_b '9117' is not a hex of this map"),
        ("hexsides.csv", "\n0116,0117,river", "\n0116,0118,river", "0116 and 0118 are not neighbours"),
        ("hexsides.csv", "\n0116,0117,river", "\n0217,0216,river", "0216/0217 is river already on line"),
        ("hexsides.csv", "\n0116,0117,river", "\n0116,0117,canal", "'canal' is not a known word for sides"),
        ("links.csv", "\n0104,0204,road", "\n0104,0304,road", "0104 and 0304 are not neighbours"),
        ("control.csv", ",50.", ",fifty.", "lat is a number of degrees"),
    ],
)
def test_a_broken_line_is_named(copy_of: CopyOf, file: str, old: str, new: str, sentence: str) -> None:
    copy = copy_of("michel")
    if file == "control.csv":
        text = (copy.folder / "maps/michel/control.csv").read_text(encoding="utf-8").splitlines()[1]
        old, new = f"\n{text}", f"\n{text}".replace(text.split(",")[2], "north")
    line = copy.change(file, old, new) + 1
    with pytest.raises(DataError) as error:
        copy.load()
    assert str(error.value).startswith("maps/michel")
    assert file in str(error.value)
    assert sentence in str(error.value)
    if "already" not in sentence:
        assert f"line {line}:" in str(error.value)


def test_two_kinds_of_river_on_one_hexside_contradict(copy_of: CopyOf) -> None:
    copy = copy_of("storm")
    copy.add("hexsides.csv", "1126,1027,river,Scheldt,geography")
    with pytest.raises(
        DataError, match=r"maps/storm/hexsides.csv, line \d+: 1126/1027 is major-river already on line 2"
    ):
        copy.load()


def test_a_map_can_only_replace_hexes_of_the_map_it_is_like(copy_of: CopyOf) -> None:
    copy = copy_of("storm", "storm-1919")
    copy.add("hexes.csv", "1018,clear,,,,BE,G,geography")
    with pytest.raises(DataError, match=r"maps/storm-1919/hexes.csv, line 65: the map storm has no hex 1018"):
        copy.load()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('title = "1918', 'tilte = "1918', "title is missing"),
        ("rows = [1, 40]", "rows = [1]", "the numbering does not hold"),
        ("parallels = [48.5, 51.0]", "parallels = [48.5]", "the georeference does not hold"),
        ("[words]", "[words", "grid.toml"),
    ],
)
def test_a_broken_grid_file_is_named(copy_of: CopyOf, old: str, new: str, sentence: str) -> None:
    copy = copy_of("michel")
    copy.change("grid.toml", old, new)
    with pytest.raises(DataError, match=sentence):
        copy.load()


def test_a_side_file_with_a_strange_word(copy_of: CopyOf) -> None:
    copy = copy_of("marne")
    copy.change("sides.csv", "\n0101,A,", "\n0101,X,")
    with pytest.raises(DataError, match=r"maps/marne/sides.csv, line 2: gneisenau is one of"):
        copy.load()


def test_a_missing_file_is_named(copy_of: CopyOf) -> None:
    copy = copy_of("michel")
    (copy.folder / "maps/michel/links.csv").unlink()
    with pytest.raises(DataError, match=r"maps/michel/links.csv: this data file is missing"):
        copy.load()


# -- overrides


def test_an_owner_lays_his_map_over_ours(copy_of: CopyOf) -> None:
    overrides = Overrides(
        "mine", ["hexes 0718 terrain clear", "hexes 0702 features none", "hexsides 0110-0111-river feature none"]
    )
    board = copy_of("meuse").load(overrides)
    overrides.check_all_laid()
    ours = games.board("meuse")
    woods = board.grid.hex("0718")
    assert ours.terrain["woods"] >> woods & 1
    assert board.terrain["clear"] >> woods & 1
    assert board.feature("fortress").bit_count() == 1
    assert len(board.named_sides["river"]["Aisne"]) == len(ours.named_sides["river"]["Aisne"]) - 1


def test_an_override_passes_the_same_checks(copy_of: CopyOf) -> None:
    with pytest.raises(DataError, match="'jungle' is not a known word for terrain"):
        copy_of("meuse").load(Overrides("mine", ["hexes 0718 terrain jungle"]))


def test_an_override_of_a_shared_hex_reaches_both_storm_maps(copy_of: CopyOf) -> None:
    lines = ["hexes 1134 terrain clear", "hexes 2042 terrain rough"]
    for name in ("storm", "storm-1919"):
        board = load_board(games.map_data(name), name)
        assert not board.terrain["clear"] >> board.grid.hex("1134") & 1
    copy = copy_of("storm", "storm-1919")
    board = copy.load(Overrides("mine", lines))
    assert board.terrain["clear"] >> board.grid.hex("1134") & 1
    assert board.terrain["rough"] >> board.grid.hex("2042") & 1
