"""Many games of machines: on one processor, on several, or on a cluster, and taken up again after a kill."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import TypeVar

import msgspec

from westfront.cli.tools import progress
from westfront.errors import WestfrontError
from westfront.lab.ladder import Pairing, Played

Game = TypeVar("Game", bound=Played)


def add_options(command: ArgumentParser, file: str, few: Callable[[str], int]) -> None:
    """Where the games are played, from which seed, and where the results go."""
    command.add_argument("--seed", default="1", help="another seed plays other games (default 1)")
    command.add_argument("--jobs", type=few, default=1, help="processes at a time (default 1)")
    command.add_argument("--cluster", metavar="ADDRESS", help="play on a Ray cluster (auto, local or HOST:PORT)")
    command.add_argument(
        "-o", "--out", metavar="FILE", help=f"results, added to as games end, beside it tables and pictures ({file})"
    )


def play_missing(
    args: Namespace, path: Path, wanted: Sequence[Pairing], kind: type[Game], play: Callable[[Pairing], Game]
) -> list[Game]:
    """The wanted games in their order; only those that the file does not have are played, and added to it."""
    known = {one.pairing: one for one in read_results(path, kind)}
    missing = [pairing for pairing in wanted if pairing not in known]
    with progress(len(missing), f"games of {args.game}") as advance, path.open("ab") as file:
        for one in _played(args, missing, kind, play):
            file.write(msgspec.json.encode(one) + b"\n")
            file.flush()
            known[one.pairing] = one
            advance()
    return [known[pairing] for pairing in wanted]


def read_results(path: Path, kind: type[Game]) -> list[Game]:
    """The games of a file; a last line that was cut off by a kill is cut off for good."""
    if not path.exists():
        return []
    text = path.read_bytes()
    whole, _, rest = text.rpartition(b"\n")
    if rest:
        with path.open("r+b") as file:
            file.truncate(len(whole) + 1 if whole else 0)
    try:
        return [msgspec.json.decode(line, type=kind) for line in whole.splitlines()]
    except msgspec.DecodeError as error:
        raise WestfrontError(f"{path} is not a file of such games: {error}") from None


def _played(
    args: Namespace, missing: list[Pairing], kind: type[Game], play: Callable[[Pairing], Game]
) -> Iterator[Game]:
    if args.cluster:
        yield from _on_cluster(args.cluster, missing, kind, play)
    elif args.jobs == 1:
        yield from map(play, missing)
    else:
        with ProcessPoolExecutor(args.jobs) as pool:
            for future in as_completed([pool.submit(play, pairing) for pairing in missing]):
                yield future.result()


def _on_cluster(
    address: str, missing: list[Pairing], kind: type[Game], play: Callable[[Pairing], Game]
) -> Iterator[Game]:
    """The same games on Ray, asked and answered in text; each is decided by its seed, not by where it is played."""
    try:
        import ray
    except ImportError:
        raise WestfrontError("a cluster needs Ray: pip install 'westfront[cluster]'") from None
    ray.init(address=address, log_to_driver=False)
    task = ray.remote(_in_text)
    waiting = [task.remote(play, msgspec.json.encode(pairing)) for pairing in missing]
    while waiting:
        ready, waiting = ray.wait(waiting)
        for one in ray.get(ready):
            yield msgspec.json.decode(one, type=kind)
    ray.shutdown()


def _in_text(play: Callable[[Pairing], Played], pairing: bytes) -> bytes:
    """A game on another node."""
    return msgspec.json.encode(play(msgspec.json.decode(pairing, type=Pairing)))
