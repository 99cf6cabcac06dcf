"""The outbox in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen
from sqlalchemy import (
    Column,
    Connection,
    Index,
    PrimaryKeyConstraint,
    Row,
    Text,
    delete,
    insert,
    select,
    update,
)

from backbeat.jobs.ports import JobQueue
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId, MailId, NewId
from backbeat.kernel.languages import Language
from backbeat.mail.model import Mail, MailRecord, MailStatus, OutgoingMail, Template
from backbeat.mail.service import SEND
from backbeat_adapters.sql.engine.schema import Choice, Instant, Json, table

mails = table(
    "mails",
    Column("account", Text, nullable=False),
    Column("id", Text, nullable=False),
    Column("status", Choice(MailStatus), nullable=False),
    Column("template", Choice(Template), nullable=False),
    Column("language", Choice(Language), nullable=False),
    Column("recipient", Text),
    Column("facts", Json),
    Column("added_at", Instant, nullable=False),
    Column("settled_at", Instant),
    PrimaryKeyConstraint("account", "id"),
    Index("ix_mails_id", "id", unique=True),
    Index("ix_mails_status", "status", "added_at"),
)


@frozen
class SqlOutbox:
    """The outbox over one connection. `clock` is the security clock."""

    connection: Connection
    clock: Clock
    new_id: NewId
    jobs: JobQueue

    def add(self, mail: Mail) -> MailId:
        [added] = self._add([mail])
        return added

    def add_all(self, many: Sequence[Mail]) -> None:
        if many:
            self._add(many)

    def account_of(self, mail: MailId) -> AccountId | None:
        query = select(mails.c.account).where(mails.c.id == mail)
        account = self.connection.execute(query).scalar_one_or_none()
        return None if account is None else AccountId(account)

    def get(self, account: AccountId, mail: MailId) -> OutgoingMail | None:
        query = select(mails).where(
            mails.c.account == account,
            mails.c.id == mail,
            mails.c.status == MailStatus.WAITING,
        )
        row = self.connection.execute(query).one_or_none()
        return None if row is None else from_row(row)

    def settle(self, account: AccountId, mail: MailId, status: MailStatus) -> None:
        self.connection.execute(
            update(mails)
            .where(mails.c.account == account, mails.c.id == mail)
            .values(status=status, settled_at=self.clock.now(), recipient=None, facts=None)
        )

    def lately(self, account: AccountId, most: int) -> Sequence[MailRecord]:
        rows = self.connection.execute(
            select(mails.c.template, mails.c.status, mails.c.added_at)
            .where(mails.c.account == account)
            .order_by(mails.c.added_at.desc(), mails.c.id.desc())
            .limit(most)
        )
        return [MailRecord(*row) for row in rows]

    def remove_all_of(self, account: AccountId) -> None:
        self.connection.execute(delete(mails).where(mails.c.account == account))

    def _add(self, many: Sequence[Mail]) -> list[MailId]:
        now = self.clock.now()
        outgoing = [OutgoingMail(MailId(self.new_id()), each, now) for each in many]
        self.connection.execute(insert(mails), [to_row(each) for each in outgoing])
        self.jobs.enqueue_all(SEND, [{"mail": each.id} for each in outgoing])
        return [each.id for each in outgoing]


def to_row(outgoing: OutgoingMail) -> dict[str, Any]:
    """The columns of a waiting mail."""
    mail = outgoing.mail
    return {
        "id": outgoing.id,
        "status": outgoing.status,
        "template": mail.template,
        "language": mail.language,
        "recipient": mail.to,
        "facts": mail.facts,
        "account": mail.account,
        "added_at": outgoing.added_at,
    }


def from_row(row: Row[Any]) -> OutgoingMail:
    """The waiting mail of its columns."""
    mail = Mail(
        to=row.recipient,
        template=row.template,
        language=row.language,
        facts=row.facts,
        account=AccountId(row.account),
    )
    return OutgoingMail(MailId(row.id), mail, row.added_at, row.status)
