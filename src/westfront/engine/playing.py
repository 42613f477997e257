"""A game being played: what is asked, answered, taken back and agreed upon, and where its dice come from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from westfront.engine.decision import NOTATION, Decision
from westfront.engine.dice import (
    Dice,
    NoDice,
    Roll,
    SecretDice,
    Unasked,
    commitment,
    new_secret,
)
from westfront.engine.effect import effect
from westfront.engine.event import Event
from westfront.engine.frame import Play, Refusal, asked, carry_out, settle
from westfront.engine.grammar import Action
from westfront.engine.position import state_lines
from westfront.engine.record import (
    ADVICE,
    BACK,
    DRAWN,
    ENDS,
    FRESH,
    LATE,
    NO_ADVICE,
    OPEN,
    RESIGN,
    SEAL,
    UNDO,
    Entry,
    Lineage,
    chain,
    checksum,
)
from westfront.engine.replay_dice import ReplayDice
from westfront.engine.rules import AnyRules, Setting
from westfront.engine.source import Source
from westfront.engine.state import DRAW, State
from westfront.engine.view import Scene
from westfront.engine.views import result_of, side_number
from westfront.errors import DataError, FormatError, IllegalAction, OtherBuild, UnknownGame

ADVISED = "advised"
"""The event of advice, which stays in the log whatever is taken back."""
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


class Playing:
    """The one authority on what is legal, what happened and what may be taken back; Match is made on it."""

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
        advice: bool = True,
    ) -> None:
        """Use `Match.new` or `Match.load`. The promise is the commitment to the secret of the dice."""
        self.setting, self.dice, self._auto = setting, dice, auto
        self.rules = rules or setting.rules()
        self.players = _checked_players(self.rules, players or {})
        self.advice = advice
        """Whether a machine may be asked what it would do; without it both sides have agreed to none."""
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

    def _head_lines(self) -> list[str]:
        players = [f"player {side} = {name}" for side, name in self.players.items()]
        start = [f"start = {line}" for line in self._start]
        numbers = f"data = {self.rules.numbers}"
        advice = [] if self.advice else [NO_ADVICE]
        commitment = f"commitment = {self.sources[0].commitment}"
        return [*self.setting.lines(), numbers, commitment, *advice, *players, *start]

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
        if rolls or is_final(play, side):
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
        if not self.advice:
            raise IllegalAction(ADVICE, "nobody gives advice in this game: that was agreed when it began")
        number = self._party(side)
        self._enter(number, ADVICE, self.state)
        self._tell([Event(ADVISED, (), {"side": number})])

    def advised(self, side: str) -> int:
        """The number of the entry by which a side has asked for advice about this position, or 0."""
        for entry in reversed(self.entries):
            if entry.action == ADVICE and entry.side == side:
                return entry.number
            if entry.action.partition(" ")[0] not in (SEAL, OPEN, ADVICE):
                return 0
        return 0

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


def _check_same(entry: Entry, line: int | None, stated: Entry) -> None:
    """What a line leads to here against what it says."""
    if entry.rolls != stated.rolls:
        raise OtherBuild(line, stated.number, "the rolls do not fit: there are more than the rules ask for")
    if entry.effect != stated.effect:
        raise OtherBuild(line, stated.number, "this action does not lead where the record says")
    if entry != stated:
        raise FormatError(line, "the hash does not fit: this line, or one before it, was changed by hand")


def is_final(play: Play[Any, Any], side: int) -> bool:
    """Whether something was seen or finished, the game ended, or the other side is asked."""
    return play.revealed or play.finished or not play.state.frames or asked(play.state).player != side


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
