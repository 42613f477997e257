"""The server on the command line: serve, and look after its store."""

from __future__ import annotations

import argparse
import gc
import os
from argparse import Namespace
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from ipaddress import ip_address
from math import inf
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from westfront.cli.checking import check_tables
from westfront.cli.paper import printable
from westfront.errors import WestfrontError
from westfront.server.backup import backup, restore
from westfront.server.hall import hashed, new_token
from westfront.server.rows import INVITATION, WATCH, Game, Token
from westfront.server.settings import HOST, PORT, Settings, default_store, open_store, store_file
from westfront.server.store import Store


def add_commands(command: Callable[[str, object, str], argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """The commands about the server; gives the one that serves, which `westfront` alone does as well."""
    serving = command("serve", serve_games, "Play in the browser: serve the games on this machine.")
    serving.add_argument("--host", default=HOST, help=f"the address to listen at (default {HOST})")
    serving.add_argument("--port", type=_port, help=f"the port (default {PORT}, or a free one)")
    serving.add_argument("--no-browser", action="store_true", help="do not open the browser")
    serving.add_argument("--public-url", metavar="URL", help="where the world finds this server, for links in notices")
    serving.add_argument(
        "--rate",
        type=_amount,
        metavar="N",
        help="requests a second for each address and token (default 50; 0: no limit)",
    )
    serving.add_argument(
        "--quiet", type=_amount, metavar="S", help="seconds before a side is told that it is its turn (default 30)"
    )
    serving.add_argument(
        "--think", type=_amount, metavar="S", help="seconds that a machine has for an answer (default 10)"
    )
    serving.add_argument(
        "--proxy",
        dest="proxies",
        metavar="ADDRESS",
        action="append",
        default=[],
        type=_address,
        help="the address of a proxy that is believed when it says for whom it asks; may be given more than once",
    )
    tables = command("tables", list_tables, "List the games in the store, or check them before an upgrade.")
    tables.add_argument(
        "what", nargs="?", choices=("check",), help="replay every game against the rules that are installed here"
    )
    invite = command("invite", new_link, "Make a new invitation to a seat; its old link stops working.")
    invite.add_argument("table", help="its name, as `westfront tables` lists it")
    invite.add_argument("side", help="a side, `watch`, or with a space between them both sides of a hot-seat")
    save = command("backup", save_store, "Copy the whole store to a new file, also while it is in use.")
    save.add_argument("file", help="where to")
    back = command("restore", restore_store, "Put a backup into an empty store.")
    back.add_argument("file", help="the backup")
    for one in (serving, tables, invite, save, back):
        one.add_argument(
            "--store",
            metavar="URL",
            help="FILE, sqlite:FILE or postgresql://...; else WESTFRONT_STORE, or a file in the user's data folder",
        )
        one.add_argument(
            "--key",
            metavar="FILE",
            help="the key that seals the secrets of dice; else WESTFRONT_KEY, or a file beside the store",
        )
    invite.add_argument("--public-url", metavar="URL", help="where the world finds this server (else port 1918 here)")
    return serving


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port, from 1 to 65535")
    return int(text)


def _address(text: str) -> str:
    try:
        return str(ip_address(text))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not an address such as 127.0.0.1") from None


def _amount(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = inf
    if not 0 <= number < inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 up")
    return number


def _store(args: Namespace) -> str:
    return args.store or os.environ.get("WESTFRONT_STORE") or default_store()


def _key(args: Namespace) -> Path | None:
    named = args.key or os.environ.get("WESTFRONT_KEY")
    return Path(named) if named else None


def _store_there(args: Namespace) -> Store:
    """The store, which must be there: a mistyped name is not made into an empty one."""
    path = store_file(_store(args))
    if path is not None and not path.exists():
        raise WestfrontError(f"there is no store {path}; westfront serve begins one")
    return open_store(_store(args), _key(args))


def _public_url(args: Namespace) -> str:
    return args.public_url or os.environ.get("WESTFRONT_PUBLIC_URL", "")


def serve_games(args: Namespace, out: Console) -> int:
    """Serve until told to stop."""
    usual = Settings()
    settings = Settings(
        host=args.host,
        port=PORT if args.port is None else args.port,
        public_url=_public_url(args),
        rate=usual.rate if args.rate is None else args.rate,
        quiet=usual.quiet if args.quiet is None else args.quiet,
        proxies=tuple(args.proxies),
        think=usual.think if args.think is None else args.think,
        smtp=os.environ.get("WESTFRONT_SMTP", ""),
        mail_from=os.environ.get("WESTFRONT_MAIL_FROM", ""),
    )

    def say(line: str) -> None:
        out.print(line, soft_wrap=True)

    try:
        from westfront.server.serve import serve  # here, so that everything else works where its libraries are missing
    except ModuleNotFoundError as error:
        raise WestfrontError(f"the server needs {error.name}, which is not installed; see: westfront doctor") from None
    gc.freeze()  # what is loaded stays: a collection that goes through it would keep somebody waiting
    serve(settings, _store(args), _key(args), say, browser=not args.no_browser, any_port=args.port is None)
    return 0


def list_tables(args: Namespace, out: Console) -> int:
    """What is in the store, the game played last first."""
    with closing(_store_there(args)) as store:
        if args.what:
            return check_tables(store, out)
        rows, bad = store.games(), store.bad_games()
    table = Table("table", "game", "seats", "actions", "to act", "result", "last change")
    for row in rows:
        seats = "\n".join(f"{side}: {seat.name or seat.kind}" for side, seat in row.all_seats().items())
        when = datetime.fromtimestamp(row.updated / 1000).strftime("%Y-%m-%d %H:%M")
        cells = (row.id, row.game, seats, str(row.number), row.to_act, row.result, when)
        table.add_row(*(Text(printable(cell)) for cell in cells))
    out.print(table if rows else "There is no game in the store yet.")
    for sentence in bad:
        out.print(f"{sentence[:1].upper()}{sentence[1:]}.", soft_wrap=True)
    return 0


def new_link(args: Namespace, out: Console) -> int:
    """A new invitation to a seat whose link is lost, or a new link to watch."""
    with closing(_store_there(args)) as store:
        row = store.game(args.table)
        if row is None:
            raise WestfrontError(f"there is no table {args.table[:40]!r}; westfront tables lists them")
        token = new_token()
        store.change_token(row, *_swap(store, row, args.side, hashed(token)))
    base = _public_url(args).rstrip("/") or f"http://{HOST}:{PORT}"
    word = "watch" if args.side == WATCH else "join"
    out.print(f"{row.title}, {args.side}: {base}/#/{word}/{row.id}/{token}", soft_wrap=True)
    return 0


def _swap(store: Store, row: Game, side: str, hash_: str) -> tuple[Token | None, Token]:
    """The token that goes, if there is one, and the one that comes; both sides of a hot-seat share one."""
    given = {token.roles or WATCH: token for token in store.tokens(row.id) if token.roles or not token.host}
    sides = {name for name, seat in row.all_seats().items() if not seat.kind.startswith("machine:")}
    if side not in {WATCH, *sides, *given} or any(side in roles.split() for roles in given if roles != side):
        raise WestfrontError(
            f"table {row.id} has links for: {', '.join(sorted({*given, WATCH}))}; not for {side[:40]!r}"
        )
    old = given.get(side)
    if side == WATCH:
        return old, Token(hash_, row.id, "", WATCH)
    return old, Token(hash_, row.id, side, INVITATION, old.host if old else 0)


def save_store(args: Namespace, out: Console) -> int:
    """Copy the store."""
    with closing(_store_there(args)) as store:
        count = backup(store, Path(args.file))
        key = store.key.path
    told = (
        f"{args.file} holds all games ({count}), the secrets of their dice sealed; the key is {key}: keep it elsewhere."
    )
    out.print(told, soft_wrap=True)
    return 0


def restore_store(args: Namespace, out: Console) -> int:
    """Fill an empty store."""
    with closing(open_store(_store(args), _key(args))) as store:
        count, lost = restore(Path(args.file), store), store.lost_dice()
    out.print(f"All games are back in the store ({count}).", soft_wrap=True)
    if lost:
        out.print(lost, soft_wrap=True)
    return 0
