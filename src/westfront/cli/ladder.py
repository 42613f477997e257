"""The ladder: machines play each other, on this machine or on a cluster, and a table says who is stronger."""

from __future__ import annotations

import csv
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from io import StringIO
from pathlib import Path

from rich.box import HORIZONTALS
from rich.console import Console
from rich.table import Table

from westfront.cli.contest import add_options, play_missing
from westfront.cli.files import write_text
from westfront.engine.rules import Setting
from westfront.errors import WestfrontError
from westfront.lab.ladder import Pairing, Played, Score, interval, pairings, play, scores

ABOUT = "Let machines play each other, sides swapped, and say who is stronger."
ROW, LEFT, WIDE = 30, 230, 400


def add_command(command: Callable[[str, object, str], ArgumentParser], few: Callable[[str], int]) -> None:
    """The command and its options."""
    one = command("ladder", run, ABOUT)
    one.add_argument("game", help="the game")
    one.add_argument("--levels", default="random,recruit,officer", help="machines, with commas (default %(default)s)")
    one.add_argument("--games", type=int, default=20, help="games of each two of them (default 20)")
    one.add_argument("--scenario", default="", help="one of the scenarios (default: the first)")
    add_options(one, "ladder-GAME.jsonl", few)


def run(args: Namespace, out: Console) -> int:
    """Play what is missing, then tell; what was played before is not played again."""
    Setting.choose(args.game, args.scenario or None)
    names = [name.strip() for name in args.levels.split(",") if name.strip()]
    if len(set(names)) != len(names) or len(names) < 2:
        raise WestfrontError("a ladder needs two machines or more, each named once: --levels recruit,officer")
    if args.games < 2 or args.games % 2:
        raise WestfrontError("the games are played in pairs: --games is an even number")
    wanted = pairings(args.game, args.scenario, names, args.games, args.seed)
    path = Path(args.out or f"ladder-{args.game}.jsonl")
    found = scores(play_missing(args, path, wanted, Played, timed))
    out.print(table(found))
    write_text(path.with_suffix(".csv"), sheet(found))
    write_text(path.with_suffix(".svg"), picture(args.game, found))
    return 0


def timed(pairing: Pairing) -> Played:
    """Play one game, with the time of the processor as the clock."""
    return play(pairing, time.process_time)


# -- telling

HEAD = ("machine\nagainst", "won", "95 %", "Elo", "by\nside", "pairs", "points", "s/turn")
"""Won games, also as first and second side; pairs of games in which it did better; points ahead as either side."""


def _row(score: Score) -> list[str]:
    low, high = interval(score.won, score.games)
    (first, firsts), (second, seconds) = score.by_side
    return [
        f"{score.name}\n{score.against}",
        f"{score.won:g}/{score.games}",
        f"{low:.0%}-{high:.0%}",
        f"{score.elo:+.0f}",
        f"{first:g}/{firsts}\n{second:g}/{seconds}",
        f"{score.better:g}/{score.pairs}",
        f"{score.margins[0]:+.1f}\n{score.margins[1]:+.1f}",
        f"{score.seconds:.2f}",
    ]


def table(found: list[Score]) -> Table:
    """Every two machines with what their games say, whole on a terminal of 80 columns."""
    made = Table(*HEAD, box=HORIZONTALS, show_lines=True, padding=0)
    for score in found:
        made.add_row(*_row(score))
    return made


COLUMNS = (
    *("machine", "against", "won", "games", "low", "high", "elo", "won_as_first", "games_as_first"),
    *("won_as_second", "games_as_second", "better_pairs", "pairs", "points_as_first", "points_as_second"),
    "seconds_a_turn",
)


def sheet(found: list[Score]) -> str:
    """The same for a spreadsheet, each number in a column of its own; shares are parts of one."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for score in found:
        numbers = score.won, score.games, *interval(score.won, score.games), score.elo
        sides = *score.by_side[0], *score.by_side[1], score.better, score.pairs, *score.margins
        row = [f"{number:.6g}" for number in (*numbers, *sides, score.seconds)]
        writer.writerow([score.name, score.against, *row])
    return text.getvalue()


def picture(game: str, found: list[Score]) -> str:
    """The shares of games won with their intervals, as SVG text."""
    high = ROW * len(found) + 60
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDE + 60} {high}"',
        ' font-family="sans-serif" font-size="13">',
        f'<rect width="100%" height="100%" fill="#fff"/><text x="12" y="22" font-weight="bold">Ladder of {game}</text>',
    ]
    for part in range(5):
        x = LEFT + WIDE * part // 4
        lines.append(f'<path d="M{x} 34V{high - 26}" stroke="#ccc"/>')
        lines.append(f'<text x="{x}" y="{high - 10}" text-anchor="middle">{part * 25} %</text>')
    for number, score in enumerate(found):
        lines.append(_bar(score, 48 + ROW * number))
    return "\n".join([*lines, "</svg>", ""])


def _bar(score: Score, y: int) -> str:
    low, high = interval(score.won, score.games)
    left, right, middle = (round(LEFT + WIDE * share, 1) for share in (low, high, score.share))
    return (
        f'<text x="12" y="{y + 5}">{score.name} against {score.against}</text>'
        f'<path d="M{left} {y}H{right}" stroke="#36c" stroke-width="3"/>'
        f'<circle cx="{middle}" cy="{y}" r="5" fill="#36c"/>'
    )
