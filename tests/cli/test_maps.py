"""Maps, places and counters on the command line."""

from __future__ import annotations

from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Refused
from westfront import games
from westfront.cli import main

Screen = pytest.CaptureFixture[str]
MAPS = ["michel", "hindenburg", "storm", "storm-1919", "marne", "meuse"]


def drawing(path: str) -> str:
    """A drawing that was saved, which must be well-formed."""
    text = Path(path).read_text(encoding="utf-8")
    assert ElementTree.fromstring(text).tag.endswith("svg")
    return text


def test_a_map_is_drawn_into_this_folder(capsys: Screen) -> None:
    assert main(["map", "meuse"]) == 0
    assert capsys.readouterr().out.startswith("meuse.svg: ")
    assert 'data-hex="1216"' in drawing("meuse.svg")


def test_numbers_legend_and_the_rest_of_the_map_can_be_left_out() -> None:
    assert main(["map", "meuse", "-o", "whole.svg"]) == 0
    assert (
        main(["map", "meuse", "-o", "part.svg", "--no-numbers", "--no-legend", "--around", "1216", "--radius", "2"])
        == 0
    )
    assert 'data-hex="0101"' in drawing("whole.svg")
    assert 'data-hex="0101"' not in drawing("part.svg")
    assert ">1216<" in drawing("whole.svg")
    assert ">1216<" not in drawing("part.svg")


def test_a_dark_map_is_another_one() -> None:
    assert main(["map", "meuse", "-o", "light.svg"]) == main(["map", "meuse", "-o", "dark.svg", "--dark"]) == 0
    assert drawing("light.svg") != drawing("dark.svg")


def test_a_scenario_of_the_marne() -> None:
    assert (
        main(["map", "marne", "-o", "whole.svg"]) == main(["map", "marne", "-o", "b.svg", "--scenario", "blucher"]) == 0
    )
    assert drawing("whole.svg") != drawing("b.svg")


@pytest.mark.parametrize("words", [["map", "meuse"], ["counters", "meuse"]])
def test_png(words: list[str]) -> None:
    assert main([*words, "-o", "picture.png", "--width", "300"]) == 0
    data = Path("picture.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20]) == 300


def test_an_owners_map_is_laid_over_ours() -> None:
    Path("mine").write_text("name Mine\nhexes 1216 place Falkenberg\n")
    assert main(["map", "meuse", "-o", "mine.svg", "--override", "mine"]) == 0
    assert "Falkenberg" in drawing("mine.svg")


def test_all_maps_are_sound(capsys: Screen) -> None:
    assert main(["map", "check"]) == 0
    assert capsys.readouterr().out.splitlines() == [f"{name}: sound" for name in MAPS]


def test_both_maps_of_a_game_are_checked(capsys: Screen) -> None:
    assert main(["map", "check", "storm"]) == 0
    assert capsys.readouterr().out == "storm: sound\nstorm-1919: sound\n"


def test_a_map_with_faults_gives_exit_code_1(capsys: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "check_map", lambda name: ["meuse: the river Aire forks"])
    assert main(["map", "check", "meuse"]) == 1
    assert capsys.readouterr().out == "meuse: 1 faults\n  meuse: the river Aire forks\n"


def test_a_place_is_found_on_every_map_that_covers_it(capsys: Screen) -> None:
    assert main(["where", "Soissons"]) == 0
    found = {line.split()[0]: line.split()[1] for line in capsys.readouterr().out.splitlines()}
    assert (found["michel"], found["marne"]) == ("3639", "2715")
    assert "meuse" not in found


def test_a_hex_is_shown_on_the_other_maps(capsys: Screen) -> None:
    assert main(["where", "michel:3639"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("michel 3639 lies at 49.3")
    assert "marne       2715" in out


@pytest.mark.parametrize("game", [name for name in MAPS if name != "storm-1919"])
def test_a_sheet_of_every_counter(game: str) -> None:
    assert main(["counters", game, "-o", "sheet.svg"]) == 0
    assert games.board(game).title in unescape(drawing("sheet.svg"))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["map", "verdun"], "there is no map 'verdun'"),
        (["map", "michel", "marne"], "name one map"),
        (["map", "check", "verdun"], "there is no map 'verdun'"),
        (["map", "meuse", "-o", "map.jpg"], "saved as .svg or .png"),
        (["map", "meuse", "-o", "map.png", "--width", "9999"], "at most 8000 pixels"),
        (["map", "meuse", "--around", "9999"], "there is no hex '9999'"),
        (["map", "meuse", "--scenario", "blucher"], "the map meuse has no scenario 'blucher'"),
        (["map", "meuse", "-o", "no/such/folder.svg"], "No such file or directory"),
        (["map", "meuse", "--override", "none"], "No such file or directory"),
        (["where", "Atlantis"], "no map names 'Atlantis'"),
        (["where", "michel:9999"], "there is no hex '9999'"),
        (["where", "verdun:0101"], "there is no map 'verdun'"),
        (["counters", "verdun"], "there is no map 'verdun'"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(words: list[str], says: str, refused: Refused) -> None:
    assert says in refused(*words)


def test_an_override_that_fits_no_line_is_refused(refused: Refused) -> None:
    Path("mine").write_text("name Mine\nhexes 9999 terrain woods\n")
    assert "has no hexes 9999 terrain to replace" in refused("map", "meuse", "--override", "mine")
