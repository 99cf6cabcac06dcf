"""Members as CSV: told to their manager, and made and changed by a file of it (NET-14).

A file is judged whole before anything is kept: with one fault nothing is.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from typing import TypeVar

from attrs import field, frozen

from backbeat.accounts import rules as account_rules
from backbeat.accounts.errors import AccountNotFound, EmailTaken
from backbeat.accounts.model import Account, Permission
from backbeat.accounts.network.rights import Act
from backbeat.accounts.network.tree import AccountTree
from backbeat.kernel.clock import Clock
from backbeat.kernel.csv_texts import csv_bytes, text_of
from backbeat.kernel.decimals import plain_decimal
from backbeat.kernel.dry_run import writing
from backbeat.kernel.errors import BadValues, FieldsMissing, Refusal
from backbeat.kernel.ids import AccountId
from backbeat.kernel.transactions import Transactions
from backbeat.limits.rules import MEMBER_FILE, MEMBER_FILE_PREVIEW
from backbeat.limits.service import Limits
from backbeat.members import rules as member_rules
from backbeat.members.access import require_manager
from backbeat.members.model import Member, MemberChange, NewMember
from backbeat.members.ports import Books
from backbeat.members.service import Members
from backbeat.onboarding import cells
from backbeat.onboarding.cells import Reader
from backbeat.onboarding.model import Fault, ImportLine

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
        try:
            with writing(self.transactions.begin(), dry_run=preview) as books:
                books.accounts.lock(caller)
                manager = require_manager(books, caller, Act.MANAGE_MEMBERS)
                tree = books.accounts.downwards([manager.id])
                taken = _Taking(self, books, manager, tree).all(lines)
                _require_whole(taken)
        except _Undone as undone:
            return undone.taken
        return taken


class _Undone(Exception):
    """Ends the transaction of a file with faults."""

    def __init__(self, taken: MembersTaken) -> None:
        super().__init__(f"{len(taken.faults)} faults")
        self.taken = taken


def _require_whole(taken: MembersTaken) -> None:
    if taken.faults:
        raise _Undone(taken)


@frozen
class _Wanted:
    """A line, read; None for a cell that is blank."""

    line: ImportLine
    email: str
    nickname: str | None
    fee_rate: Decimal | None
    may_manage: bool | None


@frozen
class _Taking:
    """One file inside its transaction."""

    service: MemberFiles
    books: Books
    manager: Account
    tree: AccountTree
    faults: list[Fault] = field(factory=list)
    taken: list[TakenLine] = field(factory=list)

    def all(self, lines: Sequence[ImportLine]) -> MembersTaken:
        """Every line, in the order of the file."""
        seen: set[str] = set()
        for line in lines:
            reader = Reader(line)
            wanted = self._read(reader)
            key = account_rules.email_key(wanted.email)
            if not reader.faults and key in seen:
                reader.refuse("user_id", EmailTaken())
            seen.add(key)
            if not reader.faults:
                self._one(reader, wanted)
            self.faults.extend(reader.faults)
        return MembersTaken(tuple(self.taken), tuple(self.faults))

    def _read(self, reader: Reader) -> _Wanted:
        bounds = self.service.members.identifiers.bounds
        return _Wanted(
            reader.line,
            reader.needed("user_id", lambda text: account_rules.require_email(text, bounds), ""),
            reader.given(
                "nickname", lambda text: account_rules.require_nickname(text, bounds), None
            ),
            reader.given(
                "fee_rate", lambda text: member_rules.require_rate(plain_decimal(text)), None
            ),
            reader.given("permission_flag", cells.yes_or_no, None),
        )

    def _one(self, reader: Reader, wanted: _Wanted) -> None:
        try:
            there = self.books.accounts.by_email(wanted.email)
            is_below = there is not None and there.id in self.tree.places and not there.is_deleted
            if there is not None and is_below and there.id != self.manager.id:
                self._change(wanted, there)
            else:
                self._invite(reader, wanted)
        except Refusal as refusal:
            reader.refuse(_column_of(refusal), refusal)

    def _invite(self, reader: Reader, wanted: _Wanted) -> None:
        if wanted.nickname is None:
            reader.refuse("nickname", FieldsMissing(fields={"nickname": "required"}))
            return
        # What nobody has by default needs no right to be said.
        flag = wanted.may_manage or None
        new = NewMember(
            wanted.email, None, wanted.nickname, fee_rate=wanted.fee_rate, may_manage=flag
        )
        self.service.members.invite_within(self.books, self.manager, new)
        self._note(wanted, LineAct.INVITE, wanted.nickname)

    def _change(self, wanted: _Wanted, member: Account) -> None:
        change = self._differing(wanted, member)
        if change.is_empty:
            self._note(wanted, LineAct.NOTHING, member.name)
            return
        if member.manager != self.manager.id:
            raise AccountNotFound()
        self.service.members.change_within(self.books, self.manager, member, change)
        columns = {
            "nickname": change.nickname,
            "fee_rate": change.fee_rate,
            "permission_flag": change.may_manage,
        }
        changed = tuple(name for name, value in columns.items() if value is not None)
        self._note(wanted, LineAct.CHANGE, wanted.nickname or member.name, changed)

    def _differing(self, wanted: _Wanted, member: Account) -> MemberChange:
        """What a line says that is not so. A rate is so that counts today, or is set for later: a
        file that was told changes nothing when it comes back."""
        rates = self.books.fee_rates.of(member.id)
        today = self.service.business.today()
        coming = member_rules.next_rate(rates, today)
        set_rates = {account_rules.rate_on(rates, today), coming.rate if coming else None}
        return MemberChange(
            nickname=_unless(wanted.nickname, member.name),
            fee_rate=None if wanted.fee_rate in set_rates else wanted.fee_rate,
            may_manage=_unless(wanted.may_manage, member.permission_flag),
        )

    def _note(
        self, wanted: _Wanted, act: LineAct, nickname: str, changes: tuple[str, ...] = ()
    ) -> None:
        line = TakenLine(wanted.line.number, act, wanted.email, nickname, changes)
        self.taken.append(line)


def _unless(wanted: T | None, now: T) -> T | None:
    return None if wanted == now else wanted


def _column_of(refusal: Refusal) -> str:
    """The column that a refusal is about."""
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
