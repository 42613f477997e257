"""What is seen of a game: views, hints, log and chances, each as a side may know it, now and as it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import msgspec

from westfront.engine.chance import Chances, stage
from westfront.engine.course import NOW, START, Course, course_of
from westfront.engine.decision import NOTATION, Decision
from westfront.engine.dice import FixedDice
from westfront.engine.event import PUBLIC
from westfront.engine.frame import Play, Refusal, asked, carry_out
from westfront.engine.grammar import Action
from westfront.engine.log import LogLine, LogPage, tell
from westfront.engine.luck import Luck, luck
from westfront.engine.playing import Playing, is_final
from westfront.engine.position import write_position
from westfront.engine.rules import AnyRules
from westfront.engine.view import Hint, Overlay, Preview, Scene, View
from westfront.engine.views import side_number, view_of
from westfront.engine.world import Seat, seat_of
from westfront.errors import IllegalAction

TURN = "turn"
"""The event with which a turn begins."""
MOST_TOLD = 500
"""More different outcomes than this are not told: nobody reads them, and to count them takes seconds."""


class Looking(Playing):
    """A game being played, as it is seen."""

    drawer: ClassVar[Callable[[AnyRules, View], str]]
    """Draws what a side sees; the package gives it from above, since the engine knows no pictures."""

    def view_at(self, number: int, side: str | None = None) -> View:
        """What a side saw after some number of actions; there is no question in it, since it has been answered."""
        if not 0 <= number <= self.number:
            raise IllegalAction(NOTATION, f"there is no action {number}; the game is at {self.number}")
        self.check_followed(number)
        state = self.state if self.over and number == self.number else self.state_at(number)
        decision = Decision(self.rules, state) if state.frames else None
        return msgspec.structs.replace(view_of(self.rules, state, decision, number, side), question=None)

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

    # -- what may come

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
        return bool(trial.rolls) or is_final(play, asked(self.state).player)
