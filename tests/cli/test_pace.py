"""How long machines think: how the benchmark measures it, and that by counted work they keep within its bars."""

from __future__ import annotations

from itertools import count

import pytest

from westfront.bots.bot import Plan
from westfront.bots.levels import COMMANDER, OFFICER
from westfront.bots.planner import Planner
from westfront.bots.work import PER_SECOND, Work
from westfront.cli import main, pace, tools
from westfront.engine.rules import find_game
from westfront.engine.world import World


def test_every_answer_counts_for_the_turn_and_side_it_was_asked_in() -> None:
    """With a clock that ticks whenever it is looked at, each answer takes a second."""
    ticks = count()
    found = pace.thought("meuse", "montfaucon", "recruit", 2, clock=lambda: float(next(ticks)))
    assert next(ticks) == 2 * len(found)
    assert {answer[:2] for answer in found} == {("0", 0), ("0", 1), ("1", 0), ("1", 1)}
    assert {answer.seconds for answer in found} == {1.0}
    assert len(pace.turns(found)) == 4
    assert sum(pace.turns(found)) == len(found)


@pytest.mark.parametrize("longest", [0.5, 64.0])
def test_the_worst_is_held_to_the_bar(longest: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Officers are tried in every scenario, who thinks more only where an officer thinks longest."""
    asked: list[tuple[str, str]] = []

    def thought(game: str, scenario: str, level: str, most: int | None = None) -> list[pace.Answer]:
        asked.append((level, scenario))
        seconds = longest if scenario == "montfaucon" else 0.1
        return [pace.Answer("1", 0, seconds), pace.Answer("1", 0, 0.1), pace.Answer("1", 1, seconds)]

    monkeypatch.setattr(pace, "thought", thought)
    figures = {figure.name: figure for figure in pace.pace_figures("meuse")}
    assert len(figures) == pace.PACES
    assert {name: figure.bar for name, figure in figures.items()} == {
        "officers.meuse": 60.0,
        "officer.meuse": 1.0,
        "commander.meuse": 3.0,
        "staff.meuse": 10.0,
    }
    assert {figure.met for figure in figures.values()} == {longest < 1}
    assert (figures["officer.meuse"].value, figures["staff.meuse"].value) == (longest + 0.1, longest)
    assert [scenario for level, scenario in asked if level != OFFICER] == ["montfaucon", "montfaucon"]


def test_bench_has_its_rows_for_games_that_have_machines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tools, "figures", lambda: iter(()))
    monkeypatch.setattr(tools, "game_figures", lambda game: iter(()))
    monkeypatch.setattr(tools, "games", lambda: [find_game("ford"), find_game("meuse")])
    monkeypatch.setattr(pace, "thought", lambda game, scenario, level, most=None: [pace.Answer("1", 0, 2.0)])
    assert main(["bench"]) == 0
    rows = [" ".join(line.replace("│", " ").split()) for line in capsys.readouterr().out.splitlines()]
    assert any(row.startswith("officer.meuse 2.0 s <= 1.0 missed") for row in rows)
    assert any(row.startswith("staff.meuse 2.0 s <= 10.0 met") for row in rows)
    assert not any("officer.ford" in row for row in rows)


@pytest.mark.parametrize("game", ["hindenburg", "marne", "meuse", "michel", "storm"])
@pytest.mark.parametrize("level", [OFFICER, COMMANDER])
def test_by_counted_work_a_turn_is_within_its_bar(game: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that is judged, also within thoughts: a unit is about one position. Runs of a planner have been paid for."""
    done = [0.0]
    spend, played = Work.spend, Planner._played

    def counted(work: Work, units: float = 1.0) -> None:
        done[0] += units
        spend(work, units)

    def paid(planner: Planner, world: World, draft: Plan, throw: int) -> float:
        before, value = done[0], played(planner, world, draft, throw)
        done[0] = before
        return value

    monkeypatch.setattr(Work, "spend", counted)
    monkeypatch.setattr(Planner, "_played", paid)
    found = pace.turns(pace.thought(game, "", level, 2, clock=lambda: done[0] / PER_SECOND))
    assert 0 < max(found) <= pace.BARS[level]
