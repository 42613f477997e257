"""Together: offers, resignation, chat, and notes."""

from __future__ import annotations

from westfront.errors import IllegalAction
from westfront.server import bodies
from westfront.server import messages as m
from westfront.server.hall import Call
from westfront.server.play import change, check_number, parse_number, shown, wake_machine
from westfront.server.refusal import ApiError
from westfront.server.rows import Offer, text_of
from westfront.server.shares import is_taken, take_share
from westfront.server.tables import Live

CHAT_LINES = 200


def _write(call: Call, live: Live, **columns: object) -> None:
    """Change the row of a table, and tell everybody."""
    live.row = call.hall.store.change(live.row, call.request(), **columns)
    call.hall.tables.ring(live.row)


# -- the end by will, and the way back


def resign(call: Call, body: bodies.Resign) -> m.Table | m.Change:
    """A side gives up, whoever is asked."""
    return change(call, lambda live, side: live.match.resign(side), body.side, body.number)


def share(call: Call, body: bodies.Share) -> m.Table:
    """A side takes its share in the dice."""
    with call.open() as live:
        side = call.seat(live, body.side)
        if not call.is_repeat() and not is_taken(live.match, side, body):
            take_share(live, side, body)
            call.hall.tables.commit(live, call.request())
        return shown(call, live, call.viewer(live, body.side))


def offer(call: Call, body: bodies.NewOffer) -> m.Table:
    """Offer a draw or a takeback; where nobody else is concerned, it is carried out at once."""
    with call.open() as live:
        side = call.seat(live, body.side)
        if not call.is_repeat():
            check_number(live, body.number)
            _check_offer(live, body)
            made = Offer(body.kind, side, live.row.number, body.to)
            if _is_granted(call, live, made):
                carry_out(live, made, other(live, side))
                call.hall.tables.commit(live, call.request())
                wake_machine(call, live)
            else:
                _write(call, live, offer=text_of(made))
        return shown(call, live, call.viewer(live, body.side))


def _check_offer(live: Live, body: bodies.NewOffer) -> None:
    if live.match.over:
        raise IllegalAction("end", f"the game is over, {live.match.result}")
    if live.row.lesson:
        raise IllegalAction("lesson", "a lesson only goes forward")
    if body.kind == "takeback" and body.to >= live.match.number:
        raise ApiError(422, f"There is no action {body.to} to go back to; the game is at {live.match.number}.")
    if body.kind == "takeback":
        live.match.check_followed(body.to)
    if live.row.open_offer():
        raise ApiError(409, "An offer is on the table already.")


def other(live: Live, side: str) -> str:
    """The side across the table."""
    first, second = live.match.rules.sides
    return second if side == first else first


def _is_granted(call: Call, live: Live, made: Offer) -> bool:
    """Whoever plays both sides agrees with himself; a machine lets one go back, but plays on to the end."""
    opponent = other(live, made.by)
    is_machine = live.row.seat(opponent).kind.startswith("machine:")
    if is_machine and made.kind == "draw":
        raise ApiError(422, "The machine plays on.")
    return is_machine or opponent in call.roles


def carry_out(live: Live, made: Offer, accepted_by: str) -> None:
    """Do what both sides agree upon."""
    if made.kind == "draw":
        live.match.agree_draw(accepted_by)
    else:
        live.match.take_back(made.to, accepted_by)


def answer(call: Call, body: bodies.Answer) -> m.Table:
    """Accept or decline the offer on the table; whoever made it can only withdraw it."""
    with call.open() as live:
        side = call.seat(live, body.side)
        if not call.is_repeat():
            check_number(live, body.number)
            made = live.row.open_offer()
            if made is None or body.talk != live.row.talk:
                raise ApiError(409, "This offer is not on the table any more.")
            if body.accept and made.by == side:
                raise ApiError(422, "You cannot accept your own offer.")
            if body.accept:
                carry_out(live, made, side)
                call.hall.tables.commit(live, call.request())
                wake_machine(call, live)
            else:
                _write(call, live, offer="")
        return shown(call, live, call.viewer(live, body.side))


# -- chat and notes


def chat(call: Call) -> m.Chat:
    """The chat between the seats; spectators do not see it."""
    if not call.roles:
        return m.Chat(0, [])
    with call.open() as live:
        return _chat(call, live, parse_number(call.query.get("from", "0")))


def _chat(call: Call, live: Live, after: int) -> m.Chat:
    """The last lines after a number."""
    seats = live.row.all_seats()
    rows = call.hall.store.chat(live.id, max(after, live.row.chat - CHAT_LINES))
    return m.Chat(live.row.chat, [m.ChatLine(n, side, seats[side].name, text, time) for n, side, text, time in rows])


def say(call: Call, body: bodies.Say) -> m.Chat:
    """A line for the other side."""
    text = "".join(letter if letter.isprintable() or letter == "\n" else " " for letter in body.text).strip()
    if not text:
        raise ApiError(422, "There is nothing in this line.")
    with call.open() as live:
        side = call.seat(live, body.side)
        if not call.is_repeat():
            live.row = call.hall.store.say(live.row, side, text, call.request())
            call.hall.tables.ring(live.row)
        return _chat(call, live, 0)


def note(call: Call) -> m.Note:
    """The note to oneself."""
    _check_seat(call)
    return m.Note(call.hall.store.note(call.token))


def write_note(call: Call, body: bodies.NewNote) -> m.Note:
    """Keep a note to oneself."""
    _check_seat(call)
    if "\0" in body.text:
        raise ApiError(422, "A note is text.")
    call.hall.store.write_note(call.token, body.text)
    return m.Note(body.text)


def _check_seat(call: Call) -> None:
    if not call.roles:
        raise ApiError(403, "Spectators cannot do this.")
