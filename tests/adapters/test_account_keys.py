"""What belongs to an account is found and changed by the account and the id, never by the id alone."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from types import MappingProxyType
from typing import Any

import pytest
from tests.conftest import Database
from tests.fakes.account_keys import KEYED, astray, keyed, recorded
from tests.fakes.exports import an_export
from tests.fakes.standins import NOON, FixedClock, counting_ids
from tests.fakes.withdrawals import MINA, a_withdrawal, an_invoice

from backbeat.exports.model import Export
from backbeat.kernel.ids import AccountId, ExportId, MailId, NotificationId, WithdrawalId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Currency
from backbeat.kernel.pages import PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.mail.model import Mail, MailStatus, Template
from backbeat.notifications.model import Notification, Subject
from backbeat.payout_methods.model import FileForm
from backbeat.payout_methods.paypal import PAYMENTS
from backbeat.payouts.model import Attempt, Batch, Step
from backbeat.withdrawals.model import AttemptState, InvoiceLink
from backbeat.withdrawals.ports import WithdrawalFilter
from backbeat_adapters.sql.engine.transactions import SqlTransactions

Act = Callable[[Any], object]

KAI = AccountId("kai")
PAGE = PageRequest()
TODAY = date(2025, 11, 6)
LATER = NOON + timedelta(days=400)

PENDING = a_withdrawal()
PAID = PENDING.succeeded(TODAY)
INVOICE = an_invoice()
NOTE = INVOICE.taken_back("CN-2025-000001", TODAY)
LINK = InvoiceLink("hash", MINA, INVOICE.number, NOON)
EXPORTED = Step(AttemptState.EXPORTED, TODAY, NOON, "ann")
SENT = Step(AttemptState.SENT, TODAY, NOON, "ann")
ATTEMPT = Attempt(MINA, PENDING.id, 1, 1, 0, PENDING.paid.net, (EXPORTED,))
BATCH = Batch(1, PAYMENTS, FileForm.CSV, Currency.USD, TODAY, NOON, "ann")
EXPORT: Export = an_export()
MAIL = Mail("mina@example.org", Template.PASSWORD_CHANGED, Language.ENGLISH, {"name": "M"}, MINA)
TOLD = Notification(MINA, Subject.NOTICE, NOON)
MAILED, NOTIFIED = MailId("mail"), NotificationId("notification")
THEIRS = {PENDING.id: MINA}


def fill(books: Any) -> None:
    """Mina has one of everything."""
    books.outbox.add(MAIL)
    books.notifications.add(TOLD)
    books.withdrawals.add(PENDING)
    books.invoices.add(INVOICE)
    books.batches.add(BATCH)
    books.attempts.add([ATTEMPT])
    books.exports.add(EXPORT)


def pay_kai(books: Any) -> None:
    """Kai has an attempt to be paid, in the same batch."""
    asked = a_withdrawal(2, account=KAI)
    books.withdrawals.add(asked)
    books.attempts.add([Attempt(KAI, asked.id, 1, 1, 1, asked.paid.net, (EXPORTED,))])


BY_ACCOUNT: Mapping[str, Act] = MappingProxyType(
    {
        "withdrawals.add": lambda books: books.withdrawals.add(a_withdrawal(2, account=KAI)),
        "withdrawals.save": lambda books: books.withdrawals.save(PAID),
        "withdrawals.save_all": lambda books: books.withdrawals.save_all([PAID]),
        "withdrawals.redirect": lambda books: books.withdrawals.redirect(PENDING),
        "withdrawals.get": lambda books: books.withdrawals.get(MINA, PENDING.id),
        "withdrawals.get_all": lambda books: books.withdrawals.get_all(THEIRS),
        "withdrawals.lock_all": lambda books: books.withdrawals.lock_all(THEIRS),
        "withdrawals.forget_destinations": lambda books: books.withdrawals.forget_destinations(
            MINA
        ),
        "withdrawals.has_pending": lambda books: books.withdrawals.has_pending(MINA),
        "withdrawals.page": lambda books: books.withdrawals.page(WithdrawalFilter(MINA), PAGE),
        "withdrawals.listed": lambda books: books.withdrawals.listed(WithdrawalFilter(MINA), PAGE),
        "withdrawals.newest": lambda books: books.withdrawals.newest(MINA),
        "withdrawals.masked": lambda books: books.withdrawals.masked(
            books.withdrawals.listed(WithdrawalFilter(MINA), PAGE).items
        ),
        "invoices.add": lambda books: books.invoices.add(NOTE),
        "invoices.get": lambda books: books.invoices.get(MINA, INVOICE.number),
        "invoices.credit_notes": lambda books: books.invoices.credit_notes(THEIRS),
        "attempts.add": pay_kai,
        "attempts.save": lambda books: books.attempts.save([ATTEMPT.moved(SENT)]),
        "attempts.of": lambda books: books.attempts.of(THEIRS),
        "attempts.open_of": lambda books: books.attempts.open_of(MINA, PENDING.id),
        "attempts.came_back": lambda books: books.attempts.came_back(MINA, PENDING.id),
        "attempts.settle": lambda books: books.attempts.settle(
            MINA, PENDING.id, TODAY, NOON, "ann", reason=None
        ),
        "exports.add": lambda books: books.exports.add(an_export(account=KAI, id="export-2")),
        "exports.get": lambda books: books.exports.get(MINA, EXPORT.id),
        "exports.open_of": lambda books: books.exports.open_of(MINA),
        "exports.save": lambda books: books.exports.save(EXPORT.begun()),
        "exports.remove": lambda books: books.exports.remove(MINA, EXPORT.id),
        "notifications.add": lambda books: books.notifications.add(TOLD),
        "notifications.add_all": lambda books: books.notifications.add_all([TOLD]),
        "notifications.page": lambda books: books.notifications.page(MINA, None, PAGE),
        "notifications.told_since": lambda books: books.notifications.told_since(
            [MINA], TOLD.subject, NOON
        ),
        "notifications.unread": lambda books: books.notifications.unread(MINA),
        "notifications.mark_read": lambda books: books.notifications.mark_read(MINA, NOTIFIED),
        "notifications.mark_all_read": lambda books: books.notifications.mark_all_read(MINA),
        "notifications.remove_all_of": lambda books: books.notifications.remove_all_of(MINA),
        "outbox.add": lambda books: books.outbox.add(MAIL),
        "outbox.add_all": lambda books: books.outbox.add_all([MAIL]),
        "outbox.get": lambda books: books.outbox.get(MINA, MAILED),
        "outbox.lately": lambda books: books.outbox.lately(MINA, 5),
        "outbox.settle": lambda books: books.outbox.settle(MINA, MAILED, MailStatus.SENT),
        "outbox.remove_all_of": lambda books: books.outbox.remove_all_of(MINA),
    }
)
"""What is asked and done for one account, or for several that are named."""

ACROSS: Mapping[str, str] = MappingProxyType(
    {
        "withdrawals.accounts_of": "finds whose an id is that came alone",
        "withdrawals.billed_by": "a bank's file may name invoices alone",
        "withdrawals.waiting": "an export for the bank takes everybody's",
        "withdrawals.last_requested": "a policy counts from a day after everybody's requests",
        "withdrawals.starting_with": "an operator types the beginning of an id",
        "invoices.billed": "an operator or a bank's file names a former invoice, or a credit note",
        "invoices.next_number": "numbers are counted for everybody together",
        "invoices.numbers": "the integrity check looks for gaps in all of them",
        "invoices.add_link": "a link is found by its token, and so it is kept",
        "invoices.link": "who comes with a token has not logged in",
        "invoices.use_link": "by the token, as it is found",
        "invoices.forget_links": "clears away everybody's that ran out",
        "attempts.returned": "a job looks for everybody's that came back long ago",
        "attempts.in_batch": "a batch has attempts of many accounts",
        "exports.account_of": "finds whose an id is that came alone",
        "exports.ended_before": "clears away everybody's that are old",
        "notifications.remove_before": "clears away everybody's that are old",
        "outbox.account_of": "finds whose an id is that came alone",
    }
)
"""What is not asked for one account, and why."""


def test_every_method_of_these_ports_names_the_account_or_says_why_not(database: Database) -> None:
    made = SqlTransactions(database.engine, FixedClock(), counting_ids())
    with made.look() as books:
        methods = {
            f"{port}.{name}"
            for port in sorted({each.partition(".")[0] for each in BY_ACCOUNT})
            for name, _ in inspect.getmembers(getattr(books, port), inspect.ismethod)
            if not name.startswith("_")
        }

    assert methods == BY_ACCOUNT.keys() | ACROSS.keys()
    assert not BY_ACCOUNT.keys() & ACROSS.keys()


@pytest.mark.parametrize("name", BY_ACCOUNT)
def test_statements_for_an_account_name_it_and_never_set_a_key(
    database: Database, name: str
) -> None:
    made = SqlTransactions(database.engine, FixedClock(), counting_ids())
    with made.begin() as books:
        fill(books)
        with recorded(database.engine) as statements:
            BY_ACCOUNT[name](books)

    assert statements or name.startswith("notifications.add")  # PostgreSQL hears those directly
    assert astray(statements) == []


EXCHANGED = {PENDING.id: KAI, WithdrawalId("w2"): MINA}
"""Each is there, and so are both accounts."""

FOREIGN: Mapping[str, Act] = MappingProxyType(
    {
        "withdrawal": lambda books: books.withdrawals.get(KAI, PENDING.id),
        "withdrawals": lambda books: books.withdrawals.get_all({PENDING.id: KAI}),
        "withdrawals of both": lambda books: books.withdrawals.get_all(EXCHANGED),
        "attempts of both": lambda books: any(books.attempts.of(EXCHANGED).values()),
        "locked": lambda books: books.withdrawals.lock_all({PENDING.id: KAI}),
        "invoice": lambda books: books.invoices.get(KAI, INVOICE.number),
        "attempts": lambda books: books.attempts.of({PENDING.id: KAI})[PENDING.id],
        "open attempt": lambda books: books.attempts.open_of(KAI, PENDING.id),
        "report": lambda books: books.exports.get(KAI, EXPORT.id),
        "mail": lambda books: books.outbox.get(KAI, the_mail(books)),
        "notification": lambda books: books.notifications.mark_read(KAI, the_notice(books)),
    }
)


def the_mail(books: Any) -> MailId:
    added: MailId = books.outbox.add(MAIL)
    assert books.outbox.account_of(added) == MINA
    assert books.outbox.get(MINA, added).mail == MAIL
    return added


def the_notice(books: Any) -> NotificationId:
    [kept] = books.notifications.page(MINA, None, PAGE).items
    found: NotificationId = kept.id
    return found


@pytest.mark.parametrize("thing", FOREIGN)
def test_an_id_of_somebody_else_is_not_found(transactions: Transactions[Any], thing: str) -> None:
    with transactions.begin() as books:
        fill(books)
        pay_kai(books)

    with transactions.begin() as books:
        assert not FOREIGN[thing](books)


def test_what_is_done_to_an_id_of_somebody_else_changes_nothing(
    transactions: Transactions[Any],
) -> None:
    with transactions.begin() as books:
        fill(books)
        mail = the_mail(books)

    with transactions.begin() as books:
        books.attempts.settle(KAI, PENDING.id, TODAY, NOON, "ann", reason=None)
        books.exports.remove(KAI, EXPORT.id)
        books.outbox.settle(KAI, mail, MailStatus.SENT)
        books.notifications.mark_read(KAI, the_notice(books))

    with transactions.look() as books:
        assert books.attempts.open_of(MINA, PENDING.id) is not None
        assert books.exports.get(MINA, EXPORT.id) == EXPORT
        assert books.outbox.get(MINA, mail) is not None
        assert books.notifications.unread(MINA) == 1


def test_an_id_that_comes_alone_leads_to_its_account(transactions: Transactions[Any]) -> None:
    with transactions.begin() as books:
        fill(books)
        pay_kai(books)
        mail = the_mail(books)

    with transactions.look() as books:
        asked = [PENDING.id, WithdrawalId("w2"), WithdrawalId("nothing")]
        assert books.withdrawals.accounts_of(asked) == {"w1": MINA, "w2": KAI}
        assert books.withdrawals.accounts_of([]) == {}
        assert books.exports.account_of(EXPORT.id) == MINA
        assert books.exports.account_of(ExportId("nothing")) is None
        assert books.outbox.account_of(mail) == MINA
        assert books.outbox.account_of(MailId("nothing")) is None


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT invoices.number FROM invoices WHERE invoices.number = ?",
        "SELECT invoices.account FROM invoices WHERE invoices.number = ? ORDER BY invoices.account",
        "UPDATE mails SET status=? WHERE mails.id = ?",
        "UPDATE exports SET account=?, rows=? WHERE exports.account = ? AND exports.id = ?",
        "UPDATE channels SET id=?, name=? WHERE channels.id = ?",
        "DELETE FROM exports WHERE exports.id = ?",
        "SELECT 1 FROM withdrawals WHERE withdrawals.account = ? AND withdrawals.id IN"
        " (SELECT payout_attempts.withdrawal FROM payout_attempts WHERE payout_attempts.batch = ?)",
    ],
)
def test_a_statement_that_strays_is_noticed(statement: str) -> None:
    assert astray([statement]) == [statement]


def test_the_tables_that_are_held_to_it_are_those_keyed_by_the_account() -> None:
    mine = {"withdrawals", "withdrawal_uses", "invoices", "invoice_lines", "payout_attempts"}
    more = {"payout_steps", "exports", "notifications", "mails", "ledger_entries"}

    assert mine | more <= KEYED
    assert keyed(["SELECT 1 FROM exports", "SELECT 1 FROM jobs"]) == ["SELECT 1 FROM exports"]
