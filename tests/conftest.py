"""What holds for all tests: runs can be repeated, and on a busy machine no example of Hypothesis fails for its time."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("westfront", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("westfront")


def pytest_addoption(parser: pytest.Parser) -> None:
    """How long the tests of hostile numbers look: `--hostile 50` takes fifty times as long."""
    parser.addoption("--hostile", type=int, default=1, metavar="N", help="try N times as many hostile numbers")
