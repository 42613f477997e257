"""Tools for every game: series, rules, perft, fuzz, bench, doctor."""

from __future__ import annotations

import platform
import re
import shlex
from argparse import Namespace
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from functools import partial
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from westfront import games as game_packages
from westfront.bots import GAMES
from westfront.cli.bench import Figure, figures
from westfront.cli.files import ENDING, load_overrides, read_text, write_text
from westfront.cli.game_bench import FIGURES, game_figures
from westfront.cli.pace import PACES, pace_figures
from westfront.cli.saves import load_match
from westfront.cli.server_bench import SERVER_FIGURES, server_figures
from westfront.cli.verify import many
from westfront.engine.catalogue import Gate, open_gate
from westfront.engine.dice import commitment, derive
from westfront.engine.match import Match
from westfront.engine.position import read_position
from westfront.engine.record import check_end, parse_record
from westfront.engine.rules import AnyRules, Setting, find_game, games
from westfront.errors import WestfrontError
from westfront.hexgrid import Grid, Numbering
from westfront.lab.fuzz import Failure, check_record, fuzz_game
from westfront.lab.ladder import maker
from westfront.lab.perft import divide, perft


@contextmanager
def progress(total: int, what: str) -> Iterator[partial[None]]:
    """A progress bar on the error channel, gone when the work is done."""
    columns, err = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()), Console(stderr=True)
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield partial(bar.advance, task)


def series(args: Namespace, out: Console) -> int:
    """Two finished games with sides swapped, added up as the rules of the game say."""
    first, second = load_match(Path(args.first)), load_match(Path(args.second))
    for match, path in ((first, args.first), (second, args.second)):
        if not match.over:
            raise WestfrontError(f"{path} is not finished")
    if first.rules.id != second.rules.id:
        raise WestfrontError(f"{args.first} and {args.second} are records of different games")
    one, other = first.rules.sides
    if first.players and second.players and first.players.get(one) != second.players.get(other):
        raise WestfrontError(f"the players of {args.second} have not swapped sides")
    lead = first.rules.series(first.state, second.state)
    if lead is None:
        raise WestfrontError(f"{first.rules.title} has no two-game match")
    ahead = one if lead > 0 else other
    winner = first.players.get(ahead, f"who was {ahead} in the first game")
    out.print(f"{winner} has won the match by {abs(lead)}." if lead else "The match is drawn.", soft_wrap=True)
    return 0


# -- the rules gate


def rules(args: Namespace, out: Console) -> int:
    """The catalogue against code and tests; 1 if anything is missing."""
    if bool(args.game) == args.all:
        raise WestfrontError("name a game, or use --all for every registered game")
    chosen = [find_game(args.game)] if args.game else games()
    failures = [sentence for game in chosen for sentence in _one_gate(game, args, out)]
    for sentence in failures:
        out.print(f"missing: {sentence}", style="bold red", soft_wrap=True)
    return 1 if failures else 0


def _one_gate(game: type[AnyRules], args: Namespace, out: Console) -> list[str]:
    Setting.choose(game.id).rules()  # loads the tables, which cite their rules
    try:
        gate = open_gate(game.catalogue(), game.package(), _tests_of(game.id, Path(args.tests)))
    except (SyntaxError, ValueError) as error:
        raise WestfrontError(f"a test of {game.id} cannot be read: {error}") from None
    if not args.quiet:
        out.print(_gate_table(gate))
    done = sum(entry.status == "done" for entry in gate.rules.values())
    waived = sum(entry.status == "waived" for entry in gate.rules.values())
    failures = gate.failures()
    totals = f"{done} done, {waived} waived, {len(gate.rules) - done - waived} for display"
    out.print(f"{game.id}: {len(gate.rules)} rules: {totals}; {len(failures)} missing.", soft_wrap=True)
    return [f"{game.id}: {sentence}" for sentence in failures]


def _tests_of(game: str, tests: Path) -> Path:
    """The folder of a game's tests: it bears the name of the game."""
    found = sorted(path for path in tests.rglob(game) if path.is_dir())
    if not found:
        raise WestfrontError(f"there is no folder {game} in {tests}; run this in the repository, or say --tests FOLDER")
    return found[0]


def _gate_table(gate: Gate) -> Table:
    table = Table("rule", "title", "status", "code", "tests")
    for number, entry in gate.rules.items():
        status = entry.status + (f": {entry.reason}" if entry.reason else "")
        table.add_row(
            number, entry.title, status, *("\n".join(found.get(number, [])) for found in (gate.code, gate.tests))
        )
    return table


# -- counting


def count(args: Namespace, out: Console) -> int:
    """Count the ways in which the next actions can go."""
    if args.position:
        if args.scenario or args.options or args.override:
            raise WestfrontError(f"{args.position} has its setting: leave out --scenario, --option and --override")
        _, made, state = read_position(read_text(Path(args.position)))
    else:
        laid = load_overrides(args.override)
        match = Match.new(args.game, args.scenario, options=args.options, overrides=laid, seed=0, auto=False)
        made, state = match.rules, match.state
    if made.id != args.game:
        raise WestfrontError(f"the position is one of {made.id}, not of {args.game}")
    if args.divide and state.frames:
        for action, ways in divide(made, state, args.depth, args.die).items():
            out.print(f"{ways:>12}  {action}")
    for depth in [args.depth] if args.divide else range(1, args.depth + 1):
        out.print(f"perft({depth}) = {perft(made, state, depth, args.die)}")
    return 0


# -- fuzzing


def fuzz(args: Namespace, out: Console) -> int:
    """Random games with everything checked, or one record; 1 if something broke."""
    find_game(args.game)
    if args.record:
        sentence = check_record(_whole_record(Path(args.record), args.game))
        out.print(f"{args.record}: {sentence or 'nothing is wrong any more'}", soft_wrap=True)
        return 1 if sentence else 0
    if not Path(args.out).is_dir():
        raise WestfrontError(f"there is no folder {args.out} for records of failures")
    if args.players:
        maker(args.game, args.players)
    actions, failures = 0, list[Failure]()
    with progress(args.games, f"fuzzing {args.game}") as advance:
        for played, failure in _fuzz_games(args):
            actions += played
            failures += [failure] if failure else []
            advance()
    for failure in failures:
        _report(args, failure, out)
    out.print(f"{args.game}: {args.games} games, {actions} actions, {len(failures)} failures.")
    return 1 if failures else 0


def _whole_record(path: Path, game: str) -> str:
    """A record that nobody has damaged: what does not hold in it is a failure of the game, not of the file."""
    text = read_text(path)
    try:
        record = parse_record(text)
        check_end(text, record)
    except WestfrontError as error:
        raise WestfrontError(f"{path}: {error}") from None
    if f"game = {game}" not in (line for _, line in record.setting):
        raise WestfrontError(f"{path}: this is not a record of {game}")
    return text


def _fuzz_games(args: Namespace) -> Iterator[tuple[int, Failure | None]]:
    seeds = [f"{args.seed}/{number}" for number in range(args.games)]
    if args.jobs == 1:
        yield from (fuzz_game(args.game, seed, player=args.players) for seed in seeds)
        return
    with ProcessPoolExecutor(args.jobs, initializer=_add_all, initargs=(args.add,)) as pool:
        work = [pool.submit(fuzz_game, args.game, seed, player=args.players) for seed in seeds]
        for future in as_completed(work):
            yield future.result()


def _add_all(folders: list[str]) -> None:
    for folder in folders:
        game_packages.add(folder)


def _report(args: Namespace, failure: Failure, out: Console) -> None:
    path = Path(args.out) / f"fuzz-{args.game}-{failure.seed.replace('/', '-')}{ENDING}"
    write_text(path, failure.record)
    out.print(f"seed {failure.seed}: {failure.sentence}", style="bold red", soft_wrap=True)
    added = [word for folder in args.add for word in ("--add", folder)]
    command = shlex.join(["westfront", *added, "fuzz", args.game, "--record", str(path)])
    out.print(f"  reproduce with: {command}", soft_wrap=True)


# -- measuring


def bench(args: Namespace, out: Console) -> int:
    """Time the kernel and every game, or the server."""
    found: list[Figure] = []
    in_all = 6 + FIGURES * len(games()) + PACES * len(GAMES)
    chosen, total = (server_figures(args), SERVER_FIGURES) if args.server else (_all_figures(), in_all)
    with progress(total, "measuring") as advance:
        for figure in chosen:
            found.append(figure)
            advance()
    if args.json:
        out.print(msgspec.json.format(msgspec.json.encode(found)).decode(), soft_wrap=True, highlight=False)
        return 0
    table = Table("figure", "value", "against", "")
    for figure in found:
        table.add_row(figure.name, f"{figure.value:,} {figure.unit}", _against(figure), figure.note)
    out.print(table)
    if not args.server:
        out.print("against: how many times as fast as its slow twin in the same run; or the bar, and whether it is met")
    return 0


def _against(figure: Figure) -> str:
    """What a figure is compared with."""
    if figure.bar is not None:
        return f"{'>=' if figure.unit == 'actions/s' else '<='} {figure.bar:,} {'met' if figure.met else 'missed'}"
    return "" if figure.ratio is None else f"{figure.ratio:,.1f} x"


def _all_figures() -> Iterator[Figure]:
    """The kernel, then every game and its machines."""
    yield from figures()
    for game in games():
        yield from game_figures(game.id)
        if game.id in GAMES:
            yield from pace_figures(game.id)


# -- the doctor

REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)(\[\w+\])?(>=(?P<least>[\d.]+))?(; extra == '(?P<extra>\w+)')?")
"""A line of `pyproject.toml` about a library, as the installed package tells it."""


def doctor(args: Namespace, out: Console) -> int:
    """Is everything in order on this machine? 1 if not."""
    ill = 0
    for name, check in _examinations():
        try:
            finding, well = check(), True
        except WestfrontError as error:
            finding, well = str(error), False
        except Exception as error:
            finding, well = f"{type(error).__name__}: {error}", False
        ill += not well
        out.print(f"{'ok  ' if well else 'FAIL'} {name}: {finding}", soft_wrap=True)
    return 1 if ill else 0


def _examinations() -> Iterator[tuple[str, partial[str]]]:
    yield "Python", partial(_python)
    yield "westfront", partial(version, "westfront")
    for requirement in requires("westfront") or ():
        if (found := REQUIREMENT.fullmatch(requirement)) and found["extra"] != "dev":
            yield found["name"], partial(_library, found["name"], found["least"] or "0", found["extra"])
    yield "hex geometry", partial(_geometry)
    yield "dice", partial(_dice)
    for game in games():
        yield f"game {game.id}", partial(_game, game.id)


def _library(name: str, least: str, extra: str | None) -> str:
    """A library that everything, or only an extra, needs: there, and new enough."""
    try:
        there = version(name)
    except PackageNotFoundError:
        if extra:
            return f"not installed, and only needed for {extra}: pip install 'westfront[{extra}]'"
        raise WestfrontError(f"not installed: pip install '{name}>={least}'") from None
    if _numbers(there) < _numbers(least):
        raise WestfrontError(f"{there} is too old: pip install '{name}>={least}'")
    return there


def _numbers(text: str) -> list[int]:
    """The numbers of a version, to be compared."""
    return [int(number) for number in re.findall(r"\d+", text)]


def _python() -> str:
    return f"{platform.python_version()} on {platform.system()}"


def _geometry() -> str:
    grid = Grid(Numbering("flat", "CCRR", (1, 40), (1, 40), "odd", "north"))
    zone = grid.labels(grid.adjacent(grid.hexset("1110")))
    if zone != ["1009", "1010", "1109", "1111", "1209", "1210"]:
        raise WestfrontError(f"the zone of 1110 is {zone}")
    return "the zone of a hex is right"


def _dice() -> str:
    secret = bytes(32)
    if derive(secret, 0, "doctor", 6, 5) != (4, 5, 1, 1, 3) or not commitment(secret).startswith("a4f207185c93"):
        raise WestfrontError("a known roll comes out differently")
    return "a known roll comes out right"


def _game(game: str) -> str:
    match = Match.new(game, seed=1)
    Match.load(match.record(with_secret=True))
    return f"{match.rules.title} {match.rules.version}, {many(len(match.rules.scenarios), 'scenario')}, saves and loads"
