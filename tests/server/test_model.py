"""A state machine over the API, held against a match of its own and a few lists: play, repeat, stale numbers, undo,
offers, resignation, chat, notes, reloads from the store."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.server.room import Player, merged, new_key, running, same
from westfront.server.settings import Settings
from westfront.server.tables import load

SIDES = ("red", "blue")
SIDE = st.sampled_from(SIDES)
ANY = st.integers(0, 10_000)


def plain(value: object) -> Any:
    """As it comes through JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


class Model(RuleBasedStateMachine):
    """One table with two seats, and what must be true of it."""

    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        folder = self.stack.enter_context(tempfile.TemporaryDirectory())
        self.room = self.stack.enter_context(running(str(Path(folder) / "w.db"), Settings(rate=0, quiet=1e6)))
        self.sent: list[tuple[Player, str, dict[str, Any]]] = []
        """Requests that were accepted."""
        self.tables: dict[str | None, dict[str, Any]] = {}
        """By side, as a client keeps it that is only told what has changed."""
        self.chat: list[tuple[str, str]] = []
        self.notes = dict.fromkeys(SIDES, "")
        self.offer: dict[str, Any] | None = None

    def teardown(self) -> None:
        self.stack.close()

    @initialize(fog=st.sampled_from(("on", "off")), scenario=st.sampled_from(("meeting", "assault", "columns")))
    def begin(self, fog: str, scenario: str) -> None:
        players = self.room.table(scenario=scenario, options={"fog": fog})
        self.players = {"red": players["mine"], "blue": players["blue"]}
        self.watch = players["watch"]
        row = self.room.hall.store.game(self.watch.table)
        assert row is not None
        self.match = load(row, [], self.room.hall.store.secret_of(row))

    # -- what can be done

    def send(self, side: str, tail: str, **body: Any) -> httpx.Response:
        """A request; one that is accepted can be repeated later."""
        player, body = self.players[side], {"key": new_key(), **body}
        answer = player.post(tail, **body)
        assert answer.status_code < 500, answer.text
        if answer.status_code == 200:
            self.sent.append((player, tail, body))
        return answer

    def moved_on(self) -> None:
        """The offer on the table lapses."""
        self.offer = None

    @precondition(lambda self: not self.match.over)
    @rule(pick=ANY)
    def play(self, pick: int) -> None:
        side, actions = self.match.decision.side, self.match.decision.texts
        action = actions[pick % len(actions)]
        answer = self.send(side, "/actions", number=self.match.number, action=action)
        assert answer.status_code == 200, answer.text
        self.match.play(action)
        self.moved_on()

    @precondition(lambda self: not self.match.over)
    @rule(side=SIDE, text=st.sampled_from(["done", "go 0101", "confirm", "lose R1", "x", "", "undo", "resign"]))
    def try_anything(self, side: str, text: str) -> None:
        why = self.match.why(text, side=side)
        answer = self.send(side, "/actions", number=self.match.number, action=text)
        if why is None:
            assert answer.status_code == 200
            self.match.play(text)
            self.moved_on()
        else:
            assert (answer.status_code, answer.json()["rule"]) == (422, why.rule)

    @rule(side=SIDE, number=st.integers(0, 40))
    def answer_another_position(self, side: str, number: int) -> None:
        if number != self.match.number:
            assert self.send(side, "/actions", number=number, action="done").status_code == 409
            assert self.send(side, "/undo", number=number).status_code == 409

    @rule(side=SIDE)
    def undo(self, side: str) -> None:
        allowed = not self.match.over and self.match.can_undo and side == self.match.decision.side
        answer = self.send(side, "/undo", number=self.match.number)
        assert answer.status_code == (200 if allowed else 422)
        if allowed:
            self.match.undo()
            self.moved_on()

    @precondition(lambda self: bool(self.sent))
    @rule(pick=ANY)
    def repeat(self, pick: int) -> None:
        """What was accepted once is accepted again, and changes nothing."""
        player, tail, body = self.sent[pick % len(self.sent)]
        assert player.post(tail, **body).status_code == 200

    @precondition(lambda self: bool(self.sent))
    @rule(pick=ANY)
    def use_a_key_twice(self, pick: int) -> None:
        player, _, body = self.sent[pick % len(self.sent)]
        answer = player.post("/chat", text="something else entirely", key=body["key"])
        assert answer.status_code == 409

    @rule(side=SIDE, kind=st.sampled_from(("draw", "takeback")), to=st.integers(0, 30))
    def make_an_offer(self, side: str, kind: str, to: int) -> None:
        answer = self.send(side, "/offer", number=self.match.number, kind=kind, to=to)
        if self.match.over or (kind == "takeback" and to >= self.match.number):
            assert answer.status_code == 422
        elif self.offer:
            assert answer.status_code == 409
        else:
            assert answer.status_code == 200
            self.offer = {"kind": kind, "by": side, "to": to}

    @rule(side=SIDE, accept=st.booleans())
    def answer_an_offer(self, side: str, accept: bool) -> None:
        body = {"number": self.match.number, "talk": self.players[side].see()["talk"], "accept": accept}
        made, answer = self.offer, self.send(side, "/answer", **body)
        if made is None:
            assert answer.status_code == 409
        elif accept and made["by"] == side:
            assert answer.status_code == 422
        else:
            assert answer.status_code == 200, answer.text
            if accept and made["kind"] == "draw":
                self.match.agree_draw(side)
            elif accept:
                self.match.take_back(made["to"], side)
            self.offer = None

    @rule(side=SIDE, really=st.integers(0, 9))
    def resign(self, side: str, really: int) -> None:
        """Seldom, so that games last."""
        if really == 0 or self.match.over:
            answer = self.send(side, "/resign", number=self.match.number)
            assert answer.status_code == (422 if self.match.over else 200)
            if not self.match.over:
                self.match.resign(side)
                self.moved_on()

    @rule(side=SIDE, text=st.text(st.characters(codec="utf-8"), min_size=1, max_size=20))
    def talk(self, side: str, text: str) -> None:
        said = "".join(letter if letter.isprintable() or letter == "\n" else " " for letter in text).strip()
        answer = self.send(side, "/chat", text=text)
        assert answer.status_code == (200 if said else 422)
        if said:
            self.chat.append((side, said))

    @rule(side=SIDE, text=st.text(max_size=20))
    def write_a_note(self, side: str, text: str) -> None:
        answer = self.players[side].post("/note", text=text)
        if "\0" in text:
            assert answer.status_code == 422
        else:
            self.notes[side] = text

    @rule()
    def forget_the_match(self) -> None:
        """As after a restart: the table is built anew from the store."""
        self.room.hall.tables._live.clear()

    # -- what must hold

    @invariant()
    def the_table_is_that_of_the_match(self) -> None:
        if not hasattr(self, "match"):
            return
        for side, player in (*self.players.items(), (None, self.watch)):
            table = player.see()
            before = self.tables.get(side, table)
            self.tables[side] = merged(before, player.get(f"?since={before['number']}").json())
            assert same(self.tables[side], table)
            assert table["number"] == self.match.number
            assert table["result"] == (self.match.result or "")
            assert plain(self.match.view(side)) == table["view"]
            story = self.match.log_page(side, -60)
            assert table["log"] == {"from": story.first, "count": story.count, "lines": plain(story.lines)}
            assert table["offer"] == self.offer
            mine = side is not None and not self.match.over and side == self.match.decision.side
            assert table["can_undo"] == (mine and self.match.can_undo)

    @invariant()
    def the_log_is_whole(self) -> None:
        if hasattr(self, "match"):
            entries = self.room.hall.store.entries(self.watch.table)
            assert entries == self.match.entries

    @invariant()
    def talk_and_notes_are_kept(self) -> None:
        if hasattr(self, "match"):
            for side, player in self.players.items():
                lines = player.get("/chat").json()["lines"]
                assert [(line["side"], line["text"]) for line in lines] == self.chat
                assert player.get("/note").json()["text"] == self.notes[side]


def test_the_api_keeps_to_its_model() -> None:
    """Any sequence of requests leaves the table as the model says."""
    run_state_machine_as_test(
        Model,
        settings=settings(
            max_examples=30,
            stateful_step_count=40,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
            print_blob=False,
        ),
    )
