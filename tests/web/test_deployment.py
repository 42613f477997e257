"""Michel's free deployment in the browser: placing by type, what is uncovered, and why it cannot be finished yet."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Server
from tests.web.seats import Seat, new_table, sit, texts
from tests.web.test_table_play import counter, free_hex, press, prompt


def at_set_up(server: Server, page: Page) -> Seat:
    """The Germans deploy freely."""
    seat = new_table(server, options={"german": "3"})
    sit(page, seat)
    expect(prompt(page)).to_contain_text("all units are placed; the fortified zone is covered")
    return seat


def why_not_done(page: Page) -> Locator:
    """Press what stands in the place of the end; gives the answer."""
    page.locator('.bar [data-closed="done"]').click()
    return page.locator(".telegram.why")


def test_units_are_placed_by_type_moved_and_lifted(server: Server, desktop: Page) -> None:
    at_set_up(server, desktop)
    desktop.get_by_role("button", name="Clear").click()
    expect(prompt(desktop)).to_contain_text("still to place 47 x 7-5")
    answer = why_not_done(desktop)
    expect(answer).to_contain_text("Units are still to be placed: 47 x 7-5")
    expect(answer.locator(".rulelink")).to_have_text("Deploy-GermanFree")

    desktop.locator('.orders [data-action="choose 7-5"]').click()
    expect(prompt(desktop)).to_contain_text("Where does a 7-5 go (47 to place)")
    desktop.mouse.click(*free_hex(desktop))
    expect(prompt(desktop)).to_contain_text("still to place 46 x 7-5")

    placed = desktop.locator(".overlay .counter.side-german")
    expect(placed).to_have_count(1)
    placed.click()
    expect(desktop.get_by_role("menuitem")).to_have_count(2)
    desktop.locator('.menu [data-action^="take "]').click()
    expect(prompt(desktop)).to_contain_text(" go?")
    desktop.keyboard.press("Escape")
    expect(prompt(desktop)).to_contain_text("still to place 46 x 7-5")
    placed.click()
    desktop.locator('.menu [data-action^="lift "]').click()
    expect(prompt(desktop)).to_contain_text("still to place 47 x 7-5")


def test_the_fortified_zone_must_be_covered(server: Server, desktop: Page) -> None:
    seat = at_set_up(server, desktop)
    northern = sorted(
        (piece["at"], piece["name"]) for piece in seat.view()["view"]["scene"]["pieces"] if piece["side"] == "german"
    )
    moved = 0
    while "done" in texts(seat.view()):
        seat.act(f"move {northern[moved][1]} 40{moved // 2 + 10}")
        moved += 1
    expect(prompt(desktop)).to_contain_text("fortified hexes uncovered: ")
    answer = why_not_done(desktop)
    expect(answer).to_contain_text("No friendly unit occupies or controls")
    expect(answer.locator(".rulelink")).to_have_text("Setup-FZ")
    desktop.get_by_role("button", name="Overlays").click()
    desktop.get_by_label("Uncovered").check()
    expect(desktop.locator(".zone.kind-mark path[fill]")).to_have_count(1)

    desktop.get_by_role("button", name="Undo").click()
    expect(desktop.locator('.bar [data-closed="done"]')).to_have_count(0)
    press(desktop, desktop.locator('.bar [data-action="done"]'))
    expect(prompt(desktop)).to_contain_text("Move your units")
    expect(counter(desktop, northern[0][1])).to_have_attribute("data-at", "4010" if moved > 1 else northern[0][0])
