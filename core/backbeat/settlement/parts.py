"""What a posted amount is made of, by video and by day: the parts add up to it, to the micro
(TRACE-6).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import TypeVar

from attrs import Factory, define

from backbeat.kernel.ids import VideoId
from backbeat.kernel.money import NANOS_PER_MICRO, Money
from backbeat.ledger.model import Entry, Transaction
from backbeat.report_files.model import RowSum
from backbeat.settlement import rules
from backbeat.settlement.exclusive import exclusive_in
from backbeat.settlement.explanation import (
    groups_of_channel,
    is_parted,
    settled_up_to,
    shared_days,
    theirs,
)
from backbeat.settlement.model import DayShare, Parts, Settlement, VideoShare
from backbeat.settlement.ports import Books
from backbeat.settlement.replay import Spreading

_Part = TypeVar("_Part")


@define
class _Exact:
    """An account's exact parts, in nano-USD before rounding; `slack` is how far the rounding of a
    close may be from their sum.
    """

    videos: dict[VideoId, Decimal] = Factory(lambda: defaultdict(Decimal))
    days: dict[date | None, Decimal] = Factory(lambda: defaultdict(Decimal))
    slack: int = 0


def parts_of(
    books: Books, transaction: Transaction, entry: Entry, settled: Sequence[Settlement]
) -> Parts | None:
    """The parts of what a close or an adjustment posted; None for any other entry.

    `settled` are the month's settlements. An adjustment's parts are those of its figures minus
    those of the previous settlement.
    """
    upto = settled_up_to(transaction, entry, settled)
    if not upto:
        return None
    exact = _Exact()
    _add(books, exact, entry, upto[-1], 1)
    if len(upto) > 1:
        _add(books, exact, entry, upto[-2], -1)
    told = sum(exact.days.values(), Decimal(0))
    nanos = entry.amount.micros * NANOS_PER_MICRO
    # Earning days may have changed since; then the rows give another amount.
    is_told = bool(exact.days) and abs(told - nanos) <= exact.slack
    amount = entry.amount if is_told else Money(int(told) // NANOS_PER_MICRO)
    days = sorted(exact.days.items(), key=lambda each: each[0] or date.max)
    return Parts(
        tuple(_shares(books, _rounded(amount, sorted(exact.videos.items())))),
        tuple(DayShare(*each) for each in _rounded(amount, days)),
        entry.amount - amount,
    )


def added_up(many: Iterable[Parts]) -> Parts:
    """The parts of several amounts, the videos that brought most first."""
    videos: dict[VideoId, VideoShare] = {}
    days: dict[date | None, Money] = defaultdict(Money.zero)
    rest = Money.zero()
    for parts in many:
        rest += parts.rest
        for day in parts.days:
            days[day.day] += day.amount
        for share in parts.videos:
            known = videos.get(share.video)
            amount = share.amount + known.amount if known else share.amount
            videos[share.video] = VideoShare(share.video, share.title, amount)
    shares = [share for share in videos.values() if share.amount]
    dated = [DayShare(day, amount) for day, amount in days.items() if amount]
    return Parts(
        tuple(sorted(shares, key=lambda each: (-each.amount.micros, each.video))),
        tuple(sorted(dated, key=lambda each: each.day or date.max)),
        rest,
    )


def _add(books: Books, exact: _Exact, entry: Entry, settlement: Settlement, sign: int) -> None:
    of_channel = groups_of_channel(books, settlement, entry)
    groups = theirs(of_channel, entry)
    exact.slack += sum(len(group.chain.links) + 1 for group in groups) * NANOS_PER_MICRO
    shared = shared_days(books, settlement, entry, groups)
    if shared is None:
        return
    sums = books.report_rows.sums_behind(
        settlement.month,
        shared.channel,
        settlement.kinds,
        [(span.from_day, span.until) for span in shared.spans],
        last_file=settlement.last_file,
        counting=(
            exclusive_in(books, settlement.month).counting(entry.type)
            if is_parted(of_channel)
            else None
        ),
    )
    spread = Spreading(books, shared.channel, settlement.month)
    for video, kind, place, nanos in sums.videos:
        if place is None:
            counted = spread.parts(RowSum(None, video, kind, nanos), shared.spans)
            share = shared.part(counted)
            exact.days[None] += sign * share
        else:
            share = nanos * shared.rates[place]
        exact.videos[video] += sign * share
    for day, nanos in sums.days:
        exact.days[day] += sign * nanos * shared.rate_on(day)


def _rounded(
    amount: Money, exact: Sequence[tuple[_Part, Decimal]]
) -> Iterable[tuple[_Part, Money]]:
    parts = rules.to_the_micro(amount, [nanos for _, nanos in exact])
    return ((of, part) for (of, _), part in zip(exact, parts, strict=True) if part)


def _shares(books: Books, parts: Iterable[tuple[VideoId, Money]]) -> Sequence[VideoShare]:
    found: Mapping[VideoId, Money] = dict(parts)
    titles = books.videos.of([video for video in found if video])
    shares = [
        VideoShare(video, titles[video].title if video in titles else video, amount)
        for video, amount in found.items()
    ]
    return sorted(shares, key=lambda each: (-each.amount.micros, each.video))
