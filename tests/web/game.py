"""Setting up tables over HTTP and by the browser, for the tests of the client."""

from __future__ import annotations

import json
import secrets
import urllib.request
from typing import Any

from playwright.sync_api import Page

from tests.web.conftest import ROOT, Server


class Seat:
    """One token at a table, for playing without a browser."""

    def __init__(self, server: Server, table: str, token: str) -> None:
        self.server, self.table, self.token = server, table, token

    def get(self, path: str = "") -> Any:
        """Ask something of the table."""
        return _ask(f"{self.server.url}api/tables/{self.table}{path}", None, self.token)

    def post(self, path: str, **body: Any) -> Any:
        """Change something at the table."""
        return _ask(
            f"{self.server.url}api/tables/{self.table}{path}", {"key": secrets.token_hex(16), **body}, self.token
        )

    def play(self, *actions: str, side: str = "") -> None:
        """Answer one question after another; of actions that begin with a text the first is taken."""
        for action in actions:
            table = self.get(f"?side={side}" if side else "")
            offered = table["view"]["question"]["actions"]
            chosen = next(each for each in offered if each.startswith(action))
            self.post("/actions", number=table["number"], action=chosen, side=side)


def set_up(
    server: Server, game: str = "ford", scenario: str = "", options: dict[str, str] | None = None, **seats: str
) -> tuple[Seat, dict[str, str]]:
    """A new table, which Ada sets up, and its tokens."""
    seats = seats or {"red": "me", "blue": "me"}
    setting = {"game": game, "scenario": scenario, "options": options or {}}
    body = {**setting, "seats": seats, "name": "Ada", "key": secrets.token_hex(16)}
    made = _ask(f"{server.url}api/tables", body)
    return Seat(server, made["table"], made["tokens"].get("mine", made["tokens"]["watch"])), made["tokens"]


def finished(server: Server) -> Seat:
    """A finished game of the Ford with a battle in it, seen from both sides."""
    record = (ROOT / "tests" / "ford" / "golden" / "last-stand.westfront").read_text(encoding="utf-8")
    body = {"record": record, "seats": {"red": "me", "blue": "me"}, "key": secrets.token_hex(16)}
    made = _ask(f"{server.url}api/tables/import", body)
    return Seat(server, made["table"], made["tokens"]["mine"])


def _ask(address: str, body: Any, token: str = "") -> Any:
    headers = {"Content-Type": "application/json"} if body is not None else {}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(address, data, headers), timeout=30) as answer:
        return json.load(answer)


def hold(page: Page, server: Server, table: str, token: str, **more: Any) -> None:
    """Give the browser of a page a seat, as if it had been set up there."""
    page.goto(server.url)
    page.evaluate(
        """([table, seat]) => {
            const all = JSON.parse(localStorage.getItem("westfront.seats") ?? "{}");
            localStorage.setItem("westfront.seats", JSON.stringify({...all, [table]: seat}));
        }""",
        [table, {"token": token, "role": "seat", **more}],
    )


def visit(page: Page, server: Server, path: str) -> None:
    """Open a page of the client from its address, as a new visit, and wait for its heading."""
    page.goto("about:blank")
    page.goto(f"{server.url}#{path}")
    page.wait_for_selector("main h1", state="attached")


def sit(page: Page, server: Server, seat: Seat, **more: Any) -> None:
    """Sit down at a table in the browser."""
    hold(page, server, seat.table, seat.token, **more)
    visit(page, server, f"/table/{seat.table}")
    page.wait_for_selector(".table-page")
