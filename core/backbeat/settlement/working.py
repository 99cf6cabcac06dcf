"""A month worked out over the books, by given rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date

from backbeat.accounts.model import FeeRate
from backbeat.kernel.ids import AccountId
from backbeat.kernel.months import Month
from backbeat.settings import FeeChange, MemberPayout, Settings
from backbeat.settlement.computing import Rates, Sharing, compute
from backbeat.settlement.model import Computed, Terms
from backbeat.settlement.ports import Books, Progress
from backbeat.videos.kinds import Kind

RatesOn = Callable[[date], Rates]
"""What managers keep on a day."""


def terms_of(rules: Settings) -> Terms:
    """The rules of the settings that a month is settled by, as they are kept with it (D-135)."""
    return Terms(
        rules.settlement.operator_rate,
        rules.settlement.member_payout is MemberPayout.THROUGH_MAIN,
        rules.settlement.fee_change is FeeChange.IMMEDIATE,
    )


def worked_out(
    books: Books,
    month: Month,
    kinds: Sequence[Kind],
    terms: Terms,
    *,
    progress: Progress,
    rates_on: RatesOn | None = None,
) -> Computed:
    """The month by these rules; `rates_on` in place of the rates in force."""
    return compute(
        month,
        books.statistics.record_figures(month, kinds),
        books.statistics.daily_estimates(month, splitting=kinds),
        registrations=books.channels.of_platform,
        sharing=sharing(books, month, terms, rates_on),
        progress=progress,
    )


def sharing(books: Books, month: Month, terms: Terms, rates_on: RatesOn | None = None) -> Sharing:
    """Who shares with whom in the month, by these rules."""
    in_force: RatesOn = lambda day: rates_in_force(books, day)  # noqa: E731
    return Sharing(month, books.accounts.tree(), rates_on or in_force, terms)


def rates_in_force(books: Books, day: date) -> Mapping[AccountId, Sequence[FeeRate]]:
    """What managers keep of each account's revenue on a day."""
    return {account: (rate,) for account, rate in books.fee_rates.in_force(day).items()}
