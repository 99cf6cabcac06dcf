"""How Hypothesis searches in tests and proofs: a slow machine is no fault of what is tried."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

UNHURRIED = "unhurried"

settings.register_profile(UNHURRIED, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def search_unhurried() -> None:
    """Let every search of this process go on for as long as it takes."""
    settings.load_profile(UNHURRIED)
