"""What a dossier is gathered from."""

from __future__ import annotations

from typing import Protocol

from backbeat.accounts import ports as accounts
from backbeat.accounts.ports import (
    AccountRepository,
    FeeRateRepository,
    SecondFactorRepository,
    SessionRepository,
)
from backbeat.audit.ports import AuditTrail
from backbeat.catalogue.ports import Favourites
from backbeat.channels.ports import ChannelRepository
from backbeat.consents.ports import ConsentRepository
from backbeat.inquiries.ports import InquiryRepository
from backbeat.ledger.ledger import Ledger
from backbeat.mail.ports import Outbox
from backbeat.notifications.ports import NotificationRepository
from backbeat.phones.ports import PhoneRepository
from backbeat.tax.ports import TaxDetailsRepository
from backbeat.withdrawals.ports import PaymentDetailsRepository, WithdrawalRepository


class Books(Protocol):
    """The records that tell of a person."""

    @property
    def accounts(self) -> AccountRepository: ...

    @property
    def sessions(self) -> SessionRepository: ...

    @property
    def second_factors(self) -> SecondFactorRepository: ...

    @property
    def fee_rates(self) -> FeeRateRepository: ...

    @property
    def channels(self) -> ChannelRepository: ...

    @property
    def ledger(self) -> Ledger: ...

    @property
    def payment_details(self) -> PaymentDetailsRepository:
        """Where people are paid."""

    @property
    def tax_details(self) -> TaxDetailsRepository: ...

    @property
    def phones(self) -> PhoneRepository: ...

    @property
    def withdrawals(self) -> WithdrawalRepository: ...

    @property
    def notifications(self) -> NotificationRepository: ...

    @property
    def outbox(self) -> Outbox: ...

    @property
    def consents(self) -> ConsentRepository: ...

    @property
    def inquiries(self) -> InquiryRepository: ...

    @property
    def favourites(self) -> Favourites: ...

    @property
    def audit(self) -> AuditTrail: ...


class ErasureFavourites(Favourites, accounts.Favourites, Protocol):
    pass


class ErasureWithdrawals(WithdrawalRepository, accounts.Withdrawals, Protocol):
    pass


class ErasureBooks(Books, accounts.Books, Protocol):
    """The records that erasing a person looks through and empties."""

    @property
    def favourites(self) -> ErasureFavourites: ...

    @property
    def ledger(self) -> Ledger: ...

    @property
    def payment_details(self) -> PaymentDetailsRepository:
        """Where people are paid."""

    @property
    def tax_details(self) -> TaxDetailsRepository: ...

    @property
    def phones(self) -> PhoneRepository: ...

    @property
    def withdrawals(self) -> ErasureWithdrawals: ...

    @property
    def consents(self) -> ConsentRepository:
        """What people signed."""

    @property
    def inquiries(self) -> InquiryRepository: ...
