"""Tables of the Ford, and the pages of the client in which they are played."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Error, Page

from tests.web.conftest import ROOT, Server
from tests.web.seats import Seat, ask, new_key, new_table


def set_up(server: Server, scenario: str = "", options: dict[str, str] | None = None, **seats: str) -> Seat:
    """A new table of the Ford, which Ada sets up; both sides are hers if nothing else is said."""
    seats = seats or {"red": "me", "blue": "me"}
    return new_table(server, "ford", seats, scenario=scenario, options=options or {}, name="Ada")


def finished(server: Server) -> Seat:
    """A finished game of the Ford with a battle in it, seen from both sides."""
    record = (ROOT / "tests" / "ford" / "golden" / "last-stand.westfront").read_text(encoding="utf-8")
    body = {"record": record, "seats": {"red": "me", "blue": "me"}, "key": new_key()}
    made = ask(server, "/api/tables/import", body)
    return Seat(server, made["table"], made["tokens"]["mine"], made["tokens"])


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


def stop_clock(page: Page) -> None:
    """Time stands still on a page whose clock was installed, from a moment that is not over when this is told."""
    for _ in range(10):
        try:
            page.clock.pause_at(page.evaluate("Date.now() / 1000") + 5)
            return
        except Error as late:  # the machine is busy, and the moment has gone by
            told = late
    raise told


def hold_back(page: Page, path: str, method: str = "GET") -> None:
    """From the next document on, and in this one, requests to such a path wait until they are let go."""
    script = """([path, method]) => {
        const plain = window.fetch;
        window.held = [];
        window.fetch = (to, how) => (to.includes(path) && (how?.method ?? "GET") === method
            ? new Promise((done) => window.held.push(() => plain(to, how).then(done)))
            : plain(to, how));
    }"""
    page.add_init_script(f"({script})({[path, method]})")
    page.evaluate(script, [path, method])


def hold_answers(page: Page, path: str) -> None:
    """The server gets what is posted to such a path, but the page gets the answers only when they are let go."""
    page.evaluate(
        """(path) => {
            const plain = window.fetch;
            window.held = [];
            window.fetch = async (to, how) => {
                const answer = await plain(to, how);
                if (to.includes(path) && how?.method === "POST") await new Promise((go) => window.held.push(go));
                return answer;
            };
        }""",
        path,
    )


def wait_for_held(page: Page, count: int) -> None:
    """Wait until so many requests are held back."""
    page.wait_for_function("(count) => window.held.length >= count", arg=count)


def let_go(page: Page, number: int) -> None:
    """Send a request that was held back, and wait for its answer."""
    page.evaluate("(number) => window.held[number]()", number)
