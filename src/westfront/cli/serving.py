"""The server on the command line: serve, and look after its store."""

from __future__ import annotations

from argparse import Namespace

from rich.console import Console

from westfront.server.serve import serve
from westfront.server.settings import PORT, Settings, default_store


def serve_games(args: Namespace, out: Console) -> int:
    """Serve until told to stop."""
    settings = Settings(host=args.host, port=PORT if args.port is None else args.port)

    def say(line: str) -> None:
        out.print(line, soft_wrap=True)

    serve(settings, args.store or default_store(), say, browser=not args.no_browser, any_port=args.port is None)
    return 0
