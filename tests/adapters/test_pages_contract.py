"""Operators' lists are gone on with behind a place, however long they are, over every storage."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from attrs import frozen
from tests.fakes.accounts import NOW, an_account
from tests.fakes.channels import REGISTERED, a_channel
from tests.fakes.standins import NOON
from tests.fakes.withdrawals import IN_THE_WINDOW, MINA, a_withdrawal

from backbeat.accounts.ports import AccountFilter
from backbeat.audit.model import AuditEntry
from backbeat.audit.ports import AuditFilter
from backbeat.channels.ports import ChannelFilter
from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import BadValues
from backbeat.kernel.pages import Page, PageRequest
from backbeat.memory.books import MemoryTransactions
from backbeat.withdrawals.ports import WithdrawalFilter
from backbeat_adapters.sql.engine.transactions import SqlTransactions

Transactions = MemoryTransactions | SqlTransactions


@frozen
class Listing:
    """A list of operators: how to add its item of a number, and how to read it."""

    add: Callable[[Any, int], None]
    page: Callable[[Any, PageRequest], Page[Any]]


def _minutes(number: int) -> timedelta:
    """Every two come at one moment, so that ids decide."""
    return timedelta(minutes=number // 2)


def _add_account(books: Any, number: int) -> None:
    name, code = f"mina{number}", f"CODE000{number}"
    at = NOW + _minutes(number)
    books.accounts.add(an_account(id=f"a{number}", name=name, referral_code=code, created_at=at))


def _add_channel(books: Any, number: int) -> None:
    if number == 0:
        books.accounts.add(an_account(id="owner"))
    books.channels.add(a_channel(number, registered_at=REGISTERED + _minutes(number)))


def _add_act(books: Any, number: int) -> None:
    books.audit.record(AuditEntry(NOON, Actor.operator("kim"), "channel.approved", f"c{number}"))


def _add_withdrawal(books: Any, number: int) -> None:
    if number == 0:
        books.accounts.add(an_account(id=MINA))
    asked = a_withdrawal(number, requested_at=IN_THE_WINDOW + _minutes(number))
    books.withdrawals.add(asked.succeeded(date(2025, 11, 7)))


_ALL = AccountFilter()
LISTINGS = {
    "accounts": Listing(_add_account, lambda books, asked: books.accounts.list(_ALL, asked)),
    "channels": Listing(
        _add_channel, lambda books, asked: books.channels.page(ChannelFilter(), asked)
    ),
    "audit": Listing(_add_act, lambda books, asked: books.audit.page(AuditFilter(), asked)),
    "withdrawals": Listing(
        _add_withdrawal,
        lambda books, asked: books.withdrawals.listed(WithdrawalFilter(), asked),
    ),
}


@pytest.fixture(params=LISTINGS)
def listing(request: pytest.FixtureRequest) -> Listing:
    return LISTINGS[request.param]


def fill(transactions: Transactions, listing: Listing, *numbers: int) -> None:
    for number in numbers:
        with transactions.begin() as books:
            listing.add(books, number)


def read(transactions: Transactions, listing: Listing, asked: PageRequest) -> Page[Any]:
    with transactions.look() as books:
        return listing.page(books, asked)


def test_pages_behind_each_other_are_the_whole_list(
    transactions: Transactions, listing: Listing
) -> None:
    fill(transactions, listing, *range(5))
    whole = read(transactions, listing, PageRequest())

    found: list[Any] = []
    totals: list[int | None] = []
    asked = PageRequest(size=2)
    following: PageRequest | None = asked
    while following is not None:
        page = read(transactions, listing, following)
        found += page.items
        totals.append(page.total)
        following = asked.following(page)

    assert (whole.total, whole.next) == (5, None)
    assert found == list(whole.items)
    assert totals == [5, None, None]


def test_what_is_added_meanwhile_moves_nothing(
    transactions: Transactions, listing: Listing
) -> None:
    fill(transactions, listing, *range(4))
    whole = read(transactions, listing, PageRequest())
    first = read(transactions, listing, PageRequest(size=2))

    fill(transactions, listing, 5)
    following = PageRequest(size=2).following(first)
    assert following is not None
    assert read(transactions, listing, following).items == whole.items[2:]


@pytest.mark.parametrize("after", ["", "x~y~z", "2025-09-01~a1", "\x00"])
def test_a_place_that_is_none_is_refused(transactions: Transactions, after: str) -> None:
    fill(transactions, LISTINGS["accounts"], 0)
    with pytest.raises(BadValues):
        read(transactions, LISTINGS["accounts"], PageRequest(after=after))
