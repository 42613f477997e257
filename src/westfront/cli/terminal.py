"""Play in a terminal: a prompt, numbered choices, filtering by typing, a small map; both sides at one keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console
from rich.text import Text

from westfront.cli.files import write_text
from westfront.cli.smallmap import SIDE_STYLES, legend, small_map
from westfront.engine.match import Match
from westfront.errors import IllegalAction, WestfrontError
from westfront.hexgrid import HexSet

SHOWN = 24
HELP = """\
Answer with the number of a choice, with an action in words, or type a few letters to see only fitting choices.
  undo            take back the last action          why ACTION      why it is not allowed, with the rule
  log [N]         the last N lines of the log        odds ACTION     the exact chances of what it leads to
  map [HEX]       the map, around a hex              stack HEX       what lies in a hex
  rule NUMBER     a rule in our words                all             all choices
  help            this                               quit            stop; the game is saved after every action"""


class Terminal:
    """One match at one keyboard."""

    def __init__(self, match: Match, path: Path | None, console: Console, lines: Iterator[str] | None = None) -> None:
        """A match, where to save it, where to write, and where answers come from: a script, or the keyboard."""
        self.match, self.path, self.console = match, path, console
        self._lines = lines
        self._logged: dict[str, int] = {}
        self._last_side = ""
        self._filter: list[str] = []
        self._line_number = 0
        self._labels = frozenset(match.rules.grid.label(h) for h in match.rules.grid)
        self.commands: dict[str, Callable[[str], None]] = {
            "undo": self.undo,
            "why": self.why,
            "log": self.log,
            "odds": self.odds,
            "map": self.map,
            "stack": self.stack,
            "rule": self.rule,
            "all": lambda _: self.list_choices(whole=True),
            "help": lambda _: self.say(HELP),
            "?": lambda _: self.say(HELP),
        }

    # -- the loop

    def run(self) -> None:
        """Ask until the game is over, the answers end, or somebody quits."""
        self.save()
        fresh = True
        while not self.match.over:
            if fresh:
                self.show()
            answer = self.read()
            if answer is None or answer in ("quit", "q", "exit"):
                self.say(f"Saved in {self.path}." if self.path else "Stopped.")
                return
            fresh = self.answer(answer)
        self.show_log()
        self.say(f"The game is over: {self.match.result}", style="bold")
        self.save()

    def answer(self, text: str) -> bool:
        """Do what was typed; whether the position has changed and is to be shown again."""
        word, _, rest = text.partition(" ")
        before = self.match.number
        try:
            if not text:
                return True
            if word in self.commands:
                self.commands[word](rest.strip())
            elif text.isdecimal() and 1 <= int(text) <= len(self.match.decision.actions):
                self.play(self.match.decision.actions[int(text) - 1])
            elif word in self.match.rules.grammar.patterns:
                self.play(text)
            else:
                self.narrow(text)
        except WestfrontError as error:
            self.refused(error)
        return self.match.number != before

    def read(self) -> str | None:
        """The next answer, or None at the end."""
        prompt = f"{self.match.decision.side}> "
        if self._lines is None:
            try:
                return self.console.input(Text(prompt, style="bold")).strip()
            except EOFError:
                return None
        for line in self._lines:
            self._line_number += 1
            bare = line.split("#")[0].strip()
            if bare:
                self.say(prompt + bare)
                return bare
        return None

    def refused(self, error: WestfrontError) -> None:
        """Say why; a script ends there."""
        if self._lines is not None:
            raise WestfrontError(f"script line {self._line_number}: {error}")
        self.say(f"No: {error}", style="bold red")

    # -- acting

    def play(self, action: str) -> None:
        """Carry out an action and save the game."""
        self.match.play(action, side=self.match.decision.side)
        self._filter = []
        self.save()

    def undo(self, _: str) -> None:
        """Take back the last action."""
        self.match.undo()
        self.say("Taken back.")
        self.save()

    def save(self) -> None:
        """Write the record to its file."""
        if self.path:
            write_text(self.path, self.match.record(with_secret=True))

    # -- showing

    def say(self, text: str | Text, style: str | None = None) -> None:
        """Write a line."""
        self.console.print(text, style=style, markup=False, highlight=False, soft_wrap=True)

    def show(self) -> None:
        """The position before the side that must decide."""
        decision = self.match.decision
        if self._last_side not in ("", decision.side):
            self.curtain(decision.side)
        self._last_side = decision.side
        self.show_log()
        scene = self.match.view(decision.side).scene
        self.say("")
        tracks = "".join(f" | {name}: {value}" for name, value in scene.tracks.items())
        self.say(Text.assemble((f" {decision.side} ", self._style()), f" {scene.turn}{tracks}"))
        self.map("")
        self.say(f"{decision.prompt} [{decision.rule}]", style="bold")
        self.list_choices()

    def curtain(self, side: str) -> None:
        """Between the sides, where they may not see each other's counters."""
        if self._lines is None and self.match.rules.hidden:
            self.console.clear()
            self.console.input(f"The keyboard goes to {side}. Press Enter when {side} is ready. ")

    def show_log(self) -> None:
        """What happened since this side looked last."""
        side = self._last_side or self.match.rules.sides[0]
        log = self.match.log(side)
        for line in log[self._logged.get(side, 0) :]:
            self.say(f"  {line}", style="italic")
        self._logged[side] = len(log)

    def list_choices(self, whole: bool = False) -> None:
        """The numbered choices, those that fit what was typed."""
        fitting = [(n, text) for n, text in enumerate(self.match.decision.actions, 1) if self._fits(text)]
        shown = fitting if whole else fitting[:SHOWN]
        for number, text in shown:
            self.say(f"{number:>4}  {text}")
        if len(fitting) > len(shown):
            self.say(f"      and {len(fitting) - len(shown)} more: type a few letters to find one, or: all")

    def _fits(self, text: str) -> bool:
        return all(word in text for word in self._filter)

    def narrow(self, text: str) -> None:
        """Show the choices that contain every word typed; if there is none, say so."""
        self._filter = text.split()
        if not any(self._fits(choice) for choice in self.match.decision.actions):
            self._filter = []
            raise IllegalAction("notation", f"no choice contains {text!r}; try: help")
        self.list_choices()
        self._filter = []

    # -- asking

    def why(self, action: str) -> None:
        """Why an action is not allowed."""
        refusal = self.match.why(action)
        self.say(str(refusal) if refusal else "It is allowed.")

    def odds(self, action: str) -> None:
        """The exact chances of what an action leads to."""
        chances = self.match.distribution(action)
        if chances is None:
            self.say("That cannot be known before it is shown.")
            return
        for outcome, chance in sorted(chances.items(), key=lambda pair: -pair[1]):
            self.say(f"  {float(chance):6.1%}  {outcome or 'nothing is rolled'}")

    def log(self, count: str) -> None:
        """The last lines of the log."""
        for line in self.match.log(self.match.decision.side)[-(int(count) if count.isdecimal() else 20) :]:
            self.say(f"  {line}")

    def rule(self, number: str) -> None:
        """A rule in our words."""
        entry = self.match.rules.catalogue().get(number)
        if entry is None:
            raise WestfrontError(f"{self.match.rules.id} has no rule {number[:40]!r}")
        self.say(f"{entry.number} {entry.title}: {entry.summary}")

    def stack(self, label: str) -> None:
        """What lies in a hex."""
        ground = self.match.rules.ground(self.match.rules.grid.hex(label))
        scene = self.match.view(self.match.decision.side).scene
        pieces = [piece for piece in scene.pieces if piece.at == label]
        for piece in pieces:
            self.say(f"  {piece.side} {piece.name or 'hidden'} {' '.join(piece.facts)}")
        marks = [mark for mark, hexes in scene.hexes.items() if label in hexes]
        self.say(f"  {label}: {', '.join([ground, *marks])}{'' if pieces else ', no units'}")

    def map(self, label: str) -> None:
        """The map, around a hex if there is not room for all of it."""
        rules, decision = self.match.rules, self.match.decision
        marked = self._marked()
        lowest = (marked & -marked).bit_length() - 1 if marked else None
        middle = rules.grid.hex(label) if label else lowest
        scene = self.match.view(decision.side).scene
        self.say(small_map(rules, scene, marked, self.console.width, middle))
        self.say(legend(rules), style="dim")

    def _marked(self) -> HexSet:
        """The hexes that the choices name."""
        found = 0
        for text in self.match.decision.actions:
            for word in text.split()[1:]:
                if word in self._labels:
                    found |= 1 << self.match.rules.grid.hex(word)
        return found

    def _style(self) -> str:
        return SIDE_STYLES[self.match.decision.side_number]
