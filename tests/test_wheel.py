"""The wheel: it holds everything, and installs with the server's lock into an environment without any tool of ours."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import httpx

import westfront
from tests.server.room import Room, free_port, wait_until

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
LOCK = ROOT / "requirements/server.lock"


def built(folder: Path) -> Path:
    """The wheel, built with what is installed here."""
    _run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder), at=ROOT)
    (wheel,) = folder.glob("*.whl")
    return wheel


def installed(wheel: Path, folder: Path) -> Path:
    """The programs of a new environment with the wheel and what the server's lock names, and nothing else."""
    python, lock = str(folder / "bin/python"), ("--require-hashes", "--requirement", str(LOCK))
    if shutil.which("uv"):
        _run("uv", "venv", "--quiet", "--python", sys.executable, str(folder), at=ROOT)
        install = ["uv", "pip", "install", "--quiet", "--python", python]
    else:
        _run(sys.executable, "-m", "venv", str(folder), at=ROOT)
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    _run(*install, *lock, at=ROOT)
    _run(*install, "--no-deps", str(wheel), at=ROOT)
    return folder / "bin"


def _run(*words: str, at: Path) -> str:
    """What a program says, which must succeed."""
    done = subprocess.run(words, cwd=at, env=_clean(), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{' '.join(words)}: {done.stdout}{done.stderr}"
    return done.stdout


def _clean() -> dict[str, str]:
    """The environment without anything that would lead to this source."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


def test_everything_is_in_the_wheel(tmp_path: Path) -> None:
    """Each file of the source: code, data, pages, and the mark that it is typed."""
    with ZipFile(built(tmp_path)) as wheel:
        packed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    files = [path for path in (SOURCE / "westfront").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert packed == {path.relative_to(SOURCE).as_posix() for path in files}
    assert "westfront/py.typed" in packed


def test_an_installed_wheel_serves(tmp_path: Path) -> None:
    """In a clean environment: no tool of ours is there, the doctor is content, and a game is played over HTTP."""
    bin_ = installed(built(tmp_path), tmp_path / "clean")
    foreign = "import importlib.util as u; print([n for n in ('pytest', 'mypy', 'hypothesis') if u.find_spec(n)])"
    assert _run(str(bin_ / "python"), "-c", foreign, at=tmp_path) == "[]\n"
    assert _run(str(bin_ / "westfront"), "--version", at=tmp_path) == f"westfront {westfront.__version__}\n"
    assert "FAIL" not in _run(str(bin_ / "westfront"), "doctor", at=tmp_path)
    _play_over_http(bin_ / "westfront", tmp_path)


def _play_over_http(program: Path, folder: Path) -> None:
    port = free_port()
    words = [str(program), "serve", "--no-browser", "--port", str(port), "--store", str(folder / "w.db")]
    with subprocess.Popen(words, cwd=folder, env=_clean(), stdout=subprocess.DEVNULL) as process:
        try:
            wait_until(lambda: process.poll() is not None or _answers(port), 60)
            with Room(f"http://127.0.0.1:{port}") as room:
                assert room.client.get("/").status_code == 200
                player = next(p for p in room.table("michel").values() if p.offers())
                before = player.see()["number"]
                player.act(player.offers()[0]).raise_for_status()
                assert player.see()["number"] > before
        finally:
            process.send_signal(signal.SIGINT)
    assert process.returncode == 0


def _answers(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/health", trust_env=False).status_code == 200
    except httpx.TransportError:
        return False
