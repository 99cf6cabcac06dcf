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
from backbeat.campaigns.ports import CampaignRepository
from backbeat.catalogue.ports import Favourites
from backbeat.channels.ports import ChannelRepository
from backbeat.consents.ports import ConsentRepository
from backbeat.events.ports import EventRepository, Posts
from backbeat.inquiries.ports import InquiryRepository
from backbeat.ledger.ledger import Ledger
from backbeat.mail.ports import Outbox
from backbeat.notifications.ports import NotificationRepository
from backbeat.phones.ports import PhoneRepository
from backbeat.programs.ports import ProgramRepository
from backbeat.tax.ports import TaxDetailsRepository
from backbeat.video_reviews.ports import VideoReviewRepository
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
    def payment_details(self) -> PaymentDetailsRepository: ...

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
    def campaigns(self) -> CampaignRepository: ...

    @property
    def events(self) -> EventRepository: ...

    @property
    def programs(self) -> ProgramRepository: ...

    @property
    def posts(self) -> Posts:
        """What events and programs are told of in."""

    @property
    def video_reviews(self) -> VideoReviewRepository: ...

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
    def payment_details(self) -> PaymentDetailsRepository: ...

    @property
    def tax_details(self) -> TaxDetailsRepository: ...

    @property
    def phones(self) -> PhoneRepository: ...

    @property
    def withdrawals(self) -> ErasureWithdrawals: ...

    @property
    def consents(self) -> ConsentRepository: ...

    @property
    def inquiries(self) -> InquiryRepository: ...
