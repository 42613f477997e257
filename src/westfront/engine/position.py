"""Positions as text, for any state of any game: to be written by hand, kept in a test, sent in a bug report.

    westfront position 1
    game = ford
    rules = 1
    scenario = meeting
    turn = 3
    unit R1: at=0304 steps=2
    frame Movement: player=red

Fields are those of the game's state; units that are off the map with nothing to say may be left out; frames stand with
the one that is played first at the end. docs/formats.md has the whole of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from westfront.engine.frame import Ask, Frame, frame_name
from westfront.engine.names import NOBODY
from westfront.engine.rules import AnyRules, Setting
from westfront.engine.state import BLANK, DRAW, State, blank_columns, kinds, layout
from westfront.errors import FormatError, WestfrontError

TITLE = "westfront position 1"
UNIT_FACTS = {"unit places": "hex", "unit links": "unit", "unit numbers": "number"}
"""The kind of value that each kind of column holds."""
SETTING_KEY = re.compile(r"game|rules|scenario|override|lay|option \S+")


def write_position(setting: Setting, rules: AnyRules, state: State) -> str:
    """A position with its setting: everything that is needed to play on."""
    return "\n".join([TITLE, *setting.lines(), *state_lines(rules, state)]) + "\n"


def read_position(text: str) -> tuple[Setting, AnyRules, State]:
    """The setting, rules and state of a text."""
    lines = text_lines(text, TITLE)
    head = [(n, line) for n, line in lines if SETTING_KEY.fullmatch(line.partition(" = ")[0])]
    body = [(n, line) for n, line in lines if not SETTING_KEY.fullmatch(line.partition(" = ")[0])]
    setting, rules = setting_of(head)
    return setting, rules, read_state(rules, body)


def text_lines(text: str, title: str) -> list[tuple[int, str]]:
    """The numbered lines below the title of a file, blank ones left out."""
    lines = text.split("\n")
    if lines[0].rstrip("\r") != title:
        raise FormatError(1, f"the file begins with {title!r}")
    found = [(n, line.strip()) for n, line in enumerate(lines[1:], 2) if line.strip()]
    for n, line in found:
        if not line.isprintable():
            raise FormatError(n, "this line has a character that cannot be printed")
    return found


def setting_of(head: list[tuple[int, str]]) -> tuple[Setting, AnyRules]:
    """The setting and rules of the head of a file."""
    pairs: list[tuple[str, str]] = []
    seen: set[str] = set()
    for number, line in head:
        key, equals, value = line.partition(" = ")
        once = line if key == "lay" else key
        if not equals or once in seen:
            raise FormatError(number, "a line of the head is KEY = VALUE, each key once")
        seen.add(once)
        pairs.append((key, value))
    try:
        setting = Setting.read(pairs)
        return setting, setting.rules()
    except WestfrontError as error:
        raise FormatError(head[0][0] if head else 2, str(error)) from None


# -- writing


def state_lines(rules: AnyRules, state: State) -> Iterator[str]:
    """A state, a fact a line."""
    fields = layout(type(state))
    for name, kind in fields:
        value = getattr(state, name)
        if kind == "numbers":
            yield f"{name} = {' '.join(map(str, value))}"
        elif not kind.startswith("unit ") and not (name in ("winner", "verdict") and state.frames):
            yield f"{name} = {rules.names.write(kind, value)}".rstrip()
    for unit, facts in sorted(_unit_facts(rules, state).items()):
        yield f"unit {rules.names.units[unit]}: {' '.join(facts)}"
    for frame in state.frames:
        facts = [f"{name}={_write(rules, kind, getattr(frame, name))}" for name, kind in kinds(type(frame)).items()]
        yield f"frame {frame_name(type(frame))}: {' '.join(facts)}".rstrip()


def _unit_facts(rules: AnyRules, state: State) -> dict[int, list[str]]:
    """What there is to say of each unit, column by column."""
    facts: dict[int, list[str]] = {}
    for name, kind in layout(type(state)):
        if kind.startswith("unit "):
            for unit, value in enumerate(getattr(state, name)):
                if value != BLANK[kind]:
                    facts.setdefault(unit, []).append(f"{name}={rules.names.write(UNIT_FACTS[kind], value)}")
    return facts


def _write(rules: AnyRules, kind: str, value: Any) -> str:
    return rules.names.write(kind, value).replace(" ", ",")


# -- reading


def read_state(rules: AnyRules, lines: list[tuple[int, str]]) -> State:
    """The state of such lines."""
    fields: dict[str, Any] = blank_columns(rules.state, len(rules.names.units))
    frames: list[Frame] = []
    columns = {name: kind for name, kind in layout(rules.state) if kind.startswith("unit ")}
    seen: set[str] = set()
    for number, line in lines:
        try:
            key = line.partition(":")[0].rstrip() if line.startswith("unit ") else line.partition(" = ")[0]
            if key in seen and not line.startswith("frame "):
                raise ValueError(f"{key[:40]} stands twice")
            seen.add(key)
            if line.startswith("unit "):
                _read_unit(rules, fields, columns, line.removeprefix("unit "))
            elif line.startswith("frame "):
                frames.append(_read_frame(rules, line.removeprefix("frame ")))
            else:
                _read_field(rules, fields, line)
        except ValueError as error:
            raise FormatError(number, str(error)) from None
    missing = [name for name in _needed(rules.state) if name not in fields]
    if missing:
        raise FormatError(None, f"the position does not say {', '.join(missing)}")
    if bool(frames) == ("winner" in fields) or (frames and "verdict" in fields):
        raise FormatError(None, "a position has a frame under way, or a winner")
    if not frames and not DRAW <= fields["winner"] < len(rules.sides):
        raise FormatError(None, f"the winner is a side, from 0 on, or {DRAW} for nobody")
    if not frames and not fields.get("verdict"):
        raise FormatError(None, "a position with a winner has a verdict, which says how he won")
    return _checked(rules, rules.state(frames=tuple(frames), **fields))


def _needed(state: type[State]) -> list[str]:
    """The fields that a position must state: those that a later build added have a default."""
    fields, defaults = state.__struct_fields__, state.__struct_defaults__
    given = [
        name for name, default in zip(fields[::-1], defaults[::-1], strict=False) if default is not msgspec.NODEFAULT
    ]
    return [name for name in fields if name not in given]


def _checked(rules: AnyRules, state: State) -> State:
    """A position by hand may break the game's own rules: it is refused by the invariants of the game."""
    for sentence in rules.violations(state):
        raise FormatError(None, f"the position cannot be: {sentence}")
    return state


def _read_field(rules: AnyRules, fields: dict[str, Any], line: str) -> None:
    name, equals, text = (line + " ").partition(" = ")
    kind = dict(layout(rules.state)).get(name)
    if not equals or (kind and kind.startswith("unit ")):
        raise ValueError(f"{line[:60]!r} is not a line of a position of {rules.id}")
    if kind is None:
        raise ValueError(f"a position of {rules.id} has no {name[:40]!r}")
    if kind == "numbers":
        fields[name] = bytearray(_small(rules, word) for word in text.split())
    elif kind == "text":
        fields[name] = rules.names.read(kind, text.strip())
    else:
        fields[name] = _read(rules, kind, ",".join(text.split()))


def _read_unit(rules: AnyRules, fields: dict[str, Any], columns: dict[str, str], text: str) -> None:
    unit_name, _, facts = text.partition(":")
    unit = rules.names.unit(unit_name.strip())
    for fact in facts.split():
        name, _, word = fact.partition("=")
        if name not in columns or unit < 0:
            raise ValueError(f"a unit has {', '.join(columns)}, not {name[:40]!r}")
        small = columns[name] == "unit numbers"
        fields[name][unit] = _small(rules, word) if small else rules.names.read(UNIT_FACTS[columns[name]], word)


def _read_frame(rules: AnyRules, text: str) -> Frame:
    called, _, facts = text.partition(":")
    frame = rules.frames().get(called.strip())
    if frame is None:
        raise ValueError(f"there is no frame {called[:40]!r} in this game")
    words = dict(fact.partition("=")[::2] for fact in facts.split())
    fields = kinds(frame)
    if called.strip() in frame.formerly:
        words = {name: word for name, word in words.items() if name in fields}
    if set(words) != set(fields):
        raise ValueError(f"frame {called} has {', '.join(fields) or 'nothing'}")
    made = frame(**{name: _read(rules, kind, words[name]) for name, kind in fields.items()})
    if isinstance(made, Ask) and made.player == NOBODY:
        raise ValueError(f"frame {called} asks nobody")
    return made


def _read(rules: AnyRules, kind: str, word: str) -> Any:
    if kind == "hexes":
        return rules.names.read_hexes([part for part in word.split(",") if part])
    if kind == "hexsides":
        return rules.names.read_hexsides([part for part in word.split(",") if part])
    if kind.endswith("*"):
        return tuple(rules.names.read(kind[:-1], part) for part in word.split(",") if part)
    return rules.names.read(kind, word)


def _small(rules: AnyRules, word: str) -> int:
    value: int = rules.names.read("number", word)
    if not 0 <= value <= 255:
        raise ValueError(f"{word} is not a number from 0 to 255")
    return value
