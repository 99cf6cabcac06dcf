"""Taking over people and channels from another system (ACCT-29, CHAN-27, LEDGER-24).

A file is checked as a whole before anything is stored: with a single mistake nothing is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from decimal import Decimal
from pathlib import Path

from attrs import evolve, field, frozen

from backbeat.accounts import rules as account_rules
from backbeat.accounts.deletion import require_room
from backbeat.accounts.errors import AccountNotFound, EmailTaken, NicknameTaken
from backbeat.accounts.model import Account, FeeRate, Permission, Role
from backbeat.accounts.ports import Tokens
from backbeat.audit.model import AuditEntry
from backbeat.channels.errors import DayNotAllowed
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Category, ChangeContext, Channel, StatusChange
from backbeat.channels.platform import PlatformChannel
from backbeat.channels.records import record as record_channel
from backbeat.channels.registration import FoundChannel, Registrar
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.dry_run import writing
from backbeat.kernel.errors import BadValues, FieldsMissing, FieldsRefused, Refusal, RoleRefused
from backbeat.kernel.ids import AccountId, NewId, PlatformChannelId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money
from backbeat.kernel.transactions import Transactions
from backbeat.ledger.errors import AlreadyPosted
from backbeat.ledger.model import ZERO, Entry, EntryType, Kind
from backbeat.ledger.rules import entry_id, require_in_range
from backbeat.members import rules as member_rules
from backbeat.onboarding import cells
from backbeat.onboarding.cells import Reader
from backbeat.onboarding.model import (
    ACCOUNT_COLUMNS,
    CHANNEL_COLUMNS,
    NEEDED_OF_CHANNELS,
    Fault,
    ImportDone,
    ImportLine,
)
from backbeat.onboarding.ports import Books, ImportFiles
from backbeat.payout_methods.model import Destination
from backbeat.payout_methods.registry import METHODS
from backbeat.platforms.addresses import Link, LinkKind
from backbeat.platforms.links import url_of
from backbeat.platforms.registry import channel_key, platform_of
from backbeat.policies.service import settings_on
from backbeat.settings import Settings
from backbeat.withdrawals.errors import PaymentInfoExists
from backbeat.withdrawals.model import PaymentDetails

VOUCHED = "vouched"
"""The word in a channel's history and audit which says that an operator vouched for its owner."""

OPENING = "opening"
"""The note of the entry by which a balance from another system was taken over."""


@frozen
class _Person:
    """A line of a file of people, as read: a new account, or without a nickname an existing one."""

    line: ImportLine
    email: str
    nickname: str
    language: Language
    verified: bool
    permission: Permission
    manager: str
    fee_rate: Decimal | None
    opening: Money | None
    destination: Destination | None


@frozen
class _Claim:
    """A line of a file of channels, as read."""

    line: ImportLine
    account: str
    key: PlatformChannelId
    name: str
    category: Category
    earning_from: date


@frozen
class Order:
    """Who imports a file, from which system, and why."""

    actor: Actor
    source: str
    reason: str
    dry_run: bool = False


@frozen
class Onboarding:
    """Reads files of people and channels and stores them as a whole or not at all."""

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    new_id: NewId
    tokens: Tokens
    registrar: Registrar
    files: ImportFiles
    settings: Settings

    def take_people(self, path: Path, order: Order) -> ImportDone:
        """New accounts, where they are paid, and what another system owed them.

        A line without a nickname refers to an existing account. An opening balance is posted as
        `portal_profit` with note `opening`, once for each account and source. With faults nothing
        is stored; they name line and column.
        """
        source = _named(order.source)
        table = self.files.read(path, _account_columns(), {"email"})
        readers = [Reader(line) for line in table.lines]
        people = [self._person(reader) for reader in readers]
        faults = [fault for reader in readers for fault in reader.faults]
        faults += _twice(table.lines, "email", account_rules.email_key, EmailTaken)
        faults += _twice(table.lines, "nickname", account_rules.name_key, NicknameTaken)
        if faults:
            return ImportDone(len(people), _in_order(faults))
        act = ActContext(
            order.actor, self.business.today(), self.security.now(), _reason(order.reason)
        )
        return self._whole(
            lambda books: _Taking(self, books, act, source).all(people), dry_run=order.dry_run
        )

    def take_channels(self, path: Path, order: Order) -> ImportDone:
        """Channels that earn from a certain day: approved, and vouched for by the operator
        (CHAN-27).

        No platform is asked. Refused by line are an unknown account (10001), a channel that is
        taken, barred or reserved (30003 to 30005), and a day in a closed month or in the future
        (`bad_range`).
        """
        table = self.files.read(path, CHANNEL_COLUMNS, NEEDED_OF_CHANNELS)
        readers = [Reader(line) for line in table.lines]
        claims = [_claim(reader) for reader in readers]
        faults = [fault for reader in readers for fault in reader.faults]
        faults += _twice(table.lines, "channel", str, BadValues)
        if faults:
            return ImportDone(len(claims), _in_order(faults))
        by = ChangeContext(self.business.now(), order.actor, f"{VOUCHED}: {_reason(order.reason)}")

        def vouch(books: Books) -> ImportDone:
            books.channels.hold_spans()
            found = [fault for claim in claims if (fault := self._vouch(books, claim, by))]
            return ImportDone(len(claims), tuple(found), channels=len(claims))

        return self._whole(vouch, dry_run=order.dry_run)

    def _whole(self, work: Callable[[Books], ImportDone], *, dry_run: bool) -> ImportDone:
        """The result of the work; with faults the transaction rolls back what was done before them."""
        try:
            with writing(self.transactions.begin(), dry_run=dry_run) as books:
                done = work(books)
                _require_whole(done)
        except _Undone as undone:
            return undone.done
        return done

    def _person(self, reader: Reader) -> _Person:
        email = reader.needed(
            "email", lambda text: account_rules.require_email(text, self.settings.accounts), ""
        )
        nickname = reader.given(
            "nickname",
            lambda text: account_rules.require_nickname(text, self.settings.accounts),
            "",
        )
        read_rate = lambda text: member_rules.require_rate(cells.rate(text))  # noqa: E731
        person = _Person(
            reader.line,
            email,
            nickname,
            reader.given("language", _language, Language.ENGLISH),
            reader.given("verified", cells.yes_or_no, False),
            reader.given("permission", _permission, Permission.NONE),
            reader.line.get("manager"),
            reader.given("fee_rate", read_rate, None),
            reader.given("opening_balance", _opening, None),
            reader.given("method", lambda name: self._destination(reader.line, name), None),
        )
        if person.manager and person.permission is not Permission.NONE:
            reader.refuse("permission", BadValues(fields={"permission": "bad_value"}))
        if person.fee_rate is not None and not person.manager:
            reader.refuse("fee_rate", BadValues(fields={"fee_rate": "bad_value"}))
        return person

    def _destination(self, line: ImportLine, name: str) -> Destination:
        if name not in METHODS:
            raise BadValues(fields={"method": "bad_value"})
        method = METHODS.named(name, "an import")
        return method.form({each: line.get(each) for each in method.fields}).destination(
            self.settings.payment
        )

    def _vouch(self, books: Books, claim: _Claim, by: ChangeContext) -> Fault | None:
        column: str | None = "account"
        try:
            holder = books.accounts.by_email(claim.account)
            if holder is None or holder.is_deleted:
                raise AccountNotFound()
            column = "earning_from"
            self._require_day(books, claim.earning_from)
            column = "channel"
            drafted = self.registrar.draft(
                books, _found(claim), claim.category, holder=holder.id, by=by
            )
            channel = self._vouched(drafted, claim.earning_from, by)
            books.channels.add(channel)
        except Refusal as refusal:
            return Fault(claim.line.number, column, refusal)
        record_channel(books, VOUCHED, None, channel, by)
        return None

    def _require_day(self, books: Books, day: date) -> None:
        closed = books.settlements.last_closed()
        earliest = closed.next.first if closed else date.min
        today = self.business.today()
        if not earliest <= day <= today:
            raise DayNotAllowed(earliest=earliest, latest=today)

    def _vouched(self, drafted: Channel, day: date, by: ChangeContext) -> Channel:
        timeline = drafted.timeline
        held = evolve(timeline.holdings[0], from_day=day)
        return evolve(
            drafted,
            status=ChannelStatus.APPROVED,
            verification=drafted.verification.passed(self.security.now()),
            approved_at=by.at,
            timeline=evolve(timeline, holdings=(held,)).earning(day),
            history=(
                *drafted.history,
                StatusChange(ChannelStatus.APPROVED, by.at, by.by, by.reason),
            ),
        )


class _Undone(Exception):
    """Ends the transaction of an import with faults."""

    def __init__(self, done: ImportDone) -> None:
        super().__init__(f"{len(done.faults)} faults")
        self.done = done


def _require_whole(done: ImportDone) -> None:
    if done.faults:
        raise _Undone(done)


@frozen
class _Taking:
    """One import of people inside its transaction."""

    service: Onboarding
    books: Books
    act: ActContext
    source: str
    acts: list[AuditEntry] = field(factory=list)
    """What was done, recorded together."""

    def all(self, people: Sequence[_Person]) -> ImportDone:
        """Create everybody, those above before those below them."""
        faults: list[Fault] = []
        known: dict[str, Account] = {}
        for person in _from_the_top(people):
            fault = self._one(person, known)
            if fault is not None:
                faults.append(fault)
        faults += self._post(people, known)
        self.books.audit.record_all(self.acts)
        openings = [each.opening for each in people if each.opening is not None]
        return ImportDone(
            len(people),
            _in_order(faults),
            accounts=sum(bool(each.nickname) for each in people),
            openings=len(openings),
            opened=sum(openings, ZERO),
            payees=sum(each.destination is not None for each in people),
        )

    def _one(self, person: _Person, known: dict[str, Account]) -> Fault | None:
        column: str | None = "email"
        try:
            if person.nickname:
                column = "manager"
                above = self._above(person, known)
                column = "email"
                self._require_free(person.email, EmailTaken)
                column = "nickname"
                self._require_free(person.nickname, NicknameTaken)
                account = self._make(person, above)
            else:
                account = self._there(person.email)
            known[account_rules.email_key(person.email)] = account
            column = "method"
            self._pay_to(account, person.destination)
        except Refusal as refusal:
            return Fault(person.line.number, column, refusal)
        return None

    def _there(self, email: str) -> Account:
        account = self.books.accounts.by_email(email)
        if account is None or account.is_deleted:
            raise AccountNotFound()
        return account

    def _above(self, person: _Person, known: Mapping[str, Account]) -> Account | None:
        if not person.manager:
            return None
        above = known.get(account_rules.email_key(person.manager)) or self._there(person.manager)
        if not above.can_manage:
            raise RoleRefused()
        return above

    def _require_free(self, text: str, taken: type[Refusal]) -> None:
        accounts = self.books.accounts
        holder = accounts.by_email(text) if taken is EmailTaken else accounts.by_name(text)
        require_room(
            self.books,
            holder,
            taken,
            business=self.service.business,
            bounds=self.service.settings.accounts,
        )

    def _make(self, person: _Person, above: Account | None) -> Account:
        service, now = self.service, self.act.at
        permission = member_rules.permission_below(above) if above else person.permission
        account = Account(
            id=AccountId(service.new_id()),
            email=person.email,
            name=person.nickname,
            password_hash=None,
            role=Role.MEMBER if above else Role.MAIN,
            created_at=service.business.now(),
            referral_code=service.tokens.referral_code(),
            password_changed_at=now,
            permission=permission,
            permission_flag=above is None
            and (
                permission is Permission.MCN
                or bool(service.settings.accounts.signup_permission_flag)
            ),
            manager=above.id if above else None,
            language=person.language,
            verified_at=now if person.verified else None,
            partner=above.partner if above else None,
        )
        self.books.accounts.add(account)
        if above is not None:
            rate = person.fee_rate
            if rate is None:
                in_force = settings_on(self.books.policies, service.settings, self.act.day)
                rate = in_force.settlement.default_fee_rate
            self.books.fee_rates.put(FeeRate(account.id, rate, self.act.day))
        facts = {"permission": account.permission, "source": self.source}
        self._record("imported", account.id, facts)
        return account

    def _pay_to(self, account: Account, destination: Destination | None) -> None:
        if destination is None:
            return
        if self.books.payment_details.get(account.id) is not None:
            raise PaymentInfoExists()
        now = self.service.business.now()
        self.books.payment_details.put(PaymentDetails(account.id, destination, now))
        masked = {"method": destination.method, "destination": destination.masked}
        self._write_down("payee.imported", account.id, masked)

    def _post(self, people: Sequence[_Person], known: Mapping[str, Account]) -> list[Fault]:
        """Post the opening balances together, once for each account and source."""
        opening = {
            f"opening:{self.source}:{account.id}": (person, account)
            for person in people
            if person.opening is not None
            and (account := known.get(account_rules.email_key(person.email))) is not None
        }
        posted = self.books.ledger.store.by_sources(list(opening))
        if posted:
            return [
                Fault(opening[each][0].line.number, "opening_balance", AlreadyPosted(source=each))
                for each in posted
            ]
        entries = {
            stands_for: Entry(
                entry_id(stands_for, 0),
                account.id,
                EntryType.PORTAL_PROFIT,
                person.opening or ZERO,
                self.act.day,
                note=f"{OPENING}: {self.source}",
            )
            for stands_for, (person, account) in opening.items()
        }
        if entries:
            self.books.ledger.post_entries(entries, self.act, kind=Kind.POSTING)
        for entry in entries.values():
            facts = {"amount": entry.amount, "source": self.source}
            self._record("balance_opened", entry.account, facts)
        return []

    def _record(self, action: str, account: AccountId, after: Mapping[str, object]) -> None:
        self._write_down(f"account.{action}", account, after)

    def _write_down(self, action: str, account: AccountId, after: Mapping[str, object]) -> None:
        at, target = self.service.business.now(), f"account:{account}"
        self.acts.append(
            AuditEntry(at, self.act.actor, action, target, after=after, reason=self.act.reason)
        )


def _account_columns() -> tuple[str, ...]:
    fields = dict.fromkeys(field for method in METHODS for field in method.fields)
    return (*ACCOUNT_COLUMNS, *(each for each in fields if each not in ACCOUNT_COLUMNS))


def _claim(reader: Reader) -> _Claim:
    return _Claim(
        reader.line,
        reader.needed("account", str, ""),
        reader.needed("channel", _key, PlatformChannelId("")),
        reader.line.get("name"),
        reader.needed("category", Category, Category.ENTERTAINMENT),
        reader.needed("earning_from", cells.day, date.min),
    )


def _key(text: str) -> PlatformChannelId:
    key = channel_key(text)
    if key is None:
        raise ValueError(text)
    return key


def _found(claim: _Claim) -> FoundChannel:
    platform = platform_of(claim.key)
    link = ""
    with suppress(ValueError):
        link = url_of(Link(LinkKind.CHANNEL_ID, platform.id_of(claim.key), platform.name))
    name = claim.name or platform.id_of(claim.key)
    return FoundChannel(link, PlatformChannel(claim.key, name, None, None, 0, ()))


def _language(text: str) -> Language:
    return Language(text)


def _permission(text: str) -> Permission:
    if text != Permission.MCN:
        raise ValueError(text)
    return Permission.MCN


def _opening(text: str) -> Money:
    found = cells.amount(text)
    require_in_range(found)
    return found


def _named(source: str) -> str:
    """The other system's name, by which an opening balance is unique."""
    tidy = " ".join(source.split()).casefold()
    if not tidy:
        raise FieldsMissing(fields={"source": "required"})
    if len(tidy) > 40 or not tidy.isprintable() or ":" in tidy:
        raise BadValues(fields={"source": "bad_value"})
    return tidy


def _reason(text: str) -> str:
    if not text.strip():
        raise FieldsMissing(fields={"reason": "required"})
    return text.strip()


def _twice(
    lines: Iterable[ImportLine],
    column: str,
    key: Callable[[str], str],
    taken: type[Refusal],
) -> Iterator[Fault]:
    """Lines whose cell already occurred in an earlier line."""
    seen: set[str] = set()
    for line in lines:
        text = line.get(column)
        if not text:
            continue
        if key(text) in seen:
            facts = {"fields": {column: "bad_value"}} if issubclass(taken, FieldsRefused) else {}
            yield Fault(line.number, column, taken(**facts))
        seen.add(key(text))


def _from_the_top(people: Sequence[_Person]) -> Iterator[_Person]:
    """Everybody in an order in which each comes after the account below which it stands, if that
    one is in the file.
    """
    left = {account_rules.email_key(each.email): each for each in people}
    while left:
        ready = [
            key
            for key, each in left.items()
            if not each.manager or account_rules.email_key(each.manager) not in left
        ]
        for key in ready or list(left):
            yield left.pop(key)


def _in_order(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    return tuple(sorted(faults, key=lambda fault: fault.line))
