"""The lobby: games as cards, my games with whose turn it is."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.conftest import Server, Watch
from tests.web.game import hold, hold_back, let_go, set_up, visit, wait_for_held


def test_a_newcomer_is_welcomed(desktop: Page, server: Server) -> None:
    visit(desktop, server, "/")
    expect(desktop.get_by_text("No game is under way yet")).to_be_visible()


def test_every_game_is_a_card_with_picture_length_complexity_and_sentence(desktop: Page, server: Server) -> None:
    visit(desktop, server, "/")
    card = desktop.get_by_role("article", name="The Ford")
    expect(card).to_contain_text("Ten counters, two villages and a river")
    expect(card).to_contain_text("15 minutes")
    expect(card.get_by_role("img", name="Complexity 1 of 5")).to_be_visible()
    assert card.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    expect(desktop.get_by_role("article", name="1918: Operation Michel")).to_be_visible()


def test_my_games_have_those_first_in_which_i_must_move(desktop: Page, server: Server) -> None:
    theirs = set_up(server, red="link", blue="me")
    mine = set_up(server, red="me", blue="link")
    hold(desktop, server, theirs.table, theirs.token)
    hold(desktop, server, mine.table, mine.token)
    visit(desktop, server, "/")
    rows = desktop.locator(".my-game")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("Your turn")
    expect(rows.nth(0)).to_contain_text("Blue: invited")
    expect(rows.nth(1)).to_contain_text("Waiting for Red")
    rows.nth(0).get_by_role("link", name="Continue").click()
    expect(desktop).to_have_url(f"{server.url}#/table/{mine.table}")


def test_the_list_is_asked_for_again_without_taking_the_focus(desktop: Page, server: Server) -> None:
    seat = set_up(server, red="me", blue="link")
    hold(desktop, server, seat.table, seat.token)
    desktop.clock.install()
    visit(desktop, server, "/")
    go = desktop.get_by_role("link", name="Continue")
    go.focus()
    with desktop.expect_response("**/api/mine"):
        desktop.clock.run_for(16_000)
    expect(go).to_be_focused()
    seat.play("done", "done")
    with desktop.expect_response("**/api/mine"):
        desktop.clock.run_for(16_000)
    expect(desktop.locator(".my-game")).to_contain_text("Waiting for Blue")
    expect(go).to_be_focused()


def test_a_game_can_be_removed_from_the_list(desktop: Page, server: Server) -> None:
    seat = set_up(server)
    hold(desktop, server, seat.table, seat.token)
    visit(desktop, server, "/")
    desktop.get_by_role("button", name="Remove from this list: The Ford").click()
    desktop.get_by_role("button", name="Remove it").click()
    expect(desktop.locator(".my-game")).to_have_count(0)


def test_an_unknown_address_says_so(desktop: Page, server: Server) -> None:
    visit(desktop, server, "/nowhere")
    expect(desktop.get_by_role("alert")).to_have_text("There is no page at this address.")


def test_a_broken_address_says_so(desktop: Page, server: Server) -> None:
    visit(desktop, server, "/%E0%A4%A")
    expect(desktop.get_by_role("alert")).to_have_text("There is no page at this address.")


def test_a_table_that_cannot_be_opened_leaves_the_way_back(desktop: Page, server: Server, watch: Watch) -> None:
    watch.allow("401")
    visit(desktop, server, "/table/abcdefghjkmn")
    expect(desktop.get_by_role("alert")).to_contain_text("needs the token of a seat")
    desktop.get_by_role("navigation").get_by_role("link", name="New game").click()
    expect(desktop.get_by_role("heading", level=1)).to_have_text("New game")


def test_a_page_that_was_left_before_it_came_does_not_come_back(desktop: Page, server: Server) -> None:
    seat = set_up(server)
    hold(desktop, server, seat.table, seat.token)
    hold_back(desktop, "/api/mine", "POST")
    desktop.goto("about:blank")
    desktop.goto(server.url)
    wait_for_held(desktop, 1)
    desktop.goto(f"{server.url}#/rules/ford")
    expect(desktop.get_by_role("heading", level=1)).to_have_text("Rules of The Ford")
    let_go(desktop, 0)
    desktop.get_by_role("searchbox").fill("4.3")
    expect(desktop.locator(".rule").first).to_have_attribute("data-rule", "4.3")
    expect(desktop.get_by_role("heading", level=1)).to_have_text("Rules of The Ford")


def test_the_settings_are_kept(desktop: Page, server: Server) -> None:
    visit(desktop, server, "/")
    desktop.get_by_role("button", name="Settings").click()
    desktop.get_by_role("radio", name="Night").check()
    desktop.get_by_role("radio", name="Larger").check()
    desktop.keyboard.press("Escape")
    expect(desktop.get_by_role("button", name="Settings")).to_be_focused()
    visit(desktop, server, "/")
    expect(desktop.locator("body")).to_have_css("background-color", "rgb(18, 23, 27)")
    expect(desktop.locator("html")).to_have_css("font-size", "20.8px")


def test_the_server_going_away_is_told_in_a_sentence(
    desktop: Page, own_server: Server, watch: Watch, axe: Callable[[Page], None]
) -> None:
    visit(desktop, own_server, "/")
    own_server.stop()
    watch.allow("net::ERR_")
    desktop.get_by_role("link", name="New game of The Ford").click()
    desktop.get_by_role("button", name="Set up the table").click()
    expect(desktop.locator(".toast.trouble")).to_contain_text("The server does not answer")
    axe(desktop)
