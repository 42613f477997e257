"""Finding a game in the browser: open tables, what is agreed upon, clocks, rematches, public addresses, results."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import PHONE, OpenPage, Server, Watch, without_drawings
from tests.web.game import hold, set_up, sit, stop_clock, visit
from tests.web.seats import Seat, ask, new_table


def lost(server: Server, **more: Any) -> tuple[Seat, Seat]:
    """A game of the Ford that Ada has won, since Grace has given up; both seats."""
    ada = new_table(server, "ford", {"red": "me", "blue": "link"}, name="Ada", **more)
    grace = ada.of("blue", "Grace")
    ada.act("done")
    grace.post("/resign", number=1)
    return ada, grace


def changed(page: Page, table: str, change: Callable[[dict[str, Any]], None]) -> None:
    """What the page is told of the table itself is changed on the way."""

    def answer(route: Route) -> None:
        found = route.fetch()
        told = found.json()
        change(told)
        route.fulfill(response=found, json=told)

    page.route(lambda url: url.partition("?")[0].endswith(f"/api/tables/{table}"), answer)


def test_a_table_is_opened_to_anybody(desktop: Page, server: Server, axe: Callable[[Page], None]) -> None:
    """A table in the lobby proposes a pace, and that anybody may watch; a clock decides only with a pace."""
    visit(desktop, server, "/new/ford")
    decides = desktop.get_by_role("checkbox", name="The clock decides")
    expect(decides).to_be_disabled()
    desktop.get_by_role("checkbox", name="Open to anybody").check()
    expect(desktop.get_by_role("radio", name="A move a day")).to_be_checked()
    decides.check()
    desktop.get_by_role("textbox", name="Your name").fill("Ada of the lobby")
    axe(desktop)
    desktop.get_by_role("button", name="Set up the table").click()
    expect(desktop.get_by_role("heading", level=1)).to_have_text("The table is set")
    opened = ask(server, "/api/open")["tables"]
    (found,) = [table for table in opened if table["sides"]["red"]["name"] == "Ada of the lobby"]
    assert found["terms"] == {"pace": "day", "decides": True, "advice": False, "public": True}


def test_somebody_finds_it_agrees_and_sits_down(desktop: Page, server: Server, axe: Callable[[Page], None]) -> None:
    new_table(server, "ford", {"red": "me", "blue": "link"}, name="Ada waits", listed=True, pace="week", decides=True)
    visit(desktop, server, "/")
    row = desktop.locator(".open-table", has_text="Ada waits")
    expect(row).to_contain_text("A move a week · The clock decides · No advice")
    row.get_by_role("link", name="Play Blue in The Ford").click()
    expect(desktop.locator(".terms li")).to_have_text(["A move a week", "The clock decides", "No advice"])
    axe(desktop)
    desktop.get_by_role("textbox", name="Your name").fill("Grace")
    desktop.get_by_role("button", name="Agree and take the seat").click()
    expect(desktop.locator(".clock")).to_have_text("Red: 7 days left")
    visit(desktop, server, "/")
    expect(desktop.locator(".my-game")).to_contain_text("Waiting for Red · 7 days left")
    expect(row).to_have_count(0)


def test_a_clock_that_runs_out_warns(desktop: Page, server: Server) -> None:
    seat = new_table(server, "ford", {"red": "me", "blue": "link"}, pace="live", decides=True)
    seat.of("blue", "Grace")

    def hurry(told: dict[str, Any]) -> None:
        told["clock"]["left"] = 300_000

    changed(desktop, seat.table, hurry)
    sit(desktop, server, seat)
    expect(desktop.locator(".clock.urgent")).to_have_text("Red: 5 minutes left, then the game is lost")


def test_a_rematch_swaps_the_sides(open_page: OpenPage, server: Server) -> None:
    ada, grace = lost(server)
    pages = open_page(), open_page()
    for page, seat in zip(pages, (ada, grace), strict=True):
        sit(page, server, seat)
        expect(page.get_by_role("button", name="Rematch, sides swapped")).to_be_visible()
    pages[0].get_by_role("button", name="Rematch, sides swapped").click()
    expect(pages[0].locator("#prompt")).to_contain_text("Red must decide")
    expect(pages[1].get_by_text("The other side wants a rematch")).to_be_visible()
    pages[1].get_by_role("button", name="Rematch, sides swapped").click()
    expect(pages[1].locator(".flag")).to_have_text("Red: Grace")
    expect(pages[1]).to_have_url(pages[0].url)


def test_a_game_that_is_over_gets_a_public_address(open_page: OpenPage, server: Server, watch: Watch) -> None:
    """Also every position of it; before that nobody else can look."""
    watch.allow("401")
    ada, _ = lost(server)
    page, stranger = open_page(), open_page()
    visit(stranger, server, f"/table/{ada.table}")
    expect(stranger.get_by_role("alert")).to_contain_text("needs the token")
    sit(page, server, ada)
    page.get_by_role("button", name="Give it a public address").click()
    page.locator("#tab-together").click()
    expect(page.get_by_label("Address for anybody")).to_have_value(f"{server.url}#/table/{ada.table}")
    visit(stranger, server, f"/table/{ada.table}/at/1")
    expect(stranger.locator(".replay-banner")).to_contain_text("You look back at action 1 of 2")
    expect(stranger.get_by_role("button", name="Rematch, sides swapped")).to_have_count(0)


def test_my_results_are_counted(desktop: Page, server: Server, axe: Callable[[Page], None]) -> None:
    for seat in (*lost(server), lost(server)[0]):
        hold(desktop, server, seat.table, seat.token)
    hold(desktop, server, set_up(server).table, "")
    visit(desktop, server, "/")
    desktop.locator(".statistics summary").click()
    expect(desktop.locator(".statistics summary")).to_have_text("My results: 2 games ended, 1 won")
    rows = desktop.locator(".statistics tbody tr")
    expect(rows).to_have_text(["The FordBluepeople1001", "The FordRedpeople1100"])
    axe(desktop)


# -- the machine


def test_advice_comes_by_a_key_with_its_order_and_reason(desktop: Page, server: Server) -> None:
    """In a lesson the lesson itself answers, and a button does it."""
    visit(desktop, server, "/")
    desktop.get_by_role("button", name="First battle of 1918: Operation Michel").click()
    lesson = desktop.locator(".lesson-do strong")
    expect(lesson).to_be_visible()
    step = lesson.inner_text()
    expect(desktop.get_by_role("button", name="Advice")).to_be_visible()
    desktop.keyboard.press("w")
    expect(desktop.locator(".telegram")).to_contain_text("Why:")
    desktop.locator(".telegram-place").get_by_role("button", name="Do it").click()
    expect(lesson).not_to_have_text(step)


def test_advice_that_takes_its_time_is_waited_for(desktop: Page, server: Server) -> None:
    """With somebody else at the table one is asked once whether it is meant."""
    ada = new_table(server, "ford", {"red": "me", "blue": "link"}, advice=True)
    ada.of("blue", "Grace")
    changed(desktop, ada.table, lambda told: told.update(advice=True))
    given = {"ready": True, "actions": ["take R1", "go 0304"], "why": "to hold"}
    answers: list[dict[str, Any]] = [{"ready": False}, {"ready": False}, given]
    whole = {"actions": [], "why": "", "weighed": [], "level": "", "trouble": ""}
    desktop.route("**/api/**/advice*", lambda route: route.fulfill(json={**whole, **answers.pop(0)}))
    sit(desktop, server, ada)
    desktop.get_by_role("button", name="Advice").click()
    desktop.get_by_role("dialog").get_by_role("button", name="Advice").click()
    expect(desktop.locator(".telegram")).to_contain_text("Go 0304. Why: to hold")
    assert answers == []


@pytest.mark.parametrize("form", [{}, PHONE], ids=["desktop", "phone"])
def test_an_officer_says_what_he_would_do_and_what_he_has_weighed(
    form: dict[str, Any], open_page: OpenPage, server: Server
) -> None:
    """A real one, who thinks on the server."""
    page = open_page(**form)
    sit(page, server, new_table(server, "michel"))
    expect(page.get_by_role("button", name="Advice")).to_be_visible()
    page.keyboard.press("w")
    told = page.locator(".telegram")
    expect(told).to_contain_text("Why: mass where the line is to break")
    expect(told.locator("small")).to_have_text(re.compile(r"^Weighed: .+ [+-]\d+\.\d\d; .+ [+-]\d+\.\d\d$"))
    expect(told.locator("small")).to_be_in_viewport(ratio=1)


def against_machine(page: Page, server: Server) -> tuple[Seat, Seat]:
    """Red's page, with Blue to act, who is taken for a machine there; time stands still."""
    ada = new_table(server, "ford", {"red": "me", "blue": "link"}, name="Ada", options={"fog": "off"})
    grace = ada.of("blue", "Grace")
    ada.act("done", "done")
    changed(page, ada.table, lambda told: told["sides"]["blue"].update(seat="machine"))
    hold(page, server, ada.table, ada.token)
    page.clock.install()
    visit(page, server, f"/table/{ada.table}")
    expect(page.locator("#prompt")).to_contain_text("Blue must decide")
    expect(page.locator(".where")).to_have_text("Now, after 3 actions")  # with the seal of a share
    stop_clock(page)
    return ada, grace


def test_orders_of_a_machine_come_at_a_pace_that_can_be_skipped(open_page: OpenPage, server: Server) -> None:
    page = open_page(reduced_motion="no-preference")
    _, blue = against_machine(page, server)
    skip, number = page.get_by_role("button", name="Skip"), page.locator(".table-page")
    for order in ("take B1", "go 0305", "take B2", "go 0407", "done", "done"):
        blue.act(order)
    before = int(number.get_attribute("data-number") or 0)
    expect(skip).to_be_visible()
    page.clock.run_for(1300)
    page.wait_for_function(
        "before => Number(document.querySelector('.table-page').dataset.number) > before", arg=before
    )
    skip.click()
    page.clock.resume()
    expect(page.locator("#prompt")).not_to_contain_text("gives orders")
    expect(skip).to_have_count(0)
    expect(number).to_have_attribute("data-number", str(blue.view()["number"]))


def test_who_wants_calm_gets_them_at_once(desktop: Page, server: Server) -> None:
    _, blue = against_machine(desktop, server)
    for order in ("take B1", "go 0305", "take B2", "go 0407"):
        blue.act(order)
    expect(desktop.locator(".table-page")).to_have_attribute("data-number", str(blue.view()["number"]))


def test_progress_is_shown_while_a_machine_thinks(desktop: Page, server: Server, axe: Callable[[Page], None]) -> None:
    desktop.route("**/thinking", lambda route: route.fulfill(json={"thinks": True, "spent": 4.0, "seconds": 10.0}))
    _, blue = against_machine(desktop, server)
    desktop.clock.run_for(900)
    bar = desktop.get_by_role("progressbar", name="Time for thought used")
    expect(bar).to_have_attribute("value", "0.4")
    expect(desktop.locator(".thinking")).to_contain_text("Blue thinks")
    without_drawings(desktop)
    desktop.clock.resume()  # axe waits for time to pass
    axe(desktop)
    blue.act("done", "done")
    expect(desktop.locator(".thinking")).to_be_hidden()
