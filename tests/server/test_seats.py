"""An invitation is not a seat: it is exchanged for a token that only the guest has; links are renewed and withdrawn."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from tests.server.cluster import Cluster
from tests.server.room import Player, Room, listen, new_key, running, wait_until
from westfront.server.doorbell import Listener
from westfront.server.hall import hashed


def guest(room: Room, invitation: Player, name: str = "Ben") -> Player:
    """Who takes the seat of an invitation."""
    answer = invitation.change("/join", name=name)
    assert answer.status_code == 200, answer.text
    return Player(room.client, invitation.table, answer.json()["token"])


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]


GONE = (403, "This link opens nothing: there is no such table, or the link was used, renewed or withdrawn.")


def test_an_invitation_tells_what_it_is_for(room: Room) -> None:
    mine, blue, watch = room.invited(name="Anna").values()
    told = blue.get("/invitation").json()
    assert told == {
        "table": blue.table, "game": "ford", "title": "The Ford", "scenario": "meeting", "roles": ["blue"],
        "by": "Anna", "terms": {"pace": "", "decides": False, "advice": False, "public": False},
    }  # fmt: skip
    for other in (mine, watch):
        assert refused(other.get("/invitation")) == (422, "This link is not an invitation.")


def test_an_invitation_opens_nothing_else(room: Room) -> None:
    blue = room.invited()["blue"]
    closed = (403, "This is an invitation: take the seat first.")
    for tail in ("", "/log", "/at/0", "/overlays", "/record", "/end", "/chat", "/note", "/notice", "/live"):
        assert refused(blue.get(tail)) == closed, tail
    for tail, body in (("/actions", {"number": 0, "action": "done"}), ("/resign", {"number": 0}), ("/renew", {})):
        assert refused(blue.change(tail, **body)) == closed, tail
    assert room.client.post("/api/mine", json={"tokens": [blue.token]}).json() == []


def test_joining_gives_the_guest_a_token_that_the_inviter_does_not_have(room: Room) -> None:
    mine, invitation, watch = room.invited(name="Anna").values()
    assert mine.see()["sides"]["blue"] == {"seat": "open", "name": "", "online": False}
    blue = guest(room, invitation, " Ben ")
    assert blue.token != invitation.token
    assert mine.see()["sides"]["blue"] == {"seat": "person", "name": "Ben", "online": False}
    assert blue.see()["roles"] == ["blue"]
    assert refused(invitation.get()) == GONE
    assert refused(invitation.get("/invitation")) == GONE
    assert refused(invitation.change("/join", name="Eve")) == GONE
    everything = str(list(room.hall.store.snapshot()))
    assert blue.token not in everything
    assert hashed(blue.token) in everything
    assert refused(watch.change("/join", name="Carl")) == (422, "This link is not an invitation.")


def test_a_name_that_is_none_leaves_the_invitation_as_it_was(room: Room) -> None:
    blue = room.invited()["blue"]
    assert blue.change("/join", name="a\tb").status_code == 422
    assert guest(room, blue).see()["roles"] == ["blue"]


def test_the_same_request_to_join_gives_the_same_token(room: Room) -> None:
    """An answer that was lost on the way can be asked for again, with the key that nobody else knows."""
    blue, key = room.invited()["blue"], new_key()
    first = blue.post("/join", name="Ben", key=key)
    again = blue.post("/join", name="Ben", key=key)
    assert (first.status_code, first.json()) == (200, again.json())
    assert refused(blue.post("/join", name="Ben", key=new_key())) == GONE
    assert key not in str(list(room.hall.store.snapshot()))


def test_of_two_guests_with_one_link_one_sits_down(store_url: str) -> None:
    with running(store_url) as room:
        blue = room.invited()["blue"]
        answers: list[int] = []
        threads = [
            threading.Thread(target=lambda i=i: answers.append(blue.change("/join", name=f"G{i}").status_code))
            for i in range(6)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answers) == [200] + [403] * 5


def test_a_seat_can_renew_its_link(room: Room) -> None:
    """The old token opens nothing any more; name, note and rights go over to the new one."""
    mine, invitation, _ = room.invited(name="Anna").values()
    mine.post("/note", text="attack at dawn").raise_for_status()
    body = {"key": new_key()}
    token = mine.post("/renew", **body).json()["token"]
    assert mine.post("/renew", **body).json()["token"] == token, "the same request again"
    assert refused(mine.get()) == GONE
    fresh = Player(room.client, mine.table, token)
    seen = fresh.see()
    assert (seen["roles"], seen["sides"]["red"]["name"], seen["host"]) == (["red"], "Anna", True)
    assert fresh.get("/note").json()["text"] == "attack at dawn"
    assert guest(room, invitation).change("/renew").status_code == 200


def test_who_watches_by_a_link_cannot_renew_it(room: Room) -> None:
    watch = room.invited()["watch"]
    assert refused(watch.change("/renew")) == (403, "A link to watch is renewed by whoever set up the table.")


def test_the_creator_withdraws_an_invitation_and_makes_another(room: Room) -> None:
    mine, first, _ = room.invited().values()
    mine.post("/withdraw", role="blue").raise_for_status()
    assert refused(first.change("/join", name="Ben")) == GONE
    assert mine.see()["sides"]["blue"]["seat"] == "empty"
    body = {"role": "blue", "key": new_key()}
    made = mine.post("/invite", **body).json()
    assert mine.post("/invite", **body).json() == made, "the same request again"
    assert mine.see()["sides"]["blue"]["seat"] == "open"
    again = mine.change("/invite", role="blue").json()
    second, third = (Player(room.client, mine.table, link["token"]) for link in (made, again))
    assert refused(second.change("/join", name="Ben")) == GONE, "a new link takes the place of the one before"
    assert guest(room, third).see()["roles"] == ["blue"]
    assert str(body["key"]) not in str(list(room.hall.store.snapshot()))


def test_nobody_can_be_put_out_of_a_seat(room: Room) -> None:
    """Or the creator could sit down in the guest's place and look at the hidden counters."""
    mine, invitation, _ = room.invited().values()
    blue = guest(room, invitation)
    taken = (409, "This seat is taken.")
    assert refused(mine.change("/invite", role="blue")) == taken
    assert refused(mine.post("/withdraw", role="blue")) == taken
    assert blue.see()["roles"] == ["blue"]


@pytest.mark.parametrize("role", ["green", "", "red blue"])
def test_there_are_links_for_sides_and_for_watching_only(room: Room, role: str) -> None:
    mine = room.invited()["mine"]
    assert mine.change("/invite", role=role).status_code == 422
    assert mine.post("/withdraw", role=role).status_code == 422


def test_only_the_creator_gives_out_links(room: Room) -> None:
    mine, invitation, watch = room.invited().values()
    blue = guest(room, invitation)
    for who in (blue, watch):
        for answer in (who.change("/invite", role="watch"), who.post("/withdraw", role="watch")):
            assert refused(answer) == (403, "Links are given out by whoever set up the table.")
        assert not who.see()["host"]
    assert mine.see()["host"]


def test_the_link_to_watch_is_renewed_and_withdrawn(room: Room) -> None:
    mine, _, watch = room.invited().values()
    token = mine.change("/invite", role="watch").json()["token"]
    assert refused(watch.get()) == GONE
    fresh = Player(room.client, mine.table, token)
    assert fresh.see()["roles"] == []
    mine.post("/withdraw", role="watch").raise_for_status()
    assert refused(fresh.get()) == GONE


def test_who_has_set_up_a_table_for_others_gives_out_its_links(room: Room) -> None:
    players = room.invited(first="link")
    assert set(players) == {"mine", "red", "blue", "watch"}
    mine = players["mine"]
    assert (mine.see()["roles"], mine.see()["host"]) == ([], True)
    mine.post("/withdraw", role="red").raise_for_status()
    assert refused(players["red"].change("/join", name="Ben")) == GONE
    assert mine.act("done").status_code == 403


def test_the_stream_of_a_token_that_is_gone_ends(store_url: str) -> None:
    """Whichever way it went; the others hear on."""
    with running(store_url) as room:
        mine, invitation, watch = room.invited().values()
        blue = guest(room, invitation)
        heard: list[dict[str, Any]] = []
        other: list[dict[str, Any]] = []
        stop = threading.Event()
        streams = [listen(player, heard, threading.Event()) for player in (blue, watch)]
        host = listen(mine, other, stop)
        wait_until(lambda: len(heard) >= 2 and other)
        blue.change("/renew").raise_for_status()
        streams[0].join(30)
        assert not streams[0].is_alive()
        assert streams[1].is_alive()
        mine.post("/withdraw", role="watch").raise_for_status()
        streams[1].join(30)
        assert not streams[1].is_alive()
        assert host.is_alive()
        stop.set()
        mine.act("done").raise_for_status()
        host.join(30)


def test_the_stream_of_a_token_that_goes_just_before_it_begins_ends(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = room.table()["mine"]
    join, gone = room.hall.doorbell.join, "DELETE FROM tokens WHERE hash = ?"

    def too_late(table: str, listener: Listener) -> None:
        room.hall.store.write(lambda execute: execute(gone, (hashed(mine.token),)))
        join(table, listener)

    monkeypatch.setattr(room.hall.doorbell, "join", too_late)
    heard: list[dict[str, Any]] = []
    stream = listen(mine, heard, threading.Event())
    stream.join(30)
    assert (stream.is_alive(), heard) == (False, [])


def test_the_stream_ends_at_the_other_server_too(postgres: Cluster) -> None:
    url = postgres.new_database()
    with ExitStack() as stack:
        here, there = (stack.enter_context(running(url)) for _ in range(2))
        blue = guest(here, here.invited()["blue"])
        heard: list[dict[str, Any]] = []
        stream = listen(Player(there.client, blue.table, blue.token), heard, threading.Event())
        wait_until(lambda: heard)
        blue.change("/renew").raise_for_status()
        stream.join(30)
        assert not stream.is_alive()
