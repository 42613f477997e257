"""The command line: play, records, and tools for every game."""

from __future__ import annotations

import argparse
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path

from rich.console import Console
from rich.table import Table

from westfront import __version__
from westfront import games as game_packages
from westfront.bots import GAMES, RANDOM, bots, levels
from westfront.bots.levels import OFFICER
from westfront.cli import balance, ladder, maps, report, saves, serving, tools
from westfront.cli.files import free_path, load_overrides, read_text, write_new
from westfront.cli.paper import Paper, Parser, printable
from westfront.cli.saves import Save, open_match
from westfront.cli.terminal import Terminal
from westfront.cli.verify import verify
from westfront.cli.words import machine_help
from westfront.engine.event import NOBODY
from westfront.engine.match import Match
from westfront.engine.record import parse_record
from westfront.engine.rules import games
from westfront.errors import UnknownGame, WestfrontError

BAD_INPUT = 2
ABOUT = "Hex wargames of the Western Front, 1918. Without a command: play in the browser, as with serve."
MACHINE = (
    "a side for the machine to play, with its level and style (see below); without a level an officer plays; give it"
    " again when you go on with the game"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; bad input is one sentence on the error channel and exit code 2."""
    try:
        args = parser().parse_args(arguments)
        _forgive_characters()
        for folder in args.add:
            _add(folder)
        code: int = args.run(args, Paper())
        if sys.stdout:
            sys.stdout.flush()
        return code
    except WestfrontError as error:
        return _fail(str(error))
    except BrokenPipeError:
        _drop_output()
        return 0
    except OSError as error:
        _drop_output()
        return _fail(error.strerror or str(error))
    except KeyboardInterrupt:
        return 130


def _fail(sentence: str) -> int:
    """One sentence on the error channel, if it can be written at all."""
    with suppress(OSError):
        print("westfront:", printable(sentence).replace("\n", r"\n"), file=sys.stderr)
    return BAD_INPUT


def _drop_output() -> None:
    """What is left in the buffer cannot be written; without this Python would try again when it ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _forgive_characters() -> None:
    """Bytes that are no text, and letters that a terminal does not have, are shown as numbers instead."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            with suppress(ValueError):
                stream.reconfigure(errors="backslashreplace")


def _add(folder: str) -> None:
    """Bring in a game; whatever is wrong with it is told in a sentence."""
    try:
        game_packages.add(folder)
    except WestfrontError:
        raise
    except Exception as error:
        raise WestfrontError(f"the game in {folder} cannot be added: {type(error).__name__}: {error}") from error


def parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    top = Parser(prog="westfront", description=ABOUT)
    top.add_argument("--version", action="version", version=f"westfront {__version__}")
    top.add_argument("--add", metavar="FOLDER", action="append", default=[], help="add the game package in a folder")
    commands = top.add_subparsers(metavar="COMMAND")

    def command(name: str, run: object, text: str) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=text, description=text)
        one.set_defaults(run=run)
        return one

    top.set_defaults(**vars(serving.add_commands(command).parse_args([])))
    command("games", list_games, "List the games with their scenarios and options.")
    new = command("new", new_game, "Begin a game and write its record to a file.")
    _setting(new)
    _match(new)
    new.add_argument("-o", "--out", metavar="FILE", help="the file to write (default: GAME.westfront in this folder)")
    play = command("play", play_game, "Play in the terminal: a new game, or one from a file.")
    play.formatter_class = argparse.RawDescriptionHelpFormatter
    play.epilog = "\n".join(["levels and styles of the machine:", *machine_help(levels(GAMES[0]))])
    _setting(play, what="a game, or the file of one")
    _match(play)
    play.add_argument(
        "-o", "--out", metavar="FILE", help="where to save a new game (default: GAME.westfront in this folder)"
    )
    play.add_argument("--machine", dest="machines", metavar="SIDE[=LEVEL]", action=_Machines, default={}, help=MACHINE)
    play.add_argument("--side", metavar="SIDE", help="play this side only, and stop when the other one is to act")
    play.add_argument(
        "--script", metavar="FILE", help="take the answers from a file, one a line, instead of the keyboard"
    )
    replay = command("replay", replay_game, "Retell a game from its record, action by action.")
    replay.add_argument("file", help="the record")
    replay.add_argument("--side", help="only what this side may know")
    replay.add_argument("--to", type=int, metavar="N", help="stop after action N and print the position")
    check = command("verify", verify, "Check a record, and say what that proves: every action, hash and roll.")
    check.add_argument("file", help="the record")
    check.add_argument(
        "--report", dest="reports", metavar="FILE", action="append", default=[], help="a report, to be held against it"
    )
    export = command("export", report.export, "Write for one side what it may know, for the mail.")
    export.add_argument("file", help="the save")
    export.add_argument("--for", dest="side", metavar="SIDE", required=True, help="whose eyes it is for")
    export.add_argument(
        "-o", "--out", metavar="FILE", help="the file to write (default: SAVE-SIDE-ACTION.txt in this folder)"
    )
    for name, run, text in (
        ("lock", saves.lock, "Put a save under a passphrase."),
        ("unlock", saves.unlock, "Take the passphrase off a save."),
    ):
        command(name, run, text).add_argument("file", help="the save")
    series = command("series", tools.series, "Add up two finished games in which the players swapped sides.")
    series.add_argument("first", help="the record of the first game")
    series.add_argument("second", help="the record of the second game")
    gate = command("rules", tools.rules, "Compare the catalogue of rules with code and tests.")
    gate.add_argument("game", nargs="?", help="the game")
    gate.add_argument("--all", action="store_true", help="every registered game")
    gate.add_argument("--tests", default="tests", metavar="FOLDER", help="where the tests are (default: tests)")
    gate.add_argument("--quiet", action="store_true", help="only totals and what is missing")
    count = command("perft", tools.count, "Count the ways in which the next actions can go.")
    _setting(count)
    count.add_argument("--depth", type=_positive, default=3, help="how many actions (default 3)")
    count.add_argument("--die", type=_positive, default=3, help="what every die shows, or its highest face (default 3)")
    count.add_argument("--divide", action="store_true", help="count behind each first action")
    count.add_argument("--position", metavar="FILE", help="from a position instead of the start")
    fuzz = command("fuzz", tools.fuzz, "Play games to the end, by chance or by machines, and check every action.")
    fuzz.add_argument("game", help="the game")
    fuzz.add_argument("--games", type=_positive, default=100, help="how many (default 100)")
    fuzz.add_argument("--seed", type=_line, default="1", help="another seed plays other games (default 1)")
    fuzz.add_argument("--jobs", type=_few, default=1, help="processes at a time (default 1)")
    fuzz.add_argument("--players", type=_line, metavar="LEVEL", help="machines of this level play, not chance")
    fuzz.add_argument("--record", metavar="FILE", help="check one record instead")
    fuzz.add_argument(
        "--out", default=".", metavar="FOLDER", help="where to write the records of failures (default: this folder)"
    )
    ladder.add_command(command, _few)
    weighed = balance.add_command(command, _few)
    weighed.add_argument("--option", dest="options", metavar="NAME=VALUE", action=_Pairs, default={}, help="an option")
    bench = command("bench", tools.bench, "Measure the kernel and every game.")
    bench.add_argument("--json", action="store_true", help="as JSON")
    bench.add_argument("--server", action="store_true", help="measure the server instead")
    map_ = command("map", maps.maps, "Draw a map (GAME), or check one or all of them (check [GAME]).")
    map_.add_argument("words", nargs="+", metavar="GAME | check [GAME]")
    _picture(map_)
    map_.add_argument("--dark", action="store_true", help="in dark colours")
    map_.add_argument("--no-numbers", action="store_true", help="without hex numbers")
    map_.add_argument("--no-legend", action="store_true", help="without a legend")
    map_.add_argument("--around", metavar="HEX", help="only the hexes around this one")
    map_.add_argument("--radius", type=_positive, default=6, help="how many hexes around it (default 6)")
    map_.add_argument("--scenario", help="with the playing area and front of a scenario")
    where = command("where", maps.find, "Find a place on all maps (Soissons), or a hex on the others (michel:2003).")
    where.add_argument("name", nargs="+", help="a place, or MAP:HEX")
    counters = command("counters", maps.counters, "Draw a sheet of every counter of a game.")
    counters.add_argument("game", help="the game")
    _picture(counters)
    command("doctor", tools.doctor, "Check that everything is in order on this machine.")
    return top


def _picture(command: argparse.ArgumentParser) -> None:
    """The options of everything that is drawn."""
    command.add_argument(
        "-o", "--out", metavar="FILE", help="the file to write, .svg or .png (default: an SVG in this folder)"
    )
    command.add_argument("--width", type=_positive, default=1600, help="pixels of a PNG (default 1600)")
    command.add_argument(
        "--override", metavar="FILE", help="a file with the numbers of your printed copy, laid over ours"
    )


def _setting(command: argparse.ArgumentParser, what: str = "the game") -> None:
    """The options that make a setting."""
    command.add_argument("game", help=what)
    command.add_argument("--scenario", help="one of the scenarios (default: the first)")
    command.add_argument("--option", dest="options", metavar="NAME=VALUE", action=_Pairs, default={}, help="an option")
    command.add_argument(
        "--override", metavar="FILE", help="a file with the numbers of your printed copy, laid over ours"
    )


def _match(command: argparse.ArgumentParser) -> None:
    """The options of a game that is really played."""
    command.add_argument("--player", dest="players", metavar="SIDE=NAME", action=_Pairs, default={}, help="who plays")
    command.add_argument("--seed", type=_line, help="dice that can be repeated; leave it out in earnest")
    command.add_argument("--no-advice", action="store_true", help="agree that nobody asks a machine for advice")
    command.add_argument("--no-auto", action="store_true", help="ask even when there is only one choice")


class _Pairs(argparse.Action):
    """NAME=VALUE, as often as one likes."""

    def __call__(
        self, parser: argparse.ArgumentParser, space: Namespace, values: object, flag: str | None = None
    ) -> None:
        name, equals, value = str(values).partition("=")
        if not equals:
            parser.error(f"{flag} is given as NAME=VALUE, not {values}")
        setattr(space, self.dest, {**getattr(space, self.dest), name.strip(): value.strip()})


class _Machines(argparse.Action):
    """SIDE or SIDE=LEVEL, as often as one likes."""

    def __call__(
        self, parser: argparse.ArgumentParser, space: Namespace, values: object, flag: str | None = None
    ) -> None:
        side, _, level = str(values).partition("=")
        setattr(space, self.dest, {**getattr(space, self.dest), side.strip(): level.strip()})


def _level(game: str, level: str) -> str:
    """A level that plays a game; without one the officer, or chance where a game has none."""
    known = bots(game)
    if not level:
        return OFFICER if OFFICER in known else RANDOM
    if level not in known:
        raise WestfrontError(f"no machine {level[:40]!r} plays {game}; there is {', '.join(known)}")
    return level


def _positive(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 1_000_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return int(text)


def _few(text: str) -> int:
    if _positive(text) > 100:
        raise argparse.ArgumentTypeError(f"{text} is more than 100")
    return int(text)


def _line(text: str) -> str:
    if not text.isprintable():
        raise argparse.ArgumentTypeError(f"{text!a} is not a line of text")
    return text


def list_games(args: Namespace, out: Console) -> int:
    """What there is to play."""
    table = Table("game", "title", "rules", "scenarios", "options")
    for game in games():
        options = "\n".join(f"{name} = {' | '.join(values)}" for name, values in game.choices.items())
        scenarios = "\n".join(f"{name}: {text}" for name, text in game.scenarios.items())
        table.add_row(game.id, game.title, game.version, scenarios, options)
    out.print(table)
    return 0


def _new_match(args: Namespace) -> Match:
    return Match.new(
        args.game,
        args.scenario,
        options=args.options,
        overrides=load_overrides(args.override),
        players=args.players,
        seed=args.seed,
        auto=not args.no_auto,
        advice=not args.no_advice,
    )


def new_game(args: Namespace, out: Console) -> int:
    """Begin a game."""
    match = _new_match(args)
    path = free_path(args.game) if args.out is None else Path(args.out)
    write_new(path, match.record(with_secret=True))
    out.print(
        f"{path}: {match.rules.title}, {match.rules.scenario}. Play it with: westfront play {path}", soft_wrap=True
    )
    return 0


def play_game(args: Namespace, out: Console) -> int:
    """Play a new game or go on with one; every action is saved at once."""
    lines = iter(read_text(Path(args.script)).splitlines()) if args.script else None
    is_saved = os.path.exists(args.game) and not os.path.isdir(args.game)
    save, match = _continued(args) if is_saved else _begun(args)
    for side in (*args.machines, *([args.side] if args.side else [])):
        match.view(side)  # refuses a side that is none
    machines = {side: _level(match.rules.id, level) for side, level in args.machines.items()}
    if save and not is_saved:
        write_new(save.path, match.record(with_secret=True))
    if save:
        out.print(f"The game is saved in {save.path} after every action.", soft_wrap=True)
    Terminal(match, save, out, lines, is_resumed=is_saved, machines=machines, only=args.side).run()
    if lines:
        out.print(f"{match.number} actions, hash {match.hash}", soft_wrap=True)
    return 0


def _continued(args: Namespace) -> tuple[Save, Match]:
    """The match of a file; what makes a setting was decided when it began."""
    if any((args.scenario, args.options, args.override, args.players, args.seed, args.out, args.no_advice)):
        raise WestfrontError(f"{args.game} is a game under way: what was chosen when it began cannot be changed")
    return open_match(Path(args.game), auto=not args.no_auto)


def _begun(args: Namespace) -> tuple[Save | None, Match]:
    """A new match, and where it is saved: a scripted one only where it is told to."""
    match = _begin(args)
    if args.out is not None:
        return Save(Path(args.out)), match
    return (None if args.script else Save(free_path(args.game))), match


def _begin(args: Namespace) -> Match:
    try:
        return _new_match(args)
    except UnknownGame as error:
        if "." in args.game or "/" in args.game:
            raise WestfrontError(f"there is no file {args.game}") from None
        raise error


def replay_game(args: Namespace, out: Console) -> int:
    """Tell a game, all of it or what one side may know."""
    save, whole = open_match(Path(args.file))
    if save.lock and args.side is None and whole.rules.hidden and not whole.over:
        raise WestfrontError(f"{args.file} is locked and hides units until the game is over: say --side SIDE")
    text = whole.record(with_secret=True)
    last = whole.number if args.to is None else args.to
    if not 0 <= last <= whole.number:
        raise WestfrontError(f"{args.file} has {whole.number} actions, there is no action {args.to}")
    match = Match.load(text, upto=0)
    told = _tell(_told(match, args.side), 0, out)
    for entry in match.follow(parse_record(text).entries[:last]):
        if args.side is None:
            out.print(f"{entry.number} {entry.side}: {entry.action}", style="bold", soft_wrap=True)
        told = _tell(_told(match, args.side), told, out)
    if args.to is not None and args.side is None:
        out.print(match.position(), soft_wrap=True, end="")
    return 0


def _tell(log: list[str], told: int, out: Console) -> int:
    """Print what is new in a log; how long it is now."""
    if len(log) < told:
        out.print("    (taken back)", soft_wrap=True)
    for line in log[told:]:
        out.print(f"    {line}", soft_wrap=True)
    return len(log)


def _told(match: Match, side: str | None) -> list[str]:
    """What a side was told, or without one the whole truth; events that hide it from a side are left out."""
    whole = [match.rules.texts.sentence(event) for event in match.events if event.but == NOBODY]
    return match.log(side) if side else whole
