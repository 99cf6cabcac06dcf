"""The application out of the container: one line a resource."""

from __future__ import annotations

from wsgiref.types import WSGIApplication

from backbeat_adapters.container import Container
from backbeat_http.app import Setup, make_app
from backbeat_http.operation import Edge
from backbeat_http.resources.accounts import AccountsResource
from backbeat_http.resources.channels import ChannelsResource
from backbeat_http.resources.earnings import EarningsResource
from backbeat_http.resources.excel import ExcelResource
from backbeat_http.resources.invoices import InvoicesResource
from backbeat_http.resources.notifications import NotificationsResource
from backbeat_http.resources.payees import PayeesResource
from backbeat_http.resources.reports import ReportsResource
from backbeat_http.resources.site import SiteResource
from backbeat_http.resources.statements import StatementsResource
from backbeat_http.resources.withdrawals import WithdrawalsResource
from backbeat_http.static import STATIC, Pages


def resources(box: Container) -> tuple[object, ...]:
    """Every resource of the API, made of the container's services."""
    settings = box.settings()
    return (
        AccountsResource(
            accounts=box.accounts(),
            sessions=box.sessions(),
            second_factors=box.second_factors(),
            verification=box.email_verification(),
            recovery=box.recovery(),
            leaving=box.leaving(),
            payment_info=box.payees(),
            channels=box.channels(),
            rates=box.rates(),
            clock=box.business_clock(),
        ),
        ChannelsResource(
            channels=box.channels(),
            verifications=box.verifications(),
            partings=box.partings(),
            rates=box.rates(),
            clock=box.business_clock(),
            policies=box.policies(),
        ),
        ReportsResource(box.dashboards(), settings.reports.rpm_base),
        NotificationsResource(box.notifications()),
        EarningsResource(
            earnings=box.earnings(),
            settlements=box.settlements(),
            trails=box.trails(),
            rates=box.rates(),
            clock=box.business_clock(),
            policies=box.policies(),
        ),
        ExcelResource(box.excel_reports()),
        StatementsResource(box.statements(), box.policies()),
        PayeesResource(box.payees()),
        WithdrawalsResource(box.withdrawal_requests()),
        InvoicesResource(box.invoices()),
        SiteResource(box.sites(), box.policies(), box.rates(), box.business_clock()),
    )


def create_app(box: Container) -> WSGIApplication:
    """The whole site for one process: the API, the web UI, health."""
    settings = box.settings()
    setup = Setup(
        edge=Edge(box.sessions(), box.limits(), settings.server.trusted_proxies),
        resources=resources(box),
        pages=Pages(STATIC, settings.site.image_hosts, settings.embed.allowed_origins),
        is_ready=box.transactions().can_write,
        is_https=settings.site.url.startswith("https:"),
    )
    return make_app(setup)
