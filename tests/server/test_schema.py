"""The server against its own documentation: schemathesis sends what fits it and what does not, to a live process."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.server.room import Process, Room, free_port
from westfront.server.endpoints import ENDPOINTS

SEED = "1918"
NOT_CHECKED = "positive_data_acceptance"
"""Words that fit their form can still be no action, no hex or no game, and are refused then."""
LEFT_OUT = "/(live|renew)$"
"""A stream has no end, and whoever renews a link has lost the one of the test."""
CONFIG = "[checks.negative_data_rejection]\nexpected-statuses = [400, 401, 403, 404, 405, 409, 413, 415, 422]\n"


def document(room: Room, table: str) -> dict[str, Any]:
    """The documentation with a table and a game that exist, so that most requests come through to the game."""
    found: dict[str, Any] = room.client.get("/openapi.json").json()
    for operations in found["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", []):
                known = {"table": table, "game": "ford"}.get(parameter["name"])
                if known:
                    parameter["schema"] = {"enum": [known]}
    return found


def test_the_server_keeps_to_its_documentation(tmp_path: Path) -> None:
    """Known statuses, types and forms only, nothing wrong accepted, no failure of the server."""
    process = Process(str(tmp_path / "w.db"), free_port())
    try:
        with Room(process.url) as room:
            mine = room.table(second="me")["mine"]
            (tmp_path / "openapi.json").write_text(json.dumps(document(room, mine.table)))
            (tmp_path / "schemathesis.toml").write_text(CONFIG)
            run = subprocess.run(
                [
                    str(Path(sys.executable).with_name("schemathesis")), "--config-file", "schemathesis.toml", "run",
                    "openapi.json", "--url", process.url, "--header", f"Authorization: Bearer {mine.token}",
                    "--exclude-path-regex", LEFT_OUT, "--phases", "coverage,fuzzing", "--max-examples", "10",
                    "--seed", SEED, "--workers", "1", "--max-failures", "5", "--no-color", "--no-shrink",
                    "--exclude-checks", NOT_CHECKED, "--generation-database", "none", "--request-timeout", "30",
                    "--warnings", "off",
                ],
                capture_output=True, text=True, timeout=400, check=False, cwd=tmp_path,
            )  # fmt: skip
            assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
            tested = [endpoint for endpoint in ENDPOINTS if not re.search(LEFT_OUT, endpoint.path)]
            assert f"Tested: {len(tested)}" in run.stdout, run.stdout[-2000:]
            assert mine.see()["id"] == mine.table
    finally:
        printed = process.stop()
    assert "Traceback" not in printed
