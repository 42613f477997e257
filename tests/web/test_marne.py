"""Marne 1918 at the table: the battle of the lesson step by step, with its preview, losses and advance."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.seats import HOT_SEAT, guided, new_table, sit
from tests.web.test_table_play import prompt


def test_the_line_of_villers_cotterets_is_set_up(server: Server, desktop: Page) -> None:
    """The first question of the shortest scenario; the unit stands where it was put."""
    seat = new_table(server, "marne", HOT_SEAT, scenario="foch-attacks")
    sit(desktop, seat)
    expect(prompt(desktop)).to_contain_text("Where does FR-153DI-1 set up?")
    seat.act("place FR-153DI-1 at 2119")
    expect(prompt(desktop)).to_contain_text("Where does FR-153DI-2 set up?")


def test_the_odds_grow_while_the_attack_is_built(server: Server, desktop: Page) -> None:
    """Strengths with the river, shifts with their names, and the chances of the table."""
    seat = guided(server, "marne", 1)
    sit(desktop, seat)
    expect(prompt(desktop)).to_contain_text("Step 1: who attacks 2715 Soissons?")
    seat.act("add GE-14ResDI-1 GE-14ResDI-2 GE-14ResDI-3 GE-9DI")
    expect(desktop.locator(".preview")).to_contain_text("halved over a major river")
    expect(desktop.locator(".preview")).to_contain_text("9 to 14")
    expect(desktop.locator(".preview")).to_contain_text("morale of the lead units")


def test_both_sides_decide_in_their_order(server: Server, desktop: Page) -> None:
    """Guns, the enemy's guns, fire, leads: each question names its step."""
    seat = guided(server, "marne", 3)
    sit(desktop, seat)
    for words, action in (
        ("Step 2: which guns support the attack?", "support GE-ARMY-ART-1 GE-CORPS-ART-1"),
        ("Step 2: which guns support the attack?", "confirm"),
        ("Step 3: which guns support the defence", "counter FR-CORPS-ART-1"),
        ("Step 3: which guns support the defence", "confirm"),
        ("Step 5: your fire falls on 2715 Soissons on column 4", "roll"),
    ):
        expect(prompt(desktop)).to_contain_text(words)
        seat.act(action)
    expect(desktop.locator(".log")).to_contain_text("column 4, die ")


def test_losses_advance_and_the_battle_in_one_line(server: Server, desktop: Page) -> None:
    """The German pays with the Stosstruppen, crosses the Aisne, and the log tells the battle."""
    seat = guided(server, "marne", 14)
    sit(desktop, seat)
    expect(prompt(desktop)).to_contain_text("2 hit points are left: who takes them?")
    seat.act("lose GE-STOSS-1")
    expect(prompt(desktop)).to_contain_text("Who advances into 2715")
    seat.act("advance GE-9DI to 2715", "done", "exploit GE-9DI", "done")
    expect(desktop.locator(".log")).to_contain_text("The battle for 2715 Soissons: german fire 4 hits on a 6")


def test_the_ten_steps_are_a_strip(server: Server, desktop: Page) -> None:
    """Where the battle stands, who decides now, and what has been decided; it goes with the question."""
    seat = guided(server, "marne", 3)
    sit(desktop, seat)
    strip = desktop.locator(".battle-steps")
    expect(strip.locator("li")).to_have_count(10)
    expect(strip.locator('[aria-current="step"]')).to_contain_text("2, attacker's guns, now")
    expect(desktop.locator(".steps-now")).to_have_text("Step 2: attacker's guns. German decides.")
    seat.act("support GE-ARMY-ART-1 GE-CORPS-ART-1", "confirm")
    expect(desktop.locator(".steps-now")).to_have_text("Step 3: defender's guns. Allied decides.")
    desktop.locator(".steps-part summary").click()
    expect(desktop.locator(".steps-told")).to_contain_text("2 attacker's guns: GE-ARMY-ART-1, GE-CORPS-ART-1")
