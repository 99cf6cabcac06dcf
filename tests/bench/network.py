"""A network of three ranks and a flat portal of the same size: what ranks cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from random import Random

from attrs import define, evolve, field, frozen
from sqlalchemy import Engine, insert
from tests.bench.books import (
    BENCH,
    LONG_AGO,
    MONTH,
    NOW,
    copied,
    make_box,
    migrated,
    settled,
    settled_down,
)
from tests.bench.measuring import Subject, cpu_seconds
from tests.bench.month import add_month
from tests.fakes.accounts import an_account
from tests.fakes.channels import a_channel

from backbeat.accounts.model import Account, FeeRate, Permission, Role
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Channel, EarningInterval, Holding, Timeline
from backbeat.dashboards.model import Asked, Range
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Currency
from backbeat.kernel.pages import PageRequest
from backbeat_adapters.container import Container
from backbeat_adapters.sql.accounts import SqlAccounts, SqlFeeRates
from backbeat_adapters.sql.channels import SqlChannels
from backbeat_adapters.sql.figures import FIGURES, channel_days
from backbeat_adapters.sql.network_changes import record_changes

TOP = AccountId("net")
DAYS = Range(NOW.date() - timedelta(9), NOW.date() - timedelta(3))
TIMES = 5
"""How often a round asks: one answer alone is too short to be measured."""
_RATE = Decimal("0.1")
_PAGE = PageRequest(0, 50)


@frozen
class Size:
    """So many creators below the top, so many sub-creators below each, and channels in all."""

    creators: int
    subs: int
    channels: int
    rows: int

    @property
    def people(self) -> int:
        return 1 + self.creators + self.creators * self.subs

    def __str__(self) -> str:
        return f"1 + {self.creators} + {self.creators * self.subs} accounts, {self.channels:,} channels"


FULL, QUICK = Size(60, 10, 5_000, 50_000), Size(12, 5, 500, 5_000)


def creator(number: int) -> AccountId:
    return AccountId(f"creator{number}")


def sub(above: int, number: int) -> AccountId:
    return AccountId(f"sub{above}of{number}")


def make_network(url: str, size: Size, folder: Path) -> None:
    """A network, its channels held by creators and sub-creators in turn, its days added up."""
    _fill(url, size, list(_ranks(size)))
    box = make_box(url, folder)
    box.portal().roll_ups.refresh()
    for engine in (box.engine(), box.counters_engine()):
        engine.dispose()
    settled(url)


def make_flat(url: str, size: Size) -> None:
    """As many accounts with as many channels, each on its own."""
    alone = [
        _account(AccountId(f"creator{n}"), n, None, Permission.NONE) for n in range(size.people)
    ]
    _fill(url, size, alone)


def _ranks(size: Size) -> Iterator[Account]:
    yield evolve(_account(TOP, 0, None, Permission.MCN), role=Role.MAIN)
    number = 0
    for one in range(size.creators):
        number += 1
        yield _account(creator(one), number, TOP, Permission.MCN_CREATOR)
        for other in range(size.subs):
            number += 1
            below = _account(sub(one, other), number, creator(one), Permission.MCN_CREATOR_SUB)
            yield evolve(below, permission_flag=False)


def _account(id_: AccountId, number: int, manager: AccountId | None, rank: Permission) -> Account:
    return an_account(
        id=id_,
        name=str(id_),
        referral_code=f"R{number:07}",
        verified_at=NOW,
        manager=manager,
        permission=rank,
        role=Role.MEMBER if manager else Role.MAIN,
    )


def _fill(url: str, size: Size, people: Sequence[Account]) -> None:
    engine = migrated(url)
    channels = list(_channels(size, people))
    with engine.begin() as connection:
        SqlAccounts(connection).add_all(people, LONG_AGO)
        rates = [FeeRate(each.id, _RATE, LONG_AGO) for each in people if each.manager]
        SqlFeeRates(connection).put_all(rates)
        SqlChannels(connection).add_all(channels)
    _add_days(engine, channels)
    add_month(engine, size.rows, size.channels)
    settled_down(engine)


def _channels(size: Size, people: Sequence[Account]) -> Iterator[Channel]:
    holders = [each for each in people if each.id != TOP]
    for number in range(size.channels):
        holder = holders[number % len(holders)]
        owner = holder.id if holder.can_manage else holder.manager or holder.id
        channel = a_channel(number, owner=owner, holder=holder.id)
        yield evolve(
            channel,
            status=ChannelStatus.APPROVED,
            verification=channel.verification.passed(NOW),
            timeline=Timeline(
                owner, (Holding(holder.id, LONG_AGO),), (EarningInterval(owner, LONG_AGO),)
            ),
        )


def _add_days(engine: Engine, channels: Sequence[Channel]) -> None:
    """Two weeks of estimates: those that are shown, and those before."""
    chance = Random("bench network")
    days = [DAYS.first - timedelta(7) + timedelta(n) for n in range(14)]

    def rows(day: date) -> list[dict[str, object]]:
        return [
            {"channel": channel.platform_id, "day": day}
            | {name: chance.randrange(1, 10**6) for name in FIGURES}
            for channel in sorted(channels, key=lambda each: each.platform_id)
        ]

    with engine.begin() as connection:
        for day in days:
            connection.execute(insert(channel_days), rows(day))


@define(slots=False)
class ClosePerPosting(Subject):
    """The month closed on a copy of the books; its seconds for each posting of the ledger."""

    url: str
    folder: Path
    server: int | None = None
    _box: Container = field(init=False)

    def before(self) -> None:
        self._box = make_box(copied(self.url), self.folder)

    def run(self) -> None:
        started = cpu_seconds(self)
        closed = self._box.portal().settlements.close(MONTH, BENCH)
        self.told = (cpu_seconds(self) - started) / closed.settlement.entries

    def after(self) -> None:
        self._box.engine().dispose()


@define(slots=False)
class Asking(Subject):
    """Something that is asked over an open portal, several times a round."""

    url: str
    folder: Path
    account: AccountId
    below: AccountId | None = None
    server: int | None = None
    _box: Container = field(init=False)

    def before(self) -> None:
        if not hasattr(self, "_box"):
            self._box = make_box(self.url, self.folder)
            self.ask()  # so that no round is the first one

    def run(self) -> None:
        for _ in range(TIMES):
            self.ask()

    def ask(self) -> None:
        raise NotImplementedError


class Overview(Asking):
    """The dashboard of an account, or of one below it."""

    def ask(self) -> None:
        shown = self._box.portal().dashboards.overview(
            Asked(self.account, DAYS, self.below), Currency.USD
        )
        assert shown.summary.figures.views


class OfMembers(Asking):
    """What each member brought in a month."""

    def ask(self) -> None:
        shown = self._box.portal().dashboards.by_member(Asked(self.account, DAYS), Currency.USD)
        assert shown.items


class AddUpADay(Asking):
    """A day of every manager's network added up again, as after a daily file."""

    def ask(self) -> None:
        day = DAYS.last
        with self._box.transactions().begin() as books:
            record_changes(books.connection, [(None, day, day)])
        self._box.portal().roll_ups.refresh()


class TreePage(Asking):
    """Ours: a page of the accounts directly below."""

    def ask(self) -> None:
        assert len(self._box.portal().members.list(self.account, _PAGE).items) > 1


class ByKey(Asking):
    """The limit: what stands in those rows, read by the keys."""

    ids: list[AccountId]

    def before(self) -> None:
        if not hasattr(self, "ids"):
            box = make_box(self.url, self.folder)
            page = box.portal().members.list(self.account, _PAGE)
            self.ids = [member.account.id for member in page.items]
        super().before()

    def ask(self) -> None:
        with self._box.transactions().look() as books:
            assert len(books.accounts.get_all(self.ids)) == len(self.ids)
            books.fee_rates.of_all(self.ids)
            books.channels.count_held(self.ids)
            books.accounts.count_children(self.ids)
