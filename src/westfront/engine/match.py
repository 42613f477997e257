"""Match: one game being played. The one authority on what is legal, what happened and what may be taken back."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property

from westfront.engine.chance import distribution
from westfront.engine.data import Overrides
from westfront.engine.dice import (
    Dice,
    Roll,
    SealedDice,
    SecretDice,
    commitment,
    derive,
    new_secret,
    secret_from_seed,
)
from westfront.engine.event import PUBLIC, Event
from westfront.engine.frame import Play, Refusal, asked, carry_out, settle
from westfront.engine.grammar import Action
from westfront.engine.position import read_position, read_state, setting_of, state_lines, write_position
from westfront.engine.record import UNDO, Entry, Record, chain, check_end, checksum, parse_record, write_record
from westfront.engine.rules import AnyRules, Setting
from westfront.engine.state import State
from westfront.engine.view import Question, View
from westfront.errors import DataError, FormatError, IllegalAction, UnknownGame

NOTATION = "notation"
"""Stands where a rule number stands, in refusals of what is no action at all; docs/formats.md explains it."""


class Decision:
    """What is asked, of whom, under which rule, with the finite and sorted list of what may be answered."""

    def __init__(self, rules: AnyRules, state: State) -> None:
        self._rules, self._state, self._frame = rules, state, asked(state)
        self.side_number: int = self._frame.player
        self.codes: tuple[Action, ...] = tuple(sorted(self._frame.offer(rules, state)))
        """The answers as tuples, for machines; `actions` has them in words, in the same order."""
        if not self.codes:
            raise AssertionError(f"{type(self._frame).__name__} asks, but offers nothing")

    @property
    def side(self) -> str:
        """Who must answer."""
        return self._rules.sides[self.side_number]

    @property
    def rule(self) -> str:
        """The rule that asks."""
        return self._frame.asked_by

    @cached_property
    def prompt(self) -> str:
        """What is asked, in a sentence."""
        return self._frame.prompt(self._rules, self._state)

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """The answers in words."""
        return tuple(self._rules.grammar.text(code) for code in self.codes)

    def why(self, action: str | Action) -> Refusal | None:
        """Why an action is refused, or None if it may be played."""
        try:
            code = self._rules.grammar.parse(action) if isinstance(action, str) else action
        except ValueError as error:
            return Refusal(NOTATION, str(error))
        return self.refusal(code)

    def refusal(self, code: Action) -> Refusal | None:
        """Why an action that is well formed is refused, or None."""
        if code in self.codes or self._frame.admits(self._rules, self._state, code):
            return None
        if code[0] not in self._frame.verbs:
            return Refusal(self.rule, f"{code[0]!r} is no answer now: {self.side} is asked: {self.prompt}")
        return self._frame.why(self._rules, self._state, code)


class Match:
    """One game being played."""

    def __init__(
        self,
        setting: Setting,
        dice: Dice,
        promise: str,
        *,
        rules: AnyRules | None = None,
        players: Mapping[str, str] | None = None,
        start: State | None = None,
        auto: bool = True,
    ) -> None:
        """Use `Match.new` or `Match.load`. The promise is the commitment to the secret of the dice."""
        self.setting, self.dice, self._auto = setting, dice, auto
        self.rules = rules or setting.rules()
        self.players = _checked_players(self.rules, players or {})
        self.commitment = promise
        self._start = list(state_lines(self.rules, start)) if start else []
        self._head = self._head_lines()
        self.hash = checksum(self._head)
        self.entries: list[Entry] = []
        self.events: list[Event] = []
        self._undo: list[tuple[State, int]] = []
        self._decision: Decision | None = None
        self.state: State = start.copy() if start else _set_up(self.rules)
        self._open()

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
    ) -> Match:
        """A new game; with a seed its dice can be repeated, without one nobody can foresee them."""
        chosen = {name: str(value) for name, value in (options or {}).items()}
        setting = Setting.choose(game, scenario, chosen, overrides, version)
        secret = new_secret() if seed is None else secret_from_seed(seed)
        return cls(setting, SecretDice(secret), commitment(secret), players=players, auto=auto)

    @classmethod
    def from_position(cls, text: str, *, seed: int | str | None = None, auto: bool = True) -> Match:
        """A game that begins from a position in text."""
        setting, rules, state = read_position(text)
        secret = new_secret() if seed is None else secret_from_seed(seed)
        return cls(setting, SecretDice(secret), commitment(secret), rules=rules, start=state, auto=auto)

    def _head_lines(self) -> list[str]:
        players = [f"player {side} = {name}" for side, name in self.players.items()]
        start = [f"start = {line}" for line in self._start]
        return [*self.setting.lines(), f"commitment = {self.commitment}", *players, *start]

    def _open(self) -> None:
        """Run the automatic frames with which a game begins.

        They cannot roll, since no action would hold the roll: a game that opens with a die asks somebody to throw it.
        """
        play = Play(self.rules, self.state, _OpeningDice())
        settle(play)
        self.events += play.events
        self._pass_forced()

    # -- what is asked

    @property
    def number(self) -> int:
        """How many actions the record has: the number of the position on the table."""
        return len(self.entries)

    @property
    def over(self) -> bool:
        """Whether there is a result."""
        return not self.state.frames

    @property
    def result(self) -> str | None:
        """Who has won and how, in words."""
        return result_of(self.rules, self.state)

    @property
    def decision(self) -> Decision:
        """The decision on the table."""
        if self.over:
            raise IllegalAction("end", f"the game is over, {self.result}")
        if self._decision is None:
            self._decision = Decision(self.rules, self.state)
        return self._decision

    def why(self, action: str, *, side: str | None = None) -> Refusal | None:
        """Why an action is refused now, or None; a side that is not asked is told only that."""
        try:
            self._check_sender(side, None)
            return self.decision.why(action)
        except IllegalAction as error:
            return Refusal(error.rule, error.sentence)

    # -- what is answered

    def play(self, action: str | Action, *, side: str | None = None, number: int | None = None) -> list[Event]:
        """Carry out an action, if it is offered; with the sender's side and number of the position they must fit.

        Nothing at all changes when it is refused.
        """
        self._check_sender(side, number)
        decision = Decision(self.rules, self.state)
        refusal = decision.why(action)
        if refusal:
            raise IllegalAction(*refusal)
        code = self.rules.grammar.parse(action) if isinstance(action, str) else action
        events = self._take(decision.side_number, code, auto=False)
        return events + self._pass_forced()

    def _check_sender(self, side: str | None, number: int | None) -> None:
        if number is not None and number != self.number:
            raise IllegalAction(NOTATION, f"this answers position {number}, but the game is at {self.number}")
        if self.over:
            raise IllegalAction("end", f"the game is over, {self.result}")
        if side is not None and side != self.decision.side:
            raise IllegalAction(self.decision.rule, f"{self.decision.side} is asked now, not {side[:40]}")

    def _take(self, side: int, code: Action, auto: bool) -> list[Event]:
        """Apply an action to a copy, and put the copy in the place of the state only when all of it is done."""
        play = Play(self.rules, self.state.copy(), self.dice)
        first_roll = len(self.dice.rolls)
        try:
            carry_out(play, code)
            decision = Decision(self.rules, play.state) if play.state.frames else None
        except BaseException:
            del self.dice.rolls[first_roll:]
            raise
        rolls = tuple(self.dice.rolls[first_roll:])
        if rolls or play.revealed or decision is None or decision.side_number != side:
            self._undo.clear()
        elif not auto:
            self._undo.append((self.state, len(self.events)))
        self.state, self._decision = play.state, decision
        self.events += play.events
        self._enter(side, self.rules.grammar.text(code), auto, rolls)
        return play.events

    def _enter(self, side: int, text: str, auto: bool, rolls: tuple[Roll, ...]) -> None:
        """Append to the record, with the next link of the hash chain."""
        entry = Entry(self.number + 1, self.rules.sides[side], text, auto, rolls, "")
        self.hash = chain(self.hash, entry.body(), self.state.digest())
        self.entries.append(entry._replace(hash=self.hash))

    def _pass_forced(self) -> list[Event]:
        """Take decisions with one choice only, but never one that would put an end to an undo."""
        events: list[Event] = []
        while self._auto and not self.over and not self._undo and len(self.decision.codes) == 1:
            events += self._take(self.decision.side_number, self.decision.codes[0], auto=True)
        return events

    # -- what is taken back

    @property
    def can_undo(self) -> bool:
        """Whether the last action may be taken back: no die, no reveal, no change of side since."""
        return bool(self._undo)

    def undo(self, *, side: str | None = None, number: int | None = None) -> None:
        """Take back the last action; the record keeps both the action and its undo."""
        self._check_sender(side, number)
        if not self._undo:
            raise IllegalAction(UNDO, "nothing can be taken back: a die, a reveal or the other side came after it")
        actor = self.decision.side_number
        self.state, count = self._undo.pop()
        del self.events[count:]
        self._decision = None
        self._enter(actor, UNDO, auto=False, rolls=())

    # -- what is seen

    def view(self, side: str | None = None) -> View:
        """What a side may know, or with None the public."""
        decision = None if self.over else self.decision
        return view_of(self.rules, self.state, decision, self.number, side)

    def log(self, side: str | None = None) -> list[str]:
        """What has happened, as far as a side (or, with None, the public) may know."""
        viewer = side_number(self.rules, side)
        return [self.rules.texts.sentence(event) for event in self.events if event.visible(viewer)]

    def position(self) -> str:
        """The position in text, hidden things included."""
        return write_position(self.setting, self.rules, self.state)

    def distribution(self, action: str | Action, *, side: str | None = None) -> dict[str, Fraction] | None:
        """The exact chances of what an offered action leads to, or None where they would tell what is hidden."""
        self._check_sender(side, None)
        refusal = self.decision.why(action)
        if refusal:
            raise IllegalAction(*refusal)
        code = self.rules.grammar.parse(action) if isinstance(action, str) else action

        def resolve(dice: Dice) -> str | None:
            play = Play(self.rules, self.state.copy(), dice)
            carry_out(play, code)
            told = [self.rules.texts.sentence(e) for e in play.events if e.kind in self.rules.outcomes]
            return None if play.revealed else "; ".join(told)

        found = distribution(resolve)
        return None if None in found else {outcome: chance for outcome, chance in found.items() if outcome is not None}

    # -- the record

    def record(self, *, with_secret: bool = False) -> str:
        """The record; the secret of the dice is in it once the game is over, or for a save on one's own machine."""
        secret = self.dice.secret if isinstance(self.dice, SecretDice) and (self.over or with_secret) else None
        return write_record(self._head, self.entries, self.result, secret)

    @classmethod
    def load(cls, text: str, upto: int | None = None, *, auto: bool = True) -> Match:
        """Replay a record, or its first `upto` actions; FormatError names the first line that does not hold."""
        record = parse_record(text)
        match = _begin(record)
        for line, entry in record.entries[:upto]:
            match.replay(entry, line)
        if upto is None:
            _check_result(record, match)
        _check_secret(record, match)
        check_end(text, record)
        match._auto = auto
        return match

    def replay(self, entry: Entry, line: int | None = None) -> None:
        """Follow one entry of a record with the rolls that it states; everything must come out as it says."""
        own, dice = self.dice, _ReplayDice(self.dice.rolls, entry.rolls)
        self.dice, auto, self._auto = dice, self._auto, False
        try:
            if entry.action == UNDO:
                self.undo(side=entry.side)
            elif entry.auto:
                self._replay_auto(entry)
            else:
                self.play(entry.action, side=entry.side)
        except IllegalAction as error:
            raise FormatError(line, str(error)) from None
        except _WrongRoll as error:
            raise FormatError(line, f"the rolls do not fit: {error}") from None
        finally:
            self.dice, self._auto = own, auto
        if dice.left:
            raise FormatError(line, "the rolls do not fit: there are more than the rules ask for")
        if self.entries[-1] != entry:
            raise FormatError(line, "the hash does not fit: this action, or one before it, was changed")

    def _replay_auto(self, entry: Entry) -> None:
        self._check_sender(entry.side, None)
        if self.decision.actions != (entry.action,):
            raise IllegalAction(NOTATION, "marked as the only choice, which it is not")
        self._take(self.decision.side_number, self.decision.codes[0], auto=True)

    def __repr__(self) -> str:
        return f"Match({self.rules.id}, {self.number} actions, {self.result or self.decision.side + ' to act'})"


class _OpeningDice(Dice):
    """The dice before the first decision: nobody has answered yet, so nobody can throw them."""

    def _values(self, index: int, purpose: str, faces: int, count: int) -> tuple[int, ...]:
        raise FormatError(None, f"a game begins with a decision, not with a die for {purpose}")


class _WrongRoll(Exception):
    """A recorded roll that is not the one the rules ask for."""


class _ReplayDice(Dice):
    """Dice that show what a record says, if it is what the rules ask for."""

    def __init__(self, before: list[Roll], rolls: tuple[Roll, ...]) -> None:
        super().__init__()
        self.rolls, self.left = before, list(rolls)

    def _values(self, index: int, purpose: str, faces: int, count: int) -> tuple[int, ...]:
        if not self.left:
            raise _WrongRoll(f"roll {index} for {purpose} is missing")
        roll = self.left.pop(0)
        if roll[:3] != (index, purpose, faces) or len(roll.values) != count:
            raise _WrongRoll(f"roll {index} is {count}d{faces} for {purpose}")
        if not all(1 <= value <= faces for value in roll.values):
            raise _WrongRoll(f"roll {index} shows what a die of {faces} does not have")
        return roll.values


def _begin(record: Record) -> Match:
    """The match of a record before its first action."""
    setting, rules = setting_of(record.setting)
    start = read_state(rules, record.start) if record.start else None
    try:
        match = Match(
            setting, SealedDice(), record.commitment, rules=rules, players=record.players, start=start, auto=False
        )
    except UnknownGame as error:
        raise FormatError(None, str(error)) from None
    if [line for _, line in record.head] != match._head:
        raise FormatError(None, "the head of the record is not written as Westfront writes it")
    return match


def _check_result(record: Record, match: Match) -> None:
    stated = record.result[1] if record.result else None
    if stated != match.result:
        line = record.result[0] if record.result else None
        raise FormatError(line, f"the result is {match.result or 'still open'}, not {(stated or 'open')[:80]!r}")


def _check_secret(record: Record, match: Match) -> None:
    """Once the secret is there, every roll is derived again."""
    if record.secret is None:
        match.dice = _with_rolls(SealedDice(), match.dice.rolls)
        return
    line, text = record.secret
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        secret = b""
    if commitment(secret) != record.commitment:
        raise FormatError(line, "the secret does not fit the commitment in the head")
    for numbered in record.entries:
        for roll in numbered.entry.rolls:
            if derive(secret, roll.number, roll.purpose, roll.faces, len(roll.values)) != roll.values:
                raise FormatError(numbered.line, f"roll {roll.number} did not come from the secret of this game")
    match.dice = _with_rolls(SecretDice(secret), match.dice.rolls)


def _with_rolls(dice: Dice, rolls: list[Roll]) -> Dice:
    dice.rolls = rolls
    return dice


def view_of(rules: AnyRules, state: State, decision: Decision | None, number: int, side: str | None) -> View:
    """What a side may know of a state; the question is there for the side that must answer it."""
    viewer = side_number(rules, side)
    asked_here = decision is not None and decision.side_number == viewer
    return View(
        game=rules.id,
        side=side or "",
        number=number,
        to_act=decision.side if decision else "",
        verdict=result_of(rules, state) or "",
        scene=rules.scene(state, viewer),
        question=Question(decision.prompt, decision.rule, decision.actions) if decision and asked_here else None,
    )


def result_of(rules: AnyRules, state: State) -> str | None:
    """Who has won and how, in words, or None while the game goes on."""
    if state.frames:
        return None
    return f"{rules.sides[state.winner] if state.winner >= 0 else 'nobody'}: {state.verdict}"


def _set_up(rules: AnyRules) -> State:
    """The start of the scenario; an owner's numbers may make one that cannot be."""
    state: State = rules.start()
    for sentence in rules.invariants(state):
        raise DataError("set-up", None, f"with these numbers the game cannot begin: {sentence}")
    return state


def side_number(rules: AnyRules, side: str | None) -> int:
    """The number of a side, PUBLIC for None."""
    if side is None:
        return PUBLIC
    if side not in rules.sides:
        raise UnknownGame(f"{rules.id} has no side {side[:40]!r}; there is {' and '.join(rules.sides)}")
    return rules.sides.index(side)


def _checked_players(rules: AnyRules, players: Mapping[str, str]) -> dict[str, str]:
    for side, name in players.items():
        side_number(rules, side)
        if not name or not name.isprintable() or len(name) > 80 or name != name.strip():
            raise UnknownGame("the name of a player is a short printable line")
    return {side: players[side] for side in rules.sides if side in players}
