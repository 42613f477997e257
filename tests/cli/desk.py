"""The desk at which the command line is tried: runs in this process and in one of their own, and games to run on."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Collection, Iterable
from contextlib import ExitStack
from io import StringIO
from pathlib import Path

from westfront.cli.paper import Paper
from westfront.cli.saves import Save
from westfront.cli.terminal import Terminal
from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match

ROOT = Path(__file__).resolve().parents[2]
FORD = str(ROOT / "tests" / "ford")
COMMAND = [sys.executable, "-m", "westfront", "--add", FORD]
QUIET_TURN = ("done", "done")
"""A side neither moves nor fights."""
BATTLE = ("done", "attack 0305", "add R1", "confirm", "stand")
"""In the scenario `assault` red attacks across the river, and with the known dice R1 must lose a step."""


def environment() -> dict[str, str]:
    """The environment of a run of its own: it finds this source and no other."""
    return {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", "TERM": "xterm-256color"}


def shell(
    *words: str, keys: bytes = b"", out: str = "", err: str = "", **extra: str
) -> subprocess.CompletedProcess[bytes]:
    """A run of its own, with what is typed into it; what it says is caught, or goes to a file."""
    with ExitStack() as files:
        stdout, stderr = (files.enter_context(open(name, "wb")) if name else subprocess.PIPE for name in (out, err))
        return subprocess.run(
            [*COMMAND, *words],
            input=keys,
            stdout=stdout,
            stderr=stderr,
            env={**environment(), **extra},
            timeout=180,
            check=False,
        )


def played(*actions: str, scenario: str = "meeting", **options: str) -> Match:
    """The Ford with known dice after some actions; `undo` takes the last one back."""
    match = Match.new("ford", scenario, options=options, seed="1")
    for action in actions:
        match.undo() if action == "undo" else match.play(action)
    return match


def finished() -> Match:
    """The Ford, played at random to its end."""
    match, lots = played(scenario="assault"), RepeatableRandom(7)
    while not match.over:
        codes = match.decision.actions
        match.play(codes[lots.below(len(codes))])
    return match


def saved(match: Match, name: str = "game.westfront") -> Path:
    """A match in a file of this folder, with the secret of its dice."""
    path = Path(name)
    path.write_text(match.record(with_secret=True), encoding="utf-8")
    return path


def at_table(
    match: Match,
    lines: Iterable[str] | None,
    path: Path | None = None,
    width: int = 100,
    machines: Collection[str] = (),
) -> str:
    """What the terminal shows while a script, or with None the keyboard, is played through."""
    out = StringIO()
    script = None if lines is None else iter(lines)
    Terminal(
        match,
        Save(path) if path else None,
        Paper(file=out, width=width),
        script,
        machines=dict.fromkeys(machines, "random"),
    ).run()
    return out.getvalue()
