"""Invitations and their rewards in SQL. What was rewarded never changes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import date
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
    func,
    insert,
    select,
    update,
)
from sqlalchemy.sql import ColumnElement

from backbeat.accounts.invitations import HeldFor, Invitation, InvitationState
from backbeat.kernel.ids import AccountId, EntryId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page, PageRequest
from backbeat.referral.model import EVER, DaySpan, Reward
from backbeat_adapters.sql.engine.schema import (
    Big,
    Choice,
    Day,
    Flag,
    Micros,
    MonthText,
    Rate,
    append_only,
    table,
)

invitations = table(
    "invitations",
    Column("friend", Text, ForeignKey("accounts.id"), primary_key=True),
    Column("inviter", Text, ForeignKey("accounts.id"), nullable=False),
    Column("joined_on", Day, nullable=False),
    Column("window_months", Big, nullable=False),
    Column("ends_on", Day, nullable=False),
    Column("state", Choice(InvitationState), nullable=False),
    Column("held_for", Choice(HeldFor)),
    Column("is_open", Flag, nullable=False),
    Index("ix_invitations_inviter", "inviter", "joined_on", "friend"),
    Index("ix_invitations_open", "inviter", "is_open", "friend"),
    Index("ix_invitations_ends_on", "ends_on", "inviter"),
    Index("ix_invitations_state", "state", "joined_on", "friend"),
)
rewards = append_only(
    table(
        "referral_rewards",
        Column("inviter", Text, nullable=False),
        Column("friend", Text, nullable=False),
        Column("month", MonthText, nullable=False),
        Column("number", Big, nullable=False),
        Column("last_day", Day, nullable=False),
        Column("rate", Rate, nullable=False),
        Column("base", Micros, nullable=False),
        Column("due", Micros, nullable=False),
        Column("amount", Micros, nullable=False),
        Column("posted_on", Day, nullable=False),
        Column("entry", Text),
        PrimaryKeyConstraint("inviter", "friend", "month", "number"),
    )
)


@frozen
class SqlInvitations:
    connection: Connection

    def add(self, invitation: Invitation) -> None:
        self.connection.execute(insert(invitations).values(_to_row(invitation)))

    def get(self, friend: AccountId) -> Invitation | None:
        row = self.connection.execute(
            select(invitations).where(invitations.c.friend == friend)
        ).first()
        return None if row is None else _from_row(row)

    def save(self, invitation: Invitation) -> None:
        self.connection.execute(
            update(invitations)
            .where(invitations.c.friend == invitation.friend)
            .values(
                state=invitation.state, held_for=invitation.held_for, is_open=invitation.is_open
            )
        )

    def page(self, inviter: AccountId, joined: DaySpan, page: PageRequest) -> Page[Invitation]:
        return self._page(select(invitations).where(_of(inviter, joined)), page)

    def friends_within(self, inviter: AccountId, joined: DaySpan, day: date) -> Sequence[AccountId]:
        is_within = and_(invitations.c.joined_on <= day, invitations.c.ends_on >= day)
        wanted = select(invitations.c.friend).where(_of(inviter, joined), is_within)
        return sorted(self.connection.execute(wanted).scalars())

    def count(self, inviter: AccountId, joined: DaySpan) -> int:
        wanted = select(func.count()).select_from(invitations).where(_of(inviter, joined))
        return int(self.connection.execute(wanted).scalar_one())

    def open_of(self, inviter: AccountId) -> Sequence[Invitation]:
        wanted = select(invitations).where(
            invitations.c.inviter == inviter, invitations.c.is_open.is_(True)
        )
        return self._all(wanted.order_by(invitations.c.friend))

    def inviters(self, month: Month, after: str, most: int) -> Sequence[AccountId]:
        inviter = invitations.c.inviter
        wanted = select(inviter).where(_touches(month), inviter > after).distinct()
        return list(self.connection.execute(wanted.order_by(inviter).limit(most)).scalars())

    def touching(self, inviter: AccountId, month: Month) -> Sequence[Invitation]:
        wanted = select(invitations).where(invitations.c.inviter == inviter, _touches(month))
        return self._all(wanted.order_by(invitations.c.friend))

    def of_month(self, month: Month) -> Iterator[Invitation]:
        wanted = select(invitations).where(_touches(month)).order_by(invitations.c.friend)
        return map(_from_row, self.connection.execute(wanted))

    def all(self, state: InvitationState | None, page: PageRequest) -> Page[Invitation]:
        wanted = select(invitations)
        return self._page(
            wanted if state is None else wanted.where(invitations.c.state == state), page
        )

    def _page(self, wanted: Select[Any], page: PageRequest) -> Page[Invitation]:
        total = self.connection.execute(
            wanted.with_only_columns(func.count(), maintain_column_froms=True)
        ).scalar_one()
        newest_first = wanted.order_by(invitations.c.joined_on.desc(), invitations.c.friend.desc())
        items = self._all(newest_first.limit(page.size).offset(page.offset))
        return Page(items, page.page, page.size, total)

    def _all(self, wanted: Select[Any]) -> list[Invitation]:
        return [_from_row(row) for row in self.connection.execute(wanted)]


@frozen
class SqlRewards:
    connection: Connection

    def add(self, reward: Reward) -> None:
        self.connection.execute(
            insert(rewards).values(
                inviter=reward.inviter,
                friend=reward.friend,
                month=reward.month,
                number=reward.number,
                last_day=reward.last_day,
                rate=reward.rate,
                base=reward.base.micros,
                due=reward.due.micros,
                amount=reward.amount.micros,
                posted_on=reward.posted_on,
                entry=reward.entry,
            )
        )

    def of(self, inviter: AccountId, friends: Collection[AccountId]) -> Sequence[Reward]:
        if not friends:
            return []
        wanted = (
            select(rewards)
            .where(rewards.c.inviter == inviter, rewards.c.friend.in_(sorted(friends)))
            .order_by(rewards.c.friend, rewards.c.month, rewards.c.number)
        )
        return [_reward(row) for row in self.connection.execute(wanted)]

    def all(self) -> Iterator[Reward]:
        wanted = select(rewards).execution_options(yield_per=1000)
        return map(_reward, self.connection.execute(wanted))

    def total(self, inviter: AccountId, last_days: DaySpan = EVER) -> int:
        wanted = select(func.coalesce(func.sum(rewards.c.amount), 0)).where(
            rewards.c.inviter == inviter, *_within(rewards.c.last_day, last_days)
        )
        return int(self.connection.execute(wanted).scalar_one())


def _of(inviter: AccountId, joined: DaySpan) -> ColumnElement[bool]:
    return and_(invitations.c.inviter == inviter, *_within(invitations.c.joined_on, joined))


def _within(day: Column[Any], span: DaySpan) -> list[ColumnElement[bool]]:
    first = [] if span.first is None else [day >= span.first]
    return first if span.last is None else [*first, day <= span.last]


def _touches(month: Month) -> ColumnElement[bool]:
    return and_(invitations.c.ends_on >= month.first, invitations.c.joined_on <= month.last)


def _to_row(invitation: Invitation) -> dict[str, Any]:
    return {
        "friend": invitation.friend,
        "inviter": invitation.inviter,
        "joined_on": invitation.joined_on,
        "window_months": invitation.window_months,
        "ends_on": invitation.ends_on,
        "state": invitation.state,
        "held_for": invitation.held_for,
        "is_open": invitation.is_open,
    }


def _from_row(row: Row[Any]) -> Invitation:
    return Invitation(
        friend=AccountId(row.friend),
        inviter=AccountId(row.inviter),
        joined_on=row.joined_on,
        window_months=row.window_months,
        ends_on=row.ends_on,
        state=row.state,
        held_for=row.held_for,
        is_open=bool(row.is_open),
    )


def _reward(row: Row[Any]) -> Reward:
    return Reward(
        inviter=AccountId(row.inviter),
        friend=AccountId(row.friend),
        month=row.month,
        number=row.number,
        last_day=row.last_day,
        rate=row.rate,
        base=Money(row.base),
        due=Money(row.due),
        amount=Money(row.amount),
        posted_on=row.posted_on,
        entry=None if row.entry is None else EntryId(row.entry),
    )
