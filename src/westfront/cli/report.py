"""The report of a side: what it may know of a game, for the mail, under a seal that is checked at the end."""

from __future__ import annotations

import hmac
import re
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console

from westfront.cli.files import ENDING, read_text, write_new
from westfront.cli.saves import load_match
from westfront.engine.match import Match
from westfront.engine.view import Pile, View
from westfront.errors import WestfrontError

TITLE = "westfront report 1"
_HEAD = re.compile(rf"{TITLE}\n(?:.+\n)*side = (\S+)\nafter action = (\d{{1,9}})\n")


def export(args: Namespace, out: Console) -> int:
    """Write the report of a side."""
    match = load_match(Path(args.file))
    text = report(match, args.side)
    path = Path(args.out or f"{Path(args.file).name.removesuffix(ENDING)}-{args.side}-{match.number}.txt")
    write_new(path, text)
    out.print(f"{path}: what {args.side} may know after action {match.number}. It holds nothing else.", soft_wrap=True)
    return 0


def report(match: Match, side: str) -> str:
    """What a side may know after the last action; the seal binds whoever holds the record, and tells nothing."""
    view = match.view(side)
    return (
        "\n".join([TITLE, *_head(match, side), "", *_scene(view), "", *_question(view), "", *_log(match, side)]) + "\n"
    )


def _head(match: Match, side: str) -> Iterator[str]:
    yield from match.setting.lines()
    yield f"commitment = {match.commitment}"
    yield f"side = {side}"
    yield f"after action = {match.number}"
    yield f"seal = {_seal(match, side)}"


def _seal(match: Match, side: str) -> str:
    """The last link of the hash chain under the secret of the dice.

    The bare link would let the other side try out which hidden action fits it; the secret is told when the game is over
    and nothing is hidden any more.
    """
    secret = match.sources[-1].secret
    if secret is None:
        raise WestfrontError(
            "only whoever holds the secret of the dice can write a report: the save, not a copy for mail"
        )
    return hmac.digest(secret, f"report {side} {match.number} {match.hash}".encode(), "sha256").hex()


def _scene(view: View) -> Iterator[str]:
    scene = view.scene
    yield ", ".join(dict.fromkeys(filter(None, (scene.turn, scene.phase))))
    yield from (f"{name}: {value}" for name, value in scene.tracks.items())
    yield from (f"{mark}: {' '.join(hexes)}" for mark, hexes in scene.hexes.items() if hexes)
    for piece in scene.pieces:
        yield f"{piece.at} {piece.side} {' '.join((piece.name or 'hidden', *piece.facts, *piece.states))}"
    yield from (f"{box}: {', '.join(map(_pile, piles))}" for box, piles in scene.boxes.items())


def _pile(pile: Pile) -> str:
    return " ".join((str(pile.count), pile.word or pile.name or "hidden", *pile.facts))


def _question(view: View) -> Iterator[str]:
    """What the side is asked, with everything that it may answer; orders are such lines, in a file of their own."""
    if view.verdict:
        yield f"The game is over: {view.verdict}"
    elif view.question is None:
        yield f"{view.to_act} is to act."
    else:
        yield f"{view.question.prompt} [{view.question.rule}]"
        yield from (f"  {offer.text}" for offer in view.question.offers)


def _log(match: Match, side: str) -> Iterator[str]:
    yield "What has happened:"
    yield from (f"  {line}" for line in match.log(side))


def check(record: str, path: Path) -> str:
    """Hold a report against the whole record: a sentence if it was true, an error if it was not."""
    text = read_text(path)
    head = _HEAD.match(text)
    if not head:
        raise WestfrontError(f"{path}: this is not a report of a game")
    side, number = head[1], int(head[2])
    if report(Match.load(record, upto=number), side) != text:
        raise WestfrontError(f"{path}: the record does not hold what this report says")
    return f"{path}: the report of {side} after action {number} was true."
