"""Records: the text of a whole game, for saves, mail files, fixtures and bug reports.

    westfront record 2
    game = ford                                the setting, as in a position
    ...
    data = 5e0c...                             a digest of the numbers of the game
    commitment = 5e0c...                       to the secret of the dice
    advice = none                              only if both sides have agreed to none
    player red = Anna
    start = turn = 3                           only if the game began from a position: its lines
    begin
    1 red: move R1 0304 ~ 51aa... # 83c1...    number, side, action; a digest of what it did; the hash of all so far
    2 red: confirm | 0 combat d6 4 ~ ... # ... with its rolls: index, purpose, faces, values
    3 blue: pass (auto) ~ ... # ...            passed by the machine, since there was no other choice
    4 blue: undo ~ ... # ...                   also lines that are no actions of the game: see below
    result = red: Red holds both villages
    secret = 8f3a...
    end 4 c91b...                              number of actions, and a checksum of all lines above

Parsing only takes the text apart; Match.load replays it and names the first line that does not hold.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from westfront.engine.dice import MOST_FACES, Roll
from westfront.engine.grammar import RESERVED
from westfront.engine.position import SETTING_KEY, text_lines
from westfront.errors import FormatError

TITLE = "westfront record 2"
UNDO, BACK, RESIGN, DRAWN, LATE, SEAL, OPEN, FRESH, ADVICE = RESERVED
"""Lines of a record that are no actions of the game: `undo`; `back 37`, to which both agreed; `resign`, `draw`;
`late`, by which a clock decides; `seal` and `open`, by which a side commits itself to its share in the dice and then
tells it; `fresh`, the commitment to the secret from which the dice come from here on; `advice`, for which a side has
asked."""
NO_ADVICE = "advice = none"
"""The line in the head of a record by which both sides agree that nobody asks for advice."""
ENDS = (RESIGN, DRAWN, LATE)
"""Those that end a game, however it stands."""

_ENTRY = re.compile(r"(\d{1,9}) (\S+): ([^|#~]+?)( \(auto\))?((?: \| [^|#~]+?)*) ~ ([0-9a-f]{8}) # ([0-9a-f]{32})")
_SECRET = re.compile(r"secret(?: (\d{1,4}))?")
_ROLL = re.compile(r"(\d{1,9}) (\S+) d(\d{1,3}) (\d{1,3}(?: \d{1,3})*)")
_PLAYER = re.compile(r"player (\S+)")


class Entry(NamedTuple):
    """One action of a record."""

    number: int
    side: str
    action: str
    auto: bool
    rolls: tuple[Roll, ...]
    effect: str
    """A digest of what the action did to the fields that the game vouches for."""
    hash: str

    def body(self) -> str:
        """The line without its hash; what the hash is made of, together with the one before."""
        rolls = "".join(f" | {roll.text()}" for roll in self.rolls)
        return f"{self.number} {self.side}: {self.action}{' (auto)' if self.auto else ''}{rolls} ~ {self.effect}"

    def line(self) -> str:
        """The whole line."""
        return f"{self.body()} # {self.hash}"


def back_to(entry: Entry) -> int | None:
    """The action that a line goes back to, if it does."""
    verb, _, number = entry.action.partition(" ")
    return int(number) if verb == BACK and number.isdecimal() and len(number) < 10 else None


class Lineage:
    """Which actions last. Each line of a record knows the last action that stood before it, so that going back any
    number of times costs a step each."""

    def __init__(self) -> None:
        self._tip = [0]
        """For each number of lines the last action that stands then, 0 for none."""
        self._below = [0]
        """For each action the one that it was built on."""
        self.depth = [0]
        """For each number of lines how many actions stand then."""

    def add(self, entry: Entry) -> None:
        """The next line of the record."""
        tip, to, verb = self._tip[-1], back_to(entry), entry.action.partition(" ")[0]
        self._below.append(tip)
        if entry.action == UNDO:
            tip = self._below[tip]
        elif to is not None:
            tip = self._tip[to]
        elif verb not in (SEAL, OPEN, FRESH, ADVICE):
            tip = len(self._tip)
        stands = tip == len(self._tip)
        self.depth.append(self.depth[self._below[-1]] + 1 if stands else self.depth[tip])
        self._tip.append(tip)

    def back_from(self, number: int) -> Iterator[int]:
        """The numbers of the actions that stand after so many lines, the last one first."""
        action = self._tip[number]
        while action:
            yield action
            action = self._below[action]

    def undone(self, number: int, to: int) -> Iterator[int]:
        """The actions that stood after so many lines and do not stand any more after going back to another line."""
        action, kept = self._tip[number], self._tip[to]
        while action != kept:  # whoever has the higher number cannot be below the other
            if action > kept:
                yield action
                action = self._below[action]
            else:
                kept = self._below[kept]


def lasting(entries: Sequence[Entry]) -> list[Entry]:
    """The actions that were not taken back."""
    lineage = Lineage()
    for entry in entries:
        lineage.add(entry)
    return [entries[number - 1] for number in reversed(list(lineage.back_from(len(entries))))]


class Numbered(NamedTuple):
    """An entry with the line it stands on."""

    line: int
    entry: Entry


def end_of_stretch(entries: Sequence[Numbered], at: int, lost: Collection[int]) -> int:
    """Where a record comes back from a line that cannot be followed: at the next line that goes back behind it, to none
    that is lost as well, or that ends the game whatever the rules say."""
    first = entries[at].entry.number
    for later in range(at + 1, len(entries)):
        entry = entries[later].entry
        to = back_to(entry)
        if entry.action in ENDS or (to is not None and to < first and to not in lost):
            return later
    return len(entries)


class Record(NamedTuple):
    """A record taken apart, not yet believed."""

    head: list[tuple[int, str]]
    setting: list[tuple[int, str]]
    data: str
    commitment: str
    advice: bool
    players: dict[str, str]
    start: list[tuple[int, str]]
    entries: list[Numbered]
    result: tuple[int, str] | None
    secrets: dict[int, tuple[int, str]]
    """The secrets that are told, by the number of the source of dice, each with its line."""


def chain(before: str, body: str) -> str:
    """The next link of the hash chain: what was, what was done and what came of it."""
    return hashlib.sha256(f"{before}\n{body}".encode()).hexdigest()[:32]


def checksum(lines: Iterable[str]) -> str:
    """The hash of some lines of text."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:32]


def write_record(head: list[str], entries: list[Entry], result: str | None, secrets: Mapping[int, bytes]) -> str:
    """The text of a record, with the secrets that may be told."""
    lines = [TITLE, *head, "begin", *(entry.line() for entry in entries)]
    if result is not None:
        lines.append(f"result = {result}")
    lines += [f"{f'secret {n}' if n else 'secret'} = {secret.hex()}" for n, secret in sorted(secrets.items())]
    return "\n".join([*lines, f"end {len(entries)} {checksum(lines)}"]) + "\n"


def parse_record(text: str) -> Record:
    """Take a record apart; the form of each line and the numbers must hold."""
    lines = text_lines(text, TITLE)
    begin = next((i for i, (_, line) in enumerate(lines) if line == "begin"), None)
    if begin is None:
        raise FormatError(None, "the record is cut off: it has no line `begin`")
    head, body = lines[:begin], lines[begin + 1 :]
    if not body or not body[-1][1].startswith("end "):
        raise FormatError(None, f"the record is cut off after line {lines[-1][0]}: it has no line `end`")
    entries, tail = _entries(body[:-1])
    facts = _tail(tail)
    record = Record(
        head=head,
        setting=[(n, line) for n, line in head if SETTING_KEY.fullmatch(line.partition(" = ")[0])],
        data=_hexadecimal(head, "data", 16),
        commitment=_hexadecimal(head, "commitment", 64),
        advice=NO_ADVICE not in (line for _, line in head),
        players=_players(head),
        start=[(n, line.removeprefix("start = ")) for n, line in head if line.startswith("start = ")],
        entries=entries,
        result=facts.pop("result", None),
        secrets={int((_SECRET.fullmatch(key) or [0, 0])[1] or 0): fact for key, fact in facts.items()},
    )
    known = len(record.setting) + len(record.players) + len(record.start) + 2 + (not record.advice)
    if known != len(head):
        raise FormatError(None, "the head of the record has a line that does not belong there, or one twice")
    _check_chain(record)
    return record


def _check_chain(record: Record) -> None:
    """Every link must fit the one before and its own line; no rules are needed to see that."""
    link = checksum(line for _, line in record.head)
    for line, entry in record.entries:
        link = chain(link, entry.body())
        if link != entry.hash:
            raise FormatError(line, "the hash does not fit: this line, or one before it, was changed by hand")


def check_end(text: str, record: Record) -> None:
    """The last line: how many actions there are, and that nothing was changed."""
    lines = text_lines(text, TITLE)
    number, last = lines[-1]
    wanted = f"end {len(record.entries)} {checksum([TITLE, *(line for _, line in lines[:-1])])}"
    if last != wanted:
        raise FormatError(number, "the checksum does not fit: a line above was changed, added or removed")


def _entries(body: list[tuple[int, str]]) -> tuple[list[Numbered], list[tuple[int, str]]]:
    """The actions, and the lines behind them."""
    found: list[Numbered] = []
    for i, (number, line) in enumerate(body):
        if line.startswith(("result ", "secret ")):
            return found, body[i:]
        match = _ENTRY.fullmatch(line)
        if not match:
            raise FormatError(number, "this is not an action of a record")
        if int(match[1]) != len(found) + 1:
            raise FormatError(number, f"action {len(found) + 1} is expected here, not {match[1]}")
        rolls = tuple(_roll(number, text) for text in match[5].split(" | ")[1:])
        entry = Entry(int(match[1]), match[2], match[3], bool(match[4]), rolls, match[6], match[7])
        if entry.line() != line:
            raise FormatError(number, "this action is not written as Westfront writes it")
        found.append(Numbered(number, entry))
    return found, []


def _roll(number: int, text: str) -> Roll:
    match = _ROLL.fullmatch(text)
    if not match or not 2 <= int(match[3]) <= MOST_FACES:
        raise FormatError(number, f"{text[:60]!r} is not a roll")
    return Roll(int(match[1]), match[2], int(match[3]), tuple(int(word) for word in match[4].split()))


def _tail(lines: list[tuple[int, str]]) -> dict[str, tuple[int, str]]:
    found: dict[str, tuple[int, str]] = {}
    for number, line in lines:
        key, equals, value = line.partition(" = ")
        if not equals or (key != "result" and not _SECRET.fullmatch(key)) or key in found:
            raise FormatError(number, "after the actions come the result, the secrets and the end, once each")
        found[key] = number, value
    return found


def _hexadecimal(head: list[tuple[int, str]], key: str, digits: int) -> str:
    found = [line.removeprefix(f"{key} = ") for _, line in head if line.startswith(f"{key} = ")]
    if len(found) != 1 or not re.fullmatch(rf"[0-9a-f]{{{digits}}}", found[0]):
        raise FormatError(None, f"the head of the record needs one {key} of {digits} hexadecimal digits")
    return found[0]


def _players(head: list[tuple[int, str]]) -> dict[str, str]:
    found = {}
    for _, line in head:
        key, _, value = line.partition(" = ")
        match = _PLAYER.fullmatch(key)
        if match:
            found[match[1]] = value
    return found
