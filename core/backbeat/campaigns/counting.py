"""Counting views, judging music, and paying what a closed month brought (CAMPAIGN-6 to 8)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from attrs import frozen

from backbeat.audit.model import AuditEntry
from backbeat.campaigns import rules
from backbeat.campaigns.model import (
    NOTHING,
    Bonus,
    Campaign,
    CampaignEntry,
    CampaignId,
    Due,
    EntryState,
)
from backbeat.campaigns.ports import Books
from backbeat.campaigns.rules import Counted
from backbeat.channels.model import Channel, Span
from backbeat.jobs.ports import Task
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId, VideoId
from backbeat.kernel.money import Money, total
from backbeat.kernel.months import Month
from backbeat.kernel.targets import Target, TargetKind
from backbeat.kernel.transactions import Transactions
from backbeat.ledger import rules as ledger_rules
from backbeat.ledger.model import Entry, EntryType, Kind
from backbeat.notifications.model import Notification, Subject
from backbeat.policies.rules import ruled
from backbeat.settings import Settings
from backbeat.settlement.rewarding import PAY_CAMPAIGNS

COUNT = "campaigns.count"
"""The kind of job that `Counting.count` does, every hour."""


@frozen
class _Count:
    """A campaign and its entries as a count finds them; nothing of it is written yet."""

    campaign: Campaign
    entries: Sequence[CampaignEntry]


@frozen
class _Payment:
    """A month of an entry that is posted now."""

    campaign: Campaign
    entry: CampaignEntry
    month: Month
    act: ActContext


@frozen
class Counting:
    """The worker's part. `business` dates acts, `security` dates records (DAY-7, DAY-8)."""

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    settings: Settings

    def count(self) -> None:
        """Judge the entries that are being checked, and count every running campaign anew."""
        with self.transactions.look() as books:
            running = books.campaigns.running()
        for campaign in running:
            with self.transactions.begin() as books:
                self._count(books, campaign)

    def handle(self, task: Task[Books]) -> None:
        """Post what a closed month brought one running campaign, and enqueue the next one.

        Run again, it posts nothing more: the entries say what has been paid.
        """
        month = Month.parse(str(task.job.payload["month"]))
        after = str(task.job.payload.get("after", ""))
        with task.closing() as books:
            following = [each for each in books.campaigns.running() if each > after]
            if not following:
                return
            self._count(books, following[0])
            self._pay(books, following[0], month)
            if len(following) > 1:
                payload = {"month": str(month), "after": following[0]}
                books.jobs.enqueue(PAY_CAMPAIGNS, payload)

    def due(self, month: Month) -> Sequence[Due]:
        """What closing the month now would post for each campaign; this only reads."""
        with self.transactions.look() as books:
            running = (books.campaigns.get(each) for each in books.campaigns.running())
            found = [self._due(books, each, month) for each in running if each is not None]
        return [each for each in found if each.amount]

    # -- counting

    def _count(self, books: Books, which: CampaignId) -> None:
        campaign = books.campaigns.lock(which)
        if campaign is None:
            return
        count = self._counted_anew(books, campaign)
        known = {entry.video: entry for entry in books.campaigns.entries(which)}
        for entry in count.entries:
            before = known[entry.video]
            if entry != before:
                books.campaigns.keep(entry)
            if before.takes_part and not entry.takes_part:
                self._tell_of_music(books, campaign, entry)
        books.campaigns.save(count.campaign)

    def _counted_anew(self, books: Books, campaign: Campaign) -> _Count:
        entries = books.campaigns.entries(campaign.id)
        last = books.statistics.last_day()
        if last is None:
            return _Count(campaign, entries)
        judged = [self._judged(books, campaign, entry) for entry in entries]
        reported = _reported(books, campaign, judged, last)
        counted = _counted(campaign, judged, reported)
        views = _posted_views(judged) + counted.views
        week = sum(_since(_week_of(last), days) for days in reported.values())
        return _Count(
            campaign.counted(views, week, last, counted.reached_on),
            [
                entry.counted(entry.posted_views + counted.of(entry.video))
                if entry.takes_part
                else entry
                for entry in judged
            ],
        )

    def _judged(self, books: Books, campaign: Campaign, entry: CampaignEntry) -> CampaignEntry:
        """An entry that was checking, taken or refused once claims tell of its music."""
        if entry.state is not EntryState.CHECKING:
            return entry
        first, last = Month.of(entry.counts_from), Month.of(self.business.today())
        used = books.videos.tracks_of([entry.video], first, last).get(entry.video)
        if not used:
            return entry
        isrcs = {each.isrc for each in used}
        code = rules.music_refused(isrcs, books.tracks.known(isrcs), campaign.track)
        return entry.accepted() if code is None else entry.refused(code)

    def _tell_of_music(self, books: Books, campaign: Campaign, entry: CampaignEntry) -> None:
        """Tell and record that the rules refused an entry for its music."""
        tell_of_refusal(books, campaign, entry, self.business)
        why = str(entry.refused_code)
        act = ActContext(Actor.system(COUNT), self.business.today(), self.business.now(), why)
        record(books, act, "entry_refused", campaign.id, video=entry.video)

    # -- paying

    def _pay(self, books: Books, which: CampaignId, month: Month) -> None:
        """Post the days of a campaign up to the month's end that are not posted."""
        campaign = books.campaigns.get(which)
        if campaign is None:
            return
        entries = books.campaigns.entries(which)
        due = _unpaid(books, campaign, entries, month)
        books.ledger.lock(*{account for _, views in due for account in views})
        act = ActContext(
            Actor.system(PAY_CAMPAIGNS), self.business.today(), self.security.now(), None
        )
        for entry, theirs in due:
            payment = _Payment(campaign, entry, month, act)
            bonuses = [
                bonus
                for account in sorted(theirs)
                if (bonus := self._post(books, payment, account, theirs[account]))
            ]
            books.campaigns.add_bonuses(bonuses)
            amount = total(each.amount for each in bonuses)
            books.campaigns.keep(entry.paid(sum(theirs.values()), amount, month.last))
        is_waiting = any(each.state is EntryState.CHECKING for each in entries)
        if campaign.last_day <= month.last and not is_waiting:
            books.campaigns.save(campaign.settled())

    def _due(self, books: Books, campaign: Campaign, month: Month) -> Due:
        count = self._counted_anew(books, campaign)
        unpaid = _unpaid(books, count.campaign, count.entries, month)
        amounts = (
            _bonus(books, account, views, campaign.rate)
            for _, theirs in unpaid
            for account, views in theirs.items()
        )
        return Due(campaign.id, campaign.title, total(amounts))

    def _post(
        self, books: Books, payment: _Payment, account: AccountId, views: int
    ) -> Bonus | None:
        """A holder's part of an entry's month; None where it is nothing, or nobody's any more."""
        campaign, entry, month = payment.campaign, payment.entry, payment.month
        act = payment.act
        amount = _bonus(books, account, views, campaign.rate)
        if not amount:
            return None
        source = f"campaign:{campaign.id}:{entry.video}:{month}:{account}"
        points = ruled(self.settings, books.policies.all(), act.day).points
        row = Entry(
            ledger_rules.entry_id(source, 0),
            account,
            EntryType.CPV_BONUS,
            amount,
            act.day,
            month=month,
            channel=entry.channel,
            expires_on=ledger_rules.lot_expiry(act.day, points.valid_months),
            note=f"{campaign.title}: {views} × {campaign.rate} / {rules.PER}",
        )
        books.ledger.post_entry(row, act, kind=Kind.GRANT, source=source)
        self._tell(books, campaign, row, ledger_rules.points(amount, points.per_usd))
        return Bonus(
            campaign.id, entry.video, month, account, views, campaign.rate, amount, act.day, row.id
        )

    def _tell(self, books: Books, campaign: Campaign, row: Entry, points: int) -> None:
        facts = {"points": points, "expires_on": row.expires_on, "campaign": campaign.title}
        at = {"type": str(row.type), "date": str(row.day), "entry": str(row.id)}
        books.notifications.add(
            Notification(
                row.account,
                Subject.POINTS_GRANTED,
                self.business.now(),
                facts,
                Target(TargetKind.ENTRY, at),
            )
        )


def tell_of_refusal(
    books: Books, campaign: Campaign, entry: CampaignEntry, business: Clock
) -> None:
    """Tell whoever entered it, with the operator's reason; the campaign's page says why the rules refused."""
    why = {"reason": entry.refused_reason} if entry.refused_reason else {}
    facts = {"campaign": campaign.title, "video": entry.title, **why}
    books.notifications.add(
        Notification(
            entry.account,
            Subject.CAMPAIGN_ENTRY_REFUSED,
            business.now(),
            facts,
            Target(TargetKind.CAMPAIGN, {"id": campaign.id}),
        )
    )


def record(books: Books, act: ActContext, what: str, campaign: CampaignId, **facts: object) -> None:
    """Record in the audit what was done to a campaign, by whom and why; `facts` hold afterwards."""
    books.audit.record(
        AuditEntry(
            act.at,
            act.actor,
            f"campaign.{what}",
            f"campaign:{campaign}",
            after=facts,
            reason=act.reason,
        )
    )


def _unpaid(
    books: Books, campaign: Campaign, entries: Sequence[CampaignEntry], month: Month
) -> Sequence[tuple[CampaignEntry, Mapping[AccountId, int]]]:
    """Entries whose days up to the month's end are not posted, with the views of these days by
    who held the channel."""
    counted = _counted(campaign, entries, _reported(books, campaign, entries, month.last))
    return [
        (each, _by_holder(books, each, counted))
        for each in entries
        if each.state is EntryState.ACCEPTED
        and (each.posted_until is None or each.posted_until < month.last)
    ]


def _bonus(books: Books, account: AccountId, views: int, rate: Money) -> Money:
    """What a holder's views bring; nothing where the account is nobody's any more."""
    holder = books.accounts.get(account)
    is_gone = holder is None or holder.is_deleted
    return NOTHING if is_gone else rules.bonus(views, rate)


def _posted_views(entries: Sequence[CampaignEntry]) -> int:
    return sum(entry.posted_views for entry in entries)


def _reported(
    books: Books, campaign: Campaign, entries: Sequence[CampaignEntry], last: date
) -> Mapping[VideoId, Mapping[date, int]]:
    """What reports tell of the entries that take part, by day."""
    return {
        entry.video: _views_of(books, campaign, entry, last)
        for entry in entries
        if entry.takes_part
    }


def _counted(
    campaign: Campaign,
    entries: Sequence[CampaignEntry],
    reported: Mapping[VideoId, Mapping[date, int]],
) -> Counted[VideoId]:
    """What of the days that are not posted counts, up to one of them."""
    days: dict[date, dict[VideoId, int]] = defaultdict(dict)
    for entry in entries:
        for day, views in reported.get(entry.video, {}).items():
            if entry.posted_until is None or day > entry.posted_until:
                days[day][entry.video] = views
    return rules.count(days, campaign.goal - _posted_views(entries))


def _views_of(
    books: Books, campaign: Campaign, entry: CampaignEntry, last: date
) -> Mapping[date, int]:
    """An entry's views by day as reported, of the days on which somebody holds its channel: those
    that are not posted, and this week's."""
    channel = books.channels.get(entry.channel)
    first = entry.counts_from
    if entry.posted_until is not None:
        first = max(first, min(entry.posted_until + timedelta(1), _week_of(last)))
    last = min(last, campaign.last_day)
    if channel is None or last < first:
        return {}
    spans = channel.timeline.spans()
    return {
        each.day: each.figures.views
        for each in books.statistics.video_days([channel.platform_id], first, last, entry.video)
        if _span_of(spans, each.day) is not None
    }


def _week_of(last: date) -> date:
    """The first of the seven days that end with this one."""
    return last - timedelta(rules.WEEK_DAYS - 1)


def _since(first: date, views: Mapping[date, int]) -> int:
    return sum(count for day, count in views.items() if day >= first)


def _by_holder(
    books: Books, entry: CampaignEntry, counted: Counted[VideoId]
) -> Mapping[AccountId, int]:
    """An entry's views that count, by who held its channel on their days."""
    channel: Channel | None = books.channels.get(entry.channel)
    spans = () if channel is None else channel.timeline.spans()
    found: dict[AccountId, int] = defaultdict(int)
    for day, views in counted.days.items():
        span = _span_of(spans, day)
        if span is not None and views.get(entry.video):
            found[span.holder] += views[entry.video]
    return found


def _span_of(spans: Sequence[Span], day: date) -> Span | None:
    return next((span for span in spans if day in span), None)
