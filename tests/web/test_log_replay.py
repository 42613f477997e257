"""The log and stepping back through a game, during play and after it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.conftest import ROOT, OpenPage, Server
from tests.web.game import finished, hold_back, let_go, set_up, sit, visit, wait_for_held
from tests.web.seats import Seat, ask, new_key, new_table


def open_game(server: Server) -> Seat:
    """A game on one screen with nothing hidden, some moves old."""
    seat = set_up(server, options={"fog": "off"})
    seat.play("take R1", "go", "done", "done", side="red")
    return seat


def test_the_log_tells_turns_phases_places_and_rules(desktop: Page, server: Server) -> None:
    seat = open_game(server)
    sit(desktop, server, seat)
    log = desktop.locator(".log-lines")
    expect(log.get_by_role("heading", name="Turn 1 begins")).to_be_visible()
    expect(log.locator(".line.phase").first).to_contain_text("Red: movement")
    move = log.locator(".line", has_text="A red unit moves")
    hexes = move.locator(".place").all_text_contents()
    assert hexes
    move.locator(".place").last.click()
    expect(
        desktop.get_by_text(f"Hex {hexes[-1]}").or_(desktop.locator(".side", has_text=hexes[-1])).first
    ).to_be_visible()
    move.locator(".rulelink:not(.place)").first.click()
    expect(desktop.get_by_role("dialog")).to_contain_text("Rule 2.1")


def test_a_line_that_names_only_units_leads_to_them(desktop: Page, server: Server) -> None:
    seat = new_table(server)
    seat.act("done", "attack 3112", "add S-113", "confirm", "supply G-13-corps", "done")
    sit(desktop, server, seat)
    desktop.locator(".line", has_text="give attack supply").get_by_role("button", name="Show G-13-corps").click()
    expect(desktop.locator(".pile")).to_contain_text("G-13-corps")


def test_dice_are_drawn_and_read_out(desktop: Page, server: Server) -> None:
    seat = open_game(server)
    seat.play("done", "done", side="blue")
    sit(desktop, server, seat)
    dice = desktop.locator(".log-lines .dice-row")
    expect(dice.first).to_have_attribute("aria-label", re.compile(r"dice: [1-6]"))
    expect(dice.first.locator("svg circle").first).to_be_attached()


def test_the_log_can_be_searched(desktop: Page, server: Server) -> None:
    seat = open_game(server)
    sit(desktop, server, seat)
    field = desktop.get_by_role("searchbox", name="Find in the log")
    field.fill("red moves")
    expect(desktop.locator(".line:visible")).to_have_count(1)
    field.fill("nothing like this")
    expect(desktop.get_by_text("No line has these words.")).to_be_visible()


def test_a_line_has_its_own_address_and_leads_to_the_past(desktop: Page, server: Server) -> None:
    seat = open_game(server)
    sit(desktop, server, seat)
    desktop.locator(".line", has_text="Red: combat").get_by_role("link").click()
    expect(desktop).to_have_url(re.compile(r"/at/3$"))
    banner = desktop.locator(".replay-banner")
    expect(banner).to_contain_text("You look back at action 3 of 4")
    expect(desktop.locator(".line.later").first).to_be_attached()
    banner.get_by_role("button", name="Back to now").click()
    expect(banner).to_be_hidden()
    expect(desktop).to_have_url(f"{server.url}#/table/{seat.table}")


def test_stepping_by_keys_and_buttons_and_by_the_address(desktop: Page, server: Server) -> None:
    seat = open_game(server)
    sit(desktop, server, seat)
    where = desktop.locator(".where")
    expect(where).to_have_text("Now, after 4 actions")
    desktop.keyboard.press("[")
    expect(where).to_have_text("Action 3 of 4")
    desktop.keyboard.press("[")
    expect(where).to_have_text("Action 2 of 4")
    desktop.keyboard.press("]")
    expect(where).to_have_text("Action 3 of 4")
    desktop.get_by_role("button", name="First").click()
    expect(where).to_have_text("Action 0 of 4")
    visit(desktop, server, f"/table/{seat.table}/at/1")
    expect(where).to_have_text("Action 1 of 4")


def test_quick_steps_add_up_and_a_late_answer_changes_nothing(desktop: Page, server: Server) -> None:
    seat = open_game(server)
    sit(desktop, server, seat)
    where = desktop.locator(".where")
    expect(where).to_have_text("Now, after 4 actions")
    hold_back(desktop, "/at/")
    for asked in (1, 2):
        desktop.keyboard.press("[")
        wait_for_held(desktop, asked)
    let_go(desktop, 1)
    expect(where).to_have_text("Action 2 of 4")
    let_go(desktop, 0)
    desktop.keyboard.press("?")  # something that needs the page to have gone on
    expect(where).to_have_text("Action 2 of 4")


def test_the_log_stands_at_its_end(desktop: Page, server: Server) -> None:
    record = (ROOT / "tests" / "games" / "michel" / "golden" / "offensive.westfront").read_text(encoding="utf-8")
    body = {"record": record, "seats": {"german": "me", "allied": "me"}, "key": new_key()}
    made = ask(server, "/api/tables/import", body)
    sit(desktop, server, Seat(server, made["table"], made["tokens"]["mine"], made["tokens"]))
    lines = desktop.locator(".log-lines .line")
    expect(lines.last).to_be_in_viewport()
    assert desktop.locator(".log-lines").evaluate("box => box.scrollHeight > 2 * box.clientHeight")
    desktop.locator("#tab-rules").click()
    desktop.locator("#tab-log").click()
    expect(lines.last).to_be_in_viewport()


def test_the_past_stays_on_the_screen_while_the_game_goes_on(desktop: Page, server: Server) -> None:
    seat = open_game(server)
    sit(desktop, server, seat)
    desktop.get_by_role("button", name="First").click()
    expect(desktop.locator(".where")).to_have_text("Action 0 of 4")
    seat.play("done", side="blue")
    expect(desktop.locator(".where")).to_have_text("Action 0 of 5")
    expect(desktop.locator(".replay-banner")).to_be_visible()


def test_during_a_hidden_game_the_past_shows_only_what_the_side_may_know(open_page: OpenPage, server: Server) -> None:
    red = set_up(server, scenario="columns", red="me", blue="link")
    red.play("done")
    blue = red.of("blue")
    page = open_page()
    sit(page, server, blue)
    page.keyboard.press("[")
    expect(page.locator(".replay-banner")).to_be_visible()
    told = blue.get("/at/0")["view"]["scene"]["pieces"]
    assert any(not piece.get("name") for piece in told if piece["side"] == "red")
    whole = red.get("/at/0")["view"]["scene"]["pieces"]
    assert all(piece.get("name") for piece in whole if piece["side"] == "red")


def test_the_end_shows_result_proof_and_luck(desktop: Page, server: Server, axe: Callable[[Page], None]) -> None:
    seat = finished(server)
    sit(desktop, server, seat)
    end = desktop.get_by_role("region", name="The game is over")
    expect(end.locator(".verified")).to_contain_text("Every action follows the rules")
    expect(end.locator(".luck-row")).to_have_count(2)
    expect(end.locator(".luck-row").first).to_contain_text("2 dice")
    axe(desktop)
    end.get_by_role("button", name="Look through the game").click()
    expect(desktop.locator(".where")).to_contain_text("Action 0 of")


SLOW_READING = """
    const text = File.prototype.text, later = () => new Promise((done) => setTimeout(done, 300));
    File.prototype.text = async function () { await later(); return text.call(this); };
"""
"""A file that takes a while to read, so that the button is pressed before it is there."""


def test_the_record_goes_out_and_comes_in_again(desktop: Page, server: Server, tmp_path: Path) -> None:
    seat = finished(server)
    sit(desktop, server, seat)
    with desktop.expect_download() as told:
        desktop.get_by_role("region", name="The game is over").get_by_role("button", name="Download the record").click()
    file = tmp_path / told.value.suggested_filename
    told.value.save_as(file)
    assert file.suffix == ".westfront"
    desktop.add_init_script(SLOW_READING)
    visit(desktop, server, "/import")
    desktop.get_by_label("File with the record").set_input_files(file)
    sent = list[str]()
    desktop.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    desktop.get_by_role("button", name="Open it").dblclick()
    desktop.wait_for_selector(".table-page")
    assert [url for url in sent if url.endswith("/import")] == [f"{server.url}api/tables/import"], (
        "pressed twice, made once"
    )
    assert seat.table not in desktop.url
    expect(desktop.get_by_role("region", name="The game is over")).to_be_visible()


def test_a_hidden_game_gives_only_the_own_log(desktop: Page, server: Server, tmp_path: Path) -> None:
    red = set_up(server, red="me", blue="link")
    sit(desktop, server, red)
    desktop.locator("#tab-together").click()
    with desktop.expect_download() as told:
        desktop.get_by_role("button", name="Download my log").click()
    told.value.save_as(tmp_path / "log.txt")
    text = (tmp_path / "log.txt").read_text()
    assert "Turn 1 begins" in text
    assert "secret" not in text
