"""At the table: what a seat sees, what it does, and what it can ask."""

from __future__ import annotations

from westfront.engine.match import Match
from westfront.server import messages as m
from westfront.server.hall import ApiError, Call, Hall
from westfront.server.store import Game
from westfront.server.tables import Live

LINES = 60
"""How many lines of the log come with a table."""


def table(call: Call) -> m.Table:
    """The whole table as one side sees it."""
    with call.hall.tables.open(call.id) as live:
        if live.row.waits_for == "machine":
            call.hall.machines.wake(live.id)
        return shown(call, live, call.viewer(live, call.query.get("side", "")))


def shown(call: Call, live: Live, side: str | None) -> m.Table:
    """The answer that holds everything a side may know."""
    match, row, offer = live.match, live.row, live.row.open_offer()
    lines = story(match, side)
    return m.Table(
        id=row.id,
        game=match.rules.id,
        title=match.rules.title,
        version=match.setting.version,
        scenario=match.setting.scenario,
        options=match.setting.options,
        number=match.number,
        side=side or "",
        sides=seats_now(call.hall, row),
        roles=list(call.roles),
        hidden=match.rules.hidden,
        over=match.over,
        result=row.result,
        view=match.view(side),
        can_undo=match.can_undo and row.to_act == side,
        log=_part(lines, max(0, len(lines) - LINES)),
        chat=row.chat if call.roles else 0,
        talk=row.talk,
        offer=m.OfferNow(offer.kind, offer.by, offer.to) if offer else None,
        created=row.created,
        updated=row.updated,
    )


def seats_now(hall: Hall, row: Game) -> dict[str, m.SeatNow]:
    """The seats with who sits in them."""
    here = hall.doorbell.present(row.id)
    return {
        side: m.SeatNow(
            "machine" if seat.kind.startswith("machine:") else seat.kind,
            seat.name,
            side in here or seat.kind.startswith("machine:"),
        )
        for side, seat in row.all_seats().items()
    }


def story(match: Match, side: str | None) -> list[m.LogLine]:
    """The log of a side."""
    return [m.LogLine(0, text) for text in match.log(side)]


def _part(lines: list[m.LogLine], start: int) -> m.Log:
    return m.Log(start, len(lines), lines[start:])


def log(call: Call) -> m.Log:
    """The log from a line on."""
    with call.hall.tables.open(call.id) as live:
        lines = story(live.match, call.viewer(live, call.query.get("side", "")))
        return _part(lines, min(whole(call.query.get("from", "0")), len(lines)))


def whole(text: str) -> int:
    """A number in a path or a query."""
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise ApiError(422, "This is a whole number.")
    return int(text)


# -- actions


def act(call: Call, body: m.Act) -> m.Table:
    """An answer to the position on the table; a repeat of one that was accepted is answered with the table as it is."""
    return _change(call, body, lambda live, side: live.match.play(body.action, side=side))


def undo(call: Call, body: m.Undo) -> m.Table:
    """The last action is taken back."""
    return _change(call, body, lambda live, side: live.match.undo(side=side))


def _change(call, body, do):  # type: ignore[no-untyped-def]
    with call.hall.tables.open(call.id) as live:
        side = call.seat(live, body.side)
        if not call.is_repeat():
            if body.number != live.match.number:
                raise ApiError(409, f"This answers position {body.number}, but the game is at {live.match.number}.")
            do(live, side)
            call.hall.tables.commit(live, call.request())
            call.hall.machines.wake(live.id)
        return shown(call, live, call.viewer(live, body.side))
