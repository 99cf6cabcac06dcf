"""Tracing a posted amount back: its rule, its rate, its rounding, and the rows of the reports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal

from attrs import evolve, frozen

from backbeat.kernel.ids import PlatformChannelId
from backbeat.kernel.money import NANOS_PER_MICRO, Money, total
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page, PageRequest
from backbeat.ledger.model import CLOSED_MONTH, Entry, EntryType, Transaction
from backbeat.settlement import rules
from backbeat.settlement.exclusive import exclusive_in
from backbeat.settlement.model import AmountBreakdown, ExplainedRow, Settlement
from backbeat.settlement.month_shares import Tenure
from backbeat.settlement.packed import Group
from backbeat.settlement.ports import Books
from backbeat.settlement.posting import revision_of
from backbeat.settlement.replay import Spreading, kept_chain, tenures_of


def break_down(books: Books, transaction: Transaction, entry: Entry) -> AmountBreakdown | None:
    """Rule, rate and rounding of an entry posted by a settlement; None for any other entry."""
    if entry.month is None or entry.channel is None:
        return None
    settled = settled_up_to(transaction, entry, books.settlements.of(entry.month))
    if not settled:
        return None
    settlement = settled[-1]
    of_channel = groups_of_channel(books, settlement, entry)
    groups = theirs(of_channel, entry)
    former = _posted_before(books, entry, entry.month)
    # An entry that takes back the whole amount has nothing to share: then the earlier rule applies.
    ruling = groups or next(
        filter(
            None,
            (theirs(groups_of_channel(books, each, entry), entry) for each in settled[::-1]),
        ),
        (),
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
        is_parted(of_channel),
    )


def rows_behind(books: Books, breakdown: AmountBreakdown, page: PageRequest) -> Page[ExplainedRow]:
    """A page of the report rows behind an amount, with the part of each that counted.

    They are the rows from which its settlement was computed, as they were then.
    """
    settlement = breakdown.settlement
    shared = shared_days(books, settlement, breakdown.entry, breakdown.groups)
    if shared is None:
        return page.of([])
    counting = (
        exclusive_in(books, settlement.month).counting(breakdown.entry.type)
        if breakdown.is_parted
        else None
    )
    found = books.report_rows.page(
        settlement.month,
        shared.channel,
        settlement.kinds,
        [(span.from_day, span.until) for span in shared.spans],
        page,
        last_file=settlement.last_file,
        counting=counting,
    )
    spread = Spreading(books, shared.channel, settlement.month)
    exact = Decimal(0)
    for rows in found.before:
        exact += shared.part(spread.parts(rows, shared.spans))
    explained: list[ExplainedRow] = []
    for row in found.rows.items:
        counted = evolve(row, nanos=counting(row)) if counting else row
        parts, before = spread.parts(counted, shared.spans), int(exact)
        exact += shared.part(parts)
        explained.append(ExplainedRow(row, sum(parts), int(exact) - before))
    return Page(explained, page.page, page.size, found.rows.total)


@frozen
class SharedDays:
    """The spans of a channel's days that are shared with an account, and the rate of each."""

    channel: PlatformChannelId
    spans: Sequence[Tenure]
    rates: Sequence[Decimal]

    def part(self, counted: Sequence[int]) -> Decimal:
        """The account's part of what counts in each span."""
        parts = (nanos * rate for nanos, rate in zip(counted, self.rates, strict=True))
        return sum(parts, Decimal(0))

    def rate_on(self, day: date) -> Decimal:
        found = zip(self.spans, self.rates, strict=True)
        return next(rate for span, rate in found if span.from_day <= day < span.until)


def shared_days(
    books: Books, settlement: Settlement, entry: Entry, groups: Sequence[Group]
) -> SharedDays | None:
    """The days of the entry's channel that were shared with its account; None if there are none."""
    registered = books.channels.get(entry.channel) if entry.channel else None
    if registered is None:
        return None
    month, terms = settlement.month, settlement.terms
    tenures, among = tenures_of(books, month, [registered], terms)
    shared = [
        (span, terms.shared_rate * rules.fraction_of(entry.account, chain))
        for span in tenures
        if (chain := kept_chain(span, groups, among)) is not None
    ]
    if not shared:
        return None
    spans, rates = zip(*shared, strict=True)
    return SharedDays(registered.platform_id, spans, rates)


def settled_up_to(
    transaction: Transaction, entry: Entry, settled: Sequence[Settlement]
) -> Sequence[Settlement]:
    """The month's settlements up to the one that posted an entry; none for any other entry."""
    if transaction.kind not in CLOSED_MONTH or entry.month is None or entry.channel is None:
        return ()
    return settled[: revision_of(transaction.source) + 1]


def groups_of_channel(books: Books, settlement: Settlement, entry: Entry) -> Sequence[Group]:
    """The groups of the entry's channel that a settlement computed."""
    channels = [entry.channel] if entry.channel else []
    return books.settlements.groups(settlement.month, settlement.revision, channels)


def theirs(groups: Iterable[Group], entry: Entry) -> tuple[Group, ...]:
    """Those of its channel's groups from which an entry was computed."""
    return tuple(
        group
        for group in groups
        if group.type is entry.type
        and any(link.account == entry.account for link in group.chain.links)
    )


def is_parted(groups: Iterable[Group]) -> bool:
    """Whether part of a channel's month belongs to exclusive tracks, so that a row may count in
    part.
    """
    return any(group.type is EntryType.MUSIC_PROFITABLE_PROFIT for group in groups)


def _posted_before(books: Books, entry: Entry, month: Month) -> Money:
    rows = books.ledger.statements.entries_of_month(entry.account, month, [entry.type])
    of_channel = [row for row in rows if row.channel == entry.channel]
    before = of_channel[: of_channel.index(entry)]
    return total(row.amount for row in before if is_of_close(books, row))


def is_of_close(books: Books, entry: Entry) -> bool:
    """Whether a month's close or adjustment posted it; a line without a file has no report rows."""
    transaction = books.ledger.transaction_of(entry.account, entry.id)
    return transaction is not None and transaction.kind in CLOSED_MONTH
