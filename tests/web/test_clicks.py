"""How many clicks things take, counted by a hand that plays: a drag is one, a key is one."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Server
from tests.web.game import visit
from tests.web.seats import guided, new_table, sit
from tests.web.test_lesson import begin
from tests.web.test_stacks import bring, label
from tests.web.test_table_play import counter, free_hex, middle, prompt

FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Hand:
    """A hand that counts what it does and waits for the answer."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def click(self, target: Locator | tuple[float, float]) -> None:
        """Click on something, and wait until the page has its answer."""
        self.clicks += 1
        if isinstance(target, tuple):
            self.page.mouse.click(*target)
        else:
            target.click()
        self.settle()

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Lay something on something else."""
        self.clicks += 1
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=4)
        self.page.mouse.up()
        self.settle()

    def settle(self) -> None:
        """Nothing is on its way any more, and what the answer changes is drawn."""
        self.page.evaluate(FRAMES)
        expect(self.page.locator(".table-page.busy")).to_have_count(0)
        self.page.evaluate(FRAMES)


class Fight(NamedTuple):
    """Who attacks in the first battle that is tried."""

    stack: str
    together: str
    more: tuple[str, ...]


LESSON = Fight("2507", "(S-111 S-18)", ("S-17", "G-3-corps"))
GAME = Fight("2507", "(S-111 S-17)", ())


def to_the_die(hand: Hand, fight: Fight) -> None:
    """Attack with a stack, supply it, and throw the die."""
    page = hand.page
    bring(page, fight.stack)
    hand.drag(label(page, fight.stack), middle(counter(page, "B-59")))
    expect(prompt(page)).to_contain_text(fight.together)
    for unit in fight.more:
        hand.click(middle(counter(page, unit)))
        expect(prompt(page)).to_contain_text(unit)
    hand.click(page.get_by_role("button", name="Confirm"))
    expect(prompt(page)).to_contain_text("Open an attack")
    hand.click(middle(counter(page, "G-17-corps")))
    expect(page.locator(".missing")).to_have_count(0)
    hand.click(page.locator('.bar [data-action="done"]'))
    hand.click(page.locator('.orders [data-action="resolve 2407"]'))
    hand.click(page.locator('dialog [data-key="go on"]'))
    expect(page.locator(".dice-tray .die").first).to_be_visible()


def test_the_first_die_of_the_lesson_takes_ten_clicks(server: Server, desktop: Page) -> None:
    begin(desktop, server)
    hand = Hand(desktop)
    goal = desktop.locator(".stage").bounding_box()
    assert goal is not None
    x, y = middle(counter(desktop, "S-17"))
    size = desktop.locator(".overlay").evaluate("one => one.clientWidth / one.viewBox.baseVal.width") * 60
    hand.drag((x, y), (x - size * 0.866, y + size / 2))
    expect(desktop.locator(".lesson-card")).to_contain_text("Step 3 of 16")
    hand.click(desktop.get_by_role("button", name="Done"))
    to_the_die(hand, LESSON)
    assert hand.clicks <= 10


def test_the_first_die_against_the_machine_takes_eight_clicks(server: Server, desktop: Page) -> None:
    visit(desktop, server, "/")
    hand = Hand(desktop)
    hand.click(desktop.get_by_role("button", name="Play 1918: Operation Michel against the machine"))
    desktop.wait_for_selector(".overlay .counter")
    hand.click(desktop.get_by_role("button", name="Done"))
    to_the_die(hand, GAME)
    assert hand.clicks <= 8


@pytest.mark.parametrize("by_drag", [False, True], ids=["clicks", "drag"])
def test_a_move_takes_two_clicks_or_one_drag(server: Server, desktop: Page, by_drag: bool) -> None:
    sit(desktop, new_table(server))
    hand = Hand(desktop)
    start = middle(counter(desktop, "S-107"))
    if by_drag:
        desktop.mouse.click(*start)
        expect(prompt(desktop)).to_contain_text("Where does S-107 go")
        goal = free_hex(desktop)
        desktop.keyboard.press("Escape")
        expect(prompt(desktop)).to_contain_text("Move your units")
        hand.drag(start, goal)
    else:
        hand.click(start)
        expect(prompt(desktop)).to_contain_text("Where does S-107 go")
        hand.click(free_hex(desktop))
    expect(counter(desktop, "S-107").locator(".sign-moved")).to_have_count(1)
    assert hand.clicks <= 2 - by_drag


def test_an_attack_by_one_stack_takes_three_clicks(server: Server, desktop: Page) -> None:
    seat = new_table(server)
    seat.act("done")
    sit(desktop, seat)
    hand = Hand(desktop)
    bring(desktop, "2507")
    hand.click(middle(counter(desktop, "B-59")))
    hand.click(label(desktop, "2507"))
    expect(prompt(desktop)).to_contain_text("(S-111 S-17)")
    hand.click(desktop.get_by_role("button", name="Confirm"))
    expect(prompt(desktop)).to_contain_text("Open an attack")
    assert hand.clicks <= 3


# -- every game


OTHERS = {
    "Hindenburg's War": "hindenburg",
    "Meuse-Argonne: The Final Offensive": "meuse",
    "Marne 1918: Friedensturm": "marne",
    "1918/1919: Storm in the West": "storm",
}


@pytest.mark.parametrize("title", OTHERS)
def test_the_first_die_of_every_lesson_takes_ten_clicks(server: Server, desktop: Page, title: str) -> None:
    """By the button of the card, a click for each step of the learner; what the other side does is done for him."""
    begin(desktop, server, title)
    hand = Hand(desktop)
    die = desktop.locator(".dice-tray .die")
    while not die.count():
        expect(desktop.locator(".lesson-card button.primary:enabled")).to_be_visible()
        hand.click(desktop.get_by_role("button", name="Do it for me"))
        assert hand.clicks <= 10
    expect(die.first).to_be_visible()


class Order(NamedTuple):
    """An order that is given by clicks: how far the lesson or a new game has gone, and what is clicked on."""

    game: str
    steps: int
    clicks: tuple[str, ...]
    """A unit, a hex, the label of a stack with +, or a button with !."""
    told: str
    """What the prompt or the log says then."""


MOVES = (
    Order("hindenburg", 0, ("3206", "3207"), "This cannot be taken back"),
    Order("meuse", 1, ("US-4", "1418"), "US-4 moves"),
    Order("storm", 15, ("GE-51-stoss", "2333"), "GE-51-stoss infiltrates"),
    Order("marne", 22, ("GE-9DI", "2516"), "GE-9DI move"),
)
ATTACKS = (
    Order("hindenburg", 0, ("3206", "3205", "!go on"), "of 8 dice hit"),
    Order("meuse", 10, ("DE-115", "US-4", "!confirm"), "Support fire at 1318"),
    Order("marne", 0, ("FR-10DI", "+2714", "!confirm"), "which guns support the attack"),
    Order("storm", 0, ("2233", "+2332", "!confirm"), "cannot be taken back"),
)


def spot(page: Page, name: str) -> Locator | tuple[float, float]:
    """Where something that an order names lies."""
    if name.startswith("!"):
        return page.locator(f'[data-key="{name[1:]}"]').first
    if name.startswith("+"):
        return label(page, name[1:])
    return middle(counter(page, name)) if "-" in name else at_hex(page, name)


def at_hex(page: Page, hex_: str) -> tuple[float, float]:
    """The middle of a hex on the screen, by its number on the map."""
    number = page.locator(".ground #layer-numbers text").get_by_text(hex_, exact=True)
    x, y = middle(number)
    size = page.locator(".overlay").evaluate("one => one.clientWidth / one.viewBox.baseVal.width")
    return x, y + 20 * size


@pytest.mark.parametrize("order", [*MOVES, *ATTACKS], ids=lambda order: f"{order.game}-{len(order.clicks)}")
def test_a_move_takes_two_clicks_and_an_attack_three_in_other_games(
    server: Server, desktop: Page, order: Order
) -> None:
    sit(desktop, guided(server, order.game, order.steps))
    lift = desktop.locator(".curtain button")
    if lift.count():
        lift.click()
    desktop.wait_for_selector(".ground:not(.blank) #layer-numbers text", state="attached")
    hand = Hand(desktop)
    for name in order.clicks:
        hand.click(spot(desktop, name))
    expect(desktop.locator("body")).to_contain_text(order.told)
    assert hand.clicks <= (2 if order in MOVES else 3)
