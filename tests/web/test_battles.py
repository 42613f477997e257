"""Declared battles on the map and in the panel, and the legend of all marks."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.seats import new_table, sit


def test_declared_attacks_stand_on_the_map_with_their_odds(server: Server, desktop: Page) -> None:
    seat = new_table(server)
    seat.act("done", "attack 2407", "add S-111", "add S-17", "add G-3-corps", "confirm")
    sit(desktop, seat)
    expect(desktop.locator(".battle-mark .wedges")).to_have_count(1)
    expect(desktop.locator(".battle-mark .attack:not(.guns)")).to_have_count(1)
    expect(desktop.locator(".battle-mark .attack.guns")).to_have_count(1)
    expect(desktop.locator(".battle-mark .chip")).to_have_text("5-1, 4 in 6")
    expect(desktop.locator(".counter:has(.committed)")).to_have_count(2)
    expect(desktop.locator(".preview summary")).to_contain_text("without attack supply: S-111 S-17")
    desktop.keyboard.press("l")
    legend = desktop.get_by_role("region", name="Legend")
    for words in ("In hand", "Under attack", "Takes part in a battle", "combat, move", "storm: 7-5", "XX division"):
        expect(legend).to_contain_text(words)


def test_on_a_phone_the_odds_stand_above_the_map(server: Server, phone: Page) -> None:
    seat = new_table(server)
    seat.act("done", "attack 2407", "add S-111")
    sit(phone, seat)
    expect(phone.locator(".brief")).to_be_in_viewport()
    expect(phone.locator(".brief")).to_contain_text("1-1 · Ae attackers destroyed 66.7 %")


def test_an_attack_that_would_lapse_is_told_once_before_the_phase_ends(server: Server, desktop: Page) -> None:
    seat = new_table(server)
    seat.act("done", "attack 2407", "add S-111", "confirm")
    sit(desktop, seat)
    desktop.get_by_role("button", name="Done").click()
    dialog = desktop.get_by_role("dialog", name="Before you go on")
    expect(dialog).to_contain_text("The attack on 2407 Bullecourt is without attack supply: S-111: it will lapse.")
    expect(dialog.get_by_role("button", name="Go back")).to_be_focused()
    desktop.keyboard.press("Enter")
    assert seat.view()["number"] == 4
    desktop.keyboard.press("e")
    desktop.get_by_role("dialog", name="Done").get_by_role("button", name="Done").click()
    expect(desktop.locator(".table-page")).not_to_have_attribute("data-number", "4")
