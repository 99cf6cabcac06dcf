"""Which mails a person can opt out of (MAIL-3)."""

from __future__ import annotations

from backbeat.mail.model import Template

ALWAYS = frozenset(
    {
        Template.EMAIL_CODE,
        Template.EMAIL_CHANGE_CODE,
        Template.EMAIL_CHANGED,
        Template.RECOVERY_CODE,
        Template.LOGIN_CODE,
        Template.LOGIN_GUESSED,
        Template.LOGIN_NOTICED,
        Template.PASSWORD_CHANGED,
        Template.PHONE_CHANGED,
        Template.TOTP_ADDED,
        Template.TOTP_REMOVED,
        Template.TOTP_LOST,
        Template.TOTP_KEPT,
        Template.RECOVERY_CODE_USED,
        Template.RECOVERY_CODES_RENEWED,
        Template.ACCOUNT_LEFT,
        Template.MEMBER_DELETED,
        Template.PAYMENT_INFO_CHANGED,
        Template.PAYOUTS_LOCKED,
        Template.PAYOUTS_UNLOCKED,
        Template.WITHDRAWAL_RETURNED,
        Template.WITHDRAWAL_REJECTED,
        Template.INQUIRY_RECEIVED,
    }
)
"""Security, returned money, and mails to operators: these are sent whatever was chosen."""


def is_wanted(template: Template, *, notice: bool) -> bool:
    """Whether a mail is sent to somebody who does, or does not, want notices."""
    return notice or template in ALWAYS
