"""Meuse-Argonne at the table: set-up, a bombardment that breaks a trench, an attack with its chances, an advance."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.seats import HOT_SEAT, guided, new_table, sit
from tests.web.test_table_play import agree, prompt


def test_the_ready_made_set_up_stands_until_it_is_changed(server: Server, desktop: Page) -> None:
    """Fourteen Allied divisions; one is taken up and changes places with another; then the Germans are asked."""
    seat = new_table(server, "meuse", HOT_SEAT, scenario="montfaucon")
    sit(desktop, seat)
    expect(prompt(desktop)).to_contain_text("Set up 14 divisions south of the Stellung line")
    expect(desktop.locator(".overlay .counter.side-allied")).to_have_count(14)
    seat.act("take US-4")
    expect(prompt(desktop)).to_contain_text("Where is US-4 set up")
    seat.act("go 1320")
    expect(prompt(desktop)).to_contain_text("Set up 14 divisions")
    desktop.get_by_role("button", name="Done").click()
    agree(desktop)
    expect(prompt(desktop)).to_contain_text("Set up 20 divisions in a Stellung hex")


def test_a_bombardment_breaks_the_trench(server: Server, desktop: Page) -> None:
    """The chances of both shells are shown before the fire; the breach stands in the log."""
    sit(desktop, guided(server, "meuse", 8))
    expect(prompt(desktop)).to_contain_text("Put bombardment markers on enemy units (3 left)")
    expect(desktop.locator(".preview")).to_contain_text("breach")
    sit(desktop, guided(server, "meuse", 10))
    expect(desktop.locator(".log")).to_contain_text("The trench in 1318 by Esnes is breached for the rest of the game")


def test_markers_left_over_are_told_once_before_the_phase_ends(server: Server, desktop: Page) -> None:
    """To go back is the answer that is ready; whoever goes back and has fewer left is not told again."""
    seat = guided(server, "meuse", 7)
    sit(desktop, seat)
    desktop.get_by_role("button", name="Done").click()
    dialog = desktop.get_by_role("dialog", name="Before you go on")
    expect(dialog).to_contain_text("Not used yet: 4 bombardment markers.")
    expect(dialog.get_by_role("button", name="Go back")).to_be_focused()
    desktop.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    seat.act("shell DE-115")
    expect(prompt(desktop)).to_contain_text("3 left")
    desktop.get_by_role("button", name="Done").click()
    expect(prompt(desktop)).not_to_contain_text("3 left")


def test_an_attack_is_built_and_supported(server: Server, desktop: Page) -> None:
    """Differential, line, column and chances are in the panel while the attack takes shape."""
    seat = guided(server, "meuse", 11)
    sit(desktop, seat)
    expect(desktop.locator(".preview")).to_contain_text("differential")
    expect(desktop.locator(".preview")).to_contain_text("+10")
    seat.act("confirm", "done", "support support-german-2", "done")
    expect(prompt(desktop)).to_contain_text("+8, Clear line, column 11")


def test_the_loser_goes_back_and_the_winner_follows(server: Server, desktop: Page) -> None:
    """The die lies: the German goes back one hex, US-4 advances."""
    seat = guided(server, "meuse", 16)
    sit(desktop, seat)
    expect(prompt(desktop)).to_contain_text("DE-115 must retreat 2 from 1318")
    seat.act("retreat-one", "retreat 1217")
    expect(prompt(desktop)).to_contain_text("Who advances to 1318 by Esnes?")
    seat.act("advance 1418")
    expect(desktop.locator(".log")).to_contain_text("US-4 advances to 1318")
