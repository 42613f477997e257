"""Chapter 4: collapse, withdrawal, the mid-game check, German morale and the end."""

from __future__ import annotations

from collections.abc import Callable

from westfront.engine.catalogue import rule
from westfront.engine.grammar import Action
from westfront.engine.modifiers import Applied
from westfront.engine.names import Word
from westfront.engine.state import DRAW
from westfront.games.hindenburg.black_days import BlackDays
from westfront.games.hindenburg.data import (
    HindenburgAsk,
    HindenburgData,
    HindenburgPlay,
    HindenburgRoll,
    HindenburgStep,
)
from westfront.games.hindenburg.state import (
    ALLIED,
    AN,
    BR,
    FR,
    GERMAN,
    GONE,
    LAST_TURN,
    PASSED,
    PO,
    RESERVE,
    TRACK,
    US,
    HindenburgState,
)
from westfront.hexgrid import HexSet, bits, flood

LAST_NATIONAL_CHECK = 8
NATIONAL_LIMIT = 9
"""The modified die with which a nation gives up."""
GROUND_NEEDED = 30
"""Western hexes that Germany needs at the mid-game check."""


# -- French collapse, British withdrawal


def taken(rules: HindenburgData, s: HindenburgState, hexes: HexSet) -> int:
    """How many of some hexes the Germans control in supply."""
    return (hexes & rules.german_supply(s)).bit_count()


@rule("4.2")
def ground_taken(rules: HindenburgData, s: HindenburgState) -> int:
    """Hexes west of the starting line that the Germans control in supply."""
    return taken(rules, s, rules.board.west)


@rule("4.9")
def paris_in_range(rules: HindenburgData, s: HindenburgState, distance: int) -> bool:
    """Whether a supplied German unit is so near to a hex of Paris; its own hex is not counted, that of Paris is."""
    guns = rules.field(s).occupied[GERMAN] & rules.german_supply(s)
    return bool(guns & rules.grid.within(rules.board.paris, distance))


@rule("4.11")
def line_intact(rules: HindenburgData, s: HindenburgState) -> bool:
    """Whether Allied land hexes west of the line join Abbeville with a Channel port that was never German."""
    board = rules.board
    allied = board.west & ~s.german & ~rules.field(s).occupied[GERMAN]
    reached = flood(rules.grid, rules.grid.hexset("3400") & allied, allied)
    return bool(reached & board.ports & ~s.lost_ports)


def out_of_action(rules: HindenburgData, s: HindenburgState, nations: tuple[int, ...]) -> int:
    """Divisions lost for good or waiting as replacements; reinforcements still to come do not count."""
    last, first = TRACK.box(LAST_TURN), TRACK.first
    parts = [part for nation, part in rules.runs[ALLIED] if nation in nations]
    divisions = [pair for part in parts for pair in zip(s.at[part], rules.arrival[part], strict=True)]
    return sum(at == GONE or (last <= at <= first and turn <= s.turn) for at, turn in divisions)


def americans(rules: HindenburgData, s: HindenburgState) -> int:
    """American divisions on the map or in the reserve."""
    return sum(s.at[u] >= RESERVE for u in rules.own[ALLIED] if rules.nation_of[u] == US)


Case = Callable[[HindenburgData, HindenburgState, int], int]


def _held(*labels: str) -> Case:
    """How many of some hexes are German and in supply."""
    return lambda rules, s, limit: taken(rules, s, rules.grid.hexset(*labels))


CASES: dict[str, Case] = {
    "paris-range": lambda rules, s, limit: int(paris_in_range(rules, s, limit)),
    "paris": lambda rules, s, limit: taken(rules, s, rules.board.paris),
    "rheims": _held("2609"),
    "verdun": _held("2415"),
    "nancy": _held("2018"),
    "ground-lost": lambda rules, s, limit: int(ground_taken(rules, s) >= limit),
    "french-losses": lambda rules, s, limit: int(out_of_action(rules, s, (FR,)) >= limit),
    "french-ruin": lambda rules, s, limit: int(out_of_action(rules, s, (FR,)) >= limit),
    "americans": lambda rules, s, limit: int(americans(rules, s) >= limit),
    "amiens": _held("3202"),
    "hazebrouck": _held("3903"),
    "ports": lambda rules, s, limit: (rules.board.ports & s.german).bit_count(),
    "british-losses": lambda rules, s, limit: int(out_of_action(rules, s, (BR, AN)) >= limit),
    "british-ruin": lambda rules, s, limit: int(out_of_action(rules, s, (BR, AN)) >= limit),
    "belgium-lost": lambda rules, s, limit: int(not rules.board.belgium & ~s.german),
    "line-cut": lambda rules, s, limit: int(not line_intact(rules, s)),
}
"""How often each modifier counts in a position."""

RULES = {"french": "4.8", "british": "4.10"}
OWN_RULE = {"paris-range": "4.9", "line-cut": "4.11"}


@rule("4.8", "4.10")
def national_modifiers(rules: HindenburgData, s: HindenburgState, nation: str) -> list[Applied]:
    """The modifiers of a nation's table that count now."""
    rows = [(row, row.drm * CASES[row.key](rules, s, row.limit)) for row in rules.national if row.nation == nation]
    return [Applied(OWN_RULE.get(row.key, RULES[nation]), row.title, value) for row, value in rows if value]


@rule("4.6", "4.8", "4.10")
class NationalCheck(HindenburgRoll, frozen=True):
    """The German rolls for French collapse or British withdrawal."""

    nation: Word
    asked_by = "4.6"

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        return self.nation in TITLES

    def prompt(self, rules: HindenburgData, s: HindenburgState) -> str:
        counted = ", ".join(map(str, national_modifiers(rules, s, self.nation))) or "nothing"
        return f"{TITLES[self.nation]}: roll, {NATIONAL_LIMIT} or more wins the war (to be added: {counted})."

    def do_roll(self, play: HindenburgPlay) -> None:
        """Add the modifiers; 9 or more ends the game."""
        counted = national_modifiers(play.rules, play.state, self.nation)
        play.pop()
        (die,) = play.roll(f"{self.nation}-morale")
        total = die + sum(modifier.value for modifier in counted)
        words, title = ", ".join(map(str, counted)) or "no modifiers", TITLES[self.nation]
        play.tell("national", RULES[self.nation], title=title, die=die, modifiers=words, total=total)
        if total >= NATIONAL_LIMIT:
            play.end(GERMAN, ENDS[self.nation])


TITLES = {"french": "French collapse", "british": "British withdrawal"}
ENDS = {"french": "French morale has collapsed", "british": "the British army has withdrawn"}


@rule("5.2(V)", "4.3(1)")
class VictoryCheck(HindenburgStep, frozen=True):
    """Phase V: the national checks of turns 1 to 8, the French one first; the verdict of turn 15."""

    def run(self, play: HindenburgPlay) -> None:
        s = play.state
        if s.turn <= LAST_NATIONAL_CHECK:
            play.push(NationalCheck(GERMAN, "british"), NationalCheck(GERMAN, "french"))
        elif s.turn == LAST_TURN:
            judge(play)


# -- the mid-game check


@rule("4.2")
class MidGameCheck(HindenburgStep, frozen=True):
    """After a German action of turn 9, while the check is still to be made."""

    def run(self, play: HindenburgPlay) -> None:
        """After the tenth action it must be made, before that it may be."""
        if play.state.actions[GERMAN]:
            play.push(CheckNow(GERMAN))
        else:
            mid_game_check(play)


@rule("4.2")
class CheckNow(HindenburgAsk, frozen=True):
    """The German picks the moment of the mid-game check."""

    asked_by = "4.2"

    def prompt(self, rules: HindenburgData, s: HindenburgState) -> str:
        count, lost = ground_taken(rules, s), len(victory_cities_lost(rules, s))
        cities = f", {lost} Victory Cities are Allied" if lost else ""
        return f"Mid-game check now, with {count} of {GROUND_NEEDED} western hexes{cities}, or wait?"

    def offer(self, rules: HindenburgData, s: HindenburgState) -> list[Action]:
        return [("check",), ("wait",)]

    def do_check(self, play: HindenburgPlay) -> None:
        play.pop()
        mid_game_check(play)

    def do_wait(self, play: HindenburgPlay) -> None:
        play.pop()


def victory_cities_lost(rules: HindenburgData, s: HindenburgState) -> list[int]:
    """The Victory Cities in or east of the line that the Allies control."""
    return bits(rules.board.victory_city & rules.board.east & ~s.german)


@rule("4.2", "4.3", "4.3(4)")
def mid_game_check(play: HindenburgPlay) -> None:
    """Too little ground, or a Victory City lost: the Allies have won. Otherwise the war goes on, on other terms."""
    rules, s = play.rules, play.state
    count, lost = ground_taken(rules, s), victory_cities_lost(rules, s)
    play.tell("mid-game", "4.2", count=count, needed=GROUND_NEEDED, cities=len(lost))
    if count < GROUND_NEEDED:
        play.end(ALLIED, f"Germany holds {count} hexes west of the line at the mid-game check, not {GROUND_NEEDED}")
    elif lost:
        play.end(ALLIED, f"the Allies hold {rules.names.place(lost[0])} at the mid-game check")
    else:
        s.mid_game = PASSED
        recover_allies(play)


@rule("4.3(3)", "9.4")
def recover_allies(play: HindenburgPlay) -> None:
    """All Allied divisions but Americans and Portuguese turn to their front sides, wherever they are."""
    rules, s = play.rules, play.state
    for unit in rules.own[ALLIED]:
        if rules.nation_of[unit] not in (US, PO):
            s.flipped[unit] = 0
    play.tell("passed", "4.3")


# -- German morale


@rule("4.12", "4.3(2)", "5.2(II)")
class MoraleRoll(HindenburgRoll, frozen=True):
    """Phase II of turns 10 to 15: the die of the Allied player says how many Black Days the German army has."""

    asked_by = "4.12"
    question = "German morale: roll for the number of Black Days."

    def do_roll(self, play: HindenburgPlay) -> None:
        play.pop()
        (die,) = play.roll("morale")
        play.tell("morale", "4.12", number=die)
        play.push(BlackDays(die))


# -- the end


@rule("4.4", "4.5", "4.7")
def judge(play: HindenburgPlay) -> None:
    """The end of turn 15: western cities and Victory Cities that the Allies control in supply."""
    rules, s = play.rules, play.state
    board = rules.board
    western = bits(board.city & board.west)
    missing = [hex_ for hex_ in western if s.german >> hex_ & 1 or not rules.hex_supplied(s, ALLIED, hex_)]
    won = [hex_ for hex_ in victory_cities_lost(rules, s) if rules.hex_supplied(s, ALLIED, hex_)]
    play.reveal()  # who is in supply tells of divisions that lie below others
    play.tell("verdict", "4.4", "4.5", "4.7", missing=len(missing), cities=won, number=len(won))
    held = f"the Allies hold {len(won)} Victory Cities"
    if not won:
        play.end(GERMAN, f"{held} at the end")
    elif missing:
        play.end(DRAW, f"{held}, but {len(missing)} western cities are not theirs in supply")
    elif len(won) == 1:
        play.end(DRAW, "the Allies hold all western cities, but only one Victory City")
    else:
        play.end(ALLIED, f"{held} and all western cities")


CHECK_LOST = ("too little ground at the mid-game check", "a Victory City lost at the mid-game check")
AT_THE_END = {
    GERMAN: "German victory in November",
    DRAW: "a draw in November",
    ALLIED: "Allied victory in November",
}


def degrees(rules: HindenburgData) -> tuple[str, ...]:
    """The ways in which a war ends, the best for the Germans first."""
    return (*TITLES.values(), *AT_THE_END.values(), *CHECK_LOST)


def degree(rules: HindenburgData, s: HindenburgState) -> str:
    """How a finished war has ended."""
    for nation, words in ENDS.items():
        if s.verdict == words:
            return TITLES[nation]
    if s.mid_game != PASSED:
        return CHECK_LOST[ground_taken(rules, s) >= GROUND_NEEDED]
    return AT_THE_END[s.winner]
