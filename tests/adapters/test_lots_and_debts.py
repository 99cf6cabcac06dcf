"""What is open pays what was taken, in order of posting: a lot that comes later stays whole."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from attrs import frozen
from tests.adapters.test_ledger_contract import MINA, an_act, balance, earn, give_points, usd
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.audit.ports import AuditFilter
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, ChannelId, WithdrawalId
from backbeat.kernel.money import total
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.ledger.ledger import Ledger
from backbeat.ledger.model import EntryType, Kind, PointsReread
from backbeat.ledger.service import AccountLedger
from backbeat.settings import Points

SPRING = date(2026, 4, 20)
SUMMER = date(2026, 6, 1)
HAO = AccountId("hao")
AUTUMN = date(2026, 9, 1)
WORKER = Actor.system("points.expire")


def correct(ledger: Ledger, amount: str, *, source: str = "correction", channel: str = "A") -> None:
    ledger.post(
        MINA,
        EntryType.MUSIC_PROFIT,
        usd(amount),
        an_act(),
        source=source,
        kind=Kind.ADJUSTMENT,
        month=Month(2025, 9),
        channel=ChannelId(channel),
    )


@frozen
class Told:
    """What each screen and job says of the open points."""

    listed: dict[date, str]
    summed: dict[date, str]
    quoted: str
    expiring: str


@frozen
class Portal:
    transactions: Any
    clock: FixedClock

    @property
    def people(self) -> AccountLedger:
        return AccountLedger(self.transactions, self.clock, self.clock, counting_ids(), Points())

    def told(self, end: date = date(2030, 1, 1)) -> Told:
        lots = self.people.lots(PageRequest(0, 100)).items
        summary = self.people.summary(MINA)
        with self.transactions.look() as books:
            available = books.ledger.balance(MINA).available
            left = books.ledger.expiry.spendable(MINA, end)
            uses = books.ledger.reservations.would_use(MINA, left, end) if left else []
            ended = books.ledger.expiry.ended_lots(MINA, end)
        quoted = available - total(each.amount for each in uses)
        return Told(
            {each.lot.expires_on: str(each.lot.free) for each in lots if each.lot.expires_on},
            {each.expires_on: str(each.amount) for each in summary.lots},
            str(quoted),
            str(ended),
        )

    def sound(self) -> bool:
        with self.transactions.look() as books:
            return books.ledger.check().holds and not list(books.integrity.postings.lots())


@pytest.fixture
def portal(transactions: Any, clock: FixedClock) -> Portal:
    clock.set(date(2025, 10, 20))
    return Portal(transactions, clock)


def test_a_lot_that_comes_after_a_correction_was_repaid_is_whole_everywhere(portal: Portal) -> None:
    with portal.transactions.begin() as books:
        earn(books.ledger, "10.00")
        correct(books.ledger, "-4.00")
        give_points(books.ledger, "4.00", source="lot", until=SPRING)

    assert portal.told() == Told({SPRING: "4.00"}, {SPRING: "4.00"}, "4.00", "4.00")

    portal.clock.set(date(2026, 4, 21))
    [lost] = portal.people.expire_lots(WORKER)
    assert lost.amount == usd("4.00")
    with portal.transactions.look() as books:
        assert books.ledger.balance(MINA) == balance("6.00")
    assert portal.told() == Told({}, {}, "0.00", "0.00")
    assert portal.sound()


def test_what_is_open_pays_a_correction_lots_first_by_their_last_day(portal: Portal) -> None:
    with portal.transactions.begin() as books:
        earn(books.ledger, "10.00")
        give_points(books.ledger, "3.00", source="late", until=SUMMER)
        give_points(books.ledger, "2.00", source="soon", until=SPRING)
        correct(books.ledger, "-4.00")

    assert portal.told() == Told({SUMMER: "1.00"}, {SUMMER: "1.00"}, "1.00", "1.00")


def test_what_a_debit_still_owes_is_paid_by_the_credits_that_come_next(portal: Portal) -> None:
    with portal.transactions.begin() as books:
        earn(books.ledger, "3.00")
        correct(books.ledger, "-5.00")
        give_points(books.ledger, "4.00", source="first", until=SUMMER)
        give_points(books.ledger, "2.50", source="second", until=SPRING)

    both = {SPRING: "2.50", SUMMER: "2.00"}
    assert portal.told() == Told(both, both, "4.50", "4.50")


def test_what_was_paid_comes_back_from_a_rejection_as_paid(portal: Portal) -> None:
    with portal.transactions.begin() as books:
        ledger = books.ledger
        give_points(ledger, "4.00", source="old", until=SUMMER)
        earn(ledger, "10.00")
        correct(ledger, "-4.00")
        ledger.reservations.reserve(MINA, usd("10.00"), WithdrawalId("w"), an_act())
        give_points(ledger, "3.00", source="new", until=SPRING)
        ledger.reservations.return_funds(WithdrawalId("w"), an_act())

    assert portal.told() == Told({SPRING: "3.00"}, {SPRING: "3.00"}, "3.00", "3.00")
    assert portal.sound()


def test_a_withdrawal_takes_debits_with_what_paid_them(portal: Portal) -> None:
    with portal.transactions.begin() as books:
        ledger = books.ledger
        earn(ledger, "10.00")
        correct(ledger, "-4.00")
        give_points(ledger, "5.00", source="lot", until=SUMMER)
        uses = ledger.reservations.would_use(MINA, usd("7.00"), date(2025, 10, 20))

    assert [(use.entry.type, str(use.amount)) for use in uses] == [
        (EntryType.MUSIC_PROFIT, "-4.00"),
        (EntryType.BONUS_POINT, "5.00"),
        (EntryType.MUSIC_PROFIT, "6.00"),
    ]


def test_a_channel_that_goes_takes_no_points_with_it(portal: Portal) -> None:
    with portal.transactions.begin() as books:
        ledger = books.ledger
        earn(ledger, "10.00", channel="A")
        correct(ledger, "-4.00", channel="B")
        give_points(ledger, "4.00", source="lot", until=SUMMER)
        lost = ledger.expiry.forfeit_channel(MINA, ChannelId("A"), an_act())

    assert lost == usd("6.00")
    assert portal.told() == Told({SUMMER: "4.00"}, {SUMMER: "4.00"}, "4.00", "4.00")
    assert portal.sound()


def test_a_debit_that_loses_what_paid_it_spares_later_points_as_long_as_there_is_money(
    portal: Portal,
) -> None:
    with portal.transactions.begin() as books:
        ledger = books.ledger
        earn(ledger, "10.00", source="a", channel="A")
        earn(ledger, "5.00", source="b", channel="B")
        correct(ledger, "-4.00", channel="B")
        give_points(ledger, "4.00", source="lot", until=SUMMER)
        lost = ledger.expiry.forfeit_channel(MINA, ChannelId("A"), an_act())

    assert lost == usd("10.00")
    assert portal.told() == Told({SUMMER: "4.00"}, {SUMMER: "4.00"}, "4.00", "4.00")


def test_a_reversed_debit_frees_what_had_paid_it(portal: Portal) -> None:
    with portal.transactions.begin() as books:
        ledger = books.ledger
        give_points(ledger, "4.00", source="lot", until=SUMMER)
        taken = ledger.post(
            MINA, EntryType.POLICY_VIOLATION, usd("-3.00"), an_act(), source="violation"
        )
        transaction = ledger.transaction_of(MINA, taken.id)
        assert transaction is not None
        ledger.reversals.reverse(transaction.id, an_act(reason="a mistake"))

    assert portal.told() == Told({SUMMER: "4.00"}, {SUMMER: "4.00"}, "4.00", "4.00")


def test_lists_go_on_page_by_page_without_lots_that_are_spoken_for(portal: Portal) -> None:
    with portal.transactions.begin() as books:
        give_points(books.ledger, "4.00", source="spent", until=SPRING)
        correct(books.ledger, "-4.00")
        give_points(books.ledger, "1.00", source="one", until=SUMMER)
        give_points(books.ledger, "2.00", source="two", until=SUMMER)

    pages = [portal.people.lots(PageRequest(page, 1)) for page in (0, 1)]
    assert [page.total for page in pages] == [2, 2]
    assert [str(each.lot.free) for page in pages for each in page.items] == ["1.00", "2.00"]


def test_the_upgrade_names_the_accounts_whose_points_are_told_otherwise(portal: Portal) -> None:
    with portal.transactions.begin() as books:
        earn(books.ledger, "10.00")
        correct(books.ledger, "-4.00")
        give_points(books.ledger, "5.00", source="lot", until=SPRING)

    found = portal.people.reread_points(Actor.operator("ann"))

    assert found == [PointsReread(MINA, before=usd("1.00"), now=usd("5.00"))]
    with portal.transactions.look() as books:
        [row] = books.audit.page(AuditFilter(action="points.reread"), PageRequest()).items
    assert row.entry.target == "account:mina"


def test_lists_of_one_account_look_at_no_other(portal: Portal) -> None:
    """A lot that is spoken for is none that is left, whoever else has debits or none."""
    with portal.transactions.begin() as books:
        give_points(books.ledger, "4.00", source="spent", until=SPRING)
        correct(books.ledger, "-4.00")
        give_points(books.ledger, "1.00", source="left", until=SUMMER)

    with portal.transactions.look() as books:
        rows = books.ledger.store.statements
        assert rows.with_lots_and_debits(MINA) == rows.with_lots_and_debits() == [MINA]
        assert rows.with_lots_and_debits(HAO) == []
        of_mina = books.ledger.statements.lots(PageRequest(), account=MINA)
        of_another = books.ledger.statements.lots(PageRequest(), account=HAO)
    assert [str(each.free) for each in of_mina.items] == ["1.00"]
    assert of_another.items == []


def test_where_there_are_points_only_a_former_debit_takes_the_first_to_end(portal: Portal) -> None:
    with portal.transactions.begin() as books:
        ledger = books.ledger
        ledger.post(MINA, EntryType.PORTAL_PROFIT, usd("4.00"), an_act(), source="op")
        correct(ledger, "-4.00")
        for source, until in (("c", AUTUMN), ("a", SPRING), ("b", SUMMER)):
            give_points(ledger, "4.00", source=source, until=until)
        paid = ledger.store.by_source(MINA, "op")
        ledger.reversals.reverse(paid.id, an_act(reason="a mistake"))

    assert portal.told().listed == {SUMMER: "4.00", AUTUMN: "4.00"}
    assert portal.sound()


def test_of_two_workers_the_second_finds_no_points_to_expire(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever holds the account has let them expire by the time it is free."""
    with portal.transactions.begin() as books:
        give_points(books.ledger, "4.00", source="lot", until=SPRING)
    act = an_act(date(2026, 4, 21))
    with portal.transactions.begin() as books:
        ledger = books.ledger
        lock = type(ledger.store).lock

        def waits(store: Any, accounts: Any) -> Any:
            monkeypatch.undo()
            assert ledger.expiry.expire_lots(MINA, act) == usd("4.00")
            return lock(store, accounts)

        monkeypatch.setattr(type(ledger.store), "lock", waits)
        assert ledger.expiry.expire_lots(MINA, act) == usd("0")
        assert ledger.balance(MINA) == balance("0")


def test_what_lapses_is_one_posting_named_after_its_cause_and_nothing_is_none(
    portal: Portal,
) -> None:
    """The source is what keeps a cause from being posted twice, also over an upgrade."""
    act = an_act(date(2026, 4, 21))
    at = act.at.isoformat()
    with portal.transactions.begin() as books:
        ledger = books.ledger
        channel = ChannelId("A")
        assert ledger.expiry.expire_lots(MINA, act) == usd("0")
        assert ledger.expiry.forfeit_channel(MINA, channel, act) == usd("0")
        assert ledger.expiry.expire_balance(MINA, act) == usd("0")
        assert list(ledger.store.whole.chain()) == []

        give_points(ledger, "4.00", source="lot", until=SPRING)
        earn(ledger, "3.00", source="a", channel="A")
        earn(ledger, "2.00", source="b", channel="B")
        assert ledger.expiry.expire_lots(MINA, act) == usd("4.00")
        assert ledger.expiry.forfeit_channel(MINA, channel, act) == usd("3.00")
        assert ledger.expiry.expire_balance(MINA, act) == usd("2.00")
        lapsed = [each.transaction for each in ledger.store.whole.chain()][3:]

    assert [(each.source, each.kind) for each in lapsed] == [
        (f"expire:{MINA}:{at}", Kind.EXPIRY),
        (f"forfeit:{MINA}:A:{at}", Kind.FORFEITURE),
        (f"forfeit:{MINA}:all:{at}", Kind.FORFEITURE),
    ]
    assert [each.channel for one in lapsed for each in one.entries] == [None, channel, None]
