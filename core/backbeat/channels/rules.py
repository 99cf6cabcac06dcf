"""Rules of channels: plain functions of plain values."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import date, timedelta, tzinfo

from backbeat.accounts.rules import email_key
from backbeat.channels.errors import (
    AlreadyRegistered,
    CannotBeRegistered,
    DayNotAllowed,
    LinkOfOther,
    NeedsLink,
    NoLinks,
    NotAChannelLink,
    NotUnderHold,
    OtherPage,
    OtherPlatform,
    OtherSite,
    ReservedForAnother,
    ReviewedToday,
    ShortLink,
    UnderReview,
    VideoLink,
    WrongStatus,
)
from backbeat.channels.lifecycle import ChannelStatus, Step, may
from backbeat.channels.model import Channel
from backbeat.channels.platform import PlatformChannel
from backbeat.kernel.errors import BadValues, FieldsMissing
from backbeat.kernel.ids import AccountId, PlatformChannelId
from backbeat.kernel.months import Month
from backbeat.platforms.addresses import Link, LinkKind, same_handle
from backbeat.platforms.links import read
from backbeat.platforms.model import Platform
from backbeat.platforms.registry import DEFAULT, channel_key, platform, platform_of
from backbeat.settings import FirstEarning

CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""What codes are made of: nothing that looks like something else."""

CODE_PREFIX = "BB-"
CODE_LENGTH = 8
LONGEST_NAME = 200
FEWEST_READINGS = 3
"""With fewer of them a pace says nothing."""

FARTHEST = timedelta(days=365)
"""How far ahead a day of enough views is named."""

ASK_ASSIGNMENT = "ask_assignment"


def require_channel_link(text: str, platform: str | None = None) -> Link:
    """Read a typed link. Refuses with 30001 and a reason a text that names no channel, and a link
    to another platform than the requested one. A handle without an address is taken to be on the
    requested platform.
    """
    wanted = DEFAULT if platform is None else require_platform(platform)
    if wanted.links is None:
        raise NoLinks(platform=wanted.name)
    link = read(text, wanted)
    if platform is not None and link.platform not in ("", platform):
        raise LinkOfOther(platform=link.platform, wanted=platform)
    match link.kind:
        case LinkKind.VIDEO:
            raise VideoLink()
        case LinkKind.SHORT_LINK:
            raise ShortLink(platform=link.platform)
        case LinkKind.NOT_A_CHANNEL:
            raise OtherPage()
        case LinkKind.UNSUPPORTED_PLATFORM:
            raise OtherPlatform(platform=link.platform)
        case LinkKind.UNSUPPORTED_HOST:
            raise OtherSite()
        case LinkKind.INVALID:
            raise NotAChannelLink()
    return link


def require_platform(name: str) -> Platform:
    """The platform of this name; refuses others (2 `bad_value`)."""
    try:
        return platform(name)
    except ValueError:
        raise BadValues(fields={"platform": "bad_value"}) from None


def require_vouched(text: str) -> PlatformChannelId:
    """The key of a channel for which an operator may vouch; refuses other keys with 30001."""
    key = channel_key(text.strip())
    if key is None:
        raise NotAChannelLink()
    of = platform_of(key)
    if not of.verification.by_operator:
        raise NeedsLink(platform=of.name)
    return key


def require_channel_name(name: str) -> str:
    """A channel's name as it is stored; refuses blank ones and those longer than 200 characters."""
    title = " ".join(name.split())
    if not title:
        raise FieldsMissing(fields={"name": "required"})
    if len(title) > LONGEST_NAME or not title.isprintable():
        raise BadValues(fields={"name": "bad_value"})
    return title


def answers_to(found: PlatformChannel, link: Link) -> bool:
    """Whether a channel found by name is the one that was meant: only checked for `/c/` and bare
    names (CHAN-3).
    """
    if link.kind is not LinkKind.CUSTOM:
        return True
    return found.handle is not None and same_handle(found.handle, link.value)


def has_code(descriptions: Iterable[str], code: str) -> bool:
    """Whether any of the descriptions contains the code, exactly and as a separate word."""
    word = re.compile(rf"(?<![0-9A-Za-z-]){re.escape(code)}(?![0-9A-Za-z-])")
    return any(word.search(description) for description in descriptions)


def require_unclaimed(claims: Sequence[Channel], *, owner: AccountId, holder: AccountId) -> None:
    """Refuse a channel that the owner already has or that another account verified (30003), or that
    was denied (30004).

    An unverified claim stands in nobody's way (CHAN-16).
    """
    for claim in claims:
        if claim.owner == owner:
            raise AlreadyRegistered(
                hint=ASK_ASSIGNMENT if holder not in (owner, claim.holder) else None
            )
        if claim.status is ChannelStatus.DENIED:
            raise CannotBeRegistered()
        if claim.is_verified:
            raise AlreadyRegistered()


def require_not_denied(past: Iterable[Channel]) -> None:
    """Refuse with 30004 a channel that was deleted while denied, whoever asks (CHAN-15, decision
    0111).

    A denial is final: neither its owner nor anybody else can get round it by a deletion. The
    operator takes it back by reopening the deleted registration.
    """
    if denied(past):
        raise CannotBeRegistered()


def denied(channels: Iterable[Channel]) -> list[Channel]:
    return [channel for channel in channels if channel.status is ChannelStatus.DENIED]


def require_reserved_for(emails: Collection[str], reserved_for: str | None) -> None:
    """Refuse with 30005 a channel that was pre-registered for none of these addresses (CHAN-15)."""
    if reserved_for is None:
        return
    if email_key(reserved_for) not in {email_key(email) for email in emails}:
        raise ReservedForAnother()


def require_not_blocked(blocked: bool) -> None:
    """Refuse with 30004 a channel that the operator barred (CHAN-15)."""
    if blocked:
        raise CannotBeRegistered()


def require_reviewable(channel: Channel, asked_on: date | None, today: date) -> None:
    """Refuse a review, checking in the order of CHAN-11: once a day, not while one is open, only on
    hold.
    """
    if asked_on == today:
        raise ReviewedToday()
    if channel.status is ChannelStatus.PENDING:
        raise UnderReview()
    if channel.status is not ChannelStatus.DENIED_PENDING:
        raise NotUnderHold(status=channel.status)


def can_ask_review(channel: Channel, asked_on: date | None, today: date) -> bool:
    """Whether a review may be asked for now."""
    return channel.status is ChannelStatus.DENIED_PENDING and asked_on != today


def enough_views_on(channel: Channel, needed_views: int, zone: tzinfo) -> date | None:
    """The business day on which a channel on hold has more views than needed, at the pace of its
    readings (CHAN-24).

    None before the third reading, where the views do not grow, where a year would not be enough,
    and where there are enough.
    """
    if len(channel.readings) < FEWEST_READINGS:
        return None
    first, last = channel.readings[0], channel.readings[-1]
    gained, missing = last.views - first.views, needed_views + 1 - last.views
    if gained <= 0 or missing <= 0:
        return None
    wait = (last.at - first.at) * missing / gained
    return (last.at + wait).astimezone(zone).date() if wait <= FARTHEST else None


def require_step(channel: Channel, step: Step) -> None:
    """Refuse a step that the channel's status does not allow (CHAN-9)."""
    if not may(channel.status, step):
        raise WrongStatus(status=channel.status, step=step)


def earning_day(
    channel: Channel, *, today: date, zone: tzinfo, first: FirstEarning, again: bool
) -> date:
    """The day from which the channel earns if it is approved today (CHAN-12).

    A channel that was registered or approved before (`again`) earns from its approval, whatever
    the setting says. `zone` is that of the business calendar.
    """
    if again or channel.approved_at is not None:
        return today
    match first:
        case FirstEarning.VERIFICATION:
            # The first entry of the history is the registration, the second the verification.
            return channel.history[1].at.astimezone(zone).date()
        case FirstEarning.REGISTRATION:
            return channel.registered_at.astimezone(zone).date()
    return today


def transfer_days(channel: Channel, last_closed: Month | None, today: date) -> tuple[date, date]:
    """The first and last day on which a transfer may take effect.

    Closed months are never rewritten (SETTLE-12), and the present owner cannot give away days
    before the running earning interval or before the registration.
    """
    floors = [channel.timeline.holdings[0].from_day]
    if last_closed is not None:
        floors.append(last_closed.next.first)
    if channel.timeline.earnings:
        last = channel.timeline.earnings[-1]
        floors.append(last.from_day if last.until is None else last.until)
    return min(max(floors), today), today


def require_transfer_day(day: date, allowed: tuple[date, date]) -> None:
    """Refuse a day outside of `transfer_days`."""
    if not allowed[0] <= day <= allowed[1]:
        raise DayNotAllowed(earliest=allowed[0], latest=allowed[1])


def search_key(text: str) -> str:
    """A text in the form in which lists are searched: case does not matter."""
    return " ".join(text.casefold().split())


def search_text(channel: Channel) -> str:
    return search_key(f"{channel.name} {channel.link} {channel.platform_id}")
