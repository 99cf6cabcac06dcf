"""A file of people: new accounts, where they are paid, and what another system owed them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal

from attrs import field, frozen

from backbeat.accounts import rules as account_rules
from backbeat.accounts.deletion import erase, require_gone
from backbeat.accounts.errors import AccountNotFound, EmailTaken, NicknameTaken
from backbeat.accounts.model import Account, FeeRate, Permission, Role
from backbeat.accounts.ports import Tokens
from backbeat.audit.model import AuditEntry
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import Refusal, RoleRefused
from backbeat.kernel.ids import AccountId, NewId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money
from backbeat.ledger.errors import AlreadyPosted
from backbeat.ledger.model import ZERO, Entry, EntryType, Kind
from backbeat.ledger.rules import entry_id
from backbeat.members import rules as member_rules
from backbeat.onboarding.model import Fault, ImportDone, ImportLine, in_order
from backbeat.onboarding.ports import Books
from backbeat.payout_methods.model import Destination
from backbeat.policies.service import settings_on
from backbeat.settings import Settings
from backbeat.withdrawals.errors import PaymentInfoExists
from backbeat.withdrawals.model import PaymentDetails

OPENING = "opening"
"""The note of the entry by which a balance from another system was taken over."""


@frozen
class Person:
    """A line of a file of people, as read: a new account, or without a nickname an existing one."""

    line: ImportLine
    email: str
    nickname: str
    language: Language
    verified: bool
    permission: Permission
    manager: str
    fee_rate: Decimal | None
    may_manage: bool | None
    """Whether an account of a network may have members of its own; None if the line leaves it out."""
    opening: Money | None
    destination: Destination | None


@frozen
class KnownPeople:
    """Whom and what a file of people meets."""

    emails: Mapping[str, Account]
    """Those whose address the file names, by `email_key`; so are their `names`, by `name_key`."""
    names: Mapping[str, Account]
    paid: frozenset[AccountId]
    """Those of them for whom it is registered where they are paid."""
    posted: frozenset[str]
    """The opening balances of the file that were posted before, by their sources."""
    default_rate: Decimal

    @property
    def accounts(self) -> Collection[AccountId]:
        return {account.id for account in self.emails.values()}


@frozen
class PeoplePlan:
    """Everything that a file of people adds."""

    lines: int
    faults: tuple[Fault, ...]
    made: tuple[Account, ...]
    rates: tuple[FeeRate, ...]
    payees: tuple[PaymentDetails, ...]
    openings: Mapping[str, Entry]
    """By their sources."""
    leavers: tuple[Account, ...]
    """Those who left long ago and whose address or nickname is taken again."""
    acts: tuple[AuditEntry, ...]

    @property
    def done(self) -> ImportDone:
        return ImportDone(
            self.lines,
            self.faults,
            accounts=len(self.made),
            openings=len(self.openings),
            opened=sum((each.amount for each in self.openings.values()), ZERO),
            payees=len(self.payees),
        )


@frozen
class PeopleBatch:
    """Fulfils `Batch` for one file of people from one system."""

    people: Sequence[Person]
    source: str
    act: ActContext
    business: Clock
    new_id: NewId
    tokens: Tokens
    settings: Settings

    def look_up(self, books: Books) -> KnownPeople:
        emails = {each.email for each in self.people} | {
            each.manager for each in self.people if each.manager
        }
        found = books.accounts.by_emails(emails)
        openings = [
            self.source_of(there.id)
            for each in self.people
            if each.opening is not None
            and (there := found.get(account_rules.email_key(each.email))) is not None
        ]
        in_force = settings_on(books.policies, self.settings, self.act.day)
        return KnownPeople(
            found,
            books.accounts.by_names({each.nickname for each in self.people if each.nickname}),
            books.payment_details.registered({account.id for account in found.values()}),
            frozenset(books.ledger.store.by_sources(openings)),
            in_force.settlement.default_fee_rate,
        )

    def judge(self, known: KnownPeople) -> PeoplePlan:
        return _Judging(self, known).all()

    def lock(self, books: Books, known: KnownPeople) -> None:
        books.accounts.hold(known.accounts)

    def write(self, books: Books, plan: PeoplePlan) -> None:
        for leaver in plan.leavers:
            erase(books, leaver, self.business)
        books.accounts.add_all(plan.made, self.act.day)
        books.fee_rates.put_all(plan.rates)
        books.payment_details.put_all(plan.payees)
        if plan.openings:
            books.ledger.post_entries(plan.openings, self.act, kind=Kind.POSTING)
        books.audit.record_all(plan.acts)

    def source_of(self, account: AccountId) -> str:
        """What makes an opening balance unique: the other system, and the account."""
        return f"{OPENING}:{self.source}:{account}"


@frozen
class _Judging:
    batch: PeopleBatch
    known: KnownPeople
    there: dict[str, Account] = field(factory=dict)
    """The accounts of the lines so far, by `email_key`."""
    made: list[Account] = field(factory=list)
    rates: list[FeeRate] = field(factory=list)
    payees: list[PaymentDetails] = field(factory=list)
    openings: dict[str, Entry] = field(factory=dict)
    leavers: dict[AccountId, Account] = field(factory=dict)
    acts: list[AuditEntry] = field(factory=list)

    def all(self) -> PeoplePlan:
        """Everybody, those above before those below them; then the balances."""
        people = self.batch.people
        faults = [fault for each in _from_the_top(people) if (fault := self._one(each))]
        faults += [fault for each in people if (fault := self._open(each))]
        return PeoplePlan(
            len(people),
            in_order(faults),
            tuple(self.made),
            tuple(self.rates),
            tuple(self.payees),
            self.openings,
            tuple(self.leavers.values()),
            tuple(self.acts),
        )

    def _one(self, person: Person) -> Fault | None:
        column: str | None = "email"
        try:
            if person.nickname:
                column = "manager"
                above = self._above(person)
                if above is not None:
                    column = "permission_flag"
                    member_rules.require_may_allow(above, person.may_manage)
                column = "email"
                self._require_free(self.known.emails.get(_key(person.email)), EmailTaken)
                column = "nickname"
                same = self.known.names.get(account_rules.name_key(person.nickname))
                self._require_free(same, NicknameTaken)
                account = self._make(person, above)
            else:
                account = self._present(person.email)
            self.there[_key(person.email)] = account
            column = "method"
            self._pay_to(account, person.destination)
        except Refusal as refusal:
            return Fault(person.line.number, column, refusal)
        return None

    def _present(self, email: str) -> Account:
        account = self.known.emails.get(_key(email))
        if account is None or account.is_deleted:
            raise AccountNotFound()
        return account

    def _above(self, person: Person) -> Account | None:
        if not person.manager:
            return None
        above = self.there.get(_key(person.manager)) or self._present(person.manager)
        if not above.can_manage:
            raise RoleRefused()
        return above

    def _require_free(self, holder: Account | None, taken: type[Refusal]) -> None:
        if holder is None:
            return
        batch = self.batch
        require_gone(holder, taken, business=batch.business, bounds=batch.settings.accounts)
        self.leavers[holder.id] = holder

    def _make(self, person: Person, above: Account | None) -> Account:
        batch, now = self.batch, self.batch.act.at
        permission = member_rules.permission_below(above) if above else person.permission
        account = Account(
            id=AccountId(batch.new_id()),
            email=person.email,
            name=person.nickname,
            password_hash=None,
            role=Role.MEMBER if above else Role.MAIN,
            created_at=batch.business.now(),
            referral_code=batch.tokens.referral_code(),
            password_changed_at=now,
            permission=permission,
            permission_flag=bool(person.may_manage) if above else self._flag_of(permission),
            manager=above.id if above else None,
            language=person.language,
            verified_at=now if person.verified else None,
            partner=above.partner if above else None,
        )
        self.made.append(account)
        if above is not None:
            rate = self.known.default_rate if person.fee_rate is None else person.fee_rate
            self.rates.append(FeeRate(account.id, rate, batch.act.day))
        facts = {"permission": account.permission, "source": batch.source}
        self._write_down("account.imported", account.id, facts)
        return account

    def _flag_of(self, permission: Permission) -> bool:
        """Of an account that stands below nobody."""
        at_sign_up = self.batch.settings.accounts.signup_permission_flag
        return permission is Permission.MCN or bool(at_sign_up)

    def _pay_to(self, account: Account, destination: Destination | None) -> None:
        if destination is None:
            return
        if account.id in self.known.paid:
            raise PaymentInfoExists()
        now = self.batch.business.now()
        self.payees.append(PaymentDetails(account.id, destination, now))
        masked = {"method": destination.method, "destination": destination.masked}
        self._write_down("payee.imported", account.id, masked)

    def _open(self, person: Person) -> Fault | None:
        """The opening balance of a line, once for each account and source."""
        account = self.there.get(_key(person.email))
        if person.opening is None or account is None:
            return None
        source = self.batch.source_of(account.id)
        if source in self.known.posted:
            refusal = AlreadyPosted(source=source)
            return Fault(person.line.number, "opening_balance", refusal)
        self.openings[source] = Entry(
            entry_id(source, 0),
            account.id,
            EntryType.PORTAL_PROFIT,
            person.opening,
            self.batch.act.day,
            note=f"{OPENING}: {self.batch.source}",
        )
        facts = {"amount": person.opening, "source": self.batch.source}
        self._write_down("account.balance_opened", account.id, facts)
        return None

    def _write_down(self, action: str, account: AccountId, after: Mapping[str, object]) -> None:
        act, at = self.batch.act, self.batch.business.now()
        target = f"account:{account}"
        self.acts.append(AuditEntry(at, act.actor, action, target, after=after, reason=act.reason))


def _key(email: str) -> str:
    return account_rules.email_key(email)


def _from_the_top(people: Sequence[Person]) -> Iterator[Person]:
    """Everybody in an order in which each comes after the account below which it stands, if that
    one is in the file.
    """
    left = {_key(each.email): each for each in people}
    while left:
        ready = [
            key for key, each in left.items() if not each.manager or _key(each.manager) not in left
        ]
        for key in ready or list(left):
            yield left.pop(key)
