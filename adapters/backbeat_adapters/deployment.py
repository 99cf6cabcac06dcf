"""Where and with what an installation runs: addresses, keys and folders, apart from the rules."""

from __future__ import annotations

import base64
import binascii
import re
from enum import StrEnum
from pathlib import Path

from attrs import Attribute, Factory, field, frozen
from attrs.validators import ge, le

from backbeat_adapters.mail import Security

_KEY_BYTES = 32

SECRET = "secret"  # noqa: S105 - a name
"""Metadata of fields that are never shown."""


class MailTransportKind(StrEnum):
    CONSOLE = "console"
    FILE = "file"
    SMTP = "smtp"


class PlatformKind(StrEnum):
    """Where channels and videos are looked up."""

    DATA_API = "youtube"
    FILE = "file"


def _secret(default: str = "") -> str:
    made: str = field(default=default, repr=False, metadata={SECRET: True})
    return made


def _sealing_keys(_: object, __: Attribute[tuple[str, ...]], keys: tuple[str, ...]) -> None:
    """Raise ValueError for keys of another form: the start names them, not the first payment details
    that somebody gives. What opens and seals is loaded later (decision 0035)."""
    for key in keys:
        try:
            size = len(base64.b64decode(key, validate=True))
        except binascii.Error:
            size = 0
        if size != _KEY_BYTES:
            raise ValueError("each key is 32 bytes in base64: openssl rand -base64 32")


@frozen
class MailRoute:
    """The way of mails. `folder` is for `file`, what follows it for `smtp`."""

    transport: MailTransportKind = MailTransportKind.CONSOLE
    sender: str = "Backbeat <no-reply@localhost>"
    folder: Path = Path("mails")
    host: str = "localhost"
    port: int = field(default=587, validator=[ge(1), le(65_535)])
    username: str = ""
    password: str = _secret()
    security: Security = Security.STARTTLS


@frozen
class PlatformRoute:
    """The video platform: its API with a key, or a file of channels for installations without."""

    kind: PlatformKind = PlatformKind.FILE
    api_key: str = _secret()
    url: str = "https://www.googleapis.com/youtube/v3"
    file: Path = Path("platform.json")


class SmsKind(StrEnum):
    """How text messages leave."""

    CONSOLE = "console"
    GATEWAY = "gateway"


_SMS_URL = re.compile(r"https://[^\s/@]+/?|http://(?:127\.0\.0\.1|localhost)(?::[0-9]+)?/?")


def _sms_url(_: object, __: Attribute[str], url: str) -> None:
    if not _SMS_URL.fullmatch(url):
        raise ValueError("an https:// address of a host alone, or this machine's")


@frozen
class SmsRoute:
    """The way of text messages (PHONE-6). What follows `kind` is for `gateway`: its address, the
    account and token that it knows the installation by, and the number or name that messages come from."""

    kind: SmsKind = SmsKind.CONSOLE
    url: str = field(default="https://api.twilio.com", validator=_sms_url)
    account: str = ""
    token: str = _secret()
    sender: str = ""

    def __attrs_post_init__(self) -> None:
        if self.kind is SmsKind.GATEWAY and not (self.account and self.token and self.sender):
            raise ValueError("sms.kind gateway needs sms.account, sms.token and sms.sender")


@frozen
class TaxRoute:
    """Korea's business status by its public service, with a key of data.go.kr: without one nobody in
    Korea is asked for tax details."""

    korea_key: str = _secret()
    korea_url: str = "https://api.odcloud.kr/api/nts-businessman/v1"


@frozen
class Serving:
    """The HTTP server: where it listens, its processes, the threads of each, and its patience.

    Threads, calls that wait and connections of an address are counted for each process.
    """

    bind: str = "127.0.0.1:8000"
    workers: int = field(default=2, validator=[ge(1), le(64)])
    threads: int = field(default=8, validator=[ge(1), le(128)])
    password_threads: int = field(default=1, validator=[ge(1), le(64)])
    platform_threads: int = field(default=4, validator=[ge(1), le(64)])
    document_threads: int = field(default=2, validator=[ge(1), le(64)])
    media_threads: int = field(default=4, validator=[ge(1), le(64)])
    waiting_calls: int = field(default=200, validator=[ge(1), le(10_000)])
    connections_per_address: int = field(default=100, validator=[ge(4), le(100_000)])
    header_seconds: int = field(default=10, validator=[ge(1), le(600)])
    body_seconds: int = field(default=30, validator=[ge(1), le(600)])
    answer_seconds: int = field(default=60, validator=[ge(1), le(3600)])
    answer_bytes_per_second: int = field(default=1_000, validator=[ge(0), le(1_000_000)])


class MediaKind(StrEnum):
    """Where previews and covers of tracks are kept."""

    FOLDER = "folder"
    S3 = "s3"


@frozen
class MediaRoute:
    """Previews and covers: in the folder `media` of `files`, or in a bucket of an object storage.

    What follows `kind` is for `s3`. Without `endpoint` it is Amazon's own of the region; without keys
    they are taken from the machine's role. `prefix` begins every name within the bucket.
    """

    kind: MediaKind = MediaKind.FOLDER
    bucket: str = ""
    endpoint: str = ""
    region: str = "us-east-1"
    prefix: str = ""
    access_key: str = ""
    secret_key: str = _secret()

    def __attrs_post_init__(self) -> None:
        if self.kind is MediaKind.S3 and not self.bucket:
            raise ValueError("media.kind s3 needs media.bucket")


@frozen
class BackupCare:
    """Backups: the folder of pg_dump and pg_restore, where they are not found by themselves.

    The doctor wants a backup not older than `max_age_hours`; 0 where other means make them.
    """

    postgres_programs: Path | None = None
    max_age_hours: int = field(default=26, validator=ge(0))


_WEBHOOK = re.compile(r"https?://[^\s/@]+(?:[/?]\S*)?")
SHORTEST_SECRET = 16


def _webhook_url(_: object, __: Attribute[str], url: str) -> None:
    if url and not _WEBHOOK.fullmatch(url):
        raise ValueError("an http:// or https:// address without user and password")


def _webhook_secret(_: object, __: Attribute[str], secret: str) -> None:
    if secret and len(secret) < SHORTEST_SECRET:
        raise ValueError(f"a secret has at least {SHORTEST_SECRET} characters")


@frozen
class WebhookRoute:
    """Where alerts are posted as JSON, signed with the secret; empty: nowhere (SEC-21)."""

    url: str = field(default="", validator=_webhook_url)
    secret: str = field(default="", repr=False, metadata={SECRET: True}, validator=_webhook_secret)
    allow_private: bool = False

    def __attrs_post_init__(self) -> None:
        if self.url and not self.secret:
            raise ValueError("webhook.url needs webhook.secret, which signs what is posted")


@frozen
class Deployment:
    """What `BACKBEAT_*` variables or the configuration file say of the machine.

    `secret_keys` are 32 bytes each in base64; the first one seals, all open (no key: plain text).
    `business_clock_file` moves business time and belongs to the demo alone (DAY-6).
    """

    database_url: str = "sqlite:///backbeat.sqlite3"
    secret_keys: tuple[str, ...] = field(
        default=(), repr=False, metadata={SECRET: True}, validator=_sealing_keys
    )
    files: Path = Path("files")
    business_clock_file: Path | None = None
    mail: MailRoute = Factory(MailRoute)
    platform: PlatformRoute = Factory(PlatformRoute)
    sms: SmsRoute = Factory(SmsRoute)
    tax: TaxRoute = Factory(TaxRoute)
    serving: Serving = Factory(Serving)
    backup: BackupCare = Factory(BackupCare)
    webhook: WebhookRoute = Factory(WebhookRoute)
    media: MediaRoute = Factory(MediaRoute)
