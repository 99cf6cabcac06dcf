"""The portal's tables as classes of SQLAlchemy's ORM, and the statements of both FastAPI portals."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Select, String, cast, func, select
from sqlalchemy.orm import (
    DeclarativeBase,
    Mapped,
    contains_eager,
    joinedload,
    mapped_column,
    relationship,
    selectinload,
)
from sqlalchemy.types import TypeDecorator

PAGE = 50
TREND = 28
DAY = timedelta(1)


class Base(DeclarativeBase):
    """All of them."""


class Instant(TypeDecorator[datetime]):
    """An instant; SQLite keeps it as text."""

    impl = String
    cache_ok = True

    def load_dialect_impl(self, dialect: Any) -> Any:
        from sqlalchemy import DateTime

        is_sqlite = dialect.name == "sqlite"
        return dialect.type_descriptor(String() if is_sqlite else DateTime(timezone=True))

    def process_bind_param(self, value: Any, dialect: Any) -> Any:
        return value.isoformat() if value is not None and dialect.name == "sqlite" else value


class Account(Base):
    """Who has a portal of their own."""

    __tablename__ = "accounts"
    id: Mapped[str] = mapped_column(primary_key=True)
    email: Mapped[str]
    email_key: Mapped[str]
    name: Mapped[str]
    password_hash: Mapped[str | None]
    role: Mapped[str]
    permission: Mapped[str]
    permission_flag: Mapped[int]
    status: Mapped[str]
    referral_code: Mapped[str]
    notice: Mapped[int]
    marketing: Mapped[int]
    channels: Mapped[list[Channel]] = relationship(back_populates="account")
    details: Mapped[PaymentDetails | None] = relationship()


class PaymentDetails(Base):
    """Where somebody is paid."""

    __tablename__ = "payment_details"
    account: Mapped[str] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    method: Mapped[str]


class Session(Base):
    """A log-in."""

    __tablename__ = "sessions"
    id: Mapped[str] = mapped_column(primary_key=True)
    account_id: Mapped[str] = mapped_column("account", ForeignKey("accounts.id"))
    token_hash: Mapped[str]
    started_at: Mapped[datetime] = mapped_column(Instant)
    password_at: Mapped[datetime | None] = mapped_column(Instant)
    agent: Mapped[str]
    address: Mapped[str]
    ended_at: Mapped[datetime | None] = mapped_column(Instant)
    account: Mapped[Account] = relationship()


class Channel(Base):
    """A channel of an account."""

    __tablename__ = "channels"
    id: Mapped[str] = mapped_column(primary_key=True)
    platform: Mapped[str]
    platform_id: Mapped[str]
    name: Mapped[str]
    owner: Mapped[str] = mapped_column(ForeignKey("accounts.id"))
    status: Mapped[str]
    deleted_at: Mapped[datetime | None] = mapped_column(Instant)
    account: Mapped[Account] = relationship(back_populates="channels")


class Video(Base):
    """A video of a channel."""

    __tablename__ = "videos"
    id: Mapped[str] = mapped_column(primary_key=True)
    platform: Mapped[str]
    channel_code: Mapped[str] = mapped_column("channel", ForeignKey("channels.platform_id"))
    title: Mapped[str]
    thumbnail: Mapped[str | None]
    published_on: Mapped[date]
    channel: Mapped[Channel] = relationship()


class Figured:
    """What is counted a day."""

    views: Mapped[int] = mapped_column(BigInteger)
    engaged_views: Mapped[int] = mapped_column(BigInteger)
    premium_views: Mapped[int] = mapped_column(BigInteger)
    revenue_nanos: Mapped[int] = mapped_column(BigInteger)
    premium_nanos: Mapped[int] = mapped_column(BigInteger)


class ChannelDay(Figured, Base):
    """A channel's day."""

    __tablename__ = "channel_days"
    channel: Mapped[str] = mapped_column(primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)


class VideoDay(Figured, Base):
    """A video's day."""

    __tablename__ = "video_days"
    channel: Mapped[str] = mapped_column(primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)
    video: Mapped[str] = mapped_column(primary_key=True)


class Invoice(Base):
    """An invoice, or the credit note that took one back."""

    __tablename__ = "invoices"
    number: Mapped[str] = mapped_column(primary_key=True)
    withdrawal: Mapped[str] = mapped_column(ForeignKey("withdrawals.id"))
    corrects: Mapped[str | None]
    issued_on: Mapped[date]


class Withdrawal(Base):
    """A payout."""

    __tablename__ = "withdrawals"
    id: Mapped[str] = mapped_column(primary_key=True)
    account: Mapped[str]
    requested_on: Mapped[date]
    requested_at: Mapped[datetime] = mapped_column(Instant)
    method: Mapped[str]
    currency: Mapped[str]
    paid_total: Mapped[int] = mapped_column(BigInteger)
    paid_fee: Mapped[int] = mapped_column(BigInteger)
    paid_net: Mapped[int] = mapped_column(BigInteger)
    usd_total: Mapped[int] = mapped_column(BigInteger)
    usd_net: Mapped[int] = mapped_column(BigInteger)
    rate: Mapped[str | None]
    status: Mapped[str]
    reason: Mapped[str | None]
    bill_on: Mapped[date]
    due_on: Mapped[date]
    held_until: Mapped[date | None]
    paid_on: Mapped[date | None]
    invoice: Mapped[str]
    credit_note: Mapped[str | None]
    notes: Mapped[list[Invoice]] = relationship(
        primaryjoin="and_(Withdrawal.id == Invoice.withdrawal, Invoice.corrects.is_not(None))",
        order_by="Invoice.issued_on, Invoice.number",
    )


def session_of(token_hash: str) -> Select[*tuple[Any, ...]]:
    """A log-in that has not ended, with its account."""
    of_token = select(Session).options(joinedload(Session.account, innerjoin=True))
    return of_token.where(Session.token_hash == token_hash, Session.ended_at.is_(None))


def account_of(email: str) -> Select[*tuple[Any, ...]]:
    """An account by its address, with what a log-in tells of it."""
    of_email = select(Account).where(Account.email_key == email)
    return of_email.options(selectinload(Account.channels), joinedload(Account.details))


def channels_of(account: str) -> Select[*tuple[Any, ...]]:
    """The channels of an account."""
    return select(Channel).where(Channel.owner == account, Channel.deleted_at.is_(None))


def sums_of(table: type[Figured]) -> list[Any]:
    """All figures added up."""
    names = ("views", "engaged_views", "premium_views", "revenue_nanos", "premium_nanos")
    # PostgreSQL adds whole numbers up to a decimal.
    return [cast(func.sum(getattr(table, name)), BigInteger).label(name) for name in names]


def days_of(channels: list[str], first: date, last: date) -> Select[*tuple[Any, ...]]:
    """A row a day."""
    day = ChannelDay
    return (
        select(day.day, *sums_of(day))
        .where(day.channel.in_(channels), day.day.between(first, last))
        .group_by(day.day)
        .order_by(day.day)
    )


def newest_day(channels: list[str]) -> Select[*tuple[Any, ...]]:
    """The newest day of these channels."""
    return select(func.max(ChannelDay.day)).where(ChannelDay.channel.in_(channels))


def published(channels: list[str], first: date, last: date) -> Select[*tuple[Any, ...]]:
    """How many videos came out a day, and the title of one."""
    return (
        select(Video.published_on, func.count(), func.min(Video.title))
        .where(Video.channel_code.in_(channels), Video.published_on.between(first, last))
        .group_by(Video.published_on)
        .order_by(Video.published_on)
    )


def _summed(channels: list[str], first: date, last: date) -> Any:
    day = VideoDay
    return (
        select(day.video, *sums_of(day))
        .where(day.channel.in_(channels), day.day.between(first, last))
        .group_by(day.video)
        .subquery()
    )


def best_videos(channels: list[str], first: date, last: date) -> Select[*tuple[Any, ...]]:
    """The first page by revenue, with channels."""
    sums = _summed(channels, first, last)
    return (
        select(Video, *(column for column in sums.c if column.key != "video"))
        .join(sums, sums.c.video == Video.id)
        .join(Video.channel)
        .options(contains_eager(Video.channel))
        .order_by(sums.c.revenue_nanos.desc(), Video.id)
        .limit(PAGE)
    )


def number_of_videos(channels: list[str], first: date, last: date) -> Select[*tuple[Any, ...]]:
    """How many videos have figures."""
    day = VideoDay
    found = select(day.video).where(day.channel.in_(channels), day.day.between(first, last))
    return select(func.count()).select_from(found.distinct().subquery())


def trends(channels: list[str], videos: list[str], last: date) -> Select[*tuple[Any, ...]]:
    """Engaged views of videos on their last days."""
    day, first = VideoDay, last - timedelta(TREND - 1)
    return (
        select(day.video, day.day, day.engaged_views)
        .where(day.channel.in_(channels), day.day.between(first, last), day.video.in_(videos))
        .order_by(day.video, day.day)
    )


def withdrawals_of(account: str) -> Select[*tuple[Any, ...]]:
    """The newest page, with credit notes."""
    return (
        select(Withdrawal)
        .where(Withdrawal.account == account)
        .options(selectinload(Withdrawal.notes))
        .order_by(Withdrawal.requested_at.desc(), Withdrawal.id.desc())
        .limit(PAGE)
    )


def number_of_withdrawals(account: str) -> Select[*tuple[Any, ...]]:
    """How many there are."""
    return select(func.count()).where(Withdrawal.account == account)


def new_session(id_: str, account: str, token_hash: str, agent: str, address: str) -> Session:
    """A log-in that begins now."""
    now = datetime.now(UTC)
    return Session(
        id=id_,
        account_id=account,
        token_hash=token_hash,
        started_at=now,
        password_at=now,
        agent=agent,
        address=address,
    )
