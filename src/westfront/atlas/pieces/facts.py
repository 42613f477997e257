"""The plain facts that are printed on a counter, and how they come from the lines of `types.csv` and `counters.csv`.

Nothing here knows a game: a column that a game does not have is simply not printed.
"""

from __future__ import annotations

from typing import NamedTuple

from westfront.atlas.pieces.palette import PALETTE
from westfront.atlas.pieces.symbols import MARKERS, UNITS
from westfront.engine.counters import Counter, load_counters, load_types
from westfront.engine.data import DataFolder
from westfront.errors import DataError

SIDES = ("german", "allied", "neutral")
"""The words of the column `side`; neutral is a marker that either side uses."""

EXTRA = ("nation", "designation", "arrival", "group")
"""The columns of `counters.csv` beside counter, type and source, in their order."""

SIZES = ("-", "II", "III", "X", "XX", "XXX", "XXXX", "marker")
"""The words of the column `size`: a dash where none is printed, `marker` for what is no unit."""

_CORNERS = {"counterpart": "●", "variant": "V"}


class Piece(NamedTuple):
    """One face of a counter, as plain facts."""

    side: str
    nation: str
    symbol: str
    size: str = "-"
    figures: str = ""
    designation: str = ""
    corner: str = ""
    """Top right: the turn of arrival, or another printed sign."""
    note: str = ""
    """Beside the box: morale, or the ratings of a tank."""
    steps: int = 0
    reduced: bool = False
    badges: tuple[str, ...] = ()
    name: str = ""
    """What a pointer or a screen reader gets."""

    @property
    def is_marker(self) -> bool:
        """Whether this is no unit."""
        return self.size == "marker"


class Printed(NamedTuple):
    """A counter with both its faces; one without a back has None there."""

    name: str
    type: str
    front: Piece
    back: Piece | None


def value_columns(data: DataFolder) -> tuple[str, ...]:
    """The printed numbers of a game: the columns of `types.csv` between size and source."""
    header = data.text("types.csv").partition("\n")[0].strip().split(",")
    return tuple(header[4:-1])


def load_printed(data: DataFolder) -> list[Printed]:
    """Every counter of a game with both its faces, in the order of the file."""
    types = load_types(data, SIDES, value_columns(data))
    return [printed(counter) for counter in load_counters(data, types, EXTRA)]


def printed(counter: Counter) -> Printed:
    """Both faces of a counter."""
    _check(counter)
    front = _face(counter, "")
    return Printed(counter.name, counter.type.name, front, _face(counter, "back_") if _has_back(counter) else None)


def _check(counter: Counter) -> None:
    """Refuse words that nobody can draw."""
    symbols = counter.type.symbol.split("/")
    for word, known in [(s, {**UNITS, **MARKERS}) for s in symbols] + [(counter.extra["nation"], PALETTE.nations)]:
        if word not in known:
            raise DataError("counters.csv", None, f"{counter.name}: nobody can draw {word[:40]!r}")
    if counter.type.size not in SIZES:
        raise DataError("types.csv", None, f"{counter.type.name}: size is one of {', '.join(SIZES)}")


def _has_back(counter: Counter) -> bool:
    """Whether anything is printed on the back."""
    values = counter.type.values
    return "/" in counter.type.symbol or any(
        value for column, value in values.items() if column.startswith("back_") or column == "start"
    )


def _face(counter: Counter, prefix: str) -> Piece:
    """One face: the front with the plain columns, the back with those that begin with `back_`."""
    kind, extra, back = counter.type, counter.extra, bool(prefix)
    marker = kind.size == "marker"
    return Piece(
        side=SIDES[kind.side],
        nation=extra["nation"],
        symbol=_of_face(kind.symbol, back),
        size=kind.size,
        figures=_figures(kind.values, prefix),
        designation=_of_face(extra["designation"], back) if marker else extra["designation"],
        corner="" if back else extra["arrival"] or _CORNERS.get(extra["group"], ""),
        note=_note(kind.values),
        steps=max(kind.values.get("steps", 0) - back, 0),
        reduced=back and kind.values.get("steps", 0) > 0,
        name=f"{counter.name} {kind.name}",
    )


def _of_face(text: str, back: bool) -> str:
    """The half of `front/back` that belongs to a face; a word without a stroke belongs to both."""
    front, _, other = text.partition("/")
    return other if back and other else front


def _figures(values: dict[str, int], prefix: str) -> str:
    """The large figures of a face, joined by dashes; a number in brackets is the range."""
    got = {column: values[prefix + column] for column in _FIGURES if prefix + column in values}
    strengths = [got.get(column, 0) for column in ("attack", "defence") if column in got]
    main = [got["combat"]] if got.get("combat") else strengths if any(strengths) else []
    if got.get("strength"):
        main = [got["strength"]]
    elif prefix and not main and values.get("start"):
        main = [values["start"]]
    words = [str(number) for number in main]
    if words and values.get("range"):
        words[0] += f"({values['range']})"
    if got.get("move") or (words and "move" in got and any(strengths)):
        words.append(str(got["move"]))
    return "-".join(words)


_FIGURES = ("combat", "attack", "defence", "strength", "move")


def figure_names(values: tuple[str, ...]) -> str:
    """What the large figures of a game's units mean, for the legend."""
    return "-".join(name for name in ("combat", "attack", "defence", "move") if name in values)


def _note(values: dict[str, int]) -> str:
    """Morale with its plus, or a tank's coordination and protection."""
    if values.get("morale"):
        return f"{values['morale']}{'+' if values.get('plus') else ''}"
    return f"{values['coordination']}/{values['protection']}" if values.get("protection") else ""
