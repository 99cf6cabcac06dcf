"""A month takes little more memory for more creators (SETTLE-24)."""

from __future__ import annotations

import tracemalloc
from datetime import date

import pytest
from tests.fakes.accounts import NOW

from backbeat.accounts.network.tree import AccountTree, Place
from backbeat.channels.model import ChannelSpan, Span
from backbeat.figures.model import ChannelSum
from backbeat.kernel import packed
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, ChannelId, PlatformChannelId
from backbeat.kernel.months import Month
from backbeat.ledger.model import Kind
from backbeat.settlement import posting
from backbeat.settlement.model import Computed, SettlementTerms
from backbeat.settlement.month_shares import Sharing, compute

SEPTEMBER = Month(2025, 9)
BYTES_A_CREATOR = 300


def worked_out(creators: int) -> Computed:
    """A month of so many creators with a channel each, all of whose days are theirs."""

    def spans(channel: PlatformChannelId) -> list[ChannelSpan]:
        holder = AccountId(f"account-{channel[2:]}")
        return [ChannelSpan(ChannelId(f"channel-{channel[2:]}"), Span(holder, holder, date.min))]

    return compute(
        SEPTEMBER,
        (
            ChannelSum(PlatformChannelId(f"UC{number:022}"), 1_000_000 + number)
            for number in range(creators)
        ),
        lambda *_: ((), ()),
        spans=spans,
        sharing=lambda holders: Sharing(
            SEPTEMBER,
            AccountTree.of(Place(each, None, can_manage=False) for each in holders),
            {},
            SettlementTerms(),
        ),
        terms=SettlementTerms(),
        progress=lambda *_: None,
    )


def peak(creators: int) -> int:
    """The most memory that working a month out and drafting it takes."""
    tracemalloc.start()
    try:
        month = worked_out(creators)
        act = ActContext(Actor.operator("ann"), date(2025, 10, 20), NOW, None)
        series = posting.Series(
            "settlement:2025-09:0", SEPTEMBER, Kind.SETTLEMENT, is_correction=False
        )
        draft = posting.draft(series, month.shares, {}, act)
        assert len(list(draft.accounts())) == creators
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_another_creator_takes_less_than_a_third_of_a_kilobyte(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(packed, "ROWS_A_RUN", 500)
    few, many = 1_000, 4_000
    peak(few)

    assert peak(many) - peak(few) < (many - few) * BYTES_A_CREATOR
