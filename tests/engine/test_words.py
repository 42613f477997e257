"""The verbs and the sentences of a game that keeps them in `words.toml`."""

from __future__ import annotations

from pathlib import Path

import pytest

from westfront.engine.data import DataFolder
from westfront.engine.words import load_words
from westfront.errors import DataError


def test_verbs_and_sentences_are_read_with_what_there_is_to_say_about_a_verb(tmp_path: Path) -> None:
    text = '[verbs]\n"dig [HEX]" = "Dig a trench."\ndone = ""\n\n[log]\ndug = "A trench at {hex:hex}"\n'
    (tmp_path / "words.toml").write_text(text, encoding="utf-8")
    words = load_words(DataFolder(tmp_path))
    assert list(words.verbs) == ["dig [HEX]", "done"]
    assert words.verb_help == {"dig": "Dig a trench."}
    assert words.log == {"dug": "A trench at {hex:hex}"}


@pytest.mark.parametrize("text", ["[verbs]\n", "[verbs]\n[log]\n[logs]\n", "[verbs]\ndone = 1\n[log]\n"])
def test_a_file_of_another_shape_is_refused_by_name(tmp_path: Path, text: str) -> None:
    (tmp_path / "words.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=r"words\.toml"):
        load_words(DataFolder(tmp_path))
