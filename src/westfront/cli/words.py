"""What can be typed at the prompt, and plain help about each word of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap

from westfront.bots.levels import FAIR, OFFICER, STYLES
from westfront.engine.decision import Decision
from westfront.engine.rules import AnyRules
from westfront.errors import WestfrontError

HELP = """\
Answer with the number of a choice, or type the action itself. A few letters
list only the choices that contain them; on the map, what you can choose
stands in [brackets]. Upper and lower case are alike. You can also type:"""
COMMANDS = {
    "undo": "take back your last action",
    "why ACTION": "why it is not allowed, and by which rule",
    "why UNIT HEX": "the same for a unit, a hex, or a unit at a hex",
    "odds ACTION": "the chances of everything it can lead to",
    "battle [HEX]": "the battle you are building, and those declared",
    "map [HEX]": "the map, around a hex or place",
    "hex HEX": "what is there: place, river, roads, units; hex UNIT too",
    "units [LETTERS]": "your units, their factors, their hexes; or all that match",
    "places [LETTERS]": "the places on the map, or those that match",
    "tracks": "points, losses and other tracks, and who is in which box",
    "chart [LETTERS]": "tables and charts of the game; chart alone: their names",
    "course": "points or morale over the turns",
    "rule NUMBER": "a rule in our words; rule alone: the one behind the question",
    "rule WORD": "the rules with that word in their title",
    "log [N]": "the last lines of what has happened",
    "machine": "what the machine did last, and why; its levels: help machine",
    "advise": "what an officer would do in your place; the log says you asked",
    "all": "every choice",
    "help VERB": "what an action does and how to type it",
    "quit": "stop; the game is saved after every action",
}
WIDTH = 78
ALIASES = {"?": "help", "stack": "hex", "points": "tracks", "q": "quit", "table": "chart", "aids": "chart"}

VERBS = {
    "add": "Let these take part as well.",
    "advance": "Move into the hex that the enemy has left.",
    "attack": "Attack. Choose who takes part, then confirm.",
    "cancel": "Drop what you have begun and choose again. Nothing is lost.",
    "choose": "Choose a kind of unit; you are then asked where one of them goes.",
    "clear": "Take everything off the map again.",
    "confirm": "Carry out what you have put together. It can no longer be changed once dice are thrown.",
    "deploy": "Set up from a ready-made deployment, which you can still change.",
    "done": "End this phase or step.",
    "drop": "Let it take no part after all.",
    "enter": "Bring a unit onto the map here.",
    "go": "Move the unit you have picked up to this hex, by the cheapest way.",
    "lift": "Take a unit off the map again.",
    "lose": "Take the loss here.",
    "move": "Move a unit in one line. After `via` you can name the way; else it takes the cheapest.",
    "pass": "Do nothing this time.",
    "place": "Put a unit on the map.",
    "retreat": "Retreat to this hex.",
    "roll": "Throw the dice.",
    "stay": "Leave everybody where they are.",
    "take": "Pick up a unit; you are then asked where it goes.",
}
"""What verbs do that mean the same in every game; a game has its own words for the others."""


def verb_help(rules: AnyRules, verb: str, decision: Decision) -> Iterator[str]:
    """What a verb does, how it is typed, and whether it is an answer now."""
    if verb not in rules.grammar.patterns:
        raise WestfrontError(f"there is no action {verb[:40]!r} in {rules.title}; its actions: {_verbs(rules)}")
    yield f"{rules.grammar.patterns[verb].text}: {about_verb(rules, verb)}"
    offered = [text for text in decision.texts if text.split()[0] == verb]
    if offered:
        yield f"  now, for example: {offered[0]}"
    elif verb in decision.verbs:
        refusal = decision.why(verb) if not rules.grammar.patterns[verb].items else None
        yield f"  not now: {refusal}" if refusal else "  possible now, though the list does not show it"
    else:
        yield f"  not now; {decision.side} is asked: {decision.prompt}"


def machine_help(levels: Mapping[str, str]) -> Iterator[str]:
    """The levels of a machine with their sentences, the styles, and what no machine has."""
    styles = {f"...-{style}": sentence for style, sentence in STYLES.items() if style and OFFICER in levels}
    about = {**levels, **styles}
    width = max(map(len, about)) + 2
    for name, sentence in about.items():
        yield from wrap(f"{name:<{width}}{sentence}", WIDTH, initial_indent="  ", subsequent_indent=" " * (width + 2))
    yield from wrap(FAIR, WIDTH)


def about_verb(rules: AnyRules, verb: str) -> str:
    """A sentence about a verb."""
    return rules.verb_help.get(verb) or VERBS.get(verb) or f"{rules.labels.get(verb, verb).capitalize()}."


def all_help(rules: AnyRules, decision: Decision) -> Iterator[str]:
    """Everything that can be typed, and the actions of the question."""
    yield HELP
    width = max(map(len, COMMANDS)) + 2
    for command, text in COMMANDS.items():
        yield f"  {command:<{width}}{text}"
    now = ", ".join(rules.grammar.patterns[verb].text for verb in decision.verbs)
    yield f"Answers to this question: {now}"
    yield f"All actions of this game: {_verbs(rules)}"


def _verbs(rules: AnyRules) -> str:
    return ", ".join(rules.grammar.patterns)
