"""Chapter 4: the gifts to the Allies, the check of turn 9, and who has won; S1.7: the armistice."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.state import DRAW
from westfront.games.storm.control import change_morale
from westfront.games.storm.data import StormData, StormPlay, StormRoll, StormStep
from westfront.games.storm.replacements import Evacuation, evacuees
from westfront.games.storm.stacking import bring
from westfront.games.storm.state import ALLIED, CROSS, GERMAN, GONE, NORMAL, OFF, StormState
from westfront.games.storm.supply import find_supply

CHECK_TURN = 9
GERMAN_NEEDS, ALLIED_LIMIT = 18, 13
YANKS = 6
FIRST_ARMISTICE = 12


# -- gifts to the Allies


@rule("4.6")
def yanks_have_come(rules: StormData, s: StormState) -> bool:
    """Six American infantry divisions on the map, at full strength and in supply; the Tank Corps is none."""
    full = [u for u in rules.divisions if s.at[u] >= 0 and s.steps[u] > 1]
    if len(full) < YANKS:
        return False
    supply = find_supply(rules, s, ALLIED)
    return sum(supply[u] in (NORMAL, CROSS) for u in full) >= YANKS


@rule("4.6", "4.7", "16.5", "S3.2")
class AlliedStart(StormStep, frozen=True):
    """The very beginning of an Allied player turn."""

    def run(self, play: StormPlay) -> None:
        """The Yanks, Big Bertha, then the evacuation of ports if that rule is used."""
        rules, s = play.rules, play.state
        if not rules.is_1919 and not s.yanks and yanks_have_come(rules, s):
            s.yanks = 1
            play.tell("yanks", "4.6")
            change_morale(play, ALLIED, 1, "4.6")
        if s.bertha == GONE and not s.bertha_paid:
            s.bertha_paid = 1
            change_morale(play, ALLIED, 1, "4.7")
        if rules.on("evacuation") and evacuees(rules, s):
            play.push(Evacuation(ALLIED))


# -- the end of the German player turn 9


@rule("4.5", "8.3", "8.7", "S1.7", "S2.2", "S3.2")
class GermanTurnEnds(StormStep, frozen=True):
    """On turn 9 the German morale check, then the Stosstruppen become regulars, then AGB leaves."""

    def run(self, play: StormPlay) -> None:
        """Nothing of this happens in 1919."""
        rules, s = play.rules, play.state
        if s.turn != CHECK_TURN or rules.is_1919:
            return
        german, allied = s.morale
        if must_check(rules) and not passes_check(s):
            verdict = f"German morale {german} and Allied morale {allied} at the check of turn 9"
            play.tell("check failed", "4.5", german=german, allied=allied)
            play.end(ALLIED, verdict)
            return
        if must_check(rules):
            play.tell("check passed", "4.5", german=german, allied=allied)
        sap(play)
        withdraw_guns(play)


def must_check(rules: StormData) -> bool:
    """Whether the scenario has the check of turn 9; that of July begins after it."""
    made = rules.scenario == "elsewhere" and rules.options["elsewhere-check"] == "made"
    return rules.scenario == "campaign" or made


@rule("4.5")
def passes_check(s: StormState) -> bool:
    """German morale of 18 or more, and Allied morale of 13 or less, at this instant."""
    return s.morale[GERMAN] >= GERMAN_NEEDS and s.morale[ALLIED] <= ALLIED_LIMIT


@rule("8.3", "2.44")
def sap(play: StormPlay) -> None:
    """Every Stosstruppen corps, wherever it is, is replaced step for step by its regular counterpart."""
    rules, s = play.rules, play.state
    for unit, regular in rules.counterpart.items():
        if s.at[unit] != OFF:
            for column in (s.at, s.steps, s.height, s.supply, s.moved, s.fought, s.known, s.seen_steps):
                column[regular] = column[unit]
                column[unit] = 0
            s.at[unit] = GONE
    if rules.scenario == "campaign":
        play.tell("sapped", "8.3")


@rule("8.7")
def withdraw_guns(play: StormPlay) -> None:
    """AGB leaves the game for good."""
    rules, s = play.rules, play.state
    if s.at[rules.agb] == OFF:
        return
    if s.at[rules.agb] >= 0:
        play.reveal()
        play.tell("guns withdrawn", "8.7", unit=rules.agb)
    bring(play, [rules.agb], GONE)
    s.steps[rules.agb] = s.supply[rules.agb] = 0


# -- who has won


@rule("4.1", "4.4", "5.2(IV)", "S1.7", "S2.7", "S3.12")
def judge(rules: StormData, s: StormState) -> tuple[int, str] | None:
    """Who has won at the end of a game turn, and why; None while play goes on."""
    german, allied = s.morale
    if german == 0:
        if allied == 0 and not rules.is_1919:
            return DRAW, "both sides' morale is broken"
        return ALLIED, "German morale is broken"
    if allied == 0 and not rules.is_1919:
        return GERMAN, "Allied morale is broken"
    if s.turn == rules.last_turn:
        return GERMAN, f"German morale is {german} when the war ends"
    return None


DEGREES = (
    "Allied morale is broken",
    "German morale lasts to the end",
    "both sides' morale is broken",
    "German morale is broken",
    "the check of turn 9 is failed",
)


def degrees(rules: StormData) -> tuple[str, ...]:
    """The ways in which a war ends, the best for the Germans first; some scenarios have no check, 1919 one morale."""
    if rules.is_1919:
        return DEGREES[1], DEGREES[3]
    return DEGREES if must_check(rules) else DEGREES[:-1]


def degree(rules: StormData, s: StormState) -> str:
    """How a finished war has ended."""
    if s.winner == DRAW:
        return DEGREES[2]
    if s.winner == GERMAN:
        return DEGREES[int(rules.is_1919 or s.morale[ALLIED] > 0)]
    return DEGREES[4 if s.morale[GERMAN] else 3]


@rule("S1.7")
class Armistice(StormRoll, frozen=True):
    """From turn 12 on the German throws whether success elsewhere brings an armistice."""

    asked_by = "S1.7"

    def prompt(self, rules: StormData, s: StormState) -> str:
        return f"Throw for the armistice: {s.turn - FIRST_ARMISTICE + 1} or less ends the game."

    def do_roll(self, play: StormPlay) -> None:
        """1 on turn 12, up to 2 on turn 13, and so on."""
        s = play.state
        (die,) = play.roll("armistice", by=GERMAN)
        play.pop()
        if die <= s.turn - FIRST_ARMISTICE + 1:
            play.tell("armistice", "S1.7")
            morale = s.morale[GERMAN]
            winner = GERMAN if morale else ALLIED
            play.end(winner, f"an armistice with German morale at {morale}")
