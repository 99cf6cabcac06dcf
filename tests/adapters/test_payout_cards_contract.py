"""What accounts said to their pay cards: the same in memory and in both databases."""

from __future__ import annotations

from datetime import date
from typing import Any

from attrs import evolve

from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.payout_state.model import PayoutCard

MINA, HAO = AccountId("mina"), AccountId("hao")
DAY = date(2025, 10, 25)


def test_a_card_is_empty_until_something_is_said_and_keeps_the_last_of_it(
    transactions: Any,
) -> None:
    with transactions.begin() as books:
        books.accounts.lock(MINA)
        assert books.payout_cards.get(MINA) == PayoutCard(MINA)
        books.payout_cards.put(PayoutCard(MINA, WithdrawalId("w1"), DAY))

    with transactions.begin() as books:
        books.accounts.lock(MINA)
        known = books.payout_cards.get(MINA)
        assert known == PayoutCard(MINA, WithdrawalId("w1"), DAY)
        books.payout_cards.put(evolve(known, remind_on=None))

    with transactions.look() as books:
        assert books.payout_cards.get(MINA) == PayoutCard(MINA, WithdrawalId("w1"))


def test_due_are_those_whose_day_has_come(transactions: Any) -> None:
    with transactions.begin() as books:
        books.accounts.hold([MINA, HAO])
        books.payout_cards.put(PayoutCard(MINA, remind_on=DAY))
        books.payout_cards.put(PayoutCard(HAO, put_away=WithdrawalId("w2")))

    with transactions.look() as books:
        assert books.payout_cards.due(date(2025, 10, 24)) == []
        assert books.payout_cards.due(DAY) == [MINA]
        assert books.payout_cards.due(date(2025, 10, 26)) == [MINA]
