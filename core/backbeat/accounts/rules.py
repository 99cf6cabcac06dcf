"""The rules of accounts: plain functions of plain values; those named `require_...` refuse."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from decimal import Decimal
from ipaddress import IPv4Address, ip_address, ip_network

from backbeat import settings
from backbeat.accounts import lookalikes
from backbeat.accounts.errors import (
    AccountDeleted,
    AccountNotFound,
    AccountSuspended,
    BadEmail,
    BadIdLength,
    BadNickname,
    BadPasswordLength,
    CodeExpired,
    LoginRequired,
    PasswordsDiffer,
    TooManyTries,
)
from backbeat.accounts.model import (
    Account,
    AccountStatus,
    FeeRate,
    MailedCode,
    Role,
    Session,
    SessionEnd,
)
from backbeat.accounts.refused_passwords import is_refused
from backbeat.kernel.errors import BadValues, TooManyRequests

_EMAIL = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~\-\u00a1-\U0010ffff]+"
    r"@[A-Za-z0-9\u00a1-\U0010ffff](?:[A-Za-z0-9\-\u00a1-\U0010ffff]*[A-Za-z0-9\u00a1-\U0010ffff])?"
    r"(?:\.[A-Za-z0-9\u00a1-\U0010ffff](?:[A-Za-z0-9\-\u00a1-\U0010ffff]*[A-Za-z0-9\u00a1-\U0010ffff])?)+"
)
_UNPRINTABLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp"}

_ASCII_FORM = "xn--"

CODE_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_LOOKALIKES = str.maketrans({"0": "O", "1": "I", "8": "B"})


# Identifiers, nicknames, passwords


def email_key(email: str) -> str:
    """A value that two addresses share if they are the same log-in id: neither case matters, nor
    whether a domain is written in its own letters or in ASCII (ACCT-4).
    """
    folded = unicodedata.normalize("NFKC", email.strip()).casefold()
    local, at, domain = folded.rpartition("@")
    labels = domain.replace("\u3002", ".").split(".")
    return local + at + ".".join(_own_letters(label) for label in labels)


def mailbox_key(email: str) -> str:
    """A value that two addresses share if their mail arrives in one mailbox: `email_key` without
    what follows a plus sign (REFER-9).
    """
    local, at, domain = email_key(email).rpartition("@")
    return (local.partition("+")[0] or local) + at + domain


def _own_letters(label: str) -> str:
    """A part of a domain in its own letters (xn--bcher-kva is bücher); unchanged if it is not
    encoded.
    """
    if not label.startswith(_ASCII_FORM):
        return label
    try:
        text = label.removeprefix(_ASCII_FORM).encode("ascii").decode("punycode")
    except (UnicodeError, ValueError):
        return label
    return unicodedata.normalize("NFKC", text).casefold() or label


def name_key(name: str) -> str:
    """A value that two nicknames share if they count as the same (ACCT-3)."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", folded)


def require_email_form(text: str) -> str:
    """The address without surrounding spaces, if it is an address (otherwise 10007)."""
    email = unicodedata.normalize("NFC", text.strip())
    if not _EMAIL.fullmatch(email) or _has_unprintable(email) or ".." in email:
        raise BadEmail()
    return email


def require_email(text: str, bounds: settings.Accounts) -> str:
    """An address of allowed length. Refuses first with 10007 for its form, then with 10005."""
    email = require_email_form(text)
    if not bounds.id_min <= len(email) <= bounds.id_max:
        raise BadIdLength(min=bounds.id_min, max=bounds.id_max)
    return email


def require_nickname(text: str, bounds: settings.Accounts) -> str:
    """The nickname in its composed form; letters, their marks and decimal digits (ACCT-3, 10008).

    One that mixes scripts the way imitations do is `bad_value` (ACCT-24).
    """
    name = unicodedata.normalize("NFC", text)
    if not bounds.name_min <= len(name) <= bounds.name_max:
        raise BadNickname(min=bounds.name_min, max=bounds.name_max, problem="length")
    if not all(unicodedata.category(letter)[0] in "LM" or letter.isdecimal() for letter in name):
        raise BadNickname(min=bounds.name_min, max=bounds.name_max, problem="characters")
    if lookalikes.mixes_scripts(name):
        raise BadValues(fields={"nickname": "bad_value"})
    return name


def require_password(text: str, bounds: settings.Accounts, field: str = "password") -> str:
    """A password of allowed length, in characters (ACCT-1, 10006), that is not one of the most
    common: `bad_value` on its field (ACCT-23). Log-in never checks this (ACCT-2).
    """
    if not bounds.password_min <= len(text) <= bounds.password_max:
        raise BadPasswordLength(min=bounds.password_min, max=bounds.password_max)
    if is_refused(text):
        raise BadValues(fields={field: "bad_value"})
    return text


def require_not_obvious(password: str, own: Iterable[str], field: str = "password") -> None:
    """Refuse what anybody who knows the account would try first: its name, its address, the
    portal's name (`bad_value` on its field, ACCT-23).
    """
    obvious = {part for word in own for part in (word, word.partition("@")[0])}
    if password.casefold() in {word.casefold() for word in obvious}:
        raise BadValues(fields={field: "bad_value"})


def require_equal(password: str, confirmation: str | None) -> None:
    """Refuse a confirmation that was sent and differs (10004, ACCT-7)."""
    if confirmation is not None and confirmation != password:
        raise PasswordsDiffer()


def _has_unprintable(text: str) -> bool:
    return any(unicodedata.category(letter) in _UNPRINTABLE for letter in text)


# Standing


def require_reachable(account: Account) -> None:
    """Refuse a suspended, deleted or blocked account: 10013, 10002, 10001 (ACCT-16)."""
    match account.status:
        case AccountStatus.SUSPENDED:
            raise AccountSuspended()
        case AccountStatus.DELETED:
            raise AccountDeleted()
        case AccountStatus.BLOCKED:
            raise AccountNotFound()
        case AccountStatus.ACTIVE:
            return


def needs_verification(account: Account, *, members_too: bool) -> bool:
    """Whether the sub-state `auth_required` applies."""
    return not account.is_verified and (members_too or account.role is Role.MAIN)


def hold_is_over(account: Account, now: datetime, hold_days: int) -> bool:
    """Whether a deleted account's address is free and its personal data may be erased (ACCT-21)."""
    return (
        account.status is AccountStatus.DELETED
        and account.status_since is not None
        and now >= account.status_since + timedelta(days=hold_days)
    )


# Sessions

_STANDING_OF_END = {
    SessionEnd.SUSPENDED: AccountStatus.SUSPENDED,
    SessionEnd.DELETED: AccountStatus.DELETED,
    SessionEnd.BLOCKED: AccountStatus.BLOCKED,
}


def require_live(
    session: Session, account: Account, last_seen: datetime, now: datetime, terms: settings.Auth
) -> None:
    """Refuse a session that has ended, idled away or grown too old (SESSION-2).

    A session that ended with the account's suspension, block or deletion answers with that
    account's code as long as this status lasts; everything else is 10000.
    """
    if session.has_ended:
        if account.status is _STANDING_OF_END.get(session.ended_because or SessionEnd.LOGGED_OUT):
            require_reachable(account)
        raise LoginRequired()
    if is_over(session, last_seen, now, terms):
        raise LoginRequired()
    require_reachable(account)


def is_over(session: Session, last_seen: datetime, now: datetime, terms: settings.Auth) -> bool:
    """Whether a session that nobody ended has expired: idle too long or too old."""
    if session.viewing is not None and now >= session.viewing.until:
        return True
    return now - last_seen >= timedelta(
        days=terms.session_idle_days
    ) or now - session.started_at >= timedelta(days=terms.session_max_days)


def plain_address(address: str) -> str:
    """An address of IPv4 as itself, where a server that listens on IPv6 sees it as one of IPv6 that
    contains it; any other text as it is.
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    mapped = None if isinstance(parsed, IPv4Address) else parsed.ipv4_mapped
    return address if mapped is None else str(mapped)


def network_of(address: str) -> str:
    """An address without the part that names one machine: /24 for IPv4, /48 for IPv6."""
    try:
        parsed = ip_address(plain_address(address))
    except ValueError:
        return ""
    bits = 24 if parsed.version == 4 else 48
    return str(ip_network((parsed, bits), strict=False))


def limit_key_of(address: str) -> str:
    """The key by which limits count an address: a whole /64 for IPv6, since one person has all of
    that.
    """
    try:
        parsed = ip_address(plain_address(address))
    except ValueError:
        return address
    return str(parsed if parsed.version == 4 else ip_network((parsed, 64), strict=False))


# Codes


def require_open(code: MailedCode | None, now: datetime, terms: settings.Auth) -> MailedCode:
    """The code, if it may be tried once more. Otherwise 10017 if there is none or it was used or is
    too old, or 10015.
    """
    if code is None or code.used_at is not None or now >= code.expires_at:
        raise CodeExpired()
    if code.tries >= terms.max_attempts:
        raise TooManyTries()
    return code


def require_resendable(newest: MailedCode | None, now: datetime, terms: settings.Auth) -> None:
    """Refuse another code so soon after the last (code 3, CRED-3)."""
    if newest is None:
        return
    wait = (newest.sent_at + timedelta(seconds=terms.resend_after) - now).total_seconds()
    if wait > 0:
        raise TooManyRequests(retry_after=max(1, int(wait + 0.999)))


def read_recovery_code(text: str) -> str:
    """A recovery code read leniently (CRED-2): case, spaces, hyphens and lookalikes do not matter."""
    kept = "".join(letter for letter in text.upper() if letter.isalnum())
    return kept.translate(_LOOKALIKES)


def read_digits(text: str) -> str:
    """A code of digits read leniently: spaces and hyphens do not matter."""
    return "".join(letter for letter in text if not letter.isspace() and letter != "-")


# The second factor

_APP_CODE = re.compile(r"[0-9]{6}")
MARK = 2


def is_app_code(text: str) -> bool:
    """Whether this is a code from an authenticator app; anything else is a recovery code."""
    return _APP_CODE.fullmatch(text) is not None


def must_have_totp(account: Account, terms: settings.Auth) -> bool:
    """Whether the installation requires a second factor from this account.

    It protects log-in by password, so accounts without a password are exempt.
    """
    if account.password_hash is None:
        return False
    match terms.require_totp:
        case settings.TotpFor.NOBODY:
            return False
        case settings.TotpFor.MANAGERS:
            return account.can_manage
        case settings.TotpFor.EVERYBODY:
            return True


# Fee rates


def rate_on(rates: Iterable[FeeRate], day: date) -> Decimal:
    """The rate in force on a day: the newest that starts on or before it; 0 before the first."""
    started = [rate for rate in rates if rate.from_day <= day]
    return max(started, key=lambda rate: rate.from_day).rate if started else Decimal(0)
