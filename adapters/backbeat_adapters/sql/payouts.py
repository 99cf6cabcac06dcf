"""Batches and attempts to pay in SQL.

A batch and the steps of an attempt are never changed; an attempt's row contains its newest state,
so that an index can guarantee that at most one attempt of a withdrawal is open (PAYOUT-8).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from attrs import asdict, frozen
from sqlalchemy import (
    Column,
    Connection,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    PrimaryKeyConstraint,
    Row,
    Select,
    Text,
    UniqueConstraint,
    bindparam,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from backbeat.kernel.chunks import in_chunks
from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.secrets import SecretBox
from backbeat.payout_methods.model import FileForm
from backbeat.payout_methods.registry import METHODS
from backbeat.payouts.model import (
    Attempt,
    Batch,
    BatchFile,
    Debtor,
    Standing,
    Step,
)
from backbeat.withdrawals.errors import PayoutUnderWay
from backbeat.withdrawals.model import AttemptState, OpenAttempt, WithdrawalStatus
from backbeat.withdrawals.ports import WithdrawalOwners
from backbeat_adapters.sql.engine.keys import with_keys
from backbeat_adapters.sql.engine.paging import newest_first
from backbeat_adapters.sql.engine.schema import (
    Big,
    Choice,
    Day,
    Instant,
    Micros,
    append_only,
    table,
)
from backbeat_adapters.sql.engine.upserts import next_number
from backbeat_adapters.sql.withdrawals import withdrawals

payout_numbers = table(
    "payout_numbers",
    Column("series", Text, primary_key=True),
    Column("last", Big, nullable=False),
)

payout_batches = append_only(
    table(
        "payout_batches",
        Column("number", Big, primary_key=True, autoincrement=False),
        Column("method", Text, nullable=False),
        Column("form", Choice(FileForm), nullable=False),
        Column("currency", Choice(Currency), nullable=False),
        Column("made_on", Day, nullable=False),
        Column("made_at", Instant, nullable=False),
        Column("made_by", Text, nullable=False),
        Column("debtor", Text),
    )
)

payout_files = append_only(
    table(
        "payout_files",
        Column("batch", Big, ForeignKey(payout_batches.c.number), nullable=False),
        Column("part", Big, nullable=False),
        Column("name", Text, nullable=False, unique=True),
        Column("sha256", Text, nullable=False),
        Column("payments", Big, nullable=False),
        Column("total", Micros, nullable=False),
        PrimaryKeyConstraint("batch", "part"),
    )
)

payout_attempts = table(
    "payout_attempts",
    Column("account", Text, nullable=False),
    Column("withdrawal", Text, nullable=False),
    Column("number", Big, nullable=False),
    Column("batch", Big, ForeignKey(payout_batches.c.number), nullable=False),
    Column("place", Big, nullable=False),
    Column("amount", Micros, nullable=False),
    Column("currency", Choice(Currency), nullable=False),
    Column("state", Choice(AttemptState), nullable=False),
    PrimaryKeyConstraint("account", "withdrawal", "number"),
    ForeignKeyConstraint(["account", "withdrawal"], [withdrawals.c.account, withdrawals.c.id]),
    UniqueConstraint("withdrawal", "number"),
    UniqueConstraint("batch", "place"),
)

_OPEN = [state for state in AttemptState if state.is_open]
_is_open = payout_attempts.c.state.in_(_OPEN)

one_open = Index(
    "uq_payout_attempts_one_open",
    payout_attempts.c.withdrawal,
    unique=True,
    sqlite_where=_is_open,
    postgresql_where=_is_open,
)
"""One attempt at a time, whatever was read before."""

_is_among_open = payout_attempts.c.state.in_(
    bindparam("open", _OPEN, expanding=True, literal_execute=True)
)
"""The same in the very words of the index, by which alone SQLite takes it."""

payout_steps = append_only(
    table(
        "payout_steps",
        Column("account", Text, nullable=False),
        Column("withdrawal", Text, nullable=False),
        Column("number", Big, nullable=False),
        Column("place", Big, nullable=False),
        Column("state", Choice(AttemptState), nullable=False),
        Column("happened_on", Day, nullable=False),
        Column("written_at", Instant, nullable=False),
        Column("written_by", Text, nullable=False),
        Column("reference", Text, nullable=False),
        Column("reason", Text),
        PrimaryKeyConstraint("account", "withdrawal", "number", "place"),
        ForeignKeyConstraint(
            ["account", "withdrawal", "number"],
            [
                "payout_attempts.account",
                "payout_attempts.withdrawal",
                "payout_attempts.number",
            ],
        ),
    )
)

_IDS_AT_ONCE = 500
_SERIES = "batch"

Key = tuple[str, str, int]
_ATTEMPT = (payout_steps.c.account, payout_steps.c.withdrawal, payout_steps.c.number)
"""The account, the withdrawal, and the number of an attempt."""


@frozen
class SqlAttempts:
    """Attempts to pay; see `AttemptRepository`."""

    connection: Connection

    def add(self, attempts: Sequence[Attempt]) -> None:
        """Keep new ones."""
        for some in in_chunks(attempts, _IDS_AT_ONCE):
            self._require_none_open({each.withdrawal: each.account for each in some})
            try:
                self.connection.execute(insert(payout_attempts), [_to_row(each) for each in some])
            except IntegrityError as error:
                if "one_open" in str(error.orig) or "payout_attempts.withdrawal" in str(error.orig):
                    raise PayoutUnderWay(batch=some[0].batch, state=some[0].state) from error
                raise
            steps = [row for each in some for row in _step_rows(each, 0)]
            self.connection.execute(insert(payout_steps), steps)

    def save(self, attempts: Sequence[Attempt]) -> None:
        """Keep the steps that came to them."""
        for some in in_chunks(attempts, _IDS_AT_ONCE):
            known = self._known_steps(some)
            rows = [row for each in some for row in _step_rows(each, known[_key(each)])]
            if rows:
                self.connection.execute(insert(payout_steps), rows)
            own = payout_attempts.c
            moved = (
                update(payout_attempts)
                .where(
                    own.account == bindparam("whose"),
                    own.withdrawal == bindparam("of"),
                    own.number == bindparam("which"),
                )
                .values(state=bindparam("to_state"))
            )
            states = [
                {
                    "whose": each.account,
                    "of": each.withdrawal,
                    "which": each.number,
                    "to_state": each.state,
                }
                for each in some
            ]
            self.connection.execute(moved, states)

    def of(self, withdrawals: WithdrawalOwners) -> Mapping[WithdrawalId, Sequence[Attempt]]:
        """The attempts of each, in order of number."""
        found: dict[WithdrawalId, list[Attempt]] = {each: [] for each in withdrawals}
        for chunk in in_chunks(sorted(found), _IDS_AT_ONCE):
            some = {each: withdrawals[each] for each in chunk}
            wanted = self._of(select(payout_attempts), some).order_by(payout_attempts.c.number)
            for attempt in self._read(self.connection.execute(wanted).all()):
                found[attempt.withdrawal].append(attempt)
        return found

    def in_batch(self, batch: int) -> Sequence[Attempt]:
        wanted = select(payout_attempts).where(payout_attempts.c.batch == batch)
        rows = self.connection.execute(wanted.order_by(payout_attempts.c.place)).all()
        return self._read(rows)

    def open_of(self, account: AccountId, withdrawal: WithdrawalId) -> OpenAttempt | None:
        return self._open({withdrawal: account})

    def came_back(self, account: AccountId, withdrawal: WithdrawalId) -> bool:
        attempts = self.of({withdrawal: account})[withdrawal]
        return bool(attempts) and attempts[-1].came_back

    def returned(self) -> WithdrawalOwners:
        own = payout_attempts.c
        other = payout_attempts.alias()
        open_ones = select(other.c.number).where(
            other.c.account == own.account,
            other.c.withdrawal == own.withdrawal,
            other.c.state != AttemptState.RETURNED,
        )
        rows = self.connection.execute(
            select(own.account, own.withdrawal)
            .join(
                withdrawals,
                (withdrawals.c.account == own.account) & (withdrawals.c.id == own.withdrawal),
            )
            .where(
                own.state == AttemptState.RETURNED,
                withdrawals.c.status == WithdrawalStatus.PENDING,
                ~open_ones.exists(),
            )
            .distinct()
        )
        return {WithdrawalId(row.withdrawal): AccountId(row.account) for row in rows}

    def settle(
        self,
        account: AccountId,
        withdrawal: WithdrawalId,
        on: date,
        at: datetime,
        by: str,
        *,
        reason: str | None,
    ) -> None:
        """End the open attempt, if there is one."""
        for each in self.of({withdrawal: account})[withdrawal]:
            if each.is_open:
                self.save([each.moved(Step(AttemptState.SETTLED, on, at, by, reason=reason))])

    def _of(self, read: Select[Any], withdrawals: WithdrawalOwners) -> Select[Any]:
        own = payout_attempts.c
        keys = [(account, withdrawal) for withdrawal, account in withdrawals.items()]
        return with_keys(self.connection, read, (own.account, own.withdrawal), keys)

    def _require_none_open(self, withdrawals: WithdrawalOwners) -> None:
        found = self._open(withdrawals)
        if found is not None:
            raise PayoutUnderWay(batch=found.batch, state=found.state)

    def _open(self, withdrawals: WithdrawalOwners) -> OpenAttempt | None:
        """A condition for attempts that are under way."""
        own = payout_attempts.c
        wanted = self._of(select(own.batch, own.state), withdrawals).where(_is_open)
        row = self.connection.execute(wanted.limit(1)).first()
        return OpenAttempt(row.batch, row.state) if row else None

    def _known_steps(self, attempts: Iterable[Attempt]) -> Mapping[Key, int]:
        """How many steps are stored of each attempt."""
        count = select(*_ATTEMPT, func.count().label("steps"))
        keys = [_key(each) for each in attempts]
        rows = self.connection.execute(
            with_keys(self.connection, count, _ATTEMPT, keys).group_by(*_ATTEMPT)
        )
        return {(row.account, row.withdrawal, row.number): row.steps for row in rows}

    def _read(self, rows: Sequence[Row[Any]]) -> list[Attempt]:
        """The attempts of rows, each with its steps."""
        keys = [(row.account, row.withdrawal, row.number) for row in rows]
        steps = self._steps(keys)
        return [from_row(row, steps[key]) for row, key in zip(rows, keys, strict=True)]

    def _steps(self, keys: Sequence[Key]) -> Mapping[Key, Sequence[Step]]:
        steps: dict[Key, list[Step]] = {key: [] for key in keys}
        own = payout_steps.c
        for chunk in in_chunks(keys, _IDS_AT_ONCE):
            wanted = with_keys(self.connection, select(payout_steps), _ATTEMPT, chunk)
            for row in self.connection.execute(wanted.order_by(own.place)):
                steps[row.account, row.withdrawal, row.number].append(
                    Step(
                        state=row.state,
                        on=row.happened_on,
                        at=row.written_at,
                        by=row.written_by,
                        reference=row.reference,
                        reason=row.reason,
                    )
                )
        return steps


@frozen
class SqlBatches:
    """Batches; see `BatchRepository`."""

    connection: Connection
    secrets: SecretBox

    def next_number(self) -> int:
        return next_number(self.connection, payout_numbers, {"series": _SERIES})

    def add(self, batch: Batch) -> None:
        row = {
            "number": batch.number,
            "method": batch.kind.name,
            "form": batch.form,
            "currency": batch.currency,
            "made_on": batch.made_on,
            "made_at": batch.made_at,
            "made_by": batch.made_by,
            "debtor": self._sealed(batch),
        }
        self.connection.execute(insert(payout_batches).values(row))
        files = [
            {
                "batch": batch.number,
                "part": part,
                "name": file.name,
                "sha256": file.sha256,
                "payments": file.count,
                "total": file.total.micros,
            }
            for part, file in enumerate(batch.files, start=1)
        ]
        if files:
            self.connection.execute(insert(payout_files), files)

    def get(self, number: int) -> Batch | None:
        wanted = select(payout_batches).where(payout_batches.c.number == number)
        rows = self.connection.execute(wanted).all()
        return next(iter(self._read(rows)), None)

    def page(self, state: AttemptState | None, request: PageRequest) -> Page[Standing]:
        """A page, the newest first."""
        wanted = select(payout_batches)
        if state is not None:
            having = select(payout_attempts.c.batch).where(payout_attempts.c.state == state)
            if state.is_open:
                having = having.where(_is_among_open)
            wanted = wanted.where(payout_batches.c.number.in_(having))
        place = (payout_batches.c.number,)
        return newest_first(self.connection, wanted, place, request, self._standing)

    def _standing(self, rows: Sequence[Row[Any]]) -> list[Standing]:
        states = self._states([row.number for row in rows])
        return [Standing(batch, states[batch.number]) for batch in self._read(rows)]

    def _states(self, numbers: Collection[int]) -> Mapping[int, Mapping[AttemptState, int]]:
        own = payout_attempts.c
        counted = (
            select(own.batch, own.state, func.count().label("attempts"))
            .where(own.batch.in_(numbers))
            .group_by(own.batch, own.state)
        )
        states: dict[int, dict[AttemptState, int]] = {number: {} for number in numbers}
        for row in self.connection.execute(counted):
            states[row.batch][row.state] = row.attempts
        return states

    def _read(self, rows: Sequence[Row[Any]]) -> list[Batch]:
        files: dict[int, list[BatchFile]] = {row.number: [] for row in rows}
        currencies = {row.number: row.currency for row in rows}
        wanted = select(payout_files).where(payout_files.c.batch.in_(files))
        for row in self.connection.execute(wanted.order_by(payout_files.c.part)) if rows else ():
            money = Money(row.total, currencies[row.batch])
            files[row.batch].append(BatchFile(row.name, row.sha256, row.payments, money))
        return [self._batch(row, files[row.number]) for row in rows]

    def _batch(self, row: Row[Any], files: Iterable[BatchFile]) -> Batch:
        return Batch(
            number=row.number,
            kind=METHODS.file(row.method, f"payout batch {row.number}"),
            form=row.form,
            currency=row.currency,
            made_on=row.made_on,
            made_at=row.made_at,
            made_by=row.made_by,
            files=tuple(files),
            debtor=self._opened(row),
        )

    def _sealed(self, batch: Batch) -> str | None:
        if batch.debtor is None:
            return None
        text = json.dumps(asdict(batch.debtor), ensure_ascii=False)
        return self.secrets.seal(text, _place(batch.number))

    def _opened(self, row: Row[Any]) -> Debtor | None:
        if row.debtor is None:
            return None
        return Debtor(**json.loads(self.secrets.open(row.debtor, _place(row.number))))


def from_row(row: Row[Any], steps: Iterable[Step]) -> Attempt:
    """An attempt out of its row and its steps."""
    return Attempt(
        account=AccountId(row.account),
        withdrawal=WithdrawalId(row.withdrawal),
        number=row.number,
        batch=row.batch,
        place=row.place,
        amount=Money(row.amount, row.currency),
        steps=tuple(steps),
    )


def _key(attempt: Attempt) -> Key:
    return attempt.account, attempt.withdrawal, attempt.number


def _to_row(attempt: Attempt) -> dict[str, Any]:
    return {
        "account": attempt.account,
        "withdrawal": attempt.withdrawal,
        "number": attempt.number,
        "batch": attempt.batch,
        "place": attempt.place,
        "amount": attempt.amount.micros,
        "currency": attempt.amount.currency,
        "state": attempt.state,
    }


def _step_rows(attempt: Attempt, first: int) -> list[dict[str, Any]]:
    """The steps from the place `first` on."""
    return [
        {
            "account": attempt.account,
            "withdrawal": attempt.withdrawal,
            "number": attempt.number,
            "place": place,
            "state": step.state,
            "happened_on": step.on,
            "written_at": step.at,
            "written_by": step.by,
            "reference": step.reference,
            "reason": step.reason,
        }
        for place, step in enumerate(attempt.steps)
        if place >= first
    ]


def _place(number: int) -> str:
    return f"batch:{number}:debtor:1"
