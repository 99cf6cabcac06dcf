"""Checks of what works in the background or outside: worker, jobs, outbox, mail, platform, rates."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from datetime import timedelta

from sqlalchemy import func, select

from backbeat.kernel.money import Currency
from backbeat.ledger.integrity.service import WATCH
from backbeat.mail.model import MailStatus
from backbeat_adapters.deployment import MailTransportKind, PlatformKind, SmsKind
from backbeat_adapters.mail import Security, SmtpTransport
from backbeat_adapters.platforms.choosing import file_faults
from backbeat_adapters.sql.accounts import accounts
from backbeat_adapters.sql.mail import mails
from backbeat_cli.health.model import Check, Finding, Level, Patient, advised, judged

_PATIENCE = timedelta(minutes=10)
_WORKER_PATIENCE = timedelta(minutes=20)
_MAIL_PATIENCE = timedelta(hours=1)
_RATE_PATIENCE = timedelta(days=7)


def _worker(patient: Patient) -> Iterator[Finding]:
    slot = patient.container.job_engine().last_slot(WATCH)
    silence = patient.container.security_clock().now() - slot if slot else None
    yield advised(
        "worker",
        silence is not None and silence <= _WORKER_PATIENCE,
        "never seen running"
        if silence is None
        else f"last seen {silence.total_seconds() / 60:.0f} minutes ago",
        "make sure that backbeat worker runs, as a service that restarts",
    )


def _jobs(patient: Patient) -> Iterator[Finding]:
    engine = patient.container.job_engine()
    dead = engine.dead()
    yield judged(
        "jobs",
        not dead,
        f"{engine.waiting()} waiting, {len(dead)} dead"
        + (f", last: {dead[-1].kind}: {dead[-1].error}" if dead else ""),
        "look at the errors, remove their causes, then backbeat worker --revive",
        Level.WARNING,
    )

    oldest = engine.oldest_due()
    late = patient.container.security_clock().now() - oldest if oldest else timedelta(0)
    yield judged(
        "jobs",
        late <= _PATIENCE,
        f"the oldest has been due for {late.total_seconds():.0f} s" if oldest else "none is due",
        "make sure that backbeat worker runs",
        Level.WARNING,
    )


def _outbox(patient: Patient) -> Iterator[Finding]:
    waiting = select(func.count(), func.min(mails.c.added_at)).where(
        mails.c.status == MailStatus.WAITING
    )
    with patient.container.transactions().look() as books:
        count, oldest = books.connection.execute(waiting).one()
    age = patient.container.security_clock().now() - oldest if oldest else timedelta(0)
    yield advised(
        "outbox",
        age <= _MAIL_PATIENCE,
        f"{count} mails wait, the oldest for {age.total_seconds() / 60:.0f} minutes",
        "look at the mail server and at the dead jobs: backbeat worker --revive",
    )


def _mail(patient: Patient) -> Iterator[Finding]:
    route = patient.configuration.deployment.mail
    yield advised(
        "mail",
        not route.sender.rstrip(">").endswith("localhost"),
        f"sent by {route.sender}",
        "set mail.sender to an address of your domain",
    )
    if route.transport is not MailTransportKind.SMTP:
        yield Finding(
            "mail",
            Level.WARNING,
            f"mails go to the {route.transport}",
            "set mail.transport to smtp, and mail.host",
        )
        return
    yield from _smtp(patient)


def _sms(patient: Patient) -> Iterator[Finding]:
    if not patient.configuration.settings.features.phone:
        return
    route = patient.configuration.deployment.sms
    is_sent = route.kind is SmsKind.GATEWAY
    yield judged(
        "sms",
        is_sent,
        f"text messages go to {route.url}" if is_sent else "text messages go to the console",
        "set sms.kind to gateway, with sms.account, sms.token and sms.sender",
        Level.WARNING,
    )


def _smtp(patient: Patient) -> Iterator[Finding]:
    route = patient.configuration.deployment.mail
    yield advised(
        "mail",
        route.security is not Security.NONE or _is_here(route.host),
        f"connection: {route.security}",
        "set mail.security to starttls or tls",
    )
    mail_transport = patient.container.mail_transport()
    if isinstance(mail_transport, SmtpTransport):
        mail_transport.check()
    yield Finding("mail", Level.OK, f"{route.host}:{route.port} answers")


def _platform(patient: Patient) -> Iterator[Finding]:
    route = patient.configuration.deployment.platform
    for fault in file_faults(route):
        yield Finding("platform", Level.FAULT, fault, f"correct {route.file}")
    if route.kind is PlatformKind.FILE:
        yield Finding(
            "platform",
            Level.WARNING,
            f"channels are looked up in {route.file}",
            "set platform.kind to youtube, and platform.api_key",
        )
        return
    yield judged(
        "platform",
        bool(route.api_key),
        "key given" if route.api_key else "no key",
        "set platform.api_key (BACKBEAT_PLATFORM_API_KEY)",
    )


def _tax(patient: Patient) -> Iterator[Finding]:
    if not patient.configuration.settings.features.tax:
        return
    has_key = bool(patient.configuration.deployment.tax.korea_key)
    yield advised(
        "tax",
        has_key,
        "key given" if has_key else "no key: nobody is asked for tax details",
        "set tax.korea_key (BACKBEAT_TAX_KOREA_KEY)",
    )


def _rates(patient: Patient) -> Iterator[Finding]:
    today = patient.container.business_clock().today()
    with patient.container.transactions().look() as books:
        newest = books.rates.newest(Currency.CNY, today)
    yield advised(
        "rates",
        newest is not None and today - newest.day <= _RATE_PATIENCE,
        f"CNY of {newest.day} ({newest.source})" if newest else "no rate for CNY: it is refused",
        "backbeat fx import the ECB's file every working day",
    )


def _payout_locks(patient: Patient) -> Iterator[Finding]:
    locked = (
        select(accounts.c.email)
        .where(accounts.c.payouts_locked_at.is_not(None), accounts.c.erased_at.is_(None))
        .order_by(accounts.c.payouts_locked_at)
    )
    with patient.container.transactions().look() as books:
        found = list(books.connection.scalars(locked))
    yield advised(
        "payout locks",
        not found,
        f"{len(found)} locked by their owners: {', '.join(found[:3])}" if found else "none",
        "speak to the owners, then backbeat account unlock-payouts",
    )


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


CHECKS = (
    Check("worker", _worker, "see what the check of the schema says"),
    Check("jobs", _jobs, "see what the check of the schema says"),
    Check("outbox", _outbox, "see what the check of the schema says"),
    Check(
        "mail",
        _mail,
        "make sure that mail.host, mail.port and mail.security name a mail server that answers",
        reads_tables=False,
    ),
    Check("sms", _sms, "see sms.* in the settings", reads_tables=False),
    Check("platform", _platform, "see platform.* in the settings", reads_tables=False),
    Check("tax", _tax, "see tax.* in the settings", reads_tables=False),
    Check("payout locks", _payout_locks, "see what the check of the schema says"),
    Check("rates", _rates, "see what the check of the schema says"),
)
