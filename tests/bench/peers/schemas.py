"""What the FastAPI portals answer, as Pydantic models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Self

from pydantic import BaseModel
from tests.bench.peers.models import PAGE, Account, Withdrawal
from tests.bench.peers.texts import dollars, entry_of, per_thousand, percent

Sums = Mapping[str, int]
Day = date


class Answer(BaseModel):
    success: bool = True
    message: str = ""


class Metrics(BaseModel):
    views: int
    engaged_views: int
    premium_views: int
    premium_ratio: str | None
    rpm: str | None
    revenue: str
    gross: str | None


def metrics(sums: Sums) -> dict[str, Any]:
    """The fields of `Metrics`."""
    revenue = dollars(sums["revenue_nanos"], 9)
    return {
        "views": sums["views"],
        "engaged_views": sums["engaged_views"],
        "premium_views": sums["premium_views"],
        "premium_ratio": percent(sums["premium_views"], sums["views"]),
        "rpm": per_thousand(sums["revenue_nanos"], sums["views"]),
        "revenue": revenue,
        "gross": revenue,
    }


class RangeMetrics(Metrics):
    estimated: bool = True
    confirmed_revenue: str = "0.00"
    confirmed_gross: str | None = "0.00"


class Daily(Metrics):
    date: date
    estimated: bool = True


class Published(BaseModel):
    date: date
    count: int
    title: str


class Channels(BaseModel):
    approved: int
    total: int


class Dashboard(Answer):
    currency: str = "USD"
    fx_rate: str = "1"
    max_date: date | None
    start: date
    end: date
    summary: RangeMetrics
    previous: Metrics
    daily: list[Daily]
    published: list[Published]
    channels: Channels


class ChannelRef(BaseModel):
    id: str
    platform: str
    name: str


class TrackRef(BaseModel):
    isrc: str
    name: str
    estimated: bool


class VideoLine(Metrics):
    id: str
    platform: str
    url: str
    title: str
    thumbnail: str | None
    published_on: date
    channel: ChannelRef
    music: list[TrackRef]
    trend: list[int]
    premium_price: str | None

    @classmethod
    def of(cls, row: Any, trend: list[int]) -> Self:
        """From a row of `best_videos`."""
        video, sums = row.Video, row._mapping
        channel = video.channel
        return cls(
            **metrics(sums),
            id=video.id,
            platform=video.platform,
            url=f"https://www.youtube.com/shorts/{video.id}",
            title=video.title,
            thumbnail=video.thumbnail,
            published_on=video.published_on,
            channel=ChannelRef(id=channel.id, platform=channel.platform, name=channel.name),
            music=[],
            trend=trend,
            premium_price=per_thousand(sums["premium_nanos"], sums["premium_views"]),
        )


class Page(Answer):
    page: int = 0
    size: int = PAGE
    total: int


class VideoList(Page):
    currency: str = "USD"
    fx_rate: str = "1"
    estimated: bool = True
    items: list[VideoLine]

    @classmethod
    def of(cls, rows: Sequence[Any], days: Sequence[Any], total: int) -> Self:
        """From the rows of a page and of its videos' days."""
        by_video: dict[str, list[int]] = {}
        for video, _, engaged in days:
            by_video.setdefault(video, []).append(engaged)
        lines = [VideoLine.of(row, by_video.get(row.Video.id, [])) for row in rows]
        return cls(items=lines, total=total)


class CreditNote(BaseModel):
    id: str
    corrects: str
    date: Day


class WithdrawalLine(BaseModel):
    id: str
    entry: str
    date: Day
    method: str
    currency: str
    total: str
    fee: str
    net: str
    total_usd: str
    net_usd: str
    fx_rate: str
    status: str
    reason: str | None
    bill_on: Day
    due_on: Day
    held_until: Day | None
    paid_on: Day | None
    invoice_id: str
    credit_note_id: str | None
    credit_notes: list[CreditNote]

    @classmethod
    def of(cls, row: Withdrawal) -> Self:
        """From a row of `withdrawals_of`."""
        return cls(
            id=row.id,
            entry=entry_of(row.id),
            date=row.requested_on,
            method=row.method,
            currency=row.currency,
            total=dollars(row.paid_total, 6),
            fee=dollars(row.paid_fee, 6),
            net=dollars(row.paid_net, 6),
            total_usd=dollars(row.usd_total, 6),
            net_usd=dollars(row.usd_net, 6),
            fx_rate=row.rate or "1",
            status=row.status,
            reason=row.reason,
            bill_on=row.bill_on,
            due_on=row.due_on,
            held_until=row.held_until,
            paid_on=row.paid_on,
            invoice_id=row.invoice,
            credit_note_id=row.credit_note,
            credit_notes=[
                CreditNote(id=note.number, corrects=note.corrects or "", date=note.issued_on)
                for note in row.notes
            ],
        )


class WithdrawalList(Page):
    items: list[WithdrawalLine]


class LogIn(BaseModel):
    id: str
    password: str


class Info(BaseModel):
    name: str
    user_id: str


class Member(Answer):
    token: str
    role: str
    permission: str
    permission_flag: int
    referral_code: str
    info: Info
    settings: dict[str, bool]
    has_approved_channel: bool
    withdrawal: str | None

    @classmethod
    def of(cls, account: Account, token: str) -> Self:
        """From a row of `account_of`."""
        return cls(
            token=token,
            role=account.role,
            permission=account.permission,
            permission_flag=account.permission_flag,
            referral_code=account.referral_code,
            info=Info(name=account.name, user_id=account.email),
            settings={"notice": bool(account.notice), "marketing": bool(account.marketing)},
            has_approved_channel=any(each.status == "approved" for each in account.channels),
            withdrawal=account.details.method if account.details else None,
        )


class Board:
    """A dashboard out of its rows."""

    @staticmethod
    def of(first: date, last: date, days: Sequence[Any], rest: Mapping[str, Any]) -> Dashboard:
        """From the rows of this span and the one before."""
        now = [row for row in days if row.day >= first]
        before = [row for row in days if row.day < first]
        return Dashboard(
            start=first,
            end=last,
            summary=RangeMetrics(**metrics(_added(now))),
            previous=Metrics(**metrics(_added(before))),
            daily=[Daily(**metrics(row._mapping), date=row.day) for row in now],
            **rest,
        )


def _added(rows: Sequence[Any]) -> Sums:
    names = ("views", "engaged_views", "premium_views", "revenue_nanos")
    return {name: sum(getattr(row, name) for row in rows) for name in names}
