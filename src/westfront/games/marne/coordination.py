"""12.2.5 and 12.2.6, steps 8 and 9 of a battle: the combat table and the tactical coordination of both sides."""

from __future__ import annotations

import re
from typing import NamedTuple

from westfront.engine.catalogue import rule
from westfront.engine.modifiers import Modifier, applied, modifiers_text, sum_of
from westfront.games.marne.battle import Battle, battle_of, bruchmuller, offensive_bonus
from westfront.games.marne.facts import MarneData, MarnePlay, MarneRoll
from westfront.games.marne.leads import odds, with_stosstruppen
from westfront.games.marne.state import (
    COORDINATION,
    FOG,
    MISUNDERSTOOD,
    NONE,
    OBSERVATION,
    PARTIAL,
    PERFECT,
    MarneState,
)
from westfront.games.marne.story import note
from westfront.hexgrid import has

CODE = re.compile(r"A(\d+)D(\d+)(\*?)")
ATTACKER, DEFENDER = 0, 1
"""Places in the rows `hits` and `coordination` of the state."""
ODDS_COLUMNS = ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1")


class TableResult(NamedTuple):
    """Hit points of attacker and defender, and whether Stosstruppen are lost."""

    attacker: int
    defender: int
    asterisk: bool


@rule("12.2.5", "12.2.5 tab")
def table_result(rules: MarneData, column: int, dice: int) -> TableResult:
    """What the combat table says."""
    found = CODE.fullmatch(rules.crt.named(dice, ODDS_COLUMNS[column]))
    assert found
    return TableResult(int(found[1]), int(found[2]), bool(found[3]))


def in_words(result: TableResult) -> str:
    """The hits of both sides, and the asterisk."""
    lost = ", and Stosstruppen that took part" if result.asterisk else ""
    hits = f"{result.attacker} {'hit' if result.attacker == 1 else 'hits'}"
    return f"{hits} on the attacker{lost}, {result.defender} on the defender"


def fog_spares(battle: Battle) -> int:
    """Morning fog spares an attacker who has the initiative one hit."""
    return -1 * (battle.s.weather == FOG and battle.side == battle.rules.now(battle.s).initiative)


def foch_costs(battle: Battle) -> int:
    """An Allied attack under the Foch doctrine costs two hits more."""
    return 2 * (battle.attack_doctrine == "foch")


ATTACKER_HITS: list[Modifier[Battle]] = [
    Modifier("10.0/Fog", "morning fog", fog_spares),
    Modifier("12.2.5", "Foch doctrine", foch_costs),
]
"""What is added to the attacker's hits from the table."""


# -- coordination


def entrenched(battle: Battle) -> int:
    """The defender is in trenches or a fort."""
    return 2 * has(battle.rules.board.trench | battle.rules.board.fort, battle.target)


def elite_defence(battle: Battle) -> int:
    """An elite unit leads the defence."""
    return int(battle.s.defence_lead >= 0 and battle.rules.is_elite(battle.s, battle.s.defence_lead))


def elite_attack(battle: Battle) -> int:
    """An elite unit leads the attack."""
    return int(battle.s.attack_lead >= 0 and battle.rules.is_elite(battle.s, battle.s.attack_lead))


@rule("17.2/Observation")
def observed_by(battle: Battle, side: int) -> int:
    """A side has an observer over the target."""
    s, flying = battle.s, battle.rules.air_units[side]
    return int(any(s.at[unit] == battle.target and s.sky[unit] == OBSERVATION for unit in flying))


def attackers_air(battle: Battle) -> int:
    """The attacker has air support."""
    return observed_by(battle, battle.side)


def defenders_air(battle: Battle) -> int:
    """The defender has air support."""
    return observed_by(battle, 1 - battle.side)


def disordered(battle: Battle) -> int:
    """A defending unit is disorganised or reorganising."""
    return -1 * any(battle.s.order[unit] for unit in battle.defenders)


def mixed(rules: MarneData, units: tuple[int, ...]) -> int:
    """Units of different nations fight together; the Franco-American division goes with either of its nations."""
    nations = {rules.nation[unit] for unit in units}
    if "franco-american" in nations and len(nations) == 2 and nations & {"french", "american"}:
        return 0
    return -1 * (len(nations) > 1)


def mixed_attack(battle: Battle) -> int:
    """The attackers are of different nations."""
    return mixed(battle.rules, battle.attackers)


def mixed_defence(battle: Battle) -> int:
    """The defenders are of different nations."""
    return mixed(battle.rules, battle.defenders)


def bruchmuller_shock(battle: Battle) -> int:
    """Bruchmuller's fire has cut the lines of Allied defenders."""
    return -2 * bruchmuller(battle.rules, battle.s, battle.side, battle.target)


def foch_defence(battle: Battle) -> int:
    """The defence is led under the Foch doctrine."""
    return -1 * (battle.defence_doctrine == "foch")


def foch_attack(battle: Battle) -> int:
    """The attack is led under the Foch doctrine."""
    return int(battle.attack_doctrine == "foch")


def petain_attack(battle: Battle) -> int:
    """The attack is led under the Petain doctrine."""
    return -1 * (battle.attack_doctrine == "petain")


def offensive(battle: Battle) -> int:
    """The offensive bonus of the sequence."""
    return offensive_bonus(battle.rules, battle.s, battle.side, battle.target)


def weak_division(battle: Battle) -> int:
    """A division of morale 3, or worse of morale 2, attacks with the others."""
    rules, s = battle.rules, battle.s
    lowest = min((rules.morale(s, unit) for unit in battle.attackers if rules.is_division[unit]), default=4)
    return min(0, lowest - 4)


DEFENCE_DIE: list[Modifier[Battle]] = [
    Modifier("12.2.6 tab1", "trenches or fort", entrenched),
    Modifier("12.2.6 tab1", "elite lead unit", elite_defence),
    Modifier("12.2.6 tab1", "own air support", defenders_air),
    Modifier("12.2.6 tab1", "enemy air support", lambda battle: -attackers_air(battle)),
    Modifier("12.2.6 tab1", "a unit disorganised", disordered),
    Modifier("12.2.6 tab1", "different nations", mixed_defence),
    Modifier("12.2.6 tab1", "Bruchmuller", bruchmuller_shock),
    Modifier("12.2.6 tab1", "Foch doctrine", foch_defence),
]
ATTACK_DIE: list[Modifier[Battle]] = [
    Modifier("12.2.6 tab1", "Stosstruppen", with_stosstruppen),
    Modifier("12.2.6 tab1", "elite lead unit", elite_attack),
    Modifier("12.2.6 tab1", "own air support", attackers_air),
    Modifier("12.2.6 tab1", "enemy air support", lambda battle: -defenders_air(battle)),
    Modifier("12.2.6 tab1", "different nations", mixed_attack),
    Modifier("12.2.6 tab1", "offensive", offensive),
    Modifier("12.2.6 tab1", "Foch doctrine", foch_attack),
    Modifier("12.2.6 tab1", "Petain doctrine", petain_attack),
    Modifier("12.2.6 tab1", "a division of low morale", weak_division),
]


@rule("12.2.6", "12.2.6 tab2", "12.2.6 tab3", "12.2.6 tab4", "12.2.6 tab5")
def classify(die: int, modifier: int) -> int:
    """A natural 6 is perfect; else 0 or less is misunderstood; else a natural 1 is nothing; else by the total."""
    total = die + modifier
    if die == 6:
        return PERFECT
    if total <= 0:
        return MISUNDERSTOOD
    if die == 1 or total <= 2:
        return NONE
    return PARTIAL if total <= 5 else PERFECT


@rule("12.2.6 tab2", "12.2.6 tab3", "3.0/Doctrine")
def retreat_limit(battle: Battle, coordination: int) -> int:
    """Three hexes with perfect, two with partial coordination; one less under Foch or with a unit in disorder."""
    most = {PERFECT: 3, PARTIAL: 2}.get(coordination, 0)
    held = battle.defence_doctrine == "foch" or any(battle.s.order[unit] for unit in battle.defenders)
    return max(0, most - held)


class CombatDice(MarneRoll, frozen=True):
    """Steps 8 and 9: the attacker throws the two white dice and both coordination dice."""

    in_battle = True
    asked_by = "12.2.5"

    def prompt(self, rules: MarneData, s: MarneState) -> str:
        if s.won:
            return "Step 9: throw for your tactical coordination."
        return "Steps 8 and 9: throw the combat dice and both coordination dice."

    @rule("12.2.5", "12.2.6", "2.3")
    def do_roll(self, play: MarnePlay) -> None:
        """The table first, then the defender's coordination, then the attacker's."""
        battle = battle_of(play.rules, play.state)
        play.pop()
        if not play.state.won:
            read_table(play, battle)
            coordinate(play, battle, DEFENDER)
        coordinate(play, battle, ATTACKER)


@rule("12.2.5", "10.0/Fog")
def read_table(play: MarnePlay, battle: Battle) -> None:
    """Two dice on the table; fog and doctrine change the attacker's hits."""
    rules, s = play.rules, play.state
    white = play.roll("table", count=2, by=s.mover)
    column = odds(battle).column
    result = table_result(rules, column, sum(white))
    extra = applied(ATTACKER_HITS, battle)
    s.hits[ATTACKER] = max(0, result.attacker + sum_of(extra))
    s.hits[DEFENDER], s.asterisk = result.defender, int(result.asterisk)
    note(s, 8, f"dice {white[0]} and {white[1]}, hits {s.hits[ATTACKER]} and {s.hits[DEFENDER]}")
    play.tell(
        "table",
        "12.2.5",
        hex=s.target,
        column=ODDS_COLUMNS[column].replace("-", "/"),
        dice=sum(white),
        code=f"{rules.crt.named(sum(white), ODDS_COLUMNS[column])}, {in_words(result)}",
        extra="".join(f", {modifier}" for modifier in extra),
    )


@rule("12.2.6")
def coordinate(play: MarnePlay, battle: Battle, who: int) -> None:
    """A die of one side, with its modifiers."""
    rules, s = play.rules, play.state
    side = battle.side if who == ATTACKER else 1 - battle.side
    modifiers = applied(ATTACK_DIE if who == ATTACKER else DEFENCE_DIE, battle)
    (die,) = play.roll(f"coordination/{rules.sides[side]}", by=side)
    s.coordination[who] = classify(die, sum_of(modifiers))
    note(s, 9, f"{rules.sides[side]} {COORDINATION[s.coordination[who]]} on a {die}")
    if who == DEFENDER:
        s.limit = retreat_limit(battle, s.coordination[who])
    play.tell(
        "coordination",
        "12.2.6",
        side=side,
        die=die,
        modifiers=modifiers_text(modifiers),
        total=die + sum_of(modifiers),
        result=COORDINATION[s.coordination[who]],
    )


def ask_dice(play: MarnePlay) -> None:
    """The attacker throws."""
    play.push(CombatDice(play.state.mover))
