"""Caches of results that are asked for again and again: by columns of the state, or by keys that are long to hash."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
V = TypeVar("V")
KEPT = 512
"""So many results of a function are kept: some positions of the games that are played now, as each side sees them."""


def kept_by(*columns: str) -> Callable[[Callable[P, V]], Callable[P, V]]:
    """For a function of rules, state and more that looks at these columns of the state and at nothing else of it."""

    def wrap(work: Callable[P, V]) -> Callable[P, V]:
        found: dict[tuple[Any, ...], V] = {}

        @wraps(work)
        def look(*args: P.args, **more: P.kwargs) -> V:
            rules, state, *rest = args
            key = rules, *rest, *[bytes(getattr(state, column)) for column in columns]
            value = found.get(key)
            if value is None:  # held here, since other threads may clear what is kept
                if len(found) >= KEPT:
                    found.clear()
                value = found[key] = work(*args, **more)
            return value

        return look

    return wrap


def kept_last(size: int, work: Callable[..., V]) -> Callable[..., V]:
    """Keep so many results; the last one is told without a hash, since comparing sets of hexes is faster than that."""
    kept = lru_cache(maxsize=size)(work)
    last: tuple[tuple[Any, ...], V] | None = None

    def look(*key: Any) -> V:
        nonlocal last
        latest = last  # held here, since other threads may ask for something else
        if latest is None or latest[0] != key:
            last = latest = key, kept(*key)
        return latest[1]

    return look
