"""Whole games played by clicks in a browser to their natural end: small ones in the suite, the five games by a command.

`python -m tests.web.whole_game michel storm` plays a hot-seat game of each; without names, of all five.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

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


def main(games: list[str]) -> None:
    """Play a hot-seat game of each, and tell how it ended."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        server = Server(Path(folder))
        server.start()
        browser = play.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            for game in games or GAMES:
                page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
                page.set_default_timeout(10 * PATIENCE)
                sides = ask(server, f"/api/games/{game}")["sides"]
                sit(page, new_table(server, game, dict.fromkeys(sides, "me")))
                begin(page, 1918, 0.2)
                clicks = finish(page, 0)
                print(f"{game}: {clicks} clicks, {page.locator('.prompt-words').inner_text()}", flush=True)
                page.close()
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
