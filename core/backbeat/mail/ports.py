"""The outbox and the mail server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from backbeat.kernel.ids import AccountId, MailId
from backbeat.kernel.palette import Palette
from backbeat.mail.model import Mail, MailRecord, MailStatus, OutgoingMail, RenderedMail


class Outbox(Protocol):
    """Waiting mails. Adding one also enqueues the job that sends it, in this transaction."""

    def add(self, mail: Mail) -> MailId:
        """Store a mail, to be sent after the transaction."""

    def add_all(self, mails: Sequence[Mail]) -> None:
        """Store many mails, each to be sent separately."""

    def account_of(self, mail: MailId) -> AccountId | None:
        """Whose it is, for an id that comes alone; None if it was removed."""

    def get(self, account: AccountId, mail: MailId) -> OutgoingMail | None:
        """A mail of the account while it waits; None if it was sent, refused or removed."""

    def settle(self, account: AccountId, mail: MailId, status: MailStatus) -> None:
        """Record what happened to it; its address and facts are removed."""

    def lately(self, account: AccountId, most: int) -> Sequence[MailRecord]:
        """Up to `most` mails of the account, including settled ones, the newest first."""

    def remove_all_of(self, account: AccountId) -> None:
        """Remove an account's mails, when its personal data is erased."""


class MailTransport(Protocol):
    """Hands letters to the mail server."""

    def send(self, letter: RenderedMail) -> None:
        """Hand over one letter.

        Raises `MailRefused` if the server will never accept it. Any other exception means that it
        may work later.
        """


class MailRefused(Exception):
    """The mail server refuses this letter for good, for example an address it does not know."""


class Preferences(Protocol):
    @property
    def notice(self) -> bool:
        """Whether its reader wants to be told what happens to their earnings and channels."""


class Recipient(Protocol):
    @property
    def preferences(self) -> Preferences: ...

    @property
    def partner(self) -> str | None:
        """The domain of the partner to which the account belongs."""


class Partner(Protocol):
    @property
    def domain(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def sender(self) -> str: ...

    @property
    def palette(self) -> Palette: ...

    @property
    def is_shown(self) -> bool:
        """Whether the portal appears as that partner (SITE-6)."""


class Partners(Protocol):
    def by_domain(self, domain: str) -> Partner | None: ...


class Recipients(Protocol):
    def get(self, account: AccountId) -> Recipient | None: ...


class Books(Protocol):
    """What a mail's transaction sees."""

    @property
    def accounts(self) -> Recipients: ...

    @property
    def outbox(self) -> Outbox: ...

    @property
    def sites(self) -> Partners: ...


Closing = Callable[[], AbstractContextManager[Books]]
"""Opens the books in the transaction that also ends the running job."""
