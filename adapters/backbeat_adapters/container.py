"""The composition root: which adapter fulfils which port. Nothing else knows.

    box = Container(settings=providers.Object(settings), deployment=providers.Object(deployment))
    box.sites().partner("partner.example")

Each service is one line here. Providers erase types, so a `promise_...` function beside them lets
mypy see that an adapter fulfils a feature's ports, arguments go by name, and
`tests/adapters/test_container.py` makes every part. A test replaces a part by `box.clock.override(providers.Object(...))`.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from dependency_injector.containers import DeclarativeContainer
from dependency_injector.providers import (
    Callable,
    Dependency,
    Object,
    Provider,
    ThreadSafeSingleton,
)
from sqlalchemy import Engine

from backbeat.accounts import ports as account_ports
from backbeat.accounts.codes import MailedCodes
from backbeat.accounts.deletion import AccountDeletion
from backbeat.accounts.operations import AccountOperations
from backbeat.accounts.passwords import Passwords
from backbeat.accounts.ports import Authenticator, LastSeen, PasswordHasher, Tokens
from backbeat.accounts.recovery import Recovery
from backbeat.accounts.second_factor import SecondFactors
from backbeat.accounts.service import Accounts
from backbeat.accounts.sessions import Sessions
from backbeat.accounts.verification import EmailVerification
from backbeat.audit import ports as audit_ports
from backbeat.audit.sealing import Seals
from backbeat.audit.service import Audit
from backbeat.catalogue import ports as catalogue_ports
from backbeat.catalogue.service import Catalogue
from backbeat.channels import ports as channel_ports
from backbeat.channels.platform import VideoPlatform
from backbeat.channels.refresh import ChannelRefresh
from backbeat.channels.registration import Registrar
from backbeat.channels.removal import ChannelRemovals
from backbeat.channels.reviews import ChannelReviews
from backbeat.channels.service import Channels
from backbeat.channels.verification import Verifications
from backbeat.channels.visibility import ChannelPresenter
from backbeat.dashboards import ports as dashboard_ports
from backbeat.dashboards.service import Dashboards
from backbeat.exports import ports as export_ports
from backbeat.exports.service import Exports
from backbeat.figures import ports as figure_ports
from backbeat.figures.service import VideoDescriptions
from backbeat.fx import ports as fx_ports
from backbeat.fx.service import Rates
from backbeat.idempotency.ports import IdempotencyRepository
from backbeat.idempotency.service import KeptAnswers
from backbeat.jobs.ports import JobEngine
from backbeat.jobs.worker import Worker
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import NewId
from backbeat.kernel.secrets import SecretBox
from backbeat.ledger import ports as ledger_ports
from backbeat.ledger.integrity import ports as integrity_ports
from backbeat.ledger.integrity.service import LedgerIntegrity
from backbeat.ledger.ports import StatementRenderer
from backbeat.ledger.service import AccountLedger
from backbeat.ledger.statements import Statements
from backbeat.limits.ports import LimitStore
from backbeat.limits.service import Limits
from backbeat.mail import ports as mail_ports
from backbeat.mail.ports import MailTransport
from backbeat.mail.service import Mails
from backbeat.mail.templates import MailTemplates
from backbeat.memory.tokens import RandomTokens, random_channel_code
from backbeat.notifications import ports as notification_ports
from backbeat.notifications.service import Notifications
from backbeat.payouts import ports as payout_ports
from backbeat.payouts.batches import PayoutBatches
from backbeat.payouts.ports import ResultFiles, SheetWriter
from backbeat.payouts.results import Results
from backbeat.payouts.service import Payouts
from backbeat.policies import ports as policy_ports
from backbeat.policies.service import Policies
from backbeat.report_files import ports as report_file_ports
from backbeat.report_files.announcements import Announcements
from backbeat.report_files.service import Ingestion
from backbeat.settings import Settings
from backbeat.settlement import ports as settlement_ports
from backbeat.settlement.service import Settlements
from backbeat.site import ports as site_ports
from backbeat.site.service import Sites
from backbeat.tracing import ports as tracing_ports
from backbeat.tracing.service import Tracing
from backbeat.withdrawals import ports as withdrawal_ports
from backbeat.withdrawals.decisions import Decisions
from backbeat.withdrawals.invoice_issuing import Issuer
from backbeat.withdrawals.invoices import Invoices
from backbeat.withdrawals.payment_details import PaymentDetailsService
from backbeat.withdrawals.ports import InvoiceRenderer, NewToken
from backbeat.withdrawals.requests import Requests
from backbeat_adapters.authenticator import TotpAuthenticator
from backbeat_adapters.catalogue import DiskCatalogues
from backbeat_adapters.clock import SystemClock
from backbeat_adapters.demo.clock import MovedClock
from backbeat_adapters.deployment import Deployment, MailRoute, MailTransportKind
from backbeat_adapters.documents.fonts import Fonts
from backbeat_adapters.documents.invoices.printer import InvoiceDocuments
from backbeat_adapters.documents.statements.printer import StatementDocuments
from backbeat_adapters.exports.files import DiskExports
from backbeat_adapters.exports.workbook import WorkbookWriter
from backbeat_adapters.ids import TimeOrderedIds
from backbeat_adapters.job_handlers import CRONS, handlers
from backbeat_adapters.mail import ConsoleTransport, FileTransport, SmtpTransport
from backbeat_adapters.passwords import Argon2Passwords
from backbeat_adapters.payouts.results import DiskResults
from backbeat_adapters.payouts.writer import PayoutWriter
from backbeat_adapters.platforms.choosing import video_platform
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.secrets import secret_box
from backbeat_adapters.sql.accounts import SqlLastSeen
from backbeat_adapters.sql.books import SqlBooks
from backbeat_adapters.sql.engine.engines import (
    SERVER_TIMEOUTS,
    Timeouts,
    make_counters_engine,
    make_engine,
)
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.files.staging import SqlStaging
from backbeat_adapters.sql.jobs.engine import SqlJobEngine
from backbeat_adapters.sql.limits import SqlLimits


def promise_site(sql: SqlTransactions) -> site_ports.Transactions:
    """SQL fulfils what sites ask for."""
    return sql


def promise_accounts(sql: SqlTransactions) -> account_ports.Transactions:
    """SQL fulfils what accounts ask for."""
    return sql


def promise_channels(sql: SqlTransactions) -> channel_ports.Transactions:
    """SQL fulfils what channels ask for."""
    return sql


def promise_partings(sql: SqlTransactions) -> channel_ports.RemovalTransactions:
    """SQL fulfils what deleting and transferring channels asks for."""
    return sql


def promise_fx(sql: SqlTransactions) -> fx_ports.Transactions:
    """SQL fulfils what exchange rates ask for."""
    return sql


def promise_policies(sql: SqlTransactions) -> policy_ports.Transactions:
    """SQL fulfils what policies ask for."""
    return sql


def promise_earnings(sql: SqlTransactions) -> ledger_ports.Transactions:
    """SQL fulfils what the ledger asks for."""
    return sql


def promise_soundness(sql: SqlTransactions) -> integrity_ports.Transactions:
    """SQL fulfils what the checks of the ledger ask for."""
    return sql


def promise_settlement(sql: SqlTransactions) -> settlement_ports.Transactions:
    """SQL fulfils what closing a month asks for."""
    return sql


def promise_trails(sql: SqlTransactions) -> tracing_ports.Transactions:
    """SQL fulfils what following money asks for."""
    return sql


def promise_withdrawals(sql: SqlTransactions) -> withdrawal_ports.Transactions:
    """SQL fulfils what withdrawals ask for."""
    return sql


def promise_statements(printer: StatementDocuments) -> StatementRenderer:
    """Paper."""
    return printer


def promise_printer(printer: InvoiceDocuments) -> InvoiceRenderer:
    """Paper."""
    return printer


def promise_payouts(sql: SqlTransactions) -> payout_ports.Transactions:
    """SQL fulfils what payouts ask for."""
    return sql


def promise_payout_writer(writer: PayoutWriter) -> SheetWriter:
    """Files for banks."""
    return writer


def promise_result_files(files: DiskResults) -> ResultFiles:
    """The disk has files of results."""
    return files


def promise_reports(sql: SqlTransactions) -> dashboard_ports.Transactions:
    """SQL fulfils what dashboards ask for."""
    return sql


def promise_excel(sql: SqlTransactions) -> export_ports.Transactions:
    """SQL fulfils what Excel reports ask for."""
    return sql


def promise_excel_files(files: DiskExports) -> export_ports.ExportFiles:
    """The disk keeps Excel reports."""
    return files


def promise_excel_sheets(writer: WorkbookWriter) -> export_ports.SheetWriter:
    """Workbooks."""
    return writer


def promise_videos(sql: SqlTransactions) -> figure_ports.Transactions:
    """SQL fulfils what videos ask for."""
    return sql


def promise_ingestion(sql: SqlTransactions) -> report_file_ports.Transactions:
    """SQL fulfils what report files ask for."""
    return sql


def promise_staging(staging: SqlStaging) -> report_file_ports.Staging:
    """SQL lays rows ready."""
    return staging


def promise_report_files(files: DiskReports) -> report_file_ports.ReportFiles:
    """The disk has report files."""
    return files


def promise_catalogue(sql: SqlTransactions) -> catalogue_ports.Transactions:
    """SQL fulfils what the catalogue asks for."""
    return sql


def promise_catalogue_files(files: DiskCatalogues) -> catalogue_ports.CatalogueFiles:
    """The disk has catalogue files."""
    return files


def promise_idempotency(books: SqlBooks) -> IdempotencyRepository:
    """SQL keeps answers."""
    return books.idempotency


def promise_audit(sql: SqlTransactions) -> audit_ports.Transactions:
    """SQL fulfils what the audit trail asks for."""
    return sql


def promise_notifications(sql: SqlTransactions) -> notification_ports.Transactions:
    """SQL fulfils what notifications ask for."""
    return sql


def promise_mail(sql: SqlTransactions) -> mail_ports.Transactions:
    """SQL fulfils what mails ask for."""
    return sql


def promise_jobs(engine: SqlJobEngine) -> JobEngine[SqlBooks]:
    """SQL fulfils what the worker asks for."""
    return engine


def _mail_transport(clock: Clock, route: MailRoute) -> MailTransport:
    """The way of mails that the installation chose."""
    match route.transport:
        case MailTransportKind.SMTP:
            return SmtpTransport(
                clock,
                route.sender,
                route.host,
                route.port,
                route.username or None,
                route.password or None,
                route.security,
            )
        case MailTransportKind.FILE:
            return FileTransport(clock, route.sender, route.folder)
    return ConsoleTransport()


def _mail_templates(settings: Settings) -> MailTemplates:
    site = settings.site
    return MailTemplates(site.name, site.url, urlsplit(site.url).hostname or "localhost")


def _business_clock(zone: ZoneInfo, file: Path | None) -> Clock:
    """Real time, but in a demo, whose clock people move."""
    return SystemClock(zone) if file is None else MovedClock(file, zone)


def _ticket_of(tokens: Tokens) -> NewToken:
    return tokens.ticket


def _fonts(settings: Settings) -> Fonts:
    return Fonts(settings.pdf.fonts)


def _excel_files(deployment: Deployment) -> DiskExports:
    return DiskExports(deployment.files / "exports")


def _zone(settings: Settings) -> ZoneInfo:
    return ZoneInfo(settings.business_tz)


class Container(DeclarativeContainer):
    """Every part of Backbeat, made when first asked for and then shared."""

    settings: Provider[Settings] = Dependency(instance_of=Settings)
    deployment: Provider[Deployment] = Dependency(instance_of=Deployment)

    # foundations
    zone: Provider[ZoneInfo] = Callable(_zone, settings)
    business_clock: Provider[Clock] = ThreadSafeSingleton(
        _business_clock, zone, deployment.provided.business_clock_file
    )
    security_clock: Provider[Clock] = ThreadSafeSingleton(SystemClock, zone)
    new_id: Provider[NewId] = ThreadSafeSingleton(TimeOrderedIds)
    timeouts: Provider[Timeouts] = Object(SERVER_TIMEOUTS)
    engine: Provider[Engine] = ThreadSafeSingleton(
        make_engine, deployment.provided.database_url, timeouts
    )
    counters_engine: Provider[Engine] = ThreadSafeSingleton(
        make_counters_engine, deployment.provided.database_url
    )
    secrets: Provider[SecretBox] = ThreadSafeSingleton(secret_box, deployment.provided.secret_keys)
    transactions: Provider[SqlTransactions] = ThreadSafeSingleton(
        SqlTransactions, engine, security_clock, new_id, secrets
    )

    # audit and notifications
    audit: Provider[Audit] = ThreadSafeSingleton(Audit, transactions)
    seals: Provider[Seals] = ThreadSafeSingleton(
        Seals, transactions, business_clock, security_clock
    )
    notifications: Provider[Notifications] = ThreadSafeSingleton(
        Notifications, transactions, business_clock
    )

    # mail
    mail_transport: Provider[MailTransport] = ThreadSafeSingleton(
        _mail_transport, security_clock, deployment.provided.mail
    )
    mail_templates: Provider[MailTemplates] = ThreadSafeSingleton(_mail_templates, settings)
    mails: Provider[Mails] = ThreadSafeSingleton(
        Mails, transactions, mail_transport, mail_templates
    )

    # limits
    limit_store: Provider[LimitStore] = ThreadSafeSingleton(SqlLimits, counters_engine)
    limits: Provider[Limits] = ThreadSafeSingleton(
        Limits, limit_store, security_clock, settings.provided.limits.profile
    )

    # accounts
    hasher: Provider[PasswordHasher] = ThreadSafeSingleton(Argon2Passwords)
    tokens: Provider[Tokens] = ThreadSafeSingleton(RandomTokens)
    last_seen: Provider[LastSeen] = ThreadSafeSingleton(SqlLastSeen, counters_engine)
    passwords: Provider[Passwords] = ThreadSafeSingleton(Passwords, transactions, hasher, limits)
    mailed_codes: Provider[MailedCodes] = ThreadSafeSingleton(
        MailedCodes,
        transactions=transactions,
        security=security_clock,
        new_id=new_id,
        hasher=hasher,
        limits=limits,
        terms=settings.provided.auth,
    )
    authenticator: Provider[Authenticator] = ThreadSafeSingleton(TotpAuthenticator)
    second_factors: Provider[SecondFactors] = ThreadSafeSingleton(
        SecondFactors,
        transactions=transactions,
        business=business_clock,
        security=security_clock,
        authenticator=authenticator,
        tokens=tokens,
        hasher=hasher,
        limits=limits,
        terms=settings.provided.auth,
        site=settings.provided.site,
    )
    sessions: Provider[Sessions] = ThreadSafeSingleton(
        Sessions,
        transactions=transactions,
        business=business_clock,
        security=security_clock,
        new_id=new_id,
        tokens=tokens,
        hasher=hasher,
        passwords=passwords,
        second_factors=second_factors,
        last_seen=last_seen,
        limits=limits,
        terms=settings.provided.auth,
        members=settings.provided.members,
    )
    accounts: Provider[Accounts] = ThreadSafeSingleton(
        Accounts,
        transactions=transactions,
        business=business_clock,
        security=security_clock,
        new_id=new_id,
        tokens=tokens,
        hasher=hasher,
        passwords=passwords,
        sessions=sessions,
        limits=limits,
        bounds=settings.provided.accounts,
        site=settings.provided.site,
    )
    email_verification: Provider[EmailVerification] = ThreadSafeSingleton(
        EmailVerification,
        transactions=transactions,
        business=business_clock,
        security=security_clock,
        tokens=tokens,
        codes=mailed_codes,
        bounds=settings.provided.accounts,
    )
    recovery: Provider[Recovery] = ThreadSafeSingleton(
        Recovery,
        transactions=transactions,
        business=business_clock,
        security=security_clock,
        tokens=tokens,
        hasher=hasher,
        codes=mailed_codes,
        bounds=settings.provided.accounts,
        terms=settings.provided.auth,
    )
    leaving: Provider[AccountDeletion] = ThreadSafeSingleton(
        AccountDeletion,
        transactions=transactions,
        business=business_clock,
        security=security_clock,
        passwords=passwords,
        bounds=settings.provided.accounts,
    )
    account_operations: Provider[AccountOperations] = ThreadSafeSingleton(
        AccountOperations,
        transactions=transactions,
        business=business_clock,
        security=security_clock,
        new_id=new_id,
        tokens=tokens,
        hasher=hasher,
        bounds=settings.provided.accounts,
    )

    # site
    sites: Provider[Sites] = ThreadSafeSingleton(Sites, transactions, settings.provided.site)

    # exchange rates
    rates: Provider[Rates] = ThreadSafeSingleton(
        Rates, transactions=transactions, business=business_clock, security=security_clock
    )

    # rules from a day on
    policies: Provider[Policies] = ThreadSafeSingleton(
        Policies,
        transactions=transactions,
        business=business_clock,
        security=security_clock,
        settings=settings,
    )

    # earnings
    earnings: Provider[AccountLedger] = ThreadSafeSingleton(
        AccountLedger,
        transactions=transactions,
        business=business_clock,
        security=security_clock,
        new_id=new_id,
        points=settings.provided.points,
    )
    fonts: Provider[Fonts] = ThreadSafeSingleton(_fonts, settings)
    statements: Provider[Statements] = ThreadSafeSingleton(
        Statements,
        transactions=transactions,
        clock=business_clock,
        printer=ThreadSafeSingleton(StatementDocuments, fonts),
        words=settings.provided.invoice,
    )

    # soundness
    integrity: Provider[LedgerIntegrity] = ThreadSafeSingleton(
        LedgerIntegrity, transactions, business_clock
    )

    # settlement
    settlements: Provider[Settlements] = ThreadSafeSingleton(
        Settlements,
        transactions=transactions,
        business=business_clock,
        security=security_clock,
        settings=settings,
        integrity=integrity,
    )

    # trails
    tracing: Provider[Tracing] = ThreadSafeSingleton(
        Tracing,
        transactions=transactions,
        settings=settings,
        files=ThreadSafeSingleton(DiskReports),
    )

    # channels
    platform: Provider[VideoPlatform] = ThreadSafeSingleton(
        video_platform, deployment.provided.platform
    )
    channel_cards: Provider[ChannelPresenter] = ThreadSafeSingleton(
        ChannelPresenter,
        business=business_clock,
        security=security_clock,
        settings=settings.provided.channels,
        zone=zone,
    )
    registrar: Provider[Registrar] = ThreadSafeSingleton(
        Registrar,
        platform=platform,
        clock=business_clock,
        new_id=new_id,
        new_code=Object(random_channel_code),
    )
    channels: Provider[Channels] = ThreadSafeSingleton(
        Channels,
        transactions=transactions,
        registrar=registrar,
        presenter=channel_cards,
        limits=limits,
    )
    verifications: Provider[Verifications] = ThreadSafeSingleton(
        Verifications,
        transactions=transactions,
        platform=platform,
        presenter=channel_cards,
        limits=limits,
    )
    channel_reviews: Provider[ChannelReviews] = ThreadSafeSingleton(
        ChannelReviews,
        transactions=transactions,
        registrar=registrar,
        verifications=verifications,
        presenter=channel_cards,
        account_settings=settings.provided.accounts,
    )
    refreshing: Provider[ChannelRefresh] = ThreadSafeSingleton(
        ChannelRefresh, transactions=transactions, platform=platform, security=security_clock
    )
    removals: Provider[ChannelRemovals] = ThreadSafeSingleton(
        ChannelRemovals, transactions=transactions, presenter=channel_cards, passwords=passwords
    )

    # withdrawals
    printer: Provider[InvoiceRenderer] = ThreadSafeSingleton(InvoiceDocuments, fonts)
    new_token: Provider[NewToken] = Callable(_ticket_of, tokens)
    issuer: Provider[Issuer] = ThreadSafeSingleton(Issuer, settings.provided.invoice)
    payment_details: Provider[PaymentDetailsService] = ThreadSafeSingleton(
        PaymentDetailsService,
        transactions=transactions,
        clock=business_clock,
        payment=settings.provided.payment,
        limits=limits,
    )
    withdrawal_requests: Provider[Requests] = ThreadSafeSingleton(
        Requests,
        transactions=transactions,
        business=business_clock,
        security=security_clock,
        new_id=new_id,
        settings=settings,
        issuer=issuer,
    )
    withdrawal_decisions: Provider[Decisions] = ThreadSafeSingleton(
        Decisions,
        transactions=transactions,
        business=business_clock,
        security=security_clock,
        policy=settings.provided.withdrawal,
        issuer=issuer,
    )
    invoices: Provider[Invoices] = ThreadSafeSingleton(
        Invoices,
        transactions=transactions,
        clock=security_clock,
        new_token=new_token,
        printer=printer,
    )

    # payouts
    payout_exports: Provider[PayoutBatches] = ThreadSafeSingleton(
        PayoutBatches,
        transactions=transactions,
        business=business_clock,
        writer=ThreadSafeSingleton(PayoutWriter),
        policy=settings.provided.withdrawal,
        own=settings.provided.payout,
    )
    payouts: Provider[Payouts] = ThreadSafeSingleton(
        Payouts,
        transactions=transactions,
        business=business_clock,
        decisions=withdrawal_decisions,
    )
    payout_results: Provider[Results] = ThreadSafeSingleton(
        Results,
        transactions=transactions,
        business=business_clock,
        decisions=withdrawal_decisions,
    )
    result_files: Provider[ResultFiles] = ThreadSafeSingleton(DiskResults)

    # reports
    dashboards: Provider[Dashboards] = ThreadSafeSingleton(
        Dashboards, transactions=transactions, clock=business_clock, settings=settings
    )

    # excel reports
    excel_reports: Provider[Exports] = ThreadSafeSingleton(
        Exports,
        transactions=transactions,
        dashboards=dashboards,
        files=ThreadSafeSingleton(_excel_files, deployment),
        writer=ThreadSafeSingleton(WorkbookWriter),
        clock=security_clock,
        new_id=new_id,
        rpm_base=settings.provided.reports.rpm_base,
    )

    # videos, report files and the catalogue
    video_descriptions: Provider[VideoDescriptions] = ThreadSafeSingleton(
        VideoDescriptions,
        transactions=transactions,
        platform=platform,
        clock=business_clock,
        zone=zone,
    )
    staging: Provider[SqlStaging] = ThreadSafeSingleton(SqlStaging, transactions)
    ingestion: Provider[Ingestion] = ThreadSafeSingleton(
        Ingestion,
        transactions=transactions,
        staging=staging,
        files=ThreadSafeSingleton(DiskReports),
        clock=business_clock,
    )
    announcements: Provider[Announcements] = ThreadSafeSingleton(
        Announcements, transactions=transactions, clock=business_clock, zone=zone
    )
    catalogue: Provider[Catalogue] = ThreadSafeSingleton(
        Catalogue,
        transactions=transactions,
        files=ThreadSafeSingleton(DiskCatalogues),
        clock=business_clock,
        settings=settings.provided.music,
    )

    # jobs
    job_engine: Provider[SqlJobEngine] = ThreadSafeSingleton(SqlJobEngine, transactions)
    worker: Provider[Worker[SqlBooks]] = ThreadSafeSingleton(
        Worker,
        engine=job_engine,
        clock=security_clock,
        handlers=Callable(
            handlers,
            mails=mails,
            notifications=notifications,
            verifications=verifications,
            refreshing=refreshing,
            removals=removals,
            leaving=leaving,
            mailed_codes=mailed_codes,
            limits=limits,
            descriptions=video_descriptions,
            announcements=announcements,
            earnings=earnings,
            integrity=integrity,
            seals=seals,
            kept_answers=ThreadSafeSingleton(KeptAnswers, transactions, security_clock),
            excel_reports=excel_reports,
        ),
        crons=CRONS,
    )


def make_container(
    settings: Settings, deployment: Deployment, timeouts: Timeouts = SERVER_TIMEOUTS
) -> Container:
    """Every part of Backbeat for an installation; nothing is opened before it is asked for."""
    return Container(
        settings=Object(settings), deployment=Object(deployment), timeouts=Object(timeouts)
    )
