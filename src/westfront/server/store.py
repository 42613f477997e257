"""The store: what the server keeps. One interface in one dialect of SQL; sqlite.py and postgres.py carry it out.

The log of actions is append-only under the unique key of game and number: two writers can never both win. Whatever
a request changes is written in one transaction together with the key of the request.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

import msgspec

from westfront.engine.record import Entry
from westfront.server.keys import CLEAR, BadKey, KeyFile
from westfront.server.rows import (
    INVITATION,
    NOWHERE,
    Address,
    BadRow,
    Game,
    Request,
    Row,
    Stale,
    Standing,
    StoreError,
    T,
    Token,
    Visit,
    checked,
    entry_of,
    game_of,
    now,
    readable,
    token_of,
)

VERSION = 3

TABLES = {
    "version": "number BIGINT PRIMARY KEY",
    "games": (
        "id TEXT PRIMARY KEY, game TEXT NOT NULL, head TEXT NOT NULL, secret TEXT NOT NULL, salt TEXT NOT NULL,"
        " request TEXT NOT NULL UNIQUE, digest TEXT NOT NULL, seats TEXT NOT NULL, lesson BIGINT NOT NULL,"
        " created BIGINT NOT NULL, updated BIGINT NOT NULL, number BIGINT NOT NULL, to_act TEXT NOT NULL,"
        " waits_for TEXT NOT NULL, result TEXT NOT NULL, turn BIGINT NOT NULL, turn_since BIGINT NOT NULL,"
        " offer TEXT NOT NULL, chat BIGINT NOT NULL, talk BIGINT NOT NULL,"
        " terms TEXT NOT NULL DEFAULT '', listed BIGINT NOT NULL DEFAULT 0, clock BIGINT NOT NULL DEFAULT 0"
    ),
    "actions": (
        "game TEXT NOT NULL, number BIGINT NOT NULL, side TEXT NOT NULL, action TEXT NOT NULL, auto BIGINT NOT NULL,"
        " rolls TEXT NOT NULL, effect TEXT NOT NULL, hash TEXT NOT NULL, key TEXT NOT NULL, time BIGINT NOT NULL,"
        " PRIMARY KEY (game, number)"
    ),
    "tokens": (
        "hash TEXT PRIMARY KEY, game TEXT NOT NULL, roles TEXT NOT NULL, kind TEXT NOT NULL, host BIGINT NOT NULL"
    ),
    "requests": (
        "game TEXT NOT NULL, token TEXT NOT NULL, key TEXT NOT NULL, digest TEXT NOT NULL,"
        " PRIMARY KEY (game, token, key)"
    ),
    "chat": (
        "game TEXT NOT NULL, number BIGINT NOT NULL, side TEXT NOT NULL, text TEXT NOT NULL, time BIGINT NOT NULL,"
        " PRIMARY KEY (game, number)"
    ),
    "notes": "token TEXT PRIMARY KEY, text TEXT NOT NULL",
    "notices": (
        "game TEXT NOT NULL, side TEXT NOT NULL, kind TEXT NOT NULL, address TEXT NOT NULL, confirmed BIGINT NOT NULL,"
        " PRIMARY KEY (game, side)"
    ),
    "letters": "address TEXT NOT NULL, day BIGINT NOT NULL, count BIGINT NOT NULL, PRIMARY KEY (address, day)",
    "claims": "game TEXT NOT NULL, turn BIGINT NOT NULL, PRIMARY KEY (game, turn)",
}
"""All tables with their columns, in words that both databases know; bytes are kept as hexadecimal text, times as
milliseconds. `turn` is the number with which the side to act became the one to act."""
STEPS = {
    2: [
        "ALTER TABLE games ADD COLUMN terms TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE games ADD COLUMN listed BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE games ADD COLUMN clock BIGINT NOT NULL DEFAULT 0",
    ]
}
"""From each version that is still understood to the next: what is done when such a store is opened."""
ADDED: dict[int, dict[str, Row]] = {2: {"games": ("", 0, 0)}}
"""What the rows of a backup of such a version lack at their end."""


class Execute(Protocol):
    """One statement of a transaction: its rows, and with INSERT or UPDATE how many it changed."""

    def __call__(self, sql: str, values: Sequence[Any] = ()) -> tuple[list[Row], int]: ...


_GAME = ", ".join(Game.__struct_fields__)
_MARKS = ", ".join("?" * len(Game.__struct_fields__))
_TOKEN = ", ".join(Token.__struct_fields__)
_GAMES = [f"g.{name}" for name in Game.__struct_fields__]
_VISIT = (
    f"SELECT {', '.join([*_GAMES, *(f't.{name}' for name in Token.__struct_fields__)])}, r.digest"
    " FROM tokens t JOIN games g ON g.id = t.game"
    " LEFT JOIN requests r ON r.game = t.game AND r.token = t.hash AND r.key = ? WHERE t.hash = ?"
)


def _check_version(found: list[object]) -> None:
    """A store that holds nothing yet has no version."""
    if found and found != [VERSION] and (len(found) > 1 or found[0] not in STEPS):
        told = " and ".join(str(number)[:20] for number in found[-2:] if number != VERSION)
        sentence = "nothing in it was changed: go on with the Westfront that made it, or name another store"
        raise StoreError(f"the store has version {told}, this Westfront knows version {VERSION}; {sentence}")


class Store:
    """What the server asks of its store; everything is in terms of `read` and `write`."""

    key: KeyFile
    """Under which the secrets of dice are kept."""

    def read(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """The rows of one question."""
        raise NotImplementedError

    def write(self, work: Callable[[Execute], T]) -> T:
        """Do some work in one transaction; it returns only when the disk has it, or raises and nothing is changed.

        Where several are written together and one raises, the others are done twice: the first time is taken back.
        """
        raise NotImplementedError

    def open(self) -> None:
        """Make ready what is not ready yet; Unreachable if that has to wait."""

    def claim(self) -> None:
        """A server begins to work with this store; one that only one server can use is refused to the next."""

    def check_writing(self) -> None:
        """Whether something can be written now and reaches the disk."""
        self.write(lambda execute: execute("UPDATE version SET number = number"))

    def snapshot(self) -> Iterator[tuple[str, list[Row]]]:
        """Every table with all its rows, in pieces, as of one moment."""
        raise NotImplementedError

    def listen(self, heard: Callable[[str, int, int, int], None], something: Callable[[], None]) -> None:
        """Call `heard` with id, number, chat and talk of a game that another process has changed, or `something` if
        nobody tells which game it was."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of everything."""
        raise NotImplementedError

    def _announce(self, execute: Execute, game: str) -> None:
        """Tell other processes, as part of the transaction, that a game has changed."""

    # -- setting up

    def prepare(self) -> None:
        """Make the tables of a new store, or bring one of the version before up to this one; any other is refused, and
        left as it is for who can read it."""

        def make(execute: Execute) -> None:
            execute(f"CREATE TABLE IF NOT EXISTS version ({TABLES['version']})")
            found = [number for (number,) in execute("SELECT number FROM version")[0]]
            _check_version(found)
            if found and found[0] in STEPS:
                for step in STEPS[found[0]]:
                    execute(step)
                execute("UPDATE version SET number = ?", (VERSION,))
            for name, columns in TABLES.items():
                execute(f"CREATE TABLE IF NOT EXISTS {name} ({columns})")
            execute("CREATE INDEX IF NOT EXISTS tokens_of_game ON tokens (game)")
            execute("INSERT INTO version VALUES (?) ON CONFLICT DO NOTHING", (VERSION,))

        self.write(make)
        self._seal_secrets()

    def _seal_secrets(self) -> None:
        """Seal what a store or a backup from before holds in clear, and leave no trace of it in the store."""
        rows = self.read("SELECT id, secret FROM games")
        clear = [(id_, secret) for id_, secret in rows if CLEAR.fullmatch(str(secret))]

        def seal(execute: Execute) -> None:
            for id_, secret in clear:
                execute("UPDATE games SET secret = ? WHERE id = ?", (self._sealed(id_, secret), id_))

        if clear:
            self.write(seal)
            self._forget_old_rows()

    def _forget_old_rows(self) -> None:
        """Leave nothing of rows that were changed."""
        raise NotImplementedError

    def _sealed(self, id_: str, secret: str) -> str:
        try:
            return self.key.seal(id_, secret)
        except BadKey as error:
            raise StoreError(str(error)) from None

    def secret_of(self, row: Game) -> str | None:
        """The secrets of a table's dice, or None if they were sealed with another key."""
        try:
            return self.key.open(row.id, row.secret)
        except BadKey as error:
            raise StoreError(str(error)) from None

    def lost_dice(self) -> str:
        """A sentence about the games under way whose dice were sealed with another key, if there are any."""
        count = sum(not row.result and self.secret_of(row) is None for row in self.games())
        told = f"{count} games" if count != 1 else "a game"
        return (
            f"The key in {self.key.path} is not the one that sealed the dice of {told} under way; with this one, fresh "
            "dice are thrown from here on."
            if count
            else ""
        )

    def fill(self, pieces: Iterable[tuple[str, list[Row]]], version: int = VERSION) -> None:
        """Put the rows of a backup into a store that holds nothing yet."""
        added = ADDED.get(version, {})
        if self.read("SELECT id FROM games LIMIT 1"):
            raise StoreError("the store holds games already; a backup is restored into an empty one only")

        def put(execute: Execute) -> None:
            for name, rows in pieces:
                for old in rows:
                    row = (*old, *added.get(name, ()))
                    marks = ", ".join("?" * len(row))
                    execute(f"INSERT INTO {name} VALUES ({marks}) ON CONFLICT DO NOTHING", row)

        self.write(put)
        self._seal_secrets()

    # -- games

    def create(self, game: Game, tokens: Sequence[Token], entries: Sequence[Entry]) -> bool:
        """A new table with its tokens and first actions, its secret not sealed yet; False if its request has made one
        before."""
        sealed = self._sealed(game.id, game.secret)

        def insert(execute: Execute) -> bool:
            row = msgspec.structs.astuple(msgspec.structs.replace(game, secret=sealed))
            if not execute(f"INSERT INTO games ({_GAME}) VALUES ({_MARKS}) ON CONFLICT DO NOTHING", row)[1]:
                return False
            for token in tokens:
                _insert_token(execute, token)
            _insert_entries(execute, game.id, entries, "")
            return True

        return self.write(insert)

    def game(self, id_: str) -> Game | None:
        """A table."""
        rows = self.read(f"SELECT {_GAME} FROM games WHERE id = ?", (id_,))
        return game_of(rows[0]) if rows else None

    def game_of_request(self, request: str) -> Game | None:
        """The table that a request made."""
        rows = self.read(f"SELECT {_GAME} FROM games WHERE request = ?", (request,))
        return game_of(rows[0]) if rows else None

    def games(self) -> list[Game]:
        """All tables that can be read, the one used last first."""
        return [found for found in self._games() if isinstance(found, Game)]

    def bad_games(self) -> list[str]:
        """A sentence about each table that cannot be read."""
        return [str(found) for found in self._games() if isinstance(found, BadRow)]

    def _games(self) -> Iterator[Game | BadRow]:
        for row in self.read(f"SELECT {_GAME} FROM games ORDER BY updated DESC, id"):
            try:
                yield checked(row)
            except BadRow as error:
                yield error

    def listed(self, most: int) -> list[Game]:
        """The tables with a seat for anybody, the newest first; one that cannot be read is left out."""
        found = self.read(f"SELECT {_GAME} FROM games WHERE listed = 1 ORDER BY created DESC, id LIMIT ?", (most,))
        return [game for row in found for game in readable(row)]

    def late(self, time_: int) -> list[tuple[str, int]]:
        """The tables whose clock has decided by a time, each with the number of the position."""
        question = "SELECT id, number FROM games WHERE clock > 0 AND to_act <> '' AND turn_since + clock <= ?"
        return [(id_, number) for id_, number in self.read(question, (time_,))]

    def waiting_for_machines(self) -> list[str]:
        """The tables at which a machine has to act."""
        return [id_ for (id_,) in self.read("SELECT id FROM games WHERE waits_for = 'machine'")]

    def entries(self, id_: str, after: int = 0, to: int = sys.maxsize) -> list[Entry]:
        """The actions of a game after a number, up to another."""
        columns = "number, side, action, auto, rolls, effect, hash"
        question = f"SELECT {columns} FROM actions WHERE game = ? AND number > ? AND number <= ? ORDER BY number"
        rows = self.read(question, (id_, after, to))
        try:
            return [entry_of(*row) for row in rows]
        except (TypeError, ValueError, AttributeError):
            raise BadRow(id_) from None

    def append(
        self, game: Game, entries: Sequence[Entry], standing: Standing, request: Request | None, secret: str = ""
    ) -> Game:
        """Write accepted actions; Stale if their numbers are taken. Gives the row as it is now.

        With a secret the dice have become others.
        """
        changed = standing.to_act != game.to_act
        time_ = now()
        new = msgspec.structs.replace(
            game,
            secret=self._sealed(game.id, secret) if secret else game.secret,
            number=standing.number,
            to_act=standing.to_act,
            waits_for=standing.waits_for,
            result=standing.result,
            updated=time_,
            turn=standing.number if changed else game.turn,
            turn_since=time_ if changed else game.turn_since,
        )

        def insert(execute: Execute) -> Game:
            _insert_entries(execute, game.id, entries, request.key if request else "")
            return self._update(execute, game, new, request, "number")

        return self.write(insert)

    def change(self, game: Game, request: Request | None, **columns: object) -> Game:
        """Change something beside the actions (an offer, a seat); Stale if the table has changed meanwhile."""
        new = msgspec.structs.replace(game, talk=game.talk + 1, **columns)
        return self.write(lambda execute: self._update(execute, game, new, request, "talk"))

    def _update(self, execute: Execute, old: Game, new: Game, request: Request | None, count: str) -> Game:
        """Change what differs between two rows, if the count that goes with it is still the one that was read."""
        if request:
            row = (old.id, request.token, request.key, request.digest)
            if not execute("INSERT INTO requests VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", row)[1]:
                raise Stale
        changed = [name for name in Game.__struct_fields__ if getattr(old, name) != getattr(new, name)]
        sets, values = ", ".join(f"{name} = ?" for name in changed), [getattr(new, name) for name in changed]
        where = (old.id, getattr(old, count))
        if not execute(f"UPDATE games SET {sets} WHERE id = ? AND {count} = ?", (*values, *where))[1]:
            raise Stale
        self._announce(execute, old.id)
        return new

    def visit(self, hash_: str, key: str) -> Visit | None:
        """What a token opens, with the table's row, and what a request with this key said if it was carried out."""
        rows = self.read(_VISIT, (key, hash_))
        if not rows:
            return None
        row, token, digest = rows[0][: len(_GAMES)], rows[0][len(_GAMES) : -1], rows[0][-1]
        return Visit(game_of(row), token_of(token), digest)

    # -- tokens

    def token(self, hash_: str) -> Token | None:
        """What a token opens."""
        rows = self.read(f"SELECT {_TOKEN} FROM tokens WHERE hash = ?", (hash_,))
        return token_of(rows[0]) if rows else None

    def tokens(self, id_: str) -> list[Token]:
        """All tokens of a table."""
        return [
            token_of(row) for row in self.read(f"SELECT {_TOKEN} FROM tokens WHERE game = ? ORDER BY roles", (id_,))
        ]

    def change_token(self, game: Game, old: Token | None, new: Token | None, **columns: object) -> Game:
        """Put one token in the place of another, whose note it inherits; Stale if the table has changed meanwhile.

        Where a seat becomes an invitation again, nobody is told of its turns any more.
        """
        after = msgspec.structs.replace(game, talk=game.talk + 1, **columns)

        def swap(execute: Execute) -> Game:
            if old and not execute("DELETE FROM tokens WHERE hash = ?", (old.hash,))[1]:
                raise Stale
            if new:
                _insert_token(execute, new)
            if old and new:
                execute("UPDATE notes SET token = ? WHERE token = ?", (new.hash, old.hash))
            for side in new.sides if new and new.kind == INVITATION else ():
                execute("DELETE FROM notices WHERE game = ? AND side = ?", (game.id, side))
            return self._update(execute, game, after, None, "talk")

        return self.write(swap)

    # -- talk

    def say(self, game: Game, side: str, text: str, request: Request) -> Game:
        """Add a line to the chat."""
        new = msgspec.structs.replace(game, chat=game.chat + 1)

        def insert(execute: Execute) -> Game:
            line = (game.id, new.chat, side, text, now())
            execute("INSERT INTO chat VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", line)
            return self._update(execute, game, new, request, "chat")

        return self.write(insert)

    def chat(self, id_: str, after: int) -> list[Row]:
        """The lines of the chat after a number: number, side, text, time."""
        return self.read(
            "SELECT number, side, text, time FROM chat WHERE game = ? AND number > ? ORDER BY number", (id_, after)
        )

    def note(self, token: str) -> str:
        """The private note of a token."""
        rows = self.read("SELECT text FROM notes WHERE token = ?", (token,))
        return str(rows[0][0]) if rows else ""

    def write_note(self, token: str, text: str) -> None:
        """Keep a note."""
        self.write(
            lambda execute: execute(
                "INSERT INTO notes VALUES (?, ?) ON CONFLICT (token) DO UPDATE SET text = excluded.text", (token, text)
            )
        )

    # -- notices

    def notice(self, id_: str, side: str) -> Address:
        """Where a side wants to be told."""
        question = "SELECT kind, address, confirmed FROM notices WHERE game = ? AND side = ?"
        rows = self.read(question, (id_, side))
        return Address(rows[0][0], rows[0][1], bool(rows[0][2])) if rows else NOWHERE

    def set_notice(self, game: Game, side: str, address: Address) -> None:
        """Where a side wants to be told from the next change on."""

        def put(execute: Execute) -> None:
            execute("DELETE FROM notices WHERE game = ? AND side = ?", (game.id, side))
            if address != NOWHERE:
                row = (game.id, side, address.kind, address.address, int(address.confirmed))
                execute("INSERT INTO notices VALUES (?, ?, ?, ?, ?)", row)
                execute("INSERT INTO claims VALUES (?, ?) ON CONFLICT DO NOTHING", (game.id, game.turn))

        self.write(put)

    def may_ask(self, address: str, day: int, most: int) -> bool:
        """Whether one more letter that asks may go to an address on a day; it is counted then."""
        who = hashlib.sha256(address.lower().encode()).hexdigest()

        def count(execute: Execute) -> bool:
            execute("DELETE FROM letters WHERE day < ?", (day,))
            execute("INSERT INTO letters VALUES (?, ?, 0) ON CONFLICT DO NOTHING", (who, day))
            more = "UPDATE letters SET count = count + 1 WHERE address = ? AND day = ? AND count < ?"
            return bool(execute(more, (who, day, most))[1])

        return self.write(count)

    def due_notices(self, before: int) -> list[Row]:
        """Sides that have been due to act since before a time and were not told: table, turn, side, kind, address."""
        return self.read(
            "SELECT g.id, g.turn, g.to_act, n.kind, n.address FROM notices n"
            " JOIN games g ON g.id = n.game AND g.to_act = n.side"
            " WHERE n.confirmed = 1 AND g.turn_since <= ?"
            " AND NOT EXISTS (SELECT 1 FROM claims c WHERE c.game = g.id AND c.turn = g.turn)",
            (before,),
        )

    def due_warnings(self, time_: int) -> list[Row]:
        """Sides that have had three quarters of their time by then and were not warned: as for notices."""
        return self.read(
            "SELECT g.id, g.turn, g.to_act, n.kind, n.address FROM notices n"
            " JOIN games g ON g.id = n.game AND g.to_act = n.side"
            " WHERE n.confirmed = 1 AND g.clock <> 0 AND g.turn_since + ABS(g.clock) * 3 / 4 <= ?"
            " AND NOT EXISTS (SELECT 1 FROM claims c WHERE c.game = g.id AND c.turn = -1 - g.turn)",
            (time_,),
        )

    def claim_notice(self, id_: str, turn: int, *, is_warning: bool = False) -> bool:
        """Take on the notice of a change of the side to act, or its warning; True for one caller only, ever."""

        def claim(execute: Execute) -> bool:
            values = f"SELECT id, {'-1 - turn' if is_warning else 'turn'} FROM games WHERE id = ? AND turn = ?"
            return bool(execute(f"INSERT INTO claims {values} ON CONFLICT DO NOTHING", (id_, turn))[1])

        return self.write(claim)


def _insert_token(execute: Execute, token: Token) -> None:
    row = msgspec.structs.astuple(token)
    execute(f"INSERT INTO tokens ({_TOKEN}) VALUES ({', '.join('?' * len(row))})", row)


def _insert_entries(execute: Execute, id_: str, entries: Sequence[Entry], key: str) -> None:
    """One row for each action; the first carries the key of the request, the others followed by themselves."""
    time_ = now()
    for i, entry in enumerate(entries):
        rolls = " | ".join(roll.text() for roll in entry.rolls)
        what = (entry.side, entry.action, int(entry.auto), rolls, entry.effect, entry.hash)
        row = (id_, entry.number, *what, "" if i else key, time_)
        marks = ", ".join("?" * len(row))
        if not execute(f"INSERT INTO actions VALUES ({marks}) ON CONFLICT DO NOTHING", row)[1]:
            raise Stale
