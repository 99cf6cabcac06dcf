"""Withdrawals, payees and invoices in memory."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime

from attrs import define, evolve, field

from backbeat.accounts.errors import PendingWithdrawal
from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.memory.locks import Locks
from backbeat.payout_methods.model import MethodName
from backbeat.withdrawals.errors import AlreadyDecided
from backbeat.withdrawals.model import (
    CreditNote,
    Invoice,
    InvoiceKind,
    InvoiceLink,
    ListedWithdrawal,
    PaymentDetails,
    Withdrawal,
)
from backbeat.withdrawals.ports import WithdrawalFilter, WithdrawalOwners

WITHDRAWAL = "withdrawal"


@define(eq=False)
class MemoryWithdrawals:
    """Keeps withdrawals in a dict, in the order in which they were added."""

    _locks: Locks
    _kept: dict[WithdrawalId, Withdrawal] = field(factory=dict, init=False)

    def add(self, withdrawal: Withdrawal) -> None:
        self._locks.take(WITHDRAWAL, withdrawal.id)
        if self.has_pending(withdrawal.account):
            raise PendingWithdrawal()
        self._kept[withdrawal.id] = withdrawal

    def save(self, withdrawal: Withdrawal) -> None:
        self._locks.require(WITHDRAWAL, withdrawal.id)
        before = self._kept[withdrawal.id]
        if not before.is_pending:
            raise AlreadyDecided(status=before.status)
        self._kept[withdrawal.id] = withdrawal

    def redirect(self, withdrawal: Withdrawal) -> None:
        self.save(withdrawal)

    def save_all(self, withdrawals: Sequence[Withdrawal]) -> None:
        for each in withdrawals:
            self.save(each)

    def accounts_of(self, ids: Collection[WithdrawalId]) -> WithdrawalOwners:
        return {each: self._kept[each].account for each in ids if each in self._kept}

    def billed_by(self, invoices: Collection[str]) -> Mapping[str, WithdrawalId]:
        return {each.invoice: each.id for each in self._kept.values() if each.invoice in invoices}

    def get(self, account: AccountId, withdrawal: WithdrawalId) -> Withdrawal | None:
        kept = self._kept.get(withdrawal)
        return kept if kept and kept.account == account else None

    def get_all(self, owners: WithdrawalOwners) -> Sequence[Withdrawal]:
        found = (self.get(owners[each], each) for each in sorted(owners))
        return [each for each in found if each is not None]

    def lock_all(self, owners: WithdrawalOwners) -> Sequence[Withdrawal]:
        """Those of them that exist, which may be changed in this block."""
        self._locks.take(WITHDRAWAL, *owners)
        return self.get_all(owners)

    def waiting(self, method: MethodName) -> WithdrawalOwners:
        return {
            each.id: each.account
            for each in self._kept.values()
            if each.is_pending and each.method == method
        }

    def forget_destinations(self, account: AccountId) -> None:
        for each in list(self._kept.values()):
            if each.account == account and not each.is_pending:
                self._kept[each.id] = each.without_destination()

    def has_pending(self, account: AccountId) -> bool:
        return any(each.account == account and each.is_pending for each in self._kept.values())

    def newest(self, account: AccountId) -> Withdrawal | None:
        return next(iter(self.page(WithdrawalFilter(account), PageRequest(0, 1)).items), None)

    def last_requested(self) -> date | None:
        return max((each.requested_on for each in self._kept.values()), default=None)

    def page(self, filter: WithdrawalFilter, request: PageRequest) -> Page[Withdrawal]:
        found = [each for each in self._kept.values() if _is_wanted(each, filter)]
        found.sort(key=_place, reverse=True)
        return request.of(found, _place)

    def listed(self, filter: WithdrawalFilter, request: PageRequest) -> Page[ListedWithdrawal]:
        return self.page(filter, request).map(ListedWithdrawal.of)

    def masked(self, some: Iterable[ListedWithdrawal]) -> Mapping[WithdrawalId, str]:
        return {each.id: self._kept[each.id].destination.masked for each in some}

    def all(self) -> Iterator[Withdrawal]:
        """Every withdrawal, the oldest first."""
        return iter(list(self._kept.values()))

    def starting_with(self, prefix: str, most: int) -> Sequence[Withdrawal]:
        found = [
            each
            for each in self._kept.values()
            if each.id.startswith(prefix) or each.invoice.startswith(prefix)
        ]
        return sorted(found, key=lambda each: each.id)[:most]


def _place(withdrawal: Withdrawal) -> tuple[datetime, WithdrawalId]:
    return withdrawal.requested_at, withdrawal.id


def _is_wanted(withdrawal: Withdrawal, filter: WithdrawalFilter) -> bool:
    return (
        (filter.account is None or withdrawal.account == filter.account)
        and (filter.status is None or withdrawal.status is filter.status)
        and (filter.first is None or withdrawal.requested_on >= filter.first)
        and (filter.last is None or withdrawal.requested_on <= filter.last)
        and (filter.due_by is None or withdrawal.due_on <= filter.due_by)
    )


@define(eq=False)
class MemoryPaymentDetails:
    """Keeps one payee per account."""

    _kept: dict[AccountId, PaymentDetails] = field(factory=dict, init=False)

    def get(self, account: AccountId) -> PaymentDetails | None:
        return self._kept.get(account)

    def registered(self, accounts: Collection[AccountId]) -> frozenset[AccountId]:
        return frozenset(accounts) & self._kept.keys()

    def put(self, details: PaymentDetails) -> None:
        self._kept[details.account] = details

    def put_all(self, details: Sequence[PaymentDetails]) -> None:
        for each in details:
            self.put(each)

    def remove(self, account: AccountId) -> None:
        self._kept.pop(account, None)


@define(eq=False)
class MemoryInvoices:
    """Keeps invoices by number and links by the hash of their token."""

    _kept: dict[str, Invoice] = field(factory=dict, init=False)
    _numbers: dict[tuple[InvoiceKind, int], int] = field(factory=dict, init=False)
    _links: dict[str, InvoiceLink] = field(factory=dict, init=False)

    def next_number(self, kind: InvoiceKind, year: int) -> int:
        number = self._numbers.get((kind, year), 0) + 1
        self._numbers[kind, year] = number
        return number

    def add(self, invoice: Invoice) -> None:
        self._kept[invoice.number] = invoice

    def get(self, account: AccountId, number: str) -> Invoice | None:
        kept = self._kept.get(number)
        return kept if kept and kept.account == account else None

    def credit_notes(self, owners: WithdrawalOwners) -> Mapping[WithdrawalId, Sequence[CreditNote]]:
        found: dict[WithdrawalId, list[CreditNote]] = {}
        for each in sorted(self._kept.values(), key=lambda each: (each.issued_on, each.number)):
            if each.corrects is not None and owners.get(each.withdrawal) == each.account:
                note = CreditNote(each.number, each.corrects, each.issued_on)
                found.setdefault(each.withdrawal, []).append(note)
        return found

    def billed(self, numbers: Collection[str]) -> Mapping[str, WithdrawalOwners]:
        found = (self._kept[number] for number in numbers if number in self._kept)
        return {each.number: {each.withdrawal: each.account} for each in found}

    def numbers(self) -> Iterator[str]:
        return iter(tuple(self._kept))

    def add_link(self, link: InvoiceLink) -> None:
        self._links[link.token_hash] = link

    def link(self, token_hash: str) -> InvoiceLink | None:
        return self._links.get(token_hash)

    def use_link(self, token_hash: str, at: datetime) -> bool:
        link = self._links.get(token_hash)
        if link is None or link.used_at is not None:
            return False
        self._links[token_hash] = evolve(link, used_at=at)
        return True

    def forget_links(self, expired_before: datetime) -> int:
        old = [each for each, link in self._links.items() if link.expires_at < expired_before]
        for each in old:
            del self._links[each]
        return len(old)
