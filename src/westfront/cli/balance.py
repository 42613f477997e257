"""Balance: machines of one level play both sides; tables and pictures say who wins and where the front runs."""

from __future__ import annotations

import csv
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable
from io import StringIO
from itertools import starmap
from pathlib import Path
from statistics import fmean

from rich.console import Console
from rich.table import Table

from westfront.cli import balance_pictures as pictures
from westfront.cli import balance_tables as tables
from westfront.cli.contest import add_options, play_missing
from westfront.cli.files import write_text
from westfront.engine.rules import find_game
from westfront.errors import WestfrontError
from westfront.lab.balance import Row, Watched, correlation, rows, settings, spread, wanted, watched
from westfront.lab.ladder import Pairing

ABOUT = "Let machines of one level play both sides, and say which side wins, by how much, and where the front runs."
SHOWN = 7
"""So many columns have room on a screen; what is in the others is told below them."""


def add_command(command: Callable[[str, object, str], ArgumentParser], few: Callable[[str], int]) -> ArgumentParser:
    """The command and its options."""
    one = command("balance", run, ABOUT)
    one.add_argument("game", help="the game")
    one.add_argument("--level", default="officer", help="machines, with commas (default %(default)s)")
    one.add_argument("--games", default="20", help="games of each setting, for each level with commas (default 20)")
    one.add_argument("--scenario", default="", help="scenarios, with commas (default: all)")
    one.add_argument(
        "--every", metavar="OPTION", action="append", default=[], help="play every value of an option; again for more"
    )
    add_options(one, "balance-GAME.jsonl", few)
    return one


def run(args: Namespace, out: Console) -> int:
    """Play what is missing, then tell; what was played before is not played again."""
    scenarios = _words(args.scenario) or list(find_game(args.game).scenarios)
    levels = _words(args.level)
    counts = _counts(args.games, len(levels))
    path = Path(args.out or f"balance-{args.game}.jsonl")
    missing = [
        game
        for level, number in zip(levels, counts, strict=True)
        for game in wanted(settings(args.game, scenarios, [level], args.options, args.every), number, args.seed)
    ]
    games = play_missing(args, path, missing, Watched, timed)
    found = side_by_side(rows(games))
    sides = find_game(args.game).sides
    out.print(table(found, sides))
    out.print("\n".join(endings(found)), soft_wrap=True)
    made = {
        ".csv": sheet(found, sides),
        ".md": tables.page(found, sides, args.seed),
        "-turns.csv": turns(found),
        ".svg": pictures.shares(args.game, found, sides),
        "-turns.svg": pictures.courses(args.game, found),
        "-front.svg": pictures.fronts(args.game, found),
    }
    if tables.pairs(found):
        made["-booklet.svg"] = pictures.against_the_booklet(args.game, found)
    for suffix, text in made.items():
        write_text(path.with_name(path.stem + suffix), text)
    return 0


def _counts(text: str, levels: int) -> list[int]:
    """Games for each level; the last number goes for all that follow."""
    words = _words(text)
    if not words or not all(word.isdecimal() and int(word) for word in words):
        raise WestfrontError("at least one game is played: --games 20, or --games 20,16 for two levels")
    return [int(words[min(number, len(words) - 1)]) for number in range(levels)]


def side_by_side(found: list[Row]) -> list[Row]:
    """The levels of each setting one after another."""
    return [row for _, rows in tables.by_setting(found) for row in rows.values()]


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def timed(pairing: Pairing) -> Watched:
    """Play one game, with the time of the processor as the clock."""
    return watched(pairing, time.process_time)


# -- telling


def head(sides: tuple[str, str]) -> tuple[str, ...]:
    """What the columns of the table are: games won with the interval of 95 %, the mean margin of the first side."""
    won = (f"{sides[0]} wins", "draws", f"{sides[1]} wins")
    return ("scenario", "level", "games", *won, "margin", "check", "booklet", "s/game")


def cells(row: Row) -> list[str]:
    """A row of the table."""
    first, drawn, second = row.won
    return [
        pictures.name_of(row),
        row.pairing.first,
        str(row.games),
        tables.share(first, row.games),
        str(drawn),
        tables.share(second, row.games),
        f"{fmean(row.margins):+.1f}",
        ", ".join(starmap(_quarters, row.checks.items())) or "-",
        "-" if row.expected is None else f"{row.expected:g}",
        f"{row.seconds:.1f}",
    ]


def _quarters(name: str, numbers: list[float]) -> str:
    low, middle, high = spread(numbers)
    return f"{name} {middle:g} ({low:g} to {high:g}; {len(numbers)} games)"


def table(found: list[Row], sides: tuple[str, str]) -> Table:
    """Every setting with what its games say."""
    made = Table(*head(sides)[:SHOWN])
    for row in found:
        made.add_row(*cells(row)[:SHOWN])
    return made


def endings(found: list[Row]) -> Iterable[str]:
    """How the games of each setting ended, and how well they agree with the booklet."""
    for row in found:
        *_, check, booklet, seconds = cells(row)
        yield f"{pictures.name_of(row)}, {row.pairing.first}: check {check}; booklet {booklet}; {seconds} s a game"
        told = row.degrees if any(row.degrees.values()) else dict(row.verdicts.most_common())
        yield from (f"  {number:>4}  {words}" for words, number in told.items())
    pairs = [(row.expected, fmean(row.margins)) for row in found if row.expected is not None]
    together = correlation(pairs)
    if together is not None:
        yield f"The numbers of the booklet and the mean margins of {len(pairs)} settings: correlation {together:+.2f}"


def sheet(found: list[Row], sides: tuple[str, str]) -> str:
    """The same for a spreadsheet, with the ways in which games ended."""
    lines = [[*head(sides), "levels of victory", "endings"]]
    for row in found:
        levels = "; ".join(f"{number} x {degree}" for degree, number in row.degrees.items() if number)
        ends = "; ".join(f"{number} x {verdict}" for verdict, number in row.verdicts.most_common())
        lines.append([*cells(row), levels, ends])
    return _csv(lines)


def turns(found: list[Row]) -> str:
    """The course of the games: every track at the beginning of every turn, with its quarters."""
    lines = [["scenario", "level", "turn", "track", "games", "mean", "lower quarter", "median", "upper quarter"]]
    for row in found:
        for when, tracks in row.course.items():
            for track, numbers in tracks.items():
                figures = [f"{number:.2f}" for number in (fmean(numbers), *spread(numbers))]
                lines.append([pictures.name_of(row), row.pairing.first, when, track, str(len(numbers)), *figures])
    return _csv(lines)


def _csv(lines: Iterable[Iterable[str]]) -> str:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue()
