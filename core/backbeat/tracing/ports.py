"""What following money needs: the settlement's books, report rows, and withdrawals' documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from backbeat.kernel.ids import AccountId, ReportId, WithdrawalId
from backbeat.payouts.model import Attempt
from backbeat.report_files.layouts.ports import LayoutRepository
from backbeat.report_files.model import ReportFile, ReportRow, RowVersion
from backbeat.settlement import ports as settlement_ports
from backbeat.withdrawals.model import CreditNote, Withdrawal
from backbeat.withdrawals.ports import WithdrawalOwners


class Reports(settlement_ports.Reports, Protocol):
    """The report files, as far as rows are searched in them."""

    def get(self, report: ReportId) -> ReportFile | None: ...

    def named(self, name: str) -> Sequence[ReportFile]: ...

    def by_digest(self, sha256: str) -> ReportFile | None: ...


class ReportRows(settlement_ports.ReportRows, Protocol):
    def versions(self, file: ReportFile, line: int) -> Sequence[RowVersion]:
        """Every version of the row that a file brought on that line, the oldest first."""

    def versions_of(self, file: ReportFile, row: ReportRow) -> Sequence[RowVersion]: ...


class Withdrawals(Protocol):
    def get(self, account: AccountId, withdrawal: WithdrawalId) -> Withdrawal | None: ...


class Invoices(Protocol):
    def credit_notes(
        self, owners: WithdrawalOwners
    ) -> Mapping[WithdrawalId, Sequence[CreditNote]]: ...


class Attempts(Protocol):
    def of(self, withdrawals: WithdrawalOwners) -> Mapping[WithdrawalId, Sequence[Attempt]]:
        """The attempts of each of the withdrawals, in order."""


class Books(settlement_ports.Books, Protocol):
    """The records that trails lead through."""

    @property
    def layouts(self) -> LayoutRepository: ...

    @property
    def reports(self) -> Reports: ...

    @property
    def report_rows(self) -> ReportRows: ...

    @property
    def withdrawals(self) -> Withdrawals: ...

    @property
    def invoices(self) -> Invoices: ...

    @property
    def attempts(self) -> Attempts: ...
