"""What `backbeat doctor` looks at: each check says what it found and how to cure it."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable, Iterator
from datetime import timedelta
from enum import StrEnum
from pathlib import Path

from attrs import frozen
from sqlalchemy import Engine, make_url, text

from backbeat.kernel.languages import Language
from backbeat.settings import LimitsProfile
from backbeat_adapters.container import Container
from backbeat_adapters.deployment import MailTransport, PlatformKind
from backbeat_adapters.mail import SmtpPostman
from backbeat_adapters.settings import Configuration
from backbeat_adapters.sql import migrations
from backbeat_http.static import STATIC

_GIB = 1024**3
_PATIENCE = timedelta(minutes=10)
_ADVISED_PASSWORD = 8
_HANGUL_AND_HAN = {
    Language.KOREAN: "가",
    Language.SIMPLIFIED_CHINESE: "汉",
    Language.TRADITIONAL_CHINESE: "漢",
}


class Level(StrEnum):
    """How bad a finding is."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


@frozen
class Finding:
    """What one check found; `cure` says what to do about it."""

    check: str
    level: Level
    found: str
    cure: str = ""


@frozen
class Patient:
    """The installation under examination."""

    configuration: Configuration
    box: Container


Check = Callable[[Patient], Iterator[Finding]]


def examine(patient: Patient) -> Iterator[Finding]:
    """Every finding, one check after the other; a check that breaks is a fault itself."""
    for check in CHECKS:
        name = check.__name__.strip("_").replace("_", " ")
        try:
            yield from check(patient)
        except Exception as error:
            words = " ".join(str(error).split())[:200]
            yield Finding(name, Level.FAULT, f"{type(error).__name__}: {words}", _CURES[name])


def _judge(check: str, good: bool, found: str, cure: str, level: Level = Level.FAULT) -> Finding:
    return Finding(check, Level.OK, found) if good else Finding(check, level, found, cure)


def _database(patient: Patient) -> Iterator[Finding]:
    engine = patient.box.engine()
    with patient.box.transactions().begin() as books:
        version = books.connection.dialect.server_version_info or ()
    yield Finding("database", Level.OK, f"{engine.dialect.name} {'.'.join(map(str, version))}")
    if engine.dialect.name == "sqlite":
        yield from _sqlite(engine)
    else:
        yield from _postgresql(engine)


def _sqlite(engine: Engine) -> Iterator[Finding]:
    file = Path(engine.url.database or "")
    yield _judge(
        "database",
        file.is_absolute(),
        f"file {file}",
        "give database_url an absolute path: sqlite:////srv/backbeat/backbeat.sqlite3",
        Level.WARNING,
    )
    is_private = not file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    yield _judge(
        "database",
        is_private,
        "readable by its owner alone" if is_private else "other users can read the file",
        f"chmod 600 {file}",
        Level.WARNING,
    )


def _postgresql(engine: Engine) -> Iterator[Finding]:
    with engine.connect() as connection:
        for name, wanted in (
            ("fsync", "on"),
            ("full_page_writes", "on"),
            ("server_encoding", "UTF8"),
        ):
            value = connection.execute(text(f"SHOW {name}")).scalar_one()
            yield _judge("database", value == wanted, f"{name} {value}", f"set {name} to {wanted}")


def _schema(patient: Patient) -> Iterator[Finding]:
    engine = patient.box.engine()
    present, newest = migrations.revision_of(engine), migrations.newest_revision()
    if present != newest:
        yield Finding(
            "schema", Level.FAULT, f"{present or 'none'}, newest {newest}", "backbeat db upgrade"
        )
        return
    differences = migrations.drift(engine)
    yield _judge(
        "schema",
        not differences,
        "; ".join(differences[:3]) or f"{present}, as it should be",
        "somebody changed the schema by hand: backbeat db check names every difference",
    )


def _audit(patient: Patient) -> Iterator[Finding]:
    verdict = patient.box.audit().verify()
    yield _judge(
        "audit",
        not verdict.changed,
        f"{verdict.rows} rows, {len(verdict.changed)} changed",
        "rows were changed behind Backbeat's back: backbeat audit verify names them",
    )


def _ledger(patient: Patient) -> Iterator[Finding]:
    report = patient.box.soundness().check()
    yield _judge(
        "ledger",
        report.is_sound,
        f"{report.transactions} transactions, {len(report.findings)} findings",
        "stop paying out; backbeat ledger check names every finding",
    )


def _jobs(patient: Patient) -> Iterator[Finding]:
    engine = patient.box.job_engine()
    dead = engine.dead()
    yield _judge(
        "jobs",
        not dead,
        f"{engine.waiting()} waiting, {len(dead)} given up"
        + (f", last: {dead[-1].kind}: {dead[-1].error}" if dead else ""),
        "look at the errors, cure them, then backbeat worker --revive",
        Level.WARNING,
    )

    oldest = engine.oldest_due()
    late = patient.box.security_clock().now() - oldest if oldest else timedelta(0)
    yield _judge(
        "jobs",
        late <= _PATIENCE,
        f"the oldest has been due for {late.total_seconds():.0f} s" if oldest else "none is due",
        "see that backbeat worker runs",
        Level.WARNING,
    )


def _mail(patient: Patient) -> Iterator[Finding]:
    route = patient.configuration.deployment.mail
    if route.transport is not MailTransport.SMTP:
        yield Finding(
            "mail",
            Level.WARNING,
            f"mails go to the {route.transport}",
            "set mail.transport to smtp, and mail.host",
        )
        return
    postman = patient.box.postman()
    if isinstance(postman, SmtpPostman):
        postman.check()
    yield Finding("mail", Level.OK, f"{route.host}:{route.port} answers")


def _platform(patient: Patient) -> Iterator[Finding]:
    route = patient.configuration.deployment.platform
    if route.kind is PlatformKind.FILE:
        yield Finding(
            "platform",
            Level.WARNING,
            f"channels are looked up in {route.file}",
            "set platform.kind to youtube, and platform.api_key",
        )
        return
    yield _judge(
        "platform",
        bool(route.api_key),
        "key given" if route.api_key else "no key",
        "set platform.api_key (BACKBEAT_PLATFORM_API_KEY)",
    )


def _secrets(patient: Patient) -> Iterator[Finding]:
    keys = patient.configuration.deployment.secret_keys
    box = patient.box.secrets()
    is_whole = box.open(box.seal("trial", "doctor"), "doctor") == "trial"
    yield _judge(
        "secrets",
        bool(keys) and is_whole,
        f"{len(keys)} keys"
        if keys
        else "payout details and authenticator apps are kept in plain text",
        "set secret_keys to 32 random bytes in base64: openssl rand -base64 32",
        Level.WARNING,
    )
    file = patient.configuration.file
    if file is not None:
        is_private = not file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
        yield _judge(
            "secrets",
            is_private,
            f"{file} {'is private' if is_private else 'can be read by other users'}",
            f"chmod 600 {file}",
            Level.WARNING,
        )


def _site(patient: Patient) -> Iterator[Finding]:
    settings = patient.configuration.settings
    yield _judge(
        "site",
        settings.site.url.startswith("https://"),
        f"address {settings.site.url}",
        "set site.url to the https address that people use",
        Level.WARNING,
    )
    loose = [o for o in settings.embed.allowed_origins if not o.startswith("https://")]
    yield _judge(
        "site",
        not loose,
        f"may be framed by {', '.join(settings.embed.allowed_origins) or 'nobody'}",
        "name https origins in embed.allowed_origins",
    )
    yield _judge(
        "site",
        bool(settings.site.terms_folder),
        settings.site.terms_folder or "the sample terms are shown",
        "put your own terms into a folder and name it in site.terms_folder",
        Level.WARNING,
    )
    yield _judge(
        "site",
        (STATIC / "index.html").is_file(),
        "web UI there" if (STATIC / "index.html").is_file() else "no web UI",
        "install the released package, or build it: nox -s web",
    )


def _rules(patient: Patient) -> Iterator[Finding]:
    settings = patient.configuration.settings
    yield _judge(
        "rules",
        settings.limits.profile is LimitsProfile.NORMAL,
        f"limits {settings.limits.profile}",
        "set limits.profile to normal; wide is for test suites",
        Level.WARNING,
    )
    shortest = settings.accounts.password_min
    yield _judge(
        "rules",
        shortest >= _ADVISED_PASSWORD,
        f"passwords from {shortest} characters on",
        f"set accounts.password_min to {_ADVISED_PASSWORD}",
        Level.WARNING,
    )


def _fonts(patient: Patient) -> Iterator[Finding]:
    fonts = patient.box.fonts()
    missing = [lang for lang, sign in _HANGUL_AND_HAN.items() if not fonts.face_for(sign, lang)]
    yield _judge(
        "fonts",
        not missing,
        f"no font for {', '.join(missing)}" if missing else "fonts for every language",
        "install Noto Sans CJK (Debian: fonts-noto-cjk) or name a font in pdf.fonts",
        Level.WARNING,
    )


def _machine(patient: Patient) -> Iterator[Finding]:
    url = make_url(patient.configuration.deployment.database_url)
    place = Path(url.database or ".").parent if url.get_backend_name() == "sqlite" else Path()
    free = shutil.disk_usage(place).free
    yield _judge(
        "machine",
        free >= _GIB,
        f"{free / _GIB:.1f} GiB free in {place.absolute()}",
        "free some space: a full disk stops every write",
        Level.WARNING,
    )
    yield _judge(
        "machine",
        os.geteuid() != 0,
        "runs as root" if os.geteuid() == 0 else "runs as an ordinary user",
        "run serve and worker as a user of their own",
        Level.WARNING,
    )


CHECKS: tuple[Check, ...] = (
    _database,
    _schema,
    _audit,
    _ledger,
    _jobs,
    _mail,
    _platform,
    _secrets,
    _site,
    _rules,
    _fonts,
    _machine,
)

_CURES = {
    "database": "see that the database runs and database_url names it",
    "schema": "backbeat db upgrade",
    "audit": "backbeat db upgrade",
    "ledger": "backbeat db upgrade",
    "jobs": "backbeat db upgrade",
    "mail": "see that mail.host, mail.port and mail.security name a mail server that answers",
    "platform": "see platform.* in the settings",
    "secrets": "each of secret_keys is 32 bytes in base64: openssl rand -base64 32",
    "site": "see site.* in the settings",
    "rules": "see the settings",
    "fonts": "see pdf.fonts in the settings",
    "machine": "see that the folder of the database is there",
}
