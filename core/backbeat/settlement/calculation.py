"""Computing a month from the books, by given rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from hashlib import sha256
from typing import Any

from attrs import define, field

from backbeat.accounts.network.tree import AccountTree
from backbeat.channels.model import ChannelSpan
from backbeat.figures.model import RecordFigure, SpanEstimate
from backbeat.kernel.ids import AccountId, PlatformChannelId
from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Kind
from backbeat.policies.service import settings_on
from backbeat.settings import FeeChange, MemberPayout, Settings
from backbeat.settlement.exclusive import exclusive_figures
from backbeat.settlement.model import Computed, SettlementTerms
from backbeat.settlement.month_shares import (
    Sharing,
    SharingAmong,
    UnorderedFigures,
    compute,
)
from backbeat.settlement.ports import Books, Progress
from backbeat.settlement.rules import kinds_to_settle


def terms_of(rules: Settings) -> SettlementTerms:
    """The rules in the settings by which a month is settled, as they are stored with it (POLICY-4)."""
    return SettlementTerms(
        rules.settlement.operator_rate,
        rules.settlement.member_payout is MemberPayout.THROUGH_MAIN,
        rules.settlement.fee_change is FeeChange.IMMEDIATE,
    )


def terms_in(books: Books, settings: Settings, month: Month) -> SettlementTerms:
    """The rules by which a month is settled: those of its close, otherwise those of its first day."""
    settled = books.settlements.of(month)
    if settled:
        return settled[0].terms
    return terms_of(settings_on(books.policies, settings, month.first))


def kinds_in(books: Books, settings: Settings, month: Month) -> tuple[Kind, ...]:
    """The kinds of record from which a month is settled: those of its close, otherwise those of the
    settings.
    """
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
    progress: Progress,
    days: EarningDays | None = None,
    sharing: SharingAmong | None = None,
) -> Computed:
    """The month by these rules; `sharing` replaces the places and rates in force."""
    confirmed = books.confirmed
    owned = days or EarningDays.of_month(books, month)

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
        spans=owned.of,
        sharing=sharing or partial(sharing_among, books, month, terms),
        terms=terms,
        progress=progress,
        exclusive=exclusive_figures(books, month, kinds),
    )


def sharing_among(
    books: Books, month: Month, terms: SettlementTerms, holders: Collection[AccountId]
) -> Sharing:
    """Who shares the revenue of these holders, and by which rates, in the month."""
    tree = books.accounts.upwards(holders)
    rates = books.fee_rates.of_all(members_in(tree))
    return Sharing(month, tree, rates, terms)


def members_in(tree: AccountTree) -> list[AccountId]:
    """The accounts that are below another."""
    return [place.account for place in tree.places.values() if place.manager is not None]


@define
class EarningDays:
    """To whom each channel's days belong, read in step with the figures; both are ordered by
    channel.
    """

    _stream: Iterator[tuple[PlatformChannelId, Sequence[ChannelSpan]]]
    _hash: Any = field(factory=sha256, init=False)
    _channel: PlatformChannelId | None = field(default=None, init=False)
    _found: Sequence[ChannelSpan] = field(default=(), init=False)

    @classmethod
    def of_month(cls, books: Books, month: Month) -> EarningDays:
        return cls(iter(books.channels.spans_between(month.first, month.last)))

    def of(self, channel: PlatformChannelId) -> Sequence[ChannelSpan]:
        """One channel's; may only be asked in ascending order."""
        while self._channel is None or self._channel < channel:
            if not self._read_on():
                return ()
        return self._found if self._channel == channel else ()

    def hashed(self) -> str:
        """A hash of all of them, to detect changes."""
        while self._read_on():
            pass
        return str(self._hash.hexdigest())

    def _read_on(self) -> bool:
        following = next(self._stream, None)
        if following is None:
            return False
        channel, found = following
        if self._channel is not None and channel <= self._channel:
            raise UnorderedFigures(f"earning days: {channel} after {self._channel}")
        self._channel, self._found = following
        for own, span in found:
            days = f"{span.from_day} {span.until}"
            self._hash.update(f"{channel}\t{own}\t{span.owner}\t{span.holder}\t{days}\n".encode())
        return True
