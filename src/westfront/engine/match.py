"""Match: one game being played, from its beginning or from its record.

What is played is in `playing.py`, what is seen in `looking.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from westfront.engine.data import Overrides
from westfront.engine.decision import NOTATION
from westfront.engine.dice import (
    Dice,
    Roll,
    SealedDice,
    SecretDice,
    commitment,
    new_secret,
    secret_from_seed,
)
from westfront.engine.looking import Looking
from westfront.engine.position import read_position, read_state, setting_of
from westfront.engine.record import (
    ADVICE,
    DRAWN,
    FRESH,
    LATE,
    OPEN,
    RESIGN,
    SEAL,
    UNDO,
    Entry,
    Numbered,
    Record,
    back_to,
    check_end,
    checksum,
    end_of_stretch,
    parse_record,
    write_record,
)
from westfront.engine.replay_dice import ReplayDice, WrongRoll
from westfront.engine.rules import Setting
from westfront.engine.source import HEXADECIMAL, Source
from westfront.engine.views import side_number
from westfront.errors import FormatError, IllegalAction, OtherBuild, UnknownGame


class Match(Looking):
    """One game being played."""

    @classmethod
    def new(
        cls,
        game: str,
        scenario: str | None = None,
        *,
        options: Mapping[str, object] | None = None,
        overrides: Overrides | None = None,
        version: str | None = None,
        players: Mapping[str, str] | None = None,
        seed: int | str | None = None,
        auto: bool = True,
        advice: bool = True,
    ) -> Match:
        """A new game; with a seed its dice can be repeated, without one nobody can foresee them.

        Without `advice` both sides agree that no machine is asked what it would do.
        """
        chosen = {name: str(value) for name, value in (options or {}).items()}
        setting = Setting.choose(game, scenario, chosen, overrides, version)
        secret = new_secret() if seed is None else secret_from_seed(seed)
        return cls(setting, SecretDice(secret), commitment(secret), players=players, auto=auto, advice=advice)

    @classmethod
    def from_position(cls, text: str, *, seed: int | str | None = None, auto: bool = True) -> Match:
        """A game that begins from a position in text."""
        setting, rules, state = read_position(text)
        secret = new_secret() if seed is None else secret_from_seed(seed)
        return cls(setting, SecretDice(secret), commitment(secret), rules=rules, start=state, auto=auto)

    # -- the record

    def record(self, *, with_secret: bool = False) -> str:
        """The record; the secrets of the dice are in it once the game is over, or for a save on one's own machine."""
        may_tell = self.over or with_secret
        secrets = {n: source.secret for n, source in enumerate(self.sources) if source.secret and may_tell}
        return write_record(self._head, self.entries, self.result, secrets)

    @classmethod
    def load(cls, text: str, upto: int | None = None, *, auto: bool = True, halt: bool = False) -> Match:
        """Replay a record, or its first `upto` actions; FormatError names the first line that does not hold.

        With `halt` a record that these rules do not follow to its end stands still at the last position that they do.
        """
        record = parse_record(text)
        match = _begin(record)
        for _ in match.follow(record.entries[:upto], halt=halt):
            pass
        if upto is None and not match.halted:
            _check_result(record, match)
        _check_secrets(record, match)
        check_end(text, record)
        match._auto = auto
        return match

    def follow(self, entries: Sequence[Numbered], *, halt: bool = False) -> Iterator[Entry]:
        """Follow the lines of a record one by one.

        Those that these rules do not follow are passed over if both sides have gone back behind them since; if not,
        that is an error, or with `halt` the game stands still.
        """
        at = 0
        while at < len(entries):
            line, entry = entries[at]
            try:
                self.replay(entry, line)
            except OtherBuild as error:
                end = end_of_stretch(entries, at, self._passed_over)
                if end == len(entries) and not halt:
                    raise
                for line, entry in entries[at:end]:
                    self._pass_over(entry, line)
                    yield entry
                self.halted = error
                if end < len(entries):
                    self._rejoin(entries[end].entry, entries[end].line)
                    yield entries[end].entry
                at = end
            else:
                yield entry
            at += 1

    def _pass_over(self, entry: Entry, line: int) -> None:
        """Keep a line as it stands; its hash fits, and its dice stay thrown."""
        numbers, back = [roll.number for roll in entry.rolls], back_to(entry)
        first = self.dice.thrown
        if numbers != list(range(first, first + len(numbers))) or (back is not None and back >= entry.number):
            raise FormatError(line, "this line does not fit those before it")
        try:
            self._pass_over_dice(side_number(self.rules, entry.side), *entry.action.split(" ", 1))
        except (IllegalAction, UnknownGame) as error:
            raise FormatError(line, str(error)) from None
        self._undo.clear()
        self._append(entry, self.state)
        self._passed_over.add(entry.number)
        self.dice.rolls += entry.rolls

    def _pass_over_dice(self, side: int, verb: str, value: str = "") -> None:
        """Where dice come from does not hang on the rules."""
        if verb == SEAL:
            self.sources[-1].seal(side, value, self.dice.thrown)
        elif verb == OPEN:
            self.sources[-1].open(side, value, self.dice.thrown)
        elif verb == FRESH:
            self.sources.append(Source(value, self.dice.thrown))

    def _rejoin(self, entry: Entry, line: int) -> None:
        """Both sides went back behind what was passed over, or ended the game. What going back changed cannot be
        told, since nobody here knows from where."""
        to = back_to(entry)
        if to is None:
            self.replay(entry, line)
            return
        side_number(self.rules, entry.side)
        state, undone = self.state_at(to), self._rolls_undone(to)
        self._append(entry, state)
        self.halted = None
        self._note_takeback(to, undone)

    def replay(self, entry: Entry, line: int | None = None) -> None:
        """Follow one entry of a record with the rolls that it states; if it does not come out as it says, nothing is
        changed."""
        own, auto = self.dice, self._auto
        self.dice = dice = ReplayDice(len(own.rolls), entry.rolls)
        self._auto, self._expected = False, (line, entry)
        try:
            self._follow(entry)
        except IllegalAction as error:
            raise OtherBuild(line, entry.number, str(error)) from None
        except WrongRoll as error:
            raise OtherBuild(line, entry.number, f"the rolls do not fit: {error}") from None
        finally:
            self.dice, self._auto, self._expected = own, auto, None
        own.rolls += dice.rolls

    def _follow(self, entry: Entry) -> None:
        """Do again what an entry says."""
        verb, _, value = entry.action.partition(" ")
        back = back_to(entry)
        if entry.action == UNDO:
            self.undo(side=entry.side)
        elif entry.action == RESIGN:
            self.resign(entry.side)
        elif entry.action == DRAWN:
            self.agree_draw(entry.side)
        elif entry.action == LATE:
            self.run_out(entry.side)
        elif entry.action == ADVICE:
            self.note_advice(entry.side)
        elif back is not None:
            self.take_back(back, entry.side)
        elif verb == SEAL:
            self.seal(entry.side, value)
        elif verb == OPEN:
            self.open_share(entry.side, value)
        elif verb == FRESH:
            self._check_sender(entry.side, None)
            self._renew(Source(value, self.dice.thrown))
        elif entry.auto:
            self._follow_auto(entry)
        else:
            self.play(entry.action, side=entry.side)

    def _follow_auto(self, entry: Entry) -> None:
        self._check_sender(entry.side, None)
        if self.decision.texts != (entry.action,):
            raise IllegalAction(NOTATION, "marked as the only choice, which it is not")
        self._take(self.decision.actions[0], self.dice, auto=True)

    def __repr__(self) -> str:
        stands = self.result or ("stands still" if self.halted else f"{self.decision.side} to act")
        return f"Match({self.rules.id}, {self.number} actions, {stands})"


def _begin(record: Record) -> Match:
    """The match of a record before its first action."""
    setting, rules = setting_of(record.setting)
    start = read_state(rules, record.start) if record.start else None
    try:
        match = Match(
            setting,
            SealedDice(),
            record.commitment,
            rules=rules,
            players=record.players,
            start=start,
            auto=False,
            advice=record.advice,
        )
    except UnknownGame as error:
        raise FormatError(None, str(error)) from None
    written = [f"data = {record.data}" if line.startswith("data = ") else line for line in match._head]
    if [line for _, line in record.head] != written:
        raise FormatError(None, "the head of the record is not written as Westfront writes it")
    if written != match._head:
        match._has_other_numbers = True
        match._head = written
        match.hash = checksum(written)
    return match


def _check_result(record: Record, match: Match) -> None:
    stated = record.result[1] if record.result else None
    if stated != match.result:
        line = record.result[0] if record.result else None
        raise FormatError(line, f"the result is {match.result or 'still open'}, not {(stated or 'open')[:80]!r}")


def _check_secrets(record: Record, match: Match) -> None:
    """Once a secret is there, every roll that came from it is derived again."""
    ends = [source.first_roll for source in match.sources[1:]] + [len(match.dice.rolls)]
    for number, (line, text) in record.secrets.items():
        if number >= len(match.sources):
            continue  # the record was followed only up to a point before this source
        source = match.sources[number]
        secret = bytes.fromhex(text) if HEXADECIMAL.fullmatch(text) else b""
        if not source.fits(secret):
            raise FormatError(line, "the secret does not fit the commitment")
        wrong = source.wrong_roll(secret, match.dice.rolls[source.first_roll : ends[number]])
        if wrong:
            at = next(line for line, entry in record.entries if wrong in entry.rolls)
            raise FormatError(at, f"roll {wrong.number} did not come from the secret of this game")
        source.secret = secret
    last = match.sources[-1].secret
    match.dice = _with_rolls(SealedDice() if last is None else SecretDice(last), match.dice.rolls)
    match._mix()


def _with_rolls(dice: Dice, rolls: list[Roll]) -> Dice:
    dice.rolls = rolls
    return dice
