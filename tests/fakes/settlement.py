"""Builders for closing a month: a tree of accounts, channels that earn, figures and estimates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import groupby

from attrs import evolve
from tests.fakes.channels import a_channel

from backbeat.accounts.model import FeeRate, Placement
from backbeat.accounts.network.tree import AccountTree, Place
from backbeat.channels.model import Channel, EarningInterval, Holding, Timeline
from backbeat.figures.model import ChannelSum, DailyEstimate, RecordFigure, SpanEstimate
from backbeat.figures.rules import in_spans
from backbeat.kernel.ids import AccountId, PlatformChannelId, VideoId
from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Kind
from backbeat.platforms.own.report_kinds import OWN_MONTHLY
from backbeat.settlement.model import Computed, SettlementTerms
from backbeat.settlement.month_shares import Sharing, compute, spans_of
from backbeat.settlement.service import no_progress

SEPTEMBER = Month(2025, 9)
NANOS = 1_000_000_000


def nanos(amount: str) -> int:
    """A decimal amount of USD in nano-USD."""
    return int(Decimal(amount) * NANOS)


def a_tree(**managers: str | None) -> AccountTree:
    """Accounts by name, each with the name of its manager."""
    return AccountTree.of(
        Place(AccountId(name), AccountId(manager) if manager else None, can_manage=True)
        for name, manager in managers.items()
    )


def moved(tree: AccountTree, name: str, manager: str, day: date) -> AccountTree:
    """The tree after an account was moved below another one from a day on."""
    before = tree.places[AccountId(name)]
    assert before.manager is not None
    stood = before.placements or (Placement(before.account, before.manager, date(2025, 1, 1)),)
    after = evolve(
        before,
        manager=AccountId(manager),
        placements=(*stood, Placement(before.account, AccountId(manager), day)),
    )
    return AccountTree({**tree.places, before.account: after})


def an_earning_channel(
    number: int,
    holders: Sequence[tuple[str, date]],
    *,
    owner: str | None = None,
    intervals: Sequence[tuple[date, date | None]] = ((date(2025, 1, 1), None),),
    lost_from: date | None = None,
) -> Channel:
    """A channel with who held it from which day, and when it earned."""
    owned_by = AccountId(owner or holders[0][0])
    return evolve(
        a_channel(number, owner=owned_by),
        timeline=Timeline(
            owned_by,
            tuple(Holding(AccountId(name), day) for name, day in holders),
            tuple(EarningInterval(owned_by, first, until) for first, until in intervals),
            lost_from,
        ),
    )


def a_figure(
    channel: Channel,
    amount: str,
    *,
    video: str = "V1",
    day: date | None = None,
    kind: Kind = OWN_MONTHLY,
    month: Month = SEPTEMBER,
) -> RecordFigure:
    """Confirmed money of one of the channel's videos."""
    return RecordFigure(month, kind, channel.platform_id, VideoId(video), day, 0, nanos(amount))


def an_estimate(
    channel: Channel,
    day: date,
    amount: str = "0",
    *,
    video: str = "V1",
    views: int = 0,
    ads: str | None = None,
    premium: str = "0",
) -> DailyEstimate:
    """What one of the channel's videos was thought to earn on a day."""
    total = nanos(amount)
    return DailyEstimate(
        channel.platform_id,
        VideoId(video),
        day,
        views,
        total,
        nanos(ads) if ads is not None else total,
        nanos(premium),
    )


def calculated(
    figures: Iterable[RecordFigure],
    channels: Iterable[Channel],
    tree: AccountTree,
    *,
    estimates: Iterable[DailyEstimate] = (),
    rates: Mapping[str, str] | None = None,
    rates_by_day: Mapping[date, Mapping[str, str]] | None = None,
    terms: SettlementTerms | None = None,
    month: Month = SEPTEMBER,
) -> Computed:
    """A month worked out over values, whatever their order. Rates are what the manager keeps."""
    registered: dict[PlatformChannelId, list[Channel]] = {}
    for channel in channels:
        registered.setdefault(channel.platform_id, []).append(channel)

    ordered = sorted(figures, key=lambda each: (each.channel, each.video))
    weights = sorted(estimates, key=lambda each: each[:3])

    def detailed(
        wanted: PlatformChannelId, starts: Sequence[int]
    ) -> tuple[Sequence[RecordFigure], Sequence[SpanEstimate]]:
        theirs = groupby(
            (each for each in weights if each.channel == wanted), key=lambda each: each.video
        )
        return (
            [each for each in ordered if each.channel == wanted],
            [span for _, of_video in theirs for span in in_spans(of_video, starts)],
        )

    changed = [(first, on) for first, on in sorted((rates_by_day or {}).items())]
    by_account: dict[AccountId, list[FeeRate]] = {}
    for first, on in [(month.first, rates or {}), *changed]:
        for name, rate in on.items():
            account = AccountId(name)
            by_account.setdefault(account, []).append(FeeRate(account, Decimal(rate), first))
    by_rules = terms or SettlementTerms(daily=rates_by_day is not None)

    return compute(
        month,
        [
            ChannelSum(channel, sum(each.nanos for each in own))
            for channel, own in groupby(ordered, key=lambda each: each.channel)
        ],
        detailed,
        spans=lambda channel: spans_of(registered.get(channel, ())),
        sharing=lambda _: Sharing(month, tree, by_account, by_rules),
        terms=by_rules,
        progress=no_progress,
    )


def shares(computed: Computed) -> dict[str, str]:
    """What each account gets over all channels, as text."""
    sums: dict[str, int] = {}
    for owed, amount in computed.shares.items():
        sums[owed.account] = sums.get(owed.account, 0) + amount.micros
    return {name: format(Decimal(micros) / 1_000_000, "f") for name, micros in sorted(sums.items())}
