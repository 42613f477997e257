"""kill -9 at random points while two clients play: every acknowledged action is in the log once and in order.

Both clients hold the seats of both sides and answer every position at the same time, so that they race as well.
"""

from __future__ import annotations

import threading
import time
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from tests.server.cluster import Cluster
from tests.server.room import Player, Process, Room, free_port, new_key, wait_until
from westfront.engine.dice import RepeatableRandom
from westfront.server.settings import open_store
from westfront.server.tables import load

ROUNDS = 4
ACTIONS_A_ROUND = 10
"""Of each client at the most: no game of The Ford is over after so few, however fast the machine."""


class Client(threading.Thread):
    """Plays as fast as it can; an answer that does not come is asked for again with the same key."""

    def __init__(self, player: Player, seed: str) -> None:
        super().__init__()
        self.player, self.lots = player, RepeatableRandom(seed)
        self.acknowledged: list[tuple[str, int, str]] = []
        """Key, number of the position that was answered, action."""
        self.open: dict[str, object] | None = None
        """A request that was sent and not answered."""
        self.chosen = self.allowed = 0
        """Actions that were chosen, and that may be until the next round."""
        self.stop = threading.Event()

    def run(self) -> None:
        while not self.stop.is_set():
            try:
                self._step()
            except httpx.TransportError:
                time.sleep(0.02)

    def _step(self) -> None:
        if self.open is None:
            self.open = self._next() if self.chosen < self.allowed else None
        if self.open is None:
            time.sleep(0.005)
            return
        answer = self.player.post("/actions", **self.open)
        assert answer.status_code in (200, 409), answer.text
        if answer.status_code == 200:
            body = self.open
            self.acknowledged.append((str(body["key"]), int(str(body["number"])), str(body["action"])))
        self.open = None

    def _next(self) -> dict[str, object] | None:
        """An answer to the question of now; seldom the end of a phase, so that the game lasts through all rounds."""
        seen = self.player.get()
        question = seen.json()["view"]["question"] if seen.status_code == 200 else None
        if question is None:
            return None
        offers = [offer["text"] for offer in question["offers"]]
        lively = [action for action in offers if action not in ("cancel", "done")]
        chosen = lively if lively and self.lots.below(20) else offers
        self.chosen += 1
        action = chosen[self.lots.below(len(chosen))]
        return {"number": seen.json()["number"], "action": action, "key": new_key()}


def play_through_crashes(store: str, seed: str) -> None:
    """Several rounds, each ended by a kill; after each the log is held against what was acknowledged."""
    port, lots = free_port(), RepeatableRandom(seed)
    process = Process(store, port)
    with Room(process.url) as room:
        mine = room.table(second="me", scenario="columns")["mine"]
        clients = [Client(mine, f"{seed} {i}") for i in range(2)]
        for client in clients:
            client.start()
        try:
            for _ in range(ROUNDS):
                play_on(clients)
                time.sleep(lots.below(100) / 1000)
                process.kill()
                check(store, mine.table, clients)
                process = Process(store, port)
            play_on(clients)
        finally:
            for client in clients:
                client.stop.set()
            for client in clients:
                client.join(30)
            process.kill()
        check(store, mine.table, clients)
        assert all(not client.is_alive() for client in clients)
        assert count(clients) > ROUNDS


def play_on(clients: list[Client]) -> None:
    """Another round is begun, and something of it was acknowledged."""
    before = count(clients)
    for client in clients:
        client.allowed += ACTIONS_A_ROUND
    wait_until(lambda: count(clients) > before)


def count(clients: list[Client]) -> int:
    """How many actions were acknowledged."""
    return sum(len(client.acknowledged) for client in clients)


def check(store: str, table: str, clients: list[Client]) -> None:
    """Every acknowledged action is in the log once, at its number, and the log replays with every hash and roll."""
    acknowledged = [one for client in clients for one in list(client.acknowledged)]
    with closing(open_store(store)) as opened:
        row, entries = opened.game(table), opened.entries(table)
        keys = opened.read("SELECT key, number, action FROM actions WHERE game = ? AND key <> ''", (table,))
        assert row is not None
        secret = opened.secret_of(row)
    assert row.number == len(entries)
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    assert len({key for key, _, _ in keys}) == len(keys)
    assert {(key, number + 1, action) for key, number, action in acknowledged} <= set(keys)
    match = load(row, entries, secret)
    assert not match.halted
    assert (match.number, match.hash) == (row.number, entries[-1].hash if entries else match.hash)


@pytest.mark.parametrize("seed", ["first", "second"])
def test_nothing_acknowledged_is_lost_in_sqlite(tmp_path: Path, seed: str) -> None:
    play_through_crashes(str(tmp_path / "westfront.db"), seed)


def test_nothing_acknowledged_is_lost_in_postgres(postgres: Cluster) -> None:
    play_through_crashes(postgres.new_database(), "third")
