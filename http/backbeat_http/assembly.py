"""The application out of the container: one line a resource."""

from __future__ import annotations

from wsgiref.types import WSGIApplication

from backbeat_adapters.container import Container
from backbeat_http.app import Setup, make_app
from backbeat_http.operation import Edge
from backbeat_http.resources.accounts import AccountsResource
from backbeat_http.resources.channels import ChannelsResource
from backbeat_http.resources.dashboards import DashboardsResource
from backbeat_http.resources.exports import ExportsResource
from backbeat_http.resources.invoices import InvoicesResource
from backbeat_http.resources.ledger import LedgerResource
from backbeat_http.resources.notifications import NotificationsResource
from backbeat_http.resources.payment_details import PaymentDetailsResource
from backbeat_http.resources.site import SiteResource
from backbeat_http.resources.statements import StatementsResource
from backbeat_http.resources.withdrawals import WithdrawalsResource
from backbeat_http.static import STATIC, Pages


def resources(container: Container) -> tuple[object, ...]:
    """Every resource of the API, made of the container's services."""
    settings = container.settings()
    return (
        AccountsResource(
            accounts=container.accounts(),
            sessions=container.sessions(),
            second_factors=container.second_factors(),
            verification=container.email_verification(),
            recovery=container.recovery(),
            leaving=container.leaving(),
            payment_info=container.payment_details(),
            channels=container.channels(),
            rates=container.rates(),
            clock=container.business_clock(),
        ),
        ChannelsResource(
            channels=container.channels(),
            verifications=container.verifications(),
            removals=container.removals(),
            rates=container.rates(),
            clock=container.business_clock(),
            policies=container.policies(),
        ),
        DashboardsResource(container.dashboards(), settings.reports.rpm_base),
        NotificationsResource(container.notifications()),
        LedgerResource(
            earnings=container.earnings(),
            settlements=container.settlements(),
            tracing=container.tracing(),
            rates=container.rates(),
            clock=container.business_clock(),
            policies=container.policies(),
        ),
        ExportsResource(container.excel_reports()),
        StatementsResource(container.statements(), container.policies()),
        PaymentDetailsResource(container.payment_details()),
        WithdrawalsResource(container.withdrawal_requests()),
        InvoicesResource(container.invoices()),
        SiteResource(
            container.sites(), container.policies(), container.rates(), container.business_clock()
        ),
    )


def create_app(container: Container) -> WSGIApplication:
    """The whole site for one process: the API, the web UI, health."""
    settings = container.settings()
    setup = Setup(
        edge=Edge(container.sessions(), container.limits(), settings.server.trusted_proxies),
        resources=resources(container),
        pages=Pages(STATIC, settings.site.image_hosts, settings.embed.allowed_origins),
        is_ready=container.transactions().can_write,
        is_https=settings.site.url.startswith("https:"),
    )
    return make_app(setup)
