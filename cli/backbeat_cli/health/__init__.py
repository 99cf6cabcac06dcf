"""What `backbeat doctor` looks at: each check says what it found and how to cure it."""

from __future__ import annotations

from collections.abc import Iterator

from backbeat_cli.health import installation, scheduled, storage
from backbeat_cli.health.model import Check, Finding, Level, Patient

CHECKS: tuple[Check, ...] = (*storage.CHECKS, *scheduled.CHECKS, *installation.CHECKS)


def examine(patient: Patient) -> Iterator[Finding]:
    """Every finding, one check after the other; a check that breaks is a fault itself."""
    for check in CHECKS:
        try:
            yield from check.look(patient)
        except Exception as error:
            first_line = str(error).partition("\n")[0][:200]
            found = f"{type(error).__name__}: {first_line}"
            yield Finding(check.name, Level.FAULT, found, check.cure)
