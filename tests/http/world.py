"""A small world to call the API in: one account of every rank, each with something of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date

from attrs import evolve, field, frozen
from falcon.constants import HTTP_METHODS
from falcon.testing import Result, StartResponseMock, TestClient, create_environ
from sqlalchemy import insert
from tests.fakes.channels import a_channel
from tests.fakes.exports import an_export
from tests.fakes.snapshots import Made, Snapshots
from tests.fakes.withdrawals import a_withdrawal, an_invoice
from tests.http.hostile import Sent

from backbeat.accounts.model import Account, Device, Permission, Role
from backbeat.catalogue.model import Track
from backbeat.channels.ports import ChannelFilter
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, ExportId, Isrc
from backbeat.kernel.pages import PageRequest
from backbeat.notifications.model import Notification, Subject
from backbeat.site.model import PartnerSite
from backbeat_adapters.container import Container
from backbeat_adapters.demo.simulated import made_video_id
from backbeat_adapters.exports.files import DiskExports
from backbeat_adapters.sql.videos import videos

PASSWORD = "open sesame"

NOBODY = "nobody"
UNVERIFIED = "unverified"
MAIN = "main"
MEMBER = "member"
STRANGER = "stranger"
NETWORK = "network"
CREATOR = "creator"
SUB = "sub"
PLAIN_CREATOR = "plain_creator"
SISTER = "sister"
SUBS_SISTER = "subs_sister"
SUSPENDED = "suspended"

People = Mapping[str, tuple[Role, Permission, bool, str | None]]

ACCOUNTS: People = {
    UNVERIFIED: (Role.MAIN, Permission.NONE, True, None),
    MAIN: (Role.MAIN, Permission.NONE, True, None),
    MEMBER: (Role.MEMBER, Permission.NONE, False, MAIN),
    STRANGER: (Role.MAIN, Permission.NONE, True, None),
    NETWORK: (Role.MAIN, Permission.MCN, True, None),
    CREATOR: (Role.MEMBER, Permission.MCN_CREATOR, True, NETWORK),
    SUB: (Role.MEMBER, Permission.MCN_CREATOR_SUB, False, CREATOR),
    PLAIN_CREATOR: (Role.MEMBER, Permission.MCN_CREATOR, False, NETWORK),
}
"""Role, permission, permission flag and manager of everybody (NET-1)."""

KIN: People = {
    SISTER: (Role.MEMBER, Permission.NONE, False, MAIN),
    SUBS_SISTER: (Role.MEMBER, Permission.MCN_CREATOR_SUB, False, CREATOR),
    SUSPENDED: (Role.MAIN, Permission.NONE, True, None),
}
"""Who is there beside them where rights are tried: siblings of those who have none, and one who is
suspended."""

EVERYBODY = {**ACCOUNTS, **KIN}
ACTORS = (NOBODY, *ACCOUNTS, SUSPENDED)


def below(account: str) -> set[str]:
    """Everybody who stands below an account, however far."""
    direct = {name for name, (_, _, _, manager) in EVERYBODY.items() if manager == account}
    return direct.union(*(below(name) for name in direct))


def can_manage(account: str) -> bool:
    """Whether an account may have others below it."""
    return EVERYBODY[account][2]


_FRAMING = {"Content-Length": "CONTENT_LENGTH", "Content-Type": "CONTENT_TYPE"}


@frozen
class World:
    """The accounts by their names above, a token for each, and what belongs to whom."""

    container: Container
    client: TestClient
    tokens: Mapping[str, str]
    things: dict[tuple[str, str], str] = field(factory=dict)
    """Ids by kind and owner, for example `("channel", MAIN)`."""

    def send(self, sent: Sent, actor: str = NOBODY) -> Result:
        """Send a request as somebody, as it stands: no polite client in between."""
        token = self.tokens.get(actor)
        headers = ({"Zs-Authentification": token} if token else {}) | dict(sent.headers)
        environ = create_environ(
            sent.path,
            query_string=sent.query,
            body=sent.body,
            method=sent.method if sent.method in HTTP_METHODS else "GET",
            headers={name: value for name, value in headers.items() if name not in _FRAMING},
        )
        environ["REQUEST_METHOD"] = sent.method
        environ |= {_FRAMING[name]: value for name, value in headers.items() if name in _FRAMING}
        started = StartResponseMock()
        chunks = self.client.app(environ, started)
        return Result(chunks, str(started.status), started.headers or [])


def filled(
    container: Container,
    snapshots: Snapshots,
    name: str,
    make: Callable[[], Made],
    folder: str = "exports",
) -> Made:
    """Let database and a folder of files be as `make` leaves them with these settings at this time."""
    conditions = repr(
        (container.settings(), container.security_clock(), container.business_clock())
    )
    files = container.deployment().files / folder
    return snapshots.fill((name, conditions), container.engine(), files, make)


def populate(
    container: Container, accounts: People = ACCOUNTS
) -> tuple[dict[str, str], dict[tuple[str, str], str]]:
    """Write the world into an empty database: a token for everybody, and the ids of things."""
    password_hash = container.hasher().hash(PASSWORD)
    now = container.security_clock().now()
    tokens, sessions = {}, {}
    for name, (role, permission, flag, manager) in accounts.items():
        account = Account(
            id=AccountId(name),
            email=f"{name}@example.org",
            name=name.replace("_", "")[:12],
            password_hash=password_hash,
            role=role,
            created_at=now,
            referral_code=name.upper().replace("_", "")[:8].ljust(8, "X"),
            password_changed_at=now,
            permission=permission,
            permission_flag=flag,
            manager=AccountId(manager) if manager else None,
            verified_at=None if name == UNVERIFIED else now,
        )
        with container.transactions().begin() as books:
            books.accounts.add(account)
            tokens[name] = (
                container.portal().sessions.open(books, account, Device(), proven=True).token
            )
            spare = container.portal().sessions.open(books, account, Device(), proven=True).session
        sessions["session", name] = str(spare.id)
    things = make_channels(container, accounts) | make_videos(container, accounts)
    things |= make_notifications(container, accounts) | make_exports(container, accounts)
    things |= make_tracks(container, accounts)
    if SUSPENDED in accounts:
        operator = Actor.operator("ann")
        container.portal().account_operations.suspend(AccountId(SUSPENDED), "spam", operator)
    return tokens, sessions | things


def make_tracks(container: Container, accounts: People = ACCOUNTS) -> dict[tuple[str, str], str]:
    """A partner for everybody, with an exclusive track of its own (MUSIC-9)."""
    things = {}
    for number, name in enumerate(name for name in accounts if name != UNVERIFIED):
        site = PartnerSite(f"{name}.example".replace("_", "-"), name, "#112233", "#445566")
        track = Track(Isrc(f"QZBB125{number:05d}"), f"Track of {name}", partner=site.domain)
        with container.transactions().begin() as books:
            books.sites.put(site)
            books.tracks.save([track])
            account = books.accounts.lock(AccountId(name))
            assert account is not None
            books.accounts.save(evolve(account, partner=site.domain))
        things["track", name] = str(track.isrc)
    return things


def make_channels(container: Container, accounts: People = ACCOUNTS) -> dict[tuple[str, str], str]:
    """A channel for everybody, a member's owned by the account above (ACCESS-3)."""
    things = {}
    for number, name in enumerate(name for name in accounts if name != UNVERIFIED):
        with container.transactions().begin() as books:
            owner = books.accounts.upwards([AccountId(name)]).owner_for(AccountId(name))
            channel = a_channel(number, owner=owner, holder=name)
            books.channels.add(channel)
        things["channel", name] = str(channel.id)
    return things


def make_videos(container: Container, accounts: People = ACCOUNTS) -> dict[tuple[str, str], str]:
    """A video for everybody, on the channel that everybody has."""
    things = {}
    for name in accounts:
        if name == UNVERIFIED:
            continue
        with container.transactions().begin() as books:
            (channel,) = books.channels.page(
                ChannelFilter(holder=AccountId(name)), PageRequest()
            ).items
            proven = channel.verification.passed(container.security_clock().now())
            books.channels.save(evolve(channel, verification=proven))
            video = made_video_id(name)
            books.connection.execute(
                insert(videos).values(
                    id=video,
                    platform=channel.platform,
                    channel=channel.platform_id,
                    title=f"A video of {name}",
                    published_on=container.business_clock().today(),
                )
            )
        things["video", name] = video
    return things


def make_notifications(
    container: Container, accounts: People = ACCOUNTS
) -> dict[tuple[str, str], str]:
    """A notification for everybody."""
    things = {}
    for name in accounts:
        told = Notification(AccountId(name), Subject.NOTICE, container.business_clock().now())
        with container.transactions().begin() as books:
            books.notifications.add(told)
        inbox = container.portal().notifications.list(AccountId(name), PageRequest())
        things["notification", name] = str(inbox.page.items[0].id)
    return things


def make_exports(container: Container, accounts: People = ACCOUNTS) -> dict[tuple[str, str], str]:
    """A finished Excel report for everybody."""
    things = {}
    for name in accounts:
        export = an_export(account=AccountId(name), id=ExportId(f"export-{name}"))
        with container.transactions().begin() as books:
            books.exports.add(export.done(0, container.security_clock().now()))
        with DiskExports(container.deployment().files / "exports").writing(export.id) as file:
            file.write(b"PK")
        things["export", name] = str(export.id)
    return things


def make_invoices(container: Container, accounts: People = ACCOUNTS) -> dict[tuple[str, str], str]:
    """A paid withdrawal with its invoice for everybody; the ledger knows nothing of them."""
    things = {}
    for number, name in enumerate(accounts, start=1):
        invoice = f"INV-2024-{number:06}"
        paid = a_withdrawal(number, account=AccountId(name), invoice=invoice)
        with container.transactions().begin() as books:
            books.withdrawals.add(paid.succeeded(date(2025, 11, 7)))
            books.invoices.add(evolve(an_invoice(number, account=AccountId(name)), number=invoice))
        things["invoice", name] = invoice
        things["withdrawal", name] = paid.id
    return things
