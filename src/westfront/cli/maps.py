"""Maps and counters on the command line: draw them, check them, find a place on all of them."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from rich.console import Console

from westfront import games
from westfront.atlas.board import Board, load_board
from westfront.atlas.draw import draw_map
from westfront.atlas.draw.png import to_png
from westfront.atlas.pieces import draw_sheet, figure_names, load_printed, value_columns
from westfront.atlas.places import describe, same_spot, where
from westfront.cli.files import load_overrides, write_bytes
from westfront.errors import WestfrontError
from westfront.hexgrid import HexSet

LARGEST_PICTURE = 8000


def maps(args: Namespace, out: Console) -> int:
    """Draw a map, or with the word `check` check some or all of them."""
    if args.words[:1] == ["check"]:
        return check(args.words[1:], out)
    if len(args.words) != 1:
        raise WestfrontError(f"name one map: {', '.join(games.boards())}; or: westfront map check [GAME]")
    board = _board(args.words[0], args.override)
    svg = draw_map(
        board,
        style="dark" if args.dark else "light",
        numbers=not args.no_numbers,
        legend=not args.no_legend,
        area=_area(board, args.around, args.radius),
        scenario=_scenario(board, args.scenario),
    )
    _save(svg, Path(args.out or f"{board.name}.svg"), args.width, out)
    return 0


def check(names: list[str], out: Console) -> int:
    """Say what is wrong with the maps of a game, or with all maps; 1 if anything is."""
    chosen = [name for name in games.boards() if not names or name in names or name.split("-")[0] in names]
    unknown = [name for name in names if name not in games.boards()]
    if unknown:
        raise WestfrontError(f"there is no map {unknown[0]!r}; the maps are {', '.join(games.boards())}")
    faults = 0
    for name in chosen:
        sentences = games.check_map(name)
        faults += len(sentences)
        out.print(f"{name}: {'sound' if not sentences else f'{len(sentences)} faults'}")
        for sentence in sentences:
            out.print(f"  {sentence}", style="bold red", soft_wrap=True)
    return 1 if faults else 0


def _board(name: str, override: str | None) -> Board:
    overrides = load_overrides(override)
    if overrides is None:
        return games.board(name)
    board = load_board(games.map_data(name, overrides), name)
    overrides.check_all_laid()
    return board


def _area(board: Board, around: str | None, radius: int) -> HexSet | None:
    """The hexes around one, or the whole map."""
    if around is None:
        return None
    return board.grid.within(1 << board.grid.hex(around), min(radius, len(board.grid)))


def _scenario(board: Board, scenario: str | None) -> str | None:
    known = board.table.get("scenarios", [])
    if scenario is not None and scenario not in known:
        raise WestfrontError(f"the map {board.name} has no scenario {scenario!r}; it has {', '.join(known) or 'none'}")
    return scenario


def _save(svg: str, path: Path, width: int, out: Console) -> None:
    """As SVG or PNG, by the ending of the name."""
    if path.suffix not in (".svg", ".png"):
        raise WestfrontError(f"a drawing is saved as .svg or .png, not as {path.name!r}")
    if width > LARGEST_PICTURE:
        raise WestfrontError(f"a picture is at most {LARGEST_PICTURE} pixels wide")
    data = svg.encode() if path.suffix == ".svg" else to_png(svg, width)
    write_bytes(path, data)
    out.print(f"{path}: {len(data) / 1000:,.0f} kB", soft_wrap=True)


def find(args: Namespace, out: Console) -> int:
    """Find a place on every map that covers it, or show a hex of one map on the others."""
    name = " ".join(args.name)
    on, colon, label = name.partition(":")
    if colon:
        _show_hex(games.board(on), label, out)
        return 0
    found = where(name, map(games.board, games.boards()))
    if not found:
        raise WestfrontError(f"no map names {name[:60]!r}; a hex is looked up as MAP:HEX, such as michel:2003")
    for finding in found:
        out.print(describe(finding), soft_wrap=True)
    return 0


def _show_hex(board: Board, label: str, out: Console) -> None:
    hex_ = board.grid.hex(label)
    lat, lon = board.geo.of_hex(hex_)
    out.print(f"{board.name} {label} lies at {lat:.3f} N, {lon:.3f} E")
    for other in map(games.board, games.boards()):
        there = same_spot(board, hex_, other)
        if other is not board and there is not None:
            out.print(f"{other.name:<11} {other.grid.label(there)}")


def counters(args: Namespace, out: Console) -> int:
    """Draw a sheet of every counter of a game."""
    board = games.board(args.game)
    data = games.map_data(args.game, load_overrides(args.override))
    svg = draw_sheet(board.title, load_printed(data), figure_names(value_columns(data)))
    data.overrides.check_all_laid()
    _save(svg, Path(args.out or f"{args.game}-counters.svg"), args.width, out)
    return 0
