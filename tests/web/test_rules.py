"""The rules in our own words: search, links, addresses."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.game import visit


def test_a_game_is_chosen(desktop: Page, server: Server) -> None:
    visit(desktop, server, "/rules")
    desktop.locator("main").get_by_role("link", name="The Ford").click()
    expect(desktop.get_by_role("heading", level=1)).to_have_text("Rules of The Ford")
    expect(desktop.locator(".rule")).not_to_have_count(0)


def test_search_by_number_has_that_rule_first(desktop: Page, server: Server) -> None:
    visit(desktop, server, "/rules/ford")
    desktop.get_by_role("searchbox").fill("4.3")
    expect(desktop.locator(".rule").first).to_have_attribute("data-rule", "4.3")


def test_search_by_words_needs_all_of_them_and_marks_them(desktop: Page, server: Server) -> None:
    visit(desktop, server, "/rules/michel")
    desktop.get_by_role("searchbox").fill("supply corps")
    shown = desktop.locator(".rule")
    expect(desktop.get_by_role("status").filter(has_text="found")).to_be_visible()
    for text in shown.all_text_contents():  # the page leaves the text of what is out of sight unrendered
        assert "supply" in text.lower()
        assert "corps" in text.lower()
    expect(shown.first.locator("mark").first).to_be_visible()
    desktop.get_by_role("searchbox").fill("zeppelin tea")
    expect(desktop.get_by_text("No rule has these words.")).to_be_visible()
    expect(shown).to_have_count(0)


def test_a_rule_has_its_own_address(desktop: Page, server: Server) -> None:
    visit(desktop, server, "/rules/michel/Movement-J")
    wanted = desktop.locator(".rule.wanted")
    expect(wanted).to_have_attribute("data-rule", "Movement-J")
    expect(wanted).to_be_in_viewport()
    desktop.locator("[data-rule='Combat-A'] a").click()
    expect(desktop).to_have_url(f"{server.url}#/rules/michel/Combat-A")
    expect(wanted).to_have_attribute("data-rule", "Combat-A")


def test_a_rule_that_does_not_exist_is_told(desktop: Page, server: Server) -> None:
    visit(desktop, server, "/rules/ford/99.9")
    expect(desktop.get_by_text("There is no rule 99.9 in the catalogue.")).to_be_visible()
