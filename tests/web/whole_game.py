"""Whole games played by clicks in a browser to their natural end: small ones in the suite, the five games by a command.

`python -m tests.web.whole_game michel meuse:montfaucon` plays a game of each at one screen; without names, of all
five. `hot-seat`, `link` and `machine` among the names choose the kinds.
"""

from __future__ import annotations

import sys
import tempfile
import time
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.conftest import ARGUMENTS, CHROMIUM, PATIENCE, Server
from tests.web.seats import ask, new_table, sit

GAMES = ("michel", "hindenburg", "meuse", "marne", "storm")
CLICKS = 20_000

PLAYER = """({ seed, keen, most }) => {
  let state = seed;
  const chance = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => !one.disabled);
  const isOver = () => document.querySelector(".bar .flag")?.textContent === "The game is over";
  const next = () => {
    const [waiting] = all(".curtain button, dialog [data-key='go on'], dialog [data-key='seen']");
    if (waiting) return waiting;
    if (document.querySelector(".table-page.busy, dialog[open]")) return null;
    const [onward] = all(".bar-buttons .primary");
    const orders = all(".bar-buttons [data-action], .orders [data-action], .pile-buttons [data-action]");
    if (onward && (chance() > keen || !orders.length)) return onward;
    return orders[Math.floor(chance() * orders.length)] ?? null;
  };
  const played = (window.played = { clicks: 0, over: false });
  const step = () => {
    played.over = isOver();
    if (played.over || played.clicks >= most) return;
    const button = next();
    if (button) { played.clicks += 1; button.click(); }
    setTimeout(step, button ? 0 : 20);
  };
  step();
}"""
"""A player that presses whatever is offered, and goes on where it may with a chance of `1 - keen`."""


def begin(page: Page, seed: int, keen: float) -> None:
    """Let a player sit down at the table that a page shows."""
    page.evaluate(PLAYER, {"seed": seed, "keen": keen, "most": CLICKS})


def finish(page: Page, patience: float) -> int:
    """Wait until the game at a page is over; gives the number of clicks that it took."""
    page.wait_for_function("() => window.played.over", timeout=patience)
    return int(page.evaluate("() => window.played.clicks"))


KINDS = {"hot-seat": ("me", "me"), "link": ("me", "link"), "machine": ("me", "machine:recruit")}


def play(browser: Browser, server: Server, game: str, scenario: str, kind: str) -> str:
    """Play one game of a kind to its end, everybody with a browser of their own; gives how it ended."""
    sides = ask(server, f"/api/games/{game}")["sides"]
    seat = new_table(server, game, dict(zip(sides, KINDS[kind], strict=True)), scenario=scenario, name="Ada")
    seats = [seat, seat.of(sides[1], "Grace")] if kind == "link" else [seat]
    pages = []
    for number, each in enumerate(seats):
        page = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce").new_page()
        page.set_default_timeout(10 * PATIENCE)
        sit(page, each)
        begin(page, 1918 + number, 0.2)
        pages.append(page)
    clicks = sum(finish(page, 0) for page in pages)
    told = pages[0].locator(".prompt-words").inner_text()
    for page in pages:
        page.context.close()
    return f"{clicks} clicks, {told}"


def main(arguments: list[str]) -> None:
    """Play the games that are named, or all, in the kinds that are named, or at one screen; tell how each ended."""
    kinds = [word for word in arguments if word in KINDS] or ["hot-seat"]
    games = [word for word in arguments if word not in KINDS] or list(GAMES)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as started:
        server = Server(Path(folder))
        server.start()
        browser = started.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            for game, kind in product(games, kinds):
                before = time.monotonic()
                told = play(browser, server, *game.partition(":")[::2], kind)
                print(f"{game} {kind}: {told} ({time.monotonic() - before:.0f} s)", flush=True)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
