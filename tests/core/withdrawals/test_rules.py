"""Windows, dates, fees, conversion and lines: the amounts of journeys J1 to J3, worked by hand."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from backbeat import settings
from backbeat.kernel.ids import EntryId
from backbeat.kernel.money import CENT, Currency, Money, total
from backbeat.kernel.months import Month, days_between
from backbeat.ledger.model import EntryType
from backbeat.payout_methods.bank import BANK
from backbeat.payout_methods.model import PayoutMethod
from backbeat.payout_methods.paypal import PAYPAL
from backbeat.settings import PayoutRule
from backbeat.withdrawals import rules
from backbeat.withdrawals.model import AgreedTerms, AppliedRate, PayoutAmounts, UsedEntry


def terms(method: PayoutMethod) -> AgreedTerms:
    """Those of the default settings."""
    return rules.terms(method, settings.Withdrawal(), settings.Fees())


SEVEN = AppliedRate(Currency.CNY, Decimal("7.1234"), date(2025, 11, 25), "ann")


def sums(total_: str, fee: str, net: str, currency: Currency = Currency.USD) -> PayoutAmounts:
    return PayoutAmounts(
        Money.of(total_, currency), Money.of(fee, currency), Money.of(net, currency)
    )


@pytest.mark.parametrize(
    ("balance", "total_", "fee", "net"),
    [
        ("150.00", "150.00", "7.05", "142.95"),
        ("20.01", "20.01", "0.94", "19.07"),
        ("35.00", "35.00", "1.65", "33.35"),
        ("123.45", "123.45", "5.80", "117.65"),
        ("57.188888", "57.18", "2.69", "54.49"),
    ],
)
def test_paypal_takes_its_part_of_the_whole_cents(
    balance: str, total_: str, fee: str, net: str
) -> None:
    assert rules.payout_in_usd(Money.of(balance), terms(PAYPAL)) == sums(total_, fee, net)


def test_a_bank_transfer_in_yuan_rounds_total_and_net_down() -> None:
    usd = rules.payout_in_usd(Money.of("350.00"), terms(BANK))

    assert usd == sums("350.00", "20.00", "330.00")
    assert rules.in_currency(usd, SEVEN) == sums("2493.19", "142.47", "2350.72", Currency.CNY)


@pytest.mark.parametrize(
    ("today", "windows", "open_", "first", "last"),
    [
        (date(2025, 10, 24), ((25, -1),), False, date(2025, 10, 25), date(2025, 10, 31)),
        (date(2025, 11, 25), ((25, -1),), True, date(2025, 11, 25), date(2025, 11, 30)),
        (date(2025, 11, 30), ((25, -1),), True, date(2025, 11, 25), date(2025, 11, 30)),
        (date(2025, 12, 1), ((25, -1),), False, date(2025, 12, 25), date(2025, 12, 31)),
        (date(2026, 2, 28), ((25, -1),), True, date(2026, 2, 25), date(2026, 2, 28)),
        (date(2025, 10, 2), ((3, -1),), False, date(2025, 10, 3), date(2025, 10, 31)),
        (date(2025, 10, 3), ((3, -1),), True, date(2025, 10, 3), date(2025, 10, 31)),
        (date(2025, 10, 11), ((3, 5), (10, 12)), True, date(2025, 10, 10), date(2025, 10, 12)),
    ],
)
def test_the_window_includes_both_its_days(
    today: date, windows: tuple[tuple[int, int], ...], open_: bool, first: date, last: date
) -> None:
    assert rules.window(today, windows) == rules.Window(open_, first, last)


@pytest.mark.parametrize(
    ("balance", "enough"),
    [("20.00", False), ("20.000001", False), ("20.009999", False), ("20.01", True)],
)
def test_the_minimum_is_judged_by_the_cents_that_are_asked_for(balance: str, enough: bool) -> None:
    """What is below a cent stays in the balance, so it lifts nothing over the minimum."""
    asked = rules.EligibilityFacts(
        today=date(2025, 11, 25),
        method=PAYPAL,
        currency=Currency.USD,
        details=None,
        approved_channel=True,
        consent_required=False,
        pending=False,
        balance=Money.of(balance),
        last_settled=None,
        rate=None,
    )

    found = [obstacle.reason for obstacle in rules.money_obstacles(asked, terms(PAYPAL))]

    assert found == ([] if enough else ["minimum"])


@pytest.mark.parametrize("name", ["operator_rate", "default_fee_rate"])
def test_rates_have_four_decimals_so_that_dashboards_share_as_the_close_does(name: str) -> None:
    settings.Settlement(**{name: Decimal("0.1234")})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="four decimals"):
        settings.Settlement(**{name: Decimal("0.12345")})  # type: ignore[arg-type]


@pytest.mark.parametrize("windows", [(), ((20, 10),), ((-1, 5),), ((1, 20), (10, 9))])
def test_windows_that_never_open_are_refused_when_they_are_set(
    windows: tuple[tuple[int, int], ...],
) -> None:
    with pytest.raises(ValueError, match="window"):
        settings.Withdrawal(windows=windows)


@st.composite
def windows(draw: st.DrawFn) -> tuple[tuple[int, int], ...]:
    """One to three windows of a month; -1 is its last day."""
    spans = []
    for _ in range(draw(st.integers(1, 3))):
        first = draw(st.integers(1, 28))
        spans.append((first, draw(st.sampled_from([-1, *range(first, 29)]))))
    return tuple(draw(st.permutations([*spans, draw(st.sampled_from(spans))])))


@given(st.dates(date(2024, 1, 1), date(2027, 12, 31)), windows())
def test_every_reading_of_the_window_opens_on_its_days_and_names_the_next(
    today: date, spans: tuple[tuple[int, int], ...]
) -> None:
    """S9.013: whatever the windows are, a day is in one or the next is named."""

    def is_open(day: date) -> bool:
        month = Month.of(day)
        return any(month.day(first) <= day <= month.day(last) for first, last in spans)

    found = rules.window(today, spans)

    assert found.open == is_open(today)
    if found.open:
        assert found.first <= today <= found.last
    else:
        closed = days_between(today, found.first - timedelta(1))
        assert found.first > today
        assert not any(is_open(day) for day in closed)
        assert is_open(found.first)


@pytest.mark.parametrize(
    ("rule", "days", "due"),
    [
        (PayoutRule.BILL_PLUS_DAYS, 10, date(2025, 11, 10)),
        (PayoutRule.END_OF_FOLLOWING_MONTH, 10, date(2025, 11, 30)),
        (PayoutRule.EARNING_MONTH_PLUS_DAYS, 40, date(2025, 11, 10)),
    ],
)
def test_september_is_paid_on_the_day_the_rule_says(rule: PayoutRule, days: int, due: date) -> None:
    billed = rules.bill_day(date(2025, 10, 25))
    payouts = settings.Withdrawal(payout_rule=rule, payout_days=days)

    assert billed == date(2025, 10, 31)
    assert rules.due_day(billed, Month(2025, 9), payouts) == due


def use(month: Month, micros: int, *, correction: bool = False) -> UsedEntry:
    return UsedEntry(EntryId("e"), EntryType.MUSIC_PROFIT, month, Money(micros), correction)


def test_lines_are_one_a_month_and_type() -> None:
    uses = [
        use(Month(2025, 8), 10_000_000),
        use(Month(2025, 9), 20_000_000),
        use(Month(2025, 8), 5_000_000),
    ]
    lines = rules.invoice_lines(uses, Money.of("35.00"), None)

    assert [(str(line.month), str(line.amount)) for line in lines] == [
        ("2025-08", "15.00"),
        ("2025-09", "20.00"),
    ]


def test_corrections_of_a_month_have_a_line_of_their_own() -> None:
    uses = [
        use(Month(2025, 9), 90_000_000),
        use(Month(2025, 9), -5_000_000, correction=True),
        use(Month(2025, 9), 2_000),
    ]
    lines = rules.invoice_lines(uses, Money.of("85.00"), None)

    assert [(str(line.amount), line.correction) for line in lines] == [
        ("90.00", False),
        ("-5.00", True),
    ]


def test_a_line_of_the_payment_summary_has_a_line_of_its_own() -> None:
    uses = [
        use(Month(2025, 9), 90_000_000),
        use(Month(2025, 9), -5_000_000, correction=True),
        evolve(use(Month(2025, 9), 7_000_000, correction=True), line="A dispute"),
        evolve(use(Month(2025, 9), 1_000_000, correction=True), line="A dispute"),
    ]
    lines = rules.invoice_lines(uses, Money.of("93.00"), None)

    assert [(str(line.amount), line.correction, line.note) for line in lines] == [
        ("90.00", False, None),
        ("-5.00", True, None),
        ("8.00", True, "A dispute"),
    ]


@given(
    st.lists(st.integers(-(10**12), 10**12), min_size=1, max_size=24),
    st.decimals("0.0001", "9999", places=6),
)
def test_lines_in_any_currency_add_up_to_the_total(parts: list[int], rate: Decimal) -> None:
    amounts = [Money(part) for part in parts]
    whole = total(amounts).converted(rate, Currency.CNY).floored_to_cents()

    lines = rules.in_cents_summing_to(amounts, rate, whole)

    assert total(lines, Currency.CNY) == whole
    for line, part in zip(lines, parts, strict=True):
        assert abs(Decimal(line.micros) - part * rate) < CENT
