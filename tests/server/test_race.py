"""Two clients who answer the same position: one wins, the other is told; in one process and across two."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx

from tests.server.cluster import Cluster
from tests.server.room import Player, Process, Room, free_port, new_key, running, wait_until
from westfront.engine.match import Match


def race(players: list[Player], rounds: int) -> list[int]:
    """Both answer every position at the same time; the numbers that were accepted."""
    won: list[int] = []
    with ThreadPoolExecutor(len(players)) as pool:
        for _ in range(rounds):
            table = players[0].see()
            if table["over"]:
                break
            number, offers = table["number"], [o["text"] for o in table["view"]["question"]["offers"]]

            def answer(player: Player, n: int = number, action: str = offers[len(offers) // 2]) -> httpx.Response:
                return player.post("/actions", number=n, action=action, key=new_key())

            statuses = [answer.status_code for answer in pool.map(answer, players)]
            assert sorted(statuses) == [200] + [409] * (len(players) - 1), statuses
            won.append(number)
    return won


def test_one_wins_in_one_process(store_url: str) -> None:
    with running(store_url) as room:
        mine = room.table(second="me")["mine"]
        won = race([mine, Player(room.client, mine.table, mine.token), Player(room.client, mine.table, mine.token)], 30)
        assert len(won) == len(set(won)) == 30
        stored = room.hall.store.entries(mine.table)
        assert [entry.number for entry in stored] == list(range(1, len(stored) + 1))


def test_one_wins_across_two_processes(postgres: Cluster) -> None:
    """Each server learns what the other wrote, and the record that both give is the same and holds."""
    url = postgres.new_database()
    with ExitStack() as stack:
        rooms = [stack.enter_context(running(url)) for _ in range(2)]
        mine = rooms[0].table(second="me", options={"fog": "off"})["mine"]
        across = Player(rooms[1].client, mine.table, mine.token)
        assert race([mine, across], 40)
        assert mine.get("/record").text == across.get("/record").text
        Match.load(mine.get("/record").text)


def test_one_wins_across_two_real_processes(postgres: Cluster) -> None:
    """The same with two servers started from the command line, and the doorbell of one rung by the other."""
    url = postgres.new_database()
    processes = [Process(url, free_port()) for _ in range(2)]
    try:
        with Room(processes[0].url) as here, Room(processes[1].url) as there:
            mine = here.table(second="me", options={"fog": "off"})["mine"]
            across = Player(there.client, mine.table, mine.token)
            assert race([mine, across], 15)
            assert mine.get("/record").text == across.get("/record").text
            number = mine.see()["number"]
            with there.client.stream("GET", f"{across.path}/live", headers=across.headers) as stream:
                lines = stream.iter_lines()
                assert f'"number":{number},' in next(lines)
                mine.settle("/resign").raise_for_status()
                rung = next(line for line in lines if line.startswith("data: ") and f'"number":{number},' not in line)
                assert f'"number":{number + 1},' in rung
    finally:
        for process in processes:
            process.stop()


def test_the_same_request_at_two_servers_is_carried_out_once(postgres: Cluster) -> None:
    url = postgres.new_database()
    with ExitStack() as stack:
        rooms = [stack.enter_context(running(url)) for _ in range(2)]
        mine = rooms[0].table(second="me")["mine"]
        across = Player(rooms[1].client, mine.table, mine.token)
        for step in range(10):
            body = {"number": step, "action": "take R1" if step % 2 == 0 else "cancel", "key": new_key()}
            with ThreadPoolExecutor(2) as pool:
                statuses = sorted(
                    a.status_code for a in pool.map(lambda p, b=body: p.post("/actions", **b), (mine, across))
                )
            assert statuses in ([200, 200], [200, 409]), "the loser of a race is told so, and its repeat is answered"
            assert across.post("/actions", **body).status_code == 200
            assert mine.see()["number"] == step + 1


def test_chat_and_actions_do_not_hinder_each_other(postgres: Cluster) -> None:
    url = postgres.new_database()
    with ExitStack() as stack:
        rooms = [stack.enter_context(running(url)) for _ in range(2)]
        mine = rooms[0].table(second="me")["mine"]
        across = Player(rooms[1].client, mine.table, mine.token)
        with ThreadPoolExecutor(2) as pool:
            for step in range(20):
                talk = pool.submit(across.change, "/chat", text=f"line {step}")
                move = pool.submit(mine.act, "take R1" if step % 2 == 0 else "cancel", number=step)
                assert (talk.result().status_code, move.result().status_code) == (200, 200)
        assert across.see()["chat"] == 20


def test_a_machine_in_two_processes_acts_once(postgres: Cluster) -> None:
    url = postgres.new_database()
    with ExitStack() as stack:
        rooms = [stack.enter_context(running(url)) for _ in range(2)]
        watch = rooms[0].table(first="machine:random", second="machine:random", options={"fog": "off"})["watch"]
        across = Player(rooms[1].client, watch.table, watch.token)

        def over() -> bool:
            across.see()
            return bool(watch.see()["over"])

        wait_until(over)
        Match.load(across.get("/record").text)
