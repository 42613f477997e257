"""The tables that are in use: their matches in memory, a bounded number of them, rebuilt from the store at need.

Everything at a table happens one after another. Each time a table is opened its row is read, and what other processes
have written meanwhile is replayed: the store is always right.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict, deque
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import NamedTuple

from westfront.engine.frame import Refusal
from westfront.engine.log import LogPage
from westfront.engine.match import Match
from westfront.engine.record import BACK, UNDO, Entry, write_record
from westfront.engine.view import Hint, Preview, View
from westfront.errors import OtherBuild, WestfrontError
from westfront.server.doorbell import Doorbell
from westfront.server.errands import Begun, secrets_of
from westfront.server.rows import BadRow, Game, Request, Seat, Standing, StoreError, Terms, now, text_of
from westfront.server.store import Store

log = logging.getLogger("westfront.server")
LINES = 60
"""How many lines of the log come with a table."""
COUNTS = ("number", "chat", "talk")
"""What only grows in a row, whatever is written."""
KEPT = 3
"""How many positions a side has seen are kept, so that it can be told what has changed since."""
PATIENCE = 20.0
"""Seconds that a request waits for its turn at a table."""


LONG, ENDLESS = 200, 10_000
"""Games of more actions than this are loaded one after another, so that the server has time for everything else; those
that are longer than any that was played to be won have a queue of their own."""
_LONG_GAMES, _ENDLESS_GAMES = threading.Lock(), threading.Lock()
MOST_ACTIONS = 200_000
"""Tables are kept in memory as long as they have no more actions than this together."""


class Busy(WestfrontError):
    """Too many requests wait for one table."""


class Seen(NamedTuple):
    """What one side sees of a position."""

    view: View
    hints: dict[str, Hint]
    preview: Preview | None
    closed: dict[str, Refusal]
    story: LogPage
    events: int
    """How many events the match had had."""


class Live:
    """A table in memory; `row` and `match` are right while it is open."""

    def __init__(self, id_: str) -> None:
        self.id, self.lock, self.users = id_, threading.Lock(), 0
        self.counted = 0
        """How many of its actions are counted among those in memory."""
        self.loaded = 0
        """How many actions had to be replayed to open it this time."""
        self.row: Game
        self.match: Match
        self._seen: dict[str | None, deque[Seen]] = {}

    @property
    def actions(self) -> int:
        """How many actions of it are in memory."""
        match: Match | None = getattr(self, "match", None)  # somebody may just forget it
        return match.number if match else 0

    def seen(self, side: str | None) -> Seen:
        """What a side sees now; worked out once for all who look at the same position."""
        match, past = self.match, self._seen.setdefault(side, deque(maxlen=KEPT))
        before = past[-1] if past else None
        if before is not None and before.view.number == match.number:
            return before
        own = (match.hints(side), match.preview(side), match.disabled(side)) if side else ({}, None, {})
        past.append(Seen(match.view(side), *own, self._story(side, before), len(match.events)))
        return past[-1]

    def seen_before(self, side: str | None, number: int) -> Seen | None:
        """What a side saw at a number, if it was not long ago."""
        return next((seen for seen in self._seen.get(side, ()) if seen.view.number == number), None)

    def _story(self, side: str | None, before: Seen | None) -> LogPage:
        """The last lines of the log; those that were told before are not put into words again."""
        match = self.match
        since = match.entries[before.view.number :] if before else []
        if before is None or any(entry.action.partition(" ")[0] in (UNDO, BACK) for entry in since):
            return match.log_page(side, -LINES)
        fresh = match.lines_after(before.events, side)
        lines, count = (before.story.lines + fresh)[-LINES:], before.story.count + len(fresh)
        return LogPage(count - len(lines), count, lines)

    def refresh(self, store: Store, found: Game | None = None) -> None:
        """Bring row and match up to what the store has; what another process writes meanwhile comes the next time.

        A row that was found just before will do, unless this process has written since.
        """
        self.loaded, before = 0, getattr(self, "row", None)
        self.row = row = found if found is not None and self._is_fresh(found) else row_of(store, self.id)
        if hasattr(self, "match"):
            self._catch_up(store, has_other_dice=before is not None and before.secret != row.secret)
        if not hasattr(self, "match"):
            entries = store.entries(self.id, 0, row.number)
            self.match = _loaded(row, entries, store.secret_of(row))
            self.loaded = len(entries)
            self._seen.clear()

    def _catch_up(self, store: Store, has_other_dice: bool) -> None:
        """Follow what other processes have written, unless it must be read again from the start."""
        if self.match.number > self.row.number or has_other_dice:
            self.forget()
        elif self.match.number < self.row.number:
            try:
                for entry in store.entries(self.id, self.match.number, self.row.number):
                    self.match.replay(entry)
            except OtherBuild:
                self.forget()

    def _is_fresh(self, found: Game) -> bool:
        known = getattr(self, "row", None)
        return known is None or all(getattr(found, count) >= getattr(known, count) for count in COUNTS)

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

    def __init__(self, store: Store, doorbell: Doorbell, keep: int) -> None:
        self.store, self.doorbell, self.keep = store, doorbell, keep
        self._lock = threading.Lock()
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._actions = 0
        """How many actions are in memory."""
        self._renewed: set[str] = set()
        """The tables whose dice this process has renewed."""

    @contextmanager
    def open(self, id_: str, found: Game | None = None) -> Iterator[Live]:
        """A table, for one user at a time; a caller who did not have to wait may bring the row he has just found."""
        live = self._take(id_)
        try:
            if not live.lock.acquire(blocking=False):
                found = None
                if not live.lock.acquire(timeout=PATIENCE):
                    raise Busy("this table is busy, try again")
            try:
                live.refresh(self.store, found)
                self._renew_dice(live)
                yield live
            finally:
                live.lock.release()
        finally:
            self._give_back(live)

    def _renew_dice(self, live: Live) -> None:
        """Where the secret of the dice was sealed with another key the game goes on with fresh dice, and says so.

        Once: two servers with different keys on one store would do nothing else for ever.
        """
        match = live.match
        if match.over or match.halted or match.sources[-1].secret or live.row.lesson or live.id in self._renewed:
            return
        self._renewed.add(live.id)
        log.warning(
            "the secret of the dice at table %s was sealed with another key; it goes on with fresh dice", live.id
        )
        match.fresh_dice()
        self.commit(live, None, secrets_of(match))

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
            self._count(live, live.actions)
            if not hasattr(live, "match") and not live.users:
                self._live.pop(live.id, None)
            if len(self._live) > self.keep or self._actions > MOST_ACTIONS:
                for old in [old for old in self._live.values() if not old.users]:
                    if len(self._live) <= self.keep and self._actions <= MOST_ACTIONS:
                        break
                    self._count(old, 0)
                    del self._live[old.id]

    def _count(self, live: Live, actions: int) -> None:
        self._actions, live.counted = self._actions + actions - live.counted, actions

    def commit(self, live: Live, request: Request | None, secret: str = "") -> None:
        """Write what the match has done since it was opened; if that cannot be, it has not happened."""
        entries = live.match.entries[live.row.number :]
        try:
            live.row = self.store.append(live.row, entries, standing(live.match, live.row.all_seats()), request, secret)
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
    match: Begun,
    seats: dict[str, Seat],
    id_: str,
    salt: str,
    request: str,
    digest: str,
    lesson: bool = False,
    terms: Terms | None = None,
    listed: bool = False,
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
        terms=text_of(terms) if terms else "",
        listed=int(listed),
    )


def _loaded(row: Game, entries: Sequence[Entry], secret: str | None) -> Match:
    """The match of a row; whatever the row holds, it is the trouble of its own table only."""
    try:
        with _queue(len(entries)):
            match = load(row, entries, secret)
    except WestfrontError:
        raise
    except Exception:
        log.exception("table %s cannot be loaded", row.id)
        raise BadRow(row.id) from None
    if match.number != row.number or set(row.all_seats()) != set(match.rules.sides):
        raise BadRow(row.id)
    return match


def _queue(actions: int) -> AbstractContextManager[object]:
    """What a game waits for that is to be loaded."""
    return nullcontext() if actions <= LONG else _LONG_GAMES if actions <= ENDLESS else _ENDLESS_GAMES


def load(row: Game, entries: Sequence[Entry], secret: str | None) -> Match:
    """The match of a stored game; every action, hash and roll is checked on the way.

    A game under way that the rules of this build do not follow stands still, until both sides agree to go back.
    """
    return Match.load(_record(row, entries, secret), auto=not row.lesson, halt=not row.result)


def stored_record(store: Store, row: Game) -> str:
    """The record of a stored game, with its secrets as far as they can be opened; nothing is replayed for it."""
    try:
        return _record(row, store.entries(row.id, 0, row.number), store.secret_of(row))
    except ValueError:
        raise BadRow(row.id) from None


def _record(row: Game, entries: Sequence[Entry], secret: str | None) -> str:
    words = [word.partition("=") for word in (secret or "").split()]
    secrets = {int(number): bytes.fromhex(value) for number, _, value in words}
    return write_record(row.head.split("\n"), list(entries), row.result or None, secrets)
