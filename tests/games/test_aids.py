"""The aids of every game: whole, cited, marked where the game stands, and true to the code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from westfront.engine.aids import PRIMER, SEQUENCE, Aid, from_table, rows_read
from westfront.engine.match import Match
from westfront.engine.modifiers import Applied, Modifier
from westfront.engine.rules import AnyRules, Setting, find_game, games
from westfront.games.hindenburg.aids import dice_mark
from westfront.games.hindenburg.battle import DefenceDice
from westfront.games.marne.artillery import FIRE_DIE
from westfront.games.marne.coordination import ATTACK_DIE, DEFENCE_DIE
from westfront.games.marne.leads import SHIFTS
from westfront.games.michel.rules import Michel
from westfront.games.storm.battle import DIE
from westfront.games.storm.rules import Storm

FIVE = ("hindenburg", "marne", "meuse", "michel", "storm")
EVERY = [(game.id, scenario) for game in games() if game.id in FIVE for scenario in game.scenarios]


def rules_of(game: str, scenario: str | None = None, **options: str) -> AnyRules:
    """The rules of a game."""
    return Setting.choose(game, scenario, options).rules()


def aid(rules: AnyRules, key: str) -> Aid:
    """One of the aids of a game."""
    return next(found for found in rules.aids() if found.key == key)


def column(found: Aid, name: str) -> dict[str, str]:
    """A column of an aid by the heads of its lines."""
    place = found.columns.index(name)
    return {row.cells[0]: row.cells[place] for row in found.rows}


@pytest.mark.parametrize(("game", "scenario"), EVERY)
def test_every_aid_is_rectangular_and_cites_rules_that_exist(game: str, scenario: str) -> None:
    rules, catalogue = rules_of(game, scenario), find_game(game).catalogue()
    found = list(rules.aids())
    assert len({each.key for each in found}) == len(found)
    for each in found:
        assert {len(row.cells) for row in each.rows} == {len(each.columns)}, each.key
        cited = {each.rule, *(number for row in each.rows for number in row.rules)} - {""}
        assert cited <= set(catalogue), each.key


@pytest.mark.parametrize("game", FIVE)
def test_every_game_has_its_twelve_lines_its_sequence_calendar_and_counters(game: str) -> None:
    rules = rules_of(game)
    assert len(aid(rules, PRIMER).rows) == 12
    assert {SEQUENCE, "calendar", "counters"} <= {each.key for each in rules.aids()}


@pytest.mark.parametrize("game", FIVE)
def test_every_result_that_stands_in_a_cell_is_explained(game: str) -> None:
    """Where a table has codes at all, it leaves none of them out."""
    for each in rules_of(game).aids():
        cells = {cell for row in each.rows for cell in row.cells[1:]}
        assert not each.codes or cells <= set(each.codes), each.key


@pytest.mark.parametrize("game", FIVE)
def test_marks_point_at_what_is_there(game: str) -> None:
    """All through the guided battle; and the battle itself is marked somewhere on the way."""
    lesson = find_game(game).lesson()
    assert lesson is not None
    match = Match.from_position(lesson.start, seed=lesson.seed, auto=False)
    charts = {each.key: each for each in match.rules.aids()}
    fought = set()
    for step in lesson.steps:
        preview = match.preview(match.decision.side)
        marks = [*match.view(match.decision.side).scene.marks, *(preview.marks if preview else ())]
        for mark in marks:
            chart = charts[mark.aid]
            assert mark.column in ("", *chart.columns), mark
            assert set(mark.rows) <= {row.cells[0] for row in chart.rows} or mark.aid in (SEQUENCE, "calendar"), mark
        fought |= {mark.aid for mark in preview.marks} if preview else set()
        match.play(step.do)
    assert fought & {"crt", "dice"}


def test_the_phase_is_marked_in_the_sequence_of_play() -> None:
    match = Match.new("michel")
    marks = {mark.aid: mark.rows for mark in match.view("german").scene.marks}
    assert marks == {"sequence": ("first movement phase",), "calendar": ("1",)}
    assert "first movement phase" in column(aid(match.rules, SEQUENCE), "what")


# -- true to the code


def listed(found: Aid, *dice: Sequence[Modifier[Any]]) -> None:
    """A chart lists just these modifiers."""
    titles = {modifier.title for die in dice for modifier in die}
    assert {row.cells[0] for row in found.rows} == titles


def test_the_charts_list_every_modifier_of_the_code() -> None:
    storm, marne = rules_of("storm"), rules_of("marne")
    listed(aid(storm, "modifiers"), DIE)
    listed(aid(marne, "shifts"), SHIFTS)
    listed(aid(marne, "fire_modifiers"), FIRE_DIE)
    listed(aid(marne, "coordination"), DEFENCE_DIE, ATTACK_DIE)


def test_the_terrain_chart_of_storm_says_what_a_hex_costs() -> None:
    rules = rules_of("storm")
    assert isinstance(rules, Storm)
    chart = aid(rules, "terrain_chart")
    for name, wet in (("dry", 0), ("wet", 1)):
        costs = {
            hex_: cost for cost, hexes in rules.board.enter(1, wet).items() for hex_ in rules.grid if hexes >> hex_ & 1
        }
        bare = ~(rules.board.main_trench | rules.board.allied_trench)
        for terrain, hexes in rules.board.terrain.items():
            some = next((hex_ for hex_ in rules.grid if hexes & bare & 1 << hex_), None)
            if some is not None and terrain in column(chart, name):
                assert column(chart, name)[terrain] == str(costs[some]), (terrain, name)


def test_the_terrain_chart_of_michel_says_what_a_hex_costs() -> None:
    rules = rules_of("michel")
    assert isinstance(rules, Michel)
    board = rules.board
    bare = board.devastated & ~(board.fortified[0] | board.fortified[1])
    assert bare & board.entry[0][2]
    assert column(aid(rules, "terrain_chart"), "move")["devastated"].startswith("+1")


def test_the_dice_of_hindenburg_are_marked_by_terrain_river_and_supply() -> None:
    plain = DefenceDice(2, [Applied("13.4", "trench", 2)])
    assert dice_mark(plain) == dice_mark(plain._replace(each=1))
    both = DefenceDice(2, [*plain.reasons, Applied("13.4", "river", 1), Applied("13.6", "attack supply", -1)])
    assert (dice_mark(plain).column, dice_mark(both).column) == ("dice", "attack supply over a river")
    chart = aid(rules_of("hindenburg"), "dice")
    assert column(chart, dice_mark(both).column)["trench"] == "2"
    assert column(chart, "attack supply")["clear"] == "1 for 2"


def test_by_an_option_one_attacker_alone_pays_for_A() -> None:
    for option, words in (("all", "each attacker loses a step"), ("one", "one attacker loses a step")):
        assert aid(rules_of("meuse", crt_paren_A=option), "crt").codes["(A)"] == words


def test_a_terrain_line_of_the_meuse_moves_the_differentials() -> None:
    chart = aid(rules_of("meuse"), "lines")
    assert column(chart, "6")["Clear"] == "0"
    assert column(chart, "4")["Woods"] == "0"
    assert column(chart, "12")["Fortress"] == "-"


def test_the_rows_of_a_modified_die() -> None:
    rules = rules_of("michel")
    assert isinstance(rules, Michel)
    assert rows_read(rules.crt, range(1, 7)) == ("1", "2", "3", "4", "5", "6")
    assert rows_read(rules.crt, range(1, 7), 4) == ("5", "6", "7", "8", "9")
    assert from_table("crt", "Combat", rules.crt, "CRT").rows[0].cells[:2] == ("0", "Dr1")
