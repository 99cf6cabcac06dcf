"""The closed list of ledger types: how each may be posted, and its words."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from attrs.exceptions import FrozenInstanceError

from backbeat.codes.words import ledger_type_label
from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import BadValues
from backbeat.kernel.ids import AccountId, EntryId, TransactionId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money
from backbeat.ledger.model import (
    PAID_BY_HAND,
    REWARDS,
    TYPE_RULES,
    Entry,
    EntryType,
    Kind,
    LedgerAccount,
    Part,
    Sign,
    Transaction,
)
from backbeat.ledger.rules import lot_expiry, points, require_sign, worth
from backbeat.settings import Settings

SIGNS = {
    "music_profit": Sign.EITHER,
    "music_profitable_profit": Sign.EITHER,
    "portal_profit": Sign.CREDIT,
    "fast_withdrawal": Sign.DEBIT,
    "fast_withdrawal_weekly": Sign.DEBIT,
    "fast_withdrawal_extra": Sign.CREDIT,
    "fast_withdrawal_deduction": Sign.DEBIT,
    "withdrawal": Sign.DEBIT,
    "recovery": Sign.CREDIT,
    "bonus_point": Sign.CREDIT,
    "cpv_bonus": Sign.CREDIT,
    "referral_2month": Sign.EITHER,
    "referral_3month": Sign.EITHER,
    "policy_violation": Sign.DEBIT,
    "prepaid": Sign.DEBIT,
    "expire": Sign.DEBIT,
}


def test_there_are_exactly_these_types_with_these_signs() -> None:
    assert {type_.value: TYPE_RULES[type_].sign for type_ in EntryType} == SIGNS


@pytest.mark.parametrize("language", Language)
def test_every_type_has_a_label_in_four_languages(language: Language) -> None:
    labels = [ledger_type_label(type_, language) for type_ in EntryType]

    assert all(labels)
    assert len(set(labels)) == len(EntryType)


@pytest.mark.parametrize("type_", EntryType)
def test_a_type_takes_only_amounts_of_its_sign(type_: EntryType) -> None:
    for amount in (Money(1), Money(-1), Money(0)):
        allowed = amount.micros != 0 and TYPE_RULES[type_].sign in (
            Sign.EITHER,
            Sign.CREDIT if amount.micros > 0 else Sign.DEBIT,
        )
        if allowed:
            require_sign(type_, amount)
        else:
            with pytest.raises(BadValues):
                require_sign(type_, amount)


def test_an_entry_never_changes() -> None:
    """Type, day, amount and account; its reference is the `source` of its transaction."""
    entry = Entry(
        EntryId("e1"), AccountId("mina"), EntryType.MUSIC_PROFIT, Money(1), date(2025, 10, 20)
    )
    posted = Transaction(
        TransactionId("t1"),
        "mina",
        "close:2025-09",
        Kind.SETTLEMENT,
        entry.day,
        datetime(2025, 10, 20, tzinfo=UTC),
        Actor.operator("ann"),
        (),
        (entry,),
    )

    for name in ("type", "day", "amount", "account"):
        with pytest.raises(FrozenInstanceError):
            setattr(entry, name, getattr(entry, name))
    for name in ("source", "entries"):
        with pytest.raises(FrozenInstanceError):
            setattr(posted, name, getattr(posted, name))


def test_ten_thousand_points_are_ten_dollars() -> None:
    per_usd = Settings().points.per_usd

    assert per_usd == 1000
    assert points(Money.of("10.00"), per_usd) == 10_000
    assert points(Money.of("0.0099"), per_usd) == 9


@pytest.mark.parametrize("per_usd", [1, 3, 7, 999, 1000, 1_000_000])
@pytest.mark.parametrize("granted", [1, 2, 5_000, 123_457])
def test_points_read_back_as_they_were_granted(granted: int, per_usd: int) -> None:
    for signed in (granted, -granted):
        assert points(worth(signed, per_usd), per_usd) == signed
    assert worth(10_000, 1000) == Money.of("10.00")


def test_points_can_be_used_for_six_months_clamped_to_the_months_end() -> None:
    assert lot_expiry(date(2025, 10, 20), 6) == date(2026, 4, 20)
    assert lot_expiry(date(2025, 8, 31), 6) == date(2026, 2, 28)


def test_every_reward_is_paid_by_the_house() -> None:
    assert {str(TYPE_RULES[type_].counter) for type_ in REWARDS} == {"house:promo"}


def test_the_words_that_the_ledger_keeps_stay_as_they_are() -> None:
    """Rows that are kept say them; another word would be another kind."""
    assert {
        words.__name__: [each.value for each in words] for words in (Kind, LedgerAccount, Part)
    } == {
        "Kind": [
            *("settlement", "adjustment", "posting", "grant", "reservation", "payout"),
            *("recovery", "kept", "forfeiture", "expiry", "reversal", "transfer"),
            "summary_line",
        ],
        "LedgerAccount": [
            *("house:royalty", "house:fees", "house:rounding", "house:kept", "house:forfeit"),
            *("house:promo", "house:transfer", "suspense"),
        ],
        "Part": ["available", "in_flight", "debt"],
    }
    assert PAID_BY_HAND == "external:bank"


def test_who_may_post_a_type_and_what_stands_against_it() -> None:
    by_hand = {
        "portal_profit": ("credit", "house:royalty"),
        "fast_withdrawal": ("debit", "external:bank"),
        "fast_withdrawal_weekly": ("debit", "external:bank"),
        "fast_withdrawal_extra": ("credit", "house:promo"),
        "fast_withdrawal_deduction": ("debit", "house:fees"),
        "recovery": ("credit", "external:bank"),
        "bonus_point": ("credit", "house:promo"),
        "cpv_bonus": ("credit", "house:promo"),
        "policy_violation": ("debit", "house:forfeit"),
        "prepaid": ("debit", "external:bank"),
    }
    by_the_portal = {
        "music_profit": ("either", "house:royalty"),
        "music_profitable_profit": ("either", "house:royalty"),
        "withdrawal": ("debit", "external:bank"),
        "referral_2month": ("either", "house:promo"),
        "referral_3month": ("either", "house:promo"),
        "expire": ("debit", "house:forfeit"),
    }
    for rules_of, is_by_hand in ((by_hand, True), (by_the_portal, False)):
        found = {
            str(type_): (str(rule.sign), str(rule.counter))
            for type_, rule in TYPE_RULES.items()
            if rule.by_operator is is_by_hand
        }
        assert found == rules_of
