"""The hall: all that the endpoints share. A call is one request, checked as far as that is the same for all."""

from __future__ import annotations

import hashlib
import logging
import re
import secrets
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from time import monotonic
from typing import Any

from westfront.server.advisers import Advisers
from westfront.server.bodies import Keyed
from westfront.server.clocks import Clocks
from westfront.server.doorbell import Doorbell
from westfront.server.errands import Errands, Packed, Picture
from westfront.server.limits import Limits, Places, Turnstile, address_key, most_connections
from westfront.server.machines import Machines
from westfront.server.messages import End
from westfront.server.notices import Notices
from westfront.server.once import Once
from westfront.server.refusal import ApiError
from westfront.server.rows import INVITATION, WATCH, BadRow, Game, Request, StoreError, Token, Visit
from westfront.server.settings import Settings
from westfront.server.store import Store
from westfront.server.tables import Live, Tables

log = logging.getLogger("westfront.server")
TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")
TABLE_ID = re.compile(r"[a-z0-9]{12}")
ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
GONE = "This link opens nothing: there is no such table, or the link was used, renewed or withdrawn."
NEEDS_TOKEN = "This needs the token of a seat at the table."
THREADS = 40
ENDS, DRAWINGS = 1000, 1000
"""How many end pages and drawings are kept; there are fewer drawings than that."""
LETTERS, MEETINGS, DAY = 20, 20, 86_400.0
"""How many letters one address may have sent in a day, and how many tables it may open to anybody, or sit down at."""
WAIT, FRESH = 1.0, 5.0
"""Seconds until a store that is not there is tried again, and for which it is taken to be as well as it was."""
OF_ONE_ADDRESS, AT_ONE_TABLE = 8, 3
"""How many requests of one address, and at one table, are carried out at a time."""
REPLAYED, THOUGHT = 20, 0.005
"""So many actions that were replayed, or seconds of the processor, cost as much of the rate limit as one request."""
WRITTEN, ROW = 200_000_000, 1_000
"""How many bytes one address may have written down in a day, and how many are counted for a request beside its own."""
UPLOADS = 4
"""How many large bodies of one address are taken in at a time."""


def new_token() -> str:
    """192 bits that nobody can guess."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """The name of a new table, which nobody can guess."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(12))


def hashed(token: str) -> str:
    """What the store keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Hall:
    """The store, the tables and the doorbell of one server."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.doorbell = Doorbell(self._listeners)
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="request")
        self.errands = Errands()
        self.ends: Once[tuple[str, int], End] = Once(ENDS)
        self.drawings: Once[Picture, Packed] = Once(DRAWINGS)
        self.tables = Tables(store, self.doorbell, settings.keep)
        self.machines = Machines(self.tables, settings.think)
        self.advisers = Advisers(self.machines)
        self.notices = Notices(store, settings)
        self.clocks = Clocks(self.tables)
        self.limits = Limits(settings.rate)
        self.letters = Limits(LETTERS / DAY, saved=DAY)
        self.meetings = Limits(MEETINGS / DAY, saved=DAY)
        self.written = Limits(WRITTEN / DAY if settings.rate else 0, saved=DAY)
        self.connections = Places(most_connections(), settings.connections_each)
        self.streams = Places(settings.streams, settings.streams_each)
        self.people, self.at_tables = Turnstile(OF_ONE_ADDRESS), Turnstile(AT_ONE_TABLE)
        self.uploads = Turnstile(UPLOADS)
        self._closing = threading.Event()
        self._opening = threading.Thread(target=self._open, name="opening", daemon=True)
        self._health, self._checked, self._trouble = threading.Lock(), -FRESH, ""
        store.claim()

    def start(self) -> None:
        """Go on with what was under way when the last server went, as soon as the store is there."""
        self._opening.start()

    def _open(self) -> None:
        told = ""
        while not self._closing.is_set():
            try:
                self.store.open()
                waiting = self.store.waiting_for_machines()
                break
            except StoreError as error:
                if str(error) != told:
                    log.warning("the server waits for its store: %s", error)
                told = str(error)
                self._closing.wait(WAIT)
        else:
            return
        self.store.listen(self.doorbell.ring, self.look_again)
        for id_ in waiting:
            self.machines.wake(id_)
        self.notices.rounds.start()
        self.clocks.rounds.start()

    def _listeners(self, id_: str) -> set[str]:
        """The tokens that open a table; none at all will do where anybody may watch."""
        row = self.store.game(id_)
        return {token.hash for token in self.store.tokens(id_)} | ({""} if row and row.agreed().is_open else set())

    def check_store(self) -> None:
        """Whether something can be written; looked at anew every few seconds at most."""
        with self._health:
            if monotonic() >= self._checked + FRESH:
                self._trouble = ""
                try:
                    self.store.check_writing()
                except StoreError as error:
                    self._trouble = str(error)
                self._checked = monotonic()
            if self._trouble:
                raise StoreError(self._trouble)

    def look_again(self) -> None:
        """Another process has changed something: every table that somebody looks at is looked at again."""
        for id_ in self.doorbell.tables():
            row = self.store.game(id_)
            if row:
                self.doorbell.ring(row.id, row.number, row.chat, row.talk)

    def close(self) -> None:
        """End everything in order."""
        self._closing.set()
        if self._opening.is_alive():
            self._opening.join()
        self.doorbell.close()
        self.machines.close()
        self.notices.close()
        self.clocks.rounds.close()
        self.errands.close()
        self.threads.shutdown()
        self.store.close()


class Call:
    """One request."""

    def __init__(
        self, hall: Hall, address: str, path: dict[str, str], query: dict[str, str], body: Any, digest: str
    ) -> None:
        self.hall, self.path, self.query, self.body, self.digest = hall, path, query, body, digest
        self.address = address
        """Where the request comes from; addresses that count as one are one."""
        self.bearer = ""
        """The token itself; nothing keeps it."""
        self.token = ""
        """Its hash."""
        self._visit: Visit | None = None
        self.roles: tuple[str, ...] = ()
        """The sides that the token may act and see for; none for one who watches."""
        self.is_host = False
        """Whether it is the token of whoever set up the table."""

    @property
    def id(self) -> str:
        """The table of the request."""
        return self.path["table"]

    def present(self, header: str) -> None:
        """Take the token of a request, not yet believed."""
        scheme, _, token = header.partition(" ")
        if scheme.lower() != "bearer" or not TOKEN.fullmatch(token):
            raise ApiError(401, NEEDS_TOKEN)
        self.bearer, self.token = token, hashed(token)

    def watch(self) -> None:
        """Look on without a token, where anybody may."""
        row = self.hall.store.game(self.id)
        if row is None or not row.agreed().is_open:
            raise ApiError(401, NEEDS_TOKEN)
        self._visit = Visit(row, Token("", row.id, "", WATCH), None)

    def authenticate(self) -> Token:
        """Find what the token opens; what it may not open it cannot tell from what is not there."""
        key = self.body.key if isinstance(self.body, Keyed) else ""
        found = self.hall.store.visit(self.token, key)
        if found is None or found.row.id != self.id:
            raise ApiError(403, GONE)
        self._visit = found
        return found.token

    def sit_down(self) -> Token:
        """Act with the rights of the token; an invitation has none yet."""
        found = self.authenticate()
        if found.kind == INVITATION:
            raise ApiError(403, "This is an invitation: take the seat first.")
        self.roles, self.is_host = found.sides, bool(found.host)
        return found

    @property
    def row(self) -> Game:
        """The row of the table as it was when the token was looked at."""
        assert self._visit is not None
        return self._visit.row

    @contextmanager
    def open(self) -> Iterator[Live]:
        """The table; who has it fetched from the store time and again uses up his rate."""
        with self.hall.tables.open(self.id, self._visit.row if self._visit else None) as live:
            self.hall.limits.charge(address_key(self.address), live.loaded / REPLAYED)
            if not set(self.roles) <= set(live.match.rules.sides):
                raise BadRow(self.id)
            yield live

    def seat(self, live: Live, side: str = "") -> str:
        """The side for which somebody acts: the one named, else the one to act, else the only one."""
        if not self.roles:
            raise ApiError(403, "Spectators cannot do this.")
        if side and side not in self.roles:
            raise ApiError(403, "This token does not play that side.")
        return side or (live.row.to_act if live.row.to_act in self.roles else self.roles[0])

    def viewer(self, live: Live, side: str = "") -> str | None:
        """The side for which somebody looks, None for the public; after the end everybody may see everything."""
        if side and side not in live.match.rules.sides:
            raise ApiError(422, "There is no such side in this game.")
        if side and side not in self.roles and not live.match.over:
            raise ApiError(403, "This link does not show that side's view.")
        if side:
            return side
        if not self.roles:
            return None
        return live.row.to_act if live.row.to_act in self.roles else self.roles[0]

    def request(self) -> Request:
        """What makes this request known again."""
        return Request(self.token, self.body.key, self.digest)

    def is_repeat(self, *, look_again: bool = False) -> bool:
        """Whether this very request was carried out before; its key cannot be used for another one.

        It may have come twice, and be carried out while this one waits: then a second look tells.
        """
        if look_again:
            self.authenticate()
        before = self._visit.digest if self._visit else None
        if before is not None and before != self.digest:
            raise ApiError(409, "This key was used for another request.")
        return before is not None
