"""Machines think in processes of their own: nobody waits for them, and whatever they do the game goes on."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.server.players import GATE, players
from tests.server.room import Player, Room, running, wait_until
from westfront.server import lobby, machines
from westfront.server.fair import Fair
from westfront.server.rows import StoreError
from westfront.server.settings import Settings


@pytest.fixture(autouse=True)
def odd_players(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The machines are those of the tests; gives the file for which one of them waits."""
    for module in (lobby, machines):
        monkeypatch.setattr(module, "bots", players)
    monkeypatch.setenv(GATE, str(tmp_path / "gate"))
    return tmp_path / "gate"


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[Room]:
    """A server that gives its machines a fifth of a second."""
    with running(str(tmp_path / "w.db"), Settings(rate=0, quiet=1e6, think=0.2)) as room:
        yield room


def waiting(room: Room) -> dict[str, Player]:
    """A table at which red has just handed over to the machine that waits."""
    players = room.table(second="machine:waiting", options={"fog": "off"})
    for _ in range(2):
        players["mine"].act("done").raise_for_status()
    wait_until(lambda: room.hall.machines.thinking == 1)
    return players


def test_nobody_waits_for_a_machine(room: Room, odd_players: Path) -> None:
    """While it thinks everything is answered, at its own table and at another; only then does it act."""
    mine, watch = waiting(room).values()
    other = room.table()["mine"]
    assert (mine.see()["number"], mine.see()["view"]["to_act"]) == (2, "blue")
    assert watch.see()["number"] == 2
    assert mine.change("/chat", text="Take your time.").status_code == 200
    assert other.act("done").status_code == 200
    assert mine.see()["number"] == 2
    odd_players.touch()
    wait_until(lambda: mine.see()["number"] > 2)


def test_what_a_machine_thought_about_another_position_is_not_played(room: Room, odd_players: Path) -> None:
    mine, _ = waiting(room).values()
    mine.settle("/offer", kind="takeback", to=0).raise_for_status()
    odd_players.touch()
    wait_until(lambda: room.hall.machines.thinking == 0)
    assert mine.see()["view"]["to_act"] == "red"
    assert [entry.action for entry in room.hall.store.entries(mine.table)] == ["done", "done", "back 0"]


@pytest.mark.parametrize("bot", ["endless", "failing", "dying", "wrong", "idle"])
def test_a_machine_that_fails_is_replaced(impatient: Room, caplog: pytest.LogCaptureFixture, bot: str) -> None:
    """By a stand-in, who in a game without experts ends the phase; and a line in the log says so."""
    mine, _ = impatient.table(second=f"machine:{bot}", options={"fog": "off"}).values()
    for _ in range(2):
        mine.act("done").raise_for_status()
    wait_until(lambda: mine.see()["number"] > 2)
    entries = [entry for entry in impatient.hall.store.entries(mine.table) if entry.side == "blue"]
    assert entries[0].action == "done"
    assert f"the machine {bot} at table {mine.table}" in caplog.text
    assert "another action was taken" in caplog.text


def test_a_stand_in_plays_sensibly(
    room: Room, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a game that experts know it is what a recruit in a hurry orders, who sees what the machine may see."""
    monkeypatch.setattr(machines, "STANDING_IN", 600.0)
    mine, _ = room.table("hindenburg", second="machine:failing").values()
    wait_until(lambda: mine.see()["view"]["to_act"] == "german")
    orders = [entry.action for entry in room.hall.store.entries(mine.table) if entry.side == "allied"]
    assert orders == ["deploy historical", "done"]
    assert "the machine failing at table" in caplog.text


def test_one_machine_that_never_ends_stops_no_other(impatient: Room) -> None:
    """It is ended and its process replaced, so that the others find one."""
    stuck = impatient.table(first="machine:endless", second="machine:endless")["watch"]
    fine = impatient.table(first="machine:planner", second="machine:planner")["watch"]
    wait_until(lambda: stuck.see()["number"] and fine.see()["number"] >= 4)


def test_a_plan_is_played_as_long_as_it_is_legal(room: Room) -> None:
    mine, _ = room.table(second="machine:planner", options={"fog": "off"}).values()
    for _ in range(2):
        mine.act("done").raise_for_status()
    wait_until(lambda: mine.see()["view"]["to_act"] == "red")
    assert [entry.action for entry in room.hall.store.entries(mine.table)] == ["done"] * 4


def test_the_store_fails_for_a_moment_and_the_machine_goes_on(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "RETRY", 0.05)
    mine, _ = room.table(second="machine:planner", options={"fog": "off"}).values()
    mine.act("done").raise_for_status()
    failed, append = threading.Event(), room.hall.store.append

    def fail_once(*values: object) -> object:
        if failed.is_set() or values[3] is not None:
            return append(*values)  # type: ignore[arg-type]
        failed.set()
        raise StoreError("the disk is full")

    monkeypatch.setattr(room.hall.store, "append", fail_once)
    mine.act("done").raise_for_status()
    wait_until(failed.is_set)
    wait_until(lambda: mine.see()["view"]["to_act"] == "red")


def test_thinkers_end_with_the_server(tmp_path: Path) -> None:
    """Also those that think at that moment; the game goes on with the next server."""
    with running(str(tmp_path / "w.db"), Settings(rate=0, quiet=1e6, think=1e6)) as room:
        watch = room.table(first="machine:endless", second="machine:endless")["watch"]
        wait_until(lambda: room.hall.machines.thinking == 1)
        (pid,) = room.hall.machines.processes()
        os.kill(pid, 0)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with running(str(tmp_path / "w.db"), Settings(rate=0, quiet=1e6, think=0.2)) as room:
        again = Player(room.client, watch.table, watch.token)
        wait_until(lambda: again.see()["number"])


# -- turns


def test_work_is_done_for_each_visitor_in_turn() -> None:
    """Whoever brings much of it waits for himself; what fails is told to who wants to know."""
    fair, gate, done = Fair(1, "test"), threading.Event(), list[str]()
    first = fair.submit("somebody", lambda: gate.wait(60))
    brought = [fair.submit("a", partial(done.append, f"a{n}")) for n in range(4)]
    brought += [fair.submit(who, partial(done.append, f"{who}0")) for who in ("b", "c")]
    failed = fair.submit("b", lambda: 1 // 0)
    gate.set()
    assert first.result(60)
    for one in brought:
        one.result(60)
    assert done == ["a0", "b0", "c0", "a1", "a2", "a3"]
    with pytest.raises(ZeroDivisionError):
        failed.result(60)
    fair.close()
    assert not fair._queues


def test_a_machine_thinks_for_who_has_called_it(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here by a new table; and it goes on for the same visitor, plan by plan."""
    asked: list[str] = []
    submit = room.hall.machines._queue.submit

    def note(who: str, work: Callable[[], Any]) -> Future[Any]:
        asked.append(who)
        return submit(who, work)

    monkeypatch.setattr(room.hall.machines._queue, "submit", note)
    watch = room.table(first="machine:planner", second="machine:planner", options={"fog": "off"})["watch"]
    wait_until(lambda: watch.see()["over"] or len(asked) > 5)
    assert set(asked) == {"127.0.0.1"}
