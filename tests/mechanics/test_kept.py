"""What is kept as long as some columns of a state are the same."""

from __future__ import annotations

from array import array

from westfront.engine.state import State, UnitNumbers, UnitPlaces
from westfront.mechanics import kept
from westfront.mechanics.kept import kept_by, kept_last


class Two(State):
    """A state with two columns."""

    at: UnitPlaces
    moved: UnitNumbers


def two(at: int, moved: int) -> Two:
    return Two(at=array("h", [at]), moved=bytearray([moved]))


def test_it_is_made_again_when_a_column_or_anything_else_that_is_given_has_changed() -> None:
    made: list[tuple[str, int, int]] = []

    @kept_by("at")
    def place(rules: str, s: Two, side: int) -> int:
        made.append((rules, s.at[0], side))
        return s.at[0]

    asked = [("a", 1, 0), ("a", 1, 0), ("a", 2, 0), ("a", 2, 1), ("b", 2, 1), ("a", 1, 0)]
    assert [place(rules, two(at, n), side) for n, (rules, at, side) in enumerate(asked)] == [1, 1, 2, 2, 2, 1]
    assert made == [("a", 1, 0), ("a", 2, 0), ("a", 2, 1), ("b", 2, 1)]


def test_no_more_than_so_many_are_kept() -> None:
    made: list[int] = []

    @kept_by("at")
    def place(rules: str, s: Two) -> int:
        made.append(s.at[0])
        return len(made)

    for at in (*range(kept.KEPT), 0, kept.KEPT, 0):
        place("a", two(at, 0))
    assert made == [*range(kept.KEPT), kept.KEPT, 0]


def test_what_was_asked_last_is_kept_and_so_are_some_before_it() -> None:
    made: list[tuple[int, int]] = []

    def work(a: int, b: int) -> int:
        made.append((a, b))
        return 10 * a + b

    look = kept_last(2, work)
    asked = [(1, 2), (1, 2), (3, 4), (1, 2), (3, 4), (5, 6), (1, 2)]
    assert [look(a, b) for a, b in asked] == [12, 12, 34, 12, 34, 56, 12]
    assert made == [(1, 2), (3, 4), (5, 6), (1, 2)]
