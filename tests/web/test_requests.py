"""What a click costs: the requests that the page of whoever acts makes for it, and those at the other seat."""

from __future__ import annotations

from playwright.sync_api import Page, Request, expect

from tests.web.conftest import OpenPage, Server
from tests.web.game import hold_answers, let_go, set_up, sit, wait_for_held


def two(server: Server, open_page: OpenPage, *actions: str) -> tuple[Page, Page]:
    """Red and Blue in browsers of their own; both have their share in the dice, and know that the other is there."""
    red = set_up(server, "assault", {"fog": "off"}, red="me", blue="link")
    blue = red.of("blue", "Grace")
    red.play(*actions)
    pages = open_page(), open_page()
    for page, seat in zip(pages, (red, blue), strict=True):
        sit(page, server, seat)
    for page in pages:
        wait_for(page, len(actions) + 4)
        page.locator("#tab-together").click()
        expect(page.locator(".seats .presence.here")).to_have_count(2)
    return pages


def wait_for(page: Page, number: int) -> None:
    expect(page.locator(".where")).to_have_text(f"Now, after {number} actions")


def order(page: Page, action: str) -> None:
    page.locator(f'.bar [data-action="{action}"], .orders [data-action="{action}"]').first.click()


def requests_of(page: Page) -> list[str]:
    """What a page asks from now on, as method and end of the path."""
    found: list[str] = []

    def hear(request: Request) -> None:
        tail = request.url.partition("/api/tables/")[2].partition("?")[0].partition("/")[2]
        found.append(f"{request.method} {tail}".strip())

    page.on("request", hear)
    return found


def test_a_click_is_one_request_and_the_page_at_the_other_seat_makes_one(open_page: OpenPage, server: Server) -> None:
    """Also if the bell rings before the answer is there."""
    ada, grace = two(server, open_page)
    hers, theirs = requests_of(ada), requests_of(grace)
    hold_answers(ada, "/actions")
    order(ada, "done")
    wait_for(grace, 5)
    wait_for_held(ada, 1)
    let_go(ada, 0)
    wait_for(ada, 5)
    ada.get_by_role("button", name="Undo").click()
    for page in (ada, grace):
        wait_for(page, 6)
    assert (hers, theirs) == (["POST actions", "POST undo"], ["GET"] * 2)


def test_what_cannot_be_taken_back_is_asked_with_the_action_itself(open_page: OpenPage, server: Server) -> None:
    """The click brings the chances, and the yes is the second; a no is none."""
    ada, grace = two(server, open_page, "done", "attack 0305", "add R1")
    hers, theirs = requests_of(ada), requests_of(grace)
    order(ada, "confirm")
    ada.locator('dialog [data-key="go on"]').click()
    wait_for(grace, 8)
    order(grace, "stand")
    expect(grace.locator("dialog .chances")).to_contain_text("%")
    grace.get_by_role("button", name="Cancel").click()
    wait_for(ada, 8)
    assert (hers, theirs) == (["POST actions"] * 2, ["GET", "POST actions"])
    order(grace, "stand")
    grace.locator('dialog [data-key="go on"]').click()
    for page in (ada, grace):  # what is forced then depends on the dice
        expect(page.locator(".where")).not_to_have_text("Now, after 8 actions")
    assert (hers[2:], theirs[2:]) == (["GET"], ["POST actions"] * 2)
