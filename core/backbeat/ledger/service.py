"""Statements and reports of earnings, and what an operator posts by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from attrs import frozen

from backbeat import settings
from backbeat.accounts.errors import AccountNotFound
from backbeat.accounts.model import Account
from backbeat.audit.model import AuditEntry
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.dry_run import writing
from backbeat.kernel.errors import FieldsMissing
from backbeat.kernel.ids import AccountId, EntryId, NewId, TransactionId
from backbeat.kernel.money import Money
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.targets import Target, TargetKind
from backbeat.kernel.transactions import Transactions
from backbeat.ledger import rules
from backbeat.ledger.expiry import expire_ended_lots
from backbeat.ledger.model import (
    REWARDS,
    Entry,
    EntryType,
    ExpiredLots,
    Kind,
    OpenEntry,
    PointsReread,
    Posted,
    StatementRow,
    Summary,
    Transaction,
)
from backbeat.ledger.ports import Books
from backbeat.ledger.statements import channel_names
from backbeat.notifications.model import Notification, Subject
from backbeat.policies.service import settings_on
from backbeat.settings import Settings


@frozen
class Correction:
    """What an operator posts by hand: the type, how much in USD, and a reference."""

    account: AccountId
    type: EntryType
    amount: Money
    note: str | None = None


@frozen
class HeldLot:
    """A lot as the operator's list shows it: what is left of it, whose it is, and its points."""

    lot: OpenEntry
    owner: Account | None
    points: int


@frozen
class AccountLedger:
    """The ledger as accounts and operators use it. `business` dates postings, `security` dates
    records (DAY-7, DAY-8).
    """

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    new_id: NewId
    points: settings.Points

    # -- reading

    def summary(self, account: AccountId) -> Summary:
        """Balance, unspent points by last day, and the last settled month."""
        with self.transactions.look() as books:
            return books.ledger.statements.summary(account, self.business.today())

    def statement(
        self,
        account: AccountId,
        page: PageRequest,
        *,
        first: date | None = None,
        last: date | None = None,
        types: Sequence[EntryType] = (),
    ) -> Page[StatementRow]:
        """Statement rows by day of posting, the newest first."""
        with self.transactions.look() as books:
            found = books.ledger.store.statements.entries(
                account, page, first=first, last=last, types=types
            )
            names = channel_names(books.channels, found.items)
            return found.map(lambda entry: StatementRow(entry, names.get(entry.channel)))

    # -- the operator

    def post(
        self, correction: Correction, actor: Actor, reason: str | None, *, dry_run: bool = False
    ) -> Posted:
        """Post by hand; points become a lot of their own that expires (POINT-6).

        A reason is needed (code 4), and for `fast_withdrawal_extra` also a note that names its
        event. Refuses an unknown account (10001), a type that only a close, a request or a job
        posts (2 `type_not_posted`), and an amount of the wrong sign or beyond a billion dollars.
        The account is told about a violation.
        """
        reason = rules.require_reason(reason)
        rules.require_operator_type(correction.type)
        rules.require_sign(correction.type, correction.amount)
        rules.require_in_range(correction.amount)
        if correction.type is EntryType.FAST_WITHDRAWAL_EXTRA and not correction.note:
            raise FieldsMissing(fields={"note": "required"})
        act = self._act(actor, reason)
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            if books.accounts.get(correction.account) is None:
                raise AccountNotFound()
            books.ledger.lock(correction.account)
            before = books.ledger.balance(correction.account)
            points = self._points(books, act.day)
            entry = self._entry(correction, act, points)
            self._write(books, entry, act, points)
            return Posted(entry, before, rules.after(correction.account, correction.amount, before))

    def reverse(
        self, which: str, actor: Actor, reason: str | None, *, dry_run: bool = False
    ) -> Transaction:
        """Mirror an operator's posting, a grant, an expiry or a forfeiture, once (INTEG-8).

        `which` is the id of a transaction or of a statement row. A reason is needed (code 4).
        Refuses an unknown id (2 `not_found`), a second reversal (`already_reversed`) and other
        kinds (`not_reversible`). Whose points are taken back is told, with the reason (CAMPAIGN-7).
        """
        act = self._act(actor, rules.require_reason(reason))
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            row = EntryId(which)
            account = books.ledger.store.account_of(row)
            transaction = books.ledger.transaction_of(account, row) if account else None
            original = transaction.id if transaction else TransactionId(which)
            mirrored = books.ledger.reversals.reverse(original, act)
            entry = mirrored.entries[0]
            books.audit.record(
                self._audited(act, "ledger.reversed", entry, after={"reverses": original})
            )
            if entry.type in REWARDS:
                points = rules.points(-entry.amount, self._points(books, act.day).per_usd)
                facts = {"points": points, "note": entry.note, "reason": act.reason}
                told = {name: fact for name, fact in facts.items() if fact is not None}
                self._tell(books, entry, Subject.POINTS_REVERSED, told)
            return mirrored

    def lots(
        self,
        page: PageRequest,
        *,
        account: AccountId | None = None,
        until: date | None = None,
    ) -> Page[HeldLot]:
        """Unspent lots, the first to expire first; of one account or all, up to a last day."""
        with self.transactions.look() as books:
            found = books.ledger.statements.lots(page, account=account, until=until)
            per_usd = self._points(books, self.business.today()).per_usd
            owners = books.accounts.get_all({each.entry.account for each in found.items})
        return found.map(
            lambda each: HeldLot(
                each, owners.get(each.entry.account), rules.points(each.free, per_usd)
            )
        )

    def reread_points(self, actor: Actor) -> Sequence[PointsReread]:
        """Accounts about whose open points earlier versions said something else (LEDGER-22),
        recorded in the audit; for the upgrade, before anything expires.
        """
        with self.transactions.begin() as books:
            found = books.ledger.statements.points_reread()
            for each in found:
                books.audit.record(
                    AuditEntry(
                        self.business.now(),
                        actor,
                        "points.reread",
                        f"account:{each.account}",
                        before={"amount": each.before},
                        after={"amount": each.now},
                    )
                )
        return found

    def expire_lots(self, actor: Actor, *, dry_run: bool = False) -> Sequence[ExpiredLots]:
        """Let every lot expire whose last day is over (POINT-4). Returns what each account lost.

        Each account has a transaction of its own, so this can stop anywhere and be run again.
        `dry_run` says what would expire and posts nothing.
        """
        act = ActContext(actor, self.business.today(), self.security.now())
        with self.transactions.look() as books:
            accounts = books.ledger.expiry.with_lots_ended(act.day)
            if dry_run:
                ended = [
                    ExpiredLots(each, books.ledger.expiry.ended_lots(each, act.day))
                    for each in accounts
                ]
        if not dry_run:
            ended = [ExpiredLots(each, self._expire(each, act)) for each in accounts]
        return [each for each in ended if each.amount]

    # -- parts

    def _expire(self, account: AccountId, act: ActContext) -> Money:
        with self.transactions.begin() as books:
            return expire_ended_lots(books, account, act, self.business.now())

    def _act(self, actor: Actor, reason: str) -> ActContext:
        return ActContext(actor, self.business.today(), self.security.now(), reason)

    def _points(self, books: Books, day: date) -> settings.Points:
        return settings_on(books.policies, Settings(points=self.points), day).points

    def _entry(self, correction: Correction, act: ActContext, points: settings.Points) -> Entry:
        lasts = points.valid_months if correction.type in REWARDS else None
        return Entry(
            rules.entry_id(f"posting:{self.new_id()}", 0),
            correction.account,
            correction.type,
            correction.amount,
            act.day,
            expires_on=rules.lot_expiry(act.day, lasts) if lasts else None,
            note=correction.note,
        )

    def _write(self, books: Books, entry: Entry, act: ActContext, points: settings.Points) -> None:
        books.ledger.post_entry(
            entry, act, kind=Kind.GRANT if entry.type in REWARDS else Kind.POSTING
        )
        books.audit.record(self._audited(act, "ledger.posted", entry))
        if entry.type is EntryType.POLICY_VIOLATION:
            facts = {
                "amount": -entry.amount,
                "currency": entry.amount.currency,
                "reason": act.reason,
            }
            self._tell(books, entry, Subject.POLICY_VIOLATION, facts)
        elif entry.type in REWARDS:
            granted = {
                "points": rules.points(entry.amount, points.per_usd),
                "expires_on": entry.expires_on,
            }
            self._tell(books, entry, Subject.POINTS_GRANTED, granted)

    def _tell(self, books: Books, entry: Entry, subject: Subject, facts: Mapping[str, Any]) -> None:
        which = {"type": str(entry.type), "date": str(entry.day), "entry": str(entry.id)}
        trail = Target(TargetKind.ENTRY, which)
        books.notifications.add(
            Notification(entry.account, subject, self.business.now(), facts, trail)
        )

    def _audited(
        self, act: ActContext, action: str, entry: Entry, after: Mapping[str, Any] | None = None
    ) -> AuditEntry:
        facts = {"entry": entry.id, "type": entry.type, "amount": entry.amount}
        return AuditEntry(
            self.business.now(),
            act.actor,
            action,
            f"account:{entry.account}",
            after=facts | dict(after or {}),
            reason=act.reason,
        )
