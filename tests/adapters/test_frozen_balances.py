"""What a deleted member leaves is paid or moved: in memory, on SQLite and on PostgreSQL."""

from __future__ import annotations

from datetime import date
from functools import partial

import pytest
from tests.adapters.test_settlement_closing import ANN, PAGE, SEPTEMBER, Office, office
from tests.fakes.standins import counting_ids

from backbeat.accounts.errors import AccountNotFound, StatusRefused
from backbeat.audit.ports import AuditFilter
from backbeat.kernel.errors import FieldsMissing
from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.money import Money
from backbeat.ledger.errors import NotEnoughBalance, NotReversible
from backbeat.ledger.model import EntryType, LedgerAccount
from backbeat.ledger.service import AccountLedger, Correction
from backbeat.members.frozen_balances import FrozenBalances
from backbeat.settings import Points

pytestmark = pytest.mark.variants("databases")

__all__ = ["office"]

KAI, STUDIO, FERN = AccountId("kai"), AccountId("studio"), AccountId("fern")


@pytest.fixture
def frozen(office: Office) -> FrozenBalances:
    """Kai earned 190.003800 in September, and was deleted."""
    office.monthly(SEPTEMBER, (2, "C1", "200.004"), (4, "F1", "80.00"))
    office.close(SEPTEMBER, date(2025, 10, 20))
    delete(office, KAI)
    return FrozenBalances(office.transactions, office.clock, office.clock, counting_ids(7001))


def delete(office: Office, account: AccountId) -> None:
    with office.transactions.begin() as books:
        books.accounts.lock(account)
        books.accounts.save(
            books.accounts.get(account).deleted("by its manager", office.clock.now())
        )


def posted(office: Office, account: AccountId, amount: str) -> None:
    earnings = AccountLedger(
        office.transactions,
        office.clock,
        office.clock,
        counting_ids(8001 + len(office.entries(account))),
        Points(),
    )
    wanted = Correction(account, EntryType.PORTAL_PROFIT, Money.of(amount))
    earnings.post(wanted, ANN, "for the test")


def transferred(office: Office) -> int:
    """What `house:transfer` holds."""
    with office.transactions.look() as books:
        chain = list(books.ledger.store.whole.chain())
    legs = [leg for sealed in chain for leg in sealed.transaction.postings]
    return sum(leg.amount.micros for leg in legs if leg.house is LedgerAccount.TRANSFER)


def audited(office: Office) -> list[tuple[str, str, str | None]]:
    with office.transactions.look() as books:
        found = books.audit.page(AuditFilter(action="account.frozen"), PAGE).items
    return sorted((row.entry.action, row.entry.target, row.entry.reason) for row in found)


def test_only_deleted_accounts_that_have_something_are_listed(
    office: Office, frozen: FrozenBalances
) -> None:
    delete(office, AccountId("mina"))

    assert [(each.account.id, str(each.balance.available)) for each in frozen.list()] == [
        (KAI, "190.0038")
    ]


def test_what_is_left_is_paid_in_whole_cents(office: Office, frozen: FrozenBalances) -> None:
    done = frozen.pay(KAI, "SEPA 4711", ANN, "the member wrote to us")

    assert (str(done.amount), str(done.left.available), done.to) == ("190.00", "0.0038", None)
    assert office.entries("kai")[-1] == ("fast_withdrawal", "-190.00", "None", "2025-10-20")
    assert audited(office) == [("account.frozen_paid", "account:kai", "the member wrote to us")]
    assert office.findings() == []
    with pytest.raises(NotEnoughBalance):
        frozen.pay(KAI, "SEPA 4712", ANN, "again")


def test_what_is_left_is_moved_to_the_last_unit(office: Office, frozen: FrozenBalances) -> None:
    before = office.balances()["studio"]

    done = frozen.move(KAI, STUDIO, ANN, "agreed with both")

    assert (str(done.amount), done.left.available, done.to and done.to.id) == (
        "190.0038",
        Money.zero(),
        STUDIO,
    )
    assert frozen.list() == []
    assert Money.of(office.balances()["studio"]) - Money.of(before) == Money.of("190.0038")
    assert "kai" not in office.balances()
    assert office.entries("studio")[-1] == ("portal_profit", "190.0038", "None", "2025-10-20")
    assert transferred(office) == 0
    assert audited(office) == [
        ("account.frozen_moved", "account:kai", "agreed with both"),
        ("account.frozen_received", "account:studio", "agreed with both"),
    ]
    assert office.findings() == []


def test_where_nothing_is_left_nothing_is_moved(office: Office, frozen: FrozenBalances) -> None:
    frozen.move(KAI, STUDIO, ANN, "agreed")
    before = office.balances()

    with pytest.raises(NotEnoughBalance):
        frozen.move(KAI, STUDIO, ANN, "agreed")

    assert (office.balances(), len(audited(office))) == (before, 2)


def test_what_comes_later_is_paid_or_moved_again(office: Office, frozen: FrozenBalances) -> None:
    frozen.move(KAI, STUDIO, ANN, "agreed")
    posted(office, KAI, "5.00")

    assert str(frozen.move(KAI, FERN, ANN, "agreed").amount) == "5.00"
    posted(office, KAI, "6.00")
    assert str(frozen.pay(KAI, "SEPA 4711", ANN, "agreed").amount) == "6.00"
    assert office.findings() == []


def test_what_is_in_flight_goes_its_own_way(office: Office, frozen: FrozenBalances) -> None:
    posted(office, KAI, "10.00")
    with office.transactions.begin() as books:
        books.ledger.lock(KAI)
        act = frozen._act(ANN, "asked for before")
        books.ledger.reservations.reserve(KAI, Money.of("40.00"), WithdrawalId("w1"), act)

    done = frozen.move(KAI, STUDIO, ANN, "agreed")

    assert (str(done.amount), str(done.left.in_flight)) == ("160.0038", "40.00")
    assert [finding for finding in office.findings() if finding.invariant != "I5"] == []


def test_a_dry_run_leaves_everything_as_it_is(office: Office, frozen: FrozenBalances) -> None:
    before = office.balances()

    paid = frozen.pay(KAI, "SEPA 4711", ANN, "agreed", dry_run=True)
    moved = frozen.move(KAI, STUDIO, ANN, "agreed", dry_run=True)

    assert (str(paid.amount), str(moved.amount)) == ("190.00", "190.0038")
    assert (office.balances(), audited(office)) == (before, [])


def test_one_side_of_a_move_is_not_undone_alone(office: Office, frozen: FrozenBalances) -> None:
    frozen.move(KAI, STUDIO, ANN, "agreed")
    earnings = AccountLedger(
        office.transactions, office.clock, office.clock, counting_ids(8001), Points()
    )

    for account, at in (("kai", -1), ("studio", -1)):
        row = office.entry(account, at)
        with pytest.raises(NotReversible):
            earnings.reverse(row, ANN, "a mistake")
    assert office.findings() == []


def test_who_is_not_deleted_keeps_its_own(office: Office, frozen: FrozenBalances) -> None:
    for act in (
        partial(frozen.pay, FERN, "SEPA 4711", ANN, "agreed"),
        partial(frozen.move, FERN, STUDIO, ANN, "agreed"),
    ):
        with pytest.raises(StatusRefused):
            act()
    for unknown in (
        partial(frozen.pay, AccountId("nobody"), "SEPA 4711", ANN, "agreed"),
        partial(frozen.move, AccountId("nobody"), STUDIO, ANN, "agreed"),
        partial(frozen.move, KAI, AccountId("nobody"), ANN, "agreed"),
        partial(frozen.move, KAI, KAI, ANN, "agreed"),
    ):
        with pytest.raises(AccountNotFound):
            unknown()
    assert office.balances()["fern"] == "80.00"


def test_a_reason_and_a_reference_are_needed(office: Office, frozen: FrozenBalances) -> None:
    for act in (
        partial(frozen.pay, KAI, "SEPA 4711", ANN, " "),
        partial(frozen.pay, KAI, " ", ANN, "agreed"),
        partial(frozen.move, KAI, STUDIO, ANN, None),
    ):
        with pytest.raises(FieldsMissing):
            act()
    assert audited(office) == []
