"""At the table: seeing, acting, repeating, taking back, asking, replaying."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.server.cluster import Cluster
from tests.server.room import Player, Room, listen, merged, new_key, running, same, wait_until
from westfront.engine.chance import stage
from westfront.engine.match import Match
from westfront.server.settings import Settings
from westfront.server.store import Execute, Store

VILLAGE = Path(__file__).parents[1] / "ford" / "golden" / "village.westfront"


def test_an_action_changes_the_table_for_both(room: Room) -> None:
    mine, blue, watch = room.table().values()
    answer = mine.act("take R1")
    assert answer.status_code == 200
    assert answer.json() == mine.see()
    assert [player.see()["number"] for player in (mine, blue, watch)] == [1, 1, 1]
    assert "go 0302" in mine.offers()
    assert mine.see()["hints"]["go 0302"]["path"][0] == "0301"
    assert (blue.offers(), watch.offers()) == ([], [])
    assert blue.see()["hints"] == {}


def test_a_refusal_says_the_rule_and_changes_nothing(room: Room) -> None:
    mine, blue, _ = room.table().values()
    mine.act("take R1")
    refused = mine.act("go 0106")
    assert (refused.status_code, refused.json()["rule"]) == (422, "2.1")
    assert refused.json()["error"] == "0106 costs R1 more than its 3 movement points."
    assert mine.act("nonsense").json()["rule"] == "notation"
    early = blue.act("done")
    assert (early.status_code, early.json()["error"]) == (422, "Red is asked now, not blue.")
    assert mine.see()["number"] == 1


def test_a_stale_number_is_a_conflict(room: Room) -> None:
    mine = room.table()["mine"]
    mine.act("take R1")
    stale = mine.act("done", number=0)
    assert stale.status_code == 409
    assert stale.json()["error"] == "This answers position 0, but the game is at 1."


def test_a_repeat_is_answered_and_changes_nothing(room: Room) -> None:
    mine, blue, _ = room.table().values()
    key = new_key()
    first = mine.post("/actions", number=0, action="take R1", key=key)
    again = mine.post("/actions", number=0, action="take R1", key=key)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.content == again.content
    assert mine.see()["number"] == 1
    other = mine.post("/actions", number=1, action="cancel", key=key)
    assert (other.status_code, other.json()["error"]) == (409, "This key was used for another request.")
    assert blue.post("/actions", number=1, action="cancel", key=key).status_code == 422, "another token, another key"


def test_a_repeat_is_known_whatever_happened_since(postgres: Cluster) -> None:
    """By another server too; it gets the table as it is now."""
    url = postgres.new_database()
    with running(url) as room, running(url) as other:
        mine, blue, _ = room.table(options={"fog": "off"}).values()
        there = Player(other.client, mine.table, mine.token)
        body: dict[str, object] = {"number": 0, "action": "take R1", "key": new_key()}
        mine.post("/actions", **body).raise_for_status()
        blue.change("/chat", text="well?").raise_for_status()
        for action in ("cancel", "take R1", "cancel"):
            mine.act(action).raise_for_status()
        later = there.post("/actions", **body)
        assert (later.status_code, later.json()["number"]) == (200, 4)
        assert later.json() == there.see()


def transactions(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """From now on, what is written to a store: the statements of each transaction, by their first three words."""
    written: list[list[str]] = []
    write = store.write

    def listen_in(work: Callable[[Execute], Any]) -> Any:
        statements: list[str] = []
        written.append(statements)

        def run(execute: Execute) -> Any:
            def pass_on(sql: str, values: Sequence[Any] = ()) -> tuple[list[Any], int]:
                statements.append(" ".join(sql.split()[:3]))
                return execute(sql, values)

            return work(pass_on)

        return write(run)

    monkeypatch.setattr(store, "write", listen_in)
    return written


def test_an_action_is_written_in_one_transaction(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the key of its request and what follows by itself; what changes nothing writes nothing."""
    before_advance = Match.load(VILLAGE.read_text(encoding="utf-8"), upto=20)
    before_advance.fresh_dice()
    with running(store_url) as room:
        red, blue, _ = room.put(before_advance).values()
        written = transactions(room.hall.store, monkeypatch)
        number, key = red.see()["number"], new_key()
        assert red.post("/actions", number=number, action="advance R1 R2", key=key).status_code == 200
        assert red.see()["number"] == number + 2, "the end of the phase is passed by the machine"
        (statements,) = written
        assert [text for text in statements if not text.startswith("SELECT")] == [
            *["INSERT INTO actions"] * 2,
            "INSERT INTO requests",
            "UPDATE games SET",
        ]
        assert red.post("/actions", number=number, action="advance R1 R2", key=key).status_code == 200, "a repeat"
        assert red.act("done").status_code == 422
        assert blue.see()["view"]["question"]
        assert len(written) == 1
        assert blue.act("done").status_code == 200
        assert len(written) == 2


def test_a_request_that_comes_twice_at_once_is_carried_out_once(room: Room) -> None:
    """The second waits for the first, and gets its answer."""
    mine = room.table()["mine"]
    body: dict[str, object] = {"number": 0, "action": "take R1", "key": new_key()}
    with ThreadPoolExecutor(4) as pool:
        with room.hall.tables.open(mine.table):
            answers = [pool.submit(mine.post, "/actions", **body) for _ in range(4)]
            wait_until(lambda: room.hall.at_tables.count(f"{mine.table} POST") == 4)
        assert [answer.result().status_code for answer in answers] == [200] * 4
    assert mine.see()["number"] == 1


# -- what has changed


@pytest.mark.parametrize(("game", "opening"), [("michel", ()), ("hindenburg", ("done",))])
def test_an_answer_tells_what_has_changed(room: Room, game: str, opening: tuple[str, ...]) -> None:
    """Put into the table of old it is the table of now; a typical one has no more than five kilobytes."""
    mine, other, watch = room.table(game).values()
    for player in (other, mine):
        for action in opening:
            player.act(action).raise_for_status()
    tables = {player: player.see() for player in (mine, other, watch)}
    sizes = []
    for step in range(30):
        actor = mine if tables[mine]["view"]["question"] else other
        number, offers = tables[actor]["number"], tables[actor]["view"]["question"]["offers"]
        answer = actor.act(offers[(7 * step) % len(offers)]["text"], number=number, since=number)
        assert answer.status_code == 200, answer.text
        sizes.append(len(answer.content))
        for player, table in tables.items():
            told = answer if player is actor else player.get(f"?since={table['number']}")
            assert "since" in told.json()
            tables[player] = merged(table, told.json())
            assert same(tables[player], player.see())
    assert sum(sizes) / len(sizes) <= 5_000
    assert len(watch.get(f"?since={tables[watch]['number']}").content) < 1_500


def test_after_an_undo_lines_of_the_log_are_gone(room: Room) -> None:
    mine = room.table(options={"fog": "off"})["mine"]
    table = mine.see()
    for action in ("take R1", "go ", "take R2", "go "):
        chosen = next(offer for offer in mine.offers() if offer.startswith(action))
        table = merged(table, mine.act(chosen, since=table["number"]).json())
    for _ in range(4):
        table = merged(table, mine.change("/undo", number=table["number"], since=table["number"]).json())
        assert same(table, mine.see())
    mine.act("done").raise_for_status()
    mine.settle("/offer", kind="draw").raise_for_status()
    table = merged(table, mine.get(f"?since={table['number']}").json())
    assert same(table, mine.see())


@pytest.mark.parametrize("since", [0, 999])
def test_on_any_gap_the_whole_table_comes(room: Room, since: int) -> None:
    """What was seen long ago, or never, or before a restart is not known any more."""
    mine = room.table()["mine"]
    mine.see()
    for _ in range(4):
        for action in ("take R1", "cancel"):
            mine.act(action).raise_for_status()
    assert mine.get(f"?since={since}").json() == mine.see()
    room.hall.tables._live.clear()
    assert mine.get("?since=8").json() == mine.see()
    assert mine.get("?since=x").status_code == 422


# -- what cannot be taken back


def test_who_is_not_sure_is_asked_with_the_chances(room: Room) -> None:
    """Only what could not be taken back; nothing has happened then, and no die was thrown."""
    mine, blue, _ = room.table(scenario="assault", options={"fog": "off"}).values()
    for action in ("done", "attack 0305", "add R1", "confirm"):
        answer = mine.act(action, ask=True)
        if answer.status_code == 428:
            assert answer.json()["chances"] == {"": 1.0}
            answer = mine.act(action)
        answer.raise_for_status()
    number = blue.see()["number"]
    asked = blue.act("stand", ask=True)
    assert asked.status_code == 428
    assert asked.json()["error"] == "This cannot be taken back."
    odds = blue.post("/odds", action="stand").json()
    assert (asked.json()["chances"], asked.json()["samples"]) == (odds["chances"], odds["samples"])
    assert odds["samples"] == 0
    assert blue.see()["number"] == number
    assert blue.act("stand").status_code == 200
    assert blue.act("nonsense", ask=True).status_code == 422


def test_chances_from_trial_throws_say_so(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """A resolution with more ways than are followed; what came up every time may still come otherwise."""
    mine, blue, _ = room.table(scenario="assault", options={"fog": "off"}).values()
    for action in ("done", "attack 0305", "add R1", "confirm"):
        mine.act(action).raise_for_status()
    monkeypatch.setattr("westfront.engine.looking.stage", partial(stage, most=3))
    for answer in (blue.act("stand", ask=True), blue.post("/odds", action="stand")):
        assert answer.json()["samples"] == 3


def test_undo(room: Room) -> None:
    mine = room.table()["mine"]
    assert not mine.see()["can_undo"]
    mine.act("take R1")
    assert mine.see()["can_undo"]
    mine.change("/undo", number=1).raise_for_status()
    table = mine.see()
    assert (table["number"], table["can_undo"]) == (2, False)
    refused = mine.change("/undo", number=2)
    assert (refused.status_code, refused.json()["rule"]) == (422, "undo")


def test_hot_seat_plays_both_sides(room: Room) -> None:
    both = room.table(second="me")["mine"]
    assert both.see()["roles"] == ["red", "blue"]
    assert both.see()["side"] == "red"
    for _ in range(2):
        both.act("done").raise_for_status()
    assert both.see()["side"] == "blue"
    assert both.see("red")["side"] == "red"
    assert both.act("done", side="red").status_code == 422
    assert both.act("done", side="blue").status_code == 200
    assert both.get("?side=green").status_code == 422


def test_the_machine_answers_by_itself(room: Room) -> None:
    mine = room.table(second="machine:random", options={"fog": "off"})["mine"]
    for _ in range(60):
        table = mine.see()
        if table["over"]:
            break
        if table["view"]["question"]:
            mine.act(table["view"]["question"]["offers"][0]["text"])
        else:
            wait_until(lambda: mine.see()["over"] or mine.offers())
    entries = room.hall.store.entries(mine.table)
    assert {entry.side for entry in entries} == {"red", "blue"}


def test_two_machines_play_to_the_end_and_may_be_watched(room: Room) -> None:
    watch = room.table(first="machine:random", second="machine:random")["watch"]
    wait_until(lambda: watch.see()["over"])
    record = watch.get("/record").text
    assert Match.load(record).over
    assert watch.get("/end").json()["verified"]


def test_a_machine_goes_on_after_a_restart(tmp_path: object) -> None:
    store = f"{tmp_path}/w.db"
    with running(store) as room:
        room.hall.machines.close()
        players = room.table(first="machine:random", second="machine:random")
        assert players["watch"].see()["number"] == 0
    with running(store) as room:
        watch = Player(room.client, players["watch"].table, players["watch"].token)
        wait_until(lambda: watch.see()["over"])


# -- questions


def test_why_not(room: Room) -> None:
    mine, blue, watch = room.table(scenario="assault").values()
    assert mine.post("/why", unit="R1").json() == {
        "refusals": [],
        "offered": [{"text": "take R1", "verb": "take", "units": ["R1"]}],
    }
    mine.act("take R1")
    reason = mine.post("/why", hex="0109").json()["refusals"][0]
    assert reason["rule"] == "2.1"
    assert mine.post("/why", action="go 0109").json()["refusals"] == [reason]
    assert mine.post("/why", action="cancel").json() == {
        "refusals": [],
        "offered": [{"text": "cancel", "verb": "cancel"}],
    }
    assert blue.post("/why", unit="B1").json()["refusals"][0]["sentence"] == "red is asked now, not blue"
    assert watch.post("/why", unit="B1").status_code == 403
    assert mine.post("/why", unit="ZZ").json()["refusals"][0]["rule"] == "notation"


def test_what_is_not_offered_yet_is_told_with_its_reason(room: Room) -> None:
    mine, blue, _ = room.table(scenario="assault", options={"fog": "off"}).values()
    for action in ("done", "attack 0305"):
        mine.act(action).raise_for_status()
    closed = mine.see()["closed"]
    assert list(closed) == ["confirm"]
    assert closed["confirm"] == mine.post("/why", action="confirm").json()["refusals"][0]
    assert blue.see()["closed"] == {}


def test_odds(room: Room) -> None:
    mine, blue, _ = room.table(scenario="assault", options={"fog": "off"}).values()
    assert mine.post("/odds", action="done").json() == {"chances": {"": 1.0}, "samples": 0, "final": False}
    for action in ("done", "attack 0305", "add R1", "confirm"):
        mine.act(action).raise_for_status()
    told = blue.post("/odds", action="stand").json()
    assert sum(told["chances"].values()) == pytest.approx(1)
    assert told["final"] is True
    assert blue.see()["preview"]["chances"]
    assert mine.see()["preview"] is None
    assert mine.post("/odds", action="stand").status_code == 422
    assert blue.post("/odds", action="retreat 0101").status_code == 422


def test_tables_charts_and_the_course_of_the_game(room: Room) -> None:
    mine, _, _ = room.table().values()
    assert mine.get("/aids").json() == room.client.get("/api/games/ford/aids").json() == {"aids": []}
    assert mine.get("/course").json() == {"title": "", "turns": ["1", "now"], "tracks": {}}
    crt = room.client.get("/api/games/meuse/aids?scenario=montfaucon").json()["aids"][0]
    assert (crt["key"], crt["columns"][:2], crt["rows"][0]["cells"][:2]) == ("crt", ["die", "1"], ["1", "(A)"])
    assert room.client.get("/api/games/meuse/aids?scenario=nowhere").status_code == 422
    assert room.client.get("/api/games/nothing/aids").status_code == 422


def test_overlays_log_and_earlier_positions(room: Room) -> None:
    mine, _, _ = room.table().values()
    for action in ("take R1", "go 0302", "done"):
        mine.act(action).raise_for_status()
    assert {overlay["kind"] for overlay in mine.get("/overlays").json()["overlays"]} == {"zoc"}
    log = mine.get("/log").json()
    assert log["count"] == len(log["lines"]) == mine.see()["log"]["count"]
    assert [line["number"] for line in log["lines"]] == [0, 0, 2, 3]
    assert log["lines"][2]["hexes"] == ["0301", "0302"]
    assert mine.get("/log?from=3").json()["lines"] == log["lines"][3:]
    assert mine.get("/log?from=x").status_code == 422
    before, after = mine.get("/at/1").json(), mine.get("/at/2").json()
    assert (before["log"], after["log"]) == (2, 3)
    places = [{p["name"]: p["at"] for p in at["view"]["scene"]["pieces"]} for at in (before, after)]
    assert [place["R1"] for place in places] == ["0301", "0302"]
    assert after["view"]["question"] is None
    assert mine.get("/at/99").status_code == 422


def test_the_end_is_told_when_there_is_one(room: Room) -> None:
    mine, blue, _ = room.table().values()
    assert mine.get("/end").status_code == 422
    blue.settle("/resign").raise_for_status()
    end = mine.get("/end").json()
    assert end["verified"]
    assert end["sentence"].startswith("Every action follows the rules (1)")
    assert set(end["luck"]) == {"red", "blue"}


def test_a_whole_game_of_michel_is_kept(tmp_path: object) -> None:
    """Some hundred actions; the store, loaded anew, gives the very same record."""
    store = f"{tmp_path}/w.db"
    with running(store, Settings(rate=0, keep=1)) as room:
        both = room.table("michel", second="me")["mine"]
        for step in range(150):
            offers = both.offers()
            both.act(offers[(step * 7) % len(offers)]).raise_for_status()
        record = both.get("/record").text
        room.table("michel")["mine"].see()
    with running(store) as room:
        assert Player(room.client, both.table, both.token).get("/record").text == record
    Match.load(record)


# -- live


def test_the_doorbell_rings(room: Room) -> None:
    """At once on opening, then at every change, for each who looks; and it tells counts and who is there only."""
    mine, blue, watch = room.table().values()
    heard: dict[str, list[dict[str, Any]]] = {"mine": [], "blue": [], "watch": []}
    stop = threading.Event()
    threads = [listen(player, heard[who], stop) for who, player in (("mine", mine), ("blue", blue), ("watch", watch))]
    wait_until(lambda: all(heard.values()))
    rings = [ring for rings in heard.values() for ring in rings]
    assert all({**ring, "here": []} == {"number": 0, "chat": 0, "talk": 1, "here": []} for ring in rings)
    wait_until(lambda: heard["mine"][-1]["here"] == ["blue", "red"])
    sides = mine.see()["sides"]
    assert sides["red"]["online"]
    assert sides["blue"]["online"]
    mine.act("take R1")
    wait_until(lambda: all(rings[-1]["number"] == 1 for rings in heard.values()))
    blue.change("/chat", text="hello")
    wait_until(lambda: all(rings[-1]["chat"] == 1 for rings in heard.values()))
    stop.set()
    mine.post("/withdraw", role="watch").raise_for_status()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()
    wait_until(lambda: not mine.see()["sides"]["blue"]["online"])


def test_the_stream_needs_a_token_and_ends_with_the_server(tmp_path: object) -> None:
    heard: list[dict[str, Any]] = []
    with running(f"{tmp_path}/w.db", Settings(rate=0, streams=1)) as room:
        mine = room.table()["mine"]
        assert room.client.get(f"{mine.path}/live").status_code == 401
        thread = listen(mine, heard, threading.Event())
        wait_until(lambda: heard)
        assert mine.get("/live").status_code == 503
    thread.join(60)
    assert not thread.is_alive()


def test_who_comes_and_goes_rings(room: Room) -> None:
    """A side that comes online is seen at once; who watches comes and goes unheard."""
    mine, blue, watch = room.table().values()
    heard: list[dict[str, Any]] = []
    stop, gone = threading.Event(), threading.Event()
    threads = [listen(mine, heard, stop)]
    wait_until(lambda: len(heard) == 1)
    others: list[dict[str, Any]] = []
    threads.append(listen(watch, others, stop))
    wait_until(lambda: others)
    assert len(heard) == 1
    threads.append(listen(blue, [], gone))
    wait_until(lambda: len(heard) == 2)
    assert mine.see()["sides"]["blue"]["online"]
    gone.set()
    mine.act("take R1").raise_for_status()
    wait_until(lambda: not mine.see()["sides"]["blue"]["online"])
    wait_until(lambda: len(heard) == 4)
    stop.set()
    mine.act("cancel").raise_for_status()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()


# -- drawings and pages


@pytest.mark.parametrize("game", ["ford", "michel"])
def test_drawings(room: Room, game: str) -> None:
    layout = room.client.get(f"/art/{game}/layout.json").json()
    for file in ("map.svg", "map.svg?dark=1", "thumbnail.svg", "counters.svg"):
        answer = room.client.get(f"/art/{game}/{file}")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text.startswith("<svg")
        again = room.client.get(f"/art/{game}/{file}", headers={"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    drawn = room.client.get(f"/art/{game}/map.svg").text
    assert drawn != room.client.get(f"/art/{game}/map.svg?dark=1").text
    assert f'viewBox="0 0 {layout["width"]:g} {layout["height"]:g}"' in drawn
    counters = room.client.get(f"/art/{game}/counters.svg").text
    mine = room.table(game)["mine"]
    table = mine.see()
    for piece in table["view"]["scene"]["pieces"]:
        assert f'id="c-{piece["name"]}"' in counters
        assert piece["at"] in layout["hexes"]
    for side in table["sides"]:
        assert f'id="hidden-{side}"' in counters


def test_a_game_begun_under_an_earlier_version_is_drawn_with_its_numbers(room: Room) -> None:
    """The 77th Division attacks with 3 in version 1 of Storm and with 4 now; Lille was worth 3 and is worth 5."""
    for file in ("counters.svg", "map.svg"):
        first, now, latest = (room.client.get(f"/art/storm/{file}{of}").text for of in ("?version=1", "", "?version=2"))
        assert now == latest != first
        if file == "counters.svg":
            assert "3-4-4" in symbol(first, "c-US-77")
            assert "4-4-4" in symbol(now, "c-US-77")


def symbol(drawn: str, name: str) -> str:
    """One counter of a sheet, or nothing."""
    return drawn.partition(f'id="{name}"')[2].partition("</symbol>")[0]


def test_drawings_of_nothing(room: Room) -> None:
    assert room.client.get("/art/chess/map.svg").status_code == 422
    assert room.client.get("/art/ford/board.svg").status_code == 404
    assert room.client.get("/art/ford/map.svg?scenario=none").status_code == 422
    assert room.client.get("/art/ford/counters.svg?version=none").status_code == 422


def test_the_documentation_is_served(room: Room) -> None:
    document = room.client.get("/openapi.json").json()
    assert "/api/tables/{table}/actions" in document["paths"]
    page = room.client.get("/api").text
    assert all(path in page for path in document["paths"])
    assert room.client.get("/health").json()["ok"]
