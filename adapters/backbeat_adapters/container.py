"""The composition root: which adapter fulfils which port. Nothing else knows.

    container = make_container(settings, deployment)
    container.portal().sites.partner("partner.example")

An adapter is one line here; `backbeat.portal` assembles the use cases from them. Providers erase
types, so `_portal` names those of its parameters: there mypy sees that each port is fulfilled. A
test replaces an adapter by `container.business_clock.override(providers.Object(...))`.
"""

from __future__ import annotations

from pathlib import Path
from zoneinfo import ZoneInfo

from dependency_injector.containers import DeclarativeContainer
from dependency_injector.providers import (
    Dependency,
    Object,
    Provider,
    ThreadSafeSingleton,
)
from sqlalchemy import Engine

from backbeat.accounts.ports import Authenticator, LastSeen, PasswordHasher, Tokens
from backbeat.alerts.ports import Hook, Sightings
from backbeat.channels.platform import VideoPlatforms
from backbeat.defaults.clock import SystemClock
from backbeat.defaults.ids import TimeOrderedIds
from backbeat.defaults.tokens import RandomTokens
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import NewId
from backbeat.kernel.secrets import SecretBox
from backbeat.ledger.integrity.ports import Witness
from backbeat.mail.ports import MailTransport
from backbeat.payouts.ports import ResultFiles
from backbeat.phones.ports import SmsSender
from backbeat.portal import Portal
from backbeat.settings import Settings
from backbeat.tax.ports import TaxAuthorities
from backbeat_adapters.addresses import path_of
from backbeat_adapters.authenticator import TotpAuthenticator
from backbeat_adapters.board.markdown import MarkdownIt
from backbeat_adapters.board.pictures import WebpPictures
from backbeat_adapters.breaker import Tell
from backbeat_adapters.catalogue.files import DiskCatalogues
from backbeat_adapters.demo.clock import MovedClock
from backbeat_adapters.deployment import (
    Deployment,
    MailRoute,
    MailTransportKind,
    PlatformRoute,
    SmsKind,
    SmsRoute,
    TaxRoute,
    WebhookRoute,
)
from backbeat_adapters.documents.fonts import Fonts
from backbeat_adapters.documents.invoices.printer import InvoiceDocuments
from backbeat_adapters.documents.statements.printer import StatementDocuments
from backbeat_adapters.exports.files import DiskExports
from backbeat_adapters.exports.workbook import WorkbookWriter
from backbeat_adapters.last_seen import RememberedLastSeen
from backbeat_adapters.limits import CountedBehind
from backbeat_adapters.mail import ConsoleTransport, FileTransport, SmtpTransport
from backbeat_adapters.media.choosing import media_files
from backbeat_adapters.media.covers import WebpCovers
from backbeat_adapters.media.previews import Mp3Previews
from backbeat_adapters.media.signing import signer
from backbeat_adapters.onboarding.files import DiskImports
from backbeat_adapters.passwords import Argon2Passwords
from backbeat_adapters.payouts.results import DiskResults
from backbeat_adapters.payouts.writer import PayoutWriter
from backbeat_adapters.phone_numbers import KnownPhoneNumbers
from backbeat_adapters.platforms.choosing import video_platforms
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.seal_key import seal_key
from backbeat_adapters.secrets import secret_box
from backbeat_adapters.security_log import Event, SecurityLog, security_folder
from backbeat_adapters.site_probe import HttpSiteProbe
from backbeat_adapters.sms import ConsoleSms, GatewaySms
from backbeat_adapters.sql.accounts import SqlLastSeen
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
from backbeat_adapters.sql.runs import SqlRuns
from backbeat_adapters.sql.storage import SqlStorage
from backbeat_adapters.tax.choosing import tax_authorities
from backbeat_adapters.webhook import SignedPosts, Webhook
from backbeat_adapters.witness import AnchorFile, FileWitness


def _mail_transport(clock: Clock, route: MailRoute) -> MailTransport:
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


def _sms(route: SmsRoute) -> SmsSender:
    """The sender of text messages that the installation chose."""
    if route.kind is SmsKind.GATEWAY:
        return GatewaySms(route.url, route.account, route.token, route.sender)
    return ConsoleSms()


def _business_clock(zone: ZoneInfo, file: Path | None) -> Clock:
    """Real time, except in a demo, whose clock people can move."""
    return SystemClock(zone) if file is None else MovedClock(file, zone)


def _fonts(settings: Settings) -> Fonts:
    return Fonts(settings.pdf.fonts)


def _witness(deployment: Deployment) -> FileWitness:
    return FileWitness(deployment.files / "sealed.json")


def _anchor_file(deployment: Deployment) -> AnchorFile:
    return AnchorFile(deployment.files / "anchor.txt")


def _portal(
    settings: Settings,
    deployment: Deployment,
    *,
    clock: Clock,
    security_clock: Clock,
    new_id: NewId,
    platform: VideoPlatforms,
    mail_transport: MailTransport,
    sms: SmsSender,
    storage: SqlStorage,
    tokens: Tokens,
    hasher: PasswordHasher,
    authenticator: Authenticator,
    fonts: Fonts,
    witness: Witness,
    sightings: Sightings,
    anchor_file: AnchorFile,
    authorities: TaxAuthorities,
) -> Portal:
    return Portal(
        settings,
        clock,
        platform,
        mail_transport,
        storage,
        security_clock=security_clock,
        new_id=new_id,
        tokens=tokens,
        hasher=hasher,
        authenticator=authenticator,
        sms=sms,
        phone_numbers=KnownPhoneNumbers(settings.phone.countries, settings.phone.country),
        path_of=path_of,
        report_files=DiskReports(),
        catalogue_files=DiskCatalogues(),
        import_files=DiskImports(),
        export_files=DiskExports(deployment.files / "exports"),
        export_writer=WorkbookWriter(),
        payout_writer=PayoutWriter(),
        invoice_printer=InvoiceDocuments(fonts),
        statement_printer=StatementDocuments(fonts),
        witness=witness,
        sightings=sightings,
        hook=_hook(security_clock, deployment.webhook),
        poster=SignedPosts(security_clock, deployment.webhook.allow_private),
        seal_key=seal_key(deployment.secret_keys),
        anchor_place=anchor_file,
        markdown=MarkdownIt(),
        picture_maker=WebpPictures(),
        tax_authorities=authorities,
        site_probe=HttpSiteProbe(settings.site.allow_private),
        media_files=media_files(deployment),
        preview_maker=Mp3Previews(),
        cover_maker=WebpCovers(),
        signer=signer(deployment.secret_keys, deployment.files),
    )


def _hook(clock: Clock, route: WebhookRoute) -> Hook | None:
    if not route.url:
        return None
    return Webhook(SignedPosts(clock, route.allow_private), route.url, route.secret)


def platform_teller(security_log: SecurityLog) -> Tell:
    """Writes failures of platforms into the security log, wherever they are asked from."""

    def tell(outcome: str, name: str, cause: str) -> None:
        security_log.note(Event("platform", outcome, reason=cause, what=name))

    return tell


def _platforms(route: PlatformRoute, security_log: SecurityLog) -> VideoPlatforms:
    return video_platforms(route, platform_teller(security_log))


def _authorities(route: TaxRoute, security_log: SecurityLog) -> TaxAuthorities:
    return tax_authorities(route, platform_teller(security_log))


def _security_log(deployment: Deployment, clock: Clock) -> SecurityLog:
    return SecurityLog(security_folder(deployment), clock)


class Container(DeclarativeContainer):
    """Every adapter, made when first asked for and then shared, and the portal made of them."""

    settings: Provider[Settings] = Dependency(instance_of=Settings)
    deployment: Provider[Deployment] = Dependency(instance_of=Deployment)

    zone: Provider[ZoneInfo] = settings.provided.zone
    business_clock: Provider[Clock] = ThreadSafeSingleton(
        _business_clock, zone, deployment.provided.business_clock_file
    )
    security_clock: Provider[Clock] = ThreadSafeSingleton(SystemClock, zone)
    new_id: Provider[NewId] = ThreadSafeSingleton(TimeOrderedIds)
    tokens: Provider[Tokens] = ThreadSafeSingleton(RandomTokens)
    hasher: Provider[PasswordHasher] = ThreadSafeSingleton(Argon2Passwords)
    authenticator: Provider[Authenticator] = ThreadSafeSingleton(TotpAuthenticator)
    secrets: Provider[SecretBox] = ThreadSafeSingleton(secret_box, deployment.provided.secret_keys)

    timeouts: Provider[Timeouts] = Object(SERVER_TIMEOUTS)
    engine: Provider[Engine] = ThreadSafeSingleton(
        make_engine, deployment.provided.database_url, timeouts
    )
    counters_engine: Provider[Engine] = ThreadSafeSingleton(
        make_counters_engine, deployment.provided.database_url
    )
    transactions: Provider[SqlTransactions] = ThreadSafeSingleton(
        SqlTransactions, engine, security_clock, new_id, secrets
    )
    job_engine: Provider[SqlJobEngine] = ThreadSafeSingleton(SqlJobEngine, transactions)
    limit_store: Provider[CountedBehind] = ThreadSafeSingleton(
        CountedBehind,
        ThreadSafeSingleton(SqlLimits, counters_engine),
        security_clock,
        deployment.provided.serving.workers,
    )
    last_seen: Provider[LastSeen] = ThreadSafeSingleton(
        RememberedLastSeen, ThreadSafeSingleton(SqlLastSeen, counters_engine), security_clock
    )
    storage: Provider[SqlStorage] = ThreadSafeSingleton(
        SqlStorage,
        transactions=transactions,
        staging=ThreadSafeSingleton(SqlStaging, transactions),
        runs=ThreadSafeSingleton(SqlRuns, engine),
        job_engine=job_engine,
        limits=limit_store,
        last_seen=last_seen,
    )

    mail_transport: Provider[MailTransport] = ThreadSafeSingleton(
        _mail_transport, security_clock, deployment.provided.mail
    )
    sms: Provider[SmsSender] = ThreadSafeSingleton(_sms, deployment.provided.sms)
    security_log: Provider[SecurityLog] = ThreadSafeSingleton(
        _security_log, deployment, security_clock
    )
    platform: Provider[VideoPlatforms] = ThreadSafeSingleton(
        _platforms, deployment.provided.platform, security_log
    )
    authorities: Provider[TaxAuthorities] = ThreadSafeSingleton(
        _authorities, deployment.provided.tax, security_log
    )
    fonts: Provider[Fonts] = ThreadSafeSingleton(_fonts, settings)
    result_files: Provider[ResultFiles] = ThreadSafeSingleton(DiskResults)

    witness: Provider[FileWitness] = ThreadSafeSingleton(_witness, deployment)
    anchor_file: Provider[AnchorFile] = ThreadSafeSingleton(_anchor_file, deployment)

    portal: Provider[Portal] = ThreadSafeSingleton(
        _portal,
        settings,
        deployment,
        clock=business_clock,
        security_clock=security_clock,
        new_id=new_id,
        platform=platform,
        mail_transport=mail_transport,
        sms=sms,
        storage=storage,
        tokens=tokens,
        hasher=hasher,
        authenticator=authenticator,
        fonts=fonts,
        witness=witness,
        sightings=security_log,
        anchor_file=anchor_file,
        authorities=authorities,
    )


def make_container(
    settings: Settings, deployment: Deployment, timeouts: Timeouts = SERVER_TIMEOUTS
) -> Container:
    """Every part of Backbeat for an installation; nothing is opened before it is asked for."""
    return Container(
        settings=Object(settings), deployment=Object(deployment), timeouts=Object(timeouts)
    )
