"""Counters: neutral ones, stocks that both sides draw from, and divisions that break down into brigades."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

from tests.engine.tries import sentence
from westfront.engine.counters import NEUTRAL, Counter, load_counters, load_parts, load_types, stock
from westfront.engine.data import DataFolder
from westfront.engine.names import NOBODY, OFF
from westfront.errors import DataError

SIDES = ("red", "blue")
TYPES = """type,side,symbol,size,steps,source
division,red,infantry,XX,3,test
brigade,red,infantry,X,1,test
guard,blue,infantry,XX,2,test
barrage,neutral,shell,marker,0,test
"""
COUNTERS = """counter,type,source
R1,division,test
M1,barrage,test
a,brigade,test
b,brigade,test
R2,division,test
c,brigade,test
M2,barrage,test
B1,guard,test
"""
PARTS = """counter,part,count,source
R1,brigade,3,test
R2,brigade,2,test
"""
R1, M1, A, B, R2, C, M2, B1 = range(8)


def folder(path: Path, **files: str) -> DataFolder:
    """A folder with these lists."""
    for name, text in files.items():
        (path / f"{name}.csv").write_text(text, encoding="utf-8")
    return DataFolder(path)


def counters(path: Path) -> list[Counter]:
    """The counters of the game above."""
    data = folder(path, types=TYPES, counters=COUNTERS)
    return load_counters(data, load_types(data, (*SIDES, NEUTRAL), ("steps",)))


def test_neutral_counters_belong_to_nobody(tmp_path: Path) -> None:
    sides = {counter.name: counter.type.side for counter in counters(tmp_path)}
    assert sides == {"R1": 0, "R2": 0, "a": 0, "b": 0, "c": 0, "B1": 1, "M1": NOBODY, "M2": NOBODY}


def test_a_game_without_neutral_counters_refuses_them(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        load_types(folder(tmp_path, types=TYPES), SIDES, ("steps",))
    assert sentence(caught.value) == "types.csv, line 5: side is one of red, blue, not 'neutral'"


def test_a_stock_is_drawn_in_order_until_it_runs_out(tmp_path: Path) -> None:
    """What lies on the map or in another box is not in the stock; what comes back is drawn again."""
    brigades, at = stock(counters(tmp_path), "brigade"), array("h", [OFF]) * 8
    assert brigades.units == (A, B, C)
    assert brigades.draw(at, 2) == (A, B)
    at[A], at[C] = 17, OFF - 1
    assert brigades.left(at) == (B,)
    assert brigades.draw(at, 2) == (B,)
    at[A] = at[B] = OFF
    assert brigades.draw(at, 1) == (A,)
    assert brigades.draw(at, 0) == ()


def test_both_sides_draw_from_one_stock_of_neutral_counters(tmp_path: Path) -> None:
    barrages, at = stock(counters(tmp_path), "barrage"), array("h", [OFF]) * 8
    for target in (3, 9):
        (marker,) = barrages.draw(at, 1)
        at[marker] = target
    assert [at[M1], at[M2]] == [3, 9]
    assert barrages.draw(at, 1) == ()


def test_a_division_breaks_down_into_what_is_left_of_the_brigades(tmp_path: Path) -> None:
    every, at = counters(tmp_path), array("h", [OFF]) * 8
    parts = load_parts(folder(tmp_path, parts=PARTS), every)
    assert set(parts) == {R1, R2}
    at[R1], at[R2] = 5, 6
    for division, brigades in ((R2, (A, B)), (R1, (C,))):
        count, chits = parts[division]
        drawn = chits.draw(at, count)
        assert drawn == brigades
        for brigade in drawn:
            at[brigade] = at[division]
        at[division] = OFF
    assert list(at) == [OFF, OFF, 6, 6, OFF, 5, OFF, OFF]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("R9,brigade,3", "counter is one of R1, M1, a, b, R2, c, M2, B1, not 'R9'"),
        ("R1,regiment,3", "part is one of barrage, brigade, division, guard, not 'regiment'"),
        ("R1,brigade,0", "count is a number from 1 to 255, not '0'"),
        ("R1,division,2", "R1 cannot break down into its own type"),
    ],
)
def test_faults_of_parts_are_named(tmp_path: Path, line: str, said: str) -> None:
    every = counters(tmp_path)
    with pytest.raises(DataError) as caught:
        load_parts(folder(tmp_path, parts=f"counter,part,count,source\n{line},test\n"), every)
    assert sentence(caught.value) == f"parts.csv, line 2: {said}"
