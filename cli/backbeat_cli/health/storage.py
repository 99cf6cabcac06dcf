"""Checks of where everything is kept: database, schema, ledger, audit, clock, backups, disk."""

from __future__ import annotations

import shutil
import stat
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import Engine, make_url, text

from backbeat.audit.ports import AuditFilter
from backbeat.kernel.pages import PageRequest
from backbeat.payout_methods.registry import METHODS
from backbeat.platforms.registry import NAMES
from backbeat_adapters.sql import migrations
from backbeat_adapters.sql.backups.backups import BACKED_UP
from backbeat_adapters.sql.runs import unfinished
from backbeat_adapters.sql.schema_version import Fit, examine, newest
from backbeat_adapters.sql.unregistered import unknown_methods, unknown_platforms
from backbeat_cli.health.model import Check, Finding, Level, Patient, advised, judged, keeps
from backbeat_cli.media_files import missing_media

_GIB = 1024**3
_ROOM_TO_WORK = 64 * 1024**2
_SKEW = timedelta(seconds=5)


def _database(patient: Patient) -> Iterator[Finding]:
    engine = patient.container.engine()
    if examine(engine).fit is Fit.ABSENT:
        return  # the check of the schema says so, and looking into it would make it
    with patient.container.transactions().look() as books:
        version = books.connection.dialect.server_version_info or ()
    yield Finding("database", Level.OK, f"{engine.dialect.name} {'.'.join(map(str, version))}")
    if not patient.wrong_schema:
        is_writable = patient.container.transactions().can_write() and _has_room(engine)
        yield judged(
            "database",
            is_writable,
            f"{'can' if is_writable else 'cannot'} be written to",
            "look at the disk and at the file's rights; PostgreSQL: is it a standby, or set read-only?",
        )
    if engine.dialect.name == "sqlite":
        yield from _sqlite(engine)
    else:
        yield from _postgresql(engine)


def _has_room(engine: Engine) -> bool:
    """Whether the disk of the file takes anything; SQLite finds out when it keeps a change."""
    return engine.dialect.name != "sqlite" or keeps(Path(engine.url.database or "").parent)


def _sqlite(engine: Engine) -> Iterator[Finding]:
    file = Path(engine.url.database or "")
    yield judged(
        "database",
        file.is_absolute(),
        f"file {file}",
        "give database_url an absolute path: sqlite:////srv/backbeat/backbeat.sqlite3",
        Level.WARNING,
    )
    is_private = not file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    yield judged(
        "database",
        is_private,
        "readable by its owner alone" if is_private else "other users can read the file",
        f"chmod 600 {file}",
        Level.WARNING,
    )


def _postgresql(engine: Engine) -> Iterator[Finding]:
    with engine.connect() as connection:
        for name, wanted in (
            ("fsync", "on"),
            ("full_page_writes", "on"),
            ("server_encoding", "UTF8"),
        ):
            value = connection.execute(text(f"SHOW {name}")).scalar_one()
            yield judged("database", value == wanted, f"{name} {value}", f"set {name} to {wanted}")


def _schema(patient: Patient) -> Iterator[Finding]:
    fault = patient.wrong_schema
    if fault:
        yield Finding("schema", Level.FAULT, fault.what, fault.cure)
        return
    differences = migrations.drift(patient.container.engine())
    yield judged(
        "schema",
        not differences,
        "; ".join(differences[:3]) or f"{newest()}, as it should be",
        "somebody changed the schema by hand: backbeat db check names every difference",
    )
    counters = migrations.counters_drift(patient.container.counters_engine())
    if counters:
        cure = "stop serve and worker, then run backbeat db upgrade: counters start again at zero"
        yield Finding("schema", Level.FAULT, "; ".join(counters[:3]), cure)


def _payout_methods(patient: Patient) -> Iterator[Finding]:
    return _registered(
        patient,
        "payout methods",
        METHODS.names,
        unknown_methods,
        "run the version that has the method, or add its module and register it",
    )


def _platforms(patient: Patient) -> Iterator[Finding]:
    return _registered(
        patient,
        "platforms",
        NAMES,
        unknown_platforms,
        "run the version that has the platform, or add its package and register it",
    )


def _registered(
    patient: Patient,
    check: str,
    names: Sequence[str],
    unknown_in: Callable[[Engine], list[str]],
    cure: str,
) -> Iterator[Finding]:
    """Names in the database that nobody registered, each with the place where it is used."""
    unknown = unknown_in(patient.container.engine())
    if not unknown:
        yield Finding(check, Level.OK, f"{len(names)} registered: {', '.join(names)}")
    for line in unknown:
        yield Finding(check, Level.FAULT, line, cure)


def _audit(patient: Patient) -> Iterator[Finding]:
    verdict = patient.container.portal().audit.verify()
    yield judged(
        "audit",
        verdict.is_whole,
        f"{verdict.rows} rows, {len(verdict.changed)} changed,"
        f" {len(verdict.broken_seals)} seals broken",
        "rows were changed outside Backbeat: backbeat audit verify names them",
    )


def _ledger(patient: Patient) -> Iterator[Finding]:
    report = patient.container.portal().integrity.check()
    yield judged(
        "ledger",
        report.holds,
        f"{report.transactions} transactions, {len(report.findings)} findings",
        "stop paying out; backbeat ledger check names every finding",
    )


def _clock(patient: Patient) -> Iterator[Finding]:
    file = patient.configuration.deployment.business_clock_file
    yield judged(
        "clock",
        file is None,
        "business time is real time" if file is None else f"business time is moved by {file}",
        "remove business_clock_file: it belongs to the demo",
        Level.WARNING,
    )
    on_postgresql = patient.container.engine().dialect.name == "postgresql"
    skew, what = _off_the_database(patient) if on_postgresql else _behind_the_audit(patient)
    yield judged(
        "clock",
        skew <= _SKEW,
        what,
        "keep both machines' clocks synchronised (chrony, systemd-timesyncd)",
    )


def _off_the_database(patient: Patient) -> tuple[timedelta, str]:
    with patient.container.engine().connect() as connection:
        before = datetime.now(UTC)
        there = connection.execute(text("SELECT clock_timestamp()")).scalar_one()
    skew = abs(there - before)
    return skew, f"{skew.total_seconds():.1f} s off the database's clock"


def _behind_the_audit(patient: Patient) -> tuple[timedelta, str]:
    with patient.container.transactions().look() as books:
        rows = books.audit.page(AuditFilter(), PageRequest(0, 1)).items
    last = rows[0].recorded_at if rows else datetime.min.replace(tzinfo=UTC)
    skew = max(last - datetime.now(UTC), timedelta(0))
    behind = f"{skew.total_seconds():.1f} s behind the last record"
    return skew, behind if skew else "not turned back"


def _backups(patient: Patient) -> Iterator[Finding]:
    hours = patient.configuration.deployment.backup.max_age_hours
    if not hours:
        yield Finding("backups", Level.OK, "made by other means (backup.max_age_hours is 0)")
        return
    with patient.container.transactions().look() as books:
        rows = books.audit.page(AuditFilter(action=BACKED_UP), PageRequest(0, 1)).items
    age = patient.container.security_clock().now() - rows[0].recorded_at if rows else None
    yield advised(
        "backups",
        age is not None and age <= timedelta(hours=hours),
        "none has been made"
        if age is None
        else f"the last is {age.total_seconds() / 3600:.0f} h old",
        "backbeat db backup FILE every night, or backup.max_age_hours = 0 where others make them",
    )


def _unfinished(patient: Patient) -> Iterator[Finding]:
    found = unfinished(patient.container.engine())
    for each in found:
        yield advised("unfinished", each.is_at_work, each.words, each.cure)
    if not found:
        yield Finding("unfinished", Level.OK, "no intake and no close is under way")


def _media(patient: Patient) -> Iterator[Finding]:
    missing, loose = patient.container.portal().media_intake.differences()
    yield judged(
        "media",
        not missing,
        missing_media(missing) if missing else "every preview and cover is there",
        "put the copy of the files back, or take them in again: backbeat track audio",
    )
    yield advised(
        "media",
        not loose,
        f"{len(loose)} files belong to no track",
        "an intake was cut off, or the database is of an earlier day; they do no harm",
    )


def _disk(patient: Patient) -> Iterator[Finding]:
    url = make_url(patient.configuration.deployment.database_url)
    place = Path(url.database or ".").parent if url.get_backend_name() == "sqlite" else Path()
    free = shutil.disk_usage(place).free
    is_full = free < _ROOM_TO_WORK
    yield judged(
        "disk",
        free >= _GIB,
        f"{free / _GIB:.1f} GiB free in {place.absolute()}",
        "free some space: a full disk stops every write",
        Level.FAULT if is_full else Level.WARNING,
    )


CHECKS = (
    Check(
        "database",
        _database,
        "make sure that the database runs and database_url names it",
        reads_tables=False,
    ),
    Check("schema", _schema, "make sure that the database runs", reads_tables=False),
    Check("payout methods", _payout_methods, "see what the check of the schema says"),
    Check("platforms", _platforms, "see what the check of the schema says"),
    Check("audit", _audit, "see what the check of the schema says"),
    Check("ledger", _ledger, "see what the check of the schema says"),
    Check("clock", _clock, "see that the database runs"),
    Check("backups", _backups, "see what the check of the schema says"),
    Check("unfinished", _unfinished, "see what the check of the schema says"),
    Check("media", _media, "see that the folder, or the bucket and its keys, are there (media.*)"),
    Check("disk", _disk, "make sure that the folder of the database exists", reads_tables=False),
)
