"""The first load of a table over the wire, and what is seen before the server has answered."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage, Server
from tests.web.game import hold_answers, let_go, wait_for_held
from tests.web.seats import ask, new_table, sit

REQUESTS, BYTES = 12, 200_000
SECONDS, LATENCY, RATE = 4.0, 0.4, 50 * 1024
JOURNEYS = 2
"""The page; then at once all it needs: the table and its game are asked for while the client is on its way."""


class Wire:
    """What a page fetches, with the bytes that come for each, heads included."""

    def __init__(self, page: Page) -> None:
        self.sizes: dict[str, int] = {}
        self._addresses: dict[str, str] = {}
        line = page.context.new_cdp_session(page)
        line.send("Network.enable")
        line.on("Network.requestWillBeSent", self._asked)
        line.on("Network.loadingFinished", self._came)

    def _asked(self, told: dict[str, Any]) -> None:
        if told["request"]["url"].startswith("data:"):
            return  # a font that came within the style sheet
        self._addresses[told["requestId"]] = told["request"]["url"]
        self.sizes[told["request"]["url"]] = 0

    def _came(self, told: dict[str, Any]) -> None:
        if address := self._addresses.get(told["requestId"]):
            self.sizes[address] = told["encodedDataLength"]


@pytest.mark.parametrize("game", ["michel", "hindenburg", "meuse", "marne", "storm"])
def test_a_table_comes_with_few_requests_and_bytes(server: Server, desktop: Page, game: str) -> None:
    """Over a line of 50 KB/s and 400 ms it can be played on after four seconds; the map comes last."""
    sides = ask(server, f"/api/games/{game}")["sides"]
    seat = new_table(server, game, dict.fromkeys(sides, "me"))
    kept = json.dumps({seat.table: {"token": seat.token}})
    desktop.add_init_script(f"localStorage.setItem('westfront.seats', {json.dumps(kept)})")
    wire = Wire(desktop)
    desktop.goto(f"{server.url}#/table/{seat.table}")
    desktop.wait_for_selector(".ground:not(.blank)", state="attached")
    expect(desktop.locator(".banner")).to_be_hidden()
    assert len(wire.sizes) <= REQUESTS, wire.sizes
    assert sum(wire.sizes.values()) <= BYTES, wire.sizes
    before_the_map = sum(size for address, size in wire.sizes.items() if "map.svg" not in address)
    assert JOURNEYS * LATENCY + before_the_map / RATE < SECONDS, wire.sizes


def test_what_was_fetched_once_is_kept(server: Server, desktop: Page) -> None:
    seat = new_table(server)
    sit(desktop, seat)
    desktop.wait_for_selector(".ground:not(.blank)", state="attached")  # the map comes last
    desktop.evaluate("() => document.fonts.ready.then(() => null)")
    wire = Wire(desktop)
    desktop.reload()
    desktop.wait_for_selector(".ground:not(.blank)", state="attached")
    scripts = {address: size for address, size in wire.sizes.items() if "/client." in address}
    assert set(scripts.values()) == {0}, "scripts and styles, with their fonts, are not asked for again"
    drawings = {address: size for address, size in wire.sizes.items() if "/art/" in address}
    assert max(drawings.values()) < 1000, "drawings are only asked whether they have changed"


@pytest.mark.parametrize("dark", [False, True])
def test_the_letters_come_with_the_page(server: Server, open_page: OpenPage, dark: bool) -> None:
    """Names on the map, text and buttons are set in fonts that the page brings along."""
    page = open_page(color_scheme="dark" if dark else "light")
    sit(page, new_table(server))
    page.wait_for_selector(".ground:not(.blank) #layer-names text", state="attached")
    page.wait_for_function("() => [...document.fonts].filter((one) => one.status === 'loaded').length >= 4")
    loaded = page.evaluate(
        "() => [...document.fonts].filter((one) => one.status === 'loaded').map((one) => `${one.family} ${one.style}`)"
    )
    assert {name.replace('"', "") for name in loaded} >= {
        "Westfront Serif normal",
        "Westfront Serif italic",
        "Westfront Sans normal",
    }
    for place, family in (
        (".ground #layer-names text", "Westfront Serif"),
        (".prompt", "Westfront Serif"),
        (".bar-buttons button", "Westfront Sans"),
    ):
        used = page.locator(place).first.evaluate("one => getComputedStyle(one).fontFamily.split(',')[0]")
        assert used.strip("\"'") == family


def test_a_click_is_seen_before_the_server_answers(server: Server, desktop: Page) -> None:
    """The unit in hand, the order in the bar, and the unit on its way."""
    sit(desktop, new_table(server))
    words, unit = desktop.locator(".prompt-words"), desktop.locator('.counter[data-unit="S-107"]')
    hold_answers(desktop, "/actions")
    unit.click()
    expect(words).to_have_text("Take S-107 …")
    expect(unit.locator(".held")).to_have_count(1)
    expect(desktop.locator(".table-page.busy")).to_have_count(1)
    wait_for_held(desktop, 1)
    let_go(desktop, 0)
    expect(words).to_contain_text("Where does S-107 go")
    before = unit.get_attribute("style")
    desktop.keyboard.press("d")
    desktop.keyboard.press("Enter")
    expect(unit).not_to_have_attribute("style", before or "")
    expect(words).to_contain_text("…")
    wait_for_held(desktop, 2)
    let_go(desktop, 1)
    expect(words).to_contain_text("Move your units")
