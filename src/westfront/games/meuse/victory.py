"""Victory: the one way to enter a hex, with the test that goes with it."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.games.meuse.data import MeuseData, MeusePlay
from westfront.games.meuse.features import distance_to_goal
from westfront.games.meuse.state import ALLIED, GERMAN, MeuseState
from westfront.hexgrid import has


@rule("12.1")
def until_won(rules: MeuseData, side: int, path: list[int]) -> list[int]:
    """A way as far as it is gone: the hex that wins the game ends it."""
    is_won = side == ALLIED and rules.goal in path[1:]
    return path[: path.index(rules.goal, 1) + 1] if is_won else path


@rule("12.1", "7.9", "7.7")
def enter_hex(play: MeusePlay, units: tuple[int, ...], hex_: int) -> bool:
    """Units come into a hex by move, retreat or advance; True if the Allies have won by it."""
    s, rules = play.state, play.rules
    for unit in units:
        s.at[unit] = hex_
    if hex_ != rules.goal or rules.side_of[units[0]] != ALLIED:
        return False
    play.tell("entered goal", "12.1", units=units, hex=hex_)
    play.end(ALLIED, f"Allied victory: {rules.place_name(hex_)} is entered on turn {s.turn}")
    return True


@rule("12.1", "19.1", "V-5")
def armistice(play: MeusePlay) -> None:
    """The last turn is over and no Allied unit has been there; in the evening scenario a broken line counts too."""
    rules, number = play.rules, units_beyond(play.rules, play.state)
    play.tell("armistice", "12.1", turn=rules.last_turn, hex=rules.goal)
    if rules.beyond and number >= rules.beyond:
        play.end(ALLIED, f"Allied victory: {number} units have broken into the line")
    else:
        play.end(GERMAN, f"German victory: {rules.place_name(rules.goal)} was not entered in {rules.last_turn} turns")


@rule("V-5", "13.2")
def units_beyond(rules: MeuseData, s: MeuseState) -> int:
    """The Allied units in the Stellung line or north of it; stacked brigades are one."""
    return (rules.field(s).occupied[ALLIED] & ~rules.board.south).bit_count()


# -- the booklet knows only who has won: how clearly is ours to say, for tables


ENTERED = {20: "goal entered by turn 20", 22: "goal entered on turn 21 or 22", 24: "goal entered on turn 23 or 24"}
SHORT = {3: "1 to 3 hexes short", 7: "4 to 7 hexes short", 99: "8 or more hexes short"}
IN_THE_LINE = ("units enough in the line", "one or two units too few", "three or more units too few")
FALLEN = "goal entered"


def degrees(rules: MeuseData) -> tuple[str, ...]:
    """How clearly a game is won or lost, the best for the Allies first."""
    if rules.beyond:
        return (FALLEN, *IN_THE_LINE)
    return (*ENTERED.values(), *SHORT.values())


def degree(rules: MeuseData, s: MeuseState) -> str:
    """How clearly a finished game was won or lost: when the goal was entered, or what was lacking."""
    entered = has(rules.field(s).occupied[ALLIED], rules.goal)
    if rules.beyond:
        lacking = rules.beyond - units_beyond(rules, s)
        return FALLEN if entered else IN_THE_LINE[0 if lacking <= 0 else 1 if lacking <= 2 else 2]
    if entered:
        return next(words for turn, words in ENTERED.items() if s.turn <= turn)
    return next(words for hexes, words in SHORT.items() if distance_to_goal(rules, s) <= hexes)
