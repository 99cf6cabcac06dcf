"""Channels in SQL. Statistics and settlement join with the table of earning spans."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import cache
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, NamedTuple

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
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    union_all,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql import ColumnElement

from backbeat.accounts.rules import email_key
from backbeat.channels import rules
from backbeat.channels.errors import AlreadyRegistered
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import (
    Category,
    Channel,
    ChannelSpan,
    EarningInterval,
    Holding,
    LastCheck,
    Span,
    StatusChange,
    Timeline,
    Verification,
    ViewReading,
)
from backbeat.channels.ports import ChannelFilter, Scope
from backbeat.kernel.actors import Actor, ActorKind
from backbeat.kernel.chunks import batches, in_chunks
from backbeat.kernel.ids import AccountId, ChannelId, PlatformChannelId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.platforms.model import Platform
from backbeat_adapters.sql.engine.grams import any_contains
from backbeat_adapters.sql.engine.keys import as_span, begins_with, is_given, is_one_of
from backbeat_adapters.sql.engine.paging import newest_first
from backbeat_adapters.sql.engine.reading import rows_of
from backbeat_adapters.sql.engine.schema import (
    CODE,
    Big,
    Choice,
    Day,
    Instant,
    Json,
    StoredPlatform,
    table,
)
from backbeat_adapters.sql.engine.streams import streamed
from backbeat_adapters.sql.engine.upserts import upsert, without_key
from backbeat_adapters.sql.network_changes import record_changes

channels = table(
    "channels",
    Column("id", Text, primary_key=True),
    Column("platform", StoredPlatform("channels.platform"), nullable=False),
    Column("platform_id", CODE, nullable=False, index=True),
    Column("link", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("thumbnail", Text),
    Column("category", Choice(Category), nullable=False),
    Column("owner", Text, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("holder", Text, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("status", Choice(ChannelStatus), nullable=False),
    Column("total_views", Big, nullable=False),
    Column("registered_at", Instant, nullable=False),
    Column("code", Text, nullable=False),
    Column("pressed_at", Instant),
    Column("checked_at", Instant),
    Column("last_check", Choice(LastCheck)),
    Column("verified_at", Instant),
    Column("holdings", Json, nullable=False),
    Column("earnings", Json, nullable=False),
    Column("history", Json, nullable=False),
    Column("deny_reason", Text),
    Column("approved_at", Instant),
    Column("review_asked_at", Instant),
    Column("exclusive_logo", Text),
    Column("deleted_at", Instant),
    Column("read_at", Instant, index=True),
    Column("readings", Json, nullable=False),
    Column("lost_from", Day),
    Column("search", Text, nullable=False),
)
Index(None, channels.c.registered_at, channels.c.id)
Index(None, channels.c.status, channels.c.read_at)
_live = channels.c.deleted_at.is_(None)
Index(
    "ix_channels_held",
    channels.c.holder,
    channels.c.status,
    sqlite_where=_live,
    postgresql_where=_live,
)
_verified = and_(channels.c.verified_at.is_not(None), _live)
Index(
    "uq_channels_verified",
    channels.c.platform_id,
    unique=True,
    sqlite_where=_verified,
    postgresql_where=_verified,
)
Index(
    "uq_channels_claim",
    channels.c.owner,
    channels.c.platform_id,
    unique=True,
    sqlite_where=_live,
    postgresql_where=_live,
)

channel_spans = table(
    "channel_spans",
    Column("channel", Text, ForeignKey("channels.id"), nullable=False),
    Column("platform_id", CODE, nullable=False),
    Column("owner", Text, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("holder", Text, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("from_day", Day, nullable=False),
    Column("until", Day),
    PrimaryKeyConstraint("channel", "from_day"),
    Index(None, "platform_id", "from_day"),
)
"""The days on which channels earn, with their owner and holder (`Timeline.spans`); `until` is
excluded, and open where it is null. Rows of one platform channel never overlap."""

barred_channels = table(
    "barred_channels",
    Column("platform_id", CODE, primary_key=True),
    Column("reason", Text, nullable=False),
    Column("at", Instant, nullable=False),
)

reserved_channels = table(
    "reserved_channels",
    Column("platform_id", CODE, primary_key=True),
    Column("email", Text, nullable=False),
    Column("at", Instant, nullable=False),
)


def to_row(channel: Channel) -> dict[str, Any]:
    return {
        "id": channel.id,
        "platform": channel.platform,
        "platform_id": channel.platform_id,
        "link": channel.link,
        "name": channel.name,
        "thumbnail": channel.thumbnail,
        "category": channel.category,
        "status": channel.status,
        "total_views": channel.total_views,
        "registered_at": channel.registered_at,
        **_verification_to_row(channel.verification),
        **_timeline_to_row(channel.timeline),
        "history": [
            [each.status.value, each.at.isoformat(), each.by.kind.value, each.by.id, each.reason]
            for each in channel.history
        ],
        "deny_reason": channel.deny_reason,
        "approved_at": channel.approved_at,
        "review_asked_at": channel.review_asked_at,
        "exclusive_logo": channel.exclusive_logo,
        "deleted_at": channel.deleted_at,
        "read_at": channel.read_at,
        "readings": [[each.at.isoformat(), each.views] for each in channel.readings],
        "search": rules.search_text(channel),
    }


def _verification_to_row(verification: Verification) -> dict[str, Any]:
    return {
        "code": verification.code,
        "pressed_at": verification.pressed_at,
        "checked_at": verification.checked_at,
        "last_check": verification.last_check,
        "verified_at": verification.verified_at,
    }


def _timeline_to_row(timeline: Timeline) -> dict[str, Any]:
    return {
        "owner": timeline.owner,
        "holder": timeline.holder,
        "holdings": [[each.account, each.from_day.isoformat()] for each in timeline.holdings],
        "earnings": [
            [each.owner, each.from_day.isoformat(), each.until and each.until.isoformat()]
            for each in timeline.earnings
        ],
        "lost_from": timeline.lost_from,
    }


def from_row(row: Row[Any]) -> Channel:
    return Channel(
        id=ChannelId(row.id),
        platform_id=PlatformChannelId(row.platform_id),
        link=row.link,
        name=row.name,
        thumbnail=row.thumbnail,
        category=row.category,
        status=row.status,
        total_views=row.total_views,
        registered_at=row.registered_at,
        verification=Verification(
            row.code, row.pressed_at, row.checked_at, row.last_check, row.verified_at
        ),
        timeline=_timeline_from_row(row),
        history=tuple(_status_change(*line) for line in row.history),
        deny_reason=row.deny_reason,
        approved_at=row.approved_at,
        review_asked_at=row.review_asked_at,
        exclusive_logo=row.exclusive_logo,
        deleted_at=row.deleted_at,
        read_at=row.read_at,
        readings=tuple(
            ViewReading(datetime.fromisoformat(at), views) for at, views in row.readings
        ),
    )


def _timeline_from_row(row: Row[Any]) -> Timeline:
    return Timeline(
        AccountId(row.owner),
        tuple(
            Holding(AccountId(account), date.fromisoformat(day)) for account, day in row.holdings
        ),
        tuple(
            EarningInterval(
                AccountId(owner), date.fromisoformat(day), until and date.fromisoformat(until)
            )
            for owner, day, until in row.earnings
        ),
        row.lost_from,
    )


def _status_change(status: str, at: str, kind: str, actor: str, reason: str | None) -> StatusChange:
    by = Actor(ActorKind(kind), actor)
    return StatusChange(ChannelStatus(status), datetime.fromisoformat(at), by, reason)


@frozen
class SqlChannels:
    """Fulfils `ChannelRepository`."""

    connection: Connection

    def add(self, channel: Channel) -> None:
        """Store a new channel; the unique index decides if two are added at once."""
        self.add_all([channel])

    def add_all(self, many: Sequence[Channel]) -> None:
        if not many:
            return
        try:
            self.connection.execute(_ADD, [to_row(channel) for channel in many])
        except IntegrityError:
            raise AlreadyRegistered() from None
        self._add_spans(many)

    def save(self, channel: Channel) -> None:
        """Store a channel's changed state; the unique index decides if two are verified at once."""
        changes = without_key(channels, to_row(channel))
        before = self._earning(channel.id)
        try:
            self.connection.execute(
                update(channels).where(channels.c.id == channel.id).values(changes)
            )
        except IntegrityError:
            raise AlreadyRegistered() from None
        self._write_spans(channel, before)

    def get(self, channel: ChannelId) -> Channel | None:
        row = self.connection.execute(
            select(channels).where(channels.c.id == channel)
        ).one_or_none()
        return None if row is None else from_row(row)

    def lock(self, channel: ChannelId) -> Channel | None:
        """The channel; all claims to its platform channel are locked, in order of id."""
        platform = select(channels.c.platform_id).where(channels.c.id == channel).scalar_subquery()
        claims = (
            select(channels)
            .where(channels.c.platform_id == platform)
            .order_by(channels.c.id)
            .with_for_update()
        )
        rows = self.connection.execute(claims).all()
        return next((from_row(row) for row in rows if row.id == channel), None)

    def claims(self, platform_id: PlatformChannelId) -> Sequence[Channel]:
        return self._oldest_first(channels.c.platform_id == platform_id, _live)

    def past(self, platform_id: PlatformChannelId) -> Sequence[Channel]:
        deleted = channels.c.deleted_at.is_not(None)
        return self._oldest_first(channels.c.platform_id == platform_id, deleted)

    def registrations(
        self, platform_ids: Collection[PlatformChannelId]
    ) -> Mapping[PlatformChannelId, Sequence[Channel]]:
        return self._by_platform_id(platform_ids)

    def of_platform(
        self, platform_ids: Collection[PlatformChannelId]
    ) -> Mapping[PlatformChannelId, Sequence[Channel]]:
        return self._by_platform_id(platform_ids, channels.c.verified_at.is_not(None))

    def hold_spans(self) -> None:
        """On SQLite a writing transaction is alone anyway."""
        if self.connection.dialect.name == "postgresql":
            self.connection.execute(text("LOCK TABLE channel_spans IN SHARE ROW EXCLUSIVE MODE"))

    def spans_between(
        self, first: date, last: date
    ) -> Iterator[tuple[PlatformChannelId, Sequence[ChannelSpan]]]:
        spans = channel_spans.c
        query = (
            select(
                spans.platform_id,
                spans.channel,
                spans.owner,
                spans.holder,
                spans.from_day,
                spans.until,
            )
            .where(spans.from_day <= last, or_(spans.until.is_(None), spans.until > first))
            .order_by(spans.platform_id, spans.from_day)
        )
        for channel, rows in groupby(streamed(self.connection, query), key=itemgetter(0)):
            cut = [(own, Span(*days).within(first, last)) for _, own, *days in rows]
            found = [ChannelSpan(own, part) for own, part in cut if part]
            if found:
                yield channel, found

    def page(self, which: ChannelFilter, request: PageRequest) -> Page[Channel]:
        wanted = select(channels).where(_wanted(self.connection, which))
        place = (channels.c.registered_at, channels.c.id)
        return newest_first(self.connection, wanted, place, request, _from_rows)

    def not_read_since(
        self,
        instant: datetime,
        most: int,
        platform: Platform,
        status: ChannelStatus | None = None,
    ) -> Sequence[Channel]:
        query = (
            select(channels)
            .where(_verified, channels.c.read_at < instant, channels.c.platform == platform)
            .order_by(channels.c.read_at, channels.c.id)
            .limit(most)
        )
        if status is not None:
            query = query.where(channels.c.status == status)
        return [from_row(row) for row in self.connection.execute(query)]

    def starting_with(self, prefix: str, most: int) -> Sequence[Channel]:
        begins = begins_with(self.connection.dialect.name, channels.c.id, prefix)
        query = select(channels).where(begins, _live).order_by(channels.c.id).limit(most)
        return [from_row(row) for row in self.connection.execute(query)]

    def has_approved(self, scope: Scope) -> bool:
        theirs = {"owners": sorted(scope.owners), "holders": sorted(scope.holders)}
        return bool(rows_of(self.connection, _approved_in(self.connection.dialect.name), theirs))

    def assigned_to(self, account: AccountId) -> Sequence[Channel]:
        return self._oldest_first(channels.c.holder == account, channels.c.owner != account, _live)

    def count_held(self, accounts: Collection[AccountId]) -> Mapping[AccountId, int]:
        return {
            account: number
            for chunk in in_chunks(sorted(set(accounts)), _AT_ONCE)
            for account, number in self.connection.execute(_HELD_BY, {"ids": chunk})
        }

    def _oldest_first(self, *conditions: ColumnElement[bool]) -> list[Channel]:
        query = (
            select(channels).where(*conditions).order_by(channels.c.registered_at, channels.c.id)
        )
        return [from_row(row) for row in self.connection.execute(query)]

    def _by_platform_id(
        self, platform_ids: Collection[PlatformChannelId], *conditions: ColumnElement[bool]
    ) -> Mapping[PlatformChannelId, Sequence[Channel]]:
        found: dict[PlatformChannelId, list[Channel]] = {}
        for chunk in in_chunks(sorted(set(platform_ids)), _AT_ONCE):
            for channel in self._oldest_first(channels.c.platform_id.in_(chunk), *conditions):
                found.setdefault(channel.platform_id, []).append(channel)
        return found

    def _earning(self, channel: ChannelId) -> _Earning:
        rows = self.connection.execute(_EARNING, {"of": channel}).all()
        is_deleted = any(row.deleted_at is not None for row in rows)
        return _Earning(tuple(Span(*days) for *days, _ in rows if days[-2]), is_deleted)

    def _write_spans(self, channel: Channel, before: _Earning) -> None:
        after = _Earning(tuple(channel.timeline.spans()), channel.is_deleted)
        if after.spans != before.spans:
            there = channel_spans.c.channel == channel.id
            self.connection.execute(delete(channel_spans).where(there))
            self._insert_spans([channel])
        record_changes(self.connection, _changed_days(before, after))

    def _add_spans(self, many: Sequence[Channel]) -> None:
        self._insert_spans(many)
        new = (_Earning(tuple(each.timeline.spans()), each.is_deleted) for each in many)
        changed = (_changed_days(_Earning(()), after) for after in new)
        record_changes(self.connection, chain.from_iterable(changed))

    def _insert_spans(self, many: Iterable[Channel]) -> None:
        rows = [row for channel in many for row in _spans_to_rows(channel)]
        if rows:
            self.connection.execute(_ADD_SPANS, rows)


class _Earning(NamedTuple):
    """The days on which a channel earns; if it is deleted, they are in no dashboard."""

    spans: Sequence[Span]
    is_deleted: bool = False

    @property
    def ends(self) -> dict[tuple[AccountId, date], date]:
        """The first day after each span that counts, by its holder and first day."""
        spans = () if self.is_deleted else self.spans
        return {(span.holder, span.from_day): span.until or date.max for span in spans}


def _changed_days(
    before: _Earning, after: _Earning
) -> Iterator[tuple[AccountId, date, date | None]]:
    """The days that one of both has and the other has not, by holder."""
    old, new = before.ends, after.ends
    for holder, first in old.keys() | new.keys():
        ends = {end.get((holder, first), first) for end in (old, new)}
        if len(ends) == 2:
            since, until = sorted(ends)
            yield holder, since, None if until == date.max else until - timedelta(1)


@frozen
class SqlRegistrationRules:
    """Fulfils `RegistrationRules`."""

    connection: Connection

    def is_blocked(self, platform_id: PlatformChannelId) -> bool:
        barred = select(barred_channels).where(barred_channels.c.platform_id == platform_id)
        return self.connection.execute(barred).first() is not None

    def blocked_among(
        self, platform_ids: Collection[PlatformChannelId]
    ) -> frozenset[PlatformChannelId]:
        barred = barred_channels.c.platform_id
        return frozenset(
            each
            for chunk in in_chunks(sorted(set(platform_ids)), _AT_ONCE)
            for each in self.connection.scalars(select(barred).where(barred.in_(chunk)))
        )

    def block(self, platform_id: PlatformChannelId, reason: str, at: datetime) -> None:
        key, row = {"platform_id": platform_id}, {"reason": reason, "at": at}
        upsert(self.connection, barred_channels, key, row)

    def reserved_for(self, platform_id: PlatformChannelId) -> str | None:
        return self.connection.scalar(
            select(reserved_channels.c.email).where(reserved_channels.c.platform_id == platform_id)
        )

    def reserved_among(
        self, platform_ids: Collection[PlatformChannelId]
    ) -> Mapping[PlatformChannelId, str]:
        reserved = reserved_channels.c
        query = select(reserved.platform_id, reserved.email)
        return {
            each: email
            for chunk in in_chunks(sorted(set(platform_ids)), _AT_ONCE)
            for each, email in self.connection.execute(query.where(reserved.platform_id.in_(chunk)))
        }

    def reserve(self, platform_id: PlatformChannelId, email: str, at: datetime) -> None:
        key, row = {"platform_id": platform_id}, {"email": email, "at": at}
        upsert(self.connection, reserved_channels, key, row)

    def forget_reservations(self, email: str) -> None:
        reserved = self.connection.execute(
            select(reserved_channels.c.platform_id, reserved_channels.c.email)
        )
        key = email_key(email)
        theirs = [id_ for id_, of in reserved if email_key(of) == key]
        for some in batches(theirs, _AT_ONCE):
            self.connection.execute(
                delete(reserved_channels).where(reserved_channels.c.platform_id.in_(some))
            )


_AT_ONCE = 1_000
"""How many values one query may name; databases limit them."""

_ADD = insert(channels)
_ADD_SPANS = insert(channel_spans)
_EARNING = (
    select(
        channel_spans.c.owner,
        channel_spans.c.holder,
        channel_spans.c.from_day,
        channel_spans.c.until,
        channels.c.deleted_at,
    )
    .outerjoin_from(channels, channel_spans, channel_spans.c.channel == channels.c.id)
    .where(channels.c.id == bindparam("of"))
    .order_by(channel_spans.c.from_day)
)
_HELD_BY = (
    select(channels.c.holder, func.count())
    .where(channels.c.holder.in_(bindparam("ids", expanding=True)), _live)
    .group_by(channels.c.holder)
)


def _spans_to_rows(channel: Channel) -> Iterator[dict[str, Any]]:
    for span in channel.timeline.spans():
        yield {
            "channel": channel.id,
            "platform_id": channel.platform_id,
            "owner": span.owner,
            "holder": span.holder,
            "from_day": span.from_day,
            "until": span.until,
        }


def _from_rows(rows: Iterable[Row[Any]]) -> list[Channel]:
    return [from_row(row) for row in rows]


@cache
def _approved_in(dialect: str) -> Select[Any]:
    """One of the approved channels that the given accounts own or hold."""
    theirs = union_all(
        select(channels.c.id).where(is_given(dialect, channels.c.owner, "owners")),
        select(channels.c.id).where(is_given(dialect, channels.c.holder, "holders")),
    )
    wanted = (
        is_one_of(dialect, channels.c.id, theirs),
        as_span(channels.c.status, ChannelStatus.APPROVED),
    )
    return select(channels.c.id).where(_live, *wanted).limit(1)


def _wanted(connection: Connection, which: ChannelFilter) -> ColumnElement[bool]:
    conditions: list[ColumnElement[bool]] = [_live]
    if which.scope is not None:
        theirs = union_all(
            select(channels.c.id).where(channels.c.owner.in_(sorted(which.scope.owners))),
            select(channels.c.id).where(channels.c.holder.in_(sorted(which.scope.holders))),
        )
        conditions.append(is_one_of(connection.dialect.name, channels.c.id, theirs))
    if which.status is not None:
        of_status = channels.c.status == which.status
        of_theirs = as_span(channels.c.status, which.status)
        conditions.append(of_status if which.scope is None else of_theirs)
    if which.holder is not None:
        conditions.append(channels.c.holder == which.holder)
    if which.platform is not None:
        conditions.append(channels.c.platform == which.platform)
    if which.search:
        texts = [(channels.c.search, rules.search_key(which.search))]
        conditions.append(any_contains(connection, texts))
    return and_(*conditions)
