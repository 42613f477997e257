"""What has changed between two tables that a side has seen: most of what lies there stays where it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress, count
from operator import ne
from typing import TypeVar

from westfront.engine.log import LogPage
from westfront.engine.view import Piece, Scene
from westfront.server import messages as m
from westfront.server.tables import Seen

V = TypeVar("V")


def change(table: m.Table, before: Seen, after: Seen) -> m.Change:
    """A table as what has changed of it."""
    view = after.view
    return m.Change(
        since=before.view.number,
        number=table.number,
        side=table.side,
        sides=table.sides,
        view=m.ViewChange(view.number, view.to_act, _scene(before.view.scene, view.scene), view.verdict, view.question),
        log=_log(before.story, after.story),
        chat=table.chat,
        talk=table.talk,
        dice=table.dice,
        updated=table.updated,
        over=table.over,
        result=table.result,
        can_undo=table.can_undo,
        hints=table.hints,
        preview=table.preview,
        closed=table.closed,
        offer=table.offer,
        lesson=table.lesson,
        warnings=table.warnings,
        clock=table.clock,
        rematch=table.rematch,
        terms=table.terms if table.over else None,
    )


def _scene(old: Scene, new: Scene) -> m.SceneChange:
    return m.SceneChange(
        turn=new.turn,
        pieces=_pieces(old.pieces, new.pieces),
        hexes=_entries(old.hexes, new.hexes),
        tracks=_entries(old.tracks, new.tracks),
        boxes=_entries(old.boxes, new.boxes),
        phase=new.phase,
        battles=new.battles,
        marks=new.marks,
    )


def _pieces(old: Sequence[Piece], new: Sequence[Piece]) -> list[m.Run | Piece]:
    """The new ones in their order; those that follow each other in the old list as well come as a run of it.

    Most of them are at the beginning and the end of both lists; only those between are looked up.
    """
    head = len(new) if old is new else _alike(old, new)
    tail = _alike(old[head:][::-1], new[head:][::-1])
    end = len(old) - tail
    places = {old[place]: place for place in reversed(range(head, end))}
    found: list[m.Run | Piece] = []
    _add_run(found, 0, head)
    for piece in new[head : len(new) - tail]:
        next_ = sum(found[-1]) if found and isinstance(found[-1], tuple) else end
        place = next_ if next_ < end and old[next_] == piece else places.get(piece)
        if place is None:
            found.append(piece)
        else:
            _add_run(found, place, 1)
    _add_run(found, end, tail)
    return found


def _add_run(found: list[m.Run | Piece], first: int, count_: int) -> None:
    """Add a run, or lengthen the one before it."""
    last = found[-1] if found else None
    if isinstance(last, tuple) and sum(last) == first:
        found[-1] = last[0], last[1] + count_
    elif count_:
        found.append((first, count_))


def _alike(old: Sequence[V], new: Sequence[V]) -> int:
    """How many at the beginning of two lists are the same."""
    return next(compress(count(), map(ne, old, new)), min(len(old), len(new)))


def _entries(old: Mapping[str, V], new: Mapping[str, V]) -> dict[str, V | None]:
    """What is new or another, and null for what has gone."""
    found: dict[str, V | None] = {key: value for key, value in new.items() if old.get(key) != value}
    return found | dict.fromkeys(key for key in old if key not in new)


def _log(old: LogPage, new: LogPage) -> m.Log:
    """The lines from the first that is another now; after an undo some of the old ones are gone."""
    start = max(old.first, new.first)
    start += _alike(old.lines[start - old.first :], new.lines[start - new.first :])
    start = max(new.first, min(start, new.count))
    return m.Log(start, new.count, new.lines[start - new.first :])
