"""The one table of endpoints; the application and its documentation are made from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from westfront import __version__
from westfront.engine.course import Course
from westfront.server import advice, aids, bodies, lobby, openings, play, seats, telling, together
from westfront.server import messages as m
from westfront.server.hall import Call
from westfront.server.terms import Advice, OpenTables, Thinking

SMALL, NOTE, LARGE = 16_000, 80_000, bodies.LARGEST * 11 // 10
"""The largest bodies: of most requests, of a note or a list of tokens, of one that brings a record."""
JSON, TEXT, EVENTS = "application/json", "text/plain", "text/event-stream"
IMPORT = "/api/tables/import"


class Endpoint(NamedTuple):
    """One thing that can be asked of the server."""

    method: str
    path: str
    run: Callable[..., Any] | None
    """None for the streams and drawings, which the application answers itself."""
    summary: str
    answer: Any
    body: Any = None
    bearer: bool = False
    sits: bool = True
    """Whether the token must be that of one who sits or watches at the table; else the endpoint looks for itself."""
    query: tuple[str, ...] = ()
    largest: int = SMALL
    cost: int = 1
    """How much of the rate limit it costs."""
    media: str = JSON
    public: bool = False
    """Whether it needs no token where anybody may watch."""
    since: bool = False
    """Whether it may answer with what has changed since the table that the client has."""


def health(call: Call) -> m.Health:
    """Whether the server is well, and its store can be written."""
    call.hall.check_store()
    return m.Health(True, __version__)


def _get(path: str, run: Callable[..., Any] | None, summary: str, answer: Any, **more: Any) -> Endpoint:
    return Endpoint("GET", path, run, summary, answer, **more)


def _at(path: str, run: Callable[..., Any] | None, summary: str, answer: Any, **more: Any) -> Endpoint:
    """Something asked at a table, by someone with a token for it."""
    method = "POST" if more.get("body") else "GET"
    return Endpoint(method, "/api/tables/{table}" + path, run, summary, answer, bearer=True, **more)


LOBBY = [
    _get("/health", health, "Whether the server is well.", m.Health),
    _get("/api/games", lobby.list_games, "The games, each with the machines that play it.", m.Games),
    _get("/api/games/{game}", lobby.game_page, "What a client needs to know of a game.", m.GamePage),
    _get("/api/games/{game}/rules", lobby.game_rules, "Its rules in our words.", m.GameRules),
    _get("/api/games/{game}/aids", aids.of_game, "Its tables and charts.", m.Aids, query=("scenario",)),
    Endpoint("POST", "/api/tables", lobby.new_table, "A new game.", m.Made, bodies.NewTable, cost=5),
    Endpoint("POST", IMPORT, lobby.import_table, "A game from its record.", m.Made, bodies.Import,
             largest=LARGE, cost=20),
    Endpoint("POST", "/api/lessons/{game}", lobby.new_lesson, "A guided first battle.", m.Made, bodies.Keyed, cost=5),
    Endpoint("POST", "/api/mine", lobby.my_tables, "The games that some tokens open.", list[m.MyTable], bodies.Mine,
             largest=NOTE, cost=2),
    _get("/api/open", openings.open_tables, "The tables at which anybody may sit down.", OpenTables),
    Endpoint("POST", "/api/tables/{table}/sit", openings.sit, "Take a seat that is open to anybody.", m.Seated,
             bodies.Sit, cost=5),
]  # fmt: skip

PLAY = [
    _at("", play.table, "The table as a side sees it.", m.Table, query=("side", "since"), since=True,
        public=True),
    _at("/actions", play.act, "An answer to the question.", m.Table, body=bodies.Act, since=True),
    _at("/live", None, "A line whenever something has changed.", str, media=EVENTS, public=True),
    _at("/log", play.log, "The log from a line on.", m.Log, query=("from", "side"), public=True),
    _at("/at/{number}", play.at, "The table as it was.", m.At, query=("side",), public=True),
    _at("/overlays", play.overlays, "What can be laid over the map.", m.Overlays, query=("side",), public=True),
    _at("/aids", aids.of_table, "The tables and charts of its game.", m.Aids, public=True),
    _at("/thinking", play.thinking, "Whether a machine thinks, and for how long.", Thinking, public=True),
    _at("/advice", advice.advice, "The advice that was asked for.", Advice, query=("side",)),
    _at("/advice", advice.ask, "Ask a machine what it would do.", Advice, body=bodies.Advise, cost=20),
    _at("/course", play.course, "Its tracks over the turns.", Course, public=True),
    _at("/undo", play.undo, "The last action is taken back.", m.Table, body=bodies.Undo, since=True),
    _at("/why", play.why, "Why not?", m.Reasons, body=bodies.Why),
    _at("/odds", play.odds, "The chances of an action.", m.Chances, body=bodies.Odds, cost=3),
    _at("/record", play.record, "The record, or while things are hidden the log.", str, query=("side",), media=TEXT,
        public=True),
    _at("/end", play.end, "Whether the record holds, and the luck.", m.End, cost=3, public=True),
]  # fmt: skip

SEATS = [
    _at("/invitation", seats.invitation, "What an invitation is for.", m.Invitation, sits=False),
    _at("/join", seats.join, "Exchange an invitation for the seat.", m.Seated, body=bodies.Join, sits=False),
    _at("/renew", seats.renew, "Exchange one's own token for another.", m.Seated, body=bodies.Renew, sits=False),
    _at("/invite", seats.invite, "A new link, by whoever set up the table.", m.Seated, body=bodies.NewLink),
    _at("/withdraw", seats.withdraw, "Withdraw a link.", m.Withdrawn, body=bodies.NoLink),
    _at("/rematch", openings.rematch, "Play once more, sides swapped.", m.Seated, body=bodies.Renew, cost=5),
    _at("/publish", openings.publish, "Give a game that is over a public address.", m.Table, body=bodies.Keyed),
]

TOGETHER = [
    _at("/resign", together.resign, "Give the game up.", m.Table, body=bodies.Resign),
    _at("/share", together.share, "A share in the dice: first its seal, then itself.", m.Table, body=bodies.Share),
    _at("/offer", together.offer, "Offer a draw or a takeback.", m.Table, body=bodies.NewOffer),
    _at("/answer", together.answer, "Answer an offer, or withdraw one's own.", m.Table, body=bodies.Answer),
    _at("/chat", together.chat, "The chat between the seats.", m.Chat, query=("from",)),
    _at("/chat", together.say, "A line for the other side.", m.Chat, body=bodies.Say),
    _at("/note", together.note, "The note to oneself.", m.Note),
    _at("/note", together.write_note, "Keep a note to oneself.", m.Note, body=bodies.NewNote, largest=NOTE),
    _at("/notice", telling.notice, "Where one is told that it is one's turn.", m.Notice, query=("side",)),
    _at("/notice", telling.set_notice, "Where to be told from now on.", m.Notice, body=bodies.NewNotice, cost=5),
]

LETTERS = [
    Endpoint("POST", "/api/tables/{table}/mail/{word}/{code}", telling.answer_letter,
             "Say by the code of a letter whether more are wanted: yes or no.", m.Wanted, cost=5),
]  # fmt: skip

SVG = "image/svg+xml"
ART = [
    _get("/art/{game}/map.svg", None, "The map.", str, query=("scenario", "version", "dark"), media=SVG),
    _get("/art/{game}/thumbnail.svg", None, "A picture of the map.", str, query=("dark",), media=SVG),
    _get("/art/{game}/counters.svg", None, "A symbol for each counter.", str, query=("version",), media=SVG),
    _get("/art/{game}/layout.json", None, "Where the hexes lie in the map.", m.Layout, query=("scenario",)),
]

ENDPOINTS = [*LOBBY, *PLAY, *SEATS, *TOGETHER, *LETTERS, *ART]
