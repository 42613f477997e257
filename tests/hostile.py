"""Hostile numbers: override files and positions with wrong values, in every game.

Whatever is wrong must be refused in a sentence, and what is not refused must be playable. The cells that an override
can reach are found by laying nothing and noting what is asked for; positions are those of a random game, one for each
different stack of frames.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from typing import NamedTuple

from westfront.atlas.board import load_board
from westfront.atlas.pieces import load_printed
from westfront.engine.data import Overrides
from westfront.engine.dice import RepeatableRandom, SecretDice, secret_from_seed
from westfront.engine.frame import frame_name
from westfront.engine.match import Match
from westfront.engine.position import write_position
from westfront.engine.record import TITLE, checksum
from westfront.engine.rules import AnyRules, Setting
from westfront.engine.world import World
from westfront.errors import WestfrontError
from westfront.games.maps import map_data

VALUES = (
    "0", "1", "2", "7", "99", "255", "256", "32768", "65536", "1000000", "9" * 400, "-0", "-1", "-2", "-99", "+1",
    "1_0", "1e5", "1.5", "0.0", "nan", "inf", "0x1f", "²", "٣", "½", "-", "--", ".", ",", ";", ":", "/", "=", "none",
    "off", "None", "true", "clear", "0000", "0101", "9999", "1-1", "0-0", "2-1", "a;b", "a b", "x-y z",
    "vp:0", "vp:²", "A", "G", "{0}", "%s", "x" * 300, "Ä",
)  # fmt: skip
"""Numbers beyond every bound, digits that are none, words of the files in the wrong place."""
ACTIONS = 8
"""So many actions are played with what was not refused."""


class Cell(NamedTuple):
    """A cell that an override can replace."""

    file: str
    key: str
    column: str
    value: str


class _Asked(Overrides):
    """Lays nothing, and notes every cell that it is asked about."""

    def __init__(self) -> None:
        super().__init__()
        self.cells: list[Cell] = []

    def lay(self, file: str, key: str, columns: dict[str, str]) -> None:
        self.cells += [Cell(file, key, column, value) for column, value in columns.items()]


def columns_of(game: type[AnyRules], scenario: str) -> dict[str, list[Cell]]:
    """The cells that an override can reach, by file and column."""
    spy = _Asked()
    game(scenario, Setting.choose(game.id, scenario).options, game.data_folder(spy))
    return _by_column(spy)


def columns_of_map(name: str) -> dict[str, list[Cell]]:
    """The cells of a map and of the counters of its game, of games without rules too."""
    spy = _Asked()
    data = map_data(name, spy)
    load_board(data, name)
    load_printed(data)
    return _by_column(spy)


def _by_column(spy: _Asked) -> dict[str, list[Cell]]:
    found: dict[str, list[Cell]] = {}
    for cell in spy.cells:
        if not set(cell.key) & set(" #"):
            found.setdefault(f"{cell.file} {cell.column}", []).append(cell)
    return found


def drawn(lots: RepeatableRandom, things: list[str]) -> str:
    """One of some things by lot."""
    return things[lots.below(len(things))]


def override_lines(columns: dict[str, list[Cell]], rounds: int, seed: str) -> Iterator[str]:
    """For each column so many lines of an override file, with wrong values and with values from other lines."""
    lots = RepeatableRandom(seed)
    for cells in columns.values():
        others = sorted({cell.value for cell in cells if cell.value})
        for _ in range(rounds):
            cell = cells[lots.below(len(cells))]
            value = drawn(lots, others if others and lots.below(6) == 0 else list(VALUES))
            yield f"{cell.file} {cell.key} {cell.column} {value}"


def positions_of(game: type[AnyRules], scenario: str, seed: str) -> list[str]:
    """Positions of a random game, the first with each different stack of frames."""
    setting = Setting.choose(game.id, scenario)
    match, lots = Match.new(game.id, scenario, seed=seed), RepeatableRandom(seed)
    world, dice = World(match.rules, match.state.copy()), SecretDice(secret_from_seed(seed))
    found: dict[str, str] = {}
    for _ in range(6000):
        stack = " ".join(frame_name(type(frame)) for frame in world.state.frames)
        if stack not in found:
            found[stack] = write_position(setting, world.rules, world.state)
        if world.over:
            break
        by_verb: dict[str, list[int]] = {}
        offer = sorted(world.offer())
        for i, action in enumerate(offer):
            by_verb.setdefault(action[0], []).append(i)
        choices = by_verb[drawn(lots, sorted(by_verb))]
        world.step(offer[choices[lots.below(len(choices))]], dice)
    return list(found.values())


def mutated(position: str, count: int, seed: str) -> Iterator[str]:
    """A position with one thing wrong, so many times: a value, a line too few, too many, or from elsewhere."""
    lots, lines = RepeatableRandom(seed), position.splitlines()
    values = [word.partition("=")[2] for line in lines for word in line.split() if "=" in word and word != "="]
    for _ in range(count):
        i = 1 + lots.below(len(lines) - 1)
        kind = lots.below(12)
        if kind == 0:
            yield "\n".join([*lines[:i], *lines[i + 1 :]])
        elif kind == 1:
            yield "\n".join([*lines, lines[i]])
        else:
            value = drawn(lots, values if values and kind < 5 else list(VALUES))
            yield "\n".join([*lines[:i], _with(lines[i], value, lots), *lines[i + 1 :]])


def _with(line: str, value: str, lots: RepeatableRandom) -> str:
    """A line with one of its values replaced: of a fact `name=value`, of a row of them, or behind ` = `."""
    words = line.split(" ")
    facts = [n for n, word in enumerate(words) if "=" in word and word != "="]
    if not facts:
        head, _, tail = line.partition(" = ")
        row = tail.split()
        if len(row) > 1 and lots.below(3):
            row[lots.below(len(row))] = value
            return f"{head} = {' '.join(row)}"
        return f"{head} = {value}"
    n = facts[lots.below(len(facts))]
    name, _, old = words[n].partition("=")
    parts = old.split(",")
    parts[lots.below(len(parts))] = value
    return " ".join([*words[:n], f"{name}={','.join(parts) if lots.below(2) else value}", *words[n + 1 :]])


def as_record(game: str, scenario: str, override: str, start: str) -> str:
    """A record that a stranger could send: nothing was played, and every checksum fits."""
    fresh = Match.new(game, scenario, seed=1).record().splitlines()[1:-2]
    head = [line for line in fresh if line.startswith(("game", "rules", "scenario", "option"))]
    rest = [line for line in fresh if line not in head]
    lay = ["override = x", f"lay = {override}"] if override else []
    body = [line for line in start.splitlines()[1:] if line not in head] if start else []
    lines = [TITLE, *head, *lay, *rest, *(f"start = {line}" for line in body), "begin"]
    return "\n".join([*lines, f"end 0 {checksum(lines)}"]) + "\n"


def imported(game: str, scenario: str, override: str, start: str) -> Match:
    """Such a record, as a server takes it over."""
    match = Match.load(as_record(game, scenario, override, start))
    if not match.over:
        match.fresh_dice(secret_from_seed(1))
    return match


def use(match: Match, seed: str) -> None:
    """Look at a match from all sides, play on, and take it through its texts."""
    lots = RepeatableRandom(seed)
    for _ in range(ACTIONS):
        for side in (*match.rules.sides, None):
            match.view(side).encode()
            match.overlays(side)
            match.log(side)
        if match.over:
            break
        match.decision.hints()
        match.decision.preview()
        match.decision.disabled()
        match.play(match.decision.actions[lots.below(len(match.decision.actions))])
    Match.load(match.record(with_secret=True))
    Match.from_position(match.position(), seed=1)


def fault(make: Callable[[], Match], seed: str = "1") -> str | None:
    """What a hostile text does that it should not; None if it is refused in a line, or can be played."""
    try:
        match = make()
    except WestfrontError as error:
        return None if str(error).isprintable() and len(str(error)) < 600 else f"no sentence: {str(error)[:800]!r}"
    except Exception:
        return traceback.format_exc(limit=-4)
    try:
        use(match, seed)
    except Exception:
        return f"not refused, and then {traceback.format_exc(limit=-4)}"
    return None
