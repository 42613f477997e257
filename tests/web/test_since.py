"""What happened since the seat last gave an order; the minimap and the names above the counters."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage, Server
from tests.web.game import set_up, stop_clock
from tests.web.seats import Seat, new_table, sit, texts


def sit_still(page: Page, seat: Seat) -> None:
    """Sit down at a table where time stands still, so that nothing goes by unseen."""
    page.clock.install()
    sit(page, seat)
    stop_clock(page)


def test_what_moved_meanwhile_is_shown_and_played(server: Server, desktop: Page) -> None:
    seat = new_table(server)
    first = next(text for text in texts(seat.act("take S-107")) if text.startswith("go "))
    seat.act(first)
    desktop.goto(server.url)
    desktop.evaluate("id => localStorage.setItem(`westfront.since.${id}.german`, '0')", seat.table)
    sit_still(desktop, seat)
    expect(desktop.locator(".overlay .since .ghost")).to_have_count(1)
    telegram = desktop.locator(".telegram-place")
    expect(telegram).to_contain_text("Since your last order 1 unit has moved.")
    expect(desktop).to_have_title("● Your turn – 1918: Operation Michel – Westfront 1918")
    telegram.get_by_role("button", name="Play it").click()
    expect(desktop.locator(".table-page.looking-back")).to_have_count(1)
    desktop.clock.resume()
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


def test_the_log_has_a_line_where_this_seat_last_gave_an_order_and_the_bar_plays_from_there(
    server: Server, desktop: Page
) -> None:
    seat = new_table(server)
    for unit in ("S-107", "S-18"):
        seat.act(next(text for text in texts(seat.act(f"take {unit}")) if text.startswith("go ")))
    desktop.goto(server.url)
    desktop.evaluate("id => localStorage.setItem(`westfront.since.${id}.german`, '2')", seat.table)
    sit_still(desktop, seat)
    since = desktop.locator(".since-line")
    expect(since).to_have_text("Since your last turn")
    expect(desktop.locator(".since-line + .line")).to_contain_text("S-18")
    desktop.keyboard.press("k")
    expect(desktop.get_by_role("button", name="Stop")).to_be_visible()
    expect(desktop.locator("#prompt")).to_contain_text("action 2 of 4")
    desktop.clock.resume()
    expect(desktop.locator(".table-page.looking-back")).to_have_count(0)


def test_a_turn_can_be_heard_and_notices_are_asked_for_after_the_first_order(
    server: Server, open_page: OpenPage
) -> None:
    red = set_up(server, red="me", blue="link")
    blue = red.of("blue", "Grace")
    page = open_page(permissions=[])
    page.add_init_script("window.Notification = class { static permission = 'default'; }")
    page.add_init_script("localStorage.setItem('westfront.settings', JSON.stringify({sound: 'on'}))")
    sit(page, red)
    telegram = page.locator(".telegram-place")
    expect(page.locator(".where")).to_have_text("Now, after 1 action")
    page.keyboard.press("e")
    expect(telegram).to_contain_text("Shall the browser call you")
    red.play("done")
    expect(page.locator("#prompt")).to_contain_text("Blue must decide")
    blue.play("done", "done")
    expect(page.locator("html[data-chimes]")).to_have_count(1)
    expect(page).to_have_title("● Your turn – The Ford – Westfront 1918")
