"""`backbeat audit`: who did what, when, to what, and why."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated

import typer

from backbeat.audit.model import AuditRow
from backbeat.audit.ports import AuditFilter
from backbeat_adapters.security_log import moment_of, read
from backbeat_cli.anchors import AnchorLine, anchor_of
from backbeat_cli.context import After, Json, PageNumber, PageSize, cli_context, page_request
from backbeat_cli.failures import Refused
from backbeat_cli.groups import group
from backbeat_cli.output import Row, say, show_json, show_list

app = group()

COLUMNS = (
    "at",
    "kind",
    "outcome",
    "code",
    "reason",
    "who",
    "address",
    "what",
    "request",
    "left_out",
)


@app.command("list")
def list_(
    ctx: typer.Context,
    actor: Annotated[str | None, typer.Option(help="By this account or operator.")] = None,
    target: Annotated[
        str | None,
        typer.Option(help="On this target, such as channel:ID, or the beginning of one."),
    ] = None,
    action: Annotated[
        str | None, typer.Option(help="This act, such as channel.approved, or its beginning.")
    ] = None,
    since: Annotated[datetime | None, typer.Option(help="From this moment on, UTC.")] = None,
    until: Annotated[datetime | None, typer.Option(help="Until this moment, UTC.")] = None,
    page: PageNumber = 0,
    size: PageSize = 50,
    after: After = None,
    as_json: Json = False,
) -> None:
    """List acts, the newest first."""
    filter = AuditFilter(actor, target, action, _utc(since), _utc(until))
    found = cli_context(ctx).container.portal().audit.list(filter, page_request(page, size, after))
    show_list([_row(row) for row in found.items], as_json=as_json, page=found)


@app.command()
def verify(ctx: typer.Context, anchor: AnchorLine = None, as_json: Json = False) -> None:
    """Read every row and report any that was changed, removed or inserted since it was written.

    Tables with fewer rows than the audit or the anchor says are reported too. If no anchor is
    given, the newest one that the worker has kept counts.
    """
    anchors = cli_context(ctx).container.portal().anchors
    findings = anchors.examine(anchor_of(ctx, anchor) or anchors.kept())
    verdict = findings.verdict
    if as_json:
        show_json(
            {
                "rows": verdict.rows,
                "sealed": verdict.sealed,
                "changed": list(verdict.changed),
                "broken_seals": list(verdict.broken_seals),
                "forged_seals": list(verdict.forged),
                "lost": list(findings.lost),
            }
        )
    elif not findings.lines:
        say(f"{verdict.rows} rows, all as they were written; {verdict.sealed} of them sealed")
    if verdict.changed:
        raise Refused(
            f"{len(verdict.changed)} of {verdict.rows} rows were changed: "
            + ", ".join(verdict.changed[:10])
        )
    if verdict.broken_seals:
        raise Refused(
            "rows are missing, or were put in, before the oldest of these seals: "
            + ", ".join(verdict.broken_seals[:10])
        )
    if findings.lines:
        raise Refused("; ".join(findings.lines[:10]))


@app.command()
def anchor(ctx: typer.Context, as_json: Json = False) -> None:
    """Print a line that says how many rows there are, to be kept elsewhere: on paper, in a mail, on
    another machine.

    `audit verify` and `db verify` later compare what they find with it.
    """
    anchors = cli_context(ctx).container.portal().anchors
    made = anchors.make()
    if as_json:
        show_json({"at": made.at.isoformat(), "rows": dict(made.rows), "line": anchors.line(made)})
    else:
        say(anchors.line(made))


@app.command()
def security(
    ctx: typer.Context,
    kind: Annotated[
        str | None,
        typer.Option(
            help="Of this kind: login, code, rights, input, limit, platform, proxy or database."
        ),
    ] = None,
    address: Annotated[str | None, typer.Option(help="From this network address.")] = None,
    who: Annotated[str | None, typer.Option(help="By this account, or this masked id.")] = None,
    since: Annotated[datetime | None, typer.Option(help="From this moment on, UTC.")] = None,
    most: Annotated[int, typer.Option(min=1, help="How many to show, of the newest.")] = 50,
    as_json: Json = False,
) -> None:
    """Show the security log: what was refused and who logged in, the newest first."""
    wanted = {"kind": kind, "address": address, "who": who}
    first = _utc(since)
    found = [
        event
        for event in read(cli_context(ctx).container.security_log().folder)
        if all(value in (None, event.get(name)) for name, value in wanted.items())
        and (first is None or _is_since(event, first))
    ]
    rows = [{column: event.get(column) for column in COLUMNS} for event in found[::-1][:most]]
    show_list(rows, as_json=as_json)


def _is_since(event: Mapping[str, object], first: datetime) -> bool:
    at = moment_of(event)
    return at is not None and at >= first


def _row(row: AuditRow) -> Row:
    entry = row.entry
    return {
        "id": row.id,
        "at": entry.at.replace(microsecond=0),
        "actor": f"{entry.actor.kind}:{entry.actor.id}",
        "action": entry.action,
        "target": entry.target,
        "before": entry.before,
        "after": entry.after,
        "reason": entry.reason,
    }


def _utc(instant: datetime | None) -> datetime | None:
    return instant.replace(tzinfo=UTC) if instant else None
