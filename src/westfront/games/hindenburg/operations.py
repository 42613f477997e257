"""Chapter 5.3: one action, and the force of one hex that is chosen for it."""

from __future__ import annotations

from collections.abc import Sequence

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Word
from westfront.games.hindenburg.actions import Choice, Selection, commit
from westfront.games.hindenburg.data import HindenburgData, HindenburgPlay
from westfront.games.hindenburg.movement import able, destinations, move, why_not_move
from westfront.games.hindenburg.participation import declare, targets, why_not_attack
from westfront.games.hindenburg.stacking import ALL, others_on_top, show_top, take_kinds
from westfront.games.hindenburg.state import HindenburgState, Kinds
from westfront.games.hindenburg.strategic import Bringing, Sending
from westfront.games.hindenburg.trenches import entrench, fill, why_not_entrench, why_not_fill
from westfront.hexgrid import bits, has
from westfront.mechanics.plans import ANYWHERE


@rule("5.3")
class Operation(Choice, frozen=True):
    """One action of a side: a strategic move, a move, an entrenchment, an attack, or nothing.

    The offer asks which force on the map acts, or for a strategic move. Whole actions in one line are taken as well:
    `move 3106 3105 with all`, `move 3106 3105 with 3xGE4-4 1xGE3-3`, `bring 3106 with 5xGE4-4`, `entrench 3106`.
    """

    asked_by = "5.3"

    def prompt(self, rules: HindenburgData, s: HindenburgState) -> str:
        left = s.actions[self.player]
        return f"Turn {s.turn}, {left} action{'s' * (left > 1)} left: which force acts, or what do you do instead?"

    def offer(self, rules: HindenburgData, s: HindenburgState) -> list[Action]:
        """Every force on the map, strategic moves, or to pass."""
        actions: list[Action] = [("pass",)]
        actions += [("force", hex_) for hex_ in bits(rules.field(s).occupied[self.player])]
        if self.why_bring(rules, s) is None:
            actions.append(("bring",))
        if self.why_send(rules, s) is None:
            actions.append(("send",))
        return actions

    def do_pass(self, play: HindenburgPlay) -> None:
        """Nothing is done, and that is the action."""
        play.tell("pass", "5.3", side=self.player)
        commit(play, self.player)

    # -- a force on the map

    def why_force(self, rules: HindenburgData, s: HindenburgState, hex_: Hex) -> Refusal | None:
        if rules.stands_in(s, self.player, hex_):
            return None
        return Refusal("5.3", f"none of your divisions is in {rules.names.place(hex_)}")

    def do_force(self, play: HindenburgPlay, hex_: Hex) -> None:
        """Take it up; at first all that are in supply act."""
        play.push(self._force(play.rules, play.state, hex_))

    def _force(self, rules: HindenburgData, s: HindenburgState, hex_: int, kinds: Sequence[str] = ALL) -> Force:
        """The force of a hex that a row of words names, as far as it is there and in supply."""
        ready = able(rules, s, hex_)
        units = take_kinds(rules, s, ready, kinds) or []
        return Force(self.player, hex_, tuple(unit for unit in ready if unit in units))

    def _why_not_named(
        self, rules: HindenburgData, s: HindenburgState, hex_: int, kinds: Sequence[str], absent: str, unsupplied: str
    ) -> Refusal | None:
        """The divisions that a row of words names are there (or the first rule says no) and in supply (the second)."""
        ready = able(rules, s, hex_)
        if refusal := self.why_force(rules, s, hex_):
            return refusal
        if take_kinds(rules, s, ready, kinds) is not None:
            return None
        there = take_kinds(rules, s, rules.stack(s, hex_), kinds) is not None
        sentence = f"the divisions in supply in {rules.grid.label(hex_)} are {rules.described(s, ready)}"
        return Refusal(unsupplied if there else absent, sentence)

    def why_move(
        self, rules: HindenburgData, s: HindenburgState, hex_: Hex, to: Hex, kinds: Kinds = ALL
    ) -> Refusal | None:
        """A force, and a way to go, in one line."""
        refusal = self._why_not_named(rules, s, hex_, kinds, "11.2", "7.6")
        return refusal or self._force(rules, s, hex_, kinds).why_go(rules, s, to)

    def do_move(self, play: HindenburgPlay, hex_: Hex, to: Hex, kinds: Kinds = ALL) -> None:
        self._force(play.rules, play.state, hex_, kinds).do_go(play, to)

    def why_attack(
        self, rules: HindenburgData, s: HindenburgState, target: Hex, hex_: Hex = ANYWHERE, kinds: Kinds = ALL
    ) -> Refusal | None:
        """A force, and whom it attacks, in one line."""
        if hex_ == ANYWHERE:
            return Refusal("13.1", "say from where and with whom: attack HEX from HEX with all")
        refusal = self._why_not_named(rules, s, hex_, kinds, "13.2", "7.7")
        return refusal or self._force(rules, s, hex_, kinds).why_attack(rules, s, target)

    def do_attack(self, play: HindenburgPlay, target: Hex, hex_: Hex = ANYWHERE, kinds: Kinds = ALL) -> None:
        self._force(play.rules, play.state, hex_, kinds).do_attack(play, target)

    def why_entrench(self, rules: HindenburgData, s: HindenburgState, hex_: Hex = ANYWHERE) -> Refusal | None:
        if hex_ == ANYWHERE:
            return Refusal("5.3", "say in which hex: entrench HEX")
        return why_not_entrench(rules, s, self.player, hex_)

    def do_entrench(self, play: HindenburgPlay, hex_: Hex = ANYWHERE) -> None:
        self._force(play.rules, play.state, hex_).do_entrench(play)

    def why_fill(self, rules: HindenburgData, s: HindenburgState, hex_: Hex = ANYWHERE) -> Refusal | None:
        if hex_ == ANYWHERE:
            return Refusal("5.3", "say in which hex: fill HEX")
        return why_not_fill(rules, s, self.player, hex_)

    def do_fill(self, play: HindenburgPlay, hex_: Hex = ANYWHERE) -> None:
        """Give it up, which is no action."""
        fill(play, self.player, hex_)

    def why_top(self, rules: HindenburgData, s: HindenburgState, kind: Word, hex_: Hex = ANYWHERE) -> Refusal | None:
        """A stack is named that has the kind, and not on top."""
        if hex_ == ANYWHERE:
            return Refusal("6.6", "say in which hex: top KIND in HEX")
        return self.why_force(rules, s, hex_) or self._force(rules, s, hex_).why_top(rules, s, kind)

    def do_top(self, play: HindenburgPlay, kind: Word, hex_: Hex = ANYWHERE) -> None:
        """Lay it on top, which is no action."""
        show_top(play, self._force(play.rules, play.state, hex_).to_show(play.rules, play.state, kind))

    # -- a strategic move

    def why_bring(
        self, rules: HindenburgData, s: HindenburgState, hex_: Hex = ANYWHERE, kinds: Kinds = ()
    ) -> Refusal | None:
        """Somebody can come onto the map, or those who are named."""
        return Bringing(self.player).why_whole(rules, s, hex_, kinds)

    def do_bring(self, play: HindenburgPlay, hex_: Hex = ANYWHERE, kinds: Kinds = ()) -> None:
        """Put a group together, or bring it at once."""
        Bringing(self.player).begin(play, hex_, kinds)

    def why_send(
        self, rules: HindenburgData, s: HindenburgState, hex_: Hex = ANYWHERE, kinds: Kinds = ()
    ) -> Refusal | None:
        """Somebody can leave the map, or those who are named."""
        return Sending(self.player).why_whole(rules, s, hex_, kinds)

    def do_send(self, play: HindenburgPlay, hex_: Hex = ANYWHERE, kinds: Kinds = ()) -> None:
        """Put a group together, or send it at once."""
        Sending(self.player).begin(play, hex_, kinds)


@rule("5.3(2)", "5.3(3)", "5.3(4)", "13.2")
class Force(Selection, frozen=True):
    """A force is taken up: who of it acts, and what does it do?"""

    asked_by = "5.3"
    chosen_by = "11.2"

    def prompt(self, rules: HindenburgData, s: HindenburgState) -> str:
        return f"What does the force in {rules.grid.label(self.hex)} do ({rules.described(s, self.units)})?"

    def able(self, rules: HindenburgData, s: HindenburgState) -> Sequence[int]:
        return able(rules, s, self.hex)

    def offer(self, rules: HindenburgData, s: HindenburgState) -> list[Action]:
        """Where it can go, whom it can attack, a trench, another top, and who acts."""
        player, hex_ = self.player, self.hex
        actions: list[Action] = [("cancel",), *self.changes(rules, s)]
        if self.units:
            actions += [("go", to) for to in bits(destinations(rules, s, player, hex_, len(self.units)))]
            actions += [("attack", target) for target in targets(rules, s, player, hex_, self.units)]
        if why_not_entrench(rules, s, player, hex_) is None:
            actions.append(("entrench",))
        if has(s.trenches, hex_):
            actions.append(("fill",))
        return actions + [("top", kind) for kind in others_on_top(rules, s, hex_)]

    def why_go(self, rules: HindenburgData, s: HindenburgState, to: Hex) -> Refusal | None:
        return why_not_move(rules, s, self.player, self.hex, to, self.units)

    def do_go(self, play: HindenburgPlay, to: Hex) -> None:
        commit(play, self.player)
        move(play, self.player, self.hex, to, self.units)

    def why_attack(
        self, rules: HindenburgData, s: HindenburgState, target: Hex, hex_: Hex = ANYWHERE, kinds: Kinds = ALL
    ) -> Refusal | None:
        """It may attack the hex; from where and with whom is said already."""
        if hex_ != ANYWHERE:
            return Refusal("13.1", f"the force in {rules.grid.label(self.hex)} is chosen: attack HEX")
        return why_not_attack(rules, s, self.player, self.hex, target, self.units)

    def do_attack(self, play: HindenburgPlay, target: Hex, hex_: Hex = ANYWHERE, kinds: Kinds = ALL) -> None:
        declare(play, self.player, self.hex, target, self.units)

    def _why_elsewhere(self, rules: HindenburgData, hex_: int) -> Refusal | None:
        """The hex may be named once more, but no other one."""
        if hex_ in (ANYWHERE, self.hex):
            return None
        return Refusal("5.3", f"the force in {rules.grid.label(self.hex)} is chosen")

    def why_entrench(self, rules: HindenburgData, s: HindenburgState, hex_: Hex = ANYWHERE) -> Refusal | None:
        return self._why_elsewhere(rules, hex_) or why_not_entrench(rules, s, self.player, self.hex)

    def do_entrench(self, play: HindenburgPlay, hex_: Hex = ANYWHERE) -> None:
        commit(play, self.player)
        entrench(play, self.player, self.hex)

    def why_fill(self, rules: HindenburgData, s: HindenburgState, hex_: Hex = ANYWHERE) -> Refusal | None:
        return self._why_elsewhere(rules, hex_) or why_not_fill(rules, s, self.player, self.hex)

    def do_fill(self, play: HindenburgPlay, hex_: Hex = ANYWHERE) -> None:
        fill(play, self.player, self.hex)

    def why_top(self, rules: HindenburgData, s: HindenburgState, kind: Word, hex_: Hex = ANYWHERE) -> Refusal | None:
        if kind in others_on_top(rules, s, self.hex):
            return self._why_elsewhere(rules, hex_)
        return Refusal("6.6", f"{kind} is on top of {rules.grid.label(self.hex)} already, or is not there")

    def do_top(self, play: HindenburgPlay, kind: Word, hex_: Hex = ANYWHERE) -> None:
        """Lay it on top; those who act lie in this order too."""
        show_top(play, self.to_show(play.rules, play.state, kind))
        self._choose(play, {*self.units})

    def to_show(self, rules: HindenburgData, s: HindenburgState, kind: str) -> int:
        """The division of a kind that is laid on top: one that acts if there is any, so that it goes on top as well."""
        group = rules.by_kind(s, rules.stack(s, self.hex))[kind]
        return next((unit for unit in group if unit in self.units), group[0])

    def do_cancel(self, play: HindenburgPlay) -> None:
        play.pop()
