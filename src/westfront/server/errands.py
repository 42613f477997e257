"""Long work: records that are brought, games that are verified, drawings. It is done in other processes.

Few wait for it at a time, and fewer for each address; whoever comes then is told so and tries again.
"""

from __future__ import annotations

import gzip
import hashlib
import os

import msgspec

from westfront.engine.luck import Luck
from westfront.engine.match import Match
from westfront.engine.record import Entry
from westfront.errors import FormatError, WestfrontError
from westfront.server import art
from westfront.server.limits import Places
from westfront.server.messages import End, LuckNow
from westfront.server.processes import Died, Processes
from westfront.server.refusal import ApiError, sentence

PROCESSES = max(1, min(2, (os.cpu_count() or 1) - 1))
SECONDS = 60.0
"""The longest that one errand may take."""
MOST, EACH = 12, 2
"""How many may wait for errands or have one done, in all and of one address."""
FULL = "The server has other long work to do just now; try again in a few seconds."


class Brought(msgspec.Struct, frozen=True, tag=True):
    """A record that somebody brings, to go on with fresh dice."""

    record: str


class Finished(msgspec.Struct, frozen=True, tag=True):
    """The record of a game that is over, to be verified."""

    record: str


class Picture(msgspec.Struct, frozen=True, tag=True):
    """A drawing of a game."""

    file: str
    game: str
    scenario: str
    version: str
    dark: bool


class Begun(msgspec.Struct, frozen=True, tag=True):
    """A match as a table of its own needs it: its head and secrets, its actions, and how it stands."""

    game: str
    head: str
    secret: str
    entries: list[Entry]
    to_act: str
    result: str


class Packed(msgspec.Struct, frozen=True, tag=True):
    """A file for the browser, packed."""

    media: str
    tag: str
    data: bytes


class Refused(msgspec.Struct, frozen=True, tag=True):
    """Why not, in a sentence."""

    sentence: str


class Verified(msgspec.Struct, frozen=True, tag=True):
    """What the record of a game proves."""

    end: End


Errand = Brought | Finished | Picture
Reply = Begun | Verified | Packed | Refused


class Errands:
    """Has long work done, and waits for it."""

    def __init__(self) -> None:
        self._processes = Processes(PROCESSES, carry_out)
        self._places = Places(MOST, EACH)

    def begin(self, record: str, who: str) -> Begun:
        """The match of a record that somebody brings."""
        found = self._send(Brought(record), who)
        assert isinstance(found, Begun)
        return found

    def verify(self, record: str, who: str) -> End:
        """What the record of a game that is over proves."""
        found = self._send(Finished(record), who)
        assert isinstance(found, Verified)
        return found.end

    def draw(self, picture: Picture) -> Packed:
        """A drawing. A page asks for several at a time; since each is made only once, nobody is refused."""
        found = _ask(self._processes, picture)
        assert isinstance(found, Packed)
        return found

    def _send(self, errand: Errand, who: str) -> Reply:
        if not self._places.take(who):
            raise ApiError(503, FULL, retry=5)
        try:
            return _ask(self._processes, errand)
        finally:
            self._places.leave(who)

    def close(self) -> None:
        """End whatever is done now."""
        self._processes.close()


def _ask(processes: Processes, errand: Errand) -> Reply:
    try:
        answer = processes.ask(msgspec.msgpack.encode(errand), SECONDS)
    except TimeoutError:
        raise ApiError(422, "This takes too long to be done here.") from None
    except Died:
        raise ApiError(503, "This could not be done just now; try again.", retry=5) from None
    found: Reply = msgspec.msgpack.decode(answer, type=Reply)
    if isinstance(found, Refused):
        raise WestfrontError(found.sentence)
    return found


# -- in the process


def carry_out(asked: bytes) -> bytes:
    """Do an errand."""
    errand: Errand = msgspec.msgpack.decode(asked, type=Errand)
    reply: Reply
    try:
        match errand:
            case Brought(record):
                reply = _begin(record)
            case Finished(record):
                reply = Verified(_verify(record))
            case Picture():
                reply = _draw(errand)
    except WestfrontError as error:
        reply = Refused(str(error))
    return msgspec.msgpack.encode(reply)


def _begin(record: str) -> Begun:
    match = Match.load(record)
    if not match.over:
        match.fresh_dice()
    return begun(match)


def begun(match: Match) -> Begun:
    """A match as a table of its own needs it."""
    lines = match.record().split("\n")
    head = "\n".join(lines[1 : lines.index("begin")])
    to_act = "" if match.over else match.decision.side
    return Begun(match.rules.id, head, secrets_of(match), match.entries, to_act, match.result or "")


def secrets_of(match: Match) -> str:
    """The secrets of the dice, as far as they are known, by the number of their source."""
    return " ".join(f"{n}={source.secret.hex()}" for n, source in enumerate(match.sources) if source.secret)


MIXED = " Both sides have a share in them, so that nobody could choose them alone."
ALONE = " Not all of them have a share of both sides, so whoever kept the secret could have known them."


def _verify(record: str) -> End:
    try:
        match = Match.load(record)
    except FormatError as error:
        return End(False, f"The record does not hold: {error}.", {})
    rolls = sum(len(entry.rolls) for entry in match.entries)
    has_secret = all(source.secret for source in match.sources)
    luck = {side: _luck(side, one) for side, one in match.luck().items()}
    words = f"Every action follows the rules ({match.number}); the secret of the dice is not in the record."
    if has_secret:
        words = (
            f"Every action follows the rules ({match.number}), and every roll comes from the promised dice ({rolls})."
        )
        words += MIXED if all(source.is_mixed for source in match.sources) else ALONE
    undone = sum(back.rolls for back in match.takebacks)
    if undone:
        words += f" By consent of both sides {undone} {'roll was' if undone == 1 else 'rolls were'} taken back."
    words += "".join(f" {sentence(warning)}" for warning in match.warnings)
    return End(has_secret, words, luck)


def _luck(side: str, luck: Luck) -> LuckNow:
    if abs(luck.deviation) < 0.5:
        words = "the dice were even-handed"
    else:
        rare = ", as in one game of twenty" if abs(luck.deviation) > 2 else ""
        words = f"{'good' if luck.gained > 0 else 'bad'} luck{rare}"
    return LuckNow(luck.dice, luck.gained, luck.deviation, f"{side}: {words}.")


def _draw(picture: Picture) -> Packed:
    drawn = art.draw(picture.file, picture.game, picture.scenario, picture.version, picture.dark)
    tag = hashlib.sha256(drawn.data).hexdigest()[:24]
    return Packed(drawn.media, tag, gzip.compress(drawn.data, 9, mtime=0))
