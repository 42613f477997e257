"""Play in a terminal: a prompt, numbered choices, filtering by typing, a small map; both sides at one keyboard."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.text import Text

from westfront.bots import bots
from westfront.cli.files import read_text, write_text
from westfront.cli.smallmap import SIDE_STYLES, legend, small_map
from westfront.engine.match import Match
from westfront.engine.view import Hint, Pile
from westfront.errors import IllegalAction, WestfrontError
from westfront.hexgrid import HexSet, bits

with suppress(ImportError):  # not on every system; where it is, the keyboard has a history and lines can be edited
    import readline  # noqa: F401

SHORT = 24
FORGET = "\x1b[3J"
"""Clears what a terminal lets one scroll back to."""
FEWEST = 5
"""So many lines of choices, and of the map, are shown on the smallest terminal."""
HELP = """\
Answer with the number of a choice, or with an action in words.
A few letters show only the choices that contain them; on the map those
hexes stand in [brackets]. Besides that there is:"""
COMMANDS = {
    "undo": "take back the last action",
    "why ACTION": "why not, with the rule; also: why UNIT, why HEX, why UNIT HEX",
    "odds ACTION": "the exact chances of what it leads to",
    "battle [HEX]": "the battle that takes shape: strengths, modifiers, chances",
    "map [HEX]": "the map with its signs, around a hex",
    "stack HEX": "what lies in a hex; also: stack UNIT",
    "units [LETTERS]": "your units and where they are, or all that fit",
    "rule NUMBER": "a rule in our words; also: rule (of the question), rule WORD",
    "log [N]": "the last N lines of the log",
    "tracks": "all tracks and boxes",
    "all": "all choices",
    "help": "this",
    "quit": "stop; the game is saved after every action",
}


BUDGET = 10.0
"""Seconds that a machine has for an answer."""


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
        machines: Collection[str] = (),
    ) -> None:
        """A match, where to save it, where to write, and where answers come from: a script, or the keyboard.

        Before a game that is taken up again the curtain is down, since nobody knows who sits there. The sides that are
        machines answer by themselves.
        """
        self.match, self.path, self.console = match, path, console
        self._lines = lines
        self._machines = {side: bots()["random"](f"{match.commitment}/{side}") for side in machines}
        self._kept: str | None = None
        """What the file holds, unless somebody else has written to it."""
        self._logged: dict[str, int] = {}
        self._last_side = "nobody yet" if is_resumed else ""
        self._filter: list[str] = []
        self._line_number = 0
        self._legend_is_due = True
        self._labels = frozenset(match.rules.grid.labels(match.rules.grid.mask))
        self._words = {name.lower(): name for name in (*match.rules.names.units, *match.rules.grammar.patterns)}
        self.commands: dict[str, Callable[[str], None]] = {
            "undo": self.undo,
            "why": self.why,
            "log": self.log,
            "odds": self.odds,
            "battle": self.battle,
            "map": self.map,
            "stack": self.stack,
            "units": self.units,
            "rule": self.rule,
            "tracks": self.tracks,
            "all": lambda _: self.list_choices(),
            "help": self.help,
            "?": self.help,
        }

    # -- the loop

    def run(self) -> None:
        """Ask until the game is over, the answers end, or somebody quits."""
        self.save()
        fresh = True
        while not self.match.over:
            if self.match.decision.side in self._machines:
                self.play_machine()
                continue
            answer = None if fresh and not self.show() else self.read()
            if answer is None or answer in ("quit", "q", "exit"):
                self.leave()
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
            if word.lower() in self.commands:
                self.commands[word.lower()](rest.strip())
            elif 1 <= _number(text) <= len(self.match.decision.texts):
                self.play(self.match.decision.texts[_number(text) - 1])
            elif word.lower() in self.match.rules.grammar.patterns and not self._is_beginning(self._spelled(text)):
                self.play(self._spelled(text))
            else:
                self.narrow(text)
        except WestfrontError as error:
            self.refused(error)
        return self.match.number != before

    def read(self) -> str | None:
        """The next answer, or None at the end."""
        prompt = f"{self.match.decision.side}> "
        if self._lines is None:
            return self._typed(prompt)
        for line in self._lines:
            self._line_number += 1
            bare = line.split("#")[0].strip()
            if bare:
                self.say(prompt + bare)
                return bare
        return None

    def _typed(self, prompt: str) -> str | None:
        """A line from the keyboard, or None when there are no more."""
        if sys.stdin is None:  # closed before we began
            return None
        try:  # who edits the line sees it drawn anew, prompt and all, so on a terminal `input` must know the prompt
            return (input(prompt) if self.console.is_terminal else self.console.input(prompt)).strip()
        except EOFError:
            self.say("") if self.console.is_terminal else None
            return None
        except KeyboardInterrupt:
            self.say("")
            self.leave()
            raise

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

    def play_machine(self) -> None:
        """The machine answers, as a person in its seat would."""
        side = self.match.decision.side
        plan = self._machines[side].choose(self.match.seat(side), BUDGET)
        self.play(self.match.rules.grammar.text(plan.actions[0]))

    def undo(self, _: str) -> None:
        """Take back the last action."""
        self.match.undo()
        self.say("Taken back.")
        self.save()

    def save(self) -> None:
        """Write the record to its file; what cannot be saved is still played, and saved with the next action."""
        if self.path:
            text = self.match.record(with_secret=True)
            try:
                if self._kept is not None and self.path.exists() and read_text(self.path) != self._kept:
                    raise WestfrontError(f"{self.path} has been changed from elsewhere; stop and take it up again")
                write_text(self.path, text)
                self._kept = text
            except WestfrontError as error:
                raise WestfrontError(f"the action is done, but it could not be saved: {error}") from None

    def leave(self) -> None:
        """Say that the game is saved, and see to it that it is."""
        self.save()
        self.say(f"Saved in {self.path}." if self.path else "Stopped.")

    # -- showing

    def say(self, text: str | Text, style: str | None = None) -> None:
        """Write a line; on a terminal one that is too long is broken between words."""
        self.console.print(text, style=style, markup=False, highlight=False, soft_wrap=not self.console.is_terminal)

    def show(self) -> bool:
        """The position before the side that must decide, in one screen; not if nobody comes to the keyboard."""
        decision = self.match.decision
        if self._last_side not in ("", decision.side) and not self.curtain(decision.side):
            return False
        self._last_side = decision.side
        self.show_log()
        scene = self.match.view(decision.side).scene
        tracks = "".join(f" | {name}: {value}" for name, value in scene.tracks.items() if len(value) < SHORT)
        title = Text.assemble((f" {decision.side} ", self._style()), f" {scene.turn}{tracks}")
        question = f"{decision.prompt} [{decision.rule}]"
        below = [*self._preview(), *self._choices(max(FEWEST, self.console.height // 4))]
        self.say("")
        self.say(title)
        self.draw_map("", 2 + sum(-(-len(line) // self.console.width) for line in (title.plain, question, *below)))
        self.say(question, style="bold")
        for line in below:
            self.say(line)
        return True

    def _preview(self, whole: bool = False) -> Iterator[str]:
        """The battle that takes shape with the chances of its results; of several the chances are enough."""
        preview = self.match.preview(self.match.decision.side)
        if preview is None:
            return
        several = any(line.about for line in preview.lines)
        for line in preview.lines if whole or not several else ():
            about = f"{line.about}: " if line.about else ""
            yield f"  {about}{line.label}: {line.value}{f' [{line.rule}]' if line.rule else ''}"
        if preview.chances:
            more = "" if whole or not several else " (more: battle)"
            yield "  " + ", ".join(f"{outcome} {chance:.1%}" for outcome, chance in preview.chances.items()) + more
        if whole and preview.note:
            yield f"  {preview.note}"

    def curtain(self, side: str) -> bool:
        """Between the sides, where they may not see each other's counters; whether the other side has come."""
        if self._lines is not None or not self.match.rules.hidden:
            return True
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write(FORGET)
        return self._typed(f"The keyboard goes to {side}. Press Enter when {side} is ready. ") is not None

    def show_log(self) -> None:
        """What happened since this side looked last."""
        side = self._last_side
        log = self.match.log(side if side in self.match.rules.sides else None)
        for line in log[self._logged.get(side, 0) :]:
            self.say(f"  {line}", style="italic")
        self._logged[side] = len(log)

    def list_choices(self) -> None:
        """All choices that fit what was typed."""
        for line in self._choices():
            self.say(line)

    def _choices(self, most: int | None = None) -> Iterator[str]:
        """The numbered choices that fit what was typed, in so many lines at most."""
        fitting = [(n, text) for n, text in enumerate(self.match.decision.texts, 1) if self._fits(text)]
        hints = self.match.hints(self.match.decision.side)
        cells = [f"{number:>4}  {text}{_price(hints.get(text))}" for number, text in fitting]
        across = self._across(cells, most or len(cells))
        shown = cells if most is None else cells[: most * across]
        yield from self._in_columns(shown, across)
        if len(cells) > len(shown):
            yield f"      and {len(cells) - len(shown)} more: type a few letters to find one, or: all"

    def _across(self, cells: list[str], most: int) -> int:
        """How many columns there is room for, when they have so many lines at most."""
        for across in range(self.console.width // 3, 1, -1):
            if across * _width(cells[: most * across]) <= self.console.width:
                return across
        return 1

    def _in_columns(self, cells: list[str], across: int) -> Iterator[str]:
        width, rows = _width(cells), -(-len(cells) // across)
        for row in range(rows):
            yield "".join(f"{cell:<{width}}" for cell in cells[row::rows]).rstrip()

    def _fits(self, text: str) -> bool:
        return all(word.lower() in text.lower() for word in self._filter)

    def _is_beginning(self, text: str) -> bool:
        """Whether something is still missing: choices begin with these words, but none is just that."""
        actions = self.match.decision.texts
        return text not in actions and any(action.startswith(f"{text} ") for action in actions)

    def _spelled(self, text: str) -> str:
        """What was typed, with verbs and units in the letters of the game."""
        return " ".join(self._words.get(word.lower(), word) for word in text.split())

    def narrow(self, text: str) -> None:
        """Show the choices that contain every word typed; if there is none, say so."""
        self._filter = text.split()
        if not any(self._fits(choice) for choice in self.match.decision.texts):
            self._filter = []
            raise IllegalAction("notation", f"no choice contains {text!r}; try: help")
        self.list_choices()
        self._filter = []

    # -- asking

    def help(self, _: str) -> None:
        """What can be typed, and the game's own actions."""
        self.say(HELP)
        for command, text in COMMANDS.items():
            self.say(f"  {command:<16}{text}")
        patterns = ", ".join(p.text for p in self.match.rules.grammar.patterns.values())
        self.say(f"Actions of this game: {patterns}")

    def why(self, text: str) -> None:
        """Why an action is not allowed, or why nothing is to be done with a unit, a hex, or a unit at a hex."""
        words = self._spelled(text).split()
        words = words[1:] if words[:1] == ["not"] else words
        if not words:
            raise WestfrontError("say which: why ACTION, why UNIT, why HEX or why UNIT HEX")
        units = [word for word in words if word in self.match.rules.names.units]
        hexes = [word for word in words if word in self._labels]
        if len(units) + len(hexes) == len(words) and max(len(units), len(hexes)) == 1:
            refusals = self.match.why_not("".join(units), "".join(hexes))
        else:
            refusal = self.match.why(" ".join(words))
            refusals = [refusal] if refusal else []
        for sentence in map(str, refusals) if refusals else ("It is allowed.",):
            self.say(sentence)

    def odds(self, action: str) -> None:
        """The exact chances of what an action leads to."""
        if not action:
            raise WestfrontError("say of which action: odds ACTION")
        chances = self.match.distribution(self._spelled(action))
        if chances is None:
            self.say("That cannot be known before it is shown.")
            return
        for outcome, chance in sorted(chances.items(), key=lambda pair: -pair[1]):
            self.say(f"  {float(chance):6.1%}  {outcome or 'nothing is rolled'}")

    def battle(self, letters: str) -> None:
        """All that is known of the battle that takes shape, or the lines that contain some letters."""
        lines = [line for line in self._preview(whole=True) if letters.lower() in line.lower()]
        for line in lines or ["No battle takes shape here."]:
            self.say(line)

    def log(self, count: str) -> None:
        """The last lines of the log."""
        for line in self.match.log(self.match.decision.side)[-(_number(count) or 20) :]:
            self.say(f"  {line}")

    def rule(self, number: str) -> None:
        """A rule in our words: that of the question, one by its number, or those with a word in number or title."""
        catalogue, wanted = self.match.rules.catalogue(), (number or self.match.decision.rule).lower()
        exact = [entry for entry in catalogue.values() if entry.number.lower() == wanted]
        for entry in exact:
            self.say(f"{entry.number} {entry.title}: {entry.summary}")
        near = [entry for entry in catalogue.values() if wanted in f"{entry.number} {entry.title}".lower()]
        if not near:
            raise WestfrontError(f"{self.match.rules.id} has no rule {number[:40]!r}")
        for entry in () if exact else near:
            self.say(f"  {entry.number} {entry.title}")

    def tracks(self, _: str) -> None:
        """All tracks and boxes, however long."""
        scene = self.match.view(self.match.decision.side).scene
        for name, value in scene.tracks.items():
            self.say(f"  {name}: {value}")
        for name, piles in scene.boxes.items():
            self.say(f"  {name}: {', '.join(map(_in_words, piles))}")

    def stack(self, where: str) -> None:
        """What lies in a hex, or where a unit is."""
        if not where:
            raise WestfrontError("say of which hex or unit: stack HEX or stack UNIT")
        scene = self.match.view(self.match.decision.side).scene
        at = {piece.name: piece.at for piece in scene.pieces if piece.name and piece.at in self._labels}
        hex_ = self.match.rules.grid.hex(at.get(self._spelled(where), where))
        ground, label = self.match.rules.terrain_name(hex_), self.match.rules.grid.label(hex_)
        pieces = [piece for piece in scene.pieces if piece.at == label]
        for piece in pieces:
            self.say(f"  {piece.side} {piece.name or 'hidden'} {' '.join((*piece.facts, *piece.states))}")
        marks = [mark for mark, hexes in scene.hexes.items() if label in hexes]
        self.say(f"  {label}: {', '.join([ground, *marks])}{'' if pieces else ', no units'}")

    def units(self, letters: str) -> None:
        """Where the side's own units are, or all on view that fit what was typed."""
        side, words = self.match.decision.side, letters.lower().split()
        cells = [
            f"  {piece.name} {piece.at}  {' '.join((*piece.facts, *piece.states))}"
            for piece in self.match.view(side).scene.pieces
            if piece.name and (words or piece.side == side)
        ]
        cells = [cell for cell in cells if all(word in cell.lower() for word in words)]
        if not cells:
            raise WestfrontError(
                f"no unit on the map fits {letters!r}" if letters else "no unit of yours is on the map"
            )
        for line in self._in_columns(cells, self._across(cells, len(cells))):
            self.say(line)

    def map(self, label: str) -> None:
        """The map with its signs, around a hex if there is not room for all of it."""
        self._legend_is_due = True
        self.draw_map(label, 1)

    def draw_map(self, label: str, others: int) -> None:
        """The map, where so many lines of the screen are for other things; its signs when it is drawn first."""
        rules, decision = self.match.rules, self.match.decision
        marked, scene = self._marked(), self.match.view(decision.side).scene
        own = rules.grid.set_of(
            rules.grid.hex(p.at) for p in scene.pieces if p.side == decision.side and p.at in self._labels
        )
        across = sorted(bits(marked or own), key=rules.grid.centre)
        middle = rules.grid.hex(label) if label else across[len(across) // 2] if across else None
        signs = legend(rules)
        if self._legend_is_due:
            others += -(-len(signs) // self.console.width)
        self.say(
            small_map(rules, scene, marked, (self.console.width, max(FEWEST, self.console.height - others)), middle)
        )
        if self._legend_is_due:
            self.say(signs, style="dim")
        self._legend_is_due = False

    def _marked(self) -> HexSet:
        """The hexes that the choices name, and those where the units stand that they name."""
        scene, grid = self.match.view(self.match.decision.side).scene, self.match.rules.grid
        labels = {label: label for label in self._labels} | {p.name: p.at for p in scene.pieces if p.at in self._labels}
        named = {word for text in self.match.decision.texts for word in text.split()[1:]}
        return grid.set_of(grid.hex(labels[word]) for word in named & labels.keys())

    def _style(self) -> str:
        return SIDE_STYLES[self.match.decision.side_number]


def _in_words(pile: Pile) -> str:
    """A pile: how many of what."""
    what = pile.word or pile.name or "hidden"
    return what if pile.count == 1 and pile.name else f"{pile.count} {what}"


def _width(cells: list[str]) -> int:
    """The width of a column with these in it."""
    return max(map(len, cells), default=0) + 2


def _price(hint: Hint | None) -> str:
    """What a choice costs, in brackets."""
    return f"  ({hint.note.split()[0]})" if hint and hint.note else ""


def _number(text: str) -> int:
    """The number that was typed; 0 for anything else, as choices and lines are counted from 1."""
    return int(text) if text.isdecimal() and len(text) < 10 else 0
