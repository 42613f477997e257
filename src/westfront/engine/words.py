"""Words: the verbs of a game with what each of them does, and the sentences of its log."""

from __future__ import annotations

import msgspec

from westfront.engine.data import DataFolder
from westfront.engine.grammar import help_of
from westfront.errors import DataError


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is in `words.toml` of a game."""

    verbs: dict[str, str]
    """Each verb as a pattern, with a sentence about it; an empty one if it means the same in every game."""
    log: dict[str, str]
    """A template for each kind of event."""

    @property
    def verb_help(self) -> dict[str, str]:
        """The sentences, by verb."""
        return help_of(self.verbs)


def load_words(data: DataFolder) -> Words:
    """The words of a game, from `words.toml` of its data."""
    try:
        return msgspec.convert(data.toml("words"), Words)
    except msgspec.ValidationError as error:
        raise DataError("words.toml", None, str(error)) from None
