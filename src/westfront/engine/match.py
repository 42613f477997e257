"""Match: one game being played. The one authority on what is legal, what happened and what may be taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import msgspec

from westfront.engine.chance import Chances, stage
from westfront.engine.course import NOW, START, Course, course_of
from westfront.engine.data import Overrides
from westfront.engine.decision import NOTATION, Decision
from westfront.engine.dice import (
    Dice,
    FixedDice,
    NoDice,
    Roll,
    SealedDice,
    SecretDice,
    Unasked,
    commitment,
    new_secret,
    secret_from_seed,
)
from westfront.engine.effect import effect
from westfront.engine.event import PUBLIC, Event
from westfront.engine.frame import Play, Refusal, asked, carry_out, settle
from westfront.engine.grammar import Action
from westfront.engine.log import LogLine, LogPage, tell
from westfront.engine.luck import Luck, luck
from westfront.engine.position import read_position, read_state, setting_of, state_lines, write_position
from westfront.engine.record import (
    ADVICE,
    BACK,
    DRAWN,
    ENDS,
    FRESH,
    LATE,
    OPEN,
    RESIGN,
    SEAL,
    UNDO,
    Entry,
    Lineage,
    Numbered,
    Record,
    back_to,
    chain,
    check_end,
    checksum,
    end_of_stretch,
    parse_record,
    write_record,
)
from westfront.engine.replay_dice import ReplayDice, WrongRoll
from westfront.engine.rules import AnyRules, Setting
from westfront.engine.source import HEXADECIMAL, Source
from westfront.engine.state import DRAW, State
from westfront.engine.view import Hint, Overlay, Preview, Scene, View
from westfront.engine.views import result_of, side_number, view_of
from westfront.engine.world import Seat, seat_of
from westfront.errors import DataError, FormatError, IllegalAction, OtherBuild, UnknownGame

TURN = "turn"
"""The event with which a turn begins."""
ADVISED = "advised"
"""The event of advice, which stays in the log whatever is taken back."""
MOST_TOLD = 500
"""More different outcomes than this are not told: nobody reads them, and to count them takes seconds."""
KEPT = 32
"""One standing state in so many is kept, so that any earlier one is soon made again."""


OTHER_NUMBERS = "the numbers of this game were changed since it began; so far everything comes out as it did then"
STANDS_STILL = (
    "the rules of this build do not follow action {}, so the game stands still; it goes on when both sides agree to go "
    "back to action {}"
)
PASSED_OVER = (
    "{} actions, from number {} on, were played under other rules than those of this build; both sides took them back, "
    "and nothing rests on them"
)


class Takeback(NamedTuple):
    """Both sides went back: the line of the record that says so, to which action, and how many rolls it undid."""

    number: int
    to: int
    rolls: int


class Match:
    """One game being played."""

    drawer: ClassVar[Callable[[AnyRules, View], str]]
    """Draws what a side sees; the package gives it from above, since the engine knows no pictures."""

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
        self.sources = [Source(promise, secret=dice.secret if isinstance(dice, SecretDice) else None)]
        """Where the dice come from; the last one is in use."""
        self._has_other_numbers = False
        self.halted: OtherBuild | None = None
        """Why these rules do not follow the record any further: the game stands still until both sides go back."""
        self._passed_over: set[int] = set()
        """Lines of the record that these rules do not follow; nothing that stands rests on them."""
        self._expected: tuple[int | None, Entry] | None = None
        """The line of a record that is being followed."""
        self._start = list(state_lines(self.rules, start)) if start else []
        self._head = self._head_lines()
        self.hash = checksum(self._head)
        self.entries: list[Entry] = []
        self.takebacks: list[Takeback] = []
        """Every time that both sides agreed to go back."""
        self._lineage = Lineage()
        self.events: list[Event] = []
        self._numbers: list[int] = []
        """For each event the number of the action from which it came."""
        self._undo: list[tuple[State, int]] = []
        self._decision: Decision | None = None
        self._scenes: dict[int, tuple[State, Scene]] = {}
        """The last scene of each viewer, with its state."""
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
        numbers = f"data = {self.rules.numbers}"
        return [*self.setting.lines(), numbers, f"commitment = {self.sources[0].commitment}", *players, *start]

    def _open(self) -> None:
        """Run the automatic frames with which a game begins.

        They cannot roll, since no action would hold the roll: a game that opens with a die asks somebody to throw it.
        """
        play = Play(self.rules, self.state, NoDice())
        try:
            settle(play)
        except Unasked as error:
            raise FormatError(None, f"a game begins with a decision, not with a die for {error}") from None
        self._tell(play.events)
        self._kept = {0: self.state}
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
    def warnings(self) -> list[str]:
        """What whoever plays this game on should be told; both sides hear it, so there is nothing hidden in it."""
        found = [OTHER_NUMBERS] if self._has_other_numbers else []
        if self.halted:
            found.append(STANDS_STILL.format(self.halted.action, self.halted.action - 1))
        elif self._passed_over:
            found.append(PASSED_OVER.format(len(self._passed_over), min(self._passed_over)))
        return found

    @property
    def result(self) -> str | None:
        """Who has won and how, in words."""
        return result_of(self.rules, self.state)

    @property
    def decision(self) -> Decision:
        """The decision on the table."""
        self._check_going()
        if self._decision is None:
            self._decision = Decision(self.rules, self.state)
        return self._decision

    def _check_going(self) -> None:
        """The game is not over, and does not stand still."""
        if self.over:
            raise IllegalAction("end", f"the game is over, {self.result}")
        if self.halted:
            raise IllegalAction("build", self.warnings[-1])

    def _asks(self, side: str) -> bool:
        return not self.over and not self.halted and side == self.decision.side

    def why(self, action: str | Action, *, side: str | None = None) -> Refusal | None:
        """Why an action is refused now, or None; a side that is not asked is told only that."""
        try:
            self._check_sender(side, None)
            return self.decision.why(action)
        except IllegalAction as error:
            return Refusal(error.rule, error.sentence)

    def why_not(self, unit: str = "", hex_: str = "", *, side: str | None = None) -> list[Refusal]:
        """Why nothing is to be done with a unit, a hex, or a unit at a hex; empty if something is."""
        try:
            self._check_sender(side, None)
        except IllegalAction as error:
            return [Refusal(error.rule, error.sentence)]
        return self.decision.why_not(unit, hex_)

    # -- what is answered

    def play(self, action: str | Action, *, side: str | None = None, number: int | None = None) -> list[Event]:
        """Carry out an action, if it is offered; with the sender's side and number of the position they must fit.

        Nothing at all changes when it is refused.
        """
        code = self._legal(action, side, number)
        return self._take(code, self.dice) + self._pass_forced()

    def _check_sender(self, side: str | None, number: int | None) -> None:
        if number is not None and number != self.number:
            raise IllegalAction(NOTATION, f"this answers position {number}, but the game is at {self.number}")
        self._check_going()
        if side is not None and side != self.decision.side:
            # where something is hidden, the rule of the question would tell what the other side has in hand
            rule = NOTATION if self.rules.hidden else self.decision.rule
            raise IllegalAction(rule, f"{self.decision.side} is asked now, not {side[:40]}")

    def _take(self, code: Action, dice: Dice, auto: bool = False) -> list[Event]:
        """Apply an action to a copy, and put the copy in the place of the state only when all of it is done."""
        play, side = Play(self.rules, self.state.copy(), dice), asked(self.state).player
        first_roll = len(dice.rolls)
        try:
            carry_out(play, code)
        except BaseException:
            del dice.rolls[first_roll:]
            raise
        rolls, before = tuple(dice.rolls[first_roll:]), self.state
        self._enter(side, self.rules.grammar.text(code), play.state, auto, rolls)
        if rolls or _is_final(play, side):
            self._undo.clear()
        elif not auto:
            self._undo.append((before, len(self.events)))
        self._tell(play.events)
        return play.events

    def _tell(self, events: list[Event]) -> None:
        """Append to the log what the last action has brought about."""
        self.events += events
        self._numbers += [self.number] * len(events)

    def _enter(self, side: int, text: str, state: State, auto: bool = False, rolls: tuple[Roll, ...] = ()) -> None:
        """Append to the record what led to another state, with the next link of the hash chain.

        Where a record is followed, and has something else here, nothing is changed.
        """
        done = effect(self.rules, self.state, state)
        entry = Entry(self.number + 1, self.rules.sides[side], text, auto, rolls, done, "")
        entry = entry._replace(hash=chain(self.hash, entry.body()))
        if self._expected is not None:
            _check_same(entry, *self._expected)
        self._append(entry, state)
        if self._lineage.depth[-1] % KEPT == 0:
            self._kept.setdefault(next(self._lineage.back_from(self.number), 0), state)

    def _append(self, entry: Entry, state: State) -> None:
        self.hash = entry.hash
        self.entries.append(entry)
        self._lineage.add(entry)
        self.state, self._decision = state, None

    def _pass_forced(self) -> list[Event]:
        """Pass decisions with one choice only, but never one that would throw a die or put an end to an undo."""
        events: list[Event] = []
        try:
            while self._auto and not self.over and not self._undo and len(self.decision.actions) == 1:
                events += self._take(self.decision.actions[0], NoDice(), auto=True)
        except Unasked:
            pass
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
            raise IllegalAction(
                UNDO, "nothing can be taken back: a die, a reveal, a finished step or the other side came after it"
            )
        actor = self.decision.side_number
        state, count = self._undo[-1]
        self._enter(actor, UNDO, state)
        self._undo.pop()
        advice = [i for i in range(count, len(self.events)) if self.events[i].kind == ADVISED]
        self.events[count:], self._numbers[count:] = (
            [self.events[i] for i in advice],
            [self._numbers[i] for i in advice],
        )

    # -- what the sides agree upon

    def resign(self, side: str) -> None:
        """A side gives the game up, whoever is asked."""
        loser = self._party(side)
        self._conclude(loser, RESIGN, 1 - loser, f"{side} resigns", Event("resigned", (), {"side": loser}))

    def agree_draw(self, side: str) -> None:
        """Both sides agree to a draw; the record names the one that accepted it."""
        self._conclude(self._party(side), DRAWN, DRAW, "a draw by agreement", Event("drawn", (), {}))

    def run_out(self, side: str) -> None:
        """The side that is asked has run out of the time that both agreed upon, and loses."""
        loser = self._party(side)
        if not self.halted and side != self.decision.side:
            raise IllegalAction(LATE, f"{self.decision.side} is asked now, so the time of {side} does not run")
        self._conclude(loser, LATE, 1 - loser, f"{side} has run out of time", Event("late", (), {"side": loser}))

    def take_back(self, to: int, side: str) -> None:
        """Both sides agree to go back to an earlier action; dice thrown since stay thrown, the next are others."""
        party = self._party(side)
        if not 0 <= to < self.number:
            raise IllegalAction(NOTATION, f"there is no action {to} to go back to; the game is at {self.number}")
        self.check_followed(to)
        undone = self._rolls_undone(to)
        self._enter(party, f"{BACK} {to}", self.state_at(to))
        self.halted = None
        self._note_takeback(to, undone)

    def _rolls_undone(self, to: int) -> int:
        return sum(len(self.entries[action - 1].rolls) for action in self._lineage.undone(self.number, to))

    def _note_takeback(self, to: int, rolls: int) -> None:
        self._tell([Event("back", (), {"number": to})])
        self._undo.clear()
        self.takebacks.append(Takeback(self.number, to, rolls))

    def note_advice(self, side: str) -> None:
        """The side that is asked has asked for advice in its turn; the record says so, and nothing else changes."""
        self._check_sender(side, None)
        number = self._party(side)
        self._enter(number, ADVICE, self.state)
        self._tell([Event(ADVISED, (), {"side": number})])

    def check_followed(self, number: int) -> None:
        """Refuse what was played under other rules: nobody here knows how the game stood then."""
        if number in self._passed_over:
            raise IllegalAction("build", f"action {number} was played under rules that are not those of this build")

    def _party(self, side: str) -> int:
        if self.over:
            raise IllegalAction("end", f"the game is over, {self.result}")
        return side_number(self.rules, side)

    def _conclude(self, side: int, text: str, winner: int, verdict: str, event: Event) -> None:
        end = self.state.copy()
        end.frames, end.winner, end.verdict = (), winner, verdict
        self._enter(side, text, end)
        self.halted = None
        self._tell([event])
        self._undo.clear()

    # -- where the dice come from

    @property
    def commitment(self) -> str:
        """What the host is bound to: the commitment to the secret from which the dice come now."""
        return self.sources[-1].commitment

    def seal(self, side: str, sealed: str) -> None:
        """A side commits itself to its share in the dice."""
        self._check_going()
        number = self._party(side)
        self.sources[-1].seal(number, sealed, self.dice.thrown)
        self._enter(number, f"{SEAL} {sealed}", self.state)

    def open_share(self, side: str, share: str) -> None:
        """A side tells its share; when both have, the dice come from the secret and the shares together."""
        self._check_going()
        number = self._party(side)
        self.sources[-1].open(number, share, self.dice.thrown)
        self._mix()
        self._enter(number, f"{OPEN} {share}", self.state)

    def fresh_dice(self, secret: bytes | None = None) -> None:
        """The dice come from another secret from here on: it has another host, or the old one was lost."""
        dice = SecretDice(secret or new_secret())
        dice.rolls = self.dice.rolls
        self._renew(Source(commitment(dice.secret), len(dice.rolls), dice.secret))
        self.dice = dice

    def _renew(self, source: Source) -> None:
        self._enter(self.decision.side_number, f"{FRESH} {source.commitment}", self.state)
        self._tell([Event("fresh", (), {})])
        self.sources.append(source)
        self._undo.clear()

    def _mix(self) -> None:
        if self.sources[-1].is_mixed and isinstance(self.dice, SecretDice):
            self.dice.mix(self.sources[-1].in_order())

    # -- what was

    def state_at(self, number: int) -> State:
        """The state after some number of actions, from the last one before it that was kept."""
        behind: list[Entry] = []
        kept = self._kept[0]
        for action in self._lineage.back_from(number):
            if action in self._kept:
                kept = self._kept[action]
                break
            behind.append(self.entries[action - 1])
        for entry in reversed(behind):
            kept = self._after(kept, entry)
        return kept

    def _after(self, state: State, entry: Entry) -> State:
        """The state that an action of the record leads to; who resigned, drew or was late changed nothing."""
        if entry.action in ENDS:
            return state
        play = Play(self.rules, state.copy(), ReplayDice(entry.rolls[0].number if entry.rolls else 0, entry.rolls))
        carry_out(play, self.rules.grammar.parse(entry.action))
        return play.state

    def view_at(self, number: int, side: str | None = None) -> View:
        """What a side saw after some number of actions; there is no question in it, since it has been answered."""
        if not 0 <= number <= self.number:
            raise IllegalAction(NOTATION, f"there is no action {number}; the game is at {self.number}")
        self.check_followed(number)
        state = self.state if self.over and number == self.number else self.state_at(number)
        decision = Decision(self.rules, state) if state.frames else None
        return msgspec.structs.replace(view_of(self.rules, state, decision, number, side), question=None)

    # -- what is seen

    def view(self, side: str | None = None) -> View:
        """What a side may know, or with None the public."""
        decision = None if self.over or self.halted else self.decision
        return view_of(self.rules, self.state, decision, self.number, side, self._scene(side))

    def _scene(self, side: str | None) -> Scene:
        """What lies before a side, made once; where nothing is hidden everybody sees what the public sees."""
        viewer = side_number(self.rules, side)
        seen_as = viewer if self.rules.hidden else PUBLIC
        found = self._scenes.get(seen_as)
        if found is None or found[0] is not self.state:
            found = self._scenes[seen_as] = self.state, self.rules.scene(self.state, seen_as)
        return found[1]

    def picture(self, side: str | None = None) -> str:
        """The map with its counters as a side, or with None the public, sees them: SVG text."""
        return type(self).drawer(self.rules, self.view(side))

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.picture()

    def seat(self, side: str) -> Seat:
        """What a player of the side that is asked is given, and never more than the side may know."""
        self._check_sender(side, None)
        return seat_of(self.setting, self.rules, self.state, side, self.number)

    def hints(self, side: str) -> dict[str, Hint]:
        """What the offered actions would do, for the side that is asked."""
        return self.decision.hints() if self._asks(side) else {}

    def disabled(self, side: str) -> dict[str, Refusal]:
        """The answers of one word that are not offered now, with the reason, for the side that is asked."""
        return self.decision.disabled() if self._asks(side) else {}

    def preview(self, side: str) -> Preview | None:
        """The battle that takes shape, for the side that is asked."""
        return self.decision.preview() if self._asks(side) else None

    def overlays(self, side: str | None = None) -> tuple[Overlay, ...]:
        """What can be laid over the map of a side, or with None of the public."""
        return tuple(self.rules.overlays(self.state, side_number(self.rules, side)))

    def log_page(self, side: str | None = None, first: int = 0) -> LogPage:
        """The log as data from a line on; a negative number counts from the end."""
        return tell(self.rules.texts, self.events, self._numbers, side_number(self.rules, side), first)

    def lines_after(self, events: int, side: str | None = None) -> tuple[LogLine, ...]:
        """What the log of a side tells of everything behind so many events; it costs no more in a long game."""
        fresh, numbers = self.events[events:], self._numbers[events:]
        return tell(self.rules.texts, fresh, numbers, side_number(self.rules, side), 0).lines

    def luck(self) -> dict[str, Luck]:
        """How the dice of each side fell, those that were taken back left out."""
        kept = set(self._lineage.back_from(self.number))
        return luck(self.rules, (e for e, number in zip(self.events, self._numbers, strict=True) if number in kept))

    def course(self) -> Course:
        """The tracks of the game at the beginning of each turn, and now; what was taken back is left out."""
        kept = {0, *self._lineage.back_from(self.number)}
        points = {START: self.rules.standing(self.state_at(0))}
        for event, number in zip(self.events, self._numbers, strict=True):
            if event.kind == TURN and number in kept:
                points[str(event.facts["turn"])] = self.rules.standing(self.state_at(number))
        points[NOW] = self.rules.standing(self.state)
        return course_of(self.rules.course, points)

    def log(self, side: str | None = None) -> list[str]:
        """What has happened, as far as a side (or, with None, the public) may know."""
        viewer = side_number(self.rules, side)
        return [self.rules.texts.sentence(event) for event in self.events if event.visible(viewer)]

    def position(self) -> str:
        """The position in text, hidden things included."""
        return write_position(self.setting, self.rules, self.state)

    def distribution(self, action: str | Action, *, side: str | None = None) -> Chances[str] | None:
        """The chances of what a legal action leads to, or None where they would tell what is hidden; none at all where
        there are too many different outcomes."""
        code = self._legal(action, side)

        def told(play: Play[Any, Any]) -> str | None:
            sentences = [self.rules.texts.sentence(e) for e in play.events if e.kind in self.rules.outcomes]
            return None if play.revealed else "; ".join(sentences)

        found = stage(self.rules, self.state, lambda play: carry_out(play, code), told, told=MOST_TOLD)
        known = {outcome: chance for outcome, chance in found.items() if outcome is not None}
        return Chances(known, found.samples) if len(known) == len(found) else None

    def is_final(self, action: str | Action, *, side: str | None = None) -> bool:
        """Whether an offered action could not be undone; that a die is thrown does not depend on how it falls."""
        code = self._legal(action, side)
        trial = FixedDice(1)
        play = Play(self.rules, self.state.copy(), trial)
        carry_out(play, code)
        return bool(trial.rolls) or _is_final(play, asked(self.state).player)

    def _legal(self, action: str | Action, side: str | None, number: int | None = None) -> Action:
        """An action as a tuple, if it may be played now."""
        self._check_sender(side, number)
        try:
            if isinstance(action, tuple) and self.decision.lists(action):
                return action
            code = self.rules.grammar.read(action)
        except ValueError as error:
            raise IllegalAction(NOTATION, str(error)) from None
        refusal = None if self.decision.lists(code) else self.decision.refusal(code)
        if refusal:
            raise IllegalAction(*refusal)
        return code

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
            setting, SealedDice(), record.commitment, rules=rules, players=record.players, start=start, auto=False
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


def _check_same(entry: Entry, line: int | None, stated: Entry) -> None:
    """What a line leads to here against what it says."""
    if entry.rolls != stated.rolls:
        raise OtherBuild(line, stated.number, "the rolls do not fit: there are more than the rules ask for")
    if entry.effect != stated.effect:
        raise OtherBuild(line, stated.number, "this action does not lead where the record says")
    if entry != stated:
        raise FormatError(line, "the hash does not fit: this line, or one before it, was changed by hand")


def _check_result(record: Record, match: Match) -> None:
    stated = record.result[1] if record.result else None
    if stated != match.result:
        line = record.result[0] if record.result else None
        raise FormatError(line, f"the result is {match.result or 'still open'}, not {(stated or 'open')[:80]!r}")


def _is_final(play: Play[Any, Any], side: int) -> bool:
    """Whether something was seen or finished, the game ended, or the other side is asked."""
    return play.revealed or play.finished or not play.state.frames or asked(play.state).player != side


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


def _set_up(rules: AnyRules) -> State:
    """The start of the scenario; an owner's numbers may make one that cannot be."""
    state: State = rules.start()
    for sentence in rules.violations(state):
        raise DataError("set-up", None, f"with these numbers the game cannot begin: {sentence}")
    return state


def _checked_players(rules: AnyRules, players: Mapping[str, str]) -> dict[str, str]:
    for side, name in players.items():
        side_number(rules, side)
        if not name or not name.isprintable() or len(name) > 80 or name != name.strip():
            raise UnknownGame("the name of a player is a short printable line")
    return {side: players[side] for side in rules.sides if side in players}
