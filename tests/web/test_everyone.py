"""For everyone: accessibility of every page, the keyboard alone, the phone, both themes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, OpenPage, Server
from tests.web.game import finished, hold, set_up, visit
from tests.web.words import words_outside_the_catalogue

PAGES = [
    "/",
    "/new/michel",
    "/import",
    "/rules",
    "/rules/ford",
    "/seats/TABLE",
    "/join/TABLE/TOKEN",
    "/mail/yes/TABLE/TOKEN",
    "/nowhere",
]
TABS = ["log", "rules", "together"]


def furnished(page: Page, server: Server, path: str) -> None:
    """Open a page of the client with a game under way and one ended in the browser."""
    seat = set_up(server, red="me", blue="link")
    tokens = seat.tokens
    hold(page, server, seat.table, seat.token, watch=tokens["watch"], invites={"blue": tokens["blue"]})
    over = finished(server)
    hold(page, server, over.table, over.token)
    visit(page, server, path.replace("TABLE", seat.table).replace("TOKEN", tokens["blue"]))


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_accessible_by_day_and_by_night(
    desktop: Page, server: Server, axe: Callable[[Page], None], path: str
) -> None:
    furnished(desktop, server, path)
    axe(desktop)
    desktop.emulate_media(color_scheme="dark")
    axe(desktop)


@pytest.mark.parametrize("path", PAGES)
def test_every_page_fits_a_phone(open_page: OpenPage, server: Server, axe: Callable[[Page], None], path: str) -> None:
    page = open_page(**PHONE)
    furnished(page, server, path)
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    small = page.evaluate(
        """() => [...document.querySelectorAll("main button, main a.button, .masthead a, .masthead button")]
            .map((each) => [each.textContent, each.getBoundingClientRect()])
            .filter(([, box]) => box.width && (box.width < 24 || box.height < 40)).map(([text]) => text)"""
    )
    assert [text for text in small if text] == []


def test_every_panel_of_the_table_is_accessible_by_day_and_by_night(
    desktop: Page, server: Server, axe: Callable[[Page], None]
) -> None:
    furnished(desktop, server, "/")
    desktop.get_by_role("link", name="Continue").first.click()
    for tab in TABS:
        desktop.locator(f"#tab-{tab}").click()
        expect(desktop.locator(f"#panel-{tab}")).to_be_visible()
        for scheme in ("light", "dark"):
            desktop.emulate_media(color_scheme=scheme)
            axe(desktop)


def test_the_settings_and_a_rule_are_accessible_as_sheets(
    desktop: Page, server: Server, axe: Callable[[Page], None]
) -> None:
    visit(desktop, server, "/")
    desktop.get_by_role("button", name="Settings").click()
    axe(desktop)


def test_a_new_game_by_keyboard_alone(desktop: Page, server: Server) -> None:
    visit(desktop, server, "/")
    expect(desktop.get_by_role("heading", level=1)).to_be_focused()
    press_to(desktop, "New game of The Ford")
    desktop.keyboard.press("Enter")
    expect(desktop.get_by_role("heading", level=1)).to_have_text("New game")
    expect(desktop.get_by_role("heading", level=1)).to_be_focused()
    press_to(desktop, "seat-blue")
    desktop.keyboard.press("ArrowRight")
    expect(desktop.locator("input[name=seat-blue][value='machine:random']")).to_be_checked()
    press_to(desktop, "Set up the table")
    desktop.keyboard.press("Enter")
    desktop.wait_for_selector(".table-page")


def press_to(page: Page, name: str) -> None:
    """Press Tab until the thing of this name has the focus, which must be visible."""
    for _ in range(60):
        page.keyboard.press("Tab")
        here = page.evaluate(
            """() => { const it = document.activeElement;
            return [it.getAttribute("aria-label"), it.textContent.trim(), it.name ?? ""]; }"""
        )
        if name in here:
            return
    raise AssertionError(f"Tab does not lead to {name}")


def test_the_skip_link_leads_past_the_masthead(desktop: Page, server: Server) -> None:
    visit(desktop, server, "/")
    link = desktop.get_by_role("link", name="Skip to the page")
    link.focus()
    expect(link).to_be_in_viewport()
    desktop.keyboard.press("Enter")
    expect(desktop.locator("main")).to_be_focused()


def test_the_title_tells_where_one_is(desktop: Page, server: Server) -> None:
    visit(desktop, server, "/rules/ford")
    expect(desktop).to_have_title("Rules of The Ford – Westfront 1918")


def test_strings_are_in_the_one_catalogue() -> None:
    assert words_outside_the_catalogue() == []
