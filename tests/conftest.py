"""What holds for all tests: runs can be repeated, and on a busy machine no example of Hypothesis fails for its time."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("westfront", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("westfront")
