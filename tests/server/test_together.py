"""Together: offers, resignation, chat and notes."""

from __future__ import annotations

import pytest

from tests.server.room import Room, new_key
from westfront.engine.match import Match


@pytest.mark.parametrize(
    "tail", ["/actions", "/undo", "/resign", "/offer", "/answer", "/chat", "/note", "/notice", "/why"]
)
def test_who_watches_only_watches(room: Room, tail: str) -> None:
    watch = room.table()["watch"]
    bodies = {
        "/actions": {"number": 0, "action": "done", "key": new_key()},
        "/undo": {"number": 0, "key": new_key()},
        "/resign": {"number": 0, "key": new_key()},
        "/offer": {"number": 0, "kind": "draw", "key": new_key()},
        "/answer": {"number": 0, "talk": 0, "accept": True, "key": new_key()},
        "/chat": {"text": "hello", "key": new_key()},
        "/note": {"text": "x"},
        "/notice": {},
        "/why": {"unit": "R1"},
    }
    answer = watch.client.post(watch.path + tail, headers=watch.headers, json=bodies[tail])
    assert (answer.status_code, answer.json()["error"]) == (403, "Spectators cannot do this.")


def test_a_draw_needs_both(room: Room) -> None:
    mine, blue, watch = room.table().values()
    assert mine.settle("/answer", accept=True).status_code == 409
    mine.settle("/offer", kind="draw").raise_for_status()
    assert watch.see()["offer"] == {"kind": "draw", "by": "red", "to": 0}
    assert mine.settle("/answer", accept=True).status_code == 422, "not one's own"
    assert blue.settle("/offer", kind="draw").status_code == 409
    blue.settle("/answer", accept=False).raise_for_status()
    assert mine.see()["offer"] is None
    mine.settle("/offer", kind="draw").raise_for_status()
    assert blue.settle("/answer", accept=True).json()["result"] == "nobody: a draw by agreement"
    assert blue.see()["number"] == 1
    assert mine.settle("/offer", kind="draw").status_code == 422


def test_an_offer_lapses_with_the_next_action(room: Room) -> None:
    mine, blue, _ = room.table().values()
    blue.settle("/offer", kind="draw").raise_for_status()
    mine.act("take R1").raise_for_status()
    assert mine.see()["offer"] is None
    assert mine.settle("/answer", accept=True).status_code == 409


def test_only_the_offer_that_was_seen_is_accepted(room: Room) -> None:
    """Red withdraws the draw and asks for a takeback, while Blue accepts what he still sees."""
    mine, blue, _ = room.table().values()
    mine.act("take R1").raise_for_status()
    mine.settle("/offer", kind="draw").raise_for_status()
    seen = blue.see()["talk"]
    mine.settle("/answer", accept=False).raise_for_status()
    mine.settle("/offer", kind="takeback", to=0).raise_for_status()
    late = blue.change("/answer", accept=True, number=1, talk=seen)
    assert (late.status_code, late.json()["error"]) == (409, "This offer is not on the table any more.")
    assert (mine.see()["number"], mine.see()["offer"]["kind"]) == (1, "takeback")


def test_an_offer_can_be_withdrawn(room: Room) -> None:
    mine, blue, _ = room.table().values()
    mine.settle("/offer", kind="draw").raise_for_status()
    mine.settle("/answer", accept=False).raise_for_status()
    assert blue.see()["offer"] is None


def test_a_takeback_goes_to_the_action_that_both_agree_upon(room: Room) -> None:
    mine, blue, _ = room.table(options={"fog": "off"}).values()
    for action in ("take R1", "go 0302", "done", "done"):
        mine.act(action).raise_for_status()
    assert mine.settle("/offer", kind="takeback", to=4).status_code == 422
    mine.settle("/offer", kind="takeback", to=1).raise_for_status()
    assert blue.see()["offer"]["to"] == 1
    blue.settle("/answer", accept=True).raise_for_status()
    table = mine.see()
    assert table["number"] == 5
    assert "go 0302" in [offer["text"] for offer in table["view"]["question"]["offers"]]
    Match.load(mine.get("/record").text)


def test_against_oneself_and_the_machine_nobody_is_asked(room: Room) -> None:
    both = room.table(second="me")["mine"]
    both.act("take R1").raise_for_status()
    assert both.settle("/offer", kind="takeback", to=0).json()["number"] == 2
    assert both.settle("/offer", kind="draw").json()["over"]
    mine = room.table(second="machine:random")["mine"]
    mine.act("take R1").raise_for_status()
    assert mine.settle("/offer", kind="takeback", to=0).json()["number"] == 2
    refused = mine.settle("/offer", kind="draw")
    assert (refused.status_code, refused.json()["error"]) == (422, "The machine plays on.")


def test_resigning(room: Room) -> None:
    mine, blue, _ = room.table().values()
    assert blue.change("/resign", number=1).status_code == 409
    assert blue.settle("/resign").json()["result"] == "red: blue resigns"
    assert mine.settle("/resign").status_code == 422
    assert mine.see()["number"] == 1
    both = room.table(second="me")["mine"]
    assert both.settle("/resign", side="blue").json()["result"] == "red: blue resigns"


def test_chat_is_between_the_seats(room: Room) -> None:
    mine, blue, watch = room.table(name="Anna").values()
    key = new_key()
    for _ in range(2):
        assert mine.change("/chat", text="Hello\x07 there", key=key).json()["count"] == 1
    blue.change("/chat", text="Hello").raise_for_status()
    lines = mine.get("/chat").json()["lines"]
    assert [(line["side"], line["name"], line["text"]) for line in lines] == [
        ("red", "Anna", "Hello  there"),
        ("blue", "", "Hello"),
    ]
    assert len(blue.get("/chat?from=1").json()["lines"]) == 1
    assert watch.get("/chat").json() == {"count": 0, "lines": []}
    assert watch.see()["chat"] == 0
    assert mine.change("/chat", text=" \n ").status_code == 422


def test_a_note_is_for_oneself(room: Room) -> None:
    mine, blue, watch = room.table().values()
    mine.post("/note", text="Attack\nat dawn").raise_for_status()
    assert mine.get("/note").json() == {"text": "Attack\nat dawn"}
    assert blue.get("/note").json() == {"text": ""}
    assert watch.get("/note").status_code == 403
    assert mine.post("/note", text="\0").status_code == 422
    assert mine.post("/note", text="é" * 20_000).status_code == 200
