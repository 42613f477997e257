"""What holds for all tests: on a busy machine no example of Hypothesis fails for its time alone."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("westfront", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("westfront")
