"""Shares in the dice over the API: by both sides, by a machine, once, and never too late."""

from __future__ import annotations

from tests.server.room import Room
from westfront.engine.dice import seal_of
from westfront.engine.match import Match

ANNA, BERT = bytes(range(32)), bytes(range(32, 64))


def test_both_sides_take_their_share(room: Room) -> None:
    players = room.table("ford", "me", "link")
    mine, guest = players["mine"], players["blue"]
    before = mine.see()
    assert mine.change("/share", seal=seal_of(ANNA)).json()["dice"]["sealed"] == ["red"]
    early = mine.change("/share", share=ANNA.hex())
    assert (early.status_code, early.json()["rule"]) == (422, "open")
    guest.change("/share", seal=seal_of(BERT)).raise_for_status()
    guest.change("/share", share=BERT.hex()).raise_for_status()
    told = mine.change("/share", share=ANNA.hex()).json()["dice"]
    assert told["opened"] == ["red", "blue"]
    assert told["commitment"] == before["dice"]["commitment"]
    answered = mine.change("/actions", number=before["number"], action="done")
    assert answered.status_code == 200, "who has seen the position before the shares may answer it"
    with room.hall.tables.open(mine.table) as live:
        assert Match.load(live.match.record(with_secret=True)).sources[0].is_mixed


def test_a_machine_takes_its_share_with_the_person(room: Room) -> None:
    mine = room.table("ford", "me", "machine:random")["mine"]
    assert mine.change("/share", seal=seal_of(ANNA)).json()["dice"]["sealed"] == ["red", "blue"]
    assert mine.change("/share", share=ANNA.hex()).json()["dice"]["opened"] == ["red", "blue"]


def test_who_says_it_twice_is_heard_once(room: Room) -> None:
    mine = room.table("ford", "me", "machine:random")["mine"]
    for body in ({"seal": seal_of(ANNA)}, {"share": ANNA.hex()}):
        number = mine.change("/share", **body).json()["number"]
        again = mine.change("/share", **body)
        assert (again.status_code, again.json()["number"]) == (200, number)


def test_a_share_that_does_not_fit_changes_nothing(room: Room) -> None:
    mine = room.table("ford", "me", "machine:random")["mine"]
    mine.change("/share", seal=seal_of(ANNA)).raise_for_status()
    number = mine.see()["number"]
    for share in (BERT.hex(), "", "zz"):
        assert mine.change("/share", share=share).status_code == 422
    assert mine.see()["number"] == number


def test_once_a_die_has_fallen_it_is_too_late(room: Room) -> None:
    mine = room.table("ford", "me", "me")["mine"]
    while not mine.see()["dice"]["thrown"]:
        mine.act("done").raise_for_status()
    refused = mine.change("/share", seal=seal_of(ANNA), side="red")
    assert "too late" in refused.json()["error"]
