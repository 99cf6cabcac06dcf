"""The operator asks for invoices, over books in memory."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from tests.fakes.tax import NOON, TaxStand
from tests.fakes.withdrawals import ANN, MINA

from backbeat.accounts.errors import AccountNotFound
from backbeat.audit.ports import AuditFilter
from backbeat.kernel.errors import BadValues
from backbeat.kernel.ids import AccountId
from backbeat.kernel.languages import Language
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.kernel.targets import Target, TargetKind
from backbeat.mail.model import Mail, Template
from backbeat.notifications.model import Notification, NotificationType, Subject
from backbeat.settings import Settings

APRIL = Month(2026, 4)
JUN, GONE = AccountId("jun"), AccountId("gone")


@pytest.fixture
def stand() -> TaxStand:
    made = TaxStand(settings=Settings())
    made.payouts.add_creator(JUN, email="jun@example.org", language=Language.KOREAN)
    gone = made.payouts.add_creator(GONE, email="gone@example.org")
    with made.payouts.transactions.begin() as books:
        books.accounts.lock(gone.id)
        books.accounts.save(gone.deleted("left", NOON))
    return made


def told(stand: TaxStand, account: AccountId) -> list[Notification]:
    with stand.books() as books:
        rows: Any = books.notifications.page(account, NotificationType.TAX, PageRequest()).items
    return [row.notification for row in rows]


def mailed(stand: TaxStand, account: AccountId) -> list[object]:
    with stand.books() as books:
        return list(books.outbox.lately(account, 9))


def test_each_is_told_once_of_the_month_and_the_act_is_audited(stand: TaxStand) -> None:
    stand.asking.ask([MINA, JUN, MINA], APRIL, ANN)

    expected = Notification(
        MINA, Subject.TAX, NOON, {"month": APRIL}, Target(TargetKind.WITHDRAWALS)
    )
    assert told(stand, MINA) == [expected]
    assert told(stand, JUN) == [evolve(expected, account=JUN)]
    with stand.books() as books:
        rows = books.audit.page(AuditFilter(), PageRequest()).items
    asked = [row.entry for row in rows if row.entry.action == "invoice.asked"]
    assert {each.target for each in asked} == {"account:mina", "account:jun"}
    assert [(each.actor, each.after) for each in asked] == [(ANN, {"month": "2026-04"})] * 2


def test_each_is_mailed_too(stand: TaxStand) -> None:
    stand.asking.ask([MINA, JUN, MINA], APRIL, ANN)

    with stand.books() as books:
        mails = [each.mail for each in books.outbox.waiting()]
        people = [books.accounts.get(each) for each in (MINA, JUN)]
    assert {each.language for each in people} == {Language.ENGLISH, Language.KOREAN}
    assert mails == [
        Mail(
            each.email,
            Template.INVOICE_REQUESTED,
            each.language,
            {"name": each.name, "month": APRIL},
            each.id,
        )
        for each in people
    ]


@pytest.mark.parametrize("nobody", [GONE, AccountId("nobody")])
def test_one_who_is_not_there_leaves_all_untold(stand: TaxStand, nobody: AccountId) -> None:
    with pytest.raises(AccountNotFound):
        stand.asking.ask([MINA, nobody], APRIL, ANN)
    assert (told(stand, MINA), mailed(stand, MINA)) == ([], [])


def test_a_month_to_come_is_refused_and_the_running_one_is_not(stand: TaxStand) -> None:
    with pytest.raises(BadValues) as refused:
        stand.asking.ask([MINA], Month(2026, 6), ANN)
    assert refused.value.fields == {"month": "date"}
    assert told(stand, MINA) == []

    stand.asking.ask([MINA], Month(2026, 5), ANN)
    assert len(told(stand, MINA)) == 1


def test_a_trial_tells_nobody(stand: TaxStand) -> None:
    stand.asking.ask([MINA], APRIL, ANN, dry_run=True)
    assert (told(stand, MINA), mailed(stand, MINA)) == ([], [])
