"""A live server and a real Chromium: every page that a test opens is watched for errors in its console."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_core_python.sync_playwright import Axe  # type: ignore[import-untyped]  # the package has no types
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from tests.server.room import free_port

ROOT = Path(__file__).parents[2]
CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
PATIENCE = 90_000
"""Milliseconds before a page that does not answer fails a test; the machine may be busy."""

expect.set_options(timeout=PATIENCE)


class Server:
    """A server process on a free port, with its store in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address of the lobby."""
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "westfront", "--add", str(ROOT / "tests" / "ford"), "serve", "--no-browser"]
        command += ["--rate", "0", "--port", str(self.port), "--store", f"sqlite:///{self.folder / 'tables.db'}"]
        surroundings = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=surroundings, stdout=log, stderr=log)
        deadline = time.monotonic() + 2 * PATIENCE / 1000
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                told = (self.folder / "server.log").read_text(errors="replace")
                self.stop()
                pytest.fail(f"the server did not start: {told}")
            time.sleep(0.1)

    def stop(self) -> None:
        """End it at once, as a crash would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def spent(self) -> float:
        """Milliseconds of the processor that it has taken so far."""
        assert self.process is not None
        user, system = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) * 1000 / os.sysconf("SC_CLK_TCK")

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}health", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False


class Watch:
    """What the consoles of the pages of one test said; `allow` names what this test provokes on purpose."""

    def __init__(self) -> None:
        self.errors: list[str] = []
        self.allowed = ["status of 428"]
        """To be asked whether one is sure is no error, though a browser takes it for one."""

    def allow(self, *words: str) -> None:
        """Errors with these words are expected, such as "409" for a refused request."""
        self.allowed += words

    def follow(self, page: Page) -> None:
        """Listen to a page."""
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.errors.append(f"{error}"))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"{message.text} ({message.location.get('url', '')})")

    def unexpected(self) -> list[str]:
        """Errors that nobody allowed."""
        return [error for error in self.errors if not any(word in error for word in self.allowed)]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of a process."""
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test alone, which may stop and start it."""
    running = Server(tmp_path)
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    if not Path(CHROMIUM).exists():
        pytest.fail(f"the tests of the browser client need {CHROMIUM}: apt install chromium")
    with sync_playwright() as play:
        running = play.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS, timeout=2 * PATIENCE)
        yield running
        running.close()


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Fails the test if a console told of an error or of a breach of the content policy."""
    watching = Watch()
    yield watching
    assert watching.unexpected() == []


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, watch: Watch) -> Iterator[OpenPage]:
    """Opens a page as a new visitor would: nothing stored, nobody known. Settings go to the browser context."""
    contexts = []

    def visit(**settings: Any) -> Page:
        context = browser.new_context(**{"locale": "en-GB", "reduced_motion": "reduce", **DESKTOP, **settings})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        watch.follow(page)
        return page

    yield visit
    for context in contexts:
        for page in context.pages:
            page.unroute_all(behavior="ignoreErrors")  # an answer under way would fail the next test
        context.close()


@pytest.fixture
def desktop(open_page: OpenPage) -> Page:
    """A page on a screen of 1440 by 900."""
    return open_page()


@pytest.fixture
def phone(open_page: OpenPage) -> Page:
    """A page on a phone of 360 by 740, by touch."""
    return open_page(**PHONE)


@pytest.fixture
def axe() -> Callable[[Page], None]:
    """Fails with one line for each breach of the accessibility rules on a page."""
    checker = Axe()

    def check(page: Page) -> None:
        found = checker.run(page)["violations"]
        lines = [f"{each['id']}: {each['help']}: {node['html'][:200]}" for each in found for node in each["nodes"]]
        assert not lines, "\n".join(lines)

    return check


def without_drawings(page: Page) -> None:
    """Take out what screen readers are not told anyway; axe would walk through thousands of elements."""
    drawings = page.locator(".board > svg, svg.unseen")
    hidden = drawings.evaluate_all("all => all.map((one) => one.getAttribute('aria-hidden'))")
    assert hidden == ["true", "true", "true"]
    drawings.evaluate_all("all => all.forEach((one) => one.replaceChildren())")
