"""The tables that are in use: their matches in memory, a bounded number of them, rebuilt from the store at need.

Everything at a table happens one after another. Each time a table is opened its row is read, and what other processes
have written meanwhile is replayed: the store is always right.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from westfront.engine.frame import Refusal
from westfront.engine.log import LogPage
from westfront.engine.match import Match
from westfront.engine.record import BACK, UNDO, Entry
from westfront.engine.view import Hint, Preview, View
from westfront.errors import WestfrontError
from westfront.server.doorbell import Doorbell
from westfront.server.errands import Begun, Kept, replayed
from westfront.server.store import Game, Request, Seat, Standing, Store, StoreError, now, text_of

LINES = 60
"""How many lines of the log come with a table."""
PATIENCE = 20.0
"""Seconds that a request waits for its turn at a table."""


Load = Callable[[Game, Sequence[Entry]], Match]


class Busy(WestfrontError):
    """Too many want something at one table."""


class Seen(NamedTuple):
    """What one side sees of a position."""

    view: View
    hints: dict[str, Hint]
    preview: Preview | None
    closed: dict[str, Refusal]
    story: LogPage


class Live:
    """A table in memory; `row` and `match` are right while it is open."""

    def __init__(self, id_: str) -> None:
        self.id, self.lock, self.users = id_, threading.Lock(), 0
        self.loaded = 0
        """How many actions had to be replayed to open it this time."""
        self.row: Game
        self.match: Match
        self._seen: dict[str | None, Seen] = {}

    def seen(self, side: str | None) -> Seen:
        """What a side sees now; worked out once for all who look at the same position."""
        match, before = self.match, self._seen.get(side)
        if before is not None and before.view.number == match.number:
            return before
        own = (match.hints(side), match.preview(side), match.disabled(side)) if side else ({}, None, {})
        self._seen[side] = seen = Seen(match.view(side), *own, self._story(side, before))
        return seen

    def _story(self, side: str | None, before: Seen | None) -> LogPage:
        """The last lines of the log; those that were told before are not put into words again."""
        since = self.match.entries[before.view.number :] if before else []
        if before is None or any(entry.action.partition(" ")[0] in (UNDO, BACK) for entry in since):
            return self.match.log_page(side, -LINES)
        fresh = self.match.log_page(side, before.story.count)
        lines = (before.story.lines + fresh.lines)[-LINES:]
        return LogPage(fresh.count - len(lines), fresh.count, lines)

    def refresh(self, store: Store, load: Load) -> None:
        """Bring row and match up to what the store has; what another process writes meanwhile comes the next time."""
        self.loaded = 0
        self.row = row = row_of(store, self.id)
        if not hasattr(self, "match") or self.match.number > row.number:
            entries = store.entries(self.id, 0, row.number)
            self.match = load(row, entries)
            self.loaded = len(entries)
            self._seen.clear()
        elif self.match.number < row.number:
            for entry in store.entries(self.id, self.match.number, row.number):
                self.match.replay(entry)

    def forget(self) -> None:
        """What is in memory was not written: read it again next time."""
        del self.match


def row_of(store: Store, id_: str) -> Game:
    """The row of a table."""
    row = store.game(id_)
    if row is None:
        raise StoreError(f"the table {id_} has gone")
    return row


class Tables:
    """Opens tables, one user at a time each, and writes what is done there."""

    def __init__(self, store: Store, doorbell: Doorbell, keep: int, load: Load) -> None:
        self.store, self.doorbell, self.keep, self._load = store, doorbell, keep, load
        self._lock = threading.Lock()
        self._live: OrderedDict[str, Live] = OrderedDict()

    @contextmanager
    def open(self, id_: str) -> Iterator[Live]:
        """A table, for one user at a time."""
        live = self._take(id_)
        try:
            if not live.lock.acquire(timeout=PATIENCE):
                raise Busy("this table is busy, try again")
            try:
                live.refresh(self.store, self._load)
                yield live
            finally:
                live.lock.release()
        finally:
            self._give_back(live)

    def row(self, id_: str) -> Game:
        """The row of a table, without its match."""
        return row_of(self.store, id_)

    def _take(self, id_: str) -> Live:
        with self._lock:
            live = self._live.setdefault(id_, Live(id_))
            self._live.move_to_end(id_)
            live.users += 1
            return live

    def _give_back(self, live: Live) -> None:
        """Keep the tables used last; those in use stay in any case."""
        with self._lock:
            live.users -= 1
            if not hasattr(live, "match") and not live.users:
                self._live.pop(live.id, None)
            spare = len(self._live) - self.keep
            for old in [old for old in self._live.values() if not old.users][: max(0, spare)]:
                del self._live[old.id]

    def commit(self, live: Live, request: Request | None) -> None:
        """Write what the match has done since it was opened; if that cannot be, it has not happened."""
        entries = live.match.entries[live.row.number :]
        try:
            live.row = self.store.append(live.row, entries, standing(live.match, live.row.all_seats()), request)
        except BaseException:
            live.forget()
            raise
        self.ring(live.row)

    def ring(self, row: Game) -> None:
        """Tell everybody at a table that it has changed."""
        self.doorbell.ring(row.id, row.number, row.chat, row.talk)


def standing(match: Match, seats: dict[str, Seat]) -> Standing:
    """How a match stands."""
    return _standing(match.number, "" if match.over else match.decision.side, match.result or "", seats)


def _standing(number: int, to_act: str, result: str, seats: dict[str, Seat]) -> Standing:
    kind = seats[to_act].kind if to_act else ""
    waits_for = "machine" if kind.startswith("machine") else "person" if kind else ""
    return Standing(number, to_act, waits_for, result)


def new_row(
    match: Begun, seats: dict[str, Seat], id_: str, salt: str, request: str, digest: str, lesson: bool = False
) -> Game:
    """The row of a match that comes to a table of its own."""
    time_, stand = now(), _standing(len(match.entries), match.to_act, match.result, seats)
    return Game(
        id=id_,
        game=match.game,
        head=match.head,
        secret=match.secret,
        salt=salt,
        request=request,
        digest=digest,
        seats=text_of(seats),
        lesson=int(lesson),
        created=time_,
        updated=time_,
        number=stand.number,
        to_act=stand.to_act,
        waits_for=stand.waits_for,
        result=stand.result,
        turn=stand.number,
        turn_since=time_,
        offer="",
        chat=0,
        talk=0,
    )


def load(row: Game, entries: Sequence[Entry]) -> Match:
    """The match of a stored game, loaded here; every action, hash and roll is checked on the way."""
    return replayed(Kept(row.head, row.secret, row.result, not row.lesson, list(entries)))
