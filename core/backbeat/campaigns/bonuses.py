"""What became of bonuses that were posted (CAMPAIGN-7)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from backbeat.campaigns.model import NOTHING, Bonus, CampaignId
from backbeat.kernel.ids import VideoId
from backbeat.kernel.money import Money
from backbeat.ledger.ledger import Ledger


def reversed_by_video(
    ledger: Ledger, bonuses: Sequence[Bonus]
) -> Mapping[CampaignId, Mapping[VideoId, Money]]:
    """What of these bonuses the operator has taken back, by campaign and video."""
    undone = ledger.reversals.among([each.entry for each in bonuses]) if bonuses else ()
    found: dict[CampaignId, dict[VideoId, Money]] = defaultdict(dict)
    for each in bonuses:
        if each.entry in undone:
            before = found[each.campaign].get(each.video, NOTHING)
            found[each.campaign][each.video] = before + each.amount
    return found
