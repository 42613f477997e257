"""The lists of counters, against the numbers that the documents state."""

from __future__ import annotations

from collections import Counter as Tally

import pytest

from tests.atlas_pieces.games import GAMES, counters, faces, lines, units
from westfront.atlas.pieces import EXTRA, MARKERS, PALETTE, SIDES, UNITS, printed
from westfront.atlas.pieces.facts import SIZES
from westfront.engine.counters import Counter
from westfront.engine.names import WORD
from westfront.errors import DataError


def by_side(game: str) -> dict[str, int]:
    return Tally(SIDES[unit.type.side] for unit in units(game))


def by_type(game: str) -> dict[str, int]:
    return Tally(counter.type.name for counter in counters(game))


def by_nation(game: str) -> dict[str, int]:
    return Tally(unit.extra["nation"] for unit in units(game))


def numbers(counter: Counter, *names: str) -> tuple[int, ...]:
    return tuple(counter.type.values[name] for name in names)


def named(game: str, name: str) -> Counter:
    return next(counter for counter in counters(game) if counter.name == name)


@pytest.mark.parametrize("game", GAMES)
def test_names_are_single_words_and_unique(game: str) -> None:
    names = [counter.name for counter in counters(game)]
    assert len(set(names)) == len(names)
    assert all(WORD.fullmatch(name) for name in names)


@pytest.mark.parametrize("game", GAMES)
def test_every_line_has_a_source_and_reconstructions_give_a_reason(game: str) -> None:
    for row in lines(game):
        source = row.cells["source"]
        assert source.startswith(("rulebook ", "reconstructed: ")), row.cells
        assert "/" not in source


@pytest.mark.parametrize("game", GAMES)
def test_every_word_can_be_drawn(game: str) -> None:
    for counter in counters(game):
        known = {**UNITS, **MARKERS} if counter.type.size == "marker" else UNITS
        assert all(symbol in known for symbol in counter.type.symbol.split("/")), counter.name
        assert counter.extra["nation"] in PALETTE.nations
        assert counter.type.size in SIZES


@pytest.mark.parametrize("game", GAMES)
def test_the_nations_of_a_side_have_its_lightness(game: str) -> None:
    for unit in units(game):
        assert (unit.extra["nation"] in PALETTE.dark) == (SIDES[unit.type.side] == "german"), unit.name


@pytest.mark.parametrize("game", GAMES)
def test_units_come_before_markers(game: str) -> None:
    marker = [counter.type.size == "marker" for counter in counters(game)]
    assert marker == sorted(marker)


@pytest.mark.parametrize("game", GAMES)
def test_every_type_has_a_counter_and_a_back_is_never_stronger(game: str) -> None:
    for counter in counters(game):
        values = counter.type.values
        if any(values.get(f"back_{name}") for name in ("attack", "defence")):
            for name in ("attack", "defence", "move"):
                assert values.get(f"back_{name}", 0) <= values.get(name, 0), counter.name


def test_a_word_that_nobody_can_draw_is_refused() -> None:
    unit = units("michel")[0]
    with pytest.raises(DataError, match="nobody can draw 'martian'"):
        printed(unit._replace(extra={**unit.extra, "nation": "martian"}))
    with pytest.raises(DataError, match="nobody can draw 'death-ray'"):
        printed(unit._replace(type=unit.type._replace(symbol="death-ray")))
    with pytest.raises(DataError, match="size is one of"):
        printed(unit._replace(type=unit.type._replace(size="enormous")))


def test_michel_has_the_217_units_of_its_sheet() -> None:
    assert by_side("michel") == {"german": 106, "allied": 111}
    assert len(counters("michel")) == 217
    values = Tally((SIDES[u.type.side], *numbers(u, "combat", "move")) for u in units("michel"))
    assert values == {
        ("german", 7, 5): 47,
        ("german", 6, 4): 22,
        ("german", 5, 3): 15,
        ("german", 2, 7): 3,
        ("german", 4, 3): 19,
        ("allied", 4, 4): 50,
        ("allied", 6, 4): 8,
        ("allied", 5, 4): 26,
        ("allied", 2, 7): 8,
        ("allied", 4, 3): 19,
    }


def test_michel_starts_historically_with_97_against_51() -> None:
    start = [unit for unit in units("michel") if unit.extra["group"] == "21-March"]
    assert Tally(SIDES[unit.type.side] for unit in start) == {"german": 97, "allied": 51}
    assert Tally(numbers(unit, "combat", "move") for unit in start if unit.type.side == 1) == {
        (4, 4): 32,
        (5, 4): 2,
        (6, 4): 3,
        (2, 7): 3,
        (4, 3): 11,
    }


def test_hindenburg_has_417_units_and_39_markers() -> None:
    assert (len(units("hindenburg")), len(counters("hindenburg"))) == (417, 456)
    assert by_nation("hindenburg") == {
        "german": 204,
        "french": 105,
        "british": 58,
        "anzac": 6,
        "belgian": 13,
        "portuguese": 2,
        "american": 29,
    }
    kinds = by_type("hindenburg")
    assert (kinds["british-tanks"], kinds["french-tanks"], kinds["attack-supply"]) == (4, 3, 4)


def test_hindenburg_prints_only_the_four_pairs_of_factors() -> None:
    pairs = {numbers(unit, "attack", "defence") for unit in units("hindenburg") if unit.type.symbol != "tank"}
    backs = {numbers(unit, "back_attack", "back_defence") for unit in units("hindenburg") if unit.type.symbol != "tank"}
    assert pairs | backs == {(1, 2), (2, 3), (3, 3), (4, 4)}
    assert all(numbers(u, "steps") == (1 + (u.extra["nation"] == "american"),) for u in units("hindenburg"))


def test_hindenburg_receives_as_many_as_the_rulebook_says() -> None:
    late = Tally(u.extra["nation"] for u in units("hindenburg") if u.extra["arrival"])
    assert late == {"german": 12, "french": 3, "british": 2, "american": 29}
    assert all(1 < int(unit.extra["arrival"]) <= 15 for unit in units("hindenburg") if unit.extra["arrival"])


def test_storm_has_its_armies_and_the_32_counters_of_plan_1919() -> None:
    of_1918 = [unit for unit in units("storm") if unit.extra["group"] != "variant"]
    assert Tally(unit.extra["nation"] for unit in of_1918) == {
        "german": 72,
        "belgian": 4,
        "british": 22,
        "australian": 1,
        "canadian": 1,
        "portuguese": 1,
        "french": 36,
        "italian": 1,
        "american": 28,
    }
    assert sum(counter.extra["group"] == "variant" for counter in counters("storm")) == 32


def test_storm_starts_with_55_german_corps_and_each_stosstruppen_corps_has_a_counterpart() -> None:
    german = [u for u in units("storm") if u.extra["nation"] == "german" and u.type.size == "XXX"]
    start = [u for u in german if u.extra["group"] == "start" and u.type.values["steps"] == 2]
    assert len(start) == 55
    storm = {u.extra["designation"] for u in start if u.type.symbol == "storm"}
    assert storm == {u.extra["designation"] for u in german if u.extra["group"] == "counterpart"}
    assert len(storm) == 15


def test_storm_has_the_values_that_its_rulebook_states() -> None:
    sample = named("storm", "BR-14")
    assert numbers(sample, "attack", "defence", "move", "steps") == (3, 4, 4, 2)
    assert sample.extra["arrival"] == "4"
    assert numbers(named("storm", "GE-AGB"), "attack", "range") == (15, 2)
    trench = ("attack", "defence", "move", "back_attack", "back_defence", "back_move")
    assert numbers(named("storm", "GE-57"), *trench) == (1, 4, 3, 1, 3, 2)
    assert [named("storm", name).extra["arrival"] for name in ("IT-2", "FR-Air")] == ["4", "8"]


def test_storm_air_units_have_no_steps_and_the_panzers_are_a_regiment() -> None:
    assert all(numbers(u, "steps", "stacking") == (0, 0) for u in units("storm") if u.type.symbol == "air")
    assert [named("storm", name).type.size for name in ("GE-1PZ", "GE-AT1", "BR-14", "US-2")] == [
        "III",
        "III",
        "XXX",
        "XX",
    ]
    assert all(numbers(u, "steps") == (2,) for u in units("storm") if u.type.symbol == "heavy-tank")


def test_marne_has_the_values_of_the_combat_example() -> None:
    ratings = [numbers(named("marne", f"GE-6DI-{i}"), "attack", "defence", "move", "morale") for i in (1, 2, 3)]
    assert ratings == [(3, 5, 5, 5), (3, 5, 5, 5), (3, 4, 5, 5)]
    assert numbers(named("marne", "GE-9DI"), "attack", "defence", "move", "morale") == (9, 14, 4, 4)
    assert numbers(named("marne", "FR-51DI"), "attack", "defence", "move", "morale", "back_defence") == (5, 7, 4, 3, 4)
    assert numbers(named("marne", "GE-ARMY-ART-1"), "strength", "back_strength", "range") == (3, 4, 4)


def in_scenario(counter: Counter, number: int) -> bool:
    source = next(row.cells["source"] for row in lines("marne") if row.cells.get("counter") == counter.name)
    return f" {number}" in source.partition(";")[0]


@pytest.mark.parametrize(("number", "german", "allied"), [(1, 19, 19), (2, 28, 41), (3, 65, 60), (4, 25, 23)])
def test_marne_has_the_formations_of_each_scenario(number: int, german: int, allied: int) -> None:
    there = [unit for unit in units("marne") if unit.extra["group"] and in_scenario(unit, number)]
    formations = {(SIDES[unit.type.side], unit.extra["group"]) for unit in there}
    assert Tally(side for side, _ in formations) == {"german": german, "allied": allied}


def test_marne_breaks_its_elite_divisions_into_regiments() -> None:
    sizes = Tally(unit.extra["group"] for unit in units("marne") if unit.type.size in ("III", "X"))
    assert sizes["FR-DM"] == sizes["US-3DI"] == 4
    assert sizes["GE-1GdDI"] == sizes["BR-51DI"] == 3
    assert sizes["FR-6RTir"] == 1
    assert set(sizes.values()) == {1, 3, 4}


def test_marne_steps_follow_morale_and_size() -> None:
    for unit in units("marne"):
        morale, steps = numbers(unit, "morale", "steps")
        if unit.type.size == "XX":
            three = morale >= 4 or unit.extra["nation"] in ("american", "franco-american")
            assert steps == (3 if three else 2), unit.name
        elif morale:
            assert steps == 2


def test_marne_has_enough_of_everything_for_its_largest_scenario() -> None:
    kinds = by_type("marne")
    assert (kinds["german-corps-artillery"], kinds["allied-corps-artillery"]) == (16, 13)
    assert (kinds["german-army-artillery"], kinds["allied-army-artillery"]) == (4, 5)
    assert (kinds["renault"], kinds["schneider"], kinds["saint-chamond"], kinds["german-tank"]) == (7, 2, 2, 1)
    assert (kinds["stosstruppen"], kinds["pontoon"]) == (20, 3)


def test_meuse_has_100_counters() -> None:
    assert len(counters("meuse")) == 100
    divisions = [unit for unit in units("meuse") if unit.type.size == "XX"]
    assert Tally(SIDES[unit.type.side] for unit in divisions) == {"german": 44, "allied": 25}
    kinds = by_type("meuse")
    assert (kinds["brigade"], kinds["aircraft"], kinds["bombardment"], kinds["turn"]) == (6, 2, 12, 1)


def test_meuse_sets_up_in_the_groups_of_its_rulebook() -> None:
    groups = Tally((SIDES[unit.type.side], unit.extra["group"].removesuffix("-depleted")) for unit in units("meuse"))
    assert groups == {
        ("german", "line"): 20,
        ("german", "reserve"): 4,
        ("german", "reinforcement"): 20,
        ("allied", "start"): 14,
        ("allied", "reinforcement"): 11,
        ("allied", "brigade"): 6,
    }
    depleted = {unit.name for unit in units("meuse") if unit.extra["group"].endswith("-depleted")}
    assert depleted == {"DE-7R", "DE-33", "DE-45R", "DE-117"}


GERMAN_MEUSE = {
    "line": "4-5-4 8-9-4 4-6-4 10-6-4 7-6-4 6-8-4 2-6-4 4-4-4 4-5-4 2-3-4 7-8-4 4-4-4 9-9-5 6-8-4 5-6-4 6-7-4 6-6-4 "
    "4-4-4",
    "line-depleted": "7-5-4 7-9-3",
    "reserve": "4-4-4 4-4-4 6-5-4 6-6-4",
    "reinforcement": "11-11-4 4-5-2 10-10-5 2-3-4 9-9-4 3-4-4 5-6-4 6-8-4 3-5-4 5-5-4 4-5-3 8-8-4 5-5-8 5-5-4 6-6-4 "
    "5-6-4 8-5-3 4-3-3",
    "reinforcement-depleted": "6-5-3 7-6-3",
}
"""The ratings of rulebook 19.4 to 19.6."""


@pytest.mark.parametrize("group", GERMAN_MEUSE)
def test_meuse_has_the_german_ratings_of_its_rulebook(group: str) -> None:
    german = [unit for unit in units("meuse") if unit.type.side == 0 and unit.extra["group"] == group]
    ratings = ["-".join(map(str, numbers(unit, "attack", "defence", "move"))) for unit in german]
    assert sorted(ratings) == sorted(GERMAN_MEUSE[group].split())


def test_meuse_has_the_oddities_of_its_rulebook() -> None:
    assert numbers(named("meuse", "DE-107"), "attack", "defence", "move") == (5, 5, 8)
    assert numbers(named("meuse", "DE-53R"), "attack", "defence", "move") == (4, 5, 2)
    assert {u.name for u in units("meuse") if numbers(u, "steps") == (3,)} == {"US-4", "US-32", "US-33", "US-79"}


def test_the_columns_are_the_same_in_every_game() -> None:
    assert EXTRA == ("nation", "designation", "arrival", "group")
    assert all(set(counter.extra) == set(EXTRA) for game in GAMES for counter in counters(game))
    assert all(faces(game) for game in GAMES)
