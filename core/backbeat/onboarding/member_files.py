"""Members as CSV: told to their manager, and made and changed by a file of it (NET-14).

A file is judged whole before anything is kept: with one fault nothing is.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from typing import TypeVar

from attrs import field, frozen

from backbeat.accounts import rules as account_rules
from backbeat.accounts.deletion import erase
from backbeat.accounts.errors import AccountNotFound, EmailTaken
from backbeat.accounts.identifiers import Found, Known
from backbeat.accounts.model import Account, FeeRate, Permission
from backbeat.accounts.network.rights import Act
from backbeat.audit.model import AuditEntry
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.csv_texts import csv_bytes, text_of
from backbeat.kernel.decimals import plain_decimal
from backbeat.kernel.errors import BadValues, FieldsMissing, Refusal
from backbeat.kernel.ids import AccountId
from backbeat.kernel.transactions import Transactions
from backbeat.limits.rules import MEMBER_FILE, MEMBER_FILE_PREVIEW
from backbeat.limits.service import Limits
from backbeat.members import rules as member_rules
from backbeat.members.access import require_manager
from backbeat.members.invitations import invite_new
from backbeat.members.model import Member, MemberChange, NewMember
from backbeat.members.service import AgreedRate, Draft, Members
from backbeat.onboarding import cells
from backbeat.onboarding.batches import take
from backbeat.onboarding.cells import Reader
from backbeat.onboarding.model import Fault, ImportLine
from backbeat.onboarding.ports import Books
from backbeat.policies.service import settings_on
from backbeat.settings import FeeChange

READ = ("user_id", "nickname", "fee_rate", "permission_flag")
"""The columns that a file is read by; `user_id` it has to have, any others are passed over."""

TOLD = (
    *READ,
    *("permission", "manager", "next_fee_rate", "next_fee_from"),
    *("channels", "members", "status", "invited", "created_at"),
)

MOST_LINES = 1000

T = TypeVar("T")

_FILE = "file"
_DELIMITERS = ",;\t"


class LineAct(StrEnum):
    """What a line of a file does."""

    INVITE = "invite"
    """Makes a member, who is mailed a link to set its own password."""
    CHANGE = "change"
    NOTHING = "nothing"
    """Says what is so already."""


@frozen
class TakenLine:
    """A line of a file by its number there, and what it does."""

    number: int
    act: LineAct
    email: str
    nickname: str
    changes: tuple[str, ...] = ()
    """The columns that change something."""


@frozen
class MembersTaken:
    """What came of a file. With `faults` nothing was kept, else everything was, but for a preview."""

    lines: tuple[TakenLine, ...]
    faults: tuple[Fault, ...] = ()

    def count(self, act: LineAct) -> int:
        return sum(line.act is act for line in self.lines)


@frozen
class MemberFiles:
    """Tells a manager's members as a file, and takes one in. `caller` is signed in."""

    transactions: Transactions[Books]
    business: Clock
    members: Members
    limits: Limits

    def told(self, caller: AccountId) -> bytes:
        """Everybody below the caller as CSV; the columns of `READ` may be taken in again.

        Refuses with 2 `role`.
        """
        manager, below = self.members.everybody(caller)
        above = (manager, *(member.account for member in below))
        emails = {account.id: account.email for account in above}
        return csv_bytes(TOLD, (_row(member, emails) for member in below))

    def take(self, caller: AccountId, content: bytes, *, preview: bool) -> MembersTaken:
        """Make a member of each line whose address is new, and change those directly below.

        A cell that is blank leaves a member as it is. New ones are mailed a link to set their own
        password. With `preview` nothing is kept and nobody is mailed. Each fault names its line, its
        column and the code with which the single call refuses. The file itself is refused with
        `bad_value` or `too_many`, and the caller with 2 `role` and with 3.
        """
        with self.transactions.look() as books:
            require_manager(books, caller, Act.MANAGE_MEMBERS)
        lines = _lines(content)
        self.limits.take((MEMBER_FILE_PREVIEW, caller))
        if preview:
            return self._take(caller, lines, preview=True)
        hit = self.limits.take((MEMBER_FILE, caller))
        with hit.unless_refused():
            taken = self._take(caller, lines, preview=False)
        if taken.faults:
            hit.give_back()
        return taken

    def _take(
        self, caller: AccountId, lines: Sequence[ImportLine], *, preview: bool
    ) -> MembersTaken:
        batch = _Batch(caller, [self._wanted(Reader(line)) for line in lines], self)
        return take(self.transactions, batch, dry_run=preview).taken

    def _wanted(self, reader: Reader) -> _Wanted:
        bounds = self.members.identifiers.bounds
        return _Wanted(
            reader,
            reader.needed("user_id", lambda text: account_rules.require_email(text, bounds), ""),
            reader.given(
                "nickname", lambda text: account_rules.require_nickname(text, bounds), None
            ),
            reader.given(
                "fee_rate", lambda text: member_rules.require_rate(plain_decimal(text)), None
            ),
            reader.given("permission_flag", cells.yes_or_no, None),
        )


@frozen
class _Wanted:
    """A line, read; None for a cell that is blank."""

    reader: Reader
    email: str
    nickname: str | None
    fee_rate: Decimal | None
    may_manage: bool | None

    @property
    def faults(self) -> Sequence[Fault]:
        """What is wrong with the line alone."""
        return self.reader.faults

    def fault(self, refusal: Refusal, column: str | None = None) -> Fault:
        return Fault(self.reader.line.number, column or _column_of(refusal), refusal)


@frozen
class _Known:
    """Whom and what a file of members meets."""

    manager: Account
    below: frozenset[AccountId]
    found: Found
    rates: Mapping[AccountId, Sequence[FeeRate]]
    members: Mapping[AccountId, int]
    """How many accounts are directly below those whom the file names."""
    default_rate: Decimal
    fee_change: FeeChange

    @property
    def accounts(self) -> Collection[AccountId]:
        return {account.id for account in self.found.emails.values()}


@frozen
class _Plan:
    """Everything that a file of members adds and changes."""

    manager: Account
    taken: MembersTaken
    drafts: tuple[Draft, ...]
    changed: tuple[Account, ...]
    agreed: tuple[AgreedRate, ...]
    acts: tuple[AuditEntry, ...]
    leavers: tuple[Account, ...]
    """Those who left long ago and whose address or nickname is taken again."""

    @property
    def faults(self) -> Sequence[Fault]:
        return self.taken.faults


@frozen
class _Batch:
    """Fulfils `Batch` for one file."""

    caller: AccountId
    wanted: Sequence[_Wanted]
    service: MemberFiles

    def look_up(self, books: Books) -> _Known:
        manager = require_manager(books, self.caller, Act.MANAGE_MEMBERS)
        names = {each.nickname for each in self.wanted if each.nickname}
        found = Found.of(books.accounts, {each.email for each in self.wanted}, names)
        ids = frozenset(account.id for account in found.emails.values())
        members = self.service.members
        rules = settings_on(books.policies, members.settings, members.business.today()).settlement
        return _Known(
            manager,
            ids & books.accounts.downwards([manager.id]).places.keys(),
            found,
            books.fee_rates.of_all(ids),
            books.accounts.count_children(ids),
            rules.default_fee_rate,
            rules.fee_change,
        )

    def judge(self, known: _Known) -> _Plan:
        return _Judging(self, known, Known.of(known.found)).all()

    def lock(self, books: Books, known: _Known) -> None:
        books.accounts.lock(self.caller)
        books.accounts.hold(known.accounts)
        books.accounts.hold_names({each.nickname for each in self.wanted if each.nickname})

    def write(self, books: Books, plan: _Plan) -> None:
        service = self.service.members
        for leaver in plan.leavers:
            erase(books, leaver, service.business)
        books.accounts.save_all(plan.changed)
        books.accounts.add_all([draft.account for draft in plan.drafts], service.business.today())
        rates = [*(draft.rate for draft in plan.drafts), *(each.rate for each in plan.agreed)]
        books.fee_rates.put_all(rates)
        links = {service.tokens.ticket(): draft.account for draft in plan.drafts}
        invite_new(books, links, plan.manager, service.security.now())
        books.notifications.add_all([each.notice for each in plan.agreed])
        books.audit.record_all(plan.acts)


@frozen
class _Judging:
    """One file on its way to a plan, its lines in their order."""

    batch: _Batch
    known: _Known
    holders: Known
    faults: list[Fault] = field(factory=list)
    lines: list[TakenLine] = field(factory=list)
    drafts: list[Draft] = field(factory=list)
    changed: list[Account] = field(factory=list)
    agreed: list[AgreedRate] = field(factory=list)
    acts: list[AuditEntry] = field(factory=list)
    leavers: dict[AccountId, Account] = field(factory=dict)

    def all(self) -> _Plan:
        seen: set[str] = set()
        for wanted in self.batch.wanted:
            key = account_rules.email_key(wanted.email)
            if wanted.faults:
                self.faults.extend(wanted.faults)
            elif key in seen:
                self.faults.append(wanted.fault(EmailTaken(), "user_id"))
            else:
                self._one(wanted)
            seen.add(key)
        return _Plan(
            self.known.manager,
            MembersTaken(tuple(self.lines), tuple(self.faults)),
            tuple(self.drafts),
            tuple(self.changed),
            tuple(self.agreed),
            tuple(self.acts),
            tuple(self.leavers.values()),
        )

    def _one(self, wanted: _Wanted) -> None:
        there = self.known.found.emails.get(account_rules.email_key(wanted.email))
        is_below = there is not None and there.id in self.known.below and not there.is_deleted
        try:
            if there is not None and is_below and there.id != self.known.manager.id:
                self._change(wanted, there)
            else:
                self._invite(wanted)
        except Refusal as refusal:
            self.faults.append(wanted.fault(refusal))

    def _invite(self, wanted: _Wanted) -> None:
        if wanted.nickname is None:
            raise FieldsMissing(fields={"nickname": "required"})
        # What nobody has by default needs no right to be said.
        flag = wanted.may_manage or None
        new = NewMember(
            wanted.email, None, wanted.nickname, fee_rate=wanted.fee_rate, may_manage=flag
        )
        draft = self._members.drafted(self.known.manager, new, self.known.default_rate)
        identifiers = self._members.identifiers
        self._give_way(identifiers.leavers_of_email(self.holders, wanted.email))
        self._give_way(identifiers.leavers_of_name(self.holders, wanted.nickname))
        self.holders.put(draft.account)
        self.drafts.append(draft)
        self.acts.append(draft.act)
        self._note(wanted, LineAct.INVITE, wanted.nickname)

    def _change(self, wanted: _Wanted, before: Account) -> None:
        change = self._differing(wanted, before)
        if change.is_empty:
            self._note(wanted, LineAct.NOTHING, before.name)
            return
        manager = self.known.manager
        if before.manager != manager.id:
            raise AccountNotFound()
        member_rules.require_may_allow(manager, change.may_manage)
        after = before
        if change.nickname is not None:
            identifiers = self._members.identifiers
            self._give_way(identifiers.leavers_of_name(self.holders, change.nickname, before.id))
            after = after.renamed(change.nickname)
        if change.may_manage is not None:
            member_rules.require_no_members(change.may_manage, self.known.members.get(before.id, 0))
            after = after.allowed_to_manage(allowed=change.may_manage)
        if after != before:
            self.holders.remove(before)
            self.holders.put(after)
            self.changed.append(after)
            self.acts.append(self._members.changed_facts(manager.id, before, after))
        if change.fee_rate is not None:
            self._agree(after, change.fee_rate)
        columns = {
            "nickname": change.nickname,
            "fee_rate": change.fee_rate,
            "permission_flag": change.may_manage,
        }
        changed = tuple(name for name, value in columns.items() if value is not None)
        self._note(wanted, LineAct.CHANGE, wanted.nickname or before.name, changed)

    def _agree(self, member: Account, rate: Decimal) -> None:
        agreed = self._members.agreed(
            Actor.account(self.known.manager.id),
            member,
            self.known.rates.get(member.id, ()),
            rate,
            change=self.known.fee_change,
        )
        if agreed is not None:
            self.agreed.append(agreed)
            self.acts.append(agreed.act)

    def _differing(self, wanted: _Wanted, member: Account) -> MemberChange:
        """What a line says that is not so. A rate is so that counts today, or is set for later: a
        file that was told changes nothing when it comes back."""
        rates = self.known.rates.get(member.id, ())
        today = self.batch.service.business.today()
        coming = member_rules.next_rate(rates, today)
        set_rates = {account_rules.rate_on(rates, today), coming.rate if coming else None}
        return MemberChange(
            nickname=_unless(wanted.nickname, member.name),
            fee_rate=None if wanted.fee_rate in set_rates else wanted.fee_rate,
            may_manage=_unless(wanted.may_manage, member.permission_flag),
        )

    def _give_way(self, leavers: Sequence[Account]) -> None:
        for leaver in leavers:
            self.holders.remove(leaver)
            self.leavers[leaver.id] = leaver

    def _note(
        self, wanted: _Wanted, act: LineAct, nickname: str, changes: tuple[str, ...] = ()
    ) -> None:
        self.lines.append(
            TakenLine(wanted.reader.line.number, act, wanted.email, nickname, changes)
        )

    @property
    def _members(self) -> Members:
        return self.batch.service.members


def _unless(wanted: T | None, now: T) -> T | None:
    return None if wanted == now else wanted


def _column_of(refusal: Refusal) -> str:
    fields = refusal.details.get("fields")
    if isinstance(fields, Mapping):
        named = [name for name in READ if name in fields]
        if named:
            return named[0]
    return _COLUMNS.get(refusal.code, "user_id")


_COLUMNS = {10008: "nickname", 10010: "nickname"}


def _lines(content: bytes) -> list[ImportLine]:
    """The lines of a CSV by their columns; blank ones are left out."""
    text = _decoded(content)
    head, *_ = text.splitlines() or [""]
    delimiter = max(_DELIMITERS, key=head.count)
    try:
        rows = list(_rows(text, delimiter))
    except csv.Error:
        raise BadValues(fields={_FILE: "bad_value"}) from None
    names = [name.strip().casefold() for name in rows[0][1]] if rows else []
    known = [name for name in names if name in READ]
    if "user_id" not in known or len(set(known)) < len(known):
        raise BadValues(fields={_FILE: "bad_value"})
    lines = [ImportLine(number, _cells(names, row)) for number, row in rows[1:]]
    filled = [line for line in lines if line.cells]
    if not filled:
        raise BadValues(fields={_FILE: "bad_value"})
    if len(filled) > MOST_LINES:
        raise BadValues(fields={_FILE: "too_many"})
    return filled


def _rows(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Each row with the line that it ends on, as an editor counts them."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    for row in reader:
        yield reader.line_num, row


def _cells(names: Sequence[str], row: Sequence[str]) -> dict[str, str]:
    told = zip(names, (text_of(cell.strip()) for cell in row), strict=False)
    return {name: text for name, text in told if name in READ and text}


def _decoded(content: bytes) -> str:
    """UTF-8, or UTF-16 that says so itself, as spreadsheets write it."""
    is_wide = content[:2] in (b"\xff\xfe", b"\xfe\xff")
    try:
        text = content.decode("utf-16" if is_wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise BadValues(fields={_FILE: "bad_value"}) from None
    if "\0" in text:
        raise BadValues(fields={_FILE: "bad_value"})
    return text


def _row(member: Member, emails: Mapping[AccountId, str]) -> tuple[object, ...]:
    account, coming = member.account, member.next_rate
    permission = account.permission if account.permission is not Permission.NONE else None
    return (
        account.email,
        account.name,
        member.rate,
        int(account.permission_flag),
        permission,
        emails.get(account.manager) if account.manager else None,
        coming.rate if coming else None,
        coming.from_day if coming else None,
        member.channels,
        member.members,
        account.status,
        int(account.is_invited),
        account.created_at,
    )
