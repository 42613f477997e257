"""At the table: what a seat sees, what it does, and what it can ask."""

from __future__ import annotations

from collections.abc import Callable

from westfront.engine.course import Course
from westfront.engine.log import LogPage
from westfront.engine.match import Match
from westfront.engine.record import ADVICE, OPEN, SEAL
from westfront.errors import IllegalAction
from westfront.server import bodies
from westfront.server import messages as m
from westfront.server.advisers import may_ask
from westfront.server.changes import change as change_of
from westfront.server.clocks import clock_now
from westfront.server.hall import Call, Hall
from westfront.server.lessons import check_step, lesson_now
from westfront.server.limits import address_key
from westfront.server.refusal import ApiError, NotSure
from westfront.server.rows import Game
from westfront.server.shares import dice_now
from westfront.server.tables import Live, stored_record
from westfront.server.terms import Thinking, rematch_request, terms_now

ASKING = 2
"""How much of the rate limit chances cost beside the request that they come with."""


def table(call: Call) -> m.Table | m.Change:
    """The table as one side sees it: the whole, or what has changed since the one that the client has."""
    since = parse_number(call.query["since"]) if "since" in call.query else None
    with call.open() as live:
        wake_machine(call, live)
        return shown_since(call, live, call.viewer(live, call.query.get("side", "")), since)


def shown_since(call: Call, live: Live, side: str | None, since: int | None) -> m.Table | m.Change:
    """What has changed since a table that the client has, if that was not long ago; else the whole."""
    before = live.seen_before(side, since) if since is not None else None
    table = shown(call, live, side)
    return table if before is None else change_of(table, before, live.seen(side))


def shown(call: Call, live: Live, side: str | None) -> m.Table:
    """The answer that holds everything a side may know."""
    match, row, offer, seen = live.match, live.row, live.row.open_offer(), live.seen(side)
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
        host=call.is_host,
        hidden=match.rules.hidden,
        over=match.over,
        result=row.result,
        view=seen.view,
        can_undo=match.can_undo and row.to_act == side,
        hints=seen.hints,
        preview=seen.preview,
        closed={verb: m.RefusalNow(*refusal) for verb, refusal in seen.closed.items()},
        log=_log(seen.story),
        chat=row.chat if call.roles else 0,
        talk=row.talk,
        offer=m.OfferNow(offer.kind, offer.by, offer.to) if offer else None,
        lesson=lesson_now(live),
        dice=dice_now(match),
        warnings=match.warnings,
        created=row.created,
        updated=row.updated,
        terms=terms_now(row),
        clock=clock_now(row, call.hall.clocks.now()),
        advice=may_ask(row),
        rematch=_rematch(call.hall, row),
    )


def _rematch(hall: Hall, row: Game) -> str:
    found = hall.store.game_of_request(rematch_request(row)) if row.result and not row.lesson else None
    return found.id if found else ""


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


def _log(told: LogPage) -> m.Log:
    return m.Log(told.first, told.count, told.lines)


def log(call: Call) -> m.Log:
    """The log from a line on."""
    with call.open() as live:
        side, first = call.viewer(live, call.query.get("side", "")), parse_number(call.query.get("from", "0"))
        return _log(live.match.log_page(side, first))


def parse_number(text: str) -> int:
    """A number in a path or a query."""
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise ApiError(422, "This is a whole number.")
    return int(text)


def at(call: Call) -> m.At:
    """The table as it was after some number of actions."""
    number = parse_number(call.path["number"])
    with call.open() as live:
        side = call.viewer(live, call.query.get("side", ""))
        view = live.match.view_at(number, side)
        return m.At(number, view, sum(line.number <= number for line in live.match.log_page(side).lines))


def thinking(call: Call) -> Thinking:
    """Whether a machine thinks at the table, and for how long it has."""
    spent = call.hall.machines.spent(call.id)
    return Thinking(spent is not None, spent or 0.0, call.hall.machines.seconds)


def overlays(call: Call) -> m.Overlays:
    """What can be laid over the map."""
    with call.open() as live:
        return m.Overlays(live.match.overlays(call.viewer(live, call.query.get("side", ""))))


def course(call: Call) -> Course:
    """The tracks of the game over the turns; everybody may see them."""
    with call.open() as live:
        return live.match.course()


# -- actions


def act(call: Call, body: bodies.Act) -> m.Table | m.Change:
    """An answer to the position on the table; one that could not be taken back is done only if its sender is sure."""

    def do(live: Live, side: str) -> None:
        check_step(live, body.action)
        if body.ask and live.match.is_final(body.action, side=side):
            call.hall.limits.charge(address_key(call.address), ASKING)
            raise NotSure(live.match.decision.rule, *_chances(live.match, body.action, side))
        live.match.play(body.action, side=side)

    return change(call, do, body.side, body.number, body.since)


def undo(call: Call, body: bodies.Undo) -> m.Table | m.Change:
    """The last action is taken back."""

    def do(live: Live, side: str) -> None:
        check_step(live, "undo")
        live.match.undo(side=side)

    return change(call, do, body.side, body.number, body.since)


def change(
    call: Call, do: Callable[[Live, str], None], side: str, number: int, since: int | None = None
) -> m.Table | m.Change:
    """Do something to the match and write it, unless this very request has done it before."""
    with call.open() as live:
        seat = call.seat(live, side)
        if not call.is_repeat(look_again=number != live.match.number):
            check_number(live, number)
            do(live, seat)
            call.hall.tables.commit(live, call.request())
            wake_machine(call, live)
        return shown_since(call, live, call.viewer(live, side), since)


def wake_machine(call: Call, live: Live) -> None:
    """Let a machine act, if it is one's turn."""
    if live.row.waits_for == "machine":
        call.hall.machines.wake(live.id, call.address)


def check_number(live: Live, number: int) -> None:
    """A request is about the position that its sender has seen; shares in the dice and advice change nothing in it."""
    since = live.match.entries[number:]
    if number > live.match.number or any(e.action.partition(" ")[0] not in (SEAL, OPEN, ADVICE) for e in since):
        raise ApiError(409, f"This answers position {number}, but the game is at {live.match.number}.")


# -- questions


def why(call: Call, body: bodies.Why) -> m.Reasons:
    """Why something cannot be done, with the rules; and what can be done with it."""
    with call.open() as live:
        match, side = live.match, call.seat(live, body.side)
        if body.action:
            refusal = match.why(body.action, side=side)
            refusals = [refusal] if refusal else []
        else:
            refusals = match.why_not(body.unit, body.hex, side=side)
        question, named = match.view(side).question, {body.unit, body.hex} - {""}
        offers = question.offers if question else ()
        offered = [o for o in offers if o.text == body.action or (named and named <= set(o.text.split()))]
        if question and body.unit:
            offered += match.decision.unlisted(body.unit)
        return m.Reasons([m.RefusalNow(*refusal) for refusal in refusals], offered)


def odds(call: Call, body: bodies.Odds) -> m.Chances:
    """The chances of an offered action, and whether it can be taken back."""
    with call.open() as live:
        match, side = live.match, call.seat(live, body.side)
        return m.Chances(*_chances(match, body.action, side), match.is_final(body.action, side=side))


def _chances(match: Match, action: str, side: str) -> tuple[dict[str, float] | None, int]:
    """The chances, and from how many trial throws they are if there were too many ways to follow."""
    found = match.distribution(action, side=side)
    if found is None:
        return None, 0
    return {outcome: float(chance) for outcome, chance in found.items()}, found.samples


# -- the record


def record(call: Call) -> str:
    """The whole record; while hidden things are hidden, only the log of the side."""
    with call.open() as live:
        if live.match.rules.hidden and not live.match.over:
            return "\n".join([*live.match.log(call.viewer(live, call.query.get("side", ""))), ""])
        return live.match.record()


def end(call: Call) -> m.End:
    """The game is over: its record is verified once, and the luck is told."""
    row, hall = call.row, call.hall
    if not row.result:
        raise IllegalAction("end", "the game is not over yet")
    return hall.ends.get(
        (row.id, row.number), lambda: hall.errands.verify(stored_record(hall.store, row), call.address)
    )
