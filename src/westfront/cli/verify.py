"""Check a record and say in words what that proves, and what it does not."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console

from westfront.cli.report import check
from westfront.cli.saves import load_match
from westfront.engine.match import Match
from westfront.engine.source import Source

NOT_PROVED = """\
Not proved:
  - who sat at the keyboard, and that nobody looked at what he should not see;
  - that the record is the only one: somebody could have played the game
    several times and shown you the one he liked, unless you saw the
    commitment before the first action;
  - that a save was not read: it holds the secret, and with it every roll to
    come. docs/dice.md says who could cheat, and how."""


def verify(args: Namespace, out: Console) -> int:
    """Replay a record and say what was proved."""
    match = load_match(Path(args.file))
    for line in findings(match, args.file):
        out.print(line, soft_wrap=True)
    for report in args.reports:
        out.print(check(match.record(with_secret=True), Path(report)), soft_wrap=True)
    return 0


def findings(match: Match, name: str) -> Iterator[str]:
    """What the replay of a record has shown; loading it has checked everything that is told here."""
    rules = match.rules
    yield f"{name}: {rules.title}, {rules.scenario}, {many(match.number, 'action')}, {many(_thrown(match), 'roll')}."
    yield f"Proved: every action is legal under rules {rules.version}, in order, and does what the record says;"
    yield "  no line was changed since it was written."
    yield from (f"Warning: {warning}." for warning in match.warnings)
    yield from _dice(match)
    yield from _takebacks(match)
    yield f"Result: {match.result or 'still open'}. Hash: {match.hash}"
    yield NOT_PROVED


def _dice(match: Match) -> Iterator[str]:
    """Each source of dice with its rolls."""
    if not _thrown(match):
        yield "Dice: none was thrown yet."
    ends = [source.first_roll for source in match.sources[1:]] + [_thrown(match)]
    for number, (source, end) in enumerate(zip(match.sources, ends, strict=True)):
        if number:
            first = source.first_roll + 1
            yield f"Dice: from roll {first} on they come from a fresh secret: another host, or the old one was lost."
        if end > source.first_roll:
            yield f"Dice: {_span(source.first_roll + 1, end)} {_origin(source)}."


def _span(first: int, last: int) -> str:
    return f"roll {first}" if first == last else f"rolls {first} to {last}"


def _origin(source: Source) -> str:
    """Where rolls come from, and whether that could be checked."""
    if source.secret is None:
        told = "can be checked when the game is over and the host tells his secret, to which he is bound already"
        return f"{told}; a share of each side is mixed in" if source.is_mixed else told
    if source.is_mixed:
        return (
            "derived again, from the host's secret mixed with a share of each side: nobody could choose or foresee "
            "them alone, though all three together could"
        )
    return (
        "derived again, from the host's secret alone: he could not change them once the game had begun, "
        "but he could foresee them"
    )


def _takebacks(match: Match) -> Iterator[str]:
    across = [back for back in match.takebacks if back.rolls]
    if match.takebacks:
        rolls = many(sum(back.rolls for back in across), "roll")
        dice = f"{len(across)} of them across dice, which undid {rolls}" if across else "none of them across dice"
        yield f"Takebacks by consent: {len(match.takebacks)}, {dice}."


def _thrown(match: Match) -> int:
    return len(match.dice.rolls)


def many(number: int, what: str) -> str:
    """A number of things."""
    return f"{number} {what}{'' if number == 1 else 's'}"
