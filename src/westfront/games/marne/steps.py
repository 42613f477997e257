"""12.2: the ten steps of a battle in their order."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from westfront.engine.catalogue import rule
from westfront.engine.names import Number
from westfront.games.marne import advance, artillery, coordination, leads, orders, results
from westfront.games.marne.battle import end_early
from westfront.games.marne.facts import MarneData, MarnePlay, MarneStep
from westfront.games.marne.state import MarneState


class Stage(NamedTuple):
    """A stage of a battle: its step in the booklet, what it is called, and what begins it."""

    step: str
    title: str
    begin: Callable[[MarnePlay], None]


STEPS = (
    "who attacks",
    "attacker's guns",
    "defender's guns",
    "counter-battery",
    "fire",
    "lead units",
    "odds",
    "combat table",
    "coordination",
    "results",
)
"""The ten steps of the booklet."""
STAGES = (
    Stage("2", "attacker's guns", artillery.ask_attack_guns),
    Stage("3", "defender's guns", artillery.ask_defence_guns),
    Stage("4", "counter-battery", artillery.ask_counter_battery),
    Stage("5", "attacker's fire", artillery.ask_attack_fire),
    Stage("5", "defender's fire", artillery.ask_defence_fire),
    Stage("6", "attacker's lead unit", leads.ask_attack_lead),
    Stage("6", "defender's lead unit", leads.ask_defence_lead),
    Stage("7", "odds", leads.judge_odds),
    Stage("8-9", "combat dice", coordination.ask_dice),
    Stage("10", "defender's misunderstood orders", orders.ask_defence_orders),
    Stage("10", "attacker's misunderstood orders", orders.ask_attack_orders),
    Stage("10", "a marker removed", results.ask_marker),
    Stage("10", "retreat", results.ask_retreat),
    Stage("10", "defender's losses", results.take_defence_hits),
    Stage("10", "reserves called", results.ask_reserves),
    Stage("10", "Stosstruppen", results.take_asterisk),
    Stage("10", "attacker's losses", results.take_attack_hits),
    Stage("10", "advance", advance.ask_advance),
    Stage("10", "exploitation markers", advance.ask_exploitation),
    Stage("10", "end", end_early),
)


@rule("12.2", "12.2.7", "EX", "AID")
class BattleStage(MarneStep, frozen=True):
    """A stage of the battle; the next one waits below it."""

    stage: Number

    def holds(self, rules: MarneData, s: MarneState) -> bool:
        """There is such a stage, and a battle."""
        return 0 <= self.stage <= len(STAGES) and s.target >= 0

    def run(self, play: MarnePlay) -> None:
        play.push(BattleStage(self.stage + 1))
        STAGES[self.stage].begin(play)


def stage_under_way(s: MarneState) -> int | None:
    """The stage of the battle that is being fought, if one is."""
    for frame in reversed(s.frames):
        if isinstance(frame, BattleStage):
            return frame.stage - 1
    return None
