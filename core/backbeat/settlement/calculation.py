"""A month worked out over the books, by given rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date
from functools import partial

from backbeat.accounts.model import FeeRate
from backbeat.accounts.network.tree import AccountTree, Place
from backbeat.figures.model import RecordFigure, SpanEstimate
from backbeat.kernel.ids import AccountId, PlatformChannelId
from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Kind
from backbeat.policies.service import settings_on
from backbeat.settings import FeeChange, MemberPayout, Settings
from backbeat.settlement.model import Computed, SettlementTerms
from backbeat.settlement.month_shares import Rates, Sharing, Spans, compute
from backbeat.settlement.ports import Books, Progress
from backbeat.settlement.rules import kinds_to_settle

RatesOn = Callable[[date], Rates]
"""What managers keep on a day."""


def terms_of(rules: Settings) -> SettlementTerms:
    """The rules of the settings that a month is settled by, as they are kept with it (POLICY-4)."""
    return SettlementTerms(
        rules.settlement.operator_rate,
        rules.settlement.member_payout is MemberPayout.THROUGH_MAIN,
        rules.settlement.fee_change is FeeChange.IMMEDIATE,
    )


def terms_in(books: Books, settings: Settings, month: Month) -> SettlementTerms:
    """The rules a month is settled by: those of its close, else those of its first day."""
    settled = books.settlements.of(month)
    if settled:
        return settled[0].terms
    return terms_of(settings_on(books.policies, settings, month.first))


def kinds_in(books: Books, settings: Settings, month: Month) -> tuple[Kind, ...]:
    """The kinds of record a month is settled by: those of its close, else those of the settings."""
    settled = books.settlements.of(month)
    if settled:
        return settled[0].kinds
    return kinds_to_settle(settings.settlement.record_kinds, books.confirmed.record_kinds())


def calculate(
    books: Books,
    month: Month,
    kinds: Sequence[Kind],
    terms: SettlementTerms,
    *,
    spans: Spans,
    progress: Progress,
    rates_on: RatesOn | None = None,
) -> Computed:
    """The month by these rules; `rates_on` in place of the rates in force.

    `spans` tell whose which channel's days of the month are.
    """
    confirmed = books.confirmed

    def detailed(
        channel: PlatformChannelId, starts: Sequence[int]
    ) -> tuple[Iterator[RecordFigure], Iterator[SpanEstimate]]:
        return (
            confirmed.figures(month, kinds, [channel]),
            books.statistics.span_estimates(month, channel, starts),
        )

    return compute(
        month,
        confirmed.sums(month, kinds),
        detailed,
        spans=spans,
        sharing=sharing(books, month, terms, rates_on),
        progress=progress,
    )


def sharing(
    books: Books, month: Month, terms: SettlementTerms, rates_on: RatesOn | None = None
) -> Sharing:
    """Who shares with whom in the month, by these rules."""
    in_force = rates_on or partial(rates_in_force, books)
    return Sharing(month, books.accounts.tree(), in_force, terms)


def sharing_among(
    books: Books, month: Month, terms: SettlementTerms, holders: Collection[AccountId]
) -> Sharing:
    """The same for the revenue of these holders, without a look at everybody else's places."""
    places: dict[AccountId, Place] = {}
    for holder in holders:
        if holder not in places:
            places.update(books.accounts.family(holder).places)
    tree = AccountTree(places)
    sharers = {sharer for holder in holders for sharer in tree.upwards(holder)}
    rates = {sharer: books.fee_rates.of(sharer) for sharer in sharers}
    return Sharing(month, tree, lambda _: rates, terms)


def rates_in_force(books: Books, day: date) -> Mapping[AccountId, Sequence[FeeRate]]:
    """What managers keep of each account's revenue on a day."""
    return {account: (rate,) for account, rate in books.fee_rates.in_force(day).items()}
