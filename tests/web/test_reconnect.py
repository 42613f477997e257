"""The line breaks in the middle of a turn: nothing is lost, and the client finds back by itself."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage, Server, Watch
from tests.web.game import set_up, sit


def test_the_server_dies_in_mid_turn_and_comes_back(desktop: Page, own_server: Server, watch: Watch) -> None:
    watch.allow("ERR_CONNECTION", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_NETWORK", "ERR_EMPTY_RESPONSE")
    seat = set_up(own_server, options={"fog": "off"})
    seat.play("take R1", "go", side="red")
    sit(desktop, own_server, seat)
    expect(desktop.locator(".where")).to_have_text("Now, after 2 actions")
    own_server.stop()
    expect(desktop.get_by_role("alert")).to_be_visible()
    own_server.start()
    seat.play("done", side="red")
    expect(desktop.locator(".where")).to_have_text("Now, after 3 actions")
    expect(desktop.locator(".banner")).to_be_hidden()


def test_after_a_gap_the_whole_view_is_fetched(open_page: OpenPage, server: Server, watch: Watch) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED")
    red = set_up(server, red="me", blue="link")
    blue = red.of("blue")
    page = open_page()
    sit(page, server, blue)
    expect(page.locator(".where")).to_have_text("Now, after 1 action")  # the page has sealed its share in the dice
    page.context.set_offline(True)
    red.play("done", "done")
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".where")).to_have_text("Now, after 3 actions")
    expect(page.locator(".line", has_text="Blue: movement")).to_be_visible()
