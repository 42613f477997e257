"""Tables outlive a refactoring and an upgrade: what was begun is finished, in both stores and under its own rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.engine.test_versions import NewFord
from tests.rebuilt import rebuilt
from tests.server.room import Player, Room, running
from westfront.engine import rules as register_of_games
from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match
from westfront.engine.rules import register
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
        return load(row, store.entries(table)).record()


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


@pytest.fixture
def both() -> Iterator[None]:
    """Two versions of The Ford, the later of which came with an update."""
    yield
    register_of_games._register.pop(("ford", "1.10"), None)
    register_of_games._make.cache_clear()


@pytest.mark.usefixtures("both")
def test_two_versions_are_finished_on_one_server(room: Room) -> None:
    old = next(iter(room.table("ford", "me", "me", scenario="assault").values()))
    play_on(old, RepeatableRandom(1), 20)
    register(NewFord)
    new = next(iter(room.table("ford", "me", "me", scenario="assault").values()))
    versions = []
    for player in (old, new):
        play_on(player, RepeatableRandom(2))
        match = Match.load(player.get("/record").text)
        assert match.over
        versions.append(match.setting.version)
    assert versions == ["1", "1.10"]
