"""Where a report's row went: who shares it, by which rule, and which part belongs to nobody
(TRACE-1).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial

from attrs import evolve

from backbeat.accounts.network.shares import Chain
from backbeat.channels.model import Channel
from backbeat.figures.model import ChannelSum
from backbeat.kernel.ids import ChannelId, PlatformChannelId
from backbeat.ledger.model import EntryType
from backbeat.platforms.kinds import Kind
from backbeat.report_files.model import Counting, RowOrigin
from backbeat.settlement import rules
from backbeat.settlement.calculation import sharing_among
from backbeat.settlement.exclusive import exclusive_figures, exclusive_in
from backbeat.settlement.model import RowShare, RowSharing, Settlement, SettlementTerms
from backbeat.settlement.month_shares import Tenure, compute, spans_of
from backbeat.settlement.packed import Group
from backbeat.settlement.ports import Books
from backbeat.settlement.replay import Spreading, kept_chain, tenures_of

Counted = Mapping[tuple[ChannelId, Chain, EntryType], int]
"""The part of a row that is shared for a channel along a chain, by the type as which it is posted.
"""


def follow(
    books: Books, row: RowOrigin, settled: Sequence[Settlement], terms: SettlementTerms
) -> RowSharing:
    """How a booked row is shared: as the newest settlement did, or otherwise as a close would do it
    now.
    """
    registrations = books.channels.of_platform([row.channel]).get(row.channel, ())
    counted = _counted(books, row, registrations, settled, terms)
    shares, operator = _shares(counted, terms)
    return RowSharing(tuple(shares), operator, row.nanos - sum(counted.values()))


def has_changed(
    books: Books, channel: PlatformChannelId, newest: Settlement, kinds: Sequence[Kind]
) -> bool:
    """Whether a channel computed now differs from what the newest settlement computed.

    If so, its figures or its people have changed since, and an adjustment would post the
    difference.
    """
    month = newest.month
    registrations = books.channels.of_platform([channel]).get(channel, ())
    spans = spans_of(registrations)
    found = list(books.confirmed.figures(month, kinds, [channel]))
    now = compute(
        month,
        [ChannelSum(channel, sum(figure.nanos for figure in found))],
        lambda _, starts: (found, books.statistics.span_estimates(month, channel, starts)),
        spans=lambda _: spans,
        sharing=partial(sharing_among, books, month, newest.terms),
        terms=newest.terms,
        progress=lambda *_: None,
        exclusive=exclusive_figures(books, month, kinds, [channel]),
    )
    return set(now.groups) != set(_groups(books, registrations, newest))


def _counted(
    books: Books,
    row: RowOrigin,
    registrations: Sequence[Channel],
    settled: Sequence[Settlement],
    terms: SettlementTerms,
) -> Counted:
    spans, among = tenures_of(books, row.month, registrations, terms)
    groups = _groups(books, registrations, settled[-1]) if settled else ()
    counted: dict[tuple[ChannelId, Chain, EntryType], int] = defaultdict(int)
    for type_, counting in exclusive_in(books, row.month).parted(row).items():
        for span, part in zip(spans, _parts(books, row, spans, counting), strict=True):
            if part:
                chain = kept_chain(span, groups, among) or among.chain(span.holder, span.from_day)
                counted[span.channel, chain, type_] += part
    return counted


def _parts(
    books: Books, row: RowOrigin, spans: Sequence[Tenure], counting: Counting
) -> Sequence[int]:
    """The part of the row that counts on each span, after the rows of its figure that precede it."""
    spread = Spreading(books, row.channel, row.month)
    own = evolve(row, nanos=counting(row))
    if row.day is not None:
        return spread.parts(own, spans)
    same = books.report_rows.of(row.month, row.channel, [row.kind], row.video)
    for each in same:
        parts = spread.parts(evolve(each, nanos=counting(each)), spans)
        if (each.report, each.line) == (row.report, row.line):
            return parts
    return spread.parts(own, spans)


def _shares(counted: Counted, terms: SettlementTerms) -> tuple[list[RowShare], int]:
    operator = 0
    shares: list[RowShare] = []
    for (channel, chain, type_), nanos in counted.items():
        creators = int(nanos * terms.shared_rate)
        operator += nanos - creators
        for account, share in chain.split(creators).items():
            rate = terms.shared_rate * rules.fraction_of(account, chain)
            if rate or share:
                rule = rules.rule_of(account, [chain], terms)
                shares.append(RowShare(account, channel, type_, rule, rate, nanos, share))
    return shares, operator


def _groups(
    books: Books, registrations: Sequence[Channel], settlement: Settlement
) -> Sequence[Group]:
    channels = [channel.id for channel in registrations]
    return books.settlements.groups(settlement.month, settlement.revision, channels)
