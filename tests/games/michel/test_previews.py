"""What a player sees before he commits himself: ways, battles that take shape, overlays."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.asking import offers
from tests.games.michel.drawn import bare, lay, real, rules_of, state, where
from tests.games.michel.test_fuzz import BATTLE
from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match
from westfront.games.michel.declared import combat_at
from westfront.games.michel.previews import losses
from westfront.games.michel.resolution import draw_up


def chances(match: Match, side: str) -> dict[str, float]:
    """The codes of the preview with their chances in sixths."""
    preview = match.preview(side)
    assert preview
    return {words.split()[0]: round(6 * chance, 6) for words, chance in preview.chances.items()}


@pytest.mark.rule("Movement-Procedure", "Movement-N")
def test_a_hint_for_every_destination() -> None:
    """Way and price; a single step from zone to zone has its price too."""
    match = bare("S-234 1010, B-62 1210", "move")
    match.play("take S-234")
    hints = match.hints("german")
    assert {action.removeprefix("go ") for action in hints} == offers(match, "go")
    assert hints["go 0710"].note == "3 of 5 movement points"
    assert hints["go 0710"].path[0] == "1010"
    assert len(hints["go 0710"].path) == 4


@pytest.mark.rule("Stacking-A")
def test_a_destination_that_may_be_too_full_is_warned_of() -> None:
    """Two others may still make way, so it is legal; at the end of the phase one would be removed."""
    match = bare("S-234 1010, S-221 1012, S-195 1012, S-20 0910", "move")
    match.play("take S-234")
    hints = match.hints("german")
    assert hints["go 1012"].warning == "too many units for the end of the phase"
    assert hints["go 0910"].warning == ""


@pytest.mark.rule("Combat-Procedure")
def test_the_preview_is_what_is_rolled() -> None:
    """The chances shown while the attack takes shape are those of the die, with every modifier and its rule."""
    match = bare("S-234 1010, S-221 1009, G-3-corps 0910, B-62 1110", "combat", towns="1110")
    match.play("attack 1110")
    assert match.preview("german") is None
    match.play("add S-234")
    hungry = match.preview("german")
    assert hungry
    assert "S-234" in hungry.note
    match.play("add S-221")
    shown = match.preview("german")
    assert shown
    assert ("defender in a town", "+1", "TEC-Town") in [(line.label, line.value, line.rule) for line in shown.lines]
    told = chances(match, "german")
    for action in ("confirm", "supply G-3-corps", "done"):
        match.play(action)
    found = match.distribution("resolve 1110")
    assert found
    codes: dict[str, float] = {}
    for outcome, chance in found.items():
        code = outcome.partition(": ")[2].partition(",")[0]
        codes[code] = codes.get(code, 0) + float(6 * chance)
    assert codes == told
    battles = match.preview("german")
    assert battles
    assert [line.value for line in battles.lines] == [
        "14 against 4, 3-1, +1 defender in a town [TEC-Town]; of 6 faces Br1 1, Br2 2, Ex 2, Ar2 1"
    ]
    assert match.preview("allied") is None


@pytest.mark.rule("Combat-Procedure", "Sequence-1B-i")
def test_confirmed_attacks_are_shown_until_the_allocation_ends() -> None:
    """Each under its hex, with who has no attack supply yet."""
    units = "S-234 1010, S-221 1010, B-62 1110, C-1 1110, B-4 1111, G-3-corps 0910, G-9-corps 1510, B-15 1410, B-6 1415"
    match = bare(units, "combat", towns="1111")
    assert match.preview("german") is None, "nothing has been declared"
    lay(match, "1110 1111", "S-234", "S-221")
    lay(match, "1410", "G-9-corps")
    assert shown(match) == [
        ("1110", "S-234 S-221 against 1110 1111", "14 against 10, 1-1, +1 defender in a town [TEC-Town]"),
        ("1110", "without attack supply so far", "S-234 S-221"),
        ("1410", "G-9-corps against 1410", "4 against 4, 1-1, no modifiers"),
    ]
    match.play("supply G-3-corps")
    assert [about for about, _, _ in shown(match)] == ["1110", "1410"]


def shown(match: Match) -> list[tuple[str, str, str]]:
    """The lines of the preview, without the faces of the die."""
    preview = match.preview("german")
    assert preview
    return [(line.about, line.label, line.value.partition(";")[0]) for line in preview.lines]


@pytest.mark.rule("CRT-Losses", "CRT-Ex", "CRT-Retreat", "CRT-e")
def test_the_preview_has_the_chance_of_each_loss() -> None:
    """By destruction, by exchange, and for want of a way to retreat."""
    match = bare("S-234 1010, S-221 1010, B-62 1110, G-51-corps 0910", "combat")
    match.play("attack 1110")
    match.play("add S-234")
    assert shown_losses(match) == {"B-62 lost": "2 in 6", "S-234 lost": "4 in 6"}, "two Ex, two Ae"
    match.play("add S-221")
    assert shown_losses(match) == {"B-62 lost": "2 in 6", "one of S-234 S-221 lost": "2 in 6"}
    match = bare("S-234 1010, S-221 1111, S-111 1209, B-62 1110, G-51-corps 0910", "combat")
    match.play("attack 1110")
    match.play("add S-234 S-221")
    assert shown_losses(match)["B-62 lost"] == "6 in 6", "surrounded: no Br lets it get away"


@pytest.mark.rule("CRT-Retreat")
def test_the_preview_counts_a_unit_without_a_way_beside_one_that_has_a_way() -> None:
    """A friend that retreats opens no hex that was not open before, so the loss is sure."""
    units = "T-5BR 1010, G-51-corps 1010, T-185 1210, G-9-corps 1210, F-55 1110, B-62 1410, B-4 1312"
    match = bare(units, "combat", dice=[5])
    match.play("attack 1110")
    match.play("add T-5BR T-185")
    assert shown_losses(match)["T-185 lost"] == "2 in 6", "two Ar2"
    for action in ("confirm", "supply G-51-corps", "supply G-9-corps", "done", "resolve 1110", "retreat T-5BR 0810"):
        match.play(action)
    assert where(match, "T-185") == "pool"


def shown_losses(match: Match) -> dict[str, str]:
    """What the attacker sees of losses."""
    preview = match.preview("german")
    assert preview
    return {line.label: line.value for line in preview.lines if line.label.endswith(" lost")}


@pytest.mark.rule("Artillery-Procedure", "CRT-Letters")
def test_the_preview_of_a_bombardment_does_not_threaten_the_guns() -> None:
    """The letters are the same, but guns neither retreat nor fall."""
    match = bare("G-51-corps 1010, B-62 1210, S-234 3030", "combat")
    match.play("attack 1210")
    match.play("add G-51-corps")
    preview = match.preview("german")
    assert preview
    assert set(preview.chances) == {
        "Br2 defenders retreat 2",
        "Ex defenders destroyed",
        "Ar2 nothing happens to guns",
        "Ae nothing happens to guns",
    }


@pytest.mark.rule("Artillery-A", "Corps-B")
def test_preview_and_log_name_who_counts_for_more_or_less_than_is_printed() -> None:
    """Guns out of the German fortified zone, corps against ground units."""
    units = "S-234 1010, G-51-corps 0910, G-9-corps 0911, B-19-corps 1110, G-3-corps 0810"
    match = bare(units, "combat", dice=[1], german_fz="0910")
    match.play("attack 1110")
    match.play("add S-234 G-51-corps G-9-corps")
    preview = match.preview("german")
    assert preview
    assert [(line.label, line.value, line.rule) for line in preview.lines[:5]] == [
        ("S-234 G-51-corps G-9-corps", "19", "Combat-Procedure"),
        ("B-19-corps", "1", "Combat-Procedure"),
        ("doubled: G-51-corps", "x2", "Artillery-A"),
        ("against ground units: B-19-corps", "1", "Corps-B"),
        ("odds", "10-1", "CRT-Odds"),
    ]
    for action in ("confirm", "supply G-3-corps", "done", "resolve 1110"):
        match.play(action)
    assert "The fire of G-51-corps counts double, out of the German fortified zone [Artillery-A]" in match.log()
    assert "Against ground units B-19-corps counts for 1 [Corps-B]" in match.log()


IDLE = ("done", "drop", "cancel", "change", "spare", "hold", "narrow")
"""What lays no attack down; chosen less often."""


@pytest.mark.rule("Combat-Procedure", "CRT-Losses")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_on_random_positions_the_preview_is_what_happens(side: str) -> None:
    """Results and losses that are shown, against the resolution with every face of the die."""
    start, lots, seen = real(BATTLE, "combat", side, turn=8).position(), RepeatableRandom(side), 0
    for seed in range(8):
        match = Match.from_position(start, seed=seed)
        while match.decision.rule != "Movement-General":
            if match.decision.rule == "Sequence-1B-iii":
                seen += compared(match)
            codes = match.decision.actions
            busy = [code for code in codes if code[0] not in IDLE or len(codes) == 1 or not lots.below(6)] or codes
            match.play(busy[lots.below(len(busy))])
    assert seen > 20


def compared(match: Match) -> int:
    """Compare every battle that is offered; how many there were."""
    rules, s, side = rules_of(match), state(match), ("german", "allied").index(match.decision.side)
    preview = match.preview(match.decision.side)
    assert preview
    shown = {line.label.split()[0]: line.value for line in preview.lines}
    for action in match.decision.texts:
        found = match.distribution(action)
        assert found is not None
        hex_ = action.split()[1]
        if "no attack supply" in shown[hex_]:
            assert [*found] == [next(text for text in found if "does not take place" in text)]
            continue
        codes: Counter[str] = Counter()
        for text, chance in found.items():
            codes[text.partition(": ")[2].partition(",")[0]] += int(6 * chance)
        assert shown[hex_].partition("faces ")[2] == ", ".join(f"{code} {number}" for code, number in codes.items())
        battle = draw_up(rules, s, side, combat_at(rules, s, 1 - side, rules.grid.hex(hex_)))
        shown_lost = {line.label.removesuffix(" lost"): line.value for line in losses(battle)}
        lost: Counter[str] = Counter()
        for text, chance in found.items():
            told = [re.split(" (?:is|are) destroyed", part) for part in text.split("; ")]
            for unit in (unit for names, *destroyed in told if destroyed for unit in names.split()):
                lost[unit] += int(6 * chance)
        one_by_one = {u: n for label, n in shown_lost.items() if "one of" not in label for u in label.split()}
        assert one_by_one == {unit: f"{number} in 6" for unit, number in lost.items()}
    return len(match.decision.texts)


@pytest.mark.rule("Stacking-B")
def test_the_defender_sees_the_odds_of_each_who_may_resist() -> None:
    """One line for each unit of the hex."""
    match = bare("S-234 1010, G-3-corps 0910, B-62 1110, C-3 1110", "combat")
    for action in ("attack 1110", "add S-234", "confirm", "supply G-3-corps", "done"):
        match.play(action)
    preview = match.preview("allied")
    assert preview
    assert {line.label: line.value for line in preview.lines} == {
        "B-62 resists": "7 against 4, 1-1, no modifiers; of 6 faces Br2 1, Ex 2, Ar2 1, Ae 2",
        "C-3 resists": "7 against 6, 1-1, no modifiers; of 6 faces Br2 1, Ex 2, Ar2 1, Ae 2",
    }


@pytest.mark.rule("Stacking-B", "Combat-D")
def test_the_defender_of_several_hexes_sees_one_unit_of_each_resist() -> None:
    """Where nobody has been named yet the strongest is counted, not the whole stack."""
    units = "S-234 1010, S-221 1010, B-62 1110, C-1 1110, B-4 1111, F-55 1111, G-51-corps 0910"
    match = bare(units, "combat")
    for action in ("attack 1110 1111", "add S-234 S-221", "confirm", "supply G-51-corps", "done"):
        match.play(action)
    assert shown_odds(match) == {"B-62 resists": "14 against 9", "C-1 resists": "14 against 11"}
    match.play("resist C-1")
    assert shown_odds(match) == {"B-4 resists": "14 against 10", "F-55 resists": "14 against 11"}


def shown_odds(match: Match) -> dict[str, str]:
    """The strengths that the defender sees for each unit."""
    preview = match.preview("allied")
    assert preview
    return {line.label: line.value.split(",")[0] for line in preview.lines}


@pytest.mark.rule("ZOC-Procedure", "Supply-Procedure")
def test_overlays_show_zones_and_supply_of_both_sides() -> None:
    """As the rules see them."""
    match = bare("S-234 1010, G-3-corps 0910, B-62 1310", "combat", depots="")
    titles = {overlay.title: set(overlay.hexes) for overlay in match.overlays()}
    around = {match.rules.grid.label(h) for h in match.rules.grid.neighbours(match.rules.grid.hex("1310"))}
    assert titles["allied zones of control"] == around
    assert "0910" in titles["german general supply"]
    assert "1310" not in titles["allied general supply"]
    assert "german attack supply" not in titles
    match.play("supply G-3-corps")
    assert "1010" in {hex_ for o in match.overlays() if o.title == "german attack supply" for hex_ in o.hexes}
