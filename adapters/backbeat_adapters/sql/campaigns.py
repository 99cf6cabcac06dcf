"""Campaigns in SQL: what takes part in one stands in tables of its own. What was posted never
changes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from operator import attrgetter
from typing import Any

from attrs import frozen
from sqlalchemy import (
    Column,
    Connection,
    ForeignKey,
    Index,
    PrimaryKeyConstraint,
    Row,
    Select,
    Text,
    and_,
    case,
    func,
    insert,
    not_,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.sql import ColumnElement

from backbeat.campaigns.model import (
    Application,
    Bonus,
    Campaign,
    CampaignEntry,
    CampaignFile,
    CampaignId,
    EntryState,
    ListView,
)
from backbeat.kernel.ids import AccountId, ChannelId, EntryId, Isrc, VideoId
from backbeat.kernel.money import Money
from backbeat.kernel.pages import Page, PageRequest
from backbeat.media.model import FileKey
from backbeat_adapters.sql.engine.schema import (
    CODE,
    Big,
    Choice,
    Day,
    Flag,
    Instant,
    Micros,
    MonthText,
    append_only,
    table,
)
from backbeat_adapters.sql.engine.upserts import without_key

campaigns = table(
    "campaigns",
    Column("id", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("track", Text, nullable=False),
    Column("rate", Micros, nullable=False),
    Column("budget", Micros, nullable=False),
    Column("until", Day, nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("view_target", Big),
    Column("min_seconds", Big, nullable=False),
    Column("opened_on", Day),
    Column("ended_on", Day),
    Column("target_reached_on", Day),
    Column("goal_reached_on", Day),
    Column("views", Big, nullable=False),
    Column("week_views", Big, nullable=False, server_default="0"),
    Column("counted_until", Day),
    Column("is_settled", Flag, nullable=False),
    Index("ix_campaigns_created_at", "created_at", "id"),
    Index("ix_campaigns_is_settled", "is_settled", "id"),
)
files = table(
    "campaign_files",
    Column("campaign", Text, ForeignKey("campaigns.id"), nullable=False),
    Column("number", Big, nullable=False),
    Column("key", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("media_type", Text, nullable=False),
    Column("size", Big, nullable=False),
    PrimaryKeyConstraint("campaign", "number"),
)
applications = table(
    "campaign_applications",
    Column("campaign", Text, ForeignKey("campaigns.id"), nullable=False),
    Column("channel", Text, nullable=False),
    Column("account", Text, nullable=False),
    Column("applied_on", Day, nullable=False),
    Column("applied_at", Instant, nullable=False),
    PrimaryKeyConstraint("campaign", "channel"),
    Index("ix_campaign_applications_account", "account", "campaign"),
)
entries = table(
    "campaign_entries",
    Column("campaign", Text, ForeignKey("campaigns.id"), nullable=False),
    Column("video", CODE, nullable=False),
    Column("channel", Text, nullable=False),
    Column("account", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("thumbnail", Text),
    Column("counts_from", Day, nullable=False),
    Column("entered_at", Instant, nullable=False),
    Column("state", Choice(EntryState), nullable=False),
    Column("refused_code", Big),
    Column("refused_reason", Text),
    Column("views", Big, nullable=False),
    Column("posted_views", Big, nullable=False),
    Column("posted", Micros, nullable=False),
    Column("posted_until", Day),
    PrimaryKeyConstraint("campaign", "video"),
    Index("ix_campaign_entries_channel", "campaign", "channel"),
    Index("ix_campaign_entries_account", "account", "campaign"),
)
bonuses = append_only(
    table(
        "campaign_bonuses",
        Column("campaign", Text, ForeignKey("campaigns.id"), nullable=False),
        Column("video", CODE, nullable=False),
        Column("month", MonthText, nullable=False),
        Column("account", Text, nullable=False),
        Column("views", Big, nullable=False),
        Column("rate", Micros, nullable=False),
        Column("amount", Micros, nullable=False),
        Column("posted_on", Day, nullable=False),
        Column("entry", Text, nullable=False),
        PrimaryKeyConstraint("campaign", "month", "video", "account"),
        Index("ix_campaign_bonuses_video", "campaign", "video"),
    )
)


@frozen
class SqlCampaigns:
    connection: Connection

    def add(self, campaign: Campaign) -> None:
        self.connection.execute(insert(campaigns).values(_to_row(campaign)))
        rows = [
            {
                "campaign": campaign.id,
                "number": number,
                "key": file.key,
                "name": file.name,
                "media_type": file.media_type,
                "size": file.size,
            }
            for number, file in enumerate(campaign.files)
        ]
        if rows:
            self.connection.execute(insert(files), rows)

    def get(self, campaign: CampaignId) -> Campaign | None:
        return self._one(select(campaigns).where(campaigns.c.id == campaign))

    def lock(self, campaign: CampaignId) -> Campaign | None:
        return self._one(select(campaigns).where(campaigns.c.id == campaign).with_for_update())

    def save(self, campaign: Campaign) -> None:
        row = without_key(campaigns, _to_row(campaign))
        self.connection.execute(update(campaigns).where(campaigns.c.id == campaign.id).values(row))

    def all(self, page: PageRequest) -> Page[Campaign]:
        return self._page(select(campaigns), page)

    def shown(
        self, view: ListView, account: AccountId, today: date, page: PageRequest
    ) -> Page[Campaign]:
        wanted = select(campaigns).where(
            campaigns.c.opened_on.is_not(None), _fits(view, account, today)
        )
        return self._page(wanted, page)

    def counts(self, account: AccountId, today: date) -> Mapping[ListView, int]:
        shown = (case((_fits(view, account, today), 1)) for view in ListView)
        wanted = select(*(func.count(each) for each in shown)).where(
            campaigns.c.opened_on.is_not(None)
        )
        return dict(zip(ListView, self.connection.execute(wanted).one(), strict=True))

    def running(self) -> Sequence[CampaignId]:
        wanted = select(campaigns.c.id).where(
            campaigns.c.is_settled.is_(False), campaigns.c.opened_on.is_not(None)
        )
        found = self.connection.execute(wanted.order_by(campaigns.c.id)).scalars()
        return [CampaignId(each) for each in found]

    def files(self) -> Iterator[FileKey]:
        return map(FileKey, self.connection.execute(select(files.c.key)).scalars())

    def apply(self, application: Application) -> None:
        self.connection.execute(
            insert(applications).values(
                campaign=application.campaign,
                channel=application.channel,
                account=application.account,
                applied_on=application.applied_on,
                applied_at=application.applied_at,
            )
        )

    def application(self, campaign: CampaignId, channel: ChannelId) -> Application | None:
        wanted = select(applications).where(
            applications.c.campaign == campaign, applications.c.channel == channel
        )
        row = self.connection.execute(wanted).first()
        return None if row is None else _to_application(row)

    def applications_of(
        self, account: AccountId, campaigns: Collection[CampaignId]
    ) -> Sequence[Application]:
        wanted = (
            select(applications)
            .where(applications.c.account == account, applications.c.campaign.in_(campaigns))
            .order_by(applications.c.applied_at, applications.c.channel)
        )
        return [_to_application(row) for row in self.connection.execute(wanted)]

    def enter(self, entry: CampaignEntry) -> None:
        self.connection.execute(insert(entries).values(_of_entry(entry)))

    def keep(self, entry: CampaignEntry) -> None:
        self.connection.execute(
            update(entries)
            .where(entries.c.campaign == entry.campaign, entries.c.video == entry.video)
            .values(without_key(entries, _of_entry(entry)))
        )

    def entry(self, campaign: CampaignId, video: VideoId) -> CampaignEntry | None:
        found = self._entries(entries.c.campaign == campaign, entries.c.video == video)
        return next(iter(found), None)

    def entry_of_channel(self, campaign: CampaignId, channel: ChannelId) -> CampaignEntry | None:
        found = self._entries(
            entries.c.campaign == campaign,
            entries.c.channel == channel,
            entries.c.state != EntryState.REFUSED,
        )
        return next(iter(found), None)

    def entries(self, campaign: CampaignId) -> Sequence[CampaignEntry]:
        return self._entries(entries.c.campaign == campaign)

    def entries_of(
        self, account: AccountId, campaigns: Collection[CampaignId]
    ) -> Sequence[CampaignEntry]:
        return self._entries(entries.c.account == account, entries.c.campaign.in_(campaigns))

    def add_bonuses(self, posted: Sequence[Bonus]) -> None:
        rows = [
            {
                "campaign": each.campaign,
                "video": each.video,
                "month": each.month,
                "account": each.account,
                "views": each.views,
                "rate": each.rate.micros,
                "amount": each.amount.micros,
                "posted_on": each.posted_on,
                "entry": each.entry,
            }
            for each in posted
        ]
        if rows:
            self.connection.execute(insert(bonuses), rows)

    def bonuses(self, campaign: CampaignId) -> Sequence[Bonus]:
        wanted = (
            select(bonuses)
            .where(bonuses.c.campaign == campaign)
            .order_by(bonuses.c.month, bonuses.c.video, bonuses.c.account)
        )
        return [_to_bonus(row) for row in self.connection.execute(wanted)]

    def bonuses_of(self, account: AccountId, campaigns: Collection[CampaignId]) -> Sequence[Bonus]:
        own = select(entries.c.campaign, entries.c.video).where(
            entries.c.account == account, entries.c.campaign.in_(campaigns)
        )
        # No join, and put in order here: else SQLite would read everybody's bonuses first.
        wanted = select(bonuses).where(tuple_(bonuses.c.campaign, bonuses.c.video).in_(own))
        found = map(_to_bonus, self.connection.execute(wanted))
        return sorted(found, key=attrgetter("campaign", "month", "video", "account"))

    def _one(self, wanted: Select[Any]) -> Campaign | None:
        row = self.connection.execute(wanted).first()
        return None if row is None else self._with_files([row])[0]

    def _page(self, wanted: Select[Any], page: PageRequest) -> Page[Campaign]:
        total = self.connection.execute(
            wanted.with_only_columns(func.count(), maintain_column_froms=True)
        ).scalar_one()
        rows = self.connection.execute(
            wanted.order_by(campaigns.c.created_at.desc(), campaigns.c.id.desc())
            .limit(page.size)
            .offset(page.offset)
        )
        return Page(self._with_files(rows.all()), page.page, page.size, total)

    def _with_files(self, rows: Sequence[Row[Any]]) -> list[Campaign]:
        wanted = (
            select(files)
            .where(files.c.campaign.in_([row.id for row in rows]))
            .order_by(files.c.campaign, files.c.number)
        )
        kept: dict[str, list[CampaignFile]] = {row.id: [] for row in rows}
        for each in self.connection.execute(wanted):
            file = CampaignFile(FileKey(each.key), each.name, each.media_type, each.size)
            kept[each.campaign].append(file)
        return [_from_row(row, kept[row.id]) for row in rows]

    def _entries(self, *which: ColumnElement[bool]) -> Sequence[CampaignEntry]:
        wanted = select(entries).where(*which).order_by(entries.c.entered_at, entries.c.video)
        return [_to_entry(row) for row in self.connection.execute(wanted)]


def _fits(view: ListView, account: AccountId, today: date) -> ColumnElement[bool]:
    is_over = or_(
        campaigns.c.until < today,
        campaigns.c.ended_on.is_not(None),
        campaigns.c.goal_reached_on.is_not(None),
    )
    match view:
        case ListView.MINE:
            own = and_(applications.c.account == account, applications.c.campaign == campaigns.c.id)
            return select(applications.c.channel).where(own).exists()
        case ListView.OVER:
            return is_over
    return not_(is_over)


def _to_row(campaign: Campaign) -> dict[str, Any]:
    return {
        "id": campaign.id,
        "title": campaign.title,
        "text": campaign.text,
        "track": campaign.track,
        "rate": campaign.rate.micros,
        "budget": campaign.budget.micros,
        "until": campaign.until,
        "created_at": campaign.created_at,
        "view_target": campaign.view_target,
        "min_seconds": campaign.min_seconds,
        "opened_on": campaign.opened_on,
        "ended_on": campaign.ended_on,
        "target_reached_on": campaign.target_reached_on,
        "goal_reached_on": campaign.goal_reached_on,
        "views": campaign.views,
        "week_views": campaign.week_views,
        "counted_until": campaign.counted_until,
        "is_settled": campaign.is_settled,
    }


def _from_row(row: Row[Any], kept: Sequence[CampaignFile]) -> Campaign:
    return Campaign(
        id=CampaignId(row.id),
        title=row.title,
        text=row.text,
        track=Isrc(row.track),
        rate=Money(row.rate),
        budget=Money(row.budget),
        until=row.until,
        created_at=row.created_at,
        view_target=row.view_target,
        min_seconds=row.min_seconds,
        files=tuple(kept),
        opened_on=row.opened_on,
        ended_on=row.ended_on,
        target_reached_on=row.target_reached_on,
        goal_reached_on=row.goal_reached_on,
        views=row.views,
        week_views=row.week_views,
        counted_until=row.counted_until,
        is_settled=row.is_settled,
    )


def _to_application(row: Row[Any]) -> Application:
    return Application(
        CampaignId(row.campaign),
        ChannelId(row.channel),
        AccountId(row.account),
        row.applied_on,
        row.applied_at,
    )


def _of_entry(entry: CampaignEntry) -> dict[str, Any]:
    return {
        "campaign": entry.campaign,
        "video": entry.video,
        "channel": entry.channel,
        "account": entry.account,
        "title": entry.title,
        "thumbnail": entry.thumbnail,
        "counts_from": entry.counts_from,
        "entered_at": entry.entered_at,
        "state": entry.state,
        "refused_code": entry.refused_code,
        "refused_reason": entry.refused_reason,
        "views": entry.views,
        "posted_views": entry.posted_views,
        "posted": entry.posted.micros,
        "posted_until": entry.posted_until,
    }


def _to_entry(row: Row[Any]) -> CampaignEntry:
    return CampaignEntry(
        campaign=CampaignId(row.campaign),
        video=VideoId(row.video),
        channel=ChannelId(row.channel),
        account=AccountId(row.account),
        title=row.title,
        thumbnail=row.thumbnail,
        counts_from=row.counts_from,
        entered_at=row.entered_at,
        state=row.state,
        refused_code=row.refused_code,
        refused_reason=row.refused_reason,
        views=row.views,
        posted_views=row.posted_views,
        posted=Money(row.posted),
        posted_until=row.posted_until,
    )


def _to_bonus(row: Row[Any]) -> Bonus:
    return Bonus(
        CampaignId(row.campaign),
        VideoId(row.video),
        row.month,
        AccountId(row.account),
        row.views,
        Money(row.rate),
        Money(row.amount),
        row.posted_on,
        EntryId(row.entry),
    )
