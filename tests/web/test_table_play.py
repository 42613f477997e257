"""A whole player turn of Michel at the table page: by mouse, by keyboard alone, and by touch on a phone."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Server
from tests.web.seats import new_table, sit

ATTACKED = "3112"
"""B-47 stands here alone, beside S-113 in 3212."""


def counter(page: Page, unit: str) -> Locator:
    """A counter on the map."""
    return page.locator(f'.overlay .counter[data-unit="{unit}"]')


def prompt(page: Page) -> Locator:
    """What is asked."""
    return page.locator("#prompt")


STILL = """async (one) => {
  const frame = () => new Promise(requestAnimationFrame);
  const box = () => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  for (let last = box(), same = 0; same < 3;) {
    await frame();
    const now = box();
    same = now.every((n, i) => n === last[i]) ? same + 1 : 0;
    last = now;
  }
  return box();
}"""


def middle(found: Locator) -> tuple[float, float]:
    """The middle of something on the screen, once it stands still: the map may be on its way."""
    x, y = found.evaluate(STILL)
    return x, y


def pick(page: Page, unit: str) -> None:
    """Click where a counter lies; a stack that is laid out meanwhile has its top counter there."""
    page.mouse.click(*middle(counter(page, unit)))


MIDDLES = """all => all.map((one) => one.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])"""


def free_hex(page: Page) -> tuple[float, float]:
    """A marked hex without counters, well inside the map."""
    marks = page.locator(".hexmark:not(.ringed)")
    middle(marks.first)
    stage = page.locator(".stage").bounding_box()
    assert stage is not None
    for x, y in marks.evaluate_all(MIDDLES):
        inside = 120 < x - stage["x"] < stage["width"] - 30 and 80 < y - stage["y"] < stage["height"] - 120
        if inside:
            return x, y
    raise AssertionError("no marked hex in sight")


def agree(page: Page, *, touch: bool = False) -> None:
    """Go on at the question before something that is forgotten or cannot be taken back; where that is so, for good."""
    for never in page.locator("dialog[open] input[type=checkbox]").all():
        never.check()
    button = page.locator('dialog [data-key="go on"]')
    button.tap() if touch else button.click()


CHANGED = "n => document.querySelector('.table-page').dataset.number !== n"
ASKED = f"n => ({CHANGED})(n) || document.querySelector('dialog[open]')"


def number(page: Page) -> str | None:
    """The number of the position on the screen."""
    return page.locator(".table-page").get_attribute("data-number")


def press(page: Page, button: Locator, *, touch: bool = False) -> None:
    """Press a button that answers the question, agree if that cannot be taken back, and wait for the next position."""
    before = number(page)
    button.tap() if touch else button.click()
    page.wait_for_function(ASKED, arg=before)
    while page.locator("dialog[open]").count():  # one that is closed goes a moment later
        agree(page, touch=touch)
        page.wait_for_function(ASKED, arg=before)


def play_on(page: Page, *, touch: bool = False) -> None:
    """Go through what the dice bring (retreats, exchanges, fire in defence) until units may move again."""
    for _ in range(40):
        if page.locator("#prompt .rulelink").inner_text() == "Movement-General":
            return
        first = page.locator(".bar [data-action=done], .orders [data-action]").first
        if not first.is_visible() and touch:
            page.locator('.tab[data-tab="orders"]').tap()
        if not first.is_visible():
            group = page.locator(".orders summary").first
            group.tap() if touch else group.click()
        press(page, first, touch=touch)
    raise AssertionError(f"the fight does not end: {prompt(page).inner_text()}")


def test_a_turn_by_mouse(server: Server, desktop: Page) -> None:
    page, seat = desktop, new_table(server)
    sit(page, seat)
    expect(prompt(page)).to_contain_text("Move your units")

    pick(page, "S-107")
    expect(prompt(page)).to_contain_text("Where does S-107 go")
    x, y = free_hex(page)
    page.mouse.move(x, y)
    expect(page.locator(".way .note text").last).to_contain_text("movement points")
    page.mouse.click(x, y)
    expect(prompt(page)).to_contain_text("Move your units")
    expect(counter(page, "S-107").locator(".sign-moved")).to_have_count(1)
    assert next(p for p in seat.view()["view"]["scene"]["pieces"] if p["name"] == "S-107")["at"] != "3311"

    page.get_by_role("button", name="Undo").click()
    expect(counter(page, "S-107").locator(".sign-moved")).to_have_count(0)
    expect(prompt(page)).to_contain_text("Where does S-107 go")
    pick(page, "S-24")
    expect(page.get_by_role("menuitem")).to_have_count(2)
    page.locator('.menu [data-action="take S-24"]').click()
    expect(prompt(page)).to_contain_text("Where does S-24 go")
    page.keyboard.press("Escape")
    expect(prompt(page)).to_contain_text("Move your units")

    page.get_by_role("button", name="Done").click()
    expect(prompt(page)).to_contain_text("Open an attack")
    page.locator(f'.overlay .counter[data-at="{ATTACKED}"]').click()
    expect(prompt(page)).to_contain_text("Who attacks")
    pick(page, "S-113")
    expect(page.locator(".preview h2")).to_contain_text("S-113")
    expect(page.locator(".preview .battle")).to_contain_text("fortified zone")
    before = page.locator(".preview .chances").inner_text()
    pick(page, "T-16R")
    expect(page.locator(".preview .chances")).not_to_have_text(before)
    expect(counter(page, "S-113").locator(".frame.shape-1")).to_have_count(1)
    page.get_by_role("button", name="Confirm").click()
    page.locator(".orders .filter").fill("supply G-13")
    page.locator('.orders [data-action="supply G-13-corps"]').click()
    expect(page.locator('.orders [data-action="spare G-13-corps"]')).to_have_count(1)
    play_on(page)
    expect(page.locator(".dice-tray .die").first).to_be_visible()
    assert any("Result at" in line["text"] for line in seat.view()["log"]["lines"])

    press(page, page.get_by_role("button", name="Done"))
    expect(page.locator(".flag")).to_have_text("Allied")
    expect(prompt(page)).to_contain_text("Move your units")


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something that fits has the focus."""
    for _ in range(160):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"Tab never comes to {selector}")


def answer_by_key(page: Page, selector: str) -> None:
    """Answer the question with the keyboard, agree if that cannot be taken back, and wait for the next position."""
    before = number(page)
    tab_to(page, selector)
    page.keyboard.press("Enter")
    page.wait_for_function(ASKED, arg=before)
    while page.locator("dialog[open]").count():
        tab_to(page, 'dialog [data-key="go on"]')
        page.keyboard.press("Enter")
        page.wait_for_function(ASKED, arg=before)


def test_a_turn_by_keyboard_alone(server: Server, desktop: Page) -> None:
    page, seat = desktop, new_table(server)
    sit(page, seat)
    keys = page.keyboard
    said = page.locator("#announce")

    tab_to(page, ".stage")
    keys.press("n")
    expect(said).to_contain_text("Take")
    keys.press("Enter")
    expect(prompt(page)).to_contain_text("Where does")
    unit = re.search(r"does (\S+) go", prompt(page).inner_text())
    assert unit is not None
    for way in ("ArrowRight", "ArrowRight", "PageDown"):
        keys.press(way)
    expect(said).to_contain_text("movement points")
    keys.press("Enter")
    expect(counter(page, unit[1]).locator(".sign-moved")).to_have_count(1)
    keys.press("u")
    expect(counter(page, unit[1]).locator(".sign-moved")).to_have_count(0)
    expect(prompt(page)).to_contain_text("Where does")
    keys.press("Escape")
    expect(prompt(page)).to_contain_text("Move your units")

    keys.press("/")
    keys.type("Cambrai")
    keys.press("Enter")
    keys.press("?")
    expect(page.locator(".telegram.why")).to_contain_text("3308")

    keys.press("t")
    expect(page.locator(".textmode h2").first).to_be_visible()
    tab_to(page, '.textmode [data-action="done"]')
    keys.press("Enter")
    expect(page.locator("#text-prompt")).to_contain_text("Open an attack")

    tab_to(page, '.textmode input[type="search"]')
    keys.type(ATTACKED)
    keys.press("Enter")
    expect(page.locator(".textmode h2").nth(1)).to_contain_text("B-47")
    tab_to(page, f'.textmode [data-action="attack {ATTACKED}"]')
    keys.press("Enter")
    expect(page.locator("#text-prompt")).to_contain_text("Who attacks")
    tab_to(page, '.textmode [data-way="southEast"]')
    keys.press("Enter")
    expect(page.locator(".textmode h2").nth(1)).to_contain_text("S-113")
    tab_to(page, '.textmode [data-action="add S-113"]')
    keys.press("Enter")
    expect(page.locator(".textmode .battle")).to_contain_text("odds")
    tab_to(page, '.textmode [data-action="confirm"]')
    keys.press("Enter")
    expect(page.locator("#text-prompt")).to_contain_text("Open an attack")

    for _ in range(40):
        if "Move your units" in page.locator("#text-prompt").inner_text():
            break
        answer_by_key(page, ".textmode [data-action]")
    answer_by_key(page, '.textmode [data-action="done"]')
    expect(page.locator("#text-prompt")).to_contain_text("Allied: Move your units")


def test_a_turn_on_a_phone_by_touch(server: Server, phone: Page) -> None:
    page, seat = phone, new_table(server)
    sit(page, seat)

    counter(page, "S-107").tap()
    expect(prompt(page)).to_contain_text("Where does S-107 go")
    x, y = free_hex(page)
    page.touchscreen.tap(x, y)
    expect(page.locator(".telegram")).to_contain_text("movement points")
    expect(page.locator(".way")).to_have_count(1)
    page.touchscreen.tap(x, y)
    expect(prompt(page)).to_contain_text("Move your units")

    page.get_by_role("button", name="Done").tap()
    expect(prompt(page)).to_contain_text("Open an attack")
    page.locator(f'.overlay .counter[data-at="{ATTACKED}"]').tap()
    expect(prompt(page)).to_contain_text("Who attacks")
    counter(page, "S-113").tap()
    page.locator('.tab[data-tab="orders"]').tap()
    expect(page.locator(".preview .chances")).to_be_visible()
    page.locator('.tab[data-tab="orders"]').tap()
    page.get_by_role("button", name="Confirm").tap()
    expect(prompt(page)).to_contain_text("Open an attack")
    play_on(page, touch=True)
    press(page, page.get_by_role("button", name="Done"), touch=True)
    expect(page.locator(".flag")).to_have_text("Allied")


SMALL = """() => {
  const targets = '.bar button:not(.rulelink), .tool, .tab, .orders button, .orders summary, .home';
  return [...document.querySelectorAll(targets)]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 90)])
    .filter(([box]) => box.height < 40 || box.width < 40)
    .map(([box, html]) => `${box.width} by ${box.height}: ${html}`);
}"""


def test_what_can_be_tapped_is_large_enough(server: Server, phone: Page) -> None:
    sit(phone, new_table(server))
    for tab in ("units", "orders", "log", "boxes"):
        phone.locator(f'.tab[data-tab="{tab}"]').tap()
        expect(phone.locator(".side")).to_have_js_property("offsetWidth", 360)
        small = phone.evaluate(SMALL)
        assert small == []
