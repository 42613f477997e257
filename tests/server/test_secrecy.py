"""Hidden things stay hidden: by no request does a seat, or who watches, see what it may not.

The Ford hides what lies under the top counter of an enemy stack. Two games are played that differ only in that; what
the other side is answered must be the same in both, byte for byte, but for the name of the table and the times.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.server.room import Player, Room, new_key, running
from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match
from westfront.engine.position import write_position
from westfront.server.endpoints import ENDPOINTS
from westfront.server.settings import Settings

READ = [e.path.partition("{table}")[2] for e in ENDPOINTS if e.method == "GET" and e.bearer and e.path[-4:] != "live"]


OF_NO_SIDE = ("/chat", "/note", "/end", "/invitation", "/aids", "/course", "/thinking")
"""What is the same for whoever may ask for it."""


def twins(room: Room, match: Match, side: str) -> list[dict[str, Player]]:
    """Two tables that differ only in what a side may not know: which enemy counters lie under others."""
    other = match.rules.disguise(match.state, match.rules.sides.index(side), RepeatableRandom(4))
    swapped = write_position(match.setting, match.rules, other)
    assert swapped != match.position()
    return [room.put(Match.from_position(position, seed="same")) for position in (match.position(), swapped)]


def answers(player: Player) -> dict[str, str]:
    """Everything that a player can read, without the name of the table and the times."""
    found = {tail: player.get(tail.replace("{number}", "1")).text for tail in READ}
    return {tail: re.sub(rf'"(created|updated)":\d+|{player.table}', "", text) for tail, text in found.items()}


def test_what_may_not_be_known_changes_no_answer(room: Room) -> None:
    """Through two turns of both sides, with questions and refusals among them."""
    pair = twins(room, Match.new("ford", "columns", seed="same", options={"fog": "on"}), "blue")
    for step in range(12):
        for who in ("blue", "watch"):
            assert answers(pair[0][who]) == answers(pair[1][who])
        for tail, body in (("/why", {"unit": "R1"}), ("/why", {"hex": "0305"}), ("/odds", {"action": "done"})):
            first, second = (players["blue"].post(tail, **body) for players in pair)
            assert (first.status_code, first.text) == (second.status_code, second.text)
        side = pair[0]["blue"].see()["view"]["to_act"]
        for players in pair:
            offers = players[side].offers()
            players[side].act(offers[-1] if side == "blue" and step % 3 else "done").raise_for_status()


def test_what_may_not_be_known_of_hidden_stacks_changes_no_answer(room: Room) -> None:
    """Hindenburg's War: a German force is looked at with its previews, moved, taken back; the Allies pass."""
    match = Match.new("hindenburg", seed="same")
    for action in ("done", "done"):
        match.play(action)
    pair = twins(room, match, "german")
    steps = ["force 3206", "leave GE4-4 7", "leave GE3-3 1", "undo", "leave GE3-3 1", "go 3207", "pass", "force 3306"]
    for step in steps:
        for who in ("german", "watch"):
            assert answers(pair[0][who]) == answers(pair[1][who])
        for tail, body in (("/why", {"hex": "3205"}), ("/why", {"unit": "BR-1"}), ("/odds", {"action": "attack 3205"})):
            first, second = (players["german"].post(tail, **body) for players in pair)
            assert (first.status_code, first.text) == (second.status_code, second.text)
        for players in pair:
            mover = players[players["german"].see()["view"]["to_act"]]
            answer = mover.change("/undo", number=mover.see()["number"]) if step == "undo" else mover.act(step)
            answer.raise_for_status()
    seen = pair[0]["german"].see()
    assert seen["preview"]["chances"]


def hidden_names(player: Player, enemy: str) -> set[str]:
    """Enemy counters that a player can name in what lies before him."""
    return {p.get("name", "") for p in player.see()["view"]["scene"]["pieces"] if p["side"] == enemy} - {""}


def test_no_answer_names_what_is_hidden(room: Room) -> None:
    """All that blue and the public can read, at every step of red's march, names no red counter under another."""
    mine, blue, watch = room.table(scenario="columns").values()
    for action in ("done", "done", "done", "done"):
        (mine if mine.offers() else blue).act(action).raise_for_status()
    red = {p["name"] for p in mine.see()["view"]["scene"]["pieces"] if p["side"] == "red"}
    for player in (blue, watch):
        under = red - hidden_names(player, "red")
        assert under, "nothing is hidden, so nothing is proved"
        for tail in READ:
            answer = player.get(tail.replace("{number}", "2"))
            for name in under:
                assert not re.search(rf"\b{name}\b", answer.text), (tail, name)


@pytest.mark.parametrize("tail", [tail for tail in READ if tail not in OF_NO_SIDE])
def test_no_request_gives_the_other_sides_view(room: Room, tail: str) -> None:
    """Neither by naming the side in the query, nor through a token that only watches."""
    mine, blue, watch = room.table().values()
    mine.act("done").raise_for_status()
    path = tail.replace("{number}", "0")
    for player, side in ((mine, "blue"), (blue, "red"), (watch, "red"), (watch, "blue")):
        answer = player.get(f"{path}?side={side}")
        assert answer.status_code == 403, answer.text
        assert "pieces" not in answer.text


@pytest.mark.parametrize(
    "tail", ["/actions", "/undo", "/why", "/odds", "/resign", "/offer", "/answer", "/chat", "/notice"]
)
def test_nobody_acts_or_asks_for_the_other_side(room: Room, tail: str) -> None:
    bodies: dict[str, dict[str, object]] = {
        "/actions": {"number": 0, "action": "done", "key": new_key()},
        "/undo": {"number": 0, "key": new_key()},
        "/why": {"unit": "R1"},
        "/odds": {"action": "done"},
        "/resign": {"number": 0, "key": new_key()},
        "/offer": {"number": 0, "kind": "draw", "key": new_key()},
        "/answer": {"number": 0, "talk": 0, "accept": True, "key": new_key()},
        "/chat": {"text": "hello", "key": new_key()},
        "/notice": {},
    }
    blue = room.table()["blue"]
    assert blue.post(tail, **bodies[tail], side="red").status_code == 403
    assert blue.see()["number"] == 0


def test_the_secret_of_the_dice_comes_out_at_the_end_only(tmp_path: Path) -> None:
    """While the game goes on no answer holds it, nor the salt; the record tells it when all is over."""
    with running(str(tmp_path / "w.db"), Settings(rate=0, quiet=0)) as room:
        players = room.table(options={"fog": "off"})
        players["mine"].act("done").raise_for_status()
        (row,) = room.hall.store.games()
        clear = (room.hall.store.secret_of(row) or "").partition("=")[2]
        for player in players.values():
            for tail in READ:
                answer = player.get(tail.replace("{number}", "1"))
                for secret in (clear, row.secret, row.salt, row.digest, row.request):
                    assert secret not in answer.text
        players["mine"].settle("/resign").raise_for_status()
        assert f"secret = {clear}" in players["watch"].get("/record").text
        assert all(row.salt not in players["mine"].get(tail.replace("{number}", "1")).text for tail in READ)


def test_after_the_end_everybody_may_see_everything(room: Room) -> None:
    mine, blue, watch = room.table(scenario="columns").values()
    mine.settle("/resign").raise_for_status()
    for player in (mine, blue, watch):
        for side in ("red", "blue"):
            own = [p for p in player.see(side)["view"]["scene"]["pieces"] if p["side"] == side]
            assert all("name" in piece for piece in own)
            assert player.get(f"/at/0?side={side}").status_code == 200
