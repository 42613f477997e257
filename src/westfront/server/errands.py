"""Long work: records that are brought, games that are loaded or verified, drawings. It is done in other processes.

Few wait for it at a time, and fewer for each address; whoever comes then is told so and tries again.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import pickle
from collections.abc import Sequence

import msgspec

from westfront.engine.luck import Luck
from westfront.engine.match import Match
from westfront.engine.position import setting_of
from westfront.engine.record import Entry, write_record
from westfront.engine.rules import AnyRules, Rules
from westfront.errors import FormatError, WestfrontError
from westfront.server import art
from westfront.server.limits import Places
from westfront.server.messages import End, LuckNow
from westfront.server.processes import Died, Processes
from westfront.server.refusal import ApiError

PROCESSES = max(1, min(2, (os.cpu_count() or 1) - 1))
SECONDS = 60.0
"""The longest that one errand may take."""
MOST, EACH = 12, 2
"""How many may wait for errands or have one done, in all and of one address."""
LONG = 150
"""Games of more actions than this are loaded in another process."""
FULL = "The server has other long work to do just now; try again in a few seconds."


class Brought(msgspec.Struct, frozen=True, tag=True):
    """A record that somebody brings, to go on with fresh dice."""

    record: str


class Finished(msgspec.Struct, frozen=True, tag=True):
    """The record of a game that is over, to be verified."""

    record: str


class Kept(msgspec.Struct, frozen=True, tag=True):
    """A game as the store has it, to be loaded."""

    head: str
    secret: str
    result: str
    auto: bool
    entries: list[Entry]


class Picture(msgspec.Struct, frozen=True, tag=True):
    """A drawing of a game."""

    file: str
    game: str
    scenario: str
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


class Loaded(msgspec.Struct, frozen=True, tag=True):
    """A match, as one process of ours hands it to another: its setting, and everything but its rules."""

    setting: list[str]
    data: bytes


class Refused(msgspec.Struct, frozen=True, tag=True):
    """Why not, in a sentence."""

    sentence: str


class Verified(msgspec.Struct, frozen=True, tag=True):
    """What the record of a game proves."""

    end: End


Errand = Brought | Finished | Kept | Picture
Reply = Begun | Verified | Loaded | Packed | Refused


class Errands:
    """Sends for things; games that are loaded do not wait behind what visitors bring."""

    def __init__(self) -> None:
        self._visitors, self._tables = Processes(PROCESSES, carry_out), Processes(1, carry_out)
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

    def draw(self, picture: Picture, who: str) -> Packed:
        """A drawing."""
        found = self._send(picture, who)
        assert isinstance(found, Packed)
        return found

    def load(self, head: str, secret: str, result: str, auto: bool, entries: Sequence[Entry]) -> Match:
        """A game as the store has it; a short one is loaded here and now."""
        kept = Kept(head, secret, result, auto, list(entries))
        if len(entries) <= LONG:
            return replayed(kept)
        found = _ask(self._tables, kept)
        assert isinstance(found, Loaded)
        match: Match = _Unpickler(setting_of(list(enumerate(found.setting)))[1], found.data).load()
        return match

    def _send(self, errand: Errand, who: str) -> Reply:
        if not self._places.take(who):
            raise ApiError(503, FULL, retry=5)
        try:
            return _ask(self._visitors, errand)
        finally:
            self._places.leave(who)

    def close(self) -> None:
        """End whatever is done now."""
        self._visitors.close()
        self._tables.close()


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
            case Kept():
                found = replayed(errand)
                reply = Loaded(list(found.setting.lines()), _pickled(found))
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
    secret = " ".join(f"{n}={source.secret.hex()}" for n, source in enumerate(match.sources) if source.secret)
    to_act = "" if match.over else match.decision.side
    return Begun(match.rules.id, head, secret, match.entries, to_act, match.result or "")


def replayed(kept: Kept) -> Match:
    """The match of a stored game; every action, hash and roll is checked on the way."""
    secrets = {int(n): bytes.fromhex(secret) for n, _, secret in (word.partition("=") for word in kept.secret.split())}
    text = write_record(kept.head.split("\n"), kept.entries, kept.result or None, secrets)
    return Match.load(text, auto=kept.auto)


def _verify(record: str) -> End:
    try:
        match = Match.load(record)
    except FormatError as error:
        return End(False, f"The record does not hold: {error}.", {})
    rolls = sum(len(entry.rolls) for entry in match.entries)
    has_secret = all(source.secret for source in match.sources)
    luck = {side: _luck(side, one) for side, one in match.luck().items()}
    if not has_secret:
        words = f"Every action follows the rules ({match.number}); the secret of the dice is not in the record."
    else:
        words = (
            f"Every action follows the rules ({match.number}), and every roll comes from the promised dice ({rolls})."
        )
    return End(has_secret, words, luck)


def _luck(side: str, luck: Luck) -> LuckNow:
    if abs(luck.deviation) < 0.5:
        words = "the dice were even-handed"
    else:
        rare = ", as in one game of twenty" if abs(luck.deviation) > 2 else ""
        words = f"{'good' if luck.gained > 0 else 'bad'} luck{rare}"
    return LuckNow(luck.dice, luck.gained, luck.deviation, f"{side}: {words}.")


def _draw(picture: Picture) -> Packed:
    drawn = art.draw(picture.file, picture.game, picture.scenario, picture.dark)
    tag = hashlib.sha256(drawn.data).hexdigest()[:24]
    return Packed(drawn.media, tag, gzip.compress(drawn.data, 6, mtime=0))


class _Pickler(pickle.Pickler):
    """A match goes without its rules, which every process has."""

    def persistent_id(self, thing: object) -> str | None:
        return "rules" if isinstance(thing, Rules) else None


def _pickled(match: Match) -> bytes:
    file = io.BytesIO()
    _Pickler(file, pickle.HIGHEST_PROTOCOL).dump(match)
    return file.getvalue()


class _Unpickler(pickle.Unpickler):
    def __init__(self, rules: AnyRules, data: bytes) -> None:
        super().__init__(io.BytesIO(data))
        self._rules = rules

    def persistent_load(self, name: str) -> AnyRules:
        return self._rules
