"""Asking for a payout, over books in memory: the amounts and dates of journeys J1 to J3."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from attrs import evolve
from tests.fakes.withdrawals import (
    ANN,
    BANK_FORM,
    BY_BANK,
    BY_PAYPAL,
    MINA,
    PAYPAL_FORM,
    Payouts,
    dollars,
)

from backbeat import settings
from backbeat.accounts.errors import PendingWithdrawal
from backbeat.accounts.model import Permission, Role
from backbeat.audit.ports import AuditFilter
from backbeat.fx.errors import NoRate
from backbeat.idempotency.errors import IdempotencyMismatch
from backbeat.idempotency.model import Call
from backbeat.kernel.errors import BadRange, FieldsMissing, Refusal, RoleRefused
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Currency, Money, total
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.ledger.model import EntryType
from backbeat.ledger.service import AccountLedger
from backbeat.payout_methods.errors import BelowBankMinimum, CountryUnsupported
from backbeat.payout_methods.model import MethodName
from backbeat.payout_methods.paypal import PAYPAL as PAYPAL_METHOD
from backbeat.policies.service import Policies
from backbeat.settings import MemberPayout, MinimumBasis, PayoutRule, Settings
from backbeat.withdrawals.errors import (
    BelowMinimum,
    ChannelNotApproved,
    ConsentRequired,
    CurrencyNotForMethod,
    NothingLeftAfterFee,
    PaymentInfoMissing,
    QuoteStale,
    WindowClosed,
)
from backbeat.withdrawals.model import ListedWithdrawal, WithdrawalStatus
from backbeat.withdrawals.requests import WithdrawalPolicy

USD, CNY = Currency.USD, Currency.CNY
PAYPAL, BANK = BY_PAYPAL, BY_BANK


@pytest.fixture
def payouts() -> Payouts:
    """Mina, with an approved channel, paid by PayPal, on 25 October 2025."""
    stand = Payouts.in_memory()
    stand.add_creator()
    stand.payment_details.register(MINA, PAYPAL_FORM)
    return stand


def test_points_whose_last_day_is_over_are_not_asked_for_though_no_worker_came(
    payouts: Payouts,
) -> None:
    """WITHDRAW-7; the worker lets them expire each hour, and may be down."""
    for lot, last in (("30.00", date(2025, 10, 24)), ("5.00", date(2025, 10, 25))):
        payouts.earn(lot, type_=EntryType.BONUS_POINT, expires_on=last)
    payouts.earn("100.00")
    with payouts.books() as books:
        summary = books.ledger.statements.summary(MINA, payouts.business.today())
    assert (summary.withdrawable, summary.points) == (Money.of("105.00"), Money.of("5.00"))

    quote = payouts.requests.quote(MINA, PAYPAL, USD)
    assert quote.usd.total == Money.of("105.00")
    assert total(line.amount for line in quote.lines) == Money.of("105.00")
    asked = payouts.ask()

    assert [(use.type, use.amount) for use in asked.uses] == [
        (EntryType.BONUS_POINT, Money.of("5.00")),
        (EntryType.MUSIC_PROFIT, Money.of("100.00")),
    ]
    with payouts.books() as books:
        rows = books.ledger.store.statements.entries(MINA, PageRequest()).items
        (lapsed,) = books.audit.page(AuditFilter(action="points.expired"), PageRequest()).items
    assert sorted((row.type, str(row.amount)) for row in rows)[1:3] == [
        ("bonus_point", "5.00"), ("expire", "-30.00"),
    ]  # fmt: skip
    assert lapsed.entry.actor.id == "points.expire"
    assert payouts.balance() == Money.zero()
    assert payouts.findings() == []


def test_what_comes_to_nothing_at_the_rate_is_not_asked_for(payouts: Payouts) -> None:
    payouts.payment_details.update(MINA, BANK_FORM)
    payouts.earn("150.00")
    for rate, is_enough in (("0.000001", False), ("0.00007", False), ("0.0001", True)):
        payouts.add_rate(rate, date(2025, 10, 25))
        quote = payouts.requests.quote(MINA, BANK, CNY)
        assert quote.is_allowed is is_enough
        if not is_enough:
            with pytest.raises(NothingLeftAfterFee):
                payouts.requests.request(MINA, BANK, CNY, quote.paid.total)


def test_points_that_ended_do_not_lift_a_balance_over_the_minimum(payouts: Payouts) -> None:
    payouts.earn("30.00", type_=EntryType.BONUS_POINT, expires_on=date(2025, 10, 24))
    payouts.earn("20.00")

    assert [type(each) for each in payouts.requests.quote(MINA, PAYPAL, USD).blocked] == [
        BelowMinimum
    ]
    with pytest.raises(BelowMinimum):
        payouts.requests.request(MINA, PAYPAL, USD, Money.of("50.00"))
    assert payouts.balance() == Money.of("50.00")


def with_settings(**sections: object) -> Payouts:
    """The same, where the installation's rules are others."""
    stand = Payouts.in_memory(Settings(**sections))  # type: ignore[arg-type]
    stand.add_creator()
    stand.payment_details.register(MINA, PAYPAL_FORM)
    return stand


def blocked(
    payouts: Payouts, method: MethodName = PAYPAL, currency: Currency = USD
) -> list[tuple[int, str | None]]:
    quote = payouts.requests.quote(MINA, method, currency)
    assert quote.is_allowed == (not quote.blocked)
    return [(obstacle.code, obstacle.reason) for obstacle in quote.blocked]


def refused(
    payouts: Payouts,
    kind: type[Refusal],
    method: MethodName = PAYPAL,
    currency: Currency = USD,
) -> Refusal:
    before = payouts.balance()
    with pytest.raises(kind) as caught:
        payouts.ask(method=method, currency=currency)
    assert payouts.balance() == before
    return caught.value


def at(payouts: Payouts, year: int, month: int, day: int, hour: int = 9, minute: int = 0) -> None:
    payouts.business.set(datetime(year, month, day, hour, minute, tzinfo=UTC))


def test_the_whole_balance_is_quoted_and_asked_for(payouts: Payouts) -> None:
    """J1 step 12."""
    payouts.earn("150.00")

    quote = payouts.requests.quote(MINA, PAYPAL, USD)
    withdrawal = payouts.requests.request(MINA, PAYPAL, USD, Money.of("150.00"))

    assert quote.is_allowed
    assert quote.usd == quote.paid == dollars("150.00", "7.05", "142.95")
    assert (quote.bill_on, quote.due_on) == (date(2025, 10, 31), date(2025, 11, 10))
    assert withdrawal.paid == quote.paid
    assert withdrawal.status is WithdrawalStatus.PENDING
    assert withdrawal.requested_on == date(2025, 10, 25)
    assert withdrawal.due_on == quote.due_on
    with payouts.books() as books:
        balance = books.ledger.balance(MINA)
        newest = books.ledger.store.statements.entries(MINA, PageRequest()).items[0]
    assert (balance.available, balance.in_flight) == (Money.of("0"), Money.of("150.00"))
    assert (newest.type, newest.amount) == (EntryType.WITHDRAWAL, Money.of("-150.00"))


def test_a_request_is_written_down_with_its_amounts_and_a_masked_destination(
    payouts: Payouts,
) -> None:
    payouts.earn("150.00")
    asked = payouts.ask()

    with payouts.books() as books:
        wanted = AuditFilter(action="withdrawal.requested")
        (row,) = books.audit.page(wanted, PageRequest()).items
    assert (row.entry.actor.id, row.entry.target) == (MINA, f"withdrawal:{asked.id}")
    assert row.entry.after == {
        "account": MINA,
        "total_usd": "150.00",
        "net": "142.95",
        "currency": "USD",
        "destination": asked.destination.masked,
        "invoice": "INV-2025-000001",
    }


def test_a_second_request_waits_for_the_answer_to_the_first(payouts: Payouts) -> None:
    payouts.earn("150.00")
    payouts.ask()
    payouts.earn("50.00")

    refused(payouts, PendingWithdrawal)
    assert blocked(payouts) == [(2, "pending_withdrawal")]


def test_the_request_keeps_what_was_true_when_it_was_made(payouts: Payouts) -> None:
    payouts.earn("90.00", month=Month(2025, 9))
    payouts.earn("60.00", month=Month(2025, 8))

    withdrawal = payouts.ask()
    payouts.payment_details.update(MINA, BANK_FORM)

    assert withdrawal.terms == WithdrawalPolicy.of(payouts.settings).terms(PAYPAL_METHOD)
    assert [(str(use.month), str(use.amount)) for use in withdrawal.uses] == [
        ("2025-08", "60.00"),
        ("2025-09", "90.00"),
    ]
    with payouts.books() as books:
        kept = books.withdrawals.get(withdrawal.account, withdrawal.id)
    assert kept == withdrawal
    assert kept.destination.method is PAYPAL


def test_a_bank_transfer_in_yuan_keeps_the_rate_of_its_day(payouts: Payouts) -> None:
    """J2 steps 3, 4 and 6."""
    payouts.payment_details.update(MINA, BANK_FORM)
    payouts.earn("350.00", month=Month(2025, 10))
    payouts.add_rate("7.1234", date(2025, 11, 25))
    at(payouts, 2025, 11, 25)

    quote = payouts.requests.quote(MINA, BANK, CNY)
    withdrawal = payouts.ask(method=BANK, currency=CNY)
    payouts.add_rate("7.2000", date(2025, 11, 26))
    payouts.payment_details.update(MINA, PAYPAL_FORM)

    assert quote.usd == dollars("350.00", "20.00", "330.00")
    assert [str(part) for part in (quote.paid.total, quote.paid.fee, quote.paid.net)] == [
        "2493.19",
        "142.47",
        "2350.72",
    ]
    assert withdrawal.due_on == date(2025, 12, 10)
    at(payouts, 2025, 11, 26)
    [kept] = payouts.requests.list(MINA, PageRequest()).items
    assert kept == ListedWithdrawal.of(withdrawal)
    assert kept.rate is not None
    assert kept.rate.rate == Decimal("7.1234")
    assert kept.method is BANK


def test_twenty_dollars_are_not_enough_and_roll_over(payouts: Payouts) -> None:
    """J3 steps 1 and 2."""
    payouts.earn("20.00")

    assert blocked(payouts) == [(40002, "minimum")]
    refused(payouts, BelowMinimum)
    at(payouts, 2025, 11, 25)
    assert payouts.balance() == Money.of("20.00")

    payouts.earn("0.01", type_=EntryType.BONUS_POINT, expires_on=date(2026, 4, 25))
    quote = payouts.requests.quote(MINA, PAYPAL, USD)
    assert quote.is_allowed
    assert quote.usd == dollars("20.01", "0.94", "19.07")
    assert blocked(payouts, BANK) == [(40002, "bank_minimum")]


@pytest.mark.parametrize(
    ("settled", "reasons"), [("99.99", [(40002, "bank_minimum")]), ("100.00", [])]
)
def test_a_bank_transfer_needs_a_last_month_of_a_hundred(
    payouts: Payouts, settled: str, reasons: list[tuple[int, str]]
) -> None:
    """J3 step 3: what lies before the last month does not help."""
    payouts.earn("500.00", month=Month(2025, 8))
    payouts.earn(settled, month=Month(2025, 9))

    assert blocked(payouts, BANK) == reasons
    assert blocked(payouts, PAYPAL) == []
    payouts.payment_details.update(MINA, BANK_FORM)
    if reasons:
        refused(payouts, BelowBankMinimum, BANK)
    else:
        assert payouts.ask(method=BANK).usd.fee == Money.of("20.00")


def test_the_bank_minimum_may_look_at_the_amount_instead() -> None:
    payouts = with_settings(
        withdrawal=settings.Withdrawal(bank_minimum_basis=MinimumBasis.REQUESTED_AMOUNT)
    )
    payouts.earn("60.00", month=Month(2025, 8))
    payouts.earn("60.00", month=Month(2025, 9))

    assert blocked(payouts, BANK) == []


@pytest.mark.parametrize(
    ("balance", "total", "fee", "net", "left"),
    [
        ("35.00", "35.00", "1.65", "33.35", "0"),
        ("123.45", "123.45", "5.80", "117.65", "0"),
        ("57.188888", "57.18", "2.69", "54.49", "0.008888"),
    ],
)
def test_what_is_below_a_cent_stays(
    payouts: Payouts, balance: str, total: str, fee: str, net: str, left: str
) -> None:
    """J3 step 4."""
    payouts.earn(balance)

    assert payouts.ask().paid == dollars(total, fee, net)
    assert payouts.balance() == Money.of(left)


@pytest.mark.parametrize(
    ("moment", "windows", "opens_on"),
    [
        ((2025, 11, 24, 23, 59), ((25, -1),), date(2025, 11, 25)),
        ((2025, 11, 25, 0, 0), ((25, -1),), None),
        ((2025, 11, 30, 23, 59), ((25, -1),), None),
        ((2025, 12, 1, 0, 0), ((25, -1),), date(2025, 12, 25)),
        ((2026, 2, 25, 0, 0), ((25, -1),), None),
        ((2026, 2, 28, 23, 59), ((25, -1),), None),
        ((2026, 3, 1, 0, 0), ((25, -1),), date(2026, 3, 25)),
        ((2025, 12, 2, 23, 59), ((3, -1),), date(2025, 12, 3)),
        ((2025, 12, 3, 0, 0), ((3, -1),), None),
    ],
)
def test_requests_are_taken_in_the_window(
    moment: tuple[int, int, int, int, int],
    windows: tuple[tuple[int, int], ...],
    opens_on: date | None,
) -> None:
    """J3 step 5."""
    payouts = with_settings(withdrawal=settings.Withdrawal(windows=windows))
    payouts.earn("150.00")
    at(payouts, *moment)

    if opens_on is None:
        assert payouts.ask().status is WithdrawalStatus.PENDING
    else:
        refusal = refused(payouts, WindowClosed)
        assert isinstance(refusal, WindowClosed)
        assert refusal.opens_on == opens_on


def test_midnight_is_the_business_days(payouts: Payouts) -> None:
    payouts.earn("150.00")
    at(payouts, 2025, 11, 24, 15, 0)
    payouts.business.zone = type(payouts.business.zone)("Asia/Seoul")

    assert payouts.ask().requested_on == date(2025, 11, 25)


def test_the_first_obstacle_is_the_one_that_is_answered() -> None:
    """WITHDRAW-10: with everything wrong, each cure brings the next."""
    payouts = Payouts.in_memory(
        Settings(payment=settings.Payment(unsupported_bank_countries=frozenset({"KR"})))
    )
    payouts.add_creator(approved=False, consent_required=True)
    at(payouts, 2025, 10, 24)

    refused(payouts, PaymentInfoMissing, BANK, CNY)
    evolve(payouts, settings=Settings()).payment_details.register(MINA, BANK_FORM)
    refused(payouts, ChannelNotApproved, BANK, CNY)
    payouts.add_creator(AccountId("spare"))
    with payouts.transactions.begin() as books:
        spare = books.channels.get("channel-2")
        books.channels.lock(spare.id)
        books.channels.save(evolve(spare, timeline=evolve(spare.timeline, owner=MINA)))
    refused(payouts, ConsentRequired, BANK, CNY)
    with payouts.transactions.begin() as books:
        books.accounts.lock(MINA)
        books.accounts.save(evolve(books.accounts.get(MINA), consent_required=False))
    refused(payouts, WindowClosed, BANK, CNY)
    at(payouts, 2025, 10, 25)
    refused(payouts, BelowMinimum, BANK, CNY)
    payouts.earn("50.00")
    refused(payouts, BelowBankMinimum, BANK, CNY)
    payouts.earn("100.00")
    refused(payouts, CountryUnsupported, BANK, CNY)
    payouts.settings = Settings()
    refused(payouts, NoRate, BANK, CNY)
    payouts.add_rate("7.1", date(2025, 10, 1))
    assert payouts.ask(method=BANK, currency=CNY).currency is CNY


def test_a_quote_lists_every_obstacle(payouts: Payouts) -> None:
    at(payouts, 2025, 10, 24)

    assert blocked(payouts, PAYPAL, CNY) == [
        (40001, None),
        (40002, "minimum"),
        (2, "currency_method"),
        (2, "no_rate"),
    ]


def test_paypal_pays_in_dollars_only(payouts: Payouts) -> None:
    payouts.earn("150.00")
    payouts.add_rate("7.1", date(2025, 10, 1))

    assert blocked(payouts, PAYPAL, CNY) == [(2, "currency_method")]
    refused(payouts, CurrencyNotForMethod, PAYPAL, CNY)


def test_a_request_by_the_other_method_names_it(payouts: Payouts) -> None:
    """WITHDRAW-8: a quote judges either method, a request only the registered one."""
    payouts.earn("150.00")

    assert blocked(payouts, BANK) == []
    refusal = refused(payouts, PaymentInfoMissing, BANK)
    assert refusal.details == {"method": "bank"}


def test_without_payment_info_nothing_can_be_asked_for() -> None:
    payouts = Payouts.in_memory()
    payouts.add_creator()
    payouts.earn("150.00")

    assert blocked(payouts) == [(40000, None)]
    refused(payouts, PaymentInfoMissing)


def test_a_member_needs_a_channel_that_it_holds(payouts: Payouts) -> None:
    kai = AccountId("kai")
    payouts.add_creator(kai, approved=False, role=Role.MEMBER, manager=MINA)
    payouts.payment_details.register(kai, PAYPAL_FORM)
    payouts.earn("190.00", kai)

    with pytest.raises(ChannelNotApproved):
        payouts.ask(kai)
    with payouts.transactions.begin() as books:
        hers = books.channels.get("channel-1")
        books.channels.lock(hers.id)
        books.channels.save(hers.given_to(kai, date(2025, 9, 1)))
    assert payouts.ask(kai).paid == dollars("190.00", "8.93", "181.07")


def test_a_network_needs_no_channel_of_its_own(payouts: Payouts) -> None:
    net = AccountId("net")
    payouts.add_creator(net, approved=False, permission=Permission.MCN)
    payouts.payment_details.register(net, PAYPAL_FORM)
    payouts.earn("200.00", net)

    assert payouts.ask(net).usd.total == Money.of("200.00")


def test_an_installation_may_pay_without_a_channel() -> None:
    payouts = Payouts.in_memory(
        Settings(withdrawal=settings.Withdrawal(allow_without_channel=True))
    )
    payouts.add_creator(approved=False)
    payouts.payment_details.register(MINA, PAYPAL_FORM)
    payouts.earn("150.00")

    assert payouts.ask().usd.total == Money.of("150.00")


def test_a_member_paid_through_its_manager_has_no_withdrawals_of_its_own() -> None:
    """SETTLE-18."""
    payouts = Payouts.in_memory(
        Settings(settlement=settings.Settlement(member_payout=MemberPayout.THROUGH_MAIN))
    )
    payouts.add_creator(role=Role.MEMBER)

    with pytest.raises(RoleRefused):
        payouts.requests.quote(MINA, PAYPAL, USD)
    with pytest.raises(RoleRefused):
        payouts.requests.request(MINA, PAYPAL, USD, Money.of("150.00"))


def test_a_changed_balance_makes_the_quote_stale(payouts: Payouts) -> None:
    payouts.earn("150.00")
    quote = payouts.requests.quote(MINA, PAYPAL, USD)
    payouts.earn("1.00")

    with pytest.raises(QuoteStale) as caught:
        payouts.requests.request(MINA, PAYPAL, USD, quote.paid.total)
    assert caught.value.total == Money.of("151.00")
    with pytest.raises(QuoteStale):
        payouts.requests.request(MINA, PAYPAL, USD, Money.of("151.00", CNY))


@pytest.mark.parametrize("total", ["57.181", "57.188888", "57.175", "57.19"])
def test_only_the_cents_of_the_quote_are_agreed_to(payouts: Payouts, total: str) -> None:
    payouts.earn("57.188888")

    with pytest.raises(QuoteStale) as refused:
        payouts.requests.request(MINA, PAYPAL, USD, Money.of(total))
    assert refused.value.total == Money.of("57.18")


def test_the_same_call_again_gets_the_same_answer(payouts: Payouts) -> None:
    payouts.earn("150.00")
    call = Call(MINA, "key", "fingerprint")

    first = payouts.requests.request(MINA, PAYPAL, USD, Money.of("150.00"), call)
    payouts.business.set(date(2025, 11, 7))
    payouts.decisions.pay(first.id, ANN)
    again = payouts.requests.request(MINA, PAYPAL, USD, Money.of("150.00"), call)

    assert again == first
    with pytest.raises(IdempotencyMismatch):
        payouts.requests.request(MINA, BANK, USD, Money.of("150.00"), Call(MINA, "key", "another"))


def test_a_new_destination_is_held_and_the_quote_says_until_when(payouts: Payouts) -> None:
    """DEST-12: a first registration is free, a change waits three days."""
    payouts.earn("150.00")
    assert payouts.requests.quote(MINA, PAYPAL, USD).held_until is None

    payouts.payment_details.update(MINA, evolve(PAYPAL_FORM, account_email="new@example.org"))

    assert payouts.requests.quote(MINA, PAYPAL, USD).held_until == date(2025, 10, 28)
    assert payouts.ask().held_until == date(2025, 10, 28)
    at(payouts, 2025, 10, 28)
    assert payouts.requests.quote(MINA, PAYPAL, USD).held_until is None


@pytest.mark.parametrize(
    ("rule", "days", "due_on"),
    [
        (PayoutRule.BILL_PLUS_DAYS, 10, date(2025, 11, 10)),
        (PayoutRule.END_OF_FOLLOWING_MONTH, 10, date(2025, 11, 30)),
        (PayoutRule.EARNING_MONTH_PLUS_DAYS, 40, date(2025, 11, 10)),
        (PayoutRule.EARNING_MONTH_PLUS_DAYS, 10, date(2025, 10, 31)),
    ],
)
def test_the_due_day_follows_the_installations_rule(
    rule: PayoutRule, days: int, due_on: date
) -> None:
    payouts = with_settings(withdrawal=settings.Withdrawal(payout_rule=rule, payout_days=days))
    payouts.earn("100.00", month=Month(2025, 8))
    payouts.earn("50.00", month=Month(2025, 9))

    assert payouts.requests.quote(MINA, PAYPAL, USD).due_on == due_on
    assert payouts.ask().due_on == due_on


def test_points_are_spent_first(payouts: Payouts) -> None:
    """J7 step 7."""
    payouts.earn("30.00")
    payouts.earn("14.50", type_=EntryType.REFERRAL_3MONTH, expires_on=date(2026, 4, 20))

    withdrawal = payouts.ask()

    assert withdrawal.usd.total == Money.of("44.50")
    assert [(use.type, str(use.amount)) for use in withdrawal.uses] == [
        (EntryType.REFERRAL_3MONTH, "14.50"),
        (EntryType.MUSIC_PROFIT, "30.00"),
    ]
    at(payouts, 2026, 4, 21)
    ledger = AccountLedger(
        payouts.transactions, payouts.business, payouts.security, str, payouts.settings.points
    )
    assert ledger.expire_lots(ANN) == []


def test_a_quote_says_what_its_total_is_made_of(payouts: Payouts) -> None:
    """The lines of the bill to come, in the currency paid: months and points apart."""
    payouts.payment_details.update(MINA, BANK_FORM)
    payouts.earn("300.00")
    payouts.earn("-1.20")
    payouts.earn("14.50", type_=EntryType.REFERRAL_3MONTH, expires_on=date(2026, 4, 20))
    payouts.add_rate("7.1234", date(2025, 10, 25))

    quote = payouts.requests.quote(MINA, BANK, CNY)
    withdrawal = payouts.ask(method=BANK, currency=CNY)

    assert [line.type for line in quote.lines] == [
        EntryType.MUSIC_PROFIT,
        EntryType.REFERRAL_3MONTH,
    ]
    assert total((line.amount for line in quote.lines), CNY) == quote.paid.total
    assert quote.lines == payouts.invoices.show(MINA, withdrawal.invoice).lines


def test_the_list_is_ones_own_newest_first_by_days_and_status(payouts: Payouts) -> None:
    payouts.earn("150.00")
    first = payouts.ask()
    at(payouts, 2025, 11, 7)
    payouts.decisions.pay(first.id, ANN)
    payouts.earn("50.00", month=Month(2025, 10))
    at(payouts, 2025, 11, 26)
    second = payouts.ask()

    def listed(account: AccountId = MINA, **filters: object) -> list[str]:
        page = payouts.requests.list(account, PageRequest(), **filters)  # type: ignore[arg-type]
        return [each.id for each in page.items]

    assert listed() == [second.id, first.id]
    assert listed(status=WithdrawalStatus.SUCCESS) == [first.id]
    assert listed(first=date(2025, 11, 1), last=date(2025, 11, 30)) == [second.id]
    assert listed(AccountId("somebody")) == []
    with pytest.raises(FieldsMissing) as caught:
        listed(first=date(2025, 11, 1))
    assert caught.value.fields == {"end": "required"}
    with pytest.raises(BadRange):
        listed(first=date(2025, 11, 2), last=date(2025, 11, 1))
    with pytest.raises(BadRange):
        listed(first=date(2024, 1, 1), last=date(2025, 11, 1))


def test_a_request_goes_by_the_policies_of_its_day_and_keeps_them(payouts: Payouts) -> None:
    policies = Policies(payouts.transactions, payouts.business, payouts.security, Settings())
    for key, value in (("fees.paypal_rate", "0.10"), ("withdrawal.payout_days", "14")):
        policies.set(key, value, date(2025, 10, 26), ANN, reason="agreed")
    payouts.earn("150.00")
    cora = AccountId("cora")
    payouts.add_creator(cora)
    payouts.payment_details.register(cora, PAYPAL_FORM)
    payouts.earn("150.00", cora)

    at(payouts, 2025, 10, 25)
    before = payouts.ask()
    at(payouts, 2025, 10, 26)
    after = payouts.ask(cora)

    assert [str(each.usd.fee) for each in (before, after)] == ["7.05", "15.00"]
    assert [str(each.terms.method.fee_rate) for each in (before, after)] == ["0.047", "0.10"]
    assert [each.due_on.isoformat() for each in (before, after)] == ["2025-11-10", "2025-11-14"]


def test_a_window_by_policy_opens_on_its_day_only(payouts: Payouts) -> None:
    policies = Policies(payouts.transactions, payouts.business, payouts.security, Settings())
    policies.set("withdrawal.windows", "[[3, -1]]", date(2025, 11, 1), ANN, reason="agreed")
    payouts.earn("150.00")

    at(payouts, 2025, 10, 24)
    assert blocked(payouts) == [(40001, None)]
    at(payouts, 2025, 11, 3)
    assert blocked(payouts) == []
