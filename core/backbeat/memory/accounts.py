"""Accounts, sessions, codes and fee rates in memory."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from threading import Lock

from attrs import Factory, define, evolve, field, frozen

from backbeat.accounts import rules
from backbeat.accounts.errors import EmailTaken, NicknameTaken
from backbeat.accounts.lookalikes import shape
from backbeat.accounts.model import (
    Account,
    AccountStatus,
    CodePurpose,
    FeeRate,
    MailedCode,
    Placement,
    RecoveryCode,
    SecondFactor,
    Session,
    SessionEnd,
    Ticket,
    TicketPurpose,
)
from backbeat.accounts.network.tree import AccountTree, Place
from backbeat.accounts.ports import AccountFilter
from backbeat.kernel.ids import AccountId, SessionId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.memory.locks import Locks

ACCOUNT = "account"


@define(eq=False)
class MemoryAccounts:
    """Fulfils `AccountRepository`."""

    _locks: Locks
    _accounts: dict[AccountId, Account] = field(factory=dict, init=False)
    _placements: dict[tuple[AccountId, date], Placement] = field(factory=dict, init=False)

    def add(self, account: Account, day: date | None = None) -> None:
        """Store a new account, whose address and nickname have to be free."""
        self._locks.take(ACCOUNT, account.id)
        self._store(account)
        if (first := Placement.first_of(account, day)) is not None:
            self._placements[account.id, first.from_day] = first

    def add_all(self, accounts: Sequence[Account], day: date) -> None:
        for account in accounts:
            self.add(account, day)

    def place(self, placement: Placement) -> None:
        """Place it like this from that day, and now."""
        self._placements[placement.account, placement.from_day] = placement
        before = self._accounts[placement.account]
        self._accounts[before.id] = evolve(before, manager=placement.manager)

    def save(self, account: Account) -> None:
        """Store a changed account, which is locked and whose address and nickname have to be free."""
        self._locks.require(ACCOUNT, account.id)
        self._store(account)

    def save_all(self, accounts: Sequence[Account]) -> None:
        for account in accounts:
            self.save(account)

    def get(self, account: AccountId) -> Account | None:
        return self._accounts.get(account)

    def get_all(self, ids: Collection[AccountId]) -> Mapping[AccountId, Account]:
        return {each: self._accounts[each] for each in ids if each in self._accounts}

    def lock(self, account: AccountId) -> Account | None:
        """The account, which may be changed in this block."""
        self._locks.take(ACCOUNT, account)
        return self._accounts.get(account)

    def hold(self, ids: Collection[AccountId]) -> Mapping[AccountId, Account]:
        """Those of them that exist, which may be changed in this block."""
        self._locks.take(ACCOUNT, *ids)
        return self.get_all(ids)

    def by_email(self, email: str) -> Account | None:
        key = rules.email_key(email)
        return next((a for a in self._accounts.values() if rules.email_key(a.email) == key), None)

    def by_name(self, name: str) -> Account | None:
        key = rules.name_key(name)
        return next((a for a in self._accounts.values() if rules.name_key(a.name) == key), None)

    def looking_like(self, name: str) -> tuple[Account, ...]:
        alike = [a for a in self._accounts.values() if shape(a.name) == shape(name)]
        return tuple(sorted(alike, key=lambda a: a.id))

    def hold_names(self, names: Collection[str]) -> None:
        """Whoever writes is alone anyway."""

    def by_emails(self, emails: Collection[str]) -> Mapping[str, Account]:
        keys = {rules.email_key(email) for email in emails}
        there = ((rules.email_key(a.email), a) for a in self._accounts.values())
        return {key: account for key, account in there if key in keys}

    def by_names(self, names: Collection[str]) -> Mapping[str, Account]:
        keys = {rules.name_key(name) for name in names}
        there = ((rules.name_key(a.name), a) for a in self._accounts.values())
        return {key: account for key, account in there if key in keys}

    def looking_like_any(self, names: Collection[str]) -> tuple[Account, ...]:
        shapes = {shape(name) for name in names}
        alike = [a for a in self._accounts.values() if shape(a.name) in shapes]
        return tuple(sorted(alike, key=lambda a: a.id))

    def by_referral_code(self, code: str) -> Account | None:
        return next((a for a in self._accounts.values() if a.referral_code == code), None)

    def starting_with(self, prefix: str, most: int) -> tuple[Account, ...]:
        """The first accounts whose id begins like this."""
        return tuple(self._accounts[id] for id in sorted(self._accounts) if id.startswith(prefix))[
            :most
        ]

    def children(self, account: AccountId) -> tuple[Account, ...]:
        """The accounts directly below that are not deleted."""
        below = [a for a in self._accounts.values() if a.manager == account and not a.is_deleted]
        return tuple(sorted(below, key=lambda a: a.id))

    def count_children(self, accounts: Collection[AccountId]) -> Mapping[AccountId, int]:
        return {each: number for each in accounts if (number := len(self.children(each)))}

    def chain(self, account: AccountId) -> tuple[Account, ...]:
        return tuple(self._accounts[at] for at in self.tree().upwards(account))

    def family(self, account: AccountId) -> AccountTree:
        """The places of the account's own tree."""
        tree = self.tree()
        tops = [each for each in tree.ever_above(account) if not tree.places[each].managers]
        return AccountTree({each: tree.places[each] for each in tree.ever_below(tops)})

    def upwards(self, accounts: Collection[AccountId]) -> AccountTree:
        tree = self.tree()
        related = {above for account in accounts for above in tree.ever_above(account)}
        return AccountTree({each: tree.places[each] for each in related})

    def downwards(self, accounts: Collection[AccountId]) -> AccountTree:
        tree = self.tree()
        related = tree.ever_below(accounts) & tree.places.keys()
        return AccountTree({each: tree.places[each] for each in related})

    def tree(self) -> AccountTree:
        stood: dict[AccountId, list[Placement]] = {}
        for (account, _), placement in sorted(self._placements.items()):
            stood.setdefault(account, []).append(placement)
        return AccountTree.of(Place.of(a, stood.get(a.id, ())) for a in self._accounts.values())

    def list(self, filter: AccountFilter, page: PageRequest) -> Page[Account]:
        found = [a for a in self._accounts.values() if _matches(a, filter)]
        return page.of(sorted(found, key=_place, reverse=True), _place)

    def left_before(self, instant: datetime, most: int) -> tuple[Account, ...]:
        left = [
            a
            for a in self._accounts.values()
            if a.is_deleted
            and a.erased_at is None
            and a.status_since is not None
            and a.status_since <= instant
        ]
        return tuple(sorted(left, key=lambda a: a.id)[:most])

    def active_after(self, account: AccountId | None, most: int) -> tuple[AccountId, ...]:
        ids = (a.id for a in self._accounts.values() if a.status is AccountStatus.ACTIVE)
        return tuple(sorted(id_ for id_ in ids if account is None or id_ > account)[:most])

    def _store(self, account: Account) -> None:
        for holder, taken in (
            (self.by_email(account.email), EmailTaken),
            (self.by_name(account.name), NicknameTaken),
        ):
            if holder is not None and holder.id != account.id:
                raise taken()
        self._accounts[account.id] = account


def _place(account: Account) -> tuple[datetime, AccountId]:
    return account.created_at, account.id


def _matches(account: Account, filter: AccountFilter) -> bool:
    search = (filter.search or "").strip()
    return (
        (filter.with_erased or account.erased_at is None)
        and filter.status in (None, account.status)
        and filter.permission in (None, account.permission)
        and (filter.managers is None or account.manager in filter.managers)
        and not (filter.is_present and account.is_deleted)
        and (
            not search
            or account.id == search
            or rules.email_key(search) in rules.email_key(account.email)
            or rules.name_key(search) in rules.name_key(account.name)
        )
    )


@define(eq=False)
class MemorySessions:
    """Fulfils `SessionRepository`."""

    _sessions: dict[SessionId, Session] = field(factory=dict, init=False)

    def add(self, session: Session) -> None:
        self._sessions[session.id] = session

    def save(self, session: Session) -> bool:
        if self._sessions[session.id].has_ended:
            return False
        self._sessions[session.id] = session
        return True

    def get(self, session: SessionId) -> Session | None:
        return self._sessions.get(session)

    def by_token(self, token_hash: str) -> Session | None:
        return next((s for s in self._sessions.values() if s.token_hash == token_hash), None)

    def open_of(self, account: AccountId) -> tuple[Session, ...]:
        """The account's sessions that nobody ended."""
        return tuple(session for session in self.all_of(account) if not session.has_ended)

    def all_of(self, account: AccountId) -> tuple[Session, ...]:
        mine = [session for session in self._sessions.values() if session.account == account]
        return tuple(sorted(mine, key=lambda s: (s.started_at, s.id)))

    def end_all(
        self, account: AccountId, because: SessionEnd, at: datetime, keep: SessionId | None = None
    ) -> int:
        """End the account's open sessions but one."""
        ending = [session for session in self.open_of(account) if session.id != keep]
        for session in ending:
            self._sessions[session.id] = session.ended(because, at)
        return len(ending)

    def has_seen(self, account: AccountId, agent: str, address: str, *, since: datetime) -> bool:
        """Whether there was a session with that browser from that network that its owner did not
        end.
        """
        return any(
            (session.agent, session.address, session.viewing) == (agent, address, None)
            and session.started_at >= since
            and session.ended_because is not SessionEnd.ENDED_BY_OWNER
            for session in self.all_of(account)
        )

    def forget_devices(self, account: AccountId) -> None:
        for session in list(self._sessions.values()):
            if session.account == account:
                self._sessions[session.id] = evolve(session, agent="", address="")


@define(eq=False)
class MemoryCodes:
    """Fulfils `CodeRepository`."""

    _codes: dict[str, MailedCode] = field(factory=dict, init=False)
    _tickets: dict[tuple[TicketPurpose, str], Ticket] = field(factory=dict, init=False)

    def add(self, code: MailedCode) -> None:
        self._codes[code.id] = code

    def newest(self, purpose: CodePurpose, subject: str) -> MailedCode | None:
        """The newest code for that."""
        found = [c for c in self._codes.values() if (c.purpose, c.subject) == (purpose, subject)]
        return max(found, key=lambda c: (c.sent_at, c.id), default=None)

    def count_try(self, code: str, most: int) -> bool:
        """Count a try, if one is left."""
        kept = self._codes[code]
        if kept.tries >= most:
            return False
        self._codes[code] = evolve(kept, tries=kept.tries + 1)
        return True

    def use(self, code: str, at: datetime) -> bool:
        kept = self._codes[code]
        if kept.used_at is not None:
            return False
        self._codes[code] = evolve(kept, used_at=at)
        return True

    def add_ticket(self, ticket: Ticket) -> None:
        self._tickets[ticket.purpose, ticket.value_hash] = ticket

    def add_tickets(self, tickets: Sequence[Ticket]) -> None:
        for ticket in tickets:
            self.add_ticket(ticket)

    def ticket(self, purpose: TicketPurpose, value_hash: str) -> Ticket | None:
        return self._tickets.get((purpose, value_hash))

    def use_ticket(self, purpose: TicketPurpose, value_hash: str, at: datetime) -> bool:
        kept = self._tickets.get((purpose, value_hash))
        if kept is None or kept.used_at is not None:
            return False
        self._tickets[purpose, value_hash] = evolve(kept, used_at=at)
        return True

    def forget(self, account: AccountId, keep: Collection[TicketPurpose] = ()) -> None:
        for code in [c for c in self._codes.values() if c.account == account]:
            del self._codes[code.id]
        for key, ticket in list(self._tickets.items()):
            if ticket.account == account and ticket.purpose not in keep:
                del self._tickets[key]

    def forget_before(self, instant: datetime) -> int:
        """Remove what expired before an instant."""
        codes = [c.id for c in self._codes.values() if c.expires_at < instant]
        tickets = [key for key, t in self._tickets.items() if t.expires_at < instant]
        for code in codes:
            del self._codes[code]
        for key in tickets:
            del self._tickets[key]
        return len(codes) + len(tickets)


@define(eq=False)
class MemorySecondFactors:
    """Fulfils `SecondFactorRepository`."""

    _factors: dict[AccountId, SecondFactor] = field(factory=dict, init=False)
    _codes: dict[tuple[AccountId, str], RecoveryCode] = field(factory=dict, init=False)

    def get(self, account: AccountId) -> SecondFactor | None:
        """The account's second factor."""
        return self._factors.get(account)

    def put(self, factor: SecondFactor) -> None:
        """Store a second factor."""
        self._factors[factor.account] = factor

    def remove(self, account: AccountId) -> None:
        """Remove the second factor and its recovery codes."""
        self._factors.pop(account, None)
        self.put_codes(account, ())

    def use_step(self, account: AccountId, step: int) -> bool:
        """Note a time step as used."""
        factor = self._factors.get(account)
        if factor is None or (factor.last_step is not None and step <= factor.last_step):
            return False
        self._factors[account] = evolve(factor, last_step=step)
        return True

    def put_codes(self, account: AccountId, codes: Sequence[RecoveryCode]) -> None:
        """Store recovery codes, replacing the previous ones."""
        for key in [key for key in self._codes if key[0] == account]:
            del self._codes[key]
        for code in codes:
            self._codes[account, code.mark] = code

    def codes(self, account: AccountId) -> tuple[RecoveryCode, ...]:
        mine = [code for (owner, _), code in self._codes.items() if owner == account]
        return tuple(sorted(mine, key=lambda code: code.mark))

    def use_code(self, account: AccountId, mark: str, at: datetime) -> bool:
        code = self._codes.get((account, mark))
        if code is None or code.used_at is not None:
            return False
        self._codes[account, mark] = evolve(code, used_at=at)
        return True


@define(eq=False)
class MemoryFeeRates:
    """Fulfils `FeeRateRepository`."""

    _rates: dict[tuple[AccountId, date], FeeRate] = field(factory=dict, init=False)

    def put(self, rate: FeeRate) -> None:
        self._rates[rate.account, rate.from_day] = rate

    def put_all(self, rates: Sequence[FeeRate]) -> None:
        for rate in rates:
            self.put(rate)

    def of(self, account: AccountId) -> tuple[FeeRate, ...]:
        mine = [rate for rate in self._rates.values() if rate.account == account]
        return tuple(sorted(mine, key=lambda rate: rate.from_day))

    def of_all(self, accounts: Collection[AccountId]) -> Mapping[AccountId, Sequence[FeeRate]]:
        return {account: rates for account in accounts if (rates := self.of(account))}


@frozen
class MemoryLastSeen:
    """Fulfils `LastSeen`; it is outside the books."""

    _seen: dict[SessionId, datetime] = field(factory=dict, init=False)
    _lock: Lock = field(default=Factory(Lock), init=False, repr=False)

    def at(self, session: SessionId) -> datetime | None:
        """When the session was last used."""
        with self._lock:
            return self._seen.get(session)

    def note(self, session: SessionId, at: datetime) -> None:
        with self._lock:
            self._seen[session] = at
