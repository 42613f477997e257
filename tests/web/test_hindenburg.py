"""Hindenburg's War at the table: the curtain, reserve and turn track as panels, battles shown die by die."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage, Server, without_drawings
from tests.web.seats import Seat, brought, guided, new_table, sit
from tests.web.test_table_play import agree, answer_by_key, counter, middle, prompt, tab_to
from westfront.engine.match import Match

SEED = 2


def begun(server: Server) -> Seat:
    """Both sides as they stand at the start, with known dice: in the battle of these tests somebody survives."""
    match = Match.new("hindenburg", seed=SEED)
    for action in ("done", "done"):
        match.play(action)
    return brought(server, match)


def show(page: Page) -> None:
    """Lift the curtain."""
    page.locator(".curtain").get_by_role("button").click()
    expect(page.locator(".overlay .counter").first).to_be_attached()


def boxes(page: Page) -> None:
    """Open the panel of what lies beside the map."""
    page.locator('.tab[data-tab="boxes"]').click()


def test_set_up_by_hand_over_with_a_curtain(server: Server, desktop: Page) -> None:
    """The Allies set up first, unseen; then the screen goes to the Germans, who see tops and heights only."""
    sit(desktop, new_table(server, "hindenburg"))
    expect(desktop.locator(".curtain")).to_contain_text("Pass the screen to Allied")
    show(desktop)
    expect(desktop.locator('.overlay use[href="#hidden-allied"]')).to_have_count(0)
    desktop.get_by_role("button", name="Done").click()
    agree(desktop)
    expect(desktop.locator(".curtain")).to_contain_text("Pass the screen to German")
    assert desktop.locator(".overlay .counter").count() == 0
    show(desktop)
    assert desktop.locator('.overlay use[href="#hidden-allied"]').count() > 50
    assert desktop.locator('.overlay use[href="#hidden-german"]').count() == 0


def test_the_reserve_is_read_and_clicked(server: Server, desktop: Page) -> None:
    """Divisions come from the reserve: a hex on the map, a pile in the panel, a number in the menu."""
    seat = begun(server)
    sit(desktop, seat)
    show(desktop)
    boxes(desktop)
    panel = desktop.locator(".box", has_text="german reserve")
    expect(panel.locator('[data-word="GE3-3"]')).to_contain_text("× 18")
    enemy = desktop.locator(".box", has_text="allied reserve")
    expect(enemy.locator('use[href="#hidden-allied"]')).to_have_count(1)
    desktop.locator('[data-action="bring"]').click()
    expect(prompt(desktop)).to_contain_text("To which hex")
    seat.act("to 3207")
    expect(prompt(desktop)).to_contain_text("How many of which kind")
    boxes(desktop)
    panel.locator('[data-word="GE3-3"]').click()
    desktop.locator(".menu").get_by_text("Add GE3-3 2").click()
    expect(prompt(desktop)).to_contain_text("so far 2 x GE3-3")
    desktop.get_by_role("button", name="Undo").click()
    expect(prompt(desktop)).to_contain_text("How many of which kind")


def test_a_battle_is_shown_die_by_die(server: Server, desktop: Page) -> None:
    """A force is taken up and attacks: chances before, every die with its division after, for both sides."""
    seat = begun(server)
    sit(desktop, seat)
    show(desktop)
    seat.act("force 3206", "leave GE4-4 2")
    expect(prompt(desktop)).to_contain_text("5 x GE4-4")
    chances = desktop.locator(".preview .chance-number")
    expect(chances).to_have_text(["> 99.9 %", "99.6 %", "97.2 %"])  # only what is sure is 100
    desktop.locator('.orders [data-action="attack 3205"]').click()
    agree(desktop)
    fired, dice = fought(desktop, seat)
    assert len(fired) == len(dice) == 2
    assert fired[0]["text"].count(" at ") == len(dice[0]["dice"]) == 8


def fought(page: Page, seat: Seat) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What the log tells of a battle, once it is there: who fired, and the dice, whatever they show."""
    for _ in range(360):
        story = seat.get("/log?from=0")["lines"]
        fired = [line for line in story if line["kind"] == "fire"]
        if fired:
            return fired, [line for line in story if line["kind"] == "roll"]
        page.wait_for_timeout(250)
    raise AssertionError("nobody has fired")


def test_losses_are_chosen_on_the_map_and_by_their_counters(server: Server, desktop: Page) -> None:
    """Those who are hit are framed, and a click asks how many; in the panel each kind is a counter with a number."""
    sit(desktop, guided(server, "hindenburg", 4))
    show(desktop)
    expect(prompt(desktop)).to_contain_text("Who takes them")
    kind = desktop.locator(".stepper", has=desktop.locator('[data-action^="kill BR3-3"]'))
    expect(kind.locator(".counter-picture")).to_have_count(1)
    expect(desktop.locator('.overlay .counter[data-at="3205"]:has(.frame.shape-0)')).to_have_count(4)
    desktop.mouse.move(*middle(counter(desktop, "BR-7")))
    desktop.locator('.fan [data-unit="BR-7"]').click()
    expect(desktop.get_by_role("menuitem")).to_have_text(["Kill BR3-3 1", "Kill BR3-3 2"])


def test_a_battle_by_keyboard_alone(server: Server, desktop: Page) -> None:
    """The curtain, the force, what is left behind, the attack and the losses: without a pointer, in text mode."""
    seat = begun(server)
    sit(desktop, seat)
    tab_to(desktop, ".curtain button")
    desktop.keyboard.press("Enter")
    expect(desktop.locator(".overlay .counter").first).to_be_attached()
    desktop.keyboard.press("t")
    asked = desktop.locator("#text-prompt")
    tab_to(desktop, '.textmode input[type="search"]')
    desktop.keyboard.type("3206")
    desktop.keyboard.press("Enter")
    answer_by_key(desktop, '.textmode [data-action="force 3206"]')
    expect(asked).to_contain_text("What does the force in 3206 by Saint-Quentin do")
    answer_by_key(desktop, '.textmode [data-action="leave GE4-4 2"]')
    expect(asked).to_contain_text("5 x GE4-4")
    expect(desktop.locator(".textmode .chances")).to_contain_text("3205 Peronne is taken")
    tab_to(desktop, '.textmode [data-action="attack 3205"]')
    desktop.keyboard.press("Enter")
    expect(desktop.locator('dialog [data-key="go on"]')).to_be_focused()
    desktop.keyboard.press("Enter")
    assert fought(desktop, seat)


def test_two_browsers_see_no_more_than_their_side(server: Server, open_page: OpenPage) -> None:
    """A move of hidden divisions is told to the enemy by number, to the owner by kind."""
    seat = new_table(server, "hindenburg", {"german": "me", "allied": "link"})
    allied = seat.of("allied")
    allied.play("done", side="allied")
    seat.play("done", side="german")
    page = open_page()
    sit(page, allied)
    seat.play("force 3206", "leave GE4-4 7", "leave GE3-3 1", "go 3207", side="german")
    told = page.get_by_text("a force of 2 moves from 3206 by Saint-Quentin to 3207 by Saint-Quentin")
    expect(told.first).to_be_visible()
    own = [line["text"] for line in seat.get("/log?from=0&side=german")["lines"] if line["kind"] == "moved"]
    assert own
    assert "GE3-3" in own[0]


def test_the_boxes_are_accessible(server: Server, desktop: Page, axe: Callable[[Page], None]) -> None:
    """With the panel open there is nothing to complain of."""
    sit(desktop, begun(server))
    show(desktop)
    boxes(desktop)
    without_drawings(desktop)
    axe(desktop)


def test_the_reserve_on_a_phone(server: Server, phone: Page) -> None:
    """The panel is a sheet from below, and its piles are large enough for a finger."""
    sit(phone, begun(server))
    phone.locator(".curtain").get_by_role("button").tap()
    phone.locator('.tab[data-tab="boxes"]').tap()
    pile = phone.locator('.box [data-word="GE3-3"]').first
    expect(pile).to_be_visible()
    size = pile.bounding_box()
    assert size
    assert min(size["width"], size["height"]) >= 40
