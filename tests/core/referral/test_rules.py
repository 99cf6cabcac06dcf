"""What a friend brings, to the unit, and which pairs are held."""

from __future__ import annotations

from decimal import Decimal

import pytest

from backbeat.accounts.invitations import HeldFor
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.referral.rules import capped, reward, suspicion

FRIEND, INVITER, ABOVE, OTHER = map(AccountId, ("friend", "inviter", "above", "other"))


def test_a_reward_is_floored_and_a_loss_brings_nothing() -> None:
    assert reward(Money(19), Decimal("0.1")) == Money(1)
    assert reward(Money(10), Decimal("0.1")) == Money(1)
    assert reward(Money(-100), Decimal("0.1")) == Money.zero()


@pytest.mark.parametrize(
    ("others", "left"), [("0.00", "5.00"), ("8.00", "2.00"), ("10.00", "0.00"), ("12.00", "0.00")]
)
def test_a_cap_leaves_what_others_did_not_take_and_never_less_than_nothing(
    others: str, left: str
) -> None:
    assert capped(Money.of("5.00"), Decimal(10), Money.of(others)) == Money.of(left)
    assert capped(Money.of("5.00"), None, Money.of(others)) == Money.of("5.00")


@pytest.mark.parametrize(
    ("above", "beside", "found"),
    [
        ({INVITER: "mine"}, {}, HeldFor.SHARED_PAYOUT),
        ({INVITER: "other", ABOVE: "mine"}, {}, HeldFor.RING),
        ({INVITER: "other"}, {OTHER: "mine"}, HeldFor.RING),
        ({INVITER: "other"}, {FRIEND: "mine"}, None),
        ({INVITER: "other", ABOVE: None}, {OTHER: "another"}, None),
    ],
)
def test_a_pair_is_held_by_who_else_is_paid_to_the_same_place(
    above: dict[AccountId, str | None],
    beside: dict[AccountId, str | None],
    found: HeldFor | None,
) -> None:
    assert suspicion(FRIEND, INVITER, above, beside, "mine") is found
    assert suspicion(FRIEND, INVITER, dict.fromkeys(above), beside, None) is None
