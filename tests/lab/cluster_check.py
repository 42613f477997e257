"""The ladder on a real Ray cluster: `make cluster`.

Two nodes with two workers each, on this machine and for nobody else, play the games that one processor plays as well.
They must come out alike, line by line but for the seconds; once more when a node dies while it plays.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
import ray
from ray.cluster_utils import Cluster

from westfront.cli import ladder, main
from westfront.lab.ladder import Pairing, Played

EVENING = ("ladder", "meuse", "--levels", "recruit,officer", "--games", "12")
NODE = {"num_cpus": 2, "node_ip_address": "127.0.0.1", "include_dashboard": False}
DIES_AFTER = 4
"""So many games are over when a node is killed."""


def noted(pairing: Pairing, notes: Path) -> Played:
    """A game, and which node has begun it."""
    with (notes / ray.get_runtime_context().get_node_id()).open("a") as file:
        file.write(f"{pairing}\n")
    return ladder.timed(pairing)


@contextmanager
def two_nodes() -> Iterator[tuple[Cluster, Any]]:
    """A cluster, and its second node; nothing of it is left afterwards."""
    cluster = Cluster(initialize_head=True, head_node_args=NODE)
    try:
        yield cluster, cluster.add_node(**NODE)
    finally:
        cluster.shutdown()


def games(file: Path) -> list[Played]:
    """The games of a file in the order of their pairings, without their seconds."""
    found = [msgspec.json.decode(line, type=Played) for line in file.read_bytes().splitlines()]
    return sorted((msgspec.structs.replace(one, seconds=(0.0, 0.0)) for one in found), key=msgspec.json.encode)


def kill(cluster: Cluster, node: Any, file: Path) -> None:
    """Kill a node, without a word, once some games are over."""
    while not file.exists() or file.read_bytes().count(b"\n") < DIES_AFTER:
        time.sleep(0.01)
    cluster.remove_node(node, allow_graceful=False)
    print(f"killed the second node after {file.read_bytes().count(bytes([10]))} games", flush=True)


def check(folder: Path) -> int:
    """Play alone, on the cluster, and on one that loses a node; 0 if all came out alike."""
    files = {name: folder / f"{name}.jsonl" for name in ("alone", "cluster", "killed")}
    main([*EVENING, "-o", str(files["alone"])])
    for name in ("cluster", "killed"):
        notes = folder / name
        notes.mkdir()
        ladder.timed = partial(noted, notes=notes)
        with two_nodes() as (cluster, second):
            if name == "killed":
                Thread(target=kill, args=(cluster, second, files[name]), daemon=True).start()
            begun = time.monotonic()
            main([*EVENING, "--cluster", cluster.address, "-o", str(files[name])])
        spread = Counter({file.name[:8]: len(file.read_text().splitlines()) for file in notes.iterdir()})
        print(f"{name}: {time.monotonic() - begun:.1f} s, games begun by node: {dict(spread)}")
    alone = games(files["alone"])
    alike = {name: games(file) == alone for name, file in files.items()}
    print(f"{len(alone)} games; the same as alone: {alike}")
    return 0 if all(alike.values()) else 1


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(check(Path(folder)))
