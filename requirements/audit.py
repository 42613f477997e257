"""Compare the locks with the list of known advisories: `make audit`.

Exit code 0 if every package was looked up and none has an advisory, 1 if one has, 2 if the list could not be reached. A
package that was not looked up is never counted as clean.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

CLEAN, FOUND, UNREACHED = 0, 1, 2


def ask(lock: str) -> str:
    """What pip-audit says about a lock, as JSON; nothing if it could not say anything."""
    program = Path(sys.executable).with_name("pip-audit")
    options = ("--disable-pip", "--require-hashes", "--progress-spinner=off", "--desc=off", "--format=json")
    return subprocess.run([program, *options, "--requirement", lock], capture_output=True, text=True).stdout


def report(lock: str, answer: str) -> tuple[int, list[str]]:
    """The exit code for one lock, and what to print."""
    try:
        packages: list[dict[str, Any]] = json.loads(answer)["dependencies"]
    except (ValueError, KeyError):
        packages = []
    bad = [
        f"{lock}: {package['name']} {package['version']} has {advisory['id']}, mended in "
        f"{' or '.join(advisory['fix_versions']) or 'no version yet'}"
        for package in packages
        for advisory in package.get("vulns", ())
    ]
    unchecked = sum("vulns" not in package for package in packages)
    if bad:
        return FOUND, bad
    if unchecked or not packages:
        how_many = f"{unchecked} of {len(packages)}" if packages else "all"
        return UNREACHED, [f"{lock}: {how_many} packages are unchecked: no list of advisories can be reached from here"]
    return CLEAN, [f"{lock}: {len(packages)} packages, none with a known advisory"]


def main(locks: Sequence[str]) -> int:
    """Ask about each lock; the worst news counts."""
    codes = set()
    for lock in locks:
        code, lines = report(lock, ask(lock))
        codes.add(code)
        print(*lines, sep="\n")
    return next(code for code in (FOUND, UNREACHED, CLEAN) if code in codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
