"""The lobby: what there is to play, new tables, and the games that a browser takes part in."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from functools import cache

from westfront.atlas.pieces import figure_names, value_columns
from westfront.bots import bots
from westfront.engine.match import Match
from westfront.engine.rules import AnyRules, Setting, find_game, games
from westfront.server import messages as m
from westfront.server.art import map_name, place_names
from westfront.server.hall import TOKEN, WATCH, Call, Hall, hashed
from westfront.server.lessons import TEACHER
from westfront.server.play import seats_now
from westfront.server.refusal import ApiError
from westfront.server.store import Seat
from westfront.server.tables import Busy, new_row

ME, LINK, MACHINE = "me", "link", "machine:"
ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def list_games(call: Call) -> m.Games:
    """All games as cards."""
    return m.Games([_card(game) for game in games()], list(bots()))


def _card(game: type[AnyRules]) -> m.GameCard:
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
        map=map_name(game.id, "") or game.id,
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
        rules=[m.RuleText(r.number, r.title, r.summary, r.kind) for r in game.catalogue().values()],
    )


# -- new tables


def new_table(call: Call, body: m.NewTable) -> m.Made:
    """A new game with its seats; a repeat of the request gets the same table and tokens again."""
    before = _made_before(call)
    if before:
        return before
    seats = _seats(find_game(body.game), body.seats, body.name)
    players = {side: seat.name for side, seat in seats.items() if seat.name}
    match = Match.new(body.game, body.scenario or None, options=body.options, players=players)
    return set_table(call, match, seats)


def import_table(call: Call, body: m.Import) -> m.Made:
    """A game from its record: one that is over can be looked at, any other goes on.

    It goes on with fresh dice, whoever knew the old secret, and says so in its log.
    """
    before = _made_before(call)
    if before:
        return before
    if not call.hall.replays.acquire(timeout=1):
        raise Busy("too many records come in at once, try again")
    try:
        match = Match.load(body.record)
    finally:
        call.hall.replays.release()
    if not match.over:
        match.fresh_dice()
    return set_table(call, match, _seats(type(match.rules), body.seats, body.name))


def new_lesson(call: Call, body: m.Keyed) -> m.Made:
    """The guided first battle of a game, at a table of its own."""
    before = _made_before(call)
    if before:
        return before
    lesson = find_game(call.path["game"]).lesson()
    if lesson is None:
        raise ApiError(404, "There is no lesson for this game.")
    match = Match.from_position(lesson.start, seed=lesson.seed, auto=False)
    seats = {side: Seat("person") if side == lesson.side else Seat(TEACHER, "the lesson") for side in match.rules.sides}
    return set_table(call, match, seats, lesson=True)


def _made_before(call: Call) -> m.Made | None:
    row = call.hall.store.game_of_request(hashed(call.body.key))
    if row is None:
        return None
    if row.digest != call.digest:
        raise ApiError(409, "This key was used for another request.")
    return m.Made(row.id, _tokens(row.salt, call.body.key, row.all_seats()))


def _seats(game: type[AnyRules], wanted: dict[str, str], name: str) -> dict[str, Seat]:
    """Every side with who plays it."""
    if set(wanted) != set(game.sides):
        raise ApiError(422, f"The seats are {' and '.join(game.sides)}.")
    if not name.isprintable() or name != name.strip():
        raise ApiError(422, "A name is a short printable line.")
    return {side: _seat(wanted[side], name) for side in game.sides}


def _seat(word: str, name: str) -> Seat:
    if word == ME:
        return Seat("person", name)
    if word == LINK:
        return Seat("open")
    if word.startswith(MACHINE) and word.removeprefix(MACHINE) in bots():
        return Seat(word, f"{word.removeprefix(MACHINE)} machine")
    raise ApiError(422, f"A seat is me, link, or {' or '.join(MACHINE + bot for bot in bots())}.")


def set_table(call: Call, match: Match, seats: dict[str, Seat], lesson: bool = False) -> m.Made:
    """Put a match on a table of its own."""
    salt, id_ = secrets.token_hex(32), "".join(secrets.choice(ID_LETTERS) for _ in range(12))
    row = new_row(match, seats, id_, salt, hashed(call.body.key), call.digest, lesson)
    tokens = _tokens(salt, call.body.key, seats)
    roles = {hashed(token): _roles_of(who, seats) for who, token in tokens.items()}
    if not call.hall.store.create(row, roles, match.entries):
        again = _made_before(call)
        assert again is not None
        return again
    call.hall.machines.wake(row.id)
    return m.Made(row.id, tokens)


def _roles_of(who: str, seats: dict[str, Seat]) -> str:
    mine = [side for side, seat in seats.items() if seat.kind == "person"]
    return (" ".join(mine) or WATCH) if who == "mine" else who


def _tokens(salt: str, key: str, seats: dict[str, Seat]) -> dict[str, str]:
    """The tokens of a table, made of the client's key, which the store does not hold: a repeat gets them again."""
    mine = ["mine"] if any(seat.kind == "person" for seat in seats.values()) else []
    given = [*mine, *(side for side, seat in seats.items() if seat.kind == "open"), WATCH]
    made = {who: hmac.digest(bytes.fromhex(salt), f"{who} {key}".encode(), hashlib.sha256)[:24] for who in given}
    return {who: base64.urlsafe_b64encode(token).decode() for who, token in made.items()}


# -- my games


def my_tables(call: Call, body: m.Mine) -> list[m.MyTable]:
    """The tables that these tokens open, the one used last first."""
    found = [table for token in dict.fromkeys(body.tokens) for table in _mine(call.hall, token)]
    return sorted(found, key=lambda table: -table.updated)


def _mine(hall: Hall, token: str) -> list[m.MyTable]:
    seat = hall.store.token(hashed(token)) if TOKEN.fullmatch(token) else None
    row = hall.store.game(seat[0]) if seat else None
    if seat is None or row is None:
        return []
    roles = [] if seat[1] == WATCH else seat[1].split(" ")
    return [
        m.MyTable(
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
        )
    ]
