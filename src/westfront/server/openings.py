"""Open tables: seats that anybody may take from the lobby, and another game with the same people, sides swapped."""

from __future__ import annotations

import secrets

import msgspec

from westfront.engine.match import Match
from westfront.errors import IllegalAction
from westfront.server import bodies
from westfront.server import messages as m
from westfront.server.errands import begun
from westfront.server.hall import Call, hashed, new_id
from westfront.server.play import shown
from westfront.server.refusal import ApiError
from westfront.server.rows import INVITATION, SEAT, Game, Seat, Token, text_of
from westfront.server.seats import change_seats, check_name, in_turn, is_made
from westfront.server.tables import Live, new_row
from westfront.server.terms import PACES, OpenTable, OpenTables, SeatFree, rematch_request, terms_now

MOST, LOOKED_AT = 50, 250
"""How many open tables are shown, and how many are looked at for them: not all of them are to be shown any more."""
SHOWN = {"live": 2 * 3_600_000, "day": 14 * PACES["day"]}
LONGEST = 30 * PACES["day"]
"""For how many milliseconds a table is shown, by its pace: who wants to play at once does not wait for days."""


def open_tables(call: Call) -> OpenTables:
    """The tables at which anybody may sit down."""
    time_ = call.hall.clocks.now()
    rows = [row for row in call.hall.store.listed(LOOKED_AT) if _is_shown(row, time_)]
    return OpenTables([_open_table(row) for row in rows[:MOST]])


def _is_shown(row: Game, time_: int) -> bool:
    """Whether there is a seat to take, and the table has not waited too long."""
    is_free = any(seat.kind == "open" for seat in row.all_seats().values())
    return is_free and time_ - row.created < SHOWN.get(row.agreed().pace, LONGEST)


def _open_table(row: Game) -> OpenTable:
    return OpenTable(
        table=row.id,
        game=row.game,
        title=row.title,
        scenario=row.scenario,
        sides={side: SeatFree(seat.kind.partition(":")[0], seat.name) for side, seat in row.all_seats().items()},
        terms=terms_now(row),
        created=row.created,
    )


def sit(call: Call, body: bodies.Sit) -> m.Seated:
    """Take a seat that is open to anybody; the invitation for it opens nothing from then on."""
    name = check_name(body.name)

    def take(row: Game) -> m.Seated:
        fresh = row.token("sit", body.side, body.key)
        if not is_made(call, fresh):
            if not row.listed or row.all_seats().get(body.side, Seat("")).kind != "open":
                raise ApiError(409, "This seat is not free any more.")
            if not call.hall.meetings.take(f"sit {call.address}"):
                raise ApiError(429, "You have reached today's limit of seats; try again tomorrow.")
            links = call.hall.store.tokens(row.id)
            old = next((one for one in links if (one.kind, one.sides) == (INVITATION, (body.side,))), None)
            change_seats(
                call, row, old, Token(hashed(fresh), row.id, body.side, SEAT), {body.side: Seat("person", name)}
            )
        return m.Seated(row.id, fresh)

    return in_turn(take, call)


# -- once more


def rematch(call: Call, body: bodies.Renew) -> m.Seated:
    """The seat across, at a table for the same game and the same people; the other side is told, and comes or not."""
    with call.open() as live:
        _check_rematch(call, live)
        across = dict(zip(live.match.rules.sides, reversed(live.match.rules.sides), strict=True))
        table = call.hall.store.game_of_request(rematch_request(live.row)) or _new_rematch(call, live, across)
        names = {across[side]: live.row.seat(side).name for side in call.roles}

    def take(row: Game) -> m.Seated:
        fresh = row.token(call.bearer, body.key)
        if not is_made(call, fresh, row.id):
            if any(row.seat(side).kind != "open" for side in names):
                raise ApiError(409, "This seat is taken.")
            sides = " ".join(side for side in across if side in names)
            new = Token(hashed(fresh), row.id, sides, SEAT, int(call.is_host))
            change_seats(call, row, None, new, {side: Seat("person", name) for side, name in names.items()})
        return m.Seated(row.id, fresh)

    seated = in_turn(take, call, table.id)
    call.hall.machines.wake(table.id, call.address)
    return seated


def _check_rematch(call: Call, live: Live) -> None:
    call.seat(live)
    if not live.match.over:
        raise IllegalAction("end", "the game is not over yet")
    if live.row.lesson or "\nstart = " in live.row.head:
        raise ApiError(422, "This game began from a position of its own; set up a new table for another one.")


def _new_rematch(call: Call, live: Live, across: dict[str, str]) -> Game:
    """A table for the same game, its people not there yet."""
    setting, row = live.match.setting, live.row
    old = row.all_seats()
    seats = {
        side: old[other] if old[other].kind.startswith("machine") else Seat("open") for side, other in across.items()
    }
    names = {side: old[other].name for side, other in across.items() if old[other].name}
    match = Match.new(
        setting.game, setting.scenario, options=setting.options, overrides=setting.overrides, players=names
    )
    salt, terms = secrets.token_hex(32), msgspec.structs.replace(row.agreed(), published=False)
    made = new_row(begun(match), seats, new_id(), salt, rematch_request(row), "", terms=terms)
    call.hall.store.create(made, [], match.entries)
    live.row = call.hall.store.change(row, None)
    call.hall.tables.ring(live.row)
    found = call.hall.store.game_of_request(rematch_request(row))
    assert found is not None
    return found


def publish(call: Call, body: bodies.Keyed) -> m.Table:
    """A game that is over gets an address that anybody can open; whoever played it could show its record anyway."""
    with call.open() as live:
        call.seat(live)
        if not call.is_repeat():
            if not live.match.over:
                raise IllegalAction("end", "the game is not over yet")
            terms = msgspec.structs.replace(live.row.agreed(), published=True)
            live.row = call.hall.store.change(live.row, call.request(), terms=text_of(terms))
            call.hall.tables.ring(live.row)
        return shown(call, live, call.viewer(live))
