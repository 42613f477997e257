"""Seats at a table of the live server: made over the API, taken in the browser."""

from __future__ import annotations

import json
import secrets
import urllib.request
from typing import Any, NamedTuple

from playwright.sync_api import Page

import westfront.games  # noqa: F401
from tests.web.conftest import PATIENCE, Server
from westfront.engine.match import Match
from westfront.engine.rules import find_game

HOT_SEAT = {"german": "me", "allied": "me"}


class Seat(NamedTuple):
    """A seat: its server, table and token."""

    server: Server
    table: str
    token: str
    tokens: dict[str, str]

    def of(self, side: str, name: str = "") -> Seat:
        """Whoever sits down with an invitation, under a name."""
        invited = self._replace(token=self.tokens[side])
        return self._replace(token=invited.post("/join", name=name)["token"])

    def get(self, path: str = "") -> Any:
        """Ask something at the table."""
        return ask(self.server, f"/api/tables/{self.table}{path}", token=self.token)

    def post(self, path: str, **body: Any) -> Any:
        """Change something at the table."""
        return ask(self.server, f"/api/tables/{self.table}{path}", {"key": new_key(), **body}, self.token)

    def play(self, *actions: str, side: str = "") -> None:
        """Answer one question after another; of actions that begin with a text the first is taken."""
        for action in actions:
            table = self.view(side)
            chosen = next(text for text in texts(table) if text.startswith(action))
            self.post("/actions", number=table["number"], action=chosen, side=side)

    def view(self, side: str = "") -> dict[str, Any]:
        """The table as this seat sees it."""
        found: dict[str, Any] = self.get(f"?side={side}" if side else "")
        return found

    def act(self, *actions: str) -> dict[str, Any]:
        """Answer some questions over the API, as whichever side is asked."""
        table = self.view()
        for action in actions:
            body = {"number": table["number"], "action": action, "side": table["view"]["to_act"], "key": new_key()}
            table = ask(self.server, f"/api/tables/{self.table}/actions", body, self.token)
        return table


def texts(table: dict[str, Any]) -> list[str]:
    """The actions that are offered at a table."""
    question = table["view"]["question"]
    return [offer["text"] for offer in question["offers"]] if question else []


def new_key() -> str:
    """A key for a request."""
    return secrets.token_urlsafe(24)


def ask(server: Server, path: str, body: dict[str, Any] | None = None, token: str = "") -> Any:
    """A request to the server, with its answer."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(server.url.rstrip("/") + path, data, headers)
    with urllib.request.urlopen(request, timeout=PATIENCE / 1000) as answer:
        return json.load(answer)


def new_table(server: Server, game: str = "michel", seats: dict[str, str] | None = None, **more: object) -> Seat:
    """A new table, with the seat of the one who made it."""
    made = ask(server, "/api/tables", {"game": game, "seats": seats or HOT_SEAT, "key": new_key(), **more})
    tokens = made["tokens"]
    return Seat(server, made["table"], tokens.get("mine", ""), tokens)


def brought(server: Server, match: Match) -> Seat:
    """A match, with the secret of its dice, as a hot-seat table."""
    body = {"record": match.record(with_secret=True), "seats": HOT_SEAT, "key": new_key()}
    made = ask(server, "/api/tables/import", body)
    return Seat(server, made["table"], made["tokens"]["mine"], made["tokens"])


def guided(server: Server, game: str, steps: int) -> Seat:
    """The guided first battle of a game as a table of one's own, so many steps on."""
    lesson = find_game(game).lesson()
    assert lesson
    match = Match.from_position(lesson.start, seed=lesson.seed, auto=False)
    for step in lesson.steps[:steps]:
        match.play(step.do)
    return brought(server, match)


def sit(page: Page, seat: Seat) -> None:
    """Open the table in the browser with the token of the seat."""
    page.goto(seat.server.url)
    keep = "([table, token]) => localStorage.setItem('westfront.seats', JSON.stringify({[table]: {token}}))"
    page.evaluate(keep, [seat.table, seat.token])
    page.goto(f"{seat.server.url}#/table/{seat.table}")
    page.wait_for_selector(".overlay .counter, .curtain-words")
    page.wait_for_selector('meta[name="letters"]', state="detached")  # the fonts are on their way
