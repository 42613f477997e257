"""Everything that Westfront raises on purpose.

WestfrontError
├── NoSuchHex        a label that is not on the map
├── DataError        a data or override file that does not hold: file, line, sentence
├── FormatError      a record or a position that does not hold: line, sentence
│   └── OtherBuild   a record that is whole, but that the rules of this build do not follow
├── UnknownGame      no game, version, scenario or option of that name
└── IllegalAction    an action that is not offered; carries the refusal

Each message is one sentence for the person who caused it.
"""


class WestfrontError(Exception):
    """The root of the tree; anything else that escapes is a bug."""


class NoSuchHex(WestfrontError):
    """A label that is not on the map."""


class DataError(WestfrontError):
    """A data or override file that does not hold."""

    def __init__(self, file: str, line: int | None, sentence: str) -> None:
        where = file if line is None else f"{file}, line {line}"
        super().__init__(f"{where}: {sentence}")


class FormatError(WestfrontError):
    """A record or a position that does not hold."""

    def __init__(self, line: int | None, sentence: str) -> None:
        super().__init__(sentence if line is None else f"line {line}: {sentence}")
        self.line = line


class OtherBuild(FormatError):
    """A record that is whole, but that the rules of this build do not follow: another build made it."""

    def __init__(self, line: int | None, action: int, sentence: str) -> None:
        super().__init__(line, f"{sentence}; all hashes fit, so the record was made by a build with other rules")
        self.action = action
        self.sentence = sentence


class UnknownGame(WestfrontError):
    """No game, version, scenario or option of that name."""


class IllegalAction(WestfrontError):
    """An action that is not offered."""

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(f"{sentence} [{rule}]")
        self.rule = rule
        self.sentence = sentence
