"""Chapters 13.9 to 13.28, 13.32, 13.35, 14 and the options of the die: odds, modifiers, results."""

from __future__ import annotations

from typing import Any

import pytest

from tests.asking import offers, where
from tests.games.storm.drawn import drawn, events, play, position, refused, state, storm, unit
from westfront.engine.match import Match
from westfront.games.storm.battle import (
    Battle,
    Odds,
    fortress_losses,
    guns_can_support,
    in_own_fortress,
    is_concentric,
    odds,
    odds_text,
    result,
    tank_can_attack,
    total_attack,
)
from westfront.games.storm.combat import targets
from westfront.games.storm.state import ALLIED, ATTACKED, CUT, GERMAN


def fight(places: str, target: str, attackers: str, **more: Any) -> Battle:
    """A battle from words: everybody in the target defends."""
    known = {name: more.pop(name) for name in ("guns", "air", "cover", "second") if name in more}
    s = position(places, **more)
    options = {k: v for k, v in more.items() if k not in ("turn", "wet", "facts", "scenario")}
    rules = storm(more.get("scenario", "campaign"), **options)
    hex_ = rules.grid.hex(target)
    defenders = tuple(sorted(rules.stack(s, hex_)))
    return Battle(rules, s, hex_, tuple(unit(name) for name in attackers.split()), defenders, **known)


def modifiers(places: str, target: str, attackers: str, **more: Any) -> dict[str, int]:
    """The modifiers of a battle by name."""
    return {m.title: m.value for m in odds(fight(places, target, attackers, **more)).modifiers}


def shift(places: str, target: str, attackers: str, **more: Any) -> int:
    """Their sum."""
    return sum(modifiers(places, target, attackers, **more).values())


def ratio(attack: int, defence: int) -> str:
    """The odds of two strengths."""
    rules = storm()
    return odds_text(rules, Odds(attack, defence, rules.crt.column(attack, defence), [], 0))


# -- odds


@pytest.mark.rule("13.10", "13.10-ex", "13.11", "13.11-ex", "13.12")
@pytest.mark.parametrize(
    ("attack", "defence", "text"),
    [
        (26, 7, "3:1"),
        (5, 11, "1:3"),
        (6, 6, "1:1"),
        (12, 4, "3:1"),
        (11, 4, "2:1"),
        (7, 8, "1:2"),
        (4, 8, "1:2"),
        (4, 9, "1:3"),
        (45, 5, "7:1"),
    ],
)
def test_odds(attack: int, defence: int, text: str) -> None:
    assert ratio(attack, defence) == text


@pytest.mark.rule("13.12", "13.32")
def test_worse_than_1_to_2_costs_two_steps_without_a_die() -> None:
    match = drawn("2332: GE-10; 2233: BR-5 BR-4; air: GE-Air BR-Air", "german", "combat")
    play(match, "attack 2233 with GE-10; confirm")
    assert events(match, "result")[0] == {"hex": storm().grid.hex("2233"), "attacker": 2, "defender": 0}
    assert not match.dice.rolls
    assert where(match, "GE-Air") == "air"
    play(match, "lose GE-10; lose GE-10")
    assert where(match, "GE-10") == "dead"
    fort = odds(fight("3121: GE-10; 3120: FR-1 FR-2", "3120", "GE-10"))
    assert fort.hopeless
    assert result(storm(), fort, 0) == (4, 0)


@pytest.mark.rule("13.28", "13.28-ex", "13.29")
def test_the_table() -> None:
    rules = storm()
    view = Odds(26, 7, rules.crt.column(26, 7), [], 0)
    assert result(rules, view, 6) == (2, 3)
    assert result(rules, view, 11) == result(rules, view, 9)
    assert result(rules, view, -2) == result(rules, view, 1)
    rows = [[tuple(map(int, cell.split("/"))) for cell in row[1:]] for row in rules.crt.results]
    for row in rows:
        assert [a for a, _ in row] == sorted(a for a, _ in row)
        assert [d for _, d in row] == sorted(d for _, d in row)
    for column in zip(*rows, strict=True):
        assert [a for a, _ in column] == sorted((a for a, _ in column), reverse=True)
        assert [d for _, d in column] == sorted(d for _, d in column)


@pytest.mark.rule("13.28")
@pytest.mark.parametrize(("by", "attacker", "defender"), [(-2, 17 / 6, 3 / 6), (0, 15 / 6, 8 / 6), (2, 13 / 6, 13 / 6)])
def test_means_of_the_table_at_3_to_1(by: int, attacker: float, defender: float) -> None:
    rules = storm()
    view = Odds(9, 3, rules.crt.column(9, 3), [], 0)
    found = [result(rules, view, die + by) for die in range(1, 7)]
    assert sum(a for a, _ in found) / 6 == pytest.approx(attacker)
    assert sum(d for _, d in found) / 6 == pytest.approx(defender)


@pytest.mark.rule("13.28")
@pytest.mark.parametrize(("attack", "defence", "die", "cell"), [(9, 3, 5, (2, 2)), (14, 2, -1, (4, 2))])
def test_cells_of_the_table(attack: int, defence: int, die: int, cell: tuple[int, int]) -> None:
    rules = storm()
    assert result(rules, Odds(attack, defence, rules.crt.column(attack, defence), [], 0), die) == cell


@pytest.mark.rule("13.13", "13.13-ex")
def test_modifiers_add_up() -> None:
    found = modifiers("2332: GE-1B GE-2B; 2233: BR-5", "2233", "GE-1B GE-2B", air=1, cover=1)
    assert found == {"air support": 1, "defending air": -1, "Allied trench": -2}
    assert sum(found.values()) == -2


# -- modifiers


@pytest.mark.rule("13.14", "14.4")
def test_air_units() -> None:
    places = "2234: BR-5 BR-4; 2333: GE-1B; air: GE-Air BR-Air FR-Air US-Air"
    match = drawn(places, "allied", "combat", turn=12, dice=[1])
    play(match, "attack 2333 with BR-5 BR-4; confirm")
    assert offers(match, "fly") == {"0", "1", "2", "3"}
    refused(match, "fly 4", "13.14")
    play(match, "fly 2")
    assert match.decision.side == "german"
    assert offers(match, "fly") == {"0", "1"}
    refused(match, "fly 2", "13.14")
    play(match, "fly 1; roll")
    line = events(match, "odds")[0]["modifiers"]
    assert "+2 air support [13.14]" in line
    assert "-1 defending air [13.14]" in line
    assert [where(match, name) for name in ("BR-Air", "FR-Air", "US-Air", "GE-Air")] == [
        "spent",
        "spent",
        "air",
        "spent",
    ]


@pytest.mark.rule("14.4")
def test_air_is_used_once_in_a_game_turn() -> None:
    match = drawn("2332: GE-1B; 2233: BR-5; spent: GE-Air", "german", "combat")
    play(match, "attack 2233 with GE-1B; confirm")
    assert ("roll",) in match.decision.actions


@pytest.mark.rule("13.15", "13.25", "13.26", "14.1")
def test_tanks_give_one_or_wipe_out_german_trenches() -> None:
    assert modifiers("2234: BR-RTC BR-5; 2333: GE-1B", "2333", "BR-RTC BR-5").get("tanks") == 1, (
        "Germans in an Allied trench"
    )
    both = "2234: BR-RTC BR-5; 2433: FR-AAC FR-1; 2334: GE-1B"
    assert modifiers(both, "2334", "BR-RTC BR-5 FR-AAC FR-1").get("tanks") == 1
    tanks = modifiers("2233: BR-RTC BR-5; 2232: GE-1B", "2232", "BR-RTC BR-5")
    assert not {"tanks", "German trench"} & tanks.keys()
    assert modifiers("2233: BR-5 BR-4; 2232: GE-1B", "2232", "BR-5 BR-4")["German trench"] == -2
    second = "2131: GE-1B; 2132: FR-1 FR-AAC"
    assert modifiers(second, "2131", "FR-1")["German trench"] == -1
    assert not {"tanks", "German trench"} & modifiers(second, "2131", "FR-1 FR-AAC").keys()


@pytest.mark.rule("13.25", "13.27", "13.26")
def test_trenches_of_the_other_side_help_nobody() -> None:
    assert "German trench" not in modifiers("2332: GE-1B; 2232: FR-1", "2232", "GE-1B")
    assert "Allied trench" not in modifiers("2232: FR-1; 2333: GE-1B", "2333", "FR-1")


@pytest.mark.rule("13.16", "14.3", "14.3-ex")
def test_agb_adds_one_and_as_many_factors_as_the_infantry() -> None:
    places = "2332: GE-10 GE-1B GE-3-stoss; 2331: GE-AGB; 2233: BR-5"
    assert total_attack(fight(places, "2233", "GE-10 GE-1B", guns=True)) == 12
    assert total_attack(fight(places, "2233", "GE-1B GE-10 GE-3-stoss", guns=True)) == 26
    assert modifiers(places, "2233", "GE-1B", guns=True)["AGB"] == 1
    three = "2332: GE-3-stoss GE-9-stoss GE-11-stoss; 2331: GE-AGB; 2233: BR-5"
    assert total_attack(fight(three, "2233", "GE-3-stoss GE-9-stoss GE-11-stoss", guns=True)) == 36
    half = fight("2332: GE-1B GE-2B; 2331: GE-AGB; 2233: BR-5", "2233", "GE-1B GE-2B", guns=True)
    half.s.supply[unit("GE-1B")] = CUT
    assert total_attack(half) == 16


@pytest.mark.rule("14.3", "14.2", "13.16")
def test_when_agb_can_support() -> None:
    rules = storm()
    hex_ = rules.grid.hex("2233")
    near = position("2331: GE-AGB; 2332: GE-1B; 2233: BR-5")
    assert guns_can_support(rules, near, hex_)
    assert not guns_can_support(rules, position("2330: GE-AGB; 2332: GE-1B; 2233: BR-5"), hex_), "three hexes away"
    assert not guns_can_support(rules, position("2332: GE-AGB GE-1B; 2233: BR-5"), hex_), "next to an Allied unit"
    near.supply[unit("GE-AGB")] = CUT
    assert not guns_can_support(rules, near, hex_)
    wet = position("1832: GE-AGB; 1834: BR-5", wet=1)
    assert not guns_can_support(rules, wet, rules.grid.hex("1834"))
    assert guns_can_support(rules, position("1832: GE-AGB; 1834: BR-5"), rules.grid.hex("1834"))


@pytest.mark.rule("14.3")
def test_agb_supports_one_battle_in_a_phase() -> None:
    places = "2332: GE-1B GE-2B; 2331: GE-AGB; 2233: BR-5; 2433: BR-6"
    match = drawn(places, "german", "combat", dice=[1, 1])
    play(match, "attack 2233 with GE-1B; support; withhold; support; confirm; roll")
    while match.decision.rule != "13.1":
        match.play("done" if ("done",) in match.decision.actions else match.decision.texts[0])
    play(match, "attack 2433 with GE-2B")
    refused(match, "support", "14.3")
    play(match, "cancel; done")
    while match.decision.prompt.startswith("First"):
        match.play("done")
    play(match, "attack 2433 with GE-2B; support")
    refused(match, "support", "14.3")
    refused(match, "add GE-AGB", "14.3")


@pytest.mark.rule("13.17", "13.17-ex")
@pytest.mark.parametrize(
    ("hexes", "concentric"),
    [
        ("2732 2730", True),
        ("2632 2831", True),
        ("2732 2832", False),
        ("2732 2631 2831", True),
        ("2732 2632 2832", False),
        ("2732 2632 2631 2730", True),
    ],
)
def test_concentric_assault(hexes: str, concentric: bool) -> None:
    names = ("FR-1", "FR-2", "FR-3", "FR-4")
    places = "; ".join(f"{hex_}: {name}" for hex_, name in zip(hexes.split(), names, strict=False))
    battle = fight(f"2731: GE-1B; {places}", "2731", " ".join(names[: len(hexes.split())]))
    assert is_concentric(battle) == concentric


@pytest.mark.rule("13.17", "13.32")
def test_fortresses_defended_by_their_own_nation() -> None:
    reims = "2928: GE-1B; 3130: GE-2B; 3029: {}"
    french = fight(reims.format("FR-1"), "3029", "GE-1B GE-2B")
    assert in_own_fortress(french)
    assert "concentric assault" not in modifiers(reims.format("FR-1"), "3029", "GE-1B GE-2B")
    assert fortress_losses(french) == 2
    assert fortress_losses(fight(reims.format("BR-1"), "3029", "GE-1B GE-2B")) == 0
    assert fortress_losses(fight(reims.format("US-1 FR-1"), "3029", "GE-1B GE-2B")) == 2
    metz = fight("3217: GE-1B; 3218: FR-1; 3216: FR-2", "3217", "FR-1 FR-2")
    assert fortress_losses(metz) == 3
    assert "concentric assault" not in {m.title for m in odds(metz).modifiers}
    board = storm().board
    trenches = board.allied_trench | board.main_trench | board.second_trench
    assert not trenches & (board.fortress[0] | board.fortress[1])


GROUND = {"forest": "13.18", "rough": "13.19", "devastated": "13.19", "marsh": "13.20", "mountain": "13.21"}


@pytest.mark.rule("13.18", "13.19", "13.20", "13.21")
@pytest.mark.parametrize(
    ("terrain", "worth"), [("forest", -1), ("rough", -1), ("devastated", -1), ("marsh", -1), ("mountain", -2)]
)
def test_ground_in_the_defenders_hex(terrain: str, worth: int) -> None:
    rules = storm()
    hex_ = next(
        h for h in rules.grid if rules.board.of(terrain) >> h & 1 and rules.board.near(h) & rules.board.of("clear")
    )
    near = next(h for h in rules.grid.neighbours(hex_) if rules.board.of("clear") >> h & 1)
    places = f"{rules.grid.label(hex_)}: FR-1; {rules.grid.label(near)}: GE-1B"
    found = modifiers(places, rules.grid.label(hex_), "GE-1B")
    assert found[terrain] == worth
    swapped = modifiers(places, rules.grid.label(near), "FR-1")
    assert terrain not in swapped, "the ground under the attacker does not count"
    assert GROUND[terrain] in {m.rule for m in odds(fight(places, rules.grid.label(hex_), "GE-1B")).modifiers}


@pytest.mark.rule("13.20", "6.3(1)")
def test_flood_plain_is_marsh_when_wet() -> None:
    assert "marsh" not in modifiers("1832: GE-1B; 1833: FR-1", "1832", "FR-1")
    assert modifiers("1832: GE-1B; 1833: FR-1", "1832", "FR-1", wet=1)["marsh"] == -1


@pytest.mark.rule("13.22")
def test_rivers_count_if_all_attack_over_them() -> None:
    alone = modifiers("2632: GE-1B; 2633: BR-3", "2633", "GE-1B")
    assert alone["all over rivers"] == -1
    joined = modifiers("2632: GE-1B; 2532: GE-2B; 2633: BR-3", "2633", "GE-1B GE-2B")
    assert "all over rivers" not in joined


@pytest.mark.rule("13.23", "13.24")
def test_towns_and_cities() -> None:
    assert modifiers("2334: BR-3; 2333: GE-1B", "2334", "GE-1B")["town"] == -1
    assert modifiers("2337: BR-3; 2336: GE-1B", "2337", "GE-1B")["city"] == -2


@pytest.mark.rule("13.27", "13.35")
@pytest.mark.parametrize(("turn", "second", "total"), [(1, False, 1), (1, True, 0), (2, False, 0)])
def test_stosstruppen_against_a_trench(turn: int, second: bool, total: int) -> None:
    places = "2332: GE-3-stoss GE-1B; 2233: BR-5"
    assert shift(places, "2233", "GE-3-stoss GE-1B", turn=turn, second=second) == total


@pytest.mark.rule("13.35", "13.27")
def test_stosstruppen_out_of_supply_lead_nobody() -> None:
    battle = fight("2332: GE-3-stoss; 2233: BR-5", "2233", "GE-3-stoss")
    battle.s.supply[unit("GE-3-stoss")] = CUT
    assert {m.title: m.value for m in odds(battle).modifiers} == {"Allied trench": -2}


@pytest.mark.rule("13.18", "13.22", "13.27")
def test_a_trench_without_stosstruppen() -> None:
    assert shift("2332: GE-1B; 2233: BR-5", "2233", "GE-1B") == -2


@pytest.mark.rule("13.14", "13.16", "13.17", "13.27", "13.35")
def test_everything_at_once() -> None:
    places = "2232: GE-3-stoss; 2231: GE-AGB; 2234: GE-1B; 2233: BR-5"
    found = modifiers(places, "2233", "GE-3-stoss GE-1B", turn=2, guns=True, air=1, cover=1)
    assert found["concentric assault"] == 1
    assert sum(found.values()) == 1 + 1 + 1 + 1 - 1 - 1


@pytest.mark.rule("16.3")
def test_weak_trenches() -> None:
    """The specification joins a stack in 2732, but that lies behind the Oise too; 2532 does not."""
    alone = "2632: {}; 2633: BR-3"
    assert shift(alone.format("GE-3-stoss"), "2633", "GE-3-stoss", weak_trenches="on") == 0
    assert shift(alone.format("GE-1B"), "2633", "GE-1B", weak_trenches="on") == -2
    joined = "2632: {}; 2532: GE-2B; 2633: BR-3"
    assert shift(joined.format("GE-3-stoss"), "2633", "GE-3-stoss GE-2B", weak_trenches="on") == 1
    assert shift(joined.format("GE-1B"), "2633", "GE-1B GE-2B", weak_trenches="on") == -1
    assert shift(joined.format("GE-1B"), "2633", "GE-1B GE-2B") == -2
    weak = storm().grid.labels(storm().board.weak_trench)
    assert weak == ["2532", "2633", "2732"]


@pytest.mark.rule("13.9", "13.9-ex")
def test_british_and_french_together() -> None:
    places = "2832: FR-1; 2732: BR-1; 2731: GE-1B"
    assert "British and French together again" not in modifiers(places, "2731", "FR-1 BR-1")
    assert modifiers(places, "2731", "FR-1 BR-1", facts={"mixed": 1})["British and French together again"] == -1
    only = modifiers("2832: FR-1 US-1; 2731: GE-1B", "2731", "FR-1 US-1", facts={"mixed": 1})
    assert "British and French together again" not in only
    match = drawn(f"{places}; 2730: GE-2B", "allied", "combat", turn=10, dice=[6])
    play(match, "attack 2731 with FR-1 BR-1; confirm; roll")
    assert state(match).mixed == 1


@pytest.mark.rule("16.1")
def test_the_australian_american_corps() -> None:
    attack = "2234: BR-Aus US-1 US-2; 2333: GE-1B GE-2B GE-3-stoss"
    on = {"australian_american": "on", "turn": 9}
    title = "Australian-American Corps"
    assert modifiers(attack, "2333", "BR-Aus US-1 US-2", **on)[title] == 1
    assert title not in modifiers(attack, "2333", "BR-Aus US-1", **on)
    assert title not in modifiers(attack, "2333", "BR-Aus US-1 US-2", turn=9)
    assert title not in modifiers(attack, "2333", "BR-Aus US-1 US-2", australian_american="on", turn=8)
    assert modifiers(attack, "2234", "GE-1B GE-2B GE-3-stoss", australian_american="on", turn=10)[title] == -1
    assert title not in modifiers(attack, "2234", "GE-1B GE-2B GE-3-stoss", **on)


@pytest.mark.rule("16.4", "S3.3")
def test_belgians_outside_belgium() -> None:
    title = "Belgians outside Belgium"
    assert modifiers("2234: BE-1; 2333: GE-1B", "2234", "GE-1B", belgians="on")[title] == 1
    assert modifiers("2234: BE-1 BE-2; 2333: GE-1B", "2333", "BE-1 BE-2", belgians="on")[title] == -1
    assert title not in modifiers("1235: BE-1; 1234: GE-1B", "1235", "GE-1B", belgians="on")
    assert title not in modifiers("2234: BE-1; 2333: GE-1B", "2234", "GE-1B")
    assert modifiers("2234: BE-1; 2333: GE-1B", "2234", "GE-1B", scenario="plan-1919")[title] == 1


@pytest.mark.rule("16.8", "16.8-ex", "13.12", "S3.3")
@pytest.mark.parametrize(
    ("attackers", "bonus"),
    [("GE-3-stoss", 0), ("GE-3-stoss GE-10", 1), ("GE-3-stoss GE-10 GE-12", 2), ("GE-3-stoss GE-1B~", 3)],
)
def test_super_high_odds(attackers: str, bonus: int) -> None:
    """Against a lone reduced cavalry corps with a defence factor of 1."""
    battle = fight(f"2332: {attackers}; 2333: FR-1C~", "2333", attackers.replace("~", ""), super_odds="on")
    assert odds_text(battle.rules, odds(battle)) == "7:1"
    assert {m.title: m.value for m in odds(battle).modifiers}.get("super-high odds", 0) == bonus
    assert "super-high odds" not in {m.title for m in odds(battle._replace(rules=storm())).modifiers}


# -- who may attack


@pytest.mark.rule("13.18", "13.20", "13.21", "13.22", "13.24", "13.32", "6.3(2)")
def test_where_tanks_cannot_attack() -> None:
    rules = storm()
    s = position("2233: BR-RTC")
    for hexes in (
        rules.board.of("forest"),
        rules.board.of("mountain"),
        rules.board.of("marsh"),
        rules.board.city,
        rules.board.fortress[0],
    ):
        target = next(h for h in rules.grid if hexes >> h & 1)
        near = next(h for h in rules.grid.neighbours(target) if rules.board.playable >> h & 1)
        s.at[unit("BR-RTC")] = near
        assert not tank_can_attack(rules, s, unit("BR-RTC"), target)
    river = next(
        h
        for h in rules.grid
        if rules.board.river[0] >> h & 1 and rules.board.of("clear") >> h + 1 & 1 and not rules.board.city >> h + 1 & 1
    )
    s.at[unit("BR-RTC")] = river
    assert tank_can_attack(rules, s, unit("BR-RTC"), river + 1)
    s.wet = 1
    assert not tank_can_attack(rules, s, unit("BR-RTC"), river + 1)
    match = drawn("1634: BR-RTC BR-5; 1633: GE-1B", "allied", "combat")
    play(match, "attack 1633")
    refused(match, "add BR-RTC", "13.24")


@pytest.mark.rule("14.1")
def test_tanks_attack_beside_infantry_of_their_own_nation() -> None:
    match = drawn("2234: BR-RTC BR-C; 2334: BR-5; 2333: GE-1B", "allied", "combat")
    play(match, "attack 2333; add BR-RTC")
    refused(match, "confirm", "14.1")
    play(match, "add BR-5")
    refused(match, "confirm", "14.1")
    play(match, "drop BR-RTC; drop BR-5; add BR-C; add BR-RTC")
    refused(match, "confirm", "14.1", "infantry")
    match = drawn("2234: FR-AAC IT-2; 2333: GE-1B", "allied", "combat")
    play(match, "attack 2333 with FR-AAC IT-2; confirm")


@pytest.mark.rule("13.1", "13.4", "13.4-ex", "13.5", "13.6", "13.7", "13.2")
def test_attacks_take_shape() -> None:
    match = drawn("3535: FR-1 FR-2 FR-3; 3435: GE-1B; 3436: GE-2B", "allied", "combat", dice=[1, 1])
    assert offers(match, "attack") == {"3435", "3436"}
    refused(match, "attack 3434", "13.1")
    play(match, "attack 3435 with FR-1")
    refused(match, "add FR-1", "13.5")
    refused(match, "drop FR-2", "13.7")
    refused(match, "add GE-1B", "3.1")
    refused(match, "support", "14.3")
    play(match, "cancel; attack 3435; add FR-1; add FR-3; confirm; roll; lose FR-3; lose FR-3")
    assert state(match).fought[unit("FR-1")] & ATTACKED
    refused(match, "attack 3435", "13.5")
    refused(match, "attack 3436 with FR-1", "13.5")
    play(match, "attack 3436 with FR-2; cancel; done; done")


@pytest.mark.rule("13.2", "13.5")
def test_both_phases_are_open_to_all_and_count_apart() -> None:
    match = drawn("2332: GE-1B; 2233: BR-5", "german", "combat", dice=[1, 1])
    play(match, "attack 2233 with GE-1B; confirm; roll; lose GE-1B; lose GE-1B; done")
    match = drawn("2332: GE-1B GE-2B; 2233: BR-5", "german", "combat", dice=[1, 1])
    play(match, "attack 2233 with GE-1B GE-2B; confirm; roll; lose GE-1B; lose GE-2B; lose GE-2B; done")
    assert offers(match, "attack") == {"2233"}
    play(match, "attack 2233 with GE-1B")


@pytest.mark.rule("13.30-ex", "10.2")
def test_no_attack_over_the_sea() -> None:
    rules = storm()
    s = position("1941: BR-1; 2042: GE-1B")
    assert not targets(rules, s, GERMAN)
    assert not targets(rules, s, ALLIED)


@pytest.mark.rule("13.3", "13.8")
def test_a_stack_defends_as_one() -> None:
    match = drawn("2332: GE-3-stoss GE-9-stoss GE-11-stoss; 2233: BR-5 BR-1", "german", "combat", turn=3)
    play(match, "attack 2233 with GE-3-stoss GE-9-stoss GE-11-stoss; confirm")
    assert "21 against 9" in match.decision.prompt


# -- 1919


@pytest.mark.rule("S3.18", "S3.19", "S3.20", "S3.21", "S3.23", "S3.24", "13.15")
def test_tanks_of_1919() -> None:
    plan = {"scenario": "plan-1919"}
    assert modifiers("2234: BR-HT1 BR-5; 2334: GE-1B", "2334", "BR-HT1 BR-5", **plan)["tanks"] == 1
    assert "tanks" not in modifiers("2234: BR-FT1 BR-5; 2334: GE-1B", "2334", "BR-FT1 BR-5", **plan)
    assert "German trench" not in modifiers("2233: BR-FT1 BR-5; 2232: GE-1B", "2232", "BR-FT1 BR-5", **plan)
    at = modifiers("2233: BR-HT1 BR-5; 2232: GE-1B GE-AT1", "2232", "BR-HT1 BR-5", **plan)
    assert at["German trench"] == -2
    assert "tanks" not in modifiers("2234: BR-HT1 BR-5; 2334: GE-1B GE-AT1", "2334", "BR-HT1 BR-5", **plan)
    for tank, host in (("FR-2AAC", "FR-1"), ("US-TC-1919", "US-1")):
        assert modifiers(f"2234: {tank} {host}; 2334: GE-1B", "2334", f"{tank} {host}", **plan)["tanks"] == 1
    panzer = modifiers("2332: GE-1PZ GE-3-stoss; 2233: BR-5", "2233", "GE-1PZ GE-3-stoss", **plan)
    assert panzer == {"Stosstruppen": 1}
    assert modifiers("2332: GE-1PZ GE-1B; 2334: BR-5; 2333: GE-2B", "2334", "GE-1PZ GE-1B", **plan)["tanks"] == 1
    assert storm("plan-1919").full[unit("BR-HT1")] == 2
    assert storm("plan-1919").full[unit("BR-FT1")] == 1
    match = drawn("2332: GE-AT1 GE-1B; 2233: BR-5", "german", "combat", scenario="plan-1919")
    play(match, "attack 2233")
    refused(match, "add GE-AT1", "S3.19")


@pytest.mark.rule("S3.22")
def test_the_marines_are_worth_one() -> None:
    plan = {"scenario": "plan-1919"}
    assert modifiers("2234: USMC US-1; 2334: GE-1B", "2334", "USMC US-1", **plan)["Marines"] == 1
    assert modifiers("2234: USMC US-1; 2334: GE-1B", "2234", "GE-1B", **plan)["Marines"] == -1


@pytest.mark.rule("S3.17", "13.35")
def test_the_alpenkorps_in_the_mountains() -> None:
    rules = storm("plan-1919")
    hex_ = next(h for h in rules.grid if rules.board.of("mountain") >> h & 1)
    near = next(h for h in rules.grid.neighbours(hex_) if rules.board.playable >> h & 1)
    places = f"{rules.grid.label(hex_)}: AK; {rules.grid.label(near)}: FR-1 FR-2 FR-3"
    view = odds(fight(places, rules.grid.label(hex_), "FR-1 FR-2 FR-3", scenario="plan-1919"))
    assert view.defence == 8
    assert {m.title: m.value for m in view.modifiers}["mountain"] == -2
    assert modifiers("2332: AK; 2233: BR-5", "2233", "AK", scenario="plan-1919", turn=1)["Stosstruppen"] == 1
    assert isinstance(drawn(places, "allied", "combat", scenario="plan-1919"), Match)
