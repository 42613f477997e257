"""The lobby: games, new tables, imports, lessons, and my games."""

from __future__ import annotations

import json

import pytest

from tests.cli.desk import finished, played
from tests.engine.tries import signed
from tests.hostile import as_record
from tests.server.room import Player, Room, new_key
from westfront.engine.match import Match
from westfront.server.hall import hashed


def test_the_games_are_listed(room: Room) -> None:
    found = room.client.get("/api/games").json()
    cards = {card["id"]: card for card in found["games"]}
    assert cards["michel"]["sides"] == ["german", "allied"]
    assert cards["michel"]["lesson"]
    assert cards["ford"]["hidden"]
    assert list(cards["ford"]["machines"]) == ["random"]
    assert list(cards["meuse"]["machines"]) == ["recruit", "officer", "commander", "staff", "random"]
    assert (cards["ford"]["styled"], cards["meuse"]["styled"]) == ([], ["recruit", "officer", "commander", "staff"])
    assert list(found["styles"]) == ["", "cautious", "bold"]
    assert found["fair"].startswith("No machine has other dice, units, rules or sight than a person")
    assert all(card["blurb"] and card["length"] and 1 <= card["complexity"] <= 5 for card in cards.values())


def test_the_page_of_a_game(room: Room) -> None:
    page = room.client.get("/api/games/michel").json()
    assert {"name": "Arras", "hex": "2003"} in page["places"]
    assert any(pattern.startswith("attack HEX") for pattern in page["patterns"])
    rules = room.client.get("/api/games/michel/rules").json()["rules"]
    assert rules
    assert all(rule["id"] and rule["title"] and rule["text"] for rule in rules)
    for path in ("/api/games/nothing", "/api/games/nothing/rules"):
        assert room.client.get(path).status_code == 422


def test_tokens_are_for_open_seats(room: Room) -> None:
    assert set(room.table()) == {"mine", "blue", "watch"}
    assert set(room.table(second="me")) == {"mine", "watch"}
    assert set(room.table(first="link")) == {"mine", "red", "blue", "watch"}
    assert set(room.table(second="machine:random")) == {"mine", "watch"}


def test_only_hashes_of_tokens_are_kept(room: Room) -> None:
    """No token is anywhere in the store, though a repeat of the request gets them again."""
    players = room.table()
    everything = str(list(room.hall.store.snapshot()))
    for player in players.values():
        assert len(player.token) * 6 >= 128
        assert player.token not in everything
        assert hashed(player.token) in everything


def test_a_repeat_makes_no_second_table(room: Room) -> None:
    body = {"game": "ford", "seats": {"red": "me", "blue": "link"}, "key": new_key()}
    first = room.client.post("/api/tables", json=body)
    again = room.client.post("/api/tables", json=body)
    assert first.json() == again.json()
    room.seated(room.players(first.json()))
    assert room.client.post("/api/tables", json=body).json() == first.json(), "also when the guest has sat down"
    assert len(room.hall.store.games()) == 1
    other = room.client.post("/api/tables", json={**body, "name": "Anna"})
    assert (other.status_code, other.json()["error"]) == (409, "This key was used for another request.")


@pytest.mark.parametrize(
    ("change", "status", "sentence"),
    [
        ({"game": "chess"}, 422, "There is no game 'chess'"),
        ({"scenario": "none"}, 422, "Ford has no scenario 'none'"),
        ({"options": {"fog": "thick"}}, 422, "Ford has no option fog = thick"),
        ({"seats": {"red": "me"}}, 422, "The seats are red and blue."),
        ({"seats": {"red": "me", "blue": "machine:deep"}}, 422, "A seat is me, link, or machine:random."),
        ({"seats": {"red": "me", "blue": "machine:lesson"}}, 422, "A seat is me, link, or machine:random."),
        ({"name": "line\nbreak"}, 422, "A name is a short printable line."),
        ({"name": "x" * 81}, 400, "The request does not fit"),
        ({"key": "short"}, 400, "The request does not fit"),
        ({"more": 1}, 400, "The request does not fit"),
        ({"seats": []}, 400, "The request does not fit"),
    ],
)
def test_what_is_no_table_is_refused(room: Room, change: dict[str, object], status: int, sentence: str) -> None:
    body = {"game": "ford", "seats": {"red": "me", "blue": "link"}, "key": new_key(), **change}
    answer = room.client.post("/api/tables", json=body)
    assert answer.status_code == status
    assert answer.json()["error"].startswith(sentence), answer.text
    assert room.hall.store.games() == []


def test_the_name_goes_into_the_record(room: Room) -> None:
    mine = room.table(name="Anna", options={"fog": "off"})["mine"]
    assert "player red = Anna" in mine.get("/record").text


# -- imports


def imported(room: Room, record: str, **seats: str) -> dict[str, Player]:
    body = {"record": record, "seats": seats or {"red": "me", "blue": "me"}, "key": new_key()}
    answer = room.client.post("/api/tables/import", json=body)
    assert answer.status_code == 200, answer.text
    return room.seated(room.players(answer.json()))


def test_a_finished_game_can_be_looked_at(room: Room) -> None:
    match = finished()
    mine = imported(room, match.record())["mine"]
    assert mine.see()["result"] == match.result
    assert mine.get("/record").text == match.record()
    assert mine.get("/end").json()["verified"]
    assert mine.act("done").status_code == 422


@pytest.mark.parametrize("with_secret", [True, False])
def test_an_imported_game_goes_on_with_fresh_dice(room: Room, with_secret: bool) -> None:
    """Whoever made the record may know the old secret; what was played before stays."""
    match = played("done", "done", "done")
    mine = imported(room, match.record(with_secret=with_secret))["mine"]
    mine.act("done").raise_for_status()
    stored = room.hall.store.entries(mine.table)
    assert stored[:3] == match.entries
    assert stored[3].action.startswith("fresh ")
    assert stored[4].rolls
    saved = Match.load(_saved(room, mine))
    assert [source.secret is not None for source in saved.sources] == [with_secret, True]
    assert "From here on the dice come from a new secret" in saved.log()


def _saved(room: Room, player: Player) -> str:
    with room.hall.tables.open(player.table) as live:
        return live.match.record(with_secret=True)


def test_a_record_with_hostile_numbers_is_refused_in_a_sentence(room: Room) -> None:
    record = as_record("hindenburg", "campaign", "counters GE-129 arrival 1e5", "")
    body = {"record": record, "seats": {"german": "me", "allied": "me"}, "key": new_key()}
    answer = room.client.post("/api/tables/import", json=body)
    assert answer.status_code == 422
    assert "arrival is a number from 1 to 15" in answer.text


@pytest.mark.parametrize(
    "record", ["", "nonsense", "westfront record 1\nbegin\nend 0 x\n", "\x00" * 100, "é\ud83d" * 3]
)
def test_a_hostile_record_is_one_sentence(room: Room, record: str) -> None:
    body = json.dumps({"record": record, "seats": {"red": "me", "blue": "me"}, "key": new_key()})
    answer = room.client.post("/api/tables/import", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.json()["error"].count("\n") == 0


def test_a_changed_record_is_refused_with_its_line(room: Room) -> None:
    record = finished().record().replace(": done ~", ": stay ~", 1)
    body = {"record": record, "seats": {"red": "me", "blue": "me"}, "key": new_key()}
    answer = room.client.post("/api/tables/import", json=body)
    assert (answer.status_code, answer.json()["error"][:5]) == (422, "Line ")


def test_a_game_stays_under_its_rules(room: Room) -> None:
    """A record of rules that are not installed is refused; the version stands in the head of every stored game."""
    record = signed(finished().record().replace("rules = 1", "rules = 7").splitlines())
    answer = room.client.post(
        "/api/tables/import", json={"record": record, "seats": {"red": "me", "blue": "me"}, "key": new_key()}
    )
    assert "rules '7' of ford are not installed here" in answer.json()["error"]
    room.table()
    assert "\nrules = 1\n" in room.hall.store.games()[0].head


# -- lessons


def test_a_lesson_goes_one_way_to_its_end(room: Room) -> None:
    made = room.client.post("/api/lessons/michel", json={"key": new_key()}).json()
    learner = room.players(made)["mine"]
    said = []
    for _ in range(40):
        table = learner.see()
        lesson = table["lesson"]
        if lesson["done"]:
            break
        said.append(lesson["say"])
        if table["view"]["to_act"] != "german":
            continue
        wrong = learner.act("done" if lesson["do"] != "done" else "cancel")
        assert (wrong.status_code, wrong.json()["rule"]) == (422, ""), "a lesson is no rule"
        assert learner.change("/undo", number=table["number"]).status_code == 422
        learner.act(lesson["do"]).raise_for_status()
    else:
        raise AssertionError("the lesson has no end")
    assert len(said) > 5
    assert all(said[0:3])
    assert learner.act("done").status_code == 422
    assert learner.settle("/offer", kind="takeback", to=0).status_code == 422


def test_where_there_is_no_lesson(room: Room) -> None:
    answer = room.client.post("/api/lessons/ford", json={"key": new_key()})
    assert (answer.status_code, answer.json()["error"]) == (404, "There is no lesson for this game.")
    assert room.client.post("/api/lessons/none", json={"key": new_key()}).status_code == 422


# -- my games


def test_my_games_say_whose_turn_it_is(room: Room) -> None:
    mine, blue, watch = room.table(name="Anna").values()
    other = room.table()["mine"]
    tokens = [mine.token, blue.token, watch.token, other.token, "x", "y" * 32]
    found = room.client.post("/api/mine", json={"tokens": tokens}).json()
    assert [entry["table"] for entry in found] == [other.table, mine.table, mine.table, mine.table]
    assert [(entry["roles"], entry["mine"]) for entry in found[1:]] == [
        (["red"], True),
        (["blue"], False),
        ([], False),
    ]
    assert found[1]["sides"]["red"]["name"] == "Anna"


def test_a_game_that_is_not_installed_any_more_harms_no_other(room: Room) -> None:
    """It is listed under its id and cannot be opened; the other tables go on."""
    mine, other = room.table()["mine"], room.table()["mine"]
    room.hall.store.write(lambda execute: execute("UPDATE games SET game = 'gone' WHERE id = ?", (mine.table,)))
    found = room.client.post("/api/mine", json={"tokens": [mine.token, other.token]}).json()
    assert sorted(entry["title"] for entry in found) == ["The Ford", "gone"]
    room.hall.store.write(
        lambda execute: execute("UPDATE games SET head = replace(head, 'rules = 1', 'rules = 9')", ())
    )
    room.hall.tables._live.clear()
    answer = mine.get()
    assert (answer.status_code, "are not installed here" in answer.json()["error"]) == (422, True)
