"""Builders for channels: everything has a default but the point of the test."""

from __future__ import annotations

from datetime import UTC, date, datetime

from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import (
    Category,
    Channel,
    Holding,
    Span,
    StatusChange,
    Timeline,
    Verification,
)
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, ChannelId, PlatformChannelId

REGISTERED = datetime(2025, 9, 1, 9, tzinfo=UTC)


def platform_id(number: int = 1) -> PlatformChannelId:
    """A well-formed platform channel id; each number makes another."""
    return PlatformChannelId(f"UC{number:021d}A")


def a_channel(
    number: int = 1,
    *,
    owner: str = "owner",
    holder: str | None = None,
    platform: PlatformChannelId | None = None,
    name: str = "Mina",
    total_views: int = 0,
    registered_at: datetime = REGISTERED,
    code: str | None = None,
) -> Channel:
    """A channel as just registered: status need-approved, held by its owner."""
    registrar = Actor.account(AccountId(holder or owner))
    return Channel(
        id=ChannelId(f"channel-{number}"),
        platform_id=platform or platform_id(number),
        link=f"https://www.youtube.com/@mina{number}",
        name=name,
        thumbnail=None,
        category=Category.BEAUTY,
        status=ChannelStatus.NEED_APPROVED,
        total_views=total_views,
        registered_at=registered_at,
        verification=Verification(code or f"BB-{number:08d}"),
        timeline=Timeline(
            AccountId(owner), (Holding(AccountId(holder or owner), registered_at.date()),)
        ),
        history=(StatusChange(ChannelStatus.NEED_APPROVED, registered_at, registrar),),
    )


def holder_on(channel: Channel, day: date) -> AccountId:
    """Who held it on a day; the first holder on days before registration."""
    before = [each.account for each in channel.timeline.holdings if each.from_day <= day]
    return before[-1] if before else channel.timeline.holdings[0].account


def span_on(channel: Channel, day: date) -> Span | None:
    """Whose the day's revenue is; None where the day earns for nobody (SETTLE-9)."""
    return next((span for span in channel.timeline.spans() if day in span), None)
