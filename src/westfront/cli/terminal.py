"""Play in a terminal: a prompt, numbered choices, filtering by typing, a small map; both sides at one keyboard."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress

from rich.console import Console
from rich.text import Text

from westfront.bots import Plan
from westfront.cli.looking import NOTE, Looking, number
from westfront.cli.saves import Save
from westfront.cli.smallmap import SIDE_STYLES, legend, small_map
from westfront.cli.thinking import Thinking
from westfront.cli.words import ALIASES
from westfront.engine.match import Match
from westfront.engine.view import Hint
from westfront.errors import IllegalAction, WestfrontError
from westfront.hexgrid import HexSet, bits

try:
    import readline
except ImportError:  # not on every system; where it is, lines can be edited and called back
    readline = None  # type: ignore[assignment]

SHORT = 24
FORGET = "\x1b[3J"
"""Clears what a terminal lets one scroll back to."""
FEWEST = 5
"""So many lines of choices, and of the map, are shown on the smallest terminal."""
FEWEST_NEWS = 3
ADVICE = 12
"""So many actions of an advice are shown."""
SKIP = "Press Enter for more, or type s to skip it. "
GO_ON = "Press Enter to go on. "


class Terminal:
    """One match at one keyboard."""

    def __init__(
        self,
        match: Match,
        save: Save | None,
        console: Console,
        lines: Iterator[str] | None = None,
        *,
        is_resumed: bool = False,
        machines: Mapping[str, str] | None = None,
        only: str | None = None,
    ) -> None:
        """A match, where to save it, where to write, and where answers come from: a script, or the keyboard.

        Before a game that is taken up again the curtain is down, since nobody knows who sits there. The sides that are
        machines answer by themselves. With `only` one side it ends as soon as the other one is asked.
        """
        self._only = only
        self.match, self.file, self.console = match, save, console
        self._lines = lines
        self._machines = Thinking(match, console, machines or {})
        self._thoughts: dict[str, str] = {}
        self._has_machine_acted = False
        self._logged: dict[str, int] = {}
        self._last_side = "nobody yet" if is_resumed else ""
        self._filter: list[str] = []
        self._line_number = 0
        self._legend_is_due = True
        self._labels = frozenset(match.rules.grid.labels(match.rules.grid.mask))
        self._words = _known_words(match)
        self._looking = Looking(match, self._spelled)
        self.commands: dict[str, Callable[[str], object]] = {
            "undo": self.undo,
            "map": self.map,
            "all": lambda _: self.list_choices(),
            "machine": self.machine,
            "advise": self.advise,
            **{word: self._teller(tell) for word, tell in self._looking.words.items()},
        }

    # -- the loop

    def run(self) -> None:
        """Ask until the game is over, the answers end, or somebody quits."""
        self.save()
        for warning in self.match.warnings:
            self.say(f"Warning: {warning}.", style="bold red")
        self._say_all(self._machines.introduced())
        if self._lines is None and self.match.number == 0:
            self._say_all(self._looking.welcome())
        fresh = True
        while not self.match.over:
            if self.match.decision.side in self._machines.names:
                self.play_machine()
                continue
            answer = None if fresh and not self.show() else self.read()
            if answer is None or self._is_quit(answer):
                self.leave()
                return
            fresh = self.answer(answer)
        self._say_all(self._news(), "italic")
        self.say(f"The game is over: {self.match.result}", style="bold")
        self.save()

    def answer(self, text: str) -> bool:
        """Do what was typed; whether the position has changed and is to be shown again."""
        word, _, rest = text.partition(" ")
        word, before = ALIASES.get(word.lower(), word.lower()), self.match.state
        try:
            if not text:
                return True
            if word in self.commands:
                self.commands[word](rest.strip())
            elif 1 <= number(text) <= len(self.match.decision.texts):
                self.play(self.match.decision.texts[number(text) - 1])
            elif word in self.match.rules.grammar.patterns and not self._is_beginning(self._spelled(text)):
                self.play(self._spelled(text))
            else:
                self.narrow(text)
        except WestfrontError as error:
            self.refused(error)
        return self.match.state is not before

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

    def _is_quit(self, answer: str) -> bool:
        """Whether somebody wants to stop; `exit` is an action in some games."""
        word = ALIASES.get(answer.lower(), answer.lower())
        return word == "quit" or (word == "exit" and word not in self.match.rules.grammar.patterns)

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
        """The machine answers, as a person in its seat would: with a plan, played as far as it stays legal."""
        side, self._has_machine_acted = self.match.decision.side, True
        plan, done = self._machines.plan(side), list[str]()
        for action in plan.actions:
            if self.match.over or self.match.decision.side != side or self.match.decision.refusal(action):
                break
            done.append(self.match.rules.grammar.text(action))
            self.play(done[-1])
        if not done:
            done = self._machines.stand_in(side)
            self.save()
        self._thoughts[side] = _thought(side, done, plan)
        if self._machines.names.keys() >= set(self.match.rules.sides):  # nobody will be asked, so it is told now
            self._say_all(self._news(), "italic")

    def machine(self, _: str) -> None:
        """What the machine did last, and why; a plan of the enemy may tell what he hides."""
        if not self._machines.names:
            raise WestfrontError("no side is played by the machine; begin with: westfront play GAME --machine SIDE")
        if self.match.rules.hidden:
            raise WestfrontError("the machine keeps its reasons to itself while units are hidden")
        self._say_all(self._thoughts.values() or ["  The machine has done nothing yet."])

    def advise(self, _: str) -> None:
        """What an officer would do now, who sees what the player sees; the record says that he was asked."""
        side = self.match.decision.side
        if self._is_by_mail():
            raise WestfrontError("nobody gives advice in a game by mail: the other side has not agreed to it")
        plan = self._machines.advice(side, lambda: self._note_advice(side))
        orders = "; ".join(map(self.match.rules.grammar.text, plan.actions[:ADVICE]))
        more = f" and {len(plan.actions) - ADVICE} more" if len(plan.actions) > ADVICE else ""
        self.say(f"  I would: {orders}{more}. Why: {plan.words()}")

    def _note_advice(self, side: str) -> None:
        if not self.match.advised(side):
            self.match.note_advice(side)
            self.save()

    def _is_by_mail(self) -> bool:
        """Whether the other side is a person elsewhere: one side only is played here, or the save is under a lock."""
        people = [side for side in self.match.rules.sides if side not in self._machines.names]
        return len(people) > 1 and (self._only is not None or bool(self.file and self.file.lock))

    def undo(self, _: str) -> None:
        """Take back the last action."""
        self.match.undo()
        self.say("Taken back.")
        self.save()

    def save(self) -> None:
        """Write the record to its file; what cannot be saved is still played, and saved with the next action."""
        if self.file:
            try:
                self.file.write(self.match.record(with_secret=True), self.match.rules.id)
            except WestfrontError as error:
                raise WestfrontError(f"the action is done, but it could not be saved: {error}") from None

    def leave(self) -> None:
        """Say that the game is saved, and see to it that it is."""
        self.save()
        self.say(f"Saved in {self.file.path}." if self.file else "Stopped.")

    # -- showing

    def say(self, text: str | Text, style: str | None = None) -> None:
        """Write a line; on a terminal one that is too long is broken between words."""
        self.console.print(text, style=style, markup=False, highlight=False, soft_wrap=not self.console.is_terminal)

    def _say_all(self, lines: Iterable[str], style: str | None = None) -> None:
        for line in lines:
            self.say(line, style)

    def _teller(self, tell: Callable[[str], Iterator[str]]) -> Callable[[str], None]:
        """A word that only tells, side by side where the lines are short."""

        def say(rest: str) -> None:
            lines = list(tell(rest))
            side_by_side = tell in (self._looking.units, self._looking.places)
            self._say_all(self._in_columns(lines, self._across(lines, len(lines))) if side_by_side else lines)

        return say

    def show(self) -> bool:
        """The position before the side that must decide, in one screen; not if nobody comes to the keyboard."""
        decision = self.match.decision
        if self._only not in (None, decision.side):
            self._say_all(self._news(), "italic")
            self.say(f"Now {decision.side} is to act.", style="bold")
            return False
        if self._last_side not in ("", decision.side) and not self.curtain(decision.side):
            return False
        self._last_side = decision.side
        title, question = self._title(), f"{decision.prompt} [{decision.rule}]"
        whole, preview = self._news(), list(self._looking.preview())
        news = self._end_of(whole)
        if len(news) < len(whole) and self._has_machine_acted and not self.turn_pages(whole):
            return False
        self._has_machine_acted = False
        choices = list(self._choices(max(FEWEST, self.console.height // 4)))
        self.say("")
        self.say(title)
        lines = (title.plain, question, *news, *preview, *choices)
        self.draw_map("", 2 + sum(-(-len(line) // self.console.width) for line in lines))
        self._say_all(news, "italic")
        for line in preview:
            self.say(line, "bold red" if line.startswith(NOTE) else None)
        self.say(question, style="bold")
        self._say_all(choices)
        return True

    def _title(self) -> Text:
        """The side, the turn, the phase, and every track that is short."""
        scene = self._looking.scene
        facts = [scene.phase] if scene.phase not in ("", scene.turn) else []
        facts += [f"{name}: {value}" for name, value in scene.tracks.items() if len(value) < SHORT]
        return Text.assemble((f" {self.match.decision.side} ", self._style()), f" {' | '.join([scene.turn, *facts])}")

    # -- between the sides

    def curtain(self, side: str) -> bool:
        """Between the sides, where they may not see each other's counters; whether the other side has come."""
        if self._lines is not None or not self.match.rules.hidden:
            return True
        if self._has_dice_to_see() and not self._shown_dice():
            return False
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write(FORGET)
        forget_lines()
        answer = self._typed(f"Hand the keyboard to {side}. Press Enter when {side} is ready. ")
        return answer is not None and not self._is_quit(answer)

    def _has_dice_to_see(self) -> bool:
        """Whether the side that leaves the keyboard has thrown dice, or learnt a result, that it was not shown yet."""
        side = self._last_side
        if side not in self.match.rules.sides:
            return False
        page = self.match.log_page(side, self._logged.get(side, 0))
        return any(line.dice or line.kind in self.match.rules.outcomes for line in page.lines)

    def _shown_dice(self) -> bool:
        self._say_all(self._news(), "italic")
        answer = self._typed("Press Enter to lower the curtain. ")
        return answer is not None and not self._is_quit(answer)

    def _news(self) -> list[str]:
        """What happened since this side looked last."""
        side = self._last_side
        log = self.match.log(side if side in self.match.rules.sides else None)
        new = log[self._logged.get(side, 0) :]
        self._logged[side] = len(log)
        return [f"  {line}" for line in new]

    def _end_of(self, news: list[str]) -> list[str]:
        """As much of the news as a terminal has room for beside the map: the last lines."""
        room = max(FEWEST_NEWS, self.console.height // 6)
        if not self.console.is_terminal or len(news) <= room:
            return news
        left_out = f"  ... {len(news) - room + 1} earlier lines; to see them: log {len(news)}"
        return [left_out, *news[-room + 1 :]]

    def turn_pages(self, lines: list[str]) -> bool:
        """Tell what a machine has done page by page, for who wants to follow it; whether somebody is still there."""
        if self._lines is not None:
            return True
        for page in in_pages(lines, self.console.width, self.console.height - 1):
            self._say_all(page, "italic")
            answer = self._typed(SKIP if page[-1] is not lines[-1] else GO_ON)
            if answer is None or self._is_quit(answer):
                return False
            if answer:
                break
        return True

    # -- choices

    def list_choices(self) -> None:
        """All choices that fit what was typed."""
        self._say_all(self._choices())

    def _choices(self, most: int | None = None) -> Iterator[str]:
        """The numbered choices that fit what was typed, in so many lines at most."""
        fitting = [(n, text) for n, text in enumerate(self.match.decision.texts, 1) if self._fits(text)]
        hints = self.match.hints(self.match.decision.side)
        cells = [f"{n:>4}  {text}{_price(hints.get(text))}" for n, text in fitting]
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
        """Whether something is still missing: choices begin with these words, but none is just that, and they are no
        action by themselves."""
        actions = self.match.decision.texts
        begun = text not in actions and any(action.startswith(f"{text} ") for action in actions)
        return begun and self.match.why(text) is not None

    def _spelled(self, text: str) -> str:
        """What was typed, in the letters of the game."""
        offered = {word.lower(): word for action in self.match.decision.texts for word in action.split()}
        known = {**offered, **self._words}
        return " ".join(known.get(word.lower(), word) for word in text.split())

    def narrow(self, text: str) -> None:
        """Show the choices that contain every word typed; if there is none, say so."""
        self._filter = text.split()
        if not any(self._fits(choice) for choice in self.match.decision.texts):
            self._filter = []
            raise IllegalAction("notation", f"none of the choices contains {text!r}; try: help")
        self.list_choices()
        self._filter = []

    # -- the map

    def map(self, where: str) -> None:
        """The map with its signs, around a hex or place if there is not room for all of it."""
        self._legend_is_due = True
        self.draw_map(where, 1)

    def draw_map(self, where: str, others: int) -> None:
        """The map, where so many lines of the screen are for other things; its signs once, when there is room."""
        rules, printed = self.match.rules, self._looking.ground.printed
        marked, scene = self._marked(), self._looking.scene
        signs, room = legend(rules, printed), self.console.height - others
        explained = room - -(-len(signs) // self.console.width)
        is_explained = self._legend_is_due and explained >= FEWEST
        middle = self._looking.ground.hex(where) if where else self._middle(marked)
        size = self.console.width, max(FEWEST, explained if is_explained else room)
        self.say(small_map(rules, scene, marked, size, middle, printed))
        if is_explained:
            self.say(signs, style="dim")
            self._legend_is_due = False

    def _middle(self, marked: HexSet) -> int | None:
        """The hex in the middle of what can be chosen, or else of the side's own units."""
        grid, side = self.match.rules.grid, self.match.decision.side
        own = (p.at for p in self._looking.scene.pieces if p.side == side and p.at in self._labels)
        across = sorted(bits(marked or grid.set_of(map(grid.hex, own))), key=grid.centre)
        return across[len(across) // 2] if across else None

    def _marked(self) -> HexSet:
        """The hexes that the choices name, and those where the units stand that they name."""
        view, grid = self.match.view(self.match.decision.side), self.match.rules.grid
        offers = view.question.offers if view.question else ()
        named = {name for offer in offers for name in (*offer.units, *offer.hexes)}
        hexes = named | {piece.at for piece in view.scene.pieces if piece.name in named}
        return grid.set_of(grid.hex(label) for label in hexes & self._labels)

    def _style(self) -> str:
        return SIDE_STYLES[self.match.decision.side_number]


def forget_lines() -> None:
    """Take from the next player every way to call back what was typed before."""
    if readline is not None:
        with suppress(AttributeError):  # some systems have no history to clear
            readline.clear_history()
        for keys in ("Control-y", "Meta-y"):  # what was cut out of a line could be put into another
            readline.parse_and_bind(f"{keys}: abort")


def in_pages(lines: list[str], width: int, height: int) -> Iterator[list[str]]:
    """Lines in pages that fit on a screen of this size."""
    page, left = list[str](), height
    for line in lines:
        rows = -(-len(line) // width)
        if page and rows > left:
            yield page
            page, left = [], height
        page.append(line)
        left -= rows
    if page:
        yield page


def _known_words(match: Match) -> dict[str, str]:
    """Every word with letters that an action can have, by its small letters."""
    names, patterns = match.rules.names, match.rules.grammar.patterns
    literals = [word for pattern in patterns.values() for word, is_kind, _ in pattern.items if not is_kind]
    return {word.lower(): word for word in (*names.sides, *names.boxes, *literals, *names.units, *patterns)}


def _thought(side: str, done: list[str], plan: Plan) -> str:
    return f"  {side}: {'; '.join(done)}{f'. Why: {plan.words()}' if plan.why else ''}"


def _width(cells: list[str]) -> int:
    """The width of a column with these in it."""
    return max(map(len, cells), default=0) + 2


def _price(hint: Hint | None) -> str:
    """What a choice costs, in brackets."""
    return f"  ({hint.note.split()[0]})" if hint and hint.note else ""
