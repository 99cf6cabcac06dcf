"""`backbeat db`: the database's schema, its backups and their restoring."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from backbeat.defaults.clock import SystemClock
from backbeat.kernel.actors import Actor
from backbeat.kernel.months import Month
from backbeat.ledger.model import PointsReread
from backbeat.media.model import FileKey
from backbeat.settlement.service import no_progress
from backbeat_adapters.private_folders import make_private
from backbeat_adapters.seal_key import seal_key
from backbeat_adapters.security_log import Event
from backbeat_adapters.sql import migrations
from backbeat_adapters.sql.backups.backups import Backups, Examined, Made
from backbeat_adapters.sql.schema_version import Fit, examine, newest
from backbeat_adapters.sql.unregistered import unknown_methods, unknown_platforms
from backbeat_cli.anchors import AnchorLine, anchor_of
from backbeat_cli.context import Json, Operator, Yes, acting, cli_context
from backbeat_cli.failures import Refused
from backbeat_cli.groups import group
from backbeat_cli.media_files import missing_media
from backbeat_cli.output import Row, confirm, note, say, show_json, show_list, show_record

if TYPE_CHECKING:
    from backbeat_adapters.container import Container

app = group()

BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")]
_LOTS_FIRST = frozenset({"0001", "0002"})
"""The schemas of the versions in which debits took lots first, no matter when the lots came."""

NoChecksum = Annotated[
    bool,
    typer.Option("--no-checksum", help="Do not require the checksum FILE.sha256 beside it."),
]


@app.command()
def upgrade(
    ctx: typer.Context,
    operator: Operator,
    backup_file: Annotated[
        Path | None,
        typer.Option(
            "--backup", metavar="FILE", help="Where to write the backup that is made first."
        ),
    ] = None,
    no_backup: Annotated[
        bool, typer.Option("--no-backup", help="Make no backup: there is one already.")
    ] = False,
) -> None:
    """Bring the database to the newest schema, or create it.

    A database of an earlier version is backed up first; that backup is the way back. Rules that
    touch money and have no value yet get their first one from the configuration.
    """
    engine = cli_context(ctx).container_of_any_version.engine()
    found = examine(engine)
    before, changes = found.present, found.fit is Fit.OLDER
    made = _backed_up(ctx, f"{before}", backup_file) if changes and not no_backup else None
    migrations.upgrade(engine)
    migrations.renew_counters(cli_context(ctx).container.counters_engine())
    after = migrations.revision_of(engine)
    say(f"schema {after}" if before == after else f"schema {before or 'none'} -> {after}")
    if made is not None:
        _backups(ctx).note_made(made, acting(operator))
    completed = _complete(ctx, before if changes else None, acting(operator))
    _say_reread(completed.reread)
    _say_confirmed(completed.confirmed)
    if completed.seeded:
        say(
            f"{completed.seeded} rules have their first value from the configuration:"
            " backbeat policy show"
        )


class _Completed(NamedTuple):
    """What the new schema needed besides its tables."""

    reread: Sequence[PointsReread]
    confirmed: Sequence[Month]
    seeded: int


def _complete(ctx: typer.Context, before: str | None, actor: Actor) -> _Completed:
    """Do with the portal's own rules what an upgrade from the schema `before` needs; safe to repeat."""
    portal = cli_context(ctx).container.portal()
    return _Completed(
        portal.account_ledger.reread_points(actor) if before in _LOTS_FIRST else (),
        portal.settlements.confirm_days(no_progress),
        portal.policies.seed(actor),
    )


def _say_reread(found: Sequence[PointsReread]) -> None:
    """Say for which accounts the open points are shown differently from now on, before any of them
    expires.
    """
    if found:
        say(
            f"{len(found)} accounts have other open points than the version before told: lots that"
            " came after a debit was paid stay whole"
        )
        show_list(
            [{"account": each.account, "before": each.before, "now": each.now} for each in found],
            as_json=False,
        )


def _say_confirmed(months: Sequence[Month]) -> None:
    """Say for which closed months the days show the confirmed money from now on."""
    if months:
        say(
            f"days of {len(months)} closed months carry the confirmed money: {', '.join(map(str, months))}"
        )


def _backed_up(ctx: typer.Context, schema: str, file: Path | None) -> Made:
    """Write a backup of the database as it is, by default beside the portal's files."""
    if file is None:
        folder = cli_context(ctx).configuration.deployment.files / "backups"
        make_private(folder)
        file = folder / f"schema-{schema}-{datetime.now(UTC):%Y%m%d%H%M%S}.backup"
    created = _backups(ctx).copy(file)
    say(f"backed up to {created.file}")
    return created


@app.command()
def check(ctx: typer.Context, as_json: Json = False) -> None:
    """Check that the schema is the newest and what the program expects.

    Payout methods and platforms that the data names but the program does not know are reported too,
    as are previews and covers whose files are missing.
    """
    engine = cli_context(ctx).container_of_any_version.engine()
    found = examine(engine)
    differences = [] if found.fault else _differences(ctx)
    readable = not (found.fault or differences)
    methods = unknown_methods(engine) if readable else []
    platforms = unknown_platforms(engine) if readable else []
    missing = _missing_media(ctx) if readable else []
    if as_json:
        facts = {"schema": found.present, "newest": newest(), "differences": differences}
        unknown = {"unknown_methods": methods, "unknown_platforms": platforms}
        show_json({**facts, **unknown, "missing_media": missing})
    if found.fault:
        raise Refused(str(found.fault))
    if differences:
        raise Refused(f"{len(differences)} differences: {'; '.join(differences[:5])}")
    if methods or platforms:
        raise Refused("; ".join([*methods, *platforms]))
    if missing:
        raise Refused(missing_media(missing))
    if not as_json:
        say(f"schema {found.present}, as it should be")


def _differences(ctx: typer.Context) -> list[str]:
    container = cli_context(ctx).container_of_any_version
    return [
        *migrations.drift(container.engine()),
        *migrations.counters_drift(container.counters_engine()),
    ]


def _missing_media(ctx: typer.Context) -> Sequence[FileKey]:
    missing, _ = cli_context(ctx).container_of_any_version.portal().media_intake.differences()
    return missing


@app.command()
def backup(ctx: typer.Context, file: BackupFile, operator: Operator, as_json: Json = False) -> None:
    """Write a backup of this moment to a new file, while everything keeps running."""
    created = _backups(ctx).make(file, acting(operator))
    show_record(
        {
            "file": str(created.file),
            "bytes": created.bytes,
            "sha256": created.sha256,
            "schema": created.schema,
            "seconds": f"{created.seconds:.1f}",
        },
        as_json=as_json,
    )


@app.command()
def verify(
    ctx: typer.Context,
    file: BackupFile,
    no_checksum: NoChecksum = False,
    anchor: AnchorLine = None,
    as_json: Json = False,
) -> None:
    """Restore a backup into a temporary place and check everything in it."""
    known = anchor_of(ctx, anchor)
    examined = _backups(ctx).verify(file, checksum=not no_checksum, anchor=known)
    if as_json:
        show_json({**_examined(examined), "findings": list(examined.findings)})
    else:
        show_record(_examined(examined), as_json=False)
        for finding in examined.findings:
            say(finding)
    if not examined.is_whole:
        raise Refused(f"{file} is not a good backup: {len(examined.findings)} findings")


@app.command()
def restore(
    ctx: typer.Context,
    file: BackupFile,
    operator: Operator,
    no_checksum: NoChecksum = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Replace the database with a backup, once the backup has been checked.

    Stop serve and worker first. The previous database is kept under another name.
    """
    backups = _backups(ctx)
    backups.require_own_kind(file)
    if not backups.is_empty():
        shown = backups.url.render_as_string(hide_password=True)
        confirm(f"{shown} holds data. Replace it with {file}?", yes=yes)
    restored = backups.restore(file, acting(operator), checksum=not no_checksum)
    schema = restored.examined.schema
    if schema != newest():
        _complete(ctx, schema, acting(operator))
        note(f"the backup's schema {schema} was brought to {newest()}")
    tell_of_lost_tail(cli_context(ctx).container, file)
    show_record({**_examined(restored.examined), "kept": restored.kept}, as_json=as_json)
    if restored.kept:
        note(f"the previous database is kept as {restored.kept}; remove it when you are sure")


def tell_of_lost_tail(container: Container, file: Path) -> None:
    """Going back is intended, but the database no longer knows what was sealed since the backup, so
    the worker tells the operators.
    """
    gone = container.portal().integrity.sealed_and_gone()
    if gone:
        note(gone)
        container.security_log().note(
            Event("database", "restored_short", reason=f"{file.name}: {gone}")
        )
    container.witness().forget()
    container.anchor_file().forget()


def _backups(ctx: typer.Context) -> Backups:
    deployment = cli_context(ctx).configuration.deployment
    return Backups.of(
        deployment.database_url,
        SystemClock(),
        deployment.backup.postgres_programs,
        seal_key(deployment.secret_keys),
    )


def _examined(examined: Examined) -> Row:
    return {
        "schema": examined.schema,
        "transactions": examined.transactions,
        "entries": examined.entries,
        "unsealed": examined.unsealed,
        "audit_rows": examined.audit_rows,
        "unfinished": [*examined.unfinished],
        "whole": examined.is_whole,
    }
