"""Accounts, their sessions and the codes mailed to them."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from hashlib import sha256

from attrs import evolve, field, frozen
from attrs.validators import ge, le

from backbeat.kernel.ids import AccountId, SessionId
from backbeat.kernel.languages import Language


class Role(StrEnum):
    """Whether an account stands on its own or below another (NET-1)."""

    MAIN = "main"
    MEMBER = "member"


class Permission(StrEnum):
    """The rank within a multi-channel network; `NONE` outside of networks (NET-1)."""

    NONE = ""
    MCN = "mcn"
    MCN_CREATOR = "mcn_creator"
    MCN_CREATOR_SUB = "mcn_creator_sub"


class AccountStatus(StrEnum):
    """Whether the account can be used (ACCT-16)."""

    ACTIVE = "active"
    SUSPENDED = "suspended"
    BLOCKED = "blocked"
    DELETED = "deleted"


class TutorialStep(StrEnum):
    """A part of the first-use tutorial (ACCT-13)."""

    DASHBOARD = "dashboard"
    MUSIC = "music"
    CHANNEL = "channel"
    GUIDE = "guide"


@frozen
class Preferences:
    """Which notifications a person wants (ACCT-12)."""

    notice: bool = True
    marketing: bool = False


class LockedBy(StrEnum):
    """What locks an account's payouts."""

    DISOWNED = "disowned"
    """The owner disowned a change of where to; an operator ends it (WITHDRAW-28)."""
    FACTOR = "second_factor"
    """The second factor is said to be lost and goes; ends itself (SESSION-13)."""


@frozen
class PayoutLock:
    """Why an account's payouts are locked: everything that does, what an operator has to end first."""

    by: tuple[LockedBy, ...]
    totp_ends_at: datetime | None = None
    """When the second factor goes, where one does; security time."""


@frozen
class Account:
    """One person or firm that signs in.

    `email` is the log-in id, as typed; two that differ only in case are the same. `password_hash`
    is None for accounts made for an external log-in (ACCT-15). `password_changed_at`,
    `verified_at` and `terms_accepted_at` are security time, the other instants business time.
    """

    id: AccountId
    email: str
    name: str
    password_hash: str | None = field(repr=False)
    role: Role
    created_at: datetime
    referral_code: str
    password_changed_at: datetime
    permission: Permission = Permission.NONE
    permission_flag: bool = False
    manager: AccountId | None = None
    status: AccountStatus = AccountStatus.ACTIVE
    status_reason: str | None = None
    status_since: datetime | None = None
    language: Language = Language.ENGLISH
    verified_at: datetime | None = None
    terms_version: str | None = None
    terms_accepted_at: datetime | None = None
    preferences: Preferences = Preferences()
    tutorial: AbstractSet[TutorialStep] = frozenset()
    invited_by: AccountId | None = None
    partner: str | None = None
    erased_at: datetime | None = None
    consent_required: bool = False
    """Whether withdrawals wait until the owner signs the consent that the operator asked for
    (WITHDRAW-16).
    """
    payouts_locked_at: datetime | None = None
    """Since when nothing is paid, because the owner disowned a change of payment details
    (WITHDRAW-28).
    """
    totp_ends_at: datetime | None = None
    """When the second factor will be removed, because somebody with the password says that it is
    lost (SESSION-13); security time.
    """

    @property
    def is_verified(self) -> bool:
        """Whether the owner has proved the e-mail address."""
        return self.verified_at is not None

    @property
    def is_active(self) -> bool:
        """Whether the account is neither suspended, blocked nor deleted."""
        return self.status is AccountStatus.ACTIVE

    @property
    def is_deleted(self) -> bool:
        """Whether the owner left, or a manager deleted the account."""
        return self.status is AccountStatus.DELETED

    @property
    def payout_lock(self) -> PayoutLock | None:
        """Why nothing may be requested or sent; None if nothing locks payouts (WITHDRAW-29)."""
        reasons = ((LockedBy.DISOWNED, self.is_disowned), (LockedBy.FACTOR, self.totp_ends_at))
        by = tuple(reason for reason, stands in reasons if stands)
        return PayoutLock(by, self.totp_ends_at) if by else None

    @property
    def has_payouts_locked(self) -> bool:
        """Whether nothing may be requested or sent (WITHDRAW-28, SESSION-13)."""
        return self.payout_lock is not None

    @property
    def is_disowned(self) -> bool:
        """Whether a change of payment details was disowned and no operator has looked at it yet."""
        return self.payouts_locked_at is not None

    @property
    def is_mcn_related(self) -> bool:
        """Whether the account belongs to a multi-channel network (NET-1)."""
        return self.permission is not Permission.NONE

    @property
    def can_manage(self) -> bool:
        """Whether the account may have accounts below it (NET-2)."""
        return self.permission is Permission.MCN or self.permission_flag

    def verified(self, at: datetime) -> Account:
        """With its e-mail address proved."""
        return evolve(self, verified_at=self.verified_at or at)

    @property
    def is_invited(self) -> bool:
        """Whether it has no password yet: its owner sets one with the link that was mailed
        (NET-21).
        """
        return self.password_hash is None and not self.is_deleted

    def renamed(self, name: str) -> Account:
        return evolve(self, name=name)

    def with_email(self, email: str, at: datetime | None) -> Account:
        """With another log-in id, proved at that instant, or still to be proved if that is None."""
        return evolve(self, email=email, verified_at=at)

    def with_password(self, password_hash: str, at: datetime) -> Account:
        """With another password; whatever depended on the old one is no longer valid."""
        return evolve(self, password_hash=password_hash, password_changed_at=at)

    def allowed_to_manage(self, *, allowed: bool) -> Account:
        """With or without the right to have members of its own (NET-3)."""
        return evolve(self, permission_flag=allowed)

    def rehashed(self, password_hash: str) -> Account:
        """With the same password, hashed by today's parameters."""
        return evolve(self, password_hash=password_hash)

    def with_language(self, language: Language) -> Account:
        """With the language that mails are written in (ACCT-14)."""
        return evolve(self, language=language)

    def preferring(self, preferences: Preferences) -> Account:
        """With other notification settings."""
        return evolve(self, preferences=preferences)

    def with_tutorial_steps(self, steps: AbstractSet[TutorialStep]) -> Account:
        return evolve(self, tutorial=frozenset(self.tutorial | steps))

    def with_consent_required(self, *, needed: bool) -> Account:
        """With withdrawals waiting for a signed consent, or no longer waiting (WITHDRAW-16)."""
        return evolve(self, consent_required=needed)

    def with_payouts_locked(self, at: datetime | None) -> Account:
        """With payouts locked from that instant, or no longer locked if it is None (WITHDRAW-28)."""
        return evolve(self, payouts_locked_at=at)

    def with_totp_ending(self, at: datetime | None) -> Account:
        """With a second factor that will be removed at that instant, or stays if it is None
        (SESSION-13).
        """
        return evolve(self, totp_ends_at=at)

    def suspended(self, reason: str, at: datetime) -> Account:
        """Suspended for a policy violation; it can be reinstated."""
        return self._standing(AccountStatus.SUSPENDED, reason, at)

    def blocked(self, reason: str, at: datetime) -> Account:
        return self._standing(AccountStatus.BLOCKED, reason, at)

    def reinstated(self, reason: str, at: datetime) -> Account:
        return self._standing(AccountStatus.ACTIVE, reason, at)

    def deleted(self, reason: str, at: datetime) -> Account:
        return self._standing(AccountStatus.DELETED, reason, at)

    def erased(self, at: datetime) -> Account:
        """Without anything that tells whose it was; its id and its place in the tree stay
        (PRIVACY-1).
        """
        return evolve(
            self,
            email=f"erased:{self.id}",
            name=f"erased:{self.id}",
            password_hash=None,
            status_reason=None,
            preferences=Preferences(notice=False),
            partner=None,
            totp_ends_at=None,
            erased_at=at,
        )

    def _standing(self, status: AccountStatus, reason: str, at: datetime) -> Account:
        return evolve(self, status=status, status_reason=reason, status_since=at)


@frozen
class FeeRate:
    """The fraction that the account above keeps, from a certain day (SETTLE-16)."""

    account: AccountId
    rate: Decimal = field(validator=[ge(Decimal(0)), le(Decimal(1))])
    from_day: date


@frozen
class Placement:
    """Below whom an account stands from a certain day, until its next placement (NET-18)."""

    account: AccountId
    manager: AccountId
    from_day: date

    @classmethod
    def first_of(cls, account: Account, day: date | None = None) -> Placement | None:
        """Where an account stands when it is created, from that business day or else from the UTC
        day of its creation; None if it is below nobody.
        """
        if account.manager is None:
            return None
        return cls(account.id, account.manager, day or account.created_at.date())


class SessionEnd(StrEnum):
    """Why a session ended (SESSION-3)."""

    LOGGED_OUT = "logged_out"
    ENDED_BY_OWNER = "ended_by_owner"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105
    SECOND_FACTOR_CHANGED = "second_factor_changed"
    TOO_MANY = "too_many"
    SUSPENDED = "suspended"
    BLOCKED = "blocked"
    DELETED = "deleted"


LONGEST_AGENT = 300
"""How many characters are kept of a browser's own description."""


@frozen
class Device:
    """Where a call comes from: the network address, the browser's own description, and the token
    that a log-in left in it.
    """

    address: str = ""
    agent: str = ""
    token: str = field(default="", repr=False)


@frozen
class Viewing:
    """An operator's visit to an account, and until when it lasts (SESSION-14)."""

    operator: str
    until: datetime


@frozen
class Session:
    """One log-in. Instants are security time; `address` is shortened to its network.

    `password_at` is when the password was last given; None for a session that came from a
    one-time log-in.
    """

    id: SessionId
    account: AccountId
    token_hash: str = field(repr=False)
    started_at: datetime
    password_at: datetime | None
    agent: str = ""
    address: str = ""
    ended_at: datetime | None = None
    ended_because: SessionEnd | None = None
    viewing: Viewing | None = None
    """Set if the session is an operator's, who may look but change nothing."""

    @property
    def has_ended(self) -> bool:
        """Whether somebody ended it, as opposed to its having expired."""
        return self.ended_at is not None

    def ended(self, because: SessionEnd, at: datetime) -> Session:
        """Ended; the row stays with its reason."""
        return evolve(self, ended_because=because, ended_at=at)

    def confirmed(self, at: datetime) -> Session:
        """With the password given again."""
        return evolve(self, password_at=at)

    def is_fresh(self, now: datetime, within: timedelta) -> bool:
        """Whether the password was given within the last `within` (SESSION-8)."""
        return self.password_at is not None and now - self.password_at < within


class CodePurpose(StrEnum):
    VERIFY_EMAIL = "verify_email"
    RECOVERY = "recovery"
    LOG_IN = "log_in"
    CHANGE_EMAIL = "change_email"


@frozen
class MailedCode:
    """A short code that was mailed and is typed back (CRED-2). Instants are security time.

    `subject` says who may type it back: an account's id, or for recovery the key of the e-mail
    address. `account` is None if recovery was requested for an unknown address and the installation
    hides that (CRED-5); no input ever matches such a code.
    """

    id: str
    purpose: CodePurpose
    subject: str
    account: AccountId | None
    email: str
    code_hash: str = field(repr=False)
    sent_at: datetime
    expires_at: datetime
    tries: int = 0
    used_at: datetime | None = None


class TicketPurpose(StrEnum):
    PASSWORD_RESET = "password_reset"  # noqa: S105
    ONE_TIME_LOGIN = "one_time_login"
    KNOWN_DEVICE = "known_device"
    """Never used up: a browser that shows it has logged in before (LIMIT-14)."""
    VIEW = "view"
    """Lets an operator look at an account (SESSION-14)."""
    DISOWN = "disown"
    """Says that the owner did not make a change of payment details (WITHDRAW-28)."""
    MEMBER_INVITATION = "member_invitation"
    """Lets a member set its first password (NET-21)."""
    DISOWN_LOGIN = "disown_login"
    """Says that a log-in was not the owner's (SESSION-15)."""
    KEEP_FACTOR = "keep_factor"
    """Keeps a second factor that is being removed (SESSION-13)."""


OUTLIVE_PASSWORDS = frozenset(
    {TicketPurpose.DISOWN, TicketPurpose.DISOWN_LOGIN, TicketPurpose.KEEP_FACTOR}
)
"""Links that keep working after the password or the address has changed."""


@frozen
class Ticket:
    """A long random value that works once (CRED-6, SESSION-11); only its SHA-256 is kept."""

    purpose: TicketPurpose
    value_hash: str = field(repr=False)
    account: AccountId
    issued_at: datetime
    expires_at: datetime
    used_at: datetime | None = None
    operator: str | None = None
    """The operator who may use it, if it is not for the account's owner."""


@frozen
class SecondFactor:
    """The authenticator app of an account: the secret that app and server share.

    It counts from `confirmed_at`, when its owner proved that the app has the secret. `last_step` is
    the newest time step whose code was used: no code works twice. Instants are security time.
    """

    account: AccountId
    secret: str = field(repr=False)
    created_at: datetime
    confirmed_at: datetime | None = None
    last_step: int | None = None

    @property
    def is_active(self) -> bool:
        """Whether log-in asks for it."""
        return self.confirmed_at is not None

    def confirmed(self, at: datetime, step: int) -> SecondFactor:
        """Proved by the code of a time step."""
        return evolve(self, confirmed_at=at, last_step=step)


@frozen
class RecoveryCode:
    """Replaces a lost authenticator app once.

    `mark` is the code's first two letters and says which of the account's codes it is; the letters
    after them are kept as a hash only.
    """

    mark: str
    code_hash: str = field(repr=False)
    used_at: datetime | None = None


def digest(value: str) -> str:
    """What is stored of a token or ticket: its SHA-256, which suffices for 256 random bits."""
    return sha256(value.encode("utf-8", errors="replace")).hexdigest()
