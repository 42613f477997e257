"""What happened since the seat last gave an order; the minimap and the names above the counters."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.seats import new_table, sit, texts


def test_what_moved_meanwhile_is_shown_and_played(server: Server, desktop: Page) -> None:
    seat = new_table(server)
    first = next(text for text in texts(seat.act("take S-107")) if text.startswith("go "))
    seat.act(first)
    desktop.goto(server.url)
    desktop.evaluate("id => localStorage.setItem(`westfront.since.${id}.german`, '0')", seat.table)
    sit(desktop, seat)
    expect(desktop.locator(".overlay .since .ghost")).to_have_count(1)
    telegram = desktop.locator(".telegram-place")
    expect(telegram).to_contain_text("Since your last order 1 unit has moved.")
    expect(desktop).to_have_title("● Your turn – 1918: Operation Michel – Westfront 1918")
    telegram.get_by_role("button", name="Play it").click()
    expect(desktop.locator(".table-page.looking-back")).to_have_count(1)
    expect(desktop.locator(".table-page.looking-back")).to_have_count(0)
    desktop.keyboard.press("[")
    expect(desktop.locator("#prompt")).to_contain_text("action 0 of 2")


def test_the_minimap_leads_everywhere_and_names_come_up_by_a_key(server: Server, desktop: Page) -> None:
    sit(desktop, new_table(server))
    before = desktop.locator(".board").get_attribute("style")
    desktop.locator(".minimap").click(position={"x": 20, "y": 20})
    expect(desktop.locator(".board")).not_to_have_attribute("style", before or "")
    expect(desktop.locator(".overlay .names")).to_be_hidden()
    desktop.keyboard.press("p")
    above = desktop.locator(".overlay .names text", has_text="Cambrai")
    below = desktop.locator("#layer-names text", has_text="Cambrai")
    places = [one.evaluate("one => one.getBoundingClientRect().x") for one in (above, below)]
    assert abs(places[0] - places[1]) < 1
