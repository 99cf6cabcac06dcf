"""Webhooks: every keeper of them alike."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from attrs import evolve
from sqlalchemy import text
from tests.fakes.standins import FixedClock

from backbeat.defaults.ids import TimeOrderedIds
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.kernel.pages import PageRequest
from backbeat.webhooks.model import (
    DeliveryState,
    EventId,
    EventKind,
    Happening,
    Webhook,
    WebhookId,
    amount,
)
from backbeat_adapters.secrets import secret_box
from backbeat_adapters.sql.engine.transactions import SqlTransactions

NOON = datetime(2026, 5, 10, 3, tzinfo=UTC)
FIRST, SECOND = WebhookId("w1"), WebhookId("w2")
WAITING, SENT, GIVEN_UP = DeliveryState.WAITING, DeliveryState.SENT, DeliveryState.GIVEN_UP


def webhook(id: WebhookId = FIRST, **more: Any) -> Webhook:
    kinds = frozenset({EventKind.MONTH_CLOSED, EventKind.WITHDRAWAL_PAID})
    return Webhook(
        id, "https://shop.example/in?a=1", kinds, more.pop("account", None), NOON, **more
    )


def paid(account: str = "mina") -> Happening:
    facts = {"withdrawal": "w-7", "net": amount(Money.of("142.95")), "paid_on": None}
    return Happening(EventKind.WITHDRAWAL_PAID, NOON, AccountId(account), facts)


def kept(transactions: Any, *webhooks: Webhook) -> None:
    with transactions.begin() as books:
        for each in webhooks:
            books.webhooks.add(each, f"secret of {each.id}")


def tell(transactions: Any, *to: WebhookId, times: int = 1) -> None:
    with transactions.begin() as books:
        books.webhooks.tell([(paid(), to)] * times)


def test_a_webhook_comes_back_as_it_was_kept_and_its_secret_apart(transactions: Any) -> None:
    whole = webhook(account=AccountId("mina"), paused_at=NOON)
    kept(transactions, whole, webhook(SECOND))

    with transactions.begin() as books:
        assert books.webhooks.get(FIRST) == whole
        assert books.webhooks.get(WebhookId("w3")) is None
        assert [each.id for each in books.webhooks.all()] == [FIRST, SECOND]
        assert list(books.webhooks.secrets(FIRST, NOON)) == ["secret of w1"]
        books.webhooks.change_secret(FIRST, "another", NOON)
        books.webhooks.save(whole.resumed())
    with transactions.look() as books:
        before = NOON - timedelta(microseconds=1)
        assert list(books.webhooks.secrets(FIRST, before)) == ["another", "secret of w1"]
        assert list(books.webhooks.secrets(FIRST, NOON)) == ["another"]
        assert list(books.webhooks.secrets(SECOND, before)) == ["secret of w2"]
    with transactions.begin() as books:
        books.webhooks.change_secret(FIRST, "a third", NOON)
    with transactions.look() as books:
        assert list(books.webhooks.secrets(FIRST, before)) == ["a third", "another"]
        assert books.webhooks.get(FIRST) == evolve(whole, paused_at=None)


def test_one_event_goes_to_each_under_one_id(transactions: Any, clock: FixedClock) -> None:
    kept(transactions, webhook(), webhook(SECOND))
    tell(transactions, FIRST, SECOND)

    with transactions.look() as books:
        mine = books.webhooks.next_due(FIRST, clock.now())
        other = books.webhooks.next_due(SECOND, clock.now())
    assert mine.event == other.event
    assert mine.event.happening == paid()
    assert (mine.state, mine.tries, mine.due_at) == (WAITING, 0, clock.now())


def test_what_is_due_first_comes_first_and_what_is_not_due_not(
    transactions: Any, clock: FixedClock
) -> None:
    kept(transactions, webhook())
    tell(transactions, FIRST, times=2)
    now = clock.now()
    with transactions.begin() as books:
        first = books.webhooks.next_due(FIRST, now)
        later = evolve(first, due_at=now + timedelta(minutes=1), tries=1, answer="answered 500")
        books.webhooks.record(later)
        second = books.webhooks.next_due(FIRST, now)
        assert second.event.id > first.event.id
        books.webhooks.record(evolve(second, state=SENT, tries=1, ended_at=now))
        assert books.webhooks.next_due(FIRST, now) is None
        assert books.webhooks.next_due(FIRST, now + timedelta(minutes=1)) == later
        assert books.webhooks.counts(FIRST) == {WAITING: 1, SENT: 1}
        assert books.webhooks.counts(SECOND) == {}


def test_a_lane_is_one_callers_until_it_ends(transactions: Any, clock: FixedClock) -> None:
    kept(transactions, webhook(), webhook(SECOND, paused_at=NOON))
    now, end = clock.now(), clock.now() + timedelta(minutes=2)
    with transactions.begin() as books:
        assert books.webhooks.take(FIRST, now, end)
        assert not books.webhooks.take(FIRST, now, end)
        assert books.webhooks.taken_until(FIRST) == end
        assert not books.webhooks.take(SECOND, now, end)
        assert not books.webhooks.take(WebhookId("w3"), now, end)
        assert books.webhooks.take(FIRST, end, end + timedelta(minutes=2))
        books.webhooks.hold(FIRST, end)
        assert books.webhooks.taken_until(FIRST) == end
        books.webhooks.release(FIRST)
        assert books.webhooks.taken_until(FIRST) is None
        assert books.webhooks.take(FIRST, now, end)


def test_one_or_all_that_were_given_up_wait_again(transactions: Any, clock: FixedClock) -> None:
    kept(transactions, webhook(), webhook(SECOND))
    tell(transactions, FIRST, SECOND, times=3)
    now = clock.now()
    with transactions.begin() as books:
        told = books.webhooks.deliveries(FIRST, None, PageRequest()).items
        assert [each.event.id for each in told] == sorted(
            (each.event.id for each in told), reverse=True
        )
        for each, state in zip(told, (GIVEN_UP, GIVEN_UP, SENT), strict=True):
            books.webhooks.record(
                evolve(each, state=state, tries=8, answer="answered 500", ended_at=now)
            )
        assert books.webhooks.wait_again(FIRST, now, EventId("unknown")) == 0
        assert books.webhooks.wait_again(FIRST, now, None) == 2
        assert books.webhooks.counts(FIRST) == {WAITING: 2, SENT: 1}
        assert books.webhooks.wait_again(FIRST, now, told[2].event.id) == 1
        page = books.webhooks.deliveries(FIRST, WAITING, PageRequest(0, 2))
        assert (page.total, len(page.items)) == (3, 2)
        assert {(each.tries, each.answer, each.ended_at) for each in page.items} == {
            (0, None, None)
        }
        assert books.webhooks.counts(SECOND) == {WAITING: 3}


def test_with_a_webhook_goes_what_waits_for_it_alone(transactions: Any) -> None:
    kept(transactions, webhook(), webhook(SECOND))
    tell(transactions, FIRST, SECOND)
    with transactions.begin() as books:
        books.webhooks.remove(FIRST)
        assert [each.id for each in books.webhooks.all()] == [SECOND]
        assert books.webhooks.counts(FIRST) == {}
        assert books.webhooks.counts(SECOND) == {WAITING: 1}


def test_old_events_are_forgotten_step_by_step(transactions: Any, clock: FixedClock) -> None:
    kept(transactions, webhook())
    tell(transactions, FIRST, times=3)
    clock.move(days=1)
    tell(transactions, FIRST)
    with transactions.begin() as books:
        border = clock.now()
        assert books.webhooks.forget_before(border, 2) == 2
        assert books.webhooks.forget_before(border, 2) == 1
        assert books.webhooks.forget_before(border, 2) == 0
        assert books.webhooks.counts(FIRST) == {WAITING: 1}


def test_what_is_told_goes_with_its_transaction(transactions: Any) -> None:
    kept(transactions, webhook())

    def failing() -> None:
        with transactions.begin() as books:
            books.webhooks.tell([(paid(), [FIRST])])
            raise RuntimeError

    with pytest.raises(RuntimeError):
        failing()
    with transactions.look() as books:
        assert books.webhooks.counts(FIRST) == {}


def test_a_secret_is_sealed_where_it_lies(own_database: Any, clock: FixedClock) -> None:
    box = secret_box(("MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",))
    transactions = SqlTransactions(own_database, clock, TimeOrderedIds(), box)
    kept(transactions, webhook())
    with own_database.connect() as connection:
        [(stored,)] = connection.execute(text("SELECT secret FROM webhooks"))
    assert "secret of w1" not in stored
    with transactions.begin() as books:
        books.webhooks.change_secret(FIRST, "another", NOON)
    with own_database.connect() as connection:
        [row] = connection.execute(text("SELECT secret, former_secret FROM webhooks"))
    assert not [each for each in row for word in ("secret of w1", "another") if word in each]
    with transactions.look() as books:
        assert list(books.webhooks.secrets(FIRST, NOON)) == ["another"]
    kept(transactions, webhook(SECOND))
    with own_database.begin() as connection:
        connection.execute(text("UPDATE webhooks SET secret = :it WHERE id = 'w2'"), {"it": stored})
    with transactions.look() as books, pytest.raises(ValueError, match="belongs elsewhere"):
        books.webhooks.secrets(SECOND, NOON)
