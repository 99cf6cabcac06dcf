"""What a check finds, and what it examines."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path

from attrs import frozen

from backbeat_adapters.container import Container
from backbeat_adapters.settings import Configuration
from backbeat_adapters.sql.schema_version import Fault

_TRIAL_BYTES = 64 * 1024


class Level(StrEnum):
    """How bad a finding is."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


@frozen
class Finding:
    """What one check found; `cure` says what to do about it."""

    check: str
    level: Level
    found: str
    cure: str = ""


@frozen
class Patient:
    """The installation under examination."""

    configuration: Configuration
    container: Container
    wrong_schema: Fault | None = None


@frozen
class Check:
    """One thing to check; `cure` is what to do if the check itself fails.

    A check that reads tables is left out if the schema is of another version.
    """

    name: str
    look: Callable[[Patient], Iterator[Finding]]
    cure: str
    reads_tables: bool = True


def keeps(folder: Path) -> bool:
    """Whether the disk keeps what is written into a folder; rights alone do not tell of a full one."""
    try:
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(bytes(_TRIAL_BYTES))
            trial.flush()
            os.fsync(trial.fileno())
    except OSError:
        return False
    return True


def judged(check: str, good: bool, found: str, cure: str, level: Level = Level.FAULT) -> Finding:
    """A finding, with its cure if it is not good."""
    return Finding(check, Level.OK, found) if good else Finding(check, level, found, cure)


def advised(check: str, good: bool, found: str, cure: str) -> Finding:
    """Like `judged`, for what is fine on a desk but a fault in production."""
    return judged(check, good, found, cure, Level.WARNING)
