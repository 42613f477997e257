"""The docs site builds without a network or a warning, finds what one looks for, and fetches nothing from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import msgspec

import westfront as wf

ROOT = Path(__file__).parent.parent
FETCHED = {"script": "src", "link": "href", "img": "src", "iframe": "src"}


class _Page(HTMLParser):
    """What a page fetches, and the names under which its parts can be reached."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.anchors: set[str] = set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        self.fetched.append(found.get(FETCHED.get(tag, ""), "") or "")
        self.anchors.add(found.get("id") or "")


def test_the_site(tmp_path: Path) -> None:
    """Built once: a warning, also about a link or an anchor that leads nowhere, would be an error."""
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    pages = {file.stem: _Page(file) for file in tmp_path.glob("*.html")}
    assert {file.stem for file in ROOT.glob("docs/*.md")} | {"index", "contributing", "changelog"} <= pages.keys()
    assert [url for page in pages.values() for url in page.fetched if re.match(r"(\w+:)?//", url)] == []
    assert {f"westfront.{name}" for name in re.findall(r"::: westfront\.(\w+)\n", _text("reference"))} <= (
        pages["reference"].anchors
    )
    assert "westfront.Match.play" in pages["reference"].anchors
    _check_search(tmp_path)


def _text(page: str) -> str:
    return (ROOT / f"docs/{page}.md").read_text()


def _check_search(site: Path) -> None:
    """The index has the pages, the glossary and the docstrings."""
    index = msgspec.json.decode((site / "search/search_index.json").read_bytes())
    texts = {entry["location"]: entry["text"] for entry in index["docs"]}
    assert "zone of control" in texts["glossary.html"]
    assert str(wf.Match.undo.__doc__).split(";")[0] in " ".join(texts.values())


def test_the_glossary_is_in_order() -> None:
    for section in _text("glossary").split("\n## ")[1:]:
        terms = [term.removeprefix("The ").lower() for term in re.findall(r"^\* \*\*(.+?)\*\*", section, re.MULTILINE)]
        assert len(terms) > 20
        assert terms == sorted(terms)
