"""Chapters 3.5, 4.2, 4.3 and 16.6: control of hexes, the morale tracks, and Big Bertha."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex
from westfront.games.storm.data import StormAsk, StormData, StormPlay, StormStep
from westfront.games.storm.state import ALLIED, GERMAN, GONE, StormState
from westfront.games.storm.supply import german_sources, supply_lines
from westfront.hexgrid import HexSet, bits

MOST_MORALE = 30


@rule("4.1", "4.3", "S3.12")
def change_morale(play: StormPlay, side: int, by: int, *numbers: str) -> None:
    """Move one track, between 0 and 30 and with no memory of any excess; in 1919 there is only the German one."""
    s = play.state
    if play.rules.is_1919 and side == ALLIED:
        return
    s.morale[side] = max(0, min(MOST_MORALE, s.morale[side] + by))
    play.tell("morale", *numbers, side=side, by=f"{by:+d}", now=s.morale[side])


@rule("3.5", "4.2", "4.2-ex", "7.8", "7.14")
def take_hex(play: StormPlay, side: int, hex_: int) -> None:
    """A ground unit of a side has entered a hex, which is theirs at once, with its morale points.

    A Channel Port is no source any more once it was German, a fortress feeds nobody once the enemy had it.
    """
    rules, s, bit = play.rules, play.state, 1 << hex_
    if bool(s.german & bit) == (side == GERMAN):
        return
    s.german ^= bit
    play.tell("control", "3.5", side=side, hex=hex_)
    s.lost_forts |= rules.board.fortress[1 - side] & bit
    if side == GERMAN:
        s.lost_ports |= rules.board.ports & bit
    value = rules.board.morale.get(hex_, 0)
    if value:
        change_morale(play, side, value, "4.2")
        change_morale(play, 1 - side, -value, "4.2")
    if s.bertha == hex_ and side == ALLIED:
        lose_bertha(play)


# -- Big Bertha


@rule("4.7", "16.6")
def lose_bertha(play: StormPlay) -> None:
    """The Allies have taken her hex: she moves on by 16.6, otherwise she is removed."""
    if play.rules.on("bertha"):
        play.push(BerthaMoves())
    else:
        play.state.bertha = GONE
        play.tell("bertha removed", "4.7")


@rule("16.6")
def in_supply(rules: StormData, s: StormState) -> HexSet:
    """Hexes from which Bertha could trace supply: her own hex counts as if a unit stood there."""
    reached = supply_lines(rules, s).german | german_sources(rules, s)
    around = rules.grid.adjacent_across(supply_lines(rules, s).german, rules.board.all_sea)
    return (reached | around) & rules.board.playable & ~rules.field(s).occupied[ALLIED]


@rule("16.6")
def bertha_hexes(rules: StormData, s: StormState) -> HexSet:
    """Where she may go: German-controlled, in supply, within ten hexes of Paris, and not where she is."""
    here = 1 << s.bertha if s.bertha >= 0 else 0
    return s.german & in_supply(rules, s) & rules.board.near_paris & ~here


@rule("16.6")
class BerthaSupply(StormStep, frozen=True):
    """At the end of an Allied phase: is Big Bertha cut off?"""

    def run(self, play: StormPlay) -> None:
        """She moves on if no supply line leads to her hex."""
        s = play.state
        if s.bertha >= 0 and not in_supply(play.rules, s) >> s.bertha & 1:
            play.push(BerthaMoves())


@rule("16.6", "4.7")
class BerthaMoves(StormStep, frozen=True):
    """Big Bertha must leave her hex."""

    def run(self, play: StormPlay) -> None:
        """Ask where to, or remove her if there is no place left; then the Allied gift of 4.7 is made at once."""
        s = play.state
        if s.bertha < 0:
            return
        if bertha_hexes(play.rules, s):
            play.push(Redeploy(GERMAN))
            return
        s.bertha, s.bertha_paid = GONE, 1
        play.tell("bertha removed", "16.6")
        change_morale(play, ALLIED, 1, "16.6", "4.7")


@rule("16.6")
class Redeploy(StormAsk, frozen=True):
    """Where does Big Bertha go?"""

    asked_by = "16.6"
    question = "Big Bertha must leave her hex: where does she go?"

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        """Every hex that will do."""
        return [("redeploy", hex_) for hex_ in bits(bertha_hexes(rules, s))]

    def why_redeploy(self, rules: StormData, s: StormState, hex_: Hex) -> Refusal | None:
        """It must be one of those hexes."""
        if hex_ >= 0 and bertha_hexes(rules, s) >> hex_ & 1:
            return None
        sentence = "is not another German hex in supply within 10 hexes of Paris"
        return Refusal("16.6", f"{rules.names.place(hex_)} {sentence}")

    def do_redeploy(self, play: StormPlay, hex_: Hex) -> None:
        play.pop()
        play.state.bertha = hex_
        play.tell("bertha moved", "16.6", hex=hex_)

    def holds(self, rules: StormData, s: StormState) -> bool:
        """She is on the map and has somewhere to go."""
        return self.player == GERMAN and s.bertha >= 0 and bool(bertha_hexes(rules, s))
