"""The composition root can make every part that it names."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve
from dependency_injector import providers
from tests.fakes.standins import FixedClock

from backbeat.portal import Portal
from backbeat.settings import Settings, Site
from backbeat_adapters.container import Container, make_container
from backbeat_adapters.deployment import (
    Deployment,
    MailRoute,
    MailTransportKind,
    SmsKind,
    SmsRoute,
    WebhookRoute,
)
from backbeat_adapters.last_seen import RememberedLastSeen
from backbeat_adapters.mail import SmtpTransport
from backbeat_adapters.site_probe import HttpSiteProbe
from backbeat_adapters.sms import GatewaySms
from backbeat_adapters.sql.accounts import SqlLastSeen
from backbeat_adapters.sql.limits import SqlLimits
from backbeat_adapters.webhook import SignedPosts

KEY = base64.b64encode(b"k" * 32).decode()


@pytest.fixture
def container(tmp_path: Path) -> Iterator[Container]:
    """An installation in which no two parts of one kind are the same."""
    mail = MailRoute(MailTransportKind.SMTP, username="backbeat", password="of the mail server")
    sms = SmsRoute(SmsKind.GATEWAY, account="AC1", token="of the gateway", sender="Backbeat")
    deployment = Deployment(
        f"sqlite:///{tmp_path / 'backbeat.sqlite3'}", (KEY,), tmp_path, mail=mail, sms=sms
    )
    made = make_container(Settings(), deployment)
    made.business_clock.override(providers.Object(FixedClock()))
    yield made
    made.engine().dispose()
    made.counters_engine().dispose()


def portal_of(settings: Settings, deployment: Deployment) -> Portal:
    return make_container(settings, deployment).portal()


def test_what_is_kept_is_sealed_with_the_installations_keys(container: Container) -> None:
    kept, portal = container.transactions(), container.portal()

    assert kept.secrets is container.secrets()
    assert portal.seal_key is not None
    assert portal.storage.transactions is kept


def test_people_see_business_time_and_records_are_dated_by_security_time(
    container: Container,
) -> None:
    portal, security = container.portal(), container.security_clock()

    assert portal.clock is container.business_clock()
    assert portal.security_clock is security is not portal.clock
    assert container.transactions().clock is security
    assert container.limit_store().clock is security


def test_what_is_counted_never_waits_for_the_books(container: Container) -> None:
    seen, limits = container.last_seen(), container.limit_store().store

    assert isinstance(seen, RememberedLastSeen)
    assert isinstance(seen.store, SqlLastSeen)
    assert isinstance(limits, SqlLimits)
    assert seen.store.engine is limits.engine is container.counters_engine()
    assert container.counters_engine() is not container.engine()


def test_servers_are_logged_in_to_by_name_and_password(container: Container) -> None:
    mail, sms = container.mail_transport(), container.sms()

    assert isinstance(mail, SmtpTransport)
    assert (mail.username, mail.password) == ("backbeat", "of the mail server")
    assert isinstance(sms, GatewaySms)
    assert (sms.account, sms.token) == ("AC1", "of the gateway")


@pytest.mark.parametrize("private", [False, True])
def test_private_addresses_are_asked_only_where_it_is_configured(
    private: bool, tmp_path: Path
) -> None:
    deployment = Deployment(files=tmp_path, webhook=WebhookRoute(allow_private=private))
    settings = Settings(site=evolve(Site(), allow_private=not private))

    portal = portal_of(settings, deployment)

    assert isinstance(portal.poster, SignedPosts)
    assert isinstance(portal.site_probe, HttpSiteProbe)
    assert (portal.poster.allow_private, portal.site_probe.allow_private) == (private, not private)


def test_every_part_can_be_made(tmp_path: Path) -> None:
    deployment = Deployment(f"sqlite:///{tmp_path / 'backbeat.sqlite3'}", files=tmp_path)
    container = Container(
        settings=providers.Object(Settings()), deployment=providers.Object(deployment)
    )

    made = {name: provider() for name, provider in container.providers.items()}

    assert {name for name, part in made.items() if part is None} == set()
    container.engine().dispose()
    container.counters_engine().dispose()
