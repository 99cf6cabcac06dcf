"""Notifications over every kind of storage."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from tests.fakes.standins import NOON, FixedClock

from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import AccountId, NotificationId
from backbeat.kernel.money import Money
from backbeat.kernel.pages import PageRequest
from backbeat.kernel.targets import Target, TargetKind
from backbeat.memory.books import MemoryTransactions
from backbeat.notifications import service
from backbeat.notifications.model import Notification, NotificationType, Subject
from backbeat.notifications.service import Notifications
from backbeat_adapters.sql.engine.transactions import SqlTransactions

Transactions = MemoryTransactions | SqlTransactions

MINA = AccountId("mina")
JUN = AccountId("jun")


@pytest.fixture
def notifications(transactions: Transactions, clock: FixedClock) -> Notifications:
    return Notifications(transactions, clock)


ENTRY = Target(TargetKind.ENTRY, {"type": "bonus_point", "date": "2025-09-20", "entry": "e1"})


def tell(
    transactions: Transactions,
    account: AccountId = MINA,
    subject: Subject = Subject.CHANNEL_APPROVED,
    *,
    at: datetime = NOON,
    **facts: object,
) -> None:
    with transactions.begin() as books:
        books.notifications.add(Notification(account, subject, at, facts, target=ENTRY))


def test_a_notification_is_listed_unread(
    transactions: Transactions, notifications: Notifications
) -> None:
    tell(transactions, subject=Subject.WITHDRAWAL_SUCCESS, amount=Money.of("57.18"), currency="USD")

    inbox = notifications.list(MINA, PageRequest())

    assert inbox.unread == 1
    (kept,) = inbox.page.items
    assert not kept.read
    assert kept.notification == Notification(
        MINA,
        Subject.WITHDRAWAL_SUCCESS,
        NOON,
        {"amount": "57.18", "currency": "USD"},
        target=ENTRY,
    )


def test_the_newest_comes_first(transactions: Transactions, notifications: Notifications) -> None:
    for hours in (1, 3, 2):
        tell(transactions, at=NOON + timedelta(hours=hours), channel=str(hours))

    page = notifications.list(MINA, PageRequest(size=2)).page

    assert [kept.notification.facts["channel"] for kept in page.items] == ["3", "2"]
    assert page.total == 3


def test_of_what_was_told_at_one_moment_the_last_comes_first_on_every_page(
    transactions: Transactions, notifications: Notifications
) -> None:
    for channel in "abc":
        tell(transactions, channel=channel)

    pages = [notifications.list(MINA, PageRequest(number, 2)).page for number in range(2)]

    assert [kept.notification.facts["channel"] for page in pages for kept in page.items] == [
        *("c", "b", "a")
    ]


def test_accounts_see_their_own_only(
    transactions: Transactions, notifications: Notifications
) -> None:
    tell(transactions, MINA)
    tell(transactions, JUN)
    (kept,) = notifications.list(JUN, PageRequest()).page.items

    with pytest.raises(NotFound):
        notifications.read(MINA, kept.id)

    assert notifications.list(JUN, PageRequest()).unread == 1
    assert notifications.list(MINA, PageRequest()).page.total == 1


def test_what_some_were_told_of_a_subject_since_a_moment_is_found(
    transactions: Transactions,
) -> None:
    hour = timedelta(hours=1)
    tell(transactions, MINA, Subject.POINTS_EXPIRING, at=NOON, expires_on="2026-04-20")
    tell(transactions, MINA, Subject.POINTS_EXPIRING, at=NOON - hour, expires_on="2026-03-20")
    tell(transactions, MINA, Subject.POINTS_GRANTED, at=NOON, expires_on="2026-05-20")
    tell(transactions, JUN, Subject.POINTS_EXPIRING, at=NOON, expires_on="2026-06-20")

    with transactions.look() as books:
        found = books.notifications.told_since([MINA], Subject.POINTS_EXPIRING, NOON)
        of_both = books.notifications.told_since([JUN, MINA], Subject.POINTS_EXPIRING, NOON - hour)

    assert [each.facts for each in found] == [{"expires_on": "2026-04-20"}]
    assert {(each.account, each.facts["expires_on"]) for each in of_both} == {
        (MINA, "2026-03-20"),
        (MINA, "2026-04-20"),
        (JUN, "2026-06-20"),
    }


def test_a_type_can_be_picked(transactions: Transactions, notifications: Notifications) -> None:
    tell(transactions, subject=Subject.FIXED_PROFIT)
    tell(transactions, subject=Subject.CHANNEL_DENIED)

    page = notifications.list(MINA, PageRequest(), NotificationType.NOTICE).page

    assert [kept.notification.subject for kept in page.items] == [Subject.CHANNEL_DENIED]
    assert page.total == 1


def test_reading_one_leaves_the_others_unread(
    transactions: Transactions, notifications: Notifications
) -> None:
    tell(transactions)
    tell(transactions)
    kept = notifications.list(MINA, PageRequest()).page.items[0]

    assert notifications.read(MINA, kept.id) == 1
    assert notifications.read(MINA, kept.id) == 1
    assert [each.read for each in notifications.list(MINA, PageRequest()).page.items] == [
        True,
        False,
    ]


def test_reading_all_leaves_none_unread_but_others_alone(
    transactions: Transactions, notifications: Notifications
) -> None:
    tell(transactions)
    tell(transactions)
    tell(transactions, JUN)

    assert notifications.read_all(MINA) == 0

    assert notifications.list(MINA, PageRequest()).unread == 0
    assert notifications.list(JUN, PageRequest()).unread == 1


def test_what_is_not_there_cannot_be_read(notifications: Notifications) -> None:
    with pytest.raises(NotFound):
        notifications.read(MINA, NotificationId("nowhere"))


def test_notifications_are_kept_for_180_days(
    transactions: Transactions, notifications: Notifications, clock: FixedClock
) -> None:
    tell(transactions, channel="old")
    clock.move(days=90)
    tell(transactions, at=clock.now(), channel="new")
    clock.move(days=90)
    assert notifications.forget_old() == 0

    clock.move(seconds=1)

    assert notifications.forget_old() == 1
    (kept,) = notifications.list(MINA, PageRequest()).page.items
    assert kept.notification.facts == {"channel": "new"}


def test_old_ones_go_in_one_run_however_many_there_are(
    transactions: Transactions,
    notifications: Notifications,
    clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(service, "_AT_ONCE", 2)
    for channel in "abcde":
        tell(transactions, channel=channel)
    clock.move(days=181)

    assert (notifications.forget_old(), notifications.forget_old()) == (5, 0)
    assert notifications.list(MINA, PageRequest()).page.total == 0


def test_an_erased_account_keeps_nothing(
    transactions: Transactions, notifications: Notifications
) -> None:
    tell(transactions)
    tell(transactions, JUN)

    with transactions.begin() as books:
        books.notifications.remove_all_of(MINA)

    assert notifications.list(MINA, PageRequest()).page.total == 0
    assert notifications.list(JUN, PageRequest()).page.total == 1
