"""Monthly statements: `withdrawal/statement` (LEDGER-15)."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from attrs import frozen

from backbeat.accounts.errors import AccountNotFound
from backbeat.fx.model import FxRate
from backbeat.kernel.documents import DocumentFormat
from backbeat.kernel.errors import BadRange
from backbeat.kernel.money import Currency
from backbeat.kernel.months import Month
from backbeat.ledger.model import EntryType, Statement, TypeSum
from backbeat.ledger.statements import Statements
from backbeat.limits.rules import PAPERS
from backbeat.policies.service import Policies
from backbeat_adapters.documents.media import MEDIA_TYPES
from backbeat_http.caller import Caller
from backbeat_http.operation import FileAnswer, operation
from backbeat_http.resources.ledger import LedgerRowView, Shown
from backbeat_http.wire import Amount, MonthText, amount


class StatementFormat(StrEnum):
    """The format in which a statement is handed over."""

    JSON = "json"
    PDF = "pdf"
    XLSX = "xlsx"


@frozen
class StatementQuery:
    """Which month, by day of posting, and in which format."""

    month: Month
    format: StatementFormat = StatementFormat.JSON


@frozen
class TypeSumView:
    """What one type came to in the month."""

    type: EntryType
    amount: Amount

    @classmethod
    def of(cls, sum_: TypeSum) -> TypeSumView:
        return cls(sum_.type, amount(sum_.amount))


@frozen
class StatementView:
    """A month of the caller's ledger in its own currency: `opening` and `movements` make `closing`.

    The movements are in order of posting; `types` adds them up. `until` is the last day that is
    included: earlier than the month's end while the month is not over.
    """

    month: MonthText
    until: date
    currency: Currency
    opening: Amount
    movements: list[LedgerRowView]
    types: list[TypeSumView]
    closing: Amount

    @classmethod
    def of(cls, statement: Statement, shown: Shown) -> StatementView:
        return cls(
            month=str(statement.month),
            until=statement.until,
            currency=statement.closing.currency,
            opening=amount(statement.opening),
            movements=[LedgerRowView.of(row, shown) for row in statement.rows],
            types=[TypeSumView.of(each) for each in statement.types],
            closing=amount(statement.closing),
        )


@frozen
class StatementsResource:
    """Answers `withdrawal/statement`."""

    statements: Statements
    policies: Policies

    @operation(
        "getStatement",
        limit=PAPERS,
        files=tuple(MEDIA_TYPES.values()),
        refuses=(BadRange, AccountNotFound),
    )
    def on_get_statement(self, caller: Caller, query: StatementQuery) -> StatementView | FileAnswer:
        """The caller's month: opening, movements, closing; in US dollars, or as a file.

        Files are in the language of the request.
        """
        if query.format is StatementFormat.JSON:
            statement = self.statements.show(caller.account, query.month)
            shown = Shown(FxRate.dollar(statement.until), self.policies.on().points.per_usd)
            return StatementView.of(statement, shown)
        form = DocumentFormat(query.format)
        paper = self.statements.print(caller.account, query.month, form, caller.language)
        return FileAnswer(paper.content, paper.media_type, paper.file_name)
