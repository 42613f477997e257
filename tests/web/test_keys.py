"""Every button has a key, and text mode as a screen reader is told of it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.seats import guided, new_table, sit


def test_every_button_has_a_key_that_its_title_tells(server: Server, desktop: Page) -> None:
    sit(desktop, guided(server, "michel", 4))
    places = ".tools button, .bar-buttons button, .tab, .replay-bar button, .home"
    without = desktop.locator(places).evaluate_all(
        """all => all.filter((one) => !one.title.endsWith(`(${one.getAttribute("aria-keyshortcuts")})`))
                     .map((one) => one.outerHTML)"""
    )
    assert without == []
    desktop.keyboard.press("R")
    expect(desktop.locator("#panel-rules")).to_be_visible()
    desktop.keyboard.press("{")
    expect(desktop.locator(".table-page.looking-back")).to_have_count(1)
    desktop.keyboard.press("}")
    expect(desktop.locator(".table-page.looking-back")).to_have_count(0)
    desktop.keyboard.press("F1")
    expect(desktop.get_by_role("dialog", name="Keys")).to_contain_text("units, orders, log, boxes, rules, talk")


def test_text_mode_tells_rivers_roads_places_and_supply(server: Server, desktop: Page) -> None:
    sit(desktop, new_table(server))
    desktop.keyboard.press("t")
    field = desktop.locator(".textmode").get_by_label("Find place, hex or unit")
    field.fill("Peronne")
    field.press("Enter")
    here = desktop.get_by_role("region", name="Where you are")
    expect(here).to_match_aria_snapshot(
        """
        - heading /Peronne/ [level=2]
        - heading "Around it" [level=3]
        - list:
          - listitem:
            - button /North-east by road/
          - listitem:
            - button /South across river Somme, by road/
        """
    )
    expect(here.get_by_role("heading", level=2)).to_contain_text("supply")
    here.get_by_role("button", name="Next unit that can act").press("Enter")
    expect(here.get_by_role("heading", level=2)).to_contain_text("orders possible")
