"""Tables outlive a refactoring and an upgrade: what was begun is finished, in both stores and under its own rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from tests.engine.test_versions import NewFord
from tests.ford.state import BLUE
from tests.rebuilt import rebuilt
from tests.server.cluster import Cluster
from tests.server.room import Player, Room, running
from westfront.cli import main
from westfront.engine import rules as register_of_games
from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match
from westfront.engine.playing import PASSED_OVER, STANDS_STILL
from westfront.engine.record import chain
from westfront.engine.rules import register
from westfront.engine.state import DRAW
from westfront.server.errands import Finished, Reply, Verified, carry_out
from westfront.server.rows import Seat, Standing, text_of
from westfront.server.settings import Settings, open_store
from westfront.server.tables import load


def play_on(player: Player, lots: RepeatableRandom, actions: int = 10_000) -> None:
    """Some actions of a table whose one player has both sides."""
    for _ in range(actions):
        offers = player.offers()
        if not offers:
            return
        assert player.act(offers[lots.below(len(offers))]).status_code == 200


def record_of(url: str, table: str) -> str:
    """The record of a stored table."""
    with closing(open_store(url)) as store:
        row = store.game(table)
        assert row is not None
        return load(row, store.entries(table), store.secret_of(row)).record()


def test_a_table_begun_before_a_refactoring_is_finished_after_it(store_url: str, tmp_path: Path) -> None:
    """Another column, a frame under another name: as after an update of the server."""
    with running(store_url, Settings(rate=0, quiet=0.0)) as room:
        player = next(iter(room.table("ford", "me", "me", scenario="assault").values()))
        play_on(player, RepeatableRandom(1), 40)
    with rebuilt(tmp_path), running(store_url, Settings(rate=0, quiet=0.0)) as room:
        again = Player(room.client, player.table, player.token)
        play_on(again, RepeatableRandom(2))
        assert again.see()["view"]["verdict"]
    assert Match.load(record_of(store_url, player.table)).over


# -- an update that changes what a game under way did


SHORT_ADVANCE = {
    "        for unit in units:\n            uncover": "        for unit in units[:1]:\n            uncover"
}
"""In this build an advance takes only the first unit along."""


VILLAGE = Path(__file__).parents[1] / "ford" / "golden" / "village.westfront"


def played(room: Room, more: int = 3) -> tuple[dict[str, Player], int]:
    """A table at which two units advanced and the game went on, and the number of that action."""
    text = VILLAGE.read_text(encoding="utf-8")
    number = next(entry.number for entry in Match.load(text).entries if entry.action == "advance R1 R2")
    so_far = Match.load(text, upto=number + more)
    so_far.fresh_dice()
    return room.put(so_far), number


def test_what_would_change_is_told_before_an_update(
    store_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Which games, and from which action on; and what is as it was is not mentioned."""
    with running(store_url) as room:
        table = next(iter(played(room)[0].values())).table
        room.table("ford", "me", "me")
        number = played(room)[1]
    assert main(["tables", "check", "--store", store_url]) == 0
    assert capsys.readouterr().out == "3 games: none would change.\n"
    with rebuilt(tmp_path, combat=SHORT_ADVANCE):
        assert main(["tables", "check", "--store", store_url]) == 1
        told = capsys.readouterr().out
    assert f"{table}, ford, {number + 4} actions: the rules here do not follow action {number}: " in told
    assert told.count("this action does not lead where the record says; it would go on from action") == 2
    assert told.endswith("3 games: 2 would change.\n")


@pytest.mark.usefixtures("both")
def test_games_that_are_over_damaged_or_not_installed_are_told_too(
    store_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(store_url) as room:
        over, damaged = (next(iter(played(room)[0].values())) for _ in range(2))
        register(NewFord)
        room.table("ford", "me", "me")
        over.settle("/resign", side="red").raise_for_status()
        spoil = "UPDATE actions SET action = 'castle' WHERE game = ? AND number = 3"
        room.hall.store.write(lambda execute: execute(spoil, (damaged.table,)))
    with rebuilt(tmp_path):
        assert main(["tables", "check", "--store", store_url]) == 1
    told = capsys.readouterr().out
    assert f"{over.table}, " not in told
    assert "was changed by hand" in told
    assert "rules '1.10' of ford are not installed here" in told
    assert told.endswith("3 games: 2 would change.\n")


def test_both_sides_agree_to_go_on_from_the_last_position_that_the_rules_follow(store_url: str, tmp_path: Path) -> None:
    """Until then the table can be looked at, and stands still for everybody."""
    with running(store_url) as room:
        before, number = played(room)
    with rebuilt(tmp_path, combat=SHORT_ADVANCE), running(store_url) as room:
        red, blue, watch = (
            Player(room.client, before[who].table, before[who].token) for who in ("red", "blue", "watch")
        )
        for player in (red, blue, watch):
            seen = player.see()
            assert seen["view"]["question"] is None
            assert seen["warnings"] == [STANDS_STILL.format(number, number - 1)]
        refused = red.act("done")
        assert (refused.status_code, refused.json()["rule"]) == (422, "build")
        assert red.get(f"/at/{number - 1}").status_code == 200
        assert red.get(f"/at/{number}").json()["rule"] == "build"
        assert red.settle("/offer", kind="takeback", to=number).json()["rule"] == "build", "no later position is known"
        assert blue.see()["offer"] is None
        red.settle("/offer", kind="takeback", to=number - 1).raise_for_status()
        assert blue.see()["view"]["question"] is None
        blue.settle("/answer", accept=True).raise_for_status()
        asked = red if red.see()["view"]["question"] else blue
        assert asked.act(asked.offers()[0]).status_code == 200
        assert red.see()["warnings"] == [PASSED_OVER.format(5, number)]
        red.settle("/resign").raise_for_status()
        record = red.get("/record").text
        assert Match.load(record).over
        reply = msgspec.msgpack.decode(carry_out(msgspec.msgpack.encode(Finished(record))), type=Reply)
        assert isinstance(reply, Verified)
        assert "both sides took them back" in reply.end.sentence


def test_a_machine_stands_still_too_and_goes_back_when_asked(
    store_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with running(store_url) as room:
        before, number = played(room)
        row = room.hall.tables.row(before["red"].table)
        seats = {"red": Seat("person"), "blue": Seat("machine:random")}
        room.hall.store.change(row, None, seats=text_of(seats), to_act="blue", waits_for="machine")
    with rebuilt(tmp_path, combat=SHORT_ADVANCE), running(store_url) as room:
        red = Player(room.client, before["red"].table, before["red"].token)
        assert red.see()["view"]["question"] is None
        red.settle("/offer", kind="takeback", to=number - 1).raise_for_status()
        assert red.see()["warnings"] == [PASSED_OVER.format(5, number)]
    assert caplog.text == ""


def test_a_server_of_another_build_beside_it_does_no_harm(postgres: Cluster, tmp_path: Path) -> None:
    """What it writes and this one's rules do not follow is not taken for something else: the table stands still."""
    url = postgres.new_database()
    with running(url) as room:
        before, number = played(room, more=-1)
        red, table = before["red"], before["red"].table
        assert red.see()["number"] == number
        so_far = Match.load(VILLAGE.read_text(encoding="utf-8"), upto=number)
        wrong = so_far.entries[-1]._replace(number=number + 1, effect="00000000")
        link = room.hall.store.entries(table)[-1].hash
        row, wrong = room.hall.tables.row(table), wrong._replace(hash=chain(link, wrong.body()))
        room.hall.store.append(row, [wrong], Standing(number + 1, row.to_act, "person", ""), None)
        for _ in range(2):
            seen = red.see()
            assert (seen["number"], seen["view"]["question"]) == (number + 1, None)
            assert seen["warnings"] == [STANDS_STILL.format(number + 1, number)]


@pytest.fixture
def both() -> Iterator[None]:
    """Two versions of The Ford, the later of which came with an update."""
    yield
    register_of_games._register.pop(("ford", "1.10"), None)
    register_of_games._make.cache_clear()


@pytest.mark.usefixtures("both")
def test_two_versions_are_finished_on_one_server(room: Room) -> None:
    """The same actions at both tables, by turns: each side has one village in the end, and with equal points nobody has
    won by the old rules, and blue by the new."""
    old = next(iter(room.table("ford", "me", "me").values()))
    assert old.act("move R1 0305").status_code == 200
    register(NewFord)
    new = next(iter(room.table("ford", "me", "me").values()))
    assert new.act("move R1 0305").status_code == 200
    while old.offers():
        for player in (old, new):
            assert player.act("done").status_code == 200
    ends = {}
    for player in (old, new):
        match, seen = Match.load(player.get("/record").text), player.see()
        assert match.state.verdict == "red has 2 points and blue 2"
        ends[match.setting.version] = (match.state.winner, seen["view"]["verdict"])
    told = "{}: red has 2 points and blue 2"
    assert ends == {"1": (DRAW, told.format("nobody")), "1.10": (BLUE, told.format("blue"))}
