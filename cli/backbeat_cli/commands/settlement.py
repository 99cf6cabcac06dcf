"""`backbeat settle`: a month's shares before, at and after its close."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from typing import Annotated

import typer

from backbeat.kernel.ids import EntryId
from backbeat.kernel.money import Money
from backbeat.kernel.pages import PageRequest
from backbeat.settlement.model import Explanation, Kept, Owed, Preview, Settlement, Sums
from backbeat.settlement.ports import Progress
from backbeat.videos.kinds import Sort
from backbeat_cli.desk import (
    Desk,
    DryRun,
    Json,
    Operator,
    PageNumber,
    PageSize,
    Yes,
    acting,
    desk,
    month_of,
)
from backbeat_cli.groups import group
from backbeat_cli.output import Row, confirm, progress, say, show_json, show_list, show_record

app = group()


MonthArgument = Annotated[str, typer.Argument(metavar="MONTH", help="The month, yyyy-MM.")]
Without = Annotated[
    list[Sort] | None,
    typer.Option("--without", help="Close although this sort of revenue is missing."),
]
MaybeReason = Annotated[str | None, typer.Option("--reason", help="Why; written into the audit.")]


@app.command()
def preview(ctx: typer.Context, month: MonthArgument, as_json: Json = False) -> None:
    """Show what closing a month would post now, or adjusting it where it is closed."""
    at = desk(ctx)
    with _watched() as watching:
        seen = at.box.settlements().preview(month_of(month), progress=watching)
    _show(at, seen, as_json=as_json)


@app.command()
def close(
    ctx: typer.Context,
    month: MonthArgument,
    operator: Operator,
    without: Without = None,
    reason: MaybeReason = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Post what everybody earned in a month, once; all of it or nothing."""
    at = desk(ctx)
    settlements, which = at.box.settlements(), month_of(month)
    with _watched() as watching:
        if dry_run:
            seen = settlements.rehearse(which, without=without or (), progress=watching)
        else:
            confirm(f"Close {which} for good?", yes=yes)
            done = settlements.close(
                which, acting(operator), without=without or (), reason=reason, progress=watching
            )
    if dry_run:
        _show(at, seen, as_json=as_json, dry_run=True)
        return
    _show_done(at, done.settlement, done.changes, done.computed.kept_days, as_json=as_json)


@app.command()
def adjust(
    ctx: typer.Context,
    month: MonthArgument,
    operator: Operator,
    reason: MaybeReason = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Post today what has changed in a closed month since; its own rows stay as they are."""
    at = desk(ctx)
    settlements, which = at.box.settlements(), month_of(month)
    with _watched() as watching:
        if dry_run:
            seen = settlements.preview(which, progress=watching)
        else:
            confirm(f"Adjust {which}?", yes=yes)
            done = settlements.adjust(which, acting(operator), reason=reason, progress=watching)
    if dry_run:
        _show(at, seen, as_json=as_json, dry_run=True)
    elif done is None:
        show_record({"month": str(which), "entries": 0, "changed": False}, as_json=as_json)
    else:
        _show_done(at, done.settlement, done.changes, done.computed.kept_days, as_json=as_json)


@app.command()
def explain(
    ctx: typer.Context,
    entry: Annotated[str, typer.Argument(help="The id of a statement row; see `ledger show`.")],
    page: PageNumber = 0,
    size: PageSize = 50,
    as_json: Json = False,
) -> None:
    """Trace a posted amount to its rule, its rate, its rounding and the reports' rows."""
    found = desk(ctx).box.settlements().explain(EntryId(entry), PageRequest(page, size))
    if as_json:
        show_json({**_explained(found), "rows": _pages(found)})
        return
    show_record(_explained(found), as_json=False)
    show_list(_origins(found), as_json=False, page=found.rows, title="report rows")


@app.command("list")
def list_(ctx: typer.Context, as_json: Json = False) -> None:
    """List closes and adjustments, the newest month first."""
    rows = [_settlement(each) for each in desk(ctx).box.settlements().list()]
    show_list(rows, as_json=as_json)


@contextmanager
def _watched() -> Iterator[Progress]:
    with progress("settling") as bar:
        yield lambda done, _of, _what: bar(done)


def _show(at: Desk, seen: Preview, *, as_json: bool, dry_run: bool = False) -> None:
    names = _names(at, seen.changes)
    document: dict[str, object] = {
        "month": str(seen.computed.month),
        "closed": seen.closed,
        "dry_run": dry_run,
        **_sums(Sums.of(seen.computed)),
        "rest_nanos": seen.computed.rest_nanos,
        "kinds": [
            {
                "kind": each.kind.value,
                "rows": each.rows,
                "usd": _usd(each.nanos),
                "suspense_usd": _usd(each.suspense_nanos),
            }
            for each in seen.totals
        ],
        "overlaps": [
            {
                "sort": each.sort.value,
                "kinds": [kind.value for kind in each.kinds],
                "videos": each.videos,
            }
            for each in seen.overlaps
        ],
        "kept_days": [_kept(each) for each in seen.computed.kept_days],
        "postings": _postings(seen.changes, names),
    }
    if as_json:
        show_json(document)
        return
    show_record(
        {name: value for name, value in document.items() if not isinstance(value, list)},
        as_json=False,
    )
    for title in ("kinds", "overlaps", "kept_days", "postings"):
        rows = document[title]
        if isinstance(rows, list) and rows:
            show_list(rows, as_json=False, title=title.replace("_", " "))
    if not seen.changes:
        say("nothing to post")


def _show_done(
    at: Desk,
    settlement: Settlement,
    changes: Mapping[Owed, Money],
    kept_days: tuple[Kept, ...],
    *,
    as_json: bool,
) -> None:
    postings = _postings(changes, _names(at, changes))
    kept = [_kept(each) for each in kept_days]
    if as_json:
        show_json({**_settlement(settlement), "postings": postings, "kept_days": kept})
        return
    show_record(_settlement(settlement), as_json=False)
    show_list(postings, as_json=False, title="postings")
    if kept:
        show_list(kept, as_json=False, title="kept days")


def _settlement(settlement: Settlement) -> Row:
    return {
        "month": str(settlement.month),
        "revision": settlement.revision,
        "day": settlement.day.isoformat(),
        "by": settlement.actor.id,
        "entries": settlement.entries,
        **_sums(settlement.sums),
        "rest_nanos": settlement.rest_nanos,
        "reason": settlement.reason,
    }


def _sums(sums: Sums) -> dict[str, object]:
    """The totals with their balance, which is zero or something is wrong."""
    left = sums.confirmed - sums.shared - sums.kept - sums.operator - sums.rounding
    return {
        "confirmed": str(sums.confirmed),
        "shared": str(sums.shared),
        "kept": str(sums.kept),
        "operator": str(sums.operator),
        "rounding": str(sums.rounding),
        "balance": str(left),
    }


def _postings(changes: Mapping[Owed, Money], names: Mapping[str, str]) -> list[Row]:
    return [
        {
            "account": owed.account,
            "email": names.get(owed.account),
            "channel": owed.channel,
            "type": owed.type.value,
            "amount": str(amount),
        }
        for owed, amount in sorted(changes.items())
    ]


def _names(at: Desk, changes: Mapping[Owed, Money]) -> dict[str, str]:
    with at.box.transactions().look() as books:
        found = {owed.account: books.accounts.get(owed.account) for owed in changes}
    return {account: known.email for account, known in found.items() if known}


def _kept(kept: Kept) -> Row:
    return {
        "channel": kept.channel,
        "why": kept.why.value,
        "first": kept.first.isoformat(),
        "last": kept.last.isoformat(),
        "usd": _usd(kept.nanos),
    }


def _explained(found: Explanation) -> dict[str, object]:
    return {
        "entry": found.entry.id,
        "amount": str(found.entry.amount),
        "month": str(found.entry.month),
        "rule": found.rule.value,
        "rate": None if found.rate is None else format(found.rate.normalize(), "f"),
        "gross_usd": _usd(found.gross_nanos),
        "rounding_usd": _usd(found.rounding_nanos),
        "posted_before": str(found.former),
    }


def _pages(found: Explanation) -> dict[str, object]:
    page = found.rows
    return {"items": _origins(found), "page": page.page, "size": page.size, "total": page.total}


def _origins(found: Explanation) -> list[Row]:
    return [
        {
            "file": row.file,
            "line": row.line,
            "kind": row.kind.value,
            "day": row.day.isoformat() if row.day else None,
            "video": row.video,
            "country": row.country,
            "usd": _usd(row.nanos),
        }
        for row in found.rows.items
    ]


def _usd(nanos: int) -> str:
    return format(Decimal(nanos).scaleb(-9), "f")
