"""Finding words in the client's code that are not in its catalogue of strings."""

from __future__ import annotations

import re

from tests.web.conftest import ROOT

WEB = ROOT / "src" / "westfront" / "web"
STRING = re.compile(r'"([^"\\\n]*)"')
SENTENCE = re.compile(r"^[A-Z][a-z]+( [\w,'–-]+)*[ .…!?]|^[A-Z][a-z]+ [a-z]")


def words_outside_the_catalogue() -> list[str]:
    """Strings in the code that read like a sentence or a label of several words."""
    found = []
    for file in sorted(WEB.rglob("*.js")):
        if file.name == "strings.js":
            continue
        code = re.sub(r"^\s*(//|/\*|\*).*$|//.*$", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
        found += [f"{file.name}: {text}" for text in STRING.findall(code) if SENTENCE.match(text)]
    return found
