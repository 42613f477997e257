"""The guided first battle says what happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.meuse.drawn import attack, draw, meuse, odds, result, where
from westfront.engine.match import Match
from westfront.games.meuse.rules import Meuse


@pytest.mark.rule("17.6", "7.3", "18.2", "7.9")
def test_r20_the_wire_before_malancourt() -> None:
    lesson = Meuse.lesson()
    assert lesson
    match = Match.from_position(lesson.start, seed=lesson.seed, auto=False)
    for step in lesson.steps:
        match.play(step.do)
    log = match.log()
    barrage = [line for line in log if line.startswith("Bombardment of 1318")]
    assert [line.split(": ")[1].split(",")[0] for line in barrage] == ["die 2", "die 5"]
    assert [line.split(": ")[2].split(" [")[0] for line in barrage] == ["breach", "no effect"]
    assert "1318: 16 less 6 and 2 support is +8, Clear line, column 11, die 4 [7.3, 7.4]" in log
    assert (result(log), where(match, "DE-115"), where(match, "US-4")) == ("D2", "1217", "1318")
    assert match.decision.side == "german"


@pytest.mark.rule("14.2")
def test_r20_without_the_breach_both_would_have_lost_a_step() -> None:
    match = draw("US-80 1319, US-4 1418, DE-115 1318, DE-8L 1216", "combat", dice=[4], german="2")
    lines = attack(match, "1318", "1319", "1418", support=["support support-german-2"])
    assert (odds(lines), result(lines)) == ("+8, Stellung line, column 9", "Ex")


@pytest.mark.rule("11.3", "11.6")
def test_the_aids_of_a_new_player_cite_rules_that_exist() -> None:
    data, catalogue = Meuse.data_folder(), Meuse.catalogue()
    primer = data.rows("primer", ["line", "text", "rule"])
    chart = data.rows("replacement_chart", ["what", "allied", "german", "rule"])
    assert list(primer) == [str(number) for number in range(1, 13)]
    cited = [rule for row in (*primer.values(), *chart.values()) for rule in row.text("rule").split(", ")]
    assert set(cited) <= set(catalogue)
    page = (Path(__file__).parents[3] / "docs/meuse.md").read_text(encoding="utf-8")
    assert all(row.text("text") in page for row in primer.values())


@pytest.mark.rule("V-5")
def test_the_first_of_the_twelve_lines_tells_what_wins_this_scenario() -> None:
    def line(scenario: str) -> str:
        page = next(aid for aid in meuse(scenario).aids() if aid.key == "primer")
        assert len(page.rows) == 12
        return page.rows[0].cells[1]

    assert "enters Sedan" in line("campaign")
    assert "enters 1216 Montfaucon" in line("montfaucon")
    assert "at least 7 of them" in line("montfaucon")
