"""What keeps an account from being erased at once (PRIVACY-8)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from backbeat.accounts.deletion import require_nothing_owed
from backbeat.accounts.errors import BalanceLeft
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.ledger.model import Balance

MINA = AccountId("mina")


def books_of(balance: Balance) -> Any:
    return SimpleNamespace(ledger=SimpleNamespace(balance=lambda _: balance))


@pytest.mark.parametrize(
    ("balance", "told"),
    [
        (Balance(available=Money.of("12.34")), "12.34"),
        (Balance(debt=Money.of("3.00")), "-3.00"),
    ],
)
def test_what_is_owed_on_either_side_is_told(balance: Balance, told: str) -> None:
    with pytest.raises(BalanceLeft) as refused:
        require_nothing_owed(books_of(balance), MINA)
    assert refused.value.details["amount"] == told


def test_where_nothing_is_owed_nothing_is_said() -> None:
    require_nothing_owed(books_of(Balance()), MINA)
