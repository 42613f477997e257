"""The sequence of play, units that come in, and units that are replaced."""

from __future__ import annotations

import re

import pytest

from tests.asking import goes, offers, refused, rule_of, told
from tests.games.michel.drawn import bare, fight, lay, michel, real, result, state, where
from westfront.engine.match import Match

QUIET = "S-234 3510, G-51-corps 3610, B-62 1010, B-19-corps 1011"
"""Two sides far from each other."""


@pytest.mark.rule("Sequence-GT", "Sequence-1A", "Sequence-1B", "Sequence-1C", "Sequence-2", "Sequence-3", "TimeRecord")
def test_a_game_turn_is_two_player_turns_of_three_phases() -> None:
    match = bare(QUIET, turn=3)
    while state(match).turn == 3:
        match.play("done")
    assert [re.sub(r" \[.*", "", line) for line in match.log()] == [
        "german: first movement phase",
        "german: combat phase",
        "german: second movement phase",
        "allied: first movement phase",
        "allied: combat phase",
        "allied: second movement phase",
        "Game-turn 4, 24 March 1918",
        "german: first movement phase",
    ]


@pytest.mark.rule("GameLength", "TimeRecord", "Sequence-3")
def test_the_game_has_ten_turns() -> None:
    match = bare(QUIET, turn=9, side="allied", phase="second")
    match.play("done")
    assert "Game-turn 10, 30 March 1918 [TimeRecord]" in match.log()
    for _ in range(6):
        assert not match.over
        match.play("done")
    assert match.over
    assert match.result == "allied: 0 points, Allied victory, by relative strength Allied victory"


@pytest.mark.rule("TimeRecord", "Sequence-GT")
def test_the_germans_begin_on_the_21st() -> None:
    match = bare(QUIET, "end", turn=0)
    assert match.log()[0] == "Game-turn 1, 21 March 1918 [TimeRecord]"
    assert (match.decision.side, state(match).turn) == ("german", 1)


@pytest.mark.rule("Sequence-1B", "Sequence-1B-i", "Sequence-1B-ii", "Sequence-1B-iii", "Sequence-1B-iv")
def test_the_four_segments_in_their_order() -> None:
    units = "S-234 1010, B-62 1110, B-4 1110, G-51-corps 0910, B-19-corps 1310"
    match = bare(units, "combat", dice=[2])
    asked = []
    for action in (
        *("attack 1110", "add S-234", "confirm", "supply G-51-corps", "done"),
        *("resist B-62", "fire B-19-corps 1110 full", "done", "resolve 1110"),
    ):
        asked.append((match.decision.side, match.decision.rule))
        match.play(action)
    assert [pair for i, pair in enumerate(asked) if i == 0 or pair != asked[i - 1]] == [
        ("german", "Sequence-1B-i"),
        ("allied", "Stacking-B"),
        ("allied", "Sequence-1B-ii"),
        ("german", "Sequence-1B-iii"),
    ]
    assert "G-51-corps are used up until the next game-turn [Sequence-1B-iv]" in match.log()
    assert "B-19-corps are used up until the next game-turn [Sequence-1B-iv]" in match.log()
    assert match.log()[-1].startswith("german: second movement phase")


@pytest.mark.rule("Sequence-1B-i")
def test_attacks_can_be_changed_until_all_are_laid_down() -> None:
    match = bare("S-234 1010, S-221 1010, B-62 1110, B-4 1111, G-51-corps 0910", "combat")
    lay(match, "1110", "S-234")
    assert "1110" in offers(match, "change")
    for action in ("change 1110", "add S-221", "drop S-234", "widen 1111", "narrow 1110", "confirm"):
        match.play(action)
    assert offers(match, "change") == {"1111"}
    assert rule_of(match, "change 1110") == "Sequence-1B-i"
    match.play("change 1111")
    assert rule_of(match, "drop S-234") == "Sequence-1B-i"
    assert rule_of(match, "narrow 1111") == "Combat-D"
    match.play("cancel")
    assert offers(match, "change") == set()


@pytest.mark.rule("Sequence-1B-iii")
def test_the_attacker_chooses_the_order() -> None:
    units = "S-234 1010, B-62 1110, S-221 1020, B-4 1120, G-51-corps 0910, G-9-corps 0920"
    match = bare(units, "combat", dice=[4, 4])
    lay(match, "1110", "S-234")
    lay(match, "1120", "S-221")
    for action in ("supply G-51-corps", "supply G-9-corps", "done"):
        match.play(action)
    assert offers(match, "resolve") == {"1110", "1120"}
    match.play("resolve 1120")
    match.play("retreat S-221 0821")
    assert refused(match, "resolve 1120") == "no combat is left to resolve at 1120 [Sequence-1B-iii]"
    match.play("resolve 1110")


@pytest.mark.rule("Sequence-1B-iii")
def test_no_die_is_thrown_unasked() -> None:
    """Not even for the only combat that is left, in a match that passes what is forced."""
    units = "S-234 3320, S-221 3320, B-61 3220, G-9-corps 3519, G-32 3620, B-18-corps 1022"
    match = Match.from_position(real(units, "combat").position(), seed=1)
    for action in ("attack 3220", "add S-234 S-221", "confirm", "supply G-9-corps", "done"):
        match.play(action)
    assert match.decision.texts == ("resolve 3220",)
    assert match.decision.prompt == "The combat at 3220 is next."
    assert not match.dice.rolls
    match.play("resolve 3220")
    assert len(match.dice.rolls) == 1


@pytest.mark.rule("Sequence-1B-iii")
def test_no_die_is_thrown_unasked_for_the_second_combat_when_the_first_is_fought() -> None:
    """The die of the first one has ended the time of undo, so that what is forced would be passed."""
    units = "S-234 3320, B-61 3220, S-221 3316, B-18 3216, G-9-corps 3519, G-32 3620, B-18-corps 1022"
    match = Match.from_position(real(units, "combat").position(), seed=1)
    for action in ("attack 3220", "add S-234", "confirm", "attack 3216", "add S-221", "confirm", "supply G-9-corps"):
        match.play(action)
    match.play("done")
    match.play("resolve 3220")
    while match.decision.texts[0].startswith("retreat"):
        match.play(match.decision.texts[0])
    assert match.decision.texts == ("resolve 3216",)
    assert not match.can_undo
    assert len(match.dice.rolls) == 1


@pytest.mark.rule("Sequence-1C")
def test_nobody_comes_in_during_the_second_movement_phase() -> None:
    match = bare("S-234 3510, T-5BR due:3, B-62 1010", "second", turn=3)
    assert match.decision.rule == "Movement-General"
    assert "cannot be played now" in refused(match, "enter T-5BR 4010")


# -- coming in


@pytest.mark.rule("Sequence-1A", "Replacements-D", "Replacements-C")
def test_units_that_are_due_come_in_first_or_wait() -> None:
    match = real("T-5BR due:3, T-185 due:4, G-32 due:2, S-234 3510, B-62 1010", turn=3)
    assert match.decision.texts == ("done", "take G-32", "take T-5BR")
    assert refused(match, "enter T-185 4010") == "T-185 is not due before game-turn 4 [Replacements-C]"
    assert rule_of(match, "enter B-62 4010") == "Replacements-C"
    match.play("take T-5BR")
    assert offers(match, "go") <= {f"40{row:02}" for row in range(1, 41)}
    assert rule_of(match, "go 3910") == "Replacements-D"
    assert told(match, "go 4010") == ["T-5BR comes in at 4010 for 1 [Replacements-D]"]
    match.play("done")
    assert where(match, "G-32") == "due"
    assert "4012" in goes(match, "T-5BR")
    assert "4013" not in goes(match, "T-5BR"), "a point is spent"


@pytest.mark.rule("Replacements-D")
def test_the_entry_hex_is_paid_by_its_terrain() -> None:
    match = real("F-55 due:3s, B-62 due:3, S-234 3510, B-4 1010", side="allied", turn=3)
    lines = told(match, "enter B-62 0109")
    assert lines == ["B-62 comes in at 0109 for 1 [Replacements-D]"]
    match = real("S-234 due:3, S-221 due:3, B-62 1010", turn=3)
    assert told(match, "enter S-234 4036") == ["S-234 comes in at 4036 for 2 [Replacements-D]"], "devastated"
    assert told(match, "enter S-221 4035") == ["S-221 comes in at 4035 for 3 [Replacements-D]"], "and fortified"
    for depot, price in (("4010", 1), ("4012", 2)):
        match = bare("T-5BR due:3, B-62 1010", turn=3, devastated="4010", depots=f"german {depot}")
        assert told(match, "enter T-5BR 4010") == [f"T-5BR comes in at 4010 for {price} [Replacements-D]"]


@pytest.mark.rule("Reinf-Rule", "Reinf-Notation")
def test_reinforcements_come_in_on_the_edge_of_the_chart() -> None:
    match = real("B-62 due:3n, F-55 due:3s, S-234 3510, G-51-corps 3610, B-4 1010", side="allied", turn=3)
    assert rule_of(match, "enter B-62 0110") == "Reinf-Rule", "not on the west edge"
    assert rule_of(match, "enter F-55 1001") == "Reinf-Rule", "not on the north edge"
    assert rule_of(match, "enter B-62 2201") == "Reinf-Rule", "the fortified zone is left out"
    assert told(match, "enter B-62 2101") == ["B-62 comes in at 2101 for 1 [Reinf-Rule]"]
    assert told(match, "enter F-55 1040")[0].startswith("F-55 comes in at 1040 for 1")


@pytest.mark.rule("Reinf-Chart")
def test_reinforcements_do_not_come_before_their_game_turn() -> None:
    match = real("B-62 due:3n, F-55 due:4s, S-234 3510, B-4 1010", side="allied", turn=3)
    assert refused(match, "enter F-55 1040") == "F-55 is not due before game-turn 4 [Reinf-Chart]"
    assert refused(match, "take F-1") == "F-1 is not a unit of yours that is due [Replacements-C]"


@pytest.mark.rule("Reinf-Rule")
def test_reinforcements_do_not_come_into_german_zones() -> None:
    match = real("B-62 due:3n, S-234 2102, B-4 1010", side="allied", turn=3)
    assert refused(match, "enter B-62 2101") == (
        "B-62 cannot go to 2101: the enemy stands there or controls it [Reinf-Rule]"
    )


@pytest.mark.rule("Reinf-Rule")
def test_the_germans_never_get_any() -> None:
    for option in ("8", "9", "10", "11", "13"):
        assert all(
            kind.startswith(("british", "french", "elite", "allied")) for _, kind, _, _ in michel(allied=option).chart
        )


@pytest.mark.rule("Replacements-D", "Supply-G")
def test_nobody_comes_in_without_supply_but_corps_and_stosstruppen() -> None:
    match = bare("G-32 due:3, G-51-corps due:3, S-234 due:3, S-221 3510, B-62 1010", turn=3, depots="german 3510")
    assert rule_of(match, "enter G-32 4039") == "Supply-G"
    match.play("enter S-234 4039")
    match.play("enter G-51-corps 4039")


@pytest.mark.rule("Stacking-General", "Replacements-D")
def test_an_entry_hex_can_be_full() -> None:
    match = bare("T-5BR due:3, T-185 4010, T-236 4010, B-62 1010", turn=3, depots="")
    assert rule_of(match, "enter T-5BR 4010") == "Stacking-General"


@pytest.mark.rule("Replacements-D", "Supply-G")
def test_a_unit_may_come_in_without_supply_if_it_goes_on_to_where_it_has_some() -> None:
    """Supply is looked at where its move ends, and the first hex is only the beginning of it."""
    match = bare("G-32 due:3, S-221 3820, B-62 1010", turn=3, depots="german 3820")
    match.play("take G-32")
    assert {"4024", "4025", "4026"} <= offers(match, "go")
    assert refused(match, "go 4029").endswith("out of general supply, and could not reach any [Supply-G]")
    match.play("go 4025")
    match.play("done")
    assert refused(match, "done") == "G-32 has entered without general supply, and can still reach it [Supply-G]"
    assert rule_of(match, "move G-32 4026") == "Supply-G"
    match.play("move G-32 4024")
    match.play("done")


@pytest.mark.rule("Replacements-D", "Stacking-A")
def test_a_unit_may_come_in_through_a_full_hex() -> None:
    match = bare("S-234 due:3, T-185 4010, T-236 4010, B-62 1010", turn=3, depots="")
    match.play("enter S-234 4010")
    match.play("done")
    assert rule_of(match, "done") == "Stacking-A"
    match.play("move S-234 3910")
    match.play("done")


@pytest.mark.rule("Corps-A", "Replacements-C")
def test_used_corps_come_back_on_the_friendly_edge() -> None:
    match = real("G-51-corps due:4, S-234 3510, B-62 1010", turn=4)
    match.play("take G-51-corps")
    assert "4020" in offers(match, "go")
    assert rule_of(match, "go 0120") == "Replacements-D"


# -- losses


@pytest.mark.rule("Replacements-General", "Replacements-Procedure", "CRT-Losses")
def test_two_in_the_pool_bring_nothing() -> None:
    match = bare("S-234 1010, S-221 1010, B-62 1110, B-4 pool, G-51-corps 0910", "combat", dice=[5])
    lines = fight(match, "1110", "S-234", "S-221", supply="G-51-corps")
    assert (result(lines), lines[-1]) == ("Ex", "B-62 is destroyed, into the pool [Replacements-Procedure]")
    match.play("lose S-234")
    assert match.decision.rule == "Movement-General"


@pytest.mark.rule("Replacements-Procedure")
def test_the_third_loss_brings_one_back_and_only_one_of_the_three() -> None:
    match = bare("S-234 1010, S-221 1010, B-62 1110, B-4 pool, F-55 pool, G-51-corps 0910", "combat", dice=[5])
    fight(match, "1110", "S-234", "S-221", supply="G-51-corps")
    assert rule_of(match, "pick C-1") == "Replacements-Procedure"
    assert rule_of(match, "pick S-234") == "Replacements-Procedure"
    match.play("pick F-55")
    assert [where(match, unit) for unit in ("F-55", "B-4", "B-62")] == ["due", "permanent", "permanent"]


@pytest.mark.rule("Replacements-Procedure")
def test_an_overflowing_pool_is_filled_in_the_order_of_its_owner() -> None:
    units = (
        "S-234 1010, S-221 1010, S-111 1210, B-62 1110, B-4 1111, F-55 pool, C-1 pool, G-51-corps 0910, G-9-corps 1310"
    )
    match = bare(units, "combat", dice=[3])
    lines = fight(match, "1110 1111", "S-234", "S-221", "S-111", supply="G-51-corps G-9-corps")
    assert (result(lines), lines[-1]) == ("Ex", "B-62 B-4 are destroyed, more than the pool takes at once [CRT-Losses]")
    assert (match.decision.side, offers(match, "lose")) == ("allied", {"B-62", "B-4"})
    assert rule_of(match, "lose S-234") == "Replacements-Procedure"
    match.play("lose B-4")
    assert offers(match, "pick") == {"B-4", "F-55", "C-1"}
    match.play("pick C-1")
    assert [where(match, unit) for unit in ("B-62", "B-4", "F-55", "C-1")] == ["pool", "permanent", "permanent", "due"]
    assert match.decision.rule == "CRT-Ex"


@pytest.mark.rule("Replacements-B", "Corps-C")
def test_a_corps_killed_by_guns_alone_comes_back() -> None:
    guns = ", ".join(
        f"G-{name}-corps {hex_}" for name, hex_ in (("51", "1010"), ("9", "1010"), ("3", "1009"), ("17", "1009"))
    )
    match = bare(f"{guns}, B-19-corps 1110, S-234 3030", "combat", dice=[1], german_fz="1010 1009")
    lines = fight(match, "1110", "G-51-corps", "G-9-corps", "G-3-corps", "G-17-corps")
    assert result(lines) == "De"
    assert "B-19-corps is destroyed, until game-turn 4 [Replacements-C]" in lines
    assert where(match, "B-19-corps") == "due"
