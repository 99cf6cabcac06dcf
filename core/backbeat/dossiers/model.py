"""What a dossier holds."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum

from attrs import field, frozen

from backbeat.accounts.model import Account
from backbeat.accounts.second_factor import Standing
from backbeat.accounts.sessions import OpenSession
from backbeat.audit.model import AuditRow
from backbeat.channels.model import Channel
from backbeat.kernel.money import Money
from backbeat.ledger.model import EntryType, Summary
from backbeat.mail.model import MailRecord
from backbeat.notifications.model import KeptNotification
from backbeat.phones.model import Phone
from backbeat.tax.model import TaxDetails
from backbeat.withdrawals.model import ListedWithdrawal, PaymentDetails


class Restriction(StrEnum):
    """What a person cannot do just now, and why."""

    SUSPENDED = "suspended"
    BLOCKED = "blocked"
    DELETED = "deleted"
    EMAIL_UNVERIFIED = "email_unverified"
    TOTP_MISSING = "totp_missing"
    CONSENT_REQUIRED = "consent_required"
    PAYOUTS_LOCKED = "payouts_locked"
    PAYOUTS_HELD = "payouts_held"
    """Payouts wait until the cool-down after a changed destination is over (DEST-12)."""


@frozen
class RestrictionInForce:
    """One restriction, since or until when, where that is known."""

    restriction: Restriction
    since: datetime | None = None
    until: date | None = None


@frozen
class Places:
    """Whom an account stands below, the nearest first, and how many stand below it."""

    above: tuple[Account, ...]
    directly_below: int
    below: int
    fee_rate: Decimal
    """What the account above keeps today."""


@frozen
class Dossier:
    """One person on one page, as operators see it: payment details and the phone
    number are masked in what is shown."""

    account: Account
    places: Places
    channels: tuple[Channel, ...]
    summary: Summary
    open_by_type: Mapping[EntryType, Money]
    """What is left of the account's entries, by their type."""
    under_way: tuple[ListedWithdrawal, ...]
    details: PaymentDetails | None
    tax_details: TaxDetails | None
    sessions: tuple[OpenSession, ...]
    second_factor: Standing
    phone: Phone | None
    in_force: tuple[RestrictionInForce, ...]
    notices: tuple[KeptNotification, ...]
    mails: tuple[MailRecord, ...]
    acts: tuple[AuditRow, ...]


@frozen
class DossierFile:
    """A file of an export, by its name within it."""

    name: str
    content: bytes = field(repr=False)
