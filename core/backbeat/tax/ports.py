"""What tax details need from outside: tax authorities, their records, other features' books."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Protocol

from backbeat.accounts.model import Account
from backbeat.audit.ports import AuditTrail
from backbeat.kernel.ids import AccountId
from backbeat.mail.ports import Outbox
from backbeat.notifications.ports import NotificationRepository
from backbeat.tax.model import BusinessStanding, TaxDetails, TaxNumber
from backbeat.withdrawals.ports import PaymentDetailsRepository


class AuthorityUnavailable(Exception):
    """The authority gave no usable answer; the text is for the log."""


class TaxAuthority(Protocol):
    """The tax authority of one country: the form of its numbers, and what it knows about
    businesses.
    """

    def business_number(self, text: str) -> TaxNumber | None:
        """The number that somebody typed; None if there cannot be such a number."""

    def id_number(self, text: str, today: date) -> TaxNumber | None:
        """A person's number that somebody typed; None if nobody born until today can have it."""

    def standing(self, number: TaxNumber) -> BusinessStanding:
        """The present status of the business with that number. Raises `AuthorityUnavailable`."""


TaxAuthorities = Mapping[str, TaxAuthority]
"""Tax authorities by the codes of the countries whose tax offices want to know who is paid."""


class TaxDetailsRepository(Protocol):
    """What accounts gave for the tax office. Numbers and names are stored encrypted."""

    def get(self, account: AccountId) -> TaxDetails | None: ...

    def put(self, details: TaxDetails) -> None:
        """Store what an account gave, replacing what was known."""

    def remove(self, account: AccountId) -> None:
        """Remove what the account gave, when its personal data is erased."""


class Accounts(Protocol):
    """The accounts, as far as tax details look at them."""

    def get(self, account: AccountId) -> Account | None: ...

    def lock(self, account: AccountId) -> Account | None: ...


class Books(Protocol):
    """The records that tax details are read and written with."""

    @property
    def accounts(self) -> Accounts: ...

    @property
    def audit(self) -> AuditTrail: ...

    @property
    def notifications(self) -> NotificationRepository: ...

    @property
    def outbox(self) -> Outbox: ...

    @property
    def payment_details(self) -> PaymentDetailsRepository: ...

    @property
    def tax_details(self) -> TaxDetailsRepository: ...
