"""What following money needs: the settlement's books, report rows, and withdrawals' papers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from backbeat.kernel.ids import ReportId, WithdrawalId
from backbeat.payouts.model import Attempt
from backbeat.report_files.model import ReportFile, ReportRow, RowVersion
from backbeat.settlement import ports as settlement_ports
from backbeat.withdrawals.model import Withdrawal


class Reports(settlement_ports.Reports, Protocol):
    """The report files too, and their rows as they were."""

    def get(self, report: ReportId) -> ReportFile | None:
        """The file."""

    def named(self, name: str) -> Sequence[ReportFile]:
        """Every file of that name, undone ones too, the newest first."""

    def versions(self, file: ReportFile, line: int) -> Sequence[RowVersion]:
        """Every version of the row that a file brought on that line, the oldest first."""

    def by_digest(self, sha256: str) -> ReportFile | None:
        """The newest file with these bytes that was not undone."""

    def versions_of(self, file: ReportFile, row: ReportRow) -> Sequence[RowVersion]:
        """Every version of the row that has this row's key, the oldest first.

        That finds the row of a line under which nothing is kept: one that was the same in a file
        before, or that was added to an earlier line.
        """


class Withdrawals(Protocol):
    """The withdrawals."""

    def get(self, withdrawal: WithdrawalId) -> Withdrawal | None:
        """The withdrawal."""


class Attempts(Protocol):
    """The attempts to pay."""

    def of(self, withdrawals: Collection[WithdrawalId]) -> Mapping[WithdrawalId, Sequence[Attempt]]:
        """The attempts of each of the withdrawals, in order."""


class Books(settlement_ports.Books, Protocol):
    """The records that trails lead through."""

    @property
    def reports(self) -> Reports:
        """The report files and their rows."""

    @property
    def withdrawals(self) -> Withdrawals:
        """The withdrawals."""

    @property
    def attempts(self) -> Attempts:
        """The attempts to pay."""
