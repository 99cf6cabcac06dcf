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
    """The tax authority of one country: how its numbers are made, and what it knows of businesses."""

    def business_number(self, text: str) -> TaxNumber | None:
        """The number that somebody typed; None where there can be none like that."""

    def id_number(self, text: str, today: date) -> TaxNumber | None:
        """A person's number, likewise."""

    def standing(self, number: TaxNumber) -> BusinessStanding:
        """How the business with that number stands now. Raises `AuthorityUnavailable`."""


TaxAuthorities = Mapping[str, TaxAuthority]
"""By the codes of the countries whose tax offices want to know who is paid."""


class TaxDetailsRepository(Protocol):
    """What accounts said for the tax office. Numbers and names are sealed where they are stored."""

    def get(self, account: AccountId) -> TaxDetails | None: ...

    def put(self, details: TaxDetails) -> None:
        """Keep what an account said, in place of what was known."""

    def remove(self, account: AccountId) -> None:
        """Forget what the account said, when its personal data is erased."""


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
    def payment_details(self) -> PaymentDetailsRepository:
        """Where people are paid."""

    @property
    def tax_details(self) -> TaxDetailsRepository: ...
