"""The lobby: what there is to play, new tables, and the games that a browser takes part in."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable
from functools import cache

from westfront.atlas.pieces import figure_names, value_columns
from westfront.bots import bots, levels, styled
from westfront.bots.levels import FAIR, STYLES
from westfront.engine.match import Match
from westfront.engine.rules import AnyRules, Setting, find_game, games
from westfront.games import map_of
from westfront.server import bodies
from westfront.server import messages as m
from westfront.server.art import place_names
from westfront.server.clocks import clock_now
from westfront.server.errands import Begun, begun
from westfront.server.hall import TOKEN, Call, Hall, hashed, new_id
from westfront.server.lessons import TEACHER
from westfront.server.play import seats_now
from westfront.server.refusal import ApiError
from westfront.server.rows import INVITATION, SEAT, WATCH, BadRow, Game, Seat, Terms, Token
from westfront.server.tables import new_row

log = logging.getLogger("westfront.server")
ME, LINK, MACHINE = "me", "link", "machine:"
MINE = "mine"


def list_games(call: Call) -> m.Games:
    """All games as cards."""
    return m.Games([_card(game.id) for game in games()], STYLES, FAIR)


@cache
def _card(id_: str) -> m.GameCard:
    game = find_game(id_)
    rules = Setting.choose(game.id).rules()
    return m.GameCard(
        id=game.id,
        title=game.title,
        version=game.version,
        blurb=game.blurb,
        length=game.length,
        complexity=game.complexity,
        sides=game.sides,
        scenarios=game.scenarios,
        choices=game.choices,
        notes=game.notes,
        hidden=rules.hidden,
        lesson=game.lesson() is not None,
        map=map_of(game.id, "") or game.id,
        machines=levels(game.id),
        styled=styled(game.id),
    )


def game_page(call: Call) -> m.GamePage:
    """What a client needs to know of a game once."""
    return _page(find_game(call.path["game"]).id)


@cache
def _page(id_: str) -> m.GamePage:
    game = find_game(id_)
    rules = Setting.choose(id_).rules()
    patterns = rules.grammar.patterns
    return m.GamePage(
        id=id_,
        title=game.title,
        version=game.version,
        sides=game.sides,
        patterns=[pattern.text for pattern in patterns.values()],
        verbs={verb: game.labels.get(verb, verb) for verb in patterns},
        places=[m.PlaceName(name, hex_) for name, hex_ in place_names(rules)],
        figures=figure_names(value_columns(rules.data)).split("-"),
    )


def game_rules(call: Call) -> m.GameRules:
    """The rules of a game, which are read only when somebody asks for one."""
    catalogue = find_game(call.path["game"]).catalogue()
    return m.GameRules([m.RuleText(r.number, r.title, r.summary, r.kind) for r in catalogue.values()])


# -- new tables


def new_table(call: Call, body: bodies.NewTable) -> m.Made:
    """A new game with its seats; a repeat of the request gets the same table and tokens again."""
    before = _made_before(call, _invited(body.seats))
    if before:
        return before
    seats, terms = _seats(find_game(body.game), body.seats, body.name), _terms(body)
    players = {side: seat.name for side, seat in seats.items() if seat.name}
    match = Match.new(body.game, body.scenario or None, options=body.options, players=players)
    if body.listed and not call.hall.meetings.take(f"open {call.address}"):
        raise ApiError(429, "You have reached today's limit of open tables; try again tomorrow.")
    return set_table(call, begun(match), seats, terms=terms, listed=body.listed)


def import_table(call: Call, body: bodies.Import) -> m.Made:
    """A game from its record: one that is over can be looked at, any other goes on.

    It goes on with fresh dice, whoever knew the old secret, and says so in its log.
    """
    before = _made_before(call, _invited(body.seats))
    if before:
        return before
    match = call.hall.errands.begin(body.record, call.address)
    return set_table(call, match, _seats(find_game(match.game), body.seats, body.name))


def new_lesson(call: Call, body: bodies.Keyed) -> m.Made:
    """The guided first battle of a game, at a table of its own."""
    before = _made_before(call, ())
    if before:
        return before
    lesson = find_game(call.path["game"]).lesson()
    if lesson is None:
        raise ApiError(404, "There is no lesson for this game.")
    match = Match.from_position(lesson.start, seed=lesson.seed, auto=False)
    seats = {side: Seat("person") if side == lesson.side else Seat(TEACHER, "the lesson") for side in match.rules.sides}
    return set_table(call, begun(match), seats, lesson=True, terms=Terms(advice=True))


def _made_before(call: Call, invited: Iterable[str]) -> m.Made | None:
    """The table that this very request has made before, whoever has sat down there since."""
    row = call.hall.store.game_of_request(hashed(call.body.key))
    if row is None:
        return None
    if row.digest != call.digest:
        raise ApiError(409, "This key was used for another request.")
    return m.Made(row.id, _tokens(row, call.body.key, invited))


def _seats(game: type[AnyRules], wanted: dict[str, str], name: str) -> dict[str, Seat]:
    """Every side with who plays it."""
    if set(wanted) != set(game.sides):
        raise ApiError(422, f"The seats are {' and '.join(game.sides)}.")
    if not name.isprintable() or name != name.strip():
        raise ApiError(422, "A name is a short printable line.")
    return {side: _seat(game.id, wanted[side], name) for side in game.sides}


def _invited(wanted: dict[str, str]) -> list[str]:
    return [side for side, word in wanted.items() if word == LINK]


def _seat(game: str, word: str, name: str) -> Seat:
    if word == ME:
        return Seat("person", name)
    if word == LINK:
        return Seat("open")
    if word.startswith(MACHINE) and word.removeprefix(MACHINE) in bots(game):
        return Seat(word, f"{word.removeprefix(MACHINE)} machine")
    raise ApiError(422, f"A seat is me, link, or {' or '.join(MACHINE + level for level in levels(game))}.")


def _terms(body: bodies.NewTable) -> Terms:
    """What whoever sits down agrees to; advice is for those who play alone, if nothing else is said."""
    has_guest = LINK in body.seats.values()
    if (body.pace or body.listed) and not has_guest:
        raise ApiError(422, "A pace, or a table open to anybody, wants a seat for somebody else.")
    if body.decides and not body.pace:
        raise ApiError(422, "A clock that decides wants a pace.")
    return Terms(body.pace, body.decides, not has_guest if body.advice is None else body.advice, body.public)


def set_table(
    call: Call,
    match: Begun,
    seats: dict[str, Seat],
    lesson: bool = False,
    terms: Terms | None = None,
    listed: bool = False,
) -> m.Made:
    """Put a match on a table of its own."""
    salt, id_ = secrets.token_hex(32), new_id()
    row = new_row(match, seats, id_, salt, hashed(call.body.key), call.digest, lesson, terms, listed)
    invited = [side for side, seat in seats.items() if seat.kind == "open"]
    tokens = _tokens(row, call.body.key, invited)
    kept = [_token(who, hashed(token), id_, seats) for who, token in tokens.items()]
    if not call.hall.store.create(row, kept, match.entries):
        again = _made_before(call, invited)
        assert again is not None
        return again
    call.hall.machines.wake(row.id, call.address)
    return m.Made(row.id, tokens)


def _token(who: str, hash_: str, id_: str, seats: dict[str, Seat]) -> Token:
    """What a token of a new table opens."""
    if who == WATCH:
        return Token(hash_, id_, "", WATCH)
    if who != MINE:
        return Token(hash_, id_, who, INVITATION)
    roles = " ".join(side for side, seat in seats.items() if seat.kind == "person")
    return Token(hash_, id_, roles, SEAT if roles else WATCH, host=1)


def _tokens(row: Game, key: str, invited: Iterable[str]) -> dict[str, str]:
    """The tokens of a table: one's own, an invitation for each open seat, and one to watch."""
    return {who: row.token(who, key) for who in (MINE, *invited, WATCH)}


# -- my games


def my_tables(call: Call, body: bodies.Mine) -> list[m.MyTable]:
    """The tables that these tokens open, the one used last first."""
    found = [table for token in dict.fromkeys(body.tokens) for table in _mine(call.hall, token)]
    return sorted(found, key=lambda table: -table.updated)


def _mine(hall: Hall, token: str) -> list[m.MyTable]:
    """The table of a token; one that cannot be read hides no other."""
    try:
        seat = hall.store.token(hashed(token)) if TOKEN.fullmatch(token) else None
        row = hall.store.game(seat.game) if seat and seat.kind != INVITATION else None
        return [_my_table(hall, row, list(seat.sides))] if seat and row else []
    except BadRow as error:
        log.error("%s", error)
        return []


def _my_table(hall: Hall, row: Game, roles: list[str]) -> m.MyTable:
    return m.MyTable(
        table=row.id,
        game=row.game,
        title=row.title,
        sides=seats_now(hall, row),
        roles=roles,
        to_act=row.to_act,
        mine=row.to_act in roles,
        number=row.number,
        over=bool(row.result),
        result=row.result,
        updated=row.updated,
        clock=clock_now(row, hall.clocks.now()),
    )
