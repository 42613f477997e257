"""Stacks: laid out in a row, taken as a whole, dragged, and the same order for the rest."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.seats import Seat, new_table, sit
from tests.web.test_table_play import counter, free_hex, middle, pick, prompt

STACK = "3113"
"""S-27 lies on T-21R."""


def place(seat: Seat, unit: str) -> str:
    """Where a unit stands."""
    return next(str(piece["at"]) for piece in seat.view()["view"]["scene"]["pieces"] if piece["name"] == unit)


def bring(page: Page, hex_: str) -> None:
    """Bring a hex into the middle of the stage."""
    page.keyboard.press("/")
    page.get_by_role("search").get_by_role("combobox").fill(hex_)
    page.keyboard.press("Enter")
    expect(page.locator(".pile-title")).to_contain_text(hex_)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def label(page: Page, hex_: str) -> tuple[float, float]:
    """Where the label of a stack lies."""
    return middle(page.locator(f'.stack-label[data-at="{hex_}"]'))


def test_a_stack_is_laid_out_under_the_pointer_and_each_unit_can_be_taken(server: Server, desktop: Page) -> None:
    sit(desktop, new_table(server))
    expect(desktop.locator(f'.stack-label[data-at="{STACK}"]')).to_have_text("2 · 12")
    counter(desktop, "S-27").hover()
    expect(desktop.locator(".fan-unit")).to_have_count(2)
    desktop.locator('.fan [data-unit="T-21R"]').click()
    expect(prompt(desktop)).to_contain_text("Where does T-21R go")
    expect(desktop.locator(".fan")).to_be_hidden()
    expect(counter(desktop, "T-21R").locator(".frame.held")).to_have_count(1)


def test_whoever_can_be_added_lies_on_top_and_frames_catch_no_pointer(server: Server, desktop: Page) -> None:
    seat = new_table(server)
    seat.act("done", "attack 2407")
    sit(desktop, seat)
    spot = middle(counter(desktop, "S-111"))
    for names in ("(S-111)", "(S-111 S-17)"):
        desktop.mouse.click(*spot)
        expect(prompt(desktop)).to_contain_text(names)


def test_a_stack_goes_together_and_the_rest_follows_by_a_key(server: Server, desktop: Page) -> None:
    seat = new_table(server)
    sit(desktop, seat)
    bring(desktop, "2607")
    desktop.mouse.click(*label(desktop, "2607"))
    expect(desktop.locator(".frame.held")).to_have_count(2)
    desktop.mouse.click(*free_hex(desktop))
    expect(desktop.locator(".table-page")).to_have_attribute("data-number", "4")
    assert place(seat, "S-195") == place(seat, "S-20") != "2607"
    pick(desktop, "S-24R")
    expect(prompt(desktop)).to_contain_text("Where does S-24R go")
    desktop.mouse.click(*free_hex(desktop))
    expect(prompt(desktop)).to_contain_text("Move your units")
    desktop.keyboard.press("r")
    expect(desktop.locator(".table-page")).to_have_attribute("data-number", "8")


def test_a_stack_dropped_on_the_enemy_attacks_him(server: Server, desktop: Page) -> None:
    seat = new_table(server)
    seat.act("done")
    sit(desktop, seat)
    bring(desktop, "2507")
    desktop.mouse.move(*label(desktop, "2507"))
    desktop.mouse.down()
    desktop.mouse.move(*middle(counter(desktop, "B-59")), steps=4)
    desktop.mouse.up()
    expect(prompt(desktop)).to_contain_text("Who attacks 2407 Bullecourt (B-59 4)? (S-111 S-17)")


def test_a_finger_that_rests_lays_a_stack_out(server: Server, phone: Page) -> None:
    sit(phone, new_table(server))
    bring(phone, "2607")
    x, y = middle(counter(phone, "S-195"))
    touch = phone.context.new_cdp_session(phone)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(phone.locator(".fan-unit").first).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(phone.locator(".fan-unit").first).to_be_visible()
    expect(prompt(phone)).to_contain_text("Move your units")
