"""Where a side is told that it is its turn: set at the table, confirmed and ended by the owner of the address."""

from __future__ import annotations

from hmac import compare_digest

from westfront.server import bodies
from westfront.server import messages as m
from westfront.server.hall import Call
from westfront.server.letters import EACH_DAY, NO, YES
from westfront.server.refusal import ApiError
from westfront.server.rows import NOWHERE, Address, now
from westfront.server.webhook import check_address

DAY = 86_400_000


def notice(call: Call) -> m.Notice:
    """Where a side is told that it is its turn."""
    with call.open() as live:
        side = call.seat(live, call.query.get("side", ""))
    return _notice(call, side, call.hall.store.notice(call.id, side))


def _notice(call: Call, side: str, found: Address) -> m.Notice:
    email, webhook = (found.address if found.kind == kind else "" for kind in ("email", "webhook"))
    return m.Notice(side, email, webhook, found.confirmed, call.hall.settings.sends_email)


def set_notice(call: Call, body: bodies.NewNotice) -> m.Notice:
    """Where to be told from the next change of the side to act on; an e-mail address is asked first."""
    if body.email and body.webhook:
        raise ApiError(422, "One way is enough.")
    if body.email and not call.hall.settings.sends_email:
        raise ApiError(422, "This server sends no e-mail.")
    if body.email and not _is_mail(body.email):
        raise ApiError(422, "This is not an e-mail address.")
    if body.webhook:
        check_address(body.webhook)
    with call.open() as live:
        side, row = call.seat(live, body.side), live.row
    wanted = Address("webhook", body.webhook, True) if body.webhook else Address("email", body.email, False)
    before = call.hall.store.notice(row.id, side)
    if body.email and (before.kind, before.address) == ("email", body.email):
        return _notice(call, side, before)
    if body.email:
        _check_letters(call, body.email)
    wanted = wanted if wanted.address else NOWHERE
    call.hall.store.set_notice(row, side, wanted)
    if body.email:
        call.hall.notices.ask(row, side, body.email)
    return _notice(call, side, wanted)


def _check_letters(call: Call, address: str) -> None:
    """Nobody is buried under letters that ask, and nobody sends many of them."""
    if not call.hall.letters.take(call.address) or not call.hall.store.may_ask(address, now() // DAY, EACH_DAY):
        raise ApiError(429, "No more e-mails can be sent today.")


def answer_letter(call: Call) -> m.Wanted:
    """Whoever owns an address says by the code of a letter whether he wants to be written to."""
    row, word, code = call.hall.store.game(call.id), call.path["word"], call.path["code"].encode()
    for side in row.all_seats() if row else ():
        assert row is not None
        found = call.hall.store.notice(row.id, side)
        is_asked = found.kind == "email" or (found.address and word == NO)
        if is_asked and compare_digest(code, row.token(word, side, found.address).encode()):
            wanted = Address("email", found.address, True) if word == YES else Address("none", found.address, False)
            call.hall.store.set_notice(row, side, wanted)
            return m.Wanted(row.title, side, word == YES)
    raise ApiError(404, "This letter is out of date: its address was changed, or has said no.")


def _is_mail(address: str) -> bool:
    name, at, host = address.rpartition("@")
    plain = address.isascii() and address.isprintable() and not set(address) & set(" \t\"'<>()[]\\,:;")
    return plain and bool(name and at) and "@" not in name and "." in host.strip(".")
