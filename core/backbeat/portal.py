"""Every use case, assembled from ports: the same for the product, for tests and for a service.

    portal = Portal(settings, clock, platform, mail)
    portal.accounts.sign_up(SignUp("mina@example.org", "correct horse", "mina"))

Whatever is not given is in memory or made only from the standard library. A service is created when
it is first used.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Generic, NoReturn, Self, TypeVar, overload

from attrs import Factory, define, field, frozen

from backbeat.accounts.codes import MailedCodes
from backbeat.accounts.deletion import AccountDeletion
from backbeat.accounts.guard import LoginGuard
from backbeat.accounts.identifiers import Identifiers
from backbeat.accounts.login_notices import LoginNotices
from backbeat.accounts.operations import AccountOperations
from backbeat.accounts.passwords import Passwords
from backbeat.accounts.ports import Authenticator, PasswordHasher, Tokens
from backbeat.accounts.recovery import Recovery
from backbeat.accounts.second_factor import SecondFactors
from backbeat.accounts.service import Accounts
from backbeat.accounts.sessions import Sessions
from backbeat.accounts.verification import EmailVerification
from backbeat.alerts.ports import Hook, Sightings
from backbeat.alerts.service import Alerts
from backbeat.audit.ports import SealKey
from backbeat.audit.sealing import Seals
from backbeat.audit.service import Audit
from backbeat.board.ports import PictureMaker
from backbeat.board.publishing import Publishing
from backbeat.board.rich_text import Markdown
from backbeat.board.service import Board
from backbeat.board.telling import Telling
from backbeat.campaigns.counting import Counting
from backbeat.campaigns.operations import CampaignOffice
from backbeat.campaigns.service import Campaigns
from backbeat.catalogue.favourites import ActLog, Favourites
from backbeat.catalogue.finding import Finding
from backbeat.catalogue.landing import LandingPage
from backbeat.catalogue.listening import Addresses, Listening
from backbeat.catalogue.ports import CatalogueFiles
from backbeat.catalogue.ranking import Rankings
from backbeat.catalogue.service import Catalogue
from backbeat.catalogue.tagging import Tagging
from backbeat.channels.platform import VideoPlatforms
from backbeat.channels.ports import NewCode
from backbeat.channels.refresh import ChannelRefresh
from backbeat.channels.registration import Registrar
from backbeat.channels.removal import ChannelRemovals
from backbeat.channels.reviews import ChannelReviews
from backbeat.channels.service import Channels
from backbeat.channels.verification import Verifications
from backbeat.channels.visibility import ChannelPresenter
from backbeat.consents.service import Consents
from backbeat.dashboards.roll_ups import RollUps
from backbeat.dashboards.service import Dashboards
from backbeat.defaults.authenticator import PlainAuthenticator
from backbeat.defaults.ids import TimeOrderedIds
from backbeat.defaults.nothing_seen import NothingSeen
from backbeat.defaults.passwords import ScryptPasswords
from backbeat.defaults.paths import front_page
from backbeat.defaults.signer import RandomSigner
from backbeat.defaults.tokens import RandomTokens, random_channel_code
from backbeat.dossiers.erasure import Erasures
from backbeat.dossiers.service import Dossiers
from backbeat.events.leaving import Departures
from backbeat.events.operations import EventOffice
from backbeat.events.service import Events
from backbeat.events.telling import BenefitTelling
from backbeat.exports import ports as excel
from backbeat.exports.service import Exports
from backbeat.figures.service import VideoDescriptions
from backbeat.fx.service import Rates
from backbeat.idempotency.service import KeptAnswers
from backbeat.inquiries.service import Inquiries
from backbeat.job_handlers import CRONS, UseCases, handlers
from backbeat.jobs.worker import Worker
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import NewId
from backbeat.kernel.targets import PathOf
from backbeat.ledger.expiry_telling import ExpiryTelling
from backbeat.ledger.integrity.anchors import AnchorPlace, Anchors
from backbeat.ledger.integrity.ports import Witness
from backbeat.ledger.integrity.service import LedgerIntegrity
from backbeat.ledger.ports import StatementRenderer
from backbeat.ledger.service import AccountLedger
from backbeat.ledger.statements import Statements
from backbeat.limits.service import Limits
from backbeat.mail.ports import MailTransport
from backbeat.mail.service import Mails
from backbeat.mail.templates import MailTemplates
from backbeat.media.ports import CoverMaker, FileStore, PreviewMaker, Signer
from backbeat.media.service import MediaIntake
from backbeat.members.frozen_balances import FrozenBalances
from backbeat.members.invitations import MemberInvitations
from backbeat.members.moves import Moves
from backbeat.members.removal import MemberRemovals
from backbeat.members.service import Members
from backbeat.notifications.service import Notifications
from backbeat.onboarding.member_files import MemberFiles
from backbeat.onboarding.ports import ImportFiles
from backbeat.onboarding.service import Onboarding
from backbeat.payout_state.service import PayoutStates
from backbeat.payouts import ports as payouts
from backbeat.payouts.batches import PayoutBatches
from backbeat.payouts.results import Results
from backbeat.payouts.service import Payouts
from backbeat.phones.ports import PhoneNumbers, SmsSender
from backbeat.phones.service import PhoneVerification
from backbeat.policies.service import Policies
from backbeat.programs.operations import ProgramOffice
from backbeat.programs.service import Programs
from backbeat.referral.costs import RewardCosts
from backbeat.referral.rewards import Rewards
from backbeat.referral.service import Invitations
from backbeat.report_files.announcements import Announcements
from backbeat.report_files.layouts.service import ReportLayouts
from backbeat.report_files.ports import ReportFiles
from backbeat.report_files.service import Ingestion
from backbeat.settings import Settings
from backbeat.settlement.intake import Intakes
from backbeat.settlement.mailing import MonthMails
from backbeat.settlement.rate_previews import RatePreviews
from backbeat.settlement.service import Settlements
from backbeat.settlement.summary_lines import SummaryLines
from backbeat.site.page_addresses import PageAddresses
from backbeat.site.ports import SiteProbe
from backbeat.site.service import NoProbe, Sites
from backbeat.site.short_links import ShortLinks
from backbeat.storage import Books, Storage
from backbeat.tax.invoice_asking import InvoiceAsking
from backbeat.tax.ports import TaxAuthorities
from backbeat.tax.service import TaxDetailsService
from backbeat.tracing.service import Tracing
from backbeat.video_reviews.service import VideoReviews
from backbeat.webhooks.ports import Poster
from backbeat.webhooks.sending import Sending
from backbeat.webhooks.service import Webhooks
from backbeat.withdrawals.decisions import Decisions
from backbeat.withdrawals.disowning import Disowning
from backbeat.withdrawals.invoice_issuing import Issuer
from backbeat.withdrawals.invoices import Invoices
from backbeat.withdrawals.payment_details import PaymentDetailsService
from backbeat.withdrawals.ports import InvoiceRenderer
from backbeat.withdrawals.requests import Requests
from backbeat.withdrawals.returned import Resending

T = TypeVar("T")


class PortMissing(Exception):
    """A use case needed a port that the portal was not given."""


class Service(Generic[T]):
    """A service of a portal: created when it is first used and then shared, also between threads."""

    def __init__(self, make: Callable[[Portal], T]) -> None:
        self._make = make

    def __set_name__(self, owner: type[Portal], name: str) -> None:
        self._name = name

    @overload
    def __get__(self, portal: None, owner: type[Portal]) -> Self: ...

    @overload
    def __get__(self, portal: Portal, owner: type[Portal]) -> T: ...

    def __get__(self, portal: Portal | None, owner: type[Portal]) -> Self | T:
        if portal is None:
            return self
        with portal.making:
            if self._name not in vars(portal):
                vars(portal)[self._name] = self._make(portal)
            made: T = vars(portal)[self._name]
            return made


def _in_memory(portal: Portal) -> Storage:
    # A portal with a storage of its own does not have to load thirty modules.
    from backbeat.memory.storage import MemoryStorage  # noqa: PLC0415

    return MemoryStorage.empty(portal.security_clock, portal.new_id)


def _stationery(portal: Portal) -> MailTemplates:
    site, strategy = portal.settings.site, portal.settings.i18n.strategy
    address_in = PageAddresses(strategy).prefixed
    return MailTemplates(site.name, site.url, site.host, portal.path_of, address_in)


@frozen
class _NotGiven:
    """Takes the place of a port that was not given, and raises `PortMissing` when it is used."""

    name: str

    def __getattr__(self, _: str) -> NoReturn:
        raise PortMissing(f"this use case needs a port: Portal(..., {self.name}=...)")


def _no(port: str) -> Callable[[], Any]:
    return lambda: _NotGiven(port)


@define(slots=False, eq=False)
class Portal:
    """Hands out every use case. `clock` is the business clock, which dates what people see.

    Ports without a stand-in (files, printed documents) are missed only when a use case first needs
    them.
    """

    settings: Settings
    clock: Clock
    platform: VideoPlatforms
    mail: MailTransport
    security_clock: Clock = field(
        default=Factory(lambda my: my.clock, takes_self=True), kw_only=True
    )
    new_id: NewId = field(factory=TimeOrderedIds, kw_only=True)
    storage: Storage = field(default=Factory(_in_memory, takes_self=True))

    tokens: Tokens = field(factory=RandomTokens, kw_only=True)
    hasher: PasswordHasher = field(factory=ScryptPasswords, kw_only=True)
    authenticator: Authenticator = field(factory=PlainAuthenticator, kw_only=True)
    phone_numbers: PhoneNumbers = field(factory=_no("phone_numbers"), kw_only=True)
    sms: SmsSender = field(factory=_no("sms"), kw_only=True)
    new_channel_code: NewCode = field(default=random_channel_code, kw_only=True)
    path_of: PathOf = field(default=front_page, kw_only=True)
    report_files: ReportFiles = field(factory=_no("report_files"), kw_only=True)
    catalogue_files: CatalogueFiles = field(factory=_no("catalogue_files"), kw_only=True)
    import_files: ImportFiles = field(factory=_no("import_files"), kw_only=True)
    export_files: excel.ExportFiles = field(factory=_no("export_files"), kw_only=True)
    witness: Witness | None = field(default=None, kw_only=True)
    sightings: Sightings = field(factory=NothingSeen, kw_only=True)
    hook: Hook | None = field(default=None, kw_only=True)
    poster: Poster = field(factory=_no("poster"), kw_only=True)
    seal_key: SealKey | None = field(default=None, kw_only=True)
    anchor_place: AnchorPlace | None = field(default=None, kw_only=True)
    export_writer: excel.SheetWriter = field(factory=_no("export_writer"), kw_only=True)
    payout_writer: payouts.SheetWriter = field(factory=_no("payout_writer"), kw_only=True)
    invoice_printer: InvoiceRenderer = field(factory=_no("invoice_printer"), kw_only=True)
    statement_printer: StatementRenderer = field(factory=_no("statement_printer"), kw_only=True)

    markdown: Markdown = field(factory=_no("markdown"), kw_only=True)
    picture_maker: PictureMaker = field(factory=_no("picture_maker"), kw_only=True)

    tax_authorities: TaxAuthorities = field(factory=dict, kw_only=True)

    site_probe: SiteProbe = field(factory=NoProbe, kw_only=True)

    media_files: FileStore = field(factory=_no("media_files"), kw_only=True)
    preview_maker: PreviewMaker = field(factory=_no("preview_maker"), kw_only=True)
    cover_maker: CoverMaker = field(factory=_no("cover_maker"), kw_only=True)
    signer: Signer = field(factory=RandomSigner, kw_only=True)

    making: threading.RLock = field(factory=threading.RLock, init=False, repr=False)

    audit = Service(lambda my: Audit(my.storage.transactions, my.seal_key))
    seals = Service(
        lambda my: Seals(my.storage.transactions, my.clock, my.security_clock, my.seal_key)
    )
    notifications = Service(lambda my: Notifications(my.storage.transactions, my.clock))
    mails = Service(lambda my: Mails(my.storage.transactions, my.mail, _stationery(my)))
    alerts = Service(
        lambda my: Alerts(
            job_engine=my.storage.job_engine,
            security=my.security_clock,
            sightings=my.sightings,
            mail_transport=my.mail,
            mail_templates=_stationery(my),
            hook=my.hook,
            recipients=my.settings.alerts,
        )
    )
    webhooks = Service(
        lambda my: Webhooks(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            new_id=my.new_id,
            new_secret=my.tokens.ticket,
            poster=my.poster,
            portal_url=my.settings.site.url,
        )
    )
    webhook_sending = Service(
        lambda my: Sending(
            transactions=my.storage.transactions,
            clock=my.security_clock,
            poster=my.poster,
            alert=my.alerts.tell,
            portal_url=my.settings.site.url,
        )
    )
    limits = Service(
        lambda my: Limits(my.storage.limits, my.security_clock, my.settings.limits.profile)
    )
    kept_answers = Service(lambda my: KeptAnswers(my.storage.transactions, my.security_clock))
    sites = Service(
        lambda my: Sites(
            transactions=my.storage.transactions,
            clock=my.clock,
            settings=my.settings.site,
            probe=my.site_probe,
            new_token=my.tokens.ticket,
            zone=my.settings.zone,
        )
    )
    inquiries = Service(
        lambda my: Inquiries(
            transactions=my.storage.transactions,
            clock=my.clock,
            new_id=my.new_id,
            limits=my.limits,
            bounds=my.settings.inquiry,
            alerts=my.settings.alerts,
        )
    )
    short_links = Service(
        lambda my: ShortLinks(my.storage.transactions, my.clock, my.settings.site)
    )
    board = Service(lambda my: Board(my.storage.transactions, my.clock, my.markdown))
    publishing = Service(
        lambda my: Publishing(
            transactions=my.storage.transactions,
            clock=my.clock,
            new_id=my.new_id,
            zone=my.settings.zone,
            markdown=my.markdown,
            picture_maker=my.picture_maker,
        )
    )
    telling = Service(lambda my: Telling(my.storage.transactions, my.clock))
    rates = Service(
        lambda my: Rates(
            transactions=my.storage.transactions, business=my.clock, security=my.security_clock
        )
    )
    policies = Service(
        lambda my: Policies(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            settings=my.settings,
        )
    )

    passwords = Service(lambda my: Passwords(my.storage.transactions, my.hasher, my.limits))
    mailed_codes = Service(
        lambda my: MailedCodes(
            transactions=my.storage.transactions,
            security=my.security_clock,
            new_id=my.new_id,
            hasher=my.hasher,
            limits=my.limits,
            terms=my.settings.auth,
        )
    )
    second_factors = Service(
        lambda my: SecondFactors(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            authenticator=my.authenticator,
            tokens=my.tokens,
            hasher=my.hasher,
            limits=my.limits,
            terms=my.settings.auth,
            site=my.settings.site,
        )
    )
    login_guard = Service(
        lambda my: LoginGuard(
            transactions=my.storage.transactions,
            security=my.security_clock,
            tokens=my.tokens,
            codes=my.mailed_codes,
            limits=my.limits,
        )
    )
    login_notices = Service(
        lambda my: LoginNotices(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            tokens=my.tokens,
            limits=my.limits,
        )
    )
    sessions = Service(
        lambda my: Sessions(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            new_id=my.new_id,
            tokens=my.tokens,
            hasher=my.hasher,
            passwords=my.passwords,
            second_factors=my.second_factors,
            guard=my.login_guard,
            notices=my.login_notices,
            last_seen=my.storage.last_seen,
            limits=my.limits,
            terms=my.settings.auth,
            members=my.settings.members,
        )
    )
    identifiers = Service(lambda my: Identifiers(my.clock, my.settings.accounts, my.settings.site))
    accounts = Service(
        lambda my: Accounts(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            new_id=my.new_id,
            tokens=my.tokens,
            hasher=my.hasher,
            passwords=my.passwords,
            sessions=my.sessions,
            limits=my.limits,
            identifiers=my.identifiers,
            bounds=my.settings.accounts,
            site=my.settings.site,
            referral=my.settings.referral,
        )
    )
    email_verification = Service(
        lambda my: EmailVerification(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            tokens=my.tokens,
            codes=my.mailed_codes,
            identifiers=my.identifiers,
            bounds=my.settings.accounts,
            members=my.settings.members,
        )
    )
    phone_verification = Service(
        lambda my: PhoneVerification(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            new_id=my.new_id,
            tokens=my.tokens,
            hasher=my.hasher,
            limits=my.limits,
            numbers=my.phone_numbers,
            sms=my.sms,
            terms=my.settings.auth,
            features=my.settings.features,
            product=my.settings.site.name,
        )
    )
    recovery = Service(
        lambda my: Recovery(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            tokens=my.tokens,
            hasher=my.hasher,
            codes=my.mailed_codes,
            bounds=my.settings.accounts,
            terms=my.settings.auth,
            site=my.settings.site,
        )
    )
    account_deletion = Service(
        lambda my: AccountDeletion(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            passwords=my.passwords,
            bounds=my.settings.accounts,
        )
    )
    account_operations = Service(
        lambda my: AccountOperations(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            new_id=my.new_id,
            tokens=my.tokens,
            hasher=my.hasher,
            bounds=my.settings.accounts,
        )
    )

    channel_presenter = Service(
        lambda my: ChannelPresenter(
            business=my.clock,
            security=my.security_clock,
            settings=my.settings.channels,
            zone=my.settings.zone,
        )
    )
    registrar = Service(
        lambda my: Registrar(
            platform=my.platform,
            clock=my.clock,
            new_id=my.new_id,
            new_code=my.new_channel_code,
        )
    )
    channels = Service(
        lambda my: Channels(
            transactions=my.storage.transactions,
            registrar=my.registrar,
            presenter=my.channel_presenter,
            limits=my.limits,
        )
    )
    verifications = Service(
        lambda my: Verifications(
            transactions=my.storage.transactions,
            platform=my.platform,
            presenter=my.channel_presenter,
            limits=my.limits,
        )
    )
    channel_reviews = Service(
        lambda my: ChannelReviews(
            transactions=my.storage.transactions,
            registrar=my.registrar,
            verifications=my.verifications,
            presenter=my.channel_presenter,
            account_settings=my.settings.accounts,
        )
    )
    channel_refresh = Service(
        lambda my: ChannelRefresh(
            transactions=my.storage.transactions,
            platform=my.platform,
            security=my.security_clock,
        )
    )
    removals = Service(
        lambda my: ChannelRemovals(
            transactions=my.storage.transactions,
            presenter=my.channel_presenter,
            passwords=my.passwords,
        )
    )

    members = Service(
        lambda my: Members(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            new_id=my.new_id,
            tokens=my.tokens,
            hasher=my.hasher,
            identifiers=my.identifiers,
            registrar=my.registrar,
            limits=my.limits,
            settings=my.settings,
        )
    )
    member_files = Service(
        lambda my: MemberFiles(
            transactions=my.storage.transactions,
            business=my.clock,
            members=my.members,
            limits=my.limits,
        )
    )
    member_invitations = Service(
        lambda my: MemberInvitations(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            tokens=my.tokens,
            hasher=my.hasher,
            identifiers=my.identifiers,
            limits=my.limits,
            sessions=my.sessions,
        )
    )
    rate_previews = Service(lambda my: RatePreviews(my.storage.transactions, my.clock, my.settings))
    member_moves = Service(
        lambda my: Moves(
            transactions=my.storage.transactions, business=my.clock, removals=my.removals
        )
    )
    frozen_balances = Service(
        lambda my: FrozenBalances(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            new_id=my.new_id,
        )
    )
    member_removals = Service(
        lambda my: MemberRemovals(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            passwords=my.passwords,
            channels=my.channels,
            removals=my.removals,
        )
    )

    catalogue = Service(
        lambda my: Catalogue(
            transactions=my.storage.transactions,
            files=my.catalogue_files,
            clock=my.clock,
            settings=my.settings.music,
        )
    )
    rankings = Service(lambda my: Rankings(my.storage.transactions, my.clock, my.settings.music))
    addresses = Service(lambda my: Addresses(my.signer, my.security_clock))
    finding = Service(
        lambda my: Finding(my.storage.transactions, my.clock, my.settings.music, my.addresses)
    )
    listening = Service(lambda my: Listening(my.storage.transactions, my.addresses))
    landing_page = Service(
        lambda my: LandingPage(
            transactions=my.storage.transactions,
            clock=my.clock,
            landing=my.settings.landing,
            music=my.settings.music,
            addresses=my.addresses,
        )
    )
    media_intake = Service(
        lambda my: MediaIntake(
            transactions=my.storage.transactions,
            files=my.media_files,
            preview_maker=my.preview_maker,
            cover_maker=my.cover_maker,
            clock=my.clock,
            settings=my.settings.music,
        )
    )
    favourites = Service(
        lambda my: Favourites(my.storage.transactions, my.clock, my.settings.favourites)
    )
    act_log = Service(lambda my: ActLog(my.storage.transactions, my.clock, my.limits))
    tagging = Service(lambda my: Tagging(my.storage.transactions, my.clock))
    video_descriptions = Service(
        lambda my: VideoDescriptions(
            transactions=my.storage.transactions,
            platform=my.platform,
            clock=my.clock,
            zone=my.settings.zone,
        )
    )
    ingestion = Service(
        lambda my: Ingestion(
            transactions=my.storage.transactions,
            staging=my.storage.staging,
            files=my.report_files,
            clock=my.clock,
        )
    )
    report_layouts = Service(
        lambda my: ReportLayouts(
            transactions=my.storage.transactions, files=my.report_files, clock=my.clock
        )
    )
    announcements = Service(
        lambda my: Announcements(
            transactions=my.storage.transactions, clock=my.clock, zone=my.settings.zone
        )
    )

    account_ledger = Service(
        lambda my: AccountLedger(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            new_id=my.new_id,
            points=my.settings.points,
        )
    )
    expiry_telling = Service(
        lambda my: ExpiryTelling(my.storage.transactions, my.clock, my.settings.points)
    )
    statements = Service(
        lambda my: Statements(
            transactions=my.storage.transactions,
            clock=my.clock,
            printer=my.statement_printer,
            words=my.settings.invoice,
        )
    )
    integrity = Service(lambda my: LedgerIntegrity(my.storage.transactions, my.clock, my.witness))
    anchors = Service(
        lambda my: Anchors(
            transactions=my.storage.transactions,
            security=my.security_clock,
            seals=my.seals,
            audit=my.audit,
            key=my.seal_key,
            place=my.anchor_place,
        )
    )
    settlements = Service(
        lambda my: Settlements(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            settings=my.settings,
            integrity=my.integrity,
            runs=my.storage.runs,
        )
    )
    month_mails = Service(lambda my: MonthMails(my.storage.transactions, my.clock))
    summary_lines = Service(lambda my: SummaryLines(my.settlements))
    intakes = Service(lambda my: Intakes(my.storage.transactions, my.clock, my.settings))
    tracing = Service(
        lambda my: Tracing(
            transactions=my.storage.transactions,
            settings=my.settings,
            files=my.report_files,
        )
    )

    issuer = Service(lambda my: Issuer(my.settings.invoice))
    resending = Service(
        lambda my: Resending(business=my.clock, payment=my.settings.payment, issuer=my.issuer)
    )
    payment_details = Service(
        lambda my: PaymentDetailsService(
            transactions=my.storage.transactions,
            clock=my.clock,
            security=my.security_clock,
            new_token=my.tokens.ticket,
            payment=my.settings.payment,
            limits=my.limits,
            resending=my.resending,
        )
    )
    tax_details = Service(
        lambda my: TaxDetailsService(
            transactions=my.storage.transactions,
            clock=my.clock,
            authorities=my.tax_authorities,
            features=my.settings.features,
        )
    )
    invoice_asking = Service(lambda my: InvoiceAsking(my.storage.transactions, my.clock))
    disowning = Service(
        lambda my: Disowning(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            new_id=my.new_id,
            limits=my.limits,
            resending=my.resending,
        )
    )
    withdrawal_requests = Service(
        lambda my: Requests(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            new_id=my.new_id,
            settings=my.settings,
            issuer=my.issuer,
        )
    )
    withdrawal_decisions = Service(
        lambda my: Decisions(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            policy=my.settings.withdrawal,
            issuer=my.issuer,
            resending=my.resending,
        )
    )
    invoices = Service(
        lambda my: Invoices(
            transactions=my.storage.transactions,
            clock=my.security_clock,
            new_token=my.tokens.ticket,
            printer=my.invoice_printer,
        )
    )
    onboarding = Service(
        lambda my: Onboarding(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            new_id=my.new_id,
            tokens=my.tokens,
            registrar=my.registrar,
            files=my.import_files,
            settings=my.settings,
        )
    )
    payout_batches = Service(
        lambda my: PayoutBatches(
            transactions=my.storage.transactions,
            business=my.clock,
            writer=my.payout_writer,
            policy=my.settings.withdrawal,
            own=my.settings.payout,
        )
    )
    payouts = Service(
        lambda my: Payouts(
            transactions=my.storage.transactions,
            business=my.clock,
            decisions=my.withdrawal_decisions,
        )
    )
    payout_results = Service(
        lambda my: Results(
            transactions=my.storage.transactions,
            business=my.clock,
            decisions=my.withdrawal_decisions,
        )
    )

    dashboards = Service(
        lambda my: Dashboards(
            transactions=my.storage.transactions, clock=my.clock, settings=my.settings
        )
    )
    roll_ups = Service(lambda my: RollUps(my.storage.transactions, my.dashboards))
    payout_states = Service(
        lambda my: PayoutStates(
            transactions=my.storage.transactions,
            dashboards=my.dashboards,
            clock=my.clock,
            settings=my.settings,
        )
    )
    invitations = Service(lambda my: Invitations(my.storage.transactions, my.clock, my.settings))
    reward_costs = Service(lambda my: RewardCosts(my.storage.transactions, my.settings))
    rewards = Service(
        lambda my: Rewards(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            settings=my.settings,
        )
    )
    dossiers = Service(
        lambda my: Dossiers(
            transactions=my.storage.transactions,
            business=my.clock,
            sessions=my.sessions,
            second_factors=my.second_factors,
            invoices=my.invoices,
            payment=my.settings.payment,
        )
    )
    erasures = Service(lambda my: Erasures(my.storage.transactions, my.clock, my.security_clock))
    campaigns = Service(
        lambda my: Campaigns(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            platforms=my.platform,
            files=my.media_files,
            signer=my.signer,
            terms=my.settings.campaign,
            features=my.settings.features,
        )
    )
    campaign_office = Service(
        lambda my: CampaignOffice(
            transactions=my.storage.transactions,
            clock=my.clock,
            new_id=my.new_id,
            files=my.media_files,
            features=my.settings.features,
        )
    )
    counting = Service(
        lambda my: Counting(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            settings=my.settings,
        )
    )
    events = Service(
        lambda my: Events(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            settings=my.settings,
        )
    )
    event_office = Service(
        lambda my: EventOffice(my.storage.transactions, my.clock, my.settings.features)
    )
    benefit_telling = Service(
        lambda my: BenefitTelling(my.storage.transactions, my.clock, my.settings.features)
    )
    departures = Service(lambda my: Departures(my.clock))
    programs = Service(lambda my: Programs(my.storage.transactions, my.clock, my.settings.features))
    program_office = Service(
        lambda my: ProgramOffice(my.storage.transactions, my.clock, my.settings.features)
    )
    consents = Service(
        lambda my: Consents(
            transactions=my.storage.transactions,
            business=my.clock,
            security=my.security_clock,
            new_id=my.new_id,
            settings=my.settings,
        )
    )
    video_reviews = Service(
        lambda my: VideoReviews(
            transactions=my.storage.transactions,
            clock=my.clock,
            new_id=my.new_id,
            platforms=my.platform,
            features=my.settings.features,
        )
    )
    exports = Service(
        lambda my: Exports(
            transactions=my.storage.transactions,
            dashboards=my.dashboards,
            files=my.export_files,
            writer=my.export_writer,
            clock=my.security_clock,
            new_id=my.new_id,
            rpm_base=my.settings.reports.rpm_base,
        )
    )

    worker = Service(
        lambda my: Worker[Books](
            engine=my.storage.job_engine,
            clock=my.security_clock,
            handlers=handlers(
                UseCases(
                    mails=my.mails,
                    notifications=my.notifications,
                    telling=my.telling,
                    verifications=my.verifications,
                    channel_refresh=my.channel_refresh,
                    removals=my.removals,
                    account_deletion=my.account_deletion,
                    mailed_codes=my.mailed_codes,
                    phone_verification=my.phone_verification,
                    second_factors=my.second_factors,
                    limits=my.limits,
                    video_descriptions=my.video_descriptions,
                    announcements=my.announcements,
                    ingestion=my.ingestion,
                    settlements=my.settlements,
                    month_mails=my.month_mails,
                    rewards=my.rewards,
                    counting=my.counting,
                    benefit_telling=my.benefit_telling,
                    departures=my.departures,
                    account_ledger=my.account_ledger,
                    expiry_telling=my.expiry_telling,
                    integrity=my.integrity,
                    seals=my.seals,
                    kept_answers=my.kept_answers,
                    exports=my.exports,
                    payouts=my.payouts,
                    rankings=my.rankings,
                    alerts=my.alerts,
                    anchors=my.anchors,
                    payout_states=my.payout_states,
                    webhook_sending=my.webhook_sending,
                    roll_ups=my.roll_ups,
                )
            ),
            crons=CRONS,
        )
    )
