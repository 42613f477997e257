"""Balance: both sides by one level, taken up again after a kill, and what tables and pictures say of the games."""

from __future__ import annotations

import csv
import re
from io import StringIO
from pathlib import Path

import msgspec
import pytest

import tests.ford  # noqa: F401
from westfront.bots.player import expert_of
from westfront.cli import balance, main
from westfront.cli import balance_tables as tables
from westfront.cli.balance_pictures import (
    POCKET,
    TURN_COLOURS,
    against_the_booklet,
    courses,
    fronts,
    some,
    without_pockets,
)
from westfront.engine.match import Match
from westfront.engine.rules import Setting
from westfront.hexgrid import Grid, Numbering
from westfront.lab.balance import (
    Standing,
    Watched,
    correlation,
    ground,
    nearer,
    rows,
    settings,
    spread,
    usual,
    wanted,
    watched,
)
from westfront.lab.ladder import Pairing

FORD = ("balance", "ford", "--level", "random", "--games", "3", "--scenario", "meeting,assault")
GRID = Grid(Numbering("flat", "CCRR", (1, 5), (1, 5), "odd", "north"))


def game(winner: int, margin: float, points: float, verdict: str = "red: 7 points", seed: str = "1/0") -> Watched:
    """A game that was never played, of two turns."""
    course = tuple(Standing(when, {"points": points}, "7") for when in ("1", "2", "end"))
    pairing = Pairing("ford", "meeting", "random", "random", seed)
    return Watched(pairing, winner, margin, 2, 9, (1.0, 2.0), verdict, course, {"count": points})


def test_every_setting_is_played_from_the_same_seeds() -> None:
    found = wanted(settings("michel", ["michel"], ["officer"], {"victory": "player"}, ["german", "allied"]), 2, "5")
    assert len(found) == 84
    assert len({one.options for one in found if one.seed == "5/1"}) == 42
    assert {one.seed for one in found} == {"5/0", "5/1"}
    assert all(one.options[0] == ("victory", "player") and one.first == one.second for one in found)


def test_a_game_is_watched_and_decided_by_its_seed() -> None:
    pairing = Pairing("ford", "meeting", "random", "random", "1/0")
    first, second = watched(pairing, lambda: 0.0), watched(pairing, lambda: 0.0)
    assert first == second
    assert [one.when for one in first.standings] == [*map(str, range(1, first.turns + 1)), "end"]
    assert first.standings[-1].numbers["margin"] == first.margin
    assert first.margin == {0: 1.0, 1: -1.0}.get(first.winner, 0.0)


def test_sequences_of_a_turn_are_told_apart() -> None:
    pairing = Pairing("marne", "foch-attacks", "turtle", "turtle", "1/0")
    assert [one.when for one in watched(pairing, lambda: 0.0).standings] == ["18.1", "18.2", "18.3", "end"]


@pytest.mark.parametrize(("game", "scenario"), [("storm", "campaign"), ("michel", "michel"), ("meuse", "campaign")])
def test_the_first_turn_is_told_when_both_sides_are_set_up(game: str, scenario: str) -> None:
    """So both have their part of the map, of which little changes in a game in which nobody attacks."""
    standings = watched(Pairing(game, scenario, "turtle", "turtle", "1/0"), lambda: 0.0).standings
    first, second = (standing.numbers["ground"] for standing in standings[:2])
    assert standings[0].when == "1"
    assert first > 0
    assert abs(second - first) < 0.1 * first


def test_the_ground_of_a_side_is_what_it_is_nearer_to() -> None:
    first, second = GRID.hexset("0101"), GRID.hexset("0501")
    mine, his = nearer(GRID, first, second), nearer(GRID, second, first)
    assert not mine & his
    assert GRID.labels(GRID.mask & ~mine & ~his) == [label for label in GRID.labels(GRID.mask) if label[:2] == "03"]
    assert nearer(GRID, first, 0) == GRID.mask
    match = Match.new("ford", seed=1)
    assert ground(match) & match.rules.grid.hexset("0101")


def test_a_row_counts_who_won_and_how() -> None:
    (row,) = rows([game(0, 3.0, 1.0), game(1, -1.0, 5.0, "blue: 9 points"), game(0, 1.0, 3.0, "red: 12 points")])
    assert (row.won, row.games) == ((2, 0, 1), 3)
    assert dict(row.verdicts) == {"red: n points": 2, "blue: n points": 1}
    assert row.checks == {"count": [1.0, 5.0, 3.0]}
    assert list(row.course) == ["1", "2", "end"]
    assert spread(row.course["2"]["points"]) == (2.0, 3.0, 4.0)
    assert row.seconds == 3.0


def test_the_usual_front_is_that_of_more_than_half_of_the_games() -> None:
    assert usual([0b110, 0b011, 0b010]) == 0b010
    assert usual([0b110, 0b011]) == 0b010


def test_numbers_that_go_together() -> None:
    assert correlation([(1, 2), (2, 4), (3, 6)]) == pytest.approx(1.0)
    assert correlation([(1, 6), (2, 4), (3, 2)]) == pytest.approx(-1.0)
    assert correlation([(1, 6), (1, 4)]) is None
    assert correlation([(1, 6)]) is None


def test_the_booklet_of_michel_expects_its_base_number() -> None:
    rules = Setting.choose("michel", None, {"german": "7", "allied": "8"}).rules()
    assert expert_of("michel").expected_margin(rules) == 32


def test_tables_and_pictures_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "b.jsonl"
    assert main([*FORD, "-o", str(file)]) == 0
    assert "meeting, random: check -" in capsys.readouterr().out
    sheet = list(csv.DictReader(StringIO((tmp_path / "b.csv").read_text())))
    assert [row["scenario"] for row in sheet] == ["meeting", "assault"]
    assert all(row["games"] == "3" for row in sheet)
    turns = list(csv.DictReader(StringIO((tmp_path / "b-turns.csv").read_text())))
    assert {row["track"] for row in turns} == {"margin", "ground"}
    for picture in ("b.svg", "b-turns.svg", "b-front.svg"):
        assert "meeting" in (tmp_path / picture).read_text()


def test_fronts_are_drawn_for_a_few_turns_between_named_towns() -> None:
    """Four turns at the most, each in a colour of its own, the first and the last among them."""
    grid = Setting.choose("michel").rules().grid
    held = f"{grid.within(1 << grid.hex('3230'), 6):x}"
    course = tuple(Standing(when, {"points": 0.0}, held) for when in (*map(str, range(1, 11)), "end"))
    pairing = Pairing("michel", "michel", "officer", "officer", "1/0")
    found = rows([Watched(pairing, 0, 5.0, 2, 9, (1.0, 2.0), "over", course, {})] * 2)
    assert some([*found[0].fronts]) == ["1", "4", "8", "end"]
    assert some(["1", "2", "end"]) == ["1", "2", "end"]
    picture = fronts("michel", found * 3)
    assert picture.count(">Amiens</text>") == picture.count(">Arras</text>") == 3
    assert all(picture.count(f'stroke="{colour}"') == 3 for colour in TURN_COLOURS)


def test_a_front_is_drawn_without_the_few_hexes_that_lie_cut_off() -> None:
    grid = Setting.choose("michel").rules().grid
    west = grid.within(1 << grid.hex("3230"), 6)
    hole, outpost = 1 << grid.hex("3230"), 1 << grid.hex("1010")
    assert not outpost & grid.within(west, 2)
    assert without_pockets(grid, west & ~hole | outpost) == west
    large = grid.within(outpost, 1)
    assert large.bit_count() >= POCKET
    assert without_pockets(grid, west | large) == west | large


def test_settings_are_set_beside_the_booklet() -> None:
    """What it expected more of stands to the right, and what came to more stands higher."""
    settings = [("7", "8", 3.0), ("5", "13", 12.0)]
    pairings = [
        Pairing("michel", "michel", "officer", "officer", "1/0", (("german", german), ("allied", allied)))
        for german, allied, _ in settings
    ]
    played = [
        msgspec.structs.replace(game(0, margin, 0.0), pairing=pairing)
        for pairing, (_, _, margin) in zip(pairings, settings, strict=True)
    ]
    found = re.findall(
        r'<circle cx="([\d.]+)" cy="([\d.]+)".*?<title>(.*?)</title>', against_the_booklet("michel", rows(played))
    )
    (weak_x, weak_y, weak), (even_x, even_y, even) = found
    assert float(weak_x) < float(even_x)
    assert float(weak_y) > float(even_y)
    assert (weak[-8:], even[-9:]) == ("32, +3.0", "56, +12.0")


def test_the_course_of_the_margin_leaves_out_what_victory_counts() -> None:
    def course(last: float) -> str:
        numbers = zip(("1", "2", "end"), (4.0, 6.0, last), strict=True)
        standings = tuple(Standing(when, {"margin": number}, "7") for when, number in numbers)
        return courses("ford", rows([msgspec.structs.replace(game(0, last, 1.0), standings=standings)]))

    assert course(7.0) == course(60.0)


def test_dots_beside_the_booklet_have_names_where_there_is_room() -> None:
    """Of two in one place both are named, of nine the last ones are not."""

    def names(orders: list[tuple[str, str]]) -> list[str]:
        pairings = [
            Pairing("michel", "michel", "officer", "officer", "1/0", (("german", german), ("allied", allied)))
            for german, allied in orders
        ]
        found = rows([msgspec.structs.replace(game(0, 9.0, 0.0), pairing=pairing) for pairing in pairings])
        return re.findall(r">(\d+-\d+)</text>", against_the_booklet("michel", found))

    assert names([("7", "8"), ("5", "13"), ("4", "12")]) == ["7-8", "5-13", "4-12"]
    crowd = [("7", "8"), *((str(german), str(allied)) for german in range(1, 7) for allied in range(8, 14))]
    assert 10 < len(names(crowd)) < len(crowd)


def test_tables_for_a_page_set_levels_side_by_side(tmp_path: Path) -> None:
    """A column for each level, so many games as it was asked for, and 1918 before them."""
    file = tmp_path / "b.jsonl"
    levels = ["--level", "turtle,edge-runner", "--games", "2,1", "--scenario", "gneisenau"]
    assert main(["balance", "marne", *levels, "--seed", "t", "-o", str(file)]) == 0
    text = (tmp_path / "b.md").read_text()
    assert "| gneisenau | turtle | `t` | 2 | 0 (0-66 %) | 0 | 2 (34-100 %) |" in text
    assert "| scenario | level of victory | turtle | edge-runner |\n|---|---|---|---|\n" in text
    assert "| gneisenau | French victory | 2 of 2 |" in text
    assert "| gneisenau | German points on 13 June | 1 | 0 (0 to 0; 2 games) |" in text
    assert "At the check" not in text
    assert "## By turn: gneisenau" in text
    (sheet, _) = csv.DictReader(StringIO((tmp_path / "b.csv").read_text()))
    assert sheet["levels of victory"] == "2 x French victory"
    fronts = (tmp_path / "b-front.svg").read_text()
    assert fronts.count("in 1918: 15 July") == fronts.count("stroke-dasharray") == 2


def test_the_check_is_told_with_its_quarters() -> None:
    """Of the games that came to it, in the words in which history tells the same."""
    pairing = Pairing("storm", "campaign", "officer", "officer", "1/0")
    checks: list[dict[str, float]] = [{"german": number, "allied": 12.0} for number in (16.0, 17.0, 19.0, 20.0)]
    played = [msgspec.structs.replace(game(0, 1.0, 0.0), pairing=pairing, check=check) for check in (*checks, {})]
    _, line = tables.checks(rows(played))
    words = "German morale at the end of German turn 9"
    assert line == ["campaign", "officer", words, "4 of 5", "18", "16.75 to 19.25", "16 and 20"]


def test_the_course_is_told_in_medians() -> None:
    """The hexes gained are counted from the beginning."""
    course = [
        Standing(when, {"points": points, "ground": 40 + points}, "7") for when, points in (("1", 1.0), ("2", 4.0))
    ]
    (row,) = rows([msgspec.structs.replace(game(0, 1.0, 0.0), standings=tuple(course))] * 2)
    assert tables.by_turn({"officer": row}) == [
        ["level", "median of", "1", "2"],
        ["officer", "points", "1", "4"],
        ["officer", "hexes gained", "0", "3"],
    ]


def test_all_pairings_are_told_in_the_order_of_the_booklet() -> None:
    orders = [("7", "8", 3.0), ("5", "13", 12.0)]
    played = [
        msgspec.structs.replace(
            game(0, margin, 0.0),
            pairing=Pairing("michel", "michel", "officer", "officer", "1/0", (("german", german), ("allied", allied))),
        )
        for german, allied, margin in orders
    ]
    head, *lines = tables.pairings(rows(played), ("german", "allied"))
    assert head[:4] == ["german", "allied", "level", "booklet"]
    assert lines == [
        ["5", "13", "officer", "56", "1", "+12.0", "1", "0", "0"],
        ["7", "8", "officer", "32", "1", "+3.0", "1", "0", "0"],
    ]
    page = tables.page(rows(played), ("german", "allied"), "t")
    assert page.startswith("## Beside the booklet")
    assert "How clearly" not in page


def test_what_was_played_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a kill in the middle of a line the rest is played, and the table comes out as if nothing had happened."""
    file, calls = tmp_path / "b.jsonl", list[Pairing]()
    assert main([*FORD, "-o", str(file)]) == 0
    sheet = (tmp_path / "b-turns.csv").read_text()
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:-1]) + lines[-1][:20])

    def timed(pairing: Pairing) -> Watched:
        calls.append(pairing)
        return watched(pairing, lambda: 0.0)

    monkeypatch.setattr(balance, "timed", timed)
    assert main([*FORD, "-o", str(file)]) == 0
    assert len(calls) == 1
    assert (tmp_path / "b-turns.csv").read_text() == sheet


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--level", "general"], "no machine 'general' plays ford"),
        (["--games", "0"], "at least one game"),
        (["--games", "many"], "at least one game"),
        (["--games", ","], "at least one game"),
        (["--scenario", "crossing"], "no scenario 'crossing'"),
        (["--every", "weather"], "no option weather"),
        (["--option", "weather=dry"], "no option weather"),
    ],
)
def test_bad_input_is_one_sentence(
    options: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["balance", "ford", "--level", "random", "-o", str(tmp_path / "b.jsonl"), *options]) == 2
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "b.jsonl").exists()
