"""What the proofs share: databases, an installation over one, and creators with money in it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, date, datetime
from pathlib import Path

from attrs import define, evolve, frozen
from dependency_injector import providers
from tests.fakes.accounts import an_account
from tests.fakes.channels import a_channel
from tests.fakes.passwords import CHEAP
from tests.fakes.platform import FakePlatform
from tests.fakes.postgres import Postgres
from tests.fakes.standins import FixedClock
from tests.fakes.unhurried import unhurried
from tests.fakes.zones import zone_of

from backbeat.accounts.model import Device
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import EarningInterval, Holding, Timeline
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.ledger.model import EntryType
from backbeat.memory.accounts import MemoryLastSeen
from backbeat.memory.limits import MemoryLimits
from backbeat.payout_methods.paypal import PayPalForm
from backbeat.settings import Limits, LimitsProfile, Settings, Withdrawal
from backbeat_adapters.container import Container, make_container
from backbeat_adapters.deployment import Deployment
from backbeat_adapters.passwords import Argon2Passwords
from backbeat_adapters.sql.engine.engines import make_engine
from backbeat_adapters.sql.migrations import upgrade

KINDS = ("sqlite", "postgresql")
ANN, BOB = Actor.operator("ann"), Actor.operator("bob")
IN_THE_WINDOW = datetime(2025, 10, 25, 9, tzinfo=UTC)
SEPTEMBER = Month(2025, 9)
PASSWORD = "correct horse"
LONG_AGO = date(2025, 1, 1)


@define
class Databases:
    """Makes empty, migrated databases of either kind; all of them go with the block."""

    folder: Path
    _stack: ExitStack
    _server: Postgres | None = None
    _made: int = 0

    @classmethod
    @contextmanager
    def open(cls, server: Postgres | None = None) -> Iterator[Databases]:
        """Databases in a folder of their own; a PostgreSQL server, unless one is given, once it is wanted."""
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="backbeat-proof-"))
            yield cls(Path(folder), stack, server)

    @property
    def server(self) -> Postgres:
        """The PostgreSQL server."""
        if self._server is None:
            self._server = self._stack.enter_context(Postgres.running())
        return self._server

    @property
    def template(self) -> Path:
        """The SQLite file that each database is a copy of, once it is there."""
        return self.folder / "template.sqlite3"

    def new(self, kind: str) -> str:
        """The URL of an empty, migrated database."""
        self._made += 1
        if kind == "postgresql":
            return self.server.migrated_database(f"proof{self._made}")
        if not self.template.exists():
            engine = make_engine(f"sqlite:///{self.template}")
            upgrade(engine)
            engine.dispose()
        file = self.folder / f"{self._made}.sqlite3"
        shutil.copyfile(self.template, file)
        return f"sqlite:///{file}"


ALWAYS_OPEN = Withdrawal(windows=((1, -1),))
"""Payouts may be asked for on every day: for servers that run by the machine's clock."""


@frozen
class House:
    """An installation over a database, its clocks in the proof's hands (or `real`)."""

    container: Container
    business: FixedClock
    security: FixedClock

    @classmethod
    @contextmanager
    def over(
        cls,
        url: str,
        folder: Path,
        *,
        at: datetime = IN_THE_WINDOW,
        real: bool = False,
        counters: bool = False,
        hurried: bool = True,
    ) -> Iterator[House]:
        """Open it; its connections are closed afterwards. `counters` are kept in its database.

        Whoever is not `hurried` waits for others as long as it takes, as no server does.
        """
        # A copy of a database stands where its original does.
        zone = zone_of(url.removesuffix("_copy"))
        settings = Settings(business_tz=zone.key, limits=Limits(profile=LimitsProfile.WIDE))
        if real:
            settings = evolve(settings, withdrawal=ALWAYS_OPEN)
        container = make_container(settings, Deployment(url, files=folder))
        business, security = FixedClock(at, zone), FixedClock(at, zone)
        if not real:
            container.business_clock.override(providers.Object(business))
            container.security_clock.override(providers.Object(security))
        container.platform.override(providers.Object(FakePlatform()))
        if not counters:
            container.limit_store.override(providers.Object(MemoryLimits()))
            container.last_seen.override(providers.Object(MemoryLastSeen()))
        container.hasher.override(providers.Object(Argon2Passwords(CHEAP)))
        if not hurried:
            unhurried(container.engine())
        try:
            yield cls(container, business, security)
        finally:
            container.engine().dispose()
            if counters:
                container.counters_engine().dispose()

    def creator(
        self, number: int, amount: str | None = "150.00", *, registered: bool = True
    ) -> AccountId:
        """Somebody with an approved channel, a PayPal address and what one month earned."""
        account = AccountId(f"creator{number}")
        now = self.container.security_clock().now()
        person = an_account(
            id=account,
            name=f"creator{number}"[:12],
            email=f"creator{number}@example.org",
            referral_code=f"REF{number:05}",
            password_hash=self._hashed,
            verified_at=now,
        )
        channel = a_channel(number, owner=account)
        with self.container.transactions().begin() as books:
            books.accounts.add(person)
            books.channels.add(
                evolve(
                    channel,
                    status=ChannelStatus.APPROVED,
                    verification=channel.verification.passed(now),
                    timeline=Timeline(
                        account,
                        (Holding(account, LONG_AGO),),
                        (EarningInterval(account, LONG_AGO),),
                    ),
                )
            )
        if registered:
            form = PayPalForm(f"Creator {'ABCDEFGHIJ'[number % 10]}", person.email)
            self.container.portal().payment_details.register(account, form)
        if amount is not None:
            self.earn(account, amount, number=number)
        return account

    def earn(
        self, account: AccountId, amount: str, *, number: int = 1, month: Month = SEPTEMBER
    ) -> None:
        """Money of a month in the ledger, from the channel of that number."""
        with self.container.transactions().begin() as books:
            books.ledger.post(
                account,
                EntryType.MUSIC_PROFIT,
                Money.of(amount),
                ActContext(ANN, month.next.day(20), self.container.security_clock().now()),
                source=f"proof:{account}:{month}",
                month=month,
                channel=ChannelId(f"channel-{number}"),
            )

    def token(self, account: AccountId) -> str:
        """A log-in of that person, the password given a moment ago."""
        with self.container.transactions().begin() as books:
            person = books.accounts.get(account)
            assert person is not None
            return self.container.portal().sessions.open(books, person, Device(), proven=True).token

    @property
    def _hashed(self) -> str:
        return _hashed_once(self.container.hasher().hash)

    def require_sound(self) -> None:
        """Run every check that `backbeat ledger check` runs; refuse anything it finds."""
        found = self.findings()
        assert not found, found

    def findings(self) -> Sequence[object]:
        """What the checks of the books find: nothing, where they are sound."""
        return self.container.portal().integrity.check().findings


_hashes: list[str] = []


def _hashed_once(hash_: Callable[[str], str]) -> str:
    """One hash serves all creators: argon2 is meant to be slow."""
    if not _hashes:
        _hashes.append(hash_(PASSWORD))
    return _hashes[0]
