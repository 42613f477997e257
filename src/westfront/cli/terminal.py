"""Play in a terminal: a prompt, numbered choices, filtering by typing, a small map; both sides at one keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console
from rich.text import Text

from westfront.cli.files import write_text
from westfront.cli.smallmap import SIDE_STYLES, legend, small_map
from westfront.engine.match import Match
from westfront.engine.view import Hint, Pile
from westfront.errors import IllegalAction, WestfrontError
from westfront.hexgrid import HexSet, bits

SHOWN = 40
SHORT = 24
HELP = """\
Answer with the number of a choice, with an action in words, or type a few letters to see only fitting choices.
  undo            take back the last action          why ACTION      why it is not allowed, with the rule
  log [N]         the last N lines of the log        odds ACTION     the exact chances of what it leads to
  map [HEX]       the map, around a hex              stack HEX       what lies in a hex
  rule NUMBER     a rule in our words                tracks          all tracks and boxes
  all             all choices                        ACTION          the game's own actions stand below
  help            this                               quit            stop; the game is saved after every action"""


class Terminal:
    """One match at one keyboard."""

    def __init__(
        self,
        match: Match,
        path: Path | None,
        console: Console,
        lines: Iterator[str] | None = None,
        *,
        is_resumed: bool = False,
    ) -> None:
        """A match, where to save it, where to write, and where answers come from: a script, or the keyboard.

        Before a game that is taken up again the curtain is down, since nobody knows who sits there.
        """
        self.match, self.path, self.console = match, path, console
        self._lines = lines
        self._logged: dict[str, int] = {}
        self._last_side = "nobody yet" if is_resumed else ""
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
            "tracks": self.tracks,
            "all": lambda _: self.list_choices(whole=True),
            "help": self.help,
            "?": self.help,
        }

    # -- the loop

    def run(self) -> None:
        """Ask until the game is over, the answers end, or somebody quits."""
        self.save()
        fresh = True
        while not self.match.over:
            answer = None if fresh and not self.show() else self.read()
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
            elif 1 <= _number(text) <= len(self.match.decision.actions):
                self.play(self.match.decision.actions[_number(text) - 1])
            elif word in self.match.rules.grammar.patterns and not self._is_beginning(text):
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
            return self._typed(Text(prompt, style="bold"))
        for line in self._lines:
            self._line_number += 1
            bare = line.split("#")[0].strip()
            if bare:
                self.say(prompt + bare)
                return bare
        return None

    def _typed(self, prompt: str | Text) -> str | None:
        """A line from the keyboard, or None when there are no more."""
        try:
            return self.console.input(prompt).strip()
        except EOFError:
            return None

    def refused(self, error: WestfrontError) -> None:
        """Say why; a script ends there."""
        if self._lines is not None:
            raise WestfrontError(f"script line {self._line_number}: {error}")
        self.say(f"No: {error}" if isinstance(error, IllegalAction) else str(error), style="bold red")

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
        """Write the record to its file; what cannot be saved is still played, and saved with the next action."""
        if self.path:
            try:
                write_text(self.path, self.match.record(with_secret=True))
            except WestfrontError as error:
                raise WestfrontError(f"the action is done, but it could not be saved: {error}") from None

    # -- showing

    def say(self, text: str | Text, style: str | None = None, *, wrap: bool = False) -> None:
        """Write a line; one that is broken between words if need be."""
        self.console.print(text, style=style, markup=False, highlight=False, soft_wrap=not wrap)

    def show(self) -> bool:
        """The position before the side that must decide; not if nobody comes to the keyboard."""
        decision = self.match.decision
        if self._last_side not in ("", decision.side) and not self.curtain(decision.side):
            return False
        self._last_side = decision.side
        self.show_log()
        scene = self.match.view(decision.side).scene
        self.say("")
        tracks = "".join(f" | {name}: {value}" for name, value in scene.tracks.items() if len(value) < SHORT)
        self.say(Text.assemble((f" {decision.side} ", self._style()), f" {scene.turn}{tracks}"))
        self.map("")
        self.say(f"{decision.prompt} [{decision.rule}]", style="bold")
        self.show_preview()
        self.list_choices()
        return True

    def show_preview(self) -> None:
        """The battle that takes shape, with the chances of its results."""
        preview = self.match.preview(self.match.decision.side)
        for line in preview.lines if preview else ():
            about = f"{line.about}: " if line.about else ""
            self.say(f"  {about}{line.label}: {line.value}{f' [{line.rule}]' if line.rule else ''}")
        if preview and preview.chances:
            self.say("  " + ", ".join(f"{outcome} {chance:.0%}" for outcome, chance in preview.chances.items()))

    def curtain(self, side: str) -> bool:
        """Between the sides, where they may not see each other's counters; whether the other side has come."""
        if self._lines is not None or not self.match.rules.hidden:
            return True
        self.console.clear()
        return self._typed(f"The keyboard goes to {side}. Press Enter when {side} is ready. ") is not None

    def show_log(self) -> None:
        """What happened since this side looked last."""
        side = self._last_side
        log = self.match.log(side if side in self.match.rules.sides else None)
        for line in log[self._logged.get(side, 0) :]:
            self.say(f"  {line}", style="italic")
        self._logged[side] = len(log)

    def list_choices(self, whole: bool = False) -> None:
        """The numbered choices, those that fit what was typed."""
        fitting = [(n, text) for n, text in enumerate(self.match.decision.actions, 1) if self._fits(text)]
        hints = self.match.hints(self.match.decision.side)
        shown = fitting if whole else fitting[:SHOWN]
        cells = [f"{number:>4}  {text}{_price(hints.get(text))}" for number, text in shown]
        width = max(map(len, cells), default=0) + 2
        rows = -(-len(cells) // max(1, self.console.width // width)) if cells else 0
        for row in range(rows):
            self.say("".join(f"{cell:<{width}}" for cell in cells[row::rows]).rstrip())
        if len(fitting) > len(shown):
            self.say(f"      and {len(fitting) - len(shown)} more: type a few letters to find one, or: all")

    def _fits(self, text: str) -> bool:
        return all(word.lower() in text.lower() for word in self._filter)

    def _is_beginning(self, text: str) -> bool:
        """Whether something is still missing: choices begin with these words, but none is just that."""
        actions = self.match.decision.actions
        return text not in actions and any(action.startswith(f"{text} ") for action in actions)

    def narrow(self, text: str) -> None:
        """Show the choices that contain every word typed; if there is none, say so."""
        self._filter = text.split()
        if not any(self._fits(choice) for choice in self.match.decision.actions):
            self._filter = []
            raise IllegalAction("notation", f"no choice contains {text!r}; try: help")
        self.list_choices()
        self._filter = []

    # -- asking

    def help(self, _: str) -> None:
        """What can be typed, and the game's own actions."""
        self.say(HELP)
        patterns = ", ".join(p.text for p in self.match.rules.grammar.patterns.values())
        self.say(f"Actions of this game: {patterns}", wrap=True)

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
        for line in self.match.log(self.match.decision.side)[-(_number(count) or 20) :]:
            self.say(f"  {line}")

    def rule(self, number: str) -> None:
        """A rule in our words."""
        entry = self.match.rules.catalogue().get(number)
        if entry is None:
            raise WestfrontError(f"{self.match.rules.id} has no rule {number[:40]!r}")
        self.say(f"{entry.number} {entry.title}: {entry.summary}")

    def tracks(self, _: str) -> None:
        """All tracks and boxes, however long."""
        scene = self.match.view(self.match.decision.side).scene
        for name, value in scene.tracks.items():
            self.say(f"  {name}: {value}")
        for name, piles in scene.boxes.items():
            self.say(f"  {name}: {', '.join(map(_in_words, piles))}", wrap=True)

    def stack(self, label: str) -> None:
        """What lies in a hex."""
        hex_ = self.match.rules.grid.hex(label)
        ground, label = self.match.rules.ground(hex_), self.match.rules.grid.label(hex_)
        scene = self.match.view(self.match.decision.side).scene
        pieces = [piece for piece in scene.pieces if piece.at == label]
        for piece in pieces:
            self.say(f"  {piece.side} {piece.name or 'hidden'} {' '.join(piece.facts)}")
        marks = [mark for mark, hexes in scene.hexes.items() if label in hexes]
        self.say(f"  {label}: {', '.join([ground, *marks])}{'' if pieces else ', no units'}")

    def map(self, label: str) -> None:
        """The map, around a hex if there is not room for all of it."""
        rules, decision = self.match.rules, self.match.decision
        marked, scene = self._marked(), self.match.view(decision.side).scene
        own = rules.grid.set_of(
            rules.grid.hex(p.at) for p in scene.pieces if p.side == decision.side and p.at in self._labels
        )
        across = sorted(bits(marked or own), key=rules.grid.centre)
        middle = rules.grid.hex(label) if label else across[len(across) // 2] if across else None
        size = self.console.width, max(12, self.console.height - 14)
        self.say(small_map(rules, scene, marked, size, middle))
        self.say(legend(rules), style="dim", wrap=True)

    def _marked(self) -> HexSet:
        """The hexes that the choices name, and those where the units stand that they name."""
        scene, grid = self.match.view(self.match.decision.side).scene, self.match.rules.grid
        labels = {label: label for label in self._labels} | {p.name: p.at for p in scene.pieces if p.at in self._labels}
        named = {word for text in self.match.decision.actions for word in text.split()[1:]}
        return grid.set_of(grid.hex(labels[word]) for word in named & labels.keys())

    def _style(self) -> str:
        return SIDE_STYLES[self.match.decision.side_number]


def _in_words(pile: Pile) -> str:
    """A pile: how many of what."""
    what = pile.word or pile.name or "hidden"
    return what if pile.count == 1 and pile.name else f"{pile.count} {what}"


def _price(hint: Hint | None) -> str:
    """What a choice costs, in brackets."""
    return f"  ({hint.note.split()[0]})" if hint and hint.note else ""


def _number(text: str) -> int:
    """The number that was typed; 0 for anything else, as choices and lines are counted from 1."""
    return int(text) if text.isdecimal() and len(text) < 10 else 0
