"""Chapter 3 and the set-up of the scenarios."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.asking import offers, where
from tests.games.storm.drawn import events, play, refused, rules_of, state, steps, storm, unit
from westfront.engine.data import Overrides
from westfront.engine.match import Match
from westfront.engine.rules import Setting
from westfront.games.storm.deployment import Cover, front_of, plans_of, uncovered, unmet, why_not_at
from westfront.games.storm.rules import Storm
from westfront.games.storm.state import ALLIED, CUT, GERMAN, NORMAL, StormState
from westfront.games.storm.supply import find_supply

SCENARIOS = ("campaign", "elsewhere", "offensive", "plan-1919")


def new(scenario: str = "campaign", dice: str = "set-up") -> Match:
    """A new game; in 1919 with the die for Stosstruppen thrown."""
    match = Match.new("storm", scenario, seed=dice, auto=False)
    if scenario == "plan-1919":
        match.play("roll")
    return match


def set_up(scenario: str, german: str, allied: str) -> StormState:
    """A state with two ready-made set-ups."""
    match = new(scenario)
    first, second = (allied, german) if scenario == "campaign" else (german, allied)
    for name in (first, second):
        if f"deploy {name}" in match.decision.texts:
            match.play(f"deploy {name}")
        match.play("done")
    return state(match)


@pytest.mark.rule("3.1", "3.6", "3.7", "S1.3", "S2.4", "S2.5", "S3.9", "S3.10")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_pair_of_ready_made_set_ups_is_legal_and_in_supply(scenario: str) -> None:
    german, allied = plans_of(storm(scenario))
    for one in german.ready:
        for other in allied.ready:
            s = set_up(scenario, one, other)
            for side in (GERMAN, ALLIED):
                cut = [
                    storm().names.units[u] for u, has in find_supply(storm(scenario), s, side).items() if has != NORMAL
                ]
                assert not cut, (one, other)


@pytest.mark.rule("7.7", "10.7", "3.7")
def test_saint_mihiel_starves_without_a_unit_behind_it() -> None:
    match = new()
    play(match, "done; place GE-58 3022; done")
    s = state(match)
    found = find_supply(storm(), s, GERMAN)
    cut = {where(match, storm().names.units[u]) for u, has in found.items() if has == CUT}
    assert cut == {"3319", "3419", "3420"}


@pytest.mark.rule("3.6")
@pytest.mark.parametrize(
    ("name", "hex_", "rule"),
    [
        ("FR-1", "3619", "3.6"),
        ("FR-1C", "3619", None),
        ("FR-1C", "3120", "3.6"),
        ("BR-RTC", "2637", None),
        ("BR-RTC", "2737", "3.6"),
        ("BR-1", "2235", "3.6"),
        ("BR-1", "1434", None),
        ("BE-1", "1334", "3.6"),
        ("FR-1", "3029", None),
        ("FR-AAC", "2637", "3.6"),
        ("US-1", "3337", "3.1"),
        ("GE-1B", "2332", "3.1"),
        ("FR-2", "off", "3.6"),
    ],
)
def test_where_allied_units_may_stand(name: str, hex_: str, rule: str | None) -> None:
    match = new()
    play(match, "clear")
    rules = rules_of(match)
    refusal = why_not_at(rules, state(match), plans_of(rules)[ALLIED], unit(name), rules.names.read("hex", hex_))
    assert (refusal.rule if refusal else None) == rule


@pytest.mark.rule("3.6", "10.1")
def test_the_trenches_must_be_covered_but_not_the_forts() -> None:
    match = new()
    rules = rules_of(match)
    plan = plans_of(rules)[ALLIED]
    assert unmet(rules, state(match), plan) is None
    for name in ("FR-2", "FR-15", "FR-6"):
        play(match, f"place {name} 3713" if name != "FR-6" else "place FR-6 3714")
    assert match.why("done") is None, "Verdun may be empty"
    play(match, "place BR-2 1434; place BE-1 1135")
    assert "clear" in match.decision.texts
    british = Cover(1, rules.board.sector["british"], "3.6")
    assert not uncovered(rules, state(match), british)


@pytest.mark.rule("3.6", "3.1")
def test_an_incomplete_set_up_is_refused() -> None:
    match = new()
    play(match, "take BR-1; lift")
    refused(match, "done", "3.1", "1 units are still to be set up")
    play(match, "place BR-1 1334; done")
    match = new()
    play(match, "clear")
    refused(match, "clear", "3.1")
    refused(match, "deploy michael", "3.1")
    play(match, "deploy joint; deploy line")
    refused(match, "deploy line", "3.1")
    refused(match, "take GE-1B", "3.1")


@pytest.mark.rule("3.6")
def test_a_gap_in_the_line_is_refused() -> None:
    match = new()
    play(match, "clear")
    for name in ("BE-1", "BE-2"):
        play(match, f"place {name} 1135")
    play(match, "place BE-3 1235")
    refused(match, "place BR-1 1135", "3.6")
    rules = rules_of(match)
    hexes = uncovered(rules, state(match), Cover(1, rules.board.sector["british"], "3.6"))
    assert hexes == rules.board.sector["british"]


@pytest.mark.rule("3.7", "14.2")
def test_the_guns_stand_behind_the_main_trench() -> None:
    match = new()
    play(match, "done")
    refused(match, "place GE-AGB 2332", "3.7")
    play(match, "place GE-AGB 2231")
    refused(match, "place GE-1B 2231", "3.7")
    play(match, "take GE-AGB")
    assert "2331" in offers(match, "go")
    refused(match, "go 2331 via 2330", "3.1")
    play(match, "cancel")


@pytest.mark.rule("3.4", "3.7", "2.44")
def test_everybody_begins_at_full_strength_and_counterparts_wait_aside() -> None:
    s = set_up("campaign", "michael", "line")
    rules = storm()
    assert all(s.steps[u] == rules.full[u] for u in rules.ground if s.at[u] >= 0)
    assert all(s.at[u] == -1 for u in rules.counterpart.values())
    assert sum(s.at[u] >= 0 for u in rules.own[GERMAN]) == 56
    assert rules.names.place(s.bertha) == "2631"


@pytest.mark.rule("S1.3")
def test_the_storm_elsewhere_has_regulars_only() -> None:
    s = set_up("elsewhere", "line", "line")
    rules = storm("elsewhere")
    assert all(s.at[u] < 0 for u in (*rules.stoss, rules.agb))
    assert all(s.at[u] >= 0 for u in rules.counterpart.values())
    assert rules.names.place(s.bertha) == "off"
    assert rules.names.place(s.at[unit("GE-Air")]) == "off"
    assert new("elsewhere").decision.side == "german"


@pytest.mark.rule("S2.4")
def test_the_july_front() -> None:
    rules = storm("offensive")
    assert len(rules.grid.labels(front_of(rules, GERMAN))) == 57
    british, french = (cover.hexes.bit_count() for cover in plans_of(rules)[ALLIED].covers)
    assert (british, french) == (13, 42)
    assert [cover.hexes.bit_count() for cover in plans_of(storm("plan-1919"))[ALLIED].covers] == [15, 21, 11]
    assert plans_of(storm("plan-1919"))[GERMAN].covers[0].hexes.bit_count() == 50
    s = set_up("offensive", "front", "offensive")
    reduced = {rules.names.place(s.at[u]) for u in rules.own[GERMAN] if s.steps[u] == 1 and s.at[u] >= 0}
    assert reduced == {"3028", "3231"}
    assert sum(s.at[u] >= 0 for u in rules.own[GERMAN]) == 55
    match = new("offensive")
    refused(match, "place GE-1B 3028", "S2.4")
    play(match, "take GE-26R; go 2432")
    assert steps(match, "GE-26R") == 2
    refused(match, "place GE-10 3028", "S2.4", "5-6-4")
    refused(match, "done", "S2.4")
    play(match, "place GE-1B 3028; place GE-26R 2933")
    assert steps(match, "GE-1B") == 1
    refused(match, "place GE-1B 1427", "S2.4")


@pytest.mark.rule("S2.5", "S2.5(1)", "S2.5(2)")
def test_the_allies_of_july() -> None:
    s = set_up("offensive", "front", "offensive")
    rules = storm("offensive")
    assert rules.names.place(s.at[unit("BR-Port")]) == "gone"
    dead = [rules.names.units[u] for u in rules.own[ALLIED] if rules.names.place(s.at[u]) == "dead"]
    assert dead == ["FR-18"]
    assert sum(rules.is_division[u] and s.at[u] >= 0 for u in rules.own[ALLIED]) == 7
    match = new("offensive")
    play(match, "done")
    play(match, "place FR-18 2834")
    refused(match, "done", "3.1")
    play(match, "take FR-30; lift; done")
    assert where(match, "FR-30") == "dead"
    assert events(match, "set up")


@pytest.mark.rule("S2.5")
def test_one_american_division_in_each_of_four_hexes() -> None:
    match = new("offensive")
    play(match, "done")
    play(match, "take US-1; lift; place US-1 3337")
    refused(match, "done", "S2.5", "2934")


@pytest.mark.rule("S3.8", "S3.8-ex")
def test_two_dice_for_the_stosstruppen() -> None:
    match = Match.new("storm", "plan-1919", seed="stoss", auto=False)
    assert match.decision.texts == ("roll",)
    match.play("roll")
    number = sum(match.dice.rolls[0].values)
    rules, s = rules_of(match), state(match)
    placed = [u for u in rules.stoss if s.at[u] >= 0]
    assert len(placed) == number
    assert sum(s.at[u] >= 0 for u in rules.counterpart.values()) == 15 - number
    assert events(match, "stoss")[0]["number"] == number


@pytest.mark.rule("S3.4", "S3.5", "S3.6", "S3.9", "S3.10")
def test_plan_1919() -> None:
    s = set_up("plan-1919", "front", "offensive")
    rules = storm("plan-1919")
    for name in ("BR-RTC", "BR-C", "BR-Port", "IT-2", "US-TC", "US-2", "GE-AGB"):
        assert rules.names.place(s.at[unit(name)]) == "off", name
    variant = [u for u in rules.ground if rules.counters[u].extra["group"] == "variant"]
    assert len(variant) == 30, "with the bombers and the marker of Japanese steps 32"
    assert all(s.at[u] >= 0 for u in variant)
    assert rules.names.place(s.at[rules.raf]) == "air"
    assert sum(rules.is_division[u] and s.at[u] >= 0 for u in rules.own[ALLIED]) == 26
    assert rules.names.place(s.bertha) == "off"


@pytest.mark.rule("S3.9", "S3.10")
def test_limits_of_1919() -> None:
    match = new("plan-1919")
    refused(match, "place GE-1B 2233", "S3.9")
    play(match, "place GE-1B 1427; deploy front; done")
    refused(match, "place BR-HT1 2737", "S3.10")
    refused(match, "place US-1 3121", "S3.10")
    play(match, "place FR-3C 3337")
    refused(match, "done", "S3.10", "FR-3C")
    play(
        match, "deploy offensive; take FR-2; lift; take FR-15; lift; take FR-6; lift; take FR-17; lift; take FR-7; lift"
    )
    play(match, "take FR-16; lift")
    rules = rules_of(match)
    verdun = Cover(2, rules.grid.hexset("3120"), "S3.10")
    assert uncovered(rules, state(match), verdun), "Verdun must be covered in 1919"
    assert verdun.hexes & plans_of(rules)[ALLIED].covers[1].hexes


def test_an_owner_lays_his_numbers_over_ours() -> None:
    """The lines of the page of the game change what they name."""
    page = (Path(__file__).parents[3] / "docs/storm.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```\n(name .*?)```", page, re.DOTALL)
    rules = Match.new("storm", overrides=Overrides.parse(block), seed=1).rules
    assert isinstance(rules, Storm)
    assert rules.attack[unit("GE-3-stoss")] == (4, 8)
    assert rules.crt.named(5, "3:1") == "2/1"
    assert rules.calendar[2].wet == 2


@pytest.mark.rule("2.0", "4.2", "8.2")
@pytest.mark.parametrize(
    ("version", "lille", "strasbourg", "german", "british", "attack"), [("1", 3, 3, 3, 2, 3), ("2", 5, 1, 6, 1, 4)]
)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_each_version_has_its_reconstructed_numbers_and_both_have_the_stated_sums(
    scenario: str, version: str, lille: int, strasbourg: int, german: int, british: int, attack: int
) -> None:
    rules = Setting.choose("storm", scenario, version=version).rules()
    assert isinstance(rules, Storm)
    hex_, points = rules.grid.hex, rules.board.morale
    assert (points[hex_("1633")], points[hex_("3708")]) == (lille, strasbourg)
    assert [points[hex_(label)] for label in ("1829", "3029", "3337", "3338", "3438")] == [1, 3, 5, 5, 5]
    mine = sum(value for town, value in points.items() if rules.start().german >> town & 1)
    behind = 3 * (scenario == "offensive")
    assert (mine, sum(points.values()) - mine) == (31 + behind, 58 - behind)
    assert rules.attack[rules.unit_named["US-77"]][1] == attack
    if scenario == "campaign":
        assert rules.calendar[2].steps[:2] == (german, british)
