"""Situations that a referee is asked about: small positions in which several rules meet, each with its answer."""

from __future__ import annotations

import pytest

from tests.asking import offers, where
from tests.games.storm.drawn import drawn, events, labels, morale, play, pool, refused, rules_of, state, steps
from westfront.engine.match import Match
from westfront.games.storm.state import PEAK

RING = "3020: GE-1B; 3119: GE-2B; 3220: GE-3B; 3221: GE-4; 3121: GE-6; 3021: GE-7"
"""Germans all around Verdun."""


def modifiers(match: Match) -> str:
    """The modifiers of the last battle."""
    return str(events(match, "odds")[-1]["modifiers"])


def result(match: Match) -> tuple[int, int]:
    """The loss points of the last battle."""
    facts = events(match, "result")[-1]
    return facts["attacker"], facts["defender"]


# -- morale


@pytest.mark.rule("4.2", "4.3")
def test_points_beyond_the_end_of_a_track_are_forgotten() -> None:
    match = drawn("3336: GE-1B; 3538: FR-1", "german", "march", facts={"morale": bytearray((29, 2))})
    play(match, "move GE-1B 3337")
    assert morale(match) == (30, 0)
    assert not match.over, "Allied morale is looked at when the game turn ends"
    back = drawn("3438: FR-1; german: 3337", "allied", "march", facts={"morale": bytearray((30, 0))})
    play(back, "move FR-1 3337")
    assert morale(back) == (25, 5)


@pytest.mark.rule("3.5", "4.2", "12.1")
def test_a_unit_goes_out_takes_a_town_and_comes_back() -> None:
    match = drawn("1830: BR-5", "allied", "march")
    refused(match, "move BR-5 1830", "12.1")
    play(match, "move BR-5 1830 via 1829")
    assert (where(match, "BR-5"), morale(match)) == ("1830", (14, 16))


@pytest.mark.rule("4.5", "16.10")
def test_the_paris_gun_speaks_before_the_check_of_turn_9() -> None:
    tracks = {"morale": bytearray((18, 14))}
    missed = drawn("2432: GE-1B; 2835: FR-1", "german", "terminal", turn=9, facts=tracks, paris_gun="on", dice=[6, 5])
    play(missed, "roll")
    assert missed.over
    hit = drawn("2432: GE-1B; 2835: FR-1", "german", "terminal", turn=9, facts=tracks, paris_gun="on", dice=[6, 6])
    play(hit, "roll")
    assert (hit.over, morale(hit)) == (False, (18, 13))


@pytest.mark.rule("4.6", "7.13")
def test_a_division_on_fortress_supply_is_no_yank() -> None:
    five = "3337: US-1 US-2 US-3; 3338: US-26 US-42"
    shut_in = drawn(f"{five}; 3120: FR-1 US-4; {RING}", "german", "end", turn=10)
    assert morale(shut_in) == (15, 15)
    free = drawn(f"{five}; 3120: FR-1 US-4; 3020: GE-1B", "german", "end", turn=10)
    assert morale(free) == (15, 16)


@pytest.mark.rule("16.6", "4.7", "13.33")
def test_bertha_leaves_in_the_middle_of_an_advance() -> None:
    places = "2631: GE-1B~; 2731: FR-1 FR-2 FR-3; 2632: FR-4 FR-5; 2430: GE-2B"
    match = drawn(places, "allied", "combat", dice=[6], bertha="on", turn=10)
    play(match, "attack 2631 with FR-1 FR-2 FR-3 FR-4 FR-5; confirm; roll; lose GE-1B; lose FR-1; lose FR-1")
    play(match, "advance FR-2")
    assert match.decision.side == "german"
    refused(match, "redeploy 3028", "16.6")
    refused(match, "redeploy 2631", "16.6")
    play(match, "redeploy 2531")
    assert (match.decision.side, morale(match)) == ("allied", (15, 15))
    play(match, "advance FR-3; done")


# -- supply


@pytest.mark.rule("7.5", "7.7", "7.11", "10.7")
def test_a_port_in_an_enemy_zone_feeds_only_if_a_friend_stands_there() -> None:
    places = "1338: GE-1B; 1337: BR-5; german: 1237 1441"
    match = drawn(places, "allied", "supply")
    assert [fact["what"] for fact in events(match, "supply")] == ["on supply of an ally"]
    held = drawn(f"{places}; 1339: BR-RTC", "allied", "supply")
    assert events(held, "supply") == []


@pytest.mark.rule("7.13")
def test_italians_feed_americans_in_verdun_and_british_starve_there() -> None:
    fed = drawn(f"3120: IT-2 US-5 US-4; {RING}", "allied", "supply", turn=12)
    assert events(fed, "supply")[0]["number"] == 3
    assert events(fed, "supply")[0]["what"] == "on fortress supply"
    british = drawn(f"3120: BR-5; {RING}", "allied", "supply", turn=12)
    play(british, "done; done; done; done; done")
    assert where(british, "BR-5") == "dead"


@pytest.mark.rule("7.11", "7.13")
def test_if_an_ally_s_supply_halves_the_defence_a_fortress_feeds_first() -> None:
    places = "3029: FR-1; 2928: GE-1B; german: 2932"
    for reading, what in (("full-defence", "on supply of an ally"), ("halved-defence", "on fortress supply")):
        edge = "german: " + " ".join(sorted(labels(rules_of(drawn(places)).board.edge[1])))
        match = drawn(f"{places}; {edge}", "allied", "supply", cross_supply=reading)
        assert events(match, "supply")[0]["what"] == what


# -- stacking


@pytest.mark.rule("9.5", "9.6")
def test_why_allies_may_not_share_a_hex() -> None:
    places = "2235: BR-1; 2236: FR-1; 2136: US-TC; 2137: US-1; 2135: BE-1; 2337: FR-2 US-2"
    match = drawn(places, "allied", "march", turn=12)
    refused(match, "move FR-1 2235", "9.5")
    refused(match, "move BE-1 2235", "9.5")
    refused(match, "move US-TC 2235", "9.6", "Tank Corps")
    refused(match, "move BR-1 2136", "9.6", "Tank Corps")
    refused(match, "move BR-1 2337", "9.5")
    play(match, "move US-1 2235")


@pytest.mark.rule("9.6")
def test_the_tenth_american_is_no_guest() -> None:
    nine = (
        "3337: FR-1 US-1 US-2; 3338: FR-2 US-3 US-26; 3438: FR-3 US-42 US-4; 3636: FR-4 US-28 US-32; 3235: FR-5 US-77"
    )
    match = drawn(f"{nine}; 3437: US-27; 3637: FR-6; 3737: US-30", "allied", "march", turn=12)
    for unit in range(len(rules_of(match).counters)):
        state(match).guest[unit] = rules_of(match).names.units[unit] in nine.split()
    refused(match, "move US-27 3235", "9.6", "no more than 9")
    refused(match, "move FR-6 3737", "9.6", "no more than 9")


@pytest.mark.rule("S3.14", "S3.15", "S3.25", "9.1", "9.4")
def test_who_stacks_with_whom_in_1919() -> None:
    americans = "3519: US-1 US-42 US-28 USMC; 3520: US-27; 3620: US-TC-1919; 3521: FR-1"
    tanks = "2234: BR-HT1; 2334: BR-HT2; 2235: BR-FT1; 2135: BR-FT2; 3124: JEF; 3225: FR-AAC; 3125: FR-9"
    match = drawn(f"{americans}; {tanks}", "allied", "march", turn=3, scenario="plan-1919")
    refused(match, "move US-27 3519", "9.1", "4 units")
    refused(match, "move US-27 3521", "S3.14")
    refused(match, "move FR-AAC 3124", "S3.25")
    refused(match, "move JEF 3125", "S3.25")
    refused(match, "move BR-HT1 2334", "9.4")
    play(match, "move US-TC-1919 3519; move BR-FT1 2334")
    refused(match, "move BR-FT2 2334", "9.4")


# -- movement and rail


@pytest.mark.rule("9.1", "10.4", "12.3", "12.4", "14.2")
def test_every_step_of_a_way_is_refused_by_its_rule() -> None:
    match = drawn("2332: GE-1B; 2232: BR-RTC; 2233: BR-C; 2432: GE-2B GE-3B GE-4; 2331: GE-AGB", "german", "march")
    refused(match, "move GE-1B 2231 via 2232", "12.4")
    refused(match, "move GE-1B 2531 via 2432", "9.1")
    refused(match, "move GE-1B 2433 via 2333", "10.4")
    refused(match, "move GE-AGB 2332 via 2432", "14.2")
    sea = drawn("2042: BR-1", "allied", "march")
    refused(sea, "move BR-1 1940 via 1941", "12.3")


@pytest.mark.rule("11.2", "16.2(3)", "16.2-ex")
def test_the_influenza_is_named_when_it_stops_a_train() -> None:
    places = "1132: GE-1B GE-2B GE-3B"
    match = drawn(places, "german", "rail", influenza="on", turn=12, facts={"influenza": PEAK})
    play(match, "rail GE-1B 1427; rail GE-2B 1427")
    refused(match, "rail GE-3B 1427", "16.2(3)")


@pytest.mark.rule("10.3")
def test_who_came_by_rail_holds_no_line() -> None:
    match = drawn("2432: GE-1B GE-2B; 1132: GE-3B; 2433: BR-5", "german", "rail")
    play(match, "rail GE-3B 2432; rail GE-1B 1132")
    refused(match, "rail GE-2B 1132", "10.3")


@pytest.mark.rule("S3.21", "3.5", "15.4")
def test_a_fast_tank_goes_out_and_comes_back() -> None:
    places = "2234: BR-FT1 BR-5; german: 2233"
    match = drawn(places, "allied", "infiltration", turn=3, scenario="plan-1919")
    refused(match, "infiltrate BR-FT1 2234", "S3.21")
    refused(match, "infiltrate BR-5 2234 via 2233", "15.4")
    play(match, "infiltrate BR-FT1 2234 via 2233")
    assert where(match, "BR-FT1") == "2234"
    assert "2233" not in labels(state(match).german)
    refused(match, "infiltrate BR-FT1 2235", "15.4")


# -- battle


@pytest.mark.rule("13.18", "13.20", "13.21", "13.22", "13.24", "13.32", "6.3(1)", "6.3(2)")
@pytest.mark.parametrize(
    ("target", "stack", "wet", "number"),
    [
        ("3131", "3132: FR-AAC FR-1", 0, "13.18"),
        ("1134", "1135: BR-RTC BR-5", 0, "13.20"),
        ("1832", "1833: BR-RTC BR-5", 1, "13.20"),
        ("3812", "3813: FR-AAC FR-1", 0, "13.21"),
        ("2335", "2235: BR-RTC BR-5", 0, "13.22"),
        ("2232", "2233: BR-RTC BR-5", 1, "13.22"),
        ("1633", "1634: BR-RTC BR-5", 0, "13.24"),
        ("3120", "3121: FR-AAC FR-1", 0, "13.32"),
    ],
)
def test_each_ground_that_stops_tanks_has_its_rule(target: str, stack: str, wet: int, number: str) -> None:
    match = drawn(f"{target}: GE-1B; {stack}", "allied", "combat", wet=wet)
    play(match, f"attack {target}")
    refused(match, f"add {stack.split()[1]}", number)


@pytest.mark.rule("14.2", "14.3")
def test_why_agb_does_not_support() -> None:
    force = "2332: GE-1B; 2233: BR-5"
    for guns, facts, number, words in (
        ("2331: GE-AGB", {"guns_fired": 1}, "14.3", "in this phase"),
        ("2330: GE-AGB", {}, "14.3", "more than 2 hexes"),
        ("2232: GE-AGB", {}, "14.2", "next to an Allied unit"),
    ):
        match = drawn(f"{force}; {guns}", "german", "march")
        play(match, "done; attack 2233")
        for name, value in facts.items():
            setattr(state(match), name, value)
        refused(match, "support", number, words)
    wet = drawn("1833: GE-1B; 1834: BR-5; 1832: GE-AGB", "german", "combat", wet=1)
    play(wet, "attack 1834")
    refused(wet, "support", "14.2", "flood plain")


@pytest.mark.rule("13.17", "13.32")
@pytest.mark.parametrize(
    ("garrison", "concentric", "losses"),
    [("FR-1", False, 6), ("US-4", True, 4), ("FR-1 US-4", False, 4), ("BR-5", True, 3)],
)
def test_who_makes_a_garrison_of_verdun(garrison: str, concentric: bool, losses: int) -> None:
    places = f"3120: {garrison}; 3020: GE-1B GE-2B GE-3B; 3221: GE-4 GE-6 GE-7"
    match = drawn(places, "german", "combat", dice=[6], turn=10)
    play(match, "attack 3120 with GE-1B GE-2B GE-3B GE-4 GE-6 GE-7; confirm; roll")
    assert ("concentric" in modifiers(match), result(match)[0]) == (concentric, losses)


@pytest.mark.rule("13.30", "13.5")
def test_refugees_die_with_the_first_loss_point_of_their_hosts() -> None:
    places = "2233: BR-1; 2234: BR-5; 2332: GE-1B GE-2B; 2232: GE-3B; 2333: GE-4 GE-6; 2334: GE-7"
    match = drawn(places, "german", "combat", dice=[6, 6])
    play(match, "attack 2233 with GE-1B GE-2B GE-3B; confirm; roll; retreat 2234; lose GE-1B; lose GE-1B; done")
    assert (where(match, "BR-1"), steps(match, "BR-1")) == ("2234", 2)
    play(match, "attack 2234 with GE-4 GE-6 GE-7; confirm; roll")
    assert events(match, "odds")[-1]["strengths"] == "15 against 5"
    assert where(match, "BR-1") == "dead"


@pytest.mark.rule("14.1", "14.3", "16.7", "S3.15", "S3.19")
def test_the_order_of_losses_is_refused_by_the_rule_that_forces_it() -> None:
    places = "2232: GE-3 GE-AT5; 2233: BR-7 BR-Cnd BR-HT1 BR-FT1"
    match = drawn(places, "allied", "combat", dice=[6], turn=3, scenario="plan-1919")
    play(match, "attack 2232 with BR-7 BR-Cnd BR-HT1 BR-FT1; confirm; roll")
    assert "tanks" not in modifiers(match), "the anti-tank unit"
    assert "-2 German trench" in modifiers(match)
    refused(match, "lose GE-3", "S3.19")
    play(match, "lose GE-AT5")
    refused(match, "lose BR-FT1", "S3.15")
    refused(match, "lose BR-7", "14.1")
    refused(match, "lose BR-1", "13.31")
    guns = drawn("2331: GE-AGB GE-1B; 2332: FR-1 FR-2 FR-3", "allied", "combat", dice=[6])
    play(guns, "attack 2331 with FR-1 FR-2 FR-3; confirm; roll")
    refused(guns, "lose GE-AGB", "14.3")
    refused(guns, "retreat 2330", "14.3")
    storm = drawn("2332: GE-3-stoss GE-1B; 2233: BR-5", "german", "combat", dice=[6], storm_losses="on")
    play(storm, "attack 2233 with GE-3-stoss GE-1B; confirm; roll; lose BR-5; lose BR-5; lose GE-1B")
    refused(storm, "lose GE-1B", "16.7")


@pytest.mark.rule("9.5", "13.30")
def test_no_retreat_to_another_nation() -> None:
    places = "2731: GE-1B GE-2B GE-3B; 2732: BR-10; 2832: FR-1"
    match = drawn(places, "german", "combat", dice=[5])
    play(match, "attack 2732 with GE-1B GE-2B GE-3B; confirm; roll")
    refused(match, "retreat 2832", "9.5")


@pytest.mark.rule("S3.26", "S3.13")
def test_the_bombers_are_not_there_in_the_first_turn_nor_in_the_rain() -> None:
    places = "2332: GE-3; 2333: BR-7 BR-Cnd; air: RAF"
    for turn, wet, asked in ((0, 0, False), (1, 0, True), (8, 1, False)):
        match = drawn(places, "allied", "combat", turn=turn, wet=wet, scenario="plan-1919")
        play(match, "attack 2332 with BR-7 BR-Cnd; confirm")
        assert bool(offers(match, "fly")) == asked


@pytest.mark.rule("S3.26(a)", "S3.27")
def test_rain_takes_bombers_that_were_sent_but_not_fighters_that_were_kept() -> None:
    places = "2020: GE-3; 3519: US-1; air: RAF GE-Air"
    match = drawn(places, "german", "turn", turn=8, dice=[1], scenario="plan-1919")
    play(match, "send; keep; roll")
    assert (where(match, "RAF"), where(match, "GE-Air"), pool(match, "german")) == ("spent", "air", 18)


# -- replacements


@pytest.mark.rule("S3.28", "8.2.1", "S3.22", "S3.25")
def test_steps_for_tanks_alone_are_spent_first_and_on_nothing_else() -> None:
    places = "dead: USMC JEF BR-HT1 FR-AAC FR-1 BR-Aus; 3519: US-1"
    pools = {"pool": bytearray((0, 0, 0, 0, 0, 2))}
    match = drawn(places, "allied", "replacement", turn=3, scenario="plan-1919", facts=pools)
    assert (pool(match, "british"), pool(match, "french"), pool(match, "american")) == (1, 0, 2)
    refused(match, "reclaim FR-1 1", "8.2.1")
    refused(match, "reclaim BR-Aus 1", "8.2.1")
    refused(match, "reclaim USMC 1", "S3.22")
    play(match, "reclaim JEF 2; reclaim FR-AAC 1; reclaim BR-HT1 2")
    assert (pool(match, "british"), pool(match, "japanese"), state(match).mechanized) == (1, 0, 1)
    play(match, "done")
    assert state(match).mechanized == 0
