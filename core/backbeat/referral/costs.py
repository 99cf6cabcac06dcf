"""What the rewards of a month would cost the operator, before anything is posted (REFER-2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import date

from attrs import frozen

from backbeat.accounts.invitations import Invitation
from backbeat.dashboards import rules as dashboards
from backbeat.dashboards.model import Range, Segment
from backbeat.kernel.ids import AccountId, PlatformChannelId
from backbeat.kernel.money import Money, total
from backbeat.kernel.transactions import Transactions
from backbeat.policies.rules import ruled
from backbeat.referral import rules
from backbeat.referral.earnings import Sharing, sight_of
from backbeat.referral.ports import CostBooks
from backbeat.referral.rewards import window_in
from backbeat.settings import Settings
from backbeat.settlement import confirmed_days
from backbeat.settlement.model import Preview


@frozen
class RewardCosts:
    """What rewards would cost the operator in a previewed month; caps and held invitations are
    ignored.
    """

    transactions: Transactions[CostBooks]
    settings: Settings

    def of(self, preview: Preview) -> Money:
        """What inviters would get for the month according to these figures."""
        month = preview.month
        with self.transactions.look() as books:
            invited = {
                each.friend: each
                for each in books.invitations.of_month(month)
                if not each.is_refused
            }
            if not invited:
                return rules.NOTHING
            whole = Range(month.first, month.last)
            shares = _shares(preview, invited)
            cut = [
                each
                for friend, each in invited.items()
                if friend in shares and window_in(each, month) != whole
            ]
            for each in cut:
                shares[each.friend] = min(shares[each.friend], _in_window(books, preview, each))
            rate = ruled(self.settings, books.policies.all(), month.first).referral.reward_rate
        return total(rules.reward(base, rate) for base in shares.values())


def _shares(preview: Preview, invited: Mapping[AccountId, Invitation]) -> dict[AccountId, Money]:
    """What the month brings each friend; other accounts are ignored."""
    found: dict[AccountId, int] = defaultdict(int)
    for account, micros in preview.computed.shares.micros():
        if account in invited:
            found[account] += micros
    return {account: Money(micros) for account, micros in found.items()}


def _in_window(books: CostBooks, preview: Preview, invitation: Invitation) -> Money:
    """The part that falls on the window's days, split as the close would split it."""
    month, days = preview.month, window_in(invitation, preview.month)
    sight = sight_of(books, [invitation.friend])
    rate = preview.computed.terms.operator_rate
    parts = Sharing([(month.first, rate)], days.last, has_deleted=True).segments(
        sight, invitation.friend, days
    )
    nanos: dict[tuple[PlatformChannelId, date], int] = defaultdict(int)
    channels = sorted({part.channel for part in parts})
    for each in confirmed_days.worked_out(books, month, preview.kinds, channels):
        nanos[each.channel, each.day] += each.revenue_nanos
    return rules.of_nanos(sum(_share(parts, *of, amount) for of, amount in nanos.items()))


def _share(parts: list[Segment], channel: PlatformChannelId, day: date, nanos: int) -> int:
    return sum(
        dashboards.share(nanos, part)
        for part in parts
        if part.channel == channel and part.first <= day <= part.last
    )
