"""Finding a game: open tables, clocks, rematches, and tables that anybody may watch."""

from __future__ import annotations

import re
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.server.room import Player, Room, listen, new_key, running, wait_until
from westfront.engine.match import Match
from westfront.server import openings
from westfront.server.clocks import AFTER_START
from westfront.server.endpoints import ENDPOINTS
from westfront.server.hall import MEETINGS
from westfront.server.letters import News
from westfront.server.notices import Notices
from westfront.server.rows import Address, now
from westfront.server.settings import Settings
from westfront.server.terms import PACES

WATCHED = [e.path.partition("{table}")[2] for e in ENDPOINTS if e.public and not e.path.endswith("/live")]
DAY = PACES["day"]


def listed(room: Room) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = room.client.get("/api/open").json()["tables"]
    return found


def sit(room: Room, table: str, side: str = "blue", **body: Any) -> Any:
    return room.client.post(f"/api/tables/{table}/sit", json={"key": new_key(), "name": "Bea", "side": side, **body})


def test_somebody_finds_a_table_and_sits_down(store_url: str) -> None:
    """He sees what he agrees to; the seat is his alone, and the invitation for it opens nothing any more."""
    with running(store_url) as room:
        made = room.invited(name="Anna", listed=True, pace="day", decides=True, advice=True, public=True)
        room.invited()
        (found,) = listed(room)
        assert (found["table"], found["title"], found["scenario"]) == (made["mine"].table, "The Ford", "meeting")
        assert found["sides"] == {"red": {"seat": "person", "name": "Anna"}, "blue": {"seat": "open", "name": ""}}
        assert found["terms"] == {"pace": "day", "decides": True, "advice": True, "public": True}
        assert made["blue"].get("/invitation").json()["terms"] == found["terms"]
        key = new_key()
        answers = [sit(room, found["table"], key=key) for _ in range(2)]
        assert answers[0].json() == answers[1].json(), "a repeat gets the same seat again"
        bea = Player(room.client, found["table"], answers[0].json()["token"])
        assert (bea.see()["roles"], bea.see()["sides"]["blue"]["name"]) == (["blue"], "Bea")
        assert listed(room) == []
        assert sit(room, found["table"]).status_code == 409
        assert made["blue"].change("/join", name="Cid").status_code == 403


def test_tables_that_are_not_shown_any_more_hide_no_other(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither those whose seat was withdrawn, nor those that have waited too long for somebody to play at once."""
    monkeypatch.setattr(openings, "MOST", 1)
    waiting = room.invited(listed=True, pace="week")["mine"].table
    room.invited(listed=True, pace="live")
    empty = room.invited(listed=True)["mine"]
    assert [found["table"] for found in listed(room)] == [empty.table]
    empty.post("/withdraw", role="blue").raise_for_status()
    monkeypatch.setattr(room.hall.clocks, "now", lambda: now() + 3 * 3_600_000)
    assert [found["table"] for found in listed(room)] == [waiting]
    assert sit(room, empty.table).status_code == 409


def test_what_is_not_open_to_anybody_is_refused(room: Room) -> None:
    private = room.invited()["mine"].table
    assert sit(room, private).status_code == 409
    assert sit(room, "abcdefghjkmn").status_code == 403
    for body, sentence in (
        ({"seats": {"red": "me", "blue": "me"}, "pace": "day"}, "wants a seat for somebody else"),
        ({"seats": {"red": "me", "blue": "me"}, "listed": True}, "wants a seat for somebody else"),
        ({"seats": {"red": "me", "blue": "link"}, "decides": True}, "wants a pace"),
    ):
        answer = room.client.post("/api/tables", json={"game": "ford", "key": new_key(), **body})
        assert (answer.status_code, sentence in answer.json()["error"]) == (422, True)


def test_one_address_fills_neither_the_lobby_nor_its_seats(room: Room) -> None:
    """Tables by link only are not counted."""
    made = [room.invited(listed=True)["mine"].table for _ in range(MEETINGS)]
    body = {"game": "ford", "seats": {"red": "me", "blue": "link"}, "listed": True}
    assert room.client.post("/api/tables", json={**body, "key": new_key()}).status_code == 429
    room.invited()
    room.hall.meetings._buckets["sit 127.0.0.1"] = (1.0, room.hall.meetings._clock())
    assert [sit(room, made[0]).status_code, sit(room, made[1]).status_code] == [200, 429]


def test_who_wants_to_play_at_once_is_not_shown_for_days(room: Room) -> None:
    live, slow = (room.invited(listed=True, pace=pace)["mine"].table for pace in ("live", "week"))
    assert {found["table"] for found in listed(room)} == {live, slow}
    later = now() + DAY
    room.hall.clocks.now = lambda: later
    assert [found["table"] for found in listed(room)] == [slow]


# -- clocks


def test_a_clock_runs_from_the_last_seat_on_and_decides(store_url: str) -> None:
    """The record says so, and replays without a clock; a server that has just come back waits a little."""
    with running(store_url) as room:
        clocks, begin = room.hall.clocks, now()
        players = room.invited(pace="day", decides=True)
        assert players["mine"].see()["clock"] is None
        clocks.now = lambda: begin + DAY
        mine, blue, _ = room.seated(players).values()
        clocks.now = lambda: begin + 2 * DAY - 1
        assert mine.see()["clock"] == {"pace": "day", "move": DAY, "left": 1, "decides": True}
        clocks.look()
        assert not mine.see()["over"]
        clocks.now = lambda: begin + 2 * DAY
        clocks._from = clocks.now() + AFTER_START
        clocks.look()
        assert not mine.see()["over"]
        clocks._from = 0
        clocks.look()
        assert (blue.see()["result"], blue.see()["clock"]) == ("blue: red has run out of time", None)
        assert Match.load(blue.get("/record").text).result == "blue: red has run out of time"
        clocks.look()
        assert [entry.action for entry in room.hall.store.entries(mine.table)] == ["late"]


def test_an_action_that_hands_over_winds_the_clock_of_the_other_side(room: Room) -> None:
    clocks = room.hall.clocks
    clocks._from = 0
    mine, blue, _ = room.table(pace="day", decides=True).values()
    for _ in range(2):
        mine.act("done").raise_for_status()
    row = room.hall.store.game(mine.table)
    assert row
    assert row.to_act == "blue"
    clocks.now = lambda: row.turn_since + DAY - 1
    clocks.look()
    assert (blue.see()["over"], blue.see()["clock"]["left"]) == (False, 1)
    assert room.client.post("/api/mine", json={"tokens": [blue.token]}).json()[0]["clock"]["left"] == 1


def test_without_agreement_a_clock_only_warns(room: Room) -> None:
    """Once, also those who are not at the table."""
    sent: list[News] = []
    mine, blue, _ = room.table(pace="day").values()
    row = room.hall.store.game(mine.table)
    assert row
    room.hall.store.set_notice(row, "red", Address("webhook", "https://example.org/", True))
    clocks, notices = room.hall.clocks, Notices(room.hall.store, Settings(quiet=0), sent.append)
    clocks._from, late = 0, row.turn_since + DAY + 5
    clocks.now = lambda: late
    for time_ in (row.turn_since + DAY * 3 // 4 - 1, late, late):
        notices.look(time_)
    clocks.look()
    notices.close()
    assert [news.text() for news in sent] == ["The Ford: your time for this move runs out as red."]
    assert (mine.see()["over"], mine.see()["clock"]["left"], mine.see()["clock"]["decides"]) == (False, -5, False)
    assert blue.see()["clock"] == mine.see()["clock"]


def test_neither_a_free_seat_nor_a_machine_loses_by_the_clock(room: Room) -> None:
    clocks = room.hall.clocks
    mine = room.table(pace="live", decides=True)["mine"]
    clocks._from, later = 0, now() + DAY
    clocks.now = lambda: later
    store = room.hall.store
    store.write(lambda execute: execute("UPDATE games SET waits_for = 'machine' WHERE id = ?", (mine.table,)))
    clocks.look()
    assert [entry.action for entry in store.entries(mine.table)] == []


# -- once more


def test_a_rematch_swaps_the_sides_of_the_same_people(store_url: str) -> None:
    """Whoever asks first makes the table, with the same terms; the other one finds his seat there, and nobody else."""
    with running(store_url) as room:
        players = room.invited(name="Anna", pace="week", scenario="columns", options={"fog": "off"})
        answer = players["blue"].change("/join", name="Bea").json()
        mine, blue, watch = players["mine"], Player(room.client, answer["table"], answer["token"]), players["watch"]
        assert mine.post("/rematch", key=new_key()).status_code == 422
        mine.settle("/resign").raise_for_status()
        assert (blue.see()["rematch"], watch.post("/rematch", key=new_key()).status_code) == ("", 403)
        key = new_key()
        first = [blue.post("/rematch", key=key).json() for _ in range(2)]
        assert first[0] == first[1]
        assert mine.see()["rematch"] == first[0]["table"]
        second = mine.post("/rematch", key=new_key()).json()
        assert second["table"] == first[0]["table"]
        assert mine.post("/rematch", key=new_key()).status_code == 409
        anna, bea = (Player(room.client, made["table"], made["token"]) for made in (second, first[0]))
        assert (anna.see()["roles"], bea.see()["roles"]) == (["blue"], ["red"])
        assert {side: seat["name"] for side, seat in anna.see()["sides"].items()} == {"red": "Bea", "blue": "Anna"}
        assert (anna.see()["scenario"], anna.see()["options"]["fog"]) == ("columns", "off")
        assert anna.see()["clock"]["pace"] == "week"


def test_in_a_rematch_a_seat_is_kept_for_who_played_before(room: Room) -> None:
    """Whoever set up the table could else sit down on both sides of it, under the name of the other."""
    mine, blue, _ = room.table(name="Anna").values()
    mine.settle("/resign").raise_for_status()
    made = mine.post("/rematch", key=new_key()).json()
    anna = Player(room.client, made["table"], made["token"])
    assert anna.see()["host"]
    for tail, body in (("/invite", {"role": "red", "key": new_key()}), ("/withdraw", {"role": "red"})):
        assert anna.post(tail, **body).json()["error"] == "This seat is kept for who played the game before."
    assert anna.post("/invite", role="watch", key=new_key()).status_code == 200
    assert blue.post("/rematch", key=new_key()).json()["table"] == made["table"]


def test_a_game_that_was_shown_makes_no_rematch_public(room: Room) -> None:
    """One of the two can show a game that is over; that strangers watch the next one was not agreed to."""
    mine = room.table()["mine"]
    mine.settle("/resign").raise_for_status()
    assert mine.change("/publish").json()["terms"]["public"]
    made = mine.post("/rematch", key=new_key()).json()
    assert room.client.get(f"/api/tables/{mine.table}").status_code == 200
    assert room.client.get(f"/api/tables/{made['table']}").status_code == 401
    assert not Player(room.client, made["table"], made["token"]).see()["terms"]["public"]


def test_a_machine_swaps_sides_too(room: Room) -> None:
    mine = room.table(second="machine:random")["mine"]
    mine.settle("/resign").raise_for_status()
    made = mine.post("/rematch", key=new_key()).json()
    again = Player(room.client, made["table"], made["token"])
    assert (again.see()["roles"], again.see()["sides"]["red"]["seat"]) == (["blue"], "machine")
    wait_until(lambda: again.see()["view"]["to_act"] == "blue")


# -- watching


def test_who_knows_the_address_sees_what_the_public_may_see(room: Room) -> None:
    """Every answer is the one of a link to watch, at every position; other tables stay closed."""
    players = room.table(scenario="columns", public=True)
    closed = room.table()["mine"].table
    players["mine"].act("done").raise_for_status()
    watch, table = players["watch"], players["mine"].table
    for tail in WATCHED:
        path = tail.replace("{number}", "1")
        anybody = room.client.get(f"/api/tables/{table}{path}")
        assert (anybody.status_code, anybody.text) == (watch.get(path).status_code, watch.get(path).text)
        assert room.client.get(f"/api/tables/{closed}{path}").status_code == 401
        asked = room.client.get(f"/api/tables/{table}{path}?side=red")
        assert asked.status_code in (403, 422) or "side" not in _query(tail)
    body = {"key": new_key(), "number": 1, "action": "done"}
    assert room.client.post(f"/api/tables/{table}/actions", json=body).status_code == 401


def _query(tail: str) -> tuple[str, ...]:
    return next(e.query for e in ENDPOINTS if e.path.endswith("{table}" + tail) and e.method == "GET")


def test_the_stream_of_one_without_a_token_goes_on_when_seats_change(room: Room) -> None:
    players = room.invited(public=True)
    anybody = Player(room.client, players["mine"].table, "")
    anybody.headers = {}
    heard: list[dict[str, Any]] = []
    stop = threading.Event()
    thread = listen(anybody, heard, stop)
    wait_until(lambda: heard)
    players["blue"].change("/join", name="Bea").raise_for_status()
    wait_until(lambda: heard[-1]["talk"] == 1)
    stop.set()
    players["mine"].act("done").raise_for_status()
    thread.join(60)
    assert heard[-1]["number"] == 1


def test_a_game_that_is_over_gets_an_address_for_every_position(room: Room) -> None:
    """If one of those who played it wants that; then everybody may see everything."""
    mine, blue, watch = room.table(scenario="columns").values()
    path = f"/api/tables/{mine.table}/at/0?side=red"
    mine.act("done").raise_for_status()
    assert mine.change("/publish").status_code == 422
    blue.settle("/resign").raise_for_status()
    assert (watch.change("/publish").status_code, room.client.get(path).status_code) == (403, 401)
    assert blue.change("/publish").json()["terms"]["public"]
    seen = room.client.get(path)
    assert (seen.status_code, seen.text) == (200, mine.get("/at/0?side=red").text)
    assert re.search(r"secret = [0-9a-f]{64}", room.client.get(f"/api/tables/{mine.table}/record").text)
    assert mine.change("/chat", text="Well played").status_code == 200
    assert room.client.get(f"/api/tables/{mine.table}/chat").status_code == 401


@pytest.mark.parametrize(
    "body", [{"side": "green"}, {"side": ""}, {"name": "\u0000"}, {"name": "x" * 81}, {"key": "short"}]
)
def test_hostile_sitting_is_one_sentence(room: Room, body: dict[str, Any]) -> None:
    answer = sit(room, room.invited(listed=True)["mine"].table, **body)
    assert answer.status_code in (400, 409, 422)
    assert answer.json()["error"].count("\n") == 0


def test_nothing_of_an_agreement_is_lost_when_the_server_stops(tmp_path: Path) -> None:
    with running(str(tmp_path / "w.db")) as room:
        mine = room.table(pace="day", decides=True, public=True, advice=True)["mine"]
        before = mine.see()["terms"]
    with running(str(tmp_path / "w.db")) as room:
        again = Player(room.client, mine.table, mine.token)
        assert (again.see()["terms"], again.see()["clock"]["move"]) == (before, DAY)
