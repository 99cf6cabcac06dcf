"""What phone numbers need from outside: their form, a way for text messages, and records."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from backbeat.accounts.ports import AccountRepository
from backbeat.audit.ports import AuditTrail
from backbeat.kernel.ids import AccountId
from backbeat.mail.ports import Outbox
from backbeat.phones.model import Phone, PhoneCode, PhonePurpose


class SmsFailed(Exception):
    """The message was not sent. The text says why, without the number or the message."""


class SmsUncertain(SmsFailed):
    """Nobody knows whether the message was sent: the gateway fell silent or answered nonsense."""


class SmsRefused(Exception):
    """The gateway sends nothing to this number, now or later."""


class SmsSender(Protocol):
    """A way for text messages to leave."""

    def send(self, number: str, text: str) -> None:
        """Hand a message over, within a bounded time and at most once.

        Raises `SmsFailed`, `SmsUncertain` or `SmsRefused`; nothing else.
        """


class PhoneNumbers(Protocol):
    def read(self, text: str) -> str:
        """The number as +821012345678, however it was written. Refuses with `BadPhone` what is
        not a number, or not one that a text message can be sent to."""


class PhoneRepository(Protocol):
    """The numbers of accounts, one each, and no number twice."""

    def get(self, account: AccountId) -> Phone | None: ...

    def by_number(self, number: str) -> Phone | None: ...

    def put(self, phone: Phone) -> None:
        """Store a number; it replaces the account's earlier one.

        Refuses with `PhoneTaken` (10014) where another account has it.
        """

    def remove(self, account: AccountId) -> None:
        """Forget the account's number, and every code that was sent to it or for the account."""


class PhoneCodeRepository(Protocol):
    def add(self, code: PhoneCode) -> None: ...

    def newest(
        self, purpose: PhonePurpose, account: AccountId | None, number: str
    ) -> PhoneCode | None:
        """The newest code for that; older ones no longer work."""

    def count_try(self, code: str, most: int) -> bool: ...

    def use(self, code: str, at: datetime) -> bool:
        """Spend the code with that id; False if it was already spent. Of several at once, one is True."""

    def remove(self, code: str) -> None: ...

    def forget_before(self, instant: datetime) -> int:
        """Remove codes that expired before an instant; how many there were."""


class Books(Protocol):
    """The records that one transaction reads and writes together."""

    @property
    def accounts(self) -> AccountRepository: ...

    @property
    def phones(self) -> PhoneRepository: ...

    @property
    def phone_codes(self) -> PhoneCodeRepository: ...

    @property
    def audit(self) -> AuditTrail: ...

    @property
    def outbox(self) -> Outbox: ...
