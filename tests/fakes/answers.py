"""What a portal answers about its money, as plain values: the same before and after an upgrade."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from tests.fakes.standins import FixedClock

from backbeat.accounts.ports import AccountFilter
from backbeat.kernel.ids import AccountId
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.ledger.model import Entry
from backbeat.ledger.statements import Statements
from backbeat.settings import Invoice, Settings
from backbeat.tracing.service import Tracing
from backbeat.withdrawals.ports import WithdrawalFilter
from backbeat_adapters.sql.engine.transactions import SqlTransactions

EVERYTHING = PageRequest(0, 100)


def answers(transactions: SqlTransactions, today: date) -> dict[str, Any]:
    """Balances, statements, explanations, withdrawals, invoices and notices of everybody."""
    with transactions.look() as books:
        people = sorted(each.id for each in books.accounts.list(AccountFilter(), EVERYTHING).items)
        entries = {each: _entries(books, each) for each in people}
        found: dict[str, Any] = {
            "open": sorted(
                [each.entry.id, str(each.remaining), _text(each.expires_on)]
                for each in books.ledger.store.whole.all_open()
            ),
            "withdrawals": _withdrawals(books),
            "invoices": _invoices(books),
        }
        found["accounts"] = {
            each: {
                "summary": _summary(books, each, today),
                "entries": [_entry(entry) for entry in entries[each]],
                "months": _months(books, each),
                "notices": _notices(books, each),
            }
            for each in people
        }
    found["statements"] = _statements(transactions, entries, today)
    tracing = Tracing(transactions, Settings(), None)  # type: ignore[arg-type]
    found["explanations"] = {
        entry.id: _explanation(tracing.of_entry(entry.id, EVERYTHING))
        for of_one in entries.values()
        for entry in of_one
    }
    return found


def _entries(books: Any, account: AccountId) -> list[Entry]:
    found: list[Entry] = books.ledger.statements.entries_between(
        account, date(2000, 1, 1), date(2100, 1, 1)
    )
    return found


def _entry(entry: Entry) -> list[Any]:
    return [
        entry.id,
        entry.type.value,
        str(entry.amount),
        str(entry.day),
        _text(entry.month),
        entry.channel,
        _text(entry.expires_on),
        entry.note,
        entry.correction,
    ]


def _summary(books: Any, account: AccountId, today: date) -> dict[str, Any]:
    summary = books.ledger.statements.summary(account, today)
    settled = summary.last_settled
    balance = summary.balance
    return {
        "balance": [str(balance.available), str(balance.in_flight), str(balance.debt)],
        "lots": [[str(lot.amount), str(lot.expires_on)] for lot in summary.lots],
        "settled": settled and [str(settled.month), str(settled.revenue)],
        "withdrawable": str(summary.withdrawable),
        "ended": str(summary.ended),
        "order_of_use": [each.entry.id for each in books.ledger.open_entries(account)],
    }


def _months(books: Any, account: AccountId) -> list[Any]:
    return [
        [
            str(report.month),
            str(report.total),
            [[line.type.value, str(line.amount), line.correction] for line in report.lines],
        ]
        for report in books.ledger.statements.months(account)
    ]


def _notices(books: Any, account: AccountId) -> list[Any]:
    found = books.notifications.page(account, None, EVERYTHING)
    return sorted([each.id, each.notification.subject.value, each.read] for each in found.items)


def _statements(
    transactions: SqlTransactions, entries: dict[AccountId, list[Entry]], today: date
) -> dict[str, Any]:
    service = Statements(transactions, FixedClock(_noon(today)), None, Invoice())  # type: ignore[arg-type]
    found = {}
    for account, of_one in entries.items():
        for month in sorted({Month.of(entry.day) for entry in of_one}):
            shown = service.show(account, month)
            rows = [[row.entry.id, row.channel and row.channel.name] for row in shown.rows]
            found[f"{account} {month}"] = [str(shown.opening), str(shown.closing), rows]
    return found


def _noon(day: date) -> Any:
    from datetime import UTC, datetime, time

    return datetime.combine(day, time(12), UTC)


def _explanation(found: Any) -> dict[str, Any]:
    reckoned = found.reckoned
    return {
        "cause": [
            found.transaction.kind.value,
            str(found.transaction.day),
            found.transaction.recorded_at.isoformat(),
            found.transaction.actor.id,
            _text(found.transaction.month),
        ],
        "reason": found.reason,
        "debt": str(found.debt),
        "remaining": str(found.remaining),
        "taken": [
            [each.by.id, str(each.amount), each.withdrawal and each.withdrawal.id]
            for each in found.taken
        ],
        "uses": [[each.entry.id, str(each.amount)] for each in found.uses.items],
        "channels": sorted([channel, each.name] for channel, each in found.channels.items()),
        "rows": [
            [each.row.line, each.counted_nanos, each.share_nanos] for each in found.rows.items
        ],
        "reckoned": reckoned
        and [
            reckoned.rule.value,
            _text(reckoned.rate),
            reckoned.gross_nanos,
            reckoned.rounding_nanos,
            str(reckoned.former),
            reckoned.settlement.revision,
        ],
        "document": found.document
        and [
            found.document.withdrawal.id,
            found.document.ending and found.document.ending.kind.value,
            [[each.number, each.state.value] for each in found.document.attempts],
        ],
        "reverses": found.reverses and found.reverses.kind.value,
        "reversed_by": found.reversed_by and found.reversed_by.kind.value,
    }


def _withdrawals(books: Any) -> list[Any]:
    found = books.withdrawals.page(WithdrawalFilter(), EVERYTHING).items
    attempts = books.attempts.of({each.id: each.account for each in found})
    return sorted(
        [
            each.id,
            each.account,
            each.status.value,
            str(each.requested_on),
            *(str(part) for part in (each.usd.total, each.usd.fee, each.usd.net)),
            *(str(part) for part in (each.paid.total, each.paid.fee, each.paid.net)),
            each.currency.value,
            each.invoice,
            each.credit_note,
            [[used.entry, str(used.amount), used.correction] for used in each.uses],
            [
                [one.number, one.batch, one.place, str(one.amount), _steps(one.steps)]
                for one in attempts.get(each.id, ())
            ],
        ]
        for each in found
    )


def _steps(steps: Iterable[Any]) -> list[Any]:
    return [[each.state.value, str(each.on), each.reference] for each in steps]


def _invoices(books: Any) -> list[Any]:
    asked = books.withdrawals.page(WithdrawalFilter(), EVERYTHING).items
    numbers = {
        number: each.account for each in asked for number in (each.invoice, each.credit_note)
    }
    return [
        _invoice(books.invoices.get(numbers[number], number))
        for number in sorted(books.invoices.numbers())
    ]


def _invoice(invoice: Any) -> list[Any]:
    return [
        invoice.number,
        invoice.kind.value,
        invoice.corrects,
        invoice.withdrawal,
        invoice.account,
        str(invoice.issued_on),
        str(invoice.fee),
        str(invoice.total),
        [[str(line.month), line.type.value, str(line.amount)] for line in invoice.lines],
    ]


def _text(value: object) -> str | None:
    return None if value is None else str(value)
