"""A whole game of each kind by clicks in the browser, to its natural end."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage, Server, Watch
from tests.web.game import set_up, sit
from tests.web.whole_game import begin, finish

PATIENCE = 600_000
KEEN = 0.4


def ended(page: Page) -> None:
    expect(page.locator(".bar .flag")).to_have_text("The game is over")
    expect(page.locator(".end-place")).not_to_be_empty()


def test_both_sides_at_one_screen(desktop: Page, server: Server, watch: Watch) -> None:
    watch.allow("status of 4")
    sit(desktop, server, set_up(server))
    begin(desktop, 18, KEEN)
    assert finish(desktop, PATIENCE) > 20
    ended(desktop)


def test_two_who_met_by_a_link(open_page: OpenPage, server: Server, watch: Watch) -> None:
    watch.allow("status of 4")
    red = set_up(server, red="me", blue="link")
    pages = open_page(), open_page()
    for page, seat in zip(pages, (red, red.of("blue", "Grace")), strict=True):
        sit(page, server, seat)
        begin(page, 19, KEEN)
    for page in pages:
        finish(page, PATIENCE)
        ended(page)


def test_against_the_machine(desktop: Page, server: Server, watch: Watch) -> None:
    watch.allow("status of 4")
    sit(desktop, server, set_up(server, red="me", blue="machine:random"))
    begin(desktop, 20, KEEN)
    finish(desktop, PATIENCE)
    ended(desktop)
