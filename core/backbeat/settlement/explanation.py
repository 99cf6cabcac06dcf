"""Tracing a posted amount back: its rule, its rate, its rounding, and the rows of the reports."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from backbeat.kernel.ids import ChannelId
from backbeat.kernel.money import NANOS_PER_MICRO, Money, total
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page, PageRequest
from backbeat.ledger.model import CLOSED_MONTH, Entry, Transaction
from backbeat.settlement import rules
from backbeat.settlement.calculation import sharing_among
from backbeat.settlement.model import AmountBreakdown, ExplainedRow, Group, Settlement
from backbeat.settlement.ports import Books
from backbeat.settlement.posting import revision_of
from backbeat.settlement.replay import Spreading, kept_chain, tenures_of


def break_down(books: Books, transaction: Transaction, entry: Entry) -> AmountBreakdown | None:
    """Rule, rate and rounding of an entry of a settlement; None for any other entry."""
    if transaction.kind not in CLOSED_MONTH or entry.month is None or entry.channel is None:
        return None
    settled = books.settlements.of(entry.month)[: revision_of(transaction.source) + 1]
    settlement = settled[-1]
    groups = _groups(books, settlement, entry, entry.channel)
    former = _posted_before(books, entry, entry.month)
    # What takes all of an amount back has nothing to share: then the rule is that of before.
    ruling = groups or next(
        filter(None, (_groups(books, each, entry, entry.channel) for each in settled[::-1])), ()
    )
    shared_rate = settlement.terms.shared_rate
    fractions = {shared_rate * rules.fraction_of(entry.account, group.chain) for group in ruling}
    exact = rules.exact_share(entry.account, groups, settlement.terms)
    posted = former + entry.amount
    return AmountBreakdown(
        entry,
        settlement,
        entry.channel,
        rules.rule_of(entry.account, (group.chain for group in ruling), settlement.terms),
        fractions.pop() if len(fractions) == 1 else None,
        sum(group.nanos for group in groups),
        int(exact) - posted.micros * NANOS_PER_MICRO,
        former,
        groups,
    )


def rows_behind(books: Books, breakdown: AmountBreakdown, page: PageRequest) -> Page[ExplainedRow]:
    """A page of the report rows behind an amount, with what of each counted.

    They are the rows that its settlement was worked out from, as they were then.
    """
    entry, settlement = breakdown.entry, breakdown.settlement
    registered = books.channels.get(breakdown.channel)
    if registered is None:
        return page.of([])
    tenures = tenures_of(settlement.month, [registered], settlement.terms)
    among = sharing_among(
        books, settlement.month, settlement.terms, {span.holder for span in tenures}
    )
    shared = [
        (span, settlement.terms.shared_rate * rules.fraction_of(entry.account, chain))
        for span in tenures
        if (chain := kept_chain(span, breakdown.groups, among)) is not None
    ]
    if not shared:
        return page.of([])
    spans, rates = zip(*shared, strict=True)
    found = books.report_rows.page(
        settlement.month,
        registered.platform_id,
        settlement.kinds,
        [(span.from_day, span.until) for span in spans],
        page,
        last_file=settlement.last_file,
    )
    spread = Spreading(books, registered.platform_id, settlement.month)
    exact = Decimal(0)
    for rows in found.before:
        exact += _share(spread.parts(rows, spans), rates)
    explained: list[ExplainedRow] = []
    for row in found.rows.items:
        parts, before = spread.parts(row, spans), int(exact)
        exact += _share(parts, rates)
        explained.append(ExplainedRow(row, sum(parts), int(exact) - before))
    return Page(explained, page.page, page.size, found.rows.total)


def _share(parts: Sequence[int], rates: Sequence[Decimal]) -> Decimal:
    return sum((part * rate for part, rate in zip(parts, rates, strict=True)), Decimal(0))


def _groups(
    books: Books, settlement: Settlement, entry: Entry, channel: ChannelId
) -> tuple[Group, ...]:
    return tuple(
        group
        for group in books.settlements.groups(settlement.month, settlement.revision, [channel])
        if group.type is entry.type
        and any(link.account == entry.account for link in group.chain.links)
    )


def _posted_before(books: Books, entry: Entry, month: Month) -> Money:
    rows = books.ledger.statements.entries_of_month(entry.account, month, [entry.type])
    of_channel = [row for row in rows if row.channel == entry.channel]
    before = of_channel[: of_channel.index(entry)]
    return total(row.amount for row in before if is_of_close(books, row))


def is_of_close(books: Books, entry: Entry) -> bool:
    """Whether a month's close or adjustment posted it: a line without a file has no report rows."""
    transaction = books.ledger.transaction_of(entry.account, entry.id)
    return transaction is not None and transaction.kind in CLOSED_MONTH
