"""`backbeat notify ask-invoice`: people are asked for the invoice of their withdrawal."""

from __future__ import annotations

import json

from tests.cli.conftest import Program
from tests.fakes.accounts import an_account

from backbeat.kernel.ids import AccountId
from backbeat.kernel.pages import PageRequest
from backbeat.notifications.model import NotificationType
from backbeat_adapters.container import Container

SEPTEMBER = ("--month", "2025-09")
MINA, JUN = AccountId("mina"), AccountId("jun")


def people(container: Container) -> None:
    with container.transactions().begin() as books:
        books.accounts.add(an_account(id=MINA, email="mina@example.org", name="mina"))
        books.accounts.add(
            an_account(id=JUN, email="jun@example.org", name="jun", referral_code="CODE0002")
        )


def asked(container: Container, account: AccountId) -> list[dict[str, object]]:
    """What the account was told of invoices."""
    with container.transactions().look() as books:
        found = books.notifications.page(account, NotificationType.TAX, PageRequest())
    return [dict(each.notification.facts) for each in found.items]


def test_each_account_is_asked_once_by_whatever_it_is_named(
    backbeat: Program, container: Container
) -> None:
    people(container)
    named = ("mina@example.org", "jun", "mina")

    trial = backbeat("notify", "ask-invoice", *named, *SEPTEMBER, "--dry-run", "--json")
    assert (trial.code, asked(container, MINA)) == (0, [])
    assert json.loads(trial.out)["items"] == [
        {"account": f"{name}@example.org", "month": "2025-09", "dry_run": True}
        for name in ("mina", "jun")
    ]

    unasked = backbeat("notify", "ask-invoice", *named, *SEPTEMBER)
    assert (unasked.code, asked(container, MINA)) == (2, [])
    done = backbeat("notify", "ask-invoice", *named, *SEPTEMBER, "--yes")
    assert (done.code, "jun@example.org" in done.out) == (0, True)
    for account in (MINA, JUN):
        assert asked(container, account) == [{"month": "2025-09"}]


def test_nobody_is_asked_where_one_of_them_is_not_there(
    backbeat: Program, container: Container
) -> None:
    people(container)

    refused = backbeat("notify", "ask-invoice", "mina", "nobody", *SEPTEMBER, "--yes")

    assert (refused.code, asked(container, MINA)) == (1, [])


def test_a_month_to_come_or_none_at_all_is_refused(backbeat: Program, container: Container) -> None:
    people(container)

    later = backbeat("notify", "ask-invoice", "mina", "--month", "2099-01")
    assert (later.code, "2099-01 has not begun" in later.err) == (1, True)
    wrong = backbeat("notify", "ask-invoice", "mina", "--month", "May")
    assert wrong.code == 2
    assert backbeat("notify", "ask-invoice", "mina").code == 2
    assert asked(container, MINA) == []
