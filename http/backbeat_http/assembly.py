"""The application, built from the container: one line for each resource."""

from __future__ import annotations

from wsgiref.types import WSGIApplication

from backbeat.portal import Portal
from backbeat.site.page_addresses import PageAddresses
from backbeat_adapters.container import Container
from backbeat_adapters.sql.schema_version import require_ours
from backbeat_http.app import Setup, make_app
from backbeat_http.covers import Covers
from backbeat_http.faces import Faces, PublicPosts
from backbeat_http.forms import FormBounds
from backbeat_http.operation import Edge
from backbeat_http.partners import PublicSites, SiteToken
from backbeat_http.pictures import Pictures
from backbeat_http.readiness import Readiness
from backbeat_http.resources.accounts import AccountsResource
from backbeat_http.resources.audio import AudioResource
from backbeat_http.resources.board import BoardResource
from backbeat_http.resources.campaigns import CampaignsResource
from backbeat_http.resources.channels import ChannelsResource
from backbeat_http.resources.consents import ConsentsResource
from backbeat_http.resources.dashboards import DashboardsResource
from backbeat_http.resources.disowning import DisowningResource
from backbeat_http.resources.earned import EarnedResource
from backbeat_http.resources.email import EmailResource
from backbeat_http.resources.events import EventsResource
from backbeat_http.resources.exports import ExportsResource
from backbeat_http.resources.frame import FrameResource
from backbeat_http.resources.inquiries import InquiriesResource
from backbeat_http.resources.invitations import InvitationsResource
from backbeat_http.resources.invoices import InvoicesResource
from backbeat_http.resources.landing import LandingResource
from backbeat_http.resources.ledger import LedgerResource
from backbeat_http.resources.members import MembersResource
from backbeat_http.resources.music import MusicResource
from backbeat_http.resources.notifications import NotificationsResource
from backbeat_http.resources.payment_details import PaymentDetailsResource
from backbeat_http.resources.payout_state import PayoutStateResource
from backbeat_http.resources.phones import PhonesResource
from backbeat_http.resources.programs import ProgramsResource
from backbeat_http.resources.recovery import RecoveryResource
from backbeat_http.resources.second_factors import SecondFactorsResource
from backbeat_http.resources.sessions import SessionsResource
from backbeat_http.resources.site import SiteResource
from backbeat_http.resources.statements import StatementsResource
from backbeat_http.resources.tax import TaxResource
from backbeat_http.resources.video_reviews import VideoReviewsResource
from backbeat_http.resources.withdrawals import WithdrawalsResource
from backbeat_http.security_text import SecurityText
from backbeat_http.static import STATIC, Pages


def resources(portal: Portal) -> tuple[object, ...]:
    """Every resource of the API, built from the portal's services."""
    return (*_around_pages(portal), *_of_people(portal), *_of_channels(portal), *_of_money(portal))


def _around_pages(portal: Portal) -> tuple[object, ...]:
    accounts = AccountsResource(
        accounts=portal.accounts,
        sessions=portal.sessions,
        member_invitations=portal.member_invitations,
        second_factors=portal.second_factors,
        leaving=portal.account_deletion,
        payment_info=portal.payment_details,
        channels=portal.channels,
        rates=portal.rates,
        clock=portal.clock,
    )
    notifications = NotificationsResource(portal.notifications)
    board = BoardResource(portal.board, portal.settings.zone, portal.events, portal.programs)
    members = MembersResource(
        portal.members,
        portal.member_removals,
        portal.member_invitations,
        portal.member_files,
        portal.rate_previews,
        portal.rates,
        portal.clock,
    )
    site = SiteResource(
        portal.sites, portal.short_links, portal.policies, portal.rates, portal.clock
    )
    return (
        accounts,
        notifications,
        board,
        site,
        members,
        FrameResource(site, board, accounts, notifications, members),
    )


def _of_people(portal: Portal) -> tuple[object, ...]:
    return (
        SessionsResource(portal.sessions, portal.login_notices),
        SecondFactorsResource(portal.second_factors, portal.sessions),
        PhonesResource(portal.phone_verification),
        ConsentsResource(portal.consents),
        RecoveryResource(portal.recovery),
        EmailResource(portal.email_verification, portal.sessions),
        CampaignsResource(portal.campaigns),
        EventsResource(portal.events),
        ProgramsResource(portal.programs),
        InquiriesResource(portal.inquiries),
        InvitationsResource(portal.invitations, portal.settings.site.url),
        LandingResource(portal.landing_page),
    )


def _of_channels(portal: Portal) -> tuple[object, ...]:
    return (
        ChannelsResource(
            channels=portal.channels,
            verifications=portal.verifications,
            removals=portal.removals,
            rates=portal.rates,
            clock=portal.clock,
            policies=portal.policies,
        ),
        DashboardsResource(portal.dashboards, portal.settings.reports.rpm_base),
        VideoReviewsResource(portal.video_reviews),
        ExportsResource(portal.exports),
        MusicResource(portal.finding, portal.favourites, portal.act_log),
        EarnedResource(portal.dashboards, portal.finding, portal.settings.reports.rpm_base),
        AudioResource(portal.listening, portal.media_files, portal.security_clock),
    )


def _of_money(portal: Portal) -> tuple[object, ...]:
    return (
        LedgerResource(
            earnings=portal.account_ledger,
            settlements=portal.settlements,
            dashboards=portal.dashboards,
            tracing=portal.tracing,
            rates=portal.rates,
            clock=portal.clock,
            policies=portal.policies,
            payouts=portal.payout_states,
        ),
        PayoutStateResource(portal.payout_states),
        StatementsResource(portal.statements, portal.policies),
        PaymentDetailsResource(portal.payment_details),
        DisowningResource(portal.disowning),
        TaxResource(portal.tax_details),
        WithdrawalsResource(portal.withdrawal_requests),
        InvoicesResource(portal.invoices),
    )


def create_app(container: Container) -> WSGIApplication:
    """The whole site for one process: the API, the web UI, health."""
    portal, settings = container.portal(), container.settings()
    setup = Setup(
        edge=Edge(
            portal.sessions,
            portal.limits,
            settings.server.trusted_proxies,
            FormBounds.of(settings.inquiry),
            container.transactions().one_moment,
        ),
        resources=resources(portal),
        pictures=Pictures(portal.board),
        covers=Covers(portal.media_files),
        pages=Pages(
            STATIC,
            settings.site.image_hosts,
            settings.embed.allowed_origins,
            settings.i18n.strategy,
            Faces(
                settings.site,
                portal.sites.terms,
                PublicPosts(portal.board.list, container.security_clock()),
                PageAddresses(settings.i18n.strategy),
                PublicSites(portal.sites.shown, container.security_clock()),
                settings.zone,
            ),
            keeps_korean=settings.i18n.keep_saved_korean,
        ),
        readiness=Readiness(
            container.transactions().can_write, lambda: require_ours(container.engine())
        ),
        security_text=SecurityText(settings.site, container.security_clock()),
        site_token=SiteToken(portal.sites),
        note=container.security_log().note,
        is_https=settings.site.url.startswith("https:"),
    )
    return make_app(setup)
