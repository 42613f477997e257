"""The table page around the playing: map, overlays, reasons, the live line, the curtain, speed, accessibility."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage, Server, Watch, without_drawings
from tests.web.game import hold_answers, let_go, wait_for_held
from tests.web.seats import Seat, new_table, sit, texts
from tests.web.test_stacks import bring
from tests.web.test_table_play import counter, free_hex, pick, prompt

LINKED = {"german": "me", "allied": "link"}
FIRST_PAINT = 2000
"""Milliseconds from the address to the drawn table."""


FRAMES, FRAME = 120, 1000 / 60


def scale(page: Page) -> float:
    """Pixels from side to side of a hex."""
    box = page.locator(".overlay").bounding_box()
    assert box is not None
    return box["width"]


# -- the map


def test_the_wheel_zooms_towards_the_pointer_and_settles_sharply(server: Server, desktop: Page) -> None:
    sit(desktop, new_table(server))
    unit = counter(desktop, "S-107")
    box = unit.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = scale(desktop)
    desktop.mouse.move(x, y)
    desktop.mouse.wheel(0, -400)
    desktop.wait_for_function("w => document.querySelector('.overlay').clientWidth > w * 1.5", arg=before)
    near = unit.bounding_box()
    assert near is not None
    assert near["width"] > box["width"] * 1.5
    assert max(abs(near["x"] + near["width"] / 2 - x), abs(near["y"] + near["height"] / 2 - y)) < 12
    assert "scale(1)" in desktop.locator(".board").evaluate("board => board.style.transform")


def test_dragging_moves_the_map_and_chooses_nothing(server: Server, desktop: Page) -> None:
    sit(desktop, new_table(server))
    unit = counter(desktop, "B-47")
    before = unit.bounding_box()
    assert before is not None
    desktop.mouse.move(before["x"] + 8, before["y"] + 8)
    desktop.mouse.down()
    desktop.mouse.move(before["x"] + 108, before["y"] + 58, steps=5)
    desktop.mouse.up()
    desktop.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    after = unit.bounding_box()
    assert after is not None
    assert (round(after["x"] - before["x"]), round(after["y"] - before["y"])) == (100, 50)
    expect(prompt(desktop)).to_contain_text("Move your units")


def test_two_fingers_pinch(server: Server, phone: Page) -> None:
    sit(phone, new_table(server))
    before = scale(phone)
    touch = phone.context.new_cdp_session(phone)
    for kind, gap in [("touchStart", 40), ("touchMove", 60), ("touchMove", 90), ("touchMove", 120)]:
        points = [{"x": 180 - gap / 2, "y": 350, "id": 0}, {"x": 180 + gap / 2, "y": 350, "id": 1}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    phone.wait_for_function("w => document.querySelector('.overlay').getBoundingClientRect().width > w * 2", arg=before)


def test_a_place_is_found_by_name_and_by_hex(server: Server, desktop: Page) -> None:
    sit(desktop, new_table(server))
    field = desktop.get_by_role("search").get_by_role("combobox")
    field.fill("bapaume")
    field.press("Enter")
    expect(desktop.locator(".pile-title")).to_contain_text("Bapaume")
    field.fill("S-107")
    field.press("Enter")
    expect(desktop.locator(".pile")).to_contain_text("S-107")
    field.fill("Atlantis")
    field.press("Enter")
    expect(desktop.locator(".telegram")).to_contain_text("Atlantis")


def test_a_stack_opens_under_the_pointer_with_its_sums(server: Server, desktop: Page) -> None:
    sit(desktop, new_table(server))
    counter(desktop, "S-27").hover()
    expect(desktop.locator(".pile-title")).to_contain_text("3113")
    expect(desktop.locator(".pile-total")).to_have_text("German: 2 units, combat 12")
    expect(desktop.locator(".pile-unit")).to_have_count(2)


def test_counters_hide_and_overlays_are_laid_over_the_map(server: Server, desktop: Page) -> None:
    sit(desktop, new_table(server))
    desktop.get_by_role("button", name="Hide counters").click()
    expect(desktop.locator(".overlay .counters")).to_be_hidden()
    desktop.get_by_role("button", name="Hide counters").click()
    desktop.get_by_role("button", name="Overlays").click()
    desktop.get_by_label("german zones of control").check()
    desktop.get_by_label("allied zones of control").check()
    fills = desktop.locator(".zone.kind-zoc path[fill]").evaluate_all("all => all.map(one => one.getAttribute('fill'))")
    assert len(set(fills)) == 2, "each side has a pattern of its own"
    desktop.get_by_role("button", name="Legend").click()
    expect(desktop.get_by_role("region", name="Legend")).to_contain_text("german zones of control")
    expect(desktop.get_by_role("region", name="Legend")).to_contain_text("Devastated zone")


# -- deciding


def test_why_not_is_answered_with_its_rule(server: Server, desktop: Page) -> None:
    sit(desktop, new_table(server))
    pick(desktop, "B-47")
    answer = desktop.locator(".telegram.why")
    expect(answer).to_contain_text("B-47")
    answer.locator(".rulelink").click()
    expect(desktop.locator("dialog .rule-text")).not_to_be_empty()


def test_what_is_offered_is_marked_by_shape(server: Server, desktop: Page) -> None:
    seat = new_table(server)
    seat.act("done", "attack 3112", "add S-113")
    sit(desktop, seat)
    shapes = {
        desktop.locator(f'.counter[data-unit="{unit}"] .frame path:not(.under)').get_attribute("d")
        for unit in ("S-113", "T-16R")
    }
    assert len(shapes) == 2, "to add and to drop look different without any colour"


def test_the_style_sheets_leave_the_counters_as_they_are_drawn(server: Server, desktop: Page) -> None:
    sit(desktop, new_table(server))
    inks = desktop.locator("svg.unseen .counter").evaluate_all(
        "all => all.map((one) => [one.getAttribute('color'), getComputedStyle(one).color])"
    )
    drawn, shown = zip(*inks, strict=True)
    assert set(drawn) == {"#15191b"}
    assert set(shown) == {"rgb(21, 25, 27)"}


def before_the_dice(server: Server) -> Seat:
    """One battle is laid down and waits for its die."""
    seat = new_table(server)
    table = seat.act("done", "attack 3112", "add S-113", "confirm", "supply G-13-corps", "done")
    while "resolve 3112" not in texts(table):
        table = seat.act("done")
    return seat


def test_no_is_an_answer_before_what_cannot_be_taken_back(server: Server, desktop: Page) -> None:
    seat = before_the_dice(server)
    before = seat.view()["number"]
    sit(desktop, seat)
    desktop.locator('.orders [data-action="resolve 3112"]').click()
    desktop.locator("dialog").get_by_role("button", name="Cancel").click()
    expect(desktop.locator("dialog")).to_have_count(0)
    assert seat.view()["number"] == before


def test_what_can_be_taken_back_is_done_without_a_question_and_undone(server: Server, desktop: Page) -> None:
    sit(desktop, new_table(server))
    desktop.get_by_role("button", name="Done").click()
    expect(prompt(desktop)).to_contain_text("Open an attack")
    desktop.get_by_role("button", name="Undo").click()
    expect(prompt(desktop)).to_contain_text("Move your units")


def test_dice_are_announced_with_their_chances(server: Server, desktop: Page) -> None:
    sit(desktop, before_the_dice(server))
    desktop.locator('.orders [data-action="resolve 3112"]').click()
    expect(desktop.locator("dialog .chances")).to_contain_text("%")
    desktop.locator('dialog [data-key="go on"]').click()
    expect(desktop.locator(".dice-tray .die").first).to_be_visible()


def test_the_reach_of_a_unit_is_laid_over_the_map(server: Server, desktop: Page) -> None:
    sit(desktop, new_table(server))
    desktop.get_by_role("button", name="Overlays").click()
    desktop.get_by_label("Reach of the unit taken up").check()
    expect(desktop.locator(".overlay .kind-reach:not(pattern)")).to_have_count(0)
    pick(desktop, "S-107")
    expect(desktop.locator(".overlay .kind-reach:not(pattern)")).to_have_count(1)
    desktop.keyboard.press("Escape")
    expect(desktop.locator(".overlay .kind-reach:not(pattern)")).to_have_count(0)


def test_a_counter_and_a_hex_out_of_turn_get_an_answer(server: Server, desktop: Page) -> None:
    sit(desktop, new_table(server, seats=LINKED).of("allied"))
    expect(prompt(desktop)).to_contain_text("German must decide")
    bring(desktop, "3112")
    pick(desktop, "B-47")
    desktop.keyboard.press("?")
    expect(desktop.locator(".telegram.why")).to_contain_text("German is asked now, not allied")


# -- together


def test_the_other_side_sees_a_move_at_once(server: Server, open_page: OpenPage) -> None:
    mine = new_table(server, seats=LINKED)
    german, allied = open_page(), open_page()
    sit(german, mine)
    sit(allied, mine.of("allied"))
    expect(prompt(allied)).to_contain_text("German must decide")
    pick(german, "S-107")
    expect(prompt(german)).to_contain_text("Where does S-107 go")
    x, y = free_hex(german)
    german.mouse.click(x, y)
    expect(counter(allied, "S-107").locator(".sign-moved")).to_have_count(1)
    assert allied.locator(".hexmark, .frame").count() == 0, "nothing is offered to the side that is not asked"


def test_the_bell_does_not_overtake_the_answer(server: Server, open_page: OpenPage) -> None:
    mine = new_table(server)
    here, there = open_page(), open_page()
    sit(there, mine)
    sit(here, mine)
    hold_answers(here, "/actions")
    pick(here, "S-107")
    wait_for_held(here, 1)
    expect(prompt(there)).to_contain_text("Where does S-107 go")
    here.wait_for_timeout(500)  # the bell has rung here too
    expect(prompt(here)).to_contain_text("Take S-107 …")
    let_go(here, 0)
    expect(prompt(here)).to_contain_text("Where does S-107 go")
    there.keyboard.press("Escape")
    expect(prompt(here)).to_contain_text("Move your units")


def test_a_broken_line_in_mid_turn(own_server: Server, desktop: Page, watch: Watch) -> None:
    watch.allow(
        "ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE"
    )
    seat = new_table(own_server)
    sit(desktop, seat)
    pick(desktop, "S-107")
    expect(prompt(desktop)).to_contain_text("Where does S-107 go")
    own_server.stop()
    expect(desktop.locator(".banner")).to_be_visible()
    expect(prompt(desktop)).to_contain_text("Where does S-107 go")
    own_server.start()
    seat.act("go 3310")
    expect(desktop.locator(".banner")).to_be_hidden()
    expect(counter(desktop, "S-107")).to_have_attribute("data-at", "3310")
    expect(prompt(desktop)).to_contain_text("Move your units")


def test_a_stale_answer_is_refused_and_the_new_table_shown(server: Server, desktop: Page, watch: Watch) -> None:
    watch.allow("409", "422")
    seat = new_table(server)
    sit(desktop, seat)
    desktop.context.route("**/live", lambda route: route.abort())
    watch.allow("ERR_FAILED")
    desktop.reload()
    desktop.wait_for_selector(".overlay .counter")
    seat.act("take S-24")
    pick(desktop, "S-107")
    expect(prompt(desktop)).to_contain_text("Where does S-24 go")


# -- the curtain


def test_a_curtain_falls_between_the_sides_where_things_are_hidden(server: Server, desktop: Page) -> None:
    seat = new_table(server, "ford", {"red": "me", "blue": "me"}, scenario="columns")
    sit(desktop, seat)
    curtain = desktop.locator(".curtain")
    expect(curtain).to_contain_text("Pass the screen to Red")
    assert desktop.locator(".overlay .counter").count() == 0
    curtain.get_by_role("button").click()
    expect(counter(desktop, "R1")).to_have_count(1)
    blue = [piece for piece in seat.view("red")["view"]["scene"]["pieces"] if piece["side"] == "blue"]
    hidden = sum(not piece.get("name") for piece in blue)
    assert hidden
    expect(desktop.locator('.overlay .counter use[href="#hidden-blue"]')).to_have_count(hidden)
    desktop.get_by_role("button", name="Done").click()
    expect(prompt(desktop)).to_contain_text("Attack or bombard")
    pick(desktop, "RG")
    expect(desktop.locator(".overlay .cursor > *")).to_have_count(1)
    desktop.get_by_role("button", name="Done").click()
    desktop.locator('dialog [data-key="go on"]').click()
    expect(curtain).to_contain_text("Pass the screen to Blue")
    assert desktop.locator(".overlay .counter").count() == 0
    curtain.get_by_role("button").click()
    expect(desktop.locator('.overlay .counter use[href="#hidden-blue"]')).to_have_count(0)
    expect(desktop.locator(".overlay .cursor path")).to_have_count(0)


def test_the_curtain_stays_while_the_table_behind_it_cannot_be_fetched(
    server: Server, desktop: Page, watch: Watch
) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED")
    seat = new_table(server, "ford", {"red": "me", "blue": "me"}, scenario="columns")
    sit(desktop, seat)
    lift = desktop.locator(".curtain").get_by_role("button")
    desktop.context.set_offline(True)
    lift.click()
    expect(desktop.locator(".toast.trouble")).to_contain_text("The server does not answer")
    expect(lift).to_be_visible()
    desktop.context.set_offline(False)
    lift.click()
    expect(counter(desktop, "R1")).to_have_count(1)
    expect(lift).to_have_count(0)


def test_behind_the_curtain_the_counters_are_in_sight(server: Server, phone: Page) -> None:
    sit(phone, new_table(server, "hindenburg"))
    phone.locator(".curtain").get_by_role("button").tap()
    expect(phone.locator(".overlay .counter").first).to_be_attached()
    stage = phone.locator(".stage").bounding_box()
    assert stage is not None
    corners = phone.locator(".overlay .counter").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map(({ x, y }) => [x, y])"
    )
    assert any(0 < x < 330 and stage["y"] < y < stage["y"] + stage["height"] - 30 for x, y in corners)


def test_no_curtain_where_nothing_is_hidden(server: Server, desktop: Page) -> None:
    seat = new_table(server)
    seat.act("done", "done", "done")
    sit(desktop, seat)
    expect(desktop.locator(".flag")).to_have_text("Allied")
    expect(desktop.locator(".curtain-words")).to_have_count(0)


# -- for everyone


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_table_is_accessible(theme: Any, server: Server, open_page: OpenPage, axe: Callable[[Page], None]) -> None:
    seat = new_table(server)
    seat.act("done", "attack 3112", "add S-113")
    page = open_page(color_scheme=theme)
    sit(page, seat)
    page.keyboard.press("o")
    page.keyboard.press("l")
    page.locator(".layers input").first.check()
    without_drawings(page)
    axe(page)
    page.keyboard.press("t")
    expect(page.locator(".textmode h2").first).to_be_visible()
    axe(page)


def test_the_table_is_accessible_on_a_phone(server: Server, phone: Page, axe: Callable[[Page], None]) -> None:
    sit(phone, new_table(server))
    without_drawings(phone)
    axe(phone)
    phone.locator('.tab[data-tab="orders"]').tap()
    axe(phone)


def test_the_keys_are_listed(server: Server, desktop: Page) -> None:
    sit(desktop, new_table(server))
    desktop.keyboard.press("F1")
    expect(desktop.locator("dialog dl")).to_contain_text("next or last unit that can act")


def test_text_mode_tells_what_lies_around(server: Server, desktop: Page) -> None:
    sit(desktop, new_table(server))
    desktop.keyboard.press("t")
    field = desktop.locator(".textmode input[type=search]").first
    field.fill("3112")
    field.press("Enter")
    around = desktop.locator(".compass button")
    expect(around).to_have_count(6)
    expect(desktop.locator('[data-way="southEast"]')).to_contain_text(
        "South-east 3212, 2 east of Gouzeaucourt, German fortified zone, german S-113"
    )
    desktop.locator('[data-way="southEast"]').press("Enter")
    expect(desktop.locator("#announce")).to_contain_text("3212")


def test_text_mode_is_left_as_it_was_entered_by_a_finger(server: Server, phone: Page) -> None:
    sit(phone, new_table(server))
    phone.get_by_role("button", name="Text mode").tap()
    expect(phone.get_by_role("heading", name="What is asked")).to_be_focused()
    phone.get_by_role("button", name="Back to the map").tap()
    expect(phone.locator(".stage")).to_be_visible()


def test_in_text_mode_the_focus_goes_on_to_the_next_question(server: Server, desktop: Page) -> None:
    sit(desktop, new_table(server))
    desktop.keyboard.press("t")
    desktop.locator('.textmode [data-action="done"]').press("Enter")
    expect(desktop.locator("#text-prompt")).to_contain_text("Open an attack")
    desktop.locator('.textmode [data-action^="attack "]').first.press("Enter")
    expect(desktop.locator("#text-prompt")).to_contain_text("Who attacks")
    expect(desktop.get_by_role("heading", name="What is asked")).to_be_focused()


# -- speed


class Work:
    """Time of the processor that a page takes; by the clock it depends on what else the machine does."""

    def __init__(self, page: Page) -> None:
        self.session = page.context.new_cdp_session(page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent(self) -> float:
        """Milliseconds so far."""
        metrics = self.session.send("Performance.getMetrics")["metrics"]
        return next(float(each["value"]) for each in metrics if each["name"] == "TaskDuration") * 1000


def test_the_table_is_drawn_within_two_seconds(server: Server, desktop: Page) -> None:
    """The work of the page and of the server, one after the other, from the address to the drawn table."""
    seat = new_table(server)
    sit(desktop, seat)
    work = Work(desktop)
    before = work.spent() + server.spent()
    desktop.reload()
    desktop.wait_for_function("() => performance.getEntriesByName('table drawn').length")
    taken = work.spent() + server.spent() - before
    assert 0 < taken < FIRST_PAINT, f"{taken:.0f} ms of work"


PAN = """async () => {
  const group = document.querySelector('.overlay .counters');
  const own = [...group.children];
  for (let i = 0; group.children.length < 250; i += 1) {
    const copy = own[i % own.length].cloneNode(true);
    copy.style.transform = `translate(${100 + (i % 20) * 90}px, ${150 + Math.floor(i / 20) * 120}px)`;
    group.append(copy);
  }
  const stage = document.querySelector('.stage');
  stage.setPointerCapture = () => {};
  const fire = (type, clientX, clientY) =>
    stage.dispatchEvent(new PointerEvent(type, { pointerId: 7, clientX, clientY, bubbles: true }));
  const frame = () => new Promise(requestAnimationFrame);
  fire('pointerdown', 600, 450);
  const times = [];
  let last = await frame();
  for (let i = 0; i < 120; i += 1) {
    fire('pointermove', 600 + Math.sin(i / 12) * 260, 450 + Math.cos(i / 15) * 200);
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  fire('pointerup', 600, 450);
  return times.sort((a, b) => a - b)[60];
}"""


def test_panning_is_smooth_with_250_counters(server: Server, desktop: Page) -> None:
    """The work of the page for a frame fits into a sixtieth of a second."""
    sit(desktop, new_table(server))
    desktop.evaluate(PAN)
    assert desktop.locator(".overlay .counter").count() == 250
    work, taken = Work(desktop), list[float]()
    while len(taken) < 5 and min(taken, default=FRAME) >= FRAME:  # whatever else runs on the machine only adds to it
        before = work.spent()
        desktop.evaluate(PAN)
        taken.append((work.spent() - before) / FRAMES)
    assert min(taken) < FRAME, f"{min(taken):.1f} ms of work for each frame at best"


def test_a_seat_sees_no_offer_of_the_other(server: Server, desktop: Page) -> None:
    seat: Seat = new_table(server, seats={"german": "link", "allied": "me"})
    sit(desktop, seat)
    expect(prompt(desktop)).to_contain_text("German must decide")
    expect(desktop.locator(".bar [data-action]")).to_have_count(0)
