"""Positions of the Ford drawn as small maps.

    03   .  R1  .  .  B1/B2
    04  .   .  .  R4-

Each line is a row of the board: its number, then its cells from column 1 on. A dot is an empty hex; the rest of a row,
and rows that are not drawn, are empty. Counters of one hex are joined by slashes, the top one first; a minus behind a
counter means that it has lost a step. Odd rows lie half a hex to the east. Counters that are not drawn are destroyed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tests.ford.rules import Ford
from tests.ford.state import FordState
from westfront.engine.dice import ScriptedDice
from westfront.engine.match import Match
from westfront.engine.rules import find_game

STEPS = {"1": 2, "2": 2, "3": 2, "4": 1, "G": 1}
"""The steps of a counter by the second letter of its name."""


def draw(
    rows: str,
    phase: str = "movement",
    side: str = "red",
    *,
    turn: int = 1,
    mud: bool = False,
    red_holds: str = "",
    fog: str = "on",
    season: str = "summer",
    moved: str = "",
    dice: Iterable[int] = (),
    auto: bool = False,
) -> Match:
    """A match that begins from a drawn position; its dice show what the test says, and nothing more."""
    text = position(rows, phase, side, turn=turn, mud=mud, red_holds=red_holds, fog=fog, season=season, moved=moved)
    match = Match.from_position(text, seed=0, auto=auto)
    match.dice = ScriptedDice(dice)
    return match


def position(
    rows: str,
    phase: str = "movement",
    side: str = "red",
    *,
    turn: int = 1,
    mud: bool = False,
    red_holds: str = "",
    fog: str = "on",
    season: str = "summer",
    moved: str = "",
) -> str:
    """The text of a drawn position, at the beginning of a phase of one side."""
    units = dict(_units(rows))
    lost = [5 - sum(name.startswith(letter) for name in units) for letter in "RB"]
    head = ["westfront position 1", "game = ford", "rules = 1", "scenario = meeting"]
    options = [f"option fog = {fog}", f"option season = {season}"]
    tracks = [f"turn = {turn}", f"mud = {mud:d}", f"red_holds = {red_holds}", f"lost = {lost[0]} {lost[1]}"]
    lines = [f"unit {name}: {facts}{' moved=1' if name in moved.split() else ''}" for name, facts in units.items()]
    return "\n".join([*head, *options, *tracks, *lines, *_frames(phase, side)])


def _units(rows: str) -> Iterator[tuple[str, str]]:
    """The counters of a drawn map with place, steps and height; the top one of a hex is the highest."""
    for line in rows.strip().splitlines():
        row, *cells = line.split()
        for column, cell in enumerate(cells, 1):
            for depth, counter in enumerate(cell.split("/") if cell != "." else ()):
                name = counter.rstrip("-")
                steps = STEPS[name[1]] - counter.endswith("-")
                yield name, f"at={row}{column:02} steps={steps} height={30 - depth}"


def _frames(phase: str, side: str) -> Iterator[str]:
    """What is still to come in the turn, the phase under way last."""
    yield "frame GameTurn:"
    if side == "red":
        yield "frame PlayerTurn: player=blue"
    yield f"frame Combat: player={side}"
    if phase == "movement":
        yield f"frame Movement: player={side}"


def attack(match: Match, target: str, *units: str) -> None:
    """Declare an attack, up to the question whether the defender stands."""
    for action in (f"attack {target}", *(f"add {unit}" for unit in units), "confirm"):
        match.play(action)


def state(match: Match) -> FordState:
    """The position, with its fields known to the type check."""
    assert isinstance(match.state, FordState)
    return match.state


def ford() -> Ford:
    """The rules alone."""
    rules = find_game("ford")("meeting", {"fog": "on", "season": "summer"}, Ford.data_folder())
    assert isinstance(rules, Ford)
    return rules
