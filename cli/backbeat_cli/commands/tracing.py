"""How `settle explain` tells where money came from and where it went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from backbeat.kernel.ids import AccountId, EntryId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.ledger.model import Transaction
from backbeat.platforms.registry import platform_of
from backbeat.report_files.model import RowVersion
from backbeat.settlement.model import (
    AmountBreakdown,
    ExplainedRow,
    RowShare,
    SettledLine,
    Settlement,
    Treatment,
)
from backbeat.tracing.model import EntryTrail, EntryUse, Explanation, Fate, RowTrail, SourceDocument
from backbeat_cli.context import CliContext
from backbeat_cli.output import Row, show_list, show_record, usd

SAID = {
    Fate.SETTLED: "its month is closed: its shares are part of the postings below",
    Fate.OPEN: "its month is not closed yet: nothing of it is posted; the shares are as of now",
    Fate.SUSPENSE: "it waits in suspense: nothing of it is shared",
    Fate.NOT_SETTLED: "its kind is not settled: it moves no money",
    Fate.REPLACED: "a later file has other figures for it: its money goes as that version says",
    Fate.REMOVED: "a later file, taken in as the whole truth, does not have it",
}
PENDING = "its channel has changed since the newest settlement: settle adjust posts the difference"
ELSEWHERE = "it stands under another line, as kept_under says: the same row came there first"
BY_ITSELF = {
    Treatment.SHARED: "no file tells of this line: it was settled by itself, divided among"
    " what the month posted of its sort",
    Treatment.KEPT: "no file tells of this line: it was settled by itself, and the house kept it",
}
CORRECTED = "an adjustment has changed what the close posted for its channel"


def show_entry(at: CliContext, entry: EntryId, page: PageRequest, *, as_json: bool) -> None:
    """Print what caused an entry, what used it up, and the report rows behind it."""
    found = at.container.portal().tracing.of_entry(entry, page)
    record = _traced(found, at.emails_of([found.entry.account]))
    uses = [
        {**_used(use.entry.id, use.entry.type), "amount": use.amount, "month": use.entry.month}
        for use in found.uses.items
    ]
    taken = [_taken(each) for each in found.taken]
    rows = [_origin(each) for each in found.rows.items]
    if as_json:
        lists = {"uses": _page(found.uses, uses), "taken": taken, "rows": _page(found.rows, rows)}
        show_record({**record, **lists}, as_json=True)
        return
    show_record(record, as_json=False)
    if uses:
        show_list(uses, as_json=False, page=found.uses, title="what it used")
    if taken:
        show_list(taken, as_json=False, title="what took it")
    if found.reckoned:
        show_list(rows, as_json=False, page=found.rows, title="report rows")


def _traced(found: Explanation, names: Mapping[AccountId, str]) -> dict[str, object]:
    return {
        **_entry(found, names),
        "channel": found.entry.channel,
        "note": found.entry.note,
        "debt": found.debt,
        **_cause(found.transaction),
        "reverses": found.reverses and found.reverses.id,
        "reversed_by": found.reversed_by and found.reversed_by.id,
        **({"line": found.line.name, **_line(found.line)} if found.line else {}),
        **(_document(found.document) if found.document else {}),
    }


def _line(line: SettledLine) -> dict[str, object]:
    return {
        "line_amount": line.amount,
        "line_sort": line.sort,
        "line_settled_on": line.day,
        "line_entries": line.entries,
    }


def show_row(at: CliContext, file: str, line: int, *, as_json: bool) -> None:
    """Print where the money of one line of a report went."""
    found = at.container.portal().tracing.of_row(file, line)
    names = at.emails_of(_people(found))
    record = _row(found)
    lists: dict[str, list[Row]] = {
        "versions": [_version(each) for each in found.versions],
        "settlements": [_settlement(each) for each in found.settlements],
        "shares": [_share(each, names) for each in found.sharing.shares] if found.sharing else [],
        "postings": [_entry(each, names) for each in found.entries],
        "payments": [
            {"entry": trail.entry.id, **_taken(taken)}
            for trail in found.entries
            for taken in trail.taken
        ],
    }
    if as_json:
        show_record({**record, **lists}, as_json=True)
        return
    show_record(record, as_json=False)
    for title, rows in lists.items():
        if rows and (title != "versions" or len(rows) > 1):
            show_list(rows, as_json=False, title=title)


def _page(page: Page[Any], items: Sequence[object]) -> dict[str, object]:
    return {"items": items, "page": page.page, "size": page.size, "total": page.total}


def _people(found: RowTrail) -> set[AccountId]:
    shares = found.sharing.shares if found.sharing else ()
    return {each.account for each in shares} | {each.entry.account for each in found.entries}


def _row(found: RowTrail) -> dict[str, object]:
    origin, now, sharing = found.asked.origin, found.now, found.sharing
    return {
        "report": found.file.id,
        "file": found.file.name,
        "line": found.line,
        "kept_under": f"report {origin.report}, line {origin.line}",
        "kind": origin.kind,
        "month": origin.month,
        "day": origin.day,
        "platform": platform_of(origin.channel).name,
        "channel": origin.channel,
        "channel_name": found.channels[-1].name if found.channels else None,
        "video": origin.video,
        "title": found.video and found.video.title,
        "country": origin.country,
        "adjustment": origin.adjustment,
        "usd": usd(origin.nanos),
        "fate": found.fate,
        "suspense": now and now.reason,
        "said": _said(found),
        "usd_now": now and usd(now.origin.nanos),
        "operator_usd": sharing and usd(sharing.operator_nanos),
        "kept_usd": sharing and usd(sharing.kept_nanos),
        "corrected": found.is_corrected,
        "adjustment_pending": found.pending,
        **(_line(found.line_settled) if found.line_settled else {}),
    }


def _said(found: RowTrail) -> list[str]:
    """What became of it, in words. If the channel has changed, nothing says that it was posted."""
    said = [] if found.pending and found.fate is Fate.SETTLED else [_what_became_of(found)]
    if found.is_elsewhere:
        said.append(ELSEWHERE)
    if found.pending:
        said.append(PENDING)
    if found.is_corrected:
        said.append(CORRECTED)
    return said


def _what_became_of(found: RowTrail) -> str:
    if found.fate is Fate.SETTLED and found.line_settled is not None:
        return BY_ITSELF[found.line_settled.treatment]
    return SAID[found.fate]


def _version(version: RowVersion) -> Row:
    origin = version.origin
    return {
        "report": origin.report,
        "file": origin.file,
        "line": origin.line,
        "usd": usd(origin.nanos),
        "suspense": version.reason,
        "replaced_by": version.replaced_by,
    }


def _settlement(settlement: Settlement) -> Row:
    return {
        "month": settlement.month,
        "revision": settlement.revision,
        "day": settlement.day,
        "by": settlement.actor.id,
        "reason": settlement.reason,
    }


def _share(share: RowShare, names: Mapping[AccountId, str]) -> Row:
    return {
        "account": share.account,
        "email": names.get(share.account),
        "channel": share.channel,
        "type": share.type,
        "rule": share.rule,
        "rate": _rate(share.rate),
        "counted_usd": usd(share.counted_nanos),
        "share_usd": usd(share.share_nanos),
    }


def _entry(trail: EntryTrail, names: Mapping[AccountId, str]) -> dict[str, object]:
    entry = trail.entry
    return {
        "entry": entry.id,
        "account": entry.account,
        "email": names.get(entry.account),
        "type": entry.type,
        "amount": entry.amount,
        "month": entry.month,
        "day": entry.day,
        "correction": entry.correction,
        "expires_on": entry.expires_on,
        **(_reckoned(trail.reckoned) if trail.reckoned else {}),
        "remaining": trail.remaining,
    }


def _reckoned(breakdown: AmountBreakdown) -> dict[str, object]:
    return {
        "rule": breakdown.rule,
        "rate": None if breakdown.rate is None else _rate(breakdown.rate),
        "gross_usd": usd(breakdown.gross_nanos),
        "rounding_usd": usd(breakdown.rounding_nanos),
        "posted_before": breakdown.former,
    }


def _cause(transaction: Transaction) -> dict[str, object]:
    return {
        "cause": transaction.kind,
        "source": transaction.source,
        "by": transaction.actor.id,
        "reason": transaction.reason,
        "legs": [f"{leg.account} {leg.amount}" for leg in transaction.postings],
    }


def _document(document: SourceDocument) -> dict[str, object]:
    withdrawal, ending = document.withdrawal, document.ending
    return {
        "withdrawal": withdrawal.id,
        "status": withdrawal.status,
        "method": withdrawal.method,
        "total": withdrawal.usd.total,
        "fee": withdrawal.usd.fee,
        "net": withdrawal.usd.net,
        "invoice": withdrawal.invoice,
        "credit_note": withdrawal.credit_note,
        "credit_notes": [f"{each.number} for {each.corrects}" for each in document.credit_notes],
        "paid_on": withdrawal.paid_on,
        "ended_by": ending and ending.actor.id,
        "ended_on": ending and ending.day,
        "why": withdrawal.reason,
        "batches": [f"{each.batch} {each.state.value}" for each in document.attempts],
    }


def _taken(taken: EntryUse) -> dict[str, object]:
    document, withdrawal = taken.document, taken.withdrawal
    return {
        **_used(taken.by.id, taken.by.type),
        "amount": taken.amount,
        "day": taken.by.day,
        "cause": taken.transaction.kind,
        "by": taken.transaction.actor.id,
        "reason": taken.transaction.reason,
        "withdrawal": withdrawal and withdrawal.id,
        "status": withdrawal and withdrawal.status,
        "invoice": withdrawal and withdrawal.invoice,
        "credit_note": withdrawal and withdrawal.credit_note,
        "paid_on": withdrawal and withdrawal.paid_on,
        "batches": [f"{each.batch} {each.state.value}" for each in document.attempts]
        if document
        else [],
    }


def _used(entry: EntryId, type_: object) -> dict[str, object]:
    return {"with": entry, "type": type_}


def _origin(found: ExplainedRow) -> Row:
    row = found.row
    return {
        "report": row.report,
        "file": row.file,
        "line": row.line,
        "kind": row.kind.value,
        "day": row.day,
        "video": row.video,
        "country": row.country,
        "usd": usd(row.nanos),
        "counted_usd": usd(found.counted_nanos),
        "share_usd": usd(found.share_nanos),
    }


def _rate(rate: Decimal) -> str:
    return format(rate.normalize(), "f")
