"""A hook of the docs site: the pages at the root of the repository are pages of the site too.

Their links are written for whoever reads the plain files; here they are turned towards the site.
"""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "LICENSE": "license.txt",
}
"""The files at the root with their names on the site."""


GAMES = ("michel", "hindenburg", "storm", "marne", "meuse")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the pages that may or may not be there into the menu, under the titles that they have."""
    sections = {title: pages for section in config.nav or [] for title, pages in section.items()}
    sections["Play"] += [f"{game}.md" for game in GAMES if (ROOT / "docs" / f"{game}.md").is_file()]
    if (ROOT / "SECURITY.md").is_file():
        sections["Serve"].append(PAGES["SECURITY.md"])
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the root."""
    for name, uri in PAGES.items():
        if (ROOT / name).is_file():
            text = (ROOT / name).read_text(encoding="utf-8")
            files.append(File.generated(config, uri, content=re.sub(r"\]\((?=[^):]+\))", "](../", text)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn links out of `docs` to the pages of the root, and those of the root into `docs`."""
    markdown = markdown.replace("](../docs/", "](")
    for name, uri in PAGES.items():
        markdown = markdown.replace(f"](../{name}", f"]({uri}")
    return markdown
