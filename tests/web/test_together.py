"""What the people at a table do with each other."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from playwright.sync_api import Page, Route, expect

from tests.web.conftest import OpenPage, Server, Watch
from tests.web.game import hold_back, let_go, set_up, sit, visit, wait_for_held
from tests.web.seats import Seat
from westfront.engine.playing import STANDS_STILL


def two(server: Server, open_page: OpenPage, *actions: str) -> tuple[Page, Page, Seat, Seat]:
    """Red and Blue, each in a browser of their own with the panel open, after some actions of Red."""
    red = set_up(server, red="me", blue="link")
    blue = red.of("blue", "Grace")
    red.play(*actions)
    pages = open_page(), open_page()
    for page, seat in zip(pages, (red, blue), strict=True):
        sit(page, server, seat)
        page.locator("#tab-together").click()
    for page in pages:  # both have sealed and opened their share in the dice by themselves
        expect(page.locator(".where")).to_have_text(f"Now, after {len(actions) + 4} actions")
    return *pages, red, blue


def test_talk_reaches_the_other_seat_at_once(open_page: OpenPage, server: Server) -> None:
    ada, grace, _, _ = two(server, open_page)
    ada.get_by_role("textbox", name="Say something").fill("Good evening <b>Grace</b>")
    ada.get_by_role("button", name="Say", exact=True).click()
    expect(grace.locator(".talk")).to_contain_text("Ada")
    expect(grace.locator(".talk")).to_contain_text("Good evening <b>Grace</b>")


def test_the_next_line_can_be_written_while_one_is_on_its_way(open_page: OpenPage, server: Server) -> None:
    ada, grace, _, _ = two(server, open_page)
    field = ada.get_by_role("textbox", name="Say something")
    hold_back(ada, "/chat", "POST")
    field.fill("First")
    field.press("Enter")
    wait_for_held(ada, 1)
    field.fill("Second")
    let_go(ada, 0)
    expect(grace.locator(".talk")).to_contain_text("First")
    expect(ada.locator(".talk")).to_contain_text("First")
    expect(field).to_have_value("Second")


def test_it_tells_how_long_ago_something_was(desktop: Page, server: Server) -> None:
    seat = set_up(server, red="me", blue="link")
    seat.post("/chat", text="Good evening")
    desktop.clock.set_fixed_time(datetime.now() + timedelta(hours=2))
    sit(desktop, server, seat)
    expect(desktop.locator(".talk li", has_text="Good evening")).to_contain_text("2 hours ago")
    visit(desktop, server, "/")
    expect(desktop.locator(".my-game").first).to_contain_text("2 hours ago")


def test_it_shows_who_is_here(open_page: OpenPage, server: Server) -> None:
    ada, grace, _, _ = two(server, open_page)
    blue = ada.locator(".seats li", has_text="Grace")
    expect(blue).to_contain_text("here now")
    grace.close()
    expect(blue).to_contain_text("away")


def test_notes_are_kept_and_private(open_page: OpenPage, server: Server) -> None:
    ada, _, red, blue = two(server, open_page)
    ada.get_by_role("textbox", name="Only you can read this").fill("Feint at the northern village")
    expect(ada.get_by_text("Saved", exact=True)).to_be_visible()
    sit(ada, server, red)
    ada.locator("#tab-together").click()
    expect(ada.get_by_role("textbox", name="Only you can read this")).to_have_value("Feint at the northern village")
    assert blue.get("/note")["text"] == ""


def test_a_note_is_kept_when_the_page_is_left_at_once(open_page: OpenPage, server: Server) -> None:
    ada, _, red, _ = two(server, open_page)
    ada.get_by_role("textbox", name="Only you can read this").fill("Quickly")
    with ada.expect_response(lambda answer: answer.url.endswith("/note") and answer.request.method == "POST"):
        ada.locator(".home").click()
    expect(ada.get_by_role("heading", level=1)).to_have_text("Take a seat at the map")
    assert red.get("/note")["text"] == "Quickly"


def test_a_draw_is_offered_declined_offered_and_accepted(open_page: OpenPage, server: Server) -> None:
    ada, grace, red, _ = two(server, open_page)

    def offer() -> None:
        ada.get_by_role("button", name="Offer a draw").click()
        ada.get_by_role("dialog").get_by_role("button", name="Offer a draw").click()
        expect(ada.get_by_text("Your draw offer waits for an answer.")).to_be_visible()
        expect(grace.get_by_role("alert").filter(has_text="Red offers a draw.")).to_be_visible()

    offer()
    grace.get_by_role("button", name="Decline").click()
    expect(ada.get_by_role("button", name="Offer a draw")).to_be_visible()
    assert not red.get()["over"]
    offer()
    grace.get_by_role("button", name="Accept").click()
    expect(ada.get_by_role("region", name="The game is over")).to_be_visible()
    expect(grace.get_by_role("region", name="The game is over")).to_be_visible()
    expect(grace.locator("#prompt")).to_contain_text("Nobody wins: a draw by agreement")


def test_an_offer_can_be_withdrawn(open_page: OpenPage, server: Server) -> None:
    ada, grace, _, _ = two(server, open_page)
    ada.get_by_role("button", name="Offer a draw").click()
    ada.get_by_role("dialog").get_by_role("button", name="Offer a draw").click()
    expect(grace.locator(".telegram")).to_contain_text("Red offers a draw.")
    ada.get_by_role("button", name="Withdraw it").click()
    expect(grace.get_by_role("alert").filter(has_text="Red offers a draw.")).to_have_count(0)
    expect(grace.locator(".telegram")).to_have_count(0)
    expect(ada.get_by_role("button", name="Offer a draw")).to_be_visible()


def test_a_takeback_by_consent(open_page: OpenPage, server: Server) -> None:
    ada, grace, red, _ = two(server, open_page, "done", "done")
    ada.get_by_label("Back to action").fill("0")
    ada.get_by_role("button", name="Ask to take back").click()
    expect(grace.get_by_role("alert").filter(has_text="Red asks to go back to action 0.")).to_be_visible()
    grace.get_by_role("button", name="Accept").click()
    expect(ada.locator(".bar")).to_contain_text("Red")
    table = red.get()
    assert table["view"]["to_act"] == "red"
    assert table["number"] > 2


def test_what_is_being_typed_stays_when_the_others_do_something(open_page: OpenPage, server: Server) -> None:
    ada, _, _, blue = two(server, open_page, "done", "done")
    back = ada.get_by_label("Back to action")
    expect(back).to_have_value("5")
    back.fill("0")
    blue.post("/chat", text="Wait")
    expect(ada.locator(".talk")).to_contain_text("Wait")
    expect(back).to_have_value("0")
    expect(back).to_be_focused()
    ada.get_by_role("button", name="Text mode").click()
    find = ada.locator(".textmode").get_by_role("combobox", name="Find place, hex or unit")
    find.fill("03")
    blue.play("done")
    expect(ada.locator(".textmode")).to_contain_text("Blue")
    expect(ada.get_by_text("Now, after 7 actions")).to_be_attached()
    expect(find).to_have_value("03")


def test_resignation_asks_once(open_page: OpenPage, server: Server) -> None:
    ada, grace, red, _ = two(server, open_page)
    ada.get_by_role("button", name="Resign").click()
    ada.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert not red.get()["over"]
    ada.get_by_role("button", name="Resign").click()
    ada.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(grace.get_by_role("region", name="The game is over")).to_be_visible()
    expect(grace.locator("#prompt")).to_contain_text("Blue wins: Red resigns")
    expect(grace.locator(".flag.side-1")).to_have_count(1)


def test_who_watches_sees_the_seats_but_neither_talk_nor_notes(desktop: Page, server: Server) -> None:
    seat = set_up(server, red="me", blue="link")
    desktop.goto(f"{server.url}#/watch/{seat.table}/{seat.tokens['watch']}")
    desktop.locator("#tab-together").click()
    expect(desktop.locator(".seats li")).to_have_count(2)
    for name in ("Say something", "Only you can read this"):
        expect(desktop.get_by_role("textbox", name=name)).to_have_count(0)
    expect(desktop.get_by_role("button", name="Resign")).to_have_count(0)


def test_notices_can_be_set_and_are_shown_again(desktop: Page, server: Server) -> None:
    seat = set_up(server, red="me", blue="link")
    sit(desktop, server, seat)
    desktop.locator("#tab-together").click()
    desktop.get_by_label("Tell me when it is my turn").select_option("webhook")
    desktop.get_by_label("Web address").fill("https://93.184.216.34/turn")
    desktop.get_by_role("button", name="Keep it").click()
    expect(desktop.locator(".toast")).to_contain_text("Kept")
    sit(desktop, server, seat)
    desktop.locator("#tab-together").click()
    expect(desktop.get_by_label("Web address")).to_have_value("https://93.184.216.34/turn")


# -- links


def linked(page: Page, server: Server) -> Seat:
    """Ada has set up a table and invited somebody as Blue; her panel is open."""
    seat = set_up(server, red="me", blue="link")
    sit(page, server, seat, watch=seat.tokens["watch"], invites={"blue": seat.tokens["blue"]})
    page.locator("#tab-together").click()
    return seat


def agree(page: Page, name: str) -> None:
    page.get_by_role("dialog").get_by_role("button", name=name).click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_an_invitation_is_withdrawn_and_made_anew(desktop: Page, server: Server) -> None:
    seat = linked(desktop, server)
    link = desktop.get_by_label("Invitation for Blue", exact=True)
    first = link.input_value()
    desktop.get_by_role("button", name="Withdraw the invitation for Blue").click()
    agree(desktop, "Withdraw it")
    expect(desktop.get_by_text("Nobody is invited as Blue.")).to_be_visible()
    assert seat.view()["sides"]["blue"]["seat"] == "empty"
    desktop.get_by_role("button", name="Invite somebody as Blue").click()
    expect(link).to_be_visible()
    second = link.input_value()
    desktop.get_by_role("button", name="New invitation for Blue").click()
    expect(link).not_to_have_value(second)
    token = link.input_value().rpartition("/")[2]
    assert token not in first + second
    guest = seat._replace(tokens={"blue": token}).of("blue", "Grace")
    expect(desktop.locator(".seats li", has_text="Grace")).to_be_visible()
    expect(link).to_have_count(0)
    assert guest.view()["roles"] == ["blue"]


def test_the_link_to_watch_is_withdrawn_and_made_anew(desktop: Page, server: Server) -> None:
    seat = linked(desktop, server)
    desktop.get_by_role("button", name="Withdraw the link to watch").click()
    agree(desktop, "Withdraw it")
    link = desktop.get_by_label("Link to watch, for anyone")
    expect(link).to_have_count(0)
    desktop.get_by_role("button", name="Make a link to watch").click()
    expect(link).to_be_visible()
    watching = seat._replace(token=link.input_value().rpartition("/")[2])
    assert watching.view()["roles"] == []


def test_ones_own_link_is_made_anew(desktop: Page, open_page: OpenPage, server: Server, watch: Watch) -> None:
    """The page goes on with the new one; another that has the old one says that it is gone."""
    watch.allow("403")
    seat = linked(desktop, server)
    other = open_page()
    sit(other, server, seat)
    expect(other.locator(".where")).to_have_text("Now, after 1 action")  # the share in the dice is sealed
    desktop.locator(".links summary").click()
    desktop.get_by_role("button", name="Make my link anew").click()
    agree(desktop, "Make my link anew")
    expect(desktop.locator(".toast")).to_contain_text("The link of your seat is new.")
    expect(other.get_by_role("alert")).to_contain_text("made anew or withdrawn elsewhere")
    token = desktop.evaluate("id => JSON.parse(localStorage.getItem('westfront.seats'))[id].token", seat.table)
    seat._replace(token=token).play("done")
    expect(desktop.locator(".where")).to_have_text("Now, after 2 actions")


def test_the_guest_has_no_links_to_give_out(open_page: OpenPage, server: Server) -> None:
    _, grace, _, _ = two(server, open_page)
    expect(grace.locator(".links")).to_contain_text("My own seat")
    expect(grace.locator(".links").get_by_role("button", name="link to watch")).to_have_count(0)


def test_a_letter_is_answered_by_a_button(desktop: Page, server: Server, watch: Watch) -> None:
    """To open the link says nothing yet; one that is out of date is told in a sentence."""
    watch.allow("404")
    seat = set_up(server, red="me", blue="link")
    visit(desktop, server, f"/mail/no/{seat.table}/{'x' * 32}")
    expect(desktop.get_by_text("Shall this server stop writing to you about this game?")).to_be_visible()
    desktop.get_by_role("button", name="Write to me no more").click()
    expect(desktop.get_by_role("alert")).to_contain_text("This letter is out of date")


def test_at_a_table_that_stands_still_the_box_proposes_where_to_go_back(desktop: Page, server: Server) -> None:
    seat = set_up(server, red="me", blue="link")
    seat.play("take R1", "go", "done", side="red")

    def halt(route: Route) -> None:
        told = route.fetch().json()
        route.fulfill(json={**told, "warnings": [STANDS_STILL.format(3, 2)]})

    desktop.route(re.compile(rf"/api/tables/{seat.table}(\?|$)"), halt)
    sit(desktop, server, seat)
    desktop.locator("#tab-together").click()
    expect(desktop.get_by_role("spinbutton")).to_have_value("2")
