"""Storm in the West at the table: the curtain, hidden stacks, a battle with air on both sides, infiltration, morale."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import DESKTOP, PHONE, OpenPage, Server
from tests.web.seats import brought, guided, new_table, sit
from tests.web.test_table_play import agree, prompt
from westfront.engine.match import Match

SCREENS = pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["1440x900", "360x740"])


def lift(page: Page, side: str) -> None:
    """Take the screen over behind the curtain."""
    expect(page.locator(".curtain")).to_contain_text(f"Pass the screen to {side}")
    assert page.locator(".overlay .counter").count() == 0
    page.locator(".curtain").get_by_role("button").click()
    expect(page.locator(".overlay .counter").first).to_be_attached()


@SCREENS
def test_set_up_is_handed_over_behind_a_curtain(server: Server, open_page: OpenPage, screen: dict[str, object]) -> None:
    """The Allies set up first; the Germans see the tops and heights of their stacks, and none of the rest."""
    page = open_page(**screen)
    seat = new_table(server, "storm")
    sit(page, seat)
    lift(page, "Allied")
    expect(prompt(page)).to_contain_text("Set up")
    expect(page.locator('.overlay use[href="#hidden-allied"]')).to_have_count(0)
    page.get_by_role("button", name="Done").click()
    agree(page)
    lift(page, "German")
    expect(page.locator('.overlay use[href="#hidden-german"]')).to_have_count(0)
    assert page.locator('.overlay use[href="#hidden-allied"]').count() > 5


@SCREENS
def test_a_hidden_stack_is_attacked_with_guns(server: Server, open_page: OpenPage, screen: dict[str, object]) -> None:
    """The odds say what lies below the top is not known; both sides fly, then the die falls."""
    page, seat = open_page(**screen), guided(server, "storm", 1)
    sit(page, seat)
    lift(page, "German")
    if screen is PHONE:
        page.locator('.tab[data-tab="orders"]').click()
    expect(page.locator(".preview")).to_contain_text("1 more units lie below the top one")
    seat.act("support", "confirm")
    expect(prompt(page)).to_contain_text("air")
    expect(page.locator(".preview")).to_contain_text("the hex can be taken")
    seat.act("fly 1")
    lift(page, "Allied")
    expect(prompt(page)).to_contain_text("air")


def test_losses_retreat_advance_and_infiltration(server: Server, desktop: Page) -> None:
    """Loss points are paid one by one, the winner advances, Stosstruppen go on and attack again."""
    seat = guided(server, "storm", 9)
    sit(desktop, seat)
    lift(desktop, "German")
    seat.act("lose GE-1B", "lose GE-23R-stoss")
    expect(prompt(desktop)).to_contain_text("advance")
    seat.act("advance GE-51-stoss", "advance GE-23R-stoss", "done", "done", "infiltrate GE-51-stoss 2333")
    expect(desktop.locator(".log")).to_contain_text("GE-51-stoss infiltrates 2233 by Cambrai – 2333 by Peronne")


@SCREENS
def test_morale_is_a_picture_over_the_turns(server: Server, open_page: OpenPage, screen: dict[str, object]) -> None:
    """Both tracks with their numbers, and the same as a table for who cannot see it."""
    page, match = open_page(**screen), Match.new("storm", "elsewhere", seed=1)
    for action in ("done", "done"):
        match.play(action)
    sit(page, brought(server, match))
    lift(page, match.decision.side.capitalize())
    page.locator('.tab[data-tab="boxes"]').click()
    page.locator(".course-part summary").click()
    expect(page.locator(".course-line")).to_have_count(2)
    expect(page.locator(".course-value")).to_have_text(["15", "15"])
    expect(page.locator(".course table caption")).to_have_text("Morale")
    width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0
