"""The battle that is being fought, as its steps see it."""

from __future__ import annotations

from typing import NamedTuple

from westfront.engine.catalogue import rule
from westfront.engine.names import NOBODY
from westfront.games.marne.facts import MarneData, MarnePlay
from westfront.games.marne.losses import participants
from westfront.games.marne.state import OFF, OFFENSIVE, MarneState
from westfront.hexgrid import HexSet, union

BONUS_ATTACKS = 4
"""By the stricter reading of the combat example, so many attacks of a phase get the bonus."""


class Battle(NamedTuple):
    """Target, sides and participants."""

    rules: MarneData
    s: MarneState
    target: int
    side: int
    """Who attacks."""
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]

    @property
    def attack_doctrine(self) -> str:
        """The doctrine of the unit that leads the attack."""
        return self.rules.doctrine(self.s.attack_lead) if self.s.attack_lead >= 0 else ""

    @property
    def defence_doctrine(self) -> str:
        """The doctrine of the unit that leads the defence."""
        return self.rules.doctrine(self.s.defence_lead) if self.s.defence_lead >= 0 else ""


def battle_of(rules: MarneData, s: MarneState) -> Battle:
    """The battle of a position; before it is confirmed, whoever stands in the target defends."""
    defenders = participants(rules, s, 1 - s.mover)
    if not s.launched:
        defenders = tuple(unit for unit in rules.field(s).stack(s.target) if rules.is_combat[unit])
    return Battle(rules, s, s.target, s.mover, participants(rules, s, s.mover), defenders)


@rule("8.0", "12.2.4")
def near_offensive_gun(rules: MarneData, s: MarneState, side: int, hex_: int) -> bool:
    """Whether a hex lies within bombardment range of an army gun of a side in offensive mode."""
    guns = (gun for gun in rules.guns[side] if s.mode[gun] == OFFENSIVE and s.at[gun] >= 0)
    return any(rules.grid.distance(s.at[gun], hex_) <= rules.range[gun] for gun in guns)


def offensive_range(rules: MarneData, s: MarneState, side: int) -> HexSet:
    """All hexes within bombardment range of the army guns of a side in offensive mode."""
    guns = (gun for gun in rules.guns[side] if s.mode[gun] == OFFENSIVE and s.at[gun] >= 0)
    return union(rules.grid.within(1 << s.at[gun], rules.range[gun]) for gun in guns)


@rule("8.0", "12.2.4", "12.2.6")
def offensive_bonus(rules: MarneData, s: MarneState, side: int, target: int) -> int:
    """The bonus of the sequence for attacks of the initiative player near a gun in offensive mode."""
    now = rules.now(s)
    used_up = rules.options["offensive_bonus"] == "four" and s.bonus_attacks >= BONUS_ATTACKS
    if side != now.initiative or used_up or not near_offensive_gun(rules, s, side, target):
        return 0
    return now.bonus


@rule("15.2.2/Bruchmuller")
def bruchmuller(rules: MarneData, s: MarneState, side: int, target: int) -> bool:
    """Whether Bruchmuller helps an attack: in his sequence, near a gun in offensive mode."""
    now = rules.now(s)
    return now.bruchmuller and side == now.initiative and near_offensive_gun(rules, s, side, target)


@rule("12.2.3", "12.2.4/Below half")
def end_early(play: MarnePlay) -> None:
    """The battle is over before its last step: the stage that waits is taken off, and what cleans up lies below."""
    play.pop()


def clear_battle(s: MarneState) -> None:
    """Nothing is being fought."""
    s.target, s.attack_lead, s.defence_lead = OFF, NOBODY, NOBODY
    s.hits[:] = s.coordination[:] = bytes(2)
    s.asterisk = s.limit = s.ground = s.retreated = s.launched = s.won = 0
    s.told = ""
    s.role[:] = s.advanced[:] = bytes(len(s.role))
