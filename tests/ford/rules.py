"""The rules object of the Ford: its data, what each side sees, and what must always hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tests.ford.board import GLYPHS
from tests.ford.combat import Attack, Combat, Loss, Stand, battle_seen, odds
from tests.ford.facts import FordData
from tests.ford.movement import Movement, units_below
from tests.ford.sequence import GameTurn
from tests.ford.state import BLUE, RED, FordState
from westfront.engine.catalogue import rule
from westfront.engine.data import DataFolder
from westfront.engine.dice import RepeatableRandom
from westfront.engine.frame import asked, frame_name
from westfront.engine.names import OFF
from westfront.engine.rules import Rules
from westfront.engine.state import blank_columns
from westfront.engine.view import Battle, Line, Overlay, Piece, Preview, Scene
from westfront.hexgrid import bits
from westfront.mechanics.hidden import deal, disguised

PATTERNS: tuple[str, ...] = (
    "move UNIT HEX [via HEX*]",
    "take UNIT",
    "go HEX",
    "top UNIT",
    "attack HEX",
    "bombard HEX with UNIT",
    "add UNIT",
    "drop UNIT",
    "confirm",
    "cancel",
    "stand",
    "withdraw",
    "lose UNIT",
    "retreat HEX",
    "advance UNIT*",
    "stay",
    "done",
)

TEXTS = {
    "turn": "Turn {turn} begins, the weather is {weather}",
    "phase": "{side:side}: {phase}",
    "moved": "{unit:unit} moves {path:hex*}",
    "moved unseen": "A {side:side} unit moves {path:hex*}",
    "top": "{unit:unit} is laid on top in {hex:hex}",
    "attack": "{side:side} attacks {target:hex} with {units:unit*}",
    "shown": "The units in {hex:hex} are {units:unit*}",
    "stand": "{side:side} stands in {hex:hex}",
    "withdraw": "{side:side} withdraws from {hex:hex}",
    "odds": "{strengths} is {odds}, die {die}, {modifiers}",
    "result": "Result at {hex:hex}: {code}",
    "bombard": "{unit:unit} bombards {hex:hex}: {code}",
    "step lost": "{unit:unit} loses a step",
    "step lost unseen": "A unit in {hex:hex} loses a step",
    "destroyed": "{unit:unit} is destroyed",
    "retreat": "{side:side} retreats from {hex:hex} to {to:hex}",
    "advance": "{units:unit*} advances to {hex:hex}",
    "end": "{verdict}",
}


STACK_OF_FRAMES = re.compile(
    "GameTurn( PlayerTurn){0,2}( Combat)?( Movement( Moving)?| Assault| Stand| Advance| AfterCombat Retreat"
    "|( AfterCombat)? Loss( Loss)?)?"
)
"""The stacks that the sequence of play can build; a position by hand may leave out a combat phase."""


class Ford(FordData, Rules[FordState]):
    """The Ford, version 1."""

    id = "ford"
    version = "1"
    title = "The Ford"
    scenarios = {
        "meeting": "Both sides march on the villages.",
        "assault": "Red stands before the northern village.",
        "columns": "Both sides come up the roads in columns.",
    }
    choices = {"fog": ("on", "off"), "season": ("summer", "autumn")}
    blurb = "Ten counters, two villages and a river: the game on which the kernel is proved."
    length = "15 minutes"
    complexity = 1
    notes = {"fog": "Whether enemy stacks are hidden.", "season": "In autumn mud is more likely."}
    verb_help = {
        "top": "Lay a unit on top of its stack, where the enemy sees it.",
        "bombard": "Fire a gun at an enemy hex within two hexes; the dice are thrown at once.",
        "stand": "Take the attack where you are; the dice are thrown at once.",
        "withdraw": "Leave the hex before the dice are thrown.",
    }
    verbs = PATTERNS
    sentences = TEXTS
    luck_dice = {"combat": "high", "bombardment": "high"}
    state = FordState
    contract = ("at", "steps", "red_holds")
    glyphs = GLYPHS
    outcomes = ("result", "bombard")

    def __init__(self, scenario: str, options: dict[str, str], data: DataFolder) -> None:
        super().__init__(scenario, options, data)
        self.set_up = self._read_set_up(data)

    def _read_set_up(self, data: DataFolder) -> list[int]:
        rows = data.rows("setup", ["place", *self.scenarios])
        return [self.grid.hex(rows[name].text(self.scenario)) for name in self.names.units]

    @rule("7.3")
    def start(self) -> FordState:
        """Set up by the scenario; the villages belong to the side whose half of the map they lie in."""
        s = FordState(turn=0, mud=0, red_holds=0, lost=bytearray(2), **blank_columns(FordState, len(self.counters)))
        for unit, hex_ in enumerate(self.set_up):
            s.at[unit] = hex_
            s.steps[unit] = self.counters[unit].type.values["steps"]
            s.height[unit] = unit + 1
        s.frames = (GameTurn(),)
        return s

    # -- what is seen

    @rule("3.1")
    def scene(self, s: FordState, side: int) -> Scene:
        """Own counters in full; of an enemy stack the top one, and how many lie below."""
        pieces = []
        for hex_ in self.names.hexes_in_order(self.occupied(s, RED) | self.occupied(s, BLUE)):
            for depth, unit in enumerate(self.stack(s, hex_)):
                place, owner = self.grid.label(hex_), self.sides[self.side_of[unit]]
                seen = depth == 0 or not self.hidden or self.side_of[unit] == side
                pieces.append(
                    Piece(place, owner, self.names.units[unit], self._facts(unit), self._states(s, unit, side))
                    if seen
                    else Piece(place, owner)
                )
        held = s.red_holds & self.board.terrain["village"]
        blue = self.board.terrain["village"] ^ held
        villages = {"red village": tuple(self.grid.labels(held)), "blue village": tuple(self.grid.labels(blue))}
        tracks = {"weather": "mud" if s.mud else "dry", "lost": " ".join(map(str, s.lost))}
        phase, battles = self._phase(s), self._battles(s)
        return Scene(f"turn {s.turn} of 6", tuple(pieces), villages, tracks, phase=phase, battles=battles)

    def _phase(self, s: FordState) -> str:
        phases = [type(frame).__name__.lower() for frame in s.frames if isinstance(frame, Movement | Combat)]
        return phases[-1] if phases else ""

    def _battles(self, s: FordState) -> tuple[Battle, ...]:
        """The attack that the defender must answer; before it is declared nobody else knows of it."""
        return tuple(
            Battle(self.sides[1 - frame.player], (self.grid.label(frame.target),), self._names(frame.attackers))
            for frame in s.frames
            if isinstance(frame, Stand)
        )

    def _names(self, units: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.names.units[unit] for unit in units)

    def _facts(self, unit: int) -> tuple[str, ...]:
        kind = self.counters[unit].type
        return f"{self.attack[unit]}-{self.defence[unit]}-{kind.values['move']}", kind.symbol

    def _states(self, s: FordState, unit: int, side: int) -> tuple[str, ...]:
        states = ["reduced"] if s.steps[unit] < self.counters[unit].type.values["steps"] else []
        states += ["moved"] if s.moved[unit] and (self.side_of[unit] == side or not self.hidden) else []
        return tuple(states)

    def preview(self, s: FordState, side: int) -> Preview | None:
        """The battle that the defender must answer; before it is declared the target is hidden."""
        frame = asked(s)
        if not isinstance(frame, Stand):
            return None
        fight = odds(Attack(self, s, frame.target, frame.attackers))
        modifiers = [Line(modifier.title, f"{modifier.value:+d}", modifier.rule) for modifier in fight.modifiers]
        strengths = Line("odds", f"{fight.attack} against {fight.defence}, {self.crt.columns[fight.column]}", "4.3")
        codes = [self.crt.result(die + fight.shift, fight.column) for die in range(1, 7)]
        chances = {code: codes.count(code) / 6 for code in sorted(set(codes))}
        return Preview(f"The attack on {self.grid.label(frame.target)}", (strengths, *modifiers), chances)

    def overlays(self, s: FordState, side: int) -> Iterator[Overlay]:
        """Zones of control: stacks may be hidden, where they stand is not."""
        for owner, name in enumerate(self.sides):
            hexes = tuple(self.grid.labels(self.zone(s, owner)))
            yield Overlay("zoc", name, f"{name} zones of control", hexes)

    def disguise(self, s: FordState, side: int, lots: RepeatableRandom) -> FordState:
        """Deal units of other sides that lie under others anew, wherever they are, and the steps they have lost."""
        if not self.hidden or battle_seen(s):
            return s.copy()
        new = s
        for owner in (RED, BLUE):
            if owner != side:
                below, columns = sorted(units_below(self, s, owner)), ("at", "height", "moved", "fought")
                new = disguised(new, below, columns, lots, lambda unit: (), lambda unit, place: True)
                left = deal(sorted(s.steps[unit] for unit in below), below, self._can_have, lots)
                for unit, steps in zip(below, left, strict=True):
                    new.steps[unit] = steps
        return new

    def _can_have(self, steps: int, unit: int) -> bool:
        return steps <= self.counters[unit].type.values["steps"]

    def terrain_name(self, hex_: int) -> str:
        """Clear, woods or village."""
        return self.board.terrain_of(hex_)

    # -- what must hold

    def invariants(self, s: FordState) -> Iterator[str]:
        """Stacks, steps and losses."""
        if self.occupied(s, RED) & self.occupied(s, BLUE):
            yield "both sides stand in one hex"
        if not 0 <= s.turn <= 6 or not 0 <= s.mud <= 1 or len(s.lost) != 2:
            yield "the tracks are beyond their ends"
        if not self._frames_hold(s):
            yield "no sequence of play leads to these frames"
        for unit, counter in enumerate(self.counters):
            on_map = s.at[unit] != OFF
            if on_map != bool(s.steps[unit]) or s.steps[unit] > counter.type.values["steps"] or s.at[unit] < OFF:
                yield f"{counter.name} has {s.steps[unit]} steps at {self.names.place(s.at[unit])}"
        for hex_ in bits(self.shared(s, RED) | self.shared(s, BLUE)):
            stack = self.stack(s, hex_)
            if len({s.height[u] for u in stack}) != len(stack):
                yield f"the counters in {self.grid.label(hex_)} have no order"
        for side in (RED, BLUE):
            if s.lost[side] != sum(s.at[unit] < 0 for unit in self.units[side]):
                yield f"the losses of {self.sides[side]} do not add up"

    def _frames_hold(self, s: FordState) -> bool:
        """Whether the frames are in an order that play leads to."""
        order = " ".join(frame_name(type(frame)) for frame in s.frames)
        losers = [frame.player for frame in s.frames if isinstance(frame, Loss)]
        return not order or bool(STACK_OF_FRAMES.fullmatch(order) and len(set(losers)) == len(losers))
