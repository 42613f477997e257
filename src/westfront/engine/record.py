"""Records: the text of a whole game, for saves, mail files, fixtures and bug reports.

    westfront record 1
    game = ford                              the setting, as in a position
    ...
    commitment = 5e0c...                     of the secret of the dice
    player red = Anna
    start = turn = 3                         only if the game began from a position: its lines
    begin
    1 red: move R1 0304 # 83c1...            number, side, action, and the hash of everything so far
    2 red: confirm | 0 combat d6 4 # 09af... with its rolls: index, purpose, faces, values
    3 blue: pass (auto) # 77d0...            taken by the machine, since there was no other choice
    4 blue: undo # b1e2...                   also `resign`, `draw`, and `back 37`: both agreed to go back
    result = red: Red holds both villages
    secret = 8f3a...
    end 4 c91b...                            number of actions, and a checksum of all lines above

Parsing only takes the text apart; Match.load replays it and names the first line that does not hold.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from westfront.engine.dice import MOST_FACES, Roll
from westfront.engine.position import SETTING_KEY, text_lines
from westfront.errors import FormatError

TITLE = "westfront record 1"
UNDO, RESIGN, DRAWN, BACK = "undo", "resign", "draw", "back"
"""Lines of a record that are no actions of the game: `undo`, `resign`, `draw`, and `back 37` by consent of both."""

_ENTRY = re.compile(r"(\d{1,9}) (\S+): ([^|#]+?)( \(auto\))?((?: \| [^|#]+?)*) # ([0-9a-f]{32})")
_ROLL = re.compile(r"(\d{1,9}) (\S+) d(\d{1,3}) (\d{1,3}(?: \d{1,3})*)")
_PLAYER = re.compile(r"player (\S+)")


class Entry(NamedTuple):
    """One action of a record."""

    number: int
    side: str
    action: str
    auto: bool
    rolls: tuple[Roll, ...]
    hash: str

    def body(self) -> str:
        """The line without its hash; what the hash is made of, together with the state that follows."""
        rolls = "".join(f" | {roll.text()}" for roll in self.rolls)
        return f"{self.number} {self.side}: {self.action}{' (auto)' if self.auto else ''}{rolls}"

    def line(self) -> str:
        """The whole line."""
        return f"{self.body()} # {self.hash}"


def back_to(entry: Entry) -> int | None:
    """The action that a line goes back to, if it does."""
    verb, _, number = entry.action.partition(" ")
    return int(number) if verb == BACK and number.isdecimal() and len(number) < 10 else None


def lasting(entries: Sequence[Entry]) -> list[Entry]:
    """The actions that were not taken back."""
    found: list[Entry] = []
    for i, entry in enumerate(entries):
        to = back_to(entry)
        if entry.action == UNDO:
            found.pop()
        elif to is not None:
            found = lasting(entries[: min(to, i)])
        else:
            found.append(entry)
    return found


class Numbered(NamedTuple):
    """An entry with the line it stands on."""

    line: int
    entry: Entry


class Record(NamedTuple):
    """A record taken apart, not yet believed."""

    head: list[tuple[int, str]]
    setting: list[tuple[int, str]]
    commitment: str
    players: dict[str, str]
    start: list[tuple[int, str]]
    entries: list[Numbered]
    result: tuple[int, str] | None
    secret: tuple[int, str] | None


def chain(before: str, body: str, digest: bytes) -> str:
    """The next link of the hash chain: what was, what was done, what is now."""
    return hashlib.sha256(f"{before}\n{body}\n".encode() + digest).hexdigest()[:32]


def checksum(lines: Iterable[str]) -> str:
    """The hash of some lines of text."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:32]


def write_record(head: list[str], entries: list[Entry], result: str | None, secret: bytes | None) -> str:
    """The text of a record."""
    lines = [TITLE, *head, "begin", *(entry.line() for entry in entries)]
    if result is not None:
        lines.append(f"result = {result}")
    if secret is not None:
        lines.append(f"secret = {secret.hex()}")
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
        commitment=_commitment(head),
        players=_players(head),
        start=[(n, line.removeprefix("start = ")) for n, line in head if line.startswith("start = ")],
        entries=entries,
        result=facts.get("result"),
        secret=facts.get("secret"),
    )
    known = len(record.setting) + len(record.players) + len(record.start) + 1
    if known != len(head):
        raise FormatError(None, "the head of the record has a line that does not belong there, or one twice")
    return record


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
        if line.startswith(("result = ", "secret = ")):
            return found, body[i:]
        match = _ENTRY.fullmatch(line)
        if not match:
            raise FormatError(number, "this is not an action of a record")
        if int(match[1]) != len(found) + 1:
            raise FormatError(number, f"action {len(found) + 1} is expected here, not {match[1]}")
        rolls = tuple(_roll(number, text) for text in match[5].split(" | ")[1:])
        entry = Entry(int(match[1]), match[2], match[3], bool(match[4]), rolls, match[6])
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
        if not equals or key not in ("result", "secret") or key in found:
            raise FormatError(number, "behind the actions stand the result, the secret and the end, each once")
        found[key] = number, value
    return found


def _commitment(head: list[tuple[int, str]]) -> str:
    found = [line.removeprefix("commitment = ") for _, line in head if line.startswith("commitment = ")]
    if len(found) != 1 or not re.fullmatch(r"[0-9a-f]{64}", found[0]):
        raise FormatError(None, "the head of the record needs one commitment of 64 hexadecimal digits")
    return found[0]


def _players(head: list[tuple[int, str]]) -> dict[str, str]:
    found = {}
    for _, line in head:
        key, _, value = line.partition(" = ")
        match = _PLAYER.fullmatch(key)
        if match:
            found[match[1]] = value
    return found
