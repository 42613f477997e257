"""Seats and the links to them: invitations that are exchanged for seats, and links that are renewed and withdrawn.

Whoever makes a link knows it; so nobody sits behind a link that somebody else has made. An invitation is exchanged for
a token made of the guest's own key, and a seat that is taken cannot be given to anybody else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from westfront.server import bodies
from westfront.server import messages as m
from westfront.server.hall import GONE, Call, hashed
from westfront.server.refusal import ApiError
from westfront.server.rows import INVITATION, SEAT, WATCH, Game, Seat, Stale, Token, text_of
from westfront.server.terms import begun_columns, terms_now

T = TypeVar("T")
TRIES = 5


def _row(call: Call, id_: str) -> Game:
    row = call.hall.store.game(id_)
    if row is None:
        raise ApiError(403, GONE)
    return row


def in_turn(work: Callable[[Game], T], call: Call, id_: str = "") -> T:
    """Do something to the table as it is; if it has changed meanwhile, look at it again."""
    for _ in range(TRIES):
        try:
            return work(_row(call, id_ or call.id))
        except Stale:
            continue
    raise Stale


def change_seats(call: Call, row: Game, old: Token | None, new: Token | None, seats: dict[str, Seat]) -> None:
    """Put one token in the place of another, and tell everybody; when the last seat is taken the clock begins."""
    after, columns = {**row.all_seats(), **seats}, dict[str, object]()
    if seats:
        columns = {"seats": text_of(after), **begun_columns(row, after, call.hall.clocks.now())}
    call.hall.tables.ring(call.hall.store.change_token(row, old, new, **columns))


# -- one's own seat


def invitation(call: Call) -> m.Invitation:
    """What an invitation is for, and who has sat down already."""
    found, row = _invited(call), _row(call, call.id)
    names = [seat.name for seat in row.all_seats().values() if seat.kind == "person" and seat.name]
    return m.Invitation(
        row.id, row.game, row.title, row.scenario, list(found.sides), " and ".join(names), terms_now(row)
    )


def _invited(call: Call) -> Token:
    found = call.authenticate()
    if found.kind != INVITATION:
        raise ApiError(422, "This link is not an invitation.")
    return found


def check_name(text: str) -> str:
    """The name of somebody who sits down."""
    name = text.strip()
    if not name.isprintable():
        raise ApiError(422, "A name is a short printable line.")
    return name


def join(call: Call, body: bodies.Join) -> m.Seated:
    """The invitation is exchanged for the seat, under a name; the link opens nothing from then on."""
    name = check_name(body.name)

    def exchange(row: Game) -> m.Seated:
        fresh = row.token(call.bearer, body.key)
        if not is_made(call, fresh):
            old = _invited(call)
            new = Token(hashed(fresh), row.id, old.roles, SEAT, old.host)
            change_seats(call, row, old, new, {side: Seat("person", name) for side in old.sides})
        return m.Seated(row.id, fresh)

    return in_turn(exchange, call)


def renew(call: Call, body: bodies.Renew) -> m.Seated:
    """One's own link is made anew; the old one opens nothing from then on."""

    def exchange(row: Game) -> m.Seated:
        fresh = row.token(call.bearer, body.key)
        if not is_made(call, fresh):
            old = call.sit_down()
            if old.kind == WATCH and not old.host:
                raise ApiError(403, "A link to watch is renewed by whoever set up the table.")
            change_seats(call, row, old, Token(hashed(fresh), row.id, old.roles, old.kind, old.host), {})
        return m.Seated(row.id, fresh)

    return in_turn(exchange, call)


def is_made(call: Call, token: str, id_: str = "") -> bool:
    """Whether this very request has made the token before: only someone who knows its key can ask again."""
    found = call.hall.store.token(hashed(token))
    return found is not None and found.game == (id_ or call.id)


# -- what whoever set up the table gives out


def invite(call: Call, body: bodies.NewLink) -> m.Seated:
    """A new invitation for a side, or a new link to watch; the one before it opens nothing from then on."""

    def give(row: Game) -> m.Seated:
        before = _given(call, row, body.role)
        made = row.token("link", body.role, body.key)
        if not is_made(call, made):
            watch = body.role == WATCH
            new = Token(hashed(made), row.id, "" if watch else body.role, WATCH if watch else INVITATION)
            change_seats(call, row, before, new, {} if watch else {body.role: Seat("open")})
        return m.Seated(row.id, made)

    return in_turn(give, call)


def withdraw(call: Call, body: bodies.NoLink) -> m.Withdrawn:
    """An invitation, or the link to watch, opens nothing from now on."""

    def take(row: Game) -> m.Withdrawn:
        before = _given(call, row, body.role)
        if before is not None:
            change_seats(call, row, before, None, {} if body.role == WATCH else {body.role: Seat("empty")})
        return m.Withdrawn(body.role)

    return in_turn(take, call)


def _given(call: Call, row: Game, role: str) -> Token | None:
    """The link for a role that is out; a seat that is taken has none."""
    if not call.is_host:
        raise ApiError(403, "Links are given out by whoever set up the table.")
    seats = row.all_seats()
    if role != WATCH and role not in seats:
        raise ApiError(422, f"A link is for {', '.join(seats)} or {WATCH}.")
    if role != WATCH and seats[role].kind not in ("open", "empty"):
        raise ApiError(409, "This seat is taken.")
    wanted = (WATCH, ()) if role == WATCH else (INVITATION, (role,))
    links = [token for token in call.hall.store.tokens(row.id) if (token.kind, token.sides) == wanted]
    found = next((token for token in links if not token.host), None)
    if found is None and role != WATCH and seats[role].kind == "open":
        raise ApiError(409, "This seat is kept for who played the game before.")
    return found
