"""Finding a place on all maps, and one map's hex on another."""

from __future__ import annotations

import pytest

from westfront import games
from westfront.atlas.places import Finding, describe, distance_km, same_name, same_spot, where

BOARDS = [games.board(name) for name in games.boards()]


def _found(name: str) -> dict[str, list[str]]:
    return {found.board.name: found.board.grid.labels(found.hexes) for found in where(name, BOARDS)}


def test_soissons_is_on_five_maps() -> None:
    expected = {"michel": "3639", "hindenburg": "2705", "storm": "2932", "storm-1919": "2932", "marne": "2715"}
    assert _found("Soissons") == {name: [label] for name, label in expected.items()}


@pytest.mark.parametrize(
    ("asked", "same"),
    [
        ("Rheims", "Reims"),
        ("Château-Thierry", "chateau thierry"),
        ("St. Quentin", "Saint-Quentin"),
        ("Dunkerque", "Dunkirk"),
        ("Châlons-en-Champagne", "Chalons"),
    ],
)
def test_spellings_make_no_difference(asked: str, same: str) -> None:
    assert _found(asked) == _found(same) != {}


def test_the_end_of_a_name_may_be_left_off() -> None:
    assert _found("Oulchy")["marne"] == ["2820"]
    assert not same_name("Saint", "Saint-Quentin")
    assert not same_name("La", "La Fere")


def test_a_place_named_on_one_map_is_found_by_position_on_the_others() -> None:
    found = {finding.board.name: finding for finding in where("Mouzon", BOARDS)}
    assert found["meuse"].named
    assert not found["storm"].named
    assert found["storm"].board.grid.labels(found["storm"].hexes) == ["2722"]
    assert "michel" not in found


def test_places_of_one_name_far_apart_are_kept_apart() -> None:
    found = where("Clermont", BOARDS)
    assert [f.board.name for f in found if f.named] == ["michel", "marne", "meuse"]
    assert len({(f.lat, f.lon) for f in found}) == 2


def test_paris_has_three_hexes() -> None:
    assert _found("Paris")["storm"] == ["3337", "3338", "3438"]
    assert _found("Paris")["hindenburg"] == ["2400", "2401", "2500"]


def test_an_unknown_place_is_nowhere() -> None:
    assert where("Kursk", BOARDS) == []


def test_a_finding_reads_as_a_line() -> None:
    line = next(describe(f) for f in where("Verdun", BOARDS) if f.board.name == "meuse")
    assert line.split() == ["meuse", "1921", "Verdun", "(named)"]
    assert isinstance(where("Verdun", BOARDS)[0], Finding)


def test_a_hex_of_one_map_on_another() -> None:
    marne, storm, meuse = games.board("marne"), games.board("storm"), games.board("meuse")
    reims = same_spot(marne, marne.grid.hex("4619"), storm)
    assert reims is not None
    assert storm.grid.label(reims) == "3029"
    assert same_spot(marne, marne.grid.hex("2715"), meuse) is None


def test_distance_over_ground() -> None:
    assert distance_km(49.265, 4.029, 49.160, 5.383) == pytest.approx(99, abs=1)
