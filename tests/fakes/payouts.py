"""Payouts for tests: every service over books of any kind, on top of those of withdrawals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, evolve, field, frozen
from tests.fakes.withdrawals import ANN, BANK_FORM, BY_PAYPAL, PAYPAL_FORM, Payouts

from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Currency
from backbeat.payout_methods.model import FileKind, MethodName
from backbeat.payout_methods.paypal import PAYMENTS
from backbeat.payouts.batches import BatchRequest, CreatedBatch, PayoutBatches
from backbeat.payouts.model import PayoutFile, RawLine, Sheet
from backbeat.payouts.ports import SheetWriter
from backbeat.payouts.results import BOOKED_AT_ONCE, Outcome, Results
from backbeat.payouts.service import Payouts as PayoutDesk
from backbeat.settings import Payout, Settings
from backbeat.withdrawals.model import Withdrawal

OWN_ACCOUNT = Payout("Backbeat Music GmbH", "DE89 3704 0044 0532 0130 00", "COBADEFFXXX")
WITH_DEBTOR = evolve(Settings(), payout=OWN_ACCOUNT)


class PlainWriter:
    """Writes a sheet as its references and amounts; it fulfils `SheetWriter`."""

    def content(self, sheet: Sheet) -> bytes:
        """A line a payment."""
        lines = [f"{each.reference} {each.amount} {each.destination}" for each in sheet.payments]
        return "\n".join([f"{sheet.batch.number}.{sheet.part}", *lines]).encode()


@frozen
class Lines:
    """A file of results made of dictionaries; it fulfils `OpenResults`."""

    rows: Sequence[dict[str, str]]
    name: str = "results.csv"

    def lines(self) -> Iterator[RawLine]:
        """Line 2 is the first below the header."""
        for number, row in enumerate(self.rows, start=2):
            yield RawLine(number, row)


def a_line(withdrawal: Withdrawal, result: str = "paid", **changes: str) -> dict[str, str]:
    """What a bank says of a withdrawal, on the day after the export of `PayoutOffice`."""
    return {
        "withdrawal_id": withdrawal.id,
        "result": result,
        "amount": str(withdrawal.paid.net),
        "currency": withdrawal.currency,
        "date": "2025-11-07",
        "reference": f"bank-{withdrawal.id}",
        "reason": "",
        **changes,
    }


@define
class PayoutOffice(Payouts):
    """Every service of payouts beside those of withdrawals."""

    writer: SheetWriter = field(factory=PlainWriter)
    at_once: int = BOOKED_AT_ONCE

    @property
    def exports(self) -> PayoutBatches:
        """The service."""
        return PayoutBatches(
            self.transactions,
            self.business,
            self.writer,
            self.settings.withdrawal,
            self.settings.payout,
        )

    @property
    def desk(self) -> PayoutDesk:
        """The service."""
        return PayoutDesk(self.transactions, self.business, self.decisions)

    @property
    def results(self) -> Results:
        """The service."""
        return Results(self.transactions, self.business, self.decisions, self.at_once)

    def waiting(
        self,
        name: str = "mina",
        amount: str = "150.00",
        method: MethodName = BY_PAYPAL,
        currency: Currency = Currency.USD,
    ) -> Withdrawal:
        """A pending withdrawal of somebody new."""
        account = AccountId(name)
        self.add_creator(account)
        self.payment_details.register(account, PAYPAL_FORM if method is BY_PAYPAL else BANK_FORM)
        self.earn(amount, account)
        return self.ask(account, method, currency)

    def export(self, by: Actor = ANN, method: FileKind = PAYMENTS) -> CreatedBatch:
        """The one batch of all that waits."""
        [made] = self.exports.export(BatchRequest(method), by).batches
        return made

    def take(self, *rows: dict[str, str], by: Actor = ANN, partial: bool = False) -> Outcome:
        """What a file of these lines comes to."""
        return self.results.take(Lines(rows), by, partial=partial)


def contents(files: Sequence[PayoutFile]) -> list[bytes]:
    """The bytes of files."""
    return [file.content for file in files]
