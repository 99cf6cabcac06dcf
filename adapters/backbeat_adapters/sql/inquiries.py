"""Inquiries in SQL. Attachments are in a table of their own, so that lists never read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen
from sqlalchemy import (
    Column,
    Connection,
    Index,
    LargeBinary,
    PrimaryKeyConstraint,
    Row,
    Text,
    delete,
    func,
    insert,
    select,
    update,
)

from backbeat.inquiries.model import Attached, Inquiry, InquiryFile, InquiryId
from backbeat.kernel.ids import AccountId
from backbeat.kernel.pages import Page, PageRequest
from backbeat_adapters.sql.engine.schema import Big, Instant, table

inquiries = table(
    "inquiries",
    Column("account", Text, nullable=False),
    Column("id", Text, nullable=False, unique=True),
    Column("title", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("contact", Text, nullable=False),
    Column("sent_at", Instant, nullable=False),
    Column("file_name", Text),
    Column("media_type", Text),
    Column("size", Big),
    Column("closed_at", Instant),
    PrimaryKeyConstraint("account", "id"),
    Index("ix_inquiries_sent_at", "sent_at", "id"),
)
files = table(
    "inquiry_files",
    Column("account", Text, nullable=False),
    Column("inquiry", Text, nullable=False),
    Column("content", LargeBinary, nullable=False),
    PrimaryKeyConstraint("account", "inquiry"),
)


@frozen
class SqlInquiries:
    connection: Connection

    def add(self, inquiry: Inquiry, file: InquiryFile | None) -> None:
        self.connection.execute(insert(inquiries).values(_to_row(inquiry)))
        if file is not None:
            row = {"account": inquiry.account, "inquiry": inquiry.id, "content": file.content}
            self.connection.execute(insert(files).values(row))

    def account_of(self, inquiry: InquiryId) -> AccountId | None:
        wanted = select(inquiries.c.account).where(inquiries.c.id == inquiry)
        account = self.connection.execute(wanted).scalar_one_or_none()
        return None if account is None else AccountId(account)

    def get(self, account: AccountId, inquiry: InquiryId) -> Inquiry | None:
        wanted = select(inquiries).where(inquiries.c.account == account, inquiries.c.id == inquiry)
        row = self.connection.execute(wanted).first()
        return None if row is None else _from_row(row)

    def file(self, account: AccountId, inquiry: InquiryId) -> InquiryFile | None:
        wanted = (
            select(inquiries.c.file_name, inquiries.c.media_type, files.c.content)
            .join(
                files,
                (files.c.account == inquiries.c.account) & (files.c.inquiry == inquiries.c.id),
            )
            .where(inquiries.c.account == account, inquiries.c.id == inquiry)
        )
        row = self.connection.execute(wanted).first()
        return None if row is None else InquiryFile(*row)

    def all_of(self, account: AccountId) -> Sequence[Inquiry]:
        wanted = (
            select(inquiries)
            .where(inquiries.c.account == account)
            .order_by(inquiries.c.sent_at, inquiries.c.id)
        )
        return [_from_row(row) for row in self.connection.execute(wanted)]

    def save(self, inquiry: Inquiry) -> None:
        self.connection.execute(
            update(inquiries)
            .where(inquiries.c.account == inquiry.account, inquiries.c.id == inquiry.id)
            .values(closed_at=inquiry.closed_at)
        )

    def page(self, request: PageRequest, *, closed: bool) -> Page[Inquiry]:
        wanted = select(inquiries)
        if not closed:
            wanted = wanted.where(inquiries.c.closed_at.is_(None))
        total = self.connection.execute(
            wanted.with_only_columns(func.count(), maintain_column_froms=True)
        ).scalar_one()
        rows = self.connection.execute(
            wanted.order_by(inquiries.c.sent_at.desc(), inquiries.c.id.desc())
            .limit(request.size)
            .offset(request.offset)
        )
        return Page([_from_row(row) for row in rows], request.page, request.size, total)

    def remove_all_of(self, account: AccountId) -> None:
        self.connection.execute(delete(files).where(files.c.account == account))
        self.connection.execute(delete(inquiries).where(inquiries.c.account == account))


def _to_row(inquiry: Inquiry) -> dict[str, Any]:
    attached = inquiry.attached
    return {
        "account": inquiry.account,
        "id": inquiry.id,
        "title": inquiry.title,
        "content": inquiry.content,
        "contact": inquiry.contact,
        "sent_at": inquiry.sent_at,
        "file_name": attached.name if attached else None,
        "media_type": attached.media_type if attached else None,
        "size": attached.size if attached else None,
        "closed_at": inquiry.closed_at,
    }


def _from_row(row: Row[Any]) -> Inquiry:
    attached = None if row.file_name is None else Attached(row.file_name, row.media_type, row.size)
    return Inquiry(
        id=InquiryId(row.id),
        account=AccountId(row.account),
        title=row.title,
        content=row.content,
        contact=row.contact,
        sent_at=row.sent_at,
        attached=attached,
        closed_at=row.closed_at,
    )
