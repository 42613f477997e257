"""A new game in three choices, with every kind of seat; invitations; records brought along."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, OpenPage, Server, Watch
from tests.web.game import hold, set_up, visit
from tests.web.seats import Seat

GOLDEN = Path(__file__).parents[1] / "ford" / "golden"


def begin(page: Page, server: Server, red: str, blue: str) -> None:
    visit(page, server, "/new/ford")
    page.locator(f"input[name=seat-red][value='{red}']").check()
    page.locator(f"input[name=seat-blue][value='{blue}']").check()
    page.get_by_role("button", name="Set up the table").click()


def at_the_table(page: Page) -> str:
    """Wait for the table page; gives the id of the table."""
    page.wait_for_selector(".table-page")
    return str(page.evaluate("location.hash")).rpartition("/table/")[2]


def held(page: Page, server: Server) -> Seat:
    """The seat that the browser of a page holds at the table it shows."""
    table = at_the_table(page)
    token = page.evaluate("id => JSON.parse(localStorage.getItem('westfront.seats'))[id].token", table)
    return Seat(server, table, token, {})


def lift(page: Page) -> None:
    """Lift the curtain; only when it is gone does the map stand where it is first seen."""
    page.locator(".curtain button").click()
    expect(page.locator(".curtain button")).to_have_count(0)


def test_game_scenario_and_options_are_chosen(desktop: Page, server: Server) -> None:
    visit(desktop, server, "/new")
    desktop.locator("input[name=game][value=ford]").check()
    desktop.get_by_label("Red stands before the northern village.").check()
    desktop.get_by_text("Everything as recommended").click()
    expect(desktop.get_by_text("In autumn mud is more likely.")).to_be_visible()
    desktop.get_by_label("Season").select_option("autumn")
    expect(desktop.get_by_text("1 option changed")).to_be_visible()
    desktop.locator("input[name=seat-blue][value=me]").check()
    desktop.get_by_role("button", name="Set up the table").click()
    table = held(desktop, server).get()
    assert (table["scenario"], table["options"]["season"], table["options"]["fog"]) == ("assault", "autumn", "on")
    lift(desktop)
    far = desktop.locator(".overlay").evaluate("one => one.clientWidth")
    desktop.get_by_role("button", name="Nearer").click()
    desktop.wait_for_function("far => document.querySelector('.overlay').clientWidth > 1.3 * far", arg=far)
    near = desktop.locator(".overlay").evaluate("one => one.clientWidth")
    desktop.reload()
    lift(desktop)
    expect(desktop.locator(".overlay")).to_have_js_property("clientWidth", near)  # a reload keeps what was seen
    visit(desktop, server, "/")
    begin(desktop, server, "me", "me")
    at_the_table(desktop)
    desktop.go_back()
    expect(desktop.locator(".new-game")).to_have_count(0)


@pytest.mark.parametrize("side", ["red", "blue"])
def test_against_the_machine(desktop: Page, server: Server, side: str) -> None:
    seats = {"red": "machine:random", "blue": "machine:random", side: "me"}
    begin(desktop, server, seats["red"], seats["blue"])
    seat = held(desktop, server)
    assert seat.get()["roles"] == [side]
    expect(desktop.locator(".bar")).not_to_be_empty()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_machine_has_a_style(open_page: OpenPage, server: Server, axe: Callable[[Page], None], theme: str) -> None:
    """By keyboard alone, on a phone: a level, then how it plays; both say in a sentence what they are."""
    page = open_page(**PHONE, color_scheme=theme)
    visit(page, server, "/new/meuse")
    seat = page.locator("input[name=seat-german][value='machine:officer']")
    expect(page.locator("input[name=style-german]")).to_have_count(0)
    seat.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    expect(page.locator("input[name=style-german][value='']")).to_be_focused()
    for name, sentence in (("cautious", "weighs its own losses more."), ("bold", "weighs its own losses less.")):
        page.keyboard.press("ArrowRight")
        expect(page.locator(f"input[name=style-german][value={name}]")).to_be_focused()
        expect(page.locator(".machine-choice").last).to_contain_text(sentence)
    expect(page.locator(".machine-choice").last).to_contain_text("Plays the whole doctrine")
    expect(page.get_by_text("No machine has other dice, units, rules or sight than a person")).to_be_visible()
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("input[name=seat-german][value='machine:random']").check()
    expect(page.locator("input[name=style-german]")).to_have_count(0)
    page.locator("input[name=seat-german][value='machine:recruit']").check()
    expect(page.locator("input[name=style-german][value=bold]")).to_be_checked()
    page.get_by_role("button", name="Set up the table").click()
    assert held(page, server).get()["sides"]["german"]["name"] == "recruit-bold machine"


def test_a_hidden_game_on_one_screen_has_a_curtain_between_the_sides(desktop: Page, server: Server) -> None:
    visit(desktop, server, "/new/ford")
    desktop.get_by_role("button", name="Both sides here").click()
    expect(desktop.get_by_text("a curtain falls")).to_be_visible()
    desktop.get_by_role("button", name="Set up the table").click()
    seat = held(desktop, server)
    lift = desktop.locator(".curtain button")
    expect(lift).to_be_visible()
    assert desktop.locator(".table-page").evaluate("page => page.inert")
    lift.click()
    expect(lift).to_have_count(0)
    seat.play("done", "done", side="red")
    expect(lift).to_be_visible()
    expect(desktop.locator(".curtain")).to_contain_text("Blue")


def test_an_invitation_seats_a_second_browser(desktop: Page, open_page: OpenPage, server: Server) -> None:
    visit(desktop, server, "/new/ford")
    desktop.get_by_label("Your name").fill("Ada")
    desktop.get_by_role("button", name="Set up the table").click()
    link = desktop.get_by_label("Invitation for Blue").input_value()
    guest = open_page()
    guest.goto(link)
    expect(guest.get_by_role("heading", level=1)).to_have_text("Sit down as Blue")
    expect(guest.get_by_text("Ada invites you to a game of The Ford.")).to_be_visible()
    guest.get_by_label("Your name").fill("Grace")
    guest.get_by_role("button", name="Take the seat").click()
    table = at_the_table(guest)
    assert held(guest, server).token not in link, "what the inviter knows is not the guest's seat"
    desktop.get_by_role("link", name="Go to the table").click()
    assert at_the_table(desktop) == table
    sides = held(desktop, server).get()["sides"]
    assert (sides["red"]["name"], sides["blue"]["name"]) == ("Ada", "Grace")
    held(desktop, server).play("done", "done")
    expect(guest.locator(".bar")).to_contain_text("Blue")
    assert held(guest, server).get()["view"]["question"] is not None


def test_who_opens_the_link_of_the_other_seat_can_come_back_to_the_own_one(
    desktop: Page, server: Server, axe: Callable[[Page], None]
) -> None:
    seat = set_up(server, red="me", blue="link")
    hold(desktop, server, seat.table, seat.token)
    visit(desktop, server, f"/join/{seat.table}/{seat.tokens['blue']}")
    own = desktop.get_by_label("My own seat").input_value()
    axe(desktop)
    desktop.get_by_label("Your name").fill("Ada")
    desktop.locator(".callout").get_by_role("button").click()
    expect(desktop.locator(".callout").get_by_role("button")).not_to_have_text("Copy")
    assert seat.view()["sides"]["blue"]["name"] == "", "to copy the link is not to take the seat"
    desktop.get_by_role("button", name="Take the seat").click()
    at_the_table(desktop)
    assert held(desktop, server).get()["roles"] == ["blue"]
    desktop.goto(own)
    desktop.get_by_role("button", name="Take the seat").click()
    at_the_table(desktop)
    assert held(desktop, server).get()["roles"] == ["red"]
    visit(desktop, server, "/")
    desktop.evaluate("localStorage.clear()")
    desktop.goto(own)
    at_the_table(desktop)
    assert held(desktop, server).get()["roles"] == ["red"], "on another device nothing is asked"


def test_an_invitation_can_be_used_once(desktop: Page, open_page: OpenPage, server: Server, watch: Watch) -> None:
    watch.allow("403")
    seat = set_up(server, red="me", blue="link")
    seat.of("blue", "Grace")
    visit(desktop, server, f"/join/{seat.table}/{seat.tokens['blue']}")
    expect(desktop.get_by_role("alert")).to_contain_text("the link was used, renewed or withdrawn")


def test_a_link_to_watch_shows_the_table_without_a_seat(desktop: Page, server: Server) -> None:
    seat = set_up(server)
    desktop.goto(f"{server.url}#/watch/{seat.table}/{seat.tokens['watch']}")
    assert at_the_table(desktop) == seat.table
    assert held(desktop, server).get()["roles"] == []


def test_a_wrong_invitation_is_refused_in_a_sentence(desktop: Page, server: Server, watch: Watch) -> None:
    seat = set_up(server)
    watch.allow("401", "403", "404")
    visit(desktop, server, f"/join/{seat.table}/{'x' * 32}")
    expect(desktop.get_by_role("alert")).to_be_visible()


def test_a_record_is_opened(desktop: Page, server: Server, axe: Callable[[Page], None]) -> None:
    record = GOLDEN / "village.westfront"
    visit(desktop, server, "/import")
    desktop.get_by_label("File with the record").set_input_files(record)
    expect(desktop.get_by_role("heading", name="The Ford")).to_be_visible()
    axe(desktop)
    desktop.get_by_role("button", name="Open it").click()
    assert held(desktop, server).get()["number"] > 0


def test_a_file_that_is_no_record_is_refused_in_a_sentence(
    desktop: Page, server: Server, watch: Watch, tmp_path: Path
) -> None:
    watch.allow("400", "422")
    wrong = tmp_path / "letter.txt"
    wrong.write_text("Dear diary")
    visit(desktop, server, "/import")
    desktop.get_by_label("File with the record").set_input_files(wrong)
    desktop.get_by_role("button", name="Open it").click()
    expect(desktop.locator(".toast.trouble")).to_be_visible()


def test_a_file_that_is_too_large_takes_the_place_of_the_one_before(
    desktop: Page, server: Server, tmp_path: Path
) -> None:
    large = tmp_path / "large.westfront"
    large.write_bytes(b"#" * 4_000_001)
    visit(desktop, server, "/import")
    field, heading = desktop.get_by_label("File with the record"), desktop.get_by_role("heading", name="The Ford")
    field.set_input_files(GOLDEN / "village.westfront")
    expect(heading).to_be_visible()
    field.set_input_files(large)
    expect(desktop.locator(".toast.trouble")).to_contain_text("too large")
    expect(heading).to_have_count(0)
    desktop.get_by_role("button", name="Open it").click()
    expect(desktop.locator(".toast.trouble", has_text="Choose a file first")).to_be_visible()
