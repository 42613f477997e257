"""12.2.3 and 12.2.4, steps 6 and 7 of a battle: the lead units and the odds."""

from __future__ import annotations

from math import prod
from typing import NamedTuple

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.modifiers import Applied, Modifier, applied
from westfront.engine.names import Unit
from westfront.games.marne.battle import Battle, battle_of, end_early, offensive_bonus
from westfront.games.marne.facts import MarneAsk, MarneData, MarnePlay
from westfront.games.marne.losses import HighestMorale, bravest, participants
from westfront.games.marne.state import MarneState
from westfront.games.marne.story import note
from westfront.games.marne.supply import in_command
from westfront.hexgrid import has

LEAD_MORALE = 4
QUARTERS = 4
"""Strengths are counted in quarters, since a river and a slope halve twice."""
LAST_COLUMN = 8
STEPS_BELOW_HALF = 3


# -- lead units


@rule("12.2.3")
def why_no_lead(rules: MarneData, s: MarneState, unit: int) -> Refusal | None:
    """An attack is led by a participant of morale 4 or more, in order and in command; never by a tank."""
    name = rules.names.write("unit", unit)
    if unit not in participants(rules, s, s.mover):
        return Refusal("12.2.3", f"{name} does not take part in the attack")
    if rules.is_tank[unit]:
        return Refusal("15.4.1", f"{name} is a tank and cannot lead")
    if rules.morale(s, unit) < LEAD_MORALE:
        return Refusal("12.2.3", f"{name} has morale {rules.morale(s, unit)}, a lead unit needs {LEAD_MORALE}")
    if s.order[unit]:
        return Refusal("12.2.3", f"{name} is disorganised or reorganising")
    if not has(in_command(rules, s, s.mover), s.at[unit]):
        return Refusal("12.2.3", f"{name} is out of command")
    return None


@rule("12.2.3")
class AttackLead(MarneAsk, frozen=True):
    """Step 6: which unit leads the attack."""

    in_battle = True
    asked_by = "12.2.3"
    question = "Step 6: which unit leads the attack?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        return [("lead", unit) for unit in attack_leads(rules, s)]

    def why_lead(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        return why_no_lead(rules, s, unit)

    def do_lead(self, play: MarnePlay, unit: Unit) -> None:
        play.pop()
        play.state.attack_lead = unit


def attack_leads(rules: MarneData, s: MarneState) -> list[int]:
    """The units that may lead the attack."""
    return [unit for unit in participants(rules, s, s.mover) if why_no_lead(rules, s, unit) is None]


@rule("12.2.3")
class DefenceLead(MarneAsk, frozen=True):
    """Step 6: which unit leads the defence; any will do."""

    in_battle = True
    asked_by = "12.2.3"
    question = "Step 6: which unit leads the defence?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        return [("lead", unit) for unit in defence_leads(rules, s)]

    def why_lead(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        if unit in defence_leads(rules, s):
            return None
        return Refusal("12.2.3", f"{rules.names.write('unit', unit)} is not a defending infantry or cavalry unit")

    def do_lead(self, play: MarnePlay, unit: Unit) -> None:
        play.pop()
        play.state.defence_lead = unit


def defence_leads(rules: MarneData, s: MarneState) -> list[int]:
    """The units that may lead the defence: all but tanks."""
    return [unit for unit in participants(rules, s, 1 - s.mover) if rules.has_zone[unit]]


@rule("12.2.3", "12.2.2/Fire wins")
def ask_attack_lead(play: MarnePlay) -> None:
    """Without attackers the battle is over; without a valid lead it is cancelled; without defenders fire has won it."""
    rules, s = play.rules, play.state
    battle = battle_of(rules, s)
    if not battle.attackers:
        play.tell("no attackers", "12.2.2", hex=s.target)
        end_early(play)
    elif not attack_leads(rules, s):
        play.tell("no lead", "12.2.3", hex=s.target)
        end_early(play)
    else:
        if not battle.defenders:
            s.won = 1
            play.tell("fire wins", "12.2.2/Fire wins", hex=s.target)
        play.push(AttackLead(s.mover))


def ask_defence_lead(play: MarnePlay) -> None:
    """Ask the defender, unless he has only tanks or nobody."""
    if defence_leads(play.rules, play.state):
        play.push(DefenceLead(1 - play.state.mover))


# -- strengths


@rule("12.2.4", "12.2.4 tab1")
def attack_quarters(rules: MarneData, s: MarneState, unit: int, target: int) -> int:
    """The attack strength of a unit in quarters: halved up a slope, and halved over a major river."""
    halved = halvings(rules, s, unit, target)
    return rules.attack_strength(s, unit) * QUARTERS >> len(halved)


def halvings(rules: MarneData, s: MarneState, unit: int, target: int) -> list[str]:
    """Why the strength of an attacker is halved."""
    rows = (("up a slope", rules.board.uphill), ("over a major river", rules.board.major))
    return [title for title, sides in rows if rules.grid.parted(s.at[unit], target, sides)]


@rule("12.2.4", "12.2.4 tab1", "12.2.4 ex")
def defence_quarters(rules: MarneData, s: MarneState, unit: int, target: int) -> int:
    """The defence strength of a unit in quarters: doubled in a town, tripled in trenches."""
    return rules.defence_strength(s, unit) * QUARTERS * defence_factor(rules, target)


def defence_factor(rules: MarneData, target: int) -> int:
    """How many times the defence counts."""
    return prod(factor for _, factor in defence_factors(rules, target))


def defence_factors(rules: MarneData, target: int) -> list[tuple[str, int]]:
    """Why the strength of a defender is multiplied, and by how much."""
    rows = (("doubled in a town", rules.board.town, 2), ("tripled in trenches", rules.board.trench, 3))
    return [(title, factor) for title, hexes, factor in rows if has(hexes, target)]


@rule("12.2.4", "12.2.4 ex")
def odds_column(attack: int, defence: int) -> int:
    """The column before shifts, rounded for the defender: N for N to 1, 0 for 1 to 2, below it less than 0."""
    if attack >= defence:
        return attack // max(1, defence)
    return 2 + defence // -attack if attack else -defence


# -- shifts


def woods(battle: Battle) -> int:
    """The defender is in woods."""
    return -1 * has(battle.rules.board.woods, battle.target)


def village(battle: Battle) -> int:
    """The defender is in a village."""
    return -1 * has(battle.rules.board.village, battle.target)


def fort(battle: Battle) -> int:
    """The defender is in a fort."""
    return -2 * has(battle.rules.board.fort, battle.target)


def behind_minor_river(battle: Battle) -> int:
    """Every attacker crosses a river, and at least one of them a minor one; bridges do not help."""
    board, grid = battle.rules.board, battle.rules.grid
    from_ = [battle.s.at[unit] for unit in battle.attackers]
    every = all(grid.parted(here, battle.target, board.rivers) for here in from_)
    return -1 * (every and any(grid.parted(here, battle.target, board.minor) for here in from_))


@rule("15.3", "3.0/Stosstruppen")
def with_stosstruppen(battle: Battle) -> int:
    """Stosstruppen attack, however many."""
    return int(any(battle.rules.stosstruppen_of(battle.s, unit) is not None for unit in battle.attackers))


def morale_difference(battle: Battle) -> int:
    """The morale of the attacker's lead less that of the defender's; none against tanks alone."""
    s, rules = battle.s, battle.rules
    if s.attack_lead < 0 or s.defence_lead < 0:
        return 0
    return rules.morale(s, s.attack_lead) - rules.morale(s, s.defence_lead)


@rule("9.2")
def defender_unsupplied(battle: Battle) -> int:
    """A defender is out of supply."""
    return int(any(battle.s.unsupplied[unit] for unit in battle.defenders))


def foch_attack(battle: Battle) -> int:
    """The attack is led under the Foch doctrine."""
    return int(battle.attack_doctrine == "foch")


def offensive_shift(battle: Battle) -> int:
    """The offensive bonus of the sequence, near a gun in offensive mode."""
    return offensive_bonus(battle.rules, battle.s, battle.side, battle.target)


def concentric(battle: Battle) -> int:
    """All six hexes round the target hold attacking units or lie in their zones."""
    rules, s = battle.rules, battle.s
    around = rules.grid.adjacent(1 << battle.target) & rules.board.area
    if around.bit_count() < 6:
        return 0
    here = rules.grid.set_of(s.at[unit] for unit in battle.attackers)
    zones = rules.grid.adjacent(rules.grid.set_of(s.at[u] for u in battle.attackers if rules.has_zone[u]))
    return int(around & ~(here | zones) == 0)


@rule("15.4.1")
def tank_columns(battle: Battle) -> int:
    """The coordination rating of one attacking tank."""
    return max((battle.rules.coordination[u] for u in battle.attackers if battle.rules.is_tank[u]), default=0)


SHIFTS: list[Modifier[Battle]] = [
    Modifier("12.2.4 tab1", "woods", woods),
    Modifier("12.2.4 tab1", "village", village),
    Modifier("12.2.4 tab1", "fort", fort),
    Modifier("12.2.4 tab1", "all across a river", behind_minor_river),
    Modifier("12.2.4 tab2", "Stosstruppen", with_stosstruppen),
    Modifier("12.2.4 tab2", "morale of the lead units", morale_difference),
    Modifier("12.2.4 tab2", "defender out of supply", defender_unsupplied),
    Modifier("12.2.4 tab2", "Foch doctrine", foch_attack),
    Modifier("12.2.4 tab2", "offensive", offensive_shift),
    Modifier("12.2.4 tab2", "concentric attack", concentric),
    Modifier("12.2.4 tab2", "tank", tank_columns),
]


class Odds(NamedTuple):
    """Strengths in quarters, the column before and after the shifts, and the shifts."""

    attack: int
    defence: int
    raw: int
    shifts: list[Applied]
    column: int
    """Below zero the attack is off."""


@rule("12.2.4")
def odds(battle: Battle) -> Odds:
    """Strengths and column of a battle; shifts come first, then the end of the table."""
    rules, s = battle.rules, battle.s
    attack = sum(attack_quarters(rules, s, unit, battle.target) for unit in battle.attackers)
    defence = sum(defence_quarters(rules, s, unit, battle.target) for unit in battle.defenders)
    raw, shifts = odds_column(attack, defence), applied(SHIFTS, battle)
    return Odds(attack, defence, raw, shifts, min(LAST_COLUMN, raw + sum(shift.value for shift in shifts)))


def odds_text(column: int) -> str:
    """Odds in words."""
    return f"{column}/1" if column > 0 else f"1/{2 - column}"


@rule("12.2.4", "12.2.4/Below half")
def judge_odds(play: MarnePlay) -> None:
    """Tell the odds; below one to two after all shifts the attack is off and costs three steps."""
    rules, s = play.rules, play.state
    if s.won:
        return
    view = odds(battle_of(rules, s))
    shifts = ", ".join(map(str, view.shifts)) or "no shifts"
    strengths = f"{view.attack / QUARTERS:g} to {view.defence / QUARTERS:g}, {odds_text(view.raw)}"
    play.tell("odds", "12.2.4", hex=s.target, strengths=strengths, shifts=shifts, odds=odds_text(view.column))
    note(s, 7, f"{strengths}, with shifts {odds_text(view.column)}")
    if view.column < 0:
        play.tell("below half", "12.2.4/Below half", hex=s.target)
        end_early(play)
        if bravest(rules, s, s.mover):
            play.push(HighestMorale(s.mover, STEPS_BELOW_HALF))
