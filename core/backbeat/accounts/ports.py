"""What accounts need from outside: records, password hashes, tokens."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Protocol

from attrs import frozen

from backbeat.accounts.invitations import Invitation
from backbeat.accounts.model import (
    Account,
    AccountStatus,
    CodePurpose,
    FeeRate,
    MailedCode,
    Permission,
    Placement,
    RecoveryCode,
    SecondFactor,
    Session,
    SessionEnd,
    Ticket,
    TicketPurpose,
)
from backbeat.accounts.network.tree import AccountTree
from backbeat.audit.ports import AuditTrail
from backbeat.jobs.ports import JobQueue
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.ids import AccountId, SessionId
from backbeat.kernel.money import Money
from backbeat.kernel.pages import Page, PageRequest
from backbeat.mail.ports import Outbox
from backbeat.notifications.ports import NotificationRepository
from backbeat.policies.ports import PolicyRepository
from backbeat.site.ports import PartnerSites


@frozen
class AccountFilter:
    """Which accounts a list contains; None means any. `search` is a part of the address or
    nickname, or the whole id; `managers` are those directly below whom they stand. `is_present` leaves out deleted accounts; erased ones are included
    only with `with_erased`.
    """

    status: AccountStatus | None = None
    permission: Permission | None = None
    managers: frozenset[AccountId] | None = None
    search: str | None = None
    is_present: bool = False
    with_erased: bool = False


class AccountRepository(Protocol):
    """Accounts. Their addresses and nicknames are unique by `rules.email_key` and `name_key`."""

    def add(self, account: Account, day: date | None = None) -> None:
        """Store a new account. Refuses with `EmailTaken` (10009) or `NicknameTaken` (10010).

        Below its manager it stands from that business day; without one, from the UTC day on which
        it was created.
        """

    def add_all(self, accounts: Sequence[Account], day: date) -> None:
        """Store new accounts as `add` does, those above before those below them."""

    def save(self, account: Account) -> None:
        """Store a changed account. Refuses as `add` does."""

    def save_all(self, accounts: Sequence[Account]) -> None:
        """Store changed accounts, in this order. Refuses as `add` does."""

    def place(self, placement: Placement) -> None:
        """Place it like this from that day, and now; a placement of the same day is replaced.

        For a new account this is not needed: `add` stores its place.
        """

    def get(self, account: AccountId) -> Account | None:
        """The account, deleted ones included."""

    def get_all(self, ids: Collection[AccountId]) -> Mapping[AccountId, Account]:
        """Those of them that exist, deleted ones included."""

    def lock(self, account: AccountId) -> Account | None:
        """The account, locked: nobody else changes or judges it until the transaction ends."""

    def hold(self, ids: Collection[AccountId]) -> Mapping[AccountId, Account]:
        """Like `get_all`, but nobody changes any of them until the transaction ends; others may
        hold them too.
        """

    def by_email(self, email: str) -> Account | None:
        """The account whose log-in id this is, in whatever case."""

    def by_name(self, name: str) -> Account | None:
        """The account that has this nickname, in whatever case."""

    def looking_like(self, name: str) -> tuple[Account, ...]:
        """The accounts whose nickname can be mistaken for this one (`lookalikes.shape`), in order
        of id.
        """

    def hold_names(self, names: Collection[str]) -> None:
        """Nobody else takes one of these nicknames, or one that can be mistaken for it, before the
        transaction ends; to be called before it is judged whether they are free.
        """

    def by_emails(self, emails: Collection[str]) -> Mapping[str, Account]:
        """Like `by_email` for many, by `rules.email_key`; addresses that nobody has are left out."""

    def by_names(self, names: Collection[str]) -> Mapping[str, Account]:
        """Like `by_name` for many, by `rules.name_key`; nicknames that nobody has are left out."""

    def looking_like_any(self, names: Collection[str]) -> tuple[Account, ...]:
        """The accounts whose nickname can be mistaken for any of these, in order of id."""

    def by_referral_code(self, code: str) -> Account | None:
        """The account whose friends sign up with this code."""

    def starting_with(self, prefix: str, most: int) -> tuple[Account, ...]:
        """Up to `most` accounts whose id begins like this, in order of id."""

    def children(self, account: AccountId) -> tuple[Account, ...]:
        """The accounts directly below that are not deleted, in order of id."""

    def count_children(self, accounts: Collection[AccountId]) -> Mapping[AccountId, int]:
        """How many accounts that are not deleted are directly below each of these; accounts without
        any are left out.
        """

    def chain(self, account: AccountId) -> tuple[Account, ...]:
        """The account, its manager, and so on to the top; empty when there is no such account."""

    def family(self, account: AccountId) -> AccountTree:
        """The places of the account, everybody above it, and everybody below the topmost, today or
        ever (NET-18).

        It contains everybody whom the account sees, saw, manages or registers for, and no
        strangers.
        """

    def upwards(self, accounts: Collection[AccountId]) -> AccountTree:
        """The places of these accounts and of all that are or ever were above them, deleted ones
        included.
        """

    def downwards(self, accounts: Collection[AccountId]) -> AccountTree:
        """The places of these accounts and of all that are or ever were below them, deleted ones
        included.
        """

    def list(self, filter: AccountFilter, page: PageRequest) -> Page[Account]:
        """A page of accounts, the newest first."""

    def left_before(self, instant: datetime, most: int) -> tuple[Account, ...]:
        """Up to `most` accounts deleted at or before an instant and not erased yet."""

    def active_after(self, account: AccountId | None, most: int) -> tuple[AccountId, ...]:
        """The ids of active accounts in order, those after a given one."""


class SessionRepository(Protocol):
    """Sessions, ended ones too (SESSION-3)."""

    def add(self, session: Session) -> None: ...

    def save(self, session: Session) -> bool:
        """Keep a change of a session. One that has ended stays as it is: then this is False."""

    def get(self, session: SessionId) -> Session | None: ...

    def by_token(self, token_hash: str) -> Session | None: ...

    def open_of(self, account: AccountId) -> tuple[Session, ...]:
        """The account's sessions that nobody ended, the oldest first."""

    def all_of(self, account: AccountId) -> tuple[Session, ...]:
        """Every session of the account, ended ones too, the oldest first."""

    def end_all(
        self,
        account: AccountId,
        because: SessionEnd,
        at: datetime,
        keep: SessionId | None = None,
    ) -> int:
        """End every open session of the account except `keep`. Returns how many there were."""

    def has_seen(self, account: AccountId, agent: str, address: str, *, since: datetime) -> bool:
        """Whether the account had a session of its own with that browser from that network, begun
        at that instant or later, that its owner did not end.
        """

    def forget_devices(self, account: AccountId) -> None:
        """Blank what the account's sessions say about devices and addresses."""


class CodeRepository(Protocol):
    """Mailed codes and single-use tickets."""

    def add(self, code: MailedCode) -> None:
        """Store a new code; from now on it is the newest of its purpose and subject."""

    def newest(self, purpose: CodePurpose, subject: str) -> MailedCode | None:
        """The newest code for that; older ones are no longer valid (CRED-3)."""

    def count_try(self, code: str, most: int) -> bool:
        """Count one try against the code with that id; False if it already had `most`."""

    def use(self, code: str, at: datetime) -> bool:
        """Spend the code with that id; False when it was spent before."""

    def add_ticket(self, ticket: Ticket) -> None: ...

    def add_tickets(self, tickets: Sequence[Ticket]) -> None: ...

    def ticket(self, purpose: TicketPurpose, value_hash: str) -> Ticket | None:
        """The ticket that belongs to a value, by its hash."""

    def use_ticket(self, purpose: TicketPurpose, value_hash: str, at: datetime) -> bool:
        """Spend the ticket; False when it was spent before. Of many at once, one gets True."""

    def forget(self, account: AccountId, keep: Collection[TicketPurpose] = ()) -> None:
        """Remove the account's codes and tickets, except tickets with a purpose that is kept."""

    def forget_before(self, instant: datetime) -> int:
        """Remove codes and tickets that expired before an instant. Returns how many there were."""


class SecondFactorRepository(Protocol):
    """Authenticator apps, one an account, and the recovery codes beside them."""

    def get(self, account: AccountId) -> SecondFactor | None:
        """The account's second factor, confirmed or not."""

    def put(self, factor: SecondFactor) -> None:
        """Store a second factor; it replaces the account's previous one."""

    def remove(self, account: AccountId) -> None:
        """Remove the account's second factor and its recovery codes."""

    def use_step(self, account: AccountId, step: int) -> bool:
        """Note a time step as used; False unless it is newer than the last. Of many calls at once,
        one gets True.
        """

    def put_codes(self, account: AccountId, codes: Sequence[RecoveryCode]) -> None:
        """Store recovery codes; they replace the account's previous ones."""

    def codes(self, account: AccountId) -> tuple[RecoveryCode, ...]:
        """The account's recovery codes, spent ones too, in order of mark."""

    def use_code(self, account: AccountId, mark: str, at: datetime) -> bool:
        """Spend a recovery code; False if it was spent before. Of many calls at once, one gets
        True.
        """


class FeeRateRepository(Protocol):
    """The history of members' rates (SETTLE-16). An account has at most one rate per day."""

    def put(self, rate: FeeRate) -> None:
        """Store a rate; it replaces one of the same day."""

    def put_all(self, rates: Sequence[FeeRate]) -> None:
        """Store rates of different accounts or days, as `put` does for one."""

    def of(self, account: AccountId) -> tuple[FeeRate, ...]:
        """The account's rates, the earliest first."""

    def of_all(self, accounts: Collection[AccountId]) -> Mapping[AccountId, Sequence[FeeRate]]:
        """The rates of these accounts, the earliest first; those without any are left out."""


class LastSeen(Protocol):
    """When sessions were last used. It is stored apart from the money's file (SESSION-7)."""

    def at(self, session: SessionId) -> datetime | None:
        """When a call last used this session; None if that is not known."""

    def note(self, session: SessionId, at: datetime) -> None: ...


class Invitations(Protocol):
    """Who invited whom; a part of the invitations' repository."""

    def add(self, invitation: Invitation) -> None: ...


class PasswordHasher(Protocol):
    """Slow, salted hashes. It may refuse with `TooManyRequests` (code 3) when overloaded."""

    def hash(self, password: str) -> str: ...

    def verify(self, password_hash: str | None, password: str) -> bool:
        """Whether the password matches the hash. With None as the hash it takes as long and is
        never right.
        """

    def is_outdated(self, password_hash: str) -> bool:
        """Whether the hash was made with other parameters than today's."""


class Tokens(Protocol):
    """Random values that nobody can guess."""

    def session(self) -> str:
        """A session token: `bb1_` and 256 random bits."""

    def ticket(self) -> str:
        """A single-use value: 256 random bits, safe in a URL."""

    def digits(self) -> str:
        """Six digits."""

    def recovery_code(self) -> str:
        """Eight letters and digits of `rules.CODE_ALPHABET`, written XXXX-XXXX."""

    def second_factor_code(self) -> str:
        """Ten letters and digits of `rules.CODE_ALPHABET`, written XXXXX-XXXXX."""

    def referral_code(self) -> str:
        """Eight letters and digits without lookalikes, as K7M2Q9XA."""


class Authenticator(Protocol):
    """What authenticator apps compute: RFC 6238, SHA-1, six digits, steps of thirty seconds."""

    def new_secret(self) -> str:
        """160 random bits in base32."""

    def address(self, secret: str, name: str, issuer: str) -> str:
        """The `otpauth://` address that apps read from a picture."""

    def step_of(self, secret: str, digits: str, at: datetime) -> int | None:
        """The time step to which this code belongs: the one at `at` or a neighbour of it; otherwise
        None.
        """


class Balance(Protocol):
    """What leaving has to know about a balance."""

    @property
    def available(self) -> Money:
        """Neither asked for nor held: what a leaver would lose."""

    @property
    def debt(self) -> Money: ...

    @property
    def in_flight(self) -> Money:
        """What was requested and is not decided yet."""


class Expiry(Protocol):
    """What expires when an account leaves."""

    def expire_balance(self, account: AccountId, act: ActContext) -> Money:
        """Let everything available expire. Returns how much it was."""


class Ledger(Protocol):
    """The part of the ledger that leaving touches."""

    @property
    def expiry(self) -> Expiry: ...

    def lock(self, *accounts: AccountId) -> None:
        """Lock the accounts: nobody else changes these balances until the transaction ends."""

    def balance(self, account: AccountId) -> Balance: ...


class Payees(Protocol):
    """Where people are paid, which is erased with the rest of their personal data."""

    def remove(self, account: AccountId) -> None:
        """Forget where the account is paid."""


class TaxDetails(Protocol):
    """What people gave for the tax office, which is erased too."""

    def remove(self, account: AccountId) -> None:
        """Erase what the account gave."""


class Phones(Protocol):
    """Phone numbers, which are erased with the rest of people's data."""

    def remove(self, account: AccountId) -> None:
        """Erase the account's number, and every code that was sent to it."""


class Withdrawals(Protocol):
    """Where people were paid, which is erased too; amounts and invoices stay."""

    def forget_destinations(self, account: AccountId) -> None:
        """Erase where the account's answered withdrawals were paid to."""


class Favourites(Protocol):
    def forget(self, account: AccountId) -> None:
        """Remove everything that the account saved."""


class Inquiries(Protocol):
    def remove_all_of(self, account: AccountId) -> None:
        """Remove what the account proposed to the operator."""


class Consents(Protocol):
    def remove_all_of(self, account: AccountId) -> None: ...


class KeptAnswers(Protocol):
    """Stored answers, which are given again if a call is sent twice."""

    def forget_all_of(self, account: AccountId) -> None:
        """Remove the answers that the account received."""


class Reservations(Protocol):
    """Channels that an operator reserved for somebody who is expected to register them."""

    def forget_reservations(self, email: str) -> None:
        """Remove whatever is reserved for an e-mail address."""


class Books(Protocol):
    """The records that one transaction of accounts reads and writes together."""

    @property
    def accounts(self) -> AccountRepository: ...

    @property
    def sessions(self) -> SessionRepository: ...

    @property
    def codes(self) -> CodeRepository: ...

    @property
    def second_factors(self) -> SecondFactorRepository: ...

    @property
    def invitations(self) -> Invitations: ...

    @property
    def policies(self) -> PolicyRepository: ...

    @property
    def favourites(self) -> Favourites:
        """The tracks that people saved."""

    @property
    def ledger(self) -> Ledger: ...

    @property
    def payment_details(self) -> Payees:
        """Where people are paid."""

    @property
    def tax_details(self) -> TaxDetails:
        """What people said for the tax office."""

    @property
    def phones(self) -> Phones: ...

    @property
    def withdrawals(self) -> Withdrawals:
        """Where people were paid."""

    @property
    def audit(self) -> AuditTrail: ...

    @property
    def outbox(self) -> Outbox: ...

    @property
    def notifications(self) -> NotificationRepository: ...

    @property
    def consents(self) -> Consents: ...

    @property
    def inquiries(self) -> Inquiries: ...

    @property
    def idempotency(self) -> KeptAnswers: ...

    @property
    def registration_rules(self) -> Reservations: ...

    @property
    def jobs(self) -> JobQueue: ...

    @property
    def sites(self) -> PartnerSites: ...
