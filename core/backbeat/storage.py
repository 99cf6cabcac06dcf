"""What a portal stores, and everything that a storage has to offer for it."""

from __future__ import annotations

from typing import Protocol

from backbeat.accounts import ports as accounts
from backbeat.audit import ports as audit
from backbeat.board import ports as board
from backbeat.campaigns import ports as campaigns
from backbeat.catalogue import ports as music
from backbeat.channels import ports as channels
from backbeat.consents import ports as consents
from backbeat.dashboards import ports as reports
from backbeat.dossiers import ports as dossiers
from backbeat.events import ports as events
from backbeat.exports import ports as excel
from backbeat.figures import ports as videos
from backbeat.fx import ports as fx
from backbeat.idempotency import ports as idempotency
from backbeat.inquiries import ports as inquiries
from backbeat.jobs.ports import JobEngine
from backbeat.kernel.transactions import Transactions
from backbeat.ledger import ports as earnings
from backbeat.ledger.integrity import ports as integrity
from backbeat.ledger.ledger import Ledger
from backbeat.limits.ports import LimitStore
from backbeat.mail import ports as mail
from backbeat.media import ports as media
from backbeat.members import ports as members
from backbeat.notifications import ports as notifications
from backbeat.payout_state import ports as payout_state
from backbeat.payouts import ports as payouts
from backbeat.phones import ports as phones
from backbeat.policies import ports as policies
from backbeat.programs import ports as programs
from backbeat.referral import ports as referral
from backbeat.report_files import ports as ingestion
from backbeat.settlement import ports as settlement
from backbeat.site import ports as site
from backbeat.tax import ports as tax
from backbeat.tracing import ports as tracing
from backbeat.video_reviews import ports as video_reviews
from backbeat.webhooks import ports as webhooks
from backbeat.withdrawals import ports as withdrawals


class Reports(tracing.Reports, ingestion.Reports, Protocol):
    pass


class ReportRows(tracing.ReportRows, ingestion.ReportRows, Protocol):
    pass


class ConfirmedFigures(
    settlement.ConfirmedFigures, reports.ConfirmedFigures, videos.ConfirmedFigures, Protocol
):
    pass


class Statistics(
    settlement.Estimates,
    reports.Statistics,
    videos.Statistics,
    channels.Estimates,
    music.Statistics,
    Protocol,
):
    """The daily figures computed from report files."""


class Settlements(settlement.SettlementRepository, reports.Settlements, Protocol):
    """Closes of months and their adjustments."""


class Favourites(music.Favourites, accounts.Favourites, Protocol):
    pass


class Figures(reports.FigureQueries, music.Figures, Protocol):
    pass


class Tracks(music.Tracks, site.Tracks, ingestion.Tracks, media.Tracks, reports.Tracks, Protocol):
    pass


class Videos(videos.Videos, reports.Videos, settlement.Videos, music.Videos, Protocol):
    pass


class Withdrawals(
    withdrawals.WithdrawalRepository,
    accounts.Withdrawals,
    policies.Requested,
    tracing.Withdrawals,
    Protocol,
):
    """Withdrawals, with what every feature needs of them."""


class Books(
    members.Books,
    dossiers.ErasureBooks,
    accounts.Books,
    board.Books,
    campaigns.Books,
    channels.RemovalBooks,
    consents.Books,
    earnings.Books,
    events.Books,
    excel.Books,
    fx.Books,
    idempotency.Books,
    inquiries.Books,
    ingestion.Books,
    mail.Books,
    media.Books,
    music.Books,
    notifications.Books,
    payouts.Books,
    payout_state.Books,
    phones.Books,
    policies.Books,
    programs.Books,
    referral.Books,
    reports.Books,
    site.Books,
    integrity.Books,
    tax.Books,
    tracing.Books,
    video_reviews.Books,
    videos.Books,
    audit.Books,
    Protocol,
):
    """The books of all features in one."""

    @property
    def attempts(self) -> payouts.AttemptRepository: ...

    @property
    def campaigns(self) -> campaigns.CampaignRepository: ...

    @property
    def confirmed(self) -> ConfirmedFigures: ...

    @property
    def consents(self) -> consents.ConsentRepository: ...

    @property
    def favourites(self) -> Favourites: ...

    @property
    def figures(self) -> Figures: ...

    @property
    def idempotency(self) -> idempotency.IdempotencyRepository: ...

    @property
    def inquiries(self) -> inquiries.InquiryRepository: ...

    @property
    def invitations(self) -> referral.InvitationRepository: ...

    @property
    def ledger(self) -> Ledger: ...

    @property
    def payment_details(self) -> withdrawals.PaymentDetailsRepository:
        """Where accounts are paid."""

    @property
    def phones(self) -> phones.PhoneRepository: ...

    @property
    def posts(self) -> board.Posts: ...

    @property
    def registration_rules(self) -> channels.RegistrationRules: ...

    @property
    def reports(self) -> Reports: ...

    @property
    def report_rows(self) -> ReportRows: ...

    @property
    def settlements(self) -> Settlements:
        """Closes of months and their adjustments."""

    @property
    def statistics(self) -> Statistics:
        """The figures made of report files."""

    @property
    def tracks(self) -> Tracks: ...

    @property
    def videos(self) -> Videos: ...

    @property
    def webhooks(self) -> webhooks.WebhookRepository: ...

    @property
    def withdrawals(self) -> Withdrawals: ...


class Storage(Protocol):
    """Stores everything: what one transaction covers, and what is outside of transactions."""

    @property
    def transactions(self) -> Transactions[Books]: ...

    @property
    def staging(self) -> ingestion.Staging:
        """Where the rows of a report file are staged."""

    @property
    def runs(self) -> settlement.Runs: ...

    @property
    def job_engine(self) -> JobEngine[Books]:
        """Gives workers the jobs that use cases enqueue in the books."""

    @property
    def limits(self) -> LimitStore:
        """Counts hits; no transaction waits for it."""

    @property
    def last_seen(self) -> accounts.LastSeen:
        """When sessions were last used; no transaction waits for it."""
