"""What the letters of the combat results table do: losses, retreats, stiff resistance, advance."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Hexes, Number, Side
from westfront.games.meuse.data import MeuseAsk, MeuseData, MeusePlay, MeuseStep
from westfront.games.meuse.losses import eliminate, lose_step, survives_a_step
from westfront.games.meuse.retreat import begin_retreat, retreat_steps
from westfront.games.meuse.state import GERMAN, MeuseState
from westfront.games.meuse.victory import enter_hex
from westfront.hexgrid import HexSet, has

NO_EFFECT = "."

MEANING = {
    "Ae": "all attackers eliminated",
    "(A)": "each attacker loses a step",
    "A1": "attackers retreat 1",
    "A2": "attackers retreat 2",
    "A3": "attackers retreat 3",
    ".": "no effect",
    "Ex": "both lose a step",
    "D2": "defender retreats 2",
    "D3": "defender retreats 3",
    "De": "defender eliminated",
}


@rule("V-2")
def meaning(rules: MeuseData, code: str) -> str:
    """What a result of the table means; by an option (A) costs one attacker a step, not all."""
    return "one attacker loses a step" if code == "(A)" and rules.options["crt_paren_A"] == "one" else MEANING[code]


def result_in_words(rules: MeuseData, code: str) -> str:
    """A result of the table, with what it means."""
    return meaning(rules, code) if code == NO_EFFECT else f"{code}, {meaning(rules, code)}"


@rule("7.6", "V-2")
def apply_result(play: MeusePlay, side: int, target: int, attackers: tuple[int, ...], code: str) -> None:
    """Carry out a result; what somebody has to choose is asked."""
    if code == "Ae":
        for hex_ in attackers:
            eliminate(play, hex_, "7.6")
    elif code == "De":
        eliminate(play, target, "7.6")
    elif code == "(A)" and play.rules.options["crt_paren_A"] == "all":
        for hex_ in attackers:
            lose_step(play, hex_, "7.6")
    elif code == "(A)":
        play.push(AttackerLoss(side, target, attackers, 0))
    elif code == "Ex":
        play.push(AttackerLoss(side, target, attackers, 1))
    elif code[0] == "A":
        play.push(AttackersRetreat(side, attackers, int(code[1])))
    elif code != NO_EFFECT:
        defender_result(play, 1 - side, target, int(code[1]))


# -- losses of the attacker


@rule("7.6", "V-2")
class AttackerLoss(MeuseAsk, frozen=True):
    """The attacker says which of his hexes loses the step; in an exchange the defender loses one at the same time."""

    target: Hex
    attackers: Hexes
    exchange: Number
    asked_by = "7.6"
    question = "Which attacker loses a step?"

    def holds(self, rules: MeuseData, s: MeuseState) -> bool:
        """All attackers are still there, and in an exchange the defender too."""
        there = bool(self.attackers) and all(has(standing(rules, s, self.player), h) for h in self.attackers)
        return there and (not self.exchange or has(standing(rules, s, 1 - self.player), self.target))

    def offer(self, rules: MeuseData, s: MeuseState) -> list[Action]:
        return [("lose", hex_) for hex_ in self.attackers]

    def why_lose(self, rules: MeuseData, s: MeuseState, hex_: Hex) -> Refusal | None:
        if hex_ not in self.attackers:
            return Refusal("7.6", f"one of {rules.names.write('hex*', self.attackers)} must lose the step")
        return None

    def do_lose(self, play: MeusePlay, hex_: Hex) -> None:
        """Both losses at once."""
        play.pop()
        lose_step(play, hex_, "7.6")
        if self.exchange:
            lose_step(play, self.target, "7.6")


# -- retreats


def standing(rules: MeuseData, s: MeuseState, side: int) -> HexSet:
    """The hexes of a side."""
    return rules.field(s).occupied[side]


@rule("7.6", "7.7")
class AttackersRetreat(MeuseStep, frozen=True):
    """Every attacker retreats, one after another in the owner's order."""

    player: Side
    hexes: Hexes
    length: Number

    def holds(self, rules: MeuseData, s: MeuseState) -> bool:
        """Those who are still to go stand where they attacked."""
        there = all(has(standing(rules, s, self.player), h) for h in self.hexes)
        return bool(self.hexes) and there and 1 <= self.length <= 3

    def run(self, play: MeusePlay) -> None:
        """The last one needs no question."""
        if len(self.hexes) == 1:
            begin_retreat(play, self.hexes[0], self.length)
        else:
            play.push(NextRetreat(self.player, self.hexes, self.length))


@rule("7.7")
class NextRetreat(MeuseAsk, frozen=True):
    """Which attacker goes back next?"""

    hexes: Hexes
    length: Number
    asked_by = "7.7"
    question = "Every attacker retreats {length}: which one goes next?"

    def holds(self, rules: MeuseData, s: MeuseState) -> bool:
        """All of them stand where they attacked."""
        there = all(has(standing(rules, s, self.player), h) for h in self.hexes)
        return len(self.hexes) > 1 and there and 1 <= self.length <= 3

    def offer(self, rules: MeuseData, s: MeuseState) -> list[Action]:
        return [("withdraw", hex_) for hex_ in self.hexes]

    def why_withdraw(self, rules: MeuseData, s: MeuseState, hex_: Hex) -> Refusal | None:
        if hex_ not in self.hexes:
            return Refusal("7.7", f"one of {rules.names.write('hex*', self.hexes)} must retreat next")
        return None

    def do_withdraw(self, play: MeusePlay, hex_: Hex) -> None:
        """It goes back, then the others."""
        rest = tuple(h for h in self.hexes if h != hex_)
        play.become(AttackersRetreat(self.player, rest, self.length))
        begin_retreat(play, hex_, self.length)


@rule("7.6", "18.2", "7.8")
def defender_result(play: MeusePlay, side: int, hex_: int, length: int) -> None:
    """The defender has up to three answers; without any he is eliminated."""
    answer = DefenderChoice(side, hex_, length)
    if answer.offer(play.rules, play.state):
        play.push(answer)
    else:
        play.tell("trapped", "7.7", units=play.rules.field(play.state).stacks[hex_], hex=hex_)
        eliminate(play, hex_, "7.7")


@rule("7.6", "7.8", "18.2", "EX-18.2")
class DefenderChoice(MeuseAsk, frozen=True):
    """The whole retreat, one hex if German, or a step instead: exactly one of them."""

    hex: Hex
    length: Number
    asked_by = "7.6"

    def holds(self, rules: MeuseData, s: MeuseState) -> bool:
        """The defender stands there and has an answer."""
        there = has(standing(rules, s, self.player), self.hex)
        return there and 1 <= self.length <= 3 and bool(self.offer(rules, s))

    def prompt(self, rules: MeuseData, s: MeuseState) -> str:
        who = rules.names.write("unit*", rules.field(s).stacks[self.hex])
        return f"{who} must retreat {self.length} from {rules.grid.label(self.hex)}: how do you respond?"

    def offer(self, rules: MeuseData, s: MeuseState) -> list[Action]:
        """Those that can be carried out."""
        answers = {
            "retreat-full": self.why_retreat_full,
            "retreat-one": self.why_retreat_one,
            "resist": self.why_resist,
        }
        return [(verb,) for verb, why in answers.items() if why(rules, s) is None]

    def why_retreat_full(self, rules: MeuseData, s: MeuseState) -> Refusal | None:
        return self.why_no_way(rules, s, self.length)

    def do_retreat_full(self, play: MeusePlay) -> None:
        play.pop()
        begin_retreat(play, self.hex, self.length)

    def why_retreat_one(self, rules: MeuseData, s: MeuseState) -> Refusal | None:
        """German units only, and there must be a way."""
        if self.player != GERMAN:
            return Refusal("18.2", "only German units may retreat one hex instead")
        if self.length == 1:
            return Refusal("18.2", "the result is already one hex")
        return self.why_no_way(rules, s, 1)

    def do_retreat_one(self, play: MeusePlay) -> None:
        """Go back one hex."""
        play.pop()
        play.tell("experience", "18.2", hex=self.hex)
        begin_retreat(play, self.hex, 1)

    def why_resist(self, rules: MeuseData, s: MeuseState) -> Refusal | None:
        """Something must be left to stay."""
        if not survives_a_step(rules, s, self.hex):
            return Refusal("7.8", "nothing would be left in the hex")
        return None

    def do_resist(self, play: MeusePlay) -> None:
        """Lose a step and stay."""
        play.pop()
        play.tell("resists", "7.8", hex=self.hex)
        lose_step(play, self.hex, "7.8")

    def why_no_way(self, rules: MeuseData, s: MeuseState, length: int) -> Refusal | None:
        """Whether the unit can retreat so far."""
        units = rules.field(s).stacks[self.hex]
        if not retreat_steps(rules, s, units, self.hex, length):
            return Refusal("7.7", f"it cannot retreat {length}")
        return None


# -- advance


@rule("7.9")
class AfterCombat(MeuseStep, frozen=True):
    """If the defender's hex is empty now, the attacker may advance."""

    player: Side
    target: Hex
    attackers: Hexes

    def holds(self, rules: MeuseData, s: MeuseState) -> bool:
        """They attacked from hexes next to it."""
        near = rules.grid.adjacent(1 << self.target) if self.target >= 0 else 0
        return bool(near) and all(has(near, hex_) for hex_ in self.attackers)

    def run(self, play: MeusePlay) -> None:
        """Ask if there is a hex to take and somebody to take it."""
        field = play.rules.field(play.state)
        left = tuple(hex_ for hex_ in self.attackers if field.occupied[self.player] >> hex_ & 1)
        if left and self.target not in field.stacks:
            play.push(Advance(self.player, self.target, left))


@rule("7.9", "6.2")
class Advance(MeuseAsk, frozen=True):
    """One attacking hex may enter at once, whatever enemy zones there are."""

    target: Hex
    attackers: Hexes
    asked_by = "7.9"
    question = "Who advances to {target}?"

    def holds(self, rules: MeuseData, s: MeuseState) -> bool:
        """The hex is empty and somebody stands next to it."""
        empty = self.target >= 0 and not rules.field(s).stack(self.target)
        near = rules.grid.adjacent(1 << self.target) & standing(rules, s, self.player) if empty else 0
        return bool(self.attackers) and all(has(near, hex_) for hex_ in self.attackers)

    def offer(self, rules: MeuseData, s: MeuseState) -> list[Action]:
        """One of the attackers, or nobody."""
        return [("stay",), *(("advance", hex_) for hex_ in self.attackers)]

    def why_advance(self, rules: MeuseData, s: MeuseState, hex_: Hex) -> Refusal | None:
        if hex_ not in self.attackers:
            return Refusal("7.9", f"one of {rules.names.write('hex*', self.attackers)} may advance")
        return None

    def do_advance(self, play: MeusePlay, hex_: Hex) -> None:
        """All units of that hex enter the target."""
        units = play.rules.field(play.state).stacks[hex_]
        play.pop()
        play.tell("advanced", "7.9", units=units, hex=self.target)
        enter_hex(play, units, self.target)

    def do_stay(self, play: MeusePlay) -> None:
        play.pop()
