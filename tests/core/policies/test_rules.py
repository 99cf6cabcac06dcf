"""Values of rules: how they are read, and from when they may count."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from backbeat.kernel.actors import Actor
from backbeat.kernel.months import Month
from backbeat.policies import rules
from backbeat.policies.errors import PolicyInUse, PolicyRefused, UnknownPolicy
from backbeat.policies.model import Policy
from backbeat.settings import MinimumBasis, Settings

TODAY = date(2025, 11, 12)


@pytest.mark.parametrize("path", rules.KEYS)
def test_every_rule_is_a_setting_whose_value_survives_being_written(path: str) -> None:
    value = rules.value_of(Settings(), path)

    assert rules.read(path, rules.written(value)) == value


@pytest.mark.parametrize(
    ("path", "text", "value"),
    [
        ("withdrawal.minimum", "25.50", Decimal("25.50")),
        ("fees.paypal_rate", " 0.03 ", Decimal("0.03")),
        ("withdrawal.payout_days", "14", 14),
        ("withdrawal.windows", "[[1, 5], [25, -1]]", ((1, 5), (25, -1))),
        ("withdrawal.bank_minimum_basis", "requested_amount", MinimumBasis.REQUESTED_AMOUNT),
    ],
)
def test_a_value_is_read_as_its_setting_has_it(path: str, text: str, value: object) -> None:
    assert rules.read(path, text) == value


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("withdrawal.minimum", "-1"),
        ("withdrawal.minimum", "20.001"),
        ("withdrawal.minimum", "NaN"),
        ("withdrawal.minimum", "1e1"),
        ("withdrawal.minimum", "2_0"),
        ("withdrawal.minimum", "２０"),
        ("withdrawal.minimum", "1" + "0" * 12),
        ("fees.bank_usd", "9" * 200),
        ("points.valid_months", "６"),
        ("withdrawal.minimum", "twenty"),
        ("withdrawal.minimum", ""),
        ("fees.paypal_rate", "1.5"),
        ("fees.bank_usd", "1E-9"),
        ("settlement.operator_rate", "0.12345"),
        ("settlement.fee_change", "tomorrow"),
        ("withdrawal.payout_days", "1.5"),
        ("withdrawal.payout_days", "9999"),
        ("withdrawal.windows", "25"),
        ("withdrawal.windows", "[[25]]"),
        ("withdrawal.windows", "[[true, 5]]"),
        ("withdrawal.windows", "[[29, -1]]"),
        ("withdrawal.windows", "[]"),
        ("withdrawal.windows", "[[25, 1]]"),
        ("points.valid_months", "0"),
    ],
)
def test_a_bad_value_is_refused_naming_its_rule(path: str, text: str) -> None:
    with pytest.raises(PolicyRefused) as refused:
        rules.read(path, text)

    assert refused.value.details["key"] == path
    assert refused.value.problem


def test_an_unknown_rule_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownPolicy) as refused:
        rules.key_of("withdrawal.minimun")

    assert refused.value.known == "withdrawal.minimum"
    with pytest.raises(UnknownPolicy):
        rules.key_of("site.name")


def test_rules_of_the_close_begin_on_the_first_of_a_month() -> None:
    with pytest.raises(PolicyRefused, match="2025-12-01"):
        rules.require_day(rules.key_of("settlement.operator_rate"), date(2025, 11, 15))

    rules.require_day(rules.key_of("settlement.operator_rate"), date(2025, 12, 1))
    rules.require_day(rules.key_of("withdrawal.minimum"), date(2025, 11, 15))


def free(path: str, day: date, closed: Month | None, requested: date | None) -> date | None:
    """From when the rule is free, where the day is not."""
    try:
        rules.require_free(
            rules.key_of(path), day, today=TODAY, last_closed=closed, last_request=requested
        )
    except PolicyInUse as refused:
        return refused.free_from
    return None


OCTOBER = Month(2025, 10)


@pytest.mark.parametrize(
    ("path", "day", "closed", "requested", "free_from"),
    [
        ("settlement.operator_rate", date(2025, 10, 1), OCTOBER, None, date(2025, 11, 1)),
        ("settlement.operator_rate", date(2025, 11, 1), OCTOBER, None, None),
        ("settlement.operator_rate", date(2024, 1, 1), None, date(2025, 10, 25), None),
        ("withdrawal.minimum", date(2025, 10, 25), None, date(2025, 10, 25), date(2025, 10, 26)),
        ("withdrawal.minimum", date(2025, 10, 26), OCTOBER, date(2025, 10, 25), None),
        ("withdrawal.minimum", date(2025, 1, 1), OCTOBER, None, None),
        ("channels.forfeit_scope", date(2025, 11, 11), None, None, TODAY),
        ("channels.forfeit_scope", TODAY, OCTOBER, TODAY, None),
        (
            "settlement.member_payout",
            date(2025, 10, 1),
            Month(2025, 9),
            date(2025, 10, 25),
            date(2025, 11, 1),
        ),
    ],
)
def test_a_day_since_which_a_rule_was_used_is_refused(
    path: str, day: date, closed: Month | None, requested: date | None, free_from: date | None
) -> None:
    assert free(path, day, closed, requested) == free_from


def test_a_new_member_gets_five_percent_until_a_policy_says_otherwise() -> None:
    set_ = Policy(
        "settlement.default_fee_rate",
        "0.10",
        date(2025, 12, 1),
        0,
        Actor.operator("ann"),
        datetime(2025, 11, 12, tzinfo=UTC),
    )

    def rate(day: date) -> Decimal:
        return rules.ruled(Settings(), [set_], day).settlement.default_fee_rate

    assert Settings().settlement.default_fee_rate == Decimal("0.05")
    assert [rate(date(2025, 11, 30)), rate(date(2025, 12, 1))] == [Decimal("0.05"), Decimal("0.10")]
    assert rules.timeline(Settings(), [set_], "settlement.default_fee_rate")[1:] == [
        (date(2025, 12, 1), Decimal("0.10"))
    ]
