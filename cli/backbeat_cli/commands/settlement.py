"""`backbeat settle`: the shares of a month before, at and after its close."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from typing import Annotated

import typer

from backbeat.figures.model import RecordOverlap, RecordTotal
from backbeat.kernel.chunks import batches
from backbeat.kernel.ids import AccountId, EntryId
from backbeat.kernel.money import Money, total
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.platforms.kinds import Sort
from backbeat.policies import rules as policy_rules
from backbeat.policies.errors import PolicyRefused
from backbeat.settlement.intake import IntakeFinding
from backbeat.settlement.model import (
    Assumptions,
    Closed,
    Kept,
    Preview,
    Settlement,
    SettlementTerms,
    Sums,
    WhatIf,
)
from backbeat.settlement.packed import Amounts, ShareKey
from backbeat.settlement.ports import Progress
from backbeat_cli import completion
from backbeat_cli.commands.tracing import show_entry, show_row
from backbeat_cli.context import (
    CliContext,
    DryRun,
    Json,
    MonthArgument,
    Operator,
    PageNumber,
    PageSize,
    ToldReason,
    Yes,
    acting,
    cli_context,
    month_of,
)
from backbeat_cli.failures import Refused, WrongUsage
from backbeat_cli.groups import group
from backbeat_cli.intake import finding_rows, summary_sums, words
from backbeat_cli.output import (
    LongList,
    Row,
    confirm,
    note,
    progress,
    say,
    show_json,
    show_list,
    show_record,
    usd,
)

app = group()

POSTINGS_AT_ONCE = 500
"""How many accounts' addresses are looked up in one query."""

FEE_RATE = "fee_rate"
"""The name in `--with` of the rate that managers keep of their members' shares."""


Without = Annotated[
    list[Sort] | None,
    typer.Option("--without", help="Close although this sort of revenue is missing."),
]


@app.command()
def preview(
    ctx: typer.Context,
    month: MonthArgument,
    supposed: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="KEY=VALUE",
            help="Settle it by another rule instead, and show the difference: a rule of `policy` "
            "such as settlement.operator_rate, fee_rate, or fee_rate:ACCOUNT.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show what closing a month would post now, or, for a closed month, what adjusting it would
    post.
    """
    at = cli_context(ctx)
    settlements, which = at.container.portal().settlements, month_of(month)
    if supposed:
        others = _supposed(at, supposed)
        with _watched() as watching:
            found = settlements.what_if(which, others, progress=watching)
        _show_what_if(at, found, supposed, as_json=as_json)
        return
    with _watched() as watching:
        seen = settlements.preview(which, progress=watching)
    _show(at, seen, as_json=as_json)


@app.command()
def close(
    ctx: typer.Context,
    month: MonthArgument,
    operator: Operator,
    without: Without = None,
    reason: ToldReason = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Post what everybody earned in a month, once; all of it or nothing."""
    at = cli_context(ctx)
    settlements, which = at.container.portal().settlements, month_of(month)
    with _watched() as watching:
        if dry_run:
            seen = settlements.rehearse(which, without=without or (), progress=watching)
        else:
            confirm(_question(at, which), yes=yes)
            done = settlements.close(
                which, acting(operator), without=without or (), reason=reason, progress=watching
            )
    if dry_run:
        _show(at, seen, as_json=as_json, dry_run=True)
        return
    _show_done(at, done.settlement, done.changes, done.computed.kept_days, as_json=as_json)
    _require_sound(done)


@app.command()
def adjust(
    ctx: typer.Context,
    month: MonthArgument,
    operator: Operator,
    reason: ToldReason = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Post today what has changed in a closed month since its close; its own rows stay.

    It shows what changes for whom, then asks; --dry-run shows it and ends.
    """
    at = cli_context(ctx)
    settlements, which = at.container.portal().settlements, month_of(month)
    with _watched() as watching:
        seen = settlements.rehearse_adjustment(which, progress=watching)
    if dry_run or not (as_json or seen.is_empty):
        _show(at, seen, as_json=as_json, dry_run=dry_run)
    if dry_run:
        return
    if not seen.is_empty:
        confirm(f"Post {len(seen.changes)} corrections of {which}?", yes=yes)
    with _watched() as watching:
        done = settlements.adjust(
            which, acting(operator), seen=seen, reason=reason, progress=watching
        )
    if done is None:
        show_record({"month": str(which), "entries": 0, "changed": False}, as_json=as_json)
    elif as_json:
        _show_done(at, done.settlement, done.changes, done.computed.kept_days, as_json=True)
    else:
        show_record(_settlement(done.settlement), as_json=False)
    if done is not None:
        _require_sound(done)


@app.command()
def explain(
    ctx: typer.Context,
    entry: Annotated[
        str | None, typer.Argument(help="The id of a statement row; see `ledger show`.")
    ] = None,
    file: Annotated[
        str | None,
        typer.Option(
            "--file",
            help="A report file, by its number or name, or the file itself.",
            autocompletion=completion.report_files,
        ),
    ] = None,
    line: Annotated[
        int | None, typer.Option("--line", min=1, help="The line of the file, counting its header.")
    ] = None,
    page: PageNumber = 0,
    size: PageSize = 50,
    as_json: Json = False,
) -> None:
    """Trace a posted amount to its causes, or a line of a report to where its money went.

    An amount leads to its rule, rate, rounding and report rows, or to whatever caused it; --file
    and --line lead from a row to the shares, the entries and the withdrawals that carried it.
    """
    at = cli_context(ctx)
    if entry is not None and file is None and line is None:
        show_entry(at, EntryId(entry), PageRequest(page, size), as_json=as_json)
    elif entry is None and file is not None and line is not None:
        show_row(at, file, line, as_json=as_json)
    else:
        raise WrongUsage("either the id of a statement row is needed, or --file and --line")


@app.command("list")
def list_(ctx: typer.Context, as_json: Json = False) -> None:
    """List closes and adjustments, the newest month first."""
    rows = [_settlement(each) for each in cli_context(ctx).container.portal().settlements.list()]
    show_list(rows, as_json=as_json)


def _question(at: CliContext, month: Month) -> str:
    """The question of a close, asked after what looks odd about the month's reports has been said."""
    odd = words(at.container.portal().intakes.of(month).findings)
    for line in odd:
        note(f"{month}: {line}")
    return f"Close {month} for good{', all the same' if odd else ''}?"


def _require_sound(done: Closed) -> None:
    """The check after the close; a finding must not hide that the close itself stands."""
    if done.report is not None and not done.report.holds:
        raise Refused(
            f"{done.settlement.month} is posted, and the ledger does not add up:"
            f" {len(done.report.findings)} findings, see backbeat ledger check"
        )


@contextmanager
def _watched() -> Iterator[Progress]:
    with progress("settling") as bar:
        yield lambda done, _of, _what: bar(done)


def _show(at: CliContext, seen: Preview, *, as_json: bool, dry_run: bool = False) -> None:
    findings = at.container.portal().intakes.of(seen.month).findings
    document = _preview(at, seen, findings, dry_run=dry_run)
    if as_json:
        show_json(document)
        return
    show_record(
        {name: value for name, value in document.items() if not isinstance(value, list)},
        as_json=False,
    )
    last = "effects" if seen.closed else "postings"
    for title in ("kinds", "overlaps", "kept_days", last, "campaigns"):
        rows = document[title]
        if isinstance(rows, list) and rows:
            show_list(rows, as_json=False, title=title.replace("_", " "))
    for line in words(findings):
        say(line)
    if not seen.changes and not document["campaigns"]:
        say("nothing to post")


def _preview(
    at: CliContext, seen: Preview, findings: Sequence[IntakeFinding], *, dry_run: bool
) -> dict[str, object]:
    totals = at.container.portal().settlements.totals(seen.month)
    due = at.container.portal().counting.due(seen.month)
    return {
        "month": str(seen.month),
        "closed": seen.closed,
        "dry_run": dry_run,
        **_sums(Sums.of(seen.computed)),
        "referral": str(at.container.portal().reward_costs.of(seen)),
        "campaign_bonuses": str(total(each.amount for each in due)),
        "rest_nanos": seen.computed.rest_nanos,
        **_stated(at, seen.month),
        "kinds": [_kind(each) for each in totals],
        "overlaps": [_overlap(each) for each in seen.overlaps],
        "kept_days": [_kept(each) for each in seen.computed.kept_days],
        "findings": finding_rows(findings),
        "postings": _postings(at, seen.changes),
        "campaigns": [
            {"campaign": each.campaign, "title": each.title, "bonus": str(each.amount)}
            for each in due
        ],
        **({"effects": _effects(at, seen)} if seen.closed else {}),
    }


def _kind(total: RecordTotal) -> Row:
    return {
        "kind": total.kind.value,
        "rows": total.rows,
        "usd": usd(total.nanos),
        "suspense_usd": usd(total.suspense_nanos),
    }


def _overlap(overlap: RecordOverlap) -> Row:
    return {
        "sort": overlap.sort.value,
        "kinds": [kind.value for kind in overlap.kinds],
        "videos": overlap.videos,
    }


def _show_done(
    at: CliContext,
    settlement: Settlement,
    changes: Amounts,
    kept_days: tuple[Kept, ...],
    *,
    as_json: bool,
) -> None:
    postings = _postings(at, changes)
    kept = [_kept(each) for each in kept_days]
    record = {**_settlement(settlement), **_stated(at, settlement.month)}
    if as_json:
        show_json({**record, "postings": postings, "kept_days": kept})
        return
    show_record(record, as_json=False)
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
        **_rules(settlement.terms),
        "reason": settlement.reason,
    }


def _stated(at: CliContext, month: Month) -> dict[str, object]:
    """What the platform's payment summary says about the month, with deductions shown separately."""
    return summary_sums(at.container.portal().summary_lines.compare(month).every)


def _sums(sums: Sums) -> dict[str, object]:
    """The totals with their balance; if it is not zero, something is wrong."""
    left = sums.confirmed - sums.shared - sums.kept - sums.operator - sums.rounding
    return {
        "confirmed": str(sums.confirmed),
        "shared": str(sums.shared),
        "kept": str(sums.kept),
        "operator": str(sums.operator),
        "rounding": str(sums.rounding),
        "balance": str(left),
    }


def _postings(at: CliContext, changes: Amounts) -> LongList:
    def rows() -> Iterator[Row]:
        for some in batches(changes.items(), POSTINGS_AT_ONCE):
            emails = at.emails_of({owed.account for owed, _ in some})
            for owed, amount in some:
                yield {**_owed(owed, emails), "amount": str(amount)}

    return LongList(len(changes), rows)


def _effects(at: CliContext, seen: Preview) -> list[Row]:
    effects = at.container.portal().settlements.effects(seen)
    emails = at.emails_of({each.owed.account for each in effects})
    return [
        {
            **_owed(each.owed, emails),
            "before": str(each.before),
            "after": str(each.after),
            "difference": str(each.difference),
            "balance": str(each.balance.available),
            "debt": str(each.balance.debt),
        }
        for each in effects
    ]


def _owed(owed: ShareKey, emails: Mapping[AccountId, str]) -> Row:
    return {
        "account": owed.account,
        "email": emails.get(owed.account),
        "channel": owed.channel,
        "type": owed.type.value,
    }


def _supposed(at: CliContext, options: Iterable[str]) -> Assumptions:
    """What `--with` asks for: rules by their path, `fee_rate` for all members or `fee_rate:` for
    one.
    """
    policies: dict[str, str] = {}
    rates: dict[AccountId | None, Decimal] = {}
    for option in options:
        key, sign, value = option.partition("=")
        name, _, account = key.partition(":")
        if not sign:
            raise WrongUsage(f"KEY=VALUE is needed, not {option}")
        if name != FEE_RATE:
            policies[key] = value
        else:
            whose = at.container.portal().account_operations.find(account).id if account else None
            rates[whose] = _fee_rate(key, value)
    return Assumptions(policies, rates)


def _fee_rate(key: str, text: str) -> Decimal:
    try:
        rate: Decimal = policy_rules.read("settlement.default_fee_rate", text)
    except PolicyRefused as refused:
        raise PolicyRefused(key=key, problem=refused.problem) from None
    return rate


def _show_what_if(at: CliContext, found: WhatIf, supposed: Sequence[str], *, as_json: bool) -> None:
    emails = at.emails_of(found.accounts)
    rows = [
        {"account": account, "email": emails.get(account), **_difference(*amounts)}
        for account, amounts in found.accounts.items()
    ]
    rows.append({"account": "house", "email": None, **_difference(*found.house)})
    document = {
        "month": str(found.month),
        "closed": found.closed,
        "posts": False,
        "with": list(supposed),
        "own_rules": _rules(found.own),
        "supposed_rules": _rules(found.supposed),
    }
    if as_json:
        show_json({**document, "accounts": rows})
        return
    show_record(document, as_json=False)
    show_list(rows, as_json=False, title="what each would get")
    say("nothing is posted")


def _difference(before: Money, after: Money) -> dict[str, str]:
    return {"before": str(before), "after": str(after), "difference": str(after - before)}


def _rules(terms: SettlementTerms) -> dict[str, object]:
    return {
        "operator_rate": str(terms.operator_rate),
        "through_main": terms.through_main,
        "daily_rates": terms.daily,
    }


def _kept(kept: Kept) -> Row:
    return {
        "channel": kept.channel,
        "why": kept.why.value,
        "first": kept.first.isoformat(),
        "last": kept.last.isoformat(),
        "usd": usd(kept.nanos),
    }
