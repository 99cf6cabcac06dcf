"""What of the bonuses of a short was taken back: everything of each of its months (CAMPAIGN-7)."""

from __future__ import annotations

from datetime import date
from types import SimpleNamespace
from typing import Any

from backbeat.campaigns.bonuses import reversed_by_video
from backbeat.campaigns.model import Bonus, CampaignId
from backbeat.kernel.ids import AccountId, EntryId, VideoId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month


def a_bonus(campaign: str, video: str, month: int, amount: str) -> Bonus:
    return Bonus(
        CampaignId(campaign),
        VideoId(video),
        Month(2025, month),
        AccountId("mina"),
        1_000,
        Money.of("2.00"),
        Money.of(amount),
        date(2025, month + 1, 20),
        EntryId(f"{campaign} {video} {month}"),
    )


def test_what_was_taken_back_is_added_up_by_campaign_and_short() -> None:
    bonuses = [
        a_bonus("c1", "a", 9, "1.00"),
        a_bonus("c1", "a", 10, "2.00"),
        a_bonus("c1", "a", 11, "4.00"),
        a_bonus("c1", "b", 10, "8.00"),
        a_bonus("c2", "a", 10, "16.00"),
    ]
    undone = {bonuses[0].entry, bonuses[1].entry, bonuses[4].entry}
    ledger: Any = SimpleNamespace(
        reversals=SimpleNamespace(among=lambda asked: undone & set(asked))
    )
    found = reversed_by_video(ledger, bonuses)
    assert found == {"c1": {"a": Money.of("3.00")}, "c2": {"a": Money.of("16.00")}}
    assert reversed_by_video(ledger, []) == {}
