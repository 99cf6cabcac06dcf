"""Mails: a template and its facts in the outbox, rendered in a language when they are sent."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

from attrs import field, frozen

from backbeat.kernel.errors import plain
from backbeat.kernel.ids import AccountId, MailId
from backbeat.kernel.languages import Language


class Template(StrEnum):
    """The kinds of mails; `FACTS` names the facts that each needs."""

    EMAIL_CODE = "email_code"
    EMAIL_CHANGE_CODE = "email_change_code"
    EMAIL_CHANGED = "email_changed"
    RECOVERY_CODE = "recovery_code"
    LOGIN_CODE = "login_code"
    LOGIN_GUESSED = "login_guessed"
    LOGIN_NOTICED = "login_noticed"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 - a template's name
    PHONE_CHANGED = "phone_changed"
    TOTP_ADDED = "totp_added"
    TOTP_REMOVED = "totp_removed"
    TOTP_LOST = "totp_lost"
    TOTP_KEPT = "totp_kept"
    RECOVERY_CODE_USED = "recovery_code_used"
    RECOVERY_CODES_RENEWED = "recovery_codes_renewed"
    ACCOUNT_LEFT = "account_left"
    MEMBER_INVITED = "member_invited"
    MEMBER_DELETED = "member_deleted"
    PAYMENT_INFO_CHANGED = "payment_info_changed"
    PAYOUTS_LOCKED = "payouts_locked"
    PAYOUTS_UNLOCKED = "payouts_unlocked"
    PAYOUT_OPEN = "payout_open"
    WITHDRAWAL_PAID = "withdrawal_paid"
    WITHDRAWAL_RETURNED = "withdrawal_returned"
    WITHDRAWAL_REJECTED = "withdrawal_rejected"
    WITHDRAWAL_REJECTED_WITHOUT_RECOVERY = "withdrawal_rejected_without_recovery"
    CHANNEL_APPROVED = "channel_approved"
    CHANNEL_HELD = "channel_held"
    CHANNEL_DENIED = "channel_denied"
    CHANNEL_LOST = "channel_lost"
    INVOICE_REQUESTED = "invoice_requested"
    MONTH_CONFIRMED = "month_confirmed"
    INQUIRY_RECEIVED = "inquiry_received"
    """Goes to operators, but belongs to the sender and is erased with the sender's data."""


FACTS: Mapping[Template, frozenset[str]] = {
    Template.EMAIL_CODE: frozenset({"name", "code", "minutes"}),
    Template.EMAIL_CHANGE_CODE: frozenset({"name", "code", "minutes"}),
    Template.EMAIL_CHANGED: frozenset({"name", "new_email"}),
    Template.RECOVERY_CODE: frozenset({"name", "code", "minutes"}),
    Template.LOGIN_CODE: frozenset({"name", "code", "minutes"}),
    Template.LOGIN_GUESSED: frozenset({"name"}),
    Template.LOGIN_NOTICED: frozenset({"name", "at", "address", "browser", "ticket"}),
    Template.PASSWORD_CHANGED: frozenset({"name"}),
    Template.PHONE_CHANGED: frozenset({"name", "phone"}),
    Template.TOTP_ADDED: frozenset({"name"}),
    Template.TOTP_REMOVED: frozenset({"name"}),
    Template.TOTP_LOST: frozenset({"name", "at", "ticket"}),
    Template.TOTP_KEPT: frozenset({"name"}),
    Template.RECOVERY_CODE_USED: frozenset({"name", "left"}),
    Template.RECOVERY_CODES_RENEWED: frozenset({"name"}),
    Template.ACCOUNT_LEFT: frozenset({"name", "days"}),
    Template.MEMBER_INVITED: frozenset({"name", "manager", "ticket", "days"}),
    Template.MEMBER_DELETED: frozenset({"name"}),
    Template.PAYMENT_INFO_CHANGED: frozenset({"name", "old", "new", "days", "ticket"}),
    Template.PAYOUTS_LOCKED: frozenset({"name"}),
    Template.PAYOUTS_UNLOCKED: frozenset({"name"}),
    Template.PAYOUT_OPEN: frozenset({"name", "amount", "currency", "until"}),
    Template.WITHDRAWAL_PAID: frozenset({"name", "amount", "currency", "invoice"}),
    Template.WITHDRAWAL_RETURNED: frozenset({"name", "amount", "currency", "reason", "days"}),
    Template.WITHDRAWAL_REJECTED: frozenset({"name", "amount", "currency", "reason"}),
    Template.WITHDRAWAL_REJECTED_WITHOUT_RECOVERY: frozenset(
        {"name", "amount", "currency", "reason"}
    ),
    Template.CHANNEL_APPROVED: frozenset({"name", "channel", "earning_from"}),
    Template.CHANNEL_HELD: frozenset({"name", "channel"}),
    Template.CHANNEL_DENIED: frozenset({"name", "channel", "reason"}),
    Template.CHANNEL_LOST: frozenset({"name", "channel"}),
    Template.INVOICE_REQUESTED: frozenset({"name", "month"}),
    Template.MONTH_CONFIRMED: frozenset({"name", "month", "amount", "currency"}),
    Template.INQUIRY_RECEIVED: frozenset({"name", "sender", "title", "inquiry"}),
}
"""The facts that each template needs: all of them and no others."""


def _plain(facts: Mapping[str, Any]) -> dict[str, str]:
    return {name: str(plain(value)) for name, value in facts.items()}


@frozen
class Mail:
    """A mail to be sent.

    `name` among the facts is the reader's name. A ValueError says that a fact is missing or
    superfluous.
    """

    to: str
    """One e-mail address."""
    template: Template
    language: Language
    """The account's language: its last choice (ACCT-14)."""
    facts: Mapping[str, Any] = field(converter=_plain)
    account: AccountId
    """Whose mail it is, so that it is removed when the account's personal data is erased."""

    def __attrs_post_init__(self) -> None:
        needed = FACTS[self.template]
        if set(self.facts) != needed:
            raise ValueError(
                f"{self.template} needs {sorted(needed)}, was given {sorted(self.facts)}"
            )
        if any(mark in self.to for mark in "\r\n,") or "@" not in self.to:
            raise ValueError("not one e-mail address")


class MailStatus(StrEnum):
    WAITING = "waiting"
    SENT = "sent"
    REFUSED = "refused"
    """The mail server refuses it for good."""
    UNWANTED = "unwanted"
    """The reader does not want such mails."""


@frozen
class OutgoingMail:
    """A mail in the outbox. Once it is sent or refused, its address and facts are removed."""

    id: MailId
    mail: Mail
    added_at: datetime
    status: MailStatus = MailStatus.WAITING


@frozen
class MailRecord:
    """A record that there was a mail, and what happened to it, without its contents."""

    template: Template
    status: MailStatus
    added_at: datetime


@frozen
class RenderedMail:
    to: str
    subject: str
    text: str
    html: str
    message_id: str
    """The same at every try, so that a mail sent twice is recognised as one."""
    language: Language
    sender: str | None = None
    """The sender's name, if it is not the portal's (SITE-10)."""
