"""Chapter 5.3: one action, and the force of one hex that is chosen for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import OFF, Hex, Units
from westfront.games.hindenburg import combat
from westfront.games.hindenburg.cleanup import Choice, commit
from westfront.games.hindenburg.movement import able, destinations, move, why_not_move
from westfront.games.hindenburg.stacking import lay_on_top, others_on_top, take_kind, take_words
from westfront.games.hindenburg.state import HindenburgPlay, HindenburgState
from westfront.games.hindenburg.strategic import Bringing, Sending, bring, group_from, group_to, reserve, send
from westfront.games.hindenburg.trenches import entrench, fill, why_not_entrench, why_not_fill
from westfront.hexgrid import bits

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg


@rule("5.3", "5.3(1)")
class Operation(Choice, frozen=True):
    """One action of a side: a strategic move, a move, an entrenchment, an attack, or nothing.

    The offer asks which force on the map acts, or for a strategic move. Whole actions in one line are taken as well:
    `move 3106 3105 with all`, `move 3106 3105 with 3xGE4-4 1xGE3-3`, `bring 3106 with 5xGE4-4`, `entrench 3106`.
    """

    asked_by = "5.3"
    verbs = ("pass", "force", "bring", "send", "move", "entrench", "attack", "fill", "top")

    def prompt(self, rules: Hindenburg, s: HindenburgState) -> str:
        """What is asked."""
        left = s.actions[self.player]
        return f"Turn {s.turn}, {left} {'actions' if left > 1 else 'action'} left: which force acts, or what else?"

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """Every force on the map, strategic moves, or to pass."""
        actions: list[Action] = [("pass",)]
        actions += [("force", hex_) for hex_ in bits(rules.field(s).occupied[self.player])]
        waiting = reserve(rules, s, self.player)
        if waiting and Bringing(self.player, (), (), OFF).open(rules, s, waiting):
            actions.append(("bring",))
        if next(Sending(self.player, (), OFF).open(rules, s), None) is not None:
            actions.append(("send",))
        return actions

    def admits(self, rules: Hindenburg, s: HindenburgState, action: Action) -> bool:
        """Whole actions in one line."""
        whole = ("move", "bring", "send", "entrench", "attack", "fill", "top")
        return action[0] in whole and len(action) > 1 and self._refusal(rules, s, action) is None

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """The first thing that forbids it."""
        if len(action) == 1:
            if action[0] in ("entrench", "fill"):
                return Refusal("5.3", f"say in which hex: {action[0]} HEX")
            return Refusal("10.4" if action[0] == "bring" else "10.5", "no division can do that now")
        return self._refusal(rules, s, action) or Refusal("5.3", "it may be done")

    def _refusal(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal | None:
        verb, player = action[0], self.player
        if verb == "bring":
            return group_to(rules, s, player, *action[1:])[1]
        if verb == "send":
            return group_from(rules, s, player, *action[1:])[1]
        if verb == "entrench":
            return why_not_entrench(rules, s, player, action[1])
        if verb == "fill":
            return why_not_fill(rules, s, player, action[1])
        force, inner = self._force(rules, s, action)
        return force.refusal(rules, s, inner) if isinstance(force, Force) else force

    def _force(self, rules: Hindenburg, s: HindenburgState, action: Action) -> tuple[Force | Refusal, Action]:
        """The force that a whole line names and what it does, or why there is none."""
        verb = action[0]
        words: tuple[str, ...] = ("all",)
        inner: Action = action
        if verb == "move":
            hex_, inner = action[1], ("go", action[2])
            words = action[3] if len(action) > 3 else words
        elif verb == "attack":
            if len(action) == 2:
                return Refusal("13.1", "say from where and with whom: attack HEX from HEX with all"), action
            hex_, inner, words = action[2], ("attack", action[1]), action[3]
        elif verb == "top":
            if len(action) == 2:
                return Refusal("6.6", "say in which hex: top KIND in HEX"), action
            hex_, inner = action[2], ("top", action[1])
        else:
            hex_ = action[1]
        if hex_ < 0 or not rules.field(s).occupied[self.player] >> hex_ & 1:
            return Refusal("5.3", f"none of your divisions is in {rules.names.place(hex_)}"), inner
        ready = able(rules, s, hex_)
        units = take_words(rules, s, ready, words)
        if units is None:
            there = take_words(rules, s, rules.stack(s, hex_), words) is not None
            number = ("7.7" if there else "13.2") if verb == "attack" else "7.6" if there else "11.2"
            return Refusal(number, f"in supply in {rules.grid.label(hex_)} are {rules.described(s, ready)}"), inner
        return Force(self.player, hex_, tuple(unit for unit in ready if unit in units)), inner

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """Pass, choose, or do all of it."""
        rules, s, player, verb = play.rules, play.state, self.player, action[0]
        if verb == "pass":
            play.tell("pass", "5.3", side=player)
            commit(play, player)
        elif verb == "force":
            play.push(Force(player, action[1], tuple(able(rules, s, action[1]))))
        elif action == ("bring",):
            play.push(Bringing(player, (), (), OFF))
        elif action == ("send",):
            play.push(Sending(player, (), OFF))
        elif verb == "bring":
            units, _ = group_to(rules, s, player, *action[1:])
            bring(play, player, units, [action[1]] * len(units))
        elif verb == "send":
            send(play, player, group_from(rules, s, player, *action[1:])[0])
        elif verb == "entrench":
            entrench(play, player, action[1])
        elif verb == "fill":
            fill(play, player, action[1])
        else:
            force, inner = self._force(rules, s, action)
            assert isinstance(force, Force)
            force.act(play, inner)


@rule("5.3(2)", "5.3(3)", "5.3(4)", "11.2", "13.2")
class Force(Choice, frozen=True):
    """A force is taken up: who of it acts, and what does it do? At first all that are in supply act."""

    hex: Hex
    units: Units
    """The divisions that act, the top one first."""
    asked_by = "5.3"
    verbs = ("go", "attack", "entrench", "fill", "top", "add", "leave", "cancel")

    def prompt(self, rules: Hindenburg, s: HindenburgState) -> str:
        """What is asked."""
        return f"What does the force in {rules.grid.label(self.hex)} do ({rules.described(s, self.units)})?"

    def staying(self, rules: Hindenburg, s: HindenburgState) -> list[int]:
        """The divisions in supply that are left behind."""
        return [unit for unit in able(rules, s, self.hex) if unit not in self.units]

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """Where it can go, whom it can attack, a trench, another top, and who acts."""
        player, hex_ = self.player, self.hex
        actions: list[Action] = [("cancel",)]
        for verb, units in (("leave", self.units), ("add", self.staying(rules, s))):
            for kind, group in rules.by_kind(s, units).items():
                actions += [(verb, kind, number) for number in range(1, len(group) + 1)]
        if self.units:
            actions += [("go", to) for to in bits(destinations(rules, s, player, hex_, len(self.units)))]
            actions += [("attack", target) for target in combat.targets(rules, s, player, hex_, self.units)]
        if why_not_entrench(rules, s, player, hex_) is None:
            actions.append(("entrench",))
        if why_not_fill(rules, s, player, hex_) is None:
            actions.append(("fill",))
        return actions + [("top", kind) for kind in others_on_top(rules, s, hex_)]

    def admits(self, rules: Hindenburg, s: HindenburgState, action: Action) -> bool:
        """The hex may be named once more."""
        return action[0] in ("entrench", "fill", "top") and self.refusal(rules, s, action) is None

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """The first thing that forbids it."""
        return self.refusal(rules, s, action) or Refusal("5.3", "it may be done")

    def refusal(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal | None:
        """Why the force cannot do something, or None."""
        verb, player, hex_ = action[0], self.player, self.hex
        if verb == "go":
            return why_not_move(rules, s, player, hex_, action[1], self.units)
        if verb == "attack":
            if len(action) > 2:
                return Refusal("13.1", f"the force in {rules.grid.label(hex_)} is chosen: attack HEX")
            return combat.why_not_attack(rules, s, player, hex_, action[1], self.units)
        if verb in ("entrench", "fill"):
            if len(action) > 1 and action[1] != hex_:
                return Refusal("5.3", f"the force in {rules.grid.label(hex_)} is chosen")
            return (why_not_entrench if verb == "entrench" else why_not_fill)(rules, s, player, hex_)
        if verb == "top":
            return self._why_not_top(rules, s, *action[1:])
        pool: Sequence[int] = self.units if verb == "leave" else self.staying(rules, s)
        if verb == "cancel" or take_kind(rules, s, pool, action[1], action[2]) is not None:
            return None
        return Refusal("11.2", f"{'acting' if verb == 'leave' else 'left behind'} are {rules.described(s, pool)}")

    def _why_not_top(self, rules: Hindenburg, s: HindenburgState, kind: str, hex_: int | None = None) -> Refusal | None:
        if hex_ not in (None, self.hex):
            return Refusal("6.6", f"the force in {rules.grid.label(self.hex)} is chosen")
        if kind in others_on_top(rules, s, self.hex):
            return None
        return Refusal("6.6", f"{kind} is on top of {rules.grid.label(self.hex)} already, or is not there")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """Change who acts, act, or go back."""
        rules, s, verb = play.rules, play.state, action[0]
        if verb == "cancel":
            play.pop()
        elif verb == "leave":
            left = take_kind(rules, s, self.units[::-1], action[1], action[2]) or []
            play.become(Force(self.player, self.hex, tuple(unit for unit in self.units if unit not in left)))
        elif verb == "add":
            more = take_kind(rules, s, self.staying(rules, s), action[1], action[2]) or []
            chosen = {*self.units, *more}
            play.become(Force(self.player, self.hex, tuple(u for u in rules.stack(s, self.hex) if u in chosen)))
        else:
            self.act(play, action)
        if verb == "top":
            play.become(Force(self.player, self.hex, tuple(u for u in rules.stack(s, self.hex) if u in self.units)))

    def act(self, play: HindenburgPlay, action: Action) -> None:
        """Do something with the force."""
        verb, player, hex_ = action[0], self.player, self.hex
        if verb == "go":
            move(play, player, hex_, action[1], self.units)
        elif verb == "attack":
            combat.declare(play, player, hex_, action[1], self.units)
        elif verb == "entrench":
            entrench(play, player, hex_)
        elif verb == "fill":
            fill(play, player, hex_)
        else:
            show_top(play, hex_, self._to_show(play.rules, play.state, action[1]))

    def _to_show(self, rules: Hindenburg, s: HindenburgState, kind: str) -> int:
        """The division of a kind that is laid on top: one that acts if there is any, so that it goes on top as well."""
        group = rules.by_kind(s, rules.stack(s, self.hex))[kind]
        return next((unit for unit in group if unit in self.units), group[0])


@rule("6.6")
def show_top(play: HindenburgPlay, hex_: int, unit: int) -> None:
    """The owner lays another division on top of a stack; the enemy sees it from now on."""
    rules, s = play.rules, play.state
    lay_on_top(s, rules.stack(s, hex_), unit)
    play.tell("top", "6.6", what=rules.kind(s, unit), hex=hex_)
    play.reveal()
