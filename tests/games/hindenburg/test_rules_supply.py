"""Chapter 7: supply, by rule; and the Belgians of 14.2."""

from __future__ import annotations

import pytest

from tests.asking import offers, rule_of
from tests.games.hindenburg.drawn import drawn, hindenburg, position
from westfront.games.hindenburg.state import ALLIED, AN, BE, BR, FR, GE, GERMAN, PO, US, HindenburgState
from westfront.hexgrid import bits
from westfront.lab.oracles import neighbour_lists

PORTS = "4000 4101 4203"


def supplied(s: HindenburgState, nation: int, hex_: str) -> bool:
    """Whether a unit of a nation would be in supply in a hex."""
    return bool(hindenburg().supply(s, GERMAN if nation == GE else ALLIED)[nation] >> hindenburg().grid.hex(hex_) & 1)


@pytest.mark.rule("7.0", "7.1", "7.3", "7.4", "7.5")
def test_at_the_start_everybody_is_supplied_on_his_side() -> None:
    rules, s = hindenburg(), position("")
    nations = rules.supply(s, ALLIED)
    assert rules.german_supply(s) == rules.board.east
    for nation in (FR, US, BR, AN, PO):
        assert nations[nation] == rules.board.west
    assert nations[BE] == rules.board.west & rules.board.belgian_area


@pytest.mark.rule("3.5", "7.3", "7.4")
def test_overlays_show_control_and_supply_to_everybody_alike() -> None:
    match = drawn(f"german: {PORTS} 3504; 3504: 1xGE3-3; 3206: 1xGE3-3")
    rules, state = hindenburg(), match.state
    assert isinstance(state, HindenburgState)
    assert match.overlays("german") == match.overlays("allied") == match.overlays()
    shown = {overlay.title: set(overlay.hexes) for overlay in match.overlays()}
    assert shown["german control"] == set(rules.grid.labels(state.german))
    assert "3504" in shown["german control"]
    assert "3504" not in shown["allied control"]
    assert shown["British supply"] == set(rules.grid.labels(rules.supply(state, ALLIED)[BR]))
    assert "3206" in shown["German supply"]
    assert shown["lines for attack supply"] <= shown["German supply"]


@pytest.mark.rule("7.3")
def test_west_of_the_line_any_allied_source_serves() -> None:
    """Vector D28: the ports are German; a British unit in the west lives on a French source, one in the east not."""
    s = position(f"german: {PORTS}; allied: 3506 3505; 3504: 1xBR3-3")
    assert supplied(s, BR, "3504")
    assert supplied(s, FR, "3506")
    assert not supplied(s, BR, "3506")
    open_ = position("allied: 3506 3505")
    assert supplied(open_, BR, "3506")


@pytest.mark.rule("7.3", "4.11")
def test_a_port_once_lost_is_no_source_again() -> None:
    s = position(f"german: {PORTS}; allied: 3505")
    lost = position("allied: 3505")
    lost.lost_ports = s.lost_ports
    assert not supplied(lost, BR, "3505")
    lost.lost_ports = hindenburg().grid.hexset("4000", "4101")
    assert supplied(lost, BR, "3505")


@pytest.mark.rule("7.3")
def test_an_edge_source_comes_back() -> None:
    """Vector D30: 2010 alone feeds a pocket; German it does not, Allied again it does."""
    ring = "2009 2011 2109 2110"
    assert supplied(position(f"german: {ring}"), FR, "2010")
    s = position(f"german: {ring} 2010")
    assert not supplied(s, FR, "2010")
    s.german &= ~hindenburg().grid.hexset("2010")
    assert supplied(s, FR, "2010")


@pytest.mark.rule("7.5")
def test_allied_lines_cross_the_sea() -> None:
    """Vector D29: cut off in 4100, but Dunkirk is reached over the sea."""
    s = position("german: 4000 4001 4101")
    assert supplied(s, BR, "4100")
    assert not supplied(position("german: 4000 4001 4101 4102 4203"), BR, "4100")
    assert not supplied(position("german: 4100 4101"), GE, "4100")


@pytest.mark.rule("7.3", "7.5")
def test_east_of_the_line_each_nation_has_its_own_sources() -> None:
    """Vector D31: a chain from the west to Mons feeds Americans and French; the British need a live port."""
    chain = "allied: 3505 3506 3507 3508"
    s = position(chain)
    for nation in (US, FR, BR, AN):
        assert supplied(s, nation, "3508")
    s.lost_ports = hindenburg().board.ports
    assert supplied(s, US, "3508")
    assert supplied(s, FR, "3508")
    assert not supplied(s, BR, "3508")
    assert not supplied(position("allied: 3508"), US, "3508")


@pytest.mark.rule("7.3")
def test_east_of_the_line_the_french_need_their_own_edge() -> None:
    """The Germans hold all from Arras to the sea: north of it only the ports feed, and in the east only the British."""
    s = position("german: 3500 3501 3502 3503 3504; allied: 3605")
    assert supplied(s, BR, "3605")
    assert supplied(s, AN, "3605")
    assert supplied(s, PO, "3605")
    assert not supplied(s, FR, "3605")
    assert not supplied(s, US, "3605")
    assert supplied(s, FR, "3604"), "west of the line any source serves"


@pytest.mark.rule("7.4")
def test_german_sources_work_while_german() -> None:
    rules = hindenburg()
    s = position("")
    s.german &= ~rules.board.german_sources
    assert rules.german_supply(s) == 0
    s.german |= rules.grid.hexset("2021")
    assert supplied(s, GE, "2119")


@pytest.mark.rule("7.5")
def test_a_german_line_crosses_the_front_once() -> None:
    """An eastern hex that is joined with Germany only by western hexes is cut off."""
    s = position("german: 3205 3105; allied: 3206 3207 3307 3306 3406 3107 3106 3006 3007 3108")
    assert not supplied(s, GE, "3205")
    s = position("german: 3205 3105 3005; allied: 3306 3307 3207 3107 3106")
    assert supplied(s, GE, "3005")
    assert supplied(s, GE, "3205")
    assert not supplied(s, GE, "3206")


@pytest.mark.rule("7.5")
def test_an_allied_line_crosses_the_front_once() -> None:
    """A western hex that is joined with the rest only by eastern hexes is cut off."""
    s = position("allied: 3206 3106 3306; german: 3104 3204 3205 3304 3305 3005 3004")
    assert not supplied(s, FR, "3105")
    s = position("allied: 3206 3106 3306; german: 3204 3205 3304 3305")
    assert supplied(s, FR, "3105")


@pytest.mark.rule("7.5")
def test_lines_run_through_own_hexes_only() -> None:
    s = position("german: 3305")
    assert supplied(s, GE, "3305")
    assert not supplied(s, FR, "3305")


@pytest.mark.rule("7.5")
def test_supply_against_a_slow_search() -> None:
    """German supply by walking, hex by hex, with the number of crossings in hand."""
    rules = hindenburg()
    s = position("german: 3205 3104 3004 2904 3305 2806 2705 2605; allied: 3306 3106 3006 2906 2907 2808 3805 3806")
    near, board = neighbour_lists(rules.grid), rules.board
    reached = {(hex_, 0) for hex_ in bits(board.german_sources & s.german)}
    todo = list(reached)
    while todo:
        hex_, crossed = todo.pop()
        for other in near[hex_]:
            times = crossed + ((board.east >> hex_ & 1) != (board.east >> other & 1))
            if s.german >> other & 1 and times <= 1 and (other, times) not in reached:
                reached.add((other, times))
                todo.append((other, times))
    assert rules.german_supply(s) == rules.grid.set_of({hex_ for hex_, _ in reached})


@pytest.mark.rule("7.2")
def test_supply_is_looked_at_afresh_with_each_action() -> None:
    """3205 hangs on 3206 alone: cut off by one action, joined again by another."""
    match = drawn(
        "3205: 2xGE3-3; 3207: 1xGE3-3; 3106: 1xUS4-4; allied: 3306 3305 3304 3204 3104 3105; german: 3206", "allied"
    )
    match.play("move 3106 3206 with all")
    match.play("force 3205")
    assert not offers(match, "go")
    match.play("cancel")
    match.play("pass")
    match.play("move 3206 3306 with all")
    match.play("move 3207 3206 with all")
    match.play("pass")
    match.play("force 3205")
    assert offers(match, "go")


@pytest.mark.rule("7.6")
def test_units_out_of_supply_do_nothing() -> None:
    match = drawn("2705: 2xGE3-3; 3206: 1xGE3-3; 2704: 1xFR3-3", "german")
    assert rule_of(match, "move 2705 2605 with 1xGE3-3") == "7.6"
    assert rule_of(match, "move 2705 2605 with all") == "7.6"
    assert rule_of(match, "entrench 2705") == "12.3"
    assert rule_of(match, "send 2705 with 1xGE3-3") == "7.6"
    match.play("force 2705")
    assert not offers(match, "go")
    assert rule_of(match, "go 2605") == "7.6"
    assert not offers(match, "attack")


@pytest.mark.rule("7.6")
def test_no_unit_comes_from_the_reserve_into_a_hex_without_supply() -> None:
    match = drawn("2705: 2xGE3-3; 3206: 1xGE3-3; allied: 3507; 3508: 1xGE3-3", "german")
    assert rule_of(match, "bring 2705 with 1xGE4-4") == "7.6"
    match.play("bring 3206 with 1xGE4-4")


@pytest.mark.rule("7.6")
def test_a_supplied_unit_may_step_out_of_supply() -> None:
    """3105 is fed through 3305 and 3205; 3106 lies among Allied hexes, and its line would cross the front twice."""
    match = drawn("3105: 1xGE3-3; german: 3205 3305; allied: 3206 3106 3107 3207 3006 3007")
    match.play("move 3105 3106 with all")
    s = match.state
    assert isinstance(s, HindenburgState)
    assert supplied(s, GE, "3105")
    assert not supplied(s, GE, "3106")


@pytest.mark.rule("7.9")
def test_nobody_is_removed_for_being_out_of_supply() -> None:
    match = drawn("2705: 2xGE3-3; 3206: 1xGE3-3", "german")
    for _ in range(20):
        match.play("pass")
    assert hindenburg().described(position("2705: 2xGE3-3"), ()) == "nobody"
    s = match.state
    assert isinstance(s, HindenburgState)
    assert len(hindenburg().stack(s, hindenburg().grid.hex("2705"))) == 2


@pytest.mark.rule("7.10")
def test_boxes_are_always_in_supply() -> None:
    s = position(f"german: {PORTS}")
    s.german = hindenburg().board.playable
    unit = hindenburg().names.unit("BR-1")
    assert hindenburg().is_supplied(s, unit)


@pytest.mark.rule("14.2")
def test_belgians_are_supplied_only_near_belgium() -> None:
    """Vector D32."""
    s = position("")
    assert supplied(s, BE, "4103")
    assert not supplied(s, BE, "4102")
    assert not supplied(s, BE, "3704")
    assert not supplied(position(f"german: {PORTS}; allied: 4105"), BE, "4105")


@pytest.mark.rule("14.3")
def test_australians_draw_british_supply() -> None:
    s = position("allied: 3505 3506")
    s.lost_ports = hindenburg().board.ports
    assert supplied(s, AN, "3504")
    assert not supplied(s, AN, "3506")


@pytest.mark.rule("7.2", "12.5")
def test_a_hex_is_supplied_by_one_of_its_units_or_by_any_nation_if_empty() -> None:
    s = position("3506: 1xBR3-3 1xFR3-3; allied: 3505; 3505: 1xBR3-3")
    s.lost_ports = hindenburg().board.ports
    grid = hindenburg().grid
    assert hindenburg().hex_supplied(s, 1, grid.hex("3506"))
    assert not hindenburg().hex_supplied(s, 1, grid.hex("3505"))
    assert hindenburg().hex_supplied(position("allied: 3505"), 1, grid.hex("3505"))
