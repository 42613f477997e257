"""What a player sees before he commits himself: ways, battles that take shape, overlays."""

from __future__ import annotations

import pytest

from tests.games.michel.drawn import bare, offers
from westfront.engine.match import Match


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
    for action in ("confirm", "supply G-3-corps"):
        match.play(action)
    assert match.preview("german") is None
    match.play("done")
    found = match.distribution("resolve 1110")
    assert found
    codes: dict[str, float] = {}
    for outcome, chance in found.items():
        code = outcome.partition(": ")[2].split()[0]
        codes[code] = codes.get(code, 0) + float(6 * chance)
    assert codes == told
    battles = match.preview("german")
    assert battles
    assert [line.value for line in battles.lines] == ["14 against 4, 3-1, +1 defender in a town [TEC-Town]"]
    assert match.preview("allied") is None


@pytest.mark.rule("Stacking-B")
def test_the_defender_sees_the_odds_of_each_who_may_resist() -> None:
    """One line for each unit of the hex."""
    match = bare("S-234 1010, G-3-corps 0910, B-62 1110, C-3 1110", "combat")
    for action in ("attack 1110", "add S-234", "confirm", "supply G-3-corps", "done"):
        match.play(action)
    preview = match.preview("allied")
    assert preview
    assert {line.label: line.value for line in preview.lines} == {
        "B-62 resists": "7 against 4, 1-1, no modifiers",
        "C-3 resists": "7 against 6, 1-1, no modifiers",
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
