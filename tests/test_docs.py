"""The documents say what is there: their code runs, and their excerpts are the code."""

from __future__ import annotations

import re
from argparse import _SubParsersAction
from collections.abc import Iterator
from pathlib import Path

import pytest

import tests.ford as ford
import westfront as wf
from westfront.atlas.board import load_board
from westfront.cli import parser

ROOT = Path(__file__).parent.parent
DOCS = sorted(ROOT.glob("docs/*.md")) + sorted(ROOT.glob("*.md"))


def _blocks(file: str, language: str) -> Iterator[str]:
    return (found[1] for found in re.finditer(rf"```{language}\n(.*?)```", (ROOT / file).read_text(), re.DOTALL))


def test_the_python_page_runs() -> None:
    """Every line of the example runs, with the refusals and results it speaks of."""
    names: dict[str, object] = {"wf": wf, "ford": ford}
    for block in _blocks("docs/python.md", "python"):
        exec(block.replace('"tests/ford"', repr(str(ROOT / "tests/ford"))), names)
    match, own_player = names["m"], names["game"]
    assert isinstance(match, wf.Match)
    assert isinstance(own_player, wf.Match)
    assert own_player.number >= 20
    assert match.decision.why("move R1 0309") == wf.Refusal("2.1", "0309 costs R1 more than its 3 movement points")


def test_excerpts_are_the_code() -> None:
    """Each excerpt on the page about writing a game stands in the file that it names."""
    blocks = list(_blocks("docs/writing-a-game.md", "python"))
    assert len(blocks) > 4
    for block in blocks:
        head, _, code = block.partition("\n")
        assert code.strip() in (ROOT / head.removeprefix("# ")).read_text(), f"{head} has changed"


def test_the_position_of_the_formats_page_loads() -> None:
    """It can be played from."""
    (text,) = (block for block in _blocks("docs/formats.md", "") if block.startswith("westfront position"))
    assert wf.Match.from_position(text, seed=1).decision.side == "red"


def test_the_record_of_the_formats_page_holds() -> None:
    """Every action, hash and roll of it, to the end."""
    (text,) = (block for block in _blocks("docs/formats.md", "") if block.startswith("westfront record"))
    assert wf.Match.load(text).result == "red: blue resigns"


def test_the_override_of_the_maps_page_is_laid() -> None:
    """Every line of it changes something on the map that the page names."""
    found = re.search(r"(    name (?:.+\n)+)", (ROOT / "docs/maps.md").read_text())
    assert found is not None
    overrides = wf.Overrides.parse(found[1])
    load_board(wf.games.map_data("michel", overrides), "michel")
    overrides.check_all_laid()


def test_the_override_of_the_formats_page_is_laid() -> None:
    """It changes the numbers that it names."""
    (text,) = (block for block in _blocks("docs/formats.md", "") if block.startswith("name "))
    rules = wf.Match.new("ford", overrides=wf.Overrides.parse(text), seed=1).rules
    assert isinstance(rules, ford.Ford)
    assert rules.attack[0] == 5
    assert rules.crt.named(3, "2-1") == "DL"


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """No document names a file that is not there."""
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text()):
        assert (page.parent / link).exists(), f"{page.name} links to {link}"


def test_every_command_is_on_the_terminal_page() -> None:
    """The page about the terminal shows each command."""
    page = (ROOT / "docs/terminal.md").read_text()
    (commands,) = [action.choices for action in parser()._actions if isinstance(action, _SubParsersAction)]
    assert [name for name in commands if f"westfront {name}" not in page] == []
