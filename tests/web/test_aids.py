"""Tables and charts one key away, with the column of the battle marked; at both sizes, by day and by night."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import DESKTOP, PHONE, OpenPage, Server, without_drawings
from tests.web.game import visit
from tests.web.seats import guided, sit

OVER = "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.sheet-body'))"
MARKED = {"meuse": (11, "12"), "marne": (2, "5-1"), "michel": (6, "3-1")}


@pytest.mark.parametrize("game", MARKED)
def test_a_opens_the_table_of_the_battle(server: Server, desktop: Page, game: str) -> None:
    """The column that the preview tells is marked, for the eye and for the ear; the same key closes it."""
    steps, column = MARKED[game]
    sit(desktop, guided(server, game, steps))
    desktop.keyboard.press("a")
    table = desktop.locator("dialog table.aid")
    expect(table.locator("caption")).to_contain_text("Combat results")
    expect(table.locator('thead [aria-current="true"]')).to_have_text(f"{column} (now)")
    assert table.locator("td.here").count() >= 6
    desktop.keyboard.press("a")
    expect(desktop.locator("dialog")).to_have_count(0)


def test_the_chosen_chart_is_there_when_they_are_opened_again(server: Server, desktop: Page) -> None:
    """Without a battle they open where they were left."""
    sit(desktop, guided(server, "meuse", 1))
    desktop.locator('[data-tool="aids"]').click()
    desktop.get_by_role("button", name="Twelve lines for a new player").click()
    expect(desktop.locator("table.aid tbody tr")).to_have_count(12)
    desktop.keyboard.press("Escape")
    desktop.keyboard.press("a")
    expect(desktop.locator("table.aid caption")).to_contain_text("Twelve lines")


@pytest.mark.parametrize("night", [False, True])
@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["1440x900", "360x740"])
def test_every_chart_can_be_read(
    server: Server, open_page: OpenPage, axe: Callable[[Page], None], screen: dict[str, object], night: bool
) -> None:
    """Nothing is wider than the screen but what scrolls by itself, and nothing breaks a rule of accessibility."""
    page = open_page(**screen, color_scheme="dark" if night else "light")
    sit(page, guided(server, "marne", 2))
    page.locator('[data-tool="aids"]').click()
    choice = page.locator(".aid-choice")
    keys = choice.locator("option").evaluate_all("all => all.map((one) => one.value)")
    for key in keys:
        choice.evaluate("(one, key) => { one.value = key; one.dispatchEvent(new Event('change')); }", key)
        expect(page.locator(f'article[data-aid="{key}"]')).to_be_visible()
        over = page.evaluate(OVER)
        assert over <= 0, key
    without_drawings(page)
    axe(page)


def test_the_charts_have_a_page_of_their_own(server: Server, desktop: Page) -> None:
    """From the rules of a game, without a table; the address leads to one of them."""
    visit(desktop, server, "/rules/storm")
    desktop.get_by_role("link", name="Tables and charts").click()
    expect(desktop.locator("h1")).to_contain_text("Tables and charts of")
    desktop.get_by_role("button", name="Die modifiers").click()
    expect(desktop).to_have_url(f"{server.url}#/aids/storm/modifiers")
    visit(desktop, server, "/aids/storm/calendar")
    expect(desktop.locator("table.aid caption")).to_contain_text("Calendar and replacements")
