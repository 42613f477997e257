"""What has changed between two tables that a side has seen: most of what lies there stays where it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    """The new ones in their order; those that follow each other in the old list as well come as a run of it."""
    places = {piece: place for place, piece in reversed([*enumerate(old)])}
    found: list[m.Run | Piece] = []
    first = end = 0
    for piece in new:
        if end == len(old) or old[end] != piece:
            if first < end:
                found.append((first, end - first))
            first = end = places.get(piece, len(old))
        if end == len(old):
            found.append(piece)
        else:
            end += 1
    if first < end:
        found.append((first, end - first))
    return found


def _entries(old: Mapping[str, V], new: Mapping[str, V]) -> dict[str, V | None]:
    """What is new or another, and null for what has gone."""
    found: dict[str, V | None] = {key: value for key, value in new.items() if old.get(key) != value}
    return found | dict.fromkeys(key for key in old if key not in new)


def _log(old: LogPage, new: LogPage) -> m.Log:
    """The lines from the first that is another now; after an undo some of the old ones are gone."""
    start = max(old.first, new.first)
    while start < min(old.count, new.count) and old.lines[start - old.first] == new.lines[start - new.first]:
        start += 1
    start = max(new.first, min(start, new.count))
    return m.Log(start, new.count, new.lines[start - new.first :])
