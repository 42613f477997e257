"""Is a board sound? Each check gives sentences about what is wrong, none when all is well.

What the rulebook and the specification say of single hexes stands in `facts.csv`, what they count and sum in
`counts.csv`, both beside the map, with sets of hexes written in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from westfront.atlas.board import SIDES, Board, MapFolder, Pair
from westfront.atlas.sets import hexes_of, numbered, says_each
from westfront.atlas.setups import check_setups
from westfront.engine.data import Row
from westfront.errors import NoSuchHex
from westfront.hexgrid import NO_SIDES, Grid, Hex, HexSet, Sides, bits, components, join, minus, union

Vertex = frozenset[tuple[int, int]]
"""A corner where three hexes meet, as their places on the slanted axes."""


def check_board(board: Board, folder: MapFolder) -> list[str]:
    """Everything that can be said of a map without its game."""
    return [
        *check_hexes(board),
        *check_hexsides(board),
        *check_rivers(board, folder),
        *check_facts(board, folder),
        *check_counts(board, folder),
        *check_setups(board, folder),
        *check_georeference(board),
    ]


# -- hexes and hexsides


def check_hexes(board: Board) -> Iterator[str]:
    """Every playable hex has one side at the start; what no unit enters has none, and no road."""
    held = {side: board.start.get(side, 0) for side in SIDES}
    closed = board.grid.mask ^ board.playable
    yield from says_each(board, board.playable & ~(held["A"] | held["G"]), "belongs to no side at the start")
    yield from says_each(board, closed & (held["A"] | held["G"]), "can never be entered and yet belongs to a side")
    for kind, links in board.links.items():
        yield from says_each(board, closed & union(links), f"can never be entered and yet has a {kind}")


def check_hexsides(board: Board) -> Iterator[str]:
    """The front parts the sides at the start, coasts part land and sea, borders countries, bridges cross rivers."""
    sides, grid = board.sides, board.grid
    if "front-line" in sides and sides["front-line"] != grid.sides_between(board.start["A"], board.start["G"]):
        yield f"{board.name}: the front line does not run exactly between the two sides at the start"
    yield from _check_shores(board)
    for word, rivers in board.table.get("needs", {}).items():
        below = join(*(sides.get(river, NO_SIDES) for river in rivers))
        bare = minus(sides.get(word, NO_SIDES), below)
        yield from _each_side(board, bare, f"has {word} but none of {', '.join(rivers)}")


def _check_shores(board: Board) -> Iterator[str]:
    """Coasts and borders stand exactly where sea and land, or two countries, meet; the rules make some all sea."""
    sides, grid = board.sides, board.grid
    sea = board.terrain.get("sea", 0)
    shore = join(*(sides.get(word, NO_SIDES) for word in ("coast", "all-sea")))
    border = join(*(sides.get(word, NO_SIDES) for word in ("border", "holland-border")))
    coast = grid.sides_between(sea, grid.mask ^ sea)
    if "coast" in sides:
        yield from _each_side(board, minus(coast, shore), "parts land and sea and has no coast")
        yield from _each_side(board, minus(sides["coast"], coast), "is a coast that does not part land and sea")
    if "border" in sides:
        yield from _each_side(
            board, minus(_borders(board), join(border, coast)), "parts two countries without a border"
        )
        yield from _each_side(board, minus(border, _borders(board)), "is a border within one country")


def _each_side(board: Board, sides: Sides, sentence: str) -> Iterator[str]:
    return (f"{board.name}: {a}/{b} {sentence}" for a, b in _pairs(board.grid, sides))


def _borders(board: Board) -> Sides:
    """The hexsides between hexes of different countries."""
    return join(*(board.grid.sides_between(land, board.grid.mask ^ land) for land in board.countries.values()))


def _pairs(grid: Grid, sides: Sides) -> Iterator[tuple[str, str]]:
    """The labels on both sides of each hexside, each hexside once."""
    for direction in range(3):
        for hex_ in bits(sides[direction]):
            yield grid.label(hex_), grid.label(hex_ + grid.steps[direction])


# -- chains


def corners(grid: Grid, pair: Pair) -> tuple[Vertex, Vertex]:
    """The two corners at the ends of a hexside; the third hex of a corner may lie off the map."""
    a, b = (divmod(hex_, grid.width) for hex_ in pair)
    line, along = b[0] - a[0], b[1] - a[1]
    return frozenset((a, b, (a[0] - along, a[1] + line + along))), frozenset(
        (a, b, (b[0] + along, b[1] - line - along))
    )


def chains(grid: Grid, pairs: Iterable[Pair]) -> list[set[Pair]]:
    """Hexsides in pieces of which each hangs together: consecutive hexsides share a corner."""
    at: dict[Vertex, set[Pair]] = {}
    left = {(min(pair), max(pair)) for pair in pairs}
    for pair in left:
        for corner in corners(grid, pair):
            at.setdefault(corner, set()).add(pair)
    found = []
    while left:
        piece, new = set(), {left.pop()}
        while new:
            piece |= new
            new = {beyond for pair in new for corner in corners(grid, pair) for beyond in at[corner]} - piece
        left -= piece
        found.append(piece)
    return found


def loops(grid: Grid, piece: set[Pair]) -> int:
    """How many rings a connected piece of hexsides closes: a chain without loops has one corner more than sides."""
    met = {corner for pair in piece for corner in corners(grid, pair)}
    return len(piece) + 1 - len(met)


def forks(grid: Grid, piece: set[Pair]) -> int:
    """How many corners of a piece three of its hexsides meet in."""
    met = Counter(corner for pair in piece for corner in corners(grid, pair))
    return sum(times > 2 for times in met.values())


def nets(grid: Grid, pairs: Iterable[Pair]) -> list[HexSet]:
    """The hexes that roads or railways join, in pieces of which each hangs together."""
    joined: list[HexSet] = []
    for a, b in pairs:
        both = 1 << a | 1 << b
        apart = [net for net in joined if not net & both]
        for net in joined:
            if net & both:
                both |= net
        joined = [*apart, both]
    return joined


def check_rivers(board: Board, folder: MapFolder) -> Iterator[str]:
    """Every river is one chain without loops, or of as many pieces as `counts.csv` says, with the reason there."""
    stated = {row.cells["of"]: row.number("number") for row in _counts(folder) if row.cells["what"] == "pieces"}
    for name, pairs in _rivers(board).items():
        pieces = chains(board.grid, pairs)
        expected = stated.get(name, 1)
        if len(pieces) != expected:
            yield f"{board.name}: the river {name} is in {len(pieces)} pieces, not {expected}"
        if any(loops(board.grid, piece) for piece in pieces):
            yield f"{board.name}: the river {name} runs in a loop"
        if any(forks(board.grid, piece) for piece in pieces):
            yield f"{board.name}: the river {name} forks"


def _rivers(board: Board) -> dict[str, list[Pair]]:
    """All hexsides of each river, whatever its size."""
    found: dict[str, list[Pair]] = {}
    for word in board.table["rivers"]:
        for name, pairs in board.named_sides.get(word, {}).items():
            found.setdefault(name, []).extend(pairs)
    return found


# -- counts


def _counts(folder: MapFolder) -> list[Row]:
    return folder.lines("counts", ("what", "of", "number"), 2)


def check_counts(board: Board, folder: MapFolder) -> Iterator[str]:
    """Counts, sums and pieces as the rules state them."""
    for row in _counts(folder):
        what, of = row.choice("what", [*_COUNTING, "pieces"]), row.text("of")
        if what == "pieces":
            continue
        stated, found = row.number("number", highest=9999), _COUNTING[what](board, of)
        if found != stated:
            yield f"{board.name}: {row.file}, line {row.line}: {what} {of} is {found}, not {stated}"


def _sum(board: Board, of: str) -> int:
    """The sum of the numbers of a feature, over the hexes that the rest of the text leaves."""
    stars, _, rest = of.partition(" & ")
    within = hexes_of(board, rest) if rest else board.grid.mask
    return sum(value * (board.features[word] & within).bit_count() for word, value in numbered(board, stars))


def _all_pairs(named: dict[str, dict[str, list[Pair]]], word: str) -> list[Pair]:
    return [pair for pairs in named.get(word, {}).values() for pair in pairs]


_COUNTING: dict[str, Callable[[Board, str], int]] = {
    "hexes": lambda board, of: hexes_of(board, of).bit_count(),
    "sum": _sum,
    "parts": lambda board, of: len(components(board.grid, hexes_of(board, of))),
    "hexsides": lambda board, of: len(_all_pairs(board.named_sides, of)),
    "chains": lambda board, of: len(chains(board.grid, _all_pairs(board.named_sides, of))),
    "links": lambda board, of: len(_all_pairs(board.named_links, of)),
    "nets": lambda board, of: len(nets(board.grid, _all_pairs(board.named_links, of))),
}


# -- facts


def check_facts(board: Board, folder: MapFolder) -> Iterator[str]:
    """Every hex or hexside that the rules name exists, with what they say of it."""
    for row in folder.lines("facts", ("where", "what", "value"), 3):
        what, value = row.choice("what", list(_HOLDS)), row.text("value")
        try:
            spots = [board.grid.hex(label) for label in row.text("where").split("/")]
        except NoSuchHex as error:
            yield f"{board.name}: {row.file}, line {row.line}: {error}"
            continue
        if not _HOLDS[what](board, spots, value):
            says = f"{row.cells['where']} should have {what} {value} ({row.cells['source']})"
            yield f"{board.name}: {row.file}, line {row.line}: {says}"


def _on(sets: dict[str, HexSet], spots: list[Hex], word: str) -> bool:
    return all(sets.get(word, 0) >> hex_ & 1 for hex_ in spots)


def _across(board: Board, sides: dict[str, Sides], spots: list[Hex], word: str) -> bool:
    """Whether the hexside between two hexes has a feature, or a single hex has it on any of its sides."""
    found = sides.get(word, NO_SIDES)
    if len(spots) == 1:
        return bool(union(found) >> spots[0] & 1)
    direction = board.grid.direction(*spots)
    return direction is not None and bool(found[direction] >> spots[0] & 1)


_HOLDS: dict[str, Callable[[Board, list[Hex], str], bool]] = {
    "exists": lambda board, spots, value: True,
    "touch": lambda board, spots, value: board.grid.direction(*spots) is not None,
    "terrain": lambda board, spots, value: _on(board.terrain, spots, value),
    "feature": lambda board, spots, value: _on(board.features, spots, value),
    "no feature": lambda board, spots, value: not _on(board.features, spots, value),
    "start": lambda board, spots, value: _on(board.start, spots, value),
    "country": lambda board, spots, value: _on(board.countries, spots, value),
    "place": lambda board, spots, value: any(p.name == value and p.hex == spots[0] for p in board.places),
    "hexside": lambda board, spots, value: _across(board, board.sides, spots, value),
    "no hexside": lambda board, spots, value: not _across(board, board.sides, spots, value),
    "link": lambda board, spots, value: _across(board, board.links, spots, value),
    "no link": lambda board, spots, value: not _across(board, board.links, spots, value),
}


# -- where on earth


def check_georeference(board: Board) -> Iterator[str]:
    """Every control town falls into its hex, and every hex comes back to itself."""
    for (name, hex_), (lat, lon) in board.located.items():
        if board.geo.hex_at(lat, lon) != hex_:
            yield f"{board.name}: {name} does not fall into its hex {board.grid.label(hex_)}"
    for hex_ in board.grid:
        if board.geo.hex_at(*board.geo.of_hex(hex_)) != hex_:
            yield f"{board.name}: {board.grid.label(hex_)} does not come back to itself from its latitude and longitude"
