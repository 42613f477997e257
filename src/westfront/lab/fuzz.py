"""Fuzzing: games of chance or of machines to the end, with everything that must hold checked after every action.

Each action is checked for: the game's own invariants; offers that are not empty, legal, sorted, and the same in text;
refusals that cite a rule, also of guesses that somebody might type; guesses that are legal though not listed, carried
out on a copy; a sentence for every event; undo that restores exactly, never reaches over a die or the other side, and
ends where it was said to end; takebacks that lead to where the game was; a copy that leaves the original alone; replay
of the record, entry by entry, to the same hash and position; one position in eight through its text, with its phase,
preview, hints and overlays; and secrecy: for a side or the public, by lot, a state that differs only in what it may not
know gives it the same view, offers, refusals, overlays and events, and in one position of eight the same previews and
samples (in games that hide something; in others the view of the side that is asked is built).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any, NamedTuple

from westfront.engine.decision import NOTATION, Decision
from westfront.engine.dice import RepeatableRandom, SealedDice, SecretDice, secret_from_seed
from westfront.engine.event import PUBLIC, Event
from westfront.engine.frame import Play, carry_out
from westfront.engine.grammar import RESERVED, Action
from westfront.engine.match import Match
from westfront.engine.position import read_state, state_lines, write_position
from westfront.engine.record import UNDO, Entry
from westfront.engine.rules import find_game
from westfront.engine.state import State
from westfront.engine.views import view_of
from westfront.errors import FormatError
from westfront.lab.guesses import Guesser
from westfront.lab.ladder import maker, still_legal

LONGEST = 50_000
"""A game with more actions than this is reported as one that does not end."""

HASTY = 0.5
"""Seconds of work that a machine has for an answer: it is to fight, not to win."""
RESTLESS = 1_000
"""After so many actions of one side without a die a random player chooses a verb first: else he may set up for ever."""

BACK = 8
"""So many actions are taken back at most, in one position of so many."""
TAKEBACKS = 150

GUESSES = 3
"""So many guesses of somebody at the keyboard are tried in each position."""
POSITIONS = 8
"""One position in so many goes through its text, which takes as long as all other checks together; and in games that
hide something its preview and samples are compared with those of a disguised one."""


Chooser = Callable[[Match], tuple[Action, ...]]
"""Who plays: the actions to be played next, as far as they stay legal."""


class Broken(Exception):
    """Something that must hold does not."""


class Failure(NamedTuple):
    """A failed game: what broke, and a record that leads there."""

    seed: str
    sentence: str
    record: str


class Checker:
    """A match that is watched.

    What is checked at random hangs on the hash of the record alone, so a record that failed fails again.
    """

    def __init__(self, match: Match) -> None:
        self.match, self.lots = match, RepeatableRandom(match.hash)
        self.shadow = Match.load(match.record())
        self.catalogue, self.guesser = match.rules.catalogue(), Guesser(match.rules)
        self.before = match.state
        """The state before the last action."""
        self._positions = {match.number: match.state.digest()}
        """The states of the last actions, by their numbers."""
        self._seen: set[Action] = set()
        self._by_verb: dict[str, list[Action]] = {}

    def play(self, action: Action) -> None:
        """Play one action and check everything."""
        match = self.match
        self.before = match.state
        digest, told = match.state.digest(), (len(match.events), match.events[-1:])
        side, rolls = match.decision.side, len(match.dice.rolls)
        announced = match.is_final(action) if self.lots.below(POSITIONS) == 0 else None
        match.play(action)
        self.lots = RepeatableRandom(match.hash)
        for event in match.events[told[0] :]:
            _demand(bool(match.rules.texts.sentence(event)), f"the event {event.kind!r} has no words")
        is_final = match.over or match.decision.side != side or len(match.dice.rolls) > rolls
        _demand(not (is_final and match.can_undo), "undo reaches over a die or the other side")
        _demand(announced is None or announced != match.can_undo, "undo does not end as it was said beforehand")
        _demand(self.before.digest() == digest, "the action changed the state it was applied to, not a copy")
        if match.rules.hidden:
            self.check_secret_play(self.before, action)
        if match.can_undo:
            self.check_undo(action, digest, told)
        self._replay()
        self._positions[match.number] = match.state.digest()
        self.check_state()

    def _replay(self) -> None:
        """Follow the record with a second match."""
        match = self.match
        for entry in match.entries[self.shadow.number :]:
            self.shadow.replay(entry)
        _demand(self.shadow.hash == match.hash, "the replay of the record has another hash")
        same = self.shadow.state.digest() == match.state.digest()
        _demand(same, "the replay of the record leads to another position")

    def sometimes_take_back(self) -> bool:
        """Sometimes both sides agree to go back to one of the last positions: it must be there again."""
        match, back = self.match, list(self._positions)[-BACK:]
        to = back[self.lots.below(len(back))]
        if match.over or to >= match.number or self.lots.below(TAKEBACKS):
            return False
        match.take_back(to, match.rules.sides[self.lots.below(2)])
        self.lots = RepeatableRandom(match.hash)
        _demand(match.state.digest() == self._positions[to], "a takeback did not lead to where the game was")
        self._replay()
        self._positions[match.number] = match.state.digest()
        return True

    def check_undo(self, action: Action, digest: bytes, told: tuple[int, list[Event]]) -> None:
        """Undo and play again: both must come out exactly."""
        match, after = self.match, self.match.state.digest()
        match.undo()
        log_is_back = (len(match.events), match.events[-1:]) == told
        _demand(match.state.digest() == digest and log_is_back, "undo did not restore the position and the log")
        match.play(action)
        _demand(match.state.digest() == after, "the same action after an undo led to another position")

    def check_state(self) -> None:
        """Everything about the position on the table."""
        match = self.match
        _demand(match.over or match.number < LONGEST, f"the game has not ended after {LONGEST} actions")
        for sentence in match.rules.violations(match.state):
            raise Broken(f"invariant: {sentence}")
        if self.lots.below(POSITIONS) == 0:
            self.check_text()
            self.check_shown()
        if not match.over:
            self.check_offer(match.decision)
        if match.rules.hidden:
            self.check_secrecy(self._anybody())
        else:  # all see the same; who is asked sees the question too
            match.view(None if match.over else match.decision.side).encode()

    def check_text(self) -> None:
        """The position, written and read again."""
        rules, state = self.match.rules, self.match.state
        lines = list(enumerate(state_lines(rules, state)))
        _demand(read_state(rules, lines).digest() == state.digest(), "the position changes in its text")

    def check_shown(self) -> None:
        """What is shown besides the view can be built, and speaks of what is offered."""
        match = self.match
        for side in (*match.rules.sides, None):
            match.overlays(side)
        if not match.over:
            _demand(bool(match.view(None).scene.phase), "the view does not say which phase it is")
            match.decision.preview()
            strange = match.decision.hints().keys() - set(match.decision.texts)
            _demand(not strange, f"a hint is about {strange}, which is not offered")

    def check_offer(self, decision: Decision) -> None:
        """The offer, in numbers and in words, and some refusals."""
        actions, grammar = decision.actions, self.match.rules.grammar
        _demand(len(set(actions)) == len(actions), "something is offered twice")
        for action, text in zip(actions, decision.texts, strict=True):
            _demand(grammar.parse(text) == action, f"{text!r} is not read as it was written")
            refusal = decision.refusal(action)
            _demand(refusal is None, f"{text!r} is offered, but refused: {refusal}")
        _demand(bool(decision.prompt) and decision.rule in self.catalogue, "the decision has no prompt or no rule")
        for action in self._strangers(actions):
            self.check_refusal(decision, action)
        scene = self.match.rules.scene(self.match.state, decision.side_number)
        for action in self.guesser.some(self.match.state, scene, decision.texts, self.lots, GUESSES):
            self.check_refusal(decision, action)
        for action in actions:
            if action not in self._seen:
                self._seen.add(action)
                self._by_verb.setdefault(action[0], []).append(action)

    def check_refusal(self, decision: Decision, action: Action) -> None:
        """What is refused has a rule; what is allowed, though it is not listed, can be done."""
        match, text = self.match, self.match.rules.grammar.text(action)
        refusal = decision.why(text)
        if refusal:
            is_known = refusal.rule in self.catalogue or refusal.rule == NOTATION
            _demand(is_known, f"{text} is refused by {refusal}, which is no rule")
        if refusal or action in decision.actions:  # what is listed is played in earnest
            return
        is_whole_order = decision.actions == (("take", *action[1:2]),)  # of the only unit, which can be put back
        _demand(
            len(decision.actions) > 1 or is_whole_order,
            f"{text} is legal, so what is offered is not the only choice",
        )
        digest, play = (
            match.state.digest(),
            Play(match.rules, match.state.copy(), SecretDice(secret_from_seed("guess"))),
        )
        carry_out(play, action)
        _demand(match.state.digest() == digest, "the action changed the state it was applied to, not a copy")
        for sentence in match.rules.violations(play.state):
            raise Broken(f"invariant after {text}: {sentence}")

    def _strangers(self, actions: tuple[Action, ...]) -> Iterator[Action]:
        """A few actions that were offered earlier and are not now, most of them answers to the same question."""
        here = [verb for verb in self.match.decision.verbs if verb in self._by_verb]
        for verbs in (here, list(self._by_verb)):
            for _ in range(3 if verbs else 0):
                pool = self._by_verb[verbs[self.lots.below(len(verbs))]]
                action = pool[self.lots.below(len(pool))]
                if action not in actions:
                    yield action

    # -- secrecy

    def check_secrecy(self, side: str | None) -> None:
        """Two states that a side cannot tell apart give it the same view, offers and refusals."""
        match = self.match
        other = match.rules.disguise(match.state, self._viewer(side), self.lots)
        decision, disguised = (self._decision(state) for state in (match.state, other))
        seen = view_of(match.rules, match.state, decision, match.number, side).encode()
        _demand(
            seen == view_of(match.rules, other, disguised, match.number, side).encode(),
            f"the view of {side or 'the public'} tells what is hidden from it",
        )
        if self.lots.below(POSITIONS) == 0:
            samples = [self._sample(state, side) for state in (match.state, other)]
            _demand(samples[0] == samples[1], f"what is sampled for {side or 'the public'} tells what is hidden")
        shown, same = (list(match.rules.overlays(state, self._viewer(side))) for state in (match.state, other))
        _demand(shown == same, f"an overlay tells {side or 'the public'} what is hidden")
        if decision and disguised and decision.side == side:
            if self.lots.below(POSITIONS) == 0:
                _demand(decision.preview() == disguised.preview(), "a preview tells what is hidden")
                _demand(decision.hints() == disguised.hints(), "a hint tells what is hidden")
                _demand(decision.disabled() == disguised.disabled(), "a refusal tells what is hidden")
            for action in self._strangers(decision.actions):
                _demand(decision.refusal(action) == disguised.refusal(action), "a refusal tells what is hidden")

    def check_secret_play(self, before: State, action: Action) -> None:
        """An action that is open to both states tells one viewer the same, unless it reveals something or rolls a die.

        Whether it does that, the side that acts may ask beforehand: so that must be the same too.
        """
        match, actor = self.match, Decision(self.match.rules, before).side
        truth = self._quiet(before, action)
        side = self._anybody()
        other = match.rules.disguise(before, self._viewer(side), self.lots)
        if Decision(match.rules, other).refusal(action) is not None:
            return
        disguised = self._quiet(other, action)
        is_same = (truth is None) == (disguised is None)
        _demand(is_same or side != actor, "whether an action can be undone tells what is hidden")
        if truth and disguised:
            is_same = self._told(truth, side) == self._told(disguised, side)
            is_other = not is_same and self._is_other_order(before, other, action)
            _demand(is_same or is_other, f"an action tells {side or 'the public'} what is hidden")

    def _is_other_order(self, before: State, other: State, action: Action) -> bool:
        """Whether a whole order, with units and hexes, is about units that stand elsewhere in the other state."""
        rules, order = self.match.rules, self.match.rules.grammar.offer(action)
        actor = Decision(rules, before).side_number
        at, instead = ({each.name: each.at for each in rules.scene(s, actor).pieces} for s in (before, other))
        return bool(order.hexes) and any(at.get(unit) != instead.get(unit) for unit in order.units)

    def _quiet(self, state: State, action: Action) -> Play[Any, Any] | None:
        """An action carried out; None if something is revealed by it."""
        dice = SecretDice(secret_from_seed("secrecy"))
        play = Play(self.match.rules, state.copy(), dice)
        carry_out(play, action)
        return None if play.revealed or dice.rolls else play

    def _told(self, play: Play[Any, Any], side: str | None) -> tuple[list[str], bytes]:
        """What a side is told by an action and sees after it."""
        rules, viewer = self.match.rules, self._viewer(side)
        told = [rules.texts.sentence(event) for event in play.events if event.visible(viewer)]
        return told, view_of(rules, play.state, self._decision(play.state), 0, side).encode()

    def _sample(self, state: State, side: str | None) -> bytes:
        """A state that may be true for a side, drawn by the same lots."""
        sample: State = self.match.rules.disguise(state, self._viewer(side), RepeatableRandom(self.match.number))
        return sample.digest()

    def _anybody(self) -> str | None:
        """A side or the public, by lot: to look at three times as many positions finds more than to look thrice."""
        viewers = (*self.match.rules.sides, None)
        return viewers[self.lots.below(len(viewers))]

    def _viewer(self, side: str | None) -> int:
        return self.match.rules.sides.index(side) if side else PUBLIC

    def _decision(self, state: State) -> Decision | None:
        return Decision(self.match.rules, state) if state.frames else None


def _demand(holds: bool, sentence: str) -> None:
    if not holds:
        raise Broken(sentence)


def fuzz_game(game: str, seed: str, start: str | None = None, player: str | None = None) -> tuple[int, Failure | None]:
    """One game at random, or between two machines of a name: its number of actions, and what failed.

    It begins in a random scenario with random options, or from the text of a position: the way to try what random play
    seldom leads to, such as stacks in which something is hidden.
    """
    lots = RepeatableRandom(seed)
    match = Match.from_position(start, seed=seed) if start else _random_start(game, seed, lots)
    checker, choose = Checker(match), _machines(match, player, seed) if player else _chance(lots)
    sentence = _trouble(lambda: _until_over(checker, choose))
    return match.number, Failure(seed, sentence, _minimal(checker, sentence)) if sentence else None


def _random_start(game: str, seed: str, lots: RepeatableRandom) -> Match:
    rules = find_game(game)
    scenarios = list(rules.scenarios)
    scenario = scenarios[lots.below(len(scenarios))]
    left = {name: rules.values_of(name, scenario) for name in rules.choices}
    options = {name: values[lots.below(len(values))] for name, values in left.items()}
    return Match.new(game, scenario, options=options, seed=seed)


def check_record(text: str) -> str | None:
    """Go through a record with all checks, and try every action of its last decision; what is wrong, or None."""

    def follow() -> None:
        checker = Checker(Match.load(text, upto=0))
        checker.check_state()
        for action in _chosen(Match.load(text).entries):
            checker.play(checker.match.rules.grammar.parse(action))
            checker.sometimes_take_back()
        _every_action(text)

    return _trouble(follow)


def _chosen(entries: list[Entry]) -> Iterator[str]:
    """The actions that somebody chose: not what the machine passed, nor what was undone at once to be played again."""
    for entry, after in zip_longest(entries, entries[1:]):
        undone = after is not None and after.action == UNDO
        if not entry.auto and not undone and entry.action.partition(" ")[0] not in RESERVED:
            yield entry.action


def _trouble(run: Callable[[], None]) -> str | None:
    """Whatever goes wrong in a run, an exception of the rules included, in a sentence."""
    try:
        run()
    except Exception as error:
        return str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
    return None


def _chance(lots: RepeatableRandom) -> Chooser:
    """Half of the games choose among all actions alike; the others first choose a verb, so that they fight more."""
    by_verb = lots.below(2) == 0
    idle: Counter[tuple[str, int]] = Counter()

    def choose(match: Match) -> tuple[Action, ...]:
        now = match.decision.side, len(match.dice.rolls)
        idle[now] += 1
        actions = list(match.decision.actions)
        if by_verb or idle[now] > RESTLESS:
            verbs = sorted({action[0] for action in actions})
            verb = verbs[lots.below(len(verbs))]
            actions = [action for action in actions if action[0] == verb]
        return (actions[lots.below(len(actions))],)

    return choose


def _machines(match: Match, player: str, seed: str) -> Chooser:
    """Both sides are played by machines, which fight where chance does not."""
    make = maker(match.rules.id, player)
    seats = {side: make(f"{seed}/{side}") for side in match.rules.sides}

    def choose(match: Match) -> tuple[Action, ...]:
        side = match.decision.side
        return seats[side].choose(match.seat(side), HASTY).actions

    return choose


def _until_over(checker: Checker, choose: Chooser) -> None:
    checker.check_state()
    while not checker.match.over:
        for action in still_legal(checker.match, choose(checker.match)):
            checker.play(action)
            if checker.sometimes_take_back():
                break
    _demand(Match.load(checker.match.record()).hash == checker.match.hash, "the record does not replay to its hash")


def _every_action(text: str) -> None:
    """Try every action behind the end of a record, with the dice of the record if their secret is there."""
    for action in () if (match := _at_end(text)).over else match.decision.actions:
        Checker(_at_end(text)).play(action)


def _at_end(text: str) -> Match:
    match = Match.load(text)
    return Match.from_position(match.position(), seed=0) if isinstance(match.dice, SealedDice) else match


def _minimal(checker: Checker, sentence: str) -> str:
    """The shortest record that leads to the failure: the position before it if that is enough, else the whole game."""
    whole = checker.match.record(with_secret=True)
    try:
        previous = write_position(checker.match.setting, checker.match.rules, checker.before)
        short = Match.from_position(previous, seed=0, auto=False).record(with_secret=True)
    except FormatError:  # the position before is broken too
        return whole
    return short if check_record(short) == sentence else whole
