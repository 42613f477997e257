"""States: copies are independent, and the digest tells any two states apart, on every machine alike."""

from __future__ import annotations

from array import array
from typing import Any

import msgspec
import pytest

from westfront.engine.frame import Step
from westfront.engine.names import Hex, HexSet, HexSides, Number, Side, Text, Unit, Word
from westfront.engine.state import (
    Numbers,
    State,
    UnitLinks,
    UnitNumbers,
    UnitPlaces,
    blank_columns,
    columns,
    kinds,
    layout,
)


class Phase(Step[Any, Any], frozen=True):
    """A frame with a field."""

    player: Side


class Small(State):
    """A state with a field of every type."""

    turn: Number
    where: Hex
    leader: Unit
    active: Side
    weather: Word
    remark: Text
    held: HexSet
    down: HexSides
    at: UnitPlaces
    under: UnitLinks
    steps: UnitNumbers
    track: Numbers


class Untold(State):
    """A state with a field whose type says nothing of its kind."""

    count: int


class Listed(State):
    """A state with a list, which copies would share."""

    places: list[int] = []


class Vague(Step[Any, Any], frozen=True):
    """A frame with a field without a kind."""

    target: int


def small(**changes: Any) -> Small:
    """A state of three units with a few changes."""
    fields: dict[str, Any] = {
        "frames": (Phase(0), Phase(1)),
        "turn": 3,
        "where": 12,
        "leader": 1,
        "active": 0,
        "weather": "mud",
        "remark": "so far",
        "held": 1 << 70,
        "down": (1 << 70, 0, 2, 1 << 71, 0, 1),
        "at": array("h", [258, -1, 7]),
        "under": array("h", [-1, 2, 300]),
        "steps": bytearray([2, 0, 1]),
        "track": bytearray([9, 255]),
    }
    return Small(**{**fields, **changes})


CHANGES: dict[str, Any] = {
    "frames": (Phase(0),),
    "winner": 1,
    "verdict": "red wins",
    "turn": 4,
    "where": -1,
    "leader": -1,
    "active": 1,
    "weather": "dry",
    "remark": "so far!",
    "held": 1 << 71,
    "down": (1 << 70, 0, 0, 1 << 71, 0, 0),
    "at": array("h", [258, -1, 8]),
    "under": array("h", [-1, -1, 300]),
    "steps": bytearray([2, 1, 1]),
    "track": bytearray([9, 254]),
}


def test_the_digest_is_the_same_on_every_machine() -> None:
    """A change of this value is a change of the format: records of old games would no longer load."""
    frames = b'[["Phase",0],["Phase",1]]'
    values = [b"3", b"c", b"1", b"0", b"mud", b"so far", b"400000000000000000"]
    values.append(b"400000000000000000,0,2,800000000000000000,0,1")
    units = [b"\x02\x01\xff\xff\x07\x00", b"\xff\xff\x02\x00\x2c\x01", b"\x02\x00\x01", b"\x09\xff"]
    parts = [frames, *values, *units, b"-2", b""]
    assert small().digest() == b"".join(b"%d:%b" % (len(part), part) for part in parts)


def test_equal_states_have_equal_digests() -> None:
    assert small().digest() == small().digest() == small().copy().digest()


@pytest.mark.parametrize("name", CHANGES)
def test_each_single_change_changes_the_digest(name: str) -> None:
    assert set(CHANGES) == set(Small.__struct_fields__)
    assert small(**{name: CHANGES[name]}).digest() != small().digest()


def test_every_change_leads_to_a_digest_of_its_own() -> None:
    digests = {small(**{name: value}).digest() for name, value in CHANGES.items()}
    assert len(digests) == len(CHANGES)


def test_a_change_of_a_copied_column_leaves_the_original_alone() -> None:
    original = small()
    before = original.digest()
    for name in columns(Small):
        copied = original.copy()
        getattr(copied, name)[1] += 1 if name in ("at", "under") else -getattr(copied, name)[1] or 5
        assert copied.digest() != before
        assert original.digest() == before


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_of_a_copied_field_leaves_the_original_alone(name: str) -> None:
    original = small()
    before, copied = original.digest(), original.copy()
    setattr(copied, name, CHANGES[name])
    assert copied.digest() != before
    assert original.digest() == before


def test_kinds_are_read_from_the_types() -> None:
    assert kinds(Small) == {
        "frames": "frames",
        "winner": "number",
        "verdict": "text",
        "turn": "number",
        "where": "hex",
        "leader": "unit",
        "active": "side",
        "weather": "word",
        "remark": "text",
        "held": "hexes",
        "down": "hexsides",
        "at": "unit places",
        "under": "unit links",
        "steps": "unit numbers",
        "track": "numbers",
    }
    assert dict(layout(Small)) == {name: kind for name, kind in kinds(Small).items() if name != "frames"}
    assert columns(Small) == ("at", "under", "steps", "track")


def test_blank_columns_are_off_the_map_and_zero() -> None:
    nowhere = array("h", [-1, -1])
    assert blank_columns(Small, 2) == {"at": nowhere, "under": nowhere, "steps": bytearray(2)}


def test_the_hexsides_of_a_copy_are_shared_until_they_change() -> None:
    original = small()
    copied = original.copy()
    assert copied.down is original.down
    copied.down = (0, 0, 0, 0, 0, 0)
    assert original.down == small().down


@pytest.mark.parametrize(("owner", "field"), [(Untold, "count"), (Listed, "places"), (Vague, "target")])
def test_fields_without_a_kind_are_refused(owner: type[msgspec.Struct], field: str) -> None:
    with pytest.raises(AssertionError, match=f"^{owner.__name__}.{field}: a field has one of the types"):
        kinds(owner)


def test_a_state_with_such_a_field_has_no_layout_and_no_copy() -> None:
    with pytest.raises(AssertionError, match=r"^Untold\.count"):
        layout(Untold)
    with pytest.raises(AssertionError, match=r"^Untold\.count"):
        Untold(count=1).copy()
