"""Short ways to begin, to go on and to look at games of the Ford in the tests of the engine."""

from __future__ import annotations

from typing import Any

import tests.ford  # noqa: F401  (registers the game)
from westfront.engine.dice import RepeatableRandom, ScriptedDice
from westfront.engine.match import Match
from westfront.engine.record import chain, checksum

HEAD = "westfront position 1\ngame = ford\nrules = 1\nscenario = assault\n"


def sentence(error: BaseException) -> str:
    """The message of an error, which must be one printable line of a bearable length."""
    text = str(error)
    assert text
    assert text.isprintable(), repr(text)
    assert len(text) < 500, text
    return text


def position(body: str, fog: str = "on") -> str:
    """A position of the Ford: its head, and the lines of the body without their indentation."""
    lines = [line.strip() for line in body.strip().splitlines()]
    return HEAD + f"option fog = {fog}\n" + "\n".join(lines) + "\n"


def begin(body: str, *, dice: tuple[int, ...] = (), fog: str = "on", auto: bool = True) -> Match:
    """A match from such a position, with scripted dice."""
    match = Match.from_position(position(body, fog), seed=0, auto=auto)
    match.dice = ScriptedDice(dice)
    return match


def play_random(match: Match, lots: RepeatableRandom, most: int = 10_000) -> Match:
    """Play random actions, at most so many, or until the game is over."""
    for _ in range(most):
        if match.over:
            break
        codes = match.decision.actions
        match.play(codes[lots.below(len(codes))])
    return match


def facts(match: Match) -> tuple[Any, ...]:
    """Everything about a match that a refused action must leave alone."""
    logs = [match.log(side) for side in ("red", "blue", None)]
    return match.hash, match.number, match.state.digest(), logs, list(match.dice.rolls), match.can_undo, match.record()


def signed(lines: list[str]) -> str:
    """A record of these lines as somebody would forge it: every link of the chain and the checksum made to fit."""
    begin = lines.index("begin") if "begin" in lines else len(lines)
    link, forged = checksum(lines[1:begin]), lines[: begin + 1]
    for line in lines[begin + 1 : -1]:
        body, hash_, _ = line.rpartition(" # ")
        link = chain(link, body) if hash_ else link
        forged.append(f"{body} # {link}" if hash_ else line)
    actions = sum(line[0].isdigit() for line in lines)
    return "\n".join([*forged, f"end {actions} {checksum(forged)}"]) + "\n"
