"""The ledger does the same in memory, on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from attrs import evolve
from tests.fakes.standins import FixedClock, counting_ids
from tests.fakes.withdrawals import TO_BANK, TO_PAYPAL

from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import BadValues, NotFound
from backbeat.kernel.ids import AccountId, ChannelId, EntryId, TransactionId, WithdrawalId
from backbeat.kernel.money import Money, total
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.ledger import rules
from backbeat.ledger.errors import AlreadyPosted, AlreadyReversed, NotEnoughBalance, NotReversible
from backbeat.ledger.ledger import Ledger
from backbeat.ledger.model import (
    Balance,
    Entry,
    EntryType,
    ExpiredLots,
    Kind,
    LedgerAccount,
    MonthLine,
    PaidOut,
    Part,
    Posting,
    SeveralAccounts,
    Siblings,
    Transaction,
)
from backbeat.ledger.ports import Books
from backbeat.ledger.service import AccountLedger
from backbeat.settings import Points

MINA = AccountId("mina")
FIRST = WithdrawalId("w1")
SECOND = WithdrawalId("w2")
THIRD = WithdrawalId("w3")
SEPTEMBER = Month(2025, 9)


@pytest.fixture
def ledger(transactions: Transactions[Books]) -> Iterator[Ledger]:
    """The ledger inside one transaction that is kept at the end of the test."""
    with transactions.begin() as books:
        yield books.ledger


def an_act(day: date = date(2025, 10, 20), reason: str | None = None) -> ActContext:
    at = datetime(day.year, day.month, day.day, 9, tzinfo=UTC)
    return ActContext(Actor.operator("ann"), day, at, reason)


def usd(amount: str) -> Money:
    return Money.of(amount)


def earn(
    ledger: Ledger,
    amount: str,
    *,
    source: str = "profit",
    month: Month = SEPTEMBER,
    channel: str = "A",
) -> None:
    ledger.post(
        MINA,
        EntryType.MUSIC_PROFIT,
        usd(amount),
        an_act(),
        source=source,
        month=month,
        channel=ChannelId(channel),
    )


def give_points(
    ledger: Ledger, amount: str, *, source: str, until: date, account: AccountId = MINA
) -> None:
    ledger.post(
        account,
        EntryType.BONUS_POINT,
        usd(amount),
        an_act(),
        source=source,
        kind=Kind.GRANT,
        expires_on=until,
    )


def balance(available: str, in_flight: str = "0", debt: str = "0") -> Balance:
    return Balance(usd(available), usd(in_flight), usd(debt))


def test_a_profit_raises_the_balance(ledger: Ledger) -> None:
    earn(ledger, "150.00")

    assert ledger.balance(MINA) == balance("150.00")


def test_the_same_source_is_posted_once(ledger: Ledger) -> None:
    earn(ledger, "150.00")

    with pytest.raises(AlreadyPosted):
        earn(ledger, "150.00")
    assert ledger.balance(MINA) == balance("150.00")


def test_a_type_refuses_the_wrong_sign(ledger: Ledger) -> None:
    with pytest.raises(BadValues):
        ledger.post(MINA, EntryType.FAST_WITHDRAWAL_DEDUCTION, usd("1"), an_act(), source="x")


def test_a_reservation_moves_the_money_into_flight(ledger: Ledger) -> None:
    earn(ledger, "150.00")
    row = ledger.reservations.reserve(MINA, usd("150.00"), FIRST, an_act())

    assert (row.type, row.amount) == (EntryType.WITHDRAWAL, usd("-150.00"))
    assert ledger.balance(MINA) == balance("0", in_flight="150.00")


def test_a_reservation_beyond_the_balance_is_refused(ledger: Ledger) -> None:
    earn(ledger, "150.00")

    with pytest.raises(NotEnoughBalance):
        ledger.reservations.reserve(MINA, usd("150.01"), FIRST, an_act())


def test_a_paid_withdrawal_leaves_the_books(ledger: Ledger) -> None:
    earn(ledger, "150.00")
    ledger.reservations.reserve(MINA, usd("150.00"), FIRST, an_act())
    ledger.reservations.settle(FIRST, usd("7.05"), TO_PAYPAL, an_act())

    assert ledger.balance(MINA) == balance("0")


def test_many_paid_withdrawals_leave_the_books_or_none_does(ledger: Ledger) -> None:
    earn(ledger, "150.00")
    ledger.reservations.reserve(MINA, usd("100.00"), FIRST, an_act())
    ledger.reservations.reserve(MINA, usd("50.00"), SECOND, an_act())
    first = PaidOut(FIRST, usd("4.70"), TO_PAYPAL, an_act(reason="by the bank's word"))
    second = PaidOut(SECOND, usd("20.00"), TO_BANK, an_act())

    with pytest.raises(NotFound):
        ledger.reservations.settle_all([first, PaidOut(THIRD, usd("1.00"), TO_BANK, an_act())])
    assert ledger.balance(MINA) == balance("0", in_flight="150.00")
    ledger.reservations.settle_all([])
    ledger.reservations.settle_all([first, second])

    assert ledger.balance(MINA) == balance("0")
    paid = ledger.store.by_sources(["withdrawal:w1:end", "withdrawal:w2:end", "withdrawal:w3:end"])
    assert {source: each.reason for source, each in paid.items()} == {
        "withdrawal:w1:end": "by the bank's word",
        "withdrawal:w2:end": None,
    }
    assert [each.amount for each in paid["withdrawal:w2:end"].postings] == [
        usd("-50.00"),
        usd("20.00"),
        usd("30.00"),
    ]
    with pytest.raises(AlreadyPosted):
        ledger.reservations.settle_all([second])


def test_a_withdrawal_ends_once(ledger: Ledger) -> None:
    earn(ledger, "150.00")
    ledger.reservations.reserve(MINA, usd("150.00"), FIRST, an_act())
    ledger.reservations.settle(FIRST, usd("7.05"), TO_PAYPAL, an_act())

    with pytest.raises(AlreadyPosted):
        ledger.reservations.return_funds(FIRST, an_act())
    with pytest.raises(AlreadyPosted):
        ledger.reservations.forfeit(FIRST, an_act())


def test_a_recoverable_rejection_gives_the_same_entries_back(ledger: Ledger) -> None:
    earn(ledger, "60.00")
    give_points(ledger, "4.00", source="lot", until=date(2025, 10, 30))
    before = ledger.open_entries(MINA)
    ledger.reservations.reserve(MINA, usd("64.00"), FIRST, an_act(date(2025, 10, 25)))
    ledger.reservations.return_funds(FIRST, an_act(date(2025, 10, 26)))

    after = ledger.open_entries(MINA)
    assert [(each.entry.id, each.remaining) for each in after] == [
        (each.entry.id, each.remaining) for each in before
    ]
    assert ledger.balance(MINA) == balance("64.00")


def test_a_lot_that_comes_back_can_be_used_for_thirty_days(ledger: Ledger) -> None:
    give_points(ledger, "30.00", source="lot", until=date(2025, 10, 30))
    ledger.reservations.reserve(MINA, usd("30.00"), FIRST, an_act(date(2025, 10, 25)))
    ledger.reservations.return_funds(FIRST, an_act(date(2025, 10, 26)))

    assert [each.expires_on for each in ledger.open_entries(MINA)] == [date(2025, 11, 25)]


def test_a_lot_with_months_left_keeps_its_day_when_it_comes_back(ledger: Ledger) -> None:
    give_points(ledger, "30.00", source="lot", until=date(2026, 4, 20))
    ledger.reservations.reserve(MINA, usd("30.00"), FIRST, an_act(date(2025, 10, 25)))
    ledger.reservations.return_funds(FIRST, an_act(date(2025, 10, 26)))

    assert [each.expires_on for each in ledger.open_entries(MINA)] == [date(2026, 4, 20)]


def test_a_rejection_without_recovery_keeps_the_money(ledger: Ledger) -> None:
    earn(ledger, "60.00")
    ledger.reservations.reserve(MINA, usd("60.00"), FIRST, an_act())
    ledger.reservations.forfeit(FIRST, an_act())

    assert ledger.balance(MINA) == balance("0")
    ended = ledger.reservations.ending_of(MINA, FIRST)
    assert ended is not None
    assert ended.postings == (
        Posting(-usd("60.00"), owner=MINA, part=Part.IN_FLIGHT),
        Posting(usd("60.00"), house=LedgerAccount.FORFEIT),
    )


def test_what_is_below_a_cent_stays_on_the_newest_entry(ledger: Ledger) -> None:
    earn(ledger, "50.000000", source="1", month=Month(2025, 8))
    earn(ledger, "7.188888", source="2")
    ledger.reservations.reserve(MINA, usd("57.18"), FIRST, an_act())

    (left,) = ledger.open_entries(MINA)
    assert (left.entry.month, left.remaining) == (SEPTEMBER, usd("0.008888"))


def test_lots_are_used_before_profits_and_the_earliest_first(ledger: Ledger) -> None:
    earn(ledger, "30.00")
    give_points(ledger, "6.00", source="late", until=date(2026, 5, 20))
    give_points(ledger, "4.00", source="early", until=date(2026, 4, 20))
    ledger.reservations.reserve(MINA, usd("20.00"), FIRST, an_act())

    assert [use.amount for use in ledger.reservations.uses(MINA, FIRST)] == [
        usd("4"),
        usd("6"),
        usd("10"),
    ]


def test_a_request_that_never_reached_the_ledger_used_nothing(ledger: Ledger) -> None:
    assert ledger.reservations.uses(MINA, FIRST) == []


def test_corrections_are_lines_of_their_own_in_a_withdrawal(ledger: Ledger) -> None:
    earn(ledger, "150.00", source="1")
    earn(ledger, "-5.00", source="2")
    ledger.reservations.reserve(MINA, usd("145.00"), FIRST, an_act())

    assert sorted(use.amount.micros for use in ledger.reservations.uses(MINA, FIRST)) == [
        -5_000_000,
        150_000_000,
    ]


def test_money_already_paid_outside_makes_debt_that_the_next_credit_pays(ledger: Ledger) -> None:
    ledger.post(MINA, EntryType.PREPAID, usd("-100.00"), an_act(), source="prepaid")
    assert ledger.balance(MINA) == balance("0", debt="100.00")
    assert ledger.balance(MINA).shown == usd("-100.00")

    earn(ledger, "150.00")
    assert ledger.balance(MINA) == balance("50.00")


def test_a_deleted_channel_forfeits_only_its_own_money(ledger: Ledger) -> None:
    earn(ledger, "8.00", source="1", channel="A")
    earn(ledger, "30.00", source="2", channel="B")
    assert ledger.expiry.from_channel(MINA, ChannelId("A")) == usd("8.00")

    forfeited = ledger.expiry.forfeit_channel(MINA, ChannelId("A"), an_act())

    assert forfeited == usd("8.00")
    assert ledger.balance(MINA) == balance("30.00")
    assert ledger.expiry.from_channel(MINA, ChannelId("A")) == usd("0")


def test_a_deleted_channel_forfeits_no_more_than_there_is(ledger: Ledger) -> None:
    """What another debit has used of the balance is not there to be given up again."""
    earn(ledger, "100.00", channel="A")
    ledger.post(MINA, EntryType.PREPAID, usd("-70.00"), an_act(), source="prepaid")
    assert ledger.expiry.from_channel(MINA, ChannelId("A")) == usd("30.00")

    assert ledger.expiry.forfeit_channel(MINA, ChannelId("A"), an_act()) == usd("30.00")
    assert ledger.balance(MINA) == balance("0")
    assert ledger.check().holds


def test_a_requested_balance_is_not_forfeited(ledger: Ledger) -> None:
    earn(ledger, "30.00", channel="B")
    ledger.reservations.reserve(MINA, usd("30.00"), FIRST, an_act())

    assert ledger.expiry.forfeit_channel(MINA, ChannelId("B"), an_act()) == usd("0")


def test_leaving_lets_the_whole_balance_expire(ledger: Ledger) -> None:
    earn(ledger, "12.34")

    assert ledger.expiry.expire_balance(MINA, an_act()) == usd("12.34")
    assert ledger.balance(MINA) == balance("0")


def test_points_can_be_used_on_their_last_day_and_expire_on_the_next(ledger: Ledger) -> None:
    give_points(ledger, "4.00", source="lot", until=date(2026, 4, 20))
    give_points(ledger, "10.50", source="rest", until=date(2026, 5, 20))

    assert ledger.expiry.expire_lots(MINA, an_act(date(2026, 4, 20))) == usd("0")
    assert ledger.expiry.expire_lots(MINA, an_act(date(2026, 4, 21))) == usd("4.00")
    assert ledger.balance(MINA) == balance("10.50")
    assert ledger.expiry.expire_lots(MINA, an_act(date(2026, 4, 22))) == usd("0")


def test_points_that_a_channel_brought_are_forfeited_with_it(ledger: Ledger) -> None:
    """A campaign's bonus is of the channel whose videos it counted; other points stay."""
    earn(ledger, "5.00")
    for channel, amount in (("A", "4.00"), (None, "2.00")):
        ledger.post(
            MINA,
            EntryType.BONUS_POINT,
            usd(amount),
            an_act(),
            source=f"bonus of {channel}",
            kind=Kind.GRANT,
            channel=ChannelId(channel) if channel else None,
            expires_on=date(2026, 4, 20),
        )

    assert ledger.expiry.from_channel(MINA, ChannelId("A")) == usd("9.00")
    assert ledger.expiry.forfeit_channel(MINA, ChannelId("A"), an_act()) == usd("9.00")
    assert ledger.balance(MINA) == balance("2.00")
    assert ledger.check().findings == ()


def test_a_quote_counts_on_no_points_whose_last_day_is_over(ledger: Ledger) -> None:
    """They stand in the balance until they expire, and would be used first."""
    earn(ledger, "30.00")
    give_points(ledger, "4.00", source="lot", until=date(2026, 4, 20))

    def used(today: date) -> list[tuple[EntryType, Money]]:
        found = ledger.reservations.would_use(MINA, usd("10.00"), today)
        return [(each.entry.type, each.amount) for each in found]

    assert used(date(2026, 4, 20)) == [
        (EntryType.BONUS_POINT, usd("4.00")),
        (EntryType.MUSIC_PROFIT, usd("6.00")),
    ]
    assert used(date(2026, 4, 21)) == [(EntryType.MUSIC_PROFIT, usd("10.00"))]


def test_only_the_unspent_part_of_a_lot_expires(ledger: Ledger) -> None:
    earn(ledger, "30.00")
    give_points(ledger, "4.00", source="lot", until=date(2026, 4, 20))
    ledger.post(MINA, EntryType.POLICY_VIOLATION, usd("-1.00"), an_act(), source="violation")

    assert ledger.expiry.expire_lots(MINA, an_act(date(2026, 4, 21))) == usd("3.00")
    assert ledger.balance(MINA) == balance("30.00")


def test_two_lapses_of_one_moment_are_two(ledger: Ledger) -> None:
    """The clock that dates them may stand still, or go back to where it was."""
    leave, delete = ledger.expiry.expire_balance, ledger.expiry.forfeit_channel
    for turn, amount in enumerate(("12.34", "5.00", "6.00")):
        earn(ledger, amount, source=f"left {turn}")
        assert leave(MINA, an_act()) == usd(amount)
        earn(ledger, amount, source=f"deleted {turn}", channel="B")
        assert delete(MINA, ChannelId("B"), an_act()) == usd(amount)
        give_points(ledger, amount, source=f"lot {turn}", until=date(2025, 10, 19))
        assert ledger.expiry.expire_lots(MINA, an_act()) == usd(amount)

    assert ledger.balance(MINA) == balance("0")
    assert ledger.check().holds


def test_points_expire_twice_on_one_day(ledger: Ledger) -> None:
    """The second lot came after the first had expired, with its last day over already."""
    morning = an_act(date(2026, 4, 21))
    evening = evolve(morning, at=morning.at + timedelta(hours=9))
    give_points(ledger, "4.00", source="first", until=date(2026, 4, 20))
    assert ledger.expiry.expire_lots(MINA, morning) == usd("4.00")
    give_points(ledger, "6.00", source="second", until=date(2026, 4, 20))

    assert ledger.expiry.expire_lots(MINA, evening) == usd("6.00")
    assert ledger.balance(MINA) == balance("0")


def test_a_spent_lot_leaves_nothing_to_expire(ledger: Ledger) -> None:
    earn(ledger, "30.00")
    give_points(ledger, "14.50", source="lot", until=date(2026, 4, 20))
    ledger.reservations.reserve(MINA, usd("44.50"), FIRST, an_act())

    assert ledger.expiry.expire_lots(MINA, an_act(date(2026, 4, 21))) == usd("0")


def test_a_posting_is_reversed_once(ledger: Ledger) -> None:
    ledger.post(MINA, EntryType.PORTAL_PROFIT, usd("9.00"), an_act(), source="op")
    posted = TransactionId(ledger.store.by_source(MINA, "op").id)  # type: ignore[union-attr]

    mirror = ledger.reversals.reverse(posted, an_act(reason="typed twice"))

    assert mirror.reverses == posted
    assert ledger.balance(MINA) == balance("0")
    assert ledger.open_entries(MINA) == []
    with pytest.raises(AlreadyReversed):
        ledger.reversals.reverse(posted, an_act())


def test_a_reversal_is_of_the_month_and_the_channel_of_what_it_takes_back(ledger: Ledger) -> None:
    earn(ledger, "9.00", source="op", channel="B")
    posted = ledger.store.by_source(MINA, "op")
    assert posted is not None

    ledger.reversals.reverse(posted.id, an_act(date(2025, 12, 1), "typed twice"))

    mirror = ledger.reversals.reversal_of(MINA, posted.id)
    assert mirror is not None
    [row] = mirror.entries
    assert (mirror.month, row.month, row.earning_month) == (SEPTEMBER, SEPTEMBER, SEPTEMBER)
    assert (row.channel, row.day, row.correction) == ("B", date(2025, 12, 1), True)


def test_a_reversal_waits_for_another_one_and_is_told_of_it(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever holds the account has reversed the same posting by the time it is free."""
    ledger.post(MINA, EntryType.PORTAL_PROFIT, usd("9.00"), an_act(), source="op")
    posted = TransactionId(ledger.store.by_source(MINA, "op").id)  # type: ignore[union-attr]
    lock = type(ledger.store).lock

    def waits(store: Any, accounts: Any) -> Any:
        monkeypatch.undo()
        ledger.reversals.reverse(posted, an_act(reason="came first"))
        return lock(store, accounts)

    monkeypatch.setattr(type(ledger.store), "lock", waits)

    with pytest.raises(AlreadyReversed):
        ledger.reversals.reverse(posted, an_act(reason="came second"))
    assert ledger.balance(MINA) == balance("0")


def test_an_id_of_somebody_else_is_not_found(ledger: Ledger) -> None:
    """One that comes alone leads to its account first."""
    entry = ledger.post(MINA, EntryType.PORTAL_PROFIT, usd("9.00"), an_act(), source="op")
    posted = ledger.store.by_source(MINA, "op")
    assert posted is not None
    mirror = ledger.reversals.reverse(posted.id, an_act(reason="typed twice"))

    def found(account: str) -> list[object]:
        return [
            ledger.store.by_source(account, "op"),
            ledger.transaction(account, posted.id),
            ledger.transaction_of(account, entry.id),
            ledger.reversals.reversal_of(account, posted.id),
        ]

    assert found(MINA) == [posted, posted, posted, mirror]
    assert found("somebody") == [None] * 4
    assert ledger.store.account_of(entry.id) == ledger.store.account_of(posted.id) == MINA
    assert ledger.store.account_of(EntryId("nothing")) is None


def test_of_many_rows_those_that_were_reversed_are_found(ledger: Ledger) -> None:
    rows = []
    for account in (MINA, AccountId("kai")):
        for number in range(2):
            source = f"{account}{number}"
            ledger.post(account, EntryType.PORTAL_PROFIT, usd("1.00"), an_act(), source=source)
            posted = ledger.store.by_source(account, source)
            assert posted is not None
            rows.append(posted.entries[0].id)
            if number:
                mirror = ledger.reversals.reverse(posted.id, an_act(reason="typo")).entries[0].id
    assert ledger.reversals.among([*rows, mirror, EntryId("nothing")]) == {rows[1], rows[3]}
    assert ledger.reversals.among(rows[2:]) == {rows[3]}
    assert ledger.reversals.among([]) == frozenset()


def test_reversing_what_was_spent_makes_debt(ledger: Ledger) -> None:
    ledger.post(MINA, EntryType.PORTAL_PROFIT, usd("90.00"), an_act(), source="op")
    ledger.reservations.reserve(MINA, usd("90.00"), FIRST, an_act())
    posted = ledger.store.by_source(MINA, "op")
    assert posted is not None

    ledger.reversals.reverse(posted.id, an_act(reason="wrong account"))

    assert ledger.balance(MINA) == balance("0", in_flight="90.00", debt="90.00")


def test_a_reversed_expiry_gives_the_points_back(ledger: Ledger) -> None:
    give_points(ledger, "4.00", source="lot", until=date(2026, 4, 20))
    ledger.expiry.expire_lots(MINA, an_act(date(2026, 4, 21)))
    (expiry,) = [
        each for each in ledger.store.whole.chain() if each.transaction.kind is Kind.EXPIRY
    ]

    ledger.reversals.reverse(
        expiry.transaction.id, an_act(date(2026, 4, 22), reason="paid too late")
    )

    (lot,) = ledger.open_entries(MINA)
    assert (lot.remaining, lot.expires_on) == (usd("4.00"), date(2026, 5, 22))


def test_a_reservation_is_not_reversed_by_hand(ledger: Ledger) -> None:
    earn(ledger, "60.00")
    ledger.reservations.reserve(MINA, usd("60.00"), FIRST, an_act())
    reservation = [each.transaction for each in ledger.store.whole.chain()][-1]

    with pytest.raises(NotReversible):
        ledger.reversals.reverse(reservation.id, an_act())


def test_the_last_settled_month_counts_corrections(ledger: Ledger) -> None:
    earn(ledger, "60.00", source="1", month=Month(2025, 8))
    earn(ledger, "99.99", source="2")
    earn(ledger, "0.01", source="3")

    settled = ledger.statements.last_settled(MINA)

    assert settled is not None
    assert (settled.month, settled.revenue) == (SEPTEMBER, usd("100.00"))


def test_no_month_was_settled_before_the_first_profit(ledger: Ledger) -> None:
    assert ledger.statements.last_settled(MINA) is None


def test_a_refused_block_leaves_nothing(transactions: Transactions[Books]) -> None:
    def earn_and_ask_too_much() -> None:
        with transactions.begin() as books:
            earn(books.ledger, "150.00")
            books.ledger.reservations.reserve(MINA, usd("150.01"), FIRST, an_act())

    with pytest.raises(NotEnoughBalance):
        earn_and_ask_too_much()

    with transactions.look() as books:
        assert books.ledger.balance(MINA) == balance("0")
        assert list(books.ledger.store.whole.chain()) == []


def test_the_statement_shows_the_newest_first_by_pages(ledger: Ledger) -> None:
    earn(ledger, "1.00", source="1")
    earn(ledger, "2.00", source="2")
    earn(ledger, "3.00", source="3")

    page = ledger.store.statements.entries(MINA, PageRequest(0, 2))

    assert [entry.amount for entry in page.items] == [usd("3.00"), usd("2.00")]
    assert page.total == 3


def test_the_statement_can_be_narrowed_to_days_and_types(ledger: Ledger) -> None:
    earn(ledger, "1.00", source="1")
    ledger.reservations.reserve(MINA, usd("1.00"), FIRST, an_act(date(2025, 10, 25)))

    def found(**narrowed: object) -> list[EntryType]:
        page = ledger.store.statements.entries(MINA, PageRequest(), **narrowed)  # type: ignore[arg-type]
        return [entry.type for entry in page.items]

    assert found(first=date(2025, 10, 21)) == [EntryType.WITHDRAWAL]
    assert found(last=date(2025, 10, 24)) == [EntryType.MUSIC_PROFIT]
    assert found(types=[EntryType.MUSIC_PROFIT]) == [EntryType.MUSIC_PROFIT]
    assert ledger.store.statements.shown_before(MINA, date(2025, 10, 25)) == usd("1.00")


def test_a_statement_tells_of_its_own_account_alone(ledger: Ledger) -> None:
    """Whatever is read of an account, another one's rows are never in it."""
    for account, amount in ((MINA, "1.00"), (AccountId("kai"), "5.00")):
        ledger.lock(account)
        ledger.post(
            *(account, EntryType.MUSIC_PROFIT, usd(amount), an_act()),
            source=f"of {account}",
            month=SEPTEMBER,
        )
    rows = ledger.store.statements

    for account, amount in ((MINA, "1.00"), (AccountId("kai"), "5.00")):
        settled = rows.last_settled(account)
        [entry] = rows.entries(account, PageRequest()).items
        [of_month] = rows.entries_of_month(account, SEPTEMBER)
        [line] = rows.month_lines(account)
        [open_entry] = ledger.store.open_entries(account)
        assert settled is not None
        assert {entry.account, of_month.account, open_entry.entry.account} == {account}
        assert {line.amount, settled.revenue, rows.shown_before(account, date(2030, 1, 1))} == {
            usd(amount)
        }
    assert not rows.month_lines(AccountId("nobody"))


def test_month_lines_add_up_types_by_earning_month(ledger: Ledger) -> None:
    earn(ledger, "1.00", source="1", channel="A")
    earn(ledger, "2.00", source="2", channel="B")
    earn(ledger, "4.00", source="3", month=Month(2025, 8))
    ledger.post(MINA, EntryType.PORTAL_PROFIT, usd("8.00"), an_act(), source="4")

    assert ledger.store.statements.month_lines(MINA) == [
        MonthLine(Month(2025, 10), EntryType.PORTAL_PROFIT, usd("8.00")),
        MonthLine(SEPTEMBER, EntryType.MUSIC_PROFIT, usd("3.00")),
        MonthLine(Month(2025, 8), EntryType.MUSIC_PROFIT, usd("4.00")),
    ]
    assert len(ledger.store.statements.month_lines(MINA, SEPTEMBER, SEPTEMBER)) == 1
    assert len(ledger.store.statements.entries_of_month(MINA, SEPTEMBER)) == 2


def test_the_chain_comes_back_as_it_was_sealed(ledger: Ledger) -> None:
    earn(ledger, "60.00")
    give_points(ledger, "4.00", source="lot", until=date(2025, 10, 30))
    ledger.reservations.reserve(MINA, usd("64.00"), FIRST, an_act())
    ledger.reservations.return_funds(FIRST, an_act(reason="account closed at the bank"))

    previous = rules.FIRST_HASH
    for number, sealed in enumerate(ledger.store.whole.chain(), start=1):
        assert sealed.transaction.account == MINA
        assert (sealed.number, sealed.previous) == (number, previous)
        assert sealed.hash == rules.seal(number, previous, sealed.transaction)
        previous = sealed.hash
    assert number == 4


def test_accounts_with_ended_lots_are_found(ledger: Ledger) -> None:
    give_points(ledger, "4.00", source="lot", until=date(2026, 4, 20))

    assert ledger.expiry.with_lots_ended(date(2026, 4, 20)) == []
    assert ledger.expiry.with_lots_ended(date(2026, 4, 21)) == [MINA]


def test_a_lot_has_ended_down_to_its_last_micro(ledger: Ledger) -> None:
    give_points(ledger, "0.000001", source="lot", until=date(2026, 4, 20))

    assert ledger.expiry.with_lots_ended(date(2026, 4, 21)) == [MINA]


def test_a_balance_judged_by_an_old_reading_is_refused_by_the_store(ledger: Ledger) -> None:
    earn(ledger, "10.00")
    ledger.reservations.reserve(MINA, usd("10.00"), FIRST, an_act())
    (reservation,) = [
        each.transaction
        for each in ledger.store.whole.chain()
        if each.transaction.kind is Kind.RESERVATION
    ]
    again = evolve(
        reservation, id=TransactionId("again"), source="again", entries=(), allocations=()
    )

    with pytest.raises(NotEnoughBalance):
        ledger.post_all([again])


@pytest.mark.parametrize("part", [Part.AVAILABLE, Part.IN_FLIGHT, Part.DEBT])
def test_the_store_empties_a_part_and_lets_none_sink_below_nothing_by_a_micro(
    ledger: Ledger, part: Part
) -> None:
    earn(ledger, "10.00")
    ledger.reservations.reserve(MINA, usd("4.00"), FIRST, an_act())
    reservation = [each.transaction for each in ledger.store.whole.chain()][-1]
    earn(ledger, "-8.00", source="lost")
    if part is not Part.DEBT:
        earn(ledger, "5.00", source="more")
    other = Part.AVAILABLE if part is Part.IN_FLIGHT else Part.IN_FLIGHT

    def has() -> Money:
        held = ledger.balance(MINA)
        parts = {Part.AVAILABLE: held.available, Part.IN_FLIGHT: held.in_flight}
        return parts.get(part, held.debt)

    def take(amount: Money, source: str) -> None:
        # What is owed stands on the other side.
        change = amount if part is Part.DEBT else -amount
        legs = (Posting(change, owner=MINA, part=part), Posting(-change, owner=MINA, part=other))
        moved = evolve(reservation, entries=(), allocations=(), postings=legs)
        ledger.post_all([evolve(moved, id=TransactionId(source), source=source)])

    assert has() > usd("0")
    take(has(), "all of it")
    assert has() == usd("0")
    with pytest.raises(NotEnoughBalance):
        take(Money(1), "a micro more")


@pytest.mark.parametrize("order", [1, -1])
def test_of_two_accounts_the_one_that_lacks_is_named(ledger: Ledger, order: int) -> None:
    kai = AccountId("kai")
    for account, amount, asked in ((MINA, "3.00", FIRST), (kai, "100.00", SECOND)):
        ledger.lock(account)
        ledger.post(
            *(account, EntryType.MUSIC_PROFIT, usd(amount), an_act()),
            source=f"of {account}",
            month=SEPTEMBER,
        )
        ledger.reservations.reserve(account, usd("2.00"), asked, an_act())
    again = [
        evolve(
            each.transaction,
            id=TransactionId(f"{each.transaction.id} again"),
            source=f"{each.transaction.source} again",
            entries=(),
            allocations=(),
        )
        for each in ledger.store.whole.chain()
        if each.transaction.kind is Kind.RESERVATION
    ]

    with pytest.raises(NotEnoughBalance) as refused:
        ledger.post_all(again[::order])

    assert (refused.value.available, refused.value.amount) == (usd("1.00"), usd("2.00"))


def test_lots_are_listed_by_their_last_day(ledger: Ledger) -> None:
    give_points(ledger, "3.00", source="late", until=date(2026, 6, 1))
    give_points(ledger, "4.00", source="soon", until=date(2026, 4, 20))
    earn(ledger, "10.00")

    everything = ledger.store.statements.lots(PageRequest())
    assert [(lot.remaining, lot.expires_on) for lot in everything.items] == [
        (usd("4.00"), date(2026, 4, 20)),
        (usd("3.00"), date(2026, 6, 1)),
    ]
    soon = ledger.store.statements.lots(PageRequest(size=1), account=MINA, until=date(2026, 4, 20))
    assert (soon.total, soon.items[0].remaining) == (1, usd("4.00"))
    assert not ledger.store.statements.lots(PageRequest(), account=AccountId("nobody")).items


def test_points_can_be_spent_on_their_last_day(ledger: Ledger) -> None:
    give_points(ledger, "24.00", source="lot", until=date(2026, 4, 20))
    last_day = an_act(date(2026, 4, 20))

    assert ledger.expiry.expire_lots(MINA, last_day) == usd("0")
    ledger.reservations.reserve(MINA, usd("24.00"), FIRST, last_day)

    assert ledger.balance(MINA) == balance("0", in_flight="24.00")
    assert ledger.expiry.expire_lots(MINA, an_act(date(2026, 4, 21))) == usd("0")


def test_the_daily_job_lets_points_lapse_once(transactions: Any, clock: FixedClock) -> None:
    with transactions.begin() as books:
        give_points(books.ledger, "4.00", source="lot", until=date(2026, 4, 20))
        give_points(books.ledger, "10.50", source="rest", until=date(2026, 5, 20))
    earnings = AccountLedger(transactions, clock, clock, counting_ids(), Points())

    clock.set(date(2026, 4, 20))
    assert earnings.expire_lots(Actor.system("points.expire")) == []
    clock.set(date(2026, 4, 21))
    lost = [ExpiredLots(MINA, usd("4.00"))]
    assert earnings.expire_lots(Actor.system("points.expire"), dry_run=True) == lost
    assert earnings.expire_lots(Actor.system("points.expire")) == lost
    assert earnings.expire_lots(Actor.system("points.expire")) == []

    with transactions.look() as books:
        assert books.ledger.balance(MINA) == balance("10.50")
        newest = books.ledger.store.statements.entries(MINA, PageRequest()).items[0]
    assert (newest.type, newest.amount) == (EntryType.EXPIRE, usd("-4.00"))


def siblings(*shares: tuple[str, str], said: str | None = None) -> list[Transaction]:
    """One thing that concerns several accounts: money of the first ones comes to the last."""
    amounts = [usd(amount) for _, amount in shares]
    of = Siblings("move", len(shares), usd(said) if said else total(amounts))
    return [
        _moved(AccountId(name), amount, of)
        for (name, _), amount in zip(shares, amounts, strict=True)
    ]


def _moved(account: AccountId, amount: Money, of: Siblings) -> Transaction:
    act, source = an_act(), f"{of.id}:{account}"
    type_ = EntryType.PORTAL_PROFIT if amount > usd("0") else EntryType.POLICY_VIOLATION
    entry = Entry(rules.entry_id(source, 0), account, type_, amount, act.day)
    return Transaction(
        rules.transaction_id(source),
        account,
        source,
        Kind.POSTING,
        act.day,
        act.at,
        act.actor,
        postings=(
            Posting(amount, owner=account, part=Part.AVAILABLE),
            Posting(-amount, house=LedgerAccount.TRANSFER),
        ),
        entries=(entry,),
        siblings=of,
    )


def test_a_move_between_accounts_is_two_transactions_through_the_house(ledger: Ledger) -> None:
    earn(ledger, "10.00")
    ledger.lock(MINA, AccountId("kai"))
    ledger.post_all(siblings(("mina", "-4.00"), ("kai", "4.00")))

    assert (ledger.balance(MINA), ledger.balance(AccountId("kai"))) == (
        balance("6.00"),
        balance("4.00"),
    )
    assert ledger.check().holds
    chains = {each.transaction.account: each.number for each in ledger.store.whole.chain()}
    assert chains == {"mina": 2, "kai": 1}


def test_half_of_a_move_is_found(ledger: Ledger) -> None:
    earn(ledger, "10.00")
    ledger.lock(MINA)
    ledger.post_all(siblings(("mina", "-4.00"), ("kai", "4.00"))[:1])

    found = {each.invariant for each in ledger.check().findings}
    assert found == {"I16", "I17"}


def test_siblings_that_say_another_sum_are_found(ledger: Ledger) -> None:
    earn(ledger, "10.00")
    ledger.lock(MINA, AccountId("kai"))
    ledger.post_all(siblings(("mina", "-4.00"), ("kai", "4.00"), said="0.01"))

    assert {each.invariant for each in ledger.check().findings} == {"I16"}


def test_a_transaction_of_two_accounts_is_never_written(ledger: Ledger) -> None:
    one, other = siblings(("mina", "5.00"), ("kai", "-5.00"))
    both = evolve(one, postings=(*one.postings, *other.postings))

    with pytest.raises(SeveralAccounts):
        ledger.post_all([both])
    assert list(ledger.store.whole.chain()) == []


def test_each_account_has_a_chain_of_its_own(ledger: Ledger) -> None:
    kai = AccountId("kai")
    for source in ("first", "second"):
        for account in (MINA, kai):
            ledger.post(
                account,
                EntryType.PORTAL_PROFIT,
                usd("1.00"),
                an_act(),
                source=f"{source} {account}",
            )

    whole = ledger.store.whole
    numbers = [(each.transaction.account, each.number) for each in whole.chain()]
    assert numbers == [("kai", 1), ("kai", 2), ("mina", 1), ("mina", 2)]
    assert {name: head.number for name, head in whole.heads().items()} == {"kai": 2, "mina": 2}
    assert all(each.previous == rules.FIRST_HASH for each in whole.chain() if each.number == 1)


def test_a_checkpoint_seals_what_moved_since_the_one_before(transactions: Any) -> None:
    with transactions.begin() as books:
        earn(books.ledger, "10.00")
        first = rules.checkpoint(books.checkpoints.last(), books.checkpoints.moved())
        books.checkpoints.add(first)
        assert books.checkpoints.moved() == []
        earn(books.ledger, "5.00", source="more")
        second = rules.checkpoint(books.checkpoints.last(), books.checkpoints.moved())
        books.checkpoints.add(second)

    assert (second.number, second.previous) == (2, first.hash)
    assert [(head.account, head.number) for head in second.heads] == [("mina", 2)]
    with transactions.look() as books:
        assert list(books.integrity.chains.checkpoints()) == []
        assert books.integrity.chains.unsealed() == 0
