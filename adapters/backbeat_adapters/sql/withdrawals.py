"""Withdrawals, payees and invoices in SQL.

A destination is stored as one sealed text: its name, bank and numbers can be read with the
installation's key only, and only where they belong (DEST-11).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from decimal import Decimal
from functools import cache, lru_cache, partial
from typing import Any, TypeVar

from attrs import asdict, frozen
from sqlalchemy import (
    Column,
    Connection,
    ForeignKeyConstraint,
    Index,
    PrimaryKeyConstraint,
    Row,
    Select,
    Text,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql import ColumnElement

from backbeat.accounts.errors import PendingWithdrawal
from backbeat.kernel.chunks import in_chunks
from backbeat.kernel.ids import AccountId, EntryId, WithdrawalId
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.secrets import SecretBox
from backbeat.ledger.model import EntryType
from backbeat.payout_methods.model import Destination, MethodName, MethodTerms
from backbeat.payout_methods.registry import METHODS
from backbeat.settings import MinimumBasis, PayoutRule
from backbeat.withdrawals.errors import AlreadyDecided
from backbeat.withdrawals.model import (
    AgreedTerms,
    AppliedRate,
    CreditNote,
    Invoice,
    InvoiceKind,
    InvoiceLine,
    InvoiceLink,
    ListedWithdrawal,
    PaymentDetails,
    PayoutAmounts,
    UsedEntry,
    Withdrawal,
    WithdrawalStatus,
)
from backbeat.withdrawals.ports import WithdrawalFilter, WithdrawalOwners
from backbeat_adapters.sql.engine.keys import (
    as_span,
    begins_with,
    keys_given,
    with_given_keys,
    with_keys,
)
from backbeat_adapters.sql.engine.paging import newest_first
from backbeat_adapters.sql.engine.reading import row_of, rows_of
from backbeat_adapters.sql.engine.schema import (
    Big,
    Choice,
    Day,
    Flag,
    Instant,
    Json,
    Micros,
    MonthText,
    Rate,
    append_only,
    table,
)
from backbeat_adapters.sql.engine.upserts import next_number, upsert_all

payment_details = table(
    "payment_details",
    Column("account", Text, primary_key=True),
    Column("method", Text, nullable=False),
    Column("destination", Text, nullable=False),
    Column("updated_at", Instant, nullable=False),
    Column("changed_on", Day),
)

withdrawals = table(
    "withdrawals",
    Column("account", Text, nullable=False),
    Column("id", Text, nullable=False, unique=True),
    Column("requested_on", Day, nullable=False),
    Column("requested_at", Instant, nullable=False),
    Column("method", Text, nullable=False),
    Column("destination", Text, nullable=False),
    Column("usd_total", Micros, nullable=False),
    Column("usd_fee", Micros, nullable=False),
    Column("usd_net", Micros, nullable=False),
    Column("currency", Choice(Currency), nullable=False),
    Column("paid_total", Micros, nullable=False),
    Column("paid_fee", Micros, nullable=False),
    Column("paid_net", Micros, nullable=False),
    Column("rate", Rate),
    Column("rate_day", Day),
    Column("rate_source", Text),
    Column("minimum", Micros, nullable=False),
    Column("method_terms", Json, nullable=False),
    Column("windows", Json, nullable=False),
    Column("payout_rule", Choice(PayoutRule), nullable=False),
    Column("payout_days", Big, nullable=False),
    Column("bill_on", Day, nullable=False),
    Column("due_on", Day, nullable=False),
    Column("held_until", Day),
    Column("invoice", Text, nullable=False, unique=True),
    Column("status", Choice(WithdrawalStatus), nullable=False),
    Column("reason", Text),
    Column("paid_on", Day),
    Column("approved_by", Text),
    Column("credit_note", Text, unique=True),
    PrimaryKeyConstraint("account", "id"),
)

Index("ix_withdrawals_account_requested_at", withdrawals.c.account, withdrawals.c.requested_at)
Index("ix_withdrawals_status_due_on", withdrawals.c.status, withdrawals.c.due_on)
Index("ix_withdrawals_requested_at", withdrawals.c.requested_at)

_is_pending = withdrawals.c.status == WithdrawalStatus.PENDING

one_pending = Index(
    "uq_withdrawals_one_pending",
    withdrawals.c.account,
    unique=True,
    sqlite_where=_is_pending,
    postgresql_where=_is_pending,
)
"""One request at a time, whatever was read before (WITHDRAW-12)."""

withdrawal_uses = append_only(
    table(
        "withdrawal_uses",
        Column("account", Text, nullable=False),
        Column("withdrawal", Text, nullable=False),
        Column("place", Big, nullable=False),
        Column("entry", Text, nullable=False),
        Column("type", Choice(EntryType), nullable=False),
        Column("month", MonthText, nullable=False),
        Column("amount", Micros, nullable=False),
        Column("correction", Flag, nullable=False),
        Column("line", Text),
        PrimaryKeyConstraint("account", "withdrawal", "place"),
        ForeignKeyConstraint(["account", "withdrawal"], ["withdrawals.account", "withdrawals.id"]),
        Index("ix_withdrawal_uses_entry", "account", "entry"),
    )
)

invoice_numbers = table(
    "invoice_numbers",
    Column("kind", Choice(InvoiceKind), nullable=False),
    Column("year", Big, nullable=False),
    Column("last", Big, nullable=False),
    PrimaryKeyConstraint("kind", "year"),
)

invoices = append_only(
    table(
        "invoices",
        Column("account", Text, nullable=False),
        Column("number", Text, nullable=False, unique=True),
        Column("kind", Choice(InvoiceKind), nullable=False),
        Column("corrects", Text, unique=True),
        Column("withdrawal", Text, nullable=False),
        Column("name", Text, nullable=False),
        Column("recipient", Text, nullable=False),
        Column("service", Text, nullable=False),
        Column("issued_on", Day, nullable=False),
        Column("currency", Choice(Currency), nullable=False),
        Column("fee", Micros, nullable=False),
        Column("total", Micros, nullable=False),
        PrimaryKeyConstraint("account", "number"),
        ForeignKeyConstraint(["account", "corrects"], ["invoices.account", "invoices.number"]),
        ForeignKeyConstraint(["account", "withdrawal"], ["withdrawals.account", "withdrawals.id"]),
        Index("ix_invoices_withdrawal", "account", "withdrawal"),
    )
)

invoice_lines = append_only(
    table(
        "invoice_lines",
        Column("account", Text, nullable=False),
        Column("invoice", Text, nullable=False),
        Column("place", Big, nullable=False),
        Column("month", MonthText, nullable=False),
        Column("type", Choice(EntryType), nullable=False),
        Column("unit_price", Micros, nullable=False),
        Column("correction", Flag, nullable=False),
        Column("note", Text),
        PrimaryKeyConstraint("account", "invoice", "place"),
        ForeignKeyConstraint(["account", "invoice"], ["invoices.account", "invoices.number"]),
    )
)

invoice_links = table(
    "invoice_links",
    Column("token_hash", Text, primary_key=True),
    Column("account", Text, nullable=False),
    Column("invoice", Text, nullable=False),
    Column("expires_at", Instant, nullable=False, index=True),
    Column("used_at", Instant),
    ForeignKeyConstraint(["account", "invoice"], ["invoices.account", "invoices.number"]),
)


_PAYEE_OF = select(payment_details).where(payment_details.c.account == bindparam("of"))
_IDS_AT_ONCE = 500
_STATEMENTS = 32
"""Kept for each set of conditions that is asked for."""
T = TypeVar("T")


@frozen
class SqlPaymentDetails:
    """Payees; see `PaymentDetailsRepository`."""

    connection: Connection
    secrets: SecretBox

    def get(self, account: AccountId) -> PaymentDetails | None:
        """Where the account is paid."""
        row = row_of(self.connection, _PAYEE_OF, {"of": account})
        if row is None:
            return None
        destination = _opened(
            self.secrets, row.method, row.destination, _payee_place(account), f"account {account}"
        )
        return PaymentDetails(account, destination, row.updated_at, row.changed_on)

    def registered(self, accounts: Collection[AccountId]) -> frozenset[AccountId]:
        column = payment_details.c.account
        return frozenset(
            account
            for chunk in in_chunks(sorted(set(accounts)), _IDS_AT_ONCE)
            for account in self.connection.scalars(select(column).where(column.in_(chunk)))
        )

    def put(self, details: PaymentDetails) -> None:
        """Keep where an account is paid."""
        self.put_all([details])

    def put_all(self, details: Sequence[PaymentDetails]) -> None:
        rows = [
            {
                "account": each.account,
                "method": each.destination.method,
                "destination": _sealed(self.secrets, each.destination, _payee_place(each.account)),
                "updated_at": each.updated_at,
                "changed_on": each.changed_on,
            }
            for each in details
        ]
        upsert_all(self.connection, payment_details, ("account",), rows)

    def remove(self, account: AccountId) -> None:
        self.connection.execute(delete(payment_details).where(payment_details.c.account == account))


@frozen
class SqlWithdrawals:
    """Withdrawals; see `WithdrawalRepository`."""

    connection: Connection
    secrets: SecretBox

    def add(self, withdrawal: Withdrawal) -> None:
        """Keep a new one."""
        try:
            self.connection.execute(insert(withdrawals).values(to_row(withdrawal, self.secrets)))
        except IntegrityError as error:
            if "one_pending" in str(error.orig) or "withdrawals.account" in str(error.orig):
                raise PendingWithdrawal() from error
            raise
        self.connection.execute(insert(withdrawal_uses), _use_rows(withdrawal))

    def save(self, withdrawal: Withdrawal) -> None:
        """Keep the changed state of a pending one."""
        self.save_all([withdrawal])

    def save_all(self, many: Sequence[Withdrawal]) -> None:
        """Keep the changed states of pending ones."""
        rows = [
            {
                "whose": each.account,
                "of": each.id,
                "to_status": each.status,
                "to_reason": each.reason,
                "to_paid_on": each.paid_on,
                "to_approved_by": each.approved_by,
                "to_credit_note": each.credit_note,
            }
            for each in many
        ]
        changed = (
            update(withdrawals)
            .where(
                withdrawals.c.account == bindparam("whose"),
                withdrawals.c.id == bindparam("of"),
                _is_pending,
            )
            .values(
                status=bindparam("to_status"),
                reason=bindparam("to_reason"),
                paid_on=bindparam("to_paid_on"),
                approved_by=bindparam("to_approved_by"),
                credit_note=bindparam("to_credit_note"),
            )
        )
        if rows and self.connection.execute(changed, rows).rowcount != len(rows):
            self._refuse_decided(many)

    def redirect(self, withdrawal: Withdrawal) -> None:
        names = ("method", "destination", "held_until", "invoice", "approved_by")
        row = to_row(withdrawal, self.secrets)
        changed = self.connection.execute(
            update(withdrawals)
            .where(
                withdrawals.c.account == withdrawal.account,
                withdrawals.c.id == withdrawal.id,
                _is_pending,
            )
            .values({name: row[name] for name in names})
        )
        if changed.rowcount != 1:
            self._refuse_decided([withdrawal])

    def _refuse_decided(self, many: Sequence[Withdrawal]) -> None:
        stored = self.get_all({each.id: each.account for each in many})
        decided = [each for each in stored if each not in many] or stored
        raise AlreadyDecided(status=decided[0].status)

    def accounts_of(self, ids: Collection[WithdrawalId]) -> WithdrawalOwners:
        found: dict[WithdrawalId, AccountId] = {}
        for chunk in in_chunks(sorted(set(ids)), _IDS_AT_ONCE):
            found |= self._owners(withdrawals.c.id.in_(chunk))
        return found

    def billed_by(self, invoices: Collection[str]) -> Mapping[str, WithdrawalId]:
        found: dict[str, WithdrawalId] = {}
        for chunk in in_chunks(sorted(set(invoices)), _IDS_AT_ONCE):
            rows = self.connection.execute(
                select(withdrawals.c.invoice, withdrawals.c.id).where(
                    withdrawals.c.invoice.in_(chunk)
                )
            )
            found |= {row.invoice: WithdrawalId(row.id) for row in rows}
        return found

    def get(self, account: AccountId, withdrawal: WithdrawalId) -> Withdrawal | None:
        return next(iter(self.get_all({withdrawal: account})), None)

    def get_all(self, owners: WithdrawalOwners) -> Sequence[Withdrawal]:
        return self._all(owners, select(withdrawals))

    def lock_all(self, owners: WithdrawalOwners) -> Sequence[Withdrawal]:
        """A writer on SQLite is alone anyway."""
        return self._all(owners, select(withdrawals).with_for_update(of=withdrawals))

    def waiting(self, method: MethodName) -> WithdrawalOwners:
        return self._owners(_is_pending, withdrawals.c.method == method)

    def forget_destinations(self, account: AccountId) -> None:
        answered = select(withdrawals).where(withdrawals.c.account == account, ~_is_pending)
        for each in self._read(self.connection.execute(answered).all()):
            row = to_row(each.without_destination(), self.secrets)
            self.connection.execute(
                update(withdrawals)
                .where(withdrawals.c.account == each.account, withdrawals.c.id == each.id)
                .values(destination=row["destination"])
            )

    def has_pending(self, account: AccountId) -> bool:
        """Whether one of the account waits."""
        wanted = select(withdrawals.c.id).where(withdrawals.c.account == account, _is_pending)
        return self.connection.execute(wanted).first() is not None

    def newest(self, account: AccountId) -> Withdrawal | None:
        """The newest with the entries it used, in one statement."""
        newest = (
            select(withdrawals)
            .where(withdrawals.c.account == account)
            .order_by(*(column.desc() for column in _PLACE))
            .limit(1)
            .subquery("newest")
        )
        own = withdrawal_uses.c
        used = [column.label(f"used_{column.name}") for column in own]
        theirs = and_(own.account == newest.c.account, own.withdrawal == newest.c.id)
        query = select(newest, *used).outerjoin(withdrawal_uses, theirs).order_by(own.place)
        rows = self.connection.execute(query).all()
        if not rows:
            return None
        uses = [_use(row, "used_") for row in rows if row.used_entry is not None]
        return from_row(rows[0], uses, self.secrets)

    def _page(
        self,
        columns: tuple[Any, ...],
        filter: WithdrawalFilter,
        request: PageRequest,
        read_all: Callable[[Sequence[Row[Any]]], Sequence[T]],
    ) -> Page[T]:
        asked = _asked(filter)
        wanted = _wanted(columns, frozenset(asked))
        return newest_first(self.connection, wanted, _PLACE, request, read_all, values=asked)

    def last_requested(self) -> date | None:
        """The newest day of a request."""
        newest: date | None = self.connection.scalar(select(func.max(withdrawals.c.requested_on)))
        return newest

    def page(self, filter: WithdrawalFilter, request: PageRequest) -> Page[Withdrawal]:
        return self._page((withdrawals,), filter, request, self._read)

    def listed(self, filter: WithdrawalFilter, request: PageRequest) -> Page[ListedWithdrawal]:
        return self._page(_LISTED, filter, request, lambda rows: [_listed(row) for row in rows])

    def masked(self, some: Iterable[ListedWithdrawal]) -> Mapping[WithdrawalId, str]:
        key = (withdrawals.c.account, withdrawals.c.id)
        wanted = select(withdrawals.c.id, withdrawals.c.method, withdrawals.c.destination)
        keys = [(each.account, each.id) for each in some]
        found: dict[WithdrawalId, str] = {}
        for row in self.connection.execute(with_keys(self.connection, wanted, key, keys)):
            # One row that was changed or whose key is gone must not hide the others.
            with suppress(ValueError, LookupError, TypeError):
                found[WithdrawalId(row.id)] = self._destination(row).masked
        return found

    def _destination(self, row: Row[Any]) -> Destination:
        place, whose = _place(row.id), f"withdrawal {row.id}"
        return _opened(self.secrets, row.method, row.destination, place, whose)

    def starting_with(self, prefix: str, most: int) -> Sequence[Withdrawal]:
        """Those whose id or invoice number begins so."""
        begins = partial(begins_with, self.connection.dialect.name, start=prefix)
        wanted = (
            select(withdrawals)
            .where(or_(begins(withdrawals.c.id), begins(withdrawals.c.invoice)))
            .order_by(withdrawals.c.id)
            .limit(most)
        )
        return self._read(self.connection.execute(wanted).all())

    def _owners(self, *which: ColumnElement[bool]) -> dict[WithdrawalId, AccountId]:
        wanted = select(withdrawals.c.id, withdrawals.c.account).where(*which)
        return {
            WithdrawalId(id_): AccountId(account)
            for id_, account in self.connection.execute(wanted)
        }

    def _all(self, owners: WithdrawalOwners, read: Select[tuple[Any, ...]]) -> list[Withdrawal]:
        found: list[Withdrawal] = []
        for chunk in in_chunks(sorted(owners), _IDS_AT_ONCE):
            keys = [(owners[each], each) for each in chunk]
            key = (withdrawals.c.account, withdrawals.c.id)
            some = with_keys(self.connection, read, key, keys)
            found += self._read(self.connection.execute(some.order_by(withdrawals.c.id)).all())
        return sorted(found, key=lambda each: each.id)

    def _read(self, rows: Sequence[Row[Any]]) -> list[Withdrawal]:
        """The withdrawals of rows, each with the entries it used."""
        used = self._used([(row.account, row.id) for row in rows])
        return [from_row(row, used[row.id], self.secrets) for row in rows]

    def _used(self, keys: Sequence[tuple[str, str]]) -> Mapping[str, Sequence[UsedEntry]]:
        """The entries that each used, by the withdrawal's id."""
        used: dict[str, list[UsedEntry]] = {withdrawal: [] for _, withdrawal in keys}
        if not keys:
            return used
        own = withdrawal_uses.c
        key = (own.account, own.withdrawal)
        wanted = with_keys(self.connection, select(withdrawal_uses), key, keys)
        for row in self.connection.execute(wanted.order_by(own.withdrawal, own.place)):
            used[row.withdrawal].append(_use(row))
        return used


@frozen
class SqlInvoices:
    """Invoices; see `InvoiceRepository`."""

    connection: Connection

    def next_number(self, kind: InvoiceKind, year: int) -> int:
        return next_number(self.connection, invoice_numbers, {"kind": kind, "year": year})

    def add(self, invoice: Invoice) -> None:
        row = {
            "number": invoice.number,
            "kind": invoice.kind,
            "corrects": invoice.corrects,
            "withdrawal": invoice.withdrawal,
            "account": invoice.account,
            "name": invoice.name,
            "recipient": invoice.recipient,
            "service": invoice.service,
            "issued_on": invoice.issued_on,
            "currency": invoice.currency,
            "fee": invoice.fee.micros,
            "total": invoice.total.micros,
        }
        self.connection.execute(insert(invoices).values(row))
        self.connection.execute(
            insert(invoice_lines),
            [
                {
                    "account": invoice.account,
                    "invoice": invoice.number,
                    "place": place,
                    "month": line.month,
                    "type": line.type,
                    "unit_price": line.unit_price.micros,
                    "correction": line.correction,
                    "note": line.note,
                }
                for place, line in enumerate(invoice.lines)
            ],
        )

    def get(self, account: AccountId, number: str) -> Invoice | None:
        wanted = select(invoices).where(invoices.c.account == account, invoices.c.number == number)
        row = self.connection.execute(wanted).first()
        if row is None:
            return None
        lines = self.connection.execute(
            select(invoice_lines)
            .where(invoice_lines.c.account == account, invoice_lines.c.invoice == number)
            .order_by(invoice_lines.c.place)
        )
        return Invoice(
            number=row.number,
            kind=row.kind,
            corrects=row.corrects,
            withdrawal=WithdrawalId(row.withdrawal),
            account=AccountId(row.account),
            name=row.name,
            recipient=row.recipient,
            service=row.service,
            issued_on=row.issued_on,
            currency=row.currency,
            lines=tuple(
                InvoiceLine(
                    line.month,
                    line.type,
                    Money(line.unit_price, row.currency),
                    line.correction,
                    line.note,
                )
                for line in lines
            ),
            fee=Money(row.fee, row.currency),
            total=Money(row.total, row.currency),
        )

    def credit_notes(self, owners: WithdrawalOwners) -> Mapping[WithdrawalId, Sequence[CreditNote]]:
        found: dict[WithdrawalId, list[CreditNote]] = {}
        dialect = self.connection.dialect.name
        query = _credit_notes(dialect)
        keys = [(account, withdrawal) for withdrawal, account in owners.items()]
        for some in in_chunks(keys, _IDS_AT_ONCE):
            for withdrawal, *told in rows_of(self.connection, query, keys_given(dialect, some)):
                found.setdefault(WithdrawalId(withdrawal), []).append(CreditNote(*told))
        return found

    def billed(self, numbers: Collection[str]) -> Mapping[str, WithdrawalOwners]:
        wanted = select(invoices.c.number, invoices.c.withdrawal, invoices.c.account)
        return {
            number: {WithdrawalId(withdrawal): AccountId(account)}
            for chunk in in_chunks(sorted(set(numbers)), _IDS_AT_ONCE)
            for number, withdrawal, account in self.connection.execute(
                wanted.where(invoices.c.number.in_(chunk))
            )
        }

    def numbers(self) -> Iterator[str]:
        """The number of every invoice and credit note."""
        return iter(self.connection.execute(select(invoices.c.number)).scalars())

    def add_link(self, link: InvoiceLink) -> None:
        self.connection.execute(insert(invoice_links).values(asdict(link)))

    def link(self, token_hash: str) -> InvoiceLink | None:
        wanted = select(invoice_links).where(invoice_links.c.token_hash == token_hash)
        row = self.connection.execute(wanted).first()
        return InvoiceLink(*row) if row else None

    def use_link(self, token_hash: str, at: datetime) -> bool:
        spent = self.connection.execute(
            update(invoice_links)
            .where(invoice_links.c.token_hash == token_hash, invoice_links.c.used_at.is_(None))
            .values(used_at=at)
        )
        return spent.rowcount == 1

    def forget_links(self, expired_before: datetime) -> int:
        old = delete(invoice_links).where(invoice_links.c.expires_at < expired_before)
        return self.connection.execute(old).rowcount


def to_row(withdrawal: Withdrawal, secrets: SecretBox) -> dict[str, Any]:
    rate, terms = withdrawal.rate, withdrawal.terms
    return {
        "id": withdrawal.id,
        "account": withdrawal.account,
        "requested_on": withdrawal.requested_on,
        "requested_at": withdrawal.requested_at,
        "method": withdrawal.method,
        "destination": _sealed(secrets, withdrawal.destination, _place(withdrawal.id)),
        "usd_total": withdrawal.usd.total.micros,
        "usd_fee": withdrawal.usd.fee.micros,
        "usd_net": withdrawal.usd.net.micros,
        "currency": withdrawal.currency,
        "paid_total": withdrawal.paid.total.micros,
        "paid_fee": withdrawal.paid.fee.micros,
        "paid_net": withdrawal.paid.net.micros,
        "rate": rate.rate if rate else None,
        "rate_day": rate.day if rate else None,
        "rate_source": rate.source if rate else None,
        "minimum": terms.minimum.micros,
        "method_terms": _terms_kept(terms.method),
        "windows": [list(window) for window in terms.windows],
        "payout_rule": terms.payout_rule,
        "payout_days": terms.payout_days,
        "bill_on": withdrawal.bill_on,
        "due_on": withdrawal.due_on,
        "held_until": withdrawal.held_until,
        "invoice": withdrawal.invoice,
        "status": withdrawal.status,
        "reason": withdrawal.reason,
        "paid_on": withdrawal.paid_on,
        "approved_by": withdrawal.approved_by,
        "credit_note": withdrawal.credit_note,
    }


def _use(row: Row[Any], prefix: str = "") -> UsedEntry:
    names = ("entry", "type", "month", "amount", "correction", "line")
    entry, type_, month, amount, correction, line = (
        row._mapping[f"{prefix}{name}"] for name in names
    )
    return UsedEntry(EntryId(entry), type_, month, Money(amount), correction, line)


def from_row(row: Row[Any], uses: Iterable[UsedEntry], secrets: SecretBox) -> Withdrawal:
    """A withdrawal out of its row and the entries it used."""
    return Withdrawal(
        id=WithdrawalId(row.id),
        account=AccountId(row.account),
        requested_on=row.requested_on,
        requested_at=row.requested_at,
        destination=_opened(
            secrets, row.method, row.destination, _place(row.id), f"withdrawal {row.id}"
        ),
        usd=_sum(row.usd_total, row.usd_fee, row.usd_net, Currency.USD),
        paid=_sum(row.paid_total, row.paid_fee, row.paid_net, row.currency),
        rate=_rate(row),
        terms=AgreedTerms(
            minimum=Money(row.minimum),
            method=method_terms(row.method_terms),
            windows=tuple((first, last) for first, last in row.windows),
            payout_rule=row.payout_rule,
            payout_days=row.payout_days,
        ),
        uses=tuple(uses),
        bill_on=row.bill_on,
        due_on=row.due_on,
        held_until=row.held_until,
        invoice=row.invoice,
        status=row.status,
        reason=row.reason,
        paid_on=row.paid_on,
        approved_by=row.approved_by,
        credit_note=row.credit_note,
    )


_PLACE = (withdrawals.c.requested_at, withdrawals.c.id)
_LISTED = tuple(
    withdrawals.c[name]
    for name in (
        *("id", "account", "requested_on", "requested_at", "method", "currency"),
        *("usd_total", "usd_fee", "usd_net", "paid_total", "paid_fee", "paid_net"),
        *("rate", "rate_day", "rate_source", "bill_on", "due_on", "held_until", "invoice"),
        *("status", "reason", "paid_on", "approved_by", "credit_note"),
    )
)


def _listed(row: Row[Any]) -> ListedWithdrawal:
    return ListedWithdrawal(
        id=WithdrawalId(row.id),
        account=AccountId(row.account),
        requested_on=row.requested_on,
        requested_at=row.requested_at,
        method=MethodName(row.method),
        usd=_sum(row.usd_total, row.usd_fee, row.usd_net, Currency.USD),
        paid=_sum(row.paid_total, row.paid_fee, row.paid_net, row.currency),
        rate=_rate(row),
        bill_on=row.bill_on,
        due_on=row.due_on,
        held_until=row.held_until,
        invoice=row.invoice,
        status=row.status,
        reason=row.reason,
        paid_on=row.paid_on,
        approved_by=row.approved_by,
        credit_note=row.credit_note,
    )


def _use_rows(withdrawal: Withdrawal) -> list[dict[str, Any]]:
    return [
        {
            "account": withdrawal.account,
            "withdrawal": withdrawal.id,
            "place": place,
            "entry": use.entry,
            "type": use.type,
            "month": use.month,
            "amount": use.amount.micros,
            "correction": use.correction,
            "line": use.line,
        }
        for place, use in enumerate(withdrawal.uses)
    ]


def _asked(filter: WithdrawalFilter) -> dict[str, Any]:
    asked = asdict(filter, recurse=False)
    return {name: value for name, value in asked.items() if value is not None}


def _conditions(asked: Collection[str]) -> list[ColumnElement[bool]]:
    own = withdrawals.c
    status = bindparam("status", type_=own.status.type)
    # The state is shared with everybody.
    of_status = as_span(own.status, status) if "account" in asked else own.status == status
    conditions: Mapping[str, ColumnElement[bool]] = {
        "account": own.account == bindparam("account"),
        "status": of_status,
        "first": own.requested_on >= bindparam("first"),
        "last": own.requested_on <= bindparam("last"),
        "due_by": own.due_on <= bindparam("due_by"),
    }
    return [conditions[name] for name in sorted(asked)]


@lru_cache(_STATEMENTS)
def _wanted(columns: tuple[Any, ...], asked: frozenset[str]) -> Select[Any]:
    return select(*columns).where(*_conditions(asked))


@cache
def _credit_notes(dialect: str) -> Select[Any]:
    note = invoices.c
    notes = select(note.withdrawal, note.number, note.corrects, note.issued_on)
    theirs = with_given_keys(dialect, notes, (note.account, note.withdrawal))
    return theirs.where(note.corrects.is_not(None)).order_by(note.issued_on, note.number)


def _sum(total: int, fee: int, net: int, currency: Currency) -> PayoutAmounts:
    return PayoutAmounts(Money(total, currency), Money(fee, currency), Money(net, currency))


def _rate(row: Row[Any]) -> AppliedRate | None:
    rate: Decimal | None = row.rate
    return None if rate is None else AppliedRate(row.currency, rate, row.rate_day, row.rate_source)


def _payee_place(account: AccountId) -> str:
    return f"payee:{account}:destination:1"


def _place(withdrawal: str) -> str:
    return f"withdrawal:{withdrawal}:destination:1"


def _sealed(secrets: SecretBox, destination: Destination, place: str) -> str:
    return secrets.seal(json.dumps(destination.details(), ensure_ascii=False), place)


def _opened(secrets: SecretBox, method: str, sealed: str, place: str, whose: str) -> Destination:
    """The destination; `UnknownPayoutMethod` says whose it is where nobody knows its method."""
    kind = METHODS.named(method, whose)
    return kind.opened(json.loads(secrets.open(sealed, place)))


def _terms_kept(terms: MethodTerms) -> dict[str, str | None]:
    return {
        "flat_fee": str(terms.flat_fee),
        "fee_rate": f"{terms.fee_rate:f}",
        "minimum": None if terms.minimum is None else str(terms.minimum),
        "basis": terms.basis.value,
    }


def method_terms(kept: Mapping[str, str | None]) -> MethodTerms:
    minimum = kept["minimum"]
    return MethodTerms(
        flat_fee=Money.of(str(kept["flat_fee"])),
        fee_rate=Decimal(str(kept["fee_rate"])),
        minimum=None if minimum is None else Money.of(minimum),
        basis=MinimumBasis(str(kept["basis"])),
    )
