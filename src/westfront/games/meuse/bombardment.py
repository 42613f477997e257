"""Artillery bombardment: markers on observed enemies, one die each, breaches and hits."""

from __future__ import annotations

from typing import NamedTuple

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.modifiers import Applied, Modifier, applied
from westfront.engine.names import NOBODY, Hex, Number, Side, Unit
from westfront.engine.view import Hint
from westfront.games.meuse.aircraft import aircraft_hexes, in_air_reach, observed_hexes
from westfront.games.meuse.data import MeuseAsk, MeuseData, MeusePlay, MeuseStep
from westfront.games.meuse.losses import lose_step
from westfront.games.meuse.retreat import next_hexes
from westfront.games.meuse.state import ALLIED, GERMAN, MeuseState
from westfront.games.meuse.victory import enter_hex
from westfront.hexgrid import HexSet, bits

MOST_MARKERS = 2
"""So many markers may be put on one unit."""
GAS_TURN = 1


class Target(NamedTuple):
    """A hex under bombardment by a side."""

    rules: MeuseData
    s: MeuseState
    side: int
    hex: int


# -- the die


@rule("17.7")
def gas(target: Target) -> int:
    """Allied gas, on the first turn."""
    return -1 if target.side == ALLIED and target.s.gas else 0


@rule("17.3", "T-BMOD")
def aircraft_over(target: Target) -> int:
    """An aircraft in the hex itself, at most three hexes from an Allied unit."""
    if target.side != ALLIED or not aircraft_hexes(target.rules, target.s) >> target.hex & 1:
        return 0
    return -1 if in_air_reach(target.rules, target.s) >> target.hex & 1 else 0


def german_fire(target: Target) -> int:
    """German bombardments are worse."""
    return 1 if target.side == GERMAN else 0


@rule("T-BMOD", "17.6", "14.1", "EX-BMOD")
def terrain(target: Target) -> int:
    """The highest of the terrain in the hex; a trench that is breached counts no more."""
    board = target.rules.board
    works = [word for word, hexes in board.trenches.items() if hexes & ~target.s.breached & 1 << target.hex]
    return max([0, *(board.chart[word].barrage for word in board.words(target.hex) + works)])


DIE = [
    Modifier("17.7", "gas", gas),
    Modifier("17.3", "aircraft over the hex", aircraft_over),
    Modifier("T-BMOD", "German bombardment", german_fire),
    Modifier("T-BMOD", "terrain", terrain),
]


def die_modifiers(rules: MeuseData, s: MeuseState, side: int, hex_: int) -> list[Applied]:
    """What is added to each die thrown for a hex."""
    return applied(DIE, Target(rules, s, side, hex_))


# -- placing markers


@rule("17.0", "17.1", "17.2", "C-BOMB")
class BombardmentPhase(MeuseStep, frozen=True):
    """The end of a movement phase: the side whose turn it is may bombard; what it does not use is lost."""

    player: Side

    def run(self, play: MeusePlay) -> None:
        """Ask for markers if there is anything to put them on."""
        if play.state.stock[self.player] and observed_hexes(play.rules, play.state, self.player):
            play.push(Barrage(self.player))


@rule("17.2", "13.2")
def markers_on(rules: MeuseData, s: MeuseState, hex_: int) -> int:
    """The markers on the unit of a hex; stacked brigades are one unit."""
    return sum(s.shells[unit] for unit in rules.field(s).stacks.get(hex_, ()))


def shelled_hexes(rules: MeuseData, s: MeuseState, side: int) -> list[int]:
    """The hexes with markers of a side on them."""
    return sorted({s.at[unit] for unit in rules.units[1 - side] if s.shells[unit]})


@rule("17.1", "17.2", "17.4", "8.4", "EX-17.1")
class Barrage(MeuseAsk, frozen=True):
    """Bombardment markers are put on enemy units, all before any is rolled."""

    asked_by = "17.2"

    def prompt(self, rules: MeuseData, s: MeuseState) -> str:
        return f"Put bombardment markers on enemy units ({s.stock[self.player]} left), or be done."

    def unused(self, rules: MeuseData, s: MeuseState) -> str:
        """The markers that lapse with the bombardment."""
        left = s.stock[self.player]
        return f"{left} bombardment marker{'s' * (left > 1)}" if left else ""

    def offer(self, rules: MeuseData, s: MeuseState) -> list[Action]:
        """The unit of every observed hex with room for a marker; of stacked brigades the first."""
        seen = bits(observed_hexes(rules, s, self.player)) if s.stock[self.player] else []
        stacks = rules.field(s).stacks
        return [
            ("done",),
            *(("shell", stacks[hex_][0]) for hex_ in seen if markers_on(rules, s, hex_) < MOST_MARKERS),
        ]

    def hints(self, rules: MeuseData, s: MeuseState) -> dict[Action, Hint]:
        """What is added to the die, and what a hit would do."""
        found = {}
        for action in self.offer(rules, s)[1:]:
            hex_ = s.at[action[1]]
            modifiers = die_modifiers(rules, s, self.player, hex_)
            words = "".join(f", {modifier}" for modifier in modifiers)
            total = sum(modifier.value for modifier in modifiers)
            found[action] = Hint(note=f"{total:+d} to the die{words}; 3 or less is a {outcome(rules, s, hex_)}")
        return found

    def why_shell(self, rules: MeuseData, s: MeuseState, unit: Unit) -> Refusal | None:
        """An observed enemy with fewer than two markers, while there are some left."""
        name = rules.names.write("unit", unit)
        if not s.stock[self.player]:
            return Refusal("17.1", "no bombardment marker is left in this turn")
        if unit == NOBODY or unit >= rules.fighters or rules.side_of[unit] == self.player or s.at[unit] < 0:
            return Refusal("17.2", f"{name} is not an enemy unit on the map")
        if not observed_hexes(rules, s, self.player) >> s.at[unit] & 1:
            return Refusal("17.3", f"{name} is not observed")
        if markers_on(rules, s, s.at[unit]) >= MOST_MARKERS:
            return Refusal("17.2", f"{name} has {MOST_MARKERS} markers already")
        return None

    def do_shell(self, play: MeusePlay, unit: Unit) -> None:
        """Put a marker on it."""
        s = play.state
        s.stock[self.player] -= 1
        s.shells[unit] += 1
        play.tell("shelled", "17.2", unit=unit, hex=s.at[unit])

    def do_done(self, play: MeusePlay) -> None:
        """All markers lie: gas on the first turn, then fire."""
        s = play.state
        play.pop()
        if shelled_hexes(play.rules, s, self.player):
            play.push(Fire(self.player))
            if self.player == ALLIED and s.turn == GAS_TURN:
                play.push(Gas(self.player))


@rule("17.7")
class Gas(MeuseAsk, frozen=True):
    """Once, for the whole bombardment of the first turn."""

    asked_by = "17.7"
    question = "Use gas in this bombardment?"

    def holds(self, rules: MeuseData, s: MeuseState) -> bool:
        """Only the Allies, on the first turn."""
        return self.player == ALLIED and s.turn == GAS_TURN

    def offer(self, rules: MeuseData, s: MeuseState) -> list[Action]:
        return [("gas",), ("no-gas",)]

    def do_gas(self, play: MeusePlay) -> None:
        """It helps every marker."""
        play.state.gas = 1
        play.pop()
        play.tell("gas", "17.7")

    def do_no_gas(self, play: MeusePlay) -> None:
        """Shells only."""
        play.pop()


# -- fire


@rule("17.2", "17.4", "17.5")
class Fire(MeuseAsk, frozen=True):
    """The bombarding side names the next target hex, and all its markers are rolled one by one."""

    asked_by = "17.5"
    question = "On which hex does the bombardment fall next?"

    def holds(self, rules: MeuseData, s: MeuseState) -> bool:
        """There is a target left, while this is asked."""
        return bool(shelled_hexes(rules, s, self.player)) or s.frames[-1] is not self

    def offer(self, rules: MeuseData, s: MeuseState) -> list[Action]:
        return [("fire", hex_) for hex_ in shelled_hexes(rules, s, self.player)]

    def why_fire(self, rules: MeuseData, s: MeuseState, hex_: Hex) -> Refusal | None:
        if hex_ not in shelled_hexes(rules, s, self.player):
            return Refusal("17.2", f"no marker of yours lies in {rules.names.place(hex_)}")
        return None

    def do_fire(self, play: MeusePlay, hex_: Hex) -> None:
        """Roll, breach, count hits; the owner answers after the last marker of the hex."""
        s, rules = play.state, play.rules
        hits = bombard(play, self.player, hex_)
        if not shelled_hexes(rules, s, self.player):
            s.gas = 0
            play.pop()
        if hits:
            hit(play, hex_, hits)


@rule("17.4", "17.5", "17.6", "T-BRES")
def bombard(play: MeusePlay, side: int, hex_: int) -> int:
    """One die for each marker; a hit on a whole trench breaches it, any other counts against the unit."""
    s, rules = play.state, play.rules
    markers, hits = markers_on(rules, s, hex_), 0
    for unit in rules.field(s).stacks[hex_]:
        s.shells[unit] = 0
    for _ in range(markers):
        modifiers = die_modifiers(rules, s, side, hex_)
        (die,) = play.roll(f"bombardment/{rules.grid.label(hex_)}", by=side)
        is_hit = rules.bombardment.named(die + sum(m.value for m in modifiers), "result") == "hit"
        words = ", ".join(map(str, modifiers)) or "no modifiers"
        result = outcome(rules, s, hex_) if is_hit else "no effect"
        play.tell("bombarded", "17.5", hex=hex_, die=die, modifiers=words, result=result)
        if result == "breach":
            breach(play, hex_)
        hits += result == "hit"
    return hits


@rule("17.6")
def outcome(rules: MeuseData, s: MeuseState, hex_: int) -> str:
    """What a hit does: it breaches a trench that is whole, else it strikes the unit."""
    return "breach" if rules.board.trench & ~s.breached & 1 << hex_ else "hit"


@rule("17.6")
def breach(play: MeusePlay, hex_: int) -> None:
    """The trench is gone for the rest of the game, whoever stands in it."""
    play.state.breached |= 1 << hex_
    play.tell("breached", "17.6", hex=hex_)


@rule("10.2", "17.5", "16.0", "7.7.1", "V-1")
def hit(play: MeusePlay, hex_: int, hits: int) -> None:
    """After the last marker the owner may retreat one hex instead of all hits, if he can and the switch lets him."""
    rules, s = play.rules, play.state
    units = rules.field(s).stacks[hex_]
    if rules.options["bombardment_retreat"] == "17.5" and next_hexes(rules, s, units):
        play.push(Hit(rules.side_of[units[0]], hex_, hits))
    else:
        suffer(play, hex_, hits)


def suffer(play: MeusePlay, hex_: int, hits: int) -> None:
    """A step for each hit, as long as somebody is there."""
    for _ in range(hits):
        if hex_ in play.rules.field(play.state).stacks:
            lose_step(play, hex_, "17.5")


@rule("17.5", "16.0")
class Hit(MeuseAsk, frozen=True):
    """The owner of a unit that was hit takes the losses, or retreats one hex instead of all of them."""

    hex: Hex
    hits: Number
    asked_by = "17.5"

    def holds(self, rules: MeuseData, s: MeuseState) -> bool:
        """A unit of the player stands there, and hits are to be answered."""
        return self.hex >= 0 and bool(rules.field(s).occupied[self.player] >> self.hex & 1) and 1 <= self.hits <= 2

    def ways(self, rules: MeuseData, s: MeuseState) -> HexSet:
        """Where it may go."""
        return next_hexes(rules, s, rules.field(s).stacks[self.hex])

    def prompt(self, rules: MeuseData, s: MeuseState) -> str:
        who, steps = (
            rules.names.write("unit*", rules.field(s).stacks[self.hex]),
            "a step" if self.hits == 1 else "2 steps",
        )
        return f"{who} is hit in {rules.grid.label(self.hex)}: lose {steps}, or retreat one hex?"

    def offer(self, rules: MeuseData, s: MeuseState) -> list[Action]:
        """Suffer, or any legal hex."""
        return [("suffer",), *(("retreat", hex_) for hex_ in bits(self.ways(rules, s)))]

    def do_suffer(self, play: MeusePlay) -> None:
        play.pop()
        suffer(play, self.hex, self.hits)

    def why_retreat(self, rules: MeuseData, s: MeuseState, hex_: Hex) -> Refusal | None:
        """One hex, to an open one out of enemy zones."""
        if hex_ >= 0 and self.ways(rules, s) >> hex_ & 1:
            return None
        place = rules.names.place(hex_)
        if hex_ < 0 or rules.grid.direction(self.hex, hex_) is None:
            return Refusal("17.5", f"{place} is not next to the unit, which retreats one hex only")
        if rules.zone(s, 1 - self.player) >> hex_ & 1:
            return Refusal("6.2", f"{place} lies in an enemy zone of control")
        return Refusal("7.7", f"{place} is occupied")

    def do_retreat(self, play: MeusePlay, hex_: Hex) -> None:
        """Go back, unharmed."""
        units = play.rules.field(play.state).stacks[self.hex]
        play.pop()
        play.tell("retreated", "17.5", units=units, hex=hex_)
        enter_hex(play, units, hex_)
