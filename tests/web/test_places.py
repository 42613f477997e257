"""Places, not codes: whatever a person reads at the table, a hex comes with the place that it lies at or by."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.seats import ask, guided, sit

READ = (
    ".prompt-words, .telegram, .bar button, .orders button, .preview h2, .preview th, .preview td, .preview summary,"
    " .attack-line, .line-text, .lesson-say, .tracks, dd, .steps-part h2, .steps-told li, .tray-lines p,"
    " #text-prompt, .textmode .order-buttons button, .textmode li, dialog p"
)
"""Everything at the table that is read as a line of its own."""
PLACE = re.compile(r" by [A-Z]|, \d+ (north|east|south|west)[a-z-]* of [A-Z]| [A-Z][a-z]")
STEPS = {"michel": 12, "hindenburg": 5, "meuse": 15, "marne": 7, "storm": 9}
"""So many steps into the first battle of each game a hex is asked about."""


def bare(page: Page, hexes: set[str]) -> list[str]:
    """The lines in which the first hex is a number and nothing else, and how many name one at all."""
    lines = page.locator(READ).evaluate_all("all => all.map((one) => one.textContent)")
    named = [
        (line, found[0]) for line in lines if (found := [w for w in re.finditer(r"\b\d{4}\b", line) if w[0] in hexes])
    ]
    assert named, "somewhere a hex is named"
    return [line for line, first in named if not PLACE.match(line[first.end() :])]


def hexes_of(server: Server, game: str) -> set[str]:
    return set(ask(server, f"/art/{game}/layout.json")["hexes"])


@pytest.mark.parametrize(("game", "steps"), STEPS.items())
def test_every_hex_comes_with_its_place(server: Server, desktop: Page, game: str, steps: int) -> None:
    """In the prompt, on buttons, in the preview, the dice, the log and text mode; and in a refusal."""
    hexes = hexes_of(server, game)
    sit(desktop, guided(server, game, steps))
    if desktop.locator(".curtain button").count():
        desktop.locator(".curtain button").click()
    expect(desktop.locator(".prompt-words")).to_have_text(re.compile(r"\d{4} [A-Zb]|\d{4}, \d|^Where does|asked"))
    expect(desktop.locator(".line-text").first).to_be_attached()
    assert bare(desktop, hexes) == []
    desktop.keyboard.press("t")
    expect(desktop.locator("#text-prompt")).to_be_visible()
    assert bare(desktop, hexes) == []
    far = min(place["hex"] for place in ask(server, f"/api/games/{game}")["places"])
    desktop.locator("[data-key='text find']").fill(far)
    desktop.keyboard.press("Enter")
    desktop.locator("[data-key='text why']").click()
    expect(desktop.locator(".telegram.why")).to_contain_text(far)
    assert bare(desktop, hexes) == []
