"""What is put into files, what is held back, and that the same batch is always the same files."""

from __future__ import annotations

from datetime import date
from hashlib import sha256

import pytest
from attrs import evolve
from tests.fakes.payouts import OWN_ACCOUNT, PayoutOffice, contents
from tests.fakes.withdrawals import (
    ANN,
    BANK,
    BANK_FORM,
    BOB,
    BY_BANK,
    MINA,
    PAYPAL_FORM,
    a_withdrawal,
    dollars,
)

from backbeat.accounts.model import AccountStatus
from backbeat.audit.ports import AuditFilter
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import WithdrawalId
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.pages import PageRequest
from backbeat.payout_methods import banking
from backbeat.payout_methods.bank import PAIN001, SHEET
from backbeat.payout_methods.errors import NotWritable
from backbeat.payout_methods.model import FileForm, FileKind
from backbeat.payout_methods.paypal import PAYMENTS, PayPalAccount
from backbeat.payouts import rules
from backbeat.payouts.batches import BatchRequest
from backbeat.payouts.errors import (
    AttemptMoved,
    BatchChanged,
    BatchMoved,
    FormUnknown,
    SettingsMissing,
)
from backbeat.payouts.model import Debtor, Standing
from backbeat.settings import Payout
from backbeat.withdrawals import rules as withdrawal_rules
from backbeat.withdrawals.errors import FourEyesNeeded
from backbeat.withdrawals.model import AttemptState, PayoutAmounts, Withdrawal

PAYPAL, BANK_SHEET, PAIN = PAYMENTS, SHEET, PAIN001


@pytest.fixture
def office() -> PayoutOffice:
    return PayoutOffice.in_memory()


def paying(amount: Money) -> Withdrawal:
    """One of which that much arrives."""
    return a_withdrawal(paid=PayoutAmounts(amount, Money.zero(amount.currency), amount))


def held(office: PayoutOffice, order: BatchRequest) -> list[tuple[WithdrawalId, str | None]]:
    return [(e.withdrawal.id, e.refusal.reason) for e in office.exports.export(order, ANN).held]


def test_all_that_waits_is_one_batch_in_order_of_asking(office: PayoutOffice) -> None:
    asked = [office.waiting(name, "150.00") for name in ("hao", "mina", "rio")]

    made = office.export()

    assert (made.batch.number, made.batch.count, made.batch.total) == (1, 3, Money.of("428.85"))
    assert made.files[0].content.decode().split("\n")[1:] == [
        f"{each.id} 142.95 {each.destination}" for each in asked
    ]
    assert [office.desk.attempts(each.id)[0].state for each in asked] == ["exported"] * 3
    assert office.exports.export(BatchRequest(PAYPAL), ANN).batches == ()


def test_each_method_takes_its_own(office: PayoutOffice) -> None:
    by_paypal = office.waiting("mina")
    by_bank = office.waiting("hao", "350.00", BY_BANK)

    assert office.export(method=BANK_SHEET).batch.total == Money.of("330.00")
    order = BatchRequest(PAYPAL, withdrawals=(by_bank.id, by_paypal.id))
    assert held(office, order) == [(by_bank.id, "other_method")]


def test_each_currency_has_its_batch(office: PayoutOffice) -> None:
    office.add_rate("7.1234", date(2025, 10, 24))
    office.waiting("mina", "350.00", BY_BANK)
    in_yuan = office.waiting("hao", "350.00", BY_BANK, Currency.CNY)

    tried = office.exports.export(
        BatchRequest(BANK_SHEET, currency=Currency.CNY), ANN, dry_run=True
    )
    made = office.exports.export(BatchRequest(BANK_SHEET), ANN).batches

    assert [each.batch.currency for each in tried.batches] == [Currency.CNY]
    assert [(each.batch.number, each.batch.currency) for each in made] == [
        (1, Currency.USD),
        (2, Currency.CNY),
    ]
    assert made[1].batch.total == in_yuan.paid.net == Money.of("2350.72", Currency.CNY)


def test_a_trial_changes_nothing(office: PayoutOffice) -> None:
    asked = office.waiting()

    tried = office.exports.export(BatchRequest(PAYPAL), ANN, dry_run=True)

    assert len(tried.batches) == 1
    assert office.desk.attempts(asked.id) == ()
    assert office.export().batch.number == 1


def test_only_what_is_due_may_be_asked_for(office: PayoutOffice) -> None:
    asked = office.waiting()

    early = BatchRequest(PAYPAL, due_by=date(2025, 11, 9))
    assert office.exports.export(early, ANN).batches == ()
    in_time = BatchRequest(PAYPAL, due_by=date(2025, 11, 10), withdrawals=())
    assert len(office.exports.export(in_time, ANN).batches) == 1
    with pytest.raises(NotFound):
        office.exports.export(BatchRequest(PAYPAL, withdrawals=(asked.id, WithdrawalId("no"))), ANN)


def test_a_changed_destination_is_held_until_its_day(office: PayoutOffice) -> None:
    """DEST-12: asked for on the day of the change, sent three days later."""
    office.add_creator()
    office.payment_details.register(MINA, BANK_FORM)
    office.payment_details.update(MINA, PAYPAL_FORM)
    office.earn("150.00")
    asked = office.ask()
    assert asked.held_until == date(2025, 10, 28)

    office.business.set(date(2025, 10, 27))
    assert held(office, BatchRequest(PAYPAL)) == [(asked.id, "destination_hold")]
    office.business.set(date(2025, 10, 28))
    assert office.export().batch.count == 1


def test_a_large_amount_is_exported_by_another_than_who_approved(office: PayoutOffice) -> None:
    """PAYOUT-6."""
    large = office.waiting(amount="1000.01")
    small = office.waiting("hao", "1000.00")

    assert held(office, BatchRequest(PAYPAL)) == [(large.id, "four_eyes")]
    assert office.desk.attempts(small.id)
    office.decisions.approve(large.id, ANN)
    assert set(held(office, BatchRequest(PAYPAL))) == {
        (small.id, "payout_under_way"),
        (large.id, "four_eyes"),
    }
    assert office.export(by=BOB).batch.total == large.paid.net


@pytest.mark.parametrize(
    ("status", "is_held"),
    [
        (AccountStatus.SUSPENDED, True),
        (AccountStatus.BLOCKED, True),
        (AccountStatus.DELETED, False),
    ],
)
def test_no_money_leaves_for_an_account_that_is_suspended_or_blocked(
    office: PayoutOffice, status: AccountStatus, is_held: bool
) -> None:
    asked, other = office.waiting(), office.waiting("hao")
    with office.transactions.begin() as books:
        books.accounts.lock(MINA)
        books.accounts.save(evolve(books.accounts.get(MINA), status=status))

    export = office.exports.export(BatchRequest(PAYPAL), ANN, dry_run=True)

    reasons = [(each.withdrawal.id, each.refusal.reason) for each in export.held]
    assert reasons == ([(asked.id, "account_held")] if is_held else [])
    assert export.batches[0].batch.count == (1 if is_held else 2)
    named = office.exports.export(BatchRequest(PAYPAL, withdrawals=[asked.id, other.id]), ANN)
    assert len(named.held) == is_held
    with office.transactions.begin() as books:
        books.accounts.lock(MINA)
        books.accounts.save(evolve(books.accounts.get(MINA), status=AccountStatus.ACTIVE))
    again = office.exports.export(BatchRequest(PAYPAL), ANN)
    assert [each.batch.count for each in again.batches] == ([1] if is_held else [])


@pytest.mark.parametrize("payer", ["ann", "Ann", " ANN "])
def test_one_operator_spelled_otherwise_is_no_second_one(payer: str) -> None:
    large = a_withdrawal(usd=dollars("1500.00", "70.50", "1429.50"), approved_by="ann")

    with pytest.raises(FourEyesNeeded):
        withdrawal_rules.require_four_eyes(large, payer, Money.of(1_000))
    withdrawal_rules.require_four_eyes(large, "anna", Money.of(1_000))


def test_no_more_than_5000_stand_in_a_file() -> None:
    assert [len(part) for part in rules.parts(range(10_001))] == [5_000, 5_000, 1]
    assert list(rules.parts([])) == []


def test_a_batch_gives_the_same_files_again(office: PayoutOffice) -> None:
    asked = office.waiting()
    first = office.export()
    office.business.set(date(2025, 11, 30))
    office.desk.sent(1, BOB)

    again = office.exports.again(1)

    assert (contents(again.files), again.batch) == (contents(first.files), first.batch)
    with pytest.raises(NotFound):
        office.exports.again(2)
    office.decisions.pay(asked.id, BOB)
    with pytest.raises(BatchMoved):
        office.exports.again(1)


def test_files_that_cannot_be_made_as_they_were_are_not_made(office: PayoutOffice) -> None:
    office.waiting()
    office.export()

    class OtherWriter:
        def content(self, _sheet: object) -> bytes:
            return b"other"

    with pytest.raises(BatchChanged):
        evolve(office, writer=OtherWriter()).exports.again(1)


def test_a_method_has_its_forms(office: PayoutOffice) -> None:
    with pytest.raises(FormUnknown):
        office.exports.export(BatchRequest(PAYPAL, FileForm.XLSX), ANN)
    office.waiting("hao", "350.00", BY_BANK)
    [made] = office.exports.export(BatchRequest(BANK_SHEET, FileForm.XLSX), ANN).batches
    assert made.files[0].name == "payout-000001-bank-usd-1.xlsx"


@pytest.mark.parametrize(
    ("own", "wrong"),
    [
        (Payout(), ["payout.debtor_name", "payout.debtor_account", "payout.debtor_bic"]),
        (evolve(OWN_ACCOUNT, debtor_bic=" "), ["payout.debtor_bic"]),
        (evolve(OWN_ACCOUNT, debtor_bic="COBADE"), ["payout.debtor_bic"]),
        (evolve(OWN_ACCOUNT, debtor_name="백비트"), ["payout.debtor_name"]),
        (evolve(OWN_ACCOUNT, debtor_account="12-34"), ["payout.debtor_account"]),
    ],
)
def test_the_operators_account_has_to_be_said(
    office: PayoutOffice, own: Payout, wrong: list[str]
) -> None:
    with pytest.raises(SettingsMissing) as refused:
        evolve(office.exports, own=own).export(BatchRequest(PAIN), ANN)
    assert refused.value.settings == wrong


@pytest.mark.parametrize(
    ("withdrawal", "method", "field"),
    [
        (a_withdrawal(destination=evolve(BANK, holder="김미나")), PAIN, "holder"),
        (a_withdrawal(destination=evolve(BANK, holder="A" * 71)), PAIN, "holder"),
        (a_withdrawal(destination=PayPalAccount("Mina", "=1@x.org")), PAYPAL, "account_email"),
        (paying(Money.of("0")), PAYPAL, "amount"),
        (paying(Money.of("1.005")), PAYPAL, "amount"),
        (paying(Money.of("1500.99", Currency.KRW)), PAYPAL, "amount"),
        (paying(Money.of("1500.99", Currency.JPY)), PAYPAL, "amount"),
    ],
)
def test_what_a_file_cannot_say_is_held_back(
    withdrawal: Withdrawal, method: FileKind, field: str
) -> None:
    with pytest.raises(NotWritable) as refused:
        rules.require_writable(withdrawal, method)
    assert refused.value.field == field


@pytest.mark.parametrize(
    "amount", [Money.of("0.01"), Money.of("99.99"), Money.of("1001", Currency.KRW)]
)
def test_a_file_says_cents_and_whole_won(amount: Money) -> None:
    rules.require_writable(paying(amount), PAYPAL)


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r"])
def test_an_address_that_a_spreadsheet_would_run_goes_into_no_file(sign: str) -> None:
    runs = a_withdrawal(destination=PayPalAccount("Mina", f"{sign}1@example.org"))

    with pytest.raises(NotWritable, match="not_writable"):
        rules.require_writable(runs, PAYPAL)


def test_a_name_of_seventy_letters_still_goes_into_a_banks_file() -> None:
    rules.require_writable(a_withdrawal(destination=evolve(BANK, holder="A" * 70)), PAIN)


def test_accents_are_dropped_for_banks() -> None:
    assert banking.latin("José  Müller-O’Neil") == "Jose Muller-O'Neil"
    assert (
        banking.latin("Łukasz Groß-Ærø Đặng Þór Œuvré Işık")
        == "Lukasz Gross-AEro Dang Thor OEuvre Isik"
    )
    assert banking.latin("김미나") is None
    assert banking.latin("Лена") is None
    rules.require_writable(a_withdrawal(destination=evolve(BANK, holder="José")), PAIN)


def test_an_export_is_audited_without_anybodys_details(office: PayoutOffice) -> None:
    asked = office.waiting()
    office.export()
    with office.books() as books:
        [row] = books.audit.page(AuditFilter(action="payout.exported"), PageRequest()).items
    assert row.entry.after["withdrawals"] == [asked.id]
    assert "mina@" not in str(row.entry.after)


def test_an_export_is_audited_with_the_digests_of_its_files(office: PayoutOffice) -> None:
    office.waiting()
    made = office.export()
    with office.books() as books:
        [row] = books.audit.page(AuditFilter(action="payout.exported"), PageRequest()).items
    digests = [sha256(content).hexdigest() for content in contents(made.files)]
    assert row.entry.after["sha256"] == digests
    assert row.entry.after["files"] == [file.name for file in made.files]


@pytest.mark.parametrize(
    ("state", "is_open"),
    [
        (AttemptState.EXPORTED, True),
        (AttemptState.SENT, True),
        (AttemptState.UNCERTAIN, True),
        (AttemptState.SETTLED, False),
        (AttemptState.RETURNED, False),
    ],
)
def test_a_batch_is_under_way_while_one_of_its_attempts_is(
    office: PayoutOffice, state: AttemptState, is_open: bool
) -> None:
    office.waiting("mina")
    batch = office.export().batch
    assert Standing(batch, {state: 1}).is_open is is_open
    assert not Standing(batch, {state: 0}).is_open
    assert Standing(batch, {AttemptState.SETTLED: 3, state: 1}).is_open is is_open


def test_uncertain_payouts_are_neither_exported_nor_paid(office: PayoutOffice) -> None:
    asked = office.waiting("mina")
    office.waiting("hao")
    office.export()
    moved = office.desk.uncertain(1, ANN, "time-out", only=[asked.id])

    assert [each.state for each in moved] == [AttemptState.UNCERTAIN]
    with pytest.raises(BatchMoved):
        office.exports.again(1)
    assert held(office, BatchRequest(PAYPAL, withdrawals=(asked.id,))) == [
        (asked.id, "payout_under_way")
    ]
    office.desk.resolve(asked.id, AttemptState.RETURNED, ANN, "not in the list")
    assert office.export().batch.count == 1
    assert office.desk.attempts(asked.id)[1].number == 2


def test_what_was_never_sent_is_given_up_as_a_whole(office: PayoutOffice) -> None:
    """A file that somebody holds has every line of it: one alone cannot be taken back."""
    asked = [office.waiting(name) for name in ("hao", "mina")]
    office.export()
    with pytest.raises(AttemptMoved):
        office.desk.resolve(asked[0].id, AttemptState.RETURNED, ANN, "a mistake")

    cancelled = office.desk.cancel(1, ANN, "wrong account")
    assert [each.state for each in cancelled] == [AttemptState.RETURNED] * 2
    assert office.export().batch.count == 2
    office.desk.uncertain(2, ANN, "time-out", only=[asked[0].id])
    with pytest.raises(BatchMoved):
        office.desk.cancel(2, ANN, "wrong account")


def test_the_account_that_pays_is_left_out_where_it_is_printed() -> None:
    """SEC-7"""
    assert repr(Debtor("Backbeat", "DE893704", "COBADEFFXXX")) == (
        "Debtor(name='Backbeat', bic='COBADEFFXXX')"
    )
