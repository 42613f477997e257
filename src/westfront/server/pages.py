"""The web client as a browser gets it: one script and one style sheet, kept for good under names of their content.

The sources need no build step. When the server starts, each module becomes a function that gives what it exports, in an
order in which all that a module needs stands before it.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import posixpath
import re
from collections.abc import Iterable, Mapping
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

IMPORT = re.compile(r'^import (?P<names>\{[^}]*\}) from "(?P<path>[^"]+)";$', re.MULTILINE)
LATER = re.compile(r'\bimport\("(?P<path>[^"]+)"\)')
EXPORT = re.compile(r"^export (?P<own>(?:async )?(?:function|class|const) (?P<name>\w+))", re.MULTILINE)
COMMENT = re.compile(r"^\s*(?://|/\*\*|\*/|\* ).*\n", re.MULTILINE)
REMARK = re.compile(r"/\*.*?\*/\n?", re.DOTALL)
INDENT = re.compile(r"^\s+", re.MULTILINE)
SHEET = re.compile(r'\s*<link rel="stylesheet" href="([^"]+)">')
SCRIPT = re.compile(r'(<script type="module" src=")([^"]+)(">)')
FONT = re.compile(r'url\("(fonts/[^"]+)"\)')
LETTERS = re.compile(r'(<meta name="letters" content=")([^"]+)(">)')
START = re.compile(r'(<script async src=")([^"]+)(">)')
SCRIPTS, STYLES = "text/javascript", "text/css"
FIRST = "index.html"
FOR_GOOD = {"cache-control": "public, max-age=31536000, immutable"}
VARIES = {"vary": "accept-encoding"}
PACKED = {**VARIES, "content-encoding": "gzip"}
WORTH = 1400
"""Bytes below which an answer goes in one packet anyway."""


def packed(data: bytes, media: str, request: Request) -> Response:
    """An answer, compressed if it is long and whoever asks understands that."""
    if len(data) < WORTH or not _unpacks(request):
        return Response(data, headers=VARIES, media_type=media)
    return Response(gzip.compress(data, 3, mtime=0), headers=PACKED, media_type=media)


def _unpacks(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


class File:
    """A file that was put together here, with a name for just this content."""

    def __init__(self, text: str, media: str) -> None:
        self.data, self.media = text.encode(), media
        self.tag = hashlib.sha256(self.data).hexdigest()[:16]
        self.name = f"client.{self.tag}.{'css' if media == STYLES else 'js'}"
        self._packed = gzip.compress(self.data, mtime=0)

    def response(self, request: Request, headers: Mapping[str, str]) -> Response:
        """The file, or the word that it has not changed."""
        tag = f'"{self.tag}"'
        headers = {**headers, "etag": tag}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers={**headers, **VARIES})
        if _unpacks(request):
            return Response(self._packed, headers={**headers, **PACKED}, media_type=self.media)
        return Response(self.data, headers={**headers, **VARIES}, media_type=self.media)


class Pages(StaticFiles):
    """The pages of the web client: a browser asks each time for the first, and keeps the script and sheet it names."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True)
        page = (folder / FIRST).read_text(encoding="utf-8")
        modules = Modules(folder, _named(SCRIPT, page))
        start = File(_bare((folder / _named(START, page)).read_text(encoding="utf-8")), SCRIPTS)
        script, sheet = File(modules.first, SCRIPTS), File(style(folder, SHEET.findall(page)), STYLES)
        letters = File(style(folder, [_named(LETTERS, page)]), STYLES)
        self._kept = {file.name: file for file in (start, script, sheet, letters, File(modules.second, SCRIPTS))}
        page = LETTERS.sub(rf"\g<1>{letters.name}\g<3>", page)
        self._first = File(_naming(page, start.name, script.name, sheet.name), "text/html")

    async def get_response(self, path: str, scope: Scope) -> Response:
        """One of the files."""
        if path in (".", FIRST):
            return self._first.response(Request(scope), {"cache-control": "no-cache"})
        if file := self._kept.get(path):
            return file.response(Request(scope), FOR_GOOD)
        return await super().get_response(path, scope)

    def file_response(self, *args: Any, **more: Any) -> Response:
        """A file as it is, or the word that it has not changed."""
        response = super().file_response(*args, **more)
        response.headers["cache-control"] = "no-cache"
        return response


def _named(tag: re.Pattern[str], page: str) -> str:
    """The file that a tag of the page names."""
    found = tag.search(page)
    assert found
    return found[2]


def _naming(page: str, start: str, script: str, sheet: str) -> str:
    """The first page with scripts and style sheet in place of their parts."""
    first, *_ = SHEET.finditer(page)
    bare = page[: first.start()] + f'\n  <link rel="stylesheet" href="{sheet}">' + SHEET.sub("", page[first.start() :])
    return START.sub(rf"\g<1>{start}\g<3>", SCRIPT.sub(rf"\g<1>{script}\g<3>", bare))


def style(folder: Path, names: Iterable[str]) -> str:
    """Some style sheets as one, in their order, with the fonts that they name."""
    whole = "".join((folder / name).read_text(encoding="utf-8") for name in names)
    return FONT.sub(lambda found: _within(folder / found[1]), INDENT.sub("", REMARK.sub("", whole)))


def _within(font: Path) -> str:
    """A font as a part of its style sheet."""
    return f"url(data:font/woff2;base64,{base64.b64encode(font.read_bytes()).decode()})"


# -- modules


def _bare(text: str) -> str:
    """A module without comments and indents."""
    return INDENT.sub("", COMMENT.sub("", text))


class Modules:
    """The modules of the client by name, without their comments."""

    def __init__(self, folder: Path, main: str) -> None:
        self._folder = folder
        self.sources: dict[str, str] = {}
        self._gather(main)
        self.numbers = {name: f"m{i}" for i, name in enumerate(self.sources)}
        self.at_once = self._order(main)
        wanted = sorted({name for module in self.sources for name in self._named(LATER, module)})
        self.later = [name for name in self._order(*wanted) if name not in self.at_once]

    def _gather(self, name: str) -> None:
        if name in self.sources:
            return
        text = (self._folder / name).read_text(encoding="utf-8")
        self.sources[name] = _bare(text)
        for other in (*self._named(IMPORT, name), *self._named(LATER, name)):
            self._gather(other)

    def _named(self, pattern: re.Pattern[str], name: str) -> list[str]:
        return [_beside(name, found["path"]) for found in pattern.finditer(self.sources[name])]

    def _order(self, *names: str) -> list[str]:
        """Some modules with all that they need, each after what it needs."""
        todo, graph = list(names), dict[str, list[str]]()
        while todo:
            name = todo.pop()
            if name not in graph:
                graph[name] = self._named(IMPORT, name)
                todo += graph[name]
        return list(TopologicalSorter(graph).static_order())

    @property
    def first(self) -> str:
        """The script with which the page begins."""
        part = File(self.second, SCRIPTS)
        given = f'import("./{part.name}").then((part) => part.default({{ {self._given} }})'
        return "".join(self._made(name, given) for name in self.at_once)

    @property
    def second(self) -> str:
        """The script of what is asked for later, once."""
        body = "".join(self._made(name, "") for name in self.later)
        told = ", ".join(self.numbers[name] for name in self.later)
        made = f"(() => {{\n{body}return {{ {told} }};\n}})()"
        return f"let made;\nexport default ({{ {self._given} }}) => made ??= {made};\n"

    @property
    def _given(self) -> str:
        """What the second script needs of the first."""
        needed = {other for name in self.later for other in self._named(IMPORT, name)}
        return ", ".join(self.numbers[name] for name in self.at_once if name in needed)

    def _made(self, name: str, part: str) -> str:
        """A module as a function, called at once, that gives what it exports."""

        def number(found: re.Match[str]) -> str:
            return self.numbers[_beside(name, found["path"])]

        source = self.sources[name]
        told = ", ".join(found["name"] for found in EXPORT.finditer(source))
        source = IMPORT.sub(lambda found: f"const {found['names'].replace(' as ', ': ')} = {number(found)};", source)
        source = LATER.sub(lambda found: f"({part}.{number(found)}))", source)
        source = EXPORT.sub(r"\g<own>", source)
        return f"// {name}\nconst {self.numbers[name]} = (() => {{\n{source}return {{ {told} }};\n}})();\n"


def _beside(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
