"""Advice: what a machine would do in somebody's place, told openly, and only where it was agreed to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.players import GATE, players
from tests.server.room import Player, Room, new_key, wait_until
from westfront.server import advice, advisers, lobby, machines


@pytest.fixture(autouse=True)
def odd_adviser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The adviser is one of the tests' own machines, which waits for a file."""
    for module in (lobby, machines):
        monkeypatch.setattr(module, "bots", players)
    monkeypatch.setattr(advisers, "levels", players)
    for place in (advice, advisers):
        monkeypatch.setattr(place, "ADVISER", "waiting")
    monkeypatch.setenv(GATE, str(tmp_path / "gate"))
    return tmp_path / "gate"


def test_it_is_thought_about_elsewhere_and_told_in_the_log(room: Room, odd_adviser: Path) -> None:
    """Once for each position, whoever asks again; to the other side only that it was asked for."""
    mine, blue, watch = room.table(advice=True).values()
    assert mine.see()["advice"]
    key = new_key()
    for again in (key, key, new_key()):
        asked = mine.post("/advice", key=again, number=0)
        assert (asked.status_code, asked.json()["ready"]) == (200, False)
    assert [entry.action for entry in room.hall.store.entries(mine.table)] == ["advice"]
    assert blue.see()["log"]["lines"][-1]["text"] == "red asks for advice"
    assert [one.get("/advice").status_code for one in (blue, watch)] == [409, 403]
    assert mine.get().status_code == 200, "nobody waits for it"
    odd_adviser.touch()
    wait_until(lambda: mine.get("/advice").json()["ready"])
    told = mine.get("/advice").json()
    assert told["actions"] == mine.offers()[:1]
    assert (told["why"], told["trouble"]) == ("the first", "")
    assert mine.act(told["actions"][0], number=0).status_code == 200, "advice changes nothing in the position"
    assert mine.get("/advice").status_code == 409


def test_where_both_did_not_agree_nobody_gives_it(room: Room) -> None:
    mine = room.table()["mine"]
    assert (mine.see()["advice"], mine.change("/advice", number=0).status_code) == (False, 403)
    assert room.hall.store.entries(mine.table) == []
    assert room.table(second="me")["mine"].see()["advice"], "who plays alone agrees with himself"


def test_only_who_is_asked_can_ask(room: Room) -> None:
    players = room.table(advice=True)
    assert players["blue"].change("/advice", number=0).status_code == 422
    assert players["watch"].change("/advice", number=0).status_code == 403
    assert players["mine"].change("/advice", number=3).status_code == 409


def test_a_lesson_answers_by_itself(room: Room) -> None:
    made = room.client.post("/api/lessons/michel", json={"key": new_key()}).json()
    mine = Player(room.client, made["table"], made["tokens"]["mine"])
    lesson, told = mine.see()["lesson"], mine.change("/advice", number=0).json()
    assert (told["ready"], told["actions"], told["why"]) == (True, [lesson["do"]], lesson["say"])
    assert mine.see()["number"] == 0


def test_whether_a_machine_thinks_can_be_asked(room: Room, odd_adviser: Path) -> None:
    mine, watch = room.table(second="machine:waiting", options={"fog": "off"}).values()
    assert mine.get("/thinking").json() == {"thinks": False, "spent": 0.0, "seconds": 10.0}
    for _ in range(2):
        mine.act("done").raise_for_status()
    wait_until(lambda: watch.get("/thinking").json()["thinks"])
    assert mine.get("/thinking").json()["spent"] >= 0
    odd_adviser.touch()
    wait_until(lambda: not mine.get("/thinking").json()["thinks"])
