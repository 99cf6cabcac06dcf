"""Phone numbers and their codes in SQL: a number is sealed, and looked up by a mark of it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from attrs import frozen
from sqlalchemy import (
    Column,
    Connection,
    ForeignKey,
    Index,
    Row,
    Text,
    delete,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from backbeat.kernel.ids import AccountId
from backbeat.kernel.secrets import SecretBox
from backbeat.phones.errors import PhoneTaken
from backbeat.phones.model import Phone, PhoneCode, PhonePurpose
from backbeat_adapters.sql.engine.schema import Big, Choice, Instant, table
from backbeat_adapters.sql.engine.upserts import upsert

phones = table(
    "phones",
    Column("account", Text, ForeignKey("accounts.id"), primary_key=True),
    Column("number", Text, nullable=False),
    Column("number_mark", Text, nullable=False, unique=True),
    Column("verified_at", Instant, nullable=False),
)
phone_codes = table(
    "phone_codes",
    Column("id", Text, primary_key=True),
    Column("purpose", Choice(PhonePurpose), nullable=False),
    Column("account", Text, ForeignKey("accounts.id"), index=True),
    Column("number_mark", Text, nullable=False),
    Column("code_hash", Text, nullable=False),
    Column("sent_at", Instant, nullable=False),
    Column("expires_at", Instant, nullable=False),
    Column("tries", Big, nullable=False),
    Column("used_at", Instant),
    Index("ix_phone_codes_number_mark", "number_mark", "sent_at"),
    Index("ix_phone_codes_expires_at", "expires_at"),
)

_ABOUT = "phone"


@frozen
class SqlPhones:
    """Fulfils `PhoneRepository`."""

    connection: Connection
    secrets: SecretBox

    def get(self, account: AccountId) -> Phone | None:
        row = self.connection.execute(
            select(phones).where(phones.c.account == account)
        ).one_or_none()
        return None if row is None else self._from_row(row)

    def by_number(self, number: str) -> Phone | None:
        marks = self.secrets.marks(number, _ABOUT)
        row = self.connection.execute(
            select(phones).where(phones.c.number_mark.in_(marks))
        ).one_or_none()
        return None if row is None else self._from_row(row)

    def put(self, phone: Phone) -> None:
        holder = self.by_number(phone.number)
        if holder is not None and holder.account != phone.account:
            raise PhoneTaken()
        mark, *_ = self.secrets.marks(phone.number, _ABOUT)
        sealed = self.secrets.seal(phone.number, _place_of(phone.account))
        values = {"number": sealed, "number_mark": mark, "verified_at": phone.verified_at}
        try:
            upsert(self.connection, phones, {"account": phone.account}, values)
        except IntegrityError as error:
            if "number_mark" in str(error.orig):
                raise PhoneTaken() from error
            raise

    def remove(self, account: AccountId) -> None:
        gone = self.get(account)
        if gone is not None:
            marks = self.secrets.marks(gone.number, _ABOUT)
            self.connection.execute(delete(phone_codes).where(phone_codes.c.number_mark.in_(marks)))
        self.connection.execute(delete(phone_codes).where(phone_codes.c.account == account))
        self.connection.execute(delete(phones).where(phones.c.account == account))

    def _from_row(self, row: Row[Any]) -> Phone:
        account = AccountId(row.account)
        return Phone(account, self.secrets.open(row.number, _place_of(account)), row.verified_at)


@frozen
class SqlPhoneCodes:
    """Fulfils `PhoneCodeRepository`. Tries and uses are counted by conditional updates."""

    connection: Connection
    secrets: SecretBox

    def add(self, code: PhoneCode) -> None:
        mark, *_ = self.secrets.marks(code.number, _ABOUT)
        self.connection.execute(
            insert(phone_codes).values(
                id=code.id,
                purpose=code.purpose,
                account=code.account,
                number_mark=mark,
                code_hash=code.code_hash,
                sent_at=code.sent_at,
                expires_at=code.expires_at,
                tries=code.tries,
                used_at=code.used_at,
            )
        )

    def newest(
        self, purpose: PhonePurpose, account: AccountId | None, number: str
    ) -> PhoneCode | None:
        row = self.connection.execute(
            select(phone_codes)
            .where(
                phone_codes.c.number_mark.in_(self.secrets.marks(number, _ABOUT)),
                phone_codes.c.purpose == purpose,
                phone_codes.c.account == account,
            )
            .order_by(phone_codes.c.sent_at.desc(), phone_codes.c.id.desc())
            .limit(1)
        ).one_or_none()
        if row is None:
            return None
        return PhoneCode(
            id=row.id,
            purpose=row.purpose,
            account=account,
            number=number,
            code_hash=row.code_hash,
            sent_at=row.sent_at,
            expires_at=row.expires_at,
            tries=row.tries,
            used_at=row.used_at,
        )

    def count_try(self, code: str, most: int) -> bool:
        counted = self.connection.execute(
            update(phone_codes)
            .where(phone_codes.c.id == code, phone_codes.c.tries < most)
            .values(tries=phone_codes.c.tries + 1)
        )
        return counted.rowcount == 1

    def use(self, code: str, at: datetime) -> bool:
        used = self.connection.execute(
            update(phone_codes)
            .where(phone_codes.c.id == code, phone_codes.c.used_at.is_(None))
            .values(used_at=at)
        )
        return used.rowcount == 1

    def remove(self, code: str) -> None:
        self.connection.execute(delete(phone_codes).where(phone_codes.c.id == code))

    def forget_before(self, instant: datetime) -> int:
        old = delete(phone_codes).where(phone_codes.c.expires_at < instant)
        return self.connection.execute(old).rowcount


def _place_of(account: AccountId) -> str:
    """The one place where a sealed number opens."""
    return f"phone:{account}:number:1"
