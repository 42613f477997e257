"""Before an upgrade: every stored game is replayed against the rules that are installed here."""

from __future__ import annotations

from rich.console import Console

from westfront.cli.tools import progress
from westfront.cli.verify import many
from westfront.errors import OtherBuild, WestfrontError
from westfront.server.rows import Game
from westfront.server.store import Store
from westfront.server.tables import load

NOT_FOLLOWED = "the rules here do not follow action {}: {}"


def check_tables(store: Store, out: Console) -> int:
    """Say which games would not come out as they were played, and from which action on; 1 if there are any."""
    rows, bad = store.games(), store.bad_games()
    changed = len(bad)
    for sentence in bad:
        out.print(f"{sentence[:1].upper()}{sentence[1:]}.", soft_wrap=True)
    with progress(len(rows), "replaying") as advance:
        for row in rows:
            finding, is_well = _finding(store, row)
            changed += not is_well
            if finding:
                out.print(f"{row.id}, {row.game}, {many(row.number, 'action')}: {finding}.", soft_wrap=True)
            advance()
    out.print(f"{many(len(rows) + len(bad), 'game')}: {changed or 'none'} would change.", soft_wrap=True)
    if lost := store.lost_dice():
        out.print(lost, soft_wrap=True)
    return 1 if changed else 0


def _finding(store: Store, row: Game) -> tuple[str, bool]:
    """What is to be told of a game, and whether it comes out as it was played."""
    try:
        match = load(row, store.entries(row.id, 0, row.number), store.secret_of(row))
    except OtherBuild as error:
        return (
            f"{NOT_FOLLOWED.format(error.action, error.sentence)}; it is over, and could not be shown any more",
            False,
        )
    except WestfrontError as error:
        return str(error), False
    if match.halted:
        why = NOT_FOLLOWED.format(match.halted.action, match.halted.sentence)
        return f"{why}; it would go on from action {match.halted.action - 1} when both sides agree to", False
    return "; ".join(match.warnings), True
