"""The one table of endpoints; the application and its documentation are made of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from westfront import __version__
from westfront.server import lobby, play
from westfront.server import messages as m
from westfront.server.hall import Call

SMALL, LARGE = 16_000, 1_100_000
"""The largest bodies: of any request, and of one that brings a record."""


class Endpoint(NamedTuple):
    """One thing that can be asked of the server."""

    method: str
    path: str
    run: Callable[..., Any]
    summary: str
    answer: Any
    body: Any = None
    bearer: bool = False
    query: tuple[str, ...] = ()
    largest: int = SMALL
    cost: int = 1
    """How much of the rate limit it uses up."""


def health(call: Call) -> m.Health:
    """Whether the server and its store are well."""
    call.hall.store.read("SELECT number FROM version")
    return m.Health(True, __version__)


def endpoints() -> list[Endpoint]:
    """Everything that can be asked, but for the live stream, the drawings and the pages."""
    at = "/api/tables/{table}"
    return [
        Endpoint("GET", "/health", health, "Whether the server is well.", m.Health),
        Endpoint("GET", "/api/games", lobby.list_games, "The games and the machines that play them.", m.Games),
        Endpoint("GET", "/api/games/{game}", lobby.game_page, "What a client needs to know of a game.", m.GamePage),
        Endpoint("POST", "/api/tables", lobby.new_table, "A new game.", m.Made, m.NewTable, cost=5),
        Endpoint(
            "POST", "/api/tables/import", lobby.import_table, "A game from its record.", m.Made, m.Import,
            largest=LARGE, cost=20,
        ),
        Endpoint("POST", "/api/mine", lobby.my_tables, "The games that some tokens open.", list[m.MyTable], m.Mine,
                 largest=5 * SMALL),
        Endpoint("GET", at, play.table, "The table as a side sees it.", m.Table, bearer=True, query=("side",)),
        Endpoint("GET", f"{at}/log", play.log, "The log from a line on.", m.Log, bearer=True, query=("from", "side")),
        Endpoint("POST", f"{at}/actions", play.act, "An answer to the question.", m.Table, m.Act, bearer=True),
        Endpoint("POST", f"{at}/undo", play.undo, "The last action is taken back.", m.Table, m.Undo, bearer=True),
    ]  # fmt: skip
