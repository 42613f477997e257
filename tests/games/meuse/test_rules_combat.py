"""Chapters 7, 8, 13 and 18: attacks, support fire, results, retreats, advance."""

from __future__ import annotations

import pytest

from tests.asking import offers, rule_of
from tests.games.meuse.drawn import attack, brigades, draw, odds, play, result, state, told, verbs, where
from westfront.engine.match import Match
from westfront.games.meuse.state import SPENT

# -- who attacks whom


@pytest.mark.rule("7.0", "7.1")
def test_attacks_are_voluntary_and_each_unit_fights_once() -> None:
    match = draw("US-3 1319, US-28 1418, DE-1G 1318, DE-5G 1417", "combat", dice=[4])
    assert offers(match, "attack") == {"1318", "1417"}
    assert result(attack(match, "1318", "1319")) == "(A)"
    assert rule_of(match, "attack 1318") == "7.1"
    assert rule_of(match, "attack 1417 with 1319") == "7.2"
    assert rule_of(match, "attack 1417 with 1417") == "7.1"
    assert offers(match, "attack") == {"1417"}
    play(match, "done")
    assert match.decision.side == "german"


@pytest.mark.rule("7.1")
def test_nobody_attacks_twice() -> None:
    match = draw("US-3 1418, DE-1G 1318, DE-5G 1417", "combat", dice=[4])
    attack(match, "1318", "1418")
    assert rule_of(match, "attack 1417 with 1418") == "7.1"
    assert rule_of(match, "attack 1320") == "7.2"
    assert rule_of(match, "attack off") == "7.2"


@pytest.mark.rule("7.2")
def test_an_attack_takes_shape() -> None:
    match = draw("US-3 1319, US-28 1418, US-37 1421, DE-1G 1318, DE-5G 1417", "combat")
    play(match, "attack 1318")
    assert verbs(match) == {"add", "cancel"}
    assert rule_of(match, "confirm") == "7.2"
    assert rule_of(match, "add 1421") == "7.2"
    assert rule_of(match, "add 1317") == "7.1"
    assert rule_of(match, "drop 1319") == "7.2"
    play(match, "add 1319")
    assert rule_of(match, "add 1319") == "7.2"
    assert match.decision.hints()["add 1418"].note == "+7 on the Stellung line, column 8"
    play(match, "add 1418", "drop 1319", "cancel")
    assert offers(match, "attack") == {"1318", "1417"}, "its units may attack elsewhere"


@pytest.mark.rule("7.2", "13.2")
def test_stacked_brigades_attack_together() -> None:
    stack = "US-brigade-1 1319, US-brigade-2 1319, US-brigade-3 1319"
    match = draw(f"{stack}, DE-8L 1318", "combat", dice=[1])
    assert odds(attack(match, "1318", "1319")) == "+5, Stellung line, column 7"
    assert verbs(play(match, "retreat-one", "retreat 1317")) == {"advance", "stay"}
    assert brigades(play(match, "advance 1319")) == ["1318"] * 3


@pytest.mark.rule("7.1", "13.2")
def test_a_stack_with_somebody_who_has_fought_does_not_attack() -> None:
    match = draw("US-brigade-1 1319, US-brigade-2 1320, US-3 1421, DE-8L 1318, DE-1G 1220", "combat")
    state(match).fought[match.rules.names.unit("US-brigade-2")] = 1
    state(match).at[match.rules.names.unit("US-brigade-2")] = match.rules.grid.hex("1319")
    assert rule_of(match, "attack 1318") == "7.1"


@pytest.mark.rule("7.1", "13.1")
def test_the_brigade_that_is_left_of_an_attacker_has_fought() -> None:
    match = draw("US-33 1418-, DE-8L 1318, DE-1G 1417", "combat", dice=[1])
    assert result(attack(match, "1318", "1418")) == "Ex"
    play(match, "lose 1418")
    assert brigades(match) == ["1418"]
    assert rule_of(match, "attack 1417") == "7.1"


@pytest.mark.rule("9.0", "7.3")
def test_stacked_brigades_out_of_supply_are_halved_one_by_one() -> None:
    stack = "US-brigade-1 1214, US-brigade-2 1214"
    match = draw(f"{stack}, DE-1G 1114, DE-5G 1115, DE-37 1215, DE-15 1314", "combat", dice=[4], german="2")
    lines = attack(match, "1115", "1214", support=["support support-german-2"])
    fought = next(line for line in lines if "column" in line)
    assert fought.startswith("1115: 4 less 8 and 2 support is -6"), "the defender may support, the attackers not"


# -- support fire


@pytest.mark.rule("8.0", "8.3", "8.2", "8.5", "17.2")
def test_both_sides_support_an_attack_anywhere_whatever_the_terrain() -> None:
    match = draw("US-77 0719, DE-2L 0718", "combat", dice=[4], allied="3 2 1", german="2 1")
    play(match, "attack 0718 with 0719", "confirm")
    assert (match.decision.side, offers(match, "support")) == (
        "allied",
        {"support-allied-5", "support-allied-3", "support-allied-1"},
    )
    assert match.decision.hints()["support support-allied-5"].note == "+3 column 7 instead of 6"
    lines = told(match, "support support-allied-5", "done", "support support-german-2", "done", "pass", "roll")
    assert odds(lines) == "+3, Stellung line, column 6"
    assert lines[0] == "allied: support fire of 3 at 0718 [8.3]"
    assert (where(match, "support-allied-5"), where(match, "support-german-2")) == ("used", "used")


@pytest.mark.rule("8.6", "8.1")
def test_limits_of_support() -> None:
    match = draw("US-4 1319, DE-5G 1318", "combat", allied="1 1 2", german="")
    play(match, "attack 1318 with 1319", "confirm", "support support-allied-2")
    assert rule_of(match, "support support-german-1") == "8.1"
    assert rule_of(match, "support US-4") == "8.1"
    assert rule_of(match, "support support-allied-6") == "8.1"
    play(match, "support support-allied-1")
    assert verbs(match) == {"roll"}, "two are the most, and the defender has none"


@pytest.mark.rule("8.4", "17.4")
def test_support_markers_do_not_bombard_and_bombardment_markers_do_not_support() -> None:
    match = draw("US-4 1319, DE-5G 1318", "bombardment", allied="3", dice=[6, 6])
    lines = told(match, "shell DE-5G", "shell DE-5G", "done", "fire 1318")
    assert [line.split(": ")[0] for line in lines if line.startswith("Dice")] == ["Dice for bombardment 1318"] * 2
    assert (where(match, "support-allied-5"), list(state(match).stock)) == ("hand", [3, 4])
    play(match, "attack 1318 with 1319", "confirm", "done")
    assert "column" in match.decision.prompt
    assert "9 less 8 is +1" in match.decision.prompt


@pytest.mark.rule("8.3", "18.1")
def test_a_second_window_after_the_lost_battalion() -> None:
    match = draw("US-77 0719, US-28 0818, DE-2L 0718", "combat", dice=[2], allied="1 2", german="1 3 2")
    play(match, "attack 0718 with 0719 0818", "confirm", "support support-allied-1", "done")
    play(match, "support support-german-1", "done", "declare")
    assert (match.decision.side, verbs(match)) == ("allied", {"support", "done"})
    play(match, "support support-allied-3")
    assert match.decision.side == "german"
    play(match, "support support-german-4")
    lines = told(match, "roll")
    assert odds(lines) == "+8, Woods (Lost Battalion) line, column 7"
    assert state(match).lost_battalion == SPENT


@pytest.mark.rule("18.1")
def test_the_lost_battalion_is_for_allied_attacks_on_woods() -> None:
    german = draw("US-77 0718, DE-2L 0717, DE-1G 0719", "combat", "german")
    assert verbs(play(german, "attack 0718 with 0717", "confirm")) == {"roll"}
    clear = draw("US-3 1319, DE-1G 1318", "combat")
    assert verbs(play(clear, "attack 1318 with 1319", "confirm")) == {"roll"}
    woods = draw("US-77 0719, DE-2L 0718", "combat")
    assert verbs(play(woods, "attack 0718 with 0719", "confirm")) == {"declare", "pass"}
    assert play(woods, "pass").decision.side == "allied"
    assert state(woods).lost_battalion == 0, "kept for later"


# -- results


def lost_at(match: Match) -> list[str]:
    """Where the units of a battle on 1318 stand."""
    return [where(match, name) for name in ("US-3", "US-28", "DE-52R")]


BATTLE = "US-3 1319, US-28 1418, DE-52R 1318"


@pytest.mark.rule("7.6", "V-2")
def test_paren_a_can_cost_one_attacker_only() -> None:
    match = draw(BATTLE, "combat", dice=[6], options={"crt_paren_A": "one"})
    assert result(attack(match, "1318", "1319", "1418")) == "(A)"
    assert offers(match, "lose") == {"1319", "1418"}
    assert rule_of(match, "lose 1318") == "7.6"
    assert lost_at(play(match, "lose 1418")) == ["1319", "1418-", "1318"]
    every = draw(BATTLE, "combat", dice=[6])
    attack(every, "1318", "1319", "1418")
    assert lost_at(every) == ["1319-", "1418-", "1318"]


@pytest.mark.rule("7.6")
def test_an_exchange_costs_both_a_step() -> None:
    match = draw(BATTLE, "combat", dice=[6], breached="1318", allied="3 2")
    support = ["support support-allied-5", "support support-allied-3"]
    lines = attack(match, "1318", "1319", "1418", support=support)
    assert (odds(lines), result(lines)) == ("+10, Clear line, column 12", "Ex")
    assert lost_at(play(match, "lose 1319")) == ["1319-", "1418", "1318-"]
    assert verbs(match) == {"done"}, "nobody retreats, nobody advances"


@pytest.mark.rule("7.6", "7.7")
def test_attackers_retreat_one_by_one_in_the_order_of_their_owner() -> None:
    match = draw("US-3 1319, US-28 1418, DE-28R 1318", "combat", dice=[5])
    lines = attack(match, "1318", "1319", "1418")
    assert (odds(lines), result(lines)) == ("+6, Stellung line, column 8", ".")
    match = draw("US-3 1319, US-28 1418, DE-52R 1318", "combat", dice=[5])
    assert result(attack(match, "1318", "1319", "1418")) == "A2"
    assert offers(match, "withdraw") == {"1319", "1418"}
    assert rule_of(match, "withdraw 1320") == "7.7"
    play(match, "withdraw 1418", "retreat 1419")
    assert rule_of(match, "retreat 1418") == "7.7"
    play(match, "retreat 1420")
    assert "retreat 1320" in match.decision.texts, "the other one needs no question"
    play(match, "retreat 1320", "retreat 1321")
    assert lost_at(match) == ["1321", "1420", "1318"]


@pytest.mark.rule("7.7", "13.1")
def test_who_has_no_way_back_is_eliminated() -> None:
    units = "US-4 1319, DE-52R 1318, DE-1G 1220, DE-5G 1420, DE-37 1218"
    match = draw(units, "combat", dice=[2], breached="1318", options={"supply": "off"})
    lines = attack(match, "1318", "1319")
    assert result(lines) == "A2"
    assert (where(match, "US-4"), brigades(match)) == ("lost", ["1319"])
    assert "US-4 in 1319 has no way to retreat [7.7]" in lines


@pytest.mark.rule("7.8", "18.2")
def test_stiff_resistance_keeps_the_hex() -> None:
    match = draw("US-1 1319, US-91 1418, DE-1G 1318", "combat", dice=[2], breached="1318")
    attack(match, "1318", "1319", "1418")
    play(match, "resist")
    assert where(match, "DE-1G") == "1318-"
    assert verbs(match) == {"done"}
    depleted = draw("US-1 1319, DE-37 1318-", "combat", dice=[2], breached="1318")
    lines = attack(depleted, "1318", "1319")
    assert (odds(lines), result(lines)) == ("+5, Clear line, column 9", "D2")
    assert rule_of(depleted, "resist") == "7.8"


@pytest.mark.rule("7.8", "13.1", "13.2")
def test_a_stack_of_brigades_resists_with_one_of_them() -> None:
    match = draw("US-brigade-1 1318, US-brigade-2 1318, DE-52R 1217, DE-AR 1317", "combat", "german", dice=[3])
    lines = attack(match, "1318", "1217", "1317")
    assert (odds(lines), result(lines)) == ("+9, Clear line, column 11", "D2")
    play(match, "resist")
    assert (brigades(match), where(match, "US-brigade-1")) == (["1318"], "off")
    single = draw("US-brigade-1 1318, DE-28R 1217", "combat", "german", dice=[3])
    attack(single, "1318", "1217")
    assert rule_of(single, "resist") == "7.8"


@pytest.mark.rule("13.1", "7.8")
def test_without_a_chit_nothing_stays() -> None:
    chits = ", ".join(f"US-brigade-{i} {1019 + i}" for i in range(1, 4))
    more = ", ".join(f"US-brigade-{i} {2010 + i}" for i in range(4, 7))
    match = draw(f"US-4 1318-, {chits}, {more}, DE-52R 1217, DE-15 1317", "combat", "german", dice=[3])
    lines = attack(match, "1318", "1217", "1317")
    assert result(lines) == "D3"
    assert rule_of(match, "resist") == "7.8"
    dead = draw(f"US-4 1318-, {chits}, {more}, DE-52R 1217, DE-28R 1317", "combat", "german", dice=[1])
    assert result(attack(dead, "1318", "1217", "1317")) == "De"
    assert "1318" not in brigades(dead)
    assert verbs(dead) == {"advance", "stay"}


@pytest.mark.rule("13.1", "7.6")
def test_chits_go_out_in_the_order_of_the_attack() -> None:
    chits = ", ".join(f"US-brigade-{i} {1016 + i}" for i in range(1, 6))
    match = draw(f"US-4 1319-, US-32 1418-, {chits}, DE-52R 1318", "combat", dice=[6], german="3 2")
    support = ["support support-german-4", "support support-german-2"]
    lines = attack(match, "1318", "1418", "1319", support=support)
    assert (odds(lines), result(lines)) == ("-4, Stellung line, column 1", "Ae")
    assert brigades(match)[-1] == "1418", "one chit was left, for the first hex of the attack"
    assert (where(match, "US-4"), where(match, "US-32")) == ("lost", "lost")


@pytest.mark.rule("7.7", "7.6")
def test_d_results_that_cannot_be_answered_eliminate() -> None:
    units = "DE-1G 1316-, US-3 1317, US-4 1416, US-5 1215"
    match = draw(units, "combat", dice=[3], breached="1216")
    lines = attack(match, "1316", "1317", "1416", "1215")
    assert result(lines) == "D3"
    assert where(match, "DE-1G") == "lost"
    assert offers(match, "advance") == {"1317", "1416", "1215"}
    whole = draw(units.replace("1316-", "1316"), "combat", dice=[3], breached="1216")
    attack(whole, "1316", "1317", "1416", "1215")
    assert whole.decision.texts == ("resist",)


@pytest.mark.rule("7.9", "6.2")
def test_one_attacker_advances_into_zones() -> None:
    match = draw("US-1 1319, US-2 1418, DE-8L 1318-, DE-1G 1317", "combat", dice=[1], breached="1318")
    assert result(attack(match, "1318", "1319", "1418")) == "De"
    assert rule_of(match, "advance 1317") == "7.9"
    play(match, "advance 1319")
    assert (where(match, "US-1"), where(match, "US-2")) == ("1318", "1418")
    assert offers(match, "attack") == set(), "who advanced attacks no more"
    stay = draw("US-1 1319, US-2 1418, DE-8L 1318-, DE-1G 1317", "combat", dice=[1], breached="1318")
    attack(stay, "1318", "1319", "1418")
    assert where(play(stay, "stay"), "US-1") == "1319"


@pytest.mark.rule("12.1", "7.7")
def test_an_allied_unit_that_retreats_into_sedan_wins() -> None:
    match = draw("US-35 0803, DE-52R 0804, DE-28R 0904", "combat", "german", dice=[3])
    assert result(attack(match, "0803", "0804", "0904")) == "D2"
    play(match, "retreat-full", "retreat 0802", "retreat 0702")
    assert match.result == "allied: Allied victory: 0702 Sedan is entered on turn 2"


# -- retreat


@pytest.mark.rule("7.7", "5.3", "13.2")
def test_a_brigade_may_retreat_onto_brigades() -> None:
    match = draw("US-brigade-1 1318, US-brigade-2 1419, US-brigade-3 1419, DE-28R 1317", "combat", "german", dice=[3])
    assert result(attack(match, "1318", "1317")) == "D2"
    play(match, "retreat-full", "retreat 1319", "retreat 1419")
    assert brigades(match) == ["1419"] * 3
    full = "US-brigade-1 1318, US-brigade-2 1419, US-brigade-3 1419, US-brigade-4 1419, DE-28R 1317"
    match = draw(full, "combat", "german", dice=[3])
    attack(match, "1318", "1317")
    play(match, "retreat-full", "retreat 1319")
    assert rule_of(match, "retreat 1419") == "7.7", "there is no room"


@pytest.mark.rule("7.7", "6.2")
def test_steps_that_are_refused() -> None:
    match = draw("DE-1G 1318, US-3 1319, US-1 1418, DE-5G 1317", "combat", dice=[4], breached="1318 1417")
    assert result(attack(match, "1318", "1319", "1418")) == "D2"
    play(match, "retreat-full")
    assert rule_of(match, "retreat 1319") == "7.7"
    assert rule_of(match, "retreat 1417") == "6.2"
    assert rule_of(match, "retreat 1315") == "7.7"
    assert rule_of(match, "retreat off") == "7.7"
    play(match, "retreat 1317")
    assert rule_of(match, "retreat 1218") == "7.7", "no further away"
    play(match, "retreat 1316")
    assert (where(match, "DE-1G"), where(match, "DE-5G")) == ("1316", "1317")
