"""Every repository over one SQL connection: the `Books` of all features in one class."""

from __future__ import annotations

from attrs import frozen
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
from backbeat_adapters.sql.jobs.queue import SqlQueue
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
from backbeat_adapters.sql.tax import SqlTaxDetails
from backbeat_adapters.sql.track_media import SqlTrackMedia
from backbeat_adapters.sql.track_search import SqlTrackSearch
from backbeat_adapters.sql.track_shelves import SqlPlays, SqlShelves
from backbeat_adapters.sql.video_reviews import SqlVideoReviews
from backbeat_adapters.sql.videos import SqlVideos
from backbeat_adapters.sql.webhooks import SqlWebhooks
from backbeat_adapters.sql.withdrawals import SqlInvoices, SqlPaymentDetails, SqlWithdrawals


@frozen
class SqlBooks:
    """What one transaction sees. Each feature adds its repositories here, and to `books_over`."""

    connection: Connection
    clock: Clock
    new_id: NewId
    ledger: Ledger
    checkpoints: SqlCheckpoints
    integrity: SqlIntegrityQueries
    accounts: SqlAccounts
    sessions: SqlSessions
    codes: SqlCodes
    second_factors: SqlSecondFactors
    phones: SqlPhones
    phone_codes: SqlPhoneCodes
    fee_rates: SqlFeeRates
    invitations: SqlInvitations
    rewards: SqlRewards
    sites: SqlPartnerSites
    short_links: SqlShortLinks
    posts: SqlPosts
    banners: SqlBanners
    pictures: SqlPictures
    campaigns: SqlCampaigns
    events: SqlEvents
    programs: SqlPrograms
    consents: SqlConsents
    inquiries: SqlInquiries
    idempotency: SqlIdempotency
    rates: SqlRates
    policies: SqlPolicies
    channels: SqlChannels
    registration_rules: SqlRegistrationRules
    tracks: SqlTracks
    media: SqlTrackMedia
    tags: SqlTags
    search: SqlTrackSearch
    shelves: SqlShelves
    plays: SqlPlays
    favourites: SqlFavourites
    layouts: SqlLayouts
    reports: SqlReports
    report_rows: SqlReportRows
    suspense: SqlSuspense
    videos: SqlVideos
    confirmed: SqlConfirmedFigures
    statistics: SqlStatistics
    audit: SqlAudit
    notifications: SqlNotifications
    jobs: SqlQueue
    outbox: SqlOutbox
    figures: SqlFigures
    network_days: SqlNetworkDays
    exports: SqlExports
    settlements: SqlSettlements
    settled_lines: SqlSettledLines
    confirmed_days: SqlConfirmedDays
    withdrawals: SqlWithdrawals
    payment_details: SqlPaymentDetails
    tax_details: SqlTaxDetails
    invoices: SqlInvoices
    batches: SqlBatches
    attempts: SqlAttempts
    payout_cards: SqlPayoutCards
    video_reviews: SqlVideoReviews
    webhooks: SqlWebhooks


def books_over(
    connection: Connection, clock: Clock, new_id: NewId, secrets: SecretBox | None = None
) -> SqlBooks:
    """The books of a transaction on this connection.

    `clock` is the security clock: repositories date what they record by it (DAY-8). `secrets` seals
    what must be unreadable in a stolen file; without it nothing is sealed.
    """
    container = secrets or PlainBox()
    jobs = queue(connection, clock, new_id)
    return SqlBooks(
        connection,
        clock,
        new_id,
        ledger=Ledger(SqlLedger(connection)),
        checkpoints=SqlCheckpoints(connection, clock),
        integrity=SqlIntegrityQueries(connection),
        accounts=SqlAccounts(connection),
        sessions=SqlSessions(connection),
        codes=SqlCodes(connection),
        second_factors=SqlSecondFactors(connection, container),
        phones=SqlPhones(connection, container),
        phone_codes=SqlPhoneCodes(connection, container),
        fee_rates=SqlFeeRates(connection),
        invitations=SqlInvitations(connection),
        rewards=SqlRewards(connection),
        sites=SqlPartnerSites(connection),
        short_links=SqlShortLinks(connection),
        posts=SqlPosts(connection),
        banners=SqlBanners(connection),
        pictures=SqlPictures(connection),
        campaigns=SqlCampaigns(connection),
        events=SqlEvents(connection),
        programs=SqlPrograms(connection),
        consents=SqlConsents(connection),
        inquiries=SqlInquiries(connection),
        idempotency=SqlIdempotency(connection, clock),
        rates=SqlRates(connection),
        policies=SqlPolicies(connection),
        channels=SqlChannels(connection),
        registration_rules=SqlRegistrationRules(connection),
        tracks=SqlTracks(connection),
        media=SqlTrackMedia(connection),
        tags=SqlTags(connection),
        search=SqlTrackSearch(connection),
        shelves=SqlShelves(connection),
        plays=SqlPlays(connection),
        favourites=SqlFavourites(connection),
        layouts=SqlLayouts(connection),
        reports=SqlReports(connection),
        report_rows=SqlReportRows(connection),
        suspense=SqlSuspense(connection),
        videos=SqlVideos(connection),
        confirmed=SqlConfirmedFigures(connection),
        statistics=SqlStatistics(connection),
        audit=SqlAudit(connection, clock, new_id),
        notifications=SqlNotifications(connection, new_id),
        jobs=jobs,
        outbox=SqlOutbox(connection, clock, new_id, jobs),
        figures=SqlFigures(connection),
        network_days=SqlNetworkDays(connection),
        exports=SqlExports(connection),
        settlements=SqlSettlements(connection),
        settled_lines=SqlSettledLines(connection),
        confirmed_days=SqlConfirmedDays(connection),
        withdrawals=SqlWithdrawals(connection, container),
        payment_details=SqlPaymentDetails(connection, container),
        tax_details=SqlTaxDetails(connection, container),
        invoices=SqlInvoices(connection),
        batches=SqlBatches(connection, container),
        attempts=SqlAttempts(connection),
        payout_cards=SqlPayoutCards(connection),
        video_reviews=SqlVideoReviews(connection),
        webhooks=SqlWebhooks(connection, clock, new_id, container),
    )
