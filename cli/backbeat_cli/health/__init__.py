"""The checks of `backbeat doctor`: each says what it found and how to cure it."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from backbeat_adapters.sql.engine.outages import DatabaseUnavailable
from backbeat_adapters.sql.schema_version import Fault
from backbeat_adapters.sql.schema_version import examine as examine_schema
from backbeat_cli.health import installation, scheduled, storage
from backbeat_cli.health.model import Check, Finding, Level, Patient

CHECKS: tuple[Check, ...] = (*storage.CHECKS, *scheduled.CHECKS, *installation.CHECKS)


def examine(patient: Patient) -> Iterator[Finding]:
    """Every finding, one check after the other; a check that fails to run is itself a fault."""
    patient = evolve(patient, wrong_schema=_wrong_schema(patient))
    for check in CHECKS:
        if check.reads_tables and patient.wrong_schema:
            continue
        try:
            yield from check.look(patient)
        except Exception as error:
            first_line = str(error).partition("\n")[0][:200]
            found = f"{type(error).__name__}: {first_line}"
            yield Finding(check.name, Level.FAULT, found, check.cure)


def _wrong_schema(patient: Patient) -> Fault | None:
    """What is wrong with the schema; a database that cannot be reached is found by the checks."""
    try:
        return examine_schema(patient.container.engine()).fault
    except DatabaseUnavailable:
        return None
