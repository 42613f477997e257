"""The guided first battle, from the lobby to its end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, OpenPage, Server, Watch, without_drawings
from tests.web.game import visit
from tests.web.test_table_play import middle


def begin(page: Page, server: Server, game: str = "1918: Operation Michel") -> None:
    """From the lobby into the lesson of a game."""
    visit(page, server, "/")
    page.get_by_role("button", name=f"First battle of {game}").click()
    page.wait_for_selector(".lesson-card")


def is_phone(page: Page) -> bool:
    """Whether the panel of a page is a sheet from below, which is as high as what it says."""
    return page.viewport_size == PHONE["viewport"]


def walk(page: Page) -> int:
    """Do every step of the lesson by its button; gives how many were the learner's own."""
    done = page.get_by_role("heading", name="That was your first battle")
    step = page.get_by_role("button", name="Do it for me")
    places = set[float]()
    for taken in range(60):
        expect(done.or_(page.locator(".lesson-card button.primary:enabled"))).to_be_visible()
        if done.is_visible():
            assert len(places) == 1 or is_phone(page), "the button stays under the pointer"
            return taken
        places.add(middle(step)[1])
        before = page.locator(".lesson-card progress").get_attribute("value")
        step.click()
        expect(page.locator(f".lesson-card progress[value='{before}']")).to_have_count(0)
    raise AssertionError("the lesson does not end")


def test_the_lesson_says_what_to_do_and_why(desktop: Page, server: Server, axe: Callable[[Page], None]) -> None:
    begin(desktop, server)
    card = desktop.get_by_role("region", name="First battle")
    expect(card).to_contain_text("Bullecourt, 21 March 1918")
    expect(card).to_contain_text("Step 1 of 16")
    expect(card.locator(".lesson-do strong")).to_have_text("Take S-17")
    card.get_by_role("button", name="Show me").click()
    expect(desktop.locator(".overlay .point > *").first).to_be_attached()
    without_drawings(desktop)
    axe(desktop)
    card.get_by_role("button", name="Rule Movement-General").click()
    expect(desktop.get_by_role("dialog")).to_contain_text("Rule Movement-General")


ENDS = {"1918: Operation Michel": "That was a whole player-turn", "Hindenburg's War": "two of your ten actions"}


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", ENDS)
def test_the_lesson_leads_to_its_end(open_page: OpenPage, server: Server, device: dict[str, object], game: str) -> None:
    page = open_page(**device)
    begin(page, server, game)
    assert walk(page) > 8
    card = page.get_by_role("region", name="First battle")
    expect(card).to_contain_text(ENDS[game])
    expect(card.get_by_role("link", name="Play the whole game")).to_be_visible()
    visit(page, server, "/")
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    expect(page.locator(".my-game")).to_have_count(0)


def test_something_else_than_the_lesson_waits_for_is_refused_in_a_sentence(
    desktop: Page, server: Server, watch: Watch
) -> None:
    watch.allow("422")
    begin(desktop, server)
    desktop.get_by_role("button", name="Take S-18").click()
    expect(desktop.get_by_text("the lesson waits for: take S-17").first).to_be_visible()
    expect(desktop.locator(".telegram .rulelink")).to_have_count(0)
    expect(desktop.locator(".lesson-card")).to_contain_text("Step 1 of 16")
