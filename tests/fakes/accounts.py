"""Accounts for tests: every part has a default but the point of the test; use cases in memory."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from attrs import Factory, define, evolve, field
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.accounts.deletion import AccountDeletion
from backbeat.accounts.model import Account, Device, Role
from backbeat.accounts.operations import AccountOperations
from backbeat.accounts.passwords import Passwords
from backbeat.accounts.ports import PasswordHasher
from backbeat.accounts.recovery import Recovery
from backbeat.accounts.second_factor import SecondFactors
from backbeat.accounts.service import Accounts, SignUp
from backbeat.accounts.sessions import Opened, Sessions
from backbeat.accounts.verification import EmailVerification
from backbeat.defaults.passwords import ScryptPasswords
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, NewId
from backbeat.limits.service import Limits
from backbeat.mail.model import Mail
from backbeat.memory.books import MemoryTransactions
from backbeat.memory.mail import MemoryMailTransport
from backbeat.memory.platform import MemoryPlatform
from backbeat.memory.storage import MemoryStorage
from backbeat.portal import Portal
from backbeat.settings import Settings

NOW = datetime(2025, 9, 1, 9, 0, tzinfo=UTC)


def an_account(**changes: Any) -> Account:
    """mina, a creator who signed up by herself."""
    name = changes.pop("name", "mina")
    account = Account(
        id=AccountId(changes.pop("id", "a1")),
        email=changes.pop("email", f"{name}@example.org"),
        name=name,
        password_hash="hash of secret",
        role=Role.MAIN,
        created_at=NOW,
        referral_code=changes.pop("referral_code", "K7M2Q9XA"),
        password_changed_at=NOW,
        permission_flag=True,
    )
    return evolve(account, **changes)


PHONE = Device("203.0.113.77", "Firefox on a telephone")
LAPTOP = Device("198.51.100.5", "Chromium on a laptop")
OPERATOR = Actor.operator("olga")
PASSWORD = "correct horse"


@define
class People:
    """The use cases of accounts over books in memory, with clocks that the test moves."""

    settings: Settings = Factory(Settings)
    business: FixedClock = Factory(lambda: FixedClock(NOW))
    security: FixedClock = Factory(lambda: FixedClock(NOW))
    new_id: NewId = Factory(counting_ids)
    hasher: PasswordHasher = Factory(lambda: ScryptPasswords(2))
    transactions: MemoryTransactions = field(init=False)
    limits: Limits = field(init=False)
    passwords: Passwords = field(init=False)
    second_factors: SecondFactors = field(init=False)
    sessions: Sessions = field(init=False)
    accounts: Accounts = field(init=False)
    verification: EmailVerification = field(init=False)
    recovery: Recovery = field(init=False)
    leaving: AccountDeletion = field(init=False)
    operations: AccountOperations = field(init=False)

    def __attrs_post_init__(self) -> None:
        storage = MemoryStorage.empty(self.security, self.new_id)
        portal = Portal(
            self.settings,
            self.business,
            MemoryPlatform(),
            MemoryMailTransport(),
            storage,
            security_clock=self.security,
            new_id=self.new_id,
            hasher=self.hasher,
        )
        self.transactions = storage.transactions
        self.limits = portal.limits
        self.passwords = portal.passwords
        self.second_factors = portal.second_factors
        self.sessions = portal.sessions
        self.accounts = portal.accounts
        self.verification = portal.email_verification
        self.recovery = portal.recovery
        self.leaving = portal.account_deletion
        self.operations = portal.account_operations

    def pass_time(self, **by: int) -> None:
        """Let both clocks go on, as in life."""
        self.business.move(timedelta(**by))
        self.security.move(timedelta(**by))

    def join(self, name: str = "mina", **form: Any) -> Opened:
        """Sign somebody up; the address is not proved yet."""
        filled = SignUp(
            **{"email": f"{name}@example.org", "nickname": name, "password": PASSWORD} | form
        )
        return self.accounts.sign_up(filled, PHONE)

    def join_proved(self, name: str = "mina") -> AccountId:
        """Sign somebody up and prove the address."""
        account = self.join(name).account.id
        self.verification.send(account)
        self.verification.verify(account, self.mailed_code(f"{name}@example.org"))
        return account

    def member_of(self, manager: Account, name: str = "kai") -> Account:
        """An account below another, as managers will make them."""
        account = an_account(
            id=self.new_id(),
            name=name,
            referral_code=f"REF{name}",
            role=Role.MEMBER,
            manager=manager.id,
            permission_flag=False,
            password_hash=self.hasher.hash(PASSWORD),
        )
        with self.transactions.begin() as books:
            books.accounts.add(account)
        return account

    def log_in(
        self, name: str = "mina", password: str = PASSWORD, device: Device = PHONE
    ) -> Opened:
        """Log in with the address made of a name."""
        return self.sessions.log_in(f"{name}@example.org", password, device)

    def mails(self, to: str | None = None) -> list[Mail]:
        """The mails that wait, the oldest first."""
        with self.transactions.look() as books:
            waiting = [outgoing.mail for outgoing in books.outbox.waiting()]
        return [mail for mail in waiting if to in (None, mail.to)]

    def mailed_code(self, to: str = "mina@example.org") -> str:
        """The newest code that was mailed to an address."""
        codes = [str(mail.facts["code"]) for mail in self.mails(to) if "code" in mail.facts]
        return codes[-1]

    def acts(self) -> list[str]:
        """What the audit says was done, the oldest first."""
        with self.transactions.look() as books:
            return [row.entry.action for row in books.audit.all()]
