"""Every repository over one SQL connection: the `Books` of all features in one class."""

from __future__ import annotations

from functools import cached_property

from attrs import field, frozen
from sqlalchemy import Connection

from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import NewId
from backbeat.kernel.secrets import SecretBox
from backbeat.ledger.ledger import Ledger
from backbeat_adapters.secrets import PlainBox
from backbeat_adapters.sql.accounts import (
    SqlAccounts,
    SqlCodes,
    SqlFeeRates,
    SqlSecondFactors,
    SqlSessions,
)
from backbeat_adapters.sql.audit import SqlAudit
from backbeat_adapters.sql.board import SqlBanners, SqlPictures, SqlPosts
from backbeat_adapters.sql.campaigns import SqlCampaigns
from backbeat_adapters.sql.catalogue import SqlTags, SqlTracks
from backbeat_adapters.sql.channels import SqlChannels, SqlRegistrationRules
from backbeat_adapters.sql.checkpoints import SqlCheckpoints
from backbeat_adapters.sql.confirmed_days import SqlConfirmedDays
from backbeat_adapters.sql.consents import SqlConsents
from backbeat_adapters.sql.dashboards import SqlFigures
from backbeat_adapters.sql.events import SqlEvents
from backbeat_adapters.sql.exports import SqlExports
from backbeat_adapters.sql.favourites import SqlFavourites
from backbeat_adapters.sql.figures import SqlConfirmedFigures, SqlStatistics
from backbeat_adapters.sql.files.report_files import SqlReports
from backbeat_adapters.sql.files.report_rows import SqlReportRows
from backbeat_adapters.sql.files.suspense import SqlSuspense
from backbeat_adapters.sql.fx import SqlRates
from backbeat_adapters.sql.idempotency import SqlIdempotency
from backbeat_adapters.sql.inquiries import SqlInquiries
from backbeat_adapters.sql.integrity import SqlIntegrityQueries
from backbeat_adapters.sql.jobs.installation import queue
from backbeat_adapters.sql.ledger import SqlLedger
from backbeat_adapters.sql.mail import SqlOutbox
from backbeat_adapters.sql.network_days import SqlNetworkDays
from backbeat_adapters.sql.notifications import SqlNotifications
from backbeat_adapters.sql.payout_state import SqlPayoutCards
from backbeat_adapters.sql.payouts import SqlAttempts, SqlBatches
from backbeat_adapters.sql.phones import SqlPhoneCodes, SqlPhones
from backbeat_adapters.sql.policies import SqlPolicies
from backbeat_adapters.sql.programs import SqlPrograms
from backbeat_adapters.sql.referral import SqlInvitations, SqlRewards
from backbeat_adapters.sql.report_layouts import SqlLayouts
from backbeat_adapters.sql.settlement import SqlSettledLines, SqlSettlements
from backbeat_adapters.sql.site import SqlPartnerSites, SqlShortLinks
from backbeat_adapters.sql.standing import Standing
from backbeat_adapters.sql.tax import SqlTaxDetails
from backbeat_adapters.sql.track_media import SqlTrackMedia
from backbeat_adapters.sql.track_search import SqlTrackSearch
from backbeat_adapters.sql.track_shelves import SqlPlays, SqlShelves
from backbeat_adapters.sql.video_reviews import SqlVideoReviews
from backbeat_adapters.sql.videos import SqlVideos
from backbeat_adapters.sql.webhooks import SqlWebhooks
from backbeat_adapters.sql.withdrawals import SqlInvoices, SqlPaymentDetails, SqlWithdrawals


@frozen(slots=False)
class SqlBooks:
    """What one transaction sees: each feature adds its repositories, which are made when asked for.

    `clock` is the security clock: repositories date what they record by it (DAY-8). `secrets` seals
    what must be unreadable in a stolen file; without it nothing is sealed. Of books of one moment,
    which cannot change, an account and the change under way are looked up once.
    """

    connection: Connection
    clock: Clock
    new_id: NewId
    secrets: SecretBox = field(factory=PlainBox)
    is_one_moment: bool = False

    ledger = cached_property(lambda my: Ledger(SqlLedger(my.connection)))
    checkpoints = cached_property(lambda my: SqlCheckpoints(my.connection, my.clock))
    integrity = cached_property(lambda my: SqlIntegrityQueries(my.connection))
    accounts = cached_property(
        lambda my: SqlAccounts(my.connection, {} if my.is_one_moment else None)
    )
    sessions = cached_property(lambda my: SqlSessions(my.connection))
    codes = cached_property(lambda my: SqlCodes(my.connection))
    second_factors = cached_property(lambda my: SqlSecondFactors(my.connection, my.secrets))
    phones = cached_property(lambda my: SqlPhones(my.connection, my.secrets))
    phone_codes = cached_property(lambda my: SqlPhoneCodes(my.connection, my.secrets))
    fee_rates = cached_property(lambda my: SqlFeeRates(my.connection))
    invitations = cached_property(lambda my: SqlInvitations(my.connection))
    rewards = cached_property(lambda my: SqlRewards(my.connection))
    sites = cached_property(lambda my: SqlPartnerSites(my.connection))
    short_links = cached_property(lambda my: SqlShortLinks(my.connection))
    posts = cached_property(lambda my: SqlPosts(my.connection))
    banners = cached_property(lambda my: SqlBanners(my.connection))
    pictures = cached_property(lambda my: SqlPictures(my.connection))
    campaigns = cached_property(lambda my: SqlCampaigns(my.connection))
    events = cached_property(lambda my: SqlEvents(my.connection))
    programs = cached_property(lambda my: SqlPrograms(my.connection))
    consents = cached_property(lambda my: SqlConsents(my.connection))
    inquiries = cached_property(lambda my: SqlInquiries(my.connection))
    idempotency = cached_property(lambda my: SqlIdempotency(my.connection, my.clock))
    rates = cached_property(lambda my: SqlRates(my.connection))
    policies = cached_property(lambda my: SqlPolicies(my.connection))
    channels = cached_property(lambda my: SqlChannels(my.connection))
    registration_rules = cached_property(lambda my: SqlRegistrationRules(my.connection))
    tracks = cached_property(lambda my: SqlTracks(my.connection))
    media = cached_property(lambda my: SqlTrackMedia(my.connection))
    tags = cached_property(lambda my: SqlTags(my.connection))
    search = cached_property(lambda my: SqlTrackSearch(my.connection))
    shelves = cached_property(lambda my: SqlShelves(my.connection))
    plays = cached_property(lambda my: SqlPlays(my.connection))
    favourites = cached_property(lambda my: SqlFavourites(my.connection))
    layouts = cached_property(lambda my: SqlLayouts(my.connection))
    reports = cached_property(lambda my: SqlReports(my.connection))
    report_rows = cached_property(lambda my: SqlReportRows(my.connection))
    suspense = cached_property(lambda my: SqlSuspense(my.connection))
    videos = cached_property(lambda my: SqlVideos(my.connection, *my._standing))
    confirmed = cached_property(lambda my: SqlConfirmedFigures(my.connection))
    statistics = cached_property(lambda my: SqlStatistics(my.connection, *my._standing))
    audit = cached_property(lambda my: SqlAudit(my.connection, my.clock, my.new_id))
    notifications = cached_property(lambda my: SqlNotifications(my.connection, my.new_id))
    jobs = cached_property(lambda my: queue(my.connection, my.clock, my.new_id))
    outbox = cached_property(lambda my: SqlOutbox(my.connection, my.clock, my.new_id, my.jobs))
    figures = cached_property(lambda my: SqlFigures(my.connection, *my._standing))
    network_days = cached_property(lambda my: SqlNetworkDays(my.connection))
    exports = cached_property(lambda my: SqlExports(my.connection))
    settlements = cached_property(lambda my: SqlSettlements(my.connection))
    settled_lines = cached_property(lambda my: SqlSettledLines(my.connection))
    confirmed_days = cached_property(lambda my: SqlConfirmedDays(my.connection))
    withdrawals = cached_property(lambda my: SqlWithdrawals(my.connection, my.secrets))
    payment_details = cached_property(lambda my: SqlPaymentDetails(my.connection, my.secrets))
    tax_details = cached_property(lambda my: SqlTaxDetails(my.connection, my.secrets))
    invoices = cached_property(lambda my: SqlInvoices(my.connection))
    batches = cached_property(lambda my: SqlBatches(my.connection, my.secrets))
    attempts = cached_property(lambda my: SqlAttempts(my.connection))
    payout_cards = cached_property(lambda my: SqlPayoutCards(my.connection))
    video_reviews = cached_property(lambda my: SqlVideoReviews(my.connection))
    webhooks = cached_property(
        lambda my: SqlWebhooks(my.connection, my.clock, my.new_id, my.secrets)
    )

    @cached_property
    def _standing(self) -> tuple[Standing, ...]:
        return (Standing(self.connection),) if self.is_one_moment else ()
